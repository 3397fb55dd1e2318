/* extremes.c - largest forces, ranges of loads and shares of rest, over the steps of a run and their interpolants
 *
 * Every quantity is known at both ends of a step. The end is mostly solved already: it is the last stage of the step, and
 * after an event the beginning is solved anew. The middle of a step is solved only where a quantity may exceed its record,
 * judged by its changes in this step and the one before. A step that passes over the peak of a smoothed friction law, as
 * slip reverses, is solved at the speeds of the law too. Where the parabola through three values has its top above the
 * record, the top is searched for. So most of this costs nothing once the extremes have occurred. */
#include "sim/extremes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "friction/regions.h"
#include "sim/result.h"
#include "sim/watched.h"
#include "system/energy.h"
#include "system/friction.h"
#include "system/tolerance.h"

enum {
    PLACES = 24,  /* within a step at which quantities are sampled */
    INNER = 16,   /* the same, of those that the integrator tells */
    SPEEDS = 4,   /* of a smoothed law */
    SECANTS = 24, /* to find a speed within a step, with as many bisections among them */
    TURNS = 8,    /* of the search for a top */
    OCTAVES = 200 /* of loads, from 2^-100 N on */
};
static const double tol_top = 1e-5;   /* of a record: what another turn of the search must promise */
static const double tol_flat = 1e-10; /* of a record: a smaller bend about it is rounding, and has no time */
static const double tol_noise = 1e-3; /* of the largest quantity of its unit: a record for which the same is rounding */
static const double clear_slope = 0.25;  /* of the mean slope in a step: one that does not change its sign in it */
static const double least_output = 1e-6; /* of the input: below, the rest of a load that does no net work */
static const double loaded_share = 0.01; /* of its largest load: load above which |F|/N is reported */

typedef struct sample {
    double t, score;
} sample;

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
    double largest[BRI_DIMENSIONS]; /* magnitude of all records */
    const bri_system *system;
    double last_span;
    bool is_new;              /* other equations hold from here on */
    double (*ratio)[OCTAVES]; /* of each interface, the largest |F|/N in each octave of N */
    double *rest;             /* time that each interface rested, s */
    double (*speed)[SPEEDS];  /* of each interface: speed scales of its smoothed law, m/s; 0: no more */
    bool *peaks;              /* of each interface: its smoothed law has a peak, at which no step need end */
    double *rest_speed;       /* of each interface, m/s: slower than that, it is at rest */
    bri_arena arena;
    bri_discrete held; /* within the step, */
    double *packed;    /* and as it is packed */
};

/* --- speeds of laws ------------------------------------------------------------------------------------------------------ */

/* Speed scales of a smoothed law, between which its force has a steep rise and perhaps a peak. */
static void list_speeds(const bri_system *s, const sys_interface *interface, double speed[SPEEDS])
{
    int count = 0;
    bool is_smoothed = !interface->sticks && !interface->law->needs && s->patch[interface->patch].states == 0;
    for (const bri_param *p = interface->law->kind.params; is_smoothed && p->name && count < SPEEDS; p++) {
        double scale = bri_param_speed(p, interface->params->law.params);
        if (scale > 0) speed[count++] = scale;
    }
}

/* Of a law that only rises, the ends of a step have the largest forces. */
static bool has_peak(const sys_interface *interface, const double speed[SPEEDS])
{
    for (int i = 0; i < SPEEDS && speed[i] > 0; i++)
        if (bri_friction_falls(interface->law, interface->params->law.params, &interface->pair, speed[i])) return true;
    return false;
}

/* Where the force of a smoothed law only follows the speed. */
static double rest_speed_of(const bri_extremes *x, const bri_system *s, int k)
{
    double least = x->speed[k][0];
    for (int i = 1; i < SPEEDS && x->speed[k][i] > 0; i++)
        least = fmin(least, x->speed[k][i]);
    return fmax(least, tol_at_rest * s->speed);
}

/* --- samples ---------------------------------------------------------------------------------------------------------------- */

static void add_ratio(bri_extremes *x, int k, double load, double ratio)
{
    int octave = 0;
    if (isnan(ratio)) return;
    frexp(load, &octave);
    octave = octave < -100 ? 0 : octave >= OCTAVES - 100 ? OCTAVES - 1 : octave + 100;
    x->ratio[k][octave] = fmax(x->ratio[k][octave], ratio);
}

