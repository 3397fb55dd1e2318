/* run.h - runs the program of an expression, with the derivatives by its first two variables (forward mode)
 *
 * Written for lanes: the same operations, so the same bits, in every lane. A value that does not exist (log of -1, 0/0) is
 * NaN; a derivative that does not exist is whatever its formula gives, infinite or NaN. */
#ifndef BRISTLE_EXPRESSION_RUN_H
#define BRISTLE_EXPRESSION_RUN_H

#include "base/lane.h"
#include "base/lane_math.h"
#include "bristle/kind.h"

typedef enum bri_operation {
    OP_NUMBER,      /* operand: index in number */
    OP_VARIABLE,    /* operand: index; 0 and 1 are those by which derivatives are formed */
    OP_WHOLE_POWER, /* operand: exponent + OP_NO_POWER */
    OP_NEGATE,
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_POWER,
    OP_MIN,
    OP_MAX,
    OP_EXP,
    OP_LOG,
    OP_LOG10,
    OP_SQRT,
    OP_ABS,
    OP_TANH,
    OP_ATAN,
    OP_SIN,
    OP_COS,
} bri_operation;

enum {
    OP_NO_POWER = 128,
    OP_LARGEST_POWER = 64,
    BRI_FORMULA_STACK = 16
};

typedef struct dual {
    real value, by[2]; /* derivatives */
} dual;

BRI_INLINE dual dual_of(real value) { return (dual){value, {splat(0), splat(0)}}; }

/* A function of x with this value and derivative. */
BRI_INLINE dual dual_chain(dual x, real value, real slope) { return (dual){value, {slope * x.by[0], slope * x.by[1]}}; }

BRI_INLINE dual dual_pick(mask first, dual a, dual b)
{
    return (dual){pick(first, a.value, b.value), {pick(first, a.by[0], b.by[0]), pick(first, a.by[1], b.by[1])}};
}

BRI_INLINE dual dual_multiply(dual a, dual b)
{
    return (dual){a.value * b.value, {a.by[0] * b.value + a.value * b.by[0], a.by[1] * b.value + a.value * b.by[1]}};
}

BRI_INLINE dual dual_divide(dual a, dual b)
{
    real ratio = a.value / b.value;
    return (dual){ratio, {(a.by[0] - ratio * b.by[0]) / b.value, (a.by[1] - ratio * b.by[1]) / b.value}};
}

/* x^n by products, for any sign of x. */
BRI_INLINE dual dual_whole_power(dual x, int n)
{
    int size = n < 0 ? -n : n;
    if (n == 0) return dual_of(splat(1));
    real below = splat(1), square = x.value; /* x^(size - 1) */
    for (int rest = size - 1; rest > 0; rest /= 2) {
        if (rest % 2) below = below * square;
        square = square * square;
    }
    real power = below * x.value;
    if (n > 0) return dual_chain(x, power, size * below);
    real inverse = 1 / power;
    return dual_chain(x, inverse, -size * inverse / x.value);
}

/* x^y; NaN for x < 0. */
BRI_INLINE dual dual_power(dual x, dual y)
{
    real nan = splat(__builtin_nan(""));
    mask real_power = x.value >= 0;
    real value = pick(real_power, real_pow(x.value, y.value), nan);
    real by_base = y.value * real_pow(x.value, y.value - 1), log = pick(x.value > 0, real_log(x.value), splat(0));
    dual out = dual_chain(x, value, by_base);
    for (int i = 0; i < 2; i++)
        out.by[i] = out.by[i] + value * log * y.by[i];
    return out;
}

BRI_INLINE dual dual_function(bri_operation operation, dual x)
{
    real nan = splat(__builtin_nan("")), y;
    switch (operation) {
    case OP_EXP: y = real_exp(x.value); return dual_chain(x, y, y);
    case OP_LOG: return dual_chain(x, pick(x.value > 0, real_log(x.value), nan), 1 / x.value);
    case OP_LOG10: return dual_chain(x, pick(x.value > 0, real_log10(x.value), nan), 0x1.bcb7b1526e50ep-2 / x.value);
    case OP_SQRT: y = real_sqrt(x.value); return dual_chain(x, y, 0.5 / y);
    case OP_ABS: return dual_chain(x, real_abs(x.value), pick(x.value == 0, splat(0), real_sign_of(splat(1), x.value)));
    case OP_TANH: y = real_tanh(x.value); return dual_chain(x, y, 1 - y * y);
    case OP_ATAN: return dual_chain(x, real_atan(x.value), 1 / (1 + x.value * x.value));
    case OP_SIN: return dual_chain(x, real_sin(x.value), real_cos(x.value));
    case OP_COS: return dual_chain(x, real_cos(x.value), -real_sin(x.value));
    default: return dual_chain(x, -x.value, splat(-1));
    }
}

BRI_INLINE dual dual_operate(bri_operation operation, dual a, dual b)
{
    switch (operation) {
    case OP_ADD: return (dual){a.value + b.value, {a.by[0] + b.by[0], a.by[1] + b.by[1]}};
    case OP_SUBTRACT: return (dual){a.value - b.value, {a.by[0] - b.by[0], a.by[1] - b.by[1]}};
    case OP_MULTIPLY: return dual_multiply(a, b);
    case OP_DIVIDE: return dual_divide(a, b);
    case OP_POWER: return dual_power(a, b);
    case OP_MIN: return dual_pick((a.value < b.value) | (a.value != a.value), a, b);
    default: return dual_pick((a.value > b.value) | (a.value != a.value), a, b);
    }
}

/* Runs a program. first: the first two variables; value: those behind them, which are constant. Requires a program that was
 * compiled with at least as many variables. */
static __attribute__((noinline, unused)) void formula_run(const bri_formula *formula, const real first[2],
                                                          const double *value, dual *out)
{
    dual stack[BRI_FORMULA_STACK];
    int top = -1; /* of the stack */
    for (int i = 0; i < formula->length; i++) {
        bri_operation operation = (bri_operation)formula->code[i][0];
        int operand = formula->code[i][1];
        if (operation == OP_NUMBER) {
            stack[++top] = dual_of(splat(formula->number[operand]));
        } else if (operation == OP_VARIABLE && operand < 2) {
            stack[++top] = dual_of(first[operand]);
            stack[top].by[operand] = splat(1);
        } else if (operation == OP_VARIABLE) {
            stack[++top] = dual_of(splat(value[operand - 2]));
        } else if (operation == OP_WHOLE_POWER) {
            stack[top] = dual_whole_power(stack[top], operand - OP_NO_POWER);
        } else if (operation == OP_NEGATE || operation >= OP_EXP) {
            stack[top] = dual_function(operation, stack[top]);
        } else {
            top--;
            stack[top] = dual_operate(operation, stack[top], stack[top + 1]);
        }
    }
    *out = top == 0 ? stack[0] : dual_of(splat(__builtin_nan("")));
}

#endif
