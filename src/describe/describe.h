/* describe.h - what the files of this folder share */
#ifndef BRISTLE_DESCRIBE_DESCRIBE_H
#define BRISTLE_DESCRIBE_DESCRIBE_H

#include "base/text.h"
#include "bristle/describe.h"
#include "kind/family.h"

/* Gives the finished text to write, and frees it. */
bri_status bri_text_deliver(bri_text *text, bri_write_fn *write, void *user, bri_error *err);
bri_status bri_check_family(const char *family, bri_error *err);
bool bri_in_family(const bri_friction_law *law, const char *family);

/* --- pieces of an explanation ---------------------------------------------------------------------------------------- */

typedef struct bri_shown { /* a kind, as it is shown */
    const bri_kind *kind;
    const bri_family *family; /* says under which keys its rows stand in a file; NULL: under their own names */
    const char *name, *sort;  /* "lugre", "dynamic" */
    const char *equations;    /* lines; NULL: none */
} bri_shown;

void bri_add_paragraph(bri_text *out, const char *text, int indent);
void bri_add_lines(bri_text *out, const char *lines, const char *before);
void bri_print_short(char out[32], double value); /* "1e9", "0.001": for people */
void bri_add_pair(bri_text *out, const char *before, const char *name, const char *value); /* of JSON */

/* Name, title, equations, parameters; in JSON, with the brace that opens and none that closes. */
void bri_add_kind_text(bri_text *out, const bri_shown *shown);
void bri_add_kind_markdown(bri_text *out, const bri_shown *shown);
void bri_add_kind_json(bri_text *out, const bri_shown *shown);
/* Nothing where there is no table. */
void bri_add_variables_text(bri_text *out, const char *title, const bri_variable *table);
void bri_add_variables_markdown(bri_text *out, const char *title, const bri_variable *table);
void bri_add_variables_json(bri_text *out, const char *title, const bri_variable *table);

#endif
