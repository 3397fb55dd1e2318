/* assemble.c - bodies moved until their joints are satisfied; positions and directions of the model in the world move with them
 *
 * A model places joints and forces in the world, as the bodies are at the start. Where bodies move, the places and directions that
 * belong to them move too, so that the model describes the same mechanism. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "kind/expressions.h"
#include "kind/record.h"
#include "model/elastic.h"
#include "system/build.h"
#include "system/create_engine.h"
#include "system/initial.h"
#include "system/project.h"

/* --- the model follows its bodies --------------------------------------------------------------------------------------- */

/* A number that was moved no longer follows the parameters of the model. */
static void drop_expression(bri_record *record, const char *row)
{
    const bri_param *found = bri_param_find(record->kind, row);
    bri_expression_drop(record, bri_row_number(record->kind, found), BRI_ALL_INDICES);
}

static void put_bodies(bri_model *model, const bri_system *s, const double *x)
{
    const bri_records *bodies = &bri_model_root(model)->bodies;
    for (int b = 0; b < s->bodies; b++) {
        bri_body_params *p = bodies->at[b].params;
        memcpy(p->at, x + BRI_DOF * b, sizeof p->at);
        p->angle = x[BRI_DOF * b + 2];
        drop_expression(&bodies->at[b], "at");
        drop_expression(&bodies->at[b], "angle");
    }
}

typedef struct placed { /* a joint or a force, and where the model puts it */
    bri_record *record;
    const int *body;
    int bodies;
    const bri_site *before, *now; /* before the bodies moved; after, as if nothing else had changed */
} placed;

static const double same = 1e-12; /* difference of points, over the mechanism's length, or of directions: rounding */

static bool differ(const double a[2], const double b[2], double size)
{
    return hypot(a[0] - b[0], a[1] - b[1]) > same * size;
}

static bri_frame frame_at(const double *x, int body)
{
    static const double still[BRI_DOF];
    return bri_frame_of(body == BRI_GROUND ? still : x + BRI_DOF * body, still);
}

/* The body whose point a place of the world is: the last that would lose it, since a line has many points and a body on it one.
 * A line with a point of its own is of the first body, and other places are not. */
static int owner_of(const placed *p, bri_role role, double size)
{
    int last = role == BRI_ROLE_LINE_POINT ? 0 : p->bodies - 1,
        first = role == BRI_ROLE_PLACE && bri_param_with_role(p->record->kind, BRI_ROLE_LINE_POINT) ? 1 : 0;
    for (int e = last; e >= first; e--)
        if (p->body[e] != BRI_GROUND && differ(p->before->point[e], p->now->point[e], size)) return e;
    return -1;
}

static void follow(const placed *p, const bri_system *s, const double *x)
{
    for (const bri_param *row = p->record->kind->params; row->name; row++) {
        if (row->type != BRI_VECTOR) continue;
        double *value = bri_row_at(row, p->record->params);
        int end =
            row->role == BRI_ROLE_PLACE || row->role == BRI_ROLE_LINE_POINT ? owner_of(p, row->role, s->length) : -1;
        if (end >= 0) {
            bri_frame frame = frame_at(x, p->body[end]);
            memcpy(value, bri_spot_of(&frame, p->before->point[end]).at, 2 * sizeof *value);
            drop_expression(p->record, row->name);
        }
        if (row->role == BRI_ROLE_DIRECTION && p->body[0] != BRI_GROUND && differ(p->before->along, p->now->along, 1)) {
            bri_frame was = frame_at(s->q0, p->body[0]), is = frame_at(x, p->body[0]);
            double local[2];
            bri_to_local(&was, value, local);
            bri_to_world(&is, local, value);
            drop_expression(p->record, row->name);
        }
    }
}

/* A joint without constraints, whose bodies need not move together, may be at two points that are no longer one. */
static bri_status check_places(const bri_model *model, const bri_system *s, bri_error *err)
{
    bri_system *now = NULL;
    bri_model *rigid = NULL;
    bri_status status = bri_model_copy(model, &rigid, err);
    if (!status) bri_model_make_rigid(rigid);
    if (!status) status = bri_system_build_unstarted(rigid, &now, err);
    for (int j = 0; !status && j < s->joints; j++)
        for (int e = 0; !status && !s->joint[j].held && e < s->joint[j].bodies; e++)
            if (differ(s->joint[j].site.point[e], now->joint[j].site.point[e], 1e3 * s->length))
                status = bri_fail(err, BRI_BAD_MODEL,
                                  "joint '%s': assembly moves its two bodies differently, so one position in the world "
                                  "no longer marks the joint on both of them: name a point of each body instead",
                                  s->joint[j].name);
    bri_system_destroy(now);
    bri_model_destroy(rigid);
    return status;
}

