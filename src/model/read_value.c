/* read_value.c - one value of a file becomes one row of a record */
#include "model/read_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "kind/expressions.h"
#include "kind/record.h"
#include "model/read_column.h"
#include "unit/unit.h"

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
    bool computed;           /* a single value is that of an expression */
} relay;

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

static void pass_on(const bri_error *one, void *user)
{
    const relay *to = user;
    const bri_node *node = NULL;
    bool by_index = *one->where && !bri_is_in_text(one->where);
    int index = by_index && to->from ? atoi(one->where) : -1;
    if (index >= 0) node = to->from->node[index];
    if (to->from && !by_index) node = find_subject(to->from, one->what);
    if (!node) node = to->node;
    bool computed = index >= 0 ? to->from->computed[index] : to->computed;
    node = find_inside(node, one->what);
    bri_reader_error(to->reader, one->status, node->line, bri_node_column(node, one->where),
                     computed ? "%s; it is given by '%.80s'" : "%s", one->what, computed ? node->text : "");
}

/* --- expressions -------------------------------------------------------------------------------------------------- */

typedef struct place { /* a number of a record */
    bri_record *record;
    const bri_param *row;
    int index;        /* as in kind/expressions.h */
    const char *unit; /* NULL: that of the row */
    bri_unit_context context;
} place;

/* Whether a unit of the row is fit for a value, under any of the choices that the file may make; wanted: the first unit that the
 * row has as the context is. */
static bool fits(const place *to, const bri_value *value, dimension *wanted)
{
    bool fit = false, is_first = true;
    for (int e = 0; e < 3; e++) {
        bri_resolved_kind view;
        bri_unit_context context = to->context;
        char one[BRI_WORD_ROOM];
        context.effort = (to->context.effort + e) % 3;
        const bri_kind *kind = bri_kind_resolve(&view, to->record->kind, context);
        const bri_param *row = &kind->params[bri_row_number(to->record->kind, to->row)];
        for (int i = 0; bri_word(to->unit ? to->unit : row->unit, i, one); i++) {
            measure m;
            if (!bri_unit_read(one, &m)) continue;
            dimension d = bri_dimension_of(&m);
            if (is_first) *wanted = d;
            is_first = false;
            fit = fit || bri_dimension_same(&d, &value->dimension);
        }
    }
    return fit || to->row->type == BRI_QUANTITIES;
}

/* The text for bri_params_read of a value that is given by text: text itself, or the value of the expression that it is, printed
 * into out; the record then keeps the expression. NULL: an error was reported. */
