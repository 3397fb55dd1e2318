/* joint_disc_on_line.c - a disc of the second body that may touch a line of the first, roll and slip on it, and
 * separate */
#include "joint/draw.h"
#include "joint/gap.h"

typedef struct disc_on_line {
    bri_names bodies;
    double through[2], along[2];
    int contact_point;
    bri_record normal, friction;
} disc_on_line;

static const bri_param disc_on_line_params[] = {
    ROW_BODIES(disc_on_line, "bodies"),
    ROW_THROUGH(disc_on_line),
    ROW_ALONG(disc_on_line),
    ROW_NORMAL(disc_on_line),
    ROW_CONTACT_POINT(disc_on_line, BRI_AT_SECOND),
    ROW_FRICTION(disc_on_line),
    {0},
};

static bri_status disc_on_line_place(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err)
{
    const disc_on_line *p = params;
    (void)count;
    return bri_place_wheel(ends, p->through, p->along, site, err);
}

static void disc_on_line_gap(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_gap *gaps)
{
    const disc_on_line *p = params;
    bri_gap_flat(site, bodies, site->point[1], site->radius, 0, 1, p->contact_point, gaps);
}

static const bri_variable disc_on_line_gaps[] = {{"line", "m", "gap between the disc and the line", BRI_ONE, 0, 0},
                                                 {0}};

static void disc_on_line_draw(const void *params, const bri_site *site, const bri_frame *const *bodies,
                              bri_sketch *sketch)
{
    (void)params;
    bri_sketch_floor(sketch, site, bodies);
}

const bri_joint_kind bri_joint_disc_on_line = {
    .kind = {.name = "disc_on_line",
             .family = "joint",
             .title = "unilateral contact of a disc with a line: it may touch, roll, slip and separate",
             .required = "along",
             .params_size = sizeof(disc_on_line),
             .params = disc_on_line_params},
    .gaps = disc_on_line_gaps,
    .normal = offsetof(disc_on_line, normal),
    .friction = {offsetof(disc_on_line, friction)},
    .place = disc_on_line_place,
    .gap = disc_on_line_gap,
    .draw = disc_on_line_draw,
};
