/* test_static_laws.c - each law without states against its formula, written here from the papers
 *
 * Andersson: Andersson, Soderberg, Bjorklund 2007. Marques: Marques, Flores, Claro, Lankarani 2018. Wojtyra: Wojtyra
 * 2017. Autiero: Autiero et al. Formulas are in long double and give the magnitude of the force at a speed s > 0. */
#include "verify.h"

typedef long double wide;

static const wide e = 2.718281828459045235360287471352662498L, pi = 3.141592653589793238462643383279502884L;

/* The parameters of all rows below, on purpose none of them a default. */
static const wide mu_k = 0.23L, mu_s = 0.37L, v_s = 0.0021L, k_v = 3.5L;

static wide S(wide s, wide N, wide i) { return N * (mu_k + (mu_s - mu_k) * expl(-powl(s / v_s, i))); }
static wide sat(wide x) { return x < -1 ? -1 : x > 1 ? 1 : x; }

static wide coulomb(wide s, wide N) { return (void)s, mu_k * N; }                              /* Marques eq. 1 */
static wide coulomb_linear(wide s, wide N) { return mu_k * N * sat(s / v_s); }                 /* Marques Fig. 1b */
static wide coulomb_tanh(wide s, wide N) { return mu_k * N * tanhl(700 * s); }                 /* Andersson eq. 9 */
static wide coulomb_arctan(wide s, wide N) { return mu_k * N * 2 / pi * atanl(s / v_s); }      /* Wojtyra Fig. 1b */
static wide viscous(wide s, wide N) { return (void)N, k_v * s; }                               /* Andersson eq. 5 */
static wide coulomb_viscous(wide s, wide N) { return mu_k * N + k_v * s; }                     /* eq. 4 and eq. 5 */
static wide saturated_viscous(wide s, wide N) { return mu_k * N * sat(700 * s); }              /* Andersson eq. 8 */
static wide tustin(wide s, wide N) { return S(s, N, 1) + k_v * s; }                            /* Andersson eq. 10 */
static wide stribeck(wide s, wide N) { return S(s, N, 2) + k_v * s; }                          /* Marques eq. 4 */
static wide bo_pavelescu(wide s, wide N) { return S(s, N, 0.7L) + k_v * s; }                   /* 1982, exponent 0.7 */
static wide stribeck_saturated(wide s, wide N) { return S(s, N, 2) * sat(700 * s) + k_v * s; } /* Andersson eq. 11 */
static wide stribeck_tanh(wide s, wide N) { return S(s, N, 1.5L) * tanhl(700 * s) + k_v * s; } /* Andersson eq. 12 */
static wide threlfall(wide s, wide N) { return mu_k * N * (s < v_s ? -expm1l(-3 * s / v_s) : 1 - expl(-3)); } /* 1978 */

static wide coulomb_cubic(wide s, wide N) /* Marques Fig. 1c: level at v_0, odd, mu_k N from there on */
{
    wide r = sat(s / v_s);
    return mu_k * N * (1.5L * r - 0.5L * r * r * r);
}

static wide ambrosio(wide s, wide N) /* Autiero eqs. 3-4, v_0 = 0.001 and v_1 = 0.004 m/s */
{
    return mu_k * N * (s <= 0.001L ? 0 : s >= 0.004L ? 1 : (s - 0.001L) / (0.004L - 0.001L));
}

static wide wojtyra(wide s, wide N) /* Wojtyra eq. 12 */
{
    if (s <= v_s) return N * mu_s * s / v_s;
    return N * (s <= 1.5L * v_s ? mu_s - 2 * (mu_s - mu_k) * (s - v_s) / v_s : mu_k);
}

static wide brown_mcphee(wide s, wide N) /* Marques eq. 6; the viscous term of Brown, McPhee 2016, N_t = 40 N */
{
    wide r = s / v_s, q = r * r / 4 + 0.75L;
    return N * (mu_k * tanhl(4 * r) + (mu_s - mu_k) * r / (q * q)) + k_v * s * tanhl(4 * N / 40);
}

