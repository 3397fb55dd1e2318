/* elastic.c - elastic links split into segments
 *
 * With f = ends, mass and length of an end segment over those of the middle one:
 *     middle  m/(1 + 2 f), L/(1 + 2 f)      ends  thin rods of f m/(1 + 2 f), f L/(1 + 2 f), from the end points inwards
 * The middle's centre and moment of inertia are such that the three together have those of the body. */
#include "model/elastic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "force/force.h"
#include "joint/joint.h"
#include "kind/record.h"
#include "model/families.h"
#include "motion/motion.h"

static const double least_inertia = 1e-6; /* of the middle segment, over that of the body */

static bri_elastic_params *elastic_of(const bri_record *body)
{
    return body->kind == &bri_body_kind ? ((const bri_body_params *)body->params)->elastic.params : NULL;
}

bool bri_is_elastic(const bri_record *body)
{
    const bri_elastic_params *p = elastic_of(body);
    return p && p->as == BRI_ELASTIC_SEGMENTS;
}

bool bri_is_derived(const char *name) { return strchr(name, '.') != NULL; } /* no name in a file has a dot */

bool bri_any_elastic(const bri_model *model)
{
    const bri_records *bodies = &bri_model_root(model)->bodies;
    for (int b = 0; b < bodies->count; b++)
        if (bri_is_elastic(&bodies->at[b])) return true;
    return false;
}

/* --- stiffness --------------------------------------------------------------------------------------------------------- */

static bool names_point(const char *name, const char *body, const char *point)
{
    size_t length = strlen(body);
    return !strncmp(name, body, length) && name[length] == '.' && !strcmp(name + length + 1, point);
}

/* "rod.a" is an end of an elastic body. */
static bool is_end(const bri_model_params *root, const char *name)
{
    for (int b = 0; b < root->bodies.count; b++) {
        const bri_record *body = &root->bodies.at[b];
        if (!bri_is_elastic(body)) continue;
        const bri_elastic_params *p = ((const bri_body_params *)body->params)->elastic.params;
        if (names_point(name, body->name, p->from) || names_point(name, body->name, p->to)) return true;
    }
    return false;
}

/* How much of a joint's compliance acts along an axis: all of a pin's, of a guide's what lies across it. */
static double share_along(const bri_record *joint, const double axis[2])
{
    const bri_param *direction = bri_param_with_role(joint->kind, BRI_ROLE_DIRECTION);
    if (!direction) return 1;
    const double *along = bri_row_at(direction, joint->params);
    double across = (along[0] * axis[1] - along[1] * axis[0]) / hypot(along[0], along[1]);
    return across * across;
}

/* Compliance of the joint that sits on an end, m/N; where two elastic links meet, each has half of it. */
static bri_status find_compliance(const bri_model_params *root, const bri_record *body, const char *point,
                                  const double axis[2], double *compliance, bri_error *err)
{
    const bri_record *found = NULL;
    *compliance = 0;
    for (int j = 0; j < root->joints.count; j++) {
        const bri_record *joint = &root->joints.at[j];
        const bri_joint_kind *kind = (const bri_joint_kind *)(const void *)joint->kind;
        double own = kind ? bri_compliance_of(kind, joint->params) : 0;
        const bri_names *names = joint->params;
        int here = 0, ends = 0;
        for (int i = 0; own > 0 && i < names->count; i++) {
            here += names_point(names->at[i], body->name, point);
            ends += is_end(root, names->at[i]);
        }
        if (!here) continue;
        if (found)
            return bri_fail(err, BRI_BAD_VALUE,
                            "elastic: one joint's compliance can be in series with its end '%s', but '%s' and '%s' "
                            "have one",
                            point, found->name, joint->name);
        found = joint;
        *compliance = own * share_along(joint, axis) / ends;
    }
    return BRI_OK;
}

static double pick(const bri_list *list, int end) { return list->at[list->count > 1 ? end : 0]; }

