/* bristle.h - parameters and functions that bristle laws share: scaling with the load, and the force of the bristles
 *
 *     F = -scale (sigma0 z + sigma1 zdot + f(v)),    sigma0 z tends to G v/|v| in steady sliding
 *
 *     scaling      sigma0   scale    G = g times    g: coefficient of friction at this speed
 *     force        N/m      1        load           Marques et al. 2018; Marques, Flores, Lankarani
 *     load         1/m      load     1              Wojtyra 2017, eqs. 13-15
 *     equivalent   N/m      load/N_e N_e            Wojtyra's form in Marques et al. 2018, eqs. 29-31
 *
 * With `force`, G vanishes with the load and the bristles would relax infinitely fast; G_min is a lower limit of G. */
#ifndef BRISTLE_FRICTION_BRISTLE_H
#define BRISTLE_FRICTION_BRISTLE_H

#include "friction/stribeck.h"

#define BRISTLE_FIELDS                                                                                                 \
    int scaling;                                                                                                       \
    real N_e, G_min

#define ROW_SIGMA0(law)                                                                                                \
    BRI_PARAM_BY_AS(law, sigma0, BRI_ROLE_BRISTLE_STIFFNESS, "scaling", "N/m|1/m|N/m", 1e5, 1e-3, 1e12,                \
                    "stiffness of the bristles")
#define ROW_SIGMA1(law, min)                                                                                           \
    BRI_PARAM_BY_AS(law, sigma1, BRI_ROLE_BRISTLE_DAMPING, "scaling", "N s/m|s/m|N s/m", 316.2, min, 1e9,              \
                    "damping of the bristles")
#define ROW_SIGMA2(law)                                                                                                \
    BRI_PARAM_BY_AS(law, sigma2, BRI_ROLE_VISCOUS, "scaling", "N s/m|s/m|N s/m", 0, 0, 1e9, "viscous coefficient")
#define BRISTLE_ROWS(law)                                                                                              \
    BRI_CHOICE_PARAM_AS(                                                                                               \
        law, scaling, BRI_ROLE_SCALING, "force|load|equivalent",                                                       \
        "whether bristle parameters apply to the contact, to each newton of load, or to the contact at the load N_e"), \
        BRI_PARAM(law, N_e, "N", 1, 1e-9, 1e12, "equivalent load, where scaling is equivalent"),                       \
        BRI_PARAM_BY_AS(law, G_min, BRI_ROLE_FLOOR, "scaling", "N|1|N", 1e-9, 1e-12, 1e3,                              \
                        "least steady bristle force: keeps rates finite where the load vanishes")

typedef struct bristle {
    real scale, scale_by_load;
    real G, G_by_g, G_by_load; /* derivatives with respect to g and rate_load */
} bristle;

BRI_INLINE bristle bristle_at(int scaling, real N_e, real G_min, const bri_slip *slip, real g)
{
    bristle b;
    real times = scaling == BRI_SCALING_FORCE ? slip->rate_load : scaling == BRI_SCALING_LOAD ? splat(1) : N_e;
    mask above = g * times > G_min;
    b.scale_by_load = scaling == BRI_SCALING_FORCE ? splat(0) : scaling == BRI_SCALING_LOAD ? splat(1) : 1 / N_e;
    b.scale = scaling == BRI_SCALING_FORCE ? splat(1) : slip->load * b.scale_by_load;
    b.G = real_max(g * times, G_min);
    b.G_by_g = pick(above, times, splat(0));
    b.G_by_load = scaling == BRI_SCALING_FORCE ? pick(above, g, splat(0)) : splat(0);
    return b;
}
#define BRISTLE_AT(p, slip, g) bristle_at((p)->scaling, (p)->N_e, (p)->G_min, slip, g)

/* Computes the force. Requires zdot in drag and, unless slopes is NULL, its derivatives in slopes. The first dim states
 * are z; viscous is f(v)/v, and viscous_by_speed its derivative times speed. */
