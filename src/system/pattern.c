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

static bool find_pairs(bri_system *s, const holds *by)
{
    for (int b = 0; b < s->bodies; b++) {
        int count = by->begin[b + 1] - by->begin[b];
        s->pairs += count * (count + 1) / 2;
    }
    int(*pairs)[2] = malloc(((size_t)s->pairs + 1) * sizeof *pairs), p = 0;
    s->pair = bri_arena_take(&s->arena, (size_t)s->pairs, sizeof *s->pair);
    bool fine = pairs && !s->arena.failed;
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
    fine = fine && bri_sparse_build(&s->sparse, &s->arena, s->rows, s->held_rows, (const int(*)[2])pairs, s->pairs);
    for (int k = 0; fine && k < s->pairs; k++) {
        s->pair[k].at = bri_sparse_find(&s->sparse, s->pair[k].first, s->pair[k].second);
        s->pair[k].at_transposed = bri_sparse_find(&s->sparse, s->pair[k].second, s->pair[k].first);
    }
    for (int i = s->held_rows; fine && i < s->rows; i++) /* two feet of a body, say: nearly the same row */
        s->sparse.dependent[s->sparse.place[i]] = tol_dependent_stick;
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
    bool fine = find_touches(s) && sort_by_body(s, &by) && find_pairs(s, &by);
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
