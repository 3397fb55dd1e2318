/* dual_simplex.h - small linear programs, without the cost of a large solver */
#ifndef BRISTLE_STICTION_DUAL_SIMPLEX_H
#define BRISTLE_STICTION_DUAL_SIMPLEX_H

#include <stddef.h>

#include "stiction/program.h"

typedef struct sti_memory { /* is kept from one program to the next */
    void *at;
    size_t room;
} sti_memory;

/* STI_OPTIMAL or STI_INFEASIBLE where that is certain; STI_FAILED: another method is needed. */
sti_outcome bri_dual_simplex(sti_program *program, sti_memory *memory);

#endif
