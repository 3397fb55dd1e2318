/* plot.c - plots by gnuplot, started without a shell: it reads the script from a pipe and writes the plot to a file */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "plot_script.h"

/* Whether the file is complete: gnuplot does not report all failures. */
static bool is_complete(const char *path, const char *name)
{
    const char *dot = strrchr(name, '.');
    const char *end = !strcmp(dot, ".svg") ? "</svg>" : !strcmp(dot, ".png") ? "IEND" : "%%EOF";
    char tail[64] = "";
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    size_t length = fseek(file, -32, SEEK_END) ? 0 : fread(tail, 1, 32, file), size = strlen(end);
    fclose(file);
    for (size_t i = 0; i + size <= length; i++)
        if (!memcmp(tail + i, end, size)) return true;
    return false;
}

/* Starts gnuplot with the file as its output; script is the pipe to its input. -1: it could not be started. */
static pid_t start_gnuplot(atomic_file *image, FILE **script)
{
    int ends[2];
    if (pipe(ends)) return -1;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[0], STDIN_FILENO);
        dup2(fileno(image->stream), STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        setenv("LC_ALL", "C.UTF-8", true); /* so that it reads UTF-8 in every locale */
        execlp("gnuplot", "gnuplot", "-", (char *)NULL);
        _exit(127);
    }
    close(ends[0]);
    *script = child > 0 ? fdopen(ends[1], "w") : NULL;
    if (!*script) close(ends[1]);
    return child;
}

static int complain_of_gnuplot(const char *instead)
{
    return complain(UNFINISHED, "gnuplot is not installed, which this file type needs; %s file does not", instead);
}

int check_gnuplot(const char *instead)
{
    const char *path = getenv("PATH");
    char program[4096];
    for (const char *at = path ? path : ""; *at; at += strspn(at, ":")) {
        size_t length = strcspn(at, ":");
        snprintf(program, sizeof program, "%.*s/gnuplot", (int)length, at);
        if (!access(program, X_OK)) return DONE;
        at += length;
    }
    return complain_of_gnuplot(instead);
}

int draw_script(const char *path, const char *instead, void (*put)(FILE *out, const void *data), const void *data)
{
    atomic_file file;
    FILE *script = NULL;
    int status = atomic_open(&file, path), ended = 0;
    if (status) return status;
    fflush(stdout);
    pid_t child = start_gnuplot(&file, &script);
    if (script) {
        put(script, data);
        fclose(script);
    }
    if (child > 0)
        while (waitpid(child, &ended, 0) < 0 && errno == EINTR)
            ;
    bool whole =
        child > 0 && script && WIFEXITED(ended) && WEXITSTATUS(ended) == 0 && is_complete(file.temporary, path);
    status = atomic_close(&file, whole);
    if (whole) return status;
    if (child > 0 && WIFEXITED(ended) && WEXITSTATUS(ended) == 127) return complain_of_gnuplot(instead);
    return complain(UNFINISHED, "gnuplot could not draw %s", path);
}

static void put_picture(FILE *out, const void *data) { put_plot_script(out, data); }

int draw(const picture *p) { return draw_script(p->path, "a .csv", put_picture, p); }
