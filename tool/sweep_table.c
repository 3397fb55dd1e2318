/* sweep_table.c - the runs of a sweep as a table: on the terminal, and as CSV */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "command.h"
#include "sweep.h"

enum {
    CELL = 256
};

void sweep_heading(const char *name, const char *unit, char *text, size_t size)
{
    bool plain = !*unit || !strcmp(unit, "1");
    snprintf(text, size, plain ? "%s%s" : "%s [%s]", name, plain ? "" : unit);
}

/* digits 0: so many that it reads back to the same double */
static void number_text(double number, int digits, char *text, size_t size)
{
    char exact[32];
    bri_number_print(exact, number);
    if (isnan(number))
        snprintf(text, size, "-");
    else if (digits)
        snprintf(text, size, "%.*g", digits, number);
    else
        snprintf(text, size, "%s", exact);
}

void sweep_level_text(const bri_variation *v, const bri_level *level, int digits, char *text, size_t size)
{
    if (level->text)
        snprintf(text, size, "%s", bri_level_word(level));
    else
        number_text(bri_variation_number(v, level), digits, text, size);
}

/* --- cells ------------------------------------------------------------------------------------------------------------------ */

static int columns_of(const sweep *s) { return s->study->variations + bri_measures_count(s->measures); }

static void heading_of(const sweep *s, int column, char text[CELL])
{
    int k = column - s->study->variations;
    const bri_variation *v = &s->study->variation[k < 0 ? column : 0];
    if (k < 0)
        sweep_heading(v->path, bri_variation_unit(v), text, CELL);
    else
        sweep_heading(bri_measures_get(s->measures, k)->text, bri_measures_get(s->measures, k)->unit, text, CELL);
}

static void cell_of(const sweep *s, size_t run, int *room, int column, int digits, char text[CELL])
{
    int k = column - s->study->variations;
    const bri_study_row *row = &s->row[run];
    if (k < 0) {
        bri_level level = bri_study_level(s->study, run, column, room);
        sweep_level_text(&s->study->variation[column], &level, digits, text, CELL);
    } else if (k >= row->values)
        snprintf(text, CELL, "-");
    else if (row->value[k].word)
        snprintf(text, CELL, "%s", row->value[k].word);
    else
        number_text(row->value[k].number, digits, text, CELL);
}

/* --- the terminal ----------------------------------------------------------------------------------------------------------- */

/* Widths in letters, of which UTF-8 may have several bytes. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += (*text & 0xc0) != 0x80;
    return width;
}

static void put_right(FILE *out, const char *text, int width)
{
    fprintf(out, "  %*s%s", width > width_of(text) ? width - width_of(text) : 0, "", text);
}

void sweep_print(const sweep *s, FILE *out)
{
    int columns = columns_of(s), *wide = calloc((size_t)columns + 1, sizeof *wide),
        *level = calloc((size_t)s->study->variations + 1, sizeof *level);
    char text[CELL];
    int digits = snprintf(text, sizeof text, "%zu", s->study->runs);
    for (int c = 0; wide && level && c < columns; c++) {
        heading_of(s, c, text);
        wide[c] = width_of(text);
        for (size_t run = 0; run < s->study->runs; run++) {
            if (!s->row[run].done) continue;
            cell_of(s, run, level, c, 6, text);
            wide[c] = width_of(text) > wide[c] ? width_of(text) : wide[c];
        }
    }
    digits = digits > 3 ? digits : 3;
    if (wide && level) fprintf(out, "%*s", digits, "run");
    for (int c = 0; wide && level && c < columns; c++) {
        heading_of(s, c, text);
        put_right(out, text, wide[c]);
    }
    if (wide && level) fputc('\n', out);
    for (size_t run = 0; wide && level && run < s->study->runs; run++) {
        if (!s->row[run].done) continue;
        fprintf(out, "%*zu", digits, run + 1);
        for (int c = 0; c < columns; c++) {
            cell_of(s, run, level, c, 6, text);
            put_right(out, text, wide[c]);
        }
        if (s->row[run].message) fprintf(out, "  %s", s->row[run].message);
        fputc('\n', out);
    }
    free(wide);
    free(level);
}

/* --- CSV -------------------------------------------------------------------------------------------------------------------- */

static void put_csv(const sweep *s, FILE *out, int *level)
{
    int columns = columns_of(s);
    char text[CELL];
    fputs("run", out);
    for (int c = 0; c < columns; c++) {
        heading_of(s, c, text);
        fputc(',', out);
        put_csv_cell(out, text);
    }
    fputs(",outcome,message\n", out);
    for (size_t run = 0; run < s->study->runs; run++) {
        const bri_study_row *row = &s->row[run];
        if (!row->done) continue;
        fprintf(out, "%zu", run + 1);
        for (int c = 0; c < columns; c++) {
            cell_of(s, run, level, c, 0, text);
            fputc(',', out);
            bool word = c < s->study->variations && bri_variation_is_word(&s->study->variation[c]);
            put_csv_cell(out, strcmp(text, "-") != 0 ? text : word ? "" : "nan");
        }
        fprintf(out, ",%s,", row->status ? bri_status_name(row->status) : "ok");
        put_csv_cell(out, row->message ? row->message : "");
        fputc('\n', out);
    }
}

int sweep_write_csv(const sweep *s, const char *path)
{
    atomic_file file;
    int *level = calloc((size_t)s->study->variations + 1, sizeof *level);
    if (!level) return complain(UNFINISHED, "out of memory: the table");
    int status = DONE;
    if (!strcmp(path, "-")) {
        put_csv(s, stdout, level);
    } else if (!(status = atomic_open(&file, path))) {
        put_csv(s, file.stream, level);
        status = atomic_close(&file, true);
    }
    free(level);
    return status;
}
