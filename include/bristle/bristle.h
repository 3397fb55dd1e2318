/* bristle.h - includes all public headers of bristle: friction in multibody dynamics
 *
 *     bri_law_find -> bri_params_defaults, bri_params_set -> bri_friction_eval, bri_friction_batch, bri_trace_run
 *     bri_model_read -> bri_model_set -> bri_system_build -> bri_run, or bri_sim_create, bri_sim_advance, bri_sim_draw
 *
 * SI units throughout. Functions that can fail return bri_status and store a message in bri_error. Objects created by a
 * function belong to the caller, who destroys them; destroying NULL is allowed. NULL is also allowed for a bri_error, for
 * settings that have defaults, and where a comment says so. Elsewhere NULL is an error of the program; assertions detect it in a
 * debug build.
 *
 * A program that was compiled with these headers works with every later library of the same SOVERSION. Therefore
 *   - a struct that the program fills (settings, bri_pen) begins with its size, which its defaults function sets:
 *     bri_run_def def = bri_run_defaults(). New fields are added at its end; 0 selects the earlier behaviour. A struct that was not
 *     initialised in this way is rejected with an error message
 *   - a struct that the library makes is returned as a pointer, in lists as a list of pointers, and is read only. It may grow at
 *     its end: do not copy it, and do not ask for its size. Its texts belong to it
 *   - a struct that the program allocates and the library fills is written up to the size that the program knows: functions
 *     whose name ends with _sized, and the inline functions that call them
 *   - all other structs do not grow. bri_kind, bri_friction_law and bri_error have room for more, which must be 0
 *   - values are only added to enums, at their end
 * docs/c_interface.md has details. */
#ifndef BRISTLE_BRISTLE_H
#define BRISTLE_BRISTLE_H

#include "bristle/api.h"
#include "bristle/catalogue.h"
#include "bristle/describe.h"
#include "bristle/draw.h"
#include "bristle/fit.h"
#include "bristle/friction.h"
#include "bristle/host.h"
#include "bristle/kind.h"
#include "bristle/measure.h"
#include "bristle/measurement.h"
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
