/* yaml.h - a YAML or JSON text as a tree of values, each with its line and column
 *
 * Aliases and merge keys (<<) are resolved: an alias is the very node of its anchor. Everything is refused with a
 * sentence that could crash or hang a reader of the tree: depth, size, aliases that multiply, aliases inside
 * themselves. A plain value without text ("mass:", "~" or "null") is a scalar with the text "" that is not quoted. */
#ifndef BRISTLE_IO_YAML_H
#define BRISTLE_IO_YAML_H

#include <stdbool.h>
#include <stddef.h>

#include "bristle/status.h"

typedef enum bri_node_type {
    BRI_SCALAR,
    BRI_SEQUENCE,
    BRI_MAPPING,
} bri_node_type;

typedef struct bri_node {
    bri_node_type type;
    bool quoted;                         /* a scalar in quotes, or as a block */
    int line, column;                    /* from 1 */
    const char *text;                    /* of a scalar */
    int count;                           /* values of a sequence or mapping */
    const struct bri_node *const *key;   /* of a mapping: scalars, no two with the same text */
    const struct bri_node *const *value; /* of a sequence or mapping */
    size_t size;                         /* of all values in it, itself included; each alias counts again */
    int height;                          /* of the tree below it; 1: a scalar */
} bri_node;

enum {
    BRI_YAML_DEPTH = 64,
    BRI_YAML_BYTES = 64 << 20,
    BRI_YAML_VALUES = 4000000,
    BRI_YAML_ALIASED = 1000000, /* values that stand in the text once and in the tree again */
    BRI_YAML_ANCHORS = 1000,
};

typedef struct bri_yaml bri_yaml;

/* Name: what complaints call the text, "slider.yaml". Every mistake that can be told from the others is complained of. */
bri_status bri_yaml_parse(const char *text, size_t length, const char *name, bri_yaml **yaml, bri_error *err);
void bri_yaml_destroy(bri_yaml *yaml);
const bri_node *bri_yaml_root(const bri_yaml *yaml);

/* The bytes of a file, to be freed. */
bri_status bri_file_read(const char *path, char **text, size_t *length, bri_error *err);
/* Complains of the first byte that cannot stand in a text: no UTF-8, or a control character. */
bri_status bri_text_check(const char *text, size_t length, const char *name, bri_error *err);
/* bri_fail_at "name:line:column". */
#define bri_fail_in(err, status, name, line, column, ...)                                                              \
    bri_fail_at(err, status, bri_place_print((char[256]){0}, name, line, column), __VA_ARGS__)
const char *bri_place_print(char out[256], const char *name, int line, int column);

#endif
