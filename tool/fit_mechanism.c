/* fit_mechanism.c - bristle fit MODEL DATA.csv...: numbers of a mechanism from its measured motion */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"
#include "page.h"
#include "stopping.h"

typedef struct mechanism_job {
    const command_line *arguments;
    bri_units *units;
    bri_model *model;
    bri_mechanism_fit_def def;
    bri_motion_record motion[MOST_FILES];
    bri_table *table[MOST_FILES];
    bri_fit_link match[MAX_WORDS], input[MAX_WORDS];
    bri_fit_range vary[MAX_WORDS], own[MAX_WORDS];
    char text[4 * MAX_WORDS][400]; /* of links and ranges */
    int texts;
} mechanism_job;

static char *room_for_text(mechanism_job *j)
{
    if (j->texts == 4 * MAX_WORDS) return NULL;
    return j->text[j->texts++];
}

/* "pin.angle=phi, cart.x=x [mm]" of an option that may be repeated. */
static int read_links(mechanism_job *j, const char *name, bri_fit_link *link, size_t *count)
{
    int worst = DONE;
    for (int i = 0; i < j->arguments->options; i++) {
        const char *list = j->arguments->option[i].value;
        char piece[400];
        if (strcmp(j->arguments->option[i].option->name, name) != 0) continue;
        while (fit_next_piece(&list, piece, sizeof piece)) {
            char *path = room_for_text(j), *equals;
            if (!path || *count == MAX_WORDS) return complain(BAD_INPUT, "--%s lists more than %d", name, MAX_WORDS);
            memcpy(path, piece, sizeof piece);
            equals = strchr(path, '=');
            if (!equals || equals == path || !equals[1]) {
                worst = complain(BAD_INPUT, "--%s takes PATH=COLUMN, such as %s, not '%.60s'", name,
                                 !strcmp(name, "match") ? "joint.angle=phi" : "motor.value=u", piece);
                continue;
            }
            for (char *end = equals; end > path && end[-1] == ' ';)
                *--end = '\0';
            *equals = '\0';
            link[*count] = (bri_fit_link){path, equals + 1 + strspn(equals + 1, " ")};
            ++*count;
        }
    }
    return worst;
}

static int read_ranges(mechanism_job *j, const char *name, bri_fit_range *range, size_t *count)
{
    bri_error err = error_printer(NULL);
    int worst = DONE;
    for (int i = 0; i < j->arguments->options; i++) {
        const char *list = j->arguments->option[i].value;
        char piece[400];
        if (strcmp(j->arguments->option[i].option->name, name) != 0) continue;
        while (fit_next_piece(&list, piece, sizeof piece)) {
            char *path = room_for_text(j);
            if (!path || *count == MAX_WORDS) return complain(BAD_INPUT, "--%s lists more than %d", name, MAX_WORDS);
            bri_status status = bri_mechanism_fit_read_range(j->model, j->units, piece, path, &range[*count], &err);
            worst = worse_of(worst, exit_status_of(status));
            if (!status) ++*count;
        }
    }
    return worst;
}

/* --- records -------------------------------------------------------------------------------------------------------- */

static int read_record(mechanism_job *j, const char *path, bool predicted, const bri_measurement_def *def)
{
    bri_error err = error_printer(NULL);
    size_t at = j->def.count;
    if (at == MOST_FILES) return complain(BAD_INPUT, "more than %d files", MOST_FILES);
    if (bri_motion_read(path, def, &j->table[at], &err)) return BAD_INPUT;
    j->motion[at] = (bri_motion_record){path, j->table[at], predicted};
    j->def.count++;
    return DONE;
}

static int read_records(mechanism_job *j)
{
    const command_line *a = j->arguments;
    bri_measurement_def def = bri_measurement_defaults();
    double average = 0;
    def.columns = option_value(a, "columns");
    int worst = option_number(a, "from", "s", &def.from);
    worst = worse_of(worst, option_number(a, "to", "s", &def.to));
    worst = worse_of(worst, option_number(a, "average", "1", &average));
    if (option_value(a, "from") && !option_value(a, "to")) def.to = 1e300;
    if (!(average >= 0 && average <= 1e6 && average == floor(average)))
        worst = complain(BAD_INPUT, "--average is %g, and must be a whole number from 0 to 1000000", average);
    if (worst) return worst;
    def.average = (int)average;
    if (a->words < 2)
        worst = complain(BAD_INPUT, "fit needs files with measured data: bristle fit %s data.csv", a->word[0]);
    for (int i = 1; i < a->words; i++)
        worst = worse_of(worst, read_record(j, a->word[i], false, &def));
    for (int i = 0; i < a->options; i++)
        if (!strcmp(a->option[i].option->name, "predict"))
            worst = worse_of(worst, read_record(j, a->option[i].value, true, &def));
    j->def.motions = j->motion;
    return worst;
}

/* --- output --------------------------------------------------------------------------------------------------------- */

