/* law_brown_mcphee.c - a continuous Stribeck curve of one characteristic velocity
 *
 *     F = -(N (mu_k tanh(4 r) + (mu_s - mu_k) r/(r^2/4 + 3/4)^2) + sigma2 |v| tanh(4 N/N_t)) v/|v|
 *     r = |v|/v_s
 *
 * P. Brown, J. McPhee, 2016; Marques et al. 2018, eq. 6. v_s is where the peak is, not the decay velocity of the
 * Stribeck curve: the two are not interchangeable. */
#include "friction/stribeck.h"

typedef struct brown_mcphee {
    real mu_k, mu_s, v_s, sigma2, N_t;
} brown_mcphee;

static const bri_param brown_mcphee_params[] = {
    ROW_MU_K(brown_mcphee),
    ROW_MU_S(brown_mcphee),
    BRI_PARAM_AS(brown_mcphee, v_s, BRI_ROLE_SPEED_SCALE, "m/s", 1e-3, 1e-9, 1e3,
                 "transition velocity: near the static peak"),
    BRI_PARAM_AS(brown_mcphee, sigma2, BRI_ROLE_VISCOUS, "N s/m", 0, 0, 1e9, "viscous coefficient"),
    BRI_PARAM(brown_mcphee, N_t, "N", 1, 1e-9, 1e9, "load at which viscous friction is complete"),
    {0},
};

BRI_KERNEL ahead brown_mcphee_ahead(const void *params, real speed, bool look)
{
    const brown_mcphee *p = params;
    (void)look;
    return (ahead){.value = real_tanh(4 * (speed * (1 / p->v_s)))};
}

BRI_KERNEL void brown_mcphee_curve_after(const void *params, const bri_slip *slip, ahead tanh, bri_curve *out)
{
    const brown_mcphee *p = params;
    real r = slip->speed * (1 / p->v_s), t = tanh.value; /* so that a batch divides by v_s once */
    real q = 0.25 * (r * r) + 0.75, drop = p->mu_s - p->mu_k;
    real mu = p->mu_k * t + drop * (r / (q * q));
    out->force = slip->load * mu;
    out->by_speed = slip->load * ((4 * p->mu_k * (1 - t * t) + drop * ((q - r * r) / (q * q * q))) / p->v_s);
    out->by_load = mu;
    if (any(p->sigma2 > 0)) {
        real presence = real_tanh(4 * slip->load / p->N_t), viscous = p->sigma2 * slip->speed;
        out->force += viscous * presence;
        out->by_speed += p->sigma2 * presence;
        out->by_load += viscous * (4 * (1 - presence * presence) / p->N_t);
    }
}

BRI_INLINE bool brown_mcphee_often(brown_mcphee *p)
{
    if (any(p->sigma2 != 0)) return false;
    p->sigma2 = splat(0);
    return true;
}

BRI_SWEEP_CURVE_AHEAD(brown_mcphee, brown_mcphee_often)

#if BRI_LANES == 1
CHECK_PEAK(brown_mcphee)

const bri_friction_law bri_law_brown_mcphee = {
    .kind =
        {BRI_KIND(brown_mcphee, "static"),
         .title = "Brown and McPhee: smooth Stribeck curve with one characteristic velocity",
         .reference = "Brown, McPhee 2016; Marques et al. 2018, eq. 6",
         .defects =
             "Creeps where a real contact sticks; v_s means the peak, not the decay velocity of the Stribeck curve.",
         .check = brown_mcphee_check},
    BRI_CURVE_LAW(brown_mcphee),
    .passive = bri_passive_always,
};
#endif
