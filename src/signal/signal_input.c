/* signal_input.c - a value that the caller sets between steps (bri_sim_set_input); until then the value in the model */
#include "signal/signal.h"

typedef struct input {
    double value;
    int number; /* among the inputs of a system */
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

bool bri_signal_is_input(const bri_record *signal) { return signal->kind == &bri_signal_input.kind; }

void bri_signal_number_input(bri_record *signal, int number) { ((input *)signal->params)->number = number; }

int bri_signal_input_number(const bri_record *signal) { return ((const input *)signal->params)->number; }
