/* measure_error.c - largest deviation of a channel from that of a reference run at a tight tolerance
 *
 *     max |y - y_ref|
 *
 * The reference run has the integrator auto and the relative tolerance rtol; all else is as in the run. */
#include "measure/reference.h"

static const bri_param table[] = {
    ROW_CHANNEL,
    ROW_REFERENCE,
    ROW_WINDOW,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    if (!bri_has_reference(m, out)) return;
    out->number = bri_largest_deviation(&m->y, &m->reference);
    bri_no_value(out, "the window has no length");
}

const bri_measure_kind bri_measure_kind_error = {
    MEASURE_KIND("error", "largest deviation of a channel from that of a reference run at a tight tolerance", table),
    .of = BRI_OF_CHANNEL,
    .by_reference = true,
    .example = "error arm.angle rtol 1e-10",
    .unit_of = BRI_UNIT_CHANNEL,
    .words = "error of %s",
    .value = compute};
