/* sweep_sample.c - what a sample of runs says: mean and quantiles of numbers, shares of words, Sobol's indices */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "study/indices.h"
#include "sweep.h"

enum {
    MOST_WORDS = 50
};

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const double *sorted, size_t count, double share)
{
    double at = share * (double)(count - 1);
    size_t below = (size_t)at;
    return below + 1 < count ? sorted[below] + (at - (double)below) * (sorted[below + 1] - sorted[below])
                             : sorted[count - 1];
}

/* Numbers of a measure in ascending order; returns how many. */
static size_t numbers_of(const sweep *s, int measure, double *out)
{
    size_t count = 0;
    for (size_t run = 0; run < s->study->runs; run++)
        if (measure < s->row[run].values && isfinite(s->row[run].value[measure].number))
            out[count++] = s->row[run].value[measure].number;
    qsort(out, count, sizeof *out, ascending);
    return count;
}

static void print_numbers(const double *sorted, size_t count, FILE *out)
{
    double mean = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        mean += sorted[i] / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (sorted[i] - mean) * (sorted[i] - mean);
    fprintf(out, "  %zu numbers: mean %.6g, standard deviation %.4g\n", count, mean,
            count > 1 ? sqrt(squares / (double)(count - 1)) : 0);
    fprintf(out, "  least %.6g, 5 %% %.6g, median %.6g, 95 %% %.6g, largest %.6g\n", sorted[0],
            quantile(sorted, count, 0.05), quantile(sorted, count, 0.5), quantile(sorted, count, 0.95),
            sorted[count - 1]);
}

/* Returns whether there are any. */
static bool print_words(const sweep *s, int measure, bool by_columns, FILE *out)
{
    size_t group = by_columns ? (size_t)s->study->variations + 2 : 1;
    const char *word[MOST_WORDS];
    size_t hits[MOST_WORDS] = {0}, trials = 0;
    int words = 0;
    for (size_t run = 0; run < s->study->runs; run++) {
        const char *here = measure < s->row[run].values ? s->row[run].value[measure].word : NULL;
        int k = 0;
        bool is_own = run % group == 0 || run % group == group - 1; /* a point of its own, not a mixture of two */
        if (!here || !is_own) continue;
        trials++;
        while (k < words && strcmp(word[k], here) != 0)
            k++;
        if (k == words && words < MOST_WORDS) word[words++] = here;
        if (k < words) hits[k]++;
    }
    for (int k = 0; k < words; k++) {
        bri_estimate share = bri_share_of(hits[k], trials);
        fprintf(out, "  %s: %zu of %zu, %.3g %% (95 %% interval %.3g to %.3g %%)\n", word[k], hits[k], trials,
                100 * share.value, 100 * share.low, 100 * share.high);
    }
    return words > 0;
}

void sweep_print_summary(const sweep *s, FILE *out)
{
    double *numbers = malloc((s->study->runs + 1) * sizeof *numbers);
    char heading[256];
    for (int k = 0; numbers && k < bri_measures_count(s->measures); k++) {
        const bri_measured *m = bri_measures_get(s->measures, k);
        size_t count = numbers_of(s, k, numbers);
        sweep_heading(m->text, m->unit, heading, sizeof heading);
        fprintf(out, "%s\n", heading);
        if (count) print_numbers(numbers, count, out);
        print_words(s, k, false, out);
    }
    free(numbers);
}

/* --- Sobol's indices -------------------------------------------------------------------------------------------------------- */

static void print_table(const sweep *s, const bri_estimate *first, const bri_estimate *total, FILE *out)
{
    int wide = 4;
    for (int i = 0; i < s->study->variations; i++)
        wide = (int)strlen(s->study->variation[i].path) > wide ? (int)strlen(s->study->variation[i].path) : wide;
    fprintf(out, "  %-*s  first order  95 %% interval       total  95 %% interval\n", wide, "");
    for (int i = 0; i < s->study->variations; i++)
        fprintf(out, "  %-*s  %11.4f  %7.4f %7.4f  %9.4f  %7.4f %7.4f\n", wide, s->study->variation[i].path,
                first[i].value, first[i].low, first[i].high, total[i].value, total[i].low, total[i].high);
}

static void print_indices(const sweep *s, int measure, size_t points, uint64_t seed, double *y, bri_estimate *first,
                          FILE *out)
{
    const bri_measured *m = bri_measures_get(s->measures, measure);
    bri_estimate *total = first + s->study->variations;
    char heading[256];
    bri_error err = {0};
    size_t used;
    for (size_t run = 0; run < s->study->runs; run++)
        y[run] = measure < s->row[run].values ? s->row[run].value[measure].number : NAN;
    sweep_heading(m->text, m->unit, heading, sizeof heading);
    fprintf(out, "Sobol's indices of %s\n", heading);
    if (print_words(s, measure, true, out)) return;
    if (bri_sobol_indices(y, points, s->study->variations, seed, first, total, &used, &err))
        fprintf(out, "  none: %s\n", err.what);
    else
        print_table(s, first, total, out);
    if (used < points)
        fprintf(out,
                "  %zu of %zu points are left out, of which a run gave no number: the indices are those of the others, "
                "not of the "
                "whole distributions\n",
                points - used, points);
}

int sweep_print_indices(const sweep *s, size_t points, uint64_t seed, FILE *out)
{
    double *y = malloc((s->study->runs + 1) * sizeof *y);
    bri_estimate *both = calloc(2 * (size_t)s->study->variations + 1, sizeof *both);
    bool ready = y && both;
    for (int k = 0; ready && k < bri_measures_count(s->measures); k++)
        print_indices(s, k, points, seed, y, both, out);
    free(y);
    free(both);
    return ready ? DONE : complain(UNFINISHED, "out of memory: sensitivities");
}
