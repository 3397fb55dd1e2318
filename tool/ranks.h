/* ranks.h - the runs of a study by the ranks of an MPI job: rank 0 hands them out, does some itself, and takes their rows
 *
 * Ranks read no files: rank 0 sends them the texts of the study and of its model. */
#ifndef BRISTLE_TOOL_RANKS_H
#define BRISTLE_TOOL_RANKS_H

#include "study.h"

/* Rank 0: does the runs, as do_runs does, with all ranks. */
void ranks_do_runs(const study_session *s, const run_jobs *jobs);
/* Rank 0, at the end: lets the others go, if ranks_do_runs was not called. Returns false if some rank did not end. */
bool ranks_release(void);
/* The other ranks: do what rank 0 hands out, until it has no more. */
void ranks_serve(void);

#endif