static wide bengisu_akay(wide s, wide N) /* 1994, xi = 150 s/m */
{
    if (s < v_s) return N * (mu_s - mu_s / (v_s * v_s) * (s - v_s) * (s - v_s));
    return N * (mu_k + (mu_s - mu_k) * expl(-150 * (s - v_s)));
}

static wide hess_soom(wide s, wide N) /* 1990 */
{
    return N * (mu_k + (mu_s - mu_k) / (1 + (s / v_s) * (s / v_s))) + k_v * s;
}

static wide popp_stelter(wide s, wide N) /* 1990, with the constants of the literature: the defaults */
{
    return N * (0.3L / (1 + 1.42L * s) + 0.1L + 0.01L * s * s);
}

static wide makkar(wide s, wide N) /* 2005 */
{
    return N * (0.14L * (tanhl(900 * s) - tanhl(120 * s)) + 0.23L * tanhl(800 * s) + 0.6L * s);
}

static wide step(wide x, wide x0, wide h0, wide x1, wide h1) /* the STEP function of commercial codes */
{
    if (x <= x0) return h0;
    if (x >= x1) return h1;
    wide d = (x - x0) / (x1 - x0);
    return h0 + (h1 - h0) * d * d * (3 - 2 * d);
}

static wide cubic_step(wide s, wide N) /* v_d = 0.005 m/s */
{
    return N * (s <= v_s ? step(s, -v_s, -mu_s, v_s, mu_s) : step(s, v_s, mu_s, 0.005L, mu_k));
}

static wide exponential_peak(wide s, wide N) /* sqrt(2e) (Fs-Fc) exp(-(v/vSt)^2) v/vSt + Fc tanh(v/vC) + kv v */
{
    wide v_st = sqrtl(2) * v_s, v_c = v_s / 10, r = s / v_st;
    return sqrtl(2 * e) * N * (mu_s - mu_k) * expl(-r * r) * r + mu_k * N * tanhl(s / v_c) + k_v * s;
}

typedef struct row {
    const char *law;
    wide (*formula)(wide s, wide N);
    setting settings[8];
} row;

#define MU_K                                                                                                           \
    {                                                                                                                  \
        "mu_k", 0.23                                                                                                   \
    }
#define PEAK                                                                                                           \
    MU_K, { "mu_s", 0.37 }
#define STRIBECK                                                                                                       \
    PEAK, {"v_s", 0.0021}, { "k_v", 3.5 }

static const row rows[] = {
    {"coulomb", coulomb, {PEAK}},
    {"coulomb_linear", coulomb_linear, {MU_K, {"v_0", 0.0021}}},
    {"coulomb_tanh", coulomb_tanh, {MU_K, {"k_tanh", 700}}},
    {"coulomb_arctan", coulomb_arctan, {MU_K, {"v_0", 0.0021}}},
    {"coulomb_cubic", coulomb_cubic, {MU_K, {"v_0", 0.0021}}},
    {"ambrosio", ambrosio, {MU_K, {"v_0", 0.001}, {"v_1", 0.004}}},
    {"viscous", viscous, {{"k_v", 3.5}}},
    {"coulomb_viscous", coulomb_viscous, {MU_K, {"k_v", 3.5}}},
    {"saturated_viscous", saturated_viscous, {MU_K, {"k_sat", 700}}},
    {"stribeck", stribeck, {STRIBECK}},
    {"stribeck", tustin, {STRIBECK, {"exponent", 1}}},
    {"stribeck", bo_pavelescu, {STRIBECK, {"exponent", 0.7}}},
    {"stribeck_saturated", stribeck_saturated, {STRIBECK, {"k_sat", 700}}},
    {"stribeck_tanh", stribeck_tanh, {STRIBECK, {"exponent", 1.5}, {"k_tanh", 700}}},
    {"wojtyra", wojtyra, {PEAK, {"gamma", 0.0021}}},
    {"brown_mcphee", brown_mcphee, {PEAK, {"v_s", 0.0021}, {"sigma2", 3.5}, {"N_t", 40}}},
    {"threlfall", threlfall, {MU_K, {"v_r", 0.0021}}},
    {"bengisu_akay", bengisu_akay, {PEAK, {"v_0", 0.0021}, {"xi", 150}}},
    {"hess_soom", hess_soom, {STRIBECK}},
    {"popp_stelter", popp_stelter, {{0}}},
    {"makkar", makkar, {{"g_1", 0.14}, {"g_2", 900}, {"g_3", 120}, {"g_4", 0.23}, {"g_5", 800}, {"g_6", 0.6}}},
    {"cubic_step", cubic_step, {PEAK, {"v_s", 0.0021}, {"v_d", 0.005}}},
    {"exponential_peak", exponential_peak, {PEAK, {"v_brk", 0.0021}, {"k_v", 3.5}}},
};

