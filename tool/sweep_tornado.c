/* sweep_tornado.c - tornado chart: how far each thing that varies, alone, moves a measure from its value in the model */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "canvas.h"
#include "command.h"
#include "sweep.h"

enum {
    LONGEST = 200
};
static const double width = 900, line = 26, letters = 13, gap = 16,
                    side = 90; /* dots; side: room for numbers beside bars */
static const long low_colour = 0x4477aa, high_colour = 0xee6677;

typedef struct bar { /* of one variation: the measure at its first and its last level */
    const bri_variation *of;
    int level[2];
    double value[2];
    double swing;
} bar;

static int by_swing(const void *a, const void *b)
{
    double x = ((const bar *)a)->swing, y = ((const bar *)b)->swing;
    return x < y ? 1 : x > y ? -1 : 0;
}

static double value_of(const sweep *s, size_t run, int measure)
{
    return measure < s->row[run].values ? s->row[run].value[measure].number : NAN;
}

/* Returns the number of bars, longest first. */
static int find_bars(const sweep *s, int measure, bar *bars, int *level)
{
    const bri_study *study = s->study;
    int count = study->variations;
    for (int i = 0; i < count; i++)
        bars[i] = (bar){&study->variation[i], {-1, -1}, {NAN, NAN}, 0};
    for (size_t run = 1; run < study->runs; run++) {
        bri_study_levels(study, run, level);
        for (int i = 0; i < count; i++) {
            if (level[i] < 0) continue;
            int end = bars[i].level[0] >= 0;
            bars[i].level[end] = level[i];
            bars[i].value[end] = value_of(s, run, measure);
        }
    }
    double base = value_of(s, 0, measure);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++)
            if (isfinite(bars[i].value[k])) bars[i].swing = fmax(bars[i].swing, fabs(bars[i].value[k] - base));
    qsort(bars, (size_t)count, sizeof *bars, by_swing);
    return count;
}

typedef struct scale {
    double left, right, low, high;
} scale;

static double at(const scale *a, double value)
{
    return a->left + (a->right - a->left) * (a->high > a->low ? (value - a->low) / (a->high - a->low) : 0.5);
}

static void put_text(canvas *c, double x, double y, int anchor, bool bold, const char *text)
{
    canvas_text(c, &(canvas_look){.stroke = 0x222222, .fill = NO_COLOUR, .layer = 2},
                &(canvas_words){letters, anchor, bold}, (double[2]){x, y + 0.35 * letters}, text);
}

/* The levels beside the ends of a bar; of one that lies on one side, both at its end. */
static void label_bar(canvas *c, const scale *a, const bar *b, double base, double y)
{
    char text[2][LONGEST] = {"", ""}, both[2 * LONGEST + 2];
    double by[2];
    for (int k = 0; k < 2; k++) {
        by[k] = isfinite(b->value[k]) ? b->value[k] - base : 0;
        if (isfinite(b->value[k])) sweep_level_text(b->of, &b->of->level[b->level[k]], 4, text[k], LONGEST);
    }
    if (by[0] * by[1] >= 0) {
        int far = fabs(by[1]) > fabs(by[0]);
        snprintf(both, sizeof both, "%s%s%s", text[0], *text[0] && *text[1] ? ", " : "", text[1]);
        put_text(c, at(a, base + by[far]) + (by[far] < 0 ? -6 : 6), y, by[far] < 0 ? 1 : -1, false, both);
        return;
    }
    for (int k = 0; k < 2; k++)
        put_text(c, at(a, b->value[k]) + (by[k] < 0 ? -6 : 6), y, by[k] < 0 ? 1 : -1, false, text[k]);
}

static void put_bar(canvas *c, const scale *a, const bar *b, double base, double y)
{
    put_text(c, a->left - side, y, 1, false, b->of->path);
    for (int k = 0; k < 2; k++) {
        if (!isfinite(b->value[k])) continue;
        double from = at(a, base), to = at(a, b->value[k]), half = 0.36 * line;
        const double box[4][2] = {{from, y - half}, {to, y - half}, {to, y + half}, {from, y + half}};
        canvas_polygon(c, &(canvas_look){.stroke = NO_COLOUR, .fill = k ? high_colour : low_colour, .opacity = 0.9},
                       box, 4);
    }
    label_bar(c, a, b, base, y);
}

/* One measure; returns where it ends. */
static double put_chart(canvas *c, const sweep *s, int measure, bar *bars, int *level, double top, double left)
{
    char text[LONGEST], heading[LONGEST];
    double base = value_of(s, 0, measure);
    int count = find_bars(s, measure, bars, level);
    scale a = {left + side, width - side, base, base};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++)
            if (isfinite(bars[i].value[k])) {
                a.low = fmin(a.low, bars[i].value[k]);
                a.high = fmax(a.high, bars[i].value[k]);
            }
    const bri_measured *m = bri_measures_get(s->measures, measure);
    sweep_heading(m->text, m->unit, heading, sizeof heading);
    put_text(c, gap, top + 0.5 * line, -1, true, heading);
    double y = top + 1.5 * line;
    for (int i = 0; i < count; i++, y += line)
        put_bar(c, &a, &bars[i], base, y);
    canvas_line(c, &(canvas_look){.stroke = 0x222222, .fill = NO_COLOUR, .width = 1.2, .layer = 1},
                (const double[2][2]){{at(&a, base), top + line}, {at(&a, base), y - 0.5 * line}}, 2);
    const double marks[3] = {a.low, base, a.high};
    for (int i = 0; i < 3; i++) {
        bool near = i != 1 && fabs(at(&a, marks[i]) - at(&a, base)) < 60;
        snprintf(text, sizeof text, "%.4g", marks[i]);
        if (!near) put_text(c, at(&a, marks[i]), y, 0, i == 1, text);
    }
    return y + line;
}

int sweep_tornado(const sweep *s, const char *path)
{
    int count = s->study->variations, measures = bri_measures_count(s->measures);
    canvas *c = canvas_create();
    bar *bars = calloc((size_t)count + 1, sizeof *bars);
    int *level = calloc((size_t)count + 1, sizeof *level);
    double left = 0, top = gap;
    for (int i = 0; i < count; i++)
        left = fmax(left, text_width(s->study->variation[i].path, letters) + gap);
    for (int k = 0; c && bars && level && k < measures; k++)
        if (isfinite(value_of(s, 0, k))) top = put_chart(c, s, k, bars, level, top, fmin(left, 0.4 * width));
    int status = !c || !bars || !level ? complain(UNFINISHED, "out of memory: the chart")
                 : top > gap           ? canvas_write(c, width, top + gap, path)
                                       : complain(UNFINISHED, "no measure is a number in the model as it is: there is "
                                                                        "nothing to draw");
    canvas_destroy(c);
    free(bars);
    free(level);
    return status;
}
