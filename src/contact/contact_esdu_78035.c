/* contact_esdu_78035.c - two cylinders in line contact, by ESDU
 *
 *     d = f sigma (ln(4 dR / (f sigma)) + 1),  f = F/L,  sigma = 1/(pi E*)
 *     dR = R_i + R_j, or radius of the bore - radius of the pin
 *     F -> F (1 + a d'/v0) >= 0,  a: of the law named by `loss`
 *
 * Engineering Sciences Data Unit, item 78035, "Contact phenomena I" (1978), in the form in which later papers quote
 * it. */
#include <math.h>

#include "base/lane_math.h"
#include "contact/line.h"

static bri_status esdu_78035_prepare(const void *params, const bri_sides *sides, double *constants, bri_error *err)
{
    const bri_line *p = params;
    bri_status status = bri_line_loss(p->loss, p->restitution, p->v_min, constants, err);
    if (!status) status = bri_sides_check_round(sides, LINE_NEEDS, "esdu_78035", err);
    if (status) return status;
    double sigma = bri_line_sigma(sides);
    bri_line_constants(sigma / sides->length, real_log(4 * bri_sides_sum(sides) * sides->length / sigma) + 1,
                       constants);
    return BRI_OK;
}

const bri_contact_law bri_contact_esdu_78035 = {
    .kind = {LINE_KIND(esdu_78035), .title = "ESDU 78035, two cylinders in line contact",
             .reference = "ESDU 78035 (1978), as later papers quote it",
             .defects = "Johnson's formula with + 1 instead of - 1, and therefore softer."},
    LINE_FUNCTIONS(esdu_78035),
};
