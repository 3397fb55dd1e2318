/* build_statics.c - equilibrium of a mechanism at rest: columns of forces, patches with their loads and limits */
#include "stiction/build_statics.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "model/elastic.h"
#include "signal/signal.h"
#include "stiction/elastic_links.h"
#include "stiction/motions.h"
#include "stiction/static_limits.h"

/* Sets a column of A to a motion, with angles times the length, as a unit vector. Returns its norm before. */
static double put_column(sti_statics *st, int column, const int *body, int bodies, const bri_motion *motion)
{
    double square = 0;
    for (int e = 0; e < bodies; e++)
        for (int d = 0; d < BRI_DOF && body[e] != BRI_GROUND; d++)
            st->A[(BRI_DOF * body[e] + d) * st->columns + column] += motion->end[e][d] / (d == 2 ? st->length : 1);
    for (int i = 0; i < st->n; i++)
        square += st->A[i * st->columns + column] * st->A[i * st->columns + column];
    double size = sqrt(square);
    for (int i = 0; i < st->n && size > 0; i++)
        st->A[i * st->columns + column] /= size;
    st->scale[column] = size > 0 ? st->force / size : st->force;
    return size;
}

/* --- loads on the bodies ---------------------------------------------------------------------------------------------------- */

/* Index of a force by its name; -1: there is none, and the message lists all. */
static int find_force(const bri_system *s, const char *name, bri_error *err)
{
    char names[300] = "";
    for (int f = 0; f < s->forces; f++) {
        if (!strcmp(s->force[f].name, name)) return f;
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s'%s'", f ? ", " : "", s->force[f].name);
    }
    bri_fail(err, BRI_NOT_FOUND, "there is no force '%s'; the model has %s", name, s->forces ? names : "none");
    return -1;
}

