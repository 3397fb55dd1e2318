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
 * Where a law takes its load from the elastic part of the force alone, the same is solved for that part first, in a pass of its
 * own: the reactions to it have other sizes and directions, and so have the loads N_0 of that pass other slopes by u.
 *
 * Where bodies touch, the push p is one of the forces too. It follows the depth and its rate, and adds to the loads: its
 * own contact's N is p, and others change by B_p p.
 *
 *     forces: f of each component, p of each gap
 *     followed: v of each component, N_0 of each patch, the same of the elastic pass if there is one, depth, rate of each gap */
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

/* Puts the loads of the other pass, with their directions, in the place of those of this one. */
static void exchange_passes(bri_solution *sol)
{
    for (int r = 0; r < sol->system->patches; r++) {
        bri_patch was = sol->patch[r];
        double load = sol->load[r];
        memcpy(sol->patch[r].by_lambda, sol->elastic_by_lambda[r], sizeof was.by_lambda);
        memcpy(sol->elastic_by_lambda[r], was.by_lambda, sizeof was.by_lambda);
        sol->patch[r].load = sol->elastic_signed_load[r];
        sol->elastic_signed_load[r] = was.load;
        sol->load[r] = sol->elastic_load[r];
        sol->elastic_load[r] = load;
    }
}

/* (J M^-1 J^T)^-1 n for every patch whose load comes from reactions, with the load's sign. */
static void update_adjoints(bri_solver *solver, bri_solution *sol, double *adjoint)
{
    const bri_system *s = sol->system;
    memset(adjoint, 0, (size_t)(s->patches * s->rows) * sizeof(double));
    for (int r = 0; r < s->patches; r++, adjoint += s->rows) {
        const sys_interface *interface = &s->interface[s->patch[r].interface];
        const sys_joint *joint = &s->joint[interface->joint];
        const bri_patch *patch = &sol->patch[r];
        if (!interface->from_reaction) continue;
        for (int h = 0; h < joint->held; h++)
            adjoint[joint->row + h] = patch->load < 0 ? -patch->by_lambda[h] : patch->by_lambda[h];
        bri_constraint_solve(solver, NULL, sol, adjoint);
    }
}

/* The same for the rows of one joint. */
static void add_slopes(const bri_point *p, const sys_joint *joint, int count, const double *adjoint, int stride,
                       double *slopes)
{
    const bri_system *s = p->system;
    const bri_frame *frames[BRI_ENDS];
    bri_motion held[BRI_HELD_MAX], freed[BRI_FREED_MAX];
    double drive[3] = {0};
    assert(p->drivers_ahead == 0);
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
                for (int r = 0; r < count && slope != 0; r++)
                    slopes[r * stride + BRI_DOF * joint->body[e] + d] -= adjoint[r * s->rows + i] * slope;
            }
        }
        frames[e] = frame;
    }
}

void bri_add_multiplier_slopes(const bri_point *p, int count, const double *adjoint, int stride, double *slopes)
{
    for (int j = 0; j < p->system->joints; j++)
        if (p->system->joint[j].held) add_slopes(p, &p->system->joint[j], count, adjoint, stride, slopes);
}

void bri_stiff_frame(bri_solver *solver, const bri_solve_options *o, bri_evaluation *at, double *push, double *follow)
{
    const bri_point *p = &at->point;
    const bri_system *s = p->system;
    int n = BRI_DOF * s->bodies, coupled = s->z, forces = s->components + s->gaps, follows = bri_stiff_inputs(s);
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
        double *depth = follow + (s->components + bri_loads_followed(s) + g) * coupled,
               *rate = depth + s->gaps * coupled + n;
        bri_add_reactions(p, at->solution.column + (s->components + g) * s->rows, rate); /* which is free as yet */
        bri_add_effort(joint->body, joint->bodies, &p->gap[g].normal, -1, depth);
        for (int i = 0; i < n; i++) {
            push[(n + i) * forces + s->components + g] = (rate[i] - depth[i]) * s->inverse[i];
            rate[i] = depth[i];
        }
    }
    if (!s->any_from_reaction) return;
    update_adjoints(solver, &at->solution, at->solution.adjoint);
    if (s->any_elastic) {
        exchange_passes(&at->solution);
        update_adjoints(solver, &at->solution, at->solution.adjoint + s->patches * s->rows);
        exchange_passes(&at->solution);
    }
    bri_add_multiplier_slopes(p, bri_loads_followed(s), at->solution.adjoint, coupled,
                              follow + s->components * coupled + n);
}

