/* vector_slip.h - friction of two components, on a joint made for tests
 *
 * No planar joint slips in two directions. The rod of rods.h gets a foot that is a disc of radius rho about an axis along the
 * line: it slips along the line and, where the rod turns, across the plane. Slip (1, 0, 2) and rho (0, 0, 1) by the
 * velocities of the rod, whose foot is (-1, -2) m from its centre; row (0, 1, -1), S = 2:
 *
 *     N = N_0 + F_1 + rho/2 F_2,   N_0 = (10 - 2 w^2)/2,   F = -mu |N| v/|v|
 *
 * With rho = 0.5 m, w = 0.8 rad/s and -0.3 m/s along the line v = (-0.3, 0.4) m/s and F = mu N (0.6, -0.8):
 * N = 4.36/(1 - 0.4 mu). */
#ifndef BRISTLE_TESTS_SYSTEM_VECTOR_SLIP_H
#define BRISTLE_TESTS_SYSTEM_VECTOR_SLIP_H

#include "handmade.h"

static const double rho = 0.5;
static bri_joint_kind vector_kind; /* point_on_line, but for its patch */

static inline void vector_patch(const void *params, const bri_site *site, const bri_frame *const *bodies,
                                const bri_motion *freed, const double *lambda, bri_patch *patches)
{
    (void)params, (void)site;
    bri_patch_simple(freed, 0, 1, lambda[0], patches);
    bri_motion turn = bri_motion_angle(bodies[0], bodies[1]), none = {0};
    patches->dim = 2;
    patches->row[1] = bri_motion_sum(&none, rho, &turn);
}

/* count rods, which do not meet. */
static inline rig vector_rods(int count, double mu, const char *law)
{
    char text[6000];
    int at = snprintf(text, sizeof text, "gravity: [0, -10]\nbodies:\n");
    bri_error err = {0};
    bri_model *model = NULL;
    for (int i = 0; i < count; i++)
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "  rod%d: {mass: 1, inertia: 1, at: [1, 2], velocity: [-1.9, 0.8], spin: 0.8}\n", i);
    at += snprintf(text + at, sizeof text - (size_t)at, "joints:\n");
    for (int i = 0; i < count; i++)
        at +=
            snprintf(text + at, sizeof text - (size_t)at,
                     "  foot%d: {point_on_line: [ground, rod%d], at: [0, 0], along: [1, 0], friction: {law: %s, mu_k: "
                     "%.17g}}\n",
                     i, i, law, mu);
    assert_true(at < (int)sizeof text);
    if (bri_model_parse(text, strlen(text), "test", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    const bri_records *joints = &bri_model_root(model)->joints;
    vector_kind = *(const bri_joint_kind *)(const void *)joints->at[0].kind;
    vector_kind.patch = vector_patch;
    for (int i = 0; i < joints->count; i++)
        joints->at[i].kind = &vector_kind.kind;
    return rig_of_model(model);
}

#endif
