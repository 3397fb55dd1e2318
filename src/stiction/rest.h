/* rest.h - whether a mechanism is at rest, as a verdict requires */
#ifndef BRISTLE_STICTION_REST_H
#define BRISTLE_STICTION_REST_H

#include "bristle/verdict.h"
#include "stiction/configuration.h"

/* Largest speed of a body in velocities u, m/s: that of its centre, or its angular velocity times the mechanism's length. */
double bri_largest_speed(const bri_system *system, const double *u);
/* BRI_BAD_MODEL, naming the fastest body, if its speed is above tol_still x the reference speed, m/s. */
bri_status bri_require_rest(const bri_system *system, const double *u, double t, double reference, bri_error *err);
/* BRI_BAD_MODEL, naming the driver, if a driver moves or accelerates at the instant to which the configuration is set. */
bri_status bri_require_drivers_at_rest(const sti_configuration *at, bri_error *err);
/* What a program gave, NULL or of any version, as a bri_verdict_def of this version. */
bri_status bri_verdict_def_given(const bri_verdict_def *given, bri_verdict_def *def, bri_error *err);
/* End of a history, s: of the definition, or of the model's run. */
double bri_history_end(const bri_system *system, const bri_verdict_def *def);
/* BRI_BAD_VALUE if t is outside the history. */
bri_status bri_require_time(const bri_system *system, const bri_verdict_def *def, double t, bri_error *err);
/* Sets the configuration to time t and computes its verdict; rejects drivers that move. The caller destroys *result. */
bri_status bri_verdict_of_configuration(sti_configuration *at, double t, const bri_verdict_def *def,
                                        bri_verdict_result **result, bri_error *err);

#endif
