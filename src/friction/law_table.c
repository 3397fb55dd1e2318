/* law_table.c - friction from points of a curve, as measured or as drawn; set-valued at rest
 *
 *     sliding: F = -N mu(|v|) v/|v|,   mu(s) through the points, rising or falling between two points as they do
 *     at rest: |F| <= mu(0) N
 *     mu(0) = 0: no static friction, it creeps
 *     beyond the last point mu keeps its value; points at negative speeds: mu(-|v|) where v < 0
 *
 * Between points a cubic, with the slopes of Fritsch and Butland, 1984: no minimum or maximum but at points. The slope is 0 at
 * the last point. As tables of friction in Modelica.Mechanics (mu_pos) */
#include "friction/friction.h"

typedef struct table {
    bri_list speed, mu;
} table;

static const bri_param table_params[] = {
    BRI_LIST_PARAM_AS(table, speed, BRI_ROLE_SPEED_SCALE, NULL, "m/s", "0 0.01 0.03 0.1 1", -1e3, 1e3,
                      "sliding speed of each point, ascending; 0 is among them"),
    BRI_LIST_PARAM_AS(table, mu, BRI_ROLE_SLIDING, NULL, "1", "0.3 0.27 0.22 0.2 0.21", 0, 10,
                      "coefficient of friction at each of these speeds; at 0 that of static friction"),
    {0},
};

typedef struct branch { /* a side of the curve: its points from rest on, outwards */
    const real *speed, *mu;
    int count, step; /* step: -1 towards negative speeds */
} branch;

BRI_INLINE int table_rest(const table *p)
{
    int rest = 0;
    while (rest < p->speed.count && lane(p->speed.at[rest], 0) < 0)
        rest++;
    return rest;
}

BRI_INLINE branch table_branch(const table *p, int rest, int step)
{
    return (branch){p->speed.at + rest, p->mu.at + rest, step > 0 ? p->speed.count - rest : rest + 1, step};
}

BRI_INLINE real at_speed(const branch *b, int i) { return b->step * b->speed[b->step * i]; }
BRI_INLINE real width(const branch *b, int i) { return at_speed(b, i + 1) - at_speed(b, i); }
BRI_INLINE real rise(const branch *b, int i) { return (b->mu[b->step * (i + 1)] - b->mu[b->step * i]) / width(b, i); }

/* At rest, by the parabola through three points, held within what keeps the first interval monotone. */
BRI_INLINE real first_slope(const branch *b)
{
    real d0 = rise(b, 0), h0 = width(b, 0);
    if (b->count == 2) return d0;
    real d1 = rise(b, 1), h1 = width(b, 1), slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    slope = pick(real_abs(slope) > 3 * real_abs(d0), 3 * d0, slope);
    return pick(slope * d0 > 0, slope, splat(0));
}

BRI_INLINE real slope_at(const branch *b, int i)
{
    if (i == b->count - 1) return splat(0);
    if (i == 0) return first_slope(b);
    real d0 = rise(b, i - 1), d1 = rise(b, i), h0 = width(b, i - 1), h1 = width(b, i);
    mask same = d0 * d1 > 0;
    real mean = 3 * (h0 + h1) / ((2 * h1 + h0) / pick(same, d0, splat(1)) + (h1 + 2 * h0) / pick(same, d1, splat(1)));
    return pick(same, mean, splat(0));
}

typedef struct found {
    real mu, by_speed;
} found;

/* In interval i, from a point at a distance; below 0, of a step beyond rest, the tangent at rest goes on. */
BRI_INLINE found table_between(const branch *b, int i, real distance)
{
    real mu = b->mu[b->step * i], from = slope_at(b, i), to = slope_at(b, i + 1), h = width(b, i), d = rise(b, i);
    real s = real_max(distance, splat(0)) / h, square = 3 * d - 2 * from - to, cube = from + to - 2 * d;
    return (found){mu + distance * (from + s * (square + cube * s)), from + s * (2 * square + 3 * cube * s)};
}

BRI_INLINE found table_along(const branch *b, real speed)
{
    found all = {b->mu[b->step * (b->count - 1)], splat(0)};
    for (int i = 0; i < b->count - 1; i++) {
        mask in = speed < at_speed(b, i + 1);
        if (i > 0) in = in & (speed >= at_speed(b, i));
        if (!any(in)) continue;
        found here = table_between(b, i, speed - at_speed(b, i));
        all.mu = pick(in, here.mu, all.mu);
        all.by_speed = pick(in, here.by_speed, all.by_speed);
    }
    return all;
}

BRI_KERNEL void table_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const table *p = params;
    int rest = table_rest(p);
    branch b = table_branch(p, rest, 1);
    found at = table_along(&b, slip->speed);
    mask negative = slip->dir[0] < 0;
    if (slip->dim == 1 && rest > 0 && any(negative)) {
        b = table_branch(p, rest, -1);
        found other = table_along(&b, slip->speed);
        at.mu = pick(negative, other.mu, at.mu);
        at.by_speed = pick(negative, other.by_speed, at.by_speed);
    }
    out->force = slip->load * at.mu;
    out->by_speed = slip->load * at.by_speed;
    out->by_load = at.mu;
}

BRI_SWEEP_CURVE(table)

#if BRI_LANES == 1
static bri_real table_static_limit(const void *params, const bri_slip *slip, bri_real *by_load)
{
    const table *p = params;
    *by_load = p->mu.at[table_rest(p)];
    return slip->load * *by_load;
}

static bool table_creeps(const void *params)
{
    const table *p = params;
    return !(p->mu.at[table_rest(p)] > 0);
}

static bri_status table_check(const void *params, bri_error *err)
{
    const table *p = params;
    bri_status status = BRI_OK;
    int rest = table_rest(p);
    if (p->speed.count != p->mu.count)
        status = bri_fail(err, BRI_BAD_VALUE, "speed has %d values and mu has %d: each point needs one of both",
                          p->speed.count, p->mu.count);
    if (rest == p->speed.count || p->speed.at[rest] != 0)
        status = bri_fail(err, BRI_BAD_VALUE, "speed has no point at 0: its mu is that of static friction");
    else if (rest == p->speed.count - 1)
        status = bri_fail(err, BRI_BAD_VALUE, "speed ends at 0: at least one point must lie above");
    for (int i = 1; i < p->speed.count; i++)
        if (!(p->speed.at[i] > p->speed.at[i - 1]))
            return bri_fail(err, BRI_BAD_VALUE, "speed.%d is %g m/s and speed.%d is %g m/s: speeds must ascend", i,
                            p->speed.at[i - 1], i + 1, p->speed.at[i]);
    return status;
}

const bri_friction_law bri_law_table = {
    .kind = {BRI_KIND(table, "static"),
             .title = "interpolation between points of a measured curve, with exact stiction",
             .reference = "Fritsch, Butland 1984; Modelica.Mechanics.Rotational.Components.Clutch",
             .defects = "No presliding, no lag. The same static limit in both directions; of two components of slip, "
                        "points at negative speeds do not count.",
             .check = table_check},
    BRI_CURVE_LAW(table),
    .passive = bri_passive_always,
    .static_limit = table_static_limit,
    .creeps = table_creeps,
};
#endif
