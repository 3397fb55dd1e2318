/* build.c - a system from a model: bodies, joints, forces and friction are found by name and numbered */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "kind/record.h"
#include "model/elastic.h"
#include "system/system.h"

/* --- who is meant ------------------------------------------------------------------------------------------------------ */

static int find_body(const bri_records *bodies, const char *name, size_t length)
{
    for (int i = 0; i < bodies->count; i++)
        if (strlen(bodies->at[i].name) == length && !memcmp(bodies->at[i].name, name, length)) return i;
    return BRI_GROUND;
}

/* A body, a point of one, "crank.tip", or the end of an elastic link, as the model begins. The model was checked: the names
 * exist. */
static void see_end(const bri_system *s, const char *name, int *body, bri_end *end)
{
    const bri_model_params *root = bri_model_root(s->model);
    const char *dot = strchr(name, '.');
    *body = find_body(&root->bodies, name, strlen(name));
    if (dot && *body == BRI_GROUND) *body = find_body(&root->bodies, name, (size_t)(dot - name));
    bool moves = *body != BRI_GROUND;
    const bri_body_params *p = moves ? root->bodies.at[*body].params : root->ground.kind ? root->ground.params : NULL;
    *end = (bri_end){.name = name, .frame = {.c = 1}, .point = {NAN, NAN}, .is_ground = !moves};
    if (moves) {
        end->frame = bri_frame_of(s->q0 + BRI_DOF * *body, s->u0 + BRI_DOF * *body);
        end->radius = p->radius;
        memcpy(end->centre, p->origin, sizeof end->centre);
    }
    const bri_record *point = dot && p ? bri_records_find(&p->points, dot + 1) : NULL;
    if (point) memcpy(end->point, ((const bri_point_params *)point->params)->at, sizeof end->point);
}

static bri_status at_record(const bri_system *s, const char *what, const bri_record *record, const bri_error *why,
                            bri_status status, bri_error *err)
{
    char where[256] = "";
    if (record->line) snprintf(where, sizeof where, "%s:%d:%d", s->name, record->line, record->column);
    return bri_fail_at(err, status, where, "%s '%s': %s", what, record->name, why->what);
}

/* --- passes ------------------------------------------------------------------------------------------------------------ */

static bri_status place_bodies(bri_system *s, bri_error *err)
{
    const bri_records *bodies = &bri_model_root(s->model)->bodies;
    size_t n = (size_t)bodies->count;
    if (!n) return bri_fail_at(err, BRI_BAD_MODEL, s->name ? s->name : "", "there are no bodies: nothing can move");
    s->bodies = bodies->count;
    s->body_name = bri_arena_take(&s->arena, n, sizeof *s->body_name);
    s->mass = bri_arena_take(&s->arena, n, sizeof(double));
    s->inertia = bri_arena_take(&s->arena, n, sizeof(double));
    s->inverse = bri_arena_take(&s->arena, BRI_DOF * n, sizeof(double));
    s->q0 = bri_arena_take(&s->arena, BRI_DOF * n, sizeof(double));
    s->u0 = bri_arena_take(&s->arena, BRI_DOF * n, sizeof(double));
    s->u_given = bri_arena_take(&s->arena, BRI_DOF * n, sizeof(bool));
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %zu bodies", n);
    for (int b = 0; b < s->bodies; b++) {
        const bri_body_params *p = bodies->at[b].params;
        double q[BRI_DOF] = {p->at[0], p->at[1], p->angle}, u[BRI_DOF] = {p->velocity[0], p->velocity[1], p->spin};
        s->body_name[b] = bodies->at[b].name;
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
    return BRI_OK;
}

/* Bodies, their points and the surfaces of their contacts were looked at. */
static void find_scales(bri_system *s)
{
    if (!(s->length > 0)) s->length = 1;
    s->speed = fmax(s->speed, s->length); /* in 1 s */
}

static bri_status gather_joints(bri_system *s, bri_error *err)
{
    const bri_records *joints = &bri_model_root(s->model)->joints;
    bri_status first = BRI_OK;
    s->joints = joints->count;
    s->joint = bri_arena_take(&s->arena, (size_t)s->joints, sizeof *s->joint);
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %d joints", s->joints);
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
                             .held = bri_is_loose(kind, record->params) ? 0 : bri_rows(kind->held),
                             .gaps = bri_is_loose(kind, record->params) ? bri_rows(kind->gaps) : 0,
                             .gap = s->gaps,
                             .freed = bri_rows(kind->freed),
                             .patches = bri_rows(kind->patches),
                             .row = s->held_rows,
                             .freed_at = s->freed};
        for (int e = 0; e < names->count; e++)
            see_end(s, names->at[e], &joint->body[e], &ends[e]);
        bri_status status = kind->place(record->params, ends, names->count, &joint->site, &why);
        if (status) status = at_record(s, "joint", record, &why, status, err);
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
        bri_fail(&why, BRI_BAD_MODEL, "the joint '%s' leaves nothing free that is measured in %s", name,
                 force->kind->unit ? force->kind->unit : "this way");
        return at_record(s, "force", record, &why, BRI_BAD_MODEL, err);
    }
    return BRI_NOT_FOUND; /* a body then */
}

