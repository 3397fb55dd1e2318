/* statics.c - a mechanism of elastic links, with every joint that has friction held
 *
 * Where more joints stick than the mechanism has degrees of freedom, the stiffness of bristles, or the steepness of a smoothed
 * law at rest, decides how they share the load (Wojtyra 2017, sections 3.4 and 3.5). Here it is taken from the links. At one
 * time, with every joint that has friction held and the links elastic, statics give the displacements x and the friction forces F:
 *
 *     K x + R^T R/e = Q,   F = -R x/e     R: rows of the joints and of what is held, e: next to nothing
 *
 * The motion y of the rigid mechanism that is nearest to x, at the same work of the loads, moves the surfaces of a joint by
 * w y: bristles with stiffnesses proportional to K_i = -F_i/(w_i y) then carry F_i. On one rod between two guides K_i is the
 * stiffness of an end times the square of the cosine between rod and guide. */
#include "system/statics.h"

#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "linalg/dense.h"
#include "model/elastic.h"
#include "signal/signal.h"

static const double hard = 1e9;     /* of held rows, over the springs */
static const double loaded = 1e-3;  /* share of the loads' work that links store, where load goes through them */
static const double nothing = 1e-9; /* of a displacement or force, over the largest */

static const char *const still_moves =
    "with all friction held, the mechanism can still move: friction cannot share its load";

/* --- rows ---------------------------------------------------------------------------------------------------------------- */

/* matrix += factor row^T row */
static void add_row(const bri_statics *s, double *matrix, const int *body, int count, const bri_motion *row,
                    double factor)
{
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
            for (int i = 0; i < BRI_DOF && body[a] != BRI_GROUND && body[b] != BRI_GROUND; i++)
                for (int j = 0; j < BRI_DOF; j++)
                    matrix[(BRI_DOF * body[a] + i) * s->n + BRI_DOF * body[b] + j] +=
                        factor * row->end[a][i] * row->end[b][j];
}

static const bri_motion *sliding(const bri_statics *s, const sys_interface *interface)
{
    return bri_slip_motion(&s->point, interface);
}

static void add_joints(const bri_statics *s, double *matrix, double factor)
{
    for (int j = 0; j < s->system->joints; j++) {
        const sys_joint *joint = &s->system->joint[j];
        for (int i = 0; i < joint->held; i++)
            add_row(s, matrix, joint->body, joint->bodies, &s->point.row[joint->row + i], factor);
    }
}

/* --- the elastic mechanism -------------------------------------------------------------------------------------------------- */

/* Both matrices, which no load changes. */
static bri_status factor(bri_statics *s, bri_error *err)
{
    const bri_system *of = s->system;
    double heaviest = 0;
    for (int f = 0; f < of->forces; f++)
        s->hard = fmax(s->hard, -hard * s->point.effort[f].by_value);
    for (int i = 0; i < s->n; i++)
        heaviest = fmax(heaviest, 1 / of->inverse[i]);
    for (int i = 0; i < s->n; i++)
        s->rigid[i * s->n + i] = 1 / of->inverse[i];
    add_joints(s, s->elastic, s->hard);
    add_joints(s, s->rigid, hard * heaviest);
    for (int f = 0; f < of->forces; f++) {
        const sys_force *force = &of->force[f];
        add_row(s, s->elastic, force->body, force->bodies, &s->point.along[f], -s->point.effort[f].by_value);
        if (bri_is_derived(force->name))
            add_row(s, s->rigid, force->body, force->bodies, &s->point.along[f], hard * heaviest);
    }
    for (int k = 0; k < of->interfaces; k++) {
        const sys_joint *joint = &of->joint[of->interface[k].joint];
        add_row(s, s->elastic, joint->body, joint->bodies, sliding(s, &of->interface[k]), s->hard);
    }
    if (bri_lu_factor(s->n, s->elastic, s->elastic_pivot) && bri_lu_factor(s->n, s->rigid, s->rigid_pivot))
        return BRI_OK;
    return bri_fail(err, BRI_BAD_MODEL, "%s", still_moves);
}

