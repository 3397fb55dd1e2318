/* check.h - checks of a whole model that no table can express */
#ifndef BRISTLE_MODEL_CHECK_H
#define BRISTLE_MODEL_CHECK_H

#include "model/model.h"
#include "model/reader.h"

/* Checks every name and everything that names refer to; leaves its errors in the reader. */
void bri_check_names(bri_reader *reader, const bri_model *model);
/* Checks that friction of joints is a torque only where bodies rotate against each other; leaves its errors in the reader. */
void bri_check_efforts(bri_reader *reader, const bri_model *model);

#endif
