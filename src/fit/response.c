/* response.c - the friction force of a law along a measured record, with its derivatives by unknowns */
#include "fit/response.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "friction/friction.h"
#include "linalg/dense.h"

enum {
    STATES = 2 * BRI_LIST_MAX,
    MOST_EVENTS = 64,  /* handled in one interval */
    MOST_SUBSTEPS = 64 /* an interval is not divided further */
};

static const double tolerance = 1e-6;   /* of the size of a state, for the local error of a step */
static const double newton_stop = 1e-9; /* the same, for the last correction of a stage */

/* TR-BDF2 (Bank et al. 1985; Hosea, Shampine 1996): gamma = 2 - sqrt 2; both stages are implicit with the factor d h. */
static const double gamma_ = 0.585786437626904951, d_ = 0.292893218813452476;
static const double from_middle = 1.20710678118654752, from_start = -0.20710678118654752; /* in the BDF2 stage */
static const double error_factor = -0.0404401145198803; /* (-3 gamma^2 + 4 gamma - 2)/(12 (2 - gamma)) */

typedef struct instant {
    double t, v, load, load_dot;
} instant;

typedef struct derivative { /* of the states at one instant: rates, f_z, and f_u of each unknown */
    double f[STATES], fz[STATES * STATES], fu[BRI_UNKNOWNS_MAX][STATES];
} derivative;

struct bri_response {
    const bri_friction_law *law;
    bri_pair pair;
    const bri_measurement *record;
    const bri_response_params *params;
    size_t row;
    int states, elements, events;
    bool sticks;
    double z[STATES], s[BRI_UNKNOWNS_MAX][STATES], discrete[BRI_LIST_MAX], size[STATES];
    double substep; /* the last one, as a share of an interval */
    /* ends of steps as shares of their interval: of each interval their number, then they; events lie between them */
    bri_response_mode mode;
    double *ends;
    size_t ends_count, ends_room, ends_at;
    bool holds; /* the steps of the present interval */
    long steps;
    derivative start, middle, end;
    double force_z[2 * STATES], zdot_v[2 * STATES], zdot_load[STATES];
};

bri_status bri_response_create(const bri_friction_law *law, const bri_pair *pair, bri_response **response,
                               bri_error *err)
{
    bri_response *r = calloc(1, sizeof *r);
    if (!r) return bri_fail(err, BRI_NO_MEMORY, "out of memory: the response of a law");
    r->law = law;
    r->pair = pair ? *pair : bri_pair_unknown();
    *response = r;
    return BRI_OK;
}

void bri_response_destroy(bri_response *response)
{
    if (response) free(response->ends);
    free(response);
}

void bri_response_set_mode(bri_response *r, bri_response_mode mode)
{
    r->mode = mode;
    if (mode == BRI_STEPS_RECORD) r->ends_count = 0;
    bri_response_rewind(r);
}

void bri_response_rewind(bri_response *r)
{
    r->ends_at = 0;
    if (r->mode == BRI_STEPS_RECORD) r->ends_count = 0;
}

long bri_response_steps(const bri_response *response) { return response->steps; }

/* --- the law at one instant --------------------------------------------------------------------------------------- */

static bri_slip slip_at(const bri_response *r, const instant *at, const double *z)
{
    bri_slip slip = {.elements = r->elements, .pair = &r->pair, .z = z, .discrete = r->discrete, .time = at->t};
    bri_slip_set(&slip, 1, &at->v, at->load);
    slip.load_dot = at->load_dot;
    return slip;
}

/* Force; rates into f; force_z and fz where they are not NULL. */
static double evaluate(bri_response *r, const void *params, const instant *at, const double *z, double *f, double *fz)
{
    bri_slip slip = slip_at(r, at, z);
    double rates[STATES];
    bri_drag drag = {.zdot = f ? f : rates};
    slip.load_dot = 0;
    if (!fz) {
        bri_friction_eval(r->law, params, &slip, &drag, NULL);
        return drag.force[0];
    }
    size_t n = (size_t)r->states;
    memset(r->force_z, 0, n * sizeof *r->force_z);
    memset(r->zdot_v, 0, n * sizeof *r->zdot_v);
    memset(r->zdot_load, 0, n * sizeof *r->zdot_load);
    memset(fz, 0, n * n * sizeof *fz);
    bri_slopes slopes = {.force_z = r->force_z, .zdot_v = r->zdot_v, .zdot_load = r->zdot_load, .zdot_z = fz};
    bri_friction_eval(r->law, params, &slip, &drag, &slopes);
    return drag.force[0];
}

