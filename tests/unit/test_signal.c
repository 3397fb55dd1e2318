/* test_signal.c - functions of time: values, derivatives against differences, break points */
#include "test.h"

#include "kind/record.h"
#include "signal/signal.h"

static bri_record make(const char *name)
{
    bri_record record = {0};
    for (const bri_kind *const *kind = bri_signals(); *kind; kind++)
        if (!strcmp((*kind)->name, name)) assert_int_equal(bri_record_create(&record, *kind, NULL, NULL), BRI_OK);
    assert_non_null(record.kind);
    return record;
}

static void set(bri_record *record, const char *name, double value)
{
    assert_int_equal(bri_params_set(record->kind, record->params, name, value, NULL), BRI_OK);
}

static double value_at(const bri_record *record, double t)
{
    double out[3];
    bri_signal_value(record, t, NULL, out);
    return out[0];
}

static void give_points(bri_record *record, int count, const double (*points)[2])
{
    bri_series *series = bri_row_at(record->kind->params, record->params);
    series->at = malloc((size_t)count * sizeof *series->at);
    assert_non_null(series->at);
    memcpy(series->at, points, (size_t)count * sizeof *series->at);
    series->count = count;
}

/* Whatever its parameters are called, they are given unlike numbers. */
static bri_record make_lively(const bri_kind *kind)
{
    static const double points[][2] = {{0.2, 1}, {0.5, -2}, {0.5, 3}, {1.4, 0.5}};
    bri_record record = make(kind->name);
    double value = 0.31;
    for (const bri_param *row = kind->params; row->name; row++)
        if (row->type == BRI_SERIES)
            give_points(&record, 4, points);
        else
            set(&record, row->name, strcmp(row->name, "end") ? value += 0.23 : 1.9);
    assert_int_equal(bri_params_check(kind, record.params, NULL), BRI_OK);
    return record;
}

static void derivatives_are_those_of_the_value(void **state)
{
    bri_record record = make_lively(*state);
    const double h = 1e-5;
    for (double t = -0.3; t < 3; t += 0.0137) {
        double before[3], now[3], after[3];
        if (bri_signal_next_break(&record, t - 2 * h) <= t + 2 * h) continue;
        bri_signal_value(&record, t - h, NULL, before);
        bri_signal_value(&record, t, NULL, now);
        bri_signal_value(&record, t + h, NULL, after);
        assert_close(now[1], (after[0] - before[0]) / (2 * h), 1e-6);
        assert_close(now[2], (after[1] - before[1]) / (2 * h), 1e-6);
    }
    bri_record_destroy(&record);
}

static void break_points_come_in_order_and_end(void **state)
{
    bri_record record = make_lively(*state);
    int count = 0;
    for (double t = -1e9, next; (next = bri_signal_next_break(&record, t)) < INFINITY; t = next, count++)
        assert_true(next > t && count < 10);
    bri_record_destroy(&record);
}

static void a_copy_gives_the_same_values(void **state)
{
    bri_record record = make_lively(*state), copy;
    assert_int_equal(bri_record_copy(&record, &copy, NULL), BRI_OK);
    for (double t = -1; t < 4; t += 0.1)
        assert_true(value_at(&record, t) == value_at(&copy, t));
    bri_record_destroy(&record);
    bri_record_destroy(&copy);
}

static void a_record_without_a_kind_is_zero(void **state)
{
    (void)state;
    bri_record none = {0};
    assert_true(value_at(&none, 1) == 0);
    assert_true(bri_signal_next_break(&none, 1) == INFINITY);
}

static void ramps_and_steps_reach_their_ends(void **state)
{
    const char *names[] = {"ramp", "smooth_step", "step"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        bri_record record = make(names[i]);
        set(&record, "to", 52);
        set(&record, "from", 2);
        set(&record, "start", 1);
        if (i < 2) set(&record, "end", 3);
        assert_true(value_at(&record, 0.999) == 2);
        assert_true(value_at(&record, 3) == 52);
        assert_close(value_at(&record, 2), i < 2 ? 27 : 52, 1e-14);
        assert_true(bri_signal_next_break(&record, 0) == 1);
        double last = 1;
        for (double next; (next = bri_signal_next_break(&record, last)) < INFINITY;)
            last = next;
        assert_true(last == (i < 2 ? 3 : 1));
        bri_record_destroy(&record);
    }
}

