/* locate.c - where the first of several functions passes 0, by regula falsi
 *
 *     x = a + (b - a) g_a / (g_a - g_b)      the first of the functions that have crossed at b
 *
 * Where the same end stays twice its values count half (Illinois); once it lags behind bisection by six looks it
 * bisects. A place nearer to an end than is asked for is moved away from it that far, so that the next look ends
 * the search.
 *
 * M. Dowell, P. Jarratt, "A modified regula falsi method for computing the root of an equation", BIT 11 (1971) 168-174. */
#include "integrator/locate.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    LAG = 6
};

bool bri_passed(const bri_crossing *crossing, const double *g)
{
    for (int i = 0; i < crossing->events; i++)
        if (crossing->side[i] * g[i] + crossing->slack[i] < 0) return true;
    return false;
}

typedef struct share_of { /* how much the values at both ends count */
    double before, after;
} share_of;

static double first_secant(const bri_crossing *c, double a, double b, share_of counts)
{
    double first = b;
    for (int i = 0; i < c->events; i++) {
        double before = counts.before * fmax(c->side[i] * c->before[i] + c->slack[i], 0);
        double after = counts.after * (c->side[i] * c->after[i] + c->slack[i]);
        if (after < 0) first = fmin(first, a + (b - a) * (before / (before - after)));
    }
    return first;
}

double bri_locate(const bri_crossing *crossing, double from, double to, double finest)
{
    assert(from <= to && finest > 0);
    double a = from, b = to;
    share_of counts = {1, 1};
    int moved_last = 0; /* 1: b, -1: a */
    for (int samples = 0; b - a > finest; samples++) {
        double x = first_secant(crossing, a, b, counts);
        x = fmax(a + 0.9 * finest, fmin(x, b - 0.9 * finest));
        if (b - a > ldexp(to - from, LAG - samples) || !(x > a && x < b)) x = 0.5 * (a + b);
        if (!(x > a && x < b)) break; /* nothing lies between */
        crossing->at(crossing->context, x, crossing->trial);
        bool passed = bri_passed(crossing, crossing->trial);
        int moves = passed ? 1 : -1;
        *(passed ? &b : &a) = x;
        memcpy(passed ? crossing->after : crossing->before, crossing->trial, (size_t)crossing->events * sizeof(double));
        *(passed ? &counts.after : &counts.before) = 1;
        if (moves == moved_last) *(passed ? &counts.before : &counts.after) *= 0.5;
        moved_last = moves;
    }
    return b;
}
