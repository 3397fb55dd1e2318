/* friction.h - friction at every patch: its load, its force, the slope of the force by the load
 *
 * "Requires patches" means that bri_update_patches was called for the point and the solution's multipliers. */
#ifndef BRISTLE_SYSTEM_FRICTION_H
#define BRISTLE_SYSTEM_FRICTION_H

#include "system/faces.h"

typedef enum bri_pass {
    BRI_PASS_ELASTIC, /* the force is its elastic part, where an interface takes the load of its rates from it */
    BRI_PASS_WHOLE,
} bri_pass;

typedef struct bri_slope_room { /* room for the slopes of one law, and the slopes that point into it */
    bri_slopes slopes;
    double force_z[2 * BRI_Z_MAX], zdot_v[2 * BRI_Z_MAX], zdot_load[BRI_Z_MAX], zdot_z[BRI_Z_MAX * BRI_Z_MAX];
} bri_slope_room;
/* All 0, for a law with so many components and states. */
bri_slopes *bri_clear_slopes(bri_slope_room *room, int dim, int states);

/* Geometry and slip rate of every patch, and its load under the solution's multipliers. Writes patch and slip_rate. */
void bri_update_patches(const bri_point *point, bri_solution *solution);
/* Normal force of every patch, given the multipliers. Writes load, and elastic_load in the elastic pass. Requires patches. */
void bri_update_loads(const bri_point *point, const bri_solve_options *options, bri_pass pass, bri_solution *solution);
/* Loads from the multipliers; friction, its slope by the load and zdot of every patch; z where options->hg is above 0.
 * Requires patches. */
void bri_update_friction(const bri_point *point, const bri_solve_options *options, bri_pass pass,
                         bri_solution *solution);
/* The same in three parts. The first sets friction, slopes and zdot of interfaces that stick or are separated to 0; the second is for the
 * others, as often as the multipliers change; the third writes the loads of the first. */
void bri_clear_idle_friction(const bri_point *point, bri_solution *solution);
void bri_update_acting_friction(const bri_point *point, const bri_solve_options *options, bri_pass pass,
                                bri_solution *solution);
void bri_update_idle_loads(const bri_point *point, const bri_solve_options *options, bri_pass pass,
                           bri_solution *solution);
/* Whether friction forces or rates of bristle states would change with the loads; else bri_update_friction is final. */
bool bri_load_matters(const bri_solution *solution, bri_pass pass);

/* |load| + preload share of a patch, N, from the reaction. Requires patches. */
double bri_reaction_load(const bri_solution *solution, int patch);
/* Normal force of an interface at a gap, N. Requires a point with contact forces. */
double bri_contact_load(const bri_point *point, const sys_interface *interface);
/* What the law of a patch sees under a load, N. Requires patches. */
void bri_patch_slip(const bri_point *point, const bri_solution *solution, int patch, double load, bri_slip *slip);
/* Largest static effort of an interface under the solution's loads, N or N m. */
double bri_static_limit(const bri_point *point, const bri_solution *solution, int interface);
/* Force of a patch whose interface is at its limit: the static limit (or sliding friction), against the motion that the
 * interface is about to make; by_signed: its slope by the signed load; faces: how it is shared between two faces. */
double bri_limit_force(const bri_point *point, const bri_solution *solution, int patch, double load, double *by_signed,
                       bri_face_share *faces);
/* Effort of friction along the interface's motion, the first component of its patches, N or N m; of a constraint where it
 * sticks. Without noise that is an applied force: compare it with limits. */
double bri_interface_effort(const bri_point *point, const bri_solution *solution, int interface);
/* The same with that noise. */
double bri_friction_effort(const bri_point *point, const bri_solution *solution, int interface);
/* Slip speed of an interface at its first patch, m/s (rad/s where the law gives a torque). */
double bri_slip_speed(const bri_point *point, const bri_solution *solution, int interface);
/* Slip speed of a patch, and magnitude of its friction force, N. Require slip rates; friction. */
double bri_patch_speed(const bri_solution *solution, int patch);
double bri_patch_friction(const bri_solution *solution, int patch);
/* Loads follow the reactions, and the law's coefficients are no forces themselves. */
bool bri_follows_reaction(const sys_interface *interface);
/* Sets the piece of every piecewise law to the one in which its slip speed is; 0 (it follows the speed) where passes_reversals and
 * the pieces are those of a direction whose reversal is of the fast part. True: a piece has changed. Requires a point with slip;
 * packs nothing: discrete may be the point's own or a copy of it. */
bool bri_update_pieces(const bri_point *point, bool passes_reversals, bri_solution *room, bri_discrete *discrete);
/* How the load of a patch changes with a component of friction. Requires columns. */
double bri_load_by_force(const bri_solution *solution, int of, int by);

#endif
