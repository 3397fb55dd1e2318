/* number.c - decimal numbers read and printed the same in every locale
 *
 * Nearly all numbers are converted by quick_number.c. The others are left to the C library, whose locale only changes the decimal
 * point: strtod is given digits and an exponent without a point, and the separator that printf writes is replaced by a point. */
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/quick_number.h"

/* No double and no midpoint of two doubles has more than 768 significant digits: beyond these it only matters whether
 * a nonzero digit follows. */
#define MAX_DIGITS 770
#define QUICK_DIGITS 19
static const long long far_exponent =
    1000000000000; /* larger than the number of digits of any text, so the value is 0 or infinite */

typedef struct decimal { /* (-1)^negative * digits * 10^exponent */
    bool negative;
    int count;
    uint64_t first;              /* digits, of which there are at most QUICK_DIGITS, as a number */
    char digits[MAX_DIGITS + 1]; /* the last one stands for all digits beyond MAX_DIGITS */
    long long exponent;
} decimal;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void add_digit(decimal *d, char digit)
{
    if (d->count == 0 && digit == '0') return;
    if (d->count < QUICK_DIGITS) d->first = 10 * d->first + (uint64_t)(digit - '0');
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
    double value = 0;
    bool is_done = d->count == 0 || (d->count <= QUICK_DIGITS && bri_quick_read(d->first, d->exponent, &value));
    if (!is_done) {
        char plain[MAX_DIGITS + 32];
        long long exponent = d->exponent;
        if (exponent > 9999) exponent = 9999;
        if (exponent < -9999) exponent = -9999;
        snprintf(plain, sizeof plain, "%.*se%lld", d->count, d->digits, exponent);
        value = strtod(plain, NULL);
    }
    return d->negative ? -value : value;
}

bool bri_number_read(const char *text, const char **end, double *value)
{
    decimal d; /* its digits are not cleared: there are more than most texts need */
    d.count = 0;
    d.first = 0;
    d.exponent = 0;
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

static char *put_digits(char *at, const char *digits, int count)
{
    for (int i = 0; i < count; i++)
        *at++ = *digits++;
    return at;
}

static char *put_zeros(char *at, int count)
{
    for (int i = 0; i < count; i++)
        *at++ = '0';
    return at;
}

/* Writes digits and exponent as %.*g does, without zeros at the end. */
static void lay_out(char *at, const bri_decimal *d)
{
    char digits[20] = {0};
    uint64_t rest = d->digits;
    for (int i = d->count - 1; i >= 0; i--, rest /= 10)
        digits[i] = (char)('0' + rest % 10);
    int used = d->count, exponent = d->exponent;
    while (used > 1 && digits[used - 1] == '0')
        used--;
    if (exponent >= 0 && exponent < d->count) {
        int whole = exponent + 1 < used ? exponent + 1 : used;
        at = put_digits(at, digits, whole);
        at = put_zeros(at, exponent + 1 - whole);
        if (used > whole) *at++ = '.';
        at = put_digits(at, digits + whole, used - whole);
    } else if (exponent < 0 && exponent >= -4) {
        *at++ = '0';
        *at++ = '.';
        at = put_zeros(at, -1 - exponent);
        at = put_digits(at, digits, used);
    } else {
        int size = exponent < 0 ? -exponent : exponent;
        *at++ = digits[0];
        if (used > 1) *at++ = '.';
        at = put_digits(at, digits + 1, used - 1);
        *at++ = 'e';
        *at++ = exponent < 0 ? '-' : '+';
        if (size >= 100) *at++ = (char)('0' + size / 100);
        *at++ = (char)('0' + size / 10 % 10);
        *at++ = (char)('0' + size % 10);
    }
    *at = '\0';
}

void bri_number_print(char out[32], double value)
{
    if (!isfinite(value)) {
        snprintf(out, 32, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    if (value == 0) {
        strcpy(out, signbit(value) ? "-0" : "0");
        return;
    }
    bri_decimal shortest;
    if (bri_quick_digits(value, &shortest)) {
        if (value < 0) *out++ = '-';
        lay_out(out, &shortest);
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
