/* intervals.h - intervals of friction forces, loads and reactions over all distributions */
#ifndef BRISTLE_STICTION_INTERVALS_H
#define BRISTLE_STICTION_INTERVALS_H

#include "stiction/assessment.h"

/* Sets the quantities of the result. Requires its answer `possible`. */
bri_status bri_find_intervals(const sti_assessment *assessment, bri_error *err);

#endif
