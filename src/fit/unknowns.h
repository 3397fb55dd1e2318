/* unknowns.h - the parameters of a law that a fit varies, as coordinates without bounds
 *
 * A parameter within min..max is v = min + (max - min)/(1 + exp(-u)): far from max, u is the logarithm of v - min. One whose range is
 * practically all numbers is v = scale u. The coefficient of static friction lies between that of sliding friction and its double,
 * unless a range is given. The last of a list of shares is what the others leave of 1. */
#ifndef BRISTLE_FIT_UNKNOWNS_H
#define BRISTLE_FIT_UNKNOWNS_H

#include "bristle/fit.h"
#include "bristle/friction.h"
#include "fit/response.h"

enum {
    BRI_NAME_MAX = 64
};

typedef struct bri_unknown {
    char name[BRI_NAME_MAX], unit[BRI_WORD_ROOM];
    size_t offset;                   /* of its number in the struct of parameters */
    double min, max, start, initial; /* initial: value where it turns out to have no effect */
    double scale;                    /* above 0: v = scale u */
    bool ranged;                     /* min and max were given by the caller */
    bool above_sliding; /* from the coefficient of sliding friction to max, or to its double unless ranged */
    bool share;
} bri_unknown;

typedef struct bri_unknowns {
    const bri_kind *kind;
    bri_params base; /* what is not varied */
    int count;
    bri_unknown at[BRI_UNKNOWNS_MAX];
    size_t sliding; /* offset of the coefficient of sliding friction */
    size_t raised;  /* offset of a static coefficient without effect, which is at least the sliding one; 0: none */
    const bri_param *shares; /* list whose last element is the rest; NULL: none varies */
} bri_unknowns;

extern const double bri_static_most; /* of the sliding coefficient, where no range is given */

/* Chooses what varies. def->params or the defaults of the law are the start. Complaints: all of them. */
bri_status bri_unknowns_choose(bri_unknowns *k, const bri_fit_def *def, bri_error *err);
/* Parameters at u; the value of unknown `held`, unless it is negative, is held_value. */
void bri_unknowns_params(const bri_unknowns *k, const double *u, int held, double held_value, bri_params *out);
double bri_unknown_value(const bri_unknowns *k, int i, const bri_params *params);
void bri_unknown_set(const bri_unknowns *k, int i, double value, bri_params *params);
/* The coordinates of parameters. */
void bri_unknowns_of(const bri_unknowns *k, const bri_params *params, double *u);
/* The limits of an unknown within these parameters. */
void bri_unknown_limits(const bri_unknowns *k, int i, const bri_params *params, double *low, double *high);
double bri_unknown_coordinate(const bri_unknowns *k, int i, double value, const bri_params *params);
double bri_unknown_from(const bri_unknowns *k, int i, double u, const bri_params *params);
/* A value for a share between 0 and 1 of its range of starts. */
double bri_unknown_spread(const bri_unknowns *k, int i, double share, const bri_params *params);
void bri_unknowns_drop(bri_unknowns *k, int i); /* it keeps its initial value */

#endif
