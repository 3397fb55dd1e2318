/* lane_math_width.h - the functions of lane_math.h by number, at each width */
#ifndef BRISTLE_TESTS_LANE_MATH_WIDTH_H
#define BRISTLE_TESTS_LANE_MATH_WIDTH_H

#include <stddef.h>

#define LANE_MATH_FUNCTIONS(UNARY, BINARY)                                                                             \
    UNARY(exp)                                                                                                         \
    UNARY(expm1)                                                                                                       \
    UNARY(tanh)                                                                                                        \
    UNARY(log)                                                                                                         \
    UNARY(log10)                                                                                                       \
    UNARY(sin)                                                                                                         \
    UNARY(cos)                                                                                                         \
    UNARY(sin_turns)                                                                                                   \
    UNARY(cos_turns)                                                                                                   \
    UNARY(atan)                                                                                                        \
    UNARY(round)                                                                                                       \
    UNARY(sqrt)                                                                                                        \
    BINARY(pow)                                                                                                        \
    BINARY(min)                                                                                                        \
    BINARY(max)

enum {
#define LANE_MATH_NUMBER(name) LANE_MATH_##name,
    LANE_MATH_FUNCTIONS(LANE_MATH_NUMBER, LANE_MATH_NUMBER) LANE_MATH_COUNT
};

/* out[i] = function(in[i], in2[i]); n is a multiple of the width */
typedef void lane_math_loop(int function, const double *in, const double *in2, double *out, size_t n);

lane_math_loop lane_math_x1, lane_math_x2, lane_math_x4, lane_math_x8;

#endif
