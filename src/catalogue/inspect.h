/* inspect.h - whether the tables of a law can be used, and the functions that they require are there */
#ifndef BRISTLE_CATALOGUE_INSPECT_H
#define BRISTLE_CATALOGUE_INSPECT_H

#include "bristle/friction.h"

/* Reports every fault, naming the law and the parameter. */
bri_status bri_law_inspect(const bri_friction_law *law, bri_error *err);

#endif
