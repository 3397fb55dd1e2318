/* mechanism.h - a pen that measures a mechanism or draws it on a canvas */
#ifndef BRISTLE_TOOL_MECHANISM_H
#define BRISTLE_TOOL_MECHANISM_H

#include "bristle/bristle.h"
#include "canvas.h"
#include "names.h"

typedef struct extent { /* low > high: nothing was plot_curve */
    double low[2], high[2];
} extent;
extern const extent nothing_yet;
void extent_add(extent *e, const double at[2], double radius);

typedef struct view { /* from the world to dots */
    double scale;     /* dots per metre */
    double from[2];   /* a point in the world */
    double at[2];     /* position of that point, in dots */
} view;
void view_place(const view *v, const double world[2], double out[2]);

typedef struct pen_target { /* target of a pen */
    canvas *canvas;         /* NULL: only measured */
    view view;
    double tone;               /* 1: full colour, less: nearer to white */
    int layer;                 /* added to all layers */
    int back;                  /* layer of housings and bores, of an inset */
    name_list *names;          /* NULL: without names */
    bool is_ghost;             /* an earlier time: without names, but names keep away from it */
    extent seen;               /* of all strokes but contact forces, in the world */
    bool is_inset;             /* surfaces have the colours of their bodies */
    bool has_open, has_shared; /* strokes of these styles were met */
} pen_target;

bri_pen pen_for(pen_target *e, double mark);
long colour_of(int body);
long toned(long colour, double tone);

#endif
