/* test_messages.c - what is said of models that are suspicious, cannot be built or cannot be run: where, what, and what to do */
#include "mechanism.h"

typedef struct spoken {
    char text[2000];
} spoken;

static void collect(const bri_error *err, void *user)
{
    spoken *all = user;
    size_t used = strlen(all->text);
    snprintf(all->text + used, sizeof all->text - used, "%s\n", err->what);
}

/* All that is said until the run has begun or, with run, ended. */
static spoken spoken_of(const char *model_text, bool run)
{
    spoken all = {0};
    bri_error err = {.each = collect, .user = &all};
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    bri_status status = bri_model_parse(model_text, strlen(model_text), "test", &model, &err);
    if (!status) status = bri_system_build(model, &system, &err);
    if (!status) bri_system_warnings(system, &err);
    if (!status && run && bri_run(system, &def, &result, &err)) collect(&err, &all);
    bri_result_destroy(result);
    bri_system_destroy(system);
    bri_model_destroy(model);
    return all;
}

typedef struct row {
    const char *model, *words; /* words "": nothing is said */
} row;

static void meet_all(const row *rows, bool run)
{
    for (; rows->model; rows++) {
        spoken all = spoken_of(rows->model, run);
        if (rows->words[0] ? !strstr(all.text, rows->words) : all.text[0] != 0)
            fail_msg("'%s' is not what is said of\n%s\n%s", rows->words, rows->model, all.text);
    }
}

#define BODY "bodies: {a: {mass: 1, inertia: 1, at: [1, 0]}}\n"
#define DISC_AT(height, law)                                                                                           \
    "bodies: {a: {mass: 1, inertia: 1, radius: 0.1, at: [0, " height                                                   \
    "]}}\njoints: {g: {disc_on_line: [ground, a], along: [1, 0], normal: {law: " law "}}}\n"

static void suspicious_numbers_are_named(void **state)
{
    (void)state;
    static const row rows[] = {
        {BODY "joints: {g: {revolute: [ground, a], at: [0, 0], normal: {law: kelvin_voigt, stiffness: 1e6}}}\n",
         "joint 'g': normal has no effect without a clearance: it is an ideal joint\n"},
        {BODY "joints: {g: {revolute: [ground, a], at: [0, 0], clearance: 1 mm, normal: {law: kelvin_voigt, stiffness: "
              "1e6}}}\n",
         ""},
        {DISC_AT("0.095", "kelvin_voigt, stiffness: 1e6"),
         "joint 'g': its surfaces begin 0.005 m inside each other, which pushes them apart hard: is that meant?\n"},
        {DISC_AT("0.0999999", "kelvin_voigt, stiffness: 1e6"), ""},
        {DISC_AT("0.2", "hertz"), "joint 'g': where no material is given for a side, steel is taken (207 GPa, 0.3)\n"},
        {DISC_AT("0.2", "power, stiffness: 1e6, restitution: 0.5"),
         "joint 'g': restitution has no effect while the loss of power is none\n"},
        {"bodies: {a: {mass: 1, inertia: 1, points: {l: [-1, 0], r: [1, 0]}, elastic: {from: l, to: r, stiffness: "
         "1e5}}}\n"
         "joints: {g: {revolute: [ground, a.l], at: [-1, 0]}}\n",
         "body 'a': no joint and no force names its end 'a.r', so that its spring there does nothing: what is on the "
         "body "
         "itself is on its middle\n"},
        {BODY "joints: {g: {revolute: [ground, a], at: [0, 0], compliance: 1e-8}}\n",
         "joint 'g': its compliance does nothing: it is on no end of an elastic link, and run: {redundancy: elastic} "
         "is not "
         "asked for\n"},
        {BODY "joints: {g: {revolute: [ground, a], at: [0, 0], compliance: 1e-8}}\nrun: {redundancy: elastic}\n", ""},
        {BODY
         "joints: {g: {translational: [ground, a], along: [1, 0], friction: {law: lugre, at_separation: carry}}}\n",
         "joint 'g': at_separation has no effect without a clearance: the surfaces never separate\n"},
        /* mu_s N/sigma0 = 0.15 x 10 N/(0.1 N/m) */
        {"gravity: [0, -10]\n" BODY
         "joints: {g: {translational: [ground, a], along: [1, 0], friction: {law: lugre, sigma0: 0.1}}}\n",
         "joint 'g': its bristles bend by 15 m before they slide, and the mechanism is 1 m large: is sigma0 too small, "
         "or in "
         "another unit?\n"},
        {"gravity: [0, -10]\n" BODY
         "joints: {g: {translational: [ground, a], along: [1, 0], friction: {law: lugre}}}\n",
         ""},
        {BODY "joints: {g: {revolute: [ground, a], at: [0, 0], radius: 50, friction: {law: coulomb}}}\n",
         "joint 'g': its radius is 50 m, and the mechanism is 1 m large: is it in another unit?\n"},
        {BODY "joints: {g: {revolute: [ground, a], at: [0, 0], radius: 0.5, friction: {law: coulomb}}}\n", ""},
        {0}};
    meet_all(rows, false);
}

