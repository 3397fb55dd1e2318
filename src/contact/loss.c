/* loss.c - damping of an elastic contact force */
#include "contact/loss.h"

#include <assert.h>
#include <math.h>

#include "base/fail.h"

static const double least_restitution = 1e-3; /* for formulas that are infinite at 0 */

const char bri_loss_words[] = "none"
#define LOSS(name) "|" #name
#include "contact/losses.def"
#undef LOSS
    ;

bri_loss *bri_loss_chosen(int index)
{
    static bri_loss *const losses[] = {
        NULL,
#define LOSS(name) bri_loss_##name,
#include "contact/losses.def"
#undef LOSS
    };
    return losses[index];
}

bri_status bri_loss_check(bri_loss *loss, const char *who, double restitution, bri_error *err)
{
    assert(who);
    if (!loss || restitution >= least_restitution || isfinite(loss(0))) return BRI_OK;
    return bri_fail(err, BRI_BAD_VALUE,
                    "restitution is %g, but the loss of %s is unbounded as it approaches 0; it must be at least %g",
                    restitution, who, least_restitution);
}

void bri_loss_prepare(bri_loss *loss, double restitution, double v_min, double *constants)
{
    assert(constants);
    constants[LOSS_A] = loss ? loss(restitution) : 0;
    constants[LOSS_V_MIN] = v_min;
}

void bri_loss_force(const double *constants, double elastic, double slope, double stored, double rate, double approach,
                    bri_contact_force *out)
{
    assert(constants && out);
    double by_rate = constants[LOSS_A] / fmax(approach, constants[LOSS_V_MIN]);
    double factor = 1 + by_rate * rate;
    *out = (bri_contact_force){.elastic = elastic, .stored = stored};
    if (factor <= 0) return;
    out->force = elastic * factor;
    out->by_depth = slope * factor;
    out->by_rate = elastic * by_rate;
}
