/* family.h - kinds that stand in for each other, and how a model file names one of them
 *
 * by key:   pivot: {revolute: [ground, crank], at: [0, 0]}      the kind's name is a key; its value is the kind's first
 *           parameter, and the others stand beside it
 * by word:  friction: {law: dahl, mu_k: 0.2}      the value of the row is the kind's name, and the kind's parameters
 *           stand beside it, in the mapping of the row's holder
 * only:     crank: {mass: 1 kg}      there is one kind, which needs no name
 * plain:    value: 5 N      what is no mapping is the first parameter of the family's plain kind */
#ifndef BRISTLE_KIND_FAMILY_H
#define BRISTLE_KIND_FAMILY_H

#include "bristle/kind.h"

typedef enum bri_naming {
    BRI_BY_KEY,
    BRI_BY_WORD,
    BRI_ONLY,
} bri_naming;

typedef struct bri_family {
    const char *name; /* "signal" */
    bri_naming naming;
    const bri_kind *(*kind)(int index); /* NULL past the last */
    const bri_kind *plain;              /* NULL: must be a mapping */
    bool unnamed;                       /* several of them are a list, not a mapping of names */
    void (*start)(void *params);        /* puts something else in the place of the defaults; NULL: nothing */
} bri_family;

#endif
