/* measure_highest_held.c - largest force in equilibrium with the loads, with friction within its limits */
#include "measure/at_rest.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "channel: friction, load or reaction of a joint"),
    ROW_INSTANT,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out) { bri_measure_bound(m, true, true, out); }

const bri_measure_kind bri_measure_kind_highest_held = {
    MEASURE_KIND("highest_held", "largest force in equilibrium with the loads, with friction within its limits", table),
    .of = BRI_OF_CHANNEL,
    .example = "highest_held pin.friction at 2 s",
    .unit_of = BRI_UNIT_CHANNEL,
    .words = "largest %s within the limits",
    .value = compute};
