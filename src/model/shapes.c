/* shapes.c - what bodies are drawn as: tables only, in the frame of the body */
#include "model/shapes.h"

#include "base/fail.h"
#include "model/parts.h"

static bri_status check_corners(const bri_series *corners, const char *name, int fewest, bri_error *err)
{
    if (corners->count >= fewest) return BRI_OK;
    return bri_fail(err, BRI_BAD_VALUE, "a %s needs at least %d points", name, fewest);
}

/* --- line --------------------------------------------------------------------------------------------------------- */

static const bri_param line_params[] = {
    BRI_SERIES_PARAM_AS(bri_outline_params, corners, BRI_ROLE_PLACE, "m", "m", -1e9, 1e9, "points of the line"),
    {0},
};

static bri_status line_check(const void *params, bri_error *err)
{
    return check_corners(&((const bri_outline_params *)params)->corners, "line", 2, err);
}

const bri_shape_kind bri_shape_line = {.form = BRI_FORM_LINE,
                                       .kind = {.name = "line",
                                                .family = "shape",
                                                .title = "polyline",
                                                .params_size = sizeof(bri_outline_params),
                                                .params = line_params,
                                                .check = line_check}};

/* --- polygon ------------------------------------------------------------------------------------------------------ */

static const bri_param polygon_params[] = {
    BRI_SERIES_PARAM_AS(bri_outline_params, corners, BRI_ROLE_PLACE, "m", "m", -1e9, 1e9, "corners of the polygon"),
    {0},
};

static bri_status polygon_check(const void *params, bri_error *err)
{
    return check_corners(&((const bri_outline_params *)params)->corners, "polygon", 3, err);
}

const bri_shape_kind bri_shape_polygon = {.form = BRI_FORM_POLYGON,
                                          .kind = {.name = "polygon",
                                                   .family = "shape",
                                                   .title = "polygon",
                                                   .params_size = sizeof(bri_outline_params),
                                                   .params = polygon_params,
                                                   .check = polygon_check}};

/* --- circle ------------------------------------------------------------------------------------------------------- */

static const bri_param circle_params[] = {
    BRI_PARAM(bri_circle_params, radius, "m", 0.01, 1e-9, 1e9, "radius"),
    BRI_VECTOR_PARAM_AS(bri_circle_params, at, BRI_ROLE_PLACE, "m", 0, -1e9, 1e9, "centre"),
    {0},
};

const bri_shape_kind bri_shape_circle = {.form = BRI_FORM_CIRCLE,
                                         .kind = {.name = "circle",
                                                  .family = "shape",
                                                  .title = "a circle",
                                                  .params_size = sizeof(bri_circle_params),
                                                  .params = circle_params}};

/* --- box ---------------------------------------------------------------------------------------------------------- */

static const bri_param box_params[] = {
    BRI_VECTOR_PARAM(bri_box_params, size, "m", 0.01, 0, 1e9, "length and height"),
    BRI_VECTOR_PARAM_AS(bri_box_params, at, BRI_ROLE_PLACE, "m", 0, -1e9, 1e9, "centre"),
    BRI_PARAM(bri_box_params, angle, "rad", 0, -1e6, 1e6, "rotation, counter-clockwise"),
    {0},
};

const bri_shape_kind bri_shape_box = {.form = BRI_FORM_BOX,
                                      .kind = {.name = "box",
                                               .family = "shape",
                                               .title = "a rectangle",
                                               .params_size = sizeof(bri_box_params),
                                               .params = box_params}};
