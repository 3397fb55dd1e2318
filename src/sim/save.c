/* save.c - a simulation saved, restored, and changed while it runs
 *
 *     header with checksum | memory of stepper and integrator | memory of the engine | of independent coordinates | of the sim
 *
 * The saved bytes hold all on which later steps depend, so that a restored simulation goes on with the bits of one that was
 * not interrupted. cvode and ida have memory that cannot be copied: they start anew at a restore. */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/fail.h"
#include "model/fixed.h"
#include "signal/signal.h"
#include "sim/sim.h"
#include "system/build.h"

enum {
    VERSION = 6,
    OWNERS = 5 /* at most: stepper, integrator, engine, partition, sim */
};
static const char magic[8] = "bristle"; /* and its final 0 */

typedef struct header {
    char magic[8];
    uint64_t version, size, system; /* size: of all bytes; system: fingerprint of system and integrator */
    uint64_t checksum;              /* of the bytes behind the header */
} header;

/* --- what is saved -------------------------------------------------------------------------------------------------------- */

static int list_blocks(bri_sim *sim, bri_block *blocks)
{
    int count = bri_stepper_memory(sim->stepper, blocks);
    count += bri_engine_memory(sim->engine, blocks + count);
    if (sim->partition) count += bri_partition_memory(sim->partition, blocks + count);
    blocks[count++] = (bri_block){&sim->input_changed, sizeof sim->input_changed};
    blocks[count++] = (bri_block){&sim->time_event_due, sizeof sim->time_event_due};
    blocks[count++] = (bri_block){&sim->has_leapt, sizeof sim->has_leapt};
    blocks[count++] = (bri_block){&sim->events, sizeof sim->events};
    blocks[count++] = (bri_block){&sim->jumps, sizeof sim->jumps};
    blocks[count++] = (bri_block){&sim->impacts, sizeof sim->impacts};
    blocks[count++] = (bri_block){&sim->states_set, sizeof sim->states_set};
    blocks[count++] = (bri_block){&sim->energy_start, sizeof sim->energy_start};
    blocks[count++] = (bri_block){&sim->pace, sizeof sim->pace};
    return count;
}

static void hash_number(uint64_t *hash, uint64_t number)
{
    *hash = (*hash ^ number) * UINT64_C(0x100000001b3); /* FNV-1a */
}

/* Of bytes, 8 at a time in four interleaved sums: another value for any change within one of the 8-byte words, and for nearly all others. */
static uint64_t checksum_of(const char *bytes, size_t size)
{
    enum {
        SUMS = 4
    };
    uint64_t sum[SUMS] = {1, 2, 3, 4}, all = size, word[SUMS];
    for (size_t at = 0; at < size; at += sizeof word) {
        size_t here = size - at < sizeof word ? size - at : sizeof word;
        if (here < sizeof word) memset(word, 0, sizeof word);
        memcpy(word, bytes + at, here);
        for (int i = 0; i < SUMS; i++) {
            uint64_t mixed = (sum[i] ^ word[i]) * UINT64_C(0x9e3779b97f4a7c15);
            sum[i] = mixed << 29 | mixed >> 35;
        }
    }
    for (int i = 0; i < SUMS; i++)
        hash_number(&all, sum[i]);
    return all;
}

static void hash_text(uint64_t *hash, const char *text)
{
    for (; *text; text++)
        hash_number(hash, (unsigned char)*text);
    hash_number(hash, 0);
}

/* Of the structure of the system, by names, and of the integrator; numbers of the model do not count. */
static uint64_t fingerprint(const bri_sim *sim)
{
    const bri_system *s = sim->system;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const int counts[] = {s->states,     s->quadratures, s->discrete_states,        s->events, s->rows, s->held_rows,
                          s->redundancy, s->coupling,    sim->engine->stabilisation};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        hash_number(&hash, (uint64_t)counts[i]);
    hash_text(&hash, sim->stepper_def.integrator->kind.name);
    hash_text(&hash, sim->stepper_def.stiff_integrator ? sim->stepper_def.stiff_integrator->kind.name : "");
    for (int b = 0; b < s->bodies; b++)
        hash_text(&hash, s->body_name[b]);
    for (int j = 0; j < s->joints; j++) {
        hash_text(&hash, s->joint[j].name);
        hash_text(&hash, s->joint[j].kind->kind.name);
    }
    for (int k = 0; k < s->interfaces; k++) {
        hash_text(&hash, s->interface[k].label);
        hash_text(&hash, s->interface[k].law->kind.name);
    }
    for (int f = 0; f < s->forces; f++)
        hash_text(&hash, s->force[f].name);
    return hash;
}

