/* test_chains.c - long chains of pins with stiction: they start, fall and swing, and their energy balance closes */
#include "mechanisms.h"

#include "bristle/bristle.h"

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
        write_chain(links[i], 0, 0, (pin_data){0.005, 0.3, 0.3, 0});
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
    write_chain(40, -1.5707963267948966 + 0.5, 0, (pin_data){0.04, 0.3, 0.4, 0});
    bri_result_destroy(run(2, 1e-4, 1e-5));
}

static double last(const bri_result *result, int link, const char *of)
{
    char name[24];
    snprintf(name, sizeof name, "l%d.%s", link, of);
    int column = bri_table_find(result->channels, name);
    assert_true(column >= 0);
    return bri_table_row(result->channels, result->channels->rows - 1)[column];
}

/* With thick pins it comes to rest, and hangs crooked: the moment of the weights below each pin about it is at most
 * mu_s x radius x weight. What is left of velocities is rounding. */
static void chain_of_40_swings_to_rest(void **state)
{
    (void)state;
    enum {
        LINKS = 40
    };
    write_chain(LINKS, -1.5707963267948966 + 0.5, 0, (pin_data){0.08, 0.8, 0.9, 0});
    bri_result *result = run(20, 1e-4, 1e-4);
    double weight = 0, moment = 0, most = 0; /* about x = 0 */
    for (int i = LINKS - 1; i >= 0; i--) {
        double x = last(result, i, "x"), pin = x - 0.05 * cos(last(result, i, "angle"));
        weight += 0.981;
        moment += 0.981 * x;
        most = fmax(most, fabs(moment - weight * pin) / weight);
        assert_close(last(result, i, "spin"), 0, 1e-15);
    }
    assert_true(most <= 0.9 * 0.08);
    assert_true(most > 0.01); /* crooked */
    bri_result_destroy(result);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(horizontal_chains_fall),
        cmocka_unit_test(chain_of_40_swings),
        cmocka_unit_test(chain_of_40_swings_to_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
