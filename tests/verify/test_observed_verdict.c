/* test_observed_verdict.c - verdicts along a run do not change the motion
 *
 * bri_verdict_along steps a simulation of its own. Its calls of bri_sim_step go through the test (linked with --wrap), which
 * keeps a hash of the state after each step: they are those of a simulation that is only stepped. */
#include "every_model.h"

enum {
    STEPS = 400 /* of each model */
};

typedef struct trail {
    uint64_t hash[STEPS + 100];
    int steps;
} trail;
static trail *recording; /* NULL: nothing is recorded */

bri_status __real_bri_sim_step(bri_sim *sim, double until, bri_error *err);
bri_status __wrap_bri_sim_step(bri_sim *sim, double until, bri_error *err);

static uint64_t hash_of(const bri_sim *sim)
{
    char *bytes = saved_bytes(sim);
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < bri_sim_state_size(sim); i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    free(bytes);
    return hash;
}

bri_status __wrap_bri_sim_step(bri_sim *sim, double until, bri_error *err)
{
    bri_status status = __real_bri_sim_step(sim, until, err);
    if (recording) {
        assert_true(recording->steps < STEPS + 100);
        recording->hash[recording->steps++] = hash_of(sim);
    }
    return status;
}

static void record_plain(const bri_system *system, double until, trail *to)
{
    bri_run_def usual = bri_run_defaults();
    bri_sim *sim = begin_sim(system, &usual);
    recording = to;
    for (bri_status status = BRI_OK; !status && bri_sim_time(sim) < until;)
        status = bri_sim_step(sim, until, NULL);
    recording = NULL;
    bri_sim_destroy(sim);
}

/* How many instants were judged. */
static int record_verdicts(const bri_system *system, double until, trail *to)
{
    bri_verdict_def def = {.size = sizeof(bri_verdict_def), .until = until, .samples = 4, .branches = 20};
    bri_verdict_history *history = NULL;
    recording = to;
    bri_status status = bri_verdict_along(system, &def, &history, NULL);
    recording = NULL;
    int rests = status ? 0 : history->rests;
    if (!status) bri_verdict_history_destroy(history);
    return rests;
}

static void verdicts_do_not_change_a_run(void **state)
{
    (void)state;
    static trail plain, judged;
    int rests = 0, models = 0;
    model_files files = model_files_find();
    bri_run_def usual = bri_run_defaults();
    for (const char *path; (path = model_files_next(&files));) {
        bri_system *system = build_file(path);
        double until = reach(system, &usual, STEPS);
        plain.steps = judged.steps = 0;
        record_plain(system, until, &plain);
        int here = record_verdicts(system, until, &judged);
        assert_true(plain.steps > 0 && judged.steps <= plain.steps); /* after many rests it stops */
        for (int i = 0; i < judged.steps; i++)
            if (judged.hash[i] != plain.hash[i]) fail_msg("%s: a verdict has changed step %d", path, i);
        if (here > 0 && judged.steps > 0) models++;
        rests += here;
        bri_system_destroy(system);
    }
    if (rests < 20 || models < 6) fail_msg("%d instants in %d models were judged", rests, models);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts_do_not_change_a_run)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
