/* test_events.c - the table of event functions, their values, and events at the same time (docs/equations.md) */
#include "handmade.h"

#include "system/events.h"
#include "system/stick.h"

static char text[4000];

/* Two blocks of 2 kg that slide at 3 m/s, mu_k = 0.3, mu_s = 0.5: limits of 10 N; a ball above a floor; an elastic law. */
static rig blocks(double push_a, double push_b)
{
    snprintf(
        text, sizeof text,
        "gravity: [0, -10]\n"
        "bodies:\n"
        "  a: {mass: 2, inertia: 1, velocity: [3, 0]}\n"
        "  b: {mass: 2, inertia: 1, velocity: [-3, 0]}\n"
        "  c: {mass: 3, inertia: 1, velocity: [1, 0]}\n"
        "  ball: {mass: 0.1, inertia: 1, radius: 10 mm, at: [0, 0.0101], velocity: [1, -2], spin: 0}\n"
        "joints:\n"
        "  on_a: {translational: [ground, a], along: [1, 0], friction: {law: coulomb, mu_k: 0.3, mu_s: 0.5}}\n"
        "  on_b: {translational: [ground, b], along: [1, 0], friction: {law: coulomb, mu_k: 0.3, mu_s: 0.5}}\n"
        "  on_c: {translational: [ground, c], along: [1, 0], friction: {law: elastic_coulomb, mu_k: 0.3, k: 1e5}}\n"
        "  floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: kelvin_voigt, stiffness: 1e5}, friction: "
        "{law: coulomb, mu_k: 0.2}}\n"
        "forces:\n"
        "  pa: {force: a, along: [1, 0], value: %g N}\n"
        "  pb: {force: b, along: [1, 0], value: %g N}\n",
        push_a, push_b);
    rig r = rig_of(text);
    r.d.stick[1].direction = -1;
    rig_pack(&r);
    return r;
}

enum { /* the table: contact, each interface with its law, the branch of solutions */
    CONTACT,
    STICK_A,
    STICK_B,
    LAW_C,
    STICK_FLOOR,
    BRANCH,
    EVENTS
};

static void the_table_is_in_order(void **state)
{
    (void)state;
    rig r = blocks(0, 0);
    static const bool gates[EVENTS] = {true, true, true, true, true, false};
    static const int of[EVENTS] = {0, 0, 1, 2, 3, 0};
    assert_int_equal(r.system->events, EVENTS);
    assert_int_equal(r.system->event_rows, EVENTS);
    for (int i = 0; i < EVENTS; i++) {
        assert_int_equal(r.system->gates[i], gates[i]);
        assert_false(r.system->kinks[i]);
        assert_int_equal(r.system->event[i].of, of[i]);
        assert_int_equal(r.system->event[i].first, i);
        assert_int_equal(r.system->event[i].count, 1);
    }
    rig_free(&r);
    r = rig_of(
        "bodies: {a: {mass: 2, inertia: 1}}\n"
        "joints: {g: {translational: [ground, a], along: [1, 0], friction: {law: coulomb_linear, mu_k: 0.3, load: 5 "
        "N}}}\n");
    assert_int_equal(r.system->events, 1); /* a kink; loads are given: there is no branch to lose */
    assert_true(r.system->kinks[0] && !r.system->gates[0]);
    assert_false(bri_events_need_solution(r.system, r.packed));
    rig_free(&r);
}

static void values_are_those_of_each_kind(void **state)
{
    (void)state;
    rig r = blocks(0, 0);
    double g[EVENTS];
    bri_event_values(r.engine, rig_solve(&r, 0), g);
    assert_close(g[CONTACT], 1e-4 / (1e-5 * r.system->length), 1e-9);
    assert_close(g[STICK_A], 3, 1e-12);
    assert_close(g[STICK_B], 3, 1e-12); /* backward */
    assert_close(g[STICK_FLOOR], 1, 0); /* separated: nothing can happen */
    assert_true(g[BRANCH] > 0);
    assert_true(bri_events_need_solution(r.system, r.packed)); /* the elastic law follows its load */
    rig_put(&r, 0, BRI_STICK, 0);
    assert_true(bri_events_need_solution(r.system, r.packed));
    bri_event_values_unknown(r.system, g);
    for (int i = 0; i < EVENTS; i++)
        assert_true(i == BRANCH ? g[i] == -1 : isnan(g[i]));
    rig_free(&r);
}

/* Both stop at one instant: with nothing that pushes both stick; 12 N are too much for the second, which turns round. */
static void two_that_stop_together_are_decided_together(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        rig r = blocks(i == 2 ? 4 : 0, i ? 12 : 0);
        const bool fired[EVENTS] = {[STICK_A] = true, [STICK_B] = true};
        r.u[0] = r.u[3] = 0;
        assert_true(bri_handle_events(r.engine, 0, fired, r.x, r.packed));
        bri_discrete_unpack(&r.d, r.packed);
        assert_true(r.d.stick[0].mode == BRI_STICK && r.d.stick[0].direction == 0);
        assert_int_equal(r.d.stick[1].mode, i ? BRI_SLIP : BRI_STICK);
        assert_int_equal(r.d.stick[1].direction, i ? 1 : 0);
        assert_int_equal(r.d.contact[0].phase, BRI_SEPARATED);
        rig_free(&r);
    }
}

