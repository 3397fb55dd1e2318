/* problem.h - equilibrium solved for as many unknowns as it determines, and the forces as expressions of the others
 *
 * An expression is a row of 1 + p numbers, e[0] + e[1] y_1 + ... + e[p] y_p, where y are the p unknowns that equilibrium
 * leaves undetermined. A point is a value of y. A distribution is a point with its reactions and friction forces; a family
 * is a convex set of coherent distributions (families.h). */
#ifndef BRISTLE_STICTION_PROBLEM_H
#define BRISTLE_STICTION_PROBLEM_H

#include "stiction/program.h"
#include "stiction/statics.h"

#define STI_PI 3.14159265358979323846

enum {
    STI_FREE = 2 /* as a sign: any */
};

typedef struct sti_group { /* patches that share one friction limit */
    int interface;
    int patch, patches; /* first, and number */
    double *force;      /* expression of their tangential force */
} sti_group;

typedef struct sti_family { /* distributions that are coherent in one way */
    signed char *sign;      /* of each friction column: 1, -1, 0, STI_FREE */
    signed char *side;      /* of each two-sided patch: the sign of its load; 0: not two-sided */
    signed char *at_limit;  /* of each group: the sign of its force, whose magnitude equals the limit; 0: within it */
    double *low, *high; /* of each patch: range of N; of a radial load, sector of R in rad, low NAN: all directions */
    double *most;       /* of each patch: largest |N| or |R| */
    double (*box)[4];   /* of each patch: smallest and largest N, or the same of both components of R */
    bool empty;
} sti_family;

typedef struct sti_problem {
    const sti_statics *st;
    bri_arena arena;
    int columns, p;   /* columns of A, with the extra ones; undetermined unknowns */
    double *x;        /* columns x (1 + p): expression of each column's unknown */
    double **load[2]; /* of each patch: expressions of N, or of both components of R */
    sti_group *group;
    int groups;
    sti_family *family;
    int families;
    bool too_many;        /* families were left out */
    bool sliding;         /* groups at their limit slide: sliding friction is their limit */
    int rising;           /* the first so many extra columns have unknowns that are not negative */
    sti_program *program; /* scratch: p + patches + 1 columns */
} sti_problem;

/* Solves equilibrium. extra: extras x n further columns, placed behind those of the statics. *solvable: equilibrium has a
 * solution. The statics must outlive the problem; the caller frees it. It has no families yet. */
bri_status bri_problem_create(const sti_statics *statics, const double *extra, int extras, sti_problem **problem,
                              bool *solvable, bri_error *err);
void bri_problem_free(sti_problem *problem); /* NULL is allowed */

/* Value of an expression at a point. */
double bri_express(const double *expression, const double *y, int p);
/* Whether a = times b + more as expressions, with b not constant and times not 0; so for the reactions of joints in a
 * chain. */
bool bri_follows(const double *a, const double *b, int p, double *times, double *more);
/* |N| or |R| of a patch at a point; 0 of a given load, which is part of static_limit[0]. */
double bri_load_at(const sti_problem *problem, int patch, const double *y);
/* Static limit of a group at a point. */
double bri_limit_at(const sti_problem *problem, const sti_group *group, const double *y);
/* Largest |force|/limit of the groups that count (NULL: all) at a point; forces that are 0 need no limit. */
double bri_ratio_at(const sti_problem *problem, const bool *counts, const double *y);
/* Expression of the tangential force of a whole interface: the sum of its groups; overwrites out (1 + p numbers). */
void bri_interface_force(const sti_problem *problem, int interface, double *out);

#endif
