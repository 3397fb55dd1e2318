/* draw.h - draws a mechanism as lines, polygons, circles and names, in world coordinates, m
 *
 * The caller passes a pen: functions that are called for each line, polygon, circle and name of the mechanism at the
 * current state of a sim. Colours, line widths and the final placement of names are up to the pen, which is given the
 * style of each stroke as a word, and the body that it belongs to. */
#ifndef BRISTLE_DRAW_H
#define BRISTLE_DRAW_H

#include "bristle/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_ink {
    /* body, ground   outlines from their shapes, or else from their points and radius
     * centre, point  mass centre; named point
     * joint, weld    pins and symbols of other joints; welds
     * anchor         support of a pin that is fixed to the ground
     * guide, hatch   lines on which bodies slide or roll; hatching behind them
     * gap, bore      surfaces with a clearance between them; surface of a bore
     * housing, block body around a bore; block in a guide
     * rod, pitch     massless rods; pitch circles of gears
     * drive, rub     drivers; brakes and clutches
     * force, push    springs, forces and torques; contact forces, in bri_sim_draw_clearance
     * open           joints whose surfaces begin deep inside each other and, in bri_model_draw, violated joints: rings about their
     *                points on both bodies, a line between them
     * shared         in bri_model_draw: rings about joints whose reactions a rigid model does not determine */
    const char *style;
    const char *name; /* of the body, joint or force; NULL: of the ground */
    int body;         /* index of the body to which the stroke belongs, from 0; BRI_INK_GROUND, BRI_INK_NOBODY */
} bri_ink;
enum {
    BRI_INK_GROUND = -1,
    BRI_INK_NOBODY = -2
};

typedef struct
    bri_pen { /* begin with bri_pen_defaults(); functions that are NULL are not called; ink and points are valid during the call only */
    size_t size; /* of this struct, set by its defaults */
    void (*line)(const bri_ink *ink, const double (*at)[2], int count, void *user); /* a polyline */
    void (*polygon)(const bri_ink *ink, const double (*at)[2], int count, void *user);
    void (*circle)(const bri_ink *ink, const double at[2], double radius, void *user);
    void (*text)(const bri_ink *ink, const double at[2], const char *text, void *user); /* a name */
    double mark; /* size of pins, arrows and other symbols, m; 0: 1/50 of the size of the mechanism */
    void *user;
} bri_pen;
static inline bri_pen bri_pen_defaults(void)
{
    bri_pen pen = BRI_ZEROS;
    pen.size = sizeof pen;
    return pen;
}

/* Draws the mechanism at the current state of the sim. Does not change the motion. */
BRI_API bri_status bri_sim_draw(bri_sim *sim, const bri_pen *pen, bri_error *err);

/* Draws a model at the positions of its file, also one that cannot be assembled or simulated; violated joints are marked, or
 * else, in an over-constrained model without a treatment of redundancy, the joints whose reactions are not unique. */
BRI_API bri_status bri_model_draw(const bri_model *model, const bri_pen *pen, bri_error *err);

/* --- joints with clearance ---------------------------------------------------------------------------------------- */

typedef struct bri_clearance_view {
    const char *name; /* of the joint; owned by the system */
    double at[2];     /* centre of the drawing: of the bore, or of the slot beside the pin; world coordinates, m */
    double size;      /* half the size of the pin or block across the clearance, m; 0: a point */
    double clearance; /* m */
    double offset[2]; /* from the first body's point to the second's, in the frame of the first body, m */
    double angle;     /* of the first body, rad */
    double force[2];  /* contact force on the second body, N */
    bool round;       /* a journal in a bore: the clearance limits the offset in every direction */
    bool touches;     /* at one gap at least */
} bri_clearance_view;

BRI_API int bri_sim_clearances(const bri_sim *sim); /* number of joints with clearance */
/* Draws the joint with clearance number index, from 0, with the clearance and the displacements in it magnified, and with the
 * contact forces. view may be NULL. BRI_NOT_FOUND: there is no such joint. */
BRI_API bri_status bri_sim_draw_clearance_sized(bri_sim *sim, int index, double magnify, const bri_pen *pen,
                                                bri_clearance_view *view, size_t size, bri_error *err);
static inline bri_status bri_sim_draw_clearance(bri_sim *sim, int index, double magnify, const bri_pen *pen,
                                                bri_clearance_view *view, bri_error *err)
{
    return bri_sim_draw_clearance_sized(sim, index, magnify, pen, view, sizeof *view, err);
}

/* Current position, in world coordinates, of the mass centre of a body, "crank", or of a point, "crank.tip",
 * "ground.wall". *body is set to the index of the body; body may be NULL. */
BRI_API bri_status bri_sim_find_point(bri_sim *sim, const char *name, double at[2], int *body, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
