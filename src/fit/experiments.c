/* experiments.c - how strongly each parameter of a law would show in standard histories */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "fit/law_problem.h"
#include "fit/spread.h"
#include "fit/state.h"
#include "trial/scales.h"

enum {
    ROWS = 400 /* of a history */
};

static const double pi = 3.14159265358979323846;
static const double least_peak = 0.3; /* of the range of static friction above sliding friction */
static const double rest = 10;        /* s, before the start */

typedef struct history {
    const char *name;
    /* Velocity at a share of the history, and its duration, from a speed and a presliding displacement. */
    double (*velocity)(double share, double speed);
    double (*duration)(double speed, double reach);
} history;

static double ramp(double share, double speed) { return 10 * speed * share; }
static double ramp_lasts(double speed, double reach) { return 20 * reach / speed; }

/* Strokes of several times the presliding displacement, at the speeds of the static peak. */
static double reversals(double share, double speed) { return 2 * speed * sin(6 * pi * share); }
static double reversals_last(double speed, double reach) { return 3 * 4 * pi * reach / speed; }

/* Sliding, rest for 10 s, and a slow start. */
static double dwell(double share, double speed)
{
    return share < 0.2    ? 2 * speed
           : share < 0.25 ? 2 * speed * (0.25 - share) / 0.05
           : share < 0.7  ? 0
                          : speed * (share - 0.7) / 0.3;
}
static double dwell_lasts(double speed, double reach) { return fmax(rest / 0.45, 30 * reach / speed); }

/* Slow cycles within the presliding displacement, the second half twice as wide. */
static double micro(double share, double speed) { return (share < 0.5 ? 0.02 : 0.04) * speed * cos(8 * pi * share); }
static double micro_lasts(double speed, double reach) { return 8 * pi * 0.5 * reach / (0.04 * speed); }

static const history histories[] = {
    {"slow ramp", ramp, ramp_lasts},
    {"reversal", reversals, reversals_last},
    {"dwell and start", dwell, dwell_lasts},
    {"micro-displacement", micro, micro_lasts},
};
enum {
    HISTORIES = sizeof histories / sizeof *histories
};

typedef struct trial { /* an experiment with the law of a fit */
    bri_law_problem problem;
    bri_law_unknowns law;
    bri_law_record record;
    bri_measurement measured;
    bri_response_params params;
    double t[ROWS], v[ROWS], load[ROWS], force[ROWS], residual[ROWS], jacobian[ROWS * BRI_UNKNOWNS_MAX],
        turned[ROWS * BRI_UNKNOWNS_MAX];
} trial;

static double mean_load(const bri_fit *f)
{
    double sum = 0, rows = 0;
    for (size_t r = 0; r < f->result.records; r++)
        for (size_t i = 0; i < f->result.record[r].record->rows; i++, rows++)
            sum += f->result.record[r].record->load[i];
    return sum / rows;
}

/* What is left of column j once the others have taken up what they can: the last diagonal of the triangle with j last. */
static double alone(trial *t, int n, int j)
{
    double R[BRI_UNKNOWNS_MAX * BRI_UNKNOWNS_MAX];
    for (int c = 0, to = 0; c < n; c++)
        memcpy(t->turned + (size_t)ROWS * (size_t)(c == j ? n - 1 : to++), t->jacobian + (size_t)ROWS * (size_t)c,
               ROWS * sizeof(double));
    bri_triangle(ROWS, n, t->turned, R);
    return fabs(R[n * n - 1]);
}

static void place(trial *t, const history *h, double speed, double reach, double load)
{
    double lasts = h->duration(speed, reach);
    for (int i = 0; i < ROWS; i++) {
        double share = (double)i / (ROWS - 1);
        t->t[i] = lasts * share;
        t->v[i] = i ? h->velocity(share, speed) : 0;
        t->load[i] = load;
        t->force[i] = 1e-3 * load * sin((double)i); /* at rest, where an exact law takes any force */
    }
    t->measured = (bri_measurement){
        .name = h->name, .rows = ROWS, .time = t->t, .velocity = t->v, .load = t->load, .force = t->force};
    t->record = (bri_law_record){&t->measured, 1, speed};
    t->problem.problem.in[0] = (bri_series_of){ROWS, ROWS, true};
}

