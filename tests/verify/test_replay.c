/* test_replay.c - a saved simulation is replayed with the same bits
 *
 * Forward, a simulation is saved after each step. Then it goes back, from one saved state to the one before, and a step from
 * each leads to the bits of the next. Another simulation, restored once, reaches all of them. cvode and ida have memory that
 * cannot be copied: they start anew at a restore, and agree within their tolerance. */
#include "every_model.h"
#include "integrators.h"

#include "integrator/stepper.h"
#include "system/discrete.h"
#include "system/friction.h"

enum {
    STEPS = 500, /* of each run at most */
    FORMAT_AT = 8,
    HEADER = 40 /* of saved bytes: name, format, size, fingerprint, checksum */
};

#define RTOL 1e-6

enum { /* where a simulation was saved */
    STICKING = 1,
    SLIPPING = 2,
    IMPACT = 4,
    SUSTAINED = 8,
    EVENT = 16, /* right after one */
    JUMP = 32   /* of a signal, right there */
};
static const char *const place_names[] = {"sticking", "slipping", "impact", "sustained contact", "an event", "a jump"};

/* --- saved after each step ------------------------------------------------------------------------------------------------ */

typedef struct tape {
    char *state[STEPS + 1];
    double *values[STEPS + 1]; /* of all channels */
    size_t size;
    int steps;
    double until;
    unsigned places;
} tape;

static unsigned places_of(const bri_sim *sim, double from)
{
    const bri_system *s = sim->system;
    double t = bri_sim_time(sim);
    bri_arena arena = {0};
    bri_discrete now;
    bri_discrete_create(s, &arena, &now);
    bri_discrete_unpack(&now, bri_stepper_discrete(sim->stepper));
    unsigned places = bri_stepper_fired(sim->stepper) ? EVENT : 0;
    if (t == bri_next_time_event(s, from)) places |= JUMP;
    for (int k = 0; k < s->interfaces; k++)
        places |= bri_sticks(&now, k) ? STICKING : bri_law_acts(&now, k) ? SLIPPING : 0;
    for (int g = 0; g < s->gaps; g++) {
        bri_contact_phase phase = now.contact[g].phase;
        places |= phase == BRI_SUSTAINED ? SUSTAINED : phase != BRI_SEPARATED ? IMPACT : 0;
    }
    bri_arena_free(&arena);
    return places;
}

/* The caller frees them. */
static double *values_of(bri_sim *sim)
{
    int channels = sim->system->channels;
    double *values = malloc((size_t)channels * sizeof *values);
    assert_non_null(values);
    for (int i = 0; i < channels; i++)
        values[i] = bri_sim_value(sim, i);
    return values;
}

static tape *record(bri_sim *sim, double until, int steps)
{
    tape *to = calloc(1, sizeof *to);
    assert_non_null(to);
    to->size = bri_sim_state_size(sim);
    to->until = until;
    to->state[0] = saved_bytes(sim);
    to->values[0] = values_of(sim);
    while (to->steps < steps && bri_sim_time(sim) < until) {
        bri_error err = {0};
        double from = bri_sim_time(sim);
        if (bri_sim_step(sim, until, &err)) fail_msg("%s", err.what);
        to->places |= places_of(sim, from);
        to->state[++to->steps] = saved_bytes(sim);
        to->values[to->steps] = values_of(sim);
    }
    return to;
}

static void tape_destroy(tape *t)
{
    for (int i = 0; i <= t->steps; i++) {
        free(t->state[i]);
        free(t->values[i]);
    }
    free(t);
}

/* All channels have the values that they had there. */
static void restore(const char *name, bri_sim *sim, const tape *t, int step)
{
    bri_error err = {0};
    if (bri_sim_restore(sim, t->state[step], t->size, &err)) fail_msg("%s", err.what);
    double *values = values_of(sim);
    for (int i = 0; i < sim->system->channels; i++)
        if (!same_bits(values[i], t->values[step][i]))
            fail_msg("%s by %s: restored at step %d, %s is %.17g, not %.17g", name,
                     sim->stepper_def.integrator->kind.name, step, sim->system->channel[i].name, values[i],
                     t->values[step][i]);
    free(values);
}

