/* joint_fixed.c - a weld: two bodies move as one
 *
 *     constraints: x, y and angle of the second body, in the frame of the first */
#include "joint/draw.h"

typedef struct fixed {
    bri_names bodies;
    double at[2];
} fixed;

static const bri_param fixed_params[] = {ROW_BODIES(fixed, "bodies"), ROW_AT(fixed), {0}};

static bri_status fixed_place(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err)
{
    const fixed *p = params;
    (void)err;
    bri_place_points(ends, count, p->at, site);
    /* without a common point, use the mass centre of the second body */
    if (p->at[0] != p->at[0] && ends[0].point[0] != ends[0].point[0]) {
        bri_spot b = bri_spot_of(&ends[1].frame, site->point[1]);
        bri_local_point(&ends[0].frame, b.at, site->point[0]);
    }
    site->offset[2] = ends[1].frame.angle - ends[0].frame.angle;
    return BRI_OK;
}

static void fixed_motions(const void *params, const bri_site *site, const bri_frame *const *bodies,
                          const double drive[3], bri_motion *held, bri_motion *freed)
{
    (void)params, (void)drive, (void)freed;
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], site->point[1]);
    double x[2] = {bodies[0]->c, bodies[0]->s}, y[2] = {-x[1], x[0]};
    held[0] = bri_motion_along(bodies[0], bodies[1], &a, &b, x);
    held[1] = bri_motion_along(bodies[0], bodies[1], &a, &b, y);
    held[2] = bri_motion_angle(bodies[0], bodies[1]);
}

static const bri_variable fixed_held[] = {
    {"force_x", "N", "force on the second body, along x of the first", BRI_ONE, 0, 0},
    {"force_y", "N", "force on the second body, along y of the first", BRI_ONE, 0, 0},
    {"couple", "N m", "torque on the second body, counter-clockwise", BRI_ONE, 0, 0},
    {0}};

static void fixed_draw(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_sketch *sketch)
{
    (void)params;
    bri_spot b = bri_spot_of(bodies[1], site->point[1]);
    bri_sketch_box(sketch, "weld", BRI_NO_END, b.at, (const double[2]){bodies[0]->c, bodies[0]->s}, 0.8 * sketch->mark,
                   0.8 * sketch->mark);
}

const bri_joint_kind bri_joint_fixed = {
    .kind = {.name = "fixed",
             .family = "joint",
             .title = "weld: two bodies move as one",
             .params_size = sizeof(fixed),
             .params = fixed_params},
    .held = fixed_held,
    .holds_xy = true,
    .place = fixed_place,
    .motions = fixed_motions,
    .draw = fixed_draw,
};