static bri_status gather_forces(bri_system *s, bri_error *err)
{
    const bri_records *forces = &bri_model_root(s->model)->forces;
    bri_status first = BRI_OK;
    s->forces = forces->count;
    s->force = bri_arena_take(&s->arena, (size_t)s->forces, sizeof *s->force);
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %d forces", s->forces);
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
                see_end(s, names->at[e], &force->body[e], &ends[e]);
            status = force->kind->place(record->params, ends, names->count, &force->site, &why);
            if (status) status = at_record(s, "force", record, &why, status, err);
        }
        first = first ? first : status;
    }
    return first;
}

/* How a law follows z and the load; seen by asking it. */
static void probe_law(sys_interface *face, int states, int elements, bool *damps)
{
    double z[BRI_Z_MAX] = {0}, discrete[BRI_LIST_MAX] = {0}, zdot[BRI_Z_MAX], v = 0, elastic[3];
    if (!states) return;
    for (int i = 0; i < 3; i++) {
        bri_slip slip = {.elements = elements, .pair = &face->pair, .z = z, .discrete = discrete};
        bri_drag drag = {.zdot = zdot};
        z[0] = i == 2 ? 0 : 1e-9;
        bri_slip_set(&slip, 1, &v, i == 1 ? 2 : 1);
        bri_friction_eval(face->law, face->params->law.params, &slip, &drag, NULL);
        elastic[i] = drag.elastic[0];
    }
    double slope[4][BRI_Z_MAX * BRI_Z_MAX] = {{0}};
    bri_slip slip = {.elements = elements, .pair = &face->pair, .z = z, .discrete = discrete};
    bri_drag drag = {.zdot = zdot};
    bri_slopes slopes = {.force_z = slope[0], .zdot_v = slope[1], .zdot_load = slope[2], .zdot_z = slope[3]};
    z[0] = 1e-9;
    v = 1;
    bri_slip_set(&slip, 1, &v, 1);
    bri_friction_eval(face->law, face->params->law.params, &slip, &drag, &slopes);
    *damps = face->from_reaction && !face->from_elastic && slopes.force_rate_load[0] != 0;
    face->elastic_follows_load = fabs(elastic[1] - elastic[0]) > 0.5 * fabs(elastic[0]);
    face->elastic_by_z = (elastic[0] - elastic[2]) / 1e-9;
}

/* Edges that are speeds are seen without solving for the loads. */
static bool needs_load(const bri_variable *events)
{
    for (; events && events->name; events++)
        if (strcmp(events->unit, "m/s") != 0) return true;
    return false;
}

static bool are_same(const double *a, const double *b, int count)
{
    for (int i = 0; i < count; i++)
        if (a[i] != b[i]) return false;
    return true;
}

