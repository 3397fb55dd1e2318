/* point.c - kinematics of joints, forces and gaps */
#include "system/point.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "signal/signal.h"

static const double at_end = 0.999; /* of the depth at which a contact law ends: next to it forces rise without bound */
static const bri_frame ground = {.c = 1};

void bri_point_create(const bri_system *s, bri_arena *arena, bri_point *p)
{
    size_t bodies = (size_t)s->bodies, rows = (size_t)s->rows, forces = (size_t)s->forces, gaps = (size_t)s->gaps;
    *p = (bri_point){.system = s, .too_deep = -1, .segment_end = INFINITY};
#define ROOM(field, count) p->field = bri_arena_take(arena, (count) + 1, sizeof *p->field)
    ROOM(x, (size_t)s->states);
    ROOM(packed, (size_t)s->discrete_states);
    ROOM(frame, bodies);
    ROOM(row, rows);
    ROOM(row_rate, rows);
    ROOM(row_bias, rows);
    ROOM(hold, rows * BRI_ENDS);
    ROOM(held, rows * BRI_ENDS);
    ROOM(active, rows);
    ROOM(freed, (size_t)s->freed);
    ROOM(freed_rate, (size_t)s->freed);
    ROOM(along, forces);
    ROOM(along_rate, forces);
    ROOM(effort, forces);
    ROOM(gap, gaps);
    ROOM(depth_rate, gaps);
    ROOM(contact, gaps);
    ROOM(noise, (size_t)s->interfaces);
    ROOM(applied, BRI_DOF * bodies);
#undef ROOM
    bri_discrete_create(s, arena, &p->discrete);
    if (arena->failed) return;
    p->u = p->x + BRI_DOF * bodies;
    for (int i = 0; i < s->held_rows; i++)
        p->active[i] = true;
}

static void gather(const bri_point *p, const int *body, int count, const bri_frame **frames, const double **u)
{
    for (int e = 0; e < BRI_ENDS; e++) {
        bool moves = e < count && body[e] != BRI_GROUND;
        frames[e] = moves ? &p->frame[body[e]] : e < count ? &ground : NULL;
        if (u) u[e] = moves ? p->u + BRI_DOF * body[e] : NULL;
    }
}

void bri_frames_of(const bri_point *p, const int *body, int count, const bri_frame **frames)
{
    gather(p, body, count, frames, NULL);
}

void bri_frames_at_start(const bri_system *s, const sys_joint *joint, bri_frame *still, const bri_frame **frames)
{
    for (int e = 0; e < BRI_ENDS; e++) {
        int at = BRI_DOF * joint->body[e];
        still[e] = (bri_frame){.c = 1};
        if (joint->body[e] != BRI_GROUND) still[e] = bri_frame_of(s->q0 + at, s->u0 + at);
        frames[e] = &still[e];
    }
}

static void move_gaps(bri_point *p, const sys_joint *joint, const bri_frame *const *frames, const double *const *u)
{
    bri_gap *gaps = p->gap + joint->gap;
    joint->kind->gap(joint->params, &joint->site, frames, gaps);
    for (int i = 0; i < joint->gaps; i++) {
        int slide = joint->freed_at + joint->freed + i;
        p->depth_rate[joint->gap + i] = -bri_motion_rate(&gaps[i].normal, u, joint->bodies);
        p->freed[slide] = gaps[i].slide;
        p->freed_rate[slide] = bri_motion_rate(&gaps[i].slide, u, joint->bodies);
    }
}

/* A driver's value and its first two derivatives. Ahead, it has gone on at its present speed, and its derivatives are those at t: rates
 * there differ from those at t by the position alone, also where the driver is about to stop. */
static void drive(const bri_point *p, const sys_joint *joint, double out[3])
{
    bri_signal_value(joint->drive, p->signal_time, p->input, out);
    out[0] += p->drivers_ahead * out[1];
}

static void move_joint(bri_point *p, const sys_joint *joint)
{
    const bri_frame *frames[BRI_ENDS];
    const double *u[BRI_ENDS] = {0};
    double driven[3] = {0};
    bri_motion none[BRI_HELD_MAX], *held = joint->held ? p->row + joint->row : none;
    bri_motion *freed = p->freed + joint->freed_at;
    bool wants_free = joint->moves_something || p->scope == BRI_SCOPE_CHANNELS;
    gather(p, joint->body, joint->bodies, frames, u);
    if (joint->gaps) move_gaps(p, joint, frames, u);
    if (joint->gaps && !(wants_free && joint->freed)) return;
    if (joint->drive) drive(p, joint, driven);
    joint->kind->motions(joint->params, &joint->site, frames, driven, held, wants_free ? freed : NULL);
    for (int i = 0; i < joint->held; i++) {
        held[i].value -= joint->site.offset[i];
        p->row_rate[joint->row + i] = bri_motion_rate(&held[i], u, joint->bodies);
    }
    for (int i = 0; i < joint->freed && wants_free; i++)
        p->freed_rate[joint->freed_at + i] = bri_motion_rate(&freed[i], u, joint->bodies) + freed[i].drift;
}

