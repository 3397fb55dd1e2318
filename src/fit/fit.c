/* fit.c - a law identified from records: search, minimum, intervals */
#include "bristle/fit.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/given.h"
#include "fit/profile.h"
#include "fit/spread.h"
#include "fit/words.h"
#include "part/part.h"

enum {
    FEWEST_ROWS = 4,
    MOST_RECORDS = 40,
    MOST_STARTS = 1000,
    UNSTICK_EVALUATIONS = 60,
    MOST_RENEWALS = 3, /* profiles that begin anew from a better minimum */
    LAGS = 4000,       /* of the autocorrelation */
    ROUNDS = 3         /* of the estimate of the noise by which outliers are told */
};

static const double no_effect = 1e-9;                      /* of the largest derivative */
static const double weak = 1;                              /* standard deviation of a coordinate: a factor e */
static const double median_of_normal = 0.6744897501960817; /* of |x|, of a normal variable of deviation 1 */

static const bri_struct fit_def = BRI_STRUCT(bri_fit_def, bri_fit_defaults, user);

typedef struct task { /* a fit while it is made */
    bri_fit *fit;
    bri_fit_problem problem;
    bri_problem_record record[MOST_RECORDS];
    bri_bench bench;
    bri_minimum minimum;
    double *series; /* residuals without those at rest */
    size_t rows;
    int renewals; /* of the minimum, by profiles */
} task;

/* --- what is given ------------------------------------------------------------------------------------------------ */

static bri_status check_def(const bri_fit_def *def, bri_error *err)
{
    bri_status status = BRI_OK;
    if (!def->law) return bri_fail(err, BRI_MISSING, "a fit needs a law: bri_fit_def.law is NULL");
    if (!def->count || !def->records || def->count > MOST_RECORDS)
        status = bri_fail(err, BRI_MISSING, "a fit needs 1 to %d records, not %zu", MOST_RECORDS, def->count);
    if (!(def->starts >= 1 && def->starts <= MOST_STARTS))
        status =
            bri_fail(err, BRI_BAD_VALUE, "the number of starts is %d, and must be 1 to %d", def->starts, MOST_STARTS);
    if (!(def->confidence > 0 && def->confidence < 1))
        status = bri_fail(err, BRI_BAD_VALUE, "the confidence is %g, and must be between 0 and 1", def->confidence);
    if (!(def->huber >= 0))
        status = bri_fail(err, BRI_BAD_VALUE, "the limit of outliers is %g times the noise, and must not be negative",
                          def->huber);
    if (!(def->held_out >= 0 && def->held_out <= 0.9))
        status = bri_fail(err, BRI_BAD_VALUE, "the share that is held out is %g, and must be 0 to 0.9", def->held_out);
    if (def->sign < -1 || def->sign > 1)
        status =
            bri_fail(err, BRI_BAD_VALUE, "the sign of the forces is %d, and must be 1, -1, or 0: found", def->sign);
    for (size_t r = 0; !status && r < def->count; r++)
        if (def->records[r]->rows < FEWEST_ROWS)
            status =
                bri_fail_at(err, BRI_BAD_VALUE, def->records[r]->name,
                            "%zu rows are too few for a fit: it needs at least %d", def->records[r]->rows, FEWEST_ROWS);
    if (!status) status = bri_friction_needs(def->law, def->pair, err);
    return status;
}

/* Friction takes energy: without its mean the force on the body has the other sign than the velocity. */
static int sign_of(const bri_measurement *m)
{
    double mean = 0, speed = 0, power = 0;
    for (size_t i = 0; i < m->rows; i++) {
        mean += m->force[i] / (double)m->rows;
        speed += m->velocity[i] / (double)m->rows;
    }
    bool turns = false;
    for (size_t i = 1; i < m->rows; i++)
        turns = turns || m->velocity[i] * m->velocity[0] < 0 || m->velocity[i] * speed < 0;
    for (size_t i = 0; i < m->rows; i++)
        power += turns ? (m->force[i] - mean) * (m->velocity[i] - speed) : m->force[i] * m->velocity[i];
    return power <= 0 ? 1 : -1;
}

