/* cmd_verdict.c - bristle verdict MODEL: does a mechanism at rest stick, must it slip, or is that undecided? */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "verdict_output.h"

enum {
    MAX_FORCES = 64,
    MOST_TRIED = 64 /* instants */
};
static const double tol_same_factor = 1e-9; /* of two factors that differ by rounding */

/* Either a result or a history. */
static void write_json(FILE *out, const bri_verdict_result *r, const bri_verdict_history *h, const char *by)
{
    if (r)
        write_verdict_json(out, r, by);
    else
        write_verdict_history_json(out, h, by);
    fputc('\n', out);
}

static int write_file(const char *path, const bri_verdict_result *r, const bri_verdict_history *h, const char *by)
{
    atomic_file file;
    int status = atomic_open(&file, path);
    if (status) return status;
    if (ends_with(path, ".json"))
        write_json(file.stream, r, h, by);
    else if (r)
        write_verdict_csv(file.stream, r);
    else
        write_verdict_history_csv(file.stream, h);
    return atomic_close(&file, true);
}

static int write_all(const command_line *arguments, const bri_system *system, const bri_verdict_result *r,
                     const bri_verdict_history *h)
{
    const char *path = option_value(arguments, "output"), *by = option_value(arguments, "by");
    int status = path ? write_file(path, r, h, by) : DONE;
    if (status) return status;
    if (option_value(arguments, "json"))
        write_json(stdout, r, h, by);
    else if (r)
        print_verdict(stdout, system, r, by);
    else if (option_value(arguments, "along"))
        print_verdicts_along(stdout, system, h);
    else
        print_verdict_history(stdout, system, h);
    return DONE;
}

/* "push,pull" as a list of names; overwrites text. */
static int read_forces(char *text, const char **names)
{
    int count = 0;
    for (char *name = strtok(text, ","); name; name = strtok(NULL, ",")) {
        if (count == MAX_FORCES) return complain(BAD_INPUT, "--by names more than %d forces", MAX_FORCES);
        names[count++] = name;
    }
    if (!count) return complain(BAD_INPUT, "--by needs names of forces: --by push,pull");
    return DONE;
}

static int read_def(const command_line *arguments, bri_verdict_def *def, char *forces, size_t size, const char **names)
{
    const char *branches = option_value(arguments, "branches"), *by = option_value(arguments, "by"),
               *path = option_value(arguments, "output");
    char *end = NULL;
    long most = branches ? strtol(branches, &end, 10) : 0;
    if (branches && (*end || end == branches || most < 1 || most > 100000000))
        return complain(BAD_INPUT, "--branches is '%.60s', and must be a whole number from 1 to 100000000", branches);
    if (path && !ends_with(path, ".csv") && !ends_with(path, ".json"))
        return complain(BAD_INPUT, "'%s': verdicts are written as .csv or .json", path);
    if (page_check_name(option_value(arguments, "report"))) return BAD_INPUT;
    def->branches = (int)most;
    def->intervals = true;
    if (!by) return DONE;
    if (strlen(by) >= size) return complain(BAD_INPUT, "--by names too many forces");
    snprintf(forces, size, "%s", by);
    def->by = names;
    return read_forces(forces, names);
}

/* Rejects options that cannot be combined, or have no effect. */
static int check_options(const command_line *arguments)
{
    static const char *const never[][9] = {
        {"sensitivity", "sliding", "at", "along", "by", "branches", "output", "report", NULL},
        {"sliding", "along", "by", "branches", "output", "json", "report", NULL},
        {"report", "at", NULL},
    };
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        for (const char *const *other = never[i] + 1; *other && option_value(arguments, never[i][0]); other++)
            if (option_value(arguments, *other))
                return complain(BAD_INPUT, "--%s and --%s cannot be combined", never[i][0], *other);
    if (option_value(arguments, "slip-speed") && !option_value(arguments, "sensitivity"))
        return complain(BAD_INPUT, "--slip-speed has no effect without --sensitivity");
    return DONE;
}

