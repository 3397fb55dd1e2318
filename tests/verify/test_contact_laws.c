/* test_contact_laws.c - normal laws against the closed forms of a free impact and against their printed formulas
 *
 * A mass flies into the contact and out again: m d'' = -F(d, d'). The integrator is the test's own (Dormand and Prince,
 * order 5, with error control). Numbers without another source were computed with 60 digits from the formulas as they
 * are printed (mpmath). */
#include "test.h"

#include "bristle/bristle.h"
#include "contact/contact.h"
#include "contact/fit.h"

typedef struct contact {
    const bri_contact_law *law;
    bri_params params;
    double constants[BRI_CONTACT_CONSTANTS];
    double mass, approach;
} contact;

typedef struct setting {
    const char *name;
    double value;
} setting;

static void make(contact *c, const char *law, const bri_sides *sides, const setting *settings)
{
    bri_error err = {0};
    bri_sides none = {{NAN, NAN}, NAN, {NAN, NAN}, {NAN, NAN}};
    *c = (contact){.law = bri_contact_law_find(law), .mass = 0.2, .approach = 0.5};
    bri_params_defaults(&c->law->kind, &c->params);
    for (; settings->name; settings++)
        assert_int_equal(bri_params_set(&c->law->kind, &c->params, settings->name, settings->value, &err), BRI_OK);
    assert_int_equal(c->law->prepare(&c->params, sides ? sides : &none, c->constants, &err), BRI_OK);
}
#define MAKE(c, law, sides, ...) make(c, law, sides, (const setting[]){__VA_ARGS__, {0}})

static bri_contact_force push_at(const contact *c, double depth, double rate)
{
    bri_contact_force push;
    c->law->force(c->constants, depth, rate, c->approach, &push);
    return push;
}

/* --- the flight ------------------------------------------------------------------------------------------------------ */

typedef struct flight {
    double t, d, v;
} flight;

