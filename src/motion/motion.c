/* motion.c - relative motions of bodies in the plane
 *
 * With d = b - a, n fixed to body a and n' = n turned by 90 degrees:
 *
 *     value = n.d,   rate = n.(v_b - v_a) + w_a n'.d
 *     bias  = n.(w_a^2 r_a - w_b^2 r_b) + 2 w_a n'.(v_b - v_a) - w_a^2 n.d
 *
 * where v are the velocities of the points and r their arms from the mass centres. */
#include "motion/motion.h"

#include <math.h>
#include <string.h>

#include "base/lane_math.h"

static double dot(const double a[2], const double b[2]) { return a[0] * b[0] + a[1] * b[1]; }
static double cross(const double a[2], const double b[2]) { return a[0] * b[1] - a[1] * b[0]; }

bri_frame bri_frame_of(const double q[BRI_DOF], const double u[BRI_DOF])
{
    return (bri_frame){
        .at = {q[0], q[1]}, .angle = q[2], .c = real_cos(q[2]), .s = real_sin(q[2]), .v = {u[0], u[1]}, .w = u[2]};
}

void bri_to_world(const bri_frame *body, const double local[2], double out[2])
{
    double x = body->c * local[0] - body->s * local[1];
    out[1] = body->s * local[0] + body->c * local[1];
    out[0] = x;
}

void bri_to_local(const bri_frame *body, const double world[2], double out[2])
{
    double x = body->c * world[0] + body->s * world[1];
    out[1] = -body->s * world[0] + body->c * world[1];
    out[0] = x;
}

void bri_local_point(const bri_frame *body, const double world[2], double out[2])
{
    double arm[2] = {world[0] - body->at[0], world[1] - body->at[1]};
    bri_to_local(body, arm, out);
}

bri_spot bri_spot_of(const bri_frame *body, const double local[2])
{
    double arm[2];
    bri_to_world(body, local, arm);
    return (bri_spot){.at = {body->at[0] + arm[0], body->at[1] + arm[1]},
                      .arm = {arm[0], arm[1]},
                      .v = {body->v[0] - body->w * arm[1], body->v[1] + body->w * arm[0]}};
}

bri_motion bri_motion_along(const bri_frame *body_a, const bri_frame *body_b, const bri_spot *a, const bri_spot *b,
                            const double n[2])
{
    double d[2] = {b->at[0] - a->at[0], b->at[1] - a->at[1]};
    double turned[2] = {-n[1], n[0]};
    double v[2] = {b->v[0] - a->v[0], b->v[1] - a->v[1]};
    double reach[2] = {a->arm[0] + d[0], a->arm[1] + d[1]}; /* of b from the mass centre of a */
    double wa = body_a->w, wb = body_b->w;
    return (bri_motion){.value = dot(n, d),
                        .end = {{-n[0], -n[1], -cross(reach, n)}, {n[0], n[1], cross(b->arm, n)}},
                        .bias = wa * wa * dot(n, a->arm) - wb * wb * dot(n, b->arm) + 2 * wa * dot(turned, v) -
                                wa * wa * dot(n, d)};
}

bri_motion bri_motion_angle(const bri_frame *body_a, const bri_frame *body_b)
{
    return (bri_motion){.value = body_b->angle - body_a->angle, .end = {{0, 0, -1}, {0, 0, 1}}};
}

bri_motion bri_motion_distance(const bri_frame *body_a, const bri_frame *body_b, const bri_spot *a, const bri_spot *b)
{
    double d[2] = {b->at[0] - a->at[0], b->at[1] - a->at[1]};
    double v[2] = {b->v[0] - a->v[0], b->v[1] - a->v[1]};
    double length = hypot(d[0], d[1]), n[2] = {1, 0};
    if (length > 0) {
        n[0] = d[0] / length;
        n[1] = d[1] / length;
    }
    double across = cross(n, v), wa = body_a->w, wb = body_b->w;
    return (bri_motion){.value = length,
                        .end = {{-n[0], -n[1], -cross(a->arm, n)}, {n[0], n[1], cross(b->arm, n)}},
                        .bias = wa * wa * dot(n, a->arm) - wb * wb * dot(n, b->arm) +
                                (length > 0 ? across * across / length : 0)};
}

bri_motion bri_motion_sum(const bri_motion *first, double factor, const bri_motion *second)
{
    bri_motion sum = *first;
    sum.value += factor * second->value;
    sum.drift += factor * second->drift;
    sum.bias += factor * second->bias;
    for (int e = 0; e < BRI_ENDS; e++)
        for (int i = 0; i < BRI_DOF; i++)
            sum.end[e][i] += factor * second->end[e][i];
    return sum;
}

double bri_motion_rate(const bri_motion *motion, const double *const u[BRI_ENDS], int ends)
{
    double rate = 0;
    for (int e = 0; e < ends; e++)
        if (u[e])
            for (int i = 0; i < BRI_DOF; i++)
                rate += motion->end[e][i] * u[e][i];
    return rate;
}
