/* constraints.c - constraint matrix, reactions and residuals of rows: sums over the bodies of constraint rows */
#include "system/constraints.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* a.W b on one body */
static double weighted_dot(const double *weight, const double *a, const double *b)
{
    return weight[0] * a[0] * b[0] + weight[1] * a[1] * b[1] + weight[2] * a[2] * b[2];
}

void bri_constraint_matrix(const bri_point *p, const double *weight, double *restrict matrix)
{
    const bri_system *s = p->system;
    assert(p->scope >= BRI_SCOPE_DYNAMICS);
    memset(matrix, 0, (size_t)s->sparse.entries * sizeof(double));
    const sys_pair *pair = s->pair;
    for (int b = 0; b < s->bodies; b++) {
        const double *w = weight + BRI_DOF * b;
        int begin = s->hold_begin[b], count = s->hold_begin[b + 1] - begin;
        double(*held)[BRI_DOF] = p->held; /* 0 where rows do not hold: choices among few numbers cost more than these */
        for (int h = 0; h < count; h++) {
            double holds = p->active[s->hold[begin + h].row];
            for (int d = 0; d < BRI_DOF; d++)
                held[h][d] = holds * p->hold[begin + h][d];
        }
        for (int h = 0; h < count; h++) {
            const double *a = held[h], wa[BRI_DOF] = {w[0] * a[0], w[1] * a[1], w[2] * a[2]};
            matrix[pair++->at] += wa[0] * a[0] + wa[1] * a[1] + wa[2] * a[2];
            for (int g = h + 1; g < count; g++, pair++) {
                const double *c = held[g];
                double sum = wa[0] * c[0] + wa[1] * c[1] + wa[2] * c[2];
                matrix[pair->at] += sum;
                matrix[pair->at_transposed] += sum;
            }
        }
    }
    for (int i = s->held_rows; i < s->rows; i++)
        if (!p->active[i]) matrix[s->sparse.diagonal[s->sparse.place[i]]] = 1;
}

void bri_add_reactions(const bri_point *p, const double *lambda, double *force)
{
    const bri_system *s = p->system;
    const sys_hold *hold = s->hold;
    for (int b = 0; b < s->bodies; b++) {
        double *on = force + BRI_DOF * b, x = on[0], y = on[1], turn = on[2];
        for (int h = s->hold_begin[b], end = s->hold_begin[b + 1]; h < end; h++) {
            double multiplier = p->active[hold[h].row] ? lambda[hold[h].row] : 0;
            x += multiplier * p->hold[h][0];
            y += multiplier * p->hold[h][1];
            turn += multiplier * p->hold[h][2];
        }
        on[0] = x;
        on[1] = y;
        on[2] = turn;
    }
}

static double baumgarte_terms(const bri_point *p, int i)
{
    const bri_system *s = p->system;
    return 2 * s->alpha * bri_row_velocity(p, i) + s->beta * s->beta * p->row[i].value;
}

static inline double row_residual(const bri_point *p, int i, const double *a, bool baumgarte)
{
    const bri_system *s = p->system;
    double sum = p->row_bias[i];
    if (baumgarte) sum += baumgarte_terms(p, i);
    const sys_touch *touch = s->touch[i], *end = touch + s->touches[i];
    for (; touch < end; touch++) {
        const double *on = a + touch->at, *row = p->hold[touch->hold];
        sum += row[0] * on[0] + row[1] * on[1] + row[2] * on[2];
    }
    return sum;
}

double bri_row_residual(const bri_point *p, int i, const double *a, bool baumgarte)
{
    return row_residual(p, i, a, baumgarte);
}

double bri_row_residuals(const bri_point *p, const double *a, bool baumgarte, const double *idle, double *out)
{
    const bri_system *s = p->system;
    double worst = 0;
    for (int i = 0; i < s->rows; i++) {
        out[i] = idle[i];
        if (!p->active[i]) continue;
        double sum = out[i] = row_residual(p, i, a, baumgarte);
        if (!(fabs(sum) <= worst)) worst = isnan(sum) ? INFINITY : fabs(sum);
    }
    return worst;
}

double bri_size_of_terms(const bri_point *p, const double *lambda, double *room)
{
    const bri_system *s = p->system;
    const sys_hold *hold = s->hold;
    double size = 0;
    for (int b = 0; b < s->bodies; b++) {
        double sum[BRI_DOF];
        for (int d = 0; d < BRI_DOF; d++)
            sum[d] = fabs(p->applied[BRI_DOF * b + d]);
        for (int h = s->hold_begin[b], end = s->hold_begin[b + 1]; h < end; h++) {
            double multiplier = p->active[hold[h].row] ? lambda[hold[h].row] : 0;
            for (int d = 0; d < BRI_DOF; d++)
                sum[d] += fabs(multiplier * p->hold[h][d]);
        }
        for (int d = 0; d < BRI_DOF; d++)
            room[BRI_DOF * b + d] = sum[d] * s->inverse[BRI_DOF * b + d];
    }
    for (int i = 0; i < s->rows; i++) {
        double terms = fabs(p->row_bias[i]);
        for (int t = 0; t < s->touches[i] && p->active[i]; t++) {
            const double *end = p->hold[s->touch[i][t].hold], *on = room + s->touch[i][t].at;
            terms += fabs(end[0]) * on[0] + fabs(end[1]) * on[1] + fabs(end[2]) * on[2];
        }
        if (terms > size) size = terms;
    }
    return size;
}

double bri_row_response(const bri_point *p, int i, const double *force)
{
    const bri_system *s = p->system;
    double sum = 0;
    for (int t = 0; t < s->touches[i]; t++) {
        int at = s->touch[i][t].at;
        sum += weighted_dot(s->inverse + at, p->row[i].end[s->touch[i][t].end], force + at);
    }
    return sum;
}
