/* pattern.h - the sparsity pattern of J M^-1 J^T */
#ifndef BRISTLE_SYSTEM_PATTERN_H
#define BRISTLE_SYSTEM_PATTERN_H

#include "system/system.h"

/* Requires rows and patches. Writes touches, pairs, reaches and the pattern of the sparse matrix. */
bri_status bri_find_pattern(bri_system *system, bri_error *err);

#endif
