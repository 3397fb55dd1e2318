/* sample.c - samples of the unit cube */
#include "study/sample.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "study/random.h"
#include "study/sobol.h"

const char *bri_sampling_name(bri_sampling sampling)
{
    static const char *const names[BRI_SAMPLINGS] = {"random", "latin", "sobol", "saltelli"};
    return names[sampling];
}

size_t bri_sample_rows(bri_sampling sampling, size_t count, int columns)
{
    return sampling == BRI_SALTELLI ? count * ((size_t)columns + 2) : count;
}

static bri_status sample_layers(size_t count, int columns, uint64_t *state, double *out, bri_error *err)
{
    size_t *layer = malloc((count + 1) * sizeof *layer);
    if (!layer) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a sample");
    for (int c = 0; c < columns; c++) {
        for (size_t i = 0; i < count; i++)
            layer[i] = i;
        for (size_t i = count; i-- > 1;) { /* Fisher and Yates */
            size_t k = (size_t)bri_random_below(state, i + 1), kept = layer[i];
            layer[i] = layer[k];
            layer[k] = kept;
        }
        for (size_t i = 0; i < count; i++)
            out[i * (size_t)columns + (size_t)c] = ((double)layer[i] + bri_random_share(state)) / (double)count;
    }
    free(layer);
    return BRI_OK;
}

/* One point of Saltelli's: its rows. */
static void put_rows(const double *a, const double *b, int columns, double *out)
{
    for (int row = 0; row < columns + 2; row++)
        for (int c = 0; c < columns; c++)
            *out++ = row == columns + 1 || row == c + 1 ? b[c] : a[c];
}

bri_status bri_sample(bri_sampling sampling, size_t count, int columns, uint64_t seed, double **sample, bri_error *err)
{
    assert(columns > 0 && sample);
    uint64_t state = seed;
    int dimensions = sampling == BRI_SALTELLI ? 2 * columns : columns;
    size_t rows = bri_sample_rows(sampling, count, columns);
    *sample = NULL;
    if (sampling >= BRI_SOBOL && dimensions > BRI_SOBOL_DIMENSIONS)
        return bri_fail(err, BRI_BAD_VALUE, "%d things vary; Sobol's sequence is here for at most %d", columns,
                        sampling == BRI_SALTELLI ? BRI_SOBOL_DIMENSIONS / 2 : BRI_SOBOL_DIMENSIONS);
    double *out = calloc(rows * (size_t)columns + 1, sizeof *out);
    if (!out) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a sample");
    if (sampling == BRI_LATIN_HYPERCUBE) {
        bri_status status = sample_layers(count, columns, &state, out, err);
        if (status) free(out);
        *sample = status ? NULL : out;
        return status;
    }
    uint32_t shift[BRI_SOBOL_DIMENSIONS] = {0};
    for (int c = 0; seed && sampling >= BRI_SOBOL && c < dimensions; c++)
        shift[c] = (uint32_t)(bri_random_next(&state) >> 32);
    for (size_t i = 0; i < count; i++) {
        double point[BRI_SOBOL_DIMENSIONS] = {0}, *row = out + i * (size_t)columns;
        for (int c = 0; c < dimensions && sampling >= BRI_SOBOL; c++)
            point[c] = bri_sobol((uint32_t)i, c, shift[c]);
        if (sampling == BRI_SALTELLI)
            put_rows(point, point + columns, columns, out + i * ((size_t)columns + 2) * (size_t)columns);
        else if (sampling == BRI_SOBOL)
            memcpy(row, point, (size_t)columns * sizeof *row);
        else
            for (int c = 0; c < columns; c++)
                row[c] = bri_random_share(&state);
    }
    *sample = out;
    return BRI_OK;
}
