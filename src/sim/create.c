/* create.c - a simulation at its initial state, with the integrator that its model names or that suits its equations */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "sim/settings.h"
#include "sim/sim.h"
#include "sim/start.h"
#include "sim/tolerance.h"
#include "system/create_engine.h"
#include "system/fast_part.h"
#include "system/reactions.h"
#include "system/tolerance.h"

enum {
    MANY_SAMPLES = 8,  /* of event functions in a step, where contact forces load interfaces that stick */
    MOST_DENSE = 10000 /* states up to which a stiff integrator is taken: radau5 has dense matrices, 3 GB of them */
};

static const double most_steps_of_run = 1e14; /* years of the fastest ones */

typedef struct choice {             /* of integrators */
    const char *name, *stiff, *why; /* stiff: takes over where the equations are stiff; NULL: none does */
    bool starts_stiff;
} choice;

static bool has_smoothed_law(const bri_system *s)
{
    for (int k = 0; k < s->interfaces; k++)
        if (!s->interface[k].sticks) return true;
    return false;
}

/* All friction is that of one patch with one bristle state: multirate5 then solves few equations in its small steps. With more it
 * saves evaluations, but not always time. */
static bool has_one_bristle(const bri_system *s)
{
    return s->patches == 1 && s->patch[0].states == 1 && bri_knows_fast(s);
}

/* Without bristles and contacts the equations are smooth between events, and stiff where a smoothed law is near rest: an
 * explicit method and a stiff one take turns. With them: a method that takes friction and contact forces implicitly, where
 * they are few enough to be linearised; else one that takes bristles alone implicitly. */
static choice choose_integrator(const bri_system *s, int stabilisation)
{
    bool bristles = s->states > s->z, touches = s->gaps > 0;
    bool few = bri_knows_stiffness(s) && stabilisation != BRI_HOLD_PARTITION;
    if (touches && few) return (choice){.name = "bristle5", .why = "stiff contact"};
    if (bristles && few && has_one_bristle(s))
        return (choice){.name = "multirate5", .why = "one contact with a bristle"};
    if (bristles && few) return (choice){.name = "bristle5", .why = "bristles in few contacts"};
    if (bristles) return (choice){.name = "imex4", .why = "bristles"};
    if (s->degrees == 0) return (choice){.name = "dopri5", .why = "smooth between events"};
    return (choice){.name = "dopri5",
                    .stiff = few                       ? "bristle5"
                             : s->states <= MOST_DENSE ? "radau5"
                                                       : NULL,
                    .why = "smooth between events",
                    .starts_stiff = few && has_smoothed_law(s)};
}

/* --- creation ------------------------------------------------------------------------------------------------------------- */

static bri_stepper_def stepper_def_of(const bri_system *s, const bri_run_params *settings,
                                      const bri_integrator_kind *integrator)
{
    double usual = s->gaps ? default_rtol_contact : default_rtol, rtol = settings->rtol > 0 ? settings->rtol : usual;
    double atol = settings->atol > 0 ? settings->atol : rtol;
    bri_stepper_def out = {.integrator = integrator,
                           .tolerances = {.rtol = rtol, .atol = atol},
                           .step = settings->step,
                           .max_step = settings->max_step};
    for (int k = 0; k < s->interfaces && !(integrator->flags & BRI_HAS_FIXED_STEP); k++) /* loads peak within a step */
        if (s->interface[k].sticks && s->gaps) out.samples = MANY_SAMPLES;
    double longest = bri_longest_step(s);
    if (isfinite(longest) && !(out.max_step > 0 && out.max_step < longest)) out.max_step = longest;
    return out;
}

/* A run of steps so short would never end, or their sum is lost in the rounding of time. */
static bri_status refuse_too_many_steps(const bri_stepper_def *def, double max_step, double span, bri_error *err)
{
    bool fixed = def->integrator->flags & BRI_HAS_FIXED_STEP;
    double longest = fixed ? def->step : def->max_step > 0 ? def->max_step : INFINITY;
    if (!(span > most_steps_of_run * longest)) return BRI_OK;
    return bri_fail(err, BRI_BAD_VALUE, "%s %g s, with which %g s take %.3g steps; at most %g could ever be made",
                    fixed                 ? "step is"
                    : longest == max_step ? "max_step is"
                                          : "the fastest signal or noise needs steps of",
                    longest, span, span / longest, most_steps_of_run);
}

static size_t size_of_engine(bri_engine *e)
{
    bri_block blocks[BRI_BLOCKS_MAX];
    size_t size = 1;
    for (int i = bri_engine_memory(e, blocks) - 1; i >= 0; i--)
        size += blocks[i].size;
    return size;
}

