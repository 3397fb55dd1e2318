/* bench_chain.c - what chains of many links cost
 *
 *   evaluations  pendulum chains of 10 to 10 000 links, without friction and with smoothed friction in their pins: one evaluation
 *                of accelerations, reactions and friction; reading and building
 *   exact        chain of 100 links that hangs from its first pin, exact Coulomb friction: CPU time of a simulated second
 *
 * All times are CPU times; the fastest turn counts. bench/peers/peers.py measures the same chain beside MuJoCo.
 * bench_chain [--csv FILE] ends with 1 if a requirement is missed. */
#include "bench.h"
#include "processor.h"
#include "system/create_engine.h"
#include "system/initial.h"

enum {
    TURNS = 5, /* of simulations */
    EVALUATION_TURNS = 20,
    LINE = 320 /* characters of a body and its pin */
};

/* Links of 1 m, hanging, link i spinning at 0.3 sin(1.3 i) rad/s; friction: what follows a pin's bodies. */
static bri_system *chain(int links, const char *friction)
{
    size_t room = (size_t)links * (LINE + strlen(friction)) + 200, at = 0;
    char *text = malloc(room);
    if (!text) exit(1);
    at += (size_t)snprintf(text + at, room - at, "gravity: [0, -9.81]\nbodies:\n");
    for (int i = 1; i <= links; i++)
        at += (size_t)snprintf(
            text + at, room - at,
            "  b%d: {mass: 1, inertia: 0.1, at: [0, %.17g], spin: %.17g, points: {l: [0, 0.5], r: [0, -0.5]}}\n", i,
            0.5 - i, 0.3 * sin(1.3 * i));
    at += (size_t)snprintf(text + at, room - at, "joints:\n");
    for (int i = 1; i <= links; i++) {
        char from[32] = "ground";
        if (i > 1) snprintf(from, sizeof from, "b%d.r", i - 1);
        at += (size_t)snprintf(text + at, room - at, "  p%d: {revolute: [%s, b%d.l]%s}\n", i, from, i, friction);
    }
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_status status = bri_model_parse(text, at, "chain", &model, &err);
    if (!status) status = bri_system_build(model, &system, &err);
    if (status) stop("chain", &err);
    free(text);
    return system;
}

typedef struct cost {
    double evaluation, start; /* s */
    double bytes;
} cost;

static cost cost_of(int links, const char *friction)
{
    bri_error err = {0};
    bri_engine *engine = NULL;
    double begun = cpu_now();
    bri_system *system = chain(links, friction);
    if (bri_engine_create(system, &engine, &err)) stop("chain", &err);
    cost out = {.evaluation = INFINITY, .start = cpu_now() - begun};
    size_t n = (size_t)(BRI_DOF * links);
    double *x = bri_arena_take(&engine->arena, (size_t)system->states + 1, sizeof(double));
    double *discrete = bri_arena_take(&engine->arena, (size_t)system->discrete_states + 1, sizeof(double));
    if (engine->arena.failed) exit(1);
    bri_instant at = bri_instant_of(engine, 0, x, discrete);
    memcpy(x, system->q0, n * sizeof(double));
    memcpy(x + n, system->u0, n * sizeof(double));
    for (int b = 0; b < links;
         b++) /* bent: along a straight chain, effects of the first link become denormal numbers */
        x[BRI_DOF * b + 2] += 0.1 * sin(1.3 * b);
    bri_initial_discrete(&engine->look.point, &at, discrete);
    bri_evaluate_rates(engine, &at, 0);
    long cold = engine->solver.count.iterations, warm = 0;
    for (int turn = 0; turn < EVALUATION_TURNS; turn++) {
        int repeats = 20000 / links + 2;
        long before = engine->solver.count.iterations;
        begun = cpu_now();
        for (int i = 0; i < repeats; i++) {
            x[2] += 1e-4;
            x[n + 2] += 1e-3;
            bri_evaluate_rates(engine, &at, 0);
        }
        out.evaluation = fmin(out.evaluation, (cpu_now() - begun) / repeats);
        warm = (engine->solver.count.iterations - before + repeats - 1) / repeats;
    }
    demand(cold <= 8 && warm <= 3, "at most 8 iterations cold and 3 warm; warm", (double)warm);
    out.bytes = (double)(system->arena.bytes + engine->arena.bytes);
    bri_engine_destroy(engine);
    bri_system_destroy(system);
    return out;
}

static void evaluations(const char *name, const char *friction)
{
    cost last = {0};
    printf("evaluations: %s\n", name);
    for (int links = 10; links <= 10000; links *= 10) {
        char what[64];
        cost now = cost_of(links, friction);
        snprintf(what, sizeof what, "%d links %s", links, name);
        row("evaluations", what, "one evaluation", 1e6 * now.evaluation, "us");
        row("evaluations", what, "read and build", 1e3 * now.start, "ms");
        if (last.evaluation > 0) {
            demand(now.evaluation / last.evaluation <= 11, "an evaluation grows by at most 11 for ten times the links",
                   now.evaluation / last.evaluation);
            if (links > 1000) /* rooms for up to BRI_SHARED_MAX components of friction are dense */
                demand(now.bytes / last.bytes <= 11, "memory grows as the links do", now.bytes / last.bytes);
        }
        last = now;
    }
}

static void exact(void)
{
    bri_system *system = chain(100, ", radius: 10 mm, friction: {law: coulomb, mu_k: 0.3}");
    bri_run_def def = bri_run_defaults();
    bri_error err = {0};
    double best = INFINITY, whole = INFINITY;
    def.rtol = 1e-4;
    def.until = 1;
    for (int turn = 0; turn < TURNS; turn++) {
        bri_sim *sim = NULL;
        double begun = cpu_now();
        if (bri_sim_create(system, &def, &sim, &err) || bri_sim_advance(sim, 1, &err)) stop("chain", &err);
        best = fmin(best, cpu_now() - begun);
        bri_sim_destroy(sim);
        bri_result *result = NULL;
        begun = cpu_now();
        if (bri_run(system, &def, &result, &err)) stop("chain", &err);
        whole = fmin(whole, cpu_now() - begun);
        bri_result_destroy(result);
    }
    printf("exact: 100 links, Coulomb friction, rtol 1e-4, one simulated second\n");
    row("exact", "100 links", "simulation", best, "s");
    row("exact", "100 links", "run with its summary", whole, "s");
    demand(best <= 0.3, "a simulated second takes at most 0.3 s", best);
    bri_system_destroy(system);
}

int main(int count, char **word)
{
    char name[128];
    for (int i = 1; i + 1 < count; i += 2)
        if (!strcmp(word[i], "--csv")) csv = fopen(word[i + 1], "w");
    processor(name);
    if (csv)
        fprintf(csv,
                "# %s, %s; CPU times, the fastest turn; ratios of these within the run are what "
                "counts\ngroup,what,how,value,unit\n",
                name, compiler);
    evaluations("without friction", "");
    evaluations("with smoothed friction", ", radius: 10 mm, friction: {law: coulomb_tanh, mu_k: 0.3}");
    exact();
    if (csv) fclose(csv);
    return missed;
}
