/* multirate_within.c - positions, velocities, bristle states and quadratures within a step of multirate5 */
#include <math.h>
#include <string.h>

#include "integrator/multirate5.h"
#include "integrator/quadrature.h"

static const double turns_by = 1e-6; /* of a force: what is no rounding */

/* Values at the nodes, as powers of the share: count x NODES. */
void bri_multirate_powers(double *const value[NODES], int count, double *power)
{
    for (int i = 0; i < count; i++)
        for (int p = 0; p < NODES; p++)
            power[i * NODES + p] = value[0][i] * bri_cubic[0][p] + value[1][i] * bri_cubic[1][p] +
                                   value[2][i] * bri_cubic[2][p] + value[3][i] * bri_cubic[3][p];
}

/* Integrals of the cubic polynomials from 0 to a share, and second ones. */
static void integrals(double x, double first[NODES], double second[NODES])
{
    for (int j = 0; j < NODES; j++) {
        const double *p = bri_cubic[j];
        first[j] = x * (p[0] + x * (p[1] / 2 + x * (p[2] / 3 + x * p[3] / 4)));
        second[j] = x * x * (p[0] / 2 + x * (p[1] / 6 + x * (p[2] / 12 + x * p[3] / 20)));
    }
}

/* Positions and velocities at a share of a step in small steps, by the moments up to there. */
void bri_multirate_move_to(const multirate5 *b, double x, const double *moment, double *X)
{
    int v = b->velocities, nf = b->fast.forces;
    const node *at = b->nodes[b->now.turn];
    double first[NODES], second[NODES], H = b->fast.H;
    integrals(x, first, second);
    for (int i = 0; i < v; i++) {
        double u = 0, q = 0;
        for (int j = 0; j < NODES; j++) {
            u += first[j] * at[j].frame.s[i];
            q += second[j] * at[j].frame.s[i];
        }
        for (int k = 0; k < nf; k++) {
            const double *push = b->push_of + (k * v + i) * NODES, *M = moment + k * MOMENTS;
            for (int p = 0; p < NODES; p++) {
                u += push[p] * M[p];
                q += push[p] * (x * M[p] - M[p + 1]);
            }
        }
        X[v + i] = b->start[v + i] + H * u;
        X[i] = b->start[i] + H * (x * b->start[v + i] + H * q);
    }
}

/* Rates of the quadratures at a stage of a step of the fast part: o_by_f and smooth are its outputs (with O) and smooth numbers. */
static void sum_powers(multirate5 *b, const small_step *s, int stage, const double *o, const double *O,
                       const double *smooth, double *power)
{
    const bri_fast_part *part = b->fast.part;
    int nf = b->fast.forces;
    double *w = b->out + part->outputs;
    const double *f = s->f + stage * nf, *eta = b->fast.F + stage * b->fast.functions + b->fast.inputs * (1 + nf);
    bri_fast_inputs(&b->fast, s, b->fast.F, stage, nf, w);
    for (int k = 0; k < nf; k++)
        w[k] += eta[k];
    for (int i = 0; i < part->outputs; i++) {
        b->out[i] = o[i];
        for (int k = 0; k < nf; k++)
            b->out[i] += O[i * nf + k] * f[k];
    }
    part->powers(part->context, w, f, b->out, smooth, power);
}

static void at_share(int count, const double *power, double x, double *value)
{
    for (int i = 0; i < count; i++, power += NODES)
        value[i] = power[0] + x * (power[1] + x * (power[2] + x * power[3]));
}

/* Quadratures over the step, to the end of x. */
void bri_multirate_sum_up(multirate5 *b, double *x)
{
    const bri_fast_part *part = b->fast.part;
    int q = b->q, outs = part->outputs * (1 + b->fast.forces);
    memcpy(x, b->start + b->n, (size_t)q * sizeof(double));
    if (!q) return;
    if (b->fast.at_once) {
        for (int k = 0; k < STAGES; k++) {
            const bri_fast_frame *frame = &node_of(b, k + 1)->frame;
            sum_powers(b, &b->fast.small[0], k, frame->o, frame->O, frame->smooth, b->sums[k]);
            for (int i = 0; i < q; i++)
                x[i] += b->fast.H * a[STAGES - 1][k] * b->sums[k][i];
        }
        return;
    }
    double *o[NODES], *smooth[NODES];
    for (int k = 0; k < NODES; k++) {
        o[k] = node_of(b, k)->frame.o;
        smooth[k] = node_of(b, k)->frame.smooth;
    }
    bri_multirate_powers(o, outs, b->out_of);
    bri_multirate_powers(smooth, q, b->smooth_of);
    for (int index = 0; index < b->fast.count; index++) {
        small_step *s = &b->fast.small[index];
        double wide = s->to - s->from;
        for (int k = 0; k < STAGES; k++)
            bri_fast_functions_at(&b->fast, s->from + c[k] * wide, b->fast.F + k * b->fast.functions);
        memcpy(s->sum, x, (size_t)q * sizeof(double));
        for (int k = 0; k < STAGES; k++) {
            at_share(outs, b->out_of, s->from + c[k] * wide, b->out_at);
            at_share(q, b->smooth_of, s->from + c[k] * wide, b->smooth_at);
            sum_powers(b, s, k, b->out_at, b->out_at + part->outputs, b->smooth_at, s->power + k * q);
            for (int i = 0; i < q; i++)
                x[i] += b->fast.H * wide * a[STAGES - 1][k] * s->power[k * q + i];
        }
    }
}

