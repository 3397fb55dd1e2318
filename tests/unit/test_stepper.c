/* test_stepper.c - the stepper with every integrator: memory that replays bits, events that are located, dips between samples,
 * the rules for event functions near 0
 *
 * Orders, tolerances and stiffness are in every/test_every_integrator.c. */
#include "test.h"

#include "integrator/problem.h"
#include "integrators.h"

static const double ones[] = {1, 1, 1, 1};

typedef struct oscillator {
    double level;
    int events, fired[2];
    double time[64];
    bool changes; /* an event function that fired: x is turned round */
} oscillator;

static bri_outcome sine_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)t;
    double sign = discrete ? discrete[0] : 1;
    xdot[0] = sign * x[1];
    xdot[1] = -sign * x[0];
    xdot[2] = x[0] * x[0]; /* a quadrature */
    return BRI_FINE;
}

static void level_values(void *context, double t, const double *x, const double *discrete, double *g)
{
    const oscillator *o = context;
    (void)t, (void)discrete;
    g[0] = o->level - x[0];
    g[1] = 3; /* never */
}

static bool record(void *context, double t, const bool *fired, double *x, double *discrete)
{
    oscillator *o = context;
    (void)x;
    for (int i = 0; i < 2; i++)
        o->fired[i] += fired[i];
    if (o->events < 64) o->time[o->events] = t;
    o->events++;
    if (!o->changes) return false;
    discrete[0] = -discrete[0];
    return true;
}

static bri_problem problem_of(oscillator *o)
{
    return (bri_problem){.states = 2,
                         .quadratures = 1,
                         .discrete_states = 1,
                         .events = 2,
                         .size = ones,
                         .context = o,
                         .rates = sine_rates,
                         .event_values = level_values,
                         .handle_event = record};
}

static const double start[3] = {0, 1, 0}, forward[1] = {1};

static bri_stepper *stepper_of(const bri_problem *problem, const bri_integrator_kind *kind, double step)
{
    bri_stepper_def def = {.integrator = kind, .tolerances = {1e-7, 1e-7}, .step = step};
    bri_stepper *stepper = NULL;
    bri_error err = {0};
    if (bri_stepper_create(problem, &def, 0, start, forward, &stepper, &err)) fail_msg("%s", err.what);
    return stepper;
}

enum {
    BLOCKS = 2 * BRI_BLOCKS_MAX,
    ROOM = 20000
};

static void copy(const bri_block *blocks, int count, char *room, bool back)
{
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        assert_true(at + blocks[i].size <= ROOM);
        if (back)
            memcpy(blocks[i].at, room + at, blocks[i].size);
        else
            memcpy(room + at, blocks[i].at, blocks[i].size);
        at += blocks[i].size;
    }
}

/* From a saved memory every step is repeated bit by bit, events and counts included; in the same stepper and in another one.
 * An integrator that looks several steps back starts anew: so do both. */
static void saved_memory_replays_bits(void **state)
{
    const bri_integrator_kind *kind = *state;
    static char room[ROOM];
    for (int other = 0; other < 2; other++) {
        oscillator o = {.level = 0.6, .changes = true}, p = o;
        bri_problem problem = problem_of(&o), second = problem_of(&p);
        bri_stepper *a = stepper_of(&problem, kind, 0.05), *b = stepper_of(&second, kind, 0.05), *again = other ? b : a;
        bri_block blocks[BLOCKS], those[BLOCKS];
        assert_int_equal(bri_stepper_advance(a, 1.2345, NULL), BRI_OK);
        int count = bri_stepper_memory(a, blocks);
        assert_true(count > 0 && count <= BLOCKS);
        copy(blocks, count, room, false);
        if (!kind->memory) bri_stepper_restored(a);
        double x[30][3], t[30];
        long steps[30], evaluations[30];
        for (int i = 0; i < 30; i++) {
            assert_int_equal(bri_stepper_step(a, 100, NULL), BRI_OK);
            t[i] = bri_stepper_time(a);
            memcpy(x[i], bri_stepper_states(a), sizeof x[i]);
            steps[i] = bri_stepper_count(a).steps;
            evaluations[i] = bri_stepper_count(a).evaluations;
        }
        int events = o.events;
        if (other) assert_int_equal(bri_stepper_advance(b, 0.3, NULL), BRI_OK); /* it has been elsewhere */
        assert_int_equal(bri_stepper_memory(again, those), count);
        copy(those, count, room, true);
        bri_stepper_restored(again);
        double within[3];
        bri_stepper_interpolate(again, 1.2, within); /* the step that led here is gone: the state itself */
        assert_memory_equal(within, bri_stepper_states(again), sizeof within);
        for (int i = 0; i < 30; i++) {
            assert_int_equal(bri_stepper_step(again, 100, NULL), BRI_OK);
            assert_true(bri_stepper_time(again) == t[i]);
            assert_memory_equal(bri_stepper_states(again), x[i], sizeof x[i]);
            assert_int_equal(bri_stepper_count(again).steps, steps[i]);
            assert_int_equal(bri_stepper_count(again).evaluations, evaluations[i]);
        }
        assert_true(events > 0);
        bri_stepper_destroy(a);
        bri_stepper_destroy(b);
    }
}

