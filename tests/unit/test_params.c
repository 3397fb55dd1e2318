/* test_params.c - parameters by name: numbers, texts with units, choices, lists, several at once */
#include "test.h"

#include "bristle/bristle.h"

static bri_units *units;

static int make_units(void **state)
{
    (void)state;
    return bri_units_create(&units, NULL) != BRI_OK;
}

static int drop_units(void **state)
{
    (void)state;
    bri_units_destroy(units);
    return 0;
}

typedef struct subject {
    const bri_kind *kind;
    bri_params params;
    bri_error err;
} subject;

static subject subject_of(const char *law)
{
    subject s = {.kind = &bri_law_find(law, NULL)->kind};
    bri_params_defaults(s.kind, &s.params);
    return s;
}

static double value_of(const subject *s, const char *name)
{
    double value = NAN;
    assert_int_equal(bri_params_get(s->kind, &s->params, name, &value, NULL), BRI_OK);
    return value;
}

static bri_status set(subject *s, const char *name, const char *text)
{
    s->err = (bri_error){0};
    return bri_params_set_text(s->kind, &s->params, units, name, text, &s->err);
}

static void a_text_with_a_unit_is_taken(void **state)
{
    (void)state;
    subject s = subject_of("stribeck");
    assert_int_equal(set(&s, "v_s", "2 mm/s"), BRI_OK);
    assert_true(value_of(&s, "v_s") == 2e-3);
    assert_int_equal(set(&s, "v_s", "0.5"), BRI_OK);
    assert_true(value_of(&s, "v_s") == 0.5);
}

static void a_unit_that_does_not_fit_is_refused_by_quantity(void **state)
{
    (void)state;
    subject s = subject_of("stribeck"), before = s;
    assert_int_equal(set(&s, "v_s", "3 N"), BRI_BAD_VALUE);
    assert_string_equal(s.err.what, "v_s: '3 N' is a force, but a speed in m/s is wanted");
    assert_memory_equal(&s.params, &before.params, sizeof s.params);
}

static void a_value_out_of_range_is_refused_with_the_range(void **state)
{
    (void)state;
    subject s = subject_of("stribeck");
    assert_int_equal(set(&s, "mu_k", "11"), BRI_BAD_VALUE);
    assert_string_equal(s.err.what, "mu_k is 11, and must lie between 0 and 10");
    assert_int_equal(set(&s, "v_s", "-1 mm/s"), BRI_BAD_VALUE);
    assert_string_equal(s.err.what, "v_s is -0.001 m/s, and must lie between 1e-09 and 1000 m/s");
}

static void a_misspelt_name_gets_the_nearest(void **state)
{
    (void)state;
    subject s = subject_of("lugre");
    assert_int_equal(set(&s, "sigma_0", "1"), BRI_NOT_FOUND);
    assert_non_null(strstr(s.err.what, "lugre has no parameter 'sigma_0'; did you mean 'sigma0'"));
    assert_int_equal(bri_params_set(s.kind, &s.params, "", 1, NULL), BRI_NOT_FOUND);
}

static void a_choice_is_a_word(void **state)
{
    (void)state;
    subject s = subject_of("lugre");
    assert_int_equal(set(&s, "scaling", "equivalent"), BRI_OK);
    assert_true(value_of(&s, "scaling") == 2);
    assert_int_equal(set(&s, "scaling", "weight"), BRI_BAD_VALUE);
    assert_string_equal(s.err.what, "scaling is 'weight', and must be one of: force load equivalent");
    assert_int_equal(bri_params_set(s.kind, &s.params, "scaling", 3, &s.err), BRI_BAD_VALUE);
    assert_string_equal(s.err.what, "scaling: 3 is not the index, from 0, of one of its words (force load equivalent)");
    *(int *)((char *)&s.params + bri_param_find(s.kind, "scaling")->offset) = 7;
    assert_int_equal(bri_params_check(s.kind, &s.params, &s.err), BRI_BAD_VALUE);
    assert_string_equal(s.err.what, "scaling: 7 is not the index, from 0, of one of its words (force load equivalent)");
}

static void the_unit_of_a_bristle_follows_the_scaling(void **state)
{
    (void)state;
    char unit[BRI_WORD_ROOM];
    subject s = subject_of("lugre");
    const bri_param *sigma0 = bri_param_find(s.kind, "sigma0");
    assert_string_equal(bri_param_unit(s.kind, sigma0, &s.params, unit), "N/m");
    assert_int_equal(set(&s, "sigma0", "3 1/m"), BRI_BAD_VALUE); /* one by one, the choice is made first */
    assert_non_null(strstr(s.err.what, "requires scaling: load"));
    assert_int_equal(set(&s, "scaling", "load"), BRI_OK);
    assert_string_equal(bri_param_unit(s.kind, sigma0, &s.params, unit), "1/m");
    assert_int_equal(set(&s, "sigma0", "3 1/mm"), BRI_OK);
    assert_true(value_of(&s, "sigma0") == 3000);
}

static void among_several_the_unit_written_picks_the_choice(void **state)
{
    (void)state;
    subject s = subject_of("lugre");
    const bri_setting settings[] = {{"sigma1", "300 s/m", NULL}, {"sigma0", "1e5 1/m", NULL}, {"mu_s", "0.3", NULL}};
    assert_int_equal(bri_params_read(s.kind, &s.params, units, settings, 3, NULL), BRI_OK);
    assert_true(value_of(&s, "scaling") == 1 && value_of(&s, "sigma0") == 1e5 && value_of(&s, "mu_s") == 0.3);
}

