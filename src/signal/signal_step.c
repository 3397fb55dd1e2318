/* signal_step.c - one value before a time, another from then on
 *
 *     s(t) = from,   t < start;    s(t) = to,   t >= start */
#include <math.h>

#include "signal/signal.h"

typedef struct step {
    double to, from, start;
} step;

static const bri_param step_params[] = {
    BRI_PARAM(step, to, "*", 0, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "value after the step"),
    BRI_PARAM(step, from, "*", 0, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "value before the step"),
    BRI_PARAM(step, start, "s", 0, -BRI_TIME_MAX, BRI_TIME_MAX, "time of the step"),
    {0},
};

static void step_value(const void *params, double t, double out[3])
{
    const step *p = params;
    out[0] = t < p->start ? p->from : p->to;
}

static double step_next_break(const void *params, double t)
{
    const step *p = params;
    return t < p->start ? p->start : INFINITY;
}

const bri_signal_kind bri_signal_step = {
    .kind = {.name = "step",
             .family = "signal",
             .title = "a sudden change",
             .params_size = sizeof(step),
             .params = step_params},
    .value = step_value,
    .next_break = step_next_break,
};
