/* tangent_frame.c - reduced states of a derivative
 *
 *     y = independent positions | their velocities | distances, bristle states
 *
 * A change of y changes the dependent positions and velocities so that constraints stay met to first order:
 *
 *     C_q dq + C_p = 0,    J du + (J u + C_t)_q dq + (J u + C_t)_p = 0
 *
 * The terms with _q of the velocities and those with _p are differences. Rows by which interfaces stick are no constraints here: the rates
 * hold them. */
#include "sim/tangent_frame.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "sim/tangent_probe.h"
#include "system/extent.h"

static const double worn = 0.05; /* least pivot, over that of all positions: another choice is made */
static const double part = 3e-8; /* of the extent over which rates are smooth: rounding of rates weighs as much */
static const double length_step = 1e-7; /* of a position, over its size, for differences of velocities of rows */

static void set_point(const bri_probe *probe, double t, const double *x, const double *discrete, bool releases_sticks,
                      bri_point *point)
{
    bri_engine *e = probe->sim->engine;
    assert(e);
    e->segment_end = probe->segment_end;
    bri_instant at = bri_instant_of(e, t, x, discrete);
    at.releases_sticks = releases_sticks;
    bri_point_set(point, &at, BRI_SCOPE_DYNAMICS);
}

/* The point of the base where its rates were evaluated, if it is there and nothing sticks. */
static const bri_point *point_of_rates(const bri_tangent *g, double t, const double *x)
{
    const bri_engine *e = g->base.sim->engine;
    bri_instant at = bri_instant_of(e, t, x, g->now);
    at.segment_end = g->base.segment_end;
    bool is_there = bri_point_is_at(&e->rates.point, &at, BRI_SCOPE_DYNAMICS);
    return is_there && !bri_any_sticks(&e->rates.point.discrete) ? &e->rates.point : NULL;
}

void bri_tangent_frame(bri_tangent *g, double t, const double *x)
{
    const bri_system *s = g->system;
    const bri_point *p = g->frame_point = point_of_rates(g, t, x);
    g->frame_t = t;
    memcpy(g->frame_x, x, (size_t)g->all * sizeof(double));
    if (!p) {
        set_point(&g->base, t, x, g->now, true, &g->frame.point);
        p = g->frame_point = &g->frame.point;
    }
    for (int i = 0; i < s->held_rows; i++) {
        g->row_error[i] = bri_row_error(p, i);
        g->row_velocity[i] = bri_row_velocity(p, i);
    }
    if (!s->held_rows) return;
    bri_constraint_matrix(p, g->weight, g->matrix);
    bri_sparse_factor(&s->projection, g->matrix);
}

/* vector -= W J^T (J W J^T)^-1 error */
static void take_back(bri_tangent *g, double *vector)
{
    const bri_system *s = g->system;
    const bri_point *p = g->frame_point;
    if (!s->held_rows) return;
    for (int i = s->held_rows; i < s->rows; i++)
        g->error[i] = 0;
    bri_sparse_solve(&s->projection, g->matrix, g->error, g->row_room);
    for (int i = 0; i < s->held_rows; i++)
        for (int t = 0; t < s->touches[i]; t++) {
            int at = s->touch[i][t].at;
            for (int d = 0; d < BRI_DOF; d++)
                vector[at + d] -= g->weight[at + d] * p->row[i].end[s->touch[i][t].end][d] * g->error[i];
        }
}

/* error = J vector */
static void multiply(bri_tangent *g, const double *vector)
{
    const bri_system *s = g->system;
    for (int i = 0; i < s->held_rows; i++) {
        g->error[i] = 0;
        for (int t = 0; t < s->touches[i]; t++)
            for (int d = 0; d < BRI_DOF; d++)
                g->error[i] += g->frame_point->row[i].end[s->touch[i][t].end][d] * vector[s->touch[i][t].at + d];
    }
}

/* --- independent positions ------------------------------------------------------------------------------------------------ */

/* The least pivot of J W J^T, over the same row of J M^-1 J^T. */
static double wear(const bri_tangent *g)
{
    const bri_system *s = g->system;
    double least = INFINITY;
    for (int i = 0; i < s->held_rows; i++) {
        double whole = 0, inverse = fabs(g->matrix[s->sparse.diagonal[s->sparse.place[i]]]);
        for (int t = 0; t < s->touches[i]; t++)
            for (int d = 0; d < BRI_DOF; d++) {
                double end = g->frame_point->row[i].end[s->touch[i][t].end][d];
                whole += s->inverse[s->touch[i][t].at + d] * end * end;
            }
        if (inverse > 0) least = fmin(least, 1 / (inverse * whole)); /* 0: a row that depends on others */
    }
    return least;
}

bool bri_tangent_wears(const bri_tangent *g) { return g->system->held_rows && wear(g) < worn; }

