/* kind.h - the description of a law, joint, force, signal or other part of a model
 *
 * A kind has one table of parameters, which is the only place where a parameter is described: defaults, ranges, units,
 * help, JSON Schema, reference pages and tests are derived from it. Tables end with an entry whose name is NULL.
 *
 * The functions below work on a struct of parameters, params, of kind->params_size bytes: bri_params for a friction
 * law. All numbers are in SI units. On failure they leave params unchanged. */
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
    BRI_LIST_MAX = 16,     /* largest length of a list with one number for each element of a law */
    BRI_NUMBERS_MAX = 256, /* largest length of any other list */
};
typedef struct bri_list {
    int count;
    bri_real at[BRI_NUMBERS_MAX];
} bri_list;

enum {
    BRI_FORMULA_TEXT = 400,   /* bytes of an expression, with its end */
    BRI_FORMULA_CODE = 120,   /* instructions */
    BRI_FORMULA_NUMBERS = 32, /* different numbers */
    BRI_QUANTITIES_MAX = 16,
    BRI_QUANTITY_NAME = 24, /* bytes, with the end */
    BRI_QUANTITY_UNIT = 40, /* room for all base units with powers up to 9 */
};
typedef struct bri_formula { /* an expression; set by its text, from which the library makes the program */
    char text[BRI_FORMULA_TEXT];
    int length, numbers;
    unsigned char code[BRI_FORMULA_CODE][2]; /* operation and operand, in postfix order */
    double number[BRI_FORMULA_NUMBERS];
} bri_formula;

typedef struct bri_quantities { /* named parameters of an expression, with SI units */
    int count;
    char name[BRI_QUANTITIES_MAX][BRI_QUANTITY_NAME], unit[BRI_QUANTITIES_MAX][BRI_QUANTITY_UNIT];
    double value[BRI_QUANTITIES_MAX];
} bri_quantities;

typedef enum bri_type {
    BRI_REAL,       /* bri_real */
    BRI_INT,        /* int */
    BRI_CHOICE,     /* int: index of one of the words */
    BRI_LIST,       /* bri_list */
    BRI_FORMULA,    /* bri_formula */
    BRI_QUANTITIES, /* bri_quantities; one such row serves all formulas of its kind */
    /* Only in parts of a model, not in laws. What a pointer refers to is owned by the record. */
    BRI_VECTOR, /* double[2] */
    BRI_STRING, /* char *; NULL: none */
    BRI_NAMES,  /* bri_names: names of bodies, points ("crank.tip") or joints */
    BRI_SERIES, /* bri_series: pairs of numbers, such as breakpoints or corners */
    BRI_PART,   /* bri_record: one kind of a family, with its own parameters */
    BRI_MANY,   /* bri_records: any number of such records, usually with names */
} bri_type;

typedef struct bri_names {
    int count;
    char **at;
} bri_names;

typedef struct bri_series { /* count rows of two numbers */
    int count;
    double (*at)[2];
} bri_series;

struct bri_kind;
struct bri_expressions;
typedef struct bri_record {              /* one part of a model */
    const struct bri_kind *kind;         /* NULL: not given */
    void *params;                        /* kind->params_size bytes, laid out as its table says; owned */
    char *name;                          /* owned; NULL: none */
    int line, column;                    /* position in the model file, from 1; 0: not from a file */
    struct bri_expressions *expressions; /* of numbers that are given by one; owned; NULL: none */
} bri_record;

typedef struct bri_records {
    int count;
    bri_record *at;
} bri_records;

/* The role of a parameter within its kind. Code that serves every kind (verdicts, stiffness derived from links, warnings)
 * looks a parameter up by its role and never by its name, so an author names parameters freely. Several parameters of a kind
 * may share a role: bri_param_with_role returns the first row; code that needs all of them, for example all speed scales, reads the
 * whole table. Coefficients are plain numbers, or forces or torques where the friction is given as such an effort. */
