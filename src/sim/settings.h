/* settings.h - the settings of a run: those of the model, with the numbers of a bri_run_def in their place */
#ifndef BRISTLE_SIM_SETTINGS_H
#define BRISTLE_SIM_SETTINGS_H

#include "bristle/sim.h"
#include "model/parts.h"

extern const char *const bri_hold_names[]; /* of BRI_HOLD_AUTO, ... */
/* What a program gave, NULL or of any version, as a bri_run_def of this version. */
bri_status bri_run_def_given(const bri_run_def *given, bri_run_def *def, bri_error *err);
/* A view: texts and lists are the model's. The numbers of def keep to the ranges of a model's run, 0 for those of the model. */
bri_status bri_settings_of(const bri_system *system, const bri_run_def *def, bri_run_params *settings, bri_error *err);

#endif
