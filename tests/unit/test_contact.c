/* test_contact.c - what holds for every normal law, and how they refuse what they cannot do */
#include "test.h"

#include "base/text.h"
#include "bristle/bristle.h"
#include "contact/contact.h"
#include "contact/fit.h"
#include "contact/loss.h"
#include "contact/restitution.h"
#include "kind/record.h"
#include "model/model.h"
#include "model/read_record.h"

static const bri_sides steel = {
    .length = 0.016, .modulus = {207e9, 207e9}, .poisson = {0.3, 0.3}, .radius = {NAN, NAN}};

typedef struct prepared {
    const bri_contact_law *law;
    bri_params params;
    double constants[BRI_CONTACT_CONSTANTS];
    double deepest; /* or what is deep enough */
} prepared;

static const bri_contact_law *law_at(int index)
{
    return (const bri_contact_law *)(const void *)bri_contact_laws()[index];
}

static void set(prepared *p, const char *name, double value)
{
    bri_error err = {0};
    if (!bri_param_find(&p->law->kind, name)) return;
    assert_int_equal(bri_params_set(&p->law->kind, &p->params, name, value, &err), BRI_OK);
}

/* Sides that the law is made for. */
static bri_sides sides_of(const bri_contact_law *law)
{
    bri_sides sides = steel;
    bool flat = !strcmp(law->kind.name, "johnson_flat");
    sides.radius[0] = 7.95e-3;
    sides.radius[1] = flat ? INFINITY : -8.45e-3;
    return sides;
}

/* With what must be given, and a loss where it can be chosen. */
static void start(prepared *p, const bri_contact_law *law)
{
    *p = (prepared){.law = law};
    bri_params_defaults(&law->kind, &p->params);
    set(p, "depth", 0.016);
    set(p, "loss", 4);
    set(p, "restitution", 0.7);
    if (!strcmp(law->kind.name, "kelvin_voigt")) {
        set(p, "stiffness", 1e8);
        set(p, "mass", 0.1);
    }
    if (!strcmp(law->kind.name, "power")) {
        set(p, "stiffness", 1.8e9);
        set(p, "exponent", 1.096);
    }
}

static void make(prepared *p, const bri_contact_law *law)
{
    bri_error err = {0};
    bri_sides sides = sides_of(law);
    start(p, law);
    assert_int_equal(bri_params_check(&law->kind, &p->params, &err), BRI_OK);
    assert_int_equal(law->prepare(&p->params, &sides, p->constants, &err), BRI_OK);
    p->deepest = law->deepest ? law->deepest(p->constants) : 1e-3;
    assert_true(p->deepest > 0);
}

static bri_contact_force push_at(const prepared *p, double depth, double rate)
{
    bri_contact_force push;
    p->law->force(p->constants, depth, rate, 0.3, &push);
    return push;
}

static void slopes_are_those_of_differences(void **state)
{
    prepared p;
    uint64_t seed = 1;
    (void)state;
    for (int i = 0; bri_contact_laws()[i]; i++) {
        make(&p, law_at(i));
        for (int n = 0; n < 300; n++) {
            double d = p.deepest * random_scale(&seed, 1e-8, 0.9), rate = random_between(&seed, -0.1, 0.5);
            double h = 1e-5 * d, k = 1e-5;
            bri_contact_force at = push_at(&p, d, rate);
            if (at.force == 0) continue; /* parted */
            double rounding = 4e-16 * at.force / (h * at.by_depth);
            assert_close((push_at(&p, d + h, rate).force - push_at(&p, d - h, rate).force) / (2 * h) / at.by_depth, 1,
                         1e-7 + rounding);
            assert_close(at.by_rate, (push_at(&p, d, rate + k).force - push_at(&p, d, rate - k).force) / (2 * k),
                         1e-7 * (1 + at.force));
        }
    }
}

/* Simpson's rule in x with depth = x^4 reaches into the steep beginning. */
static double quadrature(const prepared *p, double depth)
{
    int steps = 2000;
    double sum = 0, end = sqrt(sqrt(depth)), h = end / steps;
    for (int i = 0; i <= steps; i++) {
        double x = h * i, d = i == steps ? depth : x * x * x * x;
        sum += (i == 0 || i == steps ? 1 : i % 2 ? 4 : 2) * push_at(p, d, 0).elastic * 4 * x * x * x;
    }
    return sum * h / 3;
}

