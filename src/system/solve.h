/* solve.h - accelerations, reactions and friction at a point, solved together */
#ifndef BRISTLE_SYSTEM_SOLVE_H
#define BRISTLE_SYSTEM_SOLVE_H

#include "system/coherence.h"
#include "system/condense.h"

typedef struct bri_newton_room bri_newton_room;

typedef struct
    bri_solver { /* scratch of every method, one for each thread; what it holds between calls means nothing */
    const bri_system *system;
    bri_redundancy_room *redundancy;
    bri_condense_room *condense;
    bri_coherence_room *coherence;
    bri_newton_room *newton;
    bri_iterations count; /* for statistics */
    bri_halt halt;        /* asked in long searches and factorisations: give up */
} bri_solver;

/* Room in the arena, which says if it failed. */
void bri_solver_create(const bri_system *system, bri_arena *arena, bri_solver *solver);

/* The solution of a point from a guess. A function of its arguments: nothing is kept from one call to the next. Where it
 * is not BRI_FINE, solution->failure says why, and the solution belongs to no point. */
bri_outcome bri_solve(bri_solver *solver, const bri_point *point, const bri_solve_options *options,
                      const bri_guess *guess, bri_solution *solution);

/* The same up to the friction law: J M^-1 J^T, redundancy, multipliers without friction and by friction, patches under zero
 * multipliers, and friction under them. For count_solutions.c; the solution belongs to no point. */
bri_outcome bri_condense_at(bri_solver *solver, const bri_point *point, const bri_solve_options *options,
                            bri_solution *solution);

/* Multipliers and accelerations without friction, and the columns: base, column, lambda = base and a. The solution belongs to no
 * point; its friction is 0. Requires few enough components for columns, and no gap deeper than its law. */
bri_outcome bri_solve_without_friction(bri_solver *solver, const bri_point *point, const bri_solve_options *options,
                                       bri_solution *solution);

/* The factors of J M^-1 J^T without friction, and the columns of friction. Requires a solution of the point. */
void bri_factor_without_friction(bri_solver *solver, const bri_solve_options *options, const bri_point *point,
                                 bri_solution *solution);
/* rows = (J M^-1 J^T)^-1 rows, with the load shared where rows are redundant (options NULL: not shared). Requires the
 * factors without friction. */
void bri_constraint_solve(bri_solver *solver, const bri_solve_options *options, const bri_solution *solution,
                          double *rows);

/* sol->factors = sol->matrix, factored; with what friction adds to it by its slopes, or without. */
bri_pivots bri_factor_with_friction(const bri_point *point, bri_solution *solution);
bri_pivots bri_factor_constraints(const bri_point *point, bri_solution *solution);
/* Size of the terms of the equations before anything cancels: that of the largest row. */
double bri_terms_of(bri_solver *solver, const bri_point *point, const double *lambda);
/* From the largest terms of a solution's multipliers, or from solution->terms where that is above 0. */
bri_floors bri_floors_of(bri_solver *solver, const bri_point *point, const bri_solution *solution);

/* Above 0 on the branch of solutions that starts at zero friction; 0 at a limit point, where two solutions merge and vanish. Only
 * the sign has a meaning of its own: it is a determinant where patches are condensed, else a relative pivot.
 * Requires a solution of a point; of the sparse method it overwrites the factors. */
double bri_branch_indicator(bri_solver *solver, const bri_point *point, bri_solution *solution);

#endif
