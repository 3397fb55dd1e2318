/* stick.c - interfaces whose law is a set of forces at rest: they stick by a constraint, and slip in a known direction
 *
 * An edge passes 0 where a slip comes to rest (v in its direction) or where a stick is at its limit (1 - |F|/grip). What
 * follows is decided for all interfaces at rest together: a set of sticks and slips is consistent when every stick
 * needs no more than its grip, and every slip accelerates in its direction.
 *
 * In a loop, one that is at its limit may be unable to move because others stick. It hangs: it carries its limit as a force
 * while the others hold what is left (Wojtyra 2017, eq. 20), and sticks again when it would need less than its limit. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "system/system.h"

enum {
    MOST_ENUMERATED = 7, /* interfaces at rest, of which all 3^n sets are tried */
    MOST_STARTED = 4     /* contacts that slide, of which both solutions are looked for */
};

static bool is_driven(const bri_system *s)
{
    for (int j = 0; j < s->joints; j++)
        if (s->joint[j].drive) return true;
    return false;
}

/* What limits are compared with, relative: rows that nearly depend on others, as those of three feet, are left out, and
 * forces are known so far only. */
static double slack_of(const bri_work *work) { return work->dropped > work->open ? 1e-4 : 1e-9; }

static double slip_speed(const bri_work *work, const sys_interface *face)
{
    double rate = work->freed_rate[work->system->joint[face->joint].freed_at + face->motion];
    return fabs(rate * work->patch[face->patch].lever);
}

static bool follows_reaction(const sys_interface *face)
{
    return face->from_reaction && face->params->effort == BRI_EFFORT_NONE;
}

void bri_stick_note(bri_work *work, double *discrete, bool anew)
{
    const bri_system *s = work->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        for (int r = face->patch; face->sticks && follows_reaction(face) && r < face->patch + face->patches; r++) {
            const bri_patch *patch = &work->patch[r];
            double *points = discrete + face->pressed_mode + BRI_HELD_MAX * (r - face->patch), along = 0, size = 0,
                   square = 0;
            for (int h = 0; h < BRI_HELD_MAX; h++) {
                along += points[h] * patch->by_lambda[h];
                size += points[h] * points[h];
                square += patch->by_lambda[h] * patch->by_lambda[h];
            }
            if (patch->load < 0) along = -along;
            if (!anew && along > 0.9 * sqrt(size * square) && size > 0)
                continue; /* as it did: the equations stay the same */
            for (int h = 0; h < BRI_HELD_MAX; h++)
                points[h] = patch->load < 0 ? -patch->by_lambda[h] : patch->by_lambda[h];
        }
    }
}

/* The grip under the loads in the direction in which they were seen last. A load that passes through 0 and grows again on
 * the other side is then below 0: what held nothing for a moment, within a step, is not overlooked. */
static double pressed_static_limit(bri_work *work, const sys_interface *face, const double *x, const double *discrete)
{
    const sys_joint *joint = &work->system->joint[face->joint];
    double static_limit = 0, by_load;
    if (!follows_reaction(face))
        return bri_interface_static_limit(work, (int)(face - work->system->interface), x, discrete);
    for (int r = face->patch; r < face->patch + face->patches; r++) {
        const double *points = discrete + face->pressed_mode + BRI_HELD_MAX * (r - face->patch);
        double load = face->params->preload / face->patches;
        for (int h = 0; h < joint->held; h++)
            load += points[h] * work->lambda[joint->row + h];
        bri_slip_of(work, r, x, discrete, fabs(load));
        static_limit += copysign(work->patch[r].lever, load) *
                        face->law->static_limit(face->params->law.params, &work->slip, &by_load);
    }
    return static_limit;
}

/* What holding it would need beyond its limit, over their sum, if it stuck again and all else stayed: above 0 it hangs on.
 * Leaves work with that other solution. */
static double excess_of(bri_work *work, const sys_interface *face, double t, double *x, const double *discrete)
{
    double *trial = work->mode_trial, way = copysign(1, discrete[face->stick_mode]);
    memcpy(trial, discrete, (size_t)work->system->discrete_states * sizeof(double));
    trial[face->stick_mode] = BRI_STUCK;
    work->trying = true;
    bri_outcome outcome = bri_solve(work, t, x, trial, 0);
    work->trying = false;
    if (outcome != BRI_FINE) return 0;
    double static_limit = bri_interface_static_limit(work, (int)(face - work->system->interface), x, trial);
    double needed = -way * work->lambda[face->stick_row];
    return (needed - static_limit) / fmax(fabs(needed) + static_limit, 1e-30);
}

