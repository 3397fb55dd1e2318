/* soundness_slopes.c - derivatives of a law against central differences */
#include "trial/soundness_slopes.h"

#include <math.h>
#include <string.h>

typedef struct values {
    double force[2], zdot[SAMPLE_STATES];
} values;

static values values_at(const bri_sample *s, const double *v, double load, double rate_load, const double *z)
{
    values out = {.force = {0}};
    bri_slip slip = s->slip;
    bri_drag drag = {.zdot = out.zdot};
    bri_slip_set(&slip, s->slip.dim, v, load);
    slip.sum = s->slip.sum; /* what the other surface does is not changed by v here */
    slip.rate_load = rate_load;
    slip.z = z;
    bri_friction_eval(s->law, &s->params, &slip, &drag, NULL);
    memcpy(out.force, drag.force, sizeof out.force);
    return out;
}

static double step_of(int k, double h) { return (k < 2 ? 1 : 2) * (k % 2 ? -1 : 1) * h; } /* h, -h, 2 h, -2 h */

/* Whether a derivative is that of the differences at steps h, -h, 2 h, -2 h, as far as they agree with each other. */
static bool agrees(double slope, const double at[4], double h, double scale, double *best)
{
    double coarse = (at[2] - at[3]) / (4 * h), fine = (at[0] - at[1]) / (2 * h);
    double doubt = fabs(fine - coarse) + 1e-11 * scale / h;
    *best = fine + (fine - coarse) / 3;
    return fabs(*best - slope) <= 1e-6 * fabs(slope) + 2 * doubt;
}

typedef struct compared { /* one variable, by which force and rates are differentiated */
    const char *by;
    values at[4];
    double h, speed, force, rates; /* sizes for rounding */
} compared;

static bool check_force(bri_soundness *c, const bri_sample *s, const compared *d, int i, double slope)
{
    double best, at[4] = {d->at[0].force[i], d->at[1].force[i], d->at[2].force[i], d->at[3].force[i]};
    if (agrees(slope, at, d->h, d->force + 1e3 * d->rates, &best)) return true;
    return bri_unsound(
        c, "the derivative of the force with respect to %s is %.6g, but differences give %.6g, at v = %.3g m/s", d->by,
        slope, best, s->slip.speed);
}

static bool check_rate(bri_soundness *c, const bri_sample *s, const compared *d, int i, double slope)
{
    double best, at[4] = {d->at[0].zdot[i], d->at[1].zdot[i], d->at[2].zdot[i], d->at[3].zdot[i]};
    if (agrees(slope, at, d->h, d->rates + d->speed, &best)) return true;
    return bri_unsound(
        c,
        "the derivative of the rate of state %d with respect to %s is %.6g, but differences give %.6g, at v = %.3g m/s",
        i + 1, d->by, slope, best, s->slip.speed);
}

static bool check_by_velocity(bri_soundness *c, const bri_sample *s, compared *d)
{
    int dim = s->slip.dim;
    for (int j = 0; j < dim; j++) {
        d->by = "velocity";
        d->h = 2e-6 * d->speed;
        for (int k = 0; k < 4; k++) {
            double moved[2] = {s->v[0], s->v[1]};
            moved[j] += step_of(k, d->h);
            d->at[k] = values_at(s, moved, s->slip.load, s->slip.load, s->z);
        }
        for (int i = 0; i < dim; i++)
            if (!check_force(c, s, d, i, s->slopes.force_v[i][j])) return false;
        for (int i = 0; i < s->states; i++)
            if (!check_rate(c, s, d, i, s->zdot_v[i * dim + j])) return false;
    }
    return true;
}

static bool check_by_load(bri_soundness *c, const bri_sample *s, compared *d)
{
    double load = s->slip.load;
    for (int rate = 0; rate < 2; rate++) {
        d->by = rate ? "the load in the rates" : "the load";
        d->h = 2e-6 * load;
        for (int k = 0; k < 4; k++) {
            double other = load + step_of(k, d->h);
            d->at[k] = values_at(s, s->v, rate ? load : other, rate ? other : load, s->z);
        }
        for (int i = 0; i < s->slip.dim; i++)
            if (!check_force(c, s, d, i, rate ? s->slopes.force_rate_load[i] : s->slopes.force_load[i])) return false;
        for (int i = 0; rate && i < s->states; i++)
            if (!check_rate(c, s, d, i, s->zdot_load[i])) return false;
    }
    return true;
}

