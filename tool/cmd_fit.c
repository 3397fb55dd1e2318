/* cmd_fit.c - bristle fit: the parameters of a law from measured friction, or of a mechanism from its measured motion, and what the data
 * cannot tell */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "fit.h"
#include "page.h"
#include "stopping.h"

static const double shown_each = 0.2; /* s */

/* --- settings of a law ---------------------------------------------------------------------------------------------- */

static bool has_parameter(const bri_kind *kind, const char *text)
{
    char head[64];
    snprintf(head, sizeof head, "%.*s", (int)strcspn(text, ".= "), text);
    return bri_param_find(kind, head) != NULL;
}

/* NAME=VALUE of --set and --fix; value NULL: there is none. */
static void split(const char *text, char name[64], const char **value)
{
    size_t length = strcspn(text, "=");
    *value = text[length] ? text + length + 1 + strspn(text + length + 1, " ") : NULL;
    while (length && text[length - 1] == ' ')
        length--;
    snprintf(name, 64, "%.*s", (int)(length < 63 ? length : 63), text);
}

bool fit_next_piece(const char **at, char *piece, size_t size)
{
    *at += strspn(*at, ", ");
    size_t length = strcspn(*at, ",");
    if (!length) return false;
    snprintf(piece, size, "%.*s", (int)length, *at);
    *at += length;
    for (length = strlen(piece); length && piece[length - 1] == ' ';)
        piece[--length] = '\0';
    return true;
}

/* The list of one --vary. */
static int read_ranges(const fit_job *job, const bri_kind *kind, bool strict, const char *list, fit_settings *s,
                       bri_fit_def *def)
{
    bri_error err = error_printer(NULL);
    char piece[400];
    int worst = DONE;
    while (fit_next_piece(&list, piece, sizeof piece)) {
        if (!strict && !has_parameter(kind, piece)) continue;
        if (def->varied == MAX_WORDS) return complain(BAD_INPUT, "--%s lists more than %d", "vary", MAX_WORDS);
        bri_status status =
            bri_fit_read_range(kind, job->units, piece, s->name[def->varied], &s->range[def->varied], &err);
        worst = worse_of(worst, exit_status_of(status));
        if (!status) def->varied++;
    }
    return worst;
}

int fit_settings_read(const fit_job *job, const bri_friction_law *law, bool strict, fit_settings *s, bri_fit_def *def)
{
    bri_error err = error_printer(NULL);
    const bri_kind *kind = &law->kind;
    bri_setting setting[MAX_WORDS];
    char set_name[MAX_WORDS][64];
    size_t settings = 0;
    int worst = DONE;
    def->law = law;
    def->varied = def->fixes = 0;
    def->vary = s->range;
    def->fixed = s->fixed;
    bri_params_defaults(kind, &s->params);
    for (int i = 0; i < job->arguments->options; i++) {
        const given_option *g = &job->arguments->option[i];
        const char *value = NULL;
        bool vary = !strcmp(g->option->name, "vary"), fix = !strcmp(g->option->name, "fix");
        if (!vary && !fix && strcmp(g->option->name, "set") != 0) continue;
        if (vary) {
            worst = worse_of(worst, read_ranges(job, kind, strict, g->value, s, def));
            continue;
        }
        if (!strict && !has_parameter(kind, g->value)) continue;
        split(g->value, set_name[settings], &value);
        if (!fix && !value) {
            worst = complain(BAD_INPUT, "--set takes NAME=VALUE, not '%.60s'", g->value);
            continue;
        }
        if (fix && !value) { /* with a value, its name is checked when it is set */
            double kept;
            if (!bri_param_find(kind, set_name[settings]))
                worst =
                    worse_of(worst, exit_status_of(bri_params_get(kind, &s->params, set_name[settings], &kept, &err)));
        }
        if (fix) {
            memcpy(s->fixed_name[def->fixes], set_name[settings], 64);
            s->fixed[def->fixes] = s->fixed_name[def->fixes];
            def->fixes++;
        }
        if (!value) continue;
        setting[settings] = (bri_setting){.name = set_name[settings], .text = value};
        settings++;
    }
    if (settings)
        worst = worse_of(worst, exit_status_of(bri_params_read(kind, &s->params, job->units, setting, settings, &err)));
    def->params = &s->params;
    return worst;
}

/* --- records -------------------------------------------------------------------------------------------------------- */