static bri_status find_modulus(const bri_model_params *root, const bri_body_params *body, double *modulus,
                               bri_error *err)
{
    const bri_elastic_params *p = body->elastic.params;
    const bri_record *material = body->material ? bri_records_find(&root->materials, body->material) : NULL;
    *modulus = p->modulus;
    if (!isnan(*modulus)) return BRI_OK;
    if (!material)
        return bri_fail(err, BRI_MISSING,
                        "elastic: an area alone is no stiffness: give a modulus, or the body a material");
    *modulus = ((const bri_material_params *)material->params)->modulus;
    return BRI_OK;
}

/* E A/L of the whole link is two springs of 2 E A/L, one after the other. */
static bri_status find_springs(const bri_model_params *root, const bri_record *record, bri_segments *s, bri_error *err)
{
    const bri_body_params *body = record->params;
    const bri_elastic_params *p = body->elastic.params;
    double modulus = 0, axis[2], c = cos(body->angle), sine = sin(body->angle);
    bri_status status = isnan(p->area) ? BRI_OK : find_modulus(root, body, &modulus, err);
    axis[0] = c * s->axis[0] - sine * s->axis[1];
    axis[1] = sine * s->axis[0] + c * s->axis[1];
    for (int e = 0; !status && e < 2; e++) {
        double own = isnan(p->area) ? pick(&p->stiffness, e) : 2 * modulus * p->area / s->length, compliance;
        status = find_compliance(root, record, s->end[e], axis, &compliance, err);
        s->stiffness[e] = own / (1 + compliance * own);
        s->damping[e] = pick(&p->damping, e);
    }
    return status;
}

/* --- masses ------------------------------------------------------------------------------------------------------------ */

static bri_status find_ends(const bri_body_params *body, bri_segments *s, bri_error *err)
{
    const bri_elastic_params *p = body->elastic.params;
    const char *names[2] = {p->from, p->to};
    for (int e = 0; e < 2; e++) {
        const bri_record *point = names[e] ? bri_records_find(&body->points, names[e]) : NULL;
        if (!point || !point->kind)
            return bri_fail(err, BRI_NOT_FOUND, "elastic: there is no point '%.60s' in the points of this body",
                            names[e] ? names[e] : "");
        s->end[e] = names[e];
        memcpy(s->at[e], ((const bri_point_params *)point->params)->at, sizeof s->at[e]);
    }
    double along[2] = {s->at[1][0] - s->at[0][0], s->at[1][1] - s->at[0][1]};
    s->length = hypot(along[0], along[1]);
    if (!(s->length > 0))
        return bri_fail(err, BRI_BAD_VALUE, "elastic: from and to are one place: between them there is no axis");
    s->axis[0] = along[0] / s->length;
    s->axis[1] = along[1] / s->length;
    return BRI_OK;
}

static bri_status share_mass(const bri_body_params *body, bri_segments *s, bri_error *err)
{
    double f = ((const bri_elastic_params *)body->elastic.params)->ends, part = f / (1 + 2 * f);
    double taken = 0, *middle = s->centre[BRI_MIDDLE];
    s->mass[BRI_MIDDLE] = body->mass / (1 + 2 * f);
    for (int e = 0; e < 2; e++) {
        int i = BRI_END_FROM + e;
        double inwards = (e == 0 ? 0.5 : -0.5) * part * s->length;
        s->mass[i] = part * body->mass;
        s->inertia[i] = s->mass[i] * part * s->length * part * s->length / 12;
        for (int d = 0; d < 2; d++) {
            s->centre[i][d] = s->at[e][d] + inwards * s->axis[d];
            middle[d] -= f * s->centre[i][d];
        }
        taken += s->inertia[i] + s->mass[i] * (s->centre[i][0] * s->centre[i][0] + s->centre[i][1] * s->centre[i][1]);
    }
    taken += s->mass[BRI_MIDDLE] * (middle[0] * middle[0] + middle[1] * middle[1]);
    s->inertia[BRI_MIDDLE] = body->inertia - taken;
    if (s->inertia[BRI_MIDDLE] > least_inertia * body->inertia) return BRI_OK;
    return bri_fail(
        err, BRI_BAD_VALUE,
        "elastic: an inertia of %.4g kg m2 is too small: the end segments alone need %.4g kg m2 of it; make "
        "ends smaller than %g, or the inertia larger",
        body->inertia, taken, f);
}

