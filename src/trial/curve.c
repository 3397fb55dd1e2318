/* curve.c - tables of force against velocity, displacement or time, for one law or several
 *
 * Against displacement: two sinusoidal cycles, with half the amplitude and with all of it, and `speed` as peak
 * velocity. Against time: acceleration to `speed`, a slow variation, a stop, a rest, and acceleration in the other
 * direction. */
#include <assert.h>
#include <math.h>

#include "base/fail.h"
#include "base/given.h"
#include "bristle/trial.h"
#include "trial/scales.h"

enum {
    CYCLES = 2
};

static const bri_struct curve_def = BRI_STRUCT(bri_curve_def, bri_curve_defaults, noise);

typedef struct course { /* parameters of a history */
    double amplitude, speed, load;
} course;

/* --- the two histories -------------------------------------------------------------------------------------------- */

static double cycle_time(const course *w,
                         int k) /* duration of cycle k, whose amplitude is (k + 1)/CYCLES of the largest */
{
    return 6.283185307179586 * w->amplitude * (k + 1) / CYCLES / w->speed;
}

static double cycles_end(const course *w)
{
    double sum = 0;
    for (int k = 0; k < CYCLES; k++)
        sum += cycle_time(w, k);
    return sum;
}

static void cycles_history(double t, bri_trace_input *now, void *user)
{
    const course *w = user;
    int k = 0;
    while (k < CYCLES - 1 && t >= cycle_time(w, k))
        t -= cycle_time(w, k++);
    now->v[0] = w->speed * cos(6.283185307179586 * t / cycle_time(w, k));
    now->load = w->load;
}

static double cycles_next(double t, void *user)
{
    const course *w = user;
    double end = 0;
    for (int k = 0; k < CYCLES; k++)
        if ((end += cycle_time(w, k)) > t * (1 + 1e-12)) return end;
    return INFINITY;
}

/* Unit of time of the journey: acceleration 0-1, variation 1-4, stop 4-5, rest 5-6, reverse acceleration 6-7, sliding
 * 7-8. */
static double start_time(const course *w) { return 20 * w->amplitude / w->speed; }

static void journey_history(double t, bri_trace_input *now, void *user)
{
    const course *w = user;
    double u = t / start_time(w), v = 0;
    if (u < 1)
        v = u;
    else if (u < 4)
        v = 1 - 0.8 * sin(3.141592653589793 * (u - 1)) * sin(3.141592653589793 * (u - 1));
    else if (u < 5)
        v = 5 - u;
    else if (u >= 6)
        v = u < 7 ? 6 - u : -1;
    now->v[0] = w->speed * v;
    now->load = w->load;
}