BRI_INLINE void bristle_force(const bri_slip *slip, const bristle *b, real sigma0, real sigma1, real viscous,
                              real viscous_by_speed, int states, bri_drag *drag, bri_slopes *slopes)
{
    for (int i = 0; i < slip->dim; i++) {
        real at_rest = sigma0 * slip->z[i] + viscous * slip->v[i];
        drag->elastic[i] = -(b->scale * at_rest);
        drag->force[i] = -(b->scale * (at_rest + sigma1 * drag->zdot[i]));
        if (!slopes) continue;
        slopes->force_load[i] = -b->scale_by_load * (at_rest + sigma1 * drag->zdot[i]);
        slopes->force_rate_load[i] = -b->scale * (sigma1 * slopes->zdot_load[i]);
        for (int j = 0; j < slip->dim; j++) {
            real of_v = sigma1 * slopes->zdot_v[i * slip->dim + j] + viscous_by_speed * slip->dir[i] * slip->dir[j];
            slopes->force_v[i][j] = -b->scale * (i == j ? of_v + viscous : of_v);
        }
        for (int j = 0; j < states; j++) {
            real of_z = sigma1 * slopes->zdot_z[i * states + j];
            slopes->force_z[i * states + j] = -b->scale * (i == j ? of_z + sigma0 : of_z);
        }
    }
}

/* zdot = v - sigma0 |v| z/G, written as zdot = pull - rate z. */
BRI_INLINE void bristle_relax(const bri_slip *slip, real rate_of_z, real *pull, real *rate)
{
    for (int i = 0; i < slip->dim; i++) {
        pull[i] = slip->v[i];
        rate[i] = rate_of_z;
    }
}

/* z in steady sliding, and the typical magnitude of z: G/sigma0. */
BRI_INLINE void bristle_steady(const bri_slip *slip, real G, real sigma0, real *z)
{
    for (int i = 0; i < slip->dim; i++)
        z[i] = G / sigma0 * slip->dir[i];
}

BRI_INLINE void bristle_sizes(real G, real sigma0, int dim, real *size)
{
    for (int i = 0; i < dim; i++)
        size[i] = G / sigma0;
}

/* For laws with a static peak: the bristle quantities at this speed, and the steady curve with a viscous term, sigma2
 * f(s). */
#define BRISTLE_PEAK(p, slip)                                                                                          \
    BRISTLE_AT(p, slip,                                                                                                \
               (p)->mu_k + ((p)->mu_s - (p)->mu_k) * stribeck_decay((slip)->speed, (p)->v_s, (p)->exponent).value)

BRI_INLINE void bristle_curve(const bri_slip *slip, const bristle *b, real mu_k, real mu_s, decay d, real viscous,
                              real viscous_slope, bri_curve *out)
{
    real mu = mu_k + (mu_s - mu_k) * d.value;
    out->force = slip->load * mu + b->scale * (viscous * slip->speed);
    out->by_speed = slip->load * ((mu_s - mu_k) * d.slope) + b->scale * (viscous + viscous_slope);
    out->by_load = mu + b->scale_by_load * (viscous * slip->speed);
}

#define STATE_Z                                                                                                        \
    {                                                                                                                  \
        "z", "m", "mean deflection of the bristles", BRI_EACH_DIRECTION, 0, 0                                          \
    }
#define EDGE_REVERSAL                                                                                                  \
    {                                                                                                                  \
        "reversal", "m/s", "sliding direction reverses", BRI_ONE, 0, 0                                                 \
    }

#if BRI_LANES == 1
void bri_event_reversal(const void *params, const bri_slip *slip,
                        bri_real *g); /* for laws with this event function only */
#endif

/* Event function of a reversal; with two components the velocity rotates instead, and there is no such event. */
BRI_INLINE real reversal(const bri_slip *slip)
{
    return slip->dim > 1 ? splat(1) : slip->piece ? slip->speed : slip->v[0];
}

#endif