static void set_records(task *t, const bri_fit_def *def)
{
    bri_fit_problem *p = &t->problem;
    double squares = 0;
    size_t rows = 0;
    for (size_t r = 0; r < def->count; r++) {
        const bri_measurement *m = def->records[r];
        size_t out = (size_t)(def->held_out * (double)m->rows + 0.5);
        t->record[r] = (bri_problem_record){m, def->sign ? def->sign : sign_of(m), 0, m->rows - out, m->rows - out};
        for (size_t i = 0; i < m->rows; i++) {
            squares += m->force[i] * m->force[i];
            t->record[r].speed += fabs(m->velocity[i]) / (double)m->rows;
        }
        rows += m->rows;
        t->rows += m->rows - out;
    }
    p->record = t->record;
    p->records = (int)def->count;
    p->offsets = def->offset;
    p->starts = bri_friction_states(def->law, &t->fit->unknowns.base, 1) > 0 && def->law->steady;
    p->force = sqrt(squares / (double)rows);
    p->held = -1;
    p->progress = def->progress;
    p->user = def->user;
    p->now = (bri_fit_progress){.rms = NAN};
}

static bri_status take_room(task *t, bri_error *err)
{
    bri_fit *f = t->fit;
    bri_fit_problem *p = &t->problem;
    size_t n = (size_t)bri_problem_coordinates(p), all = 0;
    if (t->rows < n + 2) return bri_fail(err, BRI_BAD_VALUE, "%zu rows are too few for %zu unknowns", t->rows, n);
    if (t->rows * n > 1u << 30)
        return bri_fail(err, BRI_BAD_VALUE, "%zu rows and %zu unknowns are too many: average the records", t->rows, n);
    for (int r = 0; r < p->records; r++)
        all += p->record[r].record->rows;
    t->bench.residual = calloc(t->rows, sizeof(double));
    t->bench.jacobian = calloc(t->rows * n, sizeof(double));
    t->series = calloc(t->rows, sizeof(double));
    p->params = calloc(1, sizeof *p->params);
    f->record = calloc((size_t)p->records, sizeof *f->record);
    f->force = calloc(all + 1, sizeof(double));
    f->singular = calloc(n, sizeof(double));
    f->direction = calloc(n * n, sizeof(double));
    f->correlation = calloc(n * n, sizeof(double));
    if (!t->bench.residual || !t->bench.jacobian || !t->series || !p->params || !f->record || !f->force ||
        !f->singular || !f->direction || !f->correlation)
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: a fit of %zu rows", t->rows);
    return BRI_OK;
}

/* --- parameters without effect ------------------------------------------------------------------------------------ */

/* Size of the derivatives of each coordinate at u; false: stopped. */
static bool sizes_at(task *t, const double *u, double *size)
{
    bri_fit_problem *p = &t->problem;
    size_t rows = bri_problem_rows(p);
    if (!bri_problem_evaluate(p, u, NULL, t->bench.jacobian)) return false;
    for (int j = 0; j < p->unknowns->count; j++)
        for (size_t i = 0; i < rows; i++)
            size[j] = fmax(size[j], fabs(t->bench.jacobian[(size_t)j * rows + i]));
    return true;
}

/* A parameter whose derivatives are 0 at the start and at two points around it has no effect. */
static bri_status drop_without_effect(task *t, bri_error *err)
{
    bri_unknowns *k = &t->fit->unknowns;
    double size[BRI_UNKNOWNS_MAX] = {0}, u[BRI_COORDINATES_MAX] = {0}, largest = 0;
    for (int at = 0; at < 3; at++) {
        bri_unknowns_of(k, &k->base, u);
        for (int i = 0; at && i < k->count; i++)
            u[i] += (at == 1 ? 0.5 : -0.5) * (i % 2 ? 1 : -1);
        if (!sizes_at(t, u, size)) return bri_fail(err, BRI_STOPPED, "the fit was stopped");
    }
    for (int i = 0; i < k->count; i++)
        largest = fmax(largest, size[i]);
    for (int i = k->count; i-- > 0;)
        if (size[i] <= no_effect * largest) bri_unknowns_drop(k, i);
    if (!k->count)
        return bri_fail(err, BRI_NO_SOLUTION, "no parameter of %s has an effect on the force along these records",
                        k->kind->name);
    return BRI_OK;
}

/* --- noise -------------------------------------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Repeats the minimum with deviations beyond def->huber times the noise, by their median, counted linearly. */
static bri_status resist_outliers(task *t, bri_error *err)
{
    bri_fit_problem *p = &t->problem;
    for (int round = 0; t->fit->def.huber > 0 && round < ROUNDS; round++) {
        size_t kept = 0;
        p->outlier = 0;
        if (!bri_problem_evaluate(p, t->minimum.u, t->bench.residual, NULL))
            return bri_fail(err, BRI_STOPPED, "the fit was stopped");
        for (size_t i = 0; i < t->rows; i++)
            if (t->bench.residual[i] != 0) t->series[kept++] = fabs(t->bench.residual[i]);
        if (!kept) return BRI_OK;
        qsort(t->series, kept, sizeof *t->series, by_value);
        p->outlier = t->fit->def.huber * t->series[kept / 2] / median_of_normal;
        if (!bri_minimum_from(p, &t->bench, 1e-9, 60, &t->minimum))
            return bri_fail(err, BRI_STOPPED, "the fit was stopped");
    }
    return BRI_OK;
}

