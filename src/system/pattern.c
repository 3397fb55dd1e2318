/* pattern.c - which rows meet on which bodies: the pattern of J M^-1 J^T, found once
 *
 * Every row that may ever stick is in it, and so is all that friction adds: a contact's friction is felt by the rows that
 * share a moving body with it, and follows the multipliers of its own joint, which share that body too. */
#include "system/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "system/tolerance.h"

typedef struct hold { /* of a row on a body */
    int row, end;
} hold;

typedef struct holds { /* by body: those of body b are at[begin[b]] to at[begin[b + 1] - 1] */
    int *begin;
    hold *at;
} holds;

static void touch_bodies(bri_system *s, int row, const sys_joint *joint)
{
    for (int e = 0; e < joint->bodies; e++)
        if (joint->body[e] != BRI_GROUND)
            s->touch[row][s->touches[row]++] = (sys_touch){.end = e, .at = BRI_DOF * joint->body[e]};
}

static bool find_touches(bri_system *s)
{
    s->touch = bri_arena_take(&s->arena, (size_t)s->rows + 1, sizeof *s->touch);
    s->touches = bri_arena_take(&s->arena, (size_t)s->rows + 1, sizeof *s->touches);
    if (s->arena.failed) return false;
    for (int j = 0; j < s->joints; j++)
        for (int i = 0; i < s->joint[j].held; i++)
            touch_bodies(s, s->joint[j].row + i, &s->joint[j]);
    for (int k = 0; k < s->interfaces; k++)
        if (s->interface[k].stick_row >= 0)
            touch_bodies(s, s->interface[k].stick_row, &s->joint[s->interface[k].joint]);
    return true;
}

static bool sort_by_body(const bri_system *s, holds *by)
{
    size_t bodies = (size_t)s->bodies;
    int *next = calloc(bodies + 1, sizeof *next);
    by->begin = calloc(bodies + 1, sizeof *by->begin);
    by->at = calloc((size_t)s->rows * BRI_ENDS + 1, sizeof *by->at);
    bool fine = next && by->begin && by->at;
    for (int i = 0; fine && i < s->rows; i++)
        for (int t = 0; t < s->touches[i]; t++)
            by->begin[s->touch[i][t].at / BRI_DOF + 1]++;
    for (int b = 0; fine && b < s->bodies; b++)
        next[b + 1] = by->begin[b + 1] += by->begin[b];
    for (int i = 0; fine && i < s->rows; i++)
        for (int t = 0; t < s->touches[i]; t++)
            by->at[next[s->touch[i][t].at / BRI_DOF]++] = (hold){.row = i, .end = s->touch[i][t].end};
    free(next);
    return fine;
}

typedef struct joints_left { /* of a body or the ground, of those that are not yet known to be outside of loops */
    int count, which;        /* which: their numbers, exclusive or: the number of the last one */
} joints_left;

/* Two bodies, and rows that are a part of the three motions between them. */
static bool may_be_outside(const sys_joint *joint) { return joint->bodies == 2 && joint->gaps <= 1; }

static void leave_out(const bri_system *s, joints_left *left, int j)
{
    for (int e = 0; e < s->joint[j].bodies; e++) {
        int body = s->joint[j].body[e] == BRI_GROUND ? s->bodies : s->joint[j].body[e];
        left[body].count--;
        left[body].which ^= j;
    }
}

/* Joints are left out from the ends of branches on; those that remain are in loops, or connect loops. Rows of a joint outside
 * are independent of all others: with it, the branch behind it moves as one body. */
static bool find_loops(bri_system *s)
{
    joints_left *left = calloc((size_t)s->bodies + 1, sizeof *left);
    if (!left) return false;
    for (int j = 0; j < s->joints; j++) {
        sys_joint *joint = &s->joint[j];
        joint->in_loop = joint->held > 0 || joint->gaps > 0 || joint->moves_something;
        for (int e = 0; e < joint->bodies && joint->in_loop; e++) {
            int body = joint->body[e] == BRI_GROUND ? s->bodies : joint->body[e];
            left[body].count++;
            left[body].which ^= j;
        }
    }
    for (int first = 0; first <= s->bodies; first++)
        for (int body = first; left[body].count == 1 && may_be_outside(&s->joint[left[body].which]);) {
            sys_joint *joint = &s->joint[left[body].which];
            int other = joint->body[0] == body || (body == s->bodies && joint->body[0] == BRI_GROUND);
            joint->in_loop = false;
            leave_out(s, left, left[body].which);
            body = joint->body[other] == BRI_GROUND ? s->bodies : joint->body[other];
        }
    for (int j = 0; j < s->joints; j++)
        s->any_loop = s->any_loop || s->joint[j].in_loop;
    free(left);
    return true;
}

