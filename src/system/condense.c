/* condense.c - friction and reactions where patches are few: reactions as a linear function of the friction forces
 *
 *     lambda(f) = base + Y f,    S base = -(J M^-1 Q + bias),    S Y = -J M^-1 W^T
 *
 * S = J M^-1 J^T is factored once; Newton's method then solves f = F(v, N(lambda(f)), z) for the forces of the patches
 * alone. Measured on the roller-crank with LuGre's law it halves the cost of an evaluation; from some ten patches on the
 * sparse form of solve.c is cheaper, since Y is full. */
#include "system/condense.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "system/tolerance.h"

enum {
    NEWTON_ITERATIONS = 40,
    FIXED_POINT_ITERATIONS = 500,
    HALVINGS = 12
};

struct bri_condense_room {
    bri_redundancy_room *redundancy;
    double *matrix; /* 1 - dF/dN dN/dF */
    int *pivot;
    double *f, *before, *step, *aim; /* forces; before the last step; the step; where the whole step led */
    double *row_room;
};

bri_condense_room *bri_condense_create(const bri_system *s, bri_redundancy_room *redundancy, bri_arena *arena)
{
    size_t n = s->condensed || s->shares ? (size_t)s->components : 0;
    bri_condense_room *room = bri_arena_take(arena, 1, sizeof *room);
    if (!room) return NULL;
    room->redundancy = redundancy;
    room->matrix = bri_arena_take(arena, n * n + 1, sizeof(double));
    room->pivot = bri_arena_take(arena, n + 1, sizeof(int));
    room->f = bri_arena_take(arena, n + 1, sizeof(double));
    room->before = bri_arena_take(arena, n + 1, sizeof(double));
    room->step = bri_arena_take(arena, n + 1, sizeof(double));
    room->aim = bri_arena_take(arena, n + 1, sizeof(double));
    room->row_room = bri_arena_take(arena, (size_t)s->rows + 1, sizeof(double));
    return arena->failed ? NULL : room;
}

