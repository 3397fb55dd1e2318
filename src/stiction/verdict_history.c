/* verdict_history.c - verdicts over time: the configuration of the beginning under the loads of every instant; states of a run */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "signal/signal.h"
#include "sim/sim.h"
#include "stiction/verdict_at.h"

enum {
    USUAL_SAMPLES = 200,
    SAMPLE_BRANCHES = 500, /* of one search, at each of many instants */
    MOST_RESTS = 1000
};
static const double located = 1e-7, /* of the span */
    still = 1e-6;                   /* of the mechanism's speed */

static double end_of(const bri_system *s, const bri_verdict_def *def)
{
    const bri_run_params *run = bri_model_root(s->model)->run.params;
    return def->until > 0 ? def->until : run->until;
}

static bri_status check_time(const bri_system *s, const bri_verdict_def *def, double t, bri_error *err)
{
    double end = end_of(s, def);
    if (t >= s->t0 && t <= end) return BRI_OK;
    return bri_fail(err, BRI_BAD_VALUE, "%.9g s is outside the run, which goes from %.9g s to %.9g s", t, s->t0, end);
}

/* --- is it at rest ----------------------------------------------------------------------------------------------------------- */

static double speed_of(const bri_system *s, const double *u, int body)
{
    const double *v = u + BRI_DOF * body;
    return fmax(hypot(v[0], v[1]), fabs(v[2]) * s->length);
}

static int fastest_of(const bri_system *s, const double *u)
{
    int fastest = 0;
    for (int b = 1; b < s->bodies; b++)
        if (speed_of(s, u, b) > speed_of(s, u, fastest)) fastest = b;
    return fastest;
}

static bri_status refuse_motion(const bri_system *s, const double *u, double t, bri_error *err)
{
    int b = fastest_of(s, u);
    const double *v = u + BRI_DOF * b;
    bool turns = fabs(v[2]) * s->length > hypot(v[0], v[1]);
    return bri_fail(
        err, BRI_BAD_MODEL,
        "at t = %.9g s body '%s' moves, with %.4g %s, and a verdict is on a mechanism at rest; --along finds "
        "the instants at which a run is",
        t, s->body_name[b], turns ? fabs(v[2]) : hypot(v[0], v[1]), turns ? "rad/s" : "m/s");
}

/* Drivers that move, at the instant to which a configuration is set. */
static bri_status refuse_drivers(const sti_configuration *at, double t, bri_error *err)
{
    const bri_system *s = at->system;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        for (int i = 0; i < joint->held && joint->drive; i++) {
            const bri_motion *row = &at->point.row[joint->row + i];
            bool turns = bri_unit_turns(joint->kind->held[i].unit);
            if (fabs(row->drift) <= still * s->speed && fabs(row->bias) <= still * s->speed) continue;
            bool speeds_up = fabs(row->drift) <= still * s->speed;
            return bri_fail(err, BRI_BAD_MODEL,
                            "at t = %.9g s driver '%s' %s, by %.4g %s, and a verdict is on a mechanism at rest", t,
                            joint->name, speeds_up ? "speeds up" : "moves", fabs(speeds_up ? row->bias : row->drift),
                            speeds_up ? (turns ? "rad/s2" : "m/s2") : (turns ? "rad/s" : "m/s"));
        }
    }
    return BRI_OK;
}

/* --- the configuration of the beginning ---------------------------------------------------------------------------------------- */

static bri_status start(const bri_system *s, sti_configuration **at, bri_error *err)
{
    if (!s->bodies) return bri_fail(err, BRI_BAD_MODEL, "there is no body that could move");
    if (speed_of(s, s->u0, fastest_of(s, s->u0)) > still * s->speed) return refuse_motion(s, s->u0, s->t0, err);
    return bri_configuration_initial(s, at, err);
}

static bri_status judge_at(sti_configuration *at, double t, const bri_verdict_def *def, bri_verdict_result **result,
                           bri_error *err)
{
    bri_configuration_set(at, t);
    bri_status status = refuse_drivers(at, t, err);
    return status ? status : bri_verdict_of(at, t, def, result, err);
}

