/* build_friction.c - interfaces and their patches: friction of joints, and at gaps */
#include "system/build_friction.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "friction/regions.h"
#include "kind/record.h"
#include "system/point.h"

static const double probe = 1e-9;       /* m: deflection at which laws are probed, far below any bristle's */
static const double tol_damping = 1e-9; /* of the force, within which a law's damping is its coefficient times zdot */

/* Data of the surfaces that the friction does not give, from the contact. */
static void complete_pair(bri_pair *pair, const bri_sides *sides)
{
    double soft = 0;
    for (int i = 0; i < 2; i++)
        soft += (1 - sides->poisson[i] * sides->poisson[i]) / sides->modulus[i];
    if (isnan(pair->radius_a)) pair->radius_a = sides->radius[0];
    if (isnan(pair->radius_b)) pair->radius_b = sides->radius[1];
    if (isnan(pair->length)) pair->length = sides->length;
    if (isnan(pair->modulus)) pair->modulus = 1 / soft;
}

static bool are_same(const double *a, const double *b, int count)
{
    for (int i = 0; i < count; i++)
        if (a[i] != b[i]) return false;
    return true;
}

static bool any_but_zero(const double *numbers, int count)
{
    for (int i = 0; i < count; i++)
        if (numbers[i] != 0) return true;
    return false;
}

/* How the elastic force of a law follows z and the load, and whether it damps bristles: found by evaluating it. */
static void probe_law(sys_interface *interface, int states, int elements, bool *damps)
{
    double z[BRI_Z_MAX] = {0}, discrete[BRI_LIST_MAX] = {0}, zdot[BRI_Z_MAX], v = 0, elastic[4];
    if (!states) return;
    for (int i = 0; i < 4; i++) {
        bri_slip slip = {.elements = elements, .pair = &interface->pair, .z = z, .discrete = discrete};
        bri_drag drag = {.zdot = zdot};
        z[0] = i >= 2 ? 0 : probe;
        v = i == 3;
        bri_slip_set(&slip, 1, &v, i == 1 ? 2 : 1);
        bri_friction_eval(interface->law, interface->params->law.params, &slip, &drag, NULL);
        elastic[i] = drag.elastic[0];
    }
    double slope[4][BRI_Z_MAX * BRI_Z_MAX] = {{0}};
    bri_slip slip = {.elements = elements, .pair = &interface->pair, .z = z, .discrete = discrete};
    bri_drag drag = {.zdot = zdot};
    bri_slopes slopes = {.force_z = slope[0], .zdot_v = slope[1], .zdot_load = slope[2], .zdot_z = slope[3]};
    z[0] = probe;
    v = 1;
    bri_slip_set(&slip, 1, &v, 1);
    bri_friction_eval(interface->law, interface->params->law.params, &slip, &drag, &slopes);
    *damps = interface->from_reaction && !interface->from_elastic && slopes.force_rate_load[0] != 0;
    interface->elastic_follows_load = fabs(elastic[1] - elastic[0]) > 0.5 * fabs(elastic[0]);
    interface->elastic_by_z = (elastic[0] - elastic[2]) / probe;
    interface->elastic_is_of_z = states == 1 && elastic[2] == 0 && elastic[3] == 0;
}

/* Damping of bristles, N s/m, whose rate follows the load in steady sliding; 0: their force is another than the elastic part less
 * damping x zdot (as where it is limited), or the damping follows the load. */
