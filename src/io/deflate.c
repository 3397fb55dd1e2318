/* deflate.c - deflate: repeated strings by hash chains, then Huffman codes of each block, in a zlib stream
 *
 * RFC 1951, "DEFLATE Compressed Data Format", and RFC 1950, "ZLIB Compressed Data Format". */
#include "io/deflate.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    WINDOW = 32768,
    HASHES = 1 << 15,
    LEAST = 3, /* lengths of a repeated string */
    MOST = 258,
    CHAIN = 64,       /* earlier strings that are compared */
    TOKENS = 1 << 15, /* of one block */
    LITERALS = 286,   /* bytes, end of block, lengths */
    DISTANCES = 30,
    LENGTH_CODES = 19,
    END = 256,    /* end of block */
    LONGEST = 15, /* code of a literal or a distance, bits */
    LONGEST_OF_LENGTHS = 7
};

static const uint16_t length_from[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                         31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                         2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_from[30] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                           33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                           1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t distance_extra[30] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                           6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
static const uint8_t length_order[LENGTH_CODES] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

typedef struct token { /* distance 0: the byte `length` */
    uint16_t length, distance;
} token;

typedef struct coder {
    const unsigned char *data;
    size_t size;
    bri_text *out;
    unsigned char room[1024]; /* bytes on their way to out */
    size_t filled;
    uint32_t bits;
    int bit_count;
    int32_t head[HASHES], before[WINDOW]; /* last position of a hash, and the one before each position; -1: none */
    token block[TOKENS];
    int tokens;
} coder;

typedef struct code {
    uint16_t bits[LITERALS]; /* reversed, as they are written */
    uint8_t length[LITERALS];
} code;

/* --- bits ------------------------------------------------------------------------------------------------------------------ */

static void put_byte(coder *c, unsigned byte)
{
    c->room[c->filled++] = (unsigned char)byte;
    if (c->filled < sizeof c->room) return;
    bri_text_add_n(c->out, (const char *)c->room, c->filled);
    c->filled = 0;
}

static void put_bits(coder *c, uint32_t bits, int count)
{
    c->bits |= bits << c->bit_count;
    for (c->bit_count += count; c->bit_count >= 8; c->bit_count -= 8) {
        put_byte(c, c->bits & 0xff);
        c->bits >>= 8;
    }
}

/* --- Huffman codes --------------------------------------------------------------------------------------------------------- */

/* Length of the code of each symbol by Huffman's method; 0 where the symbol does not occur. At least one does.
 * Returns the largest. */
static int measure_codes(const uint32_t *count, int symbols, uint8_t *length)
{
    uint32_t weight[2 * LITERALS] = {0};
    int parent[2 * LITERALS], nodes = symbols, most = 0;
    for (int i = 0; i < symbols; i++)
        weight[i] = count[i];
    for (;;) {
        int least = -1, next = -1; /* the two of smallest weight; 0: already joined, or absent */
        for (int i = 0; i < nodes; i++) {
            if (!weight[i]) continue;
            if (least < 0 || weight[i] < weight[least])
                next = least, least = i;
            else if (next < 0 || weight[i] < weight[next])
                next = i;
        }
        assert(least >= 0);
        if (next < 0) {
            parent[least] = -1;
            break;
        }
        weight[nodes] = weight[least] + weight[next];
        weight[least] = weight[next] = 0;
        parent[least] = parent[next] = nodes++;
    }
    for (int i = 0; i < symbols; i++) {
        int depth = 0;
        for (int at = i; count[i] && parent[at] >= 0; at = parent[at])
            depth++;
        length[i] = (uint8_t)depth;
        most = depth > most ? depth : most;
    }
    return most;
}

/* Canonical code of at least two symbols (a code of one is not complete), of at most `limit` bits. Changes the counts. */
static void make_code(uint32_t *count, int symbols, int limit, code *out)
{
    uint16_t start[LONGEST + 2] = {0}; /* first the number of codes of each length, then the next code */
    int used = 0;
    for (int i = 0; i < symbols; i++)
        used += count[i] > 0;
    for (int i = 0; used < 2; i++)
        if (!count[i]) count[i] = 1, used++;
    while (measure_codes(count, symbols, out->length) > limit)
        for (int i = 0; i < symbols; i++)
            count[i] = count[i] ? count[i] / 2 + 1 : 0; /* flatter weights give shorter codes */
    for (int i = 0; i < symbols; i++)
        if (out->length[i]) start[out->length[i] + 1]++;
    for (int n = 2; n <= LONGEST; n++)
        start[n] = (uint16_t)((start[n - 1] + start[n]) << 1);
    for (int i = 0; i < symbols; i++) {
        int n = out->length[i];
        if (!n) continue;
        uint16_t bits = start[n]++, reversed = 0;
        for (int k = 0; k < n; k++)
            reversed = (uint16_t)(reversed << 1 | (bits >> k & 1));
        out->bits[i] = reversed;
    }
}

static void put_symbol(coder *c, const code *with, int symbol)
{
    put_bits(c, with->bits[symbol], with->length[symbol]);
}

/* --- blocks ---------------------------------------------------------------------------------------------------------------- */

static int find_row(const uint16_t *from, int rows, int value)
{
    int row = rows - 1;
    while (from[row] > value)
        row--;
    return row;
}

typedef struct run { /* of code lengths: a symbol of the code of lengths, and its extra bits */
    uint8_t symbol, extra, bits;
} run;

/* Lengths of both codes as symbols: 0 to 15 themselves, 16 repeats, 17 and 18 are zeros. */
static int pack_lengths(const uint8_t *length, int count, run *out)
{
    int runs = 0;
    for (int i = 0; i < count;) {
        int same = 1;
        while (i + same < count && length[i + same] == length[i])
            same++;
        if (length[i] == 0 && same >= 3) {
            same = same > 138 ? 138 : same;
            out[runs++] = same > 10 ? (run){18, (uint8_t)(same - 11), 7} : (run){17, (uint8_t)(same - 3), 3};
        } else if (same >= 4) {
            same = same > 7 ? 7 : same;
            out[runs++] = (run){length[i], 0, 0};
            out[runs++] = (run){16, (uint8_t)(same - 4), 2};
        } else {
            out[runs++] = (run){length[i], 0, 0};
            same = 1;
        }
        i += same;
    }
    return runs;
}

static void put_codes(coder *c, const code *literal, const code *distance)
{
    uint8_t lengths[LITERALS + DISTANCES];
    run runs[LITERALS + DISTANCES];
    uint32_t count[LENGTH_CODES] = {0};
    code small = {0};
    int literals = LITERALS, distances = DISTANCES, codes = LENGTH_CODES;
    while (literals > 257 && !literal->length[literals - 1])
        literals--;
    while (distances > 1 && !distance->length[distances - 1])
        distances--;
    memcpy(lengths, literal->length, (size_t)literals);
    memcpy(lengths + literals, distance->length, (size_t)distances);
    int many = pack_lengths(lengths, literals + distances, runs);
    for (int i = 0; i < many; i++)
        count[runs[i].symbol]++;
    make_code(count, LENGTH_CODES, LONGEST_OF_LENGTHS, &small);
    while (codes > 4 && !small.length[length_order[codes - 1]])
        codes--;
    put_bits(c, (uint32_t)literals - 257, 5);
    put_bits(c, (uint32_t)distances - 1, 5);
    put_bits(c, (uint32_t)codes - 4, 4);
    for (int i = 0; i < codes; i++)
        put_bits(c, small.length[length_order[i]], 3);
    for (int i = 0; i < many; i++) {
        put_symbol(c, &small, runs[i].symbol);
        put_bits(c, runs[i].extra, runs[i].bits);
    }
}

static void put_block(coder *c, bool last)
{
    uint32_t literals[LITERALS] = {0}, distances[DISTANCES] = {0};
    code literal = {0}, distance = {0};
    literals[END] = 1;
    for (int i = 0; i < c->tokens; i++) {
        const token *t = &c->block[i];
        literals[t->distance ? 257 + find_row(length_from, 29, t->length) : t->length]++;
        if (t->distance) distances[find_row(distance_from, 30, t->distance)]++;
    }
    make_code(literals, LITERALS, LONGEST, &literal);
    make_code(distances, DISTANCES, LONGEST, &distance);
    put_bits(c, last, 1);
    put_bits(c, 2, 2);
    put_codes(c, &literal, &distance);
    for (int i = 0; i < c->tokens; i++) {
        const token *t = &c->block[i];
        if (!t->distance) {
            put_symbol(c, &literal, t->length);
            continue;
        }
        int row = find_row(length_from, 29, t->length), far = find_row(distance_from, 30, t->distance);
        put_symbol(c, &literal, 257 + row);
        put_bits(c, (uint32_t)(t->length - length_from[row]), length_extra[row]);
        put_symbol(c, &distance, far);
        put_bits(c, (uint32_t)(t->distance - distance_from[far]), distance_extra[far]);
    }
    put_symbol(c, &literal, END);
    c->tokens = 0;
}

/* --- repeated strings ------------------------------------------------------------------------------------------------------ */

static unsigned hash_at(const unsigned char *at) { return (at[0] << 10 ^ at[1] << 5 ^ at[2]) & (HASHES - 1); }

static void remember(coder *c, size_t at)
{
    if (at + LEAST > c->size) return;
    unsigned hash = hash_at(c->data + at);
    c->before[at % WINDOW] = c->head[hash];
    c->head[hash] = (int32_t)at;
}

/* The longest earlier string that begins like the one at a position; its length, 0 if there is none. */
static int find_string(const coder *c, size_t at, int *distance)
{
    int best = 0, most = c->size - at < MOST ? (int)(c->size - at) : MOST;
    if (most < LEAST) return 0;
    int32_t earlier = c->head[hash_at(c->data + at)];
    for (int tries = 0; tries < CHAIN && earlier >= 0 && at - (size_t)earlier < WINDOW; tries++) {
        int same = 0;
        while (same < most && c->data[(size_t)earlier + (size_t)same] == c->data[at + (size_t)same])
            same++;
        if (same > best) best = same, *distance = (int)(at - (size_t)earlier);
        if (best == most) break;
        int32_t next = c->before[earlier % WINDOW];
        if (next >= earlier) break; /* its place was taken by a later position */
        earlier = next;
    }
    return best >= LEAST ? best : 0;
}

static uint32_t adler32(const unsigned char *data, size_t size)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

void bri_deflate(const void *data, size_t size, bri_text *out)
{
    coder *c = size <= INT32_MAX ? malloc(sizeof *c) : NULL;
    if (!c) {
        out->failed = true;
        return;
    }
    c->data = data, c->size = size, c->out = out;
    c->filled = 0, c->bits = 0, c->bit_count = 0, c->tokens = 0;
    memset(c->head, -1, sizeof c->head);
    memset(c->before, -1, sizeof c->before);
    put_byte(c, 0x78); /* zlib: window of 32 kB; */
    put_byte(c, 0x9c); /* no dictionary, usual level */
    for (size_t at = 0; at < size;) {
        int distance = 0, length = find_string(c, at, &distance);
        c->block[c->tokens++] = length ? (token){(uint16_t)length, (uint16_t)distance} : (token){c->data[at], 0};
        for (size_t end = at + (size_t)(length ? length : 1); at < end; at++)
            remember(c, at);
        if (c->tokens == TOKENS && at < size) put_block(c, false);
    }
    put_block(c, true);
    if (c->bit_count) put_bits(c, 0, 8 - c->bit_count);
    uint32_t check = adler32(c->data, size);
    for (int shift = 24; shift >= 0; shift -= 8)
        put_byte(c, check >> shift & 0xff);
    bri_text_add_n(out, (const char *)c->room, c->filled);
    free(c);
}