/* From one saved state on, so many steps. */
static void replay(const char *name, bri_sim *sim, const tape *t, int from, int steps)
{
    restore(name, sim, t, from);
    for (int i = from; i < from + steps && i < t->steps; i++) {
        bri_error err = {0};
        if (bri_sim_step(sim, t->until, &err)) fail_msg("%s: %s", name, err.what);
        char *bytes = saved_bytes(sim);
        if (memcmp(bytes, t->state[i + 1], t->size) != 0)
            fail_msg("%s by %s: restored at step %d, step %d is another", name, sim->stepper_def.integrator->kind.name,
                     from, i + 1);
        free(bytes);
    }
}

/* Where it was saved. elsewhere: a system of the same model. */
static unsigned replay_all(const char *name, const bri_system *system, const bri_system *elsewhere,
                           const bri_run_def *def, double until, int steps)
{
    bri_sim *sim = begin_sim(system, def), *other = begin_sim(elsewhere, def);
    tape *t = record(sim, until, steps);
    for (int i = t->steps - 1; i >= 0; i--)
        replay(name, sim, t, i, 1);
    replay(name, other, t, t->steps / 3, t->steps);
    replay(name, sim, t, t->steps / 3, t->steps);
    replay(name, other, t, 0, t->steps);
    unsigned places = t->places;
    tape_destroy(t);
    bri_sim_destroy(sim);
    bri_sim_destroy(other);
    return places;
}

/* --- cvode and ida -------------------------------------------------------------------------------------------------------- */

static void copy_states(bri_sim *sim, double *x)
{
    memcpy(x, bri_sim_states(sim), (size_t)sim->system->states * sizeof *x);
}

/* Restored, it starts anew: twice with the same bits, and within the tolerance of the run that was not restored. */
static void replay_within(const char *name, const bri_system *system, const bri_run_def *def, double until,
                          double tolerance)
{
    bri_sim *sim = begin_sim(system, def), *other = begin_sim(system, def);
    size_t n = (size_t)system->states;
    double middle = 0.4 * until, *plain = malloc(3 * n * sizeof *plain), *again = plain + n, *elsewhere = again + n;
    assert_int_equal(bri_sim_advance(sim, middle, NULL), BRI_OK);
    char *saved = saved_bytes(sim);
    assert_int_equal(bri_sim_advance(sim, until, NULL), BRI_OK);
    copy_states(sim, plain);
    bri_sim *const both[] = {sim, other};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(bri_sim_restore(both[i], saved, bri_sim_state_size(sim), NULL), BRI_OK);
        assert_true(bri_sim_time(both[i]) == middle);
        assert_int_equal(bri_sim_advance(both[i], until, NULL), BRI_OK);
        copy_states(both[i], i ? elsewhere : again);
    }
    assert_memory_equal(again, elsewhere, n * sizeof *again);
    for (size_t i = 0; i < n; i++)
        if (!(fabs(again[i] - plain[i]) <= tolerance * (fabs(plain[i]) + system->size[i])))
            fail_msg("%s by %s: state %zu is %.12g, restored %.12g", name, def->integrator, i, plain[i], again[i]);
    free(saved);
    free(plain);
    bri_sim_destroy(sim);
    bri_sim_destroy(other);
}

/* --- every integrator ------------------------------------------------------------------------------------------------------ */

typedef struct scene {
    const char *name, *model;
    double until, step; /* s; step: of rk4 */
    unsigned places;    /* where it is saved, among others */
    double restarts;    /* how near a run comes that is started anew on its way */
} scene;

#define BLOCK(friction)                                                                                                \
    "gravity: [0, -9.81]\n"                                                                                            \
    "bodies: {block: {mass: 1 kg, inertia: 1e-3 kg m2}}\n"                                                             \
    "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {" friction "}}}\n"                     \
    "forces:\n"                                                                                                        \
    "  push: {force: block, along: [1, 0], value: {step: 8 N, from: 2 N, start: 0.1 s}}\n"                             \
    "  back: {force: block, along: [1, 0], value: {step: -7.5 N, from: 0 N, start: 0.2 s}}\n"
#define BALL(friction)                                                                                                 \
    "gravity: [0, -9.81]\n"                                                                                            \
    "bodies: {ball: {mass: 0.1 kg, inertia: 1e-5 kg m2, radius: 10 mm, at: [0, 10.02 mm], velocity: [0.1, 0],\n"       \
    "  spin: 0}}\n"                                                                                                    \
    "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: exact_restitution, stiffness: 1e6,\n" \
    "  restitution: 0.6}, friction: {" friction "}}}\n"
