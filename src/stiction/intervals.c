/* intervals.c - intervals of friction forces, loads and reactions over all distributions */
#include "stiction/intervals.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "stiction/coherent_bounds.h"
#include "stiction/search.h"
#include "stiction/tolerance.h"
#include "stiction/verdict_memory.h"

enum {
    INTERVAL_BRANCHES = 30 /* of the search for one end of an interval, at the usual number of branches */
};

typedef struct finder {
    const sti_statics *st;
    sti_problem *pr;
    bri_verdict_result *out;
    int branches; /* allowed in one search */
    int known;    /* bounds of expressions that were found already: others may be multiples of these */
    double **expression;
    bri_bounds (*bounds)[2]; /* coherent; within the limits */
} finder;

/* Bounds of an expression, or of the load of patch c (e NULL), over the distributions within the limits. */
static bri_status limited_bounds(const finder *w, const double *e, int c, bri_bounds *b, bri_error *err)
{
    bri_status status = BRI_OK;
    *b = (bri_bounds){.low = INFINITY, .high = -INFINITY, .inner_low = INFINITY, .inner_high = -INFINITY};
    if (w->out->possible == BRI_ANSWER_NO) return BRI_OK;
    for (int side = -1; side <= 1 && !status; side += 2) {
        sti_search s = {
            .objective = {.problem = w->pr, .factor = 1, .expression = e, .of_load = !e, .patch = c, .direction = side},
            .gap = tol_interval,
            .enough = INFINITY,
            .floor = -INFINITY,
            .most = 1 + w->branches * INTERVAL_BRANCHES / STI_USUAL_BRANCHES};
        status = bri_search(&s, err);
        *(side > 0 ? &b->high : &b->low) = side * s.bound;
        *(side > 0 ? &b->inner_high : &b->inner_low) = side * s.found;
        b->any = b->any || s.bound > -INFINITY;
    }
    return status;
}

static void rescale(bri_bounds *b, double times)
{
    b->low *= times;
    b->high *= times;
    b->inner_low *= times;
    b->inner_high *= times;
}

/* Whether an expression is constant. */
static bool is_unique(const double *e, int p)
{
    for (int i = 0; i < p; i++)
        if (e[1 + i] != 0) return false;
    return true;
}

/* Bounds of times x + more. */
static bri_bounds moved(const bri_bounds *b, double times, double more)
{
    bri_bounds out = {times * b->low + more, times * b->high + more, times * b->inner_low + more,
                      times * b->inner_high + more, b->any};
    if (times < 0) out = (bri_bounds){out.high, out.low, out.inner_high, out.inner_low, out.any};
    return out;
}

/* out: bounds in scaled numbers, coherent and within the limits; taken over from a proportional expression where there
 * is one. */
static bri_status find_bounds(finder *w, const double *e, int c, bri_bounds out[2], bri_error *err)
{
    double times, more;
    for (int i = 0; i < w->known && e; i++)
        if (bri_follows(e, w->expression[i], w->pr->p, &times, &more)) {
            out[0] = moved(&w->bounds[i][0], times, more);
            out[1] = moved(&w->bounds[i][1], times, more);
            return BRI_OK;
        }
    bri_coherent_bounds(w->pr, e, c, &out[0]);
    bri_status status = limited_bounds(w, e, c, &out[1], err);
    if (!status && e) {
        assert(w->expression[w->known]);
        memcpy(w->expression[w->known], e, (size_t)(w->pr->p + 1) * sizeof *e);
        memcpy(w->bounds[w->known++], out, 2 * sizeof *out);
    }
    return status;
}

/* Completes the next quantity, whose name and unit are set: bounds of an expression, or of the load of patch c (e
 * NULL), in units of `times`. */
static bri_status add_quantity(finder *w, bri_quantity_kind kind, const double *e, int c, double times, bri_error *err)
{
    bri_quantity *q = w->out->quantity[w->out->quantities++];
    q->kind = kind;
    q->unique = is_unique(e ? e : w->pr->load[0][c], w->pr->p) && (e || is_unique(w->pr->load[1][c], w->pr->p));
    bri_bounds bounds[2] = {{0}};
    bri_status status = find_bounds(w, e, c, bounds, err);
    q->coherent = bounds[0];
    q->limited = bounds[1];
    rescale(&q->coherent, times);
    rescale(&q->limited, times);
    return status;
}

