/* friction.c - friction at every patch
 *
 * The load comes from the multipliers of the joint (N = |load| + preload), from a signal, from the contact force of a gap,
 * or is 1 where the law's coefficients are forces themselves. With z solved for, z = z_in + hg zdot(z, N), the slope is
 *
 *     dF/dN = F_N + F_z (1 - hg zdot_z)^-1 hg zdot_N */
#include "system/friction.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "signal/signal.h"
#include "system/tolerance.h"

enum {
    BRISTLE_ITERATIONS = 20
};

bri_slopes *bri_clear_slopes(bri_slope_room *room, int dim, int n)
{
    room->slopes = (bri_slopes){
        .force_z = room->force_z, .zdot_v = room->zdot_v, .zdot_load = room->zdot_load, .zdot_z = room->zdot_z};
    for (int i = 0; i < dim * n; i++)
        room->force_z[i] = room->zdot_v[i] = 0;
    for (int i = 0; i < n; i++) {
        room->zdot_load[i] = 0;
        for (int j = 0; j < n; j++)
            room->zdot_z[i * n + j] = 0;
    }
    return &room->slopes;
}

bool bri_follows_reaction(const sys_interface *interface)
{
    return interface->from_reaction && interface->params->effort == BRI_EFFORT_NONE;
}

/* --- patches and loads -------------------------------------------------------------------------------------------------- */

static void update_slip_rates(const bri_point *p, const sys_interface *interface, bri_solution *sol)
{
    for (int c = interface->component; c < interface->component + interface->components; c++) {
        const bri_motion *row = bri_component_row(sol, c);
        const sys_component *part = &p->system->component[c];
        sol->slip_rate[c] = interface->gap >= 0 ? bri_slip_rate(p, interface)
                                                : row->drift + bri_motion_dot(part->body, part->bodies, row, p->u);
    }
}

static void update_patches(const bri_point *p, const sys_interface *interface, bri_solution *sol)
{
    const bri_system *s = p->system;
    const sys_joint *joint = &s->joint[interface->joint];
    if (interface->gap >= 0) {
        bri_patch_simple(&p->gap[interface->gap].slide, 0, 1, 0, &sol->patch[interface->patch]);
        return;
    }
    const bri_frame *frames[BRI_ENDS];
    bri_patch room[BRI_PATCHES_MAX], *patches = interface->has_all_patches ? sol->patch + interface->patch : room;
    bri_frames_of(p, joint->body, joint->bodies, frames);
    joint->kind->patch(joint->params, &joint->site, frames, p->freed + joint->freed_at, sol->lambda + joint->row,
                       patches);
    for (int r = interface->patch; r < interface->patch + interface->patches; r++) {
        bri_patch *patch = &sol->patch[r];
        if (!interface->has_all_patches) *patch = patches[s->patch[r].index];
        if (interface->params->effort == BRI_EFFORT_TORQUE) patch->lever = 1;
    }
}

void bri_update_patches(const bri_point *p, bri_solution *sol)
{
    for (int k = 0; k < p->system->interfaces; k++) {
        update_patches(p, &p->system->interface[k], sol);
        update_slip_rates(p, &p->system->interface[k], sol);
    }
}

/* Where only the multipliers have changed, the geometry stays, and slopes of loads that are linear in them, too. */
static void update_signed_loads(const bri_point *p, const sys_interface *interface, bri_solution *sol)
{
    const sys_joint *joint = &p->system->joint[interface->joint];
    if (!interface->linear && joint->kind->load && interface->gap < 0 && interface->has_all_patches) {
        joint->kind->load(sol->lambda + joint->row, sol->patch + interface->patch);
        return;
    }
    if (!interface->linear) {
        update_patches(p, interface, sol);
        return;
    }
    for (int r = interface->patch; r < interface->patch + interface->patches; r++) {
        bri_patch *patch = &sol->patch[r];
        patch->load = 0;
        for (int h = 0; h < joint->held; h++)
            patch->load += patch->by_lambda[h] * sol->lambda[joint->row + h];
    }
}

/* The same where an interface with two faces sticks: without the couple of its friction. */
static void update_held_loads(const bri_point *p, int k, bri_solution *sol)
{
    const sys_interface *interface = &p->system->interface[k];
    update_signed_loads(p, interface, sol);
    if (!interface->faces || !interface->sticks || !bri_sticks(&p->discrete, k)) return;
    double couple = bri_couple_of_stick(sol, interface);
    for (int r = interface->patch; r < interface->patch + interface->patches; r++)
        sol->patch[r].load -= sol->patch[r].by_lambda[sol->patch[r].couple] * couple;
}

