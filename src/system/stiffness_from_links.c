/* stiffness_from_links.c - friction laws of a rigid mechanism that share its load as elastic links would
 *
 * Where more joints stick than the mechanism has degrees of freedom, the stiffness of bristles, or the steepness of a smoothed
 * law at rest, decides how they share the load (Wojtyra 2017, sections 3.4 and 3.5). Here it is taken from the links (statics.c). */
#include "system/stiffness_from_links.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "kind/expressions.h"
#include "kind/record.h"
#include "model/elastic.h"
#include "system/build.h"
#include "system/initial.h"
#include "system/statics.h"

enum {
    SAMPLES = 400,      /* along a run, for a time at which load is shared */
    MOST_STEPS = 100000 /* of a slip, in thousandths of what straight bristles would need */
};
static const double slowest = 1e-12, fastest = 1e3; /* m/s: speeds between which laws are evaluated */
static const double proportional = 1e-6;            /* deviation of a ratio from 2 or 1/2 that is rounding */
static const double tol_bisection = 1e-12;          /* of a speed */
static const double most_of_limit = 0.98;           /* of what a joint can hold, where load is shared */
static const double slow_slip = 1e-9;               /* m/s: bristles have no force from damping */
static const double slip_step = 1e-3;               /* of the slip that straight bristles would need */
static const double tie = 1e-6; /* share of a limit by which a later time must exceed an earlier one */

/* --- into the laws ------------------------------------------------------------------------------------------------------------ */

static double slope_at_rest(const bri_friction_law *law, const void *params, const bri_pair *pair, double load)
{
    double v = slowest;
    bri_slip slip = {.pair = pair, .elements = 1};
    bri_curve curve = {0};
    bri_slip_set(&slip, 1, &v, load);
    law->curve(params, &slip, &curve);
    return curve.by_speed;
}

/* The parameter that the slope at rest is in proportion to (1), or its inverse (-1); NULL: there is none. */
static const bri_param *find_steepness(const sys_interface *interface, const void *params, int *power)
{
    const bri_kind *kind = &interface->law->kind;
    double before = slope_at_rest(interface->law, params, &interface->pair, 1);
    void *other = malloc(kind->params_size);
    const bri_param *found = NULL;
    for (const bri_param *row = kind->params; other && !found && row->name; row++) {
        if (!(bri_param_speed(row, params) > 0)) continue;
        memcpy(other, params, kind->params_size);
        *(double *)bri_row_at(row, other) *= 2;
        double ratio = slope_at_rest(interface->law, other, &interface->pair, 1) / before;
        *power = fabs(ratio - 2) < proportional ? 1 : fabs(ratio - 0.5) < proportional ? -1 : 0;
        if (*power) found = row;
    }
    free(other);
    return found;
}

typedef struct target { /* where derived parameters go */
    bri_model *model;
    sys_derived *derived;
    int count;
} target;

static bri_record *law_in(const bri_model *model, const bri_statics *s, int k)
{
    const sys_interface *interface = &s->system->interface[k];
    const sys_joint *joint = &s->system->joint[interface->joint];
    const bri_record *record = &bri_model_root(model)->joints.at[interface->joint];
    bri_record *friction = (bri_record *)(void *)((char *)record->params + joint->kind->friction[interface->motion]);
    return &((bri_friction_params *)friction->params)->law;
}

static bri_status put(target *to, const bri_statics *s, int k, const bri_param *row, double value, bri_error *err)
{
    bri_record *law = law_in(to->model, s, k);
    const char *joint = s->system->interface[k].label;
    bri_error why = {0};
    bri_expression_drop(law, bri_row_number(law->kind, row), 0);
    bri_status status = bri_params_set(law->kind, law->params, row->name, value, &why);
    if (!status) status = bri_params_check(law->kind, law->params, &why);
    if (status)
        return bri_fail(err, status, "joint '%s': the value derived from the stiffness of the links: %s", joint,
                        why.what);
    sys_derived *derived = &to->derived[to->count++];
    *derived = (sys_derived){.joint = s->system->interface[k].joint,
                             .parameter = row->name,
                             .value = value,
                             .stiffness = s->stiffness[k],
                             .load = s->load[k],
                             .time = s->time};
    bri_param_unit(law->kind, row, law->params, derived->unit);
    return BRI_OK;
}

static bri_status too_much(const bri_statics *s, int k, bri_error *err)
{
    return bri_fail(
        err, BRI_BAD_MODEL,
        "at %g s joint '%s' would carry %.4g N under a load of %.4g N, more than its law can hold: choose a time "
        "before it slips, run: {share_at: 1 s}",
        s->time, s->system->interface[k].label, s->carried[k], s->load[k]);
}

