/* relaxation.c - linear programs outside and inside of the distributions within the limits
 *
 * Columns: y; for each patch, its load where the program must bound it from both sides; the margin. */
#include "stiction/relaxation.h"

#include <assert.h>
#include <math.h>

#include "stiction/families.h"
#include "stiction/tolerance.h"

enum {
    DIRECTIONS = 12 /* that bound |R| from below */
};

bool bri_is_slip(const sti_problem *pr, const sti_family *family)
{
    for (int g = 0; g < pr->groups; g++)
        if (family->at_limit[g]) return true;
    return false;
}

bool bri_is_margin(const sti_objective *o) { return !o->expression && !o->of_load; }
static bool is_goal(const sti_objective *o, int c) { return o->of_load && o->patch == c; }
/* Whether the program has a column for the load of a patch: needed where it is bounded from both sides. */
static bool has_column(const sti_objective *o, const sti_family *family, int c)
{
    return bri_is_slip(o->problem, family) || is_goal(o, c);
}
static bool counts(const sti_objective *o, int g) { return !o->counts || o->counts[g]; }

/* Columns of the load of a patch and of the margin. */
static int load_column(const sti_problem *pr, int c) { return pr->p + c; }
static int margin_column(const sti_problem *pr) { return pr->p + pr->st->patches; }

/* row = slopes of a e + b f; f may be NULL. */
static void put_slopes(const sti_problem *pr, double a, const double *e, double b, const double *f, double *row)
{
    for (int i = 0; i < pr->p; i++)
        row[i] = a * e[1 + i] + (f ? b * f[1 + i] : 0);
}

/* Appends low <= a e + b f <= high; f may be NULL. */
static void put_row(const sti_problem *pr, sti_program *program, double a, const double *e, double b, const double *f,
                    double low, double high)
{
    double constant = a * e[0] + (f ? b * f[0] : 0), *row = bri_program_row(program, low - constant, high - constant);
    if (row) put_slopes(pr, a, e, b, f, row);
}

/* Appends t <= a e + b f, t >= ..., or t = ..., with t the column of the patch's load; how: '<', '>', '='. */
static void put_load_row(const sti_problem *pr, sti_program *program, int c, char how, double a, const double *e,
                         double b, const double *f)
{
    double constant = a * e[0] + (f ? b * f[0] : 0);
    double *row = bri_program_row(program, how == '<' ? -INFINITY : constant, how == '>' ? INFINITY : constant);
    if (!row) return;
    put_slopes(pr, -a, e, -b, f, row);
    row[load_column(pr, c)] = 1;
}

/* Appends t >= |N|, or t >= d.R for several directions d. */
static void put_lower_bounds(const sti_problem *pr, sti_program *program, const sti_region *at, int c)
{
    const double *e = pr->load[0][c], *f = pr->load[1][c];
    if (pr->st->patch[c].load == STI_LOAD_LINEAR) {
        put_load_row(pr, program, c, '>', 1, e, 0, NULL);
        put_load_row(pr, program, c, '>', -1, e, 0, NULL);
        return;
    }
    for (int i = 0; i < DIRECTIONS; i++)
        put_load_row(pr, program, c, '>', cos(2 * STI_PI * i / DIRECTIONS), e, sin(2 * STI_PI * i / DIRECTIONS), f);
    for (int i = 0; i <= 2 && !isnan(at->from[c]); i++) {
        double angle = at->from[c] + 0.5 * i * (at->to[c] - at->from[c]);
        put_load_row(pr, program, c, '>', cos(angle), e, sin(angle), f);
    }
}

/* out = constant + a e + b f. */
static void combine(const sti_problem *pr, double constant, double a, const double *e, double b, const double *f,
                    double *out)
{
    for (int i = 0; i <= pr->p; i++)
        out[i] = (i ? 0 : constant) + a * e[i] + b * f[i];
}

/* out: a linear upper bound of |N| or |R| in the region; out[0] NAN: there is none. */
static void bound_above(const sti_problem *pr, const sti_family *family, const sti_region *at, int c, double *out)
{
    const double *e = pr->load[0][c], *f = pr->load[1][c];
    double from = at->from[c], to = at->to[c], most = family->most[c] * (1 + tol_load_bound) + tol_load_bound_absolute;
    out[0] = NAN;
    if (isfinite(most)) combine(pr, most, 0, e, 0, f, out);
    if (pr->st->patch[c].load == STI_LOAD_LINEAR) {
        double low = family->low[c], high = family->high[c], slope = (high + low) / (high - low);
        if (from != 0)
            combine(pr, 0, from, e, 0, f, out);
        else if (isfinite(low) && isfinite(high) && high - low > tol_load_range) /* chord through both ends */
            combine(pr, -low - slope * low + tol_load_bound_absolute, slope, e, 0, f, out);
    } else if (!isnan(from)) {
        double middle = 0.5 * (from + to), half = 0.5 * (to - from);
        combine(pr, 0, cos(middle) / cos(half), e, sin(middle) / cos(half), f, out);
    }
}

