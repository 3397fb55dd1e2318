/* test_load_rate.c - rates of loads that are given, that are reactions, and that pass 0 */
#include "handmade.h"

#include "system/load_rate.h"

#define BLOCK "bodies: {a: {mass: 2, inertia: 1, velocity: [1, 0]}}\n"

static double rate_at(rig *r, double t)
{
    const bri_evaluation *at = rig_solve(r, t);
    bri_update_load_rates(r->engine, at);
    return bri_load_rates(r->engine)[0];
}

/* 10 N to 20 N within 2 s; a preload adds nothing to the rate. Where both together are below 0, the load is 0 and stays so. */
static void a_given_load_has_the_rate_of_its_signal(void **state)
{
    (void)state;
    rig r = rig_of(BLOCK "joints: {g: {rub: [ground, a], along: [1, 0], friction: {law: elastic_coulomb, mu_k: 0.3, k: "
                         "1e5, load: {ramp: 20, from: 10, end: 2}, preload: 3}}}\n");
    assert_close(rate_at(&r, 0.5), 5, 1e-14);
    assert_close(rate_at(&r, 3), 0, 0);
    rig_free(&r);
    r = rig_of(BLOCK "joints: {g: {rub: [ground, a], along: [1, 0], friction: {law: elastic_coulomb, mu_k: 0.3, k: "
                     "1e5, load: {ramp: 10, from: -10, end: 2}}}}\n");
    assert_close(rate_at(&r, 0.5), 0, 0);
    assert_close(rate_at(&r, 1.5), 10, 1e-14);
    rig_free(&r);
}

/* A block in a guide under a force across it, from -10 N to 10 N within 2 s: |N| falls by 10 N/s, rises by as much where it has passed
 * 0, and where it just passes. The last instant before the signal breaks is compared with one before it. */
static void a_reaction_has_the_rate_of_its_magnitude(void **state)
{
    (void)state;
    static const double time[] = {0.25, 0.999999, 1, 1.000001, 1.75, 2 - 1e-9}, rate[] = {-10, -10, 10, 10, 10, 10};
    for (int way = -1; way <= 1; way += 2) {
        char text[400];
        snprintf(text, sizeof text,
                 BLOCK "joints: {g: {translational: [ground, a], along: [1, 0], friction: {law: elastic_coulomb, mu_k: "
                       "0.3, k: 1e5}}}\n"
                       "forces: {press: {force: a, along: [0, %d], value: {ramp: 10, from: -10, end: 2}}}\n",
                 way);
        rig r = rig_of(text);
        r.engine->segment_end = 2;
        for (int i = 0; i < 6; i++)
            assert_close(rate_at(&r, time[i]), rate[i], 1e-5);
        rig_free(&r);
    }
}

/* A coefficient that is a force has no load, and no rate of one. */
static void friction_effort_needs_no_load(void **state)
{
    (void)state;
    rig r = rig_of(BLOCK "joints: {g: {rub: [ground, a], along: [1, 0], friction: {law: elastic_coulomb, mu_k: 3 N, k: "
                         "1e5}}}\n");
    assert_close(rate_at(&r, 0.5), 0, 0);
    rig_free(&r);
}

/* Only elements that slide, or yield, follow a limit. */
static void only_sliding_elements_need_rates(void **state)
{
    (void)state;
    rig r = rig_of(BLOCK "joints: {g: {translational: [ground, a], along: [1, 0], friction: {law: elastic_coulomb, "
                         "mu_k: 0.3, k: 1e5}}}\n"
                         "forces: {press: {force: a, along: [0, 1], value: 10}}\n");
    for (int slides = 0; slides < 2; slides++) {
        r.d.law[r.d.law_at[0]] = slides;
        rig_pack(&r);
        assert_int_equal(bri_needs_load_rates(&rig_solve(&r, 0)->point), slides);
    }
    rig_free(&r);
    r = rig_of(BLOCK "joints: {g: {translational: [ground, a], along: [1, 0], friction: {law: coulomb, mu_k: 0.3}}}\n");
    assert_false(bri_needs_load_rates(&rig_solve(&r, 0)->point));
    rig_free(&r);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_given_load_has_the_rate_of_its_signal),
        cmocka_unit_test(a_reaction_has_the_rate_of_its_magnitude),
        cmocka_unit_test(friction_effort_needs_no_load),
        cmocka_unit_test(only_sliding_elements_need_rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
