/* draw.h - a mechanism as a drawing: lines, polygons, circles and names, in the coordinates of the world
 *
 * Whoever draws gives a pen; a mechanism says with it what stands where at the present state of a sim. Colours, widths and
 * the place of names are the pen's affair: it is told the style of each stroke in a word and the body that it belongs to. */
#ifndef BRISTLE_DRAW_H
#define BRISTLE_DRAW_H

#include "bristle/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_ink {
    /* body, ground   outlines, as their shapes say or as their points and radius suggest
     * centre, point  mass centre; a point with a name
     * joint, weld    pins and marks of other joints; welds
     * anchor         where a pin is fast to the ground
     * guide, hatch   lines that others slide or roll on; the hatching behind them
     * gap, bore      surfaces with a clearance between them; that of a hole
     * housing, block what a hole is in; what slides in a guide
     * rod, pitch     rods without mass; pitch circles of gears
     * drive, rub     drivers; brakes and clutches
     * force, push    springs, forces and torques; force of a contact, in bri_sim_draw_loose */
    const char *style;
    const char *name; /* of the body, joint or force; NULL: the ground's */
    int body;         /* whose it is, counted from 0; BRI_INK_GROUND, BRI_INK_NOBODY */
} bri_ink;
enum {
    BRI_INK_GROUND = -1,
    BRI_INK_NOBODY = -2
};

typedef struct bri_pen { /* functions that are NULL are left out */
    void (*line)(const bri_ink *ink, const double (*at)[2], int count, void *user); /* from point to point */
    void (*polygon)(const bri_ink *ink, const double (*at)[2], int count, void *user);
    void (*circle)(const bri_ink *ink, const double at[2], double radius, void *user);
    void (*text)(const bri_ink *ink, const double at[2], const char *text, void *user); /* names; its style: of what */
    double mark; /* size of pins, arrows and other marks, m; 0: a fiftieth of the mechanism's length */
    void *user;
} bri_pen;

bri_status bri_sim_draw(bri_sim *sim, const bri_pen *pen, bri_error *err);

/* --- joints with a clearance ------------------------------------------------------------------------------------------ */

typedef struct bri_loose {
    char name[64];
    double at[2];     /* middle of the drawing: of the bore, or of the slot beside the pin; in the world, m */
    double size;      /* of the pin or block across the clearance, half of it, m; 0: it is a point */
    double clearance; /* m */
    double offset[2]; /* of the second body's point from the first's, in the first's frame, m */
    double angle;     /* of the first body, rad */
    double force[2];  /* on the second body, N */
    bool round;       /* a journal in a bore: the offset is within the clearance in every direction */
    bool touches;     /* at one place at least */
} bri_loose;

int bri_sim_loose(const bri_sim *sim); /* how many there are */
/* One of them, as if the clearance and all that happens in it were larger by a factor of magnify, with the forces of
 * contact. loose may be NULL. */
bri_status bri_sim_draw_loose(bri_sim *sim, int index, double magnify, const bri_pen *pen, bri_loose *loose,
                              bri_error *err);

/* Where a body's mass centre is now, or a point: "crank", "crank.tip", "ground.wall". body may be NULL: its index. */
bri_status bri_sim_find_point(bri_sim *sim, const char *name, double at[2], int *body, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
