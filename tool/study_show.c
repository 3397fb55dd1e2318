/* study_show.c - bristle study show and export: what a store holds */
#include <stdlib.h>
#include <string.h>

#include "study.h"
#include "sweep.h"

static void print_head(const study_session *s, const bri_study_row *rows)
{
    const bri_study_params *p = bri_study_file_params(s->file);
    size_t done = 0, failed = 0, other = 0, runs = s->file->study->runs;
    double seconds = 0;
    for (size_t run = 0; run < runs; run++) {
        done += rows[run].done;
        failed += rows[run].done && rows[run].status;
    }
    for (size_t i = 0; i < s->rows; i++) {
        seconds += s->row[i].seconds;
        other += !s->row[i].run;
    }
    if (p->title) printf("%s\n", p->title);
    printf("%s, bristle %s: %zu of %zu runs of %s are done", s->store_path, s->version, done, runs, p->model);
    if (failed) printf(", %zu of them failed", failed);
    printf("; %.3g s of CPU time\n", seconds);
    if (other) printf("%zu further rows are of values that the study no longer has\n", other);
}

static int open_and_read(study_session *s, const char *store, bri_study_row **rows)
{
    int worst = session_of_store(s, store);
    if (!worst) worst = session_load_rows(s);
    return worst ? worst : read_rows(s, rows);
}

int study_show(const command_line *arguments)
{
    study_session s = {0};
    bri_study_row *rows = NULL;
    if (arguments->words != 2) return complain(BAD_INPUT, "study show needs a store: bristle study show STORE.db");
    int worst = open_and_read(&s, arguments->word[1], &rows);
    if (!worst) {
        const bri_study *study = s.file->study;
        const bri_study_params *p = bri_study_file_params(s.file);
        sweep table = {.study = study, .measures = s.file->measures, .row = rows};
        size_t done = 0;
        for (size_t run = 0; run < study->runs; run++)
            done += rows[run].done;
        print_head(&s, rows);
        if (study->design != BRI_SAMPLE || option_value(arguments, "table"))
            sweep_print(&table, stdout);
        else if (p->design == BRI_PLAN_INDICES && done == study->runs)
            worst = sweep_print_indices(&table, bri_study_file_points(s.file), (uint64_t)p->seed, stdout);
        else
            sweep_print_summary(&table, stdout);
        worst = worse_of(worst, print_expectations(&s, rows, false));
        worst = worse_of(worst, print_claims(&s, rows, false));
    }
    if (rows) free_rows(&s, rows);
    return session_close(&s, worst);
}

/* As bristle sweep --plot: curves of a grid, or a tornado chart of one thing at a time. */
static int draw_plot(const study_session *s, bri_study_row *rows, const char *path)
{
    const bri_study *study = s->file->study;
    sweep table = {.study = study, .title = bri_study_file_title(s->file), .measures = s->file->measures, .row = rows};
    size_t done = 0;
    for (size_t run = 0; run < study->runs; run++)
        done += rows[run].done;
    if (done < study->runs)
        return complain(UNFINISHED, "%s has %zu of %zu runs: a plot needs all", s->store_path, done, study->runs);
    int worst = sweep_check_plot(study, table.measures);
    return worst ? worst : study->design == BRI_GRID ? sweep_plot(&table, path) : sweep_tornado(&table, path);
}

int study_export(const command_line *arguments)
{
    study_session s = {0};
    bri_study_row *rows = NULL;
    const char *path = option_value(arguments, "output");
    bool image = path && is_picture(path);
    if (arguments->words != 2 || !path)
        return complain(BAD_INPUT,
                        "study export needs a store and a table: bristle study export STORE.db -o TABLE.csv");
    if (strcmp(path, "-") != 0 && !ends_with(path, ".csv") && !image)
        return complain(BAD_INPUT,
                        "--output must end in .csv, .svg, .png or .pdf, or be - for standard output, not '%.100s'",
                        path);
    int worst = image ? check_gnuplot("a .csv") : DONE;
    if (!worst) worst = open_and_read(&s, arguments->word[1], &rows);
    if (!worst && image) worst = draw_plot(&s, rows, path);
    if (!worst && !image)
        worst = sweep_write_csv(&(sweep){.study = s.file->study, .measures = s.file->measures, .row = rows}, path);
    if (rows) free_rows(&s, rows);
    return session_close(&s, worst);
}
