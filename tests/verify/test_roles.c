/* test_roles.c - a law with other names is treated as its twin in the library: verdict, sensitivity, stiffness from links
 *
 * A twin is a copy of a law whose name, family and every parameter are renamed; roles, offsets and functions stay. The model
 * is read with the law of the library, and the records of its friction are then given the twin's kind. */
#include "mechanism.h"

#include "joint/joint.h"
#include "model/model.h"
#include "system/system.h"

enum {
    ROWS = 20,
    LONG = 20000
};

typedef struct twin {
    const bri_friction_law *of;
    bri_friction_law law;
    bri_param row[ROWS];
    char name[ROWS][16];
} twin;

/* Names that stand nowhere else, so that they can be put back in messages. */
static void make_twin(twin *t, const char *of, bool has_roles)
{
    static const char *const names[ROWS] = {"q_a_", "q_b_", "q_c_", "q_d_", "q_e_", "q_f_", "q_g_",
                                            "q_h_", "q_i_", "q_j_", "q_k_", "q_l_", "q_m_", "q_n_",
                                            "q_o_", "q_p_", "q_r_", "q_s_", "q_t_", "q_u_"};
    t->of = bri_law_find(of, NULL);
    assert_non_null(t->of);
    t->law = *t->of;
    t->law.kind.name = "q_law_";
    t->law.kind.family = "q_family_";
    t->law.kind.params = t->row;
    int count = 0;
    for (; t->of->kind.params[count].name; count++) {
        assert_true(count < ROWS - 1);
        t->row[count] = t->of->kind.params[count];
        t->row[count].name = names[count];
        if (!has_roles) t->row[count].role = BRI_ROLE_NONE;
        for (int i = 0; t->row[count].follows && t->of->kind.params[i].name; i++)
            if (!strcmp(t->of->kind.params[i].name, t->of->kind.params[count].follows))
                t->row[count].follows = names[i];
    }
    t->row[count] = (bri_param){0};
}

static void put_twin(const bri_model *model, const twin *t)
{
    const bri_records *joints = &bri_model_root(model)->joints;
    int put = 0;
    for (int j = 0; j < joints->count; j++) {
        const bri_joint_kind *kind = (const bri_joint_kind *)(const void *)joints->at[j].kind;
        for (int i = 0; i < BRI_PATCHES_MAX; i++) {
            if (!kind->friction[i]) continue;
            bri_record *friction = (bri_record *)(void *)((char *)joints->at[j].params + kind->friction[i]);
            if (!friction->kind) continue;
            bri_record *law = &((bri_friction_params *)friction->params)->law;
            assert_ptr_equal(law->kind, &t->of->kind);
            law->kind = &t->law.kind;
            put++;
        }
    }
    assert_true(put > 0);
}

