/* result.c - a result and the memory of its lists and texts */
#include "sim/result.h"

#include <math.h>

#include <stdlib.h>

#include "sim/tolerance.h"

typedef struct whole_result {
    bri_result result; /* the first */
    bri_redundancy_summary redundancy;
    bri_statistics statistics;
    bri_arena arena;
} whole_result;

bri_result *bri_result_create(void)
{
    whole_result *whole = calloc(1, sizeof *whole);
    if (!whole) return NULL;
    whole->redundancy.treatment = whole->redundancy.friction = whole->redundancy.eliminated = "";
    whole->statistics.integrator = whole->statistics.why = whole->statistics.constraints = "";
    whole->result.redundancy = &whole->redundancy;
    whole->result.statistics = &whole->statistics;
    whole->result.why = "";
    return &whole->result;
}

bri_arena *bri_result_arena(bri_result *result) { return &((whole_result *)result)->arena; }

void bri_result_destroy(bri_result *result)
{
    if (!result) return;
    bri_table_destroy(result->channels);
    bri_arena_free(bri_result_arena(result));
    free(result);
}

double bri_energy_alarm(const bri_result *result)
{
    return tol_energy * result->energy_turnover + tol_energy_rounding * result->energy_scale;
}

bool bri_energy_balance_closes(const bri_result *result)
{
    double most = bri_energy_alarm(result);
    return fabs(result->energy_error) <= most && fabs(result->energy_drift) <= most;
}
