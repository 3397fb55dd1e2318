/* friction.h - friction laws: what a law sees, what it gives, how it is called
 *
 * A law gives the force on the body that moves with velocity v over its partner. SI units throughout. Call it once
 * (bri_slip_set, bri_friction_eval), on arrays (bri_friction_batch, the same bits), or through a history (trial.h). */
#ifndef BRISTLE_FRICTION_H
#define BRISTLE_FRICTION_H

#include "bristle/kind.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_pair {      /* the two surfaces; NAN where nothing is given */
    double length;             /* of the line of contact, m */
    double radius_a, radius_b; /* m; below 0: a bore; INFINITY: flat */
    double modulus;            /* contact modulus E*, Pa */
    double roughness;          /* of both surfaces together, m */
    double viscosity;          /* dynamic, of the lubricant at the mean surface temperature, Pa s */
    double density;            /* of the lubricant, kg/m3 */
    double pressure_viscosity; /* how viscosity rises with pressure, 1/Pa; not given: that of mineral oils, 20/GPa */
} bri_pair;
/* The least thickness of the film between them, by Dowson and Higginson, m. */
double bri_film_thickness(const bri_pair *pair, double sum_of_speeds, double load);
double bri_pressure_viscosity(const bri_pair *pair); /* as given, or assumed */

typedef struct bri_slip { /* what a law sees of its interface */
    int dim, elements;    /* components of sliding, 1 or 2; length of the law's list parameters */
    bri_real v[2], speed,
        dir[2];               /* v = speed dir; dir is v/|v|, 0 at rest, and held between events where the law grips */
    bri_real load, rate_load; /* normal force, N, not negative: for the force; for the state rates */
    bri_real sum;             /* of both surfaces' speeds past the point of contact, m/s */
    bri_real distance, time;  /* slid so far, m; s */
    const bri_pair *pair;
    const bri_real *z, *discrete; /* in the order of their tables; the components of a vector side by side */
    int piece;                    /* of a law made of pieces: 0: the one that the speed is in; else see bri_slip_hold */
} bri_slip;

typedef struct bri_drag {
    bri_real force[2];   /* on the body that moves with v, N */
    bri_real elastic[2]; /* the part without bristle damping; laws without states leave it alone */
    bri_real *zdot;
} bri_drag;

typedef struct bri_slopes { /* comes zeroed; n = number of state components */
    bri_real force_v[2][2], force_load[2], force_rate_load[2], *force_z; /* force_z: dim x n */
    bri_real *zdot_v, *zdot_load, *zdot_z;                               /* n x dim; n, by rate_load; n x n */
} bri_slopes;

typedef struct bri_curve {
    bri_real force, by_speed, by_load; /* magnitude against v, N, and its slopes */
} bri_curve;

typedef enum bri_pieces { /* what a law is smooth between, and eval obeys in slip->piece */
    BRI_PIECES_UNKNOWN,
    BRI_PIECES_OF_SPEED,     /* each edge is the speed less a limit, the lowest first */
    BRI_PIECES_OF_DIRECTION, /* the one edge is reversal */
} bri_pieces;

struct bri_lanes;
typedef struct bri_friction_law {
    bri_kind kind;
    const char *needs; /* "length viscosity": what bri_pair must give, else the law is refused by that name */
    /* Force in steady sliding. All that a law without states gives; with states, where v and load lead it. */
    void (*curve)(const void *params, const bri_slip *slip, bri_curve *out);
    void (*eval)(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes); /* slopes may be NULL */
    void (*relax)(const void *params, const bri_slip *slip, bri_real *pull, bri_real *rate); /* zdot = pull - rate z */
    void (*steady)(const void *params, const bri_slip *slip, bri_real *z,
                   bri_real *discrete);                                        /* where v and load lead them */
    void (*sizes)(const void *params, bri_real load, int dim, bri_real *size); /* of each state: weighs its error */
    bri_real (*static_limit)(const void *params, const bri_slip *slip,
                             bri_real *by_load); /* most it holds at rest; NULL: creeps */
    void (*events)(const void *params, const bri_slip *slip,
                   bri_real *g); /* each passes 0 where eval changes formula */
    void (*handle_event)(const void *params, const bri_slip *slip, const bool *fired, bri_real *z, bri_real *discrete);
    bool (*passive)(const void *params); /* at constant load it never gives more than it was given; NULL: not claimed */
    void (*observe)(const void *params, const bri_slip *slip, double *outputs);
    const struct bri_lanes *const *lanes; /* the same law for vectors; NULL: a batch calls eval */
    bri_pieces pieces;
    bool
        lubricated; /* a formula for lubricated surfaces: the thickness of their film is reported beside the friction */
} bri_friction_law;

