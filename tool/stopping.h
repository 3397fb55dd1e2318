/* stopping.h - Ctrl-C and SIGTERM: the first asks a command to stop and keep what it has, a later one ends the program */
#ifndef BRISTLE_STOPPING_H
#define BRISTLE_STOPPING_H

#include <stdbool.h>

/* From here on both signals end the program at once: the temporary file of a file that is being written is deleted, and the
 * status is UNFINISHED. A closed pipe is no signal: it is detected when output is flushed. */
void end_when_signalled(void);

/* From here on the first signal makes stop_is_wanted true, and one that comes more than a second later ends the program. Those
 * between count as one with the first: timeout and batch systems signal the process and its group. */
void stop_when_signalled(void);
bool stop_is_wanted(void);
void die_when_signalled(void); /* without a word: nothing is left to be done */
void want_to_stop(void);       /* as by a signal */

/* Whoever is asked to stop must answer within this time (us); otherwise the program ends, with a sentence on what is lost. 0, as
 * at the beginning: there is no limit. */
void answer_within(long microseconds);

#endif
