/* contact_linear_line.c - line contact with a force proportional to depth, correct to an order of magnitude
 *
 *     F = pi/4 E* L d (1 + a d'/v0) >= 0,  a: of the law named by `loss`
 *
 * V. L. Popov, "Contact Mechanics and Friction", Springer (2010), chapter 5. */
#include <math.h>

#include "contact/line.h"

static bri_status linear_line_prepare(const void *params, const bri_sides *sides, double *constants, bri_error *err)
{
    const bri_line *p = params;
    bri_status status = bri_line_loss(p->loss, p->restitution, p->v_min, constants, err);
    if (!status) status = bri_sides_check(sides, "length modulus poisson", "linear_line", err);
    if (status) return status;
    constants[POWER_K] = acos(-1) / 4 * bri_sides_modulus(sides) * sides->length;
    constants[POWER_N] = 1;
    return BRI_OK;
}

const bri_contact_law bri_contact_linear_line = {
    .kind = {LINE_KIND(linear_line), .title = "line contact with a force proportional to depth",
             .reference = "Popov 2010",
             .defects = "Correct to an order of magnitude only: it ignores the radii and depths of the bodies."},
    .needs = "length modulus poisson",
    .prepare = linear_line_prepare,
    .force = bri_power_force,
};
