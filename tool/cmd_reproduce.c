/* cmd_reproduce.c - bristle reproduce: run the cases of papers/ and compare them with expected values, in one table */
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "reproduce.h"

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

enum {
    MAX_PAPERS = 64
};

typedef struct tally {
    bri_units *units;
    const char *figures, *format; /* figures NULL: none are drawn */
    const char *only;             /* in the names of the cases that are run; NULL: all */
    int cases, runs, quantities, differ, wrong;
} tally;

/* --- comparing -------------------------------------------------------------------------------------------------------------- */

typedef struct compared {
    double computed, share; /* share: deviation over tolerance; above 1: wrong */
    char expected[64], why[200];
    const char *unit;
    bool measured;
} compared;

static bool read_value(const tally *t, const char *text, const char *unit, double *value, char why[200])
{
    bri_error err = {0};
    if (bri_quantity_read(t->units, text, unit, value, &err) == BRI_OK) return true;
    return snprintf(why, 200, "%.199s", err.what), false;
}

/* "1e-3 m", or "2 %" of the expected value. */
static bool read_tolerance(const tally *t, const char *text, const char *unit, double expect, double *value,
                           char why[200])
{
    const char *percent = strchr(text, '%');
    if (!percent) return read_value(t, text, unit, value, why);
    *value = 0.01 * strtod(text, NULL) * fabs(expect);
    return true;
}

static bool measure_one(const paper *b, const quantity *q, const outcome *run, double *value, char why[200])
{
    if (!q->measure->value(q, run, value, why)) return false;
    if (!q->over) return true;
    const paper_case *other = paper_find(b, q->over);
    double by;
    if (!other->run->result) return snprintf(why, 200, "the case '%.80s' has no result", q->over), false;
    if (!q->measure->value(
            q, &(outcome){other->run->result, other->run->seconds, other->run->system, other->run->verdict}, &by, why))
        return false;
    *value /= by;
    return true;
}

static compared compare(const tally *t, const paper *b, const quantity *q, const outcome *run)
{
    compared c = {.unit = unit_of(q, run)};
    double expect, within, limit;
    c.measured = measure_one(b, q, run, &c.computed, c.why);
    if (!c.measured) return c.share = INFINITY, c;
    if (q->expect) {
        if (!read_value(t, q->expect, c.unit, &expect, c.why) ||
            !read_tolerance(t, q->within, c.unit, expect, &within, c.why))
            return c.share = INFINITY, c;
        c.share = within > 0 ? fabs(c.computed - expect) / within : c.computed == expect ? 0 : INFINITY;
        snprintf(c.expected, sizeof c.expected, "%.7g +- %.1g", expect, within);
    } else if (q->below || q->above) {
        if (q->below) {
            if (!read_value(t, q->below, c.unit, &limit, c.why)) return c.share = INFINITY, c;
            c.share = c.computed < limit ? 0 : 2;
            snprintf(c.expected, sizeof c.expected, "below %.5g", limit);
        }
        if (q->above) {
            if (!read_value(t, q->above, c.unit, &limit, c.why)) return c.share = INFINITY, c;
            c.share = c.computed > limit && c.share == 0 ? 0 : 2;
            append_text(c.expected, sizeof c.expected, "%sabove %.5g", q->below ? ", " : "", limit);
        }
    }
    if (isnan(c.share)) c.share = INFINITY;
    return c;
}

/* --- the table ---------------------------------------------------------------------------------------------------------------- */

static void put_note(const char *text) /* in lines of 100 characters */
{
    while (*text) {
        size_t length = strlen(text), cut = length > 100 ? 100 : length;
        while (cut < length && cut > 0 && text[cut] != ' ')
            cut--;
        if (!cut) cut = length;
        printf("      %.*s\n", (int)cut, text);
        text += cut;
        text += *text == ' ';
    }
}

static void put_row(tally *t, const quantity *q, const compared *c)
{
    char text[160], computed[40];
    bool wrong = !(c->share <= 1), has_limit = q->expect || q->below || q->above;
    describe_quantity(q, text, sizeof text);
    snprintf(computed, sizeof computed, "%.7g%s%s", c->computed, strcmp(c->unit, "1") ? " " : "",
             strcmp(c->unit, "1") ? c->unit : "");
    if (!c->measured) snprintf(computed, sizeof computed, "-");
    const char *verdict = wrong ? "WRONG" : q->differs ? "differs" : has_limit ? "agrees" : "no limit";
    printf("  %-54s %-20s %-24s %-10s %s\n", text, computed, *c->expected ? c->expected : "-", verdict,
           q->paper ? q->paper : "");
    if (wrong && *c->why) put_note(c->why);
    if (wrong && has_limit && q->source) printf("      expected from: %s\n", q->source);
    if (q->differs) put_note(q->differs);
    t->quantities++;
    t->wrong += wrong;
    t->differ += !wrong && q->differs != NULL;
}

static void put_failure(tally *t, const char *what, const bri_error *err)
{
    printf("  %-54s %-20s %-24s %s\n", what, "-", "", "WRONG");
    put_note(err->what);
    t->wrong++;
}

