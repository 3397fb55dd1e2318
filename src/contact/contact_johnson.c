/* contact_johnson.c - two cylinders in line contact
 *
 *     d = f sigma (ln(4 pi E* dR / f) - 1),  f = F/L,  sigma = 1/(pi E*)
 *     dR = R_i + R_j, or radius of the bore - radius of the pin
 *     F -> F (1 + a d'/v0) >= 0,  a: of the law named by `loss`
 *
 * K. L. Johnson, "Contact Mechanics", Cambridge University Press (1985), chapter 5: each cylinder is pressed between
 * its line of contact and its centre. A pin in a bore is an extension by others. */
#include <math.h>

#include "base/lane_math.h"
#include "contact/line.h"

static bri_status johnson_prepare(const void *params, const bri_sides *sides, double *constants, bri_error *err)
{
    const bri_line *p = params;
    bri_status status = bri_line_loss(p->loss, p->restitution, p->v_min, constants, err);
    if (!status) status = bri_sides_check_round(sides, LINE_NEEDS, "johnson", err);
    if (status) return status;
    double sigma = bri_line_sigma(sides);
    bri_line_constants(sigma / sides->length, real_log(4 * bri_sides_sum(sides) * sides->length / sigma) - 1,
                       constants);
    return BRI_OK;
}

const bri_contact_law bri_contact_johnson = {
    .kind = {LINE_KIND(johnson), .title = "Johnson, two cylinders in line contact",
             .reference = "Johnson 1985, chapter 5",
             .defects =
                 "Valid up to a force per length of 4 pi E* dR / e^2, which a pin with small clearance reaches."},
    LINE_FUNCTIONS(johnson),
};
