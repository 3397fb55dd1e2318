/* slip_onset.c - would a slip that begins gain speed, and would it go on
 *
 * Accelerations along a combination of elementary motions enter equilibrium as further unknowns that are not negative. The
 * likely motion is tried first; then every pattern of slip directions that motions can have. */
#include "stiction/slip_onset.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "stiction/families.h"
#include "stiction/guess_motion.h"
#include "stiction/search.h"
#include "stiction/tolerance.h"

enum {
    MOST_COMBINED = 32, /* elementary motions in one combination */
    MOST_PATTERNS = 300,
    SLIP_SEARCHES = 2 /* all patterns together may use as many branches as so many searches */
};

/* Several elementary motions at once, none against another at any interface: so every motion is made of at most as many of them
 * as there are degrees of freedom. */
typedef struct combined_motion {
    int motions;
    const sti_motion *motion[MOST_COMBINED];
    double sign[MOST_COMBINED];
    sti_motion sum; /* its slip rates */
} combined_motion;

typedef struct onset {
    const sti_assessment *a;
    const sti_statics *st;
    int left; /* branches that may still be used */
} onset;

static bri_status slip_problem(const onset *a, const combined_motion *slip, bool sliding, sti_problem **pr,
                               double *rise, bool *solvable, bri_error *err)
{
    const sti_statics *st = a->st;
    int extras = slip->motions + st->free_motions;
    double *extra = calloc((size_t)(extras * st->n) + 1, sizeof *extra);
    bri_status status = extra ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    *rise = 0;
    for (int e = 0; e < extras && extra; e++) {
        bool is_free = e >= slip->motions;
        const double *u =
            is_free ? st->free_motion + (size_t)(e - slip->motions) * (size_t)st->n : slip->motion[e]->velocity;
        for (int i = 0; i < st->n; i++) {
            extra[e * st->n + i] = -st->mass[i] * u[i] * (is_free ? 1 : slip->sign[e]);
            if (!is_free) *rise = fmax(*rise, st->mass[i] * u[i] * u[i]);
        }
    }
    if (!status) status = bri_problem_create(st, extra, extras, pr, solvable, err);
    if (!status && *solvable) {
        (*pr)->sliding = sliding;
        (*pr)->rising = slip->motions;
        status = bri_find_families(*pr, &slip->sum, err);
    }
    free(extra);
    return status;
}

/* Is there a solution in which friction is at its limits against these motions and none of them loses speed? At the static
 * limits, one must gain. */
static bri_status slip_continues(onset *a, const combined_motion *slip, bool sliding, bri_answer *answer,
                                 bri_error *err)
{
    sti_problem *pr = NULL;
    bool solvable = false;
    double rise, *sum = NULL;
    bri_status status = slip_problem(a, slip, sliding, &pr, &rise, &solvable, err);
    *answer = BRI_ANSWER_NO;
    if (!status && solvable) sum = calloc((size_t)pr->p + 1, sizeof *sum);
    if (!status && solvable && !sum) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    for (int e = 0; e < slip->motions && sum; e++)
        for (int i = 0; i <= pr->p; i++)
            sum[i] += pr->x[(a->st->columns + e) * (pr->p + 1) + i];
    if (!status && solvable) {
        double least = (sliding ? -tol_zero : tol_zero) / rise;
        sti_search s = {.objective = {.problem = pr, .factor = 1, .expression = sum, .direction = 1},
                        .gap = tol_zero,
                        .enough = nextafter(least, INFINITY),
                        .floor = least,
                        .most = a->left < a->a->branches ? a->left : a->a->branches};
        status = bri_search(&s, err);
        a->left -= s.branches;
        *answer = s.found > least ? BRI_ANSWER_YES : s.bound <= least ? BRI_ANSWER_NO : BRI_ANSWER_OPEN;
    }
    if (pr) a->a->pr->program->solved += pr->program->solved;
    bri_problem_free(pr);
    free(sum);
    return status;
}

/* Any yes is one; else any that is open. */
static void join(bri_answer *all, bri_answer one)
{
    if (one == BRI_ANSWER_YES || (one == BRI_ANSWER_OPEN && *all == BRI_ANSWER_NO)) *all = one;
}

/* The part in which all of it is; NULL: in several. */
static bri_part *part_of(const onset *a, const combined_motion *slip)
{
    for (int e = 1; e < slip->motions; e++)
        if (slip->motion[e]->part != slip->motion[0]->part) return NULL;
    return &a->a->out->part[slip->motion[0]->part];
}