static const double speeds[] = {1e-9, 1e-5, 3e-4, 1.1e-3, 2e-3, 2.11e-3, 2.2e-3, 2.9e-3, 3.3e-3, 4.7e-3, 0.03, 1.7, 40};
static const double loads[] = {0.3, 12.5, 6e3};

#define EACH(i, array)                                                                                                 \
    size_t i = 0;                                                                                                      \
    i < sizeof array / sizeof *array;                                                                                  \
    i++

static void every_static_law_is_its_formula(void **state)
{
    (void)state;
    for (EACH(i, rows)) {
        contact line, plane;
        contact_make(&line, rows[i].law, 1, rows[i].settings);
        contact_make(&plane, rows[i].law, 2, rows[i].settings);
        for (EACH(j, speeds))
            for (EACH(k, loads)) {
                double s = speeds[j], N = loads[k], F = (double)rows[i].formula((wide)s, (wide)N);
                /* near rest 1 - (s - v_0)^2/v_0^2 and the like lose digits: some units of the peak's last place */
                double tolerance = 1e-12 + 1e-16 * 0.37 * N / (F > 0 ? F : 1);
                if (fabs(-force_at(&line, s, N) - F) > tolerance * F) print_error("%s at %g m/s\n", rows[i].law, s);
                assert_same(-force_at(&line, s, N), F, tolerance);
                assert_same(force_at(&line, -s, N), F, tolerance);
                contact_eval(&plane, (double[]){-0.6 * s, 0.8 * s}, N);
                assert_same(plane.drag.force[0], 0.6 * F, tolerance + 1e-14);
                assert_same(plane.drag.force[1], -0.8 * F, tolerance + 1e-14);
            }
        assert_close(force_at(&line, 0, 12.5), 0, 0); /* at rest a law gives 0; what holds is its grip */
    }
}

static void wojtyra_passes_through_its_corner_points(void **state)
{
    (void)state;
    contact c;
    MAKE(&c, "wojtyra", 1, {"mu_k", 0.2}, {"mu_s", 0.5}, {"gamma", 0.01});
    assert_same(-force_at(&c, 0.005, 10), 2.5, 1e-14);  /* half of mu_s N at half of gamma */
    assert_same(-force_at(&c, 0.01, 10), 5, 1e-14);     /* mu_s N */
    assert_same(-force_at(&c, 0.0125, 10), 3.5, 1e-14); /* 10 (0.5 - 2 0.3 0.25) */
    assert_same(-force_at(&c, 0.015, 10), 2, 1e-14);    /* mu_k N */
    assert_same(force_at(&c, -0.015, 10), 2, 1e-14);
}

