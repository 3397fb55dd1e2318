/* moving_limit.c - elements at their limits, where loads jump */
#include "system/moving_limit.h"

#include <math.h>

#include "system/friction.h"
#include "system/load_rate.h"
#include "system/tolerance.h"

enum {
    ROUNDS = 20 /* elements that are shortened change the load: each round leaves the loop gain's part of the excess */
};

static double length_of(const double *z, int dim) { return dim == 1 ? fabs(z[0]) : hypot(z[0], z[1]); }

static const bri_friction_law *law_with_limit(const bri_point *p, int r)
{
    int k = p->system->patch[r].interface;
    const bri_friction_law *law = p->system->interface[k].law;
    return law->moving_limit && bri_law_acts(&p->discrete, k) ? law : NULL;
}

void bri_put_elements_at_limits(const bri_evaluation *at, double *x)
{
    const bri_system *s = at->point.system;
    for (int r = 0; s->limits_follow_load && r < s->patches; r++) {
        const bri_friction_law *law = law_with_limit(&at->point, r);
        const sys_patch *patch = &s->patch[r];
        bri_slip slip;
        if (!law) continue;
        bri_patch_slip(&at->point, &at->solution, r, at->solution.load[r], &slip);
        for (int i = 0; i < patch->discrete_states; i++) {
            double *z = x + patch->z + i * patch->dim, length = length_of(z, patch->dim);
            double limit = law->moving_limit(s->interface[patch->interface].params->law.params, &slip, i);
            for (int d = 0; d < patch->dim && slip.discrete[i] == law->at_limit && length > 0; d++)
                z[d] *= limit / length;
        }
    }
}

/* Of one patch, under the loads of engine->look; discrete: that of engine->now. An element that begins to slide may raise its own
 * limit and those of others, as where its friction falls from static to sliding: they go on sliding. If they stuck, their friction
 * would rise again, and they would break loose in turn without end. Other jumps of the load let elements stick. */
static bool settle_patch(bri_engine *e, const bri_friction_law *law, int r, bool others_jump, double *x,
                         const double *before)
{
    const sys_patch *patch = &e->system->patch[r];
    const void *params = e->system->interface[patch->interface].params->law.params;
    double *discrete = e->now.law + e->now.law_at[r], g[BRI_LIST_MAX];
    bool fired[BRI_LIST_MAX] = {false}, any = false, changed = false, stuck = false;
    bri_slip slip;
    bri_patch_slip(&e->look.point, &e->look.solution, r, e->look.solution.load[r], &slip);
    slip.load_dot = bri_load_rates(e)[r];
    slip.z = x + patch->z;
    slip.discrete = discrete;
    bri_friction_event_values(law, params, &slip, g);
    for (int i = 0; i < patch->discrete_states; i++) {
        bool slides = discrete[i] == law->at_limit, slid = before[patch->discrete + i] == law->at_limit;
        double length = length_of(slip.z + i * patch->dim, patch->dim);
        if (others_jump && slides && slid && length < (1 - tol_limit_jump) * law->moving_limit(params, &slip, i)) {
            discrete[i] = 0;
            changed = true;
        }
        fired[i] = !slides && g[i] < -tol_limit_jump;
        any = any || fired[i];
        stuck = stuck || (slid && discrete[i] == 0);
    }
    if (stuck) slip.load_dot = INFINITY; /* it would slide at once, and stick again: it is shortened */
    if (any) law->handle_event(params, &slip, fired, x + patch->z, discrete);
    return any || changed;
}

bool bri_settle_elements(bri_engine *e, double t, bool others_jump, double *x, double *discrete, const double *before)
{
    const bri_system *s = e->system;
    bool changed = false, goes_on = s->limits_follow_load;
    for (int round = 0; round < ROUNDS && goes_on; round++) {
        bri_instant at = bri_instant_of(e, t, x, discrete);
        goes_on = false;
        if (bri_evaluate(e, &e->look, &at) != BRI_FINE) return changed;
        bri_update_load_rates(e, &e->look);
        bri_discrete_copy(&e->now, &e->look.point.discrete);
        for (int r = 0; r < s->patches; r++) {
            const bri_friction_law *law = law_with_limit(&e->look.point, r);
            if (law && settle_patch(e, law, r, others_jump, x, before)) goes_on = true;
        }
        if (goes_on) bri_discrete_pack(&e->now, discrete);
        changed = changed || goes_on;
    }
    return changed;
}
