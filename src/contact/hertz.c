/* hertz.c - functions that the laws of point contact share */
#include "contact/hertz.h"

#include <assert.h>
#include <math.h>

#include "base/fail.h"
#include "contact/sides.h"

const bri_param bri_impact_params[] = {
    ROW_POINT_STIFFNESS(bri_impact),
    ROW_EXPONENT(bri_impact, 1.5),
    ROW_RESTITUTION(bri_impact),
    ROW_V_MIN(bri_impact),
    {0},
};

bri_status bri_impact_check(const void *params, bri_loss *loss, const char *who, bri_error *err)
{
    assert(params && who);
    const bri_impact *p = params;
    if (p->stiffness == 0 && p->exponent != 1.5)
        return bri_fail(
            err, BRI_MISSING,
            "stiffness is missing: it follows from radii and materials only for the exponent 1.5, not for %g",
            p->exponent);
    return bri_loss_check(loss, who, p->restitution, err);
}

bri_status bri_impact_prepare(const void *params, const bri_sides *sides, bri_loss *loss, const char *who,
                              double *constants, bri_error *err)
{
    assert(params && sides && who && constants);
    const bri_impact *p = params;
    bri_status status = bri_impact_check(p, loss, who, err);
    if (!status && p->stiffness == 0) status = bri_sides_check(sides, "radius modulus poisson", who, err);
    if (status) return status;
    bri_loss_prepare(loss, p->restitution, p->v_min, constants);
    constants[POWER_N] = p->exponent;
    constants[POWER_K] =
        p->stiffness > 0 ? p->stiffness : 4.0 / 3 * bri_sides_modulus(sides) * sqrt(bri_sides_radius(sides));
    return BRI_OK;
}
