/* test_dynamic_laws.c - laws with states against their equations and closed forms, written here from the papers
 *
 * Andersson: Andersson, Soderberg, Bjorklund 2007. Params: Marques, Flores, Lankarani, the parameter study. Marques:
 * Marques, Flores, Claro, Lankarani 2018. Wojtyra: Wojtyra 2017. Smooth phases are integrated by a fixed-step
 * Runge-Kutta method of order 4 that stands here; events of piecewise linear motions are found by bisection. */
#include "verify.h"

enum {
    SCALED_BY_FORCE,
    SCALED_BY_LOAD,
    SCALED_BY_EQUIVALENT
};

static double uniform(uint64_t *seed, double low, double high) { return random_between(seed, low, high); }

static void advance(contact *c, const double *v, double load, double duration, int steps)
{
    double h = duration / steps, k[4][STATES], z[STATES];
    const double at[4] = {0, 0.5, 0.5, 1};
    for (int n = 0; n < steps; n++) {
        memcpy(z, c->z, sizeof z);
        for (int stage = 0; stage < 4; stage++) {
            for (int i = 0; stage && i < c->states; i++)
                c->z[i] = z[i] + h * at[stage] * k[stage - 1][i];
            contact_eval(c, v, load);
            memcpy(k[stage], c->zdot, sizeof c->zdot);
        }
        for (int i = 0; i < c->states; i++)
            c->z[i] = z[i] + h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
    contact_eval(c, v, load);
}

static void advance_along(contact *c, double v, double load, double distance, int steps)
{
    advance(c, (double[]){v, 0}, load, distance / fabs(v), steps);
}

/* --- Dahl and Dankowicz -------------------------------------------------------------------------------------------- */

/* dF/dx = sigma0 (1 - F/Fc): F = Fc (1 - w e^(-sigma0 x/Fc)), w = 1 - F(0)/Fc. Andersson eq. 18 */
static void dahl_follows_an_exponential_from_rest_and_from_reversal(void **state)
{
    (void)state;
    const double N = 20, Fc = 6, sigma0 = 3e4, unit = Fc / sigma0;
    for (int reversed = 0; reversed < 2; reversed++)
        for (int sign = -1; sign < 2; sign += 2) {
            contact c;
            MAKE(&c, "dahl", 1, {"mu_k", 0.3}, {"sigma0", sigma0});
            c.z[0] = -reversed * sign * unit;
            for (int i = 1; i < 6; i++) {
                advance_along(&c, sign * 0.02, N, unit, 400);
                assert_same(-sign * c.drag.force[0], Fc * (1 - (1 + reversed) * exp(-i)), 1e-9);
            }
        }
}

/* (1 - u)^(1 - a) = w^(1 - a) - (1 - a) x sigma0/Fc with u = F/Fc, from separating Andersson eq. 17. */
static double dahl_closed(double a, double w, double x)
{
    if (a == 1) return 1 - w * exp(-x);
    return 1 - pow(pow(w, 1 - a) - (1 - a) * x, 1 / (1 - a));
}

static void dahl_of_any_exponent_follows_its_closed_form(void **state)
{
    (void)state;
    const double N = 20, Fc = 6, sigma0 = 3e4, unit = Fc / sigma0, exponents[] = {0.5, 1, 1.5, 2};
    for (int e = 0; e < 4; e++)
        for (int reversed = 0; reversed < 2; reversed++) {
            contact c;
            MAKE(&c, "dahl", 1, {"mu_k", 0.3}, {"sigma0", sigma0}, {"exponent", exponents[e]});
            c.z[0] = -reversed * unit;
            for (int i = 1; i <= 6; i++) { /* exponent 0.5 is on its plateau after 2 sqrt(w) >= 2 units */
                advance_along(&c, 0.02, N, 0.3 * unit, 400);
                assert_close(-c.drag.force[0] / Fc, dahl_closed(exponents[e], 1 + reversed, 0.3 * i), 1e-9);
            }
        }
}

static void dahl_reaches_95_percent_after_the_known_distance(void **state)
{
    (void)state; /* int du/(1 - u)^a from 0 to 0.95 */
    const double N = 20, Fc = 6, sigma0 = 3e4;
    const double cases[][2] = {{1, log(20)}, {0.5, 2 * (1 - sqrt(0.05))}, {2, 19}};
    for (int i = 0; i < 3; i++) {
        contact c;
        MAKE(&c, "dahl", 1, {"mu_k", 0.3}, {"sigma0", sigma0}, {"exponent", cases[i][0]});
        advance_along(&c, 0.02, N, cases[i][1] * Fc / sigma0, 20000);
        assert_same(-c.drag.force[0], 0.95 * Fc, 1e-10);
    }
}

static void dahl_beyond_the_limit_comes_back_to_it(void **state)
{
    (void)state; /* sgn(1 - u) < 0 in Params eq. 4: zdot = -|1 - u|^a v */
    contact c;
    MAKE(&c, "dahl", 1, {"mu_k", 0.3}, {"sigma0", 3e4}, {"exponent", 1.5});
    c.z[0] = 1.4 * 6 / 3e4;
    force_at(&c, 0.02, 20);
    assert_same(c.zdot[0], -pow(0.4, 1.5) * 0.02, 1e-12);
}

static void dankowicz_is_dahl_with_a_stiffness_of_mu_N_by_delta(void **state)
{
    (void)state; /* Andersson eq. 13 and eq. 18 */
    uint64_t seed = 1;
    for (int n = 0; n < 200; n++) {
        double N = uniform(&seed, 1, 50), delta = 1e-5, v[2] = {uniform(&seed, -1, 1), uniform(&seed, -1, 1)};
        int dim = 1 + n % 2;
        contact dank, dahl;
        MAKE(&dank, "dankowicz", dim, {"mu_k", 0.3}, {"delta", delta});
        MAKE(&dahl, "dahl", dim, {"mu_k", 0.3}, {"sigma0", 0.3 * N / delta});
        for (int i = 0; i < dim; i++)
            dank.z[i] = dahl.z[i] = uniform(&seed, -1, 1) * delta;
        contact_eval(&dank, v, N);
        contact_eval(&dahl, v, N);
        for (int i = 0; i < dim; i++) {
            assert_close(dank.zdot[i], dahl.zdot[i], 1e-14);
            assert_same(dank.drag.force[i], dahl.drag.force[i], 1e-13);
        }
        if (dim == 1) { /* as printed */
            double z = dank.z[0], sign = v[0] > 0 ? 1 : -1;
            assert_close(dank.zdot[0], v[0] * (1 - z / delta * sign), 1e-14);
            assert_same(dank.drag.force[0], -0.3 * N / delta * z, 1e-13);
        }
    }
}

static void stribeck_dankowicz_is_the_combined_law_as_printed(void **state)
{
    (void)state; /* Andersson eq. 20 */
    uint64_t seed = 2;
    const double mu_k = 0.2, mu_s = 0.32, v_s = 0.03, i = 1.4, delta = 2e-5, k_v = 4;
    contact c;
    MAKE(&c, "stribeck_dankowicz", 1, {"mu_k", mu_k}, {"mu_s", mu_s}, {"v_s", v_s}, {"exponent", i}, {"delta", delta},
         {"k_v", k_v});
    for (int n = 0; n < 100; n++) {
        double N = uniform(&seed, 1, 50), v = uniform(&seed, -0.1, 0.1), z = uniform(&seed, -1, 1) * delta;
        double Fc = mu_k * N, Fs = mu_s * N;
        c.z[0] = z;
        double F = (1 + (Fs / Fc - 1) * exp(-pow(fabs(v) / v_s, i))) * Fc * z / delta + k_v * v;
        assert_close(force_at(&c, v, N), -F, 1e-12);
        assert_close(c.zdot[0], v * (1 - z / delta * (v > 0 ? 1 : -1)), 1e-14);
    }
    c.z[0] = 1e-9; /* near rest the stiffness is Fs/delta */
    assert_same(force_at(&c, 1e-300, 10), -mu_s * 10 / delta * 1e-9, 1e-12);
}

/* --- LuGre --------------------------------------------------------------------------------------------------------- */

static double g_of(double speed, double mu_k, double mu_s, double v_s, double exponent)
{
    return mu_k + (mu_s - mu_k) * exp(-pow(speed / v_s, exponent));
}

/* At constant v: z = z1 + (z0 - z1) e^(-t sigma0 |v|/G), z1 = G sgn v/sigma0. Params eqs. 11-15 */
static void lugre_at_constant_speed_relaxes_exponentially(void **state)
{
    (void)state;
    const double N = 10, sigma0 = 1e5, sigma1 = 300, sigma2 = 5, exponents[] = {2, 1, 0.8};
    for (int e = 0; e < 3; e++)
        for (int sign = -1; sign < 2; sign += 2) {
            contact c;
            MAKE(&c, "lugre", 1, {"sigma0", sigma0}, {"sigma1", sigma1}, {"sigma2", sigma2}, {"mu_k", 0.2},
                 {"mu_s", 0.35}, {"v_s", 1e-3}, {"exponent", exponents[e]});
            double v = sign * 7e-4, G = N * g_of(7e-4, 0.2, 0.35, 1e-3, exponents[e]);
            double rate = sigma0 * fabs(v) / G, z0 = -sign * 0.6 * G / sigma0, z1 = sign * G / sigma0;
            c.z[0] = z0;
            for (int i = 1; i < 6; i++) {
                advance(&c, &v, N, 0.7 / rate, 400);
                double fade = exp(-0.7 * i), z = z1 + (z0 - z1) * fade, zdot = -rate * (z0 - z1) * fade;
                assert_close(c.z[0], z, 1e-9 * G / sigma0);
                assert_same(c.zdot[0], zdot, 1e-8);
                assert_same(-c.drag.force[0], sigma0 * z + sigma1 * zdot + sigma2 * v, 1e-8);
            }
            double pull, rates;
            c.law->relax(&c.params, &c.slip, &pull, &rates);
            assert_same(rates, rate, 1e-13);
            assert_same(pull, v, 0);
            c.law->steady(&c.params, &c.slip, c.z, c.discrete); /* Params eq. 15 */
            assert_same(-force_at(&c, v, N), sign * G + sigma2 * v, 1e-13);
            assert_close(c.zdot[0], 0, 1e-18);
        }
}

static void lugre_is_wojtyras_coefficient_form_when_scaled_by_load(void **state)
{
    (void)state; /* Wojtyra eqs. 11, 13-15 */
    uint64_t seed = 3;
    contact c;
    MAKE(&c, "lugre", 1, {"scaling", SCALED_BY_LOAD}, {"sigma0", 9e3}, {"sigma1", 12}, {"sigma2", 0}, {"mu_k", 0.2},
         {"mu_s", 0.35}, {"v_s", 1e-3});
    for (int n = 0; n < 100; n++) {
        double N = uniform(&seed, 0, 50), v = uniform(&seed, -3e-3, 3e-3), z = uniform(&seed, -4e-5, 4e-5);
        double G = 0.2 + 0.15 * exp(-(v / 1e-3) * (v / 1e-3)), zdot = v - z * 9e3 * fabs(v) / G;
        c.z[0] = z;
        assert_close(force_at(&c, v, N), -(9e3 * z + 12 * zdot) * N, 1e-12);
        assert_close(c.zdot[0], zdot, 1e-16);
    }
}

static void lugre_is_marques_eqs_29_to_31_when_scaled_by_equivalent_load(void **state)
{
    (void)state;
    uint64_t seed = 4;
    const double N_E = 30, sigma0 = 2e5, sigma1 = 80;
    contact c;
    MAKE(&c, "lugre", 1, {"scaling", SCALED_BY_EQUIVALENT}, {"N_e", N_E}, {"sigma0", sigma0}, {"sigma1", sigma1},
         {"sigma2", 0}, {"mu_k", 0.2}, {"mu_s", 0.35}, {"v_s", 1e-3});
    for (int n = 0; n < 100; n++) {
        double N = uniform(&seed, 0, 90), v = uniform(&seed, -3e-3, 3e-3), z = uniform(&seed, -5e-5, 5e-5);
        double G = 0.2 * N + (0.35 * N - 0.2 * N) * exp(-pow(fabs(v) / 1e-3, 2)), g = G / N; /* eqs. 11, 31 */
        double zdot = (1 - sigma0 / (N_E * g) * z * (v > 0 ? 1 : -1)) * v;                   /* eq. 29 */
        c.z[0] = z;
        assert_close(force_at(&c, v, N), -(sigma0 / N_E * z + sigma1 / N_E * zdot) * N, 1e-11); /* eq. 30 */
        assert_close(c.zdot[0], zdot, 1e-16);
    }
}

/* At one load N the three scalings are one law: sigma (force), sigma/N (load), sigma N_e/N (equivalent). */
static void scalings_coincide_at_one_load_with_parameters_divided_by_it(void **state)
{
    (void)state;
    uint64_t seed = 5;
    const double N = 14, N_e = 5, times[] = {1, 1 / N, N_e / N};
    const char *laws[] = {"lugre", "gonthier", "elasto_plastic", "reset_integrator", "dahl"};
    for (int n = 0; n < 250; n++) {
        const char *law = laws[n % 5];
        int dim = 1 + n % 2;
        double v[2] = {uniform(&seed, -3e-3, 3e-3), uniform(&seed, -3e-3, 3e-3)}, z[3], force[3][2], zdot[3][3];
        for (int i = 0; i < 3; i++)
            z[i] = uniform(&seed, -3e-5, 3e-5);
        for (int scaling = 0; scaling < 3; scaling++) {
            contact c;
            double by = times[scaling];
            MAKE(&c, law, dim, {"scaling", scaling}, {"N_e", N_e}, {"sigma0", 1e5 * by}, {"mu_k", 0.2},
                 {"?sigma1", 90 * by}, {"?sigma2", 7 * by}, {"?mu_s", 0.33});
            memcpy(c.z, z, sizeof z);
            if (!strcmp(law, "gonthier")) c.z[dim] = 0.4;
            c.discrete[0] = n % 3 == 0;
            contact_eval(&c, v, N);
            memcpy(force[scaling], c.drag.force, sizeof force[0]);
            memcpy(zdot[scaling], c.zdot, sizeof zdot[0]);
            for (int i = 0; i < dim; i++) {
                assert_close(force[scaling][i], force[0][i], 1e-12);
                assert_close(zdot[scaling][i], zdot[0][i], 1e-14);
            }
        }
    }
}

static void lugre_offers_three_kinds_of_viscous_friction(void **state)
{
    (void)state; /* f of Params eq. 12; without bristle force */
    const double sigma2 = 6, v_f = 0.4, v[] = {1e-6, 0.1, 0.4, 3};
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < 4; i++)
            for (int sign = -1; sign < 2; sign += 2) {
                contact c;
                MAKE(&c, "lugre", 1, {"sigma1", 0}, {"sigma2", sigma2}, {"viscous", kind}, {"v_f", v_f},
                     {"viscous_exponent", 2.5});
                double f = kind == 0 ? v[i] : kind == 1 ? v_f * pow(v[i] / v_f, 2.5) : v_f * tanh(v[i] / v_f);
                assert_same(force_at(&c, sign * v[i], 10), -sign * sigma2 * f, 1e-12);
            }
}