static void move_force(bri_point *p, int index)
{
    const sys_force *force = &p->system->force[index];
    const bri_frame *frames[BRI_ENDS];
    const double *u[BRI_ENDS] = {0};
    double signal[3] = {0};
    gather(p, force->body, force->bodies, frames, u);
    bri_signal_value(force->signal, p->signal_time, p->input, signal);
    if (force->along >= 0) {
        p->along[index] = p->freed[force->along];
        p->along_rate[index] = p->freed_rate[force->along];
    } else {
        force->kind->motion(force->params, &force->site, frames, force->bodies, &p->along[index]);
        p->along_rate[index] = bri_motion_rate(&p->along[index], u, force->bodies);
    }
    force->kind->effort(force->params, p->along[index].value, p->along_rate[index], signal, &p->effort[index]);
    bri_add_effort(force->body, force->bodies, &p->along[index], p->effort[index].force, p->applied);
}

/* Rows by which interfaces stick: their free motions, measured from where they stick. */
static void set_stick_rows(bri_point *p)
{
    const bri_system *s = p->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        if (interface->stick_row < 0) continue;
        bri_motion *row = &p->row[interface->stick_row];
        *row = *bri_slip_motion(p, interface);
        row->value -= p->discrete.stick[k].at;
        p->row_rate[interface->stick_row] = bri_slip_rate(p, interface) - row->drift;
        p->active[interface->stick_row] = !p->releases_sticks && bri_sticks(&p->discrete, k);
    }
}

static double sum_of_levers(const bri_point *p, const sys_interface *interface)
{
    const sys_joint *joint = &p->system->joint[interface->joint];
    const bri_frame *frames[BRI_ENDS];
    bri_patch patches[BRI_PATCHES_MAX];
    double sum = 0;
    if (interface->gap >= 0 || interface->params->effort == BRI_EFFORT_TORQUE) return interface->patches;
    bri_frames_of(p, joint->body, joint->bodies, frames);
    joint->kind->patch(joint->params, &joint->site, frames, p->freed + joint->freed_at, (const double[BRI_HELD_MAX]){0},
                       patches);
    for (int r = interface->patch; r < interface->patch + interface->patches; r++)
        sum += patches[p->system->patch[r].index].lever;
    return sum;
}

/* Noise that depends neither on the speed nor on the load, under a law with exact stiction: the force at rest is any
 * between those of both slips, -limit - P <= F <= limit - P, so that the noise -P is an applied force, and sticking and slipping
 * exclude each other as they do without it. */
static void set_noise(bri_point *p)
{
    const bri_system *s = p->system;
    if (!s->any_pushed) return;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        p->noise[k] = 0;
        if (!interface->pushed || bri_is_separated(&p->discrete, k)) continue;
        const bri_slip still = {
            .dim = 1, .time = p->signal_time, .distance = interface->distance >= 0 ? p->x[interface->distance] : 0};
        bri_drag drag = {.force = {0}};
        bri_noise_add(interface->noise, &still, &drag, NULL);
        p->noise[k] = sum_of_levers(p, interface) * drag.force[0];
    }
}

static void push_by_noise(bri_point *p)
{
    const bri_system *s = p->system;
    if (!s->any_pushed) return;
    set_noise(p);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        const sys_joint *joint = &s->joint[interface->joint];
        if (!interface->pushed) continue;
        bri_add_effort(joint->body, joint->bodies, bri_slip_motion(p, interface), p->noise[k], p->applied);
    }
}

static void gather_rows(bri_point *p)
{
    const bri_system *s = p->system;
    const sys_hold *hold = s->hold;
    for (int i = 0; i < s->rows; i++)
        p->row_bias[i] = p->row[i].bias;
    for (int h = 0; h < s->hold_begin[s->bodies]; h++)
        for (int d = 0; d < BRI_DOF; d++)
            p->hold[h][d] = p->row[hold[h].row].end[hold[h].end][d];
}

static void set_contact_forces(bri_point *p)
{
    const bri_system *s = p->system;
    p->too_deep = -1;
    for (int g = 0; g < s->gaps; g++) {
        const sys_gap *gap = &s->gap[g];
        const bri_contact_state *state = &p->discrete.contact[g];
        double depth = -p->gap[g].normal.value;
        p->contact[g] = (bri_contact_force){0};
        if (state->phase == BRI_SEPARATED || !(depth > 0)) continue;
        if (depth > gap->deepest) p->too_deep = g;
        gap->law->force(gap->constants, fmin(depth, gap->deepest), p->depth_rate[g], state->approach, &p->contact[g]);
    }
}

