/* test_measures.c - what a result says of a whole run: peaks of contact forces, ranges that formulas were left by
 *
 * Both are found between the rows of a result, from the steps of the integrator. */
#include "mechanism.h"

static const double pi = 3.14159265358979323846;

static bri_result *run_by(const char *model, const bri_run_def *def)
{
    bri_error err = {0};
    bri_result *result = NULL;
    bri_system *system = build(model);
    if (bri_run(system, def, &result, &err)) fail_msg("%s: %s", def->integrator, err.what);
    bri_system_destroy(system);
    return result;
}

/* --- the largest contact force -------------------------------------------------------------------------------------------- */

typedef struct pace {
    const char *integrator;
    double rtol, step;  /* step: in rad of the oscillation on the contact's spring */
    double force, time; /* how well the peak is met: relative; in rad */
} pace;

/* A mass m that meets a linear spring k at the speed v under gravity g:
 *
 *     F(t) = m g (1 - cos w t) + v sqrt(k m) sin w t,   w = sqrt(k/m)
 *     largest m g + sqrt((m g)^2 + v^2 k m), at w t = pi - atan(v w/g)
 *
 * Without gravity it is v sqrt(k m), after a quarter of the period. Integrators make some 5 to 15 steps of 0.1 to 0.3 rad in
 * this time and look three times into each: the largest of the forces that are seen would be too small by up to
 * 0.05^2/2 = 1.25e-3 of it, and up to 0.05 rad beside the peak. A parabola leaves 0.1^4/100 of it, and 0.1^3/10 rad; the
 * rest is the error of the integrator, and of rk4's cubic interpolation. */
static void linear_impact_peaks_where_its_closed_form_does(void **state)
{
    (void)state;
    static const pace paces[] = {{"rk4", 0, 0.3, 6e-5, 5e-4},       {"rk4", 0, 0.2, 1e-5, 1e-4},
                                 {"dopri5", 1e-6, 0, 4e-6, 1e-4},   {"dopri5", 1e-5, 0, 2e-5, 3e-4},
                                 {"bristle5", 1e-6, 0, 8e-6, 2e-4}, {"radau5", 1e-6, 0, 4e-6, 1e-4}};
    const double m = 0.1, height = 0.01;
    for (size_t p = 0; p < sizeof paces / sizeof *paces; p++)
        for (int i = 0; i < 8; i++) {
            double g = i % 2 ? 200 : 0, k = 1e4 * (1 + 0.4 * i), w = sqrt(k / m), thrown = 0.5 + 0.21 * i;
            double v = sqrt(thrown * thrown + 2 * g * height), begins = 2 * height / (thrown + v);
            double force = m * g + hypot(m * g, v * sqrt(k * m)), time = begins + (pi - atan2(v * w, g)) / w;
            const char *model =
                MODEL("gravity: [0, %.17g]\n"
                      "bodies: {ball: {mass: 0.1 kg, inertia: 1e-5 kg m2, radius: 10 mm, at: [0, %.17g], velocity: [0, "
                      "%.17g], spin: 0}}\n"
                      "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: power, stiffness: "
                      "%.17g, exponent: 1}}}\n",
                      -g, 0.01 + height, -thrown, k);
            bri_run_def def = bri_run_defaults();
            def.integrator = paces[p].integrator;
            def.rtol = paces[p].rtol;
            def.step = paces[p].step / w;
            def.until = time + 1.2 / w;
            bri_result *result = run_by(model, &def);
            assert_int_equal(result->contact_summaries, 1);
            assert_close(result->contact_summary[0]->peak / force, 1, paces[p].force);
            assert_close((result->contact_summary[0]->peak_time - time) * w, 0, paces[p].time);
            bri_result_destroy(result);
        }
}

/* The ball falls back after the first impact with more weight, or with less, from a time t on that it spends in flight: with
 * v1 and y1 there it comes down with v^2 = v1^2 + 2 g2 y1. The larger of both impacts is told. */
static void the_largest_of_several_impacts_is_told(void **state)
{
    (void)state;
    static const double extra[] = {3, 0.5, -0.5}; /* N, beside 1 N of weight */
    const double m = 0.1, g = 10, k = 1e4, w = sqrt(k / m), lasts = 2 * (pi - atan(w / g)) / w;
    double t = 0.2 + lasts + 0.05, v1 = 1 - g * 0.05, y1 = 0.05 - g * 0.05 * 0.05 / 2;
    for (int i = 0; i < 3; i++) {
        double g2 = g + extra[i] / m, v = sqrt(v1 * v1 + 2 * g2 * y1), again = t + (v1 + v) / g2;
        double first = m * g + hypot(m * g, sqrt(k * m)), second = m * g2 + hypot(m * g2, v * sqrt(k * m));
        double time = second > first ? again + (pi - atan2(v * w, g2)) / w : 0.2 + (pi - atan2(w, g)) / w;
        bri_run_def def = bri_run_defaults();
        def.integrator = "dopri5";
        def.rtol = 1e-6;
        def.until = again + 0.05;
        bri_result *result = run_by(
            MODEL("gravity: [0, -10]\n"
                  "bodies: {ball: {mass: 0.1 kg, inertia: 1e-5 kg m2, radius: 10 mm, at: [0, 10 mm], velocity: [0, 1], "
                  "spin: 0}}\n"
                  "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: power, stiffness: 1e4, "
                  "exponent: 1}}}\n"
                  "forces: {extra: {force: ball, along: [0, -1], value: {step: %.17g N, start: %.17g s}}}\n",
                  extra[i], t),
            &def);
        assert_int_equal(result->contact_summary[0]->contacts, 2);
        assert_close(result->contact_summary[0]->peak / fmax(first, second), 1, 2e-5);
        assert_close((result->contact_summary[0]->peak_time - time) * w, 0, 1e-3);
        bri_result_destroy(result);
    }
}

