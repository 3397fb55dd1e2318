/* test_known_rests.c - rest, slip and sharing of mechanisms that can be solved on paper
 *
 * Papers/wojtyra2017/check/closed_forms.md has the closed forms of the slider-crank, of both Painleve problems and of the
 * ladder. The body on two slots and the chain are solved here, by a method unlike that of the verdict: one unknown, whose
 * line is cut where anything changes. */
#include "mechanism.h"

static bri_verdict_result *verdict_of(const char *model)
{
    bri_error err = {0};
    bri_verdict_result *result = NULL;
    bri_verdict_def def = {.size = sizeof(bri_verdict_def), .intervals = true};
    bri_system *system = build(model);
    if (bri_verdict_at(system, &def, NAN, &result, &err)) fail_msg("%s", err.what);
    bri_system_destroy(system);
    return result;
}

static const bri_quantity *quantity(const bri_verdict_result *r, const char *name)
{
    for (int i = 0; i < r->quantities; i++)
        if (!strcmp(r->quantity[i]->name, name)) return r->quantity[i];
    fail_msg("there is no '%s'", name);
    return NULL;
}

static bri_sim *start(const bri_system *system, const char *integrator)
{
    bri_error err = {0};
    bri_sim *sim = NULL;
    bri_run_def def = {.size = sizeof(bri_run_def), .integrator = integrator, .rtol = 1e-8};
    if (bri_sim_create(system, &def, &sim, &err)) fail_msg("%s", err.what);
    return sim;
}

static double value(bri_sim *sim, const char *channel)
{
    int index = bri_sim_find(sim, channel);
    if (index < 0) fail_msg("there is no channel '%s'", channel);
    return bri_sim_value(sim, index);
}

static void go(bri_sim *sim, double until)
{
    bri_error err = {0};
    if (bri_sim_advance(sim, until, &err)) fail_msg("%s", err.what);
}

static double largest_speed(const char *model, const char *const *channels, double until)
{
    double most = 0;
    bri_result *result = run(model, "dopri5", until, 1e-8, 1e-3);
    for (size_t row = 0; row < result->channels->rows; row++)
        for (int i = 0; channels[i]; i++)
            most = fmax(most, fabs(at_row(result, row, channels[i])));
    bri_result_destroy(result);
    return most;
}

/* --- a body on two slots ------------------------------------------------------------------------------------------------- */

/* Of N1, N2, F1 and F2 three follow from equilibrium: x = base + s slope, with s = F2. Coherent: both F oppose one motion. */
typedef struct line {
    double base[4], slope[4], mu[2], rate[2], size;
} line;

typedef struct spans {
    bool any, all, endless;
    double low[4], high[4];
} spans;

static double along(const line *l, int i, double s) { return l->base[i] + s * l->slope[i]; }

static bool is_coherent(const line *l, double s)
{
    double first = along(l, 2, s) * l->rate[0], second = along(l, 3, s) * l->rate[1];
    double nothing = 1e-12 * l->size * fmax(fabs(l->rate[0]), fabs(l->rate[1]));
    return (first <= nothing && second <= nothing) || (first >= -nothing && second >= -nothing);
}

