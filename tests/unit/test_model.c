/* test_model.c - models read, written, copied, and edited by path */
#include "test.h"

#include <dirent.h>

#include "base/text.h"
#include "bristle/friction.h"
#include "kind/record.h"
#include "model/families.h"
#include "model/model.h"
#include "signal/signal.h"

#ifndef MODELS
#error "MODELS is the folder tests/models"
#endif

static bri_model *parse(const char *text)
{
    bri_model *model = NULL;
    bri_error err = {0};
    if (bri_model_parse(text, strlen(text), "t", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    return model;
}

static double get(const bri_model *model, const char *path)
{
    double value = NAN;
    bri_error err = {0};
    if (bri_model_get(model, path, &value, &err)) fail_msg("%s: %s", err.where, err.what);
    return value;
}

static void set_text(bri_model *model, const char *path, const char *text)
{
    bri_error err = {0};
    if (bri_model_set_text(model, path, text, &err)) fail_msg("%s: %s", err.where, err.what);
}

static void set(bri_model *model, const char *path, double value)
{
    bri_error err = {0};
    if (bri_model_set(model, path, value, &err)) fail_msg("%s: %s", err.where, err.what);
}

static bool collect(const char *piece, size_t length, void *user)
{
    bri_text_add_n(user, piece, length);
    return true;
}

/* --- the same, down to the last bit ------------------------------------------------------------------------------------ */

static void assert_same(const bri_record *a, const bri_record *b);

static void assert_same_text(const char *a, const char *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a) assert_string_equal(a, b);
}

static void assert_same_row(const bri_param *row, const void *a, const void *b)
{
    static const size_t size[] = {[BRI_REAL] = 8,
                                  [BRI_INT] = 4,
                                  [BRI_CHOICE] = 4,
                                  [BRI_LIST] = sizeof(bri_list),
                                  [BRI_FORMULA] = sizeof(bri_formula),
                                  [BRI_QUANTITIES] = sizeof(bri_quantities),
                                  [BRI_VECTOR] = 16};
    const bri_names *m = a, *n = b;
    const bri_series *s = a, *t = b;
    const bri_records *x = a, *y = b;
    switch (row->type) {
    case BRI_STRING: assert_same_text(*(char *const *)a, *(char *const *)b); break;
    case BRI_PART: assert_same(a, b); break;
    case BRI_NAMES:
        assert_int_equal(m->count, n->count);
        for (int i = 0; i < m->count; i++)
            assert_same_text(m->at[i], n->at[i]);
        break;
    case BRI_SERIES:
        assert_int_equal(s->count, t->count);
        if (s->count) assert_memory_equal(s->at, t->at, (size_t)s->count * sizeof *s->at);
        break;
    case BRI_MANY:
        assert_int_equal(x->count, y->count);
        for (int i = 0; i < x->count; i++)
            assert_same(&x->at[i], &y->at[i]);
        break;
    default:
        if (memcmp(a, b, size[row->type]) != 0) fail_msg("%s differs", row->name);
    }
}

static void assert_same(const bri_record *a, const bri_record *b)
{
    assert_ptr_equal(a->kind, b->kind);
    assert_same_text(a->name, b->name);
    for (const bri_param *row = a->kind ? a->kind->params : NULL; row && row->name; row++)
        assert_same_row(row, bri_row_at(row, a->params), bri_row_at(row, b->params));
}

static void assert_reads_back(const bri_model *model)
{
    bri_text text = {0};
    bri_error err = {0};
    bri_model *again = NULL;
    assert_int_equal(bri_model_write(model, collect, &text, NULL), BRI_OK);
    if (bri_model_parse(text.at, text.length, "again", &again, &err))
        fail_msg("%s: %s in\n%s", err.where, err.what, text.at);
    assert_same(&model->root, &again->root);
    bri_text_free(&text);
    bri_model_destroy(again);
}

/* --- whole files -------------------------------------------------------------------------------------------------------- */

static void reading_what_was_written_gives_the_same_model(void **state)
{
    DIR *folder = opendir(MODELS "/good");
    int count = 0;
    (void)state;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[1000];
        bri_model *model = NULL, *copy = NULL;
        bri_error err = {0};
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/good/%s", MODELS, entry->d_name);
        if (bri_model_read(path, &model, &err)) fail_msg("%s: %s", err.where, err.what);
        assert_reads_back(model);
        assert_int_equal(bri_model_check(model, &err), BRI_OK);
        assert_int_equal(bri_model_copy(model, &copy, NULL), BRI_OK);
        assert_same(&model->root, &copy->root);
        bri_model_destroy(model);
        assert_reads_back(copy);
        bri_model_destroy(copy);
        count++;
    }
    closedir(folder);
    assert_true(count >= 2);
}