/* f, f_z and, if they are wanted, f_u. */
static void differentiate(bri_response *r, const instant *at, const double *z, derivative *out, bool by_unknowns)
{
    const bri_response_params *p = r->params;
    evaluate(r, &p->at, at, z, out->f, out->fz);
    for (int j = 0; by_unknowns && j < p->unknowns; j++) {
        double less[STATES], more[STATES];
        evaluate(r, &p->less[j], at, z, less, NULL);
        evaluate(r, &p->more[j], at, z, more, NULL);
        for (int i = 0; i < r->states; i++)
            out->fu[j][i] = (more[i] - less[i]) / (2 * p->step[j]);
    }
}

static void events_at(const bri_response *r, const void *params, const instant *at, const double *z, double *g)
{
    bri_slip slip = slip_at(r, at, z);
    r->law->events(params, &slip, g);
}

/* --- one step ----------------------------------------------------------------------------------------------------- */

static instant between(const instant *a, const instant *b, double share)
{
    return (instant){a->t + share * (b->t - a->t), a->v + share * (b->v - a->v), a->load + share * (b->load - a->load),
                     a->load_dot};
}

/* M = 1 - d h f_z, factored. */
static bool stage_matrix(const bri_response *r, double dh, const double *fz, double *M, int *pivot)
{
    int n = r->states;
    for (int i = 0; i < n * n; i++)
        M[i] = (double)(i % (n + 1) == 0) - dh * fz[i];
    return bri_lu_factor(n, M, pivot);
}

/* Solves z = known + d h f(z), from the guess in z; leaves f at the solution in out->f and its slopes in out->fz. */
static bool solve_stage(bri_response *r, const instant *at, const double *known, double dh, double *z, derivative *out)
{
    int n = r->states, pivot[STATES];
    double M[STATES * STATES], step[STATES];
    for (int k = 0; k < 12; k++) {
        double change = 0;
        evaluate(r, &r->params->at, at, z, out->f, out->fz);
        if (!stage_matrix(r, dh, out->fz, M, pivot)) return false;
        for (int i = 0; i < n; i++)
            step[i] = known[i] + dh * out->f[i] - z[i];
        bri_lu_solve(n, M, pivot, step);
        for (int i = 0; i < n; i++) {
            z[i] += step[i];
            change = fmax(change, fabs(step[i]) / r->size[i]);
        }
        if (!(change < 1e30)) return false;
        if (change < newton_stop) { /* f at z, by its slopes: z has moved by less than newton_stop */
            for (int i = 0; i < n; i++)
                out->f[i] = (z[i] - known[i]) / dh;
            return true;
        }
    }
    return false;
}

/* s = M \ (known + d h f_u) of every unknown, at a solved stage. */
static bool solve_sensitivities(bri_response *r, double dh, const derivative *at, double (*known)[STATES])
{
    int n = r->states, pivot[STATES];
    double M[STATES * STATES];
    if (!stage_matrix(r, dh, at->fz, M, pivot)) return false;
    for (int j = 0; j < r->params->unknowns; j++) {
        for (int i = 0; i < n; i++)
            known[j][i] += dh * at->fu[j][i];
        bri_lu_solve(n, M, pivot, known[j]);
    }
    return true;
}

