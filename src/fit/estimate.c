/* estimate.c - a fit while it is made: minimum, noise and intervals of any problem */
#include "fit/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "fit/profile.h"
#include "fit/spread.h"

enum {
    MOST_STARTS = 1000,
    UNSTICK_EVALUATIONS = 60,
    MOST_RENEWALS = 3, /* profiles that begin anew from a better minimum */
    LAGS = 4000,       /* of the autocorrelation */
    ROUNDS = 3,        /* of the estimate of the noise by which outliers are told */
    WEIGHTS = 3        /* of the estimate of the noise of columns with unlike units */
};

static const double no_effect = 1e-9;                      /* of the largest derivative */
static const double rounding = 1e-12;                      /* least noise: of data that the model made itself */
static const double far_away = 3;                          /* change of a coordinate: a factor of 20 */
static const double weak = 1;                              /* standard deviation of a coordinate: a factor e */
static const double endless = 5;                           /* the same, where nothing is known */
static const double median_of_normal = 0.6744897501960817; /* of |x|, of a normal variable of deviation 1 */

bri_status bri_check_search(int starts, double confidence, double huber, double held_out, bri_error *err)
{
    bri_status status = BRI_OK;
    if (!(starts >= 1 && starts <= MOST_STARTS))
        status = bri_fail(err, BRI_BAD_VALUE, "the number of starts is %d, and must be 1 to %d", starts, MOST_STARTS);
    if (!(confidence > 0 && confidence < 1))
        status = bri_fail(err, BRI_BAD_VALUE, "the confidence is %g, and must be between 0 and 1", confidence);
    if (!(huber >= 0))
        status = bri_fail(err, BRI_BAD_VALUE, "the limit of outliers is %g times the noise, and must not be negative",
                          huber);
    if (!(held_out >= 0 && held_out <= 0.9))
        status = bri_fail(err, BRI_BAD_VALUE, "the share that is held out is %g, and must be 0 to 0.9", held_out);
    return status;
}

bri_status bri_task_create(bri_task *t, bri_error *err)
{
    bri_fit *f = t->fit;
    size_t n = (size_t)bri_problem_coordinates(t->problem);
    bri_problem_lengthen(t->problem);
    t->rows = bri_problem_rows(t->problem);
    if (t->rows < n + 2) return bri_fail(err, BRI_BAD_VALUE, "%zu rows are too few for %zu unknowns", t->rows, n);
    if (t->rows * n > 1u << 30)
        return bri_fail(err, BRI_BAD_VALUE, "%zu rows and %zu unknowns are too many: average the records", t->rows, n);
    t->bench.residual = calloc(t->rows, sizeof(double));
    t->bench.jacobian = calloc(t->rows * n, sizeof(double));
    t->series = calloc(t->rows, sizeof(double));
    f->singular = calloc(n, sizeof(double));
    f->direction = calloc(n * n, sizeof(double));
    f->correlation = calloc(n * n, sizeof(double));
    if (!t->bench.residual || !t->bench.jacobian || !t->series || !f->singular || !f->direction || !f->correlation)
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: a fit of %zu rows", t->rows);
    return BRI_OK;
}

void bri_task_destroy(bri_task *t)
{
    free(t->bench.residual);
    free(t->bench.jacobian);
    free(t->series);
}

/* --- parameters without effect ------------------------------------------------------------------------------------ */

/* Size of the derivatives of each coordinate at u; false: stopped. */
static bool sizes_at(bri_task *t, const double *u, double *size)
{
    bri_fit_problem *p = t->problem;
    size_t rows = bri_problem_rows(p);
    if (!bri_problem_evaluate(p, u, NULL, t->bench.jacobian)) return false;
    for (int j = 0; j < p->unknowns->count; j++)
        for (size_t i = 0; i < rows; i++)
            size[j] = fmax(size[j], fabs(t->bench.jacobian[(size_t)j * rows + i]));
    return true;
}

/* Whether an unknown without slope changes the residuals by a jump, where its value is far from the start. */
static bool shows_far_away(bri_task *t, int unknown)
{
    bri_fit_problem *p = t->problem;
    double u[BRI_COORDINATES_MAX] = {0};
    p->kind->put_start(p, 0, NULL, u);
    if (!bri_problem_evaluate(p, u, t->series, NULL)) return true;
    double at = u[unknown];
    for (int side = -1; side <= 1; side += 2) {
        u[unknown] = at + side * far_away;
        if (!bri_problem_evaluate(p, u, t->bench.residual, NULL)) return true;
        for (size_t i = 0; i < t->rows; i++)
            if (!(fabs(t->bench.residual[i] - t->series[i]) <= 1e-6)) return true;
    }
    return false;
}

