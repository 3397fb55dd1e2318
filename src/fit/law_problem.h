/* law_problem.h - the deviations between the measured friction force and that of a law along records
 *
 * Coordinates: those of the unknowns; then, if offsets are unknown, one of each record, in units of the deviations; then, if starts are, one
 * of each record: how far the elements of the law are deflected at its first row, as a share of their deflection in steady sliding, whose
 * coordinate is bri_start_share. */
#ifndef BRISTLE_FIT_LAW_PROBLEM_H
#define BRISTLE_FIT_LAW_PROBLEM_H

#include "fit/law_unknowns.h"
#include "fit/problem.h"
#include "fit/response.h"

typedef struct bri_law_record {
    const bri_measurement *record;
    int sign;
    double speed; /* mean, m/s */
} bri_law_record;

typedef struct bri_law_problem {
    bri_fit_problem problem; /* a series is a record; its unit is the size of the measured forces, N */
    bri_law_unknowns *law;
    bri_law_record *record;
    bool offsets, starts;
    bool integrates; /* the law has states */
    bri_response *response;
    bri_response_params *params;
    double coefficient; /* of sliding, as measured, more or less */
} bri_law_problem;

extern const bri_problem_kind bri_law_problem_kind;

int bri_law_offset(const bri_law_problem *l, int record); /* the coordinate; -1: none */
int bri_law_start(const bri_law_problem *l, int record);
double bri_start_share(double u); /* between -1.1 and 1.1 */
double bri_start_coordinate(double share);
/* Median of |force|/load, without the mean of the force where offsets are unknown. room: for all rows. */
double bri_measured_coefficient(const bri_law_problem *l, double *room);
/* Forces of the law at all rows of a record, in its sign and with its offset. */
void bri_law_forces(bri_law_problem *l, const double *u, int record, double *force, bool *held);

#endif
