/* output.c - files that are written completely or not at all: to a temporary file, which is renamed; tables in them */
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

/* The temporary file that is being written; NULL: none is. */
static const char *volatile unfinished;

void remove_unfinished(void)
{
    const char *temporary = unfinished;
    if (temporary) unlink(temporary);
}

int atomic_open(atomic_file *file, const char *path)
{
    if (strlen(path) >= sizeof file->path) return complain(BAD_INPUT, "the name of the output file is too long");
    snprintf(file->path, sizeof file->path, "%s", path);
    snprintf(file->temporary, sizeof file->temporary, "%s.%ld.part", path, (long)getpid());
    file->trouble = errno = 0;
    file->stream = fopen(file->temporary, "wb");
    if (!file->stream) return complain(UNFINISHED, "%s cannot be written: %s", path, strerror(errno));
    unfinished = file->temporary;
    return DONE;
}

bool atomic_write(const char *text, size_t length, void *user)
{
    atomic_file *file = user;
    bool written = fwrite(text, 1, length, file->stream) == length;
    if (!written && !file->trouble) file->trouble = errno ? errno : EIO;
    return written;
}

static void note_trouble(atomic_file *file, bool failed)
{
    if (failed && !file->trouble) file->trouble = errno ? errno : EIO;
}

int atomic_close(atomic_file *file, bool keep)
{
    if (keep) note_trouble(file, ferror(file->stream) || fflush(file->stream) || fsync(fileno(file->stream)));
    note_trouble(file, fclose(file->stream) && keep);
    if (keep && !file->trouble) note_trouble(file, rename(file->temporary, file->path) != 0);
    unfinished = NULL;
    if (keep && !file->trouble) return DONE;
    remove(file->temporary);
    return file->trouble ? complain(UNFINISHED, "%s cannot be written: %s", file->path, strerror(file->trouble)) : DONE;
}

int check_writable(const char *path)
{
    atomic_file file = {.stream = NULL};
    if (!path || !strcmp(path, "-")) return DONE;
    int status = atomic_open(&file, path);
    return status || !file.stream ? status : atomic_close(&file, false);
}

bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

void append_text(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    va_list values;
    va_start(values, format);
    vsnprintf(text + length, size - length, format, values);
    va_end(values);
}

void put_csv_cell(FILE *out, const char *text)
{
    if (!strpbrk(text, ",\"\r\n") && *text != ' ') {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', out);
}

int check_table_output(const char *path, bool json)
{
    if (path && !is_picture(path) && !ends_with(path, ".csv") && !ends_with(path, ".json"))
        return complain(BAD_INPUT, "--output must end in .csv, .json, .svg, .png or .pdf, not as in '%.100s'", path);
    if (path && json && !ends_with(path, ".json"))
        return complain(BAD_INPUT, "--json needs standard output or a .json file, not '%.100s'", path);
    return DONE;
}

int write_table(const bri_table *table, const char *path, bool json)
{
    bri_error err = {0};
    bri_status (*write)(const bri_table *, bri_write_fn *, void *, bri_error *) =
        json || (path && ends_with(path, ".json")) ? bri_table_write_json : bri_table_write_csv;
    if (!path) {
        bri_status status = write(table, to_stdout, NULL, &err);
        return status ? complain_of(status, &err) : DONE;
    }
    atomic_file file;
    int opened = atomic_open(&file, path);
    if (opened) return opened;
    bri_status status = write(table, atomic_write, &file, &err);
    int closed = atomic_close(&file, !status);
    return status && !closed ? complain_of(status, &err) : closed;
}
