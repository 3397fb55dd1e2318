/* residuals.c - the residuals of a law along a record, for references.py
 *
 *     residuals LAW DATA.csv COLUMN NAME...
 *
 * Each line of standard input has a value for each NAME, the deflection at the first row as a share of that in steady sliding, and 1 if the steps of
 * the integration are to be those of these values from now on, or 0; the answer is one line of measured - computed forces, N. */
#include <stdio.h>
#include <stdlib.h>

#include "bristle/bristle.h"
#include "fit/response.h"

static int answer(bri_response *response, const bri_measurement *m, bri_response_params *p)
{
    double by[BRI_UNKNOWNS_MAX];
    bool held;
    bri_response_begin(response, m, p);
    for (size_t i = 0; i < m->rows; i++)
        printf("%.17g ", m->force[i] - bri_response_next(response, m->force[i], by, &held));
    printf("\n");
    return fflush(stdout);
}

int main(int count, char **word)
{
    char columns[200];
    bri_measurement *m = NULL;
    bri_response *response = NULL;
    bri_error err = {0};
    bri_measurement_def def = bri_measurement_defaults();
    if (count < 5) return fprintf(stderr, "usage: residuals LAW DATA.csv COLUMN NAME...\n"), 2;
    const bri_friction_law *law = bri_law_find(word[1], &err);
    snprintf(columns, sizeof columns, "force=%s", word[3]);
    def.columns = columns;
    bri_response_params *p = calloc(1, sizeof *p);
    if (!p || !law || bri_measurement_read(word[2], &def, &m, &err) || bri_response_create(law, NULL, &response, &err))
        exit(fprintf(stderr, "%s %s\n", err.where, err.what) ? 1 : 2);
    for (size_t i = 0; i < m->rows; i++)
        p->start_speed += (m->velocity[i] < 0 ? -m->velocity[i] : m->velocity[i]) / (double)m->rows;
    int status = 0;
    while (!status) {
        double value;
        bri_params_defaults(&law->kind, &p->at);
        for (int i = 4; i < count && scanf("%lf", &value) == 1; i++)
            if (bri_params_set(&law->kind, &p->at, word[i], value, &err)) status = fprintf(stderr, "%s\n", err.what);
        int holds;
        if (status || scanf("%lf %d", &p->start, &holds) != 2) break;
        if (holds) bri_response_set_mode(response, BRI_STEPS_RECORD);
        bri_response_rewind(response);
        status = answer(response, m, p);
        if (holds) bri_response_set_mode(response, BRI_STEPS_HELD);
    }
    bri_response_destroy(response);
    bri_measurement_destroy(m);
    free(p);
    return status ? 1 : 0;
}
