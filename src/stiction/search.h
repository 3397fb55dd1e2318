/* search.h - branch and bound over the distributions within the limits
 *
 * Regions are split until the bound of the outer program (relaxation.h) agrees with a point that was found, or the allowed
 * branches are used up. */
#ifndef BRISTLE_STICTION_SEARCH_H
#define BRISTLE_STICTION_SEARCH_H

#include "stiction/relaxation.h"

typedef struct sti_search {
    sti_objective objective;
    double gap;    /* distance of bound and found at which the search ends */
    double enough; /* value of found at which it ends */
    double floor;  /* regions with bounds at or below this value are not searched */
    int most;      /* allowed branches, beside one for each family */
    int first;     /* family that is searched first; set to that in which the best point was found */
    double *point; /* p: set to the best point; may be NULL */
    /* result */
    double bound, found; /* of direction x value: nowhere more; reached. -INFINITY: there is no point */
    int branches;        /* used */
} sti_search;

/* Requires the families of the problem; overwrites its program. */
bri_status bri_search(sti_search *search, bri_error *err);

#endif
