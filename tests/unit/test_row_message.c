/* test_row_message.c - rows of studies as bytes: what comes out is what went in, and what is no row is refused */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "row_message.h"

static bri_study_row row_of(int values)
{
    bri_study_row row = {.done = true,
                         .status = values % 2 ? BRI_OK : BRI_NO_CONVERGENCE,
                         .message = values % 3 ? NULL : strdup("no solution at t = 1 s"),
                         .value = calloc((size_t)values + 1, sizeof *row.value),
                         .values = values,
                         .steps = 5000000000,
                         .evaluations = 7 * values,
                         .seconds = 0x1.23456789abcdep-7};
    for (int i = 0; i < values; i++) {
        row.value[i].number = i % 2 ? NAN : -0x1.fffffffffffffp-3 * i;
        if (i % 2) row.value[i].word = strdup(i % 4 == 1 ? "pin, floor" : "");
    }
    return row;
}

static void rows_come_back(void **state)
{
    (void)state;
    for (int values = 0; values < 9; values++) {
        bri_study_row row = row_of(values), back;
        bri_text bytes = {0};
        size_t run = 0;
        row_pack(&bytes, 123456789012, &row);
        assert_false(bytes.failed);
        assert_true(row_unpack(bytes.at, bytes.length, &run, &back));
        assert_true(run == 123456789012);
        assert_true(back.done && back.status == row.status && back.values == values);
        assert_true(back.steps == row.steps && back.evaluations == row.evaluations && back.seconds == row.seconds);
        assert_int_equal(!back.message, !row.message);
        if (row.message) assert_string_equal(back.message, row.message);
        for (int i = 0; i < values; i++) {
            assert_memory_equal(&back.value[i].number, &row.value[i].number, sizeof(double));
            assert_int_equal(!back.value[i].word, !row.value[i].word);
            if (row.value[i].word) assert_string_equal(back.value[i].word, row.value[i].word);
        }
        bri_study_row_clear(&back);
        for (size_t length = 0; length < bytes.length; length++) { /* a part of it */
            assert_false(row_unpack(bytes.at, length, &run, &back));
            assert_true(!back.value && !back.message && !back.values);
        }
        bri_text_add_n(&bytes, "x", 1);
        assert_false(row_unpack(bytes.at, bytes.length, &run, &back));
        bri_text_free(&bytes);
        bri_study_row_clear(&row);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_come_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
