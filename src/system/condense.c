/* condense.c - friction and reactions where contacts are few: reactions as a linear function of the friction forces
 *
 *     lambda(f) = base + Y f,    S base = -(J M^-1 Q + bias),    S Y = -J M^-1 W^T
 *
 * S is factored once; Newton's method then solves f = F(v, N(lambda(f)), z) for the forces of the contacts alone. Measured
 * on the roller-crank with LuGre's law it halves the cost of an evaluation; from some ten contacts on the sparse form of
 * solve.c is cheaper, since Y is full. */
#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "system/system.h"

enum {
    MOST_TURNS = 40,
    MOST_FIXED_POINT_TURNS = 500,
    MOST_HALVINGS = 12
};
static const double settled =
    1e-11; /* of the forces: what a further turn of Newton's method would change is its square */
static const double tight = 1e-14, good = 1e-9;

/* Y, with S factored in work->matrix. */
void bri_see_columns(bri_work *work)
{
    const bri_system *s = work->system;
    memset(work->column, 0, (size_t)(s->patches * s->rows) * sizeof(double));
    for (int k = 0; k < s->reaches; k++) {
        const sys_reach *reach = &s->reach[k];
        if (!work->active[reach->row]) continue;
        const bri_patch *patch = &work->patch[reach->patch];
        const double *inverse = s->inverse + BRI_DOF * reach->body, *row = work->row[reach->row].end[reach->row_end],
                     *end = patch->row.end[reach->patch_end];
        work->column[reach->patch * s->rows + reach->row] -=
            patch->lever * (inverse[0] * row[0] * end[0] + inverse[1] * row[1] * end[1] + inverse[2] * row[2] * end[2]);
    }
    for (int r = 0; r < s->patches; r++) {
        bri_sparse_solve(&s->sparse, work->matrix, work->column + r * s->rows, work->scratch);
        bri_share(work, work->column + r * s->rows);
    }
}

/* base and Y, for the point that was moved to. */
void bri_see_base(bri_work *work)
{
    const bri_system *s = work->system;
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        work->a[i] = work->applied[i] * s->inverse[i];
    for (int i = 0; i < s->rows; i++)
        work->base[i] = work->active[i] ? -bri_row_residual(work, i) : 0;
    bri_sparse_solve(&s->sparse, work->matrix, work->base, work->scratch);
    bri_share(work, work->base);
    bri_see_columns(work);
}

static void react(bri_work *work, const double *f)
{
    const bri_system *s = work->system;
    memcpy(work->lambda, work->base, (size_t)s->rows * sizeof(double));
    for (int r = 0; r < s->patches; r++)
        for (int i = 0; i < s->rows; i++)
            work->lambda[i] += f[r] * work->column[r * s->rows + i];
}

/* Change of a contact's load with the friction force of another. */
double bri_load_by_force(const bri_work *work, int of, int by)
{
    const bri_system *s = work->system;
    const sys_joint *joint = &s->joint[s->interface[s->patch[of].interface].joint];
    const double *column = work->column + by * s->rows + joint->row;
    double sum = 0;
    for (int h = 0; h < joint->held; h++)
        sum += work->patch[of].by_lambda[h] * column[h];
    return sum;
}

/* 1 - dF/dN dN/dF */
static void fill(const bri_work *work, double *matrix)
{
    int n = work->system->patches;
    for (int r = 0; r < n; r++)
        for (int q = 0; q < n; q++)
            matrix[r * n + q] =
                (r == q) - (work->by_load[r] != 0 ? work->by_load[r] * bri_load_by_force(work, r, q) : 0);
}

double bri_condense_fold(const bri_work *work)
{
    int n = work->system->patches;
    fill(work, work->loop);
    return bri_lu_factor(n, work->loop, work->loop_pivot) ? bri_lu_determinant(n, work->loop, work->loop_pivot) : 0;
}