static bri_status make_room(bri_sim *sim, bri_error *err)
{
    const bri_system *s = sim->system;
    bri_status status = bri_engine_create(s, &sim->engine, err);
    if (!status) status = bri_evaluation_create(sim->engine, &sim->observer, err);
    if (status) return status;
    bri_sim_ask_in_searches(sim);
    bri_arena *arena = &sim->engine->arena;
    size_t all = (size_t)(s->states + s->quadratures) + 1, discrete = (size_t)s->discrete_states + 1;
    sim->problem = bri_arena_take(arena, 1, sizeof *sim->problem);
    sim->x = bri_arena_take(arena, all, sizeof(double));
    sim->within = bri_arena_take(arena, all, sizeof(double));
    sim->reduced = bri_arena_take(arena, all, sizeof(double));
    sim->discrete = bri_arena_take(arena, discrete, sizeof(double));
    sim->discrete_before = bri_arena_take(arena, discrete, sizeof(double));
    sim->values = bri_arena_take(arena, (size_t)s->channels + 1, sizeof(double));
    sim->trial = bri_arena_take(arena, 3 * all, sizeof(double));
    sim->trial_values = bri_arena_take(arena, (size_t)s->channels + 1, sizeof(double));
    sim->inputs_here = bri_arena_take(arena, (size_t)s->inputs + 1, sizeof(double));
    sim->left = bri_arena_take(arena, (size_t)s->watches + 1, sizeof(double));
    sim->engine_was = bri_arena_take(arena, size_of_engine(sim->engine), 1);
    bri_guess_create(s, arena, &sim->host_rates);
    sim->decided = bri_arena_take(arena, discrete, sizeof(double));
    sim->held_packed = bri_arena_take(arena, discrete, sizeof(double));
    bri_discrete_create(s, arena, &sim->held);
    bri_discrete_create(s, arena, &sim->before);
    bri_discrete_create(s, arena, &sim->after);
    return arena->failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: a simulation of %d bodies", s->bodies) : BRI_OK;
}

/* A method that looks back over several steps must not be put elsewhere between them: auto stabilises it by Baumgarte. */
static void choose_stabilisation(bri_engine *e, int wanted, const bri_integrator_kind *integrator)
{
    const bri_system *s = e->system;
    bool looks_back = integrator->flags & BRI_HAS_OWN_CONTROL;
    e->stabilisation = wanted != BRI_HOLD_AUTO ? wanted : looks_back ? BRI_HOLD_BAUMGARTE : BRI_HOLD_PROJECTION;
    if (s->degrees == 0 && e->stabilisation == BRI_HOLD_PARTITION) e->stabilisation = BRI_HOLD_PROJECTION;
    e->options.baumgarte = e->stabilisation == BRI_HOLD_BAUMGARTE;
}

static bri_status begin(bri_sim *sim, int stabilisation, bri_error *err)
{
    const bri_system *s = sim->system;
    bri_engine *e = sim->engine;
    bri_status status = BRI_OK;
    choose_stabilisation(e, stabilisation, sim->stepper_def.integrator);
    e->tolerance = 0.1 * sim->stepper_def.tolerances.rtol;
    e->slide = tol_slide / sqrt(sim->stepper_def.tolerances.atol);
    bri_problem_of(e, sim->problem);
    if (e->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a simulation of %d bodies", s->bodies);
    e->passes_reversals =
        e->stabilisation != BRI_HOLD_PARTITION && BRI_RESOLVES(sim->stepper_def.integrator, sim->problem);
    bri_start_at_beginning(sim);
    if (e->failure.is_final && s->redundancy == BRI_REDUNDANCY_ELASTIC) /* before anything is written */
        return bri_fail(err, BRI_BAD_MODEL, "%s", e->failure.text);
    if (e->stabilisation == BRI_HOLD_PARTITION)
        status = bri_partition_create(e, s->t0, sim->x, sim->discrete, sim->problem, &sim->partition, err);
    if (status) return status;
    if (sim->partition) bri_partition_reduce(sim->partition, sim->x, sim->reduced);
    return bri_stepper_create(sim->problem, &sim->stepper_def, s->t0, sim->partition ? sim->reduced : sim->x,
                              sim->discrete, &sim->stepper, err);
}

bri_status bri_sim_create(const bri_system *s, const bri_run_def *given, bri_sim **out, bri_error *err)
{
    bri_error_clear(err);
    assert(s && out);
    bri_run_def own;
    const bri_run_def *def = &own;
    bri_run_params settings;
    *out = NULL;
    bri_status status = bri_run_def_given(given, &own, err);
    if (!status) status = bri_settings_of(s, def, &settings, err);
    if (status) return status;
    const char *name = def->integrator ? def->integrator : settings.integrator;
    bool choose = !name || !strcmp(name, "auto");
    choice chosen = choose_integrator(s, settings.constraints);
    const bri_integrator_kind *integrator = bri_integrator_find(choose ? chosen.name : name, err);
    if (!integrator) return BRI_NOT_FOUND;
    status = bri_refuse_undetermined_motion(s, err);
    if (status) return status;
    bri_sim *sim = calloc(1, sizeof *sim);
    if (!sim) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a simulation");
    sim->system = s;
    sim->def = *def;
    if (!choose) sim->def.integrator = integrator->kind.name;
    sim->def.constraints = def->constraints ? bri_hold_names[settings.constraints] : NULL;
    sim->goal.from = s->t0;
    sim->goal.until = settings.until;
    sim->why_integrator = choose ? chosen.why : "";
    sim->stepper_def = stepper_def_of(s, &settings, integrator);
    if (choose && chosen.stiff) {
        sim->stepper_def.stiff_integrator = bri_integrator_find(chosen.stiff, NULL);
        sim->stepper_def.starts_stiff = chosen.starts_stiff;
    }
    if ((integrator->flags & BRI_HAS_FIXED_STEP) && !(sim->stepper_def.step > 0))
        status = bri_fail(err, BRI_MISSING, "the integrator %s needs a step: run: {step: 1e-4 s}, for example",
                          integrator->kind.name);
    if (!status) status = refuse_too_many_steps(&sim->stepper_def, settings.max_step, settings.until - s->t0, err);
    if (!status) status = make_room(sim, err);
    if (!status) status = begin(sim, settings.constraints, err);
    if (status)
        bri_sim_destroy(sim);
    else
        *out = sim;
    return status;
}

void bri_sim_destroy(bri_sim *sim)
{
    if (!sim) return;
    bri_stepper_destroy(sim->stepper);
    bri_engine_destroy(sim->engine);
    bri_system_destroy(sim->owned);
    free(sim);
}
