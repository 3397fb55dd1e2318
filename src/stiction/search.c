/* search.c - branch and bound: the largest value over all distributions within the limits */
#include "stiction/search.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "stiction/tolerance.h"

enum {
    INNER_FIRST = 4,      /* an inner point is searched in the first so many branches, */
    INNER_EVERY = 16,     /* and then in one of so many */
    INNER_ITERATIONS = 4, /* from one point */
    SLIP_ITERATIONS = 40, /* the same in a slip, where limits are met exactly */
    FIRST_SECTORS = 4     /* of all directions */
};

typedef struct node {
    double bound; /* of the objective in this node */
    int family;
    sti_region region; /* one block: to follows from */
} node;

typedef struct branches {
    sti_search *search;
    sti_relaxation relaxation;
    node *open;
    int opened, room; /* number of open nodes; of nodes for which memory is allocated */
    double *y, *best; /* the present point; the best one */
    bool failed;      /* out of memory */
} branches;

/* Keeps the point if its value is the best so far. */
static void record(branches *b, const double *y, double value)
{
    if (!(value > b->search->found)) return;
    b->search->found = value;
    memcpy(b->best, y, (size_t)b->search->objective.problem->p * sizeof(double));
}

/* Records a point that is within the true limits, and returns whether it is. The margin has a value at every point. */
static bool try_point(branches *b, const sti_family *family, const double *y)
{
    const sti_objective *o = &b->search->objective;
    double over = bri_violation(o, family, y);
    if (bri_is_margin(o)) {
        record(b, y, -over);
        return over <= tol_zero;
    }
    if (!(over <= tol_zero)) return false;
    double value = o->expression ? bri_express(o->expression, y, o->problem->p) : bri_load_at(o->problem, o->patch, y);
    record(b, y, o->direction * value);
    return true;
}

/* Improves the point b->y by inner programs, each about the last point, and records what it finds. */
static void improve_inside(branches *b, const sti_family *family)
{
    const sti_problem *pr = b->search->objective.problem;
    size_t bytes = (size_t)pr->p * sizeof(double);
    int most = bri_is_slip(pr, family) ? SLIP_ITERATIONS : INNER_ITERATIONS;
    double last = -INFINITY, value;
    for (int iteration = 0; iteration < most; iteration++) {
        sti_outcome outcome = bri_solve_relaxation(&b->relaxation, family, NULL, b->y, &value);
        if (outcome == STI_UNBOUNDED && !bri_is_slip(pr, family)) b->search->found = INFINITY;
        if (outcome != STI_OPTIMAL) return;
        memcpy(b->y, b->relaxation.program->x, bytes);
        bool inside = try_point(b, family, b->y);
        if (b->search->found >= b->search->enough) return;
        if (inside && fabs(value - last) <= tol_inner * (1 + fabs(value))) return;
        last = value;
    }
}

/* --- branching ---------------------------------------------------------------------------------------------------------------- */

/* Appends an open node with an uninitialised region; NULL: out of memory. */
static node *add_open(branches *b, int family, double bound)
{
    size_t patches = (size_t)b->search->objective.problem->st->patches;
    if (b->opened == b->room) {
        int more = 2 * b->room + 64;
        node *open = realloc(b->open, (size_t)more * sizeof *open);
        if (!open) return NULL;
        b->open = open;
        b->room = more;
    }
    node *n = &b->open[b->opened];
    *n = (node){.bound = bound, .family = family};
    n->region.from = malloc((2 * patches + 1) * sizeof(double));
    if (!n->region.from) return NULL;
    n->region.to = n->region.from + patches;
    b->opened++;
    return n;
}

