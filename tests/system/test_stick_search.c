/* test_stick_search.c - searches for the stick states, against all sets in turn on random mechanisms; chains in many digits */
#include "handmade.h"
#include "mechanisms.h"

#include "system/stick.h"
#include "system/stick_search.h"

/* Numbers between low and high, the same on every machine: x = 6364136223846793005 x + 1442695040888963407 (Knuth). */
static uint64_t seed;
static double pick_between(double low, double high)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(seed >> 11) / 9007199254740992.;
}

/* A tree of bodies at rest, joined by pins and by guides with and without a length. Numbers are picked one after the other, never
 * two among the arguments of one call, whose order depends on the compiler. */
static void random_tree(int bodies, double most_mu)
{
    double x[8], y[8];
    used = 0;
    add("gravity: [0, -10]\nbodies:\n");
    for (int b = 0; b < bodies; b++) {
        x[b] = pick_between(-1, 1), y[b] = pick_between(-1, 1);
        double mass = pick_between(0.5, 2), inertia = pick_between(0.02, 0.2);
        add("  b%d: {mass: %.3g, inertia: %.3g, at: [%.6f, %.6f]}\n", b, mass, inertia, x[b], y[b]);
    }
    add("joints:\n");
    for (int b = 0; b < bodies; b++) {
        int parent = (int)pick_between(-1, b);
        double mu = pick_between(0.1, most_mu), ratio = pick_between(0, 2) < 1 ? 1 : 1.3;
        char on[16];
        snprintf(on, sizeof on, b && parent >= 0 ? "b%d" : "ground", parent);
        if (pick_between(0, 1) < 0.5) {
            double px = x[b] + pick_between(-0.5, 0.5), py = y[b] + pick_between(-0.5, 0.5);
            add("  j%d: {revolute: [%s, b%d], at: [%.6f, %.6f], radius: %.3f", b, on, b, px, py,
                pick_between(0.01, 0.15));
        } else {
            double along = pick_between(-2, 2), length = pick_between(0, 1) < 0.5 ? 0 : pick_between(0.2, 1);
            add("  j%d: {translational: [%s, b%d], at: [%.6f, %.6f], along: [%.6f, 1], length: %.3f", b, on, b, x[b],
                y[b], along, length);
        }
        add(", friction: {law: coulomb, mu_k: %.4f, mu_s: %.4f}}\n", mu, mu * ratio);
    }
}

/* A body on several guides along one line, pushed. */
static void random_drawer(int guides)
{
    used = 0;
    add("gravity: [0, -10]\nbodies: {drawer: {mass: 4, inertia: 0.5}}\njoints:\n");
    for (int g = 0; g < guides; g++) {
        double mu = pick_between(0.05, 0.6);
        add("  g%d: {translational: [ground, drawer], along: [1, 0], friction: {law: coulomb, mu_k: %.4f, mu_s: "
            "%.4f}}\n",
            g, mu, mu * (pick_between(0, 2) < 1 ? 1 : 1.3));
    }
    add("forces: {push: {force: drawer, along: [1, 0], value: %.4f N}}\nrun: {redundancy: pseudoinverse}\n",
        pick_between(-25, 25));
}

typedef struct trial {
    rig r;
    bri_selection selection;
    bool candidate[8];
    bri_sticking_effort effort; /* of all searches */
} trial;

static void begin(trial *t)
{
    t->r = rig_of(text);
    bri_engine *e = t->r.engine;
    for (int k = 0; k < t->r.system->interfaces; k++) {
        t->candidate[k] = true;
        rig_put(&t->r, k, BRI_STICK, 0);
    }
    t->selection =
        (bri_selection){.engine = e, .t = 0, .x = t->r.x, .candidate = t->candidate, .guess = &t->r.engine->guess};
}

/* The set with its interfaces at their limits where others hold them. */
static bool is_consistent(trial *t, bri_discrete *d)
{
    bri_engine *e = t->r.engine;
    memset(e->stick->dragged, 0, (size_t)e->system->interfaces * sizeof *e->stick->dragged);
    bri_set_place(&t->selection, d);
    bri_set_find_at_limit(&t->selection, d);
    if (bri_set_find_dragged(&t->selection, d)) bri_set_find_at_limit(&t->selection, d);
    return bri_set_is_consistent(&t->selection, d, false);
}

/* How many of all sets are consistent. */
static int count_consistent(trial *t)
{
    int n = t->r.system->interfaces, sets = 1, count = 0;
    for (int k = 0; k < n; k++)
        sets *= 3;
    for (int set = 0; set < sets; set++) {
        int rest = set;
        for (int k = 0; k < n; k++, rest /= 3)
            rig_put(&t->r, k, rest % 3 ? BRI_SLIP : BRI_STICK, rest % 3 == 1 ? 1 : rest % 3 == 2 ? -1 : 0);
        count += is_consistent(t, &t->r.d);
    }
    return count;
}

