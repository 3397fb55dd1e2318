/* signal_chirp.c - a sine whose frequency rises or falls linearly with time
 *
 *     s(t) = amplitude sin(2 pi (from x + (to - from) x^2/(2 over))),   x = t - start,   0 <= x < over
 *
 * Zero before start. After start + over the frequency stays at its last value, with continuous phase. */
#include "base/lane_math.h"
#include "signal/signal.h"

typedef struct chirp {
    double amplitude, from, to, start, over;
} chirp;

static const bri_param chirp_params[] = {
    BRI_PARAM(chirp, amplitude, "*", 0, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "amplitude"),
    BRI_PARAM(chirp, from, "Hz", 0, 0, 1e9, "frequency at the start"),
    BRI_PARAM(chirp, to, "Hz", 1, 0, 1e9, "frequency at the end"),
    BRI_PARAM(chirp, start, "s", 0, -BRI_TIME_MAX, BRI_TIME_MAX, "start time"),
    BRI_PARAM(chirp, over, "s", 1, 1e-9, BRI_TIME_MAX, "duration over which the frequency changes"),
    {0},
};

#define TWO_PI 6.283185307179586

static void chirp_value(const void *params, double t, double out[3])
{
    const chirp *p = params;
    double x = t - p->start, slope = (p->to - p->from) / p->over;
    if (x < 0) return;
    double turns = p->from * x + 0.5 * slope * x * x, frequency = p->from + slope * x;
    if (x >= p->over) {
        turns = 0.5 * (p->from + p->to) * p->over + p->to * (x - p->over);
        frequency = p->to;
        slope = 0;
    }
    double s = p->amplitude * real_sin_turns(turns), c = p->amplitude * real_cos_turns(turns), w = TWO_PI * frequency;
    out[0] = s;
    out[1] = w * c;
    out[2] = TWO_PI * slope * c - w * w * s;
}

static double chirp_next_break(const void *params, double t)
{
    const chirp *p = params;
    return bri_break_of_two(t, p->start, p->start + p->over);
}

static double chirp_longest_step(const void *params)
{
    const chirp *p = params;
    return bri_eighth_of_period(p->amplitude, p->from > p->to ? p->from : p->to);
}

const bri_signal_kind bri_signal_chirp = {
    .kind = {.name = "chirp",
             .family = "signal",
             .title = "a sine whose frequency changes linearly",
             .required = "from to over",
             .params_size = sizeof(chirp),
             .params = chirp_params},
    .value = chirp_value,
    .next_break = chirp_next_break,
    .longest_step = chirp_longest_step,
};
