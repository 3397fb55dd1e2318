/* study_kind.c - the table of a study file, and of its limit */
#include "study/study_kind.h"

#include <math.h>

static const bri_param limit_params[] = {
    BRI_PARAM(bri_limit_params, cpu, "s", NAN, 1e-6, 1e9, "most CPU time of a run; not given: no limit"),
    BRI_INT_PARAM(bri_limit_params, steps, 0, 0, 1e9, "most steps of a run; 0: no limit"),
    {0},
};

const bri_kind bri_limit_kind = {
    .name = "limit",
    .family = "limit",
    .title = "what a run of a study may cost; a run that needs more is a row that says so",
    .params_size = sizeof(bri_limit_params),
    .params = limit_params,
};

static const bri_param study_params[] = {
    BRI_STRING_PARAM(bri_study_params, title, "what the study is about"),
    BRI_STRING_PARAM(bri_study_params, model, "model file, beside the study file"),
    BRI_STRING_PARAM(bri_study_params, set, "values of the model that are changed first, by their paths"),
    BRI_STRING_PARAM(bri_study_params, vary, "what varies: values by path, as in 'bristle sweep --vary'"),
    BRI_STRING_PARAM(bri_study_params, each, "the same for patterns of which every match varies by itself"),
    BRI_CHOICE_PARAM(bri_study_params, design, "grid|one|random|latin|sobol|indices",
                     "which combinations: all, one at a time, or the points of a sample"),
    BRI_INT_PARAM(bri_study_params, runs, 64, 2, 1e7, "points of a sample"),
    BRI_INT_PARAM(bri_study_params, seed, 0, 0, 1e7, "seed of a sample"),
    BRI_STRING_PARAM(bri_study_params, measure, "list of measures, as in 'bristle sweep --measure'"),
    BRI_STRING_PARAM(bri_study_params, claims, "list of claims: how a measure of several runs compares"),
    BRI_STRING_PARAM(bri_study_params, limit, "what a run may cost: CPU time, or {cpu: 10 s, steps: 100000}"),
    {0},
};

const bri_kind bri_study_kind = {
    .name = "study",
    .family = "study",
    .title = "a study file: what varies in a model, and what is measured",
    .required = "model",
    .params_size = sizeof(bri_study_params),
    .params = study_params,
};

static const bri_kind *study_only(int index) { return index == 0 ? &bri_study_kind : NULL; }
static const bri_kind *limit_only(int index) { return index == 0 ? &bri_limit_kind : NULL; }

const bri_family bri_study_family = {.name = "study", .naming = BRI_ONLY, .kind = study_only};
const bri_family bri_limit_family = {.name = "limit", .naming = BRI_ONLY, .kind = limit_only, .plain = &bri_limit_kind};

bool bri_study_row_is_tree(const bri_param *row)
{
    return row->offset >= offsetof(bri_study_params, set) && row->offset <= offsetof(bri_study_params, limit);
}

bool bri_study_row_is_of_samples(const bri_param *row)
{
    return row && (row->offset == offsetof(bri_study_params, runs) || row->offset == offsetof(bri_study_params, seed));
}
