/* test_count_solutions.c - the solutions of friction and reactions of rods on a line (rods.h), which are known in closed form */
#include "rods.h"

#include "system/count_solutions.h"

typedef struct forces { /* that were visited, of the first two components */
    double at[8][2];
    int count;
} forces;

static bool keep_force(const double *friction, void *user)
{
    forces *all = user;
    assert_true(all->count < 8);
    all->at[all->count][0] = friction[0];
    all->at[all->count++][1] = friction[1];
    return true;
}

static bool stop(const double *friction, void *user)
{
    (void)friction;
    ++*(int *)user;
    return false;
}

static bri_solutions count_at(rig *r)
{
    bri_error err = {0};
    bri_evaluation room;
    bri_solutions found;
    bri_instant at = rig_at(r, 0);
    assert_int_equal(bri_evaluation_create(r->engine, &room, &err), BRI_OK);
    assert_int_equal(bri_count_solutions(r->engine, &room, &at, &found, &err), BRI_OK);
    return found;
}

/* N_0 = 5 - spin^2: one solution below mu = 1; above, none where N_0 > 0 and two where N_0 < 0. */
static void a_rod_has_none_one_or_two(void **state)
{
    (void)state;
    static const struct {
        double mu, spin;
        int count;
    } cases[] = {{0.5, 1, 1},  {0.5, 3, 1},  {0.99, 1, 1}, {0.99, 3, 1},
                 {1.01, 1, 0}, {1.01, 3, 2}, {2, 1, 0},    {2, 3, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rig r = rods(1, cases[i].mu, cases[i].spin, "coulomb", "");
        bri_solutions found = count_at(&r);
        assert_int_equal(found.count, cases[i].count);
        assert_true(found.all_found);
        assert_int_equal(found.component, cases[i].count == 2 ? 0 : -1);
        rig_free(&r);
    }
}

/* mu = 2, N_0 = -4: N = 4 and N = -4/3, forces of 8 and 8/3 N. */
static void both_forces_are_those_on_paper(void **state)
{
    (void)state;
    rig r = rods(1, 2, 3, "coulomb", "");
    bri_solutions found = count_at(&r);
    assert_close(fmax(found.taken, found.other), 8, 1e-12);
    assert_close(fmin(found.taken, found.other), 8. / 3, 1e-12);
    rig_free(&r);
}

/* Two rods that do not touch: every pair of their solutions. A visitor that says no ends the search, which then proves nothing. */
static void rods_apart_have_the_pairs(void **state)
{
    (void)state;
    rig r = rods(2, 2, 3, "coulomb", "");
    bri_error err = {0};
    bri_evaluation room;
    bri_instant at = rig_at(&r, 0);
    forces all = {.count = 0};
    int visits = 0, high[2] = {0};
    assert_int_equal(bri_evaluation_create(r.engine, &room, &err), BRI_OK);
    assert_true(bri_all_solutions(r.engine, &room, &at, keep_force, &all));
    assert_int_equal(all.count, 4);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++) {
            bool is_high = all.at[i][k] > 5;
            assert_close(all.at[i][k], is_high ? 8 : 8. / 3, 1e-12);
            high[k] += is_high;
        }
    assert_int_equal(high[0], 2);
    assert_int_equal(high[1], 2);
    assert_false(bri_all_solutions(r.engine, &room, &at, stop, &visits));
    assert_int_equal(visits, 1);
    assert_int_equal(count_at(&r).count, 4);
    rig_free(&r);
}

/* The load of a pin is no linear function of its reactions: what was found need not be all. */
static void pins_prove_nothing(void **state)
{
    (void)state;
    rig r = pendulums(1, 5. / 78, -3, "");
    bri_solutions found = count_at(&r);
    assert_int_equal(found.count, 1);
    assert_false(found.all_found);
    rig_free(&r);
}

/* The loop gain of a rod is mu: only near 1 a second solution is worth a search. */
static void gains_below_the_bound_are_not_searched(void **state)
{
    (void)state;
    static const double mu[] = {0.3, 0.89, 0.91, 0.99};
    for (int i = 0; i < 4; i++) {
        rig r = rods(1, mu[i], 1, "coulomb", "");
        assert_int_equal(bri_may_have_several(&rig_solve(&r, 0)->solution), mu[i] > 0.9);
        rig_free(&r);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rod_has_none_one_or_two),
        cmocka_unit_test(both_forces_are_those_on_paper),
        cmocka_unit_test(rods_apart_have_the_pairs),
        cmocka_unit_test(pins_prove_nothing),
        cmocka_unit_test(gains_below_the_bound_are_not_searched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
