/* family.h - a family is a list of kinds of which a model file chooses one, and the way in which the file names it
 *
 * by key:   pivot: {revolute: [ground, crank], at: [0, 0]}      the name of the kind is a key; its value is the kind's
 *           first parameter, and the other parameters are further keys
 * by word:  friction: {law: dahl, mu_k: 0.2}      the name of the kind is the value of a key; the kind's parameters are
 *           further keys of the same mapping
 * only:     crank: {mass: 1 kg}      the family has one kind, which needs no name
 * plain:    value: 5 N      a value that is not a mapping is the first parameter of the family's plain kind */
#ifndef BRISTLE_KIND_FAMILY_H
#define BRISTLE_KIND_FAMILY_H

#include "bristle/kind.h"

enum {
    BRI_ROWS_MAX = 40, /* parameters of a kind, with the last, empty row */
    BRI_UNITS_ROOM =
        256, /* of a list of units, or of variables, resolved for rotation: at most twice as long as in its table */
    BRI_WORDS_MAX = 32 /* words of a choice */
};

typedef enum bri_naming {
    BRI_BY_KEY,
    BRI_BY_WORD,
    BRI_ONLY,
} bri_naming;

typedef struct bri_family {
    const char *name; /* "signal" */
    bri_naming naming;
    const bri_kind *(*kind)(int index); /* NULL past the last */
    const bri_kind *plain;              /* NULL: the value must be a mapping */
    bool unnamed;                       /* several of them form a list, not a mapping with names */
    void (*start)(void *params);        /* changes the defaults of new parameters; NULL: no change */
} bri_family;

#endif
