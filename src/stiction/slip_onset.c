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

/* A sum of elementary motions of which none opposes another at any interface (conformal sum): every motion is one, of at most
 * as many elementary motions as there are degrees of freedom. */
typedef struct combined_motion {
    int motions;
    const sti_motion *motion[MOST_COMBINED];
    double sign[MOST_COMBINED];
    sti_motion sum; /* slip rates of the sum; a power above 0 stands for any */
} combined_motion;

typedef struct onset {
    const sti_statics *st;
    sti_problem *pr;         /* of equilibrium: counts the programs */
    bri_verdict_result *out; /* answers are joined to it */
    int branches, left;      /* allowed in one search; left for all searches */
} onset;

/* The problem with accelerations along the combined and the free motions as extra unknowns, and its family. *rise:
 * largest inertia force of a unit acceleration. The caller frees *pr. */
static bri_status slip_problem(const onset *o, const combined_motion *slip, bool sliding, sti_problem **pr,
                               double *rise, bool *solvable, bri_error *err)
{
    const sti_statics *st = o->st;
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

/* Groups of a part, whose limits apply; NULL: all of them do, or memory is out (*status). */
static bool *groups_of(const sti_problem *pr, const bri_part *part, const onset *o, bri_status *status, bri_error *err)
{
    if (!part) return NULL;
    bool *counts = calloc((size_t)pr->groups + 1, sizeof *counts);
    if (!counts) *status = bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    for (int g = 0; g < pr->groups && counts; g++) {
        int of = o->st->interface[pr->group[g].interface].part;
        counts[g] = of >= 0 && o->out->part[of] == part;
    }
    return counts;
}

/* *answer: whether there is a solution with friction at its limits against the combined motion in which no elementary
 * motion loses speed; at the static limits, one must gain. Other parts than `only` hold whatever it takes; NULL: all keep their
 * limits. Uses up branches. */
static bri_status slip_continues(onset *o, const combined_motion *slip, const bri_part *only, bool sliding,
                                 bri_answer *answer, bri_error *err)
{
    sti_problem *pr = NULL;
    bool solvable = false, *counts = NULL;
    double rise, *sum = NULL;
    bri_status status = slip_problem(o, slip, sliding, &pr, &rise, &solvable, err);
    *answer = BRI_ANSWER_NO;
    if (!status && solvable) sum = calloc((size_t)pr->p + 1, sizeof *sum);
    if (!status && solvable && !sum) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    if (!status && solvable) counts = groups_of(pr, only, o, &status, err);
    for (int e = 0; e < slip->motions && sum; e++)
        for (int i = 0; i <= pr->p; i++)
            sum[i] += pr->x[(o->st->columns + e) * (pr->p + 1) + i];
    if (!status && solvable) {
        double least = (sliding ? -tol_zero : tol_zero) / rise;
        sti_search s = {.objective = {.problem = pr, .counts = counts, .factor = 1, .expression = sum, .direction = 1},
                        .gap = tol_zero,
                        .enough = nextafter(least, INFINITY),
                        .floor = least,
                        .most = o->left < o->branches ? o->left : o->branches};
        status = bri_search(&s, err);
        o->left = o->left > s.branches ? o->left - s.branches : 0;
        *answer = s.found > least ? BRI_ANSWER_YES : s.bound <= least ? BRI_ANSWER_NO : BRI_ANSWER_OPEN;
    }
    if (pr) bri_program_count(o->pr->program, pr->program);
    bri_problem_free(pr);
    free(counts);
    free(sum);
    return status;
}

/* YES if any is, else OPEN if any is. */
static void join(bri_answer *all, bri_answer one)
{
    if (one == BRI_ANSWER_YES || (one == BRI_ANSWER_OPEN && *all == BRI_ANSWER_NO)) *all = one;
}

/* The part that contains the whole combined motion; NULL: several parts. */
static bri_part *part_of(const onset *o, const combined_motion *slip)
{
    for (int e = 1; e < slip->motions; e++)
        if (slip->motion[e]->part != slip->motion[0]->part) return NULL;
    return o->out->part[slip->motion[0]->part];
}

/* Joins to the answers what a combined motion says, for static limits and for sliding: to those of its part by itself, and to those
 * of the mechanism, in which the other parts hold within their limits. */
static bri_status try_slip(onset *o, const combined_motion *slip, bri_error *err)
{
    bri_verdict_result *out = o->out;
    bri_part *part = part_of(o, slip);
    bri_status status = BRI_OK;
    for (int sliding = 0; sliding < 2 && !status; sliding++) {
        bri_answer by_itself = BRI_ANSWER_OPEN, whole = BRI_ANSWER_NO,
                   *all = sliding ? &out->persists : &out->accelerates;
        bri_answer *of_part = part ? (sliding ? &part->persists : &part->accelerates) : NULL;
        if (of_part && out->parts > 1 && *of_part != BRI_ANSWER_YES) {
            status = slip_continues(o, slip, part, sliding, &by_itself, err);
            join(of_part, by_itself);
        }
        if (status || *all == BRI_ANSWER_YES || by_itself == BRI_ANSWER_NO) continue;
        status = slip_continues(o, slip, NULL, sliding, &whole, err);
        join(all, whole);
        if (of_part && out->parts == 1) join(of_part, whole);
    }
    return status;
}

/* Adds sign x motion; false: some interface would move against it. */
static bool add_motion(const onset *o, combined_motion *slip, const sti_motion *motion, double sign)
{
    for (int f = 0; f < o->st->interfaces; f++)
        if (slip->sum.slip[f] * sign * motion->slip[f] < 0) return false;
    for (int f = 0; f < o->st->interfaces; f++)
        slip->sum.slip[f] += sign * motion->slip[f];
    assert(slip->motions < MOST_COMBINED);
    slip->motion[slip->motions] = motion;
    slip->sign[slip->motions++] = sign;
    return true;
}

/* Removes the motion that was added last. Slip rates are summed again, so that 0 stays 0. */
static void remove_motion(const onset *o, combined_motion *slip)
{
    slip->motions--;
    for (int f = 0; f < o->st->interfaces; f++) {
        slip->sum.slip[f] = 0;
        for (int e = 0; e < slip->motions; e++)
            slip->sum.slip[f] += slip->sign[e] * slip->motion[e]->slip[f];
    }
}

/* Largest multiple of sign x motion that can be subtracted from slip rates without reversing any. */
static double share_of(const onset *o, const sti_motion *motion, double sign, const double *rate)
{
    double most = INFINITY;
    for (int f = 0; f < o->st->interfaces; f++) {
        double slip = sign * motion->slip[f];
        if (slip == 0) continue;
        if (!(slip * rate[f] > 0)) return 0;
        most = fmin(most, rate[f] / slip);
    }
    return isfinite(most) ? most : 0;
}

/* Slip rates as a sum of elementary motions that nowhere oppose each other; each subtraction brings at least one rate
 * to 0. Overwrites rate. */
static void decompose(const onset *o, double *rate, combined_motion *slip)
{
    double fastest = 0;
    for (int f = 0; f < o->st->interfaces; f++)
        fastest = fmax(fastest, fabs(rate[f]));
    for (int m = 0; m < 2 * o->st->motions && slip->motions < MOST_COMBINED; m++) {
        const sti_motion *motion = &o->st->motion[m / 2];
        double sign = m % 2 ? -1 : 1, share = share_of(o, motion, sign, rate);
        if (!(share > 0) || !add_motion(o, slip, motion, sign)) continue;
        for (int f = 0; f < o->st->interfaces; f++) {
            rate[f] -= share * sign * motion->slip[f];
            if (fabs(rate[f]) <= tol_decomposed * fastest) rate[f] = 0;
        }
    }
}

/* Tries the motions that are likely to begin: if they answer YES, no others need be tried. */
static bri_status try_guess(onset *o, combined_motion *slip, bri_error *err)
{
    double *rate = calloc((size_t)o->st->interfaces + 1, sizeof *rate);
    bri_status status = rate ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    for (int sliding = 0; sliding < 2 && !status; sliding++) {
        status = bri_guess_motion(o->st, sliding, rate, err);
        if (!status) decompose(o, rate, slip);
        if (!status && slip->motions > 0) status = try_slip(o, slip, err);
        while (slip->motions > 0)
            remove_motion(o, slip);
    }
    free(rate);
    return status;
}

/* YES for the mechanism and for each of its parts. */
static bool is_answered(const onset *o)
{
    bool answered = o->out->accelerates == BRI_ANSWER_YES && o->out->persists == BRI_ANSWER_YES;
    for (int p = 0; p < o->out->parts; p++)
        answered =
            answered && o->out->part[p]->accelerates == BRI_ANSWER_YES && o->out->part[p]->persists == BRI_ANSWER_YES;
    return answered;
}

/* Not all motions were tried: a NO becomes OPEN. */
static void leave_open(onset *o)
{
    join(&o->out->accelerates, BRI_ANSWER_OPEN);
    join(&o->out->persists, BRI_ANSWER_OPEN);
    for (int p = 0; p < o->out->parts; p++) {
        join(&o->out->part[p]->accelerates, BRI_ANSWER_OPEN);
        join(&o->out->part[p]->persists, BRI_ANSWER_OPEN);
    }
}

/* Patterns of slip directions: a sign for each interface. */
typedef struct patterns {
    int count, interfaces;
    bool too_many;
    signed char *sign; /* MOST_PATTERNS + 1 rows */
} patterns;

static signed char *row_of(const patterns *p, int row) { return p->sign + (size_t)row * (size_t)p->interfaces; }

/* Whether sign x motion nowhere opposes a pattern; within_it: and moves nothing that rests in it. */
static bool agrees_with(const signed char *pattern, const sti_motion *motion, double sign, int interfaces,
                        bool within_it)
{
    for (int f = 0; f < interfaces; f++) {
        double slip = sign * motion->slip[f];
        if (slip * pattern[f] < 0 || (within_it && slip != 0 && !pattern[f])) return false;
    }
    return true;
}

/* Appends the pattern `before` (NULL: rest) with one motion added, unless it is known. */
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

/* All patterns in which the loads do work along some motion: of single motions, and of each known pattern with one motion
 * added. In others, friction can only slow down. */
static void find_patterns(const onset *o, patterns *p)
{
    for (int m = 0; m < o->st->motions && !p->too_many; m++)
        if (o->st->motion[m].power > 0) add_pattern(p, NULL, &o->st->motion[m], 1);
    int single = p->count;
    for (int i = 0; i < p->count && !p->too_many; i++)
        for (int m = 0; m < 2 * o->st->motions && !p->too_many; m++)
            if (agrees_with(row_of(p, i), &o->st->motion[m / 2], m % 2 ? -1 : 1, p->interfaces, false))
                add_pattern(p, row_of(p, i), &o->st->motion[m / 2], m % 2 ? -1 : 1);
    if (p->too_many) p->count = single;
}

/* Combines all motions within a pattern. False: too many motions. */
static bool gather_motions(const onset *o, const signed char *pattern, combined_motion *slip)
{
    for (int m = 0; m < 2 * o->st->motions; m++) {
        const sti_motion *motion = &o->st->motion[m / 2];
        double sign = m % 2 ? -1 : 1;
        if (!agrees_with(pattern, motion, sign, o->st->interfaces, true)) continue;
        if (slip->motions == MOST_COMBINED) return false;
        add_motion(o, slip, motion, sign);
    }
    return true;
}

/* Tries the combined motion of each pattern until both answers are YES. */
static bri_status try_patterns(onset *o, const patterns *p, combined_motion *slip, bri_error *err)
{
    bri_status status = BRI_OK;
    if (p->too_many || o->st->too_many) leave_open(o);
    for (int i = 0; i < p->count && !status && !is_answered(o); i++) {
        if (gather_motions(o, row_of(p, i), slip) && o->left > 0)
            status = try_slip(o, slip, err);
        else
            leave_open(o);
        while (slip->motions > 0)
            remove_motion(o, slip);
    }
    return status;
}

bri_status bri_find_slips(const sti_assessment *a, bri_error *err)
{
    onset o = {.st = a->st, .pr = a->pr, .out = a->out, .branches = a->branches, .left = SLIP_SEARCHES * a->branches};
    combined_motion slip = {.sum = {.power = 1}};
    signed char *signs = calloc((size_t)(MOST_PATTERNS + 1) * (size_t)o.st->interfaces + 1, 1);
    patterns p = {.interfaces = o.st->interfaces, .sign = signs};
    bri_status status = BRI_OK;
    assert(o.out->parts == o.st->parts);
    slip.sum.slip = calloc((size_t)o.st->interfaces + 1, sizeof(double));
    if (!slip.sum.slip || !signs) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    if (!status) status = try_guess(&o, &slip, err);
    if (!status && !is_answered(&o)) {
        find_patterns(&o, &p);
        status = try_patterns(&o, &p, &slip, err);
    }
    free(slip.sum.slip);
    free(signs);
    return status;
}