static void wojtyra_smooth_is_wojtyra_away_from_the_corners(void **state)
{
    (void)state;
    contact smooth, sharp;
    const double gamma = 0.0021, blend = 0.15;
    MAKE(&smooth, "wojtyra_smooth", 1, PEAK, {"gamma", gamma}, {"blend", blend});
    MAKE(&sharp, "wojtyra", 1, PEAK, {"gamma", gamma});
    const double away[] = {1e-6, 0.3, 0.84, 1.16, 1.25, 1.34, 1.66, 3, 1e4};
    for (EACH(i, away)) {
        assert_same(force_at(&smooth, away[i] * gamma, 8), force_at(&sharp, away[i] * gamma, 8), 1e-12);
        assert_close(slope_at(&smooth, -away[i] * gamma, 8), slope_at(&sharp, -away[i] * gamma, 8), 1e-9);
    }
    /* a parabola between two lines that meet at r = 1 is off the corner by (change of slope) blend/4, r in gamma */
    double kink = 8 * (0.37 + 2 * (0.37 - 0.23));
    assert_same(-force_at(&smooth, gamma, 8), 8 * 0.37 - kink * blend / 4, 1e-12);
    const double joins[] = {1 - blend, 1 + blend, 1.5 - blend, 1.5 + blend};
    for (EACH(i, joins)) { /* value and slope pass through without a step */
        double v = joins[i] * gamma, d = 1e-9;
        assert_same(force_at(&smooth, v * (1 + d), 8), force_at(&smooth, v * (1 - d), 8), 1e-7);
        assert_close(slope_at(&smooth, v * (1 + d), 8), slope_at(&smooth, v * (1 - d), 8), 1e-3);
    }
    assert_true(fabs(slope_at(&sharp, gamma * (1 + 1e-9), 8) - slope_at(&sharp, gamma * (1 - 1e-9), 8)) > 1000);
}

/* 4 Fc sech(4r)^2 + (Fs - Fc) 3/4 (1 - r^2)/(r^2/4 + 3/4)^3: the derivative of Marques eq. 6 by r, worked by hand:
 * d/dr (r q^-2) = q^-3 (q - 2 r q') with q = r^2/4 + 3/4, q' = r/2, and q - r^2 = 3/4 (1 - r^2). */
static double brown_mcphee_slope(double r, double Fc, double Fs)
{
    double q = r * r / 4 + 0.75, sech = 1 / cosh(4 * r);
    return 4 * Fc * sech * sech + (Fs - Fc) * 0.75 * (1 - r * r) / (q * q * q);
}

static void brown_mcphee_peaks_where_its_derivative_vanishes(void **state)
{
    (void)state;
    const double N = 20, cases[][2] = {{0.1, 0.15}, {0.3, 0.45}, {0.2, 0.5}};
    for (EACH(i, cases)) {
        double Fc = cases[i][0] * N, Fs = cases[i][1] * N, low = 1, high = 2, v = 0.003;
        for (int k = 0; k < 100; k++) {
            double middle = (low + high) / 2;
            *(brown_mcphee_slope(middle, Fc, Fs) > 0 ? &low : &high) = middle;
        }
        contact c;
        MAKE(&c, "brown_mcphee", 1, {"mu_k", cases[i][0]}, {"mu_s", cases[i][1]}, {"v_s", v});
        double peak = -force_at(&c, low * v, N), below = 1, above = 2;
        for (int k = 0; k < 100; k++) { /* and where the law's own slope vanishes */
            double middle = (below + above) / 2;
            *(slope_at(&c, middle * v, N) < 0 ? &below : &above) = middle;
        }
        assert_close(below, low, 1e-12);
        for (double r = 0.5; r < 2; r += 0.01)
            assert_true(-force_at(&c, r * v, N) <= peak);
        double estimate = 1 + 4 / (cosh(4) * cosh(4)) * Fc / (1.5 * (Fs - Fc)); /* one Newton step from r = 1 */
        assert_true(low > 1 && fabs(low - estimate) < 8 * (estimate - 1) * (estimate - 1));
        for (double r = 0.1; r < 3; r += 0.37)
            assert_same(slope_at(&c, r * v, N), -brown_mcphee_slope(r, Fc, Fs) / v, 1e-11);
    }
}

