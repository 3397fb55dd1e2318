/* plain.c - five laws as one writes them down for a single use: libm, doubles, no library */
#include "plain.h"

#include <math.h>

void plain_coulomb_tanh(const numbers *p, const contacts *at)
{
    for (size_t i = 0; i < at->count; i++)
        at->force[i] = -p->mu_k * at->load[i] * tanh(p->k_tanh * at->v[i]);
}

void plain_brown_mcphee(const numbers *p, const contacts *at)
{
    for (size_t i = 0; i < at->count; i++) {
        double r = at->v[i] / p->v_s, q = r * r / 4 + 0.75;
        at->force[i] = -at->load[i] * (p->mu_k * tanh(4 * r) + (p->mu_s - p->mu_k) * r / (q * q));
    }
}

void plain_stribeck(const numbers *p, const contacts *at)
{
    for (size_t i = 0; i < at->count; i++) {
        double v = at->v[i], s = fabs(v), r = s / p->v_s, sign = (v > 0) - (v < 0);
        double S = at->load[i] * (p->mu_k + (p->mu_s - p->mu_k) * exp(-r * r));
        at->force[i] = -(S + p->k_v * s) * sign;
    }
}

void plain_lugre_load(const numbers *p, const contacts *at)
{
    for (size_t i = 0; i < at->count; i++) {
        double v = at->v[i], z = at->z[i], r = v / p->v_s;
        double g = p->mu_k + (p->mu_s - p->mu_k) * exp(-r * r);
        double zdot = v - p->sigma0 * fabs(v) * z / g;
        at->zdot[i] = zdot;
        at->force[i] = -at->load[i] * (p->sigma0 * z + p->sigma1 * zdot + p->sigma2 * v);
    }
}

void plain_lugre_force(const numbers *p, const contacts *at)
{
    for (size_t i = 0; i < at->count; i++) {
        double v = at->v[i], z = at->z[i], r = v / p->v_s;
        double g = at->load[i] * (p->mu_k + (p->mu_s - p->mu_k) * exp(-r * r));
        double zdot = v - p->sigma0 * fabs(v) * z / g;
        at->zdot[i] = zdot;
        at->force[i] = -(p->sigma0 * z + p->sigma1 * zdot + p->sigma2 * v);
    }
}