static void clock_values(void *context, double t, const double *x, const double *discrete, double *g)
{
    const oscillator *o = context;
    (void)x, (void)discrete;
    g[0] = t < o->level ? 1 : -1;
    g[1] = 3;
}

/* An event at the end of a step, where the caller ends it: it is handled there, to the bit, and nothing is evaluated twice. */
static void events_at_the_end_cost_nothing(void **state)
{
    const bri_integrator_kind *kind = *state;
    for (int i = 1; i < 20; i++) {
        long evaluations[2] = {0}, steps[2] = {0};
        double end = 0.1 * i;
        for (int fires = 0; fires < 2; fires++) {
            oscillator o = {.level = fires ? end : 100};
            bri_problem problem = problem_of(&o);
            problem.event_values = clock_values;
            bri_stepper *stepper = stepper_of(&problem, kind, 0.01);
            assert_int_equal(bri_stepper_advance(stepper, end, NULL), BRI_OK);
            assert_true(bri_stepper_time(stepper) == end);
            assert_int_equal(o.fired[0], fires);
            if (fires) assert_true(o.time[0] == end);
            evaluations[fires] = bri_stepper_count(stepper).evaluations;
            steps[fires] = bri_stepper_count(stepper).steps;
            bri_stepper_destroy(stepper);
        }
        assert_int_equal(steps[1], steps[0]);
        assert_int_equal(evaluations[1], evaluations[0]);
    }
}

/* x = sin t passes 0.6 at asin 0.6 and at pi - asin 0.6 in every turn; handled without a change it is not handled twice. The
 * quadrature up to an event is that of the closed form, t/2 - sin(2 t)/4. */
static void crossings_both_ways_are_located(void **state)
{
    const bri_integrator_kind *kind = *state;
    const double pi = 3.14159265358979323846;
    oscillator o = {.level = 0.6};
    bri_problem problem = problem_of(&o);
    bri_stepper *stepper = stepper_of(&problem, kind, 0.01);
    int seen = 0;
    while (bri_stepper_time(stepper) < 10) {
        assert_int_equal(bri_stepper_step(stepper, 10, NULL), BRI_OK);
        const bool *fired = bri_stepper_fired(stepper);
        double t = bri_stepper_time(stepper);
        assert_close(bri_stepper_states(stepper)[2], t / 2 - sin(2 * t) / 4, 1e-4);
        if (!fired) continue;
        assert_true(fired[0] && !fired[1]);
        double turn = 2 * pi * (seen / 2), expected = turn + (seen % 2 ? pi - asin(0.6) : asin(0.6));
        assert_close(t, expected, 3e-5);
        assert_close(bri_stepper_states(stepper)[0], 0.6, 1e-5);
        seen++;
    }
    assert_int_equal(seen, 4); /* 0.64, 2.50, 6.93, 8.78 s */
    assert_int_equal(o.events, 4);
    assert_int_equal(bri_stepper_count(stepper).events, 4);
    bri_stepper_destroy(stepper);
}

/* An event function that dips below 0 for a short while within one step: (t - 1)^2 - width^2 with steps of 2/3 s. */
typedef struct dip {
    double width, first;
    int events;
} dip;

