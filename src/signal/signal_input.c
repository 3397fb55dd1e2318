/* signal_input.c - a value that the caller sets between steps (bri_sim_set_number); until then the value in the model */
#include "signal/signal.h"

typedef struct input {
    double value;
} input;

static const bri_param input_params[] = {
    BRI_PARAM(input, value, "*", 0, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "value until it is set"),
    {0},
};

static void input_value(const void *params, double t, double out[3])
{
    (void)t;
    out[0] = ((const input *)params)->value;
}

const bri_signal_kind bri_signal_input = {
    .kind = {.name = "input",
             .family = "signal",
             .title = "input that the calling program sets during a simulation",
             .params_size = sizeof(input),
             .params = input_params},
    .value = input_value,
};
