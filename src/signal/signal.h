/* signal.h - functions of time: loads, motions of drivers, free lengths of springs
 *
 * In the tables the unit "*" is that of the quantity the signal is used for: N for a force, rad for an angle. */
#ifndef BRISTLE_SIGNAL_SIGNAL_H
#define BRISTLE_SIGNAL_SIGNAL_H

#include "bristle/kind.h"

typedef struct bri_signal_kind {
    bri_kind kind;
    /* Computes the value and its first two time derivatives; at a break, those just after it. Requires out to be
     * zeroed. */
    void (*value)(const void *params, double t, double out[3]);
    /* The first time after t at which the signal is not smooth, or a step should end so that it resolves the signal, s; INFINITY:
     * none. NULL: the signal is smooth. */
    double (*next_break)(const void *params, double t);
    /* The longest integration step that resolves the signal, a fraction of its period, s. NULL: no limit. */
    double (*longest_step)(const void *params);
} bri_signal_kind;

const bri_kind *const *bri_signals(void); /* ends with NULL; each is the first member of its bri_signal_kind */
/* The value and its first two time derivatives; 0 for a record without a kind. inputs: values of all inputs of the system; NULL:
 * those of the model. */
void bri_signal_value(const bri_record *signal, double t, const double *inputs, double out[3]);
/* An input is set by the calling program. Its number is its place among the inputs of a system. */
bool bri_signal_is_input(const bri_record *signal);
void bri_signal_number_input(bri_record *signal, int number);
int bri_signal_input_number(const bri_record *signal);
const char *bri_signal_of_samples(void); /* the name of the signal that is smooth between measured values */
double bri_eighth_of_period(double amplitude, double frequency); /* s; INFINITY: amplitude or frequency is 0 */
double bri_signal_longest_step(const bri_record *signal);
double bri_signal_next_break(const bri_record *signal, double t);

/* --- what signals share ------------------------------------------------------------------------------------------- */

#define BRI_SIGNAL_MAX 1e15 /* limit of all values */
#define BRI_TIME_MAX 1e12
double bri_break_of_two(double t, double first,
                        double second); /* the first of two times, in ascending order, after t; INFINITY: none */
int bri_points_until(const bri_series *points, double t); /* the number of points at or before t */

#endif
