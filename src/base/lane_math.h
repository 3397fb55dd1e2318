/* lane_math.h - exp, expm1, tanh, log, pow, sin, cos, atan of a real: the same operations, so the same bits, in every lane
 *
 * Plain + - * / and bit operations, no libm: the result does not depend on the processor, the compiler or the number
 * of lanes, as long as products and sums are not fused (-ffp-contract=off). Every function is finite for
 * every finite argument and gives NaN for NaN. Largest error found, in units in the last place (ulp):
 *
 *     exp 0.83   expm1 2.0  tanh 2.8         log 0.98         log10 0.95   pow 0.93
 *     sin 0.91   cos 0.86   sin_turns 0.98   cos_turns 0.90   atan 1.9
 *
 * Where a value needs more than 53 bits it is held as the sum of two: with |a| >= |b|, the rounded sum h = a + b lost
 * exactly (a - h) + b; and a product of factors of at most 26 bits is exact (T. J. Dekker, "A floating-point technique
 * for extending the available precision", Numerische Mathematik 18 (1971) 224-242). The polynomials are minimax
 * (Remez), their coefficients then rounded to double; each states the error it leaves. They are summed in pairs, which
 * keeps several additions in flight. */
#ifndef BRISTLE_BASE_LANE_MATH_H
#define BRISTLE_BASE_LANE_MATH_H

#include "lane.h"

typedef struct lane_pair {
    real high, low;
} lane_pair;

#define LANE_LN2_HIGH 0x1.62e42fefa3800p-1 /* 42 bits: times a whole number below 2048 it is exact */
#define LANE_LN2_LOW 0x1.ef35793c76730p-45
#define LANE_LOG2_E 0x1.71547652b82fep+0

#define LANE_WHOLE 0x1.8p52 /* x + LANE_WHOLE has no bits left for a fraction */

/* The nearest whole number, halves to even, for |x| < 2^51. */
BRI_INLINE real real_round(real x) { return (x + LANE_WHOLE) - LANE_WHOLE; }

BRI_INLINE real lane_top(real x) { return real_of(bits_of(x) & -INT64_C(0x8000000)); } /* its leading 26 bits */

BRI_INLINE real lane_clamp(real x, double limit) { return real_max(splat(-limit), real_min(splat(limit), x)); }

BRI_INLINE lane_pair lane_sum(real a, real b) /* |a| >= |b|, or a = 0 */
{
    real high = a + b;
    return (lane_pair){high, (a - high) + b};
}

/* --- exponentials --- */

/* e^r - 1 - r for |r| <= ln(2)/2, degree 11, error 2^-57 of e^r */
BRI_INLINE real lane_exp_tail(real r)
{
    real r2 = r * r, r4 = r2 * r2;
    real c2 = 0.5 + r * 0x1.5555555555502p-3;
    real c4 = 0x1.55555555531eap-5 + r * 0x1.111111112841dp-7;
    real c6 = 0x1.6c16c17ccd1cbp-10 + r * 0x1.a01a011d9a2d5p-13;
    real c8 = 0x1.a019ab0ae7ceap-16 + r * 0x1.71df51e37d93ep-19;
    real c10 = 0x1.289fb00e2d967p-22 + r * 0x1.ad25b35261423p-26;
    return r2 * ((c2 + c4 * r2) + r4 * ((c6 + c8 * r2) + c10 * r4));
}

/* e^x = scale e^r with x = n ln 2 + r; low is added to x, |x| <= 700 */
typedef struct lane_power {
    real scale, r;
} lane_power;

BRI_INLINE lane_power lane_split_power(real x, real low)
{
    real shifted = x * LANE_LOG2_E + (LANE_WHOLE + 1023); /* its last bits are n + 1023, the exponent of 2^n */
    real n = shifted - (LANE_WHOLE + 1023);
    return (lane_power){real_of(bits_left(bits_of(shifted), 52)), (x - n * LANE_LN2_HIGH) - (n * LANE_LN2_LOW - low)};
}

BRI_INLINE real lane_exp(real x, real low)
{
    lane_power p = lane_split_power(x, low);
    lane_pair one = lane_sum(splat(1), p.r);
    return p.scale * (one.high + (one.low + lane_exp_tail(p.r)));
}

