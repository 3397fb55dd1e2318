/* fast_part.c - friction with bristles as the fast part of the equations
 *
 *     M u' = Q + J^T lambda + W^T f,   lambda = base + Y f,   S base = -(J M^-1 Q + bias),   S Y = -J M^-1 W^T
 *
 * so that s = M^-1 (Q + J^T base) and push = M^-1 (W^T + J^T Y): a frame needs no law and no iteration. The inputs of the laws
 * are slip velocities and loads. A load that is linear in the multipliers is one input, its signed value n base, to which
 * friction adds n Y f; the load of a pin is the length of a reaction, whose components are inputs. With load_from: elastic the
 * load of the rates is that under the elastic forces e(z), which do not depend on it: n (base + Y e).
 *
 * Outputs are the multipliers of drivers, whose work and mean square are summed up. */
#include "system/fast_part.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/divisor.h"
#include "signal/signal.h"
#include "system/energy.h"
#include "system/linearise.h"
#include "system/singular.h"

enum {
    FAST_MAX = BRI_CONDENSED_MAX /* forces and bristle states together: the fast part is solved by full matrices */
};

typedef struct fast_patch {
    int input, inputs; /* of its load, among all inputs */
    bool acts;         /* in the discrete state of the last frame; else it sticks, and its force is 0 */
    double way;        /* direction of slip, where an event sets it; 0: none does */
    int piece;         /* that is held; 0: none */
    bri_slip slip;     /* what the law sees */
} fast_patch;

struct bri_fast_room {
    bri_fast_part part;
    fast_patch *patch;
    double *size, *adjoint;
    int *output;         /* of each quadrature: its driver's among the outputs; -1: none */
    unsigned long stamp; /* of the point of the last frame */
    bool is_one;         /* one interface with one bristle state, whose load is one input */
};

bool bri_knows_fast(const bri_system *s)
{
    bool few = bri_knows_stiffness(s) && s->condensed && s->components + s->states - s->z <= FAST_MAX;
    if (!few || s->gaps || s->states == s->z || s->z > 2 * BRI_DOF * s->bodies) return false;
    if (s->coupling != BRI_COUPLING_NEWTON) return false;
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *interface = &s->interface[s->patch[r].interface];
        if (s->patch[r].components > 1 || interface->noise || interface->switches || interface->follows_time)
            return false;
        if (s->any_elastic && (!interface->from_elastic || interface->elastic_follows_load)) return false;
    }
    for (int j = 0; j < s->joints; j++)
        if (s->joint[j].drive && s->joint[j].held > 1) return false;
    return true;
}

/* --- one point ------------------------------------------------------------------------------------------------------------ */

static bool follows(const sys_interface *interface) { return bri_follows_reaction(interface); }

/* Multipliers by which the inputs of a patch's load are weighed: rows of the joint. */
static double weight_of(const bri_solution *sol, const sys_interface *interface, int r, int input, int held)
{
    return interface->linear ? sol->patch[r].by_lambda[held] : input == held;
}

static void set_loads(const bri_point *p, const bri_solution *sol, const struct bri_fast_room *room,
                      const bri_fast_frame *frame)
{
    const bri_system *s = p->system;
    int n = s->components;
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *interface = &s->interface[s->patch[r].interface];
        const sys_joint *joint = &s->joint[interface->joint];
        const fast_patch *patch = &room->patch[r];
        double *y = frame->y + patch->input, *B = frame->B + (patch->input - n) * n, given[3];
        memset(y, 0, (size_t)patch->inputs * sizeof(double));
        memset(B, 0, (size_t)(patch->inputs * n) * sizeof(double));
        if (interface->params->effort != BRI_EFFORT_NONE) {
            *y = 1;
        } else if (!interface->from_reaction) {
            bri_signal_value(&interface->params->load, p->signal_time, p->input, given);
            *y = fmax(given[0] + interface->params->preload, 0);
        }
        for (int i = 0; i < patch->inputs && follows(interface); i++)
            for (int h = 0; h < joint->held; h++) {
                double weight = weight_of(sol, interface, r, i, h);
                if (weight == 0) continue;
                y[i] += weight * sol->base[joint->row + h];
                for (int c = 0; c < n; c++)
                    B[i * n + c] += weight * sol->column[c * s->rows + joint->row + h];
            }
    }
}

