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

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/divisor.h"
#include "base/fail.h"
#include "linalg/dense.h"
#include "system/contact_phase.h"
#include "system/tolerance.h"

typedef struct
    core {       /* the joints and bodies of loops; reactions of open branches attached to them are always unique */
    int *body;   /* number of each body within; -1: not within */
    int *joint;  /* the same of joints */
    int *row;    /* number of each constraint row within; -1: not within */
    int *degree; /* joints of each body that are left; of ground the last */
    int *first;  /* first interface of each joint; -1: none */
    int *next;   /* the next interface of the same joint */
    int bodies, rows;
} core;

typedef struct dependence {
    int n, m;       /* coordinates; reactions: those of joints, then friction of each interface that is locked */
    int wide;       /* m, and columns of interfaces that are only looked at */
    int *column;    /* of each interface; -1: none */
    double *A;      /* J^T, one column for each reaction, and what elimination leaves of it */
    double *length; /* of the columns before they were made 1 */
    int *pivot, rank;
    bool *arbitrary; /* of each reaction */
    double *null;    /* m x vectors */
    int vectors;
} dependence;

/* --- the loops ----------------------------------------------------------------------------------------------------------- */

static void destroy_core(core *c)
{
    free(c->body);
    free(c->joint);
    free(c->row);
    free(c->degree);
    free(c->first);
    free(c->next);
}

/* Whether the constraints of a joint between two bodies and the free motions along which it has friction are independent. */
static bool is_independent(const bri_point *p, const core *c, int j)
{
    const bri_system *s = p->system;
    const sys_joint *joint = &s->joint[j];
    enum {
        MOST = BRI_HELD_MAX + BRI_DOF
    };
    double A[BRI_DOF * MOST];
    int pivot[MOST], count = 0, end = joint->body[0] == BRI_GROUND;
    const bri_motion *motions[MOST];
    for (int i = 0; i < joint->held; i++)
        motions[count++] = &p->row[joint->row + i];
    for (int k = c->first[j]; k >= 0; k = c->next[k]) {
        if (count == MOST) return false;
        motions[count++] = bri_slip_motion(p, &s->interface[k]);
    }
    for (int m = 0; m < count; m++) {
        const double *row = motions[m]->end[end];
        double size = hypot(hypot(row[0], row[1]), row[2] / s->length);
        for (int i = 0; i < BRI_DOF; i++)
            A[i * count + m] = size > 0 ? row[i] / (i == 2 ? s->length : 1) / size : 0;
    }
    return bri_eliminate(A, BRI_DOF, count, count, tol_null_entry, pivot) == count;
}

/* A body with one joint only, which determines itself: both are taken away. The body at its other end; -1: nothing was. */
static int take_leaf(const bri_point *p, core *c, const int *joint_of, int b)
{
    const bri_system *s = p->system;
    const sys_joint *joint = &s->joint[joint_of[b]];
    if (joint->bodies != 2 || !is_independent(p, c, joint_of[b])) return -1;
    int other = joint->body[joint->body[0] == b];
    c->joint[joint_of[b]] = -1;
    c->body[b] = -1;
    c->degree[b] = 0;
    c->degree[other == BRI_GROUND ? s->bodies : other]--;
    return other == BRI_GROUND ? -1 : other;
}

/* The joint of each body that is left, by the sum of their numbers: of one, its own. */
static void prune(const bri_point *p, core *c, int *joint_of)
{
    const bri_system *s = p->system;
    for (int j = 0; j < s->joints; j++)
        for (int e = 0; e < s->joint[j].bodies; e++) {
            int b = s->joint[j].body[e] == BRI_GROUND ? s->bodies : s->joint[j].body[e];
            c->degree[b]++;
            joint_of[b] += j;
        }
    for (int start = 0; start < s->bodies; start++)
        for (int b = start; b >= 0 && b < s->bodies && c->degree[b] == 1;) {
            int j = joint_of[b], other = take_leaf(p, c, joint_of, b);
            if (c->joint[j] >= 0) break;
            if (other >= 0) joint_of[other] -= j;
            b = other;
        }
}