/* How far the surfaces slip, slowly, until the elastic part of bristles has the force; NAN: it never has. */
static double slip_to(const bri_statics *s, int k, const void *params)
{
    const sys_interface *interface = &s->system->interface[k];
    const sys_patch *patch = &s->system->patch[interface->patch];
    double z[BRI_Z_MAX] = {0}, zdot[BRI_Z_MAX], discrete[BRI_LIST_MAX] = {0}, v = slow_slip, before = 0;
    double step = slip_step * s->carried[k] / fabs(interface->elastic_by_z) /
                  (interface->elastic_follows_load ? s->load[k] : 1),
           x = 0;
    bri_slip slip = {.elements = patch->elements, .pair = &interface->pair, .z = z, .discrete = discrete};
    bri_drag drag = {.zdot = zdot};
    for (int i = 0; i < MOST_STEPS; i++, x += step) {
        double middle[BRI_Z_MAX];
        bri_slip_set(&slip, 1, &v, s->load[k]);
        bri_friction_eval(interface->law, params, &slip, &drag, NULL);
        double here = fabs(drag.elastic[0]);
        if (here >= s->carried[k]) return x - step * (here - s->carried[k]) / (here - before);
        before = here;
        memcpy(middle, z, sizeof z); /* the midpoint rule in the distance */
        for (int n = 0; n < patch->states; n++)
            z[n] += 0.5 * step / v * zdot[n];
        bri_friction_eval(interface->law, params, &slip, &drag, NULL);
        for (int n = 0; n < patch->states; n++)
            z[n] = middle[n] + step / v * zdot[n];
    }
    return NAN;
}

/* The least speed at which a smoothed law has the force; NAN: it never has. */
static double speed_to(const bri_statics *s, int k, const void *params)
{
    const sys_interface *interface = &s->system->interface[k];
    bri_slip slip = {.pair = &interface->pair, .elements = 1};
    bri_curve curve = {0};
    double low = 0, high = slowest;
    for (; high < fastest; low = high, high *= 1.05) {
        bri_slip_set(&slip, 1, &high, s->load[k]);
        interface->law->curve(params, &slip, &curve);
        if (curve.force >= s->carried[k]) break;
    }
    if (!(high < fastest)) return NAN;
    while (high - low > tol_bisection * high) {
        double middle = 0.5 * (low + high);
        bri_slip_set(&slip, 1, &middle, s->load[k]);
        interface->law->curve(params, &slip, &curve);
        *(curve.force >= s->carried[k] ? &high : &low) = middle;
    }
    return high;
}

/* Makes the ratios of force to slip proportional to those of the links. The first joint keeps its value, so presliding stays as
 * small as given. Damping is scaled with the stiffness, so that bristles settle as fast as before. */
static bri_status put_bristle(target *to, const bri_statics *s, int k, const bri_param *sigma0, double *first,
                              bri_error *err)
{
    bri_record *law = law_in(to->model, s, k);
    double now = s->carried[k] / slip_to(s, k, law->params);
    double mu =
        bri_role_value(law->kind, law->params, BRI_ROLE_STATIC); /* slip_to keeps a law in its first discrete state */
    if (isnan(now) || (mu > 0 && s->carried[k] > mu * s->load[k])) return too_much(s, k, err);
    if (isnan(*first)) *first = now / s->stiffness[k];
    double ratio = *first * s->stiffness[k] / now, *old = bri_row_at(sigma0, law->params);
    const bri_param *sigma1 = bri_param_with_role(law->kind, BRI_ROLE_BRISTLE_DAMPING);
    if (sigma1) {
        *(double *)bri_row_at(sigma1, law->params) *= ratio;
        bri_expression_drop(law, bri_row_number(law->kind, sigma1), 0);
    }
    return put(to, s, k, sigma0, *old * ratio, err);
}

/* And so do forces over speeds of smoothed laws. */
static bri_status put_slope(target *to, const bri_statics *s, int k, double *first, bri_error *err)
{
    const sys_interface *interface = &s->system->interface[k];
    bri_record *law = law_in(to->model, s, k);
    int power = 0;
    const bri_param *row = find_steepness(interface, law->params, &power);
    if (!row)
        return bri_fail(
            err, BRI_BAD_MODEL,
            "joint '%s': the law %s has neither a bristle stiffness nor a slope at zero velocity that could "
            "represent the stiffness of the links",
            interface->label, law->kind->name);
    double now = s->carried[k] / speed_to(s, k, law->params), value = *(double *)bri_row_at(row, law->params);
    if (isnan(now)) return too_much(s, k, err);
    if (isnan(*first)) *first = now / s->stiffness[k];
    double ratio = *first * s->stiffness[k] / now;
    return put(to, s, k, row, power > 0 ? value * ratio : value / ratio, err);
}

