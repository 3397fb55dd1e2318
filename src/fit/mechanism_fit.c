/* mechanism_fit.c - numbers of a mechanism identified from records of its motion */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/given.h"
#include "base/text.h"
#include "fit/estimate.h"
#include "fit/mechanism_problem.h"
#include "fit/words.h"
#include "model/path.h"
#include "part/part.h"

enum {
    MOST_RECORDS = 40,
    MOST_LINKS = 40,
    FIRST_ROWS = 12, /* from which initial values are found, or a twentieth of a record */
    FIRST_EVALUATIONS = 40
};

static const double usual_rtol = 1e-8;

static const bri_struct fit_def = BRI_STRUCT(bri_mechanism_fit_def, bri_mechanism_fit_defaults, user);

typedef struct mechanism_task { /* a fit while it is made */
    bri_task task;
    bri_mechanism_problem problem;
    bri_arena arena;
    bool *rests; /* of each interface: it sticks in some record */
    int interfaces;
    const char **interface;
} mechanism_task;

/* --- what is given -------------------------------------------------------------------------------------------------- */

static bri_status check_def(const bri_mechanism_fit_def *def, bri_error *err)
{
    bri_status status = BRI_OK;
    if (!def->model) return bri_fail(err, BRI_MISSING, "a fit of a mechanism needs a model: its model is NULL");
    if (!def->count || !def->motions || def->count > MOST_RECORDS)
        status = bri_fail(err, BRI_MISSING, "a fit needs 1 to %d records, not %zu", MOST_RECORDS, def->count);
    if (!def->matches || def->matches > MOST_LINKS || def->inputs > MOST_LINKS)
        status = bri_fail(err, BRI_MISSING,
                          "a fit of a mechanism needs 1 to %d channels that were measured, and at most so many inputs",
                          MOST_LINKS);
    if (!status && def->count * def->matches > BRI_SERIES_MAX)
        status = bri_fail(err, BRI_BAD_VALUE, "%zu records of %zu columns are too many: at most %d in all", def->count,
                          def->matches, BRI_SERIES_MAX);
    if (!status && def->offset && def->count * def->matches > BRI_UNKNOWNS_MAX)
        status = bri_fail(err, BRI_BAD_VALUE, "the offsets of %zu records of %zu columns are too many: at most %d",
                          def->count, def->matches, BRI_UNKNOWNS_MAX);
    if (!def->varied && !def->owned)
        status = bri_fail(err, BRI_MISSING, "nothing varies: name numbers of the model, such as joint.friction.mu_k");
    bri_status search = bri_check_search(def->starts, def->confidence, def->huber, def->held_out, err);
    bool any = false;
    for (size_t r = 0; !status && r < def->count; r++)
        any = any || !def->motions[r].predicted;
    if (!status && !any)
        status = bri_fail(err, BRI_BAD_VALUE, "all records are predicted: one at least must be fitted");
    return status ? status : search;
}

