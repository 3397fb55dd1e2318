/* cmd_parts.c - bristle parts: the optional parts, and how to get those that are missing */
#include "command.h"
#include "part/part.h"

static int parts_run(const command_line *arguments)
{
    if (arguments->words)
        return complain(BAD_INPUT, "parts takes no argument, but '%.60s' was given", arguments->word[0]);
    printf("%-12s %-12s %s\n", "part", "", "for");
    for (bri_part_id part = BRI_NO_PART + 1; part < BRI_PARTS; part++) {
        bri_error err = {0};
        bool exists = bri_part_functions(part, bri_part_use(part), BRI_NOT_FOUND, &err);
        printf("%-12s %-12s %s\n", bri_part_name(part), exists ? "installed" : "missing",
               exists ? bri_part_use(part) : err.what);
    }
    return DONE;
}

const command command_parts = {
    .name = "parts",
    .summary = "list the optional parts of bristle: which are installed, and how to get the others",
    .usage = "parts",
    .details = "Lists the parts that need a further library: what each is for, whether it is installed, and how to\n"
               "get it if not. A part is loaded when it is first used.",
    .run = parts_run,
};
