/* fast_newton.c - one step of the fast part of a problem (fast_steps.c), by Newton's method, and its error
 *
 * Newton's method takes new slopes until its correction is small, then keeps its matrix, in later solutions of the same steps
 * too. The error, as in Hairer and Wanner II, IV.8, is that of speeds and local states; local states are held to small_looser times
 * the tolerance of steps at once, since only their effect on speeds lasts. */
#include "integrator/fast_steps.h"

#include <math.h>

enum {
    ITERATIONS = 10
};
static const double small_looser = 8;
static const double left_over = 0.02, left_over_guess = 0.6; /* of the tolerance, by Newton's method */
static const double keeps_matrix = 0.03;                     /* correction below which the matrix does */
static const double kept_gains = 0.03;  /* what a first correction by a kept matrix leaves, about */
static const double new_gains = 10;     /* times its square: what one by new slopes leaves */
static const double force_floor = 0.01; /* of the size of a force: corrections of smaller forces count as of this */

typedef struct shape {
    int forces, locals, inputs;
} shape;

static const shape usual = {1, 1, 2}; /* one interface with one bristle state: code for it is made apart */

static bool is_usual(const fast_steps *b)
{
    return b->forces == usual.forces && b->locals == usual.locals && b->inputs == usual.inputs;
}

#define IN_LINE static inline __attribute__((always_inline))

/* As bri_lu_factor and bri_lu_solve, in line for a number of rows that the compiler knows. */
IN_LINE bool factor(int n, double *A, int *pivot)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
        pivot[k] = best;
        if (!(fabs(A[best * n + k]) > 0)) return false;
        for (int j = 0; best != k && j < n; j++) {
            double was = A[k * n + j];
            A[k * n + j] = A[best * n + j];
            A[best * n + j] = was;
        }
        double inverse = A[k * n + k] = 1 / A[k * n + k];
        for (int i = k + 1; i < n; i++) {
            double by = A[i * n + k] *= inverse;
            for (int j = k + 1; j < n; j++)
                A[i * n + j] -= by * A[k * n + j];
        }
    }
    return true;
}

IN_LINE void solve(int n, const double *A, const int *pivot, double *x)
{
    for (int k = 0; k < n; k++) {
        double was = x[pivot[k]];
        x[pivot[k]] = x[k];
        x[k] = was;
    }
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            x[i] -= A[i * n + j] * x[j];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            x[i] -= A[i * n + j] * x[j];
        x[i] *= A[i * n + i];
    }
}

/* Matrix of Newton's method from the slopes S at the stages. */
IN_LINE bool set_matrix(const fast_steps *b, shape n, const small_step *s, double h, const double *F)
{
    int m = n.forces + n.locals, all = STAGES * m, columns = n.inputs + m;
    for (int i = 0; i < STAGES; i++) {
        const double *S = b->S + i * m * columns;
        for (int j = 0; j < STAGES; j++) {
            const double *C = F + j * b->functions + n.inputs;
            double ha = h * a[i][j];
            for (int row = 0; row < m; row++) {
                double *out = s->matrix + (i * m + row) * all + j * m;
                const double *slope = S + row * columns;
                for (int k = 0; k < n.forces; k++) {
                    double sum = 0;
                    for (int in = 0; in < n.inputs; in++)
                        sum += slope[in] * C[in * n.forces + k];
                    out[k] = -ha * sum - (i == j ? slope[n.inputs + k] : 0);
                }
                for (int k = 0; k < n.locals; k++)
                    out[n.forces + k] = -ha * slope[n.inputs + n.forces + k];
                if (i == j) out[row] += 1;
            }
        }
    }
    return factor(all, s->matrix, s->pivot);
}

/* law - (f, g) at the stages, to R; slopes too, if asked for. */
IN_LINE void residuals(const fast_steps *b, shape n, const small_step *s, double h, const double *F, bool slopes,
                       double *R)
{
    int m = n.forces + n.locals;
    double *rate = b->room + STAGES * m, *y = rate + STAGES * n.inputs, *z = y + n.inputs;
    for (int j = 0; j < STAGES; j++) {
        const double *sigma = F + j * b->functions, *C = sigma + n.inputs;
        for (int in = 0; in < n.inputs; in++) {
            double sum = sigma[in];
            for (int k = 0; k < n.forces; k++)
                sum += C[in * n.forces + k] * s->f[j * n.forces + k];
            rate[j * n.inputs + in] = sum;
        }
    }
    for (int i = 0; i < STAGES; i++) {
        const double *eta = F + i * b->functions + n.inputs * (1 + n.forces), *B = eta + n.inputs;
        double ha[STAGES] = {h * a[i][0], h * a[i][1], h * a[i][2]};
        for (int in = 0; in < n.inputs; in++)
            y[in] =
                eta[in] + s->w[in] + ha[0] * rate[in] + ha[1] * rate[n.inputs + in] + ha[2] * rate[2 * n.inputs + in];
        for (int k = 0; k < n.locals; k++)
            z[k] = s->z[k] + ha[0] * s->g[k] + ha[1] * s->g[n.locals + k] + ha[2] * s->g[2 * n.locals + k];
        b->part->law(b->part->context, y, B, s->f + i * n.forces, z, R + i * m,
                     slopes ? b->S + i * m * (n.inputs + m) : NULL);
        for (int k = 0; k < n.forces; k++)
            R[i * m + k] -= s->f[i * n.forces + k];
        for (int k = 0; k < n.locals; k++)
            R[i * m + n.forces + k] -= s->g[i * n.locals + k];
    }
}