/* One stops: the other goes on. A rest of velocity is taken away by projection, and counted. */
static void one_that_stops_leaves_the_other_alone(void **state)
{
    (void)state;
    rig r = blocks(0, 0);
    const bool fired[EVENTS] = {[STICK_A] = true};
    r.u[0] = -1e-9;
    r.x[0] = 0.5;
    assert_true(bri_handle_events(r.engine, 0, fired, r.x, r.packed));
    bri_discrete_unpack(&r.d, r.packed);
    assert_int_equal(r.d.stick[0].mode, BRI_STICK);
    assert_close(r.d.stick[0].at, 0.5, 1e-12);
    assert_true(r.d.stick[1].mode == BRI_SLIP && r.d.stick[1].direction == -1);
    assert_close(r.u[0], 0, 1e-16);
    assert_close(r.u[3], -3, 1e-15);
    rig_free(&r);
}

/* The ball meets the floor at 2 m/s at the instant at which a stops. */
static void contact_begins_as_another_stops(void **state)
{
    (void)state;
    rig r = blocks(0, 0);
    const bool fired[EVENTS] = {[CONTACT] = true, [STICK_A] = true};
    r.u[0] = 0;
    r.x[10] = 0.01;
    assert_true(bri_handle_events(r.engine, 0, fired, r.x, r.packed));
    bri_discrete_unpack(&r.d, r.packed);
    assert_int_equal(r.d.contact[0].phase, BRI_COMPRESSION);
    assert_close(r.d.contact[0].approach, 2, 1e-12);
    assert_int_equal(r.d.stick[0].mode, BRI_STICK);
    assert_true(r.d.stick[3].mode == BRI_SLIP && r.d.stick[3].direction == 1); /* as it moves */
    assert_int_equal(r.d.stick[1].direction, -1);
    rig_free(&r);
}

/* Bodies that another event has moved through each other begin their contact too, if they go on. */
static void passed_contacts_begin_with_any_event(void **state)
{
    (void)state;
    for (int back = 0; back < 2; back++) {
        rig r = blocks(0, 0);
        const bool fired[EVENTS] = {[STICK_A] = true};
        r.u[0] = 0;
        r.x[10] = 0.0099;
        r.u[10] = back ? 2 : -2;
        assert_true(bri_handle_events(r.engine, 0, fired, r.x, r.packed));
        bri_discrete_unpack(&r.d, r.packed);
        assert_int_equal(r.d.contact[0].phase, back ? BRI_SEPARATED : BRI_COMPRESSION);
        rig_free(&r);
    }
}

/* Held by 10 N at its limit: it slips against that force. Below the limit its load has changed sign: it goes on sticking. */
static void at_its_limit_it_slips_against_what_held_it(void **state)
{
    (void)state;
    static const double push[] = {10, -10, 9};
    for (int i = 0; i < 3; i++) {
        rig r = blocks(push[i] * (1 + 1e-8), 0);
        const bool fired[EVENTS] = {[STICK_A] = true};
        r.u[0] = 0;
        rig_put(&r, 0, BRI_STICK, 0);
        assert_true(bri_handle_events(r.engine, 0, fired, r.x, r.packed));
        bri_discrete_unpack(&r.d, r.packed);
        assert_int_equal(r.d.stick[0].mode, i < 2 ? BRI_SLIP : BRI_STICK);
        assert_int_equal(r.d.stick[0].direction, i == 0 ? 1 : i == 1 ? -1 : 0);
        rig_free(&r);
    }
}

/* A stuck interface that moves was torn loose: it slips as it goes. */
static void torn_loose_it_slips_as_it_goes(void **state)
{
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        rig r = blocks(0, 0);
        const bool fired[EVENTS] = {[STICK_A] = true};
        r.u[0] = 0.5 * way;
        rig_put(&r, 0, BRI_STICK, 0);
        assert_true(bri_handle_events(r.engine, 0, fired, r.x, r.packed));
        bri_discrete_unpack(&r.d, r.packed);
        assert_true(r.d.stick[0].mode == BRI_SLIP && r.d.stick[0].direction == way);
        assert_close(r.u[0], 0.5 * way, 1e-12);
        rig_free(&r);
    }
}

/* Where the common solution is lost, nothing else is handled: the run ends. */
static void loss_of_the_solution_ends_the_run(void **state)
{
    (void)state;
    rig r = blocks(0, 0);
    const bool fired[EVENTS] = {[STICK_A] = true, [BRANCH] = true};
    double before[64];
    assert_true(r.system->discrete_states <= 64);
    memcpy(before, r.packed, (size_t)r.system->discrete_states * sizeof(double));
    r.u[0] = 0;
    assert_false(bri_handle_events(r.engine, 0, fired, r.x, r.packed));
    assert_true(r.engine->failure.is_final && r.engine->failure.status == BRI_NO_SOLUTION);
    assert_memory_equal(before, r.packed, (size_t)r.system->discrete_states * sizeof(double));
    rig_free(&r);
}