static int read_records(fit_job *j, int first)
{
    bri_error err = error_printer(NULL);
    bri_measurement_def def = bri_measurement_defaults();
    double average = 0;
    def.columns = option_value(j->arguments, "columns");
    int worst = option_number(j->arguments, "load", "N", &def.load);
    worst = worse_of(worst, option_number(j->arguments, "from", "s", &def.from));
    worst = worse_of(worst, option_number(j->arguments, "to", "s", &def.to));
    worst = worse_of(worst, option_number(j->arguments, "average", "1", &average));
    if (option_value(j->arguments, "from") && !option_value(j->arguments, "to")) def.to = 1e300;
    if (!(average >= 0 && average <= 1e6 && average == floor(average)))
        worst = complain(BAD_INPUT, "--average is %g, and must be a whole number from 0 to 1000000", average);
    def.average = (int)average;
    if (j->arguments->words - first > MOST_FILES) worst = complain(BAD_INPUT, "more than %d files", MOST_FILES);
    if (j->arguments->words <= first)
        worst = complain(BAD_INPUT, "fit needs a law and files with measured data: bristle fit lugre data.csv");
    for (int i = first; !worst && i < j->arguments->words; i++) {
        bri_status status = bri_measurement_read(j->arguments->word[i], &def, &j->record[j->records], &err);
        if (!status) j->records++;
        worst = worse_of(worst, status ? BAD_INPUT : DONE);
    }
    j->def.records = (const bri_measurement *const *)j->record;
    j->def.count = (size_t)j->records;
    return worst;
}

static int read_options(fit_job *j)
{
    const command_line *a = j->arguments;
    double starts = j->def.starts, seed = 1, level = 95, huber = 1.345, held = 0;
    int worst = option_number(a, "starts", "1", &starts);
    worst = worse_of(worst, option_number(a, "seed", "1", &seed));
    worst = worse_of(worst, option_number(a, "confidence", "percent", &level));
    worst = worse_of(worst, option_number(a, "hold-out", "1", &held));
    if (option_value(a, "robust")) j->def.huber = huber;
    if (!(starts >= 1 && starts <= 1000 && starts == floor(starts)))
        worst = complain(BAD_INPUT, "--starts is %g, and must be a whole number from 1 to 1000", starts);
    if (!(seed >= 0 && seed < 1e15 && seed == floor(seed)))
        worst = complain(BAD_INPUT, "--seed is %g, and must be a whole number", seed);
    if (!(level > 0 && level < 100))
        worst = complain(BAD_INPUT, "--confidence is %g percent, and must be between 0 and 100", level);
    if (!(held >= 0 && held <= 0.9)) worst = complain(BAD_INPUT, "--hold-out is %g, and must be 0 to 0.9", held);
    if (worst) return worst;
    j->def.starts = (int)starts;
    j->def.seed = (uint64_t)seed;
    j->def.confidence = level / 100;
    j->def.held_out = held;
    j->def.offset = option_value(a, "offset") != NULL;
    return DONE;
}

/* --- one law -------------------------------------------------------------------------------------------------------- */

fit_progress fit_progress_begin(bool quiet)
{
    return (fit_progress){.begun = wall_seconds(), .wanted = isatty(STDERR_FILENO) && !quiet};
}

int fit_show(const bri_fit_progress *now, void *progress)
{
    static const char *const stages[] = {"search", "refinement", "intervals"};
    fit_progress *s = progress;
    double time = wall_seconds() - s->begun;
    if (s->wanted && time - s->last > shown_each) {
        fprintf(stderr, "\r%s: %ld evaluations, %.0f %%   ", stages[now->stage], now->evaluations, 100 * now->share);
        s->last = time;
        s->any = true;
    }
    return !stop_is_wanted();
}

void fit_progress_end(const fit_progress *progress)
{
    if (progress->any) fprintf(stderr, "\r%60s\r", "");
}

int fit_exit_status(bri_status status)
{
    return status == BRI_STOPPED || status == BRI_NO_SOLUTION ? UNFINISHED : exit_status_of(status);
}

static int report(const bri_fit *fit, const fit_job *j, bool quiet)
{
    const command_line *arguments = j->arguments;
    const bri_fit_result *r = bri_fit_result_of(fit);
    const char *yaml = option_value(arguments, "output"), *image = option_value(arguments, "plot"),
               *page = option_value(arguments, "report");
    int worst = DONE;
    if (option_value(arguments, "json"))
        worst = fit_write_json(fit, stdout, "");
    else if (!quiet)
        fit_print(fit, stdout);
    fflush(stdout);
    if (yaml) worst = worse_of(worst, fit_write_yaml(fit, yaml));
    if (image) worst = worse_of(worst, fit_plot(fit, image));
    if (page)
        worst = worse_of(
            worst,
            page_write_fit(&(page_fit){fit, j->def.confidence, j->def.starts, j->def.seed, NULL, arguments}, page));
    return r->determined
               ? worst
               : worse_of(worst, complain(UNFINISHED, "these data determine no parameter of %s", r->law->kind.name));
}

