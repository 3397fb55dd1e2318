/* elastic.c - elastic links of a model split into segments, or made rigid */
#include "model/elastic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "force/force.h"
#include "joint/joints.h"
#include "kind/expressions.h"
#include "kind/record.h"
#include "model/families.h"
#include "motion/motion.h"

bool bri_is_derived(const char *name) { return strchr(name, '.') != NULL; } /* no name in a file has a dot */

bool bri_any_elastic(const bri_model *model)
{
    const bri_records *bodies = &bri_model_root(model)->bodies;
    for (int b = 0; b < bodies->count; b++)
        if (bri_is_elastic(&bodies->at[b])) return true;
    return false;
}

/* --- the parts of a split link ------------------------------------------------------------------------------------ */

enum {
    NAME = 200
};
static void end_name(const bri_record *body, const bri_segments *s, int end, char out[NAME])
{
    snprintf(out, NAME, "%.90s.%.90s", body->name, s->end[end]);
}
static void spring_name(const bri_record *body, const bri_segments *s, int end, char out[NAME])
{
    snprintf(out, NAME, "%.90s.%.90s.spring", body->name, s->end[end]);
}

static bri_record *add_record(bri_records *many, const bri_kind *kind, const char *name, const bri_record *of,
                              bri_error *err)
{
    int line = of->line, column = of->column; /* copied: realloc may move the record */
    bri_record *more = realloc(many->at, ((size_t)many->count + 1) * sizeof *more);
    if (!more) {
        bri_fail(err, BRI_NO_MEMORY, "out of memory: an elastic link");
        return NULL;
    }
    many->at = more;
    more[many->count] = (bri_record){0};
    if (bri_record_create(&more[many->count], kind, name, err)) return NULL;
    more[many->count].line = line;
    more[many->count].column = column;
    return &more[many->count++];
}

static bri_status put_names(bri_record *record, const char *first, const char *second, bri_error *err)
{
    bri_names *names = record->params;
    names->at = calloc(2, sizeof *names->at);
    if (!names->at) return bri_fail(err, BRI_NO_MEMORY, "out of memory: an elastic link");
    names->count = second ? 2 : 1;
    bri_status status = bri_string_copy(first, &names->at[0], err);
    return status || !second ? status : bri_string_copy(second, &names->at[1], err);
}

static void set(bri_record *record, bri_role role, double value)
{
    bri_params_set(record->kind, record->params, bri_param_with_role(record->kind, role)->name, value, NULL);
}

static void set_vector(bri_record *record, bri_role role, const double value[2])
{
    memcpy(bri_row_at(bri_param_with_role(record->kind, role), record->params), value, 2 * sizeof *value);
}

static bri_status add_point(bri_records *points, const char *name, const double at[2], const double centre[2],
                            const bri_record *of, bri_error *err)
{
    bri_record *point = add_record(points, &bri_point_kind, name, of, err);
    if (!point) return BRI_NO_MEMORY;
    bri_point_params *p = point->params;
    for (int d = 0; d < 2; d++)
        p->at[d] = at[d] - centre[d];
    return BRI_OK;
}

/* Sets position and velocity of a segment from those of the whole body at the start. */
static void place_segment(const bri_body_params *whole, const double centre[2], bri_body_params *out)
{
    double q[3] = {whole->at[0], whole->at[1], whole->angle};
    bri_frame frame = bri_frame_of(q, (const double[3]){0});
    bri_spot spot = bri_spot_of(&frame, centre);
    memcpy(out->at, spot.at, sizeof out->at);
    out->angle = whole->angle;
    out->spin = whole->spin;
    for (int d = 0; d < 2; d++)
        out->velocity[d] = whole->velocity[d] + (d ? whole->spin * spot.arm[0] : -whole->spin * spot.arm[1]);
}

static bri_status add_end(bri_model_params *root, int body, const bri_body_params *whole, const bri_segments *s,
                          int end, bri_error *err)
{
    char name[NAME];
    int i = BRI_END_FROM + end;
    end_name(&root->bodies.at[body], s, end, name);
    bri_record *made = add_record(&root->bodies, &bri_body_kind, name, &root->bodies.at[body], err);
    if (!made) return BRI_NO_MEMORY;
    bri_body_params *p = made->params;
    p->mass = s->mass[i];
    p->inertia = s->inertia[i];
    place_segment(whole, s->centre[i], p);
    bri_status status = bri_string_copy(whole->material, &p->material, err);
    return status ? status : add_point(&p->points, s->end[end], s->at[end], s->centre[i], made, err);
}

