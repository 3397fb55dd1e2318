/* test_study.c - what varies in a study, which combinations, and the row of a run */
#include "test.h"

#include "bristle/model.h"
#include "study/expectation.h"
#include "study/run_key.h"
#include "study/study.h"

static const char text[] =
    "gravity: [0, -10 m/s2]\n"
    "parameters: {r: 20 mm}\n"
    "bodies:\n"
    "  block: {mass: 2 kg, inertia: 1 kg m2, velocity: [1 m/s, 0]}\n"
    "  other: {mass: 4 kg, inertia: 1 kg m2, velocity: [2 m/s, 0]}\n"
    "joints:\n"
    "  floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.5}}\n"
    "  rail: {translational: [ground, other], along: [1, 0], friction: {law: coulomb, mu_k: 0.2}}\n"
    "run: {until: 2 s}\n";

static bri_model *parse(void)
{
    bri_model *model = NULL;
    bri_error err = {0};
    if (bri_model_parse(text, strlen(text), "t", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    return model;
}

static void levels_are_the_closed_forms(void **state)
{
    (void)state;
    static const struct {
        const char *path, *values, *unit;
        int levels;
        double number[5];
    } rows[] = {
        {"block.mass", "1, 2 kg,3000 g", "kg", 3, {1, 2, 3}},
        {"block.mass", "1 to 3 in 5", "kg", 5, {1, 1.5, 2, 2.5, 3}},
        {"block.mass", "1 to 16 kg in 5 log", "kg", 5, {1, 2, 4, 8, 16}},
        {"block.mass", "x0.5,x2", "kg", 2, {1, 4}},
        {"block.mass", "x0.5 to x2 in 3 log", "kg", 3, {1, 2, 4}},
        {"block.mass", "+-30%", "kg", 3, {1.4, 2, 2.6}},
        {"block.mass", " +- 30 % in 5", "kg", 5, {1.4, 1.7, 2, 2.3, 2.6}},
        {"block.mass", "+-100 g", "kg", 3, {1.9, 2, 2.1}},
        {"other.at.y", "1 in", "m", 1, {0.0254}},
        {"other.at.y", "1 in to 3 in in 2", "m", 2, {0.0254, 0.0762}},
        {"r", "10 mm to 30 mm in 2", "m", 2, {0.01, 0.03}},
        {"other.at.y", "2*r,3*r", "m", 2, {0.04, 0.06}},
        {"*.friction.mu_k", "+-50%", "factor", 3, {0.5, 1, 1.5}},
        {"*.friction.mu_k", "0.1,0.3", "1", 2, {0.1, 0.3}},
        {"floor.friction.law", "coulomb,lugre", "1", 2, {NAN, NAN}},
    };
    bri_model *model = parse();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bri_variation v;
        bri_error err = {0};
        if (bri_variation_read(model, rows[i].path, rows[i].values, &v, &err)) fail_msg("%s", err.what);
        assert_string_equal(bri_variation_unit(&v), rows[i].unit);
        assert_int_equal(v.levels, rows[i].levels);
        assert_int_equal(bri_variation_is_word(&v), isnan(rows[i].number[0]));
        for (int k = 0; k < v.levels; k++) {
            double number = bri_variation_number(&v, &v.level[k]), wanted = rows[i].number[k];
            if (!(fabs(number - wanted) <= 1e-14 * fabs(wanted)) && !(isnan(number) && isnan(wanted)))
                fail_msg("%s=%s: %.17g, not %.17g", rows[i].path, rows[i].values, number, wanted);
            bool same_word = isnan(wanted) && !strcmp(v.level[k].text, "coulomb");
            assert_int_equal(bri_variation_is_base(&v, &v.level[k]),
                             same_word || wanted == (!strcmp(rows[i].unit, "factor")       ? 1
                                                     : !strcmp(rows[i].path, "block.mass") ? 2
                                                                                           : -1));
        }
        bri_variation_destroy(&v);
    }
    bri_model_destroy(model);
}

/* Factors change every match by its own value. */
static void patterns_keep_ratios(void **state)
{
    (void)state;
    bri_model *model = parse(), *changed = NULL;
    bri_study *study = NULL;
    double floor_mu, rail_mu;
    assert_int_equal(bri_study_create(model, &study, NULL), BRI_OK);
    assert_int_equal(bri_study_vary(study, "*.friction.mu_k", "x0.5,x2", false, NULL), BRI_OK);
    assert_int_equal(bri_study_arrange(study, BRI_GRID, NULL), BRI_OK);
    assert_int_equal(bri_study_model(study, 1, &changed, NULL), BRI_OK);
    assert_int_equal(bri_model_get(changed, "floor.friction.mu_k", &floor_mu, NULL), BRI_OK);
    assert_int_equal(bri_model_get(changed, "rail.friction.mu_k", &rail_mu, NULL), BRI_OK);
    assert_true(floor_mu == 1.0 && rail_mu == 0.4);
    bri_model_destroy(changed);
    bri_study_destroy(study);
    bri_model_destroy(model);
}

static void designs_have_their_combinations(void **state)
{
    (void)state;
    static const int grid[6][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}},
                     one[5][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {-1, 2}};
    bri_model *model = parse();
    bri_study *study = NULL;
    int level[2];
    assert_int_equal(bri_study_create(model, &study, NULL), BRI_OK);
    assert_int_equal(bri_study_vary(study, "block.mass", "1,3", true, NULL), BRI_OK);
    assert_int_equal(bri_study_vary(study, "other.mass", "+-10%", false, NULL), BRI_OK);
    assert_int_equal(bri_study_arrange(study, BRI_GRID, NULL), BRI_OK);
    assert_int_equal(study->runs, 6);
    for (size_t run = 0; run < 6; run++) {
        bri_study_levels(study, run, level);
        assert_memory_equal(level, grid[run], sizeof level);
    }
    assert_int_equal(bri_study_arrange(study, BRI_ONE_AT_A_TIME, NULL), BRI_OK);
    assert_int_equal(study->runs, 5);
    for (size_t run = 0; run < 5; run++) {
        bri_study_levels(study, run, level);
        assert_memory_equal(level, one[run], sizeof level);
    }
    bri_study_destroy(study);
    bri_model_destroy(model);
}

