/* phenomena.c - decides which phenomena a law shows, from its response to standard histories
 *
 * The histories are scaled: speeds by the characteristic speed of the law, displacements by its presliding displacement
 * ("reach"; 10 um if it has none), forces by its sliding friction F at five times the characteristic speed. The load is
 * 10 N. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "bristle/trial.h"
#include "trial/scales.h"

static const double load = 10, turn = 6.283185307179586; /* N; 2 pi */

static const bri_pair oiled_rollers = {.length = 0.001,
                                       .radius_a = 0.008,
                                       .radius_b = 0.03,
                                       .modulus = 113.7e9,
                                       .roughness = 0.4e-6,
                                       .viscosity = 0.4,
                                       .density = 870};

typedef struct subject {
    const bri_friction_law *law;
    const void *params;
    double speed, reach, force; /* the scales described above */
    bool presliding;
} subject;

static double steady(const subject *s, double at_load, double v)
{
    return bri_steady_force(s->law, s->params, &oiled_rollers, at_load, v);
}

static bri_trace_def trace_of(const subject *s)
{
    bri_trace_def def = bri_trace_defaults();
    def.law = s->law, def.params = s->params, def.pair = &oiled_rollers, def.rtol = 1e-6;
    return def;
}

/* --- a force on a mass of 1 kg ------------------------------------------------------------------------------------ */

typedef struct pull {
    double mean, swing, frequency; /* N, N, Hz */
} pull;

static void pulled(double t, bri_trace_input *now, void *user)
{
    const pull *p = user;
    double u = t < 1 ? t : 1,
           onset = u * u * u * (10 + u * (6 * u - 15)); /* a smooth onset, which excites no vibration */
    now->pull[0] = onset * (p->mean + p->swing * sin(turn * p->frequency * t));
    now->load = load;
}

static double pulled_next(double t, void *user)
{
    (void)user;
    return t < 1 ? 1 : INFINITY;
}

/* Computes the displacement between two times, m. */
static bri_status displacement(const subject *s, pull p, double from, double to, double *distance, bri_error *err)
{
    bri_trace *trace = NULL;
    bri_trace_def def = trace_of(s);
    def.history = pulled, def.next_time_event = pulled_next, def.user = &p, def.mass = 1;
    bri_status status = bri_trace_create(&def, &trace, err);
    if (!status) status = bri_trace_advance(trace, from, err);
    double x = status ? 0 : bri_trace_now(trace).x[0];
    if (!status) status = bri_trace_advance(trace, to, err);
    if (!status) *distance = fabs(bri_trace_now(trace).x[0] - x);
    bri_trace_destroy(trace);
    return status;
}

static bri_status stiction(const subject *s, double *measure, bri_error *err)
{
    bri_status status = displacement(s, (pull){.mean = 0.5 * s->force}, 2, 10, measure, err);
    *measure /= s->reach;
    return status;
}

static bri_status drift(const subject *s, double *measure, bri_error *err)
{
    const double frequency = 5;
    bri_status status = displacement(s, (pull){0.3 * s->force, 0.2 * s->force, frequency}, 2, 10, measure, err);
    *measure /= 8 * frequency * s->reach;
    return status;
}

/* --- a prescribed velocity, piecewise linear in time -------------------------------------------------------------- */

enum {
    POINTS = 12
};
typedef struct drive { /* breakpoints of the velocity; the load is constant */
    size_t count;
    double t[POINTS], v[POINTS], load[POINTS];
} drive;

static void add_point(drive *d, double after, double v)
{
    d->t[d->count] = d->count ? d->t[d->count - 1] + after : 0;
    d->v[d->count] = v;
    d->load[d->count++] = load;
}

/* Adds sliding over a distance at constant velocity. */
static void add_slide(drive *d, double v, double distance)
{
    add_point(d, 0, v);
    add_point(d, fabs(distance / v), v);
}

