/* reproduce_claim.c - claims of a paper: how the values of a measure in several cases compare
 *
 *     rises, falls: [A, B, C]     from each case to the next
 *     larger, smaller: [A, B, C]  the first case than each other
 *     equal: [A, B, C]            the first case to each other, within a tolerance
 *     each: [A, B, C]             every case is below, above a limit
 *
 * times: a factor that is claimed: larger by at least that factor; equal to so many times the other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "reproduce.h"

enum {
    MOST_COMPARED = 64 /* cases of a claim */
};

const char *const relation_names[RELATIONS + 1] = {
    [CLAIM_RISES] = "rises",     [CLAIM_FALLS] = "falls", [CLAIM_LARGER] = "larger",
    [CLAIM_SMALLER] = "smaller", [CLAIM_EQUAL] = "equal", [CLAIM_EACH] = "each",
};

/* --- reading ---------------------------------------------------------------------------------------------------------------- */

static bri_status read_cases_of(paper *b, const bri_node *list, claim *c, bri_error *err)
{
    int least = c->is == CLAIM_EACH ? 1 : 2;
    if (list->type != BRI_SEQUENCE || list->count < least)
        return reject_node(b, list, err, "%s compares %s: [CASE, CASE]", relation_names[c->is],
                           least == 1 ? "a list of cases" : "at least two cases");
    if (list->count > MOST_COMPARED)
        return reject_node(b, list, err, "a claim compares at most %d cases, not %d", MOST_COMPARED, list->count);
    c->of = calloc((size_t)list->count, sizeof(paper_case *));
    c->measure = calloc((size_t)list->count, sizeof *c->measure);
    if (!c->of || !c->measure) return bri_fail(err, BRI_NO_MEMORY, "out of memory: claims");
    for (int i = 0; i < list->count; i++) {
        const bri_node *name = list->value[i];
        c->of[i] = name->type == BRI_SCALAR ? paper_find(b, name->text) : NULL;
        if (!c->of[i]) return reject_node(b, name, err, "there is no case '%.80s'", name->text ? name->text : "");
        for (int k = 0; k < i; k++)
            if (c->of[k] == c->of[i]) return reject_node(b, name, err, "'%.80s' is compared with itself", name->text);
        if ((c->measure[i] = ask_case(c->of[i], c->node)) < 0)
            return bri_fail(err, BRI_NO_MEMORY, "out of memory: claims");
        c->count++;
    }
    return BRI_OK;
}

static bri_status read_factor(const paper *b, const bri_node *node, claim *c, bri_error *err)
{
    const char *text = node_text(node, "times");
    char *end = NULL;
    c->times = text ? strtod(text, &end) : 1;
    if (text && (*end || !(c->times > 0 && c->times <= 1e12)))
        return reject_node(b, node_get(node, "times"), err, "times is a factor above 0, not '%.40s'", text);
    return BRI_OK;
}

/* Keys that do not belong together. */
static bri_status check_claim(const paper *b, const bri_node *node, const claim *c, bri_error *err)
{
    const char *magnitude = node_text(node, "magnitude");
    if (!c->text || !c->place)
        return reject_node(b, node, err, "a claim needs its words and its place: {claim: ..., place: section 3, ...}");
    if (c->is == CLAIM_EQUAL && !c->within)
        return reject_node(b, node, err, "equal needs a tolerance: within: 1e-3, or 1 %%");
    if (c->is != CLAIM_EQUAL && c->within)
        return reject_node(b, node_get(node, "within"), err, "within is a tolerance of equal, not of %s",
                           relation_names[c->is]);
    if (c->is == CLAIM_EACH && !c->below && !c->above)
        return reject_node(b, node, err, "each needs a limit: below: 0.15, or above: 2 N");
    if (c->is != CLAIM_EACH && (c->below || c->above))
        return reject_node(b, node_get(node, c->below ? "below" : "above"), err,
                           "below and above are limits of each, not of %s", relation_names[c->is]);
    if (c->is == CLAIM_EACH && node_get(node, "times"))
        return reject_node(b, node_get(node, "times"), err, "times compares cases, and each does not");
    if (magnitude && strcmp(magnitude, "true") != 0 && strcmp(magnitude, "false") != 0)
        return reject_node(b, node_get(node, "magnitude"), err, "magnitude is true or false, not '%.40s'", magnitude);
    return BRI_OK;
}

