/* joint_wheel_on_line.c - a wheel kept at its height over a line of the first body, free to roll and to slip
 *
 *     friction: sliding at the point of contact under the load N, and rolling resistance: a torque of the radius times
 *               a friction force under the same load, against the rotation; its mu is the coefficient of rolling
 *               resistance, and the velocity of its law the speed of rolling */
#include "joint/draw.h"

typedef struct wheel_on_line {
    bri_names bodies;
    double through[2], along[2];
    bri_record friction, rolling;
} wheel_on_line;

static const bri_param wheel_on_line_params[] = {
    ROW_BODIES(wheel_on_line, "bodies"),
    ROW_THROUGH(wheel_on_line),
    ROW_ALONG(wheel_on_line),
    ROW_FRICTION(wheel_on_line),
    BRI_ROW(wheel_on_line, BRI_PART, "rolling", rolling, "1", "friction", 0, 0, "rolling resistance"),
    {0},
};

static bri_status wheel_on_line_place(const void *params, const bri_end *ends, int count, bri_site *site,
                                      bri_error *err)
{
    const wheel_on_line *p = params;
    (void)count;
    return bri_place_wheel(ends, p->through, p->along, site, err);
}

static void wheel_on_line_motions(const void *params, const bri_site *site, const bri_frame *const *bodies,
                                  const double drive[3], bri_motion *held, bri_motion *freed)
{
    (void)params, (void)drive;
    bri_motion free[2];
    bri_wheel_motions(site, bodies, &held[0], freed ? &freed[0] : &free[0], freed ? &freed[1] : &free[1]);
    if (freed) freed[0].value -= site->offset[1];
}

static void wheel_on_line_patch(const void *params, const bri_site *site, const bri_frame *const *bodies,
                                const bri_motion *freed, const double *lambda, bri_patch *patches)
{
    (void)params, (void)bodies;
    bri_patch_simple(freed, 0, 1, lambda[0], &patches[0]);
    bri_patch_simple(freed, 1, site->radius, lambda[0], &patches[1]);
}

static const bri_variable wheel_on_line_held[] = {
    {"normal", "N", "force on the wheel, away from the line", BRI_ONE, 0, 0}, {0}};
static const bri_variable wheel_on_line_freed[] = {
    {"slip", "m", "sliding of the wheel at its point of contact, positive along the line", BRI_ONE, 0, 0},
    {"turn", "rad", "angle of the wheel relative to the line, counter-clockwise", BRI_ONE, 0, 0},
    {0}};
static const bri_variable wheel_on_line_patches[] = {
    {"contact", "m/s", "point of contact", BRI_ONE, 0, 0}, {"rolling", "m/s", "rolling", BRI_ONE, 0, 0}, {0}};

static void wheel_on_line_draw(const void *params, const bri_site *site, const bri_frame *const *bodies,
                               bri_sketch *sketch)
{
    (void)params;
    bri_sketch_floor(sketch, site, bodies);
}

const bri_joint_kind bri_joint_wheel_on_line = {
    .kind = {.name = "wheel_on_line",
             .family = "joint",
             .title = "wheel on a line, free to roll and to slip",
             .required = "along",
             .params_size = sizeof(wheel_on_line),
             .params = wheel_on_line_params},
    .held = wheel_on_line_held,
    .freed = wheel_on_line_freed,
    .patches = wheel_on_line_patches,
    .friction = {offsetof(wheel_on_line, friction), offsetof(wheel_on_line, rolling)},
    .may_roll = true,
    .place = wheel_on_line_place,
    .motions = wheel_on_line_motions,
    .patch = wheel_on_line_patch,
    .draw = wheel_on_line_draw,
};