static bool is_within(const line *l, double s, double scale)
{
    for (int i = 0; i < 2; i++)
        if (fabs(along(l, 2 + i, s)) > scale * l->mu[i] * fabs(along(l, i, s)) + 1e-12 * l->size) return false;
    return true;
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Places where a force or what is left of a limit passes 0, those between them, and two far outside. */
static int places(const line *l, double scale, double *at)
{
    int cuts = 0, count;
    for (int i = 0; i < 4; i++)
        if (fabs(l->slope[i]) > 1e-12) at[cuts++] = -l->base[i] / l->slope[i];
    for (int i = 0; i < 4; i++) {
        double limit = (i % 2 ? -1 : 1) * scale * l->mu[i / 2], slope = l->slope[2 + i / 2] - limit * l->slope[i / 2];
        if (fabs(slope) > 1e-12) at[cuts++] = -(l->base[2 + i / 2] - limit * l->base[i / 2]) / slope;
    }
    qsort(at, (size_t)cuts, sizeof *at, by_size);
    count = cuts;
    for (int i = 0; i + 1 < cuts; i++)
        at[count++] = 0.5 * (at[i] + at[i + 1]);
    at[count++] = at[0] - 1e3;
    at[count++] = at[cuts - 1] + 1e3;
    return count;
}

static spans look(const line *l, double scale, bool limited)
{
    double at[24];
    int count = places(l, scale, at);
    spans s = {.all = true};
    for (int k = 0; k < count; k++) {
        if (!is_coherent(l, at[k])) continue;
        bool within = is_within(l, at[k], scale);
        s.all = s.all && within;
        if (limited && !within) continue;
        s.endless = s.endless || k >= count - 2;
        for (int i = 0; i < 4; i++) {
            double x = along(l, i, at[k]);
            s.low[i] = s.any ? fmin(s.low[i], x) : x;
            s.high[i] = s.any ? fmax(s.high[i], x) : x;
        }
        s.any = true;
    }
    return s;
}

static double least_scale(const line *l)
{
    double low = 0, high = 1e6;
    if (!look(l, high, true).any) return INFINITY;
    for (int i = 0; i < 100; i++) {
        double middle = 0.5 * (low + high);
        if (look(l, middle, true).any)
            high = middle;
        else
            low = middle;
    }
    return high;
}

static double determinant(const double *a, const double *b, const double *c)
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) + c[0] * (a[1] * b[2] - a[2] * b[1]);
}

/* A force along (x, y) at a point: its components, and its moment about the mass centre. */
static void wrench(const double *point, double x, double y, double *w)
{
    w[0] = x;
    w[1] = y;
    w[2] = point[0] * y - point[1] * x;
}

/* turned: both slots of the model point the other way, in which nothing but signs differs. */
static bool random_line(uint64_t *random, bool turned, line *l, const char **model)
{
    double point[2][2], angle[2], push[3], normal[2][3], slide[2][3], with[2][3],
        mass = random_between(random, 0.5, 3), inertia = random_between(random, 0.05, 1), sense = turned ? -1 : 1;
    for (int i = 0; i < 2; i++) {
        point[i][0] = random_between(random, -1, 1);
        point[i][1] = random_between(random, -1, 1);
        angle[i] = random_between(random, 0, 3.14);
        l->mu[i] = random_scale(random, 0.11, 2.4);
        wrench(point[i], -sin(angle[i]), cos(angle[i]), normal[i]);
        wrench(point[i], cos(angle[i]), sin(angle[i]), slide[i]);
    }
    push[0] = random_between(random, -10, 10);
    push[1] = random_between(random, -10, 10);
    push[2] = random_bits(random) % 2 ? random_between(random, -5, 5) : 0;
    double d = determinant(normal[0], normal[1], slide[0]);
    for (int c = 0; c < 3; c++) {
        with[0][c] = -push[c];
        with[1][c] = -slide[1][c];
    }
    l->base[0] = determinant(with[0], normal[1], slide[0]) / d;
    l->base[1] = determinant(normal[0], with[0], slide[0]) / d;
    l->base[2] = determinant(normal[0], normal[1], with[0]) / d;
    l->slope[0] = determinant(with[1], normal[1], slide[0]) / d;
    l->slope[1] = determinant(normal[0], with[1], slide[0]) / d;
    l->slope[2] = determinant(normal[0], normal[1], with[1]) / d;
    l->base[3] = 0;
    l->slope[3] = 1;
    l->size = 1;
    for (int i = 0; i < 3; i++)
        l->size = fmax(l->size, fmax(fabs(l->base[i]), fabs(l->slope[i])));
    for (int i = 0; i < 2; i++) /* the motion that is free is across both normal wrenches */
        l->rate[i] = determinant(normal[0], normal[1], slide[i]);
    *model =
        MODEL("bodies: {b: {mass: %.17g, inertia: %.17g, points: {p: [%.17g, %.17g], q: [%.17g, %.17g]}}}\n"
              "joints:\n"
              "  p: {point_on_line: [ground, b.p], at: [%.17g, %.17g], along: [%.17g, %.17g], friction: {law: "
              "coulomb, mu_s: %.17g}}\n"
              "  q: {point_on_line: [ground, b.q], at: [%.17g, %.17g], along: [%.17g, %.17g], friction: {law: "
              "coulomb, mu_s: %.17g}}\n"
              "forces:\n  x: {force: b, along: [1, 0], value: %.17g}\n  y: {force: b, along: [0, 1], value: %.17g}\n"
              "  turn: {torque: b, value: %.17g}\n",
              mass, inertia, point[0][0], point[0][1], point[1][0], point[1][1], point[0][0], point[0][1],
              sense * cos(angle[0]), sense * sin(angle[0]), l->mu[0], point[1][0], point[1][1], sense * cos(angle[1]),
              sense * sin(angle[1]), l->mu[1], push[0], push[1], push[2]);
    double fast = fmax(fabs(l->rate[0]), fabs(l->rate[1])), slow = fmin(fabs(l->rate[0]), fabs(l->rate[1]));
    return l->size < 1e4 && fast > 1e-3 && slow > 1e-3 * fast;
}

