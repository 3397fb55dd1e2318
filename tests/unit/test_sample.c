/* test_sample.c - samples, quantiles and Sobol's indices against SciPy, SALib (tests/study/references.py) and closed forms */
#include "test.h"

#include <stdbool.h>
#include <stdio.h>

#include "study/distribution.h"
#include "study/indices.h"
#include "study/sample.h"
#include "study/sobol.h"

#define PI 3.14159265358979323846

/* Numbers of a file of references; returns how many there are. */
static int read_numbers(const char *name, double *out, int most)
{
    char path[1024], head[1000];
    int count = 0;
    snprintf(path, sizeof path, REFERENCES "/%s", name);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(head, sizeof head, file)) fail_msg("%s cannot be read", path);
    while (count < most && fscanf(file, "%lf%*[,\n]", &out[count]) == 1)
        count++;
    fclose(file);
    return count;
}

static void points_are_those_of_scipy(void **state)
{
    (void)state;
    static double numbers[5000];
    int count = read_numbers("sobol_points.csv", numbers, 5000), wide = BRI_SOBOL_DIMENSIONS + 1;
    assert_int_equal(count, 38 * wide);
    for (int row = 0; row < count / wide; row++)
        for (int c = 0; c < BRI_SOBOL_DIMENSIONS; c++)
            assert_true(bri_sobol((uint32_t)numbers[row * wide], c, 0) == numbers[row * wide + 1 + c]);
}

static void quantiles_are_those_of_scipy(void **state)
{
    (void)state;
    double numbers[100];
    int count = read_numbers("normal_quantiles.csv", numbers, 100);
    assert_int_equal(count, 30);
    for (int i = 0; i < count; i += 2) {
        double x = bri_distribution_at(&(bri_distribution){BRI_NORMAL, 3, 2}, numbers[i]);
        assert_true(fabs(x - (3 + 2 * numbers[i + 1])) <= 4e-15 * (3 + fabs(2 * numbers[i + 1])));
    }
    double least = bri_distribution_at(&(bri_distribution){BRI_NORMAL, 0, 1}, 0);
    assert_true(fabs(least - numbers[1]) < 1e-14 * fabs(least)); /* that of 2^-31 */
    assert_true(bri_distribution_at(&(bri_distribution){BRI_UNIFORM, 2, 6}, 0.25) == 3);
    assert_true(fabs(bri_distribution_at(&(bri_distribution){BRI_LOG_UNIFORM, -1, -16}, 0.75) + 8) < 1e-14);
}

static void samples_fill_the_cube(void **state)
{
    (void)state;
    enum {
        COUNT = 50,
        COLUMNS = 3
    };
    double *sample[4], *other;
    for (int kind = BRI_RANDOM; kind <= BRI_SALTELLI; kind++) {
        assert_int_equal(bri_sample((bri_sampling)kind, COUNT, COLUMNS, 7, &sample[kind], NULL), BRI_OK);
        size_t numbers = COLUMNS * bri_sample_rows((bri_sampling)kind, COUNT, COLUMNS);
        for (size_t i = 0; i < numbers; i++)
            assert_true(sample[kind][i] >= 0 && sample[kind][i] < 1);
        assert_int_equal(bri_sample((bri_sampling)kind, COUNT, COLUMNS, 7, &other, NULL), BRI_OK);
        assert_memory_equal(other, sample[kind], numbers * sizeof *other);
        free(other);
        assert_int_equal(bri_sample((bri_sampling)kind, COUNT, COLUMNS, 8, &other, NULL), BRI_OK);
        assert_true(memcmp(other, sample[kind], numbers * sizeof *other) != 0);
        free(other);
    }
    for (int c = 0; c < COLUMNS; c++) {
        bool taken[COUNT] = {false};
        for (int i = 0; i < COUNT; i++) {
            int layer = (int)(sample[BRI_LATIN_HYPERCUBE][i * COLUMNS + c] * COUNT);
            assert_false(taken[layer]);
            taken[layer] = true;
        }
    }
    const double *row = sample[BRI_SALTELLI] + (size_t)10 * 5 * COLUMNS, *b = row + 4 * COLUMNS;
    for (int r = 1; r <= COLUMNS; r++)
        for (int c = 0; c < COLUMNS; c++)
            assert_true(row[r * COLUMNS + c] == (c == r - 1 ? b[c] : row[c]));
    for (int kind = 0; kind < 4; kind++)
        free(sample[kind]);
}

