/* study_claims.c - whether the claims of a study hold, from the rows of its store */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "claim_text.h"
#include "study.h"

typedef struct judgement {
    bool holds, known; /* known: all runs that it compares are done */
    claim_figures figures;
} judgement;

static judgement judge_group(const study_session *s, const bri_study_row *rows, const bri_study_claim *c,
                             const size_t *run, double *value)
{
    size_t size = bri_study_claim_size(s->file->study, c);
    const bri_measured *m = bri_measures_get(s->file->measures, c->measure);
    judgement one = {.known = true};
    claim_begin(&one.figures, &c->claim, m->text);
    for (size_t i = 0; i < size; i++) {
        const bri_study_row *row = &rows[run[i]];
        char label[300];
        value[i] = row->done && c->measure < row->values ? row->value[c->measure].number : NAN;
        one.known = one.known && row->done;
        run_label(s->file->study, run[i], label, sizeof label);
        claim_add(&one.figures, c->claim.magnitude ? fabs(value[i]) : value[i], label);
    }
    claim_end(&one.figures, m->unit);
    one.holds = one.known && bri_claim_holds(&c->claim, m->unit, value, (int)size);
    return one;
}

/* All groups: the first that is not as claimed, or else the first one. */
static bool judge(const study_session *s, const bri_study_row *rows, const bri_study_claim *c, judgement *out)
{
    const bri_study *study = s->file->study;
    size_t groups = bri_study_claim_groups(study, c), size = bri_study_claim_size(study, c);
    size_t *run = calloc(size + 1, sizeof *run);
    double *value = calloc(size + 1, sizeof *value);
    int *room = calloc((size_t)study->variations + 1, sizeof *room);
    bool ready = run && value && room;
    for (size_t group = 0; ready && group < groups; group++) {
        bri_study_claim_runs(study, c, group, run, room);
        judgement one = judge_group(s, rows, c, run, value);
        if (!group || !one.known || (out->known && !one.holds)) *out = one;
        if (!out->holds) break;
    }
    free(run);
    free(value);
    free(room);
    return ready;
}

int add_claims(const study_session *s, const bri_study_row *rows, bri_text *out)
{
    for (int i = 0; i < s->file->claims; i++) {
        const bri_claim *c = &s->file->claim[i].claim;
        judgement found = {.known = false};
        char relation[200];
        if (!judge(s, rows, &s->file->claim[i], &found)) return complain(UNFINISHED, "out of memory: claims");
        bri_claim_describe(c, relation, sizeof relation);
        const struct {
            const char *name, *value;
        } texts[] = {{"text", c->text},
                     {"place", c->place},
                     {"fails", c->fails},
                     {"claimed", relation},
                     {"found", found.known ? found.figures.text : NULL}};
        bri_text_add(out, i ? ",\n  {\"holds\": %s" : "\n  {\"holds\": %s",
                     !found.known  ? "null"
                     : found.holds ? "true"
                                   : "false");
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            bri_text_add(out, ", \"%s\": ", texts[k].name);
            bri_text_add_json(out, texts[k].value);
        }
        bri_text_add(out, "}");
    }
    return DONE;
}

int print_claims(const study_session *s, const bri_study_row *rows, bool quiet)
{
    int worst = DONE;
    for (int i = 0; i < s->file->claims; i++) {
        const bri_claim *c = &s->file->claim[i].claim;
        judgement found = {.known = false};
        char relation[200];
        if (!judge(s, rows, &s->file->claim[i], &found)) return complain(UNFINISHED, "out of memory: claims");
        bool wrong = found.known && found.holds == (c->fails != NULL);
        if (wrong) worst = UNFINISHED;
        if (quiet && !wrong) continue;
        bri_claim_describe(c, relation, sizeof relation);
        printf("claim%s%s%s: %s; ", c->place ? " (" : "", c->place ? c->place : "", c->place ? ")" : "", c->text);
        printf("%s\n", !found.known ? "not all of its runs are done" : found.holds ? "holds" : "does not hold");
        if (!found.known || (found.holds && !c->fails)) continue;
        printf("  claimed: %s\n  found: %s\n", relation, found.figures.text);
        if (c->fails) printf("  %s%s\n", found.holds ? "it should not, because: " : "", c->fails);
    }
    return worst;
}
