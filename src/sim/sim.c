/* sim.c - a system put on its way: initial modes, the choice of an integrator, steps, breaks of signals */
#include "sim/sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

enum {
    MANY_LOOKS = 8
};

bri_run_def bri_run_defaults(void) { return (bri_run_def){0}; }

/* Without bristles and contacts all is smooth between events. With them, a method that sees how friction follows slip and
 * load, and how a push follows depth, where they are few enough for that; else one that solves for the bristles alone. */
static const char *choose_integrator(const bri_system *s, const char **why)
{
    bool bristles = s->states > s->z, touches = s->gaps > 0;
    bool few = bri_knows_stiffness(s) && !s->faces_turn && s->hold != BRI_HOLD_PARTITION;
    if (touches && few) return *why = "stiff contact", "bristle5";
    *why = !bristles ? "smooth between events" : few ? "bristles in few contacts" : "bristles";
    return !bristles ? "dopri5" : few ? "bristle5" : "imex4";
}

static double total_energy(const bri_work *work, const double *x)
{
    bri_energies e = bri_energies_of(work, x);
    return bri_energy_sum(&e);
}

static void start(bri_sim *sim)
{
    const bri_system *s = sim->system;
    bri_work *work = sim->work;
    double *x = work->x_start, *discrete = work->mode_start;
    size_t n = (size_t)(BRI_DOF * s->bodies);
    memcpy(x, s->q0, n * sizeof(double));
    memcpy(x + n, s->u0, n * sizeof(double));
    for (int k = 0; k < s->interfaces; k++)
        if (s->interface[k].sticks) discrete[s->interface[k].stick_mode] = 1;
    for (int r = 0; r < s->patches; r++) {
        const bri_list *given = &s->interface[s->patch[r].interface].params->states;
        for (int i = 0; i < s->patch[r].states && i < given->count; i++)
            x[s->patch[r].z + i] = given->at[i];
    }
    sim->problem.next_time_event(work, s->t0);
    bri_move(work, s->t0, x, discrete);
    bri_gap_start(work, discrete);
    bri_solve(work, s->t0, x, discrete, 0);
    bri_keep_loads(work);
    work->solved = false;
    bri_solve(work, s->t0, x, discrete, 0);
    bri_stick_start(work, s->t0, x, discrete);
    bri_see_pieces(work, s->t0, x, discrete);
    bri_move(work, s->t0, x, discrete);
    memcpy(work->lambda_kept, work->lambda, (size_t)s->rows * sizeof(double));
    work->projected = 0;
    sim->energy_start = total_energy(work, x);
}

