/* claim.h - a claim about several runs: how the values of a measure compare
 *
 *     rises, falls: RUNS     from each run to the next
 *     larger, smaller: RUNS  the first run than each other
 *     equal: RUNS            the first run to each other, within a tolerance
 *     each: RUNS             every run is below, above a limit
 *
 * times: a factor that is claimed: larger by at least that factor; equal to so many times the other. fails: the reason why the claim
 * does not hold. A mapping in YAML has these keys beside those of the measure; what RUNS are is up to the file that has the claim. */
#ifndef BRISTLE_STUDY_CLAIM_H
#define BRISTLE_STUDY_CLAIM_H

#include "io/yaml.h"

typedef enum bri_relation {
    BRI_RISES,
    BRI_FALLS,
    BRI_LARGER,
    BRI_SMALLER,
    BRI_EQUAL,
    BRI_EACH,
    BRI_RELATIONS
} bri_relation;
extern const char *const bri_relation_names[BRI_RELATIONS + 1]; /* the keys; ends with NULL */

typedef struct bri_claim { /* texts are borrowed from the node; NULL: not given */
    const char *text, *place, *fails, *within, *below, *above;
    const bri_node *runs; /* value of the key of the relation */
    bri_relation is;
    double times;   /* 1: no factor */
    bool magnitude; /* compare magnitudes */
} bri_claim;

bool bri_claim_has_key(const char *key); /* the key is one of a claim, not of its measure */
/* where: the node that an error is at. */
bri_status bri_claim_read(const bri_node *node, bri_claim *claim, const bri_node **where, bri_error *err);
/* Whether the limits and the tolerance of a claim are in the unit of the measure. which: the text that is not. */
bri_status bri_claim_check_unit(const bri_claim *claim, const char *unit, const char **which, bri_error *err);
/* Whether values, in SI units, are as claimed. Requires a checked unit. A value that is NAN is not as claimed. */
bool bri_claim_holds(const bri_claim *claim, const char *unit, const double *value, int count);
void bri_claim_describe(const bri_claim *claim, char *text, size_t size); /* "rises by a factor of 2" */

#endif
