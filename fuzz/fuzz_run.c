/* fuzz_run.c - any bytes as a model file that is built and run for some steps: numbers, or a sentence */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "bristle/bristle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* libfyaml 0.7.12 loses a buffer where a long quoted scalar has many escapes and then an error. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libfyaml"; }

enum {
    MOST_STEPS = 60,
    MOST_PARTS = 40,
    FEW_PARTS = 5
};

static bool goes_on(double time, double share, void *user)
{
    int *left = user;
    (void)time, (void)share;
    return --*left > 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_error err = {0};
    int left = MOST_STEPS;
    bri_status status = bri_model_parse((const char *)data, size, "fuzz", &model, &err);
    if (!status) status = bri_system_build(model, &system, &err);
    if (!status && bri_system_mobility(system).bodies <= MOST_PARTS) {
        const char *const channels[] = {"energy.*", NULL};
        bri_run_def def = bri_run_defaults();
        def.progress = goes_on;
        def.user = &left;
        def.channels = channels;
        status = bri_run(system, &def, &result, &err);
    }
    if (status && !err.what[0]) abort(); /* every failure has its sentence */
    if (system && bri_system_mobility(system).bodies <= FEW_PARTS) {
        bri_verdict_result *verdict = NULL;
        bri_verdict_def few = {.branches = 20, .intervals = true};
        bri_error why = {0};
        if (bri_verdict_at(system, &few, NAN, &verdict, &why) && !why.what[0]) abort();
        bri_verdict_destroy(verdict);
    }
    bri_result_destroy(result);
    bri_system_destroy(system);
    bri_model_destroy(model);
    return 0;
}
