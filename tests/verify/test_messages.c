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
        {DISC_AT("0.095", "kelvin_voigt, stiffness: 1e6"), "joint 'g': its surfaces overlap by 0.005 m at the start, "
                                                           "which causes a large contact force: is that meant?\n"},
        {DISC_AT("0.0999999", "kelvin_voigt, stiffness: 1e6"), ""},
        {DISC_AT("0.2", "hertz"),
         "joint 'g': a side without a material is taken as steel (modulus 207 GPa, Poisson's ratio 0.3)\n"},
        {DISC_AT("0.2", "power, stiffness: 1e6, restitution: 0.5"),
         "joint 'g': restitution has no effect while the loss of power is none\n"},
        {"bodies: {a: {mass: 1, inertia: 1, points: {l: [-1, 0], r: [1, 0]}, elastic: {from: l, to: r, stiffness: "
         "1e5}}}\n"
         "joints: {g: {revolute: [ground, a.l], at: [-1, 0]}}\n",
         "body 'a': no joint and no force is attached to its end 'a.r', so its spring there has no effect: joints and "
         "forces that name the body itself are attached to its middle\n"},
        {BODY "joints: {g: {revolute: [ground, a], at: [0, 0], compliance: 1e-8}}\n",
         "joint 'g': its compliance has no effect: it is not at an end of an elastic link, and run: {redundancy: "
         "elastic} "
         "is not given\n"},
        {BODY "joints: {g: {revolute: [ground, a], at: [0, 0], compliance: 1e-8}}\nrun: {redundancy: elastic}\n", ""},
        {BODY
         "joints: {g: {translational: [ground, a], along: [1, 0], friction: {law: lugre, at_separation: carry}}}\n",
         "joint 'g': at_separation has no effect without a clearance: the surfaces never separate\n"},
        /* mu_s N/sigma0 = 0.15 x 10 N/(0.1 N/m) */
        {"gravity: [0, -10]\n" BODY
         "joints: {g: {translational: [ground, a], along: [1, 0], friction: {law: lugre, sigma0: 0.1}}}\n",
         "joint 'g': its bristles deflect by 15 m before they slide, and the mechanism is 1 m large: is sigma0 too "
         "small, "
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
         "force 's': the joint 'g' has no free motion in m\n"},
        {BODY
         "joints: {g: {translational: [ground, a], along: [1, 0]}}\nforces: {s: {torsion_spring: g, stiffness: 1}}\n",
         "force 's': the joint 'g' has no free motion in rad\n"},
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
         "run: eliminate: 'g.force_z' is neither a reaction of this model (such as pin.force_x) nor the friction of a "
         "joint that can stick (such as guide.friction); did you mean 'g.force_x', 'g.force_y' or 'h.force_x'?\n"},
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
         "at t = 0.2 s the joints contradict each other: 'n' moves apart at -1.25 m/s whatever the bodies do"},
        {ROD "run: {coupling: fixed_point}\n", /* rods.h: dN/dF = 1, so that each iteration multiplies by mu_k */
         "joint 'g': at t = 0 s the fixed-point iteration between its reaction and its friction (coulomb) does not "
         "converge: "
         "each iteration multiplies the error by 2; coupling: newton solves both together"},
        {ROD, "joint 'g': from t = 0 s on its friction (coulomb) and its reaction have no common solution on the "
              "branch that "
              "starts at zero friction"},
        {TWO_GUIDES,
         "the mechanism is over-constrained (2 redundant constraints), and a rigid-body model cannot determine how "
         "the joints share the load: friction in 'g', 'h' is arbitrary, and so is the motion."},
        {TWO_GUIDES "run: {redundancy: elastic}\n",
         "the given compliances do not determine how the joints share their load: give more joints of the loop one"},
        {BODY "run: {integrator: rk4}\n", "the integrator rk4 needs a step: run: {step: 1e-4 s}, for example"},
        {0}};
    meet_all(rows, true);
}

