/* program.c - linear programs: small ones by dual_simplex.c, the others by COIN-OR Clp
 *
 * Clp's answers are verified: a solution must satisfy all rows, and a program counts as infeasible or unbounded only if the
 * primal and the dual method agree on it, each from its own start. */
#include "stiction/program.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <coin/Clp_C_Interface.h>

#include "base/fail.h"
#include "stiction/dual_simplex.h"
#include "stiction/tolerance.h"

struct sti_solver {
    Clp_Simplex *clp;
    bool broken;         /* out of memory: nothing can be solved any more */
    bool loaded;         /* Clp has the rows and bounds, and a solution of them */
    CoinBigIndex *start; /* matrix by columns, as Clp wants it */
    int *index, room;
    double *value;
    unsigned char *basis; /* of the last solution by Clp */
    int basis_columns, basis_rows, basis_room;
    sti_memory memory; /* of the dual simplex method */
};

void bri_program_destroy(sti_program *p)
{
    if (!p) return;
    if (p->solver) {
        if (p->solver->clp) Clp_deleteModel(p->solver->clp);
        free(p->solver->start);
        free(p->solver->index);
        free(p->solver->value);
        free(p->solver->basis);
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
        if (p->solver) {
            p->solver->clp = Clp_newModel();
            p->solver->start = calloc(n + 1, sizeof *p->solver->start);
        }
    }
    if (!p || !p->low || !p->high || !p->goal || !p->x || !p->solver || !p->solver->clp || !p->solver->start) {
        bri_program_destroy(p);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: linear program of %d unknowns", columns);
    }
    Clp_setLogLevel(p->solver->clp, 0);
    Clp_scaling(p->solver->clp, 0);
    Clp_setPrimalTolerance(p->solver->clp, tol_clp_primal);
    Clp_setPerturbation(p->solver->clp, 100); /* none: it would be random */
    Clp_setDualTolerance(p->solver->clp, tol_clp_dual);
    bri_program_clear(p);
    *out = p;
    return BRI_OK;
}

