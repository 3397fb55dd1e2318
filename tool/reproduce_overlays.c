/* reproduce_overlays.c - pages of several cases of a paper drawn over each other, beside the page of all papers
 *
 *     pages:
 *       - {file: laws, title: "Roller-crank: six laws", cases: [Dahl, {case: "LuGre, elastic", name: LuGre}], verdict: Dahl}
 *
 * verdict: case whose verdicts over time are shown too. Times that the paper prints, of the quantities of these cases, are marked. */
#include <stdlib.h>
#include <string.h>

#include "reproduce_html.h"

enum {
    ROWS = 12000,          /* of a case, of which the page holds the most telling */
    NUMBERS = 500000,      /* of a page */
    MOST_NUMBERS = 160000, /* of a case */
    MOST_CASES = 12
};

/* --- reading -------------------------------------------------------------------------------------------------------------- */

static const char *case_of(const bri_node *node)
{
    return node->type == BRI_SCALAR ? node->text : node_text(node, "case");
}

static bri_status check_one(const paper *b, const bri_node *page, bri_error *err)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
    const char *file = node_text(page, "file"), *verdict = node_text(page, "verdict");
    const bri_node *cases = node_get(page, "cases");
    if (!file || !*file || file[strspn(file, letters)] || !node_text(page, "title") || !cases ||
        cases->type != BRI_SEQUENCE || cases->count < 1 || cases->count > MOST_CASES)
        return reject_node(b, page, err,
                           "a page has a file (of small letters, digits, _ and -), a title and 1 to %d cases",
                           MOST_CASES);
    for (int i = 0; i < cases->count; i++)
        if (!case_of(cases->value[i]) || !paper_find(b, case_of(cases->value[i])))
            return reject_node(b, cases->value[i], err, "a page shows cases that exist: {case: ..., name: ...}");
    if (verdict && !paper_find(b, verdict)) return reject_node(b, page, err, "there is no case '%s'", verdict);
    return BRI_OK;
}

bri_status check_overlays(const paper *b, bri_error *err)
{
    bri_status status = BRI_OK;
    if (b->pages && b->pages->type != BRI_SEQUENCE) return reject_node(b, b->pages, err, "pages are a list");
    for (int i = 0; b->pages && i < b->pages->count && !status; i++)
        status = check_one(b, b->pages->value[i], err);
    return status;
}

/* --- one case ------------------------------------------------------------------------------------------------------------- */

/* Settings as bristle run --set has them; their texts are kept in `texts`. */
static void list_settings(const bri_node *set, command_line *settings, bri_text *texts)
{
    static const option of_set = {"set", "PATH=VALUE", "", 's'};
    size_t at[MAX_WORDS];
    int count = set && set->count < MAX_WORDS ? set->count : 0;
    for (int i = 0; i < count; i++) {
        at[i] = texts->length;
        bri_text_add(texts, "%s=%s", set->key[i]->text, set->value[i]->text);
        bri_text_add_n(texts, "", 1);
    }
    settings->options = texts->failed ? 0 : count;
    for (int i = 0; i < settings->options; i++)
        settings->option[i] = (given_option){&of_set, texts->at + at[i]};
}

static bri_status make_model(const paper *b, const paper_case *c, bri_model **model, bri_error *err)
{
    const paper_case *first = b->cases;
    while (strcmp(first->model, c->model) != 0)
        first++;
    if (!first->file) return bri_fail(err, BRI_BAD_VALUE, "%s: its model could not be read", c->name);
    bri_status status = bri_model_copy(first->file, model, err);
    return status ? status : apply_settings(*model, c->set, err);
}

/* A run that ends early is shown up to there. */
static bri_status add_run(bri_text *elements, const paper *b, const paper_case *c, const char *label, size_t numbers,
                          const bri_model *model, const bri_system *system, bri_error *err)
{
    static const char *const all[] = {"*", NULL};
    static command_line settings;
    bri_text texts = {0};
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    double until = 0, start = 0;
    char path[4096];
    def.channels = all;
    bri_status status = bri_model_get(model, "run.until", &until, err);
    if (!status) status = bri_model_get(model, "run.start", &start, err);
    def.interval = (until - start) / ROWS;
    if (!status) status = bri_run(system, &def, &result, err);
    if (result) {
        snprintf(path, sizeof path, "%s/%s", b->folder, c->model);
        list_settings(c->set, &settings, &texts);
        status =
            page_add_run(elements, &(run_report){path, model, system, result, 0, NULL}, label, &settings, numbers, err);
    }
    bri_result_destroy(result);
    bri_text_free(&texts);
    return status;
}