/* A parameter whose derivatives are 0 at the start and at two points around it has no effect. */
static bri_status drop_without_effect(bri_task *t, bri_error *err)
{
    bri_unknowns *k = t->fit->unknowns;
    bri_fit_problem *p = t->problem;
    double size[BRI_UNKNOWNS_MAX] = {0}, u[BRI_COORDINATES_MAX] = {0}, largest = 0;
    for (int at = 0; at < 3; at++) {
        p->kind->put_start(p, 0, NULL, u);
        for (int i = 0; at && i < k->count; i++)
            u[i] += (at == 1 ? 0.5 : -0.5) * (i % 2 ? 1 : -1);
        if (!sizes_at(t, u, size)) return bri_fail(err, BRI_STOPPED, "the fit was stopped");
    }
    if (p->kind->jumps) largest = 1; /* derivatives of runs are no more exact, alone or not */
    for (int i = 0; i < k->count; i++)
        largest = fmax(largest, size[i]);
    for (int i = k->count; i-- > 0;)
        if (size[i] <= no_effect * largest && !(p->kind->jumps && shows_far_away(t, i))) p->kind->drop(p, i);
    if (p->stopped) return bri_fail(err, BRI_STOPPED, "the fit was stopped");
    if (!k->count)
        return bri_fail(err, BRI_NO_SOLUTION, "no parameter of %s has an effect on %s %s", p->name, p->kind->subject,
                        p->kind->along);
    return BRI_OK;
}

/* --- noise -------------------------------------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Repeats the minimum with deviations beyond def->huber times the noise, by their median, counted linearly. */
static bri_status resist_outliers(bri_task *t, bri_error *err)
{
    bri_fit_problem *p = t->problem;
    for (int round = 0; t->fit->huber > 0 && round < ROUNDS; round++) {
        size_t kept = 0;
        p->outlier = 0;
        if (!bri_problem_evaluate(p, t->minimum.u, t->bench.residual, NULL))
            return bri_fail(err, BRI_STOPPED, "the fit was stopped");
        for (size_t i = 0; i < t->rows; i++)
            if (t->bench.residual[i] != 0) t->series[kept++] = fabs(t->bench.residual[i]);
        if (!kept) return BRI_OK;
        qsort(t->series, kept, sizeof *t->series, by_value);
        p->outlier = t->fit->huber * t->series[kept / 2] / median_of_normal;
        if (!bri_minimum_from(p, &t->bench, 1e-9, 60, &t->minimum))
            return bri_fail(err, BRI_STOPPED, "the fit was stopped");
    }
    return BRI_OK;
}

/* Weighs columns of unlike units by their deviations, which changes the minimum. */
static bri_status weigh(bri_task *t, bri_error *err)
{
    bri_fit_problem *p = t->problem;
    for (int round = 0; p->kind->weigh && round < WEIGHTS; round++) {
        if (!bri_problem_evaluate(p, t->minimum.u, t->bench.residual, NULL)) break;
        if (!p->kind->weigh(p, t->bench.residual)) return BRI_OK;
        t->minimum.squares = bri_squares(p, &t->bench, t->minimum.u);
        if (!bri_minimum_from(p, &t->bench, 1e-10, 40, &t->minimum)) break;
    }
    return p->stopped ? bri_fail(err, BRI_STOPPED, "the fit was stopped") : BRI_OK;
}