static bool rub_counts(const sys_joint *joint, const bri_patch *patch, int index, int motion)
{
    if (patch->motion != motion) return false;
    for (int h = 0; h < joint->held; h++)
        if (patch->by_lambda[h] != 0) return true;
    for (int i = 0; i < index; i++) /* under a given load: the first contact of the motion carries it all */
        if ((patch - index + i)->motion == motion) return false;
    return true;
}

static bri_status begin_interface(bri_system *s, int j, int motion, const bri_record *record, bri_error *err)
{
    const sys_joint *joint = &s->joint[j];
    const bri_friction_params *p = record->params;
    sys_interface *face = &s->interface[s->interfaces];
    s->joint[j].watched = true;
    if (!joint->gaps) s->joint[j].moves_something = true;
    *face = (sys_interface){.joint = j,
                            .motion = motion,
                            .gap = -1,
                            .params = p,
                            .law = (const bri_friction_law *)(const void *)p->law.kind,
                            .name = joint->name,
                            .from_reaction = !p->load.kind && p->effort == BRI_EFFORT_NONE,
                            .from_elastic = p->load_from == BRI_LOAD_ELASTIC,
                            .patch = s->patches,
                            .stick_row = -1,
                            .distance = -1};
    face->pair = p->surfaces.kind ? *(const bri_pair *)p->surfaces.params : bri_pair_unknown();
    face->sticks = face->law->static_limit != NULL;
    if (face->from_elastic && !(face->law->kind.states && face->law->kind.states->name)) face->from_elastic = false;
    if (p->noise.kind) {
        face->noise = bri_arena_take(&s->arena, 1, sizeof *face->noise);
        if (!face->noise) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for noise");
        bri_status status = bri_noise_place(p->noise.params, face->noise, err);
        if (status) return status;
    }
    return BRI_OK;
}

static void add_patch(bri_system *s, sys_interface *face, int index)
{
    const void *params = face->params->law.params;
    s->patch[s->patches++] = (sys_patch){.interface = s->interfaces,
                                         .index = index,
                                         .states = bri_friction_states(face->law, params, 1),
                                         .discrete_states = bri_friction_discrete_states(face->law, params, 1),
                                         .events = face->law->events ? bri_friction_events(face->law, params, 1) : 0,
                                         .elements = bri_kind_elements(&face->law->kind, params)};
    face->patches++;
}

static bri_status end_interface(bri_system *s, sys_interface *face, bri_error *err)
{
    const sys_joint *joint = &s->joint[face->joint];
    bri_error why = {0};
    bool damps = false;
    bri_status status = bri_friction_needs(face->law, &face->pair, &why);
    if (status) return at_record(s, "joint", joint->record, &why, status, err);
    probe_law(face, s->patch[face->patch].states, s->patch[face->patch].elements, &damps);
    s->fold_sudden = s->fold_sudden || damps;
    if (face->sticks) face->stick_row = s->rows++;
    s->any_elastic = s->any_elastic || face->from_elastic;
    s->edges_need_load = s->edges_need_load || needs_load(face->law->kind.events);
    s->interfaces++;
    return BRI_OK;
}

/* Friction where the surfaces of a loose joint touch: the load is what presses them together there. */
static bri_status add_touching(bri_system *s, int j, int index, const bri_record *record, bri_error *err)
{
    const sys_joint *joint = &s->joint[j];
    const sys_gap *gap = &s->gap[joint->gap + index];
    sys_interface *face = &s->interface[s->interfaces];
    bri_error why = {0};
    bri_status status = begin_interface(s, j, joint->freed + index, record, err);
    if (status) return status;
    face->gap = joint->gap + index;
    face->linear = true;
    snprintf(face->label, sizeof face->label, "%s", gap->label);
    if (!face->from_reaction && face->params->effort == BRI_EFFORT_NONE) {
        bri_fail(&why, BRI_BAD_VALUE, "its friction has a load, but what presses its surfaces together is the contact");
        return at_record(s, "joint", joint->record, &why, BRI_BAD_VALUE, err);
    }
    face->from_reaction = face->from_elastic = false;
    bri_pair_complete(&face->pair, &gap->sides);
    add_patch(s, face, index);
    return end_interface(s, face, err);
}

