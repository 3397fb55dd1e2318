/* cmd_report.c - bristle report RESULT... -o PAGE: results as one page for a browser */
#include <string.h>

#include "page.h"

enum {
    LABEL = 200
};

static bool is_page(const char *path) { return ends_with(path, ".html") || ends_with(path, ".htm"); }

/* The file's name without folder and extension. */
static void label_of(const char *path, char label[LABEL])
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    snprintf(label, LABEL, "%.*s", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
}

static int add_result(const char *path, bri_text *elements)
{
    bri_error err = {0};
    bri_table *table = NULL;
    char label[LABEL];
    int results = 0;
    label_of(path, label);
    if (ends_with(path, ".json"))
        return complain(
            BAD_INPUT, "%s: a page is made of pages (bristle run MODEL --report FILE.html) and of .csv and .h5 results",
            path);
    bri_status status =
        is_page(path) ? page_add_page(elements, path, label, &results, &err) : bri_table_read(path, &table, &err);
    if (table) status = page_add_table(elements, table, label, path, &err);
    bri_table_destroy(table);
    return status ? complain_of(status, &err) : DONE;
}

static int report_run(const command_line *arguments)
{
    const char *path = option_value(arguments, "output"), *title = option_value(arguments, "title");
    bri_text elements = {0};
    int worst = DONE;
    if (!arguments->words) return complain(BAD_INPUT, "report needs results: bristle report RESULT... -o PAGE.html");
    if (!path) return complain(BAD_INPUT, "-o PAGE.html is missing");
    if (!is_page(path)) return complain(BAD_INPUT, "--output must end in .html, not as in '%.100s'", path);
    for (int i = 0; i < arguments->words; i++)
        worst = worse_of(worst, add_result(arguments->word[i], &elements));
    if (!worst) worst = page_write(path, title ? title : "bristle report", &elements);
    bri_text_free(&elements);
    return worst;
}

static const option report_options[] = {
    {"output", "FILE", "the page, FILE.html", 'o'},
    {"title", "TEXT", "title of the page", 0},
    {0},
};

const command command_report = {
    .name = "report",
    .summary = "put results into one page for a browser: moving mechanism, plots, events, energy balance",
    .usage = "report RESULT... -o PAGE.html [--title TEXT]",
    .details = "Each RESULT is a page of a run (bristle run MODEL --report FILE.html), whose mechanism moves, or a "
               ".csv or .h5\n"
               "result, of which there are plots only. Results are named after their files and drawn over each other. "
               "The page is\n"
               "one file, which needs no network.\n"
               "\n"
               "  bristle run slider_crank.yaml --report crank.html\n"
               "  bristle report coulomb.html lugre.html -o laws.html",
    .options = report_options,
    .run = report_run,
};