/* The model with the law of the library, or with a twin. */
static bri_model *model_of(const char *model_text, const twin *t)
{
    bri_error err = {0};
    bri_model *model = NULL;
    if (bri_model_parse(model_text, strlen(model_text), "test", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    if (t) put_twin(model, t);
    return model;
}

static bri_system *system_of(const char *model_text, const twin *t)
{
    bri_error err = {0};
    bri_model *model = model_of(model_text, t);
    bri_system *system = NULL;
    if (bri_system_build(model, &system, &err)) fail_msg("%s: %s", err.where, err.what);
    bri_model_destroy(model);
    return system;
}

/* Puts the library's names back. */
static const char *renamed(const twin *t, const char *from, char out[LONG])
{
    size_t length = 0;
    while (*from) {
        const char *here = from, *name = NULL;
        for (int i = -1; !name && (i < 0 || t->row[i].name); i++) {
            const char *twins = i < 0 ? t->law.kind.name : t->row[i].name;
            if (strncmp(from, twins, strlen(twins)) != 0) continue;
            name = i < 0 ? t->of->kind.name : t->of->kind.params[i].name;
            here = from + strlen(twins);
        }
        if (name) {
            length += (size_t)snprintf(out + length, LONG - length, "%s", name);
            from = here;
        } else {
            out[length++] = *from++;
        }
        assert_true(length < LONG - 100);
    }
    out[length] = '\0';
    return out;
}

static void same_words(const twin *t, const char *twins, const char *expected)
{
    static char out[LONG];
    assert_string_equal(renamed(t, twins, out), expected);
}

static void same_number(double a, double b) { assert_true(a == b || (isnan(a) && isnan(b))); }

/* --- the mechanism: two sliders and a rod, as in Wojtyra 2017 ------------------------------------------------------------ */

static const char *sliders(const char *friction, const char *elastic)
{
    return MODEL("bodies:\n"
                 "  up: {mass: 20 kg, inertia: 0.1 kg m2, at: [0, 0.5]}\n"
                 "  right: {mass: 20 kg, inertia: 0.1 kg m2, at: [1.2, 0]}\n"
                 "  rod: {mass: 10 kg, inertia: 2 kg m2, at: [0.6, 0.25], angle: -0.3947911196997615,\n"
                 "        points: {a: [-0.65, 0], b: [0.65, 0]}%s}\n"
                 "joints:\n"
                 "  post: {translational: [ground, up], at: [0, 0.5], along: [0, 1], friction: {%s}}\n"
                 "  floor: {translational: [ground, right], at: [1.2, 0], along: [1, 0], friction: {%s}}\n"
                 "  pin: {revolute: [up, rod.a]}\n"
                 "  foot: {revolute: [right, rod.b]}\n"
                 "forces:\n"
                 "  P: {force: rod, along: [12, -5], value: {ramp: 52 N}}\n"
                 "  S1: {force: up, along: [1, 0], value: {ramp: -5 N, from: 5 N, start: 1 s, end: 2 s}}\n"
                 "  S2: {force: right, along: [0, 1], value: {ramp: -20 N, from: -60 N, start: 1 s, end: 3 s}}\n"
                 "run: {until: 3 s, share_at: 1.5 s%s}\n",
                 elastic, friction, friction, *elastic ? "" : ", redundancy: pseudoinverse");
}

typedef struct kin {
    const char *law, *friction;
    bool lends; /* takes over the stiffness of links */
} kin;

static const kin kins[] = {
    {"coulomb", "law: coulomb, mu_s: 0.5, mu_k: 0.3", false},
    {"stribeck", "law: stribeck, mu_s: 0.5, mu_k: 0.3, v_s: 0.02, k_v: 2", false},
    {"lugre", "law: lugre, mu_s: 0.5, mu_k: 0.3, sigma0: 1e5 1/m, sigma1: 300 s/m, sigma2: 0.1 s/m, v_s: 1e-3", true},
    {"dahl", "law: dahl, mu_k: 0.5, sigma0: 1e6 N/m", true},
    {"wojtyra_smooth", "law: wojtyra_smooth, mu_s: 0.5, mu_k: 0.3, gamma: 1e-4", true},
    {"stribeck_tanh", "law: stribeck_tanh, mu_s: 0.5, mu_k: 0.3, v_s: 1e-2, k_tanh: 1e4", true},
    {"elasto_plastic", "law: elasto_plastic, mu_s: 0.5, mu_k: 0.3, sigma0: 1e6 N/m, sigma1: 1e3 N s/m, G_min: 1e-3 N",
     true},
    {"elastic_coulomb", "law: elastic_coulomb, mu_k: 0.5, k: 1e7", true},
};

/* --- verdict ------------------------------------------------------------------------------------------------------------- */

static void same_bounds(const bri_bounds *a, const bri_bounds *b)
{
    assert_int_equal(a->any, b->any);
    same_number(a->low, b->low);
    same_number(a->high, b->high);
    same_number(a->inner_low, b->inner_low);
    same_number(a->inner_high, b->inner_high);
}

static void same_verdict(const bri_verdict_result *a, const bri_verdict_result *b)
{
    assert_int_equal(a->verdict, b->verdict);
    assert_int_equal(a->possible, b->possible);
    assert_int_equal(a->guaranteed, b->guaranteed);
    assert_int_equal(a->accelerates, b->accelerates);
    assert_int_equal(a->persists, b->persists);
    same_number(a->possible_factor, b->possible_factor);
    same_number(a->possible_factor_low, b->possible_factor_low);
    same_number(a->guaranteed_factor, b->guaranteed_factor);
    assert_int_equal(a->interfaces, b->interfaces);
    assert_int_equal(a->parts, b->parts);
    assert_int_equal(a->quantities, b->quantities);
    for (int i = 0; i < a->interfaces; i++) {
        same_number(a->interface[i]->mu_s, b->interface[i]->mu_s);
        same_number(a->interface[i]->worst_ratio, b->interface[i]->worst_ratio);
    }
    for (int i = 0; i < a->parts; i++) {
        same_number(a->part[i]->possible_factor, b->part[i]->possible_factor);
        same_number(a->part[i]->guaranteed_factor, b->part[i]->guaranteed_factor);
    }
    for (int i = 0; i < a->quantities; i++) {
        assert_string_equal(a->quantity[i]->name, b->quantity[i]->name);
        same_bounds(&a->quantity[i]->coherent, &b->quantity[i]->coherent);
        same_bounds(&a->quantity[i]->limited, &b->quantity[i]->limited);
    }
}

static bri_verdict_result *verdict_of(const char *model_text, const twin *t, double time)
{
    bri_error err = {0};
    bri_verdict_def def = {.size = sizeof(bri_verdict_def), .intervals = true};
    bri_verdict_result *result = NULL;
    bri_system *system = system_of(model_text, t);
    if (bri_verdict_at(system, &def, time, &result, &err)) fail_msg("%s", err.what);
    bri_system_destroy(system);
    return result;
}

static bri_verdict_history *verdicts_of_all(const char *model_text, const twin *t)
{
    bri_error err = {0};
    bri_verdict_def def = {.size = sizeof(bri_verdict_def), .samples = 20};
    bri_verdict_history *history = NULL;
    bri_system *system = system_of(model_text, t);
    if (bri_verdict_over(system, &def, &history, &err)) fail_msg("%s", err.what);
    bri_system_destroy(system);
    return history;
}

static void has_the_verdict_of_its_twin(void **state)
{
    const kin *k = *state;
    const char *model = sliders(k->friction, "");
    twin t;
    make_twin(&t, k->law, true);
    for (double time = 0.5; time < 3; time += 0.5) {
        bri_verdict_result *a = verdict_of(model, NULL, time), *b = verdict_of(model, &t, time);
        same_verdict(b, a);
        assert_close(a->interface[0]->mu_s, 0.5, 1e-15);
        assert_true(isfinite(a->possible_factor) && a->possible_factor > 0);
        bri_verdict_destroy(a);
        bri_verdict_destroy(b);
    }
    bri_verdict_history *a = verdicts_of_all(model, NULL), *b = verdicts_of_all(model, &t);
    assert_true(a->spans > 1);
    assert_int_equal(a->spans, b->spans);
    for (int i = 0; i < a->spans; i++) {
        assert_int_equal(a->span[i]->verdict, b->span[i]->verdict);
        same_number(a->span[i]->to, b->span[i]->to);
        same_number(a->span[i]->possible_factor_least, b->span[i]->possible_factor_least);
        same_number(a->span[i]->possible_factor_most, b->span[i]->possible_factor_most);
        same_number(a->span[i]->guaranteed_factor_most, b->span[i]->guaranteed_factor_most);
    }
    bri_verdict_history_destroy(a);
    bri_verdict_history_destroy(b);
}

/* Without roles nothing is known of its coefficients: its curve is looked at, whose rounded peak is below mu_s. */
static void without_roles_its_curve_decides(void **state)
{
    (void)state;
    twin t;
    const char *model = sliders("law: wojtyra_smooth, mu_s: 0.5, mu_k: 0.3, gamma: 1e-4", "");
    make_twin(&t, "wojtyra_smooth", false);
    bri_verdict_result *a = verdict_of(model, &t, 1.5);
    double peak = 0.5 - (0.5 + 2 * (0.5 - 0.3)) * 0.1 / 4; /* as its table says; 400 speeds over nine decades */
    assert_close(a->interface[0]->mu_s, peak, 0.02 * peak);
    assert_true(a->interface[0]->mu_s < 0.499);
    bri_verdict_destroy(a);
}

/* --- sensitivity --------------------------------------------------------------------------------------------------------- */

static bri_sensitivity *changes_of(const char *model_text, const twin *t)
{
    bri_error err = {0};
    bri_sensitivity_def def = bri_sensitivity_defaults();
    bri_sensitivity *out = NULL;
    bri_model *model = model_of(model_text, t);
    if (bri_sensitivity_of(model, &def, &out, &err)) fail_msg("%s", err.what);
    bri_model_destroy(model);
    return out;
}

static void hangs_on_the_same_numbers(void **state)
{
    const kin *k = *state;
    const char *model = sliders(k->friction, "");
    twin t;
    make_twin(&t, k->law, true);
    bri_sensitivity *a = changes_of(model, NULL), *b = changes_of(model, &t);
    assert_true(a->changes > 0);
    assert_int_equal(b->changes, a->changes);
    assert_int_equal(b->differing, a->differing);
    assert_int_equal(b->failed, a->failed);
    for (int j = 0; j < a->joints; j++) {
        same_number(b->slips[j], a->slips[j]);
        same_number(b->slip_speed[j], a->slip_speed[j]);
    }
    for (int i = 0; i < a->changes; i++) {
        same_words(&t, b->change[i]->what, a->change[i]->what);
        same_number(b->change[i]->value, a->change[i]->value);
        assert_string_equal(b->change[i]->unit, a->change[i]->unit);
        assert_false(strstr(a->change[i]->what, "k_v") || strstr(a->change[i]->what, "sigma2"));
        for (int j = 0; j < a->joints; j++)
            same_number(b->change[i]->slips[j], a->change[i]->slips[j]);
    }
    bri_sensitivity_destroy(a);
    bri_sensitivity_destroy(b);
}

/* --- stiffness derived from links ---------------------------------------------------------------------------------------- */

static void takes_over_the_same_stiffness(void **state)
{
    const kin *k = *state;
    const char *model = sliders(k->friction, ", elastic: {from: a, to: b, stiffness: 1e5, damping: 2e3, as: friction}");
    twin t;
    make_twin(&t, k->law, true);
    if (!k->lends) { /* it holds by itself */
        bri_error err = {0};
        bri_model *own = model_of(model, &t);
        bri_system *system = NULL;
        assert_int_equal(bri_system_build(own, &system, &err), BRI_BAD_MODEL);
        assert_non_null(strstr(err.what, "no joint has friction that could represent the stiffness of the links"));
        bri_model_destroy(own);
        return;
    }
    bri_system *a = system_of(model, NULL), *b = system_of(model, &t);
    for (int i = 0; i < 2; i++) {
        bri_shared one, other;
        assert_true(bri_system_shared(a, i, &one) && bri_system_shared(b, i, &other));
        same_words(&t, other.parameter, one.parameter);
        assert_string_equal(other.unit, one.unit);
        same_number(other.value, one.value);
        same_number(other.stiffness, one.stiffness);
        same_number(other.load, one.load);
    }
    for (int i = 0; i < 2; i++) { /* damping goes with it */
        const void *p = a->interface[i].params->law.params, *q = b->interface[i].params->law.params;
        assert_memory_equal(p, q, t.law.kind.params_size);
    }
    bri_system_destroy(a);
    bri_system_destroy(b);
}

/* --- warnings ------------------------------------------------------------------------------------------------------------ */

typedef struct heard {
    char words[LONG];
    int count;
} heard;

static void hear(const bri_error *one, void *user)
{
    heard *h = user;
    size_t length = strlen(h->words);
    snprintf(h->words + length, LONG - length, "%s\n", one->what);
    h->count++;
}

static void warn(const char *model_text, const twin *t, heard *h)
{
    bri_error err = {.each = hear, .user = h};
    bri_system *system = system_of(model_text, t);
    *h = (heard){.count = 0};
    bri_system_warnings(system, &err);
    bri_system_destroy(system);
}

static const char *sled(const char *friction)
{
    return MODEL("gravity: [0, -9.81]\n"
                 "bodies: {block: {mass: 1 kg, inertia: 0.01 kg m2, velocity: [1 m/s, 0]}}\n"
                 "joints: {guide: {translational: [ground, block], along: [1, 0], friction: {%s}}}\n",
                 friction);
}

static void is_warned_of_with_its_own_names(void **state)
{
    static const struct {
        const char *law, *friction, *words;
    } doubtful[] = {
        {"lugre", "law: lugre, mu_s: 0.3, mu_k: 0.2, sigma0: 100 N/m", "is sigma0 too small"},
        {"dahl", "law: dahl, mu_k: 0.2, sigma0: 10 N/m", "is sigma0 too small"},
        {"elastic_coulomb", "law: elastic_coulomb, mu_k: 0.2, k: 10 N/m", "is k too small"},
        {"dankowicz", "law: dankowicz, mu_k: 0.2, delta: 0.1 m", "is delta too large"},
        {"coulomb_tanh", "law: coulomb_tanh, mu_k: 0.2, k_tanh: 2 s/m",
         "the law coulomb_tanh reaches its sliding force"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof doubtful / sizeof *doubtful; i++) {
        static heard a, b;
        twin t;
        make_twin(&t, doubtful[i].law, true);
        warn(sled(doubtful[i].friction), NULL, &a);
        warn(sled(doubtful[i].friction), &t, &b);
        assert_int_equal(a.count, 1);
        assert_non_null(strstr(a.words, doubtful[i].words));
        same_words(&t, b.words, a.words);
    }
}

/* --- the rest ------------------------------------------------------------------------------------------------------------ */

/* The floor of the bristle force counts where that force follows the load. */
static void has_the_same_floor(void **state)
{
    static const struct {
        const char *scaling;
        double floor;
    } cases[] = {{"force", 1e-3}, {"load", 0}, {"equivalent", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char friction[200];
        twin t;
        make_twin(&t, "lugre", true);
        snprintf(friction, sizeof friction, "law: lugre, scaling: %s, G_min: 1e-3", cases[i].scaling);
        bri_system *a = system_of(sled(friction), NULL), *b = system_of(sled(friction), &t);
        assert_true(bri_floor_of(&a->interface[0]) == cases[i].floor);
        assert_true(bri_floor_of(&b->interface[0]) == cases[i].floor);
        bri_system_destroy(a);
        bri_system_destroy(b);
    }
}

static bool keep(const char *bytes, size_t count, void *user)
{
    strncat(user, bytes, count);
    return true;
}

static const char *written(const char *model_text, const twin *t, char out[LONG])
{
    bri_error err = {0};
    bri_model *model = model_of(model_text, t);
    out[0] = '\0';
    if (bri_model_write(model, keep, out, &err)) fail_msg("%s", err.what);
    bri_model_destroy(model);
    return out;
}

/* Coefficients that are forces or torques are written with their unit. */
static void is_written_with_the_same_units(void **state)
{
    static const char *const frictions[][2] = {
        {"coulomb", "law: coulomb, mu_s: 3 N, mu_k: 2 N"},
        {"stribeck", "law: stribeck, mu_s: 3 N, mu_k: 2 N, v_s: 1 mm/s"},
        {"lugre", "law: lugre, effort: force, mu_s: 3, mu_k: 2, sigma0: 1e5"},
        {"lugre", "law: lugre, mu_s: 0.3, mu_k: 0.2, sigma0: 1e5 1/m"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof frictions / sizeof *frictions; i++) {
        static char a[LONG], b[LONG];
        twin t;
        make_twin(&t, frictions[i][0], true);
        written(sled(frictions[i][1]), NULL, a);
        same_words(&t, written(sled(frictions[i][1]), &t, b), a);
        assert_int_equal(strstr(a, "mu_k: 2 N") != NULL, i < 3);
    }
}

/* A lubricated law says so by itself; its channels do not hang on the family's name. */
static void has_the_same_channels(void **state)
{
    static const char *const frictions[][2] = {
        {"misharin",
         "law: misharin, surfaces: {viscosity: 0.4 Pa s, density: 870 kg/m3, modulus: 1e11 Pa, length: 1 cm, "
         "radius_a: 1 cm, radius_b: 2 cm, roughness: 0.4 um}"},
        {"lugre", "law: lugre"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof frictions / sizeof *frictions; i++) {
        twin t;
        const bri_column *one, *other;
        make_twin(&t, frictions[i][0], true);
        bri_system *a = system_of(sled(frictions[i][1]), NULL), *b = system_of(sled(frictions[i][1]), &t);
        int count = bri_system_channels(a, &one), films = 0;
        assert_int_equal(bri_system_channels(b, &other), count);
        for (int c = 0; c < count; c++) {
            assert_string_equal(other[c].name, one[c].name);
            films += !strcmp(one[c].name, "guide.film");
        }
        assert_int_equal(films, i == 0);
        bri_system_destroy(a);
        bri_system_destroy(b);
    }
}

#define EACH_KIN(test)                                                                                                 \
    {#test ": coulomb", test, NULL, NULL, (void *)(size_t)&kins[0]},                                                   \
        {#test ": stribeck", test, NULL, NULL, (void *)(size_t)&kins[1]},                                              \
        {#test ": lugre", test, NULL, NULL, (void *)(size_t)&kins[2]},                                                 \
        {#test ": dahl", test, NULL, NULL, (void *)(size_t)&kins[3]},                                                  \
        {#test ": wojtyra_smooth", test, NULL, NULL, (void *)(size_t)&kins[4]},                                        \
        {#test ": stribeck_tanh", test, NULL, NULL, (void *)(size_t)&kins[5]},                                         \
        {#test ": elasto_plastic", test, NULL, NULL, (void *)(size_t)&kins[6]},                                        \
    {                                                                                                                  \
#test ": elastic_coulomb", test, NULL, NULL, (void *)(size_t)&kins[7]                                          \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH_KIN(has_the_verdict_of_its_twin),
        EACH_KIN(hangs_on_the_same_numbers),
        EACH_KIN(takes_over_the_same_stiffness),
        cmocka_unit_test(without_roles_its_curve_decides),
        cmocka_unit_test(is_warned_of_with_its_own_names),
        cmocka_unit_test(has_the_same_floor),
        cmocka_unit_test(is_written_with_the_same_units),
        cmocka_unit_test(has_the_same_channels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
