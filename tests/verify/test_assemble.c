/* test_assemble.c - bodies that are moved together take with them what a model says of their joints in the world
 *
 * A frame on two legs is built 50 mm and 0.2 rad beside its pins, so that it moves and turns when it is assembled; a second body
 * is joined to it in every way that is placed in the world. The mechanism must be the same before and after: its joints are at the
 * same points and directions of the bodies, and meet. */
#include "mechanism.h"

#include "system/build.h"

#define NORMAL "{law: kelvin_voigt, stiffness: 1e6 N/m}"

static const char *const joints[] = {
    "{revolute: [frame, other], at: [0.3 m, 0.4 m]}",
    "{revolute: [frame, other], at: [0.3 m, 0.4 m], radius: 10 mm, friction: {law: coulomb}}",
    "{translational: [frame, other], at: [0.3 m, 0.4 m], along: [3, 1]}",
    "{translational: [frame, other], along: [1, 0]}",
    "{fixed: [frame, other], at: [0.3 m, 0.4 m]}",
    "{point_on_line: [frame, other], at: [0.3 m, 0.4 m], along: [0, 1]}",
    "{point_on_line: [frame, other.tip], at: [0.3 m, 0.4 m], along: [0, 1]}",
    "{wheel_on_line: [frame, wheel], through: [0, 0.1 m], along: [1, 0]}",
    "{rolling: [frame, wheel], along: [1, 0]}",
    "{disc_on_line: [frame, wheel], through: [0, 0.05 m], along: [1, 0]}",
    "{tip_on_line: [frame, other], at: [0.3 m, 0.3 m], through: [0, 0.1 m], along: [1, 0.1], normal: " NORMAL "}",
    "{translation_driver: [frame, other], along: [1, 1], motion: {ramp: 0.1 m, end: 1 s}}",
    "{rotation_driver: [frame, other], motion: {ramp: 1 rad, end: 1 s}}",
};

/* Without constraints the bodies move apart, and one position in the world cannot be the place of the joint on both. */
static const char *const two_places[] = {
    "{translational: [frame, other], at: [0.3 m, 0.4 m], along: [3, 1], length: 0.1 m, height: 20 mm, clearance: 1 mm, "
    "normal: " NORMAL "}",
    "{rub: [frame, other], at: [0.3 m, 0.4 m], along: [1, 0], friction: {law: coulomb, load: 10 N}}",
};

static bri_model *parse(const char *joint)
{
    bri_model *model = NULL;
    bri_error err = {0};
    const char *model_text = MODEL(
        "ground: {points: {l: [-0.5 m, 0], r: [0.5 m, 0]}}\n"
        "bodies:\n"
        "  frame: {mass: 2 kg, inertia: 0.3 kg m2, at: [50 mm, 0.1 m], angle: 0.2 rad, points: {l: [-0.5 m, 0], r: "
        "[0.5 m, "
        "0]}}\n"
        "  other: {mass: 1 kg, inertia: 0.1 kg m2, at: [0.4 m, 0.6 m], angle: 0.5 rad, points: {tip: [0.1 m, 0]}}\n"
        "  wheel: {mass: 1 kg, inertia: 0.01 kg m2, at: [0.2 m, 0.2 m], radius: 0.1 m}\n"
        "joints:\n"
        "  left: {revolute: [ground.l, frame.l]}\n"
        "  right: {point_on_line: [ground.r, frame.r], along: [1, 0]}\n"
        "  tested: %s\n"
        "forces:\n"
        "  wind: {force: other, at: [0.4 m, 0.7 m], along: [1, 0], value: 3 N}\n"
        "  jet: {force: frame, at: [0, 0.1 m], along: [1, 2], turns: with_body, value: 3 N}\n",
        joint);
    if (bri_model_parse(model_text, strlen(model_text), "test", &model, &err)) fail_msg("%s: %s", joint, err.what);
    return model;
}

static bri_system *equations(const bri_model *model)
{
    bri_system *system = NULL;
    bri_error err = {0};
    if (bri_system_build_unstarted(model, &system, &err)) fail_msg("%s", err.what);
    return system;
}

