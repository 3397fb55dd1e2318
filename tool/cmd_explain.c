/* cmd_explain.c - bristle explain NAME: equations, parameters, source, defects */
#include <string.h>

#include "command.h"

static int explain_run(const command_line *arguments)
{
    bri_format format = option_value(arguments, "json")       ? BRI_JSON
                        : option_value(arguments, "markdown") ? BRI_MARKDOWN
                                                              : BRI_TEXT;
    if (!arguments->words) return complain(BAD_INPUT, "explain needs the name of a law; 'bristle laws' lists them");
    int worst = DONE;
    bool array = format == BRI_JSON && arguments->words > 1;
    if (array) printf("[");
    for (int i = 0; i < arguments->words; i++) {
        bri_error err = {0};
        bool noise = !strcmp(arguments->word[i], "noise");
        const bri_friction_law *law = noise ? NULL : bri_law_find(arguments->word[i], &err);
        bri_status status = noise ? bri_describe_noise(format, to_stdout, NULL, &err)
                            : law ? bri_describe_law(law, format, to_stdout, NULL, &err)
                                  : BRI_NOT_FOUND;
        if (status)
            worst = complain_of(status, &err);
        else if (i + 1 < arguments->words && format != BRI_MARKDOWN)
            printf(array ? "," : "\n");
    }
    if (array) printf("]\n");
    return worst;
}

static const option explain_options[] = {
    {"json", NULL, "for programs", 0},
    {"markdown", NULL, "for documents", 0},
    {0},
};

const command command_explain = {
    .name = "explain",
    .summary = "equations, parameters, units, source and known defects of a law",
    .usage = "explain NAME... [--json | --markdown]",
    .details = "Tells all that is known of a law. 'bristle explain noise' tells of the noise that any law can take.",
    .options = explain_options,
    .run = explain_run,
};
