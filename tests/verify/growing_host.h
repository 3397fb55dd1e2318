/* growing_host.h - a host that integrates by Bogacki and Shampine's 3(2) pair, with steps as long as its error estimate allows, and
 * looks for zeros of event functions where steps end: it then goes back to them by cubic interpolation, as importers of FMUs do */
#ifndef BRISTLE_TESTS_VERIFY_GROWING_HOST_H
#define BRISTLE_TESTS_VERIFY_GROWING_HOST_H

#include "test.h"

#include "bristle/bristle.h"

enum {
    GROWING_MOST = 32 /* states, event functions */
};

typedef struct growing_host {
    bri_sim *sim;
    int n, functions;
    double rtol, t, h;
    bool asks_max_step;
    double x[GROWING_MOST], k[4][GROWING_MOST], from[GROWING_MOST], to[GROWING_MOST], g[GROWING_MOST];
    double start, end; /* of the step tried, from `from` to `to` */
    long steps;
} growing_host;

static inline growing_host growing_host_of(bri_sim *sim, double rtol, bool asks_max_step)
{
    growing_host h = {.sim = sim, .rtol = rtol, .t = bri_sim_time(sim), .h = 1e-6, .asks_max_step = asks_max_step};
    h.n = bri_sim_continuous_states(sim, NULL);
    h.functions = bri_sim_event_functions(sim);
    assert_true(h.n <= GROWING_MOST && h.functions <= GROWING_MOST);
    bri_sim_get_states(sim, h.x);
    return h;
}

/* One step that the error estimate accepts, from h->x to h->to. */
static inline bri_status growing_try(growing_host *h, double until, bri_error *err)
{
    double tolerated[GROWING_MOST], trial[GROWING_MOST], longest = fmin(until, bri_sim_next_time_event(h->sim)) - h->t;
    if (h->asks_max_step) longest = fmin(longest, bri_sim_max_step(h->sim));
    bri_sim_tolerated_errors(h->sim, h->t, h->x, h->rtol, h->rtol, tolerated);
    for (h->h = fmin(h->h, longest);;) {
        static const double at[] = {0, 0.5, 0.75, 1}, last[] = {2. / 9, 1. / 3, 4. / 9},
                            error[] = {-5. / 72, 1. / 12, 1. / 9, -1. / 8};
        double worst = 0;
        for (int stage = 0; stage < 4; stage++) {
            for (int i = 0; i < h->n; i++) {
                trial[i] = h->x[i];
                if (stage == 1 || stage == 2) trial[i] += h->h * at[stage] * h->k[stage - 1][i];
                for (int j = 0; j < 3 && stage == 3; j++)
                    trial[i] += h->h * last[j] * h->k[j][i];
            }
            bri_status status = bri_sim_rates(h->sim, h->t + at[stage] * h->h, trial, h->k[stage], err);
            if (status) return status;
        }
        for (int i = 0; i < h->n; i++) {
            double sum = 0;
            for (int j = 0; j < 4; j++)
                sum += error[j] * h->k[j][i];
            worst = fmax(worst, fabs(h->h * sum) / tolerated[i]);
        }
        double factor = fmin(5, 0.9 / cbrt(worst + 1e-300));
        if (worst <= 1) {
            memcpy(h->to, trial, sizeof h->to);
            h->start = h->t;
            h->end = h->t + h->h == h->t + longest ? fmin(until, h->t + longest) : h->t + h->h;
            h->h *= factor;
            h->steps++;
            return BRI_OK;
        }
        h->h *= fmax(0.1, factor);
    }
}

/* The state at a time within the step tried. */
static inline void growing_interpolate(const growing_host *h, double t, double *x)
{
    double d = h->end - h->start, s = (t - h->start) / d;
    for (int i = 0; i < h->n; i++)
        x[i] = (1 + 2 * s) * (1 - s) * (1 - s) * h->x[i] + s * s * (3 - 2 * s) * h->to[i] +
               d * s * (1 - s) * ((1 - s) * h->k[0][i] - s * h->k[3][i]);
}

static inline bool growing_fires(growing_host *h, double t, const double *x)
{
    bool fires = false;
    bri_sim_event_values(h->sim, t, x, h->g, NULL);
    for (int i = 0; i < h->functions; i++) {
        bri_event_function f;
        fires = fires || (!(h->g[i] > 0) && bri_sim_event_function(h->sim, i, &f) && !f.is_optional);
    }
    return fires;
}

/* One step, with what follows it. h->from is the state before it, from h->start. */
static inline bri_status growing_step(growing_host *h, double until, bri_error *err)
{
    bri_accepted accepted;
    bri_handled handled;
    bri_status status = growing_try(h, until, err);
    if (status) return status;
    double x[GROWING_MOST], before = h->start, end = h->end;
    memcpy(x, h->to, sizeof x);
    if (growing_fires(h, end, x)) {
        for (int i = 0; i < 60 && end - before > 1e-15 * end; i++) {
            double middle = 0.5 * (before + end);
            growing_interpolate(h, middle, x);
            *(growing_fires(h, middle, x) ? &end : &before) = middle;
        }
        growing_interpolate(h, end, x);
    }
    status = bri_sim_accept_step(h->sim, end, x, &accepted, err);
    if (!status && accepted.event) status = bri_sim_handle_events(h->sim, NULL, x, &handled, err);
    memcpy(h->from, h->x, sizeof h->from);
    memcpy(h->x, x, sizeof h->x);
    h->t = end;
    return status;
}

#endif
