/* stiff.c - what is stiff in the equations: friction, along one direction per contact
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
#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "system/system.h"

/* --- directions --------------------------------------------------------------------------------------------------------- */

bool bri_knows_stiffness(const bri_system *s)
{
    return s->patches + s->gaps > 0 && s->patches <= BRI_CONDENSED_MAX && s->gaps <= BRI_CONDENSED_MAX;
}

/* The multipliers by a unit of each push, behind those by friction; with J M^-1 J^T factored in work->matrix. */
static void see_push_columns(bri_work *work)
{
    const bri_system *s = work->system;
    for (int g = 0; g < s->gaps; g++) {
        const sys_joint *joint = &s->joint[s->gap[g].joint];
        double *column = work->column + (s->patches + g) * s->rows;
        memset(column, 0, (size_t)s->rows * sizeof(double));
        for (int i = 0; i < s->rows; i++)
            for (int t = 0; t < s->touches[i] && work->active[i]; t++)
                for (int e = 0; e < joint->bodies; e++) {
                    int at = s->touch[i][t].at;
                    const double *row = work->row[i].end[s->touch[i][t].end], *end = work->gap[g].normal.end[e];
                    for (int d = 0; d < BRI_DOF && at == BRI_DOF * joint->body[e]; d++)
                        column[i] -= s->inverse[at + d] * row[d] * end[d];
                }
        bri_sparse_solve(&s->sparse, work->matrix, column, work->scratch);
        bri_share(work, column);
    }
}

/* (J M^-1 J^T)^-1 n for every contact whose load comes from reactions, with the load's sign. */
static void see_adjoints(bri_work *work)
{
    const bri_system *s = work->system;
    memset(work->adjoint, 0, (size_t)(s->patches * s->rows) * sizeof(double));
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *face = &s->interface[s->patch[r].interface];
        const sys_joint *joint = &s->joint[face->joint];
        const bri_patch *patch = &work->patch[r];
        double *adjoint = work->adjoint + r * s->rows;
        if (!face->from_reaction) continue;
        for (int h = 0; h < joint->held; h++)
            adjoint[joint->row + h] = patch->load < 0 ? -patch->by_lambda[h] : patch->by_lambda[h];
        bri_sparse_solve(&s->sparse, work->matrix, adjoint, work->scratch);
    }
}

/* What the rows of one joint add to dN_0/du of every contact: loads has stride numbers for each. */
static void add_load_slopes(const bri_work *work, const sys_joint *joint, int stride, double *loads)
{
    const bri_system *s = work->system;
    const bri_frame *frames[BRI_ENDS];
    bri_motion held[BRI_HELD_MAX], freed[BRI_FREED_MAX];
    double drive[3] = {0};
    bri_frames_of(work, joint->body, joint->bodies, frames);
    if (joint->drive) bri_signal_value(joint->drive, work->t, drive);
    for (int e = 0; e < joint->bodies; e++) {
        const bri_frame *at = frames[e];
        for (int d = 0; d < BRI_DOF && joint->body[e] != BRI_GROUND; d++) {
            bri_frame moved = *at;
            double *rate = d < 2 ? &moved.v[d] : &moved.w, step = 1e-6 * fmax(1, fabs(*rate));
            *rate += step;
            frames[e] = &moved;
            joint->kind->motions(joint->params, &joint->site, frames, drive, held, freed);
            for (int i = joint->row; i < joint->row + joint->held; i++) {
                double slope = (held[i - joint->row].bias - work->row[i].bias) / step;
                for (int r = 0; r < s->patches && slope != 0; r++)
                    loads[r * stride + BRI_DOF * joint->body[e] + d] -= work->adjoint[r * s->rows + i] * slope;
            }
        }
        frames[e] = at;
    }
}