/* Values of all quantities at a solved point, and new records. */
static void update_records(bri_extremes *x, const bri_evaluation *at, double t, double *value)
{
    for (int i = 0; i < x->count; i++) {
        bri_watched *q = &x->watched[i];
        value[i] = q->is == BRI_WATCH_LEAST_LOAD ? value[i - 1] : bri_watched_value(q, at);
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

/* Within the last step, before what happened at its end. */
static bri_instant instant_within(bri_sim *sim, double t)
{
    bri_instant at = bri_instant_of(sim->engine, t, bri_sim_interpolate(sim, t), sim->discrete_before);
    at.segment_end = bri_stepper_time(sim->stepper);
    return at;
}

static bool observe_at(bri_extremes *x, bri_sim *sim, double t, double *value)
{
    bri_instant at = instant_within(sim, t);
    if (bri_observe(sim->engine, &sim->observer, &at, BRI_SCOPE_DYNAMICS) != BRI_FINE) return false;
    update_records(x, &sim->observer, t, value);
    return true;
}

static bool observe_end(bri_extremes *x, bri_sim *sim, double now)
{
    const bri_evaluation *stage = bri_sim_last_stage(sim);
    if (!stage) return observe_at(x, sim, now, x->end);
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

/* Whether a score that was before, a and b at the ends of two steps, the second of which is longer by a factor, may have had a
 * top within the second one: its slope at the higher end, by the parabola, is not clearly towards the other step. */
static bool may_turn(double before, double a, double b, double longer)
{
    double bend = (b - a) - longer * (a - before); /* half the change of slope over both steps */
    double share = longer / (1 + longer);          /* of that change which falls to the second step */
    double end = (b - a) + share * bend, start = (b - a) - share * bend;
    return b > a ? end < clear_slope * (b - a) : start > clear_slope * (b - a);
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
        if (most > record && most > record + worth(x, q, tol_top) && may_turn(before, a, b, longer)) return true;
    }
    return false;
}

/* Top of the parabola through three samples; its score is -INFINITY where there is none between them. */
static sample top_of(const sample p[3])
{
    double before = p[0].t - p[1].t, after = p[2].t - p[1].t;
    double rise = (p[0].score - p[1].score) / before, fall = (p[2].score - p[1].score) / after;
    double bend = (fall - rise) / (after - before), slope = rise - bend * before, off = -slope / (2 * bend);
    if (!(bend < 0) || !(off > before && off < after)) return (sample){p[1].t, -INFINITY};
    return (sample){p[1].t + off, p[1].score + 0.5 * slope * off};
}

/* Of three samples and a new one between them: the best and its neighbours, in the order of time. */
static void insert(sample p[3], sample seen)
{
    sample all[4];
    int n = 0, best = 0;
    for (int i = 0; i < 3; i++) {
        if (n == i && seen.t < p[i].t) all[n++] = seen;
        all[n++] = p[i];
    }
    if (n < 4) all[n] = seen;
    for (int i = 1; i < 4; i++)
        if (all[i].score > all[best].score) best = i;
    memcpy(p, &all[best < 2 ? 0 : 1], 3 * sizeof *p);
}

/* A record is right to tol_top where it was seen. The parabola through it and its neighbours knows its time better. */
static void refine_time(bri_watched *q, const sample p[3], sample top)
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
        sample p[3] = {{from - x->last_span, bri_watched_score(q, x->before[i])},
                       {from, bri_watched_score(q, x->start[i])},
                       {now, bri_watched_score(q, x->end[i])}};
        refine_time(q, p, top_of(p));
    }
}

/* Between two neighbours of a place. */
static void find_top(bri_extremes *x, bri_sim *sim, int i, const place at[3])
{
    bri_watched *q = &x->watched[i];
    sample p[3];
    for (int k = 0; k < 3; k++) {
        p[k] = (sample){at[k].t, bri_watched_score(q, at[k].value[i])};
        if (isnan(p[k].score)) return;
    }
    for (int turn = 0; turn < TURNS; turn++) {
        sample top = top_of(p);
        double record = bri_watched_score(q, q->record);
        bool is_higher = top.score > record + worth(x, q, tol_top);
        if (!is_higher) {
            refine_time(q, p, top);
            return;
        }
        if (top.t == p[1].t || !observe_at(x, sim, top.t, x->top)) return;
        top.score = bri_watched_score(q, x->top[i]);
        if (isnan(top.score)) return;
        insert(p, top);
    }
}