/* The model with the fitted numbers, and their intervals as comments. */
static int write_model(mechanism_job *j, const bri_fit *fit, const char *path)
{
    const bri_fit_result *r = bri_fit_result_of(fit);
    atomic_file file;
    bri_error err = {0};
    bri_status status = bri_mechanism_fit_apply(fit, j->model, &err);
    if (status) return complain_of(status, &err);
    int worst = atomic_open(&file, path);
    if (worst) return worst;
    fprintf(file.stream, "# %s fitted by bristle fit", j->arguments->word[0]);
    for (size_t i = 0; i < j->def.count; i++)
        if (!j->motion[i].predicted) fprintf(file.stream, "%s %s", i ? "," : " to", j->motion[i].name);
    fprintf(file.stream, "\n");
    for (int i = 0; i < r->parameters; i++) {
        const bri_fit_parameter *q = &r->parameter[i];
        char range[90];
        if (q->state == BRI_FIT_NO_EFFECT) continue;
        fit_interval(range, sizeof range, q);
        bool plain = !strcmp(q->unit, "1");
        fprintf(file.stream, "#   %s: %s%s%s%s\n", q->name, range, plain ? "" : " ", plain ? "" : q->unit,
                q->state != BRI_FIT_DETERMINED ? " (not determined by the data)" : "");
    }
    status = bri_model_write(j->model, atomic_write, &file, &err);
    if (status) worst = complain_of(status, &err);
    return worse_of(worst, atomic_close(&file, !status));
}

static int report(mechanism_job *j, const bri_fit *fit, bool quiet)
{
    const bri_fit_result *r = bri_fit_result_of(fit);
    const char *yaml = option_value(j->arguments, "output"), *image = option_value(j->arguments, "plot"),
               *page = option_value(j->arguments, "report");
    int worst = DONE;
    if (option_value(j->arguments, "json")) {
        worst = fit_write_json(fit, stdout, "");
    } else if (!quiet) {
        printf("%s\n", j->arguments->word[0]);
        fit_print(fit, stdout);
    }
    fflush(stdout);
    if (image) {
        char title[200];
        snprintf(title, sizeof title, "%.90s fitted to %.90s", j->arguments->word[0],
                 j->def.count > 1 ? "several records" : j->motion[0].name);
        worst = worse_of(worst, fit_plot_columns(fit, image, title));
    }
    if (page)
        worst = worse_of(worst, page_write_fit(&(page_fit){fit, j->def.confidence, j->def.starts, j->def.seed,
                                                           j->arguments->word[0], j->arguments},
                                               page));
    if (yaml) worst = worse_of(worst, write_model(j, fit, yaml));
    return r->determined ? worst : worse_of(worst, complain(UNFINISHED, "these data determine nothing that varies"));
}

static int fit(mechanism_job *j)
{
    bool quiet = option_value(j->arguments, "quiet");
    bri_fit *made = NULL;
    bri_error err = error_printer(NULL);
    fit_progress bar = fit_progress_begin(quiet);
    j->def.model = j->model;
    j->def.match = j->match;
    j->def.input = j->input;
    j->def.vary = j->vary;
    j->def.own = j->own;
    j->def.progress = fit_show;
    j->def.user = &bar;
    stop_when_signalled();
    bri_status status = bri_mechanism_fit_create(&j->def, &made, &err);
    fit_progress_end(&bar);
    if (status) return fit_exit_status(status);
    int worst = report(j, made, quiet);
    bri_fit_destroy(made);
    return worst;
}

/* The words behind the model are records, which read_model does not know. */
static int read_start(mechanism_job *j)
{
    command_line alone = *j->arguments;
    alone.words = 1;
    return read_model(&alone, "fit", &j->model, NULL);
}

int fit_mechanism(const command_line *arguments, bri_units *units, const bri_fit_def *common)
{
    mechanism_job *j = calloc(1, sizeof *j);
    if (!j) return complain(UNFINISHED, "out of memory: a fit");
    j->arguments = arguments;
    j->units = units;
    j->def = bri_mechanism_fit_defaults();
    j->def.starts = common->starts;
    j->def.seed = common->seed;
    j->def.confidence = common->confidence;
    j->def.held_out = common->held_out;
    j->def.huber = common->huber;
    j->def.offset = common->offset;
    int worst = read_start(j);
    if (!worst) worst = read_links(j, "match", j->match, &j->def.matches);
    if (!worst) worst = read_links(j, "input", j->input, &j->def.inputs);
    if (!worst) worst = read_ranges(j, "vary", j->vary, &j->def.varied);
    if (!worst) worst = read_ranges(j, "own", j->own, &j->def.owned);
    if (!worst && !j->def.matches)
        worst = complain(BAD_INPUT, "a fit of a mechanism needs --match: the channels that were measured, with their "
                                    "columns, as in --match joint.angle=phi");
    if (!worst && !j->def.varied && !j->def.owned)
        worst = complain(BAD_INPUT, "a fit of a mechanism needs --vary: numbers of the model, as in --vary "
                                    "'joint.friction.mu_k in 0.05..1, arm.mass'");
    if (!worst) worst = read_records(j);
    if (!worst) worst = fit(j);
    for (int i = 0; i < MOST_FILES; i++)
        bri_table_destroy(j->table[i]);
    bri_model_destroy(j->model);
    free(j);
    return worst;
}
