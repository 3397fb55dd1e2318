/* faces.c - friction of a guide with two faces
 *
 * A guide with two faces has one friction force F at each corner, under the load L of both faces together. The faces share it
 * in proportion to their loads, max(N, 0) + P/2 and max(-N, 0) + P/2 with N the signed load and P the preload: the difference of
 * their forces, F N/L, is a second component, whose row is the couple about the middle. No load L carries more than C(L), its
 * static friction or what it adds to steady sliding: friction beyond it, such as viscous friction, or that of bristles whose
 * load has fallen, acts on both faces alike. So the difference is a continuous function of N, no steeper than static friction. */
#include "system/faces.h"

#include <assert.h>
#include <math.h>

#include "base/divisor.h"

bri_face_share bri_share_between_faces(const sys_interface *interface, double signed_load, double load)
{
    if (load == 0) return (bri_face_share){.share = 1}; /* its limit where the load grows from 0 */
    double preload = interface->params->preload / interface->patches;
    return (bri_face_share){.share = signed_load / load, .slope = preload / (load * load)};
}

/* C and its derivatives: what the law's static coefficient allows, and, where it is not exceeded, no more; else what steady
 * sliding at this speed has more than without a load. */
static bri_curve carried_at_most(const sys_interface *interface, const bri_slip *slip, double force)
{
    const bri_friction_law *law = interface->law;
    double mu = bri_role_value(&law->kind, interface->params->law.params, BRI_ROLE_STATIC);
    bri_curve most = {.force = mu * slip->load, .by_load = mu}, with, without;
    if (fabs(force) <= most.force) return most;
    bri_slip unloaded = *slip;
    unloaded.load = unloaded.rate_load = 0;
    law->curve(interface->params->law.params, slip, &with);
    law->curve(interface->params->law.params, &unloaded, &without);
    double more = with.force - without.force, sign = more < 0 ? -1 : 1;
    if (!(fabs(more) > most.force)) return most;
    return (bri_curve){
        .force = fabs(more), .by_speed = sign * (with.by_speed - without.by_speed), .by_load = sign * with.by_load};
}

bri_carried bri_carried_by_load(const sys_interface *interface, const bri_slip *slip, double force)
{
    bri_curve most = carried_at_most(interface, slip, force);
    if (fabs(force) <= most.force) return (bri_carried){.force = force, .by_force = 1};
    double sign = force < 0 ? -1 : 1;
    return (bri_carried){
        .force = sign * most.force, .by_load = sign * most.by_load, .by_v = sign * most.by_speed * slip->dir[0]};
}

void bri_set_face_difference(const sys_patch *patch, bri_face_share faces, bool follows, bri_solution *sol)
{
    double *friction = sol->friction + patch->component, *by_load = sol->by_load + patch->component;
    friction[1] = friction[0] * faces.share;
    by_load[1] = follows ? by_load[0] * faces.share + friction[0] * faces.slope : 0;
}

void bri_set_carried_difference(const sys_patch *patch, bri_carried carried, double undamped_by_signed,
                                bri_face_share faces, double side, bool follows, bri_solution *sol)
{
    double *friction = sol->friction + patch->component, *by_load = sol->by_load + patch->component;
    double by_signed = carried.by_force * undamped_by_signed + side * carried.by_load;
    friction[1] = carried.force * faces.share;
    by_load[1] = follows ? by_signed * faces.share + carried.force * faces.slope : 0;
}

/* H/2 f sum N_i/sum L_i, where the multipliers hold so much couple that is friction. */
static double couple_under(const bri_solution *sol, const sys_interface *interface, double couple)
{
    const bri_system *s = sol->system;
    const sys_joint *joint = &s->joint[interface->joint];
    const bri_patch *first = &sol->patch[interface->patch];
    double half = first->row[first->dim].end[1][2], sum = 0, loads = interface->params->preload;
    for (int r = interface->patch; r < interface->patch + interface->patches; r++) {
        const bri_patch *patch = &sol->patch[r];
        double load = -patch->by_lambda[patch->couple] * couple;
        for (int h = 0; h < joint->held; h++)
            load += patch->by_lambda[h] * sol->lambda[joint->row + h];
        sum += load;
        loads += fabs(load);
    }
    return half * sol->lambda[interface->stick_row] * sum / fmax(loads, least_force);
}

double bri_couple_of_stick(const bri_solution *sol, const sys_interface *interface)
{
    enum {
        TURNS = 100
    };
    const bri_patch *first = &sol->patch[interface->patch];
    assert(interface->faces && interface->sticks);
    double most = fabs(first->row[first->dim].end[1][2] * sol->lambda[interface->stick_row]);
    double couple = couple_under(sol, interface, 0), tiny = 1e-15 * most;
    if (couple == 0) return 0;
    double low = 0, high = copysign(most, couple), at_low = -couple,
           at_high = high - couple_under(sol, interface, high);
    double at = couple - couple_under(sol, interface, couple);
    for (int turn = 0; turn < TURNS && fabs(at) > tiny && fabs(high - low) > tiny;
         turn++) { /* regula falsi (Illinois) */
        if ((at < 0) == (at_low < 0)) {
            low = couple;
            at_low = at;
            at_high *= 0.5;
        } else {
            high = couple;
            at_high = at;
            at_low *= 0.5;
        }
        couple = low - at_low * (high - low) / (at_high - at_low);
        if (!((couple - low) * (couple - high) <= 0)) couple = 0.5 * (low + high);
        at = couple - couple_under(sol, interface, couple);
    }
    return couple;
}

double bri_reaction_of_row(const bri_point *p, const bri_solution *sol, int row)
{
    const bri_system *s = p->system;
    double reaction = sol->lambda[row];
    for (int k = 0; k < s->interfaces && s->any_faces; k++) {
        const sys_interface *interface = &s->interface[k];
        if (!interface->faces || !interface->sticks || !bri_sticks(&p->discrete, k)) continue;
        if (row == s->joint[interface->joint].row + sol->patch[interface->patch].couple)
            reaction -= bri_couple_of_stick(sol, interface);
    }
    return reaction;
}
