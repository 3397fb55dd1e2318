/* cmd_reference.c - bristle reference: the reference page and the man page, generated from the tables */
#include "command.h"
#include "version.h"

static bri_status laws_page(bri_error *err)
{
    printf("# Reference\n\nMade by `bristle reference` from the tables in the source; do not edit.\n\n"
           "[Friction laws](#friction-laws), [parts of a model file](#parts-of-a-model-file), [joints](#joints),\n"
           "[forces](#forces), [signals](#signals), [shapes](#shapes), [integrators](#integrators), [normal "
           "laws](#normal-laws).\n\n"
           "# Friction laws\n\n");
    bri_status status = bri_describe_laws(NULL, BRI_MARKDOWN, to_stdout, NULL, err);
    printf("## Which law shows what\n\n");
    if (!status) status = bri_describe_phenomena(NULL, BRI_MARKDOWN, to_stdout, NULL, err);
    printf("\n");
    for (const bri_friction_law *const *law = bri_laws(); *law && !status; law++)
        status = bri_describe_law(*law, BRI_MARKDOWN, to_stdout, NULL, err);
    return status;
}

static bri_status kinds_pages(bri_error *err)
{
    static const char *const families[][2] = {{"part", "Parts of a model file"},
                                              {"joint", "Joints"},
                                              {"force", "Forces"},
                                              {"signal", "Signals"},
                                              {"shape", "Shapes"},
                                              {"integrator", "Integrators"},
                                              {"contact", "Normal laws"}};
    bri_status status = BRI_OK;
    for (size_t i = 0; i < sizeof families / sizeof *families && !status; i++) {
        printf("# %s\n\n", families[i][1]);
        status = bri_describe_kinds(families[i][0], BRI_MARKDOWN, to_stdout, NULL, err);
        if (!status) status = bri_describe_family(families[i][0], BRI_MARKDOWN, to_stdout, NULL, err);
    }
    return status;
}

static void put_roff(const char *text) /* a line that begins with a dot or a quote would be a request */
{
    for (bool line_start = true; *text; text++) {
        if (line_start && (*text == '.' || *text == '\'')) fputs("\\&", stdout);
        line_start = *text == '\n';
        fputs(*text == '-' ? "\\-" : *text == '\\' ? "\\e" : (char[]){*text, 0}, stdout);
    }
}

static void man_page(void)
{
    printf(".TH BRISTLE 1 \"\" \"bristle %s\"\n.SH NAME\nbristle \\- friction in multibody dynamics\n.SH SYNOPSIS\n"
           ".B bristle\n.I COMMAND\n\\&...\n.SH COMMANDS\n",
           BRISTLE_VERSION);
    for (const command *const *c = all_commands(); *c; c++) {
        printf(".SS \"bristle ");
        put_roff((*c)->usage);
        printf("\"\n");
        put_roff((*c)->details);
        printf("\n");
        for (const option *o = (*c)->options; o && o->name; o++) {
            printf(".TP\n.B ");
            if (o->letter) printf("\\-%c, ", o->letter);
            printf("\\-\\-%s%s%s\n", o->name, o->argument ? " " : "", o->argument ? o->argument : "");
            put_roff(o->doc);
            printf("\n");
        }
    }
    printf(".SH EXIT STATUS\n0 success, 1 failure, 2 invalid input.\n");
}

static int reference_run(const command_line *arguments)
{
    bri_error err = {0};
    if (arguments->words)
        return complain(BAD_INPUT, "reference takes no argument, but '%.60s' was given", arguments->word[0]);
    if (option_value(arguments, "man")) {
        man_page();
        return DONE;
    }
    bri_status status = laws_page(&err);
    if (!status) status = kinds_pages(&err);
    return status ? complain_of(status, &err) : DONE;
}

static const option reference_options[] = {
    {"man", NULL, "print the man page instead", 0},
    {0},
};

const command command_reference = {
    .name = "reference",
    .summary = "the reference page of all laws, joints, forces, ..., as Markdown",
    .usage = "reference [--man]",
    .details = "Prints the reference page of the documentation, generated from the tables.",
    .options = reference_options,
    .run = reference_run,
};