/* Whether a method finds a set, which then must be consistent. */
static bool search(trial *t, bri_search_method method)
{
    bri_engine *e = t->r.engine;
    bri_point *p = &e->stick->choice.point;
    int n = t->r.system->interfaces;
    for (int k = 0; k < n; k++)
        rig_put(&t->r, k, BRI_STICK, 0);
    bri_set_place(&t->selection, &t->r.d);
    memset(e->stick->broken, 0, (size_t)n * sizeof *e->stick->broken);
    memset(e->stick->choice.solution.lambda, 0, (size_t)t->r.system->rows * sizeof(double));
    bool found = bri_search_sticks(e->stick->search, &e->solver, p, &e->options, method, (bri_softness){.factor = 1},
                                   true, t->candidate, e->stick->broken, &e->stick->choice.solution, &t->effort);
    for (int k = 0; k < n && found && method == BRI_SEARCH_INTERIOR; k++)
        for (int i = 0; i < 2; i++) /* it never leaves the bounds */
            assert_true(e->stick->search->bound[k].slack[i] > 0 && e->stick->search->bound[k].pull[i] > 0);
    for (int k = 0; k < n; k++)
        bri_set_put(&t->selection, k, p->discrete.stick[k].direction, &t->r.d);
    memcpy(e->stick->start.lambda, e->stick->choice.solution.lambda, (size_t)t->r.system->rows * sizeof(double));
    memcpy(e->stick->start.friction, e->stick->choice.solution.friction,
           (size_t)t->r.system->components * sizeof(double));
    bri_point_forget(p);
    t->selection.guess = &e->stick->start;
    bool consistent = found && is_consistent(t, &t->r.d);
    t->selection.guess = &e->guess;
    return consistent;
}

/* At rest a solution always exists. Some set must be consistent, and the methods, one after the other, must find one. */
static void compare(trial *t, int number, int *by_method)
{
    begin(t);
    int count = count_consistent(t), finders = 0;
    for (int m = 0; m < BRI_SEARCH_METHODS; m++) {
        bri_sticking_effort before = t->effort;
        if (search(t, (bri_search_method)m)) {
            by_method[m]++;
            finders++;
        }
        if (m == BRI_SEARCH_SMOOTHED_AGAIN) t->effort = before; /* it takes about what BRI_SEARCH_SMOOTHED takes */
    }
    if (!count || !finders) fail_msg("mechanism %d: %d consistent sets, %d methods\n%s", number, count, finders, text);
    rig_free(&t->r);
}

/* Each method is good on its own, and none takes more steps than it should: these numbers were counted. */
static void trees_have_a_solution_and_it_is_found(void **state)
{
    (void)state;
    static const int found[BRI_SEARCH_METHODS] = {230, 204, 240, 230, 234, 238, 236, 240}; /* of 240 */
    trial t = {0};
    int by_method[BRI_SEARCH_METHODS] = {0};
    seed = 11;
    for (int i = 0; i < 240; i++) {
        random_tree(2 + i % 4, i % 3 ? 0.6 : 1.5);
        compare(&t, i, by_method);
    }
    for (int m = 0; m < BRI_SEARCH_METHODS; m++)
        if (by_method[m] < found[m] - 2) fail_msg("method %d finds %d, and must find %d", m, by_method[m], found[m]);
    print_message("turns %d, sets %d, steps %d, pivots %d\n", t.effort.turns, t.effort.sets, t.effort.steps,
                  t.effort.pivots);
    assert_true(t.effort.turns <= 15200 && t.effort.sets <= 1260);  /* 15076, 1245 */
    assert_true(t.effort.steps <= 1785 && t.effort.pivots <= 4660); /* 1781, 4640 */
}

static void drawers_have_a_solution_and_it_is_found(void **state)
{
    (void)state;
    trial t = {0};
    int by_method[BRI_SEARCH_METHODS] = {0};
    seed = 12;
    for (int i = 0; i < 100; i++) {
        random_drawer(2 + i % 3);
        compare(&t, i, by_method);
    }
    for (int m = 0; m < BRI_SEARCH_METHODS; m++)
        assert_true(m == BRI_SEARCH_SMOOTHED_AGAIN ? by_method[m] == 0 : by_method[m] >= 90); /* drawers are loops */
}

/* --- chains ------------------------------------------------------------------------------------------------------------- */

static rig chain(int links, double radius, double mu, double middle, double swing)
{
    write_chain(links, middle, swing, (pin_data){radius, mu, mu, 0});
    return rig_of(text);
}