/* Whether its limit, with loads in the direction in which they were seen last, is above 0; over the force that it carries. */
static double pressing_of(bri_work *work, const sys_interface *face, const double *x, const double *discrete)
{
    double static_limit = pressed_static_limit(work, face, x, discrete), carried = 0;
    for (int r = face->patch; r < face->patch + face->patches; r++)
        carried += fabs(work->patch[r].lever * work->holding[r]);
    return static_limit / fmax(fabs(static_limit) + carried, 1e-30);
}

static bool hangs_on(bri_work *work, const sys_interface *face, double t, double *x, const double *discrete)
{
    if (bri_solve(work, t, x, discrete, 0) != BRI_FINE || pressing_of(work, face, x, discrete) < -1e-9) return false;
    double excess = excess_of(work, face, t, x, discrete);
    return excess >= -slack_of(work);
}

double bri_hang_edge(bri_work *work, const sys_interface *face, double t, const double *x, const double *discrete)
{
    double pressing = pressing_of(work, face, x, discrete);
    double excess = excess_of(work, face, t, (double *)(void *)(uintptr_t)x, discrete);
    work->solved = false;
    return fmin(excess, pressing) + slack_of(work); /* where it began to hang it is 0 */
}

double bri_stick_edge(bri_work *work, const sys_interface *face, const double *x, const double *discrete)
{
    if (!bri_is_stuck(face, discrete)) {
        double rate = work->freed_rate[work->system->joint[face->joint].freed_at + face->motion];
        /* a slip that has just begun, without acceleration, is not ended by rounding */
        return copysign(1, discrete[face->stick_mode]) * rate * work->patch[face->patch].lever +
               1e-13 * work->system->speed;
    }
    double static_limit = pressed_static_limit(work, face, x, discrete), held = fabs(work->lambda[face->stick_row]);
    if (work->hold != BRI_HOLD_BAUMGARTE || is_driven(work->system)) { /* what is dragged along cannot be held */
        double dragged = 1 - slip_speed(work, face) / (1e-6 * work->system->speed);
        if (dragged < 0) return dragged;
    }
    return (static_limit - held) / fmax(fabs(static_limit) + held, 1e-30);
}

/* What one that sticks does decides for it too. */
bool bri_is_at_rest(const bri_work *work, const sys_interface *face)
{
    return slip_speed(work, face) <= 1e-6 * work->system->speed;
}

/* Rate of the freed motion's rate. */
static double acceleration_of(const bri_work *work, const sys_interface *face)
{
    const sys_joint *joint = &work->system->joint[face->joint];
    const bri_motion *motion = &work->freed[joint->freed_at + face->motion];
    double a = motion->bias;
    for (int e = 0; e < joint->bodies; e++)
        for (int d = 0; d < BRI_DOF && joint->body[e] != BRI_GROUND; d++)
            a += motion->end[e][d] * work->a[BRI_DOF * joint->body[e] + d];
    return a;
}

static double size_of_accelerations(const bri_work *work)
{
    double size = 0;
    for (int i = 0; i < BRI_DOF * work->system->bodies; i++)
        size = fmax(size, fabs(work->a[i]));
    return size;
}

/* Without reactions and friction. */
static double free_size(const bri_work *work)
{
    double size = 0;
    for (int i = 0; i < BRI_DOF * work->system->bodies; i++)
        size = fmax(size, fabs(work->applied[i] * work->system->inverse[i]));
    return size;
}

/* How much one interface that sticks or slips is against its mode: above 0, it would rather do something else. */
static double unrest_of(bri_work *work, int k, const double *x, const double *discrete)
{
    const sys_interface *face = &work->system->interface[k];
    double ahead = acceleration_of(work, face), size = size_of_accelerations(work);
    if (bri_is_stuck(face, discrete)) {
        double static_limit = bri_interface_static_limit(work, k, x, discrete),
               held = fabs(work->lambda[face->stick_row]);
        double left = fabs(bri_row_residual(work, face->stick_row)); /* the joints drag it along, or a driver does */
        if (left > 1e-4 * fmax(size, free_size(work))) return INFINITY;
        return held <= static_limit * (1 + slack_of(work)) ? 0 : held / fmax(static_limit, 1e-30);
    }
    return copysign(1, discrete[face->stick_mode]) * ahead >= -1e-9 * size ? 0 : 1;
}

