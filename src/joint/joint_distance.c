/* joint_distance.c - two points at a constant distance, as by a massless rod
 *
 *     constraint: |second point - first point| = length */
#include "joint/draw.h"

#include <math.h>

#include "base/fail.h"

typedef struct distance {
    bri_names bodies;
    double length;
} distance;

static const bri_param distance_params[] = {
    ROW_BODIES(distance, "bodies"),
    BRI_PARAM_AS(distance, length, BRI_ROLE_BUILT, "m", 0, 0, 1e9, "distance of the points; 0: the initial distance"),
    {0},
};

static bri_status distance_place(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err)
{
    const distance *p = params;
    bri_place_points(ends, count, (const double[2]){NAN, NAN}, site);
    bri_spot a = bri_spot_of(&ends[0].frame, site->point[0]), b = bri_spot_of(&ends[1].frame, site->point[1]);
    site->offset[0] = p->length > 0 ? p->length : hypot(b.at[0] - a.at[0], b.at[1] - a.at[1]);
    if (!(site->offset[0] > 0))
        return bri_fail(err, BRI_BAD_VALUE, "the two points coincide: use a revolute joint for a distance of 0");
    return BRI_OK;
}

static void distance_motions(const void *params, const bri_site *site, const bri_frame *const *bodies,
                             const double drive[3], bri_motion *held, bri_motion *freed)
{
    (void)params, (void)drive, (void)freed;
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], site->point[1]);
    held[0] = bri_motion_distance(bodies[0], bodies[1], &a, &b);
}

static const bri_variable distance_held[] = {
    {"thrust", "N", "force in the rod, positive in compression", BRI_ONE, 0, 0}, {0}};

static void distance_draw(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_sketch *sketch)
{
    (void)params;
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], site->point[1]);
    for (int i = 0; i < 2; i++)
        sketch->name_at[i] = 0.5 * (a.at[i] + b.at[i]);
    bri_sketch_line(sketch, "rod", BRI_NO_END, a.at, b.at);
    bri_sketch_circle(sketch, "joint", BRI_NO_END, a.at, 0.35 * sketch->mark);
    bri_sketch_circle(sketch, "joint", BRI_NO_END, b.at, 0.35 * sketch->mark);
}

const bri_joint_kind bri_joint_distance = {
    .kind = {.name = "distance",
             .family = "joint",
             .title = "massless rod: two points at a constant distance",
             .params_size = sizeof(distance),
             .params = distance_params},
    .held = distance_held,
    .place = distance_place,
    .motions = distance_motions,
    .draw = distance_draw,
};
