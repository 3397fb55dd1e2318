/* sim.h - a model becomes a system of equations, is simulated, and leaves a result
 *
 *     bri_model -> bri_system -> bri_sim -> bri_result
 *
 * A bri_system is const once built, so that threads may share it. A bri_sim is one state of a system at one time; one thread may
 * use it at a time. Nothing is allocated while it advances. Quantities are in SI units. A function that fails returns a
 * status other than BRI_OK and describes the cause in *err, which may be NULL; what it should have created is then NULL or
 * unchanged. */
#ifndef BRISTLE_SIM_H
#define BRISTLE_SIM_H

#include "bristle/model.h"
#include "bristle/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- system ----------------------------------------------------------------------------------------------------------- */

typedef struct bri_system bri_system;

/* Builds the equations of a model. The model is copied. Fails where initial positions or velocities do not fit the joints, and
 * reports every such joint with the distance or velocity by which it is violated. The caller destroys the system. */
bri_status bri_system_build(const bri_model *model, bri_system **system, bri_error *err);
void bri_system_destroy(bri_system *system); /* NULL is allowed; no bri_sim of the system may exist any more */

typedef struct bri_mobility {
    int bodies, coordinates, constraints, degrees_of_freedom;
    int redundant; /* constraints that depend on others */
    double position_error,
        velocity_error; /* largest initial constraint errors, before they were corrected; m or rad, per s */
} bri_mobility;
/* Of the initial configuration. */
bri_mobility bri_system_mobility(const bri_system *system);

typedef struct bri_reaction { /* one component of a joint's reaction, or a friction force */
    const char *joint, *name; /* "guide", "couple"; "friction". Owned by the system */
    bool unique;              /* a rigid-body model determines it */
    bool loads_friction;      /* friction of the joint depends on its reactions */
    bool is_friction;
    bool moves_something; /* of friction: the joints allow its surfaces to slide */
} bri_reaction;
typedef void bri_reaction_fn(const bri_reaction *reaction, void *user);
typedef enum bri_regime {
    BRI_SLIDING, /* friction follows the loads */
    BRI_LOCKED,  /* friction holds every joint that has it, as a constraint would */
} bri_regime;
/* Calls report for every reaction and friction force of the initial configuration, in the order of the model. *redundant, which
 * may be NULL, becomes the number of redundant constraints. */
bri_status bri_system_reactions(const bri_system *system, bri_regime regime, bri_reaction_fn *report, void *user,
                                int *redundant, bri_error *err);

typedef struct
    bri_elastic_link { /* a body that is elastic along its axis: three rigid segments with springs between them */
    const char *body, *from, *to;
    double stiffness[2], damping[2]; /* at its ends, in series with the compliance of the joints there, N/m and N s/m */
    double whole;                    /* stiffness from end to end, N/m */
} bri_elastic_link;
/* The elastic link number index, from 0. False: there are no more. Names are owned by the system. */
bool bri_system_elastic(const bri_system *system, int index, bri_elastic_link *link);

typedef struct
    bri_shared { /* a parameter of a friction law that was derived from the stiffness of links (as: friction) */
    const char *joint, *parameter, *unit;
    double value;
    double stiffness, load, time; /* stiffness along the slip, N/m; normal force, N, at that time, s */
} bri_shared;
/* The derived parameter number index, from 0. False: there are no more. Texts are owned by the system. */
bool bri_system_shared(const bri_system *system, int index, bri_shared *shared);

/* Moves the bodies of a model until all joints meet (smallest change in the mass norm), and writes their positions and angles
 * into the model. *gap becomes the largest distance, m or rad, by which a joint was open before. */
bri_status bri_model_assemble(bri_model *model, double *gap, bri_error *err);
/* Reports, as warnings to err->each, parameter values that are allowed and suspicious: bristles that bend far, surfaces that
 * overlap at the beginning, a friction law that does not reach its sliding force at the speed of the mechanism, a radius that is
 * larger than the mechanism, drivers that stop dead within the run. */
