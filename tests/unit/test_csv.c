/* test_csv.c - tables back from text: the same doubles, and a place for every complaint */
#include "test.h"

#include "bristle/bristle.h"
#include "io/csv.h"

static bri_status read_text(const char *text, size_t length, bri_table **table, bri_error *err)
{
    FILE *file = fmemopen((void *)(uintptr_t)text, length, "r");
    bri_status status = bri_csv_read(file, "a.csv", table, err);
    fclose(file);
    return status;
}

typedef struct kept {
    char text[1 << 20];
    size_t length;
} kept;

static bool keep(const char *text, size_t length, void *user)
{
    kept *k = user;
    assert_true(length < sizeof k->text);
    memcpy(k->text, text, length);
    k->length = length;
    return true;
}

static void what_was_written_comes_back(void **state)
{
    (void)state;
    static kept k;
    uint64_t random = 3;
    bri_table *table = NULL, *back = NULL;
    assert_int_equal(bri_table_create(3, 700, &table, NULL), BRI_OK);
    bri_table_name(table, 0, "t", "s", NULL);
    bri_table_name(table, 1, "floor.ratio", "1", NULL);
    char long_name[400], long_unit[] = "N of a unit that is longer than any other"; /* neither is cut */
    memset(long_name, 'n', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    assert_int_equal(bri_table_name(table, 2, long_name, long_unit, NULL), BRI_OK);
    assert_int_equal(strlen(table->column[2].name), sizeof long_name - 1);
    for (size_t i = 0; i < 2100; i++)
        table->value[i] = i % 5 ? random_finite(&random) : i % 2 ? -(double)INFINITY : (double)INFINITY;
    assert_int_equal(bri_table_write_csv(table, keep, &k, NULL), BRI_OK);
    assert_int_equal(read_text(k.text, k.length, &back, NULL), BRI_OK);
    assert_int_equal(back->columns, 3);
    assert_int_equal(back->rows, 700);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(back->column[i].name, table->column[i].name);
        assert_string_equal(back->column[i].unit, table->column[i].unit);
    }
    assert_memory_equal(back->value, table->value, 2100 * sizeof(double));
    bri_table_destroy(table);
    bri_table_destroy(back);
}

static void what_others_write_is_read(void **state)
{
    (void)state;
    const char *text = "\xef\xbb\xbf# made elsewhere\r\n\"t [s]\", x.y[m] ,n\r\n\r\n1, -2.5e3 ,\"4\"\r\nnan,-inf,NULL";
    bri_table *table = NULL;
    bri_error err = {0};
    assert_int_equal(read_text(text, strlen(text), &table, &err), BRI_OK);
    assert_int_equal(table->rows, 2);
    assert_string_equal(table->column[0].name, "t");
    assert_string_equal(table->column[1].name, "x.y");
    assert_string_equal(table->column[1].unit, "m");
    assert_string_equal(table->column[2].unit, "1");
    assert_true(table->value[1] == -2500);
    assert_true(table->value[2] == 4);
    assert_true(isnan(table->value[3]) && isinf(table->value[4]) && isnan(table->value[5]));
    bri_table_destroy(table);
}

static void every_complaint_has_its_place(void **state)
{
    (void)state;
    static char many_columns[20003] = "t";
    memset(many_columns + 1, ',', 20000);
    many_columns[20001] = '\n';
    const struct {
        const char *text, *where, *what;
    } wrong[] = {
        {"\n", "a.csv", "the file is empty"},
        {"t [s],x\n0,1\n1,x\n", "a.csv:3:3", "'x' is not a number"},
        {"t [s],x\n0, 1e999\n", "a.csv:2:4", "'1e999' is not a number"},
        {"t [s],x\n0,\n", "a.csv:2:3", "a number is missing"},
        {"t [s],x\n0\n", "a.csv:2:2", "the row has 1 of the 2 numbers that the columns need"},
        {"t [s],x\n0,1,2\n", "a.csv:2:5", "the row has more numbers than the 2 columns"},
        {"t [s],t [m]\n0,1\n", "a.csv:1:7", "two columns are named 't'"},
        {"t [s],\n0,1\n", "a.csv:1:7", "the column has no name"},
        {"t [s], [m]\n0,1\n", "a.csv:1:8", "the column has no name"},
        {"0,1\n1,2\n", "a.csv:1:1", "the first line must name the columns, but begins with a number"},
        {many_columns, "a.csv:1:1", "the file has 20001 columns; at most 20000 can be read"},
        {"t\n\x01\n", "a.csv:2:1", "the file is not text: it contains the byte 1"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        bri_table *table = NULL;
        bri_error err = {0};
        assert_int_equal(read_text(wrong[i].text, strlen(wrong[i].text), &table, &err), BRI_BAD_FILE);
        assert_string_equal(err.where, wrong[i].where);
        assert_string_equal(err.what, wrong[i].what);
        assert_null(table);
    }
}

static void count(const bri_error *one, void *user)
{
    (void)one;
    ++*(int *)user;
}

static void every_bad_row_is_told_but_not_without_end(void **state)
{
    (void)state;
    char text[4000] = "t,x\n";
    int told = 0;
    bri_table *table = NULL;
    bri_error err = {.each = count, .user = &told};
    for (int i = 0; i < 7; i++)
        strcat(text, "1,a\n1,2\n");
    assert_int_equal(read_text(text, strlen(text), &table, &err), BRI_BAD_FILE);
    assert_int_equal(told, 7);
    for (int i = 0; i < 100; i++)
        strcat(text, "1,a\n1,2\n");
    told = 0;
    assert_int_equal(read_text(text, strlen(text), &table, &err), BRI_BAD_FILE);
    assert_int_equal(told, 20);
}

static void rubbish_does_no_harm(void **state)
{
    (void)state;
    static const char letters[] = "0123456789.,,,\n\n\n-+eE[]\"  tx#naif\r\xc3\x01";
    uint64_t random = 11;
    for (int i = 0; i < 20000; i++) {
        char text[80];
        size_t length = 1 + random_bits(&random) % sizeof text;
        for (size_t k = 0; k < length; k++)
            text[k] = letters[random_bits(&random) % (sizeof letters - (i % 2 ? 2 : 0))];
        bri_table *table = NULL;
        bri_error err = {0};
        bri_status status = read_text(text, length, &table, &err);
        assert_true(status == BRI_OK ? table != NULL : *err.what && !table);
        bri_table_destroy(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_comes_back),   cmocka_unit_test(what_others_write_is_read),
        cmocka_unit_test(every_complaint_has_its_place), cmocka_unit_test(every_bad_row_is_told_but_not_without_end),
        cmocka_unit_test(rubbish_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
