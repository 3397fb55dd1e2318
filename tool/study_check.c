/* study_check.c - bristle study check: reads a study file, and says what it asks for */
#include <stdlib.h>
#include <string.h>

#include "study.h"

int study_read(const char *path, bri_study_file **file, char **text, size_t *length)
{
    bri_error err = error_printer(NULL);
    char *own = NULL;
    size_t size = 0;
    bri_status status = bri_file_read(path, &own, &size, &err);
    if (!status) status = bri_study_file_parse(own, size, path, NULL, file, &err);
    if (text && own) {
        *text = strndup(own, size); /* with an end */
        *length = size;
        if (!*text) status = BRI_NO_MEMORY;
    }
    free(own);
    return status == BRI_NO_MEMORY ? complain(UNFINISHED, "out of memory: a study") : exit_status_of(status);
}

int check_study_file(const char *path)
{
    bri_study_file *file = NULL;
    int status = study_read(path, &file, NULL, NULL);
    if (!file) return status;
    const bri_study_params *p = bri_study_file_params(file);
    const bri_study *study = file->study;
    if (p->title) printf("%s\n", p->title);
    printf("%zu runs of %s\n", study->runs, p->model);
    for (int i = 0; i < study->variations; i++) {
        const bri_variation *v = &study->variation[i];
        const char *unit = bri_variation_unit(v);
        printf("  varies    %s%s%s%s", v->path, *unit && *unit != '1' ? " [" : "", *unit != '1' ? unit : "",
               *unit && *unit != '1' ? "]" : "");
        printf(study->design == BRI_SAMPLE ? "\n" : ": %d values\n", v->levels);
    }
    for (int i = 0; i < bri_measures_count(file->measures); i++) {
        char expected[300];
        const bri_measured *m = bri_measures_get(file->measures, i);
        bri_expectation_print(&file->expected[i], expected, sizeof expected);
        printf("  measures  %s%s%s%s%s%s\n", m->text, *m->unit != '1' ? " [" : "", *m->unit != '1' ? m->unit : "",
               *m->unit != '1' ? "]" : "", *expected ? ", expected: " : "", expected);
    }
    for (int i = 0; i < file->claims; i++) {
        const bri_claim *c = &file->claim[i].claim;
        char relation[200];
        bri_claim_describe(c, relation, sizeof relation);
        printf("  claims    %s: %s %s\n", c->text, bri_measures_get(file->measures, file->claim[i].measure)->text,
               relation);
    }
    bri_study_file_destroy(file);
    return DONE;
}

int study_check(const command_line *arguments)
{
    if (arguments->words != 2) return complain(BAD_INPUT, "study check needs one file: bristle study check STUDY.yaml");
    return check_study_file(arguments->word[1]);
}