static void set_push(const bri_point *p, const bri_solution *sol, double *push)
{
    const bri_system *s = p->system;
    int n = BRI_DOF * s->bodies;
    memset(push, 0, (size_t)(s->components * n) * sizeof(double));
    for (int c = 0; c < s->components; c++, push += n) {
        int r = s->component[c].patch;
        const sys_joint *joint = &s->joint[s->interface[s->patch[r].interface].joint];
        bri_add_effort(joint->body, joint->bodies, bri_component_row(sol, c), sol->patch[r].lever, push);
        bri_add_reactions(p, sol->column + c * s->rows, push);
        for (int i = 0; i < n; i++)
            push[i] *= s->inverse[i];
    }
}

static void set_quadratures(const bri_point *p, const bri_solution *sol, const int *output, const bri_fast_frame *frame)
{
    const bri_system *s = p->system;
    for (int i = 0; i < s->quadratures; i++) {
        const sys_sum *sum = &s->sum[i];
        if (output[i] < 0) {
            frame->smooth[i] = sum->kind->group == BRI_SUM_FRICTION ? 0 : sum->kind->power(p, sol, sum->index);
            continue;
        }
        int row = s->joint[sum->index].row;
        frame->smooth[i] = p->row_rate[row];
        frame->o[output[i]] = sol->base[row];
        for (int c = 0; c < s->components; c++)
            frame->O[output[i] * s->components + c] = sol->column[c * s->rows + row];
    }
}

static void set_slips(const bri_point *p, const bri_solution *sol, struct bri_fast_room *room)
{
    const bri_system *s = p->system;
    for (int r = 0; r < s->patches; r++) {
        fast_patch *patch = &room->patch[r];
        patch->acts = bri_law_acts(&p->discrete, s->patch[r].interface);
        bri_patch_slip(p, sol, r, 1, &patch->slip);
        patch->way = s->interface[s->patch[r].interface].sticks ? patch->slip.dir[0] : 0;
        patch->piece = patch->slip.piece;
    }
}

bri_outcome bri_fast_frame_at(bri_engine *e, const bri_instant *at, const bri_fast_frame *frame)
{
    const bri_system *s = e->system;
    bri_point *p = &e->rates.point;
    bri_solution *sol = &e->rates.solution;
    struct bri_fast_room *room = e->fast;
    bri_point_set(p, at, BRI_SCOPE_DYNAMICS);
    bri_outcome outcome = bri_solve_without_friction(&e->solver, p, &e->options, sol);
    if (outcome) return outcome;
    bri_singular_record(e);
    room->stamp = p->stamp;
    set_slips(p, sol, room);
    memcpy(frame->s, sol->a, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
    set_push(p, sol, frame->push);
    for (int c = 0; c < s->components; c++)
        frame->y[c] = sol->patch[s->component[c].patch].lever * sol->slip_rate[c];
    set_loads(p, sol, room, frame);
    set_quadratures(p, sol, room->output, frame);
    return BRI_FINE;
}

static void fast_attend(void *context, double t, const double *x, const double *discrete)
{
    bri_engine *e = context;
    bri_point *p = &e->rates.point;
    struct bri_fast_room *room = e->fast;
    if (p->is_set && room->stamp == p->stamp) return;
    bri_instant at = bri_instant_of(e, t, x, discrete);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    e->rates.solution.point_stamp = 0;
    bri_update_patches(p, &e->rates.solution);
    set_slips(p, &e->rates.solution, room);
    room->stamp = p->stamp;
}

static bool fast_applies(void *context, const double *discrete)
{
    const bri_engine *e = context;
    const bri_system *s = e->system;
    /* near a singular configuration rates are those of other points; friction at a limit is of another law */
    return !e->near_singular && bri_knows_fast(s) && !bri_any_packed_at_limit(s, discrete);
}

static void fast_follow(void *context, double *follow)
{
    bri_engine *e = context;
    const bri_system *s = e->system;
    const bri_point *p = &e->rates.point;
    const bri_solution *sol = &e->rates.solution;
    const struct bri_fast_room *room = e->fast;
    int n = BRI_DOF * s->bodies, loads = room->part.inputs - s->components;
    assert(room->stamp == p->stamp);
    memset(follow, 0, (size_t)(room->part.inputs * n) * sizeof(double));
    memset(room->adjoint, 0, (size_t)(loads * s->rows) * sizeof(double));
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *interface = &s->interface[s->patch[r].interface];
        const sys_joint *joint = &s->joint[interface->joint];
        int c = s->patch[r].component;
        bri_add_effort(joint->body, joint->bodies, bri_component_row(sol, c), sol->patch[r].lever, follow + c * n);
        for (int i = 0; i < room->patch[r].inputs && follows(interface); i++) {
            double *adjoint = room->adjoint + (room->patch[r].input - s->components + i) * s->rows;
            for (int h = 0; h < joint->held; h++)
                adjoint[joint->row + h] = weight_of(sol, interface, r, i, h);
            bri_constraint_solve(&e->solver, NULL, sol, adjoint);
        }
    }
    if (s->any_from_reaction) bri_add_multiplier_slopes(p, loads, room->adjoint, n, follow + s->components * n);
}

