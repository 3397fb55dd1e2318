/* test_host.c - a program that integrates a sim itself, by rates, event functions and handling of events
 *
 * The host is a classical Runge-Kutta method with fixed steps that finds events by bisection: nothing of the built-in steppers.
 * Its events and states are those of a run at a tight tolerance. */
#include "every_model.h"
#include "plain_host.h"

#include "campaign/random_model.h"
#include "integrator/stepper.h"
#include "system/energy.h"

/* Two blocks that are alike slip and stick at the same instants, and one that is not: pushed to and fro, with jumps. */
static const char *const blocks =
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  a: {mass: 1 kg, inertia: 1e-3 kg m2}\n"
    "  b: {mass: 1 kg, inertia: 1e-3 kg m2, at: [1, 0]}\n"
    "  c: {mass: 1.5 kg, inertia: 1e-3 kg m2, at: [2, 0]}\n"
    "joints:\n"
    "  under_a: {translational: [ground, a], along: [1, 0], friction: {law: coulomb, mu_s: 0.6, mu_k: 0.3}}\n"
    "  under_b: {translational: [ground, b], along: [1, 0], friction: {law: coulomb, mu_s: 0.6, mu_k: 0.3}}\n"
    "  under_c: {translational: [ground, c], along: [1, 0], friction: {law: coulomb, mu_s: 0.5, mu_k: 0.3}}\n"
    "forces:\n"
    "  on_a: {force: a, along: [1, 0], value: {sine: 8 N, frequency: 1 Hz}}\n"
    "  on_b: {force: b, along: [1, 0], value: {sine: 8 N, frequency: 1 Hz}}\n"
    "  on_c: {force: c, along: [1, 0], value: {sine: 9 N, frequency: 1 Hz}}\n"
    "  jump: {force: c, along: [1, 0], value: {step: 5 N, from: 0 N, start: 1.3 s}}\n"
    "run: {until: 3 s}\n";

/* A ball that falls, bounces, slides and comes to rest against sliding. */
static const char *const ball =
    "gravity: [0, -9.81]\n"
    "bodies: {ball: {mass: 0.1 kg, inertia: 1e-5 kg m2, radius: 10 mm, at: [0, 11 mm], velocity: [0.3, 0], spin: 0}}\n"
    "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: exact_restitution, stiffness: 1e6,\n"
    "  restitution: 0.6}, friction: {law: coulomb, mu_s: 0.4, mu_k: 0.3}}}\n"
    "run: {until: 0.1 s}\n";

static bri_system *build_named(const char *name)
{
    char path[300];
    if (!strcmp(name, "blocks")) return build_text(blocks);
    if (!strcmp(name, "ball")) return build_text(ball);
    snprintf(path, sizeof path, "%s/examples/%s.yaml", MODELS_ROOT, name);
    return build_file(path);
}

/* --- the events of a run ----------------------------------------------------------------------------------------------------- */

/* What a run observes besides the events of its sim. */
static bool is_observed(const bri_event *event)
{
    return strstr(event->event, "singular configuration") || strstr(event->event, "directions") ||
           strstr(event->event, "solution") || strstr(event->event, "eq. 20");
}

static void same_events(const char *name, const bri_sim_event *event, int events, const bri_result *result,
                        double tolerance)
{
    int k = 0;
    for (int i = 0; i < result->events; i++) {
        const bri_event *wanted = result->event[i];
        if (is_observed(wanted)) continue;
        if (k == events)
            fail_msg("%s: after %d events, '%s' at %.9g s is missing", name, k, wanted->what, wanted->time);
        if (strcmp(event[k].joint, wanted->joint) != 0 || strcmp(event[k].event, wanted->event) != 0 ||
            !(fabs(event[k].time - wanted->time) <= tolerance))
            fail_msg("%s: event %d is '%s %s' at %.12g s, not '%s' at %.12g s", name, k, event[k].joint, event[k].event,
                     event[k].time, wanted->what, wanted->time);
        assert_string_equal(event[k].unit, wanted->unit);
        if (isnan(event[k].value) ? !isnan(wanted->value)
                                  : !(fabs(event[k].value - wanted->value) <= 1e-3 * fabs(wanted->value)))
            fail_msg("%s: '%s' at %.9g s with %.9g %s, not %.9g", name, wanted->what, wanted->time, event[k].value,
                     wanted->unit, wanted->value);
        k++;
    }
    if (k < events) fail_msg("%s: '%s %s' at %.9g s is too much", name, event[k].joint, event[k].event, event[k].time);
}

