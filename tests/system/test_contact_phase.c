/* test_contact_phase.c - a ball that falls on a floor: phases of its contact, and what happens to its friction */
#include "handmade.h"

#include "system/contact_phase.h"

static char text[2000];

/* beside: another body, and its joint, which comes first. */
static rig ball_beside(const char *body, const char *joint, const char *friction)
{
    snprintf(text, sizeof text,
             "bodies:\n"
             "  ball: {mass: 0.1, inertia: 1, radius: 10 mm, at: [0, 0.0101], velocity: [3, -2], spin: 0}\n%s"
             "joints:\n%s"
             "  floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: kelvin_voigt, stiffness: 1e5}%s}\n",
             body, joint, friction);
    return rig_of(text);
}
static rig ball(const char *friction) { return ball_beside("", "", friction); }

static const bri_point *point_at(rig *r, double height, double rate, double slip)
{
    bri_instant at = rig_at(r, 0);
    r->x[1] = 0.01 + height;
    r->u[0] = slip;
    r->u[1] = -rate;
    bri_point_set(&r->engine->look.point, &at, BRI_SCOPE_SLIP);
    return &r->engine->look.point;
}

/* 1/2 K d^2 = 1/2 m v^2: d = v sqrt(m/K) = 2 mm at 2 m/s; found within a factor of 2. */
static void depth_of_an_impact(void **state)
{
    (void)state;
    rig r = ball("");
    for (double speed = 1e-3; speed < 100; speed *= 7) {
        double depth = bri_impact_depth(r.system, 0, speed), exact = speed * 1e-3;
        assert_true(depth >= exact && depth <= 2 * exact);
    }
    rig_free(&r);
    r = rig_of("bodies:\n"
               "  a: {mass: 40, inertia: 1, at: [0, 0]}\n"
               "  b: {mass: 0.1, inertia: 1, at: [0.03, 0]}\n"
               "joints: {touch: {disc_on_disc: [a, b], radii: [10 mm, 10 mm], normal: {law: kelvin_voigt, stiffness: "
               "1e5}}}\n");
    double depth = bri_impact_depth(r.system, 0, 2); /* of the lighter body */
    assert_true(depth >= 2e-3 && depth <= 4e-3);
    rig_free(&r);
}

/* Above 0 while the phase lasts, in units of 1e-5 of the mechanism's length. */
static void event_function_measures_the_gap(void **state)
{
    (void)state;
    rig r = ball("");
    double unit = 1e-5 * r.system->length;
    assert_close(bri_gap_event_value(point_at(&r, 1e-4, 2, 0), 0), 1e-4 / unit, 1e-9);
    assert_close(bri_gap_event_value(point_at(&r, -1e-4, 2, 0), 0), -1e-4 / unit, 1e-9);
    for (int phase = BRI_COMPRESSION; phase <= BRI_SUSTAINED; phase++) {
        r.d.contact[0].phase = (bri_contact_phase)phase;
        rig_pack(&r);
        assert_close(bri_gap_event_value(point_at(&r, -1e-4, 2, 0), 0), 1e-4 / unit, 1e-9);
        assert_close(bri_gap_event_value(point_at(&r, 1e-4, 2, 0), 0), -1e-4 / unit, 1e-9);
    }
    rig_free(&r);
}

static void phases_follow_each_other(void **state)
{
    (void)state;
    rig r = ball("");
    bri_contact_state *contact = &r.d.contact[0];
    assert_int_equal(contact->phase, BRI_SEPARATED);
    bri_contact_change(point_at(&r, 0, 2, 0), 0, r.x, &r.d); /* it begins at 2 m/s */
    assert_int_equal(contact->phase, BRI_COMPRESSION);
    assert_close(contact->approach, 2, 1e-14);
    assert_close(contact->depth_scale, bri_impact_depth(r.system, 0, 2), 0);
    rig_pack(&r);
    assert_true(bri_any_impact(&r.d));
    bri_contact_accept(point_at(&r, -1e-4, 1, 0), &r.d); /* the depth still rises */
    assert_int_equal(contact->phase, BRI_COMPRESSION);
    bri_contact_accept(point_at(&r, -1e-4, 0, 0), &r.d);
    assert_int_equal(contact->phase, BRI_COMPRESSION);
    bri_contact_accept(point_at(&r, -1e-4, -1, 0), &r.d); /* and falls */
    assert_int_equal(contact->phase, BRI_RESTITUTION);
    assert_true(bri_any_impact(&r.d));
    bri_contact_accept(point_at(&r, -1e-4, -1, 0), &r.d);
    assert_int_equal(contact->phase, BRI_RESTITUTION);
    bri_contact_accept(point_at(&r, -1e-4, 1, 0), &r.d); /* it rises again before they part */
    assert_int_equal(contact->phase, BRI_SUSTAINED);
    assert_false(bri_any_impact(&r.d));
    bri_contact_accept(point_at(&r, -1e-4, -1, 0), &r.d);
    assert_int_equal(contact->phase, BRI_SUSTAINED);
    assert_close(contact->approach, 2, 1e-14); /* that of this contact still */
    bri_contact_change(point_at(&r, 0, -1, 0), 0, r.x, &r.d);
    assert_int_equal(contact->phase, BRI_SEPARATED);
    assert_true(contact->approach == 0 && contact->depth_scale == 0);
    bri_contact_change(point_at(&r, 0, -1, 0), 0, r.x, &r.d); /* a contact that begins while they part has no speed */
    assert_int_equal(contact->phase, BRI_COMPRESSION);
    assert_true(contact->approach == 0 && contact->depth_scale == 0);
    rig_free(&r);
}

