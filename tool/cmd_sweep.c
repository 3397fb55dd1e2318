/* cmd_sweep.c - bristle sweep MODEL: runs of a model in which something varies, and their measures */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "model/model.h"
#include "model/parts.h"
#include "page.h"
#include "runs.h"
#include "sweep.h"

typedef struct sweeping {
    const command_line *arguments;
    sweep sweep;
    double limit;  /* CPU time of a run, s; INFINITY: none */
    size_t points; /* of a sample */
    uint64_t seed;
} sweeping;

/* --- what varies ------------------------------------------------------------------------------------------------------------ */

static int vary(bri_study *study, const given_option *g)
{
    bri_error err = error_printer(NULL);
    char path[256];
    const char *equals = strchr(g->value, '=');
    bool each = !strcmp(g->option->name, "each");
    if (!equals || equals == g->value || (size_t)(equals - g->value) >= sizeof path)
        return complain(BAD_INPUT, "--%s needs PATH=VALUES, as in --%s 'pin.friction.mu_k=0.1,0.2,0.3', not '%.80s'",
                        g->option->name, g->option->name, g->value);
    snprintf(path, sizeof path, "%.*s", (int)(equals - g->value), g->value);
    return exit_status_of(bri_study_vary(study, path, equals + 1, each, &err));
}

/* A whole number of an option, at most 10^7; unchanged: not given. */
static int read_count(const command_line *arguments, const char *name, double least, double *number)
{
    int status = option_number(arguments, name, "1", number);
    if (!status && option_value(arguments, name) && !(*number >= least && *number <= 1e7 && *number == floor(*number)))
        return complain(BAD_INPUT, "--%s is %s, and must be a whole number from %.0f to 10000000", name,
                        option_value(arguments, name), least);
    return status;
}

static int read_sampling(const command_line *arguments, bri_sampling *sampling)
{
    const char *name = option_value(arguments, "sample");
    *sampling = option_value(arguments, "indices") ? BRI_SALTELLI : BRI_RANDOM;
    if (name && *sampling == BRI_SALTELLI)
        return complain(BAD_INPUT, "--indices has its own sample: leave out --sample");
    while (name && *sampling < BRI_SALTELLI && strcmp(name, bri_sampling_name(*sampling)) != 0)
        ++*sampling;
    if (name && *sampling == BRI_SALTELLI)
        return complain(BAD_INPUT, "--sample is '%.40s', and must be random, latin or sobol", name);
    return DONE;
}

static int arrange(sweeping *j, bri_study *study)
{
    const command_line *arguments = j->arguments;
    bri_error err = error_printer(NULL);
    bri_sampling sampling;
    double runs = 64, seed = 0;
    int worst = read_count(arguments, "runs", 2, &runs);
    worst = worse_of(worst, read_count(arguments, "seed", 0, &seed));
    worst = worse_of(worst, read_sampling(arguments, &sampling));
    if (worst) return worst;
    bool sample = option_value(arguments, "sample") || option_value(arguments, "indices");
    if (!sample && (option_value(arguments, "runs") || option_value(arguments, "seed")))
        return complain(BAD_INPUT, "--runs and --seed are of samples: give --sample or --indices");
    if (sample && option_value(arguments, "one"))
        return complain(BAD_INPUT, "--one is no sample: leave it out, or --sample and --indices");
    j->points = (size_t)runs;
    j->seed = (uint64_t)seed;
    return exit_status_of(
        sample ? bri_study_sample(study, sampling, j->points, j->seed, &err)
               : bri_study_arrange(study, option_value(arguments, "one") ? BRI_ONE_AT_A_TIME : BRI_GRID, &err));
}

static int read_study(sweeping *j, const bri_model *model, bri_study **study)
{
    const command_line *arguments = j->arguments;
    bri_error err = error_printer(NULL);
    int worst = exit_status_of(bri_study_create(model, study, &err));
    if (!*study) return worst;
    for (int i = 0; i < arguments->options; i++) {
        const given_option *g = &arguments->option[i];
        if (!strcmp(g->option->name, "vary") || !strcmp(g->option->name, "each"))
            worst = worse_of(worst, vary(*study, g));
    }
    if (!worst && !(*study)->variations)
        worst = complain(BAD_INPUT, "nothing varies: give --vary 'PATH=VALUES', as 'pin.friction.mu_k=+-30%%'");
    return worst ? worst : arrange(j, *study);
}

/* --- runs ------------------------------------------------------------------------------------------------------------------- */

static int measures_of(void *user, bri_measures **measures)
{
    const sweeping *j = user;
    return read_measures(j->arguments, measures);
}