static double load_under(const sys_interface *interface, double signed_load)
{
    return fabs(signed_load) + interface->params->preload / interface->patches;
}

double bri_reaction_load(const bri_solution *sol, int r)
{
    return load_under(&sol->system->interface[sol->system->patch[r].interface], sol->patch[r].load);
}

double bri_contact_load(const bri_point *p, const sys_interface *interface)
{
    assert(interface->gap >= 0 && p->scope >= BRI_SCOPE_CONTACT);
    return fmax(p->contact[interface->gap].force, 0) + interface->params->preload;
}

static double load_of(const bri_point *p, const bri_solve_options *o, const bri_solution *sol,
                      const sys_interface *interface, int r)
{
    double given[3];
    if (interface->params->effort != BRI_EFFORT_NONE) return 1;
    if (interface->gap >= 0) return bri_contact_load(p, interface);
    if (interface->from_reaction && p->system->coupling == BRI_COUPLING_LAGGED)
        return load_under(interface, o->lagged[r]);
    if (interface->from_reaction) return bri_reaction_load(sol, r);
    bri_signal_value(&interface->params->load, p->signal_time, p->input, given);
    return fmax(given[0] + interface->params->preload, 0);
}

static void note_elastic_load(bri_solution *sol, int r)
{
    sol->elastic_load[r] = sol->load[r];
    sol->elastic_signed_load[r] = sol->patch[r].load;
    memcpy(sol->elastic_by_lambda[r], sol->patch[r].by_lambda, sizeof sol->patch[r].by_lambda);
}

void bri_update_loads(const bri_point *p, const bri_solve_options *o, bri_pass pass, bri_solution *sol)
{
    const bri_system *s = p->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        update_held_loads(p, k, sol);
        for (int r = interface->patch; r < interface->patch + interface->patches; r++) {
            sol->load[r] = load_of(p, o, sol, interface, r);
            if (pass == BRI_PASS_ELASTIC) note_elastic_load(sol, r);
        }
    }
}

double bri_load_by_force(const bri_solution *sol, int of, int by)
{
    const bri_system *s = sol->system;
    const sys_component *component = &s->component[s->patch[of].component];
    const double *column = sol->column + by * s->rows + component->row;
    double sum = 0;
    for (int h = 0; h < component->held; h++)
        sum += sol->patch[of].by_lambda[h] * column[h];
    return sum;
}

/* --- what a law sees ---------------------------------------------------------------------------------------------------- */

void bri_patch_slip(const bri_point *p, const bri_solution *sol, int r, double load, bri_slip *slip)
{
    const sys_patch *patch = &p->system->patch[r];
    const sys_interface *interface = &p->system->interface[patch->interface];
    const bri_gap *gap = interface->gap >= 0 ? &p->gap[interface->gap] : NULL;
    double v[BRI_SLIP_MAX];
    for (int i = 0; i < patch->dim; i++)
        v[i] = sol->patch[r].lever * sol->slip_rate[patch->component + i];
    bri_slip_set(slip, patch->dim, v, load);
    slip->elements = patch->elements;
    if (interface->sticks) slip->dir[0] = p->discrete.stick[patch->interface].direction;
    if (gap) slip->sum = fabs(gap->past[0] + gap->past[1]);
    slip->pair = &interface->pair;
    slip->time = p->signal_time;
    slip->distance = interface->distance >= 0 ? p->x[interface->distance] : 0;
    slip->z = p->x + patch->z;
    slip->discrete = p->discrete.law + p->discrete.law_at[r];
    if (patch->piece >= 0) bri_slip_hold(slip, p->discrete.piece[r]);
}

bool bri_update_pieces(const bri_point *p, bool passes_reversals, bri_solution *room, bri_discrete *discrete)
{
    const bri_system *s = p->system;
    bool changed = false, updated = false;
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *interface = &s->interface[s->patch[r].interface];
        bri_slip slip;
        if (s->patch[r].piece < 0) continue;
        if (!updated) bri_update_patches(p, room);
        updated = true;
        bri_patch_slip(p, room, r, 1, &slip); /* pieces depend on the slip velocity only, not on the load */
        bri_slip_set(&slip, 1, (const double[]){room->patch[r].lever * room->slip_rate[s->patch[r].component]},
                     1); /* none is held */
        bool follows =
            passes_reversals && interface->reversal >= 0 && interface->law->pieces == BRI_PIECES_OF_DIRECTION;
        int piece = follows ? 0 : bri_friction_piece(interface->law, interface->params->law.params, &slip);
        changed = changed || piece != discrete->piece[r];
        discrete->piece[r] = piece;
    }
    return changed;
}

