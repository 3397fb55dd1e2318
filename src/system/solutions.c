/* solutions.c - how many solutions friction and reactions have together where contacts slide as they do now
 *
 * With friction in proportion to a load that is |n . lambda|, and lambda a linear function of the friction forces, each
 * choice of the loads' signs gives linear equations: their solution is one of the problem if its loads have those signs.
 * There may be none, or several (Painleve 1895). All choices are tried. Where a load is not linear in the reactions, or
 * friction in the load, each choice is where Newton's method starts, and what it finds is a part, perhaps, of all. */
#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "system/system.h"

enum {
    MOST_SIGNS = 12 /* contacts, of which all 2^n choices are tried */
};

typedef struct found { /* solutions so far, each as the friction of all contacts */
    int count;
    double *friction;
} found;

static bool follows_load(const bri_work *work, const double *discrete, int r)
{
    const bri_system *s = work->system;
    const sys_interface *face = &s->interface[s->patch[r].interface];
    return face->from_reaction && bri_is_rubbing(s, face, discrete) && !bri_is_hanging(face, discrete);
}

/* Friction of a contact under a load, with its states as they are. */
static double force_under(bri_work *work, int r, const double *x, const double *discrete, double load)
{
    const sys_interface *face = &work->system->interface[work->system->patch[r].interface];
    double zdot[BRI_Z_MAX];
    bri_drag drag = {.zdot = zdot};
    bri_slip_of(work, r, x, discrete, load);
    bri_friction_eval(face->law, face->params->law.params, &work->slip, &drag, NULL);
    return drag.force[0];
}

/* Multipliers of one joint under which its contacts have the signs of a choice: so that friction acts on those faces. */
static void pretend(bri_work *work, const sys_interface *face, int signs, const int *bit)
{
    const sys_joint *joint = &work->system->joint[face->joint];
    memset(work->lambda + joint->row, 0, (size_t)joint->held * sizeof(double));
    for (int r = face->patch; r < face->patch + face->patches; r++)
        for (int h = 0; h < joint->held && bit[r] >= 0; h++)
            work->lambda[joint->row + h] += (signs >> bit[r] & 1 ? -1 : 1) * work->patch[r].by_lambda[h];
}

/* f = A + c (s n.lambda(f) + preload): solved for f in work->trial; false: singular. */
static bool solve_choice(bri_work *work, const double *x, const double *discrete, int signs, const int *bit)
{
    const bri_system *s = work->system;
    int n = s->patches;
    double *f = work->trial;
    if (s->faces_turn) {
        for (int k = 0; k < s->interfaces; k++)
            if (s->interface[k].gap < 0) pretend(work, &s->interface[k], signs, bit);
        bri_see_contacts(work);
        bri_see_columns(work);
    }
    for (int r = 0; r < n; r++) {
        const sys_interface *face = &s->interface[s->patch[r].interface];
        const sys_joint *joint = &s->joint[face->joint];
        double preload = face->params->preload / face->patches, sign = bit[r] >= 0 && (signs >> bit[r] & 1) ? -1 : 1;
        double none = bit[r] < 0 ? work->friction[r] : force_under(work, r, x, discrete, 0), base = 0;
        double slope = bit[r] < 0 ? 0 : force_under(work, r, x, discrete, 1) - none;
        for (int h = 0; h < joint->held && bit[r] >= 0; h++)
            base += work->patch[r].by_lambda[h] * work->base[joint->row + h];
        f[r] = none + slope * (sign * base + preload);
        for (int q = 0; q < n; q++)
            work->loop[r * n + q] = (r == q) - (bit[r] < 0 ? 0 : slope * sign * bri_load_by_force(work, r, q));
    }
    if (!bri_lu_factor(n, work->loop, work->loop_pivot)) return false;
    bri_lu_solve(n, work->loop, work->loop_pivot, f);
    return true;
}

/* Whether the loads under these forces have the signs of the choice. */
static bool has_signs(const bri_work *work, const double *f, int signs, const int *bit)
{
    const bri_system *s = work->system;
    for (int r = 0; r < s->patches; r++) {
        const sys_joint *joint = &s->joint[s->interface[s->patch[r].interface].joint];
        double load = 0, size = 0;
        for (int h = 0; h < joint->held && bit[r] >= 0; h++) {
            double lambda = work->base[joint->row + h];
            for (int q = 0; q < s->patches; q++)
                lambda += work->column[q * s->rows + joint->row + h] * f[q];
            load += work->patch[r].by_lambda[h] * lambda;
            size += fabs(work->patch[r].by_lambda[h] * lambda);
        }
        if (bit[r] >= 0 && (signs >> bit[r] & 1 ? -load : load) < -1e-12 * size) return false;
    }
    return true;
}

static void keep_if_new(const bri_work *work, const double *f, found *all)
{
    int n = work->system->patches;
    for (int i = 0; i < all->count; i++) {
        double apart = 0, size = 0;
        for (int r = 0; r < n; r++) {
            apart = fmax(apart, fabs(all->friction[i * n + r] - f[r]));
            size = fmax(size, fabs(f[r]));
        }
        if (apart <= 1e-8 * size) return;
    }
    if (all->count < BRI_SOLUTIONS_MAX) memcpy(all->friction + all->count++ * n, f, (size_t)n * sizeof(double));
}

int bri_count_solutions(bri_work *work, double t, double *x, const double *discrete, bool *all_found)
{
    const bri_system *s = work->system;
    int bit[BRI_SHARED_MAX] = {0}, bits = 0;
    found all = {.friction = work->solutions};
    *all_found = true;
    if (s->patches > BRI_SHARED_MAX || s->loads_given || s->any_elastic || s->coupling != BRI_COUPLING_NEWTON) {
        *all_found = false;
        return bri_solve(work, t, x, discrete, 0) == BRI_FINE;
    }
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *face = &s->interface[s->patch[r].interface];
        bit[r] = follows_load(work, discrete, r) ? bits++ : -1;
        *all_found = *all_found && (bit[r] < 0 || face->linear) && bits <= MOST_SIGNS;
        double one = 0, two = 0, none = 0;
        if (bit[r] < 0) continue;
        none = force_under(work, r, x, discrete, 0);
        one = force_under(work, r, x, discrete, 1) - none;
        two = force_under(work, r, x, discrete, 2) - none;
        if (fabs(two - 2 * one) > 1e-9 * fabs(two)) *all_found = false;
    }
    if (bits > MOST_SIGNS) bits = MOST_SIGNS;
    bool exact = *all_found;
    for (int signs = 0; signs < 1 << bits; signs++) {
        work->solved = false;
        bri_condense(work, t, x, discrete);
        if (!solve_choice(work, x, discrete, signs, bit)) continue;
        if (exact) {
            if (has_signs(work, work->trial, signs, bit)) keep_if_new(work, work->trial, &all);
            continue;
        }
        memcpy(work->friction, work->trial, (size_t)s->patches * sizeof(double));
        if (bri_solve(work, t, x, discrete, 0) == BRI_FINE) keep_if_new(work, work->friction, &all);
    }
    work->solved = false;
    work->told = false;
    return all.count;
}
