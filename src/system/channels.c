/* channels.c - names, units and values of the channels of a system
 *
 * One list gives names and values: every channel is defined once, in the order of output. */
#include "system/channels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "model/families.h"
#include "system/energy.h"
#include "system/tolerance.h"

static const double full_slip = 0.98; /* of the sliding force */

typedef struct channel_list { /* names are made, or counted, or values are written */
    bri_column *name;
    bool *follows;    /* with names: whether a channel follows from the states alone */
    int *shows;       /* with names: the element of x that a channel is; -1: another quantity */
    sys_state *state; /* with names: what they call the elements of x */
    bri_arena *arena; /* of the names */
    double *value;
    bool is_solved; /* with values: those of forces, reactions and accelerations too; else they are any numbers */
    int count;
} channel_list;

static void add_channel(channel_list *list, bool follows, const char *owner, const char *name, const char *suffix,
                        const char *unit, double value)
{
    if (list->name) {
        bri_column *column = &list->name[list->count];
        column->name = bri_arena_text(list->arena, "%s%s%s%s", owner, *owner ? "." : "", name, suffix);
        column->unit = bri_arena_text(list->arena, "%s", unit);
        list->follows[list->count] = follows;
        list->shows[list->count] = -1;
    }
    if (list->value) list->value[list->count] = value;
    list->count++;
}

/* One that follows from the states. */
static void channel(channel_list *list, const char *owner, const char *name, const char *suffix, const char *unit,
                    double value)
{
    add_channel(list, true, owner, name, suffix, unit, value);
}

/* One for which accelerations, reactions and friction are solved. */
static void solved_channel(channel_list *list, const char *owner, const char *name, const char *unit, double value)
{
    add_channel(list, false, owner, name, "", unit, value);
}

/* The same for the element of x that a channel shows. */
static void state_channel(channel_list *list, const char *owner, const char *name, const char *unit, double value,
                          int state)
{
    const bri_column *column = list->name ? &list->name[list->count] : NULL;
    channel(list, owner, name, "", unit, value);
    if (!column) return;
    list->state[state] = (sys_state){column->name, column->unit};
    list->shows[list->count - 1] = state;
}

static void body_channels(channel_list *list, const bri_evaluation *at)
{
    static const char *const names[3][BRI_DOF] = {{"x", "y", "angle"}, {"vx", "vy", "spin"}, {"ax", "ay", "spin_rate"}};
    static const char *const units[3][2] = {{"m", "rad"}, {"m/s", "rad/s"}, {"m/s2", "rad/s2"}};
    const bri_system *s = at->point.system;
    for (int b = 0; b < s->bodies; b++)
        for (int level = 0; level < 3; level++)
            for (int d = 0; d < BRI_DOF; d++) {
                int i = BRI_DOF * b + d, state = level * BRI_DOF * s->bodies + i;
                if (level < 2)
                    state_channel(list, s->body_name[b], names[level][d], units[level][d == 2], at->point.x[state],
                                  state);
                else
                    solved_channel(list, s->body_name[b], names[level][d], units[level][d == 2], at->solution.a[i]);
            }
}

static void joint_channels(channel_list *list, const bri_evaluation *at)
{
    const bri_system *s = at->point.system;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        double square = 0;
        int forces = 0;
        for (int i = 0; i < joint->freed; i++) {
            const bri_variable *free = &joint->kind->freed[i];
            const char *rate = bri_unit_turns(free->unit) ? "rad/s" : "m/s";
            channel(list, joint->name, free->name, "", free->unit, at->point.freed[joint->freed_at + i].value);
            channel(list, joint->name, free->name, "_rate", rate, at->point.freed_rate[joint->freed_at + i]);
        }
        for (int i = 0; i < joint->held; i++) {
            double lambda = bri_reaction_of_row(&at->point, &at->solution, joint->row + i);
            bool is_force = !bri_unit_turns(joint->kind->held[i].unit);
            solved_channel(list, joint->name, joint->kind->held[i].name, joint->kind->held[i].unit, lambda);
            square += is_force ? lambda * lambda : 0;
            forces += is_force;
        }
        if (forces > 1) solved_channel(list, joint->name, "reaction", "N", sqrt(square));
    }
}