typedef struct noisy {
    oscillator base;
    int looks, period;
} noisy;

/* A second event function that is rounding: at the end of the step up to the crossing, which is made anew, it has another sign than
 * at the place that was interpolated. */
static void noisy_values(void *context, double t, const double *x, const double *discrete, double *g)
{
    noisy *n = context;
    (void)t, (void)discrete;
    g[0] = n->base.level - x[0];
    g[1] = 1e-18 * (g[0] + 0.002) - (fabs(g[0]) > 1e-6 || ++n->looks % n->period ? 0 : 4e-21);
}

/* A second event function that is rounding: it crosses 0 where x = 0.55, and does not any more when the step is made anew. */
static void withdrawn_values(void *context, double t, const double *x, const double *discrete, double *g)
{
    noisy *n = context;
    (void)t, (void)discrete;
    n->looks += fabs(x[0] - 0.55) < 1e-4;
    g[0] = n->base.level - x[0];
    g[1] = 1e-12 * ((n->looks < n->period ? 0.55 : 0.8) - x[0]);
}

static bool record_first(void *context, double t, const bool *fired, double *x, double *discrete)
{
    oscillator *o = context;
    (void)x, (void)discrete;
    if (fired[0] && o->events < 64) o->time[o->events++] = t;
    return false;
}

/* x = sin t passes 0.6 at asin 0.6, which an event function of rounding beside it does not move. */
static void rounding_does_not_move_a_crossing(void **state)
{
    for (int period = 1; period < 24; period++) {
        noisy n = {.base = {.level = 0.6}, .period = (period + 1) / 2};
        bri_problem problem = problem_of(&n.base);
        problem.context = &n;
        problem.event_values = period % 2 ? noisy_values : withdrawn_values;
        problem.handle_event = record_first;
        bri_stepper *stepper = stepper_of(&problem, *state, 0.01);
        while (n.base.events == 0 && bri_stepper_time(stepper) < 1)
            assert_int_equal(bri_stepper_step(stepper, 1, NULL), BRI_OK);
        if (!(fabs(n.base.time[0] - asin(0.6)) < 3e-5)) fail_msg("period %d: %.9g s", period, n.base.time[0]);
        bri_stepper_destroy(stepper);
    }
}

static bri_outcome still_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)t, (void)x, (void)discrete;
    xdot[0] = 1;
    return BRI_FINE;
}

static void dip_values(void *context, double t, const double *x, const double *discrete, double *g)
{
    const dip *d = context;
    (void)t, (void)discrete;
    g[0] = (x[0] - 1) * (x[0] - 1) - d->width * d->width;
}

static bool dip_event(void *context, double t, const bool *fired, double *x, double *discrete)
{
    dip *d = context;
    (void)x, (void)discrete;
    assert_true(fired[0]);
    if (!d->events++) d->first = t;
    return false;
}

static void dips_between_samples_are_seen(void **state)
{
    const bri_integrator_kind *kind = *state;
    for (double width = 0.3; width > 1e-4; width *= 0.1) {
        dip d = {.width = width};
        bri_problem problem = {.states = 1,
                               .events = 1,
                               .size = ones,
                               .context = &d,
                               .rates = still_rates,
                               .event_values = dip_values,
                               .handle_event = dip_event};
        bri_stepper_def def = {.integrator = kind, .tolerances = {1e-6, 1e-6}, .step = 1.7};
        bri_stepper *stepper = NULL;
        assert_int_equal(bri_stepper_create(&problem, &def, 0, (double[]){0}, NULL, &stepper, NULL), BRI_OK);
        assert_int_equal(bri_stepper_advance(stepper, 3, NULL), BRI_OK);
        assert_int_equal(d.events, 2); /* down at 1 - width, up at 1 + width */
        assert_close(d.first, 1 - width, 1e-6);
        bri_stepper_destroy(stepper);
    }
}

/* --- sides ---------------------------------------------------------------------------------------------------------------- */

typedef struct gate {
    double offset; /* of the event function at the start */
    bool gate[1], kink[1];
    int events;
    double time;
} gate;

static void gate_values(void *context, double t, const double *x, const double *discrete, double *g)
{
    const gate *k = context;
    (void)t, (void)discrete;
    g[0] = k->offset - x[0];
}

