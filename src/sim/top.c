/* top.c - extreme values between samples */
#include "sim/top.h"

#include <math.h>
#include <string.h>

static const double clear_slope = 0.25; /* of the mean slope in a step: one that does not change its sign in it */

bool bri_may_turn(double before, double a, double b, double longer)
{
    double bend = (b - a) - longer * (a - before); /* half the change of slope over both steps */
    double share = longer / (1 + longer);          /* of that change which falls to the second step */
    double end = (b - a) + share * bend, start = (b - a) - share * bend;
    return b > a ? end < clear_slope * (b - a) : start > clear_slope * (b - a);
}

bri_sample bri_top_of(const bri_sample p[3])
{
    double before = p[0].t - p[1].t, after = p[2].t - p[1].t;
    double rise = (p[0].score - p[1].score) / before, fall = (p[2].score - p[1].score) / after;
    double bend = (fall - rise) / (after - before), slope = rise - bend * before, off = -slope / (2 * bend);
    if (!(bend < 0) || !(off > before && off < after)) return (bri_sample){p[1].t, -INFINITY};
    return (bri_sample){p[1].t + off, p[1].score + 0.5 * slope * off};
}

void bri_insert_sample(bri_sample p[3], bri_sample seen)
{
    bri_sample all[4];
    int n = 0, best = 0;
    for (int i = 0; i < 3; i++) {
        if (n == i && seen.t < p[i].t) all[n++] = seen;
        all[n++] = p[i];
    }
    if (n < 4) all[n] = seen;
    for (int i = 1; i < 4; i++)
        if (all[i].score > all[best].score) best = i;
    memcpy(p, &all[best < 2 ? 0 : 1], 3 * sizeof *p);
}

double bri_load_between(bri_load_vector a, bri_load_vector b, double share, bool is_linear)
{
    double first = a.by[0] + share * (b.by[0] - a.by[0]), second = a.by[1] + share * (b.by[1] - a.by[1]);
    return is_linear ? fabs(first) + fabs(second) : hypot(first, second);
}

double bri_least_between(bri_load_vector a, bri_load_vector b, bool is_linear)
{
    double by[2] = {b.by[0] - a.by[0], b.by[1] - a.by[1]}, square = by[0] * by[0] + by[1] * by[1], best = 0;
    if (!(square > 0)) return 0;
    double shares[] = {1, -(a.by[0] * by[0] + a.by[1] * by[1]) / square, 0};
    if (is_linear) /* a sum of two magnitudes has its least where one of them is 0, or at an end */
        for (int i = 0; i < 2; i++)
            shares[i + 1] = by[i] != 0 ? -a.by[i] / by[i] : 0;
    for (int i = 0; i < 3; i++)
        if (shares[i] > 0 && shares[i] <= 1 &&
            bri_load_between(a, b, shares[i], is_linear) < bri_load_between(a, b, best, is_linear))
            best = shares[i];
    return best;
}