static const char *const slider =
    "bodies: {block: {mass: 2 kg, inertia: 1, points: {top: [0, 1 cm]}, shapes: [{circle: 2 cm}]}}\n"
    "joints:\n  guide: {translational: [ground, block], along: [1, 0],\n"
    "    friction: {law: lugre, mu_s: 0.3, mu_k: 0.2, v_s: 2 mm/s, sigma0: 1e5 1/m}}\n"
    "  pin: {revolute: [ground, block], friction: {law: coulomb, mu_k: 0.3 N m}}\n"
    "forces:\n  push: {force: block, along: [1, 0], value: {sine: 5 N, frequency: 2 Hz}}\n"
    "  pull: {force: block, along: [1, 0], value: 3}\n  soft: {force: block, along: [1, 0], value: {input: 1 kN}}\n";

static void any_number_is_written_so_that_it_reads_back(void **state)
{
    uint64_t random = 7;
    (void)state;
    bri_model *model = parse(slider);
    for (int i = 0; i < 60; i++) {
        static const char *const paths[] = {"block.at.x",
                                            "block.angle",
                                            "block.mass",
                                            "block.spin",
                                            "gravity.y",
                                            "guide.friction.sigma0",
                                            "pin.friction.mu_k",
                                            "push.value.amplitude",
                                            "push.value.frequency",
                                            "push.value.phase",
                                            "block.points.top.at.y",
                                            "block.inertia",
                                            "guide.friction.v_s",
                                            "block.velocity.x",
                                            "pull.value"};
        for (size_t k = 0; k < sizeof paths / sizeof *paths; k++)
            set(model, paths[k], random_scale(&random, 1e-3, 1e2));
        assert_reads_back(model);
    }
    set(model, "block.at.x", -0.0);
    set(model, "block.velocity.y", NAN);
    assert_true(isnan(get(model, "block.velocity.x")));
    assert_reads_back(model);
    bri_model_destroy(model);
}

static void any_title_is_written_so_that_it_reads_back(void **state)
{
    static const char *const titles[] = {"plain",
                                         "",
                                         " ",
                                         "a: b",
                                         "a #b",
                                         "- a",
                                         "null",
                                         "~",
                                         "5",
                                         "it's",
                                         "\"q\"",
                                         "a\\b",
                                         "[a]",
                                         "a\nb",
                                         "\x7f",
                                         "a ",
                                         "\xc2\x85",
                                         "\xe2\x80\xa8",
                                         "\xef\xbb\xbf!",
                                         "\xf0\x9f\x98\x80",
                                         "true",
                                         "*x",
                                         "&x",
                                         "!x",
                                         "%x",
                                         "@"};
    (void)state;
    bri_model *model = parse("bodies: {}");
    bri_model_params *root = model->root.params;
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        free(root->title);
        assert_int_equal(bri_string_copy(titles[i], &root->title, NULL), BRI_OK);
        assert_reads_back(model);
    }
    bri_model_destroy(model);
}

static void json_is_read_too(void **state)
{
    (void)state;
    bri_model *model =
        parse("{\"bodies\": {\"a\": {\"mass\": 1.5, \"inertia\": \"2 kg m2\", \"at\": [1e-1, \"5 mm\"]}}}");
    assert_true(get(model, "a.mass") == 1.5);
    assert_true(get(model, "a.at.y") == 0.005);
    assert_true(get(model, "run.until") == 1);
    bri_model_destroy(model);
}

/* --- paths ------------------------------------------------------------------------------------------------------------------ */

static void a_path_names_one_number(void **state)
{
    (void)state;
    bri_model *model = parse(slider);
    assert_close(get(model, "guide.friction.v_s"), 2e-3, 1e-15);
    assert_true(get(model, "guide.friction.sigma0") == 1e5);
    assert_true(get(model, "guide.friction.scaling") == 1);
    assert_true(get(model, "pin.friction.effort") == BRI_EFFORT_TORQUE);
    assert_true(get(model, "push.value.amplitude") == 5);
    assert_true(get(model, "push.value.sine") == 5);
    assert_true(get(model, "pull.value") == 3);
    assert_true(get(model, "soft.value") == 1000);
    assert_true(get(model, "joints.guide.along.x") == 1);
    assert_true(get(model, "block.points.top.at.y") == 0.01);
    assert_true(get(model, "block.shapes.1.radius") == 0.02);
    assert_true(get(model, "gravity.y") == 0);
    assert_true(isnan(get(model, "block.spin")));
    bri_model_destroy(model);
}

