/* summary.h - summary of a run as text */
#ifndef BRISTLE_TOOL_SUMMARY_H
#define BRISTLE_TOOL_SUMMARY_H

#include <stdio.h>

#include "bristle/sim.h"

/* seconds: wall time of the run */
void print_summary(FILE *out, const bri_system *system, const bri_result *result, double seconds);

#endif
