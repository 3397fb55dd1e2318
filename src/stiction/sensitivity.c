/* sensitivity.c - a run repeated with every secondary parameter of friction halved and doubled */
#include "bristle/sensitivity.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/fail.h"
#include "base/given.h"
#include "kind/record.h"
#include "sim/sim.h"

enum {
    MOST_CHANGES = 400, /* of parameters */
    MOST_LOCKED = 16    /* undetermined friction forces, each eliminated in turn */
};
static const double usual_slip = 1e-3,  /* slip speed over the length of the mechanism, 1/s */
    above_smooth = 4;                   /* over the smoothing speed of the law: below it, the law creeps */
static const double usual_shift = 0.01; /* over the duration of the run: as in bri_sensitivity_def */

typedef struct whole_sensitivity {
    bri_sensitivity sensitivity; /* the first */
    bri_arena arena;             /* of its lists and texts */
} whole_sensitivity;

typedef struct study {
    const bri_model *model;
    const bri_sensitivity_def *def;
    bri_sensitivity *out;
    bri_arena *arena; /* of out */
} study;

/* --- secondary parameters ----------------------------------------------------------------------------------------------- */

/* Whether a parameter is varied: a positive number with a dimension, not viscous friction. */
static bool is_secondary(const bri_kind *kind, const bri_param *row, const void *params)
{
    char unit[BRI_WORD_ROOM];
    if (row->role == BRI_ROLE_VISCOUS || row->role == BRI_ROLE_VISCOUS_SPEED) return false;
    if (row->type != BRI_REAL || !strcmp(bri_param_unit(kind, row, params, unit), "1")) return false;
    return *(const double *)bri_row_at(row, params) > 0;
}

/* Largest speed, m/s, below which the law is smoothed. */
static double smooth_below(const sys_interface *interface)
{
    const void *params = interface->params->law.params;
    double most = 0;
    for (const bri_param *row = interface->law->kind.params; row->name; row++)
        most = fmax(most, bri_param_speed(row, params));
    return most;
}

/* --- one run ------------------------------------------------------------------------------------------------------------- */

/* Slip speed of an interface, m/s. */
static double slip_speed_of(const bri_evaluation *at, int k)
{
    return bri_patch_speed(&at->solution, at->point.system->interface[k].patch);
}

/* slips: time, s, at which each interface first exceeds its slip_speed, interpolated within the step; INFINITY: never.
 * Runs the system. */
static bri_status find_first_slips(const bri_system *s, const double *slip_speed, double *slips, bri_error *err)
{
    const bri_run_params *run = bri_model_root(s->model)->run.params;
    bri_run_def def = bri_run_defaults();
    bri_sim *sim = NULL;
    double *before = calloc((size_t)s->interfaces + 1, sizeof *before), last = s->t0;
    bri_status status = before ? bri_sim_create(s, &def, &sim, err)
                               : bri_fail(err, BRI_NO_MEMORY, "out of memory: %d joints", s->interfaces);
    for (int k = 0; k < s->interfaces; k++)
        slips[k] = INFINITY;
    while (!status && bri_sim_time(sim) < run->until) {
        status = bri_sim_step(sim, run->until, err);
        if (status) break;
        double now = bri_sim_time(sim);
        bri_instant at = bri_instant_of(sim->engine, now, bri_sim_states(sim), bri_stepper_discrete(sim->stepper));
        bri_point_set(&sim->observer.point, &at, BRI_SCOPE_SLIP);
        bri_update_patches(&sim->observer.point, &sim->observer.solution);
        for (int k = 0; k < s->interfaces; k++) {
            double speed = slip_speed_of(&sim->observer, k), over = slip_speed[k];
            if (isinf(slips[k]) && speed > over)
                slips[k] = last + (now - last) * (before[k] < over ? (over - before[k]) / (speed - before[k]) : 0);
            before[k] = speed;
        }
        last = now;
    }
    bri_sim_destroy(sim);
    free(before);
    return status;
}

/* Whether the outcome differs from that of the unchanged model; shift: over the duration. */
static bool are_different(const bri_sensitivity *out, const double *slips, double shift)
{
    for (int k = 0; k < out->joints; k++) {
        if (isinf(slips[k]) != isinf(out->slips[k])) return true;
        if (isfinite(slips[k]) && fabs(slips[k] - out->slips[k]) > shift * out->span) return true;
    }
    return false;
}

