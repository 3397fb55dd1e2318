/* segments.h - a link that is elastic along its axis: three rigid segments on one axis, and a spring and damper at each
 * end
 *
 *     rod.a ==spring== rod ==spring== rod.b
 *
 * M. Wojtyra, 2017, section 4.2. */
#ifndef BRISTLE_MODEL_SEGMENTS_H
#define BRISTLE_MODEL_SEGMENTS_H

#include "model/parts.h"

enum {
    BRI_MIDDLE,
    BRI_END_FROM,
    BRI_END_TO,
    BRI_SEGMENTS
};

typedef struct bri_segments {
    const char *end[2];     /* names of the end points, owned by the model */
    double at[2][2];        /* their positions, m; all positions here are in the frame of the whole body */
    double axis[2], length; /* unit vector and distance from the first end point to the second */
    double mass[BRI_SEGMENTS], inertia[BRI_SEGMENTS];
    double centre[BRI_SEGMENTS][2]; /* mass centres */
    double stiffness[2], damping[2];
} bri_segments;

const bri_elastic_params *bri_elastic_of(const bri_record *body); /* NULL: the body is rigid */
bool bri_is_elastic(const bri_record *body);                      /* it becomes segments ("as: segments") */
/* Computes the segments of an elastic body, with the compliance of the joints at its ends in series with its springs.
 * On failure the message begins with "elastic". */
bri_status bri_segments_of(const bri_model_params *root, const bri_record *body, bri_segments *out, bri_error *err);

#endif
