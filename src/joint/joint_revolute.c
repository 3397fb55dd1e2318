/* joint_revolute.c - a pin joint: two points coincide
 *
 *     constraints: x and y of the second point relative to the first, in the world
 *     friction: slip = radius x rate of the angle, load = |reaction|, torque = radius x friction force
 *     with a clearance c: a journal of that radius, on the second body, in a bore of radius + c of the first */
#include "joint/draw.h"
#include "joint/gap.h"

#include <math.h>
#include <string.h>

typedef struct revolute {
    bri_names bodies;
    double at[2], radius, clearance, compliance;
    int contact_point;
    bri_record normal, friction;
} revolute;

static const bri_param revolute_params[] = {
    ROW_BODIES(revolute, "bodies"),
    ROW_AT(revolute),
    BRI_PARAM_AS(revolute, radius, BRI_ROLE_RADIUS, "m", 0.01, 1e-9, 1e3, "radius of the pin, at which friction acts"),
    ROW_CLEARANCE(revolute),
    ROW_COMPLIANCE(revolute, "compliance, in series with elastic links; 0: rigid"),
    ROW_NORMAL(revolute),
    ROW_CONTACT_POINT(revolute, BRI_AT_MIDDLE),
    ROW_FRICTION(revolute),
    {0},
};

static bri_status revolute_check(const void *params, bri_error *err)
{
    const revolute *p = params;
    return bri_check_compliance(p->clearance, p->compliance, err);
}

static bri_status revolute_place(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err)
{
    const revolute *p = params;
    (void)err;
    bri_place_points(ends, count, p->at, site);
    return BRI_OK;
}

static void revolute_motions(const void *params, const bri_site *site, const bri_frame *const *bodies,
                             const double drive[3], bri_motion *held, bri_motion *freed)
{
    (void)params, (void)drive;
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], site->point[1]);
    double wa2 = bodies[0]->w * bodies[0]->w, wb2 = bodies[1]->w * bodies[1]->w;
    bri_motion_between(b.at[0] - a.at[0], (const double[]){-1, 0, a.arm[1]}, (const double[]){1, 0, -b.arm[1]},
                       wa2 * a.arm[0] - wb2 * b.arm[0], &held[0]);
    bri_motion_between(b.at[1] - a.at[1], (const double[]){0, -1, -a.arm[0]}, (const double[]){0, 1, b.arm[0]},
                       wa2 * a.arm[1] - wb2 * b.arm[1], &held[1]);
    if (!freed) return;
    bri_motion_between(bodies[1]->angle - bodies[0]->angle, (const double[]){0, 0, -1}, (const double[]){0, 0, 1}, 0,
                       &freed[0]);
}

static void revolute_load(const double *lambda, bri_patch *patches)
{
    double load = sqrt(lambda[0] * lambda[0] + lambda[1] * lambda[1]);
    patches->load = load;
    for (int i = 0; i < 2; i++)
        patches->by_lambda[i] = load > 0 ? lambda[i] / load : 0;
}

static void revolute_patch(const void *params, const bri_site *site, const bri_frame *const *bodies,
                           const bri_motion *freed, const double *lambda, bri_patch *patches)
{
    const revolute *p = params;
    (void)site, (void)bodies;
    bri_patch_simple(freed, 0, p->radius, 0, patches);
    revolute_load(lambda, patches);
}

static void revolute_gap(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_gap *gaps)
{
    const revolute *p = params;
    bri_gap_round(bodies, site->point, (const double[2]){-(p->radius + p->clearance), p->radius}, p->contact_point,
                  gaps);
}

static const bri_variable revolute_held[] = {
    {"force_x", "N", "force on the second body, along x of the world", BRI_ONE, 0, 0},
    {"force_y", "N", "force on the second body, along y of the world", BRI_ONE, 0, 0},
    {0}};
static const bri_variable revolute_freed[] = {
    {"angle", "rad", "angle of the second body relative to the first, counter-clockwise", BRI_ONE, 0, 0}, {0}};
static const bri_variable revolute_patches[] = {{"pin", "m/s", "surface of the pin", BRI_ONE, 0, 0}, {0}};
static const bri_variable revolute_gaps[] = {{"bore", "m", "gap between journal and bore", BRI_ONE, 0, 0}, {0}};

static void revolute_draw(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_sketch *sketch)
{
    const revolute *p = params;
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], site->point[1]);
    if (!(p->clearance > 0)) {
        bri_sketch_pin(sketch, a.at);
        return;
    }
    double d[2] = {sketch->magnify * (b.at[0] - a.at[0]), sketch->magnify * (b.at[1] - a.at[1])},
           far = hypot(d[0], d[1]);
    double bore = p->radius + sketch->magnify * p->clearance, out = far > 0 ? 1 + p->radius / far : 0;
    double journal[2] = {a.at[0] + d[0], a.at[1] + d[1]}, touch[2] = {a.at[0] + out * d[0], a.at[1] + out * d[1]};
    memcpy(sketch->middle, a.at, sizeof a.at);
    sketch->size = p->radius;
    if (sketch->magnify == 1 && sketch->body[0] == BRI_INK_GROUND) bri_sketch_anchor(sketch, a.at);
    if (sketch->magnify != 1) bri_sketch_circle(sketch, "housing", 0, a.at, bore + 0.12 * p->radius);
    bri_sketch_circle(sketch, "bore", 0, a.at, bore);
    bri_sketch_circle(sketch, "gap", 1, journal, p->radius);
    if (sketch->magnify != 1) bri_sketch_line(sketch, "centre", BRI_NO_END, a.at, journal);
    if (sketch->magnify != 1) bri_sketch_circle(sketch, "point", 1, journal, 0.03 * p->radius);
    bri_sketch_contact_force(sketch, 0, touch);
}

const bri_joint_kind bri_joint_revolute = {
    .kind = {.name = "revolute",
             .family = "joint",
             .title = "pin joint: two points coincide, and the bodies rotate about them",
             .params_size = sizeof(revolute),
             .params = revolute_params,
             .check = revolute_check},
    .held = revolute_held,
    .holds_xy = true,
    .freed = revolute_freed,
    .patches = revolute_patches,
    .gaps = revolute_gaps,
    .clearance = offsetof(revolute, clearance),
    .compliance = offsetof(revolute, compliance),
    .normal = offsetof(revolute, normal),
    .friction = {offsetof(revolute, friction)},
    .place = revolute_place,
    .motions = revolute_motions,
    .patch = revolute_patch,
    .load = revolute_load,
    .gap = revolute_gap,
    .draw = revolute_draw,
};
