/* friction.c - friction at every contact: its load, its force, the slope of the force by the load
 *
 * The load comes from the multipliers of the joint (N = |load| + preload), from a signal, or is 1 where the law's
 * coefficients are forces themselves. With z solved for, z = z_in + hg zdot(z, N), the slope is
 *
 *     dF/dN = F_N + F_z (1 - hg zdot_z)^-1 hg zdot_N */
#include <math.h>
#include <string.h>

#include "kind/record.h"
#include "linalg/dense.h"
#include "system/system.h"

bool bri_is_stuck(const sys_interface *face, const double *discrete)
{
    return face->sticks && discrete[face->stick_mode] == 0;
}

bool bri_is_hanging(const sys_interface *face, const double *discrete)
{
    return face->sticks && fabs(discrete[face->stick_mode]) >= BRI_HANGS;
}

bool bri_is_apart(const bri_system *s, const sys_interface *face, const double *discrete)
{
    return face->gap >= 0 && discrete[s->gap[face->gap].discrete] == BRI_APART;
}

bool bri_is_rubbing(const bri_system *s, const sys_interface *face, const double *discrete)
{
    return !bri_is_stuck(face, discrete) && !bri_is_apart(s, face, discrete);
}

bool bri_has_film(const sys_interface *face)
{
    const bri_pair *p = &face->pair;
    bool lubricated = !strcmp(face->law->kind.family, "lubricated");
    bool told = p->viscosity > 0 && p->modulus > 0 && p->length > 0 && p->roughness >= 0;
    return lubricated && told && 1 / p->radius_a + 1 / p->radius_b > 0;
}

double bri_floor_of(const sys_interface *face)
{
    const bri_kind *kind = &face->law->kind;
    const bri_param *floor = bri_param_find(kind, "G_min"), *scaling = bri_param_find(kind, "scaling");
    const void *params = face->params->law.params;
    if (!floor || !scaling || *(const int *)bri_row_at(scaling, params) != 0) return 0; /* force: G is N times g */
    return *(const double *)bri_row_at(floor, params);
}

bool bri_any_stuck(const bri_system *s, const double *discrete)
{
    for (int k = 0; k < s->interfaces; k++)
        if (bri_is_stuck(&s->interface[k], discrete)) return true;
    return false;
}

bool bri_any_hanging(const bri_system *s, const double *discrete)
{
    for (int k = 0; k < s->interfaces; k++)
        if (bri_is_hanging(&s->interface[k], discrete)) return true;
    return false;
}

/* Rows and loads of an interface's contacts, given the multipliers. */
static void see_contacts(bri_work *work, const sys_interface *face)
{
    const bri_system *s = work->system;
    const sys_joint *joint = &s->joint[face->joint];
    if (face->gap >= 0) {
        work->patch[face->patch] = (bri_patch){.motion = face->motion, .row = work->gap[face->gap].slide, .lever = 1};
        work->patch_rate[face->patch] = work->freed_rate[joint->freed_at + face->motion];
        return;
    }
    const bri_frame *frames[BRI_ENDS];
    bri_patch patches[BRI_PATCHES_MAX];
    bri_frames_of(work, joint->body, joint->bodies, frames);
    joint->kind->patch(joint->params, &joint->site, frames, work->freed + joint->freed_at, work->lambda + joint->row,
                       patches);
    for (int r = face->patch; r < face->patch + face->patches; r++) {
        bri_patch *patch = &work->patch[r];
        *patch = patches[s->patch[r].index];
        if (face->params->effort == BRI_EFFORT_TORQUE) patch->lever = 1;
        double rate = patch->row.drift;
        for (int e = 0; e < joint->bodies; e++)
            for (int i = 0; i < BRI_DOF && joint->body[e] != BRI_GROUND; i++)
                rate += patch->row.end[e][i] * work->u[BRI_DOF * joint->body[e] + i];
        work->patch_rate[r] = rate;
    }
}

static void see_loads(bri_work *work, const sys_interface *face)
{
    const sys_joint *joint = &work->system->joint[face->joint];
    for (int r = face->patch; r < face->patch + face->patches; r++) {
        bri_patch *patch = &work->patch[r];
        patch->load = 0;
        for (int h = 0; h < joint->held; h++)
            patch->load += patch->by_lambda[h] * work->lambda[joint->row + h];
    }
}

void bri_see_contacts(bri_work *work)
{
    for (int k = 0; k < work->system->interfaces; k++)
        see_contacts(work, &work->system->interface[k]);
}