static bri_status solve_elastic(bri_statics *s, bri_error *err)
{
    const bri_system *of = s->system;
    double size = 0;
    memcpy(s->x, s->point.applied, (size_t)s->n * sizeof(double));
    bri_lu_solve(s->n, s->elastic, s->elastic_pivot, s->x);
    for (int i = 0; i < s->n; i++)
        size = fmax(size, fabs(s->x[i]) / (i % BRI_DOF == 2 ? 1 : of->length));
    if (!(size <= 1)) return bri_fail(err, BRI_BAD_MODEL, "%s", still_moves);
    for (int j = 0; j < of->joints; j++)
        for (int i = of->joint[j].row; i < of->joint[j].row + of->joint[j].held; i++)
            s->lambda[i] = -s->hard * bri_motion_dot(of->joint[j].body, of->joint[j].bodies, &s->point.row[i], s->x);
    for (int k = 0; k < of->interfaces; k++) {
        const sys_joint *joint = &of->joint[of->interface[k].joint];
        s->force[k] = -s->hard * bri_motion_dot(joint->body, joint->bodies, sliding(s, &of->interface[k]), s->x);
    }
    return BRI_OK;
}

/* The rigid motion nearest to x, by masses; scaled to the work that the loads do on x. */
static bri_status find_rigid(bri_statics *s, bri_error *err)
{
    const bri_system *of = s->system;
    double work_x = 0, work_y = 0, stored = 0;
    for (int i = 0; i < s->n; i++)
        s->y[i] = s->x[i] / of->inverse[i];
    bri_lu_solve(s->n, s->rigid, s->rigid_pivot, s->y);
    for (int i = 0; i < s->n; i++) {
        work_x += s->point.applied[i] * s->x[i];
        work_y += s->point.applied[i] * s->y[i];
    }
    for (int f = 0; f < of->forces; f++) {
        double stretch = bri_motion_dot(of->force[f].body, of->force[f].bodies, &s->point.along[f], s->x);
        if (bri_is_derived(of->force[f].name)) stored -= s->point.effort[f].by_value * stretch * stretch;
    }
    if (!(stored > loaded * work_x) || work_y == 0)
        return bri_fail(
            err, BRI_BAD_MODEL,
            "at %g s the elastic links carry no load, so their stiffness cannot share it: choose another time, "
            "run: {share_at: 1 s}",
            s->time);
    for (int i = 0; i < s->n; i++)
        s->y[i] *= work_x / work_y;
    return BRI_OK;
}

static double load_of(const bri_statics *s, int k)
{
    const bri_system *of = s->system;
    const sys_interface *interface = &of->interface[k];
    const sys_joint *joint = &of->joint[interface->joint];
    bri_patch patches[BRI_PATCHES_MAX] = {0};
    const bri_frame *frames[BRI_ENDS];
    double signal[3] = {0}, load = 0;
    if (interface->params->effort != BRI_EFFORT_NONE) return 1;
    if (interface->params->load.kind) {
        bri_signal_value(&interface->params->load, s->time, NULL, signal);
        return fabs(signal[0]) + interface->params->preload;
    }
    bri_frames_of(&s->point, joint->body, joint->bodies, frames);
    joint->kind->patch(joint->params, &joint->site, frames, &s->point.freed[joint->freed_at], s->lambda + joint->row,
                       patches);
    for (int r = interface->patch; r < interface->patch + interface->patches; r++)
        load += fabs(patches[of->patch[r].index].load + interface->params->preload);
    return load;
}

