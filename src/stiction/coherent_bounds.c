/* coherent_bounds.c - smallest and largest forces over all coherent distributions: linear programs, as families are convex */
#include "stiction/coherent_bounds.h"

#include <assert.h>
#include <math.h>

#include "stiction/families.h"
#include "stiction/tolerance.h"

enum {
    FIRST_DIRECTIONS = 8,
    MOST_CUTS = 40,
    FIRST_SECTORS = 8,
    MOST_SECTORS = 200
};

/* Solves for the largest a e + b f under the present rows (f may be NULL). *reached: |(e, f)| there, if f is given. */
static sti_outcome solve_for(const sti_problem *pr, const double *e, const double *f, double a, double b, double *value,
                             double *reached)
{
    sti_program *program = pr->program;
    for (int j = 0; j < pr->p; j++)
        program->goal[j] = a * e[1 + j] + (f ? b * f[1 + j] : 0);
    sti_outcome outcome = bri_program_solve(program);
    if (outcome != STI_OPTIMAL) return outcome;
    *value = program->value + a * e[0] + (f ? b * f[0] : 0);
    if (f) *reached = hypot(bri_express(e, program->x, pr->p), bri_express(f, program->x, pr->p));
    return STI_OPTIMAL;
}

typedef struct sector { /* of directions of R */
    double from, to;    /* rad */
    double bound;       /* of |R| in it */
} sector;

/* Sets the bound of a sector to the largest d.R/cos(half width), d its middle; keeps it where that is not known. Raises
 * b->inner_high by |R| of the solution. False: |R| is unbounded. Overwrites the program. */
static bool bound_sector(const sti_problem *pr, const sti_family *family, int c, sector *at, bri_bounds *b)
{
    const double *e = pr->load[0][c], *f = pr->load[1][c];
    double middle = 0.5 * (at->from + at->to), half = 0.5 * (at->to - at->from), value, reached = 0;
    bri_load_family(pr, family);
    for (int side = 0; side < 2; side++) {
        double across = side ? sin(at->to) : -sin(at->from), along = side ? -cos(at->to) : cos(at->from);
        double *row = bri_program_row(pr->program, -across * e[0] - along * f[0], INFINITY);
        for (int j = 0; j < pr->p && row; j++)
            row[j] = across * e[1 + j] + along * f[1 + j];
    }
    sti_outcome outcome = solve_for(pr, e, f, cos(middle), sin(middle), &value, &reached);
    if (outcome == STI_OPTIMAL) {
        at->bound = value / cos(half);
        b->inner_high = fmax(b->inner_high, reached);
    } else if (outcome == STI_INFEASIBLE) {
        at->bound = 0;
    }
    return outcome != STI_UNBOUNDED;
}

/* Raises the upper bounds by the largest |R| of a patch in a family: the sector with the largest bound is halved until that
 * bound is reached. */
static void longest(const sti_problem *pr, const sti_family *family, int c, bri_bounds *b)
{
    sector of[MOST_SECTORS + 1];
    int count = 0;
    bool bounded = true;
    if (family->most[c] <= b->inner_high) return;
    for (; count < FIRST_SECTORS && bounded; count++) {
        double from = 2 * STI_PI / FIRST_SECTORS * count;
        of[count] = (sector){.from = from, .to = from + 2 * STI_PI / FIRST_SECTORS, .bound = INFINITY};
        bounded = bound_sector(pr, family, c, &of[count], b);
    }
    while (bounded && count < MOST_SECTORS) {
        int best = 0;
        for (int i = 1; i < count; i++)
            if (of[i].bound > of[best].bound) best = i;
        if (of[best].bound <= b->inner_high * (1 + tol_longest)) break;
        of[count] = of[best];
        of[best].to = of[count].from = 0.5 * (of[best].from + of[best].to);
        bounded = bound_sector(pr, family, c, &of[best], b) && bound_sector(pr, family, c, &of[count], b);
        count++;
    }
    if (!bounded) b->high = b->inner_high = INFINITY;
    for (int i = 0; i < count && bounded; i++)
        b->high = fmax(b->high, of[i].bound);
}

/* Smallest |R| of a box. */
static double least_in_box(const double box[4])
{
    double x = fmax(fmax(box[0], -box[1]), 0), y = fmax(fmax(box[2], -box[3]), 0);
    return hypot(x, y);
}

/* Lowers the lower bounds by the smallest |R| of a patch in a family: |R| is the largest of d.R over directions d, of
 * which those that matter are added one at a time. */