/* From r->z at a, with r->start, to z at b. Returns the local error over the tolerance; INFINITY: no solution. */
static double step_states(bri_response *r, const instant *a, const instant *b, double *middle, double *z)
{
    int n = r->states;
    double h = b->t - a->t, known[STATES] = {0}, error = 0;
    instant m = between(a, b, gamma_);
    for (int i = 0; i < n; i++) {
        known[i] = r->z[i] + d_ * h * r->start.f[i];
        middle[i] = r->z[i] + gamma_ * h * r->start.f[i];
        if (fabs(middle[i] - r->z[i]) > r->size[i]) middle[i] = r->z[i]; /* stiff */
    }
    r->steps++;
    if (!solve_stage(r, &m, known, d_ * h, middle, &r->middle)) return INFINITY;
    for (int i = 0; i < n; i++) {
        known[i] = from_middle * middle[i] + from_start * r->z[i];
        z[i] = middle[i] + (1 - gamma_) * h * r->middle.f[i];
        if (fabs(z[i] - middle[i]) > r->size[i]) z[i] = middle[i];
    }
    if (!solve_stage(r, b, known, d_ * h, z, &r->end)) return INFINITY;
    /* the estimate, filtered by M, so that it stays small for stiff parts that have died out */
    int pivot[STATES];
    double M[STATES * STATES], estimate[STATES];
    if (!stage_matrix(r, d_ * h, r->end.fz, M, pivot)) return INFINITY;
    for (int i = 0; i < n; i++)
        estimate[i] = 2 * error_factor * h *
                      (r->start.f[i] / gamma_ - r->middle.f[i] / (gamma_ * (1 - gamma_)) + r->end.f[i] / (1 - gamma_));
    bri_lu_solve(n, M, pivot, estimate);
    for (int i = 0; i < n; i++)
        error = fmax(error, fabs(estimate[i]) / (tolerance * r->size[i]));
    return error;
}

/* The sensitivities along the step that was taken last. */
static void step_sensitivities(bri_response *r, const instant *a, const instant *b, const double *middle,
                               const double *z)
{
    int n = r->states, unknowns = r->params->unknowns;
    double h = b->t - a->t, sm[BRI_UNKNOWNS_MAX][STATES];
    if (!unknowns) return;
    instant m = between(a, b, gamma_);
    differentiate(r, &m, middle, &r->middle, true);
    differentiate(r, b, z, &r->end, true);
    for (int j = 0; j < unknowns; j++)
        for (int i = 0; i < n; i++) {
            double rate = r->start.fu[j][i];
            for (int k = 0; k < n; k++)
                rate += r->start.fz[i * n + k] * r->s[j][k];
            sm[j][i] = r->s[j][i] + d_ * h * rate;
        }
    if (!solve_sensitivities(r, d_ * h, &r->middle, sm)) return;
    for (int j = 0; j < unknowns; j++)
        for (int i = 0; i < n; i++)
            r->s[j][i] = from_middle * sm[j][i] + from_start * r->s[j][i];
    solve_sensitivities(r, d_ * h, &r->end, r->s);
}

/* --- events ------------------------------------------------------------------------------------------------------- */

/* Handles events of a copy of the state, by other params: the jump h. */
static void jump_of(const bri_response *r, const void *params, const instant *at, const bool *fired, double *z)
{
    double discrete[BRI_LIST_MAX];
    bri_slip slip = slip_at(r, at, z);
    memcpy(discrete, r->discrete, sizeof discrete);
    slip.discrete = r->discrete;
    r->law->handle_event(params, &slip, fired, z, discrete);
}

static instant shifted(const instant *at, double slope, double by)
{
    return (instant){at->t + by, at->v + slope * by, at->load + at->load_dot * by, at->load_dot};
}

/* dt/du of an event, for each unknown. gdot: rate of its event function. */
static double event_shift(const bri_response *r, const instant *at, int event, double gdot, int j)
{
    const bri_response_params *p = r->params;
    double g[2][2 * BRI_LIST_MAX], z[STATES];
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < r->states; i++)
            z[i] = r->z[i] + (side ? 1 : -1) * p->step[j] * r->s[j][i];
        events_at(r, side ? &p->more[j] : &p->less[j], at, z, g[side]);
    }
    return gdot != 0 ? -(g[1][event] - g[0][event]) / (2 * p->step[j]) / gdot : 0;
}

