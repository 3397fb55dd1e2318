/* text_file.c - files read as bytes, and checks that the bytes are text */
#include "io/text_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fail.h"

const char *bri_place_print(char out[256], const char *name, int line, int column)
{
    if (line > 0)
        snprintf(out, 256, "%.220s:%d:%d", name, line, column);
    else
        snprintf(out, 256, "%.250s", name);
    return out;
}

bool bri_file_is_regular(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

bri_status bri_file_read(const char *path, char **text, size_t *length, bri_error *err)
{
    *text = NULL;
    *length = 0;
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file) return bri_fail_at(err, BRI_NOT_FOUND, path, "the file cannot be opened: %s", strerror(errno));
    bri_status status = BRI_OK;
    for (size_t room = 0; !status && !feof(file);) {
        room = room ? 2 * room : 1 << 14;
        char *more = realloc(*text, room);
        if (!more) {
            status = bri_fail_at(err, BRI_NO_MEMORY, path, "out of memory: the text of the file");
            break;
        }
        *text = more;
        *length += fread(more + *length, 1, room - *length, file);
        if (ferror(file))
            status = bri_fail_at(err, BRI_NOT_FOUND, path, "the file cannot be read: %s", strerror(errno));
        else if (*length > BRI_TEXT_FILE_BYTES)
            status = bri_fail_at(err, BRI_BAD_VALUE, path, "the file is larger than %d MB", BRI_TEXT_FILE_BYTES >> 20);
    }
    fclose(file);
    if (status) {
        free(*text);
        *text = NULL;
    }
    return status;
}

/* --- UTF-8 -------------------------------------------------------------------------------------------------------- */

/* Number of bytes of the UTF-8 character at text; 0: invalid (surrogate, overlong encoding, beyond U+10FFFF). */
static size_t character_length(const unsigned char *text, size_t room)
{
    static const unsigned lowest[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = text[0] < 0x80 ? 1 : text[0] >> 5 == 6 ? 2 : text[0] >> 4 == 14 ? 3 : text[0] >> 3 == 30 ? 4 : 0;
    if (length < 2) return length;
    if (length > room) return 0;
    unsigned code = text[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (text[i] >> 6 != 2) return 0;
        code = code << 6 | (text[i] & 0x3fu);
    }
    return code < lowest[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : length;
}

size_t bri_utf8_valid(const char *text)
{
    size_t at = 0, length = strlen(text), more;
    while (at < length && (more = character_length((const unsigned char *)text + at, length - at)) > 0)
        at += more;
    return at;
}

bri_status bri_utf8_check(const char *text, size_t length, const char *name, bri_error *err)
{
    const unsigned char *bytes = (const unsigned char *)text;
    int line = 1, column = 1;
    if (length >= 2 && (!memcmp(text, "\xff\xfe", 2) || !memcmp(text, "\xfe\xff", 2)))
        return bri_fail_in(err, BRI_BAD_VALUE, name, 1, 1, "the text is UTF-16; save it as UTF-8");
    for (size_t i = 0; i < length;) {
        size_t bytes_here = character_length(bytes + i, length - i);
        if (bytes_here == 0)
            return bri_fail_in(err, BRI_BAD_VALUE, name, line, column,
                               "the byte 0x%02x is not UTF-8; is this a text file?", (unsigned)bytes[i]);
        bool blank = bytes[i] == '\t' || bytes[i] == '\n' || bytes[i] == '\r';
        if (!blank && (bytes[i] < ' ' || bytes[i] == 0x7f))
            return bri_fail_in(err, BRI_BAD_VALUE, name, line, column,
                               "the control character 0x%02x is not allowed; is this a model file?",
                               (unsigned)bytes[i]);
        line += bytes[i] == '\n';
        column = bytes[i] == '\n' ? 1 : column + 1;
        i += bytes_here;
    }
    return BRI_OK;
}
