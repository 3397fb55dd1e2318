/* yaml.h - a YAML or JSON text as a tree of values, each with its line and column
 *
 * Aliases and merge keys (<<) are resolved: an alias is the same node as its anchor. Texts that could crash or hang a
 * reader of the tree are rejected: too deep, too large, exponential or recursive aliases. A plain value without text
 * ("mass:", "~" or "null") is a scalar with the text "" that is not quoted. */
#ifndef BRISTLE_IO_YAML_H
#define BRISTLE_IO_YAML_H

#include <stdbool.h>

#include "io/text_file.h"

typedef enum bri_node_type {
    BRI_SCALAR,
    BRI_SEQUENCE,
    BRI_MAPPING,
} bri_node_type;

typedef struct bri_node {
    bri_node_type type;
    bool quoted;                         /* a scalar in quotes, or a block scalar */
    bool one_line;                       /* a scalar that ends in the line in which it begins */
    int line, column;                    /* from 1 */
    const char *text;                    /* of a scalar */
    int count;                           /* number of values of a sequence or mapping */
    const struct bri_node *const *key;   /* of a mapping: scalars, no two with the same text */
    const struct bri_node *const *value; /* of a sequence or mapping */
    size_t size; /* number of values in the tree below it, itself included, with aliases expanded */
    int height;  /* depth of the tree below it; 1: a scalar */
} bri_node;

enum {
    BRI_YAML_DEPTH = 64,
    BRI_YAML_BYTES = BRI_TEXT_FILE_BYTES,
    BRI_YAML_VALUES = 4000000,
    BRI_YAML_ALIASED = 1000000, /* values added to the tree by aliases */
    BRI_YAML_ANCHORS = 1000,
};

typedef struct bri_yaml bri_yaml;

/* Parses a text; name: of its file, for error messages. Reports every error after which it can continue. The tree
 * belongs to the caller. */
bri_status bri_yaml_parse(const char *text, size_t length, const char *name, bri_yaml **yaml, bri_error *err);
void bri_yaml_destroy(bri_yaml *yaml); /* NULL is allowed */
const bri_node *bri_yaml_root(const bri_yaml *yaml);

#endif
