/* motion.h - relative motions of bodies: constraints, friction, springs and drivers all act along such motions
 *
 * A body in the plane has three coordinates: x and y of its mass centre, and its angle. Only this folder, joints and
 * forces depend on that. */
#ifndef BRISTLE_MOTION_MOTION_H
#define BRISTLE_MOTION_MOTION_H

enum {
    BRI_DOF = 3,
    BRI_ENDS = 3 /* bodies of a joint; the third is the carrier of a gear */
};

typedef struct bri_frame {     /* position and velocity of a body in the world; of the ground: 0, with c = 1 */
    double at[2], angle, c, s; /* mass centre, m; rad; cosine and sine of the angle */
    double v[2], w;            /* m/s; rad/s */
} bri_frame;

typedef struct bri_motion { /* one relative motion of up to BRI_ENDS bodies, at one instant */
    double value;           /* m or rad */
    double end[BRI_ENDS]
              [BRI_DOF]; /* gradient: rate = sum end.u + drift; a force F along the motion acts on each body as F end */
    double drift, bias;  /* prescribed part of the rate; d(rate)/dt at zero accelerations */
} bri_motion;

typedef struct bri_spot {       /* a point of a body, in world coordinates */
    double at[2], arm[2], v[2]; /* m, m, m/s; arm: from the mass centre to the point */
} bri_spot;

bri_frame bri_frame_of(const double q[BRI_DOF], const double u[BRI_DOF]);
void bri_to_local(const bri_frame *body, const double world[2], double out[2]); /* a direction */
void bri_local_point(const bri_frame *body, const double world[2], double out[2]);

bri_motion bri_motion_distance(const bri_frame *body_a, const bri_frame *body_b, const bri_spot *a, const bri_spot *b);
bri_motion bri_motion_sum(const bri_motion *first, double factor, const bri_motion *second); /* first + factor second */

/* --- inline functions: evaluated for each joint at each step ------------------------------------------------------ */

static inline double bri_dot(const double a[2], const double b[2]) { return a[0] * b[0] + a[1] * b[1]; }
static inline double bri_cross(const double a[2], const double b[2]) { return a[0] * b[1] - a[1] * b[0]; }

/* A direction. */
static inline void bri_to_world(const bri_frame *body, const double local[2], double out[2])
{
    double x = body->c * local[0] - body->s * local[1];
    out[1] = body->s * local[0] + body->c * local[1];
    out[0] = x;
}

static inline bri_spot bri_spot_of(const bri_frame *body, const double local[2])
{
    double arm[2];
    bri_to_world(body, local, arm);
    return (bri_spot){.at = {body->at[0] + arm[0], body->at[1] + arm[1]},
                      .arm = {arm[0], arm[1]},
                      .v = {body->v[0] - body->w * arm[1], body->v[1] + body->w * arm[0]}};
}

/* Distance from a to b along a direction that is fixed to body a; sets ends 0 and 1. With d = b - a and n' = n turned
 * by 90 degrees:
 *
 *     value = n.d,   rate = n.(v_b - v_a) + w_a n'.d
 *     bias  = n.(w_a^2 r_a - w_b^2 r_b) + 2 w_a n'.(v_b - v_a) - w_a^2 n.d
 *
 * where v are the velocities of the points and r their arms from the mass centres. */
static inline bri_motion bri_motion_along(const bri_frame *body_a, const bri_frame *body_b, const bri_spot *a,
                                          const bri_spot *b, const double n[2])
{
    double d[2] = {b->at[0] - a->at[0], b->at[1] - a->at[1]};
    double turned[2] = {-n[1], n[0]};
    double v[2] = {b->v[0] - a->v[0], b->v[1] - a->v[1]};
    double reach[2] = {a->arm[0] + d[0], a->arm[1] + d[1]}; /* from the mass centre of body a to b */
    double wa = body_a->w, wb = body_b->w;
    return (bri_motion){.value = bri_dot(n, d),
                        .end = {{-n[0], -n[1], -bri_cross(reach, n)}, {n[0], n[1], bri_cross(b->arm, n)}},
                        .bias = wa * wa * bri_dot(n, a->arm) - wb * wb * bri_dot(n, b->arm) +
                                2 * wa * bri_dot(turned, v) - wa * wa * bri_dot(n, d)};
}

/* Angle of body b relative to body a. */
static inline bri_motion bri_motion_angle(const bri_frame *body_a, const bri_frame *body_b)
{
    return (bri_motion){.value = body_b->angle - body_a->angle, .end = {{0, 0, -1}, {0, 0, 1}}};
}

/* A motion of two bodies without drift, number by number: a struct that is made elsewhere and copied takes several times as long. */
static inline void bri_motion_between(double value, const double first[BRI_DOF], const double second[BRI_DOF],
                                      double bias, bri_motion *out)
{
    out->value = value;
    for (int i = 0; i < BRI_DOF; i++) {
        out->end[0][i] = first[i];
        out->end[1][i] = second[i];
        out->end[2][i] = 0;
    }
    out->drift = 0;
    out->bias = bias;
}

/* The rate without drift: sum over the ends of end.u. */
static inline double bri_motion_rate(const bri_motion *motion, const double *const u[BRI_ENDS], int ends)
{
    double rate = 0;
    for (int e = 0; e < ends; e++)
        if (u[e])
            for (int i = 0; i < BRI_DOF; i++)
                rate += motion->end[e][i] * u[e][i];
    return rate;
}

#endif
