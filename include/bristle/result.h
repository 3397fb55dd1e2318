/* result.h - whole runs and their results: channels, events, energy balance, summaries
 *
 *     bri_model -> bri_system -> bri_sim -> bri_result
 *
 * Quantities are in SI units. A function that fails returns a status other than BRI_OK and describes the
 * cause in *err, which may be NULL; an object that it should have created is then NULL, other outputs are unchanged. */
#ifndef BRISTLE_RESULT_H
#define BRISTLE_RESULT_H

#include "bristle/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_event {
    double time;       /* s */
    const char *what;  /* joint and event in words: "floor sticks", "wristpin: contact begins" */
    const char *joint; /* interface, gap or joint: "floor" */
    const char *event; /* "sticks", "contact begins" */
    double value;      /* value of the event, such as the approach velocity of a contact; NAN: none */
    const char *unit;  /* of the value; "": none */
} bri_event;

typedef struct bri_energy_term {
    const char *name;
    double energy; /* J */
    bool stored;   /* an energy that the mechanism has at the end; `energy` is then its negative */
} bri_energy_term;

/* Summaries are computed from the steps of a run and their interpolants, not from its rows: they have the same bits for any
 * interval and any channels. They begin at bri_run_def.from. */

typedef struct bri_friction_summary { /* of one interface */
    const char *name;
    double load_least, load_most;     /* normal force, N; NAN: the law's coefficients are forces */
    double ratio_most;                /* largest |F|/N under any load */
    double ratio_loaded, loaded_from; /* the same under loads of at least loaded_from, N: 1 % of the largest */
    /* Share of the time at rest, 0 to 1: the interface sticks, or its slip velocity is below the speed scale of its smoothed law
     * or, for other laws, below 1e-6 of the mechanism's speed. A rolling wheel is not at rest. */
    double at_rest;
    double lost;  /* energy, J */
    bool touches; /* the interface is at a gap; only then are the following fields set */
    double
        at_separation_force; /* largest |F| at a separation of the surfaces, N; above 0: the force of the law does not
                                 * vanish with the load */
    double floored;          /* G_min of the law, N, if bristle rates under small loads depend on it; 0: they do not */
    const char
        *begins; /* state at the start of the run, in the words of events: "sticks"; NULL: a law without stiction,
                            or surfaces that do not touch */
} bri_friction_summary;

typedef enum bri_force_source {
    BRI_FORCE_OF_DRIVER,
    BRI_FORCE_OF_FORCE, /* spring, applied force or torque */
    BRI_FORCE_OF_JOINT, /* reaction or couple of a joint without clearance; those with clearance have a contact summary */
} bri_force_source;

typedef struct bri_force_summary { /* of a driver, a force or the reaction of a joint */
    const char *name, *what, *unit;
    bri_force_source source;
    double peak, peak_time;             /* the value of largest magnitude, with its sign, and its time, s */
    double rms;                         /* of a driver; else NAN */
    double work, mean_power;            /* done on the mechanism by a driver or a force, J and W; of a joint NAN */
    double peak_power, peak_power_time; /* of a driver, with its sign; else NAN */
} bri_force_summary;

typedef struct bri_contact_summary { /* of one gap */
    const char *name;
    long contacts;                       /* number of contacts that began */
    double peak, peak_time;              /* largest contact force, N, and its time, s */
    double deepest, fastest;             /* largest depth, m; largest approach speed, m/s */
    double separated, impact, sustained; /* shares of the time */
    double lost;                         /* energy, J */
} bri_contact_summary;

typedef struct bri_film { /* of a lubricated interface: minimum film thickness by Dowson and Higginson */
    const char *name;
    int interface;
    double thickness_least, thickness_most; /* m */
    double lambda_least, lambda_most;       /* film thickness over roughness */
    double below, above;                    /* shares of the time with lambda below 0.5 and above 3 */
    double pressure_viscosity;              /* 1/Pa */
    bool assumed;                           /* pressure_viscosity was not given */
} bri_film;

typedef struct bri_range_exceeded { /* a quantity of a formula with a range of validity, and what occurred */
    const char *name, *law, *what, *unit;
    int interface, output;
    double from, to; /* range of validity; to is INFINITY for a coefficient, whose negative values are replaced by 0 */
    double least, most; /* values that occurred */
    double outside;     /* share of the time in contact in which it was outside */
} bri_range_exceeded;

