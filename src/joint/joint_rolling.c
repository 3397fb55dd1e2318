/* joint_rolling.c - a wheel that rolls on a line of the first body and never slips
 *
 *     constraints: height of the centre above the line = radius, distance + radius x angle = const
 *     friction: rolling resistance, a torque = radius x friction force under the load |N|, against the rotation */
#include "joint/draw.h"

typedef struct rolling {
    bri_names bodies;
    double through[2], along[2];
    bri_record rolling;
} rolling;

static const bri_param rolling_params[] = {
    ROW_BODIES(rolling, "bodies"),
    ROW_THROUGH(rolling),
    ROW_ALONG(rolling),
    BRI_ROW(rolling, BRI_PART, "friction", rolling, "1", "friction", 0, 0, "rolling resistance"),
    {0},
};

static bri_status rolling_place(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err)
{
    const rolling *p = params;
    (void)count;
    return bri_place_wheel(ends, p->through, p->along, site, err);
}

static void rolling_motions(const void *params, const bri_site *site, const bri_frame *const *bodies,
                            const double drive[3], bri_motion *held, bri_motion *freed)
{
    (void)params, (void)drive;
    bri_motion turn;
    bri_wheel_motions(site, bodies, &held[0], &held[1], freed ? &freed[0] : &turn);
}

static void rolling_patch(const void *params, const bri_site *site, const bri_frame *const *bodies,
                          const bri_motion *freed, const double *lambda, bri_patch *patches)
{
    (void)params, (void)bodies;
    bri_patch_simple(freed, 0, site->radius, lambda[0], patches);
}

static const bri_variable rolling_held[] = {{"normal", "N", "force on the wheel, away from the line", BRI_ONE, 0, 0},
                                            {"grip", "N", "force on the wheel, positive along the line", BRI_ONE, 0, 0},
                                            {0}};
static const bri_variable rolling_freed[] = {
    {"turn", "rad", "angle of the wheel relative to the line, counter-clockwise", BRI_ONE, 0, 0}, {0}};
static const bri_variable rolling_patches[] = {{"rolling", "m/s", "rolling", BRI_ONE, 0, 0}, {0}};

static void rolling_draw(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_sketch *sketch)
{
    (void)params;
    bri_sketch_floor(sketch, site, bodies);
}

const bri_joint_kind bri_joint_rolling = {
    .kind = {.name = "rolling",
             .family = "joint",
             .title = "wheel that rolls on a line and never slips",
             .required = "along",
             .params_size = sizeof(rolling),
             .params = rolling_params},
    .held = rolling_held,
    .freed = rolling_freed,
    .patches = rolling_patches,
    .friction = {offsetof(rolling, rolling)},
    .place = rolling_place,
    .motions = rolling_motions,
    .patch = rolling_patch,
    .draw = rolling_draw,
};
