/* from_model.c - the public way from a model to a system: derived stiffness, initial state, channels */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/given.h"
#include "model/elastic.h"
#include "system/build.h"
#include "system/channels.h"
#include "system/initial.h"
#include "system/states.h"
#include "system/stiffness_from_links.h"

/* A body, or a segment of one, "rod.a", moves with the whole body of the rigid mechanism. */
static void move_as_rigid(bri_system *s, int body, const bri_system *rigid)
{
    const char *name = s->body_name[body];
    int of = 0;
    while (of < rigid->bodies && (strncmp(rigid->body_name[of], name, strcspn(name, ".")) != 0 ||
                                  rigid->body_name[of][strcspn(name, ".")] != '\0'))
        of++;
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
        bri_model_make_rigid(model);
        if (!bri_system_build_unstarted(model, &rigid, NULL) && !bri_find_initial_state(rigid, NULL))
            for (int b = 0; b < s->bodies; b++)
                move_as_rigid(s, b, rigid);
    }
    bri_system_destroy(rigid);
    bri_model_destroy(model);
    return status;
}

/* Parameters that were derived from links, as the system reports them. */
static bri_status keep_derived(bri_system *s, const sys_derived *derived, int count, bri_error *err)
{
    if (!count) return BRI_OK;
    s->derived = bri_arena_take(&s->arena, (size_t)count, sizeof *s->derived);
    if (!s->derived) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d parameters", count);
    memcpy(s->derived, derived, (size_t)count * sizeof *derived);
    s->deriveds = count;
    return BRI_OK;
}

bri_status bri_system_build(const bri_model *model, bri_system **system, bri_error *err)
{
    bri_error_clear(err);
    assert(model && system);
    bri_system *s = NULL;
    bri_model *own = NULL;
    sys_derived *derived = NULL;
    int count = 0;
    bri_status status = BRI_OK;
    if (bri_model_friction_link(model)) { /* links that are elastic as: friction */
        status = bri_model_copy(model, &own, err);
        if (!status) status = bri_derive_stiffness(own, &derived, &count, err);
        if (!status) bri_model_make_friction_links_rigid(own);
    }
    if (!status) status = bri_system_build_unstarted(own ? own : model, &s, err);
    if (!status) status = keep_derived(s, derived, count, err);
    if (!status && s->whole) status = start_as_rigid(s, err);
    if (!status) status = bri_find_initial_state(s, err);
    if (!status) status = bri_channels_name(s, err);
    if (!status) status = bri_states_name(s, err);
    bri_model_destroy(own);
    free(derived);
    if (status)
        bri_system_destroy(s);
    else
        *system = s;
    return status;
}

bool bri_system_shared_sized(const bri_system *s, int index, bri_shared *out, size_t size)
{
    assert(s && out);
    if (index >= s->deriveds) return false;
    const sys_derived *derived = &s->derived[index];
    bri_shared whole = {.joint = s->joint[derived->joint].name,
                        .parameter = derived->parameter,
                        .unit = derived->unit,
                        .value = derived->value,
                        .stiffness = derived->stiffness,
                        .load = derived->load,
                        .time = derived->time};
    bri_hand_out(&whole, sizeof whole, out, size);
    return true;
}

bool bri_system_elastic_sized(const bri_system *s, int index, bri_elastic_link *link, size_t size)
{
    assert(s && link);
    const bri_model_params *root = bri_model_root(bri_system_model(s));
    for (int b = 0; b < root->bodies.count; b++) {
        bri_segments segments;
        if (!bri_is_elastic(&root->bodies.at[b]) || index-- > 0) continue;
        if (bri_segments_of(root, &root->bodies.at[b], &segments, NULL)) return false;
        const double *k = segments.stiffness, *d = segments.damping;
        bri_elastic_link whole = {.body = root->bodies.at[b].name,
                                  .from = segments.end[0],
                                  .to = segments.end[1],
                                  .stiffness = {k[0], k[1]},
                                  .damping = {d[0], d[1]},
                                  .whole = 1 / (1 / k[0] + 1 / k[1])};
        bri_hand_out(&whole, sizeof whole, link, size);
        return true;
    }
    return false;
}
