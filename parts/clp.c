/* clp.c - the part 'clp': linear programs by COIN-OR Clp
 *
 * Clp's answers are verified: a solution must satisfy all rows, and a program counts as infeasible or unbounded only if the
 * primal and the dual method agree on it, each from its own start. */
#include "stiction/clp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <coin/Clp_C_Interface.h>

#include "part/part.h"
#include "stiction/tolerance.h"

typedef struct clp_solver {
    Clp_Simplex *clp;
    CoinBigIndex *start; /* matrix by columns, as Clp wants it */
    int *index, room;
    double *value;
    unsigned char *basis; /* of the last solution */
    int basis_columns, basis_rows, basis_room;
} clp_solver;

static void destroy(void *solver)
{
    clp_solver *s = solver;
    if (!s) return;
    if (s->clp) Clp_deleteModel(s->clp);
    free(s->start);
    free(s->index);
    free(s->value);
    free(s->basis);
    free(s);
}

static void *create(int columns)
{
    clp_solver *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->clp = Clp_newModel();
    s->start = calloc((size_t)columns + 2, sizeof *s->start);
    if (!s->clp || !s->start) {
        destroy(s);
        return NULL;
    }
    Clp_setLogLevel(s->clp, 0);
    Clp_scaling(s->clp, 0);
    Clp_setPrimalTolerance(s->clp, tol_clp_primal);
    Clp_setPerturbation(s->clp, 100); /* none: it would be random */
    Clp_setDualTolerance(s->clp, tol_clp_dual);
    return s;
}

/* Passes the program to Clp. False: out of memory. */
static bool load(clp_solver *s, const sti_program *p)
{
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
static bool accept_solution(const clp_solver *s, sti_program *p)
{
    const double *x = Clp_primalColumnSolution(s->clp);
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
static void keep_basis(clp_solver *s, const sti_program *p)
{
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
static sti_outcome solve_warm(clp_solver *s, sti_program *p)
{
    if (!s->basis || s->basis_columns != p->columns || s->basis_rows != p->rows || !load(s, p)) return STI_FAILED;
    Clp_copyinStatus(s->clp, s->basis);
    Clp_primal(s->clp, 0);
    return Clp_status(s->clp) == 0 && accept_solution(s, p) ? STI_OPTIMAL : STI_FAILED;
}

/* Only the goal has changed since the last solution. */
static sti_outcome solve_again(clp_solver *s, sti_program *p)
{
    Clp_chgObjCoefficients(s->clp, p->goal);
    Clp_primal(s->clp, 0);
    return Clp_status(s->clp) == 0 && accept_solution(s, p) ? STI_OPTIMAL : STI_FAILED;
}

/* Solves by one method, from the start, with unknowns limited to the box. */
static sti_outcome solve_once(clp_solver *s, sti_program *p, bool dual, bool with_goal, double box)
{
    Clp_Simplex *clp = s->clp;
    if (!load(s, p)) return STI_FAILED;
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
    return outcome == STI_OPTIMAL && !accept_solution(s, p) ? STI_FAILED : outcome;
}

/* Where both methods disagree: is there a feasible point, and how large is the value in a box? */
static sti_outcome resolve_disagreement(clp_solver *s, sti_program *p)
{
    sti_outcome first = solve_once(s, p, false, false, INFINITY), second = solve_once(s, p, true, false, INFINITY);
    if (first == STI_INFEASIBLE && second == STI_INFEASIBLE) return STI_INFEASIBLE;
    if (first != STI_OPTIMAL && second != STI_OPTIMAL) return STI_FAILED;
    for (int dual = 0; dual < 2; dual++)
        if (solve_once(s, p, dual, true, clp_box) == STI_OPTIMAL)
            return p->value > clp_box_share * clp_box ? STI_UNBOUNDED : STI_OPTIMAL;
    return STI_FAILED;
}

static sti_outcome solve(void *solver, sti_program *p, bool again)
{
    clp_solver *s = solver;
    sti_outcome first = again ? solve_again(s, p) : STI_FAILED;
    if (first != STI_OPTIMAL) first = solve_warm(s, p);
    if (first != STI_OPTIMAL) first = solve_once(s, p, false, true, INFINITY);
    if (first == STI_OPTIMAL) {
        keep_basis(s, p);
        return first;
    }
    sti_outcome second = solve_once(s, p, true, true, INFINITY);
    bool agree = second == first || (second == STI_OPTIMAL && first != STI_UNBOUNDED);
    return agree && second != STI_FAILED ? second : resolve_disagreement(s, p);
}

static const sti_clp_functions functions = {.create = create, .destroy = destroy, .solve = solve};

BRI_PART_EXPORT(clp, functions);
