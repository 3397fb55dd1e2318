/* verdict_over.c - verdicts on the initial configuration: at one instant, and over the time of the run */
#include <assert.h>
#include <math.h>

#include "base/fail.h"
#include "bristle/verdict.h"
#include "stiction/rest.h"
#include "stiction/verdict_memory.h"
#include "stiction/verdict_sweep.h"

/* The initial configuration; rejects a model without bodies, and one that moves at its start. */
static bri_status start(const bri_system *s, sti_configuration **at, bri_error *err)
{
    if (!s->bodies) return bri_fail(err, BRI_BAD_MODEL, "there is no body that could move");
    bri_status status = bri_require_rest(s, s->u0, s->t0, s->speed, err);
    return status ? status : bri_configuration_initial(s, at, err);
}

bri_status bri_verdict_at(const bri_system *s, const bri_verdict_def *given, double t, bri_verdict_result **result,
                          bri_error *err)
{
    bri_error_clear(err);
    assert(s && result);
    bri_verdict_def def;
    sti_configuration *at = NULL;
    double when = isnan(t) ? s->t0 : t;
    bri_status status = bri_verdict_def_given(given, &def, err);
    if (!status) status = bri_require_time(s, &def, when, err);
    if (!status) status = start(s, &at, err);
    if (!status) status = bri_verdict_of_configuration(at, when, &def, result, err);
    bri_configuration_destroy(at);
    return status;
}

bri_status bri_verdict_over(const bri_system *s, const bri_verdict_def *given, bri_verdict_history **history,
                            bri_error *err)
{
    bri_error_clear(err);
    assert(s && history);
    bri_verdict_def def;
    sti_sweep w = {0};
    sti_configuration *at = NULL;
    bri_status status = bri_verdict_def_given(given, &def, err);
    if (status) return status;
    double end = bri_history_end(s, &def);
    bri_verdict_history *out = bri_history_create();
    if (!out) return bri_fail(err, BRI_NO_MEMORY, "out of memory: history of verdicts");
    status = bri_sweep_init(&w, s, &def, end - s->t0, out, err);
    if (!status) status = start(s, &at, err);
    if (!status) {
        bri_sweep_set(&w, at);
        status = bri_sweep_interval(&w, s->t0, end, err);
    }
    bri_sweep_free(&w);
    if (status)
        bri_verdict_history_destroy(out);
    else
        *history = out;
    return status;
}
