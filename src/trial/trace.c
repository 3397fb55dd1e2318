/* trace.c - the response of a law to a given history, as a small initial value problem
 *
 * The states are position, distance slid and work done against friction; the velocity, if a force moves a mass; then
 * the states of the law. For a law with a static limit, a discrete state holds the direction of sliding: -1, 0
 * (sticks), 1. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/divisor.h"
#include "base/fail.h"
#include "base/given.h"
#include "bristle/trial.h"
#include "friction/friction.h"
#include "integrator/problem.h"

enum {
    X_MAX = 6 + BRI_STATES_MAX
};

struct bri_trace {
    bri_trace_def def;
    bri_problem problem;
    bri_stepper *stepper;
    int dim, moves, has_limit, law_states, law_discrete,
        law_events; /* moves: components of velocity among the states */
    double segment_start;
    double segment_end; /* next break of the history, which is evaluated just before it until the break is handled */
    double size[X_MAX];
    bri_pair pair;
    bri_noise noise;
    /* workspace of one evaluation */
    double force_z[2 * BRI_STATES_MAX], zdot_v[2 * BRI_STATES_MAX], zdot_load[BRI_STATES_MAX],
        zdot_z[BRI_STATES_MAX * BRI_STATES_MAX];
};

/* Indices in the state vector. */
static int at_distance(const bri_trace *trace) { return trace->dim; }
static int at_work(const bri_trace *trace) { return trace->dim + 1; }
static int at_velocity(const bri_trace *trace) { return trace->dim + 2; }
static int at_law(const bri_trace *trace) { return trace->dim + 2 + trace->moves; }

static bri_trace_input input_at(const bri_trace *trace, double t)
{
    bri_trace_input now = {0};
    if (t >= trace->segment_end) t = nextafter(trace->segment_end, -INFINITY);
    trace->def.history(t, &now, trace->def.user);
    now.load = now.load > 0 ? now.load : 0;
    return now;
}

static const double load_look = 1e-8; /* s: over which the rate of the load is taken, short beside any history */

/* N/s, within the present segment of the history */
static double load_rate_at(const bri_trace *trace, double t)
{
    double from = fmax(t - 0.5 * load_look, trace->segment_start), to = from + load_look;
    if (to >= trace->segment_end) from = (to = nextafter(trace->segment_end, -INFINITY)) - load_look;
    return (input_at(trace, to).load - input_at(trace, from).load) / load_look;
}

static const double *velocity_of(const bri_trace *trace, const bri_trace_input *now, const double *x)
{
    return trace->moves ? x + at_velocity(trace) : now->v;
}

static bool is_held(const bri_trace *trace, const double *discrete) { return trace->has_limit && discrete[0] == 0; }

static bri_slip slip_at(const bri_trace *trace, double t, const bri_trace_input *now, const double *x,
                        const double *discrete)
{
    bri_slip slip = {.pair = &trace->pair,
                     .z = x + at_law(trace),
                     .discrete = discrete + trace->has_limit,
                     .time = t,
                     .distance = x[at_distance(trace)],
                     .elements = bri_kind_elements(&trace->def.law->kind, trace->def.params)};
    bri_slip_set(&slip, trace->dim, velocity_of(trace, now, x), now->load);
    if (trace->has_limit) slip.dir[0] = discrete[0]; /* constant between events */
    return slip;
}

static void friction_at(const bri_trace *trace, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    bri_friction_eval(trace->def.law, trace->def.params, slip, drag, slopes);
    if (trace->def.noise) bri_noise_add(&trace->noise, slip, drag, slopes);
}

/* At rest, what friction must balance beside the noise that acts there. */
static double held_force(const bri_trace *trace, const bri_trace_input *now, const bri_slip *slip)
{
    bri_slip still = *slip;
    bri_drag drag = {.force = {0}};
    still.speed = 0;
    if (trace->def.noise) bri_noise_add(&trace->noise, &still, &drag, NULL);
    return now->pull[0] + drag.force[0];
}

