/* number.c - decimal numbers read and printed the same in every locale
 *
 * The locale only changes the decimal point, so strtod is given digits and an exponent without a point, and the
 * separator that printf writes is replaced by a point. */
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No double and no midpoint of two doubles has more than 768 significant digits: beyond these it only matters whether
 * a nonzero digit follows. */
#define MAX_DIGITS 770
static const long long far_exponent =
    1000000000000; /* larger than the number of digits of any text, so the value is 0 or infinite */

typedef struct decimal { /* (-1)^negative * digits * 10^exponent */
    bool negative;
    int count;
    char digits[MAX_DIGITS + 1]; /* the last one stands for all digits beyond MAX_DIGITS */
    long long exponent;
} decimal;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void add_digit(decimal *d, char digit)
{
    if (d->count == 0 && digit == '0') return;
    if (d->count < MAX_DIGITS)
        d->digits[d->count++] = digit;
    else if (d->count == MAX_DIGITS && digit != '0')
        d->digits[d->count++] = '1';
    else
        d->exponent++;
}

static const char *scan_digits(const char *at, decimal *d, int exponent_each)
{
    for (; is_digit(*at); at++) {
        add_digit(d, *at);
        d->exponent += exponent_each;
    }
    return at;
}

static const char *scan_exponent(const char *at, decimal *d)
{
    if (*at != 'e' && *at != 'E') return at;
    const char *digits = at + 1 + (at[1] == '+' || at[1] == '-');
    if (!is_digit(*digits)) return at;
    long long exponent = 0;
    const char *end = digits;
    for (; is_digit(*end); end++) {
        if (exponent < far_exponent) exponent = 10 * exponent + (*end - '0');
    }
    d->exponent += at[1] == '-' ? -exponent : exponent;
    return end;
}

static const char *scan(const char *text, decimal *d)
{
    const char *at = text;
    d->negative = *at == '-';
    if (*at == '+' || *at == '-') at++;
    const char *whole = at;
    at = scan_digits(at, d, 0);
    long digits = at - whole;
    if (*at == '.') {
        const char *fraction = at + 1;
        at = scan_digits(fraction, d, -1);
        digits += at - fraction;
    }
    return digits > 0 ? scan_exponent(at, d) : text;
}

static double value_of(const decimal *d)
{
    char plain[MAX_DIGITS + 32];
    long long exponent = d->exponent;
    if (exponent > 9999) exponent = 9999;
    if (exponent < -9999) exponent = -9999;
    snprintf(plain, sizeof plain, "%.*se%lld", d->count, d->digits, exponent);
    double value = d->count > 0 ? strtod(plain, NULL) : 0;
    return d->negative ? -value : value;
}

bool bri_number_read(const char *text, const char **end, double *value)
{
    decimal d = {0};
    *end = scan(text, &d);
    if (*end == text) return false;
    double number = value_of(&d);
    if (isinf(number)) return false;
    *value = number;
    return true;
}

static void put_point(char *text)
{
    char *point = text + strspn(text, "+-0123456789e");
    if (!*point) return;
    char *after = point + strcspn(point, "0123456789");
    *point = '.';
    memmove(point + 1, after, strlen(after) + 1);
}

void bri_number_print(char out[32], double value)
{
    if (!isfinite(value)) {
        snprintf(out, 32, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        const char *end;
        double back = 0;
        snprintf(out, 32, "%.*g", digits, value);
        put_point(out);
        if (bri_number_read(out, &end, &back) && back == value) return;
    }
}
