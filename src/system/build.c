/* build.c - a system from a model: bodies, joints, forces and friction are found by name and numbered */
#include "system/build.h"
#include "system/inputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "integrator/problem.h"
#include "kind/record.h"
#include "model/elastic.h"
#include "system/build_friction.h"
#include "system/build_redundancy.h"
#include "system/energy.h"
#include "system/events.h"
#include "system/pattern.h"

/* --- who is meant ------------------------------------------------------------------------------------------------------ */

static int by_name(const void *a, const void *b)
{
    const sys_body_name *x = a, *y = b;
    size_t least = x->length < y->length ? x->length : y->length;
    int order = memcmp(x->name, y->name, least);
    return order ? order : (x->length > y->length) - (x->length < y->length);
}

static int find_body(const bri_system *s, const char *name, size_t length)
{
    sys_body_name wanted = {.name = name, .length = length};
    const sys_body_name *found =
        bsearch(&wanted, s->bodies_by_name, (size_t)s->bodies, sizeof *s->bodies_by_name, by_name);
    return found ? found->body : BRI_GROUND;
}

/* A body, a point of one, "crank.tip", or the end of an elastic link, as the model begins. The model was checked: the names
 * exist. */
static void set_end(const bri_system *s, const char *name, int *body, bri_end *end)
{
    const bri_model_params *root = bri_model_root(s->model);
    const char *dot = strchr(name, '.');
    *body = find_body(s, name, strlen(name));
    if (dot && *body == BRI_GROUND) *body = find_body(s, name, (size_t)(dot - name));
    bool moves = *body != BRI_GROUND;
    const bri_body_params *p = moves ? root->bodies.at[*body].params : root->ground.kind ? root->ground.params : NULL;
    *end = (bri_end){.name = name, .frame = {.c = 1}, .point = {NAN, NAN}};
    if (moves) {
        end->frame = bri_frame_of(s->q0 + BRI_DOF * *body, s->u0 + BRI_DOF * *body);
        end->radius = p->radius;
        memcpy(end->centre, p->origin, sizeof end->centre);
    }
    const bri_record *point = dot && p ? bri_records_find(&p->points, dot + 1) : NULL;
    if (point) memcpy(end->point, ((const bri_point_params *)point->params)->at, sizeof end->point);
}

/* --- passes ------------------------------------------------------------------------------------------------------------ */

static bri_status place_bodies(bri_system *s, bri_error *err)
{
    const bri_records *bodies = &bri_model_root(s->model)->bodies;
    size_t n = (size_t)bodies->count;
    if (!n) return bri_fail_at(err, BRI_BAD_MODEL, s->name ? s->name : "", "there are no bodies: nothing can move");
    s->bodies = bodies->count;
    s->body_name = bri_arena_take(&s->arena, n, sizeof *s->body_name);
    s->bodies_by_name = bri_arena_take(&s->arena, n, sizeof *s->bodies_by_name);
    s->mass = bri_arena_take(&s->arena, n, sizeof(double));
    s->inertia = bri_arena_take(&s->arena, n, sizeof(double));
    s->inverse = bri_arena_take(&s->arena, BRI_DOF * n, sizeof(double));
    s->q0 = bri_arena_take(&s->arena, BRI_DOF * n, sizeof(double));
    s->u0 = bri_arena_take(&s->arena, BRI_DOF * n, sizeof(double));
    s->u_given = bri_arena_take(&s->arena, BRI_DOF * n, sizeof(bool));
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %zu bodies", n);
    for (int b = 0; b < s->bodies; b++) {
        const bri_body_params *p = bodies->at[b].params;
        double q[BRI_DOF] = {p->at[0], p->at[1], p->angle}, u[BRI_DOF] = {p->velocity[0], p->velocity[1], p->spin};
        s->body_name[b] = bodies->at[b].name;
        s->bodies_by_name[b] = (sys_body_name){.name = s->body_name[b], .length = strlen(s->body_name[b]), .body = b};
        s->mass[b] = p->mass;
        s->inertia[b] = p->inertia;
        for (int d = 0; d < BRI_DOF; d++) {
            int i = BRI_DOF * b + d;
            s->inverse[i] = 1 / (d < 2 ? p->mass : p->inertia);
            s->q0[i] = q[d];
            s->u_given[i] = !isnan(u[d]);
            s->u0[i] = s->u_given[i] ? u[d] : 0;
        }
        s->length = fmax(s->length, fmax(fabs(q[0]), fabs(q[1])));
        s->speed = fmax(s->speed, s->u_given[BRI_DOF * b] ? fmax(fabs(u[0]), fabs(u[1])) : 0);
        for (int i = 0; i < p->points.count; i++) {
            const double *at = ((const bri_point_params *)p->points.at[i].params)->at;
            s->length = fmax(s->length, fmax(fabs(at[0]), fabs(at[1])));
        }
    }
    qsort(s->bodies_by_name, n, sizeof *s->bodies_by_name, by_name);
    return BRI_OK;
}

