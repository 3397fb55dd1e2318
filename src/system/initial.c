/* initial.c - initial positions checked against the joints, missing velocities computed from them, degrees of freedom */
#include "system/initial.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "system/contact_phase.h"
#include "system/create_engine.h"
#include "system/project.h"
#include "system/tolerance.h"

/* The direction of a row, as " along x", where it has one. */
static const char *direction_of(const sys_joint *joint, int row)
{
    return !joint->kind->holds_xy || row > 1 ? "" : row == 0 ? " along x" : " along y";
}

static bri_status complain(const bri_point *p, bool of_velocity, bri_error *err)
{
    const bri_system *s = p->system;
    bri_status first = BRI_OK;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        for (int i = 0; i < joint->held; i++) {
            int row = joint->row + i;
            double off = of_velocity ? bri_row_velocity(p, row) : bri_row_error(p, row);
            if (fabs(off) <= tol_closed * (of_velocity ? s->speed : s->length)) continue;
            char where[256] = "";
            const char *unit = bri_row_unit(joint, row), *direction = direction_of(joint, i);
            if (joint->record->line)
                snprintf(where, sizeof where, "%s:%d:%d", s->name, joint->record->line, joint->record->column);
            bri_status status =
                of_velocity
                    ? bri_fail_at(err, BRI_BAD_MODEL, where,
                                  "joint '%s': the initial velocities, given or prescribed by drivers, violate it by "
                                  "%.4g %s/s%s; velocities of bodies that are left out are computed from the joints",
                                  joint->name, off, unit, direction)
                    : bri_fail_at(err, BRI_BAD_MODEL, where,
                                  "joint '%s': the initial positions violate it by %.4g %s%s; 'bristle check "
                                  "--assemble' moves the bodies together",
                                  joint->name, off, unit, direction);
            first = first ? first : status;
        }
    }
    return first;
}

typedef struct start { /* of a system that is not yet started */
    bri_engine *engine;
    bri_point *point;
    bri_instant at;
    double *x, *packed, *weight, *matrix;
} start;

/* Velocities that were not given, from those that were: least change in the mass norm. */
static void complete_velocities(const start *b, const bri_system *s)
{
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        b->weight[i] = s->u_given[i] ? 0 : s->inverse[i]; /* prescribed velocities stay fixed */
    bri_project_velocity(b->engine, b->point, &b->at, b->weight, b->x);
}

/* Scales by which errors of the states are measured. */
static bri_status fill_sizes(bri_system *s, const bri_solution *sol, bri_error *err)
{
    int n = BRI_DOF * s->bodies;
    double weight = 0, fall = hypot(s->gravity[0], s->gravity[1]);
    s->size = bri_arena_take(&s->arena, (size_t)s->states, sizeof(double));
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d states", s->states);
    for (int b = 0; b < s->bodies; b++) {
        weight += s->mass[b] * fall;
        s->speed = fmax(s->speed, hypot(s->u0[BRI_DOF * b], s->u0[BRI_DOF * b + 1]));
    }
    for (int b = 0; b < s->bodies; b++)
        s->working_speed = fmax(s->working_speed, hypot(s->u0[BRI_DOF * b], s->u0[BRI_DOF * b + 1]));
    for (int i = 0; i < s->states; i++)
        s->size[i] = i >= 2 * n ? s->length : i % 3 == 2 ? 1 : i < n ? s->length : s->speed;
    for (int g = 0; g < s->gaps; g++) { /* positions at a gap are resolved to a part of its clearance and depth */
        const sys_joint *joint = &s->joint[s->gap[g].joint];
        double small = 100 * bri_impact_depth(s, g, s->speed), clearance = bri_clearance_of(joint);
        if (clearance > 0) small = fmin(small, clearance);
        for (int e = 0; e < joint->bodies; e++)
            for (int d = 0; d < BRI_DOF && joint->body[e] != BRI_GROUND; d++) {
                double *size = &s->size[BRI_DOF * joint->body[e] + d];
                *size = fmin(*size, small / (d == 2 ? s->length : 1));
            }
    }
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *interface = &s->interface[s->patch[r].interface];
        double load = fmax(sol->load[r], 0.1 * weight);
        if (!(load > 0)) load = 1;
        if (s->patch[r].states) interface->law->sizes(interface->params->law.params, load, 1, s->size + s->patch[r].z);
    }
    return BRI_OK;
}