static void host_meets_the_events_of_a_run(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double step, until; /* s */
        int events;         /* at least */
        double states;      /* how near the states come at the end, over their sizes */
    } scenes[] = {
        {"pendulum", 2e-3, 10, 11, 1e-7},  {"belt", 1e-3, 6, 10, 1e-6},
        {"two_sliders", 1e-3, 4, 0, 1e-7}, {"drawer", 1e-3, 1, 0, 1e-7},
        {"clutches", 1e-3, 3, 2, 1e-7},    {"blocks", 1e-3, 3, 19, 1e-7},
        {"ball", 1e-6, 0.1, 4, 1e-4},      {"slider_crank_loose", 2e-7, 0.004, 20, 1e-3},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        const char *name = scenes[i].name;
        bri_error err = {0};
        bri_system *system = build_named(name);
        bri_run_def def = {.size = sizeof(bri_run_def), .rtol = 1e-10, .until = scenes[i].until};
        bri_result *result = NULL;
        bri_sim *sim = begin_sim(system, &def);
        host *h = host_create(system, &def, scenes[i].step);
        if (host_run(h, def.until, &err)) fail_msg("%s at %g s: %s", name, h->t, err.what);
        if (bri_run(system, &def, &result, &err) || bri_sim_advance(sim, def.until, &err)) fail_msg("%s", err.what);
        if (bri_sim_events(h->sim) < scenes[i].events) fail_msg("%s: %d events", name, bri_sim_events(h->sim));
        assert_true(bri_sim_time(h->sim) == def.until);
        same_events(name, h->event, bri_sim_events(h->sim), result, 1e-6);
        for (int k = 0; k < system->states; k++)
            if (!(fabs(h->x[k] - bri_sim_states(sim)[k]) <= scenes[i].states * system->size[k]))
                fail_msg("%s: %s is %.12g, not %.12g", name, system->state[k].name, h->x[k], bri_sim_states(sim)[k]);
        double error = bri_sim_energy_balance(h->sim, NULL, NULL);
        if (!(fabs(error) <= 1e-7 * fmax(result->energy_turnover, result->energy_scale)))
            fail_msg("%s: the energy balance is open by %g J of %g J", name, error, result->energy_turnover);
        bri_result_destroy(result);
        bri_sim_destroy(sim);
        host_destroy(h);
        bri_system_destroy(system);
    }
}

/* The first half by a host, the second by the library, and the other way round. */
static void host_and_library_take_turns(void **state)
{
    (void)state;
    static const char *const names[] = {"pendulum", "belt", "blocks"};
    for (int i = 0; i < 6; i++) {
        bri_error err = {0};
        bri_system *system = build_named(names[i / 2]);
        bri_run_def def = {.size = sizeof(bri_run_def), .rtol = 1e-10};
        bri_result *result = NULL;
        host *h = host_create(system, &def, 1e-3);
        double until = bri_sim_until(h->sim), middle = 1.3; /* where a force of blocks jumps */
        bri_status status = i % 2 ? bri_sim_advance(h->sim, middle, &err) : host_run(h, middle, &err);
        if (!status && i % 2) {
            h->t = bri_sim_time(h->sim);
            bri_sim_get_states(h->sim, h->x);
            status = host_run(h, until, &err);
        } else if (!status) {
            status = bri_sim_advance(h->sim, until, &err);
        }
        if (status || bri_run(system, &def, &result, &err)) fail_msg("%s", err.what);
        same_events(names[i / 2], h->event, bri_sim_events(h->sim), result, 1e-6);
        bri_result_destroy(result);
        host_destroy(h);
        bri_system_destroy(system);
    }
}

/* --- after an event ---------------------------------------------------------------------------------------------------------- */