/* A block that friction stops after v^2/(2 mu g). */
static void rows_are_the_closed_forms(void **state)
{
    (void)state;
    bri_model *model = parse();
    bri_study *study = NULL;
    bri_measures *measures = NULL;
    assert_int_equal(bri_study_create(model, &study, NULL), BRI_OK);
    assert_int_equal(bri_study_vary(study, "floor.friction.mu_k", "-1,0.25,1", false, NULL), BRI_OK);
    assert_int_equal(bri_study_arrange(study, BRI_GRID, NULL), BRI_OK);
    assert_int_equal(bri_measures_create(&measures, NULL), BRI_OK);
    assert_int_equal(bri_measures_add(measures, "end block.x", NULL), BRI_OK);
    assert_int_equal(bri_measures_add(measures, "why", NULL), BRI_OK);
    assert_int_equal(bri_measures_add(measures, "event floor slips", NULL), BRI_OK);
    for (size_t run = 0; run < 3; run++) {
        bri_study_row row;
        bri_study_run(study, run, measures, 0, NULL, NULL, &row);
        assert_true(row.done);
        if (run == 0) {
            assert_int_equal(row.status, BRI_BAD_VALUE);
            assert_non_null(strstr(row.message, "mu_k is -1"));
            assert_int_equal(row.values, 0);
        } else {
            if (row.status) fail_msg("%s", row.message);
            assert_true(fabs(row.value[0].number - 1 / (2 * (run == 1 ? 0.25 : 1) * 10)) < 1e-7);
            assert_string_equal(row.value[1].word, "end of the run");
            assert_true(isnan(row.value[2].number) && !row.value[2].word);
            assert_string_equal(row.message, "event floor slips: there is no such event");
        }
        bri_study_row_clear(&row);
    }
    bri_measures_destroy(measures);
    bri_study_destroy(study);
    bri_model_destroy(model);
}

