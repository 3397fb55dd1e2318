/* tangent_step.c - s' = f_x s + f_p over a step of the run, by Radau IIA of order 5 along its interpolant
 *
 * The equations are linear in s, so that the stages of all parameters follow from one factorisation. Steps are those of the run, or a half, a
 * quarter ... of them where the estimate of the error asks for it. The equations are evaluated at the end of each step, and within it only
 * where interpolation between nodes is not good enough. Being of an L-stable method, s follows bristles and contacts however stiff they are. */
#include "sim/tangent_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/dense.h"
#include "sim/tangent_frame.h"
#include "sim/tangent_node.h"
#include "sim/tangent_probe.h"

enum {
    STAGES = BRI_TANGENT_STAGES,
    MOST_HALVINGS = 10,
    MOST_INNER = 100
};
#define ROOT6 2.4494897427831780982
static const double node[STAGES] = {(4 - ROOT6) / 10, (4 + ROOT6) / 10, 1};
static const double weight[STAGES][STAGES] = {
    {(88 - 7 * ROOT6) / 360, (296 - 169 * ROOT6) / 1800, (-2 + 3 * ROOT6) / 225},
    {(296 + 169 * ROOT6) / 1800, (88 + 7 * ROOT6) / 360, (-2 - 3 * ROOT6) / 225},
    {(16 - ROOT6) / 36, (16 + ROOT6) / 36, 1.0 / 9}};
/* Estimate of the error, of third order (Hairer and Wanner, IV.8): (gamma/h - A)^-1 (y'(0) + e.(Y - y)/h) */
static const double gamma_real = 3.6378342527444957;
static const double estimate[STAGES] = {-(13 + 7 * ROOT6) / 3, (-13 + 7 * ROOT6) / 3, -1.0 / 3};
/* Change of the states, over their sizes, by a change of a parameter by its size, below which only absolute errors count: of a parameter
 * without effect s is rounding, which no step makes smaller. */
static const double faint = 1e-4;
static const double share_of_mix = 0.03; /* of the tolerance, of errors by interpolation of the equations */
static const double forgets = 0.01;
static const double shortest = 1e-13; /* step over the time: s does not change in it */

/* --- one piece ------------------------------------------------------------------------------------------------------------- */

static double *stage_of(bri_tangent *g, int stage, int parameter) /* 0: the beginning */
{
    return g->y + ((size_t)stage * (size_t)g->count + (size_t)parameter) * (size_t)g->m;
}

/* A y + b of a parameter at a time: the first m numbers, which are rates of y, or all m + sums. */
static void find_rates(const bri_tangent *g, const bri_tangent_lines *at, int parameter, const double *y, int rows,
                       double *out)
{
    const double *A = at->A, *b = at->B + (size_t)parameter * (size_t)(g->m + g->sums);
    for (int i = 0; i < rows; i++, A += g->m) {
        double sum = b[i];
        for (int k = 0; k < g->m; k++)
            sum += A[k] * y[k];
        out[i] = sum;
    }
}

/* Stages of all parameters from the beginning. False: singular. */
static bool solve_stages(bri_tangent *g, double h)
{
    int m = g->m, n = STAGES * m;
    for (int i = 0; i < STAGES; i++)
        for (int j = 0; j < STAGES; j++)
            for (int r = 0; r < m; r++)
                for (int c = 0; c < m; c++)
                    g->lu[(i * m + r) * n + j * m + c] =
                        (i == j && r == c) - h * weight[i][j] * g->stage[j].A[r * m + c];
    if (!bri_lu_factor(n, g->lu, g->pivot)) return false;
    for (int p = 0; p < g->count; p++) {
        double *right = g->room;
        for (int i = 0; i < STAGES; i++)
            for (int r = 0; r < m; r++) {
                double sum = stage_of(g, 0, p)[r];
                for (int j = 0; j < STAGES; j++)
                    sum += h * weight[i][j] * g->stage[j].B[p * (m + g->sums) + r];
                right[i * m + r] = sum;
            }
        if (g->lost[p]) continue;
        bri_lu_solve(n, g->lu, g->pivot, right);
        for (int i = 0; i < STAGES; i++)
            memcpy(stage_of(g, 1 + i, p), right + i * m, (size_t)m * sizeof(double));
    }
    return true;
}

