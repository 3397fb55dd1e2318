/* test_elastic.c - links that are elastic along their axis: static stretch, vibration, masses, momentum, the rigid limit */
#include "mechanism.h"

static const way smooth[] = {{"dopri5", 1e-9}, {"radau5", 1e-9}, {"cvode", 1e-10}};
static const way undamped[] = {{"dopri5", 1e-9}, {"radau5", 1e-9}, {"cvode", 1e-12}};

/* --- a bar that is pulled: each spring stretches by F/k ----------------------------------------------------------------- */

static const char *pulled(const char *elastic, const char *more)
{
    return MODEL("materials: {steel: {modulus: 200 GPa, poisson: 0.3}}\n"
                 "bodies: {rod: {mass: 10 kg, inertia: 2 kg m2, at: [0.3, 0], material: steel,\n"
                 "         points: {a: [-0.3, 0], b: [0.7, 0]}, elastic: {from: a, to: b, %s}}}\n"
                 "joints: {pin: {revolute: [ground, rod.a], at: [0, 0]%s}}\n"
                 "forces: {pull: {force: rod.b, along: [1, 0], value: 100 N}}\n",
                 elastic, more);
}

static void stretches_by_the_force_over_the_stiffness(void **state)
{
    (void)state;
    for (EACH(by, smooth)) {
        bri_result *result =
            run(pulled("stiffness: [1e5 N/m, 2e5 N/m], damping: 1e3 N s/m", ""), by->integrator, 3, by->rtol, 1e-6);
        meet(result, "rod.a.spring.slide", 100 / 1e5, 1e-9);
        meet(result, "rod.b.spring.slide", 100 / 2e5, 1e-9);
        meet(result, "rod.a.spring.force", -100, 1e-4);
        meet(result, "pin.force_x", -100, 1e-4);
        bri_result_destroy(result);
    }
}

static void comes_from_modulus_area_and_length(void **state)
{
    (void)state; /* F L/(E A) in all, half of it at each end; L = 1 m */
    double E = 70e9, A = 1e-6, whole = 100 * 1 / (E * A);
    bri_result *result = run(pulled("area: 1 mm2, modulus: 70 GPa, damping: 1e3", ""), "radau5", 3, 1e-9, 1e-6);
    meet(result, "rod.a.spring.slide", whole / 2, 1e-9);
    meet(result, "rod.b.spring.slide", whole / 2, 1e-9);
    bri_result_destroy(result);
    result = run(pulled("area: 1 mm2, damping: 1e3", ""), "radau5", 3, 1e-9, 1e-6); /* its material: 200 GPa */
    meet(result, "rod.a.spring.slide", 100 / (2 * 200e9 * A), 1e-9);
    bri_result_destroy(result);
}

static void has_the_compliance_of_its_joint_in_series(void **state)
{
    (void)state;
    bri_result *result =
        run(pulled("stiffness: 1e5 N/m, damping: 1e3 N s/m", ", compliance: 2e-6 m/N"), "radau5", 3, 1e-9, 1e-6);
    meet(result, "rod.a.spring.slide", 100 * (1 / 1e5 + 2e-6), 1e-9);
    meet(result, "rod.b.spring.slide", 100 / 1e5, 1e-9);
    bri_result_destroy(result);
}

static void counts_a_compliance_once_where_two_links_meet(void **state)
{
    (void)state;
    const char *model =
        MODEL("bodies:\n"
              "  one: {mass: 1 kg, inertia: 0.2 kg m2, at: [0.5, 0], points: {a: [-0.5, 0], b: [0.5, 0]},\n"
              "        elastic: {from: a, to: b, stiffness: 1e5, damping: 500}}\n"
              "  two: {mass: 1 kg, inertia: 0.2 kg m2, at: [1.5, 0], points: {a: [-0.5, 0], b: [0.5, 0]},\n"
              "        elastic: {from: a, to: b, stiffness: [2e5, 4e5], damping: 500}}\n"
              "joints:\n"
              "  wall: {fixed: [ground, one.a], at: [0, 0]}\n"
              "  pin: {revolute: [one.b, two.a], compliance: 1e-5 m/N}\n"
              "  end: {translational: [ground, two.b], at: [2, 0], along: [1, 0]}\n"
              "forces: {pull: {force: two.b, along: [1, 0], value: 100 N}}\n");
    bri_result *result = run(model, "radau5", 3, 1e-9, 1e-6);
    meet(result, "end.slide", 100 * (1 / 1e5 + 1 / 1e5 + 1e-5 + 1 / 2e5 + 1 / 4e5), 1e-8);
    bri_result_destroy(result);
}

