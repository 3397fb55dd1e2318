/* soundness_events.c - events of a law: handled, an event function has left 0
 *
 * A law slides to and fro under a load that changes, by the classical Runge-Kutta method, and events are located by bisection, with
 * nothing of the steppers. After an event, functions that say while a discrete state lasts are not below 0, and none fires again at
 * once, time after time: events that undo each other never end. That is tested with one component, which the joints of mechanisms have;
 * with two, a velocity that turns across the force of an element may have two modes that each lead to the other. */
#include "trial/soundness_events.h"

#include <math.h>
#include <string.h>

#include "base/divisor.h"

enum {
    MOTIONS = 20,       /* of each number of components */
    MOST_STEPS = 20000, /* of one */
    AT_ONCE = 20        /* events that follow each other at once, without end */
};
static const double sizes_slid = 5;    /* of the states, in 1 rad of the motion */
static const double part = 0.05;       /* of the size of a state, in one step */
static const double at_once = 1e-6;    /* of a step */
static const double rounding = 1e-9;   /* of an event function */
static const double not_valid = -1e-6; /* an event function well below 0 */

typedef struct motion {
    bri_sample s;
    double speed, load, frequency, t; /* frequency: rad/s */
    int events;
    double g[2 * BRI_LIST_MAX], slack[2 * BRI_LIST_MAX];
    signed char side[2 * BRI_LIST_MAX];
    bool fired[2 * BRI_LIST_MAX];
} motion;

/* The slip at a time with given states. */
static bri_slip slip_at(const motion *m, double t, const double *z)
{
    double phase = m->frequency * t, v[2] = {m->speed * sin(phase + 0.3), 0.4 * m->speed * cos(phase)};
    bri_slip slip = m->s.slip;
    bri_slip_set(&slip, slip.dim, v, m->load * (1 + 0.5 * sin(0.7 * phase)));
    slip.load_dot = m->s.law->moving_limit ? 0.35 * m->load * m->frequency * cos(0.7 * phase) : 0;
    slip.time = t;
    slip.z = z;
    slip.discrete = m->s.discrete;
    return slip;
}

static void rates_at(const motion *m, double t, const double *z, double *zdot)
{
    bri_slip slip = slip_at(m, t, z);
    bri_drag drag = {.zdot = zdot};
    bri_friction_eval(m->s.law, &m->s.params, &slip, &drag, NULL);
}

