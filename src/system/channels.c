/* channels.c - what can be recorded of a system, by name
 *
 * One list makes the names and the values: every channel is said once, in the order in which it is written. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "system/system.h"

typedef struct channel_list { /* names are made, or counted, or values are written */
    bri_column *name;
    double *value;
    int count;
} channel_list;

static void channel(channel_list *list, const char *owner, const char *name, const char *suffix, const char *unit,
                    double value)
{
    if (list->name) {
        bri_column *column = &list->name[list->count];
        snprintf(column->name, sizeof column->name, "%.*s%s%s%s", (int)(40 - strlen(name)) > 0 ? 40 : 20, owner,
                 *owner ? "." : "", name, suffix);
        snprintf(column->unit, sizeof column->unit, "%s", unit);
    }
    if (list->value) list->value[list->count] = value;
    list->count++;
}

static void body_channels(channel_list *list, const bri_work *work, const double *x)
{
    static const char *const names[3][BRI_DOF] = {{"x", "y", "angle"}, {"vx", "vy", "spin"}, {"ax", "ay", "spin_rate"}};
    static const char *const units[3][2] = {{"m", "rad"}, {"m/s", "rad/s"}, {"m/s2", "rad/s2"}};
    const bri_system *s = work->system;
    for (int b = 0; b < s->bodies; b++)
        for (int level = 0; level < 3; level++)
            for (int d = 0; d < BRI_DOF; d++) {
                int i = BRI_DOF * b + d;
                channel(list, s->body_name[b], names[level][d], "", units[level][d == 2],
                        level == 2 ? work->a[i] : x[level * BRI_DOF * s->bodies + i]);
            }
}

static void joint_channels(channel_list *list, const bri_work *work)
{
    const bri_system *s = work->system;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        double square = 0;
        int forces = 0;
        for (int i = 0; i < joint->freed; i++) {
            const bri_variable *free = &joint->kind->freed[i];
            const char *rate = strcmp(free->unit, "rad") ? "m/s" : "rad/s";
            channel(list, joint->name, free->name, "", free->unit, work->freed[joint->freed_at + i].value);
            channel(list, joint->name, free->name, "_rate", rate, work->freed_rate[joint->freed_at + i]);
        }
        for (int i = 0; i < joint->held; i++) {
            double lambda = work->lambda[joint->row + i];
            bool is_force = !strcmp(joint->kind->held[i].unit, "N");
            channel(list, joint->name, joint->kind->held[i].name, "", joint->kind->held[i].unit, lambda);
            square += is_force ? lambda * lambda : 0;
            forces += is_force;
        }
        if (forces > 1) channel(list, joint->name, "reaction", "", "N", sqrt(square));
    }
}

/* What the ideal joint would tell as its reaction, and where the joint is within its clearance. */
static void loose_channels(channel_list *list, const bri_work *work, const double *discrete)
{
    const bri_system *s = work->system;
    static const double told[] = {[BRI_APART] = 0, [BRI_PRESSED] = 1, [BRI_REBOUND] = 1, [BRI_LASTING] = 2};
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        double force[2] = {0}, offset[2] = {0};
        if (!joint->gaps) continue;
        if (list->value) {
            const bri_frame *frames[BRI_ENDS];
            bri_frames_of(work, joint->body, joint->bodies, frames);
            bri_spot a = bri_spot_of(frames[0], joint->site.point[0]), b = bri_spot_of(frames[1], joint->site.point[1]);
            bri_to_local(frames[0], (const double[2]){b.at[0] - a.at[0], b.at[1] - a.at[1]}, offset);
            for (int g = joint->gap; g < joint->gap + joint->gaps; g++)
                for (int d = 0; d < 2; d++)
                    force[d] += work->push[g].force * work->gap[g].normal.end[1][d];
            for (int k = 0; k < s->interfaces; k++)
                for (int d = 0; d < 2 && s->interface[k].joint == j; d++)
                    force[d] += bri_interface_effort(work, &s->interface[k], discrete) *
                                work->patch[s->interface[k].patch].row.end[1][d];
        }
        channel(list, joint->name, "offset_x", "", "m", offset[0]);
        channel(list, joint->name, "offset_y", "", "m", offset[1]);
        channel(list, joint->name, "force_x", "", "N", force[0]);
        channel(list, joint->name, "force_y", "", "N", force[1]);
        channel(list, joint->name, "reaction", "", "N", hypot(force[0], force[1]));
        for (int g = joint->gap; g < joint->gap + joint->gaps; g++) {
            const sys_gap *gap = &s->gap[g];
            channel(list, gap->label, "gap", "", "m", work->gap[g].normal.value);
            channel(list, gap->label, "normal", "", "N", work->push[g].force);
            channel(list, gap->label, "approach", "", "m/s", discrete[gap->discrete + 1]);
            channel(list, gap->label, "contact", "", "1", told[(int)discrete[gap->discrete]]);
        }
    }
}

