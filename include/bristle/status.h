/* status.h - what every call that can fail returns, and its error message */
#ifndef BRISTLE_STATUS_H
#define BRISTLE_STATUS_H

#include "bristle/api.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bri_status {
    BRI_OK,
    BRI_NO_MEMORY,
    BRI_NOT_FOUND,      /* no kind, parameter or channel has that name */
    BRI_BAD_VALUE,      /* a value outside the range of its parameter, or a unit of the wrong dimension */
    BRI_MISSING,        /* a required parameter, or a property that a law needs of its surfaces, is not given */
    BRI_BAD_FILE,       /* the file cannot be read, or has the wrong format */
    BRI_BAD_MODEL,      /* the parts of the model do not form a mechanism that can be simulated */
    BRI_CANNOT_WRITE,   /* a file or stream cannot be written: no space, no permission */
    BRI_SINGULAR,       /* the constraints are linearly dependent at this position */
    BRI_NO_SOLUTION,    /* friction and reactions have no common solution at this state */
    BRI_NO_CONVERGENCE, /* no step is small enough for the tolerances, or an iteration does not converge */
    BRI_STOPPED,        /* a function of the caller asked to stop */
} bri_status;

/* The error of the last call. Initialise it with {0} once; it can be used for any number of calls. NULL is allowed instead of a
 * bri_error in every function. A function first sets status, where and what to BRI_OK and "", then stores the first error of the
 * call. It calls `each` with every error and warning, including the first. A message that does not fit is cut and ends with
 * "...". */
typedef struct bri_error {
    bri_status status; /* BRI_OK: a warning */
    char where[256];   /* "slider.yaml:12:9", "law 'dahl'", or "" */
    char what[512];    /* one sentence: what is wrong and, where possible, what to do */
    void (*each)(const struct bri_error *one, void *user); /* NULL: not called */
    void *user;                                            /* passed to each */
    void *reserved[4];                                     /* 0; for later versions */
} bri_error;

/* For user-defined functions that report errors: writes a message as printf does, calls err->each, and returns the status. An error
 * that is stored in err already stays. BRI_OK: a warning, which is passed to err->each only. err may be NULL. */
BRI_API bri_status bri_fail(bri_error *err, bri_status status, const char *format, ...) BRI_PRINTF(3, 4);
BRI_API const char *bri_status_name(bri_status status); /* "not found", for BRI_NOT_FOUND; a constant string */

#ifdef __cplusplus
}
#endif
#endif