/* --- reset integrator, elastic Coulomb, Maxwell slip --------------------------------------------------------------- */

static double edge_at(contact *c, double v, double load)
{
    double g[BRI_LIST_MAX];
    bri_slip_set(&c->slip, 1, &v, load);
    c->law->events(&c->params, &c->slip, g);
    return g[0];
}

static void jump_at(contact *c, double v, double load)
{
    bri_slip_set(&c->slip, 1, &v, load);
    c->law->handle_event(&c->params, &c->slip, (const bool[]){true}, c->z, c->discrete);
}

/* Params eqs. 7-10: slope sigma0 (1 + a) = sigma0 mu_s/mu_k, z_0 = Fc/sigma0, Fs to Fc at break-away, Fc to Fs back. */
static void reset_integrator_jumps_at_break_away_and_at_re_stick(void **state)
{
    (void)state;
    const double N = 20, Fc = 4, Fs = 7, sigma0 = 1e5, sigma1 = 50, z_0 = Fc / sigma0, v = 0.01;
    for (int sign = -1; sign < 2; sign += 2) {
        contact c;
        MAKE(&c, "reset_integrator", 1, {"mu_k", 0.2}, {"mu_s", 0.35}, {"sigma0", sigma0}, {"sigma1", sigma1});
        for (double share = -0.9; share < 1; share += 0.3) {
            c.z[0] = share * z_0;
            assert_close(force_at(&c, sign * v, N), -(sigma0 * (1 + 0.75) * share * z_0 + sigma1 * sign * v), 1e-13);
            assert_same(c.zdot[0], sign * v, 0);
            assert_true(edge_at(&c, sign * v, N) > 0);
        }
        c.z[0] = sign * z_0 * (1 - 1e-9);
        assert_true(edge_at(&c, sign * v, N) > 0);
        c.z[0] = sign * z_0 * (1 + 1e-9);
        assert_true(edge_at(&c, sign * v, N) < 0);
        assert_same(-sign * force_at(&c, sign * v, N), Fs + sigma1 * v, 1e-8); /* before */
        jump_at(&c, sign * v, N);
        assert_same(-sign * force_at(&c, sign * v, N), Fc, 1e-14); /* after: no damper either */
        assert_same(c.zdot[0], 0, 0);
        assert_same(c.z[0], sign * z_0, 1e-14);
        assert_true(edge_at(&c, sign * v, N) > 0); /* slips on */
        assert_true(edge_at(&c, -sign * v, N) < 0);
        jump_at(&c, -sign * v, N);
        assert_same(c.z[0], sign * z_0, 1e-14);
        assert_same(-sign * force_at(&c, -sign * v, N), Fs - sigma1 * v, 1e-13);
        assert_same(c.zdot[0], -sign * v, 0);
        assert_true(edge_at(&c, -sign * v, N) >= 0);
    }
}

