/* cmd_plot.c - bristle plot RESULT...: plots channels of one or several results */
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bristle/result_file.h"
#include "command.h"

enum {
    MAX_RESULTS = 32,
    MAX_CURVES = 64,
    MAX_PANELS = 8,
    LONGEST_NAME = 48 /* in a legend */
};

typedef struct chosen {
    int result, column;
    bool by_pattern;
    char name[200];
} chosen;

typedef struct job {
    const char *path[MAX_RESULTS], *short_path[MAX_RESULTS];
    bri_table *table[MAX_RESULTS];
    int x[MAX_RESULTS];
    int results;
    chosen curve[MAX_CURVES];
    int curves;
    double from, to;
} job;

/* --- results ------------------------------------------------------------------------------------------------------------- */

static void print_error(const bri_error *one, void *user)
{
    (void)user;
    complain(BAD_INPUT, *one->where ? "%s: %s" : "%s%s", one->where, one->what);
}

static bool is_y(const given_option *g) { return !strcmp(g->option->name, "y"); }

static int read_results(job *j, const command_line *arguments)
{
    int result = DONE;
    if (!arguments->words)
        return complain(BAD_INPUT, "plot needs a result, a .csv or .h5 file: bristle plot RESULT...");
    if (arguments->words > MAX_RESULTS)
        return complain(BAD_INPUT, "too many results: at most %d fit into one plot", MAX_RESULTS);
    for (; j->results < arguments->words; j->results++) {
        const char *path = arguments->word[j->results], *slash = strrchr(path, '/');
        bri_error err = {.each = print_error};
        bri_status status = bri_table_read(path, &j->table[j->results], &err);
        j->path[j->results] = path;
        j->short_path[j->results] = slash && slash[1] ? slash + 1 : path;
        if (status) result = exit_status_of(status);
    }
    for (int i = 1; i < j->results; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(j->short_path[i], j->short_path[k]))
                j->short_path[i] = j->path[i], j->short_path[k] = j->path[k];
    return result;
}

/* --- channels ------------------------------------------------------------------------------------------------------------ */

static const char *next_channel(void *context, int index)
{
    const bri_table *table = context;
    return (size_t)index < table->columns ? table->column[index].name : NULL;
}

static int no_channel(const job *j, int result, const char *name)
{
    char hint[300];
    bri_text_suggest(hint, sizeof hint, name, next_channel, j->table[result]);
    return complain(BAD_INPUT, "%s has no channel '%.80s'%s", j->path[result], name,
                    *hint ? hint : "; bristle plot without --y lists them");
}

static int list_channels(const job *j)
{
    bri_text text = {0};
    const bri_table *table = j->table[0];
    for (size_t i = 0; i < table->columns; i++) {
        bool plain = !strcmp(table->column[i].unit, "1");
        bri_text_add(&text, plain ? "%s%s" : "%s%s [%s]", i ? ", " : "", table->column[i].name, table->column[i].unit);
    }
    complain(BAD_INPUT, "--y CHANNEL is missing; %s has the channels %s", j->path[0], text.at ? text.at : "");
    bri_text_free(&text);
    return BAD_INPUT;
}

/* Adds a column with the other sign and a minus before its name; returns its index, -1: out of memory. */
static int add_negative(bri_table **table, int column)
{
    const bri_table *from = *table;
    bri_table *to = NULL;
    char name[300];
    bri_status status = bri_table_create(from->columns + 1, from->rows, &to, NULL);
    for (size_t c = 0; c < from->columns && !status; c++)
        status = bri_table_name(to, c, from->column[c].name, from->column[c].unit, NULL);
    snprintf(name, sizeof name, "-%s", from->column[column].name);
    if (!status) status = bri_table_name(to, from->columns, name, from->column[column].unit, NULL);
    for (size_t row = 0; row < from->rows && !status; row++) {
        double *values = bri_table_row(to, row);
        memcpy(values, &from->value[row * from->columns], from->columns * sizeof *values);
        values[from->columns] = 0 - values[column]; /* no -0 */
    }
    if (status) {
        bri_table_destroy(to);
        return -1;
    }
    int added = (int)from->columns;
    bri_table_destroy(*table);
    *table = to;
    return added;
}

/* The column of a channel; of "-channel" one with the other sign; -1: there is none. */
static int find_channel(job *j, int result, const char *name)
{
    int column = bri_table_find(j->table[result], name);
    int positive = column < 0 && *name == '-' ? bri_table_find(j->table[result], name + 1) : -1;
    return positive < 0 ? column : add_negative(&j->table[result], positive);
}