/* Appends the friction of an interface and the loads of its patches. e: scratch, p + 1. */
static bri_status add_interface_quantities(finder *w, int f, double *e, bri_error *err)
{
    const sti_statics *st = w->st;
    const sti_interface *interface = &st->interface[f];
    const sys_interface *model = &st->system->interface[interface->index];
    const sys_joint *joint = &st->system->joint[model->joint];
    bri_status status = BRI_OK;
    bri_interface_force(w->pr, f, e);
    bri_quantity *q = w->out->quantity[w->out->quantities];
    q->name = bri_arena_text(bri_verdict_arena(w->out), "%s.friction", model->label);
    q->unit = bri_arena_text(bri_verdict_arena(w->out), "%s", model->params->effort == BRI_EFFORT_TORQUE ? "N m" : "N");
    status = add_quantity(w, BRI_QUANTITY_FRICTION, e, interface->patch, st->force, err);
    double noise = model->pushed ? st->at->point.noise[interface->index] / interface->lever : 0;
    q->coherent = moved(&q->coherent, 1, noise);
    q->limited = moved(&q->limited, 1, noise);
    for (int c = interface->patch; c < interface->patch + interface->patches && !status; c++) {
        if (st->patch[c].load == STI_LOAD_GIVEN) continue;
        q = w->out->quantity[w->out->quantities];
        if (interface->patches > 1)
            q->name = bri_arena_text(bri_verdict_arena(w->out), "%s.%s.load", model->label,
                                     joint->kind->patches[st->system->patch[st->patch[c].index].index].name);
        else
            q->name = bri_arena_text(bri_verdict_arena(w->out), "%s.load", model->label);
        q->unit = bri_arena_text(bri_verdict_arena(w->out), "N");
        double preload = model->params->preload / model->patches;
        status = add_quantity(w, BRI_QUANTITY_LOAD, NULL, c, st->force, err);
        q->coherent = moved(&q->coherent, 1, preload);
        q->limited = moved(&q->limited, 1, preload);
    }
    return status;
}

bri_status bri_find_intervals(const sti_assessment *a, bri_error *err)
{
    finder finds = {.st = a->st, .pr = a->pr, .out = a->out, .branches = a->branches}, *w = &finds;
    assert(!w->out->quantity);
    const sti_statics *st = w->st;
    size_t most = (size_t)(st->interfaces + st->patches + st->held);
    double *e = calloc((size_t)w->pr->p + 1, sizeof *e);
    w->out->quantity = bri_arena_list(bri_verdict_arena(w->out), most + 1, sizeof **w->out->quantity);
    w->expression = calloc(most + 1, sizeof *w->expression);
    w->bounds = calloc(most + 1, sizeof *w->bounds);
    bool fine = e && w->out->quantity && w->expression && w->bounds;
    for (size_t i = 0; i < most && fine; i++)
        fine = (w->expression[i] = calloc((size_t)w->pr->p + 1, sizeof(double))) != NULL;
    bri_status status = fine ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: %zu intervals", most);
    for (int f = 0; f < st->interfaces && !status; f++)
        status = add_interface_quantities(w, f, e, err);
    for (int i = 0; i < st->system->joints; i++) {
        const sys_joint *joint = &st->system->joint[i];
        for (int h = 0; h < joint->held && !status; h++) {
            bri_quantity *q = w->out->quantity[w->out->quantities];
            q->name = bri_arena_text(bri_verdict_arena(w->out), "%s.%s", joint->name, joint->kind->held[h].name);
            q->unit = bri_arena_text(bri_verdict_arena(w->out), "%s", joint->kind->held[h].unit);
            status = add_quantity(w, BRI_QUANTITY_REACTION, w->pr->x + (joint->row + h) * (w->pr->p + 1), 0,
                                  st->scale[joint->row + h], err);
        }
    }
    if (!status && bri_verdict_arena(w->out)->failed)
        status = bri_fail(err, BRI_NO_MEMORY, "out of memory: %zu intervals", most);
    for (size_t i = 0; i < most && w->expression; i++)
        free(w->expression[i]);
    free(w->expression);
    free(w->bounds);
    free(e);
    return status;
}
