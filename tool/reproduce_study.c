/* reproduce_study.c - the studies of a paper: each run is a case, what is expected of its measures are quantities, and claims about
 * the runs are claims of the paper */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "claim_text.h"
#include "reproduce.h"
#include "runs.h"

static bri_status no_memory(bri_error *err) { return bri_fail(err, BRI_NO_MEMORY, "out of memory: studies"); }

static bri_status read_study(const paper *b, const bri_node *node, paper_study *s, bri_error *err)
{
    char path[4096], *text = NULL;
    size_t length = 0;
    if (node->type != BRI_SCALAR) return reject_node(b, node, err, "expected the name of a study file here");
    snprintf(path, sizeof path, "%s/%s", b->folder, node->text);
    s->name = node->text;
    bri_status status = bri_file_read(path, &text, &length, err);
    if (!status) status = bri_study_file_parse(text, length, path, NULL, &s->file, err);
    free(text);
    if (!status && !isnan(s->file->limit.cpu))
        status = reject_node(b, node, err, "a study of a paper has no limit of CPU time, which depends on the machine");
    return status;
}

bri_status read_studies(paper *b, const bri_node *list, bri_error *err)
{
    bri_status status = BRI_OK;
    if (list->type != BRI_SEQUENCE) return reject_node(b, list, err, "studies are a list of study files");
    b->study = calloc((size_t)list->count + 1, sizeof *b->study);
    if (!b->study) return no_memory(err);
    for (int i = 0; i < list->count && !status; i++)
        status = read_study(b, list->value[i], &b->study[b->studies++], err);
    return status;
}

int count_study_runs(const paper *b)
{
    size_t runs = 0;
    for (int i = 0; i < b->studies; i++)
        runs += b->study[i].file->study->runs;
    return (int)runs;
}

/* --- cases ------------------------------------------------------------------------------------------------------------------------ */

static bri_status add_quantities(const paper_study *s, paper_case *c, bri_error *err)
{
    int count = bri_measures_count(s->file->measures);
    c->quantity = calloc((size_t)count + 1, sizeof *c->quantity);
    if (!c->quantity) return no_memory(err);
    for (int i = 0; i < count; i++) {
        const bri_expectation *e = &s->file->expected[i];
        if (bri_expectation_exists(e) && !e->word)
            c->quantity[c->quantities++] = (quantity){.measure = i,
                                                      .source = e->source,
                                                      .expect = e->expect,
                                                      .within = e->within,
                                                      .below = e->below,
                                                      .above = e->above};
    }
    return BRI_OK;
}

static bri_status add_case(paper *b, const paper_study *s, size_t run, bri_error *err)
{
    const bri_study_params *p = bri_study_file_params(s->file);
    paper_case *c = &b->cases[b->count++];
    char label[300], name[700];
    run_label(s->file->study, run, label, sizeof label);
    snprintf(name, sizeof name, "%.300s: %s", p->title ? p->title : s->name, label);
    *c = (paper_case){.model = p->model, .study = s, .study_run = run, .timed = runs_are_timed(s->file->measures)};
    c->own_name = strdup(name);
    c->own_label = strdup(label);
    c->name = c->own_name;
    c->label = c->own_label;
    if (!c->name || !c->label) return no_memory(err);
    return add_quantities(s, c, err);
}

static bri_status add_claim(paper *b, const paper_study *s, const bri_study_claim *from, bri_error *err)
{
    const bri_study *study = s->file->study;
    size_t groups = bri_study_claim_groups(study, from), size = bri_study_claim_size(study, from);
    size_t *run = calloc(size + 1, sizeof *run);
    int *room = calloc((size_t)study->variations + 1, sizeof *room);
    claim *c = run && room ? paper_add_claim(b) : NULL;
    bri_status status = c ? BRI_OK : no_memory(err);
    if (c) *c = (claim){.claim = from->claim, .size = (int)size};
    for (size_t group = 0; !status && group < groups; group++) {
        bri_study_claim_runs(study, from, group, run, room);
        for (size_t i = 0; !status && i < size; i++)
            status = claim_add_case(c, &b->cases[s->first + (int)run[i]], from->measure, err);
    }
    free(run);
    free(room);
    return status;
}

bri_status add_studies(paper *b, bri_error *err)
{
    bri_status status = BRI_OK;
    for (int i = 0; i < b->studies && !status; i++) {
        paper_study *s = &b->study[i];
        s->first = b->count;
        for (size_t run = 0; !status && run < s->file->study->runs; run++)
            status = add_case(b, s, run, err);
        for (int k = 0; !status && k < s->file->claims; k++)
            status = add_claim(b, s, &s->file->claim[k], err);
    }
    return status;
}

void free_studies(paper *b)
{
    for (int i = 0; i < b->studies; i++)
        bri_study_file_destroy(b->study[i].file);
    free(b->study);
}