/* --- vibration: the middle and the end with its mass, two masses on two springs in closed form ---------------------------- */

/* m x1'' = -k1 x1 + k2 (x2 - x1), M x2'' = -k2 (x2 - x1); x = 0, x1' = 0, x2' = v at the beginning: x2 at t. */
static double two_masses(double m, double M, double k1, double k2, double v, double t)
{
    double half = 0.5 * ((k1 + k2) / m + k2 / M), root = sqrt(half * half - k1 * k2 / (m * M)), x2 = 0;
    double square[2] = {half - root, half + root}, shape[2]; /* x1/x2 of each mode */
    for (int i = 0; i < 2; i++)
        shape[i] = 1 - M * square[i] / k2;
    for (int i = 0; i < 2; i++) { /* velocities (0, v) are a sum of the modes (shape, 1) */
        double part = v * shape[1 - i] / (shape[1 - i] - shape[i]);
        x2 += part / sqrt(square[i]) * sin(sqrt(square[i]) * t);
    }
    return x2;
}

static void vibrates_as_two_masses_on_two_springs(void **state)
{
    (void)state;
    const char *model =
        MODEL("bodies:\n"
              "  rod: {mass: 1.04 kg, inertia: 0.2 kg m2, at: [0.5, 0], points: {a: [-0.5, 0], b: [0.5, 0]},\n"
              "        elastic: {from: a, to: b, stiffness: [1e4 N/m, 3e4 N/m]}}\n"
              "  load: {mass: 5 kg, inertia: 0.1 kg m2, at: [1, 0], velocity: [0.3 m/s, 0], spin: 0}\n"
              "joints:\n"
              "  wall: {fixed: [ground, rod.a], at: [0, 0]}\n"
              "  pin: {revolute: [rod.b, load]}\n"
              "  guide: {translational: [ground, load], at: [1, 0], along: [1, 0]}\n"); /* middle 1 kg, ends 0.02 kg */
    for (EACH(by, undamped)) {
        bri_result *result = run(model, by->integrator, 1, by->rtol, 1e-6);
        meet(result, "guide.slide", two_masses(1, 5.02, 1e4, 3e4, 0.3, 1), 2e-7);
        bri_result_destroy(result);
    }
}

/* --- mass, mass centre and inertia are those that were given --------------------------------------------------------------- */

static const char *flying(const char *forces)
{
    /* its mass centre is neither in the middle of its axis nor on it */
    return MODEL("bodies:\n"
                 "  rod: {mass: 3 kg, inertia: 0.7 kg m2, at: [1, 2], angle: 0.5, velocity: [3 m/s, -2 m/s], spin: 5,\n"
                 "        points: {a: [-0.2, 0.1], b: [0.9, -0.3], c: [0.1, 0.2]},\n"
                 "        elastic: {from: a, to: b, stiffness: [1e4, 2e4], damping: [10, 20], ends: 0.1}}\n%s",
                 forces);
}

static void has_the_kinetic_energy_of_the_body(void **state)
{
    (void)state;
    bri_result *result = run(flying(""), "dopri5", 1, 1e-10, 1e-6);
    assert_close(at_row(result, 0, "energy.kinetic"), 0.5 * 3 * 13 + 0.5 * 0.7 * 25, 1e-12);
    bri_result_destroy(result);
}

