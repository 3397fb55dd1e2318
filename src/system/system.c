/* system.c - questions about a system that need no state */
#include "system/system.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/given.h"
#include "kind/record.h"
#include "signal/signal.h"

const sys_joint *bri_joint_of_row(const bri_system *s, int row)
{
    for (int j = 0; j < s->joints; j++)
        if (row >= s->joint[j].row && row < s->joint[j].row + s->joint[j].held) return &s->joint[j];
    return NULL;
}

const char *bri_row_name(const bri_system *s, int row, char name[BRI_ROW_NAME])
{
    const sys_joint *joint = bri_joint_of_row(s, row);
    if (joint) snprintf(name, BRI_ROW_NAME, "%.90s.%.30s", joint->name, joint->kind->held[row - joint->row].name);
    for (int k = 0; k < s->interfaces && !joint; k++)
        if (s->interface[k].stick_row == row) snprintf(name, BRI_ROW_NAME, "%.63s.friction", s->interface[k].label);
    return name;
}

const char *bri_row_unit(const sys_joint *joint, int row)
{
    assert(row >= joint->row && row < joint->row + joint->held);
    return bri_unit_turns(joint->kind->held[row - joint->row].unit) ? "rad" : "m";
}

double bri_clearance_of(const sys_joint *joint)
{
    if (!joint->gaps || !joint->kind->clearance) return 0;
    return *(const double *)(const void *)((const char *)joint->params + joint->kind->clearance);
}

bool bri_has_film(const sys_interface *interface)
{
    const bri_pair *p = &interface->pair;
    bool known = p->viscosity > 0 && p->modulus > 0 && p->length > 0 && p->roughness >= 0;
    return interface->law->lubricated && known && 1 / p->radius_a + 1 / p->radius_b > 0;
}

double bri_floor_of(const sys_interface *interface)
{
    const bri_kind *kind = &interface->law->kind;
    const bri_param *scaling = bri_param_with_role(kind, BRI_ROLE_SCALING);
    const void *params = interface->params->law.params;
    if (scaling && *(const int *)bri_row_at(scaling, params) != BRI_SCALING_FORCE) return 0; /* force: G is N times g */
    return bri_role_value(kind, params, BRI_ROLE_FLOOR);
}

bri_model *bri_system_model(const bri_system *s) { return s->whole ? s->whole : s->model; }

const char *bri_system_title(const bri_system *s)
{
    assert(s);
    const char *title = bri_model_root(s->model)->title;
    return title ? title : "";
}

int bri_system_channels(const bri_system *s, const bri_column **channels)
{
    assert(s);
    if (channels) *channels = s->channel;
    return s->channels;
}

void bri_system_mobility_sized(const bri_system *s, bri_mobility *out, size_t size)
{
    assert(s && out);
    bri_mobility whole = {.bodies = s->bodies,
                          .coordinates = BRI_DOF * s->bodies,
                          .constraints = s->held_rows,
                          .degrees_of_freedom = s->degrees,
                          .redundant = s->redundant,
                          .position_error = s->position_error,
                          .velocity_error = s->velocity_error};
    bri_hand_out(&whole, sizeof whole, out, size);
}

static const bri_record no_signal;

const bri_record *bri_signal_of(const bri_system *s, int index)
{
    if (index < s->joints) return s->joint[index].drive ? s->joint[index].drive : &no_signal;
    index -= s->joints;
    if (index < s->forces) return s->force[index].signal;
    index -= s->forces;
    return index < s->interfaces ? &s->interface[index].params->load : NULL;
}

double bri_next_time_event(const bri_system *s, double t)
{
    const bri_record *signal;
    double next = INFINITY;
    for (int i = 0; (signal = bri_signal_of(s, i)); i++)
        next = fmin(next, bri_signal_next_break(signal, t));
    return next;
}

double bri_longest_step(const bri_system *s)
{
    const bri_record *signal;
    double longest = INFINITY;
    for (int i = 0; (signal = bri_signal_of(s, i)); i++)
        longest = fmin(longest, bri_signal_longest_step(signal));
    for (int k = 0; k < s->interfaces; k++) { /* while it sticks, no error of a step would tell of its noise */
        const bri_noise *noise = s->interface[k].noise;
        for (int j = 0; s->interface[k].pushed && !noise->over_distance && j < BRI_NOISE_WAVES; j++)
            longest = fmin(longest, bri_eighth_of_period(noise->amplitude, noise->frequency[0][j]));
    }
    return longest;
}

void bri_system_destroy(bri_system *s)
{
    if (!s) return;
    bri_record_destroy(&s->usual_normal);
    bri_model_destroy(s->model);
    bri_model_destroy(s->whole);
    bri_arena_free(&s->arena);
    free(s);
}
