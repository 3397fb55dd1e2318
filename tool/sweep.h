/* sweep.h - the runs of bristle sweep: as a table, a plot, a tornado chart */
#ifndef BRISTLE_TOOL_SWEEP_H
#define BRISTLE_TOOL_SWEEP_H

#include <stdio.h>

#include "bristle/measure.h"
#include "study/study.h"

typedef struct sweep {
    const bri_study *study;
    const char *title;            /* of the plot; NULL: none */
    const bri_measures *measures; /* names and units of the columns */
    bri_study_row *row;           /* of each run of the study */
} sweep;

void sweep_print(const sweep *s, FILE *out);           /* for people */
int sweep_write_csv(const sweep *s, const char *path); /* "-": standard output */
/* Of a sample: mean, deviation and quantiles of numbers, shares of words. */
void sweep_print_summary(const sweep *s, FILE *out);
/* Sobol's indices of each measure, of a sample of that many points. */
int sweep_print_indices(const sweep *s, size_t points, uint64_t seed, FILE *out);
/* Whether the plot is possible, before the runs are done. */
int sweep_check_plot(const bri_study *study, const bri_measures *measures);
int sweep_plot(const sweep *s, const char *path);    /* measures over the first variation that is a number */
int sweep_tornado(const sweep *s, const char *path); /* of runs that vary one thing at a time */

/* "0.3" or "lugre"; "-": the word that the model has. digits 0: so many that the number reads back to the same double. */
void sweep_level_text(const bri_variation *v, const bri_level *level, int digits, char *text, size_t size);
/* "max motor.torque [N m]" */
void sweep_heading(const char *name, const char *unit, char *text, size_t size);

#endif