static bri_outcome iterate(bri_work *work, const double *x, const double *discrete, bri_pass pass)
{
    const bri_system *s = work->system;
    int n = s->patches, halvings = 0;
    double *f = work->trial, *before = f + n, *step = before + n, last = INFINITY, share = 1;
    bool newton = s->coupling != BRI_COUPLING_FIXED_POINT;
    for (int r = 0; r < n; r++) { /* where the last evaluation ended, if it did */
        bool hangs = bri_is_hanging(&s->interface[s->patch[r].interface], discrete);
        double last_force = hangs ? work->holding[r] : work->friction[r];
        f[r] = isfinite(last_force) ? last_force : 0;
    }
    work->solves++;
    for (int turn = 0; turn < (newton ? MOST_TURNS : MOST_FIXED_POINT_TURNS); turn++) {
        react(work, f);
        if (s->faces_turn) { /* friction acts on the faces that push, and moves the loads from there */
            bri_see_contacts(work);
            bri_see_columns(work);
            react(work, f);
        }
        bri_rub_all(work, x, discrete, pass);
        if (!bri_load_matters(work, pass)) {
            react(work, work->friction);
            bri_see_loads(work, pass);
            work->iterations++;
            return BRI_FINE;
        }
        double worst = 0, size = 1e-300, change = 0;
        for (int r = 0; r < n; r++) {
            step[r] = work->friction[r] - f[r];
            if (!(fabs(step[r]) <= worst)) worst = fabs(step[r]);
            if (fabs(f[r]) > size) size = fabs(f[r]);
        }
        if (isnan(worst)) worst = INFINITY;
        if (worst <= (newton ? tight : 100 * tight) * size) return BRI_FINE; /* a fixed point is left by rounding */
        if (newton && turn > 0 && !(worst < last)) { /* half the step, or good enough as it was */
            if (worst <= good * size) return BRI_FINE;
            if (++halvings > MOST_HALVINGS) break;
            share *= 0.5;
            for (int r = 0; r < n; r++)
                f[r] = before[r] + share * (work->forces[r] - before[r]);
            continue;
        }
        last = worst;
        share = 1;
        halvings = 0;
        if (newton) {
            fill(work, work->loop);
            if (!bri_lu_factor(n, work->loop, work->loop_pivot)) break;
            bri_lu_solve(n, work->loop, work->loop_pivot, step);
        }
        memcpy(before, f, (size_t)n * sizeof(double));
        for (int r = 0; r < n; r++) {
            f[r] += step[r];
            work->forces[r] = f[r];
            if (fabs(step[r]) > change) change = fabs(step[r]);
        }
        work->iterations++;
        if (newton && change <= settled * size) {
            react(work, f);
            memcpy(work->friction, f, (size_t)n * sizeof(double));
            return BRI_FINE;
        }
    }
    return bri_unsolved(work);
}

/* No load comes from a reaction: friction is known beforehand, as any other force. */
static bri_outcome solve_given(bri_work *work, const double *x, const double *discrete)
{
    const bri_system *s = work->system;
    bri_rub_all(work, x, discrete, BRI_PASS_WHOLE);
    memset(work->lambda, 0, (size_t)s->rows * sizeof(double));
    bri_accelerate(work);
    for (int i = 0; i < s->rows; i++)
        work->lambda[i] = work->active[i] ? -bri_row_residual(work, i) : 0;
    bri_sparse_solve(&s->sparse, work->matrix, work->lambda, work->scratch);
    bri_share(work, work->lambda);
    bri_accelerate(work);
    work->solves++;
    work->iterations++;
    return BRI_FINE;
}

bri_outcome bri_condense_solve(bri_work *work, const double *x, const double *discrete)
{
    const bri_system *s = work->system;
    bri_outcome outcome = BRI_FINE;
    bri_see_contacts(work);
    if (s->loads_given) return solve_given(work, x, discrete);
    bri_see_base(work);
    if (s->any_elastic) outcome = iterate(work, x, discrete, BRI_PASS_ELASTIC);
    if (outcome == BRI_FINE) outcome = iterate(work, x, discrete, BRI_PASS_WHOLE);
    if (outcome == BRI_FINE) bri_accelerate(work);
    return outcome;
}
