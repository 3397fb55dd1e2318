/* redundancy_summary.c - loads that a rigid-body model leaves undetermined while interfaces stick, and how they were shared
 *
 * While interfaces of a closed loop stick, a rigid-body model does not determine their friction. The summary says what a
 * treatment chose: for how long, in which joints, which reactions it eliminated, whether the unit of length matters to it,
 * and when friction directions were inconsistent (Wojtyra 2017, section 3.2). */
#include "sim/redundancy_summary.h"

#include <math.h>
#include <string.h>

#include "sim/result.h"
#include "system/tolerance.h"

enum {
    SAMPLES = 8, /* of coherence in a step */
    HALVINGS = 50
};

/* Adds a name to a list unless it is there already. */
static void add_name(bri_arena *arena, const char **list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = *list; (at = strstr(at, name)); at++)
        if ((at == *list || at[-1] == ' ') && (at[length] == ',' || !at[length])) return;
    *list = bri_arena_text(arena, "%s%s%s", *list, **list ? ", " : "", name);
}

/* The observer at a time within the last step. */
static bool observe_within(bri_sim *sim, double t)
{
    return bri_sim_observe(sim, t, bri_sim_interpolate(sim, t), sim->discrete_before) == BRI_FINE;
}

/* Largest change of a friction force that holds, over its limit, if couples were counted in N mm. Requires the observer. */
static void compare_units(bri_sim *sim, bri_redundancy_summary *summary)
{
    const bri_system *s = sim->system;
    bri_engine *e = sim->engine;
    const bri_point *p = &sim->observer.point;
    bri_solution *sol = &sim->observer.solution;
    bri_solve_options millimetres = e->options;
    bri_iterations count = e->solver.count;
    millimetres.unit_length = 1e-3;
    for (int k = 0; k < s->interfaces; k++) {
        if (!bri_sticks(&p->discrete, k)) continue;
        double limit = bri_static_limit(p, sol, k), before = bri_interface_effort(p, sol, k);
        bool fine = bri_solve(&e->solver, p, &millimetres, &e->guess, sol) == BRI_FINE;
        double change = fabs(bri_interface_effort(p, sol, k) - before);
        if (fine && limit > 0) summary->by_unit = fmax(summary->by_unit, change / limit);
        if (bri_solve(&e->solver, p, &e->options, &e->guess, sol) != BRI_FINE) break;
    }
    e->solver.count = count;
}

/* Joints whose friction is undetermined, and reactions that were eliminated. Requires the observer. */
static void add_names(const bri_evaluation *at, bri_result *result)
{
    bri_arena *arena = bri_result_arena(result);
    bri_redundancy_summary *summary = result->redundancy;
    const bri_system *s = at->point.system;
    const bri_solution *sol = &at->solution;
    char name[BRI_ROW_NAME];
    for (int d = 0; d < sol->open; d++) {
        const double *z = sol->null + d * s->rows;
        double most = 0;
        for (int i = 0; i < s->rows; i++)
            most = fmax(most, fabs(z[i]));
        for (int k = 0; k < s->interfaces; k++)
            if (bri_sticks(&at->point.discrete, k) && fabs(z[s->interface[k].stick_row]) > tol_null_entry * most)
                add_name(arena, &summary->friction, s->interface[k].label);
        if (s->redundancy <= BRI_REDUNDANCY_ELIMINATE)
            add_name(arena, &summary->eliminated, bri_row_name(s, sol->eliminated[d], name));
    }
}

static double coherence_at(bri_sim *sim, double t)
{
    if (!observe_within(sim, t)) return NAN;
    return bri_coherence(sim->engine->solver.coherence, &sim->observer.point, &sim->observer.solution);
}

/* When, within the last step, coherence changes to incoherent or back, located between two samples. */
static double locate_change(bri_sim *sim, double before, double after, bool incoherent)
{
    for (int turn = 0; turn < HALVINGS; turn++) {
        double middle = 0.5 * (before + after);
        *((coherence_at(sim, middle) < 0) == incoherent ? &after : &before) = middle;
    }
    return after;
}

double bri_redundancy_step(bri_sim *sim, bri_result *result, double from, bool again)
{
    bri_redundancy_summary *summary = result->redundancy;
    const bri_system *s = sim->system;
    double now = bri_stepper_time(sim->stepper), changed = NAN;
    int at_rest = 0;
    if (!s->shares || !(now > from) || (!s->redundant && s->rows == s->held_rows)) return NAN;
    if (!s->redundant && !s->any_loop && s->degrees != 1) return NAN; /* no row can depend on others */
    if (!s->redundant && !bri_any_at_rest(s, sim->discrete_before)) return NAN;
    if (!observe_within(sim, now)) return NAN;
    for (int k = 0; k < s->interfaces; k++)
        at_rest += bri_sticks(&sim->observer.point.discrete, k) || bri_at_limit(&sim->observer.point.discrete, k);
    if (!s->redundant && at_rest < 2) return NAN;
    bool open = sim->observer.solution.open > 0;
    if (open) add_names(&sim->observer, result);
    if (open && s->redundancy == BRI_REDUNDANCY_PSEUDOINVERSE) compare_units(sim, summary);
    for (int i = again; i <= SAMPLES && isnan(changed) && s->degrees == 1; i++) {
        double t = i < SAMPLES ? from + (now - from) * i / SAMPLES : now, value = coherence_at(sim, t);
        bool incoherent = value < 0;
        if (isnan(value) || incoherent == summary->is_incoherent) continue;
        changed = i ? locate_change(sim, from + (now - from) * (i - 1) / SAMPLES, t, incoherent) : from;
    }
    if (open) summary->lasted += (isnan(changed) ? now : changed) - from;
    return changed;
}

void bri_redundancy_close(const bri_system *s, bri_redundancy_summary *summary, double span)
{
    static const char *const names[] = {"eliminate", "eliminate", "pseudoinverse", "elastic"};
    if (!(summary->lasted > 0)) return;
    summary->lasted /= span;
    summary->named = s->redundancy != BRI_REDUNDANCY_REFUSE;
    summary->treatment = names[s->redundancy];
}