/* The mode of the stick, and the place where it holds. */
static void put(bri_work *work, const sys_interface *face, double direction, double *discrete)
{
    discrete[face->stick_mode] = direction;
    discrete[face->stick_mode + 1] = work->freed[work->system->joint[face->joint].freed_at + face->motion].value;
}

/* Those that are not stuck hang where the others hold them, else they slip. */
static void see_hanging(bri_work *work, double t, const double *x, double *discrete, const bool *candidate)
{
    const bri_system *s = work->system;
    if (s->shares) bri_move(work, t, x, discrete);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        if (!candidate[k] || bri_is_stuck(face, discrete)) continue;
        bool hangs = s->shares && !work->dragged[k] && bri_is_held(work, face);
        discrete[face->stick_mode] = copysign(hangs ? BRI_HANGS : BRI_SLIPS, discrete[face->stick_mode]);
    }
}

/* Those that would hang but are set in motion, by joints that turn or by drivers. True: there are some. */
static bool see_dragged(bri_work *work, double t, double *x, const double *discrete, const bool *candidate)
{
    const bri_system *s = work->system;
    bool any = false;
    if (!bri_any_hanging(s, discrete) || bri_solve(work, t, x, discrete, 0) != BRI_FINE) return false;
    for (int k = 0; k < s->interfaces; k++) {
        if (!candidate[k] || !bri_is_hanging(&s->interface[k], discrete)) continue;
        double a = fabs(acceleration_of(work, &s->interface[k]));
        work->dragged[k] = a > 1e-4 * fmax(size_of_accelerations(work), free_size(work));
        any = any || work->dragged[k];
    }
    return any;
}

/* The interface that is most against its mode, and what it wishes instead; -1: none, the set is consistent. */
static int find_unrest(bri_work *work, double t, double *x, const double *discrete, const bool *candidate, double *wish)
{
    const bri_system *s = work->system;
    int who = -1;
    double most = 0;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        if (!candidate[k] || bri_is_hanging(face, discrete)) continue;
        double unrest = unrest_of(work, k, x, discrete);
        if (!(unrest > most)) continue;
        most = unrest;
        who = k;
        work->dragged[k] = work->dragged[k] || isinf(unrest);
        double against = isinf(unrest) ? -acceleration_of(work, face) : work->lambda[face->stick_row];
        *wish = !bri_is_stuck(face, discrete) ? BRI_STUCK : against > 0 ? -BRI_SLIPS : BRI_SLIPS;
    }
    for (int k = 0; k < s->interfaces && who < 0; k++) /* last: they leave work with another solution */
        if (candidate[k] && bri_is_hanging(&s->interface[k], discrete) &&
            !hangs_on(work, &s->interface[k], t, x, discrete)) {
            who = k;
            *wish = BRI_STUCK;
        }
    return who;
}

/* Held by friction at its limit that opposes no one motion, a state of self-stress: where it can slip, it does. */
static bool is_wedged(bri_work *work, double t, double *x, const double *discrete)
{
    if (!bri_any_hanging(work->system, discrete) || bri_solve(work, t, x, discrete, 0) != BRI_FINE) return false;
    return bri_coherence(work, x, discrete) < 0;
}

static bool is_consistent(bri_work *work, double t, double *x, const double *discrete, const bool *candidate)
{
    double wish;
    if (bri_solve(work, t, x, discrete, 0) != BRI_FINE || find_unrest(work, t, x, discrete, candidate, &wish) >= 0)
        return false;
    if (work->strict && is_wedged(work, t, x, discrete)) return false;
    return bri_solve(work, t, x, discrete, 0) == BRI_FINE;
}

static bool settle_choice(bri_work *work, double t, double *x, double *discrete)
{
    if (bri_solve(work, t, x, discrete, 0) != BRI_FINE) return false;
    bri_stick_note(work, discrete, true);
    return bri_solve(work, t, x, discrete, 0) == BRI_FINE;
}

/* What slides may have two solutions, with its load on either side: Newton's method starts from where it was, from no
 * friction, and from much. */
