/* bench_batch.c - how much faster a batch is than single calls, and how near to its limit
 *
 * For each law, over the same contacts, in ns per contact:
 *     batch   bri_friction_batch
 *     single  bri_slip_set and bri_friction_eval for each contact
 *     libm    the formula written out with exp and tanh of <math.h>
 *     bare    the library's exp or tanh alone, in vectors as wide as the batch's, over the arguments that the law meets
 * in two zones: speeds up to 3 v_s, where exp and tanh vary, and from 30 v_s, where they are constant to the last bit.
 * There the library's functions leave early, so that `bare` is little more than a copy; the limit is then what the
 * function costs where it is computed, `bare` of the transition zone.
 *
 * Only ratios within a run mean anything: the candidates take turns, and the fastest turn of each counts.
 * bench_batch [--csv FILE] ends with 1 if a requirement is missed on a processor with AVX2 or better. */
#include "bristle/bristle.h"
#include "plain.h"
#include "processor.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    FEW = 1024,
    MANY = 1000000,
    ELEMENTS = 4, /* of maxwell_slip, by default */
};

typedef struct scenario {
    const char *title, *law;
    numbers p;
    plain_fn *plain;
    enum {
        NO_BARE,
        BARE_EXP,
        BARE_TANH
    } bare;
} scenario;

#define PEAK .mu_k = 0.1, .mu_s = 0.15, .v_s = 1e-3
#define BRISTLES PEAK, .sigma1 = 300, .sigma2 = 0.1

static const scenario scenarios[] = {
    {"coulomb_tanh", "coulomb_tanh", {.mu_k = 0.1, .k_tanh = 1000}, plain_coulomb_tanh, BARE_TANH},
    {"brown_mcphee", "brown_mcphee", {PEAK}, plain_brown_mcphee, BARE_TANH},
    {"stribeck", "stribeck", {PEAK, .k_v = 0.1}, plain_stribeck, BARE_EXP},
    {"lugre, scaling load", "lugre", {BRISTLES, .sigma0 = 1e4, .scaling = 1}, plain_lugre_load, BARE_EXP},
    {"lugre, scaling force", "lugre", {BRISTLES, .sigma0 = 1e5}, plain_lugre_force, BARE_EXP},
    /* the rest is only reported */
    {"brown_mcphee, viscous", "brown_mcphee", {PEAK, .sigma2 = 0.1}, NULL, NO_BARE},
    {"stribeck, exponent 1.5", "stribeck", {PEAK, .exponent = 1.5, .k_v = 0.1}, NULL, NO_BARE},
    {"dahl", "dahl", {.mu_k = 0.1, .sigma0 = 1e5}, NULL, NO_BARE},
    {"gonthier", "gonthier", {BRISTLES, .sigma0 = 1e5}, NULL, NO_BARE},
    {"maxwell_slip", "maxwell_slip", {PEAK}, NULL, NO_BARE},
    {"misharin", "misharin", {.mu_k = 0}, NULL, NO_BARE},
    {"blok_1", "blok_1", {.mu_k = 0}, NULL, NO_BARE},
};

static const struct zone {
    const char *name;
    double slowest, fastest; /* of v_s, or of 1/k_tanh */
    double gain;             /* required of a batch */
} zones[] = {{"transition", 0, 3, 3.5}, {"sliding", 30, 300, 2.5}};

static const double unit_speed = 1e-3, from_bare = 2; /* a batch takes at most this many times as long */

/* --- what is timed ------------------------------------------------------------------------------------------------ */

typedef struct subject {
    const scenario *s;
    const bri_friction_law *law;
    bri_params params;
    contacts at;
    bri_batch batch;
    bri_slip slip;
    const double *argument;
    bare_fn *bare;
} subject;

static void run_batch(subject *u) { bri_friction_batch(u->law, &u->params, &u->batch); }

static void run_single(subject *u)
{
    double z[2 * BRI_LIST_MAX], zdot[2 * BRI_LIST_MAX], discrete[BRI_LIST_MAX];
    bri_drag drag = {.zdot = zdot};
    int states = bri_friction_states(u->law, &u->params, 1),
        discrete_states = bri_friction_discrete_states(u->law, &u->params, 1);
    bri_slip slip = u->slip;
    slip.z = z;
    slip.discrete = discrete;
    for (size_t i = 0; i < u->at.count; i++) {
        bri_slip_set(&slip, 1, &u->at.v[i], u->at.load[i]);
        for (int k = 0; k < states; k++)
            z[k] = u->batch.z[k][i];
        for (int k = 0; k < discrete_states; k++)
            discrete[k] = u->batch.discrete[k][i];
        bri_friction_eval(u->law, &u->params, &slip, &drag, NULL);
        u->at.force[i] = drag.force[0];
        for (int k = 0; k < states; k++)
            u->batch.zdot[k][i] = zdot[k];
    }
}

