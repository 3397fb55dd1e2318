/* return_map.h - return mapping: a spring that slides once it is stretched to its limit
 *
 * The limit L moves with the load. The spring is a complementarity problem, with n = z/|z| and the rate p at which it
 * slides:
 *
 *     zdot = v - p n,    p >= 0,    |z| <= L,    p (|z| - L) = 0
 *
 *     discrete state 0, sticking: p = 0,             until |z| reaches L
 *     discrete state 1, sliding:  p = n.v - L',      until p would be negative: |z| = L is then known without a state, and z
 *                                 only keeps the direction, which rotates into that of v
 *
 * A spring that relaxes while its limit falls faster slides: n.v < 0, and n.v > L'. A spring that is stretched
 * while its limit rises faster sticks. At either event p is 0 on both sides, so that neither event undoes the other. */
#ifndef BRISTLE_FRICTION_RETURN_MAP_H
#define BRISTLE_FRICTION_RETURN_MAP_H

#include "friction/bristle.h"

typedef struct held_or_slipping {
    mask slips;
    real n[2], length; /* direction and length of z */
} held_or_slipping;

/* Direction and length of z. */
BRI_INLINE held_or_slipping direction_of(const bri_slip *slip, const real *z)
{
    held_or_slipping at = {.length = real_max(norm_of(slip, z), splat(least_length))};
    for (int i = 0; i < slip->dim; i++)
        at.n[i] = z[i] / at.length;
    return at;
}

/* Computes zdot and its derivatives. */
BRI_INLINE held_or_slipping return_map(const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    int dim = slip->dim;
    held_or_slipping at = direction_of(slip, slip->z);
    at.slips = slip->discrete[0] != 0;
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
typedef struct moving_limit { /* of a length, m, and its rate */
    double now, rate;
} moving_limit;

/* p, m/s, of a spring at its limit */
static inline double slides_at(const bri_slip *slip, const double *z, moving_limit limit)
{
    held_or_slipping at = direction_of(slip, z);
    return dot_of(slip, at.n, slip->v) - limit.rate;
}

/* Event function, positive while the discrete state is valid: sticking, the remaining fraction of the limit; sliding, p. */
static inline double return_map_edge(const bri_slip *slip, moving_limit limit)
{
    return slip->discrete[0] == 0 ? 1 - norm_of(slip, slip->z) / limit.now : slides_at(slip, slip->z, limit);
}

/* Of the limit: where a spring begins to stick, so that rounding does not end that at once; where one that sticks is shortened,
 * rounding of the load, too. */
static const double inside_limit = 1 - 1e-14, well_inside_limit = 1 - 1e-9;

/* Handles the event. A spring that reaches its limit slides; where the load has jumped, its limit may be below its length
 * though it would not slide: it sticks, shortened to the limit. Both discrete states begin with z at the limit. */
static inline void return_map_handle_event(const bri_slip *slip, moving_limit limit, double *z, double *discrete)
{
    double length = norm_of(slip, z), sticks_at = discrete[0] == 0 ? well_inside_limit : inside_limit;
    discrete[0] = discrete[0] == 0 && slides_at(slip, z, limit) > 0;
    for (int i = 0; i < slip->dim && length > 0; i++)
        z[i] *= (discrete[0] == 0 ? sticks_at : 1) * limit.now / length;
}

#define DISCRETE_SLIPS                                                                                                 \
    {                                                                                                                  \
        "slips", "1", "0 while the bristles stick, 1 while they slip", BRI_ONE, 0, 0                                   \
    }
#define EVENT_CHANGES                                                                                                  \
    {                                                                                                                  \
        "changes", "1", "bristles begin to slip, or stick again", BRI_ONE, 0, 0                                        \
    }
#endif

#endif
