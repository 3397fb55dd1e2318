/* joint_clutch.c - friction between two rotating bodies under a given load: a clutch or a brake
 *
 *     slip = radius x rate of the angle, torque = radius x friction force */
#include "joint/draw.h"

typedef struct clutch {
    bri_names bodies;
    double radius;
    bri_record friction;
} clutch;

static const bri_param clutch_params[] = {
    ROW_BODIES(clutch, "bodies"),
    BRI_PARAM_AS(clutch, radius, BRI_ROLE_RADIUS, "m", 0.1, 1e-9, 1e3, "mean radius of the lining"),
    ROW_FRICTION(clutch),
    {0},
};

static bri_status clutch_place(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err)
{
    (void)params, (void)ends, (void)count, (void)site, (void)err;
    return BRI_OK;
}

static void clutch_motions(const void *params, const bri_site *site, const bri_frame *const *bodies,
                           const double drive[3], bri_motion *held, bri_motion *freed)
{
    (void)params, (void)site, (void)drive, (void)held;
    if (!freed) return;
    freed[0] = bri_motion_angle(bodies[0], bodies[1]);
}

static void clutch_patch(const void *params, const bri_site *site, const bri_frame *const *bodies,
                         const bri_motion *freed, const double *lambda, bri_patch *patches)
{
    const clutch *p = params;
    (void)site, (void)bodies, (void)lambda;
    bri_patch_simple(freed, 0, p->radius, 0, patches);
}

static const bri_variable clutch_freed[] = {
    {"angle", "rad", "angle of the second body relative to the first, counter-clockwise", BRI_ONE, 0, 0}, {0}};
static const bri_variable clutch_patches[] = {{"lining", "m/s", "the lining", BRI_ONE, 0, 0}, {0}};

static void clutch_draw(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_sketch *sketch)
{
    const clutch *p = params;
    (void)site, (void)bodies;
    bri_sketch_circle(sketch, "rub", BRI_NO_END, sketch->at, p->radius);
}

const bri_joint_kind bri_joint_clutch = {
    .kind = {.name = "clutch",
             .family = "joint",
             .title = "friction between two rotating bodies under a given load: a clutch, a brake",
             .required = "friction",
             .params_size = sizeof(clutch),
             .params = clutch_params},
    .freed = clutch_freed,
    .patches = clutch_patches,
    .friction = {offsetof(clutch, friction)},
    .place = clutch_place,
    .motions = clutch_motions,
    .patch = clutch_patch,
    .draw = clutch_draw,
};
