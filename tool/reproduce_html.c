/* reproduce_html.c - the papers as one page for a browser: systems that move, figures, claims, every quantity */
#include "reproduce_html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/deflate.h"
#include "io/text_file.h"

enum {
    ROWS = 600 /* of a system */
};

static void add_member(bri_text *out, const char *before, const char *name, const char *value)
{
    bri_text_add(out, "%s\"%s\": ", before, name);
    bri_text_add_json(out, value);
}

/* The system of a model file, as the file has it. */
static bri_status add_system(papers_page *page, const paper_case *c, const char *path, bri_error *err)
{
    static const char *const all[] = {"*", NULL};
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    double until = 0;
    char label[300];
    def.channels = all;
    bri_status status = bri_system_build(c->file, &system, err);
    if (!status) status = bri_model_get(c->file, "run.until", &until, err);
    def.interval = until / ROWS;
    if (!status) status = bri_run(system, &def, &result, err);
    if (result) { /* also of a run that ends early */
        const char *title = bri_system_title(system);
        snprintf(label, sizeof label, "%s", *title ? title : c->model);
        status = page_add_run(&page->elements, &(run_report){path, c->file, system, result, 0, NULL}, label, NULL,
                              PAGE_NUMBERS, err);
        add_member(&page->papers, page->systems++ ? ", {" : "{", "label", label);
        add_member(&page->papers, ", ", "model", c->model);
        bri_text_add(&page->papers, "}");
    }
    bri_result_destroy(result);
    bri_system_destroy(system);
    return status;
}