/* applied: loads of the named forces alone, N and N m. Rejects unknown names, and models with gaps. */
static bri_status only_these(const bri_point *p, const char *const *by, double *applied, bri_error *err)
{
    const bri_system *s = p->system;
    memset(applied, 0, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
    if (s->gaps)
        return bri_fail(
            err, BRI_BAD_VALUE,
            "joint '%s' has clearance: its contact forces follow from all loads together, so that forces cannot be "
            "considered alone (--by)",
            s->joint[s->gap[0].joint].name);
    for (; *by; by++) {
        int f = find_force(s, *by, err);
        if (f < 0) return BRI_NOT_FOUND;
        const sys_force *force = &s->force[f];
        for (int e = 0; e < force->bodies; e++)
            for (int d = 0; d < BRI_DOF && force->body[e] != BRI_GROUND; d++)
                applied[BRI_DOF * force->body[e] + d] += p->effort[f].force * p->along[f].end[e][d];
    }
    return BRI_OK;
}

bri_status bri_loads_considered(const bri_point *p, const bri_verdict_def *def, double *applied, bri_error *err)
{
    if (def->by) return only_these(p, def->by, applied, err);
    memcpy(applied, p->applied, (size_t)(BRI_DOF * p->system->bodies) * sizeof(double));
    return BRI_OK;
}

/* Sets Q and the typical force: the largest load, or the largest preload where no load acts, or 1 N. */
static bri_status take_loads(sti_statics *st, const bri_verdict_def *def, bri_error *err)
{
    const bri_point *p = &st->at->point;
    const bri_system *s = st->system;
    bri_status status = bri_loads_considered(p, def, st->Q, err);
    for (int i = 0; i < st->n; i++) {
        if (i % BRI_DOF == 2) st->Q[i] /= st->length;
        st->force = fmax(st->force, fabs(st->Q[i]));
    }
    if (!(st->force > 0)) /* no load acts: any force will do */
        for (int k = 0; k < s->interfaces; k++)
            st->force = fmax(st->force, s->interface[k].params->preload);
    if (!(st->force > 0)) st->force = 1;
    for (int i = 0; i < st->n; i++)
        st->Q[i] /= st->force;
    return status;
}

/* --- springs of elastic links ------------------------------------------------------------------------------------------------ */

/* Whether a force is a spring of an elastic link. */
static bool is_link(const bri_point *p, int f)
{
    return bri_is_derived(p->system->force[f].name) && p->effort[f].by_value < 0;
}

/* Sets the springs of elastic links. */
static void find_springs(sti_statics *st)
{
    const bri_system *s = st->system;
    st->spring = bri_arena_take(&st->arena, (size_t)s->forces, sizeof *st->spring);
    for (int f = 0; f < s->forces && st->spring; f++) {
        const sys_force *force = &s->force[f];
        if (!is_link(&st->at->point, f)) continue;
        sti_spring *spring = &st->spring[st->springs++];
        spring->force = f;
        spring->rate = bri_statics_numbers(st, (size_t)st->n);
        double square = 0;
        for (int e = 0; e < force->bodies && spring->rate; e++)
            for (int d = 0; d < BRI_DOF && force->body[e] != BRI_GROUND; d++)
                spring->rate[BRI_DOF * force->body[e] + d] +=
                    st->at->point.along[f].end[e][d] / (d == 2 ? st->length : 1);
        for (int i = 0; i < st->n && spring->rate; i++)
            square += spring->rate[i] * spring->rate[i];
        for (int i = 0; i < st->n && spring->rate && square > 0; i++)
            spring->rate[i] /= sqrt(square);
        spring->stiffness = -st->at->point.effort[f].by_value * square;
    }
}

/* --- patches ----------------------------------------------------------------------------------------------------------------- */

/* Whether an interface has friction now: its surfaces are not separated. */
static bool has_friction(const bri_point *p, int k)
{
    return !bri_is_separated(&p->discrete, k) && p->system->interface[k].patches > 0;
}

/* Load that does not depend on the reactions, N; 1 where the law's coefficients are efforts. */
static double given_load(const bri_point *p, const sys_interface *interface)
{
    double given[3];
    if (interface->params->effort != BRI_EFFORT_NONE) return 1;
    if (interface->gap >= 0) return bri_contact_load(p, interface);
    bri_signal_value(&interface->params->load, p->signal_time, p->input, given);
    return fmax(given[0] + interface->params->preload, 0);
}

/* A patch of an interface under multipliers of its joint, N and N m. A view until the next call; overwrites the
 * configuration's patches. */
static const bri_patch *patch_under(sti_statics *st, const sys_interface *interface, int index, const double *lambda)
{
    const sys_joint *joint = &st->system->joint[interface->joint];
    for (int h = 0; h < joint->held; h++)
        st->at->patches.lambda[joint->row + h] = lambda[h];
    bri_update_patches(&st->at->point, &st->at->patches);
    return &st->at->patches.patch[index];
}

/* Sets how the load of a patch depends on the multipliers, and the rows of its slip for either sign of the load. */
static void probe_patch(sti_statics *st, const sys_interface *interface, sti_patch *c, bri_motion row[2])
{
    const sys_joint *joint = &st->system->joint[interface->joint];
    double plus[BRI_HELD_MAX] = {0};
    for (int h = 0; h < joint->held && c->load == STI_LOAD_LINEAR; h++) {
        double unit[BRI_HELD_MAX] = {0};
        unit[h] = 1;
        plus[h] = patch_under(st, interface, c->index, unit)->by_lambda[h];
    }
    for (int h = 0; h < BRI_HELD_MAX; h++) {
        c->by[h] = h < joint->held ? plus[h] * st->scale[joint->row + h] / st->force : 0;
        if (c->load == STI_LOAD_RADIAL && h < 2) c->by[h] = st->scale[joint->row + h] / st->force;
    }
    const bri_patch *patch = patch_under(st, interface, c->index, plus);
    c->two_sided = interface->from_reaction && patch->two_faces;
    row[0] = c->two_sided ? bri_motion_sum(&patch->row[0], 1, &patch->row[1]) : patch->row[0];
    row[1] = c->two_sided ? bri_motion_sum(&patch->row[0], -1, &patch->row[1]) : patch->row[0];
}

/* Sets the scaled static limit and sliding friction of a patch as linear functions of its load. */
static void set_limits(const sti_statics *st, const sys_interface *interface, sti_patch *c)
{
    double static_limit[2], sliding_force[2], share = interface->params->preload / interface->patches;
    bri_static_limit_of(interface, st->force, static_limit);
    bri_sliding_force_of(interface, st->force, sliding_force);
    double load = c->load == STI_LOAD_GIVEN ? given_load(&st->at->point, interface) : share;
    c->static_limit[0] = (static_limit[0] + static_limit[1] * load) / st->force;
    c->sliding_force[0] = (sliding_force[0] + sliding_force[1] * load) / st->force;
    c->static_limit[1] = c->load == STI_LOAD_GIVEN ? 0 : static_limit[1];
    c->sliding_force[1] = c->load == STI_LOAD_GIVEN ? 0 : sliding_force[1];
}

/* Appends an interface with its patches and their columns. */
static bri_status add_interface(sti_statics *st, int k, bri_error *err)
{
    const sys_interface *interface = &st->system->interface[k];
    const sys_joint *joint = &st->system->joint[interface->joint];
    sti_interface *f = &st->interface[st->interfaces];
    double static_limit[2];
    bri_static_limit_of(interface, st->force, static_limit);
    *f = (sti_interface){.index = k, .patch = st->patches, .column = -1, .mu_s = static_limit[0] + static_limit[1]};
    for (int r = interface->patch; r < interface->patch + interface->patches; r++) {
        sti_patch *c = &st->patch[st->patches++];
        bri_motion row[2];
        *c = (sti_patch){.interface = st->interfaces, .index = r, .column = {-1, -1}};
        c->load = !interface->from_reaction ? STI_LOAD_GIVEN : interface->linear ? STI_LOAD_LINEAR : STI_LOAD_RADIAL;
        probe_patch(st, interface, c, row);
        set_limits(st, interface, c);
        f->patches++;
        f->lever = st->at->patches.patch[r].lever;
        if (!c->two_sided && f->column >= 0) {
            c->column[0] = f->column;
            c->measure[0] = st->patch[f->patch].measure[0];
            continue;
        }
        for (int side = 0; side <= (c->two_sided ? 1 : 0); side++) {
            c->column[side] = st->columns_used++;
            c->measure[side] = f->lever * put_column(st, c->column[side], joint->body, joint->bodies, &row[side]);
        }
        if (!c->two_sided) f->column = c->column[0];
    }
    if (interface->from_reaction && !interface->linear && joint->held != 2)
        return bri_fail(
            err, BRI_BAD_MODEL,
            "joint '%s': a verdict needs a load that is linear in the reactions, or the magnitude of two of them",
            joint->name);
    st->interfaces++;
    return BRI_OK;
}

/* Sets the columns of joints, rigid springs and friction. */
static bri_status gather(sti_statics *st, bri_error *err)
{
    const bri_system *s = st->system;
    bri_status status = BRI_OK;
    for (int j = 0; j < s->joints; j++)
        for (int i = 0; i < s->joint[j].held; i++)
            put_column(st, s->joint[j].row + i, s->joint[j].body, s->joint[j].bodies,
                       &st->at->point.row[s->joint[j].row + i]);
    for (int e = s->held_rows; e < st->held; e++) {
        int f = st->spring[e - s->held_rows].force;
        put_column(st, e, s->force[f].body, s->force[f].bodies, &st->at->point.along[f]);
    }
    for (int k = 0; k < s->interfaces && !status; k++)
        if (has_friction(&st->at->point, k)) status = add_interface(st, k, err);
    if (!status && st->interfaces == 0)
        status = bri_fail(err, BRI_BAD_MODEL,
                          s->interfaces ? "all surfaces with friction are separated: nothing can stick"
                                        : "there is no friction in the model: nothing can stick");
    return status;
}

/* Removes columns of A that no patch needed: one-sided patches need at most one. False: out of memory. */
static bool drop_unused(sti_statics *st)
{
    double *packed = bri_statics_numbers(st, (size_t)st->n * (size_t)st->columns_used);
    if (!packed) return false;
    for (int i = 0; i < st->n; i++)
        memcpy(packed + (size_t)i * (size_t)st->columns_used, st->A + (size_t)i * (size_t)st->columns,
               (size_t)st->columns_used * sizeof(double));
    st->A = packed;
    st->columns = st->columns_used;
    return true;
}

/* Sets masses over the largest one, and moments of inertia over that times the square of the length. */
static void scale_masses(sti_statics *st)
{
    const bri_system *s = st->system;
    double heaviest = 0;
    for (int b = 0; b < s->bodies; b++)
        heaviest = fmax(heaviest, s->mass[b]);
    for (int b = 0; b < s->bodies; b++) {
        st->mass[BRI_DOF * b] = st->mass[BRI_DOF * b + 1] = s->mass[b] / heaviest;
        st->mass[BRI_DOF * b + 2] = s->inertia[b] / (heaviest * st->length * st->length);
    }
}

bri_status bri_statics_create(sti_configuration *at, const bri_verdict_def *def, bool rigid, sti_statics **out,
                              bri_error *err)
{
    const bri_system *s = at->system;
    assert(at->point.system == s);
    sti_statics *st = calloc(1, sizeof *st);
    if (!st) return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    st->system = s;
    st->at = at;
    st->n = BRI_DOF * s->bodies;
    st->length = s->length;
    find_springs(st);
    st->held = st->columns_used = s->held_rows + (rigid ? st->springs : 0);
    st->columns = st->held + 2 * s->patches;
    st->A = bri_statics_numbers(st, (size_t)st->n * (size_t)st->columns);
    st->Q = bri_statics_numbers(st, (size_t)st->n);
    st->mass = bri_statics_numbers(st, (size_t)st->n);
    st->scale = bri_statics_numbers(st, (size_t)st->columns);
    st->patch = bri_arena_take(&st->arena, (size_t)s->patches, sizeof *st->patch);
    st->interface = bri_arena_take(&st->arena, (size_t)s->interfaces, sizeof *st->interface);
    bri_status status =
        st->arena.failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict") : take_loads(st, def, err);
    if (!status) status = gather(st, err);
    if (!status && !drop_unused(st)) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    if (!status) scale_masses(st);
    if (!status && !rigid) status = bri_add_link_forces(st, err);
    if (!status) status = bri_find_motions(st, err);
    if (status)
        bri_statics_destroy(st);
    else
        *out = st;
    return status;
}
