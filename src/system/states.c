/* states.c - names, units and sizes of the elements of x */
#include "system/states.h"

#include <math.h>
#include <stdio.h>

#include "base/fail.h"
#include "system/energy.h"

enum {
    NAME = 160 /* "energy changed by constraint stabilisation", or a term of the energy balance with a label */
};

static char *take_name(bri_system *s, int element, const char *unit)
{
    char *name = bri_arena_take(&s->arena, NAME, 1);
    s->state[element] = (sys_state){name, unit};
    return name;
}

static bool is_of_torque(const bri_system *s, const sys_sum *sum)
{
    return bri_unit_turns(s->joint[sum->index].kind->held[0].unit);
}

static void name_sum(bri_system *s, int i)
{
    const sys_sum *sum = &s->sum[i];
    bool is_energy = sum->kind->group != BRI_SUM_SQUARES;
    char *name = take_name(s, s->states + i, is_energy ? "J" : is_of_torque(s, sum) ? "N2 m2 s" : "N2 s");
    if (name) snprintf(name, NAME, sum->kind->term, sum->kind->name(s, sum->index));
}

bri_status bri_states_name(bri_system *s, bri_error *err)
{
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        char *name = interface->distance >= 0 ? take_name(s, interface->distance, "m") : NULL;
        if (name) snprintf(name, NAME, "%s.distance", interface->label);
    }
    for (int i = 0; i < s->quadratures; i++)
        name_sum(s, i);
    return s->arena.failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: %d states", s->states) : BRI_OK;
}

double bri_state_size(const bri_system *s, int i)
{
    if (i < s->states) return s->size[i];
    const sys_sum *sum = &s->sum[i - s->states];
    double energy = bri_energy_scale(s);
    if (sum->kind->group != BRI_SUM_SQUARES) return energy;
    double effort = is_of_torque(s, sum) ? energy : energy / s->length;
    return effort * effort;
}
