/* test_moving_limit.c - an elastic element at its limit mu N/k, where the load jumps: 0.3 x 10 N/(1e5 N/m) = 30 um */
#include "handmade.h"

#include "system/moving_limit.h"

static const double limit = 3e-5;

static rig element(double velocity)
{
    char text[400];
    snprintf(text, sizeof text,
             "bodies: {a: {mass: 2, inertia: 1, velocity: [%g, 0]}}\n"
             "joints: {g: {rub: [ground, a], along: [1, 0], friction: {law: elastic_coulomb, mu_k: 0.3, k: 1e5, load: "
             "10}}}\n",
             velocity);
    return rig_of(text);
}

static double *deflection(rig *r) { return r->x + r->system->patch[0].z; }

static void put(rig *r, double z, bool slides)
{
    *deflection(r) = z;
    r->d.law[r->d.law_at[0]] = slides;
    rig_pack(r);
}

/* The discrete state of the element after an event; before: as it was. */
static bool settles(rig *r, bool others_jump, bool slid, bool *slides)
{
    double before[20], packed[20];
    assert_true(r->system->discrete_states <= 20);
    memcpy(packed, r->packed, (size_t)r->system->discrete_states * sizeof(double));
    memcpy(before, r->packed, (size_t)r->system->discrete_states * sizeof(double));
    before[r->system->patch[0].discrete] = slid;
    bool changed = bri_settle_elements(r->engine, 0, others_jump, r->x, packed, before);
    *slides = packed[r->system->patch[0].discrete] != 0;
    return changed;
}

static void sliding_elements_are_put_at_their_limits(void **state)
{
    (void)state;
    static const double z[] = {1e-3, -1e-3, 1e-7, -2e-5};
    rig r = element(1);
    for (int i = 0; i < 4; i++)
        for (int slides = 0; slides < 2; slides++) {
            put(&r, z[i], slides);
            bri_put_elements_at_limits(rig_solve(&r, 0), r.x);
            assert_close(*deflection(&r), slides ? copysign(limit, z[i]) : z[i], 1e-18);
        }
    put(&r, 0, true);
    bri_put_elements_at_limits(rig_solve(&r, 0), r.x);
    assert_true(*deflection(&r) == 0); /* it has no direction */
    rig_free(&r);
}

/* The load has fallen: an element that is stretched further slides on; one that is released, or rests, sticks at the limit. */
static void a_limit_that_fell_makes_elements_slide_or_stick(void **state)
{
    (void)state;
    for (int way = -1; way <= 1; way++)
        for (int side = -1; side <= 1; side += 2) {
            rig r = element(way);
            bool slides;
            put(&r, side * 1e-4, false);
            assert_true(settles(&r, true, false, &slides));
            assert_int_equal(slides, way == side);
            assert_close(*deflection(&r), side * limit, 2e-9 * limit);
            rig_free(&r);
        }
}

/* Well below the limit nothing happens; above it by rounding, neither. */
static void elements_within_their_limits_stay(void **state)
{
    (void)state;
    static const double share[] = {0, 0.5, 0.999, 1, 1 + 1e-9};
    for (int i = 0; i < 5; i++) {
        rig r = element(1);
        bool slides;
        put(&r, share[i] * limit, false);
        assert_false(settles(&r, true, false, &slides));
        assert_false(slides);
        assert_close(*deflection(&r), share[i] * limit, 0);
        rig_free(&r);
    }
}

/* The load has risen: the element sticks as long as it was. If only elements have jumped, or if it has just begun to slide, it goes
 * on sliding. */
static void a_limit_that_rose_makes_elements_stick(void **state)
{
    (void)state;
    for (int others = 0; others < 2; others++)
        for (int slid = 0; slid < 2; slid++) {
            rig r = element(1);
            bool slides, sticks = others && slid;
            put(&r, 0.5 * limit, true);
            assert_int_equal(settles(&r, others, slid, &slides), sticks);
            assert_int_equal(slides, !sticks);
            assert_close(*deflection(&r), 0.5 * limit, 0);
            rig_free(&r);
        }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(sliding_elements_are_put_at_their_limits),
        cmocka_unit_test(a_limit_that_fell_makes_elements_slide_or_stick),
        cmocka_unit_test(elements_within_their_limits_stay),
        cmocka_unit_test(a_limit_that_rose_makes_elements_stick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
