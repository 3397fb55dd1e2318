/* unknowns.h - the numbers that a fit varies, as coordinates without bounds
 *
 * A number within min..max is v = min + (max - min)/(1 + exp(-u)): far from max, u is the logarithm of v - min. One whose range is
 * practically all numbers is v = scale u. One that lies above another, as the coefficient of static friction above that of sliding
 * friction, lies between it and its double, unless a range is given. */
#ifndef BRISTLE_FIT_UNKNOWNS_H
#define BRISTLE_FIT_UNKNOWNS_H

#include <stdbool.h>
#include <stddef.h>

#include "bristle/kind.h"

enum {
    BRI_UNKNOWNS_MAX = 40,
    BRI_UNKNOWN_NAME = 160,
    BRI_ABOVE_NOTHING = -1,
    BRI_ABOVE_FIXED = -2
};

typedef struct bri_unknown {
    char name[BRI_UNKNOWN_NAME], unit[BRI_WORD_ROOM];
    size_t place;                    /* of its number in what it belongs to: an offset, an index */
    double min, max, start, initial; /* initial: value where it turns out to have no effect */
    double scale;                    /* above 0: v = scale u */
    double
        spread; /* starts lie within this factor of the start value, unless a range was given; 1: they are the start value */
    bool ranged; /* min and max were given by the caller */
    int above; /* the unknown that is its lower limit, and whose double is its upper limit unless ranged; or BRI_ABOVE_ */
    double floor; /* the lower limit where that is fixed */
    bool share;   /* one of several that add up to less than 1 */
    bool minor;   /* of one record only: gets no profile */
} bri_unknown;

typedef struct bri_unknowns {
    int count;
    bri_unknown at[BRI_UNKNOWNS_MAX];
} bri_unknowns;

extern const double bri_static_most; /* of the sliding coefficient, where no range is given */

/* Adds an unknown after the last one; NULL: there are too many. Its scale follows its range. */
bri_unknown *bri_unknowns_add(bri_unknowns *k, const bri_unknown *unknown);
/* Values at u, one for each unknown; that of unknown `held`, unless it is negative, is held_value. */
void bri_unknowns_values(const bri_unknowns *k, const double *u, int held, double held_value, double *value);
void bri_unknowns_coordinates(const bri_unknowns *k, const double *value, double *u);
/* The limits of an unknown among these values. */
void bri_unknown_limits(const bri_unknowns *k, int i, const double *value, double *low, double *high);
double bri_unknown_coordinate(const bri_unknowns *k, int i, double at, const double *value);
double bri_unknown_from(const bri_unknowns *k, int i, double u, const double *value);
/* dv/du over |v|, or over the scale of an unknown that is linear in its coordinate. */
double bri_unknown_relative_slope(const bri_unknowns *k, int i, const double *value);
/* A value for a share between 0 and 1 of its range of starts. */
double bri_unknown_spread(const bri_unknowns *k, int i, double share, const double *value);
/* Start values, within their ranges, become those of each unknown. */
void bri_unknowns_start(bri_unknowns *k, double *value);
/* dv_i/du_j, count x count by rows. */
void bri_unknowns_slopes(const bri_unknowns *k, const double *u, int held, double held_value, double *slope);
void bri_unknowns_remove(bri_unknowns *k, int i);

#endif
