/* trial.h - a law on its own: its curve, its course through a given history, the phenomena it shows */
#ifndef BRISTLE_TRIAL_H
#define BRISTLE_TRIAL_H

#include "bristle/friction.h"
#include "bristle/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- trace: a law through a history of velocity and load ------------------------------------------------------------- */

typedef struct bri_moment { /* what is given at one instant */
    double v[2];            /* velocity, m/s, where no mass moves */
    double pull[2];         /* force on the mass, N */
    double load;            /* N */
} bri_moment;

typedef struct bri_trace_def {
    const bri_friction_law *law;
    const void *params;
    const bri_pair *pair;   /* NULL: nothing known */
    const bri_noise *noise; /* NULL: none */
    int dim;
    double
        mass; /* kg; 0: the history gives the velocity; above: it gives a pull, which moves this mass against the friction */
    void (*history)(double t, bri_moment *now, void *user); /* at a break: what follows it */
    double (*next_time_event)(double t,
                              void *user); /* first time after t at which history is not smooth; NULL: never */
    void *user;
    double start, rtol;
    const double *z; /* states at the start; NULL: 0 */
} bri_trace_def;

typedef struct bri_trace bri_trace;
typedef struct bri_trace_point {
    double t, x[2], v[2], load, force[2]; /* force: of friction, on the moving body */
    double distance, work;                /* slid, m; done against friction so far, J */
    const double *z, *discrete;
    long steps, events;
} bri_trace_point;

bri_trace_def bri_trace_defaults(void); /* one component, rtol 1e-8 */
bri_status bri_trace_create(const bri_trace_def *def, bri_trace **trace, bri_error *err);
/* To this time, under error control and stopping where the law or the history is not smooth. Allocates nothing. */
bri_status bri_trace_advance(bri_trace *trace, double until, bri_error *err);
bri_trace_point bri_trace_now(const bri_trace *trace);
void bri_trace_destroy(bri_trace *trace);
/* The whole of it: so many rows from start to stop, with time, position, velocity, load, force and states. */
bri_status bri_trace_run(const bri_trace_def *def, double stop, size_t rows, bri_table **table, bri_error *err);

/* A history of straight lines between given points, for user; held at the ends. */
typedef struct bri_breakpoints {
    size_t count;
    const double *t;        /* rising; two equal times are a step */
    const double *v, *load; /* NULL: 0 */
    const double *pull;     /* NULL: 0 */
} bri_breakpoints;
void bri_breakpoints_history(double t, bri_moment *now, void *user);
double bri_breakpoints_next(double t, void *user);

/* --- curve: pictures' worth of numbers ------------------------------------------------------------------------------- */

typedef enum bri_against {
    BRI_AGAINST_VELOCITY,     /* steady sliding */
    BRI_AGAINST_DISPLACEMENT, /* two slow cycles, of half the amplitude and of all of it */
    BRI_AGAINST_TIME,         /* start, steady sliding, stop, at changing speed */
} bri_against;

typedef struct bri_curve_def {
    bri_against against;
    double load;      /* N */
    double from, to;  /* m/s, velocity only; both 0: chosen from the law's own speeds */
    double amplitude; /* m, of the largest cycle; 0: chosen from the law's presliding */
    double speed;     /* m/s, largest, against displacement and time; 0: chosen */
    size_t rows;
    const bri_pair *pair;
    const bri_noise *noise;
} bri_curve_def;

typedef struct bri_curve_subject {
    const bri_friction_law *law;
    const void *params;
    const char *label; /* NULL: the law's name */
} bri_curve_subject;

bri_curve_def bri_curve_defaults(void);
/* One column for the axis (and for velocity, where time or displacement is the axis), then one for each law's force
 * against the motion. What is chosen is chosen to show all of them. */
bri_status bri_curve_table(const bri_curve_def *def, const bri_curve_subject *subjects, size_t count, bri_table **table,
                           bri_error *err);

/* --- phenomena: which law shows what, computed from traces ----------------------------------------------------------- */

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
    BRI_PHENOMENA, /* how many */
} bri_phenomenon;

typedef struct bri_showing {
    bool shows[BRI_PHENOMENA];
    double measure[BRI_PHENOMENA]; /* what was compared with the threshold */
} bri_showing;

const char *bri_phenomenon_name(bri_phenomenon phenomenon); /* "stiction" */
const char *bri_phenomenon_doc(bri_phenomenon phenomenon);  /* how it is measured, and the threshold */
/* Puts the law through standard histories at 10 N. */
bri_status bri_phenomena(const bri_friction_law *law, const void *params, bri_showing *showing, bri_error *err);
/* Defaults, with the terms that are off by default switched on, so that the law shows all it has. */
void bri_phenomena_params(const bri_friction_law *law, void *params);

#ifdef __cplusplus
}
#endif
#endif
