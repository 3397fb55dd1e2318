/* watched.h - quantities that are followed through a run: loads and slips of interfaces, forces of drivers, springs, joints */
#ifndef BRISTLE_SIM_WATCHED_H
#define BRISTLE_SIM_WATCHED_H

#include <math.h>

#include "bristle/result.h"
#include "system/engine.h"

typedef enum bri_aspect {
    BRI_WATCH_SLIP, /* these have no extremes: for shares of rest, */
    BRI_WATCH_ROLLING,
    BRI_WATCH_LOAD_VECTOR, /* and for least loads: the two components of bri_interface_load_vector */
    BRI_WATCH_LOAD_VECTOR_SECOND,
    BRI_WATCH_LOAD,
    BRI_WATCH_LEAST_LOAD,
    BRI_WATCH_RATIO,                          /* |F|/N */
    BRI_WATCH_INTERFACE,                      /* so many for each interface, in this order */
    BRI_WATCH_REACTION = BRI_WATCH_INTERFACE, /* magnitude of the force of a joint */
    BRI_WATCH_ROW,                            /* of a joint: its only force, a couple, or the effort of a driver */
    BRI_WATCH_EFFORT,                         /* of a force */
    BRI_WATCH_POWER,                          /* of a driver */
} bri_aspect;

typedef enum bri_dimension {
    BRI_DIMENSION_FORCE,
    BRI_DIMENSION_COUPLE,
    BRI_DIMENSION_RATE, /* power, or a speed */
    BRI_DIMENSION_NUMBER,
    BRI_DIMENSIONS
} bri_dimension;

typedef struct bri_watched {
    bri_aspect is;
    int of, row;    /* interface, joint or force; row of a joint */
    unsigned among; /* of a reaction: rows of the joint that are forces, by bits, from row on */
    bri_dimension unit;
    double record, time; /* value with the largest score so far; NAN: none */
} bri_watched;

/* Lists the quantities of a system, and the forces among them in the result, in the same order; returns how many quantities
 * there are. Counts them only, and the forces, where list or result->force_summary is NULL. Those of an interface k begin at
 * k BRI_WATCH_INTERFACE. */
int bri_list_watched(const bri_system *system, bri_result *result, bri_watched *list);
/* At a solved point; NAN: it has none there. */
double bri_watched_value(const bri_watched *watched, const bri_evaluation *at);
/* The larger, the more extreme; NAN: it has no extremes. */
static inline double bri_watched_score(const bri_watched *watched, double value)
{
    if (watched->is <= BRI_WATCH_LOAD_VECTOR_SECOND) return NAN;
    return watched->is == BRI_WATCH_LEAST_LOAD ? -value : fabs(value);
}

/* Surfaces of the interface can roll on each other: without slip they need not be at rest. */
bool bri_interface_may_roll(const bri_system *system, int interface);
double bri_interface_load(const bri_evaluation *at, int interface); /* N; 0: separated */
/* The reaction that loads an interface: signed loads of its patches where they are linear in the multipliers, so that the load is the
 * sum of their magnitudes, and else a vector whose length is the load; both without preload, N. i: 0 or 1. */
double bri_interface_load_vector(const bri_evaluation *at, int interface, int i);
double bri_interface_ratio(const bri_evaluation *at, int interface); /* |F|/N; NAN: no load, or none is meant */
/* In the first component, m/s (rad/s where the law gives a torque). Requires patches. */
double bri_interface_slip(const bri_solution *solution, int interface);

#endif
