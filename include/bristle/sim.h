/* sim.h - a system at one time, which advances step by step
 *
 *     bri_model -> bri_system -> bri_sim -> bri_result
 *
 * One thread may use a bri_sim at a time. Nothing is allocated while it advances. Quantities are in SI units. A function that fails returns a status other than BRI_OK and describes the cause
 * in *err, which may be NULL; what it should have created is then NULL or unchanged. */
#ifndef BRISTLE_SIM_H
#define BRISTLE_SIM_H

#include "bristle/system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_sim bri_sim;

typedef struct
    bri_run_def { /* begin with bri_run_defaults(); settings that replace those of the model; 0 or NULL: as the model says */
    size_t size;                 /* of this struct, set by its defaults */
    const char *integrator;      /* a name, or "auto" */
    double until, interval;      /* end of the run and distance of its rows, s */
    double from;                 /* summaries begin here, s: after the transient; the motion is not changed by it */
    double rtol, atol;           /* tolerances of the local error: rtol |x| + atol size */
    double step, max_step;       /* of an integrator with fixed steps; longest step, s */
    const char *const *channels; /* names and patterns, "floor.*"; ends with NULL */
    /* Called after each step, and within what may take long: searches, and of many bodies evaluations and factorisations.
     * share: of the run or of bri_sim_advance, 0 to 1. false: stop. After a stop between or within steps of a simulation,
     * bri_sim_advance goes on; after one within a search for the interfaces that stick, it cannot. */
    bool (*progress)(double time, double share, void *user);
    void *user;
    const char *constraints; /* how they are kept: "auto", "projection", "baumgarte" or "partition" */
} bri_run_def;
/* Everything as the model says; so does NULL instead of a bri_run_def. */
static inline bri_run_def bri_run_defaults(void)
{
    bri_run_def def = BRI_ZEROS;
    def.size = sizeof def;
    return def;
}

/* A simulation at the initial state of the system, with sticking decided. The system is borrowed and must outlive it. Fails for
 * over-constrained mechanisms whose motion a rigid-body model cannot determine, unless the model names a treatment. */
BRI_API bri_status bri_sim_create(const bri_system *system, const bri_run_def *def, bri_sim **sim, bri_error *err);
/* Advances to a time, s; does nothing where the simulation is there or beyond. On failure the simulation stays at the last
 * accepted step, and err names joint, time and cause. BRI_STOPPED: bri_run_def.progress returned false. A later call goes on from
 * there; after a stop within a search, at an event that was not handled to its end, it fails again: restore a saved state. */
BRI_API bri_status bri_sim_advance(bri_sim *sim, double until, bri_error *err);
BRI_API double bri_sim_time(const bri_sim *sim);  /* s */
BRI_API double bri_sim_until(const bri_sim *sim); /* end of the run that the model asks for, s */
/* As bri_system_reactions, at the present state; interfaces that stick are locked. */
BRI_API bri_status bri_sim_reactions(bri_sim *sim, bri_reaction_fn *report, void *user, int *redundant, bri_error *err);
/* The number of solutions that friction and reactions have together at the present state, with interfaces sliding as they do;
 * 1 is the normal case (Painleve). *all_found: there are no more; false where loads or laws are not linear. */
BRI_API bri_status bri_sim_solutions(bri_sim *sim, int *count, bool *all_found, bri_error *err);
BRI_API int bri_sim_find(const bri_sim *sim,
                         const char *channel); /* index of a channel; -1: there is none of that name */
/* Value of a channel at the present state; NAN: no such channel, or the equations have no solution here. Asking changes nothing:
 * the motion has the same bits whatever is asked. */
BRI_API double bri_sim_value(bri_sim *sim, int channel);
/* Index of an input by its path, "push.value" (bri_system_input); -1: there is none of that name. */
BRI_API int bri_sim_find_input(const bri_sim *sim, const char *path);
/* Sets an input, in SI units, from the present time on. Costs nothing but the restart of the integrator, with the next step:
 * values that were set before one another count as one. BRI_BAD_VALUE: no such input, or not a finite number. */
BRI_API bri_status bri_sim_set_input(bri_sim *sim, int input, double value, bri_error *err);
BRI_API double bri_sim_input(const bri_sim *sim, int input); /* its present value; NAN: no such input */
/* Sets any number of the model by its path ("floor.friction.mu_k"), in SI units, from the present time on. The first call for a
 * number that is no input copies the system; others allocate nothing. The new value belongs to this simulation alone. */
BRI_API bri_status bri_sim_set_number(bri_sim *sim, const char *path, double value, bri_error *err);
/* Size of a saved sim, bytes; constant while the sim exists. */
BRI_API size_t bri_sim_state_size(const bri_sim *sim);
/* Copies everything on which later steps, sums of energy and statistics depend to state, which belongs to the caller and has
 * bri_sim_state_size bytes. Changes nothing and allocates nothing. The bytes are valid for this version of the library on
 * machines of the same kind. Numbers of the model are not saved. */
BRI_API void bri_sim_save(const bri_sim *sim, void *state);
/* Puts a sim into the saved state: the sim that was saved, or another one of the same model and integrator. The bytes are
 * copied; nothing is allocated. Later steps have the same bits as those after the save. Exceptions are cvode and ida, which
 * cannot be copied: they start anew here, and their later steps agree within the tolerances. A sim that was saved after
 * a final failure (BRI_NO_SOLUTION) fails again. Numbers that bri_sim_set_number has set keep their values: to change numbers
 * as well, set them after the restore.
 * BRI_BAD_VALUE, and the sim is unchanged: the bytes are of another system, integrator or version of the library, are no
 * saved sim, or are fewer (size) than bri_sim_state_size. The numbers behind the header are not checked. */
BRI_API bri_status bri_sim_restore(bri_sim *sim, const void *state, size_t size, bri_error *err);
BRI_API void bri_sim_destroy(bri_sim *sim);

#ifdef __cplusplus
}
#endif
#endif