/* Outcomes of Ishigami's function, with a = 7 and b = 0.1, in the cube from -pi to pi. */
static double *ishigami(size_t points)
{
    double *sample;
    assert_int_equal(bri_sample(BRI_SALTELLI, points, 3, 0, &sample, NULL), BRI_OK);
    double *y = malloc(points * 5 * sizeof *y);
    for (size_t i = 0; i < points * 5; i++) {
        double x[3];
        for (int c = 0; c < 3; c++)
            x[c] = PI * (2 * sample[i * 3 + (size_t)c] - 1);
        y[i] = sin(x[0]) + 7 * sin(x[1]) * sin(x[1]) + 0.1 * x[2] * x[2] * x[2] * x[2] * sin(x[0]);
    }
    free(sample);
    return y;
}

static void indices_are_those_of_salib(void **state)
{
    (void)state;
    bri_estimate first[3], total[3];
    double numbers[7], *y = ishigami(512);
    size_t used;
    assert_int_equal(read_numbers("sobol_indices.csv", numbers, 7), 6);
    assert_int_equal(bri_sobol_indices(y, 512, 3, 1, first, total, &used, NULL), BRI_OK);
    assert_int_equal(used, 512);
    for (int c = 0; c < 3; c++) {
        assert_true(fabs(first[c].value - numbers[c]) < 1e-12);
        assert_true(fabs(total[c].value - numbers[3 + c]) < 1e-12);
    }
    free(y);
}

static void indices_are_the_closed_form(void **state)
{
    (void)state;
    double a = 7, b = 0.1, p4 = pow(PI, 4), v1 = 0.5 * (1 + b * p4 / 5) * (1 + b * p4 / 5), v2 = a * a / 8,
           v13 = b * b * p4 * p4 * (1.0 / 18 - 1.0 / 50), v = v1 + v2 + v13;
    double first_exact[] = {v1 / v, v2 / v, 0}, total_exact[] = {(v1 + v13) / v, v2 / v, v13 / v};
    bri_estimate first[3], total[3];
    double *y = ishigami(4096);
    size_t used;
    assert_int_equal(bri_sobol_indices(y, 4096, 3, 1, first, total, &used, NULL), BRI_OK);
    for (int c = 0; c < 3; c++) {
        assert_true(fabs(first[c].value - first_exact[c]) < 3e-3 && fabs(total[c].value - total_exact[c]) < 3e-3);
        assert_true(first[c].low < first_exact[c] && first_exact[c] < first[c].high);
        assert_true(total[c].low <= total_exact[c] && total_exact[c] <= total[c].high);
        assert_true(first[c].high - first[c].low < 0.1 && total[c].high - total[c].low < 0.1);
    }
    y[7 * 5 + 2] = NAN; /* the eighth point is left out */
    assert_int_equal(bri_sobol_indices(y, 4096, 3, 1, first, total, &used, NULL), BRI_OK);
    assert_int_equal(used, 4095);
    assert_true(fabs(first[0].value - first_exact[0]) < 5e-3);
    free(y);
}

/* Wilson's interval of 0 of n ends at z2/(n + z2), and is symmetric. */
static void shares_have_wilsons_interval(void **state)
{
    (void)state;
    double z2 = 1.959963984540054 * 1.959963984540054;
    bri_estimate none = bri_share_of(0, 20), all = bri_share_of(20, 20), half = bri_share_of(5, 10);
    assert_true(none.value == 0 && none.low == 0 && fabs(none.high - z2 / (20 + z2)) < 1e-14);
    assert_true(all.value == 1 && all.high == 1 && fabs(all.low - 20 / (20 + z2)) < 1e-14);
    assert_true(fabs(half.high - 0.5 - 0.5 * sqrt(z2 / (10 + z2))) < 1e-14 && fabs(half.low + half.high - 1) < 1e-14);
}

static void mistakes_have_sentences(void **state)
{
    (void)state;
    double *sample, same[20];
    bri_estimate first[3], total[3];
    size_t used;
    bri_error err = {0};
    for (int i = 0; i < 20; i++)
        same[i] = 3;
    assert_int_equal(bri_sample(BRI_SOBOL, 4, 65, 0, &sample, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "65 things vary; Sobol's sequence is here for at most 64");
    err = (bri_error){0};
    assert_int_equal(bri_sample(BRI_SALTELLI, 4, 33, 0, &sample, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "33 things vary; Sobol's sequence is here for at most 32");
    err = (bri_error){0};
    assert_int_equal(bri_sobol_indices(same, 4, 3, 1, first, total, &used, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "it is the same in all runs");
    same[0] = same[6] = same[11] = NAN;
    err = (bri_error){0};
    assert_int_equal(bri_sobol_indices(same, 4, 3, 1, first, total, &used, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "too few runs gave a number");
    assert_int_equal(used, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_those_of_scipy),   cmocka_unit_test(quantiles_are_those_of_scipy),
        cmocka_unit_test(samples_fill_the_cube),       cmocka_unit_test(indices_are_those_of_salib),
        cmocka_unit_test(indices_are_the_closed_form), cmocka_unit_test(shares_have_wilsons_interval),
        cmocka_unit_test(mistakes_have_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
