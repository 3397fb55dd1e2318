/* pattern.c - rows that share a body: the sparsity pattern of J M^-1 J^T, found once
 *
 * Every row that may ever stick is in it, and so is all that friction adds: a contact's friction is felt by the rows that
 * share a moving body with it, and follows the multipliers of its own joint, which share that body too. */
#include "system/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "system/tolerance.h"

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

static bool sort_by_body(bri_system *s)
{
    size_t bodies = (size_t)s->bodies;
    int *next = calloc(bodies + 1, sizeof *next), *begin = bri_arena_take(&s->arena, bodies + 1, sizeof *begin);
    s->hold = bri_arena_take(&s->arena, (size_t)s->rows * BRI_ENDS + 1, sizeof *s->hold);
    s->hold_begin = begin;
    bool fine = next && !s->arena.failed;
    for (int i = 0; fine && i < s->rows; i++)
        for (int t = 0; t < s->touches[i]; t++)
            begin[s->touch[i][t].at / BRI_DOF + 1]++;
    for (int b = 0; fine && b < s->bodies; b++)
        next[b + 1] = begin[b + 1] += begin[b];
    for (int i = 0; fine && i < s->rows; i++)
        for (int t = 0; t < s->touches[i]; t++) {
            sys_touch *touch = &s->touch[i][t];
            touch->hold = next[touch->at / BRI_DOF]++;
            s->hold[touch->hold] = (sys_hold){.row = i, .end = touch->end};
        }
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

static bool find_pairs(bri_system *s)
{
    const sys_hold *hold = s->hold;
    for (int b = 0; b < s->bodies; b++) {
        int count = s->hold_begin[b + 1] - s->hold_begin[b];
        s->pairs += count * (count + 1) / 2;
    }
    int(*pairs)[2] = calloc((size_t)s->pairs + 1, sizeof *pairs), p = 0;
    bool *last = find_last(s);
    s->pair = bri_arena_take(&s->arena, (size_t)s->pairs, sizeof *s->pair);
    bool fine = pairs && last && !s->arena.failed;
    for (int b = 0; fine && b < s->bodies; b++)
        for (int i = s->hold_begin[b]; i < s->hold_begin[b + 1]; i++)
            for (int j = i; j < s->hold_begin[b + 1]; j++, p++) {
                pairs[p][0] = hold[i].row;
                pairs[p][1] = hold[j].row;
            }
    fine = fine && bri_sparse_build(&s->sparse, &s->arena, s->rows, last, (const int(*)[2])pairs, s->pairs);
    for (int k = 0; fine && k < s->pairs; k++)
        s->pair[k] = (sys_pair){.at = bri_sparse_find(&s->sparse, pairs[k][0], pairs[k][1]),
                                .at_transposed = bri_sparse_find(&s->sparse, pairs[k][1], pairs[k][0])};
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
static int find_reaches(bri_system *s, sys_reach *out)
{
    int found = 0;
    for (int c = 0; c < s->components; c++) {
        sys_component *component = &s->component[c];
        const sys_joint *joint = &s->joint[s->interface[s->patch[component->patch].interface].joint];
        component->reach = found;
        component->row = joint->row;
        component->held = joint->held;
        component->bodies = joint->bodies;
        memcpy(component->body, joint->body, sizeof component->body);
        for (int e = 0; e < joint->bodies; e++) {
            int body = joint->body[e];
            if (body == BRI_GROUND) continue;
            for (int i = s->hold_begin[body]; i < s->hold_begin[body + 1]; i++, found++) {
                if (!out) continue;
                out[found] = (sys_reach){.row = s->hold[i].row,
                                         .row_end = s->hold[i].end,
                                         .component = c,
                                         .patch = component->patch,
                                         .index = component->index,
                                         .patch_end = e,
                                         .body = body};
                for (int h = 0; h < joint->held; h++)
                    s->reach_at[found][h] = bri_sparse_find(&s->sparse, s->hold[i].row, joint->row + h);
            }
        }
        component->reaches = found - component->reach;
    }
    return found;
}

bri_status bri_find_pattern(bri_system *s, bri_error *err)
{
    bool fine = find_loops(s) && find_touches(s) && sort_by_body(s) && find_pairs(s);
    if (fine) {
        s->reaches = find_reaches(s, NULL);
        s->reach = bri_arena_take(&s->arena, (size_t)s->reaches, sizeof *s->reach);
        s->reach_at = bri_arena_take(&s->arena, (size_t)s->reaches, sizeof *s->reach_at);
        fine = !s->arena.failed;
    }
    if (fine) find_reaches(s, s->reach);
    return fine ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: the pattern of the equations");
}