static bool try_starts(bri_work *work, double t, double *x, const double *discrete, const bool *candidate)
{
    const bri_system *s = work->system;
    int slides[MOST_STARTED], count = 0;
    double much = 0;
    if (is_consistent(work, t, x, discrete, candidate)) return true;
    for (int r = 0; r < s->patches && count < MOST_STARTED; r++) {
        const sys_interface *face = &s->interface[s->patch[r].interface];
        bool looked_at = face->sticks && face->from_reaction && bri_is_rubbing(s, face, discrete);
        if (looked_at && !bri_is_hanging(face, discrete)) slides[count++] = r;
    }
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        much = fmax(much, 1e3 * fabs(work->applied[i]));
    for (int starts = 0; count && starts < 1 << count; starts++) {
        for (int i = 0; i < count; i++) {
            double way = discrete[s->interface[s->patch[slides[i]].interface].stick_mode];
            work->friction[slides[i]] = starts >> i & 1 ? -copysign(much, way) : 0;
        }
        work->solved = false;
        if (is_consistent(work, t, x, discrete, candidate)) return true;
    }
    return false;
}

static void turn_side(const sys_interface *face, double *discrete)
{
    for (int i = 0; i < BRI_HELD_MAX * face->patches; i++)
        discrete[face->pressed_mode + i] *= -1;
}

/* One set, with the loads of those that hang on either side; where they would slide a little, also with their static limit. */
static bool try_sides(bri_work *work, double t, double *x, double *discrete, const bool *candidate)
{
    const bri_system *s = work->system;
    int hangs[MOST_ENUMERATED], count = 0;
    for (int k = 0; k < s->interfaces && count < MOST_ENUMERATED; k++)
        if (candidate[k] && bri_is_hanging(&s->interface[k], discrete)) hangs[count++] = k;
    int levels = count && s->redundancy == BRI_REDUNDANCY_ELASTIC ? 2 : 1;
    for (int level = 0; level < levels; level++)
        for (int sides = 0; sides < 1 << count; sides++) {
            for (int i = 0; i < count; i++) {
                double *direction = &discrete[s->interface[hangs[i]].stick_mode];
                *direction = copysign(level ? BRI_CLINGS : BRI_HANGS, *direction);
                if (sides >> i & 1) turn_side(&s->interface[hangs[i]], discrete);
            }
            if (try_starts(work, t, x, discrete, candidate)) return true;
            for (int i = 0; i < count; i++)
                if (sides >> i & 1) turn_side(&s->interface[hangs[i]], discrete);
        }
    return false;
}

/* All sets in turn, those with most sticks first. */
static bool enumerate(bri_work *work, double t, double *x, double *discrete, const bool *candidate)
{
    const bri_system *s = work->system;
    int which[MOST_ENUMERATED], count = 0, sets = 1;
    for (int k = 0; k < s->interfaces; k++)
        if (candidate[k]) {
            if (count == MOST_ENUMERATED) return false;
            which[count++] = k;
            sets *= 3;
        }
    for (int slips = 0; slips <= count; slips++)
        for (int set = 0; set < sets; set++) {
            int rest = set, slipping = 0;
            for (int i = 0; i < count; i++, rest /= 3) {
                put(work, &s->interface[which[i]], rest % 3 == 0 ? 0 : rest % 3 == 1 ? 1 : -1, discrete);
                slipping += rest % 3 != 0;
            }
            if (slipping != slips) continue;
            memset(work->dragged, 0, (size_t)s->interfaces * sizeof *work->dragged);
            see_hanging(work, t, x, discrete, candidate);
            if (see_dragged(work, t, x, discrete, candidate)) see_hanging(work, t, x, discrete, candidate);
            if (try_sides(work, t, x, discrete, candidate)) return settle_choice(work, t, x, discrete);
        }
    return false;
}

/* No set of sticks and slips is consistent, or none was found: the run ends here, and says so. */
static void give_up(bri_work *work, double t, const bool *candidate)
{
    const bri_system *s = work->system;
    size_t used = 0, room = sizeof work->why;
    work->broken = work->told = true;
    work->trouble = BRI_NO_SOLUTION;
    used += (size_t)snprintf(work->why, room, "at t = %.9g s no choice of sticking and slipping is consistent in", t);
    for (int k = 0; k < s->interfaces && used < room; k++)
        if (candidate[k]) used += (size_t)snprintf(work->why + used, room - used, " '%s'", s->interface[k].label);
    if (used < room)
        snprintf(work->why + used, room - used, ": friction, reactions and accelerations contradict each other");
}

