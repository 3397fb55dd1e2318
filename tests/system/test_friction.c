/* test_friction.c - loads, forces and slopes of friction at every kind of patch, by hand and by differences */
#include "vector_slip.h"

#include "system/energy.h"

/* a: N = 22 N with a couple of 0.06 N m on a guide of 0.1 m: 11 +- 0.6 N, and half of 6 N each; forward.
 * b: a given load of 10 N and 2 N of preload; backward. c: the coefficient is a force. d: it is a torque. e: a pin of
 * 0.1 m radius under 30 N, backward. */
static const char *const model =
    "gravity: [0, -10]\n"
    "bodies:\n"
    "  a: {mass: 2, inertia: 1, velocity: [1, 0], points: {end: [0.03, 0]}}\n"
    "  b: {mass: 1, inertia: 1, velocity: [-1, 0]}\n"
    "  c: {mass: 1, inertia: 1, velocity: [1, 0]}\n"
    "  d: {mass: 1, inertia: 1, spin: 2}\n"
    "  e: {mass: 3, inertia: 1, spin: -2}\n"
    "joints:\n"
    "  on_a: {translational: [ground, a], along: [1, 0], length: 0.1, friction: {law: coulomb, mu_k: 0.5, preload: 6 "
    "N}}\n"
    "  on_b: {translational: [ground, b], along: [1, 0], friction: {law: coulomb, mu_k: 0.5, mu_s: 0.75, load: 10 N, "
    "preload: 2 N}}\n"
    "  on_c: {translational: [ground, c], along: [1, 0], friction: {law: coulomb, mu_k: 5 N}}\n"
    "  on_d: {revolute: [ground, d], friction: {law: coulomb, mu_k: 0.7 N m}}\n"
    "  on_e: {revolute: [ground, e], radius: 0.1, friction: {law: coulomb, mu_k: 0.25}}\n"
    "forces: {down: {force: a.end, along: [0, -1], value: 2 N}}\n";

static rig moving(void)
{
    rig r = rig_of(model);
    r.d.stick[1].direction = r.d.stick[4].direction = -1;
    rig_pack(&r);
    return r;
}

static void loads_come_from_where_they_should(void **state)
{
    (void)state;
    rig r = moving();
    const bri_evaluation *at = rig_solve(&r, 0);
    const bri_point *p = &at->point;
    const bri_solution *sol = &at->solution;
    assert_vector(sol->load, 1e-10, 14.6, 13.4, 12, 1, 1, 30);
    assert_vector(sol->friction, 1e-10, -7.3, -6.7, 6, -5, -0.7, 7.5);
    assert_vector(sol->slip_rate, 1e-12, 1, 1, -1, 1, 2, -2);
    assert_close(sol->patch[4].lever, 1, 0);
    assert_close(sol->patch[5].lever, 0.1, 0);
    assert_close(bri_reaction_load(sol, 0), 14.6, 1e-10);
    static const double effort[] = {-14, 6, -5, -0.7, 0.75}, limit[] = {14, 9, 5, 0.7, 0.75};
    static const double speed[] = {1, 1, 1, 2, 0.2};
    static const bool follows[] = {true, false, false, false, true};
    for (int k = 0; k < 5; k++) {
        assert_close(bri_interface_effort(p, sol, k), effort[k], 1e-10);
        assert_close(bri_static_limit(p, sol, k), limit[k], 1e-10);
        assert_close(bri_slip_speed(p, sol, k), speed[k], 1e-12);
        assert_int_equal(bri_follows_reaction(&r.system->interface[k]), follows[k]);
    }
    assert_close(sol->a[0], -7, 1e-10);
    assert_close(sol->a[3], 6, 1e-10);
    assert_close(sol->a[6], -5, 1e-10);
    assert_close(sol->a[11], -0.7, 1e-10);
    assert_close(sol->a[14], 0.75, 1e-10);
    assert_vector(sol->by_load, 1e-12, -0.5, -0.5, 0, 0, 0, 0.25);
    rig_free(&r);
}