static void what_is_stored_is_the_integral_of_the_elastic_part(void **state)
{
    prepared p;
    (void)state;
    for (int i = 0; bri_contact_laws()[i]; i++) {
        make(&p, law_at(i));
        for (double part = 0.9; part > 1e-6; part *= 0.1) {
            double stored = push_at(&p, part * p.deepest, 0).stored;
            assert_close(stored / quadrature(&p, part * p.deepest), 1, 1e-9);
        }
    }
}

static void force_rises_with_depth_and_never_pulls(void **state)
{
    prepared p;
    (void)state;
    for (int i = 0; bri_contact_laws()[i]; i++) {
        make(&p, law_at(i));
        double last = 0;
        for (double part = 1e-12; part < 0.999; part *= 1.01) {
            bri_contact_force at = push_at(&p, part * p.deepest, 0);
            assert_true(at.elastic > last && at.by_depth > 0);
            assert_true(at.elastic < last * 1.1 + 1); /* no jumps */
            assert_true(at.force == at.elastic);
            last = at.elastic;
        }
        for (double rate = -1e3; rate <= 1e3; rate += 0.5) {
            bri_contact_force at = push_at(&p, 0.5 * p.deepest, rate);
            assert_true(at.force >= 0 && isfinite(at.force));
            assert_true((at.force - at.elastic) * rate >= 0); /* loss */
        }
    }
}

static void nothing_is_felt_without_overlap(void **state)
{
    prepared p;
    const double depths[] = {-1, -1e-9, -1e-300, 0, 5e-324, 1e-310, 1e-200};
    (void)state;
    for (int i = 0; bri_contact_laws()[i]; i++) {
        make(&p, law_at(i));
        for (size_t k = 0; k < sizeof depths / sizeof *depths; k++) {
            bri_contact_force at = push_at(&p, depths[k], 0);
            assert_true(isfinite(at.by_depth) && isfinite(at.by_rate) && isfinite(at.stored));
            assert_true(at.force >= 0 && at.force < 1e-100);
            if (depths[k] < 0) assert_true(push_at(&p, depths[k], 1).force == 0 && at.by_depth == 0);
        }
    }
}

static void formulas_end_where_the_force_would_fall(void **state)
{
    prepared p;
    int ends = 0;
    (void)state;
    for (int i = 0; bri_contact_laws()[i]; i++) {
        make(&p, law_at(i));
        if (!p.law->deepest) continue;
        ends++;
        bri_contact_force at = push_at(&p, p.deepest, 0), before = push_at(&p, p.deepest * (1 - 1e-6), 0);
        assert_true(isfinite(at.force) && at.force > before.force);
        assert_true(before.by_depth * p.deepest > 100 * before.force);
        assert_true(isnan(push_at(&p, p.deepest * (1 + 1e-9), 0).force));
    }
    assert_int_equal(ends, 6);
}

static void a_slow_beginning_counts_as_v_min(void **state)
{
    prepared p;
    bri_contact_force slow, least;
    (void)state;
    for (int i = 0; bri_contact_laws()[i]; i++) {
        make(&p, law_at(i));
        p.law->force(p.constants, 1e-5, 1e-3, 0, &slow);
        p.law->force(p.constants, 1e-5, 1e-3, 1e-4, &least);
        assert_true(slow.force == least.force && isfinite(slow.force));
    }
}

static void set_randomly(prepared *p, uint64_t *seed)
{
    for (const bri_param *row = p->law->kind.params; row->name; row++)
        if (row->type == BRI_REAL && strcmp(row->name, "damping") != 0 && strcmp(row->name, "exponent") != 0)
            set(p, row->name, random_scale(seed, fmax(row->min, 1e-3 * row->max * 1e-9), row->max));
    set(p, "loss", floor(random_between(seed, 0, 9.99)));
    set(p, "tension", 0);
    set(p, "restitution", random_scale(seed, 1e-3, 1));
}

