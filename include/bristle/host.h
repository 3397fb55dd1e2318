/* host.h - a sim inside another program: events and energy balance up to now, and the functions that the program's integrator needs
 *
 *     bri_sim_create -> bri_sim_advance                                       the library integrates (co-simulation)
 *     bri_sim_create -> bri_sim_rates, bri_sim_event_values                   the program integrates (model exchange):
 *                    -> bri_sim_accept_step -> bri_sim_handle_events          here it is called the host
 *
 * docs/embedding.md shows a host loop and lists the corresponding functions of FMI 3.0; examples/host_cvode.c is a host that integrates
 * with CVODE. Both ways may alternate: bri_sim_advance continues from the state of the host.
 *
 *     x' = rates(t, x; d)      x: continuous states, then sums (integrals of the energy balance)
 *                              d: discrete state (sticks or slips, in contact or not)
 *
 * d belongs to the sim. It is constant between two events, so that rates are smooth there; bri_sim_handle_events changes it.
 * Functions that take (t, x) evaluate a trial state. They do not change the motion, not even by a bit, and their results do not depend
 * on the order of the calls. No memory is allocated after bri_sim_create. Arrays belong to the caller. bri_sim_save and
 * bri_sim_restore work between any two calls; they do not include the memory of the host's integrator. Quantities are in SI units.
 * A function that fails returns a status other than BRI_OK and describes the cause in *err, which may be NULL. */
#ifndef BRISTLE_HOST_H
#define BRISTLE_HOST_H

#include "bristle/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- events and energy balance up to now -------------------------------------------------------------------------------- */

typedef struct bri_sim_event {
    double time;       /* s */
    const char *joint; /* interface, gap or joint: "floor" */
    const char *event; /* "sticks", "slips forward", "contact begins" */
    double value;      /* value of the event, such as the approach velocity of a contact; NAN: none */
    const char *unit;  /* of the value; "": none */
} bri_sim_event;       /* its texts are valid as long as the sim and its system exist */

/* Makes the sim write its events to an array of the caller, in order of time, from the next event on. Event number i, counted from 0
 * at the start of the sim, is written to event[i] if i < room. The array must remain valid until the sim is destroyed or this function
 * is called again. NULL: events are only counted. */
BRI_API void bri_sim_keep_events(bri_sim *sim, bri_sim_event *event, int room);
/* Number of events so far: joints that stick, slip or reach their limit, contacts that begin or end, events of friction laws.
 * bri_sim_restore resets it to the number at the time of the save. A bri_result contains these events and, in addition, observations of
 * the run: singular configurations, several solutions, inconsistent friction directions. */
BRI_API int bri_sim_events(const bri_sim *sim);

/* Receives one term of the energy balance. energy, J: positive if it entered the mechanism; negative if it was dissipated, or if the
 * mechanism has it now (stored). The name, "lost by friction in floor", is valid during the call. */
typedef void bri_energy_fn(const char *name, double energy, bool stored, void *user);
/* Calls report for every term of the energy balance from the start of the sim until now, and returns their sum, the energy
 * balance error in J, which is 0 except for integration errors. report may be NULL. A host must integrate the sums together with the
 * states: see bri_sim_continuous_states. */
BRI_API double bri_sim_energy_balance(bri_sim *sim, bri_energy_fn *report, void *user);

/* --- continuous states -------------------------------------------------------------------------------------------------- */

/* Returns the length of x. The last *sums of its elements (sums may be NULL) are integrals over time: energies of the energy balance,
 * and squares of driver efforts. No rate and no event function depends on them: a host may integrate them as quadratures, without error
 * control, or leave them at 0 if it does not use energies. */