static const char *compute(bri_reader *r, const bri_node *node, const char *text, const char *name, const place *to,
                           bri_value_text *out)
{
    bri_value value;
    bri_error err = {0};
    dimension wanted = {{0}};
    bri_reading reading = bri_definitions_reading(r->defined, text);
    if (reading == BRI_READ_QUANTITY) return text;
    if (reading == BRI_READ_EITHER && !bri_value_read(text, &value, NULL) && fits(to, &value, &wanted)) return text;
    if (bri_definitions_uses(r->defined, text, true)) {
        r->skipped++;
        return NULL;
    }
    if (bri_definitions_evaluate(r->defined, text, name, &value, &err)) {
        bri_reader_error(r, err.status, node->line, bri_node_column(node, err.where), "%s", err.what);
        return NULL;
    }
    if (!fits(to, &value, &wanted)) {
        dimension angle = {.power[ANGLE] = wanted.power[ANGLE] - value.dimension.power[ANGLE]};
        dimension turned = bri_dimension_product(&value.dimension, &angle, 1);
        NODE_ERROR(r, node, "%s: '%.80s' is %s, but %s is wanted%s", name, text,
                   bri_dimension_describe(&value.dimension).at, bri_dimension_describe(&wanted).at,
                   bri_dimension_same(&turned, &wanted) ? "; rad is never implied: multiply by 1 rad, or divide by it"
                                                        : "");
        return NULL;
    }
    if (bri_expression_keep(to->record, bri_row_number(to->record->kind, to->row), to->index, text, NULL))
        bri_reader_no_memory(r);
    *out = bri_value_print(&value);
    if (bri_dimension_plain(&value.dimension)) strcat(out->at, " m/m"); /* a number without a unit would fit any */
    return out->at;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

/* The texts of a list joined by commas, for bri_params_read; to be freed by the caller. NULL: an error was reported. */
static char *join(bri_reader *r, const bri_node *node, const char *name, place to)
{
    bri_text text = {0};
    bool failed = false;
    for (int i = 0; i < node->count; i++) {
        const bri_node *item = node->value[i];
        bri_value_text room;
        bool has_comma = item->type == BRI_SCALAR && strchr(item->text, ',');
        if (item->type != BRI_SCALAR || bri_node_is_empty(item) ||
            (has_comma && bri_definitions_reading(r->defined, item->text) == BRI_READ_QUANTITY)) {
            bri_reader_wrong_type(r, item, name, "a list of numbers");
            bri_text_free(&text);
            return NULL;
        }
        to.index = i;
        const char *value = compute(r, item, item->text, name, &to, &room);
        failed = failed || !value;
        bri_text_add(&text, "%s%s", i ? ", " : "", value ? value : "");
    }
    if (text.failed) bri_reader_no_memory(r);
    if (!node->count) bri_reader_wrong_type(r, node, name, "at least one number");
    if (text.failed || !node->count || failed) bri_text_free(&text);
    return text.at;
}

/* Length of a text up to a comma outside of parentheses. */
static size_t piece_length(const char *text)
{
    size_t length = 0;
    for (int depth = 0; text[length] && (text[length] != ',' || depth > 0); length++)
        depth += (text[length] == '(') - (text[length] == ')');
    return length;
}

/* The same of a list that is written as one text with expressions, "k, 2*k". */
static char *join_pieces(bri_reader *r, const bri_node *node, const char *name, place to)
{
    bri_text text = {0};
    bool failed = false;
    const char *at = node->text;
    for (to.index = 0; *at; to.index++) {
        bri_value_text room;
        char piece[BRI_FORMULA_TEXT];
        size_t length = piece_length(at);
        snprintf(piece, sizeof piece, "%.*s", (int)(length < sizeof piece ? length : sizeof piece - 1), at);
        const char *value = compute(r, node, piece + strspn(piece, " "), name, &to, &room);
        failed = failed || !value;
        bri_text_add(&text, "%s%s", to.index ? ", " : "", value ? value : "");
        at += length + (at[length] == ',');
    }
    if (text.failed) bri_reader_no_memory(r);
    if (text.failed || failed) bri_text_free(&text);
    return text.at;
}

/* The quantities of a mapping as one text, "mu_s: 0.5, v_s: 10 mm/s"; otherwise as join. */
static char *join_quantities(bri_reader *r, const bri_node *node, const char *name, place to)
{
    bri_text text = {0};
    bool failed = false;
    bri_text_add(&text, " ");
    for (int i = 0; i < node->count; i++) {
        const bri_node *key = node->key[i], *value = node->value[i];
        bool is_name = !key->text[strcspn(key->text, ",:")], scalar = value->type == BRI_SCALAR;
        bool quantity = scalar && bri_definitions_reading(r->defined, value->text) == BRI_READ_QUANTITY;
        if (!scalar || bri_node_is_empty(value) || (quantity && strchr(value->text, ',')) || !is_name) {
            bri_reader_wrong_type(r, is_name ? value : key, name, "a mapping of names to numbers with their units");
            bri_text_free(&text);
            return NULL;
        }
        char what[128];
        bri_value_text room;
        to.index = i;
        snprintf(what, sizeof what, "%s.%.60s", name, key->text);
        const char *computed = compute(r, value, value->text, what, &to, &room);
        failed = failed || !computed;
        bri_text_add(&text, "%s%s: %s", i ? ", " : "", key->text, computed ? computed : "");
    }
    if (text.failed) bri_reader_no_memory(r);
    if (text.failed || failed) bri_text_free(&text);
    return text.at;
}

const char *bri_text_compute(bri_reader *r, const bri_node *node, const bri_param *row, int index,
                             bri_unit_context context, bri_record *record, char out[128])
{
    place to = {.record = record, .row = row, .index = index == BRI_ALL_INDICES ? 0 : index, .context = context};
    bri_value_text room;
    bool whole = index == BRI_ALL_INDICES;
    if (row->type == BRI_CHOICE || row->type == BRI_FORMULA || (whole && row->type > BRI_INT)) return node->text;
    const char *text = compute(r, node, node->text, row->name, &to, &room);
    if (!text || text == node->text) return text;
    return strcpy(out, room.at);
}

static const char *wanted_type(const bri_param *row)
{
    return row->type == BRI_CHOICE       ? "a word"
           : row->type == BRI_LIST       ? "a list of numbers"
           : row->type == BRI_FORMULA    ? "an expression"
           : row->type == BRI_QUANTITIES ? "a mapping of names to values"
                                         : "a number";
}

void bri_scalars_add(bri_reader *r, const bri_node *node, const bri_param *row, const char *name,
                     bri_unit_context context, bri_record *record, bri_scalars *all)
{
    char *made = NULL;
    bool computed = false;
    place to = {.record = record, .row = row, .context = context};
    bool scalar = node->type == BRI_SCALAR && !bri_node_is_empty(node), joins = true;
    if (row->type == BRI_LIST && node->type == BRI_SEQUENCE)
        made = join(r, node, name, to);
    else if (row->type == BRI_LIST && node->type == BRI_MAPPING)
        made = bri_column_text(r, node, name);
    else if (row->type == BRI_QUANTITIES && node->type == BRI_MAPPING)
        made = join_quantities(r, node, name, to);
    else if (row->type == BRI_LIST && scalar && bri_definitions_uses(r->defined, node->text, false))
        made = join_pieces(r, node, name, to);
    else
        joins = false;
    if (!joins && !scalar) bri_reader_wrong_type(r, node, name, wanted_type(row));
    if (joins ? !made : !scalar) {
        r->skipped++; /* what is said of it suffices: its default need not fit the other values */
        return;
    }
    if (!joins && (row->type == BRI_REAL || row->type == BRI_INT)) {
        bri_value_text room;
        const char *text = compute(r, node, node->text, name, &to, &room);
        computed = text && text != node->text;
        if (!text) return;
        if (computed && bri_string_copy(text, &made, NULL)) {
            bri_reader_no_memory(r);
            return;
        }
    }
    size_t i = all->count++;
    all->made[i] = made;
    all->computed[i] = computed;
    all->node[i] = node;
    snprintf(all->index[i], sizeof all->index[i], "%d", (int)i);
    all->setting[i] = (bri_setting){row->name, made ? made : node->text, all->index[i]};
}

void bri_scalars_read(bri_reader *r, const bri_node *node, const bri_kind *kind, bri_unit_context context, void *params,
                      bri_scalars *all, bool check)
{
    bri_resolved_kind view;
    bri_kind seen = *bri_kind_resolve(&view, kind, context);
    relay to = {.reader = r, .from = all, .node = node};
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
        char name[80];
        snprintf(name, sizeof name, "%s.%s", row->name, i ? "y" : "x");
        if (item->type != BRI_SCALAR || bri_node_is_empty(item)) {
            bri_reader_wrong_type(r, item, name, "a number");
            continue;
        }
        bri_value_text room;
        place at = {.record = record, .row = row, .index = i, .context = context};
        const char *text = compute(r, item, item->text, row->name, &at, &room);
        relay to = {.reader = r, .node = item, .computed = text != item->text};
        bri_error err = {.each = pass_on, .user = &to};
        if (text) bri_params_set_text(kind, record->params, r->units, name, text, &err);
    }
}

