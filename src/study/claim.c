/* claim.c - claims about several runs: reads them, and judges the values of their measure */
#include "study/claim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "bristle/unit.h"

const char *const bri_relation_names[BRI_RELATIONS + 1] = {
    [BRI_RISES] = "rises",     [BRI_FALLS] = "falls", [BRI_LARGER] = "larger",
    [BRI_SMALLER] = "smaller", [BRI_EQUAL] = "equal", [BRI_EACH] = "each",
};

bool bri_claim_has_key(const char *key)
{
    static const char *const keys[] = {"claim", "place", "fails", "times", "magnitude", "within", "below", "above"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!strcmp(key, keys[i])) return true;
    for (int i = 0; i < BRI_RELATIONS; i++)
        if (!strcmp(key, bri_relation_names[i])) return true;
    return false;
}

/* --- reading ---------------------------------------------------------------------------------------------------------------------- */

static const bri_node *node_of(const bri_node *mapping, const char *key)
{
    for (int i = 0; i < mapping->count; i++)
        if (!strcmp(mapping->key[i]->text, key)) return mapping->value[i];
    return NULL;
}

static const char *text_of(const bri_node *mapping, const char *key)
{
    const bri_node *node = node_of(mapping, key);
    return node && node->type == BRI_SCALAR && (*node->text || node->quoted) ? node->text : NULL;
}

static bri_status find_relation(const bri_node *node, bri_claim *claim, const bri_node **where, bri_error *err)
{
    claim->is = BRI_RELATIONS;
    for (int i = 0; i < BRI_RELATIONS; i++) {
        const bri_node *runs = node_of(node, bri_relation_names[i]);
        if (!runs) continue;
        *where = runs;
        if (claim->is != BRI_RELATIONS)
            return bri_fail(err, BRI_BAD_VALUE, "%s and %s: a claim compares in one way", bri_relation_names[claim->is],
                            bri_relation_names[i]);
        claim->is = (bri_relation)i;
        claim->runs = runs;
    }
    if (claim->is != BRI_RELATIONS) return BRI_OK;
    *where = node;
    return bri_fail(err, BRI_MISSING, "a claim compares runs: rises, falls, larger, smaller, equal or each");
}

/* Keys that do not belong together. */
static bri_status check_keys(const bri_node *node, const bri_claim *claim, const bri_node **where, bri_error *err)
{
    *where = node;
    if (!claim->text) return bri_fail(err, BRI_MISSING, "a claim needs its words: {claim: ..., ...}");
    if (claim->is == BRI_EQUAL && !claim->within)
        return bri_fail(err, BRI_MISSING, "equal needs a tolerance: within: 1e-3, or 1 %%");
    if (claim->is == BRI_EACH && !claim->below && !claim->above)
        return bri_fail(err, BRI_MISSING, "each needs a limit: below: 0.15, or above: 2 N");
    *where = node_of(node, "within");
    if (claim->is != BRI_EQUAL && claim->within)
        return bri_fail(err, BRI_BAD_VALUE, "within is a tolerance of equal, not of %s", bri_relation_names[claim->is]);
    *where = node_of(node, claim->below ? "below" : "above");
    if (claim->is != BRI_EACH && (claim->below || claim->above))
        return bri_fail(err, BRI_BAD_VALUE, "below and above are limits of each, not of %s",
                        bri_relation_names[claim->is]);
    return BRI_OK;
}

static bri_status read_factor(const bri_node *node, bri_claim *claim, const bri_node **where, bri_error *err)
{
    const char *text = text_of(node, "times"), *end;
    *where = node_of(node, "times");
    claim->times = 1;
    if (*where && claim->is == BRI_EACH) return bri_fail(err, BRI_BAD_VALUE, "times compares runs, and each does not");
    if (*where &&
        (!text || !bri_number_read(text, &end, &claim->times) || *end || !(claim->times > 0 && claim->times <= 1e12)))
        return bri_fail(err, BRI_BAD_VALUE, "times is a factor above 0, not '%.40s'", text ? text : "");
    return BRI_OK;
}