/* Crank 1 m, other links and ground 2 m: the crank turns round. */
#define FOUR_BAR(run)                                                                                                  \
    "gravity: [0, -9.81]\n"                                                                                            \
    "bodies:\n"                                                                                                        \
    "  crank: {mass: 1 kg, inertia: 0.1 kg m2, at: [0.5, 0], spin: 10 rad/s, points: {a: [-0.5, 0], b: [0.5, 0]}}\n"   \
    "  coupler: {mass: 2 kg, inertia: 0.7 kg m2, at: [1.25, 0.96824583655185426], angle: 1.318116071652818 rad,\n"     \
    "    points: {a: [-1, 0], b: [1, 0]}}\n"                                                                           \
    "  rocker: {mass: 2 kg, inertia: 0.7 kg m2, at: [1.75, 0.96824583655185426], angle: 1.8234765819369754 rad,\n"     \
    "    points: {a: [-1, 0], b: [1, 0]}}\n"                                                                           \
    "joints:\n"                                                                                                        \
    "  p: {revolute: [ground, crank.a], radius: 50 mm, friction: {law: coulomb, mu_k: 0.2}}\n"                         \
    "  q: {revolute: [crank.b, coupler.a]}\n"                                                                          \
    "  r: {revolute: [coupler.b, rocker.b]}\n"                                                                         \
    "  s: {revolute: [ground, rocker.a], at: [2, 0]}\n"                                                                \
    "run: {" run "}\n"

static const scene scenes[] = {
    {"a block that sticks, slips and sticks", BLOCK("law: coulomb, mu_s: 0.6, mu_k: 0.3"), 0.6, 5e-3,
     STICKING | SLIPPING | EVENT | JUMP, 100 * RTOL},
    {"a block on bristles", BLOCK("law: lugre, mu_s: 0.6, mu_k: 0.3, sigma0: 1e3 1/m, sigma1: 10 s/m"), 0.3, 2e-3,
     SLIPPING | JUMP, 100 * RTOL},
    {"a block on elements that slip one by one", BLOCK("law: maxwell_slip"), 0.3, 2e-3, SLIPPING | JUMP, 100 * RTOL},
    {"a ball that lands", BALL("law: coulomb, mu_s: 0.2, mu_k: 0.1"), 0.025, 2e-4,
     SLIPPING | IMPACT | SUSTAINED | EVENT, 100 * RTOL},
    {"a ball on bristles", BALL("law: lugre, mu_s: 0.2, mu_k: 0.1, sigma0: 1e4 1/m, sigma1: 10 s/m"), 0.025, 2e-4,
     SLIPPING | IMPACT | SUSTAINED, 100 * RTOL},
    {"independent coordinates", FOUR_BAR("constraints: partition"), 0.3, 5e-3, SLIPPING, 100 * RTOL},
    {"constraints stabilised by Baumgarte's method", FOUR_BAR("constraints: baumgarte"), 0.3, 5e-3, SLIPPING,
     100 * RTOL},
    {"the load of the step before, whose error is that of the step length", FOUR_BAR("coupling: lagged"), 0.3, 5e-3,
     SLIPPING, 1e-3},
};

static void every_integrator_replays(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        const scene *at = &scenes[i];
        bri_system *system = build_text(at->model);
        for (EACH_INTEGRATOR(kind)) {
            bri_run_def def = {.size = sizeof(bri_run_def),
                               .integrator = (*kind)->kind.name,
                               .step = at->step,
                               .rtol = RTOL,
                               .max_step = at->until / 40};
            if (!(*kind)->memory) {
                replay_within(at->name, system, &def, at->until, at->restarts);
                continue;
            }
            unsigned places = replay_all(at->name, system, system, &def, at->until, STEPS);
            for (int p = 0; p < 6; p++)
                if (at->places & ~places & (1u << p))
                    fail_msg("%s by %s: was not saved at %s", at->name, def.integrator, place_names[p]);
        }
        bri_system_destroy(system);
    }
}

