/* integrator_multirate5.c - Radau IIA of order 5 with small steps for the fast part of a problem alone
 *
 *     u' = s + push f,   (f, z') = law(y, B, f, z)
 *
 * The forces f and local states z may change a hundred times faster than all else, as bristles do where sliding reverses; s, push,
 * B and y - Phi u (Phi = dy/du) then only bend, and over a step they are cubic polynomials through its beginning and the stages
 * of Radau IIA. The fast part (fast_steps.c) is solved with them in one step, if it is resolved so, which is plain Radau IIA, or
 * in small steps, which evaluate the law alone and nothing of the mechanism. The velocities follow from the moments
 * M_p = integral of f share^p:
 *
 *     u(x) = u_0 + H sum_j s_j A_j(x) + H sum_p push_p M_p,   q(x) = q_0 + H x u_0 + H^2 (sum_j s_j AA_j(x) + sum_p push_p (x M_p - M_(p+1)))
 *
 * A and AA are the first and second integrals of Lagrange's polynomials, push_p the coefficients of push. At the end of the step A
 * is Radau's rule: order 5 is kept. The frame (s, push, y, B) at the stages is iterated: evaluate it, solve the fast part, move
 * the stages. The iteration begins from the polynomials of the last step, corrected by what they missed there; mostly once suffices:
 * 3 evaluations a step. Quadratures are summed in the small steps too.
 *
 *     error = 0.2749 H (r_0 - parabola through r_1, r_2, r_3 at 0),   falls as H^4
 *
 * of u, and 0.2749 H times that of q. In one step r = u', held to 0.015 rtol^(2/3), since the method is of higher order. In small steps
 * r = s + push mean(f), held to rtol/3: s has a bend there that H does not resolve, and the error is no smaller than its estimate;
 * loads, which are polynomials in small steps, add the same of theirs times the slopes of f.
 * The errors of z are held in the steps of the fast part.
 *
 * Problems without a fast part, and steps in which it does not apply, are left to bristle5.
 *
 * E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.8. Multirate steps: C. W. Gear, D. R. Wells,
 * "Multirate linear multistep methods", BIT 24 (1984) 484-502. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "integrator/multirate5.h"

enum {
    ITERATIONS = 10,
    TRIES_AT_ONCE = 6, /* small steps in the last step, up to which the next one is tried at once */
    FRESH = 20         /* steps for which Phi is kept: any Phi is exact at the solution, a fresh one converges faster */
};
static const double held_at_once = 2;       /* times the error: it is held to 0.015 rtol^(2/3) */
static const double held_in_small = 3;      /* the same to rtol/3 */
static const double iteration_share = 0.02; /* of rtol, that the iteration may leave */
static const double most_rate = 0.9,
                    converges =
                        0.99;    /* rate of convergence: the worst that a first correction is taken to have; too slow */
static const double ages = 0.97; /* exponent of the last rate of convergence, where the next one is not known yet */

static bool has_fast_part(const bri_problem *p)
{
    return p->fast && p->fast_frame && p->locals > 0 && p->states == 2 * p->positions + p->locals &&
           p->fast->forces + p->locals <= ANSWERS_MAX;
}

static void multirate5_destroy(void *work)
{
    multirate5 *b = work;
    if (b->bristle5) bri_integrator_bristle5.destroy(b->bristle5);
    free(b);
}

static bri_status multirate5_create(const bri_problem *problem, const bri_tolerances *tolerances, void **work,
                                    bri_error *err)
{
    bool is_fast = has_fast_part(problem);
    size_t numbers = is_fast ? bri_multirate_numbers(problem) : 0, pivots = is_fast ? bri_fast_pivots(problem) : 0;
    multirate5 *b = calloc(1, sizeof *b + numbers * sizeof(double) + pivots * sizeof(int));
    if (!b) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %zu numbers", numbers);
    b->problem = problem;
    b->is_fast = is_fast;
    b->n = problem->states;
    b->q = problem->quadratures;
    b->velocities = problem->positions;
    b->asked = tolerances->rtol;
    b->asked_atol = tolerances->atol;
    b->rtol = embedded_factor * pow(tolerances->rtol, embedded_power);
    b->atol = b->rtol * tolerances->atol / tolerances->rtol;
    b->enough = fmax(newton_rounding * DBL_EPSILON, iteration_share * b->asked) / b->rtol;
    double *at = (double *)(void *)(b + 1);
    if (is_fast) bri_multirate_place(b, at, (int *)(void *)(at + numbers));
    b->fast.rtol = b->rtol;
    b->fast.atol = b->atol;
    bri_status status = bri_integrator_bristle5.create(problem, tolerances, &b->bristle5, err);
    if (status) {
        multirate5_destroy(b);
        return status;
    }
    *work = b;
    return BRI_OK;
}

