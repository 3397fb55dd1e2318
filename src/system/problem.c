/* problem.c - a system as integrators see it: rates, edges, jumps, and the way back onto the constraints */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "system/system.h"

/* --- rates ---------------------------------------------------------------------------------------------------------- */

/* The account of energy, in the order of bri_system's quadratures. */
static void account(bri_work *work, const double *discrete, double *power)
{
    const bri_system *s = work->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        double lost = 0;
        for (int r = face->patch; r < face->patch + face->patches; r++)
            lost -= work->friction[r] * work->patch[r].lever * work->patch_rate[r];
        *power++ = bri_is_stuck(face, discrete) ? 0 : lost;
    }
    for (int g = 0; g < s->gaps; g++)
        *power++ = (work->push[g].force - work->push[g].elastic) * work->depth_rate[g];
    for (int f = 0; f < s->forces; f++) {
        *power++ = work->effort[f].loss;
        *power++ = work->effort[f].work;
    }
    double held = 0;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        double sum = 0;
        for (int i = joint->row; i < joint->row + joint->held; i++)
            sum += work->lambda[i] * work->row_rate[i];
        if (joint->drive)
            *power++ = sum;
        else
            held += sum;
    }
    for (int i = s->held_rows; i < s->rows; i++)
        held += work->active[i] ? work->lambda[i] * work->row_rate[i] : 0;
    *power = held;
}

static bri_outcome rates_at(bri_work *work, double t, double *x, const double *discrete, double hg, double *xdot)
{
    const bri_system *s = work->system;
    int n = BRI_DOF * s->bodies;
    if (work->broken) return BRI_BROKEN;
    bri_outcome outcome = bri_solve(work, t, x, discrete, hg);
    if (outcome != BRI_FINE) return outcome;
    memcpy(xdot, x + n, (size_t)n * sizeof(double));
    memcpy(xdot + n, work->a, (size_t)n * sizeof(double));
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        if (face->distance >= 0)
            xdot[face->distance] = fabs(work->patch_rate[face->patch] * work->patch[face->patch].lever);
    }
    memcpy(xdot + s->z, work->zdot, (size_t)(s->states - s->z) * sizeof(double));
    account(work, discrete, xdot + s->states);
    return BRI_FINE;
}

static bri_outcome system_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    return rates_at(context, t, (double *)(void *)(uintptr_t)x, discrete, 0, xdot);
}

static bri_outcome system_local_rates(void *context, double t, double *x, const double *discrete, double hg,
                                      double *xdot)
{
    return rates_at(context, t, x, discrete, hg, xdot);
}

static void system_stiff_frame(void *context, double *push, double *follow) { bri_stiff_frame(context, push, follow); }
static void system_stiff_core(void *context, double *core) { bri_stiff_core(context, core); }

/* --- edges and jumps -------------------------------------------------------------------------------------------------- */

/* The edges of those that hang, last: each is seen with another solution. */
static void see_hanging(bri_work *work, double t, const double *x, const double *discrete, double *g)
{
    const bri_system *s = work->system;
    g += s->gaps;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        if (bri_is_hanging(face, discrete)) *g = bri_hang_edge(work, face, t, x, discrete);
        g += face->sticks;
        for (int r = face->patch; r < face->patch + face->patches; r++)
            g += s->patch[r].events;
    }
}

static void system_edge(void *context, double t, const double *x, const double *discrete, double *g)
{
    double *first = g;
    bri_work *work = context;
    const bri_system *s = work->system;
    bool solves = bri_any_stuck(s, discrete) || s->edges_need_load || s->fold_sudden;
    if (solves) {
        if (bri_solve(work, t, (double *)(void *)(uintptr_t)x, discrete, 0) != BRI_FINE) {
            for (int i = 0; i < s->events;
                 i++) /* nothing is known where there is no solution, but that there is none */
                g[i] = i + 1 == s->events && s->fold_edge ? -1 : NAN;
            return;
        }
    } else if (!bri_is_last_point(work, t, x, discrete)) {
        work->solved = false;
        bri_move_rubbing(work, t, x);
        bri_see_contacts(work);
    }
    g += bri_gap_events(work, discrete, g);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        if (bri_is_apart(s, face, discrete)) {
            for (int i = face->sticks + s->patch[face->patch].events; i > 0; i--)
                *g++ = 1;
            continue;
        }
        if (face->sticks) *g++ = bri_is_hanging(face, discrete) ? 1 : bri_stick_edge(work, face, x, discrete);
        for (int r = face->patch; r < face->patch + face->patches; r++) {
            if (!s->patch[r].events) continue;
            bri_slip_of(work, r, x, discrete, work->load[r]);
            bri_friction_event_values(face->law, face->params->law.params, &work->slip, g);
            g += s->patch[r].events;
        }
    }
    if (s->fold_edge)
        *g =
            work->solved && !bri_any_hanging(s, discrete) ? bri_fold(work) : 1; /* seen at the end of steps, at least */
    see_hanging(work, t, x, discrete, first);
}

