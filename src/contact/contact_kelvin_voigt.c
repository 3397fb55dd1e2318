/* contact_kelvin_voigt.c - a spring parallel to a damper
 *
 *     F = stiffness d + damping d',  F >= 0 unless tension is allowed
 *     damping = 2 zeta sqrt(stiffness mass),  zeta = -ln e / sqrt(pi^2 + ln^2 e),  where restitution e and mass are given
 *
 * The damping ratio is that of half a period of a damped oscillator, which ends at depth 0 only if tension is
 * allowed. */
#include <math.h>

#include "base/fail.h"
#include "base/lane_math.h"
#include "contact/contact.h"

typedef struct kelvin_voigt {
    double stiffness, damping, restitution, mass;
    int tension;
} kelvin_voigt;

static const bri_param kelvin_voigt_params[] = {
    BRI_PARAM_AS(kelvin_voigt, stiffness, BRI_ROLE_STIFFNESS, "N/m", NAN, 1e-12, 1e30, "stiffness of the spring"),
    BRI_PARAM_AS(kelvin_voigt, damping, BRI_ROLE_DAMPING, "N s/m", NAN, 0, 1e30,
                 "damping coefficient; not given: from restitution and mass, else none"),
    BRI_PARAM_AS(kelvin_voigt, restitution, BRI_ROLE_RESTITUTION, "1", NAN, 0, 1,
                 "coefficient of restitution, instead of damping"),
    BRI_PARAM(kelvin_voigt, mass, "kg", NAN, 1e-15, 1e15,
              "effective mass m_i m_j / (m_i + m_j) of the bodies, for the restitution"),
    BRI_CHOICE_PARAM(kelvin_voigt, tension, "none|allowed",
                     "whether the contact force may be attractive as the sides separate"),
    {0},
};

enum {
    K,
    C,
    TENSION
};

static bri_status kelvin_voigt_check(const void *params, bri_error *err)
{
    const kelvin_voigt *p = params;
    if (isnan(p->stiffness)) return bri_fail(err, BRI_MISSING, "kelvin_voigt needs a stiffness: add stiffness, in N/m");
    if (!isnan(p->damping) && !isnan(p->restitution))
        return bri_fail(err, BRI_BAD_VALUE, "damping and restitution are alternatives: give only one of them");
    if (!isnan(p->restitution) && isnan(p->mass))
        return bri_fail(err, BRI_MISSING,
                        "restitution needs the effective mass of the bodies to give a damping: add mass");
    return BRI_OK;
}

static double damping_of(const kelvin_voigt *p)
{
    if (!isnan(p->damping)) return p->damping;
    if (isnan(p->restitution)) return 0;
    double logarithm = -real_log(p->restitution);
    double zeta = isinf(logarithm) ? 1 : logarithm / hypot(acos(-1), logarithm);
    return 2 * zeta * sqrt(p->stiffness * p->mass);
}

static bri_status kelvin_voigt_prepare(const void *params, const bri_sides *sides, double *constants, bri_error *err)
{
    const kelvin_voigt *p = params;
    bri_status status = kelvin_voigt_check(p, err);
    (void)sides;
    constants[K] = p->stiffness;
    constants[C] = damping_of(p);
    constants[TENSION] = p->tension;
    return status;
}

static void kelvin_voigt_force(const double *constants, double depth, double rate, double approach,
                               bri_contact_force *out)
{
    double d = fmax(depth, 0), elastic = constants[K] * d;
    double force = elastic + constants[C] * rate;
    bool apart = depth < 0 || (force <= 0 && constants[TENSION] == 0);
    (void)approach;
    *out = (bri_contact_force){.elastic = elastic, .stored = 0.5 * elastic * d};
    if (apart) return;
    out->force = force;
    out->by_depth = constants[K];
    out->by_rate = constants[C];
}

const bri_contact_law bri_contact_kelvin_voigt = {
    .kind = {.name = "kelvin_voigt",
             .family = "contact",
             .title = "Kelvin and Voigt, a linear spring parallel to a damper",
             .reference = "textbooks of vibration",
             .defects =
                 "The force jumps at the start of contact. With tension: none the sides separate before depth 0, with "
                 "a restitution above the prescribed one; with tension: allowed the force is attractive at the end.",
             .required = "stiffness",
             .params_size = sizeof(kelvin_voigt),
             .params = kelvin_voigt_params,
             .check = kelvin_voigt_check},
    .prepare = kelvin_voigt_prepare,
    .force = kelvin_voigt_force,
};
