/* friction.h - friction laws: their inputs and outputs, and how to evaluate them
 *
 * A law computes the friction force on a body that slides with velocity v over its partner. SI units throughout.
 * Evaluate it at one point (bri_slip_set, bri_friction_eval), on arrays (bri_friction_batch, with identical results),
 * or along a history (trial.h). A law and its tables are constant; the functions keep no state, and threads may share
 * them.
 *
 * A law may have states z, which follow differential equations, and discrete states, which change only at events. Its
 * event functions cross zero where its equations change. */
#ifndef BRISTLE_FRICTION_H
#define BRISTLE_FRICTION_H

#include "bristle/kind.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_pair {      /* the two surfaces in contact; NAN: not given */
    double length;             /* of the line of contact, m */
    double radius_a, radius_b; /* m; negative: a bore; INFINITY: flat */
    double modulus;            /* contact modulus E*, Pa */
    double roughness;          /* combined roughness of both surfaces, m */
    double viscosity;          /* dynamic, of the lubricant at the mean surface temperature, Pa s */
    double density;            /* of the lubricant, kg/m3 */
    double pressure_viscosity; /* pressure-viscosity coefficient, 1/Pa; not given: 20/GPa, as of mineral oils */
} bri_pair;
/* Minimum film thickness by Dowson and Higginson, m. sum_of_speeds: sum of the velocities of both surfaces relative to the point
 * of contact, m/s; load: N. */
BRI_API double bri_film_thickness(const bri_pair *pair, double sum_of_speeds, double load);
BRI_API double bri_pressure_viscosity(const bri_pair *pair); /* 1/Pa, as given, or the value assumed */

typedef struct bri_slip { /* the inputs of a law */
    int dim, elements;    /* components of the sliding velocity, 1 or 2; length of the law's list parameters */
    bri_real v[2], speed; /* m/s */
    bri_real
        dir[2]; /* v/|v|, or 0 at rest; for laws with exact stiction it is constant between events. v = speed dir */
    bri_real load, rate_load; /* normal force, N, not negative; rate_load is used in the rates of the states */
    bri_real load_dot;        /* rate of the load, N/s: set for handle_event, and for event functions while a discrete
                               * state of a law with moving_limit is not 0; otherwise 0 */
    bri_real sum;             /* sum of the velocities of both surfaces relative to the point of contact, m/s */
    /* Distance slid so far, m; time, s: for noise. No law may depend on them (bri_law_check). */
    bri_real distance, time;
    const bri_pair *pair;
    const bri_real *z, *discrete; /* states and discrete states in the order of their tables, vectors by components */
    int piece; /* of a piecewise smooth law; 0: the piece that contains the speed; else see bri_slip_hold */
} bri_slip;

typedef struct bri_drag { /* the outputs of a law */
    bri_real force[2];    /* on the body that slides with v, N */
    bri_real elastic[2];  /* the part without bristle damping, N; not written by laws without states */
    bri_real *zdot;       /* rates of the states; the array belongs to the caller */
} bri_drag;

typedef struct bri_slopes { /* partial derivatives; the caller sets all to 0 first. n = number of state components */
    bri_real force_v[2][2], force_load[2], force_rate_load[2], *force_z; /* force_z: dim x n, row by row */
    bri_real *zdot_v, *zdot_load, *zdot_z; /* n x dim; n, with respect to rate_load; n x n */
} bri_slopes;

typedef struct bri_curve {
    bri_real force;             /* against v, N */
    bri_real by_speed, by_load; /* its derivatives with respect to speed and load */
} bri_curve;

typedef enum bri_pieces { /* how a piecewise smooth law is divided; its eval follows slip->piece */
    BRI_PIECES_UNKNOWN,
    BRI_PIECES_OF_SPEED,     /* event function i is the speed minus a limit; limits in ascending order */
    BRI_PIECES_OF_DIRECTION, /* the one event is a reversal of the sliding direction */
} bri_pieces;