static bri_outcome trace_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    const bri_trace *trace = context;
    bri_trace_input now = input_at(trace, t);
    bri_slip slip = slip_at(trace, t, &now, x, discrete);
    bri_drag drag = {.zdot = xdot + at_law(trace)};
    const double *v = slip.v;
    friction_at(trace, &slip, &drag, NULL);
    double power = 0;
    for (int i = 0; i < trace->dim; i++) {
        xdot[i] = v[i];
        power -= drag.force[i] * v[i];
        if (trace->moves)
            xdot[at_velocity(trace) + i] =
                is_held(trace, discrete) ? 0 : (now.pull[i] + drag.force[i]) / trace->def.mass;
    }
    xdot[at_distance(trace)] = slip.speed;
    xdot[at_work(trace)] = power;
    return BRI_FINE;
}

static bri_outcome trace_jacobian(void *context, double t, const double *x, const double *discrete, double *J)
{
    bri_trace *trace = context;
    int n = trace->problem.states, dim = trace->dim, m = trace->law_states, law = at_law(trace),
        vel = at_velocity(trace);
    bri_trace_input now = input_at(trace, t);
    bri_slip slip = slip_at(trace, t, &now, x, discrete);
    double zdot[BRI_STATES_MAX];
    bri_drag drag = {.zdot = zdot};
    memset(trace->force_z, 0, sizeof trace->force_z);
    memset(trace->zdot_v, 0, sizeof trace->zdot_v);
    memset(trace->zdot_load, 0, sizeof trace->zdot_load);
    memset(trace->zdot_z, 0, sizeof trace->zdot_z);
    bri_slopes slopes = {
        .force_z = trace->force_z, .zdot_v = trace->zdot_v, .zdot_load = trace->zdot_load, .zdot_z = trace->zdot_z};
    friction_at(trace, &slip, &drag, &slopes);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            J[(law + i) * n + law + j] = slopes.zdot_z[i * m + j];
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < m; j++)
            J[at_work(trace) * n + law + j] -= slip.v[i] * slopes.force_z[i * m + j];
    if (!trace->moves) return BRI_FINE;
    for (int j = 0; j < dim; j++) {
        J[j * n + vel + j] = 1;
        J[at_distance(trace) * n + vel + j] = slip.dir[j];
        J[at_work(trace) * n + vel + j] = -drag.force[j];
        for (int i = 0; i < m; i++)
            J[(law + i) * n + vel + j] = slopes.zdot_v[i * dim + j];
        for (int i = 0; i < dim; i++) {
            J[at_work(trace) * n + vel + j] -= slip.v[i] * slopes.force_v[i][j];
            if (!is_held(trace, discrete)) J[(vel + i) * n + vel + j] = slopes.force_v[i][j] / trace->def.mass;
        }
    }
    for (int i = 0; i < dim && !is_held(trace, discrete); i++)
        for (int j = 0; j < m; j++)
            J[(vel + i) * n + law + j] = slopes.force_z[i * m + j] / trace->def.mass;
    return BRI_FINE;
}

/* Event function: while sticking, 1 - applied force/static limit; while sliding, the speed in the direction of
 * sliding. */
static double limit_event(const bri_trace *trace, const bri_trace_input *now, const bri_slip *slip,
                          const double *discrete)
{
    double by_load, static_limit = trace->def.law->static_limit(trace->def.params, slip, &by_load);
    return discrete[0] == 0
               ? 1 - fabs(held_force(trace, now, slip)) / (static_limit > least_force ? static_limit : least_force)
               : slip->v[0] * discrete[0];
}

static void trace_events(void *context, double t, const double *x, const double *discrete, double *g)
{
    const bri_trace *trace = context;
    bri_trace_input now = input_at(trace, t);
    bri_slip slip = slip_at(trace, t, &now, x, discrete);
    if (trace->def.law->moving_limit) slip.load_dot = load_rate_at(trace, t);
    if (trace->has_limit) g[0] = limit_event(trace, &now, &slip, discrete);
    if (trace->law_events) trace->def.law->events(trace->def.params, &slip, g + trace->has_limit);
}

