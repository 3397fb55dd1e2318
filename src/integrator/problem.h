/* problem.h - what an integrator sees: a differential equation with edges, never a mechanism or a law
 *
 * Modes are small whole numbers kept in doubles. They change in jump only, never within a step, so that what a step
 * integrates is smooth: an edge passes 0 where the equation changes, and the walk stops there. */
#ifndef BRISTLE_INTEGRATOR_PROBLEM_H
#define BRISTLE_INTEGRATOR_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>

#include "bristle/status.h"

typedef struct bri_problem {
    int states, modes, edges;
    const double *size; /* of each state: weighs its error */
    void *context;
    void (*rates)(void *context, double t, const double *x, const double *mode, double *xdot);
    void (*jacobian)(void *context, double t, const double *x, const double *mode,
                     double *J); /* comes zeroed; rows first */
    void (*edge)(void *context, double t, const double *x, const double *mode, double *edge);
    /* The edges that fired changed their sign at t. True if modes or states were changed. */
    bool (*jump)(void *context, double t, const bool *fired, double *x, double *mode);
    double (*next_break)(void *context, double t); /* first time after t that no step may cross */
} bri_problem;

/* An integrator is one constant: a step, and what lies within it. work has room for work_size(states) doubles. */
typedef struct bri_integrator_kind {
    const char *name;
    double order; /* of the error estimate, which falls as h^order */
    size_t (*work_size)(int states);
    /* From (t, x) to t + h; error is the estimate in each state. False: the equations cannot be solved for this h. */
    bool (*step)(const bri_problem *problem, double *work, double t, const double *x, const double *mode, double h,
                 double *x_new, double *error);
    void (*between)(const bri_problem *problem, const double *work, double share,
                    double *x); /* 0 to 1 of the last step */
} bri_integrator_kind;

extern const bri_integrator_kind bri_integrator_rodas4;

/* --- the walk: steps under error control, stopped at edges and breaks ------------------------------------------------ */

typedef struct bri_walk bri_walk;
typedef struct bri_walk_counts {
    long steps, rejected, events;
} bri_walk_counts;

/* The problem is borrowed, x and mode are copied. Nothing is allocated after this. */
bri_status bri_walk_create(const bri_problem *problem, const bri_integrator_kind *integrator, double t, const double *x,
                           const double *mode, double rtol, bri_walk **walk, bri_error *err);
bri_status bri_walk_advance(bri_walk *walk, double until, bri_error *err);
const double *bri_walk_states(const bri_walk *walk);
const double *bri_walk_modes(const bri_walk *walk);
double bri_walk_time(const bri_walk *walk);
bri_walk_counts bri_walk_count(const bri_walk *walk);
void bri_walk_destroy(bri_walk *walk);

#endif
