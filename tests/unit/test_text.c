/* test_text.c - growing texts, near names, tables as text, complaints */
#include "test.h"

#include "base/text.h"
#include "bristle/bristle.h"

static const char *next_of(void *context, int index) { return ((const char **)context)[index]; }

static void near_names_are_suggested_nearest_first(void **state)
{
    (void)state;
    const char *names[] = {"dahl", "dankowicz", "stribeck", "stribeck_tanh", "lugre", NULL};
    char hint[200];
    bri_text_suggest(hint, sizeof hint, "dhal", next_of, names);
    assert_string_equal(hint, "; did you mean 'dahl'?");
    bri_text_suggest(hint, sizeof hint, "stribek", next_of, names);
    assert_non_null(strstr(hint, "did you mean 'stribeck'"));
    bri_text_suggest(hint, sizeof hint, "LuGre", next_of, names);
    assert_string_equal(hint, "; did you mean 'lugre'?");
    bri_text_suggest(hint, sizeof hint, "xyzzy", next_of, names);
    assert_string_equal(hint, "");
    char huge[500];
    memset(huge, 'a', sizeof huge - 1);
    huge[sizeof huge - 1] = '\0';
    bri_text_suggest(hint, sizeof hint, huge, next_of, names);
    assert_string_equal(hint, "");
}

static void json_strings_are_escaped(void **state)
{
    (void)state;
    bri_text text = {0};
    bri_text_add_json(&text, "a \"b\" \\ \n \x01");
    assert_string_equal(text.at, "\"a \\\"b\\\" \\\\ \\n \\u0001\"");
    bri_text_free(&text);
    bri_text_add_json(&text, NULL);
    bri_text_add_number(&text, NAN);
    assert_string_equal(text.at, "nullnull");
    bri_text_free(&text);
}

static bool collect(const char *piece, size_t length, void *user)
{
    bri_text_add_n(user, piece, length);
    return true;
}

static bool refuse(const char *piece, size_t length, void *user)
{
    (void)piece, (void)length, (void)user;
    return false;
}

static void a_table_is_written_so_that_it_reads_back(void **state)
{
    (void)state;
    bri_table *table;
    bri_text text = {0};
    assert_int_equal(bri_table_create(2, 2, &table, NULL), BRI_OK);
    bri_table_name(table, 0, "time", "s", NULL);
    bri_table_name(table, 1, "share", "1", NULL);
    bri_table_row(table, 1)[0] = 0.1;
    bri_table_row(table, 1)[1] = 1.0 / 3;
    assert_int_equal(bri_table_find(table, "share"), 1);
    assert_int_equal(bri_table_find(table, "z"), -1);
    assert_int_equal(bri_table_write_csv(table, collect, &text, NULL), BRI_OK);
    assert_string_equal(text.at, "time [s],share\n0,0\n0.1,0.3333333333333333\n");
    assert_int_equal(bri_table_write_csv(table, refuse, NULL, NULL), BRI_CANNOT_WRITE);
    bri_text_free(&text);
    assert_int_equal(bri_table_write_json(table, collect, &text, NULL), BRI_OK);
    assert_non_null(strstr(text.at, "{\"name\": \"share\", \"unit\": \"1\", \"values\": [0, 0.3333333333333333]}"));
    bri_text_free(&text);
    bri_table_destroy(table);
    bri_table_destroy(NULL);
    assert_int_equal(bri_table_create(1000, SIZE_MAX / 100, &table, NULL), BRI_NO_MEMORY);
}

static void the_first_complaint_stays_and_a_long_one_is_cut(void **state)
{
    (void)state;
    bri_error err = {0};
    char long_text[2000];
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    bri_warn_at(&err, "here", "only a warning");
    assert_int_equal(err.status, BRI_OK);
    assert_int_equal(bri_fail_at(&err, BRI_BAD_VALUE, "file:1:2", "%s", long_text), BRI_BAD_VALUE);
    assert_int_equal(bri_fail(&err, BRI_NOT_FOUND, "later"), BRI_NOT_FOUND);
    assert_int_equal(err.status, BRI_BAD_VALUE);
    assert_string_equal(err.where, "file:1:2");
    assert_int_equal(strlen(err.what), sizeof err.what - 1);
    assert_string_equal(err.what + sizeof err.what - 4, "...");
    assert_int_equal(bri_fail(NULL, BRI_NOT_FOUND, "nobody listens"), BRI_NOT_FOUND);
    for (int i = BRI_OK; i <= BRI_STOPPED; i++)
        assert_string_not_equal(bri_status_name((bri_status)i), "unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_names_are_suggested_nearest_first),
        cmocka_unit_test(json_strings_are_escaped),
        cmocka_unit_test(a_table_is_written_so_that_it_reads_back),
        cmocka_unit_test(the_first_complaint_stays_and_a_long_one_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