static void multirate5_start(void *work, double t, const double *x, const double *discrete)
{
    multirate5 *b = work;
    b->now.is_made = b->now.knows_start = b->now.has_last = false;
    bri_integrator_bristle5.start(b->bristle5, t, x, discrete);
}

static int multirate5_memory(void *work, bri_block *blocks)
{
    multirate5 *b = work;
    int count = bri_integrator_bristle5.memory(b->bristle5, blocks);
    blocks[count++] = (bri_block){&b->now, sizeof b->now};
    if (b->is_fast) blocks[count++] = (bri_block){b->start, b->bytes};
    return count;
}

/* --- one step --- */

/* Tolerances of the step: states in the iteration, speeds in the fast part. */
static void set_scales(multirate5 *b, const double *x)
{
    int v = b->velocities;
    for (int i = 0; i < b->n; i++)
        b->scale[i] = bri_tolerated(b->problem, b->rtol, b->atol, i, x[i]);
    for (int k = 0; k < b->fast.forces; k++) {
        double sum = DBL_MIN;
        for (int i = 0; i < v; i++)
            sum += fabs(b->phi[k * v + i]) * bri_tolerated(b->problem, b->asked, b->asked_atol, v + i, x[v + i]);
        b->fast.speed_tolerance[k] = sum;
    }
}

static bool solve_fast(multirate5 *b, bool anew)
{
    fast_steps *fast = &b->fast;
    const memory *m = &b->now;
    if (!anew) return fast->at_once ? bri_fast_at_once(fast, false) : bri_fast_in_small(fast, true);
    fast->small_h = m->has_last ? m->last.small_h : 0;
    if (m->has_last && m->last.small <= TRIES_AT_ONCE) {
        small_step *s = &fast->small[0];
        const node *last = b->nodes[1 - m->turn], *first = node_of(b, 0);
        int nf = fast->forces, nz = fast->locals;
        for (int i = 0; i < STAGES; i++) { /* stages of the last step */
            const node *from = m->last.at_once ? &last[i + 1] : first;
            memcpy(fast->F + i * nf, from->f, (size_t)nf * sizeof(double));
            memcpy(fast->F + STAGES * nf + i * nz, from->g, (size_t)nz * sizeof(double));
        }
        bri_fast_carry_on(nf, fast->F, fast->H / m->last.h, s->f);
        bri_fast_carry_on(nz, fast->F + STAGES * nf, fast->H / m->last.h, s->g);
        if (bri_fast_at_once(fast, true)) return true;
    }
    return bri_fast_in_small(fast, false);
}

/* The rates u' at the stages are in place of the positions there, until these are computed. */
static void move_at_once(multirate5 *b)
{
    int v = b->velocities, nf = b->fast.forces;
    const double *q0 = b->start, *u0 = b->start + v;
    double H = b->fast.H, *x1 = b->X[1], *x2 = b->X[2], *x3 = b->X[3];
    for (int j = 1; j < NODES; j++) {
        const bri_fast_frame *frame = &node_of(b, j)->frame;
        memcpy(b->X[j], frame->s, (size_t)v * sizeof(double));
        for (int k = 0; k < nf; k++)
            for (int i = 0; i < v; i++)
                b->X[j][i] += frame->push[k * v + i] * b->fast.f[j][k];
    }
    for (int k = 0; k < STAGES; k++)
        for (int i = 0; i < v; i++)
            b->X[k + 1][v + i] = u0[i] + H * (a[k][0] * x1[i] + a[k][1] * x2[i] + a[k][2] * x3[i]);
    for (int k = 0; k < STAGES; k++)
        for (int i = 0; i < v; i++)
            b->X[k + 1][i] = q0[i] + H * (a[k][0] * x1[v + i] + a[k][1] * x2[v + i] + a[k][2] * x3[v + i]);
}

static void move_nodes(multirate5 *b)
{
    if (b->fast.at_once) {
        move_at_once(b);
        return;
    }
    double *push[NODES];
    for (int k = 0; k < NODES; k++)
        push[k] = node_of(b, k)->frame.push;
    bri_multirate_powers(push, b->fast.forces * b->velocities, b->push_of);
    for (int k = 1; k < NODES; k++)
        bri_multirate_move_to(b, bri_node[k], b->fast.moment[k], b->X[k]);
}

