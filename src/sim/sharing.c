/* sharing.c - joints that hold more than they must: refused where the motion depends on it, else reported
 *
 * While joints stick, friction of a closed loop is not determined by rigid bodies. What a treatment chose is told: for how
 * long, in which joints, which reactions it left out, whether the unit of length matters to it, and when the friction of the
 * joints opposed no one motion, as it must before it gives way (Wojtyra 2017, section 3.2). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "sim/sim.h"

enum {
    LOOKS = 8,
    HALVINGS = 50
};

/* --- before the run ---------------------------------------------------------------------------------------------------- */

typedef struct doubts {
    char friction[300];
    int count;
} doubts;

static void see_reaction(const bri_reaction *reaction, void *user)
{
    doubts *d = user;
    size_t used = strlen(d->friction);
    if (!reaction->is_friction || reaction->unique || !reaction->moves_something) return;
    snprintf(d->friction + used, sizeof d->friction - used, "%s'%s'", d->count++ ? ", " : "", reaction->joint);
}

bri_status bri_refuse_redundancy(const bri_system *s, bri_error *err)
{
    doubts d = {{0}, 0};
    if (!s->redundant || s->redundancy != BRI_REDUNDANCY_REFUSE) return BRI_OK;
    bri_status status = bri_system_reactions(s, BRI_SLIDING, see_reaction, &d, NULL, err);
    if (status || !d.count) return status;
    return bri_fail(err, BRI_BAD_MODEL,
                    "the joints hold more than they must, by %d, and rigid bodies do not tell how they share the load: "
                    "friction in %s is arbitrary, and so is the motion. Leave out what is redundant, make a body "
                    "elastic, or name a treatment: run: {redundancy: eliminate}, pseudoinverse, or elastic, with the "
                    "compliance of joints",
                    s->redundant, d.friction);
}

bri_status bri_sim_reactions(bri_sim *sim, bri_reaction_fn *tell, void *user, int *redundant, bri_error *err)
{
    const bri_system *s = sim->system;
    const double *discrete = bri_stepper_discrete(sim->stepper);
    bool *locked = calloc((size_t)s->interfaces + 1, sizeof *locked);
    if (!locked) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %d interfaces", s->interfaces);
    sim->work->solved = false;
    bri_move(sim->work, bri_stepper_time(sim->stepper), bri_sim_states(sim), discrete);
    bri_see_contacts(sim->work);
    for (int k = 0; k < s->interfaces; k++)
        locked[k] = bri_is_stuck(&s->interface[k], discrete);
    bri_status status = bri_reactions_at(sim->work, locked, tell, user, redundant, err);
    free(locked);
    return status;
}

bri_status bri_sim_solutions(bri_sim *sim, int *count, bool *all_found, bri_error *err)
{
    (void)err;
    double *x = (double *)(size_t)bri_sim_states(sim);
    *count = bri_count_solutions(sim->work, bri_stepper_time(sim->stepper), x, bri_stepper_discrete(sim->stepper),
                                 all_found);
    return BRI_OK;
}

/* --- over the steps of a run -------------------------------------------------------------------------------------------- */

static void add_name(char list[200], const char *name)
{
    size_t used = strlen(list), length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at++) /* it is there already */
        if ((at == list || at[-1] == ' ') && (at[length] == ',' || !at[length])) return;
    snprintf(list + used, 200 - used, "%s%s", used ? ", " : "", name);
}

static bool solve_within(bri_sim *sim, double t)
{
    double *x = (double *)(size_t)bri_sim_interpolate(sim, t);
    sim->work->solved = false;
    return bri_solve(sim->work, t, x, sim->discrete_before, 0) == BRI_FINE;
}

/* How much the friction that holds would change, over its limit, if couples were counted in N mm. */
static void see_unit(bri_sim *sim, double t, bri_sharing *sharing)
{
    const bri_system *s = sim->system;
    bri_work *work = sim->work;
    double before = 0;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        if (!bri_is_stuck(face, sim->discrete_before) || !solve_within(sim, t)) continue;
        double static_limit = bri_interface_static_limit(work, k, work->last_x, sim->discrete_before);
        before = bri_interface_effort(work, face, sim->discrete_before);
        work->unit_length = 1e-3;
        bool fine = solve_within(sim, t);
        work->unit_length = 1;
        double change = fabs(bri_interface_effort(work, face, sim->discrete_before) - before);
        if (fine && static_limit > 0) sharing->by_unit = fmax(sharing->by_unit, change / static_limit);
    }
}

/* What is open at this point: joints whose friction is arbitrary, reactions that were left out. */
static void see_names(const bri_work *work, const double *discrete, bri_sharing *sharing)
{
    const bri_system *s = work->system;
    char name[BRI_ROW_NAME];
    for (int d = 0; d < work->open; d++) {
        const double *z = work->null + d * s->rows;
        double most = 0;
        for (int i = 0; i < s->rows; i++)
            most = fmax(most, fabs(z[i]));
        for (int k = 0; k < s->interfaces; k++)
            if (bri_is_stuck(&s->interface[k], discrete) && fabs(z[s->interface[k].stick_row]) > 1e-9 * most)
                add_name(sharing->friction, s->interface[k].label);
        if (s->redundancy <= BRI_REDUNDANCY_ELIMINATE)
            add_name(sharing->eliminated, bri_row_name(s, work->eliminated[d], name));
    }
}

static double coherence_at(bri_sim *sim, double t)
{
    return solve_within(sim, t) ? bri_coherence(sim->work, sim->work->last_x, sim->discrete_before) : NAN;
}

double bri_sharing_step(bri_sim *sim, bri_sharing *sharing, double from, bool again)
{
    const bri_system *s = sim->system;
    double now = bri_stepper_time(sim->stepper), changed = NAN;
    int at_rest = 0;
    for (int k = 0; k < s->interfaces; k++)
        at_rest += bri_is_stuck(&s->interface[k], sim->discrete_before) ||
                   bri_is_hanging(&s->interface[k], sim->discrete_before);
    if (!s->shares || !(now > from) || (!s->redundant && at_rest < 2)) return NAN;
    if (!solve_within(sim, now)) return NAN;
    bool open = sim->work->open > 0;
    if (open) see_names(sim->work, sim->discrete_before, sharing);
    if (open && s->redundancy == BRI_REDUNDANCY_PSEUDOINVERSE) see_unit(sim, now, sharing);
    for (int i = again; i <= LOOKS && isnan(changed) && s->degrees == 1; i++) {
        double t = i < LOOKS ? from + (now - from) * i / LOOKS : now, value = coherence_at(sim, t);
        bool incoherent = value < 0;
        if (isnan(value) || incoherent == sharing->is_incoherent) continue;
        double a = i ? from + (now - from) * (i - 1) / LOOKS : from, b = t;
        for (int turn = 0; turn < HALVINGS && i; turn++) {
            double middle = 0.5 * (a + b);
            if ((coherence_at(sim, middle) < 0) == incoherent)
                b = middle;
            else
                a = middle;
        }
        changed = b;
    }
    if (open) sharing->lasted += (isnan(changed) ? now : changed) - from;
    sim->work->solved = false;
    return changed;
}