/* s+ = h_z s + h_u + (h_z f + h_t - f+) dt/du. slope: of the velocity; look: a short time, s. */
static void jump_sensitivities(bri_response *r, const instant *at, const bool *fired, int event, double slope,
                               double look, const double *after)
{
    const bri_response_params *p = r->params;
    int n = r->states;
    double g[2][2 * BRI_LIST_MAX], z[2][STATES], along[STATES], f_after[STATES], dt[BRI_UNKNOWNS_MAX] = {0};
    instant before = shifted(at, slope, -look);
    for (int i = 0; i < n; i++) {
        z[0][i] = r->z[i] - look * r->start.f[i];
        z[1][i] = r->z[i];
    }
    events_at(r, &p->at, &before, z[0], g[0]);
    events_at(r, &p->at, at, z[1], g[1]);
    double gdot = (g[1][event] - g[0][event]) / look;
    for (int j = 0; j < p->unknowns; j++)
        dt[j] = event_shift(r, at, event, gdot, j);
    jump_of(r, &p->at, &before, fired, z[0]);
    jump_of(r, &p->at, at, fired, z[1]);
    for (int i = 0; i < n; i++)
        along[i] = (z[1][i] - z[0][i]) / look;
    double kept[BRI_LIST_MAX];
    memcpy(kept, r->discrete, sizeof kept);
    memcpy(r->discrete, after, sizeof kept);
    evaluate(r, &p->at, at, z[1], f_after, NULL);
    memcpy(r->discrete, kept, sizeof kept);
    for (int j = 0; j < p->unknowns; j++) {
        for (int side = 0; side < 2; side++) {
            for (int i = 0; i < n; i++)
                z[side][i] = r->z[i] + (side ? 1 : -1) * p->step[j] * r->s[j][i];
            jump_of(r, side ? &p->more[j] : &p->less[j], at, fired, z[side]);
        }
        for (int i = 0; i < n; i++)
            r->s[j][i] = (z[1][i] - z[0][i]) / (2 * p->step[j]) + (along[i] - f_after[i]) * dt[j];
    }
}

static void handle_events(bri_response *r, const instant *at, const bool *fired, int event, double slope, double look)
{
    double after[BRI_LIST_MAX], z[STATES];
    bri_slip slip = slip_at(r, at, r->z);
    memcpy(after, r->discrete, sizeof after);
    memcpy(z, r->z, sizeof z);
    slip.z = z;
    r->law->handle_event(&r->params->at, &slip, fired, z, after);
    if (r->params->unknowns) {
        evaluate(r, &r->params->at, at, r->z, r->start.f, NULL);
        jump_sensitivities(r, at, fired, event, slope, look, after);
    }
    memcpy(r->z, z, sizeof z);
    memcpy(r->discrete, after, sizeof after);
}

/* The share of the step at which the first event function becomes negative, by bisection with secants; *event is its index. Those that are idle do
 * not count. */
static double locate(bri_response *r, const instant *a, const instant *b, const double *g0, const double *g1,
                     const bool *idle, int *event)
{
    double low = 0, high = 1, middle[STATES], z[STATES], g[2 * BRI_LIST_MAX], g_low[2 * BRI_LIST_MAX],
           g_high[2 * BRI_LIST_MAX];
    memcpy(g_low, g0, (size_t)r->events * sizeof *g);
    memcpy(g_high, g1, (size_t)r->events * sizeof *g);
    for (int k = 0; k < 60 && high - low > 1e-12; k++) {
        double at = high; /* the earliest secant */
        for (int i = 0; i < r->events; i++)
            if (!idle[i] && g_high[i] < 0 && g_low[i] > 0)
                at = fmin(at, low + (high - low) * g_low[i] / (g_low[i] - g_high[i]));
        if (k % 3 == 2 || !(at > low + 1e-3 * (high - low) && at < high - 1e-3 * (high - low))) at = 0.5 * (low + high);
        instant now = between(a, b, at);
        if (isinf(step_states(r, a, &now, middle, z))) break;
        events_at(r, &r->params->at, &now, z, g);
        bool negative = false;
        for (int i = 0; i < r->events; i++)
            negative = negative || (!idle[i] && g[i] < 0);
        memcpy(negative ? g_high : g_low, g, (size_t)r->events * sizeof *g);
        if (negative)
            high = at;
        else
            low = at;
    }
    for (int i = 0; i < r->events; i++)
        if (!idle[i] && g_high[i] < 0) *event = i;
    return high;
}