/* Appends that N or R is in the region. */
static void put_region(const sti_problem *pr, sti_program *program, const sti_region *at, int c)
{
    const double *e = pr->load[0][c], *f = pr->load[1][c];
    double from = at->from[c], to = at->to[c];
    if (pr->st->patch[c].load == STI_LOAD_LINEAR) {
        if (from != 0) put_row(pr, program, from, e, 0, NULL, 0, INFINITY);
    } else if (!isnan(from)) {
        put_row(pr, program, -sin(from), e, cos(from), f, 0, INFINITY);
        put_row(pr, program, sin(to), e, -cos(to), f, 0, INFINITY);
    }
}

/* out: the linear function that touches |N| or |R| at y, and is nowhere above it. */
static void bound_below(const sti_problem *pr, int c, const double *y, double *out)
{
    const double *e = pr->load[0][c], *f = pr->load[1][c];
    double n[2] = {bri_express(e, y, pr->p), bri_express(f, y, pr->p)};
    double size = pr->st->patch[c].load == STI_LOAD_LINEAR ? fabs(n[0]) : hypot(n[0], n[1]);
    combine(pr, 0, size > 0 ? n[0] / size : 1, e, size > 0 ? n[1] / size : 0, f, out);
}

/* Appends sign x force - factor x limit + weight x margin <= 0, or = 0 without margin for a group at its limit.
 * Nothing where a load has no linear bound. */
static void put_limit(const sti_relaxation *r, const sti_family *family, int g, double sign)
{
    const sti_objective *o = r->objective;
    const sti_problem *pr = o->problem;
    const sti_group *group = &pr->group[g];
    bool exact = family->at_limit[g] != 0;
    double times = exact ? 1 : o->factor, high = -sign * group->force[0];
    for (int c = group->patch; c < group->patch + group->patches; c++)
        if (!has_column(o, family, c) && pr->st->patch[c].load != STI_LOAD_GIVEN &&
            isnan(r->load_bound[c * (pr->p + 1)]))
            return;
    double *row = bri_program_row(r->program, 0, 0);
    if (!row) return;
    for (int i = 0; i < pr->p; i++)
        row[i] = sign * group->force[1 + i];
    for (int c = group->patch; c < group->patch + group->patches; c++) {
        const sti_patch *patch = &pr->st->patch[c];
        const double *by = exact && pr->sliding ? patch->sliding_force : patch->static_limit,
                     *bound = r->load_bound + c * (pr->p + 1);
        high += times * by[0];
        if (patch->load == STI_LOAD_GIVEN) continue;
        if (has_column(o, family, c)) {
            row[load_column(pr, c)] = -times * by[1];
            continue;
        }
        high += times * by[1] * bound[0];
        for (int i = 0; i < pr->p; i++)
            row[i] -= times * by[1] * bound[1 + i];
    }
    if (!exact) row[margin_column(pr)] = o->weight ? o->weight[g] : 1;
    r->program->row_low[r->program->rows - 1] = exact ? high : -INFINITY;
    r->program->row_high[r->program->rows - 1] = high;
}

/* Sign of a group's force in a family. */
static int sign_of(const sti_problem *pr, const sti_family *family, const sti_group *group)
{
    const sti_patch *c = &pr->st->patch[group->patch];
    int column = family->side[group->patch] < 0 ? c->column[1] : c->column[0];
    return family->sign[column - pr->st->held];
}

/* Appends the limits of all groups that count, for the signs that their forces can have. */
static void put_limits(const sti_relaxation *r, const sti_family *family)
{
    const sti_problem *pr = r->objective->problem;
    for (int g = 0; g < pr->groups; g++) {
        if (!counts(r->objective, g)) continue;
        int sign = family->at_limit[g] ? family->at_limit[g] : sign_of(pr, family, &pr->group[g]);
        if (sign >= 0) put_limit(r, family, g, 1);
        if (sign <= 0 || (sign == STI_FREE && !family->at_limit[g])) put_limit(r, family, g, -1);
    }
}

