/* test_measurement.c - measured records: columns, units, separators, means, derivatives, and a sentence for every fault */
#include "test.h"

#include "bristle/bristle.h"
#include "io/measurement.h"

typedef struct heard { /* errors and warnings of one call */
    char text[4000];
} heard;

static void hear(const bri_error *one, void *user)
{
    heard *h = user;
    size_t used = strlen(h->text);
    snprintf(h->text + used, sizeof h->text - used, "%s%s: %s\n", one->status ? "" : "warning: ", one->where,
             one->what);
}

static heard last;

static bri_status read_with(const char *text, const bri_measurement_def *def, bri_measurement **m)
{
    bri_error err = {.each = hear, .user = &last};
    last.text[0] = '\0';
    *m = NULL;
    FILE *file = *text ? fmemopen((void *)(uintptr_t)text, strlen(text), "r") : fopen("/dev/null", "r");
    bri_status status = bri_measurement_read_file(file, "a.csv", def, m, &err);
    fclose(file);
    assert_true((status == BRI_OK) == (*m != NULL));
    return status;
}

static bri_measurement *read_text(const char *text, const char *columns)
{
    bri_measurement_def def = bri_measurement_defaults();
    bri_measurement *m = NULL;
    def.columns = columns;
    if (read_with(text, &def, &m)) fail_msg("%s", last.text);
    return m;
}

static void fails(const char *text, const bri_measurement_def *def, const char *sentence)
{
    bri_measurement *m = NULL;
    assert_int_not_equal(read_with(text, def, &m), BRI_OK);
    if (!strstr(last.text, sentence)) fail_msg("wanted: %s\ncame: %s", sentence, last.text);
}

static void fails_plainly(const char *text, const char *columns, const char *sentence)
{
    bri_measurement_def def = bri_measurement_defaults();
    def.columns = columns;
    fails(text, &def, sentence);
}

