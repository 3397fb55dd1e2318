/* return_map.h - a spring that is carried along once it is stretched to its limit
 *
 *     mode 0, holding:  zdot = v
 *     mode 1, slipping: z keeps its length and turns into the direction of sliding, zdot = v - n (n.v), n = z/|z|
 *
 * An edge ends each mode: the length reaches the limit, which falls with the load; the velocity points back along the
 * spring. */
#ifndef BRISTLE_FRICTION_RETURN_MAP_H
#define BRISTLE_FRICTION_RETURN_MAP_H

#include "friction/bristle.h"

typedef struct held_or_slipping {
    mask slips;
    real n[2], length; /* of z */
} held_or_slipping;

/* Fills zdot and its slopes. */
BRI_INLINE held_or_slipping return_map(const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    int dim = slip->dim;
    held_or_slipping at = {.slips = slip->discrete[0] != 0};
    at.length = real_max(norm_of(slip, slip->z), splat(1e-100));
    for (int i = 0; i < dim; i++)
        at.n[i] = slip->z[i] / at.length;
    real along = dim == 1 ? splat(0) : dot_of(slip, at.n, slip->v);
    for (int i = 0; i < dim; i++)
        drag->zdot[i] = pick(at.slips, dim == 1 ? splat(0) : slip->v[i] - at.n[i] * along, slip->v[i]);
    for (int i = 0; slopes && i < dim; i++)
        for (int j = 0; j < dim; j++) {
            real same = splat(i == j), across = dim == 1 ? splat(0) : same - at.n[i] * at.n[j];
            real by_z = dim == 1 ? splat(0) : -(along * across + at.n[i] * (slip->v[j] - along * at.n[j])) / at.length;
            slopes->zdot_v[i * dim + j] = pick(at.slips, across, same);
            slopes->zdot_z[i * dim + j] = pick(at.slips, by_z, splat(0));
        }
    return at;
}

#if BRI_LANES == 1
/* Positive while the mode lasts: the share of the limit that is left; how fast the spring is carried along. */
static inline double return_map_edge(const bri_slip *slip, double limit)
{
    return slip->discrete[0] == 0 ? 1 - norm_of(slip, slip->z) / limit : dot_of(slip, slip->z, slip->v) / limit;
}

/* A spring at its limit is carried along if v still stretches it. If not, the limit came down to it while it was let go:
 * then it holds on, shortened. Either mode begins with z at the limit. */
static inline void return_map_handle_event(const bri_slip *slip, double limit, double *z, double *discrete)
{
    double length = norm_of(slip, z);
    discrete[0] = discrete[0] == 0 && dot_of(slip, z, slip->v) > 0;
    for (int i = 0; i < slip->dim && length > 0; i++)
        z[i] *= limit / length;
}

#define MODE_SLIPS                                                                                                     \
    {                                                                                                                  \
        "slips", "1", "0 while the bristles hold, 1 while they are carried along", BRI_ONE, 0, 0                       \
    }
#define EDGE_CHANGES                                                                                                   \
    {                                                                                                                  \
        "changes", "1", "the bristles let go, or hold again", BRI_ONE, 0, 0                                            \
    }
#endif

#endif
