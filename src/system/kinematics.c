/* kinematics.c - motions and rates at a point of the state space, and J M^-1 J^T there */
#include <math.h>
#include <string.h>

#include "system/system.h"

static const bri_frame ground = {.c = 1};

static void gather(const bri_work *work, const int *body, int count, const bri_frame **frames, const double **u)
{
    for (int e = 0; e < BRI_ENDS; e++) {
        bool moves = e < count && body[e] != BRI_GROUND;
        frames[e] = moves ? &work->frame[body[e]] : e < count ? &ground : NULL;
        if (u) u[e] = moves ? work->u + BRI_DOF * body[e] : NULL;
    }
}

void bri_frames_of(const bri_work *work, const int *body, int count, const bri_frame **frames)
{
    gather(work, body, count, frames, NULL);
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

static void move_joint(bri_work *work, const sys_joint *joint, double t)
{
    const bri_frame *frames[BRI_ENDS];
    const double *u[BRI_ENDS];
    double drive[3] = {0};
    bri_motion none[BRI_HELD_MAX], *held = joint->held ? work->row + joint->row : none;
    bri_motion *freed = work->freed + joint->freed_at;
    bool samples = joint->moves_something || work->observes;
    gather(work, joint->body, joint->bodies, frames, u);
    if (joint->gaps) bri_move_gaps(work, joint, frames, u);
    if (joint->gaps && !(samples && joint->freed)) return;
    if (joint->drive) bri_signal_value(joint->drive, t, drive);
    joint->kind->motions(joint->params, &joint->site, frames, drive, held, samples ? freed : NULL);
    for (int i = 0; i < joint->held; i++) {
        held[i].value -= joint->site.offset[i];
        work->row_rate[joint->row + i] = bri_motion_rate(&held[i], u, joint->bodies);
    }
    for (int i = 0; i < joint->freed && samples; i++)
        work->freed_rate[joint->freed_at + i] = bri_motion_rate(&freed[i], u, joint->bodies) + freed[i].drift;
}

void bri_apply(bri_work *work, const int *body, int count, const bri_motion *motion, double effort)
{
    for (int e = 0; e < count; e++)
        for (int i = 0; i < BRI_DOF && body[e] != BRI_GROUND; i++)
            work->applied[BRI_DOF * body[e] + i] += effort * motion->end[e][i];
}

static void move_force(bri_work *work, int index, double t)
{
    const sys_force *force = &work->system->force[index];
    const bri_frame *frames[BRI_ENDS];
    const double *u[BRI_ENDS];
    double signal[3] = {0};
    gather(work, force->body, force->bodies, frames, u);
    bri_signal_value(force->signal, t, signal);
    if (force->along >= 0) {
        work->along[index] = work->freed[force->along];
        work->along_rate[index] = work->freed_rate[force->along];
    } else {
        force->kind->motion(force->params, &force->site, frames, force->bodies, &work->along[index]);
        work->along_rate[index] = bri_motion_rate(&work->along[index], u, force->bodies);
    }
    force->kind->effort(force->params, work->along[index].value, work->along_rate[index], signal, &work->effort[index]);
    bri_apply(work, force->body, force->bodies, &work->along[index], work->effort[index].force);
}

/* At a break point the end of a step still belongs to what was before. */
static double time_within(const bri_work *work, double t)
{
    return t < work->segment_end ? t : nextafter(work->segment_end, -INFINITY);
}

void bri_move_rubbing(bri_work *work, double t, const double *x)
{
    const bri_system *s = work->system;
    double when = time_within(work, t);
    work->t = when;
    work->u = x + BRI_DOF * s->bodies;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        if (!joint->watched) continue;
        for (int e = 0; e < joint->bodies; e++)
            if (joint->body[e] != BRI_GROUND)
                work->frame[joint->body[e]] =
                    bri_frame_of(x + BRI_DOF * joint->body[e], work->u + BRI_DOF * joint->body[e]);
        move_joint(work, joint, when);
    }
}

void bri_move(bri_work *work, double t, const double *x, const double *discrete)
{
    const bri_system *s = work->system;
    double when = time_within(work, t);
    work->t = when;
    work->u = x + BRI_DOF * s->bodies;
    for (int b = 0; b < s->bodies; b++) {
        work->frame[b] = bri_frame_of(x + BRI_DOF * b, work->u + BRI_DOF * b);
        double *applied = work->applied + BRI_DOF * b;
        applied[0] = s->mass[b] * s->gravity[0];
        applied[1] = s->mass[b] * s->gravity[1];
        applied[2] = 0;
    }
    for (int j = 0; j < s->joints; j++)
        move_joint(work, &s->joint[j], when);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        if (face->stick_row < 0) continue;
        int freed = s->joint[face->joint].freed_at + face->motion;
        bri_motion *row = &work->row[face->stick_row];
        *row = work->freed[freed];
        row->value -= discrete[face->stick_mode + 1];
        work->row_rate[face->stick_row] = work->freed_rate[freed] - row->drift;
        work->active[face->stick_row] = !work->only_held && bri_is_stuck(face, discrete);
    }
    for (int f = 0; f < s->forces; f++)
        move_force(work, f, when);
    if (s->gaps) bri_push_all(work, discrete);
}

/* a.M^-1 b on one body */
static double across(const double *inverse, const double *a, const double *b)
{
    return inverse[0] * a[0] * b[0] + inverse[1] * a[1] * b[1] + inverse[2] * a[2] * b[2];
}

void bri_assemble(bri_work *work)
{
    const bri_system *s = work->system;
    memset(work->plain, 0, (size_t)s->sparse.entries * sizeof(double));
    for (int k = 0; k < s->pairs; k++) {
        const sys_pair *p = &s->pair[k];
        if (!work->active[p->first] || !work->active[p->second]) continue;
        double sum = across(work->weight + BRI_DOF * p->body, work->row[p->first].end[p->first_end],
                            work->row[p->second].end[p->second_end]);
        work->plain[p->at] += sum;
        if (p->at_transposed != p->at) work->plain[p->at_transposed] += sum;
    }
    for (int i = s->held_rows; i < s->rows; i++)
        if (!work->active[i]) work->plain[s->sparse.diagonal[s->sparse.place[i]]] = 1;
}

void bri_add_reactions(const bri_work *work, const double *lambda, double *force)
{
    const bri_system *s = work->system;
    for (int i = 0; i < s->rows; i++) {
        if (!work->active[i]) continue;
        for (int t = 0; t < s->touches[i]; t++) {
            const double *end = work->row[i].end[s->touch[i][t].end];
            double *on = force + s->touch[i][t].at;
            for (int d = 0; d < BRI_DOF; d++)
                on[d] += lambda[i] * end[d];
        }
    }
}
