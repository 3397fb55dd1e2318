/* bristle.h - includes all public headers of bristle: friction in multibody dynamics
 *
 *     bri_law_find -> bri_params_defaults, bri_params_set -> bri_friction_eval, bri_friction_batch, bri_trace_run
 *     bri_model_read -> bri_model_set -> bri_system_build -> bri_run, or bri_sim_create, bri_sim_advance, bri_sim_draw
 *
 * SI units throughout. Functions that can fail return bri_status and store a message in bri_error. Objects created by a
 * function belong to the caller, who destroys them; destroying NULL is allowed. */
#ifndef BRISTLE_BRISTLE_H
#define BRISTLE_BRISTLE_H

#include "bristle/catalogue.h"
#include "bristle/describe.h"
#include "bristle/draw.h"
#include "bristle/friction.h"
#include "bristle/kind.h"
#include "bristle/model.h"
#include "bristle/result.h"
#include "bristle/result_file.h"
#include "bristle/sensitivity.h"
#include "bristle/sim.h"
#include "bristle/status.h"
#include "bristle/system.h"
#include "bristle/table.h"
#include "bristle/trial.h"
#include "bristle/unit.h"
#include "bristle/verdict.h"

#endif