/* --- forces --------------------------------------------------------------------------------------------------------------- */

/* z = z_in + hg zdot(z): in closed form where the law gives one, else by Newton's method. slip->z becomes z. */
static void relax_bristles(const bri_friction_law *law, const void *params, double hg, int n, const double *z_in,
                           double *z, bri_slip *slip, bri_drag *drag, bri_slope_room *room)
{
    double pull[BRI_Z_MAX], rate[BRI_Z_MAX], matrix[BRI_Z_MAX * BRI_Z_MAX];
    int pivot[BRI_Z_MAX];
    memcpy(z, z_in, (size_t)n * sizeof(double));
    slip->z = z;
    if (law->relax) {
        law->relax(params, slip, pull, rate);
        for (int i = 0; i < n; i++)
            z[i] = (z_in[i] + hg * pull[i]) / (1 + hg * rate[i]);
        return;
    }
    for (int turn = 0; turn < BRISTLE_ITERATIONS; turn++) {
        double step[BRI_Z_MAX], change = 0, size = 0;
        const bri_slopes *slopes = bri_clear_slopes(room, slip->dim, n);
        bri_friction_eval(law, params, slip, drag, &room->slopes);
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
        if (change <= tol_bristle * size) return;
    }
}

/* (1 - hg zdot_z)^-1 hg zdot_N */
static void z_by_load(double hg, int n, const bri_slopes *slopes, double *out)
{
    double matrix[BRI_Z_MAX * BRI_Z_MAX];
    int pivot[BRI_Z_MAX];
    for (int i = 0; i < n; i++)
        out[i] = hg * slopes->zdot_load[i];
    if (n == 1) {
        out[0] /= 1 - hg * slopes->zdot_z[0];
        return;
    }
    for (int i = 0; i < n * n; i++)
        matrix[i] = (i % (n + 1) == 0) - hg * slopes->zdot_z[i];
    if (bri_lu_factor(n, matrix, pivot)) bri_lu_solve(n, matrix, pivot, out);
}

/* 1 or -1: the sign of the load that its recorded direction gives. */
static double recorded_side(const bri_point *p, const bri_solution *sol, int r)
{
    double along = 0;
    for (int h = 0; h < BRI_HELD_MAX; h++)
        along += p->discrete.load_direction[r][h] * sol->patch[r].by_lambda[h];
    return along < 0 ? -1 : 1;
}

double bri_limit_force(const bri_point *p, const bri_solution *sol, int r, double load, double *by_signed,
                       bri_face_share *faces)
{
    const bri_system *s = p->system;
    const sys_interface *interface = &s->interface[s->patch[r].interface];
    const bri_stick_state *stick = &p->discrete.stick[s->patch[r].interface];
    bri_slip slip;
    double side = sol->patch[r].load < 0 ? -1 : 1;
    if (interface->from_reaction &&
        interface->linear) { /* linear in the reaction, also past 0: of |N| there are two solutions */
        side = recorded_side(p, sol, r);
        load = side * sol->patch[r].load + interface->params->preload / interface->patches;
    }
    *faces = bri_share_between_faces(interface, sol->patch[r].load, load);
    bri_patch_slip(p, sol, r, fabs(load), &slip);
    double way = slip.dir[0], limit, by_load;
    if (s->redundancy == BRI_REDUNDANCY_ELASTIC && stick->mode == BRI_AT_LIMIT) {
        bri_curve sliding; /* compliant joints let it slide a little */
        interface->law->curve(interface->params->law.params, &slip, &sliding);
        limit = sliding.force;
        by_load = sliding.by_load;
    } else {
        limit = interface->law->static_limit(interface->params->law.params, &slip, &by_load);
    }
    bool follows = interface->from_reaction && s->coupling != BRI_COUPLING_LAGGED;
    double share = stick->mode == BRI_KEPT ? stick->share : 1;
    *by_signed = follows ? -way * share * side * by_load : 0;
    return -way * share * copysign(limit, load);
}

