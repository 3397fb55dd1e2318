/* record.h - one part of a model: made, copied and destroyed as its kind's table says */
#ifndef BRISTLE_KIND_RECORD_H
#define BRISTLE_KIND_RECORD_H

#include "bristle/kind.h"

/* Gives the record its kind, with the parameters at their defaults, and a name (NULL: none). It was empty ({0}). */
bri_status bri_record_create(bri_record *record, const bri_kind *kind, const char *name, bri_error *err);
bri_status bri_record_copy(const bri_record *from, bri_record *copy, bri_error *err);
void bri_record_destroy(bri_record *record); /* leaves it empty; what it lies in is not freed */

/* All at {0}, without a kind. */
bri_status bri_records_create(bri_records *records, int count, bri_error *err);
void bri_records_destroy(bri_records *records);
bri_record *bri_records_find(const bri_records *records, const char *name); /* NULL: none has that name */

void bri_names_destroy(bri_names *names);
bri_status bri_string_copy(const char *from, char **copy, bri_error *err); /* NULL: a copy of nothing */

/* Where a parameter of this row stands. */
static inline void *bri_row_at(const bri_param *row, const void *params)
{
    return (char *)(size_t)params + row->offset;
}

#endif
