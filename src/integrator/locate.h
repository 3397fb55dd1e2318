/* locate.h - where the first of several functions passes 0 */
#ifndef BRISTLE_INTEGRATOR_LOCATE_H
#define BRISTLE_INTEGRATOR_LOCATE_H

#include <stdbool.h>

typedef struct bri_crossing {
    int events;
    const signed char *side; /* of 0 on which each function was: 1 or -1 */
    const double *slack;     /* how far on the other side it must be to have passed; mostly 0 */
    double *before, *after;  /* values at both ends; some have crossed at the second. Both move along */
    double *trial;           /* room for them */
    void (*at)(void *context, double share, double *g);
    void *context;
} bri_crossing;

bool bri_passed(const bri_crossing *crossing, const double *g); /* has any? */

/* A place where a function has crossed, at most finest behind the first crossing; the values there are left in after. */
double bri_locate(const bri_crossing *crossing, double from, double to, double finest);

#endif
