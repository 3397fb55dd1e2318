/* work.c - the room that one evaluation of a system needs */
#include <math.h>
#include <stdlib.h>

#include "base/fail.h"
#include "system/system.h"

bri_status bri_work_create(const bri_system *s, bri_work **out, bri_error *err)
{
    bri_work *work = calloc(1, sizeof *work);
    if (!work) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for a simulation");
    bri_arena *arena = &work->arena;
    size_t bodies = (size_t)s->bodies, rows = (size_t)s->rows, patches = (size_t)s->patches, forces = (size_t)s->forces,
           gaps = (size_t)s->gaps;
    size_t z = (size_t)(s->states - s->z), all = (size_t)(s->states + s->quadratures),
           discrete_states = (size_t)s->discrete_states;
    work->system = s;
    work->segment_end = INFINITY;
    work->tolerance = 1e-8;
    work->too_deep = -1;
    work->weight = s->inverse;
    work->unit_length = 1;
    work->hold = s->hold == BRI_HOLD_AUTO ? BRI_HOLD_PROJECTION : s->hold;
#define ROOM(field, count) work->field = bri_arena_take(arena, (count) + 1, sizeof *work->field)
    ROOM(frame, bodies);
    ROOM(row, rows);
    ROOM(row_rate, rows);
    ROOM(active, rows);
    ROOM(freed, (size_t)s->freed);
    ROOM(freed_rate, (size_t)s->freed);
    ROOM(along, forces);
    ROOM(along_rate, forces);
    ROOM(effort, forces);
    ROOM(gap, gaps);
    ROOM(depth_rate, gaps);
    ROOM(push, gaps);
    ROOM(patch, patches);
    ROOM(patch_rate, patches);
    ROOM(load, patches);
    ROOM(friction, patches);
    ROOM(by_load, patches);
    ROOM(holding, patches);
    ROOM(elastic_load, patches);
    ROOM(lagged, patches);
    ROOM(z, z);
    ROOM(zdot, z);
    ROOM(applied, BRI_DOF * bodies);
    ROOM(a, BRI_DOF * bodies);
    ROOM(magnitude, BRI_DOF * bodies);
    ROOM(lambda, rows);
    ROOM(lambda_kept, rows);
    ROOM(base, rows);
    size_t open = (size_t)bri_most_open(s), loops = s->condensed || s->shares ? patches : 0;
    ROOM(column, bri_knows_stiffness(s) ? (patches + gaps) * rows : loops * rows);
    ROOM(loop, loops * loops);
    ROOM(loop_pivot, loops);
    ROOM(solutions, loops * BRI_SOLUTIONS_MAX);
    ROOM(trial, 3 * loops);
    ROOM(null, open * rows);
    ROOM(shares, open * open);
    ROOM(definite, open * open);
    ROOM(share, open);
    ROOM(share_pivot, open);
    ROOM(eliminated, open);
    ROOM(adjoint, bri_knows_stiffness(s) ? patches * rows : 0);
    ROOM(forces, patches);
    ROOM(before, rows);
    ROOM(step, rows);
    ROOM(residual, rows);
    ROOM(scratch, rows);
    ROOM(plain, (size_t)s->sparse.entries);
    ROOM(matrix, (size_t)s->sparse.entries);
    ROOM(candidate, (size_t)s->interfaces);
    ROOM(dragged, (size_t)s->interfaces);
    ROOM(last_x, all);
    ROOM(last_mode, discrete_states);
    ROOM(mode_trial, discrete_states);
    ROOM(mode_kept, discrete_states);
    ROOM(x_start, all);
    ROOM(mode_start, discrete_states);
#undef ROOM
    if (arena->failed) {
        bri_work_destroy(work);
        return bri_fail(err, BRI_NO_MEMORY, "there is no memory for a simulation of %d bodies", s->bodies);
    }
    for (int i = 0; i < s->held_rows; i++)
        work->active[i] = true;
    *out = work;
    return BRI_OK;
}

void bri_work_destroy(bri_work *work)
{
    if (!work) return;
    bri_arena_free(&work->arena);
    free(work);
}
