/* multirate_guess.c - where a step of multirate5 begins, and the guess of its frames */
#include <math.h>
#include <string.h>

#include "integrator/multirate5.h"
#include "integrator/tolerance.h"
#include "linalg/dense.h"

static const double most_stretch =
    2; /* of a step over the last one: beyond, what the guess missed there says nothing */

/* sigma, C, eta and B of the fast part (fast_steps.h) at a node of a step that begins with the velocities u0. */
void bri_multirate_functions(const multirate5 *b, const node *at, const double *u0, double *F)
{
    int v = b->velocities, nf = b->fast.forces, ny = b->fast.inputs;
    double *sigma = F, *C = sigma + ny, *eta = C + ny * nf;
    for (int in = 0; in < ny; in++) {
        const double *phi = b->phi + in * v;
        double by_s = 0, moved = 0;
        for (int i = 0; i < v; i++) {
            by_s += phi[i] * at->frame.s[i];
            moved += phi[i] * (at->u[i] - u0[i]);
        }
        sigma[in] = by_s;
        eta[in] = at->frame.y[in] - moved;
        for (int k = 0; k < nf; k++) {
            const double *push = at->frame.push + k * v;
            double sum = 0;
            for (int i = 0; i < v; i++)
                sum += phi[i] * push[i];
            C[in * nf + k] = sum;
        }
    }
    memcpy(eta + ny, at->frame.B, (size_t)((ny - nf) * nf) * sizeof(double));
}

bri_outcome bri_multirate_evaluate(multirate5 *b, double t, const double *X, const double *z, const double *discrete,
                                   node *at)
{
    const bri_problem *p = b->problem;
    memcpy(b->trial, X, (size_t)(2 * b->velocities) * sizeof(double));
    memcpy(b->trial + 2 * b->velocities, z, (size_t)p->locals * sizeof(double));
    b->now.frame_t = t;
    bri_outcome outcome = p->fast_frame(p->context, t, b->trial, discrete, &at->frame);
    memcpy(at->u, X + b->velocities, (size_t)b->velocities * sizeof(double));
    return outcome;
}

/* --- the beginning --- */

/* Forces and rates at node 0 by the law; forces that follow themselves are iterated. */
static bool solve_start(multirate5 *b, const double *z, node *at)
{
    const bri_fast_part *part = b->fast.part;
    int nf = b->fast.forces, m = nf + b->fast.locals;
    double fg[ANSWERS_MAX], *f = at->f;
    double matrix[ANSWERS_MAX * ANSWERS_MAX];
    int pivot[ANSWERS_MAX], columns = b->fast.inputs + m;
    for (int count = 0; count < 20; count++) {
        double moved = 0, step[ANSWERS_MAX];
        part->law(part->context, at->frame.y, at->frame.B, f, z, fg, b->fast.S);
        for (int i = 0; i < nf; i++) {
            step[i] = fg[i] - f[i];
            for (int k = 0; k < nf; k++)
                matrix[i * nf + k] = (i == k) - b->fast.S[i * columns + b->fast.inputs + k];
        }
        if (!bri_lu_factor(nf, matrix, pivot)) return false;
        bri_lu_solve(nf, matrix, pivot, step);
        for (int i = 0; i < nf; i++) {
            f[i] += step[i];
            double share = fabs(step[i]) / (fabs(f[i]) + least_force_share * part->size[i]);
            if (!(share <= moved)) moved = share;
        }
        if (moved < tol_force_correction) {
            memcpy(at->g, fg + nf, (size_t)b->fast.locals * sizeof(double));
            return true;
        }
    }
    return false;
}

/* The functions at the nodes of the last step, with the velocities from which the next one begins, and a fresh Phi if there is
 * one. */
static void update_functions(multirate5 *b, const double *u0)
{
    const memory *m = &b->now;
    int v = b->velocities, ny = b->fast.inputs;
    node *last = b->nodes[1 - m->turn];
    if (m->renews_phi) memcpy(b->phi, b->next_phi, (size_t)(ny * v) * sizeof(double));
    for (int in = 0; in < ny && !m->renews_phi; in++) {
        double shift = 0;
        for (int i = 0; i < v; i++)
            shift += b->phi[in * v + i] * (u0[i] - b->start[v + i]);
        for (int k = 0; k < NODES; k++)
            last[k].F[ny * (1 + b->fast.forces) + in] += shift;
    }
    for (int k = 0; k < NODES && m->renews_phi; k++)
        bri_multirate_functions(b, &last[k], u0, last[k].F);
}