/* e^x, where x below -700 counts as -700 and above 700 as 700 */
BRI_INLINE real real_exp(real x)
{
    if (all(x <= -700)) return splat(0x1.14f2b0fb9307fp-1010);
    return lane_exp(lane_clamp(x, 700), splat(0));
}

BRI_INLINE real lane_expm1(real x)
{
    lane_power p = lane_split_power(x, splat(0));
    return p.scale * (p.r + lane_exp_tail(p.r)) + (p.scale - 1);
}

/* e^x - 1, with the same limits; beside e^x it costs little. It rounds to -1 well above x = -40. */
BRI_INLINE real real_expm1(real x)
{
    if (all(x <= -40)) return splat(-1);
    return lane_expm1(lane_clamp(x, 700));
}

/* tanh x = E / (E + 2) with E = e^(2|x|) - 1; it rounds to 1 well below |x| = 20 */
BRI_INLINE real real_tanh(real x)
{
    real twice = 2 * real_abs(x);
    if (all(twice >= 40)) return real_sign_of(splat(1), x);
    real E = lane_expm1(real_min(splat(40), twice));
    return real_sign_of(E / (E + 2), x);
}

/* --- logarithms --- */

/* x = 2^k (1 + f) with 1 + f from sqrt(1/2) to sqrt(2). Zero, NaN and what is below zero count as 2^-1074. */
typedef struct lane_scaled {
    real k, f;
} lane_scaled;

BRI_INLINE lane_scaled lane_split_log(real x)
{
    const int64_t root_half = 0x3fe6a09e667f3bcd, one = 0x3ff0000000000000, two52 = 0x4330000000000000;
    x = pick(x > 0x1p-1074, x, splat(0x1p-1074));
    mask denormal = x < 0x1p-1022;
    bri_bits b = bits_of(pick(denormal, x * 0x1p54, x)) + (one - root_half);
    real k = real_of(bits_right(b, 52) | two52) - pick(denormal, splat(0x1p52 + 1077), splat(0x1p52 + 1023));
    return (lane_scaled){k, real_of((b & 0x000fffffffffffff) + root_half) - 1};
}

/* q in ln((1 + s) / (1 - s)) = 2 s + s (2/3 z + z^2 q), z = s^2, |s| <= 0.1716: degree 7, error 2^-66 of the whole */
BRI_INLINE real lane_log_tail(real z)
{
    real z2 = z * z;
    real c0 = 0x1.9999999999995p-2 + z * 0x1.249249249305ep-2;
    real c2 = 0x1.c71c71c57b780p-3 + z * 0x1.745d1834b1128p-3;
    real c4 = 0x1.3b13621461776p-3 + z * 0x1.1120cdf03ff7bp-3;
    real c6 = 0x1.de2f95442f8a2p-4 + z * 0x1.eb3145fdde997p-4;
    return (c0 + c2 * z2) + (z2 * z2) * (c4 + c6 * z2);
}

/* With s = f / (2 + f), 2 s = f - s f: the leading term f of ln(1 + f) is exact. */
BRI_INLINE lane_pair lane_log(real x)
{
    lane_scaled c = lane_split_log(x);
    real s = c.f / (2 + c.f), z = s * s;
    lane_pair sum = lane_sum(c.k * LANE_LN2_HIGH, c.f);
    sum.low -= s * (c.f - z * (0x1.5555555555555p-1 + z * lane_log_tail(z))) - c.k * LANE_LN2_LOW;
    return sum;
}

/* ln x; x below 2^-1074, the smallest double above zero, counts as that: -744.44 */
BRI_INLINE real real_log(real x)
{
    lane_pair y = lane_log(x);
    return pick(x == x, y.high + y.low, x);
}

/* the logarithm to base 10, with the same limit: -323.3 */
BRI_INLINE real real_log10(real x)
{
    lane_pair y = lane_log(x);
    real top = lane_top(y.high + y.low), rest = (y.high - top) + y.low;
    real high = top * 0x1.bcb7b1p-2; /* 26 bits of log10(e) */
    real low = top * 0x1.49b9438ca9aaep-28 + rest * 0x1.bcb7b1526e50ep-2;
    return pick(x == x, high + low, x);
}