static bri_status find_core(const bri_point *p, core *c, bri_error *err)
{
    const bri_system *s = p->system;
    size_t bodies = (size_t)s->bodies + 1, joints = (size_t)s->joints + 1;
    *c = (core){.body = calloc(bodies, sizeof(int)),
                .joint = calloc(joints, sizeof(int)),
                .row = calloc((size_t)s->held_rows + 1, sizeof(int)),
                .degree = calloc(bodies, sizeof(int)),
                .first = calloc(joints, sizeof(int)),
                .next = calloc((size_t)s->interfaces + 1, sizeof(int))};
    int *joint_of = calloc(bodies, sizeof(int));
    if (!c->body || !c->joint || !c->row || !c->degree || !c->first || !c->next || !joint_of) {
        destroy_core(c);
        free(joint_of);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: dependent reactions");
    }
    for (int j = 0; j < s->joints; j++)
        c->first[j] = -1;
    for (int k = s->interfaces - 1; k >= 0; k--) {
        c->next[k] = c->first[s->interface[k].joint];
        c->first[s->interface[k].joint] = k;
    }
    prune(p, c, joint_of);
    free(joint_of);
    for (int b = 0; b < s->bodies; b++)
        if (c->body[b] >= 0) c->body[b] = c->bodies++;
    for (int j = 0; j < s->joints; j++)
        for (int i = s->joint[j].row; i < s->joint[j].row + s->joint[j].held; i++)
            c->row[i] = c->joint[j] >= 0 ? c->rows++ : -1;
    return BRI_OK;
}

/* --- rank and null space -------------------------------------------------------------------------------------------------- */

static void fill_column(const bri_system *s, const core *c, dependence *d, int column, const sys_joint *joint,
                        const bri_motion *motion)
{
    double square = 0;
    for (int e = 0; e < joint->bodies; e++)
        for (int i = 0; i < BRI_DOF && joint->body[e] != BRI_GROUND; i++)
            d->A[(BRI_DOF * c->body[joint->body[e]] + i) * d->wide + column] +=
                motion->end[e][i] / (i == 2 ? s->length : 1);
    for (int i = 0; i < d->n; i++)
        square += d->A[i * d->wide + column] * d->A[i * d->wide + column];
    d->length[column] = sqrt(square);
    for (int i = 0; i < d->n && square > 0; i++)
        d->A[i * d->wide + column] /= d->length[column];
}

static void destroy(dependence *d)
{
    free(d->column);
    free(d->A);
    free(d->length);
    free(d->pivot);
    free(d->arbitrary);
    free(d->null);
}

/* Which interfaces hold: those of locked. NULL: none, but all have a column, of which elimination leaves what is independent of
 * the joints. The caller destroys d, also on failure. */
static bri_status find(const bri_point *p, const core *c, const bool *locked, dependence *d, bri_error *err)
{
    const bri_system *s = p->system;
    *d = (dependence){.n = BRI_DOF * c->bodies, .wide = c->rows};
    d->column = calloc((size_t)s->interfaces + 1, sizeof *d->column);
    for (int k = 0; k < s->interfaces && d->column; k++)
        d->column[k] = c->joint[s->interface[k].joint] >= 0 && (!locked || locked[k]) ? d->wide++ : -1;
    d->m = locked ? d->wide : c->rows;
    size_t most = (size_t)d->wide + 1;
    d->A = calloc((size_t)d->n * most + 1, sizeof *d->A);
    d->length = calloc(most, sizeof *d->length);
    d->pivot = calloc(most, sizeof *d->pivot);
    d->arbitrary = calloc(most, sizeof *d->arbitrary);
    if (!d->column || !d->A || !d->length || !d->pivot || !d->arbitrary)
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: dependent reactions");
    for (int j = 0; j < s->joints; j++)
        for (int i = s->joint[j].row; i < s->joint[j].row + s->joint[j].held && c->joint[j] >= 0; i++)
            fill_column(s, c, d, c->row[i], &s->joint[j], &p->row[i]);
    for (int k = 0; k < s->interfaces; k++)
        if (d->column[k] >= 0)
            fill_column(s, c, d, d->column[k], &s->joint[s->interface[k].joint], bri_slip_motion(p, &s->interface[k]));
    d->rank = bri_eliminate(d->A, d->n, d->wide, d->m, tol_null_entry, d->pivot);
    return BRI_OK;
}

