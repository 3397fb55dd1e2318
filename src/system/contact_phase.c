/* contact_phase.c - begin, end and phases of contacts */
#include "system/contact_phase.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "system/tolerance.h"

static const double least_depth = 1e-15,
                    most_depth = 1e3; /* m: between which the depth of an impact is searched for, by doubling */

double bri_impact_depth(const bri_system *s, int g, double speed)
{
    const sys_gap *gap = &s->gap[g];
    const sys_joint *joint = &s->joint[gap->joint];
    double mass = INFINITY, depth = least_depth;
    bri_contact_force push = {0};
    for (int e = 0; e < joint->bodies; e++)
        if (joint->body[e] != BRI_GROUND) mass = fmin(mass, s->mass[joint->body[e]]);
    while (push.stored < 0.5 * mass * speed * speed && depth < fmin(most_depth, gap->deepest)) {
        depth *= 2;
        gap->law->force(gap->constants, fmin(depth, gap->deepest), 0, speed, &push);
    }
    return depth;
}

double bri_gap_event_value(const bri_point *p, int g)
{
    const bri_gap *gap = &p->gap[g];
    double apart = gap->normal.value * (1 + gap->bend * gap->normal.value) / (tol_gap_length * p->system->length);
    return p->discrete.contact[g].phase == BRI_SEPARATED ? apart : -apart;
}

void bri_contact_start(const bri_point *p, bri_discrete *d)
{
    for (int g = 0; g < p->system->gaps; g++) {
        bool touches = p->gap[g].normal.value < 0;
        d->contact[g] = (bri_contact_state){.phase = touches ? BRI_SUSTAINED : BRI_SEPARATED,
                                            .approach = touches ? fmax(p->depth_rate[g], 0) : 0};
    }
}

/* Friction of a contact that begins knows nothing of an earlier one, unless the model carries its bristle states. */
static void reset_friction(const bri_point *p, int g, bool begins, double *x, bri_discrete *d)
{
    const bri_system *s = p->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        const sys_patch *patch = &s->patch[interface->patch];
        if (interface->gap != g) continue;
        if (interface->sticks) {
            d->stick[k].mode = BRI_SLIP;
            d->stick[k].direction = begins && bri_slip_rate(p, interface) < 0 ? -1 : 1;
        }
        if (begins || interface->params->at_separation == BRI_AT_SEPARATION_CARRY) continue;
        memset(x + patch->z, 0, (size_t)patch->states * sizeof(double));
        memset(d->law + d->law_at[interface->patch], 0, (size_t)patch->discrete_states * sizeof(double));
    }
}

void bri_contact_change(const bri_point *p, int g, double *x, bri_discrete *d)
{
    bool begins = d->contact[g].phase == BRI_SEPARATED;
    double approach = begins ? fmax(p->depth_rate[g], 0) : 0;
    d->contact[g] = (bri_contact_state){.phase = begins ? BRI_COMPRESSION : BRI_SEPARATED,
                                        .approach = approach,
                                        .depth_scale = approach > 0 ? bri_impact_depth(p->system, g, approach) : 0};
    reset_friction(p, g, begins, x, d);
}

bool bri_contact_was_passed(const bri_point *p, int g)
{
    bool separated = p->discrete.contact[g].phase == BRI_SEPARATED;
    double goes_on = separated ? p->depth_rate[g] : -p->depth_rate[g];
    return bri_gap_event_value(p, g) < -tol_gap_passed && goes_on > 0;
}

bool bri_any_impact(const bri_discrete *d)
{
    for (int g = 0; g < d->system->gaps; g++)
        if (d->contact[g].phase == BRI_COMPRESSION || d->contact[g].phase == BRI_RESTITUTION) return true;
    return false;
}

void bri_contact_accept(const bri_point *p, bri_discrete *d)
{
    for (int g = 0; g < p->system->gaps; g++) {
        bri_contact_phase *phase = &d->contact[g].phase;
        if (*phase == BRI_COMPRESSION && p->depth_rate[g] < 0)
            *phase = BRI_RESTITUTION;
        else if (*phase == BRI_RESTITUTION && p->depth_rate[g] > 0)
            *phase = BRI_SUSTAINED;
    }
}
