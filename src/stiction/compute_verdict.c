/* compute_verdict.c - the verdict on one configuration at one instant */
#include "stiction/compute_verdict.h"

#include <assert.h>
#include <stdlib.h>

#include "base/fail.h"
#include "stiction/build_statics.h"
#include "stiction/families.h"
#include "stiction/intervals.h"
#include "stiction/slip_onset.h"
#include "stiction/stick_factors.h"
#include "stiction/tolerance.h"
#include "stiction/verdict_memory.h"

const char *bri_verdict_name(bri_verdict verdict)
{
    static const char *const names[] = {"sticks", "conditional", "undecided", "must slip", "not decided"};
    return names[verdict];
}

/* The verdict that follows from the three answers. */
static bri_verdict conclude(bri_answer possible, bri_answer guaranteed, bri_answer accelerates)
{
    if (possible == BRI_ANSWER_NO) return BRI_MUST_SLIP;
    if (guaranteed == BRI_ANSWER_YES) return BRI_STICKS;
    if (possible == BRI_ANSWER_OPEN || guaranteed == BRI_ANSWER_OPEN || accelerates == BRI_ANSWER_OPEN)
        return BRI_NOT_DECIDED;
    return accelerates == BRI_ANSWER_YES ? BRI_UNDECIDED : BRI_CONDITIONAL;
}

/* Completes the parts: whether sticking is possible in each while the others hold, and its verdict. Requires all else of the
 * parts and of the result. */
static bri_status conclude_parts(const sti_assessment *a, bri_error *err)
{
    bri_status status = BRI_OK;
    bool *counts = calloc((size_t)a->pr->groups + 1, sizeof *counts);
    double low;
    if (!counts) return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    for (int p = 0; p < a->out->parts && !status; p++) {
        bri_part *part = a->out->part[p];
        if (a->out->parts == 1) {
            part->possible = a->out->possible;
            part->possible_factor = a->out->possible_factor;
        } else {
            for (int g = 0; g < a->pr->groups; g++)
                counts[g] = a->st->interface[a->pr->group[g].interface].part == p;
            status = bri_find_possible(a, counts, &part->possible, &part->possible_factor, &low, err);
        }
        part->verdict = conclude(part->possible, part->guaranteed, part->accelerates);
    }
    free(counts);
    return status;
}

/* Allocates the parts and interfaces of the result and sets what the statics say of them. */
static bri_status describe(const sti_assessment *a, bri_error *err)
{
    bri_verdict_result *out = a->out;
    const sti_statics *st = a->st;
    bri_arena *arena = bri_verdict_arena(out);
    out->part = bri_arena_list(arena, (size_t)st->parts, sizeof **out->part);
    out->interface = bri_arena_list(arena, (size_t)st->interfaces, sizeof **out->interface);
    if (arena->failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    out->parts = st->parts;
    out->interfaces = st->interfaces;
    out->degrees = st->degrees;
    out->free_motions = st->free_motions - st->spring_motions;
    out->springs = st->springs;
    out->proportional = true;
    for (int c = 0; c < st->patches; c++)
        out->proportional =
            out->proportional && st->patch[c].load != STI_LOAD_GIVEN && st->patch[c].static_limit[0] == 0;
    for (int f = 0; f < st->interfaces; f++) {
        const sys_interface *model = &st->system->interface[st->interface[f].index];
        bri_interface_verdict *v = out->interface[f];
        out->proportional = out->proportional && !model->pushed;
        v->name = bri_arena_text(arena, "%s", model->label);
        v->mu_s = st->interface[f].mu_s;
        v->is_effort = model->params->effort != BRI_EFFORT_NONE;
        v->part = st->interface[f].part;
    }
    return arena->failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict") : BRI_OK;
}

static bri_status assess(const sti_assessment *a, bool intervals, bri_error *err)
{
    bri_verdict_result *out = a->out;
    bri_status status = describe(a, err);
    if (!status)
        status = bri_find_possible(a, NULL, &out->possible, &out->possible_factor, &out->possible_factor_low, err);
    /* the factor may have answered what the search at factor 1 left open */
    if (out->possible == BRI_ANSWER_OPEN && out->possible_factor <= 1) out->possible = BRI_ANSWER_YES;
    if (out->possible == BRI_ANSWER_OPEN && out->possible_factor_low > 1 + tol_zero) out->possible = BRI_ANSWER_NO;
    if (!status) status = bri_find_guaranteed(a, err);
    if (!status) status = bri_find_slips(a, err);
    if (!status) status = conclude_parts(a, err);
    if (!status && intervals) status = bri_find_intervals(a, err);
    out->verdict = conclude(out->possible, out->guaranteed, out->accelerates);
    return status;
}

/* The verdict at the instant to which the configuration is set, with elastic or with rigid links. The caller destroys
 * *result. */
static bri_status compute(sti_configuration *at, const bri_verdict_def *def, bool rigid, bool intervals,
                          bri_verdict_result **result, bri_error *err)
{
    double t = at->point.t;
    sti_statics *st = NULL;
    sti_assessment a = {.branches = def->branches > 0 ? def->branches : STI_USUAL_BRANCHES};
    bool solvable = false;
    bri_verdict_result *out = a.out = bri_verdict_create();
    if (!out) return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    out->time = t;
    out->branches = a.branches;
    bri_status status = bri_statics_create(at, def, rigid, &st, err);
    a.st = st;
    if (!status) status = bri_problem_create(st, NULL, 0, &a.pr, &solvable, err);
    if (!status && !solvable)
        status = bri_fail(err, BRI_BAD_MODEL,
                          "at t = %.9g s the loads cannot be in equilibrium with any reactions and friction forces", t);
    if (!status) status = bri_find_families(a.pr, NULL, err);
    if (!status) status = assess(&a, intervals, err);
    if (!status) status = bri_program_check(a.pr->program, "this verdict", err);
    if (a.pr) out->programs = a.pr->program->solved;
    bri_problem_free(a.pr);
    bri_statics_destroy(st);
    if (status)
        bri_verdict_destroy(out);
    else
        *result = out;
    return status;
}

bri_status bri_compute_verdict(sti_configuration *at, double t, const bri_verdict_def *def, bri_verdict_result **result,
                               bri_error *err)
{
    bri_error why = {0};
    bri_configuration_set(at, t);
    bri_status status = compute(at, def, false, def->intervals, result, err);
    if (status || !(*result)->springs) return status;
    status = compute(at, def, true, false, &(*result)->rigid, &why);
    if (!status || status == BRI_BAD_MODEL) return BRI_OK; /* bad: with rigid links nothing can move */
    bri_verdict_destroy(*result);
    *result = NULL;
    return bri_fail(err, status, "%s", why.what);
}
