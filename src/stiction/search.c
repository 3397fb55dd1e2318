/* search.c - branch and bound: what is largest over all distributions within the limits */
#include "stiction/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

enum {
    INNER_FIRST = 4,  /* branches in which an inner point is looked for; later in one of */
    INNER_EVERY = 16, /* so many */
    INNER_TURNS = 4,  /* from one point */
    SLIP_TURNS = 40,  /* where limits are met exactly */
    DIRECTIONS = 12,  /* that bound |R| from below */
    BRANCH_WAYS = 4
};
static const double narrowest = 1e-6, /* half a sector, rad: not split any more */
    narrow_unbounded = 0.05;          /* the same where nothing is bounded */

typedef struct node {
    double bound;
    int family;
    double *from, *to; /* of each contact: a sector; or from is the sign of N, 0: not known */
} node;

typedef struct branches {
    sti_search *search;
    sti_program *program;
    node *open;
    int opened, room;
    double *y, *best; /* a point that was found; the best of all */
    double *stand;    /* expression of each contact that stands for its load; its first number NAN: there is none */
    bool failed;
} branches;

static bool is_slip(const sti_family *family, const sti_problem *pr)
{
    for (int g = 0; g < pr->groups; g++)
        if (family->at_limit[g]) return true;
    return false;
}

static bool is_margin(const sti_search *s) { return !s->expression && !s->of_load; }
static bool is_goal(const sti_search *s, int c) { return s->of_load && s->contact == c; }
/* Where a load is bounded from both sides it has a column of its own. */
static bool has_column(const sti_search *s, const sti_family *family, int c)
{
    return is_slip(family, s->problem) || is_goal(s, c);
}
static bool counts(const sti_search *s, int g) { return !s->counts || s->counts[g]; }

/* Column of the linear stand-in for the load of a contact, and of the margin. */
static int stand_in(const sti_problem *pr, int c) { return pr->p + c; }
static int margin(const sti_problem *pr) { return pr->p + pr->st->contacts; }

/* --- linear programs ------------------------------------------------------------------------------------------------------ */

/* low <= a e + b f <= high, where f may be NULL */
static void put_row(const sti_problem *pr, sti_program *program, double a, const double *e, double b, const double *f,
                    double low, double high)
{
    double constant = a * e[0] + (f ? b * f[0] : 0), *row = bri_program_row(program, low - constant, high - constant);
    for (int i = 0; i < pr->p && row; i++)
        row[i] = a * e[1 + i] + (f ? b * f[1 + i] : 0);
}

/* t <= a e + b f, or >= , or = */
static void put_stand_in(const sti_problem *pr, sti_program *program, int c, char how, double a, const double *e,
                         double b, const double *f)
{
    double constant = a * e[0] + (f ? b * f[0] : 0);
    double *row = bri_program_row(program, how == '<' ? -INFINITY : constant, how == '>' ? INFINITY : constant);
    if (!row) return;
    for (int i = 0; i < pr->p; i++)
        row[i] = -a * e[1 + i] - (f ? b * f[1 + i] : 0);
    row[stand_in(pr, c)] = 1;
}

/* t >= |N|, where limits are met exactly. */
static void put_below(const sti_problem *pr, sti_program *program, const node *at, int c)
{
    const double *e = pr->load[0][c], *f = pr->load[1][c];
    if (pr->st->contact[c].load == STI_SIGNED) {
        put_stand_in(pr, program, c, '>', 1, e, 0, NULL);
        put_stand_in(pr, program, c, '>', -1, e, 0, NULL);
        return;
    }
    for (int i = 0; i < DIRECTIONS; i++)
        put_stand_in(pr, program, c, '>', cos(2 * STI_PI * i / DIRECTIONS), e, sin(2 * STI_PI * i / DIRECTIONS), f);
    for (int i = 0; i <= 2 && !isnan(at->from[c]); i++) {
        double angle = at->from[c] + 0.5 * i * (at->to[c] - at->from[c]);
        put_stand_in(pr, program, c, '>', cos(angle), e, sin(angle), f);
    }
}

/* out = constant + a e + b f */
static void combine(const sti_problem *pr, double constant, double a, const double *e, double b, const double *f,
                    double *out)
{
    for (int i = 0; i <= pr->p; i++)
        out[i] = (i ? 0 : constant) + a * e[i] + b * f[i];
}

