/* dimension.c - dimensions multiplied, compared and printed */
#include "expression/dimension.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

static const double same_power = 1e-9; /* powers that differ by less are equal: (m^(1/3))^3 is m */

dimension bri_dimension_of(const measure *m)
{
    dimension d;
    for (int i = 0; i < BASES; i++)
        d.power[i] = m->power[i];
    return d;
}

dimension bri_dimension_product(const dimension *a, const dimension *b, double power)
{
    dimension d = *a;
    for (int i = 0; i < BASES; i++)
        d.power[i] += power * b->power[i];
    return d;
}

bool bri_dimension_same(const dimension *a, const dimension *b)
{
    for (int i = 0; i < BASES; i++)
        if (!(fabs(a->power[i] - b->power[i]) < same_power)) return false;
    return true;
}

bool bri_dimension_plain(const dimension *d) { return bri_dimension_same(d, &(dimension){{0}}); }

/* The same as a unit with whole powers, where it has such. */
static bool to_measure(const dimension *d, measure *m)
{
    *m = MEASURE_OF_ONE;
    for (int i = 0; i < BASES; i++) {
        if (!(fabs(d->power[i]) < 100)) return false;
        m->power[i] = (int)floor(d->power[i] + 0.5);
        if (!(fabs(d->power[i] - m->power[i]) < same_power)) return false;
    }
    return true;
}

/* Adds the base units with powers of one sign. */
static int add_bases(char *out, size_t size, size_t *used, const dimension *d, double sign)
{
    static const char *const bases[BASES] = {"m", "kg", "s", "rad", "K", "A", "mol", "cd"};
    static const int order[BASES] = {1, 0, 2, 3, 4, 5, 6, 7};
    int count = 0;
    for (int k = 0; k < BASES; k++) {
        double power = sign * d->power[order[k]];
        if (power < same_power || *used >= size) continue;
        *used += (size_t)snprintf(out + *used, size - *used, "%s%s", count++ ? " " : "", bases[order[k]]);
        if (*used < size && fabs(power - 1) >= same_power)
            *used += (size_t)snprintf(out + *used, size - *used, floor(power) < power ? "^%.3g" : "%.3g", power);
    }
    return count;
}

dimension_text bri_dimension_unit(const dimension *d)
{
    dimension_text out = {""};
    measure m;
    size_t used = 0;
    const char *known = to_measure(d, &m) ? bri_unit_of_powers(m.power) : NULL;
    if (known) {
        snprintf(out.at, sizeof out.at, "%s", known);
        return out;
    }
    char below[80] = "";
    size_t length = 0;
    if (!add_bases(out.at, sizeof out.at, &used, d, 1)) used = (size_t)snprintf(out.at, sizeof out.at, "1");
    int divisors = add_bases(below, sizeof below, &length, d, -1);
    if (divisors && used < sizeof out.at)
        snprintf(out.at + used, sizeof out.at - used, divisors > 1 ? "/(%.60s)" : "/%.60s", below);
    return out;
}

dimension_text bri_dimension_describe(const dimension *d)
{
    dimension_text unit = bri_dimension_unit(d), out;
    const char *name = bri_quantity_name(NULL, unit.at);
    if (bri_dimension_plain(d))
        snprintf(out.at, sizeof out.at, "a plain number");
    else
        snprintf(out.at, sizeof out.at, "a%s %s in %.40s", name && strchr("aeiou", *name) ? "n" : "",
                 name ? name : "value", unit.at);
    return out;
}
