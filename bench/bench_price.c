/* bench_price.c - what bristles cost: CPU time over that of regularised Coulomb friction, at equal measured error
 *
 * One run's error at one tolerance scatters by a factor of 10 about its trend, and a run's time by the grid of tolerances it is taken
 * from. So the tolerance of each integrator is that at which a robust line (Theil and Sen) through log error over log tolerance, by
 * 25 tolerances, 8 per decade, meets the target. Then both take turns, and the fastest turn of each counts.
 *
 *   roller-crank  of Marques et al. 2018, to 1e-6 in crank and roller speed at 2 s: LuGre and Dahl, sigma0 = 1e4 ... 1e7 N/m
 *   others        belt, wall, two sliders, slider-crank with four LuGre joints: to 1e-6
 *
 * bench_price [--csv FILE] [--root DIR] [--only WORD] [--by INTEGRATOR] [--turns N] ends with 1 if a requirement is missed. */
#include "bench.h"
#include "processor.h"

enum {
    TOLERANCES = 25,
    APART = 4 /* tolerances between two points whose slope counts */
};

static const char *root = ".", *only, *integrator_only;
static int turns = 40;

typedef struct setting {
    const char *path, *text;
} setting;

typedef struct task { /* a model, and the numbers at its end that are compared */
    const char *what, *model;
    const setting *settings;
    double until;
    const char *channels[4];
} task;

typedef struct run {
    const bri_system *system;
    const task *task;
    const char *integrator;
    double rtol, end[4];
    long steps, evaluations;
} run;

static bri_system *build(const task *t)
{
    char path[1024];
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    snprintf(path, sizeof path, "%s/%s", root, t->model);
    bri_status status = bri_model_read(path, &model, &err);
    for (const setting *s = t->settings; s && s->path && !status; s++)
        status = bri_model_set_text(model, s->path, s->text, &err);
    if (!status) status = bri_system_build(model, &system, &err);
    if (status) stop(path, &err);
    bri_model_destroy(model);
    return system;
}

/* Seconds; INFINITY: it did not come to its end. */
static double go(run *r)
{
    bri_error err = {0};
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    def.integrator = r->integrator;
    def.rtol = r->rtol;
    def.until = def.interval = r->task->until;
    def.channels = r->task->channels;
    double begun = cpu_now();
    bri_status status = bri_run(r->system, &def, &result, &err);
    double seconds = cpu_now() - begun;
    if (status || !result) {
        bri_result_destroy(result);
        return INFINITY;
    }
    const double *last = bri_table_row(result->channels, result->channels->rows - 1);
    for (int i = 0; r->task->channels[i]; i++)
        r->end[i] = last[i + 1];
    r->steps = result->statistics->steps;
    r->evaluations = result->statistics->evaluations;
    bri_result_destroy(result);
    return seconds;
}

static double error_of(const run *r, const double *reference)
{
    double most = 0;
    for (int i = 0; r->task->channels[i]; i++)
        most = fmax(most, fabs(r->end[i] - reference[i]));
    return most;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *numbers, int count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, ascending);
    return numbers[count / 2];
}

/* The tolerance at which the line meets the target, from tolerances below 10^-first; NAN: it does not rise. */
static double tolerance_by_line(run *r, const double *reference, double target, double first, double *slope)
{
    double t[TOLERANCES], e[TOLERANCES], slopes[TOLERANCES * TOLERANCES];
    int n = 0, m = 0;
    for (int k = 0; k < TOLERANCES; k++) {
        double exponent = -first - k / 8.;
        r->rtol = pow(10, exponent);
        if (!isfinite(go(r))) continue;
        t[n] = exponent;
        e[n++] = log10(fmax(error_of(r, reference), 1e-13));
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j + APART <= i; j++)
            slopes[m++] = (e[i] - e[j]) / (t[i] - t[j]);
    if (!m) return NAN;
    *slope = median(slopes, m);
    for (int i = 0; i < n; i++)
        e[i] -= *slope * t[i];
    double level = median(e, n);
    return *slope > 0.1 ? pow(10, (log10(target) - level) / *slope) : NAN;
}

/* The line is laid where it meets the target: found by a first one. */
static bool find_tolerance(run *r, const double *reference, double target)
{
    double slope = 0, first = 5.5, rtol = NAN;
    for (int turn = 0; turn < 3; turn++) {
        rtol = tolerance_by_line(r, reference, target, first, &slope);
        if (!isfinite(rtol)) return false;
        double middle = -log10(rtol), next = fmin(fmax(middle - 1.5, 3.5), 8);
        bool near = fabs(next - first) < 0.5;
        if (near) break;
        first = next;
    }
    r->rtol = rtol;
    printf("    %-10s tolerance %.1e, error falls as rtol^%.2f", r->integrator, r->rtol, slope);
    return true;
}

