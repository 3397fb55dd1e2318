/* study_run.c - bristle study run: does the runs of a study that its store does not have yet */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "clock.h"
#include "runs.h"
#include "stopping.h"
#include "store_writer.h"

typedef struct plan { /* what is to be done */
    const study_program *program;
    study_session s;
    size_t part, parts;
    size_t *pending, count, mine; /* runs of this part, and those of them that are to be done */
    store_writer *writer;
    bool redo; /* the limit is another one: runs that it stopped are done again */
} plan;

static int measures_of(void *user, bri_measures **measures)
{
    plan *p = user;
    bri_error err = error_printer(NULL);
    return exit_status_of(bri_study_file_measures(p->s.file, measures, &err));
}

static void take(void *user, size_t run, bri_study_row *row)
{
    plan *p = user;
    writer_take(p->writer, run, row);
}

void set_limits(run_jobs *jobs, const bri_study_file *file)
{
    jobs->study = file->study;
    jobs->cpu_limit = isnan(file->limit.cpu) ? INFINITY : file->limit.cpu;
    jobs->most_steps = file->limit.steps;
    jobs->limit = "limit";
}

static run_jobs jobs_of(plan *p, int threads, double every, bool quiet)
{
    run_jobs jobs = {.count = p->count,
                     .run = p->pending,
                     .threads = threads,
                     .quiet = quiet,
                     .every = every,
                     .measures = measures_of,
                     .take = take,
                     .user = p};
    set_limits(&jobs, p->s.file);
    return jobs;
}

/* --- what is to be done ---------------------------------------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

static int choose_runs(plan *p)
{
    const study_session *s = &p->s;
    size_t runs = s->file->study->runs;
    keyed_run *all = session_order_runs(s);
    p->pending = calloc(runs + 1, sizeof *p->pending);
    for (size_t i = 0; all && p->pending && i < runs; i++) {
        if (all[i].run % p->parts != p->part || (i && !memcmp(&all[i].key, &all[i - 1].key, sizeof all[i].key)))
            continue;
        const stored_row *row = session_find(s, all[i].run);
        p->mine++;
        if (!row || (p->redo && row->limited)) p->pending[p->count++] = all[i].run;
    }
    bool ready = all && p->pending;
    if (ready) qsort(p->pending, p->count, sizeof *p->pending, by_number);
    free(all);
    return ready ? DONE : complain(UNFINISHED, "out of memory: %zu runs", runs);
}

/* Rows of the store get the numbers that their runs have in the study as it is now. */
static bri_status renumber(plan *p, bri_error *err)
{
    study_session *s = &p->s;
    size_t runs = s->file->study->runs, i = 0;
    bri_status status = BRI_OK;
    keyed_run *all = session_order_runs(s);
    if (!all) return BRI_NO_MEMORY;
    for (size_t r = 0; r < s->rows && !status; r++) { /* both are in the order of keys */
        while (i < runs && memcmp(&all[i].key, &s->row[r].key, sizeof all[i].key) < 0)
            i++;
        bool found = i < runs && !memcmp(&all[i].key, &s->row[r].key, sizeof all[i].key);
        long long run = found ? (long long)all[i].run + 1 : 0;
        if (run != s->row[r].run) status = s->part->number(s->store, s->row[r].id, run, err);
    }
    free(all);
    return status;
}

static bool is_same(const study_session *s, const char *name, const char *now, bri_status *status, bri_error *err)
{
    char *then = NULL;
    if (!*status) *status = s->part->get(s->store, name, &then, err);
    bool same = then && !strcmp(then, now);
    free(then);
    return same;
}

