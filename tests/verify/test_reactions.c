/* test_reactions.c - which reactions rigid bodies determine, in mechanisms whose answer is known by hand */
#include "mechanism.h"

typedef struct verdict {
    char arbitrary[2000]; /* " pin.force_y guide.couple", in the order of the model */
    char loading[500];    /* joints whose friction depends on them */
} verdict;

static void see(const bri_reaction *reaction, void *user)
{
    verdict *v = user;
    size_t used = strlen(v->arbitrary), length = strlen(v->loading);
    if (reaction->unique || reaction->is_friction) return;
    snprintf(v->arbitrary + used, sizeof v->arbitrary - used, " %s.%s", reaction->joint, reaction->name);
    if (reaction->loads_friction) snprintf(v->loading + length, sizeof v->loading - length, " %s", reaction->joint);
}

static verdict judge(const char *model)
{
    verdict v = {{0}, {0}};
    bri_error err = {0};
    bri_system *system = build(model);
    if (bri_system_reactions(system, BRI_SLIDING, see, &v, NULL, &err)) fail_msg("%s", err.what);
    bri_system_destroy(system);
    return v;
}

/* Three parallel cranks of length 0.2, at an angle from the vertical; size: of everything. */
static const char *parallelogram(double size, double tilt, bool reversed)
{
    static const char *const pins = "  pa: {revolute: [ground.a, a.d]}\n  pb: {revolute: [ground.b, b.d]}\n"
                                    "  pc: {revolute: [ground.c, c.d]}\n",
                             *const bars = "  qa: {revolute: [a.u, bar.a]}\n  qb: {revolute: [b.u, bar.b]}\n"
                                           "  qc: {revolute: [c.u, bar.c]}\n";
    double s = 0.1 * size * sin(tilt), c = 0.1 * size * cos(tilt), w = 0.3 * size;
    return MODEL(
        "ground: {points: {a: [0, 0], b: [%.17g, 0], c: [%.17g, 0]}}\n"
        "bodies:\n"
        "  a: {mass: 1, inertia: 0.01, at: [%.17g, %.17g], points: {d: [%.17g, %.17g], u: [%.17g, %.17g]}}\n"
        "  b: {mass: 1, inertia: 0.01, at: [%.17g, %.17g], points: {d: [%.17g, %.17g], u: [%.17g, %.17g]}}\n"
        "  c: {mass: 1, inertia: 0.01, at: [%.17g, %.17g], points: {d: [%.17g, %.17g], u: [%.17g, %.17g]}}\n"
        "  bar: {mass: 2, inertia: 0.1, at: [%.17g, %.17g], points: {a: [%.17g, 0], b: [0, 0], c: [%.17g, 0]}}\n"
        "joints:\n%s%s",
        w, 2 * w, s, c, -s, -c, s, c, w + s, c, -s, -c, s, c, 2 * w + s, c, -s, -c, s, c, w + 2 * s, 2 * c, -w, w,
        reversed ? bars : pins, reversed ? pins : bars);
}

/* Cranks without mass forces across them: only the forces along them can be shared in another way. */
static void third_crank_shares_forces_along_the_cranks(void **state)
{
    (void)state;
    for (int i = -3; i <= 3; i++) {
        double size = pow(10, i);
        verdict upright = judge(parallelogram(size, 0, false)), tilted = judge(parallelogram(size, 0.4, false));
        assert_string_equal(upright.arbitrary, " pa.force_y pb.force_y pc.force_y qa.force_y qb.force_y qc.force_y");
        assert_string_equal(tilted.arbitrary, " pa.force_x pa.force_y pb.force_x pb.force_y pc.force_x pc.force_y"
                                              " qa.force_x qa.force_y qb.force_x qb.force_y qc.force_x qc.force_y");
        verdict turned = judge(parallelogram(size, 0, true));
        assert_string_equal(turned.arbitrary, " qa.force_y qb.force_y qc.force_y pa.force_y pb.force_y pc.force_y");
    }
}

/* A drawer on two guides: force and couple of each may be shared; a hinge beside it is as it was. */
static void drawer_on_two_guides_shares_force_and_couple(void **state)
{
    (void)state;
    verdict v =
        judge("bodies:\n"
              "  door: {mass: 1, inertia: 0.01, at: [0.1, 0]}\n"
              "  drawer: {mass: 1, inertia: 0.01, at: [1, 0]}\n"
              "joints:\n"
              "  left: {translational: [ground, drawer], at: [1, 0.1], along: [1, 0], friction: {law: coulomb}}\n"
              "  right: {translational: [ground, drawer], at: [1, -0.1], along: [1, 0]}\n"
              "  hinge: {revolute: [ground, door], at: [0, 0], friction: {law: coulomb}}\n");
    assert_string_equal(v.arbitrary, " left.normal left.couple right.normal right.couple");
    assert_string_equal(v.loading, " left left");
}

