/* runge_kutta.c - explicit and additive Runge-Kutta steps
 *
 *     y_i = y + h sum_{j<i} a_ij k_j                      coupled states
 *     z_i = z + h sum_{j<i} A_ij k_j + h A_ii zdot(z_i)   local states, solved by the problem
 *     k_i = f(t + c_i h, y_i, z_i),   k_i = (z_i - z_in) / (h A_ii) for local states: stiffness does not magnify its rounding
 *     x_new = x + h sum_i b_i k_i,    z_new = z_s since the last row of A is b
 *     within a step: the cubic polynomial through both ends and their rates + share^2 (1 - share)^2 h sum_i bump_i k_i
 *
 * Local states may have just left another solution, at a rate that says nothing about the step. The slope at its end is
 * then that of their last implicit stage, at its beginning that of the step before; without one they follow a parabola.
 *
 * An error estimate is a sum with signs: where friction rises and falls within a step, its terms may cancel. So a state's error is
 * also a part of its departure from the cubic polynomial, far below the estimate in a step that resolves its rates.
 *
 * A rate that is known from the last step, or from one that was rejected, is not evaluated again.
 *
 * E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, sections II.1 to II.6. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "integrator/runge_kutta.h"

typedef struct rk {
    const bri_tableau *table;
    const bri_problem *problem;
    int n, all;                  /* states; with quadratures */
    int locals;                  /* taken implicitly */
    bool knows_start, knows_end; /* k[0] is the rate at start; the last k is that at end */
    bool knows_slope;            /* of the local states at start */
    double t, h;
    size_t numbers; /* from start on */
    double *start, *end, *trial, *slope_start, *slope_end, *k[BRI_STAGES_MAX];
} rk;

bri_status bri_rk_create(const bri_tableau *table, const bri_problem *problem, void **work, bri_error *err)
{
    size_t all = (size_t)(problem->states + problem->quadratures), numbers = all * (size_t)(table->stages + 5);
    rk *w = calloc(1, sizeof *w + numbers * sizeof(double));
    if (!w) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %zu numbers", numbers);
    double *at = (double *)(void *)(w + 1);
    w->table = table;
    w->problem = problem;
    w->numbers = numbers;
    w->n = problem->states;
    w->all = (int)all;
    w->locals = table->a_implicit && problem->local_rates ? problem->locals : 0;
    w->start = at;
    w->end = at + all;
    w->trial = at + 2 * all;
    w->slope_start = at + 3 * all;
    w->slope_end = at + 4 * all;
    for (int i = 0; i < table->stages; i++)
        w->k[i] = at + (size_t)(5 + i) * all;
    *work = w;
    return BRI_OK;
}

void bri_rk_destroy(void *work) { free(work); }

int bri_rk_memory(void *work, bri_block *blocks)
{
    rk *w = work;
    blocks[0] = (bri_block){w->start, w->numbers * sizeof(double)};
    blocks[1] = (bri_block){&w->knows_start, sizeof w->knows_start};
    blocks[2] = (bri_block){&w->knows_end, sizeof w->knows_end};
    blocks[3] = (bri_block){&w->knows_slope, sizeof w->knows_slope};
    blocks[4] = (bri_block){&w->t, sizeof w->t};
    blocks[5] = (bri_block){&w->h, sizeof w->h};
    return 6;
}

void bri_rk_start(void *work, double t, const double *x, const double *discrete)
{
    rk *w = work;
    (void)t, (void)x, (void)discrete;
    w->knows_start = w->knows_end = w->knows_slope = false;
}

static bool is_at(const rk *w, double t, const double *x, double known_t, const double *known, int from)
{
    return bri_is_same_time(t, known_t, w->h) &&
           !memcmp(x + from, known + from, (size_t)(w->n - from) * sizeof(double));
}

