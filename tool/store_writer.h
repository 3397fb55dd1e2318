/* store_writer.h - a thread that writes the rows of a study to its store as they arrive */
#ifndef BRISTLE_TOOL_STORE_WRITER_H
#define BRISTLE_TOOL_STORE_WRITER_H

#include "study.h"

typedef struct store_writer store_writer;

/* NULL: it was reported why not. */
store_writer *writer_start(study_session *s);
/* Takes a row, from any thread; waits while the writer is far behind. After a failure rows are dropped, and the study is asked to stop. */
void writer_take(store_writer *w, size_t run, bri_study_row *row);
/* Writes what has arrived, and ends. *written: rows in the store. A failure is printed here, once. */
int writer_end(store_writer *w, size_t *written);

#endif
