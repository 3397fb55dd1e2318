/* test_every_trace.c - each law through histories, run over laws.def: it settles on its curve, and gives nothing away */
#include "test.h"

#include "bristle/bristle.h"

#define LAW(name) extern const bri_friction_law bri_law_##name;
#include "friction/laws.def"
#undef LAW

static const bri_pair rollers = {.length = 0.001,
                                 .radius_a = 0.008,
                                 .radius_b = 0.03,
                                 .modulus = 113.7e9,
                                 .roughness = 0.4e-6,
                                 .viscosity = 0.4,
                                 .density = 870};

static bri_trace_def def_of(const bri_friction_law *law, const bri_params *params)
{
    bri_trace_def def = bri_trace_defaults();
    def.law = law, def.params = params, def.pair = &rollers;
    return def;
}

static void along(double t, bri_trace_input *now, void *user)
{
    (void)t;
    memcpy(now->v, user, sizeof now->v);
    now->load = 10;
}

/* From rest, in one component and in two, at several speeds: the end is the curve, against the motion. */
static void settles_on_its_curve(void **state)
{
    const bri_friction_law *law = *state;
    bri_params params;
    bri_params_defaults(&law->kind, &params);
    for (int dim = 1; dim <= 2; dim++)
        for (double speed = 3e-4; speed < 1; speed *= 7) {
            double v[2] = {-0.6 * speed, 0.8 * speed};
            bri_trace_def def = def_of(law, &params);
            bri_trace *trace;
            bri_slip slip = {.pair = &rollers, .elements = bri_kind_elements(&law->kind, &params)};
            bri_curve curve;
            def.dim = dim, def.history = along, def.user = v;
            assert_int_equal(bri_trace_create(&def, &trace, NULL), BRI_OK);
            assert_int_equal(bri_trace_advance(trace, 0.02 / speed + 60, NULL), BRI_OK);
            bri_slip_set(&slip, dim, v, 10);
            law->curve(&params, &slip, &curve);
            for (int i = 0; i < dim; i++)
                assert_close(bri_trace_now(trace).force[i], -curve.force * slip.dir[i], 1e-6 * (curve.force + 1e-3));
            bri_trace_destroy(trace);
        }
}

/* Stretches of sliding at speeds over six decades, both ways, from the relaxed state. */
static double least_work(const bri_friction_law *law, const bri_params *params, uint64_t *seed)
{
    enum {
        STRETCHES = 8
    };
    double t[2 * STRETCHES], v[2 * STRETCHES], load[2 * STRETCHES], now = 0, least = 0, scale = 0;
    for (int i = 0; i < STRETCHES; i++) {
        double speed = random_scale(seed, 1e-6, 1), distance = random_scale(seed, 1e-7, 1e-3);
        t[2 * i] = now;
        t[2 * i + 1] = now += distance / speed;
        v[2 * i] = v[2 * i + 1] = random_bits(seed) & 1 ? speed : -speed;
        load[2 * i] = load[2 * i + 1] = 10;
    }
    bri_breakpoints points = {.count = 2 * STRETCHES, .t = t, .v = v, .load = load};
    bri_trace_def def = def_of(law, params);
    bri_trace *trace;
    def.history = bri_breakpoints_history, def.next_time_event = bri_breakpoints_next, def.user = &points;
    assert_int_equal(bri_trace_create(&def, &trace, NULL), BRI_OK);
    for (int i = 1; i < 2 * STRETCHES; i += 2)
        for (int k = 1; k <= 20; k++) {
            double at = t[i - 1] + (t[i] - t[i - 1]) * pow(k / 20.0, 3);
            assert_int_equal(bri_trace_advance(trace, at, NULL), BRI_OK);
            bri_trace_point point = bri_trace_now(trace);
            least = fmin(least, point.work);
            scale = fmax(scale, fabs(point.work));
        }
    bri_trace_destroy(trace);
    return least / (scale + 1e-9);
}

static void is_passive_where_it_says_so(void **state)
{
    const bri_friction_law *law = *state;
    uint64_t seed = 21;
    if (!law->passive) return;
    for (int round = 0; round < 20; round++) {
        bri_params params;
        do { /* parameters around the defaults that the law says are passive */
            bri_params_defaults(&law->kind, &params);
            for (const bri_param *p = law->kind.params; p->name; p++)
                if (p->type == BRI_REAL && round)
                    bri_params_set(
                        &law->kind, &params, p->name,
                        fmin(fmax((p->initial != 0 ? p->initial : 100) * random_scale(&seed, 0.3, 3), p->min), p->max),
                        NULL);
            if (bri_param_find(&law->kind, "scaling")) bri_params_set(&law->kind, &params, "scaling", round % 3, NULL);
            double mu_k;
            if (round % 2 && !bri_params_get(&law->kind, &params, "mu_k", &mu_k, NULL))
                bri_params_set(&law->kind, &params, "mu_s", mu_k, NULL);
        } while (bri_params_check(&law->kind, &params, NULL));
        if (law->passive(&params)) assert_true(least_work(law, &params, &seed) > -1e-6);
    }
}

/* The table of phenomena and the claim agree. */
static void the_claim_and_the_phenomenon_agree(void **state)
{
    const bri_friction_law *law = *state;
    bri_params params;
    bri_phenomena_result showing;
    bri_error err = {0};
    bri_phenomena_params(law, &params);
    if (bri_phenomena(law, &params, &showing, &err)) fail_msg("%s", err.what);
    if (law->passive && law->passive(&params)) assert_true(showing.shows[BRI_PASSIVE]);
    if (law->static_limit) assert_true(showing.shows[BRI_STICTION] && showing.measure[BRI_STICTION] == 0);
    if (!law->kind.states)
        assert_false(showing.shows[BRI_PRESLIDING] || showing.shows[BRI_HYSTERESIS] || showing.shows[BRI_LAG] ||
                     showing.shows[BRI_DWELL] || showing.shows[BRI_BREAKAWAY]);
}

#define LAW(name)                                                                                                      \
    {#name ": settles_on_its_curve", settles_on_its_curve, NULL, NULL, (void *)(uintptr_t)&bri_law_##name},            \
        {#name ": is_passive_where_it_says_so", is_passive_where_it_says_so, NULL, NULL,                               \
         (void *)(uintptr_t)&bri_law_##name},                                                                          \
        {#name ": the_claim_and_the_phenomenon_agree", the_claim_and_the_phenomenon_agree, NULL, NULL,                 \
         (void *)(uintptr_t)&bri_law_##name},

int main(void)
{
    const struct CMUnitTest tests[] = {
#include "friction/laws.def"
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
