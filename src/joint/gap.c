/* gap.c - kinematics of gaps between two bodies
 *
 * Contact force and friction are equal and opposite forces at one point P of the overlap, except with contact_point
 * surfaces, where each body has a point P of its own. A share s places P: 0 on the surface of b, 1 on that of a.
 * With n the normal, t = n turned by 90 degrees, and D the velocity of b relative to a,
 *
 *     round: n points from a's centre to b's, at distance d; P lies rho n from a's centre
 *            on a disc   rho = d - r_b - s gap,   gap = d - r_a - r_b
 *            in a bore   rho = d + r_b + s gap,   gap = r_bore - r_b - d
 *            slip = t.D + (rho_b - d) w_b - rho_a w_a,   P rotates with psi' = t.D/d,   rho' = (1 - s) d'
 *     flat:  n is normal to the face of a; P lies h = r + s gap below b's centre
 *            slip = rate of the slide + h_b w_b - h_a w_a */
#include "joint/gap.h"

#include <math.h>

#include "base/divisor.h"

static double dot(const double a[2], const double b[2]) { return a[0] * b[0] + a[1] * b[1]; }
static double cross(const double a[2], const double b[2]) { return a[0] * b[1] - a[1] * b[0]; }

static bri_motion reversed(const bri_motion *motion)
{
    bri_motion nothing = {0};
    return bri_motion_sum(&nothing, -1, motion);
}

/* Shares of both bodies: where P lies between the surface of b (0) and that of a (1). */
static const double share[][2] = {
    [BRI_AT_MIDDLE] = {0.5, 0.5}, [BRI_AT_FIRST] = {1, 1}, [BRI_AT_SECOND] = {0, 0}, [BRI_AT_SURFACES] = {1, 0}};

void bri_gap_round(const bri_frame *const *bodies, const double point[2][2], const double radius[2], int contact_point,
                   bri_gap *gap)
{
    bri_spot a = bri_spot_of(bodies[0], point[0]), b = bri_spot_of(bodies[1], point[1]);
    bri_motion apart = bri_motion_distance(bodies[0], bodies[1], &a, &b);
    const double *s = share[contact_point];
    bool in_bore = radius[0] < 0;
    double d = apart.value, wa = bodies[0]->w, wb = bodies[1]->w, outside = in_bore ? -1 : 1;
    double n[2] = {apart.end[1][0], apart.end[1][1]}, t[2] = {-n[1], n[0]};
    double D[2] = {b.v[0] - a.v[0], b.v[1] - a.v[1]}, along = dot(t, D), away = dot(n, D);
    double psi_rate = d > 0 ? along / d : 0;
    gap->normal = in_bore ? reversed(&apart) : apart;
    gap->normal.value = in_bore ? -radius[0] - radius[1] - d : d - radius[0] - radius[1];
    double rho = d - outside * (radius[1] + s[0] * gap->normal.value), /* P of a, from its centre */
        reach = -outside * (radius[1] + s[1] * gap->normal.value);     /* P of b, from its centre */
    gap->slide = (bri_motion){.end = {{-t[0], -t[1], -cross(a.arm, t) - rho}, {t[0], t[1], cross(b.arm, t) + reach}},
                              .bias = wa * wa * dot(t, a.arm) - wb * wb * dot(t, b.arm) - psi_rate * away -
                                      away * ((1 - s[0]) * wa + s[1] * wb)};
    gap->bend = in_bore ? -0.5 / fmax(-radius[0] - radius[1], least_divisor) : 0.5 / (radius[0] + radius[1]);
    gap->past[0] = rho * (wa - psi_rate);
    gap->past[1] = reach * (wb - psi_rate);
    gap->radius[0] = radius[0];
    gap->radius[1] = radius[1];
}

typedef struct centre {       /* of a round surface of b, relative to a line of a */
    bri_motion slide, height; /* along the line; to its left */
    double slide_rate, height_rate;
} centre;

static centre centre_of(const bri_site *site, const bri_frame *const *bodies, const double point[2])
{
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], point);
    double along[2];
    bri_to_world(bodies[0], site->along, along);
    double left[2] = {-along[1], along[0]};
    double d[2] = {b.at[0] - a.at[0], b.at[1] - a.at[1]}, v[2] = {b.v[0] - a.v[0], b.v[1] - a.v[1]};
    return (centre){.slide = bri_motion_along(bodies[0], bodies[1], &a, &b, along),
                    .height = bri_motion_along(bodies[0], bodies[1], &a, &b, left),
                    .slide_rate = dot(along, v) + bodies[0]->w * cross(along, d),
                    .height_rate = dot(left, v) + bodies[0]->w * cross(left, d)};
}

/* The gap to the face at the distance offset to the left of the line. */
static void face_gap(const centre *c, const bri_frame *const *bodies, double radius, double offset, int side,
                     int contact_point, bri_gap *gap)
{
    const double *s = share[contact_point];
    double wa = bodies[0]->w, wb = bodies[1]->w, lever[2];
    gap->normal = side > 0 ? c->height : reversed(&c->height);
    gap->normal.value -= side * offset + radius;
    for (int e = 0; e < 2; e++)
        lever[e] = side * (radius + s[e] * gap->normal.value);
    gap->slide = c->slide;
    gap->slide.value += side * radius * (bodies[1]->angle - bodies[0]->angle);
    gap->slide.end[0][2] -= lever[0];
    gap->slide.end[1][2] += lever[1];
    gap->slide.bias += c->height_rate * (s[1] * wb - s[0] * wa); /* side^2 = 1 */
    gap->past[0] = -c->slide_rate;
    gap->past[1] = lever[1] * wb - lever[0] * wa;
    gap->bend = 0;
    gap->radius[0] = INFINITY;
    gap->radius[1] = radius;
}

void bri_gap_flat(const bri_site *site, const bri_frame *const *bodies, const double point[2], double radius,
                  double offset, int side, int contact_point, bri_gap *gap)
{
    centre c = centre_of(site, bodies, point);
    face_gap(&c, bodies, radius, offset, side, contact_point, gap);
}

void bri_gap_slot(const bri_site *site, const bri_frame *const *bodies, const double point[2], double radius,
                  double half, int contact_point, bri_gap gaps[2])
{
    centre c = centre_of(site, bodies, point);
    face_gap(&c, bodies, radius, -half, 1, contact_point, &gaps[0]);
    face_gap(&c, bodies, radius, half, -1, contact_point, &gaps[1]);
}