static double lever_of(const bri_statics *s, int k)
{
    const sys_interface *interface = &s->system->interface[k];
    const sys_joint *joint = &s->system->joint[interface->joint];
    bri_patch patches[BRI_PATCHES_MAX] = {0};
    const bri_frame *frames[BRI_ENDS];
    bri_frames_of(&s->point, joint->body, joint->bodies, frames);
    joint->kind->patch(joint->params, &joint->site, frames, &s->point.freed[joint->freed_at], s->lambda + joint->row,
                       patches);
    return patches[s->system->patch[interface->patch].index].lever;
}

static bri_status find_stiffness(bri_statics *s, bri_error *err)
{
    const bri_system *of = s->system;
    double most = 0;
    for (int i = 0; i < s->n; i++)
        most = fmax(most, fabs(s->y[i]) * (i % BRI_DOF == 2 ? of->length : 1));
    for (int k = 0; k < of->interfaces; k++) {
        const sys_joint *joint = &of->joint[of->interface[k].joint];
        double lever = lever_of(s, k),
               slip = lever * bri_motion_dot(joint->body, joint->bodies, sliding(s, &of->interface[k]), s->y);
        s->load[k] = load_of(s, k);
        s->carried[k] = fabs(s->force[k]) / lever;
        s->stiffness[k] = -s->force[k] / lever / slip;
        if (!(fabs(slip) > nothing * lever * most) || !(s->stiffness[k] > 0))
            return bri_fail(
                err, BRI_BAD_MODEL,
                "the stiffness of the links cannot be given to the friction of joint '%s': at %g s its friction "
                "force does not oppose the displacement there",
                joint->name, s->time);
        if (!(s->load[k] > 0))
            return bri_fail(
                err, BRI_BAD_MODEL,
                "the friction of joint '%s' has no normal load at %g s: choose another time, run: {share_at: 1 s}",
                joint->name, s->time);
    }
    return BRI_OK;
}

static bri_status make_room(bri_statics *s, bri_error *err)
{
    size_t n = (size_t)s->n, interfaces = (size_t)s->system->interfaces + 1;
    bri_arena *arena = &s->arena;
    double **each[] = {&s->force, &s->carried, &s->load, &s->stiffness};
    bri_point_create(s->system, arena, &s->point);
    s->x0 = bri_arena_take(arena, (size_t)s->system->states + 1, sizeof(double));
    s->packed = bri_arena_take(arena, (size_t)s->system->discrete_states + 1, sizeof(double));
    s->x = bri_arena_take(arena, n, sizeof(double));
    s->y = bri_arena_take(arena, n, sizeof(double));
    s->elastic = bri_arena_take(arena, n * n, sizeof(double));
    s->rigid = bri_arena_take(arena, n * n, sizeof(double));
    s->elastic_pivot = bri_arena_take(arena, n, sizeof(int));
    s->rigid_pivot = bri_arena_take(arena, n, sizeof(int));
    s->lambda = bri_arena_take(arena, (size_t)s->system->rows + 1, sizeof(double));
    for (int i = 0; i < 4; i++)
        *each[i] = bri_arena_take(arena, interfaces, sizeof(double));
    return arena->failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: %d bodies", s->system->bodies) : BRI_OK;
}

static void move_to(bri_statics *s, double time)
{
    bri_instant at = {.t = time, .segment_end = INFINITY, .x = s->x0, .discrete = s->packed};
    s->time = time;
    bri_point_set(&s->point, &at, BRI_SCOPE_CHANNELS);
}

bri_status bri_statics_solve(bri_statics *s, double time, bri_error *err)
{
    move_to(s, time);
    bri_status status = solve_elastic(s, err);
    if (!status) status = find_rigid(s, err);
    return status ? status : find_stiffness(s, err);
}

bri_status bri_statics_begin(bri_statics *s, double time, bri_error *err)
{
    s->n = BRI_DOF * s->system->bodies;
    bri_status status = make_room(s, err);
    if (status) return status;
    memcpy(s->x0, s->system->q0, (size_t)s->n * sizeof(double)); /* at rest */
    bri_discrete_pack(&s->point.discrete, s->packed);
    move_to(s, time);
    return factor(s, err);
}
