/* hertz.h - parameters and functions that the laws of point contact share
 *
 *     F = K d^n (1 + a d'/v0),     K = 4/3 E* sqrt(R) unless given
 *
 * The file of such a law contains its formula for a, its source and known defects, and one constant. */
#ifndef BRISTLE_CONTACT_HERTZ_H
#define BRISTLE_CONTACT_HERTZ_H

#include "contact/power.h"

typedef struct bri_impact {
    double stiffness, exponent, restitution, v_min;
} bri_impact;

#define ROW_POINT_STIFFNESS(type_)                                                                                     \
    BRI_PARAM_AS(type_, stiffness, BRI_ROLE_STIFFNESS, "1", 0, 0, 1e30,                                                \
                 "K in N/m^n; 0: 4/3 E* sqrt(R) from radii and materials, for n = 1.5")

extern const bri_param bri_impact_params[];
bri_status bri_impact_check(const void *params, bri_loss *loss, const char *who, bri_error *err);
bri_status bri_impact_prepare(const void *params, const bri_sides *sides, bri_loss *loss, const char *who,
                              double *constants, bri_error *err);

#define IMPACT_LAW(law)                                                                                                \
    static bri_status law##_check(const void *params, bri_error *err)                                                  \
    {                                                                                                                  \
        return bri_impact_check(params, bri_loss_##law, #law, err);                                                    \
    }                                                                                                                  \
    static bri_status law##_prepare(const void *params, const bri_sides *sides, double *constants, bri_error *err)     \
    {                                                                                                                  \
        return bri_impact_prepare(params, sides, bri_loss_##law, #law, constants, err);                                \
    }
#define IMPACT_KIND(law)                                                                                               \
    .name = #law, .family = "contact", .params_size = sizeof(bri_impact), .params = bri_impact_params,                 \
    .check = law##_check
#define IMPACT_FUNCTIONS(law) .needs = "radius modulus poisson", .prepare = law##_prepare, .force = bri_power_force

#endif