/* The step before becomes the last one, on which guesses stand. */
static void turn_over(multirate5 *b, const double *u0)
{
    memory *m = &b->now;
    size_t size = (size_t)guesses_of(b) * sizeof(double);
    m->has_older_miss = m->now.has_missed && m->has_last && m->last.has_missed;
    for (int k = 1; k < NODES && m->now.has_missed; k++) {
        if (m->has_older_miss) memcpy(b->older_miss[k], b->miss[k], size);
        memcpy(b->miss[k], b->missed[k], size);
    }
    m->older_h = m->miss_h;
    m->miss_h = m->now.h;
    m->last = m->now;
    m->has_last = true;
    m->turn = 1 - m->turn;
    update_functions(b, u0);
    m->stale = m->renews_phi ? 0 : m->stale + 1;
    m->renews_phi = false;
    bri_multirate_copy_node(b, &b->nodes[1 - m->turn][NODES - 1], node_of(b, 0));
}

/* Node 0: where the last step ended, or evaluated. */
bri_outcome bri_multirate_begin(multirate5 *b, double t, const double *x, const double *discrete)
{
    memory *m = &b->now;
    const double *z = x + 2 * b->velocities, *u0 = x + b->velocities;
    bool goes_on = m->is_made && !m->by_bristle5 && bri_is_same_time(t, m->t + m->h, m->h);
    for (int i = 0; i < b->n && goes_on; i++) /* accept may have moved it further */
        goes_on = fabs(x[i] - b->end[i]) <= b->scale[i];
    m->is_made = m->knows_start = false;
    if (goes_on) {
        turn_over(b, u0);
        m->knows_start = true;
        return BRI_FINE;
    }
    m->has_last = false;
    m->stale = 0;
    m->renews_phi = false;
    node *at = node_of(b, 0);
    memset(at->f, 0, (size_t)b->fast.forces * sizeof(double));
    bri_outcome outcome = bri_multirate_evaluate(b, t, x, z, discrete, at);
    if (outcome) return outcome;
    if (!solve_start(b, z, at)) return BRI_SHORTER;
    b->fast.part->follow(b->fast.part->context, b->phi);
    bri_multirate_functions(b, at, u0, at->F);
    m->knows_start = true;
    return BRI_FINE;
}

/* --- the guess --- */

static double fourth_power(double x) { return x * x * (x * x); }

/* Frames at the stages by the cubic polynomials of the last step, carried on, and by what these missed in the last two. */
void bri_multirate_guess(multirate5 *b, double H)
{
    const node *last = b->nodes[1 - b->now.turn];
    const course *before = &b->now.last;
    int frames = b->velocities * (1 + b->fast.forces), functions = b->fast.functions;
    double by = 0, by_older = 0;
    if (before->has_missed && H < most_stretch * b->now.miss_h) by = fourth_power(H / b->now.miss_h);
    if (by > 0 && b->now.has_older_miss) { /* a straight line through both, at the middle of the steps */
        double x = (H + b->now.miss_h) / (b->now.miss_h + b->now.older_h);
        by_older = -x * fourth_power(H / b->now.older_h);
        by *= 1 + x;
    }
    for (int k = 1; k < NODES; k++) {
        double x = 1 + bri_node[k] * H / before->h, w[NODES], *row = b->guess[k], *F = row + frames;
        const double *miss = b->miss[k], *older = b->older_miss[k];
        for (int j = 0; j < NODES; j++)
            w[j] = bri_cubic[j][0] + x * (bri_cubic[j][1] + x * (bri_cubic[j][2] + x * bri_cubic[j][3]));
        for (int i = 0; i < frames; i++) /* s and push lie in one row */
            row[i] = w[0] * last[0].frame.s[i] + w[1] * last[1].frame.s[i] + w[2] * last[2].frame.s[i] +
                     w[3] * last[3].frame.s[i];
        for (int i = 0; i < functions; i++)
            F[i] = w[0] * last[0].F[i] + w[1] * last[1].F[i] + w[2] * last[2].F[i] + w[3] * last[3].F[i];
        double *to = node_of(b, k)->frame.s, *to_F = b->fast.function[k];
        for (int i = 0; i < frames; i++)
            to[i] = row[i] + by * miss[i] + by_older * older[i];
        for (int i = 0; i < functions; i++)
            to_F[i] = F[i] + by * miss[frames + i] + by_older * older[frames + i];
    }
    memcpy(b->fast.function[0], node_of(b, 0)->F, (size_t)functions * sizeof(double));
}

/* s, push and functions of a node in one row. */
static void gather(const multirate5 *b, const node *at, const double *F, double *row)
{
    int v = b->velocities, nf = b->fast.forces;
    memcpy(row, at->frame.s, (size_t)v * sizeof(double));
    memcpy(row + v, at->frame.push, (size_t)(nf * v) * sizeof(double));
    memcpy(row + v * (1 + nf), F, (size_t)b->fast.functions * sizeof(double));
}

void bri_multirate_note_misses(multirate5 *b)
{
    int size = guesses_of(b);
    b->now.now.has_missed = b->now.has_last && b->now.last.at_once && b->fast.at_once;
    for (int k = 1; k < NODES && b->now.now.has_missed; k++) {
        gather(b, node_of(b, k), b->fast.function[k], b->missed[k]);
        for (int i = 0; i < size; i++)
            b->missed[k][i] -= b->guess[k][i];
    }
}
