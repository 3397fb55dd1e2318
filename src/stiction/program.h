/* program.h - linear programs: created, filled row by row, and solved many times with changed rows
 *
 * Small programs are solved by dual_simplex.c, others by COIN-OR Clp, a part that is loaded when one needs it. Nothing is printed, and
 * the answer is the same in every run. */
#ifndef BRISTLE_STICTION_PROGRAM_H
#define BRISTLE_STICTION_PROGRAM_H

#include "bristle/status.h"
#include "stiction/linear_program.h"

/* A program without rows, with free unknowns and no goal. The caller destroys it. */
bri_status bri_program_create(int columns, sti_program **program, bri_error *err);
void bri_program_destroy(sti_program *program); /* NULL is allowed */
/* Removes all rows, frees all unknowns, sets the goal to 0. Keeps the memory. */
void bri_program_clear(sti_program *program);
/* Appends a row of zeros and returns it to be filled; valid until the next row. NULL: out of memory, and every later solve
 * returns STI_FAILED. */
double *bri_program_row(sti_program *program, double low, double high);
/* Solves; x and value are set with STI_OPTIMAL. A program of which only the goal has changed is solved fastest; where
 * bounds have changed, it must have been cleared and filled again. */
sti_outcome bri_program_solve(sti_program *program);
/* Adds the number of solves of another program to that of this one, and what it lacked. */
void bri_program_count(sti_program *program, const sti_program *other);
/* Fails if a solve of the program failed because the part 'clp' is missing: err says what needs it and how to get it. */
bri_status bri_program_check(const sti_program *program, const char *needed_by, bri_error *err);

#endif
