/* joint_rub.c - friction of the second body along a direction of the first, without a constraint
 *
 *     slip = rate of the slide, load = as given (friction: {load: 10 N}), as of a brake shoe or a belt */
#include "joint/draw.h"

typedef struct patch {
    bri_names bodies;
    double at[2], along[2];
    bri_record friction;
} patch;

static const bri_param rub_params[] = {
    ROW_BODIES(patch, "bodies"), ROW_AT(patch), ROW_ALONG(patch), ROW_FRICTION(patch), {0},
};

static bri_status rub_place(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err)
{
    const patch *p = params;
    bri_place_points(ends, count, p->at, site);
    return bri_place_along(ends, p->along, site, err);
}

static void rub_motions(const void *params, const bri_site *site, const bri_frame *const *bodies, const double drive[3],
                        bri_motion *held, bri_motion *freed)
{
    (void)params, (void)drive, (void)held;
    if (!freed) return;
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], site->point[1]);
    double along[2];
    bri_to_world(bodies[0], site->along, along);
    freed[0] = bri_motion_along(bodies[0], bodies[1], &a, &b, along);
}

static void rub_patch(const void *params, const bri_site *site, const bri_frame *const *bodies, const bri_motion *freed,
                      const double *lambda, bri_patch *patches)
{
    (void)params, (void)site, (void)bodies, (void)lambda;
    bri_patch_simple(freed, 0, 1, 0, patches);
}

static const bri_variable rub_freed[] = {
    {"slide", "m", "position of the second body along the first, positive in the direction along", BRI_ONE, 0, 0}, {0}};
static const bri_variable rub_patches[] = {{"surface", "m/s", "contact of the two bodies", BRI_ONE, 0, 0}, {0}};

static void rub_draw(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_sketch *sketch)
{
    (void)params;
    bri_spot b = bri_spot_of(bodies[1], site->point[1]);
    double along[2], from[2], to[2];
    bri_to_world(bodies[0], site->along, along);
    for (int i = -2; i <= 2; i++) {
        bri_offset(b.at, along, (0.6 * i - 0.3) * sketch->mark, -0.5 * sketch->mark, from);
        bri_offset(b.at, along, (0.6 * i + 0.3) * sketch->mark, 0.5 * sketch->mark, to);
        bri_sketch_line(sketch, "rub", BRI_NO_END, from, to);
    }
}

const bri_joint_kind bri_joint_rub = {
    .kind = {.name = "rub",
             .family = "joint",
             .title = "friction along a direction under a given load, without a constraint: a brake shoe, a belt",
             .required = "along friction",
             .params_size = sizeof(patch),
             .params = rub_params},
    .freed = rub_freed,
    .patches = rub_patches,
    .friction = {offsetof(patch, friction)},
    .place = rub_place,
    .motions = rub_motions,
    .patch = rub_patch,
    .draw = rub_draw,
};
