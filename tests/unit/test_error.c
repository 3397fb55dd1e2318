/* test_error.c - what a bri_error holds is of the last call; numbers of a run keep their ranges whoever gives them */
#include "test.h"

#include "bristle/bristle.h"

static const char block[] = "bodies:\n  block: {mass: 1 kg, inertia: 1 kg m2}\nrun: {until: 1 s}\n";

static bri_system *build_block(void)
{
    bri_model *model = NULL;
    bri_system *system = NULL;
    assert_int_equal(bri_model_parse(block, strlen(block), NULL, &model, NULL), BRI_OK);
    assert_int_equal(bri_system_build(model, &system, NULL), BRI_OK);
    bri_model_destroy(model);
    return system;
}

static void assert_clear(const bri_error *err)
{
    assert_int_equal(err->status, BRI_OK);
    assert_string_equal(err->where, "");
    assert_string_equal(err->what, "");
}

static void a_reused_error_holds_the_last_call(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_model *model = NULL;
    assert_null(bri_law_find("colomb", &err));
    assert_int_equal(err.status, BRI_NOT_FOUND);
    assert_non_null(strstr(err.what, "colomb"));
    assert_int_equal(bri_model_parse("bodies: 1\n", 10, "broken", &model, &err), BRI_BAD_VALUE);
    assert_int_equal(err.status, BRI_BAD_VALUE);
    assert_null(strstr(err.what, "colomb"));
    assert_int_equal(bri_model_parse(block, strlen(block), NULL, &model, &err), BRI_OK);
    assert_clear(&err);
    assert_int_equal(bri_model_set(model, "block.mass", -1, &err), BRI_BAD_VALUE);
    assert_non_null(strstr(err.what, "mass"));
    assert_int_equal(bri_model_set(model, "block.mas", 1, &err), BRI_NOT_FOUND);
    assert_non_null(strstr(err.what, "mas'"));
    assert_int_equal(bri_model_set(model, "block.mass", 1, &err), BRI_OK);
    assert_clear(&err);
    bri_model_destroy(model);
}

static void count(const bri_error *one, void *user)
{
    (void)one;
    ++*(int *)user;
}

static void the_first_error_of_a_call_is_stored_and_each_gets_all(void **state)
{
    (void)state;
    static const char two[] = "bodies:\n  a: {mass: -1 kg, inertia: 1 kg m2}\n  b: {mass: -2 kg, inertia: 1 kg m2}\n";
    int errors = 0;
    bri_error err = {.each = count, .user = &errors};
    bri_model *model = NULL;
    for (int turn = 1; turn <= 2; turn++) { /* again with the same */
        assert_int_equal(bri_model_parse(two, strlen(two), "two", &model, &err), BRI_BAD_VALUE);
        assert_int_equal(errors, 2 * turn);
        assert_non_null(strstr(err.where, "two:2:"));
    }
}

static void a_run_definition_keeps_the_ranges_of_the_table(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t at;
        double bad[4]; /* up to 0 */
    } numbers[] = {{"until", offsetof(bri_run_def, until), {NAN, -1, INFINITY}},
                   {"interval", offsetof(bri_run_def, interval), {NAN, -1, INFINITY}},
                   {"rtol", offsetof(bri_run_def, rtol), {NAN, -1e-6, 1e-30}},
                   {"atol", offsetof(bri_run_def, atol), {NAN, -1e-6, 2}},
                   {"step", offsetof(bri_run_def, step), {NAN, -1e-3, INFINITY}},
                   {"max_step", offsetof(bri_run_def, max_step), {NAN, -1e-3, -INFINITY}}};
    bri_system *system = build_block();
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (const double *bad = numbers[i].bad; *bad != 0; bad++) {
            bri_error err = {0};
            bri_run_def def = bri_run_defaults();
            bri_sim *sim = NULL;
            bri_result *result = NULL;
            *(double *)(void *)((char *)&def + numbers[i].at) = *bad;
            assert_int_equal(bri_sim_create(system, &def, &sim, &err), BRI_BAD_VALUE);
            assert_non_null(strstr(err.what, numbers[i].name));
            assert_null(sim);
            assert_int_equal(bri_run(system, &def, &result, &err), BRI_BAD_VALUE);
            assert_non_null(strstr(err.what, numbers[i].name));
            assert_null(result);
        }
    bri_system_destroy(system);
}

static void nothing_advances_to_no_time(void **state)
{
    (void)state;
    bri_system *system = build_block();
    bri_run_def def = bri_run_defaults();
    bri_sim *sim = NULL;
    assert_int_equal(bri_sim_create(system, &def, &sim, NULL), BRI_OK);
    assert_int_equal(bri_sim_advance(sim, NAN, NULL), BRI_BAD_VALUE);
    assert_int_equal(bri_sim_advance(sim, 0.5, NULL), BRI_OK);
    assert_true(bri_sim_time(sim) == 0.5);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reused_error_holds_the_last_call),
        cmocka_unit_test(the_first_error_of_a_call_is_stored_and_each_gets_all),
        cmocka_unit_test(a_run_definition_keeps_the_ranges_of_the_table),
        cmocka_unit_test(nothing_advances_to_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