static bri_status add_systems(papers_page *page, const paper *b, bri_error *err)
{
    bri_status status = BRI_OK;
    for (int i = 0; i < b->count && !status; i++) {
        const paper_case *c = &b->cases[i];
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", b->folder, c->model);
        if (c->file) status = add_system(page, c, path, err); /* the first case of each model has it */
    }
    return status;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* A drawing with coordinates of paths to a tenth of a dot instead of a hundredth: a third less, and none of it can be seen. */
static void add_drawing(bri_text *out, const char *at, size_t length)
{
    static const char begin[] = " d='";
    bool in_path = false;
    size_t kept = 0; /* what is before it has been added */
    for (size_t i = 0; i < length; i++) {
        if (!in_path) {
            in_path = i + sizeof begin <= length && !memcmp(at + i, begin, sizeof begin - 1);
            i += in_path ? sizeof begin - 2 : 0;
            continue;
        }
        in_path = at[i] != '\'';
        if (at[i] != '.' || i + 3 >= length || !is_digit(at[i + 1]) || !is_digit(at[i + 2]) || is_digit(at[i + 3]))
            continue;
        bri_text_add_n(out, at + kept, at[i + 1] == '0' ? i - kept : i + 2 - kept);
        kept = i + 3;
    }
    bri_text_add_n(out, at + kept, length - kept);
}

/* The cases of which a figure has curves, each once: their quantities belong to it. */
static void add_cases(bri_text *out, const bri_node *figure)
{
    const bri_node *curves = node_get(figure, "curves");
    bool any = false;
    bri_text_add(out, ", \"cases\": [");
    for (int i = 0; curves && i < curves->count; i++) {
        const char *name = node_text(curves->value[i], "case");
        bool before = !name;
        for (int k = 0; k < i && !before; k++) {
            const char *other = node_text(curves->value[k], "case");
            before = other && !strcmp(name, other);
        }
        if (before) continue;
        if (any) bri_text_add(out, ", ");
        bri_text_add_json(out, name);
        any = true;
    }
    bri_text_add(out, "]");
}

/* The figures that were drawn into the folder. */
static bri_status add_figures(papers_page *page, const paper *b, const char *folder, bri_error *err)
{
    bri_status status = BRI_OK;
    bool any = false;
    for (int i = 0; b->figures && i < b->figures->count && !status; i++) {
        const char *file = node_text(b->figures->value[i], "file"), *title = node_text(b->figures->value[i], "title");
        char path[4096], *text = NULL;
        size_t length = 0;
        bri_text drawing = {0};
        snprintf(path, sizeof path, "%s/%s-%s.svg", folder, b->name, file ? file : "");
        status = bri_file_read(path, &text, &length, err);
        if (!status) add_drawing(&drawing, text, length);
        free(text);
        if (status) continue;
        add_member(&page->papers, any ? ",\n   {" : "\n   {", "title", title ? title : file);
        add_member(&page->papers, ", ", "drawing", drawing.at);
        add_cases(&page->papers, b->figures->value[i]);
        bri_text_add(&page->papers, "}");
        page->papers.failed = page->papers.failed || drawing.failed;
        bri_text_free(&drawing);
        any = true;
    }
    return status;
}

int papers_page_link(papers_page *page, const char *text)
{
    const char *colon = strchr(text, ':');
    const char *words = colon ? colon + 1 + strspn(colon + 1, " ") : "";
    char file[400];
    if (!*words || colon == text || (size_t)(colon - text) >= sizeof file)
        return complain(BAD_INPUT, "--link takes 'FILE: TEXT', such as 'study.html: a study', not '%.80s'", text);
    snprintf(file, sizeof file, "%.*s", (int)(colon - text), text);
    add_member(&page->links, page->links.length ? ", {" : "{", "file", file);
    add_member(&page->links, ", ", "title", words);
    bri_text_add(&page->links, "}");
    return DONE;
}

int papers_page_add(papers_page *page, const paper *b, const char *folder, const char *path)
{
    bri_error err = {0};
    add_member(&page->papers, page->count++ ? ",\n {" : "\n {", "name", b->name);
    add_member(&page->papers, ", ", "title", b->title);
    bri_text_add(&page->papers, ",\n  \"systems\": [");
    page->systems = 0;
    bri_status status = add_systems(page, b, &err);
    bri_text_add(&page->papers, "],\n  \"figures\": [");
    if (!status) status = add_figures(page, b, folder, &err);
    bri_text_add(&page->papers, "],\n  \"pages\": [");
    int worst = status ? complain_of(status, &err) : write_overlays(page, b, path);
    bri_text_add(&page->papers, "]}");
    return worst;
}

static void add_row_object(bri_text *out, const paper_row *one)
{
    static const char *const kinds[] = {"quantity", "repetition", "failure", "claim"};
    const struct {
        const char *name, *value;
    } members[] = {{"paper", one->paper},  {"system", one->system},     {"case", one->case_name},
                   {"what", one->what},    {"computed", one->computed}, {"expected", one->expected},
                   {"says", one->says},    {"source", one->source},     {"why", one->why},
                   {"reason", one->reason}};
    add_member(out, "{", "kind", kinds[one->kind]);
    add_member(out, ", ", "verdict", row_word(one));
    bri_text_add(out, ", \"share\": ");
    bri_text_add_number(out, one->share);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (members[i].value) add_member(out, ", ", members[i].name, members[i].value);
    bri_text_add(out, "}");
}

int papers_page_write(papers_page *page, const paper_rows *rows, double seconds, const char *path)
{
    bri_text object = {0}, packed = {0}, elements = {0};
    bri_text_add(&object, "{\"format\": \"bristle papers\", \"version\": %d, \"bristle\": ", PAGE_VERSION);
    bri_text_add_json(&object, bri_version());
    bri_text_add(&object, ", \"cases\": %d, \"runs\": %d, \"seconds\": %.1f,\n \"papers\": [", rows->cases, rows->runs,
                 seconds);
    if (page->papers.at) bri_text_add_n(&object, page->papers.at, page->papers.length);
    bri_text_add(&object, "],\n \"links\": [%s],\n \"rows\": [", page->links.at ? page->links.at : "");
    for (size_t i = 0; i < rows->count; i++) {
        bri_text_add(&object, i ? ",\n  " : "\n  ");
        add_row_object(&object, &rows->at[i]);
    }
    bri_text_add(&object, "]}\n");
    bri_deflate(object.at, object.length, &packed);
    bri_text_add(&elements, "<script type=\"application/x-bristle-papers\">%d ", PAGE_VERSION);
    page_add_base64(&elements, packed.at, packed.length);
    bri_text_add(&elements, "</script>\n");
    if (page->elements.at) bri_text_add_n(&elements, page->elements.at, page->elements.length);
    bool failed = object.failed || packed.failed || elements.failed || page->papers.failed || page->elements.failed ||
                  page->links.failed;
    int status = failed ? complain(UNFINISHED, "out of memory: a page")
                        : page_write(path, "Published results, computed again", &elements);
    bri_text_free(&object);
    bri_text_free(&packed);
    bri_text_free(&elements);
    return status;
}

void papers_page_free(papers_page *page)
{
    bri_text_free(&page->papers);
    bri_text_free(&page->elements);
    bri_text_free(&page->links);
}
