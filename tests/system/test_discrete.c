/* test_discrete.c - the packed form of the discrete state, its predicates and names */
#include "handmade.h"

/* A gap whose friction can stick; a guide of some length, which has two patches and can stick; a law with a discrete state
 * of its own; a piecewise law. */
static const char *const model =
    "bodies:\n"
    "  ball: {mass: 1, inertia: 1, radius: 10 mm, at: [0, 0.02]}\n"
    "  a: {mass: 1, inertia: 1}\n"
    "  b: {mass: 1, inertia: 1}\n"
    "  c: {mass: 1, inertia: 1}\n"
    "joints:\n"
    "  floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: hertz, stiffness: 1e8}, friction: {law: "
    "coulomb, mu_k: 0.2}}\n"
    "  guide: {translational: [ground, a], along: [1, 0], length: 0.1, friction: {law: coulomb, mu_k: 0.3}}\n"
    "  elastic: {translational: [ground, b], along: [1, 0], friction: {law: elastic_coulomb, mu_k: 0.3}}\n"
    "  ramp: {translational: [ground, c], along: [1, 0], friction: {law: coulomb_linear, mu_k: 0.3}}\n";

enum {
    FLOOR,
    GUIDE,
    ELASTIC,
    RAMP
};

static const bri_stick_state sticks[] = {
    {BRI_STICK, 0, 0.25, 0},         {BRI_SLIP, 1, -0.5, 0},    {BRI_SLIP, -1, 0, 0},
    {BRI_AT_LIMIT, 1, 1, 0},         {BRI_AT_LIMIT, -1, -2, 0}, {BRI_AT_STATIC_LIMIT, 1, 3, 0},
    {BRI_AT_STATIC_LIMIT, -1, 4, 0}, {BRI_KEPT, 1, 5, 0.375},   {BRI_KEPT, -1, 6, 1},
};
enum {
    STICKS = sizeof sticks / sizeof *sticks
};

/* Gap: 3 numbers; floor: 3 and 3 of its patch; guide: 3 and 3 of each of 2 patches; 1 of the elastic law; 1 piece. */
static void every_part_has_its_own_place(void **state)
{
    (void)state;
    rig r = rig_of(model);
    const bri_system *s = r.system;
    assert_int_equal(s->interfaces, 4);
    assert_int_equal(s->patches, 5);
    assert_int_equal(s->discrete_states, 3 + 6 + 9 + 1 + 1);
    assert_int_equal(s->gap[0].discrete, 0);
    assert_int_equal(s->interface[FLOOR].discrete, 3);
    assert_int_equal(s->interface[GUIDE].discrete, 9);
    assert_int_equal(s->patch[3].discrete, 18);
    assert_int_equal(s->patch[3].piece, -1);
    assert_int_equal(s->patch[4].piece, 19);
    assert_int_equal(s->patch[0].piece, -1); /* a law that sticks by a constraint has no pieces */
    rig_free(&r);
}

static void fill(bri_discrete *d, int phase, int floor, int guide, int piece)
{
    d->contact[0] = (bri_contact_state){(bri_contact_phase)phase, 0.5 + phase, 1e-5 * phase};
    d->stick[FLOOR] = sticks[floor];
    d->stick[GUIDE] = sticks[guide];
    for (int r = 0; r < 3; r++)
        for (int h = 0; h < BRI_HELD_MAX; h++)
            d->load_direction[r][h] = 1 + r + 0.1 * h;
    d->law[d->law_at[3]] = 0.75 + piece;
    d->piece[4] = piece;
}

static void check(const bri_discrete *d, const bri_discrete *e)
{
    assert_int_equal(d->contact[0].phase, e->contact[0].phase);
    assert_true(d->contact[0].approach == e->contact[0].approach);
    assert_true(d->contact[0].depth_scale == e->contact[0].depth_scale);
    for (int k = 0; k < 4; k++) {
        assert_int_equal(d->stick[k].mode, e->stick[k].mode);
        assert_int_equal(d->stick[k].direction, e->stick[k].direction);
        assert_true(d->stick[k].at == e->stick[k].at && d->stick[k].share == e->stick[k].share);
    }
    for (int r = 0; r < 3; r++)
        assert_memory_equal(d->load_direction[r], e->load_direction[r], sizeof d->load_direction[r]);
    assert_true(d->law[d->law_at[3]] == e->law[e->law_at[3]]);
    assert_int_equal(d->piece[4], e->piece[4]);
}

