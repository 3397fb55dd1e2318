/* test_point.c - kinematics and applied forces at a point: a pendulum, a slider and a ball by hand; what a point remembers */
#include "handmade.h"

/* The rod's centre is (0.6, -0.8) from the pin, 1 m, and turns at 3 rad/s: v = 3 (0.8, 0.6). */
static const char *const pendulum = "gravity: [0, -10]\n"
                                    "bodies: {rod: {mass: 2, inertia: 0.5, at: [0.6, -0.8], spin: 3}}\n"
                                    "joints: {pin: {revolute: [ground, rod], at: [0, 0]}}\n";

/* From the centre to the pin is r = (-0.6, 0.8): rows (1, 0, -r_y), (0, 1, r_x), and bias -w^2 r = -9 (-0.6, 0.8). */
static void pendulum_has_its_rows(void **state)
{
    (void)state;
    rig r = rig_of(pendulum);
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 0);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_vector(r.u, 1e-14, 2.4, 1.8, 3);
    assert_vector(p->row[0].end[1], 1e-14, 1, 0, -0.8);
    assert_vector(p->row[1].end[1], 1e-14, 0, 1, -0.6);
    assert_close(p->row[0].bias, 5.4, 1e-13);
    assert_close(p->row[1].bias, -7.2, 1e-13);
    assert_vector(p->row_rate, 1e-14, 0, 0);
    assert_vector(p->applied, 1e-14, 0, -20, 0);
    assert_true(p->active[0] && p->active[1]);
    assert_true(p->u == p->x + 3);
    /* 0.01 m to the right and up by 0.02 m, 0.1 and 0.3 m/s faster: so far is the pin from the ground */
    r.x[0] += 0.01, r.x[1] += 0.02;
    r.u[0] += 0.1, r.u[1] -= 0.3;
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    double position, velocity;
    bri_constraint_errors(p, &position, &velocity);
    assert_close(bri_row_error(p, 0), 0.01, 1e-14);
    assert_close(bri_row_error(p, 1), 0.02, 1e-14);
    assert_close(bri_row_velocity(p, 0), 0.1, 1e-14);
    assert_close(bri_row_velocity(p, 1), -0.3, 1e-14);
    assert_close(position, 0.02, 1e-14);
    assert_close(velocity, 0.3, 1e-14);
    rig_free(&r);
}

/* Nothing acts along the angle of the pin: it is computed for output only. */
static void free_motions_without_forces_are_for_output(void **state)
{
    (void)state;
    rig r = rig_of(pendulum);
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 0);
    r.x[2] = 0.25;
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    p->freed_rate[0] = 99;
    assert_false(bri_point_is_at(p, &at, BRI_SCOPE_CHANNELS));
    bri_point_set(p, &at, BRI_SCOPE_CHANNELS);
    assert_close(p->freed_rate[0], 3, 1e-14);
    assert_close(p->freed[0].value, 0.25, 1e-14);
    rig_free(&r);
}

/* Along (4, 3)/5 from the origin to (4, 3): 5 m, at 2 m/s. Spring: -10 (5 - 1) - 3 2 = -46 N along the slide. The wind
 * blows 30 N up from 1 s on. */
static const char *const slider =
    "bodies: {block: {mass: 2, inertia: 1, at: [4, 3], velocity: [1.6, 1.2]}}\n"
    "joints: {guide: {translational: [ground, block], along: [4, 3], friction: {law: coulomb, mu_k: 0.5}}}\n"
    "forces:\n"
    "  spring: {spring: guide, stiffness: 10, damping: 3, length: 1 m}\n"
    "  wind: {force: block, along: [0, 1], value: {step: 30 N, start: 1 s}}\n";

static void slider_has_its_forces(void **state)
{
    (void)state;
    rig r = rig_of(slider);
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 0.5);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    const sys_interface *face = &r.system->interface[0];
    assert_close(bri_slip_motion(p, face)->value, 5, 1e-14);
    assert_vector(bri_slip_motion(p, face)->end[1], 1e-14, 0.8, 0.6, 0);
    assert_close(bri_slip_rate(p, face), 2, 1e-14);
    assert_vector(p->row[0].end[1], 1e-14, -0.6, 0.8, 0); /* across the guide, to the left */
    assert_close(p->effort[0].force, -46, 1e-13);
    assert_close(p->along_rate[0], 2, 1e-14);
    assert_vector(p->applied, 1e-13, -46 * 0.8, -46 * 0.6, 0);
    at.t = 1.5;
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_vector(p->applied, 1e-13, -46 * 0.8, -46 * 0.6 + 30, 0);
    rig_free(&r);
}