bri_status bri_sim_create(const bri_system *s, const bri_run_def *def, bri_sim **out, bri_error *err)
{
    const bri_run_params *run = bri_model_root(s->model)->run.params;
    const char *name = def->integrator ? def->integrator : run->integrator;
    bool choose = !name || !strcmp(name, "auto");
    const char *why = "", *chosen = choose_integrator(s, &why);
    const bri_integrator_kind *integrator = bri_integrator_find(choose ? chosen : name, err);
    if (!integrator) return BRI_NOT_FOUND;
    bri_status refused = bri_refuse_redundancy(s, err);
    if (refused) return refused;
    bri_sim *sim = calloc(1, sizeof *sim);
    if (!sim) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for a simulation");
    sim->system = s;
    sim->why_integrator = choose ? why : "";
    sim->values_at = NAN;
    /* peaks of contact forces are right to 1e-4 at 1e-7 (Scotch yoke, journal bearing) */
    double usual = s->gaps ? 1e-7 : 1e-6, rtol = def->rtol > 0 ? def->rtol : run->rtol > 0 ? run->rtol : usual;
    double atol = def->atol > 0 ? def->atol : run->atol > 0 ? run->atol : rtol;
    sim->stepper_def = (bri_stepper_def){.integrator = integrator,
                                         .tolerances = {.rtol = rtol, .atol = atol},
                                         .step = def->step > 0 ? def->step : run->step,
                                         .max_step = def->max_step > 0 ? def->max_step : run->max_step};
    for (int k = 0; k < s->interfaces && !(integrator->flags & BRI_HAS_FIXED_STEP); k++) /* loads that peak in a step */
        if (s->interface[k].sticks && s->gaps) sim->stepper_def.samples = MANY_LOOKS;
    double longest = bri_longest_step(s);
    if (isfinite(longest) && !(sim->stepper_def.max_step > 0 && sim->stepper_def.max_step < longest))
        sim->stepper_def.max_step = longest;
    bri_status status = BRI_OK;
    if ((integrator->flags & BRI_HAS_FIXED_STEP) && !(sim->stepper_def.step > 0))
        status = bri_fail(err, BRI_MISSING, "the integrator %s needs a step: run: {step: 1e-4 s}, for example",
                          integrator->kind.name);
    if (!status) status = bri_work_create(s, &sim->work, err);
    if (!status) {
        size_t all = (size_t)(s->states + s->quadratures);
        sim->discrete_before = bri_arena_take(&sim->work->arena, (size_t)s->discrete_states + 1, sizeof(double));
        sim->discrete_now = bri_arena_take(&sim->work->arena, (size_t)s->discrete_states + 1, sizeof(double));
        sim->x_within_step = bri_arena_take(&sim->work->arena, all + 1, sizeof(double));
        sim->reduced = bri_arena_take(&sim->work->arena, all + 1, sizeof(double));
        sim->values = bri_arena_take(&sim->work->arena, (size_t)s->channels + 1, sizeof(double));
        if (sim->work->arena.failed) status = bri_fail(err, BRI_NO_MEMORY, "there is no memory for a simulation");
    }
    if (!status) {
        sim->work->tolerance = 0.1 * rtol;
        /* a method that looks back over several steps must not be put elsewhere between them */
        if (s->hold == BRI_HOLD_AUTO && (integrator->flags & BRI_HAS_OWN_CONTROL)) sim->work->hold = BRI_HOLD_BAUMGARTE;
        if (s->degrees == 0 && sim->work->hold == BRI_HOLD_PARTITION) sim->work->hold = BRI_HOLD_PROJECTION;
        bri_problem_of(sim->work, &sim->problem);
        start(sim);
        if (sim->work->broken && s->redundancy == BRI_REDUNDANCY_ELASTIC) /* before anything is written */
            status = bri_fail(err, BRI_BAD_MODEL, "%s", sim->work->why);
        if (!status && sim->work->hold == BRI_HOLD_PARTITION)
            status = bri_partition_create(sim->work, s->t0, sim->work->x_start, sim->work->mode_start, &sim->problem,
                                          &sim->partition, err);
        if (sim->partition) bri_partition_reduce(sim->partition, sim->work->x_start, sim->reduced);
    }
    if (!status)
        status = bri_stepper_create(&sim->problem, &sim->stepper_def, s->t0,
                                    sim->partition ? sim->reduced : sim->work->x_start, sim->work->mode_start,
                                    &sim->stepper, err);
    if (status)
        bri_sim_destroy(sim);
    else
        *out = sim;
    return status;
}

const double *bri_sim_states(bri_sim *sim)
{
    const double *x = bri_stepper_states(sim->stepper);
    if (!sim->partition) return x;
    return bri_partition_whole(sim->partition, bri_stepper_time(sim->stepper), x, bri_stepper_discrete(sim->stepper));
}

const double *bri_sim_interpolate(bri_sim *sim, double t)
{
    if (!sim->partition) {
        bri_stepper_interpolate(sim->stepper, t, sim->x_within_step);
        return sim->x_within_step;
    }
    bri_stepper_interpolate(sim->stepper, t, sim->reduced);
    return bri_partition_whole(sim->partition, t, sim->reduced, sim->discrete_before);
}

/* What the walk sees of all coordinates. */
static const double *reduce(bri_sim *sim, const double *x)
{
    if (!sim->partition) return x;
    bri_partition_at(sim->partition, x);
    bri_partition_reduce(sim->partition, x, sim->reduced);
    return sim->reduced;
}

void bri_sim_put(bri_sim *sim, double t, const double *x, const double *discrete)
{
    bri_stepper_set(sim->stepper, t, reduce(sim, x), discrete);
}

/* The equations have changed: velocities are put where drivers want them, sticks are decided anew. True: it is elsewhere. */
static bool meet_change(bri_sim *sim)
{
    bri_work *work = sim->work;
    const bri_system *s = sim->system;
    double t = bri_stepper_time(sim->stepper), off, fast, *x = sim->x_within_step, *discrete = sim->discrete_now;
    memcpy(x, bri_sim_states(sim), (size_t)(s->states + s->quadratures) * sizeof(double));
    if (s->discrete_states)
        memcpy(discrete, bri_stepper_discrete(sim->stepper), (size_t)s->discrete_states * sizeof(double));
    bri_move(work, t, x, discrete);
    work->solved = false;
    bri_see_errors(work, &off, &fast);
    bool moved = off > work->tolerance * s->length || fast > work->tolerance * s->speed;
    work->only_held = true; /* friction has no impulse: what stuck to a driver that jumps is left behind */
    if (moved) bri_close(work, t, x, discrete);
    work->only_held = false;
    moved = bri_gap_again(work, x, discrete) || moved;
    moved = bri_stick_again(work, t, x, discrete) || moved;
    return bri_see_pieces(work, t, x, discrete) || moved;
}

