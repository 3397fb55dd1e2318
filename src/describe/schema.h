/* schema.h - the JSON Schema of study files */
#ifndef BRISTLE_DESCRIBE_SCHEMA_H
#define BRISTLE_DESCRIBE_SCHEMA_H

#include "bristle/table.h"

bri_status bri_study_schema(bri_write_fn *write, void *user, bri_error *err);

#endif
