/* tangent_probe.c - systems that are evaluated beside a run
 *
 * Parameters are changed in a copy of the model, from which a system is built anew: whatever depends on the parameter changes with it,
 * geometry, inertia and the initial state too. */
#include "sim/tangent_probe.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "integrator/problem.h"
#include "model/path.h"
#include "sim/settings.h"
#include "sim/start.h"

/* Change of a parameter, over its value: the root of rounding, a little more since rates are sums of terms. */
static const double relative_step = 4.76837158203125e-7; /* 2^-21 */
static const double least_turn = 0.01;                   /* rad or rad/s, of an angle or its rate that is nearly 0 */

void bri_tangent_lose(bri_tangent *g, int parameter, double t, const char *format, ...)
{
    bri_derivative *d = g->derivative[parameter];
    char text[400];
    va_list list;
    if (g->lost[parameter]) return;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    g->lost[parameter] = true;
    d->until = t;
    const char *why = bri_arena_text(g->texts, "%s", text);
    if (why) d->why = why;
}

/* --- creation ------------------------------------------------------------------------------------------------------------- */

static double step_of(const bri_system *s, double value, const char *unit)
{
    double size = fabs(value);
    if (!strcmp(unit, "rad") || !strcmp(unit, "rad/s")) size = fmax(size, least_turn);
    if (size == 0) size = !strcmp(unit, "m") ? s->length : !strcmp(unit, "m/s") ? s->speed : 1;
    double step = relative_step * size, moved = value + step;
    return moved - value;
}

/* Whether states, events and channels of two systems have the same places. */
static bool is_alike(const bri_system *a, const bri_system *b)
{
    bool alike = a->states == b->states && a->quadratures == b->quadratures && a->events == b->events &&
                 a->discrete_states == b->discrete_states && a->channels == b->channels && a->rows == b->rows &&
                 a->held_rows == b->held_rows && a->degrees == b->degrees;
    for (int i = 0; alike && i < a->channels; i++)
        alike = !strcmp(a->channel[i].name, b->channel[i].name);
    return alike;
}

/* A simulation that begins as the run did. */
static bri_status create_sim(const bri_tangent *g, const bri_system *s, const bri_run_def *def, bri_probe *probe,
                             bri_error *err)
{
    bri_run_def own = *def;
    own.progress = NULL;
    own.derivatives = NULL;
    if (g->run->partition) own.constraints = bri_hold_names[BRI_HOLD_PROJECTION];
    bri_status status = bri_sim_create(s, &own, &probe->sim, err);
    if (status) return status;
    if (probe->sim->engine->passes_reversals != g->run->engine->passes_reversals) {
        probe->sim->engine->passes_reversals = g->run->engine->passes_reversals;
        bri_start_at_beginning(probe->sim);
        bri_sim_put(probe->sim, s->t0, probe->sim->x, probe->sim->discrete);
    }
    probe->segment_end = probe->sim->engine->segment_end;
    return BRI_OK;
}

static bri_status create_changed(const bri_tangent *g, const bri_run_def *def, const bri_derivative *d, double step,
                                 bri_probe *probe, bri_error *err)
{
    bri_model *model = NULL;
    bri_status status = bri_model_copy(bri_system_model((bri_system *)(size_t)g->system), &model, err);
    if (!status) status = bri_model_set(model, d->parameter, d->value + step, err);
    if (!status) status = bri_system_build(model, &probe->system, err);
    bri_model_destroy(model);
    if (!status && !is_alike(g->system, probe->system))
        status = bri_fail_at(err, BRI_BAD_VALUE, d->parameter,
                             "the run has no derivative with respect to it: a small change of its value, %g, makes "
                             "equations of another form",
                             d->value);
    if (!status) status = create_sim(g, probe->system, def, probe, err);
    probe->step = step;
    return status;
}

static void destroy_probe(bri_probe *probe)
{
    bri_sim_destroy(probe->sim);
    bri_system_destroy(probe->system);
    probe->sim = NULL;
    probe->system = NULL;
}

static bri_status create_probe(bri_tangent *g, const bri_run_def *def, int i, bri_error *err)
{
    const bri_derivative *d = g->derivative[i];
    double step = step_of(g->system, d->value, d->unit);
    if (!create_changed(g, def, d, step, &g->probe[i], NULL)) return BRI_OK;
    destroy_probe(&g->probe[i]); /* the value may be at the end of its range */
    if (!create_changed(g, def, d, -step, &g->probe[i], NULL)) return BRI_OK;
    destroy_probe(&g->probe[i]);
    return create_changed(g, def, d, step, &g->probe[i], err);
}

double bri_tangent_size(const bri_tangent *g, int parameter) { return fabs(g->probe[parameter].step) / relative_step; }

bri_status bri_tangent_probes(bri_tangent *g, const bri_run_def *def, bri_error *err)
{
    const bri_system *s = g->system;
    bri_status status = create_sim(g, s, def, &g->base, err);
    for (int i = 0; i < g->count && !status; i++)
        status = create_probe(g, def, i, err);
    for (int i = 0; i < g->count && !status; i++)
        g->probe[i].d = bri_arena_take(&g->arena, (size_t)s->discrete_states + 1, sizeof(double));
    g->base.d = bri_arena_take(&g->arena, (size_t)s->discrete_states + 1, sizeof(double));
    return status;
}

void bri_tangent_probes_destroy(bri_tangent *g)
{
    destroy_probe(&g->base);
    for (int i = 0; g->probe && i < g->count; i++)
        destroy_probe(&g->probe[i]);
}

/* --- evaluations ---------------------------------------------------------------------------------------------------------- */

bool bri_tangent_rates(bri_tangent *g, bri_probe *probe, double t, const double *x, const double *discrete,
                       double *rates)
{
    bri_engine *e = probe->sim->engine;
    e->failure = (bri_failure){0};
    e->segment_end = probe->segment_end;
    e->near_singular = g->near_singular;
    g->evaluations++;
    return probe->sim->problem->rates(e, t, x, discrete, rates) == BRI_FINE;
}

void bri_tangent_go_on(bri_tangent *g)
{
    bri_engine *base = g->base.sim->engine;
    const bri_system *s = g->system;
    if (!bri_solution_is_of(&base->rates.solution, &base->rates.point)) return;
    bri_go_on_from(base, &base->rates);
    for (int r = 0; r < s->patches; r++)
        base->lagged[r] = base->rates.solution.patch[r].load;
    for (int i = 0; i < g->count; i++) {
        bri_engine *e = g->probe[i].sim->engine;
        unsigned long stamp = e->guess.stamp;
        bri_guess_copy(s, &base->guess, &e->guess);
        e->guess.stamp = stamp + 1;
        memcpy(e->lagged, base->lagged, (size_t)s->patches * sizeof(double));
    }
}

const double *bri_tangent_beside(bri_tangent *g, int parameter, const double *discrete)
{
    const double *by = g->discrete + (size_t)parameter * (size_t)g->system->discrete_states;
    bri_probe *probe = &g->probe[parameter];
    for (int i = 0; i < g->system->discrete_states; i++)
        probe->d[i] = discrete[i] + probe->step * by[i];
    return probe->d;
}
