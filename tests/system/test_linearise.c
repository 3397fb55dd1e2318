/* test_linearise.c - the stiff part of the equations by hand, and against differences of the solution (rods.h) */
#include "rods.h"
#include "vector_slip.h"

#include "../verify/alike.h"
#include "system/linearise.h"

enum {
    MOST = 40
};

typedef struct stiff {
    int coupled, forces, follows, locals;
    double push[MOST * MOST], follow[MOST * MOST], core[MOST * MOST];
} stiff;

static stiff stiff_of(rig *r)
{
    const bri_system *s = r->system;
    bri_evaluation *at = rig_solve(r, 0);
    stiff l = {.coupled = s->z, .forces = s->components + s->gaps, .locals = s->states - s->z};
    l.follows = bri_stiff_inputs(s);
    assert_true(l.coupled * l.follows <= MOST * MOST && l.locals + l.follows <= MOST);
    bri_stiff_frame(&r->engine->solver, &r->engine->options, at, l.push, l.follow);
    bri_stiff_core(&r->engine->solver, &r->engine->options, at, l.core);
    return l;
}

/* A unit of friction at the foot: (1, 0, 2), and N = 1 on (0, 1, -1). The slip follows (1, 0, 2) u. */
static void rod_by_hand(void **state)
{
    (void)state;
    rig r = rods(1, 0.5, 3, "coulomb", "coupling: newton");
    stiff l = stiff_of(&r);
    assert_vector(l.push, 1e-12, 0, 0, 0, 1, 1, 1);
    assert_vector(l.follow, 1e-12, 0, 0, 0, 1, 0, 2);
    /* N_0 = (10 - 2 w^2)/2 is below 0: |N_0| rises by 2 w = 6 for each rad/s */
    assert_vector(l.follow + 6, 1e-4, 0, 0, 0, 0, 0, 6);
    /* F = 0.5 |N|, |N| = |N_0| - F: dF/d|N_0| = 0.5/1.5; by speed 0 */
    assert_vector(l.core, 1e-10, 0, 1. / 3);
    rig_free(&r);
    r = rods(1, 0.5, 1, "coulomb", "coupling: newton"); /* N_0 = 4: |N| = |N_0| + F, and N_0 falls by 2 w */
    l = stiff_of(&r);
    assert_vector(l.follow + 6, 1e-4, 0, 0, 0, 0, 0, -2);
    assert_vector(l.core, 1e-10, 0, 1);
    rig_free(&r);
}

/* Held, nothing follows; at its limit the force follows the load as the static limit does. */
static void rods_at_rest(void **state)
{
    (void)state;
    rig r = rods(1, 0.5, 0, "coulomb", "coupling: newton");
    rig_put(&r, 0, BRI_STICK, 0);
    stiff l = stiff_of(&r);
    assert_vector(l.core, 0, 0, 0);
    rig_put(&r, 0, BRI_AT_LIMIT, -1);
    r.d.load_direction[0][0] = 1;
    rig_pack(&r);
    l = stiff_of(&r);
    assert_vector(l.core, 1e-10, 0, 1); /* F = 0.5 N, N = N_0 + F */
    rig_free(&r);
}

/* Friction forces, contact forces and bristle rates at a state. */
static void forces_of(rig *r, double *f)
{
    const bri_system *s = r->system;
    const bri_evaluation *at = rig_solve(r, 0);
    for (int i = 0; i < s->components; i++)
        *f++ = at->solution.friction[i];
    for (int g = 0; g < s->gaps; g++)
        *f++ = at->point.contact[g].force;
    for (int z = 0; z < s->states - s->z; z++)
        *f++ = at->solution.zdot[z];
}

/* d(f, zdot) = core (follow du, dz), by every velocity and bristle state, and by the first positions of bodies at gaps. */
static void compare(rig *r, int first, double tolerance)
{
    stiff l = stiff_of(r);
    int rows = l.forces + l.locals, inputs = l.follows + l.locals;
    for (int j = first; j < r->system->states; j++) {
        double was = r->x[j], step = j >= r->system->z ? 1e-9 : 1e-6, up[MOST], down[MOST], scale = 0;
        r->x[j] = was + step;
        forces_of(r, up);
        r->x[j] = was - step;
        forces_of(r, down);
        r->x[j] = was;
        for (int i = 0; i < rows; i++)
            scale = fmax(scale, fabs(up[i] - down[i]) / (2 * step));
        for (int i = 0; i < rows; i++) {
            double by_hand = 0;
            if (j >= r->system->z)
                by_hand = l.core[i * inputs + l.follows + j - r->system->z];
            else
                for (int k = 0; k < l.follows; k++)
                    by_hand += l.core[i * inputs + k] * l.follow[k * l.coupled + j];
            double by_difference = (up[i] - down[i]) / (2 * step);
            if (!(fabs(by_hand - by_difference) <= tolerance * (scale + 0.1)))
                fail_msg("row %d by state %d: %.10g is not %.10g", i, j, by_hand, by_difference);
        }
    }
}

