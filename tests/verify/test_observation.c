/* test_observation.c - observation does not change the motion
 *
 * Rows, channels, drawings, reactions, counts of solutions, saved states, rates and event functions at trial states are functions of the state; asking for them at any
 * time leaves the bits of all later steps, events, sums and statistics as they are. Holds for every model under examples/
 * and papers/, and for every integrator. */
#include "every_model.h"
#include "integrators.h"

#include "bristle/draw.h"

enum {
    STEPS = 500, /* of each model */
    PARTS = 5    /* of a run, after each of which questions are asked */
};

/* --- rows and channels of a run ------------------------------------------------------------------------------------------ */

static bri_result *run_with(const bri_system *system, double until, double interval, const char *const *channels)
{
    bri_error err = {0};
    bri_result *result = NULL;
    bri_run_def def = {.size = sizeof(bri_run_def), .until = until, .interval = interval, .channels = channels};
    if (bri_run(system, &def, &result, &err)) fail_msg("%s", err.what);
    return result;
}

static void same_events(const char *path, const bri_result *a, const bri_result *b)
{
    if (a->events != b->events) fail_msg("%s: %d events, then %d", path, a->events, b->events);
    for (int i = 0; i < a->events; i++)
        if (!same_bits(a->event[i]->time, b->event[i]->time) || strcmp(a->event[i]->what, b->event[i]->what) != 0)
            fail_msg("%s: '%s' at %.17g s, then '%s' at %.17g s", path, a->event[i]->what, a->event[i]->time,
                     b->event[i]->what, b->event[i]->time);
}

static void same_energies(const char *path, const bri_result *a, const bri_result *b)
{
    assert_int_equal(a->terms, b->terms);
    for (int i = 0; i < a->terms; i++) {
        assert_string_equal(a->term[i]->name, b->term[i]->name);
        if (!same_bits(a->term[i]->energy, b->term[i]->energy))
            fail_msg("%s: %s: %.17g J, then %.17g J", path, a->term[i]->name, a->term[i]->energy, b->term[i]->energy);
    }
    assert_true(same_bits(a->energy_error, b->energy_error) && same_bits(a->energy_turnover, b->energy_turnover));
    assert_true(same_bits(a->energy_stabilised, b->energy_stabilised));
}

static void same_statistics(const char *path, const bri_statistics *a, const bri_statistics *b)
{
    const long first[] = {a->steps, a->rejected, a->events, a->evaluations, a->solves, a->iterations};
    const long second[] = {b->steps, b->rejected, b->events, b->evaluations, b->solves, b->iterations};
    static const char *const names[] = {"steps", "rejected", "events", "evaluations", "solves", "iterations"};
    for (int i = 0; i < 6; i++)
        if (first[i] != second[i]) fail_msg("%s: %s: %ld, then %ld", path, names[i], first[i], second[i]);
    assert_true(same_bits(a->position_error, b->position_error) && same_bits(a->velocity_error, b->velocity_error));
    assert_int_equal(a->bytes, b->bytes);
}

static void same_forces(const char *path, const bri_result *a, const bri_result *b)
{
    assert_int_equal(a->force_summaries, b->force_summaries);
    for (int i = 0; i < a->force_summaries; i++) {
        const bri_force_summary *first = a->force_summary[i], *second = b->force_summary[i];
        if (!same_bits(first->peak, second->peak) || !same_bits(first->peak_time, second->peak_time))
            fail_msg("%s: %s %s: %.17g at %.17g s, then %.17g at %.17g s", path, first->name, first->what, first->peak,
                     first->peak_time, second->peak, second->peak_time);
        assert_true(same_bits(first->rms, second->rms) && same_bits(first->peak_power, second->peak_power));
        assert_true(same_bits(first->mean_power, second->mean_power));
    }
    for (int k = 0; k < a->friction_summaries; k++) {
        const bri_friction_summary *first = a->friction_summary[k], *second = b->friction_summary[k];
        assert_true(same_bits(first->load_least, second->load_least) && same_bits(first->load_most, second->load_most));
        assert_true(same_bits(first->ratio_most, second->ratio_most) && same_bits(first->at_rest, second->at_rest));
        assert_true(same_bits(first->ratio_loaded, second->ratio_loaded) && same_bits(first->lost, second->lost));
    }
}

