/* bench_study.c - what studies cost
 *
 *   threads    CPU time per run with two threads, over that with one
 *   machinery  CPU time of a study with its store, over the sum of the CPU times of its runs, which the store has; runs of about 1 ms.
 *              The same over a loop of a program of its own, which sets a value, builds and runs, is printed too: both execute the same
 *              instructions in a run, but code and memory lie elsewhere, which makes some per cent
 *   ranks      CPU time per run with two ranks of MPI, over that with two threads
 *   belt       runs per second and core of the belt's LuGre sweep, over those of the paper's Runge-Kutta 4 with fixed steps, each with the
 *              loosest tolerance or longest step whose largest error of the block's position is 1 um; twice the stiffness is left out, for
 *              which the paper's step is unstable
 *
 * Each is the work of processes of their own; CPU times, user and system, in turns, as differences between studies of many and of few
 * runs, so that the start of a process does not count; the median over the turns of the ratios. Run at the root of the tree.
 * bench_study [--csv FILE] ends with 1 if a requirement is missed. */
#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "processor.h"
#include "study/store.h"

enum {
    TURNS = 9,
    BELT_TURNS = 3,
    FEW = 50,
    MANY = 1050,
    TEXT = 2000
};
static const char *const crank = "papers/marques2018/roller_crank.yaml", *const belt =
                                                                             "papers/marques_params/belt.yaml";
static const double until = 0.5;   /* s, a run of about 1 ms */
static const double target = 1e-6; /* m */
static char folder[] = "/tmp/bench_study.XXXXXX";

