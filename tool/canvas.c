/* canvas.c - collects the pieces of a drawing, sorts them by layer and writes them: SVG directly, PNG and PDF by gnuplot */
#include "canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

enum {
    CORNERS = 180, /* of a circle, for gnuplot */
    LONGEST_TEXT = 160
};
static const double png_scale = 1.6;    /* pixels of a PNG per dot */
static const double centimetres = 0.02; /* of a PDF per dot */
static const double letter = 0.56;      /* mean width of a letter over the font size */
static const double pi = 3.14159265358979323846;
static const char *const font = "DejaVu Sans, Verdana, sans-serif";

typedef enum piece_form {
    LINE,
    POLYGON,
    CIRCLE,
    TEXT
} piece_form;

typedef struct piece {
    piece_form form;
    canvas_look look;
    canvas_words words;
    int index, first, count; /* of its points */
    double radius;
    char text[LONGEST_TEXT];
} piece;

struct canvas {
    piece *piece;
    int pieces, room;
    double (*at)[2];
    int points, point_room;
    bool failed; /* out of memory: nothing is written */
};

canvas *canvas_create(void) { return calloc(1, sizeof(canvas)); }

void canvas_destroy(canvas *c)
{
    if (!c) return;
    free(c->piece);
    free(c->at);
    free(c);
}

static bool grow(void **what, int *room, int wanted, size_t size)
{
    if (wanted <= *room) return true;
    int more = wanted + *room + 64;
    void *larger = realloc(*what, (size_t)more * size);
    if (!larger) return false;
    *what = larger;
    *room = more;
    return true;
}

static piece *add(canvas *c, piece_form form, const canvas_look *look, const double (*at)[2], int count)
{
    void *pieces = c->piece, *points = c->at;
    bool fits = grow(&pieces, &c->room, c->pieces + 1, sizeof *c->piece);
    fits = grow(&points, &c->point_room, c->points + count, sizeof *c->at) && fits;
    c->piece = pieces;
    c->at = points;
    c->failed = c->failed || !fits;
    for (int i = 0; i < count; i++)
        if (!isfinite(at[i][0]) || !isfinite(at[i][1])) return NULL;
    if (c->failed) return NULL;
    piece *p = &c->piece[c->pieces];
    *p = (piece){.form = form, .look = *look, .index = c->pieces++, .first = c->points, .count = count};
    memcpy(c->at + c->points, at, (size_t)count * sizeof *at);
    c->points += count;
    return p;
}

void canvas_line(canvas *c, const canvas_look *look, const double (*at)[2], int count)
{
    add(c, LINE, look, at, count);
}

void canvas_polygon(canvas *c, const canvas_look *look, const double (*at)[2], int count)
{
    add(c, POLYGON, look, at, count);
}

void canvas_circle(canvas *c, const canvas_look *look, const double at[2], double radius)
{
    piece *p = add(c, CIRCLE, look, (const double(*)[2])(const void *)at, 1);
    if (p) p->radius = radius;
}

void canvas_text(canvas *c, const canvas_look *look, const canvas_words *words, const double at[2], const char *text)
{
    piece *p = add(c, TEXT, look, (const double(*)[2])(const void *)at, 1);
    if (!p) return;
    p->words = *words;
    int length = snprintf(p->text, sizeof p->text, "%s", text);
    for (int i = (int)sizeof p->text - 1; length >= (int)sizeof p->text && i-- > 0;) /* complete UTF-8 characters */
        if (((unsigned char)text[i] & 0xc0) != 0x80) {
            p->text[i] = 0;
            break;
        }
}

double text_width(const char *text, double size)
{
    double count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return letter * size * count;
}

static int by_layer(const void *left, const void *right)
{
    const piece *a = left, *b = right;
    return a->look.layer != b->look.layer ? a->look.layer - b->look.layer : a->index - b->index;
}

/* --- SVG ----------------------------------------------------------------------------------------------------------------- */

static void put_escaped(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '<' || *text == '>' || *text == '&')
            fputs(*text == '<' ? "&lt;" : *text == '>' ? "&gt;" : "&amp;", out);
        else if ((unsigned char)*text >= ' ')
            fputc(*text, out);
}

static void put_look(FILE *out, const piece *p)
{
    const canvas_look *l = &p->look;
    if (l->style) fprintf(out, " class=\"%s\"", l->style);
    if (p->form == TEXT || l->fill == NO_COLOUR)
        fputs(p->form == TEXT ? "" : " fill=\"none\"", out);
    else
        fprintf(out, " fill=\"#%06lx\"", (unsigned long)l->fill);
    if (l->fill != NO_COLOUR && l->opacity < 1 && p->form != TEXT) fprintf(out, " fill-opacity=\"%.3g\"", l->opacity);
    if (l->stroke != NO_COLOUR && p->form != TEXT)
        fprintf(out, " stroke=\"#%06lx\" stroke-width=\"%.3g\"", (unsigned long)l->stroke, l->width);
    if (l->dashed) fputs(" stroke-dasharray=\"5 4\"", out);
}

