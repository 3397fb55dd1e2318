/* force_torque.c - a torque on a body, or between two bodies
 *
 *     T = value(t) on the second body, -T on the first */
#include "force/force.h"

typedef struct torque {
    bri_names bodies;
    bri_record value;
} torque;

static const bri_param torque_params[] = {
    BRI_ROW(torque, BRI_NAMES, "on", bodies, "1", "body|joint", 1, 2,
            "one body, the first and second of two, or a joint"),
    BRI_ROW(torque, BRI_PART, "value", value, "N m", "signal", 0, 0, "torque as a function of time"),
    {0},
};

static bri_status torque_place(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err)
{
    (void)params, (void)ends, (void)count, (void)site, (void)err;
    return BRI_OK;
}

static void torque_motion(const void *params, const bri_site *site, const bri_frame *const *bodies, int count,
                          bri_motion *out)
{
    (void)params, (void)site;
    if (count == 1)
        *out = (bri_motion){.value = bodies[0]->angle, .end = {{0, 0, 1}}};
    else
        *out = bri_motion_angle(bodies[0], bodies[1]);
}

static void torque_draw(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_sketch *sketch)
{
    (void)params, (void)site, (void)bodies;
    double r = 2.2 * sketch->mark, turn = sketch->effort < 0 ? -1 : 1;
    bri_sketch_arc(sketch, "force", sketch->at, r, 1.57 - 1.9 * turn, 1.57 + 1.9 * turn, r);
}

const bri_force_kind bri_force_torque = {
    .kind = {.name = "torque",
             .family = "force",
             .title = "torque on a body, between two bodies, or on a joint",
             .required = "value",
             .params_size = sizeof(torque),
             .params = torque_params},
    .signal = offsetof(torque, value),
    .unit = "rad",
    .place = torque_place,
    .motion = torque_motion,
    .effort = bri_effort_given,
    .draw = torque_draw,
};
