/* bounds.c - what is largest over all coherent distributions, without the limits: sets that are convex in each family
 *
 * The largest |T|/limit of a face: limits are convex in the unknowns, so that T - s limit is concave, and the ratio is the
 * value of one linear program in (y, 1)/limit (Charnes and Cooper 1962), in which t >= |N| stands for the load. It tells of
 * distributions that go to infinity too. For pins |R| is the largest of d.R over directions d: few of them make the limit
 * too small and the ratio too large, which is the safe side; the direction of the solution is added until nothing changes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "stiction/search.h"

enum {
    FIRST_DIRECTIONS = 8,
    MOST_CUTS = 40,
    MOST_SECTORS = 200
};

/* --- the worst ratio ----------------------------------------------------------------------------------------------------- */

typedef struct cuts {
    double angle[FIRST_DIRECTIONS + MOST_CUTS];
    int count;
} cuts;

typedef struct ratio {
    const sti_problem *pr;
    sti_program *program; /* y, 1, then a load for each contact of the face */
    const sti_face *face;
    double *force; /* of the whole face */
    cuts *cut;     /* of each contact of the face */
} ratio;

static void put_load(const ratio *r, int i, double a, double b)
{
    const sti_problem *pr = r->pr;
    int c = r->face->contact + i;
    double *row = bri_program_row(r->program, 0, INFINITY);
    for (int j = 0; j <= pr->p && row; j++) /* the constant stands behind y */
        row[j < pr->p ? j : pr->p] =
            -a * pr->load[0][c][j < pr->p ? 1 + j : 0] - b * pr->load[1][c][j < pr->p ? 1 + j : 0];
    if (row) row[pr->p + 1 + i] = 1;
}

static sti_outcome solve_ratio(const ratio *r, const sti_family *family, double sign)
{
    const sti_problem *pr = r->pr;
    sti_program *program = r->program;
    bri_program_clear(program);
    bri_put_family(pr, family, program, pr->p);
    program->low[pr->p] = 0;
    double *limit = bri_program_row(program, -INFINITY, 1);
    for (int i = 0; i < r->face->contacts && limit; i++) {
        limit[pr->p] += pr->st->contact[r->face->contact + i].grip[0];
        limit[pr->p + 1 + i] = pr->st->contact[r->face->contact + i].grip[1];
        program->low[pr->p + 1 + i] = 0;
    }
    for (int i = 0; i < r->face->contacts; i++) {
        sti_load load = pr->st->contact[r->face->contact + i].load;
        if (load == STI_SIGNED) {
            put_load(r, i, 1, 0);
            put_load(r, i, -1, 0);
        }
        for (int k = 0; k < r->cut[i].count && load == STI_ROUND; k++)
            put_load(r, i, cos(r->cut[i].angle[k]), sin(r->cut[i].angle[k]));
    }
    for (int j = 0; j < pr->p; j++)
        program->goal[j] = sign * r->force[1 + j];
    program->goal[pr->p] = sign * r->force[0];
    return bri_program_solve(program);
}

/* The true ratio at the solution; directions of its loads are added. False: nothing new. */
static bool cut_again(const ratio *r, double sign, double *reached)
{
    const sti_problem *pr = r->pr;
    const double *x = r->program->x;
    double force = sign * r->force[0] * x[pr->p], limit = 0;
    bool more = false;
    for (int j = 0; j < pr->p; j++)
        force += sign * r->force[1 + j] * x[j];
    for (int i = 0; i < r->face->contacts; i++) {
        int c = r->face->contact + i;
        const sti_contact *contact = &pr->st->contact[c];
        double n[2] = {pr->load[0][c][0] * x[pr->p], pr->load[1][c][0] * x[pr->p]};
        for (int j = 0; j < pr->p; j++) {
            n[0] += pr->load[0][c][1 + j] * x[j];
            n[1] += pr->load[1][c][1 + j] * x[j];
        }
        double load = contact->load == STI_GIVEN ? 0 : hypot(n[0], n[1]), stands = x[pr->p + 1 + i];
        limit += contact->grip[0] * x[pr->p] + contact->grip[1] * load;
        if (contact->load == STI_ROUND && load > stands * (1 + 1e-13) + 1e-15 &&
            r->cut[i].count < FIRST_DIRECTIONS + MOST_CUTS) {
            r->cut[i].angle[r->cut[i].count++] = atan2(n[1], n[0]);
            more = true;
        }
    }
    *reached = force > 0 ? (limit > 0 ? force / limit : INFINITY) : 0;
    return more;
}