/* An upper bound of |N| that is linear in this node; NAN: there is none. */
static void bound_above(const sti_problem *pr, const sti_family *family, const node *at, int c, double *out)
{
    const double *e = pr->load[0][c], *f = pr->load[1][c];
    double from = at->from[c], to = at->to[c], most = family->most[c] * (1 + 1e-9) + 1e-12;
    out[0] = NAN;
    if (isfinite(most)) combine(pr, most, 0, e, 0, f, out);
    if (pr->st->contact[c].load == STI_SIGNED) {
        double low = family->low[c], high = family->high[c], slope = (high + low) / (high - low);
        if (from != 0)
            combine(pr, 0, from, e, 0, f, out);
        else if (isfinite(low) && isfinite(high) && high - low > 1e-9) /* the chord: -low at low, high at high */
            combine(pr, -low - slope * low + 1e-12, slope, e, 0, f, out);
    } else if (!isnan(from)) {
        double middle = 0.5 * (from + to), half = 0.5 * (to - from);
        combine(pr, 0, cos(middle) / cos(half), e, sin(middle) / cos(half), f, out);
    }
}

/* N and R stay where the node says. */
static void put_region(const sti_problem *pr, sti_program *program, const node *at, int c)
{
    const double *e = pr->load[0][c], *f = pr->load[1][c];
    double from = at->from[c], to = at->to[c];
    if (pr->st->contact[c].load == STI_SIGNED) {
        if (from != 0) put_row(pr, program, from, e, 0, NULL, 0, INFINITY);
    } else if (!isnan(from)) {
        put_row(pr, program, -sin(from), e, cos(from), f, 0, INFINITY);
        put_row(pr, program, sin(to), e, -cos(to), f, 0, INFINITY);
    }
}

/* The linear function that touches |N| at y: nowhere above it. */
static void touch(const sti_problem *pr, int c, const double *y, double *out)
{
    const double *e = pr->load[0][c], *f = pr->load[1][c];
    double n[2] = {bri_express(e, y, pr->p), bri_express(f, y, pr->p)};
    double size = pr->st->contact[c].load == STI_SIGNED ? fabs(n[0]) : hypot(n[0], n[1]);
    combine(pr, 0, size > 0 ? n[0] / size : 1, e, size > 0 ? n[1] / size : 0, f, out);
}

/* sign x force - scale x limit + margin, which is 0 at the limit and below it elsewhere */
static void put_limit(const branches *b, const sti_family *family, int g, double sign)
{
    const sti_search *s = b->search;
    const sti_problem *pr = s->problem;
    const sti_group *group = &pr->group[g];
    bool exact = family->at_limit[g] != 0;
    double times = exact ? 1 : s->scale, high = -sign * group->force[0];
    for (int c = group->contact; c < group->contact + group->contacts; c++)
        if (!has_column(s, family, c) && pr->st->contact[c].load != STI_GIVEN && isnan(b->stand[c * (pr->p + 1)]))
            return;
    double *row = bri_program_row(b->program, 0, 0);
    if (!row) return;
    for (int i = 0; i < pr->p; i++)
        row[i] = sign * group->force[1 + i];
    for (int c = group->contact; c < group->contact + group->contacts; c++) {
        const sti_contact *contact = &pr->st->contact[c];
        const double *by = exact && pr->sliding ? contact->drag : contact->static_limit,
                     *stand = b->stand + c * (pr->p + 1);
        high += times * by[0];
        if (contact->load == STI_GIVEN) continue;
        if (has_column(s, family, c)) {
            row[stand_in(pr, c)] = -times * by[1];
            continue;
        }
        high += times * by[1] * stand[0];
        for (int i = 0; i < pr->p; i++)
            row[i] -= times * by[1] * stand[1 + i];
    }
    if (!exact) row[margin(pr)] = s->weight ? s->weight[g] : 1;
    b->program->row_low[b->program->rows - 1] = exact ? high : -INFINITY;
    b->program->row_high[b->program->rows - 1] = high;
}

/* Of a group's force, in a family. */
static int sign_of(const sti_problem *pr, const sti_family *family, const sti_group *group)
{
    const sti_contact *c = &pr->st->contact[group->contact];
    int column = family->turn[group->contact] < 0 ? c->column[1] : c->column[0];
    return family->sign[column - pr->st->held];
}

