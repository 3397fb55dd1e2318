/* test_rests.c - long chains, loops and trees with stiction in every pin, at rest: which of them stick is always found
 *
 * A solution exists for every coefficient of friction, as long as nothing slides: a run that ends at its first instant for want of
 * one is wrong. Random mechanisms, the same in each run; `test_rests COUNT` tries so many. */
#include "mechanisms.h"

#include "bristle/bristle.h"

/* Whether a run starts; else why not. */
static bool starts(char *why, size_t room)
{
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_sim *sim = NULL;
    bri_run_def def = bri_run_defaults();
    if (bri_model_parse(text, strlen(text), "rest", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    if (bri_system_build(model, &system, &err)) fail_msg("%s: %s", err.where, err.what);
    def.until = 1;
    bool fine = !bri_sim_create(system, &def, &sim, &err) && !bri_sim_advance(sim, 1e-9, &err);
    snprintf(why, room, "%s", err.what);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
    bri_model_destroy(model);
    return fine;
}

/* Friction from 0.05 to 1, radii from a hundredth to a fifth of a link. In a ladder nearly all rows depend on each other: its
 * pins have one coefficient. */
static void draw(uint64_t *state, char *what, size_t room)
{
    static const int sizes[] = {10, 20, 30, 49, 60, 80};
    static const char *const kinds[] = {"span", "ring", "scissor", "ladder", "tree"};
    int kind = (int)random_between(state, 0, 5), pins = sizes[(int)random_between(state, 0, 6)];
    double mu = exp(random_between(state, log(0.05), 0)), ratio = random_between(state, 0, 2) < 1 ? 1 : 1.2;
    pin_data data = {exp(random_between(state, log(0.001), log(0.02))), mu, mu * ratio};
    int shape = (int)random_between(state, 0, 4);
    double angle = random_between(state, 0.2, 1.3), foot = random_between(state, 0.05, 1);
    if (kind == 3) data.mu_s = data.mu_k;
    switch (kind) {
    case 0: write_span(pins, shape, data); break;
    case 1: write_ring(pins, data); break;
    case 2: write_scissor(pins / 3, angle, foot, data); break;
    case 3: write_ladder(pins / 4, data); break;
    default: write_tree(40 + 2 * pins, state, data); break;
    }
    snprintf(what, room, "%s of %d pins, shape %d, radius %g, mu_k %g, mu_s %g, angle %g, foot %g", kinds[kind], pins,
             shape, data.radius, data.mu_k, data.mu_s, angle, foot);
}

static int count = 40;

static void at_rest_a_choice_is_found(void **unused)
{
    (void)unused;
    uint64_t state = 11;
    int failed = 0;
    for (int i = 0; i < count; i++) {
        char what[200], why[600];
        draw(&state, what, sizeof what);
        if (starts(why, sizeof why)) continue;
        print_error("mechanism %d, %s: %s\n", i, what, why);
        failed++;
    }
    assert_int_equal(failed, 0);
}

/* Loops of 49 pins, mu_k 0.6, mu_s 0.72, which once had no end. */
static void loops_of_49_pins(void **unused)
{
    (void)unused;
    char why[600];
    for (int shape = 0; shape < 5; shape++) {
        for (int i = 0; i < 3; i++) {
            pin_data data = {0.005 * (i + 1), 0.6, 0.72};
            if (shape < 4)
                write_span(49, shape, data);
            else
                write_ring(49, data);
            if (!starts(why, sizeof why)) fail_msg("shape %d, radius %g: %s", shape, data.radius, why);
        }
    }
}

/* Loads that amplify each other jam the interior point and let the active set cycle; the path of smoothed friction remains. */
static void strong_friction(void **unused)
{
    (void)unused;
    char why[600];
    uint64_t state = 5;
    write_span(80, 3, (pin_data){0.0475, 0.5178, 0.5178});
    if (!starts(why, sizeof why)) fail_msg("zigzag: %s", why);
    write_tree(120, &state, (pin_data){0.04, 0.55, 0.55});
    if (!starts(why, sizeof why)) fail_msg("tree: %s", why);
}

int main(int arguments, char **argument)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest_a_choice_is_found),
        cmocka_unit_test(loops_of_49_pins),
        cmocka_unit_test(strong_friction),
    };
    if (arguments > 1) count = atoi(argument[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
