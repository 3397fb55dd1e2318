/* friction.h - what the file of a law includes: lanes, kinds, and the loop that runs it over arrays
 *
 * The file of a law is compiled once for each number of lanes. BRI_SWEEP (a law with states) or BRI_SWEEP_CURVE (one
 * without) makes its loop; what a batch does not need stands under #if BRI_LANES == 1. */
#ifndef BRISTLE_FRICTION_FRICTION_H
#define BRISTLE_FRICTION_FRICTION_H

#include "base/fail.h"
#include "base/lane.h"
#include "base/lane_math.h"
#include "bristle/friction.h"
#include "equations.h" /* BRI_EQUATIONS_name: the indented lines of each law's opening comment, gathered at build */

static const double slip_limit = 1e60; /* larger speeds and loads are read as this, so that products stay finite */

BRI_INLINE real held_within(real x, double limit) { return real_max(real_min(x, splat(limit)), splat(-limit)); }

BRI_INLINE void slip_point(bri_slip *slip, int dim, real v0, real v1)
{
    v0 = held_within(v0, slip_limit);
    slip->dim = dim;
    slip->v[0] = v0;
    if (dim == 1) {
        slip->speed = real_abs(v0);
        slip->dir[0] = pick(v0 == 0, splat(0), real_sign_of(splat(1), v0));
        slip->v[1] = slip->dir[1] = splat(0);
    } else {
        v1 = held_within(v1, slip_limit);
        slip->v[1] = v1;
        real larger =
            real_max(real_abs(v0), real_abs(v1)); /* divided out first: nothing is lost to under- or overflow */
        real by = pick(larger > 0, larger, splat(1));
        real x = v0 / by, y = v1 / by;
        real norm = real_sqrt(x * x + y * y);
        slip->speed = larger * norm;
        norm = pick(larger > 0, norm, splat(1));
        slip->dir[0] = x / norm;
        slip->dir[1] = y / norm;
    }
}

BRI_INLINE void slip_load(bri_slip *slip, real load)
{
    slip->load = slip->rate_load = real_max(real_min(load, splat(slip_limit)), splat(0));
}

/* Length of z, or of any vector with the slip's number of components. */
BRI_INLINE real norm_of(const bri_slip *slip, const real *z)
{
    return slip->dim == 1 ? real_abs(z[0]) : real_sqrt(z[0] * z[0] + z[1] * z[1]);
}

BRI_INLINE real dot_of(const bri_slip *slip, const real *a, const real *b)
{
    return slip->dim == 1 ? a[0] * b[0] : a[0] * b[0] + a[1] * b[1];
}

/* The force of a law without states, from its curve: against v, the same in every direction. */
BRI_INLINE void spread_curve(const bri_slip *slip, const bri_curve *curve, bri_drag *drag, bri_slopes *slopes)
{
    for (int i = 0; i < slip->dim; i++)
        drag->force[i] = -curve->force * slip->dir[i];
    if (!slopes) return;
    real across = pick(slip->speed > 0, curve->force / real_max(slip->speed, splat(1e-100)), curve->by_speed);
    for (int i = 0; i < slip->dim; i++) {
        slopes->force_load[i] = -curve->by_load * slip->dir[i];
        for (int j = 0; j < slip->dim; j++) {
            real along = slip->dir[i] * slip->dir[j];
            slopes->force_v[i][j] = -(slip->dim == 1 ? curve->by_speed : along * (curve->by_speed - across));
        }
        if (slip->dim > 1) slopes->force_v[i][i] -= across;
    }
}

/* --- the loop over arrays ------------------------------------------------------------------------------------------ */

typedef struct bri_lanes {
    int width;
    size_t params_size;
    const bri_param *params; /* with the offsets of this width */
    void (*sweep)(const void *params, const bri_batch *batch, size_t first, size_t end); /* a multiple of width */
} bri_lanes;

BRI_INLINE real lanes_at(const double *from)
{
    real x;
    memcpy(&x, from, sizeof x);
    return x;
}

BRI_INLINE void lanes_to(double *to, real x) { memcpy(to, &x, sizeof x); }

enum {
    BRI_STATES_MAX = 2 * BRI_LIST_MAX
};

typedef void bri_eval_fn(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes);