/* Runs a changed model and completes the change; a run that fails is recorded there. */
static bri_status try_change(study *s, bri_model *changed, bri_outcome_change *change, bri_error *err)
{
    bri_sensitivity *out = s->out;
    bri_system *system = NULL;
    bri_error why = {0};
    change->slips = bri_arena_take(s->arena, (size_t)out->joints + 1, sizeof *change->slips);
    if (!change->slips) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d joints", out->joints);
    bri_status status = bri_system_build(changed, &system, &why);
    if (!status) status = find_first_slips(system, out->slip_speed, change->slips, &why);
    bri_system_destroy(system);
    change->failed = status != BRI_OK;
    if (status) change->why = bri_arena_text(s->arena, "%s", why.what);
    change->differs = !status && are_different(out, change->slips, s->def->shift > 0 ? s->def->shift : usual_shift);
    out->differing += change->differs;
    out->failed += change->failed;
    return BRI_OK;
}

/* --- all changes ----------------------------------------------------------------------------------------------------------- */

/* Number of parameter changes; fills the first MOST_CHANGES of `to`, in the order of the model. */
static int list_numbers(const bri_system *s, bri_outcome_change **to, bri_arena *arena)
{
    int count = 0;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        const bri_joint_kind *kind = s->joint[interface->joint].kind;
        bool second = kind->friction[1] && interface->gap < 0 && interface->motion > 0;
        if (interface->gap >= 0 && s->gap[interface->gap].index > 0)
            continue; /* one friction for all gaps of a joint */
        for (const bri_param *row = interface->law->kind.params; row->name; row++) {
            if (!is_secondary(&interface->law->kind, row, interface->params->law.params)) continue;
            for (int half = 1; half >= 0; half--, count++) {
                if (count >= MOST_CHANGES) continue;
                bri_outcome_change *change = to[count];
                char unit[BRI_WORD_ROOM];
                const char *part = "";
                for (const bri_param *p = kind->kind.params; p->name; p++)
                    if (p->offset == kind->friction[second]) part = p->name;
                change->factor = half ? 0.5 : 2;
                change->value = change->factor * *(const double *)bri_row_at(row, interface->params->law.params);
                change->what = bri_arena_text(arena, "%s.%s.%s", interface->name, part, row->name);
                change->unit = bri_arena_text(
                    arena, "%s", bri_param_unit(&interface->law->kind, row, interface->params->law.params, unit));
            }
        }
    }
    return count < MOST_CHANGES ? count : MOST_CHANGES;
}

typedef struct locked { /* friction forces that are undetermined while all joints stick */
    char name[MOST_LOCKED][96];
    int count;
} locked;

static void record_reaction(const bri_reaction *reaction, void *user)
{
    locked *l = user;
    if (reaction->is_friction && !reaction->unique && l->count < MOST_LOCKED)
        snprintf(l->name[l->count++], sizeof l->name[0], "%s", reaction->joint);
}

/* Collects the friction forces that are undetermined while all joints stick. */
static bri_status list_treatments(const bri_system *s, locked *l, bri_error *err)
{
    bool sticks = false;
    for (int k = 0; k < s->interfaces; k++)
        sticks = sticks || s->interface[k].sticks;
    return sticks ? bri_system_reactions(s, BRI_LOCKED, record_reaction, l, NULL, err) : BRI_OK;
}

/* Sets the treatment of redundancy: eliminate this friction, or pseudoinverse (NULL). what: its description. */
static bri_status set_treatment(bri_model *model, const char *friction, bri_arena *arena, const char **what,
                                bri_error *err)
{
    char name[100];
    snprintf(name, sizeof name, "[%s.friction]", friction ? friction : "");
    *what =
        bri_arena_text(arena, "run.redundancy: %s%s", friction ? "eliminate " : "pseudoinverse", friction ? name : "");
    bri_status status = bri_model_set_text(model, "run.redundancy", friction ? "eliminate" : "pseudoinverse", err);
    if (!status) status = bri_model_set_text(model, "run.eliminate", friction ? name : "[]", err);
    return status;
}

