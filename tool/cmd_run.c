/* cmd_run.c - bristle run MODEL: simulate a model, print a summary, write channels and events */
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "command.h"
#include "model/model.h"
#include "model/parts.h"
#include "page.h"
#include "part/part.h"
#include "run_json.h"
#include "sim/result.h"
#include "sim/tolerance.h"
#include "stopping.h"
#include "summary.h"

enum {
    BAR = 40
};

/* Ctrl-C and SIGTERM end a run after its present step, with its results. A step that takes longer than patience, within a
 * search, is not waited for. */
static const long patience = 400000; /* us */

typedef struct progress_bar {
    double begun, shown; /* wall time, s */
    bool wanted, drawn;
} progress_bar;

static bool show_progress(double time, double share, void *user)
{
    progress_bar *b = user;
    if (!b->wanted) return !stop_is_wanted();
    double now = wall_seconds();
    if (now - b->begun > 0.5 && now - b->shown > 0.1) {
        int full = (int)(share * BAR);
        double left = share > 0.01 ? (now - b->begun) * (1 - share) / share : 0;
        fprintf(stderr, "\r[%.*s%*s] %3.0f %%  t = %.4g s", full, "########################################",
                BAR - full, "", 100 * share, time);
        if (left > 0) fprintf(stderr, "  %.0f s left   ", left);
        b->shown = now;
        b->drawn = true;
    }
    return !stop_is_wanted();
}

/* --- output files --------------------------------------------------------------------------------------------------------- */

/* "out.csv" becomes "out.partial.csv" if the run ended early. */
static void output_name(const char *path, bool partial, char *name, size_t size)
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    if (!partial)
        snprintf(name, size, "%s", path);
    else if (!dot || (slash && dot < slash))
        snprintf(name, size, "%s.partial", path);
    else
        snprintf(name, size, "%.*s.partial%s", (int)(dot - path), path, dot);
}

static bool is_hdf5(const char *path) { return ends_with(path, ".h5") || ends_with(path, ".hdf5"); }

/* Reports before the run, which may be long, whether its files can be written. */
static int check_output(const char *path, bool is_table)
{
    char folder[4096];
    bri_error err = {0};
    if (!path || !strcmp(path, "-")) return DONE;
    if (strlen(path) + 16 > sizeof folder) return complain(BAD_INPUT, "the name '%.60s...' is too long", path);
    if (is_table && !ends_with(path, ".csv") && !ends_with(path, ".json") && !is_hdf5(path))
        return complain(BAD_INPUT, "'%s': results are written as .csv, .json or .h5; - is CSV on standard output",
                        path);
    if (is_table && is_hdf5(path) && !bri_part_functions(BRI_PART_HDF5, path, BRI_NOT_FOUND, &err))
        return complain_of(BRI_NOT_FOUND, &err);
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    if (access(folder, W_OK)) return complain(UNFINISHED, "%s cannot be written: %s", path, strerror(errno));
    return DONE;
}

/* A result of an earlier run does not stay beside the new one: whole beside partial, or partial beside whole. */
static void remove_other(const char *path, bool partial)
{
    char name[4096];
    output_name(path, !partial, name, sizeof name);
    remove(name);
}

static int write_channels(const run_report *report, const char *path)
{
    bri_error err = {0};
    atomic_file file;
    int status = atomic_open(&file, path);
    if (status) return status;
    bri_status written = ends_with(path, ".json")
                             ? write_run_json(report, true, atomic_write, &file, &err)
                             : bri_table_write_csv(report->result->channels, atomic_write, &file, &err);
    status = atomic_close(&file, written == BRI_OK);
    return written && !status ? complain_of(written, &err) : status;
}

static int write_result(const run_report *report, const char *path)
{
    const bri_result *result = report->result;
    char name[4096];
    bri_error err = {0};
    bri_status failed = BRI_OK;
    int status = DONE;
    output_name(path, result->partial, name, sizeof name);
    if (!strcmp(path, "-")) {
        failed = bri_table_write_csv(result->channels, to_stdout, NULL, &err);
        return failed ? complain_of(failed, &err) : DONE;
    }
    if (is_hdf5(path))
        failed = bri_result_write_hdf5(result, bri_system_title(report->system), name, &err);
    else
        status = write_channels(report, name);
    if (failed) status = complain_of(failed, &err);
    if (!status) remove_other(path, result->partial);
    return status;
}