static void set_unknowns(trial *t, const bri_fit *f)
{
    bri_unknowns *k = &t->law.unknowns;
    double value[BRI_UNKNOWNS_MAX];
    t->law = f->law->unknowns;
    t->law.base = f->law->params;
    for (int i = 0; i < f->count; i++) {
        bool kept = false;
        for (int j = 0; j < f->unknowns->count; j++)
            kept = kept || f->unknowns->at[j].place == f->all[i].place;
        if (!kept) k->at[k->count++] = f->all[i];
    }
    t->law.raised = 0;
    bri_law_unknowns_link(&t->law);
    bri_law_values(&t->law, &t->law.base, value);
    for (int i = 0; i < k->count; i++) { /* a peak that was not seen may be there */
        double low, high;
        bri_unknown_limits(k, i, value, &low, &high);
        if (k->at[i].above != BRI_ABOVE_NOTHING && value[i] < low + least_peak * (high - low))
            value[i] = low + least_peak * (high - low);
    }
    bri_law_params(&t->law, value, &t->law.base);
}

bri_status bri_fit_experiments(const bri_fit *fit, bri_table **table, bri_error *err)
{
    bri_error_clear(err);
    assert(fit && table);
    *table = NULL;
    bri_scales scales;
    if (!fit->law)
        return bri_fail(
            err, BRI_BAD_VALUE,
            "experiments are computed for a law, and a mechanism was fitted: bri_run_def.derivatives of a planned "
            "motion tell how strongly it depends on a parameter");
    double load = mean_load(fit), u[BRI_COORDINATES_MAX];
    trial *t = calloc(1, sizeof *t);
    if (!t) return bri_fail(err, BRI_NO_MEMORY, "out of memory: experiments");
    set_unknowns(t, fit);
    const bri_friction_law *law = fit->law->def.law;
    const bri_pair *pair = &fit->law->pair;
    int n = t->law.unknowns.count;
    bri_status status = bri_scales_of(law, &t->law.base, pair, load, &scales, err);
    if (!status) status = bri_response_create(law, pair, &t->problem.response, err);
    if (!status) status = bri_table_create(HISTORIES, (size_t)fit->result.parameters, table, err);
    for (size_t h = 0; !status && h < HISTORIES; h++)
        status = bri_table_name(*table, h, histories[h].name, "1", err);
    bri_fit_problem *p = &t->problem.problem;
    double value[BRI_UNKNOWNS_MAX];
    t->problem.law = &t->law;
    t->problem.record = &t->record;
    t->problem.params = &t->params;
    p->kind = &bri_law_problem_kind;
    p->unknowns = &t->law.unknowns;
    p->series = 1;
    p->held = -1;
    p->unit = fmax(fit->result.noise, 1e-12 * load);
    bri_law_values(&t->law, &t->law.base, value);
    for (size_t h = 0; !status && h < HISTORIES; h++) {
        double speed = scales.speed > 0 ? scales.speed : 1e-3, reach = scales.reach > 0 ? scales.reach : 0.01 * speed;
        place(t, &histories[h], speed, reach, load);
        bri_unknowns_coordinates(p->unknowns, value, u);
        bri_problem_evaluate(p, u, t->residual, NULL);
        bri_problem_evaluate(p, u, NULL, t->jacobian);
        for (int i = 0; i < fit->result.parameters; i++)
            bri_table_row(*table, (size_t)i)[h] = i < n ? alone(t, n, i) : NAN; /* NAN: the rest of shares */
    }
    bri_response_destroy(t->problem.response);
    free(t);
    if (status) {
        bri_table_destroy(*table);
        *table = NULL;
    }
    return status;
}
