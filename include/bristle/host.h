/* host.h - a sim inside another program: its events and energy so far, and what the program's own integrator needs
 *
 *     bri_sim_create -> bri_sim_advance                                       the library integrates (co-simulation)
 *     bri_sim_create -> bri_sim_rates, bri_sim_event_values                   the program integrates (model exchange):
 *                    -> bri_sim_accept_step -> bri_sim_handle_events          here it is called the host
 *
 * docs/embedding.md has a host loop, and the functions of FMI 3.0 beside those of this header; examples/host_cvode.c is a host that
 * integrates by CVODE. Both ways may alternate: bri_sim_advance goes on from where the host is.
 *
 *     x' = rates(t, x; d),   x = continuous states | sums of energy,   d: discrete state (sticks or slips, in contact or not)
 *
 * d belongs to the sim. It is constant between two events, so that rates are smooth there; bri_sim_handle_events changes it.
 * Functions that take (t, x) evaluate a trial state: they change nothing on which the motion depends, so that it has the same bits
 * whatever is asked, and their results do not depend on the order of the calls. Nothing is allocated after bri_sim_create. Arrays
 * belong to the caller. bri_sim_save and bri_sim_restore work between any two calls; the memory of the host's integrator is the
 * host's. Quantities are in SI units. A function that fails returns a status other than BRI_OK and describes the
 * cause in *err, which may be NULL. */
#ifndef BRISTLE_HOST_H
#define BRISTLE_HOST_H

#include "bristle/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- so far ------------------------------------------------------------------------------------------------------------- */

typedef struct bri_sim_event {
    double time;       /* s */
    const char *joint; /* interface, gap or joint: "floor" */
    const char *event; /* "sticks", "slips forward", "contact begins" */
    double value;      /* that belongs to it, as the approach speed of a contact; NAN: none */
    const char *unit;  /* of the value; "": none */
} bri_sim_event;       /* its texts are valid as long as the sim and its system exist */

/* Lets the sim write its events to an array of the caller, in the order of time, from the next event on: event number i, from 0,
 * is at event[i] if i < room. The array must outlive the sim, or another call; NULL: events are only counted. */
BRI_API void bri_sim_keep_events(bri_sim *sim, bri_sim_event *event, int room);
/* Number of events so far: joints that stick, slip or reach their limit, contacts that begin or end, events of friction laws.
 * bri_sim_restore sets it back to what it was when the sim was saved. The events of a bri_result are the same, and what a run
 * observes besides: singular configurations, several solutions, inconsistent friction directions. */
BRI_API int bri_sim_events(const bri_sim *sim);

/* One term of an energy balance. energy: J; positive: it came in; negative: it was lost, or the mechanism holds it now (stored). The
 * name, "lost by friction in floor", is valid during the call. */
typedef void bri_energy_fn(const char *name, double energy, bool stored, void *user);
/* Calls report for every term of the energy balance from the start of the sim until now, and returns their sum: the error of the
 * balance, J, which is 0 but for the errors of the steps. report may be NULL. A host must integrate the sums along with the states:
 * see bri_sim_continuous_states. */
BRI_API double bri_sim_energy_balance(bri_sim *sim, bri_energy_fn *report, void *user);

/* --- continuous states -------------------------------------------------------------------------------------------------- */

/* The length of x. The last *sums of its elements (sums may be NULL) are sums: energies of the balance, and squares of driver
 * efforts. No rate and no event function depends on them: a host may integrate them with less care (as quadratures), or leave them
 * at 0 if it does not ask for energies. */
BRI_API int bri_sim_continuous_states(const bri_sim *sim, int *sums);
typedef struct bri_continuous_state {
    const char *
        name; /* "bar.angle", "floor.z", as the channel of that name; "lost by friction in floor". Owned by the system */
    const char *unit;
    double nominal; /* typical size, in its unit, above 0: a tolerance of atol nominal suits */
    bool is_sum;
} bri_continuous_state;
/* Describes the element of x of that index, from 0. False: there are no more. */
BRI_API bool bri_sim_continuous_state(const bri_sim *sim, int index, bri_continuous_state *state);
/* Copies the present states to x. */
BRI_API void bri_sim_get_states(bri_sim *sim, double *x);
/* Computes the rates of all elements of x at (t, x), per second, under the present discrete state. t must not be later than
 * bri_sim_next_time_event.
 * BRI_NO_CONVERGENCE: no solution of friction and reactions was found at this trial state: a shorter step may avoid it.
 * BRI_NO_SOLUTION: the sim cannot go on. */
