/* sobol.c - Sobol's low-discrepancy sequence
 *
 * Source: S. Joe and F. Y. Kuo, Constructing Sobol sequences with better two-dimensional projections, SIAM J. Sci. Comput. 30 (2008)
 * 2635-2654; direction numbers new-joe-kuo-6.21201. Points are numbered in the order of the Gray code, as usual. */
#include "study/sobol.h"

#include <assert.h>

enum {
    LONGEST = 9 /* degree of a polynomial */
};

/* The primitive polynomial of each dimension from the second on, with all its coefficients as bits, and m_1, m_2, ... */
static const struct {
    uint16_t polynomial, m[LONGEST];
} seed[] = {
#define DIMENSION(polynomial, ...) {polynomial, {__VA_ARGS__}},
#include "study/sobol.def"
#undef DIMENSION
};

static int degree_of(unsigned polynomial)
{
    int degree = -1;
    for (; polynomial; polynomial >>= 1)
        degree++;
    return degree;
}

double bri_sobol(uint32_t index, int dimension, uint32_t shift)
{
    assert(0 <= dimension && dimension < BRI_SOBOL_DIMENSIONS);
    uint32_t v[BRI_SOBOL_BITS] = {0}, gray = index ^ (index >> 1), x = shift & ((1u << BRI_SOBOL_BITS) - 1);
    unsigned p = dimension ? seed[dimension - 1].polynomial : 1;
    int s = degree_of(p);
    for (int j = 0; j < BRI_SOBOL_BITS && (gray >> j); j++) {
        v[j] = dimension ? (j < s ? seed[dimension - 1].m[j] : v[j - s]) : 1;
        for (int k = 1; dimension && j >= s && k <= s; k++)
            if ((p >> (s - k)) & 1) v[j] ^= v[j - k] << k;
        if ((gray >> j) & 1) x ^= v[j] << (BRI_SOBOL_BITS - 1 - j);
    }
    return (double)x * (1.0 / (1u << BRI_SOBOL_BITS));
}
