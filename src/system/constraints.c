/* constraints.c - sums over the bodies that rows share */
#include "system/constraints.h"

#include <assert.h>
#include <string.h>

/* a.W b on one body */
static double weighted_dot(const double *weight, const double *a, const double *b)
{
    return weight[0] * a[0] * b[0] + weight[1] * a[1] * b[1] + weight[2] * a[2] * b[2];
}

void bri_constraint_matrix(const bri_point *p, const double *weight, double *matrix)
{
    const bri_system *s = p->system;
    assert(p->scope >= BRI_SCOPE_DYNAMICS);
    memset(matrix, 0, (size_t)s->sparse.entries * sizeof(double));
    for (int k = 0; k < s->pairs; k++) {
        const sys_pair *pair = &s->pair[k];
        if (!p->active[pair->first] || !p->active[pair->second]) continue;
        double sum = weighted_dot(weight + BRI_DOF * pair->body, p->row[pair->first].end[pair->first_end],
                                  p->row[pair->second].end[pair->second_end]);
        matrix[pair->at] += sum;
        if (pair->at_transposed != pair->at) matrix[pair->at_transposed] += sum;
    }
    for (int i = s->held_rows; i < s->rows; i++)
        if (!p->active[i]) matrix[s->sparse.diagonal[s->sparse.place[i]]] = 1;
}

void bri_add_reactions(const bri_point *p, const double *lambda, double *force)
{
    const bri_system *s = p->system;
    for (int i = 0; i < s->rows; i++) {
        if (!p->active[i]) continue;
        for (int t = 0; t < s->touches[i]; t++) {
            const double *end = p->row[i].end[s->touch[i][t].end];
            double *on = force + s->touch[i][t].at;
            for (int d = 0; d < BRI_DOF; d++)
                on[d] += lambda[i] * end[d];
        }
    }
}

double bri_row_residual(const bri_point *p, int i, const double *a, bool baumgarte)
{
    const bri_system *s = p->system;
    const bri_motion *row = &p->row[i];
    double sum = row->bias;
    if (baumgarte) sum += 2 * s->alpha * bri_row_velocity(p, i) + s->beta * s->beta * row->value;
    for (int t = 0; t < s->touches[i]; t++) {
        const double *end = row->end[s->touch[i][t].end], *on = a + s->touch[i][t].at;
        sum += end[0] * on[0] + end[1] * on[1] + end[2] * on[2];
    }
    return sum;
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
