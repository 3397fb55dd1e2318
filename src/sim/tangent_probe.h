/* tangent_probe.h - systems that are evaluated beside a run: an equal one, and one with each parameter changed by a small step */
#ifndef BRISTLE_SIM_TANGENT_PROBE_H
#define BRISTLE_SIM_TANGENT_PROBE_H

#include "sim/tangent_state.h"

/* def: that of the run, which names the parameters. Requires tangent->derivative with paths. */
bri_status bri_tangent_probes(bri_tangent *tangent, const bri_run_def *def, bri_error *err);
void bri_tangent_probes_destroy(bri_tangent *tangent);
/* Size of a parameter's value; of a parameter that is 0, a usual one. */
double bri_tangent_size(const bri_tangent *tangent, int parameter);
/* Rates of a probe in the present step, sums too. False: none were found. */
bool bri_tangent_rates(bri_tangent *tangent, bri_probe *probe, double t, const double *x, const double *discrete,
                       double *rates);
/* Solutions of all probes start from that of the base where its rates were evaluated last. */
void bri_tangent_go_on(bri_tangent *tangent);
/* The discrete state beside one of the run, as a parameter changes it by its step; in the room of its probe. */
const double *bri_tangent_beside(bri_tangent *tangent, int parameter, const double *discrete);
/* From t on derivatives with respect to the parameter do not exist; the reason. The first one is kept. */
void bri_tangent_lose(bri_tangent *tangent, int parameter, double t, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