/* From the reaction that was last solved for. */
static double reaction_load(const bri_work *work, const sys_interface *face, int r)
{
    return fabs(work->patch[r].load) + face->params->preload / face->patches;
}

void bri_keep_loads(bri_work *work)
{
    const bri_system *s = work->system;
    bri_see_contacts(work);
    for (int r = 0; r < s->patches; r++)
        work->lagged[r] = reaction_load(work, &s->interface[s->patch[r].interface], r);
}

double bri_contact_load(const bri_work *work, const sys_interface *face)
{
    return fmax(work->push[face->gap].force, 0) + face->params->preload;
}

static double load_of(const bri_work *work, const sys_interface *face, int r)
{
    double given[3];
    if (face->params->effort != BRI_EFFORT_NONE) return 1;
    if (face->gap >= 0) return bri_contact_load(work, face);
    if (face->from_reaction) {
        if (work->system->coupling == BRI_COUPLING_LAGGED) return work->lagged[r];
        return reaction_load(work, face, r);
    }
    bri_signal_value(&face->params->load, work->t, given);
    double load = given[0] + face->params->preload;
    return load > 0 ? load : 0;
}

void bri_slip_of(bri_work *work, int r, const double *x, const double *discrete, double load)
{
    const sys_patch *patch = &work->system->patch[r];
    const sys_interface *face = &work->system->interface[patch->interface];
    bri_slip *slip = &work->slip;
    double v = work->patch[r].lever * work->patch_rate[r];
    slip->elements = patch->elements;
    bri_slip_set(slip, 1, &v, load);
    if (face->sticks) slip->dir[0] = copysign(discrete[face->stick_mode] != 0, discrete[face->stick_mode]);
    if (face->gap >= 0) slip->sum = fabs(work->gap[face->gap].past[0] + work->gap[face->gap].past[1]);
    slip->pair = &face->pair;
    slip->time = work->t;
    slip->distance = face->distance >= 0 ? x[face->distance] : 0;
    slip->z = x + patch->z;
    slip->discrete = discrete + patch->discrete;
    if (patch->piece >= 0) bri_slip_hold(slip, (int)discrete[patch->piece]);
}

bool bri_see_pieces(bri_work *work, double t, const double *x, double *discrete)
{
    const bri_system *s = work->system;
    bool changed = false, seen = bri_is_last_point(work, t, x, discrete);
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *face = &s->interface[s->patch[r].interface];
        double *piece = &discrete[s->patch[r].piece], was;
        if (s->patch[r].piece < 0) continue;
        if (!seen) {
            work->solved = false;
            bri_move_rubbing(work, t, x);
            bri_see_contacts(work);
            seen = true;
        }
        was = *piece;
        *piece = 0;
        bri_slip_of(work, r, x, discrete, work->load[r]);
        *piece = bri_friction_piece(face->law, face->params->law.params, &work->slip);
        changed = changed || *piece != was;
    }
    return changed;
}

void bri_clear_slopes(bri_work *work, int n)
{
    memset(work->slope_z, 0, (size_t)n * sizeof(double));
    memset(work->slope_v, 0, (size_t)n * sizeof(double));
    memset(work->slope_load, 0, (size_t)n * sizeof(double));
    memset(work->slope_zz, 0, (size_t)(n * n) * sizeof(double));
}

/* z = z_in + hg zdot(z): in closed form where the law gives one, else by Newton's method. */
static void relax_locally(bri_work *work, const bri_friction_law *law, const void *params, int n, const double *z_in,
                          double *z, bri_drag *drag, bri_slopes *slopes)
{
    double hg = work->hg, pull[BRI_Z_MAX], rate[BRI_Z_MAX], matrix[BRI_Z_MAX * BRI_Z_MAX];
    int pivot[BRI_Z_MAX];
    memcpy(z, z_in, (size_t)n * sizeof(double));
    work->slip.z = z;
    if (law->relax) {
        law->relax(params, &work->slip, pull, rate);
        for (int i = 0; i < n; i++)
            z[i] = (z_in[i] + hg * pull[i]) / (1 + hg * rate[i]);
        return;
    }
    for (int turn = 0; turn < 20; turn++) {
        double step[BRI_Z_MAX], change = 0, size = 0;
        bri_clear_slopes(work, n);
        bri_friction_eval(law, params, &work->slip, drag, slopes);
        for (int i = 0; i < n; i++) {
            step[i] = z_in[i] + hg * drag->zdot[i] - z[i];
            for (int j = 0; j < n; j++)
                matrix[i * n + j] = (i == j) - hg * slopes->zdot_z[i * n + j];
        }
        if (!bri_lu_factor(n, matrix, pivot)) return;
        bri_lu_solve(n, matrix, pivot, step);
        for (int i = 0; i < n; i++) {
            z[i] += step[i];
            change = fmax(change, fabs(step[i]));
            size = fmax(size, fabs(z[i]));
        }
        if (change <= 1e-14 * size) return;
    }
}