/* Torques of friction on the outer links, N m, and angular accelerations, rad/s2: from the same equations solved with 150
 * digits. 11 of 20 slip. */
static void zigzag_chain_of_20(void **state)
{
    (void)state;
    static const int sign[] = {-1, 1, 0, -1, 0, 1, 0, -1, -1, 0, 1, 0, -1, 0, 1, 1, 0, -1, 0, 1};
    static const double torque[] = {
        -0.047647247185944895,   0.0380437205719859,      -0.010163740210992868,  -0.020302498357462343,
        0.003903935822268005,    0.009941121885740862,    0.0019717373448540306,  -0.005081312570336641,
        -0.003550359314980482,   0.0016818755441446159,   0.001662294773322015,   -0.00023365070749088818,
        -0.0007890436970947936,  -0.0003174022327446952,  0.0003919728154614697,  0.0002546700598863525,
        -0.00010797101603095843, -0.00010205664713643886, 1.0259857568213197e-05, 2.6983891523788965e-05};
    static const double turning[] = {
        0.5327149503860578,  -42.77292971084852,  -42.77292971084852,  70.16890563430623,   70.16890563430623,
        -35.44492830362372,  -35.44492830362372,  2.598943838093357,   11.950424559067876,  11.950424559067876,
        -7.09593736849598,   -7.09593736849598,   2.11019765308065,    2.11019765308065,    1.2046028242861506,
        -1.0778194077482577, -1.0778194077482577, 0.43273204373939145, 0.43273204373939145, -0.13127293027624173};
    rig r = chain(20, 0.02, 0.5, -1.5707963267948966, 0.4);
    bri_choose_sticks_at_start(r.engine, 0, r.x, &r.d);
    rig_pack(&r);
    assert_true(r.engine->failure.status == BRI_OK);
    const bri_evaluation *at = rig_solve(&r, 0);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(r.d.stick[i].direction, -sign[i]);
        assert_close(bri_interface_effort(&at->point, &at->solution, i), torque[i], 1e-10);
        assert_close(at->solution.a[3 * i + 2], turning[i], 1e-7);
    }
    rig_free(&r);
}

/* Let go horizontally, all pins slip, in turn forward and backward; loads fall by a factor of 4 from pin to pin. With 150
 * digits; from the 17th pin on the load is below 1e-9 of the largest. */
static void horizontal_chains_begin_to_fall(void **state)
{
    (void)state;
    static const double turning[] = {
        -123.19902336286809,    31.520643890592847,    -8.06460119696876,      2.0633395907740355,
        -0.5279083444889725,    0.13506609451357532,   -0.034556850782136356,  0.008841419012517705,
        -0.0022620895245268912, 0.0005787587953618718, -0.0001480762540902448, 3.788551845970485e-05,
        -9.693063332665672e-06, 2.479983925018713e-06, -6.345073850518042e-07, 1.623396093917184e-07};
    static const int links[] = {40, 60, 80, 200};
    for (int n = 0; n < 4; n++) { /* the end of a longer chain does not matter */
        rig r = chain(links[n], 0.005, 0.3, 0, 0);
        bri_choose_sticks_at_start(r.engine, 0, r.x, &r.d);
        rig_pack(&r);
        assert_true(r.engine->failure.status == BRI_OK);
        const bri_evaluation *at = rig_solve(&r, 0);
        for (int i = 0; i < 16; i++) {
            assert_int_equal(r.d.stick[i].direction, i % 2 ? 1 : -1);
            assert_close(at->solution.a[3 * i + 2], turning[i], 1e-10);
        }
        rig_free(&r);
    }
}

/* --- many interfaces, on paper -------------------------------------------------------------------------------------------- */

/* Blocks on slopes of their own, tan = 0.1, 0.2, ..., both ways: those below mu = 0.75 stick, the others slip down. */
static void blocks_on_slopes_of_their_own(void **state)
{
    (void)state;
    enum {
        BLOCKS = 30
    };
    used = 0;
    add("gravity: [0, -10]\nbodies:\n");
    for (int i = 0; i < BLOCKS; i++)
        add("  b%d: {mass: 1, inertia: 1}\n", i);
    add("joints:\n");
    for (int i = 0; i < BLOCKS; i++)
        add("  s%d: {translational: [ground, b%d], along: [1, %.17g], friction: {law: coulomb, mu_k: 0.6, mu_s: "
            "0.75}}\n",
            i, i, (i % 2 ? 0.1 : -0.1) * (i / 2 + 1));
    rig r = rig_of(text);
    bri_choose_sticks_at_start(r.engine, 0, r.x, &r.d);
    for (int i = 0; i < BLOCKS; i++)
        assert_int_equal(r.d.stick[i].direction, 0.1 * (i / 2 + 1) < 0.75 ? 0 : i % 2 ? -1 : 1);
    rig_free(&r);
}