static void meet_spans(const spans *s, const bri_verdict_result *r, bool limited, double tolerance)
{
    static const char *const names[] = {"p.normal", "q.normal", "p.friction", "q.friction"};
    for (int i = 0; i < 4 && s->any && !s->endless; i++) {
        const bri_quantity *q = quantity(r, names[i]);
        const bri_bounds *b = limited ? &q->limited : &q->coherent;
        assert_true(b->any);
        assert_close(b->low, s->low[i], tolerance);
        assert_close(b->high, s->high[i], tolerance);
    }
}

static void body_on_two_slots_is_as_its_line(void **state)
{
    (void)state;
    static const char *const speeds[] = {"p.v", "q.v", NULL};
    uint64_t random = 5;
    int verdicts[5] = {0};
    for (int i = 0; i < 300; i++) {
        line l;
        const char *model;
        if (!random_line(&random, false, &l, &model)) continue;
        spans coherent = look(&l, 1, false), limited = look(&l, 1, true);
        double scale = least_scale(&l);
        if (fabs(scale - 1) < 1e-6) continue;
        bri_verdict_result *r = verdict_of(model);
        verdicts[r->verdict]++;
        assert_int_equal(r->possible, limited.any ? BRI_ANSWER_YES : BRI_ANSWER_NO);
        assert_int_equal(r->guaranteed, coherent.all ? BRI_ANSWER_YES : BRI_ANSWER_NO);
        if (isinf(scale))
            assert_true(isinf(r->possible_factor));
        else
            assert_close(r->possible_factor, scale, 1e-6 * scale);
        meet_spans(&coherent, r, false, 1e-6 * l.size);
        meet_spans(&limited, r, true, 1e-6 * l.size);
        if (r->verdict == BRI_STICKS) assert_true(largest_speed(model, speeds, 0.02) < 1e-12);
        bri_verdict_destroy(r);
    }
    for (int v = BRI_STICKS; v <= BRI_MUST_SLIP; v++)
        assert_true(verdicts[v] > 5);
    assert_int_equal(verdicts[BRI_NOT_DECIDED], 0);
}

/* Slips in the negative direction of a slot are found as those in the positive one are. */
static void directions_of_slots_are_a_matter_of_sign(void **state)
{
    (void)state;
    uint64_t random = 5, again = 5;
    int slips = 0;
    for (int i = 0; i < 300; i++) {
        line l;
        const char *model;
        bool fits = random_line(&random, false, &l, &model);
        bri_verdict_result *r = fits ? verdict_of(model) : NULL;
        random_line(&again, true, &l, &model);
        bri_verdict_result *turned = fits ? verdict_of(model) : NULL;
        if (!fits) continue;
        assert_int_equal(turned->verdict, r->verdict);
        assert_int_equal(turned->accelerates, r->accelerates);
        assert_int_equal(turned->persists, r->persists);
        slips += r->persists == BRI_ANSWER_YES;
        bri_verdict_destroy(r);
        bri_verdict_destroy(turned);
    }
    assert_true(slips > 5);
}

