/* project.c - x -= W J^T (J W J^T)^-1 error, with W the inverse masses or other weights */
#include "system/project.h"

#include <assert.h>
#include <math.h>

#include "system/energy.h"
#include "system/tolerance.h"

enum {
    POSITION_ITERATIONS = 30
};
static const double still_converging = 0.9; /* of the error of the last iteration */
static const double runaway = 1e6;          /* constraint error over length or speed: the motion has diverged */

struct bri_project_room {
    double *matrix, *error, *row_room;
};

struct bri_project_room *bri_project_create(bri_engine *e)
{
    const bri_system *s = e->system;
    struct bri_project_room *room = bri_arena_take(&e->arena, 1, sizeof *room);
    if (!room) return NULL;
    room->matrix = bri_arena_take(&e->arena, (size_t)s->sparse.entries + 1, sizeof(double));
    room->error = bri_arena_take(&e->arena, (size_t)s->rows + 1, sizeof(double));
    room->row_room = bri_arena_take(&e->arena, (size_t)s->rows + 1, sizeof(double));
    return room;
}

/* vector -= W J^T (J W J^T)^-1 error */
static void take_back(bri_engine *e, const bri_point *p, const double *weight, double *vector)
{
    const bri_system *s = e->system;
    const struct bri_project_room *room = e->project;
    bri_constraint_matrix(p, weight, room->matrix);
    bri_sparse_factor(&s->projection, room->matrix);
    bri_sparse_solve(&s->projection, room->matrix, room->error, room->row_room);
    for (int i = 0; i < s->rows; i++) {
        if (!p->active[i]) continue;
        for (int t = 0; t < s->touches[i]; t++) {
            int at = s->touch[i][t].at;
            for (int d = 0; d < BRI_DOF; d++)
                vector[at + d] -= weight[at + d] * p->row[i].end[s->touch[i][t].end][d] * room->error[i];
        }
    }
}

bri_status bri_project_position(bri_engine *e, bri_point *p, const bri_instant *at, const double *weight, double *x)
{
    const bri_system *s = e->system;
    double position = 0, velocity, least = INFINITY;
    bool near = false;
    assert(at->x == x);
    for (int turn = 0; turn < POSITION_ITERATIONS && !near; turn++) {
        bri_point_set(p, at, BRI_SCOPE_DYNAMICS);
        bri_constraint_errors(p, &position, &velocity);
        if (position <= tol_rounding * s->length || !(position < still_converging * least)) break;
        near = position <= tol_newton_square * s->length;
        least = position;
        for (int i = 0; i < s->rows; i++)
            e->project->error[i] = p->active[i] ? bri_row_error(p, i) : 0;
        take_back(e, p, weight, x);
    }
    return position <= tol_closed * s->length ? BRI_OK : BRI_NO_CONVERGENCE;
}

const double *bri_project_velocity(bri_engine *e, bri_point *p, const bri_instant *at, const double *weight, double *x)
{
    const bri_system *s = e->system;
    bri_point_set(p, at, BRI_SCOPE_DYNAMICS);
    for (int i = 0; i < s->rows; i++)
        e->project->error[i] = p->active[i] ? bri_row_velocity(p, i) : 0;
    take_back(e, p, weight, x + BRI_DOF * s->bodies);
    return e->project->matrix;
}

bri_status bri_project(bri_engine *e, bri_point *p, const bri_instant *at, double *x)
{
    bri_point_set(p, at, BRI_SCOPE_DYNAMICS);
    bri_energies before = bri_energies_of(p);
    bri_status status = bri_project_position(e, p, at, e->system->inverse, x);
    bri_project_velocity(e, p, at, e->system->inverse, x);
    bri_point_set(p, at, BRI_SCOPE_DYNAMICS);
    bri_energies after = bri_energies_of(p);
    e->projected += bri_energy_sum(&after) - bri_energy_sum(&before);
    return status;
}

/* The joint whose constraint is violated most, and by how much. */
static void fail_open(bri_engine *e, const bri_point *p)
{
    const bri_system *s = e->system;
    const sys_joint *worst = NULL;
    const char *unit = "";
    double most = 0, by = 0;
    bool apart = false;
    for (int j = 0; j < s->joints; j++)
        for (int i = s->joint[j].row; i < s->joint[j].row + s->joint[j].held; i++) {
            double position = fabs(bri_row_error(p, i)) / s->length, velocity = fabs(bri_row_velocity(p, i)) / s->speed;
            if (!(fmax(position, velocity) > most)) continue;
            most = fmax(position, velocity);
            worst = &s->joint[j];
            apart = position >= velocity;
            by = apart ? bri_row_error(p, i) : bri_row_velocity(p, i);
            unit = bri_row_unit(worst, i);
        }
    const char *name = worst ? worst->name : "";
    bri_failure failure = {0};
    if (most > runaway)
        bri_fail_with(
            &failure, BRI_NO_SOLUTION, true,
            "the motion diverges before t = %.9g s: the constraint error of joint '%s' is more than %g times the "
            "length or speed of the mechanism%s",
            p->t, name, runaway,
            s->coupling == BRI_COUPLING_LAGGED ? "; with coupling: lagged friction can amplify itself" : "");
    else
        bri_fail_with(&failure, BRI_NO_SOLUTION, true,
                      "at t = %.9g s the joints contradict each other: '%s' %s %.3g %s%s whatever the bodies do", p->t,
                      name, apart ? "stays open by" : "moves apart at", by, unit, apart ? "" : "/s");
    bri_engine_fail(e, &failure);
}

bool bri_close_constraints(bri_engine *e, bri_point *p, const bri_instant *at, double *x)
{
    const bri_system *s = e->system;
    double position = 0, velocity = 0;
    bri_project(e, p, at, x);
    for (int i = 0; i < s->held_rows; i++) { /* stick rows may give way */
        position = fmax(position, fabs(bri_row_error(p, i)));
        velocity = fmax(velocity, fabs(bri_row_velocity(p, i)));
    }
    if (position <= tol_closed * s->length && velocity <= tol_closed * s->speed) return true;
    fail_open(e, p);
    return false;
}

bool bri_stabilise(bri_engine *e, double t, double *x, const double *discrete)
{
    const bri_system *s = e->system;
    bri_instant at = bri_instant_of(e, t, x, discrete);
    double position, velocity;
    if (!s->rows) return false;
    bri_point *p = bri_point_is_at(&e->rates.point, &at, BRI_SCOPE_DYNAMICS) ? &e->rates.point : &e->look.point;
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    bri_constraint_errors(p, &position, &velocity);
    e->worst_position = fmax(e->worst_position, position);
    e->worst_velocity = fmax(e->worst_velocity, velocity);
    bool sticks = bri_any_sticks(&p->discrete);
    if (e->stabilisation == BRI_HOLD_BAUMGARTE && !e->near_singular) return false;
    if (e->stabilisation == BRI_HOLD_PARTITION && !sticks) return false;
    bool exact = sticks && e->stabilisation != BRI_HOLD_BAUMGARTE;
    double open = exact ? tol_rounding : e->tolerance; /* an interface that sticks must not creep */
    if (position <= open * s->length && velocity <= open * s->speed) return false;
    double before = e->projected;
    bri_close_constraints(e, p, &at, x);
    e->drifted += e->projected - before;
    return true;
}
