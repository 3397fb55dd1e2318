/* reactions.c - which reactions the equations of rigid bodies determine
 *
 * Reactions lambda act as J^T lambda. What is in the null space of J^T changes them and no motion: a reaction is unique if
 * that space has nothing in its direction. Found by elimination with full pivoting, rows of J at unit length and angles
 * measured by the mechanism's length, so that neither units nor the order of elements matter.
 *
 * M. Wojtyra, "Joint reactions in rigid body mechanisms with dependent constraints", Mechanism and Machine Theory 44
 * (2009) 2265-2278. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "system/system.h"

static const double nothing = 1e-9; /* of rows at unit length */

/* J^T, n coordinates x m rows, as it is where the work was moved to. */
static void fill(const bri_work *work, double *matrix)
{
    const bri_system *s = work->system;
    int m = s->held_rows;
    for (int i = 0; i < m; i++) {
        double square = 0;
        for (int t = 0; t < s->touches[i]; t++)
            for (int d = 0; d < BRI_DOF; d++) {
                double entry = work->row[i].end[s->touch[i][t].end][d] / (d == 2 ? s->length : 1);
                matrix[(s->touch[i][t].at + d) * m + i] = entry;
                square += entry * entry;
            }
        for (int t = 0; t < s->touches[i] && square > 0; t++)
            for (int d = 0; d < BRI_DOF; d++)
                matrix[(s->touch[i][t].at + d) * m + i] /= sqrt(square);
    }
}

/* Gauss and Jordan: the columns that became pivots, in pivot; how many. */
static int eliminate(double *A, int n, int m, int *pivot)
{
    int rank = 0;
    for (; rank < n && rank < m; rank++) {
        int row = rank, column = -1;
        double best = nothing;
        for (int i = rank; i < n; i++)
            for (int j = 0; j < m; j++) {
                bool used = false;
                for (int k = 0; k < rank && !used; k++)
                    used = pivot[k] == j;
                if (!used && fabs(A[i * m + j]) > best * (1 + 1e-6)) { /* ties: the first */
                    best = fabs(A[i * m + j]);
                    row = i;
                    column = j;
                }
            }
        if (column < 0) break;
        for (int j = 0; j < m && row != rank; j++) {
            double was = A[rank * m + j];
            A[rank * m + j] = A[row * m + j];
            A[row * m + j] = was;
        }
        pivot[rank] = column;
        double inverse = 1 / A[rank * m + column];
        for (int j = 0; j < m; j++)
            A[rank * m + j] *= inverse;
        for (int i = 0; i < n; i++) {
            double factor = A[i * m + column];
            for (int j = 0; i != rank && factor != 0 && j < m; j++)
                A[i * m + j] -= factor * A[rank * m + j];
        }
    }
    return rank;
}

/* Rows of J whose multipliers no equation determines. */
static bri_status find_arbitrary(const bri_work *work, bool *arbitrary, bri_error *err)
{
    const bri_system *s = work->system;
    int n = BRI_DOF * s->bodies, m = s->held_rows;
    double *A = calloc((size_t)n * (size_t)m + 1, sizeof *A);
    int *pivot = calloc((size_t)m + 1, sizeof *pivot);
    bool *is_pivot = calloc((size_t)m + 1, sizeof *is_pivot);
    bri_status status = BRI_OK;
    if (A && pivot && is_pivot) {
        fill(work, A);
        int rank = eliminate(A, n, m, pivot);
        for (int k = 0; k < rank; k++)
            is_pivot[pivot[k]] = true;
        for (int j = 0; j < m; j++) {
            if (is_pivot[j]) continue;
            arbitrary[j] = true;
            for (int k = 0; k < rank; k++) /* the null vector of this column */
                if (fabs(A[k * m + j]) > nothing) arbitrary[pivot[k]] = true;
        }
    } else {
        status = bri_fail(err, BRI_NO_MEMORY, "there is no memory to look for dependent reactions");
    }
    free(A);
    free(pivot);
    free(is_pivot);
    return status;
}

bri_status bri_system_reactions(const bri_system *s, bri_reaction_fn *tell, void *user, bri_error *err)
{
    bri_work *work = NULL;
    bool *arbitrary = calloc((size_t)s->held_rows + 1, sizeof *arbitrary);
    bri_status status = arbitrary ? bri_work_create(s, &work, err)
                                  : bri_fail(err, BRI_NO_MEMORY, "there is no memory for %d reactions", s->held_rows);
    if (!status) {
        size_t n = (size_t)(BRI_DOF * s->bodies) * sizeof(double);
        memcpy(work->x_start, s->q0, n);
        memcpy(work->x_start + BRI_DOF * s->bodies, s->u0, n);
        bri_move(work, s->t0, work->x_start, work->mode_start);
        if (s->redundant) status = find_arbitrary(work, arbitrary, err);
    }
    for (int j = 0; j < s->joints && !status; j++) {
        const sys_joint *joint = &s->joint[j];
        bool rubs = false;
        for (int k = 0; k < s->interfaces; k++)
            rubs = rubs || (s->interface[k].joint == j && s->interface[k].from_reaction);
        for (int i = 0; i < joint->held; i++)
            tell(&(bri_reaction){.joint = joint->name,
                                 .name = joint->kind->held[i].name,
                                 .unique = !arbitrary[joint->row + i],
                                 .rubs = rubs},
                 user);
    }
    bri_work_destroy(work);
    free(arbitrary);
    return status;
}
