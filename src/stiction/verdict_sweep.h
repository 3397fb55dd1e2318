/* verdict_sweep.h - verdicts on one configuration over an interval of time */
#ifndef BRISTLE_STICTION_VERDICT_SWEEP_H
#define BRISTLE_STICTION_VERDICT_SWEEP_H

#include "bristle/verdict.h"
#include "stiction/configuration.h"

typedef struct sti_sample { /* what a history keeps of a verdict */
    double t;
    bri_verdict verdict, rigid; /* rigid: with rigid links */
    bri_answer persists;
    bool elastic, unloaded; /* unloaded: none of the loads considered acts */
    double possible_factor, guaranteed_factor;
} sti_sample;

typedef struct sti_sweep {
    sti_configuration *at;
    bri_verdict_def def;
    bri_verdict_history *out; /* spans are appended to it */
    double duration;          /* of the whole history, s */
    double *loads, *last;     /* all loads that change with time: now, and at the last verdict; NAN: there was none */
    double *considered;       /* room for the loads on the bodies that the verdict considers */
    size_t count;
    sti_sample computed; /* the last verdict */
    bool new_span;       /* the next sample begins a span */
    bool unloaded;       /* all samples of the last span are unloaded */
} sti_sweep;

/* Prepares a sweep that appends to out; the configuration is set by bri_sweep_set. Requires bri_sweep_free. */
bri_status bri_sweep_init(sti_sweep *sweep, const bri_system *system, const bri_verdict_def *def, double duration,
                          bri_verdict_history *out, bri_error *err);
/* Continues with another configuration, which the sweep owns from now on: the next sample begins a span. */
void bri_sweep_set(sti_sweep *sweep, sti_configuration *at);
/* Appends the spans of [from, to], s, at samples that divide the intervals between breaks of the signals; changes of the
 * verdict are located by bisection. */
bri_status bri_sweep_interval(sti_sweep *sweep, double from, double to, bri_error *err);
void bri_sweep_free(sti_sweep *sweep); /* not the history */

#endif
