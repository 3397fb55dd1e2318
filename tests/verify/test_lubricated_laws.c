/* test_lubricated_laws.c - the ten formulas of Autiero et al., Table 1, worked by hand in their own units
 *
 * The coefficients below were worked with 40 digits in the units of each formula, as its comment shows; the library is
 * given the same point in SI: 1 lbf = 4.4482216152605 N, 1 in = 0.0254 m, 1 kgf = 9.80665 N, 1 cP = 1e-3 Pa s. */
#include "verify.h"

static const double inch = 0.0254, cP = 1e-3, lbf_in = 4.4482216152605 / 0.0254;

typedef struct film { /* SI */
    double viscosity, V_s, V_sum, W;
    double radius_a, radius_b, roughness, modulus, density;
} film;

typedef struct worked {
    const char *law;
    film at;
    double mu;
} worked;

static bri_pair pair_of(const film *at, double length)
{
    return (bri_pair){.length = length,
                      .radius_a = at->radius_a,
                      .radius_b = at->radius_b,
                      .modulus = at->modulus,
                      .roughness = at->roughness,
                      .viscosity = at->viscosity,
                      .density = at->density};
}

/* Puts a point before a law: full correction, mu_max out of the way unless it is set anew. */
static void put(contact *c, const char *law, const film *at, bri_pair *pair)
{
    const double length = 0.0313;
    MAKE(c, law, 1, {"mu_max", 10}, {"v_0", 0}, {"v_1", 1e-6});
    *pair = pair_of(at, length);
    c->slip.pair = pair;
    bri_slip_set(&c->slip, 1, &at->V_s, at->W * length);
    c->slip.sum = at->V_sum;
}

static double coefficient(contact *c) /* from the force on the body */
{
    bri_friction_eval(c->law, &c->params, &c->slip, &c->drag, NULL);
    return -c->drag.force[0] / c->slip.load * (c->slip.v[0] < 0 ? -1 : 1);
}

#define IN_S *0.0254
#define LBF_IN *(4.4482216152605 / 0.0254)
#define KGF_CM *980.665
#define CP *1e-3

