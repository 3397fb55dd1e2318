/* bench_contact.c - what contact costs
 *
 *   yoke         Scotch yoke of Autiero et al., dry, with clearance, four turns: steps to a peak force within 1e-4 (rtol 1e-5), and
 *                at rtol 1e-7
 *   lubricants   one evaluation of that system with each lubricated formula, over one with dry friction
 *   octave       the same equations in the usual form, by GNU Octave's ode45 (octave/scotch_yoke.m), at equal error
 *   journal      journal bearing of Marques et al. 2018, 2 s: times faster than real time
 *
 * All times are CPU times of the solver call, Octave's too, in turns; the fastest turn counts.
 * bench_contact [--csv FILE] [--papers DIR] ends with 1 if a requirement is missed. */
#include "bench.h"
#include "processor.h"
#include "system/create_engine.h"
#include "system/initial.h"

enum {
    TURNS = 7
};

static const char *papers = "papers";

static bri_system *build(const char *file, const char *path, const char *text)
{
    char name[1024];
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    snprintf(name, sizeof name, "%s/%s", papers, file);
    bri_status status = bri_model_read(name, &model, &err);
    if (!status && path) status = bri_model_set_text(model, path, text, &err);
    if (!status) status = bri_system_build(model, &system, &err);
    if (status) stop(name, &err);
    bri_model_destroy(model);
    return system;
}

typedef struct outcome {
    double seconds, slider, peak;
    long contacts, steps;
} outcome;

static outcome go_once(const bri_system *system, const char *integrator, double rtol, double until)
{
    const char *const channels[] = {"slider.x", NULL};
    outcome out = {0};
    bri_error err = {0};
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    def.integrator = integrator;
    def.rtol = rtol;
    def.until = def.interval = until;
    def.channels = system->gaps > 1 ? channels : NULL;
    double begun = cpu_now();
    if (bri_run(system, &def, &result, &err)) stop("run", &err);
    out.seconds = cpu_now() - begun;
    out.slider = bri_table_row(result->channels, result->channels->rows - 1)[1];
    out.steps = result->statistics->steps;
    for (int g = 0; g < result->contact_summaries; g++) {
        out.peak = fmax(out.peak, result->contact_summary[g]->peak);
        out.contacts += result->contact_summary[g]->contacts;
    }
    bri_result_destroy(result);
    return out;
}

/* The fastest of several turns. */
static outcome go(const bri_system *system, const char *integrator, double rtol, double until)
{
    outcome out = go_once(system, integrator, rtol, until);
    for (int turn = 1; turn < TURNS; turn++)
        out.seconds = fmin(out.seconds, go_once(system, integrator, rtol, until).seconds);
    return out;
}

/* The slot of the model without its friction. */
static const char *const bare_slot = "{point_on_line: [slider, pin], along: [0, 1], radius: 7.95 mm, clearance: 50 um, "
                                     "normal: {law: lankarani_nikravesh, "
                                     "stiffness: 1.79e9, exponent: 1.0961, restitution: 0.9, length: 16 mm}}";

/* Octave at 1e-6, bristle at the loosest tolerance whose error is no larger. */
static void octave(const bri_system *system, double exact)
{
    double seconds, slider;
    printf("octave: ode45 at 1e-6, at equal error, by CPU time of the solver call\n");
    if (!has_octave() || !ask_octave("scotch_yoke(48e-3)", &seconds, &slider)) return;
    double error = fabs(slider - exact), rtol = 1e-4;
    outcome mine = go_once(system, NULL, rtol, 48e-3);
    while (fabs(mine.slider - exact) > error && rtol > 1e-9)
        mine = go_once(system, NULL, rtol *= 0.5, 48e-3);
    for (int turn = 0; turn < OCTAVE_TURNS; turn++) {
        double again;
        if (turn && ask_octave("scotch_yoke(48e-3)", &again, &slider)) seconds = fmin(seconds, again);
        double total = 0;
        int count = 0;
        for (; total < octave_span; count++)
            total += go_once(system, NULL, rtol, 48e-3).seconds;
        mine.seconds = turn ? fmin(mine.seconds, total / count) : total / count;
    }
    row("octave", "yoke", "octave", seconds, "s");
    row("octave", "yoke", "bristle", mine.seconds, "s");
    printf("  %30s error %.1e m by octave, %.1e m at %.1e here\n", "", error, fabs(mine.slider - exact), rtol);
    demand(error < 1e-4, "both end at the same place", error);
    demand(seconds / mine.seconds >= 300, "times less CPU time than Octave", seconds / mine.seconds);
}

static void yoke(void)
{
    bri_system *system = build("autiero/scotch_yoke.yaml", "slot", bare_slot);
    printf("yoke: four turns with clearance, dry\n");
    outcome exact = go(system, "dopri5", 1e-12, 48e-3), usual = go(system, NULL, 1e-7, 48e-3);
    outcome loose = go(system, NULL, 1e-5, 48e-3);
    row("yoke", "four turns", "at the usual tolerance", 1e3 * usual.seconds, "ms");
    row("yoke", "four turns", "at 1e-5", 1e3 * loose.seconds, "ms");
    row("yoke", "four turns", "at 1e-5", (double)loose.steps, "steps");
    demand(loose.steps <= 1300, "at 1e-5 at most 1300 steps", (double)loose.steps);
    demand(fabs(loose.peak / exact.peak - 1) <= 1e-4, "at 1e-5 the peak force within 1e-4",
           fabs(loose.peak / exact.peak - 1));
    demand(loose.contacts == exact.contacts, "at 1e-5 all impacts are found", (double)loose.contacts);
    demand(usual.steps <= 3000, "at most 3000 steps", (double)usual.steps);
    demand(fabs(usual.peak / exact.peak - 1) <= 1e-4, "peak force within 1e-4", fabs(usual.peak / exact.peak - 1));
    demand(usual.contacts == exact.contacts, "all impacts are found", (double)usual.contacts);
    octave(system, exact.slider);
    bri_system_destroy(system);
}

