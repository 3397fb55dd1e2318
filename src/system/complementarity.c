/* complementarity.c - the stick states of all interfaces at rest: active set, one at a time, path in the friction
 *
 * For a set of sticks and slips the equations are those of solve.c, with one row more for every interface that sticks.
 * The natural map of the complementarity problem,
 *
 *     f_k = P_k(f_k - gamma_k/w_k),    P_k: the nearest force between -L_k and L_k,    w_k = W_k M^-1 W_k^T
 *
 * gives the state that each interface should have at forces f and slip accelerations gamma. The active set is Newton's
 * method on that map: a step with the present states, then all states that are wrong change at once.
 *
 * In loops rows may depend on each other. Each then has a small compliance, eps c_i, so that its residual is J_i a + bias_i
 * + eps c_i lambda_i: the load is shared as the treatment of redundancy does, nearly, and no row is dropped. An interface
 * that others hold creeps at a rate of the order of eps, and is at its limit; whether a slip is one of that kind is decided
 * afterwards, with exact rows (stick_set.c). */
#include "system/complementarity.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/divisor.h"
#include "system/tolerance.h"

enum {
    MOST_CORRECTIONS = 30,
    MOST_POLISHED = 20
};
static const double least_compliance = 1e-4; /* of a row that should be rigid, over the largest */

bri_sticking_room *bri_sticking_create(const bri_system *s, bri_arena *arena)
{
    bri_sticking_room *room = bri_arena_take(arena, 1, sizeof *room);
    size_t rows = (size_t)s->rows + 1, events = 2 * (size_t)s->interfaces + (size_t)s->patches + rows;
    if (!room) return NULL;
    room->compliance = bri_arena_take(arena, rows, sizeof(double));
    room->reference = bri_arena_take(arena, rows, sizeof(double));
    room->residual = bri_arena_take(arena, rows, sizeof(double));
    room->step = bri_arena_take(arena, rows, sizeof(double));
    room->row_room = bri_arena_take(arena, rows, sizeof(double));
    room->from = bri_arena_take(arena, rows, sizeof(double));
    room->tangent = bri_arena_take(arena, rows, sizeof(double));
    room->force = bri_arena_take(arena, (size_t)(BRI_DOF * s->bodies) + 1, sizeof(double));
    room->side = bri_arena_take(arena, (size_t)s->patches + 1, sizeof(double));
    room->bound = bri_arena_take(arena, (size_t)s->interfaces + 1, sizeof *room->bound);
    room->size = bri_arena_take(arena, rows, sizeof(double));
    room->load_size = bri_arena_take(arena, (size_t)s->patches + 1, sizeof(double));
    room->event = bri_arena_take(arena, events, sizeof(double));
    room->event_before = bri_arena_take(arena, events, sizeof(double));
    room->event_ahead = bri_arena_take(arena, events, sizeof(double));
    return arena->failed ? NULL : room;
}

/* --- sizes ------------------------------------------------------------------------------------------------------------- */

double bri_floor_effort(const bri_floors *floors, const bri_point *p, const bri_solution *sol, int k)
{
    const sys_interface *interface = &p->system->interface[k];
    bri_slip slip;
    double by_load;
    bri_patch_slip(p, sol, interface->patch, interface->params->effort == BRI_EFFORT_NONE ? floors->force : 1, &slip);
    return tol_floor * sol->patch[interface->patch].lever *
           interface->law->static_limit(interface->params->law.params, &slip, &by_load);
}

double bri_own_response(const bri_point *p, int row)
{
    const bri_system *s = p->system;
    double sum = 0;
    for (int t = 0; t < s->touches[row]; t++)
        for (int d = 0; d < BRI_DOF; d++) {
            double entry = p->row[row].end[s->touch[row][t].end][d];
            sum += entry * entry * s->inverse[s->touch[row][t].at + d];
        }
    return sum;
}

/* Gives the rows that elimination would set to 0 if all candidates stuck a weight of 1. */
static void weigh_eliminated(const bri_sticking *q)
{
    const bri_system *s = q->p->system;
    bri_solution *sol = q->sol;
    for (int k = 0; k < s->interfaces; k++)
        if (q->candidate[k]) q->p->active[s->interface[k].stick_row] = true;
    bri_constraint_matrix(q->p, s->inverse, sol->matrix);
    memcpy(sol->factors, sol->matrix, (size_t)s->sparse.entries * sizeof(double));
    sol->pivots = bri_sparse_factor(&s->sparse, sol->factors);
    bri_find_redundancy(q->solver->redundancy, q->p, q->o, sol);
    for (int i = 0; i < sol->open; i++)
        q->room->compliance[sol->eliminated[i]] = 1;
    sol->open = 0;
    for (int k = 0; k < s->interfaces; k++)
        if (q->candidate[k]) q->p->active[s->interface[k].stick_row] = bri_sticks(&q->p->discrete, k);
}