/* Adds the guide between an end and the middle, and the spring along it. The guide points from the first end to the
 * second, so that its slide is the elongation. */
static bri_status add_spring(bri_model_params *root, int body, const bri_body_params *whole, const bri_segments *s,
                             int end, bri_error *err)
{
    const bri_record *of = &root->bodies.at[body];
    char segment[NAME], name[NAME];
    double q[3] = {whole->at[0], whole->at[1], whole->angle}, axis[2];
    bri_frame frame = bri_frame_of(q, (const double[3]){0});
    bri_spot spot = bri_spot_of(&frame, s->at[end]);
    bri_to_world(&frame, s->axis, axis);
    end_name(of, s, end, segment);
    spring_name(of, s, end, name);
    bri_record *joint = add_record(&root->joints, bri_guide_kind(), name, of, err);
    if (!joint) return BRI_NO_MEMORY;
    bri_status status = put_names(joint, end == 0 ? segment : of->name, end == 0 ? of->name : segment, err);
    set_vector(joint, BRI_ROLE_PLACE, spot.at);
    set_vector(joint, BRI_ROLE_DIRECTION, axis);
    bri_record *spring = status ? NULL : add_record(&root->forces, bri_spring_kind(), name, of, err);
    if (!spring) return status ? status : BRI_NO_MEMORY;
    set(spring, BRI_ROLE_STIFFNESS, s->stiffness[end]);
    set(spring, BRI_ROLE_DAMPING, s->damping[end]);
    return put_names(spring, name, NULL, err);
}

static void drop_point(bri_records *points, const char *name)
{
    bri_record *point = bri_records_find(points, name);
    if (!point) return;
    bri_record_destroy(point);
    memmove(point, point + 1, (size_t)(points->at + --points->count - point) * sizeof *point);
}

static void move_shape(const bri_record *shape, const double centre[2])
{
    const bri_param *place = bri_param_with_role(shape->kind, BRI_ROLE_PLACE);
    void *at = bri_row_at(place, shape->params);
    const bri_series *corners = place->type == BRI_SERIES ? at : NULL;
    for (int d = 0; d < 2; d++) {
        if (!corners) ((double *)at)[d] -= centre[d];
        for (int i = 0; corners && i < corners->count; i++)
            corners->at[i][d] -= centre[d];
    }
}

/* Turns the body into the middle segment: it keeps its name, shapes and other points; its origin moves to the mass
 * centre of the middle. */
static void become_middle(bri_record *body, const bri_body_params *whole, const bri_segments *s)
{
    bri_body_params *p = body->params;
    const double *centre = s->centre[BRI_MIDDLE];
    bri_expressions_drop(body);
    p->mass = s->mass[BRI_MIDDLE];
    p->inertia = s->inertia[BRI_MIDDLE];
    place_segment(whole, centre, p);
    for (int e = 0; e < 2; e++)
        drop_point(&p->points, s->end[e]);
    for (int i = 0; i < p->points.count; i++)
        bri_expressions_drop(&p->points.at[i]);
    for (int i = 0; i < p->shapes.count; i++)
        bri_expressions_drop(&p->shapes.at[i]);
    for (int i = 0; i < p->points.count; i++)
        for (int d = 0; d < 2; d++)
            ((bri_point_params *)p->points.at[i].params)->at[d] -= centre[d];
    for (int i = 0; i < p->shapes.count; i++)
        move_shape(&p->shapes.at[i], centre);
    for (int d = 0; d < 2; d++)
        p->origin[d] = -centre[d];
}

