/* sides.c - geometry and material of the two sides of a contact */
#include "contact/sides.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/fail.h"

static const char *const side_name[] = {"first", "second"};

static bri_status check_radii(const bri_sides *sides, const char *who, bri_error *err)
{
    const double *r = sides->radius;
    for (int i = 0; i < 2; i++) {
        if (isnan(r[i]))
            return bri_fail_at(err, BRI_MISSING, "radius", "%s needs the radius of the %s side", who, side_name[i]);
        if (r[i] == 0)
            return bri_fail(
                err, BRI_BAD_VALUE,
                "the %s side is a point or corner, with radius 0, so %s needs an explicit stiffness: add stiffness",
                side_name[i], who);
    }
    if (isinf(r[0]) && isinf(r[1]))
        return bri_fail(err, BRI_BAD_VALUE, "both sides are flat, but %s needs a round one", who);
    if (1 / r[0] + 1 / r[1] > 0) return BRI_OK;
    return bri_fail(err, BRI_BAD_VALUE,
                    "radii of %g m and %g m cannot be in contact: a bore must be larger than its pin", r[0], r[1]);
}

static bri_status check_length(const bri_sides *sides, const char *who, bri_error *err)
{
    if (isnan(sides->length))
        return bri_fail_at(err, BRI_MISSING, "length", "%s needs the length of the line of contact", who);
    if (sides->length > 0 && isfinite(sides->length)) return BRI_OK;
    return bri_fail(err, BRI_BAD_VALUE, "the length of the line of contact is %g m, and must be above 0",
                    sides->length);
}

static bri_status check_modulus(const bri_sides *sides, const char *who, bri_error *err)
{
    for (int i = 0; i < 2; i++) {
        if (isnan(sides->modulus[i]))
            return bri_fail(err, BRI_MISSING, "%s needs the modulus of elasticity of the %s side", who, side_name[i]);
        if (!(sides->modulus[i] > 0) || isinf(sides->modulus[i]))
            return bri_fail(err, BRI_BAD_VALUE, "the modulus of the %s side is %g Pa, and must be above 0",
                            side_name[i], sides->modulus[i]);
    }
    return BRI_OK;
}

static bri_status check_poisson(const bri_sides *sides, const char *who, bri_error *err)
{
    for (int i = 0; i < 2; i++) {
        if (isnan(sides->poisson[i]))
            return bri_fail(err, BRI_MISSING, "%s needs Poisson's ratio of the %s side", who, side_name[i]);
        if (!(sides->poisson[i] > -1 && sides->poisson[i] <= 0.5))
            return bri_fail(err, BRI_BAD_VALUE, "Poisson's ratio of the %s side is %g, and must lie between -1 and 0.5",
                            side_name[i], sides->poisson[i]);
    }
    return BRI_OK;
}

bri_status bri_sides_check(const bri_sides *sides, const char *needs, const char *who, bri_error *err)
{
    assert(sides && who);
    bri_status status = BRI_OK;
    if (strstr(needs, "radius")) status = check_radii(sides, who, err);
    if (!status && strstr(needs, "length")) status = check_length(sides, who, err);
    if (!status && strstr(needs, "modulus")) status = check_modulus(sides, who, err);
    if (!status && strstr(needs, "poisson")) status = check_poisson(sides, who, err);
    return status;
}

bri_status bri_sides_check_round(const bri_sides *sides, const char *needs, const char *who, bri_error *err)
{
    assert(sides && who);
    bri_status status = bri_sides_check(sides, needs, who, err);
    for (int i = 0; !status && i < 2; i++)
        if (isinf(sides->radius[i]))
            status = bri_fail(err, BRI_BAD_VALUE, "%s is for two cylinders, but the %s side is flat; try johnson_flat",
                              who, side_name[i]);
    return status;
}

double bri_sides_modulus(const bri_sides *sides)
{
    double compliance = 0;
    for (int i = 0; i < 2; i++)
        compliance += (1 - sides->poisson[i] * sides->poisson[i]) / sides->modulus[i];
    return 1 / compliance;
}

double bri_sides_radius(const bri_sides *sides) { return 1 / (1 / sides->radius[0] + 1 / sides->radius[1]); }
double bri_sides_sum(const bri_sides *sides) { return fabs(sides->radius[0] + sides->radius[1]); }
bool bri_sides_inside(const bri_sides *sides) { return sides->radius[0] < 0 || sides->radius[1] < 0; }
