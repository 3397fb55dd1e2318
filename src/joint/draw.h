/* draw.h - drawing elements of joints and forces. Points are in world coordinates, m; end: index of the body of the
 * joint that a stroke belongs to, or BRI_NO_END */
#ifndef BRISTLE_JOINT_DRAW_H
#define BRISTLE_JOINT_DRAW_H

#include "bristle/draw.h"
#include "joint/joint.h"

typedef struct bri_sketch { /* the drawing of one joint or force */
    const bri_pen *pen;
    const char *name;
    int body[BRI_ENDS];            /* indices of its bodies, as in bri_ink */
    double mark;                   /* size of small symbols, m */
    double magnify;                /* factor on displacements within a clearance; 1: to scale */
    double pivot[BRI_ENDS][2];     /* centre of rotation of each body: its pin, else its mass centre */
    double at[2];                  /* centre of rotation of the first two bodies relative to each other */
    double force[BRI_GAPS_MAX][2]; /* contact force on the second body at each gap, N */
    double largest;         /* contact force whose arrow is as long as the joint is wide, N; 0: forces are not drawn */
    double reach[4];        /* extent of the second body from its point: forward along the line, left, back, right */
    double effort;          /* current magnitude of a force, N or N m */
    double name_at[2];      /* position of its name; initially its point on a moving body */
    bool along_joint;       /* a force along a joint, which has no starting point of its own */
    double middle[2], size; /* set by a joint with clearance: centre and half size of its pin or block */
} bri_sketch;

enum {
    BRI_NO_END = -1 /* the stroke belongs to no body */
};
void bri_sketch_line(const bri_sketch *sketch, const char *style, int end, const double a[2], const double b[2]);
void bri_sketch_circle(const bri_sketch *sketch, const char *style, int end, const double at[2], double radius);
void bri_sketch_outline(const bri_sketch *sketch, const char *style, int end, const double (*at)[2], int count);
/* A rectangle; along is a unit vector. */
void bri_sketch_box(const bri_sketch *sketch, const char *style, int end, const double middle[2], const double along[2],
                    double length, double height);
void bri_sketch_arrow(const bri_sketch *sketch, const char *style, const double from[2], const double to[2]);
/* An arc about a point, between two angles in rad, with an arrow head at its end; or a spiral that ends at radius
 * inner. */
void bri_sketch_arc(const bri_sketch *sketch, const char *style, const double at[2], double radius, double from,
                    double to, double inner);
void bri_sketch_zigzag(const bri_sketch *sketch, const double a[2], const double b[2]);
void bri_sketch_anchor(const bri_sketch *sketch, const double at[2]); /* support on the ground */
void bri_sketch_pin(const bri_sketch *sketch, const double at[2]);
/* A line of the first body between two distances along it; side: hatched on its right (-1), on its left (1) or not
 * (0). */
void bri_sketch_rail(const bri_sketch *sketch, const double at[2], const double along[2], double from, double to,
                     int side);
/* The line below a wheel or tip, long enough for what rolls on it, with the name at the contact. */
void bri_sketch_floor(bri_sketch *sketch, const bri_site *site, const bri_frame *const *bodies);
void bri_sketch_contact_force(const bri_sketch *sketch, int gap, const double at[2]); /* contact force at a gap */
void bri_sketch_mark(const bri_sketch *sketch, const bri_site *site,
                     const bri_frame *const *bodies); /* the symbol of any joint */

/* at + x along + y across */
static inline void bri_offset(const double at[2], const double along[2], double x, double y, double out[2])
{
    double here[2] = {at[0], at[1]};
    out[0] = here[0] + x * along[0] - y * along[1];
    out[1] = here[1] + x * along[1] + y * along[0];
}

#endif