void bri_program_clear(sti_program *p)
{
    p->rows = 0;
    p->solver->loaded = false;
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
    p->solver->loaded = false;
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

/* Passes the program to Clp. False: out of memory. */
static bool load(sti_program *p)
{
    struct sti_solver *s = p->solver;
    int most = p->rows * p->columns + 1, used = 0;
    if (most > s->room) {
        free(s->index);
        free(s->value);
        s->index = malloc((size_t)most * sizeof *s->index);
        s->value = malloc((size_t)most * sizeof *s->value);
        s->room = s->index && s->value ? most : 0;
        if (!s->room) return false;
    }
    for (int j = 0; j < p->columns; j++) {
        s->start[j] = used;
        for (int i = 0; i < p->rows; i++) {
            double entry = p->matrix[i * p->columns + j];
            if (fabs(entry) <= tol_lp_entry) continue;
            s->index[used] = i;
            s->value[used++] = entry;
        }
    }
    s->start[p->columns] = used;
    Clp_loadProblem(s->clp, p->columns, p->rows, s->start, s->index, s->value, p->low, p->high, p->goal, p->row_low,
                    p->row_high);
    Clp_setOptimizationDirection(s->clp, -1);
    return true;
}

/* By Clp's status. */
static sti_outcome outcome_of(int status)
{
    return status == 0 ? STI_OPTIMAL : status == 1 ? STI_INFEASIBLE : status == 2 ? STI_UNBOUNDED : STI_FAILED;
}

/* Takes the solution from Clp if it satisfies all rows and bounds. */
static bool accept_solution(sti_program *p)
{
    const double *x = Clp_primalColumnSolution(p->solver->clp);
    double size = 1;
    for (int j = 0; j < p->columns; j++)
        size = fmax(size, fabs(x[j]));
    p->value = 0;
    for (int j = 0; j < p->columns; j++) {
        if (!(x[j] >= p->low[j] - tol_clp_accepted * size && x[j] <= p->high[j] + tol_clp_accepted * size))
            return false;
        p->x[j] = fmin(fmax(x[j], p->low[j]), p->high[j]);
        p->value += p->goal[j] * p->x[j];
    }
    for (int i = 0; i < p->rows; i++) {
        double sum = 0;
        for (int j = 0; j < p->columns; j++)
            sum += p->matrix[i * p->columns + j] * p->x[j];
        if (!(sum >= p->row_low[i] - tol_clp_accepted * size && sum <= p->row_high[i] + tol_clp_accepted * size))
            return false;
    }
    return true;
}

/* Keeps the basis of the present solution for solve_warm. */
static void keep_basis(sti_program *p)
{
    struct sti_solver *s = p->solver;
    int size = p->columns + p->rows;
    if (size > s->basis_room) {
        free(s->basis);
        s->basis = malloc((size_t)size);
        s->basis_room = s->basis ? size : 0;
    }
    s->basis_columns = s->basis ? p->columns : -1;
    s->basis_rows = p->rows;
    if (s->basis) memcpy(s->basis, Clp_statusArray(s->clp), (size_t)size);
}

/* Starts from the basis of the last program of the same size, which often differs in a few rows only. */
static sti_outcome solve_warm(sti_program *p)
{
    struct sti_solver *s = p->solver;
    if (!s->basis || s->basis_columns != p->columns || s->basis_rows != p->rows || !load(p)) return STI_FAILED;
    Clp_copyinStatus(s->clp, s->basis);
    Clp_primal(s->clp, 0);
    return Clp_status(s->clp) == 0 && accept_solution(p) ? STI_OPTIMAL : STI_FAILED;
}

/* Only the goal has changed since the last solution. */
static sti_outcome solve_again(sti_program *p)
{
    if (!p->solver->loaded) return STI_FAILED;
    p->solver->loaded = false;
    Clp_chgObjCoefficients(p->solver->clp, p->goal);
    Clp_primal(p->solver->clp, 0);
    return Clp_status(p->solver->clp) == 0 && accept_solution(p) ? STI_OPTIMAL : STI_FAILED;
}

/* Solves by one method, from the start, with unknowns limited to the box. */
static sti_outcome solve_once(sti_program *p, bool dual, bool with_goal, double box)
{
    Clp_Simplex *clp = p->solver->clp;
    if (!load(p)) return STI_FAILED;
    double *goal = Clp_objective(clp), *low = Clp_columnLower(clp), *high = Clp_columnUpper(clp);
    for (int j = 0; j < p->columns; j++) {
        if (!with_goal) goal[j] = 0;
        low[j] = fmax(low[j], -box);
        high[j] = fmin(high[j], box);
    }
    if (dual)
        Clp_dual(clp, 0);
    else
        Clp_primal(clp, 0);
    sti_outcome outcome = outcome_of(Clp_status(clp));
    return outcome == STI_OPTIMAL && !accept_solution(p) ? STI_FAILED : outcome;
}

/* Where both methods disagree: is there a feasible point, and how large is the value in a box? */
static sti_outcome resolve_disagreement(sti_program *p)
{
    sti_outcome first = solve_once(p, false, false, INFINITY), second = solve_once(p, true, false, INFINITY);
    if (first == STI_INFEASIBLE && second == STI_INFEASIBLE) return STI_INFEASIBLE;
    if (first != STI_OPTIMAL && second != STI_OPTIMAL) return STI_FAILED;
    for (int dual = 0; dual < 2; dual++)
        if (solve_once(p, dual, true, clp_box) == STI_OPTIMAL)
            return p->value > clp_box_share * clp_box ? STI_UNBOUNDED : STI_OPTIMAL;
    return STI_FAILED;
}

sti_outcome bri_program_solve(sti_program *p)
{
    p->solved++;
    if (p->solver->broken) return STI_FAILED;
    sti_outcome first = bri_dual_simplex(p, &p->solver->memory);
    if (first != STI_FAILED) return first;
    first = solve_again(p);
    if (first != STI_OPTIMAL) first = solve_warm(p);
    if (first != STI_OPTIMAL) first = solve_once(p, false, true, INFINITY);
    if (first == STI_OPTIMAL) {
        keep_basis(p);
        p->solver->loaded = true;
        return first;
    }
    sti_outcome second = solve_once(p, true, true, INFINITY);
    bool agree = second == first || (second == STI_OPTIMAL && first != STI_UNBOUNDED);
    return agree && second != STI_FAILED ? second : resolve_disagreement(p);
}
