/* reactions.c - which reactions and friction forces the equations of rigid bodies determine
 *
 * Reactions lambda act as J^T lambda. What is in the null space of J^T changes them and no motion: a reaction is unique if
 * that space has nothing in its direction. Where friction holds a joint it is one reaction more. Where it slides it is
 * unique if its load is. Found by elimination with full pivoting, rows of J at unit length and angles measured by the
 * mechanism's length, so that neither units nor the order of elements matter.
 *
 * M. Wojtyra, "Joint reactions in rigid body mechanisms with dependent constraints", Mechanism and Machine Theory 44
 * (2009) 2265-2278. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "linalg/dense.h"
#include "system/system.h"

static const double nothing = 1e-9; /* of rows at unit length */

typedef struct dependence {
    int n, m;       /* coordinates; reactions: those of joints, then friction of each interface that is locked */
    int *interface; /* of each friction among them */
    double *A;      /* J^T, one column for each reaction, and what elimination leaves of it */
    double *length; /* of the columns before they were made 1 */
    int *pivot, rank;
    bool *arbitrary; /* of each reaction */
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
}

/* Which interfaces hold: those of locked, or none. */
static bri_status find(const bri_work *work, const bool *locked, dependence *d, bri_error *err)
{
    const bri_system *s = work->system;
    *d = (dependence){.n = BRI_DOF * s->bodies, .m = s->held_rows};
    size_t most = (size_t)(s->held_rows + s->interfaces) + 1;
    d->interface = calloc(most, sizeof *d->interface);
    d->A = calloc((size_t)d->n * most + 1, sizeof *d->A);
    d->length = calloc(most, sizeof *d->length);
    d->pivot = calloc(most, sizeof *d->pivot);
    d->arbitrary = calloc(most, sizeof *d->arbitrary);
    if (!d->interface || !d->A || !d->length || !d->pivot || !d->arbitrary) {
        destroy(d);
        return bri_fail(err, BRI_NO_MEMORY, "there is no memory to look for dependent reactions");
    }
    for (int k = 0; k < s->interfaces; k++)
        if (locked && locked[k]) d->interface[d->m++ - s->held_rows] = k;
    for (int j = 0; j < s->joints; j++)
        for (int i = 0; i < s->joint[j].held; i++)
            fill_column(s, d, s->joint[j].row + i, &s->joint[j], &work->row[s->joint[j].row + i]);
    for (int c = s->held_rows; c < d->m; c++) {
        const sys_interface *face = &s->interface[d->interface[c - s->held_rows]];
        const sys_joint *joint = &s->joint[face->joint];
        fill_column(s, d, c, joint, &work->freed[joint->freed_at + face->motion]);
    }
    d->rank = bri_eliminate(d->A, d->n, d->m, d->m, d->pivot);
    return BRI_OK;
}

static bool is_pivot(const dependence *d, int column)
{
    for (int k = 0; k < d->rank; k++)
        if (d->pivot[k] == column) return true;
    return false;
}

static void find_arbitrary(dependence *d)
{
    for (int j = 0; j < d->m; j++) {
        if (is_pivot(d, j)) continue;
        d->arbitrary[j] = true;
        for (int k = 0; k < d->rank; k++) /* the null vector of this column */
            if (fabs(d->A[k * d->m + j]) > nothing) d->arbitrary[d->pivot[k]] = true;
    }
}

/* Whether a load that follows the reactions of its joint is the same whatever the null space adds to them. */
static bool is_load_unique(const bri_work *work, const dependence *d, const sys_interface *face)
{
    const sys_joint *joint = &work->system->joint[face->joint];
    if (!face->from_reaction) return true;
    for (int h = 0; h < joint->held && !face->linear; h++)
        if (d->arbitrary[joint->row + h]) return false;
    for (int j = 0; j < d->m && face->linear; j++) {
        if (is_pivot(d, j)) continue;
        for (int r = face->patch; r < face->patch + face->patches; r++) {
            double sum = 0, size = 0;
            for (int h = 0; h < joint->held; h++) {
                int row = joint->row + h;
                double z = row == j ? 1 : 0;
                for (int k = 0; k < d->rank; k++)
                    if (d->pivot[k] == row) z = -d->A[k * d->m + j];
                double term = work->patch[r].by_lambda[h] * z / fmax(d->length[row], 1e-300);
                sum += term;
                size += fabs(term);
            }
            if (fabs(sum) > nothing * (1 + size)) return false;
        }
    }
    return true;
}

