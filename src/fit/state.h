/* state.h - a fit that has been done */
#ifndef BRISTLE_FIT_STATE_H
#define BRISTLE_FIT_STATE_H

#include "fit/profile.h"

enum {
    BRI_SENTENCES_MAX = 120
};

struct bri_fit {
    bri_fit_result result;
    bri_fit_def def;
    bri_params params;
    bri_pair pair;
    bri_unknowns unknowns;
    bri_unknown all[BRI_UNKNOWNS_MAX]; /* also those without effect */
    int count;
    bri_fit_parameter parameter[BRI_UNKNOWNS_MAX + 1];
    bri_profile profile[BRI_UNKNOWNS_MAX]; /* of those that varied */
    char rest[BRI_NAME_MAX];
    bri_fit_record *record;
    double *force; /* of all records */
    double *singular, *direction, *correlation;
    double deviation[BRI_COORDINATES_MAX];
    char *sentence[BRI_SENTENCES_MAX];
    char unit_one[2];
};

#endif