/* Event functions that are below 0 along the whole step. Idle: the law does nothing about them, and they stop no step. True: it does. */
static bool fire_at_start(bri_response *r, const instant *at, const double *g0, const double *g1, bool *fired,
                          bool *idle)
{
    double discrete[BRI_LIST_MAX], z[STATES];
    bri_slip slip = slip_at(r, at, r->z);
    bool any = false;
    for (int i = 0; i < r->events; i++)
        any = (fired[i] = g1[i] < 0 && g0[i] <= 0) || any;
    if (!any) return false;
    memcpy(discrete, r->discrete, sizeof discrete);
    memcpy(z, r->z, sizeof z);
    slip.z = z;
    r->law->handle_event(&r->params->at, &slip, fired, z, discrete);
    bool changes = false;
    for (int i = 0; i < BRI_LIST_MAX; i++)
        changes = changes || discrete[i] != r->discrete[i];
    for (int i = 0; i < r->states; i++)
        changes = changes || z[i] != r->z[i];
    if (changes) return true;
    memcpy(idle, fired, (size_t)r->events * sizeof *idle);
    memset(fired, 0, (size_t)r->events * sizeof *fired);
    return false;
}

/* --- an interval without a reversal ------------------------------------------------------------------------------- */

static void take(bri_response *r, const instant *a, const instant *b, const double *middle, const double *z)
{
    step_sensitivities(r, a, b, middle, z);
    memcpy(r->z, z, (size_t)r->states * sizeof *z);
    r->start = r->end;
}

/* One step from *a towards b, no farther than an event, which is handled. Returns the share of the interval that is done. */
static double advance(bri_response *r, const instant *a, const instant *b, double slope, int *events_left)
{
    double middle[STATES], z[STATES], g0[2 * BRI_LIST_MAX], g1[2 * BRI_LIST_MAX], done = 1;
    bool fired[2 * BRI_LIST_MAX] = {false}, idle[2 * BRI_LIST_MAX] = {false};
    double error = step_states(r, a, b, middle, z);
    if (r->holds && isinf(error)) r->holds = false; /* a step that was possible is not any more */
    if (error > 1 && !r->holds && r->substep > 1.0 / MOST_SUBSTEPS) {
        r->substep *= isinf(error) ? 0.25 : fmin(0.8, fmax(0.2, 0.9 * pow(error, -1.0 / 3)));
        return 0;
    }
    if (isinf(error))
        memcpy(z, r->z, sizeof z), memcpy(middle, r->z, sizeof z), r->end = r->start; /* it stays as it is */
    if (r->law->handle_event && *events_left > 0) {
        int event = 0;
        events_at(r, &r->params->at, a, r->z, g0);
        events_at(r, &r->params->at, b, z, g1);
        bool at_start = fire_at_start(r, a, g0, g1, fired, idle), any = at_start;
        for (int i = 0; i < r->events; i++)
            any = any || (!idle[i] && g1[i] < 0);
        instant at = *a;
        if (any && !at_start) {
            done = locate(r, a, b, g0, g1, idle, &event);
            at = between(a, b, done);
            step_states(r, a, &at, middle, z);
            take(r, a, &at, middle, z);
            events_at(r, &r->params->at, &at, r->z, g1);
            for (int i = 0; i < r->events; i++)
                fired[i] = !idle[i] && g1[i] < 0;
        } else if (any) {
            done = 0;
            for (int i = 0; i < r->events; i++)
                if (fired[i]) event = i;
        }
        if (any) {
            fired[event] = true;
            --*events_left;
            handle_events(r, &at, fired, event, slope, 1e-4 * (b->t - a->t));
            differentiate(r, &at, r->z, &r->start, true);
            return done;
        }
    }
    take(r, a, b, middle, z);
    if (error < 0.2 && !r->holds) r->substep = fmin(1, r->substep * fmin(4, 0.9 * pow(fmax(error, 1e-6), -1.0 / 3)));
    return 1;
}

