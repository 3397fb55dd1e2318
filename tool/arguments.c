/* arguments.c - reads the options of a command and runs it; complaints, and what became of standard output */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "command.h"
#include "io/text_file.h"

int complain(int status, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fputs("bristle: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    return status;
}

static int stdout_trouble; /* errno of a failed write; a closed pipe, as by head, is no failure */

int exit_status_of(bri_status status)
{
    bool bad_input = status == BRI_NOT_FOUND || status == BRI_BAD_VALUE || status == BRI_MISSING ||
                     status == BRI_BAD_FILE || status == BRI_BAD_MODEL;
    return status == BRI_OK ? DONE : bad_input ? BAD_INPUT : UNFINISHED;
}

int complain_of(bri_status status, const bri_error *err)
{
    if (stdout_trouble == EPIPE) return DONE;
    if (stdout_trouble)
        return complain(UNFINISHED, "standard output could not be written: %s", strerror(stdout_trouble));
    if (*err->where) return complain(exit_status_of(status), "%s: %s", err->where, err->what);
    return complain(exit_status_of(status), "%s", err->what);
}

bool to_stdout(const char *text, size_t length, void *user)
{
    (void)user;
    bool written = fwrite(text, 1, length, stdout) == length;
    if (!written) stdout_trouble = errno;
    return written;
}

const char *option_value(const command_line *arguments, const char *name)
{
    const char *value = NULL;
    for (int i = 0; i < arguments->options; i++)
        if (!strcmp(arguments->option[i].option->name, name)) value = arguments->option[i].value;
    return value;
}

/* --- help ------------------------------------------------------------------------------------------------------------- */

int command_help(const command *c)
{
    printf("usage: %s%s\n\n%s\n", c->program ? "" : "bristle ", c->usage, c->details);
    for (const option *o = c->options; o && o->name; o++) {
        char left[64], letter[8] = "    ";
        if (o->letter) snprintf(letter, sizeof letter, "-%c, ", o->letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, o->name, o->argument ? " " : "",
                 o->argument ? o->argument : "");
        printf("%s  %-28s %s\n", o == c->options ? "\n" : "", left, o->doc);
    }
    return DONE;
}

/* --- reading the command line ------------------------------------------------------------------------------------------- */

static const char *next_option(void *context, int index)
{
    const command *c = context;
    return c->options ? c->options[index].name : NULL;
}

static const option *find_option(const command *c, const char *name, size_t length)
{
    for (const option *o = c->options; o && o->name; o++)
        if (strlen(o->name) == length && !strncmp(o->name, name, length)) return o;
    return NULL;
}

static const option *find_letter(const command *c, char letter)
{
    for (const option *o = c->options; o && o->name; o++)
        if (o->letter == letter) return o;
    return NULL;
}

/* One option with its value, which follows '=' or is the next word. */
static int read_option(const command *c, int count, char **word, int *at, command_line *out)
{
    const char *text = word[*at], *value = NULL, *equals = strchr(text, '=');
    bool is_long = text[1] == '-';
    size_t length = equals ? (size_t)(equals - text) - 2 : strlen(text) - 2;
    const option *o = is_long ? find_option(c, text + 2, length) : find_letter(c, text[1]);
    if (!o) {
        char name[64], hint[200];
        snprintf(name, sizeof name, "%.*s", (int)(length < 60 ? length : 60), is_long ? text + 2 : "");
        bri_text_suggest(hint, sizeof hint, name, next_option, (void *)(size_t)c);
        return complain(BAD_INPUT, "%s has no option %.60s%s (%s%s --help)", c->name, text, hint,
                        c->program ? "" : "bristle ", c->name);
    }
    if (is_long && equals)
        value = equals + 1;
    else if (!is_long && text[2])
        value = text + 2;
    if (o->argument && !value && *at + 1 < count) value = word[++*at];
    if (o->argument && !value) return complain(BAD_INPUT, "--%s needs a value: --%s %s", o->name, o->name, o->argument);
    if (!o->argument && value) return complain(BAD_INPUT, "--%s takes no value, but '%.60s' was given", o->name, value);
    if (out->options == MAX_WORDS) return complain(BAD_INPUT, "too many options: at most %d are allowed", MAX_WORDS);
    out->option[out->options++] = (given_option){.option = o, .value = value ? value : ""};
    return DONE;
}

/* Texts reach names, titles and messages: as in files, they must be UTF-8. Names of files may be anything. */
static int check_text(const char *text, bool is_file)
{
    size_t valid = bri_utf8_valid(text);
    if (is_file || !text[valid] || !access(text, F_OK)) return DONE;
    return complain(BAD_INPUT, "the argument that begins with '%.*s' is not UTF-8: its byte %zu is 0x%02x",
                    (int)(valid < 60 ? valid : 60), text, valid + 1, (unsigned)(unsigned char)text[valid]);
}

static int check_texts(const command_line *arguments)
{
    for (int i = 0; i < arguments->options; i++) {
        const option *o = arguments->option[i].option;
        bool is_file = o->argument && !strcmp(o->argument, "FILE");
        if (check_text(arguments->option[i].value, is_file)) return BAD_INPUT;
    }
    for (int i = 0; i < arguments->words; i++)
        if (check_text(arguments->word[i], false)) return BAD_INPUT;
    return DONE;
}

static int read_arguments(const command *c, int count, char **word, command_line *out)
{
    bool only_words = false;
    for (int i = 0; i < count; i++) {
        const char *text = word[i];
        if (!only_words && !strcmp(text, "--")) {
            only_words = true;
        } else if (!only_words && text[0] == '-' && text[1]) {
            int status = read_option(c, count, word, &i, out);
            if (status) return status;
        } else if (out->words == MAX_WORDS) {
            return complain(BAD_INPUT, "too many arguments: at most %d are allowed", MAX_WORDS);
        } else {
            out->word[out->words++] = text;
        }
    }
    return DONE;
}

static bool asks_for_help(int count, char **word)
{
    for (int i = 0; i < count && strcmp(word[i], "--") != 0; i++)
        if (!strcmp(word[i], "--help") || !strcmp(word[i], "-h")) return true;
    return false;
}

int run_command(const command *c, int count, char **word)
{
    static command_line arguments; /* static: too large for some stacks */
    if (asks_for_help(count, word)) return command_help(c);
    int status = read_arguments(c, count, word, &arguments);
    if (!status) status = check_texts(&arguments);
    return status ? status : c->run(&arguments);
}

/* --- the end --------------------------------------------------------------------------------------------------------------- */

/* Why standard output cannot be written; 0: it can. A failed write within printf is tried again to learn the cause. */
static int flush_stdout(void)
{
    bool failed = ferror(stdout);
    clearerr(stdout);
    if (failed && !stdout_trouble && fputc('\n', stdout) == EOF) stdout_trouble = errno;
    if (fflush(stdout) && !stdout_trouble) stdout_trouble = errno;
    return failed && !stdout_trouble ? EIO : stdout_trouble;
}

int command_end(int status)
{
    int said = stdout_trouble, trouble = flush_stdout();
    if (!trouble || trouble == EPIPE || said) return status;
    complain(UNFINISHED, "standard output could not be written: %s", strerror(trouble));
    return status > UNFINISHED ? status : UNFINISHED;
}
