/* test_deflate.c - what is compressed is there again, read by an inflate of this file, written from RFC 1951 */
#include "test.h"

#include "io/deflate.h"

/* --- inflate: slow, and strict --------------------------------------------------------------------------------------------- */

typedef struct reader {
    const unsigned char *at;
    size_t size, byte;
    int bit;
} reader;

static int read_bit(reader *r)
{
    assert_true(r->byte < r->size);
    int bit = r->at[r->byte] >> r->bit & 1;
    if (++r->bit == 8) r->bit = 0, r->byte++;
    return bit;
}

static int read_bits(reader *r, int count)
{
    int value = 0;
    for (int i = 0; i < count; i++)
        value |= read_bit(r) << i;
    return value;
}

/* Section 3.2.2: codes of a length follow each other, in the order of their symbols. Requires a complete code. */
static int read_symbol(reader *r, const int *length, int symbols)
{
    int code = 0, first = 0;
    for (int bits = 1; bits <= 15; bits++) {
        int count = 0;
        code = code << 1 | read_bit(r);
        first <<= 1;
        for (int s = 0; s < symbols; s++)
            count += length[s] == bits;
        if (code - first < count)
            for (int s = 0, nth = 0; s < symbols; s++)
                if (length[s] == bits && nth++ == code - first) return s;
        first += count;
    }
    fail_msg("a code is longer than 15 bits");
    return -1;
}

static void assert_complete(const int *length, int symbols)
{
    long room = 1L << 15;
    for (int s = 0; s < symbols; s++)
        if (length[s]) room -= 1L << (15 - length[s]);
    assert_int_equal(room, 0);
}

static void read_lengths(reader *r, int *literal, int *distance)
{
    static const int order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    int literals = 257 + read_bits(r, 5), distances = 1 + read_bits(r, 5), codes = 4 + read_bits(r, 4), small[19] = {0},
        all[320] = {0};
    for (int i = 0; i < codes; i++)
        small[order[i]] = read_bits(r, 3);
    assert_complete(small, 19);
    for (int i = 0; i < literals + distances;) {
        int symbol = read_symbol(r, small, 19);
        if (symbol == 16) assert_true(i > 0);
        int value = symbol < 16 ? symbol : symbol == 16 ? all[i - 1] : 0;
        int times = symbol < 16    ? 1
                    : symbol == 16 ? 3 + read_bits(r, 2)
                    : symbol == 17 ? 3 + read_bits(r, 3)
                                   : 11 + read_bits(r, 7);
        assert_true(i + times <= literals + distances);
        while (times--)
            all[i++] = value;
    }
    for (int i = 0; i < 288; i++)
        literal[i] = i < literals ? all[i] : 0;
    for (int i = 0; i < 32; i++)
        distance[i] = i < distances ? all[literals + i] : 0;
    assert_complete(literal, 288);
    assert_complete(distance, 32);
}

static size_t inflate(const char *packed, size_t size, unsigned char *out, size_t room)
{
    reader r = {.at = (const unsigned char *)packed, .size = size, .byte = 2};
    size_t n = 0;
    assert_true(size > 6 && (r.at[0] & 15) == 8 && (r.at[0] * 256 + r.at[1]) % 31 == 0); /* RFC 1950 */
    for (bool last = false; !last;) {
        int literal[288], distance[32], symbol;
        last = read_bits(&r, 1);
        assert_int_equal(read_bits(&r, 2), 2);
        read_lengths(&r, literal, distance);
        while ((symbol = read_symbol(&r, literal, 288)) != 256) {
            if (symbol < 256) {
                assert_true(n < room);
                out[n++] = (unsigned char)symbol;
                continue;
            }
            int extra = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4, length = 3;
            for (int s = 257; s < symbol; s++)
                length += 1 << (s < 265 ? 0 : (s - 261) / 4);
            length = symbol == 285 ? 258 : length + read_bits(&r, extra);
            int far = read_symbol(&r, distance, 32), back = 1;
            for (int s = 0; s < far; s++)
                back += 1 << (s < 4 ? 0 : (s - 2) / 2);
            back += read_bits(&r, far < 4 ? 0 : (far - 2) / 2);
            assert_true((size_t)back <= n && back <= 32768 && n + (size_t)length <= room);
            for (; length > 0; length--, n++)
                out[n] = out[n - (size_t)back];
        }
    }
    uint32_t a = 1, b = 0, check = 0;
    for (size_t i = 0; i < n; i++)
        a = (a + out[i]) % 65521, b = (b + a) % 65521;
    r.byte += r.bit > 0;
    assert_int_equal(r.size - r.byte, 4);
    for (int i = 0; i < 4; i++)
        check = check << 8 | r.at[r.byte + (size_t)i];
    assert_true(check == (b << 16 | a));
    return n;
}

