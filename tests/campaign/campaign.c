/* campaign.c - random models against the properties that every run has
 *
 *     campaign --count 400 --seed 1            so many models, from that seed on
 *     campaign --seconds 3600 --jobs 2         for so long
 *     campaign --print 17                      the text of a model
 *     campaign --file model.yaml               the properties of one file
 *
 * Models are run in child processes, so that a crash or a hang is one finding. A model with a fault is saved in the folder --save
 * (out/campaign) as FAULT-SEED.yaml; --keep slow,ended saves those of further outcomes. Ends with 1 if there is any fault, or if,
 * of enough models, none that ran had some kind of joint, force, signal or law. */
#define _DEFAULT_SOURCE /* memory that processes share: MAP_ANONYMOUS */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check_model.h"
#include "model/families.h"
#include "random_model.h"

enum {
    CHUNK = 32, /* models of one child process */
    MOST_JOBS = 64,
    ENOUGH = 300, /* models, to have each kind among them */
    MOST_SENTENCES = 400,
    MOST_KINDS = 400
};

typedef struct options {
    long count;
    double seconds;
    uint64_t seed;
    int jobs;
    double patience; /* CPU seconds for one model, after which it hangs */
    const char *save, *keep;
} options;

typedef struct chunk { /* shared with a child process */
    uint64_t first;
    int count, done;
    finding found[CHUNK];
} chunk;

typedef struct sentence { /* a message with its numbers and names taken out, and how often it came */
    char text[160];
    outcome outcome;
    long count;
    uint64_t example;
} sentence;

typedef struct report {
    long models, runs, outcomes[OUTCOME_COUNT];
    sentence sentence[MOST_SENTENCES];
    int sentences;
    const char *kind[MOST_KINDS];
    long used[MOST_KINDS]; /* in models that ran */
    int kinds;
} report;

static const struct {
    const char *word;
    bool is_fault;
} outcomes[] = {
#define X(name, word, fault) {word, fault},
    OUTCOMES(X)
#undef X
};

/* --- a child process ------------------------------------------------------------------------------------------------------------ */

static void limit_time(double seconds)
{
    struct itimerval limit = {.it_value = {(time_t)seconds, 0}};
    setitimer(ITIMER_VIRTUAL, &limit, NULL); /* its signal ends the process */
}

static void check_chunk(chunk *c, double patience)
{
    while (c->done < c->count) {
        uint64_t seed = c->first + (uint64_t)c->done;
        bri_text text = {0};
        char name[32];
        random_model_write(seed, &text);
        snprintf(name, sizeof name, "random-%llu", (unsigned long long)seed);
        limit_time(patience);
        c->found[c->done] = check_model(text.at, text.length, name);
        c->done++;
        bri_text_free(&text);
    }
}

static pid_t start_child(chunk *c, double patience)
{
    fflush(NULL);
    pid_t child = fork();
    if (child != 0) return child;
    check_chunk(c, patience);
    _exit(c->done == c->count ? 0 : 1);
}