typedef struct pressed { /* the yoke, pressed into the slot and sliding */
    bri_engine *engine;
    double *x, *discrete;
} pressed;

static pressed press(const bri_system *s)
{
    pressed p = {0};
    bri_error err = {0};
    size_t n = (size_t)(BRI_DOF * s->bodies);
    if (bri_engine_create(s, &p.engine, &err)) stop("scotch yoke", &err);
    p.x = bri_arena_take(&p.engine->arena, (size_t)s->states + 1, sizeof(double));
    p.discrete = bri_arena_take(&p.engine->arena, (size_t)s->discrete_states + 1, sizeof(double));
    if (p.engine->arena.failed) stop("scotch yoke", &err);
    memcpy(p.x, s->q0, n * sizeof(double));
    memcpy(p.x + n, s->u0, n * sizeof(double));
    for (int b = 0; b < s->bodies; b++)
        if (!strcmp(s->body_name[b], "slider")) p.x[BRI_DOF * b] += 60e-6; /* 10 um into the pin */
    bri_instant at = bri_instant_of(p.engine, 0, p.x, p.discrete);
    bri_initial_discrete(&p.engine->look.point, &at, p.discrete);
    return p;
}

/* Nanoseconds of one evaluation. */
static double evaluation(const pressed *p)
{
    enum {
        REPEATS = 2000
    };
    size_t n = (size_t)(BRI_DOF * p->engine->system->bodies);
    bri_instant at = bri_instant_of(p->engine, 0, p->x, p->discrete);
    double begun = cpu_now();
    for (int i = 0; i < REPEATS; i++) {
        p->x[n] += 1e-9;
        bri_evaluate_rates(p->engine, &at, 0);
    }
    return 1e9 * (cpu_now() - begun) / REPEATS;
}

static void lubricants(void)
{
    static const char *const formulas[] = {"leach_kelley", "benedict_kelley",  "odonoghue_cameron", "askwith", "blok_1",
                                           "blok_2",       "drozdov_gavrikov", "misharin",          "sasaki",  NULL};
    printf("lubricants: one evaluation of the yoke, over the dry one\n");
    for (int i = 0; formulas[i]; i++) {
        bri_system *dry = build("autiero/scotch_yoke.yaml", "slot.friction.mu_k", "0.1"),
                   *wet = build("autiero/scotch_yoke.yaml", "slot.friction.law", formulas[i]);
        pressed a = press(dry), b = press(wet);
        double dry_ns = INFINITY, wet_ns = INFINITY;
        for (int turn = 0; turn < 40; turn++) {
            dry_ns = fmin(dry_ns, evaluation(&a));
            wet_ns = fmin(wet_ns, evaluation(&b));
        }
        row("lubricants", formulas[i], "one evaluation", wet_ns, "ns");
        demand(wet_ns <= 1.15 * dry_ns, "over the dry one, at most 1.15", wet_ns / dry_ns);
        bri_engine_destroy(a.engine);
        bri_engine_destroy(b.engine);
        bri_system_destroy(dry);
        bri_system_destroy(wet);
    }
}

static void journal(void)
{
    static const char *const frictions[][2] = {
        {"Brown-McPhee", "{law: brown_mcphee, mu_k: 0.1, mu_s: 0.15, v_s: 1 mm/s}"},
        {"modified LuGre", "{law: lugre, mu_k: 0.1, mu_s: 0.15, v_s: 1 mm/s, sigma0: 1e5 N/m, sigma1: 400 N s/m, "
                           "scaling: equivalent, N_e: 0.4905 N}"}};
    printf("journal: 2 s of the journal bearing\n");
    for (int i = 0; i < 2; i++) {
        bri_system *system = build("marques2018/journal.yaml", "bearing.friction", frictions[i][1]);
        outcome o = go(system, NULL, 1e-7, 2); /* the usual tolerance */
        row("journal", frictions[i][0], "2 s", 1e3 * o.seconds, "ms");
        demand(2 / o.seconds >= 20, "times faster than real time, at least 20", 2 / o.seconds);
        bri_system_destroy(system);
    }
}

int main(int count, char **word)
{
    for (int i = 1; i + 1 < count; i += 2) {
        if (!strcmp(word[i], "--csv")) csv = fopen(word[i + 1], "w");
        if (!strcmp(word[i], "--papers")) papers = word[i + 1];
    }
    char name[128];
    processor(name);
    if (csv)
        fprintf(
            csv,
            "# %s, %s; CPU time of the solver call, the fastest turn; ratios of these within the run are what counts\n"
            "group,what,how,value,unit\n",
            name, compiler);
    yoke();
    lubricants();
    journal();
    if (csv) fclose(csv);
    return missed;
}