static double bristle_damping(const sys_interface *interface, const sys_patch *patch)
{
    static const double v = 1, much = 1e12,
                        little = 2; /* N: far above G_min, and far below what the bristles carried */
    const bri_friction_law *law = interface->law;
    const void *params = interface->params->law.params;
    double damping = bri_role_value(&law->kind, params, BRI_ROLE_BRISTLE_DAMPING);
    double z[BRI_Z_MAX] = {0}, zdot[BRI_Z_MAX], discrete[BRI_LIST_MAX] = {0};
    if (!(damping > 0) || !law->steady || patch->dim > 1) return 0;
    for (int i = 0; i < 2; i++) {
        double slope[4][BRI_Z_MAX * BRI_Z_MAX] = {{0}};
        bri_slip slip = {.elements = patch->elements, .pair = &interface->pair, .z = z, .discrete = discrete};
        bri_drag drag = {.zdot = zdot};
        bri_slopes slopes = {.force_z = slope[0], .zdot_v = slope[1], .zdot_load = slope[2], .zdot_z = slope[3]};
        bri_slip_set(&slip, 1, &v, i == 0 ? much : little);
        if (i == 0) law->steady(params, &slip, z, discrete);
        bri_friction_eval(law, params, &slip, &drag, &slopes);
        double damped = damping * zdot[0], is = drag.elastic[0] - drag.force[0];
        if (fabs(is - damped) > tol_damping * fmax(fabs(damped), fabs(drag.elastic[0]))) return 0;
        if (i == 0 && slopes.force_rate_load[0] == 0) return 0;
    }
    return damping;
}

/* Whether an event function of a law is the slip velocity. */
static bool is_slip_velocity(const sys_interface *interface, const sys_patch *patch, int event)
{
    static const double sample[][3] = {{1, 1, 0}, {-1, 1, 0}, {0.3, 20, 1}, {-0.002, 20, -3}}; /* v, load, z */
    double z[BRI_Z_MAX], discrete[BRI_LIST_MAX] = {0}, g[BRI_LIST_MAX];
    for (size_t i = 0; i < sizeof sample / sizeof *sample; i++) {
        bri_slip slip = {.elements = patch->elements, .pair = &interface->pair, .z = z, .discrete = discrete};
        for (int k = 0; k < patch->states; k++)
            z[k] = probe * sample[i][2];
        bri_slip_set(&slip, 1, &sample[i][0], sample[i][1]);
        interface->law->events(interface->params->law.params, &slip, g);
        if (g[event] != sample[i][0]) return false;
    }
    return true;
}

/* Whether events change discrete states of the bristles, or z: in steady sliding some way discrete states are others than at the
 * beginning, 0, or a reversal changes them or z. */
static bool has_switching_bristles(const sys_interface *interface, const sys_patch *patch)
{
    const bri_friction_law *law = interface->law;
    const void *params = interface->params->law.params;
    bool fired[BRI_LIST_MAX] = {0};
    if (!patch->states || !law->handle_event) return false;
    if (!law->steady || patch->events > BRI_LIST_MAX) return true;
    for (int i = 0; i < patch->events; i++)
        fired[i] = is_slip_velocity(interface, patch, i);
    for (int way = -1; way <= 1; way += 2) {
        double v = way, z[BRI_Z_MAX] = {0}, discrete[BRI_LIST_MAX] = {0}, was[BRI_Z_MAX];
        bri_slip slip = {.elements = patch->elements, .pair = &interface->pair, .z = z, .discrete = discrete};
        bri_slip_set(&slip, 1, &v, 1);
        law->steady(params, &slip, z, discrete);
        memcpy(was, z, sizeof z);
        bool switches = any_but_zero(discrete, patch->discrete_states);
        law->handle_event(params, &slip, fired, z, discrete);
        if (switches || any_but_zero(discrete, patch->discrete_states) || !are_same(z, was, patch->states)) return true;
    }
    return false;
}

/* Whether a law depends on the time or on the distance slid: found by evaluating it. */
static bool follows_time(const sys_interface *interface, const sys_patch *patch)
{
    static const double later[] = {0, 1, 1000}; /* s, and m */
    double z[BRI_Z_MAX], zdot[BRI_Z_MAX] = {0}, first[BRI_Z_MAX + 1] = {0}, discrete[BRI_LIST_MAX] = {0};
    const double v = 0.3;
    if (patch->dim > 1) return false;
    for (int k = 0; k < patch->states; k++)
        z[k] = probe;
    for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
        bri_slip slip = {.elements = patch->elements, .pair = &interface->pair, .z = z, .discrete = discrete};
        bri_drag drag = {.zdot = zdot};
        bri_slip_set(&slip, 1, &v, 20);
        slip.time = slip.distance = later[i];
        bri_friction_eval(interface->law, interface->params->law.params, &slip, &drag, NULL);
        if (i > 0 && (drag.force[0] != first[BRI_Z_MAX] || !are_same(zdot, first, patch->states))) return true;
        memcpy(first, zdot, sizeof zdot);
        first[BRI_Z_MAX] = drag.force[0];
    }
    return false;
}