/* --- slopes ------------------------------------------------------------------------------------------------------------- */

typedef struct by_load { /* how a component of friction follows the load of its patch in a pass */
    double slope;        /* by the load */
    double rate;         /* by that of the elastic pass */
    bool follows;
} by_load;

/* The same of the difference of the friction of two faces (friction.c), from the friction of the patch, which is first in by;
 * damping: of its bristles, N s/m, which is left out; force is the difference's row of slopes. */
static void differ_between_faces(const bri_solution *sol, int r, const bri_slip *slip, double friction, double damping,
                                 const bri_drag *drag, const bri_slopes *law, bool two_loads, by_load *by,
                                 double *force)
{
    const bri_system *s = sol->system;
    const sys_patch *patch = &s->patch[r];
    const sys_interface *interface = &s->interface[patch->interface];
    int followed = bri_stiff_inputs(s), inputs = followed + s->states - s->z;
    double damped_by_load = damping > 0 ? damping * law->zdot_load[0] : 0;
    double signed_load = sol->patch[r].load;
    bri_face_share faces = bri_share_between_faces(interface, signed_load, sol->load[r]);
    bri_carried part =
        bri_carried_by_load(interface, slip, damping > 0 ? friction + damping * drag->zdot[0] : friction);
    by[1] = by[0];
    by[1].slope = (part.by_force * (by[0].slope + (two_loads ? 0 : damped_by_load)) + part.by_load) * faces.share +
                  (signed_load < 0 ? -1 : 1) * part.force * faces.slope;
    by[1].rate = part.by_force * (by[0].rate + (two_loads ? damped_by_load : 0)) * faces.share;
    for (int in = 0; in < inputs; in++)
        force[in] = part.by_force * (force - inputs)[in] * faces.share;
    force[patch->component] += part.by_v * faces.share;
    if (!(damping > 0)) return;
    force[patch->component] += part.by_force * damping * law->zdot_v[0] * faces.share;
    for (int j = 0; j < patch->states; j++)
        force[followed + patch->z - s->z + j] += part.by_force * damping * law->zdot_z[j] * faces.share;
}

/* Of an interface at its limit. */
static void find_slopes_at_limit(const bri_point *p, const bri_solution *sol, int r, by_load *by)
{
    const bri_system *s = p->system;
    const sys_patch *patch = &s->patch[r];
    double side = sol->patch[r].load < 0 ? -1 : 1;
    bri_face_share faces;
    by[0].follows = s->interface[patch->interface].from_reaction && s->coupling != BRI_COUPLING_LAGGED;
    double limit = bri_limit_force(p, sol, r, sol->load[r], &by[0].slope, &faces);
    by[0].slope *= side;
    if (patch->components == patch->dim) return;
    by[1] = by[0];
    by[1].slope = by[0].slope * faces.share + (by[0].follows ? side * limit * faces.slope : 0);
}

/* Writes how the components of a patch follow its load to by, and slopes at fixed loads to rows of slopes; of the whole pass
 * those of the bristle rates, too, to zdot_slopes and zdot_by_load. */
