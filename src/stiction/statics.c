/* statics.c - memory of the statics, and the slip of an interface */
#include "stiction/statics.h"

#include <stdlib.h>

double *bri_statics_numbers(sti_statics *st, size_t count) { return bri_arena_take(&st->arena, count, sizeof(double)); }

int bri_slip_column(const sti_statics *st, const sti_interface *f)
{
    return f->column >= 0 ? f->column : st->patch[f->patch].column[0];
}

void bri_statics_destroy(sti_statics *st)
{
    if (!st) return;
    bri_arena_free(&st->arena);
    free(st);
}
