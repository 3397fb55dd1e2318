/* count_solutions.h - the number of solutions that friction and reactions have together at a point */
#ifndef BRISTLE_SYSTEM_COUNT_SOLUTIONS_H
#define BRISTLE_SYSTEM_COUNT_SOLUTIONS_H

#include "system/engine.h"

typedef struct bri_solutions {
    int count;      /* solutions that were found; 0: none */
    bool all_found; /* there are no more */
    int component; /* of friction, in which the solution from the engine's guess differs most from another; -1: from none */
    double taken, other; /* friction force of that component in both, N */
} bri_solutions;

/* With interfaces sliding as they do. room is moved there and overwritten; it is not one of the engine's own evaluations.
 * Allocates. */
bri_status bri_count_solutions(bri_engine *engine, bri_evaluation *room, const bri_instant *at, bri_solutions *out,
                               bri_error *err);
/* Visits the friction of every solution, one number for each component. True: there are no more than those that were visited, which
 * is proved where loads are linear in the reactions, friction in the loads, and no rows are redundant; and every visit returned true.
 * Allocates. */
typedef bool bri_solution_visitor(const double *friction, void *user);
bool bri_all_solutions(bri_engine *engine, bri_evaluation *room, const bri_instant *at, bri_solution_visitor *visit,
                       void *user);
/* Whether solutions near this one are worth counting. False where friction, through the reactions, changes itself by less than
 * tol_gain of its change, which makes the solution unique; and where solutions cannot be counted. Reads columns and slopes as
 * the last attempt to solve left them. */
bool bri_may_have_several(const bri_solution *last);

#endif
