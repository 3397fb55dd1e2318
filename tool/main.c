/* main.c - bristle COMMAND ARGUMENTS: finds the command */
#include <string.h>

#include "base/text.h"
#include "command.h"
#include "stopping.h"

#define COMMAND(name) extern const command command_##name;
#include "commands.def"
#undef COMMAND

static const command *const commands[] = {
#define COMMAND(name) &command_##name,
#include "commands.def"
#undef COMMAND
    NULL};

const command *const *all_commands(void) { return commands; }

static const char *next_command(void *context, int index)
{
    (void)context;
    return commands[index] ? commands[index]->name : NULL;
}

/* --- help ------------------------------------------------------------------------------------------------------------- */

static int help(void)
{
    printf("bristle %s - friction in multibody dynamics\n\nusage: bristle COMMAND ...\n\n", bri_version());
    for (int i = 0; commands[i]; i++)
        printf("  %-10s %s\n", commands[i]->name, commands[i]->summary);
    printf("\n'bristle COMMAND --help' describes a command. Most begin with a model file:\n\n"
           "    bristle check model.yaml                        errors, degrees of freedom\n"
           "    bristle draw model.yaml -o model.svg            picture of the mechanism\n"
           "    bristle run model.yaml --report model.html      page for a browser: the moving mechanism\n\n"
           "Exit status: 0 success, 1 failure, 2 invalid input.\n");
    return DONE;
}

static const command *find_command(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (!strcmp(commands[i]->name, name)) return commands[i];
    return NULL;
}

static int dispatch(int count, char **word)
{
    const char *name = count > 1 ? word[1] : "help";
    bool wants_help = !strcmp(name, "help") || !strcmp(name, "--help") || !strcmp(name, "-h");
    if (count > (wants_help ? 3 : 2) && (wants_help || !strcmp(name, "--version")))
        return complain(BAD_INPUT, "unexpected argument '%.60s'", word[wants_help ? 3 : 2]);
    if (!strcmp(name, "--version")) {
        printf("bristle %s\n", bri_version());
        return DONE;
    }
    if (wants_help && count < 3) return help();
    const command *c = find_command(wants_help ? word[2] : name);
    if (!c) {
        char hint[200];
        const char *wrong = wants_help ? word[2] : name;
        bri_text_suggest(hint, sizeof hint, wrong, next_command, NULL);
        return complain(BAD_INPUT, "there is no command '%.60s'%s", wrong,
                        *hint ? hint : "; 'bristle help' lists them");
    }
    return wants_help ? command_help(c) : run_command(c, count - 2, word + 2);
}

int main(int count, char **word)
{
    end_when_signalled(); /* run and sweep keep their results instead */
    return command_end(dispatch(count, word));
}
