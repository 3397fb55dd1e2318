/* signal_smooth_step.c - a change from one value to another with continuous rate and acceleration
 *
 *     s(t) = from + (smooth_step - from) (10 x^3 - 15 x^4 + 6 x^5),   x = (t - start)/(end - start) */
#include <math.h>

#include "base/fail.h"
#include "signal/signal.h"

typedef struct smooth_step {
    double to, from, start, end;
} smooth_step;

static const bri_param smooth_step_params[] = {
    BRI_PARAM(smooth_step, to, "*", 0, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "final value"),
    BRI_PARAM(smooth_step, from, "*", 0, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "initial value"),
    BRI_PARAM(smooth_step, start, "s", 0, -BRI_TIME_MAX, BRI_TIME_MAX, "start time"),
    BRI_PARAM(smooth_step, end, "s", 1, -BRI_TIME_MAX, BRI_TIME_MAX, "end time"),
    {0},
};

static bri_status smooth_step_check(const void *params, bri_error *err)
{
    const smooth_step *p = params;
    if (p->end > p->start) return BRI_OK;
    return bri_fail(err, BRI_BAD_VALUE, "end (%g s) must be after start (%g s)", p->end, p->start);
}

static void smooth_step_value(const void *params, double t, double out[3])
{
    const smooth_step *p = params;
    out[0] = t < p->start ? p->from : p->to;
    if (t < p->start || t >= p->end) return;
    double span = p->end - p->start, rise = p->to - p->from, x = (t - p->start) / span;
    out[0] = p->from + rise * (x * x * x * (10 + x * (6 * x - 15)));
    out[1] = rise * (30 * x * x * (1 - x) * (1 - x)) / span;
    out[2] = rise * (60 * x * (1 - x) * (1 - 2 * x)) / span / span;
}

/* Steps also end at each quarter: the work of a signal is integrated exactly up to degree 5 in a step, and this is of degree 9. */
static double smooth_step_next_break(const void *params, double t)
{
    const smooth_step *p = params;
    double middle = p->start + 0.5 * (p->end - p->start);
    double first = bri_break_of_two(t, p->start, 0.5 * (p->start + middle)),
           second = bri_break_of_two(t, middle, 0.5 * (middle + p->end));
    return fmin(fmin(first, second), t < p->end ? p->end : INFINITY);
}

const bri_signal_kind bri_signal_smooth_step = {
    .kind = {.name = "smooth_step",
             .family = "signal",
             .title = "smooth change from one value to another, with continuous acceleration",
             .params_size = sizeof(smooth_step),
             .params = smooth_step_params,
             .check = smooth_step_check},
    .value = smooth_step_value,
    .next_break = smooth_step_next_break,
};
