/* smoothed.h - laws that are smooth functions of the speed: over which speeds their force changes */
#ifndef BRISTLE_SIM_SMOOTHED_H
#define BRISTLE_SIM_SMOOTHED_H

#include "system/system.h"

enum {
    BRI_SMOOTHED_SPEEDS = 4
};

/* Speed scales of a smoothed law, between which its force has a steep rise and perhaps a peak, m/s; those that there are not stay as
 * they are. */
void bri_smoothed_speeds(const bri_system *system, const sys_interface *interface, double speed[BRI_SMOOTHED_SPEEDS]);
/* It has a peak, at which no step need end. Of a law that only rises, the ends of a step have the largest forces. speed: as above, 0: no
 * more. */
bool bri_has_peak(const sys_interface *interface, const double speed[BRI_SMOOTHED_SPEEDS]);

#endif
