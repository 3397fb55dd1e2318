/* linearise.c - what is stiff in the equations: friction, along the components of each patch
 *
 *     u' = ... + push f,   (v, N_0) = follow u,   core = d(f, z')/d(v, N_0, z)
 *
 * push are the accelerations by a unit of each component of friction f, reactions included. Forces follow the sliding speeds v
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
 *     forces: f of each component, p of each gap      followed: v of each component, N_0 of each patch, depth, rate of each
 *     gap */
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
        double *column = at->solution.column + (s->components + g) * s->rows;
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
    if (joint->drive) bri_signal_value(joint->drive, p->signal_time, p->input, drive);
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

static int follows_of(const bri_system *s) { return s->components + s->patches + 2 * s->gaps; }

void bri_stiff_frame(bri_solver *solver, const bri_solve_options *o, bri_evaluation *at, double *push, double *follow)
{
    const bri_point *p = &at->point;
    const bri_system *s = p->system;
    int n = BRI_DOF * s->bodies, coupled = s->z, forces = s->components + s->gaps, follows = follows_of(s);
    assert(bri_knows_stiffness(s) && bri_solution_is_of(&at->solution, p));
    require_columns(solver, o, at);
    memset(push, 0, (size_t)(coupled * forces) * sizeof(double));
    memset(follow, 0, (size_t)(follows * coupled) * sizeof(double));
    for (int c = 0; c < s->components; c++) {
        int r = s->component[c].patch;
        const sys_joint *joint = &s->joint[s->interface[s->patch[r].interface].joint];
        double *speed = follow + c * coupled + n, *load = follow + (s->components + r) * coupled + n;
        bri_add_effort(joint->body, joint->bodies, bri_component_row(&at->solution, c), at->solution.patch[r].lever,
                       speed);
        bri_add_reactions(p, at->solution.column + c * s->rows, load); /* which is free as yet */
        for (int i = 0; i < n; i++) {
            push[(n + i) * forces + c] = (load[i] + speed[i]) * s->inverse[i];
            load[i] = 0;
        }
    }
    for (int g = 0; g < s->gaps; g++) {
        const sys_joint *joint = &s->joint[s->gap[g].joint];
        double *depth = follow + (s->components + s->patches + g) * coupled, *rate = depth + s->gaps * coupled + n;
        bri_add_reactions(p, at->solution.column + (s->components + g) * s->rows, rate); /* which is free as yet */
        bri_add_effort(joint->body, joint->bodies, &p->gap[g].normal, -1, depth);
        for (int i = 0; i < n; i++) {
            push[(n + i) * forces + s->components + g] = (rate[i] - depth[i]) * s->inverse[i];
            rate[i] = depth[i];
        }
    }
    if (!s->any_from_reaction) return;
    update_adjoints(solver, at);
    for (int j = 0; j < s->joints; j++)
        if (s->joint[j].held) add_load_slopes(at, &s->joint[j], coupled, follow + s->components * coupled + n);
}

/* --- slopes ------------------------------------------------------------------------------------------------------------- */

typedef struct by_load {       /* how a component of friction follows the load of its patch */
    double whole, rate;        /* by the load, where there is one; by that from the elastic part, where there are two */
    double elastic, elastic_z; /* of the elastic part: by its load, by the bristle state z */
    int z;
    bool follows, is_elastic;
} by_load;

/* The same of the difference of the friction of two faces (friction.c), from the friction of the patch, which is first in by;
 * force is the difference's row of core. */
static void differ_between_faces(const bri_evaluation *at, int r, const bri_slip *slip, const bri_drag *drag,
                                 by_load *by, double *force)
{
    const bri_solution *sol = &at->solution;
    const bri_system *s = sol->system;
    const sys_interface *interface = &s->interface[s->patch[r].interface];
    int inputs = follows_of(s) + s->states - s->z;
    double signed_load = sol->patch[r].load, signed_elastic = sol->elastic_signed_load[r];
    bri_face_share faces = bri_share_between_faces(interface, signed_load, sol->load[r]);
    bri_face_share elastic = bri_share_between_faces(interface, signed_elastic, sol->elastic_load[r]);
    bri_slip at_elastic = *slip;
    at_elastic.load = at_elastic.rate_load = sol->elastic_load[r];
    bri_carried part = bri_carried_by_load(interface, slip, drag->force[0]);
    bri_carried elastic_part = bri_carried_by_load(interface, &at_elastic, drag->elastic[0]);
    by[1] = by[0];
    by[1].whole = (part.by_force * by[0].whole + part.by_load) * faces.share +
                  (signed_load < 0 ? -1 : 1) * part.force * faces.slope;
    by[1].rate *= part.by_force * faces.share;
    by[1].elastic = (elastic_part.by_force * by[0].elastic + elastic_part.by_load) * elastic.share +
                    (signed_elastic < 0 ? -1 : 1) * elastic_part.force * elastic.slope;
    by[1].elastic_z *= elastic_part.by_force * elastic.share;
    for (int in = 0; in < inputs; in++)
        force[in] = part.by_force * (force - inputs)[in] * faces.share;
    force[s->patch[r].component] += part.by_v * faces.share;
}

