/* reader.c - errors found in a model: kept, then reported in the order of their positions in the file */
#include "model/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

BRI_PRINTF(5, 0)
static void add_message(bri_reader *reader, bri_status status, int line, int column, const char *format,
                        va_list arguments)
{
    if (!reader->status || status == BRI_NO_MEMORY) reader->status = status;
    if (reader->errors++ >= BRI_READER_ERRORS_MAX) return;
    if (!reader->kept) reader->kept = malloc(BRI_READER_ERRORS_MAX * sizeof *reader->kept);
    if (!reader->kept) {
        reader->errors = 1;
        reader->status = BRI_NO_MEMORY; /* reported at the end */
        return;
    }
    bri_reader_message *one = &reader->kept[reader->errors - 1];
    *one = (bri_reader_message){.status = status, .line = line, .column = column, .order = reader->errors};
    bri_place_print(one->where, reader->name ? reader->name : "", reader->in_file ? line : 0, column);
    int length =
        reader->part ? snprintf(one->what, sizeof one->what, "%s '%.60s': ", reader->group->name, reader->part) : 0;
    vsnprintf(one->what + length, sizeof one->what - (size_t)length, format, arguments);
}

void bri_reader_error(bri_reader *reader, bri_status status, int line, int column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_message(reader, status, line, column, format, arguments);
    va_end(arguments);
}

void bri_reader_error_at(bri_reader *reader, const void *what, const bri_record *record, const char *format, ...)
{
    int line = record->line, column = record->column;
    for (size_t i = 0; i < reader->place_count && reader->errors < BRI_READER_ERRORS_MAX; i++)
        if (reader->places[i].what == what) {
            line = reader->places[i].line;
            column = reader->places[i].column;
        }
    va_list arguments;
    va_start(arguments, format);
    add_message(reader, BRI_NOT_FOUND, line, column, format, arguments);
    va_end(arguments);
}

bool bri_node_is_empty(const bri_node *node) { return node->type == BRI_SCALAR && !node->quoted && !*node->text; }

/* What was given, for messages: "a list of 3", "a mapping", "nothing", "'5 N'". */
static const char *show(const bri_node *node, char out[64])
{
    if (node->type == BRI_SEQUENCE)
        snprintf(out, 64, "a list of %d", node->count);
    else if (node->type == BRI_SCALAR && !bri_node_is_empty(node))
        snprintf(out, 64, "'%.40s'", node->text);
    else
        snprintf(out, 64, "%s", node->type == BRI_MAPPING ? "a mapping" : "nothing");
    return out;
}

void bri_reader_wrong_type(bri_reader *r, const bri_node *node, const char *name, const char *wanted)
{
    char given[64];
    NODE_ERROR(r, node, "%s must be %s, not %s", name, wanted, show(node, given));
}

static const char in_text[] = "character ";

bool bri_is_in_text(const char *where) { return !strncmp(where, in_text, strlen(in_text)); }

int bri_node_column(const bri_node *node, const char *where)
{
    bool inside = bri_is_in_text(where) && node->type == BRI_SCALAR && node->one_line;
    return node->column + (inside ? atoi(where + strlen(in_text)) - 1 + node->quoted : 0);
}

bri_status bri_reader_no_memory(bri_reader *reader)
{
    bri_reader_error(reader, BRI_NO_MEMORY, 0, 0, "out of memory: the model");
    return BRI_NO_MEMORY;
}

static int by_place(const void *a, const void *b)
{
    const bri_reader_message *x = a, *y = b;
    int lines = (x->line > y->line) - (x->line < y->line), columns = (x->column > y->column) - (x->column < y->column);
    return lines ? lines : columns ? columns : x->order - y->order;
}

bri_status bri_reader_end(bri_reader *reader)
{
    int count = reader->errors < BRI_READER_ERRORS_MAX ? reader->errors : BRI_READER_ERRORS_MAX;
    if (reader->status == BRI_NO_MEMORY) { /* other errors may be consequences of it */
        count = reader->errors = 0;
        bri_fail(reader->err, BRI_NO_MEMORY, "out of memory: the model");
    }
    if (reader->kept) qsort(reader->kept, (size_t)count, sizeof *reader->kept, by_place);
    for (int i = 0; reader->kept && i < count; i++)
        bri_fail_at(reader->err, reader->kept[i].status, reader->kept[i].where, "%s", reader->kept[i].what);
    if (reader->errors > count)
        bri_fail_at(reader->err, reader->status, reader->name ? reader->name : "",
                    "there are %d errors; only the first %d are shown", reader->errors, count);
    free(reader->kept);
    free(reader->places);
    reader->kept = NULL;
    reader->places = NULL;
    return reader->status;
}