static bool trace_handle_event(void *context, double t, const bool *fired, double *x, double *discrete)
{
    const bri_trace *trace = context;
    const bri_friction_law *law = trace->def.law;
    bri_trace_input now = input_at(trace, t);
    bri_slip slip = slip_at(trace, t, &now, x, discrete);
    if (law->moving_limit) slip.load_dot = load_rate_at(trace, t);
    bool changed = false;
    if (trace->has_limit && fired[0]) { /* stopped or broke away: the applied force decides the new direction */
        double by_load, static_limit = law->static_limit(trace->def.params, &slip, &by_load);
        double held = held_force(trace, &now, &slip);
        bool breaks = discrete[0] == 0 || fabs(held) > static_limit;
        x[at_velocity(trace)] = 0;
        discrete[0] = !breaks ? 0 : held < 0 ? -1 : 1;
        changed = true;
    }
    bool law_fired = false;
    for (int i = 0; i < trace->law_events; i++)
        law_fired = law_fired || fired[trace->has_limit + i];
    if (law->handle_event && law_fired) {
        double *z = x + at_law(trace), *modes = discrete + trace->has_limit, was[BRI_STATES_MAX], had[BRI_LIST_MAX];
        size_t states = (size_t)bri_friction_states(law, trace->def.params, trace->dim) * sizeof(double),
               count = (size_t)bri_friction_discrete_states(law, trace->def.params, trace->dim) * sizeof(double);
        memcpy(was, z, states);
        memcpy(had, modes, count);
        law->handle_event(trace->def.params, &slip, fired + trace->has_limit, z, modes);
        changed = changed || memcmp(was, z, states) != 0 || memcmp(had, modes, count) != 0;
    }
    return changed;
}

static double trace_break(void *context, double t)
{
    bri_trace *trace = context;
    if (t >= trace->segment_end) trace->segment_start = t;
    trace->segment_end = trace->def.next_time_event ? trace->def.next_time_event(t, trace->def.user) : INFINITY;
    return trace->segment_end;
}

/* Handles events at the start: a force above the static limit, a bristle beyond its limit. */
static void settle_start(bri_trace *trace, double t, double *x, double *discrete)
{
    double g[1 + 2 * BRI_LIST_MAX] = {0};
    bool fired[1 + 2 * BRI_LIST_MAX] = {false}, any = false;
    int modal = trace->has_limit + (trace->def.law->handle_event
                                        ? trace->law_events
                                        : 0); /* event functions that are positive while a discrete state lasts */
    trace_events(trace, t, x, discrete, g);
    for (int i = 0; i < modal; i++)
        any = (fired[i] = g[i] < 0) || any;
    if (any) trace_handle_event(trace, t, fired, x, discrete);
}

static const bri_struct trace_def = BRI_STRUCT(bri_trace_def, bri_trace_defaults, z);

static bri_status check_def(const bri_trace_def *def, bri_error *err)
{
    if (def->dim != 1 && def->dim != 2)
        return bri_fail(err, BRI_BAD_VALUE, "dim is %d, but the sliding velocity has 1 or 2 components", def->dim);
    if (!(def->mass >= 0) || isinf(def->mass))
        return bri_fail(err, BRI_BAD_VALUE, "the mass is %g kg, and must be 0 or more", def->mass);
    if (!(def->rtol >= 1e-13 && def->rtol <= 0.1))
        return bri_fail(err, BRI_BAD_VALUE, "rtol is %g, and must lie between 1e-13 and 0.1", def->rtol);
    bri_status status = bri_params_check(&def->law->kind, def->params, err);
    if (status) return status;
    if (def->mass > 0 && bri_friction_sticks(def->law, def->params) && def->dim != 1)
        return bri_fail(err, BRI_BAD_VALUE, "the law %s sticks, so a mass moved by a force needs dim 1",
                        def->law->kind.name);
    return bri_friction_needs(def->law, def->pair, err);
}

