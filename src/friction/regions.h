/* regions.h - slip speeds around which the friction of a law changes */
#ifndef BRISTLE_FRICTION_REGIONS_H
#define BRISTLE_FRICTION_REGIONS_H

#include "bristle/friction.h"

enum {
    BRI_REGIONS_MAX = 4 /* of one law: rest, and up to three speeds at which its curve jumps */
};

typedef struct bri_region { /* a step that leaps over it may miss what the law does there */
    double at, width;       /* m/s: slip speed, 0 for rest; half of its extent */
} bri_region;

typedef struct bri_speeds { /* at which the friction of a law changes */
    double straight;        /* m/s: friction is a straight line up to here; INFINITY: everywhere (viscous, Coulomb) */
    int count;
    bri_region region[BRI_REGIONS_MAX];
} bri_speeds;

/* From the steady curve under a small and a large load, and from the speed scales of the law's table. Rest is the first region,
 * unless friction is straight. Where friction rises from 0, the region is as wide as the rise, and a step beyond rest ends under the
 * opposite force. Else it is as wide as the straight part, because friction goes on smoothly while the direction of slip is
 * held: a step beyond rest sees nothing of a peak. */
bri_speeds bri_friction_speeds(const bri_friction_law *law, const void *params, const bri_pair *pair);

/* Whether the steady curve falls with rising speed somewhere around a speed, by more than rounding. */
bool bri_friction_falls(const bri_friction_law *law, const void *params, const bri_pair *pair, double around);

#endif
