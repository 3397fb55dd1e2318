/* gap.c - kinematics of gaps between two bodies
 *
 * Both surfaces are evaluated at one point P, so that contact force and friction are equal and opposite forces at P.
 * With n the normal, t = n turned by 90 degrees, and D the velocity of b relative to a,
 *
 *     round: n points from a's centre to b's, at distance d; P lies rho n from a's centre, between the surfaces
 *            on a disc   rho = (d + r_a - r_b)/2,      gap = d - r_a - r_b
 *            in a bore   rho = (d + r_bore + r_b)/2,   gap = r_bore - r_b - d
 *            slip = t.D + (rho - d) w_b - rho w_a,   P rotates with psi' = t.D/d
 *     flat:  n is normal to the face of a; P lies r below b's centre
 *            slip = rate of the slide + r (w_b - w_a) */
#include "joint/gap.h"

#include <math.h>

static double dot(const double a[2], const double b[2]) { return a[0] * b[0] + a[1] * b[1]; }
static double cross(const double a[2], const double b[2]) { return a[0] * b[1] - a[1] * b[0]; }

static bri_motion reversed(const bri_motion *motion)
{
    bri_motion nothing = {0};
    return bri_motion_sum(&nothing, -1, motion);
}

void bri_gap_round(const bri_frame *const *bodies, const double point[2][2], const double radius[2], bri_gap *gap)
{
    bri_spot a = bri_spot_of(bodies[0], point[0]), b = bri_spot_of(bodies[1], point[1]);
    bri_motion apart = bri_motion_distance(bodies[0], bodies[1], &a, &b);
    bool in_bore = radius[0] < 0;
    double d = apart.value, wa = bodies[0]->w, wb = bodies[1]->w,
           rho = 0.5 * (in_bore ? d - radius[0] + radius[1] : d + radius[0] - radius[1]);
    double n[2] = {apart.end[1][0], apart.end[1][1]}, t[2] = {-n[1], n[0]};
    double D[2] = {b.v[0] - a.v[0], b.v[1] - a.v[1]}, along = dot(t, D), away = dot(n, D);
    double psi_rate = d > 0 ? along / d : 0;
    gap->normal = in_bore ? reversed(&apart) : apart;
    gap->normal.value = in_bore ? -radius[0] - radius[1] - d : d - radius[0] - radius[1];
    gap->slide = (bri_motion){.end = {{-t[0], -t[1], -cross(a.arm, t) - rho}, {t[0], t[1], cross(b.arm, t) + rho - d}},
                              .bias = wa * wa * dot(t, a.arm) - wb * wb * dot(t, b.arm) - psi_rate * away -
                                      0.5 * away * (wa + wb)};
    gap->bend = in_bore ? -0.5 / fmax(-radius[0] - radius[1], 1e-300) : 0.5 / (radius[0] + radius[1]);
    gap->past[0] = rho * (wa - psi_rate);
    gap->past[1] = (rho - d) * (wb - psi_rate);
    gap->radius[0] = radius[0];
    gap->radius[1] = radius[1];
}

void bri_gap_flat(const bri_site *site, const bri_frame *const *bodies, const double point[2], double radius,
                  double offset, int side, bri_gap *gap)
{
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], point);
    double along[2];
    bri_to_world(bodies[0], site->along, along);
    double up[2] = {-side * along[1], side * along[0]};
    bri_motion slide = bri_motion_along(bodies[0], bodies[1], &a, &b, along),
               turn = bri_motion_angle(bodies[0], bodies[1]);
    gap->normal = bri_motion_along(bodies[0], bodies[1], &a, &b, up);
    gap->normal.value -= side * offset + radius;
    gap->slide = bri_motion_sum(&slide, side * radius, &turn);
    double d[2] = {b.at[0] - a.at[0], b.at[1] - a.at[1]}, v[2] = {b.v[0] - a.v[0], b.v[1] - a.v[1]};
    gap->past[0] = -dot(along, v) - bodies[0]->w * cross(along, d);
    gap->past[1] = side * radius * (bodies[1]->w - bodies[0]->w);
    gap->bend = 0;
    gap->radius[0] = INFINITY;
    gap->radius[1] = radius;
}

void bri_gap_across(const bri_frame *const *bodies, const bri_gap *gap, double far, bri_gap *other)
{
    double lever = 2 * gap->radius[1]; /* the point of contact moves to the opposite side of the surface */
    *other = *gap;
    other->normal = reversed(&gap->normal);
    other->normal.value = far - gap->normal.value;
    other->slide.value -= lever * (bodies[1]->angle - bodies[0]->angle);
    other->slide.end[0][2] += lever;
    other->slide.end[1][2] -= lever;
    other->past[1] = -gap->past[1];
}
