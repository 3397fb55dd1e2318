/* plot_script.c - script of a plot for gnuplot: axes with SI prefixes, curves reduced to visible points, panels */
#include "plot_script.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PANEL_HEIGHT = 250,
    ALONE_HEIGHT = 450, /* of a single panel */
    WIDTH = 900,
    ABOVE = 23, /* the space around the title */
    LINE = 22,  /* of the title */
    NOTHING_ABOVE = 18,
    BELOW = 72,  /* tics and label of x */
    LEFT = 108,  /* tics and label of y */
    RIGHT = 28,  /* without a legend */
    SAMPLE = 60, /* of the line in a legend, with the space around it */
    BUCKETS = 3000
};
static const double least_plain = 1e-3;  /* labels of smaller tics are long unless they have an exponent */
static const double finest = 1.0 / 2500; /* of an axis: distance below which points cannot be distinguished */

/* All sizes are in dots; a plot is 900 dots wide. */
static const struct terminal {
    const char *ending, *begin; /* begin: format with width and height, multiplied by scale */
    double scale, em;           /* em: size of letters */
} terminals[] = {
    {".svg", "svg size %.0f,%.0f dynamic rounded font 'DejaVu Sans,14' background '#ffffff'", 1, 14},
    {".png", "pngcairo size %.0f,%.0f font 'DejaVu Sans,15' linewidth 1.5 rounded", 1.5, 13.4},
    {".pdf", "pdfcairo size %.3fcm,%.3fcm font 'DejaVu Sans,10' rounded", 0.02, 17.7},
};

static const struct terminal *terminal_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof terminals / sizeof *terminals; i++)
        if (!strcmp(dot, terminals[i].ending)) return &terminals[i];
    return NULL;
}

bool is_picture(const char *path) { return terminal_of(path) != NULL; }

/* Within '...', gnuplot reads '' as a quote, and has no other escapes; but at the beginning it reads '' as an empty text, so
 * that quotes there stand in "..." before. */
static void put_quoted_n(FILE *out, const char *text, size_t length)
{
    size_t quotes = 0;
    while (quotes < length && text[quotes] == '\'')
        quotes++;
    if (quotes) fprintf(out, "\"%.*s\".", (int)quotes, text);
    fputc('\'', out);
    for (size_t i = quotes; i < length; i++) {
        if (text[i] == '\'') fputc('\'', out);
        if (text[i] != '\n') fputc(text[i], out);
    }
    fputc('\'', out);
}

void put_quoted(FILE *out, const char *text) { put_quoted_n(out, text, strlen(text)); }

static double at(const bri_table *table, size_t row, int column)
{
    return table->value[row * table->columns + (size_t)column];
}

/* --- axes ---------------------------------------------------------------------------------------------------------------- */

typedef struct axis {
    double low, high; /* of the plotted values; low > high: there are none */
    double factor;    /* from values of the table to values on the axis */
    char label[200];
} axis;

static void widen(axis *a, double value)
{
    a->low = fmin(a->low, value);
    a->high = fmax(a->high, value);
}

static bool is_inside(double x, const axis *a) { return x >= a->low && x <= a->high; } /* false for NaN */

