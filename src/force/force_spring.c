/* force_spring.c - a spring and a damper between two points, or along the sliding of a joint
 *
 *     F = -stiffness (d - length) - damping d',   d: distance of the points, or the joint's slide
 *
 * The free length may be a function of time, as for a moving wall: the damper then acts on the rate of d - length, and
 * the power needed to move the wall counts as power of a load. */
#include "force/force.h"

#include <math.h>

typedef struct spring {
    bri_names bodies;
    double stiffness, damping;
    bri_record length;
} spring;

static const bri_param spring_params[] = {
    BRI_ROW(spring, BRI_NAMES, "between", bodies, "1", "body|point|joint", 1, 2, "two points, or a sliding joint"),
    BRI_PARAM_AS(spring, stiffness, BRI_ROLE_STIFFNESS, "N/m", 0, 0, 1e15, "stiffness of the spring"),
    BRI_PARAM_AS(spring, damping, BRI_ROLE_DAMPING, "N s/m", 0, 0, 1e15, "damping coefficient"),
    BRI_ROW(spring, BRI_PART, "length", length, "m", "signal", 0, 0, "free length; not given: 0"),
    {0},
};

static bri_status spring_place(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err)
{
    (void)params, (void)err;
    bri_place_points(ends, count, (const double[2]){NAN, NAN}, site);
    return BRI_OK;
}

static void spring_motion(const void *params, const bri_site *site, const bri_frame *const *bodies, int count,
                          bri_motion *out)
{
    (void)params, (void)count;
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], site->point[1]);
    *out = bri_motion_distance(bodies[0], bodies[1], &a, &b);
}

static void spring_effort(const void *params, double value, double rate, const double signal[3], bri_effort *out)
{
    const spring *p = params;
    double stretch = value - signal[0], opening = rate - signal[1];
    double force = -p->stiffness * stretch - p->damping * opening;
    *out = (bri_effort){.force = force,
                        .by_value = -p->stiffness,
                        .by_rate = -p->damping,
                        .stored = 0.5 * p->stiffness * stretch * stretch,
                        .loss = p->damping * opening * opening,
                        .work = force * signal[1]};
}

static void spring_draw(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_sketch *sketch)
{
    (void)params;
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], site->point[1]);
    double along[2], across[2];
    if (sketch->along_joint) { /* from behind the point where the slide is 0, to the side of the body */
        double g = sketch->reach[2] > 0 ? sketch->reach[2] : 2 * sketch->mark;
        bri_to_world(bodies[0], site->along, along);
        bri_offset(a.at, along, -g - 12 * sketch->mark, 0, a.at);
        bri_offset(b.at, along, -g, 0, b.at);
        across[0] = -along[1], across[1] = along[0];
        bri_sketch_rail(sketch, a.at, across, -1.5 * sketch->mark, 1.5 * sketch->mark, 1);
    }
    for (int i = 0; i < 2; i++)
        sketch->name_at[i] = 0.5 * (a.at[i] + b.at[i]);
    bri_sketch_zigzag(sketch, a.at, b.at);
}

const bri_force_kind bri_force_spring = {
    .kind = {.name = "spring",
             .family = "force",
             .title = "spring and damper between two points, or along the sliding of a joint",
             .params_size = sizeof(spring),
             .params = spring_params},
    .signal = offsetof(spring, length),
    .unit = "m",
    .place = spring_place,
    .motion = spring_motion,
    .effort = spring_effort,
    .draw = spring_draw,
};

const bri_kind *bri_spring_kind(void) { return &bri_force_spring.kind; }