/* --- least loads --------------------------------------------------------------------------------------------------------------- */

typedef struct load_vector {
    double t, by[2]; /* bri_interface_load_vector */
} load_vector;

static load_vector load_vector_in(double t, const double *value, int k)
{
    const double *by = value + k * BRI_WATCH_INTERFACE + BRI_WATCH_LOAD_VECTOR;
    return (load_vector){t, {by[0], by[1]}};
}

static double load_between(load_vector a, load_vector b, double share, bool is_linear)
{
    double first = a.by[0] + share * (b.by[0] - a.by[0]), second = a.by[1] + share * (b.by[1] - a.by[1]);
    return is_linear ? fabs(first) + fabs(second) : hypot(first, second);
}

/* Where on the straight line between two reactions the load is least, as a share of the time between them. */
static double least_between(load_vector a, load_vector b, bool is_linear)
{
    double by[2] = {b.by[0] - a.by[0], b.by[1] - a.by[1]}, square = by[0] * by[0] + by[1] * by[1], best = 0;
    if (!(square > 0)) return 0;
    double shares[] = {1, -(a.by[0] * by[0] + a.by[1] * by[1]) / square, 0};
    if (is_linear) /* a sum of two magnitudes has its least where one of them is 0, or at an end */
        for (int i = 0; i < 2; i++)
            shares[i + 1] = by[i] != 0 ? -a.by[i] / by[i] : 0;
    for (int i = 0; i < 3; i++)
        if (shares[i] > 0 && shares[i] <= 1 &&
            load_between(a, b, shares[i], is_linear) < load_between(a, b, best, is_linear))
            best = shares[i];
    return best;
}

/* The load of a reaction that turns round, or passes 0, has a kink between two ends of a step that tell nothing of it. But the
 * reaction itself is smooth. */