void bri_stick_tear(bri_work *work, double *discrete, bool *candidate)
{
    const bri_system *s = work->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        if (!face->sticks || !(slip_speed(work, face) > 1e-9 * s->speed)) continue;
        if (!bri_is_stuck(face, discrete) && !bri_is_hanging(face, discrete)) continue;
        double rate = work->freed_rate[s->joint[face->joint].freed_at + face->motion];
        put(work, face, rate > 0 ? BRI_SLIPS : -BRI_SLIPS, discrete);
        candidate[k] = false;
    }
}

bool bri_stick_decide(bri_work *work, double t, double *x, double *discrete, const bool *candidate)
{
    const bri_system *s = work->system;
    int tries = 4;
    bool wedged = false;
    for (int k = 0; k < s->interfaces; k++)
        tries += candidate[k] ? 4 : 0;
    bri_stick_note(work, discrete, true);
    memset(work->dragged, 0, (size_t)s->interfaces * sizeof *work->dragged);
    bri_move(work, t, x, discrete);
    for (int k = 0; k < s->interfaces; k++)
        if (candidate[k]) put(work, &s->interface[k], discrete[s->interface[k].stick_mode], discrete);
    see_hanging(work, t, x, discrete, candidate);
    for (; tries > 0; tries--) { /* one that is wrong gives way, and all is looked at again */
        if (bri_solve(work, t, x, discrete, 0) != BRI_FINE) break;
        double wish = BRI_STUCK;
        int who = find_unrest(work, t, x, discrete, candidate, &wish);
        if (who < 0 && !is_wedged(work, t, x, discrete)) return settle_choice(work, t, x, discrete);
        if (who < 0) {
            memcpy(work->mode_kept, discrete, (size_t)s->discrete_states * sizeof(double));
            wedged = true;
            break;
        }
        if (bri_is_stuck(&s->interface[who], discrete)) bri_stick_note(work, discrete, true);
        put(work, &s->interface[who], wish, discrete);
        see_hanging(work, t, x, discrete, candidate);
        if (see_dragged(work, t, x, discrete, candidate)) see_hanging(work, t, x, discrete, candidate);
    }
    work->strict = true;
    bool found = enumerate(work, t, x, discrete, candidate);
    work->strict = false;
    if (found) return true;
    if (wedged) {
        memcpy(discrete, work->mode_kept, (size_t)s->discrete_states * sizeof(double));
        return settle_choice(work, t, x, discrete);
    }
    if (enumerate(work, t, x, discrete, candidate)) return true;
    give_up(work, t, candidate);
    return false;
}

bool bri_stick_again(bri_work *work, double t, double *x, double *discrete)
{
    const bri_system *s = work->system;
    bool *candidate = work->candidate, any = false, torn = false;
    bri_move(work, t, x, discrete);
    work->solved = false;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        double rate = work->freed_rate[s->joint[face->joint].freed_at + face->motion];
        double way = rate > 0 ? BRI_SLIPS : -BRI_SLIPS;
        bool rests = fabs(rate) <= 1e-9 * s->speed;
        candidate[k] = face->sticks && !bri_is_apart(s, face, discrete) && rests;
        if (face->sticks && !rests && discrete[face->stick_mode] != way) {
            put(work, face, way, discrete);
            torn = true;
        }
        if (candidate[k] && fabs(discrete[face->stick_mode]) == BRI_SLIPS) { /* it was stopped */
            put(work, face, BRI_STUCK, discrete);
            torn = true;
        }
        any = any || candidate[k];
    }
    if (!any || is_consistent(work, t, x, discrete, candidate)) return torn;
    bri_stick_decide(work, t, x, discrete, candidate);
    return true;
}

void bri_stick_start(bri_work *work, double t, double *x, double *discrete)
{
    const bri_system *s = work->system;
    bool *candidate = work->candidate, any = false;
    bri_move(work, t, x, discrete);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        candidate[k] = false;
        if (!face->sticks) continue;
        double rate = work->freed_rate[s->joint[face->joint].freed_at + face->motion];
        candidate[k] = fabs(rate) <= 1e-9 * s->speed;
        put(work, face, candidate[k] ? 0 : rate > 0 ? 1 : -1, discrete);
        any = any || candidate[k];
    }
    if (any) bri_stick_decide(work, t, x, discrete, candidate);
}