/* --- the law --------------------------------------------------------------------------------------------------------------- */

typedef struct load_of { /* of a patch under given inputs, and its slope by each of them */
    double load, by[BRI_HELD_MAX];
} load_of;

static load_of load_under(const bri_engine *e, int r, const double *inputs)
{
    const bri_system *s = e->system;
    const sys_interface *interface = &s->interface[s->patch[r].interface];
    load_of out = {.load = *inputs, .by = {1}};
    if (!follows(interface)) return out;
    double preload = interface->params->preload / interface->patches;
    if (interface->linear) {
        out.load = fabs(*inputs) + preload;
        out.by[0] = *inputs < 0 ? -1 : 1;
        return out;
    }
    const sys_joint *joint = &s->joint[interface->joint];
    const bri_frame *frames[BRI_ENDS];
    bri_patch patches[BRI_PATCHES_MAX];
    bri_frames_of(&e->rates.point, joint->body, joint->bodies, frames);
    joint->kind->patch(joint->params, &joint->site, frames, e->rates.point.freed + joint->freed_at, inputs, patches);
    const bri_patch *patch = &patches[s->patch[r].index];
    double side = patch->load < 0 ? -1 : 1;
    out.load = fabs(patch->load) + preload;
    for (int h = 0; h < joint->held; h++)
        out.by[h] = side * patch->by_lambda[h];
    return out;
}

/* What the law of a patch sees; in the room of the patch. */
static const bri_slip *slip_under(fast_patch *patch, double v, double load, double rate_load, const double *z)
{
    bri_slip *slip = &patch->slip;
    bri_slip_set(slip, 1, &v, load);
    slip->rate_load = rate_load;
    slip->z = z;
    if (patch->way != 0) slip->dir[0] = patch->way;
    if (patch->piece) bri_slip_hold(slip, patch->piece);
    return slip;
}

/* Elastic force of a patch: of z alone, or of the slip velocity too. */
static double elastic_force(const bri_engine *e, int r, double v, const double *z)
{
    const bri_system *s = e->system;
    const sys_interface *interface = &s->interface[s->patch[r].interface];
    double zdot[BRI_Z_MAX];
    bri_drag drag = {.zdot = zdot};
    if (!e->fast->patch[r].acts) return 0;
    if (interface->elastic_is_of_z) return interface->elastic_by_z * z[0];
    const bri_slip *slip = slip_under(&e->fast->patch[r], v, 1, 1, z);
    bri_friction_eval(interface->law, interface->params->law.params, slip, &drag, NULL);
    return drag.elastic[0];
}

