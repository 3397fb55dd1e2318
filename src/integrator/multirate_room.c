/* multirate_room.c - memory of multirate5 */
#include <string.h>

#include "integrator/multirate5.h"

static size_t bri_multirate_node_numbers(const bri_problem *p)
{
    int v = p->positions, nf = p->fast->forces, ny = p->fast->inputs, no = p->fast->outputs;
    return (size_t)(v + nf * v + ny + (ny - nf) * nf + no + no * nf + p->quadratures + v + nf + p->locals +
                    ny * (2 + nf) + (ny - nf) * nf);
}

static void place_node(const bri_problem *p, node *n, double **at)
{
    int v = p->positions, nf = p->fast->forces, ny = p->fast->inputs, no = p->fast->outputs;
#define TAKE(count) ((*at += (count)) - (count))
    n->frame = (bri_fast_frame){.s = TAKE(v),
                                .push = TAKE(nf * v),
                                .y = TAKE(ny),
                                .B = TAKE((ny - nf) * nf),
                                .o = TAKE(no),
                                .O = TAKE(no * nf),
                                .smooth = TAKE(p->quadratures)};
    n->u = TAKE(v);
    n->f = TAKE(nf);
    n->g = TAKE(p->locals);
    n->F = TAKE(ny * (2 + nf) + (ny - nf) * nf);
#undef TAKE
}

void bri_multirate_place(multirate5 *b, double *at, int *pivots)
{
    const bri_problem *p = b->problem;
    int v = b->velocities, all = b->n + b->q, nf = p->fast->forces, ny = p->fast->inputs, no = p->fast->outputs;
    double *first = at;
#define TAKE(count) ((at += (count)) - (count))
    b->start = TAKE(all);
    b->end = TAKE(all);
    b->trial = TAKE(all);
    b->scale = TAKE(b->n);
    for (int i = 0; i < 2 * NODES; i++)
        place_node(p, &b->nodes[i / NODES][i % NODES], &at);
    b->phi = TAKE(ny * v);
    b->next_phi = TAKE(ny * v);
    b->fast.problem = p;
    b->fast.functions = ny * (2 + nf) + (ny - nf) * nf;
    b->fast.forces = nf;
    for (int k = 1; k < NODES; k++) {
        b->missed[k] = TAKE(guesses_of(b));
        b->miss[k] = TAKE(guesses_of(b));
        b->older_miss[k] = TAKE(guesses_of(b));
    }
    b->bytes = (size_t)(at - first) * sizeof(double); /* the rest is made in each step */
    for (int k = 0; k < STAGES; k++)
        b->sums[k] = TAKE(b->q);
    for (int k = 1; k < NODES; k++) {
        b->X[k] = TAKE(2 * v);
        b->seen[k] = TAKE(2 * v);
        b->guess[k] = TAKE(guesses_of(b));
    }
    b->push_of = TAKE(nf * v * NODES);
    b->out_of = TAKE(no * (1 + nf) * NODES);
    b->smooth_of = TAKE(b->q * NODES);
    b->out = TAKE(no + ny);
    b->out_at = TAKE(no * (1 + nf));
    b->smooth_at = TAKE(b->q);
#undef TAKE
    bri_fast_place(&b->fast, &at, pivots);
}

size_t bri_multirate_numbers(const bri_problem *p)
{
    size_t v = (size_t)p->positions, all = (size_t)(p->states + p->quadratures), q = (size_t)p->quadratures;
    size_t nf = (size_t)p->fast->forces, ny = (size_t)p->fast->inputs, no = (size_t)p->fast->outputs;
    size_t guesses = v * (1 + nf) + ny * (2 + nf) + (ny - nf) * nf;
    return 3 * all + (size_t)p->states + STAGES * q + 2 * NODES * bri_multirate_node_numbers(p) + 2 * ny * v +
           STAGES * (4 * v + 4 * guesses) + NODES * (nf * v + no * (1 + nf) + q) + no + ny + no * (1 + nf) + q +
           bri_fast_numbers(p);
}

void bri_multirate_copy_node(const multirate5 *b, const node *from, node *to)
{
    memcpy(to->frame.s, from->frame.s,
           bri_multirate_node_numbers(b->problem) * sizeof(double)); /* one block: place_node */
}