/* --- held steps -------------------------------------------------------------------------------------------------- */

/* An end, or the number of those of an interval; where there is no memory for it, steps are free. */
static void record(bri_response *r, double number)
{
    if (r->ends_count == r->ends_room) {
        size_t room = 2 * r->ends_room + 1000;
        double *ends = realloc(r->ends, room * sizeof *ends);
        if (!ends) {
            r->mode = BRI_STEPS_FREE;
            return;
        }
        r->ends = ends;
        r->ends_room = room;
    }
    r->ends[r->ends_count++] = number;
}

/* The recorded steps of the next interval: their number. */
static int find_held(bri_response *r, const double **ends)
{
    r->holds = r->mode == BRI_STEPS_HELD && r->ends_at < r->ends_count;
    if (!r->holds) return 0;
    int count = (int)r->ends[r->ends_at];
    *ends = r->ends + r->ends_at + 1;
    r->ends_at += 1 + (size_t)count;
    return count;
}

static double next_end(const bri_response *r, const double *ends, int count, double done)
{
    if (!r->holds) return fmin(1, done + r->substep);
    for (int i = 0; i < count; i++)
        if (ends[i] > done + 1e-9) return ends[i];
    return 1;
}

static void cross_interval(bri_response *r, const instant *from, const instant *to)
{
    const double *ends = NULL;
    double done = 0, slope = (to->v - from->v) / (to->t - from->t);
    int events_left = MOST_EVENTS;
    instant a = *from;
    if (!(to->t > from->t)) return;
    a.load_dot = (to->load - from->load) / (to->t - from->t);
    instant whole = a, end = *to;
    end.load_dot = a.load_dot;
    if (r->law->sizes) r->law->sizes(&r->params->at, fmax(from->load, 1e-9), 1, r->size);
    for (int i = 0; i < r->states; i++)
        r->size[i] = fmax(r->size[i], 1e-12);
    differentiate(r, &a, r->z, &r->start, true);
    int held = find_held(r, &ends);
    size_t number = r->ends_count; /* of steps of this interval */
    if (r->mode == BRI_STEPS_RECORD) record(r, 0);
    for (int k = 0; done < 1 && k < 100 * MOST_SUBSTEPS; k++) {
        double next = next_end(r, ends, held, done);
        if (1 - next < 1e-9) next = 1;
        instant b = next == 1 ? end : between(&whole, &end, next);
        double share = advance(r, &a, &b, slope, &events_left);
        if (share == 0) continue;
        a = share == 1 ? b : between(&a, &b, share);
        done = share == 1 ? next : done + share * (next - done);
        if (share < 1 || r->mode != BRI_STEPS_RECORD) continue;
        record(r, next);
        if (r->mode == BRI_STEPS_RECORD) r->ends[number]++;
    }
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static instant row_at(const bri_response *r, size_t row)
{
    const bri_measurement *m = r->record;
    return (instant){m->time ? m->time[row] : 0, m->velocity[row], m->load[row], 0};
}

/* States at the first row by some parameters; discrete may be NULL. */
static void start_by(const bri_response *r, const void *params, double share, double *z, double *discrete)
{
    double unused[BRI_LIST_MAX] = {0};
    instant first = row_at(r, 0);
    bool deflected = r->params->start_speed > 0;
    if (deflected) first.v = r->params->start_speed;
    bri_slip slip = slip_at(r, &first, r->z);
    r->law->steady(params, &slip, z, discrete && !deflected ? discrete : unused);
    for (int i = 0; deflected && i < r->states; i++)
        z[i] *= share;
}

static void set_start(bri_response *r)
{
    const bri_response_params *p = r->params;
    double z[STATES] = {0}, other[STATES] = {0}, discrete[BRI_LIST_MAX] = {0};
    if (!r->states || !r->record->time || !r->law->steady || !(row_at(r, 0).v != 0 || p->start_speed > 0)) return;
    start_by(r, &p->at, p->start, z, discrete);
    for (int j = 0; j < p->unknowns; j++) {
        start_by(r, &p->less[j], p->start_less[j], r->s[j], NULL);
        start_by(r, &p->more[j], p->start_more[j], other, NULL);
        for (int i = 0; i < r->states; i++)
            r->s[j][i] = (other[i] - r->s[j][i]) / (2 * p->step[j]);
    }
    memcpy(r->z, z, sizeof z);
    memcpy(r->discrete, discrete, sizeof discrete);
}

void bri_response_begin(bri_response *r, const bri_measurement *record, const bri_response_params *params)
{
    r->record = record;
    r->params = params;
    r->row = 0;
    r->substep = 1;
    r->elements = bri_kind_elements(&r->law->kind, &params->at);
    r->states = bri_friction_states(r->law, &params->at, 1);
    r->events = r->law->events ? bri_friction_events(r->law, &params->at, 1) : 0;
    r->sticks = bri_friction_sticks(r->law, &params->at);
    memset(r->z, 0, sizeof r->z);
    memset(r->s, 0, sizeof r->s);
    memset(r->discrete, 0, sizeof r->discrete);
    for (int i = 0; i < STATES; i++)
        r->size[i] = 1;
    set_start(r);
}

static const double at_rest = 1e-9; /* of the velocity before and after a reversal */

/* To the next row; an interval in which the velocity changes its sign is divided there. */
static void go_to(bri_response *r, size_t row)
{
    instant from = row_at(r, row - 1), to = row_at(r, row);
    if ((from.v < 0 && to.v > 0) || (from.v > 0 && to.v < 0)) {
        instant rest = between(&from, &to, from.v / (from.v - to.v));
        rest.v = at_rest * from.v; /* the laws' rates may jump at 0 */
        cross_interval(r, &from, &rest);
        rest.v = at_rest * to.v;
        from = rest;
    }
    cross_interval(r, &from, &to);
}

static double steady_force(const bri_response *r, const void *params, const instant *at)
{
    bri_slip slip = slip_at(r, at, r->z);
    bri_curve curve = {0};
    r->law->curve(params, &slip, &curve);
    return -curve.force * slip.dir[0];
}

static double force_by(bri_response *r, const void *params, const instant *at)
{
    return r->record->time ? evaluate(r, params, at, r->z, NULL, NULL) : steady_force(r, params, at);
}

static double static_limit(const bri_response *r, const void *params, const instant *at)
{
    double by_load;
    bri_slip slip = slip_at(r, at, r->z);
    return r->law->static_limit(params, &slip, &by_load);
}

double bri_response_next(bri_response *r, double measured, double *by, bool *held)
{
    const bri_response_params *p = r->params;
    size_t row = r->row++;
    instant at = row_at(r, row);
    *held = false;
    if (r->states && r->record->time && row) go_to(r, row);
    if (r->sticks && at.v == 0) {
        double limit = static_limit(r, &p->at, &at), sign = measured < 0 ? -1 : 1;
        *held = fabs(measured) <= limit;
        for (int j = 0; j < p->unknowns; j++)
            by[j] = *held ? 0
                          : sign * (static_limit(r, &p->more[j], &at) - static_limit(r, &p->less[j], &at)) /
                                (2 * p->step[j]);
        return *held ? measured : sign * limit;
    }
    double unused[STATES], fz[STATES * STATES], force = force_by(r, &p->at, &at);
    bool follows = r->states && r->record->time && p->unknowns;
    if (follows) evaluate(r, &p->at, &at, r->z, unused, fz); /* force_z */
    for (int j = 0; j < p->unknowns; j++) {
        by[j] = (force_by(r, &p->more[j], &at) - force_by(r, &p->less[j], &at)) / (2 * p->step[j]);
        for (int i = 0; follows && i < r->states; i++)
            by[j] += r->force_z[i] * r->s[j][i];
    }
    return force;
}
