/* reactions.c - which reactions and friction forces a rigid-body model determines
 *
 * Reactions lambda act as J^T lambda. A vector of the null space of J^T changes them and no motion: a reaction is unique if
 * every such vector is 0 there. Friction of an interface that sticks is one reaction more. Friction that slides is unique
 * if its load is. Found by elimination with full pivoting, rows of J at unit length and angles measured by the
 * mechanism's length, so that neither units nor the order of elements matter.
 *
 * M. Wojtyra, "Joint reactions in rigid body mechanisms with dependent constraints", Mechanism and Machine Theory 44
 * (2009) 2265-2278. */
#include "system/reactions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "linalg/dense.h"
#include "system/contact_phase.h"
#include "system/tolerance.h"

typedef struct dependence {
    int n, m;       /* coordinates; reactions: those of joints, then friction of each interface that is locked */
    int *interface; /* of each friction among them */
    double *A;      /* J^T, one column for each reaction, and what elimination leaves of it */
    double *length; /* of the columns before they were made 1 */
    int *pivot, rank;
    bool *arbitrary; /* of each reaction */
    double *null;    /* m x vectors */
    int vectors;
} dependence;

static void fill_column(const bri_system *s, dependence *d, int column, const sys_joint *joint,
                        const bri_motion *motion)
{
    double square = 0;
    for (int e = 0; e < joint->bodies; e++)
        for (int i = 0; i < BRI_DOF && joint->body[e] != BRI_GROUND; i++)
            d->A[(BRI_DOF * joint->body[e] + i) * d->m + column] += motion->end[e][i] / (i == 2 ? s->length : 1);
    for (int i = 0; i < d->n; i++)
        square += d->A[i * d->m + column] * d->A[i * d->m + column];
    d->length[column] = sqrt(square);
    for (int i = 0; i < d->n && square > 0; i++)
        d->A[i * d->m + column] /= d->length[column];
}
static void destroy(dependence *d)
{
    free(d->interface);
    free(d->A);
    free(d->length);
    free(d->pivot);
    free(d->arbitrary);
    free(d->null);
}

/* Which interfaces hold: those of locked, or none. */
static bri_status find(const bri_point *p, const bool *locked, dependence *d, bri_error *err)
{
    const bri_system *s = p->system;
    *d = (dependence){.n = BRI_DOF * s->bodies, .m = s->held_rows};
    size_t most = (size_t)(s->held_rows + s->interfaces) + 1;
    d->interface = calloc(most, sizeof *d->interface);
    d->A = calloc((size_t)d->n * most + 1, sizeof *d->A);
    d->length = calloc(most, sizeof *d->length);
    d->pivot = calloc(most, sizeof *d->pivot);
    d->arbitrary = calloc(most, sizeof *d->arbitrary);
    if (!d->interface || !d->A || !d->length || !d->pivot || !d->arbitrary) {
        destroy(d);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: dependent reactions");
    }
    for (int k = 0; k < s->interfaces; k++)
        if (locked && locked[k]) d->interface[d->m++ - s->held_rows] = k;
    for (int j = 0; j < s->joints; j++)
        for (int i = 0; i < s->joint[j].held; i++)
            fill_column(s, d, s->joint[j].row + i, &s->joint[j], &p->row[s->joint[j].row + i]);
    for (int c = s->held_rows; c < d->m; c++) {
        const sys_interface *interface = &s->interface[d->interface[c - s->held_rows]];
        const sys_joint *joint = &s->joint[interface->joint];
        fill_column(s, d, c, joint, bri_slip_motion(p, interface));
    }
    d->rank = bri_eliminate(d->A, d->n, d->m, d->m, tol_null_entry, d->pivot);
    return BRI_OK;
}

/* Null vectors, one column each, of the rows at unit length; and where any of them is not 0. */
static bri_status find_arbitrary(dependence *d, bri_error *err)
{
    d->vectors = d->m - d->rank;
    d->null = calloc((size_t)d->m * (size_t)d->vectors + 1, sizeof *d->null);
    if (!d->null) return bri_fail(err, BRI_NO_MEMORY, "out of memory: dependent reactions");
    bri_null_space(d->A, d->m, d->m, d->rank, d->pivot, d->null);
    for (int i = 0; i < d->m * d->vectors; i++)
        if (fabs(d->null[i]) > tol_null_entry) d->arbitrary[i / d->vectors] = true;
    return BRI_OK;
}

/* Whether a load that follows the reactions of its joint is the same whatever the null space adds to them. */
static bool is_load_unique(const bri_solution *sol, const dependence *d, const sys_interface *interface)
{
    const sys_joint *joint = &sol->system->joint[interface->joint];
    if (!interface->from_reaction) return true;
    for (int h = 0; h < joint->held && !interface->linear; h++)
        if (d->arbitrary[joint->row + h]) return false;
    for (int j = 0; j < d->vectors && interface->linear; j++)
        for (int r = interface->patch; r < interface->patch + interface->patches; r++) {
            double sum = 0, size = 0;
            for (int h = 0; h < joint->held; h++) {
                int row = joint->row + h;
                double z = d->null[row * d->vectors + j];
                double term = sol->patch[r].by_lambda[h] * z / fmax(d->length[row], 1e-300);
                sum += term;
                size += fabs(term);
            }
            if (fabs(sum) > tol_null_entry * (1 + size)) return false;
        }
    return true;
}

