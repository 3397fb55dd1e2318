/* names.h - names put beside what they name, where they cover least */
#ifndef BRISTLE_TOOL_NAMES_H
#define BRISTLE_TOOL_NAMES_H

#include "canvas.h"

enum {
    MOST_NAMES = 256,
    MOST_STROKES = 6000
};

typedef struct name_tag {
    double at[2]; /* what it names, in dots */
    canvas_look look;
    char text[64];
    double box[4]; /* where it was put: left, top, right, bottom */
} name_tag;

typedef struct name_list {
    name_tag name[MOST_NAMES];
    int count;
    double stroke[MOST_STROKES][2][2]; /* that should stay free, in dots */
    double weight[MOST_STROKES];
    int strokes;
    double frame[4]; /* that they stay in: left, top, right, bottom */
} name_list;

void names_add(name_list *n, const canvas_look *look, const double at[2], const char *text);
void names_avoid(name_list *n, const double a[2], const double b[2], double weight);
void names_put(name_list *n, canvas *c, double size);

#endif
