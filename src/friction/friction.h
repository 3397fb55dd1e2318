/* friction.h - included by the file of each law: vector types, kinds, and the loop over arrays
 *
 * The file of a law is compiled once for each number of lanes. BRI_SWEEP (a law with states) or BRI_SWEEP_CURVE (a law
 * without) defines its loop; code that a batch does not need is under #if BRI_LANES == 1. */
#ifndef BRISTLE_FRICTION_FRICTION_H
#define BRISTLE_FRICTION_FRICTION_H

#include "base/divisor.h"
#include "base/fail.h"
#include "base/lane.h"
#include "base/lane_math.h"
#include "bristle/friction.h"

static const double slip_limit = 1e60; /* of speeds and loads, so that products stay finite */

BRI_INLINE real held_within(real x, double limit) { return real_max(real_min(x, splat(limit)), splat(-limit)); }

BRI_INLINE void slip_point(bri_slip *slip, int dim, real v0, real v1)
{
    slip->dim = dim;
    slip->piece = 0;
    if (dim == 1) {
        slip->speed = real_min(real_abs(v0), splat(slip_limit));
        slip->v[0] = held_within(v0, slip_limit);
        slip->dir[0] = pick(v0 == 0, splat(0), real_sign_of(splat(1), v0));
        slip->v[1] = slip->dir[1] = splat(0);
    } else {
        slip->v[0] = v0 = held_within(v0, slip_limit);
        slip->v[1] = v1 = held_within(v1, slip_limit);
        real larger = real_max(real_abs(v0), real_abs(v1)); /* divided out first, to avoid underflow and overflow */
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

/* Norm of a vector with slip->dim components. */
BRI_INLINE real norm_of(const bri_slip *slip, const real *z)
{
    return slip->dim == 1 ? real_abs(z[0]) : real_sqrt(z[0] * z[0] + z[1] * z[1]);
}

BRI_INLINE real dot_of(const bri_slip *slip, const real *a, const real *b)
{
    return slip->dim == 1 ? a[0] * b[0] : a[0] * b[0] + a[1] * b[1];
}

/* Whether a piecewise smooth law is below limit number edge, from 0: by its speed or, if a piece is held, by that
 * piece. */
BRI_INLINE mask is_below(const bri_slip *slip, int g, mask by_speed)
{
    int piece = slip->piece < 0 ? -slip->piece : slip->piece;
    return piece ? splat(piece) <= splat(g + 1) : by_speed;
}

/* Computes force and derivatives of a law without states from its curve: isotropic, against v. */
BRI_INLINE void spread_curve(const bri_slip *slip, const bri_curve *curve, bri_drag *drag, bri_slopes *slopes)
{
    for (int i = 0; i < slip->dim; i++)
        drag->force[i] = -curve->force * slip->dir[i];
    if (!slopes) return;
    real across = pick(slip->speed > 0, curve->force / real_max(slip->speed, splat(least_length)), curve->by_speed);
    for (int i = 0; i < slip->dim; i++) {
        slopes->force_load[i] = -curve->by_load * slip->dir[i];
        for (int j = 0; j < slip->dim; j++) {
            real along = slip->dir[i] * slip->dir[j];
            slopes->force_v[i][j] = -(slip->dim == 1 ? curve->by_speed : along * (curve->by_speed - across));
        }
        if (slip->dim > 1) slopes->force_v[i][i] -= across;
    }
}

/* --- the loop over arrays ----------------------------------------------------------------------------------------- */

typedef struct bri_lanes {
    int width;
    size_t params_size;
    const bri_param *params; /* with the offsets of this number of lanes */
    void (*sweep)(const void *params, const bri_batch *batch, size_t first,
                  size_t end); /* end - first: a multiple of width */
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

/* The exp or tanh of the speed that a law contains. A batch computes it for a block of contacts in a loop of its own:
 * in one loop, the chain of dependent operations from v to the force would exceed the processor's reorder window. */
typedef struct ahead {
    real value, slope; /* slope: with respect to speed; a batch stores the value only */
} ahead;

/* look: test whether the function is saturated in every lane, which is worth it if that is likely. */
typedef ahead bri_ahead_fn(const void *params, real speed, bool look);
typedef void bri_after_fn(const void *params, const bri_slip *slip, ahead done, bri_drag *drag, bri_slopes *slopes);

BRI_INLINE void sweep_ahead(bri_ahead_fn *first_of, bool look, const void *params, const double *v, size_t first,
                            size_t end, real *value)
{
    bri_slip slip;
    for (size_t at = first; at < end; at += BRI_LANES) {
        slip_point(&slip, 1, lanes_at(v + at), splat(0));
        *value++ = first_of(params, slip.speed, look).value;
    }
}

BRI_INLINE void sweep_lanes(bri_ahead_fn *first_of, bri_after_fn *rest_of, int dim, int states, int discrete_states,
                            int elements, const void *params, const bri_batch *of, size_t first, size_t end)
{
    enum {
        RUN = 64 /* vectors in a block */
    };
    /* Local copies: the compiler must assume that a store to the arrays changes the originals. */
    const bri_batch batch = *of;
    const double *from[BRI_STATES_MAX], *mode_from[BRI_LIST_MAX];
    double *to[BRI_STATES_MAX];
    for (int i = 0; i < states; i++) {
        from[i] = batch.z[i];
        to[i] = batch.zdot[i];
    }
    for (int i = 0; i < discrete_states; i++)
        mode_from[i] = batch.discrete[i];

    const bool ahead_of = first_of && dim == 1; /* with two components the speed is expensive, and computed once only */
    real value[RUN];
    value[0] = splat(0); /* the others are set before they are read; zeroing them would cost time */
    for (size_t start = first, stop; start < end; start = stop) {
        stop = ahead_of && end - start > RUN * BRI_LANES ? start + RUN * BRI_LANES : end;
        if (ahead_of) { /* the first vector predicts whether the block is saturated */
            sweep_ahead(first_of, true, params, batch.v[0], start, start + BRI_LANES, value);
            if (all(value[0] == lane(value[0], 0)))
                sweep_ahead(first_of, true, params, batch.v[0], start, stop, value);
            else
                sweep_ahead(first_of, false, params, batch.v[0], start, stop, value);
        }
        const real *done = value;
        for (size_t at = start; at < stop; at += BRI_LANES) {
            real z[BRI_STATES_MAX], zdot[BRI_STATES_MAX], discrete[BRI_LIST_MAX];
            bri_slip slip; /* every field is set below; zeroing it would cost as much as a law */
            bri_drag drag;
            slip.pair = batch.pair;
            slip.z = z;
            slip.discrete = discrete;
            slip.elements = elements;
            slip.time = splat(batch.time);
            drag.zdot = zdot;
            slip_point(&slip, dim, lanes_at(batch.v[0] + at), dim == 1 ? splat(0) : lanes_at(batch.v[1] + at));
            slip_load(&slip, lanes_at(batch.load + at));
            if (batch.rate_load) slip.rate_load = lanes_at(batch.rate_load + at);
            slip.sum = batch.sum ? lanes_at(batch.sum + at) : slip.speed;
            slip.distance = batch.distance ? lanes_at(batch.distance + at) : splat(0);
            for (int i = 0; i < states; i++)
                z[i] = lanes_at(from[i] + at);
            for (int i = 0; i < discrete_states; i++)
                discrete[i] = lanes_at(mode_from[i] + at);
            ahead found = {.value = splat(0)};
            if (ahead_of)
                found.value = *done++;
            else if (first_of)
                found = first_of(params, slip.speed, true);
            rest_of(params, &slip, found, &drag, NULL);
            for (int i = 0; i < dim; i++)
                lanes_to(batch.force[i] + at, drag.force[i]);
            for (int i = 0; i < states; i++)
                lanes_to(to[i] + at, zdot[i]);
        }
    }
}

#define BRI_JOIN_(a, b, c) a##b##c
#define BRI_JOIN(a, b, c) BRI_JOIN_(a, b, c)
#ifndef BRI_LANES_TAG
#define BRI_LANES_TAG BRI_JOIN(x, BRI_LANES, )
#endif

/* The 1-lane build of a law also lists the wider versions that the build contains. */
#if BRI_LANES == 1
#ifdef BRI_WIDE_LANES /* 4 and 8 lanes: selected at run time by the processor */
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

#define never(params) ((void)(params), false) /* for laws without a common combination of choices */

/* states_ and modes_: numbers of components, as expressions of dim and elements. */
#define BRI_SWEEP_DIM(dim_, ahead_, after_, states_, discrete_, params_)                                               \
    do {                                                                                                               \
        enum {                                                                                                         \
            dim = dim_                                                                                                 \
        };                                                                                                             \
        sweep_lanes(ahead_, after_, dim, states_, discrete_, elements, params_, batch, first, end);                    \
    } while (0)

#define BRI_SWEEP_OF(law, often_, ahead_, after_, states_, discrete_)                                                  \
    static void law##_sweep(const void *params, const bri_batch *batch, size_t first, size_t end)                      \
    {                                                                                                                  \
        int elements = bri_kind_elements_of(law##_params, params);                                                     \
        law own = *(const law *)params, often = own; /* local copies, which a store to the arrays cannot change */     \
        (void)elements;                                                                                                \
        if (often_(&often)) {                                                                                          \
            if (batch->dim == 1)                                                                                       \
                BRI_SWEEP_DIM(1, ahead_, after_, states_, discrete_, &often);                                          \
            else                                                                                                       \
                BRI_SWEEP_DIM(2, ahead_, after_, states_, discrete_, &often);                                          \
        } else {                                                                                                       \
            if (batch->dim == 1)                                                                                       \
                BRI_SWEEP_DIM(1, ahead_, after_, states_, discrete_, &own);                                            \
            else                                                                                                       \
                BRI_SWEEP_DIM(2, ahead_, after_, states_, discrete_, &own);                                            \
        }                                                                                                              \
    }                                                                                                                  \
    extern const bri_lanes BRI_JOIN(bri_lanes_##law, _, BRI_LANES_TAG);                                                \
    const bri_lanes BRI_JOIN(bri_lanes_##law, _, BRI_LANES_TAG) = {BRI_LANES, sizeof(law), law##_params, law##_sweep}; \
    BRI_LANES_LIST(law)

#define BRI_SWEEP_MODES(law, states_, discrete_)                                                                       \
    BRI_KERNEL void law##_after(const void *params, const bri_slip *slip, ahead done, bri_drag *drag,                  \
                                bri_slopes *slopes)                                                                    \
    {                                                                                                                  \
        (void)done;                                                                                                    \
        law##_eval(params, slip, drag, slopes);                                                                        \
    }                                                                                                                  \
    BRI_SWEEP_OF(law, never, NULL, law##_after, states_, discrete_)

#define BRI_SWEEP(law, states_) BRI_SWEEP_MODES(law, states_, 0)

/* A law in two parts: law_ahead, and law_after for the rest. often_ is a function, or never: it returns whether the
 * params contain the most common choices, and if so sets them to constants, for which the compiler specialises the
 * loop. */
#define BRI_SWEEP_AHEAD(law, often_, states_)                                                                          \
    BRI_KERNEL void law##_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)           \
    {                                                                                                                  \
        law##_after(params, slip, law##_ahead(params, slip->speed, true), drag, slopes);                               \
    }                                                                                                                  \
    BRI_SWEEP_OF(law, often_, law##_ahead, law##_after, states_, 0)

#define BRI_SWEEP_CURVE(law)                                                                                           \
    BRI_KERNEL void law##_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)           \
    {                                                                                                                  \
        bri_curve curve;                                                                                               \
        law##_curve(params, slip, &curve);                                                                             \
        spread_curve(slip, &curve, drag, slopes);                                                                      \
    }                                                                                                                  \
    BRI_SWEEP(law, 0)

/* A law without states in two parts: law_ahead, and law_curve_after; often_ as above. */
#define BRI_SWEEP_CURVE_AHEAD(law, often_)                                                                             \
    BRI_KERNEL void law##_curve(const void *params, const bri_slip *slip, bri_curve *out)                              \
    {                                                                                                                  \
        law##_curve_after(params, slip, law##_ahead(params, slip->speed, true), out);                                  \
    }                                                                                                                  \
    BRI_KERNEL void law##_after(const void *params, const bri_slip *slip, ahead done, bri_drag *drag,                  \
                                bri_slopes *slopes)                                                                    \
    {                                                                                                                  \
        bri_curve curve;                                                                                               \
        law##_curve_after(params, slip, done, &curve);                                                                 \
        spread_curve(slip, &curve, drag, slopes);                                                                      \
    }                                                                                                                  \
    BRI_SWEEP_AHEAD(law, often_, 0)

/* Length of the first list of a table, at this number of lanes; 1 without a list. */
BRI_INLINE int bri_kind_elements_of(const bri_param *table, const void *params)
{
    for (; table->name; table++)
        if (table->type == BRI_LIST) {
            const bri_list *list = (const bri_list *)((const char *)params + table->offset);
            return list->count;
        }
    return 1;
}

#define BRI_KIND(law, family_) .name = #law, .family = family_, .params_size = sizeof(law), .params = law##_params

/* The members of a law without states, besides its kind. */
#define BRI_CURVE_LAW(law) .curve = law##_curve, .eval = law##_eval, .lanes = law##_lanes

bool bri_passive_always(const void *params); /* for friction that depends on speed alone and always opposes it */

#endif
