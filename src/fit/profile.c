/* profile.c - the interval of one unknown, by the least squares that the others can reach while it is held */
#include "fit/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_POINTS = (BRI_PROFILE_POINTS - 1) / 2, /* of one side */
    FEWEST = 10,                                /* evaluations of a point, of long records */
    MORE = 50,                                  /* of records of SHORT rows */
    SHORT = 2000
};

static const double tolerance = 5e-4; /* of the squares at a point, as a part of their rise at the ends */
static const double weak =
    1.5; /* a coordinate of this deviation may have no end: the end of its range is tried first */
static const double found = 0.03;    /* of the end, relative to its distance */
static const double cliff = 3;       /* a rise beyond which it is not nearly proportional to the distance */
static const double doubtful = 0.5;  /* a rise below this part of what the points beside it let expect */
static const double better = 0.05;   /* a decrease of the squares by this part of their rise is a better minimum */
static const double far = 1e3;       /* factor of a value beyond which an end is open */
static const double near_end = 1e-5; /* of the distance to the end of the range: an end there is open */

typedef struct side {
    bri_fit_problem *problem;
    const bri_bench *bench;
    const bri_minimum *minimum;
    int unknown;
    bool renew;
    const double *slope;
    double value, coordinate, sign, rise;
    double low, high;            /* values within which the profile is followed */
    double at[BRI_UNKNOWNS_MAX]; /* values of all unknowns at the minimum */
    bri_minimum last;            /* at the point computed last, at a distance */
    double last_at;
    bri_profile *profile; /* its points */
} side;

static int by_value(const void *a, const void *b)
{
    double x = ((const bri_fit_point *)a)->value, y = ((const bri_fit_point *)b)->value;
    return (x > y) - (x < y);
}

/* Of a value that was computed twice, the lower point stays. */
static void record(bri_profile *profile, double value, double rise)
{
    for (int i = 0; i < profile->points; i++) {
        bri_fit_point *one = &profile->point[i];
        if (one->value != value) continue;
        one->rise = fmin(one->rise, rise);
        return;
    }
    profile->point[profile->points++] = (bri_fit_point){value, rise};
}

static double value_at(const side *s, double distance)
{
    const bri_unknowns *k = s->problem->unknowns;
    if (k->at[s->unknown].above != BRI_ABOVE_NOTHING)
        return s->value * exp(s->sign * distance); /* its range depends on another unknown */
    return bri_unknown_from(k, s->unknown, s->coordinate + s->sign * distance, s->at);
}

/* The root of the rise of the squares over that of the end: nearly proportional to the distance. */
static double rise_at(side *s, double distance, bri_minimum *m)
{
    bri_fit_problem *p = s->problem;
    int n = bri_problem_coordinates(p);
    double value = value_at(s, distance), moved = 0, best = INFINITY;
    double at[BRI_UNKNOWNS_MAX];
    memcpy(at, s->at, sizeof at);
    at[s->unknown] = value;
    moved = bri_unknown_coordinate(p->unknowns, s->unknown, value, at) - s->coordinate;
    p->held = s->unknown;
    p->held_value = value;
    for (int way = 0; way < 3 && !p->stopped;
         way++) { /* along the slope, along the way of the point before, from the minimum */
        bri_minimum from = *s->minimum;
        if (way == 1 && !(s->last_at > 0)) continue;
        for (int j = 0; way < 2 && j < n; j++)
            from.u[j] += way == 0 ? s->slope[j] * moved : (s->last.u[j] - from.u[j]) * fmin(distance / s->last_at, 2);
        double squares = bri_squares(p, s->bench, from.u);
        if (way && !(squares < best)) continue;
        best = squares;
        *m = from;
    }
    int rows = (int)bri_problem_rows(p), most = FEWEST + (rows > SHORT ? MORE * SHORT / rows : MORE);
    double enough = tolerance * s->rise / s->minimum->squares;
    bool done = !p->stopped && bri_minimum_from(p, s->bench, enough, most, m);
    if (done && m->squares - s->minimum->squares > s->rise * (1 - found) * (1 - found))
        done = bri_minimum_unstick(p, s->bench, enough, most, m);
    p->held = -1;
    if (!done) return NAN;
    s->last = *m;
    s->last_at = distance;
    record(s->profile, value, fmax(0, m->squares - s->minimum->squares) / s->rise);
    return sqrt(fmax(0, m->squares - s->minimum->squares) / s->rise);
}

