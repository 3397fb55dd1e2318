/* fit.h - friction laws and mechanisms identified from measured records: parameters with intervals, and what the data cannot tell
 *
 *     bri_fit_def def = bri_fit_defaults();
 *     def.law = bri_law_find("elastic_coulomb", &err);
 *     def.records = records, def.count = 1;
 *     bri_status status = bri_fit_create(&def, &fit, &err);
 *     if (!status) use(bri_fit_result_of(fit));
 *     bri_fit_destroy(fit);
 *
 * The squared deviations between the measured force and that of the law along the record are minimised by the method of Levenberg
 * and Marquardt, from several starts. Intervals are those of the profile likelihood: a value is outside if even the best choice of all other
 * parameters fits worse than noise explains. The noise is estimated from the deviations, whose autocorrelation reduces the number
 * of samples that count. An interval that no such value ends is open, and no standard error is given then.
 *
 * A mechanism whose motion was measured is fitted in the same way, by bri_mechanism_fit_create: the deviations are those between measured columns
 * and channels of its run, and their derivatives are those of the run (bri_run_def.derivatives). */
#ifndef BRISTLE_FIT_H
#define BRISTLE_FIT_H

#include <stdint.h>

#include "bristle/friction.h"
#include "bristle/measurement.h"
#include "bristle/model.h"
#include "bristle/table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_fit_range { /* does not grow */
    const char *name;          /* of a parameter: "mu_k", "k.2"; "k": all numbers of a list */
    double min, max;           /* SI; both 0: of the law's table */
} bri_fit_range;

typedef enum bri_fit_stage {
    BRI_FIT_SEARCH,
    BRI_FIT_REFINE,
    BRI_FIT_PROFILE
} bri_fit_stage;
typedef struct bri_fit_progress { /* may grow at its end */
    bri_fit_stage stage;
    double share;     /* done of the whole, an estimate */
    long evaluations; /* of all records, so far */
    double rms;       /* N, of the best point so far; NAN: none yet */
} bri_fit_progress;

typedef struct bri_fit_def { /* begin with bri_fit_defaults() */
    size_t size;             /* of this struct, set by its defaults */
    const bri_friction_law *law;
    const void *params;   /* start; NULL: the default parameters */
    const bri_pair *pair; /* NULL: nothing given */
    const bri_measurement *const *records;
    size_t count;
    /* What varies; none: every number of the law that has an effect, but exponents, floors, and the points of tables. */
    const bri_fit_range *vary;
    size_t varied;
    const char *const *fixed; /* names of parameters that keep their start values */
    size_t fixes;
    int offset; /* a constant force is added to each record, and is unknown */
    int sign; /* 1: measured forces act on the body that moves; -1: they have the other sign; 0: found for each record */
    double huber; /* deviations beyond so many times the noise count linearly, not squared; 0: all are squared */
    int starts;   /* of the search; 1: only the start values */
    uint64_t seed;
    double confidence; /* of the intervals */
    int profile;       /* 0: no intervals; errors and what is undetermined are judged from the slopes at the minimum */
    double held_out;   /* share of each record, at its end, that is not fitted but predicted */
    /* Called between evaluations, and within long ones. Returns 0 to stop: BRI_STOPPED. NULL: not called. */
    int (*progress)(const bri_fit_progress *now, void *user);
    void *user;
} bri_fit_def;

static inline bri_fit_def bri_fit_defaults(void)
{
    bri_fit_def def = BRI_ZEROS;
    def.size = sizeof def;
    def.starts = 6;
    def.seed = 1;
    def.confidence = 0.95;
    def.profile = 1;
    return def;
}

typedef enum bri_fit_state {
    BRI_FIT_DETERMINED,
    BRI_FIT_ONLY_ABOVE,   /* the data give only a lower bound */
    BRI_FIT_ONLY_BELOW,   /* the data give only an upper bound */
    BRI_FIT_UNDETERMINED, /* any value of the range fits as well */
    BRI_FIT_NO_EFFECT,    /* the force does not depend on it along these records: it was not varied */
    BRI_FIT_REST          /* a share: what the others leave of 1 */
} bri_fit_state;

