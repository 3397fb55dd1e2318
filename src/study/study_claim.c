/* study_claim.c - which runs of a study a claim compares */
#include "study/study_claim.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "bristle/unit.h"

static const double tol_value = 1e-9; /* of a value in words: "0.3" is the third of 0.1 to 0.5 in 5 */

void bri_study_claim_destroy(bri_study_claim *claim)
{
    free(claim->level);
    *claim = (bri_study_claim){0};
}

/* --- values ------------------------------------------------------------------------------------------------------------------------ */

static bri_level as_it_is(void) { return (bri_level){.kind = BRI_LEVEL_BASE, .number = NAN}; }

/* The value of a level; one at a time: of one that the model has, that run is the unchanged model. */
static double value_of(const bri_variation *v, int level)
{
    bri_level base = as_it_is();
    return bri_variation_value(v, level < 0 ? &base : &v->level[level], 0);
}

/* The level with a name, a word or a value; -2: there is none. */
static int find_level(const bri_study *study, const bri_variation *v, const char *text)
{
    const char *end;
    double value = NAN;
    bool ones = study->design == BRI_ONE_AT_A_TIME, factor = *text == 'x' && bri_number_read(text + 1, &end, &value);
    for (int k = 0; k < v->levels; k++) {
        const char *word = bri_level_word(&v->level[k]);
        if (word && !strcmp(word, text)) return ones && bri_variation_is_base(v, &v->level[k]) ? -1 : k;
    }
    if (factor)
        value *= v->base[0];
    else if (bri_quantity_read(NULL, text, v->unit, &value, NULL))
        return -2;
    if (ones && fabs(v->base[0] - value) <= tol_value * fabs(value)) return -1;
    for (int k = 0; k < v->levels; k++)
        if (fabs(value_of(v, k) - value) <= tol_value * fabs(value)) return k;
    return -2;
}

static bri_status add_levels(const bri_study *study, bri_study_claim *c, const bri_node *list, const bri_node **where,
                             bri_error *err)
{
    const bri_variation *v = &study->variation[c->variation];
    c->level = calloc((size_t)list->count + 1, sizeof *c->level);
    if (!c->level) return bri_fail(err, BRI_NO_MEMORY, "out of memory: claims");
    for (int i = 0; i < list->count; i++) {
        *where = list->value[i];
        if ((*where)->type != BRI_SCALAR)
            return bri_fail(err, BRI_BAD_VALUE, "expected a value of %.80s here, not a list or mapping", v->path);
        c->level[i] = find_level(study, v, (*where)->text);
        if (c->level[i] < -1)
            return bri_fail(err, BRI_NOT_FOUND, "there is no run in which %.80s is %.60s", v->path, (*where)->text);
        for (int k = 0; k < i; k++)
            if (c->level[k] == c->level[i])
                return bri_fail(err, BRI_BAD_VALUE, "'%.60s' is compared with itself", (*where)->text);
        c->levels++;
    }
    return BRI_OK;
}

/* Numbers from the least to the largest; words as the study lists them. */
static void sort_levels(const bri_variation *v, bri_study_claim *c)
{
    for (int i = 0; i < c->levels; i++)
        if (isnan(value_of(v, c->level[i]))) return;
    for (int i = 1; i < c->levels; i++)
        for (int k = i; k > 0 && value_of(v, c->level[k]) < value_of(v, c->level[k - 1]); k--) {
            int other = c->level[k];
            c->level[k] = c->level[k - 1];
            c->level[k - 1] = other;
        }
}

static bri_status add_all_levels(const bri_study *study, bri_study_claim *c, bri_error *err)
{
    const bri_variation *v = &study->variation[c->variation];
    bool ones = study->design == BRI_ONE_AT_A_TIME;
    c->level = calloc((size_t)v->levels + 1, sizeof *c->level);
    if (!c->level) return bri_fail(err, BRI_NO_MEMORY, "out of memory: claims");
    if (ones) c->level[c->levels++] = -1;
    for (int k = 0; k < v->levels; k++)
        if (!ones || !bri_variation_is_base(v, &v->level[k])) c->level[c->levels++] = k;
    sort_levels(v, c);
    return BRI_OK;
}

/* --- reading ----------------------------------------------------------------------------------------------------------------------- */

