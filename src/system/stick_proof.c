/* stick_proof.c - all sets of sticks and slips of few interfaces, all solutions of each, and whether they contradict it */
#include "system/stick_proof.h"

#include <math.h>
#include <string.h>

#include "system/count_solutions.h"
#include "system/stick_enumerate.h"
#include "system/tolerance.h"

typedef struct refutation { /* one set */
    const bri_selection *selection;
    const bri_discrete *set;
    bri_instant at;
} refutation;

/* A visitor of solutions: whether this one contradicts the set. */
static bool is_refuted(const double *friction, void *user)
{
    const refutation *r = user;
    bri_engine *e = r->selection->engine;
    int components = e->system->components, wanted;
    double apart = 0, size = 0;
    bri_guess_copy(e->system, &e->guess, &e->stick->start);
    memcpy(e->stick->start.friction, friction, (size_t)components * sizeof(double));
    if (bri_evaluate_from(e, &e->stick->choice, &r->at, &e->stick->start) != BRI_FINE) return false;
    for (int i = 0; i < components; i++) {
        apart = fmax(apart, fabs(e->stick->choice.solution.friction[i] - friction[i]));
        size = fmax(size, fabs(friction[i]));
    }
    return apart <= tol_same_solution * size && bri_set_inconsistent(r->selection, r->set, &wanted) >= 0;
}

bool bri_prove_none(const bri_selection *c, bri_discrete *d)
{
    bri_engine *e = c->engine;
    int which[BRI_MOST_ENUMERATED], count = 0, sets = 1;
    for (int k = 0; k < e->system->interfaces; k++) {
        if (!c->candidate[k]) continue;
        if (count == BRI_MOST_ENUMERATED) return false;
        which[count++] = k;
        sets *= 3;
    }
    for (int set = 0; set < sets; set++) {
        for (int i = 0, rest = set; i < count; i++, rest /= 3)
            bri_set_put(c, which[i], rest % 3 - 1, d);
        if (bri_any_at_limit(d)) return false; /* its friction is not that of a slip */
        bri_discrete_pack(d, e->stick->packed);
        refutation r = {.selection = c, .set = d, .at = bri_instant_of(e, c->t, c->x, e->stick->packed)};
        if (!bri_all_solutions(e, &e->stick->what_if, &r.at, is_refuted, &r)) return false;
    }
    return true;
}
