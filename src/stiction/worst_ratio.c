/* worst_ratio.c - the largest |T|/limit of an interface over all coherent distributions, within the limits or not
 *
 * Limits are convex in the unknowns, so T - s limit is concave, and the largest ratio in a family is the value of one linear
 * program in (y, 1)/limit (Charnes and Cooper 1962), in which t >= |N| takes the place of the load; it covers distributions
 * that go to infinity, too. For pins, |R| is the largest of d.R over directions d: with few directions the limit is too small
 * and the ratio too large, which is the safe side. The direction of the solution is added until nothing changes. */
#include "stiction/worst_ratio.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/fail.h"
#include "stiction/families.h"
#include "stiction/tolerance.h"

enum {
    FIRST_DIRECTIONS = 8,
    MOST_CUTS = 40
};

typedef struct cuts { /* directions that bound the load of a patch from below, rad */
    double angle[FIRST_DIRECTIONS + MOST_CUTS];
    int count;
} cuts;

typedef struct ratio {
    const sti_problem *pr;
    sti_program *program; /* unknowns: (y, 1, the load of each patch of the interface)/limit */
    const sti_interface *interface;
    double *force; /* expression, of the whole interface */
    cuts *cut;     /* of each patch of the interface */
} ratio;

/* Appends t_i >= (a, b).N, the load of patch i of the interface. */
static void put_load(const ratio *r, int i, double a, double b)
{
    const sti_problem *pr = r->pr;
    int c = r->interface->patch + i;
    double *row = bri_program_row(r->program, 0, INFINITY);
    for (int j = 0; j <= pr->p && row; j++) /* the constant is behind y */
        row[j < pr->p ? j : pr->p] =
            -a * pr->load[0][c][j < pr->p ? 1 + j : 0] - b * pr->load[1][c][j < pr->p ? 1 + j : 0];
    if (row) row[pr->p + 1 + i] = 1;
}

/* Solves for the largest sign x force/limit in a family, with the present directions. Overwrites the program. */
static sti_outcome solve_ratio(const ratio *r, const sti_family *family, double sign)
{
    const sti_problem *pr = r->pr;
    sti_program *program = r->program;
    bri_program_clear(program);
    bri_put_family(pr, family, program, pr->p);
    program->low[pr->p] = 0;
    double *limit = bri_program_row(program, -INFINITY, 1);
    for (int i = 0; i < r->interface->patches && limit; i++) {
        limit[pr->p] += pr->st->patch[r->interface->patch + i].static_limit[0];
        limit[pr->p + 1 + i] = pr->st->patch[r->interface->patch + i].static_limit[1];
        program->low[pr->p + 1 + i] = 0;
    }
    for (int i = 0; i < r->interface->patches; i++) {
        sti_load load = pr->st->patch[r->interface->patch + i].load;
        if (load == STI_LOAD_LINEAR) {
            put_load(r, i, 1, 0);
            put_load(r, i, -1, 0);
        }
        for (int k = 0; k < r->cut[i].count && load == STI_LOAD_RADIAL; k++)
            put_load(r, i, cos(r->cut[i].angle[k]), sin(r->cut[i].angle[k]));
    }
    for (int j = 0; j < pr->p; j++)
        program->goal[j] = sign * r->force[1 + j];
    program->goal[pr->p] = sign * r->force[0];
    return bri_program_solve(program);
}

/* *reached: the true ratio at the solution. Adds the directions of its loads to the cuts; false: none is new. */
static bool add_cuts(const ratio *r, double sign, double *reached)
{
    const sti_problem *pr = r->pr;
    const double *x = r->program->x;
    double force = sign * r->force[0] * x[pr->p], limit = 0;
    bool more = false;
    for (int j = 0; j < pr->p; j++)
        force += sign * r->force[1 + j] * x[j];
    for (int i = 0; i < r->interface->patches; i++) {
        int c = r->interface->patch + i;
        const sti_patch *patch = &pr->st->patch[c];
        double n[2] = {pr->load[0][c][0] * x[pr->p], pr->load[1][c][0] * x[pr->p]};
        for (int j = 0; j < pr->p; j++) {
            n[0] += pr->load[0][c][1 + j] * x[j];
            n[1] += pr->load[1][c][1 + j] * x[j];
        }
        double load = patch->load == STI_LOAD_GIVEN ? 0 : hypot(n[0], n[1]), bound = x[pr->p + 1 + i];
        limit += patch->static_limit[0] * x[pr->p] + patch->static_limit[1] * load;
        if (patch->load == STI_LOAD_RADIAL && load > bound * (1 + tol_cut) + tol_cut_absolute &&
            r->cut[i].count < FIRST_DIRECTIONS + MOST_CUTS) {
            r->cut[i].angle[r->cut[i].count++] = atan2(n[1], n[0]);
            more = true;
        }
    }
    *reached = force > 0 ? (limit > 0 ? force / limit : INFINITY) : 0;
    return more;
}

