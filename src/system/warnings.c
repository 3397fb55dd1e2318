/* warnings.c - warnings of values that are allowed but suspicious */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/given.h"
#include "kind/record.h"
#include "model/elastic.h"
#include "signal/signal.h"
#include "system/build_gaps.h"

static const double soft = 0.01;     /* share of the mechanism that bristles may bend by */
static const double soft_turn = 0.1; /* rad: the same of bristles whose friction is a torque */
static const double large = 2;       /* times the mechanism that the radius of a pin may be */
enum {
    MOST_SUDDEN = 5 /* motions of drivers, reported */
};
static const double sudden = 1e-9;    /* of a position or speed: a jump that is not rounding */
static const double full = 0.9;       /* share of the force at high speed that counts as it */
static const double tol_speed = 1e-6; /* of the highest speed: where it is reached */
static const double slow = 0.1;       /* share of the working speed at which sliding should be fully there */

/* The speed at which the law's force first comes near that at high speed; 0: at once. */
static double speed_of_sliding(const sys_interface *interface, double load, double top)
{
    bri_slip slip = {.pair = &interface->pair, .elements = 1};
    bri_curve far, here;
    double v = top;
    bri_slip_set(&slip, 1, &v, load);
    interface->law->curve(interface->params->law.params, &slip, &far);
    for (double low = 0, high = top; high - low > tol_speed * top; v = high) {
        double middle = 0.5 * (low + high);
        bri_slip_set(&slip, 1, &middle, load);
        interface->law->curve(interface->params->law.params, &slip, &here);
        *(here.force >= full * far.force ? &high : &low) = middle;
    }
    return v;
}

/* Joints with clearance: surfaces that overlap, parameters without effect, materials that were assumed. */
static void warn_of_contacts(const bri_system *s, bri_error *err)
{
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        const bri_record *normal =
            (const bri_record *)(const void *)((const char *)joint->params + joint->kind->normal);
        if (joint->kind->normal && normal->kind && !joint->gaps)
            bri_warn_at(err, "", "joint '%s': normal has no effect without a clearance: it is an ideal joint",
                        joint->name);
        if (!joint->gaps) continue;
        const sys_gap *gap = &s->gap[joint->gap];
        bri_gap at_start[BRI_GAPS_MAX];
        bri_gaps_at_start(s, joint, at_start);
        for (int i = 0; i < joint->gaps; i++)
            if (bri_is_deep(s, &at_start[i]))
                bri_warn_at(
                    err, "",
                    "joint '%s': its surfaces overlap by %.3g m at the start, which causes a large contact force: "
                    "is that meant?",
                    s->gap[joint->gap + i].label, -at_start[i].normal.value);
        const bri_param *loss = bri_param_with_role(&gap->law->kind, BRI_ROLE_LOSS),
                        *restitution = bri_param_with_role(&gap->law->kind, BRI_ROLE_RESTITUTION);
        if (loss && restitution && *(const int *)bri_row_at(loss, gap->params) == 0 &&
            *(const double *)bri_row_at(restitution, gap->params) != restitution->initial)
            bri_warn_at(err, "", "joint '%s': %s has no effect while the %s of %s is none", joint->name,
                        restitution->name, loss->name, gap->law->kind.name);
        if (!gap->assumed) continue;
        bool given = bri_role_value(&gap->law->kind, gap->params, BRI_ROLE_STIFFNESS) > 0;
        if (gap->law->needs && strstr(gap->law->needs, "modulus") && !given)
            bri_warn_at(err, "",
                        "joint '%s': a side without a material is taken as steel (modulus %g GPa, Poisson's ratio %g)",
                        joint->name, 1e-9 * bri_steel.modulus, bri_steel.poisson);
    }
}

static bool is_held(const bri_system *s, int body)
{
    bool held = false;
    for (int j = 0; j < s->joints; j++)
        for (int e = 0; e < s->joint[j].bodies; e++)
            held = held || (s->joint[j].body[e] == body && !bri_is_derived(s->joint[j].name));
    for (int f = 0; f < s->forces; f++)
        for (int e = 0; e < s->force[f].bodies; e++)
            held = held || (s->force[f].body[e] == body && !bri_is_derived(s->force[f].name));
    return held;
}

static bool is_on_end(const bri_system *s, const sys_joint *joint)
{
    bool on_end = false;
    for (int e = 0; e < joint->bodies; e++)
        on_end = on_end || (joint->body[e] != BRI_GROUND && bri_is_derived(s->body_name[joint->body[e]]));
    return on_end;
}

/* Ends of elastic links that nothing pulls at, and compliance that nothing asks for. */
static void warn_of_elastic(const bri_system *s, bri_error *err)
{
    for (int b = 0; b < s->bodies; b++)
        if (bri_is_derived(s->body_name[b]) && !is_held(s, b))
            bri_warn_at(err, "",
                        "body '%.*s': no joint and no force is attached to its end '%s', so its spring there has no "
                        "effect: joints and forces that name the body itself are attached to its middle",
                        (int)strcspn(s->body_name[b], "."), s->body_name[b], s->body_name[b]);
    for (int j = 0; j < s->joints; j++)
        if (bri_compliance_of(s->joint[j].kind, s->joint[j].params) > 0 && !is_on_end(s, &s->joint[j]) &&
            s->redundancy != BRI_REDUNDANCY_ELASTIC)
            bri_warn_at(err, "",
                        "joint '%s': its compliance has no effect: it is not at an end of an elastic link, and "
                        "run: {redundancy: elastic} is not given",
                        s->joint[j].name);
}

