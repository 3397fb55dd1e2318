/* test_null.c - NULL where a program may pass it, and where it may not */
#include "test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bristle/bristle.h"

static const char text[] =
    "gravity: [0, -10]\n"
    "bodies: {block: {mass: 1 kg, inertia: 1 kg m2}}\n"
    "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb}}}\n"
    "run: {until: 0.1 s}\n";

/* No settings and no error: what the model says; a failure is told by the status alone. */
static void no_settings_and_no_error(void **state)
{
    (void)state;
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_sim *sim = NULL;
    bri_result *result = NULL;
    bri_verdict_result *verdict = NULL;
    bri_verdict_history *history = NULL;
    bri_sensitivity *sensitivity = NULL;
    assert_int_equal(bri_model_parse(text, strlen(text), NULL, &model, NULL), BRI_OK);
    assert_int_equal(bri_model_set(model, "block.nothing", 1, NULL), BRI_NOT_FOUND);
    assert_int_equal(bri_system_build(model, &system, NULL), BRI_OK);
    assert_int_equal(bri_run_check(system, NULL, NULL), BRI_OK);
    assert_int_equal(bri_run(system, NULL, &result, NULL), BRI_OK);
    assert_close(result->end, 0.1, 1e-15);
    assert_int_equal(bri_sim_create(system, NULL, &sim, NULL), BRI_OK);
    assert_int_equal(bri_sim_advance(sim, 0.1, NULL), BRI_OK);
    assert_int_equal(bri_sim_draw(sim, NULL, NULL), BRI_OK);
    assert_int_equal(bri_verdict_at(system, NULL, NAN, &verdict, NULL), BRI_OK);
    assert_int_equal(verdict->verdict, BRI_STICKS);
    assert_int_equal(bri_verdict_over(system, NULL, &history, NULL), BRI_OK);
    assert_int_equal(history->spans, 1);
    assert_int_equal(bri_sensitivity_of(model, NULL, &sensitivity, NULL), BRI_OK);
    assert_null(bri_law_find("no such law", NULL));
    bri_sensitivity_destroy(sensitivity);
    bri_verdict_history_destroy(history);
    bri_verdict_destroy(verdict);
    bri_result_destroy(result);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
    bri_model_destroy(model);
}

static void nothing_is_destroyed(void **state)
{
    (void)state;
    bri_sensitivity_destroy(NULL);
    bri_verdict_history_destroy(NULL);
    bri_verdict_destroy(NULL);
    bri_result_destroy(NULL);
    bri_sim_destroy(NULL);
    bri_system_destroy(NULL);
    bri_model_destroy(NULL);
    bri_table_destroy(NULL);
    bri_trace_destroy(NULL);
    bri_units_destroy(NULL);
}

/* --- faults of a program ------------------------------------------------------------------------------------------------------ */

#ifndef NDEBUG
static void build_nothing(void) { bri_system_build(NULL, &(bri_system *){NULL}, NULL); }
static void run_nothing(void) { bri_run(NULL, NULL, &(bri_result *){NULL}, NULL); }
static void check_nothing(void) { bri_run_check(NULL, NULL, NULL); }
static void simulate_nothing(void) { bri_sim_create(NULL, NULL, &(bri_sim *){NULL}, NULL); }
static void advance_nothing(void) { bri_sim_advance(NULL, 1, NULL); }
static void time_of_nothing(void) { bri_sim_time(NULL); }
static void value_of_nothing(void) { bri_sim_value(NULL, 0); }
static void judge_nothing(void) { bri_verdict_at(NULL, NULL, 0, &(bri_verdict_result *){NULL}, NULL); }
static void read_nowhere(void) { bri_model_read("no such file", NULL, NULL); }
static void read_no_file(void) { bri_model_read(NULL, &(bri_model *){NULL}, NULL); }
static void set_nothing(void) { bri_model_set(NULL, "a.b", 1, NULL); }
static void find_law_without_name(void) { bri_law_find(NULL, NULL); }
static void column_of_nothing(void) { bri_table_find(NULL, "t"); }
static void trace_nothing(void) { bri_trace_create(NULL, &(bri_trace *){NULL}, NULL); }
static void draw_curve_of_nothing(void) { bri_curve_table(NULL, NULL, 1, &(bri_table *){NULL}, NULL); }
static void describe_to_nobody(void) { bri_describe("lugre", BRI_TEXT, NULL, NULL, NULL); }
static void parse_nothing(void) { bri_model_parse(NULL, 3, "a", &(bri_model *){NULL}, NULL); }
static void rates_of_nothing(void) { bri_sim_rates(NULL, 0, NULL, &(double){0}, NULL); }
static void events_of_nothing(void) { bri_sim_event_values(NULL, 0, NULL, &(double){0}, NULL); }
static void handle_for_nobody(void) { bri_sim_handle_events(NULL, NULL, &(double){0}, NULL, NULL); }
static void states_of_nothing(void) { bri_sim_get_states(NULL, &(double){0}); }
static void state_of_nothing(void) { bri_sim_continuous_state(NULL, 0, &(bri_continuous_state){0}); }
static void catalogue_for_nobody(void) { bri_catalogue_create(NULL, NULL); }
static void add_to_nothing(void) { bri_catalogue_add_law(NULL, bri_laws()[0], NULL); }
static void find_without_name(void) { bri_catalogue_find_law(NULL, NULL, NULL); }
static void test_no_law(void) { bri_law_check(NULL, NULL); }
static void row_beyond_the_end(void)
{
    bri_table *table = NULL;
    if (!bri_table_create(1, 2, &table, NULL)) bri_table_row(table, 2);
}
static void write_nothing(void) { bri_result_write_hdf5(NULL, NULL, "x.h5", NULL); }

static void other_pointers_are_asserted(void **state)
{
    (void)state;
    void (*const faults[])(void) = {build_nothing,     run_nothing,       check_nothing,         simulate_nothing,
                                    advance_nothing,   time_of_nothing,   value_of_nothing,      judge_nothing,
                                    read_nowhere,      read_no_file,      set_nothing,           find_law_without_name,
                                    column_of_nothing, trace_nothing,     draw_curve_of_nothing, describe_to_nobody,
                                    write_nothing,     parse_nothing,     rates_of_nothing,      events_of_nothing,
                                    handle_for_nobody, states_of_nothing, state_of_nothing,      catalogue_for_nobody,
                                    add_to_nothing,    find_without_name, test_no_law,           row_beyond_the_end};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        int status = 0;
        fflush(NULL);
        pid_t child = fork();
        assert_true(child >= 0);
        if (!child) {
            signal(SIGABRT, SIG_DFL);
            if (!freopen("/dev/null", "w", stderr)) _exit(1);
            faults[i]();
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT) fail_msg("fault %zu is not asserted", i);
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_settings_and_no_error),
        cmocka_unit_test(nothing_is_destroyed),
#ifndef NDEBUG
        cmocka_unit_test(other_pointers_are_asserted),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
