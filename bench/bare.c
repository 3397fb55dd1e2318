/* bare.c - exp and tanh alone over an array, at this file's number of lanes: no law that needs one can be faster */
#include "base/lane_math.h"
#include "plain.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define BARE(name, call)                                                                                               \
    void JOIN(name, BRI_LANES)(const double *in, double *out, size_t count)                                            \
    {                                                                                                                  \
        for (size_t i = 0; i < count; i += BRI_LANES) {                                                                \
            real x, y;                                                                                                 \
            memcpy(&x, in + i, sizeof x);                                                                              \
            y = call;                                                                                                  \
            memcpy(out + i, &y, sizeof y);                                                                             \
        }                                                                                                              \
    }

BARE(bare_exp_x, real_exp(x))
BARE(bare_tanh_x, real_tanh(x))
