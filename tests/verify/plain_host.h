/* plain_host.h - a host that integrates a sim by the classical Runge-Kutta method and finds events by bisection */
#ifndef BRISTLE_TESTS_VERIFY_PLAIN_HOST_H
#define BRISTLE_TESTS_VERIFY_PLAIN_HOST_H

#include "test.h"

#include "bristle/bristle.h"

enum {
    HOST_EVENTS = 4000
};

typedef struct host {
    bri_sim *sim;
    int n, functions;
    double *x, *trial, *k[5], *g;
    bool *optional;
    double t, step;
    bool after_event;
    long steps, moved; /* moved: steps after which accept has changed states */
    bri_sim_event event[HOST_EVENTS];
} host;

static inline host *host_create(const bri_system *system, const bri_run_def *def, double step)
{
    bri_error err = {0};
    host *h = calloc(1, sizeof *h);
    assert_non_null(h);
    if (bri_sim_create(system, def, &h->sim, &err)) fail_msg("%s", err.what);
    h->n = bri_sim_continuous_states(h->sim, NULL);
    h->functions = bri_sim_event_functions(h->sim);
    double *room = calloc((size_t)(7 * h->n + h->functions) + 1, sizeof *room);
    h->optional = calloc((size_t)h->functions + 1, sizeof *h->optional);
    assert_true(room && h->optional);
    h->x = room;
    h->trial = room + h->n;
    for (int i = 0; i < 5; i++)
        h->k[i] = room + (2 + i) * h->n;
    h->g = room + 7 * h->n;
    for (int i = 0; i < h->functions; i++) {
        bri_event_function f;
        assert_true(bri_sim_event_function(h->sim, i, &f));
        h->optional[i] = f.is_optional;
    }
    h->t = bri_sim_time(h->sim);
    h->step = step;
    h->after_event = true;
    bri_sim_get_states(h->sim, h->x);
    bri_sim_keep_events(h->sim, h->event, HOST_EVENTS);
    return h;
}

static inline void host_destroy(host *h)
{
    bri_sim_destroy(h->sim);
    free(h->x);
    free(h->optional);
    free(h);
}

/* One step of length d to h->trial. */
static inline bri_status host_rk4(host *h, double d, bri_error *err)
{
    static const double at[] = {0, 0.5, 0.5, 1};
    bri_status status = BRI_OK;
    for (int stage = 0; stage < 4 && !status; stage++) {
        for (int i = 0; i < h->n; i++)
            h->k[4][i] = h->x[i] + (stage ? at[stage] * d * h->k[stage - 1][i] : 0);
        status = bri_sim_rates(h->sim, h->t + at[stage] * d, h->k[4], h->k[stage], err);
    }
    for (int i = 0; i < h->n; i++)
        h->trial[i] = h->x[i] + d / 6 * (h->k[0][i] + 2 * h->k[1][i] + 2 * h->k[2][i] + h->k[3][i]);
    return status;
}

/* Has an event function fallen to 0 at the end of the trial step? */
static inline bri_status host_fires(host *h, double t, bool *fires, bri_error *err)
{
    bri_status status = bri_sim_event_values(h->sim, t, h->trial, h->g, err);
    *fires = false;
    for (int i = 0; i < h->functions; i++)
        *fires = *fires || (!h->optional[i] && !(h->g[i] > 0));
    return status;
}

/* One step, to limit at the latest, with what follows it. */
static inline bri_status host_step(host *h, double limit, bri_error *err)
{
    bri_accepted accepted;
    bri_handled handled;
    bool fires;
    limit = fmin(limit, bri_sim_next_time_event(h->sim));
    double d = fmin(h->step, bri_sim_max_step(h->sim)), end = h->t + d < limit ? h->t + d : limit;
    bri_status status = host_rk4(h, end - h->t, err);
    if (!status) status = host_fires(h, end, &fires, err);
    if (!status && fires) {
        double before = h->t;
        while (!status && end - before > 4e-16 * fabs(end) + 1e-15) {
            double middle = before + 0.5 * (end - before);
            if (!(middle > before && middle < end)) break;
            status = host_rk4(h, middle - h->t, err);
            if (!status) status = host_fires(h, middle, &fires, err);
            *(fires ? &end : &before) = middle;
        }
        if (!status) status = host_rk4(h, end - h->t, err);
    }
    if (!status) status = bri_sim_accept_step(h->sim, end, h->trial, &accepted, err);
    if (status) return status;
    memcpy(h->x, h->trial, (size_t)h->n * sizeof(double));
    h->t = end;
    h->steps++;
    h->moved += accepted.states_changed;
    h->after_event = accepted.event;
    return accepted.event ? bri_sim_handle_events(h->sim, NULL, h->x, &handled, err) : BRI_OK;
}

static inline bri_status host_run(host *h, double until, bri_error *err)
{
    bri_status status = BRI_OK;
    while (!status && h->t < until)
        status = host_step(h, until, err);
    return status;
}

#endif