static void stribeck_with_tanh_peaks_below_static_friction(void **state)
{
    (void)state; /* Fs = 1.5 Fc, k_tanh v_s = 10, exponent 2, no viscous part */
    contact c;
    MAKE(&c, "stribeck_tanh", 1, {"mu_k", 0.2}, {"mu_s", 0.3}, {"v_s", 0.001}, {"k_tanh", 1e4});
    double peak = 0, expected = 0;
    for (double s = 0; s < 0.001; s += 1e-7) {
        peak = fmax(peak, -force_at(&c, s, 10));
        expected = fmax(expected, (2 + exp(-s * s * 1e6)) * tanh(1e4 * s));
    }
    assert_same(peak, expected, 1e-13);
    assert_close(peak / 3, 0.967793, 1e-6); /* at 0.2723 v_s, from the root of the derivative */
}

static void threlfall_is_continuous_and_stays_at_0_9502(void **state)
{
    (void)state;
    contact c;
    MAKE(&c, "threlfall", 1, {"mu_k", 0.4}, {"v_r", 0.02});
    assert_close(-force_at(&c, 0.02, 10) / 4, 0.9502, 5e-5); /* 1 - e^-3 */
    assert_same(-force_at(&c, 0.02 * (1 - 1e-10), 10), 4 * (1 - exp(-3)), 1e-10);
    assert_same(-force_at(&c, 0.02 * (1 + 1e-10), 10), 4 * (1 - exp(-3)), 1e-14);
    assert_same(-force_at(&c, 5, 10), 4 * (1 - exp(-3)), 1e-14);
}

static void bengisu_akay_is_continuous_and_level_on_the_left_of_its_peak(void **state)
{
    (void)state;
    contact c;
    const double v_0 = 0.0021, d = 1e-8;
    MAKE(&c, "bengisu_akay", 1, PEAK, {"v_0", v_0}, {"xi", 150});
    assert_same(-force_at(&c, v_0, 10), 3.7, 1e-14);
    assert_same(-force_at(&c, v_0 * (1 - d), 10), 3.7, 1e-14);
    assert_same(-force_at(&c, v_0 * (1 + d), 10), 3.7, 1e-8);
    /* from the left 2 Fs d/v_0, from the right -xi (Fs - Fc) */
    assert_close(-slope_at(&c, v_0 * (1 - d), 10), 2 * 3.7 * d / v_0, 1e-9);
    assert_same(-slope_at(&c, v_0 * (1 + d), 10), -150 * 1.4, 1e-8);
    assert_same(-slope_at(&c, v_0 * 1e-12, 10), 2 * 3.7 / v_0, 1e-11); /* at rest */
}

static void exponential_peak_has_its_peak_at_the_break_away_velocity(void **state)
{
    (void)state;
    contact peak, whole;
    /* without Coulomb's part: r exp(-r^2) sqrt(2e) is 1, with slope 0, at r = 1/sqrt 2, that is at v_brk */
    MAKE(&peak, "exponential_peak", 1, {"mu_k", 0}, {"mu_s", 0.14}, {"v_brk", 0.005});
    assert_same(-force_at(&peak, 0.005, 10), 1.4, 1e-13);
    assert_close(slope_at(&peak, 0.005, 10), 0, 1e-10);
    for (double r = 0.05; r < 5; r += 0.05)
        assert_true(-force_at(&peak, r * 0.005, 10) <= 1.4 * (1 + 1e-15));
    MAKE(&whole, "exponential_peak", 1, PEAK, {"v_brk", 0.005});
    assert_same(-force_at(&whole, 0.005, 10), 1.4 + 2.3 * tanh(10), 1e-13);
}

static void cubic_step_is_level_at_its_end_points(void **state)
{
    (void)state;
    contact c;
    const double s = 0.0021, d = 0.005, near = 1e-9;
    MAKE(&c, "cubic_step", 1, PEAK, {"v_s", s}, {"v_d", d});
    assert_same(-force_at(&c, s, 10), 3.7, 1e-14);
    assert_same(-force_at(&c, d, 10), 2.3, 1e-14);
    assert_same(-force_at(&c, (s + d) / 2, 10), 3, 1e-14); /* halfway between both */
    assert_same(-force_at(&c, 10 * d, 10), 2.3, 1e-14);
    assert_same(-slope_at(&c, 1e-12, 10), 1.5 * 3.7 / s, 1e-12);
    const double level[] = {s * (1 - near), s * (1 + near), d * (1 - near), d * (1 + near)};
    for (EACH(i, level))
        assert_close(slope_at(&c, level[i], 10), 0, 1e-4); /* of 1.5 3.7/s = 2643 at rest */
    assert_same(-slope_at(&c, (s + d) / 2, 10), -1.5 * 1.4 / (d - s), 1e-12);
}

