/* correction.h - Ambrosio's dynamic correction: no friction below one speed, full friction above another */
#ifndef BRISTLE_FRICTION_CORRECTION_H
#define BRISTLE_FRICTION_CORRECTION_H

#include "friction/stribeck.h"

#define ROW_CORRECTION_V_0(law)                                                                                        \
    BRI_PARAM_AS(law, v_0, BRI_ROLE_SPEED_SCALE, "m/s", 1e-3, 0, 1e3, "speed below which there is no friction")
#define ROW_CORRECTION_V_1(law)                                                                                        \
    BRI_PARAM_AS(law, v_1, BRI_ROLE_SPEED_SCALE, "m/s", 1e-2, 1e-9, 1e4, "speed above which friction is complete")

BRI_INLINE decay dynamic_correction(real speed, real v_0, real v_1)
{
    real width = v_1 - v_0, share = (speed - v_0) / width;
    decay c;
    c.value = real_max(real_min(share, splat(1)), splat(0));
    c.slope = pick((share > 0) & (share < 1), 1 / width, splat(0));
    return c;
}

#if BRI_LANES == 1
static inline bri_status check_correction(double v_0, double v_1, bri_error *err)
{
    if (v_1 <= v_0) return bri_fail(err, BRI_BAD_VALUE, "v_1 (%g m/s) must be above v_0 (%g m/s)", v_1, v_0);
    return BRI_OK;
}
#endif

#endif
