/* measure_rms_error.c - root mean square over time of the deviation of a channel from that of a reference run
 *
 *     sqrt((1/T) integral of (y - y_ref)^2 dt)
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
    out->number = bri_rms_deviation(&m->y, &m->reference);
    bri_no_value(out, "the window has no length");
}

const bri_measure_kind bri_measure_kind_rms_error = {
    MEASURE_KIND("rms_error", "root mean square over time of the deviation of a channel from that of a reference run",
                 table),
    .of = BRI_OF_CHANNEL,
    .by_reference = true,
    .example = "rms_error arm.angle rtol 1e-10",
    .unit_of = BRI_UNIT_CHANNEL,
    .words = "rms error of %s",
    .value = compute};