static bool system_handle_event(void *context, double t, const bool *fired, double *x, double *discrete)
{
    bri_work *work = context;
    const bri_system *s = work->system;
    bool changed = false, any = false, torn = false, *candidate = work->candidate;
    double *before = work->mode_trial;
    memcpy(before, discrete, (size_t)s->discrete_states * sizeof(double));
    if (s->gaps) bri_move_rubbing(work, t, x); /* edges were looked at elsewhere last, perhaps */
    fired += bri_gap_handle_event(work, fired, x, discrete, &changed);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        candidate[k] = false;
        if (face->sticks) {
            bool stuck = bri_is_stuck(face, discrete);
            candidate[k] = stuck || *fired || bri_is_at_rest(work, face);
            if (*fired) {
                any = true;
                if (stuck) bri_solve(work, t, x, before, 0);
                double held = stuck ? work->lambda[face->stick_row] : 0;
                if (stuck && !bri_is_at_rest(work, face))
                    torn = true; /* a driver has taken it along */
                else if (stuck && fabs(held) < (1 - 1e-6) * bri_interface_static_limit(work, k, x, discrete))
                    discrete[face->stick_mode] =
                        BRI_STUCK; /* its load has turned round, and there was nothing to hold */
                else if (stuck)    /* it slips against the friction that held it */
                    discrete[face->stick_mode] = held > 0 ? -1 : 1;
                else
                    discrete[face->stick_mode] = 0;
            }
            fired++;
        }
        for (int r = face->patch; r < face->patch + face->patches; r++) {
            const sys_patch *patch = &s->patch[r];
            bool law_fired = false;
            for (int i = 0; i < patch->events; i++)
                law_fired = law_fired || fired[i];
            if (law_fired && face->law->handle_event) {
                bri_slip_of(work, r, x, discrete, work->load[r]);
                face->law->handle_event(face->params->law.params, &work->slip, fired, x + patch->z,
                                        discrete + patch->discrete);
                changed = true;
            }
            changed = changed || (law_fired && patch->piece >= 0); /* in the same piece too its edges are positive */
            fired += patch->events;
        }
    }
    if (s->fold_edge && *fired) {
        work->broken = true;
        work->trouble = s->coupling == BRI_COUPLING_FIXED_POINT ? BRI_NO_CONVERGENCE : BRI_NO_SOLUTION;
        return false;
    }
    if (torn) bri_stick_tear(work, discrete, candidate);
    if (any) {
        bri_stick_decide(work, t, x, discrete, candidate);
        bri_close(work, t, x, discrete);
    }
    return bri_see_pieces(work, t, x, discrete) || any || changed;
}

static void system_note(void *context, double t, const double *x, double *discrete)
{
    bri_work *work = context;
    if (work->system->gaps) bri_gap_note(work, t, x, discrete);
    if (bri_is_last_point(work, t, x, discrete)) bri_stick_note(work, discrete, false);
}

static const bri_record none;

/* Every signal of the system in turn; NULL past the last. */
static const bri_record *signal_of(const bri_system *s, int index)
{
    if (index < s->joints) return s->joint[index].drive ? s->joint[index].drive : &none;
    index -= s->joints;
    if (index < s->forces) return s->force[index].signal;
    index -= s->forces;
    return index < s->interfaces ? &s->interface[index].params->load : NULL;
}

static double system_break(void *context, double t)
{
    bri_work *work = context;
    const bri_record *signal;
    double next = INFINITY;
    for (int i = 0; (signal = signal_of(work->system, i)); i++)
        next = fmin(next, bri_signal_next_break(signal, t));
    if (next != work->segment_end) work->solved = false;
    return work->segment_end = next;
}

