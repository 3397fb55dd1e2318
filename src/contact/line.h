/* line.h - parameters and functions that the laws of line contact share
 *
 *     d = A F (B - ln F),     F = Fe (1 + a d'/v0) with a selectable loss
 *
 * Most formulas for cylinders have this form. With t = B - ln F it is valid down to t = 1, at the depth A exp(B - 1);
 * beyond, the force of the formula would decrease with depth. The force at a given depth follows from
 *
 *     phi(t - 1) = ln(deepest / d),     phi(x) = x - ln(1 + x),     F = d / (A t)
 *     dF/dd = 1 / (A (t - 1)),          integral of F dd = F d - integral of d dF = A F^2 (2 t - 1) / 4 */
#ifndef BRISTLE_CONTACT_LINE_H
#define BRISTLE_CONTACT_LINE_H

#include "contact/power.h"
#include "contact/sides.h"

typedef struct bri_line {
    int loss;
    double restitution, v_min;
} bri_line;

#define LINE_ROWS(type_)                                                                                               \
    BRI_CHOICE_PARAM_AS(type_, loss, BRI_ROLE_LOSS, bri_loss_words,                                                    \
                        "energy loss: the factor a of the law of that name"),                                          \
        ROW_RESTITUTION(type_), ROW_V_MIN(type_)

extern const bri_param bri_line_params[];
bri_status bri_line_check(const void *params, bri_error *err);
/* Sets the loss constants of a law whose table has LINE_ROWS. */
bri_status bri_line_loss(int loss, double restitution, double v_min, double *constants, bri_error *err);

enum {
    LINE_A = LOSS_CONSTANTS,
    LINE_DEEPEST
};
/* Sets the constants of d = A F (B - ln F), with A in m/N. */
void bri_line_constants(double A, double B, double *constants);
void bri_line_force(const double *constants, double depth, double rate, double approach, bri_contact_force *out);
double bri_line_deepest(const double *constants);

/* sigma = 1 / (pi E*), m^2/N */
double bri_line_sigma(const bri_sides *sides);

#define LINE_NEEDS "radius length modulus poisson"
#define LINE_KIND(law)                                                                                                 \
    .name = #law, .family = "contact", .params_size = sizeof(bri_line), .params = bri_line_params,                     \
    .check = bri_line_check
#define LINE_FUNCTIONS(law)                                                                                            \
    .needs = LINE_NEEDS, .prepare = law##_prepare, .force = bri_line_force, .deepest = bri_line_deepest

#endif