bri_status bri_claim_read(const bri_node *node, bri_claim *claim, const bri_node **where, bri_error *err)
{
    const char *magnitude = text_of(node, "magnitude");
    *claim = (bri_claim){.text = text_of(node, "claim"),
                         .place = text_of(node, "place"),
                         .fails = text_of(node, "fails"),
                         .within = text_of(node, "within"),
                         .below = text_of(node, "below"),
                         .above = text_of(node, "above"),
                         .magnitude = magnitude && !strcmp(magnitude, "true")};
    bri_status status = find_relation(node, claim, where, err);
    if (!status) status = check_keys(node, claim, where, err);
    if (!status) status = read_factor(node, claim, where, err);
    if (status || !node_of(node, "magnitude") || claim->magnitude || (magnitude && !strcmp(magnitude, "false")))
        return status;
    *where = node_of(node, "magnitude");
    return bri_fail(err, BRI_BAD_VALUE, "magnitude is true or false, not '%.40s'", magnitude ? magnitude : "");
}

/* --- judging ---------------------------------------------------------------------------------------------------------------------- */

/* "2 %" of a value, or an amount. */
static bool read_tolerance(const char *text, const char *unit, double value, double *tolerance, bri_error *err)
{
    const char *end;
    double percent;
    if (!bri_number_read(text, &end, &percent) || end[strspn(end, " ")] != '%')
        return !bri_quantity_read(NULL, text, unit, tolerance, err);
    *tolerance = 0.01 * percent * fabs(value);
    return true;
}

bri_status bri_claim_check_unit(const bri_claim *claim, const char *unit, const char **which, bri_error *err)
{
    double value;
    bri_status status = BRI_OK;
    *which = claim->within;
    if (claim->within && !read_tolerance(claim->within, unit, 1, &value, err)) return BRI_BAD_VALUE;
    *which = claim->below;
    if (claim->below) status = bri_quantity_read(NULL, claim->below, unit, &value, err);
    if (status) return status;
    *which = claim->above;
    return claim->above ? bri_quantity_read(NULL, claim->above, unit, &value, err) : BRI_OK;
}

static bool is_within(const bri_claim *claim, const char *unit, double value)
{
    double limit;
    if (isnan(value)) return false;
    if (claim->below && (bri_quantity_read(NULL, claim->below, unit, &limit, NULL) || !(value < limit))) return false;
    return !claim->above || (!bri_quantity_read(NULL, claim->above, unit, &limit, NULL) && value > limit);
}

/* Whether a value is as claimed beside another one: the one before it, or the first. */
static bool holds_beside(const bri_claim *claim, const char *unit, double value, double other)
{
    double within = 0, times = claim->times;
    switch (claim->is) {
    case BRI_RISES:
    case BRI_SMALLER: /* the other is the first one */ return value > other * times;
    case BRI_FALLS:
    case BRI_LARGER: return other > value * times;
    default:
        return read_tolerance(claim->within, unit, value * times, &within, NULL) &&
               fabs(other - value * times) <= within;
    }
}

bool bri_claim_holds(const bri_claim *claim, const char *unit, const double *value, int count)
{
    bool follows = claim->is == BRI_RISES || claim->is == BRI_FALLS;
    for (int i = 0; i < count; i++) {
        double one = claim->magnitude ? fabs(value[i]) : value[i], other = value[follows && i ? i - 1 : 0];
        if (claim->is == BRI_EACH && !is_within(claim, unit, one)) return false;
        if (claim->is != BRI_EACH && i && !holds_beside(claim, unit, one, claim->magnitude ? fabs(other) : other))
            return false;
    }
    return true;
}

void bri_claim_describe(const bri_claim *claim, char *text, size_t size)
{
    char factor[60] = "";
    if (claim->times != 1)
        snprintf(factor, sizeof factor, claim->is == BRI_EQUAL ? " to %g times" : " by a factor of %g", claim->times);
    snprintf(text, size, "%s%s%s%s%s%s%s%s", bri_relation_names[claim->is], factor, claim->within ? " within " : "",
             claim->within ? claim->within : "", claim->below ? " below " : "", claim->below ? claim->below : "",
             claim->above ? " above " : "", claim->above ? claim->above : "");
}
