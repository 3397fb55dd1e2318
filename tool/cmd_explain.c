/* cmd_explain.c - bristle explain NAME: equations, parameters, example, source, known defects */
#include "command.h"

static int explain_run(const command_line *arguments)
{
    bri_format format = option_value(arguments, "json")       ? BRI_JSON
                        : option_value(arguments, "markdown") ? BRI_MARKDOWN
                                                              : BRI_TEXT;
    if (!arguments->words)
        return complain(BAD_INPUT,
                        "explain needs the name of a law, a joint, a force, ...; 'bristle kinds' lists them");
    int worst = DONE;
    bool array = format == BRI_JSON && arguments->words > 1;
    if (array) printf("[");
    for (int i = 0; i < arguments->words; i++) {
        bri_error err = {0};
        bri_status status = bri_describe(arguments->word[i], format, to_stdout, NULL, &err);
        if (status)
            worst = complain_of(status, &err);
        else if (i + 1 < arguments->words && format != BRI_MARKDOWN)
            printf(array ? "," : "\n");
    }
    if (array) printf("]\n");
    return worst;
}

static const option explain_options[] = {
    {"json", NULL, "print as JSON", 0},
    {"markdown", NULL, "print as Markdown", 0},
    {0},
};

const command command_explain = {
    .name = "explain",
    .summary = "equations, parameters, units and source of a law, joint, force, signal, integrator, ...",
    .usage = "explain NAME... [--json | --markdown]",
    .details = "Explains a friction or normal law, a joint, a force, a signal, a shape, an integrator or a part of\n"
               "a model file (model, body, friction, run, ...). 'bristle kinds' lists them. If two families contain\n"
               "the same name, write FAMILY.NAME, as in contact.gonthier.",
    .options = explain_options,
    .run = explain_run,
};