/* The verdicts, and the run of the model as far as it comes: a page has both. */
static int write_page(const command_line *arguments, const bri_model *model, const bri_system *system,
                      const bri_verdict_def *def, const bri_verdict_history *history)
{
    static const char *const all[] = {"*", NULL};
    const char *path = option_value(arguments, "report"), *title = bri_system_title(system);
    char label[PAGE_LABEL], answer[ANSWER_SIZE];
    bri_error err = {0}, of_run = {0};
    bri_text elements = {0};
    bri_result *result = NULL;
    bri_run_def run = bri_run_defaults();
    page_label(path, label);
    format_history_answer(answer, sizeof answer, history);
    bool along = option_value(arguments, "along");
    page_verdict v = {.path = arguments->word[0],
                      .answer = along ? NULL : answer,
                      .by = option_value(arguments, "by"),
                      .along = along,
                      .system = system,
                      .def = def,
                      .history = history};
    run.channels = all;
    if (bri_run(system, &run, &result, &of_run))
        complain(DONE, "warning: the page has verdicts without %s: %s", result ? "the end of the run" : "a run",
                 of_run.what);
    bri_status status = BRI_OK;
    if (result)
        status = page_add_run(&elements, &(run_report){v.path, model, system, result, 0, NULL}, label, arguments,
                              PAGE_NUMBERS, &err);
    if (!status) status = page_add_verdict(&elements, &v, label, &err);
    int worst = status ? complain_of(status, &err) : page_write(path, *title ? title : label, &elements);
    bri_text_free(&elements);
    bri_result_destroy(result);
    return worst;
}

/* Whether a span needs friction, or does not hold: loads act in it. */
static bool needs_friction(const bri_verdict_span *span)
{
    return span->verdict != BRI_STICKS || span->possible_factor_most > 0 || span->guaranteed_factor_most > 0;
}

static bool is_same_factor(double a, double b) { return a == b || fabs(a - b) <= tol_same_factor * fmax(a, b); }

/* Loads that only change their size change no verdict on their own: the span whose verdict is that of the whole run; NULL: there is none.
 * Without --by that of a run of one span. */
static const bri_verdict_span *find_lasting(const bri_verdict_history *history, bool by)
{
    const bri_verdict_span *lasting = NULL;
    for (int i = 0; i < history->spans; i++) {
        const bri_verdict_span *span = history->span[i];
        bool counts = !by || needs_friction(span);
        if (!is_same_factor(span->possible_factor_least, span->possible_factor_most) || (!by && i > 0)) return NULL;
        if (counts && lasting &&
            (span->verdict != lasting->verdict || span->rigid != lasting->rigid ||
             !is_same_factor(span->possible_factor_most, lasting->possible_factor_most) ||
             !is_same_factor(span->guaranteed_factor_most, lasting->guaranteed_factor_most)))
            return NULL;
        if (!lasting || (counts && !needs_friction(lasting))) lasting = span;
    }
    return lasting;
}

/* The verdict at an instant of a span that is like all of it; NULL: the factors change. */
static bri_status find_typical(const bri_system *system, const bri_verdict_def *def, const bri_verdict_span *span,
                               bri_verdict_result **result, bri_error *err)
{
    bri_status status = BRI_OK;
    for (int i = 0; i < MOST_TRIED && !*result && !status; i++) { /* loads may act a while only */
        double share = 0, part = 0.5, t;
        for (int rest = i; rest; rest /= 2, part /= 2) /* 0, 1/2, 1/4, 3/4, 1/8, ... */
            share += part * (rest % 2);
        t = span->from + share * (span->to - span->from);
        status = bri_verdict_at(system, def, t, result, err);
        if (status || ((*result)->verdict == span->verdict &&
                       is_same_factor((*result)->possible_factor, span->possible_factor_most)))
            continue;
        bri_verdict_destroy(*result);
        *result = NULL;
    }
    return status;
}