void bri_sim_again(bri_sim *sim)
{
    meet_change(sim);
    bri_sim_put(sim, bri_stepper_time(sim->stepper), sim->x_within_step, sim->discrete_now);
}

/* Where signals break, springs may hold another energy too. */
static void pass_break(bri_sim *sim)
{
    bri_work *work = sim->work;
    double t = bri_stepper_time(sim->stepper);
    if (t < work->segment_end) return;
    const double *x = bri_sim_states(sim), *discrete = bri_stepper_discrete(sim->stepper);
    bri_move(work, t, x, discrete);
    double before = total_energy(work, x);
    work->segment_end = INFINITY;
    work->solved = false;
    bri_move(work, t, x, discrete);
    sim->jumps += total_energy(work, x) - before;
    if (meet_change(sim)) bri_stepper_set_here(sim->stepper, reduce(sim, sim->x_within_step), sim->discrete_now);
}

/* Why the walk stopped, in the terms of the model. */
static bri_status explain(bri_sim *sim, bri_status status, const bri_error *inner, bri_error *err)
{
    bri_work *work = sim->work;
    if (work->trouble == BRI_OK) {
        const char *joint = bri_weakest_joint(work);
        return bri_fail(err, status, "%s%s%s%s", inner->what,
                        joint ? "; the joints are nearly dependent here, at '" : "", joint ? joint : "",
                        joint ? "'" : "");
    }
    if (work->trouble == BRI_SINGULAR)
        return bri_fail(err, BRI_SINGULAR,
                        "at t = %.9g s the constraints cannot be met by moving the dependent coordinates alone; "
                        "constraints: projection may pass here",
                        bri_stepper_time(sim->stepper));
    if (!work->told) bri_blame(work, bri_stepper_time(sim->stepper));
    return bri_fail(err, work->trouble, "%s", work->why);
}

bri_status bri_sim_step(bri_sim *sim, double until, bri_error *err)
{
    bri_error inner = {0};
    if (sim->system->discrete_states)
        memcpy(sim->discrete_before, bri_stepper_discrete(sim->stepper),
               (size_t)sim->system->discrete_states * sizeof(double));
    if (!sim->work->broken) {
        sim->work->trouble = BRI_OK;
        sim->work->told = false;
    }
    sim->work->weakest = (bri_pivots){.least = 1};
    bri_status status = bri_stepper_step(sim->stepper, until, &inner);
    if (status || sim->work->broken) return explain(sim, status ? status : BRI_NO_SOLUTION, &inner, err);
    pass_break(sim);
    return sim->work->broken ? explain(sim, BRI_NO_SOLUTION, &inner, err) : BRI_OK;
}

bri_status bri_sim_advance(bri_sim *sim, double until, bri_error *err)
{
    bri_status status = BRI_OK;
    while (!status && bri_stepper_time(sim->stepper) < until)
        status = bri_sim_step(sim, until, err);
    return status;
}

double bri_sim_time(const bri_sim *sim) { return bri_stepper_time(sim->stepper); }

double bri_sim_until(const bri_sim *sim)
{
    const bri_run_params *run = bri_model_root(sim->system->model)->run.params;
    return run->until;
}

int bri_sim_find(const bri_sim *sim, const char *channel)
{
    for (int i = 0; i < sim->system->channels; i++)
        if (!strcmp(sim->system->channel[i].name, channel)) return i;
    return -1;
}

double bri_sim_value(bri_sim *sim, int channel)
{
    double t = bri_stepper_time(sim->stepper);
    if (channel < 0 || channel >= sim->system->channels) return NAN;
    if (sim->values_at != t) {
        bri_channels_of(sim->work, t, bri_sim_states(sim), bri_stepper_discrete(sim->stepper), sim->values);
        sim->values_at = t;
    }
    return sim->values[channel];
}

void bri_sim_destroy(bri_sim *sim)
{
    if (!sim) return;
    bri_stepper_destroy(sim->stepper);
    bri_work_destroy(sim->work);
    bri_system_destroy(sim->owned);
    free(sim);
}