/* The slope of the local states where a step begins, if the last one ended there or began there. */
static void slope_at_start(rk *w, double t, const double *x, bool has_ended)
{
    int coupled = w->n - w->locals;
    if (has_ended && is_at(w, t, x, w->t + w->h, w->end, coupled)) {
        memcpy(w->slope_start + coupled, w->slope_end + coupled, (size_t)w->locals * sizeof(double));
        w->knows_slope = true;
    } else if (!is_at(w, t, x, w->t, w->start, coupled)) {
        w->knows_slope = false;
    }
}

static bri_outcome rate_at_start(rk *w, double t, const double *x, const double *discrete)
{
    int last = w->table->stages - 1;
    if (w->locals) slope_at_start(w, t, x, w->knows_end);
    if (w->knows_end && is_at(w, t, x, w->t + w->h, w->end, 0)) {
        memcpy(w->k[0], w->k[last], (size_t)w->all * sizeof(double));
    } else if (!(w->knows_start && is_at(w, t, x, w->t, w->start, 0))) {
        w->knows_start = w->knows_end = false;
        bri_outcome outcome = w->problem->rates(w->problem->context, t, x, discrete, w->k[0]);
        if (outcome) return outcome;
    }
    w->knows_start = true;
    w->knows_end = false;
    w->t = t;
    memmove(w->start, x, (size_t)w->all * sizeof(double));
    return BRI_FINE;
}

/* out = x + h sum_j weight_j k_j, from one index to another */
static void combine(const rk *w, const double *weight, int count, double h, int from, int to, double *out)
{
    memcpy(out + from, w->start + from, (size_t)(to - from) * sizeof(double));
    for (int j = 0; j < count; j++) {
        double factor = h * weight[j];
        const double *k = w->k[j];
        if (factor == 0) continue;
        for (int i = from; i < to; i++)
            out[i] += factor * k[i];
    }
}

static bri_outcome stage(rk *w, int i, const double *discrete, double h)
{
    const bri_problem *p = w->problem;
    double t = w->t + w->table->c[i] * h, hg = w->locals ? h * w->table->a_implicit[i][i] : 0;
    int coupled = w->n - w->locals;
    combine(w, w->table->a[i], i, h, 0, coupled, w->trial);
    if (!w->locals) return p->rates(p->context, t, w->trial, discrete, w->k[i]);
    combine(w, w->table->a_implicit[i], i, h, coupled, w->n, w->trial);
    memcpy(w->end + coupled, w->trial + coupled, (size_t)w->locals * sizeof(double));
    bri_outcome outcome = p->local_rates(p->context, t, w->trial, discrete, hg, w->k[i]);
    for (int l = coupled; l < w->n; l++)
        w->k[i][l] = (w->trial[l] - w->end[l]) / hg;
    return outcome;
}

bri_outcome bri_rk_step(void *work, double t, const double *x, const double *discrete, double *h, double *x_new,
                        double *error)
{
    rk *w = work;
    const bri_tableau *table = w->table;
    int coupled = w->n - w->locals, last = table->stages - 1;
    bri_outcome outcome = rate_at_start(w, t, x, discrete);
    w->h = *h;
    for (int i = 1; i < last && !outcome; i++)
        outcome = stage(w, i, discrete, *h);
    if (outcome) return outcome;
    combine(w, table->b, last, *h, 0, w->all, w->end);
    memcpy(w->end + coupled, w->trial + coupled, (size_t)w->locals * sizeof(double));
    memcpy(w->slope_end + coupled, w->k[last - 1] + coupled, (size_t)w->locals * sizeof(double));
    outcome = w->problem->rates(w->problem->context, t + *h, w->end, discrete, w->k[last]);
    if (outcome) return outcome;
    w->knows_end = true;
    memcpy(x_new, w->end, (size_t)w->all * sizeof(double));
    for (int i = 0; i < w->n; i++) {
        error[i] = 0;
        for (int j = 0; j < table->stages && table->error; j++)
            error[i] += *h * table->error[j] * w->k[j][i];
    }
    return BRI_FINE;
}

/* How far a state departs from the cubic polynomial in the middle of the step. */
static double departure(const rk *w, int i)
{
    double bump = 0;
    for (int j = 0; j < w->table->stages; j++)
        bump += w->table->bump[j] * w->k[j][i];
    return w->h * fabs(bump) / 16;
}