static void find_least_load(bri_extremes *x, bri_sim *sim, int k, load_vector a, load_vector b)
{
    const sys_interface *interface = &sim->system->interface[k];
    bri_watched *least = &x->watched[k * BRI_WATCH_INTERFACE + BRI_WATCH_LEAST_LOAD];
    double beside = interface->params->preload;
    for (int turn = 0; turn < TURNS; turn++) {
        double share = least_between(a, b, interface->linear), load = load_between(a, b, share, interface->linear);
        if (!(load + beside < least->record - worth(x, least, tol_top))) return;
        if (interface->linear && interface->patches == 1) { /* it changes its sign: this is no estimate */
            least->record = beside;
            return;
        }
        load_vector seen = {a.t + share * (b.t - a.t), {0, 0}};
        if (!(seen.t > a.t && seen.t < b.t) || !observe_at(x, sim, seen.t, x->top)) return;
        seen = load_vector_in(seen.t, x->top, k);
        double before = load_between(a, seen, least_between(a, seen, interface->linear), interface->linear);
        double after = load_between(seen, b, least_between(seen, b, interface->linear), interface->linear);
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

static double slip_at(bri_sim *sim, double t, int k)
{
    bri_evaluation *o = &sim->observer;
    bri_instant at = instant_within(sim, t);
    bri_point_set(&o->point, &at, BRI_SCOPE_SLIP);
    bri_update_patches(&o->point, &o->solution);
    return bri_interface_slip(&o->solution, k);
}

/* When an interface slips at a speed v that lies between those at the ends of the step, closely enough: by secants and
 * bisections in turn, which need kinematics only. */
static double time_of_slip(bri_sim *sim, int k, double v, sample a, sample b)
{
    double t = a.t;
    for (int turn = 0; turn < SECANTS; turn++) {
        t = turn % 2 ? 0.5 * (a.t + b.t) : a.t + (b.t - a.t) * (v - a.score) / (b.score - a.score);
        sample seen = {t, slip_at(sim, t, k)};
        if (fabs(seen.score - v) < 0.1 * fabs(v)) break;
        *((seen.score > v) == (a.score > v) ? &a : &b) = seen;
    }
    return t;
}

/* Where slip passes the speeds of a smoothed law within one step. */
static void add_law_places(bri_extremes *x, bri_sim *sim, int k)
{
    static const double multiples[] = {-2, -1, 1, 2};
    int slip = k * BRI_WATCH_INTERFACE;
    sample a = {x->place[0].t, x->start[slip]}, b = {bri_stepper_time(sim->stepper), x->end[slip]};
    for (int i = 0; i < SPEEDS && x->speed[k][i] > 0; i++)
        for (size_t m = 0; m < sizeof multiples / sizeof *multiples; m++) {
            double v = multiples[m] * x->speed[k][i];
            bool is_passed = (a.score < v) != (b.score < v) && fabs(b.score - a.score) > x->speed[k][i];
            if (is_passed) add_place(x, sim, time_of_slip(sim, k, v, a, b));
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

/* --- rest --------------------------------------------------------------------------------------------------------------------- */

/* Time in a step during which an interface slips within a limit, given its slip at both ends. */
static double time_within(bri_sim *sim, int k, sample a, sample b, double limit)
{
    double begins = a.t, ends = b.t;
    if (fabs(a.score) <= limit && fabs(b.score) <= limit) return b.t - a.t;
    if (fmin(a.score, b.score) > limit || fmax(a.score, b.score) < -limit) return 0;
    if (fabs(a.score) > limit) begins = time_of_slip(sim, k, copysign(limit, a.score), a, b);
    if (fabs(b.score) > limit) ends = time_of_slip(sim, k, copysign(limit, b.score), a, b);
    return fmax(ends - begins, 0);
}

/* The same in a step that was made in small ones: between these, too, slip may come to rest and leave it. */
static double time_within_small(bri_sim *sim, int k, sample a, sample b, double limit)
{
    double times[INNER], sum = 0;
    int count = bri_stepper_inner(sim->stepper, false, INNER, times);
    for (int i = 0; i < count; i++) {
        sample next = {times[i], slip_at(sim, times[i], k)};
        sum += time_within(sim, k, a, next, limit);
        a = next;
    }
    return sum + time_within(sim, k, a, b, limit);
}

/* Surfaces that roll on each other at both ends of a step do so within it. */
static void add_rest(bri_extremes *x, bri_sim *sim, double from, double now)
{
    const bri_system *s = sim->system;
    for (int k = 0; k < s->interfaces; k++) {
        int slip = k * BRI_WATCH_INTERFACE, rolling = slip + 1;
        double limit = x->rest_speed[k];
        sample a = {from, x->start[slip]}, b = {now, x->end[slip]};
        if (bri_is_separated(&x->held, k)) continue;
        if (fmax(fabs(x->start[rolling]), fabs(x->end[rolling])) > limit) continue;
        x->rest[k] += bri_sticks(&x->held, k) ? now - from : time_within_small(sim, k, a, b, limit);
    }
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
        if (!observe_at(x, sim, from, x->start)) return;
    }
    x->is_new = true; /* unless the step can be sampled */
    if (!observe_end(x, sim, now)) return;
    unpack_held(x, sim->discrete_before);
    search_within(x, sim, from, now);
    add_rest(x, sim, from, now);
    refine_times(x, from, now);
    x->last_span = span;
    x->is_new = jumps;
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
    x->rest = bri_arena_take(arena, faces, sizeof(double));
    x->speed = bri_arena_take(arena, faces, sizeof *x->speed);
    x->peaks = bri_arena_take(arena, faces, sizeof(bool));
    x->rest_speed = bri_arena_take(arena, faces, sizeof(double));
    double **values[] = {&x->before, &x->start, &x->end, &x->top};
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
    x->system = s;
    result->friction_summaries = s->interfaces;
    for (int k = 0; k < s->interfaces; k++) {
        bri_friction_summary *f = result->friction_summary[k];
        f->name = bri_arena_text(bri_result_arena(result), "%s", s->interface[k].label);
        list_speeds(s, &s->interface[k], x->speed[k]);
        x->peaks[k] = has_peak(&s->interface[k], x->speed[k]);
        x->rest_speed[k] = rest_speed_of(x, s, k);
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
        friction->at_rest = x->rest[k] / span;
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
