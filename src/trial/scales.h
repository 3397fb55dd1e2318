/* scales.h - characteristic speed and presliding displacement of a law */
#ifndef BRISTLE_TRIAL_SCALES_H
#define BRISTLE_TRIAL_SCALES_H

#include "bristle/trial.h"

typedef struct bri_scales {
    double speed; /* around which the steady curve changes, m/s */
    double reach; /* presliding displacement at which 0.9 of the sliding friction is reached, m; 0: no presliding */
} bri_scales;

/* Computes both scales at the given load, N. pair: NULL: nothing given. */
bri_status bri_scales_of(const bri_friction_law *law, const void *params, const bri_pair *pair, double load,
                         bri_scales *scales, bri_error *err);
/* Magnitude of the force in steady sliding at velocity v, N. */
double bri_steady_force(const bri_friction_law *law, const void *params, const bri_pair *pair, double load, double v);

#endif