static void run_libm(subject *u) { u->s->plain(&u->s->p, &u->at); }

static void run_bare(subject *u) { u->bare(u->argument, u->at.force, u->at.count); }

enum {
    BATCH,
    SINGLE,
    LIBM,
    BARE,
    CANDIDATES
};
static void (*const runs[CANDIDATES])(subject *) = {run_batch, run_single, run_libm, run_bare};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static void measure(subject *u, double *ns)
{
    int calls = u->at.count > FEW ? 1 : 4, turn = 0;
    double end = now() + 3e8; /* long enough to meet a moment when the machine is left alone */
    for (int c = 0; c < CANDIDATES; c++)
        ns[c] = INFINITY;
    for (; turn < 5 || now() < end; turn++)
        for (int c = 0; c < CANDIDATES; c++) {
            if ((c == LIBM && !u->s->plain) || (c == BARE && !u->bare)) continue;
            if (calls > 1) runs[c](u); /* the one before left other data in the cache */
            double start = now();
            for (int i = 0; i < calls; i++)
                runs[c](u);
            ns[c] = fmin(ns[c], (now() - start) / (double)(calls * (double)u->at.count));
        }
}

/* --- what it is given --------------------------------------------------------------------------------------------- */

static double uniform(uint64_t *seed, double low, double high)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*seed >> 11) * 0x1p-53;
}

static bare_fn *bare_at(const scenario *s)
{
    if (s->bare == NO_BARE) return NULL;
#ifdef BRI_WIDE_LANES
    if (bri_friction_lanes() == 8) return s->bare == BARE_EXP ? bare_exp_x8 : bare_tanh_x8;
    if (bri_friction_lanes() == 4) return s->bare == BARE_EXP ? bare_exp_x4 : bare_tanh_x4;
#endif
    return s->bare == BARE_EXP ? bare_exp_x2 : bare_tanh_x2;
}

static void set_params(const bri_friction_law *law, const numbers *p, bri_params *params)
{
    const struct {
        const char *name;
        double value;
    } all[] = {{"mu_k", p->mu_k},       {"mu_s", p->mu_s},        {"v_s", p->v_s},       {"k_tanh", p->k_tanh},
               {"k_v", p->k_v},         {"sigma0", p->sigma0},    {"sigma1", p->sigma1}, {"sigma2", p->sigma2},
               {"scaling", p->scaling}, {"exponent", p->exponent}};
    bri_params_defaults(&law->kind, params);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        bri_error err = {0};
        if (all[i].value != 0 && bri_params_set(&law->kind, params, all[i].name, all[i].value, &err)) {
            fprintf(stderr, "bench_batch: %s\n", err.what);
            exit(2);
        }
    }
}

static double *array(size_t count)
{
    double *a = aligned_alloc(64, (count * sizeof *a + 63) / 64 * 64);
    if (!a) {
        fputs("bench_batch: out of memory\n", stderr);
        exit(2);
    }
    return a;
}

static void fill(subject *u, const struct zone *zone, double *v, double *load, double *z, double *argument)
{
    uint64_t seed = 1;
    const numbers *p = &u->s->p;
    for (size_t i = 0; i < u->at.count; i++) {
        double speed = unit_speed * uniform(&seed, zone->slowest, zone->fastest), ratio = speed / unit_speed;
        v[i] = copysign(speed, uniform(&seed, -1, 1));
        load[i] = uniform(&seed, 50, 150);
        z[i] = uniform(&seed, -1e-5, 1e-5);
        argument[i] = u->s->bare == BARE_EXP ? -ratio * ratio : copysign(p->k_tanh > 0 ? ratio : 4 * ratio, v[i]);
    }
}

/* What is compared must be the same: a batch and single calls to the last bit. */
static void compare(subject *u)
{
    static double batch[MANY];
    run_batch(u);
    memcpy(batch, u->at.force, u->at.count * sizeof *batch);
    for (int c = SINGLE; c <= (u->s->plain ? LIBM : SINGLE); c++) {
        runs[c](u);
        for (size_t i = 0; i < u->at.count; i++)
            if (!(fabs(batch[i] - u->at.force[i]) <= (c == SINGLE ? 0 : 1e-9 * fabs(batch[i])))) {
                fprintf(stderr, "bench_batch: %s: %.17g in a batch, otherwise %.17g\n", u->s->title, batch[i],
                        u->at.force[i]);
                exit(2);
            }
    }
}

/* --- what is said ------------------------------------------------------------------------------------------------- */

