/* plot.c - pictures through gnuplot, started without a shell: its script goes in by a pipe, the picture comes out as a file */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "plot_script.h"

/* Whether the picture has its end: gnuplot may be stopped, or its output, without saying so. */
static bool is_whole(const char *path, const char *name)
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

/* Runs gnuplot with the file as its output and gives the end of the pipe to its input; -1: it could not be started. */
static pid_t start_gnuplot(whole_file *image, FILE **script)
{
    int ends[2];
    if (pipe(ends)) return -1;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[0], STDIN_FILENO);
        dup2(fileno(image->stream), STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        setenv("LC_ALL", "C.UTF-8", true); /* so that it takes UTF-8, wherever it runs */
        execlp("gnuplot", "gnuplot", "-", (char *)NULL);
        _exit(127);
    }
    close(ends[0]);
    *script = child > 0 ? fdopen(ends[1], "w") : NULL;
    if (!*script) close(ends[1]);
    return child;
}

int draw_script(const char *path, const char *instead, void (*put)(FILE *out, const void *data), const void *data)
{
    whole_file file;
    FILE *script = NULL;
    int status = whole_open(&file, path), ended = 0;
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
    bool whole = child > 0 && script && WIFEXITED(ended) && WEXITSTATUS(ended) == 0 && is_whole(file.temporary, path);
    status = whole_close(&file, whole);
    if (whole) return status;
    if (child > 0 && WIFEXITED(ended) && WEXITSTATUS(ended) == 127)
        return complain(UNFINISHED, "pictures are drawn by gnuplot, which is not installed; %s file needs nothing",
                        instead);
    return complain(UNFINISHED, "gnuplot could not draw %s", path);
}

static void put_picture(FILE *out, const void *data) { put_plot_script(out, data); }

int draw(const picture *p) { return draw_script(p->path, "a .csv", put_picture, p); }