/* Whether a law with a stiffness at rest does not damp vibrations there, and may give energy to them. */
static bool rings(const sys_interface *interface, const sys_patch *patch)
{
    const bri_friction_law *law = interface->law;
    const void *params = interface->params->law.params;
    bool deflects = patch->states && !strcmp(law->kind.states->unit, "m");
    return deflects && bri_role_value(&law->kind, params, BRI_ROLE_BRISTLE_DAMPING) == 0 && law->passive &&
           !law->passive(params);
}

/* A law says by the load that its event functions need whether it has such a limit. */
static bool bends_sharply(const sys_interface *interface, const sys_patch *patch)
{
    const bri_friction_law *law = interface->law;
    bool has_limit = patch->states && law->moving_limit && law->events_need_load;
    return has_limit && law->events_need_load(interface->params->law.params);
}

static int find_reversal(const sys_interface *interface, const sys_patch *patch)
{
    if (!patch->states || patch->dim > 1 || patch->events > BRI_LIST_MAX || interface->switches) return -1;
    for (int i = 0; i < patch->events; i++)
        if (is_slip_velocity(interface, patch, i)) return i;
    return -1;
}

static bool needs_load(const bri_friction_law *law, const void *params)
{
    if (law->events_need_load) return law->events_need_load(params);
    for (const bri_variable *event = law->kind.events; event && event->name; event++)
        if (strcmp(event->unit, "m/s") != 0) return true;
    return false;
}

static bool patch_counts(const sys_joint *joint, const bri_patch *patch, int index, int motion)
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
    sys_interface *interface = &s->interface[s->interfaces];
    s->joint[j].watched = true;
    if (!joint->gaps) s->joint[j].moves_something = true;
    *interface = (sys_interface){.joint = j,
                                 .motion = motion,
                                 .gap = -1,
                                 .params = p,
                                 .law = (const bri_friction_law *)(const void *)p->law.kind,
                                 .name = joint->name,
                                 .from_reaction = !p->load.kind && p->effort == BRI_EFFORT_NONE,
                                 .from_elastic = p->load_from == BRI_LOAD_ELASTIC,
                                 .patch = s->patches,
                                 .component = s->components,
                                 .stick_row = -1,
                                 .distance = -1};
    interface->pair = p->surfaces.kind ? *(const bri_pair *)p->surfaces.params : bri_pair_unknown();
    if (interface->from_elastic && !(interface->law->kind.states && interface->law->kind.states->name))
        interface->from_elastic = false;
    if (p->noise.kind) {
        interface->noise = bri_arena_take(&s->arena, 1, sizeof *interface->noise);
        if (!interface->noise) return bri_fail(err, BRI_NO_MEMORY, "out of memory: noise");
        bri_status status = bri_noise_place(p->noise.params, interface->noise, err);
        if (status) return status;
    }
    return BRI_OK;
}

/* Friction that does not come from the reaction is the same on two faces. */
static void add_patch(bri_system *s, sys_interface *interface, int index, int dim, bool two_faces)
{
    const void *params = interface->params->law.params;
    int components = dim + (two_faces && interface->from_reaction);
    assert(components <= BRI_SLIP_MAX);
    for (int i = 0; i < components; i++)
        s->component[s->components + i] = (sys_component){.patch = s->patches, .index = i};
    s->patch[s->patches++] =
        (sys_patch){.interface = s->interfaces,
                    .index = index,
                    .component = s->components,
                    .components = components,
                    .dim = dim,
                    .states = bri_friction_states(interface->law, params, dim),
                    .discrete_states = bri_friction_discrete_states(interface->law, params, dim),
                    .events = interface->law->events ? bri_friction_events(interface->law, params, dim) : 0,
                    .elements = bri_kind_elements(&interface->law->kind, params)};
    s->components += components;
    interface->patches++;
    interface->components += components;
    interface->faces = interface->faces || components > dim;
}

