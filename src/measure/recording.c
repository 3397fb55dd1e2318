/* recording.c - channels of a run as functions of time, recorded step by step */
#include "measure/recording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

enum {
    MOST_HALVINGS = 12,
    MOST_SAMPLES = 128, /* within a step: a jump of a channel needs 40 */
    MOST_INNER = 300,   /* small steps of which a step is made: each is recorded as a step */
    IS_NOISE = 8,       /* so many segments of a step that stay unmet are no jumps */
    CHECKS = 2,
    PLACES = BRI_NODES + CHECKS
};
static const double tol_quartic = 1e-2; /* of the run's relative tolerance, and of a channel's largest value */
/* The error of the quartic is largest near the ends. The checks are nodes of both halves. */
static const double place[PLACES] = {0, 0.25, 0.5, 0.75, 1, 0.125, 0.875};

void bri_recording_destroy(bri_recording *h)
{
    if (!h) return;
    free(h->channel);
    free(h->span);
    free(h->value);
    free(h->largest);
    free(h->noise);
    free(h->now);
    free(h->at);
    free(h);
}

bri_status bri_recording_create(const bri_system *s, int channels, bri_recording **out, bri_error *err)
{
    bri_recording *h = calloc(1, sizeof *h);
    size_t n = (size_t)channels + 1;
    *out = NULL;
    if (h) {
        h->system = s;
        h->channels = channels;
        h->channel = calloc(n, sizeof *h->channel);
        h->largest = calloc(n, sizeof *h->largest);
        h->noise = calloc(n, sizeof *h->noise);
        h->now = calloc((size_t)s->channels + 1, sizeof *h->now);
        h->at = calloc(n * PLACES * (MOST_HALVINGS + 2), sizeof *h->at);
    }
    if (!h || !h->channel || !h->largest || !h->noise || !h->now || !h->at) {
        bri_recording_destroy(h);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d measured channels", channels);
    }
    *out = h;
    return BRI_OK;
}

/* A new segment; its values, or NULL. */
static double *add_segment(bri_recording *h, double from, double to)
{
    size_t each = (size_t)h->channels * BRI_NODES;
    if (h->count == h->room) {
        size_t room = h->room ? 2 * h->room : 256;
        double(*span)[2] = realloc(h->span, room * sizeof *span);
        if (span) h->span = span;
        double *value = realloc(h->value, room * (each + 1) * sizeof *value);
        if (value) h->value = value;
        if (!span || !value) {
            h->failed = true;
            return NULL;
        }
        h->room = room;
    }
    h->span[h->count][0] = from;
    h->span[h->count][1] = to;
    return h->value + h->count++ * each;
}

/* --- one segment -------------------------------------------------------------------------------------------------------- */

static bool solves(const bri_recording *h)
{
    return bri_channels_need_solution(h->system, h->channel, (size_t)h->channels);
}

/* All wanted channels at a time within the last step, before what happened at its end. */
static bool observe_at(bri_recording *h, bri_sim *sim, double t, double *out)
{
    h->samples++;
    bri_instant at = bri_instant_of(sim->engine, t, bri_sim_interpolate(sim, t), sim->discrete_before);
    at.segment_end = bri_stepper_time(sim->stepper);
    if (bri_channels_at(sim->engine, &sim->observer, &at, solves(h), h->now) != BRI_FINE) return false;
    for (int c = 0; c < h->channels; c++) {
        out[c] = h->now[h->channel[c]];
        h->largest[c] = fmax(h->largest[c], fabs(out[c]));
    }
    return true;
}

/* The channel whose quartic through the nodes meets the checks worst; -1: all meet them. at: values by place; *off: by how much. */
static int find_unmet(const bri_recording *h, double *const at[PLACES], double *off)
{
    /* weights of the nodes at 1/8 of the segment; those at 7/8 are the same in the reverse order */
    static const double weight[BRI_NODES] = {35.0 / 128, 140.0 / 128, -70.0 / 128, 28.0 / 128, -5.0 / 128};
    int worst = -1;
    double ratio = 1;
    for (int c = 0; c < h->channels; c++) {
        double near[CHECKS] = {0, 0};
        for (int k = 0; k < BRI_NODES; k++) {
            near[0] += weight[k] * at[k][c];
            near[1] += weight[BRI_NODES - 1 - k] * at[k][c];
        }
        double most = fmax(tol_quartic * h->rtol * h->largest[c], 2 * h->noise[c]);
        for (int i = 0; i < CHECKS; i++) {
            double by = fabs(near[i] - at[BRI_NODES + i][c]);
            if (!(by > ratio * most)) continue;
            worst = c;
            *off = by;
            ratio = most > 0 ? by / most : INFINITY;
        }
    }
    return worst;
}

/* Records from one time to another. known: values at both ends and in the middle, which the caller has; NULL: none. */
static void record(bri_recording *h, bri_sim *sim, double from, double to, const double *known[BRI_NODES], int depth)
{
    double *at[PLACES];
    for (int i = 0; i < PLACES; i++) {
        at[i] = h->at + ((size_t)depth * PLACES + (size_t)i) * (size_t)h->channels;
        if (i < BRI_NODES && known[i])
            memcpy(at[i], known[i], (size_t)h->channels * sizeof(double));
        else if (!observe_at(h, sim, i == BRI_NODES - 1 ? to : from + place[i] * (to - from), at[i]))
            return;
    }
    double middle = from + 0.5 * (to - from), off = 0;
    int unmet = find_unmet(h, at, &off);
    if (unmet >= 0 && depth < MOST_HALVINGS && h->samples < MOST_SAMPLES && middle > from && middle < to) {
        record(h, sim, from, middle, (const double *[BRI_NODES]){at[0], at[5], at[1], NULL, at[2]}, depth + 1);
        record(h, sim, middle, to, (const double *[BRI_NODES]){at[2], NULL, at[3], at[6], at[4]}, depth + 1);
        return;
    }
    h->unmet += unmet >= 0;
    if (unmet >= 0 && h->unmet >= IS_NOISE) h->noise[unmet] = fmax(h->noise[unmet], off);
    double *value = add_segment(h, from, to);
    for (int c = 0; value && c < h->channels; c++)
        for (int k = 0; k < BRI_NODES; k++)
            value[c * BRI_NODES + k] = at[k][c];
}

void bri_recording_step(void *recording, bri_sim *sim, double from)
{
    bri_recording *h = recording;
    double now = bri_stepper_time(sim->stepper);
    h->rtol = sim->stepper_def.tolerances.rtol;
    if (!h->channels || !(now > from) || h->failed) return;
    double end[MOST_INNER + 1];
    int count = bri_stepper_inner(sim->stepper, false, MOST_INNER, end);
    end[count] = now;
    for (int i = 0; i <= count; i++) {
        h->samples = h->unmet = 0;
        record(h, sim, i ? end[i - 1] : from, end[i], (const double *[BRI_NODES]){NULL}, 0);
    }
}

void bri_recording_end(void *recording, bri_sim *sim)
{
    bri_recording *h = recording;
    double now = bri_stepper_time(sim->stepper);
    if (!h->channels || bri_channels_of(sim->engine, &sim->observer, now, bri_sim_states(sim),
                                        bri_stepper_discrete(sim->stepper), solves(h), h->now) != BRI_FINE)
        return;
    double *value = add_segment(h, now, now);
    for (int c = 0; value && c < h->channels; c++)
        for (int k = 0; k < BRI_NODES; k++)
            value[c * BRI_NODES + k] = h->now[h->channel[c]];
}
