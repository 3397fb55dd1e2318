/* tangent.c - derivatives of a run: their beginning, its steps, its rows */
#include "sim/tangent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "model/path.h"
#include "sim/result.h"
#include "sim/tangent_frame.h"
#include "sim/tangent_jump.h"
#include "sim/tangent_node.h"
#include "sim/tangent_probe.h"
#include "sim/tangent_step.h"
#include "system/extent.h"

static const double share_of_tolerance = 0.1; /* of rtol^(2/3): the estimate is of third order, the method of fifth */

static const double small_part =
    1e-7; /* of the extent over which rates are smooth: step of a difference of channels, */
static const double least_share = 0.01; /* but no smaller part of the step of the parameter: rounding of the states */

/* --- creation --------------------------------------------------------------------------------------------------------------- */

static bri_status list_parameters(bri_tangent *g, const bri_run_def *def, bri_result *result, bri_error *err)
{
    const bri_model *model = bri_system_model((bri_system *)(size_t)g->system);
    bri_arena *arena = g->texts;
    int count = 0;
    while (def->derivatives[count])
        count++;
    g->derivative = bri_arena_list(arena, (size_t)count, sizeof **g->derivative);
    for (int i = 0; i < count && g->derivative; i++) {
        const char *path = def->derivatives[i];
        bri_derivative *d = g->derivative[i];
        char unit[BRI_WORD_ROOM];
        bri_status status = bri_model_get(model, path, &d->value, err);
        if (!status) status = bri_model_unit(model, path, unit, err);
        if (status) return status;
        if (isnan(d->value))
            return bri_fail_at(err, BRI_BAD_VALUE, path, "the model gives it no value: there is no derivative");
        d->parameter = bri_arena_text(arena, "%s", path);
        d->unit = bri_arena_text(arena, "%s", unit);
        d->until = INFINITY;
        d->why = "";
    }
    if (!g->derivative || arena->failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d derivatives", count);
    g->count = result->derivatives = count;
    result->derivative = g->derivative;
    return BRI_OK;
}

static double *take(bri_tangent *g, size_t count) { return bri_arena_take(&g->arena, count + 1, sizeof(double)); }

static void create_lines(bri_tangent *g, bri_tangent_lines *out)
{
    size_t m = (size_t)g->m, rows = m + (size_t)g->sums;
    out->A = take(g, rows * (m + (size_t)g->count));
    out->B = out->A ? out->A + rows * m : NULL;
}

static bri_status make_room(bri_tangent *g, bri_error *err)
{
    const bri_system *s = g->system;
    size_t all = (size_t)g->all, m = (size_t)g->m, p = (size_t)g->count, n = (size_t)(BRI_DOF * s->bodies);
    size_t rows = (size_t)s->rows, channels = (size_t)s->channels, discrete = (size_t)s->discrete_states;
    size_t stages = BRI_TANGENT_STAGES, room = stages * m;
    if (room < rows * n) room = rows * n;
    if (room < 2 * (all + m)) room = 2 * (all + m);
    g->which = bri_arena_take(&g->arena, (size_t)g->degrees + 1, sizeof *g->which);
    g->pivot = bri_arena_take(&g->arena, stages * m + n + rows + 1, sizeof *g->pivot);
    g->lost = bri_arena_take(&g->arena, p + 1, sizeof *g->lost);
    g->weight = take(g, n);
    g->s = take(g, p * all);
    g->discrete = take(g, p * discrete);
    g->largest = take(g, p);
    g->size = take(g, p);
    g->frame_x = take(g, all);
    g->matrix = take(g, (size_t)s->sparse.entries);
    g->error = take(g, rows);
    g->row_room = take(g, rows);
    g->row_error = take(g, rows);
    g->row_velocity = take(g, rows);
    g->lu = take(g, stages * m * stages * m);
    g->error_lu = take(g, m * m);
    g->error_pivot = bri_arena_take(&g->arena, m + 1, sizeof *g->error_pivot);
    g->node_x = take(g, all);
    g->node_f = take(g, all);
    g->node_step = take(g, m);
    g->row_D = take(g, m * all);
    g->row_P = take(g, p * all);
    g->y = take(g, (stages + 1) * p * m);
    g->y_size = take(g, m + all);
    g->direction = take(g, all);
    g->moved = take(g, all);
    g->beside = take(g, all);
    g->rates = take(g, all);
    g->room = take(g, room);
    g->values_beside = take(g, channels);
    g->y_row = take(g, m + all);
    g->whole = take(g, all);
    g->jump_room = take(g, 4 * all + 2 * (size_t)s->events + discrete);
    g->event_time = take(g, p);
    create_lines(g, &g->start);
    for (int i = 0; i < BRI_TANGENT_STAGES; i++)
        create_lines(g, &g->stage[i]);
    bri_status status = bri_evaluation_create(g->base.sim->engine, &g->frame, err);
    if (!status) status = bri_evaluation_create(g->base.sim->engine, &g->observer_beside, err);
    for (int i = 0; i < g->count && !status; i++)
        status = bri_evaluation_create(g->probe[i].sim->engine, &g->probe[i].observer, err);
    if (!status && g->arena.failed) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: %d derivatives", g->count);
    return status;
}

/* Derivatives of the initial state. */
static void begin(bri_tangent *g)
{
    double t = bri_stepper_time(g->run->stepper);
    const double *discrete = bri_stepper_discrete(g->base.sim->stepper);
    for (int p = 0; p < g->count; p++) {
        bri_sim *sim = g->probe[p].sim;
        const double *x = bri_sim_states(g->base.sim), *beside = bri_sim_states(sim);
        for (int i = 0; i < g->all; i++)
            g->s[(size_t)p * (size_t)g->all + (size_t)i] = (beside[i] - x[i]) / g->probe[p].step;
        bri_tangent_put_discrete(g, p, t, discrete, bri_stepper_discrete(sim->stepper));
    }
}

bri_status bri_tangent_create(bri_sim *run, const bri_run_def *def, bri_result *result, bri_tangent **out,
                              bri_error *err)
{
    *out = NULL;
    if (!def->derivatives || !def->derivatives[0]) return BRI_OK;
    if (run->system->coupling == BRI_COUPLING_LAGGED)
        return bri_fail(err, BRI_BAD_MODEL,
                        "with coupling: lagged a run has no derivatives: its rates follow the loads of the last step");
    bri_tangent *g = calloc(1, sizeof *g);
    if (!g) return bri_fail(err, BRI_NO_MEMORY, "out of memory: derivatives");
    const bri_system *s = run->system;
    g->run = run;
    g->system = s;
    g->texts = bri_result_arena(result);
    g->states = s->states;
    g->sums = s->quadratures;
    g->all = s->states + s->quadratures;
    g->degrees = s->degrees;
    g->rest = s->states - 2 * BRI_DOF * s->bodies;
    g->m = 2 * g->degrees + g->rest;
    double rtol = def->derivative_rtol > 0 ? def->derivative_rtol : run->stepper_def.tolerances.rtol;
    g->tolerance = share_of_tolerance * pow(rtol, 2.0 / 3);
    bri_status status = list_parameters(g, def, result, err);
    if (!status) {
        g->probe = bri_arena_take(&g->arena, (size_t)g->count, sizeof *g->probe);
        if (!g->probe) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: %d derivatives", g->count);
    }
    if (!status) status = bri_tangent_probes(g, def, err);
    if (!status) status = make_room(g, err);
    if (status) {
        bri_tangent_destroy(g);
        return status;
    }
    for (int i = 0; i < g->count; i++)
        g->size[i] = bri_tangent_size(g, i);
    begin(g);
    *out = g;
    return BRI_OK;
}

void bri_tangent_destroy(bri_tangent *g)
{
    if (!g) return;
    bri_tangent_probes_destroy(g);
    free(g->piece);
    free(g->polynomial);
    free(g->sum);
    bri_arena_free(&g->arena);
    free(g);
}

/* --- steps ------------------------------------------------------------------------------------------------------------------ */

void bri_tangent_step(bri_tangent *g, double from)
{
    double to = bri_stepper_time(g->run->stepper), middle = from + 0.5 * (to - from);
    for (int i = 0; i < g->count; i++)
        g->event_time[i] = NAN;
    g->now = g->run->discrete_before;
    g->base.segment_end = bri_next_time_event(g->system, middle);
    for (int i = 0; i < g->count; i++)
        g->probe[i].segment_end = bri_next_time_event(g->probe[i].system, middle);
    bri_tangent_integrate(g, from, to);
    bri_tangent_jump(g, from);
    g->has_jumped = g->has_jumped || g->near_singular != g->run->engine->near_singular;
    g->near_singular = g->run->engine->near_singular;
}

/* --- rows ------------------------------------------------------------------------------------------------------------------- */

static bool find_values(bri_probe *probe, bri_evaluation *at, double t, const double *x, const double *discrete,
                        bool solves, double *values)
{
    bri_engine *e = probe->sim->engine;
    e->segment_end = probe->segment_end;
    bri_point_forget(&at->point);
    return bri_channels_of(e, at, t, x, discrete, solves, values) == BRI_FINE;
}

/* Adds (channels at x + by change - channels at x)/by to the derivatives. */
static bool add_difference(bri_tangent *g, bri_probe *probe, bri_evaluation *at, const double *change, double by,
                           const bri_tangent_row_of *r, double *row)
{
    for (int i = 0; i < g->all; i++)
        g->beside[i] = r->x[i] + by * change[i];
    const double *discrete =
        probe == &g->base ? r->discrete : bri_tangent_beside(g, (int)(probe - g->probe), r->discrete);
    if (!find_values(probe, at, r->t, g->beside, discrete, r->solves, g->values_beside)) return false;
    for (size_t c = 1; c < r->columns; c++)
        row[c - 1] += (g->values_beside[r->column[c]] - r->values[r->column[c]]) / by;
    return true;
}

/* What the farthest node changes in the states of a parameter, over what is tolerated. */
static double error_of_states(const bri_tangent *g, const bri_tangent_mix *mix, int p)
{
    double worst = 0, size = fmax(g->largest[p], 1 / g->size[p]) * g->tolerance;
    for (int i = 0; i < g->states; i++) {
        double change = 0;
        for (int j = 0; j < mix->count; j++) {
            double value = mix->node[j]->P[p * g->all + i];
            for (int k = 0; k < g->m; k++)
                value += mix->node[j]->D[k * g->all + i] * g->y_row[k];
            change += mix->change[j] * value;
        }
        worst = fmax(worst, fabs(change) / (g->system->size[i] * size));
    }
    return worst;
}

/* How the states follow the reduced ones and the parameters, by the nodes near a row. */
static void mix_rows(bri_tangent *g, const bri_tangent_mix *mix)
{
    size_t all = (size_t)g->all, states = (size_t)g->m * all, parts = (size_t)g->count * all;
    memset(g->row_D, 0, states * sizeof(double));
    memset(g->row_P, 0, parts * sizeof(double));
    for (int j = 0; j < mix->count; j++) {
        for (size_t i = 0; i < states; i++)
            g->row_D[i] += mix->weight[j] * mix->node[j]->D[i];
        for (size_t i = 0; i < parts; i++)
            g->row_P[i] += mix->weight[j] * mix->node[j]->P[i];
    }
}

/* The derivatives of all states with respect to a parameter within a step, by the nodes near it or, if those are too far away, by the
 * constraints. */
static void find_states(bri_tangent *g, int p, const bri_tangent_row_of *r, const bri_tangent_mix *mix, double *s)
{
    bri_tangent_within(g, r->t, p, g->y_row, s + g->states);
    if (mix->count && !(error_of_states(g, mix, p) > 1)) {
        bri_tangent_expand(g, g->row_D, g->row_P + (size_t)p * (size_t)g->all, g->y_row, s);
        return;
    }
    bri_tangent_frame(g, r->t, r->x);
    bri_tangent_complete(g, &g->probe[p], g->y_row, s);
}

/* The derivatives with respect to one parameter. A change of the states by the parameter's step may be too large, where they depend on it
 * strongly: the parts by the parameter and by the states are then taken one after the other. */
static bool find_row(bri_tangent *g, int p, const bri_tangent_row_of *r, const bri_tangent_mix *mix, double *row)
{
    bri_probe *probe = &g->probe[p];
    double *s = g->whole, *part = g->row_P + (size_t)p * (size_t)g->all;
    memcpy(s, g->s + (size_t)p * (size_t)g->all, (size_t)g->all * sizeof(double));
    if (!r->after) find_states(g, p, r, mix, s);
    for (size_t c = 1; r->are_states && c < r->columns; c++)
        row[c - 1] = s[g->system->shows[r->column[c]]];
    if (r->are_states) return true;
    bri_engine *e = g->base.sim->engine;
    e->segment_end = g->base.segment_end;
    double step = fabs(probe->step), extent = bri_smooth_extent(e, r->t, r->x, r->discrete, s, g->moved),
           longest = fmax(small_part * extent, least_share * step);
    if (step <= longest) return add_difference(g, probe, &probe->observer, s, probe->step, r, row);
    if (!mix->count) {
        bri_tangent_frame(g, r->t, r->x);
        bri_tangent_complete(g, probe, NULL, part);
        memset(part + g->states, 0, (size_t)g->sums * sizeof(double));
    }
    if (!add_difference(g, probe, &probe->observer, part, probe->step, r, row)) return false;
    for (int i = 0; i < g->all; i++)
        s[i] -= part[i];
    return add_difference(g, &g->base, &g->observer_beside, s, longest, r, row);
}

void bri_tangent_row(bri_tangent *g, const bri_tangent_row_of *r, double *row)
{
    if (r->after) { /* the step to come */
        g->base.segment_end = bri_next_time_event(g->system, r->t);
        for (int p = 0; p < g->count; p++)
            g->probe[p].segment_end = bri_next_time_event(g->probe[p].system, r->t);
    }
    bri_tangent_mix mix = {.count = 0};
    g->now = r->discrete;
    if (!r->after || !g->has_jumped) bri_tangent_mix_at(g, r->t, &mix);
    mix_rows(g, &mix);
    for (int p = 0; p < g->count; p++, row += r->columns - 1) {
        for (size_t c = 1; c < r->columns; c++)
            row[c - 1] = 0;
        bool exists = !g->lost[p] || r->t < g->derivative[p]->until;
        if (exists && !g->failed && find_row(g, p, r, &mix, row)) continue;
        for (size_t c = 1; c < r->columns; c++)
            row[c - 1] = NAN;
    }
}

/* --- events, names ------------------------------------------------------------------------------------------------------------ */

static bool make_room_for_events(bri_tangent *g, int events)
{
    if (events <= g->event_room) return true;
    int room = 2 * events;
    for (int p = 0; p < g->count; p++) {
        double *times = bri_arena_take(g->texts, (size_t)room, sizeof *times);
        if (!times) return false;
        if (g->events) memcpy(times, g->derivative[p]->event_time, (size_t)g->events * sizeof *times);
        g->derivative[p]->event_time = times;
    }
    g->event_room = room;
    return true;
}

void bri_tangent_events(bri_tangent *g, bri_result *result)
{
    double now = bri_stepper_time(g->run->stepper);
    if (!make_room_for_events(g, result->events)) return; /* the result says that memory was missing */
    for (; g->events < result->events; g->events++)
        for (int p = 0; p < g->count; p++)
            g->derivative[p]->event_time[g->events] =
                result->event[g->events]->time == now && !g->lost[p] ? g->event_time[p] : NAN;
}

void bri_tangent_close(bri_tangent *g, bri_result *result)
{
    for (int p = 0; p < g->count; p++) {
        g->event_time[p] = NAN;
        if (!g->lost[p]) g->derivative[p]->until = result->end;
        if (g->failed) bri_tangent_lose(g, p, result->start, "out of memory: derivatives of the steps");
    }
    bri_tangent_events(g, result);
}

/* "m" and "N/m" become "m/(N/m)"; of a plain number the first alone. */
static const char *unit_over(bri_arena *arena, const char *unit, const char *by)
{
    if (!strcmp(by, "1")) return bri_arena_text(arena, "%s", unit);
    bool is_composed = strchr(by, ' ') || strchr(by, '/');
    return bri_arena_text(arena, "%s/%s%s%s", *unit ? unit : "1", is_composed ? "(" : "", by, is_composed ? ")" : "");
}

bri_status bri_tangent_name_columns(bri_result *result, size_t channels, bri_error *err)
{
    bri_table *table = result->channels;
    bri_arena *arena = bri_result_arena(result);
    bri_status status = BRI_OK;
    size_t at = channels;
    for (int p = 0; p < result->derivatives; p++) {
        bri_derivative *d = result->derivative[p];
        d->column = (int)at;
        for (size_t c = 1; c < channels && !status; c++) {
            const char *name = bri_arena_text(arena, "d(%s)/d(%s)", table->column[c].name, d->parameter);
            const char *unit = unit_over(arena, table->column[c].unit, d->unit);
            status = name && unit ? bri_table_name(table, at++, name, unit, err)
                                  : bri_fail(err, BRI_NO_MEMORY, "out of memory: names of derivatives");
        }
    }
    return status;
}
