/* lane.h - real: one double, or a vector of 2, 4 or 8 doubles, so that one source serves single calls and batches
 *
 * BRI_LANES says which. Arithmetic and comparisons read as with doubles and round as with doubles, so each lane
 * of a vector holds the bits that the single call gives. A choice that depends on data is
 * pick(condition, a, b), which evaluates both. Numbers mix with reals in arithmetic; where a real is required, splat(x)
 * makes one of a number.
 * real_min(a, b) and real_max(a, b) return b where either is NaN: real_min(limit, x) lets a NaN in x through. */
#ifndef BRISTLE_BASE_LANE_H
#define BRISTLE_BASE_LANE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef BRI_LANES
#define BRI_LANES 1
#endif
#if BRI_LANES > 2 && defined __AVX__
#include <immintrin.h>
#elif BRI_LANES == 2 && defined __SSE2__
#include <emmintrin.h>
#endif

#define BRI_INLINE static inline __attribute__((always_inline, unused))
/* For the innermost function of a law: inlined into the loop over a batch, and also callable through a pointer. */
#define BRI_KERNEL BRI_INLINE

#if BRI_LANES == 1

typedef double bri_real;
typedef int64_t bri_bits;
typedef int bri_mask;

BRI_INLINE bri_real splat(double x) { return x; }
BRI_INLINE bri_real pick(bri_mask condition, bri_real a, bri_real b) { return condition ? a : b; }
BRI_INLINE bool any(bri_mask m) { return m != 0; }
BRI_INLINE bool all(bri_mask m) { return m != 0; }
BRI_INLINE bri_real real_min(bri_real a, bri_real b) { return a < b ? a : b; }
BRI_INLINE bri_real real_max(bri_real a, bri_real b) { return a > b ? a : b; }
BRI_INLINE bri_real real_sqrt(bri_real x) { return __builtin_sqrt(x); }
BRI_INLINE bri_bits bits_of(bri_real x)
{
    bri_bits b;
    memcpy(&b, &x, sizeof b);
    return b;
}
BRI_INLINE bri_real real_of(bri_bits b)
{
    bri_real x;
    memcpy(&x, &b, sizeof x);
    return x;
}
BRI_INLINE bri_real lane_and(bri_real a, bri_real b) { return real_of(bits_of(a) & bits_of(b)); }
BRI_INLINE bri_real lane_and_not(bri_real a, bri_real b) { return real_of(bits_of(a) & ~bits_of(b)); }
BRI_INLINE bri_real lane_or(bri_real a, bri_real b) { return real_of(bits_of(a) | bits_of(b)); }
BRI_INLINE bri_bits bits_left(bri_bits b, int n) { return (bri_bits)((uint64_t)b << n); }
BRI_INLINE bri_bits bits_right(bri_bits b, int n) { return (bri_bits)((uint64_t)b >> n); } /* zeros come in */
BRI_INLINE double lane(bri_real x, int i)
{
    (void)i;
    return x;
}

#else

#define BRI_REAL_IS_VECTOR
typedef double bri_real __attribute__((vector_size(8 * BRI_LANES)));
typedef int64_t bri_bits __attribute__((vector_size(8 * BRI_LANES)));
typedef uint64_t bri_whole __attribute__((vector_size(8 * BRI_LANES)));
typedef bri_bits bri_mask; /* all bits of a lane set, or none */

BRI_INLINE bri_real splat(double x) { return x - (bri_real){0}; } /* x - 0 is x, minus zero too */
BRI_INLINE bri_bits bits_of(bri_real x) { return (bri_bits)x; }
BRI_INLINE bri_real real_of(bri_bits b) { return (bri_real)b; }
BRI_INLINE bri_bits bits_left(bri_bits b, int n) { return (bri_bits)((bri_whole)b << n); }
BRI_INLINE bri_bits bits_right(bri_bits b, int n) { return (bri_bits)((bri_whole)b >> n); }
BRI_INLINE double lane(bri_real x, int i) { return x[i]; }

BRI_INLINE bri_real pick(bri_mask condition, bri_real a, bri_real b) /* compilers turn this into a blend instruction */
{
    return (bri_real)((condition & (bri_bits)a) | (~condition & (bri_bits)b));
}

