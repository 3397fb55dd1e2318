/* catalogue.h - the friction laws that a model may name: those of the library, and user-defined laws
 *
 *     bri_catalogue_create -> bri_catalogue_add_law -> bri_model_read_with -> bri_system_build -> bri_run
 *
 * A user-defined law is a bri_friction_law that a program fills. Once it is added to a catalogue, model files that are read with
 * that catalogue can name it; paths, verdicts, batches and runs work as with any other law. Model files never load code. There
 * is no global state: a catalogue is passed to each call that needs it, and threads may share a catalogue to which no laws are
 * added any more. bri_law_check tests a law (trial.h). */
#ifndef BRISTLE_CATALOGUE_H
#define BRISTLE_CATALOGUE_H

#include "bristle/friction.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_catalogue bri_catalogue;

BRI_API bri_status bri_catalogue_create(bri_catalogue **catalogue, bri_error *err); /* with the laws of the library */
/* Requires that no model, system or result that was made with it is still used. NULL is allowed. */
BRI_API void bri_catalogue_destroy(bri_catalogue *catalogue);
/* Adds a copy of a law, whose size is sizeof(bri_friction_law). Its tables and texts are not copied: they must last as long as
 * the catalogue. BRI_BAD_VALUE, with a sentence for each fault: its name is taken, its table of parameters is invalid, or a
 * required function is missing. */
BRI_API bri_status bri_catalogue_add_law(bri_catalogue *catalogue, const bri_friction_law *law, bri_error *err);
/* All laws, first those of the library; ends with NULL. catalogue: NULL means those of the library only. */
BRI_API const bri_friction_law *const *bri_catalogue_laws(const bri_catalogue *catalogue);
/* The law of that name; NULL, with BRI_NOT_FOUND and similar names in err, if there is none. */
BRI_API const bri_friction_law *bri_catalogue_find_law(const bri_catalogue *catalogue, const char *name,
                                                       bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
