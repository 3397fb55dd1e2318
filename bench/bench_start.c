/* bench_start.c - what the tool costs beside its computation
 *
 *   version      bristle --version
 *   run          a run of three bodies from the command line: two clutches, until both hold
 *   start        reading, building and starting a slider-crank with three bodies and LuGre friction, with almost no time to simulate
 *   all of it    the same to its end
 *
 * CPU times of the processes, user and system, in turns with an empty program, whose time is the unit: the median over the turns
 * of the ratios. bench_start [--csv FILE] [--examples DIR] ends with 1 if a requirement is missed. */
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "processor.h"

enum {
    TURNS = 101,
    WORDS = 12
};

typedef struct command {
    const char *name, *how, *file; /* file: of the examples; NULL: none */
    const char *word[WORDS];       /* after the tool, and the file; ends with NULL */
    double limit;                  /* in empty programs; INFINITY: none */
    const char *sentence;
    double ratio[TURNS], time[TURNS];
} command;

static command commands[] = {
    {.name = "version",
     .how = "--version",
     .word = {"--version"},
     .limit = 5,
     .sentence = "--version at most 5 times an empty program"},
    {.name = "run",
     .how = "clutches.yaml",
     .file = "clutches.yaml",
     .word = {"run", "--quiet"},
     .limit = 8,
     .sentence = "a run of three bodies at most 8 times an empty program"},
    {.name = "start",
     .how = "slider_crank.yaml for 1 ns",
     .file = "slider_crank.yaml",
     .word = {"run", "--quiet", "--until", "1 ns"},
     .limit = 8,
     .sentence = "starting a run of three bodies at most 8 times an empty program"},
    {.name = "all of it",
     .how = "slider_crank.yaml for 0.3 s",
     .file = "slider_crank.yaml",
     .word = {"run", "--quiet"},
     .limit = INFINITY},
};
enum {
    COMMANDS = sizeof commands / sizeof *commands
};

extern char **environ;

static double children_now(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* CPU time of a program, s. Its output is dropped. */
static double time_of(char *const *word)
{
    double before = children_now();
    pid_t process;
    int status = -1;
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", 1 /* O_WRONLY */, 0);
    if (posix_spawn(&process, word[0], &quiet, NULL, word, environ) || waitpid(process, &status, 0) < 0 || status) {
        fprintf(stderr, "bench: %s fails\n", word[0]);
        exit(1);
    }
    posix_spawn_file_actions_destroy(&quiet);
    return children_now() - before;
}

static double time_of_command(const command *c, const char *examples)
{
    char file[1024];
    const char *word[WORDS + 3] = {TOOL};
    int count = 1;
    for (int i = 0; c->word[i]; i++)
        word[count++] = c->word[i];
    snprintf(file, sizeof file, "%s/%s", examples, c->file ? c->file : "");
    if (c->file) word[count++] = file;
    return time_of((char *const *)(const void *)word);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *of)
{
    qsort(of, TURNS, sizeof *of, by_size);
    return of[TURNS / 2];
}

int main(int count, char **word)
{
    const char *examples = "examples";
    static double empty[TURNS];
    char name[128], *const nothing[] = {(char *)(size_t)EMPTY, NULL};
    for (int i = 1; i + 1 < count; i += 2) {
        if (!strcmp(word[i], "--csv")) csv = fopen(word[i + 1], "w");
        if (!strcmp(word[i], "--examples")) examples = word[i + 1];
    }
    processor(name);
    if (csv) fprintf(csv, "# %s, %s; the ratios are what counts\ngroup,what,how,value,unit\n", name, compiler);
    for (int turn = 0; turn < TURNS; turn++) {
        empty[turn] = time_of(nothing);
        for (int i = 0; i < COMMANDS; i++) {
            commands[i].time[turn] = time_of_command(&commands[i], examples);
            commands[i].ratio[turn] = commands[i].time[turn] / empty[turn];
        }
    }
    row("start", "empty", "an empty program", 1e3 * median(empty), "ms");
    for (int i = 0; i < COMMANDS; i++) {
        command *c = &commands[i];
        double ratio = median(c->ratio);
        row("start", c->name, c->how, 1e3 * median(c->time), "ms");
        row("start", c->name, "over an empty program", ratio, "times");
        if (c->sentence) demand(ratio <= c->limit, c->sentence, ratio);
    }
    if (csv) fclose(csv);
    return missed;
}
