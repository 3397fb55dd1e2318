/* describe.h - documentation derived from the tables: lists, descriptions, JSON Schema
 *
 * Every function passes its text to write, with user. */
#ifndef BRISTLE_DESCRIBE_H
#define BRISTLE_DESCRIBE_H

#include "bristle/catalogue.h"
#include "bristle/table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bri_format {
    BRI_TEXT,
    BRI_MARKDOWN,
    BRI_JSON,
} bri_format;

/* Describes any kind by its name: a law, joint, force, signal, shape or integrator, or a part of a model file ("body",
 * "run"). The name of a family ("joint") gives a list of its kinds. For laws of a catalogue: bri_catalogue_find_law and bri_describe_law. */
BRI_API bri_status bri_describe(const char *name, bri_format format, bri_write_fn *write, void *user, bri_error *err);
/* Lists the kinds of one family, or of all families (NULL), one line each. */
BRI_API bri_status bri_describe_kinds(const char *family, bri_format format, bri_write_fn *write, void *user,
                                      bri_error *err);
/* Describes all kinds of one family, one after another. */
BRI_API bri_status bri_describe_family(const char *family, bri_format format, bri_write_fn *write, void *user,
                                       bri_error *err);

/* Lists the laws of one family ("static", "dynamic", "lubricated"), or all laws (NULL). */
BRI_API bri_status bri_describe_laws(const char *family, bri_format format, bri_write_fn *write, void *user,
                                     bri_error *err);
/* As bri_describe_laws, for the laws of a catalogue; NULL: the laws of the library. */
BRI_API bri_status bri_describe_laws_with(const bri_catalogue *catalogue, const char *family, bri_format format,
                                          bri_write_fn *write, void *user, bri_error *err);
/* Describes a law: equations, parameters, states, source, known defects. */
BRI_API bri_status bri_describe_law(const bri_friction_law *law, bri_format format, bri_write_fn *write, void *user,
                                    bri_error *err);
/* Writes the properties of the surfaces that a law requires, with typical values, as options of bristle curve; nothing if
 * it requires none. */
BRI_API bri_status bri_describe_needs(const bri_friction_law *law, bri_write_fn *write, void *user, bri_error *err);
/* The equations of a kind, as lines of text: kind->equations where a user-defined kind gives them, otherwise those that the
 * opening comment of a built-in kind's file shows. NULL: none. The text belongs to the library. */
BRI_API const char *bri_kind_equations(const bri_kind *kind);
/* Describes the noise of friction: its parameters, and how it is added to the force of any law. */
BRI_API bri_status bri_describe_noise(bri_format format, bri_write_fn *write, void *user, bri_error *err);
/* A table of the phenomena that each law shows. Computes them, which takes some seconds. */
BRI_API bri_status bri_describe_phenomena(const char *family, bri_format format, bri_write_fn *write, void *user,
                                          bri_error *err);
/* JSON Schema (2020-12) of a friction law with its parameters and noise. */
BRI_API bri_status bri_describe_schema(bri_write_fn *write, void *user, bri_error *err);
/* As bri_describe_schema, with the laws of a catalogue. */
BRI_API bri_status bri_describe_schema_with(const bri_catalogue *catalogue, bri_write_fn *write, void *user,
                                            bri_error *err);
/* Every name in the tables, as a dictionary for fuzzers. */
BRI_API bri_status bri_describe_words(bri_write_fn *write, void *user, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