/* (1 - hg zdot_z)^-1 hg zdot_N */
static void z_by_load(const bri_work *work, int n, const bri_slopes *slopes, double *out)
{
    double matrix[BRI_Z_MAX * BRI_Z_MAX];
    int pivot[BRI_Z_MAX];
    for (int i = 0; i < n; i++)
        out[i] = work->hg * slopes->zdot_load[i];
    if (n == 1) {
        out[0] /= 1 - work->hg * slopes->zdot_z[0];
        return;
    }
    for (int i = 0; i < n * n; i++)
        matrix[i] = (i % (n + 1) == 0) - work->hg * slopes->zdot_z[i];
    if (bri_lu_factor(n, matrix, pivot)) bri_lu_solve(n, matrix, pivot, out);
}

/* 1 or -1: the side on which the load was seen last. */
static double pressed_side(const bri_work *work, int r, const double *discrete)
{
    const sys_interface *face = &work->system->interface[work->system->patch[r].interface];
    const double *points = discrete + face->pressed_mode + BRI_HELD_MAX * (r - face->patch);
    double along = 0;
    for (int h = 0; h < BRI_HELD_MAX; h++)
        along += points[h] * work->patch[r].by_lambda[h];
    return along < 0 ? -1 : 1;
}

double bri_hanging_force(bri_work *work, int r, const double *x, const double *discrete, double load, double *by_signed)
{
    const sys_interface *face = &work->system->interface[work->system->patch[r].interface];
    double side = work->patch[r].load < 0 ? -1 : 1;
    if (face->from_reaction && face->linear) { /* linear in the reaction, also past 0: of |N| there are two solutions */
        side = pressed_side(work, r, discrete);
        load = side * work->patch[r].load + face->params->preload / face->patches;
    }
    bri_slip_of(work, r, x, discrete, fabs(load));
    double way = work->slip.dir[0], limit, by_load;
    if (work->system->redundancy == BRI_REDUNDANCY_ELASTIC && fabs(discrete[face->stick_mode]) == BRI_HANGS) {
        bri_curve sliding; /* what gives way a little slides */
        face->law->curve(face->params->law.params, &work->slip, &sliding);
        limit = sliding.force;
        by_load = sliding.by_load;
    } else {
        limit = face->law->static_limit(face->params->law.params, &work->slip, &by_load);
    }
    bool follows = face->from_reaction && work->system->coupling != BRI_COUPLING_LAGGED;
    *by_signed = follows ? -way * side * by_load : 0;
    return -way * copysign(limit, load);
}

static void hang_one(bri_work *work, int r, const double *x, const double *discrete)
{
    const sys_interface *face = &work->system->interface[work->system->patch[r].interface];
    work->load[r] = load_of(work, face, r);
    work->friction[r] = bri_hanging_force(work, r, x, discrete, work->load[r], &work->by_load[r]);
}