/* Describes what a driver does at once at a break of its motion; last: the break before it. False: nothing. */
static bool is_sudden(const sys_joint *joint, double last, double t, bri_sudden_motion *motion)
{
    double before[3], after[3], half_way[3];
    bool turns = bri_unit_turns(joint->kind->held[0].unit);
    bri_signal_value(joint->drive, nextafter(t, -INFINITY), NULL, before);
    bri_signal_value(joint->drive, t, NULL, after);
    bri_signal_value(joint->drive, 0.5 * (last + t), NULL, half_way);
    double jump = after[0] - before[0], size = fabs(after[0]) + fabs(before[0]) + fabs(half_way[0]);
    *motion = (bri_sudden_motion){.joint = joint->name, .time = t};
    if (fabs(jump) > sudden * size) {
        snprintf(motion->what, sizeof motion->what,
                 "jumps by %.4g %s at %g s, which needs an infinite force: use ramp or smooth_step", jump,
                 turns ? "rad" : "m", t);
        return true;
    }
    const char *unit = turns ? "rad/s" : "m/s";
    if (fabs(before[1]) > sudden * (fabs(half_way[1]) + size / (t - last)) && after[1] == 0)
        snprintf(
            motion->what, sizeof motion->what,
            "stops suddenly at %g s, from %.4g %s: a motor that keeps its speed is motion: {speed: %.4g %s}, a smooth "
            "end is smooth_step",
            t, before[1], unit, before[1], unit);
    return motion->what[0] != '\0';
}

bool bri_system_sudden_motion_sized(const bri_system *s, double until, int index, bri_sudden_motion *motion,
                                    size_t size)
{
    assert(s && motion);
    bri_sudden_motion whole;
    for (int j = 0; j < s->joints; j++) {
        double last = s->t0, t;
        for (; s->joint[j].drive && (t = bri_signal_next_break(s->joint[j].drive, last)) < until; last = t)
            if (is_sudden(&s->joint[j], last, t, &whole) && index-- == 0) {
                bri_hand_out(&whole, sizeof whole, motion, size);
                return true;
            }
    }
    return false;
}

static void warn_of_sudden_motions(const bri_system *s, bri_error *err)
{
    const bri_run_params *run = bri_model_root(s->model)->run.params;
    bri_sudden_motion motion;
    for (int i = 0; i < MOST_SUDDEN && bri_system_sudden_motion(s, run->until, i, &motion); i++)
        bri_warn_at(err, "", "joint '%s': its motion %s", motion.joint, motion.what);
}

/* A radius in another unit: 10 m for 10 mm. */
static void warn_of_radii(const bri_system *s, bri_error *err)
{
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        const bri_param *row = bri_param_with_role(&joint->kind->kind, BRI_ROLE_RADIUS);
        double radius = row ? *(const double *)bri_row_at(row, joint->params) : 0;
        if (row && radius > large * s->length)
            bri_warn_at(err, "",
                        "joint '%s': its %s is %.3g m, and the mechanism is %.3g m large: is it in another unit?",
                        joint->name, row->name, radius, s->length);
    }
}

static void warn_of_soft_bristles(const bri_system *s, int k, bri_error *err)
{
    const sys_interface *interface = &s->interface[k];
    const sys_patch *patch = &s->patch[interface->patch];
    const bri_kind *law = &interface->law->kind;
    if (!patch->states || strcmp(law->states->unit, "m") != 0) return;
    double bend = s->size[patch->z];
    const bri_param *stiffness = bri_param_with_role(law, BRI_ROLE_BRISTLE_STIFFNESS),
                    *bent_by = stiffness ? stiffness : bri_param_with_role(law, BRI_ROLE_LENGTH_SCALE);
    const char *name = bent_by ? bent_by->name : "its stiffness", *wrong = bent_by == stiffness ? "small" : "large";
    if (interface->params->effort == BRI_EFFORT_TORQUE) {
        if (bend > soft_turn)
            bri_warn_at(
                err, "",
                "joint '%s': its bristles turn by %.3g rad before they slide: is %s too %s, or in another unit?",
                interface->label, bend, name, wrong);
    } else if (bend > soft * s->length)
        bri_warn_at(err, "",
                    "joint '%s': its bristles deflect by %.3g m before they slide, and the mechanism is %.3g m "
                    "large: is %s too %s, or in another unit?",
                    interface->label, bend, s->length, name, wrong);
}

void bri_system_warnings(const bri_system *s, bri_error *err)
{
    bri_error_clear(err);
    assert(s);
    warn_of_sudden_motions(s, err);
    warn_of_radii(s, err);
    warn_of_elastic(s, err);
    warn_of_contacts(s, err);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        const sys_patch *patch = &s->patch[interface->patch];
        if (interface->gap < 0 && interface->params->at_separation != BRI_AT_SEPARATION_RESET)
            bri_warn_at(err, "",
                        "joint '%s': at_separation has no effect without a clearance: the surfaces never separate",
                        interface->label);
        warn_of_soft_bristles(s, k, err);
        if (patch->states || interface->sticks || !interface->law->curve || interface->params->effort ||
            !(s->working_speed > 0))
            continue;
        double v = speed_of_sliding(interface, 1, 10 * s->working_speed);
        if (v > slow * s->working_speed && v < 9 * s->working_speed)
            bri_warn_at(err, "",
                        "joint '%s': the law %s reaches its sliding force only at %.3g m/s, and the mechanism "
                        "moves at about %.3g m/s: it creeps where it should stick",
                        interface->label, interface->law->kind.name, v, s->working_speed);
    }
}