static void write_header(FILE *csv, const char *name)
{
    if (csv) {
        fprintf(csv, "# %s, %d lanes, %s; ns per contact\n", name, bri_friction_lanes(), compiler);
        fputs("law,zone,contacts,batch,single,libm,bare,limit,single_over_batch,libm_over_batch,batch_over_limit\n",
              csv);
    }
    printf("%s, %d lanes, %s\n\n", name, bri_friction_lanes(), compiler);
    printf("%-24s%-12s%9s%35s%33s\n", "", "", "", "ns per contact", "required: gain, and of limit");
    printf("%-24s%-12s%9s%8s%8s%8s%8s%10s%10s%10s\n", "law", "zone", "contacts", "batch", "single", "libm", "bare",
           "x single", "x libm", "of limit");
}

static void put(FILE *f, const char *format, double x)
{
    if (isfinite(x))
        fprintf(f, format, x);
    else
        fputs(format[0] == ',' ? "," : "       -", f);
}

/* How many requirements it misses. */
static int judge(const subject *u, const struct zone *zone, const double *ns, double limit, FILE *csv)
{
    double single = ns[SINGLE] / ns[BATCH], libm = ns[LIBM] / ns[BATCH], of_limit = ns[BATCH] / limit;
    bool required = u->s->plain && u->at.count == FEW;
    int missed = required ? (single < zone->gain) + (libm < zone->gain) + !(of_limit <= from_bare) : 0;
    printf("%-24s%-12s%9zu", u->s->title, zone->name, u->at.count);
    for (int c = 0; c < CANDIDATES; c++)
        put(stdout, "%8.2f", ns[c]);
    put(stdout, "%10.2f", single);
    put(stdout, "%10.2f", libm);
    put(stdout, "%10.2f", isfinite(limit) ? of_limit : NAN);
    if (required) printf("   %.1f %.1f %s", zone->gain, from_bare, missed ? "FAIL" : "ok");
    puts("");
    fflush(stdout);
    if (csv) {
        fprintf(csv, "\"%s\",%s,%zu", u->s->title, zone->name, u->at.count);
        for (int c = 0; c < CANDIDATES; c++)
            put(csv, ",%.3f", ns[c]);
        put(csv, ",%.3f", limit);
        put(csv, ",%.2f", single);
        put(csv, ",%.2f", libm);
        put(csv, ",%.2f", isfinite(limit) ? of_limit : NAN);
        fputs("\n", csv);
    }
    return missed;
}

int main(int argc, char **argv)
{
    FILE *csv = NULL;
    if (argc == 3 && !strcmp(argv[1], "--csv")) csv = fopen(argv[2], "w");
    if (argc != 1 && !csv) {
        fputs("usage: bench_batch [--csv FILE], where FILE can be written\n", stderr);
        return 2;
    }
    char name[128];
    processor(name);
    write_header(csv, name);

    static const bri_pair rollers = {.length = 0.01,
                                     .radius_a = 0.02,
                                     .radius_b = 0.03,
                                     .modulus = 1.1e11,
                                     .roughness = 4e-7,
                                     .viscosity = 0.05,
                                     .density = 870};
    double *v = array(MANY), *load = array(MANY), *z = array(MANY), *argument = array(MANY), *force = array(MANY),
           *zdot = array(MANY);
    const double *z_of[ELEMENTS] = {z, z, z, z}; /* every state starts at z, every mode is a nonzero number */
    double *zdot_of[ELEMENTS] = {zdot, zdot, zdot, zdot};
    int missed = 0;
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        for (size_t count = FEW; count <= MANY; count += MANY - FEW) {
            double limit = INFINITY;
            for (size_t k = 0; k < sizeof zones / sizeof *zones; k++) {
                subject u = {.s = &scenarios[i],
                             .law = bri_law_find(scenarios[i].law, NULL),
                             .at = {count, v, load, z, force, zdot},
                             .argument = argument,
                             .bare = bare_at(&scenarios[i]),
                             .batch = {.count = count,
                                       .dim = 1,
                                       .v = {v},
                                       .load = load,
                                       .pair = &rollers,
                                       .z = z_of,
                                       .discrete = z_of,
                                       .force = {force},
                                       .zdot = zdot_of}};
                double ns[CANDIDATES];
                set_params(u.law, &u.s->p, &u.params);
                u.slip = (bri_slip){.pair = &rollers, .elements = bri_kind_elements(&u.law->kind, &u.params)};
                fill(&u, &zones[k], v, load, z, argument);
                compare(&u);
                measure(&u, ns);
                if (k == 0) limit = ns[BARE];
                missed += judge(&u, &zones[k], ns, limit, csv);
            }
        }
    if (csv && fclose(csv)) {
        perror(argv[2]);
        return 2;
    }
    free(v), free(load), free(z), free(argument), free(force), free(zdot);
    printf("\n%d requirements missed%s\n", missed, bri_friction_lanes() < 4 ? " (they are for AVX2 or better)" : "");
    return missed > 0 && bri_friction_lanes() >= 4;
}