static void put_limits(const branches *b, const sti_family *family)
{
    const sti_problem *pr = b->search->problem;
    for (int g = 0; g < pr->groups; g++) {
        if (!counts(b->search, g)) continue;
        int sign = family->at_limit[g] ? family->at_limit[g] : sign_of(pr, family, &pr->group[g]);
        if (sign >= 0) put_limit(b, family, g, 1);
        if (sign <= 0 || (sign == STI_FREE && !family->at_limit[g])) put_limit(b, family, g, -1);
    }
}

static void put_goal(const sti_search *s, sti_program *program)
{
    const sti_problem *pr = s->problem;
    int m = margin(pr);
    program->high[m] = fmax(1, s->scale); /* where loads have no end, margins have none either */
    if (is_margin(s)) {
        program->goal[m] = 1;
        return;
    }
    program->low[m] = program->high[m] = 0;
    if (s->of_load) program->goal[stand_in(pr, s->contact)] = s->direction;
    for (int i = 0; i < pr->p && s->expression; i++)
        program->goal[i] = s->direction * s->expression[1 + i];
}

/* A load's linear stand-in; at NULL: of the inner set about y. */
static void put_load(const branches *b, const sti_family *family, const node *at, const double *y, int c)
{
    const sti_search *s = b->search;
    const sti_problem *pr = s->problem;
    double *stand = b->stand + c * (pr->p + 1);
    bool column = has_column(s, family, c);
    if (at) {
        put_region(pr, b->program, at, c);
        bound_above(pr, family, at, c, stand);
        if (column) put_below(pr, b->program, at, c);
    } else {
        touch(pr, c, y, stand);
    }
    if (!column) return;
    b->program->high[stand_in(pr, c)] = INFINITY;
    if (!isnan(stand[0])) put_stand_in(pr, b->program, c, at ? '<' : '=', 1, stand, 0, NULL);
}

/* at NULL: the inner set about y. */
static sti_outcome solve(const branches *b, const sti_family *family, const node *at, const double *y, double *value)
{
    const sti_search *s = b->search;
    const sti_problem *pr = s->problem;
    sti_program *program = b->program;
    bri_program_clear(program);
    for (int c = 0; c < pr->st->contacts; c++)
        program->low[stand_in(pr, c)] = program->high[stand_in(pr, c)] = 0;
    bri_put_family(pr, family, program, -1);
    for (int c = 0; c < pr->st->contacts; c++)
        if (pr->st->contact[c].load != STI_GIVEN) put_load(b, family, at, y, c);
    put_limits(b, family);
    put_goal(s, program);
    sti_outcome outcome = bri_program_solve(program);
    *value = program->value + (s->expression ? s->direction * s->expression[0] : 0);
    return outcome;
}

/* --- points that are tested by the true limits --------------------------------------------------------------------------------- */

/* How far y is beyond a limit, or from one that it must meet. */
static double excess(const sti_search *s, const sti_family *family, const double *y)
{
    const sti_problem *pr = s->problem;
    double worst = -INFINITY;
    for (int g = 0; g < pr->groups; g++) {
        if (!counts(s, g)) continue;
        const sti_group *group = &pr->group[g];
        double force = bri_express(group->force, y, pr->p);
        if (!family->at_limit[g]) {
            double over = fabs(force) - s->scale * bri_limit_at(pr, group, y);
            worst = fmax(worst, is_margin(s) && s->weight ? over / s->weight[g] : over);
            continue;
        }
        double limit = 0;
        for (int c = group->contact; c < group->contact + group->contacts; c++) {
            const double *by = pr->sliding ? pr->st->contact[c].drag : pr->st->contact[c].static_limit;
            limit += by[0] + by[1] * bri_load_at(pr, c, y);
        }
        worst = fmax(worst, fabs(family->at_limit[g] * force - limit));
    }
    return worst;
}

static void note(branches *b, const double *y, double value)
{
    if (!(value > b->search->found)) return;
    b->search->found = value;
    memcpy(b->best, y, (size_t)b->search->problem->p * sizeof(double));
}

/* Takes a point if it is within the true limits. */
static bool try_point(branches *b, const sti_family *family, const double *y)
{
    const sti_search *s = b->search;
    double over = excess(s, family, y);
    if (is_margin(s)) { /* any point has one */
        note(b, y, -over);
        return over <= STI_NOTHING;
    }
    if (!(over <= STI_NOTHING)) return false;
    double value =
        s->expression ? bri_express(s->expression, y, s->problem->p) : bri_load_at(s->problem, s->contact, y);
    note(b, y, s->direction * value);
    return true;
}

