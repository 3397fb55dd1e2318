/* text.c - a growing text, and suggestions for misspelt names */
#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

static bool make_room(bri_text *text, size_t more)
{
    if (text->failed) return false;
    if (text->length + more + 1 <= text->room) return true;
    size_t room = text->room ? text->room : 256;
    while (room < text->length + more + 1)
        room *= 2;
    char *at = realloc(text->at, room);
    if (!at) {
        text->failed = true;
        return false;
    }
    text->at = at;
    text->room = room;
    return true;
}

void bri_text_add_n(bri_text *text, const char *piece, size_t length)
{
    if (!make_room(text, length)) return;
    memcpy(text->at + text->length, piece, length);
    text->length += length;
    text->at[text->length] = '\0';
}

void bri_text_add(bri_text *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length >= 0 && make_room(text, (size_t)length)) {
        vsnprintf(text->at + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void bri_text_add_json(bri_text *text, const char *piece)
{
    if (!piece) {
        bri_text_add(text, "null");
        return;
    }
    bri_text_add(text, "\"");
    for (; *piece; piece++) {
        unsigned char c = (unsigned char)*piece;
        if (c == '"' || c == '\\')
            bri_text_add(text, "\\%c", c);
        else if (c == '\n')
            bri_text_add(text, "\\n");
        else if (c < 0x20)
            bri_text_add(text, "\\u%04x", c);
        else
            bri_text_add_n(text, piece, 1);
    }
    bri_text_add(text, "\"");
}

void bri_text_add_number(bri_text *text, double value)
{
    char number[32];
    bri_number_print(number, value);
    const char *piece = isfinite(value) ? number : "null";
    bri_text_add_n(text, piece, strlen(piece));
}

void bri_text_free(bri_text *text)
{
    free(text->at);
    *text = (bri_text){0};
}

/* Of ASCII, in any locale. */
static int lower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

enum {
    LONGEST = 40
};

/* Edit distance (Damerau-Levenshtein), ignoring case; INT32_MAX for words that are too long. */
static int distance(const char *a, const char *b)
{
    int n = (int)strlen(a), m = (int)strlen(b), rows[3][LONGEST + 1];
    if (n > LONGEST || m > LONGEST) return INT32_MAX;
    for (int j = 0; j <= m; j++)
        rows[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *now = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= m; j++) {
            int x = lower(a[i - 1]), y = lower(b[j - 1]);
            int best = last[j - 1] + (x != y);
            best = last[j] + 1 < best ? last[j] + 1 : best;
            best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && y == lower(a[i - 2]))
                best = before[j - 2] + 1 < best ? before[j - 2] + 1 : best;
            now[j] = best;
        }
    }
    return rows[n % 3][m];
}

/* The edit distance, but 1 where one name contains the other; INT32_MAX: not similar. */
static int nearness(const char *name, const char *candidate)
{
    size_t length = strlen(name);
    int d = distance(name, candidate);
    bool begins = length >= 2 && !strncmp(candidate, name, length) && candidate[length] == '_'; /* mu for mu_k */
    if (begins) return 1;
    bool within = length >= 3 && (strstr(candidate, name) || (strlen(candidate) >= 3 && strstr(name, candidate)));
    if (within && d > 1) return 1;
    return d <= (int)(length / 3) + 1 ? d : INT32_MAX;
}

void bri_text_suggest(char *out, size_t size, const char *name, bri_next_name *next, void *context)
{
    char best[3][128] = {{0}};
    int near[3] = {INT32_MAX, INT32_MAX, INT32_MAX};
    const char *candidate;
    for (int i = 0; (candidate = next(context, i)); i++) {
        bool known = false; /* as a parameter that several laws have */
        for (int k = 0; k < 3; k++)
            known = known || !strcmp(best[k], candidate);
        if (known) continue;
        int d = nearness(name, candidate), at = 3;
        while (at > 0 && d < near[at - 1])
            at--;
        for (int k = 2; k > at; k--) {
            near[k] = near[k - 1];
            memcpy(best[k], best[k - 1], sizeof best[k]);
        }
        if (at < 3 && d < INT32_MAX) {
            near[at] = d;
            snprintf(best[at], sizeof best[at], "%s", candidate);
        }
    }
    out[0] = '\0';
    if (near[0] == 0) best[1][0] = best[2][0] = 0; /* equal but for upper and lower case: suggest no others */
    if (best[2][0])
        snprintf(out, size, "; did you mean '%s', '%s' or '%s'?", best[0], best[1], best[2]);
    else if (best[1][0])
        snprintf(out, size, "; did you mean '%s' or '%s'?", best[0], best[1]);
    else if (best[0][0])
        snprintf(out, size, "; did you mean '%s'?", best[0]);
}
