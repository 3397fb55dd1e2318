/* kinds.h - the tables of the surfaces and of the noise, as constants; programs ask bri_pair_parameters, bri_noise_parameters */
#ifndef BRISTLE_FRICTION_KINDS_H
#define BRISTLE_FRICTION_KINDS_H

#include "bristle/kind.h"

extern const bri_kind bri_pair_kind, bri_noise_kind;

#endif