static const worked points[] = {
    /* 0.325 (100 10 2)^-0.25 = 0.325 2000^-0.25; nu = 0.087/870 = 1e-4 m2/s = 100 cSt */
    {"misharin", {.viscosity = 0.087, .density = 870, .V_sum = 10, .V_s = 2, .W = 5e4}, 0.04859883538969},
    /* 0.325 (20 4 0.5)^-0.25 = 0.325 40^-0.25 */
    {"misharin", {.viscosity = 0.018, .density = 900, .V_sum = 4, .V_s = 0.5, .W = 1e3}, 0.12923149342465},
    /* 0.037 (4e-7 200^4/50^1.7)^-0.12; V_r = 200 cm/s, slip 0.62/2 = 0.31; 1 kgf s/cm2 = 98066.5 Pa s */
    {"sasaki", {.viscosity = 4e-7 * 98066.5, .V_sum = 4, .V_s = 0.62, .W = 50 KGF_CM}, 0.037848616407398},
    /* 0.026 (1e-6 500^4/120^1.7)^-0.12; V_r = 500 cm/s, slip 6.1/5 = 1.22 */
    {"sasaki", {.viscosity = 1e-6 * 98066.5, .V_sum = 10, .V_s = 6.1, .W = 120 KGF_CM}, 0.018349351499733},
    /* 0.126 (30 8^0.85 2^1.44 100^-0.43)^-0.184 */
    {"blok_1", {.viscosity = 30 CP, .V_sum = 8, .V_s = 2, .W = 100 KGF_CM}, 0.058319803582112},
    /* 0.126 (400 26^0.85 13^1.44 40^-0.43)^-0.184 */
    {"blok_1", {.viscosity = 400 CP, .V_sum = 26, .V_s = 13, .W = 40 KGF_CM}, 0.017056669365793},
    /* 0.118 (b^-0.16 30 8^1.19 2^1.22 100^-0.44)^-0.178, b = 0.012 30^0.33 */
    {"blok_2", {.viscosity = 30 CP, .V_sum = 8, .V_s = 2, .W = 100 KGF_CM}, 0.046570176869724},
    /* 0.118 (b^-0.16 400 26^1.19 13^1.22 40^-0.44)^-0.178, b = 0.012 400^0.33 */
    {"blok_2", {.viscosity = 400 CP, .V_sum = 26, .V_s = 13, .W = 40 KGF_CM}, 0.01453166431261},
    /* 0.0099 log10(3.89e7 1000/(20 40 200^2)) = 0.0099 log10(1215.625) */
    {"askwith", {.viscosity = 20 CP, .V_s = 40 IN_S, .V_sum = 200 IN_S, .W = 1000 LBF_IN}, 0.030539516267757},
    /* 0.0099 log10(3.89e7 571/(100 10 50^2)) = 0.0099 log10(8884.76) */
    {"askwith", {.viscosity = 100 CP, .V_s = 10 IN_S, .V_sum = 50 IN_S, .W = 571 LBF_IN}, 0.039091592438905},
    /* 0.0127 log10(3.17e8 1000/(20 40 200^2)) = 0.0127 log10(9906.25) */
    {"benedict_kelley", {.viscosity = 20 CP, .V_s = 40 IN_S, .V_sum = 200 IN_S, .W = 1000 LBF_IN}, 0.050748047905503},
    /* 0.0127 log10(3.17e8 571/(100 10 50^2)) = 0.0127 log10(72402.8) */
    {"benedict_kelley", {.viscosity = 100 CP, .V_s = 10 IN_S, .V_sum = 50 IN_S, .W = 571 LBF_IN}, 0.061718893094753},
    /* -0.00738 log10(1.936e26 40 200^2/(400^7 3000^7.9)) */
    {"leach_kelley", {.viscosity = 400 CP, .V_s = 40 IN_S, .V_sum = 200 IN_S, .W = 3000 LBF_IN}, 0.097361775567731},
    /* -0.00738 log10(1.936e26 25 60^2/(100^7 2000^7.9)) */
    {"leach_kelley", {.viscosity = 100 CP, .V_s = 25 IN_S, .V_sum = 60 IN_S, .W = 2000 LBF_IN}, 0.065216979582603},
    /* Askwith's first point with (1 + 2.5)/3 squared in the denominator */
    {"kelley_lemanski",
     {.viscosity = 20 CP,
      .V_s = 40 IN_S,
      .V_sum = 200 IN_S,
      .W = 1000 LBF_IN,
      .radius_a = 1 IN_S,
      .radius_b = 2.5 IN_S},
     0.029213969833071},
    /* Askwith's second point with (0.4 + 0.8)/3 squared in the denominator */
    {"kelley_lemanski",
     {.viscosity = 100 CP,
      .V_s = 10 IN_S,
      .V_sum = 50 IN_S,
      .W = 571 LBF_IN,
      .radius_a = 0.4 IN_S,
      .radius_b = 0.8 IN_S},
     0.046970804610612},
    /* (16 + 22)/35 0.6/(50^(1/8) 80^(1/3) 300^(1/6) 0.75^(1/2)), R = 1 3/(1 + 3) in */
    {"odonoghue_cameron",
     {.viscosity = 50 CP,
      .V_s = 80 IN_S,
      .V_sum = 300 IN_S,
      .W = 1e5,
      .radius_a = 1 IN_S,
      .radius_b = 3 IN_S,
      .roughness = 16 * 2.54e-8},
     0.041375956723915},
    /* (40 + 22)/35 0.6/(400^(1/8) 30^(1/3) 90^(1/6) 2^(1/2)), R = 2 in against a flat side */
    {"odonoghue_cameron",
     {.viscosity = 400 CP,
      .V_s = 30 IN_S,
      .V_sum = 90 IN_S,
      .W = 1e5,
      .radius_a = 2 IN_S,
      .radius_b = INFINITY,
      .roughness = 40 * 2.54e-8},
     0.054028332298205},
    /* p_max = (2e5 1.1e11/(pi 0.012))^(1/2) = 763916307.37292 Pa = 7789.778439864 kgf/cm2, R = 0.02 0.03/0.05 m;
     * phi = 0.47 - 0.13e-4 7789.778439864 - 0.4e-3 100 = 0.32873288028177; 1/(0.8 10 3 + 12 phi + 13.4) */
    {"drozdov_gavrikov",
     {.viscosity = 0.087,
      .density = 870,
      .V_s = 3,
      .V_sum = 12,
      .W = 2e5,
      .modulus = 1.1e11,
      .radius_a = 0.02,
      .radius_b = 0.03},
     0.024186841670407},
    /* R = 0.008 m on a flat side: p_max = (1e5 1.137e11/(pi 0.008))^(1/2) = 672605326.87358 Pa = 6858.6655674831 kgf/cm2;
     * phi = 0.37083734762272; 1/(0.8 5 0.5 + 4 phi + 13.4) */
    {"drozdov_gavrikov",
     {.viscosity = 0.0225,
      .density = 900,
      .V_s = 0.5,
      .V_sum = 4,
      .W = 1e5,
      .modulus = 1.137e11,
      .radius_a = 0.008,
      .radius_b = INFINITY},
     0.059229953540097},
};
enum {
    POINTS = sizeof points / sizeof *points
};