static bri_status try_slip(onset *a, const combined_motion *slip, bri_error *err)
{
    bri_verdict_result *out = a->a->out;
    bri_part *part = part_of(a, slip);
    bri_status status = BRI_OK;
    for (int sliding = 0; sliding < 2 && !status; sliding++) {
        bri_answer one = BRI_ANSWER_NO, *all = sliding ? &out->persists : &out->accelerates;
        bri_answer *of_part = part ? (sliding ? &part->persists : &part->accelerates) : all;
        if (*of_part == BRI_ANSWER_YES) continue;
        status = slip_continues(a, slip, sliding, &one, err);
        join(of_part, one);
        join(all, one);
    }
    return status;
}

/* Adds a motion; false: somewhere it is against what is there already. */
static bool add_motion(const onset *a, combined_motion *slip, const sti_motion *motion, double sign)
{
    for (int f = 0; f < a->st->interfaces; f++)
        if (slip->sum.slip[f] * sign * motion->slip[f] < 0) return false;
    for (int f = 0; f < a->st->interfaces; f++)
        slip->sum.slip[f] += sign * motion->slip[f];
    slip->motion[slip->motions] = motion;
    slip->sign[slip->motions++] = sign;
    return true;
}

static void remove_motion(const onset *a, combined_motion *slip)
{
    slip->motions--;
    for (int f = 0; f < a->st->interfaces; f++) {
        slip->sum.slip[f] = 0; /* anew: sums must not be left over */
        for (int e = 0; e < slip->motions; e++)
            slip->sum.slip[f] += slip->sign[e] * slip->motion[e]->slip[f];
    }
}

/* How much of a motion there is in slip rates, without that any of them turns round. */
static double share_of(const onset *a, const sti_motion *motion, double sign, const double *rate)
{
    double most = INFINITY;
    for (int f = 0; f < a->st->interfaces; f++) {
        double slip = sign * motion->slip[f];
        if (slip == 0) continue;
        if (!(slip * rate[f] > 0)) return 0;
        most = fmin(most, rate[f] / slip);
    }
    return isfinite(most) ? most : 0;
}

/* Slip rates as a sum of elementary motions none of which is against another; one at least comes to its end with each. */
static void decompose(const onset *a, double *rate, combined_motion *slip)
{
    double fastest = 0;
    for (int f = 0; f < a->st->interfaces; f++)
        fastest = fmax(fastest, fabs(rate[f]));
    for (int m = 0; m < 2 * a->st->motions && slip->motions < MOST_COMBINED; m++) {
        const sti_motion *motion = &a->st->motion[m / 2];
        double sign = m % 2 ? -1 : 1, share = share_of(a, motion, sign, rate);
        if (!(share > 0) || !add_motion(a, slip, motion, sign)) continue;
        for (int f = 0; f < a->st->interfaces; f++) {
            rate[f] -= share * sign * motion->slip[f];
            if (fabs(rate[f]) <= tol_decomposed * fastest) rate[f] = 0;
        }
    }
}

/* The motion that is likely to begin: if it answers, no other need be tried. */
static bri_status try_guess(onset *a, combined_motion *slip, bri_error *err)
{
    double *rate = calloc((size_t)a->st->interfaces + 1, sizeof *rate);
    bri_status status = rate ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    for (int sliding = 0; sliding < 2 && !status; sliding++) {
        status = bri_guess_motion(a->st, sliding, rate, err);
        if (!status) decompose(a, rate, slip);
        if (!status && slip->motions > 0) status = try_slip(a, slip, err);
        while (slip->motions > 0)
            remove_motion(a, slip);
    }
    free(rate);
    return status;
}

static bool is_answered(const onset *a)
{
    return a->a->out->accelerates == BRI_ANSWER_YES && a->a->out->persists == BRI_ANSWER_YES;
}

/* Not all was tried. */
static void leave_open(onset *a)
{
    join(&a->a->out->accelerates, BRI_ANSWER_OPEN);
    join(&a->a->out->persists, BRI_ANSWER_OPEN);
    for (int p = 0; p < a->a->out->parts; p++) {
        join(&a->a->out->part[p].accelerates, BRI_ANSWER_OPEN);
        join(&a->a->out->part[p].persists, BRI_ANSWER_OPEN);
    }
}

/* Signs of slip, one row of them for each way of sliding. */
typedef struct patterns {
    int count, interfaces;
    bool too_many;
    signed char *sign; /* MOST_PATTERNS + 1 rows */
} patterns;