BRI_API bri_status bri_sim_rates(bri_sim *sim, double t, const double *x, double *rates, bri_error *err);
/* Computes all channels (bri_system_channels) at (t, x), under the present discrete state. BRI_NO_CONVERGENCE: as above. */
BRI_API bri_status bri_sim_values_at(bri_sim *sim, double t, const double *x, double *values, bri_error *err);

/* --- events ------------------------------------------------------------------------------------------------------------- */

BRI_API int bri_sim_event_functions(const bri_sim *sim); /* their number */
typedef struct bri_event_function {
    const char *joint; /* interface or gap; "": the whole mechanism. Owned by the system */
    const char *what;  /* "sticks or slips", "contact begins or ends", or what the friction law says of it */
    /* Rates have a kink where the function crosses 0, and the discrete state does not change: a step that ends there is more
     * accurate. A host may ignore it; one that looks several steps back should. */
    bool is_optional;
} bri_event_function;
/* Describes the event function of that index, from 0. False: there are no more. */
BRI_API bool bri_sim_event_function(const bri_sim *sim, int index, bri_event_function *function);
/* Computes all event functions at (t, x), under the present discrete state. Each is positive while nothing happens; an event is due
 * where one falls to 0. Values are scaled, not physical: use their signs and zeros.
 *
 * After bri_sim_create, bri_sim_accept_step and bri_sim_handle_events every function is at least 1e-9 at the present state, unless
 * it has fired: where the function f itself is nearer to 0, or beyond it, 1e-9 + 2 |f| is added to it, until it has come above
 * 1e-9 at an accepted step. So a joint that has just begun to slip does not fire again by rounding. f is beyond 0 by more than
 * rounding only where an event moves the limits of others, as for friction laws with many elements; it then fires if it gets
 * further there, or after it has come back.
 *
 * BRI_NO_CONVERGENCE: as of bri_sim_rates; the values are then 1. */
BRI_API bri_status bri_sim_event_values(bri_sim *sim, double t, const double *x, double *values, bri_error *err);
/* The next time at which a signal has a kink or jump, s; INFINITY: none. A step must end exactly there, and be followed by
 * bri_sim_handle_events. */
BRI_API double bri_sim_next_time_event(bri_sim *sim);
/* The longest step from the present state, s, in which signals, fast rotations near contacts and the beginning of an impact are
 * resolved, as the built-in integrators limit theirs; INFINITY: any. Event functions may cross 0 twice within a longer step. */
BRI_API double bri_sim_max_step(bri_sim *sim);

/* --- steps of a host ---------------------------------------------------------------------------------------------------- */

typedef struct bri_accepted {
    bool
        states_changed; /* by projection onto the constraints: x has been written, and the integrator starts anew from it */
    bool event; /* event functions are at or below 0, or the time event is reached: call bri_sim_handle_events now */
} bri_accepted;
/* Takes a step that the host has made from the present state to (t, x), x having the length that bri_sim_continuous_states says.
 * Positions and velocities are kept on the constraints as in a built-in step: constraint errors above 0.1 rtol of the
 * mechanism's length and speed (bri_run_def.rtol; any error while a joint sticks) are projected away, which changes x. With
 * bri_run_def.constraints = "baumgarte" the rates themselves keep them small, and x is never changed: that suits multi-step
 * methods. Also updates phases of contacts, and the loads from which later solutions start.
 * BRI_BAD_VALUE: t is earlier than the present time or later than the next time event, x is not finite, an input was set and not
 * handled, or the sim has constraints: partition, whose states are not those of a host. BRI_NO_CONVERGENCE: the equations have no
 * solution at (t, x): the host should try a shorter step. The sim is then unchanged. BRI_NO_SOLUTION: the sim cannot go on. */
BRI_API bri_status bri_sim_accept_step(bri_sim *sim, double t, double *x, bri_accepted *accepted, bri_error *err);

typedef struct bri_handled {
    bool states_changed; /* x has changed: velocities where drivers jump, bristle states that are reset, ... */
    bool changed;        /* something was handled: rates may jump here, and the integrator starts anew */
} bri_handled;
/* Handles what is due at the present state, which a step accepted last: event functions that crossed 0, a time event, inputs that
 * were set since (bri_sim_set_input). All together change the discrete state until it is consistent; nothing further is due at
 * this instant. x becomes the present states. fired[i]: event function i was found to cross 0 here, by a root search, whose last
 * point may be a little before the crossing; an event function that is not within the accuracy of that search of 0 must not be
 * named. NULL: those that are at or below 0 at the accepted state. Does nothing if nothing is due.
 * BRI_NO_SOLUTION, BRI_NO_CONVERGENCE, BRI_STOPPED: the sim cannot go on, err says why: joint, time and cause. */
BRI_API bri_status bri_sim_handle_events(bri_sim *sim, const bool *fired, double *x, bri_handled *handled,
                                         bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
