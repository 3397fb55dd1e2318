/* fit.h - what bristle fit prints, writes and draws */
#ifndef BRISTLE_TOOL_FIT_H
#define BRISTLE_TOOL_FIT_H

#include "command.h"

enum {
    MOST_FILES = 40
};

typedef struct fit_job {
    const command_line *arguments;
    bri_units *units;
    bri_fit_def def;
    bri_measurement *record[MOST_FILES];
    int records;
    bool quiet;
} fit_job;

/* fit_report.c, of laws and of mechanisms */
void fit_print(const bri_fit *fit, FILE *out); /* all but a heading, of a mechanism */
int fit_write_json(const bri_fit *fit, FILE *out, const char *indent);
int fit_write_yaml(const bri_fit *fit, const char *path); /* a law for a model file */
int fit_plot(const bri_fit *fit, const char *path);
void fit_interval(char *out, size_t size, const bri_fit_parameter *parameter);
/* fit_plot.c: measured and computed columns of a mechanism */
int fit_plot_columns(const bri_fit *fit, const char *path, const char *title);
/* fit_mechanism.c: bristle fit MODEL. common: what fits of laws have too. */
int fit_mechanism(const command_line *arguments, bri_units *units, const bri_fit_def *common);

/* cmd_fit.c: a line of progress on a terminal */
typedef struct fit_progress {
    double begun, last;
    bool wanted, any;
} fit_progress;
fit_progress fit_progress_begin(bool quiet);
int fit_show(const bri_fit_progress *now, void *progress);
void fit_progress_end(const fit_progress *progress);
/* The next part of a list with commas, without blanks around it. False: there is none. */
bool fit_next_piece(const char **at, char *piece, size_t size);
int fit_exit_status(bri_status status); /* 1: stopped, or no solution */

/* fit_rank.c: fits every law and ranks them. family: "all", or that of the laws. */
int fit_rank(const fit_job *job, const char *family, int threads);

/* cmd_fit.c: settings of a fit that depend on its law. strict: every name must be known; false: those that the law does not have are
 * skipped. */
typedef struct fit_settings {
    bri_params params;
    bri_fit_range range[MAX_WORDS];
    char name[MAX_WORDS][64], fixed_name[MAX_WORDS][64];
    const char *fixed[MAX_WORDS];
} fit_settings;
int fit_settings_read(const fit_job *job, const bri_friction_law *law, bool strict, fit_settings *settings,
                      bri_fit_def *def);

#endif
