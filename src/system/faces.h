/* faces.h - friction of a guide with two faces: how they share it, and which part of it follows their loads */
#ifndef BRISTLE_SYSTEM_FACES_H
#define BRISTLE_SYSTEM_FACES_H

#include "system/solution.h"

typedef struct bri_face_share { /* difference of the friction of two faces = share x friction of the patch */
    double share, slope;        /* slope: of the share by the signed load */
} bri_face_share;
/* The faces carry max(N, 0) and max(-N, 0), N = signed_load, and half of the preload each: share = N/L, L = load = |N| +
 * preload of the patch. */
bri_face_share bri_share_between_faces(const sys_interface *interface, double signed_load, double load);
typedef struct bri_carried { /* the part of a friction force that the load carries, and its derivatives */
    double force, by_force, by_load, by_v;
} bri_carried;
/* Of the friction force of a patch with one component, without bristle damping that does not follow the load; slip: as the law
 * sees it. */
bri_carried bri_carried_by_load(const sys_interface *interface, const bri_slip *slip, double force);
/* Writes the component behind those of the slip: the friction of the first face, less that of the second. Requires that of
 * the slip; follows: friction follows the load. */
void bri_set_face_difference(const sys_patch *patch, bri_face_share faces, bool follows, bri_solution *solution);
/* The same of friction of which the load may carry a part only; undamped_by_signed: slope by the signed load of the friction from
 * which that part is taken; side: the sign of that load. */
void bri_set_carried_difference(const sys_patch *patch, bri_carried carried, double undamped_by_signed,
                                bri_face_share faces, double side, bool follows, bri_solution *solution);

/* Couple of the friction by which an interface with two faces sticks, N m on the second body: each corner carries a part of it in
 * proportion to its load, and the faces share that part as they share sliding friction. The multipliers hold this couple, too;
 * the reaction of the joint is what they are without it. */
double bri_couple_of_stick(const bri_solution *solution, const sys_interface *interface);
/* A multiplier as the reaction of its joint: without the couples of friction by which interfaces with two faces stick. */
double bri_reaction_of_row(const bri_point *point, const bri_solution *solution, int row);

#endif