static void rods_are_as_differences_say(void **state)
{
    (void)state;
    static const char *const laws[] = {
        "lugre, sigma0: 1e4, sigma1: 30, sigma2: 0.4, mu_s: 0.5, v_s: 2",
        "lugre, scaling: load, sigma0: 1e3, sigma1: 0.3, sigma2: 0.1, mu_s: 0.5, v_s: 2",
        "lugre, load_from: elastic, sigma0: 1e4, sigma1: 1, mu_s: 0.5, v_s: 2",
        "lugre, load_from: elastic, scaling: load, sigma0: 1e3, sigma1: 0.3, mu_s: 0.5, v_s: 2",
        "dahl, sigma0: 1e4, exponent: 2",
        "coulomb_tanh",
        "coulomb",
        "lugre, sigma0: 1e4, sigma1: 30, mu_s: 0.5, load: 7 N",
        "maxwell_slip, mu_s: 0.5",
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        for (int spin = 1; spin <= 3; spin += 2) { /* N_0 above and below 0 */
            rig r = rods(2, 0.3, spin, laws[i], "coupling: newton");
            for (int z = r.system->z; z < r.system->states; z++)
                r.x[z] = -2e-5 * (1 + 0.2 * z);
            compare(&r, 6, 2e-5);
            rig_free(&r);
        }
}

/* Pins between two rods: friction of each changes the load of the other. */
static void pins_are_as_differences_say(void **state)
{
    (void)state;
    static const char *const laws[] = {"lugre, sigma0: 1e4, sigma1: 30, mu_s: 0.5, v_s: 2", "coulomb",
                                       "lugre, load_from: elastic, sigma0: 1e4, sigma1: 30, mu_s: 0.5, v_s: 2"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "gravity: [0, -10]\n"
                 "bodies:\n"
                 "  one: {mass: 2, inertia: 1, at: [1, 0.5], spin: 3}\n"
                 "  two: {mass: 4, inertia: 0.5, at: [3, 0.25], spin: 5}\n"
                 "joints:\n"
                 "  p1: {revolute: [ground, one], at: [0, 0], radius: 0.1, friction: {law: %s, mu_k: 0.3}}\n"
                 "  p2: {revolute: [one, two], at: [2, 0.75], radius: 0.2, friction: {law: %s, mu_k: 0.4}}\n",
                 laws[i], laws[i]);
        rig r = rig_of(text);
        for (int z = r.system->z; z < r.system->states; z++)
            r.x[z] = 1e-4;
        compare(&r, 6, 2e-5);
        rig_free(&r);
    }
}

/* A ball on a floor: 10 N/mm 0.1 mm and 50 N s/m. A unit of the contact force accelerates it by 1/m; it follows the depth by
 * 1e5 N/m and its rate by 50 N s/m, and friction follows the contact force. */
static void ball_by_hand(void **state)
{
    (void)state;
    rig r = rig_of(
        "bodies: {ball: {mass: 0.1, inertia: 2e-5, radius: 10 mm, at: [0, 0.0099], velocity: [1, -2], spin: 0}}\n"
        "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: kelvin_voigt, stiffness: 1e5, "
        "damping: 50}, friction: {law: coulomb, mu_k: 0.3}}}\n");
    stiff l = stiff_of(&r);
    /* push: friction (1/m, 0, r/I), contact (0, 1/m, 0); r is 9.9 or 10 mm, where surfaces overlap */
    assert_close(l.push[3 * 2 + 0], 10, 1e-12);
    assert_close(l.push[4 * 2 + 0], 0, 1e-12);
    assert_close(l.push[5 * 2 + 0], 500, 1e-2);
    assert_close(l.push[3 * 2 + 1], 0, 1e-12);
    assert_close(l.push[4 * 2 + 1], 10, 1e-12);
    assert_close(l.push[5 * 2 + 1], 0, 1e-12);
    assert_vector(l.follow + 2 * 6, 1e-12, 0, -1, 0, 0, 0, 0); /* depth */
    assert_vector(l.follow + 3 * 6, 1e-12, 0, 0, 0, 0, -1, 0); /* its rate */
    assert_vector(l.core, 1e-7, 0, 0, -0.3 * 1e5, -0.3 * 50, 0, 0, 1e5, 50);
    rig_free(&r);
}

