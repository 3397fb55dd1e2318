/* reader.h - the context of reading a model: the units, the part that is being read, and the errors found so far */
#ifndef BRISTLE_MODEL_READER_H
#define BRISTLE_MODEL_READER_H

#include "base/fail.h"
#include "io/yaml.h"
#include "model/definitions.h"
#include "model/families.h"

typedef struct bri_place { /* position of a value in the file */
    const void *what;      /* address of the value in its record */
    int line, column;
} bri_place;

enum {
    BRI_READER_ERRORS_MAX = 100
};
typedef struct bri_reader_message {
    bri_status status;
    int line, column, order;
    char where[256], what[512];
} bri_reader_message;
typedef struct bri_reader {
    bri_units *units;
    const bri_catalogue *catalogue; /* of friction laws; NULL: those of the library */
    const bri_definitions *defined; /* parameters of the model; NULL: none */
    const char *name;               /* of the file, or of what is being set */
    bool in_file;                   /* messages have lines and columns */
    const bri_family *group;        /* family of the named part that is being read; NULL: none */
    const char *part;               /* its name */
    bri_place *places;              /* positions of names, for checks after reading */
    size_t place_count, place_room;
    bri_reader_message *kept; /* messages; reported at the end, sorted by position */
    int errors;
    int skipped;       /* values that were not read because of an error, which was reported */
    bri_status status; /* of the first error */
    bri_error *err;
} bri_reader;

/* Adds an error at a line and column; its message begins with the name of the part. Beyond BRI_READER_ERRORS_MAX errors
 * are only counted. */
void bri_reader_error(bri_reader *reader, bri_status status, int line, int column, const char *format, ...)
    BRI_PRINTF(5, 6);
/* Adds an error, with the status BRI_NOT_FOUND, at the position of a value that was read, or else of the record. */
void bri_reader_error_at(bri_reader *reader, const void *what, const bri_record *record, const char *format, ...)
    BRI_PRINTF(4, 5);
#define NODE_ERROR(reader, node, ...) bri_reader_error(reader, BRI_BAD_VALUE, (node)->line, (node)->column, __VA_ARGS__)

bool bri_node_is_empty(const bri_node *node); /* a key without a value, as in "mass:" */
/* "name must be wanted, not ...", where the node says what was given. */
void bri_reader_wrong_type(bri_reader *reader, const bri_node *node, const char *name, const char *wanted);

/* Whether the "where" of an error is a place in an expression, "character 7". */
bool bri_is_in_text(const char *where);
/* Column of such a place, else of the node; a text over several lines has none but its first. */
int bri_node_column(const bri_node *node, const char *where);

bri_status bri_reader_no_memory(bri_reader *reader);
/* Passes every error to reader->err, frees what the reader holds, and returns the status of the first error. */
bri_status bri_reader_end(bri_reader *reader);

#endif