static int fit_one(fit_job *j, const bri_friction_law *law)
{
    static fit_settings settings;
    bri_fit *fit = NULL;
    bri_error err = {0};
    fit_progress bar = fit_progress_begin(j->quiet);
    int worst = fit_settings_read(j, law, true, &settings, &j->def);
    if (worst) return worst;
    j->def.progress = fit_show;
    j->def.user = &bar;
    err = error_printer(NULL);
    bri_status status = bri_fit_create(&j->def, &fit, &err);
    fit_progress_end(&bar);
    if (status) return fit_exit_status(status);
    worst = report(fit, j, j->quiet);
    bri_fit_destroy(fit);
    return worst;
}

static int check_names(const command_line *arguments)
{
    const char *yaml = option_value(arguments, "output"), *image = option_value(arguments, "plot");
    int worst = DONE;
    if (yaml && !ends_with(yaml, ".yaml") && !ends_with(yaml, ".yml"))
        worst = complain(BAD_INPUT, "--output must end in .yaml, not as in '%.100s'", yaml);
    if (image && !is_picture(image))
        worst = complain(BAD_INPUT, "--plot must end in .svg, .png or .pdf, not as in '%.100s'", image);
    if (option_value(arguments, "law") && (yaml || image || option_value(arguments, "report")))
        worst = complain(BAD_INPUT, "--output, --plot and --report are of one law: leave out --law, and name it");
    return worse_of(worst, page_check_name(option_value(arguments, "report")));
}

/* Whether the first word is a model. Options of the other sort of fit are complained about. */
static int find_sort(const command_line *arguments, bool *is_mechanism)
{
    static const char *const of_laws[] = {"load", "fix", "law", "pair"}, *const of_models[] = {"match", "input", "own",
                                                                                               "predict"};
    const char *word = arguments->words ? arguments->word[0] : "";
    int worst = DONE;
    *is_mechanism = ends_with(word, ".yaml") || ends_with(word, ".yml") || ends_with(word, ".json");
    for (size_t i = 0; i < sizeof of_laws / sizeof *of_laws; i++) {
        const char *name = *is_mechanism ? of_laws[i] : of_models[i];
        if (option_value(arguments, name))
            worst = complain(BAD_INPUT, "--%s is for %s: bristle fit %s", name, *is_mechanism ? "laws" : "mechanisms",
                             *is_mechanism ? "lugre data.csv" : "model.yaml data.csv --match joint.angle=phi");
    }
    return worst;
}

static int run_fit(const command_line *arguments)
{
    fit_job j = {.arguments = arguments, .def = bri_fit_defaults(), .quiet = option_value(arguments, "quiet")};
    bri_pair pair = bri_pair_unknown();
    bri_error err = error_printer(NULL);
    const char *family = option_value(arguments, "law");
    const bri_friction_law *law = NULL;
    double threads = 0;
    int worst = exit_status_of(bri_units_create(&j.units, &err));
    if (worst) return worst;
    bool is_mechanism = false;
    worst = worse_of(check_names(arguments), find_sort(arguments, &is_mechanism));
    worst = worse_of(worst, read_options(&j));
    if (is_mechanism) {
        if (!worst) worst = fit_mechanism(arguments, j.units, &j.def);
        bri_units_destroy(j.units);
        return worst;
    }
    worst = worse_of(worst, option_number(arguments, "threads", "1", &threads));
    if (!(threads >= 0 && threads <= 256 && threads == floor(threads)))
        worst = complain(BAD_INPUT, "--threads is %g, and must be a whole number from 1 to 256", threads);
    for (int i = 0; i < arguments->options; i++) {
        char name[64];
        const char *value = NULL;
        if (strcmp(arguments->option[i].option->name, "pair") != 0) continue;
        split(arguments->option[i].value, name, &value);
        worst = worse_of(
            worst, !value
                       ? complain(BAD_INPUT, "--pair takes NAME=VALUE, not '%.60s'", arguments->option[i].value)
                       : exit_status_of(bri_params_set_text(bri_pair_parameters(), &pair, j.units, name, value, &err)));
    }
    j.def.pair = &pair;
    if (!family && arguments->words && !(law = bri_law_find(arguments->word[0], &err))) worst = BAD_INPUT;
    worst = worse_of(worst, read_records(&j, family ? 0 : 1));
    if (!worst) {
        stop_when_signalled();
        worst = family ? fit_rank(&j, family, (int)threads) : fit_one(&j, law);
    }
    for (int i = 0; i < j.records; i++)
        bri_measurement_destroy(j.record[i]);
    bri_units_destroy(j.units);
    return worst;
}