static void balls_are_as_differences_say(void **state)
{
    (void)state;
    static const char *const laws[] = {"coulomb", "lugre, sigma0: 1e4, sigma1: 30, mu_s: 0.5, v_s: 2",
                                       "lugre, scaling: load, sigma0: 1e3, sigma1: 0.3, mu_s: 0.5, v_s: 2"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        char text[1000];
        snprintf(
            text, sizeof text,
            "bodies: {ball: {mass: 0.1, inertia: 2e-5, radius: 10 mm, at: [0, 0.0099], velocity: [1, -2], spin: 3}}\n"
            "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: kelvin_voigt, stiffness: 1e5, "
            "damping: 50}, friction: {law: %s, mu_k: 0.3}}}\n",
            laws[i]);
        rig r = rig_of(text);
        for (int z = r.system->z; z < r.system->states; z++)
            r.x[z] = 1e-4;
        compare(&r, 3, 2e-5);
        rig_free(&r);
    }
}

/* A block on a guide of some length that a ball presses: the contact force changes the loads of the guide. */
static void contact_forces_load_other_joints(void **state)
{
    (void)state;
    rig r =
        rig_of("gravity: [0, -10]\n"
               "bodies:\n"
               "  block: {mass: 2, inertia: 1, velocity: [1, 0]}\n"
               "  ball: {mass: 0.1, inertia: 2e-5, radius: 10 mm, at: [0.05, 0.0099], velocity: [1, -2], spin: 3}\n"
               "joints:\n"
               "  guide: {translational: [ground, block], along: [1, 0], length: 0.2, friction: {law: coulomb, mu_k: "
               "0.2}}\n"
               "  touch: {disc_on_line: [block, ball], along: [1, 0], normal: {law: kelvin_voigt, stiffness: 1e5, "
               "damping: 50}}\n");
    stiff l = stiff_of(&r);
    /* contact force p down at 0.05 m: N = p and a couple of 0.05 p: patches by p (0.5 +- 0.05/0.2) */
    int inputs = l.follows;
    assert_int_equal(l.forces, 3);
    assert_close(l.core[0 * inputs + 4], -0.2 * 0.75 * 1e5, 1e-6);
    assert_close(l.core[1 * inputs + 4], -0.2 * 0.25 * 1e5, 1e-6);
    assert_close(l.core[0 * inputs + 5], -0.2 * 0.75 * 50, 1e-8);
    /* the guide carries what presses on the block: only the ball is accelerated */
    for (int i = 6; i < 9; i++)
        assert_close(l.push[i * 3 + 2], 0, 1e-12);
    assert_close(l.push[10 * 3 + 2], 10, 1e-12);
    rig_free(&r);
}

/* Guides with two faces, their axis off the mass centre: friction of a corner changes the loads of both. The pull presses the
 * corners on one face, on opposite faces, and on the other face. */
static void two_faces_are_as_differences_say(void **state)
{
    (void)state;
    static const char *const laws[] = {
        "coulomb_tanh, mu_k: 0.3", "lugre, scaling: load, mu_s: 0.5, mu_k: 0.3, sigma0: 1e3, sigma1: 0.3, v_s: 2",
        "lugre, mu_s: 0.5, mu_k: 0.3, sigma0: 1e4, sigma1: 3, v_s: 2",
        "lugre, load_from: elastic, scaling: load, mu_s: 0.5, mu_k: 0.3, sigma0: 1e3, sigma1: 0.3, v_s: 2",
        "lugre, load_from: elastic, mu_s: 0.5, mu_k: 0.3, sigma0: 1e4, sigma1: 3, v_s: 2", "coulomb, mu_k: 0.3",
        /* friction beyond what the load carries */
        "dahl, mu_k: 0.01, sigma0: 1e4, exponent: 1", "coulomb_viscous, mu_k: 0.3, k_v: 20",
        "reset_integrator, sigma0: 1e5, sigma1: 30, mu_k: 0.01, mu_s: 0.02"};
    static const double pull[] = {-30, 8, 60};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        for (int j = 0; j < 6; j++) {
            char text[900];
            snprintf(
                text, sizeof text,
                "gravity: [0, -10]\nbodies: {a: {mass: 2, inertia: 0.1, points: {knob: [0.1, 0.3]}, velocity: [0.4, "
                "0.3]},\n"
                "  b: {mass: 1, inertia: 0.1, at: [0.2, 0.5], velocity: [0.12, 0.44], spin: 0.7}}\n"
                "joints: {guide: {translational: [ground, a], at: [0, 0.05], along: [4, 3], length: 0.3, height: 0.2, "
                "friction: {law: %s, preload: %d N}},\n  pin: {revolute: [a, b], at: [0, 0.1], radius: 0.02, friction: "
                "{law: "
                "coulomb_tanh, mu_k: 0.4}}}\nforces: {pull: {force: a.knob, along: [1, 2], value: %g}}\n",
                laws[i], j % 2 ? 5 : 0, pull[j / 2]);
            rig r = rig_of(text);
            for (int z = r.system->z; z < r.system->states; z++)
                r.x[z] = -2e-5 * (1 + 0.2 * z);
            compare(&r, 6, 2e-5);
            rig_free(&r);
        }
}