/* Noise, samples that count, and the slopes at the minimum. */
static bri_status spread(bri_task *t, bri_error *err)
{
    bri_fit *f = t->fit;
    bri_fit_problem *p = t->problem;
    bri_fit_result *out = &f->result;
    int n = bri_problem_coordinates(p);
    double R[BRI_COORDINATES_MAX * BRI_COORDINATES_MAX], *sum = calloc(LAGS, sizeof *sum);
    if (!sum) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a fit");
    if (!bri_problem_evaluate(p, t->minimum.u, t->bench.residual, NULL) ||
        !bri_problem_evaluate(p, t->minimum.u, NULL, t->bench.jacobian)) {
        free(sum);
        return bri_fail(err, BRI_STOPPED, "the fit was stopped");
    }
    out->at_rest = p->at_rest;
    size_t judged = t->rows - p->at_rest, at = 0;
    double squares = 0, freedom = fmax(1, (double)judged - n);
    for (int r = 0; r < p->series; at += p->in[r++].used) {
        size_t lags = p->in[r].timed ? LAGS : 1;
        if (lags > p->in[r].used / 3 + 1) lags = p->in[r].used / 3 + 1;
        if (t->rows > 200000 && lags > 400) lags = 400; /* long records are sampled densely enough */
        bri_add_products(t->bench.residual + at, p->in[r].used, lags, sum);
    }
    for (size_t i = 0; i < t->rows; i++)
        squares += t->bench.residual[i] * t->bench.residual[i];
    double noise = fmax(sqrt(squares / freedom), rounding);
    out->squares = squares * p->unit * p->unit;
    out->noise = noise * p->unit;
    out->rows = t->rows;
    out->unknowns = n;
    out->effective = bri_effective_samples(judged ? judged : 1, sum, LAGS);
    free(sum);
    double count = (double)t->rows, inflated = noise * sqrt((double)judged / out->effective);
    double floored = fmax(squares, rounding * rounding * (double)judged) * p->unit * p->unit;
    out->bic = count * log(floored / fmax(1, (double)judged)) + n * log(count);
    bri_triangle(t->rows, n, t->bench.jacobian, R);
    for (int i = 0; i < n * n; i++)
        R[i] /= inflated > 0 ? inflated : 1e-300;
    bri_singular_values(n, R, f->singular, f->direction);
    out->singular = f->singular;
    out->direction = f->direction;
    out->correlation =
        bri_deviations(n, f->singular, f->direction, f->deviation, f->correlation) ? f->correlation : NULL;
    return BRI_OK;
}

/* --- parameters --------------------------------------------------------------------------------------------------- */

static int edge_of(const bri_unknowns *k, int i, const double *at)
{
    static const double close = 1e-2, wide = 100, vanishing = 1e-4;
    const bri_unknown *w = &k->at[i];
    double low, high, value = at[i];
    if (w->scale > 0) return 0;
    bri_unknown_limits(k, i, at, &low, &high);
    bool narrow = low < 0 || (low > 0 && high < wide * low);
    double width = high - low;
    if (high - value < close * (narrow ? width : high)) return 1;
    if (narrow ? value - low < close * width : low > 0 ? value - low < close * low : value < vanishing * w->start)
        return -1;
    return 0;
}

static void judge_by_slopes(bri_fit_parameter *q, double deviation)
{
    bool weakly = !(deviation < weak);
    q->state = weakly       ? BRI_FIT_UNDETERMINED
               : q->at_edge ? (q->at_edge > 0 ? BRI_FIT_ONLY_ABOVE : BRI_FIT_ONLY_BELOW)
                            : BRI_FIT_DETERMINED;
    q->low = q->high = NAN;
}

/* An interval may end although the slopes vanish, by which the value may change by a factor e^5: at the ranges of other parameters, or where
 * the deviations jump. It bounds the parameter then, but does not determine it. size: change of the value with its coordinate, over the value. */
static void judge_by_profile(bri_fit_parameter *q, const bri_profile *found, double student, double size)
{
    q->low = found->low;
    q->high = found->high;
    q->state = isinf(q->low)    ? isinf(q->high) ? BRI_FIT_UNDETERMINED : BRI_FIT_ONLY_BELOW
               : isinf(q->high) ? BRI_FIT_ONLY_ABOVE
                                : BRI_FIT_DETERMINED;
    if (q->state == BRI_FIT_DETERMINED && !(q->weakness * size < endless)) q->state = BRI_FIT_UNDETERMINED;
    if (q->state == BRI_FIT_DETERMINED) q->error = (q->high - q->low) / (2 * student);
}

