/* fuzz_study.c - any text as a study of a small model: runs that have models, keys and rows, or a sentence */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "study/run_key.h"
#include "study/study_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* libfyaml 0.7.12 loses a buffer where a long quoted scalar has many escapes and then an error. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libfyaml"; }

static const char model_text[] =
    "title: pendulum\n"
    "gravity: [0, -9.81 m/s2]\n"
    "parameters: {r: 20 mm, mu: 0.4}\n"
    "bodies: {bar: {mass: 2 kg, inertia: 0.1 kg m2, at: [0.3 m, 0], spin: 1 rad/s}}\n"
    "joints: {pin: {revolute: [ground, bar], at: [0, 0], radius: 2*r, friction: {law: coulomb, mu_k: mu, mu_s: 0.5}}}\n"
    "run: {until: 1 s}\n";

enum {
    MOST_STEPS = 6,
    MOST_DIGITS = 4, /* of a number of runs: more only take time */
    MOST_GROUPS = 20,
    MOST_COMPARED = 2000
};

static void check(int claim)
{
    if (!claim) abort();
}

static const bri_model *base_model(void)
{
    static bri_model *model;
    bri_error err = {0};
    if (!model) check(!bri_model_parse(model_text, sizeof model_text - 1, "model", &model, &err));
    return model;
}

static int has_long_number(const uint8_t *data, size_t size)
{
    int digits = 0;
    for (size_t i = 0; i < size; i++) {
        digits = data[i] >= '0' && data[i] <= '9' ? digits + 1 : 0;
        if (digits > MOST_DIGITS) return 1;
    }
    return 0;
}

static void check_claims(const bri_study_file *file)
{
    const bri_study *study = file->study;
    int *room = calloc((size_t)study->variations + 1, sizeof *room);
    for (int i = 0; room && i < file->claims; i++) {
        const bri_study_claim *c = &file->claim[i];
        size_t groups = bri_study_claim_groups(study, c), count = bri_study_claim_size(study, c);
        check(c->measure >= 0 && c->measure < bri_measures_count(file->measures));
        check(groups * count <= study->runs);
        size_t *run = count <= MOST_COMPARED ? calloc(count + 1, sizeof *run) : NULL;
        for (size_t group = 0; run && group < groups && group < MOST_GROUPS; group++) {
            bri_study_claim_runs(study, c, group, run, room);
            for (size_t k = 0; k < count; k++)
                check(run[k] < study->runs && (!k || run[k] != run[k - 1]));
        }
        free(run);
    }
    free(room);
}

static void check_run(const bri_study_file *file, size_t run)
{
    const bri_study *study = file->study;
    bri_hash common;
    bri_measures *measures = NULL;
    bri_study_row row = {0};
    int *level = calloc((size_t)study->variations + 1, sizeof *level);
    bri_run_key_begin(&common, "0", model_text, "");
    if (level) bri_run_key_of(&common, study, run, level);
    if (!bri_study_file_measures(file, &measures, NULL)) {
        check(bri_measures_count(measures) == bri_measures_count(file->measures));
        for (int i = 0; i < bri_measures_count(measures); i++)
            check(!strcmp(bri_measures_get(measures, i)->text, bri_measures_get(file->measures, i)->text));
        bri_study_run(study, run, measures, MOST_STEPS, NULL, NULL, &row);
        check(row.done && (!row.status || row.message));
    }
    bri_study_row_clear(&row);
    bri_measures_destroy(measures);
    free(level);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bri_study_file *file = NULL;
    bri_error err = {0};
    if (has_long_number(data, size)) return 0;
    bri_status status = bri_study_file_parse((const char *)data, size, "study", base_model(), &file, &err);
    check((status == BRI_OK) == (file != NULL) && (status == BRI_OK) == (err.what[0] == '\0'));
    bri_study_file_is((const char *)data, size);
    if (!file) return 0;
    check(file->study->runs > 0);
    check_claims(file);
    check_run(file, 0);
    if (file->study->runs > 1) check_run(file, file->study->runs - 1);
    bri_study_file_destroy(file);
    return 0;
}