void bri_stiff_frame(bri_work *work, double *push, double *follow)
{
    const bri_system *s = work->system;
    int n = BRI_DOF * s->bodies, coupled = s->z, forces = s->patches + s->gaps;
    if (!s->condensed || s->loads_given) {
        memcpy(work->matrix, work->plain, (size_t)s->sparse.entries * sizeof(double));
        bri_sparse_factor(&s->sparse, work->matrix);
        bri_see_columns(work);
    }
    see_push_columns(work);
    memset(push, 0, (size_t)(coupled * forces) * sizeof(double));
    memset(follow, 0, (size_t)(2 * forces * coupled) * sizeof(double));
    for (int r = 0; r < s->patches; r++) {
        const sys_joint *joint = &s->joint[s->interface[s->patch[r].interface].joint];
        const bri_patch *patch = &work->patch[r];
        double *speed = follow + r * coupled + n, *load = follow + (s->patches + r) * coupled + n;
        for (int e = 0; e < joint->bodies; e++)
            for (int d = 0; d < BRI_DOF && joint->body[e] != BRI_GROUND; d++)
                speed[BRI_DOF * joint->body[e] + d] += patch->lever * patch->row.end[e][d];
        bri_add_reactions(work, work->column + r * s->rows, load); /* which is free as yet */
        for (int i = 0; i < n; i++) {
            push[(n + i) * forces + r] = (load[i] + speed[i]) * s->inverse[i];
            load[i] = 0;
        }
    }
    for (int g = 0; g < s->gaps; g++) {
        const sys_joint *joint = &s->joint[s->gap[g].joint];
        double *depth = follow + (2 * s->patches + g) * coupled, *rate = depth + s->gaps * coupled + n;
        bri_add_reactions(work, work->column + (s->patches + g) * s->rows, rate); /* which is free as yet */
        for (int e = 0; e < joint->bodies; e++)
            for (int d = 0; d < BRI_DOF && joint->body[e] != BRI_GROUND; d++)
                depth[BRI_DOF * joint->body[e] + d] -= work->gap[g].normal.end[e][d];
        for (int i = 0; i < n; i++) {
            push[(n + i) * forces + s->patches + g] = (rate[i] - depth[i]) * s->inverse[i];
            rate[i] = depth[i];
        }
    }
    if (!s->fold_edge) return; /* no load comes from reactions */
    see_adjoints(work);
    for (int j = 0; j < s->joints; j++)
        if (s->joint[j].held) add_load_slopes(work, &s->joint[j], coupled, follow + s->patches * coupled + n);
}

/* --- slopes ------------------------------------------------------------------------------------------------------------- */

typedef struct by_load {       /* how a contact's force follows its load */
    double whole, rate;        /* by the load, where there is one; by that from the elastic part, where there are two */
    double elastic, elastic_z; /* of the elastic part: by its load, by the first of z */
    bool follows, is_elastic;
} by_load;

