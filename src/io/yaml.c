/* yaml.c - builds a tree of values from the events of libfyaml; the only file that calls that library
 *
 * Open sequences and mappings are kept on a stack of limited depth; there is no recursion. */
#include "io/yaml.h"

#include <libfyaml.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

typedef struct block { /* memory that is freed all at once */
    struct block *before;
} block;

struct bri_yaml {
    block *blocks;
    size_t used, room; /* of the first block */
    const bri_node *root;
};

typedef struct level { /* an open sequence or mapping; in a mapping, keys and values alternate */
    bri_node *node;
    const bri_node **child;
    size_t count, room;
} level;

typedef struct anchor {
    const char *name;
    const bri_node *node;
} anchor;

typedef struct builder {
    bri_yaml *yaml;
    const char *text, *name;
    size_t length;
    level level[BRI_YAML_DEPTH];
    int depth;
    anchor anchors[BRI_YAML_ANCHORS];
    int anchor_count;
    size_t values, aliased;
    int line, column; /* position of the last value, used for values without text */
    int documents;
    bri_status status; /* of an error after which the tree is still built */
    bri_error *err;
} builder;

#define REJECT(b, node, ...) bri_fail_in((b)->err, BRI_BAD_VALUE, (b)->name, (node)->line, (node)->column, __VA_ARGS__)

