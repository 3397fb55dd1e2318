/* settings.c - settings of a run, checked against the ranges of the model's table, whatever their source */
#include "sim/settings.h"

#include <math.h>

#include "base/fail.h"
#include "base/given.h"
#include "system/system.h"

const char *const bri_hold_names[] = {[BRI_HOLD_AUTO] = "auto",
                                      [BRI_HOLD_PROJECTION] = "projection",
                                      [BRI_HOLD_BAUMGARTE] = "baumgarte",
                                      [BRI_HOLD_PARTITION] = "partition"};
static const bri_struct run_def = BRI_STRUCT(bri_run_def, bri_run_defaults, derivatives);

bri_status bri_run_def_given(const bri_run_def *given, bri_run_def *def, bri_error *err)
{
    return bri_given(&run_def, given, def, err);
}

bri_status bri_settings_of(const bri_system *s, const bri_run_def *def, bri_run_params *settings, bri_error *err)
{
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"until", def->until}, {"interval", def->interval}, {"rtol", def->rtol},
                   {"atol", def->atol},   {"step", def->step},         {"max_step", def->max_step}};
    bri_status status = BRI_OK;
    if (!isfinite(def->from))
        return bri_fail(err, BRI_BAD_VALUE, "from is not a finite number; 0 means from the start of the run");
    *settings = *(const bri_run_params *)bri_model_root(s->model)->run.params;
    if (def->constraints)
        status = bri_params_set_text(&bri_run_kind, settings, NULL, "constraints", def->constraints, err);
    for (size_t i = 0; !status && i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].value == 0) continue;
        status =
            isnan(numbers[i].value)
                ? bri_fail(err, BRI_BAD_VALUE, "%s is not a number; 0 means the value of the model", numbers[i].name)
                : bri_params_set(&bri_run_kind, settings, numbers[i].name, numbers[i].value, err);
    }
    return status ? status : bri_params_check(&bri_run_kind, settings, err);
}