static void put_svg_piece(FILE *out, const canvas *c, const piece *p)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    const double *at = c->at[p->first];
    switch (p->form) {
    case LINE:
    case POLYGON:
        fputs(p->form == LINE ? "<polyline points=\"" : "<polygon points=\"", out);
        for (int i = 0; i < p->count; i++)
            fprintf(out, "%s%.2f,%.2f", i ? " " : "", at[2 * i], at[2 * i + 1]);
        fputs("\"", out);
        break;
    case CIRCLE: fprintf(out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"", at[0], at[1], p->radius); break;
    case TEXT:
        fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.3g\" text-anchor=\"%s\"%s fill=\"#%06lx\"", at[0],
                at[1], p->words.size, anchors[p->words.anchor + 1], p->words.bold ? " font-weight=\"bold\"" : "",
                (unsigned long)p->look.stroke);
        break;
    }
    put_look(out, p);
    if (p->form == TEXT) {
        fputs(">", out);
        put_escaped(out, p->text);
        fputs("</text>\n", out);
    } else {
        fputs("/>\n", out);
    }
}

static int write_svg(const canvas *c, double width, double height, const char *path)
{
    atomic_file file;
    int status = atomic_open(&file, path);
    if (status) return status;
    FILE *out = file.stream;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
            "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"%s\" stroke-linecap=\"round\" "
            "stroke-linejoin=\"round\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            width, height, width, height, font);
    for (int i = 0; i < c->pieces; i++)
        put_svg_piece(out, c, &c->piece[i]);
    fputs("</svg>\n", out);
    return atomic_close(&file, true);
}

/* --- gnuplot --------------------------------------------------------------------------------------------------------------- */

typedef struct script {
    const canvas *canvas;
    double width, height;
    bool is_pdf;
} script;

static void put_points(FILE *out, const canvas *c, const piece *p)
{
    const double *at = c->at[p->first];
    for (int i = 0; p->form != CIRCLE && i < p->count; i++)
        fprintf(out, "%.3f %.3f\n", at[2 * i], at[2 * i + 1]);
    if (p->form == POLYGON) fprintf(out, "%.3f %.3f\n", at[0], at[1]);
    for (int i = 0; p->form == CIRCLE && i <= CORNERS; i++) {
        double angle = 2 * pi * i / CORNERS;
        fprintf(out, "%.3f %.3f\n", at[0] + p->radius * cos(angle), at[1] + p->radius * sin(angle));
    }
}

static void put_label(FILE *out, const canvas *c, const piece *p, double type)
{
    static const char *const sides[] = {"left", "center", "right"};
    const double *at = c->at[p->first];
    fputs("set label ", out);
    put_quoted(out, p->text);
    /* gnuplot centres a text vertically */
    fprintf(out, " at first %.2f, first %.2f %s front noenhanced textcolor rgb '#%06lx' font '%s,%.3g'\n", at[0],
            at[1] - 0.36 * p->words.size, sides[p->words.anchor + 1], (unsigned long)p->look.stroke,
            p->words.bold ? "DejaVu Sans:Bold" : "DejaVu Sans", type * p->words.size);
}

static void put_script(FILE *out, const void *data)
{
    const script *s = data;
    const canvas *c = s->canvas;
    fputs("set encoding utf8\n", out);
    if (s->is_pdf)
        fprintf(out, "set terminal pdfcairo size %.3fcm,%.3fcm font 'DejaVu Sans,8' rounded\n", s->width * centimetres,
                s->height * centimetres);
    else
        fprintf(out, "set terminal pngcairo size %.0f,%.0f font 'DejaVu Sans,10' rounded background '#ffffff'\n",
                s->width * png_scale, s->height * png_scale);
    /* font size and line width per dot */
    double type = s->is_pdf ? centimetres / 2.54 * 72 : 0.75 * png_scale, width = s->is_pdf ? type * 2 : png_scale;
    fprintf(out,
            "set lmargin at screen 0\nset rmargin at screen 1\nset tmargin at screen 1\nset bmargin at screen 0\n"
            "unset border\nunset tics\nunset key\nset xrange [0:%.2f]\nset yrange [%.2f:0]\n",
            s->width, s->height);
    for (int i = 0; i < c->pieces; i++) {
        const piece *p = &c->piece[i];
        if (p->form == TEXT) {
            put_label(out, c, p, type);
            continue;
        }
        fprintf(out, "$piece%d << END_OF_DATA\n", i);
        put_points(out, c, p);
        fputs("END_OF_DATA\n", out);
    }
    fputs("plot NaN", out);
    for (int i = 0; i < c->pieces; i++) {
        const piece *p = &c->piece[i];
        if (p->form == TEXT) continue;
        if (p->look.fill != NO_COLOUR && p->form != LINE)
            fprintf(
                out,
                ", $piece%d with filledcurves closed fillcolor rgb '#%06lx' fillstyle transparent solid %.3g noborder",
                i, (unsigned long)p->look.fill, p->look.opacity);
        if (p->look.stroke != NO_COLOUR)
            fprintf(out, ", $piece%d with lines linewidth %.3g linecolor rgb '#%06lx' dashtype %s", i,
                    p->look.width * width, (unsigned long)p->look.stroke, p->look.dashed ? "'-'" : "1");
    }
    fputs("\n", out);
}

int canvas_write(canvas *c, double width, double height, const char *path)
{
    const char *dot = strrchr(path, '.');
    if (c->failed) return complain(UNFINISHED, "out of memory: drawing");
    qsort(c->piece, (size_t)c->pieces, sizeof *c->piece, by_layer);
    if (!strcmp(dot, ".svg")) return write_svg(c, width, height, path);
    script s = {.canvas = c, .width = width, .height = height, .is_pdf = !strcmp(dot, ".pdf")};
    return draw_script(path, "an .svg", put_script, &s);
}
