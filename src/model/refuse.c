/* refuse.c - complaints of a model: kept, then given in the order of their places */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/model.h"

BRI_PRINTF(5, 0)
static void refuse(bri_reader *reader, bri_status status, int line, int column, const char *format, va_list arguments)
{
    if (!reader->status || status == BRI_NO_MEMORY) reader->status = status;
    if (reader->complaints++ >= BRI_COMPLAINTS_MAX) return;
    if (!reader->kept) reader->kept = malloc(BRI_COMPLAINTS_MAX * sizeof *reader->kept);
    if (!reader->kept) {
        reader->complaints = 1;
        reader->status = BRI_NO_MEMORY; /* said at the end */
        return;
    }
    bri_complaint *one = &reader->kept[reader->complaints - 1];
    *one = (bri_complaint){.status = status, .line = line, .column = column, .order = reader->complaints};
    bri_place_print(one->where, reader->name ? reader->name : "", reader->in_file ? line : 0, column);
    int length =
        reader->part ? snprintf(one->what, sizeof one->what, "%s '%.60s': ", reader->group->name, reader->part) : 0;
    vsnprintf(one->what + length, sizeof one->what - (size_t)length, format, arguments);
}

void bri_refuse(bri_reader *reader, bri_status status, int line, int column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse(reader, status, line, column, format, arguments);
    va_end(arguments);
}

void bri_refuse_at(bri_reader *reader, const void *what, const bri_record *record, const char *format, ...)
{
    int line = record->line, column = record->column;
    for (size_t i = 0; i < reader->place_count && reader->complaints < BRI_COMPLAINTS_MAX; i++)
        if (reader->places[i].what == what) {
            line = reader->places[i].line;
            column = reader->places[i].column;
        }
    va_list arguments;
    va_start(arguments, format);
    refuse(reader, BRI_NOT_FOUND, line, column, format, arguments);
    va_end(arguments);
}

bri_status bri_refuse_memory(bri_reader *reader)
{
    bri_refuse(reader, BRI_NO_MEMORY, 0, 0, "there is no memory for the model");
    return BRI_NO_MEMORY;
}

static int by_place(const void *a, const void *b)
{
    const bri_complaint *x = a, *y = b;
    int lines = (x->line > y->line) - (x->line < y->line), columns = (x->column > y->column) - (x->column < y->column);
    return lines ? lines : columns ? columns : x->order - y->order;
}

bri_status bri_reader_end(bri_reader *reader)
{
    int count = reader->complaints < BRI_COMPLAINTS_MAX ? reader->complaints : BRI_COMPLAINTS_MAX;
    if (reader->status == BRI_NO_MEMORY) { /* what else was said may have come from that */
        count = reader->complaints = 0;
        bri_fail(reader->err, BRI_NO_MEMORY, "there is no memory for the model");
    }
    if (reader->kept) qsort(reader->kept, (size_t)count, sizeof *reader->kept, by_place);
    for (int i = 0; reader->kept && i < count; i++)
        bri_fail_at(reader->err, reader->kept[i].status, reader->kept[i].where, "%s", reader->kept[i].what);
    if (reader->complaints > count)
        bri_fail_at(reader->err, reader->status, reader->name ? reader->name : "",
                    "there are %d complaints; the first %d are given", reader->complaints, count);
    free(reader->kept);
    free(reader->places);
    reader->kept = NULL;
    reader->places = NULL;
    return reader->status;
}
