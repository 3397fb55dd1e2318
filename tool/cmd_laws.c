/* cmd_laws.c - bristle laws: list of the friction laws, and the phenomena that each shows */
#include <string.h>

#include "command.h"

static int laws_run(const command_line *arguments)
{
    bri_error err = {0};
    const char *family = option_value(arguments, "family");
    bri_format format = option_value(arguments, "json")       ? BRI_JSON
                        : option_value(arguments, "markdown") ? BRI_MARKDOWN
                                                              : BRI_TEXT;
    if (arguments->words)
        return complain(BAD_INPUT, "laws takes no name; 'bristle explain %.60s' explains a law", arguments->word[0]);
    bri_status status = option_value(arguments, "phenomena")
                            ? bri_describe_phenomena(family, format, to_stdout, NULL, &err)
                            : bri_describe_laws(family, format, to_stdout, NULL, &err);
    return status ? complain_of(status, &err) : DONE;
}

static const option laws_options[] = {
    {"family", "FAMILY", "only static, dynamic or lubricated laws", 'f'},
    {"phenomena", NULL, "phenomena that each law shows, computed from traces", 'p'},
    {"json", NULL, "print as JSON", 0},
    {"markdown", NULL, "print as Markdown", 0},
    {0},
};

const command command_laws = {
    .name = "laws",
    .summary = "list the friction laws, and the phenomena that each shows",
    .usage = "laws [--family FAMILY] [--phenomena] [--json | --markdown]",
    .details = "Lists the friction laws by name. With --phenomena, evaluates each law along standard motion\n"
               "histories and prints which phenomena it shows; this takes some seconds.",
    .options = laws_options,
    .run = laws_run,
};
