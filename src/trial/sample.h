/* sample.h - a law evaluated at random parameters, states and motions, the same in every call, for checks of any law */
#ifndef BRISTLE_TRIAL_SAMPLE_H
#define BRISTLE_TRIAL_SAMPLE_H

#include <stdint.h>

#include "bristle/friction.h"

enum {
    SAMPLE_STATES = 2 * BRI_LIST_MAX,
    SAMPLE_ROUNDS = 400 /* samples for each respect and number of components */
};

typedef struct bri_sample { /* one evaluation, with room for all its parts */
    const bri_friction_law *law;
    bri_params params;
    bri_slip slip;
    bri_drag drag;
    bri_slopes slopes;
    double v[2];
    double z[SAMPLE_STATES], discrete[BRI_LIST_MAX], zdot[SAMPLE_STATES], force_z[2 * SAMPLE_STATES],
        zdot_v[2 * SAMPLE_STATES], zdot_load[SAMPLE_STATES], zdot_z[SAMPLE_STATES * SAMPLE_STATES];
    int states, discrete_states;
    bool turns[SAMPLE_STATES]; /* a component of a vector, which turns with the velocity */
} bri_sample;

double bri_random_between(uint64_t *seed, double low, double high);
double bri_random_scale(uint64_t *seed, double low, double high); /* log-uniform */
double bri_random_finite(uint64_t *seed);                         /* any finite double */
bool bri_random_bit(uint64_t *seed);

/* Random parameters around the defaults which the law accepts, a random motion, and a state that the law could reach at that
 * load, N. False: no such parameters were found. */
bool bri_sample_draw(bri_sample *sample, const bri_friction_law *law, int dim, double load, uint64_t *seed);
/* Default parameters, at rest, with states 0. */
void bri_sample_start(bri_sample *sample, const bri_friction_law *law, int dim);
void bri_sample_copy(bri_sample *copy, const bri_sample *from);
/* Evaluates force, rates and derivatives at a velocity and load; overwrites slip, drag and slopes. */
void bri_sample_evaluate(bri_sample *sample, const double v[2], double load);
/* Whether an event function changes its sign within 2e-5 of the sample's velocity, states and load. */
bool bri_sample_is_near_event(const bri_sample *sample);

#endif
