/* sim.h - a model becomes equations, moves through time, and leaves a result
 *
 *     bri_model -> bri_system -> bri_sim -> bri_result
 *
 * A system is const once built, so threads may share it; a sim is one state on its way through time, one per thread;
 * nothing is allocated while it advances. */
#ifndef BRISTLE_SIM_H
#define BRISTLE_SIM_H

#include "bristle/model.h"
#include "bristle/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- system ----------------------------------------------------------------------------------------------------------- */

typedef struct bri_system bri_system;

/* Complains of initial positions and velocities that do not fit the joints, by how much and where. */
bri_status bri_system_build(const bri_model *model, bri_system **system, bri_error *err);
void bri_system_destroy(bri_system *system);
typedef struct bri_mobility {
    int bodies, coordinates, constraints, degrees_of_freedom, redundant;
    double position_error, velocity_error; /* at the beginning, before they were mended; m or rad, and per s */
} bri_mobility;
bri_mobility bri_system_mobility(const bri_system *system);
typedef struct bri_reaction { /* one component of a joint's reaction, or its friction */
    const char *joint, *name; /* "guide", "couple"; "friction" */
    bool unique;              /* the equations of rigid bodies determine it */
    bool patches;             /* the joint's friction comes from its reactions */
    bool is_friction;
    bool moves_something; /* of friction: the joints let its surfaces slide */
} bri_reaction;
typedef void bri_reaction_fn(const bri_reaction *reaction, void *user);
typedef enum bri_regime {
    BRI_SLIDING, /* friction follows the loads */
    BRI_LOCKED,  /* friction holds every joint that has it, as a reaction does */
} bri_regime;
/* Tells of every reaction and friction force in the order of the model, as it begins; returns how many constraints depend
 * on others in *redundant (which may be NULL). */
bri_status bri_system_reactions(const bri_system *system, bri_regime regime, bri_reaction_fn *tell, void *user,
                                int *redundant, bri_error *err);
typedef struct bri_elastic_link { /* a body that is elastic along its axis, and stands for three in the mobility */
    const char *body, *from, *to;
    double stiffness[2], damping[2]; /* at its ends, with the compliance of the joints there, N/m and N s/m */
    double whole;                    /* stiffness from end to end, N/m */
} bri_elastic_link;
bool bri_system_elastic(const bri_system *system, int index, bri_elastic_link *link); /* false: past the last */
typedef struct bri_shared { /* a number of a joint's friction law that the stiffness of links has given */
    const char *joint, *parameter, *unit;
    double value;
    double stiffness, load, time; /* along the sliding, N/m; normal force, N, at that time, s */
} bri_shared;
bool bri_system_shared(const bri_system *system, int index, bri_shared *shared); /* false: past the last */
/* Moves bodies until their joints meet, least in the mass norm, and completes the velocities, in the model itself. The
 * largest distance that a joint was open by is in the mobility of a system that is built from it then: 0. */
bri_status bri_model_assemble(bri_model *model, double *gap, bri_error *err);
/* Tells err->each, as warnings, of numbers that are allowed and look wrong: bristles that bend too far, a friction law
 * that is not yet sliding at the speed at which the mechanism works. */
void bri_system_warnings(const bri_system *system, bri_error *err);
const char *bri_system_title(const bri_system *system);                         /* "" if it has none */
int bri_system_channels(const bri_system *system, const bri_column **channels); /* how many; the first is time */

/* --- sim -------------------------------------------------------------------------------------------------------------- */

typedef struct bri_sim bri_sim;

typedef struct bri_run_def { /* what is 0 or NULL is taken from the model */
    const char *integrator;
    double until, interval, rtol, atol, step, max_step;
    const char *const *channels;                             /* names and patterns, "floor.*"; ends with NULL */
    bool (*progress)(double time, double share, void *user); /* false: stop here */
    void *user;
} bri_run_def;
bri_run_def bri_run_defaults(void);