static void every_model_is_replayed(void **state)
{
    (void)state;
    model_files files = model_files_find();
    bri_run_def usual = bri_run_defaults();
    for (const char *path; (path = model_files_next(&files));) {
        bri_system *system = build_file(path), *same = build_file(path);
        bri_sim *sim = begin_sim(system, &usual);
        replay_all(path, system, same, &usual, bri_sim_until(sim), STEPS);
        bri_sim_destroy(sim);
        bri_system_destroy(system);
        bri_system_destroy(same);
    }
}

/* On which side of 0 each event function is, which of them fired, and how far the others may be on the wrong side. */
static void event_functions_are_restored(void **state)
{
    (void)state;
    bri_run_def usual = bri_run_defaults();
    bri_system *system = build_text(scenes[0].model);
    bri_sim *sim = begin_sim(system, &usual), *other = begin_sim(system, &usual);
    for (int i = 0; i < system->events; i++) {
        sim->stepper->g[i] = 3 + i;
        sim->stepper->slack[i] = 0.5 + i;
        sim->stepper->side[i] = i % 2 ? -1 : 1;
        sim->stepper->fired[i] = i % 3 == 0;
    }
    char *saved = saved_bytes(sim);
    assert_int_equal(bri_sim_restore(other, saved, bri_sim_state_size(sim), NULL), BRI_OK);
    assert_true(system->events > 0);
    for (int i = 0; i < system->events; i++) {
        assert_true(other->stepper->g[i] == 3 + i && other->stepper->slack[i] == 0.5 + i);
        assert_int_equal(other->stepper->side[i], i % 2 ? -1 : 1);
        assert_true(other->stepper->fired[i] == (i % 3 == 0));
    }
    free(saved);
    bri_sim_destroy(sim);
    bri_sim_destroy(other);
    bri_system_destroy(system);
}

/* --- after a failure ------------------------------------------------------------------------------------------------------- */

/* Friction and reactions lose their common solution at about 1.29 s: bristles do not scale with the load. */
static bri_system *crank_that_fails(void)
{
    bri_error err = {0};
    bri_model *model = NULL;
    if (bri_model_read(MODELS_ROOT "/papers/marques2018/roller_crank.yaml", &model, &err)) fail_msg("%s", err.what);
    if (bri_model_set_text(model, "floor.friction",
                           "{law: lugre, mu_s: 0.15, mu_k: 0.1, v_s: 1 mm/s, sigma0: 1e5 N/m, sigma1: 316.2 N s/m}",
                           &err))
        fail_msg("%s", err.what);
    return build_model(model);
}

static void failed_simulation_is_restored(void **state)
{
    (void)state;
    bri_system *system = crank_that_fails();
    for (EACH_INTEGRATOR(kind)) {
        if ((*kind)->flags & BRI_HAS_FIXED_STEP) continue;
        bri_run_def def = {.size = sizeof(bri_run_def), .integrator = (*kind)->kind.name, .rtol = RTOL};
        bri_error first = {0}, second = {0}, third = {0};
        bri_sim *sim = begin_sim(system, &def), *other = begin_sim(system, &def);
        assert_int_equal(bri_sim_advance(sim, 1.25, NULL), BRI_OK);
        char *saved = saved_bytes(sim);
        size_t size = bri_sim_state_size(sim);
        bri_sim_restore(sim, saved, size, NULL); /* cvode and ida start anew in all of them */
        assert_int_equal(bri_sim_advance(sim, 1.28, NULL), BRI_OK);
        char *before = saved_bytes(sim);
        assert_int_equal(bri_sim_advance(sim, 2, &first), BRI_NO_SOLUTION);
        assert_int_equal(bri_sim_restore(sim, saved, size, NULL), BRI_OK);
        assert_int_equal(bri_sim_advance(sim, 1.28, NULL), BRI_OK);
        char *again = saved_bytes(sim);
        if (memcmp(before, again, size) != 0) fail_msg("%s goes on otherwise after a failure", def.integrator);
        assert_int_equal(bri_sim_advance(sim, 2, &second), BRI_NO_SOLUTION);
        assert_string_equal(second.what, first.what);
        char *failed = saved_bytes(sim); /* it stays failed, restored or not */
        assert_int_equal(bri_sim_restore(other, failed, size, NULL), BRI_OK);
        memset(&second, 0, sizeof second);
        assert_int_equal(bri_sim_advance(sim, 2, &second), BRI_NO_SOLUTION);
        bri_status status = bri_sim_advance(other, 2, &third);
        if (status != BRI_NO_SOLUTION)
            fail_msg("%s: failed at %g s, restored: '%s', until %g s", def.integrator, bri_sim_time(sim),
                     bri_status_name(status), bri_sim_time(other));
        if ((*kind)->memory) assert_string_equal(third.what, second.what);
        for (int turn = 0; turn < 2; turn++) { /* with softer bristles there is a solution */
            assert_int_equal(bri_sim_restore(sim, failed, size, NULL), BRI_OK);
            assert_int_equal(bri_sim_set_number(sim, "floor.friction.sigma1", 1, NULL), BRI_OK);
            assert_int_equal(bri_sim_advance(sim, bri_sim_time(sim) + 1e-3, NULL), BRI_OK);
        }
        free(saved), free(before), free(again), free(failed);
        bri_sim_destroy(sim);
        bri_sim_destroy(other);
    }
    bri_system_destroy(system);
}

