/* names.h - labels placed beside their parts, where they cover least */
#ifndef BRISTLE_TOOL_NAMES_H
#define BRISTLE_TOOL_NAMES_H

#include "canvas.h"

enum {
    MAX_NAMES = 256,
    MAX_STROKES = 6000
};

typedef struct name_tag {
    double at[2]; /* position of the named part, in dots */
    canvas_look look;
    char text[64];
    double box[4]; /* its box: left, top, right, bottom */
} name_tag;

typedef struct name_list {
    name_tag name[MAX_NAMES];
    int count;
    double stroke[MAX_STROKES][2][2]; /* lines that names should not cover, in dots */
    double weight[MAX_STROKES];
    int strokes;
    double frame[4]; /* names stay within: left, top, right, bottom */
} name_list;

void names_add(name_list *n, const canvas_look *look, const double at[2], const char *text);
void names_avoid(name_list *n, const double a[2], const double b[2], double weight);
void names_put(name_list *n, canvas *c, double size);

#endif
