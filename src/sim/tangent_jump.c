/* tangent_jump.c - how s jumps at an event (Galan, Feehery and Barton 1999)
 *
 *     dt/dp = -(g_x s + g_p)/(g_x f + g_t),    s after = d(handler)/d(x, p) (s + f dt/dp) - f after dt/dp
 *
 * g is the event function that fell to 0; where a signal breaks, dt/dp is that of its time. The handler is what the run does at an event:
 * it decides what sticks, resets states, projects velocities. It is called once as in the run and once for each parameter, at the time
 * and the state that the changed parameter gives to first order; discrete states that are numbers (where an interface sticks, how fast a
 * contact began) thereby get derivatives too. A derivative ends where the handler decides otherwise, where g hardly falls (a grazing
 * event), and where events of unlike causes meet. */
#include "sim/tangent_jump.h"

#include <math.h>
#include <string.h>

#include "sim/tangent_frame.h"
#include "sim/tangent_probe.h"
#include "system/events.h"

static const double part = 1e-5; /* of a step: duration over which the rate of an event function is taken */
static const double grazing =
    1e-5; /* relative change of a parameter that moves an event to where its event function turns */
static const double least_length =
    1e-3; /* of a step, over the last ones, from which it is known where an event function turns */
static const double same_time =
    1e-3;                          /* difference of dt/dp of two event functions, over their size, that is rounding */
static const double is_mode = 0.5; /* change of a discrete state that is no small one */
/* How far beyond 0 the event function is where a changed parameter is looked at, if the handler decides otherwise at 0 itself: friction
 * that does not jump at a breakaway leaves no acceleration there. */
static const double beyond[] = {0, 1e-9, 1e-8, 1e-7, 1e-6};

typedef struct jump {
    bri_tangent *tangent;
    double t, from;
    const bool *fired;   /* NULL: none */
    bool at_break;       /* of a signal */
    double rate;         /* of the event function that fired, 1/s */
    double *x, *x_after; /* of the run */
    double *f, *f_after;
    double *g, *g_beside;
    double *discrete_after;
} jump;

static void event_values(bri_tangent *g, bri_probe *probe, double t, const double *x, const double *discrete,
                         double *values)
{
    bri_engine *e = probe->sim->engine;
    e->failure = (bri_failure){0};
    e->segment_end = probe->segment_end;
    bri_point_forget(&e->look.point);
    bri_point_forget(&e->rates.point);
    probe->sim->problem->event_values(e, t, x, discrete, values);
    g->evaluations++;
}

static const char *name_of(const bri_system *s, int event) /* "": the whole mechanism */
{
    return bri_event_name_of(s, event).of;
}

/* The rate of an event function along the motion just before the event, 1/s. *turns: how far from the event, in s, it has a minimum or
 * maximum, by its change over the last half of the step; INFINITY: not known. */
static double find_rate(jump *j, int event, double *turns)
{
    bri_tangent *g = j->tangent;
    double *x = g->beside, step = part * g->length, half = 0.5 * (j->t - j->from);
    bool both = j->t + step < g->base.segment_end;
    for (int i = 0; i < g->all; i++)
        x[i] = j->x[i] + (both ? step : 0) * j->f[i];
    event_values(g, &g->base, j->t + (both ? step : 0), x, g->now, j->g_beside);
    double ahead = j->g_beside[event];
    for (int i = 0; i < g->all; i++)
        x[i] = j->x[i] - step * j->f[i];
    event_values(g, &g->base, j->t - step, x, g->now, j->g_beside);
    double rate = (ahead - j->g_beside[event]) / (both ? 2 * step : step);
    *turns = INFINITY;
    if (half > least_length * g->length) {
        event_values(g, &g->base, j->t - half, bri_sim_interpolate(g->run, j->t - half), g->now, j->g_beside);
        double mean = (j->g[event] - j->g_beside[event]) / half;
        *turns = fabs(rate * half / (2 * (rate - mean)));
    }
    return rate;
}

/* The state of a parameter's probe at a time after the event in the run. */
static void state_beside(const jump *j, int parameter, double dt, double *x)
{
    const bri_tangent *g = j->tangent;
    const double *s = g->s + (size_t)parameter * (size_t)g->all;
    for (int i = 0; i < g->all; i++)
        x[i] = j->x[i] + g->probe[parameter].step * (s[i] + j->f[i] * dt);
}

