/* tangent_node.c - the linearised equations at nodes
 *
 * Matrices are differences of rates: A by each reduced state, B by each parameter. Between nodes they are interpolated by the polynomial through the
 * nearest six; what the farthest of these changes is an estimate of the error (tangent_step.c). */
#include "sim/tangent_node.h"

#include <math.h>
#include <string.h>

#include "sim/tangent_frame.h"
#include "sim/tangent_probe.h"
#include "system/discrete.h"

enum {
    NEAR = BRI_TANGENT_NEAR,
    KEPT = 6,  /* of the steps before */
    FEWEST = 3 /* nodes for an interpolation with an estimate of its error */
};

/* --- the list --------------------------------------------------------------------------------------------------------- */

void bri_tangent_clear_nodes(bri_tangent *g) { g->nodes = 0; }

void bri_tangent_trim_nodes(bri_tangent *g)
{
    int left = g->nodes - KEPT;
    for (int i = 0; i < KEPT && left > 0; i++) {
        bri_tangent_node first = g->node[i];
        g->node[i] = g->node[left + i];
        g->node[left + i] = first;
    }
    if (left > 0) g->nodes = KEPT;
}

static bool create_node(bri_tangent *g, bri_tangent_node *node)
{
    size_t all = (size_t)g->all, m = (size_t)g->m, rows = m + (size_t)g->sums, count = (size_t)g->count;
    double *numbers = bri_arena_take(&g->arena, rows * (m + count) + all * (m + count) + 1, sizeof(double));
    if (!numbers) return false;
    node->lines.A = numbers;
    node->lines.B = node->lines.A + rows * m;
    node->D = node->lines.B + rows * count;
    node->P = node->D + m * all;
    return true;
}

/* Room for one more node. */
static bool make_room(bri_tangent *g)
{
    if (g->nodes < g->room_for_nodes) return true;
    int room = 2 * g->room_for_nodes + 16;
    bri_tangent_node *list = bri_arena_take(&g->arena, (size_t)room, sizeof *list);
    if (!list) return false;
    if (g->nodes) memcpy(list, g->node, (size_t)g->nodes * sizeof *list);
    for (int i = g->nodes; i < room; i++)
        if (!create_node(g, &list[i])) return false;
    g->node = list;
    g->room_for_nodes = room;
    return true;
}

/* --- evaluation ------------------------------------------------------------------------------------------------------- */

/* (beside - rates)/by, reduced, to every stride-th number of out. */
static void put_difference(bri_tangent *g, const double *beside, double by, double *out, int stride)
{
    double *difference = g->moved, *reduced = g->room;
    for (int i = 0; i < g->all; i++)
        difference[i] = (beside[i] - g->node_f[i]) / by;
    bri_tangent_reduce(g, difference, reduced);
    for (int i = 0; i < g->m + g->sums; i++)
        out[i * stride] = reduced[i];
}

/* f_x along reduced state k by a step. */
static bool put_column(bri_tangent *g, bri_tangent_node *at, int k, double by)
{
    const double *change = at->D + (size_t)k * (size_t)g->all;
    double *x = g->beside;
    for (int turn = 0; turn < 2; turn++, by = -by) {
        for (int i = 0; i < g->all; i++)
            x[i] = g->node_x[i] + by * change[i];
        if (!bri_tangent_rates(g, &g->base, at->lines.t, x, g->now, g->rates)) continue; /* on the other side */
        put_difference(g, g->rates, by, at->lines.A + k, g->m);
        return true;
    }
    return false;
}

/* f_p with the reduced states fixed. */
static bool put_parameter(bri_tangent *g, bri_tangent_node *at, int parameter)
{
    bri_probe *probe = &g->probe[parameter];
    double *change = at->P + (size_t)parameter * (size_t)g->all, *x = g->beside;
    bri_tangent_complete(g, probe, NULL, change);
    memset(change + g->states, 0, (size_t)g->sums * sizeof(double));
    for (int i = 0; i < g->all; i++)
        x[i] = g->node_x[i] + probe->step * change[i];
    if (!bri_tangent_rates(g, probe, at->lines.t, x, bri_tangent_beside(g, parameter, g->now), g->rates)) return false;
    put_difference(g, g->rates, probe->step, at->lines.B + (size_t)parameter * (size_t)(g->m + g->sums), 1);
    return true;
}