/* inputs of a patch's load + B f */
static void add_forces(const struct bri_fast_room *room, int r, const double *y, const double *B, const double *f,
                       double *inputs)
{
    const fast_patch *patch = &room->patch[r];
    int n = room->part.forces;
    for (int i = 0; i < patch->inputs; i++) {
        const double *row = B + (patch->input - n + i) * n;
        inputs[i] = y[patch->input + i];
        for (int c = 0; c < n; c++)
            inputs[i] += row[c] * f[c];
    }
}

/* What a patch adds to S: force or one of the rates, by the load and by the load of the rates. */
static void add_load_slopes(const bri_engine *e, int r, const double *B, const load_of *whole, double by_whole,
                            const load_of *elastic, double by_elastic, double *row)
{
    const bri_system *s = e->system;
    const struct bri_fast_room *room = e->fast;
    const fast_patch *patch = &room->patch[r];
    int n = room->part.forces;
    for (int i = 0; i < patch->inputs; i++) {
        const double *by_force = B + (patch->input - n + i) * n;
        double of_whole = by_whole * whole->by[i], of_elastic = by_elastic * elastic->by[i];
        row[patch->input + i] = of_whole + of_elastic;
        for (int c = 0; c < n; c++) {
            const sys_patch *other = &s->patch[s->component[c].patch];
            row[room->part.inputs + c] += of_whole * by_force[c];
            if (of_elastic == 0) continue;
            if (elastic == whole)
                row[room->part.inputs + c] += of_elastic * by_force[c];
            else if (room->patch[s->component[c].patch].acts)
                row[room->part.inputs + n + other->z - s->z] +=
                    of_elastic * by_force[c] * s->interface[other->interface].elastic_by_z;
        }
    }
}

/* One interface with one bristle state, whose load is one input. */
static void law_of_one(const bri_engine *e, const double *y, const double *B, const double *f, const double *z,
                       double *fg, double *S)
{
    const sys_interface *interface = e->system->interface;
    fast_patch *patch = e->fast->patch;
    bool is_followed = follows(interface), is_elastic = interface->from_elastic;
    double preload = is_followed ? interface->params->preload : 0, by_force = B[0];
    double signed_load = y[1] + by_force * f[0], elastic = signed_load, side = 1, elastic_side = 1;
    if (is_elastic) elastic = y[1] + by_force * elastic_force(e, 0, y[0], z);
    if (is_followed) {
        side = signed_load < 0 ? -1 : 1;
        elastic_side = elastic < 0 ? -1 : 1;
    }
    bri_drag drag = {.zdot = fg + 1};
    const bri_slip *slip = slip_under(patch, y[0], side * signed_load + preload, elastic_side * elastic + preload, z);
    if (!S) {
        bri_friction_eval(interface->law, interface->params->law.params, slip, &drag, NULL);
        fg[0] = drag.force[0];
        return;
    }
    double force_z = 0, zdot_v = 0, zdot_load = 0, zdot_z = 0;
    bri_slopes slopes = {.force_z = &force_z, .zdot_v = &zdot_v, .zdot_load = &zdot_load, .zdot_z = &zdot_z};
    bri_friction_eval(interface->law, interface->params->law.params, slip, &drag, &slopes);
    fg[0] = drag.force[0];
    double whole[2] = {side * slopes.force_load[0], 0};
    double rates[2] = {elastic_side * slopes.force_rate_load[0], elastic_side * zdot_load};
    double of_z[2] = {force_z, zdot_z}, of_v[2] = {slopes.force_v[0][0], zdot_v};
    for (int i = 0; i < 2; i++) {
        double *row = S + 4 * i; /* by v, load, f, z */
        row[0] = of_v[i];
        row[1] = whole[i] + rates[i];
        row[2] = (is_elastic ? whole[i] : whole[i] + rates[i]) * by_force;
        row[3] = of_z[i] + (is_elastic ? rates[i] * by_force * interface->elastic_by_z : 0);
    }
}