static void assert_same(const char *what, const double a[2], const double b[2])
{
    if (!(hypot(a[0] - b[0], a[1] - b[1]) <= 1e-9))
        fail_msg("%s: [%.9g, %.9g] is not [%.9g, %.9g]", what, a[0], a[1], b[0], b[1]);
}

static void an_assembled_model_is_the_same_mechanism(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        bri_model *model = parse(joints[i]);
        bri_system *before = equations(model), *built = NULL;
        bri_error err = {0};
        double gap = 0, again = 0;
        if (bri_model_assemble(model, &gap, &err)) fail_msg("%s: %s", joints[i], err.what);
        assert_true(gap > 0.01);
        bri_system *after = equations(model);
        for (int j = 0; j < before->joints; j++) {
            const bri_site *was = &before->joint[j].site, *is = &after->joint[j].site;
            assert_same(joints[i], is->along, was->along);
            assert_same(joints[i], is->point[1], was->point[1]);
        }
        for (int f = 0; f < before->forces; f++) {
            assert_same(before->force[f].name, after->force[f].site.along, before->force[f].site.along);
            assert_same(before->force[f].name, after->force[f].site.point[0], before->force[f].site.point[0]);
        }
        if (bri_system_build(model, &built, &err)) fail_msg("%s: %s", joints[i], err.what);
        assert_true(bri_system_mobility(built).position_error <= 1e-9);
        assert_int_equal(bri_model_assemble(model, &again, &err), BRI_OK);
        assert_true(again <= 1e-9);
        bri_system *twice = equations(model);
        for (int n = 0; n < BRI_DOF * after->bodies; n++)
            assert_close(twice->q0[n], after->q0[n], 1e-9);
        bri_system_destroy(twice);
        bri_system_destroy(built);
        bri_system_destroy(after);
        bri_system_destroy(before);
        bri_model_destroy(model);
    }
}

static void a_place_that_is_two_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof two_places / sizeof *two_places; i++) {
        bri_model *model = parse(two_places[i]);
        bri_error err = {0};
        double gap = 0;
        assert_int_equal(bri_model_assemble(model, &gap, &err), BRI_BAD_MODEL);
        assert_string_equal(
            err.what, "joint 'tested': assembly moves its two bodies differently, so one position in the world no "
                      "longer marks the joint on both of them: name a point of each body instead");
        bri_model_destroy(model);
    }
}

/* Two carriages 0.9 m apart, driven apart from there, and a rod of 1 m between them: the driver begins where the rod fits. */
static void a_driver_that_starts_where_the_bodies_are_holds_nothing(void **state)
{
    (void)state;
    static const char carriages[] =
        "bodies:\n"
        "  a: {mass: 1 kg, inertia: 1 kg m2}\n"
        "  b: {mass: 1 kg, inertia: 1 kg m2, at: [0.9 m, 0]}\n"
        "  rod: {mass: 1 kg, inertia: 1 kg m2, at: [0.5 m, 0], points: {a: [-0.5 m, 0], b: [0.5 m, 0]}}\n"
        "joints:\n"
        "  ga: {translational: [ground, a], along: [1, 0]}\n"
        "  gb: {translational: [ground, b], along: [1, 0]}\n"
        "  drive: {translation_driver: [ground, b], along: [1, 0], motion: {ramp: 0.1 m, end: 1 s}}\n"
        "  pa: {revolute: [a, rod.a]}\n  pb: {revolute: [b, rod.b]}\n";
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_error err = {0};
    double gap = 0, a = 0, b = 0;
    assert_int_equal(bri_model_parse(carriages, strlen(carriages), "test", &model, &err), BRI_OK);
    if (bri_model_assemble(model, &gap, &err)) fail_msg("%s", err.what);
    assert_close(gap, 0.1, 1e-12);
    assert_int_equal(bri_model_get(model, "a.at.x", &a, &err), BRI_OK);
    assert_int_equal(bri_model_get(model, "b.at.x", &b, &err), BRI_OK);
    assert_close(b - a, 1, 1e-9);
    if (bri_system_build(model, &system, &err)) fail_msg("%s", err.what);
    bri_system_destroy(system);
    bri_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_assembled_model_is_the_same_mechanism),
        cmocka_unit_test(a_place_that_is_two_is_refused),
        cmocka_unit_test(a_driver_that_starts_where_the_bodies_are_holds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
