/* slip_time.h - slip velocities within the last step, which need kinematics only */
#ifndef BRISTLE_SIM_SLIP_TIME_H
#define BRISTLE_SIM_SLIP_TIME_H

#include "sim/sim.h"
#include "sim/top.h"

/* Within the last step, before what happened at its end. */
bri_instant bri_instant_within(bri_sim *sim, double t);
/* m/s (rad/s where the law gives a torque). Overwrites sim->observer. */
double bri_slip_at(bri_sim *sim, double t, int interface);
/* When an interface slips at a speed v that lies between those at two times, a and b, closely enough: by secants and bisections in
 * turn. Overwrites sim->observer. */
double bri_time_of_slip(bri_sim *sim, int interface, double v, bri_sample a, bri_sample b);

#endif