/* Improves the point in b->y within inner sets, each about the last point. */
static void go_inside(branches *b, const sti_family *family)
{
    const sti_problem *pr = b->search->problem;
    size_t bytes = (size_t)pr->p * sizeof(double);
    int turns = is_slip(family, pr) ? SLIP_TURNS : INNER_TURNS;
    double last = -INFINITY, value;
    for (int turn = 0; turn < turns; turn++) {
        sti_outcome outcome = solve(b, family, NULL, b->y, &value);
        if (outcome == STI_UNBOUNDED && !is_slip(family, pr)) b->search->found = INFINITY;
        if (outcome != STI_OPTIMAL) return;
        memcpy(b->y, b->program->x, bytes);
        bool inside = try_point(b, family, b->y);
        if (b->search->found >= b->search->enough) return;
        if (inside && fabs(value - last) <= 1e-12 * (1 + fabs(value))) return;
        last = value;
    }
}

/* --- branching ---------------------------------------------------------------------------------------------------------------- */

static node *add_open(branches *b, int family, double bound)
{
    size_t contacts = (size_t)b->search->problem->st->contacts;
    if (b->opened == b->room) {
        int more = 2 * b->room + 64;
        node *open = realloc(b->open, (size_t)more * sizeof *open);
        if (!open) return NULL;
        b->open = open;
        b->room = more;
    }
    node *n = &b->open[b->opened];
    *n = (node){.bound = bound, .family = family};
    n->from = malloc((2 * contacts + 1) * sizeof(double));
    if (!n->from) return NULL;
    n->to = n->from + contacts;
    b->opened++;
    return n;
}

static bool open_family(branches *b, int f)
{
    const sti_problem *pr = b->search->problem;
    const sti_family *family = &pr->family[f];
    node *n = add_open(b, f, INFINITY);
    if (!n) return false;
    for (int c = 0; c < pr->st->contacts; c++) {
        n->from[c] = family->low[c];
        n->to[c] = family->high[c];
        if (pr->st->contact[c].load == STI_SIGNED)
            n->from[c] = family->turn[c] ? family->turn[c] : family->low[c] >= 0 ? 1 : family->high[c] <= 0 ? -1 : 0;
    }
    return true;
}

/* How much the linear stand-in of a load makes of it that is not there; of contacts that can be split. */
static double pretence(const branches *b, const node *at, int c, const double *x, bool exact)
{
    const sti_problem *pr = b->search->problem;
    const sti_contact *contact = &pr->st->contact[c];
    if (contact->load == STI_GIVEN) return 0;
    if (contact->load == STI_SIGNED && at->from[c] != 0) return 0;
    if (contact->load == STI_ROUND && 0.5 * (at->to[c] - at->from[c]) < narrowest) return 0;
    const double *stand = b->stand + c * (pr->p + 1);
    bool column = has_column(b->search, &pr->family[at->family], c);
    double off = column            ? x[stand_in(pr, c)] - bri_load_at(pr, c, x)
                 : isnan(stand[0]) ? INFINITY
                                   : bri_express(stand, x, pr->p) - bri_load_at(pr, c, x);
    if (is_goal(b->search, c)) return fabs(off) * fmax(1, contact->static_limit[1]);
    return contact->static_limit[1] * (exact ? fabs(off) : off);
}

/* Where a relaxation has no largest value: a contact that is not narrow yet; -1: none. */
static int widest(const branches *b, const node *at)
{
    const sti_problem *pr = b->search->problem;
    int which = -1;
    double most = narrow_unbounded;
    for (int c = 0; c < pr->st->contacts; c++) {
        if (pr->st->contact[c].load == STI_SIGNED && at->from[c] == 0) return c;
        if (pr->st->contact[c].load != STI_ROUND) continue;
        double half = isnan(at->from[c]) ? 10 : 0.5 * (at->to[c] - at->from[c]);
        if (half > most) {
            most = half;
            which = c;
        }
    }
    return which;
}

static bool split(branches *b, const node *at, int c, double bound)
{
    const sti_problem *pr = b->search->problem;
    bool is_signed = pr->st->contact[c].load == STI_SIGNED, all_around = isnan(at->from[c]);
    int ways = is_signed || !all_around ? 2 : BRANCH_WAYS;
    for (int i = 0; i < ways; i++) {
        node *n = add_open(b, at->family, bound);
        if (!n) return false;
        memcpy(n->from, at->from, 2 * (size_t)pr->st->contacts * sizeof(double)); /* to stands behind it */
        if (is_signed) {
            n->from[c] = i ? -1 : 1;
        } else if (all_around) {
            n->from[c] = STI_PI / 4 + STI_PI / 2 * i;
            n->to[c] = n->from[c] + STI_PI / 2;
        } else {
            double middle = 0.5 * (at->from[c] + at->to[c]);
            *(i ? &n->from[c] : &n->to[c]) = middle;
        }
    }
    return true;
}

