/* model.h - a mechanism as a tree of named parts: the one thing that can be edited
 *
 * A model is what its file says. Every part is a record: a kind and the numbers of its table. Reading, writing, the
 * schema and paths all follow the tables. One path names one number everywhere: "hinge.friction.mu_s", "crank.at.x",
 * "run.until", "gravity.y". */
#ifndef BRISTLE_MODEL_H
#define BRISTLE_MODEL_H

#include "bristle/kind.h"
#include "bristle/table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_model bri_model;

bri_status bri_model_create(bri_model **model, bri_error *err); /* without bodies */
/* YAML or JSON. Every complaint goes to err->each, with "file:line:column" before it. */
bri_status bri_model_read(const char *path, bri_model **model, bri_error *err);
bri_status bri_model_parse(const char *text, size_t length, const char *name, bri_model **model, bri_error *err);
/* As YAML in SI units; reading it gives the same model. */
bri_status bri_model_write(const bri_model *model, bri_write_fn *write, void *user, bri_error *err);
bri_status bri_model_copy(const bri_model *model, bri_model **copy, bri_error *err);
void bri_model_destroy(bri_model *model);

/* Adds a part to "materials", "bodies", "joints" or "forces", written as in a file:
 *     bri_model_add(model, "joints", "pivot", "{revolute: [ground, crank], at: [0, 0]}", err) */
bri_status bri_model_add(bri_model *model, const char *group, const char *name, const char *text, bri_error *err);
bri_status bri_model_set(bri_model *model, const char *path, double value, bri_error *err); /* SI */
/* "2 mm/s", a word, a law ("hinge.friction.law", "dahl"), or a whole part as in a file. */
bri_status bri_model_set_text(bri_model *model, const char *path, const char *text, bri_error *err);
bri_status bri_model_get(const bri_model *model, const char *path, double *value, bri_error *err);
/* JSON Schema (2020-12) of a model file, from the tables, for editors and programs. */
bri_status bri_model_schema(bri_write_fn *write, void *user, bri_error *err);
/* All that a file cannot say wrong by itself: names, ends, masses. bri_model_read has done it. */
bri_status bri_model_check(const bri_model *model, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