/* Computes the peak force from a time to the end of the drive, N, and the minimum of the work done on the law, J. */
static bri_status run_drive(const subject *s, const drive *d, double from, double *peak, double *least_work,
                            bri_error *err)
{
    bri_trace *trace = NULL;
    bri_breakpoints points = {.count = d->count, .t = d->t, .v = d->v, .load = d->load};
    bri_trace_def def = trace_of(s);
    def.history = bri_breakpoints_history, def.next_time_event = bri_breakpoints_next, def.user = &points;
    bri_status status = bri_trace_create(&def, &trace, err);
    double end = d->t[d->count - 1];
    *peak = *least_work = 0;
    if (!status && from > 0) status = bri_trace_advance(trace, from, err);
    for (int i = 1; i <= 400 && !status; i++) {
        status = bri_trace_advance(trace, from + (end - from) * i / 400, err);
        bri_trace_point now = bri_trace_now(trace);
        *peak = fmax(*peak, fabs(now.force[0]));
        *least_work = fmin(*least_work, now.work);
    }
    bri_trace_destroy(trace);
    return status;
}

/* Time in which a uniform acceleration to five characteristic speeds covers so many reaches, s. */
static double rise_time(const subject *s, double reaches) { return 2 * reaches * s->reach / (5 * s->speed); }

static bri_status breakaway(const subject *s, double *measure, bri_error *err)
{
    double peak[2] = {0}, unused;
    bri_status status = BRI_OK;
    for (int i = 0; i < 2 && !status; i++) {
        drive d = {0};
        add_point(&d, 0, 0);
        add_point(&d, rise_time(s, i ? 1e4 : 100), 5 * s->speed);
        status = run_drive(s, &d, 0, &peak[i], &unused, err);
    }
    *measure = fabs(peak[1] - peak[0]) / s->force;
    return status;
}

static bri_status dwell(const subject *s, double *measure, bri_error *err)
{
    double peak[2] = {0}, unused;
    bri_status status = BRI_OK;
    for (int i = 0; i < 2 && !status; i++) {
        drive d = {0};
        add_slide(&d, 5 * s->speed, 100 * s->reach);
        add_point(&d, rise_time(s, 1), 0);
        add_point(&d, i ? 10 : 0.1, 0);
        double start = d.t[d.count - 1];
        add_point(&d, rise_time(s, 100), 5 * s->speed);
        status = run_drive(s, &d, start, &peak[i], &unused, err);
    }
    *measure = fabs(peak[1] - peak[0]) / s->force;
    return status;
}

static bri_status presliding(const subject *s, double *measure, bri_error *err)
{
    drive d = {0};
    bri_breakpoints points = {.count = 4, .t = d.t, .v = d.v, .load = d.load};
    bri_trace *trace = NULL;
    bri_trace_def def = trace_of(s);
    add_slide(&d, 0.01 * s->speed, 0.2 * s->reach);
    add_point(&d, 0, 0);
    add_point(&d, 1, 0);
    def.history = bri_breakpoints_history, def.next_time_event = bri_breakpoints_next, def.user = &points;
    bri_status status = bri_trace_create(&def, &trace, err);
    if (!status) status = bri_trace_advance(trace, d.t[3], err);
    if (!status) *measure = fabs(bri_trace_now(trace).force[0]) / s->force; /* the remaining force at rest */
    bri_trace_destroy(trace);
    return status;
}

static bri_status released_energy(const subject *s, double *measure, bri_error *err)
{
    static const double courses[][6] = {
        /* three pairs of speed and distance */
        {0.01, 5, 10, 5, 10, 0.1},         {0.01, 5, 100, 5, 100, 0.1},
        {0.01, 5, 1000, 5, 1000, 1},       {3, 0.1, -0.01, 0.1, 1, 1},
        {1000, 1, -0.01, 3, 1, 1},         {1000, 5, 0.001, 0.1, -0.01, 5},
        {1000, 0.1, 1e-3, 1e-2, -0.01, 1}, {1000, 0.3, 1e-3, 1e-2, -0.01, 1},
        {10, 3, 0.001, 0.01, -1, 3},       {1, 0.5, -1, 1, 1, 1},
        {0.01, 0.5, -1000, 1, 1, 1},
    };
    bri_status status = BRI_OK;
    double least = 0, work, unused;
    for (size_t i = 0; i < sizeof courses / sizeof *courses && !status; i++) {
        drive d = {0};
        for (int k = 0; k < 3; k++)
            add_slide(&d, courses[i][2 * k] * s->speed, courses[i][2 * k + 1] * s->reach);
        status = run_drive(s, &d, 0, &unused, &work, err);
        least = fmin(least, work);
    }
    *measure = -least / (s->force * s->reach);
    return status;
}

