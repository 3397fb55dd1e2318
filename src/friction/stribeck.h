/* stribeck.h - parameters and functions that laws with a static peak share: the decay of the peak, the check of mu_s */
#ifndef BRISTLE_FRICTION_STRIBECK_H
#define BRISTLE_FRICTION_STRIBECK_H

#include "friction/friction.h"

#define ROW_MU_K(law) BRI_PARAM_AS(law, mu_k, BRI_ROLE_SLIDING, "1", 0.1, 0, 10, "coefficient of sliding friction")
#define ROW_MU_S(law) BRI_PARAM_AS(law, mu_s, BRI_ROLE_STATIC, "1", 0.15, 0, 10, "coefficient of static friction")
#define ROW_V_S(law)                                                                                                   \
    BRI_PARAM_AS(law, v_s, BRI_ROLE_SPEED_SCALE, "m/s", 1e-3, 1e-9, 1e3,                                               \
                 "Stribeck velocity: the static peak decays over it")
#define ROW_EXPONENT(law) BRI_PARAM_AS(law, exponent, BRI_ROLE_EXPONENT, "1", 2, 0.1, 10, "exponent of the decay")
#define ROW_K_V(law, initial) BRI_PARAM_AS(law, k_v, BRI_ROLE_VISCOUS, "N s/m", initial, 0, 1e9, "viscous coefficient")
#define ROW_V_0(law)                                                                                                   \
    BRI_PARAM_AS(law, v_0, BRI_ROLE_SPEED_SCALE, "m/s", 1e-3, 1e-9, 1e3, "speed at which sliding friction is reached")

#define ROW_K_SAT(law)                                                                                                 \
    BRI_PARAM_AS(law, k_sat, BRI_ROLE_INVERSE_SPEED, "s/m", 1000, 1e-3, 1e9,                                           \
                 "steepness at rest: full friction from 1/k_sat on")

typedef ahead decay;

/* exp(-(speed / v_s)^exponent) */
BRI_INLINE decay stribeck_decay_at(real speed, real v_s, real exponent, bool look)
{
    real inverse = 1 / v_s, ratio = speed * inverse, power, by_ratio; /* one division for a whole batch */
    if (none(exponent != 2)) {
        power = ratio * ratio;
        by_ratio = 2 * ratio;
    } else {
        real size = real_abs(ratio); /* negative: against the direction of the piece that is held */
        power = real_pow(size, exponent);
        by_ratio = real_sign_of(exponent * (power / real_max(size, splat(least_length))), ratio); /* finite at rest */
    }
    decay d;
    d.value = look ? real_exp(-power) : lane_exp(real_max(splat(-700), -power), splat(0)); /* identical results */
    d.slope = -d.value * by_ratio * inverse;
    return d;
}

BRI_INLINE decay stribeck_decay(real speed, real v_s, real exponent)
{
    return stribeck_decay_at(speed, v_s, exponent, true);
}

/* Fails if the static coefficient is below the sliding coefficient; the message names both by their roles in the table. */
bri_status bri_check_peak(const bri_param *table, double sliding, double statics, bri_error *err);

#define CHECK_PEAK(law)                                                                                                \
    static bri_status law##_check(const void *params, bri_error *err)                                                  \
    {                                                                                                                  \
        const law *p = params;                                                                                         \
        return bri_check_peak(law##_params, p->mu_k, p->mu_s, err);                                                    \
    }

#endif
