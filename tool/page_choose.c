/* page_choose.c - which rows and columns of a result a page holds */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"

enum {
    ENOUGH_ROWS = 400 /* columns are left out before there are fewer rows */
};

/* 0: motion and energy, without which nothing can be shown; 1: friction and contact; 2: others */
static int level_of(const char *name)
{
    static const char *const first[] = {".x", ".y", ".angle"}, *const second[] = {".stuck",   ".contact", ".friction",
                                                                                  ".load",    ".v",       ".reaction",
                                                                                  ".normal",  ".force",   ".torque",
                                                                                  ".slipping"};
    if (!strcmp(name, "t") || !strncmp(name, "energy.", 7)) return 0;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (ends_with(name, first[i])) return 0;
    for (size_t i = 0; i < sizeof second / sizeof *second; i++)
        if (ends_with(name, second[i])) return 1;
    return 2;
}

static size_t count_level(const bri_table *table, int level)
{
    size_t count = 0;
    for (size_t c = 0; c < table->columns; c++)
        count += c == 0 || level_of(table->column[c].name) <= level;
    return count;
}

static void choose_columns(const bri_table *table, size_t numbers, page_choice *to)
{
    size_t wanted = table->rows < ENOUGH_ROWS ? table->rows : ENOUGH_ROWS;
    int level = 2;
    while (level > 0 && count_level(table, level) * wanted > numbers)
        level--;
    for (size_t c = 0; c < table->columns && to->columns < numbers / 2; c++)
        if (c == 0 || level_of(table->column[c].name) <= level) to->column[to->columns++] = c;
}

static double at(const bri_table *table, size_t row, size_t column)
{
    return table->value[row * table->columns + column];
}

/* The last row at or before a time. */
static size_t find_row(const bri_table *table, double time)
{
    size_t low = 0, high = table->rows - 1;
    while (low < high) {
        size_t middle = (low + high + 1) / 2;
        if (at(table, middle, 0) <= time)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static void keep_extremes(const bri_table *table, const page_choice *to, double *range, bool *keep)
{
    for (size_t i = 1; i < to->columns; i++) {
        size_t c = to->column[i], least = 0, most = 0;
        for (size_t r = 1; r < table->rows; r++) {
            double x = at(table, r, c);
            if (x < at(table, least, c) || isnan(at(table, least, c))) least = r;
            if (x > at(table, most, c) || isnan(at(table, most, c))) most = r;
        }
        keep[least] = keep[most] = true;
        range[i] = at(table, most, c) - at(table, least, c);
    }
}

/* The row between two others that is farthest from the straight line between them, of all channels by their ranges. */
static size_t most_telling(const bri_table *table, const page_choice *to, const double *range, size_t from,
                           size_t until)
{
    size_t best = from;
    double far = 0;
    for (size_t r = from + 1; r < until; r++)
        for (size_t i = 1; i < to->columns; i++) {
            size_t c = to->column[i];
            double share = (double)(r - from) / (double)(until - from);
            double line = at(table, from, c) + share * (at(table, until, c) - at(table, from, c));
            double away = range[i] > 0 ? fabs(at(table, r, c) - line) / range[i] : 0;
            if (away > far) far = away, best = r;
        }
    return best;
}

static size_t count_kept(const bool *keep, size_t rows)
{
    size_t count = 0;
    for (size_t r = 0; r < rows; r++)
        count += keep[r];
    return count;
}

static bool choose_rows(const bri_table *table, const bri_result *result, size_t numbers, page_choice *to)
{
    size_t most = numbers / to->columns, rows = table->rows;
    bool *keep = calloc(rows + 1, sizeof *keep);
    double *range = calloc(to->columns + 1, sizeof *range);
    bool made = keep && range;
    if (made) {
        keep[0] = keep[rows - 1] = true;
        keep_extremes(table, to, range, keep);
        for (int i = 0; result && i < result->events && count_kept(keep, rows) < most / 2; i++) {
            size_t r = find_row(table, result->event[i]->time);
            keep[r] = keep[r + 1 < rows ? r + 1 : r] = true;
        }
        size_t kept = count_kept(keep, rows), pairs = most > kept ? (most - kept) / 2 : 0;
        if (rows <= most)
            memset(keep, true, rows);
        else
            for (size_t i = 0; i < pairs; i++) {
                size_t from = i * (rows - 1) / pairs, until = (i + 1) * (rows - 1) / pairs;
                keep[from] = true;
                keep[most_telling(table, to, range, from, until)] = true;
            }
        for (size_t r = 0; r < rows; r++)
            if (keep[r]) to->row[to->rows++] = r;
    }
    free(keep);
    free(range);
    return made;
}

bri_status page_choose(const bri_table *table, const bri_result *result, size_t numbers, page_choice *choice,
                       bri_error *err)
{
    *choice = (page_choice){0};
    if (table->rows < 1 || table->columns < 1) return bri_fail(err, BRI_BAD_VALUE, "the result has no rows");
    choice->column = calloc(table->columns, sizeof *choice->column);
    choice->row = calloc(table->rows, sizeof *choice->row);
    bool made = choice->column && choice->row;
    if (made) {
        choose_columns(table, numbers, choice);
        made = choose_rows(table, result, numbers, choice);
    }
    if (!made) page_choice_free(choice);
    return made ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: a page");
}

void page_choice_free(page_choice *choice)
{
    free(choice->column);
    free(choice->row);
    *choice = (page_choice){0};
}