static void find_slopes(const bri_point *p, const bri_solution *sol, bri_pass pass, int r, by_load *by, double *slopes,
                        double *zdot_slopes, double *zdot_by_load)
{
    const bri_system *s = p->system;
    const sys_patch *patch = &s->patch[r];
    const sys_interface *interface = &s->interface[patch->interface];
    int n = patch->states, z = patch->z - s->z, dim = patch->dim, first = patch->component;
    int followed = bri_stiff_inputs(s), inputs = followed + s->states - s->z;
    bool two_loads = interface->from_elastic && pass == BRI_PASS_WHOLE,
         is_elastic = interface->from_elastic && !two_loads;
    double zdot[BRI_Z_MAX], load = sol->load[r], *force = slopes + first * inputs;
    bri_drag drag = {.zdot = zdot};
    bri_slope_room room;
    bri_slip slip;
    by += first;
    memset(zdot_by_load + z, 0, (size_t)n * sizeof(double));
    memset(by, 0, (size_t)patch->components * sizeof *by);
    if (!bri_law_acts(&p->discrete, patch->interface)) return;
    if (bri_at_limit(&p->discrete, patch->interface)) {
        find_slopes_at_limit(p, sol, r, by);
        return;
    }
    bri_patch_slip(p, sol, r, load, &slip);
    if (two_loads) slip.rate_load = sol->elastic_load[r];
    bri_slopes *law = bri_clear_slopes(&room, dim, n);
    bri_friction_eval(interface->law, interface->params->law.params, &slip, &drag, law);
    if (interface->noise && !interface->pushed) bri_noise_add(interface->noise, &slip, &drag, law);
    for (int i = 0; i < n && pass == BRI_PASS_WHOLE; i++) {
        double *rate = zdot_slopes + (z + i) * inputs;
        memcpy(rate + first, law->zdot_v + i * dim, (size_t)dim * sizeof(double));
        memcpy(rate + followed + z, law->zdot_z + i * n, (size_t)n * sizeof(double));
        zdot_by_load[z + i] = law->zdot_load[i];
    }
    for (int i = 0; i < dim; i++, force += inputs) {
        by[i].follows = bri_follows_reaction(interface) && s->coupling != BRI_COUPLING_LAGGED;
        if (is_elastic) {
            by[i].slope = interface->elastic_follows_load && load > 0 ? drag.elastic[i] / load : 0;
            force[followed + z + i] = interface->elastic_by_z * (interface->elastic_follows_load ? load : 1);
            continue;
        }
        memcpy(force + first, law->force_v[i], (size_t)dim * sizeof(double));
        memcpy(force + followed + z, law->force_z + i * n, (size_t)n * sizeof(double));
        by[i].slope = law->force_load[i] + (two_loads ? 0 : law->force_rate_load[i]);
        by[i].rate = two_loads ? law->force_rate_load[i] : 0;
    }
    if (patch->components > dim)
        differ_between_faces(sol, r, &slip, is_elastic ? drag.elastic[0] : drag.force[0],
                             is_elastic ? 0 : interface->bristle_damping, &drag, law, two_loads, by, force);
}

typedef struct loop { /* forces and loads of one pass, solved together: df = (1 - F_N B)^-1 ..., dN = dN_0 + B df */
    int n, patches, pivot[BRI_CONDENSED_MAX];
    by_load by[BRI_CONDENSED_MAX];                      /* each component */
    double push[BRI_CONDENSED_MAX * BRI_CONDENSED_MAX]; /* loads by contact forces, patches x gaps */
    double B[BRI_CONDENSED_MAX * BRI_CONDENSED_MAX], matrix[BRI_CONDENSED_MAX * BRI_CONDENSED_MAX];
} loop;

