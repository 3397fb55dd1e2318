/* bench_recording.c - what rows and summaries cost: CPU time over that of the motion alone
 *
 *   motion     bri_sim_create and bri_sim_advance to the end of the run
 *   summary    bri_run with rows of the beginning and the end only: energy, peaks, extremes, shares of rest, events
 *   positions  bri_run with 500 rows of the positions and velocities of all bodies, which the motion knows
 *   default    bri_run with 500 rows of every channel, for each of which the equations are solved: as `bristle run` does
 *
 * All times are CPU times; the four take turns, in changing order, and the fastest turn of each counts.
 * bench_recording [--csv FILE] [--root DIR] ends with 1 if a requirement is missed. */
#include "bench.h"
#include "processor.h"
#include "system/system.h"

enum {
    TURNS = 15,
    WAYS = 4,
    PARTS = 6,
    NAME = 80, /* of a channel */
    MOST = 20  /* bodies */
};
static const double least_seconds = 20e-3; /* of CPU time that a turn takes, in repeated runs */
static const char *const ways[WAYS] = {"motion", "summary", "positions", "default"};
static const char *const parts[] = {"x", "y", "angle", "vx", "vy", "spin"};
static const char *const models[] = {
    "examples/pendulum.yaml",
    "examples/slider_crank.yaml",
    "examples/slider_crank_loose.yaml",
    "examples/belt.yaml",
    "papers/marques2018/roller_crank.yaml",
    "papers/marques2018/journal.yaml",
    "papers/wojtyra2017/two_sliders.yaml",
    "papers/autiero/scotch_yoke.yaml",
};

static const char *root = ".";

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

/* The names of all positions and velocities of all bodies, which are states of the motion; ends with NULL. */
static const char *const *positions_of(const bri_system *s)
{
    static char name[MOST * PARTS][NAME];
    static const char *list[MOST * PARTS + 1];
    int count = 0;
    for (int b = 0; b < s->bodies && b < MOST; b++)
        for (int p = 0; p < PARTS; p++) {
            snprintf(name[count], NAME, "%s.%s", s->body_name[b], parts[p]);
            list[count] = name[count];
            count++;
        }
    list[count] = NULL;
    return list;
}

static void go(const bri_system *system, int way)
{
    bri_error err = {0};
    bri_run_def def = bri_run_defaults();
    if (way == 0) {
        bri_sim *sim = NULL;
        if (bri_sim_create(system, &def, &sim, &err) || bri_sim_advance(sim, bri_sim_until(sim), &err))
            stop("motion", &err);
        bri_sim_destroy(sim);
        return;
    }
    bri_result *result = NULL;
    if (way == 1) def.only_ends = true;
    if (way == 2) def.channels = positions_of(system);
    if (bri_run(system, &def, &result, &err)) stop(ways[way], &err);
    bri_result_destroy(result);
}

static double seconds_of(const bri_system *system, int way, int repeats)
{
    double begun = cpu_now();
    for (int i = 0; i < repeats; i++)
        go(system, way);
    return (cpu_now() - begun) / repeats;
}

static void measure(const char *file)
{
    bri_system *system = build(file);
    double best[WAYS] = {INFINITY, INFINITY, INFINITY, INFINITY}, once = seconds_of(system, 0, 1);
    int repeats = 1 + (int)(least_seconds / fmax(once, 1e-6));
    for (int turn = 0; turn < TURNS; turn++)
        for (int i = 0; i < WAYS; i++) {
            int way = (turn + i) % WAYS;
            best[way] = fmin(best[way], seconds_of(system, way, repeats));
        }
    printf("%s\n", file);
    for (int way = 0; way < WAYS; way++)
        row("recording", file, ways[way], 1e3 * best[way], "ms");
    demand(best[1] <= 1.05 * best[0], "the summary costs at most 5 %", best[1] / best[0] - 1);
    demand(best[2] - best[1] <= 0.05 * best[0], "rows of positions cost at most 5 %", (best[2] - best[1]) / best[0]);
    row("recording", file, "rows of every channel", (best[3] - best[1]) / best[0], "of the motion");
    bri_system_destroy(system);
}

int main(int count, char **word)
{
    char name[128];
    for (int i = 1; i + 1 < count; i += 2) {
        if (!strcmp(word[i], "--csv")) csv = fopen(word[i + 1], "w");
        if (!strcmp(word[i], "--root")) root = word[i + 1];
    }
    processor(name);
    if (csv)
        fprintf(csv,
                "# %s, %s; CPU times, the fastest turn; ratios of these within the run are what "
                "counts\ngroup,what,how,value,unit\n",
                name, compiler);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        measure(models[i]);
    if (csv) fclose(csv);
    return missed;
}