/* One node: its bound; a point inside; its parts. */
static void look_at(branches *b, const node *at)
{
    sti_search *s = b->search;
    const sti_problem *pr = s->problem;
    const sti_family *family = &pr->family[at->family];
    double value, most = 0;
    int which = -1;
    sti_outcome outcome = solve(b, family, at, NULL, &value);
    s->branches++;
    if (outcome == STI_INFEASIBLE) return;
    if (outcome == STI_OPTIMAL) {
        double bound = fmin(value, at->bound);
        if (bound <= s->found + s->gap || bound <= s->floor) {
            s->bound = fmax(s->bound, bound);
            return;
        }
        bool exact = is_slip(family, pr);
        for (int c = 0; c < pr->st->contacts; c++) {
            double off = pretence(b, at, c, b->program->x, exact);
            if (off > most) {
                most = off;
                which = c;
            }
        }
        memcpy(b->y, b->program->x, (size_t)pr->p * sizeof(double));
        bool inside = try_point(b, family, b->y);
        if (inside && !is_margin(s) && s->found >= bound - s->gap) {
            s->bound = fmax(s->bound, bound);
            return;
        }
        bool often = s->branches <= INNER_FIRST || s->branches % INNER_EVERY == 0;
        if (often && (!inside || !is_margin(s))) go_inside(b, family);
        if (s->found >= bound - s->gap || s->found >= s->enough) {
            s->bound = fmax(s->bound, bound);
            return;
        }
        if (which >= 0 && most > 1e-13) {
            b->failed = b->failed || !split(b, at, which, bound);
            return;
        }

        s->bound = fmax(s->bound, bound); /* no more to be had of it */
        s->complete = false;
        return;
    }
    which = widest(b, at);
    if (which >= 0) {
        b->failed = b->failed || !split(b, at, which, INFINITY);
        return;
    }
    s->bound = INFINITY;
    if (outcome == STI_FAILED) {
        s->complete = false;
        return;
    }
    bool any_round = false;
    for (int c = 0; c < pr->st->contacts; c++)
        any_round = any_round || pr->st->contact[c].load == STI_ROUND;
    if (!any_round) s->found = INFINITY;
    if (any_round) s->complete = false;
}

static int best_open(const branches *b)
{
    int best = 0;
    for (int i = 1; i < b->opened; i++)
        if (b->open[i].bound > b->open[best].bound) best = i;
    return best;
}

/* Whether the branches that are left could change the answer. */
static bool is_over(const branches *b, double next)
{
    const sti_search *s = b->search;
    if (b->failed || s->found >= s->enough || s->bound == INFINITY) return true;
    if (next <= s->floor) return true;
    return next <= (!is_margin(s) ? fmax(s->found, s->bound) : s->found) + s->gap;
}

bri_status bri_search(sti_search *s, bri_error *err)
{
    const sti_problem *pr = s->problem;
    branches b = {.search = s, .program = pr->program};
    size_t p = (size_t)pr->p + 1;
    b.y = calloc((2 + (size_t)pr->st->contacts) * p, sizeof(double));
    b.best = b.y ? b.y + p : NULL;
    b.stand = b.y ? b.y + 2 * p : NULL;
    b.failed = !b.y;
    s->bound = s->found = -INFINITY;
    s->branches = 0;
    s->complete = !pr->too_many;
    int first = s->first < pr->families ? s->first : 0;
    for (int f = 0; f < pr->families && !b.failed; f++)
        b.failed = !open_family(&b, (first + f) % pr->families);
    while (b.opened > 0 && s->branches < s->most + pr->families) {
        int next = best_open(&b);
        if (is_over(&b, b.open[next].bound)) break;
        node at = b.open[next];
        b.open[next] = b.open[--b.opened];
        double before = s->found;
        look_at(&b, &at);
        if (s->found > before) s->first = at.family;
        free(at.from);
    }
    double left = -INFINITY;
    for (int i = 0; i < b.opened; i++) {
        left = fmax(left, b.open[i].bound);
        free(b.open[i].from);
    }
    if (b.opened > 0 && !is_over(&b, left)) s->complete = false;
    s->bound = fmax(s->bound, left);
    if (pr->too_many) s->bound = INFINITY;
    if (s->point && b.y) memcpy(s->point, b.best, (size_t)pr->p * sizeof(double));
    bool failed = b.failed;
    free(b.open);
    free(b.y);
    return failed ? bri_fail(err, BRI_NO_MEMORY, "there is no memory for a search of %d branches", s->branches)
                  : BRI_OK;
}