bri_status bri_segments_of(const bri_model_params *root, const bri_record *record, bri_segments *out, bri_error *err)
{
    const bri_body_params *body = record->params;
    *out = (bri_segments){0};
    if (body->radius > 0)
        return bri_fail(err, BRI_BAD_VALUE, "elastic: a wheel is no link: leave out its radius, or elastic");
    bri_status status = find_ends(body, out, err);
    if (!status) status = share_mass(body, out, err);
    if (!status) status = find_springs(root, record, out, err);
    return status;
}

/* --- the parts of a split link ------------------------------------------------------------------------------------------- */

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
    int line = of->line, column = of->column; /* which may move now */
    bri_record *more = realloc(many->at, ((size_t)many->count + 1) * sizeof *more);
    if (!more) {
        bri_fail(err, BRI_NO_MEMORY, "there is no memory for an elastic link");
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
    if (!names->at) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for an elastic link");
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

/* A segment moves with the body as it begins. */
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

/* The guide between an end and the middle, from the first end to the second, so that its slide is how much it is stretched;
 * and the spring along it. */
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

/* The body keeps its name, its shapes and its other points, and its origin moves to the mass centre of the middle. */
static void become_middle(bri_body_params *p, const bri_body_params *whole, const bri_segments *s)
{
    const double *centre = s->centre[BRI_MIDDLE];
    p->mass = s->mass[BRI_MIDDLE];
    p->inertia = s->inertia[BRI_MIDDLE];
    place_segment(whole, centre, p);
    for (int e = 0; e < 2; e++)
        drop_point(&p->points, s->end[e]);
    for (int i = 0; i < p->points.count; i++)
        for (int d = 0; d < 2; d++)
            ((bri_point_params *)p->points.at[i].params)->at[d] -= centre[d];
    for (int i = 0; i < p->shapes.count; i++)
        move_shape(&p->shapes.at[i], centre);
    for (int d = 0; d < 2; d++)
        p->origin[d] = -centre[d];
}

bri_status bri_model_split(bri_model *model, bri_error *err)
{
    bri_model_params *root = (bri_model_params *)(size_t)bri_model_root(model);
    int bodies = root->bodies.count;
    bri_segments *all = calloc((size_t)bodies + 1, sizeof *all); /* all are seen before the first is split */
    bri_status status = all ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "there is no memory for elastic links");
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
        if (!status) become_middle(p, &whole, &all[b]);
    }
    free(all);
    return status;
}

/* The segments are as long as they were. */
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
                    "body '%s': the segments of an elastic link cannot change their lengths on the way", body->name);
}

bri_status bri_model_split_again(const bri_model *whole, bri_model *split, bri_error *err)
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

void bri_model_stiffen(bri_model *model)
{
    const bri_records *bodies = &bri_model_root(model)->bodies;
    for (int b = 0; b < bodies->count; b++)
        if (elastic_of(&bodies->at[b])) bri_record_destroy(&((bri_body_params *)bodies->at[b].params)->elastic);
}

const bri_record *bri_model_shares(const bri_model *model)
{
    const bri_records *bodies = &bri_model_root(model)->bodies;
    for (int b = 0; b < bodies->count; b++)
        if (elastic_of(&bodies->at[b]) && !bri_is_elastic(&bodies->at[b])) return &bodies->at[b];
    return NULL;
}

void bri_model_share_no_more(bri_model *model)
{
    for (const bri_record *body = bri_model_shares(model); body; body = bri_model_shares(model))
        bri_record_destroy(&((bri_body_params *)body->params)->elastic);
}

void bri_model_loosen(bri_model *model)
{
    for (const bri_record *body = bri_model_shares(model); body; body = bri_model_shares(model))
        elastic_of(body)->as = BRI_ELASTIC_SEGMENTS;
}
