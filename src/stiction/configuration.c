/* configuration.c - a mechanism at rest */
#include "stiction/configuration.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "system/contact_phase.h"

bri_status bri_configuration_create(const bri_system *s, const double *x, const double *discrete,
                                    sti_configuration **out, bri_error *err)
{
    size_t n = (size_t)(BRI_DOF * s->bodies), states = (size_t)s->states, packed = (size_t)s->discrete_states;
    sti_configuration *c = calloc(1, sizeof *c);
    if (!c) return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    c->system = s;
    c->segment_end = INFINITY;
    bri_point_create(s, &c->arena, &c->point);
    bri_solution_create(s, &c->arena, &c->patches);
    c->x = bri_arena_take(&c->arena, states, sizeof(double));
    c->packed = bri_arena_take(&c->arena, packed, sizeof(double));
    if (c->arena.failed) {
        bri_configuration_destroy(c);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict on %d bodies", s->bodies);
    }
    memcpy(c->x, x, states * sizeof(double));
    memset(c->x + n, 0, n * sizeof(double));
    if (packed) memcpy(c->packed, discrete, packed * sizeof(double));
    *out = c;
    return BRI_OK;
}

bri_status bri_configuration_initial(const bri_system *s, sti_configuration **out, bri_error *err)
{
    bri_arena arena = {0};
    bri_discrete start;
    bri_status status;
    double *x = bri_arena_take(&arena, (size_t)s->states, sizeof(double));
    double *packed = bri_arena_take(&arena, (size_t)s->discrete_states, sizeof(double));
    bri_discrete_create(s, &arena, &start);
    if (arena.failed) {
        status = bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict on %d bodies", s->bodies);
    } else {
        memcpy(x, s->q0, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
        bri_discrete_pack(&start, packed);
        status = bri_configuration_create(s, x, packed, out, err);
    }
    bri_arena_free(&arena);
    if (status) return status;
    sti_configuration *c = *out;
    bri_configuration_set(c, s->t0);
    bri_contact_start(&c->point, &c->point.discrete);
    bri_discrete_pack(&c->point.discrete, c->packed);
    bri_configuration_set(c, s->t0);
    if (c->point.too_deep < 0) return BRI_OK;
    char why[512];
    bri_describe_end(&c->point, c->point.too_deep, why, sizeof why);
    status = bri_fail(err, BRI_BAD_VALUE, "%s", why);
    bri_configuration_destroy(c);
    *out = NULL;
    return status;
}

void bri_configuration_set(sti_configuration *c, double t)
{
    bri_instant at = {.t = t, .segment_end = c->segment_end, .x = c->x, .discrete = c->packed};
    bri_point_set(&c->point, &at, BRI_SCOPE_CHANNELS);
}

void bri_configuration_destroy(sti_configuration *c)
{
    if (!c) return;
    bri_arena_free(&c->arena);
    free(c);
}
