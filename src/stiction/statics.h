/* statics.h - what is known of a mechanism at rest, in numbers of size 1
 *
 *     A x + Q = 0,   A = (J^T, W^T),   x = (lambda, kappa)
 *
 * Forces are measured by a typical force, couples by that times the mechanism's length, and every column of A has unit
 * length: so nothing depends on units, nor, but for rounding, on the order of elements. An expression is a row of 1 + p
 * numbers: e[0] + e[1] y_1 + ... + e[p] y_p, where y are the p unknowns that equilibrium leaves open. */
#ifndef BRISTLE_STICTION_STATICS_H
#define BRISTLE_STICTION_STATICS_H

#include "base/arena.h"
#include "bristle/verdict.h"
#include "linalg/dense.h"
#include "stiction/configuration.h"
#include "stiction/program.h"

#define STI_NOTHING 1e-9 /* of numbers of size 1 */
#define STI_PI 3.14159265358979323846

enum {
    STI_FREE = 2 /* as a sign: any */
};

typedef enum sti_load {
    STI_GIVEN,  /* known beforehand */
    STI_SIGNED, /* |N|, N linear in lambda */
    STI_ROUND,  /* |R| of two components */
} sti_load;

typedef struct sti_contact {
    int face, patch;
    sti_load load;
    double by[BRI_HELD_MAX]; /* N of the scaled multipliers */
    double static_limit[2];  /* limit = grip[0] + grip[1] |N|: tangential force at rest */
    double drag[2];          /* the same in sliding */
    bool turns;              /* where it rubs depends on the sign of N */
    int column[2];           /* of its friction; the second where it turns and N <= 0 */
} sti_contact;

typedef struct sti_face { /* an interface that has friction now */
    int interface, contact, contacts;
    int column;     /* of the friction of all its contacts; -1: each has its own */
    double lever;   /* effort = lever x tangential force, m or 1 */
    double measure; /* scaled friction = measure x tangential force */
    double mu_s;
    double moves; /* |W_k| on what the joints allow: 0: nothing moves it */
    int part;
} sti_face;

typedef struct sti_spring { /* of an elastic link */
    int force;              /* of the system's */
    double *rate;           /* n: of its stretch, of size 1 */
    double stiffness;       /* by that rate */
} sti_spring;

typedef struct sti_motion { /* an elementary motion */
    int part;
    double *slip;     /* rate of each face */
    double *velocity; /* n; of size 1 */
    double power;     /* of the loads */
} sti_motion;

typedef struct sti_statics {
    const bri_system *system;
    sti_configuration *at;
    bri_arena arena;
    int n, held, columns, columns_used; /* coordinates; rows of J, and springs that are rigid; columns of A */
    double force, length;               /* typical */
    double *A, *Q, *mass;               /* A row by row */
    double *scale;                      /* of each column: multiplier or friction effort over its scaled value */
    sti_contact *contact;
    sti_face *face;
    int contacts, faces;
    sti_spring *spring;
    int springs, stretches; /* stretches: free motions that springs of links hold */
    sti_motion *motion;
    int motions, parts, degrees, free_motions;
    double *free_motion; /* free_motions x n */
    bool too_many;       /* elementary motions were left out */
} sti_statics;

/* Of a configuration under the loads of the instant it is set to. rigid: elastic links are. */
bri_status bri_statics_create(sti_configuration *at, const bri_verdict_def *def, bool rigid, sti_statics **statics,
                              bri_error *err);
void bri_statics_destroy(sti_statics *statics);

/* --- static_limits.c ------------------------------------------------------------------------------------------------------------ */
/* out[0] + out[1] N: the largest friction force at rest, and in sliding. typical: a load, N. */
void bri_static_limit_of(const sys_interface *interface, double typical, double out[2]);
void bri_sliding_drag(const sys_interface *interface, double typical, double out[2]);

/* --- elastic_links.c --------------------------------------------------------------------------------------------------------- */
/* Adds to the loads the forces of elastic links that have given way to them, while all friction holds. */
bri_status bri_stretch_links(sti_statics *statics, bri_error *err);

/* --- motions.c --------------------------------------------------------------------------------------------------------- */
/* Parts and elementary motions. */
bri_status bri_find_motions(sti_statics *statics, bri_error *err);

/* --- guess_motion.c --------------------------------------------------------------------------------------------------------- */
/* The slip rates, of any size, with which each face is likely to begin to move, at its static limits or in sliding. */
bri_status bri_guess_motion(const sti_statics *statics, bool sliding, double *slip, bri_error *err);

#endif
