/* page.h - report pages: one HTML file with results and the code that shows them (web/)
 *
 * A page holds each result (a run, a verdict, a study, a fit) as an element of its own:
 *
 *     <script type="application/x-bristle-result">1 LABEL OBJECT NUMBERS</script>
 *
 * with the version of this interface and three texts in base64: the name of the result; a JSON object, docs/page.schema.json; and the
 * channels. OBJECT and NUMBERS are zlib streams. pack_numbers says how the channels are packed. Pages are combined by copying
 * these elements. */
#ifndef BRISTLE_TOOL_PAGE_H
#define BRISTLE_TOOL_PAGE_H

#include "base/text.h"
#include "command.h"
#include "run_json.h"
#include "study/expectation.h"
#include "sweep.h"

enum {
    PAGE_VERSION = 1,
    PAGE_LABEL = 200,
    PAGE_NUMBERS = 700000, /* of a result that is alone on its page: some 3 MB */
    PAGE_SIZE = 5000000    /* bytes: what can be sent by mail, and opens at once */
};

bool page_is_name(const char *path);                       /* .html, .htm */
int page_check_name(const char *path);                     /* of --report; NULL is fine; DONE, or it is reported */
void page_label(const char *path, char label[PAGE_LABEL]); /* the file's name without folder and extension */

/* The element of a run that recorded all channels. settings: options of the command line that changed it, for the page. numbers: that the
 * page holds of it at most, PAGE_NUMBERS or fewer. */
bri_status page_add_run(bri_text *elements, const run_report *report, const char *label, const command_line *settings,
                        size_t numbers, bri_error *err);
/* The element of a table of channels without a model, such as a CSV file. */
bri_status page_add_table(bri_text *elements, const bri_table *table, const char *label, const char *file,
                          bri_error *err);
/* The elements of a page, named by the label, with their own names behind it if these differ. Fails if the file is no page, or of another version. */
bri_status page_add_page(bri_text *elements, const char *path, const char *label, int *results, bri_error *err);
/* A time to mark in all plots. */
bri_status page_add_mark(bri_text *elements, double time, const char *text, bri_error *err);
/* page_study.c: the runs of a study or sweep. Of what it says, members may be NULL. */
typedef struct page_study {
    const char *title, *model;
    const bri_expectation *expected; /* of each measure */
    const bri_text *claims;          /* objects of a JSON list */
    const char *study_text, *model_text;
    const command_line *arguments; /* of a sweep */
} page_study;
bri_status page_add_study(bri_text *elements, const sweep *s, const char *label, const page_study *of, bri_error *err);
/* page_verdict.c: verdicts over time, of the whole mechanism and of each interface. path: of the model file; answer: a sentence;
 * by: names of the forces that act alone, or NULL; along: the history is that of a run. */
typedef struct page_verdict {
    const char *path, *answer, *by;
    bool along;
    const bri_system *system;
    const bri_verdict_def *def;
    const bri_verdict_history *history;
} page_verdict;
bri_status page_add_verdict(bri_text *elements, const page_verdict *v, const char *label, bri_error *err);
/* page_fit.c: the page of a fit: measured and computed curves, intervals, profiles. model: its file, of a fit of a mechanism, or NULL. */
typedef struct page_fit {
    const bri_fit *fit;
    double confidence;
    int starts;
    uint64_t seed;
    const char *model;
    const command_line *arguments;
} page_fit;
int page_write_fit(const page_fit *f, const char *path);
/* Writes a page with these elements. */
int page_write(const char *path, const char *title, const bri_text *elements);

/* --- parts of it ----------------------------------------------------------------------------------------------------------- */

/* Begins an object with its format, "bristle study"; the version of bristle as a member; an element of the object and its numbers. */
void page_begin_object(bri_text *object, const char *format);
void page_add_version(bri_text *object);
const char *page_file_name(const char *path); /* without its folders, which say nothing to others */
/* Appends `, "command": "bristle fit dahl data.csv --offset"`: what was asked for, without what is written where. */
void page_add_command(bri_text *object, const char *name, const command_line *arguments);
/* Appends `, "NAME": ` and the text of a file as it is, null if it cannot be read. */
void page_add_file(bri_text *object, const char *name, const char *path);
bri_status page_add_element(bri_text *elements, const char *label, const bri_text *object, const bri_text *numbers,
                            bri_error *err);
/* Appends `, "channels": {...}` with the rows that a page holds, and their numbers. result: NULL, or whose events are kept. */
bri_status page_add_rows(bri_text *object, bri_text *numbers, const bri_table *table, const bri_result *result,
                         size_t most, bri_error *err);

/* Rows and columns of a table that a page holds. */
typedef struct page_choice {
    size_t *column, *row;
    size_t columns, rows;
} page_choice;
/* Chooses so many numbers at most: the first and the last, those with the largest and smallest value of each channel, those
 * around events, and the most telling of even intervals; and columns, if there are very many. */
bri_status page_choose(const bri_table *table, const bri_result *result, size_t numbers, page_choice *choice,
                       bri_error *err);
void page_choice_free(page_choice *choice);
/* Appends `, "channels": {...}` and the numbers: time as doubles, other columns as floats, whose bits are differences from the row
 * before; of every column first all lowest bytes, then the next, and so on. */
bri_status page_add_channels(bri_text *object, bri_text *numbers, const bri_table *table, const page_choice *choice,
                             bri_error *err);
/* Appends `, "scene": {...}`: strokes, joints, forces and interfaces. */
bri_status page_add_scene(bri_text *object, const bri_system *system, const bri_table *channels, bri_error *err);
void page_add_base64(bri_text *out, const void *data, size_t size);

#endif
