/* mechanism.h - what a mechanism draws of itself, measured and put on a canvas */
#ifndef BRISTLE_TOOL_MECHANISM_H
#define BRISTLE_TOOL_MECHANISM_H

#include "bristle/bristle.h"
#include "canvas.h"
#include "names.h"

typedef struct extent { /* low > high: nothing was drawn */
    double low[2], high[2];
} extent;
extern const extent nothing_yet;
void extent_add(extent *e, const double at[2], double radius);

typedef struct view { /* from the world to dots */
    double scale;     /* dots per metre */
    double from[2];   /* in the world, */
    double at[2];     /* where it lies, in dots */
} view;
void view_place(const view *v, const double world[2], double out[2]);

typedef struct easel { /* what a pen draws on */
    canvas *canvas;    /* NULL: only measured */
    view view;
    double tone;      /* 1: as it is, less: nearer to white */
    int layer;        /* that everything is raised by */
    int back;         /* layer of housings and bores, of an inset */
    name_list *names; /* NULL: nothing is named and nothing kept free */
    bool is_ghost;    /* it has no names, but names stay away from it */
    extent seen;      /* of all strokes, in the world, but forces of contact */
    bool is_inset;    /* clearances are what it shows: they have the colours of their bodies */
} easel;

bri_pen pen_for(easel *e, double mark);
long colour_of(int body);
long toned(long colour, double tone);

#endif