static void every_combination_is_packed_and_unpacked(void **state)
{
    (void)state;
    rig r = rig_of(model);
    bri_discrete other, third;
    double again[20];
    bri_discrete_create(r.system, &r.engine->arena, &other);
    bri_discrete_create(r.system, &r.engine->arena, &third);
    for (int phase = 0; phase < 4; phase++)
        for (int floor = 0; floor < STICKS; floor++)
            for (int guide = 0; guide < STICKS; guide++)
                for (int piece = 0; piece < 2; piece++) {
                    fill(&r.d, phase, floor, guide, piece);
                    rig_pack(&r);
                    bri_discrete_start(&other);
                    bri_discrete_unpack(&other, r.packed);
                    check(&other, &r.d);
                    bri_discrete_pack(&other, again);
                    assert_memory_equal(again, r.packed, sizeof again);
                    bri_discrete_start(&third);
                    bri_discrete_copy(&third, &r.d);
                    check(&third, &r.d);
                    bool rests = sticks[floor].mode != BRI_SLIP || sticks[guide].mode != BRI_SLIP;
                    assert_int_equal(bri_any_at_rest(r.system, r.packed), rests);
                }
    rig_free(&r);
}

static void the_first_state_slips_forward_and_is_separated(void **state)
{
    (void)state;
    rig r = rig_of(model);
    for (int again = 0; again < 2; again++) {
        if (again) {
            fill(&r.d, 2, 3, 4, 1);
            bri_discrete_start(&r.d);
        }
        assert_int_equal(r.d.contact[0].phase, BRI_SEPARATED);
        assert_true(r.d.contact[0].approach == 0 && r.d.contact[0].depth_scale == 0);
        for (int k = 0; k < 4; k++) {
            assert_int_equal(r.d.stick[k].mode, BRI_SLIP);
            assert_int_equal(r.d.stick[k].direction, k == FLOOR || k == GUIDE); /* others have no direction */
        }
        for (int p = 0; p < 3; p++)
            assert_vector(r.d.load_direction[p], 0, 0, 0, 0);
        assert_int_equal(r.d.piece[4], 0);
        assert_true(r.d.law[r.d.law_at[3]] == 0);
    }
    rig_free(&r);
}

static void predicates_follow_mode_and_phase(void **state)
{
    (void)state;
    rig r = rig_of(model);
    for (int phase = 0; phase < 4; phase++)
        for (int floor = 0; floor < STICKS; floor++) {
            fill(&r.d, phase, floor, 1, 0); /* the guide slips */
            bool held = sticks[floor].mode == BRI_STICK, limit = floor >= 3, open = phase == BRI_SEPARATED;
            assert_int_equal(bri_sticks(&r.d, FLOOR), held);
            assert_int_equal(bri_at_limit(&r.d, FLOOR), limit);
            assert_int_equal(bri_is_kept(&r.d, FLOOR), floor >= 7);
            assert_int_equal(bri_is_separated(&r.d, FLOOR), open);
            assert_int_equal(bri_law_acts(&r.d, FLOOR), !held && !open);
            assert_int_equal(bri_any_sticks(&r.d), held);
            assert_int_equal(bri_any_at_limit(&r.d), limit);
            assert_false(bri_is_separated(&r.d, GUIDE)); /* it is at no gap */
            assert_true(bri_law_acts(&r.d, GUIDE));
            assert_false(bri_sticks(&r.d, RAMP) || bri_at_limit(&r.d, RAMP) || bri_is_separated(&r.d, ELASTIC));
        }
    fill(&r.d, 1, 1, 0, 0); /* the last that sticks is found too */
    assert_true(bri_any_sticks(&r.d) && !bri_any_at_limit(&r.d));
    fill(&r.d, 1, 1, 5, 0);
    assert_true(!bri_any_sticks(&r.d) && bri_any_at_limit(&r.d));
    rig_free(&r);
}

static void states_have_names(void **state)
{
    (void)state;
    static const char *const names[STICKS] = {"sticks",
                                              "slips forward",
                                              "slips backward",
                                              "is at its static limit",
                                              "is at its static limit",
                                              "is at its static limit",
                                              "is at its static limit",
                                              "is kept within its static limit",
                                              "is kept within its static limit"};
    for (int i = 0; i < STICKS; i++)
        assert_string_equal(bri_stick_name(&sticks[i]), names[i]);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_part_has_its_own_place),
        cmocka_unit_test(every_combination_is_packed_and_unpacked),
        cmocka_unit_test(the_first_state_slips_forward_and_is_separated),
        cmocka_unit_test(predicates_follow_mode_and_phase),
        cmocka_unit_test(states_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
