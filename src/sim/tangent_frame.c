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

#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "system/extent.h"

static const double worn = 0.05; /* least pivot, over that of all positions: another choice is made */
static const double part = 3e-8; /* of the extent over which rates are smooth: rounding of rates weighs as much */
static const double length_step = 1e-7; /* of a position, over its size, for differences of velocities of rows */

static void set_point(const bri_probe *probe, double t, const double *x, const double *discrete, bri_point *point)
{
    bri_engine *e = probe->sim->engine;
    e->segment_end = probe->segment_end;
    bri_instant at = bri_instant_of(e, t, x, discrete);
    at.releases_sticks = true;
    bri_point_set(point, &at, BRI_SCOPE_DYNAMICS);
}

void bri_tangent_frame(bri_tangent *g, double t, const double *x)
{
    const bri_system *s = g->system;
    bri_point *p = &g->frame.point;
    g->frame_t = t;
    memcpy(g->frame_x, x, (size_t)g->all * sizeof(double));
    set_point(&g->base, t, x, g->now, p);
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
    const bri_point *p = &g->frame.point;
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
                g->error[i] += g->frame.point.row[i].end[s->touch[i][t].end][d] * vector[s->touch[i][t].at + d];
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
                double end = g->frame.point.row[i].end[s->touch[i][t].end][d];
                whole += s->inverse[s->touch[i][t].at + d] * end * end;
            }
        if (inverse > 0) least = fmin(least, 1 / (inverse * whole)); /* 0: a row that depends on others */
    }
    return least;
}

bool bri_tangent_choose(bri_tangent *g)
{
    const bri_system *s = g->system;
    int n = BRI_DOF * s->bodies, rows = s->held_rows, chosen = 0;
    if (g->has_chosen && (!rows || wear(g) >= worn)) return false;
    g->has_chosen = true;
    memset(g->room, 0, (size_t)(rows * n) * sizeof(double));
    for (int i = 0; i < rows; i++)
        for (int t = 0; t < s->touches[i]; t++)
            for (int d = 0; d < BRI_DOF; d++) {
                int c = s->touch[i][t].at + d;
                g->room[i * n + c] = g->frame.point.row[i].end[s->touch[i][t].end][d] * s->size[c];
            }
    int rank = rows ? bri_eliminate(g->room, rows, n, n, 0, g->pivot) : 0;
    memset(g->weight, 0, (size_t)n * sizeof(double));
    for (int k = 0; k < rank && k < n - g->degrees; k++)
        g->weight[g->pivot[k]] = s->inverse[g->pivot[k]];
    for (int j = 0; j < n && chosen < g->degrees; j++)
        if (g->weight[j] == 0) g->which[chosen++] = j;
    memcpy(g->moved, g->frame_x, (size_t)g->all * sizeof(double));
    bri_tangent_frame(g, g->frame_t, g->moved);
    return true;
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

/* Moves the point of a probe by a step along a change of the states. */
static const bri_point *move(bri_tangent *g, const bri_probe *probe, double by, const double *change)
{
    for (int i = 0; i < g->states; i++)
        g->moved[i] = g->frame_x[i] + by * change[i];
    bri_point *p = &probe->sim->engine->look.point;
    set_point(probe, g->frame_t, g->moved, g->now, p);
    return p;
}

void bri_tangent_complete(bri_tangent *g, const bri_probe *probe, const double *y, double *whole)
{
    const bri_system *s = g->system;
    expand(g, y, whole);
    if (!s->held_rows) return;
    for (int of_velocity = 0; of_velocity < 2; of_velocity++) {
        const bri_point *p = move(g, probe, probe->step, whole);
        for (int i = 0; i < s->held_rows; i++)
            g->error[i] =
                (of_velocity ? bri_row_velocity(p, i) - g->row_velocity[i] : bri_row_error(p, i) - g->row_error[i]) /
                probe->step;
        take_back(g, whole + (of_velocity ? BRI_DOF * s->bodies : 0));
    }
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