/* --- a sinusoidal velocity or load ------------------------------------------------------------------------------- */

typedef struct swing {
    double v, v_swing, load_swing, period;
} swing;

static void sinusoidal(double t, bri_trace_input *now, void *user)
{
    const swing *w = user;
    now->v[0] = w->v + w->v_swing * cos(turn * t / w->period);
    now->load = load * (1 + w->load_swing * sin(turn * t / w->period));
}

static bri_status swing_trace(const subject *s, swing *w, bri_trace **trace, bri_error *err)
{
    bri_trace_def def = trace_of(s);
    def.history = sinusoidal, def.user = w;
    return bri_trace_create(&def, trace, err);
}

static bri_status hysteresis(const subject *s, double *measure, bri_error *err)
{
    double speed = 1e-5 * s->speed; /* so slow that bristle damping is negligible */
    swing w = {.v_swing = speed, .period = turn * s->reach / speed};
    bri_trace *trace = NULL;
    *measure = 0;
    if (!s->presliding) return BRI_OK;
    bri_status status = swing_trace(s, &w, &trace, err);
    if (!status) status = bri_trace_advance(trace, w.period, err);
    double before = status ? 0 : bri_trace_now(trace).work;
    if (!status) status = bri_trace_advance(trace, 2 * w.period, err);
    if (!status) *measure = (bri_trace_now(trace).work - before) / (s->force * s->reach);
    bri_trace_destroy(trace);
    return status;
}

static bri_status lag(const subject *s, double *measure, bri_error *err)
{
    swing w = {.v = s->speed, .v_swing = 0.5 * s->speed, .period = 20 * s->reach / s->speed};
    bri_trace *trace = NULL;
    double force[2] = {0};
    bri_status status = swing_trace(s, &w, &trace, err);
    for (int i = 0; i < 2 && !status; i++) { /* at the mean speed, decreasing and increasing */
        status = bri_trace_advance(trace, (3.25 + 0.5 * i) * w.period, err);
        force[i] = bri_trace_now(trace).force[0];
    }
    *measure = fabs(force[1] - force[0]) / s->force;
    bri_trace_destroy(trace);
    return status;
}

static bri_status load_error(const subject *s, double *measure, bri_error *err)
{
    double v = 5 * s->speed;
    swing w = {.v = v, .load_swing = 0.5, .period = 2 * s->reach / v};
    bri_trace *trace = NULL;
    *measure = 1;
    if (!(steady(s, 1.5 * load, v) > 1.2 * steady(s, 0.5 * load, v)))
        return BRI_OK; /* the law does not depend on the load */
    bri_status status = swing_trace(s, &w, &trace, err);
    if (!status) status = bri_trace_advance(trace, 20 * w.period, err);
    *measure = 0;
    for (int i = 1; i <= 40 && !status; i++) {
        status = bri_trace_advance(trace, (20 + i / 40.0) * w.period, err);
        bri_trace_point now = bri_trace_now(trace);
        double wanted = steady(s, now.load, v);
        *measure = fmax(*measure, fabs(fabs(now.force[0]) - wanted) / wanted);
    }
    bri_trace_destroy(trace);
    return status;
}

/* --- from the steady curve ---------------------------------------------------------------------------------------- */

static bri_status decrease(const subject *s, double *measure, bri_error *err)
{
    double highest = 0;
    (void)err;
    *measure = 0;
    for (double v = 1e-3 * s->speed; v < 1e3 * s->speed; v *= 1.05) {
        double force = steady(s, load, v);
        highest = fmax(highest, force);
        if (highest > 0) *measure = fmax(*measure, 1 - force / highest);
    }
    return BRI_OK;
}

static bri_status increase(const subject *s, double *measure, bri_error *err)
{
    (void)err;
    double slow = steady(s, load, 1);
    *measure = slow > 0 ? steady(s, load, 10) / slow - 1 : 0;
    return BRI_OK;
}