static bri_status add_interface(bri_system *s, int j, int motion, const bri_record *record, bri_error *err)
{
    const sys_joint *joint = &s->joint[j];
    sys_interface *face = &s->interface[s->interfaces];
    bri_error why = {0};
    bri_status status = begin_interface(s, j, motion, record, err);
    if (status) return status;
    if (joint->kind->friction[0] && joint->kind->friction[1] && motion > 0)
        snprintf(face->label, sizeof face->label, "%.40s.%s", joint->name, joint->kind->patches[motion].name);
    else
        snprintf(face->label, sizeof face->label, "%.60s", joint->name);
    if (face->from_reaction && joint->held == 0) {
        bri_fail(&why, BRI_MISSING, "nothing presses its surfaces together: give its friction a load: load: 10 N");
        return at_record(s, "joint", joint->record, &why, BRI_MISSING, err);
    }
    const double lambda[BRI_HELD_MAX] = {1, 1, 1}, against[BRI_HELD_MAX] = {-1, -1, -1};
    bri_motion freed[BRI_FREED_MAX] = {0}, held[BRI_HELD_MAX];
    bri_patch patches[BRI_PATCHES_MAX] = {0}, others[BRI_PATCHES_MAX] = {0};
    bri_frame still[BRI_ENDS];
    const bri_frame *frames[BRI_ENDS];
    bri_frames_at_start(s, joint, still, frames);
    joint->kind->motions(joint->params, &joint->site, frames, (const double[3]){0}, held, freed);
    joint->kind->patch(joint->params, &joint->site, frames, freed, against, others);
    joint->kind->patch(joint->params, &joint->site, frames, freed, lambda, patches);
    face->linear = true;
    for (int r = 0; r < joint->patches; r++) {
        face->linear = face->linear && are_same(others[r].by_lambda, patches[r].by_lambda, BRI_HELD_MAX);
        for (int e = 0; e < BRI_ENDS; e++)
            s->faces_turn = s->faces_turn || !are_same(others[r].row.end[e], patches[r].row.end[e], BRI_DOF);
    }
    for (int r = 0; r < joint->patches; r++) {
        if (!rub_counts(joint, &patches[r], r, motion)) continue;
        if (!face->from_reaction && face->patches > 0) continue;
        add_patch(s, face, r);
    }
    return end_interface(s, face, err);
}

static bri_status gather_friction(bri_system *s, bri_error *err)
{
    int most = 0;
    bri_status first = BRI_OK;
    for (int j = 0; j < s->joints; j++)
        most += s->joint[j].patches + s->joint[j].gaps;
    s->interface = bri_arena_take(&s->arena, (size_t)most, sizeof *s->interface);
    s->patch = bri_arena_take(&s->arena, (size_t)most, sizeof *s->patch);
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %d contacts", most);
    for (int j = 0; j < s->joints; j++)
        for (int i = 0; i < BRI_PATCHES_MAX; i++) {
            size_t at = s->joint[j].kind->friction[i];
            const bri_record *record = (const bri_record *)(const void *)((const char *)s->joint[j].params + at);
            if (!at || !record->kind) continue;
            bri_status status = s->joint[j].gaps ? BRI_OK : add_interface(s, j, i, record, err);
            for (int g = 0; g < s->joint[j].gaps && !status; g++)
                status = add_touching(s, j, g, record, err);
            first = first ? first : status;
        }
    return first;
}

static bool has_pieces(const sys_interface *face) { return face->law->pieces && !face->sticks; }