/* Whether the face's friction has that sign in a family, or may have. */
static bool may_have(const ratio *r, const sti_family *family, double sign)
{
    if (r->face->column < 0) return true;
    signed char given = family->sign[r->face->column - r->pr->st->held];
    return given == STI_FREE || given * sign > 0;
}

static void ratio_in(const ratio *r, const sti_family *family, double sign, double *bound, double *found)
{
    double last = INFINITY, reached = 0;
    if (!may_have(r, family, sign)) return;
    for (int i = 0; i < r->face->contacts; i++) {
        r->cut[i].count = FIRST_DIRECTIONS;
        for (int k = 0; k < FIRST_DIRECTIONS; k++)
            r->cut[i].angle[k] = 2 * STI_PI * k / FIRST_DIRECTIONS;
    }
    for (int turn = 0; turn < MOST_CUTS; turn++) {
        sti_outcome outcome = solve_ratio(r, family, sign);
        if (outcome == STI_INFEASIBLE) return;
        if (outcome == STI_UNBOUNDED) *found = INFINITY; /* without a load at all */
        if (outcome != STI_OPTIMAL) {
            *bound = INFINITY;
            return;
        }
        last = r->program->value;
        if (last <= *found) break; /* it has been as large elsewhere */
        bool more = cut_again(r, sign, &reached);
        *found = fmax(*found, reached);
        if (!more || last <= reached * (1 + 1e-12)) break;
    }
    *bound = fmax(*bound, last);
}

bri_status bri_worst_ratio(const sti_problem *pr, int f, double *bound, double *found, bri_error *err)
{
    ratio r = {.pr = pr, .face = &pr->st->face[f]};
    *bound = *found = 0;
    r.force = calloc((size_t)pr->p + 1, sizeof(double));
    r.cut = calloc((size_t)r.face->contacts + 1, sizeof *r.cut);
    bri_status status = r.force && r.cut ? bri_program_create(pr->p + 1 + r.face->contacts, &r.program, err)
                                         : bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
    for (int g = 0; g < pr->groups && !status; g++)
        for (int j = 0; j <= pr->p && pr->group[g].face == f; j++)
            r.force[j] += pr->group[g].force[j];
    for (int k = 0; k < pr->families && !status && *found < INFINITY; k++) {
        ratio_in(&r, &pr->family[k], 1, bound, found);
        ratio_in(&r, &pr->family[k], -1, bound, found);
    }
    if (r.program) pr->program->solved += r.program->solved;
    if (pr->too_many) *bound = INFINITY;
    bri_program_destroy(r.program);
    free(r.force);
    free(r.cut);
    return status;
}

/* --- intervals -------------------------------------------------------------------------------------------------------------- */

/* The largest a e + b f in a family, where R = (e, f) is in a sector; from NAN: anywhere. Its |R| in reached. */
static sti_outcome largest(const sti_problem *pr, const sti_family *family, const double *e, const double *f, double a,
                           double b, double from, double to, double *value, double *reached)
{
    sti_program *program = pr->program;
    bri_program_clear(program);
    bri_put_family(pr, family, program, -1);
    for (int j = pr->p; j < program->columns; j++)
        program->low[j] = program->high[j] = 0;
    for (int side = 0; side < 2 && f && !isnan(from); side++) {
        double c = side ? sin(to) : -sin(from), s = side ? -cos(to) : cos(from);
        double *row = bri_program_row(program, -c * e[0] - s * f[0], INFINITY);
        for (int j = 0; j < pr->p && row; j++)
            row[j] = c * e[1 + j] + s * f[1 + j];
    }
    for (int j = 0; j < pr->p; j++)
        program->goal[j] = a * e[1 + j] + (f ? b * f[1 + j] : 0);
    sti_outcome outcome = bri_program_solve(program);
    if (outcome != STI_OPTIMAL) return outcome;
    *value = program->value + a * e[0] + (f ? b * f[0] : 0);
    if (f) *reached = hypot(bri_express(e, program->x, pr->p), bri_express(f, program->x, pr->p));
    return STI_OPTIMAL;
}