static bool check_by_states(bri_soundness *c, const bri_sample *s, compared *d)
{
    for (int j = 0; j < s->states; j++) {
        d->by = "a state";
        d->h = 2e-6 * fabs(s->z[j]);
        if (!(d->h > 0)) continue;
        for (int k = 0; k < 4; k++) {
            double z[SAMPLE_STATES];
            memcpy(z, s->z, sizeof z);
            z[j] += step_of(k, d->h);
            d->at[k] = values_at(s, s->v, s->slip.load, s->slip.load, z);
        }
        for (int i = 0; i < s->slip.dim; i++)
            if (!check_force(c, s, d, i, s->force_z[i * s->states + j])) return false;
        for (int i = 0; i < s->states; i++)
            if (!check_rate(c, s, d, i, s->zdot_z[i * s->states + j])) return false;
    }
    return true;
}

/* Derivatives are not compared across an event: more than a quarter of the samples must remain. */
static bool remain_enough(bri_soundness *c, int count, int samples)
{
    if (4 * count > samples) return true;
    return bri_unsound(c,
                       "they are compared at %d of %d samples only: near the others an event function changes its sign",
                       count, samples);
}

bool bri_check_slopes(bri_soundness *c)
{
    uint64_t seed = 8;
    int remaining = 0;
    for (int round = 0; round < 2 * SAMPLE_ROUNDS; round++) {
        bri_sample s;
        double load = bri_random_scale(&seed, 0.1, 1e3);
        if (!bri_sample_draw(&s, c->law, 1 + round % 2, load, &seed)) return true; /* reported with its table */
        bri_sample_evaluate(&s, s.v, load);
        if (bri_sample_is_near_event(&s)) continue;
        compared d = {.speed = s.slip.speed,
                      .force = hypot(s.drag.force[0], s.slip.dim > 1 ? s.drag.force[1] : 0) + 1e-9};
        for (int i = 0; i < s.states; i++)
            d.rates += fabs(s.zdot[i]);
        if (!check_by_velocity(c, &s, &d) || !check_by_load(c, &s, &d) || !check_by_states(c, &s, &d)) return false;
        remaining++;
    }
    return remain_enough(c, remaining, 2 * SAMPLE_ROUNDS);
}

bool bri_check_curve_slopes(bri_soundness *c)
{
    uint64_t seed = 9;
    int remaining = 0;
    for (int round = 0; round < SAMPLE_ROUNDS; round++) {
        bri_sample s;
        bri_curve at, moved;
        double load = bri_random_scale(&seed, 0.1, 1e3), by_speed[4], by_load[4], best;
        if (!bri_sample_draw(&s, c->law, 1, load, &seed)) return true;
        double speed = s.slip.speed;
        bri_slip_set(&s.slip, 1, &speed, load);
        if (!c->law->kind.states && bri_sample_is_near_event(&s)) continue;
        c->law->curve(&s.params, &s.slip, &at);
        for (int k = 0; k < 4; k++) {
            bri_slip slip = s.slip;
            double other = speed * (1 + step_of(k, 1e-6));
            bri_slip_set(&slip, 1, &other, load);
            slip.sum = s.slip.sum;
            c->law->curve(&s.params, &slip, &moved);
            by_speed[k] = moved.force;
            bri_slip_set(&slip, 1, &speed, load * (1 + step_of(k, 1e-6)));
            c->law->curve(&s.params, &slip, &moved);
            by_load[k] = moved.force;
        }
        if (!agrees(at.by_speed, by_speed, 1e-6 * speed, fabs(at.force), &best))
            return bri_unsound(c, "by_speed of the curve is %.6g, but differences give %.6g, at v = %.3g m/s",
                               at.by_speed, best, speed);
        if (!agrees(at.by_load, by_load, 1e-6 * load, fabs(at.force), &best))
            return bri_unsound(c, "by_load of the curve is %.6g, but differences give %.6g, at v = %.3g m/s",
                               at.by_load, best, speed);
        remaining++;
    }
    return remain_enough(c, remaining, SAMPLE_ROUNDS);
}