static void what_is_set_is_there(void **state)
{
    (void)state;
    bri_model *model = parse(slider);
    set(model, "guide.friction.mu_s", 0.35);
    set_text(model, "guide.friction.v_s", "3 mm/s");
    set_text(model, "block.at", "[1 cm, 2]");
    set_text(model, "gravity.y", "-1 cm/s2");
    set_text(model, "run.integrator", "radau5");
    set_text(model, "run.constraints", "baumgarte");
    set_text(model, "run.channels", "[block.x, 'guide.*']");
    set_text(model, "push.value", "{ramp: 7 N, end: 3 s}");
    set_text(model, "pin.friction", "{law: dahl, mu_k: 4 N}");
    set_text(model, "title", "a title");
    set(model, "soft.value", 20);
    assert_true(get(model, "guide.friction.mu_s") == 0.35);
    assert_close(get(model, "guide.friction.v_s"), 3e-3, 1e-15);
    assert_true(get(model, "block.at.x") == 0.01 && get(model, "block.at.y") == 2);
    assert_true(get(model, "gravity.y") == -0.01);
    assert_true(get(model, "run.constraints") == BRI_HOLD_BAUMGARTE);
    assert_true(get(model, "push.value.end") == 3);
    assert_true(get(model, "pin.friction.effort") == BRI_EFFORT_FORCE);
    assert_string_equal(bri_model_root(model)->title, "a title");
    assert_string_equal(((bri_run_params *)bri_model_root(model)->run.params)->integrator, "radau5");
    assert_int_equal(((bri_run_params *)bri_model_root(model)->run.params)->channels.count, 2);
    assert_string_equal(bri_model_root(model)->forces.at[2].name, "soft");
    assert_reads_back(model);
    set(model, "push.value", 9); /* what was a ramp is a constant now */
    assert_true(get(model, "push.value") == 9);
    assert_int_equal(bri_model_check(model, NULL), BRI_OK);
    bri_model_destroy(model);
}

static void one_word_changes_the_law_and_keeps_what_both_have(void **state)
{
    (void)state;
    bri_model *model = parse(slider);
    set_text(model, "guide.friction.law", "dahl");
    assert_true(get(model, "guide.friction.mu_k") == 0.2);
    assert_true(get(model, "guide.friction.sigma0") == 1e5);
    assert_true(get(model, "guide.friction.scaling") == 1);
    assert_reads_back(model);
    set_text(model, "guide.friction.law", "stribeck");
    assert_true(get(model, "guide.friction.mu_k") == 0.2);
    bri_model_destroy(model);
}

static void refuses(bri_model *model, const char *path, const char *text, const char *expected)
{
    bri_error err = {0};
    char all[800];
    bri_text before = {0}, now = {0};
    assert_int_equal(bri_model_write(model, collect, &before, NULL), BRI_OK);
    assert_int_not_equal(bri_model_set_text(model, path, text, &err), BRI_OK);
    snprintf(all, sizeof all, "%s: %s", err.where, err.what);
    assert_string_equal(all, expected);
    assert_int_equal(bri_model_write(model, collect, &now, NULL), BRI_OK);
    assert_string_equal(before.at, now.at);
    bri_text_free(&before);
    bri_text_free(&now);
}

