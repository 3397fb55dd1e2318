/* lookup.h - parameters of a kind by name, and where they are in a struct of parameters */
#ifndef BRISTLE_KIND_LOOKUP_H
#define BRISTLE_KIND_LOOKUP_H

#include "bristle/kind.h"

static inline double *bri_real_at(const bri_param *param, void *params)
{
    return (double *)(void *)((char *)params + param->offset);
}
static inline int *bri_int_at(const bri_param *param, void *params)
{
    return (int *)(void *)((char *)params + param->offset);
}
static inline bri_list *bri_list_at(const bri_param *param, void *params)
{
    return (bri_list *)(void *)((char *)params + param->offset);
}
static inline bri_quantities *bri_quantities_at(const bri_param *param, void *params)
{
    return (bri_quantities *)(void *)((char *)params + param->offset);
}

/* Finds a parameter by its name, or an element of a list, vector or quantities: "k.2", "at.x", "parameters.v_s".
 * *element: from 1; 0: the whole. */
bri_status bri_param_locate(const bri_kind *kind, const void *params, const char *name, const bri_param **param,
                            int *element, bri_error *err);
/* Index from 0 of the element of a row that text names: "x" or "y" of a vector, "2" of a list, "v_s" of quantities; -1: none. */
int bri_row_element(const bri_param *row, const void *params, const char *text);
/* The index of the word that selects the unit of a parameter; 0: it follows no choice, or params is NULL. */
int bri_choice_of(const bri_kind *kind, const bri_param *param, const void *params);

#endif
