/* elastic_links.h - forces of elastic links at rest */
#ifndef BRISTLE_STICTION_ELASTIC_LINKS_H
#define BRISTLE_STICTION_ELASTIC_LINKS_H

#include "stiction/statics.h"

/* Adds to the loads Q the forces of the springs of elastic links, deformed by the loads while all friction holds; sets
 * spring_motions. Requires A, Q and the springs. BRI_BAD_MODEL: stiffnesses too far apart to be solved. */
bri_status bri_add_link_forces(sti_statics *statics, bri_error *err);

#endif