/* Whether the joints leave it free to slide. */
static bri_status see_mobility(const bri_work *work, int k, bool *locked, int rank, bool *moves, bri_error *err)
{
    dependence with;
    locked[k] = true;
    bri_status status = find(work, locked, &with, err);
    locked[k] = false;
    if (status) return status;
    *moves = with.rank > rank;
    destroy(&with);
    return BRI_OK;
}

static bri_status tell_all(const bri_work *work, const dependence *d, const bool *locked, int rank_of_joints,
                           bri_reaction_fn *tell, void *user, bri_error *err)
{
    const bri_system *s = work->system;
    bool *one = calloc((size_t)s->interfaces + 1, sizeof *one);
    bri_status status =
        one ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "there is no memory to look for dependent reactions");
    for (int j = 0; j < s->joints && !status; j++) {
        const sys_joint *joint = &s->joint[j];
        bool patches = false;
        for (int k = 0; k < s->interfaces; k++)
            patches = patches || (s->interface[k].joint == j && s->interface[k].from_reaction);
        for (int i = 0; i < joint->held; i++)
            tell(&(bri_reaction){.joint = joint->name,
                                 .name = joint->kind->held[i].name,
                                 .unique = !d->arbitrary[joint->row + i],
                                 .patches = patches},
                 user);
        for (int k = 0; k < s->interfaces && !status; k++) {
            const sys_interface *face = &s->interface[k];
            if (face->joint != j) continue;
            bri_reaction friction = {.joint = face->label, .name = "friction", .patches = true, .is_friction = true};
            friction.unique = is_load_unique(work, d, face);
            for (int c = s->held_rows; c < d->m && locked && locked[k]; c++)
                if (d->interface[c - s->held_rows] == k) friction.unique = !d->arbitrary[c];
            status = see_mobility(work, k, one, rank_of_joints, &friction.moves_something, err);
            if (!status) tell(&friction, user);
        }
    }
    free(one);
    return status;
}

bri_status bri_reactions_at(const bri_work *work, const bool *locked, bri_reaction_fn *tell, void *user, int *redundant,
                            bri_error *err)
{
    dependence d, joints;
    bri_status status = find(work, NULL, &joints, err);
    int rank = status ? 0 : joints.rank;
    if (!status) destroy(&joints);
    if (!status) status = find(work, locked, &d, err);
    if (status) return status;
    find_arbitrary(&d);
    if (redundant) *redundant = d.m - d.rank;
    status = tell_all(work, &d, locked, rank, tell, user, err);
    destroy(&d);
    return status;
}

bri_status bri_system_reactions(const bri_system *s, bri_regime regime, bri_reaction_fn *tell, void *user,
                                int *redundant, bri_error *err)
{
    bri_work *work = NULL;
    bool *locked = calloc((size_t)s->interfaces + 1, sizeof *locked);
    bri_status status = locked ? bri_work_create(s, &work, err)
                               : bri_fail(err, BRI_NO_MEMORY, "there is no memory for %d interfaces", s->interfaces);
    if (!status) {
        size_t n = (size_t)(BRI_DOF * s->bodies) * sizeof(double);
        memcpy(work->x_start, s->q0, n);
        memcpy(work->x_start + BRI_DOF * s->bodies, s->u0, n);
        bri_move(work, s->t0, work->x_start, work->mode_start);
        bri_gap_start(work, work->mode_start);
        bri_see_contacts(work);
        for (int k = 0; k < s->interfaces; k++)
            locked[k] = regime == BRI_LOCKED && !bri_is_apart(s, &s->interface[k], work->mode_start);
        status = bri_reactions_at(work, locked, tell, user, redundant, err);
    }
    bri_work_destroy(work);
    free(locked);
    return status;
}
