/* contact_dubowsky_freudenstein.c - Dubowsky and Freudenstein, cylinders in line contact
 *
 *     d = f sigma (ln(L^3 / (F R sigma)) + 1),  f = F/L,  sigma = 1/(pi E*)
 *     1/R = 1/R_i + 1/R_j
 *     F -> F (1 + a d'/v0) >= 0,  a: of the law named by `loss`
 *
 * S. Dubowsky, F. Freudenstein, "Dynamic analysis of mechanical systems with clearances, part 1", Journal of
 * Engineering for Industry 93 (1971) 305-309, in the form in which later papers quote it. */
#include <math.h>

#include "base/lane_math.h"
#include "contact/line.h"

static bri_status dubowsky_freudenstein_prepare(const void *params, const bri_sides *sides, double *constants,
                                                bri_error *err)
{
    const bri_line *p = params;
    bri_status status = bri_line_loss(p->loss, p->restitution, p->v_min, constants, err);
    if (!status) status = bri_sides_check(sides, LINE_NEEDS, "dubowsky_freudenstein", err);
    if (status) return status;
    double sigma = bri_line_sigma(sides), size = real_pow(sides->length, 3) / (bri_sides_radius(sides) * sigma);
    bri_line_constants(sigma / sides->length, real_log(size) + 1, constants);
    return BRI_OK;
}

const bri_contact_law bri_contact_dubowsky_freudenstein = {
    .kind = {LINE_KIND(dubowsky_freudenstein), .title = "Dubowsky and Freudenstein, cylinders in line contact",
             .reference = "Dubowsky and Freudenstein 1971, as later papers quote it",
             .defects = "Its logarithm contains the length of contact, where other laws have the radii: long cylinders "
                        "are too soft."},
    LINE_FUNCTIONS(dubowsky_freudenstein),
};
