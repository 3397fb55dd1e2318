/* run_json.h - the result of a run as JSON */
#ifndef BRISTLE_TOOL_RUN_JSON_H
#define BRISTLE_TOOL_RUN_JSON_H

#include "bristle/bristle.h"

typedef struct run_report {
    const char *path; /* of the model file */
    const bri_model *model;
    const bri_system *system;
    const bri_result *result;
    double seconds;               /* wall time of the run */
    const bri_measures *measures; /* NULL: none */
} run_report;

/* Everything that the summary has, events, energy balance, statistics and warnings; with the channels, or without them. */
bri_status write_run_json(const run_report *report, bool with_channels, bri_write_fn *write, void *user,
                          bri_error *err);

#endif