enum { /* largest numbers of a law, in two components and with as many elements as its lists may have */
    BRI_LAW_STATES_MAX = 2 * BRI_LIST_MAX,
    BRI_LAW_DISCRETE_STATES_MAX = BRI_LIST_MAX,
    BRI_LAW_EVENTS_MAX = BRI_LIST_MAX,
    BRI_LAW_OUTPUTS_MAX = BRI_LIST_MAX,
};

struct bri_lanes;
typedef struct bri_friction_law {
    bri_kind kind;
    size_t size;       /* sizeof(bri_friction_law): of a user-defined law that is added to a catalogue (catalogue.h) */
    const char *needs; /* fields of bri_pair that the law requires: "length viscosity"; NULL: none */
    /* Computes the magnitude of the force in steady sliding at constant v and load. A law without states needs no other
     * function. */
    void (*curve)(const void *params, const bri_slip *slip, bri_curve *out);
    void (*eval)(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes); /* slopes may be NULL */
    void (*relax)(const void *params, const bri_slip *slip, bri_real *pull,
                  bri_real *rate); /* zdot = pull - rate z; of each state */
    /* Computes the states in steady sliding at this v and load. */
    void (*steady)(const void *params, const bri_slip *slip, bri_real *z, bri_real *discrete);
    /* Computes the typical magnitude of each state, by which integrators weigh its error. */
    void (*sizes)(const void *params, bri_real load, int dim, bri_real *size);
    /* Returns the static limit, N, and sets by_load to its derivative with respect to load. The limit must be proportional to the load.
     * NULL: the law creeps at rest. */
    bri_real (*static_limit)(const void *params, const bri_slip *slip, bri_real *by_load);
    /* Computes the event functions: each crosses 0 where eval changes its formula. */
    void (*events)(const void *params, const bri_slip *slip, bri_real *g);
    /* Whether event functions depend on the load with these parameters. NULL: all do, except event functions in m/s. */
    bool (*events_need_load)(const void *params);
    /* Handles events: fired[i]: event function i has crossed 0. Changes z and discrete. */
    void (*handle_event)(const void *params, const bri_slip *slip, const bool *fired, bri_real *z, bri_real *discrete);
    /* Whether the law is passive with these parameters: at constant load it never returns more work than was done on it.
     * NULL: not claimed. */
    bool (*passive)(const void *params);
    void (*observe)(const void *params, const bri_slip *slip, double *outputs); /* computes the outputs of its table */
    const struct bri_lanes *const *lanes; /* the law compiled for vectors; NULL: a batch calls eval for each contact */
    bri_pieces pieces;
    /* For a law with elastic elements whose limit depends on the load, so that its event functions use slip->load_dot: returns
     * |z| of an element at its limit. at_limit: discrete state of an element that slides at its limit (0: it sticks). */
    bri_real (*moving_limit)(const void *params, const bri_slip *slip, int element);
    int at_limit;
    bool lubricated; /* a formula for lubricated surfaces: runs also report the film thickness */
    /* Whether a law with a static_limit creeps at rest with these parameters. NULL: it never does. */
    bool (*creeps)(const void *params);
    /* Whether outputs depend on the load with these parameters. NULL: they do. */
    bool (*outputs_need_load)(const void *params);
    void (*reserved[5])(void); /* 0; for later versions */
} bri_friction_law;

/* Sets velocity and load of a slip: dim, v, speed, dir, load, rate_load, load_dot = 0, sum (as if the partner were at
 * rest), and piece = 0. v has dim components, m/s; a negative load counts as 0 N. Numbers are limited to +-1e60, so that no law
 * overflows. The other fields are left unchanged. */
BRI_API void bri_slip_set(bri_slip *slip, int dim, const double *v, double load);
/* Computes force, rates of the states and, unless slopes is NULL, derivatives, of any law. Requires slip->elements, z
 * and discrete to be set, pair if the law uses it, and drag->zdot if the law has states. */
BRI_API void bri_friction_eval(const bri_friction_law *law, const void *params, const bri_slip *slip, bri_drag *drag,
                               bri_slopes *slopes);