/* Contacts, films and redundancy are measured over steps, not rows. */
static void same_measures(const bri_result *a, const bri_result *b)
{
    for (int i = 0; i < a->contact_summaries; i++) {
        const bri_contact_summary *first = a->contact_summary[i], *second = b->contact_summary[i];
        assert_int_equal(first->contacts, second->contacts);
        assert_true(same_bits(first->peak, second->peak) && same_bits(first->peak_time, second->peak_time));
        assert_true(same_bits(first->deepest, second->deepest) && same_bits(first->fastest, second->fastest));
        assert_true(same_bits(first->separated, second->separated) && same_bits(first->impact, second->impact));
        assert_true(same_bits(first->lost, second->lost));
    }
    for (int i = 0; i < a->films; i++)
        assert_true(same_bits(a->film[i]->thickness_least, b->film[i]->thickness_least) &&
                    same_bits(a->film[i]->below, b->film[i]->below));
    assert_true(same_bits(a->redundancy->lasted, b->redundancy->lasted));
    assert_true(same_bits(a->redundancy->by_unit, b->redundancy->by_unit));
    assert_true(a->redundancy->is_incoherent == b->redundancy->is_incoherent);
}

static void same_row(const char *path, bri_table *a, size_t row_a, bri_table *b, size_t row_b)
{
    for (size_t c = 0; c < b->columns; c++) {
        int column = bri_table_find(a, b->column[c].name);
        if (column < 0) continue;
        double first = bri_table_row(a, row_a)[column], second = bri_table_row(b, row_b)[c];
        if (!same_bits(first, second))
            fail_msg("%s: %s at %.17g s: %.17g, then %.17g", path, b->column[c].name, bri_table_row(a, row_a)[0], first,
                     second);
    }
}

/* Rows at the same times, and the channels that both have: how many rows. */
static int same_rows(const char *path, bri_table *a, bri_table *b)
{
    int common = 0;
    for (size_t i = 0, k = 0; i < a->rows && k < b->rows;) {
        double first = bri_table_row(a, i)[0], second = bri_table_row(b, k)[0];
        if (first == second) {
            same_row(path, a, i, b, k);
            common++;
        }
        i += first <= second;
        k += second <= first;
    }
    return common;
}

static void same_results(const char *path, const bri_result *a, const bri_result *b, int rows)
{
    assert_true(a->end == b->end && !a->partial && !b->partial);
    same_events(path, a, b);
    same_energies(path, a, b);
    same_statistics(path, a->statistics, b->statistics);
    same_measures(a, b);
    same_forces(path, a, b);
    int common = same_rows(path, a->channels, b->channels);
    if (common < rows) fail_msg("%s: %d rows at common times, not %d", path, common, rows);
}

/* 1/7 of the run is 256 times 1/(7 x 256) of it, in binary digits too, so that all times of the first are among the second. */
static void rows_and_channels_do_not_change_a_run(void **state)
{
    (void)state;
    static const char *const all[] = {"*", NULL};
    model_files files = model_files_find();
    bri_run_def usual = bri_run_defaults();
    for (const char *path; (path = model_files_next(&files));) {
        bri_system *system = build_file(path);
        const bri_column *channel = NULL;
        int channels = bri_system_channels(system, &channel);
        const char *const one[] = {channel[channels - 1].name, NULL};
        double until = reach(system, &usual, STEPS), span = until - system->t0;
        bri_result *plain = run_with(system, until, span / 7, all);
        bri_result *others[] = {run_with(system, until, span / 7 / 256, all), run_with(system, until, 0, NULL),
                                run_with(system, until, span / 3001, one), run_with(system, until, span, one)};
        for (int i = 0; i < 4; i++) {
            same_results(path, plain, others[i], i == 0 ? 8 : 2);
            bri_result_destroy(others[i]);
        }
        bri_result_destroy(plain);
        bri_system_destroy(system);
    }
}

/* --- questions between steps ---------------------------------------------------------------------------------------------- */