bri_status bri_model_split_links(bri_model *model, bri_error *err)
{
    bri_model_params *root = (bri_model_params *)(size_t)bri_model_root(model);
    int bodies = root->bodies.count;
    bri_segments *all = calloc((size_t)bodies + 1, sizeof *all); /* all are computed before the first is split */
    bri_status status = all ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: elastic links");
    for (int b = 0; !status && b < bodies; b++) {
        bri_error why = {0};
        if (bri_is_elastic(&root->bodies.at[b])) status = bri_segments_of(root, &root->bodies.at[b], &all[b], &why);
        if (status) bri_fail(err, status, "body '%s': %.400s", root->bodies.at[b].name, why.what);
    }
    for (int b = 0; !status && b < bodies; b++) {
        if (!bri_is_elastic(&root->bodies.at[b])) continue;
        bri_body_params *p = root->bodies.at[b].params;
        const bri_body_params whole = *p;
        for (int e = 0; !status && e < 2; e++)
            status = add_end(root, b, &whole, &all[b], e, err);
        for (int e = 0; !status && e < 2; e++)
            status = add_spring(root, b, &whole, &all[b], e, err);
        if (!status) become_middle(&root->bodies.at[b], &whole, &all[b]);
    }
    free(all);
    return status;
}

/* Whether a segment has the length that s says. */
static bool has_place(const bri_body_params *segment, const double at[2], const bri_segments *s, int i)
{
    double off = 0;
    for (int d = 0; d < 2; d++)
        off = fmax(off, fabs(at[d] - s->centre[i][d] -
                             (i == BRI_MIDDLE ? segment->origin[d]
                                              : ((const bri_point_params *)segment->points.at[0].params)->at[d])));
    return off <= 1e-12 * s->length;
}

static bri_status put_again(bri_model_params *root, const bri_record *body, const bri_segments *s, bri_error *err)
{
    bri_body_params *middle = bri_records_find(&root->bodies, body->name)->params;
    bool same = has_place(middle, (const double[2]){0, 0}, s, BRI_MIDDLE);
    middle->mass = s->mass[BRI_MIDDLE];
    middle->inertia = s->inertia[BRI_MIDDLE];
    for (int e = 0; e < 2; e++) {
        char name[NAME];
        end_name(body, s, e, name);
        bri_body_params *end = bri_records_find(&root->bodies, name)->params;
        same = same && has_place(end, s->at[e], s, BRI_END_FROM + e);
        end->mass = s->mass[BRI_END_FROM + e];
        end->inertia = s->inertia[BRI_END_FROM + e];
        spring_name(body, s, e, name);
        bri_record *spring = bri_records_find(&root->forces, name);
        set(spring, BRI_ROLE_STIFFNESS, s->stiffness[e]);
        set(spring, BRI_ROLE_DAMPING, s->damping[e]);
    }
    if (same) return BRI_OK;
    return bri_fail(err, BRI_BAD_VALUE,
                    "body '%s': the segments of an elastic link cannot change their lengths during a simulation",
                    body->name);
}

bri_status bri_model_update_segments(const bri_model *whole, bri_model *split, bri_error *err)
{
    const bri_model_params *from = bri_model_root(whole);
    bri_model_params *root = (bri_model_params *)(size_t)bri_model_root(split);
    bri_status status = BRI_OK;
    for (int b = 0; !status && b < from->bodies.count; b++) {
        const bri_record *body = &from->bodies.at[b];
        bri_segments s;
        if (!bri_is_elastic(body)) continue;
        status = bri_segments_of(from, body, &s, err);
        if (!status) status = put_again(root, body, &s, err);
    }
    return status;
}

void bri_model_make_rigid(bri_model *model)
{
    const bri_records *bodies = &bri_model_root(model)->bodies;
    for (int b = 0; b < bodies->count; b++)
        if (bri_elastic_of(&bodies->at[b])) bri_record_destroy(&((bri_body_params *)bodies->at[b].params)->elastic);
}

const bri_record *bri_model_friction_link(const bri_model *model)
{
    const bri_records *bodies = &bri_model_root(model)->bodies;
    for (int b = 0; b < bodies->count; b++)
        if (bri_elastic_of(&bodies->at[b]) && !bri_is_elastic(&bodies->at[b])) return &bodies->at[b];
    return NULL;
}

void bri_model_make_friction_links_rigid(bri_model *model)
{
    for (const bri_record *body = bri_model_friction_link(model); body; body = bri_model_friction_link(model))
        bri_record_destroy(&((bri_body_params *)body->params)->elastic);
}

void bri_model_make_friction_links_elastic(bri_model *model)
{
    for (const bri_record *body = bri_model_friction_link(model); body; body = bri_model_friction_link(model))
        ((bri_elastic_params *)((bri_body_params *)body->params)->elastic.params)->as = BRI_ELASTIC_SEGMENTS;
}
