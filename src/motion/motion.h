/* motion.h - how bodies move past each other: constraint, friction, spring and driver are rows of one shape
 *
 * In the plane a body has three coordinates: x and y of its mass centre, and its angle. This folder, joints and forces
 * are the only places that know it. */
#ifndef BRISTLE_MOTION_MOTION_H
#define BRISTLE_MOTION_MOTION_H

enum {
    BRI_DOF = 3,
    BRI_ENDS = 3 /* the third is a gear's carrier */
};

typedef struct bri_frame { /* of a body, in the world; the ground's is zero with c = 1 */
    double at[2], angle, c, s;
    double v[2], w;
} bri_frame;

typedef struct bri_motion {        /* one relative motion of the bodies it touches, at one instant */
    double value;                  /* m or rad */
    double end[BRI_ENDS][BRI_DOF]; /* rate = sum end.u + drift; an effort F acts on each body as F end */
    double drift, bias;            /* prescribed part of the rate; d(rate)/dt without accelerations */
} bri_motion;

typedef struct bri_spot {       /* a point of a body, in the world */
    double at[2], arm[2], v[2]; /* arm: from the mass centre */
} bri_spot;

bri_frame bri_frame_of(const double q[BRI_DOF], const double u[BRI_DOF]);
bri_spot bri_spot_of(const bri_frame *body, const double local[2]);
void bri_to_world(const bri_frame *body, const double local[2], double out[2]); /* of a direction */
void bri_to_local(const bri_frame *body, const double world[2], double out[2]); /* of a direction */
void bri_local_point(const bri_frame *body, const double world[2], double out[2]);

/* Distance of b from a along a direction that is fixed to body a: n.(b - a). Touches ends 0 and 1. */
bri_motion bri_motion_along(const bri_frame *body_a, const bri_frame *body_b, const bri_spot *a, const bri_spot *b,
                            const double n[2]);
bri_motion bri_motion_angle(const bri_frame *body_a, const bri_frame *body_b); /* of b against a */
bri_motion bri_motion_distance(const bri_frame *body_a, const bri_frame *body_b, const bri_spot *a, const bri_spot *b);
bri_motion bri_motion_sum(const bri_motion *first, double factor, const bri_motion *second); /* first + factor second */

/* sum over the ends of end.u: the rate without drift. */
double bri_motion_rate(const bri_motion *motion, const double *const u[BRI_ENDS], int ends);

#endif
