/* verdict.c - the verdict on one state at rest */
#include "bristle/verdict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "stiction/search.h"
#include "stiction/verdict_at.h"

enum {
    USUAL_BRANCHES = 10000,
    MOST_TOGETHER = 32, /* elementary motions */
    MOST_PATTERNS = 300,
    SLIP_SEARCHES = 2,     /* all patterns together, as much as so many searches */
    INTERVAL_BRANCHES = 30 /* of one end of an interval, at the usual number */
};
static const double largest_coefficient = 1e6; /* beyond it no friction holds */

const char *bri_verdict_name(bri_verdict verdict)
{
    static const char *const names[] = {"sticks", "conditional", "undecided", "must slip", "not decided"};
    return names[verdict];
}

typedef struct judge {
    const sti_statics *st;
    const bri_verdict_def *def;
    sti_problem *pr; /* of equilibrium */
    bri_verdict_result *out;
    bool *counts;       /* groups of a part */
    int branches, left; /* of one search; of what slips may use */
    /* bounds that are known already */
    int known;
    double **expression;
    bri_bounds (*bounds)[2];
} judge;

/* --- is stick possible, is it certain ------------------------------------------------------------------------------------ */

/* The scale at which some coefficient is larger than any there is. */
static double largest_scale(const judge *j)
{
    double most = 0;
    for (int c = 0; c < j->st->contacts; c++)
        most = fmax(most, j->st->contact[c].load == STI_GIVEN ? 1 : j->st->contact[c].static_limit[1]);
    return largest_coefficient / (most > 0 ? most : 1);
}

/* Is there a distribution within the limits; from which scale on. One that holds needs no more than 1, and where none does
 * less than 1 will not do either. */
static bri_status find_possible(const judge *j, const bool *counts, bri_answer *answer, double *scale, double *low,
                                bri_error *err)
{
    double *y = calloc((size_t)j->pr->p + 1, sizeof *y);
    if (!y) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
    sti_search s = {.problem = j->pr,
                    .counts = counts,
                    .scale = 1,
                    .enough = -STI_NOTHING,
                    .floor = -2 * STI_NOTHING,
                    .most = j->branches,
                    .point = y};
    bri_status status = bri_search(&s, err);
    *answer = s.found >= -STI_NOTHING ? BRI_ANSWER_YES : s.bound < -STI_NOTHING ? BRI_ANSWER_NO : BRI_ANSWER_OPEN;
    *scale = *answer == BRI_ANSWER_YES ? fmin(bri_ratio_at(j->pr, counts, y), 1) : INFINITY;
    *low = *answer == BRI_ANSWER_NO ? 1 : 0;
    if (!status) status = bri_least_scale(j->pr, counts, j->branches, largest_scale(j), scale, low, err);
    free(y);
    return status;
}

/* Worst ratios of all faces; those of a part make its certain scale. */
static bri_status find_certain(judge *j, bri_error *err)
{
    bri_verdict_result *out = j->out;
    bri_status status = BRI_OK;
    double over = 0;
    out->certain_scale = 0;
    for (int p = 0; p < out->parts; p++)
        out->part[p].certain_scale = 0;
    for (int f = 0; f < j->st->faces && !status; f++) {
        double bound, found;
        status = bri_worst_ratio(j->pr, f, &bound, &found, err);
        int part = j->st->face[f].part;
        out->holding[f].worst = bound;
        if (part < 0) continue; /* nothing moves it: it cannot slip */
        bri_part *p = &out->part[part];
        p->certain_scale = fmax(p->certain_scale, bound);
        if (found > 1 + STI_NOTHING) p->certain = BRI_ANSWER_NO;
        over = fmax(over, found);
        out->certain_scale = fmax(out->certain_scale, bound);
    }
    for (int p = 0; p < out->parts; p++)
        if (out->part[p].certain_scale <= 1 + STI_NOTHING)
            out->part[p].certain = BRI_ANSWER_YES;
        else if (out->part[p].certain != BRI_ANSWER_NO)
            out->part[p].certain = BRI_ANSWER_OPEN;
    out->certain = out->certain_scale <= 1 + STI_NOTHING ? BRI_ANSWER_YES
                   : over > 1 + STI_NOTHING              ? BRI_ANSWER_NO
                                                         : BRI_ANSWER_OPEN;
    return status;
}

