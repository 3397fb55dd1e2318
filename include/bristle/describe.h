/* describe.h - what the tables say, for people and for programs: lists, explanations, JSON Schema */
#ifndef BRISTLE_DESCRIBE_H
#define BRISTLE_DESCRIBE_H

#include "bristle/friction.h"
#include "bristle/table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bri_format {
    BRI_TEXT,
    BRI_MARKDOWN,
    BRI_JSON,
} bri_format;

/* Any kind by its name: a law, joint, force, signal, shape or integrator, or a part of a model file ("body", "run").
 * The name of a family of them ("joint") lists it. */
bri_status bri_describe(const char *name, bri_format format, bri_write_fn *write, void *user, bri_error *err);
/* What there is, by family, a line each; of one family, or of all (NULL). */
bri_status bri_describe_kinds(const char *family, bri_format format, bri_write_fn *write, void *user, bri_error *err);
/* All kinds of one family, explained one after another. */
bri_status bri_describe_family(const char *family, bri_format format, bri_write_fn *write, void *user, bri_error *err);

/* The laws of one family ("static", "dynamic", "lubricated"), or all (NULL). */
bri_status bri_describe_laws(const char *family, bri_format format, bri_write_fn *write, void *user, bri_error *err);
/* Equations, parameters, states, source, known defects. */
bri_status bri_describe_law(const bri_friction_law *law, bri_format format, bri_write_fn *write, void *user,
                            bri_error *err);
/* What a law needs of its pair, with common values, as options of bristle curve; "" if nothing. */
void bri_describe_needs(const bri_friction_law *law, char out[400]);
bri_status bri_describe_noise(bri_format format, bri_write_fn *write, void *user, bri_error *err);
/* Which law shows what: computed anew, which takes some seconds. */
bri_status bri_describe_phenomena(const char *family, bri_format format, bri_write_fn *write, void *user,
                                  bri_error *err);
/* JSON Schema (2020-12) of a friction block: a law, its parameters, noise. */
bri_status bri_describe_schema(bri_write_fn *write, void *user, bri_error *err);
/* Every word of the tables, as a dictionary for fuzzers. */
bri_status bri_describe_words(bri_write_fn *write, void *user, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
