/* contact_pereira.c - two cylinders in line contact, force as a power of the depth, by Pereira and others
 *
 *     F = (a dR + b) L E* / dR d^n (1 + loss),  with lengths in mm, E* in MPa
 *     pin in a bore:     a = 0.965, b = 0.0965, n = Y dR^-0.005
 *                        Y = 1.51 ln(1000 dR)^-0.151 for 0.005 <= dR < 0.34954,  Y = 0.0151 dR + 1.151 up to 10
 *     side by side:      a = 0.39, b = 0.85, n = 1.094,  dR = R_i + R_j
 *
 * C. Pereira, A. Ramalho, J. Ambrosio, "A critical overview of internal and external cylinder contact force models",
 * Nonlinear Dynamics 63 (2011) 681-697, in the form in which later papers quote it. There the loss is that of
 * Lankarani and Nikravesh. */
#include <math.h>

#include "base/fail.h"
#include "base/lane_math.h"
#include "contact/line.h"

static const double mm = 1e-3, MPa = 1e6;

static bri_status check_clearance(double dR, bri_error *err)
{
    if (dR >= 0.005 && dR <= 10) return BRI_OK;
    return bri_fail(err, BRI_BAD_VALUE,
                    "the clearance between bore and pin is %g mm, but pereira is valid from 0.005 to 10 mm only", dR);
}

static bri_status pereira_prepare(const void *params, const bri_sides *sides, double *constants, bri_error *err)
{
    const bri_line *p = params;
    bri_status status = bri_line_loss(p->loss, p->restitution, p->v_min, constants, err);
    if (!status) status = bri_sides_check_round(sides, LINE_NEEDS, "pereira", err);
    if (status) return status;
    bool inside = bri_sides_inside(sides);
    double dR = bri_sides_sum(sides) / mm;
    if (inside && (status = check_clearance(dR, err))) return status;
    double a = inside ? 0.965 : 0.39, b = inside ? 0.0965 : 0.85;
    double Y = dR < 0.34954 ? 1.51 * real_pow(real_log(1000 * dR), -0.151) : 0.0151 * dR + 1.151;
    double n = inside ? Y * real_pow(dR, -0.005) : 1.094;
    double K = (a * dR + b) * (sides->length / mm) * (bri_sides_modulus(sides) / MPa) / dR;
    constants[POWER_K] = K * real_pow(mm, -n);
    constants[POWER_N] = n;
    return BRI_OK;
}

const bri_contact_law bri_contact_pereira = {
    .kind = {LINE_KIND(pereira), .title = "Pereira, two cylinders in line contact, explicit",
             .reference = "Pereira et al. 2011, as later papers quote it",
             .defects =
                 "Fitted in N, mm and MPa to a formula of Johnson's; in a bore, for clearances of 0.005 to 10 mm."},
    .needs = LINE_NEEDS,
    .prepare = pereira_prepare,
    .force = bri_power_force,
};
