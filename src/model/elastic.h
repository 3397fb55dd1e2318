/* elastic.h - a link that is elastic along its axis: three rigid segments on one axis, and a spring and damper at each end
 *
 *     rod.a ==spring== rod ==spring== rod.b
 *
 * M. Wojtyra, 2017, section 4.2. A model that is simulated holds the segments; the model of the user keeps its one line. */
#ifndef BRISTLE_MODEL_ELASTIC_H
#define BRISTLE_MODEL_ELASTIC_H

#include "model/parts.h"

enum {
    BRI_MIDDLE,
    BRI_END_FROM,
    BRI_END_TO,
    BRI_SEGMENTS
};

typedef struct bri_segments {
    const char *end[2];     /* names of the points */
    double at[2][2];        /* where they are; like all places here, in the frame of the whole body */
    double axis[2], length; /* from the first to the second */
    double mass[BRI_SEGMENTS], inertia[BRI_SEGMENTS];
    double centre[BRI_SEGMENTS][2]; /* mass centres */
    double stiffness[2], damping[2];
} bri_segments;

bool bri_is_elastic(const bri_record *body); /* as segments */
bool bri_is_derived(const char *name);       /* of a segment, "rod.a", or of its joint and spring, "rod.a.spring" */
bool bri_any_elastic(const bri_model *model);
/* Bad: a sentence that begins with "elastic". */
bri_status bri_segments_of(const bri_model_params *root, const bri_record *body, bri_segments *out, bri_error *err);

/* Every elastic body becomes its middle segment; the others, "rod.a", and their joints and springs, "rod.a.spring", stand
 * behind all that the model had. A joint or force that names the point rod.a then finds the segment. */
bri_status bri_model_split(bri_model *model, bri_error *err);
/* Numbers of the segments once more, from a model that has changed; what it was split into stays. */
bri_status bri_model_split_again(const bri_model *whole, bri_model *split, bri_error *err);
void bri_model_stiffen(bri_model *model); /* elastic bodies become rigid */

/* Links that stay rigid, and whose stiffness goes into friction laws: the first body; NULL: none. */
const bri_record *bri_model_shares(const bri_model *model);
void bri_model_share_no_more(bri_model *model); /* they are plain rigid bodies */
void bri_model_loosen(bri_model *model);        /* they are split like the others */

#endif