static void popp_stelter_has_the_constants_of_the_literature(void **state)
{
    (void)state; /* alpha = 0.3, gamma = 1.42 s/m, beta = 0.1, eta = 0.01 s2/m2 */
    contact c;
    contact_make(&c, "popp_stelter", 1, (const setting[]){{0}});
    assert_same(-force_at(&c, 1, 100), 100 * (0.3 / 2.42 + 0.11), 1e-14); /* 23.3967 N */
    assert_close(-force_at(&c, 1, 100), 23.396694, 1e-6);
    assert_close(-force_at(&c, 2, 100), 21.8125, 1e-9); /* 100 (0.3/3.84 + 0.1 + 0.04) = 7.8125 + 14 */
    double static_limit, by_load;
    bri_slip_set(&c.slip, 1, (double[]){0}, 100);
    static_limit = c.law->static_limit(&c.params, &c.slip, &by_load);
    assert_same(static_limit, 40, 1e-14); /* alpha + beta */
}

static void makkar_sums_to_static_and_sliding_friction(void **state)
{
    (void)state; /* g_1 + g_4 where the first and third tanh are complete and the second is not begun; g_4 beyond */
    contact c;
    MAKE(&c, "makkar", 1, {"g_1", 0.14}, {"g_2", 1e6}, {"g_3", 1e-3}, {"g_4", 0.23}, {"g_5", 1e6});
    assert_same(-force_at(&c, 1e-3, 10), 3.7, 1e-5);
    assert_same(-force_at(&c, 1e5, 10), 2.3, 1e-14);
}

static void laws_that_hold_grip_by_static_friction_and_others_creep(void **state)
{
    (void)state;
    const struct {
        const char *law;
        double mu;
        setting settings[4];
    } holds[] = {{"coulomb", 0.37, {PEAK}},         {"coulomb", 0.23, {MU_K, {"mu_s", 0}}}, /* 0: the same as mu_k */
                 {"coulomb_viscous", 0.23, {MU_K}}, {"stribeck", 0.37, {PEAK}},
                 {"hess_soom", 0.37, {PEAK}},       {"popp_stelter", 0.6, {{"alpha", 0.4}, {"beta", 0.2}}}};
    for (EACH(i, holds)) {
        contact c;
        double by_load;
        contact_make(&c, holds[i].law, 1, holds[i].settings);
        bri_slip_set(&c.slip, 1, (double[]){0}, 12);
        assert_non_null(c.law->static_limit);
        assert_same(c.law->static_limit(&c.params, &c.slip, &by_load), holds[i].mu * 12, 1e-15);
        assert_same(by_load, holds[i].mu, 1e-15);
        if (strcmp(holds[i].law, "coulomb") != 0) /* sliding begins with what rest could hold */
            assert_same(-force_at(&c, 1e-14, 12), holds[i].mu * 12, 1e-9);
    }
    for (EACH(i, rows)) {
        bool sets = false;
        for (EACH(j, holds))
            sets |= !strcmp(rows[i].law, holds[j].law);
        assert_true(sets == (bri_law_find(rows[i].law, NULL)->static_limit != NULL));
    }
}

static void saturated_viscous_is_coulomb_linear(void **state)
{
    (void)state;
    contact sat_law, linear;
    MAKE(&sat_law, "saturated_viscous", 1, MU_K, {"k_sat", 400});
    MAKE(&linear, "coulomb_linear", 1, MU_K, {"v_0", 1.0 / 400});
    for (double v = -0.01; v < 0.01; v += 7.3e-5)
        assert_close(force_at(&sat_law, v, 30), force_at(&linear, v, 30), 1e-14);
}