/* How far the stages moved, over their tolerances. */
static double distance_moved(const multirate5 *b)
{
    double most = 0;
    for (int k = 1; k < NODES; k++)
        for (int i = 0; i < 2 * b->velocities; i++) {
            double share = fabs(b->X[k][i] - b->seen[k][i]) / b->scale[i];
            if (!(share <= most)) most = share; /* a NaN is kept */
        }
    return most;
}

/* Frames at the stages, the fast part with them, and the stages anew, until they stay. */
static bri_outcome iterate(multirate5 *b, double t, const double *discrete)
{
    memory *m = &b->now;
    double last = 0, last_ratio = 0, theta = 1;
    for (int count = 1; count <= ITERATIONS; count++) {
        for (int k = 1; k < NODES; k++) {
            memcpy(b->seen[k], b->X[k], (size_t)(2 * b->velocities) * sizeof(double));
            bri_outcome outcome =
                bri_multirate_evaluate(b, t + bri_node[k] * b->fast.H, b->X[k], b->fast.z[k], discrete, node_of(b, k));
            if (outcome) return outcome;
            bri_multirate_functions(b, node_of(b, k), b->start + b->velocities, b->fast.function[k]);
        }
        if (!solve_fast(b, count == 1 && !m->has_last)) return BRI_SHORTER;
        move_nodes(b);
        double moved = distance_moved(b);
        if (!isfinite(moved)) return BRI_SHORTER;
        if (count == 1) {
            theta = fmin(most_rate, m->has_last ? pow(m->last.theta, ages) * fmax(1, moved / m->last.moved) : 1);
            m->now.moved = moved;
        } else {
            double ratio = moved / last;
            theta = fmax(DBL_EPSILON, count == 2 ? ratio : sqrt(ratio * last_ratio));
            last_ratio = ratio;
            if (!(theta < converges)) return BRI_SHORTER;
        }
        if (moved * theta / (1 - theta) <= b->enough) {
            m->now.theta = theta;
            return BRI_FINE;
        }
        last = fmax(moved, DBL_MIN);
    }
    return BRI_SHORTER;
}

/* Errors of the forces in a step in small steps, since the other inputs of the law, as loads, are cubic polynomials there:
 * what these miss by the slopes of the law. */
static void estimate_forces(const multirate5 *b, double *error)
{
    const fast_steps *fast = &b->fast;
    int nf = fast->forces, ny = fast->inputs, m = nf + fast->locals, eta = ny * (1 + nf);
    double fg[ANSWERS_MAX];
    memset(error, 0, (size_t)nf * sizeof(double));
    for (int j = 1; j < NODES; j++) {
        const bri_fast_frame *frame = &b->nodes[b->now.turn][j].frame;
        fast->part->law(fast->part->context, frame->y, frame->B, fast->f[j], fast->z[j], fg, fast->S);
        for (int k = 0; k < nf; k++) {
            double sum = 0;
            for (int in = nf; in < ny; in++)
                sum += fabs(fast->S[k * (ny + m) + in] *
                            (fast->function[0][eta + in] - at_start[0] * fast->function[1][eta + in] -
                             at_start[1] * fast->function[2][eta + in] - at_start[2] * fast->function[3][eta + in]));
            error[k] = fmax(error[k], sum);
        }
    }
}

static void estimate(multirate5 *b, double *error)
{
    int v = b->velocities, nf = b->fast.forces;
    bool at_once = b->fast.at_once;
    double scale = at_once ? held_at_once * b->asked / b->rtol : held_in_small, of_force[ANSWERS_MAX];
    if (!at_once) estimate_forces(b, of_force);
    for (int i = 0; i < v; i++) {
        double e = 0;
        for (int j = 0; j < NODES; j++) {
            const bri_fast_frame *frame = &node_of(b, j)->frame;
            double r = frame->s[i];
            for (int k = 0; k < nf; k++)
                r += frame->push[k * v + i] * (at_once ? b->fast.f[j][k] : b->fast.moment[NODES - 1][k * MOMENTS]);
            e += (j ? -at_start[j - 1] : 1) * r;
        }
        e = fabs(e);
        for (int k = 0; k < nf && !at_once; k++)
            e += fabs(node_of(b, NODES - 1)->frame.push[k * v + i]) * of_force[k];
        error[v + i] = scale * gamma0 * b->fast.H * e;
        error[i] = gamma0 * b->fast.H * error[v + i];
    }
    memset(error + 2 * v, 0, (size_t)b->problem->locals * sizeof(double));
}