static void four_bar_is_unique(void **state)
{
    (void)state;
    verdict v =
        judge("bodies:\n"
              "  a: {mass: 1, inertia: 0.01, at: [0, 0.1], points: {d: [0, -0.1], u: [0, 0.1]}}\n"
              "  b: {mass: 1, inertia: 0.01, at: [0.15, 0.2], points: {l: [-0.15, 0], r: [0.15, 0]}}\n"
              "  c: {mass: 1, inertia: 0.01, at: [0.35, 0.1], angle: 0, points: {d: [0.05, -0.1], u: [-0.05, 0.1]}}\n"
              "ground: {points: {right: [0.4, 0]}}\n"
              "joints:\n"
              "  pa: {revolute: [ground, a.d]}\n  ab: {revolute: [a.u, b.l]}\n"
              "  bc: {revolute: [b.r, c.u]}\n  pc: {revolute: [ground.right, c.d]}\n");
    assert_string_equal(v.arbitrary, "");
}

/* A body held to the ground by two welds: nothing of it is determined. */
static void two_welds_determine_nothing(void **state)
{
    (void)state;
    verdict v = judge("bodies: {b: {mass: 1, inertia: 0.01}}\n"
                      "joints: {one: {fixed: [ground, b]}, two: {fixed: [ground, b]}}\n");
    int count = 0;
    for (const char *at = v.arbitrary; *at; at++)
        count += *at == ' ';
    assert_int_equal(count, 6);
}

/* A comb of pendulums that hang on each other: every reaction and every friction force is unique, whatever sticks, and the loop
 * at its end is the same with and without it. */
static void what_hangs_on_a_loop_changes_nothing(void **state)
{
    (void)state;
    static char chain[40000];
    size_t used = 0;
    int redundant = -1;
    verdict v = {{0}, {0}};
#define ADD(...) used += (size_t)snprintf(chain + used, sizeof chain - used, __VA_ARGS__)
    ADD("bodies:\n  block: {mass: 1, inertia: 1}\n");
    for (int i = 0; i < 100; i++)
        ADD("  b%d: {mass: 1, inertia: 1, at: [%d, 0], points: {a: [0, 0], b: [1, 0]}}\n", i, i);
    ADD("joints:\n  g: {translational: [ground, block], along: [1, 0], friction: {law: coulomb}}\n"
        "  h: {translational: [ground, block], along: [1, 0]}\n");
    for (int i = 0; i < 100; i++) {
        char on[16];
        snprintf(on, sizeof on, i ? "b%d.b" : "block", i - 1);
        ADD("  p%d: {revolute: [%s, b%d.a], radius: 0.01, friction: {law: coulomb}}\n", i, on, i);
    }
    bri_system *system = build(chain);
    assert_int_equal(bri_system_reactions(system, BRI_SLIDING, see, &v, &redundant, NULL), BRI_OK);
    assert_string_equal(v.arbitrary, " g.normal g.couple h.normal h.couple");
    assert_int_equal(redundant, 2);
    assert_int_equal(bri_system_reactions(system, BRI_LOCKED, see, &v, &redundant, NULL), BRI_OK);
    assert_int_equal(redundant, 2);
    bri_system_destroy(system);
}

/* A disc in a guide along a wall: if both stick, they hold the same motion, and how they share its load is not determined; a
 * wall that the disc does not touch holds nothing. */
static void only_contacts_that_touch_can_stick(void **state)
{
    (void)state;
    for (int i = -2; i <= 2; i++) {
        bool touches = i < 0;
        int sliding = -1, locked = -1;
        verdict v = {{0}, {0}};
        bri_system *system = build(
            MODEL("bodies: {disc: {mass: 1, inertia: 0.01, radius: 0.1, at: [0, %.17g]}}\n"
                  "joints:\n"
                  "  guide: {translational: [ground, disc], at: [0, %.17g], along: [1, 0], friction: {law: coulomb}}\n"
                  "  wall: {disc_on_line: [ground, disc], along: [1, 0], normal: {law: hertz, stiffness: 1e8},"
                  " friction: {law: coulomb}}\n",
                  0.1 + 1e-5 * i, 0.1 + 1e-5 * i));
        assert_int_equal(bri_system_reactions(system, BRI_SLIDING, see, &v, &sliding, NULL), BRI_OK);
        assert_int_equal(bri_system_reactions(system, BRI_LOCKED, see, &v, &locked, NULL), BRI_OK);
        assert_int_equal(sliding, 0);
        assert_int_equal(locked, touches ? 1 : 0);
        bri_system_destroy(system);
    }
}

