/* test_expression_law.c - the law expression against the laws of the library that have the same formula
 *
 * A twin is a pair of friction blocks, one with the law and one with an expression. */
#include "mechanism.h"

#include "bristle/trial.h"

typedef struct twin {
    const char *law, *expression;
} twin;

static const twin twins[] = {
    {"law: coulomb, mu_k: 0.3", "law: expression, mu: 0.3"},
    {"law: stribeck, mu_s: 0.5, mu_k: 0.3, v_s: 20 mm/s, exponent: 2, k_v: 0",
     "law: expression, mu: \"mu_k + (mu_s - mu_k)*exp(-(v/v_s)^2)\", parameters: {mu_s: 0.5, mu_k: 0.3, v_s: 20 mm/s}"},
    {"law: stribeck, mu_s: 0.5, mu_k: 0.3, v_s: 20 mm/s, exponent: 0.7, k_v: 0",
     "law: expression, mu: \"mu_k + (mu_s - mu_k)*exp(-(v/v_s)^n)\", parameters: {mu_s: 0.5, mu_k: 0.3, v_s: 20 mm/s, "
     "n: 0.7}"},
    {"law: coulomb_tanh, mu_k: 0.3, k_tanh: 200 s/m",
     "law: expression, mu: \"mu_k*tanh(k*v)\", parameters: {mu_k: 0.3, k: 200 s/m}"},
    {"law: coulomb_arctan, mu_k: 0.3, v_0: 5 mm/s",
     "law: expression, mu: \"mu_k*2/pi*atan(v/v_0)\", parameters: {mu_k: 0.3, v_0: 5 mm/s}"},
    {"law: popp_stelter, alpha: 0.3, beta: 0.1, gamma: 1.42, eta: 0.01",
     "law: expression, mu: \"a/(1 + v/v_1) + b + (v/v_2)^2\", parameters: {a: 0.3, b: 0.1, v_1: 0.704225352112676056 "
     "m/s, v_2: 10 m/s}"},
};
enum {
    TWINS = sizeof twins / sizeof *twins
};

/* Tables that are 0 at rest are smoothed laws, as the same curves are otherwise. */
static const twin creeping_tables[] = {
    {"law: coulomb_linear, mu_k: 0.3, v_0: 5 mm/s", "law: table, speed: [0, 5 mm/s, 1], mu: [0, 0.3, 0.3]"},
    {"law: coulomb_linear, mu_k: 0.3, v_0: 5 mm/s",
     "law: table, speed: [-1, -5 mm/s, 0, 5 mm/s, 1], mu: [0.3, 0.3, 0, 0.3, 0.3]"},
    {"law: expression, mu: \"0.3*min(v/1 mm/s, 1)\"", "law: table, speed: [0, 1 mm/s, 1], mu: [0, 0.3, 0.3]"},
};