static void models_that_cannot_be_built_are_told_why(void **state)
{
    (void)state;
    static const row rows[] = {
        {BODY "joints: {g: {revolute: [ground, a], at: [0, 0]}}\nforces: {s: {spring: g, stiffness: 1}}\n",
         "force 's': the joint 'g' leaves nothing free that is measured in m\n"},
        {BODY
         "joints: {g: {translational: [ground, a], along: [1, 0]}}\nforces: {s: {torsion_spring: g, stiffness: 1}}\n",
         "force 's': the joint 'g' leaves nothing free that is measured in rad\n"},
        {BODY "joints: {g: {revolute: [ground, a], at: [0, 0], clearance: 1 mm, normal: {law: kelvin_voigt, stiffness: "
              "1e6}, friction: {law: "
              "coulomb, load: 3}}}\n",
         "joint 'g': its friction has a load, but at a joint with clearance the contact force is the load: leave the "
         "load "
         "out\n"},
        {BODY "joints: {g: {rub: [ground, a], along: [1, 0], friction: {law: coulomb}}}\n",
         "joint 'g': it has no reaction that could load its friction: give its friction a load, load: 10 N\n"},
        {BODY "joints: {g: {revolute: [ground, a], at: [0, 0], friction: {law: coulomb}}, h: {revolute: [ground, a], "
              "at: [0, 0]}}\n"
              "run: {redundancy: eliminate, eliminate: [g.force_z]}\n",
         "run: eliminate: 'g.force_z' is no reaction of this model, as pin.force_x is, nor the friction of a joint "
         "that can "
         "stick, guide.friction; did you mean 'g.force_x', 'g.force_y' or 'h.force_x'?\n"},
        {0}};
    meet_all(rows, false);
}

#define ROD                                                                                                            \
    "gravity: [0, -10]\nbodies: {a: {mass: 1, inertia: 1, at: [1, 2], velocity: [-3, 1], spin: 1}}\n"                  \
    "joints: {g: {point_on_line: [ground, a], at: [0, 0], along: [1, 0], friction: {law: coulomb, mu_k: 2}}}\n"
#define TWO_GUIDES                                                                                                     \
    "gravity: [0, -10]\nbodies: {a: {mass: 1, inertia: 1}}\n"                                                          \
    "joints: {g: {translational: [ground, a], along: [1, 0], friction: {law: coulomb}}, h: {translational: [ground, "  \
    "a], along: [1, 0], friction: {law: coulomb}}}\n"

static void runs_that_fail_are_told_why(void **state)
{
    (void)state;
    static const row rows[] = {
        /* one driver has 1 m/s, the other (2 - 0.2)/0.8 from 0.2 s on: 1.25 m/s apart */
        {"bodies: {a: {mass: 1, inertia: 1}}\n"
         "joints: {g: {translational: [ground, a], along: [1, 0]}, m: {translation_driver: [ground, a], along: [1, 0], "
         "motion: "
         "{speed: 1}}, n: {translation_driver: [ground, a], along: [1, 0], motion: {table: [[0, 0], [0.2, 0.2], [1, "
         "2]]}}}\n",
         "at t = 0.2 s the joints contradict each other: 'n' moves apart at -1.25 (m or rad, per s) whatever the "
         "bodies "
         "do"},
        {ROD "run: {coupling: fixed_point}\n", /* rods.h: dN/dF = 1, so that each iteration multiplies by mu_k */
         "joint 'g': at t = 0 s the fixed-point iteration between its reaction and its friction (coulomb) does not "
         "converge: "
         "each iteration multiplies the error by 2; coupling: newton solves both together"},
        {ROD, "joint 'g': from t = 0 s on its friction (coulomb) and its reaction have no common solution on the "
              "branch that "
              "begins without friction"},
        {TWO_GUIDES,
         "the mechanism is over-constrained (2 redundant constraints), and a rigid-body model cannot determine how "
         "the joints share the load: friction in 'g', 'h' is arbitrary, and so is the motion."},
        {TWO_GUIDES "run: {redundancy: elastic}\n",
         "the given compliances do not determine how the joints share their load: give more joints of the loop one"},
        {BODY "run: {integrator: rk4}\n", "the integrator rk4 needs a step: run: {step: 1e-4 s}, for example"},
        {0}};
    meet_all(rows, true);
}

/* A run definition with numbers that are none. */
static void settings_that_are_no_numbers_are_refused(void **state)
{
    (void)state;
    bri_system *system = build(MODEL(BODY));
    bri_run_def defs[6];
    for (int i = 0; i < 6; i++) {
        static const char *const names[] = {"until", "interval", "rtol", "atol", "step", "max_step"};
        bri_error err = {0};
        bri_sim *sim = NULL;
        defs[i] = bri_run_defaults();
        double *const numbers[] = {&defs[i].until, &defs[i].interval, &defs[i].rtol,
                                   &defs[i].atol,  &defs[i].step,     &defs[i].max_step};
        char words[80];
        *numbers[i] = NAN;
        assert_int_equal(bri_sim_create(system, &defs[i], &sim, &err), BRI_BAD_VALUE);
        snprintf(words, sizeof words, "%s is not a number; 0: as the model says", names[i]);
        if (!strstr(err.what, words)) fail_msg("'%s' is not in '%s'", words, err.what);
    }
    bri_system_destroy(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(suspicious_numbers_are_named), cmocka_unit_test(models_that_cannot_be_built_are_told_why),
        cmocka_unit_test(runs_that_fail_are_told_why), cmocka_unit_test(settings_that_are_no_numbers_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
