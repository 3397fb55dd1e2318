/* cmd_schema.c - bristle schema: JSON Schema, for editors and programs */
#include "bristle/model.h"
#include "command.h"
#include "describe/schema.h"

static int schema_run(const command_line *arguments)
{
    bri_error err = {0};
    if (arguments->words)
        return complain(BAD_INPUT, "schema takes no argument, but '%.60s' was given", arguments->word[0]);
    bri_status status = option_value(arguments, "words")      ? bri_describe_words(to_stdout, NULL, &err)
                        : option_value(arguments, "study")    ? bri_study_schema(to_stdout, NULL, &err)
                        : option_value(arguments, "friction") ? bri_describe_schema(to_stdout, NULL, &err)
                                                              : bri_model_schema(to_stdout, NULL, &err);
    return status ? complain_of(status, &err) : DONE;
}

static const option schema_options[] = {
    {"friction", NULL, "schema of a friction block only", 0},
    {"study", NULL, "schema of study files", 0},
    {"words", NULL, "print all names of the tables instead, as a dictionary for fuzzers", 0},
    {0},
};

const command command_schema = {
    .name = "schema",
    .summary = "JSON Schema of model files and study files",
    .usage = "schema [--friction] [--study] [--words]",
    .details = "Prints the JSON Schema (2020-12) of model files, with which editors complete and check them.",
    .options = schema_options,
    .run = schema_run,
};
