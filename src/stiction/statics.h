/* statics.h - equilibrium of a mechanism at rest, scaled to numbers of size 1
 *
 *     A x + Q = 0,   A = (J^T, W^T),   x = (lambda, kappa)
 *
 * lambda: multipliers of the joints; kappa: friction efforts. Forces are measured by a typical force, couples by that times
 * the mechanism's length, and every column of A has unit length: so results do not depend on units nor, except for
 * rounding, on the order of elements. */
#ifndef BRISTLE_STICTION_STATICS_H
#define BRISTLE_STICTION_STATICS_H

#include "base/arena.h"
#include "stiction/configuration.h"

typedef enum sti_load {
    STI_LOAD_GIVEN,  /* known: prescribed, or the contact force of a gap */
    STI_LOAD_LINEAR, /* |N|, N linear in lambda */
    STI_LOAD_RADIAL, /* |R| of two components, as of a pin */
} sti_load;

typedef struct sti_patch { /* one patch of an interface that has friction now */
    int interface, index;  /* in sti_statics; in bri_system */
    sti_load load;
    double by[BRI_HELD_MAX]; /* N by the scaled multipliers of its joint */
    double static_limit[2];  /* largest static friction force = [0] + [1] |N| */
    double sliding_force[2]; /* the same in sliding */
    bool two_sided;          /* where it touches depends on the sign of N */
    int column[2];           /* of its friction in A; the second for N <= 0 of a two-sided patch; -1: none */
    double measure[2];       /* of each column: scaled friction effort = measure x scaled tangential force */
} sti_patch;

typedef struct sti_interface { /* an interface that has friction now */
    int index;                 /* in bri_system */
    int patch, patches;        /* first, and number */
    int column;                /* of the friction of all its patches in A; -1: each patch has its own */
    double lever;              /* effort = lever x tangential force, m or 1 */
    double mu_s;               /* static coefficient; of an effort law, the effort */
    double moves;              /* largest slip rate in the motions that the joints allow; 0: nothing moves it */
    int part;                  /* part of the mechanism; -1: none */
} sti_interface;

typedef struct sti_spring { /* one end of an elastic link */
    int force;              /* in bri_system */
    double *rate;           /* n: elongation rate by the scaled velocities; unit vector */
    double stiffness;       /* along that unit vector */
} sti_spring;

typedef struct sti_motion { /* an elementary motion: it moves as few interfaces as possible */
    int part;
    double *slip;     /* slip rate of each interface */
    double *velocity; /* n; the largest is 1 */
    double power;     /* of the loads; never negative */
} sti_motion;

typedef struct sti_statics {
    const bri_system *system;
    sti_configuration *at;
    bri_arena arena;
    int n;             /* coordinates: 3 for each body */
    int held, columns; /* rows of J, with those of rigid springs; columns of A */
    int columns_used;  /* of A, while it is built */
    double force;      /* typical force, N */
    double length;     /* of the mechanism, m */
    double *A;         /* n x columns */
    double *Q, *mass;  /* n: scaled loads; scaled masses and moments of inertia */
    double *scale;     /* of each column: multiplier or friction effort, N or N m, over its scaled value */
    sti_patch *patch;
    sti_interface *interface;
    int patches, interfaces;
    sti_spring *spring;
    int springs, spring_motions; /* spring_motions: free motions that only springs of links resist */
    sti_motion *motion;          /* sorted by part */
    int motions, parts, degrees; /* degrees of freedom that the joints leave */
    int free_motions;            /* motions without friction */
    double *free_motion;         /* free_motions x n */
    bool too_many;               /* elementary motions were left out */
} sti_statics;

/* A column of A whose transpose gives the slip rate of an interface: all patches of an interface slip alike. */
int bri_slip_column(const sti_statics *statics, const sti_interface *interface);
/* Zeros that live as long as the statics; NULL: out of memory. */
double *bri_statics_numbers(sti_statics *statics, size_t count);
void bri_statics_destroy(sti_statics *statics); /* NULL is allowed */

#endif
