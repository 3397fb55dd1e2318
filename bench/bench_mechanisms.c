/* bench_mechanisms.c - what friction costs in a mechanism, at equal measured error
 *
 *   laws       roller-crank of Marques et al. 2018: time to an error of 1e-6 in crank and roller speed at 2 s, for each law
 *              and integrator; ratios to regularised Coulomb by the best integrator
 *   stiffness  LuGre with sigma0 = 1e4 ... 1e7 N/m: time to an error of 1e-5
 *   octave     the same equations in the usual form, by GNU Octave's ode45 (octave/roller_crank.m)
 *   start      time to read, check and build; memory of a run
 *
 * Only ratios within a run mean anything. All times are CPU times of the solver call, Octave's too: candidates take turns with
 * the baseline, and the fastest turn of each counts.
 * bench_mechanisms [--csv FILE] [--models DIR] ends with 1 if a requirement is missed. */
#include "bench.h"
#include "processor.h"

enum {
    TURNS = 7
};

static const char *const lugre =
    "{law: lugre, mu_k: 0.1, mu_s: 0.15, v_s: 1 mm/s, sigma0: %g N/m, sigma1: %.17g N s/m, "
    "load_from: elastic}";
static const char *const dahl = "{law: dahl, mu_k: 0.1, sigma0: 1e5 N/m}";
static const char *const coulomb = "{law: coulomb_linear, mu_k: 0.1, v_0: 1 mm/s}";

static const char *models = "papers/marques2018";

/* --- the roller-crank ------------------------------------------------------------------------------------------------------- */

typedef struct speeds {
    double crank, roller;
} speeds;

static bri_system *roller_crank(const char *friction, const char *constraints)
{
    char path[1024];
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    snprintf(path, sizeof path, "%s/roller_crank.yaml", models);
    bri_status status = bri_model_read(path, &model, &err);
    if (!status) status = bri_model_set_text(model, "floor.friction", friction, &err);
    if (!status && constraints) status = bri_model_set_text(model, "run.constraints", constraints, &err);
    if (!status) status = bri_system_build(model, &system, &err);
    if (status) stop(path, &err);
    bri_model_destroy(model);
    return system;
}

typedef struct run {
    const bri_system *system;
    const char *integrator;
    double rtol, until;
    speeds end;
    long steps, evaluations;
} run;

/* Seconds; INFINITY: it did not come to its end. */
static double go(run *r)
{
    const char *const channels[] = {"crank.spin", "roller.spin", NULL};
    bri_error err = {0};
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    def.integrator = r->integrator;
    def.rtol = r->rtol;
    def.until = def.interval = r->until;
    def.channels = channels;
    double begun = cpu_now();
    bri_status status = bri_run(r->system, &def, &result, &err);
    double seconds = cpu_now() - begun;
    if (status || !result) {
        bri_result_destroy(result);
        return INFINITY;
    }
    const double *last = bri_table_row(result->channels, result->channels->rows - 1);
    r->end = (speeds){last[1], last[2]};
    r->steps = result->statistics->steps;
    r->evaluations = result->statistics->evaluations;
    bri_result_destroy(result);
    return seconds;
}

static double error_of(const run *r, speeds reference)
{
    return fmax(fabs(r->end.crank - reference.crank), fabs(r->end.roller - reference.roller));
}

/* By two unlike methods at tight tolerances, which must agree ten times better than what is measured against them. */
static speeds reference_of(const bri_system *system, const char *first, const char *second, double target)
{
    run a = {.system = system, .integrator = first, .rtol = 1e-11, .until = 2};
    run b = {.system = system, .integrator = second, .rtol = 1e-11, .until = 2};
    go(&a);
    go(&b);
    double apart = error_of(&a, b.end);
    if (!(apart < 0.1 * target)) {
        printf("  the references by %s and %s differ by %.2g\n", first, second, apart);
        missed = true;
    }
    return a.end;
}

/* The loosest tolerance that reaches the target, and does so when it is tightened too. */
static bool reach(run *r, speeds reference, double target)
{
    bool before = false;
    for (int k = 8; k <= 24; k++) { /* 1e-4 to 1e-12 */
        r->rtol = pow(10, -0.5 * k);
        bool here = isfinite(go(r)) && error_of(r, reference) <= target;
        if (before && here) {
            r->rtol = pow(10, -0.5 * (k - 1));
            return true;
        }
        before = here;
    }
    return false;
}

/* Each in turn with the baseline; the ratio of the fastest turns. */
static double ratio_to(run *candidate, run *baseline, double *seconds)
{
    double mine = INFINITY, other = INFINITY;
    for (int i = 0; i < TURNS; i++) {
        mine = fmin(mine, go(candidate));
        other = fmin(other, go(baseline));
    }
    if (seconds) *seconds = mine;
    return mine / other;
}

