/* cmd_reproduce.c - bristle reproduce: run the cases of papers/, compare them with expected values and with claims */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "reproduce.h"
#include "reproduce_html.h"

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

enum {
    MAX_PAPERS = 64
};

typedef struct reproduction {
    bri_units *units;
    const char *figures, *format; /* figures NULL: none are drawn */
    const char *only;             /* in the names of the cases that are run; NULL: all */
    paper_rows rows;
    int drawn;        /* figures */
    const char *path; /* of the page; NULL: none is written */
    papers_page page;
} reproduction;

/* --- which papers ---------------------------------------------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
    struct stat about;
    return !stat(path, &about) && S_ISDIR(about.st_mode);
}

/* --papers, or ./papers, or the installed papers: share/bristle/papers beside the tool's bin. */
static int find_papers(const command_line *arguments, char *folder, size_t size)
{
    char tool[2000];
    const char *wanted = option_value(arguments, "papers");
    ssize_t length;
    snprintf(folder, size, "%s", wanted ? wanted : "papers");
    if (is_folder(folder)) return DONE;
    if (wanted) return complain(BAD_INPUT, "there is no folder %s", wanted);
    length = readlink("/proc/self/exe", tool, sizeof tool - 1);
    for (int i = 0; i < 2 && length > 0; i++)
        while (length > 0 && tool[--length] != '/')
            ;
    if (length > 0) snprintf(folder, size, "%.*s/share/bristle/papers", (int)length, tool);
    if (length > 0 && is_folder(folder)) return DONE;
    return complain(BAD_INPUT,
                    "there is no folder 'papers' here, and none is installed: name the folder with --papers DIR");
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static int list_papers(const char *folder, char **names)
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir)) && count < MAX_PAPERS;) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s/expected.yaml", folder, entry->d_name);
        if (entry->d_name[0] != '.' && !access(path, R_OK) && (names[count] = strdup(entry->d_name))) count++;
    }
    if (dir) closedir(dir);
    qsort(names, (size_t)count, sizeof *names, by_name);
    return count;
}

static int reproduce_one(reproduction *t, const char *folder, const char *name)
{
    char path[4096];
    static paper b;
    run_pool *pool = NULL;
    bri_error err = error_printer(NULL);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    bri_status status = paper_read(path, t->only, &b, &err);
    b.draws = t->figures;
    if (!status && b.runs) {
        status = pool_start(&b, &pool, &err);
        if (!status) compare_paper(&b, t->units, pool, &t->rows);
        pool_end(pool);
    }
    int worst = exit_status_of(status);
    if (!status && t->figures) worst = draw_figures(&b, t->figures, t->format, &t->drawn);
    if (!worst && t->path) worst = papers_page_add(&t->page, &b, t->figures, t->path);
    paper_free(&b);
    return worst;
}

/* The last line, in numbers. Returns the exit status. */
static int print_sums(const paper_rows *r, double seconds)
{
    int quantities = 0, differ = 0, wrong = 0, held = 0, not_held = 0;
    for (size_t i = 0; i < r->count; i++) {
        const paper_row *one = &r->at[i];
        bool is_claim = one->kind == ROW_CLAIM;
        quantities += one->kind == ROW_QUANTITY || one->kind == ROW_REPETITION;
        differ += !is_claim && one->verdict == ROW_DIFFERS;
        wrong += one->verdict == ROW_WRONG;
        held += is_claim && one->verdict == ROW_AGREES;
        not_held += is_claim && one->verdict == ROW_DIFFERS;
    }
    printf("\n%d cases, %d runs, %d quantities in %.1f s: %d differ from the paper for a given reason, %d wrong\n",
           r->cases, r->runs, quantities, seconds, differ, wrong);
    if (held + not_held) printf("%d claims of the papers hold, %d do not\n", held, not_held);
    return wrong ? UNFINISHED : DONE;
}

static int report(reproduction *t, const command_line *arguments, double seconds)
{
    const char *path = option_value(arguments, "output");
    int worst = DONE;
    if (t->rows.failed) return complain(UNFINISHED, "out of memory: the table");
    if (option_value(arguments, "all")) {
        print_rows(&t->rows, stdout);
        printf("\n");
    }
    print_page(&t->rows, stdout);
    if (path) worst = write_rows(&t->rows, path);
    if (t->figures) printf("\n%d figures are in %s\n", t->drawn, t->figures);
    if (t->path) worst = worse_of(worst, papers_page_write(&t->page, &t->rows, seconds, t->path));
    return worse_of(worst, print_sums(&t->rows, seconds));
}

