/* motion.c - relative motions of bodies in the plane: functions that are not inline */
#include "motion/motion.h"

#include <math.h>
#include <string.h>

#include "base/lane_math.h"

bri_frame bri_frame_of(const double q[BRI_DOF], const double u[BRI_DOF])
{
    return (bri_frame){
        .at = {q[0], q[1]}, .angle = q[2], .c = real_cos(q[2]), .s = real_sin(q[2]), .v = {u[0], u[1]}, .w = u[2]};
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

bri_motion bri_motion_distance(const bri_frame *body_a, const bri_frame *body_b, const bri_spot *a, const bri_spot *b)
{
    double d[2] = {b->at[0] - a->at[0], b->at[1] - a->at[1]};
    double v[2] = {b->v[0] - a->v[0], b->v[1] - a->v[1]};
    double length = hypot(d[0], d[1]), n[2] = {1, 0};
    if (length > 0) {
        n[0] = d[0] / length;
        n[1] = d[1] / length;
    }
    double across = bri_cross(n, v), wa = body_a->w, wb = body_b->w;
    return (bri_motion){.value = length,
                        .end = {{-n[0], -n[1], -bri_cross(a->arm, n)}, {n[0], n[1], bri_cross(b->arm, n)}},
                        .bias = wa * wa * bri_dot(n, a->arm) - wb * wb * bri_dot(n, b->arm) +
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