/* The stages move by a correction; how far, relative to forces and local states. */
IN_LINE double correct(const fast_steps *b, shape n, const small_step *s, double h, const double *R)
{
    int m = n.forces + n.locals;
    const double *size = b->problem->size + b->problem->states - n.locals;
    double most = 0;
    for (int k = 0; k < n.forces; k++) {
        double by = 1 / (fabs(s->f[k]) + force_floor * b->part->size[k]);
        for (int i = 0; i < STAGES; i++) {
            double change = fabs(R[i * m + k]) * by;
            s->f[i * n.forces + k] += R[i * m + k];
            if (!(change <= most)) most = change;
        }
    }
    for (int k = 0; k < n.locals; k++) {
        double by = h / (fabs(s->z[k]) + size[k]);
        for (int i = 0; i < STAGES; i++) {
            double change = fabs(R[i * m + n.forces + k]) * by;
            s->g[i * n.locals + k] += R[i * m + n.forces + k];
            if (!(change <= most)) most = change;
        }
    }
    return most;
}

/* Newton's method, from the f and g in s. renews: with new slopes and a new matrix; else with that of s. */
IN_LINE bool newton_of(const fast_steps *b, shape n, const small_step *s, double h, const double *F, bool renews)
{
    double *R = b->room, last = 0;
    double enough = (b->is_guess ? left_over_guess : left_over) * small_looser * b->rtol;
    bool may_renew = renews;
    for (int count = 0; count < ITERATIONS; count++) {
        residuals(b, n, s, h, F, renews, R);
        if (renews && !set_matrix(b, n, s, h, F)) return false;
        solve(STAGES * (n.forces + n.locals), s->matrix, s->pivot, R);
        double moved = correct(b, n, s, h, R);
        if (!isfinite(moved)) return false;
        double left = renews       ? new_gains * moved * moved
                      : count == 0 ? kept_gains * moved
                                   : moved * fmin(1, moved / last);
        if (left < enough) return true;
        if (renews && moved < keeps_matrix) renews = false;
        if (count > 0 && moved > last) {
            if (!renews && may_renew)
                renews = true;
            else if (count > 3)
                return false;
        }
        last = moved;
    }
    return false;
}

bool bri_fast_newton(const fast_steps *b, const small_step *s, double h, const double *F, bool renews)
{
    if (is_usual(b)) return newton_of(b, usual, s, h, F, renews);
    return newton_of(b, (shape){b->forces, b->locals, b->inputs}, s, h, F, renews);
}

/* Error of speeds (of the first of w) and local states at the end, filtered by (1 - gamma0 h J)^-1 with the slopes of the last
 * stage; F0: functions at its beginning. Over their tolerances; is_whole: of local states alone, in a step at once. */
IN_LINE double error_with(const fast_steps *b, shape n, const small_step *s, double h, const double *F0,
                          const double *F, bool is_whole)
{
    int nf = n.forces, nz = n.locals, ny = n.inputs, m = nf + nz, columns = ny + m;
    double *dw = b->room, *dz = dw + ny, *x = dz + nz, *matrix = x + m, gh = gamma0 * h;
    int pivot[ANSWERS_MAX];
    const double *S = b->S + (STAGES - 1) * m * columns, *C = F + (STAGES - 1) * b->functions + ny;
    for (int in = 0; in < ny; in++) {
        dw[in] = F0[in];
        for (int k = 0; k < nf; k++)
            dw[in] += F0[ny + in * nf + k] * s->f0[k];
        for (int i = 0; i < STAGES; i++) {
            const double *at = F + i * b->functions;
            double rate = at[in];
            for (int k = 0; k < nf; k++)
                rate += at[ny + in * nf + k] * s->f[i * nf + k];
            dw[in] -= at_start[i] * rate;
        }
        dw[in] *= gh;
    }
    for (int k = 0; k < nz; k++)
        dz[k] = gh * (s->g0[k] - at_start[0] * s->g[k] - at_start[1] * s->g[nz + k] - at_start[2] * s->g[2 * nz + k]);
    for (int row = 0; row < m; row++) {
        const double *slope = S + row * columns;
        x[row] = 0;
        for (int in = 0; in < ny; in++)
            x[row] += slope[in] * dw[in];
        for (int k = 0; k < nz; k++)
            x[row] += slope[ny + nf + k] * dz[k];
        for (int k = 0; k < nf; k++) {
            double sum = 0;
            for (int in = 0; in < ny; in++)
                sum += slope[in] * C[in * nf + k];
            matrix[row * m + k] = (row == k) - slope[ny + k] - gh * sum;
        }
        for (int k = 0; k < nz; k++)
            matrix[row * m + nf + k] = (row == nf + k) - gh * slope[ny + nf + k];
    }
    if (!factor(m, matrix, pivot)) return INFINITY;
    solve(m, matrix, pivot, x);
    const double *size = b->problem->size + b->problem->states - nz;
    double most = 0;
    for (int k = 0; k < nz; k++) {
        double tolerance = b->rtol * fabs(s->z[k]) + b->atol * size[k];
        double share = fabs(dz[k] + gh * x[nf + k]) / (tolerance * (is_whole ? 1 : small_looser));
        if (!(share <= most)) most = share;
    }
    for (int in = 0; in < nf && !is_whole; in++) {
        double e = dw[in];
        for (int k = 0; k < nf; k++)
            e += gh * C[in * nf + k] * x[k];
        double share = fabs(e) / b->speed_tolerance[in];
        if (!(share <= most)) most = share;
    }
    return most;
}

double bri_fast_error(const fast_steps *b, const small_step *s, double h, const double *F0, const double *F,
                      bool is_whole)
{
    if (is_usual(b)) return error_with(b, usual, s, h, F0, F, is_whole);
    return error_with(b, (shape){b->forces, b->locals, b->inputs}, s, h, F0, F, is_whole);
}