bri_status bri_verdict_at(const bri_system *s, const bri_verdict_def *def, double t, bri_verdict_result **result,
                          bri_error *err)
{
    sti_configuration *at = NULL;
    double when = isnan(t) ? s->t0 : t;
    bri_status status = check_time(s, def, when, err);
    if (!status) status = start(s, &at, err);
    if (!status) status = judge_at(at, when, def, result, err);
    bri_configuration_destroy(at);
    return status;
}

/* --- over time ------------------------------------------------------------------------------------------------------------------- */

typedef struct sample {
    double t;
    bri_verdict verdict;
    bri_answer persists;
    bool elastic;
    bri_verdict rigid;
    double scale, certain;
} sample;

typedef struct sweep {
    sti_configuration *at;
    bri_verdict_def def;
    bri_verdict_history *out;
    double span;
    int room;
    double *loads, *last; /* all that changes with time; as it was at the last instant, NAN: there was none */
    size_t count;
    sample seen;
    bool anew; /* the next sample begins a span */
} sweep;

/* Loads on the bodies, each force, and loads of friction that are given. */
static void gather_loads(const sweep *w, double t)
{
    const bri_point *p = &w->at->point;
    const bri_system *s = w->at->system;
    double *at = w->loads, given[3];
    bri_configuration_set(w->at, t);
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        *at++ = p->applied[i];
    for (int f = 0; f < s->forces; f++)
        *at++ = p->effort[f].force;
    for (int k = 0; k < s->interfaces; k++) {
        bri_signal_value(&s->interface[k].params->load, p->signal_time, given);
        *at++ = given[0];
    }
}

static bool make_room(sweep *w, const bri_system *s)
{
    w->count = (size_t)(BRI_DOF * s->bodies + s->forces + s->interfaces);
    w->loads = calloc(2 * w->count + 1, sizeof(double));
    w->last = w->loads ? w->loads + w->count : NULL;
    for (size_t i = 0; i < w->count && w->last; i++)
        w->last[i] = NAN;
    return w->loads;
}

static bri_status look(sweep *w, double t, sample *out, bri_error *err)
{
    bri_verdict_result *r = NULL;
    gather_loads(w, t);
    if (!memcmp(w->loads, w->last, w->count * sizeof(double)) && refuse_drivers(w->at, t, NULL) == BRI_OK) {
        *out = w->seen; /* nothing has changed */
        out->t = t;
        return BRI_OK;
    }
    bri_status status = judge_at(w->at, t, &w->def, &r, err);
    if (status) return status;
    const bri_verdict_result *rigid = r->rigid ? r->rigid : r;
    *out = (sample){.t = t,
                    .verdict = r->verdict,
                    .persists = rigid->persists,
                    .elastic = r->springs > 0,
                    .rigid = rigid->verdict,
                    .scale = r->scale,
                    .certain = r->certain_scale};
    bri_verdict_destroy(r);
    memcpy(w->last, w->loads, w->count * sizeof(double));
    w->seen = *out;
    return BRI_OK;
}

/* A sample belongs to the span that it continues, or begins one. */
static bri_status add_sample(sweep *w, double from, const sample *s, bri_error *err)
{
    bri_verdict_history *out = w->out;
    bri_verdict_span *last = out->spans ? &out->span[out->spans - 1] : NULL;
    if (!last || w->anew || last->verdict != s->verdict || last->rigid != s->rigid) {
        if (last && !w->anew) last->to = from;
        w->anew = false;
        if (!out->span || out->spans == w->room) {
            bri_verdict_span *more = realloc(out->span, (size_t)(2 * w->room + 8) * sizeof *more);
            if (!more) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %d spans", out->spans);
            out->span = more;
            w->room = 2 * w->room + 8;
        }
        last = &out->span[out->spans++];
        *last = (bri_verdict_span){.from = from,
                                   .verdict = s->verdict,
                                   .persists = s->persists,
                                   .elastic = s->elastic,
                                   .rigid = s->rigid,
                                   .scale_least = s->scale,
                                   .scale_most = s->scale,
                                   .certain_most = s->certain};
    }
    last->to = s->t;
    if (last->persists != s->persists) last->persists = BRI_ANSWER_OPEN;
    last->scale_least = fmin(last->scale_least, s->scale);
    last->scale_most = fmax(last->scale_most, s->scale);
    last->certain_most = fmax(last->certain_most, s->certain);
    return BRI_OK;
}

