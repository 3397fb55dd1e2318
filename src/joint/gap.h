/* gap.h - kinematics of gaps: places where the bodies of a joint may touch */
#ifndef BRISTLE_JOINT_GAP_H
#define BRISTLE_JOINT_GAP_H

#include "joint/joint.h"

/* A gap between two round surfaces about points of the bodies: a disc on a disc, or in a bore, whose radius is
 * negative. */
void bri_gap_round(const bri_frame *const *bodies, const double point[2][2], const double radius[2], int contact_point,
                   bri_gap *gap);
/* A gap between a round surface of the second body, about point, and a face of the first body, parallel to the site's
 * line at the distance offset to its left. side: the surface is on the left (1) or on the right (-1) of the face. */
void bri_gap_flat(const bri_site *site, const bri_frame *const *bodies, const double point[2], double radius,
                  double offset, int side, int contact_point, bri_gap *gap);
/* The gaps between such a surface and the two faces of a slot, at the distance half from the site's line: first the face
 * on the right of the line. */
void bri_gap_slot(const bri_site *site, const bri_frame *const *bodies, const double point[2], double radius,
                  double half, int contact_point, bri_gap gaps[2]);

#endif
