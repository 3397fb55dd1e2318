/* joint_translation_driver.c - the distance of two points along a direction of the first body follows a signal
 *
 *     distance - initial distance = motion(t)      from: initial
 *     distance                    = motion(t)      from: zero */
#include "joint/draw.h"

#include <math.h>

typedef struct translation_driver {
    bri_names bodies;
    double at[2], along[2];
    bri_record motion;
    int from;
} translation_driver;

static const bri_param translation_driver_params[] = {
    ROW_BODIES(translation_driver, "bodies"),
    ROW_ALONG(translation_driver),
    BRI_ROW(translation_driver, BRI_PART, "motion", motion, "m", "signal", 0, 0, "distance as a function of time"),
    BRI_CHOICE_PARAM_AS(translation_driver, from, BRI_ROLE_BUILT, "initial|zero",
                        "reference of the motion: the initial distance, or zero"),
    {0},
};

static bri_motion distance_along(const bri_site *site, const bri_frame *const *bodies)
{
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], site->point[1]);
    double along[2];
    bri_to_world(bodies[0], site->along, along);
    return bri_motion_along(bodies[0], bodies[1], &a, &b, along);
}

static bri_status translation_driver_place(const void *params, const bri_end *ends, int count, bri_site *site,
                                           bri_error *err)
{
    const translation_driver *p = params;
    const bri_frame *bodies[2] = {&ends[0].frame, &ends[1].frame};
    bri_place_points(ends, count, (const double[2]){__builtin_nan(""), 0}, site);
    bri_status status = bri_place_along(ends, p->along, site, err);
    site->offset[0] = p->from == 0 && !status ? distance_along(site, bodies).value : 0;
    return status;
}

static void translation_driver_motions(const void *params, const bri_site *site, const bri_frame *const *bodies,
                                       const double drive[3], bri_motion *held, bri_motion *freed)
{
    (void)params, (void)freed;
    held[0] = distance_along(site, bodies);
    held[0].value -= drive[0];
    held[0].drift -= drive[1];
    held[0].bias -= drive[2];
}

static const bri_variable translation_driver_held[] = {
    {"force", "N", "force on the second body, positive in the direction along", BRI_ONE, 0, 0}, {0}};

static void translation_driver_draw(const void *params, const bri_site *site, const bri_frame *const *bodies,
                                    bri_sketch *sketch)
{
    (void)params;
    bri_spot b = bri_spot_of(bodies[1], site->point[1]);
    double along[2], tail[2], tip[2], g = fmax(sketch->reach[0], 2 * sketch->mark);
    bri_to_world(bodies[0], site->along, along);
    bri_offset(b.at, along, g, 0, tail);
    bri_offset(b.at, along, g + 4 * sketch->mark, 0, tip);
    bri_offset(b.at, along, g + 2 * sketch->mark, 0, sketch->name_at);
    bri_sketch_arrow(sketch, "drive", tail, tip);
}

const bri_joint_kind bri_joint_translation_driver = {
    .kind = {.name = "translation_driver",
             .family = "joint",
             .title = "actuator: the distance of two points along a direction follows a function of time",
             .required = "along motion",
             .params_size = sizeof(translation_driver),
             .params = translation_driver_params},
    .held = translation_driver_held,
    .driver = offsetof(translation_driver, motion),
    .starts_from = offsetof(translation_driver, from),
    .place = translation_driver_place,
    .motions = translation_driver_motions,
    .draw = translation_driver_draw,
};
