/* trial.h - a law on its own: its curve, its response to a given history, and the phenomena it shows. SI units. */
#ifndef BRISTLE_TRIAL_H
#define BRISTLE_TRIAL_H

#include "bristle/friction.h"
#include "bristle/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- trace: the response of a law to a history of velocity and load ----------------------------------------------- */

typedef struct bri_trace_input { /* the inputs at one instant */
    double v[2];                 /* velocity, m/s; used where mass is 0 */
    double pull[2];              /* force on the mass, N; used where mass is above 0 */
    double load;                 /* N */
} bri_trace_input;

typedef struct bri_trace_def { /* begin with bri_trace_defaults() */
    size_t size;               /* of this struct, set by its defaults */
    const bri_friction_law *law;
    const void *params;
    const bri_pair *pair;   /* NULL: nothing given */
    const bri_noise *noise; /* NULL: none */
    int dim;                /* components of the sliding velocity, 1 or 2 */
    double mass;            /* kg; 0: history prescribes the velocity; above 0: it prescribes a pull on this mass */
    void (*history)(double t, bri_trace_input *now, void *user); /* at a break: the values after it */
    /* First time after t at which history is not smooth; INFINITY: there is none. NULL: history is smooth. */
    double (*next_time_event)(double t, void *user);
    void *user;
    double start, rtol; /* time, s; relative tolerance */
    const double *z;    /* states at the start; NULL: 0. All pointers must stay valid as long as the trace */
} bri_trace_def;

typedef struct bri_trace bri_trace;
typedef struct bri_trace_point {
    double t, x[2], v[2], load, force[2]; /* force: of friction on the sliding body, N */
    double distance, work;                /* slid so far, m; work done against friction so far, J */
    const double *z, *discrete;           /* states and discrete states; owned by the trace, valid until it advances */
    long steps, events;
} bri_trace_point;

/* One component, rtol 1e-8, all else 0 or NULL. */
static inline bri_trace_def bri_trace_defaults(void)
{
    bri_trace_def def = BRI_ZEROS;
    def.size = sizeof def;
    def.dim = 1;
    def.rtol = 1e-8;
    return def;
}
/* Creates a trace at def->start; it belongs to the caller. Requires law, params and history. */
BRI_API bri_status bri_trace_create(const bri_trace_def *def, bri_trace **trace, bri_error *err);
/* Advances to time until, with step-size control and event location. Allocates nothing. */
BRI_API bri_status bri_trace_advance(bri_trace *trace, double until, bri_error *err);
BRI_API void bri_trace_now_sized(const bri_trace *trace, bri_trace_point *point, size_t size);
static inline bri_trace_point bri_trace_now(const bri_trace *trace)
{
    bri_trace_point point;
    bri_trace_now_sized(trace, &point, sizeof point);
    return point;
}
BRI_API void bri_trace_destroy(bri_trace *trace); /* NULL is allowed */
/* Computes a whole trace: a table of `rows` rows, equally spaced in time from def->start to stop, s, with the columns time, position,
 * velocity, load, force and states. The table belongs to the caller. */
BRI_API bri_status bri_trace_run(const bri_trace_def *def, double stop, size_t rows, bri_table **table, bri_error *err);

/* A piecewise linear history, constant before the first and after the last point. Pass its address as bri_trace_def.user, with
 * bri_breakpoints_history as history and bri_breakpoints_next as next_time_event. */
typedef struct bri_breakpoints {
    size_t count;
    const double *t;        /* non-decreasing, s; two equal times are a step */
    const double *v, *load; /* m/s, N; NULL: 0 */
    const double *pull;     /* N; NULL: 0 */
} bri_breakpoints;
/* Computes the inputs at time t; at a step, those after it. user: the bri_breakpoints. */
BRI_API void bri_breakpoints_history(double t, bri_trace_input *now, void *user);
/* First time of a point after t, s; INFINITY: there is none. user: the bri_breakpoints. */
BRI_API double bri_breakpoints_next(double t, void *user);

