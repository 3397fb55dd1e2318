/* integrators.h - those integrators whose part this build has */
#ifndef BRISTLE_TESTS_INTEGRATORS_H
#define BRISTLE_TESTS_INTEGRATORS_H

#include "integrator/problem.h"

/* From this one on, the first whose functions are there. */
static inline const bri_integrator_kind *const *existing_integrator(const bri_integrator_kind *const *kind)
{
    while (*kind && (*kind)->part && !bri_part_exists((*kind)->part))
        kind++;
    return kind;
}

/* for (EACH_INTEGRATOR(kind)) ... (*kind)->flags ... */
#define EACH_INTEGRATOR(kind_)                                                                                         \
    const bri_integrator_kind *const *kind_ = existing_integrator(bri_integrators());                                  \
    *kind_;                                                                                                            \
    kind_ = existing_integrator(kind_ + 1)

/* name: NULL and auto always exist. */
static inline bool has_integrator(const char *name)
{
    return !name || !strcmp(name, "auto") || bri_integrator_find(name, NULL);
}

#endif
