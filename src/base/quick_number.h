/* quick_number.h - decimal numbers to doubles and back in 128-bit arithmetic, where the result is certain
 *
 * Elsewhere number.c uses the C library. */
#ifndef BRISTLE_BASE_QUICK_NUMBER_H
#define BRISTLE_BASE_QUICK_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Computes the double nearest to digits 10^exponent. False: 128 bits do not decide its rounding, or it is no normal double. */
bool bri_quick_read(uint64_t digits, long long exponent, double *value);

/* A finite double other than 0, rounded to the fewest of 15, 16 and 17 significant digits that read back as the same double:
 * |value| = digits 10^(exponent - count + 1), 10^(count - 1) <= digits < 10^count. */
typedef struct bri_decimal {
    uint64_t digits;
    int count, exponent;
} bri_decimal;
/* False: 128 bits do not decide the rounding, or the value is no normal double. */
bool bri_quick_digits(double value, bri_decimal *out);

#endif