/* ln x to about 2^-65 of its value: s, z = s^2 and the term 2/3 z are pairs, whose high parts multiply exactly */
BRI_INLINE lane_pair lane_log_pair(real x)
{
    lane_scaled c = lane_split_log(x);
    real divisor = 2 + c.f, inverse = 1 / divisor;
    real divisor_high = lane_top(divisor), divisor_low = c.f - (divisor_high - 2);
    real s = lane_top(c.f * inverse);
    real s_low = inverse * ((c.f - s * divisor_high) - s * divisor_low);

    real square = s * s, square_low = s_low * (2 * s + s_low), z = square + square_low;
    real z_top = lane_top(square), z_rest = (square - z_top) + square_low;
    real third = z_top * 0x1.555555p-1; /* 26 bits of 2/3 */
    real third_low = (z_top * 0x1.5555555555555p-27 + z_rest * 0x1.5555555555555p-1) + (z * z) * lane_log_tail(z);
    real g = lane_top(third + third_low), g_low = (third - g) + third_low; /* ln(1 + f) = (s + s_low) (2 + g + g_low) */

    lane_pair a = lane_sum(c.k * LANE_LN2_HIGH, 2 * s);
    lane_pair b = lane_sum(a.high, s * g);
    return lane_sum(b.high, (a.low + b.low) + ((s * g_low + s_low * (2 + (g + g_low))) + c.k * LANE_LN2_LOW));
}

/* x^y = e^(y ln x) for x >= 0, with the exponent kept within +-700; 0^y is 0 for y > 0, 1 for y = 0 and e^700 for y < 0.
 * What is below zero counts as zero. */
BRI_INLINE real real_pow(real x, real y)
{
    lane_pair ln = lane_log_pair(x);
    real ln_top = lane_top(ln.high), ln_rest = (ln.high - ln_top) + ln.low;
    real factor = lane_clamp(y, 0x1p63); /* |ln x| is 0 or at least 2^-53: larger y change nothing */
    real y_top = lane_top(factor);
    lane_pair product = lane_sum(y_top * ln_top, factor * ln_rest + (factor - y_top) * ln_top);
    real exponent = lane_clamp(product.high, 700);
    real power = lane_exp(exponent, pick(exponent == product.high, product.low, splat(0)));
    power = pick((x <= 0) & (y < 0), splat(0x1.d945df4f8ec8ep+1009), pick((x <= 0) & (y > 0), splat(0), power));
    return pick(x == x, power, x);
}

/* --- angles --- */

/* An angle as quarter turns and a rest within +-pi/4, high + low; the last two bits of count are the quadrant. */
typedef struct lane_angle {
    real count, high, low;
} lane_angle;

/* pi/2 in parts of 22 bits, whose product with the number of quarter turns, below 2^30, is exact. The first two
 * differences are exact, the next two keep what they lose; what remains is good to 2^-111, and no double
 * up to 2^30 comes closer to a multiple of pi/2 than 2^-61. */
BRI_INLINE lane_angle lane_radians(real x) /* 0 <= x <= 2^30 */
{
    real count = x * 0x1.45f306dc9c883p-1 + LANE_WHOLE;
    real n = count - LANE_WHOLE;
    real rest = (x - n * 0x1.921fbp+0) - n * 0x1.5110bp-22;
    lane_pair a = lane_sum(rest, -(n * 0x1.184698p-44));
    lane_pair b = lane_sum(a.high, -(n * 0x1.31988p-69));
    lane_pair c = lane_sum(b.high, (a.low + b.low) - n * 0x1.1701b839a2520p-88);
    return (lane_angle){count, c.high, c.low};
}

BRI_INLINE lane_angle lane_turns(real x) /* x >= 0; from 2^52 every double is whole */
{
    real kept = real_min(splat(0x1p52), x);
    real part = kept - ((kept + 0x1p52) - 0x1p52);
    real count = 4 * part + LANE_WHOLE;
    real rest = part - 0.25 * (count - LANE_WHOLE), top = lane_top(rest);
    lane_pair angle = lane_sum(top * 0x1.921fb5p+2, /* 26 bits of 2 pi */
                               top * 0x1.110b4611a6263p-24 + (rest - top) * 0x1.921fb54442d18p+2);
    return (lane_angle){count, angle.high, angle.low};
}

