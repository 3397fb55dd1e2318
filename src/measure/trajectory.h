/* trajectory.h - one channel of a recording within a window of time: values, integrals, extremes, crossings */
#ifndef BRISTLE_MEASURE_TRAJECTORY_H
#define BRISTLE_MEASURE_TRAJECTORY_H

#include "measure/recording.h"

typedef struct bri_trajectory {
    const bri_recording *recording;
    int channel;     /* of the recording */
    double from, to; /* s */
} bri_trajectory;

bool bri_trajectory_exists(const bri_trajectory *of); /* the window holds a part of the run */
/* At a time, after what happened there; NAN: not within the run. */
double bri_trajectory_at(const bri_trajectory *of, double t);
/* Integral of f(value, user) over the window; NULL: of the value itself. *time: the time over which it was taken, s. */
typedef double bri_trajectory_function(double value, void *user);
double bri_trajectory_integral(const bri_trajectory *of, bri_trajectory_function *f, void *user, double *time);
/* Integral of y dx; both have the window of y. */
double bri_trajectory_area(const bri_trajectory *y, const bri_trajectory *x);

typedef struct bri_peak {
    double time, value; /* NAN: none */
} bri_peak;
bri_peak bri_trajectory_max(const bri_trajectory *of, double sign); /* the largest of sign times value */
bri_peak bri_trajectory_largest(const bri_trajectory *of);          /* of largest magnitude */
/* The nth turning point: the channel comes back from it by more than 1e-7 of its range. */
bri_peak bri_trajectory_turn(const bri_trajectory *of, int nth);

typedef enum bri_direction {
    BRI_ANY_DIRECTION,
    BRI_RISING,
    BRI_FALLING,
} bri_direction;
/* Time of the nth crossing of a level, in a segment or in a jump between two; NAN: there are fewer. nth 0: the last one. *count:
 * how many there are up to it; may be NULL. */
double bri_trajectory_crossing(const bri_trajectory *of, double level, bri_direction direction, int nth, int *count);

#endif
