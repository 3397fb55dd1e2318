/* sim.h - a simulation: the state of a system at one time, which advances step by step
 *
 *     bri_model -> bri_system -> bri_sim -> bri_result
 *
 * One thread may use a bri_sim at a time. No memory is allocated while it advances. Quantities are in SI units.
 * A function that fails returns a status other than BRI_OK and describes the
 * cause in *err, which may be NULL; an object that it should have created is then NULL, other outputs are unchanged. */
#ifndef BRISTLE_SIM_H
#define BRISTLE_SIM_H

#include "bristle/system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_sim bri_sim;

typedef struct
    bri_run_def { /* begin with bri_run_defaults(); settings that replace settings of the model; 0 or NULL: as in the model */
    size_t size;            /* of this struct, set by its defaults */
    const char *integrator; /* a name, or "auto" */
    double until, interval; /* end of the run; time between rows, s */
    double from;       /* time at which summaries begin, s, such as the end of a transient; no effect on the motion */
    double rtol, atol; /* tolerances of the local error: rtol |x| + atol size */
    double step, max_step;       /* step size of an integrator with fixed steps; largest step size of others, s */
    const char *const *channels; /* names and patterns, "floor.*"; ends with NULL */
    /* Called after each step and within long computations: searches, and evaluations and factorisations of many bodies. time:
     * s; share: completed part of the run or of bri_sim_advance, 0 to 1; 1 in the last call of a run that reaches its end. Return false to
     * stop; the last call cannot stop anything. A later bri_sim_advance continues, unless the stop was within a search for the interfaces
     * that stick. */
    bool (*progress)(double time, double share, void *user);
    void *user;
    const char *constraints; /* constraint stabilisation: "auto", "projection", "baumgarte" or "partition" */
    bool only_ends;          /* rows of the beginning and the end only, which saves time; nothing else changes */
    long most_steps;         /* bri_run ends with BRI_STOPPED where a run needs more steps; 0: no limit */
    const double *
        row_times; /* bri_run: times of the rows, s, ascending, within the run; NULL: even rows. Changes nothing else */
    size_t rows;   /* number of row_times */
    /* Paths of numbers of the model, as for bri_model_set: "pin.friction.mu_k"; ends with NULL. bri_run then also computes the derivatives of
     * the channels with respect to them: bri_result.derivative. Changes nothing else. */
    const char *const *derivatives;
    double derivative_rtol; /* relative tolerance to which the errors of derivatives belong; 0: that of the run */
} bri_run_def;
/* All settings as in the model; NULL instead of a bri_run_def has the same meaning. */
static inline bri_run_def bri_run_defaults(void)
{
    bri_run_def def = BRI_ZEROS;
    def.size = sizeof def;
    return def;
}

/* Creates a simulation at the initial state of the system and determines which interfaces stick. The caller destroys it; the system
 * must outlive it. Fails for over-constrained mechanisms whose motion a rigid-body model cannot determine, unless the model names a
 * treatment of redundancy. */
BRI_API bri_status bri_sim_create(const bri_system *system, const bri_run_def *def, bri_sim **sim, bri_error *err);
/* Advances to the time until, s, which is finite; does nothing if that time has been reached. On failure the simulation stays at the
 * last accepted step, and err names joint, time and cause. BRI_STOPPED: bri_run_def.progress returned false. A later call continues from there,
 * unless the stop was within a search at an event: then it fails until a saved state is restored. */
BRI_API bri_status bri_sim_advance(bri_sim *sim, double until, bri_error *err);
BRI_API double bri_sim_time(const bri_sim *sim); /* s */
BRI_API double
bri_sim_until(const bri_sim *sim); /* end time of the run in the model, s; bri_run_def does not change it */
/* As bri_system_reactions, at the present state; sticking interfaces count as constraints. */
BRI_API bri_status bri_sim_reactions(bri_sim *sim, bri_reaction_fn *report, void *user, int *redundant, bri_error *err);
/* Counts the solutions of friction and reactions at the present state, with all interfaces sliding in their present directions. The
 * normal number is 1; 0 or several are a Painleve paradox. *all_found: there are no further solutions; false if loads or laws are not
 * linear, so that some may have been missed. */
BRI_API bri_status bri_sim_solutions(bri_sim *sim, int *count, bool *all_found, bri_error *err);
BRI_API int bri_sim_find(const bri_sim *sim,
                         const char *channel); /* index of a channel; -1: there is none of that name */
/* Returns a channel at the present state, in the unit of bri_system_channels; NAN: no such channel, or the equations have no solution
 * here. Does not change the motion, not even by a bit. */
BRI_API double bri_sim_value(bri_sim *sim, int channel);
/* Index of an input by its path, "push.value" (bri_system_input); -1: there is none of that name. */
BRI_API int bri_sim_find_input(const bri_sim *sim, const char *path);
/* Sets an input, in SI units, from the present time on. The integrator restarts with the next step,
 * once for all values that were set before it. BRI_BAD_VALUE: no such input, or not a finite number. */
BRI_API bri_status bri_sim_set_input(bri_sim *sim, int input, double value, bri_error *err);
BRI_API double bri_sim_input(const bri_sim *sim, int input); /* its present value; NAN: no such input */
/* Sets any number of the model by its path ("floor.friction.mu_k"), in SI units, from the present time on. The first call
 * with a path that is not an input copies the system. Later calls allocate nothing, except those for a parameter of the model, which
 * also change all numbers that are given by expressions in it. Other simulations are not affected.
 * BRI_BAD_VALUE: numbers that a simulation reads only once, at its start, with a sentence that says what changes them instead: settings
 * of the run (bri_run_def), initial values (bri_sim_set_states), positions, points, noise and surfaces (another system and sim). */
BRI_API bri_status bri_sim_set_number(bri_sim *sim, const char *path, double value, bri_error *err);
/* Size of a saved sim, bytes; constant while the sim exists. It depends on the model and the integrator, and with auto on that which
 * was chosen: ask each sim. */
BRI_API size_t bri_sim_state_size(const bri_sim *sim);
/* Copies all data on which later steps, energies and statistics depend to `state`, which belongs to the caller and must have
 * bri_sim_state_size(sim) bytes: so many are written. Changes nothing and allocates nothing. The bytes are valid for this version of
 * the library on machines of the same kind. Parameters of the model, also those set by bri_sim_set_number, are not saved. */
BRI_API void bri_sim_save(const bri_sim *sim, void *state);
/* Puts a sim into the saved state: the sim that was saved, or another one of the same model and integrator. The bytes are
 * copied; nothing is allocated. Later steps have the same bits as those after the save. Exceptions are cvode and ida, which
 * cannot be copied: they restart here, and their later steps agree within the tolerances. A sim that was saved after
 * a final failure (BRI_NO_SOLUTION) fails again. Numbers that bri_sim_set_number has set keep their values: to change numbers
 * as well, set them after the restore.
 * BRI_BAD_VALUE, and the sim is unchanged: the bytes are of another system, integrator or version of the library, are no
 * saved sim, are fewer (size) than bri_sim_state_size, or are damaged: a checksum is part of them. */
BRI_API bri_status bri_sim_restore(bri_sim *sim, const void *state, size_t size, bri_error *err);
BRI_API void bri_sim_destroy(bri_sim *sim); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
