/* model.h - a mechanism as an editable tree of named parts, as in a model file
 *
 * Every part is a record: a kind and the values of its parameters. Reading, writing, the schema and paths all follow
 * the tables of the kinds. A path names one value: "hinge.friction.mu_s", "crank.at.x", "run.until", "gravity.y".
 * A parameter of the model is named "r" or "parameters.r"; when it is set, all numbers that are given by expressions in it are
 * computed again. A number that is set itself no longer follows the expression by which it was given.
 * Numbers are in SI units. A model belongs to its creator; one thread may use it at a time. */
#ifndef BRISTLE_MODEL_H
#define BRISTLE_MODEL_H

#include "bristle/catalogue.h"
#include "bristle/kind.h"
#include "bristle/table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_model bri_model;

BRI_API bri_status bri_model_create(bri_model **model, bri_error *err); /* a model without bodies */
/* Reads a model file in YAML or JSON and checks it. Every error is passed to err->each, with its position
 * ("file:line:column"). */
BRI_API bri_status bri_model_read(const char *path, bri_model **model, bri_error *err);
/* As bri_model_read, from a text in memory; name is used as the file name in error messages. */
BRI_API bri_status bri_model_parse(const char *text, size_t length, const char *name, bri_model **model,
                                   bri_error *err);
/* Creates a model without bodies that uses the laws of a catalogue. In this and the next two functions, the catalogue must outlive the
 * model and the systems, simulations and results that are made from it. NULL: the laws of the library. */
BRI_API bri_status bri_model_create_with(const bri_catalogue *catalogue, bri_model **model, bri_error *err);
/* Reads a model file: bri_model_read with a catalogue. */
BRI_API bri_status bri_model_read_with(const bri_catalogue *catalogue, const char *path, bri_model **model,
                                       bri_error *err);
/* Reads a model from a text in memory: bri_model_parse with a catalogue. */
BRI_API bri_status bri_model_parse_with(const bri_catalogue *catalogue, const char *text, size_t length,
                                        const char *name, bri_model **model, bri_error *err);
/* Writes the model as YAML, numbers in SI units and expressions as they were given; reading that text gives the same model. */
BRI_API bri_status bri_model_write(const bri_model *model, bri_write_fn *write, void *user, bri_error *err);
BRI_API bri_status bri_model_copy(const bri_model *model, bri_model **copy, bri_error *err); /* a deep copy */
BRI_API void bri_model_destroy(bri_model *model);                                            /* NULL is allowed */

/* Adds a part to the group "parameters", "materials", "bodies", "joints" or "forces". text is written as in a file:
 *     bri_model_add(model, "joints", "pivot", "{revolute: [ground, crank], at: [0, 0]}", err)
 * The names that it refers to are checked by bri_model_check. */
BRI_API bri_status bri_model_add(bri_model *model, const char *group, const char *name, const char *text,
                                 bri_error *err);
/* Sets a number, in SI units, checking its range. A signal becomes a constant. In a path, "*" stands for any characters of one
 * step: "*.friction.mu_k" sets every number that matches, at least one, or none if one of them fails. */
BRI_API bri_status bri_model_set(bri_model *model, const char *path, double value, bri_error *err);
/* The same from a text: a quantity "2 mm/s", an expression in the parameters of the model "2*r + 5 mm", a word of a choice, a law
 * ("hinge.friction.law", "dahl"; parameters that both laws have are kept), or a whole part as in a file. */
BRI_API bri_status bri_model_set_text(bri_model *model, const char *path, const char *text, bri_error *err);
/* Reads a number, in SI units. */
BRI_API bri_status bri_model_get(const bri_model *model, const char *path, double *value, bri_error *err);
/* Writes the JSON Schema (2020-12) of model files, for editors and other programs. */
BRI_API bri_status bri_model_schema(bri_write_fn *write, void *user, bri_error *err);
/* As bri_model_schema, for files that are read with a catalogue. */
BRI_API bri_status bri_model_schema_with(const bri_catalogue *catalogue, bri_write_fn *write, void *user,
                                         bri_error *err);
/* Checks a whole model: ranges, values that depend on one another (mu_s at least mu_k), and that every name refers to an existing part.
 * bri_model_read and bri_system_build do this, too. */
BRI_API bri_status bri_model_check(const bri_model *model, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
