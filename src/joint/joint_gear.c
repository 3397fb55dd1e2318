/* joint_gear.c - two bodies rotate at a fixed ratio, relative to a carrier if there is one
 *
 *     (angle_1 - angle_3) + ratio (angle_2 - angle_3) = const;  ratio = teeth of 2 / teeth of 1,
 *     negative for an internal gear */
#include "joint/draw.h"

#include <assert.h>
#include <math.h>

#include "base/fail.h"

typedef struct gear {
    bri_names bodies;
    double ratio;
} gear;

static const bri_param gear_params[] = {
    BRI_ROW(gear, BRI_NAMES, "bodies", bodies, "1", "body|point", 2, 3,
            "the two wheels and, if it moves, their carrier"),
    BRI_PARAM(gear, ratio, "1", 1, -1e6, 1e6,
              "teeth of the second wheel over teeth of the first; negative: an internal gear"),
    {0},
};

static bri_status gear_check(const void *params, bri_error *err)
{
    const gear *p = params;
    return p->ratio != 0
               ? BRI_OK
               : bri_fail(err, BRI_BAD_VALUE,
                          "ratio is 0: it must be the number of teeth of the second wheel over that of the first");
}

static double turned(const gear *p, const bri_frame *const *bodies)
{
    assert(bodies[0] && bodies[1]);
    double carrier = bodies[2] ? bodies[2]->angle : 0;
    return bodies[0]->angle - carrier + p->ratio * (bodies[1]->angle - carrier);
}

static bri_status gear_place(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err)
{
    const bri_frame *bodies[3] = {&ends[0].frame, &ends[1].frame, count > 2 ? &ends[2].frame : NULL};
    (void)err;
    site->offset[0] = turned(params, bodies);
    return BRI_OK;
}

static void gear_motions(const void *params, const bri_site *site, const bri_frame *const *bodies,
                         const double drive[3], bri_motion *held, bri_motion *freed)
{
    const gear *p = params;
    (void)site, (void)drive, (void)freed;
    held[0] = (bri_motion){.value = turned(p, bodies), .end = {{0, 0, 1}, {0, 0, p->ratio}, {0, 0, -1 - p->ratio}}};
}

static const bri_variable gear_held[] = {
    {"torque", "N m", "torque on the first wheel, counter-clockwise", BRI_ONE, 0, 0}, {0}};

static void gear_draw(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_sketch *sketch)
{
    const gear *p = params;
    (void)site, (void)bodies;
    double d = hypot(sketch->pivot[1][0] - sketch->pivot[0][0], sketch->pivot[1][1] - sketch->pivot[0][1]);
    double first = p->ratio != -1 ? d / fabs(1 + p->ratio) : 0, radius[2] = {first, fabs(p->ratio) * first};
    for (int e = 0; e < 2; e++) /* wheels on one axle have no pitch circles in this plane */
        bri_sketch_circle(sketch, "pitch", e, sketch->pivot[e], first > 0 ? radius[e] : (1.2 + 0.5 * e) * sketch->mark);
}

const bri_joint_kind bri_joint_gear = {
    .kind = {.name = "gear",
             .family = "joint",
             .title = "gear: two bodies rotate at a fixed ratio",
             .params_size = sizeof(gear),
             .params = gear_params,
             .check = gear_check},
    .held = gear_held,
    .place = gear_place,
    .motions = gear_motions,
    .draw = gear_draw,
};
