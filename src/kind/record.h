/* record.h - parts of a model created, copied and destroyed as the tables of their kinds say */
#ifndef BRISTLE_KIND_RECORD_H
#define BRISTLE_KIND_RECORD_H

#include "bristle/kind.h"

/* Gives an empty record ({0}) a kind, with the parameters at their defaults, and a copy of name (NULL: none). On
 * failure the record stays empty. */
bri_status bri_record_create(bri_record *record, const bri_kind *kind, const char *name, bri_error *err);
/* A deep copy into an empty record. On failure copy is empty. */
bri_status bri_record_copy(const bri_record *from, bri_record *copy, bri_error *err);
void bri_record_destroy(bri_record *record); /* frees what it owns and leaves it empty */

/* count empty records. */
bri_status bri_records_create(bri_records *records, int count, bri_error *err);
void bri_records_destroy(bri_records *records);
bri_record *bri_records_find(const bri_records *records, const char *name); /* NULL: none has that name */

void bri_names_destroy(bri_names *names);
bri_status bri_string_copy(const char *from, char **copy, bri_error *err); /* a copy of NULL is NULL */

/* The address of the parameter that a row describes. */
static inline void *bri_row_at(const bri_param *row, const void *params)
{
    return (char *)(size_t)params + row->offset;
}

#endif