bri_status bri_sim_create(const bri_system *system, const bri_run_def *def, bri_sim **sim, bri_error *err);
bri_status bri_sim_advance(bri_sim *sim, double until, bri_error *err);
double bri_sim_time(const bri_sim *sim);
double bri_sim_until(const bri_sim *sim); /* as the model's run says */
/* The same as bri_system_reactions, where the sim is now; locked are the joints that stick. */
bri_status bri_sim_reactions(bri_sim *sim, bri_reaction_fn *tell, void *user, int *redundant, bri_error *err);
/* How many solutions friction and reactions have together where the sim is now, with contacts sliding as they do: 1 is what
 * one hopes for. all_found: there are no more; false where loads or laws are not linear. */
bri_status bri_sim_solutions(bri_sim *sim, int *count, bool *all_found, bri_error *err);
int bri_sim_find(const bri_sim *sim, const char *channel); /* -1: no such channel */
double bri_sim_value(bri_sim *sim, int channel);
/* An input signal or any number of the model by its path: holds from now on. */
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
    char what[120]; /* "floor sticks" */
} bri_event;

typedef struct bri_energy_term {
    char name[96];
    double energy; /* J */
} bri_energy_term;

typedef struct bri_friction_summary { /* of one interface, over the rows of a result */
    char name[64];
    double load_least, load_most; /* normal force, N; NAN: the law's coefficients are forces */
    double ratio_most;            /* largest |F|/N */
    double at_rest; /* share of the rows in which it sticks, or slips slower than 1e-6 of the mechanism's speed */
    double lost;    /* energy, J */
    bool touches;   /* it is at a gap; the numbers that follow are of these only */
    double at_separation_force; /* largest |F| where the surfaces separated, N: above 0, the law does not vanish with
                                       * its load */
    double ratio_loaded, loaded_from; /* largest |F|/N under loads of at least loaded_from, N: 1 % of their peak */
    double
        floored; /* floor of the law's G, N, where rates of bristles depend on it under small loads; 0: they do not */
} bri_friction_summary;

typedef struct bri_contact_summary { /* of one gap, over the steps of a run */
    char name[64];
    long contacts;                       /* number of contacts that began */
    double peak, peak_time;              /* largest contact force, N, and its time, s */
    double deepest, fastest;             /* largest depth, m; largest approach speed, m/s */
    double separated, impact, sustained; /* shares of the time */
    double lost;                         /* energy, J */
} bri_contact_summary;

typedef struct bri_film { /* of a lubricated interface: minimum film thickness by Dowson and Higginson */
    char name[64];
    int interface;
    double thickness_least, thickness_most; /* m */
    double lambda_least, lambda_most;       /* film thickness over roughness */
    double below, above;                    /* shares of the time with lambda below 0.5 and above 3 */
    double pressure_viscosity;              /* 1/Pa */
    bool assumed;                           /* pressure_viscosity was not given */
} bri_film;

typedef struct
    bri_range_exceeded { /* a quantity of a lubricated formula with its range of validity, and what occurred */
    char name[64], law[32], what[32], unit[32];
    int interface, output;
    double from, to;    /* range of validity */
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
    char integrator[32], why[64], constraints[32]; /* why: the reason why auto chose it, or "" */
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
    bri_contact_summary *contact_summary; /* of every gap */
    int contact_summaries;
    bri_film *film;
    int films;
    bri_range_exceeded *range_exceeded;
    int ranges_exceeded;
    bri_redundancy_summary redundancy;
    double energy_stabilised; /* J: energy changed by constraint stabilisation; a term of the balance, too */
    double energy_error;      /* J: sum of all terms: 0 if the balance closes */
    double energy_turnover;   /* J: sum of their magnitudes */
    double energy_scale;      /* J: typical of the mechanism, by its masses, size and speed */
    bri_statistics statistics;
    bool partial;      /* it was stopped before its end */
    double start, end; /* when it began; time that was reached, s */
    char why[512];     /* why it is partial */
} bri_result;

/* On failure or when stopped, result holds what was computed, marked as partial. */
bri_status bri_run(const bri_system *system, const bri_run_def *def, bri_result **result, bri_error *err);
void bri_result_destroy(bri_result *result);

#ifdef __cplusplus
}
#endif
#endif
