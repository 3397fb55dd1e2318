/* line.c - functions that the laws of line contact share */
#include "contact/line.h"

#include <assert.h>
#include <math.h>

#include "base/lane_math.h"
#include "contact/restitution.h"

const bri_param bri_line_params[] = {LINE_ROWS(bri_line), {0}};

bri_status bri_line_loss(int loss, double restitution, double v_min, double *constants, bri_error *err)
{
    char word[BRI_WORD_ROOM];
    bri_loss *chosen = bri_loss_chosen(loss);
    bri_status status = bri_loss_check(chosen, bri_word(bri_loss_words, loss, word), restitution, err);
    if (!status) bri_loss_prepare(chosen, restitution, v_min, constants);
    return status;
}

bri_status bri_line_check(const void *params, bri_error *err)
{
    const bri_line *p = params;
    double constants[LOSS_CONSTANTS];
    return bri_line_loss(p->loss, p->restitution, p->v_min, constants, err);
}

void bri_line_constants(double A, double B, double *constants)
{
    assert(constants);
    constants[LINE_A] = A;
    constants[LINE_DEEPEST] = A * real_exp(B - 1);
}

double bri_line_deepest(const double *constants) { return constants[LINE_DEEPEST]; }
double bri_line_sigma(const bri_sides *sides) { return 1 / (acos(-1) * bri_sides_modulus(sides)); }

void bri_line_force(const double *constants, double depth, double rate, double approach, bri_contact_force *out)
{
    assert(constants && out);
    double A = constants[LINE_A], deepest = constants[LINE_DEEPEST];
    if (!(depth > 0)) {
        bri_loss_force(constants, 0, 0, 0, rate, approach, out);
        return;
    }
    double ratio = deepest / depth;
    double w = ratio < 1 ? NAN : bri_phi_inverse(isinf(ratio) ? real_log(deepest) - real_log(depth) : real_log(ratio));
    double force = depth / (A * (1 + w));
    bri_loss_force(constants, force, 1 / (A * w), force * (depth / 2 - A * force / 4), rate, approach, out);
}
