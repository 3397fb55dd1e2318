/* model.h - what the files of this folder share: reading values into records, and names */
#ifndef BRISTLE_MODEL_MODEL_H
#define BRISTLE_MODEL_MODEL_H

#include "base/fail.h"
#include "io/yaml.h"
#include "model/families.h"
#include "model/parts.h"

struct bri_model {
    bri_record root;
    char *name;       /* of its file; NULL: it came from none */
    bri_units *units; /* made when the first text is set */
};

/* --- complaints with places ------------------------------------------------------------------------------------------ */

typedef struct bri_place { /* of a value in a file */
    const void *what;
    int line, column;
} bri_place;

enum {
    BRI_COMPLAINTS_MAX = 100
};
typedef struct bri_complaint {
    bri_status status;
    int line, column, order;
    char where[256], what[512];
} bri_complaint;
typedef struct bri_reader {
    bri_units *units;
    const char *name;        /* of the file, or what is being set */
    bool in_file;            /* places are lines and columns */
    const bri_family *group; /* of the named part that is being read; NULL: in none */
    const char *part;        /* its name */
    bri_place *places;       /* of names, for the checks that come after reading */
    size_t place_count, place_room;
    bri_complaint *kept; /* until the end, where they are given in the order of their places */
    int complaints;
    bri_status status; /* of the first */
    bri_error *err;
} bri_reader;

/* Complains at a line and column, unless too many complaints came before; the sentence begins with the part. */
void bri_refuse(bri_reader *reader, bri_status status, int line, int column, const char *format, ...) BRI_PRINTF(5, 6);
void bri_refuse_at(bri_reader *reader, const void *what, const bri_record *record, const char *format, ...)
    BRI_PRINTF(4, 5);
bri_status bri_refuse_memory(bri_reader *reader);
/* Gives every complaint, frees what the reader holds, and returns its status. */
bri_status bri_reader_end(bri_reader *reader);

/* --- reading: each leaves what it could read, and its complaints in the reader ---------------------------------------- */

void bri_read_record(bri_reader *reader, const bri_node *node, const bri_family *family, bri_sense sense,
                     bri_record *record); /* empty; it may have a name */
/* The value of one row of a record that exists. */
void bri_read_row(bri_reader *reader, const bri_node *node, const bri_param *row, bri_sense sense, bri_record *record);
void bri_check_names(bri_reader *reader, const bri_model *model);

bri_status bri_model_units(bri_model *model, bri_error *err); /* makes its handle, if it has none */
/* bri_model_parse with a handle that stays the caller's: it takes a while to make one. */
bri_status bri_model_parse_with(bri_units *units, const char *text, size_t length, const char *name, bri_model **model,
                                bri_error *err);

#endif