/* Null vectors, one column each, of the rows at unit length; and where any of them is not 0. */
static bri_status find_arbitrary(dependence *d, bri_error *err)
{
    d->vectors = d->m - d->rank;
    d->null = calloc((size_t)d->m * (size_t)d->vectors + 1, sizeof *d->null);
    if (!d->null) return bri_fail(err, BRI_NO_MEMORY, "out of memory: dependent reactions");
    bri_null_space(d->A, d->wide, d->m, d->rank, d->pivot, d->null);
    for (int i = 0; i < d->m * d->vectors; i++)
        if (fabs(d->null[i]) > tol_null_entry) d->arbitrary[i / d->vectors] = true;
    return BRI_OK;
}

/* Whether a load that follows the reactions of its joint is the same whatever the null space adds to them. */
static bool is_load_unique(const bri_solution *sol, const core *c, const dependence *d, const sys_interface *interface)
{
    const sys_joint *joint = &sol->system->joint[interface->joint];
    if (!interface->from_reaction || c->joint[interface->joint] < 0) return true;
    for (int h = 0; h < joint->held && !interface->linear; h++)
        if (d->arbitrary[c->row[joint->row + h]]) return false;
    for (int j = 0; j < d->vectors && interface->linear; j++)
        for (int r = interface->patch; r < interface->patch + interface->patches; r++) {
            double sum = 0, size = 0;
            for (int h = 0; h < joint->held; h++) {
                int row = c->row[joint->row + h];
                double z = d->null[row * d->vectors + j];
                double term = sol->patch[r].by_lambda[h] * z / fmax(d->length[row], least_divisor);
                sum += term;
                size += fabs(term);
            }
            if (fabs(sum) > tol_null_entry * (1 + size)) return false;
        }
    return true;
}

/* Whether the joints leave an interface free to slide: something of its column is independent of theirs. */
static bool may_slide(const core *c, const dependence *joints, const sys_interface *interface, int k)
{
    if (c->joint[interface->joint] < 0) return true;
    for (int i = joints->rank; i < joints->n; i++)
        if (fabs(joints->A[i * joints->wide + joints->column[k]]) > tol_null_entry) return true;
    return false;
}

static void report_all(const bri_solution *sol, const core *c, const dependence *joints, const dependence *d,
                       bri_reaction_fn *report, void *user)
{
    const bri_system *s = sol->system;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        bool loads_friction = false;
        for (int k = c->first[j]; k >= 0; k = c->next[k])
            loads_friction = loads_friction || s->interface[k].from_reaction;
        for (int i = 0; i < joint->held; i++)
            report(&(bri_reaction){.joint = joint->name,
                                   .name = joint->kind->held[i].name,
                                   .unique = c->joint[j] < 0 || !d->arbitrary[c->row[joint->row + i]],
                                   .loads_friction = loads_friction},
                   user);
        for (int k = c->first[j]; k >= 0; k = c->next[k]) {
            const sys_interface *interface = &s->interface[k];
            bri_reaction friction = {
                .joint = interface->label, .name = "friction", .loads_friction = true, .is_friction = true};
            friction.unique = d->column[k] >= 0 && d->column[k] < d->m ? !d->arbitrary[d->column[k]]
                                                                       : is_load_unique(sol, c, d, interface);
            friction.moves_something = may_slide(c, joints, interface, k);
            report(&friction, user);
        }
    }
}

bri_status bri_reactions_at(const bri_point *p, const bri_solution *sol, const bool *locked, bri_reaction_fn *report,
                            void *user, int *redundant, bri_error *err)
{
    core c;
    dependence joints = {0}, d = {0};
    bri_status status = find_core(p, &c, err);
    if (status) return status;
    status = find(p, &c, NULL, &joints, err);
    if (!status) status = find(p, &c, locked, &d, err);
    if (!status) status = find_arbitrary(&d, err);
    if (!status && redundant) *redundant = d.m - d.rank;
    if (!status) report_all(sol, &c, &joints, &d, report, user);
    destroy(&joints);
    destroy(&d);
    destroy_core(&c);
    return status;
}

bri_status bri_system_reactions(const bri_system *s, bri_regime regime, bri_reaction_fn *report, void *user,
                                int *redundant, bri_error *err)
{
    bri_error_clear(err);
    assert(s && report);
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