static bri_status add_verdict(bri_text *elements, const paper *b, const paper_case *c, const char *label,
                              const bri_system *system, bri_error *err)
{
    bri_verdict_def def = bri_verdict_defaults();
    bri_verdict_history *history = NULL;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", b->folder, c->model);
    bri_status status = bri_verdict_over(system, &def, &history, err);
    if (!status)
        status =
            page_add_verdict(elements, &(page_verdict){path, NULL, NULL, false, system, &def, history}, label, err);
    bri_verdict_history_destroy(history);
    return status;
}

/* "1.86 s" or "1.9 s (Fig. 2)", as papers print times. */
static bool read_time(const char *text, double *seconds)
{
    int length = 0;
    return text && sscanf(text, "%lf s%n", seconds, &length) == 1 && length && strchr(" ,;(", text[length]);
}

static bri_status add_marks(bri_text *elements, const paper_case *c, const char *label, bri_error *err)
{
    bri_status status = BRI_OK;
    for (int i = 0; i < c->quantities && !status; i++) {
        const quantity *q = &c->quantity[i];
        const bri_measured *m = c->run ? bri_measures_get(c->run->measures, q->measure) : NULL;
        char text[400];
        double time;
        if (!m || strcmp(m->unit, "s") != 0 || !read_time(q->paper, &time)) continue;
        const char *what = q->name ? q->name : m->name;
        if (!strncmp(what, "time: ", 6)) what += 6;
        snprintf(text, sizeof text, "%s: %s in the paper (%s)", what, q->paper, label);
        status = page_add_mark(elements, time, text, err);
    }
    return status;
}

/* --- one page ------------------------------------------------------------------------------------------------------------- */

static bri_status add_case(bri_text *elements, const paper *b, const bri_node *node, const char *verdict,
                           size_t numbers, bri_error *err)
{
    const paper_case *c = paper_find(b, case_of(node));
    const char *name = node->type == BRI_SCALAR ? NULL : node_text(node, "name"), *label = name ? name : c->name;
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_status status = make_model(b, c, &model, err);
    if (!status) status = bri_system_build(model, &system, err);
    if (!status) status = add_run(elements, b, c, label, numbers, model, system, err);
    if (!status && verdict && !strcmp(verdict, c->name)) status = add_verdict(elements, b, c, label, system, err);
    if (!status) status = add_marks(elements, c, label, err);
    bri_system_destroy(system);
    bri_model_destroy(model);
    return status;
}

static int write_one(papers_page *page, const paper *b, const bri_node *node, const char *folder)
{
    const bri_node *cases = node_get(node, "cases");
    const char *title = node_text(node, "title");
    bri_text elements = {0};
    bri_error err = {0};
    bri_status status = BRI_OK;
    size_t share = NUMBERS / (size_t)cases->count < MOST_NUMBERS ? NUMBERS / (size_t)cases->count : MOST_NUMBERS;
    char path[4400], file[300];
    snprintf(file, sizeof file, "%s-%s.html", b->name, node_text(node, "file"));
    snprintf(path, sizeof path, "%s%s", folder, file);
    for (int i = 0; i < cases->count && !status; i++)
        status = add_case(&elements, b, cases->value[i], node_text(node, "verdict"), share, &err);
    int worst = status ? complain_of(status, &err) : page_write(path, title, &elements);
    bri_text_free(&elements);
    bri_text_add(&page->papers, "%s{\"file\": ", page->pages++ ? ", " : "");
    bri_text_add_json(&page->papers, file);
    bri_text_add(&page->papers, ", \"title\": ");
    bri_text_add_json(&page->papers, title);
    bri_text_add(&page->papers, "}");
    return worst;
}

int write_overlays(papers_page *page, const paper *b, const char *path)
{
    char folder[4000];
    const char *slash = strrchr(path, '/');
    int worst = DONE;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 0, path);
    page->pages = 0;
    for (int i = 0; b->pages && i < b->pages->count; i++)
        worst = worse_of(worst, write_one(page, b, b->pages->value[i], folder));
    return worst;
}