static bri_model *parse(const char *model_text)
{
    bri_error err = {0};
    bri_model *model = NULL;
    if (bri_model_parse(model_text, strlen(model_text), "test", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    return model;
}

static const char *block(const char *friction, const char *more)
{
    return MODEL("gravity: [0, -9.81]\n"
                 "bodies: {block: {mass: 2 kg, inertia: 0.01 kg m2, velocity: [1.5 m/s, 0]}}\n"
                 "joints: {guide: {translational: [ground, block], along: [1, 0], friction: {%s}}}\n%s",
                 friction, more);
}

/* --- stops ------------------------------------------------------------------------------------------------- */

static double first_event(const bri_result *result) { return result->events ? result->event[0]->time : NAN; }

static void stops_as_its_twin(void **state)
{
    const twin *t = *state;
    static const char *const more[] = {
        "", /* it stops; then it is also pushed until it breaks loose */
        "forces: {push: {force: block, along: [1, 0], value: {ramp: 20 N, start: 1.2 s, end: 2 s}}}\n"};
    for (int i = 0; i < 2; i++) {
        bri_result *a = run(block(t->law, more[i]), "auto", 2, 1e-8, 1e-6),
                   *b = run(block(t->expression, more[i]), "auto", 2, 1e-8, 1e-6);
        assert_close(last(b, "block.x"), last(a, "block.x"), 1e-6);
        assert_close(last(b, "block.vx"), last(a, "block.vx"), 1e-6);
        assert_int_equal(b->events, a->events);
        if (a->events) assert_close(first_event(b), first_event(a), 1e-6);
        bri_result_destroy(a);
        bri_result_destroy(b);
    }
}

/* --- curves: force and slopes at every speed ----------------------------------------------------------------------- */

typedef struct contact {
    const bri_friction_law *law;
    bri_params params;
} contact;

/* Reads "law: NAME, key: value, ..." as a model does. */
static void make_contact(contact *c, const char *friction)
{
    bri_model *model = parse(block(friction, ""));
    char name[40];
    bri_error err = {0};
    snprintf(name, sizeof name, "%.*s", (int)strcspn(friction + 5, ","), friction + 5);
    c->law = bri_law_find(name, NULL);
    assert_non_null(c->law);
    bri_params_defaults(&c->law->kind, &c->params);
    for (const bri_param *p = c->law->kind.params; p->name; p++) {
        char path[80];
        double value;
        snprintf(path, sizeof path, "guide.friction.%s", p->name);
        if (p->type == BRI_FORMULA || p->type == BRI_QUANTITIES) continue;
        assert_false(bri_model_get(model, path, &value, &err));
        assert_false(bri_params_set(&c->law->kind, &c->params, p->name, value, &err));
    }
    if (!strcmp(name, "expression")) {
        char mu[400] = "", own[400] = "";
        const char *m = strstr(friction, "mu: "), *q = strstr(friction, "{");
        if (m[4] == '"')
            snprintf(mu, sizeof mu, "%.*s", (int)strcspn(m + 5, "\""), m + 5);
        else
            snprintf(mu, sizeof mu, "%.*s", (int)strcspn(m + 4, ","), m + 4);
        if (q) snprintf(own, sizeof own, "%.*s", (int)strcspn(q + 1, "}"), q + 1);
        const bri_setting settings[] = {{.name = "mu", .text = mu}, {.name = "parameters", .text = own}};
        if (bri_params_read(&c->law->kind, &c->params, NULL, settings, 2, &err)) fail_msg("%s", err.what);
    }
    bri_model_destroy(model);
}

static void has_the_curve_of_its_twin(void **state)
{
    const twin *t = *state;
    contact a, b;
    make_contact(&a, t->law);
    make_contact(&b, t->expression);
    for (double v = 1e-9; v < 1e3; v *= 1.07) {
        bri_slip slip = {.elements = 1};
        bri_curve x, y;
        bri_slip_set(&slip, 1, &v, 13);
        a.law->curve(&a.params, &slip, &x);
        b.law->curve(&b.params, &slip, &y);
        assert_close(y.force, x.force, 1e-13);
        assert_close(y.by_load, x.by_load, 1e-13);
        assert_close(y.by_speed, x.by_speed, 1e-11);
    }
    bri_slip slip = {.elements = 1};
    double still = 0, by_a, by_b;
    bri_slip_set(&slip, 1, &still, 13);
    assert_int_equal(bri_friction_sticks(b.law, &b.params), bri_friction_sticks(a.law, &a.params));
    if (!bri_friction_sticks(a.law, &a.params)) return;
    assert_close(b.law->static_limit(&b.params, &slip, &by_b), a.law->static_limit(&a.params, &slip, &by_a), 1e-13);
    assert_close(by_b, by_a, 1e-13);
}

/* Every number of a batch has the bits of a single evaluation, whatever the expression. */
static void a_batch_has_the_bits_of_single_evaluations(void **state)
{
    static const char *const more[] = {
        "law: expression, mu: \"max(0, sin(v/v_0))*min(1, log(2 + v/v_0)) + (1 + sqrt(v/v_0))*1e-3\", parameters: "
        "{v_0: 0.1 "
        "m/s}",
        ("law: expression, mu: \"0.2 + 0.1*cos(v/v_0)^2*exp(-v/v_0)*(v/v_0)^1.3*(load/3 N)^-0.3\", "
         "parameters: {v_0: 0.1 m/s}"),
        "law: expression, mu: \"abs(atan(v/v_0) - 0.1) + log10(2 + v/v_0)^-2\", parameters: {v_0: 0.1 m/s}",
    };
    enum {
        COUNT = 1031
    };
    static double v[2][COUNT], load[COUNT], force[2][COUNT];
    uint64_t seed = 3;
    (void)state;
    for (int i = 0; i < TWINS + 3; i++) {
        contact c;
        make_contact(&c, i < TWINS ? twins[i].expression : more[i - TWINS]);
        for (int dim = 1; dim <= 2; dim++) {
            for (int at = 0; at < COUNT; at++) {
                v[0][at] = at % 9 == 8 ? 0 : at % 9 == 7 ? random_finite(&seed) : random_between(&seed, -3, 3);
                v[1][at] = random_between(&seed, -1, 1);
                load[at] = at % 11 == 10 ? 0 : random_scale(&seed, 1e-3, 1e4);
            }
            bri_batch batch = {
                .count = COUNT, .dim = dim, .v = {v[0], v[1]}, .load = load, .force = {force[0], force[1]}};
            bri_friction_batch(c.law, &c.params, &batch);
            for (int at = 0; at < COUNT; at++) {
                bri_slip slip = {.elements = 1};
                bri_drag drag;
                bri_slip_set(&slip, dim, (const double[]){v[0][at], v[1][at]}, load[at]);
                bri_friction_eval(c.law, &c.params, &slip, &drag, NULL);
                for (int d = 0; d < dim; d++)
                    assert_memory_equal(&drag.force[d], &force[d][at], sizeof(double));
            }
        }
    }
}

/* --- verdicts ------------------------------------------------------------------------------------------------------ */

static bri_verdict_result *verdict_of(const char *friction, double time)
{
    bri_error err = {0};
    bri_verdict_def def = {.size = sizeof(bri_verdict_def), .intervals = true};
    bri_verdict_result *result = NULL;
    bri_system *system = build(two_sliders_with(friction));
    if (bri_verdict_at(system, &def, time, &result, &err)) fail_msg("%s", err.what);
    bri_system_destroy(system);
    return result;
}

static void has_the_verdict_of_its_twin(void **state)
{
    const twin *t = *state;
    for (double time = 0.5; time < 3; time += 0.5) {
        bri_verdict_result *a = verdict_of(t->law, time), *b = verdict_of(t->expression, time);
        assert_int_equal(b->verdict, a->verdict);
        assert_int_equal(b->possible, a->possible);
        assert_int_equal(b->guaranteed, a->guaranteed);
        assert_int_equal(b->accelerates, a->accelerates);
        assert_int_equal(b->persists, a->persists);
        double close = strstr(t->law, "arctan") ? 5e-3 : 1e-6; /* its curve approaches its limit slowly */
        assert_close(b->interface[0]->mu_s, a->interface[0]->mu_s, close);
        assert_true(b->possible_factor == a->possible_factor ||
                    fabs(b->possible_factor - a->possible_factor) < close * a->possible_factor);
        assert_true(b->guaranteed_factor == a->guaranteed_factor ||
                    fabs(b->guaranteed_factor - a->guaranteed_factor) < close * a->guaranteed_factor);
        bri_verdict_destroy(a);
        bri_verdict_destroy(b);
    }
}

static void a_table_that_is_0_at_rest_creeps(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof creeping_tables / sizeof *creeping_tables; i++) {
        const twin *t = &creeping_tables[i];
        has_the_verdict_of_its_twin(&(void *){(void *)(size_t)t});
        bri_result *a = run(block(t->law, ""), "auto", 2, 1e-6, 1e-6),
                   *b = run(block(t->expression, ""), "auto", 2, 1e-6, 1e-6);
        assert_int_equal(a->events, b->events); /* none: it never sticks */
        assert_close(last(b, "block.x"), last(a, "block.x"), 1e-3);
        bri_result_destroy(a);
        bri_result_destroy(b);
    }
}

/* --- forces and torques -------------------------------------------------------------------------------------------- */

static void its_dimension_says_whether_it_is_an_effort(void **state)
{
    static const struct {
        const char *friction, *effort;
    } rows[] = {
        {"mu: mu_k, parameters: {mu_k: 0.3}", "none"},
        {"mu: F, parameters: {F: 3 N}", "force"},
        {"mu: 3 N + c*v, parameters: {c: 2 N s/m}", "force"},
        {"mu: T + c*v, parameters: {T: 3 N m, c: 2 N m s/rad}", "torque"},
        {"mu: T*exp(-v/5 rpm), parameters: {T: 3 N m}", "torque"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char friction[200];
        double effort;
        snprintf(friction, sizeof friction, "law: expression, %s", rows[i].friction);
        bri_model *model = parse(MODEL("bodies: {a: {mass: 1, inertia: 1}}\n"
                                       "joints: {p: {revolute: [ground, a], friction: {%s}}}\n",
                                       friction));
        assert_false(bri_model_get(model, "p.friction.effort", &effort, NULL));
        assert_int_equal((int)effort, !strcmp(rows[i].effort, "none") ? 0 : !strcmp(rows[i].effort, "force") ? 1 : 2);
        assert_false(bri_model_check(model, NULL));
        bri_model_destroy(model);
    }
}

static void a_torque_brakes_as_that_of_coulomb_viscous(void **state)
{
    static const char *const friction[] = {"law: coulomb_viscous, mu_k: 3 N m, k_v: 2 N m s/rad",
                                           "law: expression, mu: T + c*v, parameters: {T: 3 N m, c: 2 N m s/rad}"};
    bri_result *result[2];
    (void)state;
    for (int i = 0; i < 2; i++)
        result[i] = run(MODEL("bodies: {a: {mass: 1, inertia: 1.5, spin: 4 rad/s}}\n"
                              "joints: {p: {revolute: [ground, a], friction: {%s}}}\n",
                              friction[i]),
                        "auto", 2, 1e-8, 1e-6);
    assert_int_equal(result[0]->events, 1);
    assert_int_equal(result[1]->events, 1);
    /* 1.5 w' = -3 - 2 w from w = 4: stops at 0.75 ln(1 + 8/3) */
    assert_close(result[1]->event[0]->time, 0.75 * log(1 + 8.0 / 3), 1e-6);
    assert_close(last(result[1], "a.angle"), last(result[0], "a.angle"), 1e-7);
    int mu = bri_table_find(result[1]->channels, "p.mu");
    assert_true(mu >= 0);
    assert_string_equal(result[1]->channels->column[mu].unit, "N m");
    assert_close(at_row(result[1], 0, "p.mu"), 3 + 2 * 4, 1e-12);
    bri_result_destroy(result[0]);
    bri_result_destroy(result[1]);
}

/* --- paths, checks, warnings --------------------------------------------------------------------------------------- */

static void its_parameters_are_set_by_paths(void **state)
{
    bri_error err = {0};
    double value;
    bri_model *model = parse(block(twins[1].expression, ""));
    (void)state;
    assert_false(bri_model_get(model, "guide.friction.parameters.v_s", &value, &err));
    assert_close(value, 0.02, 1e-15);
    assert_false(bri_model_set(model, "guide.friction.parameters.v_s", 0.03, &err));
    assert_false(bri_model_get(model, "guide.friction.parameters.v_s", &value, &err));
    assert_true(value == 0.03);
    assert_false(bri_model_set_text(model, "guide.friction.parameters.v_s", "40 mm/s", &err));
    assert_false(bri_model_get(model, "guide.friction.parameters.v_s", &value, &err));
    assert_close(value, 0.04, 1e-15);
    assert_int_equal(bri_model_set_text(model, "guide.friction.parameters.v_s", "40 mm", &err), BRI_BAD_VALUE);
    assert_string_equal(err.where, "guide.friction.parameters.v_s");
    assert_string_equal(err.what, "'40 mm' is a length, but a speed in m/s is wanted");
    assert_int_equal(bri_model_set(model, "guide.friction.parameters.v_s", NAN, &err), BRI_BAD_VALUE);
    assert_non_null(strstr(err.what, "parameters.v_s is nan in SI units, and must lie between"));
    assert_int_equal(bri_model_set(model, "guide.friction.parameters.v_x", 1, &err), BRI_NOT_FOUND);
    assert_int_equal(bri_model_set(model, "guide.friction.mu", 1, &err), BRI_BAD_VALUE);
    assert_int_equal(bri_model_get(model, "guide.friction.mu", &value, &err), BRI_BAD_VALUE);
    assert_int_equal(bri_model_get(model, "guide.friction.parameters", &value, &err), BRI_BAD_VALUE);
    assert_false(bri_model_set_text(model, "guide.friction.mu", "mu_s + 0*mu_k", &err));
    assert_false(bri_model_check(model, &err));
    assert_int_equal(bri_model_set_text(model, "guide.friction.mu", "mu_x", &err), BRI_BAD_VALUE);
    if (!strstr(err.what, "there is no 'mu_x'; did you mean 'mu_s', 'mu_k' or 'max'?")) fail_msg("%s", err.what);
    assert_int_equal(bri_model_set_text(model, "guide.friction.parameters", "{mu_s: 1}", &err), BRI_BAD_VALUE);
    assert_false(bri_model_set_text(model, "guide.friction.effort", "force", &err));
    assert_int_equal(bri_model_check(model, &err), BRI_BAD_VALUE); /* of another dimension now */
    assert_non_null(strstr(err.what, "is a plain number, but a force in N is wanted"));
    bri_model_destroy(model);
}

static void what_is_not_in_the_tables_is_refused(void **state)
{
    static const struct {
        const char *parameters, *what;
    } rows[] = {
        {"a", "parameters: 'a' has no value: write mu_s: 0.5, v_s: 10 mm/s"},
        {"a: 1, a: 2", "parameters: 'a' is given twice"},
        {"2a: 1", "parameters: '2a' cannot name a parameter: a name begins with a letter"},
        {"v: 1", "mu: 'v' cannot name a parameter: it is a variable, in m/s"},
        {"a: 1e40", "parameters.a is 1e+40 in SI units, and must lie between -1e+30 and 1e+30"},
        {"a: 3 m9 kg9 s9 rad9 K9 A9 mol9 cd9 m9", "parameters.a: '3 m9 kg9 s9 rad9 K9 A9 mol9 cd9 m9': give a value in "
                                                  "kg9 m18 s9 rad9 K9 A9 mol9 cd9 as a plain number"},
        {"a:1,b:1,c:1,d:1,e:1,f:1,g:1,h:1,i:1,j:1,k:1,l:1,m:1,n:1,o:1,p:1,q:1", "parameters has more than 16 values"},
    };
    const bri_kind *kind = &bri_law_find("expression", NULL)->kind;
    bri_params params, before;
    bri_error err = {0};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bri_params_defaults(kind, &params);
        assert_false(bri_params_set_text(kind, &params, NULL, "mu", "0.3", NULL));
        before = params;
        assert_int_equal(bri_params_set_text(kind, &params, NULL, "parameters", rows[i].parameters, &err),
                         BRI_BAD_VALUE);
        if (!strstr(err.what, rows[i].what)) fail_msg("'%s' is not in '%s'", rows[i].what, err.what);
        assert_memory_equal(&params, &before, kind->params_size);
    }
    assert_false(
        bri_params_set_text(kind, &params, NULL, "parameters", "a: 3 1/(kg9 m9 s9 rad9 K9 A9 mol9 cd9)", &err));
    assert_false(bri_params_check(kind, &params, &err));
    char longer[500];
    memset(longer, '1', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    assert_int_equal(bri_params_set_text(kind, &params, NULL, "mu", longer, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "mu has 499 characters; at most 399 are allowed");
    memset((char *)&params + offsetof(bri_formula, code), 1, 4); /* put there behind the library's back */
    assert_int_equal(bri_params_check(kind, &params, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "mu: its program is not that of its text; set the text again");
}

static void friction_below_zero_is_reported(void **state)
{
    static const struct {
        const char *mu, *what;
    } rows[] = {
        {"0.3 - 0.2*v/1 m/s", "mu is -"},
        {"0.3*log(1 - v/20 m/s)", "mu is -"},
        {"0.3 + sqrt(1 - v/20 m/s)", "mu is not a finite number at v = "},
        {"0.3 + 0.1*(load/1 N - 0.01)^0.5*v/1 m/s", "mu is not a finite number at v = 0 and load = 0.001 N"},
        {"0.3*(load/1 N)^0.1",
         "mu at rest must not depend on the load: it is 0.3 under a load of 1 N and 0.1504 under 0.001 N"},
    };
    const bri_kind *kind = &bri_law_find("expression", NULL)->kind;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bri_params params;
        bri_error err = {0};
        const bri_setting setting = {.name = "mu", .text = rows[i].mu};
        bri_params_defaults(kind, &params);
        assert_int_equal(bri_params_read(kind, &params, NULL, &setting, 1, &err), BRI_BAD_VALUE);
        if (strncmp(err.what, rows[i].what, strlen(rows[i].what)) != 0) fail_msg("'%s': '%s'", rows[i].what, err.what);
    }
    /* Beyond the speeds at which it is tried when it is read, the run reports it. */
    bri_result *result =
        run(MODEL("bodies: {a: {mass: 1, inertia: 1, velocity: [2e3 m/s, 0]}}\n"
                  "joints: {g: {translational: [ground, a], along: [1, 0], friction: {law: expression, "
                  "load: 5 N, mu: 0.3*(1 - v/1.5 km/s)}}}\n"),
            "auto", 1, 1e-8, 1e-6);
    assert_int_equal(result->ranges_exceeded, 1);
    assert_string_equal(result->range_exceeded[0]->what, "mu");
    assert_close(result->range_exceeded[0]->least, 0.3 * (1 - 2 / 1.5), 1e-9);
    assert_true(result->range_exceeded[0]->outside == 1); /* nothing brakes it */
    assert_close(last(result, "a.vx"), 2e3, 1e-12);
    bri_result_destroy(result);
}

#define EACH_TWIN(test)                                                                                                \
    {#test " coulomb", test, NULL, NULL, (void *)(size_t)&twins[0]},                                                   \
        {#test " stribeck", test, NULL, NULL, (void *)(size_t)&twins[1]},                                              \
        {#test " stribeck 0.7", test, NULL, NULL, (void *)(size_t)&twins[2]},                                          \
        {#test " coulomb_tanh", test, NULL, NULL, (void *)(size_t)&twins[3]},                                          \
        {#test " coulomb_arctan", test, NULL, NULL, (void *)(size_t)&twins[4]},                                        \
    {                                                                                                                  \
#test " popp_stelter", test, NULL, NULL, (void *)(size_t)&twins[5]                                             \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH_TWIN(stops_as_its_twin),
        EACH_TWIN(has_the_curve_of_its_twin),
        EACH_TWIN(has_the_verdict_of_its_twin),
        cmocka_unit_test(a_table_that_is_0_at_rest_creeps),
        cmocka_unit_test(a_batch_has_the_bits_of_single_evaluations),
        cmocka_unit_test(its_dimension_says_whether_it_is_an_effort),
        cmocka_unit_test(a_torque_brakes_as_that_of_coulomb_viscous),
        cmocka_unit_test(its_parameters_are_set_by_paths),
        cmocka_unit_test(what_is_not_in_the_tables_is_refused),
        cmocka_unit_test(friction_below_zero_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