/* --- would slip go on ---------------------------------------------------------------------------------------------------- */

/* Several elementary motions at once, none against another at any face: so every motion is made of at most as many of them
 * as there are degrees of freedom. */
typedef struct together {
    int motions;
    const sti_motion *motion[MOST_TOGETHER];
    double sign[MOST_TOGETHER];
    sti_motion sum; /* its slip rates */
} together;

static bri_status slip_problem(const judge *j, const together *slip, bool sliding, sti_problem **pr, double *rise,
                               bool *solvable, bri_error *err)
{
    const sti_statics *st = j->st;
    int extras = slip->motions + st->free_motions;
    double *extra = calloc((size_t)(extras * st->n) + 1, sizeof *extra);
    bri_status status = extra ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
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
static bri_status go_on(judge *j, const together *slip, bool sliding, bri_answer *answer, bri_error *err)
{
    sti_problem *pr = NULL;
    bool solvable = false;
    double rise, *sum = NULL;
    bri_status status = slip_problem(j, slip, sliding, &pr, &rise, &solvable, err);
    *answer = BRI_ANSWER_NO;
    if (!status && solvable) sum = calloc((size_t)pr->p + 1, sizeof *sum);
    if (!status && solvable && !sum) status = bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
    for (int e = 0; e < slip->motions && sum; e++)
        for (int i = 0; i <= pr->p; i++)
            sum[i] += pr->x[(j->st->columns + e) * (pr->p + 1) + i];
    if (!status && solvable) {
        double least = (sliding ? -STI_NOTHING : STI_NOTHING) / rise;
        sti_search s = {.problem = pr,
                        .scale = 1,
                        .expression = sum,
                        .direction = 1,
                        .gap = STI_NOTHING,
                        .enough = nextafter(least, INFINITY),
                        .floor = least,
                        .most = j->left < j->branches ? j->left : j->branches};
        status = bri_search(&s, err);
        j->left -= s.branches;
        *answer = s.found > least ? BRI_ANSWER_YES : s.bound <= least ? BRI_ANSWER_NO : BRI_ANSWER_OPEN;
    }
    if (pr) j->pr->program->solved += pr->program->solved;
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
static bri_part *part_of(const judge *j, const together *slip)
{
    for (int e = 1; e < slip->motions; e++)
        if (slip->motion[e]->part != slip->motion[0]->part) return NULL;
    return &j->out->part[slip->motion[0]->part];
}

static bri_status try_slip(judge *j, const together *slip, bri_error *err)
{
    bri_verdict_result *out = j->out;
    bri_part *part = part_of(j, slip);
    bri_status status = BRI_OK;
    for (int sliding = 0; sliding < 2 && !status; sliding++) {
        bri_answer one = BRI_ANSWER_NO, *all = sliding ? &out->persists : &out->accelerates;
        bri_answer *of_part = part ? (sliding ? &part->persists : &part->accelerates) : all;
        if (*of_part == BRI_ANSWER_YES) continue;
        status = go_on(j, slip, sliding, &one, err);
        join(of_part, one);
        join(all, one);
    }
    return status;
}

/* Adds a motion; false: somewhere it is against what is there already. */
static bool add_to_slip(const judge *j, together *slip, const sti_motion *motion, double sign)
{
    for (int f = 0; f < j->st->faces; f++)
        if (slip->sum.slip[f] * sign * motion->slip[f] < 0) return false;
    for (int f = 0; f < j->st->faces; f++)
        slip->sum.slip[f] += sign * motion->slip[f];
    slip->motion[slip->motions] = motion;
    slip->sign[slip->motions++] = sign;
    return true;
}

static void take_from_slip(const judge *j, together *slip)
{
    slip->motions--;
    for (int f = 0; f < j->st->faces; f++) {
        slip->sum.slip[f] = 0; /* anew: sums must not be left over */
        for (int e = 0; e < slip->motions; e++)
            slip->sum.slip[f] += slip->sign[e] * slip->motion[e]->slip[f];
    }
}

/* How much of a motion there is in slip rates, without that any of them turns round. */
static double share_of(const judge *j, const sti_motion *motion, double sign, const double *rate)
{
    double most = INFINITY;
    for (int f = 0; f < j->st->faces; f++) {
        double slip = sign * motion->slip[f];
        if (slip == 0) continue;
        if (!(slip * rate[f] > 0)) return 0;
        most = fmin(most, rate[f] / slip);
    }
    return isfinite(most) ? most : 0;
}

/* Slip rates as a sum of elementary motions none of which is against another; one at least comes to its end with each. */
static void decompose(const judge *j, double *rate, together *slip)
{
    double fastest = 0;
    for (int f = 0; f < j->st->faces; f++)
        fastest = fmax(fastest, fabs(rate[f]));
    for (int m = 0; m < 2 * j->st->motions && slip->motions < MOST_TOGETHER; m++) {
        const sti_motion *motion = &j->st->motion[m / 2];
        double sign = m % 2 ? -1 : 1, share = share_of(j, motion, sign, rate);
        if (!(share > 0) || !add_to_slip(j, slip, motion, sign)) continue;
        for (int f = 0; f < j->st->faces; f++) {
            rate[f] -= share * sign * motion->slip[f];
            if (fabs(rate[f]) <= 1e-6 * fastest) rate[f] = 0;
        }
    }
}

/* The motion that is likely to begin: if it answers, no other need be tried. */
static bri_status try_likely(judge *j, together *slip, bri_error *err)
{
    double *rate = calloc((size_t)j->st->faces + 1, sizeof *rate);
    bri_status status = rate ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
    for (int sliding = 0; sliding < 2 && !status; sliding++) {
        status = bri_guess_motion(j->st, sliding, rate, err);
        if (!status) decompose(j, rate, slip);
        if (!status && slip->motions > 0) status = try_slip(j, slip, err);
        while (slip->motions > 0)
            take_from_slip(j, slip);
    }
    free(rate);
    return status;
}

static bool is_answered(const judge *j)
{
    return j->out->accelerates == BRI_ANSWER_YES && j->out->persists == BRI_ANSWER_YES;
}

/* Not all was tried. */
static void leave_open(judge *j)
{
    join(&j->out->accelerates, BRI_ANSWER_OPEN);
    join(&j->out->persists, BRI_ANSWER_OPEN);
    for (int p = 0; p < j->out->parts; p++) {
        join(&j->out->part[p].accelerates, BRI_ANSWER_OPEN);
        join(&j->out->part[p].persists, BRI_ANSWER_OPEN);
    }
}

/* Signs of slip, one row of them for each way of sliding. */
typedef struct patterns {
    int count, faces;
    bool too_many;
    signed char *sign; /* MOST_PATTERNS + 1 rows */
} patterns;

static signed char *row_of(const patterns *p, int row) { return p->sign + (size_t)row * (size_t)p->faces; }

/* Whether a motion is nowhere against a pattern; within: nor moves what rests in it. */
static bool goes_with(const signed char *pattern, const sti_motion *motion, double sign, int faces, bool within_it)
{
    for (int f = 0; f < faces; f++) {
        double slip = sign * motion->slip[f];
        if (slip * pattern[f] < 0 || (within_it && slip != 0 && !pattern[f])) return false;
    }
    return true;
}

/* A pattern with one motion more, unless it is known. */
static void add_pattern(patterns *p, const signed char *before, const sti_motion *motion, double sign)
{
    signed char *next = row_of(p, p->count);
    for (int f = 0; f < p->faces; f++) {
        double slip = sign * motion->slip[f];
        next[f] = (signed char)(slip > 0 ? 1 : slip < 0 ? -1 : before ? before[f] : 0);
    }
    for (int i = 0; i < p->count; i++)
        if (!memcmp(row_of(p, i), next, (size_t)p->faces)) return;
    if (p->count == MOST_PATTERNS)
        p->too_many = true;
    else
        p->count++;
}

/* All patterns that a motion can have: single motions, and what comes of them by adding one more. */
static void find_patterns(const judge *j, patterns *p)
{
    for (int m = 0; m < 2 * j->st->motions && !p->too_many; m++)
        add_pattern(p, NULL, &j->st->motion[m / 2], m % 2 ? -1 : 1);
    for (int i = 0; i < p->count && !p->too_many; i++)
        for (int m = 0; m < 2 * j->st->motions && !p->too_many; m++)
            if (goes_with(row_of(p, i), &j->st->motion[m / 2], m % 2 ? -1 : 1, p->faces, false))
                add_pattern(p, row_of(p, i), &j->st->motion[m / 2], m % 2 ? -1 : 1);
}

/* All motions within a pattern. Where the loads do work along none of them nothing is gained: friction only slows it down.
 * False: there are too many. */
static bool gather_motions(const judge *j, const signed char *pattern, together *slip, bool *is_pushed)
{
    *is_pushed = false;
    for (int m = 0; m < 2 * j->st->motions; m++) {
        const sti_motion *motion = &j->st->motion[m / 2];
        double sign = m % 2 ? -1 : 1;
        if (!goes_with(pattern, motion, sign, j->st->faces, true)) continue;
        if (slip->motions == MOST_TOGETHER) return false;
        add_to_slip(j, slip, motion, sign);
        *is_pushed = *is_pushed || sign * motion->power > 0;
    }
    return true;
}

static bri_status try_patterns(judge *j, const patterns *p, together *slip, bri_error *err)
{
    bri_status status = BRI_OK;
    bool all = !p->too_many && !j->st->too_many;
    for (int i = 0; i < p->count && !status && !is_answered(j); i++) {
        bool is_pushed, fits = gather_motions(j, row_of(p, i), slip, &is_pushed);
        all = all && fits && j->left > 0;
        if (fits && is_pushed && j->left > 0) status = try_slip(j, slip, err);
        while (slip->motions > 0)
            take_from_slip(j, slip);
    }
    if (!all) leave_open(j);
    return status;
}

/* Too many patterns cannot all be tried: then only those of single motions are. */
static bri_status find_slips(judge *j, bri_error *err)
{
    together slip = {.sum = {.power = 1}};
    patterns p = {.faces = j->st->faces};
    bri_status status = BRI_OK;
    slip.sum.slip = calloc((size_t)j->st->faces + 1, sizeof(double));
    p.sign = calloc((size_t)(MOST_PATTERNS + 1) * (size_t)p.faces + 1, 1);
    if (!slip.sum.slip || !p.sign) status = bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
    j->left = SLIP_SEARCHES * j->branches;
    if (!status) status = try_likely(j, &slip, err);
    if (!status && !is_answered(j)) {
        find_patterns(j, &p);
        if (p.too_many && p.count > 2 * j->st->motions) p.count = 2 * j->st->motions;
        status = try_patterns(j, &p, &slip, err);
    }
    free(slip.sum.slip);
    free(p.sign);
    return status;
}

static bri_verdict conclude(bri_answer possible, bri_answer certain, bri_answer accelerates)
{
    if (possible == BRI_ANSWER_NO) return BRI_MUST_SLIP;
    if (certain == BRI_ANSWER_YES) return BRI_STICKS;
    if (possible == BRI_ANSWER_OPEN || certain == BRI_ANSWER_OPEN || accelerates == BRI_ANSWER_OPEN)
        return BRI_NOT_DECIDED;
    return accelerates == BRI_ANSWER_YES ? BRI_UNDECIDED : BRI_CONDITIONAL;
}

static bri_status judge_parts(judge *j, bri_error *err)
{
    bri_status status = BRI_OK;
    double low;
    for (int p = 0; p < j->out->parts && !status; p++) {
        bri_part *part = &j->out->part[p];
        if (j->out->parts == 1) {
            part->possible = j->out->possible;
            part->scale = j->out->scale;
        } else {
            for (int g = 0; g < j->pr->groups; g++)
                j->counts[g] = j->st->face[j->pr->group[g].face].part == p;
            status = find_possible(j, j->counts, &part->possible, &part->scale, &low, err);
        }
        part->verdict = conclude(part->possible, part->certain, part->accelerates);
    }
    return status;
}

/* --- intervals --------------------------------------------------------------------------------------------------------------- */

static bri_status limited_bounds(const judge *j, const double *e, int c, bri_bounds *b, bri_error *err)
{
    bri_status status = BRI_OK;
    *b = (bri_bounds){.low = INFINITY, .high = -INFINITY, .inner_low = INFINITY, .inner_high = -INFINITY};
    if (j->out->possible == BRI_ANSWER_NO) return BRI_OK;
    for (int side = -1; side <= 1 && !status; side += 2) {
        sti_search s = {.problem = j->pr,
                        .scale = 1,
                        .expression = e,
                        .of_load = !e,
                        .contact = c,
                        .direction = side,
                        .gap = 1e-7,
                        .enough = INFINITY,
                        .floor = -INFINITY,
                        .most = 1 + j->branches * INTERVAL_BRANCHES / USUAL_BRANCHES};
        status = bri_search(&s, err);
        *(side > 0 ? &b->high : &b->low) = side * s.bound;
        *(side > 0 ? &b->inner_high : &b->inner_low) = side * s.found;
        b->any = b->any || s.bound > -INFINITY;
    }
    return status;
}

static void rescale(bri_bounds *b, double times)
{
    b->low *= times;
    b->high *= times;
    b->inner_low *= times;
    b->inner_high *= times;
}

static bool is_unique(const double *e, int p)
{
    for (int i = 0; e && i < p; i++)
        if (e[1 + i] != 0) return false;
    return true;
}

static bri_bounds moved(const bri_bounds *b, double times, double more)
{
    bri_bounds out = {times * b->low + more, times * b->high + more, times * b->inner_low + more,
                      times * b->inner_high + more, b->any};
    if (times < 0) out = (bri_bounds){out.high, out.low, out.inner_high, out.inner_low, out.any};
    return out;
}

/* Bounds in numbers of size 1, found or taken over. */
static bri_status find_bounds(judge *j, const double *e, int c, bri_bounds out[2], bri_error *err)
{
    double times, more;
    for (int i = 0; i < j->known && e; i++)
        if (bri_follows(e, j->expression[i], j->pr->p, &times, &more)) {
            out[0] = moved(&j->bounds[i][0], times, more);
            out[1] = moved(&j->bounds[i][1], times, more);
            return BRI_OK;
        }
    bri_status status = bri_coherent_bounds(j->pr, e, c, &out[0], err);
    if (!status) status = limited_bounds(j, e, c, &out[1], err);
    if (!status && e) {
        memcpy(j->expression[j->known], e, (size_t)(j->pr->p + 1) * sizeof *e);
        memcpy(j->bounds[j->known++], out, 2 * sizeof *out);
    }
    return status;
}

/* e NULL: the size of the load of contact c. */
static bri_status add_quantity(judge *j, bri_quantity_kind kind, const double *e, int c, double times, bri_error *err)
{
    bri_quantity *q = &j->out->quantity[j->out->quantities++];
    q->kind = kind;
    q->unique =
        e ? is_unique(e, j->pr->p) : is_unique(j->pr->load[0][c], j->pr->p) && is_unique(j->pr->load[1][c], j->pr->p);
    bri_bounds bounds[2] = {{0}};
    bri_status status = find_bounds(j, e, c, bounds, err);
    q->coherent = bounds[0];
    q->limited = bounds[1];
    rescale(&q->coherent, times);
    rescale(&q->limited, times);
    return status;
}

static bri_status add_face_quantities(judge *j, int f, double *e, bri_error *err)
{
    const sti_statics *st = j->st;
    const sti_face *face = &st->face[f];
    const sys_interface *interface = &st->system->interface[face->interface];
    const sys_joint *joint = &st->system->joint[interface->joint];
    bri_status status = BRI_OK;
    memset(e, 0, (size_t)(j->pr->p + 1) * sizeof *e);
    for (int g = 0; g < j->pr->groups; g++)
        for (int i = 0; i <= j->pr->p && j->pr->group[g].face == f; i++)
            e[i] += j->pr->group[g].force[i];
    bri_quantity *q = &j->out->quantity[j->out->quantities];
    snprintf(q->name, sizeof q->name, "%s.friction", interface->label);
    bool torque =
        joint->kind->freed && interface->gap < 0 && bri_unit_turns(joint->kind->freed[interface->motion].unit);
    snprintf(q->unit, sizeof q->unit, "%s", torque ? "N m" : "N");
    status = add_quantity(j, BRI_QUANTITY_FRICTION, e, -1, face->lever * st->force, err);
    for (int c = face->contact; c < face->contact + face->contacts && !status; c++) {
        if (st->contact[c].load == STI_GIVEN) continue;
        q = &j->out->quantity[j->out->quantities];
        if (face->contacts > 1)
            snprintf(q->name, sizeof q->name, "%s.%s.load", interface->label,
                     joint->kind->patches[st->system->patch[st->contact[c].patch].index].name);
        else
            snprintf(q->name, sizeof q->name, "%s.load", interface->label);
        snprintf(q->unit, sizeof q->unit, "N");
        double preload = interface->params->preload / interface->patches;
        bool absolute = st->contact[c].load == STI_ROUND || preload > 0;
        status = add_quantity(j, BRI_QUANTITY_LOAD, absolute ? NULL : j->pr->load[0][c], c, st->force, err);
        q->coherent = moved(&q->coherent, 1, preload);
        q->limited = moved(&q->limited, 1, preload);
    }
    return status;
}

static bri_status find_intervals(judge *j, bri_error *err)
{
    const sti_statics *st = j->st;
    size_t most = (size_t)(st->faces + st->contacts + st->held);
    double *e = calloc((size_t)j->pr->p + 1, sizeof *e);
    j->out->quantity = calloc(most + 1, sizeof *j->out->quantity);
    j->expression = calloc(most + 1, sizeof *j->expression);
    j->bounds = calloc(most + 1, sizeof *j->bounds);
    bool fine = e && j->out->quantity && j->expression && j->bounds;
    for (size_t i = 0; i < most && fine; i++)
        fine = (j->expression[i] = calloc((size_t)j->pr->p + 1, sizeof(double))) != NULL;
    bri_status status = fine ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "there is no memory for %zu intervals", most);
    for (int f = 0; f < st->faces && !status; f++)
        status = add_face_quantities(j, f, e, err);
    for (int i = 0; i < st->system->joints; i++) {
        const sys_joint *joint = &st->system->joint[i];
        for (int h = 0; h < joint->held && !status; h++) {
            bri_quantity *q = &j->out->quantity[j->out->quantities];
            snprintf(q->name, sizeof q->name, "%s.%s", joint->name, joint->kind->held[h].name);
            snprintf(q->unit, sizeof q->unit, "%s", joint->kind->held[h].unit);
            status = add_quantity(j, BRI_QUANTITY_REACTION, j->pr->x + (joint->row + h) * (j->pr->p + 1), -1,
                                  st->scale[joint->row + h], err);
        }
    }
    for (size_t i = 0; i < most && j->expression; i++)
        free(j->expression[i]);
    free(j->expression);
    free(j->bounds);
    free(e);
    return status;
}

/* --- all of it ------------------------------------------------------------------------------------------------------------------ */

static bri_status make_room(judge *j, bri_error *err)
{
    bri_verdict_result *out = j->out;
    const sti_statics *st = j->st;
    out->part = calloc((size_t)st->parts + 1, sizeof *out->part);
    out->holding = calloc((size_t)st->faces + 1, sizeof *out->holding);
    if (!out->part || !out->holding) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
    out->parts = st->parts;
    out->holdings = st->faces;
    out->degrees = st->degrees;
    out->free_motions = st->free_motions - st->stretches;
    out->springs = st->springs;
    for (int f = 0; f < st->faces; f++) {
        const sys_interface *interface = &st->system->interface[st->face[f].interface];
        bri_holding *h = &out->holding[f];
        snprintf(h->name, sizeof h->name, "%s", interface->label);
        h->mu_s = st->face[f].mu_s;
        h->is_effort = interface->params->effort != BRI_EFFORT_NONE;
        h->part = st->face[f].part;
    }
    return BRI_OK;
}

static bri_status judge_all(judge *j, bri_error *err)
{
    bri_verdict_result *out = j->out;
    bri_status status = find_possible(j, NULL, &out->possible, &out->scale, &out->scale_low, err);
    if (!status) status = find_certain(j, err);
    if (!status) status = find_slips(j, err);
    if (!status) status = judge_parts(j, err);
    if (!status && j->def->intervals) status = find_intervals(j, err);
    if (out->possible == BRI_ANSWER_OPEN && out->scale <= 1) out->possible = BRI_ANSWER_YES;
    if (out->possible == BRI_ANSWER_OPEN && out->scale_low > 1 + STI_NOTHING) out->possible = BRI_ANSWER_NO;
    out->verdict = conclude(out->possible, out->certain, out->accelerates);
    return status;
}

/* rigid: elastic links are. */
static bri_status judge_as(sti_configuration *at, double t, const bri_verdict_def *def, bool rigid,
                           bri_verdict_result **result, bri_error *err)
{
    sti_statics *st = NULL;
    judge j = {.def = def, .branches = def->branches > 0 ? def->branches : USUAL_BRANCHES};
    bool solvable = false;
    bri_verdict_result *out = calloc(1, sizeof *out);
    if (!out) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
    out->time = t;
    out->branches = j.branches;
    bri_status status = bri_statics_create(at, def, rigid, &st, err);
    j.st = st;
    j.out = out;
    if (!status) status = bri_problem_create(st, NULL, 0, &j.pr, &solvable, err);
    if (!status && !solvable)
        status = bri_fail(err, BRI_BAD_MODEL,
                          "at t = %.9g s the loads cannot be in equilibrium with any reactions and friction forces", t);
    if (!status) status = bri_find_families(j.pr, NULL, err);
    if (!status) status = make_room(&j, err);
    if (!status) {
        j.counts = calloc((size_t)j.pr->groups + 1, sizeof *j.counts);
        status = j.counts ? judge_all(&j, err) : bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
    }
    if (j.pr) out->programs = j.pr->program->solved;
    free(j.counts);
    bri_problem_free(j.pr);
    bri_statics_destroy(st);
    if (status)
        bri_verdict_destroy(out);
    else
        *result = out;
    return status;
}

bri_status bri_verdict_of(sti_configuration *at, double t, const bri_verdict_def *def, bri_verdict_result **result,
                          bri_error *err)
{
    bri_verdict_def brief = *def;
    brief.intervals = false;
    bri_configuration_set(at, t);
    bri_status status = judge_as(at, t, def, false, result, err);
    if (status || !(*result)->springs) return status;
    bri_error why = {0};
    status = judge_as(at, t, &brief, true, &(*result)->rigid, &why);
    if (status == BRI_BAD_MODEL) return BRI_OK; /* with rigid links nothing could move */
    if (!status) return BRI_OK;
    bri_verdict_destroy(*result);
    *result = NULL;
    return bri_fail(err, status, "%s", why.what);
}

void bri_verdict_destroy(bri_verdict_result *result)
{
    if (!result) return;
    bri_verdict_destroy(result->rigid);
    free(result->part);
    free(result->holding);
    free(result->quantity);
    free(result);
}