/* The cheapest of several integrators at the target; its run is left in best. */
static double cheapest(const char *group, const char *what, const bri_system *system, const char *const *integrators,
                       speeds reference, double target, run *baseline, run *best)
{
    double least = INFINITY;
    for (int i = 0; integrators[i]; i++) {
        run r = {.system = system, .integrator = integrators[i], .until = 2};
        if (!reach(&r, reference, target)) {
            printf("  %-28s %-22s does not reach an error of %g\n", what, integrators[i], target);
            continue;
        }
        double seconds, ratio = ratio_to(&r, baseline ? baseline : &r, &seconds);
        char how[64];
        snprintf(how, sizeof how, "%s %.1e", r.integrator, r.rtol);
        row(group, what, how, 1e3 * seconds, "ms");
        printf("  %30s %ld steps, %ld evaluations, error %.1e, ratio %.2f\n", "", r.steps, r.evaluations,
               error_of(&r, reference), ratio);
        if (!baseline) ratio = seconds;
        if (ratio < least) {
            least = ratio;
            *best = r;
        }
    }
    return least;
}

/* --- groups -------------------------------------------------------------------------------------------------------------------- */

static const char *const explicit_ones[] = {"dopri5", NULL};
static const char *const for_bristles[] = {"multirate5", "bristle5", "imex4", "imex5", "radau5", NULL};
static const char *const cvode_alone[] = {"cvode", NULL};

static run laws(void)
{
    static const double target = 1e-6;
    char text[300];
    run base, best;
    printf("laws: roller-crank, 2 s, to an error of %g\n", target);
    bri_system *smooth = roller_crank(coulomb, NULL);
    speeds reference = reference_of(smooth, "dopri5", "radau5", target);
    cheapest("laws", "regularised Coulomb", smooth, explicit_ones, reference, target, NULL, &base);
    double cvode = cheapest("laws", "regularised Coulomb", smooth, cvode_alone, reference, target, &base, &best);
    demand(cvode >= 15, "15 times faster than CVODE with a difference Jacobian on Coulomb", cvode);
    snprintf(text, sizeof text, lugre, 1e5, sqrt(1e5));
    const char *const names[] = {"LuGre", "Dahl"}, *const frictions[] = {text, dahl};
    for (int i = 0; i < 2; i++) {
        bri_system *system = roller_crank(frictions[i], NULL), *reduced = roller_crank(frictions[i], "partition");
        reference = reference_of(system, "imex5", "radau5", target);
        double ratio = cheapest("laws", names[i], system, for_bristles, reference, target, &base, &best);
        double other = cheapest("laws", i ? "Dahl, independent" : "LuGre, independent", reduced, for_bristles,
                                reference, target, &base, &best);
        cvode = cheapest("laws", names[i], system, cvode_alone, reference, target, &base, &best);
        demand(cvode / fmin(ratio, other) >= 15, "15 times faster than CVODE with a difference Jacobian",
               cvode / fmin(ratio, other));
        bri_system_destroy(system);
        bri_system_destroy(reduced);
    }
    return base;
}

static void stiffness(run *base)
{
    static const double target = 1e-5;
    double least = INFINITY, most = 0;
    printf("stiffness: LuGre, sigma1 = sqrt(sigma0), to an error of %g\n", target);
    for (int k = 4; k <= 7; k++) {
        char text[300], what[40];
        run best;
        double sigma0 = pow(10, k);
        snprintf(text, sizeof text, lugre, sigma0, sqrt(sigma0));
        snprintf(what, sizeof what, "sigma0 = %g N/m", sigma0);
        bri_system *system = roller_crank(text, NULL);
        speeds reference = reference_of(system, "radau5", "imex5", target);
        double ratio = cheapest("stiffness", what, system, for_bristles, reference, target, base, &best);
        least = fmin(least, ratio);
        most = fmax(most, ratio);
        bri_system_destroy(system);
    }
    demand(most / least <= 3, "the cost varies by at most 3", most / least);
}

/* The state of a simulation as Octave reads it. */
static void state_text(bri_sim *sim, char *text, size_t room)
{
    static const char *const bodies[] = {"crank", "rod", "roller"};
    static const char *const parts[2][3] = {{"x", "y", "angle"}, {"vx", "vy", "spin"}};
    size_t at = 0;
    for (int level = 0; level < 2; level++)
        for (int b = 0; b < 3; b++)
            for (int d = 0; d < 3; d++) {
                char name[32];
                snprintf(name, sizeof name, "%s.%s", bodies[b], parts[level][d]);
                at += (size_t)snprintf(text + at, room - at, "%.17g ", bri_sim_value(sim, bri_sim_find(sim, name)));
            }
    int z = bri_sim_find(sim, "floor.z");
    if (z >= 0) snprintf(text + at, room - at, "%.17g", bri_sim_value(sim, z));
}

/* CPU seconds from a saved state to a time, at a tolerance; spin: the crank's speed at the end. */
static double span_from(const bri_system *system, const void *state, double until, double rtol, double *spin)
{
    bri_sim *sim = NULL;
    bri_error err = {0};
    bri_run_def def = bri_run_defaults();
    def.rtol = rtol;
    if (bri_sim_create(system, &def, &sim, &err)) stop("roller-crank", &err);
    bri_sim_restore(sim, state, bri_sim_state_size(sim), NULL);
    double begun = cpu_now();
    if (bri_sim_advance(sim, until, &err)) stop("roller-crank", &err);
    double seconds = cpu_now() - begun;
    *spin = bri_sim_value(sim, bri_sim_find(sim, "crank.spin"));
    bri_sim_destroy(sim);
    return seconds;
}

