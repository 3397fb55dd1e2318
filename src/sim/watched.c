/* watched.c - the list of quantities that are monitored during a run, and their values */
#include "sim/watched.h"

#include <math.h>
#include <stdio.h>

#include "sim/result.h"
#include "system/friction.h"

/* --- the list -------------------------------------------------------------------------------------------------------------- */

typedef struct listing {
    bri_watched *list; /* NULL: they are counted */
    bri_result *result;
    int count;
} listing;

static void add(listing *l, bri_aspect what, int of, int row, bri_dimension unit)
{
    if (l->list) l->list[l->count] = (bri_watched){what, of, row, 0, unit, NAN, NAN};
    l->count++;
}

static void add_force(listing *l, bri_force_source source, const char *name, const char *what, const char *unit)
{
    bri_result *result = l->result;
    int index = result->force_summaries++;
    if (!result->force_summary) return;
    bri_force_summary *f = result->force_summary[index];
    bri_arena *arena = bri_result_arena(result);
    *f = (bri_force_summary){.source = source, .peak = NAN, .peak_time = NAN, .rms = NAN, .work = NAN};
    f->mean_power = f->peak_power = f->peak_power_time = NAN;
    f->name = bri_arena_text(arena, "%s", name);
    f->what = bri_arena_text(arena, "%s", what);
    f->unit = bri_arena_text(arena, "%s", unit);
}

static void add_joint(listing *l, const bri_system *s, int j)
{
    const sys_joint *joint = &s->joint[j];
    int forces = 0;
    unsigned among = 0;
    for (int i = 0; i < joint->held; i++) {
        if (bri_unit_turns(joint->kind->held[i].unit)) continue;
        forces++;
        among |= 1u << i;
    }
    if (forces > 1) {
        add(l, BRI_WATCH_REACTION, j, joint->row, BRI_DIMENSION_FORCE);
        if (l->list) l->list[l->count - 1].among = among;
        add_force(l, BRI_FORCE_OF_JOINT, joint->name, "reaction", "N");
    }
    for (int i = 0; i < joint->held; i++) {
        bool turns = bri_unit_turns(joint->kind->held[i].unit);
        if (!turns && forces > 1) continue;
        add(l, BRI_WATCH_ROW, j, joint->row + i, turns ? BRI_DIMENSION_COUPLE : BRI_DIMENSION_FORCE);
        add_force(l, BRI_FORCE_OF_JOINT, joint->name, joint->kind->held[i].name, joint->kind->held[i].unit);
    }
}

int bri_list_watched(const bri_system *s, bri_result *result, bri_watched *list)
{
    listing all = {list, result, 0}, *l = &all;
    result->force_summaries = 0;
    for (int k = 0; k < s->interfaces; k++) {
        add(l, BRI_WATCH_SLIP, k, 0, BRI_DIMENSION_RATE);
        add(l, BRI_WATCH_ROLLING, k, 0, BRI_DIMENSION_RATE);
        add(l, BRI_WATCH_LOAD_VECTOR, k, 0, BRI_DIMENSION_FORCE);
        add(l, BRI_WATCH_LOAD_VECTOR_SECOND, k, 1, BRI_DIMENSION_FORCE);
        add(l, BRI_WATCH_LOAD, k, 0, BRI_DIMENSION_FORCE);
        add(l, BRI_WATCH_LEAST_LOAD, k, 0, BRI_DIMENSION_FORCE);
        add(l, BRI_WATCH_RATIO, k, 0, BRI_DIMENSION_NUMBER);
    }
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        for (int i = 0; i < joint->held && joint->drive; i++) {
            bool turns = bri_unit_turns(joint->kind->held[i].unit);
            add(l, BRI_WATCH_ROW, j, joint->row + i, turns ? BRI_DIMENSION_COUPLE : BRI_DIMENSION_FORCE);
            add_force(l, BRI_FORCE_OF_DRIVER, joint->name, turns ? "torque" : "force", joint->kind->held[i].unit);
            add(l, BRI_WATCH_POWER, j, joint->row + i, BRI_DIMENSION_RATE);
        }
    }
    for (int f = 0; f < s->forces; f++) {
        bool turns = s->force[f].kind->unit && bri_unit_turns(s->force[f].kind->unit);
        add(l, BRI_WATCH_EFFORT, f, 0, turns ? BRI_DIMENSION_COUPLE : BRI_DIMENSION_FORCE);
        add_force(l, BRI_FORCE_OF_FORCE, s->force[f].name, turns ? "torque" : "force", turns ? "N m" : "N");
    }
    for (int j = 0; j < s->joints; j++)
        if (!s->joint[j].drive) add_joint(l, s, j);
    return l->count;
}