typedef enum bri_role {
    BRI_ROLE_NONE,
    /* friction laws */
    BRI_ROLE_STATIC,  /* coefficient of static friction; 0: equal to the coefficient of sliding friction */
    BRI_ROLE_SLIDING, /* coefficient of sliding friction; also of static friction if the law has no BRI_ROLE_STATIC */
    BRI_ROLE_STATIC_SHARE,  /* one of several coefficients whose sum is that of static friction */
    BRI_ROLE_CEILING,       /* largest coefficient that a formula is allowed to give */
    BRI_ROLE_VISCOUS,       /* factor of friction that grows with speed, or with its square */
    BRI_ROLE_VISCOUS_SPEED, /* m/s: reference speed of viscous friction that is not linear */
    BRI_ROLE_SPEED_SCALE,   /* m/s: where the steady curve changes: static peak, its decay, end of a smoothed jump */
    BRI_ROLE_INVERSE_SPEED, /* s/m: a steepness or decay whose reciprocal is a BRI_ROLE_SPEED_SCALE (bri_param_speed) */
    BRI_ROLE_LENGTH_SCALE,  /* m: displacement at which presliding turns into sliding */
    BRI_ROLE_BRISTLE_STIFFNESS, /* tangential stiffness before sliding: the displacement is friction force/stiffness */
    BRI_ROLE_BRISTLE_DAMPING,   /* damping beside that stiffness */
    BRI_ROLE_SCALING,           /* a choice, bri_scaling: what the bristles' parameters are given for */
    BRI_ROLE_FLOOR,    /* lower bound of the steady bristle force, N, if that force is proportional to the load */
    BRI_ROLE_EXPONENT, /* of the decay with speed, of presliding, or of the depth in a normal law */
    /* normal laws and forces */
    BRI_ROLE_STIFFNESS,   /* of a spring, or K in F = K d^n; 0 in a normal law: from the radii and materials */
    BRI_ROLE_DAMPING,     /* of a damper */
    BRI_ROLE_RESTITUTION, /* coefficient of restitution */
    BRI_ROLE_LOSS,        /* a choice of the energy loss; its first word: no loss */
    BRI_ROLE_APPROACH,    /* m/s: least approach speed v0 in a loss by the factor 1 + a d'/v0 */
    /* joints, shapes and friction in a model */
    BRI_ROLE_PLACE,      /* a point, or a series of points */
    BRI_ROLE_LINE_POINT, /* a point of a line of the first body */
    BRI_ROLE_DIRECTION,  /* along which a joint is free */
    BRI_ROLE_RADIUS,     /* m: radius at which friction of a joint acts */
    BRI_ROLE_LENGTH,     /* m: length of a guide, whose ends carry couples; 0: not given */
    BRI_ROLE_EFFORT,     /* a choice: whether coefficients are plain numbers, forces or torques */
    /* friction laws */
    BRI_ROLE_SHARE, /* a list of shares that add up to 1 */
    /* parts of a model */
    BRI_ROLE_INITIAL, /* an initial value of the motion, which a simulation does not read again */
    BRI_ROLE_BUILT,   /* read when a system is built, and constant from then on */
} bri_role;

typedef enum bri_scaling {  /* what bristle parameters are given for */
    BRI_SCALING_FORCE,      /* the contact: the steady bristle force is coefficient times load */
    BRI_SCALING_LOAD,       /* each newton of load */
    BRI_SCALING_EQUIVALENT, /* an equivalent load, which is given */
} bri_scaling;

typedef struct bri_param {
    const char *name, *unit, *doc; /* a unit that follows a choice: "N/m|1/m", one for each of its words */
    bri_type type;
    bri_role role;
    size_t offset;            /* in the struct of parameters */
    double initial, min, max; /* SI, finite; both ends are allowed. NAN as initial: not given, which is allowed too.
                               * Names: how many */
    const char *words;        /* a choice: "force|load"; a list: its default values, "1 0.5 0.25"; a part: its family;
                               * names: what they name, "body|point", or NULL if nothing in the model; a formula: its
                               * default text; quantities: their defaults, "mu_s: 0.3, v_s: 0.01 m/s" */
    const char *follows; /* the choice that picks the unit; NULL: one unit. A series: the unit of its first column. A
                          * formula: its variables and their units, "v m/s|load N" */
} bri_param;

typedef enum bri_shape {
    BRI_ONE,
    BRI_EACH_DIRECTION, /* one for each component of the sliding velocity */
    BRI_EACH_ELEMENT,   /* one for each element of the kind's lists */
    BRI_EACH_BOTH,      /* for each element, one for each component */
} bri_shape;

typedef struct bri_variable { /* a state, a discrete state, an event function or an output */
    const char *name, *unit, *doc;
    bri_shape shape;
    double min, max; /* an output's range of validity; equal: no limit */
} bri_variable;

typedef struct bri_kind {
    const char *name, *family, *title, *reference, *defects;
    const char *equations; /* lines, of a user-defined kind; NULL in those of the library: see bri_kind_equations */
    const char *required;  /* "mass inertia": parameters that a model file must give; NULL: none */
    size_t params_size;
    const bri_param *params;
    const bri_variable *states, *discrete_states, *events, *outputs; /* NULL: none */
    /* Checks beyond the ranges: returns BRI_OK, or a status with its message in err (bri_fail), which is not NULL. May be NULL. */
    bri_status (*check)(const void *params, bri_error *err);
    void (*reserved[4])(void); /* 0; for later versions */
} bri_kind;