/* --- mechanisms ------------------------------------------------------------------------------------------------------- */

typedef struct bri_motion_record { /* one record of a motion; does not grow */
    const char *name;              /* of the file */
    /* The first column is the time, which increases. Rows with a NaN in a column that is used are left out. */
    const bri_table *table;
    /* 1: the record is not fitted but predicted. What is unknown of this record alone (initial values, offsets) is found from its first
     * tenth. */
    int predicted;
} bri_motion_record;

typedef struct bri_fit_link { /* does not grow */
    const char *path;         /* a channel that was measured, "pin.angle", or a signal, "motor.value" */
    const char *column; /* of the records: name, or number from 1; with a unit where the file has none: "phi [deg]" */
} bri_fit_link;

typedef struct bri_mechanism_fit_def { /* begin with bri_mechanism_fit_defaults() */
    size_t size;                       /* of this struct, set by its defaults */
    const bri_model *model;            /* with the start values */
    const bri_motion_record *motions;
    size_t count;
    const bri_fit_link *match; /* channels and the columns with their measured values */
    size_t matches;
    const bri_fit_link *input; /* signals of the model that are replaced by columns, smooth between rows */
    size_t inputs;
    const bri_fit_range *vary; /* numbers of the model by path; without a range: that of the table */
    size_t varied;
    const bri_fit_range *own; /* numbers that are unknown too, but another one in each record: initial values */
    size_t owned;
    int offset; /* a constant is added to each column of each record, and is unknown */
    double huber;
    int starts;
    uint64_t seed;
    double confidence;
    int profile;
    double held_out;
    double rtol; /* of the runs; 0: that of the model, but at most 1e-8 */
    int (*progress)(const bri_fit_progress *now, void *user);
    void *user;
} bri_mechanism_fit_def;

static inline bri_mechanism_fit_def bri_mechanism_fit_defaults(void)
{
    bri_mechanism_fit_def def = BRI_ZEROS;
    def.size = sizeof def;
    def.starts = 6;
    def.seed = 1;
    def.confidence = 0.95;
    def.profile = 1;
    return def;
}

/* --- results ---------------------------------------------------------------------------------------------------------- */

typedef struct bri_fit_parameter { /* made by the library; may grow at its end */
    const char *name, *unit;
    double value;
    double low, high; /* interval; -INFINITY, INFINITY: open; NAN: not computed */
    double error;     /* standard error; NAN unless it is determined */
    double min, max;  /* range that was allowed */
    bri_fit_state state;
    int at_edge;        /* -1, 1: the value is at the lower or upper end of its range; 0: within */
    double weakness;    /* standard deviation of its coordinate by the slopes at the minimum; INFINITY: no slope */
    const char *record; /* it belongs to this record alone, and is judged by the slopes; NULL: to all */
} bri_fit_parameter;

typedef struct bri_fit_record { /* made by the library; may grow at its end */
    const bri_measurement *record;
    int sign;
    double offset, offset_error; /* N */
    /* How far the elements of the law are deflected at the first row, as a share of their deflection in steady sliding; NAN: the law has none. It
     * is unknown, too. */
    double start;
    size_t fitted;       /* rows; the others are predicted */
    const double *force; /* of the law at every row, in the record's sign and with its offset, N */
} bri_fit_record;

typedef struct bri_fit_column { /* of one record of a motion; made by the library; may grow at its end */
    const char *record, *channel, *column, *unit;
    size_t rows, fitted;                   /* the others are predicted */
    size_t bad;                            /* rows left out */
    const double *time, *measured, *value; /* s, of the record; value: of the channel, with the offset */
    double offset, offset_error;
    double rms, predicted; /* of the deviations; NAN: no such rows */
} bri_fit_column;