static bool gate_event(void *context, double t, const bool *fired, double *x, double *discrete)
{
    gate *k = context;
    (void)x, (void)discrete, (void)fired;
    k->events++;
    k->time = t;
    return false;
}

/* x = t. Within 1e-9 below 0 it counts as above, and fires when it gets further; one that begins clearly below is on the other
 * side, and has nothing to cross, unless it is a gate: then it fires at once. */
static void event_functions_near_zero(void **state)
{
    const bri_integrator_kind *kind = *state;
    static const struct {
        double offset;
        bool gate;
        int events;
        double time;
    } cases[] = {{0.5, false, 1, 0.5}, {0, false, 1, 0},    {-5e-10, false, 1, 0},
                 {-1e-3, false, 0, 0}, {0.5, true, 1, 0.5}, {-1e-3, true, 1, 1e-3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gate k = {.offset = cases[i].offset, .gate = {cases[i].gate}};
        bri_problem problem = {.states = 1,
                               .events = 1,
                               .size = ones,
                               .gates = k.gate,
                               .context = &k,
                               .rates = still_rates,
                               .event_values = gate_values,
                               .handle_event = gate_event};
        bri_stepper_def def = {.integrator = kind, .tolerances = {1e-6, 1e-6}, .step = 0.3};
        bri_stepper *stepper = NULL;
        assert_int_equal(bri_stepper_create(&problem, &def, 0, (double[]){0}, NULL, &stepper, NULL), BRI_OK);
        assert_int_equal(bri_stepper_advance(stepper, 1, NULL), BRI_OK);
        assert_int_equal(k.events, cases[i].events);
        assert_close(k.time, cases[i].time, 1e-6);
        bri_stepper_destroy(stepper);
    }
}

/* Below 0 by rounding at first, then as given, then below by rounding again. */
static void rounded_values(void *context, double t, const double *x, const double *discrete, double *g)
{
    const gate *k = context;
    (void)x, (void)discrete;
    g[0] = t == 0 ? -1e-10 : t < 0.7 ? k->offset : -5e-10;
}

/* An event function that is below 0 by rounding fires when it is further below, or after it was above 0; exactly 0 is not
 * above. */
static void rounding_fires_after_the_other_side_only(void **state)
{
    const bri_integrator_kind *kind = *state;
    static const double between[] = {0, -1e-10, -9e-10, 1e-10, 1e-3, -2e-9};
    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        gate k = {.offset = between[i]};
        bri_problem problem = {.states = 1,
                               .events = 1,
                               .size = ones,
                               .context = &k,
                               .rates = still_rates,
                               .event_values = rounded_values,
                               .handle_event = gate_event};
        bri_stepper_def def = {.integrator = kind, .tolerances = {1e-6, 1e-6}, .step = 0.1};
        bri_stepper *stepper = NULL;
        assert_int_equal(bri_stepper_create(&problem, &def, 0, (double[]){0}, NULL, &stepper, NULL), BRI_OK);
        for (int step = 1; step <= 10; step++)
            assert_int_equal(bri_stepper_advance(stepper, 0.1 * step, NULL), BRI_OK);
        assert_true((k.events > 0) == (between[i] > 0 || between[i] < -1e-9));
        bri_stepper_destroy(stepper);
    }
}

/* At a kink a step may end a little late, 0.05 sqrt(rtol) of it; elsewhere it does not. */
static void kinks_may_be_passed_a_little(void **state)
{
    const bri_integrator_kind *kind = *state;
    gate k = {.offset = 0.5, .kink = {true}};
    bri_problem problem = {.states = 1,
                           .events = 1,
                           .size = ones,
                           .kinks = k.kink,
                           .context = &k,
                           .rates = still_rates,
                           .event_values = gate_values,
                           .handle_event = gate_event};
    bri_stepper_def def = {.integrator = kind, .tolerances = {1e-6, 1e-6}, .step = 0.3};
    bri_stepper *stepper = NULL;
    assert_int_equal(bri_stepper_create(&problem, &def, 0, (double[]){0}, NULL, &stepper, NULL), BRI_OK);
    assert_int_equal(bri_stepper_advance(stepper, 1, NULL), BRI_OK);
    assert_int_equal(k.events, 1);
    assert_true(k.time >= 0.5 && k.time < 0.5 + 1e-4);
    bri_stepper_destroy(stepper);
}