/* --- the smallest scale ---------------------------------------------------------------------------------------------------------- */

double bri_ratio_at(const sti_problem *pr, const bool *which, const double *y)
{
    double most = 0;
    for (int g = 0; g < pr->groups; g++) {
        if (which && !which[g]) continue;
        double force = fabs(bri_express(pr->group[g].force, y, pr->p)), limit = bri_limit_at(pr, &pr->group[g], y);
        if (force > STI_NOTHING) most = fmax(most, limit > 0 ? force / limit : INFINITY);
    }
    return most;
}

/* A margin at some scale leads to a point that needs less: from there on, until no point needs less. Margins are weighed by
 * the limits at the last point, which makes this converge fast (Crouzeix, Ferland 1991). Where distributions are left that
 * are single points, as where loads vanish, no margin shows them: then steps become longer, and where small weights drown
 * a margin in rounding it is looked for without them. */
static bri_status descend(const sti_problem *pr, const bool *which, int most, double largest, double *found,
                          double *low, double *y, bri_error *err)
{
    const double least = 1e-9; /* of the scale */
    double *weight = y + pr->p + 1, step = least, at = isfinite(*found) ? *found * (1 - step) : largest;
    bool weighs = false;
    int first = 0;
    for (int turn = 0; turn < 120; turn++) {
        double rounding = weighs || turn == 0 ? 1e-10 : STI_NOTHING;
        sti_search s = {.problem = pr,
                        .first = first,
                        .counts = which,
                        .scale = at,
                        .gap = 1e-13,
                        .enough = -rounding * at,
                        .floor = -2 * rounding * at,
                        .weight = weighs ? weight : NULL,
                        .most = most,
                        .point = y};
        bri_status status = bri_search(&s, err);
        if (status) return status;
        if (s.found >= -rounding * at) {
            first = s.first;
            double now = fmin(bri_ratio_at(pr, which, y), at);
            step = now < *found * (1 - 10 * step) ? least : fmin(10 * step, 0.5);
            *found = now;
            weighs = true;
            for (int g = 0; g < pr->groups; g++)
                weight[g] = fmax(bri_limit_at(pr, &pr->group[g], y), 1e-3);
        } else if (s.bound < -rounding * at) {
            *low = at;
        } else if (weighs && s.branches < most) {
            weighs = false;
            continue;
        } else {
            return BRI_OK; /* too many branches */
        }
        if (!(*found - *low > 2 * least * *found) || *low >= largest) return BRI_OK;
        at = fmax(*found * (1 - step), *low > 0 ? 0.5 * (*low + *found) : 0);
    }
    return BRI_OK;
}

/* A lower bound that can be had with few branches. */
static bri_status bound_scale(const sti_problem *pr, const bool *which, int most, double over, double *low,
                              bri_error *err)
{
    double under = *low;
    bri_status status = BRI_OK;
    for (int turn = 0; turn < 6 && over - under > 1e-3 * over && !status; turn++) {
        double middle = 0.5 * (under + over);
        sti_search s = {
            .problem = pr, .counts = which, .scale = middle, .floor = -1e-15, .most = 1 + pr->families + most / 20};
        status = bri_search(&s, err);
        *(!status && s.bound < 0 ? &under : &over) = middle;
    }
    *low = under;
    return status;
}

bri_status bri_least_scale(const sti_problem *pr, const bool *which, int most, double largest, double *found,
                           double *low, bri_error *err)
{
    double *y = calloc((size_t)pr->p + (size_t)pr->groups + 2, sizeof *y);
    if (!y) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for a search");
    most += pr->families;
    bri_status status = descend(pr, which, most, largest, found, low, y, err);
    if (!status && *low < *found * (1 - 1e-8))
        status = bound_scale(pr, which, most, isfinite(*found) ? *found : largest, low, err);
    if (*low >= largest) *low = INFINITY;
    free(y);
    return status;
}