static void a_path_to_nowhere_gets_a_sentence(void **state)
{
    (void)state;
    bri_model *model = parse(slider);
    refuses(model, "gide.friction.mu_s", "1", "gide.friction.mu_s: there is no 'gide'; did you mean 'guide'?");
    refuses(model, "guide.friction.mu_x", "1",
            "guide.friction.mu_x: there is no 'mu_x' in 'guide.friction'; did you mean 'mu_k' or 'mu_s'?");
    refuses(model, "guide.friction.noise.std", "1 N",
            "guide.friction.noise.std: the model has no 'guide.friction.noise'");
    refuses(model, "block.mass", "1 N", "block.mass: '1 N' is a force, but a mass in kg is wanted");
    refuses(model, "block.mass", "-1", "block.mass: mass is -1 kg, and must lie between 1e-15 and 1e+15 kg");
    refuses(model, "block.at", "[1, 2, 3]", "block.at: at must be a list of two numbers, not a list of 3");
    refuses(model, "pin.friction.mu_k", "2 N", "pin.friction.mu_k: '2 N' is a force, but a torque in N m is wanted");
    refuses(model, "push.value", "{sine: 1 m, frequency: 1}",
            "push.value: amplitude: '1 m' is a length, but a force in N is wanted");
    refuses(model, "guide.friction.law", "dhal", "guide.friction.law: there is no law 'dhal'; did you mean 'dahl'?");
    refuses(model, "guide.friction.law", "zzzzzzzz",
            "guide.friction.law: there is no law 'zzzzzzzz'; 'bristle kinds' lists all");
    refuses(
        model, "xyzzyx.mass", "1",
        "xyzzyx.mass: there is no 'xyzzyx' in the model: a path begins with the name of a parameter, material, body, "
        "joint or force, or with a key of the model, as in gravity.y or run.until");
    refuses(model, "block.colour", "1",
            "block.colour: there is no 'colour' in 'block'; 'bristle explain body' lists its keys");
    refuses(model, "block.points.side", "[0, 0]", "block.points.side: there is no point 'side'");
    refuses(model, "push.value", "{sine: [", "push.value:2:1: not valid YAML: flow sequence without a closing bracket");
    bri_model_destroy(model);
}