static void count_unique_friction(const bri_reaction *reaction, void *user)
{
    int *counts = user;
    if (reaction->is_friction) counts[reaction->unique]++;
}

/* A disc between walls that it touches: friction forces of up to three are determined; of four, which hold three motions, none
 * is. Nothing else holds the disc, so that the reactions have no rows. */
static void friction_of_four_walls_is_arbitrary(void **state)
{
    (void)state;
    static const char *const along[] = {"[1, 0]", "[0, 1]", "[-1, 0]", "[0, -1]"};
    for (int count = 1; count <= 4; count++) {
        char joints[1000] = "";
        int redundant = -1, unique[2] = {0, 0};
        for (int i = 0; i < count; i++)
            snprintf(joints + strlen(joints), sizeof joints - strlen(joints),
                     "  w%d: {disc_on_line: [ground.w%d, disc], along: %s, normal: {law: hertz, stiffness: 1e8}, "
                     "friction: {law: coulomb}}\n",
                     i, i, along[i]);
        bri_system *system =
            build(MODEL("ground: {points: {w0: [0, -0.09999], w1: [0.09999, 0], w2: [0, 0.09999], w3: [-0.09999, 0]}}\n"
                        "bodies: {disc: {mass: 1, inertia: 0.01, radius: 0.1}}\njoints:\n%s",
                        joints));
        assert_int_equal(bri_system_reactions(system, BRI_LOCKED, count_unique_friction, unique, &redundant, NULL),
                         BRI_OK);
        assert_int_equal(redundant, count == 4 ? 1 : 0);
        assert_int_equal(unique[0], count == 4 ? 4 : 0);
        assert_int_equal(unique[1], count == 4 ? 0 : count);
        bri_system_destroy(system);
    }
}

static void list_arbitrary_friction(const bri_reaction *reaction, void *user)
{
    verdict *v = user;
    size_t used = strlen(v->arbitrary);
    if (reaction->is_friction && !reaction->unique)
        snprintf(v->arbitrary + used, sizeof v->arbitrary - used, " %s", reaction->joint);
}

/* Sliding friction follows the load: it is arbitrary where the load is. Of a pin with an arbitrary force in one direction that is
 * the case, of a guide whose normal forces are shared, too; a hinge beside them has its own load. */
static void sliding_friction_is_arbitrary_where_its_load_is(void **state)
{
    (void)state;
    char cranks[4000] = "";
    for (const char *at = parallelogram(1, 0, false), *end; *at; at = end) {
        end = strstr(at, "]}\n"); /* the end of a pin */
        end = end ? end + strlen("]}\n") : at + strlen(at);
        bool is_pin = !strncmp(end - strlen("]}\n"), "]}\n", strlen("]}\n"));
        snprintf(cranks + strlen(cranks), sizeof cranks - strlen(cranks), "%.*s%s",
                 (int)(end - at - (is_pin ? (int)strlen("}\n") : 0)), at,
                 is_pin ? ", radius: 0.01, friction: {law: coulomb}}\n" : "");
    }
    const char *const models[] = {
        cranks, "bodies:\n"
                "  door: {mass: 1, inertia: 0.01, at: [0.1, 0]}\n"
                "  drawer: {mass: 1, inertia: 0.01, at: [1, 0]}\n"
                "joints:\n"
                "  left: {translational: [ground, drawer], at: [1, 0.1], along: [1, 0], friction: {law: coulomb}}\n"
                "  right: {translational: [ground, drawer], at: [1, -0.1], along: [1, 0], friction: {law: coulomb, "
                "load: 3 N}}\n"
                "  hinge: {revolute: [ground, door], at: [0, 0], friction: {law: coulomb}}\n"};
    const char *const expected[] = {" pa pb pc qa qb qc", " left"};
    for (int i = 0; i < 2; i++) {
        verdict v = {{0}, {0}};
        bri_error err = {0};
        bri_system *system = build(models[i]);
        if (bri_system_reactions(system, BRI_SLIDING, list_arbitrary_friction, &v, NULL, &err))
            fail_msg("%s", err.what);
        assert_string_equal(v.arbitrary, expected[i]);
        bri_system_destroy(system);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(third_crank_shares_forces_along_the_cranks),
        cmocka_unit_test(drawer_on_two_guides_shares_force_and_couple),
        cmocka_unit_test(four_bar_is_unique),
        cmocka_unit_test(two_welds_determine_nothing),
        cmocka_unit_test(what_hangs_on_a_loop_changes_nothing),
        cmocka_unit_test(only_contacts_that_touch_can_stick),
        cmocka_unit_test(friction_of_four_walls_is_arbitrary),
        cmocka_unit_test(sliding_friction_is_arbitrary_where_its_load_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
