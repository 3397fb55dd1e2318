/* contact_hertz.c - point contact of elastic bodies, without energy loss
 *
 *     F = K d^n,  K = 4/3 E* sqrt(R) unless given
 *     1/E* = sum of (1 - nu^2)/E,  1/R = 1/R_i + 1/R_j,  the radius of a bore is negative, that of a flat side infinite
 *
 * H. Hertz, "Ueber die Beruehrung fester elastischer Koerper", Journal fuer die reine und angewandte Mathematik 92
 * (1882) 156-171. */
#include "contact/hertz.h"

typedef struct hertz {
    double stiffness, exponent;
} hertz;

static const bri_param hertz_params[] = {
    ROW_POINT_STIFFNESS(hertz),
    ROW_EXPONENT(hertz, 1.5),
    {0},
};

static bri_impact impact_of(const hertz *p)
{
    return (bri_impact){.stiffness = p->stiffness, .exponent = p->exponent, .v_min = 1};
}

static bri_status hertz_check(const void *params, bri_error *err)
{
    bri_impact impact = impact_of(params);
    return bri_impact_check(&impact, NULL, "hertz", err);
}

static bri_status hertz_prepare(const void *params, const bri_sides *sides, double *constants, bri_error *err)
{
    bri_impact impact = impact_of(params);
    return bri_impact_prepare(&impact, sides, NULL, "hertz", constants, err);
}

const bri_contact_law bri_contact_hertz = {
    .kind = {.name = "hertz",
             .family = "contact",
             .title = "Hertz, point contact of elastic bodies",
             .reference = "Hertz 1882",
             .defects =
                 "Has no energy loss. For point contact, such as spheres: two cylinders in line contact are stiffer.",
             .params_size = sizeof(hertz),
             .params = hertz_params,
             .check = hertz_check},
    IMPACT_FUNCTIONS(hertz),
};
