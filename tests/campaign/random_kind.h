/* random_kind.h - random parameters for any kind, from its table */
#ifndef BRISTLE_TESTS_CAMPAIGN_RANDOM_KIND_H
#define BRISTLE_TESTS_CAMPAIGN_RANDOM_KIND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "bristle/kind.h"

typedef struct draw { /* a model that is being drawn */
    uint64_t random;
    bri_text *out;
    double length, mass, gravity; /* typical of the mechanism, SI */
    double time;                  /* of a swing: sqrt(length/gravity) */
} draw;

double draw_between(draw *d, double low, double high);
double draw_scale(draw *d, double low, double high); /* evenly in the logarithm */
bool draw_chance(draw *d, double share);
int draw_index(draw *d, int count); /* from 0 */
double draw_sign(draw *d);

/* A magnitude in SI that suits a mechanism of this size, by the unit: "N", "m", "Pa"; 1 for an unknown unit. */
double draw_magnitude(draw *d, const char *unit);
/* A value of a row, within its range; by its role, else about its default, else by its unit. */
double draw_value(draw *d, const bri_param *row, const char *unit);
void draw_number(draw *d, double value); /* appends it */

typedef const bri_kind *kind_list(int index); /* NULL past the last */
const bri_kind *draw_kind(draw *d, kind_list *list);

typedef bool accepts_params(const bri_kind *kind, const void *params, const void *user);
/* Draws a kind whose parameters are numbers, choices and lists, so that its own checks pass and accepts, unless it is NULL, holds.
 * Appends "name, key: value, ...". */
const bri_kind *draw_by_word(draw *d, kind_list *list, accepts_params *accepts, const void *user);
/* Appends a signal. from_rest: its value is 0 at t = 0. positive: not below 0. */
void draw_signal(draw *d, const char *unit, bool from_rest, bool positive);

#endif
