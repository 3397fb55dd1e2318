/* measure_separation_force.c - largest friction force where the surfaces of an interface separated */
#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "interface: the joint, or joint.part where it has several"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    const bri_friction_summary *found = bri_friction_summary_of(m, out);
    if (found) out->number = (double)found->at_separation_force;
}

const bri_measure_kind bri_measure_kind_separation_force = {
    MEASURE_KIND("separation_force", "largest friction force where the surfaces of an interface separated", table),
    .of = BRI_OF_INTERFACE,
    .example = "separation_force pin",
    .unit = "N",
    .words = "friction of %s at separation",
    .value = compute};
