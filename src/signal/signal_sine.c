/* signal_sine.c - a sine of constant frequency
 *
 *     s(t) = offset + amplitude sin(2 pi frequency t + phase) */
#include "base/lane_math.h"
#include "signal/signal.h"

typedef struct sine {
    double amplitude, frequency, phase, offset;
} sine;

static const bri_param sine_params[] = {
    BRI_PARAM(sine, amplitude, "*", 0, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "amplitude"),
    BRI_PARAM(sine, frequency, "Hz", 1, 0, 1e9, "frequency"),
    BRI_PARAM(sine, phase, "rad", 0, -1e6, 1e6, "phase at time 0"),
    BRI_PARAM(sine, offset, "*", 0, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "mean value"),
    {0},
};

#define TWO_PI 6.283185307179586

static void sine_value(const void *params, double t, double out[3])
{
    const sine *p = params;
    double turns = p->frequency * t + p->phase / TWO_PI, w = TWO_PI * p->frequency;
    double swing = p->amplitude * real_sin_turns(turns);
    out[0] = p->offset + swing;
    out[1] = w * p->amplitude * real_cos_turns(turns);
    out[2] = -w * w * swing;
}

static double sine_longest_step(const void *params)
{
    const sine *p = params;
    return bri_eighth_of_period(p->amplitude, p->frequency);
}

const bri_signal_kind bri_signal_sine = {
    .kind = {.name = "sine",
             .family = "signal",
             .title = "a sine of constant frequency",
             .required = "frequency",
             .params_size = sizeof(sine),
             .params = sine_params},
    .value = sine_value,
    .longest_step = sine_longest_step,
};
