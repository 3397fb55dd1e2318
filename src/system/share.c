/* share.c - reactions that rigid bodies leave open: rows that depend on each other, and who carries what
 *
 * Rows of J that hold now may depend on each other: two guides for one drawer, or every joint of a loop that sticks. The
 * accelerations are the same whatever is added to the multipliers along the null space of J^T,
 *
 *     lambda + Z y,    J^T Z = 0,
 *
 * and a treatment chooses y, as a linear function of any lambda that solves the equations:
 *
 *     eliminate:     as many multipliers as there are dependent rows are 0: those that the model names, then friction of
 *                    the joints that come last, then reactions of the joints that come last
 *     pseudoinverse: the least sum of squares of all multipliers, in N and N m
 *     elastic:       the least sum of compliance times square: what joints that give way a little would carry; one that
 *                    is at its limit then slides, by as little, and carries its sliding friction
 *
 * Friction that follows the loads is solved for afterwards, as of any joints: condense.c.
 *
 * M. Wojtyra, "Modeling of static friction in closed-loop kinematic chains", Multibody System Dynamics 39 (2017), section
 * 3.3. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "kind/record.h"
#include "linalg/dense.h"
#include "system/system.h"

static const double nothing = 1e-9; /* of the largest entry of a null vector */
static const double off = 1e-6;     /* of a row: what a null vector may leave of it */

