/* mechanism.h - a model written in a test is run by an integrator, and must meet a number and close its energy balance */
#ifndef BRISTLE_TESTS_VERIFY_MECHANISM_H
#define BRISTLE_TESTS_VERIFY_MECHANISM_H

#include "test.h"

#include "bristle/bristle.h"
#include "integrators.h"

enum {
    TEXT = 4000
};
#define MODEL(...) (snprintf(text, TEXT, __VA_ARGS__), text)
static char text[TEXT];

/* Two sliders and a rod between them (Wojtyra 2017), with the same friction in both guides. */
static inline const char *two_sliders_with(const char *friction)
{
    return MODEL("bodies:\n"
                 "  up: {mass: 20 kg, inertia: 0.1 kg m2, at: [0, 0.5]}\n"
                 "  right: {mass: 20 kg, inertia: 0.1 kg m2, at: [1.2, 0]}\n"
                 "  rod: {mass: 10 kg, inertia: 2 kg m2, at: [0.6, 0.25], angle: -0.3947911196997615,\n"
                 "        points: {a: [-0.65, 0], b: [0.65, 0]}}\n"
                 "joints:\n"
                 "  post: {translational: [ground, up], at: [0, 0.5], along: [0, 1], friction: {%s}}\n"
                 "  floor: {translational: [ground, right], at: [1.2, 0], along: [1, 0], friction: {%s}}\n"
                 "  pin: {revolute: [up, rod.a]}\n"
                 "  foot: {revolute: [right, rod.b]}\n"
                 "forces:\n"
                 "  P: {force: rod, along: [12, -5], value: {ramp: 52 N}}\n"
                 "  S1: {force: up, along: [1, 0], value: {ramp: -5 N, from: 5 N, start: 1 s, end: 2 s}}\n"
                 "  S2: {force: right, along: [0, 1], value: {ramp: -20 N, from: -60 N, start: 1 s, end: 3 s}}\n"
                 "run: {until: 3 s, redundancy: pseudoinverse}\n",
                 friction, friction);
}

static inline bri_system *build(const char *model_text)
{
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    if (bri_model_parse(model_text, strlen(model_text), "test", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    if (bri_system_build(model, &system, &err)) fail_msg("%s: %s", err.where, err.what);
    bri_model_destroy(model);
    return system;
}

/* closes: largest energy balance error, over the turnover of energy. */
static inline bri_result *run(const char *model_text, const char *integrator, double until, double rtol, double closes)
{
    bri_error err = {0};
    bri_system *system = build(model_text);
    bri_run_def def = bri_run_defaults();
    bri_result *result = NULL;
    def.integrator = integrator;
    def.until = until;
    def.rtol = rtol;
    if (bri_run(system, &def, &result, &err)) fail_msg("%s: %s", integrator, err.what);
    assert_true(result->end == until);
    if (!(fabs(result->energy_error) <= closes * result->energy_turnover + 1e-20)) { /* 1e-20 J: nothing moved */
        for (int i = 0; i < result->terms; i++)
            print_error("%16.9g J  %s\n", result->term[i]->energy, result->term[i]->name);
        fail_msg("%s: the energy balance error is %g of %g J", integrator, result->energy_error,
                 result->energy_turnover);
    }
    bri_system_destroy(system);
    return result;
}

static inline double at_row(const bri_result *result, size_t row, const char *channel)
{
    int column = bri_table_find(result->channels, channel);
    if (column < 0) fail_msg("there is no channel '%s'", channel);
    return bri_table_row(result->channels, row)[column];
}

static inline double last(const bri_result *result, const char *channel)
{
    return at_row(result, result->channels->rows - 1, channel);
}

/* When an event of that name happens for the n-th time, from 0. */
static inline double when(const bri_result *result, const char *what, int n)
{
    for (int i = 0; i < result->events; i++)
        if (!strcmp(result->event[i]->what, what) && n-- == 0) return result->event[i]->time;
    for (int i = 0; i < result->events && i < 20; i++)
        print_error("%.9g s: %s\n", result->event[i]->time, result->event[i]->what);
    fail_msg("'%s' does not happen", what);
    return NAN;
}

static inline void meet(const bri_result *result, const char *channel, double expected, double tolerance)
{
    double actual = last(result, channel);
    if (fabs(actual - expected) <= tolerance) return;
    fail_msg("%s by %s: %.12g is not %.12g: off by %.3g", channel, result->statistics->integrator, actual, expected,
             fabs(actual - expected));
}

typedef struct way {
    const char *integrator;
    double rtol;
} way;
/* From this one on, the first whose integrator is there. */
static inline const way *existing(const way *at, const way *end)
{
    while (at < end && !has_integrator(at->integrator))
        at++;
    return at;
}
#define EACH(way_, ways)                                                                                               \
    const way *way_ = existing(ways, (ways) + sizeof(ways) / sizeof *(ways));                                          \
    way_ < (ways) + sizeof(ways) / sizeof *(ways);                                                                     \
    way_ = existing(way_ + 1, (ways) + sizeof(ways) / sizeof *(ways))

#endif