/* Rates that are no numbers from x = 0.5 on: no step gets beyond. */
static bri_outcome lost_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)t, (void)discrete;
    xdot[0] = x[0] < 0.5 ? 1 : NAN;
    return BRI_FINE;
}

static void no_numbers_are_not_accepted(void **state)
{
    const bri_integrator_kind *kind = *state;
    bri_problem problem = {.states = 1, .size = ones, .rates = lost_rates};
    bri_stepper_def def = {.integrator = kind, .tolerances = {1e-6, 1e-6}, .step = 0.2, .max_steps = 10000};
    bri_stepper *stepper = NULL;
    assert_int_equal(bri_stepper_create(&problem, &def, 0, (double[]){0}, NULL, &stepper, NULL), BRI_OK);
    assert_int_equal(bri_stepper_advance(stepper, 1, NULL), BRI_NO_CONVERGENCE);
    assert_true(isfinite(bri_stepper_states(stepper)[0]) && bri_stepper_time(stepper) < 1);
    bri_stepper_destroy(stepper);
}

/* --- limits of steps ------------------------------------------------------------------------------------------------------- */

static double next_half(void *context, double t)
{
    (void)context;
    return floor(2 * t + 1) / 2;
}

static void no_step_crosses_a_time_event(void **state)
{
    const bri_integrator_kind *kind = *state;
    oscillator o = {.level = 2};
    bri_problem problem = problem_of(&o);
    problem.next_time_event = next_half;
    bri_stepper *stepper = stepper_of(&problem, kind, 0.3);
    int halves = 0;
    while (bri_stepper_time(stepper) < 2) {
        double before = bri_stepper_time(stepper);
        assert_int_equal(bri_stepper_step(stepper, 2, NULL), BRI_OK);
        double t = bri_stepper_time(stepper);
        assert_true(t > before && t <= next_half(NULL, before));
        halves += t == floor(2 * t) / 2;
    }
    assert_int_equal(halves, 4);
    assert_true(bri_stepper_time(stepper) == 2);
    bri_stepper_destroy(stepper);
}

static void too_many_steps_are_said(void **state)
{
    const bri_integrator_kind *kind = *state;
    oscillator o = {.level = 2};
    bri_problem problem = problem_of(&o);
    bri_stepper_def def = {
        .integrator = kind, .tolerances = {1e-7, 1e-7}, .step = 0.01, .max_step = 0.01, .max_steps = 25};
    bri_stepper *stepper = NULL;
    bri_error err = {0};
    assert_int_equal(bri_stepper_create(&problem, &def, 0, start, forward, &stepper, NULL), BRI_OK);
    assert_int_equal(bri_stepper_advance(stepper, 1, &err), BRI_NO_CONVERGENCE);
    assert_non_null(strstr(err.what, "25 steps of"));
    assert_int_equal(bri_stepper_count(stepper).steps, 25);
    assert_true(bri_stepper_time(stepper) < 0.26);
    assert_int_equal(bri_stepper_advance(stepper, bri_stepper_time(stepper), &err), BRI_OK); /* nothing to do */
    bri_stepper_destroy(stepper);
}

/* Put elsewhere it goes on from there; put elsewhere at the same time, its last step can still be interpolated. */
static void a_stepper_is_put_elsewhere(void **state)
{
    const bri_integrator_kind *kind = *state;
    oscillator o = {.level = 2};
    bri_problem problem = problem_of(&o);
    bri_stepper *stepper = stepper_of(&problem, kind, 0.05);
    double within[3];
    assert_int_equal(bri_stepper_step(stepper, 0.05, NULL), BRI_OK);
    double t = bri_stepper_time(stepper);
    assert_int_equal(bri_stepper_step(stepper, 0.5, NULL), BRI_OK); /* a second one, which is interpolated */
    double before = t;
    t = bri_stepper_time(stepper);
    assert_true(t > before);
    bri_stepper_set_here(stepper, (double[]){3, 4, 5}, forward);
    assert_true(bri_stepper_time(stepper) == t && bri_stepper_states(stepper)[1] == 4);
    bri_stepper_interpolate(stepper, 0.5 * (before + t), within);
    assert_close(within[0], sin(0.5 * (before + t)), 1e-6);
    bri_stepper_interpolate(stepper, before - 1, within); /* not before it began */
    assert_close(within[0], sin(before), 1e-6);
    bri_stepper_set(stepper, 7, start, (double[]){-1});
    bri_stepper_interpolate(stepper, 6.9, within);
    assert_memory_equal(within, start, sizeof within);
    assert_true(bri_stepper_discrete(stepper)[0] == -1);
    assert_int_equal(bri_stepper_advance(stepper, 8, NULL), BRI_OK);
    assert_close(bri_stepper_states(stepper)[0], -sin(1), 1e-5); /* backward */
    assert_null(bri_stepper_fired(stepper));
    bri_stepper_destroy(stepper);
}