static void update_force(const bri_point *p, const bri_solve_options *o, bri_pass pass, int r, bri_solution *sol)
{
    const bri_system *s = p->system;
    const sys_patch *patch = &s->patch[r];
    const sys_interface *interface = &s->interface[patch->interface];
    const bri_friction_law *law = interface->law;
    const void *params = interface->params->law.params;
    int n = patch->states, dim = patch->dim, at = patch->z - s->z;
    double *friction = sol->friction + patch->component, *by_load = sol->by_load + patch->component;
    double load = load_of(p, o, sol, interface, r), by_z[BRI_Z_MAX];
    bool is_elastic = interface->from_elastic && pass == BRI_PASS_ELASTIC;
    bri_drag drag = {.zdot = sol->zdot + at};
    bri_slope_room room;
    bri_slip slip;
    bri_patch_slip(p, sol, r, load, &slip);
    if (interface->from_elastic && pass == BRI_PASS_WHOLE) slip.rate_load = sol->elastic_load[r];
    if (o->hg > 0 && n > 0) relax_bristles(law, params, o->hg, n, p->x + patch->z, sol->z + at, &slip, &drag, &room);
    bri_slopes *slopes = bri_clear_slopes(&room, dim, n);
    bri_friction_eval(law, params, &slip, &drag, slopes);
    if (interface->noise && !interface->pushed) bri_noise_add(interface->noise, &slip, &drag, slopes);
    sol->load[r] = load;
    if (pass == BRI_PASS_ELASTIC) note_elastic_load(sol, r);
    bool follows = interface->from_reaction && s->coupling != BRI_COUPLING_LAGGED;
    double side = sol->patch[r].load < 0 ? -1 : 1;
    for (int i = 0; i < dim; i++) {
        friction[i] = is_elastic ? drag.elastic[i] : drag.force[i];
        by_load[i] = 0;
        if (follows && is_elastic)
            by_load[i] = interface->elastic_follows_load && load > 0 ? side * drag.elastic[i] / load : 0;
        else if (follows)
            by_load[i] = side * (slopes->force_load[i] + (interface->from_elastic ? 0 : slopes->force_rate_load[i]));
    }
    if (follows && o->hg > 0 && n > 0 && (is_elastic || !interface->from_elastic)) {
        double elastic_by_z = interface->elastic_by_z * (interface->elastic_follows_load ? load : 1);
        z_by_load(o->hg, n, slopes, by_z);
        for (int i = 0; i < dim; i++)
            for (int j = 0; j < n; j++)
                by_load[i] += side * by_z[j] * (!is_elastic ? slopes->force_z[i * n + j] : j == i ? elastic_by_z : 0);
    }
    if (patch->components == dim) return;
    double signed_load = s->coupling == BRI_COUPLING_LAGGED ? o->lagged[r] : sol->patch[r].load;
    double damping = is_elastic ? 0 : interface->bristle_damping, undamped = friction[0],
           undamped_by_signed = by_load[0];
    if (damping > 0) {
        double zdot_by_load = interface->from_elastic ? 0 : slopes->zdot_load[0];
        for (int j = 0; follows && o->hg > 0 && j < n && !interface->from_elastic; j++)
            zdot_by_load += slopes->zdot_z[j] * by_z[j];
        undamped += damping * drag.zdot[0];
        undamped_by_signed += follows ? side * damping * zdot_by_load : 0;
    }
    bri_set_carried_difference(patch, bri_carried_by_load(interface, &slip, undamped), undamped_by_signed,
                               bri_share_between_faces(interface, signed_load, load), side, follows, sol);
}

static void clear_idle_friction(const bri_system *s, int k, bri_solution *sol)
{
    const sys_interface *interface = &s->interface[k];
    for (int c = interface->component; c < interface->component + interface->components; c++)
        sol->friction[c] = sol->by_load[c] = 0;
    for (int r = interface->patch; r < interface->patch + interface->patches; r++)
        for (int i = 0; i < s->patch[r].states; i++)
            sol->zdot[s->patch[r].z - s->z + i] = 0;
}

static void update_idle_loads(const bri_point *p, const bri_solve_options *o, bri_pass pass, int k, bri_solution *sol)
{
    const sys_interface *interface = &p->system->interface[k];
    bool separated = bri_is_separated(&p->discrete, k);
    update_held_loads(p, k, sol);
    for (int r = interface->patch; r < interface->patch + interface->patches; r++) {
        sol->load[r] = separated ? 0 : load_of(p, o, sol, interface, r);
        if (pass == BRI_PASS_ELASTIC) note_elastic_load(sol, r);
    }
}

