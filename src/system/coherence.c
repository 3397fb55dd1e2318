/* coherence.c - power of the friction forces at rest in the motion of a mechanism with one degree of freedom
 *
 * Before the mechanism slips, friction of the interfaces at rest must oppose one common motion (Wojtyra 2017, section
 * 3.2). Powers of opposite sign mean that part of the friction is a state of self-stress. */
#include "system/coherence.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "system/constraints.h"
#include "system/tolerance.h"

static const double clear_enough = 0.1; /* share of a unit push that is left: this coordinate moves */
static const double moves_at_all = 1e-9;

struct bri_coherence_room {
    double *factors, *lambda, *row_room; /* of J M^-1 J^T, joints only */
    double *force, *u;                   /* 3 per body */
};

bri_coherence_room *bri_coherence_create(const bri_system *s, bri_arena *arena)
{
    bri_coherence_room *room = bri_arena_take(arena, 1, sizeof *room);
    size_t n = (size_t)(BRI_DOF * s->bodies) + 1, rows = (size_t)s->rows + 1;
    if (!room) return NULL;
    room->factors = bri_arena_take(arena, (size_t)s->sparse.entries + 1, sizeof(double));
    room->lambda = bri_arena_take(arena, rows, sizeof(double));
    room->row_room = bri_arena_take(arena, rows, sizeof(double));
    room->force = bri_arena_take(arena, n, sizeof(double));
    room->u = bri_arena_take(arena, n, sizeof(double));
    return arena->failed ? NULL : room;
}

/* A motion that the joints allow: a unit force on one coordinate, and the reactions to it. */
static bool find_motion(const bri_coherence_room *room, const bri_point *p)
{
    const bri_system *s = p->system;
    int n = BRI_DOF * s->bodies;
    double best = 0, *force = room->force;
    bri_constraint_matrix(p, s->inverse, room->factors);
    bri_sparse_factor(&s->sparse, room->factors);
    for (int i = 0; i < n && best < clear_enough; i++) {
        memset(force, 0, (size_t)n * sizeof(double));
        force[i] = 1;
        for (int row = 0; row < s->rows; row++)
            room->lambda[row] = p->active[row] ? -bri_row_response(p, row, force) : 0;
        bri_sparse_solve(&s->sparse, room->factors, room->lambda, room->row_room);
        bri_add_reactions(p, room->lambda, force);
        if (!(force[i] > best)) continue;
        best = force[i];
        for (int c = 0; c < n; c++)
            room->u[c] = force[c] * s->inverse[c];
    }
    return best > moves_at_all;
}

static bool find_motion_of_joints(const bri_coherence_room *room, bri_point *p)
{
    const bri_system *s = p->system;
    for (int i = s->held_rows; i < s->rows; i++)
        p->active[i] = false;
    bool found = find_motion(room, p);
    for (int k = 0; k < s->interfaces; k++)
        if (s->interface[k].stick_row >= 0)
            p->active[s->interface[k].stick_row] = !p->releases_sticks && bri_sticks(&p->discrete, k);
    return found;
}

double bri_coherence(bri_coherence_room *room, bri_point *p, const bri_solution *sol)
{
    const bri_system *s = p->system;
    double forth = 0, back = 0, least = INFINITY;
    bool any = false;
    assert(bri_solution_is_of(sol, p));
    if (s->degrees != 1 || !find_motion_of_joints(room, p)) return NAN;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        const sys_joint *joint = &s->joint[interface->joint];
        if (!bri_sticks(&p->discrete, k) && !bri_at_limit(&p->discrete, k)) continue;
        double rate = bri_motion_dot(joint->body, joint->bodies, bri_slip_motion(p, interface), room->u);
        double limit = fabs(rate) * bri_static_limit(p, sol, k), power = rate * bri_interface_effort(p, sol, k);
        if (fabs(power) <= tol_no_power * limit) power = 0;
        forth = fmax(forth, power);
        back = fmax(back, -power);
        least = fmin(least, fabs(power));
        any = true;
    }
    double against = fmin(forth, back), size = fmax(forth, back);
    return !any ? NAN : against > tol_incoherent * size ? -against : least;
}
