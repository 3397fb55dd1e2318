/* test_law_check.c - bri_law_check finds the fault of each of these laws, one for each respect; laws.def has none (every_law) */
#include "test.h"

#include "bristle/bristle.h"

/* A sound law, of which each test changes one function: F = -N mu v/|v| tanh(|v|/v_0), in plain C. */
typedef struct plain {
    double mu, v_0;
} plain;

static const bri_param plain_params[] = {
    BRI_PARAM_AS(plain, mu, BRI_ROLE_SLIDING, "1", 0.3, 0.01, 10, "coefficient of friction"),
    BRI_PARAM_AS(plain, v_0, BRI_ROLE_SPEED_SCALE, "m/s", 0.01, 1e-6, 1e3, "speed at which sliding begins"),
    {0},
};

static void plain_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const plain *p = params;
    double t = tanh(slip->speed / p->v_0);
    out->force = slip->load * p->mu * t;
    out->by_speed = slip->load * p->mu / p->v_0 * (1 - t * t);
    out->by_load = p->mu * t;
}

static bri_friction_law sound(void)
{
    return (bri_friction_law){.kind = {.name = "plain",
                                       .family = "static",
                                       .title = "a smoothed step",
                                       .params_size = sizeof(plain),
                                       .params = plain_params},
                              .size = sizeof(bri_friction_law),
                              .curve = plain_curve};
}

/* The forces of the sound law, from its curve. */
static void plain_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    bri_friction_law law = sound();
    bri_friction_eval(&law, params, slip, drag, slopes);
}

typedef struct heard {
    char respects[400], words[2000];
} heard;

static void hear(const bri_error *one, void *user)
{
    heard *h = user;
    snprintf(h->respects + strlen(h->respects), sizeof h->respects - strlen(h->respects), "[%s]", one->where);
    snprintf(h->words + strlen(h->words), sizeof h->words - strlen(h->words), "%s\n", one->what);
}

/* Exactly these respects are reported, the first with these words. */
static void has_fault(const bri_friction_law *law, const char *respects, const char *words)
{
    heard h = {.words = ""};
    bri_error err = {.each = hear, .user = &h};
    assert_int_equal(bri_law_check(law, &err), BRI_BAD_VALUE);
    if (strcmp(h.respects, respects) != 0) fail_msg("%s instead of %s: %s", h.respects, respects, h.words);
    if (!strstr(h.words, words)) fail_msg("'%s' is not in '%s'", words, h.words);
}

static void a_sound_law_has_none(void **state)
{
    bri_friction_law law = sound();
    bri_error err = {0};
    (void)state;
    if (bri_law_check(&law, &err)) fail_msg("%s: %s", err.where, err.what);
    law.eval = plain_eval;
    if (bri_law_check(&law, &err)) fail_msg("%s: %s", err.where, err.what);
}

static bri_status only_defaults(const void *params, bri_error *err)
{
    (void)err;
    return ((const plain *)params)->mu == 0.3 ? BRI_OK : BRI_BAD_VALUE;
}

static void table(void **state)
{
    bri_friction_law law = sound();
    (void)state;
    law.kind.check = only_defaults;
    has_fault(&law, "[table]", "of 1000 random sets of parameters around the defaults, its check accepts none");
    law = sound();
    law.curve = NULL;
    has_fault(&law, "[]", "law 'plain': the function curve is missing");
}

static void infinite_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    plain_eval(params, slip, drag, slopes);
    if (slip->speed > 1e30) drag->force[0] = NAN;
}

static void infinite_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    plain_curve(params, slip, out);
    if (slip->speed > 1e30) out->by_speed = INFINITY;
}

static void finite(void **state)
{
    bri_friction_law law = sound();
    (void)state;
    law.eval = infinite_eval;
    has_fault(&law, "[finite]", "force, rates or derivatives are not finite at v = ");
    law.eval = plain_eval;
    law.curve = infinite_curve;
    has_fault(&law, "[finite]", "the curve is not finite at v = ");
}

static void restless_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    plain_eval(params, slip, drag, slopes);
    if (slip->speed == 0) drag->force[0] = 0.1;
}

static void rest(void **state)
{
    bri_friction_law law = sound();
    (void)state;
    law.eval = restless_eval;
    has_fault(&law, "[rest]", "the force at rest with all states 0 is 0.1 N, and must be 0");
}

static void one_sided_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    plain_eval(params, slip, drag, slopes);
    if (slip->dim != 1 || !(slip->dir[0] < 0)) return;
    drag->force[0] *= 1.5;
    if (!slopes) return;
    slopes->force_v[0][0] *= 1.5;
    slopes->force_load[0] *= 1.5;
}