/* A prefix before "m2", "1" or "rad" would be wrong. */
static bool takes_prefix(const char *unit)
{
    static const char *const first[] = {"m", "s", "N", "J", "W", "Pa"};
    size_t length = strspn(unit, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (strlen(first[i]) == length && !strncmp(first[i], unit, length))
            return !unit[length] || unit[length] == '/' || unit[length] == ' ';
    return false;
}

/* Chooses the SI prefix by the largest magnitude. */
static void scale(axis *a, const char *label, const char *unit)
{
    static const struct {
        double above, factor;
        const char *prefix;
    } steps[] = {{2e7, 1e-6, "M"}, {2e4, 1e-3, "k"}, {0.1, 1, ""}, {1e-4, 1e3, "m"}, {1e-7, 1e6, "µ"}, {0, 1e9, "n"}};
    double largest = fmax(fabs(a->low), fabs(a->high));
    size_t i = 0;
    while (i < 5 && largest < steps[i].above)
        i++;
    if (!(largest > 0) || !takes_prefix(unit) || (i < 2 && (*unit == 's' || *unit == 'm'))) i = 2;
    a->factor = steps[i].factor;
    if (!strcmp(unit, "1") && !steps[i].prefix[0])
        snprintf(a->label, sizeof a->label, "%s", label);
    else
        snprintf(a->label, sizeof a->label, "%s%s[%s%s]", label, *label ? " " : "", steps[i].prefix, unit);
}

/* The prefix of another axis, of the same unit. */
static void scale_as(axis *a, const axis *other, const panel *p)
{
    const char *unit = strrchr(other->label, '[');
    a->factor = other->factor;
    if (unit) snprintf(a->label, sizeof a->label, "%.100s %.80s", p->label, unit);
}

static void measure_x(const picture *p, axis *x)
{
    *x = (axis){.low = HUGE_VAL, .high = -HUGE_VAL};
    if (p->circle > 0) *x = (axis){.low = -p->circle, .high = p->circle};
    for (int k = 0; k < p->panels; k++)
        for (int i = 0; i < p->panel[k].curves; i++) {
            const plot_curve *d = &p->panel[k].curve[i];
            for (size_t row = 0; row < d->table->rows; row++)
                if (isfinite(at(d->table, row, d->x))) widen(x, at(d->table, row, d->x));
        }
    if (p->from < p->to) {
        x->low = fmax(x->low, p->from);
        x->high = fmin(x->high, p->to);
    }
    scale(x, p->x_label, p->x_unit);
}

static void measure_y(const panel *p, const axis *x, axis *y)
{
    *y = (axis){.low = HUGE_VAL, .high = -HUGE_VAL};
    for (int i = 0; i < p->curves; i++) {
        const plot_curve *d = &p->curve[i];
        for (size_t row = 0; row < d->table->rows; row++)
            if (is_inside(at(d->table, row, d->x), x) && isfinite(at(d->table, row, d->y)))
                widen(y, at(d->table, row, d->y));
    }
    y->factor = 1;
    if (p->unit)
        scale(y, p->label, p->unit);
    else
        snprintf(y->label, sizeof y->label, "%s", p->label);
}

/* An explicit range, because gnuplot warns of empty ones. */
static void put_range(FILE *out, char which, const axis *a, double share)
{
    double low = a->low * a->factor, high = a->high * a->factor, size = fmax(fabs(low), fabs(high));
    if (!(low <= high)) low = -1, high = 1, size = 1;
    double margin = share * (high - low);
    if (!(high - low > 1e-9 * size))
        margin = size > 0 ? 0.1 * size : 1; /* a constant: else rounding errors fill the plot */
    fprintf(out, "set %crange [%.12g:%.12g]\n", which, low - margin, high + margin);
}

/* --- curves -------------------------------------------------------------------------------------------------------------- */

static bool is_monotonic(const plot_curve *d) /* x never decreases */
{
    for (size_t row = 1; row < d->table->rows; row++)
        if (!(at(d->table, row, d->x) >= at(d->table, row - 1, d->x))) return false;
    return true;
}

static bool is_path(const picture *p) /* x of some curve decreases */
{
    for (int k = 0; k < p->panels; k++)
        for (int i = 0; i < p->panel[k].curves; i++)
            if (!is_monotonic(&p->panel[k].curve[i])) return true;
    return false;
}

static void put_point(FILE *out, const plot_curve *d, size_t row, const axis *x, const axis *y)
{
    double here = at(d->table, row, d->x) * x->factor, there = at(d->table, row, d->y) * y->factor;
    if (isfinite(here) && isfinite(there))
        fprintf(out, "%.12g %.9g\n", here, there);
    else
        fputs("\n", out); /* interrupts the line */
}

/* Smallest and largest value of a bucket of rows: a plot has fewer dots than a long run has rows. */
static void put_extremes(FILE *out, const plot_curve *d, size_t first, size_t end, const axis *x, const axis *y)
{
    size_t low = first, high = first;
    for (size_t row = first; row < end; row++) {
        double value = at(d->table, row, d->y);
        if (!isfinite(value)) { /* keeps the interruption */
            low = high = row;
            break;
        }
        if (value < at(d->table, low, d->y)) low = row;
        if (value > at(d->table, high, d->y)) high = row;
    }
    put_point(out, d, low < high ? low : high, x, y);
    if (low != high) put_point(out, d, low < high ? high : low, x, y);
}

static void put_path(FILE *out, const plot_curve *d, size_t first, size_t end, const axis *x, const axis *y)
{
    bool few = end - first <= 2 * BUCKETS;
    double dx = few ? 0 : finest * (x->high - x->low), dy = few ? 0 : finest * (y->high - y->low);
    for (size_t row = first, last = first; row < end; row++) {
        bool near = fabs(at(d->table, row, d->x) - at(d->table, last, d->x)) < dx &&
                    fabs(at(d->table, row, d->y) - at(d->table, last, d->y)) < dy;
        if (near && row > first && row + 1 < end) continue;
        put_point(out, d, row, x, y);
        last = row;
    }
}

/* Rows from first to end, which are inside, with one row on either side to draw the line to the edge. */
static void put_segment(FILE *out, const plot_curve *d, size_t first, size_t end, bool monotonic, const axis *x,
                        const axis *y)
{
    size_t bucket = (end - first + BUCKETS - 1) / BUCKETS;
    if (first > 0) put_point(out, d, first - 1, x, y);
    if (bucket <= 2 || !monotonic)
        put_path(out, d, first, end, x, y);
    else
        for (size_t row = first; row < end; row += bucket)
            put_extremes(out, d, row, row + bucket < end ? row + bucket : end, x, y);
    if (end < d->table->rows) put_point(out, d, end, x, y);
    fputs("\n", out);
}

/* Returns whether there was a value to plot. */
static bool put_curve(FILE *out, const plot_curve *d, const axis *x, const axis *y)
{
    bool monotonic = is_monotonic(d), any = false;
    for (size_t row = 0, first; row < d->table->rows;) {
        while (row < d->table->rows && !is_inside(at(d->table, row, d->x), x))
            row++;
        for (first = row; row < d->table->rows && is_inside(at(d->table, row, d->x), x); row++)
            any = any || isfinite(at(d->table, row, d->y));
        if (first < row) put_segment(out, d, first, row, monotonic, x, y);
    }
    return any;
}

/* --- texts --------------------------------------------------------------------------------------------------------------- */

/* Width of a byte of UTF-8 in DejaVu Sans, in em, at most 4 % too small for a word. */
static double width_of(char c)
{
    if (((unsigned char)c & 0xc0) == 0x80) return 0; /* a further byte of a letter */
    if (c == 'm' || c == 'w' || c == 'M' || c == 'W' || c == '@' || c == '%') return 0.97;
    if (c && strchr("iljI.,:;'|! ", c)) return 0.32;
    if (c && strchr("frt()[]-/", c)) return 0.4;
    return c >= 'A' && c <= 'Z' ? 0.72 : 0.64;
}

static double width_of_text(const char *text) /* em */
{
    double width = 0;
    for (; *text; text++)
        width += width_of(*text);
    return width;
}

/* Bytes of a text for a line of so many em: up to a space if there is one, and a letter at least. */
static size_t length_of_line(const char *text, double room)
{
    size_t space = 0, i = 0;
    for (double width = 0; text[i]; i++) {
        width += width_of(text[i]);
        if (width > room && i > 0) break;
        if (text[i] == ' ') space = i + 1;
    }
    if (!text[i]) return i;
    while (i > 1 && ((unsigned char)text[i] & 0xc0) == 0x80)
        i--;
    return space ? space : i;
}

static int count_lines(const char *text, double room)
{
    int lines = 0;
    for (; text && *text; text += length_of_line(text, room))
        lines++;
    return lines;
}

static double legend_width(const picture *p, double em)
{
    double longest = 0;
    for (int k = 0; k < p->panels; k++)
        for (int i = 0; i < p->panel[k].curves && p->panel[k].curves > 1; i++)
            longest = fmax(longest, width_of_text(p->panel[k].curve[i].name));
    return longest > 0 ? SAMPLE + em * longest : RIGHT;
}

/* --- the script ---------------------------------------------------------------------------------------------------------- */

/* headroom: for the names of bands, as a share of the height; room: for the label of the axis, in em; of: with
 * equal axes, y has the unit of x. */
static void put_curves(FILE *out, const panel *p, const axis *x, double headroom, double room, const picture *of)
{
    static const char *const colours[] = {"#1f6fb4", "#d9541e", "#2a9d5c", "#8e4ec6",
                                          "#c2930a", "#d13b7b", "#0f9aa8", "#6b5b4d"};
    enum {
        COLOURS = sizeof colours / sizeof *colours
    };
    axis y;
    bool *any = calloc((size_t)p->curves, sizeof *any);
    measure_y(p, x, &y);
    if (of->circle > 0) widen(&y, -of->circle), widen(&y, of->circle);
    if (of->equal) scale_as(&y, x, p);
    for (int i = 0; any && i < p->curves; i++) {
        fprintf(out, "$curve%d << END_OF_DATA\n", i);
        any[i] = put_curve(out, &p->curve[i], x, &y);
        fputs("END_OF_DATA\n", out);
    }
    if (y.high > y.low) y.high += headroom * (y.high - y.low);
    put_range(out, 'y', &y, 0.05);
    double largest = y.factor * fmax(fabs(y.low), fabs(y.high));
    bool small = largest > 0 && largest < least_plain;
    if (small) fputs("set format y '%g'\n", out);
    fputs("set ylabel ", out);
    put_quoted(out, y.label);
    double share = room / (width_of_text(y.label) + 1); /* a label that is longer than its axis is written smaller */
    if (share < 1) fprintf(out, " font ',%.0f'", fmax(6, 14 * share));
    fputs(" noenhanced\nplot ", out);
    for (int i = 0; i < p->curves; i++) {
        fputs(i ? ", " : "", out);
        fprintf(out, any && any[i] ? "$curve%d using 1:2" : "NaN", i);
        fprintf(out, " with lines linewidth 1.8 linecolor '%s' dashtype %d title ", colours[i % COLOURS],
                1 + i / COLOURS);
        put_quoted(out, p->curve[i].name);
    }
    fputs("\n", out);
    if (small) fputs("set format y '%h'\n", out);
    free(any);
}

/* Bands in every panel; their names at the top of the first, if there is room. */
static void put_bands(FILE *out, const picture *p, const axis *x, double em)
{
    double width = x->high - x->low;
    for (int i = 0; i < p->bands; i++) {
        const band *b = &p->band[i];
        double from = fmax(b->from, x->low), to = fmin(b->to, x->high);
        if (!(to > from)) continue;
        fprintf(out,
                "set object %d rectangle from %.12g, graph 0 to %.12g, graph 1 behind fillcolor '%s' fillstyle solid "
                "noborder\n",
                i + 1, from * x->factor, to * x->factor, b->colour);
        if (em * width_of_text(b->name) > (to - from) / width * (WIDTH - LEFT - RIGHT)) continue;
        fprintf(out, "set label %d ", i + 1);
        put_quoted(out, b->name);
        fprintf(out, " at %.12g, graph 0.96 center noenhanced font ',10' textcolor '#777777' front\n",
                0.5 * (from + to) * x->factor);
    }
}

static void put_lines(FILE *out, const char *text, double room, bool first)
{
    for (size_t length; text && *text; text += length, first = false) {
        if (!first) fputs(".\"\\n\".", out);
        length = length_of_line(text, room);
        put_quoted_n(out, text, length);
    }
}

static void put_title(FILE *out, const picture *p, double room)
{
    fputs("set title ", out);
    put_lines(out, p->title, room, true);
    put_lines(out, p->subtitle, room, !p->title);
    fputs(" noenhanced\n", out);
}

static void put_equal(FILE *out, const picture *p, const axis *x)
{
    fputs("set size ratio -1\n", out);
    if (!(p->circle > 0)) return;
    fprintf(out,
            "set object 1 circle at 0, 0 size %.12g front fillstyle empty border linecolor '#777777' linewidth 1.2 "
            "dashtype 2\n",
            p->circle * x->factor);
}

void put_plot_script(FILE *out, const picture *p)
{
    const struct terminal *t = terminal_of(p->path);
    double right = 1 - legend_width(p, t->em) / WIDTH, middle = 0.5 * (LEFT + right * WIDTH); /* of the title */
    double room = 2 * fmin(middle, WIDTH - middle) / t->em;
    int lines = count_lines(p->title, room) + count_lines(p->subtitle, room);
    int above = lines ? ABOVE + LINE * lines : NOTHING_ABOVE;
    int each = p->panels > 1 ? PANEL_HEIGHT : p->equal ? WIDTH - LEFT - RIGHT : ALONE_HEIGHT;
    double height = above + BELOW + each * p->panels;
    axis x;
    measure_x(p, &x);
    fputs("set encoding utf8\nset terminal ", out);
    fprintf(out, t->begin, WIDTH * t->scale, height * t->scale);
    fputs("\nset border 3 linecolor '#555555'\nset tics nomirror out textcolor '#333333'\n"
          "set grid linecolor '#e2e2e2' linetype 1\nset zeroaxis linecolor '#999999' linetype 1\n",
          out);
    fprintf(out, "set lmargin at screen %.4f\nset rmargin at screen %.4f\n", (double)LEFT / WIDTH, right);
    put_range(out, 'x', &x, is_path(p) && !p->log_x ? 0.04 : 0);
    put_bands(out, p, &x, 0.75 * t->em);
    if (p->equal) put_equal(out, p, &x);
    if (p->log_x) fputs("set logscale x\n", out);
    fputs("set multiplot\nset format y '%h'\nset format x ''\n", out);
    for (int k = 0; k < p->panels; k++) {
        double top = height - above - k * each, bottom = top - each + (k + 1 < p->panels ? 22 : 0);
        fprintf(out, "set tmargin at screen %.4f\nset bmargin at screen %.4f\n", top / height, bottom / height);
        if (k == 0 && lines) {
            put_title(out, p, room);
        } else {
            fputs("unset title\n", out);
        }
        if (k == 1) fputs("unset label\n", out);
        if (k + 1 == p->panels) {
            fputs("set format x '%h'\nset xlabel ", out);
            put_quoted(out, x.label);
            fputs(" noenhanced\n", out);
        }
        if (p->panel[k].curves > 1)
            fprintf(out,
                    "set key at screen %.4f, screen %.4f left top vertical Left reverse samplen 1.5 noenhanced%s\n",
                    right + 0.01, top / height, p->panel[k].curves * 24 > each ? " font ',8' spacing 0.8" : "");
        else
            fputs("unset key\n", out);
        put_curves(out, &p->panel[k], &x, k == 0 && p->bands ? 0.08 : 0, (each - 22) / t->em, p);
    }
    fputs("unset multiplot\n", out);
}
