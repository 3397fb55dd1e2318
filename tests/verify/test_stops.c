/* test_stops.c - a block that slides to rest, by every law and every integrator: the time of its stop is a quadrature
 *
 *     t = m integral of dv / F(v) from v_end to v_0
 *
 * F is the steady friction force of the law. The parameters that are speeds are scaled to v_s; v_end is 0 where the law
 * sticks, else a part of v_s, where the friction is still a part of its largest. Laws with states are compared with radau5 at a
 * tighter tolerance, and so are lubricated ones. A law of a user's own has a table without roles, and no curve: it is told by its
 * force alone. test_stops all [LAW]: a larger grid, with the worst of each law. */
#include "growing_host.h"
#include "mechanism.h"

#include "joint/joint.h"
#include "model/model.h"
#include "sim/sim.h"
#include "system/system.h"

static const double mass = 1, g = 9.81;
static const char *const integrators[] = {"dopri5",   "bs23",       "imex4", "imex5", "rodas4", "radau5",
                                          "bristle5", "multirate5", "cvode", "ida",   NULL};

typedef struct stop {
    const bri_friction_law *law;
    bri_params params;
    double v_s, v_0, v_end;
    char text[2000]; /* the parameters of the model file */
    bool own;        /* the law is put into the model as one of a user's own */
    bool late;       /* v_s is set after the simulation has begun */
} stop;

enum {
    ROWS = 20
};

/* The law as a user would write it: other names, no roles, nothing but its force. */
static bri_friction_law own_law(const bri_friction_law *law, bri_param row[ROWS])
{
    bri_friction_law own = *law;
    int count = 0;
    for (; law->kind.params[count].name; count++) {
        assert_true(count < ROWS - 1);
        row[count] = law->kind.params[count];
        row[count].role = BRI_ROLE_NONE;
    }
    row[count] = (bri_param){0};
    own.kind.name = "own";
    own.kind.params = row;
    own.curve = NULL;
    return own;
}

