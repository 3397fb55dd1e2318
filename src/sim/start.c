/* start.c - the discrete state with which a simulation begins somewhere */
#include "sim/start.h"

#include <string.h>

#include "system/energy.h"
#include "system/events.h"
#include "system/initial.h"
#include "system/moving_limit.h"
#include "system/reactions.h"
#include "system/stick.h"

double bri_total_energy(const bri_point *p)
{
    bri_energies e = bri_energies_of(p);
    return bri_energy_sum(&e);
}

static bool any_stretched(const bri_sim *sim)
{
    for (int i = sim->system->z; i < sim->system->states; i++)
        if (sim->x[i] != 0) return true;
    return false;
}

void bri_decide_discrete(bri_sim *sim, double t)
{
    const bri_system *s = sim->system;
    bri_engine *e = sim->engine;
    e->segment_start = t;
    e->segment_end = bri_next_time_event(s, t);
    bri_instant at = bri_instant_of(e, t, sim->x, sim->discrete);
    bri_initial_discrete(&e->look.point, &at, sim->discrete);
    for (int turn = 0; turn < 2; turn++) { /* lagged loads are known after the first */
        if (bri_evaluate(e, &e->look, &at) != BRI_FINE) break;
        bri_go_on_from(e, &e->look);
        for (int r = 0; r < s->patches; r++)
            e->lagged[r] = e->look.solution.patch[r].load;
    }
    if (e->look.solution.failure.is_final) bri_engine_fail(e, &e->look.solution.failure);
    bri_discrete_copy(&e->now, &e->look.point.discrete);
    if (bri_solution_is_of(&e->look.solution, &e->look.point)) bri_record_load_directions(&e->look, true, &e->now);
    if (s->rows > s->held_rows) bri_choose_sticks_at_start(e, t, sim->x, &e->now);
    bri_update_pieces(&e->look.point, e->passes_reversals, &e->look.solution, &e->now);
    bri_discrete_pack(&e->now, sim->discrete);
    if (any_stretched(sim)) {
        memcpy(sim->decided, sim->discrete, (size_t)s->discrete_states * sizeof(double));
        bri_settle_elements(e, t, true, sim->x, sim->discrete, sim->decided);
    }
    bri_point_set(&e->look.point, &at, BRI_SCOPE_DYNAMICS);
}

void bri_start_at_beginning(bri_sim *sim)
{
    const bri_system *s = sim->system;
    size_t n = (size_t)(BRI_DOF * s->bodies);
    memcpy(sim->x, s->q0, n * sizeof(double));
    memcpy(sim->x + n, s->u0, n * sizeof(double));
    for (int r = 0; r < s->patches; r++) {
        const bri_list *given = &s->interface[s->patch[r].interface].params->states;
        for (int i = 0; i < s->patch[r].states && i < given->count; i++)
            sim->x[s->patch[r].z + i] = given->at[i];
    }
    bri_decide_discrete(sim, s->t0);
    sim->engine->projected = sim->engine->drifted = 0;
    sim->energy_start = bri_total_energy(&sim->engine->look.point);
}