static void step(const motion *m, double h, double *to)
{
    double k[4][SAMPLE_STATES], at[SAMPLE_STATES];
    int n = m->s.states;
    rates_at(m, m->t, m->s.z, k[0]);
    for (int stage = 1; stage < 4; stage++) {
        double share = stage == 3 ? 1 : 0.5;
        for (int i = 0; i < n; i++)
            at[i] = m->s.z[i] + share * h * k[stage - 1][i];
        rates_at(m, m->t + share * h, at, k[stage]);
    }
    for (int i = 0; i < n; i++)
        to[i] = m->s.z[i] + h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

/* Event functions at a time; fired: those that have crossed 0. True: any has. */
static bool look(motion *m, double t, const double *z, double *g)
{
    bri_slip slip = slip_at(m, t, z);
    bool any = false;
    bri_friction_event_values(m->s.law, &m->s.params, &slip, g);
    for (int i = 0; i < m->events; i++)
        any = (m->fired[i] = m->side[i] * g[i] + m->slack[i] < 0) || any;
    return any;
}

static bool is_gate(const bri_friction_law *law) { return law->moving_limit && !law->pieces; }

/* On which side of 0 event functions are now; those that fired without anything being handled are on the other side. */
static void find_sides(motion *m)
{
    const bri_friction_law *law = m->s.law;
    bool fired[2 * BRI_LIST_MAX];
    memcpy(fired, m->fired, sizeof fired);
    look(m, m->t, m->s.z, m->g);
    for (int i = 0; i < m->events; i++) {
        double g = m->g[i];
        if (!law->handle_event && fired[i])
            m->side[i] = (signed char)-m->side[i];
        else
            m->side[i] = g < -rounding && !is_gate(law) ? -1 : 1;
        m->slack[i] = law->handle_event ? 0 : rounding;
        if (m->side[i] * g < 0) m->slack[i] = fmax(rounding, 2 * fabs(g));
    }
}

/* A step in which no state changes by more than a part of its size, nor faster than it forgets. */
static double step_length(motion *m, const double *size)
{
    double h = part / m->frequency;
    bri_slip slip = slip_at(m, m->t, m->s.z);
    bri_sample_evaluate(&m->s, slip.v, slip.load);
    for (int i = 0; i < m->s.states; i++) {
        double forgets = fabs(m->s.zdot_z[i * m->s.states + i]);
        h = fmin(h, part * size[i] / fmax(fabs(m->s.zdot[i]), least_divisor));
        h = fmin(h, 0.3 / fmax(forgets, least_divisor));
    }
    return h;
}

static bool handle(bri_soundness *c, motion *m)
{
    const bri_friction_law *law = m->s.law;
    bri_slip slip = slip_at(m, m->t, m->s.z);
    bool fired[2 * BRI_LIST_MAX];
    memcpy(fired, m->fired, sizeof fired);
    if (law->handle_event) law->handle_event(&m->s.params, &slip, fired, m->s.z, m->s.discrete);
    find_sides(m);
    for (int i = 0; i < m->events; i++) {
        if (!isfinite(m->g[i]))
            return bri_unsound(c, "event function %d is not finite at v = %.3g m/s", i + 1, slip.v[0]);
        if (fired[i] && is_gate(law) && m->g[i] < not_valid)
            return bri_unsound(
                c,
                "event function %d crosses 0 at v = %.3g m/s and is %.3g after its event was handled; it must "
                "not be below 0 while the new discrete state lasts",
                i + 1, slip.v[0], m->g[i]);
    }
    return true;
}

static bool go(bri_soundness *c, motion *m, const double *size)
{
    int again = 0;
    double end = 4 * 3.1416 / m->frequency, z[SAMPLE_STATES], g[2 * BRI_LIST_MAX];
    find_sides(m);
    for (int count = 0; count < MOST_STEPS && m->t < end; count++) {
        double h = step_length(m, size), before = 0, after = h;
        step(m, h, z);
        bool crosses = look(m, m->t + h, z, g);
        for (int i = 0; crosses && i < 60 && after - before > 1e-15 * h; i++) {
            double middle = 0.5 * (before + after);
            step(m, middle, z);
            *(look(m, m->t + middle, z, g) ? &after : &before) = middle;
        }
        step(m, after, z);
        look(m, m->t + after, z, g);
        memcpy(m->s.z, z, (size_t)m->s.states * sizeof(double));
        m->t += after;
        for (int i = 0; i < m->events; i++) /* come back to its own side, it may cross again */
            if (!crosses && m->side[i] * g[i] > 0) m->slack[i] = m->s.law->handle_event ? 0 : rounding;
        again = crosses && after < at_once * h ? again + 1 : 0;
        if (again > AT_ONCE && m->s.slip.dim > 1) return true;
        if (again > AT_ONCE)
            return bri_unsound(
                c,
                "at v = %.3g m/s events follow each other at once without end: after an event is handled, its "
                "function must leave 0",
                slip_at(m, m->t, z).v[0]);
        if (crosses && !handle(c, m)) return false;
    }
    return true;
}

bool bri_check_events(bri_soundness *c)
{
    uint64_t seed = 21;
    for (int round = 0; c->law->events && round < 2 * MOTIONS; round++) {
        motion m = {.load = bri_random_scale(&seed, 1, 100)};
        double size[SAMPLE_STATES] = {0}, zdot[SAMPLE_STATES] = {0};
        if (!bri_sample_draw(&m.s, c->law, 1 + round % 2, m.load, &seed)) return true; /* reported with its table */
        m.speed = hypot(m.s.v[0], m.s.v[1]);
        m.s.slip.z = m.s.z;
        m.s.slip.discrete = m.s.discrete;
        m.s.drag.zdot = m.s.zdot;
        m.events = bri_friction_events(c->law, &m.s.params, m.s.slip.dim);
        memset(m.s.z, 0, sizeof m.s.z);
        memset(m.s.discrete, 0, sizeof m.s.discrete);
        if (m.s.states) c->law->sizes(&m.s.params, m.load, m.s.slip.dim, size);
        m.frequency = 1;
        rates_at(&m, 0, m.s.z, zdot);
        for (int i = 0; i < m.s.states; i++)
            m.frequency = fmax(m.frequency, fabs(zdot[i]) / (sizes_slid * size[i]));
        if (!go(c, &m, size)) return false;
    }
    return true;
}
