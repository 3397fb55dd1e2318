/* plot.c - pictures through gnuplot, started without a shell: its script goes in by a pipe, the picture comes out as a file */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"

static const char *terminal_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (!dot) return NULL;
    if (!strcmp(dot, ".svg")) return "svg size 900,560 dynamic font 'DejaVu Sans,14' background '#ffffff'";
    if (!strcmp(dot, ".png")) return "pngcairo size 1350,840 font 'DejaVu Sans,15' linewidth 1.5";
    if (!strcmp(dot, ".pdf")) return "pdfcairo size 18cm,11.2cm font 'DejaVu Sans,10'";
    return NULL;
}

bool is_picture(const char *path) { return terminal_of(path) != NULL; }

static void put_quoted(FILE *out, const char *text) /* within '...', gnuplot reads '' as one quote and nothing else */
{
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'') fputc('\'', out);
        if (*text != '\n') fputc(*text, out);
    }
    fputc('\'', out);
}

/* The prefix that makes the largest number of a column a handy one. */
static const char *prefix_of(const bri_table *table, int column, double *factor)
{
    static const struct {
        double above, factor;
        const char *prefix;
    } steps[] = {{0.1, 1, ""}, {1e-4, 1e3, "m"}, {1e-7, 1e6, "u"}, {0, 1e9, "n"}};
    double largest = 0;
    for (size_t row = 0; row < table->rows; row++)
        largest = fmax(largest, fabs(table->value[row * table->columns + (size_t)column]));
    size_t i = largest > 0 ? 0 : 3;
    while (i < 3 && largest < steps[i].above)
        i++;
    *factor = largest > 0 ? steps[i].factor : 1;
    return largest > 0 ? steps[i].prefix : "";
}

static bool all_zero(const bri_table *table, int first)
{
    for (size_t row = 0; row < table->rows; row++)
        for (size_t i = (size_t)first; i < table->columns; i++)
            if (table->value[row * table->columns + i] != 0) return false;
    return true;
}

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

static void put_script(FILE *out, const picture *p, const bri_table *table)
{
    static const char *const colours[] = {"#1f6fb4", "#d9541e", "#2a9d5c", "#8e4ec6",
                                          "#c2930a", "#d13b7b", "#0f9aa8", "#6b5b4d"};
    enum {
        COLOURS = sizeof colours / sizeof *colours
    };
    size_t curves = table->columns - (size_t)p->first;
    fputs("$data << END_OF_DATA\n", out);
    for (size_t row = 0; row < table->rows; row++)
        for (size_t i = 0; i < table->columns; i++)
            fprintf(out, "%.10g%c", table->value[row * table->columns + i], i + 1 < table->columns ? ' ' : '\n');
    double factor;
    const char *prefix = prefix_of(table, p->x, &factor);
    fprintf(out, "END_OF_DATA\nset terminal %s\n", terminal_of(p->path));
    fputs("set title ", out);
    put_quoted(out, p->title);
    fputs(" noenhanced\nset xlabel ", out);
    char x_label[100];
    snprintf(x_label, sizeof x_label, "%s [%s%s]", table->column[p->x].name, prefix, table->column[p->x].unit);
    put_quoted(out, x_label);
    fputs(" noenhanced\nset ylabel ", out);
    put_quoted(out, p->y_label);
    fputs(" noenhanced\nset border 3 linecolor '#555555'\nset tics nomirror out textcolor '#333333'\n"
          "set grid linecolor '#e2e2e2' linetype 1\nset zeroaxis linecolor '#999999' linetype 1\n"
          "set offsets 0, 0, graph 0.04, graph 0.04\nset autoscale xfix\n",
          out);
    if (all_zero(table, p->first)) fputs("set yrange [-1:1]\n", out);
    fprintf(out, "set key %s noenhanced\n", curves > 1 ? "outside right center Left reverse samplen 2" : "off");
    fputs("plot ", out);
    for (size_t i = 0; i < curves; i++) {
        fprintf(out, "%s$data using ($%d*%g):%zu with lines linewidth 2 linecolor '%s' dashtype %zu title ",
                i ? ", " : "", p->x + 1, factor, (size_t)p->first + i + 1, colours[i % COLOURS], 1 + i / COLOURS);
        put_quoted(out, table->column[(size_t)p->first + i].name);
    }
    fputs("\n", out);
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
        execlp("gnuplot", "gnuplot", "-", (char *)NULL);
        _exit(127);
    }
    close(ends[0]);
    *script = child > 0 ? fdopen(ends[1], "w") : NULL;
    if (!*script) close(ends[1]);
    return child;
}

int draw(const picture *p, const bri_table *table)
{
    whole_file file;
    FILE *script = NULL;
    int status = whole_open(&file, p->path), ended = 0;
    if (status) return status;
    fflush(stdout);
    pid_t child = start_gnuplot(&file, &script);
    if (script) {
        put_script(script, p, table);
        fclose(script);
    }
    if (child > 0)
        while (waitpid(child, &ended, 0) < 0 && errno == EINTR)
            ;
    bool drawn =
        child > 0 && script && WIFEXITED(ended) && WEXITSTATUS(ended) == 0 && is_whole(file.temporary, p->path);
    status = whole_close(&file, drawn);
    if (drawn) return status;
    if (child > 0 && WIFEXITED(ended) && WEXITSTATUS(ended) == 127)
        return complain(UNFINISHED, "pictures are drawn by gnuplot, which is not installed; a .csv file needs nothing");
    return complain(UNFINISHED, "gnuplot could not draw %s", p->path);
}