/* --- bytes that are refused ------------------------------------------------------------------------------------------------ */

/* The sim stays as it was. */
static void refuse(bri_sim *sim, const void *bytes, size_t size, const char *sentence)
{
    bri_error err = {0};
    char *before = saved_bytes(sim);
    assert_int_equal(bri_sim_restore(sim, bytes, size, &err), BRI_BAD_VALUE);
    if (!strstr(err.what, sentence)) fail_msg("'%s' does not say '%s'", err.what, sentence);
    assert_int_equal(bri_sim_restore(sim, bytes, size, NULL), BRI_BAD_VALUE);
    char *after = saved_bytes(sim);
    assert_memory_equal(before, after, bri_sim_state_size(sim));
    free(before);
    free(after);
}

static void foreign_bytes_are_refused(void **state)
{
    (void)state;
    bri_run_def def = {.size = sizeof(bri_run_def), .integrator = "dopri5", .rtol = RTOL};
    bri_run_def stiff = {.size = sizeof(bri_run_def), .integrator = "radau5", .rtol = RTOL};
    bri_system *system = build_text(scenes[0].model), *ball = build_text(scenes[3].model);
    bri_sim *sim = begin_sim(system, &def), *plain = begin_sim(system, &def);
    bri_sim *foreign[] = {begin_sim(ball, &def), begin_sim(system, &stiff)};
    size_t size = bri_sim_state_size(sim);
    assert_int_equal(bri_sim_advance(sim, 0.15, NULL), BRI_OK);
    assert_int_equal(bri_sim_advance(plain, 0.15, NULL), BRI_OK);
    for (int i = 0; i < 2; i++) {
        char *bytes = saved_bytes(foreign[i]);
        refuse(sim, bytes, bri_sim_state_size(foreign[i]), "another system, or with another integrator");
        free(bytes);
    }
    char *bytes = saved_bytes(sim);
    for (size_t cut = 0; cut < size; cut++)
        refuse(sim, bytes, cut, cut < HEADER ? "too few" : "bytes of a saved simulation are missing");
    for (size_t i = 0; i < HEADER; i++) { /* each byte of the header counts */
        bytes[i] = (char)(bytes[i] ^ 4);
        refuse(sim, bytes, size,
               i < FORMAT_AT ? "no saved simulation"
               : i < 16      ? "another version"
               : i < 32      ? "another system"
                             : "damaged");
        bytes[i] = (char)(bytes[i] ^ 4);
    }
    uint64_t seed = 1;
    for (int turn = 0; turn < 100; turn++) {
        for (size_t i = 0; i < size; i++)
            bytes[i] = (char)random_bits(&seed);
        refuse(sim, bytes, size, "no saved simulation");
    }
    assert_int_equal(bri_sim_advance(sim, 0.4, NULL), BRI_OK);
    assert_int_equal(bri_sim_advance(plain, 0.4, NULL), BRI_OK);
    assert_true(same_sims(sim, plain));
    free(bytes);
    bri_sim_destroy(foreign[0]);
    bri_sim_destroy(foreign[1]);
    bri_sim_destroy(sim);
    bri_sim_destroy(plain);
    bri_system_destroy(system);
    bri_system_destroy(ball);
}

