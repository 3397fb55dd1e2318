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
    for (const bri_param *row = kind->params; row->name; row++) {
        if (row->type != BRI_SERIES) {
            set(&record, row->name, strcmp(row->name, "end") ? value += 0.23 : 1.9);
            continue;
        }
        give_points(&record, 4, points);
        if (bri_params_check(kind, record.params, NULL)) /* a jump is not allowed */
            ((bri_series *)bri_row_at(row, record.params))->at[2][0] = 0.7;
    }
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

static bri_record make_samples(int count, const double *points) /* pairs of a time and a value */
{
    bri_record record = make("samples");
    give_points(&record, count, (const double(*)[2])(const void *)points);
    assert_int_equal(bri_params_check(record.kind, record.params, NULL), BRI_OK);
    return record;
}

/* Whatever the spacing: the parabola through three neighbours is the parabola that was sampled. */
static void samples_of_a_parabola_are_that_parabola(void **state)
{
    static const double time[] = {0, 0.1, 0.35, 0.4, 0.8, 1};
    double points[6][2];
    (void)state;
    for (int i = 0; i < 6; i++) {
        points[i][0] = time[i];
        points[i][1] = 3 - 2 * time[i] + 5 * time[i] * time[i];
    }
    bri_record record = make_samples(6, points[0]);
    set(&record, "factor", -2);
    set(&record, "offset", 1);
    set(&record, "delay", 10);
    for (double t = 0; t < 1; t += 0.0173) {
        double out[3];
        bri_signal_value(&record, 10 + t, NULL, out);
        assert_close(out[0], 1 - 2 * (3 - 2 * t + 5 * t * t), 1e-12);
        assert_close(out[1], -2 * (-2 + 10 * t), 1e-11);
        assert_close(out[2], -20, 1e-9);
    }
    assert_close(value_at(&record, 9), 1 - 2 * 3, 1e-14);
    assert_close(value_at(&record, 12), 1 - 2 * 6, 1e-14);
    bri_record_destroy(&record);
}

static void samples_are_smooth_and_break_at_their_ends_only(void **state)
{
    double points[40][2];
    (void)state;
    for (int i = 0; i < 40; i++) {
        points[i][0] = 0.1 * i + 0.03 * (i % 3);
        points[i][1] = sin(7.0 * i * i);
    }
    bri_record record = make_samples(40, points[0]);
    for (int i = 1; i < 39; i++) {
        double before[3], after[3];
        bri_signal_value(&record, points[i][0] - 1e-9, NULL, before);
        bri_signal_value(&record, points[i][0], NULL, after);
        assert_true(after[0] == points[i][1]);
        assert_close(before[0], after[0], 1e-6);
        assert_close(before[1], after[1], 1e-4);
        assert_close(before[2], after[2], 1e-3);
    }
    assert_true(bri_signal_next_break(&record, -1) == 0);
    assert_true(bri_signal_next_break(&record, 0) == points[39][0]);
    assert_true(bri_signal_next_break(&record, points[39][0]) == INFINITY);
    assert_close(bri_signal_longest_step(&record), 2 * points[39][0] / 39, 1e-14);
    set(&record, "factor", 0);
    assert_true(bri_signal_longest_step(&record) == INFINITY);
    bri_record_destroy(&record);
}

static double error_of_samples(int count)
{
    double(*points)[2] = malloc((size_t)count * sizeof *points), worst = 0;
    assert_non_null(points);
    for (int i = 0; i < count; i++) {
        points[i][0] = (double)i / (count - 1);
        points[i][1] = sin(6 * points[i][0]);
    }
    bri_record record = make_samples(count, points[0]);
    for (double t = 0.2; t < 0.8; t += 0.0007)
        worst = fmax(worst, fabs(value_at(&record, t) - sin(6 * t)));
    bri_record_destroy(&record);
    free(points);
    return worst;
}

/* The slope of the parabola is wrong by a sixth of the third derivative times the square of the spacing. */
static void samples_converge_by_the_third_order(void **state)
{
    (void)state;
    double coarse = error_of_samples(41), fine = error_of_samples(81);
    assert_true(coarse < 6 * 6 * 6 * 0.025 * 0.025 * 0.025 / 6);
    assert_true(fine > 0 && coarse / fine > 7);
}

static void few_samples_are_a_constant_or_a_line(void **state)
{
    static const double points[][2] = {{1, 4}, {3, 8}};
    (void)state;
    bri_record one = make_samples(1, points[0]), two = make_samples(2, points[0]);
    assert_true(value_at(&one, 0) == 4 && value_at(&one, 2) == 4);
    assert_true(bri_signal_next_break(&one, 0) == INFINITY && bri_signal_longest_step(&one) == INFINITY);
    assert_true(value_at(&two, 0) == 4 && value_at(&two, 9) == 8);
    assert_close(value_at(&two, 2.5), 7, 1e-14);
    bri_record_destroy(&one);
    bri_record_destroy(&two);
}

static void samples_at_the_same_time_are_refused(void **state)
{
    static const double points[][2] = {{1, 4}, {1, 8}};
    (void)state;
    bri_record record = make("samples");
    bri_error err = {0};
    assert_int_equal(bri_params_check(record.kind, record.params, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "samples need at least one pair of a time and a value");
    give_points(&record, 2, points);
    assert_int_equal(bri_params_check(record.kind, record.params, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "the times of samples must increase, but 1 s is followed by 1 s");
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
        cmocka_unit_test(samples_of_a_parabola_are_that_parabola),
        cmocka_unit_test(samples_are_smooth_and_break_at_their_ends_only),
        cmocka_unit_test(samples_converge_by_the_third_order),
        cmocka_unit_test(few_samples_are_a_constant_or_a_line),
        cmocka_unit_test(samples_at_the_same_time_are_refused),
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