/* mu_k N/k = 9e-5 m: beyond it the element slips, and its law says so. */
static void laws_handle_their_own_events(void **state)
{
    (void)state;
    rig r = blocks(0, 0);
    const bool fired[EVENTS] = {[LAW_C] = true};
    r.x[r.system->z] = 9e-5;
    double g[EVENTS];
    bri_event_values(r.engine, rig_solve(&r, 0), g);
    assert_close(g[LAW_C], 0, 1e-9);
    assert_true(bri_handle_events(r.engine, 0, fired, r.x, r.packed));
    bri_discrete_unpack(&r.d, r.packed);
    assert_true(r.d.law[r.d.law_at[2]] == 1);
    assert_true(r.d.stick[0].mode == BRI_SLIP && r.d.stick[1].direction == -1);
    rig_free(&r);
}

static char seen[500];
static void see(const bri_event_record *note, void *user)
{
    size_t used = strlen(seen);
    (void)user;
    used +=
        (size_t)snprintf(seen + used, sizeof seen - used, "%s%s %s", note->of, note->is_clause ? ":" : "", note->what);
    if (!isnan(note->value))
        used += (size_t)snprintf(seen + used, sizeof seen - used, " (%g %s)", note->value, note->unit);
    snprintf(seen + used, sizeof seen - used, "; ");
}

static void changes_are_reported_in_the_order_of_the_table(void **state)
{
    (void)state;
    rig r = blocks(0, 0);
    bri_discrete *before = &r.engine->stick->kept, *after = &r.d;
    bri_discrete_copy(before, after);
    seen[0] = '\0';
    bri_report_events(before, after, NULL, see, NULL);
    assert_string_equal(seen, "");
    after->contact[0] = (bri_contact_state){BRI_COMPRESSION, 2.5, 1e-3};
    after->stick[0] = (bri_stick_state){.mode = BRI_STICK};
    after->stick[1].direction = 1;
    const bool fired[EVENTS] = {[LAW_C] = true};
    bri_report_events(before, after, fired, see, NULL);
    const char *law = r.system->interface[2].law->kind.events[0].doc;
    char expected[500];
    snprintf(expected, sizeof expected, "floor: contact begins (2.5 m/s); on_a sticks; on_b slips forward; on_c: %s; ",
             law);
    assert_string_equal(seen, expected);
    seen[0] = '\0';
    bri_report_events(after, before, NULL, see, NULL);
    assert_string_equal(seen, "floor: contact ends; on_a slips forward; on_b slips backward; ");
    seen[0] = '\0';
    bri_discrete_copy(before, after);
    after->contact[0].phase = BRI_RESTITUTION; /* no event */
    bri_report_events(before, after, NULL, see, NULL);
    assert_string_equal(seen, "");
    rig_free(&r);
}

/* A piecewise law takes the piece of its speed, v_0 = 0.1 m/s. */
static void pieces_are_set_after_all(void **state)
{
    (void)state;
    rig r = rig_of(
        "bodies: {a: {mass: 2, inertia: 1, velocity: [0.2, 0]}}\n"
        "joints: {g: {translational: [ground, a], along: [1, 0], friction: {law: coulomb_linear, mu_k: 0.3, v_0: "
        "0.1, load: 5 N}}}\n");
    const bool fired[1] = {true}, none[1] = {false};
    assert_true(bri_handle_events(r.engine, 0, fired, r.x, r.packed));
    double piece = r.packed[r.system->patch[0].piece];
    assert_false(bri_handle_events(r.engine, 0, none, r.x, r.packed)); /* nothing fired, nothing changed */
    assert_true(bri_handle_events(r.engine, 0, fired, r.x, r.packed)); /* in the same piece too */
    assert_true(r.packed[r.system->patch[0].piece] == piece);
    r.u[0] = 0.05;
    assert_true(bri_handle_events(r.engine, 0, none, r.x, r.packed));
    assert_true(r.packed[r.system->patch[0].piece] != piece);
    rig_free(&r);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_in_order),
        cmocka_unit_test(values_are_those_of_each_kind),
        cmocka_unit_test(two_that_stop_together_are_decided_together),
        cmocka_unit_test(one_that_stops_leaves_the_other_alone),
        cmocka_unit_test(contact_begins_as_another_stops),
        cmocka_unit_test(passed_contacts_begin_with_any_event),
        cmocka_unit_test(at_its_limit_it_slips_against_what_held_it),
        cmocka_unit_test(torn_loose_it_slips_as_it_goes),
        cmocka_unit_test(loss_of_the_solution_ends_the_run),
        cmocka_unit_test(laws_handle_their_own_events),
        cmocka_unit_test(changes_are_reported_in_the_order_of_the_table),
        cmocka_unit_test(pieces_are_set_after_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