BRI_API int bri_sim_continuous_states(const bri_sim *sim, int *sums);
typedef struct bri_continuous_state {
    /* "bar.angle", "floor.z", as the channel of that name; "lost by friction in floor". Owned by the system */
    const char *name;
    const char *unit;
    double nominal; /* typical magnitude, in its unit, above 0: a suitable absolute tolerance is atol nominal */
    bool is_sum;
} bri_continuous_state;
/* Describes the element of x of that index, from 0. False: there are no more. */
BRI_API bool bri_sim_continuous_state(const bri_sim *sim, int index, bri_continuous_state *state);
/* Copies the present states to x. */
BRI_API void bri_sim_get_states(bri_sim *sim, double *x);
/* Sets the time, s, and the states x, of the length of bri_sim_continuous_states: initial states, or measured ones. Contact and stick
 * states are determined as at the start of a run; no events are reported. Elements of friction laws that are beyond their limits are
 * shortened to them. Writes the resulting states to x.
 * Positions and velocities are moved onto the constraints of the joints, by the least change in the mass norm. given = NULL: constraint
 * errors up to 1 % of the mechanism's length and 10 % of its largest speed are treated as measurement errors and removed; larger ones
 * are rejected. Otherwise states with given[i] stay as they are, and the other positions and velocities follow, however far: set the
 * angle of a crank and its rate, and leave the others near where they should be.
 * The change of energy is a term of the energy balance. Also allowed after a final failure.
 * BRI_BAD_VALUE: numbers that are not finite, or states that do not fit a joint, which is named. BRI_NO_SOLUTION: friction and
 * reactions have no solution there. The sim is then unchanged, and so is x. */
BRI_API bri_status bri_sim_set_states(bri_sim *sim, double t, double *x, const bool *given, bri_error *err);
/* Computes the rates of all elements of x at (t, x), per second, under the present discrete state. t must not be later than
 * bri_sim_next_time_event.
 * BRI_NO_CONVERGENCE: no solution of friction and reactions was found at this trial state; a smaller step size may avoid it.
 * BRI_NO_SOLUTION: the sim cannot continue. */
BRI_API bri_status bri_sim_rates(bri_sim *sim, double t, const double *x, double *rates, bri_error *err);
/* Computes all channels (bri_system_channels) at (t, x), under the present discrete state. BRI_NO_CONVERGENCE: as above. */
BRI_API bri_status bri_sim_values_at(bri_sim *sim, double t, const double *x, double *values, bri_error *err);

/* Computes the directional derivatives of rates and channels at (t, x), under the present discrete state: the derivatives of
 * f(x + h dx, u + h du) with respect to h; u: inputs, in the order of bri_system_input. dx has the length of x; dx or du = NULL: 0.
 * rates: of the length of x; values: all channels; NULL: not computed. Unit vectors give columns of the matrices A, B, C and D of the
 * linearised system. Central differences, whose length follows the scales of friction laws and contacts: errors are about 1e-8 of
 * the largest entry. Takes two evaluations of rates or channels. BRI_NO_CONVERGENCE: as for bri_sim_rates. */
BRI_API bri_status bri_sim_directional_derivative(bri_sim *sim, double t, const double *x, const double *dx,
                                                  const double *du, double *rates, double *values, bri_error *err);
/* All derivatives of the rates with respect to x: jacobian[i + n j] is that of rate i with respect to element j, n the length of x,
 * column by column as SUNDIALS and LAPACK have it. Columns of sums are 0. */
BRI_API bri_status bri_sim_jacobian(bri_sim *sim, double t, const double *x, double *jacobian, bri_error *err);

/* --- events ------------------------------------------------------------------------------------------------------------- */

BRI_API int bri_sim_event_functions(const bri_sim *sim); /* their number */
typedef struct bri_event_function {
    const char *joint; /* interface or gap; "": the whole mechanism. Owned by the system */
    const char *what;  /* "sticks or slips", "contact begins or ends", or a description by the friction law */
    /* Rates have a kink where the function crosses 0, but the discrete state does not change. A step that ends there is more
     * accurate. A host may ignore this function; a multistep method should. A host that ends its step there calls
     * bri_sim_handle_events, although bri_accepted.event does not ask for it. */
    bool is_optional;
    /* No event happens where the function crosses 0, but friction changes around a slip velocity that is near. A longer step may pass
     * over it unnoticed: error estimates depend on the evaluated points only. End the step there, and restart the integrator. The next
     * step may cover at most half the remaining distance plus the width of that range. */
    bool limits_step;
} bri_event_function;
/* Describes the event function of that index, from 0. False: there are no more. */
BRI_API bool bri_sim_event_function(const bri_sim *sim, int index, bri_event_function *function);
/* Computes all event functions at (t, x), under the present discrete state. Each is positive until its event; an event is due
 * where a function falls to 0. Values are scaled and have no physical unit: use only their signs and zeros.
 *
 * After bri_sim_create and bri_sim_handle_events every function is at least 1e-9 at the present state, and after
 * bri_sim_accept_step above 0 unless it has crossed 0. A function f that is below 1e-9 after an event would otherwise cause a second
 * event by rounding, as that of a joint that has just begun to slip. Therefore 1e-9 + 2 |f| is added to its value. The addition never
 * increases at accepted steps, and ends at the first one at which f exceeds 1e-9. f is negative by more than rounding only if an event
 * changes the limits of other elements, as in friction laws with many elements; its event is then due if f decreases further, or when
 * f crosses 0 again after it has become positive.
 *
 * BRI_NO_CONVERGENCE: as in bri_sim_rates; all values are then 1. */