size_t bri_sim_state_size(const bri_sim *sim)
{
    assert(sim);
    bri_block blocks[OWNERS * BRI_BLOCKS_MAX];
    int count = list_blocks((bri_sim *)(size_t)sim, blocks);
    size_t size = sizeof(header);
    for (int i = 0; i < count; i++)
        size += blocks[i].size;
    return size;
}

void bri_sim_save(const bri_sim *sim, void *state)
{
    assert(sim && state);
    bri_block blocks[OWNERS * BRI_BLOCKS_MAX];
    int count = list_blocks((bri_sim *)(size_t)sim, blocks);
    header h = {.version = VERSION, .size = bri_sim_state_size(sim), .system = fingerprint(sim)};
    char *payload = (char *)state + sizeof h, *to = payload;
    for (int i = 0; i < count; to += blocks[i].size, i++)
        if (blocks[i].size) memcpy(to, blocks[i].at, blocks[i].size);
    memcpy(h.magic, magic, sizeof h.magic);
    h.checksum = checksum_of(payload, (size_t)(to - payload));
    memcpy(state, &h, sizeof h);
}

static bri_status check_header(const bri_sim *sim, const void *state, size_t size, bri_error *err)
{
    header h;
    size_t wanted = bri_sim_state_size(sim);
    if (size < sizeof h) return bri_fail(err, BRI_BAD_VALUE, "%zu bytes are too few for a saved simulation", size);
    memcpy(&h, state, sizeof h);
    if (memcmp(h.magic, magic, sizeof h.magic) != 0)
        return bri_fail(err, BRI_BAD_VALUE, "these bytes are no saved simulation");
    if (h.version != VERSION)
        return bri_fail(err, BRI_BAD_VALUE,
                        "the simulation was saved by another version of the library (format %lu, not %d)",
                        (unsigned long)h.version, VERSION);
    if (h.system != fingerprint(sim) || h.size != wanted)
        return bri_fail(err, BRI_BAD_VALUE,
                        "the simulation was saved from another system, or with another integrator: restore into a "
                        "simulation of the same model with the same integrator");
    if (size < wanted)
        return bri_fail(err, BRI_BAD_VALUE, "%zu bytes of a saved simulation are missing", wanted - size);
    if (h.checksum != checksum_of((const char *)state + sizeof h, wanted - sizeof h))
        return bri_fail(err, BRI_BAD_VALUE,
                        "the bytes of the saved simulation are damaged: their checksum is not that of the save");
    return BRI_OK;
}

bri_status bri_sim_restore(bri_sim *sim, const void *state, size_t size, bri_error *err)
{
    bri_error_clear(err);
    assert(sim && state);
    bri_block blocks[OWNERS * BRI_BLOCKS_MAX];
    int count = list_blocks(sim, blocks);
    const char *from = (const char *)state + sizeof(header);
    bri_status status = check_header(sim, state, size, err);
    if (status) return status;
    for (int i = 0; i < count; from += blocks[i].size, i++)
        if (blocks[i].size) memcpy(blocks[i].at, from, blocks[i].size);
    bri_stepper_restored(sim->stepper);
    bri_sim_forget(sim);
    sim->engine->segment_end = INFINITY;
    return BRI_OK;
}

/* --- numbers changed in a running simulation ---------------------------------------------------------------------- */

/* Into the model as it was given, and into that with split links, where the same number is there too. */
static bri_status put_number(bri_system *system, const char *path, double value, bri_error *err)
{
    bri_status status = bri_model_set(bri_system_model(system), path, value, err);
    if (!status && system->whole) bri_model_set(system->model, path, value, NULL);
    return status;
}

