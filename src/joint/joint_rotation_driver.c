/* joint_rotation_driver.c - the angle between two bodies follows a function of time
 *
 *     angle - initial angle = motion(t)      from: initial
 *     angle                 = motion(t)      from: zero */
#include "joint/draw.h"

typedef struct rotation_driver {
    bri_names bodies;
    bri_record motion;
    int from;
} rotation_driver;

static const bri_param rotation_driver_params[] = {
    ROW_BODIES(rotation_driver, "bodies"),
    BRI_ROW(rotation_driver, BRI_PART, "motion", motion, "rad", "signal", 0, 0, "angle as a function of time"),
    BRI_CHOICE_PARAM_AS(rotation_driver, from, BRI_ROLE_BUILT, "initial|zero",
                        "reference of the motion: the initial angle, or zero"),
    {0},
};

static bri_status rotation_driver_place(const void *params, const bri_end *ends, int count, bri_site *site,
                                        bri_error *err)
{
    const rotation_driver *p = params;
    (void)count, (void)err;
    site->offset[0] = p->from == 0 ? ends[1].frame.angle - ends[0].frame.angle : 0;
    return BRI_OK;
}

static void rotation_driver_motions(const void *params, const bri_site *site, const bri_frame *const *bodies,
                                    const double drive[3], bri_motion *held, bri_motion *freed)
{
    (void)params, (void)site, (void)freed;
    held[0] = bri_motion_angle(bodies[0], bodies[1]);
    held[0].value -= drive[0];
    held[0].drift -= drive[1];
    held[0].bias -= drive[2];
}

static const bri_variable rotation_driver_held[] = {
    {"torque", "N m", "torque on the second body, counter-clockwise", BRI_ONE, 0, 0}, {0}};

static void rotation_driver_draw(const void *params, const bri_site *site, const bri_frame *const *bodies,
                                 bri_sketch *sketch)
{
    (void)params, (void)site, (void)bodies;
    bri_sketch_arc(sketch, "drive", sketch->at, 1.7 * sketch->mark, -0.6, 3.4, 1.7 * sketch->mark);
}

const bri_joint_kind bri_joint_rotation_driver = {
    .kind = {.name = "rotation_driver",
             .family = "joint",
             .title = "motor: the angle between two bodies follows a function of time",
             .required = "motion",
             .params_size = sizeof(rotation_driver),
             .params = rotation_driver_params},
    .held = rotation_driver_held,
    .driver = offsetof(rotation_driver, motion),
    .starts_from = offsetof(rotation_driver, from),
    .place = rotation_driver_place,
    .motions = rotation_driver_motions,
    .draw = rotation_driver_draw,
};
