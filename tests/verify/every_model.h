/* every_model.h - the models under examples/ and papers/, each for its first steps, and simulations compared by their bits */
#ifndef BRISTLE_TESTS_VERIFY_EVERY_MODEL_H
#define BRISTLE_TESTS_VERIFY_EVERY_MODEL_H

#include <glob.h>

#include "test.h"

#include "bristle/bristle.h"
#include "sim/sim.h"

typedef struct model_files {
    glob_t glob; /* with expected.yaml, which is no model */
    size_t next;
} model_files;

static inline model_files model_files_find(void)
{
    model_files files = {0};
    assert_int_equal(glob(MODELS_ROOT "/examples/*.yaml", 0, NULL, &files.glob), 0);
    assert_int_equal(glob(MODELS_ROOT "/papers/*/*.yaml", GLOB_APPEND, NULL, &files.glob), 0);
    return files;
}

/* NULL, and the list is freed: there are no more. */
static inline const char *model_files_next(model_files *files)
{
    static const char no_model[] = "/expected.yaml";
    while (files->next < files->glob.gl_pathc) {
        const char *path = files->glob.gl_pathv[files->next++];
        size_t length = strlen(path);
        if (strcmp(path + length - (sizeof no_model - 1), no_model) != 0) return path;
    }
    globfree(&files->glob);
    return NULL;
}

static inline bri_system *build_model(bri_model *model)
{
    bri_error err = {0};
    bri_system *system = NULL;
    if (bri_system_build(model, &system, &err)) fail_msg("%s: %s", err.where, err.what);
    bri_model_destroy(model);
    return system;
}

static inline bri_system *build_file(const char *path)
{
    bri_error err = {0};
    bri_model *model = NULL;
    if (bri_model_read(path, &model, &err)) fail_msg("%s: %s", err.where, err.what);
    return build_model(model);
}

static inline bri_system *build_text(const char *text)
{
    bri_error err = {0};
    bri_model *model = NULL;
    if (bri_model_parse(text, strlen(text), "test", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    return build_model(model);
}

static inline bri_sim *begin_sim(const bri_system *system, const bri_run_def *def)
{
    bri_error err = {0};
    bri_sim *sim = NULL;
    if (bri_sim_create(system, def, &sim, &err)) fail_msg("%s: %s", def->integrator, err.what);
    return sim;
}

/* Time that so many steps reach, at most the end of the model's run. */
static inline double reach(const bri_system *system, const bri_run_def *def, int steps)
{
    bri_sim *sim = begin_sim(system, def);
    double end = bri_sim_until(sim);
    for (int i = 0; i < steps && bri_sim_time(sim) < end; i++) {
        bri_error err = {0};
        if (bri_sim_step(sim, end, &err)) fail_msg("%s", err.what);
    }
    double t = bri_sim_time(sim);
    bri_sim_destroy(sim);
    return t;
}

/* All that the next steps and the statistics depend on. The caller frees it. */
static inline char *saved_bytes(const bri_sim *sim)
{
    char *bytes = malloc(bri_sim_state_size(sim));
    assert_non_null(bytes);
    bri_sim_save(sim, bytes);
    return bytes;
}

static inline bool same_sims(const bri_sim *a, const bri_sim *b)
{
    char *first = saved_bytes(a), *second = saved_bytes(b);
    bool same = bri_sim_state_size(a) == bri_sim_state_size(b) && !memcmp(first, second, bri_sim_state_size(a));
    free(first);
    free(second);
    return same;
}

static inline bool same_bits(double a, double b) { return !memcmp(&a, &b, sizeof a); }

#endif