/* Whatever the tables allow: a force that does not pull, or none where the formula has ended. */
static void forces_are_finite_over_all_ranges(void **state)
{
    uint64_t seed = 4;
    (void)state;
    for (int i = 0; bri_contact_laws()[i]; i++)
        for (int n = 0; n < 2000; n++) {
            prepared p;
            bri_error err = {0};
            bri_sides sides = sides_of(law_at(i));
            start(&p, law_at(i));
            set_randomly(&p, &seed);
            sides.length = random_scale(&seed, 1e-6, 1e3);
            sides.modulus[0] = random_scale(&seed, 1, 1e15);
            sides.radius[0] = random_scale(&seed, 1e-4, 8.44e-3);
            assert_int_equal(p.law->prepare(&p.params, &sides, p.constants, &err), BRI_OK);
            double depth = random_scale(&seed, 1e-20, 1e-2), rate = random_between(&seed, -100, 100);
            bri_contact_force at = push_at(&p, depth, rate);
            if (p.law->deepest && depth > p.law->deepest(p.constants)) {
                assert_true(isnan(at.elastic));
                continue;
            }
            assert_true(isfinite(at.force) && at.force >= 0 && isfinite(at.by_rate));
            assert_true(isfinite(at.by_depth) && at.by_depth >= 0 && isfinite(at.stored) && at.stored >= 0);
        }
}

/* --- refusals -------------------------------------------------------------------------------------------------------- */

static void refuses(const bri_contact_law *law, const bri_sides *sides, const char *sentence)
{
    prepared p;
    bri_error err = {0};
    start(&p, law);
    assert_int_not_equal(law->prepare(&p.params, sides, p.constants, &err), BRI_OK);
    if (!strstr(err.what, sentence)) print_error("%s: %s\n", law->kind.name, err.what);
    assert_non_null(strstr(err.what, sentence));
}

static void what_is_missing_is_named(void **state)
{
    (void)state;
    for (int i = 0; bri_contact_laws()[i]; i++) {
        const bri_contact_law *law = law_at(i);
        const char *needs = law->needs ? law->needs : "";
        bri_sides sides = sides_of(law);
        if (strstr(needs, "radius")) {
            sides.radius[1] = NAN;
            refuses(law, &sides, "needs the radius of the second side");
            sides.radius[1] = -1e-3;
            refuses(law, &sides, "a bore must be larger than its pin");
            sides.radius[0] = sides.radius[1] = INFINITY;
            refuses(law, &sides, "both sides are flat");
            sides.radius[0] = 0;
            refuses(law, &sides, "with radius 0");
        }
        sides = sides_of(law);
        sides.length = NAN;
        if (strstr(needs, "length")) refuses(law, &sides, "needs the length of the line of contact");
        sides.length = -1;
        if (strstr(needs, "length")) refuses(law, &sides, "must be above 0");
        sides = sides_of(law);
        sides.modulus[0] = NAN;
        if (strstr(needs, "modulus")) refuses(law, &sides, "needs the modulus of elasticity of the first side");
        sides.modulus[0] = 0;
        if (strstr(needs, "modulus")) refuses(law, &sides, "must be above 0");
        sides = sides_of(law);
        sides.poisson[1] = NAN;
        if (strstr(needs, "poisson")) refuses(law, &sides, "needs Poisson's ratio of the second side");
        sides.poisson[1] = 0.6;
        if (strstr(needs, "poisson")) refuses(law, &sides, "must lie between -1 and 0.5");
    }
}

static void sides_of_the_wrong_form_are_refused(void **state)
{
    bri_sides flat = steel, wide = steel, round = steel;
    (void)state;
    flat.radius[0] = 0.01, flat.radius[1] = INFINITY;
    round.radius[0] = 0.01, round.radius[1] = 0.02;
    wide.radius[0] = 0.01, wide.radius[1] = -0.03;
    refuses(bri_contact_law_find("johnson"), &flat, "johnson_flat");
    refuses(bri_contact_law_find("esdu_78035"), &flat, "the second side is flat");
    refuses(bri_contact_law_find("radzimovsky"), &flat, "the second side is flat");
    refuses(bri_contact_law_find("pereira"), &flat, "the second side is flat");
    refuses(bri_contact_law_find("johnson_flat"), &round, "both sides are round");
    refuses(bri_contact_law_find("pereira"), &wide, "is 20 mm");
    assert_null(bri_contact_law_find("hetrz"));
}

