/* stick_search.h - the stick states of all interfaces at rest, by one of several methods */
#ifndef BRISTLE_SYSTEM_STICK_SEARCH_H
#define BRISTLE_SYSTEM_STICK_SEARCH_H

#include "system/complementarity.h"

typedef enum bri_search_method { /* in the order in which they are tried */
    BRI_SEARCH_AT_HAND,          /* active set, from the stick states at hand */
    BRI_SEARCH_INTERIOR,         /* interior point, then the active set from what it tends to */
    BRI_SEARCH_SMOOTHED,         /* path along which smoothed friction becomes sharp */
    BRI_SEARCH_ALL_STUCK,        /* active set, from all stuck */
    BRI_SEARCH_NO_FRICTION,   /* active set, from the directions in which the interfaces would move without friction */
    BRI_SEARCH_ONE_AT_A_TIME, /* one change at a time, from the stick states at hand */
    BRI_SEARCH_PATH,          /* all friction grows to its size */
    BRI_SEARCH_SMOOTHED_AGAIN, /* without loops: as BRI_SEARCH_SMOOTHED, with changes compared to other sizes of forces */
    BRI_SEARCH_METHODS
} bri_search_method;

/* Looks for the stick states of all candidates with one method, from the stick states of the point and from the solution's
 * multipliers. broken: interfaces that have broken loose, as many as are known; those that slip in the end are added. True: they
 * were found, and are in point->discrete. Requires a point with dynamics; changes its stick states and active rows, after
 * which it must be forgotten; overwrites the solution, which belongs to no point. */
bool bri_search_sticks(bri_sticking_room *room, bri_solver *solver, bri_point *point, const bri_solve_options *options,
                       bri_search_method method, bri_softness softness, bool takes_unstable, const bool *candidate,
                       bool *broken, bri_solution *solution, bri_sticking_effort *effort);

#endif
