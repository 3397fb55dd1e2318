/* expressions.c - texts of the expressions that give numbers of a record */
#include "kind/expressions.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static bri_status no_memory(bri_error *err) { return bri_fail(err, BRI_NO_MEMORY, "out of memory: an expression"); }

int bri_row_number(const bri_kind *kind, const bri_param *row)
{
    int i = 0;
    while (kind->params[i].name && kind->params[i].offset != row->offset)
        i++;
    return i;
}

static bool is_of(const bri_expression *one, int row, int index)
{
    return one->row == row && (index == BRI_ALL_INDICES || one->index == index);
}

const char *bri_expression_find(const bri_record *record, int row, int index)
{
    const bri_expressions *all = record->expressions;
    for (int i = 0; all && i < all->count; i++)
        if (is_of(&all->at[i], row, index)) return all->at[i].text;
    return NULL;
}

void bri_expression_drop(bri_record *record, int row, int index)
{
    bri_expressions *all = record->expressions;
    int kept = 0;
    for (int i = 0; all && i < all->count; i++) {
        if (is_of(&all->at[i], row, index))
            free(all->at[i].text);
        else
            all->at[kept++] = all->at[i];
    }
    if (!all) return;
    all->count = kept;
    if (!kept) bri_expressions_drop(record);
}

void bri_expressions_drop(bri_record *record)
{
    bri_expressions *all = record->expressions;
    for (int i = 0; all && i < all->count; i++)
        free(all->at[i].text);
    if (all) free(all->at);
    free(all);
    record->expressions = NULL;
}

bri_status bri_expression_keep(bri_record *record, int row, int index, const char *text, bri_error *err)
{
    bri_expression_drop(record, row, index);
    if (!record->expressions) record->expressions = calloc(1, sizeof *record->expressions);
    bri_expressions *all = record->expressions;
    size_t size = strlen(text) + 1;
    bri_expression *more = all ? realloc(all->at, ((size_t)all->count + 1) * sizeof *more) : NULL;
    if (!more) return no_memory(err);
    all->at = more;
    bri_expression *last = &more[all->count];
    *last = (bri_expression){row, index, malloc(size)};
    if (!last->text) return no_memory(err);
    memcpy(last->text, text, size);
    all->count++;
    return BRI_OK;
}

bri_status bri_expressions_copy(const bri_record *from, bri_record *to, bri_error *err)
{
    const bri_expressions *all = from->expressions;
    bri_status status = BRI_OK;
    for (int i = 0; all && !status && i < all->count; i++)
        status = bri_expression_keep(to, all->at[i].row, all->at[i].index, all->at[i].text, err);
    return status;
}
