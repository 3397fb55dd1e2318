/* csv_lines.c - text with separated values: its lines, cells, heads of columns and numbers */
#include "io/csv_lines.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

enum {
    LONGEST_LINE = 1 << 24
};

const char *bri_csv_place(char out[256], const bri_csv_lines *in, size_t column)
{
    snprintf(out, 256, "%.200s:%ld:%zu", in->name, in->number, column);
    return out;
}

static bri_status no_memory(bri_csv_lines *in)
{
    return bri_fail_at(in->err, BRI_NO_MEMORY, in->name, "out of memory: the table");
}

static bool make_room(bri_csv_lines *in)
{
    if (in->length + 1 < in->room) return true;
    size_t room = in->room ? 2 * in->room : 4096;
    char *more = realloc(in->line, room);
    if (!more) return false;
    in->line = more;
    in->room = room;
    return true;
}

bri_status bri_csv_next_line(bri_csv_lines *in, bool *found)
{
    int c;
    in->length = 0;
    in->number++;
    errno = 0;
    while ((c = getc(in->file)) != EOF && c != '\n') {
        if (!make_room(in)) return no_memory(in);
        if (c < ' ' && c != '\t' && c != '\r')
            return bri_csv_report(in, in->length + 1, "the file is not text: it contains the byte %d", c);
        if (in->length >= LONGEST_LINE)
            return bri_csv_report(in, 1, "the line is longer than %d characters", LONGEST_LINE);
        in->line[in->length++] = (char)c;
    }
    if (ferror(in->file))
        return bri_fail_at(in->err, BRI_NOT_FOUND, in->name, "the file cannot be read: %s", strerror(errno));
    if (!make_room(in)) return no_memory(in);
    in->line[in->length] = '\0';
    if (in->number == 1 && !strncmp(in->line, "\xef\xbb\xbf", 3))
        memmove(in->line, in->line + 3, (in->length -= 3) + 1);
    *found = c != EOF || in->length > 0;
    return BRI_OK;
}

bool bri_csv_is_blank(const bri_csv_lines *in) { return in->line[0] == '#' || !in->line[strspn(in->line, " \t\r")]; }

static bool is_white(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bri_csv_cell bri_csv_next_cell(const bri_csv_lines *in, char separator, char **at)
{
    if (!*at) return (bri_csv_cell){0};
    char *text = *at;
    while (is_white(*text) && *text != (separator == ' ' ? '\0' : separator))
        text++;
    char *end = strchr(text, separator);
    if (end)
        for (*at = end + 1; separator == ' ' && is_white(**at);)
            ++*at;
    if (!end || (separator == ' ' && !**at)) *at = NULL;
    if (!end) end = text + strlen(text);
    while (end > text && is_white(end[-1]))
        end--;
    if (end - text > 1 && *text == '"' && end[-1] == '"') text++, end--;
    *end = '\0';
    return (bri_csv_cell){text, (size_t)(text - in->line) + 1};
}

char *bri_csv_unit(char *head)
{
    size_t length = strlen(head);
    char *open = length && head[length - 1] == ']' ? strrchr(head, '[') : NULL;
    if (!open) return NULL;
    head[length - 1] = '\0';
    length = (size_t)(open - head);
    while (length && is_white(head[length - 1]))
        length--;
    head[length] = '\0';
    return open + 1;
}

static bool same_word(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == *b)
        a++, b++;
    return !*a && !*b;
}

char bri_csv_separator(const char *line)
{
    static const char candidates[] = "\t;,|";
    size_t best = sizeof candidates - 1;
    bool quoted = false;
    for (; *line; line++) {
        const char *found = strchr(candidates, *line);
        quoted = quoted != (*line == '"');
        if (found && !quoted && (size_t)(found - candidates) < best) best = (size_t)(found - candidates);
    }
    return (char)(best < sizeof candidates - 1 ? candidates[best] : ' ');
}

bool bri_csv_number(char *text, char separator, double *value)
{
    static const struct {
        const char *word;
        double value;
    } words[] = {{"nan", (double)NAN},      {"null", (double)NAN},       {"-nan", (double)NAN},
                 {"inf", (double)INFINITY}, {"-inf", -(double)INFINITY}, {"+inf", (double)INFINITY}};
    const char *end;
    char *comma = separator != ',' ? strchr(text, ',') : NULL;
    if (comma && !strchr(text, '.')) *comma = '.';
    if (bri_number_read(text, &end, value) && !*end) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (same_word(text, words[i].word)) {
            *value = words[i].value;
            return true;
        }
    return false;
}
