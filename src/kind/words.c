/* words.c - lists of words: "force|load|equivalent" */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "bristle/kind.h"

const char *bri_word(const char *words, int index, char out[BRI_WORD_ROOM])
{
    for (; index > 0 && words; index--) {
        words = strchr(words, '|');
        words = words ? words + 1 : NULL;
    }
    if (!words) return NULL;
    size_t length = strcspn(words, "|");
    assert(length < BRI_WORD_ROOM);
    snprintf(out, BRI_WORD_ROOM, "%.*s", (int)length, words);
    return out;
}