/* --- a chain of pins ------------------------------------------------------------------------------------------------------ */

/* What a pin carries is the sum of all loads beyond it: nothing is open, and each pin has its own limit. */
static void chain_holds_as_its_worst_pin(void **state)
{
    (void)state;
    uint64_t random = 11;
    int sticks = 0, slips = 0;
    for (int i = 0; i < 150; i++) {
        enum {
            MOST = 3
        };
        int n = 1 + i % MOST;
        double x[MOST + 1] = {0}, y[MOST + 1] = {0}, fx[MOST], fy[MOST], hold[MOST], worst = 0;
        char bodies[1000] = "", joints[1500] = "", forces[1000] = "";
        for (int k = 0; k < n; k++) {
            double angle = random_between(&random, 0, 6.28), mu = random_between(&random, 0.2, 2),
                   radius = random_between(&random, 0.02, 0.4);
            x[k + 1] = x[k] + 0.5 * cos(angle);
            y[k + 1] = y[k] + 0.5 * sin(angle);
            fx[k] = random_between(&random, -10, 10);
            fy[k] = random_between(&random, -10, 10);
            hold[k] = mu * radius;
            char before[16] = "ground";
            if (k) snprintf(before, sizeof before, "b%d", k - 1);
            size_t b = strlen(bodies), j = strlen(joints), f = strlen(forces);
            snprintf(bodies + b, sizeof bodies - b, "  b%d: {mass: 1, inertia: 0.1, at: [%.17g, %.17g]}\n", k, x[k + 1],
                     y[k + 1]);
            snprintf(joints + j, sizeof joints - j,
                     "  j%d: {revolute: [%s, b%d], at: [%.17g, %.17g], radius: %.17g, friction: {law: coulomb, mu_s: "
                     "%.17g}}\n",
                     k, before, k, x[k], y[k], radius, mu);
            snprintf(forces + f, sizeof forces - f,
                     "  x%d: {force: b%d, along: [1, 0], value: %.17g}\n"
                     "  y%d: {force: b%d, along: [0, 1], value: %.17g}\n",
                     k, k, fx[k], k, k, fy[k]);
        }
        for (int k = 0; k < n; k++) {
            double rx = 0, ry = 0, turn = 0;
            for (int m = k; m < n; m++) {
                rx += fx[m];
                ry += fy[m];
                turn += (x[m + 1] - x[k]) * fy[m] - (y[m + 1] - y[k]) * fx[m];
            }
            worst = fmax(worst, fabs(turn) / (hold[k] * hypot(rx, ry)));
        }
        static const char *const all[] = {"j0.v", "j1.v", "j2.v"};
        const char *speeds[MOST + 1] = {NULL};
        for (int k = 0; k < n; k++)
            speeds[k] = all[k];
        const char *model = MODEL("bodies:\n%sjoints:\n%sforces:\n%s", bodies, joints, forces);
        bri_verdict_result *r = verdict_of(model);
        assert_close(r->possible_factor, worst, 1e-6 * worst);
        assert_close(r->guaranteed_factor, worst, 1e-6 * worst);
        assert_int_equal(r->verdict, worst <= 1 ? BRI_STICKS : BRI_MUST_SLIP);
        assert_true((largest_speed(model, speeds, 0.005) > 1e-9) == (worst > 1));
        sticks += worst <= 1;
        slips += worst > 1;
        bri_verdict_destroy(r);
    }
    assert_true(sticks > 10 && slips > 10);
}

/* --- closed forms ----------------------------------------------------------------------------------------------------------- */

/* p = r sin(theta + beta), sin(beta) = (r/l) sin(theta): the rod's force passes the bearing at p, whose friction circle has the
 * radius mu r0. J theta'' = S (p - mu r0), m (p/cos(beta)) theta'' = F - S cos(beta). */