/* States moved on at their rates; which edges are below zero there, more than an event before has left them. */
static bool crossed(contact *c, double v, double load, const double *start, const double *rate, double t, bool *fired)
{
    double g[BRI_LIST_MAX];
    bool any = false;
    for (int i = 0; i < c->states; i++)
        c->z[i] = start[i] + t * rate[i];
    bri_slip_set(&c->slip, 1, &v, load);
    c->law->events(&c->params, &c->slip, g);
    for (int i = 0; i < c->events; i++)
        any |= fired[i] = g[i] < (t > 0 ? -1e-12 : -1e-9);
    return any;
}

/* Moves a contact of one component by a distance: events where an edge passes zero, at once where v points back; between
 * them every state is linear in time, which is checked. Returns the work done against friction. */
static double move(contact *c, double v, double load, double distance)
{
    double left = distance / fabs(v), work = 0, start[STATES], rate[STATES];
    bool fired[BRI_LIST_MAX];
    for (int events = 0; events < 100; events++) {
        double first = force_at(c, v, load), low = 0, high = left;
        memcpy(start, c->z, sizeof start);
        memcpy(rate, c->zdot, sizeof rate);
        if (crossed(c, v, load, start, rate, 0, fired)) {
            c->law->handle_event(&c->params, &c->slip, fired, c->z, c->discrete);
            continue;
        }
        bool event = crossed(c, v, load, start, rate, left, fired);
        for (int pass = 0; event && pass < 100; pass++) {
            double t = (low + high) / 2;
            *(crossed(c, v, load, start, rate, t, fired) ? &high : &low) = t;
        }
        crossed(c, v, load, start, rate, high, fired);
        work -= (first + force_at(c, v, load)) / 2 * v * high;
        for (int i = 0; i < c->states; i++)
            assert_close(c->zdot[i], rate[i], 1e-7); /* of some 10 N/s while one holds */
        left -= high;
        if (!event) return work;
        c->law->handle_event(&c->params, &c->slip, fired, c->z, c->discrete);
    }
    fail_msg("too many events");
    return 0;
}

