/* tangent_node.h - the linearised equations as a function of time
 *
 * They are evaluated at nodes, the end of each step and times within it, and interpolated between them: rates with kinks begin new nodes. */
#ifndef BRISTLE_SIM_TANGENT_NODE_H
#define BRISTLE_SIM_TANGENT_NODE_H

#include "sim/tangent_state.h"

/* All nodes belong to other equations than those to come. */
void bri_tangent_clear_nodes(bri_tangent *tangent);
/* A step begins: of the nodes before it, the last ones are kept. */
void bri_tangent_trim_nodes(bri_tangent *tangent);
/* The node at a time in the last step of the run, evaluated if it is not known. NULL: out of memory. Where the equations have no solution
 * there, derivatives are lost. */
const bri_tangent_node *bri_tangent_node_at(bri_tangent *tangent, double t);
/* The same from the beginning of the step on. */
void bri_tangent_lose_all(bri_tangent *tangent, double t);

enum {
    BRI_TANGENT_NEAR = 6 /* nodes between which is interpolated */
};
typedef struct bri_tangent_mix { /* nodes near a time, and their weights */
    int count;                   /* 0: too few */
    const bri_tangent_node *node[BRI_TANGENT_NEAR];
    double weight[BRI_TANGENT_NEAR];
    double change[BRI_TANGENT_NEAR]; /* of the weights, by the node that is farthest */
} bri_tangent_mix;
void bri_tangent_mix_at(const bri_tangent *tangent, double t, bri_tangent_mix *mix);
void bri_tangent_interpolate(const bri_tangent *tangent, const bri_tangent_mix *mix, double t, bri_tangent_lines *out);

#endif