/* One instruction each, which compilers do not find by themselves. */
#if BRI_LANES == 8 && defined __AVX512DQ__
BRI_INLINE bool any(bri_mask m) { return _mm512_movepi64_mask((__m512i)m) != 0; }
BRI_INLINE bool all(bri_mask m) { return _mm512_movepi64_mask((__m512i)m) == 255; }
BRI_INLINE bri_real real_min(bri_real a, bri_real b) { return _mm512_min_pd(a, b); }
BRI_INLINE bri_real real_max(bri_real a, bri_real b) { return _mm512_max_pd(a, b); }
BRI_INLINE bri_real real_sqrt(bri_real x) { return _mm512_sqrt_pd(x); }
BRI_INLINE bri_real lane_and(bri_real a, bri_real b) { return _mm512_and_pd(a, b); }
BRI_INLINE bri_real lane_and_not(bri_real a, bri_real b) { return _mm512_andnot_pd(b, a); }
BRI_INLINE bri_real lane_or(bri_real a, bri_real b) { return _mm512_or_pd(a, b); }
#elif BRI_LANES == 4 && defined __AVX__
BRI_INLINE bool any(bri_mask m) { return _mm256_movemask_pd((bri_real)m) != 0; }
BRI_INLINE bool all(bri_mask m) { return _mm256_movemask_pd((bri_real)m) == 15; }
BRI_INLINE bri_real real_min(bri_real a, bri_real b) { return _mm256_min_pd(a, b); }
BRI_INLINE bri_real real_max(bri_real a, bri_real b) { return _mm256_max_pd(a, b); }
BRI_INLINE bri_real real_sqrt(bri_real x) { return _mm256_sqrt_pd(x); }
BRI_INLINE bri_real lane_and(bri_real a, bri_real b) { return _mm256_and_pd(a, b); }
BRI_INLINE bri_real lane_and_not(bri_real a, bri_real b) { return _mm256_andnot_pd(b, a); }
BRI_INLINE bri_real lane_or(bri_real a, bri_real b) { return _mm256_or_pd(a, b); }
#elif BRI_LANES == 2 && defined __SSE2__
BRI_INLINE bool any(bri_mask m) { return _mm_movemask_pd((bri_real)m) != 0; }
BRI_INLINE bool all(bri_mask m) { return _mm_movemask_pd((bri_real)m) == 3; }
BRI_INLINE bri_real real_min(bri_real a, bri_real b) { return _mm_min_pd(a, b); }
BRI_INLINE bri_real real_max(bri_real a, bri_real b) { return _mm_max_pd(a, b); }
BRI_INLINE bri_real real_sqrt(bri_real x) { return _mm_sqrt_pd(x); }
BRI_INLINE bri_real lane_and(bri_real a, bri_real b) { return _mm_and_pd(a, b); }
BRI_INLINE bri_real lane_and_not(bri_real a, bri_real b) { return _mm_andnot_pd(b, a); }
BRI_INLINE bri_real lane_or(bri_real a, bri_real b) { return _mm_or_pd(a, b); }
#else
BRI_INLINE bool any(bri_mask m)
{
    int64_t some = 0;
    for (int i = 0; i < BRI_LANES; i++)
        some |= m[i];
    return some != 0;
}
BRI_INLINE bool all(bri_mask m) { return !any(~m); }
BRI_INLINE bri_real real_min(bri_real a, bri_real b) { return pick(a < b, a, b); }
BRI_INLINE bri_real real_max(bri_real a, bri_real b) { return pick(a > b, a, b); }
BRI_INLINE bri_real real_sqrt(bri_real x)
{
    for (int i = 0; i < BRI_LANES; i++)
        x[i] = __builtin_sqrt(x[i]);
    return x;
}
BRI_INLINE bri_real lane_and(bri_real a, bri_real b) { return (bri_real)((bri_bits)a & (bri_bits)b); }
BRI_INLINE bri_real lane_and_not(bri_real a, bri_real b) { return (bri_real)((bri_bits)a & ~(bri_bits)b); }
BRI_INLINE bri_real lane_or(bri_real a, bri_real b) { return (bri_real)((bri_bits)a | (bri_bits)b); }
#endif

#endif

typedef bri_real real;
typedef bri_mask mask;

BRI_INLINE bool none(mask m) { return !any(m); }
/* The mask is a vector of doubles: compilers rebuild a mask of integers at every use. */
BRI_INLINE real real_abs(real x) { return lane_and_not(x, splat(-0.0)); }
BRI_INLINE real real_sign_of(real x, real sign) /* |x| with the sign bit of sign */
{
    return lane_or(lane_and_not(x, splat(-0.0)), lane_and(sign, splat(-0.0)));
}

#endif
