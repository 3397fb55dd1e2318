/* trajectory.c - one channel of a recording within a window of time */
#include "measure/trajectory.h"

#include <math.h>

enum {
    PIECES = 8,     /* of a segment, in which its slope has at most one zero */
    BISECTIONS = 60 /* to the last bit of a time */
};
static const double tol_turn = 1e-7;   /* of the range */
static const double tol_share = 1e-15; /* of a segment: a time in it to rounding */

/* --- a segment ------------------------------------------------------------------------------------------------------------ */

/* The quartic through the nodes at a share of the segment, by Newton's differences, and its derivative by the share. */
static double quartic(const double *y, double share, double *slope)
{
    double d[BRI_NODES], s = 4 * share;
    for (int i = 0; i < BRI_NODES; i++)
        d[i] = y[i];
    for (int k = 1; k < BRI_NODES; k++)
        for (int i = BRI_NODES - 1; i >= k; i--)
            d[i] = (d[i] - d[i - 1]) / k;
    double value = d[BRI_NODES - 1], rate = 0;
    for (int i = BRI_NODES - 2; i >= 0; i--) {
        rate = rate * (s - i) + value;
        value = value * (s - i) + d[i];
    }
    if (slope) *slope = 4 * rate;
    if (share <= 0) return y[0];
    return share >= 1 ? y[BRI_NODES - 1] : value;
}

typedef struct part { /* of a segment, within the window */
    const double *y;
    double from, to; /* s, of the segment */
    double a, b;     /* shares of the segment */
} part;

static bool part_of(const bri_trajectory *c, size_t segment, part *p)
{
    const double *span = c->recording->span[segment];
    *p = (part){bri_recording_values(c->recording, segment, c->channel), span[0], span[1], 0, 1};
    if (span[1] < c->from || span[0] > c->to) return false;
    double length = span[1] - span[0];
    if (c->from > span[0]) p->a = length > 0 ? (c->from - span[0]) / length : 1;
    if (c->to < span[1]) p->b = (c->to - span[0]) / length;
    return true;
}

static double time_of(const part *p, double share)
{
    return share <= 0 ? p->from : share >= 1 ? p->to : p->from + share * (p->to - p->from);
}

bool bri_trajectory_exists(const bri_trajectory *c)
{
    part p;
    for (size_t i = 0; i < c->recording->count; i++)
        if (part_of(c, i, &p)) return true;
    return false;
}

double bri_trajectory_at(const bri_trajectory *c, double t)
{
    const bri_recording *h = c->recording;
    size_t low = 0, high = h->count; /* the last segment that begins at t or before */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(h->span[middle][0] <= t ? &low : &high) = middle;
    }
    if (!h->count || t < h->span[0][0] || t > h->span[low][1]) return NAN;
    double length = h->span[low][1] - h->span[low][0];
    return quartic(bri_recording_values(h, low, c->channel), length > 0 ? (t - h->span[low][0]) / length : 1, NULL);
}

/* --- integrals ------------------------------------------------------------------------------------------------------------ */

/* Gauss's quadrature with five points, exact for polynomials of degree 9: the square of a quartic. */
static const double gauss_at[] = {-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831, 0.9061798459386640};
static const double gauss_weight[] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                      0.2369268850561891};

double bri_trajectory_integral(const bri_trajectory *c, bri_trajectory_function *f, void *user, double *time)
{
    double sum = 0;
    part p;
    *time = 0;
    for (size_t i = 0; i < c->recording->count; i++) {
        if (!part_of(c, i, &p)) continue;
        double half = 0.5 * (p.b - p.a), length = p.to - p.from, inner = 0;
        for (int k = 0; k < 5; k++) {
            double y = quartic(p.y, p.a + half * (1 + gauss_at[k]), NULL);
            inner += gauss_weight[k] * (f ? f(y, user) : y);
        }
        sum += inner * half * length;
        *time += 2 * half * length;
    }
    return sum;
}

double bri_trajectory_area(const bri_trajectory *y, const bri_trajectory *x)
{
    double sum = 0;
    part p;
    for (size_t i = 0; i < y->recording->count; i++) {
        if (!part_of(y, i, &p)) continue;
        double half = 0.5 * (p.b - p.a);
        const double *other = bri_recording_values(y->recording, i, x->channel);
        for (int k = 0; k < 5; k++) {
            double share = p.a + half * (1 + gauss_at[k]), slope;
            quartic(other, share, &slope);
            sum += gauss_weight[k] * half * slope * quartic(p.y, share, NULL);
        }
    }
    return sum;
}

/* --- extremes -------------------------------------------------------------------------------------------------------------- */

/* Share at which the slope of a segment vanishes between two others, at which it has different signs. */
static double level_share(const double *y, double a, double b)
{
    double at_a, at;
    quartic(y, a, &at_a);
    for (int i = 0; i < BISECTIONS && b - a > tol_share; i++) {
        double middle = 0.5 * (a + b);
        quartic(y, middle, &at);
        *((at > 0) == (at_a > 0) ? &a : &b) = middle;
    }
    return 0.5 * (a + b);
}

