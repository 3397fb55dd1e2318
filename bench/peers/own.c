/* own.c - runs of a model by the library, for peers.py: CPU time of bri_run and a channel at its end
 *
 *     peer_bristle MODEL UNTIL CHANNEL [PATH=VALUE]...
 *
 * reads relative tolerances from standard input, a line each, and answers each with the least CPU time of some runs (s) and the value of
 * the channel at the end. The process stays, as those of the other programs do, so that none pays for a cold start. */
#include "../bench.h"

static const double enough = 20e-3; /* s of CPU time for one answer, of one run at least */

static bri_system *build(const char *path, int changes, char **change)
{
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_status status = bri_model_read(path, &model, &err);
    for (int i = 0; i < changes && !status; i++) {
        char *value = strchr(change[i], '=');
        if (!value) exit(2);
        *value = '\0';
        status = bri_model_set_text(model, change[i], value + 1, &err);
    }
    if (!status) status = bri_system_build(model, &system, &err);
    if (status) stop(path, &err);
    bri_model_destroy(model);
    return system;
}

int main(int count, char **word)
{
    if (count < 4) {
        fputs("usage: peer_bristle MODEL UNTIL CHANNEL [PATH=VALUE]...\n", stderr);
        return 2;
    }
    const bri_system *system = build(word[1], count - 4, word + 4);
    const char *const channels[] = {word[3], NULL};
    char line[80];
    while (fgets(line, sizeof line, stdin)) {
        double best = INFINITY, value = NAN, spent = 0;
        bri_run_def def = bri_run_defaults();
        def.rtol = strtod(line, NULL);
        def.until = def.interval = strtod(word[2], NULL);
        def.channels = channels;
        while (spent < enough) {
            bri_error err = {0};
            bri_result *result = NULL;
            double begun = cpu_now();
            bri_status status = bri_run(system, &def, &result, &err);
            double seconds = cpu_now() - begun;
            spent += seconds;
            best = fmin(best, seconds);
            value = !status && result ? bri_table_row(result->channels, result->channels->rows - 1)[1] : NAN;
            bri_result_destroy(result);
        }
        printf("%.9g %.17g\n", best, value);
        fflush(stdout);
    }
    bri_system_destroy((bri_system *)(size_t)system);
    return 0;
}
