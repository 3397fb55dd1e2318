/* solution.c - room for a solution */
#include "system/solution.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool bri_knows_stiffness(const bri_system *s)
{
    return s->components + s->gaps > 0 && s->components <= BRI_CONDENSED_MAX && s->gaps <= BRI_CONDENSED_MAX;
}

int bri_loads_followed(const bri_system *s) { return s->any_elastic ? 2 * s->patches : s->patches; }

int bri_stiff_inputs(const bri_system *s) { return s->components + bri_loads_followed(s) + 2 * s->gaps; }

bool bri_may_condense(const bri_system *s) { return s->condensed || s->shares || s->components <= BRI_SHARED_MAX; }

int bri_most_open(const bri_system *s)
{
    return s->shares ? s->redundant + s->rows - s->held_rows + 3 : 0; /* 3: at a dead centre more rows are dependent */
}

void bri_guess_create(const bri_system *s, bri_arena *arena, bri_guess *guess)
{
    guess->lambda = bri_arena_take(arena, (size_t)s->rows + 1, sizeof(double));
    guess->friction = bri_arena_take(arena, (size_t)s->components + 1, sizeof(double));
    guess->stamp = 1;
}

void bri_guess_copy(const bri_system *s, const bri_guess *from, bri_guess *to)
{
    to->t = from->t;
    to->terms = from->terms;
    memcpy(to->lambda, from->lambda, (size_t)s->rows * sizeof(double));
    memcpy(to->friction, from->friction, (size_t)s->components * sizeof(double));
}

void bri_solution_create(const bri_system *s, bri_arena *arena, bri_solution *sol)
{
    size_t bodies = (size_t)s->bodies, rows = (size_t)s->rows, patches = (size_t)s->patches, gaps = (size_t)s->gaps;
    size_t components = (size_t)s->components, z = (size_t)(s->states - s->z), open = (size_t)bri_most_open(s);
    size_t columns = bri_knows_stiffness(s) ? components + gaps : bri_may_condense(s) ? components : 0;
    *sol = (bri_solution){.system = s};
#define ROOM(field, count) sol->field = bri_arena_take(arena, (count) + 1, sizeof *sol->field)
    ROOM(lambda, rows);
    ROOM(a, BRI_DOF * bodies);
    ROOM(patch, patches);
    ROOM(slip_rate, components);
    ROOM(load, patches);
    ROOM(friction, components);
    ROOM(by_load, components);
    ROOM(elastic_load, patches);
    ROOM(elastic_signed_load, patches);
    ROOM(elastic_by_lambda, patches);
    ROOM(z, z);
    ROOM(zdot, z);
    ROOM(matrix, (size_t)s->sparse.entries);
    ROOM(factors, (size_t)s->sparse.entries);
    ROOM(base, rows);
    ROOM(column, columns * rows);
    ROOM(adjoint, bri_knows_stiffness(s) ? (size_t)bri_loads_followed(s) * rows : 0);
    ROOM(elastic_slopes, bri_knows_stiffness(s) && s->any_elastic ? components * ((size_t)bri_stiff_inputs(s) + z) : 0);
    ROOM(null, open * rows);
    ROOM(shares, open * open);
    ROOM(share_pivot, open);
    ROOM(eliminated, open);
#undef ROOM
}

bool bri_solution_is_of(const bri_solution *sol, const bri_point *p)
{
    return sol->point_stamp != 0 && sol->point_stamp == p->stamp;
}

void bri_fail_with(bri_failure *failure, bri_status status, bool is_final, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    failure->status = status;
    failure->is_final = is_final;
    vsnprintf(failure->text, sizeof failure->text, format, arguments);
    va_end(arguments);
}
