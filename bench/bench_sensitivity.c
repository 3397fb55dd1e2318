/* bench_sensitivity.c - what derivatives with respect to parameters cost: CPU time of a run with 1, 4 and 8 of them over that of the plain run
 *
 *   run  bri_run with 500 rows of the model's channels, as `bristle run --sensitivity`
 *   fit  bri_run with 500 rows of one position at a relative tolerance of 1e-8, as `bristle fit MODEL`
 *
 * All times are CPU times; the plain run and the others take turns, in changing order, and the fastest turn of each counts.
 * bench_sensitivity [--csv FILE] [--root DIR] [--turns N] ends with 1 if a requirement is missed. */
#include "bench.h"
#include "processor.h"

enum {
    WAYS = 4,
    MOST = 8
};
static const double least_seconds = 20e-3; /* of CPU time that a turn takes, in repeated runs */
static const int derivatives[WAYS] = {0, 1, 4, MOST};

typedef struct scenario {
    const char *file, *channel; /* channel: a position that is measured */
    const char *path[MOST + 1];
} scenario;

static const scenario scenarios[] = {
    {"examples/pendulum.yaml",
     "bar.angle",
     {"pin.friction.mu_k", "bar.mass", "bar.inertia", "pin.radius", "pin.friction.mu_s", "bar.at.x", "gravity.y",
      "gravity.x"}},
    {"examples/slider_crank.yaml",
     "piston.x",
     {"cylinder.friction.mu_k", "cylinder.friction.sigma0", "piston.mass", "wristpin.radius", "cylinder.friction.v_s",
      "wristpin.friction.mu_k", "rod.mass", "rod.inertia"}},
    {"examples/belt.yaml",
     "block.x",
     {"contact.friction.mu_k", "contact.friction.mu_s", "spring.stiffness", "block.mass", "contact.friction.v_s",
      "contact.friction.load", "belt.mass", "block.velocity.x"}},
};

static const char *root = ".";
static int turns = 15;

static bri_system *build(const char *file)
{
    char name[1024];
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    snprintf(name, sizeof name, "%s/%s", root, file);
    bri_status status = bri_model_read(name, &model, &err);
    if (!status) status = bri_system_build(model, &system, &err);
    if (status) stop(name, &err);
    bri_model_destroy(model);
    return system;
}

static void go(const scenario *of, const bri_system *system, bool fits, int count)
{
    bri_error err = {0};
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    const char *path[MOST + 1] = {NULL}, *const channels[] = {of->channel, NULL};
    for (int i = 0; i < count; i++)
        path[i] = of->path[i];
    if (count) def.derivatives = path;
    if (fits) {
        def.rtol = 1e-8;
        def.derivative_rtol = 1e-6;
        def.channels = channels;
    }
    if (bri_run(system, &def, &result, &err)) stop(of->file, &err);
    bri_result_destroy(result);
}

static double seconds_of(const scenario *of, const bri_system *system, bool fits, int count, int repeats)
{
    double begun = cpu_now();
    for (int i = 0; i < repeats; i++)
        go(of, system, fits, count);
    return (cpu_now() - begun) / repeats;
}

static void measure(const scenario *of, bool fits)
{
    bri_system *system = build(of->file);
    double best[WAYS] = {INFINITY, INFINITY, INFINITY, INFINITY}, once = seconds_of(of, system, fits, 0, 1);
    int repeats = 1 + (int)(least_seconds / fmax(once, 1e-6));
    for (int turn = 0; turn < turns; turn++)
        for (int i = 0; i < WAYS; i++) {
            int way = (turn + i) % WAYS;
            best[way] = fmin(best[way], seconds_of(of, system, fits, derivatives[way], repeats));
        }
    printf("%s, %s\n", of->file, fits ? "fit" : "run");
    row(fits ? "fit" : "run", of->file, "plain", 1e3 * best[0], "ms");
    for (int way = 1; way < WAYS; way++) {
        char how[40], sentence[120];
        int p = derivatives[way];
        snprintf(how, sizeof how, "%d derivative%s", p, p > 1 ? "s" : "");
        snprintf(sentence, sizeof sentence, "%s cost at most as much as %d plain runs", how, 1 + p);
        row(fits ? "fit" : "run", of->file, how, best[way] / best[0], "plain runs");
        if (fits && p > 1) demand(best[way] <= (1 + p) * best[0], sentence, best[way] / best[0]);
    }
    bri_system_destroy(system);
}

int main(int count, char **word)
{
    char name[128];
    for (int i = 1; i + 1 < count; i += 2) {
        if (!strcmp(word[i], "--csv")) csv = fopen(word[i + 1], "w");
        if (!strcmp(word[i], "--root")) root = word[i + 1];
        if (!strcmp(word[i], "--turns")) turns = atoi(word[i + 1]);
    }
    processor(name);
    if (csv)
        fprintf(csv,
                "# %s, %s; CPU times, the fastest turn; ratios of these within the run are what "
                "counts\ngroup,what,how,value,unit\n",
                name, compiler);
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        for (int fits = 0; fits < 2; fits++)
            measure(&scenarios[i], fits);
    if (csv) fclose(csv);
    return missed;
}