/* Resets the cuts of all patches to evenly spaced directions. */
static void first_directions(const ratio *r)
{
    for (int i = 0; i < r->interface->patches; i++) {
        r->cut[i].count = FIRST_DIRECTIONS;
        for (int k = 0; k < FIRST_DIRECTIONS; k++)
            r->cut[i].angle[k] = 2 * STI_PI * k / FIRST_DIRECTIONS;
    }
}

/* Refines the largest ratio in one family and direction of the force; raises *bound and *found. */
static void ratio_in(const ratio *r, const sti_family *family, double sign, double *bound, double *found)
{
    double last = INFINITY, reached = 0;
    first_directions(r);
    for (int iteration = 0; iteration < MOST_CUTS; iteration++) {
        sti_outcome outcome = solve_ratio(r, family, sign);
        if (outcome == STI_INFEASIBLE) return;
        if (outcome == STI_UNBOUNDED) *found = INFINITY; /* the limit can vanish */
        if (outcome != STI_OPTIMAL) {
            *bound = INFINITY;
            return;
        }
        last = r->program->value;
        if (last <= *found) break; /* another family reaches it */
        bool more = add_cuts(r, sign, &reached);
        *found = fmax(*found, reached);
        if (!more || last <= reached * (1 + tol_ratio)) break;
    }
    *bound = fmax(*bound, last);
}

typedef struct candidate { /* a family, and a direction of the friction force */
    int family;
    double sign, bound;
} candidate;

/* Whether the family allows this sign of the interface's force. */
static bool allows_sign(const ratio *r, const sti_family *family, double sign)
{
    if (r->interface->column < 0) return true;
    signed char is = family->sign[r->interface->column - r->pr->st->held];
    return is == STI_FREE || is * sign > 0;
}

/* Sets the bound of a candidate with the first directions only, which is never too small; raises *found. False: the
 * family is empty. */
static bool bound_roughly(const ratio *r, candidate *at, double *found)
{
    double reached = 0;
    first_directions(r);
    sti_outcome outcome = solve_ratio(r, &r->pr->family[at->family], at->sign);
    at->bound = outcome == STI_OPTIMAL ? r->program->value : INFINITY;
    if (outcome == STI_UNBOUNDED) *found = INFINITY;
    if (outcome == STI_OPTIMAL) add_cuts(r, at->sign, &reached);
    *found = fmax(*found, reached);
    return outcome != STI_INFEASIBLE;
}

/* Refines the candidate with the largest bound until none can be above what is reached. Overwrites the candidates. */
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
    ratio r = {.pr = pr, .interface = &pr->st->interface[f]};
    candidate *of = calloc(2 * (size_t)pr->families + 1, sizeof *of);
    int count = 0;
    assert(f >= 0 && f < pr->st->interfaces);
    *bound = *found = 0;
    r.force = calloc((size_t)pr->p + 1, sizeof(double));
    r.cut = calloc((size_t)r.interface->patches + 1, sizeof *r.cut);
    bri_status status = r.force && r.cut && of ? bri_program_create(pr->p + 1 + r.interface->patches, &r.program, err)
                                               : bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    if (!status) bri_interface_force(pr, f, r.force);
    for (int k = 0; k < 2 * pr->families && !status && *found < INFINITY; k++) {
        of[count] = (candidate){.family = k / 2, .sign = k % 2 ? -1 : 1};
        if (allows_sign(&r, &pr->family[k / 2], of[count].sign)) count += bound_roughly(&r, &of[count], found);
    }
    if (*found == INFINITY)
        *bound = INFINITY;
    else if (!status)
        refine_best(&r, of, count, bound, found);
    if (r.program) bri_program_count(pr->program, r.program);
    if (pr->too_many) *bound = INFINITY;
    bri_program_destroy(r.program);
    free(of);
    free(r.force);
    free(r.cut);
    return status;
}