#define PIN "radius: 20 mm, friction: {law: coulomb, mu_k: 0.2}"
/* A ladder of cells, each of two legs and a rung on pins, whose number of pins is beyond that of which all sets are tried. */
static const char *ladder(int cells)
{
    static char bodies[TEXT], joints[TEXT], whole[3 * TEXT];
    size_t b = 0, j = 0;
    for (int i = 0; i < cells; i++) {
        for (int side = 0; side < 2; side++) {
            char leg[20], below[20];
            snprintf(leg, sizeof leg, "%c%d", "LR"[side], i);
            snprintf(below, sizeof below, i ? "%c%d.b" : "ground", "LR"[side], i - 1);
            b +=
                (size_t)snprintf(bodies + b, sizeof bodies - b,
                                 "%s: {mass: 1, inertia: 0.02, at: [%d, %g], angle: 90 deg, points: {a: [-0.25, 0], b: "
                                 "[0.25, 0]}}, ",
                                 leg, side, 0.25 + 0.5 * i);
            j += (size_t)snprintf(joints + j, sizeof joints - j,
                                  "j%s: {revolute: [%s, %s.a], at: [%d, %g], " PIN
                                  "}, u%s: {revolute: [%s.b, U%d.%c], " PIN "}, ",
                                  leg, below, leg, side, 0.5 * i, leg, leg, i, "ab"[side]);
        }
        b += (size_t)snprintf(bodies + b, sizeof bodies - b,
                              "U%d: {mass: 1, inertia: 0.08, at: [0.5, %g], points: {a: [-0.5, 0], b: [0.5, 0]}}, ", i,
                              0.5 + 0.5 * i);
    }
    snprintf(whole, sizeof whole,
             "gravity: [0, -9.81]\nbodies: {%s}\njoints: {%s}\nrun: {until: 1 s, redundancy: elastic}\n", bodies,
             joints);
    return whole;
}

static void ladders_without_compliances_are_told_so(void **state)
{
    (void)state;
    for (int cells = 1; cells <= 4; cells++) {
        const row rows[] = {{ladder(cells), "the given compliances do not determine how the joints share their load"},
                            {0}};
        meet_all(rows, true);
    }
}

/* A slider-crank at rest whose crank and rod have smoothed friction, of rounding only: it is no contact that slides. The rule
 * `eliminate` leaves no choice of sticking and slipping for the pin and the guide of the slider, whose friction raises its own load. */
static void smoothed_friction_at_rest_is_not_said_to_slide(void **state)
{
    (void)state;
    static const char model[] =
        "gravity: [0, -9.81]\n"
        "bodies:\n"
        "  A: {mass: 0.5, inertia: 0.0005441793131108033, at: [-0.003915315908441853, 0.057006545062842764],\n"
        "      angle: 1.6393705024304948, points: {o: [-0.057140842474230465, 0], t: [0.057140842474230465, 0]}}\n"
        "  B: {mass: 0.4, inertia: 0.005559124394784956, at: [0.18841045963255904, 0.05759618674009884],\n"
        "      angle: -0.27993847735135036, points: {o: [-0.20418969846906374, 0], t: [0.20418969846906374, 0]}}\n"
        "  P: {mass: 0.2, inertia: 1e-3, at: [0.3846515510820018, 0.0011792833545121414]}\n"
        "joints:\n"
        "  o: {revolute: [ground, A.o], radius: 40 mm, friction: {law: coulomb_tanh, mu_k: 0.1, k_tanh: 36.36}}\n"
        "  c: {revolute: [A.t, B.o], radius: 40 mm, friction: {law: brown_mcphee, mu_k: 0.1, mu_s: 0.14, v_s: "
        "0.0044}}\n"
        "  p: {revolute: [B.t, P], radius: 5 mm, friction: {law: coulomb, mu_k: 0.4, mu_s: 0.6}}\n"
        "  g: {translational: [ground, P], at: [0.3846515510820018, 0.0011792833545121414], along: [1, 0],\n"
        "      friction: {law: coulomb, mu_k: 0.7, mu_s: 0.7}}\n"
        "forces: {F: {force: P, along: [1, 0], value: {sine: 500 N, frequency: 5 Hz}}}\n"
        "run: {until: 1 s, integrator: radau5}\n";
    spoken all = spoken_of(model, true);
    if (strstr(all.text, "Painleve")) fail_msg("%s", all.text);
    if (strstr(all.text, "was found for")) assert_non_null(strstr(all.text, "one exists for compliant joints"));
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
        snprintf(words, sizeof words, "%s is not a number; 0 means the value of the model", names[i]);
        if (!strstr(err.what, words)) fail_msg("'%s' is not in '%s'", words, err.what);
    }
    bri_system_destroy(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(suspicious_numbers_are_named),
                                       cmocka_unit_test(models_that_cannot_be_built_are_told_why),
                                       cmocka_unit_test(runs_that_fail_are_told_why),
                                       cmocka_unit_test(ladders_without_compliances_are_told_so),
                                       cmocka_unit_test(smoothed_friction_at_rest_is_not_said_to_slide),
                                       cmocka_unit_test(settings_that_are_no_numbers_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