/* --- curve: the force of laws as a table, to be plotted ----------------------------------------------------------- */

typedef enum bri_against {
    BRI_AGAINST_VELOCITY,     /* steady sliding */
    BRI_AGAINST_DISPLACEMENT, /* two slow cycles, with half the amplitude and with all of it */
    BRI_AGAINST_TIME,         /* start, steady sliding at changing speed, stop */
} bri_against;

typedef struct bri_curve_def { /* begin with bri_curve_defaults() */
    size_t size;               /* of this struct, set by its defaults */
    bri_against against;
    double load;      /* N */
    double from, to;  /* range of velocity, m/s, with BRI_AGAINST_VELOCITY; both 0: chosen from the laws */
    double amplitude; /* of the larger cycle, m; 0: chosen from the laws' presliding displacement */
    double speed;     /* maximum, m/s, against displacement and time; 0: chosen from the laws */
    size_t rows;
    const bri_pair *pair;   /* NULL: nothing given */
    const bri_noise *noise; /* NULL: none */
} bri_curve_def;

typedef struct bri_curve_subject {
    const bri_friction_law *law;
    const void *params;
    const char *label; /* NULL: the law's name */
} bri_curve_subject;

/* Against velocity, 10 N, 801 rows. */
static inline bri_curve_def bri_curve_defaults(void)
{
    bri_curve_def def = BRI_ZEROS;
    def.size = sizeof def;
    def.load = 10;
    def.rows = 801;
    return def;
}
/* A table with one column for the axis (and one for velocity, against displacement or time), then one for each law: the
 * friction force, positive if it opposes the motion, N. Quantities of def that are 0 are chosen so that the features of
 * all laws are visible. The table belongs to the caller. */
BRI_API bri_status bri_curve_table(const bri_curve_def *def, const bri_curve_subject *subjects, size_t count,
                                   bri_table **table, bri_error *err);

/* --- phenomena: which effects a law shows, computed from traces --------------------------------------------------- */

typedef enum bri_phenomenon {
    BRI_STICTION,
    BRI_STRIBECK,
    BRI_VISCOUS_RISE,
    BRI_PRESLIDING,
    BRI_HYSTERESIS,
    BRI_LAG,
    BRI_DWELL,
    BRI_BREAKAWAY,
    BRI_DRIFT,
    BRI_FOLLOWS_LOAD,
    BRI_PASSIVE,
    BRI_PHENOMENA,          /* number of phenomena in this version */
    BRI_PHENOMENA_MOST = 32 /* in any later one */
} bri_phenomenon;

typedef struct bri_phenomena_result { /* does not grow */
    bool shows[BRI_PHENOMENA_MOST];
    double measure[BRI_PHENOMENA_MOST]; /* the number that was compared with the threshold */
} bri_phenomena_result;

BRI_API const char *bri_phenomenon_name(bri_phenomenon phenomenon); /* "stiction" */
BRI_API const char *bri_phenomenon_doc(bri_phenomenon phenomenon);  /* how it is measured, with the threshold */
/* Computes the response to standard histories at a load of 10 N and decides which phenomena the law shows. */
BRI_API bri_status bri_phenomena(const bri_friction_law *law, const void *params, bri_phenomena_result *showing,
                                 bri_error *err);
/* The default parameters, with the terms switched on that are off by default, so that the law shows all its
 * phenomena. */
BRI_API void bri_phenomena_params(const bri_friction_law *law, void *params);

/* Tests a law at random parameters, states, motions and loads, the same in every call. Each property that the law violates is
 * reported once, with the numbers, to err->each; err->where names the property: "table", "finite", "rest", "symmetry",
 * "direction", "components", "dissipation", "slopes", "curve", "continuity", "steady", "relax", "static limit", "events", "batch".
 * BRI_OK: no fault was found; BRI_BAD_VALUE otherwise. Random tests find faults; they do not prove that there are none. */
BRI_API bri_status bri_law_check(const bri_friction_law *law, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