/* All changes between two instants that differ, by halving; one that lies within a half that looks alike is not seen. */
static bri_status locate(sweep *w, const sample *a, const sample *b, bri_error *err)
{
    sample middle;
    if (a->verdict == b->verdict && a->rigid == b->rigid) return add_sample(w, b->t, b, err);
    if (b->t - a->t <= located * w->span) return add_sample(w, 0.5 * (a->t + b->t), b, err);
    bri_status status = look(w, 0.5 * (a->t + b->t), &middle, err);
    if (!status) status = locate(w, a, &middle, err);
    return status ? status : locate(w, &middle, b, err);
}

/* Between two breaks of the signals, where all is smooth. */
static bri_status sweep_piece(sweep *w, double from, double to, int samples, bri_error *err)
{
    sample last, next;
    w->at->segment_end = INFINITY;
    bri_status status = look(w, from, &last, err);
    if (!status) status = add_sample(w, from, &last, err);
    w->at->segment_end = to; /* at its end what was before still holds */
    for (int i = 1; i <= samples && !status && to > from; i++) {
        status = look(w, i == samples ? to : from + (to - from) * i / samples, &next, err);
        if (!status) status = locate(w, &last, &next, err);
        last = next;
    }
    w->at->segment_end = INFINITY;
    return status;
}

/* From one time to another, of one configuration. */
static bri_status sweep_all(sweep *w, double from, double to, double whole, bri_error *err)
{
    int samples = w->def.samples > 0 ? w->def.samples : USUAL_SAMPLES;
    bri_status status = BRI_OK;
    w->def.intervals = false;
    if (w->def.branches <= 0) w->def.branches = SAMPLE_BRANCHES;
    w->span = whole;
    for (double t = from; !status && t <= to;) {
        double next = fmin(bri_next_time_event(w->at->system, t), to);
        int share = (int)ceil(samples * (next - t) / (whole > 0 ? whole : 1));
        status = sweep_piece(w, t, next, share > 4 ? share : 4, err);
        if (!(next > t) || next >= to) break;
        t = next;
    }
    return status;
}

bri_status bri_verdict_over(const bri_system *s, const bri_verdict_def *def, bri_verdict_history **history,
                            bri_error *err)
{
    sweep w = {.def = *def, .out = calloc(1, sizeof *w.out)};
    double end = end_of(s, def);
    if (!w.out) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for a history");
    bri_status status =
        make_room(&w, s) ? start(s, &w.at, err) : bri_fail(err, BRI_NO_MEMORY, "there is no memory for a history");
    if (!status) status = sweep_all(&w, s->t0, end, end - s->t0, err);
    bri_configuration_destroy(w.at);
    free(w.loads);
    if (status)
        bri_verdict_history_destroy(w.out);
    else
        *history = w.out;
    return status;
}

void bri_verdict_history_destroy(bri_verdict_history *history)
{
    if (!history) return;
    for (int i = 0; i < history->rests; i++)
        bri_verdict_destroy(history->rest[i]);
    free(history->rest);
    free(history->span);
    free(history);
}

/* --- along a run ------------------------------------------------------------------------------------------------------------------- */