/* Sets the goal of the program, and the bounds of its margin. */
static void put_goal(const sti_objective *o, sti_program *program)
{
    const sti_problem *pr = o->problem;
    int m = margin_column(pr);
    program->high[m] = fmax(1, o->factor); /* unbounded loads have unbounded margins */
    if (bri_is_margin(o)) {
        program->goal[m] = 1;
        return;
    }
    program->low[m] = program->high[m] = 0;
    if (o->of_load) program->goal[load_column(pr, o->patch)] = o->direction;
    for (int i = 0; i < pr->p && o->expression; i++)
        program->goal[i] = o->direction * o->expression[1 + i];
}

/* Sets the linear bound of a load and appends the rows that it needs; at NULL: of the inner program about y. */
static void put_load(const sti_relaxation *r, const sti_family *family, const sti_region *at, const double *y, int c)
{
    const sti_objective *o = r->objective;
    const sti_problem *pr = o->problem;
    double *bound = r->load_bound + c * (pr->p + 1);
    bool column = has_column(o, family, c);
    if (at) {
        put_region(pr, r->program, at, c);
        bound_above(pr, family, at, c, bound);
        if (column) put_lower_bounds(pr, r->program, at, c);
    } else {
        bound_below(pr, c, y, bound);
    }
    if (!column) return;
    r->program->high[load_column(pr, c)] = INFINITY;
    if (!isnan(bound[0])) put_load_row(pr, r->program, c, at ? '<' : '=', 1, bound, 0, NULL);
}

sti_outcome bri_solve_relaxation(const sti_relaxation *r, const sti_family *family, const sti_region *at,
                                 const double *y, double *value)
{
    const sti_objective *o = r->objective;
    const sti_problem *pr = o->problem;
    sti_program *program = r->program;
    assert(at || y);
    bri_program_clear(program);
    for (int c = 0; c < pr->st->patches; c++)
        program->low[load_column(pr, c)] = program->high[load_column(pr, c)] = 0;
    bri_put_family(pr, family, program, -1);
    for (int c = 0; c < pr->st->patches; c++)
        if (pr->st->patch[c].load != STI_LOAD_GIVEN) put_load(r, family, at, y, c);
    put_limits(r, family);
    put_goal(o, program);
    sti_outcome outcome = bri_program_solve(program);
    *value = program->value + (o->expression ? o->direction * o->expression[0] : 0);
    return outcome;
}

double bri_relaxation_error(const sti_relaxation *r, const sti_family *family, const sti_region *at, int c)
{
    const sti_problem *pr = r->objective->problem;
    const sti_patch *patch = &pr->st->patch[c];
    const double *x = r->program->x;
    bool exact = bri_is_slip(pr, family);
    if (patch->load == STI_LOAD_GIVEN) return 0;
    if (patch->load == STI_LOAD_LINEAR && at->from[c] != 0) return 0;
    if (patch->load == STI_LOAD_RADIAL && 0.5 * (at->to[c] - at->from[c]) < narrowest_sector) return 0;
    const double *bound = r->load_bound + c * (pr->p + 1);
    bool column = has_column(r->objective, family, c);
    double off = column            ? x[load_column(pr, c)] - bri_load_at(pr, c, x)
                 : isnan(bound[0]) ? INFINITY
                                   : bri_express(bound, x, pr->p) - bri_load_at(pr, c, x);
    if (is_goal(r->objective, c)) return fabs(off) * fmax(1, patch->static_limit[1]);
    return patch->static_limit[1] * (exact ? fabs(off) : off);
}

double bri_violation(const sti_objective *o, const sti_family *family, const double *y)
{
    const sti_problem *pr = o->problem;
    double worst = -INFINITY;
    for (int g = 0; g < pr->groups; g++) {
        if (!counts(o, g)) continue;
        const sti_group *group = &pr->group[g];
        double force = bri_express(group->force, y, pr->p);
        if (!family->at_limit[g]) {
            double over = fabs(force) - o->factor * bri_limit_at(pr, group, y);
            worst = fmax(worst, bri_is_margin(o) && o->weight ? over / o->weight[g] : over);
            continue;
        }
        double limit = 0;
        for (int c = group->patch; c < group->patch + group->patches; c++) {
            const double *by = pr->sliding ? pr->st->patch[c].sliding_force : pr->st->patch[c].static_limit;
            limit += by[0] + by[1] * bri_load_at(pr, c, y);
        }
        worst = fmax(worst, fabs(family->at_limit[g] * force - limit));
    }
    return worst;
}