/* At the end of a segment signals are those of the segment; the next one begins with their new values. */
static void end_of_a_segment_belongs_to_what_was_before(void **state)
{
    (void)state;
    rig r = rig_of(slider);
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 1);
    at.segment_end = 1;
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_true(p->t == 1 && p->signal_time < 1);
    assert_close(p->applied[1], -27.6, 1e-13);
    at.segment_end = 2;
    assert_false(bri_point_is_at(p, &at, BRI_SCOPE_SLIP));
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_true(p->signal_time == 1);
    assert_close(p->applied[1], 2.4, 1e-13);
    rig_free(&r);
}

static void a_point_knows_where_it_is(void **state)
{
    (void)state;
    rig r = rig_of(slider);
    bri_point *p = &r.engine->rates.point; /* untouched as yet */
    bri_instant at = rig_at(&r, 0);
    assert_true(p->stamp == 0);
    assert_false(bri_point_is_at(p, &at, BRI_SCOPE_SLIP));
    bri_point_set(p, &at, BRI_SCOPE_SLIP);
    unsigned long stamp = p->stamp;
    assert_true(stamp != 0 && bri_point_is_at(p, &at, BRI_SCOPE_SLIP));
    assert_false(bri_point_is_at(p, &at, BRI_SCOPE_CONTACT));
    assert_close(bri_slip_rate(p, &r.system->interface[0]), 2, 1e-14);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS); /* wider: another stamp */
    assert_true(p->stamp != stamp);
    stamp = p->stamp;
    bri_point_set(p, &at, BRI_SCOPE_SLIP); /* narrower: all is there already */
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_true(p->stamp == stamp && p->scope == BRI_SCOPE_DYNAMICS);
    for (int change = 0; change < 5; change++) { /* whatever moves it is noticed */
        bri_instant other = at;
        double *numbers[] = {&r.x[0], &r.u[2], &r.packed[0]};
        double was = change < 3 ? *numbers[change] : 0;
        if (change < 3) *numbers[change] = was == 1 ? -1 : 0.5;
        if (change == 3) other.t = 0.25;
        if (change == 4) other.releases_sticks = true;
        assert_false(bri_point_is_at(p, &other, BRI_SCOPE_SLIP));
        bri_point_set(p, &other, BRI_SCOPE_DYNAMICS);
        assert_true(p->stamp > stamp && bri_point_is_at(p, &other, BRI_SCOPE_DYNAMICS));
        if (change < 3) *numbers[change] = was;
        stamp = p->stamp;
    }
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    stamp = p->stamp;
    bri_point_forget(p);
    assert_false(bri_point_is_at(p, &at, BRI_SCOPE_SLIP));
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_true(p->stamp > stamp);
    rig_free(&r);
}

/* A stick row is the free motion, measured from where it sticks; released, it does not hold. */
static void rows_of_sticks_hold_unless_released(void **state)
{
    (void)state;
    rig r = rig_of(slider);
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 0);
    int row = r.system->interface[0].stick_row;
    assert_int_equal(row, 2);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_false(p->active[row]); /* it slips */
    r.d.stick[0] = (bri_stick_state){.mode = BRI_STICK, .at = 4.5};
    rig_pack(&r);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_true(p->active[row]);
    assert_close(bri_row_error(p, row), 0.5, 1e-14);
    assert_close(bri_row_velocity(p, row), 2, 1e-14);
    assert_vector(p->row[row].end[1], 1e-14, 0.8, 0.6, 0);
    double position, velocity;
    bri_constraint_errors(p, &position, &velocity);
    assert_close(position, 0.5, 1e-14);
    assert_close(velocity, 2, 1e-14);
    at.releases_sticks = true;
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_false(p->active[row]);
    assert_true(p->active[0] && p->active[1]);
    bri_constraint_errors(p, &position, &velocity);
    assert_true(position < 1e-14 && velocity < 1e-14);
    r.d.stick[0] = (bri_stick_state){.mode = BRI_AT_LIMIT, .direction = 1, .at = 4.5};
    rig_pack(&r);
    at.releases_sticks = false;
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_false(p->active[row]);
    rig_free(&r);
}

/* A driver: its value and rate are prescribed; 2 t rad. */
static void a_driver_prescribes_its_row(void **state)
{
    (void)state;
    rig r = rig_of("bodies: {wheel: {mass: 1, inertia: 1}}\n"
                   "joints:\n"
                   "  hub: {revolute: [ground, wheel]}\n"
                   "  motor: {rotation_driver: [ground, wheel], motion: {table: [[0 s, 0 rad], [10 s, 20 rad]]}}\n");
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 1);
    r.x[2] = 2.1;
    r.u[2] = 2.25;
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_close(bri_row_error(p, 2), 0.1, 1e-13);
    assert_close(p->row_rate[2], 2.25, 1e-13);
    assert_close(bri_row_velocity(p, 2), 0.25, 1e-13);
    rig_free(&r);
}