/* A run stops where it needs more steps than allowed, at a step that does not depend on the limit. */
static void a_limit_of_steps_ends_a_run(void **state)
{
    (void)state;
    bri_model *model = parse();
    bri_study *study = NULL;
    bri_measures *measures = NULL;
    bri_study_row whole, stopped, enough;
    assert_int_equal(bri_study_create(model, &study, NULL), BRI_OK);
    assert_int_equal(bri_study_vary(study, "floor.friction.mu_k", "0.25", false, NULL), BRI_OK);
    assert_int_equal(bri_study_arrange(study, BRI_GRID, NULL), BRI_OK);
    assert_int_equal(bri_measures_create(&measures, NULL), BRI_OK);
    assert_int_equal(bri_measures_add(measures, "end_time", NULL), BRI_OK);
    bri_study_run(study, 0, measures, 0, NULL, NULL, &whole);
    assert_true(whole.steps > 3 && whole.evaluations > whole.steps);
    bri_study_run(study, 0, measures, whole.steps, NULL, NULL, &enough);
    bri_study_run(study, 0, measures, 3, NULL, NULL, &stopped);
    assert_int_equal(enough.status, BRI_OK);
    assert_int_equal(stopped.status, BRI_STOPPED);
    assert_int_equal(stopped.steps, 3);
    assert_non_null(strstr(stopped.message, "the run needs more than 3 steps"));
    assert_true(isnan(stopped.value[0].number));
    bri_study_row_clear(&whole);
    bri_study_row_clear(&stopped);
    bri_study_row_clear(&enough);
    bri_measures_destroy(measures);
    bri_study_destroy(study);
    bri_model_destroy(model);
}

static void expectations_hold_up_to_their_bounds(void **state)
{
    (void)state;
    static const struct {
        bri_expectation given;
        double holds, fails;
        const char *text;
    } rows[] = {
        {{.expect = "2 mm", .within = "10 um"}, 2.0099e-3, 2.0101e-3, "2 mm within 10 um"},
        {{.expect = "-2 m", .within = "1 %"}, -2.0199, -2.0201, "-2 m within 1 %"},
        {{.above = "1 m"}, 1.0001, 1, "above 1 m"},
        {{.below = "1 m"}, 0.9999, 1, "below 1 m"},
        {{.above = "1 m", .below = "2 m"}, 1.5, 2.5, "above 1 m, below 2 m"},
        {{.expect = "2 m", .within = "1 m", .above = "2 m"}, 2.5, 1.5, "2 m within 1 m, above 2 m"},
    };
    const char *which;
    char printed[100];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bri_expectation e = rows[i].given;
        assert_int_equal(bri_expectation_read(&e, "m", &which, NULL), BRI_OK);
        assert_true(bri_expectation_exists(&e));
        assert_true(bri_expectation_holds(&e, rows[i].holds, NULL));
        assert_false(bri_expectation_holds(&e, rows[i].fails, NULL));
        assert_false(bri_expectation_holds(&e, NAN, NULL));
        bri_expectation_print(&e, printed, sizeof printed);
        assert_string_equal(printed, rows[i].text);
    }
    bri_expectation word = {.expect = "guide, pin"};
    assert_int_equal(bri_expectation_read(&word, "1", &which, NULL), BRI_OK);
    assert_true(bri_expectation_holds(&word, NAN, "guide, pin"));
    assert_false(bri_expectation_holds(&word, NAN, "guide"));
    assert_false(bri_expectation_holds(&word, 1, NULL));
}

/* Digests of FIPS 180-4's examples, and of a million times 'a' (NIST, SHA-256 test vectors). */
static void hashes_are_those_of_the_standard(void **state)
{
    (void)state;
    static const struct {
        const char *piece, *digest;
        int times;
    } rows[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", 1},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", 1},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1", 1},
        {"aaaaaaaaaa", "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0", 100000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bri_hash hash;
        unsigned char digest[32];
        char shown[65];
        bri_hash_begin(&hash);
        for (int k = 0; k < rows[i].times; k++)
            bri_hash_add(&hash, rows[i].piece, strlen(rows[i].piece));
        bri_hash_end(&hash, digest);
        for (int k = 0; k < 32; k++)
            snprintf(shown + 2 * k, 3, "%02x", digest[k]);
        assert_string_equal(shown, rows[i].digest);
    }
}

