/* check_model.h - one model file against the properties that every run has
 *
 * refused and ended are proper outcomes: the model was rejected, or its run ended early, with a sentence. slow: the run was cut
 * off by the step limit. All others are faults. */
#ifndef BRISTLE_TESTS_CAMPAIGN_CHECK_MODEL_H
#define BRISTLE_TESTS_CAMPAIGN_CHECK_MODEL_H

#include <stddef.h>

#include "bristle/unit.h"

#define OUTCOMES(X)                                                                                                    \
    X(FINE, "fine", 0)                                                                                                 \
    X(REFUSED, "refused", 0)       /* with a sentence */                                                               \
    X(ENDED, "ended", 0)           /* early, with a sentence */                                                        \
    X(SAID, "said", 0)             /* runs differ, and a message of the run explains it */                             \
    X(SLOW, "slow", 0)             /* cut off by the step limit */                                                     \
    X(SENSITIVE, "sensitive", 0)   /* integrators differ as runs of a slightly changed model do */                     \
    X(UNCERTAIN, "uncertain", 0)   /* only one of two integrators ends early */                                        \
    X(ENERGY, "energy", 0)         /* the balance is open at a tight tolerance too: said, exit status 1 */             \
    X(INACCURATE, "inaccurate", 1) /* the default run is off, and tight ones agree */                                  \
    X(DISAGREES, "disagrees", 1)   /* integrators differ at a tight tolerance, too */                                  \
    X(MUTE, "mute", 1)             /* a failure without a sentence */                                                  \
    X(NOT_A_NUMBER, "nan", 1)                                                                                          \
    X(BITS, "bits", 1)     /* rows, channels or writing the model change the motion */                                 \
    X(REPLAY, "replay", 1) /* a restored simulation moves otherwise */                                                 \
    X(HANG, "hang", 1)                                                                                                 \
    X(CRASH, "crash", 1)

typedef enum outcome {
#define X(name, word, fault) name,
    OUTCOMES(X)
#undef X
    OUTCOME_COUNT
} outcome;

typedef struct finding {
    outcome outcome;
    int runs;       /* that were made */
    char what[240]; /* sentence or numbers */
} finding;

/* The name stands for the file in messages. */
finding check_model(const char *text, size_t length, const char *name);

#endif