/* Bodies, their points and the surfaces of their contacts were looked at. */
static void find_scales(bri_system *s)
{
    if (!(s->length > 0)) s->length = s->speed > 0 ? fmin(s->speed, 1) : 1; /* no geometry: its way in 1 s */
    s->speed = fmax(s->speed, s->length);                                   /* in 1 s */
}

static bri_status gather_joints(bri_system *s, bri_error *err)
{
    const bri_records *joints = &bri_model_root(s->model)->joints;
    bri_status first = BRI_OK;
    s->joints = joints->count;
    s->joint = bri_arena_take(&s->arena, (size_t)s->joints, sizeof *s->joint);
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d joints", s->joints);
    for (int j = 0; j < s->joints; j++) {
        const bri_record *record = &joints->at[j];
        sys_joint *joint = &s->joint[j];
        const bri_joint_kind *kind = (const bri_joint_kind *)(const void *)record->kind;
        const bri_names *names = record->params;
        bri_end ends[BRI_ENDS];
        bri_error why = {0};
        *joint = (sys_joint){.kind = kind,
                             .params = record->params,
                             .name = record->name,
                             .record = record,
                             .bodies = names->count,
                             .body = {BRI_GROUND, BRI_GROUND, BRI_GROUND},
                             .held = bri_joint_has_gaps(kind, record->params) ? 0 : bri_rows(kind->held),
                             .gaps = bri_joint_has_gaps(kind, record->params) ? bri_rows(kind->gaps) : 0,
                             .gap = s->gaps,
                             .freed = bri_rows(kind->freed),
                             .patches = bri_rows(kind->patches),
                             .row = s->held_rows,
                             .freed_at = s->freed};
        for (int e = 0; e < names->count; e++)
            set_end(s, names->at[e], &joint->body[e], &ends[e]);
        bri_status status = kind->place(record->params, ends, names->count, &joint->site, &why);
        if (status) status = bri_fail_at_record(s, "joint", record, &why, status, err);
        if (kind->driver)
            joint->drive = (const bri_record *)(const void *)((const char *)record->params + kind->driver);
        s->held_rows += joint->held;
        s->freed += joint->freed + joint->gaps;
        s->gaps += joint->gaps;
        joint->watched = joint->gaps > 0;
        first = first ? first : status;
        for (int e = 0; e < names->count; e++)
            s->length = fmax(s->length, fmax(fabs(joint->site.point[e][0]), fabs(joint->site.point[e][1])));
    }
    s->rows = s->held_rows;
    return first;
}

static bri_status act_along(bri_system *s, sys_force *force, const bri_record *record, const char *name, bri_error *err)
{
    bri_error why = {0};
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        if (strcmp(joint->name, name) != 0) continue;
        for (int i = 0; i < joint->freed && force->kind->unit; i++)
            if (!strcmp(joint->kind->freed[i].unit, force->kind->unit)) {
                force->along = joint->freed_at + i;
                s->joint[j].moves_something = true;
                force->bodies = joint->bodies;
                memcpy(force->body, joint->body, sizeof force->body);
                return BRI_OK;
            }
        bri_fail(&why, BRI_BAD_MODEL, "the joint '%s' has no free motion in %s", name,
                 force->kind->unit ? force->kind->unit : "this way");
        return bri_fail_at_record(s, "force", record, &why, BRI_BAD_MODEL, err);
    }
    return BRI_NOT_FOUND; /* a body then */
}

static bri_status gather_forces(bri_system *s, bri_error *err)
{
    const bri_records *forces = &bri_model_root(s->model)->forces;
    bri_status first = BRI_OK;
    s->forces = forces->count;
    s->force = bri_arena_take(&s->arena, (size_t)s->forces, sizeof *s->force);
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d forces", s->forces);
    for (int f = 0; f < s->forces; f++) {
        const bri_record *record = &forces->at[f];
        sys_force *force = &s->force[f];
        const bri_names *names = record->params;
        bri_end ends[BRI_ENDS];
        bri_error why = {0};
        *force = (sys_force){.kind = (const bri_force_kind *)(const void *)record->kind,
                             .params = record->params,
                             .name = record->name,
                             .bodies = names->count,
                             .body = {BRI_GROUND, BRI_GROUND, BRI_GROUND},
                             .along = -1};
        force->signal = (const bri_record *)(const void *)((const char *)record->params + force->kind->signal);
        bri_status status = names->count == 1 ? act_along(s, force, record, names->at[0], err) : BRI_NOT_FOUND;
        if (status == BRI_NOT_FOUND) {
            for (int e = 0; e < names->count; e++)
                set_end(s, names->at[e], &force->body[e], &ends[e]);
            status = force->kind->place(record->params, ends, names->count, &force->site, &why);
            if (status) status = bri_fail_at_record(s, "force", record, &why, status, err);
        }
        first = first ? first : status;
    }
    return first;
}

/* --- numbers of states and events --------------------------------------------------------------------------------------- */