static int find_x(job *j, const command_line *arguments)
{
    const char *name = option_value(arguments, "x");
    for (int i = 0; i < j->results; i++) {
        int found = find_channel(j, i, name ? name : "t");
        if (found < 0 && name) return no_channel(j, i, name);
        j->x[i] = found < 0 ? 0 : found;
        const bri_column *mine = &j->table[i]->column[j->x[i]], *first = &j->table[0]->column[j->x[0]];
        if (strcmp(mine->unit, first->unit) != 0)
            return complain(BAD_INPUT, "%s has %s in %s, but %s has %s in %s: they cannot share an axis", j->path[0],
                            first->name, first->unit, j->path[i], mine->name, mine->unit);
    }
    return DONE;
}

static bool is_chosen(const job *j, int result, int column)
{
    for (int i = 0; i < j->curves; i++)
        if (j->curve[i].result == result && j->curve[i].column == column) return true;
    return false;
}

static int choose(job *j, int result, int column, bool by_pattern)
{
    if (is_chosen(j, result, column)) return DONE;
    if (j->curves == MAX_CURVES)
        return complain(BAD_INPUT, "too many curves: at most %d fit into one plot", MAX_CURVES);
    chosen *c = &j->curve[j->curves++];
    const char *name = j->table[result]->column[column].name;
    *c = (chosen){.result = result, .column = column, .by_pattern = by_pattern};
    if (j->results > 1)
        snprintf(c->name, sizeof c->name, "%.70s: %s", j->short_path[result], name);
    else
        snprintf(c->name, sizeof c->name, "%s", name);
    size_t length = strlen(c->name), cut = length > LONGEST_NAME ? length - LONGEST_NAME : 0;
    while (cut && ((unsigned char)c->name[cut] & 0xc0) == 0x80)
        cut++; /* complete UTF-8 characters */
    if (cut) {
        memmove(c->name + 3, c->name + cut, length - cut + 1); /* keep the end, which distinguishes channels */
        memcpy(c->name, "...", 3);
    }
    return DONE;
}

/* Every result must contain a name; channels that match a pattern are used if they exist. */
static int choose_all(job *j, const char *name)
{
    bool pattern = strpbrk(name, "*?") != NULL, any = false;
    int status = DONE;
    for (int i = 0; i < j->results && !status; i++) {
        int column = find_channel(j, i, name);
        if (column >= 0)
            status = choose(j, i, column, false);
        else if (!pattern)
            status = no_channel(j, i, name);
        for (size_t k = 0; column < 0 && pattern && !status && k < j->table[i]->columns; k++)
            if ((int)k != j->x[i] && !fnmatch(name, j->table[i]->column[k].name, FNM_NOESCAPE)) {
                status = choose(j, i, (int)k, true);
                any = true;
            }
        any = any || column >= 0;
    }
    if (!status && !any) status = no_channel(j, 0, name);
    return status;
}

static int find_curves(job *j, const command_line *arguments)
{
    int status = DONE;
    if (!option_value(arguments, "y")) return list_channels(j);
    for (int i = 0; i < arguments->options && status == DONE; i++) {
        if (!is_y(&arguments->option[i])) continue;
        char names[1000], *rest = names, *name;
        if (snprintf(names, sizeof names, "%s", arguments->option[i].value) >= (int)sizeof names)
            return complain(BAD_INPUT, "the value of --y is longer than %zu characters", sizeof names - 1);
        while (status == DONE && (name = strtok_r(rest, ",", &rest)))
            status = choose_all(j, name);
    }
    if (status == DONE && !j->curves) return complain(BAD_INPUT, "--y names no channel");
    return status;
}

static double largest_of(const bri_table *table, size_t column)
{
    double most = 0;
    for (size_t row = 0; row < table->rows; row++)
        most = fmax(most, fabs(table->value[row * table->columns + column]));
    return most;
}

/* Zero, but for rounding beside the other columns of its unit: 1e-9 of them; of motions, of which small ones count beside large ones, 1e-12. */
static bool is_zero(const job *j, const chosen *c)
{
    static const char *const motions[] = {"m", "rad", "m/s", "rad/s", "m/s2", "rad/s2"};
    const bri_table *table = j->table[c->result];
    const char *unit = table->column[c->column].unit;
    double own = largest_of(table, (size_t)c->column), most = 0, share = 1e-9;
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++)
        if (!strcmp(unit, motions[i])) share = 1e-12;
    for (size_t column = 0; own > 0 && column < table->columns; column++)
        if (!strcmp(unit, table->column[column].unit)) most = fmax(most, largest_of(table, column));
    return own <= share * most;
}