static bri_status find_variation(const bri_study *study, const char *path, int *variation, bri_error *err)
{
    for (*variation = 0; *variation < study->variations; ++*variation)
        if (!strcmp(study->variation[*variation].path, path)) return BRI_OK;
    return bri_fail(err, BRI_NOT_FOUND, "%.80s does not vary in this study", path);
}

static bri_status find_runs(const bri_study *study, bri_study_claim *c, const bri_node **where, bri_error *err)
{
    const bri_node *runs = c->claim.runs;
    bri_status status = BRI_OK;
    *where = runs;
    if (runs->type == BRI_SCALAR) {
        status = find_variation(study, runs->text, &c->variation, err);
        return status ? status : add_all_levels(study, c, err);
    }
    if (runs->type == BRI_MAPPING && runs->count == 1) {
        *where = runs->key[0];
        status = find_variation(study, runs->key[0]->text, &c->variation, err);
        *where = runs = runs->value[0];
    } else if (runs->type == BRI_SEQUENCE && study->variations == 1) {
        c->variation = 0;
    } else {
        return bri_fail(err, BRI_BAD_VALUE, "of which runs? Write a path that varies, or {PATH: [VALUE, VALUE]}");
    }
    if (status) return status;
    if (runs->type != BRI_SEQUENCE)
        return bri_fail(err, BRI_BAD_VALUE, "expected a list of values here: {PATH: [VALUE, VALUE]}");
    return add_levels(study, c, runs, where, err);
}

bri_status bri_study_claim_find_runs(const bri_study *study, bri_study_claim *claim, const bri_node **where,
                                     bri_error *err)
{
    const bri_claim *c = &claim->claim;
    claim->variation = -1;
    *where = c->runs;
    if (c->is == BRI_EACH && c->runs->type == BRI_SCALAR && !strcmp(c->runs->text, "all")) return BRI_OK;
    if (study->design == BRI_SAMPLE)
        return bri_fail(err, BRI_BAD_VALUE, "runs of a sample are not compared with each other: each: all is possible");
    bri_status status = find_runs(study, claim, where, err);
    if (status || claim->levels >= (c->is == BRI_EACH ? 1 : 2)) return status;
    *where = c->runs;
    return bri_fail(err, BRI_BAD_VALUE, "%s compares at least two runs", bri_relation_names[c->is]);
}

/* --- runs -------------------------------------------------------------------------------------------------------------------------- */

size_t bri_study_claim_size(const bri_study *study, const bri_study_claim *claim)
{
    return claim->variation < 0 ? study->runs : (size_t)claim->levels;
}

size_t bri_study_claim_groups(const bri_study *study, const bri_study_claim *claim)
{
    if (claim->variation < 0 || study->design != BRI_GRID) return 1;
    return study->runs / (size_t)study->variation[claim->variation].levels;
}

/* The run of a grid with these levels. */
static size_t grid_run(const bri_study *study, const int *level)
{
    size_t run = 0;
    for (int i = 0; i < study->variations; i++)
        run = run * (size_t)study->variation[i].levels + (size_t)level[i];
    return run;
}

/* The run in which one variation has a level, and all others are as the model has them. */
static size_t single_run(const bri_study *study, int variation, int level, int *room)
{
    size_t run = 0;
    if (level < 0) return run;
    for (run = 1; run < study->runs; run++) {
        bri_study_levels(study, run, room);
        if (room[variation] == level) break;
    }
    assert(run < study->runs);
    return run;
}

void bri_study_claim_runs(const bri_study *study, const bri_study_claim *claim, size_t group, size_t *run, int *room)
{
    if (claim->variation < 0)
        for (size_t i = 0; i < study->runs; i++)
            run[i] = i;
    for (int i = study->variations - 1; i >= 0 && study->design == BRI_GRID; i--) {
        size_t count = i == claim->variation ? 1 : (size_t)study->variation[i].levels;
        room[i] = (int)(group % count);
        group /= count;
    }
    for (int i = 0; i < claim->levels; i++) {
        if (study->design == BRI_GRID) room[claim->variation] = claim->level[i];
        run[i] = study->design == BRI_GRID ? grid_run(study, room)
                                           : single_run(study, claim->variation, claim->level[i], room);
    }
}