/* 0: pure rolling, 1: partial slip (the friction force is below that of sliding), 2: full slip */
static double kind_of_slip(bri_work *work, const sys_interface *face, const double *x, const double *discrete,
                           double force, double v)
{
    bri_curve curve = {0};
    if (bri_is_stuck(face, discrete)) return 0;
    if (face->sticks) return 2;
    bri_slip_of(work, face->patch, x, discrete, work->load[face->patch]);
    if (face->law->curve) face->law->curve(face->params->law.params, &work->slip, &curve);
    if (fabs(v) <= 1e-6 * work->system->speed) return 0;
    return fabs(force) >= 0.98 * curve.force && force * v <= 0 ? 2 : 1;
}

static void friction_channels(channel_list *list, bri_work *work, const double *x, const double *discrete)
{
    const bri_system *s = work->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        const sys_joint *joint = &s->joint[face->joint];
        bool counts = list->value != NULL;
        double lever = counts ? work->patch[face->patch].lever : 1, load = 0, v = 0, force = 0;
        if (counts) {
            for (int r = face->patch; r < face->patch + face->patches; r++)
                load += work->load[r];
            v = lever * work->patch_rate[face->patch];
            force = bri_interface_effort(work, face, discrete) / lever;
        }
        bool torque = face->params->effort == BRI_EFFORT_TORQUE;
        channel(list, face->label, "v", "", torque ? "rad/s" : "m/s", v);
        channel(list, face->label, "friction", "", torque ? "N m" : "N", force);
        if (face->params->effort == BRI_EFFORT_NONE) {
            channel(list, face->label, "load", "", "N", load);
            channel(list, face->label, "ratio", "", "1", load > 0 ? force / load : 0);
        }
        channel(list, face->label, "power", "", "W", -force * v);
        bool patches = counts && !bri_is_apart(s, face, discrete);
        double outputs[BRI_LIST_MAX] = {0};
        if (patches) bri_slip_of(work, face->patch, x, discrete, work->load[face->patch]);
        if (patches && face->law->observe) face->law->observe(face->params->law.params, &work->slip, outputs);
        for (int i = 0; face->law->observe && face->law->kind.outputs[i].name; i++)
            channel(list, face->label, face->law->kind.outputs[i].name, "", face->law->kind.outputs[i].unit,
                    outputs[i]);
        if (bri_has_film(face)) {
            double film = patches ? bri_film_thickness(&face->pair, work->slip.sum, work->slip.load) : 0;
            double roughness = face->pair.roughness;
            channel(list, face->label, "film", "", "m", film);
            channel(list, face->label, "lambda", "", "1", roughness > 0 ? film / roughness : 0);
        }
        if (face->sticks) channel(list, face->label, "stuck", "", "1", counts ? bri_is_stuck(face, discrete) : 0);
        if (!strcmp(joint->kind->kind.name, "wheel_on_line") && face->motion == 0)
            channel(list, face->label, "slipping", "", "1",
                    counts ? kind_of_slip(work, face, x, discrete, force, v) : 0);
        for (int r = face->patch; r < face->patch + face->patches; r++)
            for (int i = 0; i < s->patch[r].states; i++) {
                const bri_variable *states = face->law->kind.states;
                int many = s->patch[r].elements;
                const bri_variable *state = &states[many > 1 ? i / many : i];
                char name[40], number[12] = "";
                if (many > 1) snprintf(number, sizeof number, "%d", i % many + 1);
                snprintf(name, sizeof name, "%s%s%.20s%s",
                         face->patches > 1 ? joint->kind->patches[s->patch[r].index].name : "",
                         face->patches > 1 ? "." : "", state->name, number);
                channel(list, face->label, name, "", state->unit, counts ? x[s->patch[r].z + i] : 0);
            }
    }
}