typedef struct on_curve {
    double speed, mu, slope;
} on_curve;

/* SciPy's PchipInterpolator, which has the same slopes but at its last point. */
static void table_is_monotone_interpolation(void **state)
{
    (void)state;
    static const struct {
        const char *speed, *mu;
        on_curve at[8];
        double last;
    } curves[] = {
        {"0, 10, 30, 100, 1000 mm/s",
         "0.3 0.27 0.22 0.2 0.21",
         {{0.002, 0.29370829931972792, -3.1219047619047577},
          {0.008, 0.27563319727891161, -2.8749659863945558},
          {0.01, 0.27000000000000002, -2.7551020408163254},
          {0.021, 0.23676264828871416, -2.7908754147538763},
          {0.05, 0.20989890069931885, -0.41121507463946422},
          {0.09, 0.20037154155330603, -0.074918672527872154}},
         0.21},
        {"0, 0.02, 0.05, 0.3, 0.8",
         "0.25 0.35 0.33 0.4 0.45",
         {{0.005, 0.2860625, 6.9874999999999989},
          {0.02, 0.35, 0},
          {0.04, 0.3351851851851852, -0.88888888888888706},
          {0.1, 0.33603555555555553, 0.2252444444444445},
          {0.29, 0.39823936000000004, 0.19592533333333328}},
         0.45},
    };
    for (EACH(i, curves)) {
        contact c;
        contact_make(&c, "table", 1, (const setting[]){{0}});
        bri_units *units = NULL;
        assert_false(bri_units_create(&units, NULL));
        assert_false(bri_params_set_text(&c.law->kind, &c.params, units, "speed", curves[i].speed, NULL));
        assert_false(bri_params_set_text(&c.law->kind, &c.params, units, "mu", curves[i].mu, NULL));
        assert_false(bri_params_check(&c.law->kind, &c.params, NULL));
        bri_units_destroy(units);
        for (const on_curve *at = curves[i].at; at->mu > 0; at++)
            for (int side = -1; side <= 1; side += 2) {
                assert_close(force_at(&c, side * at->speed, 20), -side * 20 * at->mu, 1e-13);
                assert_close(slope_at(&c, side * at->speed, 20), -20 * at->slope, 1e-11);
            }
        assert_close(force_at(&c, 7, 20), -20 * curves[i].last, 0);
        assert_close(slope_at(&c, 7, 20), 0, 0);
    }
}

/* Between two points it neither rises above nor falls below both, also in a last interval; it and its slope are continuous. */
static void table_has_no_extremes_but_at_points(void **state)
{
    (void)state;
    contact c;
    unsigned seed = 7;
    for (int round = 0; round < 200; round++) {
        double speed = 0;
        contact_make(&c, "table", 1, (const setting[]){{0}});
        for (int i = 1; i <= 5; i++) {
            char name[16];
            snprintf(name, sizeof name, "speed.%d", i);
            assert_false(bri_params_set(&c.law->kind, &c.params, name, speed, NULL));
            snprintf(name, sizeof name, "mu.%d", i);
            seed = seed * 1664525u + 1013904223u;
            assert_false(bri_params_set(&c.law->kind, &c.params, name, (seed >> 16) % 1000 * 1e-3, NULL));
            seed = seed * 1664525u + 1013904223u;
            speed += ((seed >> 16) % 1000 + 1) * 1e-4;
        }
        for (int i = 1; i <= 4; i++) {
            double v[2], mu[2];
            for (int k = 0; k < 2; k++) {
                char name[16];
                snprintf(name, sizeof name, "speed.%d", i + k);
                assert_false(bri_params_get(&c.law->kind, &c.params, name, &v[k], NULL));
                snprintf(name, sizeof name, "mu.%d", i + k);
                assert_false(bri_params_get(&c.law->kind, &c.params, name, &mu[k], NULL));
            }
            for (double share = 0.01; share < 1; share += 0.01) {
                double f = -force_at(&c, v[0] + share * (v[1] - v[0]), 1);
                assert_true(f >= fmin(mu[0], mu[1]) - 1e-15 && f <= fmax(mu[0], mu[1]) + 1e-15);
            }
            double near = 1e-15;
            assert_close(force_at(&c, v[1] - near, 1), force_at(&c, v[1] + near, 1), 1e-10);
            assert_close(slope_at(&c, v[1] - near, 1), slope_at(&c, v[1] + near, 1), 1e-5);
        }
    }
}

