/* state.c - a simulation saved, restored, and changed on its way
 *
 *     time | x | modes | multipliers | loads | sums of the account */
#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "sim/sim.h"

typedef struct piece {
    void *at;
    size_t size;
} piece;

enum {
    PIECES = 9
};

static void list_pieces(const bri_sim *sim, piece *pieces)
{
    const bri_system *s = sim->system;
    bri_work *w = sim->work;
    pieces[0] = (piece){w->lambda, (size_t)s->rows * sizeof(double)};
    pieces[1] = (piece){w->lambda_kept, (size_t)s->rows * sizeof(double)};
    pieces[2] = (piece){w->load, (size_t)s->patches * sizeof(double)};
    pieces[3] = (piece){w->lagged, (size_t)s->patches * sizeof(double)};
    pieces[4] = (piece){w->elastic_load, (size_t)s->patches * sizeof(double)};
    pieces[5] = (piece){&w->projected, sizeof(double)};
    pieces[7] = (piece){w->friction, (size_t)s->patches * sizeof(double)};
    pieces[8] = (piece){w->holding, (size_t)s->patches * sizeof(double)};
    pieces[6] = (piece){(void *)(size_t)&sim->jumps, sizeof(double)};
}

static size_t x_bytes(const bri_sim *sim)
{
    return (size_t)(sim->system->states + sim->system->quadratures) * sizeof(double);
}

size_t bri_sim_state_size(const bri_sim *sim)
{
    piece pieces[PIECES];
    size_t size = sizeof(double) + x_bytes(sim) + (size_t)sim->system->discrete_states * sizeof(double);
    list_pieces(sim, pieces);
    for (int i = 0; i < PIECES; i++)
        size += pieces[i].size;
    return size;
}

void bri_sim_save(const bri_sim *sim, void *state)
{
    piece pieces[PIECES];
    char *to = state;
    double t = bri_stepper_time(sim->stepper);
    size_t discrete_states = (size_t)sim->system->discrete_states * sizeof(double);
    memcpy(to, &t, sizeof t);
    memcpy(to += sizeof t, bri_sim_states((bri_sim *)(size_t)sim), x_bytes(sim));
    to += x_bytes(sim);
    if (discrete_states) memcpy(to, bri_stepper_discrete(sim->stepper), discrete_states);
    to += discrete_states;
    list_pieces(sim, pieces);
    for (int i = 0; i < PIECES; to += pieces[i].size, i++)
        memcpy(to, pieces[i].at, pieces[i].size);
}

void bri_sim_restore(bri_sim *sim, const void *state)
{
    piece pieces[PIECES];
    const char *from = state;
    double t;
    size_t discrete_states = (size_t)sim->system->discrete_states * sizeof(double);
    memcpy(&t, from, sizeof t);
    from += sizeof t;
    memcpy(sim->x_within_step, from, x_bytes(sim));
    from += x_bytes(sim);
    if (discrete_states) memcpy(sim->discrete_before, from, discrete_states);
    from += discrete_states;
    list_pieces(sim, pieces);
    for (int i = 0; i < PIECES; from += pieces[i].size, i++)
        memcpy(pieces[i].at, from, pieces[i].size);
    sim->work->solved = false;
    sim->work->segment_end = INFINITY;
    sim->values_at = NAN;
    bri_sim_put(sim, t, sim->x_within_step, sim->discrete_before);
}

/* Into the model as it was given, and into that with split links, where the same number is there too. */
static bri_status put_number(bri_system *system, const char *path, double value, bri_error *err)
{
    bri_status status = bri_model_set(bri_system_model(system), path, value, err);
    if (!status && system->whole) bri_model_set(system->model, path, value, NULL);
    return status;
}

bri_status bri_sim_set_number(bri_sim *sim, const char *path, double value, bri_error *err)
{
    bri_status status = BRI_OK;
    double before = 0;
    if (!sim->owned) { /* from now on it has numbers of its own */
        status = bri_system_build(bri_system_model(sim->system), &sim->owned, err);
        if (!status) {
            sim->system = sim->work->system = sim->owned;
            sim->work->weight = sim->owned->inverse;
        }
    }
    bri_model *model = sim->owned ? bri_system_model(sim->owned) : NULL;
    if (!status) status = bri_model_get(model, path, &before, err);
    if (!status) status = put_number(sim->owned, path, value, err);
    if (status) return status;
    status = bri_system_refresh(sim->owned, err);
    if (status) { /* it stays as it was */
        put_number(sim->owned, path, before, NULL);
        bri_system_refresh(sim->owned, NULL);
        return status;
    }
    sim->work->solved = false;
    sim->values_at = NAN;
    bri_sim_again(sim);
    return BRI_OK;
}