void bri_system_warnings(const bri_system *system, bri_error *err);
typedef struct bri_slide { /* of a guide or a slot at the start: point[1] - point[0], along */
    const char *joint, *body[2];
    double value;                 /* m */
    double along[2], point[2][2]; /* direction, and places on the bodies, in the world, m */
    const char *spring;           /* that acts along it; NULL: none */
    double free_value,
        spring_force; /* slide at which the spring has no force, m; its force at the start, above 0: towards
                                      * larger slides, N */
} bri_slide;
/* The slide number index, from 0. False: there are no more. Texts are owned by the system. */
bool bri_system_slide(const bri_system *system, int index, bri_slide *slide);

/* What no motor does: the position of a driver jumps, or its speed falls to 0 at once. */
typedef struct bri_sudden_motion {
    const char *joint; /* owned by the system */
    double time;       /* s */
    char what[200];    /* "jumps by 0.1 m at 2 s: ...": what it does, and what to do about it */
} bri_sudden_motion;
/* The sudden motion number index, from 0, of drivers before a time, s. False: there are no more. */
bool bri_system_sudden_motion(const bri_system *system, double until, int index, bri_sudden_motion *motion);
const char *bri_system_title(const bri_system *system); /* "": none. Owned by the system */
/* The number of channels, and their names and units, owned by the system. The first channel is time. */
int bri_system_channels(const bri_system *system, const bri_column **channels);

/* --- sim -------------------------------------------------------------------------------------------------------------- */

typedef struct bri_sim bri_sim;

typedef struct bri_run_def {     /* settings that replace those of the model; 0 or NULL: as the model says */
    const char *integrator;      /* a name, or "auto" */
    double until, interval;      /* end of the run and distance of its rows, s */
    double from;                 /* summaries begin here, s: after the transient; the motion is not changed by it */
    double rtol, atol;           /* tolerances of the local error: rtol |x| + atol size */
    double step, max_step;       /* of an integrator with fixed steps; longest step, s */
    const char *const *channels; /* names and patterns, "floor.*"; ends with NULL */
    bool (*progress)(double time, double share, void *user); /* called after each step, and within searches that may be
                                                                 long; false: stop */
    void *user;
} bri_run_def;
bri_run_def bri_run_defaults(void); /* everything as the model says */

/* A simulation at the initial state of the system, with sticking decided. The system is borrowed and must outlive it. Fails for
 * over-constrained mechanisms whose motion a rigid-body model cannot determine, unless the model names a treatment. */
bri_status bri_sim_create(const bri_system *system, const bri_run_def *def, bri_sim **sim, bri_error *err);
/* Advances to a time, s; does nothing where the simulation is there or beyond. On failure the simulation stays at the last
 * accepted step, and err names joint, time and cause. */
bri_status bri_sim_advance(bri_sim *sim, double until, bri_error *err);
double bri_sim_time(const bri_sim *sim);  /* s */
double bri_sim_until(const bri_sim *sim); /* end of the run that the model asks for, s */
/* As bri_system_reactions, at the present state; interfaces that stick are locked. */
bri_status bri_sim_reactions(bri_sim *sim, bri_reaction_fn *report, void *user, int *redundant, bri_error *err);
/* The number of solutions that friction and reactions have together at the present state, with interfaces sliding as they do;
 * 1 is the normal case (Painleve). *all_found: there are no more; false where loads or laws are not linear. */
bri_status bri_sim_solutions(bri_sim *sim, int *count, bool *all_found, bri_error *err);
int bri_sim_find(const bri_sim *sim, const char *channel); /* index of a channel; -1: there is none of that name */
/* Value of a channel at the present state; NAN: no such channel, or the equations have no solution here. Asking changes nothing:
 * the motion has the same bits whatever is asked. */
double bri_sim_value(bri_sim *sim, int channel);
/* Sets an input signal, or any number of the model by its path ("floor.friction.mu_k"), in SI units, from the present time on.
 * The first call copies the system; others allocate nothing. The new value belongs to this simulation alone. */
bri_status bri_sim_set_number(bri_sim *sim, const char *path, double value, bri_error *err);
/* Size of a saved sim, bytes; constant while the sim exists. */
size_t bri_sim_state_size(const bri_sim *sim);
/* Copies everything on which later steps, sums of energy and statistics depend to state, which belongs to the caller and has
 * bri_sim_state_size bytes. Changes nothing and allocates nothing. The bytes are valid for this version of the library on
 * machines of the same kind. Numbers of the model are not saved. */