/* The end by two unlike integrators at a tight tolerance, which must agree better than what is measured against them. */
static void find_reference(const bri_system *system, const task *t, const char *first, const char *second,
                           double target, double *reference)
{
    run a = {.system = system, .task = t, .integrator = first, .rtol = 1e-11};
    run b = {.system = system, .task = t, .integrator = second, .rtol = 1e-11};
    go(&a);
    go(&b);
    memcpy(reference, a.end, sizeof a.end);
    double apart = error_of(&b, reference);
    if (!(apart < 0.2 * target))
        printf("  %s: references by %s and %s differ by %.1e\n", t->what, first, second, apart);
}

static run baseline(const task *t, double target)
{
    double reference[4];
    run r = {.system = build(t), .task = t, .integrator = "dopri5"};
    find_reference(r.system, t, "dopri5", "radau5", target, reference);
    if (!find_tolerance(&r, reference, target)) stop(t->what, &(bri_error){.what = "the baseline has no line"});
    go(&r);
    printf("; %ld steps, %ld evaluations: %s\n", r.steps, r.evaluations, t->what);
    return r;
}

/* CPU time over that of the baseline. */
static double price_of(const task *t, const char *integrator, double target, run *base)
{
    double reference[4], mine = INFINITY, other = INFINITY, price = NAN;
    if (integrator_only && strcmp(integrator_only, integrator) != 0) return NAN;
    run r = {.system = build(t), .task = t, .integrator = integrator};
    find_reference(r.system, t, "bristle5", "radau5", target, reference);
    if (find_tolerance(&r, reference, target)) {
        for (int k = 0; k < turns; k++) {
            mine = fmin(mine, go(&r));
            other = fmin(other, go(base));
        }
        price = mine / other;
        printf("; %ld steps, %ld evaluations, %.3f ms\n", r.steps, r.evaluations, 1e3 * mine);
        row("price", t->what, integrator, price, "");
    }
    bri_system_destroy((bri_system *)(size_t)r.system);
    return price;
}

static bool is_wanted(const char *what) { return !only || strstr(what, only) || strstr(only, what); }

/* --- tasks ------------------------------------------------------------------------------------------------------------------ */

static const char *const integrators[] = {"bristle5", "multirate5"};
static const double target = 1e-6;

static void roller_crank(void)
{
    const char *model = "papers/marques2018/roller_crank.yaml";
    static const char coulomb[] = "{law: coulomb_linear, mu_k: 0.1, v_0: 1 mm/s}";
    if (!is_wanted("roller-crank")) return;
    task smooth = {"roller-crank, regularised Coulomb",
                   model,
                   (setting[]){{"floor.friction", coulomb}, {0}},
                   2,
                   {"crank.spin", "roller.spin"}};
    run base = baseline(&smooth, target);
    for (int law = 0; law < 2; law++)
        for (int i = 0; i < 2; i++) {
            double least = INFINITY, most = 0, usual = NAN;
            for (int k = 4; k <= 7; k++) {
                char text[300], what[80];
                double sigma0 = pow(10, k);
                if (law)
                    snprintf(text, sizeof text, "{law: dahl, mu_k: 0.1, sigma0: %g N/m}", sigma0);
                else
                    snprintf(text, sizeof text,
                             "{law: lugre, mu_k: 0.1, mu_s: 0.15, v_s: 1 mm/s, sigma0: %g N/m, sigma1: %.17g N s/m, "
                             "load_from: elastic}",
                             sigma0, sqrt(sigma0));
                snprintf(what, sizeof what, "roller-crank %s 1e%d", law ? "Dahl" : "LuGre", k);
                if (!is_wanted(what)) continue;
                task t = {what, model, (setting[]){{"floor.friction", text}, {0}}, 2, {"crank.spin", "roller.spin"}};
                double price = price_of(&t, integrators[i], target, &base);
                least = fmin(least, price);
                most = fmax(most, price);
                if (k == 5) usual = price;
            }
            if (i == 0 || isnan(usual)) continue;
            demand(usual <= (law ? 1.4 : 1.55),
                   law ? "Dahl over regularised Coulomb, at most 1.4" : "LuGre over regularised Coulomb, at most 1.55",
                   usual);
            if (!law) demand(most / least <= 1.45, "spread over sigma0, at most 1.45", most / least);
        }
    bri_system_destroy((bri_system *)(size_t)base.system);
}