typedef struct bri_fit_result { /* made by the library; may grow at its end */
    const bri_friction_law *law;
    const void *params;
    int parameters; /* entries, also of those without effect */
    const bri_fit_parameter *parameter;
    size_t records;
    const bri_fit_record *record;
    size_t rows, at_rest;        /* rows fitted; of these at rest within the static limit, where any force fits */
    double rms, rms_coefficient; /* N; of force over load */
    double predicted, predicted_coefficient; /* the same, of the rows held out; NAN: none */
    double noise;                            /* estimate, N, for rows of weight 1 */
    double effective; /* number of samples that count, by the autocorrelation of the deviations */
    double bic;       /* rows ln(mean square) + unknowns ln(rows) */
    double squares;   /* sum of the squared deviations, N2 */
    int unknowns;     /* coordinates that were varied: parameters, then offsets, then starts of the records */
    const double
        *singular; /* values of the scaled Jacobian: change of the deviations, in standard deviations, for a unit */
    const double *direction;       /* unknowns x unknowns: row i belongs to singular[i] */
    const double *correlation;     /* unknowns x unknowns; NULL: singular */
    int determined;                /* parameters whose state is BRI_FIT_DETERMINED */
    int implausible;               /* some parameter is at the edge of its range */
    int stops_early;               /* the search ended at its limit of evaluations */
    long evaluations, derivatives; /* of all records, up to the minimum; derivatives among them */
    long profile_evaluations;
    int sentences;
    const char *const *sentence; /* what the data cannot tell */
    /* Of a mechanism; law, params and record are NULL then. */
    const char
        *unit; /* of rms, predicted and noise: "N" of a law; "": columns have unlike units, and share their noise */
    size_t columns;
    const bri_fit_column *column; /* of all records: those of the first one, then of the next */
    int sequences;                /* different sequences of events among the starts */
    long differences;             /* derivatives that do not exist, and were replaced by differences over wider steps */
} bri_fit_result;

typedef struct bri_fit bri_fit;
/* BRI_MISSING: the part cminpack, or a property of the pair. BRI_BAD_VALUE: a setting, or records that hold too little. */
BRI_API bri_status bri_fit_create(const bri_fit_def *def, bri_fit **fit, bri_error *err);
/* The same for a mechanism. A record begins at its first row, where the mechanism has its initial state, at its start time.
 * BRI_NOT_FOUND: a channel, path or column. Fails as bri_run would with the start values. */
BRI_API bri_status bri_mechanism_fit_create(const bri_mechanism_fit_def *def, bri_fit **fit, bri_error *err);
/* Sets the numbers of a model that were fitted, those of a single record among them. */
BRI_API bri_status bri_mechanism_fit_apply(const bri_fit *fit, bri_model *model, bri_error *err);
BRI_API void bri_fit_destroy(bri_fit *fit); /* NULL is allowed */
BRI_API const bri_fit_result *bri_fit_result_of(const bri_fit *fit);
/* How strongly each parameter would show in standard histories, at the load and in the noise of the records: a row for each parameter in the
 * order of the result, a column for each history, the change of the force in units of the noise when the parameter changes by a factor
 * e, as the root of the sum over 200 samples, once the other parameters have taken up what they can. The table belongs to the caller. */
BRI_API bri_status bri_fit_experiments(const bri_fit *fit, bri_table **table, bri_error *err);
typedef struct bri_fit_point { /* of a profile; does not grow */
    double value;              /* of the parameter */
    double
        rise; /* of the least squares that the other unknowns reach there, over that at the ends of the interval: below 1, the value is inside */
} bri_fit_point;
/* The points of the profile likelihood that were computed for the interval of a parameter, by value, the minimum among them. Returns
 * their number; 0: no profile was computed. *point belongs to the fit. */
BRI_API int bri_fit_profile(const bri_fit *fit, int parameter, const bri_fit_point **point);
/* "vary" as text: "mu_k", "mu_k in 0.05..1", "v_s in 1..20 mm/s"; name: room for its name. */
BRI_API bri_status bri_fit_read_range(const bri_kind *kind, bri_units *units, const char *text, char name[64],
                                      bri_fit_range *range, bri_error *err);
/* The same for a number of a model: "pin.friction.mu_k in 0.05..1"; name: room for its path. */
BRI_API bri_status bri_mechanism_fit_read_range(const bri_model *model, bri_units *units, const char *text,
                                                char name[256], bri_fit_range *range, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