void bri_accelerate(const bri_point *p, bri_solution *sol)
{
    const bri_system *s = p->system;
    memcpy(sol->a, p->applied, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
    bri_add_reactions(p, sol->lambda, sol->a);
    for (int c = 0; c < s->components; c++) {
        const sys_component *part = &s->component[c];
        const bri_patch *patch = &sol->patch[part->patch];
        const sys_joint *joint = &s->joint[s->interface[s->patch[part->patch].interface].joint];
        double effort = patch->lever * sol->friction[c];
        if (effort != 0) bri_add_effort(joint->body, joint->bodies, &patch->row[part->index], effort, sol->a);
    }
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        sol->a[i] *= s->inverse[i];
}

void bri_update_columns(bri_condense_room *room, const bri_point *p, const bri_solve_options *o, bri_solution *sol)
{
    const bri_system *s = p->system;
    memset(sol->column, 0, (size_t)(s->components * s->rows) * sizeof(double));
    for (int k = 0; k < s->reaches; k++) {
        const sys_reach *reach = &s->reach[k];
        const bri_patch *patch = &sol->patch[reach->patch];
        if (p->active[reach->row])
            sol->column[reach->component * s->rows + reach->row] -=
                patch->lever * bri_reach_response(p, reach, &patch->row[reach->index]);
    }
    for (int c = 0; c < s->components; c++) {
        bri_sparse_solve(&s->sparse, sol->factors, sol->column + c * s->rows, room->row_room);
        bri_share_load(room->redundancy, o, sol, sol->column + c * s->rows);
    }
}

void bri_update_base(bri_condense_room *room, const bri_point *p, const bri_solve_options *o, bri_solution *sol)
{
    const bri_system *s = p->system;
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        sol->a[i] = p->applied[i] * s->inverse[i];
    for (int i = 0; i < s->rows; i++)
        sol->base[i] = p->active[i] ? -bri_row_residual(p, i, sol->a, o->baumgarte) : 0;
    bri_sparse_solve(&s->sparse, sol->factors, sol->base, room->row_room);
    bri_share_load(room->redundancy, o, sol, sol->base);
    bri_update_columns(room, p, o, sol);
}

/* lambda = base + Y f */
static void set_multipliers(bri_solution *sol, const double *f)
{
    const bri_system *s = sol->system;
    memcpy(sol->lambda, sol->base, (size_t)s->rows * sizeof(double));
    for (int c = 0; c < s->components; c++)
        for (int i = 0; i < s->rows; i++)
            sol->lambda[i] += f[c] * sol->column[c * s->rows + i];
}

/* 1 - dF/dN dN/dF, factored; slope: dF/dN of each component. */
static bool factor_loop(bri_condense_room *room, const bri_solution *sol, const double *slope)
{
    const bri_system *s = sol->system;
    int n = s->components;
    for (int c = 0; c < n; c++)
        for (int d = 0; d < n; d++)
            room->matrix[c * n + d] =
                (c == d) - (slope[c] != 0 ? slope[c] * bri_load_by_force(sol, s->component[c].patch, d) : 0);
    return bri_lu_factor(n, room->matrix, room->pivot);
}

double bri_condense_determinant(bri_condense_room *room, const bri_solution *sol)
{
    int n = sol->system->components;
    return factor_loop(room, sol, sol->by_load) ? bri_lu_determinant(n, room->matrix, room->pivot) : 0;
}

bool bri_condense_linear(bri_condense_room *room, const bri_solution *sol, const double *slope, double *f)
{
    if (!factor_loop(room, sol, slope)) return false;
    bri_lu_solve(sol->system->components, room->matrix, room->pivot, f);
    return true;
}

/* Newton's method; or, where the model asks for it, the papers' fixed-point iteration. */
static bri_outcome iterate(bri_condense_room *room, const bri_point *p, const bri_solve_options *o, bri_pass pass,
                           const double *start, bri_solution *sol, bri_iterations *count)
{
    const bri_system *s = p->system;
    int n = s->components, halvings = 0;
    double *f = room->f, *before = room->before, *step = room->step, last = INFINITY, share = 1;
    bool newton = s->coupling != BRI_COUPLING_FIXED_POINT;
    for (int c = 0; c < n; c++)
        f[c] = bri_law_acts(&p->discrete, s->patch[s->component[c].patch].interface) ? start[c] : 0;
    count->solves++;
    for (int turn = 0; turn < (newton ? NEWTON_ITERATIONS : FIXED_POINT_ITERATIONS); turn++) {
        set_multipliers(sol, f);
        bri_update_friction(p, o, pass, sol);
        if (!bri_load_matters(sol, pass)) {
            set_multipliers(sol, sol->friction);
            bri_update_loads(p, o, pass, sol);
            count->iterations++;
            return BRI_FINE;
        }
        double worst = 0, size = 1e-300, change = 0;
        for (int c = 0; c < n; c++) {
            step[c] = sol->friction[c] - f[c];
            if (!(fabs(step[c]) <= worst)) worst = fabs(step[c]);
            if (fabs(f[c]) > size) size = fabs(f[c]);
        }
        if (isnan(worst)) worst = INFINITY;
        if (worst <= (newton ? tol_force : 100 * tol_force) * size) return BRI_FINE; /* rounding moves a fixed point */
        if (newton && turn > 0 && !(worst < last)) { /* half the step, or good enough as it was */
            if (worst <= tol_force_stalled * size) return BRI_FINE;
            if (++halvings > HALVINGS) break;
            share *= 0.5;
            for (int c = 0; c < n; c++)
                f[c] = before[c] + share * (room->aim[c] - before[c]);
            continue;
        }
        last = worst;
        share = 1;
        halvings = 0;
        if (newton && !bri_condense_linear(room, sol, sol->by_load, step)) break;
        memcpy(before, f, (size_t)n * sizeof(double));
        for (int c = 0; c < n; c++) {
            f[c] += step[c];
            room->aim[c] = f[c];
            if (fabs(step[c]) > change) change = fabs(step[c]);
        }
        count->iterations++;
        if (newton && change <= tol_correction * size) {
            set_multipliers(sol, f);
            memcpy(sol->friction, f, (size_t)n * sizeof(double));
            return BRI_FINE;
        }
    }
    return BRI_SHORTER;
}

/* No load comes from a reaction: friction is known beforehand, as any other force. */
static bri_outcome solve_given(bri_condense_room *room, const bri_point *p, const bri_solve_options *o,
                               bri_solution *sol, bri_iterations *count)
{
    const bri_system *s = p->system;
    bri_update_friction(p, o, BRI_PASS_WHOLE, sol);
    memset(sol->lambda, 0, (size_t)s->rows * sizeof(double));
    bri_accelerate(p, sol);
    for (int i = 0; i < s->rows; i++)
        sol->lambda[i] = p->active[i] ? -bri_row_residual(p, i, sol->a, o->baumgarte) : 0;
    bri_sparse_solve(&s->sparse, sol->factors, sol->lambda, room->row_room);
    bri_share_load(room->redundancy, o, sol, sol->lambda);
    bri_accelerate(p, sol);
    count->solves++;
    count->iterations++;
    return BRI_FINE;
}

bri_outcome bri_condense_solve(bri_condense_room *room, const bri_point *p, const bri_solve_options *o,
                               const bri_guess *guess, bri_solution *sol, bri_iterations *count)
{
    const bri_system *s = p->system;
    bri_outcome outcome = BRI_FINE;
    const double *start = guess->friction;
    assert(p->scope >= BRI_SCOPE_DYNAMICS);
    bri_update_patches(p, sol);
    if (s->loads_given) return solve_given(room, p, o, sol, count);
    bri_update_base(room, p, o, sol);
    if (s->any_elastic) {
        outcome = iterate(room, p, o, BRI_PASS_ELASTIC, start, sol, count);
        start = sol->friction;
    }
    if (outcome == BRI_FINE) outcome = iterate(room, p, o, BRI_PASS_WHOLE, start, sol, count);
    if (outcome == BRI_FINE) bri_accelerate(p, sol);
    return outcome;
}