typedef struct other { /* a mechanism with one law everywhere, at some paths */
    const char *what, *model;
    const char *path[5];
    double until;
    const char *channels[4], *smooth, *laws[3], *names[3];
} other;

static const other others[] = {
    {"belt",
     "papers/marques_params/belt.yaml",
     {"rub.friction"},
     20,
     {"block.x", "block.vx"},
     "{law: coulomb_linear, mu_k: 0.1, v_0: 1 mm/s, load: 9.81 N}",
     {"{law: lugre, mu_k: 0.1, mu_s: 0.15, v_s: 1 mm/s, sigma0: 1e5 N/m, sigma1: 316.2 N s/m, load: 9.81 N}",
      "{law: dahl, mu_k: 0.1, sigma0: 1e5 N/m, load: 9.81 N}"},
     {"LuGre", "Dahl"}},
    {"wall",
     "papers/andersson2007/mass_spring_wall.yaml",
     {"guide.friction"},
     3,
     {"block.x", "block.vx"},
     "{law: coulomb_linear, mu_k: 0.1, v_0: 1 mm/s}",
     {"{law: lugre, mu_k: 0.1, mu_s: 0.15, v_s: 10 mm/s, sigma0: 98100 N/m, sigma1: 100 N s/m}",
      "{law: dahl, mu_k: 0.1, sigma0: 98100 N/m}"},
     {"LuGre", "Dahl"}},
    {"two sliders",
     "papers/wojtyra2017/two_sliders.yaml",
     {"guide1.friction", "guide2.friction"},
     4,
     {"slider1.y", "slider2.x", "slider2.vx"},
     "{law: coulomb_linear, mu_k: 0.3, v_0: 1 mm/s}",
     {"{law: lugre, scaling: load, mu_s: 0.5, mu_k: 0.3, sigma0: 1e5, sigma1: 300, v_s: 1 mm/s}",
      "{law: dahl, scaling: load, mu_k: 0.5, sigma0: 1e5}"},
     {"LuGre", "Dahl"}},
    {"slider-crank with four joints",
     "bench/models/slider_crank_lugre.yaml",
     {"bearing.friction", "crankpin.friction", "wristpin.friction", "cylinder.friction"},
     1,
     {"crank.angle", "crank.spin"},
     "{law: coulomb_linear, mu_k: 0.1, v_0: 1 mm/s}",
     {"{law: lugre, mu_k: 0.1, mu_s: 0.15, v_s: 1 mm/s, sigma0: 1e5 N/m, sigma1: 316.2 N s/m, load_from: elastic}",
      "{law: dahl, mu_k: 0.1, sigma0: 1e5 N/m}"},
     {"LuGre", "Dahl"}},
};

static task with_law(const other *o, const char *what, const char *law, setting *settings)
{
    task t = {what, o->model, settings, o->until, {o->channels[0], o->channels[1], o->channels[2]}};
    int n = 0;
    for (; n < 5 && o->path[n]; n++)
        settings[n] = (setting){o->path[n], law};
    settings[n] = (setting){0};
    return t;
}

static void measure(const other *o)
{
    setting settings[6], base_settings[6];
    if (!is_wanted(o->what)) return;
    task smooth = with_law(o, o->what, o->smooth, base_settings);
    run base = baseline(&smooth, target);
    for (int l = 0; l < 3 && o->laws[l]; l++)
        for (int i = 0; i < 2; i++) {
            char what[80];
            snprintf(what, sizeof what, "%s: %s", o->what, o->names[l]);
            task t = with_law(o, what, o->laws[l], settings);
            price_of(&t, integrators[i], target, &base);
        }
    bri_system_destroy((bri_system *)(size_t)base.system);
}

int main(int count, char **word)
{
    char name[128];
    for (int i = 1; i + 1 < count; i += 2) {
        if (!strcmp(word[i], "--csv")) csv = fopen(word[i + 1], "w");
        if (!strcmp(word[i], "--root")) root = word[i + 1];
        if (!strcmp(word[i], "--only")) only = word[i + 1];
        if (!strcmp(word[i], "--by")) integrator_only = word[i + 1];
        if (!strcmp(word[i], "--turns")) turns = atoi(word[i + 1]);
    }
    processor(name);
    if (csv) fprintf(csv, "# %s, %s; ratios of CPU times within the run\ngroup,what,how,value,unit\n", name, compiler);
    printf("price: CPU time over that of regularised Coulomb friction by dopri5, at an error of %g by a robust line\n",
           target);
    roller_crank();
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        measure(&others[i]);
    if (csv) fclose(csv);
    return missed;
}
