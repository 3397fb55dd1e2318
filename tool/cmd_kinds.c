/* cmd_kinds.c - bristle kinds: list of everything a model file can contain */
#include "command.h"

static int kinds_run(const command_line *arguments)
{
    bri_error err = {0};
    bri_format format = option_value(arguments, "json")       ? BRI_JSON
                        : option_value(arguments, "markdown") ? BRI_MARKDOWN
                                                              : BRI_TEXT;
    if (arguments->words > 1)
        return complain(BAD_INPUT, "kinds takes one family, but '%.60s' was given as well", arguments->word[1]);
    bri_status status = bri_describe_kinds(arguments->words ? arguments->word[0] : NULL, format, to_stdout, NULL, &err);
    return status ? complain_of(status, &err) : DONE;
}

static const option kinds_options[] = {
    {"json", NULL, "print as JSON", 0},
    {"markdown", NULL, "print as Markdown", 0},
    {0},
};

const command command_kinds = {
    .name = "kinds",
    .summary =
        "list what a model can contain: joints, forces, signals, shapes, integrators, laws, measures, study files",
    .usage = "kinds [FAMILY] [--json | --markdown]",
    .details = "Lists what a model file can contain, and the measures of a run, or one family: part, joint, force,\n"
               "signal, shape, integrator, law, contact, measure, study. 'bristle explain NAME' describes an entry.",
    .options = kinds_options,
    .run = kinds_run,
};