static void table_has_branches_of_both_directions(void **state)
{
    (void)state;
    contact c, forwards, backwards;
    bri_units *units = NULL;
    assert_false(bri_units_create(&units, NULL));
    contact *made[] = {&c, &forwards, &backwards};
    static const char *const texts[][2] = {{"-0.5, -0.1, 0, 0.2, 0.9", "0.5, 0.35, 0.3, 0.25, 0.4"},
                                           {"0, 0.2, 0.9", "0.3, 0.25, 0.4"},
                                           {"0, 0.1, 0.5", "0.3, 0.35, 0.5"}};
    for (int i = 0; i < 3; i++) {
        contact_make(made[i], "table", 1, (const setting[]){{0}});
        assert_false(bri_params_set_text(&c.law->kind, &made[i]->params, units, "speed", texts[i][0], NULL));
        assert_false(bri_params_set_text(&c.law->kind, &made[i]->params, units, "mu", texts[i][1], NULL));
    }
    bri_units_destroy(units);
    for (double v = 1e-3; v < 1; v *= 1.1) {
        assert_close(force_at(&c, v, 10), force_at(&forwards, v, 10), 0);
        assert_close(force_at(&c, -v, 10), force_at(&backwards, -v, 10), 0);
        assert_close(slope_at(&c, -v, 10), slope_at(&backwards, -v, 10), 0);
    }
    double by_load;
    bri_slip_set(&c.slip, 1, &(double){0}, 10);
    assert_close(c.law->static_limit(&c.params, &c.slip, &by_load), 3, 1e-15);
}

static void no_static_law_is_left_out(void **state)
{
    (void)state;
    for (const bri_friction_law *const *law = bri_laws(); *law; law++) {
        bool found = strcmp((*law)->kind.family, "static") != 0 || !strcmp((*law)->kind.name, "wojtyra_smooth") ||
                     !strcmp((*law)->kind.name, "table") || !strcmp((*law)->kind.name, "expression");
        for (EACH(i, rows))
            found |= !strcmp((*law)->kind.name, rows[i].law);
        if (!found) fail_msg("%s: a row with its formula is to be added to rows, above", (*law)->kind.name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_static_law_is_its_formula),
        cmocka_unit_test(wojtyra_passes_through_its_corner_points),
        cmocka_unit_test(wojtyra_smooth_is_wojtyra_away_from_the_corners),
        cmocka_unit_test(brown_mcphee_peaks_where_its_derivative_vanishes),
        cmocka_unit_test(stribeck_with_tanh_peaks_below_static_friction),
        cmocka_unit_test(threlfall_is_continuous_and_stays_at_0_9502),
        cmocka_unit_test(bengisu_akay_is_continuous_and_level_on_the_left_of_its_peak),
        cmocka_unit_test(exponential_peak_has_its_peak_at_the_break_away_velocity),
        cmocka_unit_test(cubic_step_is_level_at_its_end_points),
        cmocka_unit_test(popp_stelter_has_the_constants_of_the_literature),
        cmocka_unit_test(makkar_sums_to_static_and_sliding_friction),
        cmocka_unit_test(laws_that_hold_grip_by_static_friction_and_others_creep),
        cmocka_unit_test(saturated_viscous_is_coulomb_linear),
        cmocka_unit_test(table_is_monotone_interpolation),
        cmocka_unit_test(table_has_no_extremes_but_at_points),
        cmocka_unit_test(table_has_branches_of_both_directions),
        cmocka_unit_test(no_static_law_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
