/* signal_samples.c - measured values, smooth between samples, constant before the first and after the last
 *
 *     s(t) = offset + factor y(t - delay)
 *
 * y has continuous first and second derivatives: between two samples it is the polynomial of fifth degree whose value, slope and curvature
 * at both are those of the parabola through the sample and its two neighbours (at the first and last sample, the nearest three). Only the
 * first and the last sample are breaks. A step is no longer than two samples are apart on average. */
#include <math.h>

#include "base/fail.h"
#include "signal/signal.h"

typedef struct samples {
    bri_series samples;
    double factor, offset, delay;
} samples;

static const bri_param samples_params[] = {
    BRI_SERIES_PARAM(samples, samples, "s", "*", -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX,
                     "pairs of a time and a value, or columns of a CSV file: {file: measured.csv, column: u}"),
    BRI_PARAM(samples, factor, "1", 1, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "factor of the values"),
    BRI_PARAM(samples, offset, "*", 0, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "constant that is added"),
    BRI_PARAM(samples, delay, "s", 0, -BRI_TIME_MAX, BRI_TIME_MAX,
              "time of the run at which the time of the samples is 0"),
    {0},
};

static bri_status samples_check(const void *params, bri_error *err)
{
    const bri_series *p = &((const samples *)params)->samples;
    if (p->count == 0) return bri_fail(err, BRI_BAD_VALUE, "samples need at least one pair of a time and a value");
    for (int i = 1; i < p->count; i++)
        if (!(p->at[i][0] > p->at[i - 1][0]))
            return bri_fail(err, BRI_BAD_VALUE, "the times of samples must increase, but %g s is followed by %g s",
                            p->at[i - 1][0], p->at[i][0]);
    return BRI_OK;
}

/* Slope and curvature at a sample. */
static void parabola_at(const bri_series *p, int i, double *slope, double *curvature)
{
    int first = i == 0 ? 0 : i == p->count - 1 ? i - 2 : i - 1;
    *curvature = 0;
    if (p->count < 3) {
        *slope = (p->at[1][1] - p->at[0][1]) / (p->at[1][0] - p->at[0][0]);
        return;
    }
    const double *a = p->at[first], *b = p->at[first + 1], *c = p->at[first + 2];
    double before = (b[1] - a[1]) / (b[0] - a[0]), after = (c[1] - b[1]) / (c[0] - b[0]);
    double bend = (after - before) / (c[0] - a[0]);
    *slope = before + bend * (2 * p->at[i][0] - a[0] - b[0]);
    *curvature = 2 * bend;
}

static void between(const bri_series *p, int i, double t, double out[3])
{
    const double *a = p->at[i], *b = p->at[i + 1];
    double h = b[0] - a[0], x = (t - a[0]) / h, slope[2], curvature[2];
    parabola_at(p, i, &slope[0], &curvature[0]);
    parabola_at(p, i + 1, &slope[1], &curvature[1]);
    double d = h * slope[0], c = h * h * curvature[0];
    double Y = b[1] - a[1] - d - 0.5 * c, D = h * slope[1] - d - c, C = h * h * curvature[1] - c;
    double k3 = 10 * Y - 4 * D + 0.5 * C, k4 = -15 * Y + 7 * D - C, k5 = 6 * Y - 3 * D + 0.5 * C;
    out[0] = a[1] + x * (d + x * (0.5 * c + x * (k3 + x * (k4 + x * k5))));
    out[1] = (d + x * (c + x * (3 * k3 + x * (4 * k4 + x * 5 * k5)))) / h;
    out[2] = (c + x * (6 * k3 + x * (12 * k4 + x * 20 * k5))) / (h * h);
}

static void samples_value(const void *params, double t, double out[3])
{
    const samples *s = params;
    const bri_series *p = &s->samples;
    if (p->count == 0) return;
    int next = bri_points_until(p, t - s->delay);
    if (next == 0 || next == p->count)
        out[0] = p->at[next ? next - 1 : 0][1];
    else
        between(p, next - 1, t - s->delay, out);
    out[0] = s->offset + s->factor * out[0];
    out[1] *= s->factor;
    out[2] *= s->factor;
}

static double samples_next_break(const void *params, double t)
{
    const samples *s = params;
    const bri_series *p = &s->samples;
    if (p->count < 2) return INFINITY;
    return bri_break_of_two(t, p->at[0][0] + s->delay, p->at[p->count - 1][0] + s->delay);
}

static double samples_longest_step(const void *params)
{
    const samples *s = params;
    const bri_series *p = &s->samples;
    if (p->count < 2 || s->factor == 0) return INFINITY;
    return 2 * (p->at[p->count - 1][0] - p->at[0][0]) / (p->count - 1);
}

const bri_signal_kind bri_signal_samples = {
    .kind = {.name = "samples",
             .family = "signal",
             .title = "measured values, smooth between samples",
             .params_size = sizeof(samples),
             .params = samples_params,
             .check = samples_check},
    .value = samples_value,
    .next_break = samples_next_break,
    .longest_step = samples_longest_step,
};
