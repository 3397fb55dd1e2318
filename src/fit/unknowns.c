/* unknowns.c - the numbers that a fit varies, as coordinates without bounds */
#include "fit/unknowns.h"

#include <math.h>
#include <string.h>

const double bri_static_most = 2; /* a static peak above twice the sliding friction is not plausible */

static const double farthest = 100;   /* coordinates count up to here: e^100 is beyond every range */
static const double unlimited = 1e20; /* ranges wider than this, of either sign, are no ranges */
static const double step = 1e-6;      /* of a coordinate, for slopes */

bri_unknown *bri_unknowns_add(bri_unknowns *k, const bri_unknown *unknown)
{
    if (k->count == BRI_UNKNOWNS_MAX) return NULL;
    bri_unknown *w = &k->at[k->count++];
    *w = *unknown;
    if (w->min < 0 && w->max - w->min > unlimited) w->scale = w->start != 0 ? fabs(w->start) : 1;
    return w;
}

void bri_unknown_limits(const bri_unknowns *k, int i, const double *value, double *low, double *high)
{
    const bri_unknown *w = &k->at[i];
    *low = w->min;
    *high = w->max;
    if (w->above == BRI_ABOVE_NOTHING) return;
    double below = w->above == BRI_ABOVE_FIXED ? w->floor : value[w->above];
    *low = fmax(w->min, below);
    *high = w->ranged ? w->max : fmin(w->max, bri_static_most * below);
    *high = fmax(*high, *low * (1 + 1e-9) + 1e-300); /* where the sliding coefficient has left the range of this one */
}

double bri_unknown_coordinate(const bri_unknowns *k, int i, double at, const double *value)
{
    const bri_unknown *w = &k->at[i];
    double low, high;
    if (w->scale > 0) return at / w->scale;
    bri_unknown_limits(k, i, value, &low, &high);
    double u = log((at - low) / (high - at));
    return at <= low ? -farthest : at >= high ? farthest : fmin(fmax(u, -farthest), farthest);
}

double bri_unknown_from(const bri_unknowns *k, int i, double u, const double *value)
{
    const bri_unknown *w = &k->at[i];
    double low, high, at = fmin(fmax(u, -farthest), farthest);
    if (w->scale > 0) return w->scale * u;
    bri_unknown_limits(k, i, value, &low, &high);
    return at < 0 ? low + (high - low) * (exp(at) / (1 + exp(at))) : high - (high - low) * (exp(-at) / (1 + exp(-at)));
}

double bri_unknown_relative_slope(const bri_unknowns *k, int i, const double *value)
{
    double low, high;
    if (k->at[i].scale > 0) return 1;
    bri_unknown_limits(k, i, value, &low, &high);
    return (value[i] - low) / (high - low) * (high - value[i]) / fmax(fabs(value[i]), 1e-300);
}

void bri_unknowns_values(const bri_unknowns *k, const double *u, int held, double held_value, double *value)
{
    for (int after = 0; after < 2; after++) /* first those on which the range of another one depends */
        for (int i = 0; i < k->count; i++)
            if ((k->at[i].above != BRI_ABOVE_NOTHING) == (bool)after)
                value[i] = i == held ? held_value : bri_unknown_from(k, i, u[i], value);
    if (held >= 0 && k->at[held].above >= 0) /* a peak that is held limits the sliding friction */
        value[k->at[held].above] = fmin(value[k->at[held].above], held_value);
}

void bri_unknowns_coordinates(const bri_unknowns *k, const double *value, double *u)
{
    for (int i = 0; i < k->count; i++)
        u[i] = bri_unknown_coordinate(k, i, value[i], value);
}

double bri_unknown_spread(const bri_unknowns *k, int i, double share, const double *value)
{
    const bri_unknown *w = &k->at[i];
    double low, high, size = fabs(w->start);
    bool above = w->above != BRI_ABOVE_NOTHING;
    if (!(w->spread > 1)) return w->start;
    bri_unknown_limits(k, i, value, &low, &high);
    if (w->scale > 0) return w->start + (2 * share - 1) * w->scale;
    if (!w->ranged && !above && low >= 0 && size > 0) {
        low = fmax(low, size / w->spread);
        high = fmin(high, size * w->spread);
    }
    if (low < 0 && !w->ranged) {
        low = fmax(low, -2 * fmax(size, 0.5));
        high = fmin(high, 2 * fmax(size, 0.5));
    }
    return low > 0 && high > 20 * low ? low * pow(high / low, share) : low + share * (high - low);
}

void bri_unknowns_start(bri_unknowns *k, double *value)
{
    static const double inside = 1e-3; /* of the range, from its ends */
    for (int after = 0; after < 2; after++)
        for (int i = 0; i < k->count; i++) {
            bri_unknown *w = &k->at[i];
            double low, high;
            if ((w->above != BRI_ABOVE_NOTHING) != (bool)after) continue;
            bri_unknown_limits(k, i, value, &low, &high);
            if (isnan(w->start)) w->start = low > 0 ? sqrt(low * high) : 0.5 * (low + high);
            if (!(w->scale > 0) && !(w->start > low && w->start < high))
                w->start = w->start <= low ? low + inside * fmin(high - low, fmax(fabs(low), 1))
                                           : high - inside * (high - low);
            value[i] = w->start;
        }
}

void bri_unknowns_slopes(const bri_unknowns *k, const double *u, int held, double held_value, double *slope)
{
    int n = k->count;
    double at[BRI_UNKNOWNS_MAX], less[BRI_UNKNOWNS_MAX], more[BRI_UNKNOWNS_MAX];
    memcpy(at, u, (size_t)n * sizeof *at);
    for (int j = 0; j < n; j++) {
        at[j] = u[j] - step;
        bri_unknowns_values(k, at, held, held_value, less);
        at[j] = u[j] + step;
        bri_unknowns_values(k, at, held, held_value, more);
        at[j] = u[j];
        for (int i = 0; i < n; i++)
            slope[i * n + j] = (more[i] - less[i]) / (2 * step);
    }
}

void bri_unknowns_remove(bri_unknowns *k, int i)
{
    for (int j = 0; j < k->count; j++) {
        bri_unknown *w = &k->at[j];
        if (w->above == i) {
            w->above = BRI_ABOVE_FIXED;
            w->floor = k->at[i].initial;
        } else if (w->above > i) {
            w->above--;
        }
    }
    memmove(&k->at[i], &k->at[i + 1], (size_t)(k->count - 1 - i) * sizeof *k->at);
    k->count--;
}