static bri_status describe_parameters(bri_task *t, bool *renewed, bri_error *err)
{
    bri_fit *f = t->fit;
    bri_unknowns *k = f->unknowns;
    bri_fit_result *out = &f->result;
    double judged = (double)(out->rows - out->at_rest), noise = out->noise / t->problem->unit;
    double student = bri_student(f->confidence, out->effective - out->unknowns);
    double rise = student * student * noise * noise * judged / out->effective;
    double at[BRI_UNKNOWNS_MAX];
    *renewed = false;
    bri_unknowns_values(k, t->minimum.u, -1, 0, at);
    for (int i = 0; i < k->count; i++) {
        bri_fit_parameter *q = &f->parameter[i];
        double low, high, here = t->minimum.u[i];
        bri_unknown_limits(k, i, at, &low, &high);
        *q = (bri_fit_parameter){.name = k->at[i].name, .unit = k->at[i].unit, .error = NAN, .min = low, .max = high};
        if (k->at[i].scale > 0) q->min = -INFINITY, q->max = INFINITY;
        q->value = at[i];
        q->weakness = f->deviation[i];
        q->at_edge = edge_of(k, i, at);
        if (!f->profile || k->at[i].minor) {
            judge_by_slopes(q, f->deviation[i]);
            double slope = (bri_unknown_from(k, i, here + 1e-4, at) - bri_unknown_from(k, i, here - 1e-4, at)) / 2e-4;
            if (q->state == BRI_FIT_DETERMINED) q->error = fabs(slope) * f->deviation[i];
            if (q->state == BRI_FIT_DETERMINED && k->at[i].minor) {
                q->low = q->value - student * q->error;
                q->high = q->value + student * q->error;
            }
            continue;
        }
        bri_profile found;
        double slope[BRI_COORDINATES_MAX];
        bri_follow(out->unknowns, f->singular, f->direction, i, slope);
        t->problem->now.stage = BRI_FIT_PROFILE;
        t->problem->now.share = 0.8 + 0.2 * i / k->count;
        if (!bri_profile_of(t->problem, &t->bench, i, rise, student * f->deviation[i], slope,
                            t->renewals < MOST_RENEWALS, &t->minimum, &found))
            return bri_fail(err, BRI_STOPPED, "the fit was stopped");
        if (found.improved) {
            *renewed = true;
            return BRI_OK;
        }
        judge_by_profile(q, &found, student, bri_unknown_relative_slope(k, i, at));
        f->profiles[i] = found;
    }
    return BRI_OK;
}

int bri_add_without_effect(bri_fit *f)
{
    const bri_unknowns *k = f->unknowns;
    int count = k->count;
    for (int i = 0; i < f->count; i++) {
        bool kept = false;
        for (int j = 0; j < k->count; j++)
            kept = kept || k->at[j].place == f->all[i].place;
        if (kept) continue;
        const bri_unknown *w = &f->all[i];
        f->parameter[count++] = (bri_fit_parameter){.name = w->name,
                                                    .unit = w->unit,
                                                    .value = w->initial,
                                                    .low = -INFINITY,
                                                    .high = INFINITY,
                                                    .error = NAN,
                                                    .min = w->min,
                                                    .max = w->max,
                                                    .state = BRI_FIT_NO_EFFECT,
                                                    .weakness = INFINITY};
    }
    return count;
}

void bri_count_determined(bri_fit *f)
{
    f->result.parameter = f->parameter;
    for (int i = 0; i < f->result.parameters; i++) {
        f->result.determined += f->parameter[i].state == BRI_FIT_DETERMINED;
        f->result.implausible += f->parameter[i].at_edge != 0;
    }
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

/* From the better minimum that a profile has found. False: stopped. */
static bool renew(bri_task *t)
{
    bri_minimum m = t->minimum;
    double squares = bri_squares(t->problem, &t->bench, m.u);
    if (!bri_minimum_from(t->problem, &t->bench, 1e-10, 30, &m)) return false;
    if (m.squares <= squares) t->minimum = m;
    return true;
}

/* Minimum and intervals; again from a better minimum that a profile has found. */
static bri_status settle(bri_task *t, bri_error *err)
{
    bri_fit_problem *p = t->problem;
    bri_fit_result *out = &t->fit->result;
    bri_status status = BRI_OK;
    if (!bri_minimum_unstick(p, &t->bench, 1e-10, UNSTICK_EVALUATIONS, &t->minimum))
        return bri_fail(err, BRI_STOPPED, "the fit was stopped");
    status = weigh(t, err);
    if (!status) status = resist_outliers(t, err);
    bool renewed = true;
    out->evaluations = p->evaluations;
    out->derivatives = p->derivatives;
    for (t->renewals = 0; !status && renewed; t->renewals++) {
        if (t->renewals && !renew(t)) return bri_fail(err, BRI_STOPPED, "the fit was stopped");
        if (!bri_minimum_with_its_steps(p, &t->bench, &t->minimum))
            return bri_fail(err, BRI_STOPPED, "the fit was stopped");
        status = spread(t, err);
        if (!status) status = describe_parameters(t, &renewed, err);
    }
    out->profile_evaluations = p->evaluations - out->evaluations;
    out->stops_early = t->minimum.exhausted;
    return status;
}

bri_status bri_task_run(bri_task *t, bri_error *err)
{
    bri_fit *f = t->fit;
    f->unknowns = t->problem->unknowns;
    f->subject = t->problem->kind->subject;
    f->along = t->problem->kind->along;
    memcpy(f->all, f->unknowns->at, sizeof f->all);
    f->count = f->unknowns->count;
    bri_status status = drop_without_effect(t, err);
    if (!status) status = bri_minimum_search(t->problem, &t->bench, &t->search, &t->minimum, err);
    return status ? status : settle(t, err);
}