static void take(void *user, size_t run, bri_study_row *row)
{
    sweeping *j = user;
    j->sweep.row[run] = *row;
}

/* --- what comes out ---------------------------------------------------------------------------------------------------------- */

/* With the reason of the first one, which a summary of a sample does not show. */
static int complain_of_failed(const sweep *s, size_t failed, size_t done)
{
    size_t first = 0;
    while (!(s->row[first].done && s->row[first].status))
        first++;
    const char *why = s->row[first].message;
    return complain(UNFINISHED, "%zu of %zu runs failed; run %zu: %.300s", failed, done, first + 1, why ? why : "?");
}

static int write_page(const sweep *s, const command_line *arguments, const char *path)
{
    const char *model = arguments->word[0];
    char label[PAGE_LABEL], title[PAGE_LABEL + 20];
    bri_error err = {0};
    bri_text elements = {0};
    page_label(model, label);
    snprintf(title, sizeof title, "Sweep of %s", label);
    page_label(path, label);
    bri_status status = page_add_study(&elements, s, label,
                                       &(page_study){.title = title, .model = model, .arguments = arguments}, &err);
    int worst = status ? complain_of(status, &err) : page_write(path, title, &elements);
    bri_text_free(&elements);
    return worst;
}

static int report(const sweeping *j)
{
    const sweep *s = &j->sweep;
    const char *csv = option_value(j->arguments, "output"), *image = option_value(j->arguments, "plot"),
               *page = option_value(j->arguments, "report");
    size_t done = 0, failed = 0;
    int worst = DONE;
    for (size_t i = 0; i < s->study->runs; i++) {
        done += s->row[i].done;
        failed += s->row[i].done && s->row[i].status;
    }
    bool silent = option_value(j->arguments, "quiet") || (csv && !strcmp(csv, "-"));
    if (!silent && s->study->design != BRI_SAMPLE) sweep_print(s, stdout);
    if (!silent && s->study->design == BRI_SAMPLE && !option_value(j->arguments, "indices"))
        sweep_print_summary(s, stdout);
    if (!silent && option_value(j->arguments, "indices") && done == s->study->runs)
        worst = sweep_print_indices(s, j->points, j->seed, stdout);
    if (csv) worst = worse_of(worst, sweep_write_csv(s, csv));
    if (image && done == s->study->runs)
        worst = worse_of(worst, s->study->design == BRI_GRID ? sweep_plot(s, image) : sweep_tornado(s, image));
    if (page && done) worst = worse_of(worst, write_page(s, j->arguments, page));
    fflush(stdout);
    if (failed) worst = worse_of(worst, complain_of_failed(s, failed, done));
    if (done < s->study->runs)
        worst = worse_of(worst, complain(UNFINISHED, "stopped: %zu of %zu runs are done", done, s->study->runs));
    return worst;
}

static int check_names(const command_line *arguments)
{
    const char *csv = option_value(arguments, "output"), *image = option_value(arguments, "plot");
    int worst = DONE;
    if (csv && strcmp(csv, "-") != 0 && !ends_with(csv, ".csv"))
        worst = complain(BAD_INPUT, "--output must end in .csv, or be - for standard output, not '%.100s'", csv);
    if (image && !is_picture(image))
        worst = complain(BAD_INPUT, "--plot must end in .svg, .png or .pdf, not as in '%.100s'", image);
    worst = worse_of(worst, page_check_name(option_value(arguments, "report")));
    if (!worst) worst = worse_of(check_writable(csv), check_writable(image));
    return worst || !image ? worst : check_gnuplot("a .csv");
}

/* The model as it is must be one of which all measures can be taken: a slip is then reported once, and not by every run. */
static int check_measures(const bri_model *model, const bri_measures *measures)
{
    bri_error err = error_printer(NULL);
    bri_system *system = NULL;
    if (!bri_measures_count(measures))
        return complain(BAD_INPUT, "nothing is measured: give --measure, as 'max motor.torque'; 'bristle kinds "
                                   "measure' lists them");
    bri_status status = bri_system_build(model, &system, &err);
    if (!status) status = bri_measures_check(measures, system, &err);
    bri_system_destroy(system);
    return exit_status_of(status);
}