void bri_tangent_choose(bri_tangent *g)
{
    const bri_system *s = g->system;
    int n = BRI_DOF * s->bodies, rows = s->held_rows, chosen = 0;
    g->has_chosen = true;
    memset(g->room, 0, (size_t)(rows * n) * sizeof(double));
    for (int i = 0; i < rows; i++)
        for (int t = 0; t < s->touches[i]; t++)
            for (int d = 0; d < BRI_DOF; d++) {
                int c = s->touch[i][t].at + d;
                g->room[i * n + c] = g->frame_point->row[i].end[s->touch[i][t].end][d] * s->size[c];
            }
    int rank = rows ? bri_eliminate(g->room, rows, n, n, 0, g->pivot) : 0;
    memset(g->weight, 0, (size_t)n * sizeof(double));
    for (int k = 0; k < rank && k < n - g->degrees; k++)
        g->weight[g->pivot[k]] = s->inverse[g->pivot[k]];
    for (int j = 0; j < n && chosen < g->degrees; j++)
        if (g->weight[j] == 0) g->which[chosen++] = j;
    memcpy(g->moved, g->frame_x, (size_t)g->all * sizeof(double));
    bri_tangent_frame(g, g->frame_t, g->moved);
}

/* --- changes --------------------------------------------------------------------------------------------------------------- */

void bri_tangent_reduce(const bri_tangent *g, const double *whole, double *y)
{
    int n = BRI_DOF * g->system->bodies;
    for (int i = 0; i < g->degrees; i++) {
        y[i] = whole[g->which[i]];
        y[g->degrees + i] = whole[n + g->which[i]];
    }
    memcpy(y + 2 * g->degrees, whole + 2 * n, (size_t)(g->rest + g->sums) * sizeof(double));
}

static void expand(const bri_tangent *g, const double *y, double *whole)
{
    int n = BRI_DOF * g->system->bodies;
    memset(whole, 0, (size_t)g->states * sizeof(double));
    for (int i = 0; i < g->degrees && y; i++) {
        whole[g->which[i]] = y[i];
        whole[n + g->which[i]] = y[g->degrees + i];
    }
    if (y) memcpy(whole + 2 * n, y + 2 * g->degrees, (size_t)g->rest * sizeof(double));
}

/* Moves a point of a probe by a step along a change of the states. */
static const bri_point *move(bri_tangent *g, const bri_probe *probe, double by, const double *change)
{
    for (int i = 0; i < g->states; i++)
        g->moved[i] = g->frame_x[i] + by * change[i];
    bri_engine *e = probe->sim->engine;
    bool is_base = probe == &g->base;
    bri_point *p = is_base ? &e->look.point : &e->rates.point; /* where rates will be evaluated, if nothing changes */
    set_point(probe, g->frame_t, g->moved, is_base ? g->now : bri_tangent_beside(g, (int)(probe - g->probe), g->now),
              is_base, p);
    return p;
}

void bri_tangent_complete(bri_tangent *g, const bri_probe *probe, const double *y, double *whole)
{
    const bri_system *s = g->system;
    expand(g, y, whole);
    if (!s->held_rows) return;
    for (int of_velocity = 0; of_velocity < 2; of_velocity++) {
        const bri_point *p = move(g, probe, probe->step, whole);
        bool any = false;
        for (int i = 0; i < s->held_rows; i++) {
            double error =
                of_velocity ? bri_row_velocity(p, i) - g->row_velocity[i] : bri_row_error(p, i) - g->row_error[i];
            g->error[i] = error / probe->step;
            any = any || error != 0;
        }
        if (any) take_back(g, whole + (of_velocity ? BRI_DOF * s->bodies : 0));
    }
}

void bri_tangent_expand(const bri_tangent *g, const double *D, const double *P, const double *y, double *whole)
{
    memcpy(whole, P, (size_t)g->states * sizeof(double));
    for (int k = 0; k < g->m; k++, D += g->all)
        for (int i = 0; i < g->states; i++)
            whole[i] += y[k] * D[i];
}

double bri_tangent_direction(bri_tangent *g, int k, double *whole)
{
    const bri_system *s = g->system;
    int n = BRI_DOF * s->bodies, positions = 2 * g->degrees;
    bri_engine *e = g->base.sim->engine;
    memset(whole, 0, (size_t)g->all * sizeof(double));
    double *change = whole + (k < g->degrees ? 0 : n);
    if (k >= positions) {
        whole[2 * n + k - positions] = 1;
    } else {
        change[g->which[k % g->degrees]] = 1;
        multiply(g, change);
        take_back(g, change);
    }
    if (k < g->degrees && s->held_rows) {
        double step = INFINITY;
        for (int i = 0; i < n; i++)
            if (whole[i] != 0) step = fmin(step, length_step * s->size[i] / fabs(whole[i]));
        const bri_point *p = move(g, &g->base, step, whole);
        for (int i = 0; i < s->held_rows; i++)
            g->error[i] = (bri_row_velocity(p, i) - g->row_velocity[i]) / step;
        take_back(g, whole + n);
    }
    e->segment_end = g->base.segment_end;
    double extent = bri_smooth_extent(e, g->frame_t, g->frame_x, g->now, whole, g->moved);
    return part * (isfinite(extent) && extent > 0 ? extent : 1);
}
