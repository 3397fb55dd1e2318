/* sweep_plot.c - measures of a sweep over what varies: a panel for each measure, a curve for each combination of the other values */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "sweep.h"

enum {
    MAX_PANELS = 8,
    MAX_CURVES = 24,
    NAME = 200
};

typedef struct curves {
    const sweep *s;
    int x;     /* the variation that is the axis */
    int count; /* of curves */
    bri_table *table[MAX_CURVES];
    char name[MAX_CURVES][NAME];
} curves;

/* The number of the curve to which a run belongs. */
static size_t curve_of(const curves *c, const int *level)
{
    size_t number = 0;
    for (int i = 0; i < c->s->study->variations; i++)
        if (i != c->x) number = number * (size_t)c->s->study->variation[i].levels + (size_t)level[i];
    return number;
}

static void name_curve(curves *c, size_t number, const int *level)
{
    char text[NAME];
    for (int i = 0; i < c->s->study->variations; i++) {
        const bri_variation *v = &c->s->study->variation[i];
        if (i == c->x) continue;
        sweep_level_text(v, &v->level[level[i]], 4, text, sizeof text);
        append_text(c->name[number], NAME, "%s%s = %s", *c->name[number] ? ", " : "", v->path, text);
    }
}

static int fill(curves *c, int *level)
{
    const bri_study *study = c->s->study;
    const bri_variation *v = &study->variation[c->x];
    int measures = bri_measures_count(c->s->measures);
    bri_error err = {0};
    for (int i = 0; i < c->count; i++)
        if (bri_table_create((size_t)measures + 1, (size_t)v->levels, &c->table[i], &err))
            return complain_of(err.status, &err);
    for (size_t run = 0; run < study->runs; run++) {
        bri_study_levels(study, run, level);
        size_t number = curve_of(c, level);
        double *to = bri_table_row(c->table[number], (size_t)level[c->x]);
        if (level[c->x] == 0) name_curve(c, number, level);
        to[0] = bri_variation_number(v, &v->level[level[c->x]]);
        for (int k = 0; k < measures; k++)
            to[1 + k] = k < c->s->row[run].values ? c->s->row[run].value[k].number : NAN;
    }
    return DONE;
}

/* Whether three or more values are above 0 and have one ratio: "in 9 log". */
static bool has_equal_ratios(const bri_variation *v)
{
    double first = bri_variation_number(v, &v->level[0]), ratio = 0;
    for (int i = 1; i < v->levels; i++) {
        double value = bri_variation_number(v, &v->level[i]);
        if (i == 1) ratio = value / first;
        if (!(first > 0) || !(ratio > 0) || ratio == 1 || !(fabs(value / first / ratio - 1) < 1e-6)) return false;
        first = value;
    }
    return v->levels > 2;
}

static int draw_curves(const curves *c, const char *path)
{
    static plot_curve curve[MAX_PANELS][MAX_CURVES];
    panel panels[MAX_PANELS];
    const bri_variation *v = &c->s->study->variation[c->x];
    int measures = bri_measures_count(c->s->measures);
    for (int k = 0; k < measures; k++) {
        const bri_measured *m = bri_measures_get(c->s->measures, k);
        for (int i = 0; i < c->count; i++)
            curve[k][i] = (plot_curve){c->table[i], 0, 1 + k, c->name[i]};
        panels[k] = (panel){m->text, m->unit, curve[k], c->count};
    }
    return draw(&(picture){.path = path,
                           .title = c->s->title,
                           .x_label = v->path,
                           .x_unit = bri_variation_unit(v),
                           .log_x = has_equal_ratios(v),
                           .panel = panels,
                           .panels = measures});
}

/* The variation that is the axis: the first that has numbers only. */
static int axis_of(const bri_study *study)
{
    int x = 0;
    while (x < study->variations && bri_variation_is_word(&study->variation[x]))
        x++;
    return x;
}

int sweep_check_plot(const bri_study *study, const bri_measures *measures)
{
    int x = axis_of(study);
    if (study->design == BRI_SAMPLE)
        return complain(BAD_INPUT, "a sample has no plot: write it to a .csv file with --output");
    if (study->design != BRI_GRID) return DONE;
    if (x == study->variations)
        return complain(
            BAD_INPUT,
            "a plot needs numbers that vary; a tornado chart (--one; design: one of a study) shows words too");
    if (bri_measures_count(measures) > MAX_PANELS || study->runs > (size_t)study->variation[x].levels * MAX_CURVES)
        return complain(BAD_INPUT, "a plot has at most %d measures and %d curves; give fewer, or plot the .csv file",
                        MAX_PANELS, MAX_CURVES);
    return DONE;
}

int sweep_plot(const sweep *s, const char *path)
{
    curves c = {.s = s, .x = axis_of(s->study)};
    c.count = (int)(s->study->runs / (size_t)s->study->variation[c.x].levels);
    int *level = calloc((size_t)s->study->variations + 1, sizeof *level);
    int status = level ? fill(&c, level) : complain(UNFINISHED, "out of memory: the plot");
    if (!status) status = draw_curves(&c, path);
    for (int i = 0; i < c.count; i++)
        bri_table_destroy(c.table[i]);
    free(level);
    return status;
}
