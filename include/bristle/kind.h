/* kind.h - what a law (later: a joint, a contact, an integrator) says about itself
 *
 * A kind carries one table of parameters, and that table is the only place where a parameter is described. Defaults,
 * ranges, units, help, JSON Schema, reference pages and tests are read from it. Tables end with a NULL name. */
#ifndef BRISTLE_KIND_H
#define BRISTLE_KIND_H

#include <stdbool.h>
#include <stddef.h>

#include "bristle/status.h"
#include "bristle/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef BRI_REAL_IS_VECTOR /* inside the library bri_real is also a vector of 2, 4 or 8 doubles */
typedef double bri_real;
#endif

enum {
    BRI_LIST_MAX = 16
};
typedef struct bri_list {
    int count;
    bri_real at[BRI_LIST_MAX];
} bri_list;

typedef enum bri_type {
    BRI_REAL,   /* bri_real */
    BRI_INT,    /* int */
    BRI_CHOICE, /* int: which of the words */
    BRI_LIST,   /* bri_list */
} bri_type;

typedef struct bri_param {
    const char *name, *unit, *doc; /* a unit that follows a choice: "N/m|1/m", one for each of its words */
    bri_type type;
    size_t offset;            /* in the struct of parameters */
    double initial, min, max; /* SI, finite; both ends are allowed */
    const char *words;        /* a choice: "force|load"; a list: its default values, "1 0.5 0.25" */
    const char *follows;      /* the choice that picks the unit; NULL: one unit */
} bri_param;

typedef enum bri_shape {
    BRI_ONE,
    BRI_EACH_DIRECTION, /* one for each component of sliding */
    BRI_EACH_ELEMENT,   /* one for each value of the kind's lists */
    BRI_EACH_BOTH,      /* for each element, one for each component */
} bri_shape;

typedef struct bri_variable { /* a state, a mode, an edge or an output */
    const char *name, *unit, *doc;
    bri_shape shape;
    double min, max; /* an output's range of validity; equal: no limit */
} bri_variable;

typedef struct bri_kind {
    const char *name, *family, *title, *equations, *reference, *defects;
    size_t params_size;
    const bri_param *params;
    const bri_variable *states, *modes, *edges, *outputs;    /* NULL: none */
    bri_status (*check)(const void *params, bri_error *err); /* what the ranges cannot say; may be NULL */
} bri_kind;

#define BRI_PARAM(type_, field, unit_, initial_, min_, max_, doc_)                                                     \
    {                                                                                                                  \
#field, unit_, doc_, BRI_REAL, offsetof(type_, field), initial_, min_, max_, NULL, NULL                        \
    }
#define BRI_PARAM_BY(type_, field, choice_, units_, initial_, min_, max_, doc_)                                        \
    {                                                                                                                  \
#field, units_, doc_, BRI_REAL, offsetof(type_, field), initial_, min_, max_, NULL, choice_                    \
    }
#define BRI_INT_PARAM(type_, field, initial_, min_, max_, doc_)                                                        \
    {                                                                                                                  \
#field, "1", doc_, BRI_INT, offsetof(type_, field), initial_, min_, max_, NULL, NULL                           \
    }
#define BRI_CHOICE_PARAM(type_, field, words_, doc_)                                                                   \
    {                                                                                                                  \
#field, "1", doc_, BRI_CHOICE, offsetof(type_, field), 0, 0, 0, words_, NULL                                   \
    }
#define BRI_LIST_PARAM(type_, field, choice_, units_, values_, min_, max_, doc_)                                       \
    {                                                                                                                  \
#field, units_, doc_, BRI_LIST, offsetof(type_, field), 0, min_, max_, values_, choice_                        \
    }

/* Room for the parameters of any kind of this library, to be passed as params. */
typedef struct bri_params {
    double room[64];
} bri_params;

void bri_params_defaults(const bri_kind *kind, void *params);
bri_status bri_params_set(const bri_kind *kind, void *params, const char *name, double value, bri_error *err);
/* "1 mm/s", "load", "1e5, 2e5 N/m". A list's elements are also numbers of their own: k.1, k.2, ... */
bri_status bri_params_set_text(const bri_kind *kind, void *params, bri_units *units, const char *name, const char *text,
                               bri_error *err);
bri_status bri_params_get(const bri_kind *kind, const void *params, const char *name, double *value, bri_error *err);

typedef struct bri_setting {
    const char *name, *text, *where; /* where: put before a complaint; may be NULL */
} bri_setting;
/* Several at once, on top of what params holds: a unit that is written picks the choice it follows (sigma0: 1e5 1/m picks
 * scaling: load), and every complaint is given, those of bri_params_check too. On failure params is unchanged. */
bri_status bri_params_read(const bri_kind *kind, void *params, bri_units *units, const bri_setting *settings,
                           size_t count, bri_error *err);
bri_status bri_params_check(const bri_kind *kind, const void *params, bri_error *err);

const bri_param *bri_param_find(const bri_kind *kind, const char *name); /* NULL: no such parameter */
/* The unit that holds under the choices in params (NULL: the defaults). */
const char *bri_param_unit(const bri_kind *kind, const bri_param *param, const void *params, char out[32]);
/* The index-th of words such as "force|load"; NULL past the last. */
const char *bri_word(const char *words, int index, char out[32]);
int bri_kind_elements(const bri_kind *kind, const void *params); /* length of its lists; 1 without any */
/* How many numbers a table of variables stands for. */
int bri_variables_count(const bri_variable *table, int dim, int elements);

#ifdef __cplusplus
}
#endif
#endif
