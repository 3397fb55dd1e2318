/* contact_johnson_flat.c - a cylinder on a flat body of finite depth
 *
 *     d = f s_1 (2 ln(4 R/b) - 1) + f s_2 (2 ln(2 depth/b) - nu_2/(1 - nu_2))
 *     f = F/L,  s = (1 - nu^2)/(pi E),  b = sqrt(4 f R/(pi E*)),  1: the cylinder, 2: the flat body
 *     F -> F (1 + a d'/v0) >= 0,  a: of the law named by `loss`
 *
 * In a half plane under a line load the displacement grows without bound with depth, so a depth must be chosen: the
 * distance from the surface to where the flat body is fixed.
 *
 * K. L. Johnson, "Contact Mechanics", Cambridge University Press (1985), equations 5.57 and 5.58. */
#include <math.h>

#include "base/fail.h"
#include "base/lane_math.h"
#include "contact/line.h"

typedef struct johnson_flat {
    double depth;
    int loss;
    double restitution, v_min;
} johnson_flat;

static const bri_param johnson_flat_params[] = {
    BRI_PARAM(johnson_flat, depth, "m", NAN, 1e-9, 1e6,
              "depth of the flat body, from its surface to where it is fixed"),
    LINE_ROWS(johnson_flat),
    {0},
};

static bri_status johnson_flat_check(const void *params, bri_error *err)
{
    const johnson_flat *p = params;
    double constants[LOSS_CONSTANTS];
    if (isnan(p->depth)) return bri_fail(err, BRI_MISSING, "johnson_flat needs the depth of the flat body: add depth");
    return bri_line_loss(p->loss, p->restitution, p->v_min, constants, err);
}

static bri_status check_sides(const bri_sides *sides, bri_error *err)
{
    bri_status status = bri_sides_check(sides, LINE_NEEDS, "johnson_flat", err);
    if (status || isinf(sides->radius[0]) || isinf(sides->radius[1])) return status;
    return bri_fail(err, BRI_BAD_VALUE,
                    "johnson_flat is for a cylinder on a flat body, but both sides are round; try johnson");
}

static bri_status johnson_flat_prepare(const void *params, const bri_sides *sides, double *constants, bri_error *err)
{
    const johnson_flat *p = params;
    bri_status status = johnson_flat_check(p, err);
    if (!status) status = check_sides(sides, err);
    if (!status) status = bri_line_loss(p->loss, p->restitution, p->v_min, constants, err);
    if (status) return status;
    int flat = isinf(sides->radius[1]), round = !flat;
    double R = sides->radius[round], nu = sides->poisson[flat], s[2];
    for (int i = 0; i < 2; i++)
        s[i] = (1 - sides->poisson[i] * sides->poisson[i]) / (acos(-1) * sides->modulus[i]);
    double sigma = s[0] + s[1], b2 = 4 * sigma * R / sides->length; /* b^2 = b2 F */
    double B_round = real_log(16 * R * R / b2) - 1, B_flat = real_log(4 * p->depth * p->depth / b2) - nu / (1 - nu);
    bri_line_constants(sigma / sides->length, (s[round] * B_round + s[flat] * B_flat) / sigma, constants);
    return BRI_OK;
}

const bri_contact_law bri_contact_johnson_flat = {
    .kind = {.name = "johnson_flat",
             .family = "contact",
             .title = "Johnson, a cylinder on a flat body of finite depth",
             .reference = "Johnson 1985, equations 5.57 and 5.58",
             .defects = "The depth of the flat body must be chosen; the stiffness depends on it weakly.",
             .required = "depth",
             .params_size = sizeof(johnson_flat),
             .params = johnson_flat_params,
             .check = johnson_flat_check},
    LINE_FUNCTIONS(johnson_flat),
};
