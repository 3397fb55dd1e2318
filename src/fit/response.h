/* response.h - the friction force of a law along a measured record, with its derivatives by unknowns
 *
 * Velocity and load are linear between the rows. The states of the law are integrated over each interval by TR-BDF2 (implicit, second order, L-stable)
 * with control of its local error; intervals end where the velocity changes its sign. Derivatives s = dz/du follow the same steps
 * (forward sensitivities): M s = ... with the matrix of each stage, where the law's slopes give df/dz and central differences of the law df/du. At an
 * event g(z, u, t) = 0 with the jump h, dt/du = -(g_z s + g_u)/(g_z f + g_t) and s+ = h_z s + h_u + (h_z f + h_t - f+) dt/du.
 *
 * Rows without a time are points of steady sliding. */
#ifndef BRISTLE_FIT_RESPONSE_H
#define BRISTLE_FIT_RESPONSE_H

#include "bristle/friction.h"
#include "bristle/measurement.h"
#include "fit/unknowns.h"

typedef struct bri_response_params { /* params at u, and at u -+ step of each unknown */
    int unknowns;                    /* 0: no derivatives are wanted */
    bri_params at, less[BRI_UNKNOWNS_MAX], more[BRI_UNKNOWNS_MAX];
    double step[BRI_UNKNOWNS_MAX];
    /* Where it is known how far the elements are deflected at the first row: as a share of their deflection in steady sliding at this speed, m/s.
     * 0: they are in steady sliding at the first velocity, or at 0 if that is 0. */
    double start_speed, start, start_less[BRI_UNKNOWNS_MAX], start_more[BRI_UNKNOWNS_MAX];
} bri_response_params;

typedef struct bri_response bri_response;
bri_status bri_response_create(const bri_friction_law *law, const bri_pair *pair, bri_response **response,
                               bri_error *err);
void bri_response_destroy(bri_response *response); /* NULL is allowed */
/* Begins at the first row of a record. Both pointers must stay valid. */
void bri_response_begin(bri_response *response, const bri_measurement *record, const bri_response_params *params);
/* The force on the body at the next row, N, and by[i], its derivative by unknown i. measured: the force that was measured there on the body: at
 * rest, an exact law takes any force within its static limit; *held: it does, and the derivatives are 0. */
double bri_response_next(bri_response *response, double measured, double *by, bool *held);
long bri_response_steps(const bri_response *response); /* taken since it was created */

/* The force depends on the steps of the integration, which change with the parameters: a little, but by jumps. Held steps make it smooth. */
typedef enum bri_response_mode {
    BRI_STEPS_FREE,   /* by the error, in each evaluation anew */
    BRI_STEPS_RECORD, /* the same, and they are recorded */
    BRI_STEPS_HELD    /* as recorded along the same rows */
} bri_response_mode;
void bri_response_set_mode(bri_response *response, bri_response_mode mode);
void bri_response_rewind(bri_response *response); /* The rows to come are the first ones again. */

#endif