static bri_outcome step_fast(multirate5 *b, double t, const double *x, const double *discrete, double H, double *x_new,
                             double *error)
{
    memory *m = &b->now;
    fast_steps *fast = &b->fast;
    int v = b->velocities;
    bool again = m->knows_start && !m->by_bristle5 && t == m->t && !memcmp(x, b->start, (size_t)b->n * sizeof(double));
    bri_outcome outcome = again ? BRI_FINE : bri_multirate_begin(b, t, x, discrete);
    m->by_bristle5 = m->is_made = false;
    if (outcome) return outcome;
    fast->part->attend(fast->part->context, m->frame_t, b->trial, discrete);
    memmove(b->start, x, (size_t)(b->n + b->q) * sizeof(double));
    set_scales(b, x);
    m->t = t;
    m->h = fast->H = H;
    memcpy(fast->z[0], x + 2 * v, (size_t)fast->locals * sizeof(double));
    memcpy(fast->f[0], node_of(b, 0)->f, (size_t)fast->forces * sizeof(double));
    memcpy(fast->g[0], node_of(b, 0)->g, (size_t)fast->locals * sizeof(double));
    if (m->has_last) {
        bri_multirate_guess(b, H);
    } else {
        for (int k = 0; k < NODES; k++) {
            if (k) bri_multirate_copy_node(b, node_of(b, 0), node_of(b, k));
            memcpy(fast->function[k], node_of(b, 0)->F, (size_t)fast->functions * sizeof(double));
        }
    }
    fast->is_guess = m->has_last;
    if (!solve_fast(b, true)) return BRI_SHORTER;
    move_nodes(b);
    fast->is_guess = false;
    outcome = iterate(b, t, discrete);
    if (outcome) return outcome;
    m->now.h = H;
    m->now.small = fast->count;
    m->now.small_h = fast->at_once ? 0 : fast->small_h;
    m->now.at_once = fast->at_once;
    bri_multirate_note_misses(b);
    m->renews_phi = !fast->at_once || m->stale >= FRESH;
    if (m->renews_phi) fast->part->follow(fast->part->context, b->next_phi);
    fast->part->settle(fast->part->context, fast->f[NODES - 1], fast->z[NODES - 1]);
    estimate(b, error);
    for (int k = 1; k < NODES; k++) {
        memcpy(node_of(b, k)->F, fast->function[k], (size_t)fast->functions * sizeof(double));
        memcpy(node_of(b, k)->f, fast->f[k], (size_t)fast->forces * sizeof(double));
        memcpy(node_of(b, k)->g, fast->g[k], (size_t)fast->locals * sizeof(double));
    }
    memcpy(b->end, b->X[NODES - 1], (size_t)(2 * v) * sizeof(double));
    memcpy(b->end + 2 * v, fast->z[NODES - 1], (size_t)fast->locals * sizeof(double));
    bri_multirate_sum_up(b, b->end + b->n);
    memcpy(x_new, b->end, (size_t)(b->n + b->q) * sizeof(double));
    m->is_made = true;
    return BRI_FINE;
}

static bri_outcome multirate5_step(void *work, double t, const double *x, const double *discrete, double *length,
                                   double *x_new, double *error)
{
    multirate5 *b = work;
    if (b->is_fast && b->fast.part->applies(b->fast.part->context, discrete))
        return step_fast(b, t, x, discrete, *length, x_new, error);
    b->now.by_bristle5 = true;
    b->now.is_made = b->now.knows_start = false;
    return bri_integrator_bristle5.step(b->bristle5, t, x, discrete, length, x_new, error);
}

const bri_integrator_kind bri_integrator_multirate5 = {
    .kind = {.name = "multirate5",
             .family = "integrator",
             .title = "Radau IIA with small steps for bristles alone, order 5",
             .reference = "Hairer and Wanner, Solving Ordinary Differential Equations II, IV.8; Gear and Wells 1984"},
    .flags = BRI_WANTS_LOCAL | BRI_RESOLVES_FAST,
    .order = 4,
    .create = multirate5_create,
    .destroy = multirate5_destroy,
    .start = multirate5_start,
    .step = multirate5_step,
    .interpolate = bri_multirate_interpolate,
    .inner = bri_multirate_inner,
    .memory = multirate5_memory,
};
