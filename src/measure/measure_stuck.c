/* measure_stuck.c - share of the time in which an interface is at rest */
#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "interface: the joint, or joint.part where it has several"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    const bri_friction_summary *found = bri_friction_summary_of(m, out);
    if (found) out->number = (double)found->at_rest;
}

const bri_measure_kind bri_measure_kind_stuck = {
    MEASURE_KIND("stuck", "share of the time in which an interface is at rest", table),
    .of = BRI_OF_INTERFACE,
    .example = "stuck pin",
    .unit = "1",
    .words = "share of time: %s at rest",
    .value = compute};