static void fast_law(void *context, const double *y, const double *B, const double *f, const double *z, double *fg,
                     double *S)
{
    bri_engine *e = context;
    const bri_system *s = e->system;
    const struct bri_fast_room *room = e->fast;
    int n = room->part.forces, inputs = room->part.inputs, columns = inputs + n + s->states - s->z;
    double elastic_f[BRI_CONDENSED_MAX], total[BRI_HELD_MAX] = {0};
    assert(e->rates.point.is_set && room->stamp == e->rates.point.stamp);
    if (room->is_one && room->patch[0].acts) {
        law_of_one(e, y, B, f, z, fg, S);
        return;
    }
    for (int r = 0; r < s->patches && s->any_elastic; r++)
        elastic_f[r] = elastic_force(e, r, y[r], z + s->patch[r].z - s->z);
    if (S) memset(S, 0, (size_t)((n + s->states - s->z) * columns) * sizeof(double));
    for (int r = 0; r < s->patches; r++) {
        const sys_patch *patch = &s->patch[r];
        const sys_interface *interface = &s->interface[patch->interface];
        int at = patch->z - s->z, states = patch->states;
        double *zdot = fg + n + at;
        if (!room->patch[r].acts) {
            fg[r] = 0;
            memset(zdot, 0, (size_t)states * sizeof(double));
            continue;
        }
        add_forces(room, r, y, B, f, total);
        load_of whole = load_under(e, r, total), part, *elastic = &whole;
        if (interface->from_elastic) {
            add_forces(room, r, y, B, elastic_f, total);
            part = load_under(e, r, total);
            elastic = &part;
        }
        const bri_slip *slip = slip_under(&room->patch[r], y[r], whole.load, elastic->load, z + at);
        bri_drag drag = {.zdot = zdot};
        bri_slope_room slope_room;
        bri_slopes *slopes = S ? bri_clear_slopes(&slope_room, 1, states) : NULL;
        bri_friction_eval(interface->law, interface->params->law.params, slip, &drag, slopes);
        fg[r] = drag.force[0];
        if (!S) continue;
        double *row = S + r * columns;
        row[r] = slopes->force_v[0][0];
        memcpy(row + inputs + n + at, slopes->force_z, (size_t)states * sizeof(double));
        add_load_slopes(e, r, B, &whole, slopes->force_load[0], elastic, slopes->force_rate_load[0], row);
        for (int i = 0; i < states; i++) {
            row = S + (n + at + i) * columns;
            row[r] = slopes->zdot_v[i];
            memcpy(row + inputs + n + at, slopes->zdot_z + i * states, (size_t)states * sizeof(double));
            add_load_slopes(e, r, B, &whole, 0, elastic, slopes->zdot_load[i], row);
        }
    }
}

static void set_multipliers(const bri_system *s, const double *f, bri_solution *sol)
{
    memcpy(sol->lambda, sol->base, (size_t)s->rows * sizeof(double));
    for (int c = 0; c < s->components; c++)
        for (int i = 0; i < s->rows; i++)
            sol->lambda[i] += f[c] * sol->column[c * s->rows + i];
}

static void fast_settle(void *context, const double *f, const double *z)
{
    bri_engine *e = context;
    const bri_system *s = e->system;
    bri_point *p = &e->rates.point;
    bri_solution *sol = &e->rates.solution;
    double elastic_f[BRI_CONDENSED_MAX] = {0};
    assert(e->fast->stamp == p->stamp);
    memcpy(p->x + s->z, z, (size_t)(s->states - s->z) * sizeof(double));
    for (int r = 0; r < s->patches && s->any_elastic; r++)
        elastic_f[r] = elastic_force(e, r, sol->patch[r].lever * sol->slip_rate[r], z + s->patch[r].z - s->z);
    if (s->any_elastic) {
        set_multipliers(s, elastic_f, sol);
        bri_update_loads(p, &e->options, BRI_PASS_ELASTIC, sol);
    }
    set_multipliers(s, f, sol);
    bri_update_friction(p, &e->options, BRI_PASS_WHOLE, sol);
    bri_accelerate(p, sol);
    sol->point_stamp = p->stamp;
    sol->guess_stamp = ULONG_MAX; /* of no guess: what is evaluated here later is solved from the usual one */
}