/* Finds the rows that the store has; writes: takes over a study file that was changed. */
static int look_into_store(plan *p, bool writes)
{
    study_session *s = &p->s;
    bri_error err = {0};
    bri_status status = BRI_OK;
    if (!s->part->columns(s->store)) return writes ? session_create_store(s) : DONE;
    int worst = session_compare(s);
    if (!worst) worst = session_load_rows(s);
    if (worst) return worst;
    bool same = is_same(s, "study", s->text, &status, &err);
    p->redo = !is_same(s, "limit", s->limit, &status, &err);
    if (!status && writes && (!same || p->redo)) {
        status = s->part->begin(s->store, &err);
        if (!status && !same) status = renumber(p, &err);
        if (!status) status = s->part->set(s->store, "study", s->text, &err);
        if (!status && !p->redo) status = s->part->set(s->store, "limit", s->limit, &err);
        if (!status) status = s->part->commit(s->store, &err);
    }
    return status ? complain_of(status, &err) : DONE;
}

/* --- what it takes ----------------------------------------------------------------------------------------------------------------------- */

/* Mean CPU time of a run, s: of the rows in the store, or of the first run, which is tried. */
static double seconds_of_run(plan *p)
{
    double sum = 0;
    for (size_t i = 0; i < p->s.rows; i++)
        sum += p->s.row[i].seconds;
    if (p->s.rows) return sum / (double)p->s.rows;
    bri_measures *measures = NULL;
    bri_study_row row = {0};
    double begun = cpu_seconds();
    if (!measures_of(p, &measures))
        bri_study_run(p->s.file->study, p->pending[0], measures, p->s.file->limit.steps, NULL, NULL, &row);
    bri_study_row_clear(&row);
    bri_measures_destroy(measures);
    return cpu_seconds() - begun;
}

static void print_duration(double seconds)
{
    if (seconds < 120)
        printf("%.2g s", seconds);
    else if (seconds < 7200)
        printf("%.0f min", seconds / 60);
    else
        printf("%.0f h", seconds / 3600);
}

static int dry_run(plan *p, int threads)
{
    long processors = threads ? threads : sysconf(_SC_NPROCESSORS_ONLN);
    printf("%zu runs", p->mine);
    if (p->parts > 1) printf(" in part %zu of %zu", p->part + 1, p->parts);
    printf(": %zu are done, %zu to do", p->mine - p->count, p->count);
    if (p->count) {
        double one = seconds_of_run(p);
        printf("; about ");
        print_duration(one * (double)p->count / (double)processors);
        printf(" by %ld thread%s, ", processors, processors == 1 ? "" : "s");
        print_duration(one);
        printf(" a run");
    }
    printf("\n");
    return DONE;
}

/* --- running ----------------------------------------------------------------------------------------------------------------------------- */

static bri_status note_command(plan *p, const command_line *arguments, bri_error *err)
{
    bri_text text = {0};
    bri_text_add(&text, "%s study", p->program->name);
    for (int i = 0; i < arguments->words; i++)
        bri_text_add(&text, " %s", arguments->word[i]);
    for (int i = 0; i < arguments->options; i++)
        bri_text_add(&text, " --%s%s%s", arguments->option[i].option->name, *arguments->option[i].value ? " " : "",
                     arguments->option[i].value);
    bri_status status = p->s.part->note(p->s.store, bri_version(), text.at ? text.at : "", err);
    bri_text_free(&text);
    return status;
}

static int run_all(plan *p, int threads, double every, bool quiet)
{
    size_t written = 0;
    bri_error err = {0};
    double begun = wall_seconds();
    if (p->count && !(p->writer = writer_start(&p->s))) return UNFINISHED;
    run_jobs jobs = jobs_of(p, threads, every, quiet);
    if (p->count) p->program->do_runs(&p->s, &jobs);
    int worst = p->count ? writer_end(p->writer, &written) : DONE;
    if (!worst && p->redo && written == p->count) { /* all runs know this limit */
        bri_status status = p->s.part->set(p->s.store, "limit", p->s.limit, &err);
        worst = status ? complain_of(status, &err) : DONE;
    }
    if (!quiet && !p->count) printf("nothing to do: %s has %zu of %zu runs\n", p->s.store_path, p->mine, p->mine);
    if (!quiet && p->count)
        printf("%zu runs in %.3g s; %s has %zu of %zu\n", written, wall_seconds() - begun, p->s.store_path,
               p->mine - p->count + written, p->mine);
    if (written < p->count)
        worst = worse_of(worst, complain(UNFINISHED,
                                         "stopped: %zu of %zu runs are in %s; the same command goes on with the others",
                                         p->mine - p->count + written, p->mine, p->s.store_path));
    return worst;
}