static void units_that_want_different_choices_are_refused(void **state)
{
    (void)state;
    subject s = subject_of("lugre"), before = s;
    const bri_setting settings[] = {{"sigma0", "1e5 N/m", NULL}, {"sigma1", "300 s/m", "m.yaml:3:4"}};
    assert_int_equal(bri_params_read(s.kind, &s.params, units, settings, 2, &s.err), BRI_BAD_VALUE);
    assert_string_equal(s.err.where, "m.yaml:3:4");
    assert_non_null(strstr(s.err.what, "sigma1: '300 s/m' contradicts sigma0: 1e5 N/m"));
    assert_memory_equal(&s.params, &before.params, sizeof s.params);
}

static void count_complaint(const bri_error *one, void *user)
{
    assert_true(one->status != BRI_OK && *one->what);
    ++*(int *)user;
}

static void all_complaints_come_at_once(void **state)
{
    (void)state;
    int complaints = 0;
    subject s = subject_of("stribeck"), before = s;
    const bri_setting settings[] = {
        {"v_s", "3 N", NULL}, {"mu_k", "-1", NULL}, {"exponent", "2", NULL}, {"foo", "1", NULL}};
    s.err = (bri_error){.each = count_complaint, .user = &complaints};
    assert_int_equal(bri_params_read(s.kind, &s.params, units, settings, 4, &s.err), BRI_BAD_VALUE);
    assert_int_equal(complaints, 3);
    assert_non_null(strstr(s.err.what, "3 N")); /* the first stays */
    assert_memory_equal(&s.params, &before.params, sizeof s.params);
}

static void what_ranges_cannot_say_is_checked_too(void **state)
{
    (void)state;
    subject s = subject_of("stribeck");
    const bri_setting settings[] = {{"mu_k", "0.4", NULL}, {"mu_s", "0.3", NULL}};
    assert_int_equal(bri_params_read(s.kind, &s.params, units, settings, 2, &s.err), BRI_BAD_VALUE);
    assert_string_equal(s.err.what,
                        "mu_s (0.3) is below mu_k (0.4): static friction must be at least sliding friction");
}

static void a_list_is_a_text_and_its_elements_are_numbers(void **state)
{
    (void)state;
    subject s = subject_of("maxwell_slip");
    const bri_setting settings[] = {{"k", "40, 20 N/mm", NULL}, {"alpha", "0.25, 0.75", NULL}};
    assert_int_equal(bri_params_read(s.kind, &s.params, units, settings, 2, &s.err), BRI_OK);
    assert_int_equal(bri_kind_elements(s.kind, &s.params), 2);
    assert_true(value_of(&s, "k.1") == 4e4 && value_of(&s, "k.2") == 2e4 && value_of(&s, "alpha.2") == 0.75);
    assert_int_equal(bri_params_set(s.kind, &s.params, "k.2", 3e4, NULL), BRI_OK);
    assert_true(value_of(&s, "k.2") == 3e4);
    assert_int_equal(bri_params_set(s.kind, &s.params, "k.3", 3e4, NULL), BRI_NOT_FOUND);
    assert_int_equal(bri_params_set(s.kind, &s.params, "k", 3e4, NULL), BRI_BAD_VALUE);
    assert_int_equal(bri_params_set(s.kind, &s.params, "k.0", 3e4, NULL), BRI_NOT_FOUND);
    assert_int_equal(set(&s, "k", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"), BRI_BAD_VALUE);
    assert_int_equal(set(&s, "k", "1,,2"), BRI_BAD_VALUE);
    assert_int_equal(set(&s, "k", ""), BRI_BAD_VALUE);
}

static void lists_of_different_lengths_are_refused(void **state)
{
    (void)state;
    subject s = subject_of("maxwell_slip");
    const bri_setting settings[] = {{"k", "1e4, 2e4", NULL}};
    assert_int_equal(bri_params_read(s.kind, &s.params, units, settings, 1, &s.err), BRI_BAD_VALUE);
    assert_string_equal(s.err.what, "k has 2 values and alpha has 4: each element needs one of both");
}

static void a_whole_number_is_whole(void **state)
{
    (void)state;
    bri_params params;
    bri_params_defaults(bri_noise_parameters(), &params);
    assert_int_equal(bri_params_set(bri_noise_parameters(), &params, "seed", 7, NULL), BRI_OK);
    assert_int_equal(bri_params_set(bri_noise_parameters(), &params, "seed", 7.5, NULL), BRI_BAD_VALUE);
    assert_int_equal(bri_params_set(bri_noise_parameters(), &params, "seed", -1, NULL), BRI_BAD_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_with_a_unit_is_taken),
        cmocka_unit_test(a_unit_that_does_not_fit_is_refused_by_quantity),
        cmocka_unit_test(a_value_out_of_range_is_refused_with_the_range),
        cmocka_unit_test(a_misspelt_name_gets_the_nearest),
        cmocka_unit_test(a_choice_is_a_word),
        cmocka_unit_test(the_unit_of_a_bristle_follows_the_scaling),
        cmocka_unit_test(among_several_the_unit_written_picks_the_choice),
        cmocka_unit_test(units_that_want_different_choices_are_refused),
        cmocka_unit_test(all_complaints_come_at_once),
        cmocka_unit_test(what_ranges_cannot_say_is_checked_too),
        cmocka_unit_test(a_list_is_a_text_and_its_elements_are_numbers),
        cmocka_unit_test(lists_of_different_lengths_are_refused),
        cmocka_unit_test(a_whole_number_is_whole),
    };
    return cmocka_run_group_tests(tests, make_units, drop_units);
}
