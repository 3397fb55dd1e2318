/* contact_power.c - force as a power of the depth, such as a fit of another law
 *
 *     F = K d^n (1 + a d'/v0) >= 0,  a: of the law named by `loss` */
#include "base/fail.h"
#include "contact/line.h"

typedef struct power {
    double stiffness, exponent;
    int loss;
    double restitution, v_min;
} power;

static const bri_param power_params[] = {
    BRI_PARAM_AS(power, stiffness, BRI_ROLE_STIFFNESS, "1", 0, 0, 1e30, "K in N/m^n"),
    ROW_EXPONENT(power, 1),
    LINE_ROWS(power),
    {0},
};

static bri_status power_prepare(const void *params, const bri_sides *sides, double *constants, bri_error *err)
{
    const power *p = params;
    (void)sides;
    if (p->stiffness == 0)
        return bri_fail(err, BRI_MISSING, "power needs a stiffness above 0: add stiffness, in N/m^n");
    constants[POWER_K] = p->stiffness;
    constants[POWER_N] = p->exponent;
    return bri_line_loss(p->loss, p->restitution, p->v_min, constants, err);
}

static bri_status power_check(const void *params, bri_error *err)
{
    double constants[BRI_CONTACT_CONSTANTS];
    return power_prepare(params, NULL, constants, err);
}

const bri_contact_law bri_contact_power = {
    .kind = {.name = "power",
             .family = "contact",
             .title = "force as a power of the depth, with a selectable energy loss",
             .defects = "A fit of another law is valid only between the loads of the fit.",
             .required = "stiffness",
             .params_size = sizeof(power),
             .params = power_params,
             .check = power_check},
    .prepare = power_prepare,
    .force = bri_power_force,
};
