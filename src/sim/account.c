/* account.c - the energy balance of a run and its statistics, for its result */
#include "sim/account.h"

#include <math.h>

#include "base/fail.h"
#include "sim/result.h"
#include "sim/settings.h"
#include "system/energy.h"

static void add_term(const char *name, double energy, bool stored, void *user)
{
    bri_result *result = user;
    bri_energy_term *term = result->term[result->terms++];
    term->name = bri_arena_text(bri_result_arena(result), "%s", name);
    term->energy = energy;
    term->stored = stored;
    result->energy_turnover += fabs(energy);
}

bri_status bri_close_balance(bri_sim *sim, bri_result *result, double most_kinetic, bri_error *err)
{
    const bri_system *s = sim->system;
    result->term = bri_arena_list(bri_result_arena(result), (size_t)(s->quadratures + 8), sizeof **result->term);
    if (!result->term) return bri_fail(err, BRI_NO_MEMORY, "out of memory: the energy balance");
    result->energy_error = bri_sim_energy_balance(sim, add_term, result);
    double by_rates = bri_sum_of_group(s, BRI_SUM_STABILISATION, bri_sim_states(sim) + s->states);
    result->energy_drift = by_rates + sim->engine->drifted;
    result->energy_stabilised = by_rates + sim->engine->projected;
    result->energy_impacts = sim->impacts;
    result->energy_scale = bri_energy_scale(s);
    result->energy_turnover = fmax(result->energy_turnover, most_kinetic); /* it came and went */
    return BRI_OK;
}

/* The integrator that was used, or both, and why. */
static void describe_integrator(const bri_sim *sim, bri_result *result, const bri_stepper_counts *counts)
{
    const bri_stepper_def *def = &sim->stepper_def;
    bri_arena *arena = bri_result_arena(result);
    bri_statistics *st = result->statistics;
    double share = counts->stiff_time / (bri_stepper_time(sim->stepper) - result->start);
    const char *name = def->integrator->kind.name,
               *stiff = def->stiff_integrator ? def->stiff_integrator->kind.name : "";
    st->switches = counts->switches;
    st->stiff_share = counts->stiff_time > 0 ? share : 0;
    if (counts->switches) {
        st->integrator = bri_arena_text(arena, "%s and %s", name, stiff);
        st->why = bri_arena_text(arena, "stiff for %.3g %% of the time; %ld switch%s, the first at %.4g s", 100 * share,
                                 counts->switches, counts->switches == 1 ? "" : "es", counts->first_switch);
    } else if (counts->stiff_time > 0) {
        st->integrator = bri_arena_text(arena, "%s", stiff);
        st->why = "stiff";
    } else {
        st->integrator = bri_arena_text(arena, "%s", name);
        st->why = bri_arena_text(arena, "%s", sim->why_integrator);
    }
}

void bri_fill_statistics(const bri_sim *sim, bri_result *result)
{
    bri_stepper_counts counts = bri_stepper_count(sim->stepper);
    bri_statistics *st = result->statistics;
    *st = (bri_statistics){.steps = counts.steps,
                           .rejected = counts.rejected,
                           .events = counts.events,
                           .evaluations = counts.evaluations,
                           .solves = sim->engine->solver.count.solves,
                           .iterations = sim->engine->solver.count.iterations,
                           .position_error = sim->engine->worst_position,
                           .velocity_error = sim->engine->worst_velocity,
                           .bytes = sim->engine->arena.bytes + sim->system->arena.bytes};
    describe_integrator(sim, result, &counts);
    st->constraints = bri_hold_names[sim->engine->stabilisation];
}
