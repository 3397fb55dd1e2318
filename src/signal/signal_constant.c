/* signal_constant.c - a constant, which a plain number stands for: value: 5 N
 *
 *     s(t) = value */
#include "signal/signal.h"

typedef struct constant {
    double value;
} constant;

static const bri_param constant_params[] = {
    BRI_PARAM(constant, value, "*", 0, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "the value"),
    {0},
};

static void constant_value(const void *params, double t, double out[3])
{
    (void)t;
    out[0] = ((const constant *)params)->value;
}

const bri_signal_kind bri_signal_constant = {
    .kind = {.name = "constant",
             .family = "signal",
             .title = "constant; a plain number stands for it",
             .params_size = sizeof(constant),
             .params = constant_params},
    .value = constant_value,
};