/* Held by its constraint: friction is the multiplier, and the law gives nothing. */
static void sticking_friction_is_a_multiplier(void **state)
{
    (void)state;
    rig r = moving();
    rig_put(&r, 1, BRI_STICK, 0);
    const bri_evaluation *at = rig_solve(&r, 0);
    assert_true(at->solution.friction[2] == 0 && at->solution.by_load[2] == 0);
    assert_close(at->solution.load[2], 12, 1e-12);
    assert_close(bri_interface_effort(&at->point, &at->solution, 1),
                 at->solution.lambda[r.system->interface[1].stick_row], 0);
    assert_close(at->solution.a[3], 0, 1e-12);
    rig_free(&r);
}

/* What the law of e sees: a slip of -0.2 m/s in the direction of its stick state. */
static void laws_see_slip_and_load(void **state)
{
    (void)state;
    rig r = moving();
    const bri_evaluation *at = rig_solve(&r, 0.25);
    bri_slip slip;
    bri_patch_slip(&at->point, &at->solution, 5, 17, &slip);
    assert_close(slip.v[0], -0.2, 1e-14);
    assert_close(slip.speed, 0.2, 1e-14);
    assert_true(slip.pair == &r.system->interface[4].pair && slip.z == at->point.x + r.system->patch[5].z);
    assert_true(slip.load == 17 && slip.dir[0] == -1 && slip.time == 0.25 && slip.distance == 0);
    rig_free(&r);
}

static const char *block(double gravity, const char *friction, const char *run_section)
{
    static char text[1000];
    snprintf(text, sizeof text,
             "gravity: [0, %.17g]\n"
             "bodies: {block: {mass: 2, inertia: 1, velocity: [1, 0]}}\n"
             "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {%s}}}\n"
             "run: {%s}\n",
             -gravity, friction, run_section);
    return text;
}

/* 20 N on mu_s = 0.5: 10 N against the motion that is about to begin, falling with the load on its recorded side. */
static void limit_forces_oppose_the_motion_to_come(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        int way = i & 1 ? -1 : 1, side = i & 2 ? -1 : 1, recorded = i & 4 ? -side : side;
        rig r = rig_of(block(10 * side, "law: coulomb, mu_k: 0.3, mu_s: 0.5", "redundancy: eliminate"));
        const bri_evaluation *at = rig_solve(&r, 0);
        assert_close(at->solution.lambda[0], 20 * side, 1e-12);
        rig_put(&r, 0, BRI_AT_LIMIT, way);
        r.d.load_direction[0][0] = recorded;
        rig_pack(&r);
        at = rig_solve(&r, 0);
        bri_face_share faces;
        double by, force = bri_limit_force(&at->point, &at->solution, 0, at->solution.load[0], &by, &faces);
        /* linear in the multiplier past 0: -way 0.5 (recorded side) lambda */
        assert_close(force, -way * 0.5 * recorded * 20 * side, 1e-12);
        assert_close(by, -way * 0.5 * recorded, 1e-12);
        assert_close(at->solution.friction[0], force, 1e-12);
        assert_close(at->solution.by_load[0], by, 1e-12);
        rig_free(&r);
    }
}

/* Where joints are compliant, an interface at its limit slides a little: mu_k = 0.3; or holds: mu_s = 0.5. */
static void compliant_joints_slide_at_the_limit(void **state)
{
    (void)state;
    rig r = rig_of(block(10, "law: coulomb, mu_k: 0.3, mu_s: 0.5", "redundancy: elastic"));
    r.d.load_direction[0][0] = 1;
    rig_put(&r, 0, BRI_AT_LIMIT, 1);
    assert_close(rig_solve(&r, 0)->solution.friction[0], -6, 1e-12);
    rig_put(&r, 0, BRI_AT_STATIC_LIMIT, 1);
    assert_close(rig_solve(&r, 0)->solution.friction[0], -10, 1e-12);
    rig_free(&r);
    r = rig_of(block(10, "law: coulomb, mu_k: 0.3, mu_s: 0.5, load: 8 N", "redundancy: eliminate")); /* a given load */
    rig_put(&r, 0, BRI_AT_LIMIT, -1);
    const bri_solution *sol = &rig_solve(&r, 0)->solution;
    assert_close(sol->friction[0], 4, 1e-12);
    assert_true(sol->by_load[0] == 0);
    rig_free(&r);
}