static const worked *point_of(const char *law, int nth) /* from 0 */
{
    for (int i = 0; i < POINTS; i++)
        if (!strcmp(points[i].law, law) && nth-- == 0) return &points[i];
    fail_msg("%s has fewer worked points", law);
    return NULL;
}

static void every_formula_gives_its_worked_points(void **state)
{
    (void)state;
    for (int i = 0; i < POINTS; i++) {
        contact c;
        bri_pair pair;
        put(&c, points[i].law, &points[i].at, &pair);
        assert_int_equal(bri_friction_needs(c.law, &pair, NULL), BRI_OK);
        if (fabs(coefficient(&c) / points[i].mu - 1) > 1e-12) print_error("%s\n", points[i].law);
        assert_same(coefficient(&c), points[i].mu, 1e-12);
        double back = -points[i].at.V_s, outputs[8];
        bri_slip_set(&c.slip, 1, &back, points[i].at.W * pair.length);
        c.slip.sum = points[i].at.V_sum;
        assert_same(coefficient(&c), points[i].mu, 1e-12); /* against the motion, either way */
        c.law->observe(&c.params, &c.slip, outputs);
        assert_same(outputs[0], points[i].mu, 1e-12);
        assert_same(outputs[1], points[i].at.V_s, 1e-15);
        assert_same(outputs[2], points[i].at.V_sum, 1e-15);
        assert_same(outputs[3], points[i].at.W, 1e-15);
    }
}

static void every_lubricated_law_has_two_worked_points(void **state)
{
    (void)state;
    for (const bri_friction_law *const *law = bri_laws(); *law; law++) {
        int found = 0;
        for (int i = 0; i < POINTS; i++)
            found += !strcmp((*law)->kind.name, points[i].law);
        if (found != (strcmp((*law)->kind.family, "lubricated") ? 0 : 2))
            fail_msg("%s: two worked points are to be added to points, above, and are %d", (*law)->kind.name, found);
    }
}

static void kelley_lemanski_is_askwith_where_radii_add_up_to_3_inches(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 50; i++) {
        double a = random_between(&seed, 0.1, 2.9);
        film at = {.viscosity = random_scale(&seed, 1, 500) * cP,
                   .V_s = random_scale(&seed, 1, 500) * inch,
                   .V_sum = random_scale(&seed, 1, 1000) * inch,
                   .W = random_scale(&seed, 100, 1e4) * lbf_in,
                   .radius_a = a * inch,
                   .radius_b = (3 - a) * inch};
        contact askwith, kelley;
        bri_pair first, second;
        put(&askwith, "askwith", &at, &first);
        put(&kelley, "kelley_lemanski", &at, &second);
        assert_close(coefficient(&kelley), coefficient(&askwith), 1e-15);
    }
}

