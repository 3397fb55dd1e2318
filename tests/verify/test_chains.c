/* test_chains.c - long chains of pins with stiction: they start, fall and swing, and their energy balance closes */
#include "test.h"

#include "bristle/bristle.h"

enum {
    ROOM = 80000
};
static char text[ROOM];
static int used;

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    used += vsnprintf(text + used, (size_t)(ROOM - used), format, arguments);
    va_end(arguments);
    assert_true(used < ROOM);
}

/* Thin rods of 0.1 m and 0.1 kg at rest, from a pin on the ground on, all at one angle. */
static void write_chain(int links, double angle, double radius, double mu_k, double mu_s)
{
    double c = cos(angle), s = sin(angle);
    used = 0;
    add("gravity: [0, -9.81]\nbodies:\n");
    for (int i = 0; i < links; i++)
        add("  l%d: {mass: 0.1, inertia: 8.333333333333333e-05, at: [%.17g, %.17g], angle: %.17g rad, points: {a: "
            "[-0.05, "
            "0], b: [0.05, 0]}}\n",
            i, (0.1 * i + 0.05) * c, (0.1 * i + 0.05) * s, angle);
    add("joints:\n");
    for (int i = 0; i < links; i++) {
        char on[16];
        snprintf(on, sizeof on, i ? "l%d.b" : "ground", i - 1);
        add("  p%d: {revolute: [%s, l%d.a], radius: %g, friction: {law: coulomb, mu_k: %g, mu_s: %g}}\n", i, on, i,
            radius, mu_k, mu_s);
    }
}

/* Runs to the end, and the energy balance closes to a share of the energy that was lost. */
static bri_result *run(double until, double rtol, double share)
{
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    def.until = until;
    def.interval = until / 10;
    def.rtol = rtol;
    if (bri_model_parse(text, strlen(text), "chain", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    if (bri_system_build(model, &system, &err)) fail_msg("%s: %s", err.where, err.what);
    if (bri_run(system, &def, &result, &err)) fail_msg("%s", err.what);
    bri_system_destroy(system);
    bri_model_destroy(model);
    assert_true(fabs(result->energy_error) <= share * result->energy_turnover);
    return result;
}

/* Let go horizontally. The far end falls freely at first, -g t^2/2: pulls along the chain grow with t^4. Runs of 40 and more pins ended within 10 us. */
static void horizontal_chains_fall(void **state)
{
    (void)state;
    static const int links[] = {40, 60, 80, 200};
    for (int i = 0; i < 4; i++) {
        write_chain(links[i], 0, 0.005, 0.3, 0.3);
        double until = 2e-3;
        bri_result *result = run(until, 1e-4, 1e-6);
        char name[16];
        snprintf(name, sizeof name, "l%d.y", links[i] - 1);
        int column = bri_table_find(result->channels, name);
        assert_true(column >= 0);
        double y = bri_table_row(result->channels, result->channels->rows - 1)[column];
        assert_close(y, -4.905 * until * until, 1e-9);
        bri_result_destroy(result);
    }
}

/* A chain that hangs at an angle swings, sticks and slips. */
static void chain_of_40_swings(void **state)
{
    (void)state;
    write_chain(40, -1.5707963267948966 + 0.5, 0.04, 0.3, 0.4);
    bri_result_destroy(run(2, 1e-4, 1e-5));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(horizontal_chains_fall),
        cmocka_unit_test(chain_of_40_swings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