static void last_bit_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    plain_eval(params, slip, drag, slopes);
    if (slip->dir[0] < 0) drag->force[0] *= 1 + 0x1p-52;
}

static void symmetry(void **state)
{
    bri_friction_law law = sound();
    (void)state;
    law.eval = one_sided_eval;
    has_fault(&law, "[symmetry][components]", "the force is ");
    law.eval = last_bit_eval; /* a model and its mirror image have the same numbers */
    has_fault(&law, "[symmetry]", "the force is ");
}

static void skew_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    plain_eval(params, slip, drag, slopes);
    if (slip->dim == 1) return;
    drag->force[1] *= 0.9;
    if (!slopes) return;
    slopes->force_v[1][0] *= 0.9;
    slopes->force_v[1][1] *= 0.9;
    slopes->force_load[1] *= 0.9;
}

static const bri_friction_law *original; /* or another law whose function is called and changed */
static void skew_rates(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    original->eval(params, slip, drag, slopes);
    if (slip->dim == 1) return;
    drag->zdot[1] *= 0.9;
    if (!slopes) return;
    slopes->zdot_load[1] *= 0.9;
    for (int j = 0; j < 2; j++)
        slopes->zdot_v[2 + j] *= 0.9, slopes->zdot_z[2 + j] *= 0.9;
}

static void direction(void **state)
{
    bri_friction_law law = sound();
    (void)state;
    law.eval = skew_eval;
    has_fault(&law, "[direction]", " rad, component 1 of the force is ");
    original = bri_law_find("dankowicz", NULL);
    law = *original;
    law.eval = skew_rates;
    law.relax = NULL;
    law.lanes = NULL;
    has_fault(&law, "[direction]", " rad, the rate of state 1 is ");
}

static void other_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    plain_eval(params, slip, drag, slopes);
    double times = slip->dim == 1 ? 1 : 1.01;
    for (int i = 0; i < slip->dim; i++) {
        drag->force[i] *= times;
        for (int j = 0; slopes && j < slip->dim; j++)
            slopes->force_v[i][j] *= times;
        if (slopes) slopes->force_load[i] *= times;
    }
}

/* Both components of the rate are slower than that of one component alone, the same in every direction. */
static void slow_rates(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    original->eval(params, slip, drag, slopes);
    for (int i = 0; i < 2 && slip->dim == 2; i++) {
        drag->zdot[i] *= 0.9;
        for (int j = 0; slopes && j < 2; j++)
            slopes->zdot_v[2 * i + j] *= 0.9, slopes->zdot_z[2 * i + j] *= 0.9;
        if (slopes) slopes->zdot_load[i] *= 0.9;
    }
}

static void components(void **state)
{
    bri_friction_law law = sound();
    (void)state;
    law.eval = other_eval;
    has_fault(&law, "[components]", " m/s the force is (");
    has_fault(&law, "[components]", ", but with one component ");
    original = bri_law_find("dankowicz", NULL);
    law = *original;
    law.eval = slow_rates;
    law.relax = NULL;
    law.lanes = NULL;
    has_fault(&law, "[components]", " with two components and ");
    has_fault(&law, "[components]", "the rate of state 1 is ");
}

static void driving_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    plain_curve(params, slip, out);
    out->force = -out->force;
    out->by_speed = -out->by_speed;
    out->by_load = -out->by_load;
}

static void far_driving_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    plain_curve(params, slip, out);
    if (slip->speed > 1e20) out->force = -1;
}

static void driving_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    bri_friction_law law = sound();
    law.curve = driving_curve;
    bri_friction_eval(&law, params, slip, drag, slopes);
}

static bool always(const void *params)
{
    (void)params;
    return true;
}

static void dissipation(void **state)
{
    bri_friction_law law = sound();
    (void)state;
    law.curve = driving_curve;
    has_fault(&law, "[dissipation]", "steady friction cannot drive the body");
    law.curve = far_driving_curve;
    has_fault(&law, "[dissipation]", "steady friction cannot drive the body");
    law.curve = plain_curve;
    law.eval = driving_eval;
    has_fault(&law, "[dissipation]", "the power of friction is ");
    law = *bri_law_find("lugre", NULL);
    law.passive = always;
    has_fault(&law, "[dissipation]",
              "it claims to be passive, but returns energy: its measure along standard motions is ");
}

static void flat_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    plain_eval(params, slip, drag, slopes);
    if (slopes) slopes->force_v[0][0] *= 1.001;
}

