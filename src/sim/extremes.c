/* extremes.c - largest forces, ranges of loads and shares of rest, over the steps of a run and their interpolants
 *
 * Every quantity is known at both ends of a step. The end is mostly solved already: it is the last stage of the step, and
 * around an event the engine tells of its solutions. The middle of a step is solved only where a quantity may exceed its record,
 * judged by its changes in this step and the one before. A step that passes over the peak of a smoothed friction law, as
 * slip reverses, is solved at the speeds of the law too. Where the parabola through three values has its top above the
 * record, the top is searched for. So most of this costs nothing once the extremes have occurred. */
#include "sim/extremes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "sim/rests.h"
#include "sim/result.h"
#include "sim/slip_time.h"
#include "sim/smoothed.h"
#include "sim/top.h"
#include "sim/watched.h"
#include "system/energy.h"
#include "system/tolerance.h"

enum {
    PLACES = 24,  /* within a step at which quantities are sampled */
    INNER = 16,   /* the same, of those that the integrator tells */
    TURNS = 8,    /* of the search for a top */
    OCTAVES = 200 /* of loads, from 2^-100 N on */
};
static const double tol_top = 1e-5;   /* of a record: what another turn of the search must promise */
static const double tol_flat = 1e-10; /* of a record: a smaller bend about it is rounding, and has no time */
static const double tol_noise = 1e-3; /* of the largest quantity of its unit: a record for which the same is rounding */
static const double least_output = 1e-6; /* of the input: below, the rest of a load that does no net work */
static const double loaded_share = 0.01; /* of its largest load: load above which |F|/N is reported */

typedef struct place {
    double t, *value; /* of each quantity */
} place;

struct bri_extremes {
    bri_result *result;
    bri_watched *watched;
    int count;                          /* of them */
    double *before, *start, *end, *top; /* values: at the beginning of the last step, of this one, ... */
    place place[PLACES];                /* in the order of time, the ends of the step among them */
    double *room[PLACES];
    int places;
    bri_sim *sim;                   /* which tells of its rates around events */
    place at_end, at_start;         /* there: before an event is handled, and after it */
    double largest[BRI_DIMENSIONS]; /* magnitude of all records */
    const bri_system *system;
    double last_span;
    bool is_new;              /* other equations hold from here on */
    double (*ratio)[OCTAVES]; /* of each interface, the largest |F|/N in each octave of N */
    bri_rests rests;
    double (*speed)[BRI_SMOOTHED_SPEEDS]; /* of each interface: speed scales of its smoothed law, m/s; 0: no more */
    bool *peaks; /* of each interface: its smoothed law has a peak, at which no step need end */
    bri_arena arena;
    bri_discrete held; /* within the step, */
    double *packed;    /* and as it is packed */
};

/* --- samples ---------------------------------------------------------------------------------------------------------------- */

static void add_ratio(bri_extremes *x, int k, double load, double ratio)
{
    int octave = 0;
    if (isnan(ratio)) return;
    frexp(load, &octave);
    octave = octave < -100 ? 0 : octave >= OCTAVES - 100 ? OCTAVES - 1 : octave + 100;
    x->ratio[k][octave] = fmax(x->ratio[k][octave], ratio);
}

/* Values of all quantities at a solved point. */
static void set_values(const bri_extremes *x, const bri_evaluation *at, double *value)
{
    for (int i = 0; i < x->count; i++)
        value[i] = x->watched[i].is == BRI_WATCH_LEAST_LOAD ? value[i - 1] : bri_watched_value(&x->watched[i], at);
}

/* New records; a ratio under hardly any load has no value. */
static void take_records(bri_extremes *x, double t, double *value)
{
    for (int i = 0; i < x->count; i++) {
        bri_watched *q = &x->watched[i];
        if (q->is <= BRI_WATCH_LOAD_VECTOR_SECOND) continue;
        if (q->is == BRI_WATCH_RATIO) {
            add_ratio(x, q->of, value[i - 2], value[i]);
            if (!(value[i - 2] >= loaded_share * q[-2].record)) value[i] = NAN;
        }
        double score = bri_watched_score(q, value[i]);
        if (!(score <= bri_watched_score(q, q->record)) && !isnan(score)) {
            q->record = value[i];
            q->time = t;
            x->largest[q->unit] = fmax(x->largest[q->unit], fabs(value[i]));
        }
    }
}

