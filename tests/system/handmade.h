/* handmade.h - a system from a model's text, with an engine, a state and a discrete state that a test may write to */
#ifndef BRISTLE_TESTS_SYSTEM_HANDMADE_H
#define BRISTLE_TESTS_SYSTEM_HANDMADE_H

#include "test.h"

#include "bristle/bristle.h"
#include "system/create_engine.h"
#include "system/initial.h"

typedef struct rig {
    bri_system *system;
    bri_engine *engine;
    bri_discrete d;     /* of the test: written to packed by rig_pack */
    double *x, *packed; /* initial state; all interfaces slip forward, gaps that overlap are in contact */
    double *u;          /* velocities within x */
    double *xdot;       /* room for rates */
} rig;

/* Takes the model over. */
static inline rig rig_of_model(bri_model *model)
{
    bri_error err = {0};
    rig r = {0};
    if (bri_system_build(model, &r.system, &err)) fail_msg("%s: %s", err.where, err.what);
    bri_model_destroy(model);
    assert_int_equal(bri_engine_create(r.system, &r.engine, &err), BRI_OK);
    const bri_system *s = r.system;
    bri_arena *arena = &r.engine->arena;
    size_t n = (size_t)(BRI_DOF * s->bodies), all = (size_t)(s->states + s->quadratures) + 1;
    bri_discrete_create(s, arena, &r.d);
    r.x = bri_arena_take(arena, all, sizeof(double));
    r.xdot = bri_arena_take(arena, all, sizeof(double));
    r.packed = bri_arena_take(arena, (size_t)s->discrete_states + 1, sizeof(double));
    assert_false(arena->failed);
    r.u = r.x + n;
    memcpy(r.x, s->q0, n * sizeof(double));
    memcpy(r.u, s->u0, n * sizeof(double));
    bri_instant at = bri_instant_of(r.engine, s->t0, r.x, r.packed);
    bri_initial_discrete(&r.engine->look.point, &at, r.packed);
    bri_discrete_unpack(&r.d, r.packed);
    return r;
}

static inline rig rig_of(const char *model_text)
{
    bri_error err = {0};
    bri_model *model = NULL;
    if (bri_model_parse(model_text, strlen(model_text), "test", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    return rig_of_model(model);
}

static inline void rig_free(rig *r)
{
    bri_engine_destroy(r->engine);
    bri_system_destroy(r->system);
}

static inline bri_instant rig_at(const rig *r, double t) { return bri_instant_of(r->engine, t, r->x, r->packed); }

static inline void rig_pack(rig *r) { bri_discrete_pack(&r->d, r->packed); }

/* One interface sticks where it is (direction 0), or slips. */
static inline void rig_put(rig *r, int interface, bri_stick_mode mode, int direction)
{
    bri_instant at = rig_at(r, r->system->t0);
    bri_point_set(&r->engine->look.point, &at, BRI_SCOPE_DYNAMICS);
    double value = bri_slip_motion(&r->engine->look.point, &r->system->interface[interface])->value;
    r->d.stick[interface] = (bri_stick_state){.mode = mode, .direction = direction, .at = value};
    rig_pack(r);
}

/* The solved point of the present state; engine->rates. */
static inline bri_evaluation *rig_solve(rig *r, double t)
{
    bri_instant at = rig_at(r, t);
    bri_outcome outcome = bri_evaluate(r->engine, &r->engine->rates, &at);
    if (outcome != BRI_FINE) fail_msg("no solution: %s", r->engine->rates.solution.failure.text);
    return &r->engine->rates;
}

static inline int rig_interface(const rig *r, const char *label)
{
    for (int k = 0; k < r->system->interfaces; k++)
        if (!strcmp(r->system->interface[k].label, label)) return k;
    fail_msg("there is no interface '%s'", label);
    return -1;
}

static inline void assert_vector_at(const double *actual, const double *expected, int n, double tolerance,
                                    const char *file, int line)
{
    for (int i = 0; i < n; i++)
        assert_close_at(actual[i], expected[i], tolerance, file, line);
}
#define assert_vector(actual, tolerance, ...)                                                                          \
    assert_vector_at(actual, (const double[]){__VA_ARGS__},                                                            \
                     (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)), tolerance, __FILE__, __LINE__)

#endif