/* Noise, samples that count, and the slopes at the minimum. */
static bri_status spread(task *t, bri_error *err)
{
    bri_fit *f = t->fit;
    bri_fit_problem *p = &t->problem;
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
    for (int r = 0; r < p->records; at += p->record[r++].used) {
        size_t lags = p->record[r].record->time ? LAGS : 1;
        if (lags > p->record[r].used / 3 + 1) lags = p->record[r].used / 3 + 1;
        if (t->rows > 200000 && lags > 400) lags = 400; /* long records are sampled densely enough */
        bri_add_products(t->bench.residual + at, p->record[r].used, lags, sum);
    }
    for (size_t i = 0; i < t->rows; i++)
        squares += t->bench.residual[i] * t->bench.residual[i];
    double noise = sqrt(squares / freedom);
    out->squares = squares * p->force * p->force;
    out->noise = noise * p->force;
    out->rows = t->rows;
    out->unknowns = n;
    out->effective = bri_effective_samples(judged ? judged : 1, sum, LAGS);
    free(sum);
    double count = (double)t->rows, inflated = noise * sqrt((double)judged / out->effective);
    out->bic = count * log(out->squares / fmax(1, (double)judged)) + n * log(count);
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

static int edge_of(const bri_unknowns *k, int i, double value, const bri_params *params)
{
    static const double close = 1e-2, wide = 100, vanishing = 1e-4;
    const bri_unknown *w = &k->at[i];
    double low, high;
    if (w->scale > 0) return 0;
    bri_unknown_limits(k, i, params, &low, &high);
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

static void judge_by_profile(bri_fit_parameter *q, const bri_profile *found, double student)
{
    q->low = found->low;
    q->high = found->high;
    q->state = isinf(q->low)    ? isinf(q->high) ? BRI_FIT_UNDETERMINED : BRI_FIT_ONLY_BELOW
               : isinf(q->high) ? BRI_FIT_ONLY_ABOVE
                                : BRI_FIT_DETERMINED;
    if (q->state == BRI_FIT_DETERMINED) q->error = (q->high - q->low) / (2 * student);
}

static bri_status describe_parameters(task *t, bool *renewed, bri_error *err)
{
    bri_fit *f = t->fit;
    bri_unknowns *k = &f->unknowns;
    bri_fit_result *out = &f->result;
    double judged = (double)(out->rows - out->at_rest), noise = out->noise / t->problem.force;
    double student = bri_student(f->def.confidence, out->effective - out->unknowns);
    double rise = student * student * noise * noise * judged / out->effective;
    bri_params at;
    *renewed = false;
    bri_unknowns_params(k, t->minimum.u, -1, 0, &at);
    for (int i = 0; i < k->count; i++) {
        bri_fit_parameter *q = &f->parameter[i];
        double low, high, here = t->minimum.u[i];
        bri_unknown_limits(k, i, &at, &low, &high);
        *q = (bri_fit_parameter){.name = k->at[i].name, .unit = k->at[i].unit, .error = NAN, .min = low, .max = high};
        q->value = bri_unknown_value(k, i, &at);
        q->weakness = f->deviation[i];
        q->at_edge = edge_of(k, i, q->value, &at);
        if (!f->def.profile) {
            judge_by_slopes(q, f->deviation[i]);
            double slope = (bri_unknown_from(k, i, here + 1e-4, &at) - bri_unknown_from(k, i, here - 1e-4, &at)) / 2e-4;
            if (q->state == BRI_FIT_DETERMINED) q->error = fabs(slope) * f->deviation[i];
            continue;
        }
        bri_profile found;
        double slope[BRI_COORDINATES_MAX];
        bri_follow(out->unknowns, f->singular, f->direction, i, slope);
        t->problem.now.stage = BRI_FIT_PROFILE;
        t->problem.now.share = 0.8 + 0.2 * i / k->count;
        if (!bri_profile_of(&t->problem, &t->bench, i, rise, student * f->deviation[i], slope,
                            t->renewals < MOST_RENEWALS, &t->minimum, &found))
            return bri_fail(err, BRI_STOPPED, "the fit was stopped");
        if (found.improved) {
            *renewed = true;
            return BRI_OK;
        }
        judge_by_profile(q, &found, student);
        f->profile[i] = found;
    }
    return BRI_OK;
}

/* After the parameters that varied: those without effect, and the rest of shares. */
static void add_others(bri_fit *f, const bri_params *at)
{
    const bri_unknowns *k = &f->unknowns;
    int count = k->count;
    for (int i = 0; i < f->count; i++) {
        bool kept = false;
        for (int j = 0; j < k->count; j++)
            kept = kept || k->at[j].offset == f->all[i].offset;
        if (kept) continue;
        const bri_unknown *w = &f->all[i];
        double value;
        memcpy(&value, (const char *)at + w->offset, sizeof value);
        f->parameter[count++] = (bri_fit_parameter){.name = w->name,
                                                    .unit = w->unit,
                                                    .value = value,
                                                    .low = -INFINITY,
                                                    .high = INFINITY,
                                                    .error = NAN,
                                                    .min = w->min,
                                                    .max = w->max,
                                                    .state = BRI_FIT_NO_EFFECT,
                                                    .weakness = INFINITY};
    }
    if (k->shares) {
        const bri_list *list = (const bri_list *)((const char *)at + k->shares->offset);
        snprintf(f->rest, sizeof f->rest, "%s.%d", k->shares->name, list->count);
        f->parameter[count++] = (bri_fit_parameter){.name = f->rest,
                                                    .unit = f->unit_one,
                                                    .value = list->at[list->count - 1],
                                                    .low = NAN,
                                                    .high = NAN,
                                                    .error = NAN,
                                                    .min = 0,
                                                    .max = 1,
                                                    .state = BRI_FIT_REST,
                                                    .weakness = NAN};
    }
    f->result.parameters = count;
    f->result.parameter = f->parameter;
    for (int i = 0; i < count; i++) {
        f->result.determined += f->parameter[i].state == BRI_FIT_DETERMINED;
        f->result.implausible += f->parameter[i].at_edge != 0;
    }
}

/* Forces at every row, rms of those fitted and of those held out. */
static bri_status add_forces(task *t, bri_error *err)
{
    bri_fit *f = t->fit;
    bri_fit_problem *p = &t->problem;
    double squares[2] = {0}, coefficient[2] = {0};
    size_t rows[2] = {0}, loaded[2] = {0}, at = 0;
    p->outlier = 0;
    for (int r = 0; r < p->records; r++) {
        const bri_measurement *m = p->record[r].record;
        bool *held = calloc(m->rows, sizeof *held);
        if (!held) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a fit");
        bri_problem_forces(p, t->minimum.u, r, f->force + at, held);
        for (size_t i = 0; i < m->rows; i++) {
            double d = m->force[i] - f->force[at + i];
            bool out = i >= p->record[r].fitted;
            if (held[i]) continue;
            squares[out] += d * d;
            rows[out]++;
            if (m->load[i] > 0) {
                coefficient[out] += d * d / (m->load[i] * m->load[i]);
                loaded[out]++;
            }
        }
        int column = bri_problem_offset(p, r), start = bri_problem_start(p, r);
        f->record[r] = (bri_fit_record){.record = m,
                                        .sign = p->record[r].sign,
                                        .fitted = p->record[r].fitted,
                                        .force = f->force + at,
                                        .offset_error = NAN,
                                        .start = NAN};
        if (p->record[r].record->time && start >= 0) f->record[r].start = bri_start_share(t->minimum.u[start]);
        if (p->offsets) {
            f->record[r].offset = p->force * t->minimum.u[column];
            f->record[r].offset_error = f->deviation[column] < INFINITY ? p->force * f->deviation[column] : NAN;
        }
        at += m->rows;
        free(held);
    }
    bri_fit_result *out = &f->result;
    out->rms = rows[0] ? sqrt(squares[0] / (double)rows[0]) : 0;
    out->rms_coefficient = loaded[0] ? sqrt(coefficient[0] / (double)loaded[0]) : 0;
    out->predicted = rows[1] ? sqrt(squares[1] / (double)rows[1]) : NAN;
    out->predicted_coefficient = loaded[1] ? sqrt(coefficient[1] / (double)loaded[1]) : NAN;
    out->record = f->record;
    out->records = (size_t)p->records;
    return BRI_OK;
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

/* From the better minimum that a profile has found. False: stopped. */
static bool renew(task *t)
{
    bri_minimum m = t->minimum;
    double squares = bri_squares(&t->problem, &t->bench, m.u);
    if (!bri_minimum_from(&t->problem, &t->bench, 1e-10, 30, &m)) return false;
    if (m.squares <= squares) t->minimum = m;
    return true;
}

/* Minimum and intervals; again from a better minimum that a profile has found. */
static bri_status settle(task *t, bri_error *err)
{
    bri_fit_problem *p = &t->problem;
    bri_fit_result *out = &t->fit->result;
    bri_status status = BRI_OK;
    if (!bri_minimum_unstick(p, &t->bench, 1e-10, UNSTICK_EVALUATIONS, &t->minimum))
        return bri_fail(err, BRI_STOPPED, "the fit was stopped");
    status = resist_outliers(t, err);
    bool renewed = true;
    out->evaluations = p->evaluations;
    out->derivatives = p->derivatives;
    for (t->renewals = 0; !status && renewed; t->renewals++) {
        if (t->renewals && !renew(t)) return bri_fail(err, BRI_STOPPED, "the fit was stopped");
        status = spread(t, err);
        if (!status) status = describe_parameters(t, &renewed, err);
    }
    out->profile_evaluations = p->evaluations - out->evaluations;
    out->stops_early = t->minimum.exhausted;
    return status;
}

static bri_status run(task *t, bri_error *err)
{
    bri_fit *f = t->fit;
    bri_fit_problem *p = &t->problem;
    p->unknowns = &f->unknowns;
    bri_status status = bri_unknowns_choose(&f->unknowns, &f->def, err);
    memcpy(f->all, f->unknowns.at, sizeof f->all);
    f->count = f->unknowns.count;
    if (!status) status = bri_response_create(f->def.law, &f->pair, &p->response, err);
    if (!status) {
        set_records(t, &f->def);
        status = take_room(t, err);
    }
    if (!status) status = drop_without_effect(t, err);
    if (!status) status = bri_minimum_search(p, &t->bench, &f->def, &t->minimum, err);
    if (!status) status = settle(t, err);
    if (status) return status;
    bri_unknowns_params(&f->unknowns, t->minimum.u, -1, 0, &f->params);
    add_others(f, &f->params);
    f->result.law = f->def.law;
    f->result.params = &f->params;
    status = add_forces(t, err);
    if (!status) bri_fit_say(f);
    return status;
}

bri_status bri_fit_create(const bri_fit_def *def, bri_fit **fit, bri_error *err)
{
    bri_error_clear(err);
    assert(def && fit);
    bri_fit *f = NULL;
    bri_fit_def given;
    *fit = NULL;
    bri_status status = bri_given(&fit_def, def, &given, err);
    if (!status) status = check_def(&given, err);
    if (status) return status;
    const bri_least_squares_functions *solver =
        bri_part_functions(BRI_PART_CMINPACK, "fitting a law to measured data", BRI_MISSING, err);
    if (!solver) return BRI_MISSING;
    task *t = calloc(1, sizeof *t);
    f = calloc(1, sizeof *f);
    if (t && f) {
        f->def = given;
        f->pair = given.pair ? *given.pair : bri_pair_unknown();
        f->unit_one[0] = '1';
        t->fit = f;
        t->bench.solver = solver;
        status = run(t, err);
    } else {
        status = bri_fail(err, BRI_NO_MEMORY, "out of memory: a fit");
    }
    if (t) {
        bri_response_destroy(t->problem.response);
        free(t->problem.params);
        free(t->bench.residual);
        free(t->bench.jacobian);
        free(t->series);
    }
    free(t);
    if (status)
        bri_fit_destroy(f);
    else
        *fit = f;
    return status;
}

void bri_fit_destroy(bri_fit *fit)
{
    if (!fit) return;
    for (int i = 0; i < BRI_SENTENCES_MAX; i++)
        free(fit->sentence[i]);
    free(fit->record);
    free(fit->force);
    free(fit->singular);
    free(fit->direction);
    free(fit->correlation);
    free(fit);
}

const bri_fit_result *bri_fit_result_of(const bri_fit *fit) { return &fit->result; }

int bri_fit_profile(const bri_fit *fit, int parameter, const bri_fit_point **point)
{
    assert(fit && point && parameter >= 0 && parameter < fit->result.parameters);
    bool varied = parameter < fit->unknowns.count && fit->def.profile;
    *point = varied ? fit->profile[parameter].point : NULL;
    return varied ? fit->profile[parameter].points : 0;
}