static void keeps_momentum(void **state)
{
    (void)state;
    double f = 0.1, mass[3] = {3 / 1.2, f * 3 / 1.2, f * 3 / 1.2}, p[2] = {0}, at[2] = {0};
    static const char *const body[] = {"rod", "rod.a", "rod.b"};
    bri_result *result = run(flying(""), "dopri5", 2, 1e-10, 1e-6);
    for (int i = 0; i < 3; i++) {
        char name[4][40];
        for (int k = 0; k < 4; k++)
            snprintf(name[k], sizeof name[k], "%s.%s", body[i], (const char *const[]){"vx", "vy", "x", "y"}[k]);
        for (int d = 0; d < 2; d++) {
            p[d] += mass[i] * last(result, name[d]);
            at[d] += mass[i] * last(result, name[2 + d]) / 3;
        }
    }
    assert_close(p[0], 9, 1e-9);
    assert_close(p[1], -6, 1e-9);
    assert_close(at[0], 1 + 2 * 3, 1e-8);
    assert_close(at[1], 2 - 2 * 2, 1e-8);
    /* stretched and turning steadily at the end: angular momentum L = J' w of the larger J' */
    assert_true(last(result, "rod.spin") < 5);
    assert_true(last(result, "rod.a.spring.slide") + last(result, "rod.b.spring.slide") > 0);
    bri_result_destroy(result);
}

static void is_pushed_at_the_mass_centre_of_the_whole(void **state)
{
    (void)state;
    /* across the axis (1.1, -0.4) of a body at rest that is not turned: nothing stretches, nothing turns */
    const char *model = MODEL("bodies:\n"
                              "  rod: {mass: 3 kg, inertia: 0.7 kg m2, velocity: [0, 0], spin: 0,\n"
                              "        points: {a: [-0.2, 0.1], b: [0.9, -0.3]},\n"
                              "        elastic: {from: a, to: b, stiffness: 1e4, ends: 0.1}}\n"
                              "forces: {push: {force: rod, along: [0.4, 1.1], value: 6 N, turns: with_body}}\n");
    bri_result *result = run(model, "dopri5", 1, 1e-10, 1e-6);
    meet(result, "rod.spin", 0, 1e-9);
    assert_close(hypot(last(result, "rod.vx"), last(result, "rod.vy")), 2, 1e-9);
    bri_result_destroy(result);
}

/* --- the rigid limit --------------------------------------------------------------------------------------------------------- */

static const char *slider_crank(const char *elastic)
{
    /* crank 0.1 m at 60 degrees, rod 0.3 m to a slider on the x axis */
    double phi = acos(0.5), y = 0.1 * sin(phi), across = sqrt(0.09 - y * y), x = 0.1 * cos(phi);
    return MODEL("bodies:\n"
                 "  crank: {mass: 1 kg, inertia: 0.002 kg m2, at: [%.17g, %.17g], angle: %.17g, spin: 10 rad/s,\n"
                 "          points: {a: [-0.05, 0], b: [0.05, 0]}}\n"
                 "  rod: {mass: 1 kg, inertia: 0.008 kg m2, at: [%.17g, %.17g], angle: %.17g,\n"
                 "        points: {a: [-0.15, 0], b: [0.15, 0]}%s}\n"
                 "  block: {mass: 2 kg, inertia: 0.01 kg m2, at: [%.17g, 0]}\n"
                 "joints:\n"
                 "  main: {revolute: [ground, crank.a]}\n"
                 "  big: {revolute: [crank.b, rod.a]}\n"
                 "  small: {revolute: [rod.b, block]}\n"
                 "  guide: {translational: [ground, block], along: [1, 0]}\n",
                 x / 2, y / 2, phi, x + across / 2, y / 2, -atan2(y, across), elastic, x + across);
}

static double end_of_crank(const char *elastic, double *energy)
{
    bri_result *result = run(slider_crank(elastic), "radau5", 1, 1e-10, 1e-6);
    double angle = last(result, "crank.angle");
    *energy = at_row(result, 0, "energy.kinetic");
    bri_result_destroy(result);
    return angle;
}

