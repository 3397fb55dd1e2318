/* cmd_kinds.c - bristle kinds: what a model can be made of, a line each */
#include "command.h"

static int kinds_run(const command_line *arguments)
{
    bri_error err = {0};
    bri_format format = option_value(arguments, "json")       ? BRI_JSON
                        : option_value(arguments, "markdown") ? BRI_MARKDOWN
                                                              : BRI_TEXT;
    if (arguments->words > 1)
        return complain(BAD_INPUT, "kinds takes one family, but '%.60s' was given too", arguments->word[1]);
    bri_status status = bri_describe_kinds(arguments->words ? arguments->word[0] : NULL, format, to_stdout, NULL, &err);
    return status ? complain_of(status, &err) : DONE;
}

static const option kinds_options[] = {
    {"json", NULL, "for programs", 0},
    {"markdown", NULL, "for documents", 0},
    {0},
};

const command command_kinds = {
    .name = "kinds",
    .summary = "what a model can be made of: joints, forces, signals, shapes, integrators, friction and normal laws",
    .usage = "kinds [FAMILY] [--json | --markdown]",
    .details = "Lists all that can stand in a model file, or one family of it: part, joint, force, signal, shape,\n"
               "integrator, law, contact. 'bristle explain NAME' tells one of them.",
    .options = kinds_options,
    .run = kinds_run,
};
