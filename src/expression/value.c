/* value.c - numbers with dimensions read and printed */
#include "expression/value.h"

#include <math.h>
#include <stdio.h>

#include "base/number.h"
#include "bristle/unit.h"
#include "unit/grammar.h"

bri_status bri_value_read(const char *text, bri_value *out, bri_error *err)
{
    measure m = MEASURE_OF_ONE;
    bri_status status = BRI_OK;
    const char *unit = bri_quantity_unit(text);
    if (unit && *unit) status = bri_unit_parse(unit, bri_unit_show(text, MAX_TEXT).text, &m, err);
    if (status) return status;
    dimension d = bri_dimension_of(&m);
    out->dimension = d;
    return bri_quantity_read(NULL, text, bri_dimension_unit(&d).at, &out->number, err);
}

bri_value_text bri_value_print(const bri_value *value)
{
    bri_value_text out;
    char number[32];
    bool plain = bri_dimension_plain(&value->dimension);
    bri_number_print(number, value->number);
    snprintf(out.at, sizeof out.at, "%s%s%s", number, plain ? "" : " ",
             plain ? "" : bri_dimension_unit(&value->dimension).at);
    return out;
}

bool bri_value_has_unit(const bri_value *value)
{
    for (int i = 0; i < BASES; i++) {
        double power = value->dimension.power[i];
        if (!(fabs(power) <= 9 && fabs(power - round(power)) < 1e-9)) return false;
    }
    return true;
}