static void count_reaction(const bri_reaction *reaction, void *user)
{
    (void)reaction;
    ++*(int *)user;
}

static void count_line(const bri_ink *ink, const double (*at)[2], int count, void *user)
{
    (void)ink, (void)at;
    *(int *)user += count;
}

/* Draws, with joints with clearance magnified. */
static void draw(bri_sim *sim)
{
    bri_error err = {0};
    int lines = 0;
    bri_pen pen = {.size = sizeof pen, .line = count_line, .polygon = count_line, .user = &lines};
    if (bri_sim_draw(sim, &pen, &err)) fail_msg("%s", err.what);
    for (int i = 0; i < bri_sim_clearances(sim); i++)
        if (bri_sim_draw_clearance(sim, i, 100, &pen, NULL, &err)) fail_msg("%s", err.what);
    assert_true(lines > 0);
}

static void count_term(const char *name, double energy, bool stored, void *user)
{
    (void)name, (void)energy, (void)stored;
    ++*(int *)user;
}

/* Every question that a host has, at trial states a little further on, and back. */
static void ask_as_host(bri_sim *sim)
{
    int n = bri_sim_continuous_states(sim, NULL), events = bri_sim_event_functions(sim), terms = 0;
    double *x = malloc((size_t)(5 * n + 2 * events + sim->system->channels + 1) * sizeof *x), *rates = x + n;
    double *again = rates + n, *trial = again + n, *first = trial + n, *g = first + n, *g_again = g + events;
    double t = bri_sim_time(sim), h = 1e-5;
    bri_sim_get_states(sim, x);
    bri_status status = bri_sim_rates(sim, t, x, rates, NULL);
    bri_status known = bri_sim_event_values(sim, t, x, g, NULL);
    for (int i = 0; i < n; i++)
        trial[i] = x[i] + (status ? 0 : h * rates[i]);
    double end = fmin(t + h, bri_sim_next_time_event(sim));
    bri_status later = bri_sim_rates(sim, end, trial, first, NULL);
    bri_sim_event_values(sim, end, trial, g_again, NULL);
    bri_sim_values_at(sim, end, trial, g_again + events, NULL);
    bri_sim_max_step(sim);
    bri_sim_energy_balance(sim, count_term, &terms);
    assert_int_equal(bri_sim_rates(sim, t, x, again, NULL), status);
    if (!status) assert_memory_equal(again, rates, (size_t)n * sizeof *x);
    assert_int_equal(bri_sim_event_values(sim, t, x, g_again, NULL), known);
    if (!known && events) assert_memory_equal(g, g_again, (size_t)events * sizeof *x);
    assert_int_equal(bri_sim_rates(sim, end, trial, again, NULL), later);
    if (!later) assert_memory_equal(again, first, (size_t)n * sizeof *x);
    assert_true(terms > 2);
    free(x);
}

/* Every question that an observer has. The answers do not depend on their order. */
static void ask(bri_sim *sim)
{
    int channels = sim->system->channels, reactions = 0, redundant, solutions;
    bool all_found;
    double *before = malloc((size_t)channels * sizeof *before);
    for (int i = 0; i < channels; i++)
        before[i] = bri_sim_value(sim, i);
    draw(sim);
    ask_as_host(sim);
    bri_sim_reactions(sim, count_reaction, &reactions, &redundant, NULL);
    bri_sim_solutions(sim, &solutions, &all_found, NULL);
    free(saved_bytes(sim));
    for (int i = channels - 1; i >= 0; i--) {
        double after = bri_sim_value(sim, i);
        if (!same_bits(after, before[i]))
            fail_msg("%s is %.17g, and then %.17g", sim->system->channel[i].name, before[i], after);
    }
    free(before);
}

/* In parts of a run, one sim is asked and the other is not. */
static void advance_both(const char *name, const bri_system *system, const bri_run_def *def, double until)
{
    bri_sim *asked = begin_sim(system, def), *plain = begin_sim(system, def);
    ask(asked);
    for (int i = 1; i <= PARTS; i++) {
        double t = system->t0 + (until - system->t0) * i / PARTS;
        bri_status status = bri_sim_advance(asked, t, NULL);
        assert_int_equal(bri_sim_advance(plain, t, NULL), status);
        ask(asked);
        if (!same_sims(asked, plain))
            fail_msg("%s by %s: questions have changed the motion before %g s", name,
                     asked->stepper_def.integrator->kind.name, t);
    }
    bri_sim_destroy(asked);
    bri_sim_destroy(plain);
}

