/* clp.h - functions of the part 'clp': linear programs by COIN-OR Clp */
#ifndef BRISTLE_STICTION_CLP_H
#define BRISTLE_STICTION_CLP_H

#include <stdbool.h>

#include "stiction/linear_program.h"

typedef struct sti_clp_functions {
    void *(*create)(int columns); /* NULL: out of memory */
    void (*destroy)(void *solver);
    /* again: only the goal has changed since this solver returned STI_OPTIMAL. */
    sti_outcome (*solve)(void *solver, sti_program *program, bool again);
} sti_clp_functions;

#endif
