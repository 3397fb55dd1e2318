/* partition.h - independent coordinates: an integrator sees as many positions as there are degrees of freedom */
#ifndef BRISTLE_SYSTEM_PARTITION_H
#define BRISTLE_SYSTEM_PARTITION_H

#include "system/engine.h"

typedef struct bri_partition bri_partition;

/* problem comes as the engine's, in all coordinates, and leaves in independent ones. The partition lives in the engine's
 * arena. */
bri_status bri_partition_create(bri_engine *engine, double t, const double *x, const double *discrete,
                                bri_problem *problem, bri_partition **partition, bri_error *err);
/* All coordinates of a reduced state. whole: states and quadratures of the system. */
void bri_partition_expand(bri_partition *partition, double t, const double *x, const double *discrete, double *whole);
/* The same within the last step: accepting it may have chosen other coordinates, which its interpolant does not speak of. */
void bri_partition_expand_within(bri_partition *partition, double t, const double *x, const double *discrete,
                                 double *whole);
void bri_partition_reduce(const bri_partition *partition, const double *whole, double *x);
/* The dependent coordinates are looked for near those of an accepted state. */
void bri_partition_accept(bri_partition *partition, double t, const double *whole);

/* Memory on which its evaluations depend: how many blocks. */
int bri_partition_memory(bri_partition *partition, bri_block *blocks);

#endif