static void number_states(bri_system *s)
{
    s->states = 2 * BRI_DOF * s->bodies;
    for (int g = 0; g < s->gaps; g++) {
        s->gap[g].discrete = s->discrete_states;
        s->discrete_states += 3;
        s->events++;
    }
    for (int k = 0; k < s->interfaces; k++) {
        sys_interface *face = &s->interface[k];
        if (face->noise && face->noise->over_distance) face->distance = s->states++;
        if (face->sticks) {
            face->stick_mode = s->discrete_states;
            face->pressed_mode = s->discrete_states + 2;
            s->discrete_states += 2 + BRI_HELD_MAX * face->patches;
            s->events++;
        }
    }
    s->z = s->states;
    for (int r = 0; r < s->patches; r++) {
        sys_patch *patch = &s->patch[r];
        patch->z = s->states;
        patch->discrete = s->discrete_states;
        s->states += patch->states;
        s->discrete_states += patch->discrete_states;
        patch->piece = has_pieces(&s->interface[patch->interface]) ? s->discrete_states++ : -1;
        s->events += patch->events;
    }
    for (int k = 0; k < s->interfaces; k++)
        s->fold_edge = s->fold_edge || s->interface[k].from_reaction;
    s->events += s->fold_edge;
    s->loads_given = !s->fold_edge && !s->any_elastic;
    int drivers = 0;
    for (int j = 0; j < s->joints; j++)
        drivers += s->joint[j].drive != NULL;
    s->quadratures = s->interfaces + s->gaps + 2 * s->forces + drivers + 1;
}

/* What kind of edge each is. */
static bri_status sort_events(bri_system *s, bri_error *err)
{
    bool *kink = s->kinks = bri_arena_take(&s->arena, (size_t)s->events + 1, sizeof(bool));
    bool *gate = s->gates = bri_arena_take(&s->arena, (size_t)s->events + 1, sizeof(bool));
    int at = 0;
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for the edges");
    while (at < s->gaps)
        gate[at++] = true;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        if (face->sticks) gate[at++] = true;
        for (int r = face->patch; r < face->patch + face->patches; r++)
            for (int i = 0; i < s->patch[r].events; i++)
                kink[at++] = s->patch[r].piece >= 0;
    }
    return BRI_OK;
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
    s->hold = run->constraints;
    s->coupling = run->coupling;
    s->redundancy = run->redundancy;
    s->alpha = run->alpha;
    s->beta = run->beta;
    memcpy(s->gravity, bri_model_root(s->model)->gravity, sizeof s->gravity);
    return BRI_OK;
}

bri_status bri_system_build_loose(const bri_model *model, bri_system **system, bri_error *err)
{
    bri_system *s = calloc(1, sizeof *s);
    if (!s) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for a system");
    bri_status status = bri_model_copy(model, &s->model, err);
    if (!status && bri_model_shares(model)) {
        status = bri_lend_stiffness(s, err);
        if (!status) bri_model_share_no_more(s->model);
    }
    if (!status && bri_any_elastic(s->model)) status = bri_model_copy(s->model, &s->whole, err);
    if (!status && s->whole) status = bri_model_split(s->model, err);
    if (!status) s->name = (char *)(size_t)bri_model_name(s->model);
    if (!status) status = choose_ways(s, err);
    if (!status) status = place_bodies(s, err);
    if (!status) status = gather_joints(s, err);
    if (!status) status = gather_forces(s, err);
    if (!status) status = bri_gather_gaps(s, err);
    if (!status) find_scales(s);
    if (!status) status = gather_friction(s, err);
    if (!status) number_states(s);
    if (!status) status = sort_events(s, err);
    if (!status) s->condensed = s->patches > 0 && s->patches <= BRI_CONDENSED_MAX && !s->faces_turn;
    if (!status) status = bri_find_pattern(s, err);
    if (!status) status = bri_prepare_sharing(s, err);
    if (status)
        bri_system_destroy(s);
    else
        *system = s;
    return status;
}