/* Rows that the elimination drops, and the degrees of freedom that are left. */
static void count_freedom(bri_system *s, const bri_point *p, double *matrix)
{
    bri_constraint_matrix(p, s->inverse, matrix);
    s->redundant = bri_sparse_factor(&s->sparse, matrix).dropped;
    s->degrees = BRI_DOF * s->bodies - s->held_rows + s->redundant;
}

static bri_status begin(const bri_system *s, start *b, bri_error *err)
{
    size_t n = (size_t)(BRI_DOF * s->bodies);
    bri_status status = bri_engine_create(s, &b->engine, err);
    if (status) return status;
    bri_arena *arena = &b->engine->arena;
    b->point = &b->engine->look.point;
    b->x = bri_arena_take(arena, (size_t)(s->states + s->quadratures) + 1, sizeof(double));
    b->packed = bri_arena_take(arena, (size_t)s->discrete_states + 1, sizeof(double));
    b->weight = bri_arena_take(arena, n + 1, sizeof(double));
    b->matrix = bri_arena_take(arena, (size_t)s->sparse.entries + 1, sizeof(double));
    if (arena->failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d bodies", s->bodies);
    memcpy(b->x, s->q0, n * sizeof(double));
    memcpy(b->x + n, s->u0, n * sizeof(double));
    b->at = bri_instant_of(b->engine, s->t0, b->x, b->packed);
    bri_initial_discrete(b->point, &b->at, b->packed);
    return BRI_OK;
}

/* Loads of the initial configuration scale the bristle states. Where there is no solution the run will say so. */
static bri_status find_sizes(bri_system *s, bri_error *err)
{
    start b = {0};
    bri_status status = begin(s, &b, err);
    if (!status) {
        bri_evaluate(b.engine, &b.engine->rates, &b.at);
        status = fill_sizes(s, &b.engine->rates.solution, err);
    }
    bri_engine_destroy(b.engine);
    return status;
}

void bri_initial_discrete(bri_point *p, const bri_instant *at, double *packed)
{
    bri_discrete_start(&p->discrete);
    bri_discrete_pack(&p->discrete, packed);
    bri_point_set(p, at, BRI_SCOPE_DYNAMICS);
    bri_contact_start(p, &p->discrete);
    bri_discrete_pack(&p->discrete, packed);
    bri_point_set(p, at, BRI_SCOPE_DYNAMICS);
}

bri_status bri_find_initial_state(bri_system *s, bri_error *err)
{
    start b = {0};
    size_t n = (size_t)(BRI_DOF * s->bodies) * sizeof(double);
    bri_status status = begin(s, &b, err);
    if (!status) status = complain(b.point, false, err);
    if (!status) {
        bri_constraint_errors(b.point, &s->position_error, &s->velocity_error);
        count_freedom(s, b.point, b.matrix);
        bri_project_position(b.engine, b.point, &b.at, s->inverse, b.x);
        complete_velocities(&b, s);
        bri_point_set(b.point, &b.at, BRI_SCOPE_DYNAMICS);
        status = complain(b.point, true, err);
    }
    if (!status) {
        bri_project(b.engine, b.point, &b.at, b.x);
        memcpy(s->q0, b.x, n);
        memcpy(s->u0, b.x + BRI_DOF * s->bodies, n);
    }
    bri_engine_destroy(b.engine);
    return status ? status : find_sizes(s, err);
}
