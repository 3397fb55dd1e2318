/* contact_goldsmith.c - Goldsmith, cylinders in line contact
 *
 *     d = f sigma (ln(L^1 / (F R sigma)) + 1),  f = F/L,  sigma = 1/(pi E*)
 *     in SI units: the argument of the logarithm has a unit
 *     F -> F (1 + a d'/v0) >= 0,  a: of the law named by `loss`
 *
 * W. Goldsmith, "Impact: the theory and physical behaviour of colliding solids", Edward Arnold (1960), in the form in
 * which later papers quote it. */
#include <math.h>

#include "base/lane_math.h"
#include "contact/line.h"

static bri_status goldsmith_prepare(const void *params, const bri_sides *sides, double *constants, bri_error *err)
{
    const bri_line *p = params;
    bri_status status = bri_line_loss(p->loss, p->restitution, p->v_min, constants, err);
    if (!status) status = bri_sides_check(sides, LINE_NEEDS, "goldsmith", err);
    if (status) return status;
    double sigma = bri_line_sigma(sides), size = sides->length / (bri_sides_radius(sides) * sigma);
    bri_line_constants(sigma / sides->length, real_log(size) + 1, constants);
    return BRI_OK;
}

const bri_contact_law bri_contact_goldsmith = {
    .kind = {LINE_KIND(goldsmith), .title = "Goldsmith, cylinders in line contact",
             .reference = "Goldsmith 1960, as later papers quote it",
             .defects = "Dimensionally inconsistent: the argument of the logarithm has a unit, here SI; other units "
                        "give a different force."},
    LINE_FUNCTIONS(goldsmith),
};