/* Rows that cannot depend on others are rigid. Under elimination only those are compliant that it may set to 0: the others do not
 * depend on each other. The largest compliance is the response of a typical row to its own effort, or of each row, times eps. */
void bri_sticking_prepare(const bri_sticking *q)
{
    const bri_system *s = q->p->system;
    double *c = q->room->compliance, most = 0, typical = 0;
    bool eliminates = s->redundancy <= BRI_REDUNDANCY_ELIMINATE && !q->softness.everywhere;
    for (int i = 0; i < s->rows; i++) {
        bool rigid = eliminates && (s->shares || i < s->held_rows);
        c[i] = !s->any_loop ? 0 : rigid ? least_compliance : bri_row_weight(s, q->o, i);
    }
    if (s->any_loop && eliminates && s->shares) weigh_eliminated(q);
    for (int i = 0; i < s->rows; i++) {
        most = fmax(most, c[i]);
        typical += log(fmax(bri_own_response(q->p, i), least_divisor));
    }
    double unit = most > 0 ? q->softness.factor * tol_search_compliance / most : 0;
    bool by_row = eliminates && q->softness.by_row;
    for (int i = 0; i < s->rows; i++)
        c[i] =
            unit * (by_row ? bri_own_response(q->p, i) : exp(typical / s->rows)) * fmax(c[i], least_compliance * most);
}

/* --- friction and accelerations of a set ------------------------------------------------------------------------------- */

bool bri_sticking_slips(const bri_sticking *q, int k) { return q->candidate[k] && !bri_sticks(&q->p->discrete, k); }

void bri_sticking_put(const bri_sticking *q, int k, int direction)
{
    bri_stick_state *stick = &q->p->discrete.stick[k];
    int row = q->p->system->interface[k].stick_row;
    stick->mode = direction ? BRI_SLIP : BRI_STICK;
    stick->direction = direction;
    q->p->active[row] = !direction;
    if (direction) q->sol->lambda[row] = 0;
}

static bool follows_reactions(const bri_system *s, const sys_interface *interface)
{
    return interface->from_reaction && s->coupling != BRI_COUPLING_LAGGED;
}

static double blunt_load(const bri_sticking *q, int r)
{
    return hypot(q->sol->patch[r].load, q->room->blunt * q->room->load_size[r]);
}

/* Load of a patch; on the path one that is linear in the multipliers goes on past 0. */
static double load_on_path(const bri_sticking *q, int r)
{
    const bri_system *s = q->p->system;
    const sys_interface *interface = &s->interface[s->patch[r].interface];
    double side = q->room->side[r];
    if (q->room->blunt > 0 && follows_reactions(s, interface))
        return q->sol->load[r] + blunt_load(q, r) - fabs(q->sol->patch[r].load);
    if (side == 0) return q->sol->load[r];
    return side * q->sol->patch[r].load + interface->params->preload / interface->patches;
}

double bri_sticking_patch_limit(const bri_sticking *q, int r, double *by_load)
{
    const bri_system *s = q->p->system;
    const sys_interface *interface = &s->interface[s->patch[r].interface];
    double load = load_on_path(q, r), limit;
    bri_slip slip;
    bri_curve sliding;
    bri_patch_slip(q->p, q->sol, r, fabs(load), &slip);
    if (q->broken[s->patch[r].interface]) {
        interface->law->curve(interface->params->law.params, &slip, &sliding);
        limit = sliding.force;
        *by_load = sliding.by_load;
    } else {
        limit = interface->law->static_limit(interface->params->law.params, &slip, by_load);
    }
    *by_load *= q->theta;
    return q->theta * copysign(limit, load);
}

double bri_sticking_limit(const bri_sticking *q, int k)
{
    const sys_interface *interface = &q->p->system->interface[k];
    double sum = 0, by_load;
    for (int r = interface->patch; r < interface->patch + interface->patches; r++)
        sum += q->sol->patch[r].lever * bri_sticking_patch_limit(q, r, &by_load);
    return sum;
}