/* --- values ---------------------------------------------------------------------------------------------------------------- */

bool bri_interface_may_roll(const bri_system *s, int k)
{
    const sys_interface *interface = &s->interface[k];
    return interface->gap >= 0 || (s->joint[interface->joint].kind->may_roll && interface->motion == 0);
}

double bri_interface_load(const bri_evaluation *at, int k)
{
    const sys_interface *interface = &at->point.system->interface[k];
    double load = 0;
    if (bri_is_separated(&at->point.discrete, k)) return 0;
    for (int r = interface->patch; r < interface->patch + interface->patches; r++)
        load += at->solution.load[r];
    return load;
}

double bri_interface_load_vector(const bri_evaluation *at, int k, int i)
{
    const sys_interface *interface = &at->point.system->interface[k];
    const bri_patch *patch = &at->solution.patch[interface->patch];
    if (!interface->from_reaction || interface->gap >= 0) return 0;
    if (interface->linear) return i < interface->patches ? patch[i].load : 0;
    return patch->load * patch->by_lambda[i];
}

double bri_interface_ratio(const bri_evaluation *at, int k)
{
    const sys_interface *interface = &at->point.system->interface[k];
    double load = bri_interface_load(at, k), lever = at->solution.patch[interface->patch].lever;
    if (!(load > 0) || interface->params->effort != BRI_EFFORT_NONE) return NAN;
    return fabs(bri_friction_effort(&at->point, &at->solution, k) / lever) / load;
}

/* Speed at which surfaces roll on each other, m/s: relative rotation times radius. */
static double rolling_of(const bri_point *p, int k)
{
    const bri_system *s = p->system;
    const sys_joint *joint = &s->joint[s->interface[k].joint];
    double spin = 0, radius = joint->site.radius > 0 ? joint->site.radius : s->length;
    if (!bri_interface_may_roll(s, k)) return 0;
    for (int e = 0; e < joint->bodies && e < 2; e++)
        if (joint->body[e] != BRI_GROUND) spin += (e ? 1 : -1) * p->u[BRI_DOF * joint->body[e] + 2];
    return spin * radius;
}

static double reaction_of(const bri_watched *q, const double *lambda)
{
    double square = 0;
    for (int i = 0; q->among >> i; i++)
        if (q->among >> i & 1u) square += lambda[q->row + i] * lambda[q->row + i];
    return sqrt(square);
}

double bri_interface_slip(const bri_solution *sol, int k)
{
    int patch = sol->system->interface[k].patch;
    return sol->patch[patch].lever * sol->slip_rate[sol->system->patch[patch].component];
}

double bri_watched_value(const bri_watched *q, const bri_evaluation *at)
{
    const bri_solution *sol = &at->solution;
    switch (q->is) {
    case BRI_WATCH_LOAD:
    case BRI_WATCH_LEAST_LOAD: return bri_interface_load(at, q->of);
    case BRI_WATCH_RATIO: return bri_interface_ratio(at, q->of);
    case BRI_WATCH_SLIP: return bri_interface_slip(sol, q->of);
    case BRI_WATCH_ROLLING: return rolling_of(&at->point, q->of);
    case BRI_WATCH_LOAD_VECTOR:
    case BRI_WATCH_LOAD_VECTOR_SECOND: return bri_interface_load_vector(at, q->of, q->row);
    case BRI_WATCH_REACTION: return reaction_of(q, sol->lambda);
    case BRI_WATCH_ROW: return bri_reaction_of_row(&at->point, sol, q->row);
    case BRI_WATCH_POWER: return sol->lambda[q->row] * at->point.row_rate[q->row];
    case BRI_WATCH_EFFORT: return at->point.effort[q->of].force;
    }
    return NAN;
}
