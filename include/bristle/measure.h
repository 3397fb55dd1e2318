/* measure.h - measures of a run: numbers, and outcomes that are words
 *
 *     bri_measures_add(measures, "max motor.torque from 1 s", err);
 *     bri_run_measured(system, NULL, measures, &result, err);
 *     bri_measures_get(measures, 0)->value
 *
 * A measure is a kind with a table of parameters, as joints and laws are: 'bristle kinds measures' lists them, and 'bristle explain
 * max' describes one. Measures of channels are computed from the steps of a run and their interpolants, never from its rows: they
 * have the same bits for any interval and any channels of the output. One thread may use a bri_measures at a time. */
#ifndef BRISTLE_MEASURE_H
#define BRISTLE_MEASURE_H

#include "bristle/result.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_measures bri_measures; /* a list of measures, and their values in the last run */

typedef struct bri_measured { /* read only */
    const char *text;         /* as it was given: "max motor.torque from 1 s" */
    const char *name;         /* in words: "largest motor.torque from 1 s" */
    double value;             /* in SI units; NAN: the measure is a word, or has no value */
    const char *unit;         /* "N m"; "1": a plain number, or a word */
    const char *word;         /* NULL: it is a number */
    const char *why;          /* reason why it has no value; NULL: it has one */
} bri_measured;

BRI_API bri_status bri_measures_create(bri_measures **measures, bri_error *err); /* an empty list */
BRI_API void bri_measures_destroy(bri_measures *measures);                       /* NULL is allowed */
/* Adds a measure: its name, the channel, joint or force that it is computed from, and further parameters with their names, in any
 * order: "value arm.angle when arm.spin level 1 rad/s nth 2". Quotes may enclose what contains blanks: "events 'floor slips'". */
BRI_API bri_status bri_measures_add(bri_measures *measures, const char *text, bri_error *err);
/* Adds a measure given by names and texts of parameters, one of which is its own name: {"max", "motor.torque"}, {"from", "1 s"}. */
BRI_API bri_status bri_measures_add_settings(bri_measures *measures, const bri_setting *settings, size_t count,
                                             bri_error *err);
BRI_API int bri_measures_count(const bri_measures *measures); /* number of measures in the list */
/* Measure number index, from 0, of the last run; NULL: there is none. Its texts stay until the next run. */
BRI_API const bri_measured *bri_measures_get(const bri_measures *measures, int index);
/* Sets the function that returns the CPU time so far, s, for the measure `seconds`; NULL: that measure has no value. */
BRI_API void bri_measures_use_clock(bri_measures *measures, double (*seconds)(void));
/* Fails if a measure names a channel that the system does not have, or a value of another dimension; reports every such measure. Sets
 * the units of the measures. */
BRI_API bri_status bri_measures_check(const bri_measures *measures, const bri_system *system, bri_error *err);
/* Runs the system as bri_run does, and computes all measures, also if the result is partial. The motion has the same bits as without measures. */
BRI_API bri_status bri_run_measured(const bri_system *system, const bri_run_def *def, bri_measures *measures,
                                    bri_result **result, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