/* --- ranges of formulas ------------------------------------------------------------------------------------------------------- */

static const bri_range_exceeded *range(const bri_result *result, const char *what)
{
    for (int i = 0; i < result->ranges_exceeded; i++)
        if (!strcmp(result->range_exceeded[i]->what, what)) return result->range_exceeded[i];
    fail_msg("there is no range of '%s'", what);
    return NULL;
}

typedef struct film {
    const char *law;
    double viscosity, load; /* Pa s, at a density of 1000 kg/m3: 1e-3 Pa s is 1e-6 m2/s; N on 10 mm */
} film;

/* A block that a driver slides along the ground: V_s = V_sum = its speed. */
static bri_result *slide(const film *f, const char *motion, double until)
{
    const char *model = MODEL(
        "bodies: {block: {mass: 1 kg, inertia: 1e-3 kg m2}}\n"
        "joints:\n"
        "  guide: {translational: [ground, block], along: [1, 0]}\n"
        "  drive: {translation_driver: [ground, block], along: [1, 0], motion: {%s}}\n"
        "  face: {rub: [ground, block], along: [1, 0], friction: {law: %s, load: %.17g N, surfaces: {length: 10 mm, "
        "viscosity: %.17g Pa s, density: 1000 kg/m3, roughness: 0.4 um, modulus: 110 GPa, radius_a: 12 mm, "
        "radius_b: 24 mm}}}\n",
        motion, f->law, f->load, f->viscosity);
    bri_run_def def = bri_run_defaults();
    def.until = until;
    def.max_step = until / 2000;
    return run_by(model, &def);
}

static double pressure_on(double load) /* Drozdov and Gavrikov: sqrt(W E/(pi R)), 1/R = 1/12 mm + 1/24 mm */
{
    return sqrt(load / 0.01 * 110e9 * (1 / 0.012 + 1 / 0.024) / pi);
}

static const film usual = {"drozdov_gavrikov", 0.1, 2000}, thin = {"misharin", 0.02, 2000};

/* At a constant speed nothing changes: it is outside all of the time, or never. Each limit, from both sides. */
static void a_limit_is_passed_where_it_stands(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        double from, to, least, most; /* range; values that are tried, around its ends */
    } ranges[] = {{"V_s", 0, 15, NAN, 15},
                  {"V_sum", 3, 20, 3, 20},
                  {"nu", 4e-6, 500e-6, 4e-6, 500e-6},
                  {"p_max", 4000 * 98066.5, 20000 * 98066.5, 4000 * 98066.5, 20000 * 98066.5},
                  {"mu", 0.02, 0.08, 0.02, 0.08}};
    static const double beside[] = {-0.1, -1e-2, -1e-4, 1e-4, 1e-2, 0.1};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        for (int upper = 0; upper < 2; upper++)
            for (int k = 0; k < 6; k++) {
                const char *what = ranges[i].what;
                double value = (upper ? ranges[i].most : ranges[i].least) * (1 + beside[k]), speed = 10;
                bool is_outside = upper ? beside[k] > 0 : beside[k] < 0;
                film f = strcmp(what, "mu") ? usual : thin;
                char motion[100];
                if (isnan(value)) continue;
                if (what[0] == 'V') speed = value;
                if (!strcmp(what, "nu")) f.viscosity = 1000 * value;
                if (!strcmp(what, "p_max")) f.load *= pow(value / pressure_on(f.load), 2);
                if (!strcmp(what, "mu")) f.viscosity = 1e-3 * pow(0.325 / value, 4) / (speed * speed); /* nu in cSt */
                snprintf(motion, sizeof motion, "ramp: %.17g m, end: 1 s", speed);
                bri_result *result = slide(&f, motion, 0.01);
                const bri_range_exceeded *r = range(result, what);
                assert_close(r->from / ranges[i].to, ranges[i].from / ranges[i].to, 1e-12);
                assert_close(r->to / ranges[i].to, 1, 1e-12);
                assert_close(r->least / value, 1, 1e-7);
                assert_close(r->most / value, 1, 1e-7);
                assert_close(r->outside, is_outside, 1e-12);
                bri_result_destroy(result);
            }
}