double bri_longest_step(const bri_system *s)
{
    const bri_record *signal;
    double longest = INFINITY;
    for (int i = 0; (signal = signal_of(s, i)); i++)
        longest = fmin(longest, bri_signal_longest_step(signal));
    return longest;
}

/* What turns freely goes a long way in a step that has no error at all: its surfaces are looked at often enough. And a
 * blow begins without a force: the first step into it is a part of its depth. */
static double system_longest_step(void *context, const double *x, const double *discrete)
{
    const bri_work *work = context;
    const bri_system *s = work->system;
    double fastest = 0, longest = INFINITY;
    for (int g = 0; g < s->gaps; g++) {
        const sys_joint *joint = &s->joint[s->gap[g].joint];
        const double *phase = &discrete[s->gap[g].discrete];
        if (*phase == BRI_PRESSED && -work->gap[g].normal.value < 0.3 * phase[2])
            longest = fmin(longest, 0.1 * phase[2] / phase[1]);
        for (int e = 0; e < joint->bodies && discrete[s->gap[g].discrete] == BRI_APART; e++)
            if (joint->body[e] != BRI_GROUND)
                fastest = fmax(fastest, fabs(x[BRI_DOF * (s->bodies + joint->body[e]) + 2]));
    }
    return fmin(longest, 0.5 / fmax(fastest, 1e-300)); /* rad */
}

/* --- back onto the constraints --------------------------------------------------------------------------------------- */

/* The largest errors of the active rows; a stuck row counts too. */
void bri_see_errors(const bri_work *work, double *position, double *velocity)
{
    *position = *velocity = 0;
    for (int i = 0; i < work->system->rows; i++) {
        if (!work->active[i]) continue;
        *position = fmax(*position, fabs(work->row[i].value));
        *velocity = fmax(*velocity, fabs(work->row_rate[i] + work->row[i].drift));
    }
}

/* vector -= M^-1 J^T (J M^-1 J^T)^-1 error */
static void take_back(bri_work *work, double *error, double *vector)
{
    const bri_system *s = work->system;
    bri_sparse_solve(&s->sparse, work->matrix, error, work->scratch);
    for (int i = 0; i < s->rows; i++) {
        if (!work->active[i]) continue;
        for (int t = 0; t < s->touches[i]; t++) {
            int at = s->touch[i][t].at;
            for (int d = 0; d < BRI_DOF; d++)
                vector[at + d] -= work->weight[at + d] * work->row[i].end[s->touch[i][t].end][d] * error[i];
        }
    }
}

static void factor_plain(bri_work *work)
{
    const bri_system *s = work->system;
    bri_assemble(work);
    memcpy(work->matrix, work->plain, (size_t)s->sparse.entries * sizeof(double));
    bri_sparse_factor(&s->sparse, work->matrix);
}

bri_status bri_project_position(bri_work *work, double t, double *x, const double *discrete)
{
    const bri_system *s = work->system;
    double off, fast, least = INFINITY;
    bool near = false;
    for (int turn = 0; turn < 30 && !near; turn++) {
        bri_move(work, t, x, discrete);
        bri_see_errors(work, &off, &fast);
        if (off <= 1e-15 * s->length || !(off < 0.9 * least)) break; /* down to rounding */
        near = off <= 1e-8 * s->length;                              /* the next error is its square */
        least = off;
        factor_plain(work);
        for (int i = 0; i < s->rows; i++)
            work->residual[i] = work->active[i] ? work->row[i].value : 0;
        take_back(work, work->residual, x);
    }
    return off <= 1e-6 * s->length ? BRI_OK : BRI_NO_CONVERGENCE;
}

void bri_project_velocity(bri_work *work, double t, double *x, const double *discrete)
{
    const bri_system *s = work->system;
    bri_move(work, t, x, discrete);
    factor_plain(work);
    for (int i = 0; i < s->rows; i++)
        work->residual[i] = work->active[i] ? work->row_rate[i] + work->row[i].drift : 0;
    take_back(work, work->residual, x + BRI_DOF * s->bodies);
}

bri_status bri_project(bri_work *work, double t, double *x, const double *discrete, double *position, double *velocity)
{
    double off, fast;
    bri_move(work, t, x, discrete);
    bri_energies before = bri_energies_of(work, x);
    bri_see_errors(work, &off, &fast);
    if (position) *position = off;
    if (velocity) *velocity = fast;
    work->solved = false;
    bri_status status = bri_project_position(work, t, x, discrete);
    bri_project_velocity(work, t, x, discrete);
    bri_move(work, t, x, discrete);
    bri_energies after = bri_energies_of(work, x);
    work->projected += bri_energy_sum(&after) - bri_energy_sum(&before);
    return status;
}

