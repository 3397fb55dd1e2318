/* store.h - the store of a study: a file with a row for each run, by the part 'sqlite'
 *
 * Rows have keys (run_key.h); one program at a time may write, others may read. What was committed stays when the program is killed; a
 * power cut loses what came after the last checkpoint. A store is used by one thread at a time. */
#ifndef BRISTLE_STUDY_STORE_H
#define BRISTLE_STUDY_STORE_H

#include <stdbool.h>
#include <stddef.h>

#include "bristle/status.h"
#include "study/run_key.h"

typedef struct bri_store bri_store;

typedef enum bri_store_mode {
    BRI_STORE_READ,
    BRI_STORE_WRITE, /* creates the file if there is none */
    BRI_STORE_ALONE, /* the same, without readers: as on network file systems */
} bri_store_mode;

typedef struct bri_store_column { /* of a parameter or a measure */
    const char *name, *unit, *kind;
} bri_store_column;

typedef struct bri_store_cell { /* a number, in SI units, or a text; NAN and NULL: neither */
    double number;
    const char *text;
} bri_store_cell;

typedef struct bri_store_row {
    bri_run_key key;
    long long id;                 /* in the store; 0: a new one */
    long long run;                /* its number in the study, from 1; 0: it has none there */
    const char *status, *message; /* message NULL: none */
    long long steps, evaluations;
    double seconds;
    const bri_store_cell *cell; /* of each column */
    int cells;
} bri_store_row;

/* Of the part. Each begins a transaction by itself unless begin was called. */
typedef struct bri_store_functions {
    bri_status (*open)(const char *path, bri_store_mode mode, bri_store **store, bri_error *err);
    int (*columns)(const bri_store *store);         /* of parameters and measures; 0: it is new */
    const char *(*network)(const bri_store *store); /* file system, "nfs"; NULL: a local one */
    bri_status (*create)(bri_store *store, const bri_store_column *column, int count, bri_error *err);
    /* A text about the study, which belongs to the caller; NULL: there is none. */
    bri_status (*get)(bri_store *store, const char *name, char **text, bri_error *err);
    bri_status (*set)(bri_store *store, const char *name, const char *text, bri_error *err);
    /* Notes a command that writes, with its date. */
    bri_status (*note)(bri_store *store, const char *version, const char *command, bri_error *err);
    bri_status (*begin)(bri_store *store, bri_error *err);
    bri_status (*commit)(bri_store *store, bri_error *err);
    bri_status (*checkpoint)(bri_store *store, bri_error *err);
    bri_status (*put)(bri_store *store, const bri_store_row *row, bri_error *err); /* with an id: replaces that row */
    bri_status (*number)(bri_store *store, long long id, long long run,
                         bri_error *err); /* changes the number of a row */
    /* Passes every row to take until it returns false; cells: in the order of their numbers. A row that has changed since it was put is an
     * error. */
    bri_status (*each)(bri_store *store, bool cells, bool (*take)(void *user, const bri_store_row *row), void *user,
                       bri_error *err);
    bri_status (*close)(bri_store *store, bri_error *err); /* NULL is allowed */
} bri_store_functions;

/* The part; NULL: it is missing, and err says so. */
const bri_store_functions *bri_store_part(const char *path, bri_error *err);

#endif