static void wrong_rates(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    original->eval(params, slip, drag, slopes);
    if (slopes) slopes->zdot_v[0] *= 1.001;
}

static void restless_events(const void *params, const bri_slip *slip, bri_real *g)
{
    (void)params;
    g[0] = sin(1e6 * (log(slip->speed + 1e-300) + 1.7 * log(slip->load + 1e-300)));
}

static void slopes(void **state)
{
    static const bri_variable events[] = {{"restless", "1", "changes its sign everywhere", BRI_ONE, 0, 0}, {0}};
    bri_friction_law law = sound();
    (void)state;
    law.kind.events = events;
    law.events = restless_events;
    has_fault(&law, "[slopes][curve]", " samples only: near the others an event function changes its sign");
    law = sound();
    law.eval = flat_eval;
    has_fault(&law, "[slopes]", "the derivative of the force with respect to velocity is ");
    original = bri_law_find("dahl", NULL);
    law = *original;
    law.eval = wrong_rates;
    has_fault(&law, "[slopes]", "the derivative of the rate of state 1 with respect to velocity is ");
}

static void wrong_by_speed(const void *params, const bri_slip *slip, bri_curve *out)
{
    plain_curve(params, slip, out);
    out->by_speed *= 1.001;
}

static void wrong_by_load(const void *params, const bri_slip *slip, bri_curve *out)
{
    plain_curve(params, slip, out);
    out->by_load *= 1.001;
}

static void curve(void **state)
{
    bri_friction_law law = sound();
    (void)state;
    law.eval = plain_eval;
    law.curve = wrong_by_speed;
    has_fault(&law, "[curve]", "by_speed of the curve is ");
    law.curve = wrong_by_load;
    has_fault(&law, "[curve]", "by_load of the curve is ");
}

static void jumping_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    plain_curve(params, slip, out);
    if (slip->speed <= 0.1) return;
    out->force *= 0.8;
    out->by_speed *= 0.8;
    out->by_load *= 0.8;
}

static void continuity(void **state)
{
    bri_friction_law law = sound();
    (void)state;
    law.curve = jumping_curve;
    has_fault(&law, "[continuity]", ", where no event function changes its sign");
}

static void wrong_steady(const void *params, const bri_slip *slip, bri_real *z, bri_real *discrete)
{
    original->steady(params, slip, z, discrete);
    z[0] *= 1.01;
}

static void no_size(const void *params, bri_real load, int dim, bri_real *size)
{
    (void)params, (void)load;
    for (int i = 0; i < dim; i++)
        size[i] = 0;
}

static void drifting_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes_)
{
    original->eval(params, slip, drag, slopes_);
    for (int i = 0; i < slip->dim; i++) {
        drag->zdot[i] += 1e-3 * slip->v[i];
        if (slopes_) slopes_->zdot_v[i * slip->dim + i] += 1e-3;
    }
}

static void moving_rest(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes_)
{
    original->eval(params, slip, drag, slopes_);
    if (slip->speed == 0) drag->zdot[0] = 1e-6;
}

static void steady(void **state)
{
    (void)state;
    original = bri_law_find("dahl", NULL);
    bri_friction_law law = *original;
    law.steady = wrong_steady;
    has_fault(&law, "[steady]", "in its steady state the force is ");
    law = *original;
    law.sizes = no_size;
    has_fault(&law, "[steady]", "the size of state 1 is 0, and must be above 0 and finite");
    law = *original;
    law.eval = moving_rest;
    has_fault(&law, "[rest][batch]", "the rate of state 1 at rest is 1e-06, and must be 0");
    law = *original;
    law.eval = drifting_eval;
    law.lanes = NULL;
    has_fault(&law, "[steady]", "in its steady state the rate of state 1 is ");
}

static void wrong_relax(const void *params, const bri_slip *slip, bri_real *pull, bri_real *rate)
{
    original->relax(params, slip, pull, rate);
    rate[0] *= 1.01;
}

static void relax(void **state)
{
    (void)state;
    original = bri_law_find("lugre", NULL);
    bri_friction_law law = *original;
    law.relax = wrong_relax;
    has_fault(&law, "[relax]", "relax says that the rate of state 1 is ");
}

static bri_real low_limit(const void *params, const bri_slip *slip, bri_real *by_load)
{
    const double mu_k = ((const double *)params)[0];
    *by_load = 0.5 * mu_k;
    return slip->load * *by_load;
}

