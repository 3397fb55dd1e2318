/* load_rate.c - rates of the loads
 *
 * The load of a joint is part of the solution of friction and reactions at (t, x). Its rate along the motion is taken from a
 * second solution, at (t + h, x + h xdot): the difference is that of t + h/2, and h is short beside all that moves. */
#include "system/load_rate.h"

#include <math.h>
#include <string.h>

#include "signal/signal.h"
#include "system/friction.h"
#include "system/tolerance.h"

struct bri_load_rate_room {
    double *rate;          /* of the load of each patch, N/s */
    bri_evaluation beside; /* a point a little further on */
    bri_guess guess;
    double *x;
};

struct bri_load_rate_room *bri_load_rate_create(bri_engine *e)
{
    const bri_system *s = e->system;
    bri_arena *arena = &e->arena;
    struct bri_load_rate_room *room = bri_arena_take(arena, 1, sizeof *room);
    if (!room) return NULL;
    room->rate = bri_arena_take(arena, (size_t)s->patches + 1, sizeof(double));
    if (!s->limits_follow_load) return room;
    bri_evaluation_create(e, &room->beside, NULL);
    bri_guess_create(s, arena, &room->guess);
    room->guess.stamp = 0;
    room->x = bri_arena_take(arena, (size_t)s->states + 1, sizeof(double));
    return room;
}

const double *bri_load_rates(const bri_engine *e) { return e->load_rate->rate; }

void bri_clear_load_rates(bri_engine *e) { memset(e->load_rate->rate, 0, (size_t)e->system->patches * sizeof(double)); }

/* Some element of the patch does not stick. */
static bool any_slides(const bri_point *p, int r)
{
    const sys_patch *patch = &p->system->patch[r];
    const double *discrete = p->discrete.law + p->discrete.law_at[r];
    for (int i = 0; i < patch->discrete_states; i++)
        if (discrete[i] != 0) return true;
    return false;
}

bool bri_needs_load_rates(const bri_point *p)
{
    const bri_system *s = p->system;
    for (int r = 0; s->limits_follow_load && r < s->patches; r++) {
        int k = s->patch[r].interface;
        if (s->interface[k].law->moving_limit && bri_law_acts(&p->discrete, k) && any_slides(p, r)) return true;
    }
    return false;
}

/* Duration of the difference, s: positions, velocities and signals change by little. It goes back in time where a signal
 * breaks within it. */
static double duration_of(const bri_evaluation *at)
{
    const bri_point *p = &at->point;
    const bri_system *s = p->system;
    int n = BRI_DOF * s->bodies;
    double longest = fmin(1, bri_longest_step(s));
    for (int i = 0; i < n; i++) {
        longest = fmin(longest, s->size[i] / fabs(p->u[i]));
        longest = fmin(longest, s->size[n + i] / fabs(at->solution.a[i]));
    }
    double h = tol_load_rate * longest;
    return p->t + h < p->segment_end ? h : -h;
}

static void move_along(const bri_evaluation *at, double h, double *x)
{
    const bri_point *p = &at->point;
    const bri_solution *sol = &at->solution;
    const bri_system *s = p->system;
    int n = BRI_DOF * s->bodies;
    memcpy(x, p->x, (size_t)s->states * sizeof(double));
    for (int i = 0; i < n; i++) {
        x[i] += h * p->u[i];
        x[n + i] += h * sol->a[i];
    }
    for (int i = s->z; i < s->states; i++)
        x[i] += h * sol->zdot[i - s->z];
}

static double given_rate(const bri_point *p, const sys_interface *interface)
{
    double load[3];
    if (interface->params->effort != BRI_EFFORT_NONE) return 0;
    bri_signal_value(&interface->params->load, p->signal_time, p->input, load);
    return load[0] + interface->params->preload > 0 ? load[1] : 0;
}

/* The rate of a load from another solution, h later. That of a reaction is |N| of a signed N, which may have passed 0 there: its kink
 * is not what lies ahead. Where N is about to pass, or has just passed, |N| rises: which it is may be rounding. */
static double rate_of_load(const bri_solution *here, const bri_solution *there, double h, int r)
{
    const bri_system *s = here->system;
    bool is_reaction = bri_follows_reaction(&s->interface[s->patch[r].interface]) && s->coupling != BRI_COUPLING_LAGGED;
    if (!is_reaction) return (there->load[r] - here->load[r]) / h;
    double N = here->patch[r].load, rate = (there->patch[r].load - N) / h;
    return fabs(N) <= tol_load_kink * fabs(h * rate) ? fabs(rate) : N < 0 ? -rate : rate;
}

void bri_update_load_rates(bri_engine *e, const bri_evaluation *at)
{
    const bri_system *s = e->system;
    const bri_point *p = &at->point;
    struct bri_load_rate_room *room = e->load_rate;
    bri_evaluation *beside = &room->beside;
    double h = s->loads_given && !s->gaps ? 0 : duration_of(at);
    bool known = false;
    if (h != 0) {
        bri_instant there = bri_instant_of(e, p->t + h, room->x, p->packed);
        there.segment_end = p->segment_end;
        move_along(at, h, room->x);
        bri_guess_set(&room->guess, at);
        known = bri_evaluate_from(e, beside, &there, &room->guess) == BRI_FINE;
    }
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *interface = &s->interface[s->patch[r].interface];
        bool moves = interface->from_reaction || interface->gap >= 0;
        double difference = known ? rate_of_load(&at->solution, &beside->solution, h, r) : 0;
        room->rate[r] = moves ? difference : given_rate(p, interface);
    }
}
