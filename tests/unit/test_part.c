/* test_part.c - optional parts: a module is loaded once, and one that does not fit gets a sentence */
#include "test.h"

#include <stdbool.h>

#include "part/part.h"

/* The part is asked for while BRISTLE_PARTS is the folder; NULL: unset. */
static const void *ask(bri_part_id part, const char *folder, bri_error *err)
{
    if (folder)
        setenv("BRISTLE_PARTS", folder, 1);
    else
        unsetenv("BRISTLE_PARTS");
    *err = (bri_error){0};
    return bri_part_functions(part, "this test", BRI_CANNOT_WRITE, err);
}

static void what_is_missing_is_named(void **state)
{
    (void)state;
    bri_error err;
    assert_null(ask(BRI_PART_HDF5, "/nowhere", &err));
    assert_int_equal(err.status, BRI_CANNOT_WRITE);
    assert_string_equal(err.what, "this test needs the part 'hdf5', which this installation does not have: install "
                                  "libhdf5-dev and build bristle with -DBRISTLE_WITH_HDF5=ON, or name the folder of "
                                  "bristle-part-hdf5.so in BRISTLE_PARTS");
    assert_null(bri_part_functions(BRI_PART_CLP, "this test", BRI_NOT_FOUND, NULL)); /* without an error to fill */
}

static void a_long_folder_is_no_overflow(void **state)
{
    (void)state;
    static char folder[10000];
    bri_error err;
    memset(folder, 'x', sizeof folder - 1);
    assert_null(ask(BRI_PART_HDF5, folder, &err));
    assert_non_null(strstr(err.what, "this test needs the part 'hdf5'"));
}

static void another_build_is_refused(void **state)
{
    (void)state;
    bri_error err;
    assert_null(ask(BRI_PART_HDF5, OTHER_PARTS, &err));
    assert_non_null(strstr(err.what, "bristle-part-hdf5.so is of bristle " BRI_VERSION " (interface 0)"));
    assert_null(ask(BRI_PART_CLP, OTHER_PARTS, &err));
    assert_non_null(strstr(err.what, "bristle-part-clp.so is of bristle 0.0.0 (interface 3)"));
    assert_non_null(strstr(err.what, "install both from the same build"));
}

static void a_module_without_its_table_cannot_be_loaded(void **state)
{
    (void)state;
    bri_error err;
    assert_null(ask(BRI_PART_SUNDIALS, OTHER_PARTS, &err));
    assert_non_null(strstr(err.what, "this test needs the part 'sundials', which cannot be loaded: "));
    assert_non_null(strstr(err.what, "bri_part_sundials"));
}

static void an_existing_part_is_found_once(void **state)
{
    (void)state;
    bri_error err;
    for (bri_part_id part = BRI_NO_PART + 1; part < BRI_PARTS; part++) {
        const void *functions = ask(part, NULL, &err);
        if (!functions) print_message("without %s: %s\n", bri_part_name(part), err.what);
        if (!functions) continue;
        assert_true(bri_part_exists(part));
        assert_ptr_equal(ask(part, "/nowhere", &err), functions); /* it stays loaded */
        assert_ptr_equal(bri_part_loaded(part), functions);
        assert_int_equal(err.status, BRI_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_missing_is_named),       cmocka_unit_test(a_long_folder_is_no_overflow),
        cmocka_unit_test(another_build_is_refused),       cmocka_unit_test(a_module_without_its_table_cannot_be_loaded),
        cmocka_unit_test(an_existing_part_is_found_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