/* Whether the joints leave it free to slide. */
static bri_status find_mobility(const bri_point *p, int k, bool *locked, int rank, bool *moves, bri_error *err)
{
    dependence with;
    locked[k] = true;
    bri_status status = find(p, locked, &with, err);
    locked[k] = false;
    if (status) return status;
    *moves = with.rank > rank;
    destroy(&with);
    return BRI_OK;
}

static bri_status report_all(const bri_point *p, const bri_solution *sol, const dependence *d, const bool *locked,
                             int rank_of_joints, bri_reaction_fn *report, void *user, bri_error *err)
{
    const bri_system *s = p->system;
    bool *one = calloc((size_t)s->interfaces + 1, sizeof *one);
    bri_status status = one ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: dependent reactions");
    for (int j = 0; j < s->joints && !status; j++) {
        const sys_joint *joint = &s->joint[j];
        bool loads_friction = false;
        for (int k = 0; k < s->interfaces; k++)
            loads_friction = loads_friction || (s->interface[k].joint == j && s->interface[k].from_reaction);
        for (int i = 0; i < joint->held; i++)
            report(&(bri_reaction){.joint = joint->name,
                                   .name = joint->kind->held[i].name,
                                   .unique = !d->arbitrary[joint->row + i],
                                   .loads_friction = loads_friction},
                   user);
        for (int k = 0; k < s->interfaces && !status; k++) {
            const sys_interface *interface = &s->interface[k];
            if (interface->joint != j) continue;
            bri_reaction friction = {
                .joint = interface->label, .name = "friction", .loads_friction = true, .is_friction = true};
            friction.unique = is_load_unique(sol, d, interface);
            for (int c = s->held_rows; c < d->m && locked && locked[k]; c++)
                if (d->interface[c - s->held_rows] == k) friction.unique = !d->arbitrary[c];
            status = find_mobility(p, k, one, rank_of_joints, &friction.moves_something, err);
            if (!status) report(&friction, user);
        }
    }
    free(one);
    return status;
}

bri_status bri_reactions_at(const bri_point *p, const bri_solution *sol, const bool *locked, bri_reaction_fn *report,
                            void *user, int *redundant, bri_error *err)
{
    dependence d, joints;
    bri_status status = find(p, NULL, &joints, err);
    int rank = status ? 0 : joints.rank;
    if (!status) destroy(&joints);
    if (!status) status = find(p, locked, &d, err);
    if (status) return status;
    status = find_arbitrary(&d, err);
    if (redundant) *redundant = d.m - d.rank;
    if (!status) status = report_all(p, sol, &d, locked, rank, report, user, err);
    destroy(&d);
    return status;
}

bri_status bri_system_reactions(const bri_system *s, bri_regime regime, bri_reaction_fn *report, void *user,
                                int *redundant, bri_error *err)
{
    bri_arena arena = {0};
    bri_point point;
    bri_solution room;
    double *x = bri_arena_take(&arena, (size_t)s->states + 1, sizeof(double));
    double *packed = bri_arena_take(&arena, (size_t)s->discrete_states + 1, sizeof(double));
    bool *locked = bri_arena_take(&arena, (size_t)s->interfaces + 1, sizeof(bool));
    bri_point_create(s, &arena, &point);
    bri_solution_create(s, &arena, &room);
    bri_status status = arena.failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: %d bodies", s->bodies) : BRI_OK;
    if (!status) {
        size_t n = (size_t)(BRI_DOF * s->bodies);
        bri_instant at = {.t = s->t0, .segment_end = INFINITY, .x = x, .discrete = packed};
        memcpy(x, s->q0, n * sizeof(double));
        memcpy(x + n, s->u0, n * sizeof(double));
        bri_discrete_pack(&point.discrete, packed);
        bri_point_set(&point, &at, BRI_SCOPE_DYNAMICS);
        bri_contact_start(&point, &point.discrete);
        bri_discrete_pack(&point.discrete, packed);
        bri_update_patches(&point, &room);
        for (int k = 0; k < s->interfaces; k++)
            locked[k] = regime == BRI_LOCKED && !bri_is_separated(&point.discrete, k);
        status = bri_reactions_at(&point, &room, locked, report, user, redundant, err);
    }
    bri_arena_free(&arena);
    return status;
}

/* --- over-constrained motion ---------------------------------------------------------------------------------------------- */

typedef struct undetermined { /* friction that moves something and is not unique */
    char friction[300];
    int count;
} undetermined;

static void add_undetermined(const bri_reaction *reaction, void *user)
{
    undetermined *d = user;
    size_t used = strlen(d->friction);
    if (!reaction->is_friction || reaction->unique || !reaction->moves_something) return;
    snprintf(d->friction + used, sizeof d->friction - used, "%s'%s'", d->count++ ? ", " : "", reaction->joint);
}

bri_status bri_refuse_undetermined_motion(const bri_system *s, bri_error *err)
{
    undetermined d = {{0}, 0};
    if (!s->redundant || s->redundancy != BRI_REDUNDANCY_REFUSE) return BRI_OK;
    bri_status status = bri_system_reactions(s, BRI_SLIDING, add_undetermined, &d, NULL, err);
    if (status || !d.count) return status;
    return bri_fail(
        err, BRI_BAD_MODEL,
        "the mechanism is over-constrained (%d redundant constraints), and a rigid-body model cannot determine "
        "how the joints share the load: friction in %s is arbitrary, and so is the motion. Remove redundant "
        "constraints, make a body elastic, or name a treatment: run: {redundancy: eliminate}, "
        "pseudoinverse, or elastic with the compliance of joints",
        s->redundant, d.friction);
}
