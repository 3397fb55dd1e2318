/* read_model.c - a model from the command line: its file and --set PATH=VALUE; measures; values of options with units */
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "command.h"
#include "io/text_file.h"
#include "study/study_file.h"

static void print_error(const bri_error *one, void *user)
{
    const char *kind = one->status ? "" : "warning: ";
    if (!one->status && user) *(bool *)user = true;
    fflush(stdout);
    if (*one->where)
        fprintf(stderr, "%s: %s%s\n", one->where, kind, one->what);
    else
        fprintf(stderr, "bristle: %s%s\n", kind, one->what);
}

bri_error error_printer(bool *warned) { return (bri_error){.each = print_error, .user = warned}; }

static int set_one(bri_model *model, const char *text)
{
    bri_error err = error_printer(NULL);
    char path[256];
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof path)
        return complain(BAD_INPUT, "--set needs PATH=VALUE, as in --set floor.friction.mu_s=0.3, not '%.80s'", text);
    snprintf(path, sizeof path, "%.*s", (int)(equals - text), text);
    return exit_status_of(bri_model_set_text(model, path, equals + 1, &err));
}

bool is_study_file(const char *path)
{
    char *text = NULL;
    size_t length = 0;
    bool is = !bri_file_read(path, &text, &length, NULL) && bri_study_file_is(text, length);
    free(text);
    return is;
}

int read_model(const command_line *arguments, const char *name, bri_model **model, bool *warned)
{
    bri_error err = error_printer(warned);
    int worst = DONE;
    if (arguments->words != 1) return complain(BAD_INPUT, "%s needs one model file: bristle %s MODEL.yaml", name, name);
    bri_status status = bri_model_read(arguments->word[0], model, &err);
    if (status && is_study_file(arguments->word[0]))
        complain(BAD_INPUT, "%s is a study, not a model: bristle study run %s -o STORE.db", arguments->word[0],
                 arguments->word[0]);
    if (status) return exit_status_of(status);
    for (int i = 0; i < arguments->options; i++) {
        if (strcmp(arguments->option[i].option->name, "set") != 0) continue;
        int one = set_one(*model, arguments->option[i].value);
        worst = worse_of(worst, one);
    }
    if (worst) {
        bri_model_destroy(*model);
        *model = NULL;
    }
    return worst;
}

int read_measures(const command_line *arguments, bri_measures **measures)
{
    bri_error err = {0};
    bri_status status = bri_measures_create(measures, &err);
    int worst = status ? complain_of(status, &err) : DONE;
    for (int i = 0; *measures && i < arguments->options; i++) {
        if (strcmp(arguments->option[i].option->name, "measure") != 0) continue;
        status = bri_measures_add(*measures, arguments->option[i].value, &err);
        if (status) worst = complain(BAD_INPUT, "--measure '%.80s': %s", arguments->option[i].value, err.what);
    }
    if (*measures) bri_measures_use_clock(*measures, cpu_seconds);
    return worst;
}

int option_number(const command_line *arguments, const char *name, const char *unit, double *value)
{
    const char *text = option_value(arguments, name);
    bri_units *units = NULL;
    bri_error err = {0};
    if (!text) return DONE;
    bri_status status = bri_units_create(&units, &err);
    if (!status) status = bri_quantity_read(units, text, unit, value, &err);
    bri_units_destroy(units);
    return status ? complain(exit_status_of(status), "--%s: %s", name, err.what) : DONE;
}