static bri_status no_memory(builder *b)
{
    return bri_fail_at(b->err, BRI_NO_MEMORY, b->name, "out of memory: the values of the text");
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

static void *take(bri_yaml *yaml, size_t size)
{
    const size_t usual = 1 << 16;
    size = (size + 15) & ~(size_t)15;
    if (size > yaml->room - yaml->used) {
        size_t room = size > usual ? size : usual;
        block *made = malloc(sizeof(block) + 16 + room);
        if (!made) return NULL;
        made->before = yaml->blocks;
        yaml->blocks = made;
        yaml->room = room;
        yaml->used = 0;
    }
    void *at = (char *)yaml->blocks + 16 + yaml->used;
    yaml->used += size;
    return at;
}

void bri_yaml_destroy(bri_yaml *yaml)
{
    if (!yaml) return;
    while (yaml->blocks) {
        block *before = yaml->blocks->before;
        free(yaml->blocks);
        yaml->blocks = before;
    }
    free(yaml);
}

const bri_node *bri_yaml_root(const bri_yaml *yaml) { return yaml->root; }

static bri_status add_child(builder *b, level *open, const bri_node *child)
{
    if (open->count == open->room) {
        size_t room = open->room ? 2 * open->room : 16;
        const bri_node **more = realloc((void *)open->child, room * sizeof(const bri_node *));
        if (!more) return no_memory(b);
        open->child = more;
        open->room = room;
    }
    open->child[open->count++] = child;
    return BRI_OK;
}

static char *copy_text(builder *b, const char *text, size_t length)
{
    char *copy = take(b->yaml, length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

/* --- mappings: no key twice, merge keys resolved ------------------------------------------------------------------ */

static int by_text(const void *a, const void *b)
{
    return strcmp((*(const bri_node *const *)a)->text, (*(const bri_node *const *)b)->text);
}

static int by_text_and_place(const void *a, const void *b)
{
    const bri_node *x = *(const bri_node *const *)a, *y = *(const bri_node *const *)b;
    int order = by_text(a, b), lines = (x->line > y->line) - (x->line < y->line);
    return order ? order : lines ? lines : (x->column > y->column) - (x->column < y->column);
}

/* The keys of an open mapping, sorted by their text; to be freed by the caller. */
static const bri_node **sort_keys(const level *open)
{
    size_t count = open->count / 2;
    const bri_node **sorted = malloc((count + 1) * sizeof(const bri_node *));
    if (!sorted) return NULL;
    for (size_t i = 0; i < count; i++)
        sorted[i] = open->child[2 * i];
    qsort((void *)sorted, count, sizeof(const bri_node *), by_text_and_place);
    return sorted;
}

static bri_status reject_duplicates(builder *b, const level *open)
{
    const bri_node **sorted = sort_keys(open);
    if (!sorted) return no_memory(b);
    for (size_t i = 1; i < open->count / 2; i++)
        if (!by_text(&sorted[i], &sorted[i - 1]))
            b->status = REJECT(b, sorted[i], "duplicate key '%.60s'; the first is in line %d", sorted[i]->text,
                               sorted[i - 1]->line);
    free((void *)sorted);
    return BRI_OK;
}

/* Adds the pairs of from whose keys the open mapping does not have yet. */
static bri_status merge_one(builder *b, level *open, const bri_node *from)
{
    bri_status status = BRI_OK;
    size_t own = open->count / 2;
    if (from->type != BRI_MAPPING) {
        b->status = REJECT(b, from, "the value of '<<' must be a mapping or a list of mappings");
        return BRI_OK;
    }
    const bri_node **sorted = sort_keys(open);
    if (!sorted) return no_memory(b);
    for (int i = 0; !status && i < from->count; i++) {
        if (bsearch(&from->key[i], sorted, own, sizeof(const bri_node *), by_text)) continue;
        b->aliased += 1 + from->value[i]->size;
        status = add_child(b, open, from->key[i]);
        if (!status) status = add_child(b, open, from->value[i]);
    }
    b->aliased += own; /* limits the work of sorting as well */
    free((void *)sorted);
    return status;
}

static bri_status check_aliased(builder *b, const bri_node *node)
{
    if (b->aliased <= BRI_YAML_ALIASED) return BRI_OK;
    return REJECT(b, node, "aliases expand this text to more than %d values", BRI_YAML_ALIASED);
}

/* Replaces the merge key '<<' of an open mapping by the pairs it stands for. */
static bri_status merge(builder *b, level *open)
{
    size_t at = 0;
    while (at < open->count && (open->child[at]->quoted || strcmp(open->child[at]->text, "<<") != 0))
        at += 2;
    if (at >= open->count) return BRI_OK;
    const bri_node *from = open->child[at + 1];
    open->count -= 2;
    for (size_t i = at; i < open->count; i++)
        open->child[i] = open->child[i + 2];
    bri_status status = from->type == BRI_SEQUENCE ? BRI_OK : merge_one(b, open, from);
    for (int i = 0; !status && from->type == BRI_SEQUENCE && i < from->count; i++) {
        status = merge_one(b, open, from->value[i]);
        if (!status) status = check_aliased(b, from);
    }
    return status ? status : check_aliased(b, from);
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static bri_status make_node(builder *b, bri_node_type type, struct fy_event *event, bri_node **node)
{
    const struct fy_mark *mark = fy_event_start_mark(event);
    bri_node *made = take(b->yaml, sizeof *made);
    if (!made) return no_memory(b);
    if (mark) {
        b->line = mark->line + 1;
        b->column = mark->column + 1;
    }
    *made = (bri_node){.type = type, .line = b->line, .column = b->column, .size = 1, .height = 1};
    *node = made;
    if (++b->values > BRI_YAML_VALUES) return REJECT(b, made, "the text has more than %d values", BRI_YAML_VALUES);
    if (fy_event_get_tag_token(event)) b->status = REJECT(b, made, "YAML tags ('!') are not supported; remove it");
    return BRI_OK;
}

static bri_status set_anchor(builder *b, struct fy_event *event, const bri_node *node)
{
    size_t length = 0;
    struct fy_token *token = fy_event_get_anchor_token(event);
    const char *name = token ? fy_token_get_text(token, &length) : NULL;
    if (!name) return BRI_OK;
    if (b->anchor_count == BRI_YAML_ANCHORS)
        return REJECT(b, node, "the text has more than %d anchors", BRI_YAML_ANCHORS);
    char *copy = copy_text(b, name, length);
    if (!copy) return no_memory(b);
    b->anchors[b->anchor_count++] = (anchor){copy, node};
    return BRI_OK;
}

/* Adds a finished value to the innermost open level, or makes it the root. */
static bri_status place(builder *b, const bri_node *node)
{
    if (b->depth == 0) {
        b->yaml->root = node;
        return BRI_OK;
    }
    level *open = &b->level[b->depth - 1];
    if (open->node->type == BRI_MAPPING && open->count % 2 == 0 && node->type != BRI_SCALAR)
        return REJECT(b, node, "a key must be a word, not a %s", node->type == BRI_MAPPING ? "mapping" : "list");
    return add_child(b, open, node);
}

static bri_status on_scalar(builder *b, struct fy_event *event)
{
    bri_node *node;
    size_t length = 0;
    struct fy_token *token = fy_event_get_token(event);
    const char *text = token ? fy_token_get_text(token, &length) : NULL;
    enum fy_scalar_style style = token ? fy_scalar_token_get_style(token) : FYSS_PLAIN;
    bri_status status = make_node(b, BRI_SCALAR, event, &node);
    if (status) return status;
    node->quoted = style != FYSS_PLAIN && style != FYSS_ANY;
    const struct fy_mark *end = fy_event_end_mark(event);
    node->one_line = end && end->line + 1 == node->line;
    if (style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED)
        node->column -= node->column > 1; /* position of the quote */
    if (text && memchr(text, '\0', length))
        return REJECT(b, node, "the character with code 0 is not allowed in a text");
    bool empty =
        !text || (!node->quoted && ((length == 1 && *text == '~') || (length == 4 && !memcmp(text, "null", 4))));
    node->text = copy_text(b, empty ? "" : text, empty ? 0 : length);
    if (!node->text) return no_memory(b);
    status = set_anchor(b, event, node);
    return status ? status : place(b, node);
}

static bri_status on_alias(builder *b, struct fy_event *event)
{
    bri_node *here;
    size_t length = 0;
    const char *name = fy_token_get_text(fy_event_get_token(event), &length);
    bri_status status = make_node(b, BRI_SCALAR, event, &here);
    if (status) return status;
    here->column -= here->column > 1; /* position of the '*' */
    if (!name) return no_memory(b);
    int i = b->anchor_count - 1;
    while (i >= 0 && (strlen(b->anchors[i].name) != length || memcmp(b->anchors[i].name, name, length) != 0))
        i--;
    if (i < 0)
        return REJECT(b, here, "unknown anchor '&%.*s': an anchor must come before its aliases",
                      (int)(length < 60 ? length : 60), name);
    const bri_node *meant = b->anchors[i].node;
    for (int k = 0; k < b->depth; k++)
        if (b->level[k].node == meant)
            return REJECT(b, here, "alias '*%.60s' is inside its own anchor", b->anchors[i].name);
    b->aliased += meant->size;
    status = check_aliased(b, here);
    if (!status && b->depth + meant->height > BRI_YAML_DEPTH)
        status = REJECT(b, here, "values are nested more than %d deep", BRI_YAML_DEPTH);
    return status ? status : place(b, meant);
}

static bri_status on_open(builder *b, bri_node_type type, struct fy_event *event)
{
    bri_node *node = NULL;
    bri_status status = make_node(b, type, event, &node);
    if (!status) status = set_anchor(b, event, node);
    if (status) return status;
    if (b->depth == BRI_YAML_DEPTH) return REJECT(b, node, "values are nested more than %d deep", BRI_YAML_DEPTH);
    level *open = &b->level[b->depth++];
    open->node = node;
    open->count = 0;
    return BRI_OK;
}

/* Moves the children of the innermost level into its node, and closes it. */
static bri_status on_close(builder *b)
{
    level *open = &b->level[b->depth - 1];
    bri_node *node = open->node;
    bool mapping = node->type == BRI_MAPPING;
    bri_status status = mapping ? reject_duplicates(b, open) : BRI_OK;
    if (!status && mapping) status = merge(b, open);
    if (status) return status;
    size_t count = mapping ? open->count / 2 : open->count;
    const bri_node **kept = take(b->yaml, (open->count + 1) * sizeof(const bri_node *));
    if (!kept) return no_memory(b);
    for (size_t i = 0; i < count; i++) {
        const bri_node *value = open->child[mapping ? 2 * i + 1 : i];
        kept[i] = value;
        if (mapping) kept[count + i] = open->child[2 * i];
        node->size += value->size;
        node->height = value->height >= node->height ? value->height + 1 : node->height;
    }
    node->count = (int)count;
    node->value = kept;
    node->key = mapping ? kept + count : NULL;
    b->depth--;
    return place(b, node);
}

static bri_status on_document(builder *b, struct fy_event *event)
{
    const struct fy_mark *mark = fy_event_start_mark(event);
    if (b->documents++ == 0) return BRI_OK;
    return bri_fail_in(b->err, BRI_BAD_VALUE, b->name, mark ? mark->line + 1 : 0, 1,
                       "a second document begins here; a file may contain only one");
}

static bri_status on_event(builder *b, struct fy_event *event)
{
    switch (event->type) {
    case FYET_DOCUMENT_START: return on_document(b, event);
    case FYET_SCALAR: return on_scalar(b, event);
    case FYET_ALIAS: return on_alias(b, event);
    case FYET_SEQUENCE_START: return on_open(b, BRI_SEQUENCE, event);
    case FYET_MAPPING_START: return on_open(b, BRI_MAPPING, event);
    case FYET_SEQUENCE_END:
    case FYET_MAPPING_END: return on_close(b);
    default: return BRI_OK;
    }
}

/* --- the whole text ----------------------------------------------------------------------------------------------- */

static void ignore(struct fy_diag *diag, void *user, const char *text, size_t length)
{
    (void)diag, (void)user, (void)text, (void)length;
}

static bool tab_indents(const builder *b, int line)
{
    const char *at = b->text, *end = b->text + b->length;
    for (; line > 1 && at; line--) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    while (at && at < end && *at == ' ')
        at++;
    return at && at < end && *at == '\t';
}

/* libfyaml stops at its first error; its message is passed on, except for tabs and for a wrongly indented line, which
 * it calls a multiline key. */
static bri_status report_syntax(builder *b, struct fy_diag *diag)
{
    void *place = NULL;
    struct fy_diag_error *error = fy_diag_errors_iterate(diag, &place);
    if (!error) return bri_fail_at(b->err, BRI_BAD_VALUE, b->name, "the text is not valid YAML");
    bool tab = tab_indents(b, error->line) || tab_indents(b, error->line + 1);
    bool key = error->msg && strstr(error->msg, "multiline");
    return bri_fail_in(b->err, BRI_BAD_VALUE, b->name, error->line, error->column, "not valid YAML: %.200s",
                       tab   ? "a line is indented by a tab; use spaces"
                       : key ? "the line after this value is indented too far; align it with its neighbours"
                             : error->msg);
}

static bri_status build(builder *b, struct fy_parser *parser, struct fy_diag *diag)
{
    bri_status status = fy_parser_set_string(parser, b->text, b->length) ? no_memory(b) : BRI_OK;
    bool ended = false;
    while (!status && !ended) {
        struct fy_event *event = fy_parser_parse(parser);
        if (!event) return report_syntax(b, diag);
        ended = event->type == FYET_STREAM_END;
        status = on_event(b, event);
        fy_parser_event_free(parser, event);
    }
    if (!status && (!b->yaml->root || (b->yaml->root->type == BRI_SCALAR && !*b->yaml->root->text)))
        status = bri_fail_at(b->err, BRI_BAD_VALUE, b->name, "the file is empty");
    return status ? status : b->status;
}

static bri_status parse(builder *b)
{
    struct fy_diag_cfg quiet;
    fy_diag_cfg_default(&quiet);
    quiet.fp = NULL;
    quiet.output_fn = ignore;
    struct fy_diag *diag = fy_diag_create(&quiet);
    struct fy_parse_cfg how = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_DEFAULT_VERSION_1_2 | FYPCF_JSON_NONE,
                               .diag = diag};
    if (!diag) return no_memory(b);
    fy_diag_set_collect_errors(diag, true);
    struct fy_parser *parser = fy_parser_create(&how);
    bri_status status = parser ? build(b, parser, diag) : no_memory(b);
    fy_parser_destroy(parser);
    fy_diag_destroy(diag);
    return status;
}

bri_status bri_yaml_parse(const char *text, size_t length, const char *name, bri_yaml **yaml, bri_error *err)
{
    *yaml = NULL;
    if (length > BRI_YAML_BYTES)
        return bri_fail_at(err, BRI_BAD_VALUE, name, "the file is larger than %d MB", BRI_YAML_BYTES >> 20);
    bri_status status = bri_utf8_check(text, length, name, err);
    if (status) return status;
    builder *b = calloc(1, sizeof *b);
    bri_yaml *made = calloc(1, sizeof *made);
    if (b && made) {
        *b = (builder){.yaml = made, .text = text, .length = length, .name = name, .line = 1, .column = 1, .err = err};
        status = parse(b);
        for (int i = 0; i < BRI_YAML_DEPTH; i++)
            free((void *)b->level[i].child);
    } else {
        status = bri_fail_at(err, BRI_NO_MEMORY, name, "out of memory: the values of the text");
    }
    free(b);
    if (status)
        bri_yaml_destroy(made);
    else
        *yaml = made;
    return status;
}