static void update_records(bri_extremes *x, const bri_evaluation *at, double t, double *value)
{
    set_values(x, at, value);
    take_records(x, t, value);
}

/* Called by the engine. The rates before an event belong to the end of a step, and the first ones after it to the beginning of the
 * next step: neither need be solved again. */
static void see_rates(void *context, bool ends)
{
    bri_extremes *x = context;
    bri_sim *sim = x->sim;
    if (sim->partition) return; /* whose coordinates are not all known between steps */
    place *seen = ends ? &x->at_end : &x->at_start;
    double now = bri_stepper_time(sim->stepper);
    if (ends && seen->t == now) return; /* the first of several events at one time */
    const bri_evaluation *rates = ends ? bri_sim_last_stage(sim) : bri_sim_rates_here(sim);
    seen->t = rates ? now : NAN;
    if (rates) set_values(x, rates, seen->value);
}

/* Takes such values, if they are of this time. */
static bool take_seen(bri_extremes *x, place *seen, double t, double *value)
{
    if (seen->t != t) return false;
    memcpy(value, seen->value, (size_t)x->count * sizeof(double));
    take_records(x, t, value);
    seen->t = NAN;
    return true;
}

void bri_extremes_follow(bri_extremes *x, bri_sim *sim)
{
    x->sim = sim;
    sim->engine->on_rates = see_rates;
    sim->engine->on_rates_context = x;
}

static bool observe_at(bri_extremes *x, bri_sim *sim, double t, double *value)
{
    bri_instant at = bri_instant_within(sim, t);
    if (bri_observe(sim->engine, &sim->observer, &at, BRI_SCOPE_DYNAMICS) != BRI_FINE) return false;
    update_records(x, &sim->observer, t, value);
    return true;
}

static bool observe_end(bri_extremes *x, bri_sim *sim, double now)
{
    const bri_evaluation *stage = bri_sim_last_stage(sim);
    if (!stage) return take_seen(x, &x->at_end, now, x->end) || observe_at(x, sim, now, x->end);
    update_records(x, stage, now, x->end);
    return true;
}

/* --- tops -------------------------------------------------------------------------------------------------------------------- */

/* By how much a record must be exceeded to be worth a further sample, as a share of it. A least load is compared with the largest. */
static double worth(const bri_extremes *x, const bri_watched *q, double share)
{
    double of = q->is == BRI_WATCH_LEAST_LOAD ? fabs(q[-1].record) : fabs(q->record);
    double unit = q->unit == BRI_DIMENSION_COUPLE ? x->system->length
                  : q->unit == BRI_DIMENSION_RATE ? x->system->speed
                                                  : 0; /* of one newton */
    return share * fmax(of, tol_noise * fmax(x->largest[q->unit], unit * x->largest[BRI_DIMENSION_FORCE]));
}

/* Whether a quantity may have been beyond its record within the step. */
static bool may_exceed(const bri_extremes *x, double span)
{
    double longer = x->last_span > 0 ? span / x->last_span : INFINITY;
    for (int i = 0; i < x->count; i++) {
        const bri_watched *q = &x->watched[i];
        if (q->is <= BRI_WATCH_LOAD_VECTOR_SECOND) continue;
        double a = bri_watched_score(q, x->start[i]), b = bri_watched_score(q, x->end[i]),
               before = bri_watched_score(q, x->before[i]), record = bri_watched_score(q, q->record);
        if (isnan(a) || isnan(b)) continue;
        bool is_known = isfinite(longer) && !isnan(before);
        if (!is_known) return true;
        double by = fabs(b - a), last = longer * fabs(a - before), higher = a > b ? a : b;
        double most = higher + (by > last ? by : last);
        if (most > record && most > record + worth(x, q, tol_top) && bri_may_turn(before, a, b, longer)) return true;
    }
    return false;
}

/* A record is right to tol_top where it was seen. The parabola through it and its neighbours knows its time better. */
static void refine_time(bri_watched *q, const bri_sample p[3], bri_sample top)
{
    bool bends = p[1].score - fmin(p[0].score, p[2].score) > tol_flat * fabs(p[1].score);
    if (q->time == p[1].t && bends && top.score > p[1].score) q->time = top.t;
}

/* The last two steps, where the record is between them. */
static void refine_times(bri_extremes *x, double from, double now)
{
    for (int i = 0; i < x->count && x->last_span > 0; i++) {
        bri_watched *q = &x->watched[i];
        if (q->time != from) continue;
        bri_sample p[3] = {{from - x->last_span, bri_watched_score(q, x->before[i])},
                           {from, bri_watched_score(q, x->start[i])},
                           {now, bri_watched_score(q, x->end[i])}};
        refine_time(q, p, bri_top_of(p));
    }
}