static void update_limit_force(const bri_point *p, const bri_solve_options *o, bri_pass pass, int r, bri_solution *sol)
{
    const sys_patch *patch = &p->system->patch[r];
    int c = patch->component;
    bri_face_share faces;
    sol->load[r] = load_of(p, o, sol, &p->system->interface[patch->interface], r);
    if (pass == BRI_PASS_ELASTIC) note_elastic_load(sol, r);
    sol->friction[c] = bri_limit_force(p, sol, r, sol->load[r], &sol->by_load[c], &faces);
    if (patch->components > patch->dim)
        bri_set_face_difference(patch, faces, p->system->coupling != BRI_COUPLING_LAGGED, sol);
}

static void update_acting(const bri_point *p, const bri_solve_options *o, bri_pass pass, int k, bri_solution *sol)
{
    const sys_interface *interface = &p->system->interface[k];
    bool at_limit = bri_at_limit(&p->discrete, k);
    update_signed_loads(p, interface, sol);
    for (int r = interface->patch; r < interface->patch + interface->patches; r++)
        if (at_limit)
            update_limit_force(p, o, pass, r, sol);
        else
            update_force(p, o, pass, r, sol);
}

void bri_clear_idle_friction(const bri_point *p, bri_solution *sol)
{
    for (int k = 0; k < p->system->interfaces; k++)
        if (!bri_law_acts(&p->discrete, k)) clear_idle_friction(p->system, k, sol);
}

void bri_update_idle_loads(const bri_point *p, const bri_solve_options *o, bri_pass pass, bri_solution *sol)
{
    for (int k = 0; k < p->system->interfaces; k++)
        if (!bri_law_acts(&p->discrete, k)) update_idle_loads(p, o, pass, k, sol);
}

void bri_update_acting_friction(const bri_point *p, const bri_solve_options *o, bri_pass pass, bri_solution *sol)
{
    for (int k = 0; k < p->system->interfaces; k++)
        if (bri_law_acts(&p->discrete, k)) update_acting(p, o, pass, k, sol);
}

void bri_update_friction(const bri_point *p, const bri_solve_options *o, bri_pass pass, bri_solution *sol)
{
    for (int k = 0; k < p->system->interfaces; k++)
        if (bri_law_acts(&p->discrete, k)) {
            update_acting(p, o, pass, k, sol);
        } else {
            clear_idle_friction(p->system, k, sol);
            update_idle_loads(p, o, pass, k, sol);
        }
}

bool bri_load_matters(const bri_solution *sol, bri_pass pass)
{
    const bri_system *s = sol->system;
    for (int c = 0; c < s->components; c++) {
        const sys_patch *patch = &s->patch[s->component[c].patch];
        bool rates = pass == BRI_PASS_WHOLE && patch->states && !s->interface[patch->interface].from_elastic;
        if (sol->by_load[c] != 0 || rates) return true;
    }
    return false;
}

/* --- of interfaces -------------------------------------------------------------------------------------------------------- */

double bri_static_limit(const bri_point *p, const bri_solution *sol, int k)
{
    const sys_interface *interface = &p->system->interface[k];
    double limit = 0, by_load;
    assert(interface->sticks);
    for (int r = interface->patch; r < interface->patch + interface->patches; r++) {
        bri_slip slip;
        bri_patch_slip(p, sol, r, sol->load[r], &slip);
        limit += sol->patch[r].lever * interface->law->static_limit(interface->params->law.params, &slip, &by_load);
    }
    return limit;
}

double bri_interface_effort(const bri_point *p, const bri_solution *sol, int k)
{
    const sys_interface *interface = &p->system->interface[k];
    double effort = 0;
    if (bri_sticks(&p->discrete, k)) return sol->lambda[interface->stick_row];
    for (int r = interface->patch; r < interface->patch + interface->patches; r++)
        effort += sol->patch[r].lever * sol->friction[p->system->patch[r].component];
    return effort;
}

double bri_friction_effort(const bri_point *p, const bri_solution *sol, int k)
{
    return bri_interface_effort(p, sol, k) + p->noise[k];
}

static double norm(const double *v, int dim) { return dim == 1 ? fabs(v[0]) : hypot(v[0], v[1]); }

double bri_patch_speed(const bri_solution *sol, int r)
{
    const sys_patch *patch = &sol->system->patch[r];
    return sol->patch[r].lever * norm(sol->slip_rate + patch->component, patch->dim);
}

double bri_patch_friction(const bri_solution *sol, int r)
{
    const sys_patch *patch = &sol->system->patch[r];
    return norm(sol->friction + patch->component, patch->dim);
}

double bri_slip_speed(const bri_point *p, const bri_solution *sol, int k)
{
    const sys_interface *interface = &p->system->interface[k];
    return fabs(bri_slip_rate(p, interface) * sol->patch[interface->patch].lever);
}