static double journey_next(double t, void *user)
{
    const course *w = user;
    static const double breaks[] = {1, 4, 5, 6, 7};
    for (int i = 0; i < 5; i++)
        if (breaks[i] * start_time(w) > t) return breaks[i] * start_time(w);
    return INFINITY;
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

/* Scales on which the features of all laws are visible: the largest speed and the largest reach of them. */
static bri_status common_scales(const bri_curve_def *def, const bri_curve_subject *subjects, size_t count,
                                bri_scales *scales, bri_error *err)
{
    bri_status status = BRI_OK;
    *scales = (bri_scales){0};
    for (size_t i = 0; i < count && !status; i++) {
        bri_scales one = {0};
        status = bri_params_check(&subjects[i].law->kind, subjects[i].params, err);
        if (!status) status = bri_friction_needs(subjects[i].law, def->pair, err);
        if (!status) status = bri_scales_of(subjects[i].law, subjects[i].params, def->pair, def->load, &one, err);
        scales->speed = fmax(scales->speed, one.speed);
        scales->reach = fmax(scales->reach, one.reach);
    }
    return status;
}

static bri_status against_velocity(const bri_curve_def *def, const bri_curve_subject *subjects, size_t count,
                                   const bri_scales *scales, bri_table *table)
{
    bool one_sided = true;
    for (size_t i = 0; i < count; i++)
        one_sided = one_sided && subjects[i].law->needs;
    double to = def->to != def->from ? def->to : 5 * scales->speed, from = def->to != def->from ? def->from
                                                                           : one_sided          ? 0
                                                                                                : -to;
    for (size_t row = 0; row < def->rows; row++) {
        double *out = bri_table_row(table, row);
        out[0] = from + (to - from) * (double)row / (double)(def->rows - 1);
        if (fabs(out[0]) < 1e-12 * (to - from)) out[0] = 0;
        for (size_t i = 0; i < count; i++) {
            double force = bri_steady_force(subjects[i].law, subjects[i].params, def->pair, def->load, out[0]);
            out[1 + i] = out[0] < 0 ? 0 - force : out[0] > 0 ? force : 0;
        }
    }
    return BRI_OK;
}

static bri_status along_history(const bri_curve_def *def, const bri_curve_subject *subjects, size_t count,
                                const bri_scales *scales, bri_table *table, bri_error *err)
{
    bool cycles = def->against == BRI_AGAINST_DISPLACEMENT;
    double reach = scales->reach > 0 ? scales->reach : 1e-5;
    course w = {.amplitude = def->amplitude > 0 ? def->amplitude
                             : cycles           ? 3 * reach
                                                : reach,
                .speed = def->speed > 0 ? def->speed : (cycles ? 0.1 : 3) * scales->speed,
                .load = def->load};
    double stop = cycles ? cycles_end(&w) : 8 * start_time(&w);
    bri_status status = BRI_OK;
    for (size_t i = 0; i < count && !status; i++) {
        bri_trace *trace = NULL;
        bri_trace_def trial = bri_trace_defaults();
        trial.law = subjects[i].law, trial.params = subjects[i].params, trial.pair = def->pair,
        trial.noise = def->noise;
        trial.history = cycles ? cycles_history : journey_history, trial.user = &w;
        trial.next_time_event = cycles ? cycles_next : journey_next;
        status = bri_trace_create(&trial, &trace, err);
        for (size_t row = 0; row < def->rows && !status; row++) {
            double *out = bri_table_row(table, row);
            status = bri_trace_advance(trace, stop * (double)row / (double)(def->rows - 1), err);
            bri_trace_point now = bri_trace_now(trace);
            out[0] = cycles ? now.x[0] : now.t;
            out[1] = now.v[0];
            out[2 + i] = 0 - now.force[0]; /* avoids minus zero */
        }
        bri_trace_destroy(trace);
    }
    return status;
}

static bri_status check_def(const bri_curve_def *def, size_t count, bri_error *err)
{
    if (count < 1) return bri_fail(err, BRI_BAD_VALUE, "no law is given");
    if (def->rows < 2 || def->rows > 10000000)
        return bri_fail(err, BRI_BAD_VALUE, "%zu points are requested; the number must lie between 2 and 10000000",
                        def->rows);
    if (!(def->load >= 0 && def->load <= 1e12))
        return bri_fail(err, BRI_BAD_VALUE, "the load is %g N, and must lie between 0 and 1e12 N", def->load);
    if (!isfinite(def->from) || !isfinite(def->to) || def->to < def->from)
        return bri_fail(err, BRI_BAD_VALUE, "the velocities go from %g to %g m/s, and must rise", def->from, def->to);
    if (def->amplitude != 0 && !(def->amplitude >= 1e-12 && def->amplitude <= 1))
        return bri_fail(err, BRI_BAD_VALUE, "the amplitude is %g m, and must lie between 1e-12 and 1 m",
                        def->amplitude);
    if (def->speed != 0 && !(def->speed >= 1e-9 && def->speed <= 1e4))
        return bri_fail(err, BRI_BAD_VALUE, "the speed is %g m/s, and must lie between 1e-9 and 10000 m/s", def->speed);
    return BRI_OK;
}

bri_status bri_curve_table(const bri_curve_def *given, const bri_curve_subject *subjects, size_t count, bri_table **out,
                           bri_error *err)
{
    bri_error_clear(err);
    assert(given && subjects && out);
    bri_table *table = NULL;
    bri_scales scales;
    bri_curve_def own;
    const bri_curve_def *def = &own;
    bri_status status = bri_given(&curve_def, given, &own, err);
    bool steady = def->against == BRI_AGAINST_VELOCITY;
    size_t axes = steady ? 1 : 2;
    if (!status) status = check_def(def, count, err);
    if (!status) status = common_scales(def, subjects, count, &scales, err);
    if (!status) status = bri_table_create(axes + count, def->rows, &table, err);
    if (status) return status;
    if (def->against == BRI_AGAINST_DISPLACEMENT) status = bri_table_name(table, 0, "displacement", "m", err);
    if (def->against == BRI_AGAINST_TIME) status = bri_table_name(table, 0, "time", "s", err);
    if (!status) status = bri_table_name(table, axes - 1, "velocity", "m/s", err);
    for (size_t i = 0; i < count && !status; i++)
        status = bri_table_name(table, axes + i, subjects[i].label ? subjects[i].label : subjects[i].law->kind.name,
                                "N", err);
    if (!status)
        status = steady ? against_velocity(def, subjects, count, &scales, table)
                        : along_history(def, subjects, count, &scales, table, err);
    if (status)
        bri_table_destroy(table);
    else
        *out = table;
    return status;
}