/* Between two neighbours of a place. */
static void find_top(bri_extremes *x, bri_sim *sim, int i, const place at[3])
{
    bri_watched *q = &x->watched[i];
    bri_sample p[3];
    for (int k = 0; k < 3; k++) {
        p[k] = (bri_sample){at[k].t, bri_watched_score(q, at[k].value[i])};
        if (isnan(p[k].score)) return;
    }
    for (int turn = 0; turn < TURNS; turn++) {
        bri_sample top = bri_top_of(p);
        double record = bri_watched_score(q, q->record);
        bool is_higher = top.score > record + worth(x, q, tol_top);
        if (!is_higher) {
            refine_time(q, p, top);
            return;
        }
        if (top.t == p[1].t || !observe_at(x, sim, top.t, x->top)) return;
        top.score = bri_watched_score(q, x->top[i]);
        if (isnan(top.score)) return;
        bri_insert_sample(p, top);
    }
}

/* --- least loads --------------------------------------------------------------------------------------------------------------- */

static bri_load_vector load_vector_in(double t, const double *value, int k)
{
    const double *by = value + k * BRI_WATCH_INTERFACE + BRI_WATCH_LOAD_VECTOR;
    return (bri_load_vector){t, {by[0], by[1]}};
}

/* The load of a reaction that turns round, or passes 0, has a kink between two ends of a step that tell nothing of it. But the
 * reaction itself is smooth. */
static void find_least_load(bri_extremes *x, bri_sim *sim, int k, bri_load_vector a, bri_load_vector b)
{
    const sys_interface *interface = &sim->system->interface[k];
    bri_watched *least = &x->watched[k * BRI_WATCH_INTERFACE + BRI_WATCH_LEAST_LOAD];
    double beside = interface->params->preload;
    for (int turn = 0; turn < TURNS; turn++) {
        double share = bri_least_between(a, b, interface->linear),
               load = bri_load_between(a, b, share, interface->linear);
        if (!(load + beside < least->record - worth(x, least, tol_top))) return;
        if (interface->linear && interface->patches == 1) { /* it changes its sign: this is no estimate */
            least->record = beside;
            return;
        }
        bri_load_vector seen = {a.t + share * (b.t - a.t), {0, 0}};
        if (!(seen.t > a.t && seen.t < b.t) || !observe_at(x, sim, seen.t, x->top)) return;
        seen = load_vector_in(seen.t, x->top, k);
        double before = bri_load_between(a, seen, bri_least_between(a, seen, interface->linear), interface->linear);
        double after = bri_load_between(seen, b, bri_least_between(seen, b, interface->linear), interface->linear);
        *(before < after ? &b : &a) = seen;
    }
}

/* --- places within a step ------------------------------------------------------------------------------------------------------ */

static void add_place(bri_extremes *x, bri_sim *sim, double t)
{
    int n = x->places;
    if (n == PLACES || !observe_at(x, sim, t, x->room[n])) return;
    for (; n > 0 && x->place[n - 1].t > t; n--)
        x->place[n] = x->place[n - 1];
    x->place[n] = (place){t, x->room[x->places++]};
}

/* Where slip passes the speeds of a smoothed law within one step. */
static void add_law_places(bri_extremes *x, bri_sim *sim, int k)
{
    static const double multiples[] = {-2, -1, 1, 2};
    int slip = k * BRI_WATCH_INTERFACE;
    bri_sample a = {x->place[0].t, x->start[slip]}, b = {bri_stepper_time(sim->stepper), x->end[slip]};
    for (int i = 0; i < BRI_SMOOTHED_SPEEDS && x->speed[k][i] > 0; i++)
        for (size_t m = 0; m < sizeof multiples / sizeof *multiples; m++) {
            double v = multiples[m] * x->speed[k][i];
            bool is_passed = (a.score < v) != (b.score < v) && fabs(b.score - a.score) > x->speed[k][i];
            if (is_passed) add_place(x, sim, bri_time_of_slip(sim, k, v, a, b));
        }
}

/* Where forces turn within a step that was made in small ones. */
static void add_turns(bri_extremes *x, bri_sim *sim)
{
    double times[INNER];
    int count = bri_stepper_inner(sim->stepper, true, INNER, times);
    for (int i = 0; i < count; i++)
        add_place(x, sim, times[i]);
}