/* Makes a piecewise smooth law continue with the formula of one piece for any v, so that an integration step across a
 * kink stays smooth. Piece 1 contains rest; 2, 3, ... are the pieces beyond the first, second, ... limit, and -2, -3,
 * ... are the pieces for negative v. In pieces other than 1, dir is the direction of the piece, and speed is negative if v is
 * opposite to it. A law with
 * BRI_PIECES_OF_DIRECTION has only 2 and -2. Has no effect where dim is 2. */
BRI_API void bri_slip_hold(bri_slip *slip, int piece);
/* The piece that contains the slip's velocity. Requires slip->piece == 0 and a law whose pieces are known. */
BRI_API int bri_friction_piece(const bri_friction_law *law, const void *params, const bri_slip *slip);
/* Computes the event functions of any law; where a piece is held, those at its limits are positive inside it. */
BRI_API void bri_friction_event_values(const bri_friction_law *law, const void *params, const bri_slip *slip,
                                       bri_real *g);
/* Whether the law has exact stiction with these parameters: it has a static limit and does not creep. */
BRI_API bool bri_friction_sticks(const bri_friction_law *law, const void *params);
BRI_API int bri_friction_states(const bri_friction_law *law, const void *params,
                                int dim); /* number of state components */
BRI_API int bri_friction_discrete_states(const bri_friction_law *law, const void *params,
                                         int dim); /* number of discrete states */
BRI_API int bri_friction_events(const bri_friction_law *law, const void *params,
                                int dim); /* number of event functions */
/* BRI_MISSING if a property of the pair (NULL: nothing given) that the law requires is not given; the message names all of
 * them. */
BRI_API bri_status bri_friction_needs(const bri_friction_law *law, const bri_pair *pair, bri_error *err);
BRI_API bri_pair bri_pair_unknown(void); /* every field NAN */
/* The fields of bri_pair as parameters, for bri_params_set_text; a constant. */
BRI_API const bri_kind *bri_pair_parameters(void);

/* Many contacts of one law, as a structure of arrays of count numbers, owned by the caller. */
typedef struct bri_batch {
    size_t count;
    int dim;
    const double *v[2], *load;
    const double *rate_load, *sum, *distance; /* NULL: equal to load; equal to the speed; 0 */
    double time;
    const bri_pair *pair;
    const double *const *z, *const *discrete; /* one array for each component; unused where the law has none */
    double *force[2];
    double *const *zdot;
} bri_batch;
/* Evaluates all contacts: writes force[0], force[1] where dim is 2, and zdot. Each result is identical, bit for bit, to
 * that of bri_friction_eval. Allocates nothing. */
BRI_API void bri_friction_batch(const bri_friction_law *law, const void *params, const bri_batch *batch);
BRI_API int bri_friction_lanes(void); /* number of contacts that this processor evaluates in parallel: 1, 2, 4 or 8 */

/* --- noise: added to the force of any law ------------------------------------------------------------------------- */

enum {
    BRI_NOISE_WAVES = 64
};
typedef struct bri_noise { /* set by bri_noise_place from the parameters of bri_noise_parameters */
    int over_distance;
    double amplitude, gate;                                          /* N; m/s */
    double frequency[2][BRI_NOISE_WAVES], phase[2][BRI_NOISE_WAVES]; /* per component: 1/s or 1/m; turns */
} bri_noise;
BRI_API const bri_kind *bri_noise_parameters(void); /* a constant */
/* Draws the frequencies and phases from the seed in params; the same seed gives the same noise. */
BRI_API bri_status bri_noise_place(const void *params, bri_noise *noise, bri_error *err);
/* Adds noise to drag->force at slip->time or slip->distance, and the derivative of its gate to slopes->force_v, unless
 * slopes is NULL. */
BRI_API void bri_noise_add(const bri_noise *noise, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes);

/* --- the built-in laws ------------------------------------------------------------------------------------------ */

BRI_API const bri_friction_law *const *bri_laws(void); /* ends with NULL */
/* The law of that name; NULL, with BRI_NOT_FOUND and similar names in err, if there is none. */
BRI_API const bri_friction_law *bri_law_find(const char *name, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
