/* top.h - extreme values between samples: of a smooth function by parabolas, of a load by the reaction that makes it */
#ifndef BRISTLE_SIM_TOP_H
#define BRISTLE_SIM_TOP_H

#include <stdbool.h>

typedef struct bri_sample {
    double t, score;
} bri_sample;

/* Whether a score that was before, a and b at the ends of two steps, the second of which is longer by a factor, may have had a
 * top within the second one: its slope at the higher end, by the parabola, is not clearly towards the other step. */
bool bri_may_turn(double before, double a, double b, double longer);
/* Top of the parabola through three samples; its score is -INFINITY where there is none between them. */
bri_sample bri_top_of(const bri_sample p[3]);
/* Of three samples and a new one between them: the best and its neighbours, in the order of time. */
void bri_insert_sample(bri_sample p[3], bri_sample seen);

typedef struct bri_load_vector {
    double t, by[2]; /* bri_interface_load_vector */
} bri_load_vector;

/* The load at a share of the straight way between two reactions. is_linear: the sum of both magnitudes, else the length. */
double bri_load_between(bri_load_vector a, bri_load_vector b, double share, bool is_linear);
/* Where on that way the load is least, as a share of it. */
double bri_least_between(bri_load_vector a, bri_load_vector b, bool is_linear);

#endif
