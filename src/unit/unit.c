/* unit.c - a text with a unit becomes an SI number, or an error message
 *
 *     quantity = number [unit] */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "unit/grammar.h"
#include "unit/unit.h"

/* SI units and the quantities they measure. Of several rows with one dimension, other units get the name of the
 * first. */
static const struct {
    const char *unit, *name;
} quantities[] = {
    {"1", "plain number"},
    {"m", "length"},
    {"s", "time"},
    {"kg", "mass"},
    {"rad", "angle"},
    {"K", "temperature"},
    {"m2", "area"},
    {"m3", "volume"},
    {"m/s", "speed"},
    {"m/s2", "acceleration"},
    {"rad/s", "angular speed"},
    {"rad/s2", "angular acceleration"},
    {"Hz", "frequency"},
    {"1/s", "frequency"},
    {"N", "force"},
    {"N m", "torque"},
    {"J", "energy"},
    {"W", "power"},
    {"Pa", "pressure"},
    {"N/m", "stiffness"},
    {"N s/m", "damping"},
    {"N m/rad", "torsional stiffness"},
    {"N m s/rad", "torsional damping"},
    {"N s", "impulse"},
    {"N m s", "angular impulse"},
    {"kg m2", "inertia"},
    {"kg/m", "mass per length"},
    {"N s2/m2", "quadratic damping"},
    {"kg/m2", "mass per area"},
    {"kg/m3", "density"},
    {"kg/s", "damping"},
    {"N/s", "force per time"},
    {"N/m3", "stiffness per area"},
    {"Pa s", "dynamic viscosity"},
    {"m2/s", "kinematic viscosity"},
    {"1/Pa", "inverse pressure"},
    {"1/m", "inverse length"},
    {"1/m2", "inverse area"},
    {"s/m", "inverse speed"},
    {"s2/m2", "inverse square of a speed"},
    {"m/N", "compliance"},
    {"s/rad", "inverse angular speed"},
    {"1/rad", "inverse angle"},
};

/* All handles stand for the same constant table, so there is nothing to keep. */
static struct bri_units {
    char unused;
} common;

bri_status bri_units_create(bri_units **units, bri_error *err)
{
    bri_error_clear(err);
    *units = &common;
    return BRI_OK;
}

void bri_units_destroy(bri_units *units) { (void)units; }

/* "a speed in m/s", "an angle", "a plain number", "a value in kg3" */
static quote describe(const char *name, const char *unit)
{
    quote out;
    bool plain = name && strcmp(name, quantities[0].name) == 0;
    const char *article = name && strchr("aeiou", *name) ? "an" : "a";
    snprintf(out.text, sizeof out.text, "%s %s%s%.60s", article, name ? name : "value", unit && !plain ? " in " : "",
             unit && !plain ? bri_unit_show(unit, 50).text : "");
    return out;
}

static double convert(double value, const measure *from, const measure *to)
{
    double up = from->up * to->down, down = from->down * to->up;
    return up >= down ? value * (up / down) : value / (down / up);
}

static bool same_dimension(const measure *a, const measure *b)
{
    return memcmp(a->power, b->power, sizeof a->power) == 0;
}

/* Whether a has the dimension of b times m^length s^time rad^angle. */
static bool differ_by(const measure *a, const measure *b, int length, int time, int angle)
{
    measure c = *b;
    c.power[LENGTH] += length;
    c.power[TIME] += time;
    c.power[ANGLE] += angle;
    return same_dimension(a, &c);
}

/* Reads a unit of a parameter table, where "1" stands for a plain number. */
static bri_status read_table_unit(const char *unit, measure *m)
{
    *m = MEASURE_OF_ONE;
    return strcmp(unit, "1") == 0 ? BRI_OK : bri_unit_parse(unit, unit, m, NULL);
}

bool bri_unit_read(const char *unit, measure *m) { return !read_table_unit(unit, m); }

/* Index of the first quantity with that dimension; COUNT(quantities): none. */
static size_t find_quantity(const measure *m)
{
    size_t i = 0;
    measure known;
    while (i < COUNT(quantities) && (read_table_unit(quantities[i].unit, &known) || !same_dimension(m, &known)))
        i++;
    return i;
}