static void benedict_kelley_has_the_constant_29_66_in_N_m_cP_and_m_s(void **state)
{
    (void)state; /* 3.17e8 0.0254^3/(4.4482216152605/0.0254) = 29.662497 */
    uint64_t seed = 2;
    for (int i = 0; i < 50; i++) {
        film at = {.viscosity = random_scale(&seed, 1, 100) * cP,
                   .V_s = random_scale(&seed, 0.1, 1),
                   .V_sum = random_scale(&seed, 0.1, 2),
                   .W = random_scale(&seed, 1e4, 1e6)};
        contact c;
        bri_pair pair;
        put(&c, "benedict_kelley", &at, &pair);
        double product = at.W / (at.viscosity / cP * at.V_s * at.V_sum * at.V_sum);
        assert_close(coefficient(&c), 0.0127 * log10(29.662497359065 * product), 1e-12);
        double printed = pow(10, coefficient(&c) / 0.0127) / product;
        assert_close(printed, 29.66, 0.005);
    }
}

static void the_coefficient_is_held_between_0_and_mu_max(void **state)
{
    (void)state;
    contact c;
    bri_pair pair;
    double outputs[8];
    /* 0.0099 log10(3.89e7 100/(400 1000 1000^2)) = -0.019919892861022 */
    film fast = {.viscosity = 0.4, .V_s = 1000 * inch, .V_sum = 1000 * inch, .W = 100 * lbf_in};
    put(&c, "askwith", &fast, &pair);
    assert_close(coefficient(&c), 0, 0);
    c.law->observe(&c.params, &c.slip, outputs);
    assert_same(outputs[0], -0.019919892861022, 1e-12); /* seen as the formula gives it */
    /* -0.00738 log10(1.936e26 40 200^2/(20^7 571^7.9)) = -0.011855159017986: thin oil, moderate load */
    film thin = {.viscosity = 20 * cP, .V_s = 40 * inch, .V_sum = 200 * inch, .W = 571 * lbf_in};
    put(&c, "leach_kelley", &thin, &pair);
    assert_close(coefficient(&c), 0, 0);
    c.law->observe(&c.params, &c.slip, outputs);
    assert_same(outputs[0], -0.011855159017986, 1e-11);
    put(&c, "misharin", &point_of("misharin", 1)->at, &pair); /* 0.1292 */
    bri_params_set(&c.law->kind, &c.params, "mu_max", 0.1, NULL);
    assert_same(coefficient(&c), 0.1, 1e-14);
    bri_params_set(&c.law->kind, &c.params, "mu_max", 0.13, NULL);
    assert_same(coefficient(&c), point_of("misharin", 1)->mu, 1e-12);
    bri_params_defaults(&c.law->kind, &c.params);
    double mu_max;
    assert_int_equal(bri_params_get(&c.law->kind, &c.params, "mu_max", &mu_max, NULL), BRI_OK);
    assert_same(mu_max, 0.15, 0);
}

/* c_d of Autiero eq. 4: 0 up to v_0, linear, 1 from v_1 on. Speeds are above v_floor, so the formula sees them. */
static void friction_sets_in_between_the_two_threshold_speeds(void **state)
{
    (void)state;
    const double shares[] = {-0.5, 0, 0.25, 0.7, 1, 1.5}, v_0 = 0.01, v_1 = 0.05;
    for (int i = 0; i < POINTS; i += 2)
        for (int k = 0; k < 6; k++) {
            film at = points[i].at;
            contact c;
            bri_pair pair;
            double outputs[8], c_d = fmin(1, fmax(0, shares[k]));
            at.V_s = v_0 + shares[k] * (v_1 - v_0);
            if (at.V_s <= 0) at.V_s = v_0 / 2;
            put(&c, points[i].law, &at, &pair);
            bri_params_set(&c.law->kind, &c.params, "v_1", v_1, NULL);
            bri_params_set(&c.law->kind, &c.params, "v_0", v_0, NULL);
            c.law->observe(&c.params, &c.slip, outputs);
            assert_true(outputs[0] > 0 && outputs[0] < 10);
            assert_close(coefficient(&c), c_d * outputs[0], 1e-14);
        }
}

