/* signal_table.c - linear interpolation between points, constant before the first and after the last
 *
 *     s(t) = s_i + (s_(i+1) - s_i) (t - t_i)/(t_(i+1) - t_i),   t_i <= t < t_(i+1)
 *
 * Two points at the same time are a step; from then on the value is that of the second. */
#include <math.h>

#include "base/fail.h"
#include "signal/signal.h"

typedef struct table {
    bri_series points;
} table;

static const bri_param table_params[] = {
    BRI_SERIES_PARAM(table, points, "s", "*", -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX, "pairs of a time and a value"),
    {0},
};

static bri_status table_check(const void *params, bri_error *err)
{
    const bri_series *p = &((const table *)params)->points;
    if (p->count == 0) return bri_fail(err, BRI_BAD_VALUE, "a table needs at least one point");
    for (int i = 1; i < p->count; i++)
        if (p->at[i][0] < p->at[i - 1][0])
            return bri_fail(err, BRI_BAD_VALUE, "the times of a table must not decrease, but %g s is followed by %g s",
                            p->at[i - 1][0], p->at[i][0]);
    return BRI_OK;
}

static void table_value(const void *params, double t, double out[3])
{
    const bri_series *p = &((const table *)params)->points;
    if (p->count == 0) return;
    int next = bri_points_until(p, t);
    if (next == 0 || next == p->count) {
        out[0] = p->at[next ? next - 1 : 0][1];
        return;
    }
    const double *a = p->at[next - 1], *b = p->at[next];
    double share = (t - a[0]) / (b[0] - a[0]);
    out[0] = a[1] + (b[1] - a[1]) * share;
    out[1] = (b[1] - a[1]) / (b[0] - a[0]);
}

static double table_next_break(const void *params, double t)
{
    const bri_series *p = &((const table *)params)->points;
    int next = bri_points_until(p, t);
    return next < p->count ? p->at[next][0] : INFINITY;
}

const bri_signal_kind bri_signal_table = {
    .kind = {.name = "table",
             .family = "signal",
             .title = "linear interpolation between given points",
             .params_size = sizeof(table),
             .params = table_params,
             .check = table_check},
    .value = table_value,
    .next_break = table_next_break,
};
