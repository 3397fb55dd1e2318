/* words.c - lists of words: "force|load|equivalent" */
#include <stdio.h>
#include <string.h>

#include "bristle/kind.h"

const char *bri_word(const char *words, int index, char out[32])
{
    for (; index > 0 && words; index--) {
        words = strchr(words, '|');
        words = words ? words + 1 : NULL;
    }
    if (!words) return NULL;
    snprintf(out, 32, "%.*s", (int)strcspn(words, "|"), words);
    return out;
}