static void fast_powers(void *context, const double *speed, const double *f, const double *out, const double *smooth,
                        double *power)
{
    const bri_engine *e = context;
    const bri_system *s = e->system;
    for (int i = 0; i < s->quadratures; i++) {
        const sys_sum *sum = &s->sum[i];
        int output = e->fast->output[i];
        power[i] = output < 0                            ? smooth[i]
                   : sum->kind->group == BRI_SUM_DRIVERS ? out[output] * smooth[i]
                                                         : out[output] * out[output];
        if (sum->kind->group != BRI_SUM_FRICTION) continue;
        const sys_interface *interface = &s->interface[sum->index];
        for (int c = interface->component; c < interface->component + interface->components; c++)
            power[i] -= f[c] * speed[c];
    }
}

/* --- room ------------------------------------------------------------------------------------------------------------------ */

/* Friction of steady sliding at 1 m/s under the load of which the bristles have their size, about. */
static double size_of(const bri_system *s, int r)
{
    const sys_interface *interface = &s->interface[s->patch[r].interface];
    double z_size = s->patch[r].states ? s->size[s->patch[r].z] : 0;
    double size = fabs(interface->elastic_by_z) * z_size, weight = 0;
    if (s->patch[r].states && !interface->elastic_follows_load && size > 0) return size;
    for (int b = 0; b < s->bodies; b++)
        weight += s->mass[b] * fmax(hypot(s->gravity[0], s->gravity[1]), s->speed * s->speed / s->length);
    return fmax(size, 1) * weight * 0.1 + least_divisor;
}

static void number_inputs(const bri_system *s, struct bri_fast_room *room)
{
    room->part.forces = room->part.inputs = s->components;
    for (int r = 0; r < s->patches; r++) {
        const sys_interface *interface = &s->interface[s->patch[r].interface];
        bool length = follows(interface) && !interface->linear;
        room->patch[r].input = room->part.inputs;
        room->patch[r].inputs = length ? s->joint[interface->joint].held : 1;
        room->part.inputs += room->patch[r].inputs;
    }
    for (int i = 0; i < s->quadratures; i++) {
        bri_sum_group group = s->sum[i].kind->group;
        room->output[i] = -1;
        for (int k = 0; k < i && group == BRI_SUM_SQUARES; k++)
            if (s->sum[k].kind->group == BRI_SUM_DRIVERS && s->sum[k].index == s->sum[i].index)
                room->output[i] = room->output[k];
        if (group == BRI_SUM_DRIVERS) room->output[i] = room->part.outputs++;
    }
}

const bri_fast_part *bri_fast_part_of(bri_engine *e)
{
    const bri_system *s = e->system;
    if (!bri_knows_fast(s)) return NULL;
    if (e->fast) return &e->fast->part;
    struct bri_fast_room *room = bri_arena_take(&e->arena, 1, sizeof *room);
    if (!room) return NULL;
    room->patch = bri_arena_take(&e->arena, (size_t)s->patches, sizeof *room->patch);
    room->output = bri_arena_take(&e->arena, (size_t)s->quadratures + 1, sizeof *room->output);
    room->size = bri_arena_take(&e->arena, (size_t)s->components, sizeof(double));
    if (e->arena.failed) return NULL;
    room->part = (bri_fast_part){.size = room->size,
                                 .context = e,
                                 .applies = fast_applies,
                                 .attend = fast_attend,
                                 .follow = fast_follow,
                                 .settle = fast_settle,
                                 .law = fast_law,
                                 .powers = fast_powers};
    number_inputs(s, room);
    size_t loads = (size_t)(room->part.inputs - room->part.forces);
    room->adjoint = bri_arena_take(&e->arena, loads * (size_t)s->rows + 1, sizeof(double));
    if (e->arena.failed) return NULL;
    for (int r = 0; r < s->patches; r++)
        room->size[r] = size_of(s, r);
    room->is_one = s->patches == 1 && s->patch[0].states == 1 && room->patch[0].inputs == 1;
    e->fast = room;
    return &room->part;
}
