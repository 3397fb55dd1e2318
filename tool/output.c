/* output.c - files that appear whole or not at all: written beside their place, then renamed; tables in them */
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

static bool ends_in(const char *path, const char *ending)
{
    const char *dot = path ? strrchr(path, '.') : NULL;
    return dot && !strcmp(dot, ending);
}

int check_table_output(const char *path, bool json)
{
    if (path && !is_picture(path) && !ends_in(path, ".csv") && !ends_in(path, ".json"))
        return complain(BAD_INPUT, "--output ends in .csv, .json, .svg, .png or .pdf, not as in '%.100s'", path);
    if (path && json && !ends_in(path, ".json"))
        return complain(BAD_INPUT, "--json goes with standard output or a .json file, not with '%.100s'", path);
    return DONE;
}

int write_table(const bri_table *table, const char *path, bool json)
{
    bri_error err = {0};
    bri_status (*write)(const bri_table *, bri_write_fn *, void *, bri_error *) =
        json || ends_in(path, ".json") ? bri_table_write_json : bri_table_write_csv;
    if (!path) {
        bri_status status = write(table, to_stdout, NULL, &err);
        return status ? complain_of(status, &err) : DONE;
    }
    whole_file file;
    int opened = whole_open(&file, path);
    if (opened) return opened;
    bri_status status = write(table, whole_write, &file, &err);
    int closed = whole_close(&file, !status);
    return status ? complain_of(status, &err) : closed;
}
