/* linearise.c - what is stiff in the equations: friction, along one direction per contact
 *
 *     u' = ... + push f,   (v, N_0) = follow u,   core = d(f, z')/d(v, N_0, z)
 *
 * push are the accelerations by a unit of each contact's friction f, reactions included. Forces follow the sliding speeds v
 * and the loads N_0 that there would be without friction; these change with u through the bias b of the rows, so that
 * dN_0/du = -n^T (J M^-1 J^T)^-1 db/du, where n takes the load from the multipliers. With friction N = N_0 + B f, and
 *
 *     df = (1 - F_N B)^-1 (F_v dv + F_z dz + F_N dN_0),   dz' = Z_v dv + Z_z dz + Z_N (dN_0 + B df)
 *
 * Where a law takes its load from the elastic part of the force alone, the same is solved for that part first.
 *
 * Where bodies touch, the push p is one of the forces too. It follows the depth and its rate, and adds to the loads: its
 * own contact's N is p, and others change by B_p p.
 *
 *     forces: f of each contact, p of each gap      followed: v, N_0 of each contact, depth, rate of each gap */
#include "system/linearise.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "signal/signal.h"

static const double difference =
    1e-6; /* of velocities, by which biases are differentiated: they are quadratic in them */

/* --- directions --------------------------------------------------------------------------------------------------------- */

/* Multipliers by a unit of each contact force, behind those by friction. */
static void update_contact_columns(bri_solver *solver, const bri_solve_options *o, bri_evaluation *at)
{
    const bri_point *p = &at->point;
    const bri_system *s = p->system;
    for (int g = 0; g < s->gaps; g++) {
        const sys_joint *joint = &s->joint[s->gap[g].joint];
        double *column = at->solution.column + (s->patches + g) * s->rows;
        memset(column, 0, (size_t)s->rows * sizeof(double));
        for (int i = 0; i < s->rows; i++)
            for (int t = 0; t < s->touches[i] && p->active[i]; t++)
                for (int e = 0; e < joint->bodies; e++) {
                    int body = s->touch[i][t].at;
                    const double *row = p->row[i].end[s->touch[i][t].end], *end = p->gap[g].normal.end[e];
                    for (int d = 0; d < BRI_DOF && body == BRI_DOF * joint->body[e]; d++)
                        column[i] -= s->inverse[body + d] * row[d] * end[d];
                }
        bri_constraint_solve(solver, o, &at->solution, column);
    }
}

/* The columns of all forces. Those of patches are known where they are condensed. */
static void require_columns(bri_solver *solver, const bri_solve_options *o, bri_evaluation *at)
{
    const bri_system *s = at->point.system;
    if (at->solution.has_columns) return;
    if (!s->condensed || s->loads_given) bri_factor_without_friction(solver, o, &at->point, &at->solution);
    update_contact_columns(solver, o, at);
    at->solution.has_columns = true;
}

/* (J M^-1 J^T)^-1 n for every patch whose load comes from reactions, with the load's sign. */
static void update_adjoints(bri_solver *solver, bri_evaluation *at)
{
    const bri_system *s = at->point.system;
    bri_solution *sol = &at->solution;
    memset(sol->adjoint, 0, (size_t)(s->patches * s->rows) * sizeof(double));
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *interface = &s->interface[s->patch[r].interface];
        const sys_joint *joint = &s->joint[interface->joint];
        const bri_patch *patch = &sol->patch[r];
        double *adjoint = sol->adjoint + r * s->rows;
        if (!interface->from_reaction) continue;
        for (int h = 0; h < joint->held; h++)
            adjoint[joint->row + h] = patch->load < 0 ? -patch->by_lambda[h] : patch->by_lambda[h];
        bri_constraint_solve(solver, NULL, sol, adjoint);
    }
}

/* What the rows of one joint add to dN_0/du of every patch: loads has stride numbers for each. */
static void add_load_slopes(const bri_evaluation *at, const sys_joint *joint, int stride, double *loads)
{
    const bri_point *p = &at->point;
    const bri_system *s = p->system;
    const bri_frame *frames[BRI_ENDS];
    bri_motion held[BRI_HELD_MAX], freed[BRI_FREED_MAX];
    double drive[3] = {0};
    bri_frames_of(p, joint->body, joint->bodies, frames);
    if (joint->drive) bri_signal_value(joint->drive, p->signal_time, drive);
    for (int e = 0; e < joint->bodies; e++) {
        const bri_frame *frame = frames[e];
        for (int d = 0; d < BRI_DOF && joint->body[e] != BRI_GROUND; d++) {
            bri_frame moved = *frame;
            double *rate = d < 2 ? &moved.v[d] : &moved.w, step = difference * fmax(1, fabs(*rate));
            *rate += step;
            frames[e] = &moved;
            joint->kind->motions(joint->params, &joint->site, frames, drive, held, freed);
            for (int i = joint->row; i < joint->row + joint->held; i++) {
                double slope = (held[i - joint->row].bias - p->row[i].bias) / step;
                for (int r = 0; r < s->patches && slope != 0; r++)
                    loads[r * stride + BRI_DOF * joint->body[e] + d] -= at->solution.adjoint[r * s->rows + i] * slope;
            }
        }
        frames[e] = frame;
    }
}

