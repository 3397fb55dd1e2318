/* verdict_sweep.c - verdicts on one configuration over an interval of time */
#include "stiction/verdict_sweep.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "signal/signal.h"
#include "stiction/build_statics.h"
#include "stiction/rest.h"
#include "stiction/tolerance.h"
#include "stiction/verdict_memory.h"

enum {
    USUAL_SAMPLES = 200,
    LEAST_SAMPLES = 4,    /* between two breaks of the signals */
    SAMPLE_BRANCHES = 500 /* of one search, at each of many instants */
};

/* --- one instant ---------------------------------------------------------------------------------------------------------- */

/* Sets the configuration to time t and collects in `loads` what a verdict depends on and changes with time: loads on the
 * bodies, each force, and prescribed loads of friction. */
static void gather_loads(const sti_sweep *w, double t)
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
        bri_signal_value(&s->interface[k].params->load, p->signal_time, p->input, given);
        *at++ = given[0];
    }
    assert(at == w->loads + w->count);
}

/* Whether none of the loads considered acts on a body. Requires gathered loads. */
static bool is_unloaded(const sti_sweep *w)
{
    if (bri_loads_considered(&w->at->point, &w->def, w->considered, NULL)) return false;
    for (int i = 0; i < BRI_DOF * w->at->system->bodies; i++)
        if (w->considered[i] != 0) return false;
    return true;
}

/* The verdict at time t; the last one where no load has changed since. At an instant without loads, as where a ramp begins, that of the
 * instant beside. */
static bri_status compute_sample(sti_sweep *w, double t, double beside, sti_sample *out, bri_error *err)
{
    bri_verdict_result *r = NULL;
    double when = t;
    bool unloaded = false;
    gather_loads(w, t);
    if (is_unloaded(w) && !bri_require_drivers_at_rest(w->at, NULL)) {
        when = beside;
        gather_loads(w, when);
        unloaded = is_unloaded(w);
    }
    if (!memcmp(w->loads, w->last, w->count * sizeof(double)) && !bri_require_drivers_at_rest(w->at, NULL)) {
        *out = w->computed;
        out->t = t;
        return BRI_OK;
    }
    bri_status status = bri_verdict_of_configuration(w->at, when, &w->def, &r, err);
    if (status) return status;
    const bri_verdict_result *rigid = r->rigid ? r->rigid : r;
    *out = (sti_sample){.t = t,
                        .verdict = r->verdict,
                        .rigid = rigid->verdict,
                        .persists = rigid->persists,
                        .elastic = r->springs > 0,
                        .unloaded = unloaded,
                        .possible_factor = r->possible_factor,
                        .guaranteed_factor = r->guaranteed_factor};
    bri_verdict_destroy(r);
    memcpy(w->last, w->loads, w->count * sizeof(double));
    w->computed = *out;
    return BRI_OK;
}

/* --- spans ------------------------------------------------------------------------------------------------------------------ */

static bool are_alike(const sti_sample *a, const sti_sample *b)
{
    return a->verdict == b->verdict && a->rigid == b->rigid;
}

static void set_factors(bri_verdict_span *span, const sti_sample *s)
{
    span->persists = s->persists;
    span->possible_factor_least = span->possible_factor_most = s->possible_factor;
    span->guaranteed_factor_most = s->guaranteed_factor;
}

/* Appends a span that begins at `from`, s, with the verdict of a sample; NULL: out of memory. */
static bri_verdict_span *add_span(sti_sweep *w, double from, const sti_sample *s)
{
    bri_verdict_span *span = bri_history_add(w->out);
    if (!span) return NULL;
    *span = (bri_verdict_span){.from = from, .verdict = s->verdict, .elastic = s->elastic, .rigid = s->rigid};
    set_factors(span, s);
    return span;
}

