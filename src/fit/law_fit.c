/* law_fit.c - a law identified from records of friction */
#include "bristle/fit.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/given.h"
#include "fit/estimate.h"
#include "fit/law_problem.h"
#include "fit/words.h"
#include "part/part.h"

enum {
    FEWEST_ROWS = 4,
    MOST_RECORDS = 40
};

static const bri_struct fit_def = BRI_STRUCT(bri_fit_def, bri_fit_defaults, user);

typedef struct law_task { /* a fit while it is made */
    bri_task task;
    bri_law_problem problem;
    bri_law_record record[MOST_RECORDS];
} law_task;

/* --- what is given ------------------------------------------------------------------------------------------------ */

static bri_status check_def(const bri_fit_def *def, bri_error *err)
{
    bri_status status = BRI_OK;
    if (!def->law) return bri_fail(err, BRI_MISSING, "a fit needs a law: bri_fit_def.law is NULL");
    if (!def->count || !def->records || def->count > MOST_RECORDS)
        status = bri_fail(err, BRI_MISSING, "a fit needs 1 to %d records, not %zu", MOST_RECORDS, def->count);
    bri_status search = bri_check_search(def->starts, def->confidence, def->huber, def->held_out, err);
    if (search) status = search;
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

static void set_records(law_task *t, bri_law_fit *f)
{
    const bri_fit_def *def = &f->def;
    bri_law_problem *l = &t->problem;
    bri_fit_problem *p = &l->problem;
    double squares = 0;
    size_t rows = 0;
    for (size_t r = 0; r < def->count; r++) {
        const bri_measurement *m = def->records[r];
        size_t out = (size_t)(def->held_out * (double)m->rows + 0.5);
        t->record[r] = (bri_law_record){m, def->sign ? def->sign : sign_of(m), 0};
        p->in[r] = (bri_series_of){m->rows - out, m->rows - out, m->time != NULL};
        for (size_t i = 0; i < m->rows; i++) {
            squares += m->force[i] * m->force[i];
            t->record[r].speed += fabs(m->velocity[i]) / (double)m->rows;
        }
        rows += m->rows;
    }
    l->law = &f->unknowns;
    l->record = t->record;
    l->offsets = def->offset;
    l->integrates = bri_friction_states(def->law, &f->unknowns.base, 1) > 0;
    l->starts = l->integrates && def->law->steady;
    p->kind = &bri_law_problem_kind;
    p->name = def->law->kind.name;
    p->unknowns = &f->unknowns.unknowns;
    p->series = (int)def->count;
    p->further = (l->offsets + l->starts) * p->series;
    p->unit = sqrt(squares / (double)rows);
    p->held = -1;
    p->progress = def->progress;
    p->user = def->user;
    p->now = (bri_fit_progress){.rms = NAN};
}

static bri_status take_room(law_task *t, bri_law_fit *f, bri_error *err)
{
    size_t all = 0;
    bri_status status = bri_task_create(&t->task, err);
    if (status) return status;
    for (size_t r = 0; r < f->def.count; r++)
        all += f->def.records[r]->rows;
    assert(f->def.count > 0);
    t->problem.params = calloc(1, sizeof *t->problem.params);
    f->record = calloc(f->def.count, sizeof *f->record);
    f->force = calloc(all + 1, sizeof(double));
    if (!t->problem.params || !f->record || !f->force)
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: a fit of %zu rows", all);
    t->problem.coefficient = bri_measured_coefficient(&t->problem, t->task.bench.residual);
    return BRI_OK;
}

/* --- result --------------------------------------------------------------------------------------------------------- */

/* After the parameters that varied: those without effect, and the rest of shares. */
static void add_others(bri_fit *fit)
{
    bri_law_fit *f = fit->law;
    const bri_law_unknowns *k = &f->unknowns;
    int count = bri_add_without_effect(fit);
    for (int i = k->unknowns.count; i < count; i++) /* as they are in the law, where one may follow another */
        bri_params_get(k->kind, &f->params, fit->parameter[i].name, &fit->parameter[i].value, NULL);
    if (k->shares) {
        const bri_list *list = (const bri_list *)((const char *)&f->params + k->shares->offset);
        snprintf(f->rest, sizeof f->rest, "%s.%d", k->shares->name, list->count);
        fit->parameter[count++] = (bri_fit_parameter){.name = f->rest,
                                                      .unit = fit->unit_one,
                                                      .value = list->at[list->count - 1],
                                                      .low = NAN,
                                                      .high = NAN,
                                                      .error = NAN,
                                                      .min = 0,
                                                      .max = 1,
                                                      .state = BRI_FIT_REST,
                                                      .weakness = NAN};
    }
    fit->result.parameters = count;
    bri_count_determined(fit);
}

/* Forces at every row, rms of those fitted and of those held out. */
static bri_status add_forces(law_task *t, bri_fit *fit, bri_error *err)
{
    bri_law_fit *f = fit->law;
    bri_law_problem *l = &t->problem;
    bri_fit_problem *p = &l->problem;
    const double *u = t->task.minimum.u;
    double squares[2] = {0}, coefficient[2] = {0};
    size_t rows[2] = {0}, loaded[2] = {0}, at = 0;
    p->outlier = 0;
    for (int r = 0; r < p->series; r++) {
        const bri_measurement *m = t->record[r].record;
        bool *held = calloc(m->rows, sizeof *held);
        if (!held) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a fit");
        bri_law_forces(l, u, r, f->force + at, held);
        for (size_t i = 0; i < m->rows; i++) {
            double d = m->force[i] - f->force[at + i];
            bool out = i >= p->in[r].fitted;
            if (held[i]) continue;
            squares[out] += d * d;
            rows[out]++;
            if (m->load[i] > 0) {
                coefficient[out] += d * d / (m->load[i] * m->load[i]);
                loaded[out]++;
            }
        }
        int column = bri_law_offset(l, r), start = bri_law_start(l, r);
        f->record[r] = (bri_fit_record){.record = m,
                                        .sign = t->record[r].sign,
                                        .fitted = p->in[r].fitted,
                                        .force = f->force + at,
                                        .offset_error = NAN,
                                        .start = NAN};
        if (m->time && start >= 0) f->record[r].start = bri_start_share(u[start]);
        if (l->offsets) {
            f->record[r].offset = p->unit * u[column];
            f->record[r].offset_error = fit->deviation[column] < INFINITY ? p->unit * fit->deviation[column] : NAN;
        }
        at += m->rows;
        free(held);
    }
    bri_fit_result *out = &fit->result;
    out->rms = rows[0] ? sqrt(squares[0] / (double)rows[0]) : 0;
    out->rms_coefficient = loaded[0] ? sqrt(coefficient[0] / (double)loaded[0]) : 0;
    out->predicted = rows[1] ? sqrt(squares[1] / (double)rows[1]) : NAN;
    out->predicted_coefficient = loaded[1] ? sqrt(coefficient[1] / (double)loaded[1]) : NAN;
    out->record = f->record;
    out->records = (size_t)p->series;
    return BRI_OK;
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

static bri_status run(law_task *t, bri_fit *fit, bri_error *err)
{
    bri_law_fit *f = fit->law;
    bri_law_problem *l = &t->problem;
    bri_status status = bri_law_unknowns_choose(&f->unknowns, &f->def, err);
    if (!status) status = bri_response_create(f->def.law, &f->pair, &l->response, err);
    if (!status) {
        set_records(t, f);
        t->task.problem = &l->problem;
        status = take_room(t, f, err);
    }
    if (!status) status = bri_task_run(&t->task, err);
    if (status) return status;
    bri_law_params_at(&f->unknowns, t->task.minimum.u, -1, 0, &f->params);
    add_others(fit);
    fit->result.law = f->def.law;
    fit->result.params = &f->params;
    fit->result.unit = "N";
    status = add_forces(t, fit, err);
    if (!status) bri_fit_say(fit);
    return status;
}

bri_status bri_fit_create(const bri_fit_def *def, bri_fit **fit, bri_error *err)
{
    bri_error_clear(err);
    assert(def && fit);
    bri_fit_def given;
    *fit = NULL;
    bri_status status = bri_given(&fit_def, def, &given, err);
    if (!status) status = check_def(&given, err);
    if (status) return status;
    const bri_least_squares_functions *solver =
        bri_part_functions(BRI_PART_CMINPACK, "fitting a law to measured data", BRI_MISSING, err);
    if (!solver) return BRI_MISSING;
    law_task *t = calloc(1, sizeof *t);
    bri_fit *f = calloc(1, sizeof *f);
    if (f) f->law = calloc(1, sizeof *f->law);
    if (t && f && f->law) {
        f->law->def = given;
        f->law->pair = given.pair ? *given.pair : bri_pair_unknown();
        f->confidence = given.confidence;
        f->huber = given.huber;
        f->profile = given.profile;
        f->unit_one[0] = '1';
        t->task = (bri_task){.fit = f, .bench.solver = solver, .search = {given.starts, given.seed, 0}};
        status = run(t, f, err);
    } else {
        status = bri_fail(err, BRI_NO_MEMORY, "out of memory: a fit");
    }
    if (t) {
        bri_response_destroy(t->problem.response);
        free(t->problem.params);
        bri_task_destroy(&t->task);
    }
    free(t);
    if (status)
        bri_fit_destroy(f);
    else
        *fit = f;
    return status;
}