static const char *find_name(const measure *m)
{
    size_t i = find_quantity(m);
    return i < COUNT(quantities) ? quantities[i].name : NULL;
}

const char *bri_unit_of_powers(const int power[BASES])
{
    measure m = MEASURE_OF_ONE;
    memcpy(m.power, power, sizeof m.power);
    size_t i = find_quantity(&m);
    return i < COUNT(quantities) ? quantities[i].unit : NULL;
}

const char *bri_quantity_name(bri_units *units, const char *unit)
{
    for (size_t i = 0; i < COUNT(quantities); i++) {
        if (strcmp(unit, quantities[i].unit) == 0) return quantities[i].name;
    }
    measure m;
    return units && !read_table_unit(unit, &m) ? find_name(&m) : NULL;
}

bool bri_unit_fits(bri_units *units, const char *given, const char *wanted)
{
    assert(given && wanted);
    (void)units;
    measure from, to;
    return !read_table_unit(given, &from) && !read_table_unit(wanted, &to) && same_dimension(&from, &to);
}

static const char *skip_blanks(const char *text) { return text + strspn(text, " "); }

const char *bri_quantity_unit(const char *text)
{
    assert(text);
    const char *number = skip_blanks(text), *end;
    double ignored;
    bri_number_read(number, &end, &ignored);
    return end > number ? skip_blanks(end) : NULL;
}

static bri_status reject_mismatch(bri_units *units, const char *quoted, const char *given, const measure *from,
                                  const char *unit, const measure *to, bri_error *err)
{
    const char *name = bri_quantity_name(units, given);
    const char *advice = "";
    if (differ_by(to, from, 1, -2, 0))
        advice = "; kg and lb are masses, write kgf and lbf for forces, as in lbf/in";
    else if (differ_by(to, from, 0, 0, to->power[ANGLE] - from->power[ANGLE]))
        advice = "; rad is never implied, and a turn is 2 pi rad";
    return bri_fail(err, BRI_BAD_VALUE, "'%s' is %s, but %s is wanted%s", quoted,
                    describe(name, name ? NULL : given).text, describe(bri_quantity_name(units, unit), unit).text,
                    advice);
}

static bri_status read_in_unit(bri_units *units, const char *quoted, const char *given, const char *unit, double *value,
                               bri_error *err)
{
    measure from, to;
    bri_status status = bri_unit_parse(given, quoted, &from, err);
    if (status) return status;
    status = read_table_unit(unit, &to);
    if (status == BRI_BAD_VALUE)
        return bri_fail(err, status, "'%s': give a value in %s as a plain number in SI units", quoted,
                        bri_unit_show(unit, 50).text);
    if (status) return status;
    if (!same_dimension(&from, &to)) return reject_mismatch(units, quoted, given, &from, unit, &to, err);
    double converted = convert(*value, &from, &to);
    if (!isfinite(converted))
        return bri_fail(err, BRI_BAD_VALUE, "'%s' is too large a number when converted to %s", quoted,
                        bri_unit_show(unit, 50).text);
    *value = converted;
    return BRI_OK;
}

bri_status bri_quantity_read(bri_units *units, const char *text, const char *unit, double *value, bri_error *err)
{
    bri_error_clear(err);
    assert(text && unit && value);
    if (strnlen(text, MAX_TEXT + 1) > MAX_TEXT)
        return bri_fail(err, BRI_BAD_VALUE, "'%s' is too long: a number and its unit have at most %d characters",
                        bri_unit_show(text, 40).text, MAX_TEXT);
    quote shown = bri_unit_show(text, MAX_TEXT);
    quote wanted = describe(bri_quantity_name(NULL, unit), unit);
    const char *number = skip_blanks(text), *end;
    double read = 0;
    if (!*number) return bri_fail(err, BRI_BAD_VALUE, "the text is empty, but %s is wanted", wanted.text);
    if (!bri_number_read(number, &end, &read))
        return bri_fail(err, BRI_BAD_VALUE,
                        end > number ? "'%s' is too large for a number; %s is wanted"
                                     : "'%s' does not begin with a number, but %s is wanted",
                        shown.text, wanted.text);
    const char *given = skip_blanks(end);
    bri_status status = *given ? read_in_unit(units, shown.text, given, unit, &read, err) : BRI_OK;
    if (!status) *value = read;
    return status;
}
