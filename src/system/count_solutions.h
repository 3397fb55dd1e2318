/* count_solutions.h - the number of solutions that friction and reactions have together at a point */
#ifndef BRISTLE_SYSTEM_COUNT_SOLUTIONS_H
#define BRISTLE_SYSTEM_COUNT_SOLUTIONS_H

#include "system/engine.h"

/* With interfaces sliding as they do. all_found: there are no more than *count. room is moved there and overwritten; it is
 * not one of the engine's own evaluations. */
bri_status bri_count_solutions(bri_engine *engine, bri_evaluation *room, const bri_instant *at, int *count,
                               bool *all_found, bri_error *err);

#endif
