/* soundness.c - the report of a check of a law */
#include "trial/soundness.h"

#include <stdarg.h>
#include <stdio.h>

bool bri_unsound(bri_soundness *c, const char *format, ...)
{
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    bri_fail_at(c->err, BRI_BAD_VALUE, c->respect, "%s", what);
    c->status = BRI_BAD_VALUE;
    return false;
}
