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
        limit[pr->p] += pr->st->contact[r->face->contact + i].static_limit[0];
        limit[pr->p + 1 + i] = pr->st->contact[r->face->contact + i].static_limit[1];
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
        limit += contact->static_limit[0] * x[pr->p] + contact->static_limit[1] * load;
        if (contact->load == STI_ROUND && load > stands * (1 + 1e-13) + 1e-15 &&
            r->cut[i].count < FIRST_DIRECTIONS + MOST_CUTS) {
            r->cut[i].angle[r->cut[i].count++] = atan2(n[1], n[0]);
            more = true;
        }
    }
    *reached = force > 0 ? (limit > 0 ? force / limit : INFINITY) : 0;
    return more;
}

static void first_directions(const ratio *r)
{
    for (int i = 0; i < r->face->contacts; i++) {
        r->cut[i].count = FIRST_DIRECTIONS;
        for (int k = 0; k < FIRST_DIRECTIONS; k++)
            r->cut[i].angle[k] = 2 * STI_PI * k / FIRST_DIRECTIONS;
    }
}

static void ratio_in(const ratio *r, const sti_family *family, double sign, double *bound, double *found)
{
    double last = INFINITY, reached = 0;
    first_directions(r);
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

typedef struct candidate { /* a family, and a direction of the friction force */
    int family;
    double sign, bound;
} candidate;

/* Whether the family lets the face's force have this sign. */
static bool can_be(const ratio *r, const sti_family *family, double sign)
{
    if (r->face->column < 0) return true;
    signed char is = family->sign[r->face->column - r->pr->st->held];
    return is == STI_FREE || is * sign > 0;
}

/* What few directions say: too large, if anything. False: there is nothing to be looked at. */
static bool look_roughly(const ratio *r, candidate *at, double *found)
{
    double reached = 0;
    first_directions(r);
    sti_outcome outcome = solve_ratio(r, &r->pr->family[at->family], at->sign);
    at->bound = outcome == STI_OPTIMAL ? r->program->value : INFINITY;
    if (outcome == STI_UNBOUNDED) *found = INFINITY;
    if (outcome == STI_OPTIMAL) cut_again(r, at->sign, &reached);
    *found = fmax(*found, reached);
    return outcome != STI_INFEASIBLE;
}

/* Of all candidates that with the largest bound, until none can be above what is reached. */
static void refine_best(const ratio *r, candidate *of, int count, double *bound, double *found)
{
    while (count > 0) {
        int best = 0;
        for (int i = 1; i < count; i++)
            if (of[i].bound > of[best].bound) best = i;
        if (of[best].bound <= *found) {
            *bound = fmax(*bound, *found);
            return;
        }
        ratio_in(r, &r->pr->family[of[best].family], of[best].sign, bound, found);
        if (*bound == INFINITY) return;
        of[best] = of[--count];
    }
}

bri_status bri_worst_ratio(const sti_problem *pr, int f, double *bound, double *found, bri_error *err)
{
    ratio r = {.pr = pr, .face = &pr->st->face[f]};
    candidate *of = calloc(2 * (size_t)pr->families + 1, sizeof *of);
    int count = 0;
    *bound = *found = 0;
    r.force = calloc((size_t)pr->p + 1, sizeof(double));
    r.cut = calloc((size_t)r.face->contacts + 1, sizeof *r.cut);
    bri_status status = r.force && r.cut && of ? bri_program_create(pr->p + 1 + r.face->contacts, &r.program, err)
                                               : bri_fail(err, BRI_NO_MEMORY, "there is no memory for a verdict");
    for (int g = 0; g < pr->groups && !status; g++)
        for (int j = 0; j <= pr->p && pr->group[g].face == f; j++)
            r.force[j] += pr->group[g].force[j];
    for (int k = 0; k < 2 * pr->families && !status && *found < INFINITY; k++) {
        of[count] = (candidate){.family = k / 2, .sign = k % 2 ? -1 : 1};
        if (can_be(&r, &pr->family[k / 2], of[count].sign)) count += look_roughly(&r, &of[count], found);
    }
    if (*found == INFINITY)
        *bound = INFINITY;
    else if (!status)
        refine_best(&r, of, count, bound, found);
    if (r.program) pr->program->solved += r.program->solved;
    if (pr->too_many) *bound = INFINITY;
    bri_program_destroy(r.program);
    free(of);
    free(r.force);
    free(r.cut);
    return status;
}

/* --- intervals -------------------------------------------------------------------------------------------------------------- */

static void put_rows(const sti_problem *pr, const sti_family *family)
{
    bri_program_clear(pr->program);
    bri_put_family(pr, family, pr->program, -1);
    for (int j = pr->p; j < pr->program->columns; j++)
        pr->program->low[j] = pr->program->high[j] = 0;
}

/* The largest a e + b f under the rows that stand there, and |R| = |(e, f)| then. */
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

/* The same in a family, where R is in a sector. */
static sti_outcome largest(const sti_problem *pr, const sti_family *family, const double *e, const double *f, double a,
                           double b, double from, double to, double *value, double *reached)
{
    put_rows(pr, family);
    for (int side = 0; side < 2; side++) {
        double c = side ? sin(to) : -sin(from), s = side ? -cos(to) : cos(from);
        double *row = bri_program_row(pr->program, -c * e[0] - s * f[0], INFINITY);
        for (int j = 0; j < pr->p && row; j++)
            row[j] = c * e[1 + j] + s * f[1 + j];
    }
    return solve_for(pr, e, f, a, b, value, reached);
}

/* max |R|: sectors are halved until the largest d.R/cos(half) of all is near a length that is reached. */
static void longest(const sti_problem *pr, const sti_family *family, int c, bri_bounds *b)
{
    double from[MOST_SECTORS + 8], to[MOST_SECTORS + 8], bound[MOST_SECTORS + 8], value, reached = 0;
    int count = 0;
    if (family->most[c] <= b->inner_high) return;
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

static double least_in_box(const double box[4])
{
    double x = fmax(fmax(box[0], -box[1]), 0), y = fmax(fmax(box[2], -box[3]), 0);
    return hypot(x, y);
}

/* min |R| over a convex set: the largest of d.R over directions, each added where it was too small. */
static void shortest(const sti_problem *pr, const sti_family *family, int c, bri_bounds *b)
{
    sti_program *program = pr->program;
    const double *e = pr->load[0][c], *f = pr->load[1][c];
    double angle[FIRST_DIRECTIONS + MOST_CUTS];
    int count = FIRST_DIRECTIONS, t = pr->p; /* the first stand-in is free here */
    if (b->inner_low <= 1e-12) b->low = b->inner_low = 0;
    if (b->inner_low <= 1e-12 || least_in_box(family->box[c]) >= b->inner_low) return;
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

/* e = times N + more, with N a load whose ranges the families know; then its box begins at side. */
static bool is_load(const sti_problem *pr, const double *e, int *contact, int *side, double *times, double *more)
{
    for (int c = 0; c < pr->st->contacts; c++)
        for (int k = 0; k < 2; k++) {
            if (pr->st->contact[c].load == STI_GIVEN || (k && pr->st->contact[c].load != STI_ROUND)) continue;
            if (!bri_follows(e, pr->load[k][c], pr->p, times, more)) continue;
            *contact = c;
            *side = 2 * k;
            return true;
        }
    return false;
}

static int largest_family(const sti_problem *pr, int c)
{
    int first = 0;
    for (int k = 1; k < pr->families; k++)
        if (pr->family[k].most[c] > pr->family[first].most[c]) first = k;
    return first;
}

static void widen(bri_bounds *b, double low, double high)
{
    b->low = fmin(b->low, low);
    b->high = fmax(b->high, high);
    b->inner_low = fmin(b->inner_low, low);
    b->inner_high = fmax(b->inner_high, high);
}

bri_status bri_coherent_bounds(const sti_problem *pr, const double *e, int c, bri_bounds *b, bri_error *err)
{
    int like = 0, side = 0;
    double times = 0, more = 0;
    bool known = e && is_load(pr, e, &like, &side, &times, &more);
    (void)err;
    *b = (bri_bounds){.low = INFINITY, .high = -INFINITY, .inner_low = INFINITY, .inner_high = -INFINITY};
    int first = e ? 0 : largest_family(pr, c); /* then others need not be looked at closely */
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
        put_rows(pr, family);
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
    return BRI_OK;
}