/* Errors of rates become errors of y by (gamma/h - A)^-1. False: singular. */
static bool factor_for_errors(bri_tangent *g, const bri_tangent_lines *at, double h)
{
    int m = g->m;
    for (int r = 0; r < m; r++)
        for (int c = 0; c < m; c++)
            g->error_lu[r * m + c] = (r == c) * gamma_real / h - at->A[r * m + c];
    return bri_lu_factor(m, g->error_lu, g->error_pivot);
}

/* The error of y by one of its rates, which is overwritten, over what is tolerated, a share of the usual; stages: of y that are known. */
static double over_tolerance(bri_tangent *g, int p, int stages, double share, double *rates)
{
    int m = g->m;
    double size = g->largest[p], worst = 0;
    bri_lu_solve(m, g->error_lu, g->error_pivot, rates);
    for (int j = 0; j <= stages; j++)
        for (int i = 0; i < m; i++)
            size = fmax(size, fabs(stage_of(g, j, p)[i]) / g->y_size[i]);
    size = fmax(share * size, faint / g->size[p]) * g->tolerance;
    for (int i = 0; i < m && size > 0; i++)
        worst = fmax(worst, fabs(rates[i]) / (g->y_size[i] * size));
    return worst;
}

/* The largest error of the stages. Requires the rates at the beginning. */
static double find_error(bri_tangent *g, double h)
{
    int m = g->m;
    double worst = 0, *out = g->room;
    for (int p = 0; p < g->count; p++) {
        const double *y = stage_of(g, 0, p);
        if (g->lost[p]) continue;
        find_rates(g, &g->start, p, y, m, out);
        for (int i = 0; i < m; i++)
            for (int j = 0; j < STAGES; j++)
                out[i] += estimate[j] * (stage_of(g, 1 + j, p)[i] - y[i]) / h;
        worst = fmax(worst, over_tolerance(g, p, STAGES, 1, out));
    }
    return worst;
}

/* The largest error by the interpolation of rates: by what the farthest node changes. */
static double find_error_of_mix(bri_tangent *g, const bri_tangent_mix *mix)
{
    int m = g->m;
    double worst = 0, *sum = g->room, *one = g->room + m;
    for (int p = 0; p < g->count; p++) {
        if (g->lost[p]) continue;
        memset(sum, 0, (size_t)m * sizeof(double));
        for (int j = 0; j < mix->count; j++) {
            find_rates(g, &mix->node[j]->lines, p, stage_of(g, 0, p), m, one);
            for (int i = 0; i < m; i++)
                sum[i] += mix->change[j] * one[i];
        }
        worst = fmax(worst, over_tolerance(g, p, 0, share_of_mix, sum));
    }
    return worst;
}

static bool add_piece(bri_tangent *g, double from, double to)
{
    size_t numbers = (size_t)(g->count * g->m), sums = (size_t)((STAGES + 1) * g->count * g->sums);
    if (g->pieces == g->room_for_pieces) {
        size_t room = g->pieces ? 2 * (size_t)g->pieces : 16;
        bri_tangent_piece *piece = realloc(g->piece, room * sizeof *piece);
        if (piece) g->piece = piece;
        double *polynomial = realloc(g->polynomial, ((STAGES + 1) * numbers * room + 1) * sizeof(double));
        if (polynomial) g->polynomial = polynomial;
        double *sum = realloc(g->sum, (sums * room + 1) * sizeof(double));
        if (sum) g->sum = sum;
        if (!piece || !polynomial || !sum) {
            g->failed = true;
            return false;
        }
        g->room_for_pieces = (int)room;
    }
    g->piece[g->pieces] = (bri_tangent_piece){from, to};
    memcpy(g->polynomial + (size_t)g->pieces * (STAGES + 1) * numbers, g->y, (STAGES + 1) * numbers * sizeof(double));
    g->pieces++;
    return true;
}