static void tends_to_the_rigid_link(void **state)
{
    (void)state;
    double energy[3], rigid = end_of_crank("", &energy[0]);
    double soft = end_of_crank(", elastic: {from: a, to: b, stiffness: 1e7, damping: 1e4}", &energy[1]);
    double hard = end_of_crank(", elastic: {from: a, to: b, stiffness: 1e8, damping: 1e5}", &energy[2]);
    /* velocities that are not given are those of the rigid mechanism */
    assert_close(energy[1], energy[0], 1e-9);
    assert_close(energy[2], energy[0], 1e-9);
    assert_close((soft - rigid) / (hard - rigid), 10, 0.1); /* what is left falls with 1/k */
    assert_close((10 * hard - soft) / 9, rigid, 2e-6);      /* and is nothing without compliance */
}

/* --- numbers that change on the way --------------------------------------------------------------------------------------------- */

static void follows_its_numbers(void **state)
{
    (void)state;
    bri_system *system = build(pulled("stiffness: [1e5, 2e5], damping: 1e3", ""));
    bri_sim *sim = NULL;
    bri_run_def def = bri_run_defaults();
    bri_error err = {0};
    def.until = 10;
    def.integrator = "radau5";
    assert_false(bri_sim_create(system, &def, &sim, &err));
    int slide = bri_sim_find(sim, "rod.a.spring.slide");
    assert_false(bri_sim_advance(sim, 2, &err));
    assert_close(bri_sim_value(sim, slide), 1e-3, 1e-7);
    assert_false(bri_sim_set_number(sim, "rod.elastic.stiffness.1", 4e5, &err));
    assert_false(bri_sim_set_number(sim, "rod.mass", 5, &err));
    assert_false(bri_sim_advance(sim, 4, &err));
    assert_close(bri_sim_value(sim, slide), 100 / 4e5, 1e-7);
    assert_true(bri_sim_set_number(sim, "rod.elastic.ends", 0.1, &err));
    assert_non_null(strstr(err.what, "cannot change their lengths during a simulation"));
    assert_false(bri_sim_advance(sim, 6, &err));
    assert_close(bri_sim_value(sim, slide), 100 / 4e5, 1e-7);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

static void tells_how_stiff_it_is(void **state)
{
    (void)state;
    bri_system *system = build(pulled("stiffness: [1e5, 2e5], damping: [1, 2]", ""));
    bri_elastic_link link;
    assert_true(bri_system_elastic(system, 0, &link));
    assert_string_equal(link.body, "rod");
    assert_string_equal(link.from, "a");
    assert_string_equal(link.to, "b");
    assert_close(link.whole, 1e5 * 2e5 / 3e5, 1e-6);
    assert_close(link.damping[1], 2, 0);
    assert_false(bri_system_elastic(system, 1, &link));
    assert_int_equal(bri_system_mobility(system).degrees_of_freedom, 3);
    bri_system_destroy(system);
}

/* --- a rigid rod whose stiffness goes into friction: two sliders, as in Wojtyra 2017 ---------------------------------------------- */

static const char *sliders(const char *friction, double k1, const char *as)
{
    return MODEL("bodies:\n"
                 "  up: {mass: 20 kg, inertia: 0.1 kg m2, at: [0, 0.5]}\n"
                 "  right: {mass: 20 kg, inertia: 0.1 kg m2, at: [1.2, 0]}\n"
                 "  rod: {mass: 10 kg, inertia: 2 kg m2, at: [0.6, 0.25], angle: -0.3947911196997615,\n"
                 "        points: {a: [-0.65, 0], b: [0.65, 0]},\n"
                 "        elastic: {from: a, to: b, stiffness: [%g, 1e5], damping: 2e3%s}}\n"
                 "joints:\n"
                 "  post: {translational: [ground, up], at: [0, 0.5], along: [0, 1], friction: {%s}}\n"
                 "  floor: {translational: [ground, right], at: [1.2, 0], along: [1, 0], friction: {%s}}\n"
                 "  pin: {revolute: [up, rod.a]}\n"
                 "  foot: {revolute: [right, rod.b]}\n"
                 "forces:\n"
                 "  P: {force: rod, along: [12, -5], value: {ramp: 52 N}}\n"
                 "  S1: {force: up, along: [1, 0], value: {ramp: -5 N, from: 5 N, start: 1 s, end: 2 s}}\n"
                 "  S2: {force: right, along: [0, 1], value: {ramp: -20 N, from: -60 N, start: 1 s, end: 3 s}}\n"
                 "run: {share_at: 1.5 s}\n",
                 k1, as, friction, friction);
}
static const char *const smoothed = "law: wojtyra, mu_s: 0.5, mu_k: 0.3, gamma: 1e-5",
                         *const bristles =
                             "law: lugre, mu_s: 0.5, mu_k: 0.3, sigma0: 1e5 1/m, sigma1: 300 s/m, v_s: 1e-3";

/* At 1.5 s: S1 = 0, S2 = -50 N; the ends carry k1/(k1 + k2) and k2/(k1 + k2) of 52 N. */
static void puts_its_stiffness_into_slopes(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        double k1 = i ? 3e5 : 1e5, share = k1 / (k1 + 1e5), cos1 = 5.0 / 13, cos2 = 12.0 / 13;
        double F[2] = {52 * share * cos1, 52 * (1 - share) * cos2},
               N[2] = {52 * share * cos2, 50 + 52 * (1 - share) * cos1};
        double K[2] = {k1 * cos1 * cos1, 1e5 * cos2 * cos2};
        bri_system *system = build(sliders(smoothed, k1, ", as: friction"));
        bri_shared shared[2];
        assert_int_equal(bri_system_mobility(system).degrees_of_freedom, 1); /* it stays rigid */
        for (int k = 0; k < 2; k++) {
            assert_true(bri_system_shared(system, k, &shared[k]));
            assert_string_equal(shared[k].parameter, "gamma");
            assert_close(shared[k].stiffness, K[k], 1e-6 * K[k]);
            assert_close(shared[k].load, N[k], 1e-6);
        }
        assert_false(bri_system_shared(system, 2, &shared[0]));
        assert_close(shared[0].value, 1e-5, 1e-16); /* the first keeps its own; mu_s N/gamma stand as K */
        assert_close(shared[1].value, 1e-5 * (N[1] / N[0]) * (K[0] / K[1]), 1e-11);
        bri_system_destroy(system);
        bri_result *result = run(sliders(smoothed, k1, ", as: friction"), "radau5", 1.5, 1e-10, 1e-4);
        meet(result, "post.friction", F[0], 1e-3);
        meet(result, "floor.friction", -F[1], 1e-3);
        bri_result_destroy(result);
    }
}