static bri_status set_problem(mechanism_task *t, bri_mechanism *m, const bri_mechanism_fit_def *def, bri_error *err)
{
    bri_mechanism_problem *q = &t->problem;
    bri_fit_problem *p = &q->problem;
    double rtol = NAN;
    q->mechanism = m;
    q->model = def->model;
    q->offsets = def->offset;
    q->scale = bri_arena_take(&t->arena, (size_t)m->matches, sizeof *q->scale);
    q->channels = bri_arena_take(&t->arena, (size_t)m->matches + 1, sizeof *q->channels);
    if (t->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a fit");
    for (int i = 0; i < m->matches; i++) {
        q->scale[i] = m->size[i];
        q->channels[i] = m->channel[i];
    }
    bri_model_get(def->model, "run.rtol", &rtol, NULL);
    q->rtol = def->rtol > 0 ? def->rtol : rtol < usual_rtol ? rtol : usual_rtol;
    p->kind = &bri_mechanism_problem_kind;
    p->name = "the mechanism";
    p->unknowns = &m->unknowns;
    p->series = m->records * m->matches;
    for (int i = 0; i < p->series; i++)
        p->in[i] = (bri_series_of){m->record[i / m->matches].fitted, m->record[i / m->matches].fitted, true};
    p->further = def->offset ? p->series : 0;
    p->unit = m->matches == 1 ? q->scale[0] : 1;
    p->held = -1;
    p->progress = def->progress;
    p->user = def->user;
    p->now = (bri_fit_progress){.rms = NAN};
    return BRI_OK;
}

/* Runs all records with the start values: what fails there is said as it is, and a run is not to take many times more steps. */
static bri_status try_start(mechanism_task *t, bri_error *err)
{
    bri_mechanism *m = t->problem.mechanism;
    double value[BRI_UNKNOWNS_MAX];
    long most = 0;
    for (int i = 0; i < m->unknowns.count; i++)
        value[i] = m->unknowns.at[i].start;
    bri_status status = BRI_OK;
    for (int r = 0; !status && r < m->records; r++) {
        bri_result *result = NULL;
        status = bri_mechanism_set(&t->problem, r, value, err);
        if (!status) status = bri_mechanism_run(&t->problem, r, m->record[r].rows, NULL, &result, err);
        if (!status && result->statistics->steps > most) most = result->statistics->steps;
        bri_result_destroy(result);
    }
    t->problem.most_steps = 100 * most + 20000;
    return status;
}

/* --- initial values ------------------------------------------------------------------------------------------------- */

/* Initial values of each record, from its first rows alone: the start of the search. */
static bri_status find_initial_values(mechanism_task *t, bri_error *err)
{
    bri_fit_problem *p = &t->problem.problem;
    bri_mechanism *m = t->problem.mechanism;
    for (int r = 0; r < m->records && !p->stopped; r++) {
        int which[BRI_UNKNOWNS_MAX], count = 0;
        size_t rows = m->record[r].fitted / 20 > FIRST_ROWS ? m->record[r].fitted / 20 : FIRST_ROWS;
        bri_minimum at = {.squares = INFINITY};
        for (int i = 0; i < m->unknowns.count; i++)
            if (m->number[m->unknowns.at[i].place].record == r) which[count++] = i;
        if (rows > m->record[r].fitted) rows = m->record[r].fitted;
        if (!count || rows * (size_t)m->matches < (size_t)count) continue;
        for (int i = 0; i < p->series; i++)
            p->in[i].used = i / m->matches == r ? rows : 0;
        p->kind->put_start(p, 0, NULL, at.u);
        if (isfinite(bri_squares(p, &t->task.bench, at.u)) &&
            bri_minimum_among(p, &t->task.bench, which, count, 1e-6, FIRST_EVALUATIONS, &at)) {
            double value[BRI_UNKNOWNS_MAX];
            bri_unknowns_values(p->unknowns, at.u, -1, 0, value);
            for (int i = 0; i < count; i++)
                m->unknowns.at[which[i]].start = value[which[i]];
        }
    }
    bri_problem_lengthen(p);
    return p->stopped ? bri_fail(err, BRI_STOPPED, "the fit was stopped") : BRI_OK;
}

/* --- result --------------------------------------------------------------------------------------------------------- */

/* The values of a record's columns at all of its rows. */
static void put_columns(mechanism_task *t, int record, const bri_result *result)
{
    bri_mechanism_problem *q = &t->problem;
    bri_mechanism *m = q->mechanism;
    bri_mechanism_record *r = &m->record[record];
    for (int i = 0; i < m->matches; i++) {
        int series = record * m->matches + i, offset = bri_mechanism_offset(q, series);
        int column = bri_table_find(result->channels, m->channel[i]);
        double *value = r->values + (size_t)i * r->rows, squares[2] = {0}, rows[2] = {0};
        const double *measured = r->measured + (size_t)i * r->rows;
        bri_fit_column *out = &m->out[series];
        *out = (bri_fit_column){.record = r->name,
                                .channel = m->channel[i],
                                .column = m->column[i],
                                .unit = m->unit[i],
                                .rows = r->rows,
                                .fitted = r->fitted,
                                .bad = r->bad,
                                .time = r->time,
                                .measured = measured,
                                .value = value,
                                .offset_error = NAN};
        if (offset >= 0) {
            double deviation = t->task.fit->deviation[offset];
            out->offset = m->size[i] * t->task.minimum.u[offset];
            if (isfinite(deviation)) out->offset_error = m->size[i] * deviation;
        }
        for (size_t k = 0; k < r->rows; k++) {
            value[k] = k < result->channels->rows ? bri_table_row(result->channels, k)[column] + out->offset : NAN;
            squares[k >= r->fitted] += (measured[k] - value[k]) * (measured[k] - value[k]);
            rows[k >= r->fitted]++;
        }
        out->rms = rows[0] > 0 ? sqrt(squares[0] / rows[0]) : NAN;
        out->predicted = rows[1] > 0 ? sqrt(squares[1] / rows[1]) : NAN;
    }
}

/* Which interfaces stick within the rows that are fitted. */
static bri_status find_rests(mechanism_task *t, int record, const bri_result *result, bri_error *err)
{
    const bri_mechanism_record *r = &t->problem.mechanism->record[record];
    if (!t->rests) {
        t->interfaces = result->friction_summaries;
        t->rests = bri_arena_take(&t->arena, (size_t)t->interfaces + 1, sizeof *t->rests);
        t->interface = bri_arena_take(&t->arena, (size_t)t->interfaces + 1, sizeof *t->interface);
    }
    for (int i = 0; !t->arena.failed && i < t->interfaces; i++) {
        t->interface[i] = bri_arena_text(&t->arena, "%s", result->friction_summary[i]->name);
        for (int e = 0; e < result->events && r->fitted; e++)
            if (result->event[e]->time <= r->run_time[r->fitted - 1] && !strcmp(result->event[e]->event, "sticks") &&
                !strcmp(result->event[e]->joint, t->interface[i]))
                t->rests[i] = true;
    }
    return t->arena.failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: a fit") : BRI_OK;
}

/* Runs all records over all rows with the values that were found. */
static bri_status add_columns(mechanism_task *t, bri_error *err)
{
    bri_mechanism *m = t->problem.mechanism;
    bri_fit_result *out = &t->task.fit->result;
    double value[BRI_UNKNOWNS_MAX], squares[2] = {0}, rows[2] = {0};
    bri_unknowns_values(&m->unknowns, t->task.minimum.u, -1, 0, value);
    bri_status status = BRI_OK;
    for (int r = 0; !status && r < m->records; r++) {
        bri_result *result = NULL;
        status = bri_mechanism_set(&t->problem, r, value, err);
        if (!status) status = bri_mechanism_run(&t->problem, r, m->record[r].rows, NULL, &result, err);
        if (result && (!status || result->partial) && m->record[r].fitted < m->record[r].rows)
            status = BRI_OK; /* a prediction may end early */
        if (!status && result) {
            put_columns(t, r, result);
            status = find_rests(t, r, result, err);
        }
        bri_result_destroy(result);
    }
    if (status) return status;
    out->columns = (size_t)(m->records * m->matches);
    out->column = m->out;
    out->unit = m->matches == 1 ? m->unit[0] : "";
    for (size_t i = 0; i < out->columns; i++) {
        double fitted = (double)m->out[i].fitted, others = (double)(m->out[i].rows - m->out[i].fitted);
        if (fitted > 0) squares[0] += fitted * m->out[i].rms * m->out[i].rms, rows[0] += fitted;
        if (others > 0) squares[1] += others * m->out[i].predicted * m->out[i].predicted, rows[1] += others;
    }
    out->rms = m->matches == 1 ? sqrt(squares[0] / rows[0]) : NAN;
    out->predicted = m->matches == 1 && rows[1] > 0 ? sqrt(squares[1] / rows[1]) : NAN;
    out->rms_coefficient = out->predicted_coefficient = NAN;
    return BRI_OK;
}

/* --- sentences ------------------------------------------------------------------------------------------------------ */

/* Whether an interface with the number of a path was ever at rest; *name: the interface. */
static bool comes_to_rest(const mechanism_task *t, const char *path, const char **name)
{
    for (int i = 0; i < t->interfaces; i++) {
        size_t length = strlen(t->interface[i]);
        if (strncmp(path, t->interface[i], length) != 0 || path[length] != '.') continue;
        *name = t->interface[i];
        if (t->rests[i]) return true;
    }
    return *name == NULL;
}

static void say_static(mechanism_task *t, const bri_model *model)
{
    const bri_fit_result *out = &t->task.fit->result;
    for (int i = 0; i < out->parameters; i++) {
        const bri_fit_parameter *q = &out->parameter[i];
        bri_number_row row;
        const char *name = NULL;
        bri_text text = {0};
        if (q->state == BRI_FIT_DETERMINED || q->record) continue;
        if (bri_model_row(model, q->name, &row, NULL) || row.role != BRI_ROLE_STATIC) continue;
        if (comes_to_rest(t, q->name, &name)) continue;
        bri_text_add(&text, "%s never comes to rest in these records: %s shows where it sticks", name, q->name);
        bri_fit_add_sentence(t->task.fit, &text);
    }
}

static void say_differences(mechanism_task *t)
{
    bri_text text = {0};
    if (!t->problem.differences) return;
    bri_text_add(
        &text,
        "%ld derivatives do not exist, and were replaced by differences over wider steps; the first one because "
        "%s",
        t->problem.differences, t->problem.why);
    bri_fit_add_sentence(t->task.fit, &text);
}

/* --- the whole ------------------------------------------------------------------------------------------------------ */

static void finish_parameters(mechanism_task *t)
{
    bri_fit *f = t->task.fit;
    bri_mechanism *m = f->mechanism;
    f->result.parameters = bri_add_without_effect(f);
    for (int i = 0; i < m->numbers; i++)
        m->fitted[i] = f->all[i].initial;
    for (int i = 0; i < f->unknowns->count; i++)
        m->fitted[f->unknowns->at[i].place] = f->parameter[i].value;
    for (int i = 0, dropped = f->unknowns->count; i < f->count; i++) { /* those without effect follow in their order */
        size_t place = f->all[i].place;
        int at = 0;
        while (at < f->unknowns->count && f->unknowns->at[at].place != place)
            at++;
        bri_fit_parameter *q = &f->parameter[at < f->unknowns->count ? at : dropped++];
        if (m->number[place].record >= 0) q->record = m->record[m->number[place].record].name;
    }
    bri_count_determined(f);
}

static bri_status run(mechanism_task *t, const bri_mechanism_fit_def *def, bri_error *err)
{
    bri_fit *f = t->task.fit;
    bri_mechanism *m = f->mechanism;
    bri_status status = bri_mechanism_prepare(m, def, err);
    if (!status) status = set_problem(t, m, def, err);
    if (!status) status = try_start(t, err);
    if (status) return status;
    t->task.problem = &t->problem.problem;
    status = bri_task_create(&t->task, err);
    if (!status) status = find_initial_values(t, err);
    if (!status) status = bri_task_run(&t->task, err);
    if (status) return status;
    finish_parameters(t);
    f->result.sequences = t->task.search.sequences;
    f->result.differences = t->problem.differences;
    status = add_columns(t, err);
    if (status) return status;
    bri_fit_say(f);
    say_static(t, def->model);
    say_differences(t);
    return BRI_OK;
}

bri_status bri_mechanism_fit_create(const bri_mechanism_fit_def *def, bri_fit **fit, bri_error *err)
{
    bri_error_clear(err);
    assert(def && fit);
    bri_mechanism_fit_def given;
    *fit = NULL;
    bri_status status = bri_given(&fit_def, def, &given, err);
    if (!status) status = check_def(&given, err);
    if (status) return status;
    const bri_least_squares_functions *solver =
        bri_part_functions(BRI_PART_CMINPACK, "fitting a mechanism to measured data", BRI_MISSING, err);
    if (!solver) return BRI_MISSING;
    mechanism_task *t = calloc(1, sizeof *t);
    bri_fit *f = calloc(1, sizeof *f);
    if (f) f->mechanism = calloc(1, sizeof *f->mechanism);
    if (t && f && f->mechanism) {
        f->confidence = given.confidence;
        f->huber = given.huber;
        f->profile = given.profile;
        f->unit_one[0] = '1';
        t->task = (bri_task){.fit = f, .bench.solver = solver, .search = {given.starts, given.seed, 0}};
        status = run(t, &given, err);
    } else {
        status = bri_fail(err, BRI_NO_MEMORY, "out of memory: a fit");
    }
    if (t) {
        bri_arena_free(&t->arena);
        bri_task_destroy(&t->task);
    }
    free(t);
    if (status)
        bri_fit_destroy(f);
    else
        *fit = f;
    return status;
}

bri_status bri_mechanism_fit_apply(const bri_fit *fit, bri_model *model, bri_error *err)
{
    bri_error_clear(err);
    assert(fit && model);
    const bri_mechanism *m = fit->mechanism;
    if (!m) return bri_fail(err, BRI_BAD_VALUE, "a law was fitted, and no mechanism: its parameters are in the result");
    bri_status status = BRI_OK;
    for (int i = 0; !status && i < m->numbers; i++)
        if (m->number[i].record < 0 || m->records == 1)
            status = bri_mechanism_put(&m->number[i], model, m->fitted[i], err);
    return status;
}

bri_status bri_mechanism_fit_read_range(const bri_model *model, bri_units *units, const char *text,
                                        char name[BRI_PATH_MAX], bri_fit_range *range, bri_error *err)
{
    bri_error_clear(err);
    assert(model && text && name && range);
    char unit[BRI_WORD_ROOM];
    double value;
    size_t length = strcspn(text, " =");
    const char *behind = text + length + strspn(text + length, " ");
    snprintf(name, BRI_PATH_MAX, "%.*s", (int)(length < BRI_PATH_MAX ? length : BRI_PATH_MAX - 1), text);
    *range = (bri_fit_range){.name = name};
    bri_status status = bri_model_get(model, name, &value, err);
    if (!status) status = bri_model_unit(model, name, unit, err);
    if (status || !*behind) return status;
    if (strncmp(behind, "in ", 3) != 0)
        return bri_fail(err, BRI_BAD_VALUE, "'%.100s' is not understood: write '%s' or '%s in 0.05..1'", text, name,
                        name);
    return bri_fit_read_ends(units, name, behind + 3 + strspn(behind + 3, " "), unit, range, err);
}