/* Rows of a table. The macros that end in _AS take a role, after the field; the others mean BRI_ROLE_NONE. */
#define BRI_PARAM_AS(type_, field, role_, unit_, initial_, min_, max_, doc_)                                           \
    {                                                                                                                  \
#field, unit_, doc_, BRI_REAL, role_, offsetof(type_, field), initial_, min_, max_, NULL, NULL                 \
    }
#define BRI_PARAM(type_, field, unit_, initial_, min_, max_, doc_)                                                     \
    BRI_PARAM_AS(type_, field, BRI_ROLE_NONE, unit_, initial_, min_, max_, doc_)
#define BRI_PARAM_BY_AS(type_, field, role_, choice_, units_, initial_, min_, max_, doc_)                              \
    {                                                                                                                  \
#field, units_, doc_, BRI_REAL, role_, offsetof(type_, field), initial_, min_, max_, NULL, choice_             \
    }
#define BRI_PARAM_BY(type_, field, choice_, units_, initial_, min_, max_, doc_)                                        \
    BRI_PARAM_BY_AS(type_, field, BRI_ROLE_NONE, choice_, units_, initial_, min_, max_, doc_)
#define BRI_INT_PARAM(type_, field, initial_, min_, max_, doc_)                                                        \
    {                                                                                                                  \
#field, "1", doc_, BRI_INT, BRI_ROLE_NONE, offsetof(type_, field), initial_, min_, max_, NULL, NULL            \
    }
#define BRI_CHOICE_PARAM_AS(type_, field, role_, words_, doc_)                                                         \
    {                                                                                                                  \
#field, "1", doc_, BRI_CHOICE, role_, offsetof(type_, field), 0, 0, 0, words_, NULL                            \
    }
#define BRI_CHOICE_PARAM(type_, field, words_, doc_) BRI_CHOICE_PARAM_AS(type_, field, BRI_ROLE_NONE, words_, doc_)
#define BRI_LIST_PARAM_AS(type_, field, role_, choice_, units_, values_, min_, max_, doc_)                             \
    {                                                                                                                  \
#field, units_, doc_, BRI_LIST, role_, offsetof(type_, field), 0, min_, max_, values_, choice_                 \
    }
#define BRI_LIST_PARAM(type_, field, choice_, units_, values_, min_, max_, doc_)                                       \
    BRI_LIST_PARAM_AS(type_, field, BRI_ROLE_NONE, choice_, units_, values_, min_, max_, doc_)
#define BRI_FORMULA_PARAM_AS(type_, field, role_, unit_, text_, variables_, min_, max_, doc_)                          \
    {                                                                                                                  \
#field, unit_, doc_, BRI_FORMULA, role_, offsetof(type_, field), 0, min_, max_, text_, variables_              \
    }
#define BRI_QUANTITIES_PARAM(type_, field, values_, min_, max_, doc_)                                                  \
    {                                                                                                                  \
#field, "1", doc_, BRI_QUANTITIES, BRI_ROLE_NONE, offsetof(type_, field), 0, min_, max_, values_, NULL         \
    }

/* For parts of a model. The unit of a part replaces "*" in the tables of its family. */
#define BRI_VECTOR_PARAM_AS(type_, field, role_, unit_, initial_, min_, max_, doc_)                                    \
    {                                                                                                                  \
#field, unit_, doc_, BRI_VECTOR, role_, offsetof(type_, field), initial_, min_, max_, NULL, NULL               \
    }
#define BRI_VECTOR_PARAM(type_, field, unit_, initial_, min_, max_, doc_)                                              \
    BRI_VECTOR_PARAM_AS(type_, field, BRI_ROLE_NONE, unit_, initial_, min_, max_, doc_)
#define BRI_STRING_PARAM(type_, field, doc_)                                                                           \
    {                                                                                                                  \
#field, "1", doc_, BRI_STRING, BRI_ROLE_NONE, offsetof(type_, field), 0, 0, 0, NULL, NULL                      \
    }
#define BRI_NAMES_PARAM(type_, field, what_, fewest_, most_, doc_)                                                     \
    {                                                                                                                  \
#field, "1", doc_, BRI_NAMES, BRI_ROLE_NONE, offsetof(type_, field), 0, fewest_, most_, what_, NULL            \
    }
#define BRI_SERIES_PARAM_AS(type_, field, role_, first_unit_, unit_, min_, max_, doc_)                                 \
    {                                                                                                                  \
#field, unit_, doc_, BRI_SERIES, role_, offsetof(type_, field), 0, min_, max_, NULL, first_unit_               \
    }