/* How far it would be off by the end if the largest change of its rate lasted for the whole step. */
static double largest_change(const rk *w, int i)
{
    double change = 0;
    for (int j = 1; j < w->table->stages; j++)
        change = fmax(change, fabs(w->k[j][i] - w->k[0][i]));
    return w->h * change;
}

/* The departure counts times the root of its ratio to the change: of order h^5. */
void bri_rk_unresolved(const void *work, double *error)
{
    const rk *w = work;
    const double *first = w->k[0], *last = w->k[w->table->stages - 1];
    if (!(w->table->unresolved > 0)) return;
    for (int i = 0; i < w->n - w->locals; i++) {
        double off = departure(w, i), missed = w->table->unresolved * off, least = w->h * fabs(last[i] - first[i]);
        if (!(missed * missed * off > error[i] * error[i] * least)) continue; /* by that change already */
        double change = largest_change(w, i);
        missed *= change > 0 ? sqrt(off / change) : 0;
        if (missed > fabs(error[i])) error[i] = missed; /* a NaN is kept */
    }
}

void bri_rk_interpolate(const void *work, double share, double *x)
{
    const rk *w = work;
    const bri_tableau *table = w->table;
    int last = table->stages - 1;
    double weight[BRI_STAGES_MAX] = {0}, left = 1 - share;
    if (share == 1) {
        memcpy(x, w->end, (size_t)w->all * sizeof(double));
        return;
    }
    for (int i = 0; i <= last; i++)
        weight[i] = share * share *
                    ((i < last ? (3 - 2 * share) * table->b[i] : 0) + (table->bump ? left * left * table->bump[i] : 0));
    weight[0] += share * left * left;
    weight[last] -= share * share * left;
    combine(w, weight, table->stages, w->h, 0, w->all, x);
    for (int i = w->n - w->locals; i < w->n; i++) {
        double rise = w->end[i] - w->start[i], slope = w->h * w->slope_end[i];
        double begins = w->knows_slope ? w->h * w->slope_start[i] : 2 * rise - slope;
        double strange = fabs(w->h * w->k[0][i] - begins) + fabs(w->h * w->k[last][i] - slope);
        if (strange <= 0.1 * (fabs(rise) + fabs(slope))) continue; /* the rates are as good as they look */
        x[i] = w->start[i] + share * (share * (3 - 2 * share) * rise + left * (left * begins - share * slope));
    }
}

/* |difference of rates| over |difference of states|, each in units of their sizes. */
static double quotient(const rk *w, const double *rate, const double *at, const double *other_rate, const double *other)
{
    const double *size = w->problem->size;
    double rates = 0, states = 0;
    for (int i = 0; i < w->n; i++) {
        double by_rate = (rate[i] - other_rate[i]) / size[i], by_state = (at[i] - other[i]) / size[i];
        rates += by_rate * by_rate;
        states += by_state * by_state;
    }
    return states > 0 ? sqrt(rates / states) : 0;
}

double bri_rk_stiffness(void *work, bool probes, const double *discrete)
{
    rk *w = work;
    const bri_problem *p = w->problem;
    int last = w->table->stages - 1;
    double *other = w->trial, *rate = w->k[last - 1], most = 0;
    if (w->table->c[last - 1] != 1) return 0;
    double whole = quotient(w, w->k[last], w->end, rate, other);
    if (!probes || w->locals) return whole;
    for (int i = 0; i < w->n; i++)
        most = fmax(most, fabs(w->end[i] - other[i]) / p->size[i]);
    double share = most > 0 ? fmin(1, sqrt(DBL_EPSILON) / most) : 0;
    for (int i = 0; i < w->all; i++) /* slope_start is of local states only */
        w->slope_start[i] = w->end[i] + (i < w->n ? share * (other[i] - w->end[i]) : 0);
    if (p->rates(p->context, w->t + w->h, w->slope_start, discrete, other)) return whole;
    return fmax(whole, quotient(w, w->k[last], w->end, other, w->slope_start));
}
