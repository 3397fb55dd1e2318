/* study_rerun.c - bristle study rerun: a run of a store once more, with all its channels, compared with its row */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bristle/result_file.h"
#include "clock.h"
#include "part/part.h"
#include "stopping.h"
#include "study.h"

static bool is_hdf5(const char *path) { return ends_with(path, ".h5") || ends_with(path, ".hdf5"); }

static int write_channels(const bri_result *result, const bri_system *system, const char *path)
{
    bri_error err = {0};
    if (is_hdf5(path)) {
        bri_status status = bri_result_write_hdf5(result, bri_system_title(system), path, &err);
        return status ? complain_of(status, &err) : DONE;
    }
    return write_table(result->channels, path, false);
}

static uint64_t bits_of(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static bool is_same(double a, double b) { return bits_of(a) == bits_of(b) || (isnan(a) && isnan(b)); }

/* The measures of the run against its row, bit by bit; CPU time differs. */
static int compare(const study_session *s, const bri_measures *measures, const bri_study_row *row, size_t run)
{
    int worst = DONE;
    for (int i = 0; i < bri_measures_count(measures) && i < row->values; i++) {
        const bri_measured *m = bri_measures_get(measures, i);
        const bri_study_value *kept = &row->value[i];
        printf("%s: %s", m->text, m->word ? m->word : "");
        if (!m->word) printf("%.9g%s%s", m->value, *m->unit != '1' ? " " : "", *m->unit != '1' ? m->unit : "");
        printf("\n");
        bool same =
            m->word ? kept->word && !strcmp(m->word, kept->word) : !kept->word && is_same(m->value, kept->number);
        if (!same && !row->status && strncmp(m->text, "seconds", 7) != 0)
            worst = complain(UNFINISHED, "%s of run %zu is %.17g here, and %.17g in %s", m->text, run + 1, m->value,
                             kept->number, s->store_path);
    }
    return worst;
}

static bool may_go_on(double time, double share, void *user)
{
    (void)time, (void)share, (void)user;
    return !stop_is_wanted();
}

static int run_again(study_session *s, const bri_study_row *row, size_t run, const char *path)
{
    bri_error err = error_printer(NULL);
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_measures *measures = NULL;
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    def.progress = may_go_on;
    stop_when_signalled();
    bri_status status = bri_study_file_measures(s->file, &measures, &err);
    if (!status) bri_measures_use_clock(measures, cpu_seconds);
    if (!status) status = bri_study_model(s->file->study, run, &model, &err);
    if (!status) status = bri_system_build(model, &system, &err);
    if (!status) status = bri_run_measured(system, &def, measures, &result, &err);
    int worst = exit_status_of(status);
    if (result && path) worst = worse_of(worst, write_channels(result, system, path));
    if (result && !status) worst = worse_of(worst, compare(s, measures, row, run));
    if (row->status && !status)
        worst = worse_of(worst, complain(UNFINISHED,
                                         "run %zu ended early in %s (%s); repeated, without limits, it came to its end",
                                         run + 1, s->store_path, row->message ? row->message : "no reason is known"));
    bri_result_destroy(result);
    bri_measures_destroy(measures);
    bri_system_destroy(system);
    bri_model_destroy(model);
    return worst;
}

int study_rerun(const command_line *arguments)
{
    study_session s = {0};
    bri_study_row *rows = NULL;
    bri_error err = {0};
    const char *path = option_value(arguments, "output"), *store = arguments->words > 1 ? arguments->word[1] : NULL;
    char *end = NULL;
    if (arguments->words != 3)
        return complain(BAD_INPUT, "study rerun needs a store and the number of a run: bristle study rerun STORE.db 12 "
                                   "-o RUN.h5");
    if (path && !ends_with(path, ".csv") && !is_hdf5(path))
        return complain(BAD_INPUT, "--output must end in .csv or .h5, not as in '%.100s'", path);
    if (path && is_hdf5(path) && !bri_part_functions(BRI_PART_HDF5, path, BRI_NOT_FOUND, &err))
        return complain_of(BRI_NOT_FOUND, &err);
    unsigned long long run = strtoull(arguments->word[2], &end, 10);
    int worst = session_of_store(&s, store);
    if (!worst && strcmp(s.version, bri_version()) != 0)
        complain(DONE, "warning: %s was written by bristle %s, and this is %s: the run may have other numbers", store,
                 s.version, bri_version());
    if (!worst && (*end || run < 1 || run > s.file->study->runs))
        worst = complain(BAD_INPUT, "'%.40s' is no run of %s, whose runs are 1 to %zu", arguments->word[2], store,
                         s.file->study->runs);
    if (!worst) worst = read_rows(&s, &rows);
    if (!worst && !rows[run - 1].done) worst = complain(BAD_INPUT, "run %llu of %s is not done yet", run, store);
    if (!worst) worst = run_again(&s, &rows[run - 1], (size_t)run - 1, path);
    if (rows) free_rows(&s, rows);
    return session_close(&s, worst);
}