/* A function that falls slowly comes nearer to 0 in later steps. */
static void has_left_zero(const char *name, host *h)
{
    bri_error err = {0};
    bri_event_function f;
    if (bri_sim_event_values(h->sim, h->t, h->x, h->g, &err)) return; /* no solution: nothing is due */
    for (int i = 0; i < h->functions; i++) {
        assert_true(bri_sim_event_function(h->sim, i, &f) && f.joint && *f.what);
        if (!f.is_optional && !(h->after_event ? h->g[i] >= 0.999999e-9 : h->g[i] > 0))
            fail_msg("%s at %.12g s: '%s: %s' is %g", name, h->t, f.joint, f.what, h->g[i]);
    }
}

/* As far as so many built-in steps reach, by so many times more steps of a host. Returns the number of events. */
static int step_host(const char *name, const bri_system *system, int built_in, int times)
{
    int steps = built_in * times;
    bri_error err = {0};
    bri_run_def def = {.size = sizeof(bri_run_def),
                       .constraints = system->stabilisation == BRI_HOLD_PARTITION ? "projection" : NULL};
    bri_sim *sim = NULL;
    if (bri_sim_create(system, &def, &sim, NULL)) return 0;
    double start = bri_sim_time(sim), end = bri_sim_until(sim);
    for (int i = 0; i < built_in && bri_sim_time(sim) < end; i++)
        if (bri_sim_step(sim, end, NULL)) break;
    double until = bri_sim_time(sim);
    bri_sim_destroy(sim);
    if (!(until > start)) return 0;
    host *h = host_create(system, &def, (until - start) / steps);
    has_left_zero(name, h);
    bri_status status = BRI_OK;
    for (int i = 0; i < 2 * steps && h->t < until && !status; i++) {
        status = host_step(h, until, &err);
        if (!status) has_left_zero(name, h);
        if (status && !*err.what) fail_msg("%s: a failure without a sentence", name);
    }
    int events = bri_sim_events(h->sim);
    host_destroy(h);
    return events;
}

static void every_event_function_has_left_zero(void **state)
{
    (void)state;
    model_files files = model_files_find();
    int events = 0;
    for (const char *path; (path = model_files_next(&files));) {
        bri_system *system = build_file(path);
        events += step_host(path, system, 500, 5);
        bri_system_destroy(system);
    }
    assert_true(events > 100);
    for (unsigned seed = 1; seed <= 120; seed++) {
        bri_text text = {0};
        bri_model *model = NULL;
        bri_system *system = NULL;
        char name[32];
        snprintf(name, sizeof name, "random-%u", seed);
        random_model_write(seed, &text);
        if (!bri_model_parse(text.at, text.length, name, &model, NULL) && !bri_system_build(model, &system, NULL))
            events += step_host(name, system, 100, 20);
        bri_system_destroy(system);
        bri_model_destroy(model);
        bri_text_free(&text);
    }
    if (events <= 200) fail_msg("%d events", events);
}

/* In the built-in steps of all models, no function is beyond 0 by more than rounding after an event that was handled. */
static void discrete_states_mean_their_sides(void **state)
{
    (void)state;
    model_files files = model_files_find();
    bri_run_def usual = bri_run_defaults();
    int events = 0;
    for (const char *path; (path = model_files_next(&files));) {
        bri_system *system = build_file(path);
        bri_sim *sim = begin_sim(system, &usual);
        for (int i = 0; i < 500 && bri_sim_time(sim) < bri_sim_until(sim); i++) {
            bri_error err = {0};
            if (bri_sim_step(sim, bri_sim_until(sim), &err)) fail_msg("%s: %s", path, err.what);
            if (!bri_stepper_fired(sim->stepper)) continue;
            events++;
            for (int k = 0; k < system->events; k++)
                if (sim->stepper->side[k] * sim->stepper->g[k] < -1e-6)
                    fail_msg("%s at %g s: event function %d is %g", path, bri_sim_time(sim), k, sim->stepper->g[k]);
        }
        bri_sim_destroy(sim);
        bri_system_destroy(system);
    }
    assert_true(events > 100);
}

/* --- so far ------------------------------------------------------------------------------------------------------------------ */

typedef struct terms {
    const bri_result *result;
    int count;
} terms;

static void same_term(const char *name, double energy, bool stored, void *user)
{
    terms *t = user;
    assert_true(t->count < t->result->terms);
    const bri_energy_term *term = t->result->term[t->count++];
    assert_string_equal(name, term->name);
    if (!same_bits(energy, term->energy)) fail_msg("%s: %.17g J, not %.17g J", name, energy, term->energy);
    assert_true(stored == term->stored);
}

