/* batch.c - evaluates a law on arrays: with the widest vectors that the processor has, then narrower ones for the
 * rest */
#include "friction/friction.h"

#include <assert.h>

static int widest(void)
{
#ifdef BRI_WIDE_LANES
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) return 8;
    if (__builtin_cpu_supports("avx2")) return 4;
#endif
    return 2;
}

int bri_friction_lanes(void) { return widest(); }

static void spread_real(const bri_param *from, const bri_param *to, const char *params, char *out, int width)
{
    double value, *lanes = (double *)(void *)(out + to->offset);
    memcpy(&value, params + from->offset, sizeof value);
    for (int i = 0; i < width; i++)
        lanes[i] = value;
}

/* Copies a list to all lanes: its count, padding, then its values, each as wide as a real. */
static void spread_list(const bri_param *from, const bri_param *to, const char *params, char *out, int width)
{
    bri_list list;
    memcpy(&list, params + from->offset, sizeof list);
    memcpy(out + to->offset, &list.count, sizeof list.count);
    double *lanes = (double *)(void *)(out + to->offset + sizeof(double) * (size_t)width);
    for (int e = 0; e < list.count; e++)
        for (int i = 0; i < width; i++)
            lanes[e * width + i] = list.at[e];
}

/* Copies the parameters to all lanes: both tables have the same rows, with different offsets. */
static void spread_params(const bri_kind *kind, const bri_lanes *lanes, const void *params, void *out)
{
    for (int i = 0; kind->params[i].name; i++) {
        const bri_param *from = &kind->params[i], *to = &lanes->params[i];
        if (from->type == BRI_REAL)
            spread_real(from, to, params, out, lanes->width);
        else if (from->type == BRI_LIST)
            spread_list(from, to, params, out, lanes->width);
        else /* the same for all lanes */
            memcpy((char *)out + to->offset, (const char *)params + from->offset,
                   from->type == BRI_FORMULA      ? sizeof(bri_formula)
                   : from->type == BRI_QUANTITIES ? sizeof(bri_quantities)
                                                  : sizeof(int));
    }
}

#ifdef BRI_WIDE_LANES
enum {
    WIDE_PARAMS = sizeof(bri_params) * 8
};
#else
enum {
    WIDE_PARAMS = sizeof(bri_params) * 2
};
#endif

void bri_friction_sweep(const bri_friction_law *law, const bri_lanes *lanes, const void *params, const bri_batch *batch,
                        size_t first, size_t end)
{
    if (lanes->width == 1) {
        lanes->sweep(params, batch, first, end);
        return;
    }
    _Alignas(64) char wide[WIDE_PARAMS];
    spread_params(&law->kind, lanes, params, wide);
    lanes->sweep(wide, batch, first, end);
}

/* Evaluates a law without vector code, such as one of a user, contact by contact. */
static void loop(const bri_friction_law *law, const void *params, const bri_batch *batch)
{
    int states = bri_friction_states(law, params, batch->dim),
        discrete_states = bri_friction_discrete_states(law, params, batch->dim);
    double z[BRI_STATES_MAX], zdot[BRI_STATES_MAX], discrete[BRI_LIST_MAX];
    bri_slip slip = {.pair = batch->pair,
                     .z = z,
                     .discrete = discrete,
                     .time = batch->time,
                     .elements = bri_kind_elements(&law->kind, params)};
    bri_drag drag = {.zdot = zdot};
    for (size_t at = 0; at < batch->count; at++) {
        double v[2] = {batch->v[0][at], batch->dim == 1 ? 0 : batch->v[1][at]};
        bri_slip_set(&slip, batch->dim, v, batch->load[at]);
        if (batch->rate_load) slip.rate_load = batch->rate_load[at];
        if (batch->sum) slip.sum = batch->sum[at];
        slip.distance = batch->distance ? batch->distance[at] : 0;
        for (int i = 0; i < states; i++)
            z[i] = batch->z[i][at];
        for (int i = 0; i < discrete_states; i++)
            discrete[i] = batch->discrete[i][at];
        bri_friction_eval(law, params, &slip, &drag, NULL);
        for (int i = 0; i < batch->dim; i++)
            batch->force[i][at] = drag.force[i];
        for (int i = 0; i < states; i++)
            batch->zdot[i][at] = zdot[i];
    }
}

void bri_friction_batch(const bri_friction_law *law, const void *params, const bri_batch *batch)
{
    assert(law && batch);
    if (!law->lanes) {
        loop(law, params, batch);
        return;
    }
    size_t done = 0;
    int width = widest();
    for (const bri_lanes *const *at = law->lanes; *at; at++) {
        size_t step = (size_t)(*at)->width, end = done + (batch->count - done) / step * step;
        if ((*at)->width > width || end == done) continue;
        bri_friction_sweep(law, *at, params, batch, done, end);
        done = end;
    }
}
