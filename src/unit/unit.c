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
    int power[BASES]; /* m, kg, s, rad, K */
} quantities[] = {
    {"1", "plain number", {0}},
    {"m", "length", {1}},
    {"s", "time", {0, 0, 1}},
    {"kg", "mass", {0, 1}},
    {"rad", "angle", {0, 0, 0, 1}},
    {"K", "temperature", {0, 0, 0, 0, 1}},
    {"m2", "area", {2}},
    {"m3", "volume", {3}},
    {"m/s", "speed", {1, 0, -1}},
    {"m/s2", "acceleration", {1, 0, -2}},
    {"rad/s", "angular speed", {0, 0, -1, 1}},
    {"rad/s2", "angular acceleration", {0, 0, -2, 1}},
    {"Hz", "frequency", {0, 0, -1}},
    {"1/s", "frequency", {0, 0, -1}},
    {"N", "force", {1, 1, -2}},
    {"N m", "torque", {2, 1, -2}},
    {"J", "energy", {2, 1, -2}},
    {"W", "power", {2, 1, -3}},
    {"Pa", "pressure", {-1, 1, -2}},
    {"N/m", "stiffness", {0, 1, -2}},
    {"N s/m", "damping", {0, 1, -1}},
    {"N m/rad", "torsional stiffness", {2, 1, -2, -1}},
    {"N m s/rad", "torsional damping", {2, 1, -1, -1}},
    {"N s", "impulse", {1, 1, -1}},
    {"N m s", "angular impulse", {2, 1, -1}},
    {"kg m2", "inertia", {2, 1}},
    {"kg/m", "mass per length", {-1, 1}},
    {"N s2/m2", "quadratic damping", {-1, 1}},
    {"kg/m2", "mass per area", {-2, 1}},
    {"kg/m3", "density", {-3, 1}},
    {"kg/s", "damping", {0, 1, -1}},
    {"N/s", "force per time", {1, 1, -3}},
    {"N/m3", "stiffness per area", {-2, 1, -2}},
    {"Pa s", "dynamic viscosity", {-1, 1, -1}},
    {"m2/s", "kinematic viscosity", {2, 0, -1}},
    {"1/Pa", "inverse pressure", {1, -1, 2}},
    {"1/m", "inverse length", {-1}},
    {"1/m2", "inverse area", {-2}},
    {"s/m", "inverse speed", {-1, 0, 1}},
    {"s2/m2", "inverse square of a speed", {-2, 0, 2}},
    {"m/N", "compliance", {0, -1, 2}},
    {"s/rad", "inverse angular speed", {0, 0, 1, -1}},
    {"1/rad", "inverse angle", {0, 0, 0, -1}},
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

/* Index of the first quantity with these powers; COUNT(quantities): none. */
static size_t find_quantity(const int power[BASES])
{
    size_t i = 0;
    while (i < COUNT(quantities) && memcmp(quantities[i].power, power, sizeof quantities[i].power) != 0)
        i++;
    return i;
}

static const char *find_name(const measure *m)
{
    size_t i = find_quantity(m->power);
    return i < COUNT(quantities) ? quantities[i].name : NULL;
}

const char *bri_unit_of_powers(const int power[BASES])
{
    size_t i = find_quantity(power);
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