static void same_record_in_any_dress(void **state)
{
    (void)state;
    static const struct {
        const char *text, *columns;
    } files[] = {
        {"time [s],velocity [m/s],load [N],force [N]\n0,0.001,5,1\n0.5,0.002,6,2\n", NULL},
        {"\xef\xbb\xbf# a comment\n\nT [ms];V [mm/s];N (N);F [mN]\r\n0;1,0;5;1e3\r\n500;2,0;6;2000\r\n", NULL},
        {"t [s]\tspeed [mm/s]\tnormal_load [N]\tfriction force [N]\n0\t1\t5\t1\n0.5\t2\t6\t2\n", NULL},
        {"time [s] | v [m/s] | load [N] | mu\n0|0.001|5|0.2\n0.5|0.002|6|0.3333333333333333\n", NULL},
        {"time [s]  v [mm/s]   load [N] force [N]\n 0  1 5   1\n 0.5 2   6 2 \n", NULL},
        {"0 5 1 1\n0.5 6 2 2\n", "time=1 [s],load=2 [N],velocity=3 [mm/s],force=4 [N]"},
        {"clock [s],\"left pad [N]\",right [N],sled [m/s],note\n0,5,1,1e-3,a\n0.5,6,2,2e-3,nan\n",
         "time=clock, load=left pad,force=right , velocity = sled"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        bri_measurement *m = read_text(files[i].text, files[i].columns);
        assert_int_equal(m->rows, 2);
        assert_string_equal(last.text, "");
        const double want[2][4] = {{0, 1e-3, 5, 1}, {0.5, 2e-3, 6, 2}};
        for (size_t row = 0; row < 2; row++) {
            const double came[4] = {m->time[row], m->velocity[row], m->load[row], m->force[row]};
            for (int k = 0; k < 4; k++)
                assert_close(came[k], want[row][k], 1e-15);
        }
        bri_measurement_destroy(m);
    }
}

/* A parabola is differentiated exactly, at uneven times and at both ends. */
static void velocity_is_the_slope_of_a_parabola(void **state)
{
    (void)state;
    char text[2000] = "time [s],position [mm],load [N],force [N]\n";
    static const double t[] = {0, 0.1, 0.15, 0.4, 0.41, 1};
    for (size_t i = 0; i < 6; i++)
        snprintf(text + strlen(text), 200, "%.17g,%.17g,1,%zu\n", t[i], 3 - 2 * t[i] + 5 * t[i] * t[i], i);
    bri_measurement *m = read_text(text, NULL);
    assert_true(m->differentiated);
    for (size_t i = 0; i < 6; i++)
        assert_close(m->velocity[i], 1e-3 * (-2 + 10 * t[i]), 1e-14);
    bri_measurement_destroy(m);
}

static void windows_and_means(void **state)
{
    (void)state;
    char text[4000] = "time [s],velocity [m/s],load [N],force [N],weight\n";
    for (int i = 0; i < 20; i++)
        snprintf(text + strlen(text), 200, "%d,%d,1,%d,2\n", i, i, 3 * i);
    bri_measurement_def def = bri_measurement_defaults();
    bri_measurement *m;
    def.from = 5;
    def.to = 14;
    def.average = 4;
    assert_int_equal(read_with(text, &def, &m), BRI_OK);
    assert_int_equal(m->rows, 3); /* 5 to 8, 9 to 12, and the rest, 13 and 14 */
    assert_int_equal(m->outside, 10);
    static const double mean[] = {6.5, 10.5, 13.5};
    for (size_t i = 0; i < 3; i++) {
        assert_close(m->time[i], mean[i], 0);
        assert_close(m->force[i], 3 * mean[i], 0);
        assert_close(m->weight[i], 2, 0);
    }
    bri_measurement_destroy(m);
    def.from = 30, def.to = 40;
    fails(text, &def, "a.csv: no row lies between 30 s and 40 s; the last is at 19 s");
    def.to = 20;
    fails(text, &def, "the time window goes from 30 s to 20 s, and must increase");
    def = bri_measurement_defaults();
    def.average = -1;
    fails(text, &def, "the mean of -1 rows was asked for, and must be of 1 or more");
    def = bri_measurement_defaults();
    def.load = -1;
    fails(text, &def, "the load is -1 N, and must lie between 0 and 1e12 N");
}

static void bad_rows_are_left_out_with_their_line(void **state)
{
    (void)state;
    bri_measurement *m =
        read_text("time [s],velocity [m/s],load [N],force [N]\n0,1,5,1\n1,nan,5,2\n2,x,5,3\n3,1,-5,4\n4,1\n"
                  "4,1,5,5\n4,1,5,6\n5,,5,6\n6,1,5,7\n7,1,5,8\n8,1,5,9\n9,1,5,10\n10,1,5,11\n",
                  NULL);
    assert_int_equal(m->rows, 7);
    assert_int_equal(m->bad, 6);
    assert_string_equal(last.text, "warning: a.csv:3:3: 'nan' is not a finite number; the row is left out\n"
                                   "warning: a.csv:4:3: 'x' is not a finite number; the row is left out\n"
                                   "warning: a.csv:5:5: the load is negative; the row is left out\n"
                                   "warning: a.csv:6:4: the row has too few cells; the row is left out\n"
                                   "warning: a.csv:8:1: the time is that of the row before; the row is left out\n"
                                   "warning: a.csv:9:3: a number is missing; the row is left out\n");
    bri_measurement_destroy(m);
    char text[4000] = "velocity [m/s],load [N],force [N]\n";
    for (int i = 0; i < 40; i++)
        snprintf(text + strlen(text), 50, "%s,1,%d\n", i % 3 ? "1" : "?", i);
    m = read_text(text, NULL); /* without a time: points of steady sliding */
    assert_null(m->time);
    assert_int_equal(m->rows, 26);
    assert_non_null(strstr(last.text, "warning: a.csv: 4 further rows are bad and left out"));
    bri_measurement_destroy(m);
}

static void unusable_files_get_a_sentence(void **state)
{
    (void)state;
#define HEAD "time [s],velocity [m/s],load [N],force [N]\n"
    fails_plainly("", NULL, "a.csv: the file is empty");
    fails_plainly("# nothing\n\n", NULL, "a.csv: the file is empty");
    fails_plainly(HEAD, NULL, "a.csv: the record has no rows, and needs at least 2");
    fails_plainly(HEAD "0,1,1,1\n", NULL, "a.csv: the record has 1 row, and needs at least 2");
    fails_plainly(HEAD "0,0,1,1\n1,0,1,2\n", NULL, "a.csv: the velocity is 0 in all rows: nothing slides");
    fails_plainly(HEAD "0,1,0,1\n1,2,0,2\n", NULL, "a.csv: the load is 0 in all rows");
    fails_plainly(HEAD "0,1,1,2\n1,2,1,2\n", NULL, "a.csv: the force is 2 N in all rows: it was not measured");
    fails_plainly(HEAD "0,1,1,1\n2,2,1,2\n1,2,1,3\n", NULL,
                  "a.csv:4:1: time goes back from 2 s to 1 s; split the file");
    fails_plainly(HEAD "0,x,1,1\n1,y,1,1\n2,1,1,1\n", NULL, "a.csv: 2 of the 3 rows are bad");
    fails_plainly("time [s],position [m],load [N],force [N]\n0,1,1,1\n1,2,1,2\n", NULL,
                  "a.csv: the record has 2 rows, and the derivative of a position needs at least 3");
    fails_plainly("time,velocity [m/s],load [N],force [N]\n", NULL,
                  "a.csv:1:1: column 'time' has no unit: write 'time [s]' in the file, or choose time='time [s]'");
    fails_plainly("time [s],velocity [N],load [N],force [N]\n", NULL,
                  "a.csv:1:1: column 'velocity' as velocity: '1 N'");
    fails_plainly("time [s],load [N],force [N]\n", NULL,
                  "a.csv:1:1: no column was found for velocity or position; choose");
    fails_plainly("time [s],v [m/s],load [N]\n", NULL,
                  "no column was found for force or coefficient; choose one as force=NAME");
    fails_plainly("time [s],v [m/s],F [N]\n", NULL, "no column was found for load; choose one as load=NAME, or give");
    fails_plainly("x [m],N [N],F [N]\n", NULL, "a position needs a column of the time; choose one as time=NAME");
    fails_plainly(HEAD, "velocity", "a column is chosen as velocity=NAME or velocity='NAME [m/s]', not 'velocity'");
    fails_plainly(HEAD, "velocty=v", "'velocty' is not a quantity that is measured; those are");
    fails_plainly(HEAD, "velocity=velo", "a.csv:1:1: the file has no column 'velo', chosen for velocity; did you mean");
    fails_plainly(HEAD, "velocity=9", "the file has no column '9'");
    fails_plainly("a\1b\n", NULL, "the file is not text: it contains the byte 1");
    fails_plainly("v [m/s],N [N],F [N],weight\n1,1,1,0\n2,1,2,0\n", NULL, "a.csv: the weight is 0 in all rows");
    bri_measurement_def def = bri_measurement_defaults();
    def.to = 1;
    fails("v [m/s],N [N],F [N]\n", &def, "a time window needs a column of the time; choose one as time=NAME");
    char text[4000];
    memset(text, 'n', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    fails_plainly(HEAD, text, "the choice of a column is longer than 299 characters");
    for (size_t i = 1; i < sizeof text - 1; i += 2)
        text[i] = ',';
    fails_plainly(text, NULL, "a.csv: the file has more than 1000 columns");
    bri_error err = {0};
    bri_measurement *m = NULL;
    assert_int_equal(bri_measurement_read("/nowhere/a.csv", NULL, &m, &err), BRI_NOT_FOUND);
}

static void arrays_are_checked_as_files_are(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_measurement *m = NULL;
    const double t[] = {0, 1, 2}, v[] = {1, 2, 3}, load[] = {1, 1, 1}, force[] = {1, 2, 3}, back[] = {0, 2, 1};
    assert_int_equal(bri_measurement_create("mine", 3, t, v, load, force, NULL, &m, &err), BRI_OK);
    assert_close(m->velocity[2], 3, 0);
    bri_measurement_destroy(m);
    assert_int_equal(bri_measurement_create("mine", 3, back, v, load, force, NULL, &m, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what,
                        "row 3 of the record has a number that is not finite, a load that is negative or above 1e12 N, "
                        "or a time that does not increase");
    assert_int_equal(bri_measurement_create("mine", 3, NULL, v, force, force, NULL, &m, &err), BRI_OK);
    bri_measurement_destroy(m);
}

/* A million rows: all are read, and only the chosen columns are kept. */
static void a_million_rows(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    bri_measurement *m = NULL;
    fputs("time [s],velocity [mm/s],a,b,c,load [N],force [N]\n", file);
    for (int i = 0; i < 1000000; i++)
        fprintf(file, "%d.%03d,%d,9,9,9,5,%d\n", i / 1000, i % 1000, i % 7 - 3, i % 5);
    rewind(file);
    assert_int_equal(bri_measurement_read_file(file, "big.csv", NULL, &m, NULL), BRI_OK);
    fclose(file);
    assert_int_equal(m->rows, 1000000);
    assert_close(m->time[999999], 999.999, 1e-12);
    bri_measurement_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_record_in_any_dress),
        cmocka_unit_test(velocity_is_the_slope_of_a_parabola),
        cmocka_unit_test(windows_and_means),
        cmocka_unit_test(bad_rows_are_left_out_with_their_line),
        cmocka_unit_test(unusable_files_get_a_sentence),
        cmocka_unit_test(arrays_are_checked_as_files_are),
        cmocka_unit_test(a_million_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