/* As the simulation is, or was within its last step, without what is left of its velocities. */
static bri_status judge_sim(bri_sim *sim, double t, const double *state, const double *discrete,
                            const bri_verdict_def *def, bri_verdict_result **result, bri_error *err)
{
    sti_configuration *at = NULL;
    bri_status status = bri_configuration_create(sim->system, state, discrete, &at, err);
    if (!status) status = judge_at(at, t, def, result, err);
    bri_configuration_destroy(at);
    return status;
}

bri_status bri_verdict_along_at(const bri_system *s, const bri_verdict_def *def, double t, bri_verdict_result **result,
                                bri_error *err)
{
    bri_sim *sim = NULL;
    bri_run_def run = bri_run_defaults();
    double fastest = s->speed;
    bri_status status = check_time(s, def, t, err);
    if (!status) status = bri_sim_create(s, &run, &sim, err);
    while (!status && bri_sim_time(sim) < t) {
        status = bri_sim_step(sim, t, err);
        const double *u = bri_sim_states(sim) + BRI_DOF * s->bodies;
        if (!status) fastest = fmax(fastest, speed_of(s, u, fastest_of(s, u)));
    }
    if (!status) {
        const double *x = bri_sim_states(sim), *u = x + BRI_DOF * s->bodies;
        if (speed_of(s, u, fastest_of(s, u)) > still * fastest)
            status = refuse_motion(s, u, t, err);
        else
            status = judge_sim(sim, t, x, bri_stepper_discrete(sim->stepper), def, result, err);
    }
    bri_sim_destroy(sim);
    return status;
}

static bri_status add_rest(bri_verdict_history *h, bri_verdict_result *result, bri_error *err)
{
    bri_verdict_result **more = realloc(h->rest, (size_t)(h->rests + 1) * sizeof(bri_verdict_result *));
    if (!more) {
        bri_verdict_destroy(result);
        return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %d instants", h->rests);
    }
    h->rest = more;
    h->rest[h->rests++] = result;
    return BRI_OK;
}

/* v^T M w: changes its sign where a mechanism with one degree of freedom turns back. */
static double along(const bri_system *s, const double *v, const double *w)
{
    double sum = 0;
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        sum += s->inverse[i] > 0 ? v[i] * w[i] / s->inverse[i] : 0;
    return sum;
}

/* Within the last step: where it turns back and all bodies are at rest; NAN: nowhere. */
static double turning_point(bri_sim *sim, double from, double to, double *u_before, double fastest)
{
    const bri_system *s = sim->system;
    double low = from, high = to;
    for (int i = 0; i < 60 && high - low > 1e-15 * fmax(fabs(high), fabs(low)); i++) {
        double middle = 0.5 * (low + high);
        const double *u = bri_sim_interpolate(sim, middle) + BRI_DOF * s->bodies;
        *(along(s, u_before, u) > 0 ? &low : &high) = middle;
    }
    const double *u = bri_sim_interpolate(sim, high) + BRI_DOF * s->bodies;
    return speed_of(s, u, fastest_of(s, u)) <= still * fastest ? high : NAN;
}

typedef struct along_run {
    bri_sim *sim;
    const bri_verdict_def *def;
    bri_verdict_history *out;
    double *before; /* velocities at the end of the last step */
    double fastest, whole;
    bool rested, judged;    /* judged: the last instant could be */
    double since, still_at; /* it rests: from when on, and up to when that is known */
    sweep stay;             /* the configuration in which it does */
} along_run;

/* An instant that cannot be judged, and why. */
static bri_status add_unjudged(along_run *a, double t, const bri_error *why, bri_error *err)
{
    bri_verdict_result *result = calloc(1, sizeof *result);
    if (!result) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
    result->time = t;
    result->verdict = BRI_NOT_DECIDED;
    snprintf(result->why, sizeof result->why, "%.299s", why->what);
    return add_rest(a->out, result, err);
}

static bri_status judge_rest(along_run *a, double t, const double *state, const double *discrete, bri_error *err)
{
    bri_error why = {0};
    bri_verdict_result *result = NULL;
    bri_status status = judge_sim(a->sim, t, state, discrete, a->def, &result, &why);
    a->judged = !status;
    if (status == BRI_BAD_MODEL) return add_unjudged(a, t, &why, err);
    return status ? bri_fail(err, status, "%s", why.what) : add_rest(a->out, result, err);
}