static bri_status read_claim(paper *b, const bri_node *node, claim *c, bri_error *err)
{
    static const char *const others[] = {"claim", "place", "fails",  "times",   "magnitude", "within", "below", "above",
                                         "rises", "falls", "larger", "smaller", "equal",     "each",   NULL};
    bri_status status = check_measure(b, node, others, err);
    const char *magnitude = status ? NULL : node_text(node, "magnitude");
    if (status) return status;
    *c = (claim){.node = node,
                 .text = node_text(node, "claim"),
                 .place = node_text(node, "place"),
                 .fails = node_text(node, "fails"),
                 .within = node_text(node, "within"),
                 .below = node_text(node, "below"),
                 .above = node_text(node, "above"),
                 .magnitude = magnitude && !strcmp(magnitude, "true"),
                 .is = RELATIONS};
    for (int i = 0; i < RELATIONS; i++) {
        if (!node_get(node, relation_names[i])) continue;
        if (c->is != RELATIONS)
            return reject_node(b, node_get(node, relation_names[i]), err, "%s and %s: a claim compares in one way",
                               relation_names[c->is], relation_names[i]);
        c->is = (relation)i;
    }
    if (c->is == RELATIONS)
        return reject_node(b, node, err, "a claim compares cases: rises, falls, larger, smaller, equal or each");
    status = check_claim(b, node, c, err);
    if (!status) status = read_factor(b, node, c, err);
    return status ? status : read_cases_of(b, node_get(node, relation_names[c->is]), c, err);
}

bri_status read_claims(paper *b, const bri_node *list, bri_error *err)
{
    bri_status status = BRI_OK;
    if (list->type != BRI_SEQUENCE) return reject_node(b, list, err, "claims are a list");
    b->claim = calloc((size_t)list->count + 1, sizeof *b->claim);
    if (!b->claim) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d claims", list->count);
    for (int i = 0; i < list->count; i++) { /* all complaints at once */
        bri_status one = read_claim(b, list->value[i], &b->claim[b->claims++], err);
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
    return c->magnitude ? fabs(m->value) : m->value;
}

/* Whether a value is as claimed beside another one: the one before it, or the first. */
static bool holds_beside(const claim *c, double value, double other, bri_units *units, const char *unit, char why[200])
{
    double within = 0;
    switch (c->is) {
    case CLAIM_RISES:
    case CLAIM_SMALLER: /* the other is the first one */ return value > other * c->times;
    case CLAIM_FALLS:
    case CLAIM_LARGER: return other > value * c->times;
    default:
        return read_tolerance(units, c->within, unit, value * c->times, &within, why) &&
               fabs(other - value * c->times) <= within;
    }
}

static bool is_within(const claim *c, double value, bri_units *units, const char *unit, char why[200])
{
    double limit;
    if (c->below && !(read_amount(units, c->below, unit, &limit, why) && value < limit)) return false;
    return !c->above || (read_amount(units, c->above, unit, &limit, why) && value > limit);
}

static void describe(const claim *c, char *text, size_t size)
{
    append_text(text, size, "%s", relation_names[c->is]);
    if (c->times != 1 && c->is == CLAIM_EQUAL) append_text(text, size, " to %g times", c->times);
    if (c->times != 1 && c->is != CLAIM_EQUAL) append_text(text, size, " by a factor of %g", c->times);
    if (c->within) append_text(text, size, " within %s", c->within);
    if (c->below) append_text(text, size, " below %s", c->below);
    if (c->above) append_text(text, size, " above %s", c->above);
}

/* The cases have the same model, or models with the same units of the measure. */
void judge_claim(const paper *b, const claim *c, bri_units *units, paper_rows *out)
{
    paper_row *to = add_row(out, b, c->of[0], ROW_CLAIM);
    char figures[1200] = "", relation_text[200] = "", why[200] = "";
    double value[MOST_COMPARED];
    const bri_measured *first =
        c->of[0]->run->measures ? bri_measures_get(c->of[0]->run->measures, c->measure[0]) : NULL;
    const char *unit = first ? first->unit : "1";
    bool holds = true;
    append_text(figures, sizeof figures, "%s%s", c->magnitude ? "magnitude of " : "", first ? first->name : "");
    for (int i = 0; i < c->count; i++) {
        value[i] = value_of(c, i, why);
        append_text(figures, sizeof figures, "%s %.5g (%s)", i ? "," : ":", value[i], c->of[i]->name);
        if (c->is == CLAIM_EACH)
            holds = is_within(c, value[i], units, unit, why) && holds;
        else if (i)
            holds = holds_beside(c, value[i], value[c->is == CLAIM_RISES || c->is == CLAIM_FALLS ? i - 1 : 0], units,
                                 unit, why) &&
                    holds;
    }
    if (strcmp(unit, "1") != 0) append_text(figures, sizeof figures, " %s", unit);
    describe(c, relation_text, sizeof relation_text);
    to->verdict = *why ? ROW_WRONG : holds == !c->fails ? (c->fails ? ROW_DIFFERS : ROW_AGREES) : ROW_WRONG;
    set_text(out, &to->what, "%s", c->text);
    set_text(out, &to->computed, "%s", figures);
    set_text(out, &to->expected, "%s", relation_text);
    set_text(out, &to->says, "%s", c->place);
    if (c->fails) set_text(out, &to->reason, "%s", c->fails);
    if (*why) set_text(out, &to->why, "%s", why);
    if (!*why && holds && c->fails)
        set_text(out, &to->why, "it holds here, although expected.yaml gives a reason why it should not");
}