/* Force and offset of a joint with clearance, as the ideal joint would have them. */
static void clearance_channels(channel_list *list, const bri_evaluation *at)
{
    const bri_point *p = &at->point;
    const bri_system *s = p->system;
    static const double numbers[] = {
        [BRI_SEPARATED] = 0, [BRI_COMPRESSION] = 1, [BRI_RESTITUTION] = 1, [BRI_SUSTAINED] = 2};
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        double force[2] = {0}, offset[2] = {0};
        if (!joint->gaps) continue;
        if (list->value) {
            const bri_frame *frames[BRI_ENDS];
            bri_frames_of(p, joint->body, joint->bodies, frames);
            bri_spot a = bri_spot_of(frames[0], joint->site.point[0]), b = bri_spot_of(frames[1], joint->site.point[1]);
            bri_to_local(frames[0], (const double[2]){b.at[0] - a.at[0], b.at[1] - a.at[1]}, offset);
            for (int g = joint->gap; g < joint->gap + joint->gaps; g++)
                for (int d = 0; d < 2; d++)
                    force[d] += p->contact[g].force * p->gap[g].normal.end[1][d];
            for (int k = 0; k < s->interfaces && list->is_solved; k++)
                for (int d = 0; d < 2 && s->interface[k].joint == j; d++)
                    force[d] += bri_friction_effort(p, &at->solution, k) *
                                at->solution.patch[s->interface[k].patch].row[0].end[1][d];
        }
        channel(list, joint->name, "offset_x", "", "m", offset[0]);
        channel(list, joint->name, "offset_y", "", "m", offset[1]);
        solved_channel(list, joint->name, "force_x", "N", force[0]);
        solved_channel(list, joint->name, "force_y", "N", force[1]);
        solved_channel(list, joint->name, "reaction", "N", hypot(force[0], force[1]));
        for (int g = joint->gap; g < joint->gap + joint->gaps; g++) {
            const bri_contact_state *contact = &p->discrete.contact[g];
            channel(list, s->gap[g].label, "gap", "", "m", p->gap[g].normal.value);
            channel(list, s->gap[g].label, "normal", "", "N", p->contact[g].force);
            channel(list, s->gap[g].label, "approach", "", "m/s", contact->approach);
            channel(list, s->gap[g].label, "contact", "", "1", numbers[contact->phase]);
        }
    }
}

/* 0: pure rolling, 1: partial slip (the friction force is below that of sliding), 2: full slip */
static double slip_regime(const bri_evaluation *at, int k, double force, double v)
{
    const bri_point *p = &at->point;
    const sys_interface *interface = &p->system->interface[k];
    bri_curve curve = {0};
    bri_slip slip;
    if (bri_sticks(&p->discrete, k)) return 0;
    if (interface->sticks) return 2;
    bri_patch_slip(p, &at->solution, interface->patch, at->solution.load[interface->patch], &slip);
    if (interface->law->curve) interface->law->curve(interface->params->law.params, &slip, &curve);
    if (fabs(v) <= tol_at_rest * p->system->speed) return 0;
    return fabs(force) >= full_slip * curve.force && force * v <= 0 ? 2 : 1;
}

/* Unit of an output; a coefficient of friction may be given as a force or torque. */
static const char *output_unit(const sys_interface *interface, int i)
{
    const bri_variable *output = &interface->law->kind.outputs[i];
    const bri_param *row = bri_param_find(&interface->law->kind, output->name);
    int effort = interface->params->effort;
    if (!row || !bri_is_coefficient(row) || effort == BRI_EFFORT_NONE) return output->unit;
    return effort == BRI_EFFORT_FORCE ? "N" : "N m";
}