static int find_verdict(const command_line *arguments, const bri_model *model, const bri_system *system,
                        const bri_verdict_def *def)
{
    bri_error err = {0};
    bri_verdict_result *result = NULL;
    bri_verdict_history *history = NULL;
    const char *at = option_value(arguments, "at");
    bool along = option_value(arguments, "along");
    double time = NAN;
    int bad = option_number(arguments, "at", "s", &time);
    if (bad) return bad;
    bri_status status = at && along ? bri_verdict_along_at(system, def, time, &result, &err)
                        : at        ? bri_verdict_at(system, def, time, &result, &err)
                        : along     ? bri_verdict_along(system, def, &history, &err)
                                    : bri_verdict_over(system, def, &history, &err);
    if (!status && !at && option_value(arguments, "report")) bad = write_page(arguments, model, system, def, history);
    /* a verdict that does not change with time is shown in full */
    const bri_verdict_span *lasting = status || at || along ? NULL : find_lasting(history, def->by);
    if (lasting) status = find_typical(system, def, lasting, &result, &err);
    if (result) {
        bri_verdict_history_destroy(history);
        history = NULL;
    }
    int worst = status ? complain_of(status, &err) : worse_of(bad, write_all(arguments, system, result, history));
    bri_verdict_destroy(result);
    bri_verdict_history_destroy(history);
    return worst;
}

static int verdict_run(const command_line *arguments)
{
    static const char *names[MAX_FORCES + 1];
    static char forces[4096];
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_verdict_def def = bri_verdict_defaults();
    int worst = check_options(arguments);
    if (!worst) worst = read_def(arguments, &def, forces, sizeof forces, names);
    worst = worse_of(worst, read_model(arguments, "verdict", &model, NULL));
    if (!worst) {
        bri_error err = error_printer(NULL);
        worst = exit_status_of(bri_system_build(model, &system, &err));
    }
    if (!worst && option_value(arguments, "sensitivity"))
        worst = print_sensitivity(arguments, model);
    else if (!worst && option_value(arguments, "sliding"))
        worst = print_number_of_solutions(arguments, system);
    else if (!worst)
        worst = find_verdict(arguments, model, system, &def);
    bri_system_destroy(system);
    bri_model_destroy(model);
    return worst;
}

static const option verdict_options[] = {
    {"at", "TIME", "verdict at this instant, with the possible range of every friction force and reaction", 0},
    {"along", NULL, "run the model: verdicts where it comes to rest, passes through rest or stays at rest", 0},
    {"by", "FORCE,...", "only these forces act, without gravity and others: is the mechanism self-locking?", 0},
    {"sensitivity", NULL, "run the model with every secondary parameter of friction halved and doubled", 0},
    {"slip-speed", "SPEED", "with --sensitivity: a joint slips if it is faster than this", 0},
    {"sliding", NULL, "run the model and count the solutions for friction and reactions (Painleve paradox)", 0},
    {"branches", "NUMBER", "largest number of branches of one search (10000)", 0},
    {"set", "PATH=VALUE", "change a value of the model first", 's'},
    {"json", NULL, "print as JSON", 0},
    {"output", "FILE", "also write to FILE.json or FILE.csv", 'o'},
    {"report", "FILE", "write a page for a browser, FILE.html: the run, with verdicts on every joint over time", 0},
    {0},
};

const command command_verdict = {
    .name = "verdict",
    .summary = "verdict on a mechanism at rest: sticks, must slip, undecided or conditional; safety factors",
    .usage = "verdict MODEL [--at TIME] [--along] [--by FORCE,...] [--set PATH=VALUE]... [--json] [-o FILE]\n"
             "       bristle verdict MODEL --sensitivity [--slip-speed SPEED] [--set PATH=VALUE]... [--json]\n"
             "       bristle verdict MODEL --sliding [--at TIME] [--set PATH=VALUE]...",
    .details =
        "Examines all distributions of reactions and friction forces that are in equilibrium with the loads\n"
        "and oppose an impending motion. If all of them are within the static limits, the mechanism sticks; if\n"
        "none is, it must slip. Otherwise the verdict is undecided if slip with all friction at its static limit\n"
        "would accelerate, and conditional if not. The smallest factors on static coefficients at which sticking\n"
        "is possible and guaranteed measure the safety. The second line of the output is the plain answer.\n"
        "Without --at and --along, the verdict is that of the initial configuration under the loads of the whole\n"
        "run, and the times at which it changes are located.",
    .options = verdict_options,
    .run = verdict_run,
};
