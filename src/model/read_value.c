/* read_value.c - one value of a file becomes one row of a record */
#include "model/read_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "kind/record.h"
#include "model/read_column.h"

static void keep_place(bri_reader *r, const void *what, const bri_node *node)
{
    if (r->place_count == r->place_room) {
        size_t room = r->place_room ? 2 * r->place_room : 64;
        bri_place *more = realloc(r->places, room * sizeof *more);
        if (!more) {
            bri_reader_no_memory(r);
            return;
        }
        r->places = more;
        r->place_room = room;
    }
    r->places[r->place_count++] = (bri_place){what, node->line, node->column};
}

/* --- errors of bri_params_read, with their position in the file --------------------------------------------------- */

typedef struct relay {
    bri_reader *reader;
    const bri_scalars *from; /* NULL: a single value */
    const bri_node *node;    /* position of errors that belong to no single value */
} relay;

static const char in_text[] = "character "; /* where of an error in an expression */

/* The value whose name a message begins with, "mu_s (0.1) is below mu_k (0.2)"; NULL: none. */
static const bri_node *find_subject(const bri_scalars *from, const char *sentence)
{
    size_t length = strcspn(sentence, " :");
    for (size_t i = 0; i < from->count; i++)
        if (strlen(from->setting[i].name) == length && !strncmp(from->setting[i].name, sentence, length))
            return from->node[i];
    return NULL;
}

/* The value of a mapping that a message names, "parameters.v_s: ..."; else the node. */
static const bri_node *find_inside(const bri_node *node, const char *sentence)
{
    const char *name = sentence + strcspn(sentence, ". :");
    size_t length = *name == '.' ? strcspn(++name, " :") : 0;
    for (int i = 0; node->type == BRI_MAPPING && length && i < node->count; i++)
        if (strlen(node->key[i]->text) == length && !strncmp(node->key[i]->text, name, length)) return node->value[i];
    return node;
}

/* Column of a place in an expression, "character 7"; a text over several lines has none but its first. */
static int column_of(const bri_node *node, const char *where)
{
    bool inside = !strncmp(where, in_text, strlen(in_text)) && node->type == BRI_SCALAR && node->one_line;
    return node->column + (inside ? atoi(where + strlen(in_text)) - 1 + node->quoted : 0);
}

static void pass_on(const bri_error *one, void *user)
{
    const relay *to = user;
    const bri_node *node = NULL;
    bool by_index = *one->where && strncmp(one->where, in_text, strlen(in_text)) != 0;
    if (to->from && by_index) node = to->from->node[atoi(one->where)];
    if (to->from && !by_index) node = find_subject(to->from, one->what);
    if (!node) node = to->node;
    node = find_inside(node, one->what);
    bri_reader_error(to->reader, one->status, node->line, column_of(node, one->where), "%s", one->what);
}

/* --- values ------------------------------------------------------------------------------------------------------- */

/* The texts of a list joined by commas, for bri_params_read; to be freed by the caller. NULL: an error was reported. */
static char *join(bri_reader *r, const bri_node *node, const char *name)
{
    bri_text text = {0};
    for (int i = 0; i < node->count; i++) {
        const bri_node *item = node->value[i];
        if (item->type != BRI_SCALAR || bri_node_is_empty(item) || strchr(item->text, ',')) {
            bri_reader_wrong_type(r, item, name, "a list of numbers");
            bri_text_free(&text);
            return NULL;
        }
        bri_text_add(&text, "%s%s", i ? ", " : "", item->text);
    }
    if (text.failed) bri_reader_no_memory(r);
    if (!node->count) bri_reader_wrong_type(r, node, name, "at least one number");
    if (text.failed || !node->count) bri_text_free(&text);
    return text.at;
}

/* The quantities of a mapping as one text, "mu_s: 0.5, v_s: 10 mm/s"; otherwise as join. */
static char *join_quantities(bri_reader *r, const bri_node *node, const char *name)
{
    bri_text text = {0};
    bri_text_add(&text, " ");
    for (int i = 0; i < node->count; i++) {
        const bri_node *key = node->key[i], *value = node->value[i];
        bool is_name = !key->text[strcspn(key->text, ",:")];
        if (value->type != BRI_SCALAR || bri_node_is_empty(value) || strchr(value->text, ',') || !is_name) {
            bri_reader_wrong_type(r, is_name ? value : key, name, "a mapping of names to numbers with their units");
            bri_text_free(&text);
            return NULL;
        }
        bri_text_add(&text, "%s%s: %s", i ? ", " : "", key->text, value->text);
    }
    if (text.failed) bri_reader_no_memory(r);
    if (text.failed) bri_text_free(&text);
    return text.at;
}

void bri_scalars_add(bri_reader *r, const bri_node *node, const bri_param *row, const char *name, bri_scalars *all)
{
    char *list = NULL;
    if (row->type == BRI_LIST && node->type == BRI_SEQUENCE) {
        list = join(r, node, name);
        if (!list) return;
    } else if (row->type == BRI_LIST && node->type == BRI_MAPPING) {
        list = bri_column_text(r, node, name);
        if (!list) return;
    } else if (row->type == BRI_QUANTITIES && node->type == BRI_MAPPING) {
        list = join_quantities(r, node, name);
        if (!list) return;
    } else if (node->type != BRI_SCALAR || bri_node_is_empty(node)) {
        bri_reader_wrong_type(r, node, name,
                              row->type == BRI_CHOICE       ? "a word"
                              : row->type == BRI_LIST       ? "a list of numbers"
                              : row->type == BRI_FORMULA    ? "an expression"
                              : row->type == BRI_QUANTITIES ? "a mapping of names to values"
                                                            : "a number");
        return;
    }
    size_t i = all->count++;
    all->list[i] = list;
    all->node[i] = node;
    snprintf(all->index[i], sizeof all->index[i], "%d", (int)i);
    all->setting[i] = (bri_setting){row->name, list ? list : node->text, all->index[i]};
}