int bri_gap_at_end(const bri_point *p)
{
    const bri_system *s = p->system;
    for (int g = 0; g < s->gaps; g++)
        if (p->discrete.contact[g].phase != BRI_SEPARATED && -p->gap[g].normal.value > at_end * s->gap[g].deepest)
            return g;
    return -1;
}

void bri_describe_end(const bri_point *p, int g, char *text, size_t size)
{
    const sys_gap *gap = &p->system->gap[g];
    snprintf(
        text, size,
        "joint '%s': at t = %.9g s its surfaces overlap by %.4g m, but the formula of %s is valid up to %.4g m; is the "
        "load that large? A power fit (bristle contact %s --fit) has no limit",
        gap->label, p->signal_time, -p->gap[g].normal.value, gap->law->kind.name, gap->deepest, gap->law->kind.name);
}

static void set_slip(bri_point *p)
{
    const bri_system *s = p->system;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        if (!joint->watched) continue;
        for (int e = 0; e < joint->bodies; e++)
            if (joint->body[e] != BRI_GROUND)
                p->frame[joint->body[e]] =
                    bri_frame_of(p->x + BRI_DOF * joint->body[e], p->u + BRI_DOF * joint->body[e]);
        move_joint(p, joint);
    }
    if (p->scope != BRI_SCOPE_CONTACT) return;
    set_contact_forces(p);
    set_noise(p);
}

static void set_dynamics(bri_point *p)
{
    const bri_system *s = p->system;
    for (int b = 0; b < s->bodies; b++) {
        p->frame[b] = bri_frame_of(p->x + BRI_DOF * b, p->u + BRI_DOF * b);
        double *applied = p->applied + BRI_DOF * b;
        applied[0] = s->mass[b] * s->gravity[0];
        applied[1] = s->mass[b] * s->gravity[1];
        applied[2] = 0;
    }
    for (int j = 0; j < s->joints; j++)
        move_joint(p, &s->joint[j]);
    set_stick_rows(p);
    gather_rows(p);
    for (int f = 0; f < s->forces; f++)
        move_force(p, f);
    push_by_noise(p);
    set_contact_forces(p);
    for (int g = 0; g < s->gaps; g++) {
        const sys_joint *joint = &s->joint[s->gap[g].joint];
        if (p->contact[g].force != 0)
            bri_add_effort(joint->body, joint->bodies, &p->gap[g].normal, p->contact[g].force, p->applied);
    }
}

bool bri_point_is_at(const bri_point *p, const bri_instant *at, bri_scope scope)
{
    const bri_system *s = p->system;
    return p->is_set && p->scope >= scope && p->t == at->t && p->segment_end == at->segment_end &&
           p->numbers == at->numbers && p->releases_sticks == at->releases_sticks &&
           p->drivers_ahead == at->drivers_ahead && !memcmp(p->x, at->x, (size_t)s->states * sizeof(double)) &&
           (!s->discrete_states || !memcmp(p->packed, at->discrete, (size_t)s->discrete_states * sizeof(double)));
}

void bri_point_set(bri_point *p, const bri_instant *at, bri_scope scope)
{
    const bri_system *s = p->system;
    size_t discrete = (size_t)s->discrete_states * sizeof(double);
    assert(at->x && (at->discrete || !discrete));
    if (bri_point_is_at(p, at, scope)) return;
    bool known = p->is_set && p->numbers == at->numbers;
    p->t = at->t;
    p->segment_end = at->segment_end;
    p->numbers = at->numbers;
    p->signal_time = at->t < at->segment_end ? at->t : nextafter(at->segment_end, -INFINITY);
    p->releases_sticks = at->releases_sticks;
    p->drivers_ahead = at->drivers_ahead;
    p->scope = scope;
    memmove(p->x, at->x, (size_t)s->states * sizeof(double));
    if (discrete && (!known || memcmp(p->packed, at->discrete, discrete) != 0)) {
        memmove(p->packed, at->discrete, discrete);
        bri_discrete_unpack(&p->discrete, p->packed);
    }
    if (scope < BRI_SCOPE_DYNAMICS)
        set_slip(p);
    else
        set_dynamics(p);
    p->stamp++;
    p->is_set = true;
}

void bri_point_forget(bri_point *p) { p->is_set = false; }

void bri_constraint_errors(const bri_point *p, double *position, double *velocity)
{
    assert(p->scope >= BRI_SCOPE_DYNAMICS);
    *position = *velocity = 0;
    for (int i = 0; i < p->system->rows; i++) {
        if (!p->active[i]) continue;
        *position = fmax(*position, fabs(bri_row_error(p, i)));
        *velocity = fmax(*velocity, fabs(bri_row_velocity(p, i)));
    }
}
