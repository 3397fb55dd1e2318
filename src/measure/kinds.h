/* kinds.h - the list of measures */
#ifndef BRISTLE_MEASURE_KINDS_H
#define BRISTLE_MEASURE_KINDS_H

#include "kind/family.h"
#include "measure/measure.h"

extern const bri_family bri_measure_family;
const bri_measure_kind *const *bri_measure_kinds(void); /* ends with NULL */
const bri_measure_kind *bri_measure_kind_find(const char *name, bri_error *err);

#endif