static void search_within(bri_extremes *x, bri_sim *sim, double from, double now)
{
    x->places = 0;
    x->place[x->places++] = (place){from, x->start};
    for (int k = 0; k < sim->system->interfaces; k++)
        if (x->peaks[k] && !bri_is_separated(&x->held, k)) add_law_places(x, sim, k);
    add_turns(x, sim);
    if (may_exceed(x, now - from)) add_place(x, sim, 0.5 * (from + now));
    for (int k = 0; k < sim->system->interfaces; k++)
        if (sim->system->interface[k].from_reaction && sim->system->coupling != BRI_COUPLING_LAGGED)
            find_least_load(x, sim, k, load_vector_in(from, x->start, k), load_vector_in(now, x->end, k));
    if (x->places == 1) return;
    if (x->places == PLACES) x->places--;
    x->place[x->places++] = (place){now, x->end};
    for (int i = 0; i < x->count; i++)
        for (int n = 0; n + 2 < x->places; n++)
            find_top(x, sim, i, &x->place[n]);
}

/* --- a step ------------------------------------------------------------------------------------------------------------------ */

static void move_on(bri_extremes *x)
{
    double *oldest = x->before;
    x->before = x->start;
    x->start = x->end;
    x->end = oldest;
}

static void unpack_held(bri_extremes *x, const double *packed)
{
    size_t size = (size_t)x->system->discrete_states * sizeof(double);
    if (!size || !memcmp(x->packed, packed, size)) return;
    memcpy(x->packed, packed, size);
    bri_discrete_unpack(&x->held, packed);
}

void bri_extremes_step(bri_extremes *x, bri_sim *sim, double from)
{
    double now = bri_stepper_time(sim->stepper), span = now - from;
    bool jumps = bri_stepper_fired(sim->stepper) || sim->at_time_event;
    if (!(span > 0)) {
        x->is_new = true;
        return;
    }
    move_on(x);
    if (x->is_new) {
        x->last_span = 0;
        if (!take_seen(x, &x->at_start, from, x->start) && !observe_at(x, sim, from, x->start)) return;
    }
    x->is_new = true; /* unless the step can be sampled */
    if (!observe_end(x, sim, now)) return;
    unpack_held(x, sim->discrete_before);
    search_within(x, sim, from, now);
    bri_rests_step(&x->rests, sim, from, &x->held, x->start, x->end);
    refine_times(x, from, now);
    x->last_span = span;
    x->is_new = jumps;
    if (sim->at_time_event) x->at_start.t = NAN; /* other equations hold than those that were seen */
}

/* --- beginning and end -------------------------------------------------------------------------------------------------------- */

void bri_extremes_destroy(bri_extremes *x)
{
    if (!x) return;
    bri_arena_free(&x->arena);
    free(x);
}

bri_status bri_extremes_create(const bri_system *s, bri_result *result, bri_extremes **out, bri_error *err)
{
    bri_extremes *x = calloc(1, sizeof *x);
    size_t faces = (size_t)s->interfaces + 1;
    *out = NULL;
    if (!x) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a summary");
    x->result = result;
    x->count = bri_list_watched(s, result, NULL);
    size_t n = (size_t)x->count + 1;
    bri_arena *arena = &x->arena;
    result->friction_summary = bri_arena_list(bri_result_arena(result), faces, sizeof **result->friction_summary);
    result->force_summary =
        bri_arena_list(bri_result_arena(result), (size_t)result->force_summaries, sizeof **result->force_summary);
    x->watched = bri_arena_take(arena, n, sizeof *x->watched);
    x->ratio = bri_arena_take(arena, faces, sizeof *x->ratio);
    x->speed = bri_arena_take(arena, faces, sizeof *x->speed);
    x->peaks = bri_arena_take(arena, faces, sizeof(bool));
    bri_rests_create(s, arena, &x->rests);
    double **values[] = {&x->before, &x->start, &x->end, &x->top, &x->at_end.value, &x->at_start.value};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        *values[i] = bri_arena_take(arena, n, sizeof(double));
    for (int i = 0; i < PLACES; i++)
        x->room[i] = bri_arena_take(arena, n, sizeof(double));
    x->packed = bri_arena_take(arena, (size_t)s->discrete_states + 1, sizeof(double));
    bri_discrete_create(s, arena, &x->held);
    if (arena->failed || !result->friction_summary || !result->force_summary) {
        bri_extremes_destroy(x);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: summaries of %d interfaces", s->interfaces);
    }
    bri_list_watched(s, result, x->watched);
    bri_discrete_pack(&x->held, x->packed);
    x->is_new = true;
    x->at_end.t = x->at_start.t = NAN;
    x->system = s;
    result->friction_summaries = s->interfaces;
    for (int k = 0; k < s->interfaces; k++) {
        bri_friction_summary *f = result->friction_summary[k];
        f->name = bri_arena_text(bri_result_arena(result), "%s", s->interface[k].label);
        bri_smoothed_speeds(s, &s->interface[k], x->speed[k]);
        x->peaks[k] = bri_has_peak(&s->interface[k], x->speed[k]);
    }
    *out = x;
    return BRI_OK;
}

