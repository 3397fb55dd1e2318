/* search.h - the distributions of a mechanism at rest as unions of convex sets, and what is largest over them
 *
 * Loads |N| and |R| are convex functions of the unknowns, so that a limit |T| <= grip(|N|) is not a convex set. Over a part
 * of the space, where N has one sign or R points into a sector of directions, |N| is bounded from above by a linear
 * function: the set with that bound is an outer one. A linear function that touches |N| at a point bounds it from below
 * everywhere: the set with that bound is an inner one. Parts of the space are split until both agree, or the branches
 * that are allowed are used up. */
#ifndef BRISTLE_STICTION_SEARCH_H
#define BRISTLE_STICTION_SEARCH_H

#include "stiction/statics.h"

typedef struct sti_group { /* contacts that share one limit */
    int face, contact, contacts;
    double *force; /* expression: their tangential force */
} sti_group;

typedef struct sti_family { /* one way of being coherent */
    signed char *sign;      /* of each friction column: 1, -1, 0, STI_FREE */
    signed char *turn;      /* of each contact that turns: the sign of its load; 0: it does not turn */
    signed char *at_limit;  /* of each group: the sign of its force, which is at its limit; 0: not so */
    double *low, *high;     /* of each contact: bounds of N; or the sector of R, low NAN: all around */
    double *most;           /* of |N| or |R| */
    double (*box)[4];       /* of each contact: the least and the largest N, or both components of R */
    bool empty;
} sti_family;

typedef struct sti_problem {
    const sti_statics *st;
    bri_arena arena;
    int columns, p;   /* of x; unknowns that equilibrium leaves open */
    double *x;        /* expression of each column */
    double **load[2]; /* of each contact: expressions of N, or of both components of R */
    sti_group *group;
    int groups;
    sti_family *family;
    int families;
    bool too_many; /* families were left out */
    bool sliding;  /* groups at their limit slide */
    int rising;    /* extra columns, the first so many, that are not below 0 */
    sti_program *program;
} sti_problem;

/* With extra columns (extras x n) beside those of the statics; they stand behind them. solvable: whether equilibrium has a solution. */
bri_status bri_problem_create(const sti_statics *statics, const double *extra, int extras, sti_problem **problem,
                              bool *solvable, bri_error *err);
void bri_problem_free(sti_problem *problem);
/* All coherent families; motion: only that with friction at its limits against it, other faces within theirs. NULL: all. */
bri_status bri_find_families(sti_problem *problem, const sti_motion *motion, bri_error *err);
/* Expressions that follow each other, as reactions of joints in a row do: a = times b + more. */
bool bri_follows(const double *a, const double *b, int p, double *times, double *more);
double bri_express(const double *expression, const double *y, int p);
double bri_load_at(const sti_problem *problem, int contact, const double *y); /* |N| */
/* The least of scale x limit - |force| of the groups that count; counts NULL: all. */
double bri_margin_at(const sti_problem *problem, const double *y, double scale, const bool *counts);
double bri_limit_at(const sti_problem *problem, const sti_group *group, const double *y); /* static, scale 1 */
/* The rows of a family. constant: the column that constants are multiplied by; -1: 1. */
void bri_put_family(const sti_problem *problem, const sti_family *family, sti_program *program, int constant);

typedef struct sti_search {
    const sti_problem *problem;
    const bool *counts;       /* groups whose limits do; NULL: all */
    double scale;             /* of the limits */
    const double *expression; /* what is made largest; NULL: see of_load */
    bool of_load;             /* the load |R| of a contact; else the margin to the limits */
    int contact;
    double direction;     /* 1; -1: what is made least */
    double gap;           /* between both bounds, relative to numbers of size 1: what is aimed at */
    double enough;        /* of what is found: it ends there */
    double floor;         /* values at or below it are of no interest: they are not told apart */
    const double *weight; /* of the margin, in each group; NULL: 1 */
    int most;             /* branches, beside one for each family */
    int first;            /* the family that is looked at first; then, that in which the best point was found */
    /* what was found */
    double bound, found; /* of direction x value: nowhere more; reached. -INFINITY: no point at all */
    double *point;       /* y where it was reached; may be NULL */
    int branches;
    bool complete;
} sti_search;
bri_status bri_search(sti_search *search, bri_error *err);

/* The largest |force|/limit of the groups that count. */
double bri_ratio_at(const sti_problem *problem, const bool *counts, const double *y);
/* The smallest scale of all limits for which there is a distribution within them: found, and a lower bound. Both begin with
 * what is known already: INFINITY and 0 if nothing is. */
bri_status bri_least_scale(const sti_problem *problem, const bool *counts, int most, double largest, double *found,
                           double *low, bri_error *err);
/* The largest |force|/limit of a face, over all coherent distributions: nowhere more; reached. */
bri_status bri_worst_ratio(const sti_problem *problem, int face, double *bound, double *found, bri_error *err);
/* Bounds of an expression, or of |R| of a contact (expression NULL), over all coherent distributions. */
bri_status bri_coherent_bounds(const sti_problem *problem, const double *expression, int contact, bri_bounds *bounds,
                               bri_error *err);

#endif