/* z is 1 at a row that was left out, and elsewhere what makes J^T z vanish. False: it nearly does, and no more. */
static bool find_null_vector(bri_work *work, int row, double *z)
{
    const bri_system *s = work->system;
    double *left = work->magnitude, own = 0, most = 0;
    memset(left, 0, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
    memset(z, 0, (size_t)s->rows * sizeof(double));
    z[row] = 1;
    bri_add_reactions(work, z, left);
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        own = fmax(own, fabs(left[i]) * sqrt(s->inverse[i]));
    for (int i = 0; i < s->rows; i++) { /* S y = J M^-1 J_row^T */
        double sum = 0;
        for (int t = 0; t < s->touches[i] && work->active[i]; t++)
            for (int d = 0; d < BRI_DOF; d++) {
                int at = s->touch[i][t].at + d;
                sum += work->row[i].end[s->touch[i][t].end][d] * s->inverse[at] * left[at];
            }
        work->step[i] = sum;
    }
    bri_sparse_solve(&s->sparse, work->matrix, work->step, work->scratch);
    for (int i = 0; i < s->rows; i++)
        z[i] -= work->active[i] ? work->step[i] : 0;
    memset(left, 0, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
    bri_add_reactions(work, z, left);
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        most = fmax(most, fabs(left[i]) * sqrt(s->inverse[i]));
    return most <= off * own;
}

static bool was_left_out(const bri_work *work, int row)
{
    const bri_sparse *sparse = &work->system->sparse;
    return work->active[row] && work->matrix[sparse->diagonal[sparse->place[row]]] == 0;
}

/* Null vectors are combined until each has 1 at a row of its own, which is 0 in the others: that row gives way. */
static void choose_eliminated(bri_work *work)
{
    const bri_system *s = work->system;
    int m = s->rows, chosen = 0;
    for (int i = 0; i < m && chosen < work->open; i++) {
        int row = s->gives_way[i], best = chosen;
        double *Z = work->null;
        for (int k = chosen; k < work->open; k++)
            if (fabs(Z[k * m + row]) > fabs(Z[best * m + row])) best = k;
        double most = 0;
        for (int j = 0; j < m; j++)
            most = fmax(most, fabs(Z[best * m + j]));
        if (!(fabs(Z[best * m + row]) > nothing * most)) continue;
        double inverse = 1 / Z[best * m + row];
        for (int j = 0; j < m; j++) {
            double was = Z[best * m + j];
            Z[best * m + j] = Z[chosen * m + j];
            Z[chosen * m + j] = was * inverse;
        }
        for (int k = 0; k < work->open; k++) {
            double factor = Z[k * m + row];
            for (int j = 0; j < m && k != chosen; j++)
                Z[k * m + j] -= factor * Z[chosen * m + j];
        }
        work->eliminated[chosen++] = row;
    }
}

/* Whether every combination of the null vectors has a weight: pivots of the matrix scaled to a diagonal of 1. */
static bool is_definite(const bri_work *work, int d)
{
    double *A = work->definite;
    for (int k = 0; k < d * d; k++)
        A[k] = work->shares[k] / sqrt(fmax(work->shares[k / d * (d + 1)] * work->shares[k % d * (d + 1)], 1e-300));
    for (int k = 0; k < d; k++) {
        if (!(work->shares[k * (d + 1)] > 0) || !(A[k * (d + 1)] > nothing)) return false;
        for (int i = k + 1; i < d; i++)
            for (int j = k + 1; j < d; j++)
                A[i * d + j] -= A[i * d + k] * A[k * d + j] / A[k * (d + 1)];
    }
    return true;
}

static bool weigh(bri_work *work)
{
    const bri_system *s = work->system;
    int m = s->rows, d = work->open;
    for (int k = 0; k < d; k++)
        for (int l = 0; l < d; l++) {
            double sum = 0;
            for (int i = 0; i < m; i++)
                sum += work->null[k * m + i] * bri_row_weight(work, i) * work->null[l * m + i];
            work->shares[k * d + l] = sum;
        }
    return is_definite(work, d) && bri_lu_factor(d, work->shares, work->share_pivot);
}

double bri_row_weight(const bri_work *work, int row)
{
    const bri_system *s = work->system;
    if (s->redundancy == BRI_REDUNDANCY_ELASTIC) return s->compliance[row];
    return s->is_couple[row] ? 1 / (work->unit_length * work->unit_length) : 1;
}

bri_outcome bri_share_find(bri_work *work)
{
    const bri_system *s = work->system;
    work->open = 0;
    for (int i = 0; i < s->rows && work->dropped > 0 && work->open < bri_most_open(s); i++)
        if (was_left_out(work, i) && find_null_vector(work, i, work->null + work->open * s->rows)) work->open++;
    if (!work->open) return BRI_FINE;
    if (s->redundancy <= BRI_REDUNDANCY_ELIMINATE) {
        choose_eliminated(work);
        return BRI_FINE;
    }
    if (weigh(work)) return BRI_FINE;
    work->broken = work->told = true;
    work->trouble = BRI_NO_SOLUTION;
    snprintf(
        work->why, sizeof work->why,
        "the compliances that are given do not tell how the joints share their load: give more joints of the loop one, "
        "compliance: 1e-8 m/N; a pin gives way to forces and to the torque of its friction, a guide across it, and to "
        "couples if it has a length");
    return BRI_BROKEN;
}

void bri_share(const bri_work *work, double *lambda)
{
    const bri_system *s = work->system;
    int m = s->rows, d = work->open;
    double *y = work->share;
    for (int k = 0; k < d; k++) {
        y[k] = 0;
        if (s->redundancy <= BRI_REDUNDANCY_ELIMINATE)
            y[k] = lambda[work->eliminated[k]];
        else
            for (int i = 0; i < m; i++)
                y[k] += work->null[k * m + i] * bri_row_weight(work, i) * lambda[i];
    }
    if (s->redundancy > BRI_REDUNDANCY_ELIMINATE && d > 0) bri_lu_solve(d, work->shares, work->share_pivot, y);
    for (int k = 0; k < d; k++)
        for (int i = 0; i < m; i++)
            lambda[i] -= y[k] * work->null[k * m + i];
}

/* Whether what a freed motion does follows from the rows that hold now. */
bool bri_is_held(bri_work *work, const sys_interface *face)
{
    const bri_system *s = work->system;
    bool was = work->active[face->stick_row];
    if (was) return true;
    work->active[face->stick_row] = true;
    bri_assemble(work);
    memcpy(work->matrix, work->plain, (size_t)s->sparse.entries * sizeof(double));
    int with = bri_sparse_factor(&s->sparse, work->matrix).dropped;
    work->active[face->stick_row] = false;
    bri_assemble(work);
    memcpy(work->matrix, work->plain, (size_t)s->sparse.entries * sizeof(double));
    return with > bri_sparse_factor(&s->sparse, work->matrix).dropped;
}

int bri_most_open(const bri_system *s)
{
    return s->shares ? s->redundant + s->rows - s->held_rows + 3 : 0; /* 3: where the mechanism passes a dead centre */
}

/* --- coherence -------------------------------------------------------------------------------------------------------- */

/* A motion that the joints allow: any push, with what they answer. */
static bool find_motion(bri_work *work, double *u)
{
    const bri_system *s = work->system;
    int n = BRI_DOF * s->bodies;
    double best = 0;
    memcpy(work->matrix, work->plain, (size_t)s->sparse.entries * sizeof(double));
    bri_sparse_factor(&s->sparse, work->matrix);
    for (int i = 0; i < n && best < 0.1; i++) { /* what is left of a push along one coordinate, over the push */
        for (int row = 0; row < s->rows; row++) {
            double along = 0;
            for (int t = 0; t < s->touches[row] && work->active[row]; t++)
                if (i / BRI_DOF == s->touch[row][t].at / BRI_DOF)
                    along = work->row[row].end[s->touch[row][t].end][i % BRI_DOF] * s->inverse[i];
            work->step[row] = -along;
        }
        bri_sparse_solve(&s->sparse, work->matrix, work->step, work->scratch);
        memset(work->magnitude, 0, (size_t)n * sizeof(double));
        work->magnitude[i] = 1;
        bri_add_reactions(work, work->step, work->magnitude);
        if (!(work->magnitude[i] > best)) continue;
        best = work->magnitude[i];
        for (int c = 0; c < n; c++)
            u[c] = work->magnitude[c] * s->inverse[c];
    }
    return best > 1e-9;
}

double bri_coherence(bri_work *work, const double *x, const double *discrete)
{
    const bri_system *s = work->system;
    double *u = work->a, forth = 0, back = 0, least = INFINITY;
    bool any = false;
    if (s->degrees != 1) return NAN;
    for (int i = s->held_rows; i < s->rows; i++)
        work->active[i] = false;
    bri_assemble(work);
    work->solved = false;
    if (!find_motion(work, u)) return NAN;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        const sys_joint *joint = &s->joint[face->joint];
        if (!bri_is_stuck(face, discrete) && !bri_is_hanging(face, discrete)) continue;
        const bri_motion *motion = &work->freed[joint->freed_at + face->motion];
        double power = 0;
        for (int e = 0; e < joint->bodies; e++)
            for (int d = 0; d < BRI_DOF && joint->body[e] != BRI_GROUND; d++)
                power += motion->end[e][d] * u[BRI_DOF * joint->body[e] + d];
        double limit = fabs(power) * bri_interface_static_limit(work, k, x, discrete);
        power *= bri_interface_effort(work, face, discrete);
        if (fabs(power) <= 1e-10 * limit) power = 0; /* hardly any */
        forth = fmax(forth, power);
        back = fmax(back, -power);
        least = fmin(least, fabs(power));
        any = true;
    }
    double against = fmin(forth, back), size = fmax(forth, back);
    return !any ? NAN : against > 1e-9 * size ? -against : least;
}

/* --- before the run ------------------------------------------------------------------------------------------------- */

const char *bri_row_name(const bri_system *s, int row, char name[BRI_ROW_NAME])
{
    const sys_joint *joint = bri_joint_of_row(s, row);
    if (joint) snprintf(name, BRI_ROW_NAME, "%.60s.%s", joint->name, joint->kind->held[row - joint->row].name);
    for (int k = 0; k < s->interfaces && !joint; k++)
        if (s->interface[k].stick_row == row) snprintf(name, BRI_ROW_NAME, "%.63s.friction", s->interface[k].label);
    return name;
}

typedef struct row_names {
    const bri_system *system;
    char name[BRI_ROW_NAME];
} row_names;

static const char *next_row(void *context, int index)
{
    row_names *all = context;
    int joint = index - all->system->rows;
    if (joint < 0) return bri_row_name(all->system, index, all->name);
    return joint < all->system->joints ? all->system->joint[joint].name : NULL;
}

static bool is_named(const bri_system *s, int row, const char *name)
{
    char full[BRI_ROW_NAME];
    const sys_joint *joint = bri_joint_of_row(s, row);
    return !strcmp(bri_row_name(s, row, full), name) || (joint && !strcmp(joint->name, name));
}

/* Rows that the model names come first; then, from the last to the first, friction, and reactions. */
static bri_status order_rows(bri_system *s, bri_error *err)
{
    const bri_record *record = &bri_model_root(s->model)->run;
    const bri_run_params *run = record->params;
    bri_status first = BRI_OK;
    int count = 0;
    if (run->eliminate.count > 0 && run->redundancy != BRI_REDUNDANCY_ELIMINATE) /* numbers may be set after reading */
        return bri_fail(err, BRI_BAD_VALUE,
                        "run: eliminate names reactions, which needs redundancy: eliminate beside it");
    bool *taken = s->is_couple; /* which is free as yet */
    for (int n = 0; n < run->eliminate.count; n++) {
        bool found = false;
        for (int i = 0; i < s->rows; i++) {
            if (!is_named(s, i, run->eliminate.at[n])) continue;
            if (!taken[i]) s->gives_way[count++] = i;
            taken[i] = found = true;
        }
        if (found) continue;
        char where[256] = "", hint[256] = "";
        row_names all = {.system = s};
        bri_text_suggest(hint, sizeof hint, run->eliminate.at[n], next_row, &all);
        if (record->line) snprintf(where, sizeof where, "%s:%d:%d", s->name, record->line, record->column);
        bri_status status = bri_fail_at(err, BRI_NOT_FOUND, where,
                                        "run: eliminate: '%s' is no reaction of this model, as pin.force_x is, nor the "
                                        "friction of a joint that can stick, guide.friction%s",
                                        run->eliminate.at[n], hint);
        first = first ? first : status;
    }
    for (int i = s->rows - 1; i >= 0; i--)
        if (!taken[i]) s->gives_way[count++] = i;
    memset(taken, 0, (size_t)s->rows * sizeof *taken);
    return first;
}

/* A guide of some length stands on its two ends, each of twice its compliance: 4/l^2, rad/(N m) for m/N. */
static double couple_factor(const sys_joint *joint)
{
    const bri_param *length = bri_param_find(&joint->kind->kind, "length");
    double l = length ? *(const double *)bri_row_at(length, joint->params) : 0;
    return l > 0 ? 4 / (l * l) : 0;
}

bri_status bri_prepare_sharing(bri_system *s, bri_error *err)
{
    size_t rows = (size_t)s->rows + 1;
    s->gives_way = bri_arena_take(&s->arena, rows, sizeof *s->gives_way);
    s->is_couple = bri_arena_take(&s->arena, rows, sizeof *s->is_couple);
    s->compliance = bri_arena_take(&s->arena, rows, sizeof *s->compliance);
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %d reactions", s->rows);
    bri_status status = order_rows(s, err);
    s->shares = s->redundancy != BRI_REDUNDANCY_REFUSE || s->rows > s->held_rows || s->fold_edge;
    if (s->patches > BRI_SHARED_MAX && s->redundancy != BRI_REDUNDANCY_REFUSE)
        return bri_fail(err, BRI_BAD_VALUE,
                        "run: redundancy: %d contacts are too many to share loads among, at most %d", s->patches,
                        BRI_SHARED_MAX);
    if (s->patches > BRI_SHARED_MAX) s->shares = false;
    for (int j = 0; j < s->joints; j++)
        for (int i = 0; i < s->joint[j].held; i++) {
            const sys_joint *joint = &s->joint[j];
            int row = joint->row + i;
            s->is_couple[row] = !strcmp(joint->kind->held[i].unit, "N m");
            s->compliance[row] = bri_compliance_of(joint->kind, joint->params);
            if (s->is_couple[row]) s->compliance[row] *= couple_factor(joint);
        }
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        const sys_joint *joint = &s->joint[face->joint];
        if (face->stick_row < 0 || face->gap >= 0) continue;
        s->is_couple[face->stick_row] = !strcmp(joint->kind->freed[face->motion].unit, "rad");
        const bri_param *radius = bri_param_find(&joint->kind->kind, "radius");
        if (!s->is_couple[face->stick_row] || !radius) continue;
        double r = *(const double *)bri_row_at(radius, joint->params); /* its surface gives way as the pin does */
        s->compliance[face->stick_row] = bri_compliance_of(joint->kind, joint->params) / (r * r);
    }
    return status;
}