/* dt/dp by one event function that fired. */
static double time_by(jump *j, int parameter, int event, double rate)
{
    bri_tangent *g = j->tangent;
    bri_probe *probe = &g->probe[parameter];
    state_beside(j, parameter, 0, g->beside);
    event_values(g, probe, j->t, g->beside, bri_tangent_beside(g, parameter, g->now), j->g_beside);
    return -(j->g_beside[event] - j->g[event]) / (probe->step * rate);
}

static void find_times_of_break(jump *j)
{
    bri_tangent *g = j->tangent;
    double middle = j->from + 0.5 * (j->t - j->from);
    for (int p = 0; p < g->count; p++)
        g->event_time[p] = (bri_next_time_event(g->probe[p].system, middle) - j->t) / g->probe[p].step;
}

static void find_times(jump *j)
{
    bri_tangent *g = j->tangent;
    const bri_system *s = g->system;
    bool known = j->at_break;
    if (j->at_break) find_times_of_break(j);
    if (j->fired) event_values(g, &g->base, j->t, j->x, g->now, j->g);
    for (int i = 0; i < s->events && j->fired; i++) {
        double turns, rate;
        if (!j->fired[i] || s->marks[i]) continue;
        rate = j->rate = find_rate(j, i, &turns);
        for (int p = 0; p < g->count; p++) {
            double last = g->event_time[p];
            if (g->lost[p]) continue;
            double time = g->event_time[p] = time_by(j, p, i, rate);
            if (!(rate < 0) || grazing * g->size[p] * fabs(time) > turns)
                bri_tangent_lose(g, p, j->t, "%s%sgrazes an event at t = %.9g s (%s): its time has no derivative",
                                 name_of(s, i), *name_of(s, i) ? " " : "", j->t, bri_event_name_of(s, i).what);
            else if (isnan(time))
                bri_tangent_lose(g, p, j->t, "'%s': its event function is not known beside the motion at t = %.9g s",
                                 name_of(s, i), j->t);
            else if (known && fabs(time - last) > same_time * (fabs(time) + fabs(last)) &&
                     fabs(time - last) * fabs(g->probe[p].step) > 1e-13 * fabs(j->t))
                bri_tangent_lose(
                    g, p, j->t,
                    "at t = %.9g s '%s' has an event together with others, whose times follow the parameter "
                    "in another way",
                    j->t, name_of(s, i));
        }
        known = true;
    }
}

/* What happens at an event, to a state x and a discrete state of a probe. */
static bool handle(const jump *j, bri_probe *probe, double t, double *x, double *discrete)
{
    bri_sim *sim = probe->sim;
    bri_engine *e = sim->engine;
    e->failure = (bri_failure){0};
    e->segment_end = probe->segment_end;
    bri_point_forget(&e->look.point);
    if (j->fired) sim->problem->handle_event(e, t, j->fired, x, discrete);
    if (j->at_break && !e->failure.is_final) {
        bri_sim_put(sim, t, x, discrete);
        sim->time_event_due = true;
        bri_sim_pass_time_event(sim);
        memcpy(x, bri_sim_states(sim), (size_t)j->tangent->all * sizeof(double));
        memcpy(discrete, bri_stepper_discrete(sim->stepper),
               (size_t)j->tangent->system->discrete_states * sizeof(double));
    }
    return !e->failure.is_final;
}

/* The interface or gap whose discrete state differs by more than a small change; NULL: none. */
static const char *find_other(const bri_system *s, const double *a, const double *b)
{
    for (int g = 0; g < s->gaps; g++) {
        int at = s->gap[g].discrete;
        if ((a[at] == BRI_SEPARATED) != (b[at] == BRI_SEPARATED)) return s->gap[g].label;
    }
    for (int k = 0; k < s->interfaces; k++)
        if (s->interface[k].sticks && a[s->interface[k].discrete] != b[s->interface[k].discrete])
            return s->interface[k].label;
    for (int r = 0; r < s->patches; r++) {
        const sys_patch *patch = &s->patch[r];
        bool differs = patch->piece >= 0 && a[patch->piece] != b[patch->piece];
        for (int i = patch->discrete; i < patch->discrete + patch->discrete_states; i++)
            differs = differs || fabs(a[i] - b[i]) > is_mode;
        if (differs) return s->interface[patch->interface].label;
    }
    return NULL;
}

