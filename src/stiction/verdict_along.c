/* verdict_along.c - verdicts along a run: at each instant at which it is at rest, and while it stays at rest */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "sim/sim.h"
#include "stiction/rest.h"
#include "stiction/tolerance.h"
#include "stiction/verdict_memory.h"
#include "stiction/verdict_sweep.h"

enum {
    MOST_RESTS = 1000,
    BISECTIONS = 60 /* from the length of a step to rounding of the time */
};

/* --- one instant -------------------------------------------------------------------------------------------------------------- */

/* The verdict on a state of the simulation, whose velocities are ignored. */
static bri_status compute_of_state(const bri_sim *sim, double t, const double *state, const double *discrete,
                                   const bri_verdict_def *def, bri_verdict_result **result, bri_error *err)
{
    sti_configuration *at = NULL;
    bri_status status = bri_configuration_create(sim->system, state, discrete, &at, err);
    if (!status) status = bri_verdict_of_configuration(at, t, def, result, err);
    bri_configuration_destroy(at);
    return status;
}

/* Velocities now; a view until the next call on the sim. */
static const double *velocities_of(bri_sim *sim) { return bri_sim_states(sim) + BRI_DOF * sim->system->bodies; }

bri_status bri_verdict_along_at(const bri_system *s, const bri_verdict_def *given, double t,
                                bri_verdict_result **result, bri_error *err)
{
    bri_error_clear(err);
    assert(s && result);
    bri_verdict_def def;
    bri_sim *sim = NULL;
    double fastest = s->speed;
    bri_status status = bri_verdict_def_given(given, &def, err);
    if (!status) status = bri_require_time(s, &def, t, err);
    if (!status) status = bri_sim_create(s, NULL, &sim, err);
    while (!status && bri_sim_time(sim) < t) {
        status = bri_sim_step(sim, t, err);
        if (!status) fastest = fmax(fastest, bri_largest_speed(s, velocities_of(sim)));
    }
    if (!status) status = bri_require_rest(s, velocities_of(sim), t, fastest, err);
    if (!status)
        status = compute_of_state(sim, t, bri_sim_states(sim), bri_stepper_discrete(sim->stepper), &def, result, err);
    bri_sim_destroy(sim);
    return status;
}

/* --- the whole run --------------------------------------------------------------------------------------------------------- */

typedef struct along_run {
    bri_sim *sim;
    const bri_verdict_def *def;
    bri_verdict_history *out;
    double *before; /* velocities at the end of the last step */
    double fastest; /* largest speed so far, m/s */
    bool was_at_rest;
    bool has_verdict;          /* the last instant has one */
    double rest_from, rest_to; /* the present rest, s */
    sti_sweep sweep;           /* over the present rest */
} along_run;

/* Appends a result, which the history owns from now on; destroys it on failure. */
static bri_status add_rest(bri_verdict_history *h, bri_verdict_result *result, bri_error *err)
{
    bri_verdict_result **more = realloc(h->rest, (size_t)(h->rests + 1) * sizeof(bri_verdict_result *));
    if (!more) {
        bri_verdict_destroy(result);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: history of %d verdicts", h->rests);
    }
    h->rest = more;
    h->rest[h->rests++] = result;
    return BRI_OK;
}

/* Appends an instant without a verdict, with the reason. */
static bri_status add_failed_instant(along_run *a, double t, const bri_error *why, bri_error *err)
{
    bri_verdict_result *result = bri_verdict_create();
    if (!result) return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    result->time = t;
    result->verdict = BRI_NOT_DECIDED;
    result->why = bri_arena_text(bri_verdict_arena(result), "%s", why->what);
    return add_rest(a->out, result, err);
}

/* Appends the verdict at an instant of rest. */
static bri_status add_instant(along_run *a, double t, const double *state, const double *discrete, bri_error *err)
{
    bri_error why = {0};
    bri_verdict_result *result = NULL;
    bri_status status = compute_of_state(a->sim, t, state, discrete, a->def, &result, &why);
    a->has_verdict = !status;
    if (status == BRI_BAD_MODEL) return add_failed_instant(a, t, &why, err);
    return status ? bri_fail(err, status, "%s", why.what) : add_rest(a->out, result, err);
}

/* --- rest ---------------------------------------------------------------------------------------------------------- */

static bri_status begin_rest(along_run *a, bri_error *err)
{
    bri_sim *sim = a->sim;
    sti_configuration *at = NULL;
    a->rest_from = a->rest_to = bri_sim_time(sim);
    bri_status status =
        bri_configuration_create(sim->system, bri_sim_states(sim), bri_stepper_discrete(sim->stepper), &at, err);
    bri_sweep_set(&a->sweep, at);
    return status;
}

