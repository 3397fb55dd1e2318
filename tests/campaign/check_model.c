/* check_model.c - one model file against the properties that every run has */
#include "check_model.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bristle/bristle.h"
#include "model/model.h"
#include "sim/sim.h"

enum {
    MOST_STEPS = 4000, /* of a run; models are drawn so that most need some hundred */
    TIGHTER = 100,     /* tolerance of the runs that settle a difference, as a divisor */
};
static const double far_apart = 100;        /* times rtol: positions over the size of the mechanism, angles in rad */
static const double perturbation = 1e-7;    /* of all masses and of gravity, to find how sensitive a motion is */
static const double energy_alarm = 1e-3;    /* of the turnover: bristle run ends with exit status 1 */
static const double energy_rounding = 1e-9; /* of the energy scale */

typedef struct subject {
    bri_model *model;
    bri_system *system;
    finding found;
} subject;

static void find(subject *s, outcome what, const char *format, ...) BRI_PRINTF(3, 4);
static void find(subject *s, outcome what, const char *format, ...)
{
    va_list values;
    if (s->found.outcome >= what) return; /* the worst counts */
    s->found.outcome = what;
    va_start(values, format);
    vsnprintf(s->found.what, sizeof s->found.what, format, values);
    va_end(values);
}

/* --- runs ------------------------------------------------------------------------------------------------------------------ */

typedef struct attempt {
    bri_result *result; /* NULL: not even a part */
    bri_status status;
    char why[512];
    int left; /* steps until it is cut off */
} attempt;

static bool goes_on(double time, double share, void *user)
{
    (void)time, (void)share;
    return --((attempt *)user)->left > 0;
}

static attempt run_system(subject *s, const bri_system *system, bri_run_def def)
{
    attempt a = {.left = MOST_STEPS};
    bri_error err = {0};
    def.progress = goes_on;
    def.user = &a;
    a.status = bri_run(system, &def, &a.result, &err);
    snprintf(a.why, sizeof a.why, "%s", err.what);
    s->found.runs++;
    if (a.status && !err.what[0]) find(s, MUTE, "%s without a sentence", bri_status_name(a.status));
    return a;
}

static bool is_cut(const attempt *a) { return a->status == BRI_STOPPED; }
static void attempt_end(attempt *a) { bri_result_destroy(a->result); }

static double rtol_of(const subject *s)
{
    const bri_run_params *run = bri_model_root(s->model)->run.params;
    return isnan(run->rtol) ? s->system->gaps ? 1e-7 : 1e-6 : run->rtol;
}

/* --- numbers, energy --------------------------------------------------------------------------------------------------------- */

/* In the last state of a run that ended early, forces and accelerations may not exist; it is a row in any case. */
static bool may_be_nan(const subject *s, const bri_result *result, size_t row, size_t column)
{
    const bri_table *table = result->channels;
    if (!result->partial || row + 1 < table->rows) return false;
    for (int i = 0; i < s->system->channels; i++)
        if (!strcmp(s->system->channel[i].name, table->column[column].name)) return !s->system->follows[i];
    return false;
}

static void look_for_nan(subject *s, const bri_result *result)
{
    const bri_table *table = result->channels;
    if (!table->rows || !(table->value[(table->rows - 1) * table->columns] >= result->end))
        find(s, NOT_A_NUMBER, "no row at the end, t = %g s", result->end);
    for (size_t row = 0; row < table->rows; row++)
        for (size_t c = 0; c < table->columns; c++)
            if (!isfinite(table->value[row * table->columns + c]) && !may_be_nan(s, result, row, c)) {
                find(s, NOT_A_NUMBER, "%s is %g at t = %g s", table->column[c].name,
                     table->value[row * table->columns + c], table->value[row * table->columns]);
                return;
            }
    if (!isfinite(result->energy_error)) find(s, NOT_A_NUMBER, "energy balance error");
}

static bool is_open(const bri_result *result)
{
    double alarm = energy_alarm * result->energy_turnover + energy_rounding * result->energy_scale;
    return fabs(result->energy_error) > alarm || fabs(result->energy_drift) > alarm;
}

