/* fail.c - error messages: the first stays in the bri_error, every one is passed to err->each */
#include "base/fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

BRI_PRINTF(3, 0)
static void print_cut(char *out, size_t size, const char *format, va_list arguments)
{
    int length = vsnprintf(out, size, format, arguments);
    if (length >= (int)size) memcpy(out + size - 4, "...", 4);
}

static void print_where(char *out, size_t size, const char *where)
{
    int length = snprintf(out, size, "%s", where);
    if (length >= (int)size) memcpy(out + size - 4, "...", 4);
}

/* Messages quote user input, which must not send control characters to a terminal. */
static void make_printable(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f) *text = '?';
}

BRI_PRINTF(4, 0)
static void report(bri_error *err, bri_status status, const char *where, const char *format, va_list arguments)
{
    if (!err) return;
    bri_error one = {.status = status};
    print_where(one.where, sizeof one.where, where);
    print_cut(one.what, sizeof one.what, format, arguments);
    make_printable(one.where);
    make_printable(one.what);
    if (status && !err->status) {
        err->status = status;
        memcpy(err->where, one.where, sizeof one.where);
        memcpy(err->what, one.what, sizeof one.what);
    }
    if (err->each) err->each(&one, err->user);
}

bri_status bri_fail(bri_error *err, bri_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(err, status, "", format, arguments);
    va_end(arguments);
    return status;
}

bri_status bri_fail_at(bri_error *err, bri_status status, const char *where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(err, status, where, format, arguments);
    va_end(arguments);
    return status;
}

void bri_warn_at(bri_error *err, const char *where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(err, BRI_OK, where, format, arguments);
    va_end(arguments);
}

void bri_error_clear(bri_error *err)
{
    if (!err) return;
    err->status = BRI_OK;
    err->where[0] = err->what[0] = '\0';
}

const char *bri_status_name(bri_status status)
{
    switch (status) {
    case BRI_OK: return "ok";
    case BRI_NO_MEMORY: return "out of memory";
    case BRI_NOT_FOUND: return "not found";
    case BRI_BAD_VALUE: return "bad value";
    case BRI_MISSING: return "missing";
    case BRI_BAD_FILE: return "bad file";
    case BRI_BAD_MODEL: return "bad model";
    case BRI_CANNOT_WRITE: return "cannot write";
    case BRI_SINGULAR: return "singular";
    case BRI_NO_SOLUTION: return "no solution";
    case BRI_NO_CONVERGENCE: return "no convergence";
    case BRI_STOPPED: return "stopped";
    }
    return "unknown status";
}