/* From the beginning of the step on. */
static void lose_here(bri_tangent *g, int parameter, double t)
{
    bri_tangent_lose(g, parameter, g->from, "at t = %.9g s the equations have no solution beside the motion", t);
}

void bri_tangent_lose_all(bri_tangent *g, double t)
{
    for (int i = 0; i < g->count; i++)
        lose_here(g, i, t);
}

static void evaluate(bri_tangent *g, bri_tangent_node *at, double t)
{
    at->lines.t = t;
    memcpy(g->node_x, bri_sim_interpolate(g->run, t), (size_t)g->all * sizeof(double));
    bool found = bri_tangent_rates(g, &g->base, t, g->node_x, g->now, g->node_f);
    if (found) bri_tangent_go_on(g);
    bri_tangent_frame(g, t, g->node_x);
    for (int k = 0; k < g->m && found; k++)
        g->node_step[k] = bri_tangent_direction(g, k, at->D + (size_t)k * (size_t)g->all);
    for (int i = 0; i < g->count && found; i++)
        if (!g->lost[i] && !put_parameter(g, at, i)) lose_here(g, i, t);
    for (int k = 0; k < g->m && found; k++)
        found = put_column(g, at, k, g->node_step[k]);
    if (!found) bri_tangent_lose_all(g, t);
}

const bri_tangent_node *bri_tangent_node_at(bri_tangent *g, double t)
{
    int at = g->nodes;
    while (at > 0 && g->node[at - 1].lines.t >= t)
        at--;
    if (at < g->nodes && g->node[at].lines.t == t) return &g->node[at];
    if (!make_room(g)) {
        g->failed = true;
        return NULL;
    }
    bri_tangent_node node = g->node[g->nodes];
    memmove(g->node + at + 1, g->node + at, (size_t)(g->nodes - at) * sizeof *g->node);
    g->node[at] = node;
    g->nodes++;
    evaluate(g, &g->node[at], t);
    return &g->node[at];
}

/* --- interpolation ---------------------------------------------------------------------------------------------------- */

/* Lagrange's weights, and what they change by the node that is farthest. */
static void find_weights(bri_tangent_mix *mix, double t)
{
    int last = mix->count - 1;
    double away[NEAR] = {0};
    for (int j = 0; j <= last; j++)
        away[j] = t - mix->node[j]->lines.t;
    int far = away[0] > -away[last] ? 0 : last;
    for (int j = 0; j <= last; j++) {
        double over = 1, under = 1;
        for (int k = 0; k <= last; k++)
            if (k != j) {
                over *= away[k];
                under *= away[k] - away[j];
            }
        mix->weight[j] = over / under;
        mix->change[j] = mix->weight[j] - (j == far ? 0 : mix->weight[j] * (away[far] - away[j]) / away[far]);
    }
}

void bri_tangent_mix_at(const bri_tangent *g, double t, bri_tangent_mix *mix)
{
    int first = g->nodes, last; /* of those chosen */
    mix->count = 0;
    while (first > 0 && g->node[first - 1].lines.t >= t)
        first--;
    last = first; /* one behind */
    if (first < g->nodes && g->node[first].lines.t == t) {
        *mix = (bri_tangent_mix){.count = 1, .node = {&g->node[first]}, .weight = {1}};
        return;
    }
    if (g->nodes < FEWEST) return;
    while (last - first < NEAR && last - first < g->nodes) {
        bool before = first > 0 && (last == g->nodes || t - g->node[first - 1].lines.t <= g->node[last].lines.t - t);
        if (before)
            first--;
        else
            last++;
    }
    for (int i = first; i < last; i++)
        mix->node[mix->count++] = &g->node[i];
    find_weights(mix, t);
}

void bri_tangent_interpolate(const bri_tangent *g, const bri_tangent_mix *mix, double t, bri_tangent_lines *out)
{
    size_t count = (size_t)(g->m + g->sums) * (size_t)(g->m + g->count); /* A, and B behind it */
    out->t = t;
    memset(out->A, 0, count * sizeof(double));
    for (int j = 0; j < mix->count; j++) {
        const double *from = mix->node[j]->lines.A;
        double weight = mix->weight[j];
        for (size_t i = 0; i < count; i++)
            out->A[i] += weight * from[i];
    }
}