static void assert_bad(const char *law, const char *name, double value, const char *sentence)
{
    prepared p;
    bri_error err = {0};
    bri_sides sides = sides_of(bri_contact_law_find(law));
    start(&p, bri_contact_law_find(law));
    set(&p, name, value);
    assert_int_not_equal(bri_params_check(&p.law->kind, &p.params, &err), BRI_OK);
    if (!strstr(err.what, sentence)) print_error("%s: %s\n", law, err.what);
    assert_non_null(strstr(err.what, sentence));
    assert_int_not_equal(p.law->prepare(&p.params, &sides, p.constants, NULL), BRI_OK);
}

static void parameters_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    assert_bad("hertz", "exponent", 1.2, "stiffness is missing");
    assert_bad("flores", "exponent", 1.2, "stiffness is missing");
    assert_bad("flores", "restitution", 0, "is unbounded as it approaches 0");
    assert_bad("hu_guo", "restitution", 0, "is unbounded as it approaches 0");
    assert_bad("gonthier", "restitution", 0, "is unbounded as it approaches 0");
    assert_bad("exact_restitution", "restitution", 1e-4, "is unbounded as it approaches 0");
    assert_bad("power", "stiffness", 0, "needs a stiffness");
    assert_bad("kelvin_voigt", "stiffness", NAN, "needs a stiffness");
    assert_bad("kelvin_voigt", "damping", 1, "give only one of them");
    assert_bad("kelvin_voigt", "mass", NAN, "add mass");
    assert_bad("johnson_flat", "depth", NAN, "needs the depth");
    prepared p;
    bri_error err = {0};
    start(&p, bri_contact_law_find("johnson"));
    set(&p, "restitution", 0);
    assert_int_equal(bri_params_check(&p.law->kind, &p.params, &err), BRI_OK);
    assert_int_equal(bri_params_set_text(&p.law->kind, &p.params, NULL, "loss", "hu_guo", &err), BRI_OK);
    assert_int_not_equal(bri_params_check(&p.law->kind, &p.params, &err), BRI_OK);
    assert_non_null(strstr(err.what, "the loss of hu_guo"));
}

/* --- what they are made of ------------------------------------------------------------------------------------------- */

static void losses_are_the_laws_of_their_names(void **state)
{
#define LOSS(name) +1
    static const int losses = 0
#include "contact/losses.def"
        ;
#undef LOSS
    char word[BRI_WORD_ROOM];
    int count = 0;
    (void)state;
    for (int i = 1; bri_word(bri_loss_words, i, word); i++, count++) {
        prepared p;
        make(&p, bri_contact_law_find(word));
        assert_true(p.constants[LOSS_A] == bri_loss_chosen(i)(0.7));
        assert_true(bri_loss_chosen(i)(1) == 0);
    }
    assert_int_equal(count, losses);
    assert_null(bri_loss_chosen(0));
}

static void phi_is_inverted_to_rounding(void **state)
{
    uint64_t seed = 2;
    (void)state;
    assert_true(bri_phi(0) == 0 && bri_phi_inverse(0) == 0);
    assert_close(bri_phi(0.15) / bri_phi(0.15 + 1e-9), 1, 2e-8);
    for (int i = 0; i < 100000; i++) {
        double w = random_scale(&seed, 1e-100, 1e4), back = bri_phi_inverse(bri_phi(w));
        assert_true(fabs(back / w - 1) < 2e-15);
    }
}

static void restitution_and_loss_are_inverse(void **state)
{
    uint64_t seed = 3;
    (void)state;
    assert_true(bri_restitution_of(0) == 1 && bri_restitution_inverse(1) == 0 && isinf(bri_restitution_inverse(0)));
    for (int i = 0; i < 20000; i++) {
        double e = i % 2 ? random_between(&seed, 0, 1) : 1 - random_scale(&seed, 1e-15, 1);
        if (e < 1e-3) continue;
        double a = bri_restitution_inverse(e);
        assert_true(a >= 0 && a * e < 1 + 1e-15);
        assert_true(fabs(bri_restitution_of(a) - e) < 4e-15);
    }
}

