/* summary.h - summary of a run as text */
#ifndef BRISTLE_TOOL_SUMMARY_H
#define BRISTLE_TOOL_SUMMARY_H

#include <stdio.h>

#include "bristle/measure.h"

/* seconds: wall time of the run */
void print_summary(FILE *out, const bri_system *system, const bri_result *result, double seconds);

/* The values of measures, after an empty line. */
void print_measures(FILE *out, const bri_measures *measures);

/* The warnings at its end, each after an empty line. */
void print_warnings(FILE *out, const bri_system *system, const bri_result *result);

#endif