/* The channels of --channel out of all channels, which a page needs. */
static bri_status select_channels(const bri_table *all, const char *const *names, int patterns, bri_table **out,
                                  bri_error *err)
{
    size_t count = 0;
    bri_status status = BRI_OK;
    bri_table *table = NULL;
    for (int pass = 0; pass < 2 && !status; pass++) {
        size_t to = 0;
        for (size_t c = 0; c < all->columns && !status; c++) {
            bool wanted = c == 0; /* time */
            for (int n = 0; n < patterns && !wanted; n++)
                wanted = !fnmatch(names[n], all->column[c].name, 0);
            if (!wanted) continue;
            if (pass) status = bri_table_name(table, to, all->column[c].name, all->column[c].unit, err);
            for (size_t r = 0; pass && r < all->rows; r++)
                table->value[r * count + to] = all->value[r * all->columns + c];
            to++;
        }
        count = to;
        if (!pass) status = bri_table_create(count, all->rows, &table, err);
    }
    if (status) bri_table_destroy(table);
    if (!status) *out = table;
    return status;
}

/* Writes the result, with the channels of --channel or else of the model. all_channels: it has all of them. */
static int write_selected(const run_report *report, bri_result *result, const bri_run_def *wanted, bool all_channels,
                          const char *path)
{
    bri_table *all = result->channels, *some = NULL;
    bri_error err = {0};
    const bri_names *of_model = &((const bri_run_params *)bri_model_root(report->model)->run.params)->channels;
    const char *const *names = wanted->channels ? wanted->channels : (const char *const *)of_model->at;
    int count = wanted->channels ? 0 : of_model->count;
    while (wanted->channels && wanted->channels[count])
        count++;
    if (!all_channels || count == 0) return write_result(report, path);
    bri_status status = select_channels(all, names, count, &some, &err);
    if (status) return complain_of(status, &err);
    result->channels = some;
    int written = write_result(report, path);
    result->channels = all;
    bri_table_destroy(some);
    return written;
}

static int write_page(const run_report *report, const command_line *arguments)
{
    const char *path = option_value(arguments, "report"), *title = bri_system_title(report->system);
    char name[4096], label[PAGE_LABEL];
    bri_text elements = {0};
    bri_error err = {0};
    output_name(path, report->result->partial, name, sizeof name);
    page_label(path, label);
    bri_status status = page_add_run(&elements, report, label, arguments, PAGE_NUMBERS, &err);
    int result = status ? complain_of(status, &err) : page_write(name, *title ? title : label, &elements);
    bri_text_free(&elements);
    if (!result) remove_other(path, report->result->partial);
    return result;
}

static void print_event_table(const bri_result *result, FILE *out)
{
    fprintf(out, "time [s],joint,event,value,unit\n");
    for (int i = 0; i < result->events; i++) {
        const bri_event *event = result->event[i];
        fprintf(out, "%.17g,", event->time);
        put_csv_cell(out, event->joint);
        fputc(',', out);
        put_csv_cell(out, event->event);
        fprintf(out, isnan(event->value) ? "," : ",%.17g", event->value);
        fprintf(out, ",%s\n", event->unit);
    }
}

static int write_events(const bri_result *result, const char *path)
{
    char name[4096];
    atomic_file file;
    if (!strcmp(path, "-")) {
        print_event_table(result, stdout);
        return DONE;
    }
    output_name(path, result->partial, name, sizeof name);
    int status = atomic_open(&file, name);
    if (status) return status;
    print_event_table(result, file.stream);
    status = atomic_close(&file, true);
    if (!status) remove_other(path, result->partial);
    return status;
}

/* --- the command ------------------------------------------------------------------------------------------------------------ */

static int read_seconds(const command_line *arguments, const char *name, const char *unit, double *value)
{
    const char *text = option_value(arguments, name);
    int status = option_number(arguments, name, unit, value);
    if (text && !status && !(*value > 0)) return complain(BAD_INPUT, "--%s is %s, and must be above 0", name, text);
    return status;
}

/* "pin.friction.mu_k, bar.mass": the paths, which belong to *text, the caller's; NULL: there is no such option. */
static int read_paths(const command_line *arguments, char **text, const char *paths[MAX_WORDS + 1], bri_run_def *def)
{
    const char *list = option_value(arguments, "sensitivity");
    int count = 0;
    if (!list) return DONE;
    *text = strdup(list);
    if (!*text) return complain(UNFINISHED, "out of memory: --sensitivity");
    for (char *path = strtok(*text, ", "); path && count < MAX_WORDS; path = strtok(NULL, ", "))
        paths[count++] = path;
    if (!count) return complain(BAD_INPUT, "--sensitivity needs paths of numbers: 'pin.friction.mu_k, bar.mass'");
    def->derivatives = paths;
    return DONE;
}

