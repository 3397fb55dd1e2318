/* test_stick_search.c - searches for the stick states, against all sets in turn on random mechanisms; chains in many digits */
#include "handmade.h"

#include "system/stick.h"
#include "system/stick_search.h"

enum {
    ROOM = 40000
};
static char text[ROOM];
static int used;

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    used += vsnprintf(text + used, (size_t)(ROOM - used), format, arguments);
    va_end(arguments);
    assert_true(used < ROOM);
}

/* Numbers between low and high, the same on every machine: x = 6364136223846793005 x + 1442695040888963407 (Knuth). */
static uint64_t seed;
static double pick_between(double low, double high)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(seed >> 11) / 9007199254740992.;
}

/* A tree of bodies at rest, joined by pins and by guides with and without a length. */
static void random_tree(int bodies, double most_mu)
{
    double x[8], y[8];
    used = 0;
    add("gravity: [0, -10]\nbodies:\n");
    for (int b = 0; b < bodies; b++) {
        x[b] = pick_between(-1, 1), y[b] = pick_between(-1, 1);
        add("  b%d: {mass: %.3g, inertia: %.3g, at: [%.6f, %.6f]}\n", b, pick_between(0.5, 2), pick_between(0.02, 0.2),
            x[b], y[b]);
    }
    add("joints:\n");
    for (int b = 0; b < bodies; b++) {
        int parent = (int)pick_between(-1, b);
        double mu = pick_between(0.1, most_mu), ratio = pick_between(0, 2) < 1 ? 1 : 1.3;
        char on[16];
        snprintf(on, sizeof on, b && parent >= 0 ? "b%d" : "ground", parent);
        if (pick_between(0, 1) < 0.5)
            add("  j%d: {revolute: [%s, b%d], at: [%.6f, %.6f], radius: %.3f", b, on, b, x[b] + pick_between(-0.5, 0.5),
                y[b] + pick_between(-0.5, 0.5), pick_between(0.01, 0.15));
        else
            add("  j%d: {translational: [%s, b%d], at: [%.6f, %.6f], along: [%.6f, 1], length: %.3f", b, on, b, x[b],
                y[b], pick_between(-2, 2), pick_between(0, 1) < 0.5 ? 0 : pick_between(0.2, 1));
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
    int found[BRI_SEARCH_METHODS];
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
    memset(e->dragged, 0, (size_t)e->system->interfaces * sizeof *e->dragged);
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
    bri_point *p = &e->choice.point;
    bri_sticking_effort effort = {0};
    int n = t->r.system->interfaces;
    for (int k = 0; k < n; k++)
        rig_put(&t->r, k, BRI_STICK, 0);
    bri_set_place(&t->selection, &t->r.d);
    memset(e->broken, 0, (size_t)n * sizeof *e->broken);
    memset(e->choice.solution.lambda, 0, (size_t)t->r.system->rows * sizeof(double));
    bool found = bri_search_sticks(e->search, &e->solver, p, &e->options, method, t->candidate, e->broken,
                                   &e->choice.solution, &effort);
    for (int k = 0; k < n; k++)
        bri_set_put(&t->selection, k, p->discrete.stick[k].direction, &t->r.d);
    memcpy(e->start.lambda, e->choice.solution.lambda, (size_t)t->r.system->rows * sizeof(double));
    memcpy(e->start.friction, e->choice.solution.friction, (size_t)t->r.system->patches * sizeof(double));
    bri_point_forget(p);
    t->selection.guess = &e->start;
    bool consistent = found && is_consistent(t, &t->r.d);
    t->selection.guess = &e->guess;
    return consistent;
}

/* At rest a solution always exists. Some set must be consistent, and the methods, one after the other, must find one. */
static void compare(trial *t, int number, int *by_method)
{
    begin(t);
    int count = count_consistent(t), finders = 0;
    for (int m = 0; m < BRI_SEARCH_METHODS; m++)
        if (search(t, (bri_search_method)m)) {
            by_method[m]++;
            finders++;
        }
    if (!count || !finders) fail_msg("mechanism %d: %d consistent sets, %d methods\n%s", number, count, finders, text);
    rig_free(&t->r);
}

static void trees_have_a_solution_and_it_is_found(void **state)
{
    (void)state;
    trial t;
    int by_method[BRI_SEARCH_METHODS] = {0};
    seed = 11;
    for (int i = 0; i < 240; i++) {
        random_tree(2 + i % 4, i % 3 ? 0.6 : 1.5);
        compare(&t, i, by_method);
    }
    for (int m = 0; m < BRI_SEARCH_METHODS; m++)
        print_message("method %d: %d of 240\n", m, by_method[m]);
}

static void drawers_have_a_solution_and_it_is_found(void **state)
{
    (void)state;
    trial t;
    int by_method[BRI_SEARCH_METHODS] = {0};
    seed = 12;
    for (int i = 0; i < 100; i++) {
        random_drawer(2 + i % 3);
        compare(&t, i, by_method);
    }
    for (int m = 0; m < BRI_SEARCH_METHODS; m++)
        print_message("method %d: %d of 100\n", m, by_method[m]);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_have_a_solution_and_it_is_found),
        cmocka_unit_test(drawers_have_a_solution_and_it_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