static bri_status put_all(target *to, const bri_statics *s, bri_error *err)
{
    bri_status status = BRI_OK;
    double bristle = NAN, slope = NAN; /* of the first joint, over the stiffness of the links there */
    to->derived = calloc((size_t)s->system->interfaces + 1, sizeof *to->derived);
    if (!to->derived) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d joints", s->system->interfaces);
    for (int k = 0; !status && k < s->system->interfaces; k++) {
        const sys_interface *interface = &s->system->interface[k];
        const bri_param *sigma0 = bri_param_with_role(&interface->law->kind, BRI_ROLE_BRISTLE_STIFFNESS);
        bool has_one = sigma0 && sigma0->type == BRI_REAL; /* not a list of them */
        if (interface->sticks) continue;                   /* it holds by itself: it has nothing to share by */
        status = has_one ? put_bristle(to, s, k, sigma0, &bristle, err)
                 : interface->law->curve && !s->system->patch[interface->patch].states
                     ? put_slope(to, s, k, &slope, err)
                     : bri_fail(err, BRI_BAD_MODEL,
                                "joint '%s': the law %s has no single stiffness that could represent that of the links",
                                interface->label, interface->law->kind.name);
    }
    if (!status && !to->count)
        return bri_fail(err, BRI_BAD_MODEL,
                        "no joint has friction that could represent the stiffness of the links: use a law with "
                        "bristles, or a smoothed law");
    return status;
}

/* The largest force of a law over its load, at any speed. */
static double limit_of(const bri_statics *s, int k)
{
    const sys_interface *interface = &s->system->interface[k];
    bri_slip slip = {.pair = &interface->pair, .elements = 1};
    bri_curve curve = {0};
    double most = 0;
    for (double v = slowest; v < fastest; v *= 1.05) {
        bri_slip_set(&slip, 1, &v, s->load[k]);
        if (interface->law->curve) interface->law->curve(interface->params->law.params, &slip, &curve);
        most = fmax(most, curve.force);
    }
    return most / s->load[k];
}

/* The time at which some joint comes nearest to its limit, before any reaches it. NAN: nothing is shared at any time. */
static double nearest_to_slip(bri_statics *s, const bri_run_params *run)
{
    double best = NAN, highest = 0;
    for (int i = 0; i <= SAMPLES && highest < most_of_limit; i++) {
        double share = 0, time = run->start + (run->until - run->start) * i / SAMPLES;
        if (bri_statics_solve(s, time, NULL)) continue;
        for (int k = 0; k < s->system->interfaces; k++)
            share = fmax(share, s->carried[k] / s->load[k] / limit_of(s, k));
        if (share >= most_of_limit && !isnan(best)) break;
        if (!(share > highest * (1 + tie))) continue; /* of equals the first */
        highest = share;
        best = time;
    }
    return best;
}

/* Statics has no contact forces, on which the friction at a gap depends. */
static bri_status check_gaps(const bri_system *s, bri_error *err)
{
    for (int k = 0; k < s->interfaces; k++)
        if (s->interface[k].gap >= 0)
            return bri_fail(err, BRI_BAD_MODEL,
                            "the friction of joint '%s' acts at a gap, so that it shares no load at rest: use elastic "
                            "links without as: friction",
                            s->interface[k].label);
    return BRI_OK;
}

static bri_status derive(bri_statics *s, target *to, bri_error *err)
{
    const bri_run_params *run = bri_model_root(to->model)->run.params;
    bri_status status = check_gaps(s->system, err);
    if (!status) status = bri_statics_begin(s, run->start, err);
    double time = status || !isnan(run->share_at) ? run->share_at : nearest_to_slip(s, run);
    if (!status) status = bri_statics_solve(s, isnan(time) ? run->start : time, err);
    return status ? status : put_all(to, s, err);
}

bri_status bri_derive_stiffness(bri_model *model, sys_derived **derived, int *count, bri_error *err)
{
    bri_model *elastic = NULL;
    bri_system *system = NULL;
    bri_statics s = {0};
    target to = {.model = model};
    bri_error why = {0};
    char where[256] = "";
    const bri_record *body = bri_model_friction_link(model);
    if (body->line) snprintf(where, sizeof where, "%s:%d:%d", bri_model_name(model), body->line, body->column);
    bri_status status = bri_model_copy(model, &elastic, err);
    if (status) return status;
    bri_model_make_friction_links_elastic(elastic);
    status = bri_system_build_unstarted(elastic, &system, err);
    if (!status) status = bri_find_initial_state(system, err);
    if (!status) {
        s.system = system;
        status = derive(&s, &to, &why);
        if (status) bri_fail_at(err, status, where, "body '%s': elastic: %s", body->name, why.what);
    }
    bri_arena_free(&s.arena);
    bri_system_destroy(system);
    bri_model_destroy(elastic);
    *derived = to.derived;
    *count = to.count;
    return status;
}