static double children_now(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static void fail(const char *what)
{
    fprintf(stderr, "bench: %s fails\n", what);
    exit(1);
}

/* CPU time of a command, s. */
static double time_of(const char *command)
{
    double before = children_now();
    if (system(command)) fail(command);
    return children_now() - before;
}

/* --- runs of 1 ms ------------------------------------------------------------------------------------------------------------------- */

static void write_study(int runs)
{
    char path[200], here[1500];
    snprintf(path, sizeof path, "%s/%d.yaml", folder, runs);
    FILE *out = fopen(path, "w");
    if (!out || !getcwd(here, sizeof here)) fail(path);
    fprintf(out,
            "model: %s/%s\nset: {run.until: %g s}\nvary: {floor.friction.mu_k: 0.09 to 0.11 in %d}\n"
            "measure: [end crank.angle, max floor.load, ratio floor]\n",
            here, crank, until, runs);
    fclose(out);
}

/* CPU time of a study of so many runs. program: with options. */
static double time_of_study(const char *program, const char *options, int runs)
{
    char command[TEXT];
    snprintf(command, sizeof command, "rm -f %s/s.db && %s study run %s/%d.yaml -o %s/s.db --quiet %s", folder, program,
             folder, runs, folder, options);
    return time_of(command);
}

static bool add_seconds(void *user, const bri_store_row *one)
{
    *(double *)user += one->seconds;
    return true;
}

/* CPU time of the runs alone, of the last study. */
static double time_of_runs(void)
{
    char path[200];
    double sum = 0;
    bri_error err = {0};
    bri_store *store = NULL;
    snprintf(path, sizeof path, "%s/s.db", folder);
    const bri_store_functions *part = bri_store_part(path, &err);
    if (!part || part->open(path, BRI_STORE_READ, &store, &err) || part->each(store, false, add_seconds, &sum, &err) ||
        part->close(store, &err))
        stop("the store", &err);
    return sum;
}

/* alone: of the runs without the study; NULL: not asked for. */
static double time_per_run(const char *program, const char *options, double *alone)
{
    double few = time_of_study(program, options, FEW), runs = alone ? time_of_runs() : 0;
    double many = time_of_study(program, options, MANY);
    if (alone) *alone = (time_of_runs() - runs) / (MANY - FEW);
    return (many - few) / (MANY - FEW);
}

/* The loop of a program that needs no study. */
static void loop(int runs)
{
    bri_error err = {0};
    bri_model *base = NULL;
    bri_measures *measures = NULL;
    bri_run_def def = bri_run_defaults();
    bri_status status = bri_model_read(crank, &base, &err);
    if (!status) status = bri_model_set(base, "run.until", until, &err);
    if (!status) status = bri_measures_create(&measures, &err);
    if (!status) status = bri_measures_add(measures, "end crank.angle", &err);
    if (!status) status = bri_measures_add(measures, "max floor.load", &err);
    if (!status) status = bri_measures_add(measures, "ratio floor", &err);
    def.only_ends = true;
    for (int i = 0; !status && i < runs; i++) {
        bri_model *model = NULL;
        bri_system *system = NULL;
        bri_result *result = NULL;
        status = bri_model_copy(base, &model, &err);
        if (!status) status = bri_model_set(model, "floor.friction.mu_k", 0.09 + 0.02 * i / (runs - 1), &err);
        if (!status) status = bri_system_build(model, &system, &err);
        if (!status) status = bri_run_measured(system, &def, measures, &result, &err);
        bri_result_destroy(result);
        bri_system_destroy(system);
        bri_model_destroy(model);
    }
    bri_measures_destroy(measures);
    bri_model_destroy(base);
    if (status) stop("a run", &err);
}

static double time_of_loop(int runs)
{
    double before = children_now();
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        loop(runs);
        _exit(0);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (child < 0 || status) fail("the loop");
    return children_now() - before;
}

static double loop_per_run(void)
{
    double few = time_of_loop(FEW);
    return (time_of_loop(MANY) - few) / (MANY - FEW);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *of, int count)
{
    qsort(of, (size_t)count, sizeof *of, by_size);
    return of[count / 2];
}

static void short_runs(void)
{
    double one[TURNS], threads[TURNS], machinery[TURNS], loops[TURNS], ranks[TURNS];
    const char *mpi = "mpirun --allow-run-as-root --oversubscribe -n 2 " MPI_TOOL;
    bool has_mpi = *MPI_TOOL && !system("command -v mpirun >/dev/null 2>&1");
    write_study(FEW);
    write_study(MANY);
    for (int i = 0; i < TURNS; i++) {
        double bare = loop_per_run(), two = time_per_run(TOOL, "--threads 2", NULL), alone;
        one[i] = time_per_run(TOOL, "--threads 1", &alone);
        threads[i] = two / one[i];
        machinery[i] = one[i] / alone;
        loops[i] = one[i] / bare;
        ranks[i] = has_mpi ? time_per_run(mpi, "", NULL) / two : NAN;
    }
    double by_threads = median(threads, TURNS), by_machinery = median(machinery, TURNS);
    row("study", "a run", "roller-crank, 0.5 s", 1e3 * median(one, TURNS), "ms");
    row("study", "two threads", "over one", by_threads, "times");
    row("study", "a study", "over its runs", by_machinery, "times");
    row("study", "a study", "over a loop", median(loops, TURNS), "times");
    demand(by_threads <= 1.05, "with two threads a run costs at most 1.05 times as much", by_threads);
    demand(by_machinery <= 1.03, "a study of runs of 1 ms costs at most 1.03 times its runs", by_machinery);
    if (!has_mpi) {
        printf("  bristle-mpi or mpirun is missing: skipped\n");
        return;
    }
    double by_ranks = median(ranks, TURNS);
    row("study", "two ranks", "over two threads", by_ranks, "times");
    demand(by_ranks <= 1.1, "two ranks cost at most 1.1 times two threads", by_ranks);
}

/* --- the belt ----------------------------------------------------------------------------------------------------------------------- */

static const char *const lugre =
    "--set rub.friction.law=lugre --set rub.friction.sigma0=1e5 --set rub.friction.sigma1=316.22776601683796 "
    "--set rub.friction.sigma2=0.1 --set rub.friction.mu_s=0.15 --set rub.friction.v_s=1e-3 "
    "--vary rub.friction.sigma0=x0.5 --vary rub.friction.sigma1=x0.5,x2 --vary rub.friction.sigma2=x0.5,x2 "
    "--vary rub.friction.v_s=x0.5,x2 --one";
enum {
    BELT_RUNS = 8
};

/* CPU time of the sweep; error: the largest of its runs, m; NULL: not asked for. */
static double time_of_belt(const char *settings, double *error)
{
    char command[TEXT];
    snprintf(command, sizeof command,
             TOOL " sweep %s %s %s --threads 1 -q -o %s/belt.csv --measure '%s' | cat >/dev/null", belt, lugre,
             settings, folder, error ? "error block.x rtol 1e-13" : "end block.x");
    double seconds = time_of(command);
    if (!error) return seconds;
    char path[200], line[1000];
    snprintf(path, sizeof path, "%s/belt.csv", folder);
    FILE *in = fopen(path, "r");
    *error = in && fgets(line, sizeof line, in) ? 0 : NAN;
    while (in && fgets(line, sizeof line, in)) {
        char *at = line;
        for (int column = 0; at && column < 5; column++) /* the number of the run, and four that vary */
            at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL;
        double one = at ? strtod(at, NULL) : NAN;
        *error = isnan(one) || isnan(*error) ? NAN : fmax(one, *error); /* a run that failed has none */
    }
    if (in) fclose(in);
    return seconds;
}

/* The cheapest settings whose error is small enough. */
static void choose_settings(const char *const *from, const char **chosen, double *error)
{
    for (int i = 0; from[i]; i++) {
        *chosen = from[i];
        time_of_belt(from[i], error);
        if (*error <= target) return;
    }
    fail("a tolerance with an error of 1e-6");
}

static void belt_sweep(void)
{
    static const char *const tolerances[] = {"--set run.rtol=1e-4", "--set run.rtol=3e-5",  "--set run.rtol=1e-5",
                                             "--set run.rtol=3e-6", "--set run.rtol=1e-6",  "--set run.rtol=3e-7",
                                             "--set run.rtol=1e-7", "--set run.rtol=3e-8",  "--set run.rtol=1e-8",
                                             "--set run.rtol=1e-9", "--set run.rtol=1e-10", NULL};
    static const char *const steps[] = {
        "--set run.integrator=rk4 --set run.step=5e-5", /* the paper's; 1e-4 is unstable */
        "--set run.integrator=rk4 --set run.step=4e-5", "--set run.integrator=rk4 --set run.step=2e-5",
        "--set run.integrator=rk4 --set run.step=1e-5", NULL};
    const char *ours, *theirs;
    double our_error, their_error, ratio[BELT_TURNS], mine[BELT_TURNS];
    choose_settings(tolerances, &ours, &our_error);
    choose_settings(steps, &theirs, &their_error);
    for (int i = 0; i < BELT_TURNS; i++) {
        mine[i] = time_of_belt(ours, NULL);
        ratio[i] = time_of_belt(theirs, NULL) / mine[i];
    }
    double times = median(ratio, BELT_TURNS);
    row("study", "belt, LuGre", ours, BELT_RUNS / median(mine, BELT_TURNS), "runs/s");
    row("study", "error", ours, our_error, "m");
    row("study", "error", strstr(theirs, "run.step"), their_error, "m");
    row("study", "belt, LuGre", "over Runge-Kutta 4", times, "times");
    demand(times >= 100, "at least 100 times the runs of Runge-Kutta 4 with fixed steps", times);
}

int main(int count, char **word)
{
    char name[128], command[TEXT];
    for (int i = 1; i + 1 < count; i += 2)
        if (!strcmp(word[i], "--csv")) csv = fopen(word[i + 1], "w");
    processor(name);
    if (csv) fprintf(csv, "# %s, %s; the ratios are what counts\ngroup,what,how,value,unit\n", name, compiler);
    if (!mkdtemp(folder)) fail("a folder in /tmp");
    setvbuf(stdout, NULL, _IOLBF, 0);
    short_runs();
    belt_sweep();
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command)) fail(command);
    if (csv) fclose(csv);
    return missed;
}