double bri_sticking_limit_slopes(const bri_sticking *q, int k, double slope[BRI_HELD_MAX])
{
    const bri_system *s = q->p->system;
    const sys_interface *interface = &s->interface[k];
    double by_blunt = 0;
    assert(s->joint[interface->joint].held <= BRI_HELD_MAX);
    for (int h = 0; h < BRI_HELD_MAX; h++)
        slope[h] = 0;
    if (!follows_reactions(s, interface)) return 0;
    for (int r = interface->patch; r < interface->patch + interface->patches; r++) {
        const bri_patch *patch = &q->sol->patch[r];
        double by_load, size = q->room->blunt * q->room->load_size[r], load = blunt_load(q, r);
        bri_sticking_patch_limit(q, r, &by_load);
        by_load *= patch->lever;
        double along = q->room->blunt > 0 ? patch->load / load : patch->load < 0 ? -1 : 1;
        for (int h = 0; h < s->joint[interface->joint].held; h++)
            slope[h] += by_load * along * patch->by_lambda[h];
        if (q->room->blunt > 0) by_blunt += by_load * size / load * q->room->load_size[r];
    }
    return by_blunt;
}

/* Friction of the candidates that slip is their limit; that of other contacts grows along the path too. */
static void update_friction(const bri_sticking *q)
{
    const bri_system *s = q->p->system;
    bri_solution *sol = q->sol;
    bri_update_friction(q->p, q->o, BRI_PASS_WHOLE, sol);
    for (int r = 0; r < s->patches; r++) {
        const sys_patch *patch = &s->patch[r];
        int k = patch->interface;
        double by_load, side = q->room->side[r];
        if (bri_sticking_slips(q, k)) {
            bool follows = follows_reactions(s, &s->interface[k]);
            int direction = q->p->discrete.stick[k].direction;
            sol->friction[patch->component] = -direction * bri_sticking_patch_limit(q, r, &by_load);
            if (side == 0) side = sol->patch[r].load < 0 ? -1 : 1;
            sol->by_load[patch->component] = follows ? -direction * side * by_load : 0;
            if (patch->components > patch->dim)
                bri_set_face_difference(
                    patch, bri_share_between_faces(&s->interface[k], sol->patch[r].load, load_on_path(q, r)), follows,
                    sol);
            continue;
        }
        double scale = side * sol->patch[r].load < 0 ? -q->theta : q->theta;
        for (int c = patch->component; c < patch->component + patch->components; c++) {
            sol->friction[c] *= scale;
            sol->by_load[c] *= scale;
        }
    }
}

void bri_sticking_update(const bri_sticking *q)
{
    const bri_system *s = q->p->system;
    update_friction(q);
    bri_accelerate(q->p, q->sol);
    for (int i = 0; i < s->rows; i++)
        q->room->residual[i] = q->p->active[i]
                                   ? bri_row_residual(q->p, i, q->sol->a, q->o->baumgarte) +
                                         q->room->compliance[i] * (q->sol->lambda[i] - q->room->reference[i])
                                   : 0;
}

static void update_matrix(const bri_sticking *q)
{
    const bri_system *s = q->p->system;
    bri_constraint_matrix(q->p, s->inverse, q->sol->matrix);
    for (int i = 0; i < s->rows; i++)
        if (q->p->active[i]) q->sol->matrix[s->sparse.diagonal[s->sparse.place[i]]] += q->room->compliance[i];
}

bool bri_sticking_factor(const bri_sticking *q, bool same_rows)
{
    if (!same_rows) update_matrix(q);
    bri_pivots pivots = bri_factor_with_friction(q->p, q->sol);
    q->room->turned = pivots.negative % 2;
    return pivots.dropped == 0 && isfinite(pivots.least);
}

double bri_sticking_step(const bri_sticking *q, bool same_rows)
{
    const bri_system *s = q->p->system;
    double change = 0, size = least_divisor, *step = q->room->step;
    if (!bri_sticking_factor(q, same_rows)) return INFINITY;
    for (int i = 0; i < s->rows; i++)
        step[i] = -q->room->residual[i];
    bri_sparse_solve(&s->sparse, q->sol->factors, step, q->room->row_room);
    for (int i = 0; i < s->rows; i++) {
        if (!q->p->active[i]) continue;
        q->sol->lambda[i] += step[i];
        if (!(fabs(step[i]) <= change)) change = fabs(step[i]);
        size = fmax(size, fabs(q->sol->lambda[i]));
    }
    return isfinite(change) && size < force_diverged ? change / size : INFINITY;
}

