/* test_arena.c - arrays of an arena: zeroed, apart from each other, of any size, also beyond those of a small system */
#include "test.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"

enum {
    ARRAYS = 400
};

typedef struct array {
    unsigned char *at;
    size_t bytes;
} array;

/* From 0 bytes to some large pages, in no order. */
static size_t draw(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    unsigned size = (unsigned)(*seed >> 33) % 24; /* of 2^size bytes */
    return (size_t)(*seed >> 40) % ((size_t)1 << size);
}

/* Every array is zero when it is given, and keeps what is written there. */
static void arrays_are_zero_and_apart(void **state)
{
    (void)state;
    bri_arena arena = {0};
    array list[ARRAYS];
    uint64_t seed = 7;
    size_t bytes = 0;
    for (int i = 0; i < ARRAYS; i++) {
        list[i].bytes = draw(&seed);
        list[i].at = bri_arena_take(&arena, list[i].bytes, 1);
        bytes += list[i].bytes;
        assert_non_null(list[i].at);
        assert_int_equal((uintptr_t)list[i].at % 16, 0);
        for (size_t k = 0; k < list[i].bytes; k++)
            if (list[i].at[k]) fail_msg("array %d of %zu bytes is not zero", i, list[i].bytes);
        memset(list[i].at, 1 + i % 255, list[i].bytes);
    }
    assert_true(bytes > (size_t)1 << 24);
    assert_true(arena.bytes == bytes);
    for (int i = 0; i < ARRAYS; i++)
        for (size_t k = 0; k < list[i].bytes; k++)
            if (list[i].at[k] != 1 + i % 255) fail_msg("array %d was written to by another one", i);
    bri_arena_free(&arena);
    assert_null(arena.last);
    assert_true(arena.bytes == 0);
}

/* What cannot be given fails, and so does what is asked for afterwards. */
static void too_much_fails(void **state)
{
    (void)state;
    const size_t counts[] = {SIZE_MAX, SIZE_MAX / 8, SIZE_MAX / 16 + 1};
    for (int before = 0; before < 2; before++)
        for (int i = 0; i < 3; i++) {
            bri_arena arena = {0};
            if (before) assert_non_null(bri_arena_take(&arena, 1 << 22, 1));
            assert_null(bri_arena_take(&arena, counts[i], 8));
            assert_true(arena.failed);
            assert_null(bri_arena_take(&arena, 1, 1));
            bri_arena_free(&arena);
            assert_non_null(bri_arena_take(&arena, 1, 1));
            bri_arena_free(&arena);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_are_zero_and_apart),
        cmocka_unit_test(too_much_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