static void sim_tells_events_and_energy_of_a_run(void **state)
{
    (void)state;
    static bri_sim_event event[HOST_EVENTS];
    model_files files = model_files_find();
    bri_run_def usual = bri_run_defaults();
    for (const char *path; (path = model_files_next(&files));) {
        bri_error err = {0};
        bri_system *system = build_file(path);
        bri_run_def def = {.size = sizeof(bri_run_def), .until = reach(system, &usual, 300)};
        bri_result *result = NULL;
        bri_sim *sim = begin_sim(system, &def);
        bri_sim_keep_events(sim, event, HOST_EVENTS);
        if (bri_run(system, &def, &result, &err) || bri_sim_advance(sim, def.until, &err)) fail_msg("%s", err.what);
        same_events(path, event, bri_sim_events(sim), result, 0);
        terms t = {.result = result};
        assert_true(same_bits(bri_sim_energy_balance(sim, same_term, &t), result->energy_error));
        assert_int_equal(t.count, result->terms);
        bri_result_destroy(result);
        bri_sim_destroy(sim);
        bri_system_destroy(system);
    }
}

static void inputs_and_little_room_for_events(void **state)
{
    (void)state;
    bri_system *system = build_text("gravity: [0, -9.81]\n"
                                    "bodies: {block: {mass: 1 kg, inertia: 1e-3 kg m2}}\n"
                                    "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {law: "
                                    "coulomb, mu_s: 0.6, mu_k: 0.3}}}\n"
                                    "forces: {push: {force: block, along: [1, 0], value: {input: 0 N}}}\n"
                                    "run: {until: 1 s}\n");
    bri_run_def usual = bri_run_defaults();
    for (int by_host = 0; by_host < 2; by_host++) {
        bri_sim *sim = begin_sim(system, &usual);
        bri_error err = {0};
        bri_sim_event event[2] = {{0}};
        bri_accepted accepted;
        bri_handled handled;
        double x[32], v[32];
        bri_sim_keep_events(sim, event, 1);
        assert_true(bri_sim_continuous_states(sim, NULL) < 32);
        for (int i = 0; i < 2; i++) { /* slips at once; then its speed has fallen to 0 after 7/10 of the time */
            assert_int_equal(bri_sim_set_input(sim, 0, i ? 0 : 10, &err), BRI_OK);
            bri_sim_get_states(sim, x);
            if (!by_host) {
                assert_int_equal(bri_sim_advance(sim, i ? 1 : 0.1, &err), BRI_OK);
                continue;
            }
            assert_int_equal(bri_sim_rates(sim, bri_sim_time(sim), x, v, &err), BRI_BAD_VALUE);
            assert_non_null(strstr(err.what, "call bri_sim_handle_events before the next step"));
            assert_int_equal(bri_sim_accept_step(sim, 0.1, x, &accepted, &err), BRI_BAD_VALUE);
            assert_int_equal(bri_sim_handle_events(sim, NULL, x, &handled, &err), BRI_OK);
            assert_true(handled.changed);
            if (i) break;
            assert_int_equal(bri_sim_events(sim), 1);
            assert_int_equal(bri_sim_rates(sim, 0, x, v, &err), BRI_OK);
            assert_close(v[3], 10 - 0.3 * 9.81, 1e-9);
            x[3] = 0.1 * v[3]; /* uniformly accelerated */
            x[0] = 0.005 * v[3];
            assert_int_equal(bri_sim_accept_step(sim, 0.1, x, &accepted, &err), BRI_OK);
            assert_false(accepted.event);
        }
        if (by_host) assert_int_equal(bri_sim_advance(sim, 1, &err), BRI_OK);
        assert_int_equal(bri_sim_events(sim), 2);
        assert_true(event[0].time == 0 && !event[1].joint);
        assert_string_equal(event[0].joint, "floor");
        assert_string_equal(event[0].event, "slips forward");
        bri_sim_destroy(sim);
    }
    bri_system_destroy(system);
}

/* --- names ------------------------------------------------------------------------------------------------------------------- */