static bri_outcome unit_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)t, (void)x, (void)discrete;
    xdot[0] = 1;
    return BRI_FINE;
}

static void watch_state(void *context, double t, const double *x, const double *discrete, double *values)
{
    (void)context, (void)t, (void)discrete;
    values[0] = x[0];
}

/* x' = 1 or -2 from x = 0.5, and a range of x within 0.1 of 2: a step may go 3/4 of the distance 1.5, and any length away from it.
 * Within the range, at 1.95, it may go 3/4 of its width. */
static void the_way_to_a_watched_range_is_limited(void **state)
{
    static const bri_watched_range ranges[] = {{0, 2, 0.1}, {-1, 0, 0}};
    bri_problem problem = {
        .states = 1, .size = (double[]){1}, .rates = unit_rates, .watches = 1, .range = ranges, .watch = watch_state};
    bri_stepper_def def = {.integrator = *state, .tolerances = {1e-7, 1e-7}, .step = 0.1};
    bri_stepper *stepper = NULL;
    double moved[1], after[1];
    assert_int_equal(bri_stepper_create(&problem, &def, 0, (double[]){0.5}, NULL, &stepper, NULL), BRI_OK);
    assert_close(bri_stepper_watch_limit_at(stepper, (double[]){1}, moved, after), 1.125, 1e-9);
    assert_true(isinf(bri_stepper_watch_limit_at(stepper, (double[]){-2}, moved, after)));
    bri_stepper_set(stepper, 0, (double[]){1.95}, NULL);
    assert_close(bri_stepper_watch_limit_at(stepper, (double[]){-2}, moved, after), 0.0375, 1e-9);
    bri_stepper_destroy(stepper);
}

int main(void)
{
    static const struct CMUnitTest claims[] = {
        cmocka_unit_test(the_way_to_a_watched_range_is_limited),
        cmocka_unit_test(saved_memory_replays_bits),
        cmocka_unit_test(crossings_both_ways_are_located),
        cmocka_unit_test(events_at_the_end_cost_nothing),
        cmocka_unit_test(rounding_fires_after_the_other_side_only),
        cmocka_unit_test(dips_between_samples_are_seen),
        cmocka_unit_test(event_functions_near_zero),
        cmocka_unit_test(kinks_may_be_passed_a_little),
        cmocka_unit_test(no_numbers_are_not_accepted),
        cmocka_unit_test(no_step_crosses_a_time_event),
        cmocka_unit_test(too_many_steps_are_said),
        cmocka_unit_test(a_stepper_is_put_elsewhere),
        cmocka_unit_test(rounding_does_not_move_a_crossing),
    };
    enum {
        CLAIMS = sizeof claims / sizeof *claims,
        MOST = 32
    };
    struct CMUnitTest tests[CLAIMS * MOST];
    char names[CLAIMS * MOST][80];
    size_t count = 0;
    for (size_t i = 0; i < CLAIMS; i++)
        for (EACH_INTEGRATOR(kind)) {
            assert_true(count < CLAIMS * MOST);
            snprintf(names[count], sizeof names[count], "%s: %s", (*kind)->kind.name, claims[i].name);
            tests[count] = claims[i];
            tests[count].name = names[count];
            tests[count++].initial_state = (void *)(size_t)*kind;
        }
    return _cmocka_run_group_tests("stepper", tests, count, NULL, NULL);
}