/* The sim goes on with a system of its own, whose numbers may be changed. */
static bri_status own_system(bri_sim *sim, bri_error *err)
{
    bri_system *own = NULL;
    bri_sim *twin = NULL;
    size_t size = bri_sim_state_size(sim);
    bri_run_def def = sim->def;
    bri_arena arena = {0};
    def.progress = NULL; /* the twin is at its start */
    void *state = bri_arena_take(&arena, size, 1);
    bri_status status = state ? bri_system_build(bri_system_model(sim->system), &own, err)
                              : bri_fail(err, BRI_NO_MEMORY, "out of memory: a simulation");
    if (!status) status = bri_sim_create(own, &def, &twin, err);
    if (!status) {
        bri_sim_save(sim, state);
        status = bri_sim_restore(twin, state, size, err);
        bri_sim_keep_events(twin, sim->event, sim->event_room);
    }
    if (!status) {
        bri_sim was = *sim;
        *sim = *twin;
        *twin = was;
        sim->def = was.def;
        sim->goal = was.goal;
        bri_sim_ask_in_searches(sim);
        sim->owned = own;
        own = NULL;
    }
    bri_sim_destroy(twin);
    bri_system_destroy(own);
    bri_arena_free(&arena);
    return status;
}

int bri_sim_find_input(const bri_sim *sim, const char *path)
{
    assert(sim && path);
    for (int i = 0; i < sim->system->inputs; i++)
        if (!strcmp(sim->system->input[i].name, path)) return i;
    return -1;
}

bri_status bri_sim_set_input(bri_sim *sim, int input, double value, bri_error *err)
{
    bri_error_clear(err);
    assert(sim);
    if (input < 0 || input >= sim->system->inputs)
        return bri_fail(err, BRI_BAD_VALUE, "there is no input %d: the model has %d, counted from 0", input,
                        sim->system->inputs);
    if (isnan(value))
        return bri_fail(err, BRI_BAD_VALUE, "%s: the value is not a number (NaN)", sim->system->input[input].name);
    if (!(fabs(value) <= BRI_SIGNAL_MAX))
        return bri_fail(err, BRI_BAD_VALUE, "%s: %g is out of range: it must lie between %g and %g",
                        sim->system->input[input].name, value, -BRI_SIGNAL_MAX, BRI_SIGNAL_MAX);
    if (value == sim->engine->input[input]) return BRI_OK;
    sim->engine->input[input] = value;
    sim->input_changed = true;
    bri_sim_forget(sim);
    return BRI_OK;
}

double bri_sim_input(const bri_sim *sim, int input)
{
    assert(sim);
    return input >= 0 && input < sim->system->inputs ? sim->engine->input[input] : NAN;
}

/* The input that a path names, as a signal or as a number of the model: "push.value", "push.value.value"; -1: none. */
static int input_of_path(const bri_sim *sim, const char *path)
{
    for (int i = 0; i < sim->system->inputs; i++) {
        const sys_input *input = &sim->system->input[i];
        size_t length = strlen(input->name);
        if (strncmp(path, input->name, length) != 0) continue;
        if (!path[length] || (path[length] == '.' && !strcmp(path + length + 1, input->signal->kind->params->name)))
            return i;
    }
    return -1;
}

/* Changes a number of the model and what the system took from it; on failure both stay as they were. */
static bri_status change_number(bri_system *s, const char *path, double value, bool parameter, bri_error *err)
{
    double before = 0;
    bri_model *was = NULL;
    bri_status status = bri_model_get(bri_system_model(s), path, &before, err);
    if (!status && parameter) status = bri_model_copy(bri_system_model(s), &was, err);
    if (!status) status = put_number(s, path, value, err);
    if (!status) {
        if (parameter) status = bri_refuse_fixed_changes(was, bri_system_model(s), path, err);
        if (!status) status = bri_system_refresh(s, err);
        if (status) {
            put_number(s, path, before, NULL);
            bri_system_refresh(s, NULL);
        }
    }
    bri_model_destroy(was);
    return status;
}

bri_status bri_sim_set_number(bri_sim *sim, const char *path, double value, bri_error *err)
{
    bri_error_clear(err);
    assert(sim && path);
    int input = input_of_path(sim, path);
    if (input >= 0) return bri_sim_set_input(sim, input, value, err);
    bool parameter = false;
    bri_status status = bri_refuse_fixed(bri_system_model(sim->system), path, &parameter, err);
    if (!status && !sim->owned) status = own_system(sim, err);
    if (!status) status = change_number(sim->owned, path, value, parameter, err);
    if (status) return status;
    bri_sim_equations_changed(sim);
    return BRI_OK;
}