static bri_status begin_stay(along_run *a, bri_error *err)
{
    bri_sim *sim = a->sim;
    a->since = a->still_at = bri_sim_time(sim);
    a->stay.anew = true;
    for (size_t i = 0; i < a->stay.count; i++)
        a->stay.last[i] = NAN;
    bri_configuration_destroy(a->stay.at);
    a->stay.at = NULL;
    return bri_configuration_create(sim->system, bri_sim_states(sim), bri_stepper_discrete(sim->stepper), &a->stay.at,
                                    err);
}

/* Loads change while it rests. */
static bri_status end_stay(along_run *a, bri_error *err)
{
    bri_error why = {0};
    if (!(a->still_at > a->since) || !a->judged) return BRI_OK;
    bri_status status = sweep_all(&a->stay, a->since, a->still_at, a->whole, &why);
    if (status == BRI_BAD_MODEL) return add_unjudged(a, a->stay.at->point.t, &why, err);
    return status ? bri_fail(err, status, "%s", why.what) : BRI_OK;
}

/* After a step, or at the beginning. */
static bri_status see_step(along_run *a, double from, bool first, bri_error *err)
{
    const bri_system *s = a->sim->system;
    double t = bri_sim_time(a->sim), turned = NAN;
    const double *x = bri_sim_states(a->sim), *u = x + BRI_DOF * s->bodies;
    double speed = speed_of(s, u, fastest_of(s, u));
    bool rests = speed <= still * a->fastest;
    bri_status status = BRI_OK;
    if (rests && !a->rested) {
        status = judge_rest(a, t, x, bri_stepper_discrete(a->sim->stepper), err);
        if (!status) status = begin_stay(a, err);
    } else if (rests) {
        a->still_at = t;
    } else if (a->rested) {
        status = end_stay(a, err);
    } else if (!first && along(s, a->before, u) < 0) {
        turned = turning_point(a->sim, from, t, a->before, a->fastest);
    }
    if (!isnan(turned))
        status = judge_rest(a, turned, bri_sim_interpolate(a->sim, turned), a->sim->discrete_before, err);
    memcpy(a->before, bri_sim_states(a->sim) + BRI_DOF * s->bodies, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
    a->fastest = fmax(a->fastest, speed);
    a->rested = rests;
    return status;
}

bri_status bri_verdict_along(const bri_system *s, const bri_verdict_def *def, bri_verdict_history **history,
                             bri_error *err)
{
    bri_run_def run = bri_run_defaults();
    double end = end_of(s, def);
    along_run a = {.def = def, .out = calloc(1, sizeof *a.out), .fastest = s->speed, .whole = end - s->t0};
    a.before = calloc((size_t)(BRI_DOF * s->bodies) + 1, sizeof *a.before);
    a.stay = (sweep){.def = *def, .out = a.out};
    bri_status status = a.out && a.before && make_room(&a.stay, s)
                            ? bri_sim_create(s, &run, &a.sim, err)
                            : bri_fail(err, BRI_NO_MEMORY, "there is no memory for a run");
    if (!status) status = see_step(&a, s->t0, true, err);
    while (!status && bri_sim_time(a.sim) < end && a.out->rests < MOST_RESTS) {
        double from = bri_sim_time(a.sim);
        status = bri_sim_step(a.sim, end, err);
        if (!status) status = see_step(&a, from, false, err);
    }
    if (!status && a.rested) status = end_stay(&a, err);
    if (!status) a.out->cut = bri_sim_time(a.sim) < end;
    bri_sim_destroy(a.sim);
    bri_configuration_destroy(a.stay.at);
    free(a.stay.loads);
    free(a.before);
    if (status)
        bri_verdict_history_destroy(a.out);
    else
        *history = a.out;
    return status;
}
