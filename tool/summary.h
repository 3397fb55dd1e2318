/* summary.h - summary of a run as text */
#ifndef BRISTLE_TOOL_SUMMARY_H
#define BRISTLE_TOOL_SUMMARY_H

#include <stdio.h>

#include "bristle/result.h"

/* seconds: wall time of the run */
void print_summary(FILE *out, const bri_system *system, const bri_result *result, double seconds);

/* Energy, J, above which the error of the balance fails a run: 0.1 % of the energy turned over. */
double energy_alarm(const bri_result *result);
/* Whether the balance error and the energy that stabilisation changed after steps are at most that. */
bool energy_balance_closes(const bri_result *result);
/* The warnings at its end, each after an empty line. */
void print_warnings(FILE *out, const bri_system *system, const bri_result *result);

#endif