static bri_real curved_limit(const void *params, const bri_slip *slip, bri_real *by_load)
{
    const double mu_k = ((const double *)params)[0];
    *by_load = 20 * mu_k / sqrt(slip->load);
    return 40 * mu_k * sqrt(slip->load);
}

static void static_limit(void **state)
{
    (void)state;
    bri_friction_law law = *bri_law_find("coulomb", NULL);
    law.static_limit = low_limit;
    has_fault(&law, "[static limit]", ", below the friction of slow sliding, ");
    law.static_limit = curved_limit;
    has_fault(&law, "[static limit]", "it must be proportional to the load");
}

static void handle_nothing(const void *params, const bri_slip *slip, const bool *fired, bri_real *z, bri_real *discrete)
{
    (void)params, (void)slip, (void)fired, (void)z, (void)discrete;
}

/* Handled, it undoes the last event: an element at its limit sticks, just within it, and one that begins to stick slips. */
static void handle_back(const void *params, const bri_slip *slip, const bool *fired, bri_real *z, bri_real *discrete)
{
    original->handle_event(params, slip, fired, z, discrete);
    if (fired[0] && discrete[0] == 1) {
        discrete[0] = 0;
        for (int i = 0; i < slip->dim; i++)
            z[i] *= 1 - 1e-12;
    }
}

static void infinite_events(const void *params, const bri_slip *slip, bri_real *g)
{
    original->events(params, slip, g);
    if (slip->discrete[0] == 1) g[0] = NAN;
}

static void events(void **state)
{
    (void)state;
    original = bri_law_find("elastic_coulomb", NULL);
    bri_friction_law law = *original;
    law.handle_event = handle_nothing;
    has_fault(&law, "[events]",
              " after its event was handled; it must not be below 0 while the new discrete state lasts");
    law = *original;
    law.handle_event = handle_back;
    has_fault(&law, "[events]",
              " m/s events follow each other at once without end: after an event is handled, its function "
              "must leave 0");
    law = *original;
    law.events = infinite_events;
    has_fault(&law, "[dissipation][events]", "event function 1 is not finite at v = ");
}

static void batch(void **state)
{
    (void)state;
    bri_friction_law law = *bri_law_find("coulomb_tanh", NULL); /* its struct has the size of that of the other */
    law.lanes = bri_law_find("coulomb_arctan", NULL)->lanes;
    has_fault(&law, "[batch]", "the force in a batch is ");
}

static void timed_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    plain_eval(params, slip, drag, slopes);
    drag->force[0] *= 1 + 0.1 * sin(slip->time);
}

static void worn_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    plain_eval(params, slip, drag, slopes);
    drag->force[0] *= 1 + 1e-3 * slip->distance;
}

static void timed_rates(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    bri_law_find("lugre", NULL)->eval(params, slip, drag, slopes);
    drag->zdot[0] *= 1 + slip->time;
    drag->zdot[slip->dim - 1] *= slip->dim > 1 ? 1 + slip->time : 1;
}

static bri_real limit_without_value(const void *params, const bri_slip *slip, bri_real *by_load)
{
    (void)params, (void)slip;
    *by_load = 0.3;
    return NAN;
}

static void history_and_size(void **state)
{
    bri_friction_law law = sound();
    (void)state;
    law.eval = timed_eval;
    has_fault(&law, "[history]", "the force depends on slip->time: ");
    law.eval = worn_eval;
    has_fault(&law, "[history]", "the force depends on slip->distance: ");
    law = *bri_law_find("lugre", NULL);
    law.eval = timed_rates;
    has_fault(&law, "[history]", "the rate of state 1 depends on slip->time; use another state instead");
    law = sound();
    law.static_limit = limit_without_value;
    has_fault(&law, "[static limit]", "the limit and its derivative by the load must be finite: ");
    law = sound();
    law.size = 0;
    has_fault(&law, "[]", "law 'plain': its size is 0; set size to sizeof(bri_friction_law), which is ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(history_and_size),
        cmocka_unit_test(a_sound_law_has_none),
        cmocka_unit_test(table),
        cmocka_unit_test(finite),
        cmocka_unit_test(rest),
        cmocka_unit_test(symmetry),
        cmocka_unit_test(direction),
        cmocka_unit_test(components),
        cmocka_unit_test(dissipation),
        cmocka_unit_test(slopes),
        cmocka_unit_test(curve),
        cmocka_unit_test(continuity),
        cmocka_unit_test(steady),
        cmocka_unit_test(relax),
        cmocka_unit_test(static_limit),
        cmocka_unit_test(events),
        cmocka_unit_test(batch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