/* With load_from: elastic the load of the rates may have the other sign than the load itself: the spin makes N_0 pass 0, and
 * damping of the bristles is on one side of it only. */
static void loads_of_opposite_sign_are_as_differences_say(void **state)
{
    (void)state;
    int opposite = 0;
    for (int i = 0; i <= 20; i++) {
        rig r = rods(1, 3, 2.4 + 0.015 * i, "lugre, load_from: elastic, sigma0: 1e4, sigma1: 3, mu_s: 4, v_s: 2",
                     "coupling: newton");
        r.x[r.system->z] = -1e-4; /* 1 N of elastic force, and some of damping */
        const bri_solution *sol = &rig_solve(&r, 0)->solution;
        opposite += sol->elastic_signed_load[0] * sol->patch[0].load < 0;
        compare(&r, 3, 2e-5);
        rig_free(&r);
    }
    assert_true(opposite > 0);
}

/* Two components in each patch (vector_slip.h): a direction that turns with the velocity, and loads that both follow. */
static void slips_of_two_components_are_as_differences_say(void **state)
{
    (void)state;
    static const char *const laws[] = {
        "coulomb_tanh",
        "lugre, sigma0: 1e4, sigma1: 30, sigma2: 0.4, mu_s: 0.5, v_s: 2",
        "lugre, load_from: elastic, scaling: load, sigma0: 1e3, sigma1: 0.3, mu_s: 0.5, v_s: 2",
        "dahl, sigma0: 1e4, exponent: 1",
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        rig r = vector_rods(2, 0.3, laws[i]);
        for (int z = r.system->z; z < r.system->states; z++)
            r.x[z] = -2e-5 * (1 + 0.2 * z);
        compare(&r, 6, 2e-5);
        rig_free(&r);
    }
}

/* --- random mechanisms ---------------------------------------------------------------------------------------------------------- */

/* Accelerations by a unit of a force along a motion, with the rows of the joints removed by Gram and Schmidt in the masses. */
static void accelerate(const rig *r, const sys_joint *joint, const bri_motion *along, double lever, double *a)
{
    const bri_system *s = r->system;
    const bri_point *p = &r->engine->rates.point;
    int n = BRI_DOF * s->bodies, rank = 0;
    double basis[MOST][MOST] = {{0}};
    memset(a, 0, (size_t)n * sizeof *a);
    for (int e = 0; e < joint->bodies; e++)
        for (int d = 0; d < BRI_DOF && joint->body[e] != BRI_GROUND; d++)
            a[BRI_DOF * joint->body[e] + d] += along->end[e][d] * lever * s->inverse[BRI_DOF * joint->body[e] + d];
    for (int j = 0; j < s->joints; j++)
        for (int h = 0; h < s->joint[j].held; h++) {
            double *v = basis[rank], before = 0, after = 0;
            memset(v, 0, sizeof basis[rank]);
            for (int e = 0; e < s->joint[j].bodies; e++)
                for (int d = 0; d < BRI_DOF && s->joint[j].body[e] != BRI_GROUND; d++) {
                    int i = BRI_DOF * s->joint[j].body[e] + d;
                    v[i] += p->row[s->joint[j].row + h].end[e][d] * s->inverse[i];
                }
            for (int i = 0; i < n; i++)
                before += v[i] * v[i] / s->inverse[i];
            for (int twice = 0; twice < 2; twice++)
                for (int k = 0; k < rank; k++) {
                    double dot = 0;
                    for (int i = 0; i < n; i++)
                        dot += v[i] * basis[k][i] / s->inverse[i];
                    for (int i = 0; i < n; i++)
                        v[i] -= dot * basis[k][i];
                }
            for (int i = 0; i < n; i++)
                after += v[i] * v[i] / s->inverse[i];
            if (!(after > 1e-14 * before)) continue;
            for (int i = 0; i < n; i++)
                v[i] /= sqrt(after);
            rank++;
        }
    for (int k = 0; k < rank; k++) {
        double dot = 0;
        for (int i = 0; i < n; i++)
            dot += a[i] * basis[k][i] / s->inverse[i];
        for (int i = 0; i < n; i++)
            a[i] -= dot * basis[k][i];
    }
}