/* Places and directions of joints and forces. s: the system before the bodies moved. */
static bri_status put_places(bri_model *model, const bri_system *s, const double *x, bri_error *err)
{
    bri_system *now = NULL;
    bri_model *rigid = NULL;
    bri_status status = bri_model_copy(model, &rigid, err);
    if (!status) bri_model_make_rigid(rigid);
    if (!status) status = bri_system_build_unstarted(rigid, &now, err);
    const bri_model_params *root = bri_model_root(model);
    for (int j = 0; !status && j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        follow(&(placed){&root->joints.at[j], joint->body, joint->bodies, &joint->site, &now->joint[j].site}, s, x);
    }
    for (int f = 0; !status && f < s->forces; f++) {
        const sys_force *force = &s->force[f];
        follow(&(placed){&root->forces.at[f], force->body, force->bodies, &force->site, &now->force[f].site}, s, x);
    }
    bri_system_destroy(now);
    bri_model_destroy(rigid);
    return status ? status : check_places(model, s, err);
}

/* --- bodies ---------------------------------------------------------------------------------------------------------------- */

/* The joint that stays open most, and drivers that hold a given value. */
static bri_status fail_open(const bri_point *p, bri_error *err)
{
    const bri_system *s = p->system;
    const sys_joint *worst = NULL;
    char drivers[200] = "";
    const char *unit = "m";
    double most = 0;
    for (int j = 0; j < s->joints; j++) {
        size_t used = strlen(drivers);
        if (s->joint[j].drive)
            snprintf(drivers + used, sizeof drivers - used, "%s'%s'", used ? ", " : "", s->joint[j].name);
        for (int i = s->joint[j].row; i < s->joint[j].row + s->joint[j].held; i++)
            if (!worst || fabs(bri_row_error(p, i)) > most) {
                most = fabs(bri_row_error(p, i));
                worst = &s->joint[j];
                unit = bri_row_unit(worst, i);
            }
    }
    return bri_fail(
        err, BRI_BAD_MODEL,
        "no configuration was found that satisfies all joints: '%s' is violated by %.3g %s; are all lengths "
        "right?%s%s%s",
        worst ? worst->name : "", most, unit, *drivers ? " The driven positions of " : "", drivers,
        *drivers ? " were kept as given" : "");
}

/* x becomes the nearest configuration in which all joints of the system meet; *gap the largest error before. */
static bri_status move_together(const bri_system *s, double *x, double *gap, bri_error *err)
{
    bri_engine *e = NULL;
    bri_status status = bri_engine_create(s, &e, err);
    if (status) return status;
    double velocity, *all = bri_arena_take(&e->arena, (size_t)s->states + 1, sizeof(double));
    double *packed = bri_arena_take(&e->arena, (size_t)s->discrete_states + 1, sizeof(double));
    if (e->arena.failed) {
        status = bri_fail(err, BRI_NO_MEMORY, "out of memory: %d bodies", s->bodies);
    } else {
        size_t bytes = (size_t)(BRI_DOF * s->bodies) * sizeof(double);
        bri_point *p = &e->look.point;
        bri_instant at = bri_instant_of(e, s->t0, all, packed);
        memcpy(all, s->q0, bytes);
        bri_initial_discrete(p, &at, packed);
        bri_constraint_errors(p, gap, &velocity);
        status = bri_project_position(e, p, &at, s->inverse, all);
        bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
        if (status) status = fail_open(p, err);
        memcpy(x, all, bytes);
    }
    bri_engine_destroy(e);
    return status;
}

/* A driver whose motion begins at the initial distance or angle holds nothing: that is where the bodies meet. */
static void drop_initial_drivers(bri_model *model)
{
    bri_model_params *root = (bri_model_params *)(size_t)bri_model_root(model);
    bri_run_params *run = root->run.params;
    int kept = 0;
    for (int j = 0; j < root->joints.count; j++) {
        bri_record *joint = &root->joints.at[j];
        const bri_joint_kind *kind = (const bri_joint_kind *)(const void *)joint->kind;
        if (kind->starts_from && *(const int *)(const void *)((const char *)joint->params + kind->starts_from) == 0)
            bri_record_destroy(joint);
        else
            root->joints.at[kept++] = *joint;
    }
    root->joints.count = kept;
    bri_names_destroy(&run->eliminate); /* which may name them */
    run->redundancy = BRI_REDUNDANCY_REFUSE;
}

bri_status bri_model_assemble(bri_model *model, double *gap, bri_error *err)
{
    bri_error_clear(err);
    assert(model && gap);
    bri_system *s = NULL, *undriven = NULL;
    bri_model *rigid = NULL; /* elastic links meet unstretched */
    double *x = NULL;
    bri_status status = bri_model_copy(model, &rigid, err);
    if (!status) {
        bri_model_make_rigid(rigid);
        status = bri_system_build_unstarted(rigid, &s, err);
    }
    if (!status) {
        drop_initial_drivers(rigid);
        status = bri_system_build_unstarted(rigid, &undriven, err);
    }
    if (!status && !(x = bri_arena_take(&s->arena, (size_t)(BRI_DOF * s->bodies) + 1, sizeof(double))))
        status = bri_fail(err, BRI_NO_MEMORY, "out of memory: %d bodies", s->bodies);
    if (!status) status = move_together(undriven, x, gap, err);
    if (!status) put_bodies(model, s, x);
    if (!status) status = put_places(model, s, x, err);
    bri_system_destroy(undriven);
    bri_system_destroy(s);
    bri_model_destroy(rigid);
    return status;
}