static int run_sweep(const command_line *arguments)
{
    bri_model *model = NULL;
    bri_study *study = NULL;
    bri_measures *measures = NULL;
    sweeping j = {.arguments = arguments, .limit = INFINITY};
    int threads = 0, worst = check_names(arguments);
    worst = worse_of(worst, read_threads(arguments, &threads));
    worst = worse_of(worst, option_number(arguments, "limit", "s", &j.limit));
    if (!(j.limit > 0))
        worst = complain(BAD_INPUT, "--limit is %s, and must be above 0", option_value(arguments, "limit"));
    worst = worse_of(worst, read_measures(arguments, &measures));
    worst = worse_of(worst, read_model(arguments, "sweep", &model, NULL));
    if (model) worst = worse_of(worst, read_study(&j, model, &study));
    if (!worst) worst = check_measures(model, measures);
    if (!worst && option_value(arguments, "plot")) worst = sweep_check_plot(study, measures);
    if (!worst && study) {
        j.sweep = (sweep){.study = study,
                          .title = bri_model_root(model)->title,
                          .measures = measures,
                          .row = calloc(study->runs, sizeof(bri_study_row))};
        if (!j.sweep.row) worst = complain(UNFINISHED, "out of memory: %zu runs", study->runs);
    }
    if (!threads && measures && runs_are_timed(measures)) threads = 1;
    if (!worst && study) {
        do_runs(&(run_jobs){.study = study,
                            .count = study->runs,
                            .threads = threads,
                            .cpu_limit = j.limit,
                            .limit = "--limit",
                            .quiet = option_value(arguments, "quiet"),
                            .measures = measures_of,
                            .take = take,
                            .user = &j});
        worst = report(&j);
    }
    for (size_t i = 0; study && j.sweep.row && i < study->runs; i++)
        bri_study_row_clear(&j.sweep.row[i]);
    free(j.sweep.row);
    bri_measures_destroy(measures);
    bri_study_destroy(study);
    bri_model_destroy(model);
    return worst;
}

static const option sweep_options[] = {
    {"vary", "PATH=VALUES", "the path of what varies, and its values; may be repeated", 'v'},
    {"each", "PATTERN=VALUES", "like --vary, but every path that matches the pattern varies independently", 0},
    {"one", NULL, "vary one path at a time instead of all combinations; the first run is the model unchanged", 0},
    {"sample", "KIND", "run at points of a sample: random, latin (hypercube) or sobol (sequence)", 0},
    {"indices", NULL, "global sensitivities, Sobol's indices; takes RUNS*(n + 2) runs if n paths vary", 0},
    {"runs", "NUMBER", "number of points of the sample (64)", 'n'},
    {"seed", "NUMBER", "seed of the sample (0)", 0},
    {"measure", "TEXT", "measure each run: 'max motor.torque', 'mean arm.angle from 2 s'; may be repeated", 'm'},
    {"set", "PATH=VALUE", "change a value of the model: floor.friction.mu_s=0.3", 's'},
    {"output", "FILE", "write the table to FILE.csv; - is standard output", 'o'},
    {"plot", "FILE", "draw FILE.svg, .png or .pdf: curves, or with --one a tornado chart", 'p'},
    {"report", "FILE", "write a page for a browser, FILE.html: sortable table, scatter and tornado charts", 0},
    {"threads", "NUMBER", "number of threads (one per processor; one if CPU time is measured)", 0},
    {"limit", "TIME", "stop a run that needs more CPU time, and report it in its row", 0},
    {"quiet", NULL, "print errors and warnings only", 'q'},
    {0},
};

const command command_sweep = {
    .name = "sweep",
    .summary = "run a mechanism with values that vary, and compare measures of the runs",
    .usage = "sweep MODEL --vary PATH=VALUES... --measure TEXT... [--one] [-o FILE.csv] [-p FILE.svg]",
    .details = "Runs a model with all combinations of the values, one at a time (--one), or at points of a sample\n"
               "(--sample), and prints the measures of each run as a table. PATH may be a pattern\n"
               "('*.friction.mu_k'), whose matches vary together. VALUES are one of:\n"
               "\n"
               "  0.1,0.2,0.3   coulomb,lugre    values, words or expressions\n"
               "  '1 mm to 5 mm in 9'            9 values at equal distances; 'in 9 log': in equal ratios\n"
               "  x0.5,x1,x2                     factors of the value in the model\n"
               "  +-30%   '+-1 mm'               tolerance: below, equal to and above the value in the model\n"
               "  '1 mm to 5 mm'   '1 to 9 log'  for a sample: uniform distribution, of the value or its logarithm\n"
               "  'normal 20 mm sd 1 mm'         for a sample: normal distribution; '+-5% normal': about the value\n"
               "\n"
               "A run that fails is a row with a message, and the exit status is 1. The table has the same bits for\n"
               "any number of threads.",
    .options = sweep_options,
    .run = run_sweep,
};