/* 0.1 mm deep: 1e8 (1e-4)^1.5 = 100 N, stored 2/5 100 1e-4 J; separated there is no force, whatever the depth. */
static void contact_forces_are_those_of_the_phase(void **state)
{
    (void)state;
    rig r =
        rig_of("gravity: [0, -10]\n"
               "bodies: {ball: {mass: 0.1, inertia: 1, radius: 10 mm, at: [0, 0.0099], velocity: [3, -2], spin: 0}}\n"
               "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: hertz, stiffness: "
               "1e8}, friction: {law: coulomb, mu_k: 0.5}}}\n");
    bri_point *p = &r.engine->rates.point;
    bri_instant at = rig_at(&r, 0);
    assert_int_equal(r.d.contact[0].phase, BRI_SUSTAINED); /* it starts in contact */
    bri_point_set(p, &at, BRI_SCOPE_SLIP);
    assert_close(p->gap[0].normal.value, -1e-4, 1e-15);
    assert_close(p->depth_rate[0], 2, 1e-14);
    assert_close(bri_slip_rate(p, &r.system->interface[0]), 3, 1e-14);
    assert_true(p->contact[0].force == 0); /* not asked for */
    bri_point_set(p, &at, BRI_SCOPE_CONTACT);
    assert_close(p->contact[0].force, 100, 1e-9);
    assert_close(p->contact[0].stored, 4e-3, 1e-12);
    assert_int_equal(p->too_deep, -1);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_vector(p->applied, 1e-9, 0, 100 - 1, 0);
    r.d.contact[0].phase = BRI_SEPARATED;
    rig_pack(&r);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_vector(p->applied, 1e-12, 0, -1, 0);
    r.d.contact[0].phase = BRI_COMPRESSION;
    r.x[1] = 0.0101; /* and none where they are apart, whatever the phase */
    rig_pack(&r);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_true(p->contact[0].force == 0);
    rig_free(&r);
}

/* Two bodies: what acts on one acts back on the other; the ground takes nothing. */
static void efforts_act_on_both_bodies(void **state)
{
    (void)state;
    const bri_motion motion = {.end = {{-1, 2, 3}, {4, -5, 6}}};
    double force[6] = {1, 1, 1, 1, 1, 1};
    const double vector[6] = {1, 10, 100, 1000, 1e4, 1e5};
    bri_add_effort((const int[]){1, 0}, 2, &motion, 2, force);
    assert_vector(force, 0, 9, -9, 13, -1, 5, 7);
    bri_add_effort((const int[]){BRI_GROUND, 1}, 2, &motion, -1, force);
    assert_vector(force, 0, 9, -9, 13, -5, 10, 1);
    assert_close(bri_motion_dot((const int[]){1, 0}, 2, &motion, vector), -1e3 + 2e4 + 3e5 + 4 - 50 + 600, 1e-9);
    assert_close(bri_motion_dot((const int[]){BRI_GROUND, 0}, 2, &motion, vector), 4 - 50 + 600, 1e-12);
}

static void frames_are_those_of_the_bodies(void **state)
{
    (void)state;
    rig r = rig_of(pendulum);
    const bri_frame *frames[BRI_ENDS];
    bri_frame still[BRI_ENDS];
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 0);
    r.x[2] = 0.5;
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    bri_frames_of(p, r.system->joint[0].body, 2, frames);
    assert_true(frames[0]->c == 1 && frames[0]->s == 0 && frames[2] == NULL);
    assert_close(frames[1]->s, sin(0.5), 1e-15);
    assert_close(frames[1]->w, 3, 0);
    bri_frames_at_start(r.system, &r.system->joint[0], still, frames);
    assert_true(frames[0]->c == 1 && frames[1]->s == 0 && frames[1]->w == 3);
    assert_vector(frames[1]->at, 1e-14, 0.6, -0.8);
    rig_free(&r);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(pendulum_has_its_rows),       cmocka_unit_test(free_motions_without_forces_are_for_output),
        cmocka_unit_test(slider_has_its_forces),       cmocka_unit_test(end_of_a_segment_belongs_to_what_was_before),
        cmocka_unit_test(a_point_knows_where_it_is),   cmocka_unit_test(rows_of_sticks_hold_unless_released),
        cmocka_unit_test(a_driver_prescribes_its_row), cmocka_unit_test(contact_forces_are_those_of_the_phase),
        cmocka_unit_test(efforts_act_on_both_bodies),  cmocka_unit_test(frames_are_those_of_the_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