static void elastic_coulomb_encloses_the_area_of_a_parallelogram(void **state)
{
    (void)state; /* sides 2 Fc by 2 (A - Fc/k) */
    const double N = 20, Fc = 6, k = 4e4, A = 5e-4;
    contact c;
    MAKE(&c, "elastic_coulomb", 1, {"mu_k", 0.3}, {"k", k});
    move(&c, 0.01, N, Fc / k / 2); /* holding: F = k x, Andersson section 3.1 */
    assert_same(-force_at(&c, 0.01, N), Fc / 2, 1e-12);
    move(&c, 0.01, N, A - Fc / k / 2);
    assert_same(-force_at(&c, 0.01, N), Fc, 1e-12);
    for (int cycle = 0; cycle < 3; cycle++) {
        double area = move(&c, -0.01, N, 2 * A);
        assert_same(force_at(&c, -0.01, N), Fc, 1e-10);
        area += move(&c, 0.01, N, 2 * A);
        assert_same(area, 4 * Fc * (A - Fc / k), 1e-9);
    }
}

static void elastic_coulomb_stays_elastic_in_a_small_cycle(void **state)
{
    (void)state;
    const double N = 20, Fc = 6, k = 4e4;
    contact c;
    MAKE(&c, "elastic_coulomb", 1, {"mu_k", 0.3}, {"k", k});
    move(&c, 0.01, N, 3 * Fc / k);
    double area = move(&c, -0.01, N, 1.9 * Fc / k);
    assert_same(force_at(&c, -0.01, N), 0.9 * Fc, 1e-10);
    area += move(&c, 0.01, N, 1.9 * Fc / k);
    assert_close(area, 0, 1e-14);
    assert_same(-force_at(&c, 0.01, N), Fc, 1e-10);
}

/* Element i slips after F_i/k_i, F_i = alpha_i G: in a cycle of amplitude A it encloses 4 F_i (A - F_i/k_i) if that is
 * positive, else nothing. With a static peak G is that of the speed of the cycle. */
static void maxwell_slip_encloses_the_sum_of_its_elements_areas(void **state)
{
    (void)state;
    const double N = 50, speed = 0.8e-3, k[] = {5e4, 3e4, 2e4, 1e4}, alpha[] = {0.1, 0.2, 0.3, 0.4};
    for (int peak = 0; peak < 2; peak++) {
        double mu_s = peak ? 0.32 : 0.2, G = N * g_of(speed, 0.2, mu_s, 1e-3, 2);
        const double amplitudes[] = {1e-5, 1e-4, 2.5e-4, 2e-3};
        for (int n = 0; n < 4; n++) {
            double A = amplitudes[n], expected = 0, top = 0;
            contact c;
            MAKE(&c, "maxwell_slip", 1, {"k.1", k[0]}, {"k.2", k[1]}, {"k.3", k[2]}, {"k.4", k[3]},
                 {"alpha.1", alpha[0]}, {"alpha.2", alpha[1]}, {"alpha.3", alpha[2]}, {"alpha.4", alpha[3]},
                 {"mu_k", 0.2}, {"mu_s", mu_s}, {"v_s", 1e-3}, {"sigma2", 0});
            for (int i = 0; i < 4; i++) {
                expected += 4 * alpha[i] * G * fmax(0, A - alpha[i] * G / k[i]);
                top += fmin(k[i] * A, alpha[i] * G);
            }
            move(&c, speed, N, A);
            for (int cycle = 0; cycle < 2; cycle++) {
                assert_same(-force_at(&c, speed, N), top, 1e-9);
                double area = move(&c, -speed, N, 2 * A);
                assert_same(force_at(&c, -speed, N), top, 1e-9);
                area += move(&c, speed, N, 2 * A);
                assert_close(area, expected, 1e-9 * 4 * G * A);
            }
        }
    }
}

