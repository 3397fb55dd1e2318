/* elastic.h - elastic links as a simulation has them: split into segments
 *
 * The model that is simulated holds the segments; the user's model keeps its one body. */
#ifndef BRISTLE_MODEL_ELASTIC_H
#define BRISTLE_MODEL_ELASTIC_H

#include "model/model.h"
#include "model/segments.h"

bool bri_is_derived(const char *name); /* of an end segment, "rod.a", or of its joint and spring, "rod.a.spring" */
bool bri_any_elastic(const bri_model *model);

/* Every elastic body becomes its middle segment. The end segments ("rod.a"), and their joints and springs
 * ("rod.a.spring"), are appended to the model's own bodies, joints and forces. A joint or force that names the point
 * rod.a then refers to the end segment. */
bri_status bri_model_split_links(bri_model *model, bri_error *err);
/* Updates masses, inertias, stiffness and damping of the segments in split after whole has changed. Fails if the
 * lengths of the segments would change. */
bri_status bri_model_update_segments(const bri_model *whole, bri_model *split, bri_error *err);
void bri_model_make_rigid(bri_model *model); /* every elastic body becomes rigid */

/* Links that stay rigid and whose stiffness goes into friction laws ("as: friction"): the first such body; NULL:
 * none. */
const bri_record *bri_model_friction_link(const bri_model *model);
void bri_model_make_friction_links_rigid(bri_model *model);   /* these links become plain rigid bodies */
void bri_model_make_friction_links_elastic(bri_model *model); /* these links become segments, like the others */

#endif
