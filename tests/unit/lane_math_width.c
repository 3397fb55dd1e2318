/* lane_math_width.c - the functions of lane_math.h over arrays, at one number of lanes
 *
 * Compiled once for each width, BRI_LANES = 1, 2, 4, 8, and without instruction-set flags, so that every width runs
 * on every machine. */
#include "lane_math_width.h"
#include "base/lane_math.h"

/* clang-format off */
#define UNARY(name) static real call_##name(real x, real y) { (void)y; return real_##name(x); }
#define BINARY(name) static real call_##name(real x, real y) { return real_##name(x, y); }
LANE_MATH_FUNCTIONS(UNARY, BINARY)

#define POINTER(name) call_##name,
static real (*const calls[])(real x, real y) = {LANE_MATH_FUNCTIONS(POINTER, POINTER)};
/* clang-format on */

#define PASTE(a, b) a##b
#define WITH_LANES(name, lanes) PASTE(name, lanes)

void WITH_LANES(lane_math_x, BRI_LANES)(int function, const double *in, const double *in2, double *out, size_t n)
{
    for (size_t i = 0; i < n; i += BRI_LANES) {
        real x, y;
        memcpy(&x, in + i, sizeof x);
        memcpy(&y, in2 + i, sizeof y);
        real result = calls[function](x, y);
        memcpy(out + i, &result, sizeof result);
    }
}