/* A repetition of the case with changes: one line, with the largest deviation. */
static void put_repetition(tally *t, const paper *b, const paper_case *c, int index)
{
    const one_run *run = &c->run[index];
    double worst = -1;
    char name[80], text[160] = "", which[160] = "", far[40];
    snprintf(name, sizeof name, "all quantities with %.50s", c->by->key[index - 1]->text);
    if (run->status) {
        put_failure(t, name, &run->err);
        return;
    }
    for (int i = 0; i < c->quantities; i++) {
        const quantity *q = &c->quantity[i];
        if (q->over || !(q->expect || q->below || q->above)) continue;
        compared one = compare(t, b, q, &(outcome){run->result, run->seconds, run->system, run->verdict});
        if (!(one.share > worst)) continue;
        worst = one.share;
        describe_quantity(q, text, sizeof text);
        snprintf(which, sizeof which, "(%.60s: %.7g %.20s)", text, one.computed, one.unit);
    }
    snprintf(far, sizeof far, "%.2g of tolerance", worst < 0 ? 0 : worst);
    printf("  %-54s %-20s %-24s %-10s %s\n", name, far, "at most 1", worst <= 1 ? "agrees" : "WRONG",
           worst <= 1 ? "" : which);
    t->wrong += !(worst <= 1);
    t->quantities++;
}

static void put_case(tally *t, const paper *b, const paper_case *c, run_pool *by)
{
    printf("\n%s: %s\n", b->name, c->name);
    t->cases++;
    t->runs += c->runs;
    pool_wait(by, c->run);
    if (c->run->status) {
        put_failure(t, "run", &c->run->err);
        return;
    }
    for (int k = 0; k < c->quantities; k++) {
        compared one = compare(t, b, &c->quantity[k],
                               &(outcome){c->run->result, c->run->seconds, c->run->system, c->run->verdict});
        put_row(t, &c->quantity[k], &one);
    }
    for (int k = 1; k < c->runs; k++) {
        pool_wait(by, &c->run[k]);
        put_repetition(t, b, c, k);
    }
    fflush(stdout);
}

static bri_status put_paper(tally *t, paper *b, bri_error *err)
{
    run_pool *by = NULL;
    bri_status status = pool_start(b, &by, err);
    for (int i = 0; !status && i < b->count; i++)
        if (b->cases[i].chosen) put_case(t, b, &b->cases[i], by);
    pool_end(by);
    return status;
}

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
    return complain(BAD_INPUT, "there is no folder papers here, nor an installed one: name it by --papers DIR");
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

static int reproduce_one(tally *t, const char *folder, const char *name)
{
    char path[4096];
    static paper b;
    bri_error err = error_printer(NULL);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    bri_status status = paper_read(path, t->units, t->only, &b, &err);
    if (!status && b.runs) {
        printf("\n%s\n", b.title);
        status = put_paper(t, &b, &err);
    }
    int worst = exit_status_of(status);
    if (!status && t->figures) worst = draw_figures(&b, t->figures, t->format);
    paper_free(&b);
    return worst;
}

static int reproduce_run(const command_line *arguments)
{
    char folder[3000], *names[MAX_PAPERS] = {NULL};
    const char *format = option_value(arguments, "format");
    tally t = {.figures = option_value(arguments, "figures"),
               .format = format ? format : "svg",
               .only = option_value(arguments, "case")};
    bri_error err = {0};
    int worst = find_papers(arguments, folder, sizeof folder), count = 0;
    if (worst) return worst;
    if (strcmp(t.format, "svg") != 0 && strcmp(t.format, "png") != 0 && strcmp(t.format, "pdf") != 0)
        return complain(BAD_INPUT, "--format is svg, png or pdf, not '%.60s'", t.format);
    if (t.figures && t.only) return complain(BAD_INPUT, "--figures draws all cases, and --case runs some of them");
    if (t.figures && mkdir(t.figures, 0777) && !is_folder(t.figures))
        return complain(UNFINISHED, "the folder %s cannot be created", t.figures);
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
    printf("  %-54s %-20s %-24s %-10s %s\n", "quantity", "computed", "expected", "", "paper");
    double begun = clock_now();
    for (int i = 0; i < (arguments->words ? arguments->words : count); i++)
        worst = worse_of(worst, reproduce_one(&t, folder, arguments->words ? arguments->word[i] : names[i]));
    printf("\n%d cases, %d runs, %d quantities in %.1f s: %d differ from the paper for a given reason, %d wrong\n",
           t.cases, t.runs, t.quantities, clock_now() - begun, t.differ, t.wrong);
    for (int i = 0; i < count; i++)
        free(names[i]);
    bri_units_destroy(t.units);
    if (!worst && t.only && !t.cases) return complain(BAD_INPUT, "no case has '%.60s' in its name", t.only);
    return worst ? worst : t.wrong ? UNFINISHED : DONE;
}

static const option reproduce_options[] = {
    {"papers", "DIR", "folder of the papers (./papers, or else the installed ones)", 0},
    {"case", "TEXT", "run only the cases with this text in their names, and those that they are compared with", 0},
    {"figures", "DIR", "draw the figures of the papers into DIR", 0},
    {"format", "WORD", "format of the figures: svg (default), png or pdf", 0},
    {0},
};

const command command_reproduce = {
    .name = "reproduce",
    .summary = "run the systems of published papers: one table of agreements and differences, with reasons",
    .usage = "reproduce [PAPER]... [--case TEXT] [--papers DIR] [--figures DIR]",
    .details = "Each paper is a folder with model files and expected.yaml, which lists cases and quantities: the\n"
               "value of the paper, and the expected value with its source and tolerance. The exit status is 1 if a\n"
               "value is outside its tolerance.",
    .options = reproduce_options,
    .run = reproduce_run,
};
