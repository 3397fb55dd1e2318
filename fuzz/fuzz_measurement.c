/* fuzz_measurement.c - any text as a file of measured friction: a record that is in order, or a sentence
 *
 * The first line of the input is the choice of columns; if it is empty, they are found by their names. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/measurement.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int claim)
{
    if (!claim) abort();
}

static void check_record(const bri_measurement *m)
{
    check(m->rows >= 2);
    for (size_t i = 0; i < m->rows; i++) {
        check(isfinite(m->velocity[i]) && isfinite(m->force[i]) && m->load[i] >= 0);
        check(!m->time || !i || m->time[i] > m->time[i - 1]);
        check(!m->weight || m->weight[i] >= 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    char *file_text = memchr(text, '\n', size);
    if (file_text && (size_t)(file_text + 1 - text) < size) {
        size_t length = size - (size_t)(file_text + 1 - text);
        FILE *file = fmemopen(file_text + 1, length, "r");
        bri_measurement_def def = bri_measurement_defaults();
        bri_measurement *m = NULL;
        bri_error err = {0};
        *file_text = '\0';
        def.columns = *text ? text : NULL;
        bri_status status = file ? bri_measurement_read_file(file, "a.csv", &def, &m, &err) : BRI_OK;
        check((status == BRI_OK) == (err.what[0] == '\0'));
        if (m) check_record(m);
        bri_measurement_destroy(m);
        if (file) fclose(file);
    }
    free(text);
    return 0;
}