static bri_status end_interface(bri_system *s, sys_interface *interface, bri_error *err)
{
    const sys_joint *joint = &s->joint[interface->joint];
    bri_error why = {0};
    bri_status status = bri_friction_needs(interface->law, &interface->pair, &why);
    if (status) return bri_fail_at_record(s, "joint", joint->record, &why, status, err);
    interface->has_all_patches = interface->gap < 0 && joint->patches == interface->patches;
    interface->sticks = bri_friction_sticks(interface->law, interface->params->law.params) &&
                        s->patch[interface->patch].dim == 1; /* one stick row */
    if (interface->sticks) interface->stick_row = s->rows++;
    interface->pushed = interface->sticks && interface->noise && !(interface->noise->gate > 0);
    s->any_pushed = s->any_pushed || interface->pushed;
    s->any_elastic = s->any_elastic || interface->from_elastic;
    s->limits_follow_load = s->limits_follow_load || interface->law->moving_limit;
    s->interfaces++;
    return BRI_OK;
}

/* Friction at a gap: its load is the contact force. */
static bri_status add_at_gap(bri_system *s, int j, int index, const bri_record *record, bri_error *err)
{
    const sys_joint *joint = &s->joint[j];
    const sys_gap *gap = &s->gap[joint->gap + index];
    sys_interface *interface = &s->interface[s->interfaces];
    bri_error why = {0};
    bri_status status = begin_interface(s, j, joint->freed + index, record, err);
    if (status) return status;
    interface->gap = joint->gap + index;
    interface->linear = true;
    snprintf(interface->label, sizeof interface->label, "%s", gap->label);
    if (!interface->from_reaction && interface->params->effort == BRI_EFFORT_NONE) {
        bri_fail(
            &why, BRI_BAD_VALUE,
            "its friction has a load, but at a joint with clearance the contact force is the load: leave the load out");
        return bri_fail_at_record(s, "joint", joint->record, &why, BRI_BAD_VALUE, err);
    }
    interface->from_reaction = interface->from_elastic = false;
    complete_pair(&interface->pair, &gap->sides);
    add_patch(s, interface, index, 1, false);
    return end_interface(s, interface, err);
}

static bri_status add_interface(bri_system *s, int j, int motion, const bri_record *record, bri_error *err)
{
    const sys_joint *joint = &s->joint[j];
    sys_interface *interface = &s->interface[s->interfaces];
    bri_error why = {0};
    bri_status status = begin_interface(s, j, motion, record, err);
    if (status) return status;
    if (joint->kind->friction[0] && joint->kind->friction[1] && motion > 0)
        snprintf(interface->label, sizeof interface->label, "%.75s.%.19s", joint->name,
                 joint->kind->patches[motion].name);
    else
        snprintf(interface->label, sizeof interface->label, "%.90s", joint->name);
    if (interface->from_reaction && joint->held == 0) {
        bri_fail(&why, BRI_MISSING,
                 "it has no reaction that could load its friction: give its friction a load, load: 10 N");
        return bri_fail_at_record(s, "joint", joint->record, &why, BRI_MISSING, err);
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
    interface->linear = true;
    for (int r = 0; r < joint->patches; r++)
        interface->linear = interface->linear && are_same(others[r].by_lambda, patches[r].by_lambda, BRI_HELD_MAX);
    for (int r = 0; r < joint->patches; r++) {
        if (!patch_counts(joint, &patches[r], r, motion)) continue;
        if (!interface->from_reaction && interface->patches > 0) continue;
        add_patch(s, interface, r, patches[r].dim, patches[r].two_faces);
    }
    return end_interface(s, interface, err);
}

/* --- slip velocities that no step leaps over -------------------------------------------------------------------------------- */

/* Interfaces of one model often have the same law: its curve is sampled once. */
static bool has_same_law(const sys_interface *a, const sys_interface *b)
{
    return a->law == b->law && !a->law->needs &&
           !memcmp(a->params->law.params, b->params->law.params, a->law->kind.params_size);
}

/* A law with a speed in its table may come to change around it when its numbers do. */
static bool has_speed(const bri_friction_law *law)
{
    for (const bri_param *p = law->kind.params; p && p->name; p++)
        if (p->role == BRI_ROLE_SPEED_SCALE || p->role == BRI_ROLE_INVERSE_SPEED || p->type == BRI_FORMULA) return true;
    return false;
}

static bri_status list_watches(bri_system *s, bri_error *err)
{
    size_t most = (size_t)s->interfaces;
    s->watch = bri_arena_take(&s->arena, most + 1, sizeof *s->watch);
    s->range = bri_arena_take(&s->arena, 2 * BRI_REGIONS_MAX * most + 1, sizeof *s->range);
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d interfaces", s->interfaces);
    bool changes = false;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *at = &s->interface[k];
        if (k == 0 || !has_same_law(at, at - 1))
            changes = has_speed(at->law) || bri_friction_speeds(at->law, at->params->law.params, &at->pair).count > 0;
        if (changes) s->watch[s->watches++] = k;
    }
    return BRI_OK;
}

