/* profile.h - the interval of one unknown, by the least squares that the others can reach while it is held */
#ifndef BRISTLE_FIT_PROFILE_H
#define BRISTLE_FIT_PROFILE_H

#include "fit/minimum.h"

enum {
    BRI_PROFILE_POINTS = 29 /* at most, with the minimum */
};

typedef struct bri_profile {
    double low, high;                        /* values; -INFINITY, INFINITY: open */
    bri_fit_point point[BRI_PROFILE_POINTS]; /* by value */
    int points;
    bool improved; /* a better minimum was found, and is in *minimum: profiles are to begin anew */
} bri_profile;

/* slope: how the other coordinates follow that of this unknown, at first. renew: ends at a better minimum. rise: of the squares, at the ends of the interval. deviation: of its coordinate, by the slopes; INFINITY: unknown. False: stopped. */
bool bri_profile_of(bri_fit_problem *p, const bri_bench *bench, int unknown, double rise, double deviation,
                    const double *slope, bool renew, bri_minimum *minimum, bri_profile *profile);

#endif