static const option fit_options[] = {
    {"columns", "LIST", "columns by name or number, with units the file lacks: 'velocity=v, load=2 [N], force=F'", 'c'},
    {"load", "FORCE", "the load, where the file has no column of it", 0},
    {"from", "TIME", "rows before it are left out", 0},
    {"to", "TIME", "rows after it are left out", 0},
    {"average", "NUMBER", "so many successive rows are replaced by their mean", 0},
    {"match", "LIST", "of a mechanism: channels and the columns that measured them, 'pin.angle=phi, cart.x=x [mm]'",
     'm'},
    {"input", "LIST", "of a mechanism: signals that are replaced by columns, smooth between rows: 'motor.value=u'", 0},
    {"vary", "LIST", "what varies, also 'NAME in 0.05..1'; may be repeated (of a law, all numbers vary)", 'v'},
    {"own", "LIST", "numbers of a mechanism that vary, each record with its own: initial values, 'bar.spin, phi0'", 0},
    {"predict", "FILE",
     "a record that is not fitted but predicted, but for its own numbers and offsets; may be repeated", 0},
    {"fix", "NAME=VALUE", "a parameter that does not vary; without =VALUE it keeps its default", 0},
    {"set", "NAME=VALUE", "start value, or a choice of the law: viscous=power; a value of the model", 's'},
    {"offset", NULL, "an unknown constant is added to the measured force of each file, or to each matched column", 0},
    {"robust", NULL, "deviations beyond 1.345 times the noise count linearly (Huber), so that outliers weigh less", 0},
    {"hold-out", "SHARE", "the last part of each record is not fitted but predicted (0; with --law 0.2)", 0},
    {"law", "FAMILY",
     "fit every law of a family (static, lubricated, dynamic, all) and rank them; no LAW is named then", 0},
    {"pair", "NAME=VALUE", "a property of the surfaces that a law needs: viscosity='0.1 Pa s'", 0},
    {"starts", "NUMBER", "starts of the search (6); 1: the start values only", 0},
    {"seed", "NUMBER", "of the starts (1)", 0},
    {"confidence", "PERCENT", "of the intervals (95)", 0},
    {"threads", "NUMBER", "threads that fit laws with --law (one per processor)", 0},
    {"output", "FILE", "write the law as FILE.yaml, for a model, or the model with the fitted numbers", 'o'},
    {"plot", "FILE", "draw what was measured, the fit and the deviations as FILE.svg, .png or .pdf", 'p'},
    {"report", "FILE", "write a page for a browser, FILE.html: curves, deviations, intervals, profiles", 0},
    {"json", NULL, "print JSON", 0},
    {"quiet", NULL, "print errors and warnings only", 'q'},
    {0},
};

const command command_fit = {
    .name = "fit",
    .summary = "find the parameters of a friction law or a mechanism from measured data, and what the data cannot tell",
    .usage = "fit LAW DATA.csv... [--vary LIST] [-o FILE.yaml] [-p FILE.svg] | fit --law all DATA.csv... | "
             "fit MODEL.yaml DATA.csv... --match LIST --vary LIST",
    .details =
        "DATA.csv has columns with units in their heads: time [s], load [N], velocity [m/s] or position [mm], and\n"
        "friction [N] or coefficient. Without time the rows are points of steady sliding.\n"
        "\n"
        "The sum of the squared deviations between the measured force and that of the law along the record is\n"
        "minimised from several starts. Each parameter gets an interval from its likelihood; where the data end it\n"
        "on no side or on one side only, this is said, and no error is given. The forces may act on the body that\n"
        "moves or on its partner: the sign is found for each file.\n"
        "\n"
        "For a MODEL.yaml, --match names the channels that were measured, and --vary the numbers of the model that "
        "are\n"
        "unknown. DATA.csv has a column of the time and the columns that are named; a record begins at its first row,\n"
        "where the model has its initial values. The derivatives of the motion are those of run --sensitivity.\n"
        "\n"
        "The exit status is 1 if no parameter could be determined, and 2 if the data cannot be used.",
    .options = fit_options,
    .run = run_fit,
};