/* --- tests ----------------------------------------------------------------------------------------------------------------- */

static size_t round_trip(const unsigned char *data, size_t size)
{
    bri_text packed = {0};
    unsigned char *back = malloc(size + 1);
    assert_non_null(back);
    bri_deflate(data, size, &packed);
    assert_false(packed.failed);
    assert_int_equal(inflate(packed.at, packed.length, back, size + 1), size);
    assert_memory_equal(back, data, size);
    size_t length = packed.length;
    bri_text_free(&packed);
    free(back);
    return length;
}

static void short_texts(void **state)
{
    (void)state;
    static const char *const text[] = {"", "a", "aa", "ab", "aaa", "abcabcabc", "0123456789 0123456789 0123456789"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        round_trip((const unsigned char *)text[i], strlen(text[i]));
}

static unsigned char next_byte(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned char)(*seed >> 56);
}

/* Zeros, noise, noise of few letters, copies from near and from the whole window, in several blocks. */
static void long_texts(void **state)
{
    (void)state;
    enum {
        SIZE = 120000
    };
    static unsigned char data[SIZE];
    uint64_t seed = 7;
    assert_true(round_trip(data, SIZE) < 500);
    for (int letters = 2; letters <= 256; letters *= 4) {
        for (size_t i = 0; i < SIZE; i++)
            data[i] = (unsigned char)(next_byte(&seed) % letters);
        size_t packed = round_trip(data, SIZE);
        double ideal = SIZE * log2(letters) / 8; /* entropy */
        assert_true((double)packed > 0.99 * ideal && (double)packed < 1.4 * ideal + 500);
    }
    for (size_t i = 0; i < SIZE;) {
        size_t back = (size_t)next_byte(&seed) * 256 + next_byte(&seed) + 1,
               length = next_byte(&seed) + (size_t)next_byte(&seed);
        for (size_t k = 0; k < length && i < SIZE; k++, i++)
            data[i] = back <= i && length > 8 ? data[i - back] : next_byte(&seed);
    }
    round_trip(data, SIZE);
}

/* Frequencies like Fibonacci's numbers ask for codes longer than 15 bits. */
static void long_codes(void **state)
{
    (void)state;
    static unsigned char data[200000];
    size_t n = 0;
    uint64_t seed = 3;
    for (int symbol = 0, a = 1, b = 1; symbol < 24; symbol++) {
        for (int i = 0; i < a; i++)
            data[n++] = (unsigned char)symbol;
        int c = a + b;
        a = b, b = c;
    }
    for (size_t i = n - 1; i > 0; i--) {
        size_t k = ((size_t)next_byte(&seed) << 16 | (size_t)next_byte(&seed) << 8 | next_byte(&seed)) % (i + 1);
        unsigned char swap = data[i];
        data[i] = data[k], data[k] = swap;
    }
    round_trip(data, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(short_texts), cmocka_unit_test(long_texts),
                                       cmocka_unit_test(long_codes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
