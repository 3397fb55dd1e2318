/* history.h - laws evaluated along a measured history from a CSV file */
#ifndef BRISTLE_TOOL_HISTORY_H
#define BRISTLE_TOOL_HISTORY_H

#include "bristle/bristle.h"

/* One row for each row of the file: time or displacement, velocity, then the force of each law. */
bri_status evaluate_along_history(const char *path, bri_units *units, const bri_curve_def *def,
                                  const bri_curve_subject *subjects, size_t count, bri_table **table, bri_error *err);

#endif
