/* reproduce_figures.c - the figures of a paper, drawn from the results of its cases
 *
 *     {file: fig7, title: Fig. 7, x: floor.v, curves: [{case: Dahl, y: floor.ratio, name: Dahl, panel: Dahl}]}
 *
 * A minus before a channel changes its sign; units: none omits the units of dimensionless numbers. Curves with the same
 * panel share it; x of a curve overrides that of its figure. verdict: CASE draws the verdict history of that case as bands
 * behind the curves. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reproduce.h"

enum {
    MAX_CURVES = 64,
    MAX_BANDS = 64,
    PIXELS = 800 /* over the width of a figure */
};

static const char *without_sign(const char *channel) { return channel + (channel[0] == '-'); }

static const char *x_of(const bri_node *figure, const bri_node *curve)
{
    const char *x = node_text(curve, "x") ? node_text(curve, "x") : node_text(figure, "x");
    return x ? x : "t";
}

const char **channels_wanted(const paper *b, const paper_case *c)
{
    int count = 0, room = 3;
    for (int i = 0; b->figures && i < b->figures->count; i++) {
        const bri_node *curves = node_get(b->figures->value[i], "curves");
        room += curves ? 2 * curves->count : 0;
    }
    const char **list = calloc((size_t)room, sizeof *list);
    if (!list) return NULL;
    list[count++] = "t";
    for (int i = 0; b->figures && i < b->figures->count; i++) {
        const bri_node *figure = b->figures->value[i], *curves = node_get(figure, "curves");
        for (int k = 0; curves && k < curves->count; k++) {
            const char *name = node_text(curves->value[k], "case"), *y = node_text(curves->value[k], "y");
            if (!name || strcmp(name, c->name) != 0) continue;
            list[count++] = without_sign(x_of(figure, curves->value[k]));
            if (y || node_text(figure, "y")) list[count++] = without_sign(y ? y : node_text(figure, "y"));
        }
    }
    return list;
}

bool figures_need_verdict(const paper *b, const paper_case *c)
{
    for (int i = 0; b->figures && i < b->figures->count; i++) {
        const char *name = node_text(b->figures->value[i], "verdict");
        if (name && !strcmp(name, c->name)) return true;
    }
    return false;
}

static int verdict_bands(const bri_verdict_history *history, band *bands, int room)
{
    static const char *const colours[] = {
        [BRI_STICKS] = "#e2f2df",    [BRI_CONDITIONAL] = "#fdf5d3", [BRI_UNDECIDED] = "#fbe0c8",
        [BRI_MUST_SLIP] = "#f7cfcf", [BRI_NOT_DECIDED] = "#e8e8e8",
    };
    int count = 0;
    for (int i = 0; history && i < history->spans && count < room; i++) {
        const bri_verdict_span *span = history->span[i];
        bands[count++] = (band){.from = span->from,
                                .to = span->to,
                                .colour = colours[span->verdict],
                                .name = bri_verdict_name(span->verdict)};
    }
    return count;
}

/* The two columns of a curve, each with its sign. */
static bri_table *make_curve(const bri_table *all, const char *x, const char *y)
{
    const char *names[2] = {x, y};
    bri_table *two = NULL;
    if (bri_table_create(2, all->rows, &two, NULL)) return NULL;
    for (size_t i = 0; i < 2; i++) {
        int column = bri_table_find(all, without_sign(names[i]));
        double sign = names[i][0] == '-' ? -1 : 1;
        if (column < 0 || bri_table_name(two, i, names[i], all->column[column].unit, NULL)) {
            bri_table_destroy(two);
            return NULL;
        }
        for (size_t row = 0; row < all->rows; row++)
            bri_table_row(two, row)[i] = sign * all->value[row * all->columns + (size_t)column];
    }
    return two;
}

/* --- fewer points than pixels ---------------------------------------------------------------------------------------------------- */

