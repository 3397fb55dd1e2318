/* program.c - linear programs: small ones by dual_simplex.c, the others by the part 'clp' */
#include "stiction/program.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "part/part.h"
#include "stiction/clp.h"
#include "stiction/dual_simplex.h"

struct sti_solver {
    sti_memory memory; /* of the dual simplex method */
    const sti_clp_functions *functions;
    void *clp;   /* NULL: not needed so far */
    bool again;  /* Clp has the rows and bounds, and a solution of them */
    bool broken; /* out of memory: nothing can be solved any more */
};

void bri_program_destroy(sti_program *p)
{
    if (!p) return;
    if (p->solver) {
        if (p->solver->clp) p->solver->functions->destroy(p->solver->clp);
        free(p->solver->memory.at);
        free(p->solver);
    }
    free(p->low);
    free(p->high);
    free(p->goal);
    free(p->x);
    free(p->row_low);
    free(p->row_high);
    free(p->matrix);
    free(p);
}

bri_status bri_program_create(int columns, sti_program **out, bri_error *err)
{
    sti_program *p = calloc(1, sizeof *p);
    size_t n = (size_t)columns + 1;
    if (p) {
        p->columns = columns;
        p->low = calloc(n, sizeof(double));
        p->high = calloc(n, sizeof(double));
        p->goal = calloc(n, sizeof(double));
        p->x = calloc(n, sizeof(double));
        p->solver = calloc(1, sizeof *p->solver);
    }
    if (!p || !p->low || !p->high || !p->goal || !p->x || !p->solver) {
        bri_program_destroy(p);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: linear program of %d unknowns", columns);
    }
    bri_program_clear(p);
    *out = p;
    return BRI_OK;
}

void bri_program_clear(sti_program *p)
{
    p->rows = 0;
    p->solver->again = false;
    for (int j = 0; j < p->columns; j++) {
        p->low[j] = -INFINITY;
        p->high[j] = INFINITY;
        p->goal[j] = 0;
    }
}

/* Enlarges an array of doubles; false: out of memory. */
static bool grow(void *pointer, size_t count)
{
    double **at = pointer, *more = realloc(*at, count * sizeof(double));
    if (more) *at = more;
    return more;
}

double *bri_program_row(sti_program *p, double low, double high)
{
    assert(!(low > high));
    p->solver->again = false;
    if (p->rows == p->room) {
        size_t room = 2 * (size_t)p->room + 16;
        if (!grow(&p->row_low, room) || !grow(&p->row_high, room) || !grow(&p->matrix, room * (size_t)p->columns)) {
            p->solver->broken = true;
            return NULL;
        }
        p->room = (int)room;
    }
    p->row_low[p->rows] = low;
    p->row_high[p->rows] = high;
    double *row = p->matrix + (size_t)p->rows++ * (size_t)p->columns;
    memset(row, 0, (size_t)p->columns * sizeof(double));
    return row;
}

/* Solves by Clp, which is loaded at the first need. */
static sti_outcome solve_by_clp(sti_program *p)
{
    struct sti_solver *s = p->solver;
    bool again = s->again;
    s->again = false;
    if (p->lacks_clp) return STI_FAILED;
    if (!s->functions) {
        s->functions = bri_part_functions(BRI_PART_CLP, "", BRI_NOT_FOUND, NULL);
        p->lacks_clp = !s->functions;
        if (!s->functions) return STI_FAILED;
    }
    if (!s->clp) s->clp = s->functions->create(p->columns);
    if (!s->clp) return STI_FAILED;
    sti_outcome outcome = s->functions->solve(s->clp, p, again);
    s->again = outcome == STI_OPTIMAL;
    return outcome;
}

sti_outcome bri_program_solve(sti_program *p)
{
    p->solved++;
    if (p->solver->broken) return STI_FAILED;
    sti_outcome outcome = bri_dual_simplex(p, &p->solver->memory);
    return outcome == STI_FAILED ? solve_by_clp(p) : outcome;
}

void bri_program_count(sti_program *p, const sti_program *other)
{
    p->solved += other->solved;
    p->lacks_clp = p->lacks_clp || other->lacks_clp;
}

bri_status bri_program_check(const sti_program *p, const char *needed_by, bri_error *err)
{
    if (!p->lacks_clp || bri_part_functions(BRI_PART_CLP, needed_by, BRI_NOT_FOUND, err)) return BRI_OK;
    return BRI_NOT_FOUND;
}