typedef struct bri_redundancy_summary { /* loads that a rigid-body model cannot determine, and how they were shared */
    const char *treatment;              /* "eliminate", ...; "": no load was undetermined */
    bool named;                         /* the model names the treatment; else it was chosen: eliminate */
    double lasted;                      /* share of the time in which loads were undetermined, 0 to 1 */
    const char *friction;               /* joints with undetermined friction while they stuck: "guide_1, guide_2" */
    const char *eliminated;             /* reactions that were set to 0 */
    double by_unit;     /* pseudoinverse: largest change of a friction force, over its limit, if couples are in N mm */
    bool is_incoherent; /* at the end: friction directions at rest are inconsistent */
} bri_redundancy_summary;

typedef struct bri_statistics {
    const char *integrator, *why, *constraints; /* why: the reason why auto chose it or them, or "" */
    long switches;                              /* between two integrators that auto chose */
    double stiff_share;                         /* of the time, by the stiff one of them; 0 to 1 */
    long steps, rejected, events, evaluations, solves, iterations;
    double position_error, velocity_error; /* largest constraint errors after steps: m or rad; m/s or rad/s */
    size_t bytes;
} bri_statistics;

typedef struct bri_derivative {   /* of a run with respect to one number of its model (bri_run_def.derivatives) */
    const char *parameter, *unit; /* path, "pin.friction.mu_k"; SI unit, "1" of a plain number */
    double value;                 /* of the parameter in this run */
    /* The derivative of the channel in column c > 0 of bri_result.channels is in its column `column` + c - 1, named
     * "d(pin.angle)/d(pin.friction.mu_k)"; column 0 is time. */
    int column;
    double until;    /* s: the derivative exists up to this time, and is NAN in later rows */
    const char *why; /* why it ends, with joint and time; "": it exists throughout */
    double *
        event_time; /* of each event of the result: derivative of its time; NAN: it has none, or the derivative does not exist */
} bri_derivative;

typedef struct bri_result { /* read only; its lists are lists of pointers, and all texts belong to it */
    bri_table *channels;    /* the first is time */
    bri_event **event;
    int events, events_left_out;
    bri_energy_term **
        term; /* energy balance, J: energy that entered is positive; energy that was dissipated or is stored, negative */
    int terms;
    bri_friction_summary **friction_summary; /* of every interface */
    int friction_summaries;
    bri_force_summary **force_summary; /* of every driver, then of forces, then of joints */
    int force_summaries;
    bri_contact_summary **contact_summary; /* of every gap */
    int contact_summaries;
    bri_film **film;
    int films;
    bri_range_exceeded **range_exceeded;
    int ranges_exceeded;
    bri_redundancy_summary *redundancy;
    double several_solutions; /* time, s, during which friction and reactions had several solutions (Painleve) */
    /* From the time `from` on, J: net work of the drivers and forces that did work on the mechanism; net work that the mechanism did
     * on other drivers and forces; losses by friction, contacts and damping. efficiency = work_out/(work_out + work_lost), which over a
     * cycle is work_out/work_in; NAN: work_in or work_out is 0. */
    double work_in, work_out, work_lost, efficiency;
    double energy_stabilised; /* J: energy changed by constraint stabilisation; a term of the balance, too */
    double energy_impacts;    /* J: work of drivers at instants at which their positions or velocities jump */
    double
        energy_drift; /* J: the part of energy_stabilised that is an error of the steps, without impacts of drivers or joints
                          * that stick */
    double energy_error;    /* J: sum of all terms: 0 if the balance closes */
    double energy_turnover; /* J: sum of the magnitudes of all terms, or the largest kinetic energy if that is larger */
    double energy_scale;    /* J: typical energy of the mechanism, from its masses, size and speed */
    bri_statistics *statistics;
    double start, end;           /* start time; time that was reached, s */
    double from;                 /* where summaries begin, s */
    const char *why;             /* why the result is partial; "" if it is not */
    bri_derivative **derivative; /* in the order of bri_run_def.derivatives */
    int derivatives;
    bool partial; /* the run ended before its end time */
} bri_result;

/* Checks whether bri_run can start: settings, channels, treatment of redundant constraints, stick states, friction and reactions at
 * the start. Fails with the same message as bri_run would. Costs a few evaluations. */
BRI_API bri_status bri_run_check(const bri_system *system, const bri_run_def *def, bri_error *err);
/* Simulates the whole run. If it fails or is stopped early, *result contains the results up to that time, marked as partial.
 * The caller destroys *result. */
BRI_API bri_status bri_run(const bri_system *system, const bri_run_def *def, bri_result **result, bri_error *err);
BRI_API void bri_result_destroy(bri_result *result); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
