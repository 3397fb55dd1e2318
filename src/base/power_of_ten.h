/* power_of_ten.h - powers of ten to 125 bits, for quick_number.c: decimal numbers read and printed without long arithmetic
 *
 * 10^s = 10^r 10^(27 j), 0 <= r < 27: the first factor is exact, the second one is a row of a table, cut off after 128 bits. */
#ifndef BRISTLE_BASE_POWER_OF_TEN_H
#define BRISTLE_BASE_POWER_OF_TEN_H

#ifdef __SIZEOF_INT128__
#include <assert.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 bri_wide;

enum {
    BRI_TEN_MIN = -324, /* range of s */
    BRI_TEN_MAX = 350
};

static inline bri_wide bri_wide_of(uint64_t high, uint64_t low) { return (bri_wide)high << 64 | low; }

/* The upper 128 bits of a product, at most 2 too small. */
static inline bri_wide bri_wide_multiply(bri_wide a, bri_wide b)
{
    uint64_t a1 = (uint64_t)(a >> 64), a0 = (uint64_t)a, b1 = (uint64_t)(b >> 64), b0 = (uint64_t)b;
    bri_wide middle = (bri_wide)a1 * b0 + (((bri_wide)a0 * b0) >> 64);
    bri_wide lower = (bri_wide)a0 * b1 + (uint64_t)middle;
    return (bri_wide)a1 * b1 + (middle >> 64) + (lower >> 64);
}

/* floor(log2(10^s)) and floor(log10(2^e)), for |s| <= 400 and |e| <= 1100. */
static inline int bri_log2_of_ten(int s) { return (s * 217706) >> 16; }
static inline int bri_log10_of_two(int e) { return (e * 78913) >> 18; }

/* 10^s = t 2^(bri_log2_of_ten(s) - 127), 2^127 <= t < 2^128, with a relative error below 2^-125, never too large. */
static inline bri_wide bri_power_of_ten(int s)
{
    static const uint64_t ten27[][2] = {
        /* 10^(27 j), j = -12 to 12 */
        {0xcf42894a5dce35ea, 0x52064cac828675b9}, {0xa76c582338ed2621, 0xaf2af2b80af6f24e},
        {0x873e4f75e2224e68, 0x5a7744a6e804a291}, {0xda7f5bf590966848, 0xaf39a475506a899e},
        {0xb080392cc4349dec, 0xbd8d794d96aacfb3}, {0x8e938662882af53e, 0x547eb47b7282ee9c},
        {0xe65829b3046b0afa, 0x0cb4a5a3112a5112}, {0xba121a4650e4ddeb, 0x92f34d62616ce413},
        {0x964e858c91ba2655, 0x3a6a07f8d510f86f}, {0xf2d56790ab41c2a2, 0xfae27299423fb9c3},
        {0xc428d05aa4751e4c, 0xaa97e14c3c26b886}, {0x9e74d1b791e07e48, 0x775ea264cf55347d},
        {0x8000000000000000, 0x0000000000000000}, {0xcecb8f27f4200f3a, 0x0000000000000000},
        {0xa70c3c40a64e6c51, 0x999090b65f67d924}, {0x86f0ac99b4e8dafd, 0x69a028bb3ded71a3},
        {0xda01ee641a708de9, 0xe80e6f4820cc9495}, {0xb01ae745b101e9e4, 0x5ec05dcff72e7f8f},
        {0x8e41ade9fbebc27d, 0x14588f13be847307}, {0xe5d3ef282a242e81, 0x8f1668c8a86da5fa},
        {0xb9a74a0637ce2ee1, 0x6d953e2bd7173692}, {0x95f83d0a1fb69cd9, 0x4abdaf101564f98e},
        {0xf24a01a73cf2dccf, 0xbc633b39673c8cec}, {0xc3b8358109e84f07, 0x0a862f80ec4700c8},
        {0x9e19db92b4e31ba9, 0x6c07a2c26a8346d1}};
    static const uint64_t ten[14] = {1,           10,           100,           1000,          10000,
                                     100000,      1000000,      10000000,      100000000,     1000000000,
                                     10000000000, 100000000000, 1000000000000, 10000000000000};
    assert(s >= BRI_TEN_MIN && s <= BRI_TEN_MAX);
    int row = (s - BRI_TEN_MIN) / 27, rest = (s - BRI_TEN_MIN) % 27;
    bri_wide power = bri_wide_of(ten27[row][0], ten27[row][1]);
    if (!rest) return power;
    bri_wide small = (bri_wide)ten[rest / 2] * ten[rest - rest / 2];
    small <<= 127 - bri_log2_of_ten(rest);
    power = bri_wide_multiply(power, small);
    return power >> 127 ? power : power << 1;
}
#endif
#endif
