/* law_coulomb.c - Coulomb's law, exact: set-valued at rest
 *
 *     sliding: F = -mu_k N v/|v|
 *     at rest: |F| <= mu_s N, as the balance of forces requires
 *
 * At rest the force is a reaction, computed by the system that contains the contact, not by the law, which gives the
 * static limit. Marques et al. 2018, eq. 1; with mu_s above mu_k: Wojtyra 2017, eqs. 7-10 */
#include "friction/stribeck.h"

typedef struct coulomb {
    real mu_k, mu_s;
} coulomb;

static const bri_param coulomb_params[] = {
    ROW_MU_K(coulomb),
    BRI_PARAM_AS(coulomb, mu_s, BRI_ROLE_STATIC, "1", 0, 0, 10, "coefficient of static friction; 0: the same as mu_k"),
    {0},
};

BRI_KERNEL void coulomb_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const coulomb *p = params;
    out->force = slip->load * p->mu_k;
    out->by_speed = splat(0);
    out->by_load = p->mu_k;
}

BRI_SWEEP_CURVE(coulomb)

#if BRI_LANES == 1
static bri_real coulomb_static_limit(const void *params, const bri_slip *slip, bri_real *by_load)
{
    const coulomb *p = params;
    *by_load = pick(p->mu_s > 0, p->mu_s, p->mu_k);
    return slip->load * *by_load;
}

static bri_status coulomb_check(const void *params, bri_error *err)
{
    const coulomb *p = params;
    return bri_check_peak(coulomb_params, p->mu_k, p->mu_s > 0 ? p->mu_s : p->mu_k, err);
}

const bri_friction_law bri_law_coulomb = {
    .kind = {BRI_KIND(coulomb, "static"), .title = "Coulomb's law, with exact stiction",
             .reference = "Coulomb 1785; Marques et al. 2018, eq. 1; Wojtyra 2017, eqs. 7-10",
             .defects = "No Stribeck effect, no presliding. In closed loops the forces of stuck joints are not unique.",
             .check = coulomb_check},
    BRI_CURVE_LAW(coulomb),
    .passive = bri_passive_always,
    .static_limit = coulomb_static_limit,
};
#endif