/* An alarm is an answer, but not where a tight tolerance raises it as well. */
static void look_at_energy(subject *s, const bri_result *result)
{
    if (!is_open(result)) return;
    attempt tight = run_system(s, s->system, (bri_run_def){.size = sizeof(bri_run_def), .rtol = rtol_of(s) / TIGHTER});
    if (is_cut(&tight))
        find(s, SLOW, "energy balance error %.3g of %.3g J; tight run cut off", result->energy_error,
             result->energy_turnover);
    else if (!tight.status && is_open(tight.result))
        find(s, ENERGY, "energy balance error %.3g of %.3g J, tight %.3g of %.3g J", result->energy_error,
             result->energy_turnover, tight.result->energy_error, tight.result->energy_turnover);
    else
        find(s, SAID, "energy balance error %.3g of %.3g J", result->energy_error, result->energy_turnover);
    attempt_end(&tight);
}

/* --- the same bits ------------------------------------------------------------------------------------------------------------ */

static bool same(double a, double b) { return !memcmp(&a, &b, sizeof a); }

static bool same_events(const bri_result *a, const bri_result *b)
{
    bool equal = a->events == b->events;
    for (int i = 0; equal && i < a->events; i++)
        equal = same(a->event[i]->time, b->event[i]->time) && !strcmp(a->event[i]->what, b->event[i]->what);
    return equal;
}

static bool same_energies(const bri_result *a, const bri_result *b)
{
    bool equal = a->terms == b->terms && same(a->energy_error, b->energy_error);
    for (int i = 0; equal && i < a->terms; i++)
        equal = same(a->term[i]->energy, b->term[i]->energy);
    return equal;
}

static bool same_effort(const bri_statistics *a, const bri_statistics *b)
{
    return a->steps == b->steps && a->rejected == b->rejected && a->events == b->events &&
           a->evaluations == b->evaluations && a->solves == b->solves && a->iterations == b->iterations;
}

/* Rows of b, four times as many, at the times of a, in the channels that both have. NULL: they are the same. */
static const char *other_row(bri_table *a, bri_table *b)
{
    for (size_t i = 0, k = 0; i < a->rows && k < b->rows;) {
        const double *first = bri_table_row(a, i), *second = bri_table_row(b, k);
        for (size_t c = 0; first[0] == second[0] && c < b->columns; c++) {
            int column = bri_table_find(a, b->column[c].name);
            if (column >= 0 && !same(first[column], second[c]) && !(isnan(first[column]) && isnan(second[c])))
                return b->column[c].name;
        }
        i += first[0] <= second[0];
        k += second[0] <= first[0];
    }
    return NULL;
}

static bool collect(const char *piece, size_t length, void *user)
{
    bri_text_add_n(user, piece, length);
    return true;
}

/* Written and read again, the model is the same. NULL: it is refused. */
static bri_system *read_again(subject *s)
{
    bri_text text = {0};
    bri_model *again = NULL;
    bri_system *system = NULL;
    bri_error err = {0};
    if (bri_model_write(s->model, collect, &text, &err) ||
        bri_model_parse(text.at, text.length, "again", &again, &err) || bri_system_build(again, &system, &err))
        find(s, BITS, "written and read again: %.200s", err.what);
    bri_model_destroy(again);
    bri_text_free(&text);
    return system;
}

/* Other rows and channels, of the model written and read again, leave the motion as it is. */
static void look_at_bits(subject *s, const attempt *a)
{
    const bri_column *channel = NULL;
    int channels = bri_system_channels(s->system, &channel);
    const bri_run_params *run = bri_model_root(s->model)->run.params;
    const char *const some[] = {channel[channels / 2].name, channel[channels - 1].name, NULL};
    bri_system *again = read_again(s);
    if (!again) return;
    attempt b = run_system(s, again,
                           (bri_run_def){.size = sizeof(bri_run_def), .interval = run->interval / 4, .channels = some});
    const char *other = !a->result || !b.result ? NULL : other_row(a->result->channels, b.result->channels);
    if (a->status != b.status || strcmp(a->why, b.why) != 0 || !a->result != !b.result)
        find(s, BITS, "'%.90s', and with other rows '%.90s'", a->why, b.why);
    else if (a->result && !same_effort(a->result->statistics, b.result->statistics))
        find(s, BITS, "with other rows, %ld steps are %ld", a->result->statistics->steps, b.result->statistics->steps);
    else if (a->result && !same_events(a->result, b.result))
        find(s, BITS, "with other rows, events are others");
    else if (a->result && !same_energies(a->result, b.result))
        find(s, BITS, "with other rows, energies are others");
    else if (other)
        find(s, BITS, "with other rows, channel %s is another", other);
    attempt_end(&b);
    bri_system_destroy(again);
}

