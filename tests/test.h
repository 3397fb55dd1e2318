/* test.h - cmocka, and what the tests of bristle add to it */
#ifndef BRISTLE_TESTS_TEST_H
#define BRISTLE_TESTS_TEST_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define assert_close(actual, expected, tolerance) assert_close_at(actual, expected, tolerance, __FILE__, __LINE__)

/* Within the tolerance, absolute or relative to what is expected. */
static inline void assert_close_at(double actual, double expected, double tolerance, const char *file, int line)
{
    double error = fabs(actual - expected);
    if (error <= tolerance || error <= tolerance * fabs(expected)) return;
    print_error("%.17g is not %.17g: off by %.3g, %.3g relative\n", actual, expected, error, error / fabs(expected));
    _fail(file, line);
}

/* The same numbers in every run. */
static inline uint64_t random_bits(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline double random_between(uint64_t *state, double low, double high)
{
    return low + (high - low) * ((double)(random_bits(state) >> 11) * 0x1p-53);
}

/* Log-uniform, from one positive number to another. */
static inline double random_scale(uint64_t *state, double low, double high)
{
    return exp(random_between(state, log(low), log(high)));
}

static inline double random_finite(uint64_t *state) /* any finite double: zeros, denormals and huge ones too */
{
    double x;
    do {
        uint64_t bits = random_bits(state);
        memcpy(&x, &bits, sizeof x);
    } while (!isfinite(x));
    return x;
}

#endif