/* The key of a run is that of its values, however they are given; another model, measure, version or value has another key. */
static void keys_are_of_what_is_run(void **state)
{
    (void)state;
    static const struct {
        const char *values, *model, *measures, *version;
        bool same;
    } rows[] = {
        {"0.25", "m", "a", "1", true},    {"x0.5", "m", "a", "1", true},  {"0.25,9", "m", "a", "1", true},
        {"0.2501", "m", "a", "1", false}, {"0.25", "n", "a", "1", false}, {"0.25", "m", "b", "1", false},
        {"0.25", "m", "a", "2", false},   {"0.25", "ma", "", "1", false},
    };
    bri_model *model = parse();
    bri_run_key first = {{0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bri_study *study = NULL;
        bri_hash common;
        int level[1];
        assert_int_equal(bri_study_create(model, &study, NULL), BRI_OK);
        assert_int_equal(bri_study_vary(study, "floor.friction.mu_k", rows[i].values, false, NULL), BRI_OK);
        assert_int_equal(bri_study_arrange(study, BRI_GRID, NULL), BRI_OK);
        bri_run_key_begin(&common, rows[i].version, rows[i].model, rows[i].measures);
        bri_run_key key = bri_run_key_of(&common, study, 0, level);
        if (!i) first = key;
        assert_int_equal(!memcmp(&key, &first, sizeof key), rows[i].same);
        bri_study_destroy(study);
    }
    bri_model_destroy(model);
}

static void mistakes_have_sentences(void **state)
{
    (void)state;
    static char many[200010], long_one[1200];
    memset(many, ',', sizeof many - 1);
    for (size_t i = 0; i < sizeof many - 1; i += 2)
        many[i] = '1';
    many[sizeof many - 2] = '1';
    memset(long_one, '1', sizeof long_one - 1);
    const struct {
        const char *path, *values, *what;
    } rows[] = {
        {"block.mass", many, "there are more than 100000 values"},
        {"block.mass", long_one, "the value '1111111111111111111111111111111111111111...' is too long"},
        {"block.mass", "1,,2", "a value is missing: give 0.1,0.2,0.3, for example"},
        {"block.mass", "1 to 2 in 1", "'1' must be a number of values from 2 to 100000"},
        {"block.mass", "1 to x2 in 3", "a range ends as it begins, with values or with factors"},
        {"block.mass", "0 to 2 in 3 log",
         "log needs two ends of the same sign, not 0: equal ratios do not lead from 0 to 2"},
        {"block.mass", "1 to 2 N in 3", "'2 N' is a force, but a mass in kg is wanted"},
        {"block.mass", "+-0", "a tolerance is an amount above 0: '+-30 %', '+-1 mm in 5' or '+-1 mm normal'"},
        {"block.mass", "+-3% in 3 normal",
         "a tolerance is an amount above 0: '+-30 %', '+-1 mm in 5' or '+-1 mm normal'"},
        {"block.mass", "normal 3", "write 'normal MEAN sd STANDARD DEVIATION'"},
        {"block.mass", "normal 3 sd 0", "the standard deviation must be above 0"},
        {"block.at.x", "x2", "it is 0 in the model, which factors do not change: give values"},
        {"floor.friction.law", "+-3%",
         "factors and tolerances change a number, and it has none in the model: give values"},
        {"floor.friction.law", "lugree", "there is no law 'lugree'; did you mean 'lugre'?"},
        {"*.friction.mu_k", "0.1,x2", "give either values or factors, not both"},
        {"block.mas*", "1", NULL},
        {"block.*", "1", "block.mass is in kg, but block.inertia in kg m2: vary them one by one"},
    };
    bri_model *model = parse();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bri_variation v;
        bri_error err = {0};
        bri_status status = bri_variation_read(model, rows[i].path, rows[i].values, &v, &err);
        assert_int_equal(!status, !rows[i].what);
        if (rows[i].what) assert_string_equal(err.what, rows[i].what);
        if (rows[i].what) assert_string_equal(err.where, rows[i].path);
        bri_variation_destroy(&v);
    }
    bri_study *study = NULL;
    bri_error err = {0};
    assert_int_equal(bri_study_create(model, &study, NULL), BRI_OK);
    assert_int_equal(bri_study_vary(study, "block.mass", "1 to 2 in 10000", false, NULL), BRI_OK);
    assert_int_equal(bri_study_vary(study, "block.mass", "1", false, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "this varies twice");
    err = (bri_error){0};
    assert_int_equal(bri_study_vary(study, "other.mass", "1 to 2 in 10000", false, NULL), BRI_OK);
    assert_int_equal(bri_study_arrange(study, BRI_GRID, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "that is 1e+08 runs; at most 10000000 are possible");
    bri_study_destroy(study);
    bri_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_are_the_closed_forms),
        cmocka_unit_test(patterns_keep_ratios),
        cmocka_unit_test(designs_have_their_combinations),
        cmocka_unit_test(rows_are_the_closed_forms),
        cmocka_unit_test(mistakes_have_sentences),
        cmocka_unit_test(a_limit_of_steps_ends_a_run),
        cmocka_unit_test(hashes_are_those_of_the_standard),
        cmocka_unit_test(keys_are_of_what_is_run),
        cmocka_unit_test(expectations_hold_up_to_their_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