/* Writes how the components of a patch follow its load to by, and slopes at fixed loads to core. */
static void find_slopes(const bri_evaluation *at, int r, by_load *by, double *core, double *zdot_by_load)
{
    const bri_point *p = &at->point;
    const bri_solution *sol = &at->solution;
    const bri_system *s = p->system;
    const sys_patch *patch = &s->patch[r];
    const sys_interface *interface = &s->interface[patch->interface];
    int n = patch->states, z = patch->z - s->z, dim = patch->dim, first = patch->component;
    int followed = follows_of(s), inputs = followed + s->states - s->z;
    double zdot[BRI_Z_MAX], load = interface->from_elastic ? sol->elastic_load[r] : sol->load[r];
    double side = sol->patch[r].load < 0 ? -1 : 1;
    double *force = core + first * inputs, *rates = core + (s->components + s->gaps + z) * inputs;
    bri_drag drag = {.zdot = zdot};
    bri_slope_room room;
    bri_slip slip;
    memset(zdot_by_load + z, 0, (size_t)n * sizeof(double));
    memset(by + first, 0, (size_t)patch->components * sizeof *by);
    if (!bri_law_acts(&p->discrete, patch->interface)) return;
    if (bri_at_limit(&p->discrete, patch->interface)) {
        by[first].follows = interface->from_reaction && s->coupling != BRI_COUPLING_LAGGED;
        bri_face_share faces;
        double limit = bri_limit_force(p, sol, r, sol->load[r], &by[first].whole, &faces);
        by[first].whole *= side;
        if (patch->components > dim) {
            by[first + 1] = by[first];
            by[first + 1].whole = by[first].whole * faces.share + (by[first].follows ? side * limit * faces.slope : 0);
        }
        return;
    }
    bri_patch_slip(p, sol, r, sol->load[r], &slip);
    slip.rate_load = load;
    bri_slopes *slopes = bri_clear_slopes(&room, dim, n);
    bri_friction_eval(interface->law, interface->params->law.params, &slip, &drag, slopes);
    if (interface->noise) bri_noise_add(interface->noise, &slip, &drag, slopes);
    for (int i = 0; i < n; i++) {
        memcpy(rates + i * inputs + first, slopes->zdot_v + i * dim, (size_t)dim * sizeof(double));
        memcpy(rates + i * inputs + followed + z, slopes->zdot_z + i * n, (size_t)n * sizeof(double));
        zdot_by_load[z + i] = slopes->zdot_load[i];
    }
    for (int i = 0; i < dim; i++, force += inputs) {
        memcpy(force + first, slopes->force_v[i], (size_t)dim * sizeof(double));
        memcpy(force + followed + z, slopes->force_z + i * n, (size_t)n * sizeof(double));
        by[first + i] =
            (by_load){.whole = slopes->force_load[i] + (interface->from_elastic ? 0 : slopes->force_rate_load[i]),
                      .rate = interface->from_elastic ? slopes->force_rate_load[i] : 0,
                      .elastic = interface->elastic_follows_load && load > 0 ? drag.elastic[i] / load : 0,
                      .elastic_z = interface->elastic_by_z * (interface->elastic_follows_load ? load : 1),
                      .z = z + i,
                      .follows = bri_follows_reaction(interface) && s->coupling != BRI_COUPLING_LAGGED,
                      .is_elastic = interface->from_elastic};
    }
    if (patch->components > dim) differ_between_faces(at, r, &slip, &drag, by + first, force);
}

typedef struct loop { /* forces and loads of one pass, solved together: df = (1 - F_N B)^-1 ..., dN = dN_0 + B df */
    int n, patches, pivot[BRI_CONDENSED_MAX];
    double
        turn[BRI_CONDENSED_MAX]; /* of each patch: -1 where its signed load has the other sign than in the solution */
    double matrix[BRI_CONDENSED_MAX * BRI_CONDENSED_MAX];
} loop;