/* Visits the ends of a part and all places in it at which its slope vanishes, in the order of time. */
typedef void visit_fn(void *user, double time, double value);
static void visit_part(const part *p, visit_fn *visit, void *user)
{
    double before, slope;
    visit(user, time_of(p, p->a), quartic(p->y, p->a, &before));
    for (int i = 1; i <= PIECES; i++) {
        double last = p->a + (p->b - p->a) * (i - 1) / PIECES, share = p->a + (p->b - p->a) * i / PIECES;
        double value = quartic(p->y, share, &slope);
        if ((slope > 0) != (before > 0) && slope != 0 && before != 0) {
            double top = level_share(p->y, last, share);
            visit(user, time_of(p, top), quartic(p->y, top, NULL));
        }
        if (i == PIECES) visit(user, time_of(p, p->b), value);
        before = slope;
    }
}

static void visit_all(const bri_trajectory *c, visit_fn *visit, void *user)
{
    part p;
    for (size_t i = 0; i < c->recording->count; i++)
        if (part_of(c, i, &p)) visit_part(&p, visit, user);
}

typedef struct best {
    double sign; /* 0: the magnitude counts */
    bri_peak peak;
    double score;
} best;

static void keep_best(void *user, double time, double value)
{
    best *b = user;
    double score = b->sign != 0 ? b->sign * value : fabs(value);
    if (!(score > b->score)) return;
    b->score = score;
    b->peak = (bri_peak){time, value};
}

static bri_peak find_best(const bri_trajectory *c, double sign)
{
    best b = {sign, {NAN, NAN}, -INFINITY};
    visit_all(c, keep_best, &b);
    return b.peak;
}

bri_peak bri_trajectory_max(const bri_trajectory *c, double sign) { return find_best(c, sign); }
bri_peak bri_trajectory_largest(const bri_trajectory *c) { return find_best(c, 0); }

typedef struct turns {
    int left;
    double back, direction; /* how far it must come back; 1: it rises, -1: it falls, 0: not yet known */
    bri_peak first, top, found;
} turns;

static void find_turn(void *user, double time, double value)
{
    turns *t = user;
    if (isnan(t->first.value)) t->first = t->top = (bri_peak){time, value};
    if (t->direction == 0 && fabs(value - t->first.value) > t->back) {
        t->direction = value > t->first.value ? 1 : -1;
        t->top = (bri_peak){time, value};
    }
    if (t->direction == 0 || !isnan(t->found.time)) return;
    double ahead = t->direction * (value - t->top.value);
    if (ahead > 0) t->top = (bri_peak){time, value};
    if (!(-ahead > t->back)) return;
    if (--t->left == 0) t->found = t->top;
    t->direction = -t->direction;
    t->top = (bri_peak){time, value};
}

bri_peak bri_trajectory_turn(const bri_trajectory *c, int nth)
{
    bri_peak none = {NAN, NAN}, high = find_best(c, 1), low = find_best(c, -1);
    turns t = {.left = nth, .back = tol_turn * (high.value - low.value), .first = none, .top = none, .found = none};
    visit_all(c, find_turn, &t);
    return t.found;
}

/* --- crossings ------------------------------------------------------------------------------------------------------------- */

typedef struct crossings {
    double level;
    bri_direction direction;
    int nth, count;
    double found;
    bri_peak last; /* the place that was visited last */
    const bri_trajectory *curve;
} crossings;

static double time_of_crossing(const crossings *s, bri_peak a, bri_peak b)
{
    if (!(b.time > a.time)) return b.time; /* a jump */
    bool above = a.value > s->level;
    for (int i = 0; i < BISECTIONS; i++) {
        double t = 0.5 * (a.time + b.time);
        if (!(t > a.time && t < b.time)) break;
        double value = bri_trajectory_at(s->curve, t);
        *((value > s->level) == above ? &a : &b) = (bri_peak){t, value};
    }
    return 0.5 * (a.time + b.time);
}

static void find_crossing(void *user, double time, double value)
{
    crossings *s = user;
    bri_peak a = s->last, b = {time, value};
    s->last = b;
    bool rises = a.value < s->level && b.value >= s->level, falls = a.value > s->level && b.value <= s->level;
    if (!(rises && s->direction != BRI_FALLING) && !(falls && s->direction != BRI_RISING)) return;
    if (s->nth && s->count == s->nth) return;
    s->count++;
    if (s->count == s->nth || !s->nth) s->found = time_of_crossing(s, a, b);
}

double bri_trajectory_crossing(const bri_trajectory *c, double level, bri_direction direction, int nth, int *count)
{
    crossings s = {.level = level, .direction = direction, .nth = nth, .found = NAN, .last = {NAN, NAN}, .curve = c};
    visit_all(c, find_crossing, &s);
    if (count) *count = s.count;
    return s.found;
}
