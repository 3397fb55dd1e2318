/* reference.c - for measures of errors: a channel and the same one in a reference run */
#include "measure/reference.h"

#include <math.h>

static double end_of(const bri_recording *h) { return h->count ? h->span[h->count - 1][1] : NAN; }

bool bri_has_reference(const bri_measuring *m, bri_outcome_of_measure *out)
{
    if (!bri_has_trajectory(m, out)) return false;
    if (!m->reference.recording) bri_no_value(out, "the reference run: %.170s", m->why_not);
    return m->reference.recording;
}

/* The nodes of one curve's segments, at which both are compared. */
static double largest_at_nodes(const bri_trajectory *y, const bri_trajectory *other, const bri_recording *nodes)
{
    double most = 0;
    for (size_t i = 0; i < nodes->count; i++)
        for (int k = 0; k < BRI_NODES; k++) {
            double t = nodes->span[i][0] + (nodes->span[i][1] - nodes->span[i][0]) * k / (BRI_NODES - 1);
            if (t >= y->from && t <= y->to)
                most = fmax(most, fabs(bri_trajectory_at(y, t) - bri_trajectory_at(other, t)));
        }
    return most;
}

double bri_largest_deviation(const bri_trajectory *y, const bri_trajectory *reference)
{
    return fmax(largest_at_nodes(y, reference, y->recording), largest_at_nodes(y, reference, reference->recording));
}

double bri_rms_deviation(const bri_trajectory *y, const bri_trajectory *reference)
{
    /* Gauss's quadrature with three points on each segment of the reference, whose steps are the shorter ones */
    static const double at[] = {0.1127016653792583, 0.5, 0.8872983346207417}, weight[] = {5.0 / 18, 4.0 / 9, 5.0 / 18};
    const bri_recording *h = reference->recording;
    double sum = 0, time = 0;
    for (size_t i = 0; i < h->count; i++) {
        double from = fmax(h->span[i][0], y->from), to = fmin(h->span[i][1], fmin(y->to, end_of(y->recording)));
        if (!(to > from)) continue;
        for (int k = 0; k < 3; k++) {
            double t = from + at[k] * (to - from), off = bri_trajectory_at(y, t) - bri_trajectory_at(reference, t);
            sum += weight[k] * (to - from) * off * off;
        }
        time += to - from;
    }
    return time > 0 ? sqrt(sum / time) : NAN;
}