/* Slowly, LuGre's bristles carry mu_s N (1 - exp(-sigma0 slip/mu_s)): the force over the slip stands as the links' stiffness. */
static void puts_its_stiffness_into_bristles(void **state)
{
    (void)state;
    bri_system *system = build(sliders(bristles, 1e5, ", as: friction"));
    bri_shared shared[2];
    double N[2] = {24, 60}, F[2] = {10, 24}, slip[2];
    for (int k = 0; k < 2; k++) {
        assert_true(bri_system_shared(system, k, &shared[k]));
        assert_string_equal(shared[k].unit, "1/m");
        slip[k] = -0.5 / shared[k].value * log(1 - F[k] / N[k] / 0.5);
    }
    assert_close(slip[0] / slip[1], 12.0 / 5, 1e-4); /* the sliders move by the rod's cosines */
    bri_system_destroy(system);
}

/* A spring in series with Coulomb's law carries k slip: k stands as the links' stiffness. */
static void puts_its_stiffness_into_a_spring(void **state)
{
    (void)state;
    bri_system *system = build(sliders("law: elastic_coulomb, mu_k: 0.5, k: 1e7", 1e5, ", as: friction"));
    bri_shared shared[2];
    for (int i = 0; i < 2; i++) {
        assert_true(bri_system_shared(system, i, &shared[i]));
        assert_string_equal(shared[i].parameter, "k");
        assert_string_equal(shared[i].unit, "N/m");
    }
    assert_close(shared[0].value, 1e7, 1e-6);
    assert_close(shared[1].value / shared[0].value, 12.0 * 12 / (5 * 5),
                 1e-4); /* equal ends: the rod's cosines squared */
    bri_system_destroy(system);
}