/* Slopes at fixed loads go into core. */
static by_load slopes_of(bri_work *work, int r, double *core, double *zdot_by_load)
{
    const bri_system *s = work->system;
    const sys_patch *patch = &s->patch[r];
    const sys_interface *face = &s->interface[patch->interface];
    int n = patch->states, z = patch->z - s->z, followed = 2 * (s->patches + s->gaps),
        inputs = followed + s->states - s->z;
    double zdot[BRI_Z_MAX], load = face->from_elastic ? work->elastic_load[r] : work->load[r];
    double *force = core + r * inputs, *rates = core + (s->patches + s->gaps + z) * inputs;
    bri_drag drag = {.zdot = zdot};
    bri_slopes slopes = {
        .force_z = work->slope_z, .zdot_v = work->slope_v, .zdot_load = work->slope_load, .zdot_z = work->slope_zz};
    memset(zdot_by_load + z, 0, (size_t)n * sizeof(double));
    if (!bri_is_rubbing(s, face, work->last_mode)) return (by_load){0};
    if (bri_is_hanging(face, work->last_mode)) {
        by_load by = {.follows = face->from_reaction && s->coupling != BRI_COUPLING_LAGGED};
        bri_hanging_force(work, r, work->last_x, work->last_mode, work->load[r], &by.whole);
        if (work->patch[r].load < 0) by.whole = -by.whole;
        return by;
    }
    bri_slip_of(work, r, work->last_x, work->last_mode, work->load[r]);
    work->slip.rate_load = load;
    bri_clear_slopes(work, n);
    bri_friction_eval(face->law, face->params->law.params, &work->slip, &drag, &slopes);
    if (face->noise) bri_noise_add(face->noise, &work->slip, &drag, &slopes);
    force[r] = slopes.force_v[0][0];
    for (int i = 0; i < n; i++) {
        force[followed + z + i] = work->slope_z[i];
        rates[i * inputs + r] = work->slope_v[i];
        memcpy(rates + i * inputs + followed + z, work->slope_zz + i * n, (size_t)n * sizeof(double));
        zdot_by_load[z + i] = work->slope_load[i];
    }
    return (by_load){.whole = slopes.force_load[0] + (face->from_elastic ? 0 : slopes.force_rate_load[0]),
                     .rate = face->from_elastic ? slopes.force_rate_load[0] : 0,
                     .elastic = face->elastic_follows_load && load > 0 ? drag.elastic[0] / load : 0,
                     .elastic_z = face->elastic_by_z * (face->elastic_follows_load ? load : 1),
                     .follows = face->from_reaction && face->params->effort == BRI_EFFORT_NONE &&
                                s->coupling != BRI_COUPLING_LAGGED,
                     .is_elastic = face->from_elastic};
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

/* What an input does to the loads by itself, and, of a push, to its force. */
static void give_loads(const bri_work *work, const by_load *by, int input, double *given, double *core)
{
    const bri_system *s = work->system;
    int n = s->patches, g = (input - 2 * n) % (s->gaps ? s->gaps : 1), inputs = 2 * (n + s->gaps) + s->states - s->z;
    bool pushes = input >= 2 * n && input < 2 * (n + s->gaps);
    double push = !pushes ? 0 : input < 2 * n + s->gaps ? work->push[g].by_depth : work->push[g].by_rate;
    for (int r = 0; r < n; r++) {
        const sys_interface *face = &s->interface[s->patch[r].interface];
        given[r] = by[r].follows && input == n + r;
        if (pushes && by[r].follows)
            given[r] = push * bri_load_by_force(work, r, n + g) * (work->patch[r].load < 0 ? -1 : 1);
        if (pushes && face->gap == g && face->params->effort == BRI_EFFORT_NONE) given[r] = push;
    }
    if (pushes) core[(n + g) * inputs + input] = push;
}

void bri_stiff_core(bri_work *work, double *core)
{
    const bri_system *s = work->system;
    int n = s->patches, locals = s->states - s->z, followed = 2 * (n + s->gaps), inputs = followed + locals;
    double B[BRI_CONDENSED_MAX * BRI_CONDENSED_MAX], zdot_by_load[BRI_CONDENSED_MAX * BRI_Z_MAX];
    double f[BRI_CONDENSED_MAX] = {0}, load[BRI_CONDENSED_MAX] = {0}, elastic_load[BRI_CONDENSED_MAX] = {0};
    double given[BRI_CONDENSED_MAX] = {0};
    by_load by[BRI_CONDENSED_MAX];
    loop whole = {.n = n}, elastic = {.n = n};
    memset(core, 0, (size_t)((n + s->gaps + locals) * inputs) * sizeof(double));
    memset(B, 0, (size_t)(n * n) * sizeof(double));
    for (int r = 0; r < n; r++) {
        by[r] = slopes_of(work, r, core, zdot_by_load);
        double sign = work->patch[r].load < 0 ? -1 : 1;
        for (int q = 0; q < n; q++) {
            double b = B[r * n + q] = by[r].follows ? sign * bri_load_by_force(work, r, q) : 0;
            whole.matrix[r * n + q] = (r == q) - by[r].whole * b;
            elastic.matrix[r * n + q] = (r == q) - (by[r].is_elastic ? by[r].elastic : by[r].whole) * b;
        }
    }
    if (n && (!bri_lu_factor(n, whole.matrix, whole.pivot) || !bri_lu_factor(n, elastic.matrix, elastic.pivot))) return;
    for (int c = 0; c < inputs; c++) { /* by one input after the other */
        give_loads(work, by, c, given, core);
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