BRI_INLINE void sweep_lanes(bri_eval_fn *eval, int dim, int states, int modes, int elements, const void *params,
                            const bri_batch *batch, size_t first, size_t end)
{
    real z[BRI_STATES_MAX], zdot[BRI_STATES_MAX], mode[BRI_LIST_MAX];
    bri_slip slip = {.pair = batch->pair, .z = z, .mode = mode, .elements = elements, .time = splat(batch->time)};
    bri_drag drag = {.zdot = zdot};
    for (size_t at = first; at < end; at += BRI_LANES) {
        slip_point(&slip, dim, lanes_at(batch->v[0] + at), dim == 1 ? splat(0) : lanes_at(batch->v[1] + at));
        slip_load(&slip, lanes_at(batch->load + at));
        if (batch->rate_load) slip.rate_load = lanes_at(batch->rate_load + at);
        slip.sum = batch->sum ? lanes_at(batch->sum + at) : slip.speed;
        slip.distance = batch->distance ? lanes_at(batch->distance + at) : splat(0);
        for (int i = 0; i < states; i++)
            z[i] = lanes_at(batch->z[i] + at);
        for (int i = 0; i < modes; i++)
            mode[i] = lanes_at(batch->mode[i] + at);
        eval(params, &slip, &drag, NULL);
        for (int i = 0; i < dim; i++)
            lanes_to(batch->force[i] + at, drag.force[i]);
        for (int i = 0; i < states; i++)
            lanes_to(batch->zdot[i] + at, zdot[i]);
    }
}

#define BRI_JOIN_(a, b, c) a##b##c
#define BRI_JOIN(a, b, c) BRI_JOIN_(a, b, c)
#ifndef BRI_LANES_TAG
#define BRI_LANES_TAG BRI_JOIN(x, BRI_LANES, )
#endif

/* The 1-lane build of a law also lists the wider ones, as many as the build has. */
#if BRI_LANES == 1
#ifdef BRI_WIDE_LANES /* 4 and 8: processors that have them are recognised at run time */
#define BRI_LANES_LIST(law)                                                                                            \
    extern const bri_lanes bri_lanes_##law##_x2, bri_lanes_##law##_x4, bri_lanes_##law##_x8;                           \
    static const bri_lanes *const law##_lanes[] = {&bri_lanes_##law##_x8, &bri_lanes_##law##_x4,                       \
                                                   &bri_lanes_##law##_x2, &bri_lanes_##law##_x1, NULL};
#else
#define BRI_LANES_LIST(law)                                                                                            \
    extern const bri_lanes bri_lanes_##law##_x2;                                                                       \
    static const bri_lanes *const law##_lanes[] = {&bri_lanes_##law##_x2, &bri_lanes_##law##_x1, NULL};
#endif
#else
#define BRI_LANES_LIST(law)
#endif

/* states_ and modes_ are how many components there are, as expressions of dim and elements. */
#define BRI_SWEEP_MODES(law, states_, modes_)                                                                          \
    static void law##_sweep(const void *params, const bri_batch *batch, size_t first, size_t end)                      \
    {                                                                                                                  \
        int elements = bri_kind_elements_of(law##_params, params);                                                     \
        (void)elements;                                                                                                \
        if (batch->dim == 1) {                                                                                         \
            enum {                                                                                                     \
                dim = 1                                                                                                \
            };                                                                                                         \
            sweep_lanes(law##_eval, dim, states_, modes_, elements, params, batch, first, end);                        \
        } else {                                                                                                       \
            enum {                                                                                                     \
                dim = 2                                                                                                \
            };                                                                                                         \
            sweep_lanes(law##_eval, dim, states_, modes_, elements, params, batch, first, end);                        \
        }                                                                                                              \
    }                                                                                                                  \
    extern const bri_lanes BRI_JOIN(bri_lanes_##law, _, BRI_LANES_TAG);                                                \
    const bri_lanes BRI_JOIN(bri_lanes_##law, _, BRI_LANES_TAG) = {BRI_LANES, sizeof(law), law##_params, law##_sweep}; \
    BRI_LANES_LIST(law)

#define BRI_SWEEP(law, states_) BRI_SWEEP_MODES(law, states_, 0)

#define BRI_SWEEP_CURVE(law)                                                                                           \
    BRI_KERNEL void law##_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)           \
    {                                                                                                                  \
        bri_curve curve;                                                                                               \
        law##_curve(params, slip, &curve);                                                                             \
        spread_curve(slip, &curve, drag, slopes);                                                                      \
    }                                                                                                                  \
    BRI_SWEEP(law, 0)

/* Length of the first list of a table, at this width; 1 without a list. */
BRI_INLINE int bri_kind_elements_of(const bri_param *table, const void *params)
{
    for (; table->name; table++)
        if (table->type == BRI_LIST) {
            const bri_list *list = (const bri_list *)((const char *)params + table->offset);
            return list->count;
        }
    return 1;
}

#define BRI_KIND(law, family_)                                                                                         \
    .name = #law, .family = family_, .equations = BRI_EQUATIONS_##law, .params_size = sizeof(law),                     \
    .params = law##_params

/* All that a law without states exports besides its kind. */
#define BRI_CURVE_LAW(law) .curve = law##_curve, .eval = law##_eval, .lanes = law##_lanes

bool bri_passive_always(const void *params); /* friction that depends on speed alone and never helps it along */

#endif