void bri_stiff_frame(bri_solver *solver, const bri_solve_options *o, bri_evaluation *at, double *push, double *follow)
{
    const bri_point *p = &at->point;
    const bri_system *s = p->system;
    int n = BRI_DOF * s->bodies, coupled = s->z, forces = s->patches + s->gaps;
    assert(bri_knows_stiffness(s) && bri_solution_is_of(&at->solution, p));
    require_columns(solver, o, at);
    memset(push, 0, (size_t)(coupled * forces) * sizeof(double));
    memset(follow, 0, (size_t)(2 * forces * coupled) * sizeof(double));
    for (int r = 0; r < s->patches; r++) {
        const sys_joint *joint = &s->joint[s->interface[s->patch[r].interface].joint];
        const bri_patch *patch = &at->solution.patch[r];
        double *speed = follow + r * coupled + n, *load = follow + (s->patches + r) * coupled + n;
        bri_add_effort(joint->body, joint->bodies, &patch->row, patch->lever, speed);
        bri_add_reactions(p, at->solution.column + r * s->rows, load); /* which is free as yet */
        for (int i = 0; i < n; i++) {
            push[(n + i) * forces + r] = (load[i] + speed[i]) * s->inverse[i];
            load[i] = 0;
        }
    }
    for (int g = 0; g < s->gaps; g++) {
        const sys_joint *joint = &s->joint[s->gap[g].joint];
        double *depth = follow + (2 * s->patches + g) * coupled, *rate = depth + s->gaps * coupled + n;
        bri_add_reactions(p, at->solution.column + (s->patches + g) * s->rows, rate); /* which is free as yet */
        bri_add_effort(joint->body, joint->bodies, &p->gap[g].normal, -1, depth);
        for (int i = 0; i < n; i++) {
            push[(n + i) * forces + s->patches + g] = (rate[i] - depth[i]) * s->inverse[i];
            rate[i] = depth[i];
        }
    }
    if (!s->any_from_reaction) return;
    update_adjoints(solver, at);
    for (int j = 0; j < s->joints; j++)
        if (s->joint[j].held) add_load_slopes(at, &s->joint[j], coupled, follow + s->patches * coupled + n);
}

/* --- slopes ------------------------------------------------------------------------------------------------------------- */

typedef struct by_load {       /* how a contact's force follows its load */
    double whole, rate;        /* by the load, where there is one; by that from the elastic part, where there are two */
    double elastic, elastic_z; /* of the elastic part: by its load, by the first of z */
    bool follows, is_elastic;
} by_load;

/* Slopes at fixed loads go into core. */
static by_load slopes_of(const bri_evaluation *at, int r, double *core, double *zdot_by_load)
{
    const bri_point *p = &at->point;
    const bri_solution *sol = &at->solution;
    const bri_system *s = p->system;
    const sys_patch *patch = &s->patch[r];
    const sys_interface *interface = &s->interface[patch->interface];
    int n = patch->states, z = patch->z - s->z, followed = 2 * (s->patches + s->gaps);
    int inputs = followed + s->states - s->z;
    double zdot[BRI_Z_MAX], load = interface->from_elastic ? sol->elastic_load[r] : sol->load[r];
    double *force = core + r * inputs, *rates = core + (s->patches + s->gaps + z) * inputs;
    bri_drag drag = {.zdot = zdot};
    bri_slope_room room;
    bri_slip slip;
    memset(zdot_by_load + z, 0, (size_t)n * sizeof(double));
    if (!bri_law_acts(&p->discrete, patch->interface)) return (by_load){0};
    if (bri_at_limit(&p->discrete, patch->interface)) {
        by_load by = {.follows = interface->from_reaction && s->coupling != BRI_COUPLING_LAGGED};
        bri_limit_force(p, sol, r, sol->load[r], &by.whole);
        if (sol->patch[r].load < 0) by.whole = -by.whole;
        return by;
    }
    bri_patch_slip(p, sol, r, sol->load[r], &slip);
    slip.rate_load = load;
    bri_slopes *slopes = bri_clear_slopes(&room, n);
    bri_friction_eval(interface->law, interface->params->law.params, &slip, &drag, slopes);
    if (interface->noise) bri_noise_add(interface->noise, &slip, &drag, slopes);
    force[r] = slopes->force_v[0][0];
    for (int i = 0; i < n; i++) {
        force[followed + z + i] = slopes->force_z[i];
        rates[i * inputs + r] = slopes->zdot_v[i];
        memcpy(rates + i * inputs + followed + z, slopes->zdot_z + i * n, (size_t)n * sizeof(double));
        zdot_by_load[z + i] = slopes->zdot_load[i];
    }
    return (by_load){.whole = slopes->force_load[0] + (interface->from_elastic ? 0 : slopes->force_rate_load[0]),
                     .rate = interface->from_elastic ? slopes->force_rate_load[0] : 0,
                     .elastic = interface->elastic_follows_load && load > 0 ? drag.elastic[0] / load : 0,
                     .elastic_z = interface->elastic_by_z * (interface->elastic_follows_load ? load : 1),
                     .follows = bri_follows_reaction(interface) && s->coupling != BRI_COUPLING_LAGGED,
                     .is_elastic = interface->from_elastic};
}