static flight step_from(const contact *c, flight at, double h, double *error)
{
    static const double A[7][6] = {{0},
                                   {1.0 / 5},
                                   {3.0 / 40, 9.0 / 40},
                                   {44.0 / 45, -56.0 / 15, 32.0 / 9},
                                   {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                                   {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                                   {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
    static const double E[7] = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
    double rate_d[7], rate_v[7], error_v = 0;
    flight next = at;
    for (int s = 0; s < 7; s++) {
        next = at;
        for (int k = 0; k < s; k++) {
            next.d += h * A[s][k] * rate_d[k];
            next.v += h * A[s][k] * rate_v[k];
        }
        rate_d[s] = next.v;
        rate_v[s] = -push_at(c, next.d, next.v).force / c->mass;
        error_v += h * E[s] * rate_v[s];
    }
    next.t = at.t + h;
    *error = fabs(error_v) / c->approach;
    return next;
}

/* Until the mass is out of the contact or, if asked, turns round. */
static flight fly(const contact *c, bool until_turn)
{
    flight at = {.v = c->approach};
    double h = 1e-9, error;
    while (h > 1e-17) {
        flight next = step_from(c, at, h, &error);
        bool past = next.d < 0 || (until_turn && next.v < 0);
        if (past || error > 1e-13) {
            h *= 0.5;
            continue;
        }
        at = next;
        if (error < 1e-15) h *= 1.3;
    }
    return at;
}

/* --- point contact --------------------------------------------------------------------------------------------------- */

static void hertz_impact_is_as_deep_and_long_as_its_closed_form(void **state)
{
    contact c;
    double K = 3e9;
    (void)state;
    MAKE(&c, "hertz", NULL, {"stiffness", K});
    flight deepest = fly(&c, true), out = fly(&c, false);
    double depth = pow(5 * c.mass * c.approach * c.approach / (4 * K), 0.4);
    assert_close(deepest.d / depth, 1, 1e-9);
    assert_close(out.t * c.approach / depth, 2.943275, 1e-6); /* 4 sqrt(pi)/5 Gamma(2/5)/Gamma(9/10) */
    assert_close(out.v, -c.approach, 1e-9);
}

static void hertz_stiffness_is_that_of_radii_and_materials(void **state)
{
    contact c;
    bri_sides sides = {{0.01, INFINITY}, NAN, {207e9, 207e9}, {0.3, 0.3}};
    (void)state;
    MAKE(&c, "hertz", &sides, {"exponent", 1.5});
    assert_close(push_at(&c, 1e-6, 0).force, 15164835164.835165 * 1e-9, 1e-14);
    sides.radius[0] = 0.02, sides.radius[1] = 0.02; /* two spheres of twice the radius */
    MAKE(&c, "flores", &sides, {"restitution", 1});
    assert_close(push_at(&c, 1e-6, 0).force, 15164835164.835165 * 1e-9, 1e-14);
    sides.radius[0] = -0.02, sides.radius[1] = 0.01; /* in a bowl */
    MAKE(&c, "hertz", &sides, {"exponent", 1.5});
    assert_close(push_at(&c, 1e-6, 0).force, sqrt(2) * 15164835164.835165 * 1e-9, 1e-14);
}

/* The root of a (1 + e) = ln((1 + a)/(1 - a e)), by halving. */
static double restitution_of(double a)
{
    double low = 0, high = a > 1 ? 1 / a : 1;
    for (int i = 0; i < 100; i++) {
        double e = 0.5 * (low + high);
        *(a * (1 + e) > log((1 + a) / (1 - a * e)) ? &low : &high) = e;
    }
    return low;
}

typedef struct printed {
    const char *law;
    double (*a)(double e);
} printed;

static double hunt_crossley(double e) { return 3 * (1 - e) / 2; }
static double herbert_mcwhannell(double e) { return 6 * (1 - e) / (pow(2 * e - 1, 2) + 3); }
static double lee_wang(double e) { return 3 * (1 - e) / 4; }
static double lankarani_nikravesh(double e) { return 3 * (1 - e * e) / 4; }
static double gonthier(double e) { return (1 - e * e) / e; }
static double zhiying_qishao(double e) { return 3 * (1 - e * e) * exp(2 * (1 - e)) / 4; }
static double flores(double e) { return 8 * (1 - e) / (5 * e); }
static double hu_guo(double e) { return 3 * (1 - e) / (2 * e); }

static const printed losses[] = {{"hunt_crossley", hunt_crossley},
                                 {"herbert_mcwhannell", herbert_mcwhannell},
                                 {"lee_wang", lee_wang},
                                 {"lankarani_nikravesh", lankarani_nikravesh},
                                 {"gonthier", gonthier},
                                 {"zhiying_qishao", zhiying_qishao},
                                 {"flores", flores},
                                 {"hu_guo", hu_guo},
                                 {NULL, NULL}};
static const double asked[] = {0.1, 0.35, 0.6, 0.9, 0.99};

static void free_impact_has_the_restitution_of_the_identity(void **state)
{
    contact c;
    (void)state;
    for (const printed *one = losses; one->law; one++)
        for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
            MAKE(&c, one->law, NULL, {"stiffness", 3e9}, {"restitution", asked[i]});
            assert_close(-fly(&c, false).v / c.approach, restitution_of(one->a(asked[i])), 1e-6);
        }
}

static void exact_restitution_gives_back_what_is_asked_for(void **state)
{
    contact c;
    (void)state;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        MAKE(&c, "exact_restitution", NULL, {"stiffness", 3e9}, {"restitution", asked[i]});
        assert_close(-fly(&c, false).v / c.approach, asked[i], 1e-6);
        MAKE(&c, "exact_restitution", NULL, {"stiffness", 5e8}, {"exponent", 1.1}, {"restitution", asked[i]});
        assert_close(-fly(&c, false).v / c.approach, asked[i], 1e-6);
    }
    MAKE(&c, "exact_restitution", NULL, {"stiffness", 3e9}, {"restitution", 1});
    assert_close(-fly(&c, false).v / c.approach, 1, 1e-9);
}

/* Whatever the elastic force is: that is what makes one table of losses serve all laws. */
static void a_chosen_loss_gives_the_same_restitution_on_any_law(void **state)
{
    contact c;
    bri_sides pin = {{7.95e-3, -8.45e-3}, 0.016, {207e9, 207e9}, {0.3, 0.3}};
    (void)state;
    for (int loss = 1; losses[loss - 1].law; loss++) {
        double e = restitution_of(losses[loss - 1].a(0.6));
        MAKE(&c, "johnson", &pin, {"loss", loss}, {"restitution", 0.6});
        assert_close(-fly(&c, false).v / c.approach, e, 1e-6);
        MAKE(&c, "pereira", &pin, {"loss", loss}, {"restitution", 0.6});
        assert_close(-fly(&c, false).v / c.approach, e, 1e-6);
        MAKE(&c, "power", &pin, {"stiffness", 2e9}, {"exponent", 1.1}, {"loss", loss}, {"restitution", 0.6});
        assert_close(-fly(&c, false).v / c.approach, e, 1e-6);
    }
    MAKE(&c, "johnson", &pin, {"loss", 9}, {"restitution", 0.6}); /* exact_restitution */
    assert_close(-fly(&c, false).v / c.approach, 0.6, 1e-6);
}

static void kelvin_voigt_impact_is_half_a_damped_period(void **state)
{
    contact c;
    double pi = acos(-1), k = 4e6, e = 0.6, zeta = -log(e) / hypot(pi, log(e));
    (void)state;
    MAKE(&c, "kelvin_voigt", NULL, {"stiffness", k}, {"restitution", e}, {"mass", 0.2}, {"tension", 1});
    double period = pi / (sqrt(k / c.mass) * sqrt(1 - zeta * zeta));
    flight out = fly(&c, false);
    assert_close(-out.v / c.approach, e, 1e-8);
    assert_close(out.t / period, 1, 1e-8);
    MAKE(&c, "kelvin_voigt", NULL, {"stiffness", k}, {"damping", 2 * zeta * sqrt(k * 0.2)}, {"tension", 1});
    assert_close(-fly(&c, false).v / c.approach, e, 1e-8);
    /* Without tension the force ends at the phase pi - atan(2 zeta sqrt(1 - zeta^2) / (1 - 2 zeta^2)): T. Schwager,
     * T. Poeschel, Granular Matter 9 (2007) 465-469. */
    double root = sqrt(1 - zeta * zeta), phase = pi - atan2(2 * zeta * root, 1 - 2 * zeta * zeta);
    MAKE(&c, "kelvin_voigt", NULL, {"stiffness", k}, {"restitution", e}, {"mass", 0.2});
    assert_close(-fly(&c, false).v / c.approach, exp(-zeta / root * phase), 1e-6);
}

/* --- line contact ---------------------------------------------------------------------------------------------------- */

static void implicit_laws_are_as_printed_both_ways(void **state)
{
    static const struct {
        const char *law;
        double radius[2], force, depth;
    } points[] = {
        {"johnson", {0.00795, -0.008}, 100, 1.459565533801864e-7},
        {"johnson", {0.00795, -0.008}, 10000, 6.5404452537157508e-6},
        {"johnson", {0.01, 0.02}, 100, 2.5784951321923144e-7},
        {"johnson", {0.01, 0.02}, 10000, 1.7729741237620255e-5},
        {"esdu_78035", {0.00795, -0.008}, 100, 1.8093988628202813e-7},
        {"esdu_78035", {0.00795, -0.008}, 10000, 1.0038778543899924e-5},
        {"esdu_78035", {0.01, 0.02}, 10000, 2.1228074527804427e-5},
        {"radzimovsky", {0.00795, -0.008}, 100, 1.5076810331548284e-7},
        {"radzimovsky", {-0.008, 0.00795}, 10000, 7.0216002472453945e-6},
        {"radzimovsky", {0.01, 0.02}, 10000, 1.8210896231149898e-5},
        {"goldsmith", {0.00795, -0.008}, 100, 3.2571146052071872e-7},
        {"goldsmith", {0.01, 0.02}, 10000, 3.3701204911284972e-5},
        {"dubowsky_freudenstein", {0.00795, -0.008}, 100, 1.8104955226163829e-7},
        {"dubowsky_freudenstein", {0.01, 0.02}, 10000, 1.9235014085376929e-5},
        {"johnson_flat", {0.00795, INFINITY}, 1000, 1.9945136950116692e-6},
        {"johnson_flat", {INFINITY, 0.00795}, 1000, 1.9945136950116692e-6},
    };
    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        contact c;
        double depth;
        bri_error err = {0};
        bri_sides sides = {{points[i].radius[0], points[i].radius[1]}, 0.016, {207e9, 207e9}, {0.3, 0.3}};
        bool flat = !strcmp(points[i].law, "johnson_flat");
        MAKE(&c, points[i].law, &sides, {flat ? "depth" : "v_min", 0.016});
        assert_close(push_at(&c, points[i].depth, 0).force / points[i].force, 1, 1e-13);
        assert_int_equal(bri_contact_depth(c.law, c.constants, points[i].force, &depth, &err), BRI_OK);
        assert_close(depth / points[i].depth, 1, 1e-13);
    }
}

/* A flat body of another material than the cylinder: both of Johnson's terms by themselves. */
static void johnson_flat_adds_the_two_bodies(void **state)
{
    contact c;
    bri_sides sides = {{INFINITY, 0.02}, 0.03, {70e9, 207e9}, {0.33, 0.3}};
    double pi = acos(-1), f = 2000 / 0.03, s1 = (1 - 0.09) / (pi * 207e9), s2 = (1 - 0.33 * 0.33) / (pi * 70e9);
    double b = sqrt(4 * f * 0.02 * (s1 + s2));
    double d = f * s1 * (2 * log(4 * 0.02 / b) - 1) + f * s2 * (2 * log(2 * 0.05 / b) - 0.33 / 0.67);
    (void)state;
    MAKE(&c, "johnson_flat", &sides, {"depth", 0.05});
    assert_close(push_at(&c, d, 0).force / 2000, 1, 1e-13);
}

static void explicit_laws_are_as_printed(void **state)
{
    contact c;
    bri_sides sides = {{0.00795, -0.008}, 0.016, {207e9, 207e9}, {0.3, 0.3}};
    (void)state;
    MAKE(&c, "pereira", &sides, {"v_min", 1e-4});
    assert_close(push_at(&c, 1e-5, 0).force / 16855.090743299, 1, 1e-11);
    sides.radius[1] = -0.00895;
    MAKE(&c, "pereira", &sides, {"v_min", 1e-4});
    assert_close(push_at(&c, 1e-5, 0).force / 8989.57041604235, 1, 1e-11);
    sides.radius[0] = 0.01, sides.radius[1] = 0.02;
    MAKE(&c, "pereira", &sides, {"v_min", 1e-4});
    assert_close(push_at(&c, 1e-5, 0).force / 4937.89000203162, 1, 1e-12);
    MAKE(&c, "linear_line", &sides, {"v_min", 1e-4});
    assert_close(push_at(&c, 1e-5, 0).force / (acos(-1) / 4 * 207e9 / 1.82 * 0.016 * 1e-5), 1, 1e-14);
}

/* A roller of 7.95 mm in a slot of steel, 16 mm deep and long: least squares over 50 loads, with mpmath. */
static void roller_on_the_side_of_a_slot_is_a_power(void **state)
{
    contact c;
    bri_power_fit fit;
    bri_error err = {0};
    bri_sides sides = {{7.95e-3, INFINITY}, 0.016, {207e9, 207e9}, {0.3, 0.3}};
    (void)state;
    MAKE(&c, "johnson_flat", &sides, {"depth", 0.016});
    assert_int_equal(bri_contact_fit(c.law, c.constants, 50, 15e3, &fit, &err), BRI_OK);
    assert_close(fit.K / 1791821390, 1, 1e-8);
    assert_close(fit.n, 1.096130143, 1e-9);
    assert_close(fit.worst, 0.02466, 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hertz_impact_is_as_deep_and_long_as_its_closed_form),
        cmocka_unit_test(hertz_stiffness_is_that_of_radii_and_materials),
        cmocka_unit_test(free_impact_has_the_restitution_of_the_identity),
        cmocka_unit_test(exact_restitution_gives_back_what_is_asked_for),
        cmocka_unit_test(a_chosen_loss_gives_the_same_restitution_on_any_law),
        cmocka_unit_test(kelvin_voigt_impact_is_half_a_damped_period),
        cmocka_unit_test(implicit_laws_are_as_printed_both_ways),
        cmocka_unit_test(johnson_flat_adds_the_two_bodies),
        cmocka_unit_test(explicit_laws_are_as_printed),
        cmocka_unit_test(roller_on_the_side_of_a_slot_is_a_power),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