/* The speed falls from one value to another as a cosine: v = 25 m/s cos(w t), w = 10 rad/s. */
static void the_share_of_time_beyond_a_limit_is_told(void **state)
{
    (void)state;
    static const struct {
        double from, to; /* m/s */
    } runs[] = {{24, 5}, {24, 16}, {10, 1}, {2.5, 1}, {24, 1}, {14, 4}, {24, 2.9}, {20.5, 2.9}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        double begins = acos(runs[i].from / 25), lasts = acos(runs[i].to / 25) - begins;
        double above_15 = fmax(acos(fmin(15 / 25., runs[i].from / 25)) - begins, 0);
        double above_20 = fmax(acos(fmin(20 / 25., runs[i].from / 25)) - begins, 0);
        double below_3 = fmax(begins + lasts - fmax(acos(3 / 25.), begins), 0);
        char motion[160];
        if (runs[i].to > 15) above_15 = lasts;
        snprintf(motion, sizeof motion, "sine: 2.5 m, frequency: %.17g Hz, phase: %.17g rad, offset: %.17g m",
                 10 / (2 * pi), begins, -2.5 * sin(begins));
        bri_result *result = slide(&usual, motion, lasts / 10);
        const bri_range_exceeded *sliding = range(result, "V_s"), *sum = range(result, "V_sum");
        assert_close(sliding->outside, above_15 / lasts, 1e-3); /* 2000 steps, three looks each */
        assert_close(sum->outside, (above_20 + below_3) / lasts, 1e-3);
        for (int k = 0; k < 2; k++) { /* the first look is a third of a step after the beginning */
            assert_close((k ? sum : sliding)->most, runs[i].from, 1e-3 * runs[i].from);
            assert_close((k ? sum : sliding)->least, runs[i].to, 1e-5 * runs[i].to);
        }
        assert_close(range(result, "nu")->outside, 0, 0);
        bri_result_destroy(result);
    }
}

/* mu = 0.0099 log10(3.89e7 W/(eta V_s V_sum^2)), V in in/s, W in lbf/in, eta in cP: negative from some speed on, and 0 then. */
static void a_negative_coefficient_is_told(void **state)
{
    (void)state;
    static const double speeds[] = {1, 5, 20, 50};
    for (int i = 0; i < 4; i++) {
        const film f = {"askwith", 0.1, 20};
        double v = speeds[i] / 0.0254, W = f.load / 0.01 / (4.4482216152605 / 0.0254);
        double mu = 0.0099 * log10(3.89e7 * W / (1000 * f.viscosity * v * v * v));
        char motion[100];
        snprintf(motion, sizeof motion, "ramp: %.17g m, end: 1 s", speeds[i]);
        bri_result *result = slide(&f, motion, 0.01);
        const bri_range_exceeded *r = range(result, "mu");
        assert_true(r->from == 0 && isinf(r->to));
        assert_close(r->least, mu, 1e-8);
        assert_close(r->outside, mu < 0, 1e-12);
        if (mu < 0) assert_close(result->friction_summary[0]->ratio_most, 0, 0);
        bri_result_destroy(result);
    }
}

/* --- the work of a signal ------------------------------------------------------------------------------------------------ */

/* The free angle of a spring is turned while the body stands still: all work is stored, k (s^2 - s_0^2)/2, whatever the time that it
 * takes; no step length follows from a motion. */
static void work_of_a_signal_is_found_where_nothing_moves(void **state)
{
    (void)state;
    static const double spans[] = {1e-3, 0.1, 1, 1.99};
    for (int i = 0; i < 4; i++) {
        double k = 3, from = -0.4, to = 1.7;
        bri_run_def def = bri_run_defaults();
        bri_result *result = run_by(MODEL("bodies: {body: {mass: 1, inertia: 1}}\n"
                                          "joints: {weld: {fixed: [ground, body]}}\n"
                                          "forces: {spring: {torsion_spring: [ground, body], stiffness: %.17g,\n"
                                          "  angle: {smooth_step: %.17g, from: %.17g, end: %.17g}}}\n"
                                          "run: {until: 2}\n",
                                          k, to, from, spans[i]),
                                    &def);
        double work = 0.5 * k * (to * to - from * from);
        for (int n = 0; n < result->terms; n++)
            if (strstr(result->term[n]->name, "work of")) assert_close(result->term[n]->energy, work, 1e-4);
        assert_true(fabs(result->energy_error) <= 1e-4 * work); /* a tenth of the alarm */
        bri_result_destroy(result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_impact_peaks_where_its_closed_form_does),
        cmocka_unit_test(the_largest_of_several_impacts_is_told),
        cmocka_unit_test(a_limit_is_passed_where_it_stands),
        cmocka_unit_test(the_share_of_time_beyond_a_limit_is_told),
        cmocka_unit_test(a_negative_coefficient_is_told),
        cmocka_unit_test(work_of_a_signal_is_found_where_nothing_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