/* Sums along the piece just added, and the states y at its end, which become the beginning of the next one. */
static void finish_piece(bri_tangent *g, double h)
{
    size_t each = (size_t)((STAGES + 1) * g->sums);
    double *rates = g->room, *sum = g->sum + (size_t)((g->pieces - 1) * g->count) * each;
    for (int p = 0; p < g->count; p++, sum += each) {
        double *s = g->s + (size_t)p * (size_t)g->all + g->states;
        memcpy(sum, s, (size_t)g->sums * sizeof(double));
        for (int j = 0; j < STAGES && g->sums; j++) {
            find_rates(g, &g->stage[j], p, stage_of(g, 1 + j, p), g->m + g->sums, rates);
            for (int q = 0; q < g->sums; q++) {
                sum[(1 + j) * g->sums + q] = h * rates[g->m + q];
                s[q] += h * weight[STAGES - 1][j] * rates[g->m + q];
            }
        }
        memcpy(stage_of(g, 0, p), stage_of(g, STAGES, p), (size_t)g->m * sizeof(double));
        for (int i = 0; i < g->m; i++)
            g->largest[p] = fmax(g->largest[p], fabs(stage_of(g, 0, p)[i]) / g->y_size[i]);
    }
    bri_tangent_lines last = g->start;
    g->start = g->stage[STAGES - 1];
    g->stage[STAGES - 1] = last;
    g->knows_start = true;
}

/* The equations at a stage: interpolated, if that is good enough. Requires factors for errors, unless exact. */
static bool set_stage(bri_tangent *g, double t, bool exact, bri_tangent_lines *stage)
{
    bri_tangent_mix mix;
    bri_tangent_mix_at(g, t, &mix);
    if (!mix.count || (mix.count > 1 && (exact || find_error_of_mix(g, &mix) > 1))) {
        if (!bri_tangent_node_at(g, t)) return false;
        bri_tangent_mix_at(g, t, &mix);
    }
    bri_tangent_interpolate(g, &mix, t, stage);
    return true;
}

/* The equations at the beginning of a piece, where they are evaluated or follow from the stages. */
static bool set_start(bri_tangent *g, double t)
{
    bri_tangent_mix mix;
    bri_tangent_mix_at(g, t, &mix);
    if (!mix.count) return false;
    bri_tangent_interpolate(g, &mix, t, &g->start);
    return true;
}

static void integrate(bri_tangent *g, double from, double to, int depth)
{
    double h = to - from, middle = from + 0.5 * h;
    bool has_end = !g->knows_start || depth == 0, solved = true;
    if (has_end) solved = set_stage(g, to, true, &g->stage[STAGES - 1]);
    bool regular = factor_for_errors(g, g->knows_start ? &g->start : &g->stage[STAGES - 1], h);
    for (int i = has_end ? STAGES - 2 : STAGES - 1; i >= 0 && solved; i--)
        solved = set_stage(g, i == STAGES - 1 ? to : from + node[i] * h, !regular, &g->stage[i]);
    if (!solved) return;
    if (!g->knows_start) g->knows_start = set_start(g, from) && factor_for_errors(g, &g->start, h);
    solved = solve_stages(g, h);
    double error = solved && g->knows_start && regular ? find_error(g, h) : solved ? 0 : INFINITY;
    if (!(error <= 1) && depth < MOST_HALVINGS && middle > from && middle < to) {
        integrate(g, from, middle, depth + 1);
        integrate(g, middle, to, depth + 1);
        return;
    }
    if (!solved) bri_tangent_lose_all(g, from);
    if (add_piece(g, from, to)) finish_piece(g, h);
}