bri_status bri_trace_create(const bri_trace_def *given, bri_trace **out, bri_error *err)
{
    bri_error_clear(err);
    assert(given && out);
    bri_trace_def own;
    const bri_trace_def *def = &own;
    bri_status status = bri_given(&trace_def, given, &own, err);
    if (!status) status = check_def(def, err);
    if (status) return status;
    const bri_friction_law *law = def->law;
    bri_trace *trace = calloc(1, sizeof *trace);
    if (!trace) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a trace");
    trace->def = *def;
    trace->pair = def->pair ? *def->pair : bri_pair_unknown();
    if (def->noise) trace->noise = *def->noise;
    trace->dim = def->dim;
    trace->moves = def->mass > 0 ? def->dim : 0;
    trace->has_limit = trace->moves && bri_friction_sticks(law, def->params);
    trace->law_states = bri_friction_states(law, def->params, def->dim);
    trace->law_discrete = bri_friction_discrete_states(law, def->params, def->dim);
    trace->law_events = law->events ? bri_friction_events(law, def->params, def->dim) : 0;
    trace->problem = (bri_problem){.states = at_law(trace) + trace->law_states,
                                   .discrete_states = trace->has_limit + trace->law_discrete,
                                   .events = trace->has_limit + trace->law_events,
                                   .size = trace->size,
                                   .context = trace,
                                   .rates = trace_rates,
                                   .jacobian = trace_jacobian,
                                   .event_values = trace_events,
                                   .handle_event = trace_handle_event,
                                   .next_time_event = trace_break};
    trace_break(trace, def->start);
    bri_trace_input now = input_at(trace, def->start);
    for (int i = 0; i < at_law(trace); i++)
        trace->size[i] = i == at_work(trace) ? 1e-6 * (now.load + 1e-3) : i < at_velocity(trace) ? 1e-6 : 1e-4;
    if (law->sizes) {
        law->sizes(def->params, fmax(now.load, 1e-3), def->dim, trace->size + at_law(trace));
        for (int i = at_law(trace); i < trace->problem.states; i++)
            trace->size[i] = fmax(trace->size[i], 1e-12); /* a lower limit, for laws without friction */
    }
    double x[X_MAX] = {0}, discrete[1 + BRI_LIST_MAX] = {0};
    if (def->z) memcpy(x + at_law(trace), def->z, (size_t)trace->law_states * sizeof(double));
    settle_start(trace, def->start, x, discrete);
    bri_stepper_def stepper = {.integrator = &bri_integrator_rodas4,
                               .tolerances = {def->rtol, def->rtol},
                               .max_steps = 200000,
                               .samples = 7}; /* laws are cheap to evaluate */
    for (int i = 0; trace->has_limit && def->noise && !def->noise->over_distance && i < BRI_NOISE_WAVES; i++) {
        double eighth = 1 / (8 * def->noise->frequency[0][i]); /* no error of a step tells of it while it sticks */
        if (!(stepper.max_step > 0 && stepper.max_step < eighth)) stepper.max_step = eighth;
    }
    status = bri_stepper_create(&trace->problem, &stepper, def->start, x, discrete, &trace->stepper, err);
    if (status)
        bri_trace_destroy(trace);
    else
        *out = trace;
    return status;
}

void bri_trace_destroy(bri_trace *trace)
{
    if (!trace) return;
    bri_stepper_destroy(trace->stepper);
    free(trace);
}

bri_status bri_trace_advance(bri_trace *trace, double until, bri_error *err)
{
    bri_error_clear(err);
    assert(trace);
    if (!isfinite(until)) return bri_fail(err, BRI_BAD_VALUE, "the time to advance to is not finite");
    return bri_stepper_advance(trace->stepper, until, err);
}

void bri_trace_now_sized(const bri_trace *trace, bri_trace_point *out, size_t size)
{
    assert(trace && out);
    const double *x = bri_stepper_states(trace->stepper), *discrete = bri_stepper_discrete(trace->stepper);
    bri_stepper_counts counts = bri_stepper_count(trace->stepper);
    bri_trace_point point = {.t = bri_stepper_time(trace->stepper),
                             .distance = x[at_distance(trace)],
                             .work = x[at_work(trace)],
                             .z = x + at_law(trace),
                             .discrete = discrete + trace->has_limit,
                             .steps = counts.steps,
                             .events = counts.events};
    double zdot[BRI_STATES_MAX];
    bri_trace_input now = {0};
    trace->def.history(point.t, &now, trace->def.user);
    now.load = now.load > 0 ? now.load : 0;
    bri_slip slip = slip_at(trace, point.t, &now, x, discrete);
    bri_drag drag = {.zdot = zdot};
    friction_at(trace, &slip, &drag, NULL);
    point.load = now.load;
    for (int i = 0; i < trace->dim; i++) {
        point.x[i] = x[i];
        point.v[i] = slip.v[i];
        point.force[i] = is_held(trace, discrete) ? -now.pull[i] : drag.force[i];
    }
    bri_hand_out(&point, sizeof point, out, size);
}