/* Appends the root node of a family. False: out of memory. */
static bool open_family(branches *b, int f)
{
    const sti_problem *pr = b->search->objective.problem;
    const sti_family *family = &pr->family[f];
    node *n = add_open(b, f, INFINITY);
    if (!n) return false;
    for (int c = 0; c < pr->st->patches; c++) {
        n->region.from[c] = family->low[c];
        n->region.to[c] = family->high[c];
        if (pr->st->patch[c].load == STI_LOAD_LINEAR)
            n->region.from[c] = family->side[c]        ? family->side[c]
                                : family->low[c] >= 0  ? 1
                                : family->high[c] <= 0 ? -1
                                                       : 0;
    }
    return true;
}

/* The patch to split where the relaxation is unbounded: one with N of both signs, or the widest sector; -1: all are
 * narrow. */
static int widest_region(const branches *b, const node *at)
{
    const sti_problem *pr = b->search->objective.problem;
    int which = -1;
    double most = narrowest_unbounded;
    for (int c = 0; c < pr->st->patches; c++) {
        if (pr->st->patch[c].load == STI_LOAD_LINEAR && at->region.from[c] == 0) return c;
        if (pr->st->patch[c].load != STI_LOAD_RADIAL) continue;
        double half = isnan(at->region.from[c]) ? 10 : 0.5 * (at->region.to[c] - at->region.from[c]);
        if (half > most) {
            most = half;
            which = c;
        }
    }
    return which;
}

/* Appends the parts of a node, split at a patch: signs of N; halves of a sector; FIRST_SECTORS of all directions.
 * False: out of memory. */
static bool split_node(branches *b, const node *at, int c, double bound)
{
    const sti_problem *pr = b->search->objective.problem;
    bool is_signed = pr->st->patch[c].load == STI_LOAD_LINEAR, all_around = isnan(at->region.from[c]);
    int ways = is_signed || !all_around ? 2 : FIRST_SECTORS;
    for (int i = 0; i < ways; i++) {
        node *n = add_open(b, at->family, bound);
        if (!n) return false;
        memcpy(n->region.from, at->region.from, 2 * (size_t)pr->st->patches * sizeof(double)); /* and to */
        if (is_signed) {
            n->region.from[c] = i ? -1 : 1;
        } else if (all_around) {
            n->region.from[c] = STI_PI / 4 + STI_PI / 2 * i;
            n->region.to[c] = n->region.from[c] + STI_PI / 2;
        } else {
            double middle = 0.5 * (at->region.from[c] + at->region.to[c]);
            *(i ? &n->region.from[c] : &n->region.to[c]) = middle;
        }
    }
    return true;
}

/* The bound of a node that is not searched further counts for the result. */
static void close_node(sti_search *s, double bound) { s->bound = fmax(s->bound, bound); }

/* The patch whose load has the largest relaxation error; -1: all errors are rounding. */
static int worst_relaxed(const branches *b, const sti_family *family, const node *at)
{
    double most = tol_relaxation;
    int which = -1;
    for (int c = 0; c < b->search->objective.problem->st->patches; c++) {
        double error = bri_relaxation_error(&b->relaxation, family, &at->region, c);
        if (error > most) {
            most = error;
            which = c;
        }
    }
    return which;
}

/* A node whose relaxation has a largest value: tries its point, and points inside; closes the node or splits it. */
static void process_bounded(branches *b, const sti_family *family, const node *at, double bound)
{
    sti_search *s = b->search;
    bool is_margin = bri_is_margin(&s->objective);
    if (bound <= s->found + s->gap || bound <= s->floor) {
        close_node(s, bound);
        return;
    }
    int which = worst_relaxed(b, family, at);
    memcpy(b->y, b->relaxation.program->x, (size_t)s->objective.problem->p * sizeof(double));
    bool inside = try_point(b, family, b->y);
    if (inside && !is_margin && s->found >= bound - s->gap) {
        close_node(s, bound);
        return;
    }
    bool often = s->branches <= INNER_FIRST || s->branches % INNER_EVERY == 0;
    if (often && (!inside || !is_margin)) improve_inside(b, family);
    bool ends = s->found >= bound - s->gap || s->found >= s->enough;
    if (ends || which < 0) /* no splitting would lower the bound */
        close_node(s, bound);
    else
        b->failed = b->failed || !split_node(b, at, which, bound);
}

