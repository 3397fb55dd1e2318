/* state.h - a fit that has been done */
#ifndef BRISTLE_FIT_STATE_H
#define BRISTLE_FIT_STATE_H

#include "fit/law_unknowns.h"
#include "fit/mechanism.h"
#include "fit/profile.h"

enum {
    BRI_SENTENCES_MAX = 120
};

typedef struct bri_law_fit { /* NULL members of a fit of a mechanism */
    bri_fit_def def;
    bri_params params;
    bri_pair pair;
    bri_law_unknowns unknowns;
    char rest[BRI_NAME_MAX];
    bri_fit_record *record;
    double *force; /* of all records */
} bri_law_fit;

struct bri_fit {
    bri_fit_result result;
    double confidence, huber;
    bool profile;
    const char *subject, *along; /* of sentences */
    bri_unknowns *unknowns;
    bri_unknown all[BRI_UNKNOWNS_MAX]; /* also those without effect */
    int count;
    bri_fit_parameter parameter[BRI_UNKNOWNS_MAX + 1];
    bri_profile profiles[BRI_UNKNOWNS_MAX]; /* of those that varied */
    double *singular, *direction, *correlation;
    double deviation[BRI_COORDINATES_MAX];
    char *sentence[BRI_SENTENCES_MAX];
    char unit_one[2];
    bri_law_fit *law;         /* NULL: a mechanism was fitted */
    bri_mechanism *mechanism; /* NULL: a law was fitted */
};

#endif