static void other_channels(channel_list *list, const bri_work *work, const double *x)
{
    const bri_system *s = work->system;
    for (int f = 0; f < s->forces; f++) {
        bool turns = s->force[f].kind->unit && !strcmp(s->force[f].kind->unit, "rad");
        channel(list, s->force[f].name, turns ? "torque" : "force", "", turns ? "N m" : "N", work->effort[f].force);
        if (s->force[f].kind->unit)
            channel(list, s->force[f].name, "value", "", turns ? "rad" : "m", work->along[f].value);
    }
    bri_energies e = {0};
    double friction = 0, blows = 0, damping = 0, loads = 0, drivers = 0;
    if (list->value) {
        const double *q = x + s->states;
        e = bri_energies_of(work, x);
        for (int k = 0; k < s->interfaces; k++)
            friction += *q++;
        for (int g = 0; g < s->gaps; g++)
            blows += *q++;
        for (int f = 0; f < s->forces; f++) {
            damping += *q++;
            loads += *q++;
        }
        for (int j = 0; j < s->joints; j++)
            if (s->joint[j].drive) drivers += *q++;
    }
    channel(list, "energy", "kinetic", "", "J", e.kinetic);
    channel(list, "energy", "potential", "", "J", e.potential);
    channel(list, "energy", "spring", "", "J", e.stored);
    if (s->gaps) channel(list, "energy", "contact", "", "J", e.pressed);
    channel(list, "energy", "total", "", "J", bri_energy_sum(&e));
    channel(list, "energy", "friction", "", "J", friction);
    if (s->gaps) channel(list, "energy", "blows", "", "J", blows);
    channel(list, "energy", "damping", "", "J", damping);
    channel(list, "energy", "loads", "", "J", loads);
    channel(list, "energy", "drivers", "", "J", drivers);
}

static void all_channels(channel_list *list, bri_work *work, double t, const double *x, const double *discrete)
{
    channel(list, "", "t", "", "s", t);
    body_channels(list, work, x);
    joint_channels(list, work);
    loose_channels(list, work, discrete);
    friction_channels(list, work, x, discrete);
    other_channels(list, work, x);
}

bri_status bri_channels_name(bri_system *s, bri_error *err)
{
    bri_work *work = NULL;
    bri_status status = bri_work_create(s, &work, err);
    if (status) return status;
    channel_list list = {0};
    all_channels(&list, work, 0, work->x_start, work->mode_start);
    s->channels = list.count;
    s->channel = bri_arena_take(&s->arena, (size_t)list.count, sizeof *s->channel);
    if (s->channel) {
        list = (channel_list){.name = s->channel};
        all_channels(&list, work, 0, work->x_start, work->mode_start);
    } else {
        status = bri_fail(err, BRI_NO_MEMORY, "there is no memory for %d channels", list.count);
    }
    bri_work_destroy(work);
    return status;
}

bri_outcome bri_channels_of(bri_work *work, double t, const double *x, const double *discrete, double *out)
{
    channel_list list = {.value = out};
    bri_outcome outcome = bri_solve(work, t, (double *)(void *)(uintptr_t)x, discrete, 0);
    work->observes = true;
    if (outcome == BRI_FINE) bri_move(work, t, x, discrete);
    work->observes = false;
    if (outcome == BRI_FINE) all_channels(&list, work, t, x, discrete);
    return outcome;
}

bri_energies bri_energies_of(const bri_work *work, const double *x)
{
    const bri_system *s = work->system;
    bri_energies e = {0};
    const double *u = x + BRI_DOF * s->bodies;
    for (int b = 0; b < s->bodies; b++) {
        const double *v = u + BRI_DOF * b, *q = x + BRI_DOF * b;
        e.kinetic += 0.5 * (s->mass[b] * (v[0] * v[0] + v[1] * v[1]) + s->inertia[b] * v[2] * v[2]);
        e.potential -= s->mass[b] * (s->gravity[0] * q[0] + s->gravity[1] * q[1]);
    }
    for (int f = 0; f < s->forces; f++)
        e.stored += work->effort[f].stored;
    for (int g = 0; g < s->gaps; g++)
        e.pressed += work->push[g].stored;
    return e;
}

double bri_energy_sum(const bri_energies *e) { return e->kinetic + e->potential + e->stored + e->pressed; }