static void slider_crank_locks_near_its_dead_point(void **state)
{
    (void)state;
    for (int degrees = 2; degrees <= 9; degrees++) {
        double r = 0.05, l = 0.2, r0 = 0.02, mu = 0.25, theta = degrees * 3.141592653589793 / 180,
               beta = asin(r / l * sin(theta)), p = r * sin(theta + beta), J = 5e-4, m = 1, F = 1000;
        const char *model = MODEL(
            "bodies:\n  crank: {mass: 0.5, inertia: %g, points: {pin: [%.17g, %.17g]}}\n"
            "  piston: {mass: %g, inertia: 0.001, at: [%.17g, 0]}\n"
            "joints:\n  bearing: {revolute: [ground, crank], radius: %g, friction: {law: coulomb, mu_s: %g, mu_k: "
            "%g}}\n  rod: {distance: [crank.pin, piston], length: %g}\n"
            "  cylinder: {translational: [ground, piston], at: [0, 0], along: [1, 0]}\n"
            "forces: {gas: {force: piston, along: [-1, 0], value: %g}}\n",
            J, r * cos(theta), r * sin(theta), m, r * cos(theta) + l * cos(beta), r0, mu, mu, l, F);
        bri_verdict_result *result = verdict_of(model);
        assert_close(result->possible_factor, p / (mu * r0), 1e-9);
        assert_close(result->guaranteed_factor, p / (mu * r0), 1e-9);
        assert_int_equal(result->verdict, p <= mu * r0 ? BRI_STICKS : BRI_MUST_SLIP);
        bri_verdict_destroy(result);
        bri_system *system = build(model);
        bri_sim *sim = start(system, "dopri5");
        double S = F / (cos(beta) + m * p / cos(beta) * (p - mu * r0) / J), spin = S * (p - mu * r0) / J;
        assert_close(fabs(value(sim, "crank.spin_rate")), p <= mu * r0 ? 0 : spin, 1e-8 * (1 + fabs(spin)));
        bri_sim_destroy(sim);
        bri_system_destroy(system);
    }
}