static void maxwell_slip_elements_relax_towards_their_share(void **state)
{
    (void)state; /* slipping: f_i' = C (alpha_i sgn v - f_i/G): f_i = alpha_i G + (f_0 - alpha_i G) e^(-C t/G) */
    const double N = 50, G = 10, C = 300;
    contact c;
    MAKE(&c, "maxwell_slip", 1, {"mu_k", 0.2}, {"mu_s", 0.2}, {"C", C}, {"sigma2", 2});
    for (int i = 0; i < 4; i++)
        c.discrete[i] = 1;
    advance(&c, (double[]){-0.5}, N, 0.05, 2000);
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        assert_same(c.z[i], -0.1 * (i + 1) * G * (1 - exp(-C * 0.05 / G)), 1e-10);
        sum += c.z[i];
    }
    assert_same(c.drag.force[0], -(sum + 2 * -0.5), 1e-13);
}

/* Which side of zero each edge is on; at zero it has just passed. */
static void see_sides(contact *c, double v, double load, bool *is_below)
{
    double g[BRI_LIST_MAX];
    bri_slip_set(&c->slip, 1, &v, load);
    c->law->events(&c->params, &c->slip, g);
    for (int i = 0; i < c->events; i++)
        is_below[i] = g[i] < -1e-9;
}

/* From steady sliding at 0.5 mm/s and 50 N to -50 mm/s within 1 ms, then on to x = -2 mm; the load falls to 25 N, evenly
 * between two times. Events are changes of sign of an edge. Returns the force that is left. */
static double reverse(contact *c, double falls_from, double falls_to)
{
    const double h = 2e-6, slow = 5e-4, fast = -0.05;
    bool is_below[BRI_LIST_MAX], now[BRI_LIST_MAX], fired[BRI_LIST_MAX];
    double x = 0, v = slow, load = 50;
    bri_slip_set(&c->slip, 1, &v, load);
    c->law->steady(&c->params, &c->slip, c->z, c->discrete);
    see_sides(c, v, load, is_below);
    for (int n = 1; x > -2e-3; n++) {
        v = fmax(fast, slow + (fast - slow) * n * h / 1e-3);
        load = 50 - 25 * fmin(1, fmax(0, (n * h - falls_from) / (falls_to - falls_from)));
        advance(c, &v, load, h, 1);
        x += h * v;
        see_sides(c, v, load, now);
        bool any = false;
        for (int i = 0; i < c->events; i++)
            any |= fired[i] = now[i] != is_below[i];
        if (!any) continue;
        c->law->handle_event(&c->params, &c->slip, fired, c->z, c->discrete);
        see_sides(c, v, load, is_below);
    }
    return force_at(c, v, load);
}

/* A held spring unloads along k x and is stretched the other way after at most twice its limit, here 1.6 mm; from then on
 * it resists. What it can hold falls below what it holds when speed rises past v_s after the reversal, or when the load
 * falls: that is no reason to carry it along, because it is being unloaded. */
static void maxwell_slip_resists_after_a_reversal(void **state)
{
    (void)state; /* v passes zero at 0.01 ms */
    const double cases[][3] = {{0.4, 1, 2}, {0.2, 0, 1e-6}, {0.2, 1e-4, 5e-4}, {0.4, 1e-4, 5e-4}};
    for (int i = 0; i < 4; i++) {
        contact c;
        MAKE(&c, "maxwell_slip", 1, {"mu_k", 0.2}, {"mu_s", cases[i][0]}, {"v_s", 1e-3}, {"sigma2", 0});
        assert_true(reverse(&c, cases[i][1], cases[i][2]) > 0);
        for (int e = 0; e < 4; e++)
            assert_true(c.z[e] < 0);
    }
}

static void springs_resist_after_a_reversal_while_the_load_falls(void **state)
{
    (void)state;
    const char *laws[] = {"elastic_coulomb", "reset_integrator"};
    const double falls[][2] = {{1, 2}, {0, 1e-6}, {1e-4, 5e-4}};
    for (int i = 0; i < 6; i++) {
        contact c;
        MAKE(&c, laws[i % 2], 1, {"mu_k", 0.2}, {"?mu_s", 0.2}, {"?k", 1e5}, {"?sigma0", 1e5});
        assert_close(reverse(&c, falls[i / 2][0], falls[i / 2][1]), i < 2 ? 10 : 5, 1e-9); /* mu_k N against v */
    }
}

/* --- elasto-plastic ------------------------------------------------------------------------------------------------ */

/* alpha of Dupont et al. 2002 */
static double dupont_alpha(double z, double z_ba, double z_max)
{
    if (fabs(z) <= z_ba) return 0;
    if (fabs(z) >= z_max) return 1;
    return 0.5 + 0.5 * sin(acos(-1.0) * (fabs(z) - (z_max + z_ba) / 2) / (z_max - z_ba));
}

static void elasto_plastic_is_dupont_et_al(void **state)
{
    (void)state;
    uint64_t seed = 6;
    const double N = 10, sigma0 = 1e5, sigma1 = 200, sigma2 = 3, share = 0.6, z_ba = share * 0.2 * N / sigma0;
    contact c;
    MAKE(&c, "elasto_plastic", 1, {"sigma0", sigma0}, {"sigma1", sigma1}, {"sigma2", sigma2}, {"mu_k", 0.2},
         {"mu_s", 0.3}, {"v_s", 1e-3}, {"elastic", share});
    for (int n = 0; n < 400; n++) {
        double v = uniform(&seed, -3e-3, 3e-3), z = uniform(&seed, -4e-5, 4e-5);
        double S = N * g_of(fabs(v), 0.2, 0.3, 1e-3, 2);
        double alpha = v * z > 0 ? dupont_alpha(z, z_ba, S / sigma0) : 0;
        double zdot = v * (1 - alpha * sigma0 * z * (v > 0 ? 1 : -1) / S);
        c.z[0] = z;
        assert_close(force_at(&c, v, N), -(sigma0 * z + sigma1 * zdot + sigma2 * v), 1e-12);
        assert_close(c.zdot[0], zdot, 1e-15);
    }
}

