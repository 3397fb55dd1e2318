/* joint_tip_on_line.c - a point of the second body that may touch a line of the first, slide along it, and separate
 *
 * The point touches the side of the line on which it starts, unless side is given; if it starts on the line, the left
 * side. A point has no radius, so its normal law needs an explicit stiffness. */
#include "joint/draw.h"
#include "joint/gap.h"

#include <math.h>

static const double on_the_line = 1e-9; /* distance of the tip over those of the points: no side is meant */

enum {
    SIDE_START,
    SIDE_LEFT,
    SIDE_RIGHT
};

typedef struct tip_on_line {
    bri_names bodies;
    double at[2], through[2], along[2];
    int side, contact_point;
    bri_record normal, friction;
} tip_on_line;

static const bri_param tip_on_line_params[] = {
    ROW_BODIES(tip_on_line, "bodies"),
    ROW_AT(tip_on_line),
    ROW_THROUGH(tip_on_line),
    ROW_ALONG(tip_on_line),
    BRI_CHOICE_PARAM_AS(tip_on_line, side, BRI_ROLE_BUILT, "start|left|right",
                        "side of the line, seen along it, on which the point is: where it starts, left or right"),
    ROW_NORMAL(tip_on_line),
    ROW_CONTACT_POINT(tip_on_line, BRI_AT_SECOND),
    ROW_FRICTION(tip_on_line),
    {0},
};

static bri_status tip_on_line_place(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err)
{
    const tip_on_line *p = params;
    const double *line = isnan(p->through[0]) ? (const double[2]){0, 0} : p->through;
    bri_place_points(ends, count, p->at, site);
    if (isnan(ends[0].point[0])) bri_local_point(&ends[0].frame, line, site->point[0]);
    bri_status status = bri_place_along(ends, p->along, site, err);
    if (status) return status;
    const bri_frame *bodies[2] = {&ends[0].frame, &ends[1].frame};
    bri_gap gap;
    bri_gap_flat(site, bodies, site->point[1], 0, 0, 1, BRI_AT_SECOND, &gap);
    double near = on_the_line * (hypot(site->point[1][0], site->point[1][1]) + hypot(line[0], line[1]) +
                                 hypot(ends[1].frame.at[0], ends[1].frame.at[1]));
    if (p->side == SIDE_RIGHT || (p->side == SIDE_START && gap.normal.value < -near)) { /* reverse the line */
        site->along[0] = -site->along[0];
        site->along[1] = -site->along[1];
    }
    return BRI_OK;
}

static void tip_on_line_gap(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_gap *gaps)
{
    const tip_on_line *p = params;
    bri_gap_flat(site, bodies, site->point[1], 0, 0, 1, p->contact_point, gaps);
}

static const bri_variable tip_on_line_gaps[] = {{"line", "m", "gap between the point and the line", BRI_ONE, 0, 0},
                                                {0}};

static void tip_on_line_draw(const void *params, const bri_site *site, const bri_frame *const *bodies,
                             bri_sketch *sketch)
{
    (void)params;
    bri_spot tip = bri_spot_of(bodies[1], site->point[1]);
    bri_sketch_floor(sketch, site, bodies);
    bri_sketch_circle(sketch, "joint", BRI_NO_END, tip.at, 0.25 * sketch->mark);
}

const bri_joint_kind bri_joint_tip_on_line = {
    .kind = {.name = "tip_on_line",
             .family = "joint",
             .title = "unilateral contact of a point with a line: it may touch, slide and separate",
             .required = "along normal",
             .params_size = sizeof(tip_on_line),
             .params = tip_on_line_params},
    .gaps = tip_on_line_gaps,
    .normal = offsetof(tip_on_line, normal),
    .friction = {offsetof(tip_on_line, friction)},
    .place = tip_on_line_place,
    .gap = tip_on_line_gap,
    .draw = tip_on_line_draw,
};
