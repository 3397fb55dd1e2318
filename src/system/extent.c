/* extent.c - how far rates stay smooth along a direction of the states
 *
 * Rates change over the sizes of the states, but where a law changes faster: friction over a part of a slip velocity, a contact
 * force over its depth. How these follow the states is found by a small step along the direction. */
#include "system/extent.h"

#include <math.h>
#include <string.h>

/* Of the extent that the states alone have: how slips and depths follow is linear there. */
static const double small = 1e-6;

struct bri_extent_room {
    double *before, *after; /* slips, depths and their rates at two states */
};

struct bri_extent_room *bri_extent_create(bri_engine *e)
{
    size_t count = (size_t)(e->system->interfaces + 2 * e->system->gaps) + 1;
    struct bri_extent_room *room = bri_arena_take(&e->arena, 1, sizeof *room);
    if (!room) return NULL;
    room->before = bri_arena_take(&e->arena, count, sizeof(double));
    room->after = bri_arena_take(&e->arena, count, sizeof(double));
    return room;
}

static bri_evaluation *look_at(bri_engine *e, double t, const double *x, const double *discrete)
{
    bri_instant at = bri_instant_of(e, t, x, discrete);
    bri_point_set(&e->look.point, &at, BRI_SCOPE_SLIP);
    if (!bri_solution_is_of(&e->look.solution, &e->look.point)) bri_update_patches(&e->look.point, &e->look.solution);
    return &e->look;
}

static double shortest_wave(const bri_noise *noise) /* m for each radian */
{
    double fastest = 0;
    for (int i = 0; i < BRI_NOISE_WAVES; i++)
        fastest = fmax(fastest, fmax(fabs(noise->frequency[0][i]), fabs(noise->frequency[1][i])));
    return 1 / (6.2832 * fastest);
}

static double extent_of_states(const bri_system *s, const double *dx)
{
    double extent = INFINITY;
    for (int i = 0; i < s->states; i++)
        if (dx[i] != 0) extent = fmin(extent, s->size[i] / fabs(dx[i]));
    for (int k = 0; k < s->interfaces; k++) {
        int distance = s->interface[k].distance;
        if (distance >= 0 && dx[distance] != 0)
            extent = fmin(extent, shortest_wave(s->interface[k].noise) / fabs(dx[distance]));
    }
    return extent;
}

/* Slip velocities of the interfaces whose friction is a force, then depths of the gaps that touch, and their rates; NAN: none. */
static void find_seen(const bri_evaluation *at, double *seen)
{
    const bri_point *p = &at->point;
    const bri_system *s = p->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        *seen++ = bri_law_acts(&p->discrete, k)
                      ? bri_slip_rate(p, interface) * at->solution.patch[interface->patch].lever
                      : NAN;
    }
    for (int g = 0; g < s->gaps; g++) {
        bool touches = p->discrete.contact[g].phase != BRI_SEPARATED;
        *seen++ = touches ? -p->gap[g].normal.value : NAN;
        *seen++ = touches ? p->depth_rate[g] : NAN;
    }
}

/* The scale over which what follows number i of them changes; 0: it is a straight line. */
static double scale_of(const bri_point *p, int i, double value)
{
    const bri_system *s = p->system;
    if (i < s->interfaces) {
        double scale = s->interface[i].speed_scale;
        return scale > 0 ? fmax(scale, fabs(value)) : 0;
    }
    bool is_rate = (i - s->interfaces) % 2;
    return is_rate ? fmax(fabs(value), p->discrete.contact[(i - s->interfaces) / 2].approach) : fabs(value);
}

double bri_smooth_extent(bri_engine *e, double t, const double *x, const double *discrete, const double *dx,
                         double *moved)
{
    const bri_system *s = e->system;
    int count = s->interfaces + 2 * s->gaps, all = s->states + s->quadratures;
    double extent = extent_of_states(s, dx), step = small * extent, *before = e->extent->before,
           *after = e->extent->after;
    if (!isfinite(extent)) return extent;
    for (int i = 0; i < all; i++)
        moved[i] = x[i] + step * dx[i];
    find_seen(look_at(e, t, moved, discrete), after);
    const bri_point *p = &look_at(e, t, x, discrete)->point;
    find_seen(&e->look, before);
    for (int i = 0; i < count; i++) {
        double change = fabs(after[i] - before[i]) / step, scale = scale_of(p, i, before[i]);
        if (change > 0 && scale > 0) extent = fmin(extent, scale / change);
    }
    return extent;
}
