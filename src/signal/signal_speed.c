/* signal_speed.c - a value that changes at a constant rate, as the angle of a motor, with an optional smooth run-up
 *
 *     s(t) = from + speed (t - start),   t >= start;   without a run-up
 *     s'(t) = speed (3 x^2 - 2 x^3),   x = (t - start)/run_up, up to x = 1, and speed from then on */
#include <math.h>

#include "signal/signal.h"

enum {
    PIECES = 8 /* of the run-up */
};

typedef struct speed {
    double speed, from, start, run_up;
} speed;

static const bri_param speed_params[] = {
    BRI_PARAM(speed, speed, "*/s", 0, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "constant speed after the run-up"),
    BRI_PARAM(speed, from, "*", 0, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "value up to the start"),
    BRI_PARAM(speed, start, "s", 0, -BRI_TIME_MAX, BRI_TIME_MAX, "start time"),
    BRI_PARAM(speed, run_up, "s", 0, 0, BRI_TIME_MAX,
              "time in which the speed rises from 0, with continuous acceleration; 0: at once"),
    {0},
};

static void speed_value(const void *params, double t, double out[3])
{
    const speed *p = params;
    double since = t - p->start, x = p->run_up > 0 ? since / p->run_up : INFINITY;
    out[0] = p->from;
    if (since < 0) return;
    if (x >= 1) {
        out[0] += p->speed * (since - 0.5 * p->run_up);
        out[1] = p->speed;
        return;
    }
    out[0] += p->speed * p->run_up * x * x * x * (1 - 0.5 * x);
    out[1] = p->speed * x * x * (3 - 2 * x);
    out[2] = p->speed * 6 * x * (1 - x) / p->run_up;
}

/* Steps must resolve the run-up, also where all motion is given and there is no error to control: it has some breaks. */
static double speed_next_break(const void *params, double t)
{
    const speed *p = params;
    for (int i = 0; i <= PIECES; i++) {
        double next = p->start + p->run_up * i / PIECES;
        if (next > t) return next;
    }
    return INFINITY;
}

const bri_signal_kind bri_signal_speed = {
    .kind = {.name = "speed",
             .family = "signal",
             .title = "constant speed, as of a motor, with an optional run-up",
             .params_size = sizeof(speed),
             .params = speed_params},
    .value = speed_value,
    .next_break = speed_next_break,
};