/* What a child that ended left undone: the model at which it died. */
static void bury(chunk *c, int status)
{
    if (c->done == c->count) return;
    finding *f = &c->found[c->done++];
    bool hangs = WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM;
    f->outcome = hangs ? HANG : CRASH;
    snprintf(f->what, sizeof f->what, WIFSIGNALED(status) ? "signal %d" : "exit status %d",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

/* --- the report -------------------------------------------------------------------------------------------------------------------- */

/* Numbers become #, quoted names ''. */
static void take_out_numbers(const char *from, char *to, size_t size)
{
    size_t n = 0;
    for (; *from && n + 3 < size; from++) {
        bool starts = isdigit((unsigned char)*from) && (n == 0 || !isalpha((unsigned char)to[n - 1]));
        if (*from == '\'' && strchr(from + 1, '\'')) {
            from = strchr(from + 1, '\'');
            to[n++] = '\'', to[n++] = '\'';
        } else if (starts) {
            from += strspn(from, "0123456789.e+-") - 1;
            to[n++] = '#';
        } else {
            to[n++] = *from;
        }
    }
    to[n] = '\0';
}

static void count_sentence(report *r, const finding *f, uint64_t seed)
{
    char text[sizeof r->sentence->text];
    int i = 0;
    take_out_numbers(f->what, text, sizeof text);
    while (i < r->sentences && (r->sentence[i].outcome != f->outcome || strcmp(r->sentence[i].text, text) != 0))
        i++;
    if (i == MOST_SENTENCES) return;
    sentence *s = &r->sentence[i];
    if (i == r->sentences) {
        r->sentences++;
        snprintf(s->text, sizeof s->text, "%s", text);
        s->outcome = f->outcome;
        s->example = seed;
    }
    s->count++;
}

static void list_kinds(report *r)
{
    static const char *const families[] = {"joint", "force", "signal", "law", "contact_law"};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        const bri_family *family = bri_family_find(families[i]);
        for (int k = 0; family->kind(k) && r->kinds < MOST_KINDS; k++)
            r->kind[r->kinds++] = family->kind(k)->name;
    }
}

/* As "{revolute:" or "law: coulomb". */
static void count_kinds(report *r, const char *text)
{
    char pattern[80];
    for (int i = 0; i < r->kinds; i++) {
        snprintf(pattern, sizeof pattern, "{%s:", r->kind[i]);
        bool used = strstr(text, pattern) != NULL;
        for (int end = 0; end < 2 && !used; end++) {
            snprintf(pattern, sizeof pattern, "law: %s%c", r->kind[i], end ? '}' : ',');
            used = strstr(text, pattern) != NULL;
        }
        r->used[i] += used;
    }
}

static void save_model(const options *o, uint64_t seed, const finding *f, const char *text)
{
    char path[400];
    mkdir(o->save, 0777);
    snprintf(path, sizeof path, "%s/%s-%llu.yaml", o->save, outcomes[f->outcome].word, (unsigned long long)seed);
    FILE *file = fopen(path, "w");
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return;
    }
    fprintf(file, "# %s: %s\n%s", outcomes[f->outcome].word, f->what, text);
    fclose(file);
}

static void take(const options *o, report *r, uint64_t seed, const finding *f)
{
    bri_text text = {0};
    bool is_fault = outcomes[f->outcome].is_fault;
    random_model_write(seed, &text);
    r->models++;
    r->runs += f->runs;
    r->outcomes[f->outcome]++;
    if (f->outcome != FINE) count_sentence(r, f, seed);
    if (f->outcome != REFUSED) count_kinds(r, text.at);
    if (is_fault || (o->keep && strstr(o->keep, outcomes[f->outcome].word))) save_model(o, seed, f, text.at);
    if (is_fault) {
        printf("%s: seed %llu: %s\n", outcomes[f->outcome].word, (unsigned long long)seed, f->what);
        fflush(stdout);
    }
    bri_text_free(&text);
}

static int by_outcome(const void *a, const void *b)
{
    const sentence *one = a, *two = b;
    if (one->outcome != two->outcome) return one->outcome < two->outcome ? -1 : 1;
    return one->count < two->count ? 1 : one->count > two->count ? -1 : 0;
}

/* Returns the number of faults. */
static long print_report(report *r)
{
    long faults = 0;
    qsort(r->sentence, (size_t)r->sentences, sizeof *r->sentence, by_outcome);
    for (int i = 0; i < r->sentences; i++)
        printf("%6ld %-10s %s (seed %llu)\n", r->sentence[i].count, outcomes[r->sentence[i].outcome].word,
               r->sentence[i].text, (unsigned long long)r->sentence[i].example);
    printf("%ld models, %ld runs:", r->models, r->runs);
    for (int i = 0; i < OUTCOME_COUNT; i++) {
        if (r->outcomes[i]) printf(" %ld %s,", r->outcomes[i], outcomes[i].word);
        if (outcomes[i].is_fault) faults += r->outcomes[i];
    }
    printf(" %ld faults\n", faults);
    for (int i = 0; i < r->kinds; i++)
        if (!r->used[i] && r->models >= ENOUGH) {
            printf("no model that ran has %s: does random_model.c draw it?\n", r->kind[i]);
            faults++;
        }
    return faults;
}