/* Between steps, points within the last step are observed in one sim. */
static void step_both(const char *name, const bri_system *system, const bri_run_def *def, double until, int steps)
{
    bri_sim *asked = begin_sim(system, def), *plain = begin_sim(system, def);
    for (int i = 0; i < steps && bri_sim_time(plain) < until; i++) {
        double from = bri_sim_time(asked);
        bri_status status = bri_sim_step(asked, until, NULL);
        assert_int_equal(bri_sim_step(plain, until, NULL), status);
        for (int k = 0; k < 3; k++) {
            double t = from + (bri_sim_time(asked) - from) * k / 3;
            bri_sim_observe(asked, t, bri_sim_interpolate(asked, t), asked->discrete_before);
        }
        bri_sim_observe(asked, bri_sim_time(asked), bri_sim_states(asked), bri_stepper_discrete(asked->stepper));
        if (!same_sims(asked, plain))
            fail_msg("%s by %s: an observer has changed the step from %.17g s", name,
                     asked->stepper_def.integrator->kind.name, from);
    }
    bri_sim_destroy(asked);
    bri_sim_destroy(plain);
}

static void questions_do_not_change_a_model(void **state)
{
    (void)state;
    model_files files = model_files_find();
    bri_run_def usual = bri_run_defaults();
    for (const char *path; (path = model_files_next(&files));) {
        bri_system *system = build_file(path);
        double until = reach(system, &usual, STEPS);
        advance_both(path, system, &usual, until);
        step_both(path, system, &usual, until, STEPS);
        bri_system_destroy(system);
    }
}

static const char *const small[] = {
    /* sticks, and slips after a jump of its force */
    "gravity: [0, -9.81]\n"
    "bodies: {block: {mass: 1 kg, inertia: 1e-3 kg m2}}\n"
    "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_s: 0.6, mu_k: 0.3}}}\n"
    "forces: {push: {force: block, along: [1, 0], value: {step: 8 N, from: 2 N, start: 0.11 s}}}\n"
    "run: {until: 0.5 s}\n",
    /* a pendulum in independent coordinates, with the load of the step before */
    "gravity: [0, -9.81]\n"
    "bodies: {arm: {mass: 2 kg, inertia: 0.1 kg m2, at: [0, -0.5], spin: 6 rad/s, points: {foot: [0, 0.5]}}}\n"
    "joints: {pin: {revolute: [ground, arm.foot], radius: 0.1 m, friction: {law: coulomb, mu_k: 0.4}}}\n"
    "run: {constraints: partition, coupling: lagged, until: 0.3 s}\n",
    /* falls, bounces and slides */
    "gravity: [0, -9.81]\n"
    "bodies: {ball: {mass: 0.1 kg, inertia: 1e-5 kg m2, radius: 10 mm, at: [0, 11 mm], velocity: [1, 0], spin: 0}}\n"
    "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: exact_restitution, stiffness: 1e6,\n"
    "  restitution: 0.3}, friction: {law: coulomb, mu_s: 0.2, mu_k: 0.1}}}\n"
    "run: {until: 0.1 s}\n",
};

static void questions_do_not_change_an_integrator(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof small / sizeof *small; m++) {
        bri_system *system = build_text(small[m]);
        for (EACH_INTEGRATOR(kind)) {
            bri_run_def def = {.size = sizeof(bri_run_def), .integrator = (*kind)->kind.name, .step = 2e-4};
            double until = reach(system, &def, STEPS);
            advance_both("a small model", system, &def, until);
            step_both("a small model", system, &def, until, STEPS);
        }
        bri_system_destroy(system);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_and_channels_do_not_change_a_run),
        cmocka_unit_test(questions_do_not_change_a_model),
        cmocka_unit_test(questions_do_not_change_an_integrator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
