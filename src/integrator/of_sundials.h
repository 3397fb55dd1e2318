/* of_sundials.h - describes an integrator whose functions are in the part 'sundials' */
#ifndef BRISTLE_INTEGRATOR_OF_SUNDIALS_H
#define BRISTLE_INTEGRATOR_OF_SUNDIALS_H

#include "integrator/problem.h"
#include "part/part.h"

typedef struct bri_integrator_functions { /* as in bri_integrator_kind */
    bri_status (*create)(const bri_problem *problem, const bri_tolerances *tolerances, void **work, bri_error *err);
    void (*destroy)(void *work);
    void (*start)(void *work, double t, const double *x, const double *discrete);
    bri_outcome (*step)(void *work, double t, const double *x, const double *discrete, double *h, double *x_new,
                        double *error);
    void (*interpolate)(const void *work, double share, double *x);
} bri_integrator_functions;

typedef struct bri_sundials_functions { /* of the part */
    const bri_integrator_functions *cvode, *ida;
} bri_sundials_functions;

/* create loads the part; the others are called after it. */
#define BRI_INTEGRATOR_OF_SUNDIALS(name_, title_)                                                                      \
    static const bri_integrator_functions *loaded(void)                                                                \
    {                                                                                                                  \
        return ((const bri_sundials_functions *)bri_part_loaded(BRI_PART_SUNDIALS))->name_;                            \
    }                                                                                                                  \
    static bri_status create(const bri_problem *problem, const bri_tolerances *tolerances, void **work,                \
                             bri_error *err)                                                                           \
    {                                                                                                                  \
        const bri_sundials_functions *part =                                                                           \
            bri_part_functions(BRI_PART_SUNDIALS, "integrator " #name_, BRI_NOT_FOUND, err);                           \
        return part ? part->name_->create(problem, tolerances, work, err) : BRI_NOT_FOUND;                             \
    }                                                                                                                  \
    static void destroy(void *work)                                                                                    \
    {                                                                                                                  \
        if (work) loaded()->destroy(work);                                                                             \
    }                                                                                                                  \
    static void start(void *work, double t, const double *x, const double *discrete)                                   \
    {                                                                                                                  \
        loaded()->start(work, t, x, discrete);                                                                         \
    }                                                                                                                  \
    static bri_outcome step(void *work, double t, const double *x, const double *discrete, double *h, double *x_new,   \
                            double *error)                                                                             \
    {                                                                                                                  \
        return loaded()->step(work, t, x, discrete, h, x_new, error);                                                  \
    }                                                                                                                  \
    static void interpolate(const void *work, double share, double *x) { loaded()->interpolate(work, share, x); }      \
    const bri_integrator_kind bri_integrator_##name_ = {                                                               \
        .kind = {.name = #name_, .family = "integrator", .title = title_, .reference = "Hindmarsh et al. 2005"},       \
        .flags = BRI_IS_STIFF | BRI_HAS_OWN_CONTROL,                                                                   \
        .order = 5,                                                                                                    \
        .part = BRI_PART_SUNDIALS,                                                                                     \
        .create = create,                                                                                              \
        .destroy = destroy,                                                                                            \
        .start = start,                                                                                                \
        .step = step,                                                                                                  \
        .interpolate = interpolate,                                                                                    \
    }

#endif
