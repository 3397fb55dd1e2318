/* canvas.h - a drawing of lines, polygons, circles and texts, in dots from the upper left corner; as SVG, PDF or PNG */
#ifndef BRISTLE_TOOL_CANVAS_H
#define BRISTLE_TOOL_CANVAS_H

#include <stdbool.h>

enum {
    NO_COLOUR = -1
};

typedef struct canvas_look {
    const char *style;     /* class of the SVG element; may be NULL */
    long stroke, fill;     /* 0xrrggbb, or NO_COLOUR */
    double width, opacity; /* of the stroke; of the fill */
    bool dashed;
    int layer; /* higher layers are drawn over lower ones */
} canvas_look;

typedef struct canvas_words {
    double size;
    int anchor; /* -1: starts at the position, 0: centred, 1: ends there */
    bool bold;
} canvas_words;

typedef struct canvas canvas;

canvas *canvas_create(void); /* NULL: out of memory */
void canvas_destroy(canvas *c);
void canvas_line(canvas *c, const canvas_look *look, const double (*at)[2], int count);
void canvas_polygon(canvas *c, const canvas_look *look, const double (*at)[2], int count);
void canvas_circle(canvas *c, const canvas_look *look, const double at[2], double radius);
void canvas_text(canvas *c, const canvas_look *look, const canvas_words *words, const double at[2], const char *text);
double text_width(const char *text, double size); /* estimate, in dots */

/* Writes the file completely or not at all, and prints the reason. PDF and PNG need gnuplot. */
int canvas_write(canvas *c, double width, double height, const char *path);

#endif