/* Runs all changes of parameters and treatments. */
static bri_status run_changes(study *s, const locked *l, int numbers, bri_error *err)
{
    bri_sensitivity *out = s->out;
    int treatments = l->count ? l->count + 1 : 0;
    bri_status status = BRI_OK;
    out->changes = numbers + treatments;
    for (int i = 0; i < out->changes && !status; i++) {
        bri_outcome_change *change = out->change[i];
        bri_model *changed = NULL;
        if (s->def->progress && !s->def->progress(i, out->changes, s->def->user))
            return bri_fail(err, BRI_STOPPED, "stopped after %d of %d runs", i, out->changes);
        status = bri_model_copy(s->model, &changed, err);
        if (!status && i < numbers) status = bri_model_set(changed, change->what, change->value, err);
        if (!status && i >= numbers) {
            int which = i - numbers;
            change->factor = change->value = NAN;
            status = set_treatment(changed, which < l->count ? l->name[which] : NULL, s->arena, &change->what, err);
        }
        if (!status) status = try_change(s, changed, change, err);
        bri_model_destroy(changed);
    }
    return status;
}

/* Allocates the result; sets names, slip speeds and duration. */
static bri_status name_joints(study *s, const bri_system *system, bri_error *err)
{
    bri_sensitivity *out = s->out;
    size_t n = (size_t)system->interfaces + 1;
    const bri_run_params *run = bri_model_root(system->model)->run.params;
    out->joints = system->interfaces;
    out->span = run->until - run->start;
    out->joint = bri_arena_take(s->arena, n, sizeof *out->joint);
    out->slips = bri_arena_take(s->arena, n, sizeof *out->slips);
    out->slip_speed = bri_arena_take(s->arena, n, sizeof *out->slip_speed);
    out->change = bri_arena_list(s->arena, MOST_CHANGES + MOST_LOCKED + 1, sizeof **out->change);
    if (s->arena->failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d joints", out->joints);
    for (int i = 0; i < MOST_CHANGES + MOST_LOCKED + 1; i++)
        out->change[i]->what = out->change[i]->unit = out->change[i]->why = "";
    for (int k = 0; k < out->joints; k++) {
        const sys_interface *interface = &system->interface[k];
        out->joint[k] = bri_arena_text(s->arena, "%s", interface->label);
        out->slip_speed[k] = s->def->slip_speed > 0
                                 ? s->def->slip_speed
                                 : fmax(usual_slip * system->length, above_smooth * smooth_below(interface));
    }
    return BRI_OK;
}

static const bri_struct sensitivity_def = BRI_STRUCT(bri_sensitivity_def, bri_sensitivity_defaults, user);

bri_status bri_sensitivity_of(const bri_model *model, const bri_sensitivity_def *given, bri_sensitivity **sensitivity,
                              bri_error *err)
{
    bri_error_clear(err);
    assert(model && sensitivity);
    bri_sensitivity_def def;
    bri_status status = bri_given(&sensitivity_def, given, &def, err);
    if (status) return status;
    whole_sensitivity *whole = calloc(1, sizeof *whole);
    bri_system *system = NULL;
    locked l = {{{0}}, 0};
    if (!whole) return bri_fail(err, BRI_NO_MEMORY, "out of memory: sensitivity");
    study s = {.model = model, .def = &def, .out = &whole->sensitivity, .arena = &whole->arena};
    status = bri_system_build(model, &system, err);
    if (!status && !system->interfaces)
        status = bri_fail(err, BRI_BAD_MODEL,
                          "there is no friction in the model: its outcome cannot depend on parameters of friction");
    if (!status) status = name_joints(&s, system, err);
    if (!status) status = find_first_slips(system, s.out->slip_speed, s.out->slips, err);
    if (!status) status = list_treatments(system, &l, err);
    if (!status) status = run_changes(&s, &l, list_numbers(system, s.out->change, s.arena), err);
    if (!status && s.arena->failed) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: sensitivity");
    bri_system_destroy(system);
    if (status)
        bri_sensitivity_destroy(s.out);
    else
        *sensitivity = s.out;
    return status;
}

void bri_sensitivity_destroy(bri_sensitivity *s)
{
    if (!s) return;
    bri_arena_free(&((whole_sensitivity *)s)->arena);
    free(s);
}