static void close_friction(bri_extremes *x, const bri_system *s, int k)
{
    bri_friction_summary *f = x->result->friction_summary[k];
    const bri_watched *load = &x->watched[k * BRI_WATCH_INTERFACE + BRI_WATCH_LOAD], *least = load + 1;
    bool loaded = s->interface[k].params->effort == BRI_EFFORT_NONE;
    int gap = s->interface[k].gap, octave = 0;
    f->load_least = loaded ? least->record : NAN;
    f->load_most = loaded ? load->record : NAN;
    f->touches = gap >= 0;
    if (gap >= 0) f->load_most = fmax(f->load_most, x->result->contact_summary[gap]->peak);
    if (gap >= 0) f->floored = bri_floor_of(&s->interface[k]);
    f->loaded_from = loaded ? loaded_share * f->load_most : NAN;
    frexp(f->loaded_from, &octave); /* the octave above is the first that is wholly there */
    octave += 101;
    for (int i = 0; i < OCTAVES && loaded; i++) {
        f->ratio_most = fmax(f->ratio_most, x->ratio[k][i]);
        if (i >= octave) f->ratio_loaded = fmax(f->ratio_loaded, x->ratio[k][i]);
    }
}

static void close_driver(bri_force_summary *f, const bri_system *s, const bri_watched *q, const double *sums,
                         double span)
{
    f->rms = sqrt(bri_sum_of(s, BRI_SUM_SQUARES, q->of, sums) / span);
    f->work = bri_sum_of(s, BRI_SUM_DRIVERS, q->of, sums);
    f->peak_power = q[1].record;
    f->peak_power_time = q[1].time;
}

static void close_efficiency(bri_result *result, const bri_system *s, const double *sums)
{
    for (int i = 0; i < result->force_summaries; i++) {
        double work = result->force_summary[i]->work;
        if (work > 0) result->work_in += work;
        if (work < 0) result->work_out -= work;
    }
    result->work_lost = bri_sum_of_group(s, BRI_SUM_FRICTION, sums) + bri_sum_of_group(s, BRI_SUM_IMPACTS, sums) +
                        bri_sum_of_group(s, BRI_SUM_DAMPING, sums);
    bool is_machine = result->work_in > 0 && result->work_out > least_output * result->work_in;
    result->efficiency = is_machine ? result->work_out / (result->work_out + fmax(result->work_lost, 0)) : NAN;
}

void bri_extremes_close(bri_extremes *x, const bri_system *s, const double *sums, double span)
{
    int force = 0;
    span = span > 0 ? span : 1;
    for (int k = 0; k < s->interfaces; k++) {
        bri_friction_summary *friction = x->result->friction_summary[k];
        close_friction(x, s, k);
        friction->at_rest = x->rests.time[k] / span;
        friction->lost = bri_sum_of(s, BRI_SUM_FRICTION, k, sums);
    }
    for (int i = 0; i < x->count; i++) {
        const bri_watched *q = &x->watched[i];
        if (q->is < BRI_WATCH_REACTION || q->is == BRI_WATCH_POWER) continue;
        bri_force_summary *f = x->result->force_summary[force++];
        f->peak = q->record;
        f->peak_time = q->time;
        if (f->source == BRI_FORCE_OF_DRIVER) close_driver(f, s, q, sums, span);
        if (f->source == BRI_FORCE_OF_FORCE) f->work = bri_sum_of(s, BRI_SUM_LOADS, q->of, sums);
        f->mean_power = f->work / span;
    }
    close_efficiency(x->result, s, sums);
}
