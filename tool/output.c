/* output.c - files that appear whole or not at all: written beside their place, then renamed */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

int whole_open(whole_file *file, const char *path)
{
    if (strlen(path) >= sizeof file->path) return complain(BAD_INPUT, "the name of the output file is too long");
    snprintf(file->path, sizeof file->path, "%s", path);
    snprintf(file->temporary, sizeof file->temporary, "%s.%ld.part", path, (long)getpid());
    file->stream = fopen(file->temporary, "wb");
    if (!file->stream) return complain(UNFINISHED, "%s cannot be written: %s", path, strerror(errno));
    return DONE;
}

bool whole_write(const char *text, size_t length, void *file)
{
    return fwrite(text, 1, length, ((whole_file *)file)->stream) == length;
}

int whole_close(whole_file *file, bool keep)
{
    bool written = !ferror(file->stream) && !fflush(file->stream);
    int why = errno;
    written = !fclose(file->stream) && written;
    if (keep && written && !rename(file->temporary, file->path)) return DONE;
    if (keep && written) why = errno;
    remove(file->temporary);
    return keep ? complain(UNFINISHED, "%s cannot be written: %s", file->path, strerror(why)) : UNFINISHED;
}