/* A body, or a segment of one, "rod.a", moves with the whole body of the rigid mechanism. */
static void move_as_rigid(bri_system *s, int body, const bri_system *rigid)
{
    const char *name = s->body_name[body];
    int of = find_body(&bri_model_root(rigid->model)->bodies, name, strcspn(name, "."));
    const double *q = rigid->q0 + BRI_DOF * of, *u = rigid->u0 + BRI_DOF * of, *own = s->q0 + BRI_DOF * body;
    double arm[2] = {own[0] - q[0], own[1] - q[1]};
    const double moves[BRI_DOF] = {u[0] - u[2] * arm[1], u[1] + u[2] * arm[0], u[2]};
    memcpy(s->u0 + BRI_DOF * body, moves, sizeof moves);
    for (int d = 0; d < BRI_DOF; d++)
        s->u_given[BRI_DOF * body + d] = true;
}

/* Velocities that were not given are those of rigid links, where these can move as it was given. */
static bri_status start_as_rigid(bri_system *s, bri_error *err)
{
    bri_model *model = NULL;
    bri_system *rigid = NULL;
    bri_status status = bri_model_copy(s->whole, &model, err);
    if (!status) {
        bri_model_stiffen(model);
        if (!bri_system_build_loose(model, &rigid, NULL) && !bri_start(rigid, NULL))
            for (int b = 0; b < s->bodies; b++)
                move_as_rigid(s, b, rigid);
    }
    bri_system_destroy(rigid);
    bri_model_destroy(model);
    return status;
}

bri_status bri_system_build(const bri_model *model, bri_system **system, bri_error *err)
{
    bri_system *s = NULL;
    bri_status status = bri_system_build_loose(model, &s, err);
    if (!status && s->whole) status = start_as_rigid(s, err);
    if (!status) status = bri_start(s, err);
    if (!status) status = bri_channels_name(s, err);
    if (status)
        bri_system_destroy(s);
    else
        *system = s;
    return status;
}

bool bri_system_elastic(const bri_system *s, int index, bri_elastic_link *link)
{
    const bri_model_params *root = bri_model_root(bri_system_model(s));
    for (int b = 0; b < root->bodies.count; b++) {
        bri_segments segments;
        if (!bri_is_elastic(&root->bodies.at[b]) || index-- > 0) continue;
        if (bri_segments_of(root, &root->bodies.at[b], &segments, NULL)) return false;
        const double *k = segments.stiffness, *d = segments.damping;
        *link = (bri_elastic_link){.body = root->bodies.at[b].name,
                                   .from = segments.end[0],
                                   .to = segments.end[1],
                                   .stiffness = {k[0], k[1]},
                                   .damping = {d[0], d[1]},
                                   .whole = 1 / (1 / k[0] + 1 / k[1])};
        return true;
    }
    return false;
}

bri_model *bri_system_model(const bri_system *s) { return s->whole ? s->whole : s->model; }

/* Numbers that were copied from the model are taken from it again; places keep to how the model began. */
bri_status bri_system_refresh(bri_system *s, bri_error *err)
{
    const bri_model_params *root = bri_model_root(s->model);
    bri_status split = s->whole ? bri_model_split_again(s->whole, s->model, err) : BRI_OK;
    if (split) return split;
    for (int j = 0; j < s->joints; j++)
        if (bri_is_loose(s->joint[j].kind, s->joint[j].params) != (s->joint[j].gaps > 0))
            return bri_fail(err, BRI_BAD_VALUE, "joint '%s' cannot gain or lose its clearance on the way",
                            s->joint[j].name);
    memcpy(s->gravity, root->gravity, sizeof s->gravity);
    for (int b = 0; b < s->bodies; b++) {
        const bri_body_params *p = root->bodies.at[b].params;
        s->mass[b] = p->mass;
        s->inertia[b] = p->inertia;
        for (int d = 0; d < BRI_DOF; d++)
            s->inverse[BRI_DOF * b + d] = 1 / (d < 2 ? p->mass : p->inertia);
    }
    return bri_prepare_gaps(s, err);
}

void bri_system_destroy(bri_system *s)
{
    if (!s) return;
    bri_record_destroy(&s->usual_normal);
    bri_model_destroy(s->model);
    bri_model_destroy(s->whole);
    bri_arena_free(&s->arena);
    free(s);
}
