/* distribution.h - distributions of a number, by their quantiles */
#ifndef BRISTLE_STUDY_DISTRIBUTION_H
#define BRISTLE_STUDY_DISTRIBUTION_H

typedef enum bri_distribution_kind {
    BRI_NO_DISTRIBUTION,
    BRI_UNIFORM,     /* from a to b */
    BRI_LOG_UNIFORM, /* the logarithm is uniform from a to b, which have the same sign */
    BRI_NORMAL,      /* of mean a and standard deviation b */
} bri_distribution_kind;

typedef struct bri_distribution {
    bri_distribution_kind kind;
    double a, b;
} bri_distribution;

/* The quantile of a share, 0 to 1. Of the normal distribution, shares are kept 2^-31 from both ends. */
double bri_distribution_at(const bri_distribution *d, double share);

#endif