static void states_have_names_units_and_sizes(void **state)
{
    (void)state;
    model_files files = model_files_find();
    bri_run_def usual = bri_run_defaults();
    for (const char *path; (path = model_files_next(&files));) {
        bri_system *system = build_file(path);
        bri_sim *sim = begin_sim(system, &usual);
        int sums, n = bri_sim_continuous_states(sim, &sums);
        double *x = calloc((size_t)n, sizeof *x);
        bri_continuous_state one, other;
        bri_sim_get_states(sim, x);
        for (int i = 0; i < n; i++) {
            assert_true(bri_sim_continuous_state(sim, i, &one) && one.nominal > 0 && one.is_sum == (i >= n - sums));
            int channel = bri_sim_find(sim, one.name);
            if (channel >= 0) assert_true(same_bits(bri_sim_value(sim, channel), x[i]));
            if (channel >= 0) assert_string_equal(one.unit, system->channel[channel].unit);
            if (channel < 0 && !one.is_sum) assert_non_null(strstr(one.name, ".distance"));
            assert_true(*one.name && *one.unit);
            for (int k = 0; k < i; k++)
                if (bri_sim_continuous_state(sim, k, &other) && !strcmp(one.name, other.name))
                    fail_msg("%s: two states are called %s", path, one.name);
        }
        assert_false(bri_sim_continuous_state(sim, n, &one) || bri_sim_continuous_state(sim, -1, &one));
        bri_event_function f;
        assert_false(bri_sim_event_function(sim, bri_sim_event_functions(sim), &f) ||
                     bri_sim_event_function(sim, -1, &f));
        free(x);
        bri_sim_destroy(sim);
        bri_system_destroy(system);
    }
}

/* Rates are those of the states: a distance slid, bristles, velocities, powers; and values at a trial state are channels there. */
static void values_at_a_trial_state_are_channels(void **state)
{
    (void)state;
    bri_system *system = build_named("blocks");
    bri_run_def usual = bri_run_defaults();
    bri_sim *sim = begin_sim(system, &usual), *there = begin_sim(system, &usual);
    double *values = calloc((size_t)system->channels, sizeof *values), x[64];
    assert_int_equal(bri_sim_advance(there, 0.4, NULL), BRI_OK);
    bri_sim_get_states(there, x);
    assert_int_equal(bri_sim_advance(sim, 0.39, NULL), BRI_OK); /* in the same discrete state */
    assert_int_equal(bri_sim_values_at(sim, 0.4, x, values, NULL), BRI_OK);
    for (int i = 0; i < system->channels; i++)
        assert_close(values[i], bri_sim_value(there, i), 1e-9 * (1 + fabs(values[i])));
    free(values);
    bri_sim_destroy(sim);
    bri_sim_destroy(there);
    bri_system_destroy(system);
}

/* --- saved ------------------------------------------------------------------------------------------------------------------- */

static void same_hosts(const char *name, int step, const host *a, const host *b)
{
    if (!same_sims(a->sim, b->sim) || memcmp(a->x, b->x, (size_t)a->n * sizeof *a->x) != 0)
        fail_msg("%s: restored, step %d is another", name, step);
}

/* A host saves, goes on, and another goes on from there to the same bits; also between a step and the handling of its event. */
static void saved_host_goes_on_to_the_same_bits(void **state)
{
    (void)state;
    static const char *const names[] = {"pendulum", "belt", "clutches", "blocks", "ball"};
    for (int i = 0; i < 5; i++) {
        bri_error err = {0};
        bri_system *system = build_named(names[i]);
        bri_run_def usual = bri_run_defaults();
        double step = i == 4 ? 1e-5 : 5e-3;
        host *h = host_create(system, &usual, step), *other = host_create(system, &usual, step);
        double until = bri_sim_until(h->sim);
        int handled_later = 0;
        for (int k = 0; k < 3000 && h->t < until; k++) {
            char *saved = saved_bytes(h->sim);
            double before = h->t;
            bri_accepted accepted = {0};
            bri_handled handled;
            if (host_step(h, until, &err)) fail_msg("%s", err.what);
            if (k % 5 == 0 ||
                bri_stepper_fired(h->sim->stepper)) { /* to the same accepted step, and saved there again */
                assert_int_equal(bri_sim_restore(other->sim, saved, bri_sim_state_size(h->sim), NULL), BRI_OK);
                bri_sim_get_states(other->sim, other->x);
                other->t = before;
                if (host_rk4(other, h->t - before, &err)) fail_msg("%s", err.what);
                if (bri_sim_accept_step(other->sim, h->t, other->trial, &accepted, &err)) fail_msg("%s", err.what);
                char *between = saved_bytes(other->sim);
                assert_int_equal(bri_sim_restore(other->sim, between, bri_sim_state_size(h->sim), NULL), BRI_OK);
                memcpy(other->x, other->trial, (size_t)h->n * sizeof *h->x);
                if (accepted.event && bri_sim_handle_events(other->sim, NULL, other->x, &handled, &err))
                    fail_msg("%s", err.what);
                handled_later += accepted.event;
                same_hosts(names[i], k, h, other);
                assert_int_equal(bri_sim_events(other->sim), bri_sim_events(h->sim));
                free(between);
            }
            free(saved);
        }
        assert_true(handled_later > 0);
        host_destroy(h);
        host_destroy(other);
        bri_system_destroy(system);
    }
}

