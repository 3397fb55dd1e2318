/* draw_body.h - a drawing, and the bodies in it: their shapes, or what their points and joints suggest */
#ifndef BRISTLE_SIM_DRAW_BODY_H
#define BRISTLE_SIM_DRAW_BODY_H

#include "bristle/draw.h"
#include "sim/sim.h"

typedef struct bri_drawing {
    const bri_system *system;
    const bri_point *point;
    const bri_solution *solution; /* NULL: the equations have none here */
    const bri_pen *pen;
    double mark;
    double (*at)[2]; /* room for the points of one body */
    int room;
    bool no_memory;
} bri_drawing;

static const bri_frame bri_ground_frame = {.c = 1};

static inline const bri_frame *bri_drawn_frame(const bri_drawing *d, int body)
{
    return body == BRI_GROUND ? &bri_ground_frame : &d->point->frame[body];
}

static inline void bri_point_to_world(const bri_frame *frame, const double local[2], double out[2])
{
    bri_spot spot = bri_spot_of(frame, local);
    out[0] = spot.at[0];
    out[1] = spot.at[1];
}

/* Draw by the pen, which may lack functions. */
void bri_put_text(const bri_drawing *drawing, const bri_ink *ink, const double at[2]);
void bri_put_circle(const bri_drawing *drawing, const bri_ink *ink, const double at[2], double radius);
void bri_put_shape(bri_drawing *drawing, const bri_frame *frame, const bri_ink *ink, const bri_record *shape);
void bri_draw_body(bri_drawing *drawing, int body);
/* The joint holds points of its bodies, or is a gap between them; a motor, a gear or a clutch only turns bodies. */
bool bri_has_place(const bri_joint_kind *kind);
/* Two bodies turn about its point against each other, and do nothing else. */
bool bri_is_pin(const sys_joint *joint);

#endif