/* A node whose relaxation is unbounded or failed: splits it, or gives up the bound. Where all loads are linear, narrow
 * regions are exact, so that the objective itself is unbounded. */
static void process_unbounded(branches *b, const node *at, sti_outcome outcome)
{
    sti_search *s = b->search;
    const sti_statics *st = s->objective.problem->st;
    int which = widest_region(b, at);
    if (which >= 0) {
        b->failed = b->failed || !split_node(b, at, which, INFINITY);
        return;
    }
    bool is_exact = outcome == STI_UNBOUNDED;
    for (int c = 0; c < st->patches; c++)
        is_exact = is_exact && st->patch[c].load != STI_LOAD_RADIAL;
    s->bound = INFINITY;
    if (is_exact) s->found = INFINITY;
}

/* Solves the relaxation of a node, then closes the node or splits it. */
static void process_node(branches *b, const node *at)
{
    const sti_family *family = &b->search->objective.problem->family[at->family];
    double value;
    sti_outcome outcome = bri_solve_relaxation(&b->relaxation, family, &at->region, NULL, &value);
    b->search->branches++;
    if (outcome == STI_OPTIMAL)
        process_bounded(b, family, at, fmin(value, at->bound));
    else if (outcome != STI_INFEASIBLE)
        process_unbounded(b, at, outcome);
}

/* The open node with the largest bound. */
static int best_open(const branches *b)
{
    int best = 0;
    for (int i = 1; i < b->opened; i++)
        if (b->open[i].bound > b->open[best].bound) best = i;
    return best;
}

/* Whether open nodes with bounds up to next can no longer change the result. */
static bool is_finished(const branches *b, double next)
{
    const sti_search *s = b->search;
    if (b->failed || s->found >= s->enough || s->bound == INFINITY || b->relaxation.program->lacks_clp) return true;
    if (next <= s->floor) return true;
    return next <= (!bri_is_margin(&s->objective) ? fmax(s->found, s->bound) : s->found) + s->gap;
}

bri_status bri_search(sti_search *s, bri_error *err)
{
    const sti_problem *pr = s->objective.problem;
    branches b = {.search = s, .relaxation = {.objective = &s->objective, .program = pr->program}};
    size_t p = (size_t)pr->p + 1;
    assert(s->objective.factor >= 0 && s->most >= 0 && s->gap >= 0);
    assert(!(s->objective.expression && s->objective.of_load));
    assert(bri_is_margin(&s->objective) || fabs(s->objective.direction) == 1);
    b.y = calloc((2 + (size_t)pr->st->patches) * p, sizeof(double));
    b.best = b.y ? b.y + p : NULL;
    b.relaxation.load_bound = b.y ? b.y + 2 * p : NULL;
    b.failed = !b.y;
    s->bound = s->found = -INFINITY;
    s->branches = 0;
    int first = s->first < pr->families ? s->first : 0;
    for (int f = 0; f < pr->families && !b.failed; f++)
        b.failed = !open_family(&b, (first + f) % pr->families);
    while (b.opened > 0 && s->branches < s->most + pr->families) {
        int next = best_open(&b);
        if (is_finished(&b, b.open[next].bound)) break;
        node at = b.open[next];
        b.open[next] = b.open[--b.opened];
        double before = s->found;
        process_node(&b, &at);
        if (s->found > before) s->first = at.family;
        free(at.region.from);
    }
    double left = -INFINITY;
    for (int i = 0; i < b.opened; i++) {
        left = fmax(left, b.open[i].bound);
        free(b.open[i].region.from);
    }
    s->bound = fmax(s->bound, left);
    if (pr->too_many) s->bound = INFINITY;
    if (s->point && b.y) memcpy(s->point, b.best, (size_t)pr->p * sizeof(double));
    bool failed = b.failed;
    free(b.open);
    free(b.y);
    return failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: search of %d branches", s->branches) : BRI_OK;
}