/* After a run-up of the time T it has gone T/2 less far than without, and keeps its speed. */
static void a_speed_is_kept_for_ever(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        bri_record record = make("speed");
        double run_up = 0.5 * i, out[3];
        set(&record, "speed", -3);
        set(&record, "from", 2);
        set(&record, "start", 1);
        set(&record, "run_up", run_up);
        assert_true(value_at(&record, 0.999) == 2);
        bri_signal_value(&record, 1 + 0.5 * run_up, NULL, out);
        assert_close(out[1], i ? -1.5 : -3, 1e-14);
        bri_signal_value(&record, 1e6, NULL, out);
        assert_close(out[0], 2 - 3 * (1e6 - 1 - 0.5 * run_up), 1e-9);
        assert_true(out[1] == -3 && out[2] == 0);
        assert_true(bri_signal_next_break(&record, 0) == 1);
        assert_true(bri_signal_next_break(&record, 1 + 0.9 * run_up) == (i ? 1 + run_up : INFINITY));
        assert_true(bri_signal_next_break(&record, 1 + run_up) == INFINITY);
        bri_record_destroy(&record);
    }
}

static void a_table_jumps_where_two_points_share_a_time(void **state)
{
    static const double points[][2] = {{0, 5}, {1, 5}, {1, -5}, {2, 0}};
    (void)state;
    bri_record record = make("table");
    give_points(&record, 4, points);
    assert_true(value_at(&record, -1) == 5);
    assert_true(value_at(&record, 0.5) == 5);
    assert_true(value_at(&record, 1) == -5);
    assert_true(value_at(&record, 1.5) == -2.5);
    assert_true(value_at(&record, 9) == 0);
    assert_true(bri_signal_next_break(&record, 0.5) == 1);
    assert_true(bri_signal_next_break(&record, 1) == 2);
    ((bri_series *)bri_row_at(record.kind->params, record.params))->at[3][0] = 0.5;
    bri_error err = {0};
    assert_int_equal(bri_params_check(record.kind, record.params, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "the times of a table must not decrease, but 1 s is followed by 0.5 s");
    bri_record_destroy(&record);
}

static void a_chirp_keeps_its_phase_where_the_sweep_ends(void **state)
{
    (void)state;
    bri_record record = make("chirp");
    set(&record, "amplitude", 2);
    set(&record, "from", 0.05);
    set(&record, "to", 3);
    set(&record, "over", 10);
    double before[3], after[3];
    bri_signal_value(&record, 10 - 1e-9, NULL, before);
    bri_signal_value(&record, 10, NULL, after);
    assert_close(before[0], after[0], 1e-7);
    assert_close(before[1], after[1], 1e-6);
    double phase = 6.283185307179586 * (0.05 * 4 + 0.5 * 0.295 * 16);
    assert_close(value_at(&record, 4), 2 * sin(phase), 1e-13);
    bri_record_destroy(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_without_a_kind_is_zero),
        cmocka_unit_test(ramps_and_steps_reach_their_ends),
        cmocka_unit_test(a_speed_is_kept_for_ever),
        cmocka_unit_test(a_table_jumps_where_two_points_share_a_time),
        cmocka_unit_test(a_chirp_keeps_its_phase_where_the_sweep_ends),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (const bri_kind *const *kind = bri_signals(); *kind; kind++) {
        void *state = (void *)(size_t)*kind;
        const struct CMUnitTest each[] = {
            {"derivatives are those of the value", derivatives_are_those_of_the_value, NULL, NULL, state},
            {"break points come in order and end", break_points_come_in_order_and_end, NULL, NULL, state},
            {"a copy gives the same values", a_copy_gives_the_same_values, NULL, NULL, state},
        };
        failed += _cmocka_run_group_tests((*kind)->name, each, 3, NULL, NULL);
    }
    return failed;
}