static void formulas_are_finite_at_rest_and_see_the_floor(void **state)
{
    (void)state;
    for (int i = 0; i < POINTS; i++) {
        film at = points[i].at;
        contact c;
        bri_pair pair;
        double outputs[8], floor_outputs[8];
        at.V_s = at.V_sum = 0;
        put(&c, points[i].law, &at, &pair);
        c.law->observe(&c.params, &c.slip, outputs);
        assert_true(isfinite(coefficient(&c)));
        assert_close(c.drag.force[0], 0, 0);
        assert_true(isfinite(outputs[0]) && outputs[0] > 0);
        at.V_s = at.V_sum = 1e-3; /* v_floor */
        put(&c, points[i].law, &at, &pair);
        c.law->observe(&c.params, &c.slip, floor_outputs);
        assert_same(outputs[0], floor_outputs[0], 0);
    }
    contact c;
    bri_pair pair;
    /* 0.0099 log10(3.89e7 1000/(20 (1e-3/0.0254)^3)) = 0.13368386547966 */
    film slow = {.viscosity = 20 * cP, .V_s = 1e-5, .V_sum = 0, .W = 1000 * lbf_in};
    put(&c, "askwith", &slow, &pair);
    assert_same(coefficient(&c), 0.13368386547966, 1e-12);
    /* Drozdov and Gavrikov tend to 1/13.4 at rest */
    film rest = point_of("drozdov_gavrikov", 1)->at;
    rest.V_s = rest.V_sum = 1e-9;
    put(&c, "drozdov_gavrikov", &rest, &pair);
    bri_params_set(&c.law->kind, &c.params, "v_floor", 1e-9, NULL);
    bri_params_set(&c.law->kind, &c.params, "v_1", 1e-9, NULL);
    assert_same(coefficient(&c), 1 / 13.4, 1e-8);
}

static void kelley_lemanski_is_refused_on_a_flat_side(void **state)
{
    (void)state;
    const bri_friction_law *law = bri_law_find("kelley_lemanski", NULL);
    bri_pair pair = pair_of(&point_of("kelley_lemanski", 0)->at, 0.016);
    assert_int_equal(bri_friction_needs(law, &pair, NULL), BRI_OK);
    for (int side = 0; side < 2; side++) {
        bri_error err = {0};
        pair = pair_of(&point_of("kelley_lemanski", 0)->at, 0.016);
        *(side ? &pair.radius_b : &pair.radius_a) = INFINITY;
        assert_int_equal(bri_friction_needs(law, &pair, &err), BRI_MISSING);
        assert_non_null(strstr(err.what, "kelley_lemanski"));
        assert_non_null(strstr(err.what, "finite radius"));
        assert_non_null(strstr(err.what, side ? "second" : "first"));
    }
    /* the others that know radii take a flat side */
    pair.roughness = 1e-7;
    pair.modulus = 1e11;
    pair.density = 900;
    assert_int_equal(bri_friction_needs(bri_law_find("odonoghue_cameron", NULL), &pair, NULL), BRI_OK);
    assert_int_equal(bri_friction_needs(bri_law_find("drozdov_gavrikov", NULL), &pair, NULL), BRI_OK);
}

static const bri_variable *output_of(const char *law, const char *name, int *index)
{
    const bri_variable *table = bri_law_find(law, NULL)->kind.outputs;
    for (*index = 0; table[*index].name; ++*index)
        if (!strcmp(table[*index].name, name)) return &table[*index];
    fail_msg("%s has no output %s", law, name);
    return NULL;
}

static void assert_range(const char *law, const char *name, double min, double max)
{
    int index;
    const bri_variable *output = output_of(law, name, &index);
    assert_same(output->min, min, 1e-15);
    assert_same(output->max, max, 1e-15);
}

