/* divisor.h - least divisors: quotients and logarithms stay finite where a divisor or argument is 0
 *
 * None of them is a tolerance: a numerator that belongs to such a divisor is 0 too, or the quotient is compared only. */
#ifndef BRISTLE_BASE_DIVISOR_H
#define BRISTLE_BASE_DIVISOR_H

/* Of sums of magnitudes, speeds and rates: far above the smallest normal number, 2e-308, so that quotients by it keep their digits. */
static const double least_divisor = 1e-300;
/* Of lengths of vectors in laws: numbers up to 1e60 (bri_slip_set) over it stay finite, and so do their products with such numbers. */
static const double least_length = 1e-100;
/* Of forces, N or N m: below any force of a mechanism, and its ratios to real forces are finite in single precision, too. */
static const double least_force = 1e-30;

#endif