/* sin(r) = r + r z S(z), cos(r) = 1 - z/2 + z^2 C(z), z = r^2, |r| <= pi/4: degrees 13 and 14, errors 2^-57 of r
 * and 2^-59 */
BRI_INLINE real lane_sine(lane_angle a)
{
    real r = a.high, z = r * r, z2 = z * z;
    real s = ((-0x1.5555555555549p-3 + z * 0x1.111111110f861p-7) +
              z2 * (-0x1.a01a019c0e50ap-13 + z * 0x1.71de3574bd3bap-19)) +
             (z2 * z2) * (-0x1.ae5e63cf73a14p-26 + z * 0x1.5d9247548d59dp-33);
    real c = ((0x1.555555555554cp-5 + z * -0x1.6c16c16c15162p-10) +
              z2 * (0x1.a01a019caef54p-16 + z * -0x1.27e4f807d7392p-22)) +
             (z2 * z2) * (0x1.1ee9ea6d66edfp-29 + z * -0x1.8fadd0be4fcabp-37);
    real sine = r + (a.low + z * (r * s - 0.5 * a.low));
    lane_pair one = lane_sum(splat(1), -0.5 * z);
    real cosine = one.high + (one.low + (z2 * c - r * a.low));
    bri_bits quadrant = bits_of(a.count);
    real value = pick((quadrant & 1) == 1, cosine, sine);
    return real_of(bits_of(value) ^ bits_left(quadrant & 2, 62));
}

BRI_INLINE real lane_odd(real value, real x) /* value, turned over where x is negative */
{
    return real_of(bits_of(value) ^ (bits_of(x) & INT64_MIN));
}

BRI_INLINE lane_angle lane_quarter_on(lane_angle a) { return (lane_angle){a.count + 1, a.high, a.low}; }

/* sin and cos of x in radians; |x| above 2^30 counts as 2^30 */
BRI_INLINE real real_sin(real x) { return lane_odd(lane_sine(lane_radians(real_min(splat(0x1p30), real_abs(x)))), x); }

BRI_INLINE real real_cos(real x)
{
    return lane_sine(lane_quarter_on(lane_radians(real_min(splat(0x1p30), real_abs(x)))));
}

/* sin and cos of 2 pi x, for any x */
BRI_INLINE real real_sin_turns(real x) { return lane_odd(lane_sine(lane_turns(real_abs(x))), x); }
BRI_INLINE real real_cos_turns(real x) { return lane_sine(lane_quarter_on(lane_turns(real_abs(x)))); }

/* atan x = base + atan t, |t| <= tan(pi/8): t is x, (x - 1) / (x + 1) or -1 / x. Then t + t z A(z), z = t^2, degree 25,
 * error 2^-58 of t. */
BRI_INLINE real real_atan(real x)
{
    real size = real_abs(x);
    mask middle = size > 0x1.a8279ap-2, large = size > 0x1.3504f3p+1;
    real t = pick(large, splat(-1), pick(middle, size - 1, size)) / pick(large, size, pick(middle, size + 1, splat(1)));
    real z = t * t, z2 = z * z, z4 = z2 * z2;
    real c0 = -0x1.5555555555554p-2 + z * 0x1.999999999964ap-3;
    real c2 = -0x1.2492492475563p-3 + z * 0x1.c71c71b73aa04p-4;
    real c4 = -0x1.745d14b705b68p-4 + z * 0x1.3b136de7a752fp-4;
    real c6 = -0x1.110c6e5470ce7p-4 + z * 0x1.e171a12392d03p-5;
    real c8 = -0x1.ab7af52805a8ep-5 + z * 0x1.70e25ff68bd18p-5;
    real c10 = -0x1.121d3221ce3e5p-5 + z * 0x1.f178a5a12bc3fp-7;
    real A = (c0 + c2 * z2) + z4 * ((c4 + c6 * z2) + z4 * (c8 + c10 * z2));
    lane_pair sum =
        lane_sum(pick(large, splat(0x1.921fb54442d18p+0), pick(middle, splat(0x1.921fb54442d18p-1), splat(0))), t);
    real low = pick(large, splat(0x1.1a62633145c07p-54), pick(middle, splat(0x1.1a62633145c07p-55), splat(0)));
    return real_sign_of(sum.high + (sum.low + (t * (z * A) + low)), x);
}

#endif
