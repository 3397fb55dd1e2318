/* measure_lowest.c - smallest force in equilibrium with the loads */
#include "measure/at_rest.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "channel: friction, load or reaction of a joint"),
    ROW_INSTANT,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out) { bri_measure_bound(m, false, false, out); }

const bri_measure_kind bri_measure_kind_lowest = {
    MEASURE_KIND("lowest", "smallest force in equilibrium with the loads", table),
    .of = BRI_OF_CHANNEL,
    .example = "lowest pin.friction at 2 s",
    .unit_of = BRI_UNIT_CHANNEL,
    .words = "smallest %s in equilibrium",
    .value = compute};
