/* quick_number.c - decimal numbers to doubles and back in 128-bit arithmetic
 *
 * A double m 2^e, times 10^s, is computed as an integer of 17 digits and a fraction of 64 bits, from a power of ten with a relative
 * error below 2^-125: the fraction is at most SLOP too small. What lies so near to a boundary that this matters is left undecided.
 * Both directions follow the idea of W. D. Clinger, How to read floating point numbers accurately, PLDI 1990: a fixed precision
 * decides nearly always, and knows when it does not. */
#include "base/quick_number.h"

#include <math.h>
#include <string.h>

#include "base/power_of_ten.h"

#ifdef __SIZEOF_INT128__
enum {
    SLOP = 4, /* units of 2^-64 */
    FRACTION_BITS = 52,
    BIAS = 1075 /* a double is m 2^(biased exponent - BIAS) */
};

static const uint64_t leading_bit = (uint64_t)1 << FRACTION_BITS;
static const uint64_t ten16 = 10000000000000000, ten17 = 100000000000000000;

bool bri_quick_read(uint64_t digits, long long exponent, double *value)
{
    if (!digits || exponent < BRI_TEN_MIN || exponent > 308) return false;
    int s = (int)exponent, shift = __builtin_clzll(digits);
    bri_wide power = bri_power_of_ten(s);
    /* digits 2^shift times power, of which the upper 128 bits: 2^126 <= product < 2^128 */
    uint64_t w = digits << shift;
    bri_wide product = (bri_wide)w * (uint64_t)(power >> 64) + (((bri_wide)w * (uint64_t)power) >> 64);
    int scale = bri_log2_of_ten(s) - 127 - shift + 64; /* value = product 2^scale */
    int drop = product >> 127 ? 75 : 74;               /* 53 bits are left */
    bri_wide rest = product & (((bri_wide)1 << drop) - 1), half = (bri_wide)1 << (drop - 1);
    bri_wide off = rest > half ? rest - half : half - rest;
    /* errors: 2^3 of the power, twice a unit cut off */
    if (off <= 16 || rest + 16 >= (bri_wide)1 << drop) return false;
    uint64_t m = (uint64_t)(product >> drop) + (rest > half);
    int e = scale + drop;
    if (m == leading_bit << 1) {
        m >>= 1;
        e++;
    }
    if (e + BIAS < 1 || e + BIAS > 2046) return false;
    uint64_t bits = (uint64_t)(e + BIAS) << FRACTION_BITS | (m & (leading_bit - 1));
    memcpy(value, &bits, sizeof bits);
    return true;
}

/* Rounds the scaled value to a multiple of unit. 1: done; 0: this does not read back as the same double, whose neighbours are twice
 * below and above away; -1: undecided. */
static int round_to(bri_wide scaled, bri_wide below, bri_wide above, uint64_t unit, uint64_t *digits)
{
    uint64_t whole = (uint64_t)(scaled >> 64);
    bri_wide one = (bri_wide)unit << 64, rest = bri_wide_of(whole % unit, (uint64_t)scaled);
    *digits = whole / unit;
    bri_wide off = rest > one / 2 ? rest - one / 2 : one / 2 - rest;
    if (off <= SLOP) return -1;
    bool up = rest > one / 2;
    *digits += up;
    bri_wide error = up ? one - rest : rest, most = up ? above : below;
    if (error + SLOP < most) return 1;
    return error > most + SLOP ? 0 : -1;
}

bool bri_quick_digits(double value, bri_decimal *out)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int biased = (int)(bits >> FRACTION_BITS & 2047);
    uint64_t fraction = bits & (leading_bit - 1), m = leading_bit | fraction;
    if (biased <= 1 || biased == 2047) return false;
    int e = biased - BIAS, exponent = bri_log10_of_two(e + FRACTION_BITS);
    bri_wide scaled, power;
    int shift;
    for (;; exponent++) { /* once, or twice: |value| = scaled 2^-64 10^(exponent - 16), 10^16 <= scaled 2^-64 < 10^17 */
        power = bri_power_of_ten(16 - exponent);
        shift = 63 - e - bri_log2_of_ten(16 - exponent);
        scaled = ((bri_wide)m * (uint64_t)(power >> 64) << (64 - shift)) + ((bri_wide)m * (uint64_t)power >> shift);
        if (scaled >> 64 < ten17) break;
    }
    if (scaled >> 64 < ten16) return false;
    bri_wide above = power >> (shift + 1),
             below = fraction ? above : above / 2; /* a power of two has a nearer double below */
    static const uint64_t units[] = {100, 10, 1};
    for (int i = 0; i < 3; i++) {
        int rounded = round_to(scaled, below, above, units[i], &out->digits);
        if (rounded < 0) return false;
        if (!rounded) continue;
        out->count = 15 + i;
        out->exponent = exponent;
        if (out->digits == ten17 / units[i]) {
            out->digits /= 10;
            out->exponent++;
        }
        return true;
    }
    return false;
}
#else
bool bri_quick_read(uint64_t digits, long long exponent, double *value)
{
    return (void)digits, (void)exponent, (void)value, false;
}
bool bri_quick_digits(double value, bri_decimal *out) { return (void)value, (void)out, false; }
#endif