BRI_API bri_status bri_sim_event_values(bri_sim *sim, double t, const double *x, double *values, bri_error *err);
/* The next time at which a signal has a kink or jump, s; INFINITY: none. A step must end exactly there, and be followed by
 * bri_sim_handle_events. */
BRI_API double bri_sim_next_time_event(bri_sim *sim);
/* Returns the longest step from the present state, s, that resolves signals, fast rotations near contacts, the beginning of an
 * impact, and slip velocities around which friction changes; built-in integrators have the same limit. INFINITY: no limit. Event
 * functions may cross 0 twice within a longer step. Costs an evaluation of rates where friction has such velocities. */
BRI_API double bri_sim_max_step(bri_sim *sim);
/* The error of each element of x in a step that the built-in integrators would tolerate at (t, x) with these tolerances: rtol |x| +
 * atol nominal, and less for bodies at interfaces near rest, where friction depends on displacements and slip velocities that are
 * small beside the mechanism's (its bristles, or the scale of its law). For the error weights of a host. error has the length of x;
 * atol is above 0. */
BRI_API void bri_sim_tolerated_errors(bri_sim *sim, double t, const double *x, double rtol, double atol, double *error);

/* --- steps of a host ---------------------------------------------------------------------------------------------------- */

typedef struct bri_accepted {
    bool states_changed; /* projection onto the constraints has changed x: the integrator must restart from it */
    bool event; /* event functions are at or below 0, or the time event is reached: call bri_sim_handle_events now */
} bri_accepted;
/* Accepts a step of the host from the present state to (t, x); x has the length that bri_sim_continuous_states returns. Constraint
 * errors are corrected as in a built-in step: errors above 0.1 rtol of the mechanism's length and speed (bri_run_def.rtol; any error
 * while a joint sticks) are removed by projection, which changes x. With bri_run_def.constraints = "baumgarte" terms in the rates keep
 * these errors small, and x is never changed; this suits multistep methods. Also updates the states of contacts, and the loads from
 * which later solutions start.
 * BRI_BAD_VALUE: t is earlier than the present time or later than the next time event, x is not finite, an input was set without
 * a call of bri_sim_handle_events, or the sim has constraints: partition, which a host cannot integrate.
 * BRI_NO_CONVERGENCE: the equations have no solution at (t, x): the host should try a shorter step. The sim is then unchanged.
 * BRI_NO_SOLUTION: the sim cannot continue. */
BRI_API bri_status bri_sim_accept_step(bri_sim *sim, double t, double *x, bri_accepted *accepted, bri_error *err);

typedef struct bri_handled {
    bool states_changed; /* x has changed: velocities where drivers jump, bristle states that are reset, ... */
    bool changed;        /* an event was handled: rates may jump here, and the integrator must restart */
} bri_handled;
/* Handles the events that are due at the present state, the state of the last accepted step: event functions that crossed 0, a time
 * event, and inputs that were set since (bri_sim_set_input). They are handled together, by one change of the discrete state to a
 * consistent one; afterwards no event is due at this instant. Writes the present states to x. fired[i]: the root search of the host has
 * found that event function i crosses 0 here; the accepted state may be slightly before the crossing. Set fired[i] only for functions
 * that are 0 within the accuracy of that search. fired = NULL: all functions that are at or below 0 at the accepted state. Does nothing if
 * no event is due.
 * BRI_NO_SOLUTION, BRI_NO_CONVERGENCE, BRI_STOPPED: the sim cannot continue; err names joint, time and cause. */
BRI_API bri_status bri_sim_handle_events(bri_sim *sim, const bool *fired, double *x, bri_handled *handled,
                                         bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