static void find_ranges(bri_system *s)
{
    bri_watched_range *next = s->range;
    bri_speeds speeds = {0};
    for (int w = 0; w < s->watches; w++) {
        sys_interface *interface = &s->interface[s->watch[w]];
        if (w == 0 || !has_same_law(interface, &s->interface[s->watch[w - 1]]))
            speeds = bri_friction_speeds(interface->law, interface->params->law.params, &interface->pair);
        for (const bri_region *r = speeds.region; r < speeds.region + speeds.count; r++)
            for (int side = r->at > 0 ? -1 : 1; side <= 1; side += 2)
                *next++ = (bri_watched_range){.of = w, .at = side * r->at, .width = r->width};
        interface->speed_scale = isfinite(speeds.straight) ? speeds.straight : 0;
    }
    next->of = -1;
}

void bri_prepare_friction(bri_system *s)
{
    s->events_need_load = s->loss_is_sudden = false;
    for (int k = 0; k < s->interfaces; k++) {
        sys_interface *interface = &s->interface[k];
        const sys_patch *patch = &s->patch[interface->patch];
        bool damps = false;
        probe_law(interface, patch->states, patch->elements, &damps);
        interface->bristle_damping = bristle_damping(interface, patch);
        interface->switches = has_switching_bristles(interface, patch);
        interface->follows_time = follows_time(interface, patch);
        interface->reversal = find_reversal(interface, patch);
        interface->rings = rings(interface, patch);
        interface->bends_sharply = bends_sharply(interface, patch);
        s->loss_is_sudden = s->loss_is_sudden || damps;
        s->events_need_load = s->events_need_load || needs_load(interface->law, interface->params->law.params);
    }
    find_ranges(s);
}

bri_status bri_build_friction(bri_system *s, bri_error *err)
{
    int most = 0;
    bri_status first = BRI_OK;
    for (int j = 0; j < s->joints; j++)
        most += s->joint[j].patches + s->joint[j].gaps;
    s->interface = bri_arena_take(&s->arena, (size_t)most, sizeof *s->interface);
    s->patch = bri_arena_take(&s->arena, (size_t)most, sizeof *s->patch);
    s->component = bri_arena_take(&s->arena, (size_t)most * BRI_SLIP_MAX, sizeof *s->component);
    if (s->arena.failed) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d friction patches", most);
    for (int j = 0; j < s->joints; j++)
        for (int i = 0; i < BRI_PATCHES_MAX; i++) {
            size_t at = s->joint[j].kind->friction[i];
            const bri_record *record = (const bri_record *)(const void *)((const char *)s->joint[j].params + at);
            if (!at || !record->kind) continue;
            bri_status status = s->joint[j].gaps ? BRI_OK : add_interface(s, j, i, record, err);
            for (int g = 0; g < s->joint[j].gaps && !status; g++)
                status = add_at_gap(s, j, g, record, err);
            first = first ? first : status;
        }
    if (!first) first = list_watches(s, err);
    if (!first) bri_prepare_friction(s);
    return first;
}