/* The mean over octave_span of CPU time, in which the machine disturbs it as much as a run of Octave. */
static double mean_span(const bri_system *system, const void *state, double until, double rtol)
{
    double spin, total = 0;
    int count = 0;
    for (; total < octave_span; count++)
        total += span_from(system, state, until, rtol, &spin);
    return total / count;
}

typedef struct octave_case {
    const char *law, *friction;
    double from, span, least; /* least: required ratio of CPU times */
} octave_case;

/* Both from the same state; Octave at 1e-6, bristle at the loosest tolerance whose error is no larger. */
static void compare_with_octave(const octave_case *c)
{
    char call[1200], state[800];
    double seconds, spin, exact, end = NAN, until = c->from + c->span;
    bri_system *system = roller_crank(c->friction, NULL);
    bri_run_def def = bri_run_defaults();
    bri_error err = {0};
    bri_sim *sim = NULL;
    def.rtol = 1e-10;
    if (bri_sim_create(system, &def, &sim, &err) || bri_sim_advance(sim, c->from, &err)) stop("roller-crank", &err);
    void *saved = malloc(bri_sim_state_size(sim));
    if (!saved) exit(1);
    bri_sim_save(sim, saved);
    state_text(sim, state, sizeof state);
    bri_sim_destroy(sim);
    span_from(system, saved, until, 1e-11, &exact);
    snprintf(call, sizeof call, "roller_crank('%s', [%s], %g)", c->law, state, c->span);
    if (!ask_octave(call, &seconds, &spin)) seconds = spin = NAN;
    double error = fabs(spin - exact), rtol = 1e-4, mine = INFINITY;
    for (; rtol > 1e-9; rtol *= 0.5) {
        span_from(system, saved, until, rtol, &end);
        if (fabs(end - exact) <= error) break;
    }
    for (int turn = 0; turn < OCTAVE_TURNS; turn++) {
        double again;
        if (turn && ask_octave(call, &again, &spin)) seconds = fmin(seconds, again);
        mine = fmin(mine, mean_span(system, saved, until, rtol));
    }
    row("octave", c->law, "octave", seconds, "s");
    row("octave", c->law, "bristle", mine, "s");
    printf("  %30s error %.1e by octave, %.1e at %.1e here\n", "", error, fabs(end - exact), rtol);
    demand(error < 1e-3, "both end at the same speed", error);
    demand(seconds / mine >= c->least, "times less CPU time than Octave", seconds / mine);
    free(saved);
    bri_system_destroy(system);
}

static void octave(void)
{
    char text[300];
    snprintf(text, sizeof text, lugre, 1e5, sqrt(1e5));
    const octave_case cases[] = {{"coulomb", coulomb, 0, 2, 600},
                                 {"lugre", text, 0.3, 4e-3, 200000}}; /* in full sliding */
    printf("octave: ode45 at 1e-6, at equal error, by CPU time of the solver call; LuGre over a short span\n");
    if (!has_octave()) return;
    for (int i = 0; i < 2; i++)
        compare_with_octave(&cases[i]);
}

static void start(void)
{
    printf("start: read, check and build the roller-crank; memory of a run\n");
    double best = INFINITY;
    for (int i = 0; i < TURNS; i++) {
        double begun = cpu_now();
        bri_system *system = roller_crank(coulomb, NULL);
        best = fmin(best, cpu_now() - begun);
        bri_system_destroy(system);
    }
    row("start", "roller-crank", "read, check, build", 1e3 * best, "ms");
    demand(best < 10e-3, "less than 10 ms", 1e3 * best);
    bri_error err = {0};
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    bri_system *system = roller_crank(coulomb, NULL);
    if (bri_run(system, &def, &result, &err)) stop("roller-crank", &err);
    double bytes = (double)result->statistics->bytes +
                   (double)(result->channels->rows * result->channels->columns) * sizeof(double);
    row("start", "roller-crank", "memory of a run", bytes / 1e6, "MB");
    demand(bytes < 10e6, "less than 10 MB", bytes / 1e6);
    bri_result_destroy(result);
    bri_system_destroy(system);
}

int main(int count, char **word)
{
    for (int i = 1; i + 1 < count; i += 2) {
        if (!strcmp(word[i], "--csv")) csv = fopen(word[i + 1], "w");
        if (!strcmp(word[i], "--models")) models = word[i + 1];
    }
    char name[128];
    processor(name);
    if (csv)
        fprintf(
            csv,
            "# %s, %s; CPU time of the solver call, the fastest turn; ratios of these within the run are what counts\n"
            "group,what,how,value,unit\n",
            name, compiler);
    run base = laws();
    stiffness(&base);
    bri_system_destroy((bri_system *)(size_t)base.system);
    octave();
    start();
    if (csv) fclose(csv);
    return missed;
}