/* The distance at which the value is just within what is followed, from one that is within to one that is not. */
static double last_within(const side *s, double low, double high)
{
    for (int i = 0; i < 50; i++) {
        double middle = 0.5 * (low + high), value = value_at(s, middle);
        if (value > s->low && value < s->high)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Whether a better minimum was found at a distance. */
static bool improves(const side *s, double distance, const bri_minimum *m, bri_minimum *improved)
{
    double reached[BRI_UNKNOWNS_MAX];
    if (!s->renew || !(m->squares < s->minimum->squares - better * s->rise)) return false;
    *improved = *m;
    bri_unknowns_values(s->problem->unknowns, m->u, s->unknown, value_at(s, distance), reached);
    bri_unknowns_coordinates(s->problem->unknowns, reached, improved->u);
    return true;
}

/* The distance of the end; INFINITY: open; NAN: stopped. */
static double follow(side *s, double first, bool weakly, bri_minimum *improved)
{
    static const double farthest = 200; /* of a coordinate */
    double low = 0, low_rise = 0, high = INFINITY, high_rise = 0, end = last_within(s, 0, farthest);
    double at = weakly ? end : fmin(first, end);
    int rechecks = 0;
    if (!(end > 0)) return INFINITY;
    for (int i = 0; i < MOST_POINTS; i++) {
        bri_minimum m = {.squares = INFINITY};
        double rise = rise_at(s, at, &m);
        if (isnan(rise)) return NAN;
        if (improves(s, at, &m, improved)) return 0;
        if (fabs(rise - 1) < found) return at / rise;
        if (rise < 1 && at >= end) return INFINITY;
        double expected = low_rise + (high_rise - low_rise) * (at - low) / (high - low);
        if (isfinite(high) && rise < 1 && rise < doubtful * expected && rechecks++ < 1) {
            low = at; /* the point beyond the end had not reached its minimum: once more, from here */
            low_rise = rise;
            at = high;
            high = INFINITY;
            continue;
        }
        if (rise < 1) {
            low = at;
            low_rise = rise;
        } else {
            high = at;
            high_rise = rise;
        }
        if (low == 0 && high == end)
            at = fmin(first, 0.5 * end);
        else if (isinf(high) || (high == end && at < end))
            at = fmin(end, rise > 0.2 ? at * fmin(3, 1.05 / rise) : 3 * at);
        else if (high_rise > cliff)
            at = 0.5 * (low + high);
        else
            at = fmin(fmax(low + (high - low) * (1 - low_rise) / (high_rise - low_rise), low + 0.05 * (high - low)),
                      high - 0.05 * (high - low));
        if (at >= high) at = 0.5 * (low + high);
    }
    return isinf(high) ? INFINITY : at;
}

/* The values within which a profile is followed. */
static void set_limits(side *s)
{
    const bri_unknowns *k = s->problem->unknowns;
    const bri_unknown *w = &k->at[s->unknown];
    double low, high;
    bri_unknown_limits(k, s->unknown, s->at, &low, &high);
    if (w->above != BRI_ABOVE_NOTHING) {
        s->low = w->above == BRI_ABOVE_FIXED ? low : fmax(w->min, s->value / far);
        s->high = w->ranged ? w->max : fmin(w->max, high * 1.0001);
        return;
    }
    double width = w->scale > 0 ? far * fmax(fabs(s->value), w->scale) : INFINITY;
    s->low = fmax(low + near_end * (s->value - low), s->value - width);
    s->high = fmin(high - near_end * (high - s->value), s->value + width);
    if (low >= 0 && s->value > 0) {
        s->low = fmax(s->low, fmin(s->value, w->start) / far);
        s->high = fmin(s->high, fmax(s->value, w->start) * far);
    }
}

bool bri_profile_of(bri_fit_problem *p, const bri_bench *bench, int unknown, double rise, double deviation,
                    const double *slope, bool renew, bri_minimum *minimum, bri_profile *profile)
{
    side s = {.problem = p,
              .bench = bench,
              .minimum = minimum,
              .unknown = unknown,
              .renew = renew,
              .slope = slope,
              .rise = rise,
              .profile = profile};
    double squares = minimum->squares;
    bri_unknowns_values(p->unknowns, minimum->u, -1, 0, s.at);
    s.value = s.at[unknown];
    s.coordinate = minimum->u[unknown];
    *profile = (bri_profile){.low = -INFINITY, .high = INFINITY};
    record(profile, s.value, 0);
    set_limits(&s);
    double to_log = 1; /* from the coordinate to the logarithm of the value, along which a peak is followed */
    if (p->unknowns->at[unknown].above != BRI_ABOVE_NOTHING) {
        double low, high;
        bri_unknown_limits(p->unknowns, unknown, s.at, &low, &high);
        to_log = (s.value - low) * (high - s.value) / ((high - low) * s.value);
    }
    double first = fmin(1, fmax(1e-7, deviation * to_log)); /* deviation comes for the same rise */
    for (int i = 0; i < 2; i++) {
        bri_minimum improved = {.squares = INFINITY};
        s.sign = i ? 1 : -1;
        s.last_at = 0;
        double distance = follow(&s, first, !(deviation < weak), &improved);
        if (isnan(distance)) return false;
        if (improved.squares < squares) {
            *minimum = improved;
            profile->improved = true;
            return true;
        }
        if (isinf(distance)) continue;
        if (i)
            profile->high = value_at(&s, distance);
        else
            profile->low = value_at(&s, distance);
    }
    qsort(profile->point, (size_t)profile->points, sizeof *profile->point, by_value);
    return true;
}
