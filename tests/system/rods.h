/* rods.h - mechanisms whose friction and reactions are solved together by hand
 *
 * Rod: 1 kg, 1 kg m2, its foot on a line, its centre (1, 2) m from the foot, spin w; the foot slips backward. Row (0, 1, -1),
 * slip (1, 0, 2): S = 1 + 1 = 2, dN/dF = -(-1 2/1)/2 = 1, and without friction N_0 = (10 - 2 w^2)/2. With F = mu |N|:
 *
 *     N = N_0 + mu |N|:   N_0/(1 - mu) where that is above 0, N_0/(1 + mu) where that is below
 *
 * For mu < 1 there is one solution; for mu > 1 none if N_0 > 0, and two if N_0 < 0; at mu = 1 is the limit point (Painleve).
 *
 * Pendulum: 2 kg, 1 kg m2, horizontal, its centre 1 m from a pin of radius r, spin w: R_x = -2 w^2, and with Y = R_y and
 * k = mu r:   3 Y - 20 = -2 k sgn(w) sqrt(R_x^2 + Y^2).
 *     w = -3, k = 5/78: Y = 7.5, |R| = 19.5, angular acceleration (Y - 20)/2 = -6.25
 *     w = 3, k = 5/9: Y = 0, |R| = 18, angular acceleration -10 */
#ifndef BRISTLE_TESTS_SYSTEM_RODS_H
#define BRISTLE_TESTS_SYSTEM_RODS_H

#include "handmade.h"

static inline rig rods(int count, double mu, double spin, const char *law, const char *run_section)
{
    static char text[40000];
    int at = snprintf(text, sizeof text, "gravity: [0, -10]\nrun: {%s}\nbodies:\n", run_section);
    for (int i = 0; i < count; i++)
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "  rod%d: {mass: 1, inertia: 1, at: [1, 2], velocity: [%.17g, %.17g], spin: %.17g}\n", i,
                       -1 - 2 * spin, spin, spin); /* the foot moves at -1 m/s along x */
    at += snprintf(text + at, sizeof text - (size_t)at, "joints:\n");
    for (int i = 0; i < count; i++)
        at +=
            snprintf(text + at, sizeof text - (size_t)at,
                     "  foot%d: {point_on_line: [ground, rod%d], at: [0, 0], along: [1, 0], friction: {law: %s, mu_k: "
                     "%.17g}}\n",
                     i, i, law, mu);
    assert_true(at < (int)sizeof text);
    rig r = rig_of(text);
    for (int i = 0; i < count && r.system->interface[i].sticks; i++)
        r.d.stick[i].direction = -1;
    rig_pack(&r);
    return r;
}

static inline rig pendulums(int count, double k, double spin, const char *run_section)
{
    char text[6000];
    int at = snprintf(text, sizeof text, "gravity: [0, -10]\nrun: {%s}\nbodies:\n", run_section);
    for (int i = 0; i < count; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "  rod%d: {mass: 2, inertia: 1, at: [1, 0], spin: %.17g}\n",
                       i, spin);
    at += snprintf(text + at, sizeof text - (size_t)at, "joints:\n");
    for (int i = 0; i < count; i++)
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "  pin%d: {revolute: [ground, rod%d], at: [0, 0], radius: 0.1 m, friction: {law: coulomb, mu_k: "
                       "%.17g}}\n",
                       i, i, k / 0.1);
    assert_true(at < (int)sizeof text);
    rig r = rig_of(text);
    for (int i = 0; i < count; i++)
        r.d.stick[i].direction = spin > 0 ? 1 : -1;
    rig_pack(&r);
    return r;
}

#endif
