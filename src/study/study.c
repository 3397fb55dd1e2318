/* study.c - many runs of one model: the combinations of what varies, and one run at a time */
#include "study/study.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "kind/record.h"
#include "model/match.h"
#include "sim/result.h"

enum {
    MOST_RUNS = 10000000
};

static bri_status no_memory(bri_error *err) { return bri_fail(err, BRI_NO_MEMORY, "out of memory: a study"); }

bri_status bri_study_create(const bri_model *base, bri_study **study, bri_error *err)
{
    assert(base && study);
    *study = calloc(1, sizeof **study);
    if (!*study) return no_memory(err);
    (*study)->base = base;
    return BRI_OK;
}

void bri_study_destroy(bri_study *study)
{
    if (!study) return;
    for (int i = 0; i < study->variations; i++)
        bri_variation_destroy(&study->variation[i]);
    free(study->variation);
    free(study->sample);
    free(study);
}

/* --- what varies ------------------------------------------------------------------------------------------------------------ */

static bri_status vary_one(bri_study *study, const char *path, const char *values, bri_error *err)
{
    bri_variation *more = realloc(study->variation, ((size_t)study->variations + 1) * sizeof *more);
    if (!more) return no_memory(err);
    study->variation = more;
    for (int i = 0; i < study->variations; i++)
        if (!strcmp(more[i].path, path)) return bri_fail_at(err, BRI_BAD_VALUE, path, "this varies twice");
    bri_status status = bri_variation_read(study->base, path, values, &more[study->variations], err);
    study->variations += !status;
    return status;
}

bri_status bri_study_vary(bri_study *study, const char *path, const char *values, bool each, bri_error *err)
{
    bri_names paths = {0};
    if (!each || !strchr(path, '*')) return vary_one(study, path, values, err);
    bri_status status = bri_model_find_matches(study->base, path, &paths, err);
    for (int i = 0; !status && i < paths.count; i++)
        status = vary_one(study, paths.at[i], values, err);
    bri_names_destroy(&paths);
    return status;
}

/* --- which combinations ------------------------------------------------------------------------------------------------------ */

/* Number of levels of a variation that differ from the model. */
static int changes_of(const bri_variation *v)
{
    int count = 0;
    for (int k = 0; k < v->levels; k++)
        count += !bri_variation_is_base(v, &v->level[k]);
    return count;
}

/* Where all variations act in every run, one would hide another of the same path. */
static bri_status check_overlap(const bri_study *study, bri_error *err)
{
    for (int i = 0; i < study->variations; i++)
        for (int k = 0; k < study->variation[i].paths.count; k++)
            for (int j = 0; j < i; j++)
                for (int l = 0; l < study->variation[j].paths.count; l++)
                    if (!strcmp(study->variation[i].paths.at[k], study->variation[j].paths.at[l]))
                        return bri_fail(
                            err, BRI_BAD_VALUE, "%.60s varies twice, by '%.60s' and by '%.60s': leave out one of both",
                            study->variation[i].paths.at[k], study->variation[j].path, study->variation[i].path);
    return BRI_OK;
}

bri_status bri_study_arrange(bri_study *study, bri_study_design design, bri_error *err)
{
    double runs = 1;
    bri_status overlap = design == BRI_GRID ? check_overlap(study, err) : BRI_OK;
    if (overlap) return overlap;
    for (int i = 0; i < study->variations; i++) {
        const bri_variation *v = &study->variation[i];
        if (!v->levels)
            return bri_fail_at(err, BRI_MISSING, v->path,
                               "how many values? Write '1 to 2 in 5', or draw a sample of them");
        runs = design == BRI_GRID ? runs * v->levels : runs + changes_of(v);
    }
    if (runs > MOST_RUNS)
        return bri_fail(err, BRI_BAD_VALUE, "that is %.3g runs; at most %d are possible", runs, MOST_RUNS);
    study->design = design;
    study->runs = (size_t)runs;
    return BRI_OK;
}

bri_status bri_study_sample(bri_study *study, bri_sampling sampling, size_t count, uint64_t seed, bri_error *err)
{
    size_t runs = bri_sample_rows(sampling, count, study->variations);
    bri_status overlap = check_overlap(study, err);
    if (overlap) return overlap;
    if (count > MOST_RUNS || runs > MOST_RUNS)
        return bri_fail(err, BRI_BAD_VALUE, "that is %.3g runs; at most %d are possible", (double)runs, MOST_RUNS);
    study->design = BRI_SAMPLE;
    study->runs = runs;
    return bri_sample(sampling, count, study->variations, seed, &study->sample, err);
}

