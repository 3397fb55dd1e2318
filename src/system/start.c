/* start.c - how a model begins: positions that fit the joints, velocities completed from them, degrees of freedom */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "system/system.h"

static const double fits = 1e-6; /* what is left open, over the mechanism's length, without a complaint */

/* The direction of a row, as " along x", where its name tells one; and the unit of its value. */
static const char *direction_of(const sys_joint *joint, int row, const char **unit)
{
    const bri_variable *held = &joint->kind->held[row];
    *unit = !strcmp(held->unit, "N m") ? "rad" : "m";
    return !strcmp(held->name, "force_x") ? " along x" : !strcmp(held->name, "force_y") ? " along y" : "";
}

static bri_status complain(const bri_system *s, const bri_work *work, bool of_velocity, bri_error *err)
{
    bri_status first = BRI_OK;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        for (int i = 0; i < joint->held; i++) {
            int row = joint->row + i;
            double off = of_velocity ? work->row_rate[row] + work->row[row].drift : work->row[row].value;
            if (fabs(off) <= fits * (of_velocity ? s->speed : s->length)) continue;
            char where[256] = "";
            const char *unit, *direction = direction_of(joint, i, &unit);
            if (joint->record->line)
                snprintf(where, sizeof where, "%s:%d:%d", s->name, joint->record->line, joint->record->column);
            bri_status status =
                of_velocity
                    ? bri_fail_at(err, BRI_BAD_MODEL, where,
                                  "joint '%s': the velocities that are given do not fit it, by %.4g %s/s%s; leave "
                                  "some of them out and they are completed",
                                  joint->name, off, unit, direction)
                    : bri_fail_at(err, BRI_BAD_MODEL, where,
                                  "joint '%s': its parts do not meet as the model begins, by %.4g %s%s; 'bristle check "
                                  "--assemble' moves them together",
                                  joint->name, off, unit, direction);
            first = first ? first : status;
        }
    }
    return first;
}

/* Velocities that were not given, from those that were: least change in the mass norm. */
static bri_status complete_velocities(const bri_system *s, bri_work *work, double *x, bri_error *err)
{
    size_t n = (size_t)(BRI_DOF * s->bodies);
    double *weight = bri_arena_take(&work->arena, n + 1, sizeof *weight);
    if (!weight) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %d bodies", s->bodies);
    for (size_t i = 0; i < n; i++)
        weight[i] = s->u_given[i] ? 0 : s->inverse[i]; /* what is given is as heavy as the earth */
    work->weight = weight;
    bri_project_velocity(work, s->t0, x, work->mode_start);
    work->weight = s->inverse;
    return BRI_OK;
}

static bri_status find_sizes(bri_system *s, bri_work *work, double *x, bri_error *err)
{
    int n = BRI_DOF * s->bodies;
    double weight = 0, fall = hypot(s->gravity[0], s->gravity[1]);
    s->size = bri_arena_take(&s->arena, (size_t)s->states, sizeof(double));
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for the sizes of the states");
    for (int b = 0; b < s->bodies; b++) {
        weight += s->mass[b] * fall;
        s->speed = fmax(s->speed, hypot(s->u0[BRI_DOF * b], s->u0[BRI_DOF * b + 1]));
    }
    for (int b = 0; b < s->bodies; b++)
        s->working_speed = fmax(s->working_speed, hypot(s->u0[BRI_DOF * b], s->u0[BRI_DOF * b + 1]));
    for (int i = 0; i < s->states; i++)
        s->size[i] = i >= 2 * n ? s->length : i % 3 == 2 ? 1 : i < n ? s->length : s->speed;
    for (int g = 0; g < s->gaps; g++) { /* what touches must be known to a part of its clearance, and of its depth */
        const sys_joint *joint = &s->joint[s->gap[g].joint];
        double small = 100 * bri_blow_depth(s, g, s->speed), clearance = bri_clearance_of(joint);
        if (clearance > 0) small = fmin(small, clearance);
        for (int e = 0; e < joint->bodies; e++)
            for (int d = 0; d < BRI_DOF && joint->body[e] != BRI_GROUND; d++) {
                double *size = &s->size[BRI_DOF * joint->body[e] + d];
                *size = fmin(*size, small / (d == 2 ? s->length : 1));
            }
    }
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *face = &s->interface[s->patch[r].interface];
        double load = fmax(work->load[r], 0.1 * weight);
        if (!(load > 0)) load = 1;
        if (s->patch[r].states) face->law->sizes(face->params->law.params, load, 1, s->size + s->patch[r].z);
    }
    (void)x;
    return BRI_OK;
}

/* Rows that the elimination left out, and what they leave of the freedom. */
static void count_freedom(bri_system *s, bri_work *work)
{
    bri_assemble(work);
    memcpy(work->matrix, work->plain, (size_t)s->sparse.entries * sizeof(double));
    s->redundant = bri_sparse_factor(&s->sparse, work->matrix).dropped;
    s->degrees = BRI_DOF * s->bodies - s->held_rows + s->redundant;
}

bri_status bri_start(bri_system *s, bri_error *err)
{
    bri_work *work = NULL;
    bri_status status = bri_work_create(s, &work, err);
    if (status) return status;
    double *x = work->x_start;
    size_t n = (size_t)(BRI_DOF * s->bodies) * sizeof(double);
    memcpy(x, s->q0, n);
    memcpy(x + BRI_DOF * s->bodies, s->u0, n);
    for (int i = s->held_rows; i < s->rows; i++)
        work->active[i] = false;
    for (int k = 0; k < s->interfaces; k++)
        if (s->interface[k].sticks) work->mode_start[s->interface[k].stick_mode] = 1; /* none holds yet */
    bri_move(work, s->t0, x, work->mode_start);
    bri_gap_start(work, work->mode_start);
    status = complain(s, work, false, err);
    if (!status) {
        bri_see_errors(work, &s->position_error, &s->velocity_error);
        count_freedom(s, work);
        bri_project_position(work, s->t0, x, work->mode_start);
        status = complete_velocities(s, work, x, err);
        bri_move(work, s->t0, x, work->mode_start);
        if (!status) status = complain(s, work, true, err);
    }
    if (!status) {
        bri_project(work, s->t0, x, work->mode_start, NULL, NULL);
        memcpy(s->q0, x, n);
        memcpy(s->u0, x + BRI_DOF * s->bodies, n);
        bri_solve(work, s->t0, x, work->mode_start, 0); /* for the loads; if there is no solution the run will say so */
        status = find_sizes(s, work, x, err);
    }
    bri_work_destroy(work);
    return status;
}

bri_mobility bri_system_mobility(const bri_system *s)
{
    return (bri_mobility){.bodies = s->bodies,
                          .coordinates = BRI_DOF * s->bodies,
                          .constraints = s->held_rows,
                          .degrees_of_freedom = s->degrees,
                          .redundant = s->redundant,
                          .position_error = s->position_error,
                          .velocity_error = s->velocity_error};
}
