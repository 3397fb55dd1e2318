/* force_force.c - a force at a point of a body, along a direction of the world or of the body
 *
 *     F = value(t) along/|along| */
#include "force/force.h"

#include <math.h>
#include <string.h>

typedef struct force {
    bri_names bodies;
    double at[2], along[2];
    bri_record value;
    int turns;
} force;

static const bri_param force_params[] = {
    BRI_ROW(force, BRI_NAMES, "on", bodies, "1", "body|point", 1, 1, "the body, or one of its points"),
    ROW_AT(force),
    ROW_ALONG(force),
    BRI_ROW(force, BRI_PART, "value", value, "N", "signal", 0, 0, "force along the direction, as a function of time"),
    BRI_CHOICE_PARAM(force, turns, "no|with_body", "whether the direction rotates with the body"),
    {0},
};

static bri_status force_place(const void *params, const bri_end *ends, int count, bri_site *site, bri_error *err)
{
    const force *p = params;
    bri_end frame = {.frame = {.c = 1}};
    bri_place_points(ends, count, p->at, site);
    if (p->turns) frame = ends[0];
    return bri_place_along(&frame, p->along, site, err);
}

static void force_motion(const void *params, const bri_site *site, const bri_frame *const *bodies, int count,
                         bri_motion *out)
{
    const force *p = params;
    (void)count;
    bri_spot spot = bri_spot_of(bodies[0], site->point[0]);
    double n[2] = {site->along[0], site->along[1]};
    if (p->turns) bri_to_world(bodies[0], site->along, n);
    *out = (bri_motion){.end = {{n[0], n[1], spot.arm[0] * n[1] - spot.arm[1] * n[0]}}};
}

static void force_draw(const void *params, const bri_site *site, const bri_frame *const *bodies, bri_sketch *sketch)
{
    const force *p = params;
    double n[2] = {site->along[0], site->along[1]}, tail[2];
    bri_spot spot = bri_spot_of(bodies[0], site->point[0]);
    if (p->turns) bri_to_world(bodies[0], site->along, n);
    bri_offset(spot.at, n, (sketch->effort < 0 ? 5 : -5) * sketch->mark, 0, tail); /* direction of the current force */
    memcpy(sketch->name_at, tail, sizeof tail);
    bri_sketch_arrow(sketch, "force", tail, spot.at);
}

const bri_force_kind bri_force_force = {
    .kind = {.name = "force",
             .family = "force",
             .title = "force at a point of a body, along a direction",
             .required = "along value",
             .params_size = sizeof(force),
             .params = force_params},
    .signal = offsetof(force, value),
    .place = force_place,
    .motion = force_motion,
    .effort = bri_effort_given,
    .draw = force_draw,
};