static bri_system *build_own(const char *model_text, const bri_friction_law *own)
{
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    if (bri_model_parse(model_text, strlen(model_text), "test", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    const bri_record *joint = &bri_model_root(model)->joints.at[0];
    const bri_joint_kind *kind = (const bri_joint_kind *)(const void *)joint->kind;
    bri_record *friction = (bri_record *)(void *)((char *)joint->params + kind->friction[0]);
    ((bri_friction_params *)friction->params)->law.kind = &own->kind;
    if (bri_system_build(model, &system, &err)) fail_msg("%s: %s", err.where, err.what);
    bri_model_destroy(model);
    return system;
}

static double force_at(const stop *s, double v)
{
    bri_slip slip = {.elements = bri_kind_elements(&s->law->kind, &s->params)};
    bri_curve curve;
    bri_slip_set(&slip, 1, &v, mass * g);
    s->law->curve(&s->params, &slip, &curve);
    return curve.force;
}

/* Simpson's rule over the logarithm of the speed. */
static double exact_time(const stop *s)
{
    enum {
        PANELS = 40000
    };
    double low = s->v_end > 0 ? s->v_end : 1e-9 * s->v_s, span = log(s->v_0 / low), sum = 0;
    for (int i = 0; i <= PANELS; i++) {
        double v = low * exp(span * i / PANELS);
        sum += (i == 0 || i == PANELS ? 1 : i % 2 ? 4 : 2) * mass * v / force_at(s, v);
    }
    return sum * span / (3 * PANELS) + (s->v_end > 0 ? 0 : mass * low / force_at(s, low));
}

/* The speeds of the points of a curve, times a factor. */
static int set_points(stop *s, const bri_param *p, double times, int length)
{
    double value;
    char name[64];
    length += snprintf(s->text + length, sizeof s->text - (size_t)length, ", %s: [", p->name);
    for (int i = 1;; i++) {
        snprintf(name, sizeof name, "%s.%d", p->name, i);
        if (bri_params_get(&s->law->kind, &s->params, name, &value, NULL)) break;
        assert_false(bri_params_set(&s->law->kind, &s->params, name, times * value, NULL));
        length += snprintf(s->text + length, sizeof s->text - (size_t)length, "%.17g,", times * value);
    }
    return length - 1 + snprintf(s->text + length - 1, sizeof s->text - (size_t)length, "]");
}

/* All speeds of the law, scaled so that its first is v_s. False: it has none, or they leave their ranges. */
static bool set_law(stop *s)
{
    const bri_kind *kind = &s->law->kind;
    bri_params_defaults(kind, &s->params);
    double first = 0;
    int length = snprintf(s->text, sizeof s->text, "law: %s", kind->name);
    for (const bri_param *p = kind->params; p->name; p++) {
        double speed = bri_param_speed(p, &s->params), value = 0;
        if (p->type == BRI_QUANTITIES) { /* the default expression is a Stribeck curve */
            char numbers[120];
            snprintf(numbers, sizeof numbers, "mu_k: 0.3, mu_s: 0.6, v_s: %.17g m/s", s->v_s);
            if (bri_params_set_text(kind, &s->params, NULL, p->name, numbers, NULL)) return false;
            length += snprintf(s->text + length, sizeof s->text - (size_t)length, ", %s: {%s}", p->name, numbers);
            first = s->v_s;
            continue;
        }
        if (!strcmp(p->name, "mu_s")) value = 0.6;
        if (!strcmp(p->name, "mu_k")) value = 0.3;
        if (speed > 0 && !(first > 0)) first = speed;
        if (p->type == BRI_LIST && speed > 0) {
            length = set_points(s, p, s->v_s / first, length);
            continue;
        }
        if (speed > 0) value = p->role == BRI_ROLE_SPEED_SCALE ? speed * s->v_s / first : first / (speed * s->v_s);
        if (p->role == BRI_ROLE_VISCOUS || !(value > 0)) continue;
        if (bri_params_set(kind, &s->params, p->name, value, NULL)) return false;
        length += snprintf(s->text + length, sizeof s->text - (size_t)length, ", %s: %.17g", p->name, value);
    }
    for (const bri_param *p = kind->params; p->name; p++)
        if (p->role == BRI_ROLE_VISCOUS && !bri_params_set(kind, &s->params, p->name, 0, NULL))
            length += snprintf(s->text + length, sizeof s->text - (size_t)length, ", %s: 0", p->name);
    return first > 0 && !bri_params_check(kind, &s->params, NULL);
}

/* Where a law creeps: the lowest speed with at least 0.3 of its largest friction, not far below v_s. */
static double end_speed(const stop *s)
{
    double largest = 0, end = 0.5 * s->v_0;
    if (s->law->static_limit) return 0;
    for (double v = s->v_s / 64; v < s->v_0; v *= 1.1)
        largest = fmax(largest, force_at(s, v));
    while (end > s->v_s / 64 && force_at(s, 0.8 * end) > 0.3 * largest)
        end *= 0.8;
    return end;
}

enum {
    WITHIN = 1000
};

static bri_system *build_stop(const stop *s, const bri_friction_law *own)
{
    MODEL("gravity: [0, -%.17g]\n"
          "bodies: {block: {mass: %g, inertia: 1, velocity: [%.17g, 0]}}\n"
          "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {%s}}}\n",
          g, mass, s->v_0, s->late ? "law: stribeck, mu_s: 0.6, mu_k: 0.3, v_s: 10" : s->text);
    return s->own ? build_own(text, own) : build(text);
}

static double speed_at(bri_sim *sim, double t) { return bri_sim_interpolate(sim, t)[3]; }

/* When the block of a run has come down to v_end; NAN: it has not, until a time. */
static double time_of_stop(const stop *s, const char *integrator, double rtol, double until)
{
    bri_param row[ROWS];
    bri_friction_law own = own_law(s->law, row);
    bri_system *system = build_stop(s, &own);
    bri_run_def def = bri_run_defaults();
    bri_sim *sim = NULL;
    bri_error err = {0};
    def.integrator = integrator;
    def.rtol = rtol;
    double before = 0, found = NAN;
    if (bri_sim_create(system, &def, &sim, &err)) fail_msg("%s", err.what);
    if (s->late && bri_sim_set_number(sim, "floor.friction.v_s", s->v_s, &err)) fail_msg("%s", err.what);
    while (isnan(found) && bri_sim_time(sim) < until) {
        before = bri_sim_time(sim);
        if (bri_sim_step(sim, until, &err)) {
            print_message("%s, %s: %s\n", s->text, integrator, err.what);
            break;
        }
        double after = bri_sim_time(sim), start = before, end = after;
        if (bri_sim_states(sim)[3] > s->v_end) continue;
        for (int i = 1; i <= WITHIN; i++) { /* a step may hold a whole swing about rest: the first time counts */
            double at = start + (end - start) * i / WITHIN;
            if (!(speed_at(sim, at) <= s->v_end)) continue;
            before = start + (end - start) * (i - 1) / WITHIN;
            after = at;
            break;
        }
        while (s->v_end > 0 && after - before > 1e-12 * after) {
            double middle = 0.5 * (before + after);
            *(speed_at(sim, middle) > s->v_end ? &before : &after) = middle;
        }
        found = after;
    }
    bri_sim_destroy(sim);
    bri_system_destroy(system);
    return found;
}

/* The same by a host. */
static double time_of_host_stop(const stop *s, double rtol, bool asks_max_step, double until)
{
    bri_param row[ROWS];
    bri_friction_law own = own_law(s->law, row);
    bri_system *system = build_stop(s, &own);
    bri_sim *sim = NULL;
    bri_error err = {0};
    if (bri_sim_create(system, NULL, &sim, &err)) fail_msg("%s", err.what);
    growing_host host = growing_host_of(sim, rtol, asks_max_step);
    while (host.x[3] > s->v_end && host.t < until)
        if (growing_step(&host, until, &err)) fail_msg("%s", err.what);
    double found = host.t;
    if (s->v_end > 0) { /* within the last step */
        double before = host.start, x[GROWING_MOST];
        memcpy(host.x, host.from, sizeof host.x);
        while (found - before > 1e-12 * found) {
            double middle = 0.5 * (before + found);
            growing_interpolate(&host, middle, x);
            *(x[3] > s->v_end ? &before : &found) = middle;
        }
    }
    bri_sim_destroy(sim);
    bri_system_destroy(system);
    return found;
}

enum {
    IMPLICIT = 2, /* the first that takes bristles implicitly */
    INTEGRATORS = sizeof integrators / sizeof *integrators - 1
};

/* Raises worst, of each integrator, to the error of the stopping time in units of rtol times that time. */
static void compare_with(const stop *s, double exact, double rtol, double longer, double worst[INTEGRATORS])
{
    for (int i = s->law->kind.states ? IMPLICIT : 0; integrators[i]; i++) { /* bristles are stiff */
        if (!has_integrator(integrators[i])) continue;
        double error = fabs(time_of_stop(s, integrators[i], rtol, longer * exact) - exact) / (rtol * exact);
        if (!(error <= 100))
            print_message("%s, v_s %g, v_0 %g, until %g t, %s, rtol %g: off by %.3g rtol\n", s->law->kind.name, s->v_s,
                          s->v_0, longer, integrators[i], rtol, error);
        if (!(error <= worst[i])) worst[i] = error;
    }
}

static void compare(stop *s, double rtol, double longer, double worst[INTEGRATORS])
{
    s->v_end = end_speed(s);
    double exact = exact_time(s);
    if (s->law->kind.states) exact = time_of_stop(s, "radau5", 1e-3 * rtol, 2 * exact);
    compare_with(s, exact, rtol, longer, worst);
}

static void assert_met(const double worst[INTEGRATORS])
{
    for (int i = 0; i < INTEGRATORS; i++)
        assert_true(worst[i] <= 100);
}

static void every_stop_is_met(void **state)
{
    (void)state;
    static const double v_s[] = {1e-4, 0.05, 1}, v_0[] = {0.7, 5, 100};
    double worst[INTEGRATORS] = {0};
    for (const bri_friction_law *const *law = bri_laws(); *law; law++)
        for (int i = 0; i < 3; i++) {
            stop s = {.law = *law, .v_s = v_s[i], .v_0 = v_0[(i + (law - bri_laws())) % 3]};
            if (s.law->kind.states) s.v_0 = 0.7; /* the faster, the stiffer */
            if (s.law->needs || !set_law(&s) || !(s.v_0 > 2 * s.v_s)) continue;
            compare(&s, 1e-6, 2, worst);
        }
    assert_met(worst);
}

static void stops_by_laws_of_ones_own_are_met(void **state)
{
    (void)state;
    static const double v_s[] = {1e-4, 0.05, 1}, v_0[] = {5, 0.7, 100};
    double worst[INTEGRATORS] = {0};
    int count = 0;
    for (const bri_friction_law *const *law = bri_laws(); *law; law++)
        for (int i = 0; i < 3; i++) {
            stop s = {.law = *law, .v_s = v_s[i], .v_0 = v_0[(i + (law - bri_laws())) % 3], .own = true};
            if (s.law->kind.states || s.law->needs || !set_law(&s) || !(s.v_0 > 2 * s.v_s)) continue;
            compare(&s, 1e-6, 2, worst);
            count++;
        }
    assert_true(count >= 20);
    assert_met(worst);
}

/* A host meets them by the event functions that limit its steps alone, or by bri_sim_max_step too. */
static void hosts_meet_every_stop(void **state)
{
    (void)state;
    static const double v_s[] = {1e-4, 0.05, 1}, v_0[] = {0.7, 5, 100}, rtol = 1e-6;
    int count = 0;
    bool met = true;
    for (const bri_friction_law *const *law = bri_laws(); *law; law++)
        for (int i = 0; i < 6; i++) {
            stop s = {.law = *law, .v_s = v_s[i % 3], .v_0 = v_0[(i + (law - bri_laws())) % 3], .own = i % 2};
            if (s.law->kind.states || s.law->needs || !set_law(&s) || !(s.v_0 > 2 * s.v_s)) continue;
            s.v_end = end_speed(&s);
            double exact = exact_time(&s);
            for (int asks = 0; asks < 2; asks++) {
                double error = fabs(time_of_host_stop(&s, rtol, asks, 2 * exact) - exact) / (rtol * exact);
                if (!(error <= 100))
                    print_message("%s, v_s %g, v_0 %g, %s: off by %.3g rtol\n", s.law->kind.name, s.v_s, s.v_0,
                                  asks ? "bri_sim_max_step" : "event functions", error);
                met = met && error <= 100;
                count++;
            }
        }
    assert_true(met && count >= 100);
}

/* The same as with that peak from the beginning. */
static void stop_on_peak_that_was_set_late_is_met(void **state)
{
    (void)state;
    stop s = {.law = bri_law_find("stribeck", NULL), .v_s = 0.02, .v_0 = 20, .late = true};
    double worst[INTEGRATORS] = {0};
    assert_true(set_law(&s));
    compare(&s, 1e-6, 2, worst);
    assert_met(worst);
}

/* While it slides, gonthier is at the kinks of its force to rounding, which is no event; integrators that would start anew at a
 * kink go on over it. The block rests for most of the run. */
static void stop_on_kinks_takes_few_steps(void **state)
{
    (void)state;
    static const double v_s[] = {0.00046415888336127784, 0.01}, v_0[] = {0.7, 5.9319, 20};
    for (int i = 0; i < 12; i++) {
        static const char *const few_steps[] = {"bristle5", "multirate5", "radau5", "cvode", "ida"};
        stop s = {.law = bri_law_find("gonthier", NULL), .v_s = v_s[i % 2], .v_0 = v_0[i % 3]};
        assert_true(set_law(&s));
        bri_result *result =
            run(MODEL("gravity: [0, -%.17g]\n"
                      "bodies: {block: {mass: %g, inertia: 1, velocity: [%.17g, 0]}}\n"
                      "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {%s}}}\n",
                      g, mass, s.v_0, s.text),
                few_steps[i / 3], 30 * s.v_0 / (0.3 * g), 1e-6, 1e-6);
        assert_true(result->statistics->steps < 3000);
        bri_result_destroy(result);
    }
}

/* Lubricated formulas, whose friction fades below v_1; those without friction under this load, by their own limits, are left out. */
static void stops_by_lubricated_laws_are_met(void **state)
{
    (void)state;
    static const double v_1[] = {1e-3, 0.05, 1}, v_0[] = {0.7, 5, 100};
    double worst[INTEGRATORS] = {0};
    int count = 0;
    for (const bri_friction_law *const *law = bri_laws(); *law; law++)
        for (int i = 0; i < 3 && (*law)->needs; i++) {
            stop s = {.law = *law, .v_s = v_1[i], .v_0 = v_0[(i + (law - bri_laws())) % 3], .v_end = 0.5 * v_1[i]};
            if (!(s.v_0 > 2 * s.v_s)) continue;
            snprintf(s.text, sizeof s.text,
                     "law: %s, v_0: %.17g, v_1: %.17g, surfaces: {length: 10 mm, viscosity: 40 cP, density: 870 kg/m3,"
                     " roughness: 0.4 um, radius_a: 10 mm, radius_b: 20 mm, modulus: 100 GPa}",
                     s.law->kind.name, 0.1 * s.v_s, s.v_s);
            double exact = time_of_stop(&s, "radau5", 1e-9, s.v_0 / (0.005 * g));
            if (isnan(exact)) continue;
            compare_with(&s, exact, 1e-6, 2, worst);
            count++;
        }
    assert_true(count >= 15);
    assert_met(worst);
}

static int large_grid(const char *only)
{
    for (const bri_friction_law *const *law = bri_laws(); *law; law++) {
        double worst[INTEGRATORS] = {0};
        int count = 0;
        if (only && strcmp(only, (*law)->kind.name)) continue;
        for (double v_s = 1e-4; v_s < 1.1; v_s *= 4.6415888336127784)
            for (double v_0 = 0.1; v_0 < 110; v_0 *= 3.9)
                for (int i = 0; i < 3; i++) {
                    stop s = {.law = *law, .v_s = v_s, .v_0 = v_0};
                    if (s.law->needs || !set_law(&s) || !(s.v_0 > 2 * s.v_s)) continue;
                    if (s.law->kind.states && s.v_0 > 10) continue;
                    compare(&s, i == 2 ? 1e-8 : 1e-6, i == 1 ? 30 : 2, worst);
                    count++;
                }
        if (!count) continue;
        print_message("%-20s %4d stops, the worst in units of rtol:", (*law)->kind.name, count);
        for (int i = 0; i < INTEGRATORS; i++)
            print_message("  %s %.3g", integrators[i], worst[i]);
        print_message("\n");
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_stop_is_met),
        cmocka_unit_test(stops_by_laws_of_ones_own_are_met),
        cmocka_unit_test(stops_by_lubricated_laws_are_met),
        cmocka_unit_test(hosts_meet_every_stop),
        cmocka_unit_test(stop_on_peak_that_was_set_late_is_met),
        cmocka_unit_test(stop_on_kinks_takes_few_steps),
    };
    if (argc > 1 && !strcmp(argv[1], "all")) return large_grid(argc > 2 ? argv[2] : NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