/* --- numbers that change --------------------------------------------------------------------------------------------------- */

static char *go_on(bri_sim *sim, double until)
{
    bri_error err = {0};
    if (bri_sim_advance(sim, until, &err)) fail_msg("%s", err.what);
    return saved_bytes(sim);
}

/* Numbers of the model are not part of what is saved: one that was set stays set. */
static void numbers_change_between_saving_and_restoring(void **state)
{
    (void)state;
    static const char path[] = "floor.friction.mu_k";
    bri_system *system = build_text(scenes[0].model);
    for (EACH_INTEGRATOR(kind)) {
        bri_run_def def = {.size = sizeof(bri_run_def), .integrator = (*kind)->kind.name, .step = 5e-3, .rtol = RTOL};
        bri_sim *sim = begin_sim(system, &def);
        assert_int_equal(bri_sim_advance(sim, 0.15, NULL), BRI_OK);
        char *saved = saved_bytes(sim);
        size_t size = bri_sim_state_size(sim);
        assert_int_equal(bri_sim_restore(sim, saved, size, NULL), BRI_OK); /* cvode and ida start anew */
        char *usual = go_on(sim, 0.19);
        assert_int_equal(bri_sim_restore(sim, saved, size, NULL), BRI_OK);
        assert_int_equal(bri_sim_set_number(sim, path, 0.5, NULL), BRI_OK);
        assert_int_equal(bri_sim_state_size(sim), size);
        char *changed = go_on(sim, 0.19);
        assert_memory_not_equal(usual, changed, size);
        assert_int_equal(bri_sim_restore(sim, saved, size, NULL), BRI_OK);
        assert_int_equal(bri_sim_set_number(sim, path, 0.5, NULL), BRI_OK);
        char *changed_again = go_on(sim, 0.19);
        assert_memory_equal(changed, changed_again, size);
        assert_int_equal(bri_sim_set_number(sim, path, 0.3, NULL), BRI_OK);
        assert_int_equal(bri_sim_restore(sim, saved, size, NULL), BRI_OK);
        char *usual_again = go_on(sim, 0.19);
        assert_memory_equal(usual, usual_again, size);
        free(saved), free(usual), free(changed), free(changed_again), free(usual_again);
        bri_sim_destroy(sim);
    }
    bri_system_destroy(system);
}

/* A pin sticks, slips for a while and sticks again, beside bristles whose load comes from the elastic part of their force: what was known of
 * the pin's load in the elastic pass while it slipped is not remembered. */
static void loads_of_the_elastic_pass_are_forgotten(void **state)
{
    (void)state;
    bri_system *system = build_text(
        "gravity: [0, -9.81]\n"
        "bodies:\n"
        "  a: {mass: 1 kg, inertia: 1, velocity: [0.1, 0]}\n"
        "  b: {mass: 1 kg, inertia: 0.1, at: [2, 0], velocity: [0, 0], spin: 0}\n"
        "joints:\n"
        "  g: {translational: [ground, a], along: [1, 0],\n"
        "      friction: {law: bouc_wen, mu_k: 0.2, load_from: elastic}}\n"
        "  h: {revolute: [ground, b], at: [1.5, 0], radius: 0.9, friction: {law: coulomb, mu_k: 0.8, mu_s: 0.9}}\n"
        "forces:\n"
        "  s: {spring: g, stiffness: 100 N/m, length: {sine: 0.1 m, frequency: 2 Hz}}\n"
        "  p: {torque: b, value: {table: [[0, 0], [0.02, 20], [0.04, 0], [1, 0]]}}\n"
        "run: {until: 0.2 s}\n");
    bri_run_def def = bri_run_defaults();
    def.integrator = "bristle5";
    assert_int_equal(replay_all("a pin", system, system, &def, 0.2, STEPS) & (STICKING | SLIPPING),
                     STICKING | SLIPPING);
    bri_system_destroy(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_integrator_replays),
        cmocka_unit_test(every_model_is_replayed),
        cmocka_unit_test(event_functions_are_restored),
        cmocka_unit_test(failed_simulation_is_restored),
        cmocka_unit_test(foreign_bytes_are_refused),
        cmocka_unit_test(numbers_change_between_saving_and_restoring),
        cmocka_unit_test(loads_of_the_elastic_pass_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
