/* joint_disc_on_disc.c - a disc of the second body that may touch a disc of the first from outside, and separate */
#include "joint/draw.h"
#include "joint/gap.h"

#include <math.h>

typedef struct disc_on_disc {
    bri_names bodies;
    double radii[2];
    int contact_point;
    bri_record normal, friction;
} disc_on_disc;

static const bri_param disc_on_disc_params[] = {
    ROW_BODIES(disc_on_disc, "bodies"),
    BRI_VECTOR_PARAM(disc_on_disc, radii, "m", NAN, 1e-9, 1e6, "radii of the two discs"),
    ROW_NORMAL(disc_on_disc),
    ROW_CONTACT_POINT(disc_on_disc, BRI_AT_MIDDLE),
    ROW_FRICTION(disc_on_disc),
    {0},
};

static bri_status disc_on_disc_place(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err)
{
    (void)params, (void)err;
    bri_place_points(ends, count, (const double[2]){NAN, NAN}, site);
    return BRI_OK;
}

static void disc_on_disc_gap(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_gap *gaps)
{
    const disc_on_disc *p = params;
    bri_gap_round(bodies, site->point, p->radii, p->contact_point, gaps);
}

static const bri_variable disc_on_disc_gaps[] = {{"discs", "m", "gap between the discs", BRI_ONE, 0, 0}, {0}};

static void disc_on_disc_draw(const void *params, const bri_site *site, const bri_frame *const *bodies,
                              bri_sketch *sketch)
{
    const disc_on_disc *p = params;
    for (int e = 0; e < 2; e++) {
        bri_spot centre = bri_spot_of(bodies[e], site->point[e]);
        bri_sketch_circle(sketch, "gap", e, centre.at, p->radii[e]);
    }
}

const bri_joint_kind bri_joint_disc_on_disc = {
    .kind = {.name = "disc_on_disc",
             .family = "joint",
             .title = "unilateral contact of two discs, which may touch and separate",
             .required = "radii",
             .params_size = sizeof(disc_on_disc),
             .params = disc_on_disc_params},
    .gaps = disc_on_disc_gaps,
    .normal = offsetof(disc_on_disc, normal),
    .friction = {offsetof(disc_on_disc, friction)},
    .place = disc_on_disc_place,
    .gap = disc_on_disc_gap,
    .draw = disc_on_disc_draw,
};
