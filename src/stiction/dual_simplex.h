/* dual_simplex.h - dual simplex method for small dense linear programs */
#ifndef BRISTLE_STICTION_DUAL_SIMPLEX_H
#define BRISTLE_STICTION_DUAL_SIMPLEX_H

#include <stddef.h>

#include "stiction/linear_program.h"

typedef struct sti_memory { /* scratch that is kept from one program to the next; starts as {0}; free(at) at the end */
    void *at;
    size_t room;
} sti_memory;

/* Solves a program of at most 40 unknowns that are not fixed. STI_OPTIMAL sets x and value; STI_INFEASIBLE
 * and STI_UNBOUNDED are proved; STI_FAILED: another method is needed (too many unknowns, or rounding). */
sti_outcome bri_dual_simplex(sti_program *program, sti_memory *memory);

#endif