/* What the law itself reports, and the film of lubricated surfaces. */
static void law_channels(channel_list *list, const bri_evaluation *at, int k)
{
    const bri_point *p = &at->point;
    const sys_interface *interface = &p->system->interface[k];
    bool acts = list->is_solved && !bri_is_separated(&p->discrete, k);
    double outputs[BRI_LIST_MAX] = {0};
    bri_slip slip = {0};
    if (acts) bri_patch_slip(p, &at->solution, interface->patch, at->solution.load[interface->patch], &slip);
    if (acts && interface->law->observe) interface->law->observe(interface->params->law.params, &slip, outputs);
    for (int i = 0; interface->law->observe && interface->law->kind.outputs[i].name; i++)
        solved_channel(list, interface->label, interface->law->kind.outputs[i].name,
                       list->name ? output_unit(interface, i) : NULL, outputs[i]);
    if (!bri_has_film(interface)) return;
    double film = acts ? bri_film_thickness(&interface->pair, slip.sum, slip.load) : 0,
           roughness = interface->pair.roughness;
    solved_channel(list, interface->label, "film", "m", film);
    solved_channel(list, interface->label, "lambda", "1", roughness > 0 ? film / roughness : 0);
}

static void bristle_channels(channel_list *list, const bri_evaluation *at, const sys_interface *interface)
{
    const bri_system *s = at->point.system;
    const bri_joint_kind *kind = s->joint[interface->joint].kind;
    for (int r = interface->patch; r < interface->patch + interface->patches; r++)
        for (int i = 0; i < s->patch[r].states; i++) {
            int elements = s->patch[r].elements;
            const bri_variable *state = &interface->law->kind.states[elements > 1 ? i / elements : i];
            char name[40] = "", number[12] = "";
            if (list->name && elements > 1) snprintf(number, sizeof number, "%d", i % elements + 1);
            if (list->name)
                snprintf(name, sizeof name, "%s%s%.20s%s",
                         interface->patches > 1 ? kind->patches[s->patch[r].index].name : "",
                         interface->patches > 1 ? "." : "", state->name, number);
            state_channel(list, interface->label, name, state->unit, list->value ? at->point.x[s->patch[r].z + i] : 0,
                          s->patch[r].z + i);
        }
}

static void friction_channels(channel_list *list, const bri_evaluation *at)
{
    const bri_point *p = &at->point;
    const bri_solution *sol = &at->solution;
    const bri_system *s = p->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        bool counts = list->value != NULL, torque = interface->params->effort == BRI_EFFORT_TORQUE;
        double lever = counts ? sol->patch[interface->patch].lever : 1, load = 0, v = 0, force = 0;
        if (counts) v = lever * sol->slip_rate[s->patch[interface->patch].component];
        if (list->is_solved) {
            for (int r = interface->patch; r < interface->patch + interface->patches; r++)
                load += sol->load[r];
            force = bri_friction_effort(p, sol, k) / lever;
        }
        channel(list, interface->label, "v", "", torque ? "rad/s" : "m/s", v);
        solved_channel(list, interface->label, "friction", torque ? "N m" : "N", force);
        if (interface->params->effort == BRI_EFFORT_NONE) {
            solved_channel(list, interface->label, "load", "N", load);
            solved_channel(list, interface->label, "ratio", "1", load > 0 ? force / load : 0);
        }
        solved_channel(list, interface->label, "power", "W", -force * v);
        law_channels(list, at, k);
        if (interface->sticks)
            channel(list, interface->label, "stuck", "", "1",
                    counts ? bri_sticks(&p->discrete, k) || bri_is_kept(&p->discrete, k) : 0);
        if (s->joint[interface->joint].kind->may_roll && interface->motion == 0)
            solved_channel(list, interface->label, "slipping", "1", list->is_solved ? slip_regime(at, k, force, v) : 0);
        bristle_channels(list, at, interface);
    }
}

static void force_channels(channel_list *list, const bri_evaluation *at)
{
    const bri_point *p = &at->point;
    const bri_system *s = p->system;
    for (int f = 0; f < s->forces; f++) {
        bool turns = list->name && s->force[f].kind->unit && bri_unit_turns(s->force[f].kind->unit);
        channel(list, s->force[f].name, turns ? "torque" : "force", "", turns ? "N m" : "N", p->effort[f].force);
        if (s->force[f].kind->unit)
            channel(list, s->force[f].name, "value", "", turns ? "rad" : "m", p->along[f].value);
    }
}