static void parts_are_added_one_by_one(void **state)
{
    bri_model *model = NULL;
    bri_error err = {0}, again = {0}, missing = {0};
    (void)state;
    assert_int_equal(bri_model_create(&model, NULL), BRI_OK);
    assert_int_equal(bri_model_add(model, "bodies", "crank", "{mass: 1, inertia: 2 kg m2}", NULL), BRI_OK);
    assert_int_equal(bri_model_add(model, "joints", "pivot", "{revolute: [ground, crank], at: [0, 0]}", NULL), BRI_OK);
    assert_true(get(model, "crank.inertia") == 2);
    assert_int_equal(bri_model_check(model, NULL), BRI_OK);
    assert_int_equal(bri_model_add(model, "joints", "pivot", "{revolute: [ground, crank]}", &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "'pivot' is already the name of a joint; choose another name");
    assert_int_equal(bri_model_add(model, "forces", "push", "{force: crank, along: [1, 0], value: 1 N}", &again),
                     BRI_OK);
    assert_int_equal(bri_model_add(model, "joints", "other", "{revolute: [ground, rod]}", NULL), BRI_OK);
    assert_int_equal(bri_model_check(model, &missing), BRI_NOT_FOUND);
    assert_string_equal(missing.what, "joint 'other': there is no body 'rod'");
    assert_string_equal(missing.where, "");
    bri_model_destroy(model);
}

static void what_set_made_wrong_is_found_by_check(void **state)
{
    bri_error err = {0};
    (void)state;
    bri_model *model = parse(slider);
    set(model, "guide.friction.mu_s", 0.1);
    assert_int_equal(bri_model_check(model, &err), BRI_BAD_VALUE);
    assert_string_equal(err.where, "t:4:21");
    assert_string_equal(
        err.what, "joint 'guide': mu_s (0.1) is below mu_k (0.2): static friction must be at least sliding friction");
    bri_model_destroy(model);
}

/* --- every kind -------------------------------------------------------------------------------------------------------------- */

/* Tables that can be read: every unit is one, words are words, families exist, and no key has two meanings. */
static void check_table(bri_units *units, const bri_family *family, const bri_kind *kind)
{
    int rows = 0;
    for (const bri_param *row = kind->params; row->name; row++, rows++) {
        char unit[BRI_WORD_ROOM];
        const char *key = bri_row_key(family, kind, row);
        for (int i = 0; row->type != BRI_PART && row->type != BRI_MANY && bri_word(row->unit, i, unit); i++)
            if (*unit != '*' && !bri_unit_fits(units, unit, unit))
                fail_msg("%s.%s: unit '%s'", kind->name, row->name, unit);
        if (row->type == BRI_PART || row->type == BRI_MANY) assert_non_null(bri_family_find(row->words));
        if (bri_row_find(family, kind, key) != row) fail_msg("%s: the key '%s' has two meanings", kind->name, key);
        assert_non_null(row->doc);
    }
    assert_true(rows < BRI_ROWS_MAX);
    size_t length;
    for (const char *word = kind->required; word && *word; word += length + (word[length] == ' ')) {
        char name[64];
        length = strcspn(word, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, word);
        if (!bri_param_find(kind, name)) fail_msg("%s requires '%s', which it has not", kind->name, name);
    }
}

static void every_table_can_be_read(void **state)
{
    bri_units *units = NULL;
    (void)state;
    assert_int_equal(bri_units_create(&units, NULL), BRI_OK);
    for (const bri_family *const *family = bri_families(); *family; family++) {
        const bri_kind *kind;
        for (int i = 0; (kind = (*family)->kind(i)); i++)
            check_table(units, *family, kind);
    }
    bri_units_destroy(units);
}

/* Friction of every law, as it comes and as an effort, survives being written. */
static void every_law_is_written_and_read(void **state)
{
    static const char *const efforts[] = {"none", "force", "torque"};
    static const char *const expressions[] = {
        "", ", mu: F*(1 + v/v_0), parameters: {F: 3 kN, v_0: 2 mm/s, unused: 0 kg}",
        ", mu: \"max(T - c*v,\\n0 N m)\", parameters: {T: 3 N m, c: 2 N m s/rad, n: -1e-300 1/rad}"};
    (void)state;
    for (const bri_friction_law *const *law = bri_laws(); *law; law++)
        for (int i = 0; i < 3; i++) {
            char text[600];
            snprintf(text, sizeof text,
                     "bodies: {a: {mass: 1, inertia: 1}}\njoints: {p: {revolute: [ground, a], friction: {law: %s, "
                     "effort: %s%s, "
                     "surfaces: {length: 1, radius_a: 1, radius_b: 1, modulus: 1 GPa, roughness: 1 um, viscosity: 1, "
                     "density: 900}}}}\n",
                     (*law)->kind.name, efforts[i], strcmp((*law)->kind.name, "expression") ? "" : expressions[i]);
            bri_model *model = parse(text);
            assert_reads_back(model);
            bri_model_destroy(model);
        }
}

/* A guide has no lever at which a torque could act. Of every law; a refused edit changes nothing. */
static void a_torque_is_no_friction_of_a_guide(void **state)
{
    static const char *const edits[][2] = {
        {"guide.friction.effort", "torque"},
        {"*.friction.effort", "torque"},
        {"guide.friction", "{law: coulomb, mu_k: 3 N m}"},
        {"guide", "{rub: [ground, a], along: [1, 0], friction: {law: dahl, mu_k: 3 N m}}"}};
    (void)state;
    for (const bri_friction_law *const *law = bri_laws(); *law; law++) {
        char text[600];
        snprintf(
            text, sizeof text,
            "bodies: {a: {mass: 1, inertia: 1}}\njoints: {guide: {translational: [ground, a], along: [1, 0], friction: "
            "{law: %s, effort: force%s, "
            "surfaces: {length: 1, radius_a: 1, radius_b: 1, modulus: 1 GPa, roughness: 1 um, viscosity: 1, "
            "density: 900}}}}\n",
            (*law)->kind.name, strcmp((*law)->kind.name, "expression") ? "" : ", mu: F, parameters: {F: 3 N}");
        bri_model *model = parse(text), *before = NULL;
        assert_int_equal(bri_model_copy(model, &before, NULL), BRI_OK);
        for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
            bri_error err = {0};
            assert_int_equal(bri_model_set_text(model, edits[i][0], edits[i][1], &err), BRI_BAD_VALUE);
            assert_non_null(strstr(err.what, "joint 'guide': friction: "));
            assert_non_null(strstr(err.what, "give a force, in N"));
            assert_same(&model->root, &before->root);
        }
        assert_int_equal(bri_model_set(model, "guide.friction.effort", 2, NULL), BRI_BAD_VALUE);
        assert_same(&model->root, &before->root);
        bri_model_destroy(before);
        bri_model_destroy(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_what_was_written_gives_the_same_model),
        cmocka_unit_test(any_number_is_written_so_that_it_reads_back),
        cmocka_unit_test(any_title_is_written_so_that_it_reads_back),
        cmocka_unit_test(json_is_read_too),
        cmocka_unit_test(a_path_names_one_number),
        cmocka_unit_test(what_is_set_is_there),
        cmocka_unit_test(one_word_changes_the_law_and_keeps_what_both_have),
        cmocka_unit_test(a_path_to_nowhere_gets_a_sentence),
        cmocka_unit_test(parts_are_added_one_by_one),
        cmocka_unit_test(what_set_made_wrong_is_found_by_check),
        cmocka_unit_test(every_table_can_be_read),
        cmocka_unit_test(every_law_is_written_and_read),
        cmocka_unit_test(a_torque_is_no_friction_of_a_guide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