/* Appends the spans of a rest that has lasted: loads may have changed in it. */
static bri_status end_rest(along_run *a, bri_error *err)
{
    bri_error why = {0};
    if (!(a->rest_to > a->rest_from) || !a->has_verdict) return BRI_OK;
    bri_status status = bri_sweep_interval(&a->sweep, a->rest_from, a->rest_to, &why);
    if (status == BRI_BAD_MODEL) return add_failed_instant(a, a->sweep.at->point.t, &why, err);
    return status ? bri_fail(err, status, "%s", why.what) : BRI_OK;
}

/* --- reversals ----------------------------------------------------------------------------------------------------- */

/* v^T M w: changes its sign where a mechanism with one degree of freedom reverses. */
static double mass_product(const bri_system *s, const double *v, const double *w)
{
    double sum = 0;
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        sum += s->inverse[i] > 0 ? v[i] * w[i] / s->inverse[i] : 0;
    return sum;
}

/* Time, s, within the last step at which the motion reverses with all bodies at rest; NAN: there is none. */
static double find_reversal(along_run *a, double from, double to)
{
    const bri_system *s = a->sim->system;
    double low = from, high = to;
    for (int i = 0; i < BISECTIONS && high - low > tol_reversal * fmax(fabs(high), fabs(low)); i++) {
        double middle = 0.5 * (low + high);
        const double *u = bri_sim_interpolate(a->sim, middle) + BRI_DOF * s->bodies;
        *(mass_product(s, a->before, u) > 0 ? &low : &high) = middle;
    }
    const double *u = bri_sim_interpolate(a->sim, high) + BRI_DOF * s->bodies;
    return bri_largest_speed(s, u) <= tol_still * a->fastest ? high : NAN;
}

/* Records what a step, begun at `from`, has brought: a rest that begins, lasts or ends, or a reversal. first: at the start of
 * the run, before any step. */
static bri_status process_step(along_run *a, double from, bool first, bri_error *err)
{
    const bri_system *s = a->sim->system;
    double t = bri_sim_time(a->sim), speed = bri_largest_speed(s, velocities_of(a->sim)), reversal = NAN;
    bool is_at_rest = speed <= tol_still * a->fastest;
    bri_status status = BRI_OK;
    if (is_at_rest && !a->was_at_rest) {
        status = add_instant(a, t, bri_sim_states(a->sim), bri_stepper_discrete(a->sim->stepper), err);
        if (!status) status = begin_rest(a, err);
    } else if (is_at_rest) {
        a->rest_to = t;
    } else if (a->was_at_rest) {
        status = end_rest(a, err);
    } else if (!first && mass_product(s, a->before, velocities_of(a->sim)) < 0) {
        reversal = find_reversal(a, from, t);
    }
    if (!isnan(reversal))
        status = add_instant(a, reversal, bri_sim_interpolate(a->sim, reversal), a->sim->discrete_before, err);
    memcpy(a->before, velocities_of(a->sim), (size_t)(BRI_DOF * s->bodies) * sizeof(double));
    a->fastest = fmax(a->fastest, speed);
    a->was_at_rest = is_at_rest;
    return status;
}

static bri_status follow_run(along_run *a, double end, bri_error *err)
{
    bri_status status = process_step(a, bri_sim_time(a->sim), true, err);
    while (!status && bri_sim_time(a->sim) < end && a->out->rests < MOST_RESTS) {
        double from = bri_sim_time(a->sim);
        status = bri_sim_step(a->sim, end, err);
        if (!status) status = process_step(a, from, false, err);
    }
    if (!status && a->was_at_rest) status = end_rest(a, err);
    if (!status) a->out->cut = bri_sim_time(a->sim) < end;
    return status;
}

bri_status bri_verdict_along(const bri_system *s, const bri_verdict_def *given, bri_verdict_history **history,
                             bri_error *err)
{
    bri_error_clear(err);
    assert(s && history);
    bri_verdict_def def;
    bri_status status = bri_verdict_def_given(given, &def, err);
    if (status) return status;
    double end = bri_history_end(s, &def);
    along_run a = {.def = &def, .out = bri_history_create(), .fastest = s->speed};
    a.before = calloc((size_t)(BRI_DOF * s->bodies) + 1, sizeof *a.before);
    status = a.out && a.before ? bri_sweep_init(&a.sweep, s, &def, end - s->t0, a.out, err)
                               : bri_fail(err, BRI_NO_MEMORY, "out of memory: history of verdicts");
    if (!status) status = bri_sim_create(s, NULL, &a.sim, err);
    if (!status) status = follow_run(&a, end, err);
    bri_sim_destroy(a.sim);
    bri_sweep_free(&a.sweep);
    free(a.before);
    if (status)
        bri_verdict_history_destroy(a.out);
    else
        *history = a.out;
    return status;
}