/* --- progress ---------------------------------------------------------------------------------------------------------------- */

typedef struct watch {
    double share, stop_at;
    int calls;
} watch;

static bool see_progress(double time, double share, void *user)
{
    watch *w = user;
    assert_true(share >= w->share && share <= 1 && time >= 0);
    w->share = share;
    w->calls++;
    return !(time >= w->stop_at);
}

/* A sim that is stopped goes on later, to the bits of one that was not. */
static void advance_can_be_stopped(void **state)
{
    (void)state;
    bri_system *system = build_named("belt");
    watch seen = {.stop_at = 2}, plain_seen = {.stop_at = INFINITY};
    bri_run_def def = {.size = sizeof(bri_run_def), .progress = see_progress, .user = &seen}, plain_def = def;
    plain_def.user = &plain_seen;
    bri_error err = {0};
    bri_sim *sim = begin_sim(system, &def), *plain = begin_sim(system, &plain_def);
    seen.share = plain_seen.share = 0;
    assert_int_equal(bri_sim_advance(plain, 4, &err), BRI_OK);
    assert_true(plain_seen.calls > 10 && plain_seen.share > 0.9);
    assert_int_equal(bri_sim_advance(sim, 4, &err), BRI_STOPPED);
    assert_non_null(strstr(err.what, "stopped at t = 2"));
    assert_true(bri_sim_time(sim) >= 2 && bri_sim_time(sim) < 2.5 && seen.share > 0.49 && seen.share < 0.65);
    seen = (watch){.stop_at = INFINITY};
    assert_int_equal(bri_sim_advance(sim, 4, &err), BRI_OK);
    assert_true(same_sims(sim, plain));
    bri_sim_destroy(sim);
    bri_sim_destroy(plain);
    bri_system_destroy(system);
}

/* A block shaken at 1 MHz sticks and slips in turns: an event in each sixth step, for ever, and 1e6 s would take years. That is
 * slow, but no standstill, however many events there have been. */
static void slow_steps_with_some_events_go_on(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    const char *text =
        "bodies: {a: {mass: 1, inertia: 1}}\n"
        "joints: {g: {translational: [ground, a], along: [1, 0], friction: {law: coulomb, mu_k: 0.3, load: "
        "1}}}\n"
        "forces: {pull: {force: a, along: [1, 0], value: {sine: 0.4, frequency: 1e6}}}\n"
        "run: {until: 1e6, max_step: 5e-8}\n";
    watch seen = {.stop_at = 6e-4};
    bri_run_def def = {.size = sizeof(bri_run_def), .progress = see_progress, .user = &seen};
    assert_int_equal(bri_model_parse(text, strlen(text), "shaken", &model, &err), BRI_OK);
    assert_int_equal(bri_system_build(model, &system, &err), BRI_OK);
    bri_sim *sim = begin_sim(system, &def);
    assert_int_equal(bri_sim_advance(sim, 1e6, &err), BRI_STOPPED);
    assert_true(bri_sim_time(sim) >= 6e-4 && bri_sim_events(sim) > 2000);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
    bri_model_destroy(model);
}

typedef struct share_seen {
    double time, share;
    long calls, stop_at; /* stop_at: answers false from this share on, in %; 0: never */
} share_seen;

