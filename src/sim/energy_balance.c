/* energy_balance.c - energy supplied to a simulation, energy dissipated, and energy stored now */
#include "sim/sim.h"
#include "system/energy.h"

typedef struct balance {
    bri_energy_fn *report;
    void *user;
    double sum;
} balance;

static void term(balance *b, const char *name, double energy, bool stored)
{
    if (b->report) b->report(name, energy, stored, b->user);
    b->sum += energy;
}

double bri_sim_energy_balance(bri_sim *sim, bri_energy_fn *report, void *user)
{
    const bri_system *s = sim->system;
    const double *x = bri_sim_states(sim), *sums = x + s->states;
    bri_instant at = bri_instant_of(sim->engine, bri_stepper_time(sim->stepper), x, bri_stepper_discrete(sim->stepper));
    balance b = {.report = report, .user = user};
    bool jumped = sim->jumps != 0;
    bri_point_set(&sim->observer.point, &at, BRI_SCOPE_DYNAMICS);
    bri_energies e = bri_energies_of(&sim->observer.point);
    term(&b, "energy at the beginning", sim->energy_start, false);
    if (sim->states_set != 0) term(&b, "energy changed where states were set", sim->states_set, false);
    for (int i = 0; i < s->quadratures; i++) {
        const bri_sum_kind *kind = s->sum[i].kind;
        double energy = kind->sign * sums[i];
        if (jumped && kind->group != BRI_SUM_LOADS) {
            term(&b, "work where signals jump", sim->jumps, false);
            jumped = false;
        }
        if (kind->group == BRI_SUM_STABILISATION) energy += sim->engine->projected;
        if (kind->sign != 0 && (energy != 0 || !kind->only_if_any))
            term(&b, s->state[s->states + i].name, energy, false);
    }
    if (jumped) term(&b, "work where signals jump", sim->jumps, false);
    term(&b, "kinetic energy at the end", -e.kinetic, true);
    term(&b, "potential energy at the end", -e.potential, true);
    if (s->forces) term(&b, "energy in springs at the end", -e.springs, true);
    if (s->gaps) term(&b, "energy in contacts at the end", -e.contacts, true);
    return b.sum;
}