void bri_sim_save(const bri_sim *sim, void *state);
/* Puts a sim into the saved state: the sim that was saved, or another one of the same model and integrator. The bytes are
 * copied; nothing is allocated. Later steps have the same bits as those after the save. Exceptions are cvode and ida, which
 * cannot be copied: they start anew here, and their later steps agree within the tolerances. A sim that was saved after
 * a final failure (BRI_NO_SOLUTION) fails again. Numbers that bri_sim_set_number has set keep their values: to change numbers
 * as well, set them after the restore.
 * BRI_BAD_VALUE, and the sim is unchanged: the bytes are of another system, integrator or version of the library, are no
 * saved sim, or are fewer (size) than bri_sim_state_size. The numbers behind the header are not checked. */
bri_status bri_sim_restore(bri_sim *sim, const void *state, size_t size, bri_error *err);
void bri_sim_destroy(bri_sim *sim);

/* --- result ------------------------------------------------------------------------------------------------------------ */

typedef struct bri_event {
    double time;
    char what[200];  /* "floor sticks", "wristpin: contact begins": for people */
    char joint[96];  /* interface, gap or joint: "floor" */
    char event[100]; /* "sticks", "contact begins" */
    double value;    /* that belongs to it, as the approach speed of a contact; NAN: none */
    char unit[16];   /* of the value; "": none */
} bri_event;

typedef struct bri_energy_term {
    char name[96];
    double energy; /* J */
    bool stored;   /* at the end: energy is minus what the mechanism then holds */
} bri_energy_term;

/* Summaries are taken over the steps of a run and their interpolants, whatever its rows: the same bits for any interval and any
 * channels. They begin at bri_run_def.from. */

typedef struct bri_friction_summary { /* of one interface */
    char name[96];
    double load_least, load_most;     /* normal force, N; NAN: the law's coefficients are forces */
    double ratio_most;                /* largest |F|/N under any load */
    double ratio_loaded, loaded_from; /* the same under loads of at least loaded_from, N: 1 % of the largest */
    /* Share of the time in which its surfaces do not move relative to each other: it sticks, or its slip is within the speed
     * scale of its smoothed law, or, of other laws, within 1e-6 of the mechanism's speed; surfaces that roll do not rest. */
    double at_rest;
    double lost;                /* energy, J */
    bool touches;               /* it is at a gap; the numbers that follow are of these only */
    double at_separation_force; /* largest |F| where the surfaces separated, N: above 0, the law does not vanish with
                                       * its load */
    double
        floored; /* floor of the law's G, N, where rates of bristles depend on it under small loads; 0: they do not */
} bri_friction_summary;

typedef enum bri_force_source {
    BRI_FORCE_OF_DRIVER,
    BRI_FORCE_OF_FORCE, /* spring, applied force or torque */
    BRI_FORCE_OF_JOINT, /* reaction or couple of a joint without clearance; those with clearance have a contact summary */
} bri_force_source;

typedef struct bri_force_summary { /* of a driver, a force or the reaction of a joint */
    char name[96], what[32], unit[8];
    bri_force_source source;
    double peak, peak_time;             /* the value of largest magnitude, with its sign, and its time, s */
    double rms;                         /* of a driver; else NAN */
    double work, mean_power;            /* done on the mechanism by a driver or a force, J and W; of a joint NAN */
    double peak_power, peak_power_time; /* of a driver, with its sign; else NAN */
} bri_force_summary;

typedef struct bri_contact_summary { /* of one gap */
    char name[96];
    long contacts;                       /* number of contacts that began */
    double peak, peak_time;              /* largest contact force, N, and its time, s */
    double deepest, fastest;             /* largest depth, m; largest approach speed, m/s */
    double separated, impact, sustained; /* shares of the time */
    double lost;                         /* energy, J */
} bri_contact_summary;

