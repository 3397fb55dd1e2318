/* jam.c - where friction and reactions lose their common solution on the way to a singular configuration
 *
 * At a dead centre, the force that a link must transmit is proportional to 1/x, with x the angle to it, and so is the loop gain of the
 * friction that this force causes. Where it is 1, at a small x, the mechanism jams: a link that is driven cannot turn another one any
 * more. This range is narrow, and steps would pass over it. */
#include "system/jam.h"

#include <math.h>

#include "base/divisor.h"
#include "system/no_solution.h"
#include "system/singular.h"
#include "system/tolerance.h"

static bool any_friction_follows(const bri_evaluation *at)
{
    for (int c = 0; c < at->point.system->components; c++)
        if (at->solution.by_load[c] != 0) return true;
    return false;
}

double bri_step_before_jam(bri_engine *e, const bri_instant *at)
{
    const bri_system *s = e->system;
    bri_evaluation *look = &e->look;
    if (!e->may_jam || !s->any_from_reaction) return INFINITY;
    bri_evaluate(e, look, at);
    if (!bri_solution_is_of(&look->solution, &look->point) || !any_friction_follows(look)) return INFINITY;
    double turn, left = bri_time_to_singular(e, at, &turn);
    if (!(left < INFINITY)) return INFINITY;
    bri_limit limit = bri_limit_here(&e->solver, &look->point, &e->options, false, &look->solution);
    look->solution.point_stamp = 0; /* its factors are others */
    double range = left * fmin(limit.gain, 1);
    if (!(range * turn > least_jam)) return INFINITY;
    double share = left * turn < straight_jam ? approach_jam : 0.5; /* the time is that of a straight way */
    return share * (left - range) + enter_jam * range;
}