#define BRI_SERIES_PARAM(type_, field, first_unit_, unit_, min_, max_, doc_)                                           \
    BRI_SERIES_PARAM_AS(type_, field, BRI_ROLE_NONE, first_unit_, unit_, min_, max_, doc_)
#define BRI_PART_PARAM(type_, field, family_, unit_, doc_)                                                             \
    {                                                                                                                  \
#field, unit_, doc_, BRI_PART, BRI_ROLE_NONE, offsetof(type_, field), 0, 0, 0, family_, NULL                   \
    }
#define BRI_MANY_PARAM(type_, field, family_, doc_)                                                                    \
    {                                                                                                                  \
#field, "1", doc_, BRI_MANY, BRI_ROLE_NONE, offsetof(type_, field), 0, 0, 0, family_, NULL                     \
    }

/* Memory for the parameters of any friction law, to be passed as params. */
typedef struct bri_params {
    double room[576];
} bri_params;

BRI_API void bri_params_defaults(const bri_kind *kind, void *params); /* overwrites all of params */
/* Sets one number, checking its range. name: "mu_k"; an element of a list "k.1", "k.2", ...; of a vector "at.x",
 * "at.y"; of quantities "parameters.v_s". A choice is set by the index of its word. */
BRI_API bri_status bri_params_set(const bri_kind *kind, void *params, const char *name, double value, bri_error *err);
/* As bri_params_set, from a text: a quantity, "1 mm/s"; a word of a choice, "load"; a whole list, "1e5, 2e5 N/m"; an expression,
 * "mu_k + c*v", of known names; all quantities, "mu_k: 0.2, c: 3 s/m". */
BRI_API bri_status bri_params_set_text(const bri_kind *kind, void *params, bri_units *units, const char *name,
                                       const char *text, bri_error *err);
/* Reads one number, by the names of bri_params_set. */
BRI_API bri_status bri_params_get(const bri_kind *kind, const void *params, const char *name, double *value,
                                  bri_error *err);

typedef struct bri_setting {
    const char *name, *text, *where; /* where: position for error messages; may be NULL */
} bri_setting;
/* Sets several parameters at once, keeping the others. A unit selects the choice that it depends on: "sigma0: 1e5 1/m"
 * selects "scaling: load". Runs bri_params_check, and reports every error, not just the first. */
BRI_API bri_status bri_params_read(const bri_kind *kind, void *params, bri_units *units, const bri_setting *settings,
                                   size_t count, bri_error *err);
/* Checks all ranges, then kind->check; reports every error. */
BRI_API bri_status bri_params_check(const bri_kind *kind, const void *params, bri_error *err);

BRI_API const bri_param *bri_param_find(const bri_kind *kind, const char *name); /* NULL: no such parameter */
BRI_API const bri_param *bri_param_with_role(const bri_kind *kind,
                                             bri_role role); /* the first in the table with that role; NULL: none */
/* Value in SI of the kind's first parameter with that role, if its type is BRI_REAL; 0: the kind has none.
 * For BRI_ROLE_STATIC: if the kind has no such parameter or its value is 0, the value of BRI_ROLE_SLIDING. */
BRI_API double bri_role_value(const bri_kind *kind, const void *params, bri_role role);
/* Speed in m/s that a parameter stands for: its value (BRI_ROLE_SPEED_SCALE) or 1/value (BRI_ROLE_INVERSE_SPEED); 0: the
 * parameter has neither role, or its value is 0. */
BRI_API double bri_param_speed(const bri_param *param, const void *params);
enum {
    BRI_WORD_ROOM = 64 /* room for one word or unit of a table, with its final 0: catalogues reject longer ones */
};
/* The unit of a parameter under the choices in params (NULL: the default choices), written into out, which has BRI_WORD_ROOM
 * characters; returns out. */
BRI_API const char *bri_param_unit(const bri_kind *kind, const bri_param *param, const void *params,
                                   char out[BRI_WORD_ROOM]);
/* Copies word number index, from 0, of a list such as "force|load" into out, which has BRI_WORD_ROOM characters; returns
 * out, or NULL past the last. */
BRI_API const char *bri_word(const char *words, int index, char out[BRI_WORD_ROOM]);
BRI_API int bri_kind_elements(const bri_kind *kind, const void *params); /* length of its lists; 1 if it has none */
BRI_API int bri_kind_list_most(const bri_kind *kind);                    /* largest length of its lists */
/* The unit in a text for a parameter, as a part of text; of a list that of its last number. NULL: it is not a quantity. */
BRI_API const char *bri_param_text_unit(const bri_param *param, const char *text);
/* The number of components that a table of variables has; dim: components of the sliding velocity, 1 or 2. */
BRI_API int bri_variables_count(const bri_variable *table, int dim, int elements);

#ifdef __cplusplus
}
#endif
#endif
