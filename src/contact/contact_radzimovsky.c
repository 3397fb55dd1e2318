/* contact_radzimovsky.c - two cylinders in line contact, by Radzimovsky
 *
 *     d = f sigma (2/3 + ln(4 R_i/b) + ln(4 R_j/b)),  b = 1.60 sqrt(2 f R/E*),  f = F/L,  sigma = 1/(pi E*)
 *     F -> F (1 + a d'/v0) >= 0,  a: of the law named by `loss`
 *
 * b is the full width of the contact, as in Roark's tables, not half of it.
 *
 * E. I. Radzimovsky, "Stress distribution and strength condition of two rolling cylinders pressed together", University
 * of Illinois Engineering Experiment Station, Bulletin 408 (1953), in the form in which later papers quote it. */
#include <math.h>

#include "base/lane_math.h"
#include "contact/line.h"

static bri_status radzimovsky_prepare(const void *params, const bri_sides *sides, double *constants, bri_error *err)
{
    const bri_line *p = params;
    bri_status status = bri_line_loss(p->loss, p->restitution, p->v_min, constants, err);
    if (!status) status = bri_sides_check_round(sides, LINE_NEEDS, "radzimovsky", err);
    if (status) return status;
    double b2 = 1.60 * 1.60 * 2 * bri_sides_radius(sides) / (bri_sides_modulus(sides) * sides->length); /* b^2 / F */
    double product = fabs(sides->radius[0] * sides->radius[1]);
    bri_line_constants(bri_line_sigma(sides) / sides->length, 2.0 / 3 + real_log(16 * product / b2), constants);
    return BRI_OK;
}

const bri_contact_law bri_contact_radzimovsky = {
    .kind = {LINE_KIND(radzimovsky), .title = "Radzimovsky, two cylinders in line contact",
             .reference = "Radzimovsky 1953, as later papers quote it",
             .defects =
                 "Its b is the full width of the contact; papers that use it as half the width get a stiffer law."},
    LINE_FUNCTIONS(radzimovsky),
};