/* From f, which is that at fixed loads, and the loads that are given. */
static void close_loop(const loop *l, const double *given, double *f, double *load)
{
    bri_lu_solve(l->n, l->matrix, l->pivot, f);
    for (int r = 0; r < l->patches; r++) {
        load[r] = given[r];
        for (int c = 0; c < l->n; c++)
            /* B is set for every patch. NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
            load[r] += l->B[r * l->n + c] * f[c];
    }
}

/* What an input does to the loads of the patches of a pass by itself, and, of a contact force, to that force. */
static void give_loads(const bri_point *p, const loop *l, bri_pass pass, int input, double *given, double *core)
{
    const bri_system *s = p->system;
    int n = s->components, at_loads = pass == BRI_PASS_WHOLE ? n : n + s->patches;
    int at_gaps = n + bri_loads_followed(s), g = (input - at_gaps) % (s->gaps ? s->gaps : 1);
    bool pushes = input >= at_gaps && input < at_gaps + 2 * s->gaps;
    double push = !pushes ? 0 : input < at_gaps + s->gaps ? p->contact[g].by_depth : p->contact[g].by_rate;
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *interface = &s->interface[s->patch[r].interface];
        given[r] = l->by[s->patch[r].component].follows && input == at_loads + r;
        if (!pushes) continue;
        given[r] = push * l->push[r * s->gaps + g];
        if (interface->gap == g && interface->params->effort == BRI_EFFORT_NONE) given[r] = push;
    }
    if (pushes) core[(n + g) * (bri_stiff_inputs(s) + s->states - s->z) + input] = push;
}

/* Slopes of all components in a pass, the loads by them (B: patches x components), and the matrix. False: singular. */
static bool prepare_loop(const bri_evaluation *at, bri_pass pass, double *slopes, double *zdot_slopes,
                         double *zdot_by_load, loop *l)
{
    const bri_solution *sol = &at->solution;
    const bri_system *s = sol->system;
    int n = l->n = s->components;
    l->patches = s->patches;
    for (int r = 0; r < s->patches; r++) {
        double sign = sol->patch[r].load < 0 ? -1 : 1;
        int first = s->patch[r].component;
        find_slopes(&at->point, sol, pass, r, l->by, slopes, zdot_slopes, zdot_by_load);
        bool follows = l->by[first].follows;
        for (int d = 0; d < n; d++) {
            double b = l->B[r * n + d] = follows ? sign * bri_load_by_force(sol, r, d) : 0;
            for (int c = first; c < first + s->patch[r].components; c++)
                l->matrix[c * n + d] = (c == d) - l->by[c].slope * b;
        }
        for (int g = 0; g < s->gaps; g++)
            l->push[r * s->gaps + g] = follows ? sign * bri_load_by_force(sol, r, n + g) : 0;
    }
    return !n || bri_lu_factor(n, l->matrix, l->pivot);
}

/* The loop of the elastic pass, with its slopes at fixed loads in the solution. */
static bool prepare_elastic_loop(bri_evaluation *at, loop *l)
{
    bri_solution *sol = &at->solution;
    const bri_system *s = sol->system;
    double unused[BRI_CONDENSED_MAX * BRI_Z_MAX];
    size_t inputs = (size_t)(bri_stiff_inputs(s) + s->states - s->z);
    memset(sol->elastic_slopes, 0, (size_t)s->components * inputs * sizeof(double));
    exchange_passes(sol);
    bool regular = prepare_loop(at, BRI_PASS_ELASTIC, sol->elastic_slopes, NULL, unused, l);
    exchange_passes(sol);
    return regular;
}

void bri_stiff_core(bri_solver *solver, const bri_solve_options *o, bri_evaluation *at, double *core)
{
    const bri_system *s = at->point.system;
    int n = s->components, locals = s->states - s->z, inputs = bri_stiff_inputs(s) + locals;
    double zdot_by_load[BRI_CONDENSED_MAX * BRI_Z_MAX], *zdot_slopes = core + (n + s->gaps) * inputs;
    double f[BRI_CONDENSED_MAX] = {0}, load[BRI_CONDENSED_MAX] = {0}, elastic_load[BRI_CONDENSED_MAX] = {0};
    double given[BRI_CONDENSED_MAX] = {0};
    loop whole, elastic;
    assert(bri_knows_stiffness(s) && bri_solution_is_of(&at->solution, &at->point));
    if (s->any_from_reaction) require_columns(solver, o, at);
    memset(core, 0, (size_t)((n + s->gaps + locals) * inputs) * sizeof(double));
    if (!prepare_loop(at, BRI_PASS_WHOLE, core, zdot_slopes, zdot_by_load, &whole)) return;
    if (s->any_elastic && !prepare_elastic_loop(at, &elastic)) return;
    /* Every component is set by now. NOLINTBEGIN(clang-analyzer-core.UndefinedBinaryOperatorResult) */
    for (int in = 0; in < inputs; in++) { /* by one input after the other */
        if (s->any_elastic) {
            give_loads(&at->point, &elastic, BRI_PASS_ELASTIC, in, given, core);
            for (int c = 0; c < n; c++)
                f[c] =
                    elastic.by[c].slope * given[s->component[c].patch] + at->solution.elastic_slopes[c * inputs + in];
            close_loop(&elastic, given, f, elastic_load);
        }
        give_loads(&at->point, &whole, BRI_PASS_WHOLE, in, given, core);
        for (int c = 0; c < n; c++) {
            int r = s->component[c].patch;
            f[c] = whole.by[c].slope * given[r] + core[c * inputs + in] + whole.by[c].rate * elastic_load[r];
        }
        close_loop(&whole, given, f, load);
        for (int c = 0; c < n; c++)
            core[c * inputs + in] = f[c];
        for (int r = 0; r < s->patches; r++) {
            double by_own = s->interface[s->patch[r].interface].from_elastic ? elastic_load[r] : load[r];
            for (int z = s->patch[r].z - s->z, i = 0; i < s->patch[r].states; i++, z++)
                zdot_slopes[z * inputs + in] += zdot_by_load[z] * by_own;
        }
    } /* NOLINTEND(clang-analyzer-core.UndefinedBinaryOperatorResult) */
}