static void close_loop(const loop *l, const double *B, const double *given, double *f, double *load)
{
    bri_lu_solve(l->n, l->matrix, l->pivot, f);
    for (int r = 0; r < l->patches; r++) {
        load[r] = given[r];
        for (int c = 0; c < l->n; c++)
            /* B is set for every patch. NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
            load[r] += B[r * l->n + c] * f[c];
        load[r] *= l->turn[r];
    }
}

/* What an input does to the loads of the patches by itself, and, of a contact force, to that force. */
static void give_loads(const bri_evaluation *at, const by_load *by, int input, double *given, double *core)
{
    const bri_point *p = &at->point;
    const bri_solution *sol = &at->solution;
    const bri_system *s = p->system;
    int n = s->components, at_gaps = n + s->patches, g = (input - at_gaps) % (s->gaps ? s->gaps : 1);
    bool pushes = input >= at_gaps && input < at_gaps + 2 * s->gaps;
    double push = !pushes ? 0 : input < at_gaps + s->gaps ? p->contact[g].by_depth : p->contact[g].by_rate;
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *interface = &s->interface[s->patch[r].interface];
        bool follows = by[s->patch[r].component].follows;
        given[r] = follows && input == n + r;
        if (pushes && follows) given[r] = push * bri_load_by_force(sol, r, n + g) * (sol->patch[r].load < 0 ? -1 : 1);
        if (pushes && interface->gap == g && interface->params->effort == BRI_EFFORT_NONE) given[r] = push;
    }
    if (pushes) core[(n + g) * (follows_of(s) + s->states - s->z) + input] = push;
}

/* Slopes of all components, the loads by them (B: patches x components), and the matrices of both passes. False: singular. */
static bool prepare_loops(const bri_evaluation *at, by_load *by, double *core, double *zdot_by_load, double *B,
                          loop *whole, loop *elastic)
{
    const bri_solution *sol = &at->solution;
    const bri_system *s = sol->system;
    int n = whole->n = elastic->n = s->components;
    whole->patches = elastic->patches = s->patches;
    for (int r = 0; r < s->patches; r++) {
        double sign = sol->patch[r].load < 0 ? -1 : 1, elastic_sign = sol->elastic_signed_load[r] < 0 ? -1 : 1;
        int first = s->patch[r].component;
        find_slopes(at, r, by, core, zdot_by_load);
        whole->turn[r] = 1;
        elastic->turn[r] = by[first].follows && s->any_elastic ? sign * elastic_sign : 1;
        for (int d = 0; d < n; d++) {
            double b = B[r * n + d] = by[first].follows ? sign * bri_load_by_force(sol, r, d) : 0;
            for (int c = first; c < first + s->patch[r].components; c++) {
                whole->matrix[c * n + d] = (c == d) - by[c].whole * b;
                double slope = by[c].is_elastic ? by[c].elastic : by[c].whole;
                elastic->matrix[c * n + d] = (c == d) - slope * elastic->turn[r] * b;
            }
        }
    }
    return !n || (bri_lu_factor(n, whole->matrix, whole->pivot) && bri_lu_factor(n, elastic->matrix, elastic->pivot));
}

void bri_stiff_core(bri_solver *solver, const bri_solve_options *o, bri_evaluation *at, double *core)
{
    const bri_system *s = at->point.system;
    int n = s->components, locals = s->states - s->z, followed = follows_of(s), inputs = followed + locals;
    double B[BRI_CONDENSED_MAX * BRI_CONDENSED_MAX], zdot_by_load[BRI_CONDENSED_MAX * BRI_Z_MAX];
    double f[BRI_CONDENSED_MAX] = {0}, load[BRI_CONDENSED_MAX] = {0}, elastic_load[BRI_CONDENSED_MAX] = {0};
    double given[BRI_CONDENSED_MAX] = {0};
    by_load by[BRI_CONDENSED_MAX];
    loop whole, elastic;
    assert(bri_knows_stiffness(s) && bri_solution_is_of(&at->solution, &at->point));
    if (s->any_from_reaction) require_columns(solver, o, at);
    memset(core, 0, (size_t)((n + s->gaps + locals) * inputs) * sizeof(double));
    if (!prepare_loops(at, by, core, zdot_by_load, B, &whole, &elastic)) return;
    /* Every component is set by now. NOLINTBEGIN(clang-analyzer-core.UndefinedBinaryOperatorResult) */
    for (int in = 0; in < inputs; in++) { /* by one input after the other */
        give_loads(at, by, in, given, core);
        for (int c = 0; c < n && s->any_elastic; c++) {
            double by_z = in == followed + by[c].z ? by[c].elastic_z : 0;
            double follows = elastic.turn[s->component[c].patch] * given[s->component[c].patch];
            f[c] = by[c].is_elastic ? by[c].elastic * follows + by_z : by[c].whole * follows + core[c * inputs + in];
        }
        if (s->any_elastic) close_loop(&elastic, B, given, f, elastic_load);
        for (int c = 0; c < n; c++) {
            int r = s->component[c].patch;
            f[c] =
                by[c].whole * given[r] + core[c * inputs + in] + (by[c].is_elastic ? by[c].rate * elastic_load[r] : 0);
        }
        close_loop(&whole, B, given, f, load);
        for (int c = 0; c < n; c++)
            core[c * inputs + in] = f[c];
        for (int r = 0; r < s->patches; r++) {
            double by_own = by[s->patch[r].component].is_elastic ? elastic_load[r] : load[r];
            for (int z = s->patch[r].z - s->z, i = 0; i < s->patch[r].states; i++, z++)
                core[(n + s->gaps + z) * inputs + in] += zdot_by_load[z] * by_own;
        }
    } /* NOLINTEND(clang-analyzer-core.UndefinedBinaryOperatorResult) */
}