static char *bytes_at(bri_sim *sim, double t)
{
    char *bytes = malloc(bri_sim_state_size(sim));
    bri_sim_advance(sim, t, NULL);
    if (bytes) bri_sim_save(sim, bytes);
    return bytes;
}

/* Saved half way and restored in another simulation, the second half is the same. Requires a run that does not end early. */
static void look_at_replay(subject *s)
{
    bri_run_def def = bri_run_defaults();
    bri_sim *one = NULL, *other = NULL;
    if (bri_sim_create(s->system, &def, &one, NULL) || bri_sim_create(s->system, &def, &other, NULL)) {
        find(s, REPLAY, "a simulation cannot be made after a run");
    } else {
        double until = bri_sim_until(one), start = bri_sim_time(one);
        size_t size = bri_sim_state_size(one);
        char *half = bytes_at(one, start + 0.5 * (until - start)), *end = bytes_at(one, until), *again = NULL;
        if (bri_sim_restore(other, half, size, NULL))
            find(s, REPLAY, "its own bytes are refused");
        else if (again = bytes_at(other, until), memcmp(end, again, size) != 0)
            find(s, REPLAY, "the second half is another after save and restore");
        free(half), free(end), free(again);
        s->found.runs += 2;
    }
    bri_sim_destroy(one);
    bri_sim_destroy(other);
}

/* --- unlike integrators ----------------------------------------------------------------------------------------------------------- */

static bool is_place(const bri_column *column)
{
    const char *dot = strrchr(column->name, '.');
    return dot && column->name[0] == 'b' && (!strcmp(dot, ".x") || !strcmp(dot, ".y") || !strcmp(dot, ".angle"));
}

/* Largest difference of positions, over the size of the mechanism, and of angles, rad or of the angle turned. */
static double apart(const subject *s, const bri_result *a, const bri_result *b)
{
    const bri_table *one = a->channels, *two = b->channels;
    double most = 0;
    for (size_t row = 0; row < one->rows && row < two->rows; row++)
        for (size_t c = 0; c < one->columns; c++) {
            const double *first = &one->value[row * one->columns], *second = &two->value[row * two->columns];
            if (!is_place(&one->column[c]) || first[0] != second[0]) continue;
            bool turns = !strcmp(one->column[c].unit, "rad");
            double size = turns ? fmax(1, fabs(first[c])) : s->system->length;
            most = fmax(most, fabs(first[c] - second[c]) / size);
        }
    return most;
}

/* How far a run departs that starts from slightly other masses and gravity, over that change. */
static double sensitivity_of(subject *s, const bri_result *tight, const char *integrator)
{
    bri_model *model = NULL;
    bri_system *system = NULL;
    double most = INFINITY;
    char path[64];
    if (bri_model_copy(s->model, &model, NULL)) return INFINITY;
    const bri_model_params *root = bri_model_root(model);
    for (int i = 0; i < root->bodies.count; i++) {
        double mass = 1;
        snprintf(path, sizeof path, "%s.mass", root->bodies.at[i].name);
        bri_model_get(model, path, &mass, NULL);
        bri_model_set(model, path, mass * (1 + perturbation * (i % 2 ? 1 : -1)), NULL);
    }
    bri_model_set(model, "gravity.x", perturbation * 9.81, NULL);
    if (!bri_system_build(model, &system, NULL)) {
        attempt other = run_system(
            s, system,
            (bri_run_def){.size = sizeof(bri_run_def), .integrator = integrator, .rtol = rtol_of(s) / TIGHTER});
        if (!other.status) most = apart(s, tight, other.result) / perturbation;
        attempt_end(&other);
    }
    bri_system_destroy(system);
    bri_model_destroy(model);
    return most;
}

/* The two runs differ: the default one, a, is right where any tight run confirms it. If tight runs agree with each other, it is
 * wrong, and if they do not, nobody knows; unless the motion is sensitive. */
