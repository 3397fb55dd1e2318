/* draw.h - what joints and forces draw themselves with */
#ifndef BRISTLE_JOINT_DRAW_H
#define BRISTLE_JOINT_DRAW_H

#include "bristle/draw.h"
#include "joint/joint.h"

typedef struct bri_sketch { /* one joint or force on the drawing */
    const bri_pen *pen;
    const char *name;
    int body[BRI_ENDS];            /* of its ends, as in bri_ink */
    double mark;                   /* size of small marks, m */
    double magnify;                /* of what happens within a clearance; 1: to scale */
    double pivot[BRI_ENDS][2];     /* what each body turns about: its pin, else its mass centre; in the world */
    double at[2];                  /* what the first two turn about against each other */
    double force[BRI_GAPS_MAX][2]; /* at each gap, on the second body, N */
    double largest;                /* force that is drawn as long as the joint is wide; 0: forces are not drawn */
    double reach[4];               /* of the second body from its point: along the line, left, back and right of it */
    double effort;                 /* of a force, as it acts now, N or N m */
    double name_at[2];             /* where its name goes; at first its point on a moving body */
    bool along_joint;              /* a force that acts along a joint: where it begins is not said */
    /* a loose joint says */
    double middle[2], size;
} bri_sketch;

enum {
    BRI_NO_END = -1 /* the stroke belongs to none of its bodies */
};
void bri_sketch_line(const bri_sketch *sketch, const char *style, int end, const double a[2], const double b[2]);
void bri_sketch_circle(const bri_sketch *sketch, const char *style, int end, const double at[2], double radius);
void bri_sketch_outline(const bri_sketch *sketch, const char *style, int end, const double (*at)[2], int count);
/* A rectangle; along is a unit vector. */
void bri_sketch_box(const bri_sketch *sketch, const char *style, int end, const double middle[2], const double along[2],
                    double length, double height);
void bri_sketch_arrow(const bri_sketch *sketch, const char *style, const double from[2], const double to[2]);
/* Round a place by some of a turn, with the head of an arrow where it ends, or winding in as a spiral. */
void bri_sketch_arc(const bri_sketch *sketch, const char *style, const double at[2], double radius, double from,
                    double to, double inner);
void bri_sketch_zigzag(const bri_sketch *sketch, const double a[2], const double b[2]);
void bri_sketch_anchor(const bri_sketch *sketch, const double at[2]); /* a foot on the ground */
void bri_sketch_pin(const bri_sketch *sketch, const double at[2]);
/* A line of the first body, from and to counted along it, hatched on its right (-1), on its left (1) or not (0). */
void bri_sketch_rail(const bri_sketch *sketch, const double at[2], const double along[2], double from, double to,
                     int side);
/* The line of a wheel or tip on its left, long enough to hold what rolls on it, with the name where they touch. */
void bri_sketch_floor(bri_sketch *sketch, const bri_site *site, const bri_frame *const *bodies);
void bri_sketch_push(const bri_sketch *sketch, int gap, const double at[2]); /* force at a gap, where it touches */
void bri_sketch_mark(const bri_sketch *sketch, const bri_site *site, const bri_frame *const *bodies); /* of any joint */

/* at + x along + y across */
static inline void bri_offset(const double at[2], const double along[2], double x, double y, double out[2])
{
    double here[2] = {at[0], at[1]};
    out[0] = here[0] + x * along[0] - y * along[1];
    out[1] = here[1] + x * along[1] + y * along[0];
}

#endif
