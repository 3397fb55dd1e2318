/* row_message.h - the row of a run as bytes, for another process on a machine of the same kind */
#ifndef BRISTLE_TOOL_ROW_MESSAGE_H
#define BRISTLE_TOOL_ROW_MESSAGE_H

#include "base/text.h"
#include "study/study.h"

void row_pack(bri_text *out, size_t run, const bri_study_row *row);
/* row: empty; bri_study_row_clear frees what it holds. False: the bytes are no row, or out of memory. */
bool row_unpack(const char *bytes, size_t length, size_t *run, bri_study_row *row);

#endif