/* Leaves out channels that a pattern matched and that are zero throughout, but for rounding, unless all are. */
static void leave_out_zeros(job *j)
{
    int kept = 0;
    bool any = false;
    for (int i = 0; i < j->curves; i++)
        any = any || !is_zero(j, &j->curve[i]);
    for (int i = 0; i < j->curves; i++)
        if (!any || !j->curve[i].by_pattern || !is_zero(j, &j->curve[i])) j->curve[kept++] = j->curve[i];
    j->curves = kept;
}

/* --- range of x ------------------------------------------------------------------------------------------------------- */

static int read_limits(job *j, const command_line *arguments)
{
    const bri_column *x = &j->table[0]->column[j->x[0]];
    j->from = -HUGE_VAL, j->to = HUGE_VAL;
    int status = option_number(arguments, "from", x->unit, &j->from);
    if (!status) status = option_number(arguments, "to", x->unit, &j->to);
    if (!status && !(j->from < j->to))
        status = complain(BAD_INPUT, "--from is %g and --to is %g: --from must be smaller", j->from, j->to);
    return status;
}

static bool has_values(const job *j, const chosen *c)
{
    const bri_table *table = j->table[c->result];
    for (size_t row = 0; row < table->rows; row++) {
        const double *value = table->value + row * table->columns;
        double x = value[j->x[c->result]];
        if (isfinite(x) && x >= j->from && x <= j->to && isfinite(value[c->column])) return true;
    }
    return false;
}

static int check_values(const job *j)
{
    for (int i = 0; i < j->curves; i++)
        if (has_values(j, &j->curve[i])) return DONE;
    return complain(BAD_INPUT, "nothing to plot: no row%s has finite values",
                    isfinite(j->from) || isfinite(j->to) ? " between --from and --to" : "");
}

/* --- the plot --------------------------------------------------------------------------------------------------------- */

static const bri_column *column_of(const job *j, const chosen *c) { return &j->table[c->result]->column[c->column]; }

static const char *quantity_of(const char *name) /* "friction" of "pin.friction" */
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

/* Curves of one unit share a panel. The axis has the name of the channel, if it is the same of several results; or of the quantity,
 * if it is the same of several parts. */
static int make_panels(const job *j, plot_curve *curve, panel *panels, int *count)
{
    int taken = 0;
    bool done[MAX_CURVES] = {false};
    for (int i = 0; i < j->curves; i++) {
        const bri_column *first = column_of(j, &j->curve[i]);
        if (done[i]) continue;
        if (*count == MAX_PANELS)
            return complain(BAD_INPUT, "too many units: at most %d panels fit into one plot", MAX_PANELS);
        panel *p = &panels[(*count)++];
        *p = (panel){.label = first->name, .unit = first->unit, .curve = curve + taken};
        for (int k = i; k < j->curves; k++) {
            const chosen *c = &j->curve[k];
            const bri_column *column = column_of(j, c);
            if (strcmp(column->unit, first->unit) != 0) continue;
            if (strcmp(column->name, first->name) != 0 && p->label == first->name) p->label = quantity_of(first->name);
            if (strcmp(quantity_of(column->name), quantity_of(first->name)) != 0)
                p->label = strcmp(first->unit, "1") ? "" : "no unit";
            curve[taken++] = (plot_curve){j->table[c->result], j->x[c->result], c->column, c->name};
            p->curves++;
            done[k] = true;
        }
    }
    return DONE;
}

/* "pin: friction, v against t" of one result, or the names of several. */
static void make_title(const job *j, char *title, size_t size)
{
    const char *x = j->table[0]->column[j->x[0]].name, *before = "";
    *title = '\0';
    for (int i = 0; i < j->results && i < 3; i++)
        append_text(title, size, "%s%.*s", i ? ", " : "", (int)strcspn(j->short_path[i], "."), j->short_path[i]);
    append_text(title, size, j->results > 3 ? ", ...: " : ": ");
    for (int i = 0, shown = 0; i < j->curves; i++) {
        const char *name = column_of(j, &j->curve[i])->name;
        bool again = false;
        for (int k = 0; k < i; k++)
            again = again || !strcmp(name, column_of(j, &j->curve[k])->name);
        if (again || ++shown > 4) continue;
        append_text(title, size, shown == 4 ? "%s..." : "%s%s", before, name);
        before = ", ";
    }
    append_text(title, size, " against %s", x);
}

