/* signals.c - the list of signals, and their evaluation */
#include "signal/signal.h"

#include <math.h>

#define SIGNAL(name) extern const bri_signal_kind bri_signal_##name;
#include "signal/signals.def"
#undef SIGNAL

static const bri_kind *const signals[] = {
#define SIGNAL(name) &bri_signal_##name.kind,
#include "signal/signals.def"
#undef SIGNAL
    NULL};

const bri_kind *const *bri_signals(void) { return signals; }

const char *bri_signal_of_samples(void) { return bri_signal_samples.kind.name; }

static const bri_signal_kind *kind_of(const bri_record *signal)
{
    return (const bri_signal_kind *)(const void *)signal->kind;
}

void bri_signal_value(const bri_record *signal, double t, const double *inputs, double out[3])
{
    out[0] = out[1] = out[2] = 0;
    if (inputs && bri_signal_is_input(signal))
        out[0] = inputs[bri_signal_input_number(signal)];
    else if (signal->kind)
        kind_of(signal)->value(signal->params, t, out);
}

double bri_signal_next_break(const bri_record *signal, double t)
{
    if (!signal->kind || !kind_of(signal)->next_break) return INFINITY;
    return kind_of(signal)->next_break(signal->params, t);
}

double bri_signal_longest_step(const bri_record *signal)
{
    if (!signal->kind || !kind_of(signal)->longest_step) return INFINITY;
    return kind_of(signal)->longest_step(signal->params);
}

double bri_eighth_of_period(double amplitude, double frequency)
{
    return amplitude != 0 && frequency > 0 ? 0.125 / frequency : INFINITY;
}

double bri_break_of_two(double t, double first, double second)
{
    return t < first ? first : t < second ? second : INFINITY;
}

int bri_points_until(const bri_series *points, double t)
{
    int low = 0, high = points->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (points->at[middle][0] <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
