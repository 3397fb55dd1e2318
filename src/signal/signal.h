/* signal.h - functions of time: loads, drivers, rest lengths
 *
 * In the tables the unit "*" is that of what the signal stands for, and "*" + "/s" its rate. */
#ifndef BRISTLE_SIGNAL_SIGNAL_H
#define BRISTLE_SIGNAL_SIGNAL_H

#include "bristle/kind.h"

typedef struct bri_signal_kind {
    bri_kind kind;
    /* The value and its first two derivatives at t, where out comes zeroed; at a break point those that hold after it. */
    void (*value)(const void *params, double t, double out[3]);
    /* The first break after t; INFINITY: none. NULL: it never breaks. */
    double (*next_break)(const void *params, double t);
    /* What a step must not be longer than to see the signal: a share of its period. NULL: any. */
    double (*longest_step)(const void *params);
} bri_signal_kind;

const bri_kind *const *bri_signals(void); /* ends with NULL; each is the first member of its bri_signal_kind */
/* A record without a kind is 0. */
void bri_signal_value(const bri_record *signal, double t, double out[3]);
double bri_eighth_of_period(double amplitude, double frequency); /* INFINITY: it does not swing */
double bri_signal_longest_step(const bri_record *signal);
double bri_signal_next_break(const bri_record *signal, double t);

/* --- what signals share ---------------------------------------------------------------------------------------------- */

#define BRI_SIGNAL_MAX 1e15 /* of any value */
#define BRI_TIME_MAX 1e12
double bri_break_of_two(double t, double first, double second); /* the next after t, of two that do not decrease */

#endif