/* Extends the last span to a sample with the same verdict; else ends it at `from`, s, where the sample's begins. */
static bri_status add_sample(sti_sweep *w, double from, const sti_sample *s, bri_error *err)
{
    bri_verdict_history *out = w->out;
    bri_verdict_span *last = out->spans ? out->span[out->spans - 1] : NULL;
    if (!last || w->new_span || last->verdict != s->verdict || last->rigid != s->rigid) {
        if (last && !w->new_span) last->to = from;
        w->new_span = false;
        last = add_span(w, from, s);
        w->unloaded = s->unloaded;
        if (!last) return bri_fail(err, BRI_NO_MEMORY, "out of memory: history of %d verdicts", out->spans);
    }
    last->to = s->t;
    if (w->def.by && s->unloaded) return BRI_OK; /* forces alone: while they do not act, nothing is to be decided */
    if (w->def.by && w->unloaded) set_factors(last, s);
    w->unloaded = false;
    if (last->persists != s->persists) last->persists = BRI_ANSWER_OPEN;
    last->possible_factor_least = fmin(last->possible_factor_least, s->possible_factor);
    last->possible_factor_most = fmax(last->possible_factor_most, s->possible_factor);
    last->guaranteed_factor_most = fmax(last->guaranteed_factor_most, s->guaranteed_factor);
    return BRI_OK;
}

/* Locates all changes between two samples by bisection; a change and its reversal within a half whose ends are alike are
 * missed. */
static bri_status locate_changes(sti_sweep *w, const sti_sample *a, const sti_sample *b, bri_error *err)
{
    sti_sample middle;
    if (are_alike(a, b)) return add_sample(w, b->t, b, err);
    double beside = 0.5 * (a->t + b->t) + tol_beside * (b->t - a->t);
    if (b->t - a->t <= tol_located * w->duration) return add_sample(w, 0.5 * (a->t + b->t), b, err);
    bri_status status = compute_sample(w, 0.5 * (a->t + b->t), beside, &middle, err);
    if (!status) status = locate_changes(w, a, &middle, err);
    return status ? status : locate_changes(w, &middle, b, err);
}

/* Between two breaks of the signals. At its end, the left limit of the signals holds. */
static bri_status sweep_smooth(sti_sweep *w, double from, double to, int samples, bri_error *err)
{
    sti_sample last, next;
    w->at->segment_end = INFINITY;
    double part = tol_beside * (to - from) / samples;
    bri_status status = compute_sample(w, from, from + part, &last, err);
    if (!status) status = add_sample(w, from, &last, err);
    w->at->segment_end = to;
    for (int i = 1; i <= samples && !status && to > from; i++) {
        double t = i == samples ? to : from + (to - from) * i / samples;
        status = compute_sample(w, t, t - part, &next, err);
        if (!status) status = locate_changes(w, &last, &next, err);
        last = next;
    }
    w->at->segment_end = INFINITY;
    return status;
}

bri_status bri_sweep_interval(sti_sweep *w, double from, double to, bri_error *err)
{
    assert(w->at && w->loads && from <= to);
    int samples = w->def.samples > 0 ? w->def.samples : USUAL_SAMPLES;
    bri_status status = BRI_OK;
    for (double t = from; !status && t <= to;) {
        double next = fmin(bri_next_time_event(w->at->system, t), to);
        int share = (int)ceil(samples * (next - t) / (w->duration > 0 ? w->duration : 1));
        status = sweep_smooth(w, t, next, share > LEAST_SAMPLES ? share : LEAST_SAMPLES, err);
        if (!(next > t) || next >= to) break;
        t = next;
    }
    return status;
}

/* --- life --------------------------------------------------------------------------------------------------------------------- */

bri_status bri_sweep_init(sti_sweep *w, const bri_system *s, const bri_verdict_def *def, double duration,
                          bri_verdict_history *out, bri_error *err)
{
    *w = (sti_sweep){.def = *def, .out = out, .duration = duration};
    w->def.intervals = false;
    if (w->def.branches <= 0) w->def.branches = SAMPLE_BRANCHES;
    w->count = (size_t)(BRI_DOF * s->bodies + s->forces + s->interfaces);
    w->loads = calloc(3 * w->count + 1, sizeof(double));
    if (!w->loads) return bri_fail(err, BRI_NO_MEMORY, "out of memory: history of verdicts");
    w->last = w->loads + w->count;
    w->considered = w->last + w->count;
    return BRI_OK;
}

void bri_sweep_set(sti_sweep *w, sti_configuration *at)
{
    bri_configuration_destroy(w->at);
    w->at = at;
    w->new_span = true;
    for (size_t i = 0; i < w->count; i++)
        w->last[i] = NAN;
}

void bri_sweep_free(sti_sweep *w)
{
    bri_configuration_destroy(w->at);
    free(w->loads);
}