static signed char *row_of(const patterns *p, int row) { return p->sign + (size_t)row * (size_t)p->interfaces; }

/* Whether a motion is nowhere against a pattern; within: nor moves what rests in it. */
static bool agrees_with(const signed char *pattern, const sti_motion *motion, double sign, int interfaces,
                        bool within_it)
{
    for (int f = 0; f < interfaces; f++) {
        double slip = sign * motion->slip[f];
        if (slip * pattern[f] < 0 || (within_it && slip != 0 && !pattern[f])) return false;
    }
    return true;
}

/* A pattern with one motion more, unless it is known. */
static void add_pattern(patterns *p, const signed char *before, const sti_motion *motion, double sign)
{
    signed char *next = row_of(p, p->count);
    for (int f = 0; f < p->interfaces; f++) {
        double slip = sign * motion->slip[f];
        next[f] = (signed char)(slip > 0 ? 1 : slip < 0 ? -1 : before ? before[f] : 0);
    }
    for (int i = 0; i < p->count; i++)
        if (!memcmp(row_of(p, i), next, (size_t)p->interfaces)) return;
    if (p->count == MOST_PATTERNS)
        p->too_many = true;
    else
        p->count++;
}

/* All patterns that a motion can have: single motions, and what comes of them by adding one more. */
static void find_patterns(const onset *a, patterns *p)
{
    for (int m = 0; m < 2 * a->st->motions && !p->too_many; m++)
        add_pattern(p, NULL, &a->st->motion[m / 2], m % 2 ? -1 : 1);
    for (int i = 0; i < p->count && !p->too_many; i++)
        for (int m = 0; m < 2 * a->st->motions && !p->too_many; m++)
            if (agrees_with(row_of(p, i), &a->st->motion[m / 2], m % 2 ? -1 : 1, p->interfaces, false))
                add_pattern(p, row_of(p, i), &a->st->motion[m / 2], m % 2 ? -1 : 1);
}

/* All motions within a pattern. Where the loads do work along none of them nothing is gained: friction only slows it down.
 * False: there are too many. */
static bool gather_motions(const onset *a, const signed char *pattern, combined_motion *slip, bool *is_driven)
{
    *is_driven = false;
    for (int m = 0; m < 2 * a->st->motions; m++) {
        const sti_motion *motion = &a->st->motion[m / 2];
        double sign = m % 2 ? -1 : 1;
        if (!agrees_with(pattern, motion, sign, a->st->interfaces, true)) continue;
        if (slip->motions == MOST_COMBINED) return false;
        add_motion(a, slip, motion, sign);
        *is_driven = *is_driven || sign * motion->power > 0;
    }
    return true;
}

static bri_status try_patterns(onset *a, const patterns *p, combined_motion *slip, bri_error *err)
{
    bri_status status = BRI_OK;
    bool all = !p->too_many && !a->st->too_many;
    for (int i = 0; i < p->count && !status && !is_answered(a); i++) {
        bool is_driven, fits = gather_motions(a, row_of(p, i), slip, &is_driven);
        all = all && fits && a->left > 0;
        if (fits && is_driven && a->left > 0) status = try_slip(a, slip, err);
        while (slip->motions > 0)
            remove_motion(a, slip);
    }
    if (!all) leave_open(a);
    return status;
}

/* Too many patterns cannot all be tried: then only those of single motions are. */
bri_status bri_find_slips(const sti_assessment *assessment, bri_error *err)
{
    onset now = {.a = assessment, .st = assessment->st, .left = SLIP_SEARCHES * assessment->branches}, *a = &now;
    combined_motion slip = {.sum = {.power = 1}};
    patterns p = {.interfaces = a->st->interfaces};
    bri_status status = BRI_OK;
    slip.sum.slip = calloc((size_t)a->st->interfaces + 1, sizeof(double));
    p.sign = calloc((size_t)(MOST_PATTERNS + 1) * (size_t)p.interfaces + 1, 1);
    if (!slip.sum.slip || !p.sign) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    if (!status) status = try_guess(a, &slip, err);
    if (!status && !is_answered(a)) {
        find_patterns(a, &p);
        if (p.too_many && p.count > 2 * a->st->motions) p.count = 2 * a->st->motions;
        status = try_patterns(a, &p, &slip, err);
    }
    free(slip.sum.slip);
    free(p.sign);
    return status;
}
