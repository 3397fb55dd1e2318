/* find_point.c - where a mass centre or a point of a body is now, by its name */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "kind/record.h"
#include "sim/draw_body.h"

static const char *next_record(void *context, int index)
{
    const bri_records *records = context;
    return index < records->count ? records->at[index].name : NULL;
}

static bri_status no_body(const char *name, const bri_records *bodies, bri_error *err)
{
    char hint[300];
    bri_text_suggest(hint, sizeof hint, name, next_record, (void *)(size_t)bodies);
    return bri_fail(err, BRI_NOT_FOUND, "there is no body '%.80s'%s", name, hint);
}

static bri_status no_point(const char *owner, const char *name, const bri_body_params *p, bri_error *err)
{
    char hint[300] = "";
    if (p) bri_text_suggest(hint, sizeof hint, name, next_record, (void *)(size_t)&p->points);
    return bri_fail(err, BRI_NOT_FOUND, "there is no point '%.80s' of %s%s", name, owner, hint);
}

bri_status bri_sim_find_point(bri_sim *sim, const char *name, double at[2], int *body, bri_error *err)
{
    bri_error_clear(err);
    assert(sim && name && at);
    const bri_model_params *root = bri_model_root(sim->system->model);
    const char *dot = strchr(name, '.');
    char owner[80];
    snprintf(owner, sizeof owner, "%.*s", dot ? (int)(dot - name) : 79, name);
    bool moves = strcmp(owner, "ground") != 0;
    const bri_record *end = bri_records_find(&root->bodies, name); /* "rod.a" of an elastic link */
    const bri_record *record = end ? end : moves ? bri_records_find(&root->bodies, owner) : &root->ground;
    if (!record) return no_body(owner, &root->bodies, err);
    const bri_body_params *p = record->kind ? record->params : NULL;
    const bri_record *point = dot && p ? bri_records_find(&p->points, dot + 1) : NULL;
    if (dot && !point) return no_point(owner, dot + 1, p, err);
    int index = moves ? (int)(record - root->bodies.at) : BRI_GROUND;
    static const double zero[3];
    const double *x = bri_sim_states(sim);
    bri_frame frame = moves ? bri_frame_of(x + BRI_DOF * index, zero) : bri_ground_frame;
    bri_point_to_world(&frame,
                       point        ? ((const bri_point_params *)point->params)->at
                       : p && moves ? p->origin
                                    : zero,
                       at);
    if (body) *body = index;
    return BRI_OK;
}
