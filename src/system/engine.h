/* engine.h - a system while it is integrated: evaluations of points, the guess they start from, what failed
 *
 * Every solution is a function of its point and of the guess, and the guess changes only when a step is accepted or an event
 * is handled. Rates alone, which an integrator asks for, start from its last ones within a step, which is faster. So neither
 * observers nor event functions can change the motion. */
#ifndef BRISTLE_SYSTEM_ENGINE_H
#define BRISTLE_SYSTEM_ENGINE_H

#include "system/solve.h"

typedef struct bri_evaluation { /* a point and its solution, if it has one: bri_solution_is_of */
    bri_point point;
    bri_solution solution;
} bri_evaluation;

/* An interface whose friction raises its own limit by more than itself: eq. 20 of Wojtyra (2017) keeps it at its limit where
 * compliant joints would not, or the other way round. Or one whose friction is kept because no choice was found that follows the rule. */
typedef struct bri_rules_differ {
    int interface; /* -1: none so far */
    bool is_kept;
    double t; /* the earliest instant at which that was found, at accepted or trial points */
} bri_rules_differ;

typedef struct bri_engine {
    const bri_system *system;
    bri_arena arena;
    bri_solver solver;
    bri_solve_options options;
    /* scratch of the files that are named so, of which what is left between their calls means nothing (create_engine.c) */
    struct bri_load_rate_room *load_rate;
    struct bri_project_room *project;
    struct bri_singular_room *singular;
    struct bri_stick_room *stick;
    struct bri_event_room *events;
    struct bri_extent_room *extent;
    struct bri_fast_room *fast; /* of the fast part (fast_part.c); NULL: none */
    bool passes_reversals;      /* the integrator resolves the fast part: its steps pass reversals */
    int stabilisation;          /* BRI_HOLD_PROJECTION, BRI_HOLD_BAUMGARTE or BRI_HOLD_PARTITION */
    double tolerance;   /* of projection: constraint errors over the mechanism's length and speed that are left alone */
    double slide;       /* error of a slip near rest, over its scale, in units of atol */
    double segment_end; /* signals are smooth up to here, */
    double segment_start; /* from here on; INFINITY: not known */
    double *input;        /* values of the system's inputs */
    bri_guess guess;
    bri_guess last_rates;  /* solution of the last rates in this step; it belongs to one stamp of the guess */
    double last_rates_t;   /* their time, also where they had no solution */
    bri_guess predicted;   /* between these two, or beyond */
    bri_guess none;        /* no reactions and no friction */
    double *lagged;        /* loads of the last accepted step, for coupling: lagged */
    bri_evaluation rates;  /* where an integrator asked for rates last */
    bri_evaluation look;   /* where event functions were evaluated last; events are handled there */
    bri_discrete now;      /* the discrete state as it becomes, of whoever changes it */
    unsigned long numbers; /* changes with the numbers and inputs of the system: bri_instant */
    bool near_singular;    /* rates of this step are those of the branch (singular.h) */
    bool may_jam;          /* this step may lead to a singular configuration (jam.h) */
    bri_failure failure;   /* why the last rates had no solution; status BRI_OK: they had */
    /* records, on which nothing depends */
    double weakest,
        strongest; /* smallest relative pivot of joints since the step began, and the largest such of one evaluation */
    double independence; /* least independence of the constraints since then (singular.h), and whose it is */
    int dependent_row;
    double worst_position, worst_velocity;
    bri_rules_differ rules_differ;
    /* Called where rates has what a summary would solve for again: before an event is handled (ends), and at the first rates
     * after it. NULL: nobody asks. */
    void (*on_rates)(void *context, bool ends);
    void *on_rates_context;
    bool after_event; /* the next rates are the first after an event */
    double projected; /* energy changed by projection, J */
    double drifted;   /* the part of it that was projection after steps: an error of theirs, J */
} bri_engine;

/* Without the scratch of other files, which bri_engine_create adds (create_engine.h). NULL: out of memory. */
bri_engine *bri_engine_begin(const bri_system *system);
void bri_engine_destroy(bri_engine *engine);

/* An evaluation of one's own, in the engine's arena. */
bri_status bri_evaluation_create(bri_engine *engine, bri_evaluation *evaluation, bri_error *err);

/* A point of the state space, with the engine's segment_end and numbers. */
bri_instant bri_instant_of(const bri_engine *engine, double t, const double *x, const double *discrete);
/* Moves the evaluation there and solves. Does nothing where it is there, solved from the same guess. */
bri_outcome bri_evaluate(bri_engine *engine, bri_evaluation *evaluation, const bri_instant *at);
/* The same within a step, for event functions: starts from what the rates of this step predict. */
bri_outcome bri_evaluate_within(bri_engine *engine, bri_evaluation *evaluation, const bri_instant *at);
/* The same for rates of an integrator, in engine->rates: starts from the last rates and the guess, or, in a new step, from the guess.
 * hg: as in bri_solve_options; solutions with hg above 0 are not used again. */
bri_outcome bri_evaluate_rates(bri_engine *engine, const bri_instant *at, double hg);
/* The same from another guess; always solves. */
bri_outcome bri_evaluate_from(bri_engine *engine, bri_evaluation *evaluation, const bri_instant *at,
                              const bri_guess *guess);
/* The same for output, with a scope of BRI_SCOPE_DYNAMICS or more: statistics do not count it. */
bri_outcome bri_observe(bri_engine *engine, bri_evaluation *evaluation, const bri_instant *at, bri_scope scope);
bool bri_is_evaluated(const bri_engine *engine, const bri_evaluation *evaluation, const bri_instant *at);

/* The guess becomes a solution: requires a solved evaluation. */
void bri_guess_set(bri_guess *guess, const bri_evaluation *evaluation);
/* The same of the engine's guess. */
void bri_go_on_from(bri_engine *engine, const bri_evaluation *evaluation);
/* Numbers of the system have changed, or the guess was overwritten: nothing that was evaluated is used again. */
void bri_engine_forget(bri_engine *engine);
/* Memory on which later evaluations depend: how many blocks. */
int bri_engine_memory(bri_engine *engine, bri_block *blocks);
/* The run cannot go on: later rates are BRI_BROKEN. The first reason that has a text is kept. */
void bri_engine_fail(bri_engine *engine, const bri_failure *failure);
void bri_engine_forgive(bri_engine *engine);        /* nothing failed */
void bri_engine_forgive_trials(bri_engine *engine); /* nothing failed, unless the run cannot go on */

#endif
