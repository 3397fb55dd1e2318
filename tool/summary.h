/* summary.h - what a person wants to know first of a run */
#ifndef BRISTLE_TOOL_SUMMARY_H
#define BRISTLE_TOOL_SUMMARY_H

#include <stdio.h>

#include "bristle/sim.h"

void say_result(FILE *out, const bri_system *system, const bri_result *result, double seconds);

#endif
