/* coverage.c - do the intervals of fits hold the truth as often as they say?
 *
 * For each law: forces along a rich history, by a trace with tight tolerances, with normal noise of 1 % of their rms; a fit; and for each
 * parameter, whether its 95 % interval holds the true value. coverage [--repeats N] [--seed N] [LAW...] prints a row for each
 * parameter and the pooled share; coverage --list the laws that can take part. The status is 1 where the pooled share of parameters is not within the limits of --low and --high, or
 * that of a parameter is below --each. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bristle/bristle.h"
#include "study/random.h"

enum {
    ROWS = 600,
    MOST = 40
};

static const double pi = 3.14159265358979323846;
static const double length = 5e-5, speed = 2e-3; /* that suit the default parameters */

static double t[ROWS], v[ROWS], load[ROWS], force[ROWS], noisy[ROWS];

/* Cycles from presliding to fast sliding, under a load that varies. */
static void make_history(void)
{
    double period = 2 * pi * length / speed;
    for (int i = 0; i < ROWS; i++) {
        double s = (double)i / (ROWS - 1), turn = 2 * pi * 8 * s;
        double size = s < 0.3 ? 0.15 : s < 0.65 ? 1 : 30;
        t[i] = 8 * period * s;
        v[i] = speed * size * (sin(turn + 0.3) + 0.2 * sin(3.7 * turn));
        load[i] = 10 + 3 * sin(0.7 * turn);
    }
    v[0] = 0;
}

static double normal(uint64_t *seed)
{
    double a = 1 - bri_random_share(seed), b = bri_random_share(seed);
    return sqrt(-2 * log(a)) * cos(2 * pi * b);
}

/* The force of a law along the history. */
static int compute(const bri_friction_law *law, const void *params)
{
    bri_breakpoints points = {.count = ROWS, .t = t, .v = v, .load = load};
    bri_trace_def def = bri_trace_defaults();
    bri_trace *trace = NULL;
    bri_error err = {0};
    def.law = law, def.params = params, def.rtol = 1e-9;
    def.history = bri_breakpoints_history, def.next_time_event = bri_breakpoints_next, def.user = &points;
    bri_status status = bri_trace_create(&def, &trace, &err);
    for (int i = 0; !status && i < ROWS; i++) {
        status = bri_trace_advance(trace, t[i], &err);
        if (!status) force[i] = bri_trace_now(trace).force[0];
    }
    bri_trace_destroy(trace);
    if (status) printf("%s: %s\n", law->kind.name, err.what);
    return !status;
}

typedef struct tally { /* of a parameter */
    char name[64];
    int held, closed, cases;
} tally;

static tally *find(tally *of, int *count, const char *name)
{
    for (int i = 0; i < *count; i++)
        if (!strcmp(of[i].name, name)) return &of[i];
    snprintf(of[*count].name, sizeof of->name, "%s", name);
    return &of[(*count)++];
}

static int fit_once(const bri_friction_law *law, const bri_params *truth, uint64_t *seed, tally *of, int *count)
{
    bri_measurement *m = NULL;
    bri_fit *fit = NULL;
    bri_error err = {0};
    double rms = 0;
    for (int i = 0; i < ROWS; i++)
        rms += force[i] * force[i] / ROWS;
    for (int i = 0; i < ROWS; i++)
        noisy[i] = force[i] + 0.01 * sqrt(rms) * normal(seed);
    if (bri_measurement_create("made", ROWS, t, v, load, noisy, NULL, &m, NULL)) return 0;
    bri_fit_def def = bri_fit_defaults();
    const bri_measurement *records[] = {m};
    def.law = law, def.params = truth, def.records = records, def.count = 1, def.starts = 1, def.sign = 1;
    bri_status status = bri_fit_create(&def, &fit, &err);
    if (status) printf("%s: %s\n", law->kind.name, err.what);
    const bri_fit_result *r = fit ? bri_fit_result_of(fit) : NULL;
    for (int i = 0; r && i < r->parameters; i++) {
        const bri_fit_parameter *q = &r->parameter[i];
        double value = NAN;
        if (q->state == BRI_FIT_NO_EFFECT || q->state == BRI_FIT_REST) continue;
        bri_params_get(&law->kind, truth, q->name, &value, NULL);
        tally *one = find(of, count, q->name);
        one->cases++;
        one->held += value >= q->low && value <= q->high;
        one->closed += q->state == BRI_FIT_DETERMINED;
    }
    bri_fit_destroy(fit);
    bri_measurement_destroy(m);
    return !status;
}

int main(int count, char **word)
{
    int repeats = 200, laws = 0, fine = 1;
    double low = 0.94, high = 0.96, each = 0.89;
    uint64_t seed = 1;
    const char *chosen[MOST];
    long held = 0, cases = 0;
    for (const bri_friction_law *const *law = bri_laws(); count == 2 && !strcmp(word[1], "--list") && *law; law++)
        if (!(*law)->needs) printf("%s\n", (*law)->kind.name);
    if (count == 2 && !strcmp(word[1], "--list")) return 0;
    for (int i = 1; i < count; i++) {
        const char *next = i + 1 < count ? word[i + 1] : "";
        if (!strcmp(word[i], "--repeats"))
            repeats = atoi(next), i++;
        else if (!strcmp(word[i], "--seed"))
            seed = strtoull(next, NULL, 10), i++;
        else if (!strcmp(word[i], "--low"))
            low = atof(next), i++;
        else if (!strcmp(word[i], "--high"))
            high = atof(next), i++;
        else if (!strcmp(word[i], "--each"))
            each = atof(next), i++;
        else if (laws < MOST)
            chosen[laws++] = word[i];
    }
    make_history();
    for (const bri_friction_law *const *law = bri_laws(); *law; law++) {
        tally of[MOST] = {{{0}, 0, 0, 0}};
        bri_params truth;
        int wanted = !laws, parameters = 0;
        for (int i = 0; i < laws; i++)
            wanted = wanted || !strcmp(chosen[i], (*law)->kind.name);
        if (!wanted || (*law)->needs) continue;
        bri_phenomena_params(*law, &truth);
        if (!compute(*law, &truth)) return 1;
        for (int i = 0; i < repeats; i++)
            if (!fit_once(*law, &truth, &seed, of, &parameters)) return 1;
        for (int i = 0; i < parameters; i++) {
            double share = (double)of[i].held / of[i].cases;
            printf("%-20s %-16s %6.3f of %4d, closed %6.3f\n", (*law)->kind.name, of[i].name, share, of[i].cases,
                   (double)of[i].closed / of[i].cases);
            if (share < each) fine = 0;
            if (2 * of[i].closed >= of[i].cases) { /* determined by this history */
                held += of[i].held;
                cases += of[i].cases;
            }
        }
        fflush(stdout);
    }
    double pooled = cases ? (double)held / (double)cases : 0;
    printf("pooled over parameters that are determined: %.4f of %ld\n", pooled, cases);
    return fine && pooled >= low && pooled <= high ? 0 : 1;
}
