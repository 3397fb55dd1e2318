/* return_map.h - return mapping: a spring that slips once it is stretched to its limit
 *
 *     mode 0, sticking: zdot = v
 *     mode 1, slipping: z keeps its length and rotates into the direction of sliding, zdot = v - n (n.v), n = z/|z|
 *
 * An event ends each mode: the length reaches the limit, which depends on the load; the velocity points back along the
 * spring. */
#ifndef BRISTLE_FRICTION_RETURN_MAP_H
#define BRISTLE_FRICTION_RETURN_MAP_H

#include "friction/bristle.h"

typedef struct held_or_slipping {
    mask slips;
    real n[2], length; /* direction and length of z */
} held_or_slipping;

/* Computes zdot and its derivatives. */
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
/* Event function, positive while the mode lasts: sticking, the remaining fraction of the limit; slipping, the speed
 * along the spring. */
static inline double return_map_edge(const bri_slip *slip, double limit)
{
    return slip->discrete[0] == 0 ? 1 - norm_of(slip, slip->z) / limit : dot_of(slip, slip->z, slip->v) / limit;
}

/* Handles the event. A spring at its limit slips if v still stretches it. If not, the limit decreased below its length
 * while it was relaxing: it sticks, shortened to the limit. Either mode begins with z at the limit. */
static inline void return_map_handle_event(const bri_slip *slip, double limit, double *z, double *discrete)
{
    double length = norm_of(slip, z);
    discrete[0] = discrete[0] == 0 && dot_of(slip, z, slip->v) > 0;
    for (int i = 0; i < slip->dim && length > 0; i++)
        z[i] *= limit / length;
}

#define MODE_SLIPS                                                                                                     \
    {                                                                                                                  \
        "slips", "1", "0 while the bristles stick, 1 while they slip", BRI_ONE, 0, 0                                   \
    }
#define EDGE_CHANGES                                                                                                   \
    {                                                                                                                  \
        "changes", "1", "bristles begin to slip, or stick again", BRI_ONE, 0, 0                                        \
    }
#endif

#endif