static bri_status number_states(bri_system *s, bri_error *err)
{
    s->states = 2 * BRI_DOF * s->bodies;
    for (int k = 0; k < s->interfaces; k++) {
        sys_interface *interface = &s->interface[k];
        if (interface->noise && interface->noise->over_distance) interface->distance = s->states++;
        s->any_from_reaction = s->any_from_reaction || interface->from_reaction;
        s->any_faces = s->any_faces || interface->faces;
    }
    s->z = s->states;
    for (int r = 0; r < s->patches; r++) {
        s->patch[r].z = s->states;
        s->states += s->patch[r].states;
    }
    s->loads_given = !s->any_from_reaction && !s->any_elastic;
    s->condensed = s->components > 0 && s->components <= BRI_CONDENSED_MAX;
    bri_discrete_layout(s);
    return bri_list_events(s) && bri_list_sums(s) ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: events");
}

static bri_status choose_ways(bri_system *s, bri_error *err)
{
    const bri_record *record = &bri_model_root(s->model)->run;
    const bri_run_params *run = record->params;
    bri_error why = {0};
    char where[256] = "";
    if (run->integrator && strcmp(run->integrator, "auto") != 0 && !bri_integrator_find(run->integrator, &why)) {
        if (record->line) snprintf(where, sizeof where, "%s:%d:%d", s->name, record->line, record->column);
        return bri_fail_at(err, BRI_NOT_FOUND, where, "run: %s", why.what);
    }
    s->t0 = run->start;
    s->stabilisation = run->constraints;
    s->coupling = run->coupling;
    s->redundancy = run->redundancy;
    s->alpha = run->alpha;
    s->beta = run->beta;
    memcpy(s->gravity, bri_model_root(s->model)->gravity, sizeof s->gravity);
    return BRI_OK;
}

/* The bodies that joints connect, directly or through others, have one root each; ground is a body like others. */
static int root_of(const int *parent, int body)
{
    while (parent[body] != body)
        body = parent[body];
    return body;
}

static bri_status find_loops(bri_system *s, bri_error *err)
{
    int *parent = malloc(((size_t)s->bodies + 1) * sizeof *parent);
    if (!parent) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d bodies", s->bodies);
    for (int b = 0; b <= s->bodies; b++)
        parent[b] = b;
    for (int j = 0; j < s->joints; j++)
        for (int e = 1; e < s->joint[j].bodies && s->joint[j].held; e++) {
            int first = root_of(parent, s->joint[j].body[0] - BRI_GROUND),
                other = root_of(parent, s->joint[j].body[e] - BRI_GROUND);
            s->has_loops = s->has_loops || first == other;
            parent[other] = first;
        }
    free(parent);
    return BRI_OK;
}

bri_status bri_system_build_unstarted(const bri_model *model, bri_system **system, bri_error *err)
{
    bri_status status = bri_model_check(model, err); /* values may have been set since it was read */
    if (status) return status;
    bri_system *s = calloc(1, sizeof *s);
    if (!s) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a system");
    status = bri_model_copy(model, &s->model, err);
    if (!status && bri_any_elastic(s->model)) status = bri_model_copy(s->model, &s->whole, err);
    if (!status && s->whole) status = bri_model_split_links(s->model, err);
    if (!status) s->name = (char *)(size_t)bri_model_name(s->model);
    if (!status) status = choose_ways(s, err);
    if (!status) status = place_bodies(s, err);
    if (!status) status = gather_joints(s, err);
    if (!status) status = find_loops(s, err);
    if (!status) status = gather_forces(s, err);
    if (!status) status = bri_build_inputs(s, err);
    if (!status) status = bri_build_gaps(s, err);
    if (!status) find_scales(s);
    if (!status) status = bri_build_friction(s, err);
    if (!status) status = number_states(s, err);
    if (!status) status = bri_find_pattern(s, err);
    if (!status) status = bri_build_redundancy(s, err);
    if (status)
        bri_system_destroy(s);
    else
        *system = s;
    return status;
}

/* Numbers that were copied from the model are taken from it again; places keep to how the model began. */
bri_status bri_system_refresh(bri_system *s, bri_error *err)
{
    const bri_model_params *root = bri_model_root(s->model);
    bri_status split = s->whole ? bri_model_update_segments(s->whole, s->model, err) : BRI_OK;
    if (split) return split;
    for (int j = 0; j < s->joints; j++)
        if (bri_joint_has_gaps(s->joint[j].kind, s->joint[j].params) != (s->joint[j].gaps > 0))
            return bri_fail(err, BRI_BAD_VALUE, "joint '%s' cannot gain or lose its clearance during a simulation",
                            s->joint[j].name);
    memcpy(s->gravity, root->gravity, sizeof s->gravity);
    for (int b = 0; b < s->bodies; b++) {
        const bri_body_params *p = root->bodies.at[b].params;
        s->mass[b] = p->mass;
        s->inertia[b] = p->inertia;
        for (int d = 0; d < BRI_DOF; d++)
            s->inverse[BRI_DOF * b + d] = 1 / (d < 2 ? p->mass : p->inertia);
    }
    bri_prepare_friction(s);
    bri_mark_reversals(s);
    return bri_prepare_gaps(s, err);
}
