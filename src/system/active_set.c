/* active_set.c - Newton's method on the natural map; and one change at a time */
#include "system/active_set.h"

#include <math.h>

enum {
    MOST_REPEATS = 3, /* a set that occurs more often is part of a cycle */
    SETS_PER_INTERFACE = 20
};

void bri_stick_all(const bri_sticking *q)
{
    for (int k = 0; k < q->p->system->interfaces; k++)
        if (q->candidate[k]) bri_sticking_put(q, k, 0);
}

bool bri_slip_without_friction(bri_sticking *q)
{
    const bri_system *s = q->p->system;
    double theta = q->theta;
    q->theta = 0;
    for (int k = 0; k < s->interfaces; k++)
        if (q->candidate[k]) bri_sticking_put(q, k, 1);
    bri_sticking_update(q);
    bool solved = !isinf(bri_sticking_step(q, false));
    bri_sticking_update(q);
    q->theta = theta;
    if (!solved) return false;
    bri_floors floors = bri_floors_of(q->solver, q->p, q->sol);
    for (int k = 0; k < s->interfaces; k++) {
        if (!q->candidate[k]) continue;
        double gamma = bri_row_residual(q->p, s->interface[k].stick_row, q->sol->a, false);
        bri_sticking_put(q, k, fabs(gamma) <= floors.acceleration ? 0 : gamma > 0 ? 1 : -1);
    }
    return true;
}

bool bri_active_set(const bri_sticking *q)
{
    uint64_t *seen = q->room->seen;
    bool same = false;
    for (int turn = 0; turn < q->most_turns && !bri_sticking_is_cancelled(q); turn++) {
        if (!same) bri_sticking_update(q);
        double change = bri_sticking_step(q, same);
        q->effort->turns++;
        if (isinf(change)) return false;
        bri_sticking_update(q); /* friction and accelerations of the new multipliers */
        same = !bri_sticking_change(q, false);
        if (same) {
            if (change <= q->settled) return bri_sticking_is_taken(q);
            seen[turn] = 0;
            continue;
        }
        int repeats = 0;
        seen[turn] = bri_discrete_fingerprint(&q->p->discrete, q->candidate);
        for (int i = 0; i < turn; i++)
            repeats += seen[i] == seen[turn];
        if (repeats > MOST_REPEATS) return false;
    }
    return false;
}

bool bri_one_at_a_time(const bri_sticking *q)
{
    int candidates = 0;
    for (int k = 0; k < q->p->system->interfaces; k++)
        candidates += q->candidate[k];
    for (int set = 0; set < SETS_PER_INTERFACE * (candidates + 1) && !bri_sticking_is_cancelled(q); set++) {
        q->effort->sets++;
        if (!bri_sticking_correct(q)) return false;
        if (!bri_sticking_change(q, true)) return bri_sticking_is_taken(q);
    }
    return false;
}