void bri_tangent_put_discrete(bri_tangent *g, int parameter, double t, const double *discrete, const double *beside)
{
    const bri_system *s = g->system;
    double step = g->probe[parameter].step, *by = g->discrete + (size_t)parameter * (size_t)s->discrete_states;
    const char *other = find_other(s, discrete, beside);
    if (other) {
        bri_tangent_lose(g, parameter, t, "what '%s' does at t = %.9g s changes with the parameter", other, t);
        return;
    }
    memset(by, 0, (size_t)s->discrete_states * sizeof(double));
    for (int i = 0; i < s->gaps; i++)
        for (int d = 1; d < 3; d++)
            by[s->gap[i].discrete + d] = (beside[s->gap[i].discrete + d] - discrete[s->gap[i].discrete + d]) / step;
    for (int k = 0; k < s->interfaces; k++)
        for (int d = 1; d < 3 && s->interface[k].sticks; d++) {
            int at = s->interface[k].discrete + d; /* load directions, behind, only choose a side */
            by[at] = (beside[at] - discrete[at]) / step;
        }
    for (int r = 0; r < s->patches; r++)
        for (int i = s->patch[r].discrete; i < s->patch[r].discrete + s->patch[r].discrete_states; i++)
            by[i] = (beside[i] - discrete[i]) / step;
}

static void cross(jump *j, int parameter)
{
    bri_tangent *g = j->tangent;
    bri_probe *probe = &g->probe[parameter];
    double dt = g->event_time[parameter], late = 0, *x = g->beside, *s = g->s + (size_t)parameter * (size_t)g->all;
    bool found = false, same = false;
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond && !same; i++) {
        if (i && (j->at_break || !(j->rate < 0))) break;
        late = i ? -beyond[i] / j->rate : 0;
        double t = j->at_break ? probe->segment_end : j->t + probe->step * dt + late;
        state_beside(j, parameter, dt + late / probe->step, x);
        bri_tangent_beside(g, parameter, g->now);
        found = handle(j, probe, t, x, probe->d);
        same = found && !find_other(g->system, j->discrete_after, probe->d);
    }
    if (!found) {
        bri_tangent_lose(g, parameter, j->t, "beside the motion the run ends at t = %.9g s", j->t);
        return;
    }
    bri_tangent_put_discrete(g, parameter, j->t, j->discrete_after, probe->d);
    for (int i = 0; i < g->all; i++)
        s[i] = (x[i] - j->x_after[i]) / probe->step - j->f_after[i] * (dt + late / probe->step);
}

/* Whether event functions that fired do more than mark a kink. */
static bool matters(const bri_system *s, const bool *fired)
{
    for (int i = 0; i < s->events && fired; i++)
        if (fired[i] && !s->marks[i] && !s->kinks[i]) return true;
    return false;
}

void bri_tangent_jump(bri_tangent *g, double from)
{
    const bri_system *s = g->system;
    bri_sim *run = g->run;
    double t = bri_stepper_time(run->stepper);
    size_t all = (size_t)g->all, events = (size_t)s->events;
    jump j = {.tangent = g, .t = t, .from = from, .at_break = run->at_time_event};
    j.fired = matters(s, bri_stepper_fired(run->stepper)) ? bri_stepper_fired(run->stepper) : NULL;
    g->has_jumped = g->begins_at_kink = bri_stepper_fired(run->stepper) != NULL;
    if (!j.fired && !j.at_break) return;
    g->has_jumped = true;
    g->begins_at_kink = false;
    j.x = g->jump_room;
    j.x_after = j.x + all;
    j.f = j.x + 2 * all;
    j.f_after = j.x + 3 * all;
    j.g = j.x + 4 * all;
    j.g_beside = j.g + events;
    j.discrete_after = j.g + 2 * events;
    memcpy(j.x, bri_sim_interpolate(run, t), all * sizeof(double));
    bool found = bri_tangent_rates(g, &g->base, t, j.x, g->now, j.f);
    if (found) bri_tangent_go_on(g);
    find_times(&j);
    memcpy(j.x_after, j.x, all * sizeof(double));
    memcpy(j.discrete_after, g->now, (size_t)s->discrete_states * sizeof(double));
    found = found && handle(&j, &g->base, t, j.x_after, j.discrete_after);
    const char *other = found ? find_other(s, bri_stepper_discrete(run->stepper), j.discrete_after) : NULL;
    g->near_singular = run->engine->near_singular;
    g->base.segment_end = bri_next_time_event(s, t);
    found = found && bri_tangent_rates(g, &g->base, t, j.x_after, j.discrete_after, j.f_after);
    for (int p = 0; p < g->count; p++) {
        if (g->lost[p]) continue;
        if (!found || other)
            bri_tangent_lose(g, p, t, "what happens at t = %.9g s%s%s%s was not found again beside the run", t,
                             other ? " at '" : "", other ? other : "", other ? "'" : "");
        else
            cross(&j, p);
        g->begins_at_kink = g->begins_at_kink || (j.at_break && g->event_time[p] != 0);
    }
}
