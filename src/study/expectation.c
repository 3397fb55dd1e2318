/* expectation.c - what is expected of a measure: a value within a tolerance, bounds, a word */
#include "study/expectation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "bristle/unit.h"

static bri_status read_one(const char *text, const char *unit, double *value, const char **which, bri_error *err)
{
    *value = NAN;
    if (!text) return BRI_OK;
    bri_status status = bri_quantity_read(NULL, text, unit, value, err);
    if (status) *which = text;
    return status;
}

/* "1e-3 m", or "2 %" of the expected value. */
static bri_status read_tolerance(bri_expectation *e, const char *unit, const char **which, bri_error *err)
{
    const char *end;
    double percent;
    if (!bri_number_read(e->within, &end, &percent) || end[strspn(end, " ")] != '%')
        return read_one(e->within, unit, &e->tolerance, which, err);
    e->tolerance = 0.01 * percent * fabs(e->value);
    return BRI_OK;
}

bri_status bri_expectation_read(bri_expectation *e, const char *unit, const char **which, bri_error *err)
{
    *which = NULL;
    e->word = e->expect && !e->within ? e->expect : NULL;
    bri_status status = read_one(e->word ? NULL : e->expect, unit, &e->value, which, err);
    e->tolerance = NAN;
    if (!status && e->within && e->expect) status = read_tolerance(e, unit, which, err);
    if (!status) status = read_one(e->above, unit, &e->low, which, err);
    if (!status) status = read_one(e->below, unit, &e->high, which, err);
    return status;
}

bool bri_expectation_exists(const bri_expectation *e) { return e->expect || e->below || e->above; }

bool bri_expectation_holds(const bri_expectation *e, double number, const char *word)
{
    if (e->word && !(word && !strcmp(word, e->word))) return false;
    if (e->within && !(fabs(number - e->value) <= e->tolerance)) return false;
    if (e->above && !(number > e->low)) return false;
    return !e->below || number < e->high;
}

void bri_expectation_print(const bri_expectation *e, char *text, size_t size)
{
    const char *expect = e->expect ? e->expect : "", *within = e->within ? e->within : "";
    const char *above = e->above ? e->above : "", *below = e->below ? e->below : "";
    snprintf(text, size, "%s%s%s%s%s%s%s%s", expect, *within ? " within " : "", within,
             *expect && (*above || *below) ? ", " : "", *above ? "above " : "", above,
             *above && *below ? ", below "
             : *below         ? "below "
                              : "",
             below);
}