static void settle(subject *s, const attempt *a, const attempt *b, double difference)
{
    const char *names[] = {a->result->statistics->integrator, b->result->statistics->integrator, "rodas4"};
    double rtol = rtol_of(s), nearest = INFINITY, agree = INFINITY;
    attempt tight[3];
    bool cut = false;
    for (int i = 0; i < 3; i++) {
        tight[i] = run_system(
            s, s->system, (bri_run_def){.size = sizeof(bri_run_def), .integrator = names[i], .rtol = rtol / TIGHTER});
        cut = cut || is_cut(&tight[i]);
        if (tight[i].status) continue;
        nearest = fmin(nearest, apart(s, a->result, tight[i].result));
        for (int k = 0; k < i; k++)
            if (!tight[k].status) agree = fmin(agree, apart(s, tight[k].result, tight[i].result));
    }
    double sensitivity = tight[0].status ? INFINITY : sensitivity_of(s, tight[0].result, names[0]);
    double allowed = far_apart * rtol * fmax(1, sensitivity);
    outcome what = nearest <= allowed ? SENSITIVE : cut ? SLOW : agree <= allowed ? INACCURATE : DISAGREES;
    find(s, what, "%s and %s: %.2g apart; tight runs: %.2g from the default, %.2g apart; sensitivity %.2g", names[0],
         names[1], difference, nearest, agree, sensitivity);
    for (int i = 0; i < 3; i++)
        attempt_end(&tight[i]);
}

/* Friction at rest that a rigid-body model does not determine may differ; the summary says so. */
static bool is_said(const bri_result *result)
{
    return result->redundancy->friction[0] != '\0' || result->redundancy->is_incoherent || is_open(result);
}

/* Reactions of the step before: an error of the order of the step, which the manual says. */
static bool is_lagged(const subject *s)
{
    return ((const bri_run_params *)bri_model_root(s->model)->run.params)->coupling == BRI_COUPLING_LAGGED;
}

static void look_at_unlike(subject *s, const attempt *a)
{
    bool is_explicit = !a->result || !strcmp(a->result->statistics->integrator, "dopri5") ||
                       !strcmp(a->result->statistics->integrator, "imex4");
    attempt b = run_system(s, s->system,
                           (bri_run_def){.size = sizeof(bri_run_def), .integrator = is_explicit ? "radau5" : "dopri5"});
    if (is_cut(&b)) { /* too stiff for an explicit method, perhaps */
        attempt_end(&b);
        b = run_system(s, s->system,
                       (bri_run_def){.size = sizeof(bri_run_def), .integrator = is_explicit ? "rodas4" : "radau5"});
    }
    double difference = a->result && b.result ? apart(s, a->result, b.result) : 0;
    if (b.result) look_for_nan(s, b.result);
    if (is_cut(&b))
        find(s, SLOW, "%s is cut off", b.result->statistics->integrator);
    else if (a->status != b.status)
        find(s, UNCERTAIN, "%s: '%.80s', %s: '%.80s'", a->result->statistics->integrator, a->why,
             b.result ? b.result->statistics->integrator : "other", b.why);
    else if (difference > far_apart * rtol_of(s) && !is_lagged(s)) {
        if (is_said(a->result) || is_said(b.result))
            find(s, SAID, "%.2g apart; redundancy or energy is reported", difference);
        else if (!a->status)
            settle(s, a, &b, difference);
    }
    attempt_end(&b);
}

/* --- a model -------------------------------------------------------------------------------------------------------------------------- */

static void check_run(subject *s)
{
    attempt a = run_system(s, s->system, bri_run_defaults());
    if (a.result) look_for_nan(s, a.result);
    if (!a.result && a.status)
        find(s, REFUSED, "%.200s", a.why);
    else if (is_cut(&a))
        find(s, SLOW, "%s is cut off at t = %.3g s", a.result->statistics->integrator, a.result->end);
    else if (a.status)
        find(s, ENDED, "%.200s", a.why);
    else
        look_at_replay(s);
    look_at_bits(s, &a);
    if (a.result && !is_cut(&a)) {
        if (!a.status) look_at_energy(s, a.result);
        look_at_unlike(s, &a);
    }
    attempt_end(&a);
}

finding check_model(const char *text, size_t length, const char *name)
{
    subject s = {0};
    bri_error err = {0};
    bri_status status = bri_model_parse(text, length, name, &s.model, &err);
    if (!status) status = bri_system_build(s.model, &s.system, &err);
    if (status && !err.what[0]) find(&s, MUTE, "%s without a sentence", bri_status_name(status));
    if (status)
        find(&s, REFUSED, "%.200s", err.what);
    else
        check_run(&s);
    bri_system_destroy(s.system);
    bri_model_destroy(s.model);
    return s.found;
}
