/* compare_table.c - the comparison of laws as a table: on the terminal, and as CSV */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "compare.h"
#include "sweep.h"

enum {
    CELL = 256
};

static int columns_of(const comparison *c)
{
    return 3 + bri_measures_count(c->law[0].measures) + (c->error_channel ? 2 : 0);
}

static void number_text(double number, int digits, char *text)
{
    char exact[32];
    bri_number_print(exact, number);
    if (isnan(number))
        snprintf(text, CELL, "-");
    else if (digits)
        snprintf(text, CELL, "%.*g", digits, number);
    else
        snprintf(text, CELL, "%s", exact);
}

static void heading_of(const comparison *c, int column, char *text)
{
    int measures = bri_measures_count(c->law[0].measures), k = column - 1 - measures;
    if (column == 0)
        snprintf(text, CELL, "law");
    else if (k < 0) {
        const bri_measured *m = bri_measures_get(c->law[0].measures, column - 1);
        sweep_heading(m->text, m->unit, text, CELL);
    } else if (k % 2)
        snprintf(text, CELL, "relative");
    else if (k == 0)
        snprintf(text, CELL, c->by_time ? "CPU time [s]" : "evaluations");
    else if (isnan(c->error))
        snprintf(text, CELL, "at equal error");
    else
        snprintf(text, CELL, "at error %.3g %s", c->error, c->error_unit);
}

/* digits 0: as many as it has */
static void cell_of(const comparison *c, int index, int column, int digits, char *text)
{
    const one_law *law = &c->law[index];
    int measures = bri_measures_count(law->measures), k = column - 1 - measures;
    const bri_measured *m = k < 0 && column ? bri_measures_get(law->measures, column - 1) : NULL;
    double own = k < 2 ? law->cost : cost_at(law, c->error),
           first = k < 2 ? c->law[0].cost : cost_at(&c->law[0], c->error);
    if (column == 0)
        snprintf(text, CELL, "%s", law->name);
    else if (law->status)
        snprintf(text, CELL, "-");
    else if (m && m->word)
        snprintf(text, CELL, "%s", m->word);
    else if (m)
        number_text(m->value, digits, text);
    else if (k % 2)
        number_text(c->law[0].status ? NAN : own / first, digits ? 3 : 0, text);
    else
        number_text(own, digits, text);
}

static void put_reasons(const comparison *c, FILE *out)
{
    for (int i = 0; i < c->laws; i++) {
        const one_law *law = &c->law[i];
        for (int k = 0; !law->status && k < bri_measures_count(law->measures); k++) {
            const bri_measured *m = bri_measures_get(law->measures, k);
            if (m->why) fprintf(out, "%s: %s: %s\n", law->name, m->text, m->why);
        }
        if (!law->status && *law->why_no_line)
            fprintf(out, "%s: no cost at equal error: %s\n", law->name, law->why_no_line);
    }
    if (c->error_channel && isnan(c->error))
        fprintf(out, "there is no error of %s that all laws reach at tolerances from 1e-3 to 1e-9\n", c->error_channel);
}

static void put_carried(const one_law *law, FILE *out)
{
    char text[sizeof law->carried];
    snprintf(text, sizeof text, "%s", law->carried);
    for (char *line = text, *end; line; line = end) {
        end = strchr(line, '\n');
        if (end) *end++ = '\0';
        fprintf(out, "  %-18s %s\n", law->name, line);
    }
}

void print_comparison(const comparison *c, FILE *out)
{
    int columns = columns_of(c);
    char text[CELL];
    for (int i = -1; i < c->laws; i++) {
        for (int k = 0; k < columns; k++) {
            size_t wide = 0;
            for (int row = -1; row < c->laws; row++) {
                if (row < 0)
                    heading_of(c, k, text);
                else
                    cell_of(c, row, k, 6, text);
                wide = strlen(text) > wide ? strlen(text) : wide;
            }
            if (i < 0)
                heading_of(c, k, text);
            else
                cell_of(c, i, k, 6, text);
            fprintf(out, k ? "  %*s" : "%-*s", (int)wide, text);
        }
        fprintf(out, "\n");
    }
    put_reasons(c, out);
    fprintf(out, "\nThe other laws have these values of the model's law, and their defaults:\n");
    for (int i = 0; i < c->laws; i++)
        put_carried(&c->law[i], out);
}

static void put_csv(const comparison *c, FILE *out)
{
    char text[CELL];
    for (int i = -1; i < c->laws; i++) {
        for (int k = 0; k < columns_of(c); k++) {
            if (k) fputc(',', out);
            if (i < 0)
                heading_of(c, k, text);
            else
                cell_of(c, i, k, 0, text);
            put_csv_cell(out, strcmp(text, "-") != 0 ? text : "");
        }
        fputc('\n', out);
    }
}

int write_comparison(const comparison *c, const char *path)
{
    atomic_file file;
    if (!strcmp(path, "-")) {
        put_csv(c, stdout);
        return DONE;
    }
    int status = atomic_open(&file, path);
    if (status) return status;
    put_csv(c, file.stream);
    return atomic_close(&file, true);
}
