/* page_channels.c - the channels of a page: their names as JSON, their numbers packed for compression */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"

void page_add_base64(bri_text *out, const void *data, size_t size)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
    const unsigned char *at = data;
    char room[4096];
    size_t filled = 0;
    for (size_t i = 0; i < size; i += 3) {
        uint32_t three =
            (uint32_t)at[i] << 16 | (i + 1 < size ? (uint32_t)at[i + 1] << 8 : 0) | (i + 2 < size ? at[i + 2] : 0);
        for (size_t k = 0; k < 4; k++)
            room[filled++] = digit[k > size - i ? 64 : three >> (18 - 6 * k) & 63];
        if (filled + 4 <= sizeof room) continue;
        bri_text_add_n(out, room, filled);
        filled = 0;
    }
    bri_text_add_n(out, room, filled);
}

static void spread(unsigned char *out, size_t rows, size_t row, uint64_t bits, size_t bytes)
{
    for (size_t b = 0; b < bytes; b++)
        out[b * rows + row] = (unsigned char)(bits >> 8 * b & 0xff);
}

static void pack_time(const bri_table *table, const page_choice *choice, unsigned char *out)
{
    uint64_t before = 0;
    for (size_t i = 0; i < choice->rows; i++) {
        uint64_t bits;
        memcpy(&bits, &table->value[choice->row[i] * table->columns], sizeof bits);
        spread(out, choice->rows, i, bits - before, sizeof bits);
        before = bits;
    }
}

static void pack_column(const bri_table *table, const page_choice *choice, size_t column, unsigned char *out)
{
    uint32_t before = 0;
    for (size_t i = 0; i < choice->rows; i++) {
        float value = (float)table->value[choice->row[i] * table->columns + column];
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        spread(out, choice->rows, i, bits - before, sizeof bits);
        before = bits;
    }
}

static bool pack_numbers(const bri_table *table, const page_choice *choice, bri_text *numbers)
{
    size_t rows = choice->rows;
    unsigned char *one = malloc(8 * rows);
    for (size_t i = 0; one && i < choice->columns; i++) {
        if (i == 0)
            pack_time(table, choice, one);
        else
            pack_column(table, choice, choice->column[i], one);
        bri_text_add_n(numbers, (const char *)one, (i == 0 ? 8 : 4) * rows);
    }
    free(one);
    return one && !numbers->failed;
}

bri_status page_add_channels(bri_text *object, bri_text *numbers, const bri_table *table, const page_choice *choice,
                             bri_error *err)
{
    bri_text_add(object, ",\n \"channels\": {\"rows\": %zu, \"recorded\": %zu, \"left_out\": %zu, \"columns\": [",
                 choice->rows, table->rows, table->columns - choice->columns);
    for (size_t i = 0; i < choice->columns; i++) {
        const bri_column *column = &table->column[choice->column[i]];
        bri_text_add(object, i ? ",\n  {\"name\": " : "\n  {\"name\": ");
        bri_text_add_json(object, column->name);
        bri_text_add(object, ", \"unit\": ");
        bri_text_add_json(object, column->unit);
        bri_text_add(object, "}");
    }
    bri_text_add(object, "]}");
    return pack_numbers(table, choice, numbers) ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: a page");
}
