/* problem.h - the deviations between records and a law, and their derivatives by all unknowns */
#ifndef BRISTLE_FIT_PROBLEM_H
#define BRISTLE_FIT_PROBLEM_H

#include "fit/unknowns.h"

typedef struct bri_problem_record {
    const bri_measurement *record;
    int sign;
    double speed;        /* mean, m/s */
    size_t fitted, used; /* rows that are fitted; of these, those that an evaluation takes now */
} bri_problem_record;

/* Coordinates: those of the unknowns; then, if offsets are unknown, one of each record, in units of `force`; then, if starts are, one of each
 * record: how far the elements of the law are deflected at its first row, as a share of their deflection in steady sliding, whose coordinate is
 * bri_start_share. */
typedef struct bri_fit_problem {
    bri_unknowns *unknowns;
    bri_problem_record *record;
    int records;
    bool offsets, starts;
    double force;   /* size of the measured forces, N: deviations are divided by it */
    double outlier; /* deviations beyond it count linearly, in units of force; 0: none */
    bri_response *response;
    bri_response_params *params;
    int held; /* unknown whose value is held; -1: none */
    double held_value;
    long evaluations, derivatives;
    size_t at_rest; /* rows of the last evaluation at rest within the static limit */
    bool stopped;
    bri_fit_progress now;
    int (*progress)(const bri_fit_progress *now, void *user);
    void *user;
} bri_fit_problem;

int bri_problem_coordinates(const bri_fit_problem *p);        /* with a held one, which has no effect then */
int bri_problem_offset(const bri_fit_problem *p, int record); /* the coordinate; -1: none */
int bri_problem_start(const bri_fit_problem *p, int record);
double bri_start_share(double u); /* between -1.1 and 1.1 */
double bri_start_coordinate(double share);
size_t bri_problem_rows(const bri_fit_problem *p); /* that an evaluation takes */
/* Residuals at u, and derivatives by columns unless jacobian is NULL; residual may be NULL then. Deviations of a law that cannot be computed there are
 * large and equal. False: stopped. */
bool bri_problem_evaluate(bri_fit_problem *p, const double *u, double *residual, double *jacobian);
/* Forces of the law at all rows of a record, in its sign and with its offset. */
void bri_problem_forces(bri_fit_problem *p, const double *u, int record, double *force, bool *held);

#endif