static void refused(const char *model_text, const char *words)
{
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    if (bri_model_parse(model_text, strlen(model_text), "test", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    assert_true(bri_system_build(model, &system, &err));
    if (!strstr(err.what, words)) fail_msg("'%s' does not say '%s'", err.what, words);
    bri_model_destroy(model);
}

static void says_why_its_stiffness_cannot_be_put(void **state)
{
    (void)state;
    refused(sliders("law: coulomb, mu_k: 0.3, mu_s: 0.5", 1e5, ", as: friction"), "no joint has friction");
    refused(sliders("law: viscous, k_v: 1", 1e5, ", as: friction"),
            "neither a bristle stiffness nor a slope at zero velocity");
    refused(sliders("law: wojtyra, mu_s: 0.4, mu_k: 0.3", 1e5, ", as: friction"), "more than its law can hold");
    refused(sliders("law: lugre, mu_s: 0.4, mu_k: 0.3", 1e5, ", as: friction"), "more than its law can hold");
    refused(sliders("law: elastic_coulomb, mu_k: 0.4", 1e5, ", as: friction"), "more than its law can hold");
    refused(sliders("law: reset_integrator, mu_s: 0.4, mu_k: 0.3", 1e5, ", as: friction"),
            "more than its law can hold");
    refused(sliders("law: dankowicz, mu_k: 0.5", 1e5, ", as: friction"),
            "has no single stiffness that could represent that of the links");
    refused(sliders("law: maxwell_slip, mu_k: 0.3, mu_s: 0.5", 1e5, ", as: friction"),
            "has no single stiffness that could represent that of the links");
    refused(MODEL("bodies: {rod: {mass: 10 kg, inertia: 2 kg m2, points: {a: [-0.5, 0], b: [0.5, 0]},\n"
                  "         elastic: {from: a, to: b, stiffness: 1e5, as: friction}}}\n"
                  "forces: {pull: {force: rod.b, along: [1, 0], value: 1 N}}\n"),
            "the mechanism can still move");
    refused(MODEL("bodies: {rod: {mass: 10 kg, inertia: 2 kg m2, points: {a: [-0.5, 0], b: [0.5, 0]},\n"
                  "         elastic: {from: a, to: b, stiffness: 1e5, as: friction}}}\n"
                  "joints: {guide: {translational: [ground, rod.a], along: [1, 0], friction: {law: dahl, mu_k: 0.1, "
                  "load: 1 N}}}\n"),
            "the elastic links carry no load");
    refused(
        MODEL("bodies:\n"
              "  rod: {mass: 10 kg, inertia: 2 kg m2, points: {a: [-0.5, 0], b: [0.5, 0]},\n"
              "        elastic: {from: a, to: b, stiffness: 1e5, as: friction}}\n"
              "  ball: {mass: 1 kg, inertia: 1 kg m2, radius: 0.1 m, at: [0, 0.11]}\n"
              "joints:\n"
              "  guide: {translational: [ground, rod.a], along: [1, 0], friction: {law: dahl, mu_k: 0.1, load: 9 N}}\n"
              "  top: {disc_on_line: [rod, ball], along: [1, 0], friction: {law: viscous, k_v: 1},\n"
              "        normal: {law: hertz, stiffness: 1e6}}\n"),
        "the friction of joint 'top' acts at a gap");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stretches_by_the_force_over_the_stiffness),
        cmocka_unit_test(comes_from_modulus_area_and_length),
        cmocka_unit_test(has_the_compliance_of_its_joint_in_series),
        cmocka_unit_test(counts_a_compliance_once_where_two_links_meet),
        cmocka_unit_test(vibrates_as_two_masses_on_two_springs),
        cmocka_unit_test(has_the_kinetic_energy_of_the_body),
        cmocka_unit_test(keeps_momentum),
        cmocka_unit_test(is_pushed_at_the_mass_centre_of_the_whole),
        cmocka_unit_test(tends_to_the_rigid_link),
        cmocka_unit_test(follows_its_numbers),
        cmocka_unit_test(tells_how_stiff_it_is),
        cmocka_unit_test(puts_its_stiffness_into_slopes),
        cmocka_unit_test(puts_its_stiffness_into_bristles),
        cmocka_unit_test(puts_its_stiffness_into_a_spring),
        cmocka_unit_test(says_why_its_stiffness_cannot_be_put),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