static void keep(bri_table *two, size_t *kept, size_t row)
{
    const double *from = bri_table_row(two, row);
    double x = from[0], y = from[1], *to = bri_table_row(two, *kept);
    if (*kept && to[-2] == x && to[-1] == y) return;
    to[0] = x, to[1] = y;
    ++*kept;
}

static double range_of(bri_table *two, size_t column)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t row = 0; row < two->rows; row++) {
        low = fmin(low, bri_table_row(two, row)[column]);
        high = fmax(high, bri_table_row(two, row)[column]);
    }
    return high > low ? high - low : 1;
}

/* Of a curve over increasing x: of each column of pixels the first, lowest, highest and last point. */
static size_t thin_columns(bri_table *two, double from, double to)
{
    size_t kept = 0;
    for (size_t row = 0; row < two->rows;) {
        double column = floor((bri_table_row(two, row)[0] - from) / (to - from) * PIXELS);
        size_t end = row, low = row, high = row;
        for (; end < two->rows && floor((bri_table_row(two, end)[0] - from) / (to - from) * PIXELS) == column; end++) {
            if (bri_table_row(two, end)[1] < bri_table_row(two, low)[1]) low = end;
            if (bri_table_row(two, end)[1] > bri_table_row(two, high)[1]) high = end;
        }
        if (end == row) end = row + 1; /* not a number */
        double y[2] = {bri_table_row(two, low)[1], bri_table_row(two, high)[1]},
               x[2] = {bri_table_row(two, low)[0], bri_table_row(two, high)[0]};
        double last[2] = {bri_table_row(two, end - 1)[0], bri_table_row(two, end - 1)[1]};
        keep(two, &kept, row);
        for (int i = 0; i < 2 && end - row > 2; i++) { /* their rows may be overwritten already */
            int which = (low < high) == (i == 0) ? 0 : 1;
            size_t at = which ? high : low;
            if (at == row || at == end - 1) continue;
            bri_table_row(two, kept)[0] = x[which], bri_table_row(two, kept)[1] = y[which];
            kept++;
        }
        if (end - row > 1) bri_table_row(two, kept)[0] = last[0], bri_table_row(two, kept)[1] = last[1], kept++;
        row = end;
    }
    return kept;
}

/* Of any other curve: points that are a pixel's part from the one before. */
static size_t thin_path(bri_table *two, double x_range, double y_range)
{
    size_t kept = 0;
    double last[2] = {NAN, NAN};
    for (size_t row = 0; row < two->rows; row++) {
        const double *at = bri_table_row(two, row);
        double away = fmax(fabs(at[0] - last[0]) / x_range, fabs(at[1] - last[1]) / y_range);
        if (away < 1.0 / PIXELS && row + 1 < two->rows) continue;
        last[0] = at[0], last[1] = at[1];
        keep(two, &kept, row);
    }
    return kept;
}

/* from, to: of x, as the figure shows it. */
static void thin(bri_table *two, double from, double to)
{
    bool increases = true;
    for (size_t row = 1; row < two->rows && increases; row++)
        increases = bri_table_row(two, row)[0] > bri_table_row(two, row - 1)[0];
    if (two->rows < PIXELS) return;
    from = fmax(from, bri_table_row(two, 0)[0]);
    to = fmin(to, bri_table_row(two, two->rows - 1)[0]);
    if (increases && to > from)
        two->rows = thin_columns(two, from, to);
    else
        two->rows = thin_path(two, range_of(two, 0), range_of(two, 1));
}

static double limit(const bri_node *figure, const char *key, double otherwise)
{
    const char *text = node_text(figure, key);
    return text ? strtod(text, NULL) : otherwise;
}