typedef struct loop { /* forces and loads of one pass, solved together: df = (1 - F_N B)^-1 ..., dN = dN_0 + B df */
    int n, pivot[BRI_CONDENSED_MAX];
    double matrix[BRI_CONDENSED_MAX * BRI_CONDENSED_MAX];
} loop;

static void close_loop(const loop *l, const double *B, const double *given, double *f, double *load)
{
    bri_lu_solve(l->n, l->matrix, l->pivot, f);
    for (int r = 0; r < l->n; r++) {
        load[r] = given[r];
        for (int q = 0; q < l->n; q++)
            load[r] += B[r * l->n + q] * f[q];
    }
}

/* What an input does to the loads by itself, and, of a contact force, to that force. */
static void give_loads(const bri_evaluation *at, const by_load *by, int input, double *given, double *core)
{
    const bri_point *p = &at->point;
    const bri_solution *sol = &at->solution;
    const bri_system *s = p->system;
    int n = s->patches, g = (input - 2 * n) % (s->gaps ? s->gaps : 1), inputs = 2 * (n + s->gaps) + s->states - s->z;
    bool pushes = input >= 2 * n && input < 2 * (n + s->gaps);
    double push = !pushes ? 0 : input < 2 * n + s->gaps ? p->contact[g].by_depth : p->contact[g].by_rate;
    for (int r = 0; r < n; r++) {
        const sys_interface *interface = &s->interface[s->patch[r].interface];
        given[r] = by[r].follows && input == n + r;
        if (pushes && by[r].follows)
            given[r] = push * bri_load_by_force(sol, r, n + g) * (sol->patch[r].load < 0 ? -1 : 1);
        if (pushes && interface->gap == g && interface->params->effort == BRI_EFFORT_NONE) given[r] = push;
    }
    if (pushes) core[(n + g) * inputs + input] = push;
}

void bri_stiff_core(bri_solver *solver, const bri_solve_options *o, bri_evaluation *at, double *core)
{
    const bri_system *s = at->point.system;
    const bri_solution *sol = &at->solution;
    int n = s->patches, locals = s->states - s->z, followed = 2 * (n + s->gaps), inputs = followed + locals;
    double B[BRI_CONDENSED_MAX * BRI_CONDENSED_MAX], zdot_by_load[BRI_CONDENSED_MAX * BRI_Z_MAX];
    double f[BRI_CONDENSED_MAX] = {0}, load[BRI_CONDENSED_MAX] = {0}, elastic_load[BRI_CONDENSED_MAX] = {0};
    double given[BRI_CONDENSED_MAX] = {0};
    by_load by[BRI_CONDENSED_MAX];
    loop whole = {.n = n}, elastic = {.n = n};
    assert(bri_knows_stiffness(s) && bri_solution_is_of(sol, &at->point));
    if (s->any_from_reaction) require_columns(solver, o, at);
    memset(core, 0, (size_t)((n + s->gaps + locals) * inputs) * sizeof(double));
    memset(B, 0, (size_t)(n * n) * sizeof(double));
    for (int r = 0; r < n; r++) {
        by[r] = slopes_of(at, r, core, zdot_by_load);
        double sign = sol->patch[r].load < 0 ? -1 : 1;
        for (int q = 0; q < n; q++) {
            double b = B[r * n + q] = by[r].follows ? sign * bri_load_by_force(sol, r, q) : 0;
            whole.matrix[r * n + q] = (r == q) - by[r].whole * b;
            elastic.matrix[r * n + q] = (r == q) - (by[r].is_elastic ? by[r].elastic : by[r].whole) * b;
        }
    }
    if (n && (!bri_lu_factor(n, whole.matrix, whole.pivot) || !bri_lu_factor(n, elastic.matrix, elastic.pivot))) return;
    for (int c = 0; c < inputs; c++) { /* by one input after the other */
        give_loads(at, by, c, given, core);
        for (int r = 0; r < n && s->any_elastic; r++) {
            double by_z = c == followed + s->patch[r].z - s->z ? by[r].elastic_z : 0;
            f[r] = by[r].is_elastic ? by[r].elastic * given[r] + by_z : by[r].whole * given[r] + core[r * inputs + c];
        }
        if (s->any_elastic) close_loop(&elastic, B, given, f, elastic_load);
        for (int r = 0; r < n; r++)
            f[r] =
                by[r].whole * given[r] + core[r * inputs + c] + (by[r].is_elastic ? by[r].rate * elastic_load[r] : 0);
        close_loop(&whole, B, given, f, load);
        for (int r = 0; r < n; r++) {
            core[r * inputs + c] = f[r];
            for (int z = s->patch[r].z - s->z, i = 0; i < s->patch[r].states; i++, z++)
                core[(n + s->gaps + z) * inputs + c] +=
                    zdot_by_load[z] * (by[r].is_elastic ? elastic_load[r] : load[r]);
        }
    }
}
