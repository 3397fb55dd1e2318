/* problem.h - deviations between what was measured and what is computed, as functions of coordinates
 *
 * The machinery of fits (minima, profiles, sentences) knows no more of a problem than this. A problem is a struct that begins with
 * bri_fit_problem. Coordinates: those of the unknowns, then further ones, such as constant offsets, which have no values of their own. */
#ifndef BRISTLE_FIT_PROBLEM_H
#define BRISTLE_FIT_PROBLEM_H

#include <stdint.h>

#include "bristle/fit.h"
#include "fit/unknowns.h"

enum {
    BRI_COORDINATES_MAX = 2 * BRI_UNKNOWNS_MAX,
    BRI_SERIES_MAX = 160
};

typedef struct bri_series_of { /* rows that follow each other in time: a record, or a column of one */
    size_t fitted, used;       /* rows that are fitted; of these, those that an evaluation takes now */
    bool timed;                /* deviations of neighbouring rows may be correlated */
} bri_series_of;

typedef struct bri_fit_problem bri_fit_problem;

typedef struct bri_problem_kind {
    const char *subject; /* what changes with the parameters, in sentences: "the force" */
    const char *along;   /* "along these records" */
    /* Residuals at u, and derivatives by columns unless jacobian is NULL; residual may be NULL then. False: not possible there, or stopped. */
    bool (*evaluate)(bri_fit_problem *p, const double *u, double *residual, double *jacobian);
    /* Coordinates of a start: number 0 are the start values, 1 those that the records suggest, others are drawn with shares, one for each unknown
     * and one more. */
    void (*put_start)(bri_fit_problem *p, int number, const double *share, double *u);
    /* Fewer rows for the search. False: all are used. */
    bool (*shorten)(bri_fit_problem *p);
    void (*drop)(bri_fit_problem *p, int unknown); /* an unknown without effect */
    /* Weighs columns of unlike units by their residuals. False: nothing changed. NULL: there is one unit. */
    bool (*weigh)(bri_fit_problem *p, const double *residual);
    /* Steps of integrations become those that belong to u, and stay so for other coordinates; u NULL: they follow the coordinates again. False:
     * there are none, or stopped. NULL: as with jumps. */
    bool (*hold_steps)(bri_fit_problem *p, const double *u);
    bool
        jumps; /* the deviations jump where the sequence of events changes: starts must differ in it, and slopes do not tell all */
} bri_problem_kind;

struct bri_fit_problem {
    const bri_problem_kind *kind;
    const char *name; /* of the law or the mechanism */
    bri_unknowns *unknowns;
    int further; /* coordinates */
    int series;
    bri_series_of in[BRI_SERIES_MAX];
    double unit;    /* of a deviation of 1 */
    double outlier; /* deviations beyond it count linearly; 0: none */
    int held;       /* unknown whose value is held; -1: none */
    double held_value;
    long evaluations, derivatives;
    size_t at_rest;    /* rows of the last evaluation at rest within the static limit */
    uint64_t sequence; /* of the events of the last evaluation; 0: none */
    bool stopped;
    bri_fit_progress now;
    int (*progress)(const bri_fit_progress *now, void *user);
    void *user;
};

int bri_problem_coordinates(const bri_fit_problem *p); /* with a held one, which has no effect then */
size_t bri_problem_rows(const bri_fit_problem *p);     /* that an evaluation takes */
void bri_problem_lengthen(bri_fit_problem *p);         /* all rows that are fitted */
/* As bri_problem_kind.evaluate, but deviations that cannot be computed are large and equal. False: stopped. */
bool bri_problem_evaluate(bri_fit_problem *p, const double *u, double *residual, double *jacobian);
/* Tells the caller, and asks whether to go on. */
bool bri_problem_go_on(bri_fit_problem *p);
/* Huber's function: the square of *r is that of the deviation near 0 and linear beyond p->outlier. Returns its derivative. */
double bri_problem_damp(const bri_fit_problem *p, double *r);

#endif