static void any_law_becomes_a_power(void **state)
{
    prepared p;
    bri_power_fit fit;
    bri_error err = {0};
    (void)state;
    for (int i = 0; bri_contact_laws()[i]; i++) {
        make(&p, law_at(i));
        assert_int_equal(bri_contact_fit(p.law, p.constants, 10, 1000, &fit, &err), BRI_OK);
        assert_true(fit.n >= 1 - 1e-12 && fit.n <= 1.5 + 1e-12 && fit.worst < 0.02);
    }
    make(&p, bri_contact_law_find("johnson"));
    assert_int_equal(bri_contact_fit(p.law, p.constants, 10, 1e12, &fit, &err), BRI_BAD_VALUE);
    assert_non_null(strstr(err.what, "johnson is valid up to"));
}

/* --- in a model ------------------------------------------------------------------------------------------------------ */

static bri_status read_normal(const char *text, bri_record *out, bri_error *err)
{
    bri_yaml *yaml = NULL;
    bri_units *units = NULL;
    assert_int_equal(bri_units_create(&units, err), BRI_OK);
    assert_int_equal(bri_yaml_parse(text, strlen(text), "text", &yaml, err), BRI_OK);
    bri_reader reader = {.units = units, .name = "text", .in_file = true, .err = err};
    bri_read_record(&reader, bri_yaml_root(yaml), bri_family_find("normal"), (bri_unit_context){.star = "1"}, out);
    bri_status status = bri_reader_end(&reader);
    bri_yaml_destroy(yaml);
    bri_units_destroy(units);
    return status;
}

static void a_normal_law_is_read_with_its_parameters(void **state)
{
    bri_record record = {0};
    bri_error err = {0};
    double value;
    (void)state;
    assert_int_equal(
        read_normal("{law: johnson, loss: flores, restitution: 0.8, v_min: 1 mm/s, length: 16 mm}", &record, &err),
        BRI_OK);
    const bri_normal_params *p = record.params;
    assert_string_equal(p->law.kind->name, "johnson");
    assert_close(p->length, 0.016, 1e-15);
    bri_params_get(p->law.kind, p->law.params, "restitution", &value, NULL);
    assert_close(value, 0.8, 0);
    bri_record_destroy(&record);
    record = (bri_record){0};
    assert_int_not_equal(read_normal("{law: jonson}", &record, &err), BRI_OK);
    assert_non_null(strstr(err.what, "did you mean 'johnson'"));
    bri_record_destroy(&record);
}

static bool collect(const char *text, size_t length, void *user)
{
    bri_text_add_n(user, text, length);
    return true;
}

static void every_example_is_read(void **state)
{
    (void)state;
    for (int i = 0; bri_contact_laws()[i]; i++) {
        char path[64];
        bri_text text = {0};
        bri_record record = {0};
        bri_error err = {0};
        snprintf(path, sizeof path, "contact.%s", bri_contact_laws()[i]->name);
        assert_int_equal(bri_describe(path, BRI_TEXT, collect, &text, &err), BRI_OK);
        const char *example = strstr(text.at, "normal: ");
        assert_non_null(example);
        if (read_normal(example + strlen("normal: "), &record, &err)) fail_msg("%s: %s", path, err.what);
        assert_ptr_equal(((const bri_normal_params *)record.params)->law.kind, bri_contact_laws()[i]);
        bri_record_destroy(&record);
        bri_text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_are_those_of_differences),
        cmocka_unit_test(what_is_stored_is_the_integral_of_the_elastic_part),
        cmocka_unit_test(force_rises_with_depth_and_never_pulls),
        cmocka_unit_test(nothing_is_felt_without_overlap),
        cmocka_unit_test(formulas_end_where_the_force_would_fall),
        cmocka_unit_test(a_slow_beginning_counts_as_v_min),
        cmocka_unit_test(forces_are_finite_over_all_ranges),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(sides_of_the_wrong_form_are_refused),
        cmocka_unit_test(parameters_that_make_no_sense_are_refused),
        cmocka_unit_test(losses_are_the_laws_of_their_names),
        cmocka_unit_test(phi_is_inverted_to_rounding),
        cmocka_unit_test(restitution_and_loss_are_inverse),
        cmocka_unit_test(any_law_becomes_a_power),
        cmocka_unit_test(a_normal_law_is_read_with_its_parameters),
        cmocka_unit_test(every_example_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
