/* scales.h - at which speeds and displacements a law has something to show */
#ifndef BRISTLE_TRIAL_SCALES_H
#define BRISTLE_TRIAL_SCALES_H

#include "bristle/trial.h"

typedef struct bri_scales {
    double speed; /* m/s: around it the steady curve changes */
    double reach; /* m: presliding displacement up to 0.9 of sliding friction; 0: none */
} bri_scales;

bri_status bri_scales_of(const bri_friction_law *law, const void *params, const bri_pair *pair, double load,
                         bri_scales *scales, bri_error *err);
double bri_steady_force(const bri_friction_law *law, const void *params, const bri_pair *pair, double load, double v);

#endif
