/* law_unknowns.h - the parameters of a law that a fit varies
 *
 * The coefficient of static friction lies above that of sliding friction. The last of a list of shares is what the others leave of 1. */
#ifndef BRISTLE_FIT_LAW_UNKNOWNS_H
#define BRISTLE_FIT_LAW_UNKNOWNS_H

#include "bristle/fit.h"
#include "bristle/friction.h"
#include "fit/unknowns.h"

enum {
    BRI_NAME_MAX = 64
};

typedef struct bri_law_unknowns { /* unknowns.at[].place: offset of the number in the struct of parameters */
    const bri_kind *kind;
    bri_params base; /* what is not varied */
    bri_unknowns unknowns;
    size_t sliding; /* offset of the coefficient of sliding friction */
    size_t raised;  /* offset of a static coefficient without effect, which is at least the sliding one; 0: none */
    const bri_param *shares; /* list whose last element is the rest; NULL: none varies */
} bri_law_unknowns;

/* Chooses what varies. def->params or the defaults of the law are the start. Complaints: all of them. */
bri_status bri_law_unknowns_choose(bri_law_unknowns *k, const bri_fit_def *def, bri_error *err);
/* The parameters with these values of the unknowns. */
void bri_law_params(const bri_law_unknowns *k, const double *value, bri_params *out);
/* Parameters at u; the value of unknown `held`, unless it is negative, is held_value. */
void bri_law_params_at(const bri_law_unknowns *k, const double *u, int held, double held_value, bri_params *out);
void bri_law_values(const bri_law_unknowns *k, const bri_params *params, double *value);
/* Finds what lies below each coefficient of static friction: after unknowns were added. */
void bri_law_unknowns_link(bri_law_unknowns *k);
void bri_law_unknowns_drop(bri_law_unknowns *k, int i); /* it keeps its initial value */

/* A range as text, "0.05..1 mm/s", in which the unit stands behind either end. */
bri_status bri_fit_read_ends(bri_units *units, const char *name, const char *text, const char *unit,
                             bri_fit_range *range, bri_error *err);

#endif