static void rub_one(bri_work *work, int r, const double *x, const double *discrete, bri_pass pass)
{
    const sys_patch *patch = &work->system->patch[r];
    const sys_interface *face = &work->system->interface[patch->interface];
    const bri_friction_law *law = face->law;
    const void *params = face->params->law.params;
    int n = patch->states, at = patch->z - work->system->z;
    double load = load_of(work, face, r), by_z[BRI_Z_MAX];
    bool is_elastic = face->from_elastic && pass == BRI_PASS_ELASTIC;
    bri_drag drag = {.zdot = work->zdot + at};
    bri_slopes slopes = {
        .force_z = work->slope_z, .zdot_v = work->slope_v, .zdot_load = work->slope_load, .zdot_z = work->slope_zz};
    bri_slip_of(work, r, x, discrete, load);
    if (face->from_elastic && pass == BRI_PASS_WHOLE) work->slip.rate_load = work->elastic_load[r];
    if (work->hg > 0 && n > 0) relax_locally(work, law, params, n, x + patch->z, work->z + at, &drag, &slopes);
    if (n) bri_clear_slopes(work, n);
    bri_friction_eval(law, params, &work->slip, &drag, &slopes);
    if (face->noise) bri_noise_add(face->noise, &work->slip, &drag, &slopes);
    work->load[r] = load;
    work->friction[r] = is_elastic ? drag.elastic[0] : drag.force[0];
    bool follows = face->from_reaction && work->system->coupling != BRI_COUPLING_LAGGED;
    double by_load = 0;
    if (follows && is_elastic)
        by_load = face->elastic_follows_load && load > 0 ? drag.elastic[0] / load : 0;
    else if (follows)
        by_load = slopes.force_load[0] + (face->from_elastic ? 0 : slopes.force_rate_load[0]);
    if (follows && work->hg > 0 && n > 0 && (is_elastic || !face->from_elastic)) {
        z_by_load(work, n, &slopes, by_z);
        for (int i = 0; i < n; i++)
            by_load +=
                by_z[i] * (is_elastic ? (i == 0 ? face->elastic_by_z * (face->elastic_follows_load ? load : 1) : 0)
                                      : work->slope_z[i]);
    }
    work->by_load[r] = work->patch[r].load < 0 ? -by_load : by_load;
    if (is_elastic) work->elastic_load[r] = load;
}

/* Seen once for the evaluation where only the multipliers change afterwards. */
static void see_again(bri_work *work, const sys_interface *face)
{
    if ((work->system->condensed || work->open) && face->linear && !work->system->faces_turn)
        see_loads(work, face);
    else
        see_contacts(work, face);
}

bool bri_load_matters(const bri_work *work, bri_pass pass)
{
    const bri_system *s = work->system;
    for (int r = 0; r < s->patches; r++) {
        bool rates = pass == BRI_PASS_WHOLE && s->patch[r].states && !s->interface[s->patch[r].interface].from_elastic;
        if (work->by_load[r] != 0 || rates) return true;
    }
    return false;
}

void bri_see_loads(bri_work *work, bri_pass pass)
{
    const bri_system *s = work->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        see_again(work, face);
        for (int r = face->patch; r < face->patch + face->patches; r++) {
            work->load[r] = load_of(work, face, r);
            if (pass == BRI_PASS_ELASTIC && face->from_elastic) work->elastic_load[r] = work->load[r];
        }
    }
}

void bri_rub_all(bri_work *work, const double *x, const double *discrete, bri_pass pass)
{
    const bri_system *s = work->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        see_again(work, face);
        for (int r = face->patch; r < face->patch + face->patches; r++) {
            if (!bri_is_rubbing(s, face, discrete)) {
                work->friction[r] = work->by_load[r] = 0;
                work->load[r] = bri_is_apart(s, face, discrete) ? 0 : load_of(work, face, r);
                memset(work->zdot + s->patch[r].z - s->z, 0, (size_t)s->patch[r].states * sizeof(double));
            } else if (bri_is_hanging(face, discrete)) {
                hang_one(work, r, x, discrete);
            } else {
                rub_one(work, r, x, discrete, pass);
            }
        }
    }
}

double bri_interface_static_limit(bri_work *work, int k, const double *x, const double *discrete)
{
    const sys_interface *face = &work->system->interface[k];
    double static_limit = 0, by_load;
    for (int r = face->patch; r < face->patch + face->patches; r++) {
        bri_slip_of(work, r, x, discrete, work->load[r]);
        static_limit += work->patch[r].lever * face->law->static_limit(face->params->law.params, &work->slip, &by_load);
    }
    return static_limit;
}

void bri_keep_holding(bri_work *work, const double *discrete)
{
    const bri_system *s = work->system;
    if (work->trying) return;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        if (!bri_is_stuck(face, discrete) && !bri_is_hanging(face, discrete)) continue;
        for (int r = face->patch; r < face->patch + face->patches; r++)
            work->holding[r] =
                bri_interface_effort(work, face, discrete) / (fmax(work->patch[r].lever, 1e-300) * face->patches);
    }
}

double bri_interface_effort(const bri_work *work, const sys_interface *face, const double *discrete)
{
    double effort = 0;
    if (bri_is_stuck(face, discrete)) return work->lambda[face->stick_row];
    for (int r = face->patch; r < face->patch + face->patches; r++)
        effort += work->patch[r].lever * work->friction[r];
    return effort;
}
