/* joint_point_on_line.c - a point of the second body stays on a line of the first, as a pin in a slot
 *
 *     constraint: distance across the line = 0; its reaction is the normal force N
 *     friction: slip = rate of the slide, load = |N|
 *     with a clearance c: a pin of that radius, on the second body, between two faces at radius + c from the line */
#include "joint/draw.h"
#include "joint/gap.h"

#include <math.h>

typedef struct point_on_line {
    bri_names bodies;
    double at[2], along[2], radius, clearance;
    int contact_point;
    bri_record normal, friction;
} point_on_line;

static const bri_param point_on_line_params[] = {
    ROW_BODIES(point_on_line, "bodies"),
    ROW_AT(point_on_line),
    ROW_ALONG(point_on_line),
    BRI_PARAM_AS(point_on_line, radius, BRI_ROLE_RADIUS, "m", 0, 0, 1e3,
                 "radius of the pin, with clearance; 0: a point"),
    ROW_CLEARANCE(point_on_line),
    ROW_NORMAL(point_on_line),
    ROW_CONTACT_POINT(point_on_line, BRI_AT_SECOND),
    ROW_FRICTION(point_on_line),
    {0},
};

static bri_status point_on_line_place(const void *params, const bri_end *ends, int count, bri_site *site,
                                      bri_error *err)
{
    const point_on_line *p = params;
    bri_place_points(ends, count, p->at, site);
    return bri_place_along(ends, p->along, site, err);
}

static void point_on_line_motions(const void *params, const bri_site *site, const bri_frame *const *bodies,
                                  const double drive[3], bri_motion *held, bri_motion *freed)
{
    (void)params, (void)drive;
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], site->point[1]);
    double along[2];
    bri_to_world(bodies[0], site->along, along);
    double across[2] = {-along[1], along[0]};
    held[0] = bri_motion_along(bodies[0], bodies[1], &a, &b, across);
    if (!freed) return;
    freed[0] = bri_motion_along(bodies[0], bodies[1], &a, &b, along);
    freed[1] = bri_motion_angle(bodies[0], bodies[1]);
}

static void point_on_line_patch(const void *params, const bri_site *site, const bri_frame *const *bodies,
                                const bri_motion *freed, const double *lambda, bri_patch *patches)
{
    (void)params, (void)site, (void)bodies;
    bri_patch_simple(freed, 0, 1, lambda[0], patches);
}

static void point_on_line_gap(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_gap *gaps)
{
    const point_on_line *p = params;
    bri_gap_slot(site, bodies, site->point[1], p->radius, p->radius + p->clearance, p->contact_point, gaps);
}

static const bri_variable point_on_line_held[] = {
    {"normal", "N", "force on the second body, positive to the left of along", BRI_ONE, 0, 0}, {0}};
static const bri_variable point_on_line_freed[] = {
    {"slide", "m", "position of the point along the line, from the first point", BRI_ONE, 0, 0},
    {"angle", "rad", "angle of the second body relative to the first, counter-clockwise", BRI_ONE, 0, 0},
    {0}};
static const bri_variable point_on_line_patches[] = {{"point", "m/s", "the point on the line", BRI_ONE, 0, 0}, {0}};
static const bri_variable point_on_line_gaps[] = {
    {"right", "m", "gap between the pin and the face on the right of the line", BRI_ONE, 0, 0},
    {"left", "m", "gap between the pin and the face on the left", BRI_ONE, 0, 0},
    {0}};

static void point_on_line_draw(const void *params, const bri_site *site, const bri_frame *const *bodies,
                               bri_sketch *sketch)
{
    const point_on_line *p = params;
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], site->point[1]);
    double along[2], d[2] = {b.at[0] - a.at[0], b.at[1] - a.at[1]}, m = sketch->magnify, touch[2];
    bri_to_world(bodies[0], site->along, along);
    double slide = bri_dot(along, d), off = bri_cross(along, d), face = p->radius + m * p->clearance;
    if (!(p->clearance > 0)) {
        double reach = 4 * sketch->mark;
        bri_sketch_rail(sketch, a.at, along, fmin(0, slide) - reach, fmax(0, slide) + reach, 0);
        bri_sketch_box(sketch, "joint", BRI_NO_END, b.at, along, 2.2 * sketch->mark, 1.5 * sketch->mark);
        bri_sketch_circle(sketch, "joint", BRI_NO_END, b.at, 0.4 * sketch->mark);
        return;
    }
    bri_offset(a.at, along, slide, 0, sketch->middle);
    sketch->size = p->radius;
    double reach = 1.6 * face + (m == 1 ? 3 * sketch->mark : 0), pin[2];
    for (int side = -1; side <= 1; side += 2) {
        bri_offset(sketch->middle, along, 0, side * face, pin);
        bri_sketch_rail(sketch, pin, along, -reach, reach, side);
    }
    bri_offset(sketch->middle, along, 0, m * off, pin);
    bri_sketch_circle(sketch, "gap", 1, pin, p->radius > 0 ? p->radius : 0.1 * face);
    for (int i = 0; i < 2; i++) {
        bri_offset(pin, along, 0, i ? p->radius : -p->radius, touch);
        bri_sketch_contact_force(sketch, i, touch);
    }
}

const bri_joint_kind bri_joint_point_on_line = {
    .kind = {.name = "point_on_line",
             .family = "joint",
             .title = "pin in a slot: a point of the second body stays on a line of the first",
             .required = "along",
             .params_size = sizeof(point_on_line),
             .params = point_on_line_params},
    .held = point_on_line_held,
    .freed = point_on_line_freed,
    .patches = point_on_line_patches,
    .gaps = point_on_line_gaps,
    .clearance = offsetof(point_on_line, clearance),
    .normal = offsetof(point_on_line, normal),
    .friction = {offsetof(point_on_line, friction)},
    .place = point_on_line_place,
    .motions = point_on_line_motions,
    .patch = point_on_line_patch,
    .gap = point_on_line_gap,
    .draw = point_on_line_draw,
};