/* --- a step ----------------------------------------------------------------------------------------------------------------- */

static void find_sizes(bri_tangent *g)
{
    memcpy(g->room, g->system->size, (size_t)g->states * sizeof(double));
    memset(g->room + g->states, 0, (size_t)g->sums * sizeof(double));
    bri_tangent_reduce(g, g->room, g->y_size);
}

/* The independent positions and the nodes of the step to come. */
static void prepare(bri_tangent *g, double from)
{
    if (!g->has_chosen || g->is_worn) {
        bri_tangent_frame(g, from, bri_sim_interpolate(g->run, from));
        bri_tangent_choose(g);
        g->has_jumped = true;
    }
    if (g->has_jumped) {
        bri_tangent_clear_nodes(g);
        g->knows_start = false;
        if (!g->begins_at_kink) bri_tangent_node_at(g, from);
    }
    g->has_jumped = g->begins_at_kink = g->is_worn = false;
    bri_tangent_trim_nodes(g);
}

/* The states at the end of the step, from the reduced ones. */
static void complete(bri_tangent *g, double to)
{
    const bri_tangent_node *end = bri_tangent_node_at(g, to);
    for (int p = 0; p < g->count && end; p++)
        bri_tangent_expand(g, end->D, end->P + (size_t)p * (size_t)g->all, stage_of(g, 0, p),
                           g->s + (size_t)p * (size_t)g->all);
}

void bri_tangent_integrate(bri_tangent *g, double from, double to)
{
    double end[MOST_INNER + 1];
    g->pieces = 0;
    g->from = from;
    if (!(to - from > shortest * fabs(to))) return;
    g->length = fmax(to - from, forgets * g->length);
    prepare(g, from);
    find_sizes(g);
    for (int p = 0; p < g->count; p++) {
        bri_tangent_reduce(g, g->s + (size_t)p * (size_t)g->all, g->room);
        memcpy(stage_of(g, 0, p), g->room, (size_t)g->m * sizeof(double));
    }
    if (!g->knows_start) g->knows_start = set_start(g, from);
    int count = bri_stepper_inner(g->run->stepper, true, MOST_INNER, end);
    end[count] = to;
    for (int i = 0; i <= count && !g->failed; i++)
        integrate(g, i ? end[i - 1] : from, end[i], 0);
    complete(g, to);
}

void bri_tangent_within(const bri_tangent *g, double t, int parameter, double *y, double *sums)
{
    int i = 0;
    while (i + 1 < g->pieces && t > g->piece[i].to)
        i++;
    const bri_tangent_piece *piece = &g->piece[i];
    const double at[STAGES + 1] = {0, node[0], node[1], node[2]};
    double share = (t - piece->from) / (piece->to - piece->from);
    size_t numbers = (size_t)(g->count * g->m);
    const double *value = g->polynomial + (size_t)i * (STAGES + 1) * numbers + (size_t)parameter * (size_t)g->m;
    memset(y, 0, (size_t)g->m * sizeof(double));
    for (int j = 0; j <= STAGES; j++) {
        double by = 1;
        for (int k = 0; k <= STAGES; k++)
            if (k != j) by *= (share - at[k]) / (at[j] - at[k]);
        for (int r = 0; r < g->m; r++)
            y[r] += by * value[(size_t)j * numbers + (size_t)r];
    }
    const double *sum = g->sum + (size_t)(i * g->count + parameter) * (size_t)((STAGES + 1) * g->sums);
    memcpy(sums, sum, (size_t)g->sums * sizeof(double));
    for (int j = 0; j < STAGES; j++) {
        double a = node[(j + 1) % STAGES], b = node[(j + 2) % STAGES], over = (node[j] - a) * (node[j] - b);
        double by = share * (share * (share / 3 - (a + b) / 2) + a * b) / over;
        for (int q = 0; q < g->sums; q++)
            sums[q] += by * sum[(1 + j) * g->sums + q];
    }
}
