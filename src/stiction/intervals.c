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

enum {
    INTERVAL_BRANCHES = 30 /* of the search for one end of an interval, at the usual number of branches */
};

typedef struct finder {
    const sti_assessment *a;
    int known; /* bounds of expressions that were found already: others may be multiples of these */
    double **expression;
    bri_bounds (*bounds)[2]; /* coherent; within the limits */
} finder;

static bri_status limited_bounds(const finder *a, const double *e, int c, bri_bounds *b, bri_error *err)
{
    bri_status status = BRI_OK;
    *b = (bri_bounds){.low = INFINITY, .high = -INFINITY, .inner_low = INFINITY, .inner_high = -INFINITY};
    if (a->a->out->possible == BRI_ANSWER_NO) return BRI_OK;
    for (int side = -1; side <= 1 && !status; side += 2) {
        sti_search s = {
            .objective =
                {.problem = a->a->pr, .factor = 1, .expression = e, .of_load = !e, .patch = c, .direction = side},
            .gap = tol_interval,
            .enough = INFINITY,
            .floor = -INFINITY,
            .most = 1 + a->a->branches * INTERVAL_BRANCHES / STI_USUAL_BRANCHES};
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

static bool is_unique(const double *e, int p)
{
    for (int i = 0; e && i < p; i++)
        if (e[1 + i] != 0) return false;
    return true;
}

static bri_bounds moved(const bri_bounds *b, double times, double more)
{
    bri_bounds out = {times * b->low + more, times * b->high + more, times * b->inner_low + more,
                      times * b->inner_high + more, b->any};
    if (times < 0) out = (bri_bounds){out.high, out.low, out.inner_high, out.inner_low, out.any};
    return out;
}

/* Bounds in numbers of size 1, found or taken over. */
static bri_status find_bounds(finder *a, const double *e, int c, bri_bounds out[2], bri_error *err)
{
    double times, more;
    for (int i = 0; i < a->known && e; i++)
        if (bri_follows(e, a->expression[i], a->a->pr->p, &times, &more)) {
            out[0] = moved(&a->bounds[i][0], times, more);
            out[1] = moved(&a->bounds[i][1], times, more);
            return BRI_OK;
        }
    bri_coherent_bounds(a->a->pr, e, c, &out[0]);
    bri_status status = limited_bounds(a, e, c, &out[1], err);
    if (!status && e) {
        memcpy(a->expression[a->known], e, (size_t)(a->a->pr->p + 1) * sizeof *e);
        memcpy(a->bounds[a->known++], out, 2 * sizeof *out);
    }
    return status;
}

/* e NULL: the size of the load of patch c. */
static bri_status add_quantity(finder *a, bri_quantity_kind kind, const double *e, int c, double times, bri_error *err)
{
    bri_quantity *q = &a->a->out->quantity[a->a->out->quantities++];
    q->kind = kind;
    q->unique = e ? is_unique(e, a->a->pr->p)
                  : is_unique(a->a->pr->load[0][c], a->a->pr->p) && is_unique(a->a->pr->load[1][c], a->a->pr->p);
    bri_bounds bounds[2] = {{0}};
    bri_status status = find_bounds(a, e, c, bounds, err);
    q->coherent = bounds[0];
    q->limited = bounds[1];
    rescale(&q->coherent, times);
    rescale(&q->limited, times);
    return status;
}

static bri_status add_interface_quantities(finder *a, int f, double *e, bri_error *err)
{
    const sti_statics *st = a->a->st;
    const sti_interface *interface = &st->interface[f];
    const sys_interface *model = &st->system->interface[interface->index];
    const sys_joint *joint = &st->system->joint[model->joint];
    bri_status status = BRI_OK;
    bri_interface_force(a->a->pr, f, e);
    bri_quantity *q = &a->a->out->quantity[a->a->out->quantities];
    snprintf(q->name, sizeof q->name, "%s.friction", model->label);
    bool torque = joint->kind->freed && model->gap < 0 && bri_unit_turns(joint->kind->freed[model->motion].unit);
    snprintf(q->unit, sizeof q->unit, "%s", torque ? "N m" : "N");
    status = add_quantity(a, BRI_QUANTITY_FRICTION, e, -1, interface->lever * st->force, err);
    for (int c = interface->patch; c < interface->patch + interface->patches && !status; c++) {
        if (st->patch[c].load == STI_LOAD_GIVEN) continue;
        q = &a->a->out->quantity[a->a->out->quantities];
        if (interface->patches > 1)
            snprintf(q->name, sizeof q->name, "%s.%s.load", model->label,
                     joint->kind->patches[st->system->patch[st->patch[c].index].index].name);
        else
            snprintf(q->name, sizeof q->name, "%s.load", model->label);
        snprintf(q->unit, sizeof q->unit, "N");
        double preload = model->params->preload / model->patches;
        bool absolute = st->patch[c].load == STI_LOAD_RADIAL || preload > 0;
        status = add_quantity(a, BRI_QUANTITY_LOAD, absolute ? NULL : a->a->pr->load[0][c], c, st->force, err);
        q->coherent = moved(&q->coherent, 1, preload);
        q->limited = moved(&q->limited, 1, preload);
    }
    return status;
}

bri_status bri_find_intervals(const sti_assessment *assessment, bri_error *err)
{
    finder now = {.a = assessment}, *a = &now;
    const sti_statics *st = a->a->st;
    size_t most = (size_t)(st->interfaces + st->patches + st->held);
    double *e = calloc((size_t)a->a->pr->p + 1, sizeof *e);
    a->a->out->quantity = calloc(most + 1, sizeof *a->a->out->quantity);
    a->expression = calloc(most + 1, sizeof *a->expression);
    a->bounds = calloc(most + 1, sizeof *a->bounds);
    bool fine = e && a->a->out->quantity && a->expression && a->bounds;
    for (size_t i = 0; i < most && fine; i++)
        fine = (a->expression[i] = calloc((size_t)a->a->pr->p + 1, sizeof(double))) != NULL;
    bri_status status = fine ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: %zu intervals", most);
    for (int f = 0; f < st->interfaces && !status; f++)
        status = add_interface_quantities(a, f, e, err);
    for (int i = 0; i < st->system->joints; i++) {
        const sys_joint *joint = &st->system->joint[i];
        for (int h = 0; h < joint->held && !status; h++) {
            bri_quantity *q = &a->a->out->quantity[a->a->out->quantities];
            snprintf(q->name, sizeof q->name, "%s.%s", joint->name, joint->kind->held[h].name);
            snprintf(q->unit, sizeof q->unit, "%s", joint->kind->held[h].unit);
            status = add_quantity(a, BRI_QUANTITY_REACTION, a->a->pr->x + (joint->row + h) * (a->a->pr->p + 1), -1,
                                  st->scale[joint->row + h], err);
        }
    }
    for (size_t i = 0; i < most && a->expression; i++)
        free(a->expression[i]);
    free(a->expression);
    free(a->bounds);
    free(e);
    return status;
}