static void energy_channels(channel_list *list, const bri_evaluation *at, const double *sums)
{
    static const struct {
        bri_sum_group group;
        const char *name;
    } groups[] = {{BRI_SUM_FRICTION, "friction"},
                  {BRI_SUM_IMPACTS, "blows"},
                  {BRI_SUM_DAMPING, "damping"},
                  {BRI_SUM_LOADS, "loads"},
                  {BRI_SUM_DRIVERS, "drivers"}};
    const bri_system *s = at->point.system;
    bri_energies e = {0};
    if (list->value) e = bri_energies_of(&at->point);
    channel(list, "energy", "kinetic", "", "J", e.kinetic);
    channel(list, "energy", "potential", "", "J", e.potential);
    channel(list, "energy", "spring", "", "J", e.springs);
    if (s->gaps) channel(list, "energy", "contact", "", "J", e.contacts);
    channel(list, "energy", "total", "", "J", bri_energy_sum(&e));
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (s->gaps || groups[i].group != BRI_SUM_IMPACTS)
            channel(list, "energy", groups[i].name, "", "J",
                    list->value ? bri_sum_of_group(s, groups[i].group, sums) : 0);
}

static void all_channels(channel_list *list, const bri_evaluation *at, double t, const double *sums)
{
    channel(list, "", "t", "", "s", t);
    body_channels(list, at);
    joint_channels(list, at);
    clearance_channels(list, at);
    friction_channels(list, at);
    force_channels(list, at);
    energy_channels(list, at, sums);
}

bri_status bri_channels_name(bri_system *s, bri_error *err)
{
    bri_arena arena = {0};
    bri_evaluation none;
    channel_list list = {0};
    bri_point_create(s, &arena, &none.point);
    bri_solution_create(s, &arena, &none.solution);
    if (!arena.failed) {
        all_channels(&list, &none, 0, NULL);
        s->channels = list.count;
        s->channel = bri_arena_take(&s->arena, (size_t)list.count, sizeof *s->channel);
        s->follows = bri_arena_take(&s->arena, (size_t)list.count, sizeof *s->follows);
        s->shows = bri_arena_take(&s->arena, (size_t)list.count, sizeof *s->shows);
        s->state = bri_arena_take(&s->arena, (size_t)(s->states + s->quadratures) + 1, sizeof *s->state);
    }
    if (!s->arena.failed && !arena.failed) {
        list = (channel_list){
            .name = s->channel, .follows = s->follows, .shows = s->shows, .state = s->state, .arena = &s->arena};
        all_channels(&list, &none, 0, NULL);
    }
    bri_arena_free(&arena);
    return s->channel && s->state && !s->arena.failed
               ? BRI_OK
               : bri_fail(err, BRI_NO_MEMORY, "out of memory: %d channels", list.count);
}

bool bri_channels_need_solution(const bri_system *s, const int *channel, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!s->follows[channel[i]]) return true;
    return false;
}

bool bri_channels_are_states(const bri_system *s, const int *channel, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (channel[i] > 0 && s->shows[channel[i]] < 0) return false;
    return true;
}

void bri_channels_of_states(const bri_system *s, const int *channel, size_t count, double t, const double *x,
                            double *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = channel[i] > 0 ? x[s->shows[channel[i]]] : t;
}

bri_outcome bri_channels_at(bri_engine *e, bri_evaluation *observer, const bri_instant *at, bool solves, double *out)
{
    channel_list list = {.value = out, .is_solved = solves};
    bri_outcome outcome = BRI_FINE;
    if (solves) {
        outcome = bri_observe(e, observer, at, BRI_SCOPE_CHANNELS);
    } else {
        bri_point_set(&observer->point, at, BRI_SCOPE_CHANNELS);
        bri_update_patches(&observer->point, &observer->solution);
    }
    if (outcome == BRI_FINE) all_channels(&list, observer, at->t, at->x + e->system->states);
    return outcome;
}

bri_outcome bri_channels_of(bri_engine *e, bri_evaluation *observer, double t, const double *x, const double *discrete,
                            bool solves, double *out)
{
    bri_instant at = bri_instant_of(e, t, x, discrete);
    return bri_channels_at(e, observer, &at, solves, out);
}