/* --- the state that the natural map asks for --------------------------------------------------------------------------- */

double bri_sticking_acceleration(const bri_sticking *q, int k)
{
    int row = q->p->system->interface[k].stick_row;
    return bri_row_residual(q->p, row, q->sol->a, false) +
           q->room->compliance[row] * bri_interface_effort(q->p, q->sol, k);
}

/* Direction of slip that an interface should have; 0: it should stick. */
static int wanted_direction(const bri_sticking *q, const bri_floors *floors, int k)
{
    int row = q->p->system->interface[k].stick_row, direction = q->p->discrete.stick[k].direction;
    double limit = bri_sticking_limit(q, k), floor = bri_floor_effort(floors, q->p, q->sol, k);
    if (!direction) {
        double held = q->sol->lambda[row];
        return fabs(held) <= limit + floor ? 0 : held > 0 ? -1 : 1;
    }
    double against = -direction * bri_sticking_acceleration(q, k);
    if (limit <= floor || against <= floors->acceleration) return direction;
    return against > 2 * limit * bri_own_response(q->p, row) ? -direction : 0;
}

int bri_sticking_change(const bri_sticking *q, bool only_last)
{
    const bri_system *s = q->p->system;
    bri_floors floors = bri_floors_of(q->solver, q->p, q->sol);
    int wrong = 0;
    for (int k = s->interfaces - 1; k >= 0; k--) {
        if (!q->candidate[k]) continue;
        int wanted = wanted_direction(q, &floors, k);
        if (wanted == q->p->discrete.stick[k].direction) continue;
        if (!wrong || !only_last) bri_sticking_put(q, k, wanted);
        wrong++;
    }
    return wrong;
}

bool bri_sticking_is_solved(const bri_sticking *q)
{
    const bri_system *s = q->p->system;
    double worst = 0;
    for (int i = 0; i < s->rows; i++)
        if (!(fabs(q->room->residual[i]) <= worst)) worst = fabs(q->room->residual[i]);
    return worst <= bri_floors_of(q->solver, q->p, q->sol).acceleration;
}

bool bri_sticking_correct(const bri_sticking *q)
{
    for (int turn = 0; turn < MOST_CORRECTIONS; turn++) {
        bri_sticking_update(q);
        double change = bri_sticking_step(q, turn > 0);
        if (isinf(change)) return false;
        if (change <= q->settled) {
            bri_sticking_update(q);
            return true;
        }
    }
    return false;
}

void bri_sticking_polish(const bri_sticking *q)
{
    const bri_system *s = q->p->system;
    double *reference = q->room->reference, *lambda = q->sol->lambda;
    for (int turn = 0; turn < MOST_POLISHED; turn++) {
        double change = 0, size = least_divisor;
        memcpy(reference, lambda, (size_t)s->rows * sizeof(double));
        bool solved = bri_sticking_correct(q);
        for (int i = 0; i < s->rows; i++) {
            change = fmax(change, fabs(lambda[i] - reference[i]));
            size = fmax(size, fabs(lambda[i]));
        }
        if (!solved) memcpy(lambda, reference, (size_t)s->rows * sizeof(double));
        if (!solved || change <= q->settled * size) break;
    }
    memset(reference, 0, (size_t)s->rows * sizeof(double));
    bri_sticking_update(q);
}

/* Interfaces that others hold at their limits follow the rule of eq. 20, unless joints are compliant: stable or not. */
bool bri_sticking_is_taken(const bri_sticking *q)
{
    const bri_system *s = q->p->system;
    bool may_be_held = s->shares && s->any_loop && s->redundancy != BRI_REDUNDANCY_ELASTIC;
    if (!q->room->turned || q->takes_unstable) return true;
    if (may_be_held) bri_factor_held(q->solver->redundancy, q->p);
    for (int k = 0; k < s->interfaces && may_be_held; k++)
        if (bri_sticking_slips(q, k) && bri_is_held(q->solver->redundancy, q->p, k)) return true;
    q->effort->saw_unstable = true;
    return false;
}

bool bri_sticking_is_cancelled(const bri_sticking *q) { return bri_is_halted(&q->solver->halt); }