static void overlaps_at_the_start_are_sustained(void **state)
{
    (void)state;
    rig r = ball("");
    bri_contact_start(point_at(&r, -1e-4, 2, 0), &r.d);
    assert_int_equal(r.d.contact[0].phase, BRI_SUSTAINED);
    assert_close(r.d.contact[0].approach, 2, 1e-14);
    bri_contact_start(point_at(&r, -1e-4, -2, 0), &r.d);
    assert_true(r.d.contact[0].phase == BRI_SUSTAINED && r.d.contact[0].approach == 0);
    bri_contact_start(point_at(&r, 1e-4, 2, 0), &r.d);
    assert_true(r.d.contact[0].phase == BRI_SEPARATED && r.d.contact[0].approach == 0);
    rig_free(&r);
}

/* Another event may have put the ball below the floor: it has passed if it goes on. */
static void passing_is_noticed_only_if_it_goes_on(void **state)
{
    (void)state;
    rig r = ball("");
    assert_true(bri_contact_was_passed(point_at(&r, -1e-4, 2, 0), 0));
    assert_false(bri_contact_was_passed(point_at(&r, -1e-4, -2, 0), 0));
    assert_false(bri_contact_was_passed(point_at(&r, 1e-4, 2, 0), 0));
    r.d.contact[0].phase = BRI_SUSTAINED;
    rig_pack(&r);
    assert_true(bri_contact_was_passed(point_at(&r, 1e-4, -2, 0), 0));
    assert_false(bri_contact_was_passed(point_at(&r, 1e-4, 2, 0), 0));
    assert_false(bri_contact_was_passed(point_at(&r, -1e-4, -2, 0), 0));
    rig_free(&r);
}

/* Friction of a contact begins with the direction of its slip. */
static void friction_begins_in_the_direction_of_slip(void **state)
{
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        rig r = ball(", friction: {law: coulomb, mu_k: 0.3}");
        r.d.stick[0] = (bri_stick_state){.mode = BRI_STICK};
        bri_contact_change(point_at(&r, 0, 2, 3 * way), 0, r.x, &r.d);
        assert_int_equal(r.d.stick[0].mode, BRI_SLIP);
        assert_int_equal(r.d.stick[0].direction, way);
        r.d.stick[0] = (bri_stick_state){.mode = BRI_STICK};
        bri_contact_change(point_at(&r, 0, -2, 3 * way), 0, r.x, &r.d); /* it ends: as all begin */
        assert_true(r.d.stick[0].mode == BRI_SLIP && r.d.stick[0].direction == 1);
        rig_free(&r);
    }
}

/* Bristles are forgotten where surfaces separate, unless the model carries them; not where they meet, and not those of
 * another joint. */
static void bristles_are_reset_at_separation(void **state)
{
    (void)state;
    for (int carries = 0; carries < 2; carries++) {
        rig r = ball_beside(
            "  block: {mass: 1, inertia: 1}\n",
            "  guide: {translational: [ground, block], along: [1, 0], friction: {law: elastic_coulomb, mu_k: "
            "0.3}}\n",
            carries ? ", friction: {law: elastic_coulomb, mu_k: 0.3, at_separation: carry}"
                    : ", friction: {law: elastic_coulomb, mu_k: 0.3}");
        double *z = &r.x[r.system->z];
        z[0] = z[1] = 1e-3;
        r.d.law[0] = r.d.law[1] = 1;
        bri_contact_change(point_at(&r, 0, 2, 0), 0, r.x, &r.d);
        assert_true(z[1] == 1e-3 && r.d.law[1] == 1);
        bri_contact_change(point_at(&r, 0, -2, 0), 0, r.x, &r.d);
        assert_true(z[1] == (carries ? 1e-3 : 0) && r.d.law[1] == carries);
        assert_true(z[0] == 1e-3 && r.d.law[0] == 1);
        rig_free(&r);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_of_an_impact),
        cmocka_unit_test(event_function_measures_the_gap),
        cmocka_unit_test(phases_follow_each_other),
        cmocka_unit_test(overlaps_at_the_start_are_sustained),
        cmocka_unit_test(passing_is_noticed_only_if_it_goes_on),
        cmocka_unit_test(friction_begins_in_the_direction_of_slip),
        cmocka_unit_test(bristles_are_reset_at_separation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