/* --- the list ----------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *doc;
    double threshold;
    bool below; /* shown where the measure is below the threshold */
    bri_status (*measure)(const subject *s, double *measure, bri_error *err);
} phenomena[BRI_PHENOMENA] = {
    [BRI_STICTION] = {"stiction", "a mass of 1 kg under a force of F/2 moves by less than 0.01 reach in 8 s", 0.01,
                      true, stiction},
    [BRI_STRIBECK] = {"Stribeck", "steady friction decreases with speed by more than 1 %", 0.01, false, decrease},
    [BRI_VISCOUS_RISE] = {"viscous", "steady friction at 10 m/s exceeds that at 1 m/s by more than 1 %", 0.01, false,
                          increase},
    [BRI_PRESLIDING] = {"presliding", "after a displacement of 0.2 reach the force at rest exceeds 0.01 F", 0.01, false,
                        presliding},
    [BRI_HYSTERESIS] = {"hysteresis",
                        "a very slow cycle with an amplitude of one reach dissipates more than 0.001 F reach", 1e-3,
                        false, hysteresis},
    [BRI_LAG] = {"lag", "forces at the same speed, increasing and decreasing, differ by more than 0.001 F", 1e-3, false,
                 lag},
    [BRI_DWELL] = {"dwell", "the break-away force after 10 s of rest differs from that after 0.1 s by more than 0.01 F",
                   0.01, false, dwell},
    [BRI_BREAKAWAY] = {"break-away",
                       "the break-away force differs from that at a 100 times slower start by more than 0.01 F", 0.01,
                       false, breakaway},
    [BRI_DRIFT] = {"drift", "a force of (0.3 + 0.2 sin) F moves 1 kg by more than 1e-4 reach per cycle", 1e-4, false,
                   drift},
    [BRI_FOLLOWS_LOAD] =
        {"follows load", "while the load varies by half over 2 reaches, the force stays within 5 % of its steady value",
         0.05, true, load_error},
    [BRI_PASSIVE] = {"passive",
                     "in eleven histories of slow and fast sliding it never returns more than 1e-4 F reach beyond the "
                     "energy it took up",
                     1e-4, true, released_energy},
};

const char *bri_phenomenon_name(bri_phenomenon phenomenon) { return phenomena[phenomenon].name; }
const char *bri_phenomenon_doc(bri_phenomenon phenomenon) { return phenomena[phenomenon].doc; }

void bri_phenomena_params(const bri_friction_law *law, void *params)
{
    assert(law);
    bri_params_defaults(&law->kind, params);
    for (const bri_param *p = law->kind.params; p->name; p++) {
        char unit[BRI_WORD_ROOM];
        if (p->type != BRI_REAL || p->initial != 0) continue;
        bri_param_unit(&law->kind, p, params, unit);
        bri_params_set(&law->kind, params, p->name,
                       !strcmp(unit, "N s/m") ? 0.1
                       : !strcmp(unit, "s/m") ? 0.01
                                              : 0.15,
                       NULL);
    }
}

bri_status bri_phenomena(const bri_friction_law *law, const void *params, bri_phenomena_result *showing, bri_error *err)
{
    bri_error_clear(err);
    assert(law && showing);
    bri_scales scales;
    *showing = (bri_phenomena_result){0};
    bri_status status = bri_params_check(&law->kind, params, err);
    if (!status) status = bri_friction_needs(law, &oiled_rollers, err);
    if (!status) status = bri_scales_of(law, params, &oiled_rollers, load, &scales, err);
    if (status) return status;
    subject s = {.law = law,
                 .params = params,
                 .speed = scales.speed,
                 .presliding = scales.reach > 0,
                 .reach = scales.reach > 0 ? scales.reach : 1e-5};
    s.force = steady(&s, load, 5 * s.speed);
    if (!(s.force > 0))
        return bri_fail(err, BRI_BAD_VALUE, "%s has no friction with these parameters; choose a coefficient above 0",
                        law->kind.name);
    for (int i = 0; i < BRI_PHENOMENA && !status; i++) {
        status = phenomena[i].measure(&s, &showing->measure[i], err);
        showing->shows[i] = (showing->measure[i] < phenomena[i].threshold) == phenomena[i].below;
    }
    return status;
}