static void meet_solutions(const char *model, int expected, const char *channel, double rate)
{
    bri_error err = {0};
    int count = -1;
    bool all = false;
    bri_system *system = build(model);
    bri_sim *sim = start(system, "dopri5");
    assert_int_equal(bri_sim_solutions(sim, &count, &all, &err), BRI_OK);
    assert_int_equal(count, expected);
    assert_true(all);
    if (expected > 0) assert_close(value(sim, channel), rate, 1e-9);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

/* c S - k |S| = -E: one solution for k < c; two for k > c where E > 0, none where E < 0. Of two, the run begins with the one in
 * tension, which is there for small mu as well. */
static void slider_pushed_by_a_steep_rod(void **state)
{
    (void)state;
    static const struct {
        double mu, push, rate;
        int solutions;
    } row[] = {
        {0.3, 0, -0.032704770477, 1}, {0.3, 100, 1.962488151659, 1}, {0.5, 0, -0.032937632884, 2}, {0.5, 100, NAN, 0}};
    for (int i = 0; i < 4; i++)
        meet_solutions(
            MODEL("bodies:\n  slider: {mass: 1, inertia: 0.01, at: [0.5, 0], velocity: [0.12, 0]}\n"
                  "  weight: {mass: 100, inertia: 1, at: [0, 1.2]}\n"
                  "joints:\n  floor: {translational: [ground, slider], at: [0.5, 0], along: [1, 0], friction: {law: "
                  "coulomb, mu_k: %g}}\n  rod: {distance: [weight, slider]}\n"
                  "  shaft: {translational: [ground, weight], at: [0, 1.2], along: [0, 1]}\n"
                  "forces: {push: {force: weight, along: [0, -1], value: %g}}\n",
                  row[i].mu, row[i].push),
            row[i].solutions, "slider.ax", row[i].rate);
}

/* m x'' + k d |m x''| = P, k = 2 mu/l. */
static void tall_body_in_a_short_guide(void **state)
{
    (void)state;
    static const struct {
        double mu, pull, rate;
        int solutions;
    } row[] = {{0.1, 4, 1.25, 1}, {0.1, -4, -5, 1}, {0.2, 4, 10. / 11, 2}, {0.2, -4, NAN, 0}};
    for (int i = 0; i < 4; i++)
        meet_solutions(
            MODEL("bodies: {body: {mass: 2, inertia: 0.1, at: [0, 0.6], velocity: [1, 0], points: {shoe: [0, -0.6]}}}\n"
                  "joints: {guide: {translational: [ground, body.shoe], at: [0, 0], along: [1, 0], length: 0.2, "
                  "friction: "
                  "{law: coulomb, mu_k: %g}}}\nforces: {pull: {force: body.shoe, along: [1, 0], value: %g}}\n",
                  row[i].mu, row[i].pull),
            row[i].solutions, "body.ax", row[i].rate);
}

/* --- four blocks and three rods ----------------------------------------------------------------------------------------------- */

/* Weights 10, 20, 30, 40 N and limits 5, 8, 18, 12 N: force is the unit of force over 1 N. */
static const char *train(const char *treatment, double force, bool reversed)
{
    static const char *const guide[] = {
        "  ga: {translational: [ground, a], along: [1, 0], friction: {law: coulomb, mu_s: 0.5, mu_k: 0.3}}\n",
        "  gb: {translational: [ground, b], along: [1, 0], friction: {law: coulomb, mu_s: 0.4, mu_k: 0.3}}\n",
        "  gc: {translational: [ground, c], along: [1, 0], friction: {law: coulomb, mu_s: 0.6, mu_k: 0.3}}\n",
        "  gd: {translational: [ground, d], along: [1, 0], friction: {law: coulomb, mu_s: 0.3, mu_k: 0.3}}\n"};
    const char *rods = "  r1: {distance: [a, b]}\n  r2: {distance: [b, c]}\n  r3: {distance: [c, d]}\n";
    return MODEL(
        "gravity: [0, -10]\nbodies:\n"
        "  a: {mass: %g, inertia: 0.01, at: [0, 0]}\n  b: {mass: %g, inertia: 0.01, at: [1, 0]}\n"
        "  c: {mass: %g, inertia: 0.01, at: [2, 0]}\n  d: {mass: %g, inertia: 0.01, at: [3, 0]}\n"
        "joints:\n%s%s%s%s%s%s"
        "forces: {push: {force: a, along: [1, 0], value: {table: [[0, 0], [1, %.17g], [2, %.17g], [3, %.17g]]}}}\n"
        "run: {redundancy: %s}\n",
        force, 2 * force, 3 * force, 4 * force, reversed ? rods : "", guide[reversed ? 3 : 0], guide[reversed ? 2 : 1],
        guide[reversed ? 1 : 2], guide[reversed ? 0 : 3], reversed ? "" : rods, 42.9 * force, -42.9 * force, 44 * force,
        treatment);
}

/* The least sum of squares of F_a, F_b, F_c, F_d and of the rods' forces P - F_a, P - F_a - F_b, F_d. F_a = 13/21 P until it is 5;
 * then, with Q = P - 5, F_b = 5/8 Q until it is 8; then, with V = P - 13, F_c = 2/3 V until it is 18. All hold 43 N at most. */
static void blocks_come_to_their_limits_by_least_squares(void **state)
{
    (void)state;
    static const way ways[] = {{"dopri5", 1e-8}, {"radau5", 1e-8}, {"bs23", 1e-7}, {"rodas4", 1e-8}};
    const double a = 5 * 21. / 13, b = 5 + 8 * 8. / 5, c = 13 + 18 * 3. / 2;
    for (EACH(w, ways))
        for (int i = 0; i < 4; i++) {
            bri_result *result =
                run(train("pseudoinverse", i < 2 ? 1 : 1000, i % 2), w->integrator, 3.5, w->rtol, 1e-6);
            assert_close(when(result, "ga is at its static limit", 0), a / 42.9, 1e-8);
            assert_close(when(result, "gb is at its static limit", 0), b / 42.9, 1e-8);
            assert_close(when(result, "gc is at its static limit", 0), c / 42.9, 1e-8);
            assert_close(when(result, "gc sticks", 0), 1 + (42.9 - c) / 85.8, 1e-8);
            assert_close(when(result, "gb sticks", 0), 1 + (42.9 - b) / 85.8, 1e-8);
            assert_close(when(result, "ga sticks", 0), 1 + (42.9 - a) / 85.8, 1e-8);
            assert_close(when(result, "ga is at its static limit", 1), 1.5 + a / 85.8, 1e-8);
            assert_close(when(result, "gd slips forward", 0), 2 + (42.9 + 43) / 86.9, 1e-8);
            bri_result_destroy(result);
        }
}

/* A hang and a stick are all in what is saved. */
static void sim_saved_while_joints_hang_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    static const char *const treatments[] = {"pseudoinverse", "eliminate", "eliminate, eliminate: [r1, r2]"};
    for (int i = 0; i < 3; i++) {
        bri_system *system = build(train(treatments[i], 1, false));
        bri_sim *sim = start(system, "dopri5"), *second = start(system, "dopri5");
        void *saved = malloc(bri_sim_state_size(sim));
        go(sim, 0.5);
        bri_sim_save(sim, saved);
        bri_sim_restore(sim, saved, bri_sim_state_size(sim), NULL);
        bri_sim_restore(second, saved, bri_sim_state_size(second), NULL);
        assert_true(value(second, "ga.friction") == value(sim, "ga.friction"));
        assert_close(fabs(value(sim, "ga.friction")), 5, 1e-12); /* at its static limit while the others hold */
        go(sim, 3.4);
        go(second, 3.4);
        assert_true(value(sim, "a.x") == value(second, "a.x") && value(sim, "a.vx") == value(second, "a.vx"));
        assert_true(value(sim, "a.vx") > 0);
        bri_sim_restore(second, saved, bri_sim_state_size(second), NULL);
        go(second, 3.4);
        assert_true(value(sim, "a.x") == value(second, "a.x") &&
                    value(sim, "energy.friction") == value(second, "energy.friction"));
        free(saved);
        bri_sim_destroy(sim);
        bri_sim_destroy(second);
        bri_system_destroy(system);
    }
}