/* Rows by which interfaces in loops stick: where rows depend on each other, it is they that are left out. Outside of loops
 * they are ordered with their joints, since the last rows fill the matrix. */
static bool *find_last(const bri_system *s)
{
    bool *last = calloc((size_t)s->rows + 1, sizeof *last);
    for (int k = 0; k < s->interfaces && last; k++)
        if (s->interface[k].stick_row >= 0) last[s->interface[k].stick_row] = s->joint[s->interface[k].joint].in_loop;
    return last;
}

static bool find_pairs(bri_system *s, const holds *by)
{
    for (int b = 0; b < s->bodies; b++) {
        int count = by->begin[b + 1] - by->begin[b];
        s->pairs += count * (count + 1) / 2;
    }
    int(*pairs)[2] = malloc(((size_t)s->pairs + 1) * sizeof *pairs), p = 0;
    bool *last = find_last(s);
    s->pair = bri_arena_take(&s->arena, (size_t)s->pairs, sizeof *s->pair);
    bool fine = pairs && last && !s->arena.failed;
    for (int b = 0; fine && b < s->bodies; b++)
        for (int i = by->begin[b]; i < by->begin[b + 1]; i++)
            for (int j = i; j < by->begin[b + 1]; j++, p++) {
                s->pair[p] = (sys_pair){.first = by->at[i].row,
                                        .first_end = by->at[i].end,
                                        .second = by->at[j].row,
                                        .second_end = by->at[j].end,
                                        .body = b};
                pairs[p][0] = by->at[i].row;
                pairs[p][1] = by->at[j].row;
            }
    fine = fine && bri_sparse_build(&s->sparse, &s->arena, s->rows, last, (const int(*)[2])pairs, s->pairs);
    for (int k = 0; fine && k < s->pairs; k++) {
        s->pair[k].at = bri_sparse_find(&s->sparse, s->pair[k].first, s->pair[k].second);
        s->pair[k].at_transposed = bri_sparse_find(&s->sparse, s->pair[k].second, s->pair[k].first);
    }
    s->projection = s->sparse;
    s->projection.dependent = bri_arena_take(&s->arena, (size_t)s->rows + 1, sizeof(double));
    fine = fine && s->projection.dependent;
    for (int i = 0; fine && i < s->rows; i++)
        s->projection.dependent[s->sparse.place[i]] = i < s->held_rows ? tol_dependent : tol_dependent_projected;
    free(last);
    free(pairs);
    return fine;
}

/* Rows that feel a component of friction; counted, or written where there is room. */
static int find_reaches(const bri_system *s, const holds *by, sys_reach *out)
{
    int found = 0;
    for (int c = 0; c < s->components; c++) {
        const sys_interface *interface = &s->interface[s->patch[s->component[c].patch].interface];
        const sys_joint *joint = &s->joint[interface->joint];
        for (int e = 0; e < joint->bodies; e++) {
            int body = joint->body[e];
            if (body == BRI_GROUND) continue;
            for (int i = by->begin[body]; i < by->begin[body + 1]; i++, found++) {
                if (!out) continue;
                out[found] = (sys_reach){.row = by->at[i].row,
                                         .row_end = by->at[i].end,
                                         .component = c,
                                         .patch = s->component[c].patch,
                                         .index = s->component[c].index,
                                         .patch_end = e,
                                         .body = body};
                for (int h = 0; h < joint->held; h++)
                    out[found].at[h] = bri_sparse_find(&s->sparse, by->at[i].row, joint->row + h);
            }
        }
    }
    return found;
}

bri_status bri_find_pattern(bri_system *s, bri_error *err)
{
    holds by = {0};
    bool fine = find_loops(s) && find_touches(s) && sort_by_body(s, &by) && find_pairs(s, &by);
    if (fine) {
        s->reaches = find_reaches(s, &by, NULL);
        s->reach = bri_arena_take(&s->arena, (size_t)s->reaches, sizeof *s->reach);
        fine = !s->arena.failed;
    }
    if (fine) find_reaches(s, &by, s->reach);
    free(by.begin);
    free(by.at);
    return fine ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: the pattern of the equations");
}
