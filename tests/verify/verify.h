/* verify.h - one contact with a law of given name and parameters, for tests against published equations
 *
 * Forces here are on the sliding body; the papers print the force with the sign of v, which is its negative. */
#ifndef BRISTLE_TESTS_VERIFY_H
#define BRISTLE_TESTS_VERIFY_H

#include "test.h"

#include "bristle/bristle.h"

enum {
    STATES = 2 * BRI_LIST_MAX
};

typedef struct setting {
    const char *name;
    double value;
} setting;

typedef struct contact {
    const bri_friction_law *law;
    bri_params params;
    bri_slip slip;
    bri_drag drag;
    bri_slopes slopes;
    double z[STATES], discrete[BRI_LIST_MAX], zdot[STATES];
    double force_z[2 * STATES], zdot_v[2 * STATES], zdot_load[STATES], zdot_z[STATES * STATES];
    int states, discrete_states, events;
} contact;

/* Settings end with a NULL name; one that begins with '?' is left out where the law has no such parameter. */
static inline void contact_make(contact *c, const char *law, int dim, const setting *settings)
{
    bri_error err = {0};
    memset(c, 0, sizeof *c);
    c->law = bri_law_find(law, &err);
    assert_non_null(c->law);
    bri_params_defaults(&c->law->kind, &c->params);
    for (; settings->name; settings++) {
        bool may_lack = settings->name[0] == '?';
        const char *name = settings->name + may_lack;
        if (may_lack && !bri_param_find(&c->law->kind, name)) continue;
        assert_int_equal(bri_params_set(&c->law->kind, &c->params, name, settings->value, &err), BRI_OK);
    }
    assert_int_equal(bri_params_check(&c->law->kind, &c->params, &err), BRI_OK);
    c->slip.dim = dim;
    c->slip.elements = bri_kind_elements(&c->law->kind, &c->params);
    c->slip.z = c->z;
    c->slip.discrete = c->discrete;
    c->drag.zdot = c->zdot;
    c->states = bri_friction_states(c->law, &c->params, dim);
    c->discrete_states = bri_friction_discrete_states(c->law, &c->params, dim);
    c->events = bri_friction_events(c->law, &c->params, dim);
}
#define MAKE(c, law, dim, ...) contact_make(c, law, dim, (const setting[]){__VA_ARGS__, {0}})

/* Force and rates stand in c->drag; the first component of the force is returned. */
static inline double contact_eval(contact *c, const double *v, double load)
{
    bri_slip_set(&c->slip, c->slip.dim, v, load);
    bri_friction_eval(c->law, &c->params, &c->slip, &c->drag, NULL);
    return c->drag.force[0];
}

static inline double force_at(contact *c, double v, double load) { return contact_eval(c, (double[]){v, 0}, load); }

/* d(force)/dv of one component. */
static inline double slope_at(contact *c, double v, double load)
{
    c->slopes =
        (bri_slopes){.force_z = c->force_z, .zdot_v = c->zdot_v, .zdot_load = c->zdot_load, .zdot_z = c->zdot_z};
    bri_slip_set(&c->slip, 1, &v, load);
    bri_friction_eval(c->law, &c->params, &c->slip, &c->drag, &c->slopes);
    return c->slopes.force_v[0][0];
}

/* Relative to what is expected, at any size; zero is met exactly. */
#define assert_same(actual, expected, relative) assert_same_at(actual, expected, relative, __FILE__, __LINE__)
static inline void assert_same_at(double actual, double expected, double relative, const char *file, int line)
{
    if (fabs(actual - expected) <= relative * fabs(expected)) return;
    print_error("%.17g is not %.17g: off by %.3g relative\n", actual, expected, fabs(actual / expected - 1));
    _fail(file, line);
}

#endif