static void compare_push(rig *r)
{
    const bri_system *s = r->system;
    stiff l = stiff_of(r);
    int n = BRI_DOF * s->bodies;
    for (int c = 0; c < l.forces; c++) {
        const bri_evaluation *at = &r->engine->rates;
        bool is_gap = c >= s->components;
        int patch = is_gap ? 0 : s->component[c].patch, g = c - s->components;
        const sys_joint *joint = &s->joint[is_gap ? s->gap[g].joint : s->interface[s->patch[patch].interface].joint];
        double a[MOST], size = 1e-2;
        accelerate(r, joint, is_gap ? &at->point.gap[g].normal : bri_component_row(&at->solution, c),
                   is_gap ? 1 : at->solution.patch[patch].lever, a);
        for (int i = 0; i < n; i++)
            size = fmax(size, fabs(a[i]));
        for (int i = 0; i < n; i++)
            if (fabs(l.push[(n + i) * l.forces + c] - a[i]) > 1e-8 * size)
                fail_msg("acceleration %d by force %d: %.10g is not %.10g", i, c, l.push[(n + i) * l.forces + c], a[i]);
    }
}

/* Mechanisms of alike.h with laws that do not stick, in motion, bodies a little off their places so that pins with clearance touch
 * in any direction. */
static void random_mechanisms_are_as_differences_say(void **state)
{
    (void)state;
    static const char *const laws[] = {"coulomb_tanh", "lugre", "stribeck_tanh", "maxwell_slip",
                                       "lugre, load_from: elastic"};
    int compared = 0, gaps = 0;
    for (int i = 0; i < 150; i++) {
        uint64_t random = (uint64_t)i + 77;
        drawn d = draw_mechanism((uint64_t)i, 0.6);
        for (int j = 0; j < d.joints; j++) {
            drawn_joint *joint = &d.joint[j];
            if (joint->law && !joint->is_effort) joint->law = laws[random_below(&random, 5)];
            if (joint->kind == LINK)
                joint->kind = BAR; /* dampers of links change loads, too: they count as applied forces */
            if (joint->kind == PIN && random_bits(&random) % 3 == 0) joint->clearance = 1e-3;
            if (joint->clearance > 0) joint->load = joint->preload = 0;
            joint->is_effort = false;
        }
        rig r = rig_of(write_mechanism(&d, (view){0}));
        const bri_system *s = r.system;
        bool fits = bri_knows_stiffness(s) && s->components + s->gaps > 0 && bri_system_mobility(s).redundant == 0;
        for (int k = 0; k < BRI_DOF * s->bodies; k++) {
            r.x[k] += s->gaps ? 3e-3 * random_between(&random, -1, 1) : 0;
            r.u[k] = random_between(&random, -1, 1);
        }
        for (int z = s->z; z < s->states; z++)
            r.x[z] = random_between(&random, -1e-4, 1e-4);
        bri_instant at = rig_at(&r, s->t0);
        bri_initial_discrete(&r.engine->look.point, &at, r.packed);
        for (int k = 0; k < s->interfaces; k++)
            fits = fits && !s->interface[k].sticks;
        at = rig_at(&r, s->t0);
        if (fits && bri_evaluate(r.engine, &r.engine->rates, &at) == BRI_FINE) {
            compare_push(&r);
            compare(&r, BRI_DOF * s->bodies, 1e-4);
            compared++;
            gaps += s->gaps;
        }
        rig_free(&r);
    }
    print_message("%d mechanisms, %d gaps\n", compared, gaps);
    assert_true(compared > 50 && gaps > 10);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(rod_by_hand),
        cmocka_unit_test(rods_at_rest),
        cmocka_unit_test(rods_are_as_differences_say),
        cmocka_unit_test(pins_are_as_differences_say),
        cmocka_unit_test(ball_by_hand),
        cmocka_unit_test(balls_are_as_differences_say),
        cmocka_unit_test(contact_forces_load_other_joints),
        cmocka_unit_test(two_faces_are_as_differences_say),
        cmocka_unit_test(loads_of_opposite_sign_are_as_differences_say),
        cmocka_unit_test(slips_of_two_components_are_as_differences_say),
        cmocka_unit_test(random_mechanisms_are_as_differences_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
