/* format.h - a kind and its tables, formatted as text, Markdown or JSON */
#ifndef BRISTLE_DESCRIBE_FORMAT_H
#define BRISTLE_DESCRIBE_FORMAT_H

#include "base/text.h"
#include "bristle/describe.h"
#include "kind/family.h"

/* Passes the finished text to write, and frees it. */
bri_status bri_text_deliver(bri_text *text, bri_write_fn *write, void *user, bri_error *err);

typedef struct bri_description { /* what is described of a kind */
    const bri_kind *kind;
    const bri_family *family; /* determines the keys of its rows in a file; NULL: their own names */
    const char *name, *sort;  /* name and classification: "lugre", "dynamic" */
    const char *equations;    /* one per line; NULL: none */
} bri_description;

/* Adds a paragraph, wrapped to the width of a terminal and indented. */
void bri_add_paragraph(bri_text *out, const char *text, int indent);
/* Adds each line, preceded by a text. */
void bri_add_lines(bri_text *out, const char *lines, const char *before);
void bri_print_number(char out[32], double value); /* six digits, short: "1e9", "0.001" */
void bri_add_json_member(bri_text *out, const char *before, const char *name,
                         const char *value); /* a member of a JSON object, after a text such as ", " */

/* Add name, title, equations and parameters. The JSON object is left open, for further members. */
void bri_add_kind_text(bri_text *out, const bri_description *shown);
void bri_add_kind_markdown(bri_text *out, const bri_description *shown);
void bri_add_kind_json(bri_text *out, const bri_description *shown);
/* Add a table of variables under a title; nothing if table is NULL. */
void bri_add_variables_text(bri_text *out, const char *title, const bri_variable *table);
void bri_add_variables_markdown(bri_text *out, const char *title, const bri_variable *table);
void bri_add_variables_json(bri_text *out, const char *title, const bri_variable *table);

#endif