static void interpolate_at_once(const multirate5 *b, double share, double *x)
{
    int v = b->velocities;
    double weight[STAGES], integral[STAGES];
    for (int i = 0; i < STAGES; i++) {
        weight[i] = share / c[i];
        for (int j = 0; j < STAGES; j++)
            if (j != i) weight[i] *= (share - c[j]) / (c[i] - c[j]);
    }
    bri_parabola_integral(c, share, integral);
    for (int i = 0; i < b->n; i++) {
        x[i] = b->start[i];
        for (int k = 0; k < STAGES; k++)
            x[i] += weight[k] * ((i < 2 * v ? b->X[k + 1][i] : b->fast.z[k + 1][i - 2 * v]) - b->start[i]);
    }
    for (int i = 0; i < b->q; i++)
        x[b->n + i] = b->start[b->n + i] + b->fast.H * (integral[0] * b->sums[0][i] + integral[1] * b->sums[1][i] +
                                                        integral[2] * b->sums[2][i]);
}

static void interpolate_in_small(const multirate5 *b, double share, double *x)
{
    static const double gauss[STAGES] = {0.1127016653792583, 0.5, 0.8872983346207417};
    static const double gauss_weight[STAGES] = {5. / 18, 8. / 18, 5. / 18};
    const fast_steps *fast = &b->fast;
    int low = 0, high = fast->count - 1, nf = fast->forces, nz = fast->locals;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (fast->small[middle].from <= share)
            low = middle;
        else
            high = middle - 1;
    }
    const small_step *s = &fast->small[low];
    double wide = s->to - s->from, within = (share - s->from) / wide, integral[STAGES];
    double moment[ANSWERS_MAX * MOMENTS];
    memcpy(moment, s->moment, (size_t)(nf * MOMENTS) * sizeof(double));
    for (int g = 0; g < STAGES; g++) {
        double place = within * gauss[g], at = s->from + wide * place;
        for (int k = 0; k < nf; k++) {
            double f = 0;
            for (int i = 0; i < STAGES; i++) {
                double weight = 1;
                for (int j = 0; j < STAGES; j++)
                    if (j != i) weight *= (place - c[j]) / (c[i] - c[j]);
                f += weight * s->f[i * nf + k];
            }
            double by = wide * within * gauss_weight[g] * f;
            for (int p = 0; p < MOMENTS; p++, by *= at)
                moment[k * MOMENTS + p] += by;
        }
    }
    bri_multirate_move_to(b, share, moment, x);
    bri_parabola_integral(c, within, integral);
    double h = wide * fast->H;
    for (int k = 0; k < nz; k++)
        x[2 * b->velocities + k] =
            s->z[k] + h * (integral[0] * s->g[k] + integral[1] * s->g[nz + k] + integral[2] * s->g[2 * nz + k]);
    for (int i = 0; i < b->q; i++)
        x[b->n + i] = s->sum[i] + h * (integral[0] * s->power[i] + integral[1] * s->power[b->q + i] +
                                       integral[2] * s->power[2 * b->q + i]);
}

void bri_multirate_interpolate(const void *work, double share, double *x)
{
    const multirate5 *b = work;
    if (!b->is_fast || b->now.by_bristle5)
        bri_integrator_bristle5.interpolate(b->bristle5, share, x);
    else if (b->fast.at_once)
        interpolate_at_once(b, share, x);
    else
        interpolate_in_small(b, share, x);
}

/* Whether a force turns at a stage of the small steps; before and after are its values at the stages beside. */
static bool is_turn(double before, double here, double after)
{
    double least = turns_by * fabs(here);
    return (here - before > least && here - after > least) || (before - here > least && after - here > least);
}

/* Force k at stage number i of all small steps. */
static double force_at(const fast_steps *fast, int i, int k)
{
    return fast->small[i / STAGES].f[i % STAGES * fast->forces + k];
}

static double rate_at(const fast_steps *fast, int i, int k)
{
    return fast->small[i / STAGES].g[i % STAGES * fast->locals + k];
}

int bri_multirate_inner(const void *work, bool turns, int most, double *shares)
{
    const multirate5 *b = work;
    const fast_steps *fast = &b->fast;
    int count = 0, last = fast->count - 1;
    if (!b->is_fast || b->now.by_bristle5 || fast->at_once) return 0;
    if (!turns) {
        int every = (last + most) / most;
        for (int i = every; every > 0 && i <= last && count < most; i += every)
            shares[count++] = fast->small[i].from;
        return count;
    }
    for (int i = 1; i + 1 < STAGES * fast->count && count < most; i++) {
        const small_step *s = &fast->small[i / STAGES];
        bool is = false;
        for (int k = 0; k < fast->forces && !is; k++)
            is = is_turn(force_at(fast, i - 1, k), force_at(fast, i, k), force_at(fast, i + 1, k));
        for (int k = 0; k < fast->locals && !is; k++)
            is = rate_at(fast, i, k) * rate_at(fast, i + 1, k) < 0;
        if (is) shares[count++] = s->from + c[i % STAGES] * (s->to - s->from);
    }
    return count;
}
