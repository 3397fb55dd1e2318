/* cmd_laws.c - bristle laws: list of the friction laws, and the phenomena that each shows */
#include <string.h>

#include "command.h"

/* --- check ----------------------------------------------------------------------------------------------------------- */

typedef struct faults {
    const char *law;
    int count;
} faults;

static void print_fault(const bri_error *one, void *user)
{
    faults *f = user;
    printf("%s is unsound: %s%s%s\n", f->law, one->where, *one->where ? ": " : "", one->what);
    f->count++;
}

static int check_law(const bri_friction_law *law)
{
    faults found = {.law = law->kind.name};
    bri_error err = {.each = print_fault, .user = &found};
    if (!bri_law_check(law, &err)) printf("%s: no fault found\n", law->kind.name);
    return found.count;
}

/* The laws named, or all; UNFINISHED: one of them is unsound. */
static int check_laws(const command_line *arguments)
{
    int count = 0;
    bri_error err = {0};
    for (int i = 0; i < arguments->words; i++)
        if (!bri_law_find(arguments->word[i], &err)) return complain_of(err.status, &err);
    for (int i = 0; i < arguments->words; i++)
        count += check_law(bri_law_find(arguments->word[i], NULL));
    for (const bri_friction_law *const *law = bri_laws(); !arguments->words && *law; law++)
        count += check_law(*law);
    return count ? UNFINISHED : DONE;
}

static int laws_run(const command_line *arguments)
{
    bri_error err = {0};
    if (option_value(arguments, "check")) return check_laws(arguments);
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
    {"check", NULL, "test the named laws, or all, and report each property that a law violates", 'c'},
    {"json", NULL, "print as JSON", 0},
    {"markdown", NULL, "print as Markdown", 0},
    {0},
};

const command command_laws = {
    .name = "laws",
    .summary = "list the friction laws, and the phenomena that each shows",
    .usage = "laws [--family FAMILY] [--phenomena] [--json | --markdown] | --check [LAW...]",
    .details = "Lists the friction laws by name. With --phenomena, evaluates each law along standard motion\n"
               "histories and prints which phenomena it shows; this takes some seconds. With --check, tests each\n"
               "law at random parameters, states and motions: finite numbers, symmetry, derivatives, dissipation,\n"
               "continuity, static limit, batches. The exit status is 1 if a law fails a test.",
    .options = laws_options,
    .run = laws_run,
};
