/* scene.h - the drawing of a mechanism as strokes that move with its bodies: drawn once, then moved by channels */
#ifndef BRISTLE_SIM_SCENE_H
#define BRISTLE_SIM_SCENE_H

#include "bristle/draw.h"

typedef enum bri_stroke_form {
    BRI_STROKE_LINE,
    BRI_STROKE_POLYGON,
    BRI_STROKE_CIRCLE, /* its first point is the centre */
    BRI_STROKE_NAME    /* its first point is its place */
} bri_stroke_form;

typedef enum bri_stroke_motion {
    BRI_STROKE_TURNS,   /* with a body: points in the frame of the body */
    BRI_STROKE_CARRIED, /* with a point of a body, without turning: points relative to it, along x and y of the world */
    BRI_STROKE_SPANS /* from a point of one body to a point of another: points as share of that way, and m to its left */
} bri_stroke_motion;

typedef struct bri_stroke {
    bri_stroke_form form;
    bri_stroke_motion motion;
    const char *style, *name; /* as in bri_ink; of the system */
    int body[2];              /* BRI_INK_GROUND or an index; the second where it spans */
    double anchor[2][2];      /* where it is carried or spans: points in the frames of these bodies */
    double radius;            /* of a circle, m */
    int first, count;         /* in bri_scene.at */
} bri_stroke;

typedef struct bri_scene {
    bri_stroke *stroke;
    double (*at)[2];
    int strokes, points;
    int left_out; /* strokes that follow no body: no point of a body explains their motion */
    double mark;  /* size of symbols, m */
} bri_scene;

/* The scene of a system in a configuration (x, y and angle of every body). Guides are as long as they must be in it and in
 * `more` other configurations. The caller destroys the scene, before the system. */
bri_status bri_scene_create(const bri_system *system, const double *q, int more, const double *others,
                            bri_scene **scene, bri_error *err);
void bri_scene_destroy(bri_scene *scene); /* NULL is allowed */

#endif