/* 5 a <= 12 mu a and 12 b <= 5 mu b: sticking is possible from 5/12 on, with b = 0, and guaranteed from 12/5 on. */
static void sliders_pushed_along_the_rod_alone(void **state)
{
    (void)state;
    bri_verdict_result *r = verdict_of(
        "bodies:\n  upper: {mass: 20, inertia: 1, at: [0, 0.5]}\n  lower: {mass: 20, inertia: 1, at: [1.2, 0]}\n"
        "  rod: {mass: 10, inertia: 2, at: [0.6, 0.25], points: {left: [-0.6, 0.25], right: [0.6, -0.25]}}\n"
        "joints:\n  guide1: {translational: [ground, upper], along: [0, 1], friction: {law: coulomb, mu_s: 0.5}}\n"
        "  guide2: {translational: [ground, lower], along: [1, 0], friction: {law: coulomb, mu_s: 0.5}}\n"
        "  pin1: {revolute: [upper, rod.left]}\n  pin2: {revolute: [lower, rod.right]}\n"
        "forces: {push: {force: rod, along: [12, -5], value: 52}}\n");
    assert_int_equal(r->verdict, BRI_CONDITIONAL);
    assert_close(r->possible_factor, 5. / 12 / 0.5, 1e-6);
    assert_close(r->guaranteed_factor, 12. / 5 / 0.5, 1e-6);
    bri_verdict_destroy(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(body_on_two_slots_is_as_its_line),
        cmocka_unit_test(directions_of_slots_are_a_matter_of_sign),
        cmocka_unit_test(chain_holds_as_its_worst_pin),
        cmocka_unit_test(slider_crank_locks_near_its_dead_point),
        cmocka_unit_test(slider_pushed_by_a_steep_rod),
        cmocka_unit_test(tall_body_in_a_short_guide),
        cmocka_unit_test(blocks_come_to_their_limits_by_least_squares),
        cmocka_unit_test(sliders_pushed_along_the_rod_alone),
        cmocka_unit_test(sim_saved_while_joints_hang_goes_on_with_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
