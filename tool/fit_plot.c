/* fit_plot.c - measured and computed columns of a mechanism, with their deviations */
#include <math.h>
#include <string.h>

#include "fit.h"

enum {
    PLOTTED = 3000, /* rows of a column, at most */
    MOST_COLUMNS = 6
};

/* Time, measured, computed, deviation. */
static int fill(const bri_fit_column *c, bri_table **table)
{
    bri_error err = {0};
    size_t each = c->rows / PLOTTED + 1, rows = (c->rows + each - 1) / each;
    if (bri_table_create(4, rows, table, &err)) return complain_of(err.status, &err);
    for (size_t i = 0; i < rows; i++) {
        double *to = bri_table_row(*table, i);
        size_t k = i * each;
        to[0] = c->time[k];
        to[1] = c->measured[k];
        to[2] = c->value[k];
        to[3] = c->measured[k] - c->value[k];
    }
    return DONE;
}

int fit_plot_columns(const bri_fit *fit, const char *path, const char *title)
{
    const bri_fit_result *r = bri_fit_result_of(fit);
    int shown = r->columns < MOST_COLUMNS ? (int)r->columns : MOST_COLUMNS, worst = DONE;
    bri_table *table[MOST_COLUMNS] = {NULL};
    plot_curve both[MOST_COLUMNS][2], rest[MOST_COLUMNS];
    panel panels[2 * MOST_COLUMNS];
    char label[MOST_COLUMNS][120], whole[300];
    for (int i = 0; i < shown && !worst; i++) {
        const bri_fit_column *c = &r->column[i];
        worst = fill(c, &table[i]);
        if (r->columns > 1)
            snprintf(label[i], sizeof label[i], "%.50s, %.50s", c->channel, c->record);
        else
            snprintf(label[i], sizeof label[i], "%.50s", c->channel);
        both[i][0] = (plot_curve){table[i], 0, 1, "measured"};
        both[i][1] = (plot_curve){table[i], 0, 2, "model"};
        rest[i] = (plot_curve){table[i], 0, 3, "measured - model"};
        panels[2 * i] = (panel){.label = label[i], .unit = c->unit, .curve = both[i], .curves = 2};
        panels[2 * i + 1] = (panel){.label = "deviation", .unit = c->unit, .curve = &rest[i], .curves = 1};
    }
    if ((size_t)shown < r->columns)
        snprintf(whole, sizeof whole, "%.150s: the first %d of %zu columns", title, shown, r->columns);
    else
        snprintf(whole, sizeof whole, "%.150s", title);
    picture p = {.path = path, .title = whole, .x_label = "time", .x_unit = "s", .panel = panels, .panels = 2 * shown};
    if (!worst) worst = draw(&p);
    for (int i = 0; i < shown; i++)
        bri_table_destroy(table[i]);
    return worst;
}
