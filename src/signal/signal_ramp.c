/* signal_ramp.c - a linear change from one value to another, constant before and after
 *
 *     s(t) = from + (ramp - from) (t - start)/(end - start),   start <= t < end */
#include "base/fail.h"
#include "signal/signal.h"

typedef struct ramp {
    double to, from, start, end;
} ramp;

static const bri_param ramp_params[] = {
    BRI_PARAM(ramp, to, "*", 0, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "final value"),
    BRI_PARAM(ramp, from, "*", 0, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "initial value"),
    BRI_PARAM(ramp, start, "s", 0, -BRI_TIME_MAX, BRI_TIME_MAX, "start time"),
    BRI_PARAM(ramp, end, "s", 1, -BRI_TIME_MAX, BRI_TIME_MAX, "end time"),
    {0},
};

static bri_status ramp_check(const void *params, bri_error *err)
{
    const ramp *p = params;
    if (p->end > p->start) return BRI_OK;
    return bri_fail(err, BRI_BAD_VALUE, "end (%g s) must be after start (%g s)", p->end, p->start);
}

static void ramp_value(const void *params, double t, double out[3])
{
    const ramp *p = params;
    out[0] = t < p->start ? p->from : p->to;
    if (t < p->start || t >= p->end) return;
    double share = (t - p->start) / (p->end - p->start);
    out[0] = p->from + (p->to - p->from) * share;
    out[1] = (p->to - p->from) / (p->end - p->start);
}

static double ramp_next_break(const void *params, double t)
{
    const ramp *p = params;
    return bri_break_of_two(t, p->start, p->end);
}

const bri_signal_kind bri_signal_ramp = {
    .kind = {.name = "ramp",
             .family = "signal",
             .title = "linear change from one value to another",
             .params_size = sizeof(ramp),
             .params = ramp_params,
             .check = ramp_check},
    .value = ramp_value,
    .next_break = ramp_next_break,
};
