/* runge_kutta.h - explicit Runge-Kutta methods, and additive ones whose local states are implicit, from their tables */
#ifndef BRISTLE_INTEGRATOR_RUNGE_KUTTA_H
#define BRISTLE_INTEGRATOR_RUNGE_KUTTA_H

#include "integrator/problem.h"

enum {
    BRI_STAGES_MAX = 9
};

typedef struct bri_tableau {
    int stages; /* the last one is the rate at the end of the step, which begins the next */
    const double *c, *b;
    const double (*a)[BRI_STAGES_MAX]; /* of the coupled states, below the diagonal */
    const double (
        *a_implicit)[BRI_STAGES_MAX]; /* of the local ones, with the diagonal; its last row is b. NULL: none */
    const double *error;              /* weights of the error estimate; NULL: there is none */
    const double *bump; /* weights of what is added to the cubic Hermite polynomial within a step; NULL: nothing */
    double unresolved;  /* part of the departure from that polynomial which counts as error; 0: none does */
} bri_tableau;

bri_status bri_rk_create(const bri_tableau *table, const bri_problem *problem, void **work, bri_error *err);
void bri_rk_destroy(void *work);
int bri_rk_memory(void *work, bri_block *blocks);
void bri_rk_start(void *work, double t, const double *x, const double *discrete);
bri_outcome bri_rk_step(void *work, double t, const double *x, const double *discrete, double *h, double *x_new,
                        double *error);
void bri_rk_unresolved(const void *work, double *error);
void bri_rk_interpolate(const void *work, double share, double *x);
/* By the last two stages, where both are at the end of the step. Where these are far apart a force that saturates hides its
 * slope: the probe takes the slope at the end, in their direction. */
double bri_rk_stiffness(void *work, bool probes, const double *discrete);

/* The rest of an integrator's file: its create, and the constant with what is the same for all. */
#define BRI_RUNGE_KUTTA(name_, table_, flags_, order_, ...)                                                            \
    static bri_status name_##_create(const bri_problem *problem, const bri_tolerances *tolerances, void **work,        \
                                     bri_error *err)                                                                   \
    {                                                                                                                  \
        (void)tolerances;                                                                                              \
        return bri_rk_create(&(table_), problem, work, err);                                                           \
    }                                                                                                                  \
    const bri_integrator_kind bri_integrator_##name_ = {.kind = {.name = #name_, .family = "integrator", __VA_ARGS__}, \
                                                        .flags = flags_,                                               \
                                                        .order = order_,                                               \
                                                        .create = name_##_create,                                      \
                                                        .destroy = bri_rk_destroy,                                     \
                                                        .start = bri_rk_start,                                         \
                                                        .step = bri_rk_step,                                           \
                                                        .unresolved = bri_rk_unresolved,                               \
                                                        .interpolate = bri_rk_interpolate,                             \
                                                        .stiffness = bri_rk_stiffness,                                 \
                                                        .memory = bri_rk_memory}

#endif