/* dF/d(signed load) with the bristles solved for: against differences of the force at other multipliers. */
static void slopes_by_load_are_those_of_differences(void **state)
{
    (void)state;
    static const char *const laws[] = {
        "law: lugre, sigma0: 1e4, sigma1: 30, sigma2: 0.4, mu_k: 0.3, mu_s: 0.5, v_s: 2",
        "law: lugre, scaling: load, sigma0: 1e3, sigma1: 3, sigma2: 0.1, mu_k: 0.3, mu_s: 0.5, v_s: 2",
        "law: dahl, sigma0: 1e4, exponent: 2, mu_k: 0.3",
        "law: maxwell_slip, C: 1e4, mu_k: 0.3, mu_s: 0.5",
        "law: dankowicz, mu_k: 0.3",
        "law: coulomb_tanh, mu_k: 0.3",
        "law: lugre, load_from: elastic, sigma0: 1e4, sigma1: 30, mu_k: 0.3, mu_s: 0.5, v_s: 2",
        "law: lugre, load_from: elastic, scaling: load, sigma0: 1e3, sigma1: 3, mu_k: 0.3, mu_s: 0.5, v_s: 2",
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        for (int how = 0; how < 4; how++) {
            bri_pass pass = how & 1 ? BRI_PASS_WHOLE : BRI_PASS_ELASTIC;
            rig r = rig_of(block(10, laws[i], "coupling: newton"));
            bri_evaluation *at = rig_solve(&r, 0);
            bri_solve_options options = r.engine->options;
            bri_solution *sol = &at->solution;
            double side = how & 2 ? -1 : 1, f[3], step = 1e-4;
            int n = r.system->states - r.system->z;
            options.hg = 1e-3;
            for (int z = 0; z < n; z++)
                r.x[r.system->z + z] = (n > 1 ? 1 : 1e-4) * (1 + 0.3 * z);
            for (int z = 0; z < r.system->patch[0].discrete_states; z++)
                r.d.law[z] = z % 2; /* every second element slips */
            rig_pack(&r);
            bri_instant where = rig_at(&r, 0);
            bri_point_set(&at->point, &where, BRI_SCOPE_DYNAMICS);
            for (int k = 2; k >= 0; k--) {
                sol->lambda[0] = side * 20 + (k == 1 ? step : k == 2 ? -step : 0);
                bri_update_patches(&at->point, sol);
                sol->elastic_load[0] = 20; /* of the whole pass: as it was */
                bri_update_friction(&at->point, &options, pass, sol);
                f[k] = sol->friction[0];
            }
            assert_close(sol->load[0], 20, 1e-12);
            assert_close(sol->by_load[0], (f[1] - f[2]) / (2 * step), 1e-7);
            for (int z = 0; z < n; z++) /* z = z_in + hg zdot(z) */
                assert_close(sol->z[z] - options.hg * sol->zdot[z], r.x[r.system->z + z], 1e-13);
            rig_free(&r);
        }
}

static void loads_matter_where_something_follows_them(void **state)
{
    (void)state;
    rig r = rig_of(block(10, "law: lugre, mu_k: 0.3, mu_s: 0.5, load: 8 N", "coupling: newton"));
    const bri_solution *sol = &rig_solve(&r, 0)->solution;
    assert_true(bri_load_matters(sol, BRI_PASS_WHOLE)); /* rates of bristles */
    assert_false(bri_load_matters(sol, BRI_PASS_ELASTIC));
    rig_free(&r);
    r = rig_of(block(10, "law: coulomb, mu_k: 0.3, load: 8 N", "coupling: newton"));
    assert_false(bri_load_matters(&rig_solve(&r, 0)->solution, BRI_PASS_WHOLE));
    rig_free(&r);
    r = rig_of(block(10, "law: coulomb, mu_k: 0.3", "coupling: newton"));
    assert_true(bri_load_matters(&rig_solve(&r, 0)->solution, BRI_PASS_ELASTIC));
    rig_free(&r);
}

/* v_0 = 0.1 m/s: 1 m/s is beyond it, 0.05 m/s is not. */
static void pieces_follow_the_slip_speed(void **state)
{
    (void)state;
    rig r = rig_of(block(10, "law: coulomb_linear, mu_k: 0.3, v_0: 0.1", "coupling: newton"));
    bri_evaluation *at = rig_solve(&r, 0);
    bri_discrete_copy(&r.d, &at->point.discrete);
    bri_update_pieces(&at->point, false, &at->solution, &r.d);
    int beyond = r.d.piece[0];
    assert_false(bri_update_pieces(&at->point, false, &at->solution, &r.d));
    rig_pack(&r);
    assert_close(rig_solve(&r, 0)->solution.friction[0], -6, 1e-12);
    r.u[0] = 0.05;
    bri_instant where = rig_at(&r, 0);
    bri_point_set(&at->point, &where, BRI_SCOPE_SLIP);
    assert_true(bri_update_pieces(&at->point, false, &at->solution, &r.d));
    assert_true(r.d.piece[0] != beyond);
    rig_pack(&r);
    assert_close(rig_solve(&r, 0)->solution.friction[0], -3, 1e-12);
    rig_free(&r);
}

/* 0.1 mm deep: 100 N and 4 N of preload; none where they are apart. */
static void gaps_load_their_friction(void **state)
{
    (void)state;
    rig r =
        rig_of("bodies: {ball: {mass: 0.1, inertia: 1, radius: 10 mm, at: [0, 0.0099], velocity: [3, 0], spin: 0}}\n"
               "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: hertz, stiffness: "
               "1e8}, friction: {law: coulomb, mu_k: 0.5, preload: 4 N}}}\n");
    const bri_evaluation *at = rig_solve(&r, 0);
    assert_close(bri_contact_load(&at->point, &r.system->interface[0]), 104, 1e-9);
    assert_close(at->solution.friction[0], -52, 1e-9);
    assert_true(at->solution.by_load[0] == 0); /* the contact force is no reaction */
    r.d.contact[0].phase = BRI_SEPARATED;
    rig_pack(&r);
    at = rig_solve(&r, 0);
    assert_true(at->solution.load[0] == 0 && at->solution.friction[0] == 0);
    rig_free(&r);
}

/* Loads alone, of new multipliers. */
static void loads_are_updated_from_multipliers(void **state)
{
    (void)state;
    rig r = moving();
    bri_evaluation *at = rig_solve(&r, 0);
    bri_solution *sol = &at->solution;
    sol->lambda[0] = -30;
    sol->lambda[1] = 0.5; /* -15 + 5, -15 - 5 */
    bri_update_loads(&at->point, &r.engine->options, BRI_PASS_WHOLE, sol);
    assert_vector(sol->load, 1e-12, 13, 23, 12, 1, 1, 30);
    assert_vector(&sol->patch[0].load, 1e-12, -10);
    rig_free(&r);
}

static void slopes_are_cleared(void **state)
{
    (void)state;
    bri_slope_room room;
    memset(&room, 1, sizeof room);
    bri_slopes *slopes = bri_clear_slopes(&room, 1, 2);
    assert_vector(slopes->zdot_z, 0, 0, 0, 0, 0);
    assert_vector(slopes->force_z, 0, 0, 0);
    assert_vector(slopes->zdot_v, 0, 0, 0);
    assert_vector(slopes->zdot_load, 0, 0, 0);
    assert_true(slopes->force_load[0] == 0 && slopes->force_v[0][0] == 0);
}

/* v_0 = 0.1 m/s: at 0.11 m/s a piece that is held goes on as a straight line, 1.1 6 N; at 0.09 m/s the other stays at 6 N. */
static void a_piece_is_held(void **state)
{
    (void)state;
    rig r = rig_of(block(10, "law: coulomb_linear, mu_k: 0.3, v_0: 0.1", "coupling: newton"));
    static const double set[] = {0.09, 0.11}, at_speed[] = {0.11, 0.09}, force[] = {-6.6, -6};
    for (int i = 0; i < 2; i++) {
        r.u[0] = set[i];
        bri_instant where = rig_at(&r, 0);
        bri_point_set(&r.engine->look.point, &where, BRI_SCOPE_SLIP);
        bri_update_pieces(&r.engine->look.point, false, &r.engine->look.solution, &r.d);
        rig_pack(&r);
        r.u[0] = at_speed[i];
        assert_close(rig_solve(&r, 0)->solution.friction[0], force[i], 1e-12);
    }
    rig_free(&r);
}

/* A block of 2 kg slides forward, pressed across a guide by 20 N down to -20 N; its two faces are 0.2 m apart.
 * Friction 0.5 (|N_1| + |N_2| + P), and of the couple M + 0.1 (-0.5 (N_1 + N_2)) = 0: M = 0.05 N, which a guide of 0.4 m carries at
 * its corners as +- M/0.4. */
static void friction_of_two_faces_passes_through_a_load_of_zero(void **state)
{
    (void)state;
    for (int way = 0; way < 8; way++) {
        double length = way & 1 ? 0.4 : 0, height = way & 2 ? 0.2 : 0, preload = way & 4 ? 6 : 0;
        for (int i = -20; i <= 20; i += 5) {
            char text[600];
            double N = i, M = height / 2 * 0.5 * N, front = length > 0 ? N / 2 + M / length : N;
            double back = length > 0 ? N / 2 - M / length : 0, load = fabs(front) + fabs(back) + preload;
            snprintf(
                text, sizeof text,
                "bodies: {block: {mass: 2, inertia: 1, velocity: [1, 0]}}\n"
                "joints: {guide: {translational: [ground, block], along: [1, 0], length: %g, height: %g, friction: "
                "{law: coulomb, mu_k: 0.5, preload: %g N}}}\n"
                "forces: {press: {force: block, along: [0, -1], value: %d N}}\n",
                length, height, preload, i);
            rig r = rig_of(text);
            const bri_solution *sol = &rig_solve(&r, 0)->solution;
            assert_vector(sol->lambda, 1e-12, N, M);
            assert_close(bri_interface_effort(&r.engine->rates.point, sol, 0), -0.5 * load, 1e-12);
            assert_vector(sol->a, 1e-12, -0.25 * load, 0, 0);
            assert_close(sol->load[0], fabs(front) + (length > 0 ? preload / 2 : preload), 1e-12);
            if (height > 0) assert_close(sol->friction[1], -0.5 * front, 1e-12);
            rig_free(&r);
        }
    }
}

/* Friction that the load does not carry acts on both faces alike: viscous friction, noise, bristles under a small load. A block is
 * pressed by N, and its bristles are stretched: F = 1e4 N/m x 1 mm = 10 N. The couple is that of min(10 N, 0.5 |N|), continuous
 * where N passes 0; a law without a static coefficient, of what the load adds to its steady friction. */
static void a_load_carries_no_more_than_static_friction(void **state)
{
    (void)state;
    static const struct {
        const char *law;
        double z, along, at_most, mu; /* friction along the axis; its part that the load carries: at most, and mu N */
    } cases[] = {
        {"elastic_coulomb, k: 1e4 N/m, mu_k: 0.5", 1e-3, -10, 10, 0.5},
        {"reset_integrator, sigma0: 1e4 N/m, sigma1: 0, mu_k: 0.4, mu_s: 0.5", 0.8e-3, -10, 10, 0.5},
        {"lugre, sigma0: 1e4 N/m, sigma1: 0, mu_k: 0.3, mu_s: 0.5", -1e-3, 10, 10, 0.5},
        {"viscous, k_v: 10 N s/m", 0, -10, 10, 0},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int i = -30; i <= 30; i += 5) {
            char text[600];
            double way = cases[c].along < 0 ? -1 : 1;
            double carried = way * fmin(cases[c].at_most, cases[c].mu * abs(i)) * (i < 0 ? -1 : 1);
            snprintf(
                text, sizeof text,
                "bodies: {block: {mass: 2, inertia: 1, velocity: [1, 0]}}\n"
                "joints: {guide: {translational: [ground, block], along: [1, 0], height: 0.2, friction: {law: %s}}}\n"
                "forces: {press: {force: block, along: [0, -1], value: %d N}}\n",
                cases[c].law, i);
            rig r = rig_of(text);
            if (r.system->states > r.system->z) r.x[r.system->z] = cases[c].z;
            const bri_solution *sol = &rig_solve(&r, 0)->solution;
            assert_close(sol->friction[0], cases[c].along, 1e-12);
            assert_close(sol->friction[1], carried, 1e-12);
            assert_vector(sol->lambda, 1e-12, (double)i, -0.1 * carried);
            rig_free(&r);
        }
}

/* With a given load, or where the coefficient is a force, both faces are alike: no couple. */
static void friction_without_a_reaction_has_no_couple(void **state)
{
    (void)state;
    static const char *const frictions[] = {"mu_k: 0.5, load: 10 N", "mu_k: 5 N"};
    for (int i = 0; i < 2; i++) {
        char text[600];
        snprintf(
            text, sizeof text,
            "gravity: [0, -10]\nbodies: {block: {mass: 2, inertia: 1, velocity: [1, 0]}}\n"
            "joints: {guide: {translational: [ground, block], along: [1, 0], length: 0.4, height: 0.2, friction: {law: "
            "coulomb, %s}}}\n",
            frictions[i]);
        rig r = rig_of(text);
        const bri_solution *sol = &rig_solve(&r, 0)->solution;
        assert_int_equal(r.system->components, 1);
        assert_vector(sol->lambda, 1e-12, 20, 0);
        assert_vector(sol->a, 1e-12, -2.5, 0, 0);
        rig_free(&r);
    }
}

/* vector_slip.h: N = 4.36/(1 - 0.4 0.5) = 5.45 N, F = 2.725 N along (0.6, -0.8). One rod is condensed, five (ten components)
 * are not. Friction takes 2.725 N 0.5 m/s. */
static void friction_opposes_a_slip_of_two_components(void **state)
{
    (void)state;
    static const char *const laws[] = {"coulomb", "coulomb_linear, v_0: 1e-3"};
    for (int i = 0; i < 4; i++) {
        int n = i / 2 ? 5 : 1;
        rig r = vector_rods(n, 0.5, laws[i % 2]);
        const bri_evaluation *at = rig_solve(&r, 0);
        const bri_solution *sol = &at->solution;
        double power[20];
        assert_int_equal(r.system->components, 2 * n);
        assert_int_equal(r.system->condensed, n == 1);
        assert_true(r.system->quadratures <= 20);
        bri_sum_powers(&at->point, sol, power);
        for (int k = 0; k < n; k++) {
            assert_vector(sol->slip_rate + 2 * k, 1e-14, -0.3, 0.4);
            assert_vector(sol->friction + 2 * k, 1e-12, 1.635, -2.18);
            assert_vector(sol->by_load + 2 * k, 1e-12, 0.3, -0.4);
            assert_close(sol->load[k], 5.45, 1e-12);
            assert_vector(sol->a + 3 * k, 1e-12, 1.635, -4.55, -3.27); /* F_1; N - 10; 2 F_1 + F_2/2 - N */
            assert_close(bri_patch_speed(sol, k), 0.5, 1e-14);
            assert_close(bri_patch_friction(sol, k), 2.725, 1e-12);
            assert_close(power[k], 2.725 * 0.5, 1e-12);
        }
        rig_free(&r);
    }
}

/* The same with bristles, two for each patch: z in steady sliding, so that z' = 0 and the force is that of Coulomb. */
static void bristles_of_two_components(void **state)
{
    (void)state;
    rig r = vector_rods(1, 0.5, "lugre, scaling: load, sigma0: 1000, sigma1: 3, sigma2: 0, mu_s: 0.5");
    assert_int_equal(r.system->patch[0].states, 2);
    r.x[r.system->z] = -0.5e-3 * 0.6;
    r.x[r.system->z + 1] = 0.5e-3 * 0.8;
    const bri_solution *sol = &rig_solve(&r, 0)->solution;
    assert_vector(sol->friction, 1e-12, 1.635, -2.18);
    assert_vector(sol->zdot, 1e-14, 0, 0);
    assert_vector(sol->a, 1e-12, 1.635, -4.55, -3.27);
    rig_free(&r);
}

/* Implicit bristles of two components that depend on each other: z = z_in + hg zdot(z), with hg v far beyond the deflection of
 * 1 mm in which they yield. */
static void bristles_of_two_components_are_solved_together(void **state)
{
    (void)state;
    static const char *const laws[] = {
        "dahl, scaling: load, sigma0: 500, exponent: 2",
        "bouc_wen, delta: 1 mm",
        "elasto_plastic, scaling: load, sigma0: 500, sigma1: 3, mu_s: 0.5",
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        rig r = vector_rods(1, 0.5, laws[i]);
        bri_evaluation *at = rig_solve(&r, 0);
        bri_solve_options options = r.engine->options;
        double *z_in = r.x + r.system->z;
        options.hg = 0.02;
        z_in[0] = 4e-4;
        z_in[1] = 3e-4;
        bri_instant where = rig_at(&r, 0);
        bri_point_set(&at->point, &where, BRI_SCOPE_DYNAMICS);
        bri_update_friction(&at->point, &options, BRI_PASS_WHOLE, &at->solution);
        for (int z = 0; z < 2; z++)
            assert_close(at->solution.z[z] - options.hg * at->solution.zdot[z], z_in[z], 1e-14);
        rig_free(&r);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_come_from_where_they_should),
        cmocka_unit_test(sticking_friction_is_a_multiplier),
        cmocka_unit_test(laws_see_slip_and_load),
        cmocka_unit_test(limit_forces_oppose_the_motion_to_come),
        cmocka_unit_test(compliant_joints_slide_at_the_limit),
        cmocka_unit_test(slopes_by_load_are_those_of_differences),
        cmocka_unit_test(loads_matter_where_something_follows_them),
        cmocka_unit_test(pieces_follow_the_slip_speed),
        cmocka_unit_test(gaps_load_their_friction),
        cmocka_unit_test(loads_are_updated_from_multipliers),
        cmocka_unit_test(slopes_are_cleared),
        cmocka_unit_test(a_piece_is_held),
        cmocka_unit_test(friction_of_two_faces_passes_through_a_load_of_zero),
        cmocka_unit_test(a_load_carries_no_more_than_static_friction),
        cmocka_unit_test(friction_without_a_reaction_has_no_couple),
        cmocka_unit_test(friction_opposes_a_slip_of_two_components),
        cmocka_unit_test(bristles_of_two_components),
        cmocka_unit_test(bristles_of_two_components_are_solved_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
