/* force_torsion_spring.c - a rotational spring and damper between two bodies, or along the rotation of a joint
 *
 *     T = -stiffness (d - angle) - damping d',   d: angle of the second body relative to the first */
#include "force/force.h"

typedef struct torsion_spring {
    bri_names bodies;
    double stiffness, damping;
    bri_record angle;
} torsion_spring;

static const bri_param torsion_spring_params[] = {
    BRI_ROW(torsion_spring, BRI_NAMES, "between", bodies, "1", "body|point|joint", 1, 2,
            "two bodies, or a rotating joint"),
    BRI_PARAM_AS(torsion_spring, stiffness, BRI_ROLE_STIFFNESS, "N m/rad", 0, 0, 1e15, "stiffness of the spring"),
    BRI_PARAM_AS(torsion_spring, damping, BRI_ROLE_DAMPING, "N m s/rad", 0, 0, 1e15, "damping coefficient"),
    BRI_ROW(torsion_spring, BRI_PART, "angle", angle, "rad", "signal", 0, 0, "free angle"),
    {0},
};

static bri_status torsion_spring_place(const void *params, const bri_end *ends, int count, bri_site *site,
                                       bri_error *err)
{
    (void)params, (void)ends, (void)count, (void)site, (void)err;
    return BRI_OK;
}

static void torsion_spring_motion(const void *params, const bri_site *site, const bri_frame *const *bodies, int count,
                                  bri_motion *out)
{
    (void)params, (void)site, (void)count;
    *out = bri_motion_angle(bodies[0], bodies[1]);
}

static void torsion_spring_effort(const void *params, double value, double rate, const double signal[3],
                                  bri_effort *out)
{
    const torsion_spring *p = params;
    double twist = value - signal[0], turning = rate - signal[1];
    double force = -p->stiffness * twist - p->damping * turning;
    *out = (bri_effort){.force = force,
                        .by_value = -p->stiffness,
                        .by_rate = -p->damping,
                        .stored = 0.5 * p->stiffness * twist * twist,
                        .loss = p->damping * turning * turning,
                        .work = force * signal[1]};
}

static void torsion_spring_draw(const void *params, const bri_site *site, const bri_frame *const *bodies,
                                bri_sketch *sketch)
{
    (void)params, (void)site, (void)bodies;
    bri_sketch_arc(sketch, "force", sketch->at, 2.4 * sketch->mark, 0, 15, 0.8 * sketch->mark);
}

const bri_force_kind bri_force_torsion_spring = {
    .kind = {.name = "torsion_spring",
             .family = "force",
             .title = "rotational spring and damper between two bodies, or along the rotation of a joint",
             .params_size = sizeof(torsion_spring),
             .params = torsion_spring_params},
    .signal = offsetof(torsion_spring, angle),
    .unit = "rad",
    .place = torsion_spring_place,
    .motion = torsion_spring_motion,
    .effort = torsion_spring_effort,
    .draw = torsion_spring_draw,
};
