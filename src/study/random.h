/* random.h - pseudorandom numbers, the same on every machine: SplitMix64 (Steele, Lea, Flood 2014) */
#ifndef BRISTLE_STUDY_RANDOM_H
#define BRISTLE_STUDY_RANDOM_H

#include <stdint.h>

static inline uint64_t bri_random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline double bri_random_share(uint64_t *state) /* 0 <= share < 1 */
{
    return (double)(bri_random_next(state) >> 11) * 0x1p-53;
}

static inline uint64_t bri_random_below(uint64_t *state, uint64_t count) /* 0 <= number < count, count < 2^32 */
{
    return (uint64_t)(((bri_random_next(state) >> 32) * count) >> 32);
}

#endif
