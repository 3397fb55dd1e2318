/* smoothed.c - laws that are smooth functions of the speed: over which speeds their force changes */
#include "sim/smoothed.h"

#include "friction/regions.h"

void bri_smoothed_speeds(const bri_system *s, const sys_interface *interface, double speed[BRI_SMOOTHED_SPEEDS])
{
    int count = 0;
    bool is_smoothed = !interface->sticks && !interface->law->needs && s->patch[interface->patch].states == 0;
    for (const bri_param *p = interface->law->kind.params; is_smoothed && p->name && count < BRI_SMOOTHED_SPEEDS; p++) {
        double scale = bri_param_speed(p, interface->params->law.params);
        if (scale > 0) speed[count++] = scale;
    }
}

bool bri_has_peak(const sys_interface *interface, const double speed[BRI_SMOOTHED_SPEEDS])
{
    for (int i = 0; i < BRI_SMOOTHED_SPEEDS && speed[i] > 0; i++)
        if (bri_friction_falls(interface->law, interface->params->law.params, &interface->pair, speed[i])) return true;
    return false;
}