static void read_number(bri_reader *r, const bri_node *node, const place *to, double *value)
{
    bri_error err = {0};
    bri_value_text room;
    const bri_param *row = to->row;
    if (node->type != BRI_SCALAR || bri_node_is_empty(node)) {
        bri_reader_wrong_type(r, node, row->name, "pairs of numbers");
        return;
    }
    const char *text = compute(r, node, node->text, row->name, to, &room);
    if (!text) return;
    if (bri_quantity_read(r->units, text, to->unit, value, &err))
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
    if (node->type == BRI_MAPPING && !strcmp(row->follows, "s")) {
        bri_column_series(r, node, row, unit, series);
        return;
    }
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
        place first = {.record = record, .row = row, .index = 2 * i, .unit = row->follows, .context = context};
        place second = {.record = record, .row = row, .index = 2 * i + 1, .unit = unit, .context = context};
        read_number(r, pair->value[0], &first, &made.at[i][0]);
        read_number(r, pair->value[1], &second, &made.at[i][1]);
    }
    free(series->at);
    *series = made;
}

static void read_string(bri_reader *r, const bri_node *node, const bri_param *row, bri_record *record)
{
    char **at = bri_row_at(row, record->params);
    if (node->type != BRI_SCALAR) {
        bri_reader_wrong_type(r, node, row->name,
                              record->kind == &bri_parameter_kind ? "a number or an expression" : "a text");
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
        free(all->made[i]);
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