static int report(plan *p, bool quiet)
{
    bri_study_row *rows = NULL;
    size_t failed = 0;
    int worst = session_load_rows(&p->s);
    for (size_t i = 0; i < p->s.rows; i++)
        failed += p->s.row[i].failed && p->s.row[i].run;
    bool expects = p->s.file->claims > 0;
    for (int i = 0; i < bri_measures_count(p->s.file->measures); i++)
        expects = expects || bri_expectation_exists(&p->s.file->expected[i]);
    if (!worst && expects && p->parts == 1) {
        worst = read_rows(&p->s, &rows);
        if (!worst) worst = print_expectations(&p->s, rows, quiet);
        worst = worse_of(worst, rows ? print_claims(&p->s, rows, quiet) : DONE);
        free_rows(&p->s, rows);
    }
    fflush(stdout);
    if (failed)
        worst = worse_of(worst, complain(UNFINISHED, "%zu of %zu runs failed: 'bristle study show %s' says why", failed,
                                         p->s.rows, p->s.store_path));
    return worst;
}

static int run_plan(plan *p, const command_line *arguments, int threads, double every)
{
    bri_error err = {0};
    const char *store = option_value(arguments, "output");
    bool dry = option_value(arguments, "dry-run"), quiet = option_value(arguments, "quiet");
    bool exists = !access(store, F_OK);
    bri_store_mode mode = dry ? BRI_STORE_READ : option_value(arguments, "alone") ? BRI_STORE_ALONE : BRI_STORE_WRITE;
    int worst = !dry || exists ? session_open(&p->s, store, mode) : DONE;
    if (!worst && p->s.store && !dry && p->s.part->network(p->s.store))
        complain(DONE, "%s is on a network file system (%s): nobody else can read it while the study runs", store,
                 p->s.part->network(p->s.store));
    if (!worst && p->s.store) worst = look_into_store(p, !dry);
    if (!worst) worst = choose_runs(p);
    if (worst) return worst;
    if (!threads && runs_are_timed(p->s.file->measures)) threads = 1; /* beside others a run takes longer */
    if (dry) return dry_run(p, threads);
    bri_status status = p->count ? note_command(p, arguments, &err) : BRI_OK;
    if (status) return complain_of(status, &err);
    worst = run_all(p, threads, every, quiet);
    return worst ? worst : report(p, quiet);
}

static int read_every(const command_line *arguments, double *every)
{
    int status = option_number(arguments, "progress", "s", every);
    if (!status && option_value(arguments, "progress") && !(*every > 0))
        return complain(BAD_INPUT, "--progress is %s, and must be above 0", option_value(arguments, "progress"));
    return status;
}

int study_run_by(const study_program *program, const command_line *arguments)
{
    plan p = {.program = program, .parts = 1};
    double every = 0;
    int threads = 0, worst = DONE;
    if (arguments->words != 2 || !option_value(arguments, "output"))
        return complain(BAD_INPUT, "study run needs a study and a store: bristle study run STUDY.yaml -o STORE.db");
    if (!ends_with(option_value(arguments, "output"), ".db"))
        worst = complain(BAD_INPUT, "--output must end in .db, not as in '%.100s'", option_value(arguments, "output"));
    worst = worse_of(worst, read_threads(arguments, &threads));
    worst = worse_of(worst, read_every(arguments, &every));
    worst = worse_of(worst, read_part(arguments, &p.part, &p.parts));
    worst = worse_of(worst, session_of_file(&p.s, arguments->word[1]));
    if (!worst) worst = run_plan(&p, arguments, threads, every);
    free(p.pending);
    return session_close(&p.s, worst);
}

static void by_threads(const study_session *s, const run_jobs *jobs)
{
    (void)s;
    do_runs(jobs);
}

int study_run(const command_line *arguments)
{
    static const study_program program = {"bristle", by_threads};
    return study_run_by(&program, arguments);
}