static int check_options(const command_line *arguments, const reproduction *t)
{
    const char *path = option_value(arguments, "output");
    if (strcmp(t->format, "svg") != 0 && strcmp(t->format, "png") != 0 && strcmp(t->format, "pdf") != 0)
        return complain(BAD_INPUT, "--format is svg, png or pdf, not '%.60s'", t->format);
    if (t->figures && t->only) return complain(BAD_INPUT, "--figures draws all cases, and --case runs some of them");
    if (path && !ends_with(path, ".csv") && !ends_with(path, ".txt"))
        return complain(BAD_INPUT, "'%.100s': the table is written as .csv or .txt", path);
    if (t->path && !ends_with(t->path, ".html"))
        return complain(BAD_INPUT, "--page must end in .html, not as in '%.100s'", t->path);
    if (t->path && (!t->figures || strcmp(t->format, "svg") != 0))
        return complain(BAD_INPUT, "--page shows the figures too: add --figures DIR, with --format svg");
    if (t->figures && mkdir(t->figures, 0777) && !is_folder(t->figures))
        return complain(UNFINISHED, "the folder %s cannot be created", t->figures);
    return DONE;
}

static int reproduce_run(const command_line *arguments)
{
    char folder[3000], *names[MAX_PAPERS] = {NULL};
    const char *format = option_value(arguments, "format");
    reproduction t = {.figures = option_value(arguments, "figures"),
                      .format = format ? format : "svg",
                      .only = option_value(arguments, "case"),
                      .path = option_value(arguments, "page")};
    bri_error err = {0};
    int worst = find_papers(arguments, folder, sizeof folder), count = 0;
    if (!worst) worst = check_options(arguments, &t);
    for (int i = 0; i < arguments->options && !worst; i++)
        if (!strcmp(arguments->option[i].option->name, "link"))
            worst = papers_page_link(&t.page, arguments->option[i].value);
    if (worst) return worst;
    bri_status status = bri_units_create(&t.units, &err);
    if (status) return complain_of(status, &err);
    if (!arguments->words) count = list_papers(folder, names);
    for (int i = 0; i < arguments->words && !worst; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s/expected.yaml", folder, arguments->word[i]);
        if (access(path, R_OK)) worst = complain(BAD_INPUT, "there is no %s", path);
    }
    if (worst) {
        bri_units_destroy(t.units);
        return worst;
    }
    double begun = clock_now();
    for (int i = 0; i < (arguments->words ? arguments->words : count); i++)
        worst = worse_of(worst, reproduce_one(&t, folder, arguments->words ? arguments->word[i] : names[i]));
    bool none = t.only && !t.rows.cases;
    if (!none && (t.rows.cases || !worst)) worst = worse_of(worst, report(&t, arguments, clock_now() - begun));
    for (int i = 0; i < count; i++)
        free(names[i]);
    reproduce_free_rows(&t.rows);
    papers_page_free(&t.page);
    bri_units_destroy(t.units);
    if (!worst && none) return complain(BAD_INPUT, "no case has '%.60s' in its name", t.only);
    return worst;
}

static const option reproduce_options[] = {
    {"papers", "DIR", "folder of the papers (./papers, or else the installed ones)", 0},
    {"case", "TEXT", "run only the cases with this text in their names, and those that they are compared with", 0},
    {"all", NULL, "print the full table too: every quantity and every claim with its figures", 'a'},
    {"output", "FILE", "write the full table to FILE.csv or FILE.txt", 'o'},
    {"figures", "DIR", "draw the figures of the papers into DIR", 0},
    {"page", "FILE",
     "write it all as one page for a browser, FILE.html, with figures, moving systems and overlaid cases", 0},
    {"link", "FILE: TEXT", "a link on that page to another one, 'study.html: a study'; may be repeated", 0},
    {"format", "WORD", "format of the figures: svg (default), png or pdf", 0},
    {0},
};

const command command_reproduce = {
    .name = "reproduce",
    .summary = "run the systems of published papers: what agrees, what differs and why, which claims hold",
    .usage = "reproduce [PAPER]... [--all] [-o FILE.csv] [--case TEXT] [--papers DIR] [--figures DIR]",
    .details = "Each paper is a folder with model files and expected.yaml, which lists cases, quantities (the value\n"
               "of the paper, and the expected value with its source and tolerance) and claims, which compare a\n"
               "measure of several cases. Prints a line per system, then what differs from the papers and why, and\n"
               "the claims that hold and that do not. The exit status is 1 if a value is outside its tolerance, or a\n"
               "claim is not as expected.yaml says.",
    .options = reproduce_options,
    .run = reproduce_run,
};