/* A pile of 12 blocks of 1 kg: mu = 0.1 on the floor, 0.2 on the lowest block, 0.4 above. The lowest is pushed by P > 12 N: it
 * moves with a = P/12 - 1 if all stick to it, up to a = 2, where P = 36 N; beyond, all above stay behind together. A pull
 * at the top block: it slips over the next from 4 N on, which the others carry on to the floor. */
static void pile_of_blocks(void **state)
{
    (void)state;
    enum {
        BLOCKS = 12
    };
    static const struct {
        double lowest, top;
        int floor, first,
            last; /* directions between the floor and the lowest, the lowest and the second, and under the top */
    } cases[] = {{11, 0, 0, 0, 0},  {13, 0, 1, 0, 0},   {-13, 0, -1, 0, 0}, {35, 0, 1, 0, 0},
                 {37, 0, 1, -1, 0}, {-37, 0, -1, 1, 0}, {0, 3.9, 0, 0, 0},  {0, 4.1, 0, 0, 1}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        used = 0;
        add("gravity: [0, -10]\nbodies:\n");
        for (int i = 0; i < BLOCKS; i++)
            add("  b%d: {mass: 1, inertia: 1}\n", i);
        add("joints:\n");
        for (int i = 0; i < BLOCKS; i++) {
            char on[16];
            snprintf(on, sizeof on, i ? "b%d" : "ground", i - 1);
            add("  s%d: {translational: [%s, b%d], along: [1, 0], friction: {law: coulomb, mu_k: %g}}\n", i, on, i,
                i > 1 ? 0.4
                : i   ? 0.2
                      : 0.1);
        }
        add("forces:\n  p: {force: b0, along: [1, 0], value: %g N}\n  q: {force: b%d, along: [1, 0], value: %g N}\n",
            cases[n].lowest, BLOCKS - 1, cases[n].top);
        rig r = rig_of(text);
        bri_choose_sticks_at_start(r.engine, 0, r.x, &r.d);
        assert_int_equal(r.d.stick[0].direction, cases[n].floor);
        assert_int_equal(r.d.stick[1].direction, cases[n].first);
        for (int i = 2; i < BLOCKS - 1; i++)
            assert_int_equal(r.d.stick[i].direction, 0);
        assert_int_equal(r.d.stick[BLOCKS - 1].direction, cases[n].last);
        rig_free(&r);
    }
}

/* --- cancellation ---------------------------------------------------------------------------------------------------------- */

static bool cancel(void *user)
{
    ++*(int *)user;
    return true;
}

/* A search ends at its first question, and there is one for each few factorisations: every method, where it would go on for
 * hundreds. */
static void searches_can_be_cancelled(void **state)
{
    (void)state;
    enum {
        RUNGS = 6
    };
    bool candidate[4 * RUNGS], broken[4 * RUNGS] = {false};
    write_ladder(RUNGS, (pin_data){0.01, 0.4, 0.4, 0});
    rig r = rig_of(text);
    bri_engine *e = r.engine;
    bri_selection selection = {.engine = e, .t = 0, .x = r.x, .candidate = candidate, .guess = &e->guess};
    int asked = 0;
    for (int k = 0; k < 4 * RUNGS; k++) {
        candidate[k] = true;
        rig_put(&r, k, BRI_STICK, 0);
    }
    e->solver.halt.is_wanted = cancel;
    e->solver.halt.user = &asked;
    for (int m = 0; m < BRI_SEARCH_METHODS; m++) {
        bri_sticking_effort effort = {0};
        bri_set_place(&selection, &r.d);
        assert_false(bri_search_sticks(e->stick->search, &e->solver, &e->stick->choice.point, &e->options,
                                       (bri_search_method)m, (bri_softness){.factor = 1}, true, candidate, broken,
                                       &e->stick->choice.solution, &effort));
        bri_point_forget(&e->stick->choice.point);
        assert_true(asked > m);
        assert_true(effort.turns + effort.sets + effort.steps + effort.pivots <= 4);
    }
    bri_choose_sticks_at_start(e, 0, r.x, &r.d);
    assert_int_equal(e->failure.status, BRI_STOPPED);
    rig_free(&r);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_have_a_solution_and_it_is_found),
        cmocka_unit_test(drawers_have_a_solution_and_it_is_found),
        cmocka_unit_test(zigzag_chain_of_20),
        cmocka_unit_test(horizontal_chains_begin_to_fall),
        cmocka_unit_test(blocks_on_slopes_of_their_own),
        cmocka_unit_test(pile_of_blocks),
        cmocka_unit_test(searches_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