static void shortest(const sti_problem *pr, const sti_family *family, int c, bri_bounds *b)
{
    sti_program *program = pr->program;
    const double *e = pr->load[0][c], *f = pr->load[1][c];
    double angle[FIRST_DIRECTIONS + MOST_CUTS];
    int count = FIRST_DIRECTIONS, t = pr->p; /* t: |R|, in the first column behind y */
    if (b->inner_low <= tol_no_load) b->low = b->inner_low = 0;
    if (b->inner_low <= tol_no_load || least_in_box(family->box[c]) >= b->inner_low) return;
    for (int k = 0; k < count; k++)
        angle[k] = 2 * STI_PI * k / count;
    for (int iteration = 0; iteration < MOST_CUTS; iteration++) {
        bri_load_family(pr, family);
        program->high[t] = INFINITY;
        for (int k = 0; k < count; k++) {
            double *row = bri_program_row(program, cos(angle[k]) * e[0] + sin(angle[k]) * f[0], INFINITY);
            for (int j = 0; j < pr->p && row; j++)
                row[j] = -cos(angle[k]) * e[1 + j] - sin(angle[k]) * f[1 + j];
            if (row) row[t] = 1;
        }
        program->goal[t] = -1;
        if (bri_program_solve(program) != STI_OPTIMAL) {
            b->low = 0;
            return;
        }
        double n[2] = {bri_express(e, program->x, pr->p), bri_express(f, program->x, pr->p)}, size = hypot(n[0], n[1]);
        b->inner_low = fmin(b->inner_low, size);
        if (iteration == MOST_CUTS - 1 || size <= program->x[t] * (1 + tol_shortest) + tol_shortest_absolute) {
            b->low = fmin(b->low, program->x[t]);
            return;
        }
        angle[count++] = atan2(n[1], n[0]);
    }
}

/* Whether e = times N + more, with N a component of a load; its range in a family is box[*patch][*side], [*side +
 * 1]. */
static bool is_load(const sti_problem *pr, const double *e, int *patch, int *side, double *times, double *more)
{
    for (int c = 0; c < pr->st->patches; c++)
        for (int k = 0; k < 2; k++) {
            if (pr->st->patch[c].load == STI_LOAD_GIVEN || (k && pr->st->patch[c].load != STI_LOAD_RADIAL)) continue;
            if (!bri_follows(e, pr->load[k][c], pr->p, times, more)) continue;
            *patch = c;
            *side = 2 * k;
            return true;
        }
    return false;
}

/* The family with the largest load of a patch. */
static int largest_family(const sti_problem *pr, int c)
{
    int first = 0;
    for (int k = 1; k < pr->families; k++)
        if (pr->family[k].most[c] > pr->family[first].most[c]) first = k;
    return first;
}

/* Extends all bounds to [low, high], which are reached. */
static void widen(bri_bounds *b, double low, double high)
{
    b->low = fmin(b->low, low);
    b->high = fmax(b->high, high);
    b->inner_low = fmin(b->inner_low, low);
    b->inner_high = fmax(b->inner_high, high);
}

void bri_coherent_bounds(const sti_problem *pr, const double *e, int c, bri_bounds *b)
{
    assert(e || (c >= 0 && c < pr->st->patches && pr->st->patch[c].load != STI_LOAD_GIVEN));
    int like = 0, side = 0;
    double times = 0, more = 0;
    bool known = e && is_load(pr, e, &like, &side, &times, &more);
    *b = (bri_bounds){.low = INFINITY, .high = -INFINITY, .inner_low = INFINITY, .inner_high = -INFINITY};
    int first = e ? 0 : largest_family(pr, c); /* then others are often excluded by their box */
    for (int k = 0; k < pr->families; k++) {
        const sti_family *family = &pr->family[(first + k) % pr->families];
        double value, reached;
        b->any = true;
        if (!e) {
            longest(pr, family, c, b);
            shortest(pr, family, c, b);
            continue;
        }
        if (known) {
            const double *range = &family->box[like][side];
            widen(b, times * range[times > 0 ? 0 : 1] + more, times * range[times > 0 ? 1 : 0] + more);
            continue;
        }
        bri_load_family(pr, family);
        for (int way = -1; way <= 1; way += 2) {
            sti_outcome outcome = solve_for(pr, e, NULL, way, 0, &value, &reached);
            if (outcome != STI_OPTIMAL) value = INFINITY;
            *(way > 0 ? &b->high : &b->low) = way > 0 ? fmax(b->high, value) : fmin(b->low, -value);
            bool sure = outcome == STI_OPTIMAL || outcome == STI_UNBOUNDED;
            if (sure && way > 0) b->inner_high = fmax(b->inner_high, value);
            if (sure && way < 0) b->inner_low = fmin(b->inner_low, -value);
        }
    }
    if (pr->too_many) {
        b->low = -INFINITY;
        b->high = INFINITY;
    }
}
