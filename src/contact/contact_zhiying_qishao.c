/* contact_zhiying_qishao.c - Zhiying and Qishao, impact with energy loss
 *
 *     F = K d^n (1 + a d'/v0) >= 0,  K = 4/3 E* sqrt(R) unless given
 *     a = 3/4 (1 - e^2) exp(2 (1 - e))
 *
 * v0: approach speed at the start of the contact, at least v_min; e: coefficient of restitution.
 *
 * Qin Zhiying, Lu Qishao, "Analysis of impact process based on restitution coefficient", Journal of Dynamics and
 * Control 4 (2006) 294-298. */
#include "contact/hertz.h"

#include <math.h>

#include "base/lane_math.h"

double bri_loss_zhiying_qishao(double restitution)
{
    return 0.75 * (1 - restitution * restitution) * real_exp(2 * (1 - restitution));
}

IMPACT_LAW(zhiying_qishao)

const bri_contact_law bri_contact_zhiying_qishao = {
    .kind = {IMPACT_KIND(zhiying_qishao), .title = "Zhiying and Qishao, impact with energy loss",
             .reference = "Zhiying and Qishao 2006",
             .defects = "With the restitution set to 0, a free impact has 0.18."},
    IMPACT_FUNCTIONS(zhiying_qishao),
};