static void ranges_of_validity_are_those_of_the_table(void **state)
{
    (void)state; /* Autiero et al., notes 1 and 6 to Table 1 */
    assert_range("misharin", "mu", 0.02, 0.08);
    assert_range("drozdov_gavrikov", "V_s", 0, 15);
    assert_range("drozdov_gavrikov", "V_sum", 3, 20);
    assert_range("drozdov_gavrikov", "nu", 4e-6, 500e-6);
    assert_range("drozdov_gavrikov", "p_max", 4000 * 98066.5, 20000 * 98066.5);
    const char *unlimited[] = {"sasaki", "blok_1", "blok_2", "odonoghue_cameron"};
    for (int i = 0; i < 4; i++)
        assert_range(unlimited[i], "mu", 0, 0);
    const char *logarithms[] = {"askwith", "benedict_kelley", "leach_kelley", "kelley_lemanski"}; /* become negative */
    for (int i = 0, index; i < 4; i++) {
        const bri_variable *mu = output_of(logarithms[i], "mu", &index);
        assert_true(mu->min == 0 && mu->max == INFINITY);
    }
}

static void drozdov_gavrikov_shows_viscosity_and_pressure(void **state)
{
    (void)state;
    const double p_max[] = {763916307.37292, 672605326.87358}, nu[] = {100e-6, 25e-6}; /* as worked above */
    for (int i = 0; i < 2; i++) {
        contact c;
        bri_pair pair;
        double outputs[8];
        int index;
        put(&c, "drozdov_gavrikov", &point_of("drozdov_gavrikov", i)->at, &pair);
        c.law->observe(&c.params, &c.slip, outputs);
        output_of("drozdov_gavrikov", "p_max", &index);
        assert_same(outputs[index], p_max[i], 1e-13);
        output_of("drozdov_gavrikov", "nu", &index);
        assert_same(outputs[index], nu[i], 1e-14);
        if (i) continue;
        pair.radius_b = -0.03; /* in a bore: 1/R = 1/0.02 - 1/0.03, R = 0.06 m, a fifth of the pressure squared */
        c.law->observe(&c.params, &c.slip, outputs);
        output_of("drozdov_gavrikov", "p_max", &index);
        assert_same(outputs[index], p_max[0] / sqrt(5), 1e-12);
    }
}

static void sasaki_changes_its_factor_between_two_slip_ratios(void **state)
{
    (void)state; /* k = 0.037 at V_s/V_r = 0.31, 0.026 at 1.22, linear between, constant outside */
    const struct {
        double slip, k;
    } cases[] = {{0.05, 0.037}, {0.31, 0.037}, {0.765, 0.0315}, {0.492, 0.0348}, {1.22, 0.026}, {2, 0.026}};
    for (int i = 0; i < 6; i++) {
        film at = point_of("sasaki", 0)->at;
        contact c;
        bri_pair pair;
        at.V_s = cases[i].slip * at.V_sum / 2;
        put(&c, "sasaki", &at, &pair);
        assert_same(coefficient(&c), point_of("sasaki", 0)->mu * cases[i].k / 0.037, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_formula_gives_its_worked_points),
        cmocka_unit_test(every_lubricated_law_has_two_worked_points),
        cmocka_unit_test(kelley_lemanski_is_askwith_where_radii_add_up_to_3_inches),
        cmocka_unit_test(benedict_kelley_has_the_constant_29_66_in_N_m_cP_and_m_s),
        cmocka_unit_test(the_coefficient_is_held_between_0_and_mu_max),
        cmocka_unit_test(friction_sets_in_between_the_two_threshold_speeds),
        cmocka_unit_test(formulas_are_finite_at_rest_and_see_the_floor),
        cmocka_unit_test(kelley_lemanski_is_refused_on_a_flat_side),
        cmocka_unit_test(ranges_of_validity_are_those_of_the_table),
        cmocka_unit_test(drozdov_gavrikov_shows_viscosity_and_pressure),
        cmocka_unit_test(sasaki_changes_its_factor_between_two_slip_ratios),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