void bri_scalars_read(bri_reader *r, const bri_node *node, const bri_kind *kind, bri_unit_context context, void *params,
                      bri_scalars *all, bool check)
{
    bri_resolved_kind view;
    bri_kind seen = *bri_kind_resolve(&view, kind, context);
    relay to = {r, all, node};
    bri_error err = {.each = pass_on, .user = &to};
    if (!check) seen.check = NULL;
    bri_params_read(&seen, params, r->units, all->setting, all->count, &err);
}

static void read_vector(bri_reader *r, const bri_node *node, const bri_param *row, bri_unit_context context,
                        bri_record *record)
{
    bri_resolved_kind view;
    const bri_kind *kind = bri_kind_resolve(&view, record->kind, context);
    if (node->type != BRI_SEQUENCE || node->count != 2) {
        bri_reader_wrong_type(r, node, row->name, "a list of two numbers");
        return;
    }
    for (int i = 0; i < 2; i++) {
        const bri_node *item = node->value[i];
        relay to = {r, NULL, item};
        bri_error err = {.each = pass_on, .user = &to};
        char name[80];
        snprintf(name, sizeof name, "%s.%s", row->name, i ? "y" : "x");
        if (item->type != BRI_SCALAR || bri_node_is_empty(item))
            bri_reader_wrong_type(r, item, name, "a number");
        else
            bri_params_set_text(kind, record->params, r->units, name, item->text, &err);
    }
}

static void read_number(bri_reader *r, const bri_node *node, const bri_param *row, const char *unit, double *value)
{
    bri_error err = {0};
    if (node->type != BRI_SCALAR || bri_node_is_empty(node))
        bri_reader_wrong_type(r, node, row->name, "pairs of numbers");
    else if (bri_quantity_read(r->units, node->text, unit, value, &err))
        bri_reader_error(r, err.status, node->line, node->column, "%s: %s", row->name, err.what);
    else if (!(*value >= row->min && *value <= row->max))
        NODE_ERROR(r, node, "%s: '%.40s' is out of range: it must lie between %g and %g", row->name, node->text,
                   row->min, row->max);
}

static void read_series(bri_reader *r, const bri_node *node, const bri_param *row, bri_unit_context context,
                        bri_record *record)
{
    bri_resolved_kind view;
    const bri_kind *kind = bri_kind_resolve(&view, record->kind, context);
    const char *unit = bri_param_find(kind, row->name)->unit;
    bri_series *series = bri_row_at(row, record->params), made = {.count = node->count};
    if (node->type != BRI_SEQUENCE) {
        bri_reader_wrong_type(r, node, row->name, "a list of pairs of numbers");
        return;
    }
    made.at = calloc((size_t)node->count + 1, sizeof *made.at);
    if (!made.at) {
        bri_reader_no_memory(r);
        return;
    }
    for (int i = 0; i < node->count; i++) {
        const bri_node *pair = node->value[i];
        if (pair->type != BRI_SEQUENCE || pair->count != 2) {
            bri_reader_wrong_type(r, pair, row->name, "a list of pairs of numbers");
            continue;
        }
        read_number(r, pair->value[0], row, row->follows, &made.at[i][0]);
        read_number(r, pair->value[1], row, unit, &made.at[i][1]);
    }
    free(series->at);
    *series = made;
}

static void read_string(bri_reader *r, const bri_node *node, const bri_param *row, bri_record *record)
{
    char **at = bri_row_at(row, record->params);
    if (node->type != BRI_SCALAR) {
        bri_reader_wrong_type(r, node, row->name, "a text");
        return;
    }
    free(*at);
    *at = NULL;
    if (!bri_node_is_empty(node) && bri_string_copy(node->text, at, NULL)) bri_reader_no_memory(r);
    if (*at) keep_place(r, *at, node);
}

static void read_names(bri_reader *r, const bri_node *node, const bri_param *row, bri_record *record)
{
    bri_names *names = bri_row_at(row, record->params), made = {0};
    bool one = node->type == BRI_SCALAR && !bri_node_is_empty(node);
    if (!one && node->type != BRI_SEQUENCE) {
        bri_reader_wrong_type(r, node, row->name, "a name or a list of names");
        return;
    }
    int count = one ? 1 : node->count;
    made.at = calloc((size_t)count + 1, sizeof *made.at);
    if (!made.at) {
        bri_reader_no_memory(r);
        return;
    }
    keep_place(r, names, node);
    for (int i = 0; i < count; i++) {
        const bri_node *item = one ? node : node->value[i];
        if (item->type != BRI_SCALAR || bri_node_is_empty(item)) {
            bri_reader_wrong_type(r, item, row->name, "a name or a list of names");
        } else if (bri_string_copy(item->text, &made.at[made.count], NULL)) {
            bri_reader_no_memory(r);
        } else {
            keep_place(r, made.at[made.count], item);
            made.count++;
        }
    }
    bri_names_destroy(names);
    *names = made;
}

void bri_scalars_free(bri_scalars *all)
{
    for (size_t i = 0; i < all->count; i++)
        free(all->list[i]);
}

void bri_read_value(bri_reader *r, const bri_node *node, const bri_param *row, bri_unit_context context,
                    bri_record *record)
{
    switch (row->type) {
    case BRI_VECTOR: read_vector(r, node, row, context, record); break;
    case BRI_SERIES: read_series(r, node, row, context, record); break;
    case BRI_STRING: read_string(r, node, row, record); break;
    case BRI_NAMES: read_names(r, node, row, record); break;
    default: break;
    }
}
