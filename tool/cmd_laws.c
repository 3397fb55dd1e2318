/* cmd_laws.c - bristle laws: what exists, and which law shows what */
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
        return complain(BAD_INPUT, "laws takes no name; 'bristle explain %.60s' tells one law", arguments->word[0]);
    bri_status status = option_value(arguments, "phenomena")
                            ? bri_describe_phenomena(family, format, to_stdout, NULL, &err)
                            : bri_describe_laws(family, format, to_stdout, NULL, &err);
    return status ? complain_of(status, &err) : DONE;
}

static const option laws_options[] = {
    {"family", "FAMILY", "only static, dynamic or lubricated laws", 'f'},
    {"phenomena", NULL, "which law shows what, computed from traces", 'p'},
    {"json", NULL, "for programs", 0},
    {"markdown", NULL, "for documents", 0},
    {0},
};

const command command_laws = {
    .name = "laws",
    .summary = "what laws exist, and which shows what",
    .usage = "laws [--family FAMILY] [--phenomena] [--json | --markdown]",
    .details = "Lists the friction laws by name. With --phenomena, puts each through standard histories and prints\n"
               "which phenomena it shows; this takes some seconds.",
    .options = laws_options,
    .run = laws_run,
};