static int add_curve(const paper *b, const bri_node *figure, const bri_node *node, plot_curve *d)
{
    const char *name = node_text(node, "case"),
               *y = node_text(node, "y") ? node_text(node, "y") : node_text(figure, "y");
    const paper_case *c = name ? paper_find(b, name) : NULL;
    if (!c || !y)
        return complain(BAD_INPUT, "%s:%d:%d: a curve is {case: ..., y: ...} of a case that exists", b->file,
                        node->line, node->column);
    if (!c->run->result) return UNFINISHED; /* its run has failed, which was reported */
    bri_table *table = make_curve(c->run->result->channels, x_of(figure, node), y);
    if (!table)
        return complain(BAD_INPUT, "%s:%d:%d: the case '%s' has no such channel", b->file, node->line, node->column,
                        name);
    thin(table, limit(figure, "from", -HUGE_VAL), limit(figure, "to", HUGE_VAL));
    *d = (plot_curve){.table = table, .x = 0, .y = 1, .name = node_text(node, "name") ? node_text(node, "name") : name};
    return DONE;
}

/* Curves of one panel follow each other in the file. */
static int lay_out(const bri_node *figure, const bri_node *curves, plot_curve *curve, int count, panel *panels)
{
    int made = 0;
    const char *last = NULL;
    for (int i = 0; i < count; i++) {
        const char *name = node_text(curves->value[i], "panel"), *label = node_text(figure, "label");
        assert(curve[i].table);
        if (i == 0 || (name && last && strcmp(name, last) != 0))
            panels[made++] = (panel){.label = name    ? name
                                              : label ? label
                                                      : curve[i].table->column[1].name,
                                     .unit = node_get(figure, "units") ? "1" : curve[i].table->column[1].unit,
                                     .curve = &curve[i]};
        panels[made - 1].curves++;
        last = name;
    }
    return made;
}

static int draw_one(const paper *b, const bri_node *figure, const char *folder, const char *format)
{
    plot_curve curve[MAX_CURVES] = {{0}};
    panel panels[MAX_CURVES] = {{0}};
    band bands[MAX_BANDS];
    char path[4096];
    const bri_node *curves = node_get(figure, "curves");
    const char *file = node_text(figure, "file");
    int count = 0, status = DONE;
    if (!file || !curves || curves->type != BRI_SEQUENCE || curves->count < 1 || curves->count > MAX_CURVES)
        return complain(BAD_INPUT, "%s:%d:%d: a figure needs a file and 1 to %d curves", b->file, figure->line,
                        figure->column, MAX_CURVES);
    for (; !status && count < curves->count; count += status == DONE)
        status = add_curve(b, figure, curves->value[count], &curve[count]);
    if (!status) {
        const char *label = node_text(figure, "x_label"), *banded_case = node_text(figure, "verdict");
        const paper_case *c = banded_case ? paper_find(b, banded_case) : NULL;
        int banded = c && c->run ? verdict_bands(c->run->verdict, bands, MAX_BANDS) : 0;
        if (banded_case && !banded)
            complain(UNFINISHED, "%s:%d:%d: the case '%s' has no verdict", b->file, figure->line, figure->column,
                     banded_case);
        assert(curve[0].table);
        snprintf(path, sizeof path, "%s/%s-%s.%s", folder, b->name, file, format);
        picture p = {.path = path,
                     .title = node_text(figure, "title"),
                     .x_label = label ? label : curve[0].table->column[0].name,
                     .x_unit = node_get(figure, "units") ? "1" : curve[0].table->column[0].unit,
                     .from = limit(figure, "from", -HUGE_VAL),
                     .to = limit(figure, "to", HUGE_VAL),
                     .band = bands,
                     .bands = banded,
                     .panel = panels,
                     .panels = lay_out(figure, curves, curve, count, panels)};
        status = draw(&p);
    }
    for (int i = 0; i < count; i++)
        bri_table_destroy((bri_table *)(size_t)curve[i].table);
    return status;
}

int draw_figures(const paper *b, const char *folder, const char *format, int *drawn)
{
    int worst = DONE;
    for (int i = 0; b->figures && i < b->figures->count; i++) {
        int status = draw_one(b, b->figures->value[i], folder, format);
        *drawn += status == DONE;
        worst = worse_of(worst, status);
    }
    return worst;
}
