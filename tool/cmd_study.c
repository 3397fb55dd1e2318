/* cmd_study.c - bristle study FORM ...: studies in files, and their stores */
#include <string.h>

#include "study.h"

static const struct {
    const char *name;
    int (*run)(const command_line *arguments);
    const char *options; /* that it takes */
} forms[] = {
    {"check", study_check, ""},       {"run", study_run, "output threads part dry-run alone progress quiet"},
    {"show", study_show, "table"},    {"export", study_export, "output"},
    {"rerun", study_rerun, "output"}, {"merge", study_merge, "output quiet"},
};

static bool is_listed(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; *at; at += strspn(at, " ")) {
        if (!strncmp(at, word, length) && (!at[length] || at[length] == ' ')) return true;
        at += strcspn(at, " ");
    }
    return false;
}

static int study_run_form(const command_line *arguments)
{
    int worst = DONE;
    for (size_t i = 0; arguments->words && i < sizeof forms / sizeof *forms; i++) {
        if (strcmp(arguments->word[0], forms[i].name) != 0) continue;
        for (int k = 0; k < arguments->options; k++)
            if (!is_listed(forms[i].options, arguments->option[k].option->name))
                worst = complain(BAD_INPUT, "study %s takes no option --%s", forms[i].name,
                                 arguments->option[k].option->name);
        return worst ? worst : forms[i].run(arguments);
    }
    return complain(BAD_INPUT,
                    "study needs one of these words: check, run, show, export, rerun, merge (bristle study --help)");
}

static const option study_options[] = {
    {"output", "FILE",
     "store of run and merge, FILE.db; table of export, FILE.csv, or its plot, FILE.svg; channels of rerun, FILE.h5 or "
     ".csv",
     'o'},
    {"threads", "NUMBER", "number of threads (one per processor; one if CPU time is measured)", 0},
    {"part", "K/N", "do part K of N of the runs only: 7/40; 'merge' puts the stores of all parts together", 0},
    {"dry-run", NULL, "say what would be run, how much of it is done, and how long the rest takes", 0},
    {"alone", NULL, "no other program can read the store while the study runs; always so on network file systems", 0},
    {"progress", "TIME", "time between lines of progress where there is no terminal, as in a log (1 min)", 0},
    {"table", NULL, "show the runs of a sample as a table, not as a summary", 0},
    {"quiet", NULL, "print errors and warnings only", 'q'},
    {0},
};

const command command_study = {
    .name = "study",
    .summary = "run a study file: what varies in a model, what is measured; every run is kept in a store",
    .usage = "study run STUDY.yaml -o STORE.db [--threads N] [--part K/N] [--dry-run]",
    .details = "check STUDY.yaml                  all errors of a study file and its model, with line and column\n"
               "run STUDY.yaml -o STORE.db        runs what the store does not contain yet\n"
               "show STORE.db                     prints a store as a table or a summary\n"
               "export STORE.db -o TABLE.csv      writes all runs as a table; FILE.svg, .png, .pdf: a plot\n"
               "rerun STORE.db NUMBER -o RUN.h5   repeats a run, bit for bit, and writes its channels\n"
               "merge PART.db... -o ALL.db        merges the stores of several parts\n"
               "\n"
               "A study file names a model, what varies and what is measured, as 'bristle sweep' does: see\n"
               "'bristle explain study'. A store is an SQLite file with a view 'runs'. A study that was stopped, or\n"
               "whose file has more values or runs than before, is continued by the same command. The rows have the\n"
               "same bits for any number of threads and parts.",
    .options = study_options,
    .run = study_run_form,
};