static bool see_share(double time, double share, void *user)
{
    share_seen *seen = user;
    assert_true(share >= 0 && share <= 1);
    *seen = (share_seen){time, share, seen->calls + 1, seen->stop_at};
    return !seen->stop_at || 100 * share < (double)seen->stop_at;
}

/* Progress is reported behind each step, the last time with share 1, where a stop has nothing left to stop. */
static void progress_ends_with_1(void **state)
{
    (void)state;
    static const char *const names[] = {"belt", "blocks"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (long stop_at = 0; stop_at <= 100; stop_at += 100) {
            bri_system *system = build_named(names[i]);
            share_seen seen = {.stop_at = stop_at};
            bri_run_def def = {.size = sizeof(bri_run_def), .until = 1.5, .progress = see_share, .user = &seen};
            bri_error err = {0};
            bri_result *result = NULL;
            if (bri_run(system, &def, &result, &err)) fail_msg("%s", err.what);
            assert_true(seen.share == 1 && seen.time == 1.5 && seen.calls >= result->statistics->steps);
            assert_false(result->partial);
            bri_result_destroy(result);
            bri_sim *sim = begin_sim(system, &def);
            for (double t = 0.5; t < 2; t += 0.5) {
                seen.share = 0;
                if (bri_sim_advance(sim, t, &err)) fail_msg("%s", err.what);
                assert_true(seen.share == 1 && seen.time == t && bri_sim_time(sim) == t);
            }
            bri_sim_destroy(sim);
            bri_system_destroy(system);
        }
}

/* A sim that has a system of its own, once a number was set, asks for progress and writes events as before. */
static void number_set_keeps_progress_and_events(void **state)
{
    (void)state;
    static bri_sim_event event[HOST_EVENTS];
    bri_system *system = build_named("blocks");
    watch seen = {.stop_at = INFINITY};
    bri_run_def def = {.size = sizeof(bri_run_def), .progress = see_progress, .user = &seen};
    bri_error err = {0};
    bri_sim *sim = begin_sim(system, &def);
    bri_sim_keep_events(sim, event, HOST_EVENTS);
    seen.share = 0;
    assert_int_equal(bri_sim_advance(sim, 1, &err), BRI_OK);
    int before = bri_sim_events(sim), calls = seen.calls;
    if (bri_sim_set_number(sim, "c.mass", 1.6, &err)) fail_msg("%s", err.what);
    assert_ptr_equal(sim->engine->solver.halt.user, sim); /* searches within a step ask it */
    seen.share = 0;
    assert_int_equal(bri_sim_advance(sim, 2, &err), BRI_OK);
    assert_true(before > 2 && bri_sim_events(sim) > before && seen.calls > calls);
    for (int i = 0; i < bri_sim_events(sim); i++)
        assert_true(event[i].joint && (i == 0 || event[i].time >= event[i - 1].time));
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

/* --- refusals ---------------------------------------------------------------------------------------------------------------- */

static void refused(bri_status status, const bri_error *err, const char *what)
{
    assert_int_equal(status, BRI_BAD_VALUE);
    if (!strstr(err->what, what)) fail_msg("'%s' does not say: %s", err->what, what);
}

static void what_a_host_cannot_do_is_refused(void **state)
{
    (void)state;
    bri_system *system = build_named("blocks");
    bri_run_def usual = bri_run_defaults(), partition = usual, wrong = usual;
    partition.constraints = "partition";
    wrong.constraints = "glue";
    bri_error err = {0};
    bri_accepted accepted;
    bri_handled handled;
    double x[64], g[16];
    bri_sim *sim = begin_sim(system, &usual), *reduced = begin_sim(system, &partition), *none = NULL;
    bri_sim_get_states(sim, x);
    assert_close(bri_sim_next_time_event(sim), 1.3, 0);
    refused(bri_sim_accept_step(sim, 1.4, x, &accepted, &err), &err, "the next time event (1.3");
    refused(bri_sim_accept_step(sim, -0.1, x, &accepted, &err), &err, "cannot end at");
    refused(bri_sim_accept_step(sim, NAN, x, &accepted, &err), &err, "cannot end at");
    x[2] = INFINITY;
    refused(bri_sim_accept_step(sim, 0.1, x, &accepted, &err), &err, "state 2, 'a.angle', is not finite: inf");
    refused(bri_sim_rates(sim, 0, x, x + 32, &err), &err, "state 2, 'a.angle', is not finite: inf");
    refused(bri_sim_event_values(sim, 0, x, g, &err), &err, "state 2, 'a.angle', is not finite: inf");
    refused(bri_sim_values_at(sim, 0, x, x + 32, &err), &err, "state 2, 'a.angle', is not finite: inf");
    refused(bri_sim_rates(sim, NAN, x, x + 32, &err), &err, "the time of the states, nan s, is not finite");
    static const char says[] =
        "a host integrates all of them: create the sim with constraints: projection or baumgarte";
    refused(bri_sim_rates(reduced, 0, x, x, &err), &err, says);
    refused(bri_sim_event_values(reduced, 0, x, g, &err), &err, says);
    refused(bri_sim_values_at(reduced, 0, x, g, &err), &err, says);
    refused(bri_sim_accept_step(reduced, 0, x, &accepted, &err), &err, says);
    refused(bri_sim_handle_events(reduced, NULL, x, &handled, &err), &err, says);
    refused(bri_sim_create(system, &wrong, &none, &err), &err, "glue");
    assert_null(none);
    bri_sim_destroy(sim);
    bri_sim_destroy(reduced);
    bri_system_destroy(system);
}

/* Friction and reactions lose their common solution at about 1.29 s: the sim cannot go on. Another one has none at that state, and can. */
static void trial_state_without_a_solution_is_told(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_model *model = NULL;
    if (bri_model_read(MODELS_ROOT "/papers/marques2018/roller_crank.yaml", &model, &err)) fail_msg("%s", err.what);
    if (bri_model_set_text(model, "floor.friction",
                           "{law: lugre, mu_s: 0.15, mu_k: 0.1, v_s: 1 mm/s, sigma0: 1e5 N/m, sigma1: 316.2 N s/m}",
                           &err))
        fail_msg("%s", err.what);
    bri_system *system = build_model(model);
    bri_run_def usual = bri_run_defaults();
    usual.integrator = "bristle5"; /* ends beyond the last state that has a solution; others end before it */
    bri_sim *sim = begin_sim(system, &usual);
    bri_accepted accepted;
    double x[64], v[64];
    bri_status end = bri_sim_advance(sim, 2, &err); /* it ends at about 1.29 s */
    assert_true(end == BRI_NO_SOLUTION || end == BRI_NO_CONVERGENCE);
    bri_sim_get_states(sim, x);
    bri_status status = bri_sim_rates(sim, bri_sim_time(sim) + 1e-3, x, v, &err);
    assert_int_equal(status, BRI_NO_SOLUTION);
    assert_non_null(strstr(err.what, "have no common solution"));
    bri_sim *other = begin_sim(system, &usual);
    status = bri_sim_rates(other, bri_sim_time(other), x, v, &err);
    assert_int_equal(status, BRI_NO_CONVERGENCE);
    assert_non_null(strstr(err.what, "no solution of friction and reactions was found at the trial state"));
    assert_int_equal(bri_sim_accept_step(other, 1e-3, x, &accepted, &err), BRI_NO_CONVERGENCE);
    assert_true(bri_sim_time(other) == 0 && bri_sim_events(other) == 0);
    assert_int_equal(bri_sim_advance(other, 0.1, &err), BRI_OK); /* it can go on */
    bri_sim_destroy(other);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_meets_the_events_of_a_run),
        cmocka_unit_test(host_and_library_take_turns),
        cmocka_unit_test(every_event_function_has_left_zero),
        cmocka_unit_test(discrete_states_mean_their_sides),
        cmocka_unit_test(sim_tells_events_and_energy_of_a_run),
        cmocka_unit_test(inputs_and_little_room_for_events),
        cmocka_unit_test(states_have_names_units_and_sizes),
        cmocka_unit_test(values_at_a_trial_state_are_channels),
        cmocka_unit_test(saved_host_goes_on_to_the_same_bits),
        cmocka_unit_test(advance_can_be_stopped),
        cmocka_unit_test(slow_steps_with_some_events_go_on),
        cmocka_unit_test(number_set_keeps_progress_and_events),
        cmocka_unit_test(progress_ends_with_1),
        cmocka_unit_test(what_a_host_cannot_do_is_refused),
        cmocka_unit_test(trial_state_without_a_solution_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
