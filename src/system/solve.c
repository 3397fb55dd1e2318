/* solve.c - accelerations, reactions and friction solved together
 *
 * The unknowns are the multipliers. With a = M^-1 (Q + J^T lambda + W^T f(lambda)) the residual of row i is
 *
 *     R_i = J_i a + bias_i (+ 2 alpha rate_i + beta^2 value_i, Baumgarte's terms)
 *
 * and Newton's matrix is J M^-1 J^T + (J M^-1 W^T) (df/dN) (dN/dlambda), of the same pattern as without friction. The
 * multipliers of the last evaluation are where it starts. Rows that depend on others are left out by the elimination:
 * the accelerations are the same whichever row it is. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/system.h"

enum {
    MOST_TURNS = 40,
    MOST_FIXED_POINT_TURNS = 500,
    MOST_HALVINGS = 12
};
static const double tight = 1e-13,
                    good = 1e-9; /* residual over the size of its terms: what is aimed at; what will do */

void bri_accelerate(bri_work *work)
{
    const bri_system *s = work->system;
    memcpy(work->a, work->applied, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
    bri_add_reactions(work, work->lambda, work->a);
    for (int r = 0; r < s->patches; r++) {
        const sys_joint *joint = &s->joint[s->interface[s->patch[r].interface].joint];
        double effort = work->patch[r].lever * work->friction[r];
        for (int e = 0; effort != 0 && e < joint->bodies; e++)
            for (int d = 0; d < BRI_DOF && joint->body[e] != BRI_GROUND; d++)
                work->a[BRI_DOF * joint->body[e] + d] += effort * work->patch[r].row.end[e][d];
    }
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        work->a[i] *= s->inverse[i];
}

double bri_row_residual(const bri_work *work, int i)
{
    const bri_system *s = work->system;
    const bri_motion *row = &work->row[i];
    double sum = row->bias;
    if (work->hold == BRI_HOLD_BAUMGARTE)
        sum += 2 * s->alpha * (work->row_rate[i] + row->drift) + s->beta * s->beta * row->value;
    for (int t = 0; t < s->touches[i]; t++) {
        const double *end = row->end[s->touch[i][t].end], *a = work->a + s->touch[i][t].at;
        sum += end[0] * a[0] + end[1] * a[1] + end[2] * a[2];
    }
    return sum;
}

/* The size of what a residual is the sum of, before anything cancels: that of the largest row. */
static double size_of_terms(bri_work *work)
{
    const bri_system *s = work->system;
    double size = 1e-30, *sum = work->magnitude;
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        sum[i] = fabs(work->applied[i]);
    for (int i = 0; i < s->rows; i++)
        for (int t = 0; t < s->touches[i] && work->active[i]; t++)
            for (int d = 0; d < BRI_DOF; d++)
                sum[s->touch[i][t].at + d] += fabs(work->lambda[i] * work->row[i].end[s->touch[i][t].end][d]);
    for (int i = 0; i < s->rows; i++) {
        double terms = fabs(work->row[i].bias);
        for (int t = 0; t < s->touches[i] && work->active[i]; t++)
            for (int d = 0; d < BRI_DOF; d++) {
                int at = s->touch[i][t].at + d;
                terms += fabs(work->row[i].end[s->touch[i][t].end][d]) * sum[at] * s->inverse[at];
            }
        if (terms > size) size = terms;
    }
    return size;
}

/* Accelerations and residuals for the multipliers and friction that stand in work; the largest, over its terms' size. */
static double see_residual(bri_work *work)
{
    const bri_system *s = work->system;
    double worst = 0;
    bri_accelerate(work);
    for (int i = 0; i < s->rows; i++) {
        double sum = work->residual[i] = work->active[i] ? bri_row_residual(work, i) : work->lambda[i];
        if (work->active[i] && !(fabs(sum) <= worst)) worst = isnan(sum) ? INFINITY : fabs(sum);
    }
    return worst / size_of_terms(work);
}

/* J M^-1 J^T, and what friction adds to it; factored. */
static bri_pivots make_matrix(bri_work *work, bool with_friction)
{
    const bri_system *s = work->system;
    memcpy(work->matrix, work->plain, (size_t)s->sparse.entries * sizeof(double));
    for (int k = 0; with_friction && k < s->reaches; k++) {
        const sys_reach *reach = &s->reach[k];
        const bri_patch *patch = &work->patch[reach->patch];
        double slope = work->by_load[reach->patch] * patch->lever;
        if (slope == 0 || !work->active[reach->row]) continue;
        const double *inverse = s->inverse + BRI_DOF * reach->body, *row = work->row[reach->row].end[reach->row_end],
                     *end = patch->row.end[reach->patch_end];
        double carried =
            slope * (inverse[0] * row[0] * end[0] + inverse[1] * row[1] * end[1] + inverse[2] * row[2] * end[2]);
        const sys_joint *joint = &s->joint[s->interface[s->patch[reach->patch].interface].joint];
        for (int h = 0; h < joint->held; h++)
            work->matrix[reach->at[h]] += carried * patch->by_lambda[h];
    }
    return bri_sparse_factor(&s->sparse, work->matrix);
}

static bool friction_follows_load(const bri_work *work)
{
    for (int r = 0; r < work->system->patches; r++)
        if (work->by_load[r] != 0) return true;
    return false;
}

void bri_note_pivots(bri_work *work, bri_pivots pivots)
{
    work->dropped = pivots.dropped;
    if (pivots.least < work->weakest.least) work->weakest = pivots;
}

bri_outcome bri_unsolved(bri_work *work)
{
    bool newton = work->system->coupling != BRI_COUPLING_FIXED_POINT;
    work->solved = false;
    if (work->told) return BRI_SHORTER; /* something worse is known */
    work->trouble = newton ? BRI_NO_SOLUTION : BRI_NO_CONVERGENCE;
    snprintf(work->why, sizeof work->why, "%s",
             newton ? "friction and reactions have no common solution"
                    : "the fixed-point iteration between reactions and friction does not converge");
    return BRI_SHORTER;
}

/* Newton's method; or, where the model asks for it, the papers' iteration between reactions and friction. */
static bri_outcome iterate(bri_work *work, const double *x, const double *discrete, bri_pass pass)
{
    const bri_system *s = work->system;
    bool newton = s->coupling != BRI_COUPLING_FIXED_POINT, factored = false;
    double *before = work->before, *step = work->step, share = 1, last = INFINITY;
    int turns = newton ? MOST_TURNS : MOST_FIXED_POINT_TURNS, halvings = 0;
    work->solves++;
    for (int turn = 0; turn < turns; turn++) {
        bri_rub_all(work, x, discrete, pass);
        double worst = see_residual(work);
        if (worst <= tight) return BRI_FINE;
        if (newton && turn > 0 && !(worst < last)) { /* half the step, or good enough as it was */
            if (last <= good || (worst <= good && halvings == 0)) return BRI_FINE;
            if (++halvings > MOST_HALVINGS) break;
            share *= 0.5;
            for (int i = 0; i < s->rows; i++)
                work->lambda[i] = before[i] + share * step[i];
            continue;
        }
        last = worst;
        share = 1;
        halvings = 0;
        bool follows = newton && friction_follows_load(work);
        if (!factored || follows) {
            bri_pivots pivots = make_matrix(work, follows);
            if (!follows) bri_note_pivots(work, pivots);
            factored = !follows;
        }
        for (int i = 0; i < s->rows; i++)
            step[i] = -work->residual[i];
        bri_sparse_solve(&s->sparse, work->matrix, step, work->scratch);
        memcpy(before, work->lambda, (size_t)s->rows * sizeof(double));
        for (int i = 0; i < s->rows; i++)
            work->lambda[i] += step[i];
        work->iterations++;
        work->most_iterations = work->most_iterations > turn + 1 ? work->most_iterations : turn + 1;
        if (s->interfaces == 0 && turn > 0) { /* linear: once more against rounding, no further */
            see_residual(work);
            return BRI_FINE;
        }
    }
    if (last <= good) return BRI_FINE;
    return bri_unsolved(work);
}

bool bri_is_last_point(const bri_work *work, double t, const double *x, const double *discrete)
{
    const bri_system *s = work->system;
    return work->solved && work->last_t == t && !memcmp(x, work->last_x, (size_t)s->states * sizeof(double)) &&
           (!s->discrete_states || !memcmp(discrete, work->last_mode, (size_t)s->discrete_states * sizeof(double)));
}

static void factor_plain(bri_work *work)
{
    const bri_system *s = work->system;
    memcpy(work->matrix, work->plain, (size_t)s->sparse.entries * sizeof(double));
    bri_note_pivots(work, bri_sparse_factor(&s->sparse, work->matrix));
}

bri_outcome bri_solve(bri_work *work, double t, double *x, const double *discrete, double hg)
{
    const bri_system *s = work->system;
    if (hg == 0 && bri_is_last_point(work, t, x, discrete)) return BRI_FINE;
    work->solved = false;
    work->hg = hg;
    bri_move(work, t, x, discrete);
    if (work->too_deep >= 0) return bri_tell_depth(work);
    bri_assemble(work);
    bool condenses = s->condensed || s->patches == 0;
    bri_outcome outcome = BRI_FINE;
    work->open = 0;
    if (condenses || (s->shares && (s->redundant || bri_any_stuck(s, discrete)))) {
        factor_plain(work);
        if (s->shares) outcome = bri_share_find(work);
        condenses = condenses || work->open;
    }
    if (condenses && outcome == BRI_FINE)
        outcome = bri_condense_solve(work, x, discrete);
    else if (s->any_elastic && outcome == BRI_FINE)
        outcome = iterate(work, x, discrete, BRI_PASS_ELASTIC);
    if (!condenses && outcome == BRI_FINE) outcome = iterate(work, x, discrete, BRI_PASS_WHOLE);
    if (outcome != BRI_FINE) {
        memcpy(work->lambda, work->lambda_kept, (size_t)s->rows * sizeof(double)); /* a start that was good */
        return outcome;
    }
    if (hg > 0)
        for (int r = 0; r < s->patches; r++)
            if (bri_is_rubbing(s, &s->interface[s->patch[r].interface], discrete))
                memcpy(x + s->patch[r].z, work->z + s->patch[r].z - s->z, (size_t)s->patch[r].states * sizeof(double));
    bri_keep_holding(work, discrete);
    work->hg = 0;
    work->solved = true;
    work->last_t = t;
    memcpy(work->last_x, x, (size_t)s->states * sizeof(double));
    if (s->discrete_states) memcpy(work->last_mode, discrete, (size_t)s->discrete_states * sizeof(double));
    return BRI_FINE;
}

void bri_condense(bri_work *work, double t, const double *x, const double *discrete)
{
    bri_move(work, t, x, discrete);
    bri_assemble(work);
    factor_plain(work);
    work->open = 0;
    if (work->system->shares) bri_share_find(work);
    memset(work->lambda, 0, (size_t)work->system->rows * sizeof(double));
    bri_see_contacts(work);
    bri_rub_all(work, x, discrete, BRI_PASS_WHOLE);
    bri_see_base(work);
}

double bri_fold(bri_work *work)
{
    if (work->system->condensed || work->open) return bri_condense_fold(work);
    bri_pivots pivots = make_matrix(work, true);
    return pivots.negative % 2 ? -pivots.least : pivots.least;
}

/* The loop gain of a contact: how much its friction changes the load that it comes from. At 1 solutions meet. */
static double loop_gain(bri_work *work, int r)
{
    const bri_system *s = work->system;
    const sys_joint *joint = &s->joint[s->interface[s->patch[r].interface].joint];
    double *load = work->step, gain = 0;
    memset(load, 0, (size_t)s->rows * sizeof(double));
    for (int k = 0; k < s->reaches; k++) {
        const sys_reach *reach = &s->reach[k];
        if (reach->patch != r || !work->active[reach->row]) continue;
        const double *inverse = s->inverse + BRI_DOF * reach->body;
        for (int d = 0; d < BRI_DOF; d++)
            load[reach->row] += inverse[d] * work->row[reach->row].end[reach->row_end][d] *
                                work->patch[r].row.end[reach->patch_end][d] * work->patch[r].lever;
    }
    bri_sparse_solve(&s->sparse, work->matrix, load, work->scratch);
    for (int h = 0; h < joint->held; h++)
        gain -= load[joint->row + h] * work->patch[r].by_lambda[h];
    return gain * work->by_load[r];
}

/* Without friction, or where the constraints leave a residual by themselves: whose it is. */
static void blame_constraints(bri_work *work, double t)
{
    const bri_system *s = work->system;
    const sys_joint *worst = NULL;
    double most = -1;
    for (int j = 0; j < s->joints; j++)
        for (int i = s->joint[j].row; i < s->joint[j].row + s->joint[j].held; i++)
            if (fabs(work->residual[i]) > most) {
                most = fabs(work->residual[i]);
                worst = &s->joint[j];
            }
    snprintf(work->why, sizeof work->why,
             "at t = %.9g s the joints contradict each other: no accelerations are right for all of them, and '%s' is "
             "off most",
             t, worst ? worst->name : "");
}

void bri_blame(bri_work *work, double t)
{
    const bri_system *s = work->system;
    int worst = -1;
    double most = -INFINITY;
    if (!s->patches) {
        blame_constraints(work, t);
        return;
    }
    make_matrix(work, false);
    for (int r = 0; r < s->patches; r++) {
        double gain = loop_gain(work, r);
        if (gain > most || worst < 0) {
            most = gain;
            worst = r;
        }
    }
    if (worst < 0) return;
    const sys_interface *face = &s->interface[s->patch[worst].interface];
    if (work->trouble == BRI_NO_SOLUTION)
        snprintf(
            work->why, sizeof work->why,
            "joint '%s': from t = %.9g s on its friction (%s) and its reaction have no common solution: at this load, "
            "%.4g N, friction changes the load and so itself by %.3g times its own change, and at 1 two solutions meet "
            "and end%s",
            face->name, t, face->law->kind.name, work->load[worst], most,
            s->fold_sudden ? "; load_from: elastic, or bristles that scale with the load, have one" : "");
    else
        snprintf(work->why, sizeof work->why,
                 "joint '%s': at t = %.9g s the fixed-point iteration between its reaction and its friction (%s) does "
                 "not converge: each turn multiplies the error by %.3g; coupling: newton solves both together",
                 face->name, t, face->law->kind.name, fabs(most));
}

const sys_joint *bri_joint_of_row(const bri_system *s, int row)
{
    for (int j = 0; j < s->joints; j++)
        if (row >= s->joint[j].row && row < s->joint[j].row + s->joint[j].held) return &s->joint[j];
    return NULL;
}

const char *bri_weakest_joint(bri_work *work)
{
    const bri_system *s = work->system;
    bri_pivots pivots = {.least = 1};
    if (s->rows) {
        bri_assemble(work);
        pivots = make_matrix(work, false);
    }
    const sys_joint *joint = pivots.least < 1e-3 ? bri_joint_of_row(s, pivots.row) : NULL;
    return joint ? joint->name : NULL;
}