/* --- the campaign -------------------------------------------------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct campaign {
    const options *options;
    uint64_t next;
    double end;
    chunk *chunk; /* one for each job */
    pid_t child[MOST_JOBS];
    report report;
} campaign;

static bool has_more(const campaign *c)
{
    bool within = now() < c->end;
    return within && (c->options->count == 0 || c->next < c->options->seed + (uint64_t)c->options->count);
}

/* The next models of a job: what a dead child left, or a new chunk. */
static void start_job(campaign *c, int job)
{
    chunk *k = &c->chunk[job];
    if (k->done == k->count) {
        uint64_t left = c->options->count ? c->options->seed + (uint64_t)c->options->count - c->next : CHUNK;
        if (!has_more(c)) return;
        *k = (chunk){.first = c->next, .count = left < CHUNK ? (int)left : CHUNK};
        c->next += (uint64_t)k->count;
    }
    c->child[job] = start_child(k, c->options->patience);
}

static void end_job(campaign *c, int job, int status)
{
    chunk *k = &c->chunk[job];
    c->child[job] = 0;
    bury(k, status);
    if (k->done < k->count) return;
    for (int i = 0; i < k->count; i++)
        take(c->options, &c->report, k->first + (uint64_t)i, &k->found[i]);
}

static int run_campaign(const options *o)
{
    campaign c = {.options = o, .next = o->seed, .end = o->seconds > 0 ? now() + o->seconds : INFINITY};
    int running, status;
    c.chunk = mmap(NULL, (size_t)o->jobs * sizeof *c.chunk, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (c.chunk == MAP_FAILED) return 2;
    list_kinds(&c.report);
    do {
        running = 0;
        for (int job = 0; job < o->jobs; job++) {
            if (c.child[job] == 0) start_job(&c, job);
            running += c.child[job] > 0;
        }
        pid_t ended = running ? wait(&status) : 0;
        for (int job = 0; ended > 0 && job < o->jobs; job++)
            if (c.child[job] == ended) end_job(&c, job, status);
    } while (running);
    return print_report(&c.report) > 0;
}

static int check_file(const char *path)
{
    bri_text text = {0};
    char piece[4096];
    FILE *file = fopen(path, "r");
    if (!file) return perror(path), 2;
    for (size_t n; (n = fread(piece, 1, sizeof piece, file));)
        bri_text_add_n(&text, piece, n);
    fclose(file);
    finding f = check_model(text.at, text.length, path);
    printf("%s: %s\n", outcomes[f.outcome].word, f.what);
    bri_text_free(&text);
    return outcomes[f.outcome].is_fault;
}

static int print_model(uint64_t seed)
{
    bri_text text = {0};
    random_model_write(seed, &text);
    fputs(text.at, stdout);
    bri_text_free(&text);
    return 0;
}

int main(int count, char **arguments)
{
    options o = {.seed = 1, .jobs = 1, .patience = 20, .save = "out/campaign"};
    for (int i = 1; i + 1 < count; i += 2) {
        const char *name = arguments[i], *value = arguments[i + 1];
        if (!strcmp(name, "--print")) return print_model(strtoull(value, NULL, 10));
        if (!strcmp(name, "--file")) return check_file(value);
        if (!strcmp(name, "--count")) o.count = atol(value);
        if (!strcmp(name, "--seconds")) o.seconds = atof(value);
        if (!strcmp(name, "--seed")) o.seed = strtoull(value, NULL, 10);
        if (!strcmp(name, "--jobs")) o.jobs = atoi(value);
        if (!strcmp(name, "--patience")) o.patience = atof(value);
        if (!strcmp(name, "--save")) o.save = value;
        if (!strcmp(name, "--keep")) o.keep = value;
    }
    if (o.jobs < 1 || o.jobs > MOST_JOBS || (o.count <= 0 && !(o.seconds > 0))) {
        fprintf(stderr, "usage: %s --count MODELS | --seconds TIME [--seed SEED] [--jobs N] [--save FOLDER]\n",
                arguments[0]);
        return 2;
    }
    return run_campaign(&o);
}
