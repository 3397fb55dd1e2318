/* statics.h - a mechanism of elastic links, with every joint that has friction held: displacements, friction forces, stiffnesses */
#ifndef BRISTLE_SYSTEM_STATICS_H
#define BRISTLE_SYSTEM_STATICS_H

#include "system/point.h"

typedef struct bri_statics {  /* of the elastic mechanism, as it begins, under the loads of one time */
    const bri_system *system; /* of which it starts, all else 0; the caller frees the arena */
    bri_arena arena;
    bri_point point;
    double *x0, *packed; /* initial configuration, at rest */
    int n;
    double time;
    double *x, *y;                              /* displacements: elastic, and rigid */
    double *elastic, *rigid;                    /* n x n, factored */
    double *lambda;                             /* of held rows */
    double *force, *carried, *load, *stiffness; /* of each interface; carried: the force at its surface */
    int *elastic_pivot, *rigid_pivot;
    double hard; /* stiffness of what is held, N/m */
} bri_statics;

/* Room, and the matrices, which no load changes. */
bri_status bri_statics_begin(bri_statics *statics, double time, bri_error *err);
/* Under the loads of a time. Fails where the friction of some joint cannot share load as the links do. */
bri_status bri_statics_solve(bri_statics *statics, double time, bri_error *err);

#endif
