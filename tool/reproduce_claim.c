/* reproduce_claim.c - claims of a paper: how the values of a measure in several cases compare; study/claim.h has their grammar */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "claim_text.h"
#include "reproduce.h"

/* --- reading ---------------------------------------------------------------------------------------------------------------- */

/* Adds a case to those that a claim compares. */
bri_status claim_add_case(claim *c, paper_case *of, int measure, bri_error *err)
{
    if (!(c->count & (c->count - 1))) { /* grows at 0, 1, 2, 4, ... */
        size_t room = c->count ? 2 * (size_t)c->count : 1;
        paper_case **cases = realloc(c->of, room * sizeof(paper_case *));
        if (cases) c->of = cases;
        int *measures = cases ? realloc(c->measure, room * sizeof *measures) : NULL;
        if (measures) c->measure = measures;
        if (!measures) return bri_fail(err, BRI_NO_MEMORY, "out of memory: claims");
    }
    c->of[c->count] = of;
    c->measure[c->count++] = measure;
    return BRI_OK;
}

static bri_status read_cases_of(paper *b, const bri_node *node, claim *c, bri_error *err)
{
    const bri_node *list = c->claim.runs;
    int least = c->claim.is == BRI_EACH ? 1 : 2;
    bri_status status = BRI_OK;
    if (list->type != BRI_SEQUENCE || list->count < least)
        return reject_node(b, list, err, "%s compares %s: [CASE, CASE]", bri_relation_names[c->claim.is],
                           least == 1 ? "a list of cases" : "at least two cases");
    for (int i = 0; !status && i < list->count; i++) {
        const bri_node *name = list->value[i];
        paper_case *of = name->type == BRI_SCALAR ? paper_find(b, name->text) : NULL;
        if (!of) return reject_node(b, name, err, "there is no case '%.80s'", name->text ? name->text : "");
        for (int k = 0; k < i; k++)
            if (c->of[k] == of) return reject_node(b, name, err, "'%.80s' is compared with itself", name->text);
        int measure = ask_case(of, node);
        status =
            measure < 0 ? bri_fail(err, BRI_NO_MEMORY, "out of memory: claims") : claim_add_case(c, of, measure, err);
    }
    c->size = c->count;
    return status;
}

static bri_status read_claim(paper *b, const bri_node *node, claim *c, bri_error *err)
{
    static const char *const others[] = {"claim", "place", "fails",  "times",   "magnitude", "within", "below", "above",
                                         "rises", "falls", "larger", "smaller", "equal",     "each",   NULL};
    bri_error why = {0};
    const bri_node *where = node;
    bri_status status = check_measure(b, node, others, err);
    if (status) return status;
    if (bri_claim_read(node, &c->claim, &where, &why)) return reject_node(b, where, err, "%s", why.what);
    if (!c->claim.place)
        return reject_node(b, node, err, "a claim needs its place in the paper: {claim: ..., place: section 3, ...}");
    return read_cases_of(b, node, c, err);
}

claim *paper_add_claim(paper *b)
{
    claim *more = realloc(b->claim, ((size_t)b->claims + 1) * sizeof *more);
    if (!more) return NULL;
    b->claim = more;
    more[b->claims] = (claim){.size = 0};
    return &more[b->claims++];
}

bri_status read_claims(paper *b, const bri_node *list, bri_error *err)
{
    bri_status status = BRI_OK;
    if (list->type != BRI_SEQUENCE) return reject_node(b, list, err, "claims are a list");
    for (int i = 0; i < list->count; i++) { /* all complaints at once */
        claim *c = paper_add_claim(b);
        bri_status one = c ? read_claim(b, list->value[i], c, err) : BRI_NO_MEMORY;
        if (!c) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d claims", list->count);
        status = status ? status : one;
    }
    return status;
}

bool claim_is_chosen(const claim *c)
{
    for (int i = 0; i < c->count; i++)
        if (!c->of[i]->chosen) return false;
    return true;
}

/* --- judging ---------------------------------------------------------------------------------------------------------------- */

static double value_of(const claim *c, int index, char why[200])
{
    const one_run *run = c->of[index]->run;
    if (run->status || !run->measured)
        return snprintf(why, 200, "the case '%.80s' has no result", c->of[index]->name), NAN;
    const bri_measured *m = bri_measures_get(run->measures, c->measure[index]);
    if (m->why || m->word)
        return snprintf(why, 200, "%.80s: %.100s", c->of[index]->name, m->why ? m->why : "a word, not a number"), NAN;
    return m->value;
}

/* The values of one group of cases. Returns whether they are as claimed. */
static bool judge_group(const claim *c, int first, const bri_measured *measured, claim_figures *figures, char why[200])
{
    double *value = calloc((size_t)c->size + 1, sizeof *value);
    claim_begin(figures, &c->claim, measured ? measured->name : "");
    for (int i = 0; value && i < c->size; i++) {
        value[i] = value_of(c, first + i, why);
        claim_add(figures, c->claim.magnitude ? fabs(value[i]) : value[i], c->of[first + i]->label);
    }
    claim_end(figures, measured ? measured->unit : "1");
    bool holds = value && measured && bri_claim_holds(&c->claim, measured->unit, value, c->size);
    if (!value) snprintf(why, 200, "out of memory: claims");
    free(value);
    return holds;
}

static void check_unit(const claim *c, const bri_measured *measured, char why[200])
{
    const char *which;
    bri_error err = {0};
    if (measured && !*why && bri_claim_check_unit(&c->claim, measured->unit, &which, &err))
        snprintf(why, 200, "%.190s", err.what);
}

/* The cases have the same model, or models with the same units of the measure. */
void judge_claim(const paper *b, const claim *c, paper_rows *out)
{
    paper_row *to = add_row(out, b, c->of[0], ROW_CLAIM);
    const bri_measures *measures = c->of[0]->run->measures;
    const bri_measured *measured = measures ? bri_measures_get(measures, c->measure[0]) : NULL;
    const char *fails = c->claim.fails;
    claim_figures figures;
    char relation[200], why[200] = "";
    bool holds = true;
    for (int first = 0; holds && first < c->count; first += c->size)
        holds = judge_group(c, first, measured, &figures, why);
    check_unit(c, measured, why);
    bri_claim_describe(&c->claim, relation, sizeof relation);
    to->verdict = *why ? ROW_WRONG : holds == !fails ? (fails ? ROW_DIFFERS : ROW_AGREES) : ROW_WRONG;
    set_text(out, &to->what, "%s", c->claim.text);
    set_text(out, &to->computed, "%s", figures.text);
    set_text(out, &to->expected, "%s", relation);
    set_text(out, &to->says, "%s", c->claim.place ? c->claim.place : "-");
    if (fails) set_text(out, &to->reason, "%s", fails);
    if (*why) set_text(out, &to->why, "%s", why);
    if (!*why && holds && fails) set_text(out, &to->why, "it holds here, although a reason is given why it should not");
}
