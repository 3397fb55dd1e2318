/* test_hdf5.c - results as HDF5: what is written comes back, rubbish gets a sentence */
#include "test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "bristle/bristle.h"
#include "bristle/result_file.h"

static char path[64];

static int choose_path(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "test_hdf5_%ld.h5", (long)getpid());
    return 0;
}

static int remove_file(void **state)
{
    (void)state;
    remove(path);
    return 0;
}

static bri_table *make_table(size_t rows)
{
    uint64_t random = 7;
    bri_table *table = NULL;
    assert_int_equal(bri_table_create(4, rows, &table, NULL), BRI_OK);
    bri_table_name(table, 0, "t", "s");
    bri_table_name(table, 1, "zeta.x", "m"); /* the order is kept, and is not that of the alphabet */
    bri_table_name(table, 2, "alpha.mü", "1");
    bri_table_name(table, 3, "a/b.force", "N");
    for (size_t row = 0; row < rows; row++) {
        double *at = bri_table_row(table, row);
        at[0] = 1e-3 * (double)row;
        at[1] = random_finite(&random);
        at[2] = row % 3 == 0 ? (double)NAN : row % 3 == 1 ? (double)INFINITY : -0.0;
        at[3] = 5e-324;
    }
    return table;
}

static bri_event events[] = {{0.25, "floor sticks"}, {0.5, "floor slips, forwards"}};
static bri_energy_term lines[] = {{"kinetic", 1.5}, {"lost in floor", -0.25}};

static bri_result result_of(bri_table *table)
{
    return (bri_result){.channels = table,
                        .event = events,
                        .events = 2,
                        .term = lines,
                        .terms = 2,
                        .energy_turnover = 3,
                        .statistics = {.integrator = "radau5", .steps = 12},
                        .partial = true,
                        .end = 0.75,
                        .why = "stopped"};
}

static void comes_back(size_t rows)
{
    bri_error err = {0};
    bri_table *table = make_table(rows), *back = NULL;
    bri_result result = result_of(table);
    assert_int_equal(bri_result_write_hdf5(&result, "a title", path, &err), BRI_OK);
    assert_int_equal(bri_table_read(path, &back, &err), BRI_OK);
    assert_int_equal(back->columns, 4);
    assert_int_equal(back->rows, rows);
    assert_string_equal(back->column[0].name, "t");
    assert_string_equal(back->column[0].unit, "s");
    assert_string_equal(back->column[1].name, "zeta.x");
    assert_string_equal(back->column[2].name, "alpha.mü");
    assert_string_equal(back->column[2].unit, "1");
    assert_string_equal(back->column[3].name, "a|b.force");
    assert_string_equal(back->column[3].unit, "N");
    if (rows) assert_memory_equal(back->value, table->value, rows * 4 * sizeof(double));
    bri_table_destroy(table);
    bri_table_destroy(back);
}

static void what_was_written_comes_back_to_the_bit(void **state)
{
    (void)state;
    static const size_t rows[] = {0, 1, 63, 64, 8192, 8193, 30000};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        comes_back(rows[i]);
}

static void *bytes_of(const char *name, size_t *size)
{
    struct stat info;
    assert_int_equal(stat(name, &info), 0);
    FILE *file = fopen(name, "rb");
    char *bytes = malloc((size_t)info.st_size);
    *size = fread(bytes, 1, (size_t)info.st_size, file);
    fclose(file);
    return bytes;
}

static void write_bytes(const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void the_same_result_gives_the_same_bytes(void **state)
{
    (void)state;
    size_t size[2];
    void *bytes[2];
    bri_table *table = make_table(1000);
    bri_result result = result_of(table);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(bri_result_write_hdf5(&result, NULL, path, NULL), BRI_OK);
        bytes[i] = bytes_of(path, &size[i]);
        if (!i) sleep(1); /* times in the file would be seen */
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
    free(bytes[0]);
    free(bytes[1]);
    bri_table_destroy(table);
}

static void a_file_that_cannot_be_written_is_not_begun(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_table *table = make_table(3);
    bri_result result = result_of(table);
    assert_int_equal(bri_result_write_hdf5(&result, "", "no/such/folder.h5", &err), BRI_CANNOT_WRITE);
    assert_string_equal(err.what, "no/such/folder.h5 cannot be written: No such file or directory");
    err = (bri_error){0};
    bri_table_name(table, 1, "t", "s");
    assert_int_equal(bri_result_write_hdf5(&result, "", path, &err), BRI_CANNOT_WRITE);
    assert_non_null(strstr(err.what, "two channels are named 't'"));
    assert_int_not_equal(access(path, F_OK), 0);
    bri_table_destroy(table);
}

static void a_file_cut_anywhere_gets_a_sentence(void **state)
{
    (void)state;
    size_t size;
    bri_table *table = make_table(500);
    bri_result result = result_of(table);
    assert_int_equal(bri_result_write_hdf5(&result, "", path, NULL), BRI_OK);
    char *bytes = bytes_of(path, &size);
    for (size_t length = 1; length < size; length += 1 + length / 4) {
        bri_error err = {0};
        bri_table *back = NULL;
        write_bytes(bytes, length);
        assert_int_equal(bri_table_read(path, &back, &err), BRI_BAD_FILE);
        assert_string_equal(err.where, path);
        assert_true(strlen(err.what) > 10);
    }
    free(bytes);
    bri_table_destroy(table);
}

static void a_text_named_h5_is_refused(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_table *back = NULL;
    write_bytes("t [s],x\n0,1\n", 12);
    assert_int_equal(bri_table_read(path, &back, &err), BRI_BAD_FILE);
    assert_string_equal(err.what, "this is not an HDF5 file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_was_written_comes_back_to_the_bit, remove_file),
        cmocka_unit_test_teardown(the_same_result_gives_the_same_bytes, remove_file),
        cmocka_unit_test_teardown(a_file_that_cannot_be_written_is_not_begun, remove_file),
        cmocka_unit_test_teardown(a_file_cut_anywhere_gets_a_sentence, remove_file),
        cmocka_unit_test_teardown(a_text_named_h5_is_refused, remove_file),
    };
    return cmocka_run_group_tests(tests, choose_path, remove_file);
}