typedef struct bri_film { /* of a lubricated interface: minimum film thickness by Dowson and Higginson */
    char name[96];
    int interface;
    double thickness_least, thickness_most; /* m */
    double lambda_least, lambda_most;       /* film thickness over roughness */
    double below, above;                    /* shares of the time with lambda below 0.5 and above 3 */
    double pressure_viscosity;              /* 1/Pa */
    bool assumed;                           /* pressure_viscosity was not given */
} bri_film;

typedef struct bri_range_exceeded { /* a quantity of a formula with a range of validity, and what occurred */
    char name[96], law[32], what[32], unit[32];
    int interface, output;
    double from, to; /* range of validity; to INFINITY: a coefficient that the formula gives as negative counts as 0 */
    double least, most; /* values that occurred */
    double outside;     /* share of the time in contact in which it was outside */
} bri_range_exceeded;

typedef struct bri_redundancy_summary { /* loads that a rigid-body model cannot determine, and how they were shared */
    char treatment[24];                 /* "eliminate", ...; "": no load was undetermined */
    bool named;                         /* the model names the treatment; else it was chosen: eliminate */
    double lasted;                      /* share of the time in which loads were undetermined */
    char friction[200];                 /* joints with undetermined friction while they stuck: "guide_1, guide_2" */
    char eliminated[200];               /* reactions that were set to 0 */
    double by_unit;     /* pseudoinverse: largest change of a friction force, over its limit, if couples are in N mm */
    bool is_incoherent; /* at the end: friction directions at rest are inconsistent */
} bri_redundancy_summary;

typedef struct bri_statistics {
    char integrator[32], why[128], constraints[32]; /* why: the reason why auto chose it or them, or "" */
    long switches;                                  /* between two integrators that auto chose */
    double stiff_share;                             /* of the time, by the stiff one of them; 0 to 1 */
    long steps, rejected, events, evaluations, solves, iterations;
    double position_error, velocity_error; /* largest that was left in the constraints */
    size_t bytes;
} bri_statistics;

typedef struct bri_result {
    bri_table *channels; /* the first is time */
    bri_event *event;
    int events, events_left_out;
    bri_energy_term *term; /* energy balance: what came in is positive, what left or is stored is negative */
    int terms;
    bri_friction_summary *friction_summary; /* of every interface */
    int friction_summaries;
    bri_force_summary *force_summary; /* of every driver, then of forces, then of joints */
    int force_summaries;
    bri_contact_summary *contact_summary; /* of every gap */
    int contact_summaries;
    bri_film *film;
    int films;
    bri_range_exceeded *range_exceeded;
    int ranges_exceeded;
    bri_redundancy_summary redundancy;
    double several_solutions; /* time, s, during which friction and reactions had several solutions (Painleve) */
    /* Since from: net work of the drivers and forces that did work on the mechanism, of those on which it did work, and losses
     * by friction, contacts and damping, J. efficiency = work_out/(work_out + work_lost), which is work_out/work_in over a
     * cycle; NAN: there is no work in, or none out. */
    double work_in, work_out, work_lost, efficiency;
    double energy_stabilised; /* J: energy changed by constraint stabilisation; a term of the balance, too */
    double energy_impacts;    /* J: work of drivers at once, where their positions or velocities jump */
    double energy_drift; /* J: the part of it that is an error of the steps, not an impact of drivers or stuck joints */
    double energy_error; /* J: sum of all terms: 0 if the balance closes */
    double energy_turnover; /* J: sum of their magnitudes, or the largest kinetic energy if that is more */
    double energy_scale;    /* J: typical of the mechanism, by its masses, size and speed */
    bri_statistics statistics;
    bool partial;      /* it was stopped before its end */
    double start, end; /* when it began; time that was reached, s */
    double from;       /* where summaries begin, s */
    char why[512];     /* why it is partial */
} bri_result;

/* Does all that bri_run does before its first step, and fails where that would fail: settings, channels, treatment of redundant
 * constraints, sticking, friction and reactions at the start. Costs a few evaluations. */
bri_status bri_run_check(const bri_system *system, const bri_run_def *def, bri_error *err);
/* On failure or when stopped, result holds what was computed, marked as partial. */
bri_status bri_run(const bri_system *system, const bri_run_def *def, bri_result **result, bri_error *err);
void bri_result_destroy(bri_result *result);

#ifdef __cplusplus
}
#endif
#endif