/* Puts velocity and load in a slip: speed, direction, sum (as if the partner were at rest), rate_load. Numbers are
 * held within +-1e60, so that no law overflows; no piece is held. The other fields are yours to fill and are kept. */
void bri_slip_set(bri_slip *slip, int dim, const double *v, double load);
/* Force, rates and, unless slopes is NULL, derivatives: for any law, with states or without. */
void bri_friction_eval(const bri_friction_law *law, const void *params, const bri_slip *slip, bri_drag *drag,
                       bri_slopes *slopes);
/* A law made of pieces goes on with one of them wherever v is, so that a step which reaches past a kink stays smooth. The
 * first piece, 1, is around rest; 2, 3, ... lie beyond its edges, and so do -2, -3, ..., where v is negative. There dir is
 * that direction, and a speed below 0 is one against it. A law of two directions has 2 and -2 alone. With two components
 * nothing is held. */
void bri_slip_hold(bri_slip *slip, int piece);
/* The piece in which a slip that holds none is. */
int bri_friction_piece(const bri_friction_law *law, const void *params, const bri_slip *slip);
/* The edges of any law; those around a piece that is held are positive in it. */
void bri_friction_event_values(const bri_friction_law *law, const void *params, const bri_slip *slip, bri_real *g);
int bri_friction_states(const bri_friction_law *law, const void *params, int dim); /* number of state components */
int bri_friction_discrete_states(const bri_friction_law *law, const void *params, int dim);
int bri_friction_events(const bri_friction_law *law, const void *params, int dim);
/* BRI_MISSING, naming everything that the law needs and the pair (NULL: nothing known) does not give. */
bri_status bri_friction_needs(const bri_friction_law *law, const bri_pair *pair, bri_error *err);
bri_pair bri_pair_unknown(void);     /* every field NAN */
extern const bri_kind bri_pair_kind; /* the fields of a pair by name, with units: for bri_params_set_text */

/* Many contacts at once, as a structure of arrays. Nothing is allocated; every number has the bits of the single call. */
typedef struct bri_batch {
    size_t count;
    int dim;
    const double *v[2], *load;
    const double *rate_load, *sum, *distance; /* NULL: load; speed; 0 */
    double time;
    const bri_pair *pair;
    const double *const *z, *const *discrete; /* one array for each component */
    double *force[2];
    double *const *zdot;
} bri_batch;
void bri_friction_batch(const bri_friction_law *law, const void *params, const bri_batch *batch);
int bri_friction_lanes(void); /* how many contacts this processor evaluates side by side */

/* --- noise: part of an interface, after any law ------------------------------------------------------------------- */

enum {
    BRI_NOISE_WAVES = 64
};
typedef struct bri_noise { /* made by bri_noise_place from the parameters of bri_noise_kind */
    int over_distance;
    double amplitude, gate;                                          /* N; m/s */
    double frequency[2][BRI_NOISE_WAVES], phase[2][BRI_NOISE_WAVES]; /* per component: 1/s or 1/m; turns */
} bri_noise;
extern const bri_kind bri_noise_kind;
bri_status bri_noise_place(const void *params, bri_noise *noise, bri_error *err);
/* Adds it to the force; slopes, when given, take the gate's share of force_v. */
void bri_noise_add(const bri_noise *noise, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes);

/* --- the laws that exist ------------------------------------------------------------------------------------------ */

const bri_friction_law *const *bri_laws(void); /* ends with NULL */
/* NULL, and a complaint that names the nearest ones. */
const bri_friction_law *bri_law_find(const char *name, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