void bri_study_levels(const bri_study *study, size_t run, int *level)
{
    assert(run < study->runs && study->design != BRI_SAMPLE);
    for (int i = study->variations - 1; i >= 0 && study->design == BRI_GRID; i--) {
        size_t count = (size_t)study->variation[i].levels;
        level[i] = (int)(run % count);
        run /= count;
    }
    size_t next = 1; /* run 0 is the model as it is */
    for (int i = 0; i < study->variations && study->design == BRI_ONE_AT_A_TIME; i++) {
        const bri_variation *v = &study->variation[i];
        level[i] = -1;
        for (int k = 0; k < v->levels; k++)
            if (!bri_variation_is_base(v, &v->level[k]) && next++ == run) level[i] = k;
    }
}

bri_level bri_study_level(const bri_study *study, size_t run, int variation, int *level)
{
    const bri_variation *v = &study->variation[variation];
    if (study->design == BRI_SAMPLE)
        return bri_variation_draw(v, study->sample[run * (size_t)study->variations + (size_t)variation]);
    bri_study_levels(study, run, level);
    return level[variation] < 0 ? (bri_level){.kind = BRI_LEVEL_BASE, .number = NAN} : v->level[level[variation]];
}

/* --- a run ------------------------------------------------------------------------------------------------------------------- */

bool bri_study_is_law(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && !strcmp(path + length - 4, ".law");
}

/* Parts of the model come first, then laws, because other values may be their parameters. */
static bri_status apply(const bri_study *study, size_t run, int *room, bri_model *model, bri_error *err)
{
    bri_status status = BRI_OK;
    for (int pass = 0; pass < 3; pass++)
        for (int i = 0; !status && i < study->variations; i++) {
            const bri_variation *v = &study->variation[i];
            bri_level level = bri_study_level(study, run, i, room);
            if ((bri_level_is_part(&level) ? 0 : bri_study_is_law(v->path) ? 1 : 2) != pass) continue;
            status = bri_variation_apply(v, &level, model, err);
        }
    return status;
}

bri_status bri_study_model(const bri_study *study, size_t run, bri_model **model, bri_error *err)
{
    assert(run < study->runs);
    *model = NULL;
    int *level = calloc((size_t)study->variations + 1, sizeof *level);
    if (!level) return no_memory(err);
    bri_status status = bri_model_copy(study->base, model, err);
    if (!status) status = apply(study, run, level, *model, err);
    free(level);
    if (!status) return BRI_OK;
    bri_model_destroy(*model);
    *model = NULL;
    return status;
}

void bri_study_row_clear(bri_study_row *row)
{
    for (int i = 0; i < row->values; i++)
        free(row->value[i].word);
    free(row->value);
    free(row->message);
    *row = (bri_study_row){0};
}

static void set_message(bri_study_row *row, const char *where, const char *what)
{
    bri_text text = {0};
    if (row->message) return;
    bri_text_add(&text, *where ? "%s: %s" : "%s%s", where, what);
    row->message = text.at;
}

/* The measures of a run. One that failed has no numbers, which would be those of a part of it; words say what happened. */
static void keep_values(const bri_measures *measures, bri_study_row *row)
{
    int count = bri_measures_count(measures);
    row->value = calloc((size_t)count + 1, sizeof *row->value);
    row->values = row->value ? count : 0;
    for (int i = 0; i < row->values; i++) {
        const bri_measured *m = bri_measures_get(measures, i);
        row->value[i].number = row->status || m->word ? NAN : m->value;
        if (m->word) bri_string_copy(m->word, &row->value[i].word, NULL);
        if (m->why && !row->status) set_message(row, m->text, m->why);
    }
}

/* A run whose energy balance does not close counts as failed. */
static void check_balance(const bri_result *result, bri_study_row *row)
{
    bri_text text = {0};
    if (row->status || bri_energy_balance_closes(result)) return;
    bri_text_add(&text,
                 "the energy balance does not close within 0.1 %% of the energy turned over, %.3g J: use a smaller "
                 "rtol, or a smaller step with fixed steps",
                 result->energy_turnover);
    row->status = BRI_NO_CONVERGENCE;
    row->message = text.at;
}

void bri_study_run(const bri_study *study, size_t run, bri_measures *measures, long most_steps,
                   bool (*progress)(double time, double share, void *user), void *user, bri_study_row *row)
{
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_error err = {0};
    bri_run_def def = bri_run_defaults();
    *row = (bri_study_row){.done = true};
    def.progress = progress;
    def.user = user;
    def.only_ends = true;
    def.most_steps = most_steps;
    row->status = bri_study_model(study, run, &model, &err);
    if (!row->status) row->status = bri_system_build(model, &system, &err);
    if (!row->status) row->status = bri_run_measured(system, &def, measures, &result, &err);
    if (row->status) set_message(row, err.where, err.what);
    if (result) {
        check_balance(result, row);
        keep_values(measures, row);
        row->steps = result->statistics->steps;
        row->evaluations = result->statistics->evaluations;
    }
    bri_result_destroy(result);
    bri_system_destroy(system);
    bri_model_destroy(model);
}
