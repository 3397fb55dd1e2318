/* cmd_report.c - bristle report RESULT... -o PAGE: results as one page for a browser */
#include <math.h>
#include <string.h>

#include "page.h"
#include "study.h"

static int add_store(const char *path, const char *label, bri_text *elements)
{
    study_session s = {0};
    bri_study_row *rows = NULL;
    bri_error err = {0};
    int worst = session_of_store(&s, path);
    if (!worst) worst = read_rows(&s, &rows);
    if (!worst) {
        const bri_study_params *p = bri_study_file_params(s.file);
        bri_text claims = {0};
        worst = add_claims(&s, rows, &claims);
        bri_status status = page_add_study(elements, &(sweep){s.file->study, NULL, s.file->measures, rows}, label,
                                           &(page_study){.title = bri_study_file_title(s.file),
                                                         .model = p->model,
                                                         .expected = s.file->expected,
                                                         .claims = &claims,
                                                         .study_text = s.text,
                                                         .model_text = s.model},
                                           &err);
        bri_text_free(&claims);
        if (status) worst = complain_of(status, &err);
    }
    if (rows) free_rows(&s, rows);
    return session_close(&s, worst);
}

static int add_result(const char *path, bri_text *elements)
{
    bri_error err = {0};
    bri_table *table = NULL;
    char label[PAGE_LABEL];
    int results = 0;
    page_label(path, label);
    if (ends_with(path, ".db")) return add_store(path, label, elements);
    if (ends_with(path, ".json") || ends_with(path, ".yaml"))
        return complain(BAD_INPUT,
                        "%s: a page is made of pages (bristle run, verdict, fit or sweep with --report FILE.html), of "
                        "stores of studies (.db), and of .csv and .h5 results",
                        path);
    bri_status status =
        page_is_name(path) ? page_add_page(elements, path, label, &results, &err) : bri_table_read(path, &table, &err);
    if (table) status = page_add_table(elements, table, label, path, &err);
    bri_table_destroy(table);
    return status ? complain_of(status, &err) : DONE;
}

/* "1.9 s: guide 1 slips in the paper" */
static int add_mark(const char *value, bri_units *units, bri_text *elements)
{
    bri_error err = {0};
    char time[60];
    double seconds = NAN;
    const char *colon = strchr(value, ':');
    if (!colon || colon == value || (size_t)(colon - value) >= sizeof time || !colon[1 + strspn(colon + 1, " ")])
        return complain(BAD_INPUT, "--mark takes 'TIME: TEXT', such as '1.9 s: guide 1 slips', not '%.80s'", value);
    snprintf(time, sizeof time, "%.*s", (int)(colon - value), value);
    bri_status status = bri_quantity_read(units, time, "s", &seconds, &err);
    if (!status) status = page_add_mark(elements, seconds, colon + 1 + strspn(colon + 1, " "), &err);
    return status ? complain_of(status, &err) : DONE;
}

static int add_marks(const command_line *arguments, bri_text *elements)
{
    bri_error err = {0};
    bri_units *units = NULL;
    int worst = exit_status_of(bri_units_create(&units, &err));
    for (int i = 0; i < arguments->options && !worst; i++)
        if (!strcmp(arguments->option[i].option->name, "mark"))
            worst = add_mark(arguments->option[i].value, units, elements);
    bri_units_destroy(units);
    return worst;
}

static int report_run(const command_line *arguments)
{
    const char *path = option_value(arguments, "output"), *title = option_value(arguments, "title");
    bri_text elements = {0};
    int worst = DONE;
    if (!arguments->words) return complain(BAD_INPUT, "report needs results: bristle report RESULT... -o PAGE.html");
    if (!path) return complain(BAD_INPUT, "-o PAGE.html is missing");
    if (!page_is_name(path)) return complain(BAD_INPUT, "--output must end in .html, not as in '%.100s'", path);
    for (int i = 0; i < arguments->words; i++)
        worst = worse_of(worst, add_result(arguments->word[i], &elements));
    worst = worse_of(worst, add_marks(arguments, &elements));
    if (!worst) worst = page_write(path, title ? title : "bristle report", &elements);
    bri_text_free(&elements);
    return worst;
}

static const option report_options[] = {
    {"output", "FILE", "the page, FILE.html", 'o'},
    {"title", "TEXT", "title of the page", 0},
    {"mark", "TIME: TEXT", "a time to mark in all plots: '1.9 s: guide 1 slips in the paper'; may be repeated", 0},
    {0},
};

const command command_report = {
    .name = "report",
    .summary = "put results into one page for a browser: moving mechanism, plots, events, verdicts, studies, fits",
    .usage = "report RESULT... -o PAGE.html [--title TEXT] [--mark 'TIME: TEXT']...",
    .details = "Each RESULT is one of\n"
               "\n"
               "  PAGE.html     written by run, verdict, fit or sweep with --report: results are taken from it\n"
               "  STORE.db      of a study: sortable table of its runs, scatter and tornado charts\n"
               "  .csv, .h5     a table of channels: plots only\n"
               "\n"
               "Runs are named after their files and drawn over each other. The page is one file, which needs no\n"
               "network.\n"
               "\n"
               "  bristle run slider_crank.yaml --report crank.html\n"
               "  bristle report coulomb.html lugre.html -o laws.html",
    .options = report_options,
    .run = report_run,
};
