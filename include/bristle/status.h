/* status.h - what every call that can fail returns, and the sentence that goes with it */
#ifndef BRISTLE_STATUS_H
#define BRISTLE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bri_status {
    BRI_OK,
    BRI_NO_MEMORY,
    BRI_NOT_FOUND,      /* no kind, parameter or channel has that name */
    BRI_BAD_VALUE,      /* outside the range its parameter declares, or in a unit that does not fit */
    BRI_MISSING,        /* a law needs something about its contact that was not given */
    BRI_BAD_FILE,       /* cannot be read, or is not what it should be */
    BRI_BAD_MODEL,      /* the parts do not make a mechanism */
    BRI_CANNOT_WRITE,   /* no space, no permission, in use */
    BRI_SINGULAR,       /* the constraints are dependent here */
    BRI_NO_SOLUTION,    /* friction and reactions have none at this state */
    BRI_NOT_UNIQUE,     /* they have several */
    BRI_NO_CONVERGENCE, /* the step cannot be made small enough */
    BRI_STOPPED,        /* the caller's own function said so */
} bri_status;

typedef struct bri_error { /* start it with {0}; passing NULL is always allowed */
    bri_status status;     /* BRI_OK in a warning */
    char where[256];       /* "slider.yaml:12:9", or "law 'dahl'"; a text that is cut ends with "..." */
    char what[512];        /* one sentence for the author of the model */
    void (*each)(const struct bri_error *one, void *user); /* given every complaint and warning; the first stays here */
    void *user;
} bri_error;

const char *bri_status_name(bri_status status); /* "not found" */

#ifdef __cplusplus
}
#endif
#endif