static int read_def(const command_line *arguments, bri_run_def *def, const char **channels)
{
    int worst = read_seconds(arguments, "until", "s", &def->until), count = 0;
    worst = worse_of(worst, read_seconds(arguments, "from", "s", &def->from));
    worst = worse_of(worst, read_seconds(arguments, "interval", "s", &def->interval));
    worst = worse_of(worst, read_seconds(arguments, "step", "s", &def->step));
    worst = worse_of(worst, read_seconds(arguments, "rtol", "1", &def->rtol));
    worst = worse_of(worst, read_seconds(arguments, "atol", "1", &def->atol));
    def->integrator = option_value(arguments, "integrator");
    for (int i = 0; i < arguments->options; i++)
        if (!strcmp(arguments->option[i].option->name, "channel")) channels[count++] = arguments->option[i].value;
    if (count) def->channels = channels;
    return worst;
}

/* Fails if the energy balance error, or the energy that constraint stabilisation changed after steps, exceeds 0.1 % of the sum of
 * magnitudes of all terms; warns if drivers did more than 1 % of it at once. */
static int check_energy_balance(const bri_result *result)
{
    double turnover = result->energy_turnover, rounding = tol_energy_rounding * result->energy_scale;
    bool fails = fabs(result->energy_error) > bri_energy_alarm(result),
         drifts = fabs(result->energy_drift) > bri_energy_alarm(result);
    bool warns = fabs(result->energy_impacts) > tol_energy_impacts * turnover + rounding;
    if (fails || drifts || warns) fflush(stdout);
    if (fails)
        return complain(UNFINISHED,
                        "energy balance error: %g J, more than 0.1 %% of the energy turned over, %g J: use a "
                        "smaller --rtol, or a smaller --step with fixed steps",
                        result->energy_error, turnover);
    if (drifts)
        return complain(
            UNFINISHED,
            "constraint stabilisation after the steps changed the energy by %g J, more than 0.1 %% of the energy "
            "turned over, %g J: use a smaller --rtol, or a smaller --step with fixed steps",
            result->energy_drift, turnover);
    if (warns)
        complain(
            DONE,
            "warning: drivers whose motion jumps did %g J of work in an instant, more than 1 %% of the energy turned "
            "over, %g J: peaks of forces do not include these impacts",
            result->energy_impacts, turnover);
    return DONE;
}

static bool is_stdout(const command_line *arguments, const char *name)
{
    const char *path = option_value(arguments, name);
    return path && !strcmp(path, "-");
}

static int print_json(const run_report *report)
{
    bri_error err = {0};
    bri_status status = write_run_json(report, false, to_stdout, NULL, &err);
    return status ? complain_of(status, &err) : DONE;
}

/* Of a run that ended early: where its results are. written: of each option of a file, whether that was written. */
static void say_where(const command_line *arguments, const char *const *options, const bool *written)
{
    char name[4096];
    const char *before = "bristle: the results up to that time are in ";
    for (int i = 0; options[i]; i++) {
        if (!written[i] || is_stdout(arguments, options[i])) continue;
        output_name(option_value(arguments, options[i]), true, name, sizeof name);
        fprintf(stderr, "%s%s", before, name);
        before = ", ";
    }
    if (*before == ',') fputc('\n', stderr);
}

static int simulate(const command_line *arguments, const bri_model *model, const bri_system *system,
                    const bri_run_def *wanted, bri_measures *measures)
{
    bri_error err = {0};
    bri_result *result = NULL;
    bri_run_def def = *wanted;
    static const char *const all_channels[] = {"*", NULL};
    const char *page = option_value(arguments, "report");
    def.only_ends = !option_value(arguments, "output") && !page && !def.derivatives;
    if (page) {
        if (bri_run_check(system, wanted, &err)) return complain_of(err.status, &err); /* also the names of channels */
        def.channels = all_channels;
    }
    progress_bar b = {.begun = wall_seconds(), .wanted = isatty(2) && !option_value(arguments, "quiet")};
    def.progress = show_progress;
    def.user = &b;
    stop_when_signalled();
    answer_within(patience);
    bri_status status = bri_run_measured(system, &def, measures, &result, &err);
    answer_within(0);
    double seconds = wall_seconds() - b.begun;
    if (b.drawn) fprintf(stderr, "\r%*s\r", BAR + 60, "");
    const char *path = option_value(arguments, "output"), *events = option_value(arguments, "events");
    bool taken = is_stdout(arguments, "output") || is_stdout(arguments, "events");
    FILE *out = taken ? stderr : stdout; /* standard output is for the table that was requested there */
    int worst = status ? exit_status_of(status) : DONE;
    run_report report = {arguments->word[0], model, system, result, seconds, measures};
    if (result && option_value(arguments, "json") && print_json(&report)) worst = UNFINISHED;
    if (result && !option_value(arguments, "json") && !option_value(arguments, "quiet"))
        print_summary(out, system, result, seconds);
    if (result && !option_value(arguments, "json")) print_measures(out, measures);
    static const char *const files[] = {"output", "report", "events", NULL};
    bool written[] = {result && path && !write_selected(&report, result, wanted, page != NULL, path),
                      result && page && !write_page(&report, arguments),
                      result && events && !write_events(result, events)};
    for (int i = 0; files[i]; i++)
        if (result && option_value(arguments, files[i]) && !written[i]) worst = UNFINISHED;
    if (status) {
        fflush(stdout);
        complain_of(status, &err);
        say_where(arguments, files, written);
    } else if (result) {
        worst = worse_of(worst, check_energy_balance(result));
    }
    bri_result_destroy(result);
    return worst;
}