/* A path in the plane: two lengths, x not a time. Two channels "offset_x" and "offset_y" of a joint with a clearance are its
 * orbit, and the clearance is gap + |offset|, the same in every row. */
static bool is_plane(const job *j)
{
    for (int i = 0; i < j->curves; i++)
        if (strcmp(column_of(j, &j->curve[i])->unit, "m") != 0) return false;
    return !strcmp(j->table[0]->column[j->x[0]].unit, "m");
}

static double clearance_of(const job *j)
{
    const bri_table *table = j->table[0];
    const char *name = table->column[j->x[0]].name, *end = strstr(name, ".offset_");
    char other[200];
    double low = HUGE_VAL, high = 0;
    if (!end) return 0;
    snprintf(other, sizeof other, "%.*s.gap", (int)(end - name), name);
    int gap = bri_table_find(table, other), y = j->curve[0].column;
    if (gap < 0) return 0;
    for (size_t row = 0; row < table->rows; row++) {
        const double *value = table->value + row * table->columns;
        double radius = value[gap] + hypot(value[j->x[0]], value[y]);
        low = fmin(low, radius);
        high = fmax(high, radius);
    }
    return high - low <= 1e-6 * high ? high : 0;
}

static int draw_job(const job *j, const char *path, const char *title)
{
    char own[300];
    make_title(j, own, sizeof own);
    plot_curve curve[MAX_CURVES];
    panel panels[MAX_PANELS];
    const bri_column *x = &j->table[0]->column[j->x[0]];
    picture p = {.path = path,
                 .title = title ? title : own,
                 .equal = is_plane(j),
                 .circle = clearance_of(j),
                 .x_label = x->name,
                 .x_unit = x->unit,
                 .from = j->from,
                 .to = j->to,
                 .panel = panels};
    int status = make_panels(j, curve, panels, &p.panels);
    return status ? status : draw(&p);
}

static int plot_run(const command_line *arguments)
{
    static job j;
    const char *path = option_value(arguments, "output");
    if (path && !is_picture(path))
        return complain(BAD_INPUT, "--output must end in .svg, .png or .pdf, not as in '%.100s'", path);
    int status = read_results(&j, arguments);
    if (!status) status = find_x(&j, arguments);
    if (!status) status = find_curves(&j, arguments);
    if (!status) leave_out_zeros(&j);
    if (!status) status = read_limits(&j, arguments);
    if (!status && !path) status = complain(BAD_INPUT, "-o FILE is missing: a .svg, .png or .pdf file");
    if (!status) status = check_values(&j);
    if (!status) status = draw_job(&j, path, option_value(arguments, "title"));
    for (int i = 0; i < j.results; i++)
        bri_table_destroy(j.table[i]);
    return status;
}

static const option plot_options[] = {
    {"y", "CHANNEL", "channel to plot: a name, a pattern as 'floor.*', or several with commas; may be repeated", 'y'},
    {"x", "CHANNEL", "channel of the x axis (t)", 'x'},
    {"from", "VALUE", "start of the x axis, with an optional unit: '20 ms'", 0},
    {"to", "VALUE", "end of the x axis", 0},
    {"title", "TEXT", "title of the plot", 0},
    {"output", "FILE", ".svg, .png or .pdf", 'o'},
    {0},
};

const command command_plot = {
    .name = "plot",
    .summary = "plot channels of one or several results",
    .usage = "plot RESULT... --y CHANNEL... [--x CHANNEL] -o FILE",
    .details =
        "Plots results of bristle run, .csv or .h5 files. Channels with the same unit share a panel.\n"
        "A path in the plane has equal axes; the orbit of a joint with clearance, its circle. Channels that a\n"
        "pattern matches are left out if they are zero but for rounding. A minus before a channel changes its sign:\n"
        "friction of a run acts on the second body, against its slip; --y=-floor.friction shows it as curve does.\n"
        "Without --y, lists the channels.\n"
        "\n"
        "  bristle plot slider.h5 --y 'floor.*' -o floor.svg\n"
        "  bristle plot coulomb.csv lugre.csv --y block.x --from '1 s' --to '2 s' -o compare.png\n"
        "  bristle plot slider.csv --x block.x --y block.vx -o phase.pdf",
    .options = plot_options,
    .run = plot_run,
};
