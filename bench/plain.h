/* plain.h - what batches are measured against: laws written out with libm, and exp and tanh alone in vectors */
#ifndef BRISTLE_BENCH_PLAIN_H
#define BRISTLE_BENCH_PLAIN_H

#include <stddef.h>

typedef struct numbers { /* of any of the laws; a choice is the index of its word */
    double mu_k, mu_s, v_s, k_tanh, k_v, exponent, sigma0, sigma1, sigma2, scaling;
} numbers;

typedef struct contacts {
    size_t count;
    const double *v, *load, *z;
    double *force, *zdot;
} contacts;

typedef void plain_fn(const numbers *p, const contacts *at);
plain_fn plain_coulomb_tanh, plain_brown_mcphee, plain_stribeck, plain_lugre_load, plain_lugre_force;

typedef void bare_fn(const double *x, double *y, size_t count); /* a multiple of the number of lanes */
bare_fn bare_exp_x2, bare_exp_x4, bare_exp_x8, bare_tanh_x2, bare_tanh_x4, bare_tanh_x8;

#endif