/* Which joint is open most, or moves most as it must not, and by how much. */
static void tell_open(bri_work *work, double t)
{
    const bri_system *s = work->system;
    const sys_joint *worst = NULL;
    double most = 0, by = 0;
    bool apart = false;
    for (int j = 0; j < s->joints; j++)
        for (int i = s->joint[j].row; i < s->joint[j].row + s->joint[j].held; i++) {
            double off = fabs(work->row[i].value) / s->length;
            double fast = fabs(work->row_rate[i] + work->row[i].drift) / s->speed;
            if (!(fmax(off, fast) > most)) continue;
            most = fmax(off, fast);
            worst = &s->joint[j];
            apart = off >= fast;
            by = apart ? work->row[i].value : work->row_rate[i] + work->row[i].drift;
        }
    work->broken = work->told = true;
    work->trouble = BRI_NO_SOLUTION;
    if (most > 1e6) {
        snprintf(work->why, sizeof work->why, "the motion runs away before t = %.9g s: joint '%s' is torn apart%s", t,
                 worst ? worst->name : "",
                 s->coupling == BRI_COUPLING_LAGGED ? "; with coupling: lagged friction can feed on itself" : "");
        return;
    }
    snprintf(work->why, sizeof work->why,
             "at t = %.9g s the joints contradict each other: '%s' %s %.3g (m or rad%s) whatever the bodies do", t,
             worst ? worst->name : "", apart ? "stays open by" : "moves apart at", by, apart ? "" : ", per s");
}

bool bri_close(bri_work *work, double t, double *x, const double *discrete)
{
    const bri_system *s = work->system;
    double off = 0, fast = 0;
    bri_project(work, t, x, discrete, NULL, NULL);
    for (int i = 0; i < s->held_rows; i++) { /* what sticks gives way */
        off = fmax(off, fabs(work->row[i].value));
        fast = fmax(fast, fabs(work->row_rate[i] + work->row[i].drift));
    }
    if (off <= 1e-6 * s->length && fast <= 1e-6 * s->speed) return true;
    tell_open(work, t);
    return false;
}

static bool system_settle(void *context, double t, double *x, const double *discrete)
{
    bri_work *work = context;
    const bri_system *s = work->system;
    double off, fast;
    memcpy(work->lambda_kept, work->lambda, (size_t)s->rows * sizeof(double));
    if (s->coupling == BRI_COUPLING_LAGGED) bri_keep_loads(work);
    if (!s->rows) return false;
    if (!bri_is_last_point(work, t, x, discrete)) {
        work->solved = false;
        bri_move(work, t, x, discrete);
    }
    bri_see_errors(work, &off, &fast);
    work->worst_position = fmax(work->worst_position, off);
    work->worst_velocity = fmax(work->worst_velocity, fast);
    if (work->hold != BRI_HOLD_PROJECTION) return false;
    double open = bri_any_stuck(s, discrete) ? 1e-15 : work->tolerance; /* what sticks must not creep */
    if (off <= open * s->length && fast <= open * s->speed) return false;
    bri_close(work, t, x, discrete);
    return true;
}

void bri_problem_of(bri_work *work, bri_problem *problem)
{
    const bri_system *s = work->system;
    *problem = (bri_problem){.states = s->states,
                             .positions = BRI_DOF * s->bodies,
                             .locals = s->states - s->z,
                             .quadratures = s->quadratures,
                             .discrete_states = s->discrete_states,
                             .events = s->events,
                             .size = s->size,
                             .gates = s->gates,
                             .kinks = s->kinks,
                             .context = work,
                             .rates = system_rates,
                             .local_rates = system_local_rates,
                             .g = system_edge,
                             .handle_event = system_handle_event,
                             .settle = system_settle,
                             .next_time_event = system_break,
                             .note = s->gaps || s->rows > s->held_rows ? system_note : NULL,
                             .max_step_here = s->gaps ? system_longest_step : NULL};
    if (!bri_knows_stiffness(s)) return;
    problem->forces = s->patches + s->gaps;
    problem->follows = 2 * problem->forces;
    problem->stiff_frame = system_stiff_frame;
    problem->stiff_core = system_stiff_core;
}
