/* run_model.c - runs the models that are named and prints every number of their channels and events, with all bits */
#include <stdio.h>

#include "bristle/bristle.h"

static bri_status run(const char *path, bri_error *err)
{
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    bri_status status = bri_model_read(path, &model, err);
    if (!status) status = bri_system_build(model, &system, err);
    if (!status) status = bri_run(system, &def, &result, err);
    for (int i = 0; !status && i < result->events; i++)
        printf("%s %a %s\n", path, result->event[i]->time, result->event[i]->what);
    for (size_t i = 0; !status && i < result->channels->rows; i++)
        for (size_t k = 0; k < result->channels->columns; k++)
            printf("%s %s %a\n", path, result->channels->column[k].name, bri_table_row(result->channels, i)[k]);
    bri_result_destroy(result);
    bri_system_destroy(system);
    bri_model_destroy(model);
    return status;
}

int main(int count, char **path)
{
    bri_error err = {0};
    for (int i = 1; i < count; i++) {
        if (!run(path[i], &err)) continue;
        fprintf(stderr, "%s: %s\n", path[i], err.what);
        return 1;
    }
    return 0;
}