static void elasto_plastic_bristles_carry_the_displacement_below_z_ba(void **state)
{
    (void)state;
    const double N = 10, sigma0 = 1e5, z_ba = 0.7 * 2 / sigma0;
    contact c;
    MAKE(&c, "elasto_plastic", 1, {"sigma0", sigma0}, {"mu_k", 0.2}, {"mu_s", 0.3}, {"v_s", 1e-3}, {"elastic", 0.7},
         {"sigma2", 3});
    double x = 0;
    for (int n = 0; n < 200; n++) { /* vibration with a bias: no drift */
        double to = (n % 2 ? 0.99 : 0.3) * z_ba, v = to > x ? 2e-3 : -7e-4;
        advance_along(&c, v, N, fabs(to - x), 10);
        x = to;
        assert_same(c.z[0], x, 1e-12);
    }
    advance_along(&c, 5e-3, N, 40 * 3 / sigma0, 40000); /* steady sliding: S sgn v + sigma2 v */
    assert_same(-c.drag.force[0], N * g_of(5e-3, 0.2, 0.3, 1e-3, 2) + 3 * 5e-3, 1e-9);
}

/* --- Bouc-Wen ------------------------------------------------------------------------------------------------------ */

static void bouc_wen_of_exponent_1_is_dahl(void **state)
{
    (void)state; /* z' = (v - |v| z)/delta against z' = v - |v| z sigma0/Fc, sigma0 = Fc/delta */
    uint64_t seed = 7;
    const double N = 20, delta = 3e-5;
    contact wen, dahl;
    MAKE(&wen, "bouc_wen", 1, {"mu_k", 0.3}, {"delta", delta}, {"exponent", 1}, {"beta", 1}, {"gamma", 0});
    MAKE(&dahl, "dahl", 1, {"mu_k", 0.3}, {"sigma0", 6 / delta});
    for (int n = 0; n < 100; n++) {
        double v = uniform(&seed, -1, 1), y = uniform(&seed, -1.2, 1.2);
        wen.z[0] = y;
        dahl.z[0] = y * delta;
        assert_close(force_at(&wen, v, N), force_at(&dahl, v, N), 1e-13);
        assert_close(wen.zdot[0] * delta, dahl.zdot[0], 1e-14);
    }
}

static void bouc_wen_is_wens_equation_and_ends_at_its_limit(void **state)
{
    (void)state; /* delta z' = v - beta |v| |z|^(n-1) z - gamma v |z|^n; limit (beta + gamma)^(-1/n) */
    uint64_t seed = 8;
    const double cases[][3] = {{0.5, 0.5, 2}, {0.9, -0.3, 1.5}, {2, 1.2, 3}, {0.4, 0, 1}};
    for (int i = 0; i < 4; i++) {
        double beta = cases[i][0], gamma = cases[i][1], n = cases[i][2], delta = 1e-5;
        contact c;
        MAKE(&c, "bouc_wen", 1, {"mu_k", 0.3}, {"delta", delta}, {"exponent", n}, {"beta", beta}, {"gamma", gamma});
        for (int k = 0; k < 50; k++) {
            double v = uniform(&seed, -1, 1), z = uniform(&seed, -1.5, 1.5), a = fabs(z);
            c.z[0] = z;
            assert_close(force_at(&c, v, 20), -6 * z, 1e-13);
            assert_close(c.zdot[0] * delta, v - beta * fabs(v) * pow(a, n - 1) * z - gamma * v * pow(a, n), 1e-13);
        }
        c.z[0] = 0;
        advance_along(&c, -0.1, 20, 80 * delta, 8000);
        assert_same(c.z[0], -pow(beta + gamma, -1 / n), 1e-10);
    }
}

/* --- Gonthier ------------------------------------------------------------------------------------------------------ */

/* Params eqs. 16-23, with s = 1 in stick and dir as the cubic that is 1 and level at v_e. */
static void gonthier_is_its_equations_on_every_branch(void **state)
{
    (void)state;
    const double N = 10, sigma0 = 1e5, sigma1 = 300, sigma2 = 0.4, v_s = 1e-3, tau = 2, Fc = 2, Fs = 3.5;
    const double speeds[] = {3e-6, 9.9e-6, 1.01e-5, 4e-4, 1e-3, 5e-3}; /* v_e is 1e-5 */
    const double zs[] = {-4e-5, -1.2e-5, 0, 5e-6, 1.9e-5, 4e-5}, dwells[] = {0, 0.3, 0.95, 1};
    contact c;
    MAKE(&c, "gonthier", 1, {"sigma0", sigma0}, {"sigma1", sigma1}, {"sigma2", sigma2}, {"mu_k", 0.2}, {"mu_s", 0.35},
         {"v_s", v_s}, {"tau_dw", tau});
    int smooth = 0, clipped = 0, whole = 0, grows = 0, falls = 0;
    for (int n = 0; n < 6 * 6 * 4 * 2; n++) {
        double v = speeds[n % 6] * (n % 2 ? -1 : 1), z = zs[n / 6 % 6], dwell = dwells[n / 36 % 4], v_e = 0.01 * v_s;
        if (n >= 144) v = -v;
        double s = exp(-(v / v_s) * (v / v_s)), r = v / v_e;                                /* 17 */
        double dir = fabs(v) >= v_e ? v / fabs(v) : 1.5 * r - 0.5 * r * r * r;              /* 20 */
        double zdot = s * v + (1 - s) * (Fc * dir / sigma1 - sigma0 / sigma1 * z);          /* 18, 19 */
        double rate = s - dwell >= 0 ? (s - dwell) / tau : (s - dwell) / (sigma1 / sigma0); /* 21 */
        double F_br = sigma0 * z + sigma1 * zdot, F_max = Fc + (Fs - Fc) * dwell;           /* 16, 22 */
        double F = (fabs(F_br) <= F_max ? F_br : F_max * (F_br > 0 ? 1 : -1)) + sigma2 * v; /* 23 */
        c.z[0] = z;
        c.z[1] = dwell;
        assert_close(force_at(&c, v, N), -F, 1e-12);
        assert_close(c.zdot[0], zdot, 1e-14);
        assert_close(c.zdot[1], rate, 1e-12);
        smooth += fabs(v) < v_e;
        clipped += fabs(F_br) > F_max;
        whole += fabs(F_br) <= F_max;
        grows += s >= dwell;
        falls += s < dwell;
    }
    assert_true(smooth > 20 && clipped > 20 && whole > 20 && grows > 20 && falls > 20);
}

