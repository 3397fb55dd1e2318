/* stick_factors.c - is sticking possible, is it guaranteed */
#include "stiction/stick_factors.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/fail.h"
#include "stiction/least_factor.h"
#include "stiction/search.h"
#include "stiction/tolerance.h"
#include "stiction/worst_ratio.h"

/* The factor from which on some coefficient would be larger than any real one. */
static double largest_factor(const sti_assessment *a)
{
    double most = 0;
    for (int c = 0; c < a->st->patches; c++)
        most = fmax(most, a->st->patch[c].load == STI_LOAD_GIVEN ? 1 : a->st->patch[c].static_limit[1]);
    return largest_coefficient / (most > 0 ? most : 1);
}

bri_status bri_find_possible(const sti_assessment *a, const bool *counts, bri_answer *answer, double *factor,
                             double *low, bri_error *err)
{
    double *y = calloc((size_t)a->pr->p + 1, sizeof *y);
    if (!y) return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    sti_search s = {.objective = {.problem = a->pr, .counts = counts, .factor = 1},
                    .enough = -tol_zero,
                    .floor = -2 * tol_zero,
                    .most = a->branches,
                    .point = y};
    bri_status status = bri_search(&s, err);
    *answer = s.found >= -tol_zero ? BRI_ANSWER_YES : s.bound < -tol_zero ? BRI_ANSWER_NO : BRI_ANSWER_OPEN;
    /* a distribution within the limits needs no factor above 1; where there is none, the factor is above 1 */
    *factor = *answer == BRI_ANSWER_YES ? fmin(bri_ratio_at(a->pr, counts, y), 1) : INFINITY;
    *low = *answer == BRI_ANSWER_NO ? 1 : 0;
    if (!status) status = bri_least_factor(a->pr, counts, a->branches, largest_factor(a), factor, low, err);
    free(y);
    return status;
}

bri_answer bri_is_guaranteed(double bound, double found)
{
    if (bound <= 1 + tol_zero) return BRI_ANSWER_YES;
    return found > 1 + tol_zero ? BRI_ANSWER_NO : BRI_ANSWER_OPEN;
}

bri_status bri_find_guaranteed(const sti_assessment *a, bri_error *err)
{
    bri_verdict_result *out = a->out;
    assert(out->parts == a->st->parts && out->interfaces == a->st->interfaces);
    double reached = 0, *part_reached = calloc((size_t)out->parts + 1, sizeof *part_reached);
    if (!part_reached) return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    bri_status status = BRI_OK;
    for (int f = 0; f < a->st->interfaces && !status; f++) {
        double bound, found;
        status = bri_worst_ratio(a->pr, f, &bound, &found, err);
        int part = a->st->interface[f].part;
        out->interface[f]->worst_ratio = bound;
        if (part < 0) continue; /* nothing moves it: it cannot slip */
        bri_part *p = out->part[part];
        p->guaranteed_factor = fmax(p->guaranteed_factor, bound);
        part_reached[part] = fmax(part_reached[part], found);
        out->guaranteed_factor = fmax(out->guaranteed_factor, bound);
        reached = fmax(reached, found);
    }
    for (int p = 0; p < out->parts; p++)
        out->part[p]->guaranteed = bri_is_guaranteed(out->part[p]->guaranteed_factor, part_reached[p]);
    out->guaranteed = bri_is_guaranteed(out->guaranteed_factor, reached);
    free(part_reached);
    return status;
}