/* max |R|: sectors are halved until the largest d.R/cos(half) of all is near a length that is reached. */
static void longest(const sti_problem *pr, const sti_family *family, int c, bri_bounds *b)
{
    double from[MOST_SECTORS + 8], to[MOST_SECTORS + 8], bound[MOST_SECTORS + 8], value, reached = 0;
    int count = 0;
    for (int i = 0; i < 8; i++) {
        from[count] = STI_PI / 4 * i;
        to[count] = from[count] + STI_PI / 4;
        bound[count++] = INFINITY;
    }
    for (int turn = 0; count < MOST_SECTORS; turn++) {
        int best = 0;
        for (int i = 1; i < count; i++)
            if (bound[i] > bound[best]) best = i;
        if (turn >= 8 && bound[best] <= b->inner_high * (1 + 1e-9)) break;
        int first = turn < 8 ? turn : best, parts = turn < 8 ? 1 : 2;
        double begin = from[first], end = to[first], before = bound[first];
        for (int k = 0; k < parts; k++) {
            int i = k ? count++ : first;
            from[i] = parts == 1 || k == 0 ? begin : 0.5 * (begin + end);
            to[i] = parts == 1 || k == 1 ? end : 0.5 * (begin + end);
            double middle = 0.5 * (from[i] + to[i]), half = 0.5 * (to[i] - from[i]);
            sti_outcome outcome = largest(pr, family, pr->load[0][c], pr->load[1][c], cos(middle), sin(middle), from[i],
                                          to[i], &value, &reached);
            bound[i] = outcome == STI_OPTIMAL ? value / cos(half) : outcome == STI_INFEASIBLE ? 0 : before;
            if (outcome == STI_OPTIMAL) b->inner_high = fmax(b->inner_high, reached);
            if (outcome == STI_UNBOUNDED) {
                b->high = b->inner_high = INFINITY;
                return;
            }
        }
    }
    for (int i = 0; i < count; i++)
        b->high = fmax(b->high, bound[i]);
}

/* min |R| over a convex set: the largest of d.R over directions, each added where it was too small. */
static void shortest(const sti_problem *pr, const sti_family *family, int c, bri_bounds *b)
{
    sti_program *program = pr->program;
    const double *e = pr->load[0][c], *f = pr->load[1][c];
    double angle[FIRST_DIRECTIONS + MOST_CUTS];
    int count = FIRST_DIRECTIONS, t = pr->p; /* the first stand-in is free here */
    for (int k = 0; k < count; k++)
        angle[k] = 2 * STI_PI * k / count;
    for (int turn = 0; turn < MOST_CUTS; turn++) {
        bri_program_clear(program);
        bri_put_family(pr, family, program, -1);
        for (int j = pr->p; j < program->columns; j++)
            program->low[j] = program->high[j] = 0;
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
        if (turn == MOST_CUTS - 1 || size <= program->x[t] * (1 + 1e-10) + 1e-13) {
            b->low = fmin(b->low, program->x[t]);
            return;
        }
        angle[count++] = atan2(n[1], n[0]);
    }
}

bri_status bri_coherent_bounds(const sti_problem *pr, const double *e, int c, bri_bounds *b, bri_error *err)
{
    (void)err;
    *b = (bri_bounds){.low = INFINITY, .high = -INFINITY, .inner_low = INFINITY, .inner_high = -INFINITY};
    for (int k = 0; k < pr->families; k++) {
        const sti_family *family = &pr->family[k];
        double value, reached;
        b->any = true;
        if (!e) {
            longest(pr, family, c, b);
            shortest(pr, family, c, b);
            continue;
        }
        for (int side = -1; side <= 1; side += 2) {
            sti_outcome outcome = largest(pr, family, e, NULL, side, 0, NAN, NAN, &value, &reached);
            if (outcome != STI_OPTIMAL) value = INFINITY;
            *(side > 0 ? &b->high : &b->low) = side > 0 ? fmax(b->high, value) : fmin(b->low, -value);
            bool known = outcome == STI_OPTIMAL || outcome == STI_UNBOUNDED;
            if (known && side > 0) b->inner_high = fmax(b->inner_high, value);
            if (known && side < 0) b->inner_low = fmin(b->inner_low, -value);
        }
    }
    if (pr->too_many) {
        b->low = -INFINITY;
        b->high = INFINITY;
    }
    return BRI_OK;
}