static void gonthier_dwell_grows_in_rest_as_an_exponential(void **state)
{
    (void)state; /* s = 1: s_dw = 1 - e^(-t/tau_dw), from eq. 21; z does not move */
    contact c;
    MAKE(&c, "gonthier", 1, {"tau_dw", 0.5}, {"mu_k", 0.2}, {"mu_s", 0.35});
    c.z[0] = 1e-5;
    advance(&c, (double[]){0}, 10, 0.8, 800);
    assert_same(c.z[1], 1 - exp(-0.8 / 0.5), 1e-9);
    assert_same(c.z[0], 1e-5, 0);
}

static void gonthier_limits_the_vector_along_the_bristles(void **state)
{
    (void)state; /* two components: F_br clipped along its own direction, dir = v/|v| */
    const double N = 10, v[2] = {6e-3, -8e-3}, s = exp(-100), sigma0 = 1e5, sigma1 = 300, dwell = 0.2;
    contact c;
    MAKE(&c, "gonthier", 2, {"sigma0", sigma0}, {"sigma1", sigma1}, {"sigma2", 0.4}, {"mu_k", 0.2}, {"mu_s", 0.35},
         {"v_s", 1e-3});
    c.z[0] = 3e-5, c.z[1] = 1e-5, c.z[2] = dwell;
    contact_eval(&c, v, N);
    double dir[2] = {0.6, -0.8}, F_br[2], F_max = 2 + 1.5 * dwell;
    for (int i = 0; i < 2; i++) {
        double zdot = s * v[i] + (1 - s) * (2 * dir[i] - sigma0 * c.z[i]) / sigma1;
        F_br[i] = sigma0 * c.z[i] + sigma1 * zdot;
        assert_close(c.zdot[i], zdot, 1e-14);
    }
    assert_close(hypot(F_br[0], F_br[1]), 2, 1e-12); /* in sliding the bristles give Fc, in the direction of sliding */
    for (int i = 0; i < 2; i++)
        assert_close(c.drag.force[i], -(F_br[i] + 0.4 * v[i]), 1e-12);
    c.z[2] = 0;
    const double slow[2] = {3e-6, 4e-6}; /* below v_e and stuck: sigma0 z is over the limit and points along z */
    contact_eval(&c, slow, N);
    for (int i = 0; i < 2; i++) {
        double zdot = c.zdot[i];
        F_br[i] = sigma0 * c.z[i] + sigma1 * zdot;
    }
    F_max = 2 / hypot(F_br[0], F_br[1]);
    assert_true(F_max < 0.8);
    for (int i = 0; i < 2; i++)
        assert_close(c.drag.force[i], -(F_br[i] * F_max + 0.4 * slow[i]), 1e-12);
}

/* --- two components ------------------------------------------------------------------------------------------------ */

typedef struct turn {
    const char *law;
    setting settings[8];
} turn;

#define BRISTLES                                                                                                       \
    {"sigma0", 1e5}, { "mu_k", 0.2 }
#define WITH_PEAK                                                                                                      \
    BRISTLES, {"mu_s", 0.3}, { "v_s", 1e-3 }
static const turn turns[] = {
    {"dahl", {BRISTLES}},
    {"dahl", {BRISTLES, {"exponent", 1.5}}},
    {"dankowicz", {{"mu_k", 0.2}, {"delta", 2e-5}}},
    {"stribeck_dankowicz", {{"mu_k", 0.2}, {"mu_s", 0.3}, {"delta", 2e-5}, {"k_v", 0}}},
    {"lugre", {WITH_PEAK, {"sigma2", 0}}},
    {"gonthier", {WITH_PEAK, {"sigma2", 0}, {"sigma1", 300}}},
    {"elasto_plastic", {WITH_PEAK, {"sigma2", 0}}},
    {"bouc_wen", {{"mu_k", 0.2}, {"delta", 2e-5}}},
    {"bouc_wen", {{"mu_k", 0.2}, {"delta", 2e-5}, {"beta", 0.9}, {"gamma", 0.1}, {"exponent", 1}}},
    {"elastic_coulomb", {{"mu_k", 0.2}, {"k", 1e5}}},
    {"reset_integrator", {BRISTLES, {"mu_s", 0.3}}},
    {"maxwell_slip", {{"mu_k", 0.2}, {"mu_s", 0.3}, {"sigma2", 0}}},
};

/* Marques eqs. 8-9 as printed keep the transverse part for ever; these laws lose it, and end on the friction circle. */
static void transverse_force_decays_after_a_turn_of_90_degrees(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof turns / sizeof *turns; n++) {
        contact c;
        contact_make(&c, turns[n].law, 2, turns[n].settings);
        const double N = 10, v = 0.01, along_y[2] = {0, v}, along_x[2] = {v, 0};
        bri_slip_set(&c.slip, 2, along_y, N);
        c.law->steady(&c.params, &c.slip, c.z, c.discrete);
        contact_eval(&c, along_y, N);
        double sliding = N * (strcmp(turns[n].law, "stribeck_dankowicz") ? 0.2 : g_of(v, 0.2, 0.3, 0.01, 2));
        assert_close(c.drag.force[0], 0, 1e-12);
        assert_same(c.drag.force[1], -sliding, 1e-12);
        contact_eval(&c, along_x, N);
        assert_same(c.drag.elastic[1], -sliding, 1e-12); /* all of it is there, apart from damping */
        double most = 0;
        for (int i = 0; i < 40; i++) { /* in all 80 deflections; for gonthier and maxwell_slip time is what counts */
            advance(&c, along_x, N, 40 * 2e-5 / v / 10, 400);
            most = fmax(most, hypot(c.drag.elastic[0], c.drag.elastic[1]));
            double g[BRI_LIST_MAX];
            c.law->events(&c.params, &c.slip, g);
            for (int k = 0; c.discrete_states && k < c.events; k++)
                assert_true(g[k] > 0); /* slips on in the new direction */
        }
        bool is_slow =
            !strcmp(turns[n].law, "dahl") && turns[n].settings[2].name; /* w = (e + u)(1 + x/2)^-2: algebraic */
        if (!strcmp(turns[n].law, "maxwell_slip")) advance(&c, along_x, N, 2, 2000); /* rate C/G = 50 1/s */
        assert_close(c.drag.force[1], 0, is_slow ? 2e-3 : 1e-9);
        assert_close(c.drag.force[0], -sliding, is_slow ? 2e-3 : 1e-8);
        assert_true(most < sliding * (1 + 1e-9));
    }
}

