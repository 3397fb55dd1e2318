/* robust_line.h - a straight line through points of which some may be far off */
#ifndef BRISTLE_FIT_ROBUST_LINE_H
#define BRISTLE_FIT_ROBUST_LINE_H

#include <stdbool.h>

enum {
    BRI_LINE_POINTS = 64 /* at most */
};

typedef struct bri_line { /* y = level + slope x */
    double level, slope;
} bri_line;

/* The slope is the median of those of all pairs, the level the median of y - slope x (Theil 1950, Sen 1968). False: fewer than three
 * points, or all at one x. */
bool bri_robust_line(const double *x, const double *y, int count, bri_line *line);

#endif