/* --- a whole trace as a table ------------------------------------------------------------------------------------- */

static bri_status name_columns(const bri_trace *trace, bri_table *table, bri_error *err)
{
    static const char *const names[2][3] = {{"position", "velocity", "force"}, {"position_y", "velocity_y", "force_y"}};
    static const char *const units[3] = {"m", "m/s", "N"};
    size_t column = 0;
    bri_status status = bri_table_name(table, column++, "time", "s", err);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < trace->dim && i < 2 && !status; i++)
            status = bri_table_name(table, column++, names[i][k], units[k], err);
    if (!status) status = bri_table_name(table, column++, "load", "N", err);
    if (!status) status = bri_table_name(table, column++, "work", "J", err);
    int elements = bri_kind_elements(&trace->def.law->kind, trace->def.params);
    for (const bri_variable *s = trace->def.law->kind.states; s && s->name; s++) {
        int count = bri_variables_count((const bri_variable[]){*s, {0}}, trace->dim, elements);
        for (int i = 0; i < count && !status; i++) {
            char name[64];
            snprintf(name, sizeof name, count > 1 ? "%.50s.%d" : "%.50s", s->name, i + 1);
            status = bri_table_name(table, column++, name, s->unit, err);
        }
    }
    return status;
}

static void fill_row(const bri_trace *trace, double *row)
{
    bri_trace_point now = bri_trace_now(trace);
    *row++ = now.t;
    for (int i = 0; i < trace->dim; i++)
        *row++ = now.x[i];
    for (int i = 0; i < trace->dim; i++)
        *row++ = now.v[i];
    for (int i = 0; i < trace->dim; i++)
        *row++ = now.force[i];
    *row++ = now.load;
    *row++ = now.work;
    memcpy(row, now.z, (size_t)trace->law_states * sizeof(double));
}

bri_status bri_trace_run(const bri_trace_def *given, double stop, size_t rows, bri_table **out, bri_error *err)
{
    bri_error_clear(err);
    assert(given && out);
    bri_trace_def own;
    const bri_trace_def *def = &own;
    bri_trace *trace = NULL;
    bri_table *table = NULL;
    bri_status status = bri_given(&trace_def, given, &own, err);
    if (status) return status;
    if (rows < 2 || !(stop > def->start))
        return bri_fail(err, BRI_BAD_VALUE, "a trace needs at least two rows and an end (%g s) after its start (%g s)",
                        stop, def->start);
    status = bri_trace_create(def, &trace, err);
    if (!status) status = bri_table_create((size_t)(3 + 3 * def->dim + trace->law_states), rows, &table, err);
    if (!status) status = name_columns(trace, table, err);
    for (size_t row = 0; !status && row < rows; row++) {
        double share = (double)row / (double)(rows - 1);
        status = bri_trace_advance(trace, def->start + share * (stop - def->start), err);
        if (!status) fill_row(trace, bri_table_row(table, row));
    }
    bri_trace_destroy(trace);
    if (status)
        bri_table_destroy(table);
    else
        *out = table;
    return status;
}

/* --- piecewise linear histories ----------------------------------------------------------------------------------- */

static size_t first_after(const bri_breakpoints *b, double t)
{
    size_t low = 0, high = b->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (b->t[middle] <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void bri_breakpoints_history(double t, bri_trace_input *now, void *user)
{
    const bri_breakpoints *b = user;
    size_t next = first_after(b, t), after = next < b->count ? next : b->count - 1, before = next > 0 ? next - 1 : 0;
    double span = b->t[after] - b->t[before], share = span > 0 ? (t - b->t[before]) / span : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    const double *columns[3] = {b->v, b->load, b->pull};
    double *out[3] = {&now->v[0], &now->load, &now->pull[0]};
    for (int i = 0; i < 3; i++)
        *out[i] = columns[i] ? columns[i][before] + share * (columns[i][after] - columns[i][before]) : 0;
}

double bri_breakpoints_next(double t, void *user)
{
    const bri_breakpoints *b = user;
    size_t next = first_after(b, t);
    return next < b->count ? b->t[next] : INFINITY;
}