/* From z = (0, G/sigma0), v along x. Linear relaxation for Dahl and LuGre: z_y falls as e^(-x sigma0/G). Return mapping:
 * z_x = z_0 tanh(x/z_0), z_y = z_0 sech(x/z_0), from z_x' = v (1 - z_x^2/z_0^2). Gonthier: e^(-(1-s) t sigma0/sigma1). */
static void the_turn_follows_its_closed_form(void **state)
{
    (void)state;
    const double N = 10, v = 0.01, z_0 = 2e-5, along_x[2] = {v, 0}, along_y[2] = {0, v};
    const char *linear[] = {"dahl", "lugre"}, *mapped[] = {"elastic_coulomb", "reset_integrator"};
    for (int i = 0; i < 2; i++) {
        contact c, m;
        MAKE(&c, linear[i], 2, BRISTLES, {"?mu_s", 0.3});
        MAKE(&m, mapped[i], 2, {i ? "sigma0" : "k", 1e5}, {"mu_k", 0.2}, {"?mu_s", 0.3});
        c.z[1] = m.z[1] = z_0;
        m.discrete[0] = 1;
        for (double x = 0.5; x < 4; x += 0.5) {
            advance(&c, along_x, N, 0.5 * z_0 / v, 200);
            advance(&m, along_x, N, 0.5 * z_0 / v, 200);
            assert_same(c.z[1], z_0 * exp(-x), 1e-9);
            assert_same(c.z[0], z_0 * (1 - exp(-x)), 1e-9);
            assert_same(-m.drag.force[0], 2 * tanh(x), 1e-9);
            assert_same(-m.drag.force[1], 2 / cosh(x), 1e-9);
            assert_same(hypot(m.z[0], m.z[1]), z_0, 1e-9);
        }
    }
    contact g;
    MAKE(&g, "gonthier", 2, BRISTLES, {"mu_s", 0.3}, {"v_s", 0.01}, {"sigma1", 300});
    bri_slip_set(&g.slip, 2, along_y, N);
    g.z[1] = z_0;
    double rate = (1 - exp(-1)) * 1e5 / 300;
    advance(&g, along_x, N, 3 / rate, 2000);
    assert_same(g.z[1], z_0 * exp(-3), 1e-9);
}

static void bristles_that_start_inside_stay_within_the_largest_friction(void **state)
{
    (void)state; /* |sigma0 z| <= max S while v turns at random and changes its size */
    uint64_t seed = 9;
    const char *laws[] = {"dahl", "lugre"};
    for (int n = 0; n < 2; n++) {
        contact c;
        MAKE(&c, laws[n], 2, BRISTLES, {"?mu_s", 0.3});
        double limit = (n ? 3 : 2) / 1e5, most = 0;
        c.z[1] = limit;
        for (int i = 0; i < 3000; i++) {
            double speed = random_scale(&seed, 1e-5, 1e-2), angle = uniform(&seed, 0, 6.28);
            advance(&c, (double[]){speed * cos(angle), speed * sin(angle)}, 10, uniform(&seed, 0, 2e-5) / speed, 20);
            most = fmax(most, hypot(c.z[0], c.z[1]) / limit);
        }
        assert_true(most <= 1 + 1e-12);
        assert_true(most > 0.5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dahl_follows_an_exponential_from_rest_and_from_reversal),
        cmocka_unit_test(dahl_of_any_exponent_follows_its_closed_form),
        cmocka_unit_test(dahl_reaches_95_percent_after_the_known_distance),
        cmocka_unit_test(dahl_beyond_the_limit_comes_back_to_it),
        cmocka_unit_test(dankowicz_is_dahl_with_a_stiffness_of_mu_N_by_delta),
        cmocka_unit_test(stribeck_dankowicz_is_the_combined_law_as_printed),
        cmocka_unit_test(lugre_at_constant_speed_relaxes_exponentially),
        cmocka_unit_test(lugre_is_wojtyras_coefficient_form_when_scaled_by_load),
        cmocka_unit_test(lugre_is_marques_eqs_29_to_31_when_scaled_by_equivalent_load),
        cmocka_unit_test(scalings_coincide_at_one_load_with_parameters_divided_by_it),
        cmocka_unit_test(lugre_offers_three_kinds_of_viscous_friction),
        cmocka_unit_test(reset_integrator_jumps_at_break_away_and_at_re_stick),
        cmocka_unit_test(elastic_coulomb_encloses_the_area_of_a_parallelogram),
        cmocka_unit_test(elastic_coulomb_stays_elastic_in_a_small_cycle),
        cmocka_unit_test(maxwell_slip_encloses_the_sum_of_its_elements_areas),
        cmocka_unit_test(maxwell_slip_elements_relax_towards_their_share),
        cmocka_unit_test(maxwell_slip_resists_after_a_reversal),
        cmocka_unit_test(springs_resist_after_a_reversal_while_the_load_falls),
        cmocka_unit_test(elasto_plastic_is_dupont_et_al),
        cmocka_unit_test(elasto_plastic_bristles_carry_the_displacement_below_z_ba),
        cmocka_unit_test(bouc_wen_of_exponent_1_is_dahl),
        cmocka_unit_test(bouc_wen_is_wens_equation_and_ends_at_its_limit),
        cmocka_unit_test(gonthier_is_its_equations_on_every_branch),
        cmocka_unit_test(gonthier_dwell_grows_in_rest_as_an_exponential),
        cmocka_unit_test(gonthier_limits_the_vector_along_the_bristles),
        cmocka_unit_test(transverse_force_decays_after_a_turn_of_90_degrees),
        cmocka_unit_test(the_turn_follows_its_closed_form),
        cmocka_unit_test(bristles_that_start_inside_stay_within_the_largest_friction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