static int run_run(const command_line *arguments)
{
    static const char *channels[MAX_WORDS + 1], *paths[MAX_WORDS + 1];
    char *list_of_paths = NULL;
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_measures *measures = NULL;
    bri_run_def def = bri_run_defaults();
    int worst = read_def(arguments, &def, channels);
    worst = worse_of(worst, read_paths(arguments, &list_of_paths, paths, &def));
    worst = worse_of(worst, read_measures(arguments, &measures));
    worst = worse_of(worst, read_model(arguments, "run", &model, NULL));
    worst = worse_of(worst, check_output(option_value(arguments, "output"), true));
    worst = worse_of(worst, check_output(option_value(arguments, "events"), false));
    worst = worse_of(worst, page_check_name(option_value(arguments, "report")));
    if (option_value(arguments, "json") && (is_stdout(arguments, "output") || is_stdout(arguments, "events")))
        worst = complain(BAD_INPUT, "--json and '-' both mean standard output: give one of them a file");
    if (!worst) {
        bri_error err = error_printer(NULL);
        worst = exit_status_of(bri_system_build(model, &system, &err));
        if (!worst) worst = exit_status_of(bri_measures_check(measures, system, &err));
    }
    if (!worst) worst = simulate(arguments, model, system, &def, measures);
    bri_measures_destroy(measures);
    bri_system_destroy(system);
    bri_model_destroy(model);
    free(list_of_paths);
    return worst;
}

static const option run_options[] = {
    {"output", "FILE", "write the channels to FILE.csv, .json or .h5; - is CSV on standard output", 'o'},
    {"channel", "NAME", "write this channel; may be repeated, and be a pattern: 'floor.*'", 'c'},
    {"measure", "TEXT", "measure the run: 'max motor.torque', 'mean arm.angle from 2 s'; may be repeated", 'm'},
    {"set", "PATH=VALUE", "change a value of the model: floor.friction.mu_s=0.3", 's'},
    {"sensitivity", "PATHS", "derivatives of the channels with respect to parameters: 'pin.friction.mu_k, bar.mass'",
     0},
    {"until", "TIME", "end of the run", 0},
    {"from", "TIME", "begin the summary at TIME, after a transient", 0},
    {"interval", "TIME", "time between rows", 0},
    {"rtol", "NUMBER", "relative tolerance", 0},
    {"atol", "NUMBER", "absolute tolerance, relative to the typical size of each state", 0},
    {"integrator", "NAME", "auto, dopri5, imex4, radau5, ...", 0},
    {"step", "TIME", "step size of an integrator with fixed steps", 0},
    {"report", "FILE", "write a page for a browser, FILE.html: moving mechanism, plots, events, energy balance", 0},
    {"events", "FILE", "write the events to FILE.csv; - is standard output", 0},
    {"json", NULL, "print the summary, events, energy balance, statistics and warnings as JSON", 0},
    {"quiet", NULL, "print errors and warnings only", 'q'},
    {0},
};

const command command_run = {
    .name = "run",
    .summary = "simulate a mechanism: motion, reactions, friction, events, energy balance",
    .usage = "run MODEL [-o FILE] [--set PATH=VALUE]... [--until TIME] [--channel NAME]...",
    .details = "Simulates the mechanism of a model file and prints a summary. A run that ends early, by Ctrl-C or\n"
               "because the equations have no solution, keeps its results up to that time, in FILE.partial.csv.",
    .options = run_options,
    .run = run_run,
};
