/* test_rests.c - mechanisms with stiction in every joint, at rest: which of them stick is always found, and is right
 *
 * A solution exists for every coefficient of friction, as long as nothing slides: a run that ends at its first instant for want of
 * one is wrong. Random mechanisms, the same in each run; `test_rests COUNT SEED [TEST]` tries so many. What was found is compared with
 * Newton's equations, with the constraints and with the conditions of sticking and slipping, from the channels of the run. */
#include "mechanisms.h"

#include "bristle/bristle.h"
#include "sim/sim.h"

/* --- conditions ----------------------------------------------------------------------------------------------------------- */

static double channel(bri_sim *sim, const char *of, const char *name)
{
    char whole[40];
    snprintf(whole, sizeof whole, "%.20s.%.18s", of, name);
    int index = bri_sim_find(sim, whole);
    if (index < 0) fail_msg("no channel %s", whole);
    return bri_sim_value(sim, index);
}

typedef struct wrench { /* force and torque on a body, or its acceleration */
    double x, y, turn;
} wrench;

/* Acceleration of a body at a place: x, y and angular. Nothing moves yet. */
static wrench acceleration_at(const wrench *a, int body, place at)
{
    if (body < 0) return (wrench){0};
    double dx = at.x - body_list[body].at.x, dy = at.y - body_list[body].at.y;
    return (wrench){a[body].x - a[body].turn * dy, a[body].y + a[body].turn * dx, a[body].turn};
}

static void add_force(wrench *sum, double *size, int body, place at, double x, double y, double turn)
{
    if (body < 0) return;
    double dx = at.x - body_list[body].at.x, dy = at.y - body_list[body].at.y;
    sum[body].x += x;
    sum[body].y += y;
    sum[body].turn += turn + dx * y - dy * x;
    *size = fmax(*size, fmax(fabs(x), fabs(y)));
}

typedef struct conditions { /* what is wrong at most, over the largest force or acceleration */
    double motion, held, slip, limit;
    char where[100];
} conditions;

static const double tolerance = 1e-6;

static void worsen(double *most, double by, conditions *c, const char *joint, const char *what)
{
    if (by <= *most) return;
    *most = by;
    if (by > tolerance) snprintf(c->where, sizeof c->where, "%.20s: %.40s, %.3g", joint, what, by);
}

/* Sticks within its static limit and does not move; or slips against friction; or, where others hold it, carries the one limit or
 * the other. slip: its acceleration; sizes: of the largest force and acceleration. */
static void check_state(const joint_record *joint, bool stuck, double friction, double load, double slip, double force,
                        double acceleration, conditions *c)
{
    double most = joint->data.mu_s * load, sliding = joint->data.mu_k * load;
    double sticks = fmax(fabs(friction) - most, 0) / force, still = fabs(slip) / acceleration;
    double slides = fabs(friction + copysign(sliding, slip)) / force;
    if (stuck) {
        worsen(&c->limit, sticks, c, joint->name, "sticks beyond its limit");
        worsen(&c->slip, still, c, joint->name, "sticks and moves");
    } else if (still > 1e-7) {
        worsen(&c->limit, slides, c, joint->name, "slips with other friction");
    } else {
        double at_limit = fmin(fabs(fabs(friction) - most), fabs(fabs(friction) - sliding)) / force;
        worsen(&c->limit, at_limit, c, joint->name, "not at its limit");
    }
}

/* Couple of friction on the faces of a guide with a height: the corners carry it in proportion to their loads. */
static double couple_of_faces(bri_sim *sim, const joint_record *joint)
{
    double n = channel(sim, joint->name, "normal"), c = channel(sim, joint->name, "couple") / joint->length;
    if (joint->height == 0 || n == 0) return 0;
    return joint->height / 2 * channel(sim, joint->name, "friction") * n / (fabs(n / 2 + c) + fabs(n / 2 - c));
}

static conditions check(bri_sim *sim)
{
    wrench a[MOST_PINS], sum[MOST_PINS];
    double force = 0, acceleration = 9.81;
    conditions c = {0};
    for (int b = 0; b < bodies_used; b++) {
        a[b] = (wrench){channel(sim, body_list[b].name, "ax"), channel(sim, body_list[b].name, "ay"),
                        channel(sim, body_list[b].name, "spin_rate")};
        sum[b] = (wrench){0, -9.81 * body_list[b].mass, 0};
        acceleration = fmax(acceleration, fmax(fabs(a[b].x), fabs(a[b].y)));
        force = fmax(force, 9.81 * body_list[b].mass);
    }
    for (int j = 0; j < joints_used; j++) {
        const joint_record *joint = &joint_list[j];
        double f = channel(sim, joint->name, "friction"), x, y, couple;
        if (joint->slides) {
            double n = channel(sim, joint->name, "normal");
            couple = channel(sim, joint->name, "couple") + couple_of_faces(sim, joint);
            x = f * joint->along.x - n * joint->along.y;
            y = f * joint->along.y + n * joint->along.x;
        } else {
            x = channel(sim, joint->name, "force_x");
            y = channel(sim, joint->name, "force_y");
            couple = f * joint->data.radius;
        }
        add_force(sum, &force, joint->of, joint->at, x, y, couple);
        add_force(sum, &force, joint->on, joint->at, -x, -y, -couple);
    }
    for (int b = 0; b < bodies_used; b++) {
        worsen(&c.motion, fabs(sum[b].x - body_list[b].mass * a[b].x) / force, &c, body_list[b].name, "force");
        worsen(&c.motion, fabs(sum[b].y - body_list[b].mass * a[b].y) / force, &c, body_list[b].name, "force");
        worsen(&c.motion, fabs(sum[b].turn - body_list[b].inertia * a[b].turn) / force, &c, body_list[b].name,
               "torque");
    }
    for (int j = 0; j < joints_used; j++) {
        const joint_record *joint = &joint_list[j];
        bool stuck = channel(sim, joint->name, "stuck") > 0;
        wrench there = acceleration_at(a, joint->of, joint->at), here = acceleration_at(a, joint->on, joint->at);
        double x = there.x - here.x, y = there.y - here.y, turn = there.turn - here.turn, load, slip;
        if (joint->slides) {
            double n = channel(sim, joint->name, "normal"), couple = channel(sim, joint->name, "couple");
            load = fabs(n);
            if (joint->length > 0) load = fabs(n / 2 + couple / joint->length) + fabs(n / 2 - couple / joint->length);
            slip = x * joint->along.x + y * joint->along.y;
            worsen(&c.held, fabs(y * joint->along.x - x * joint->along.y) / acceleration, &c, joint->name, "opens");
            worsen(&c.held, fabs(turn) / acceleration, &c, joint->name, "turns");
        } else {
            load = hypot(channel(sim, joint->name, "force_x"), channel(sim, joint->name, "force_y"));
            slip = turn * joint->data.radius;
            worsen(&c.held, hypot(x, y) / acceleration, &c, joint->name, "opens");
        }
        check_state(joint, stuck, channel(sim, joint->name, "friction"), load, slip, force, acceleration, &c);
    }
    return c;
}

/* Whether a run starts; else why not. What it starts with must be right. */
static bool starts(char *why, size_t room)
{
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_sim *sim = NULL;
    bri_run_def def = bri_run_defaults();
    if (bri_model_parse(text, strlen(text), "rest", &model, &err)) fail_msg("%s: %s\n%s", err.where, err.what, text);
    if (bri_system_build(model, &system, &err)) fail_msg("%s: %s\n%s", err.where, err.what, text);
    def.until = 1;
    bool fine = !bri_sim_create(system, &def, &sim, &err);
    conditions c = {0};
    if (fine) {
        c = check(sim);
        fine = !bri_sim_advance(sim, 1e-9, &err);
    }
    snprintf(why, room, "%s", err.what);
    if (fine && fmax(fmax(c.motion, c.held), fmax(c.slip, c.limit)) > tolerance) {
        fine = false;
        snprintf(why, room, "wrong: %s", c.where);
    }
    bri_sim_destroy(sim);
    bri_system_destroy(system);
    bri_model_destroy(model);
    return fine;
}

/* --- random mechanisms ---------------------------------------------------------------------------------------------------- */

/* Bodies joined by pins and guides at random, with loops. */
static void write_web(uint64_t *state, pin_data data)
{
    int count = (int)random_between(state, 2, 7), loops = (int)random_between(state, 1, 4);
    begin_bodies();
    for (int b = 0; b < count; b++)
        add_body("b", b, (place){random_between(state, -1, 1), random_between(state, -1, 1)},
                 random_between(state, 0.5, 2), random_between(state, 0.02, 0.2));
    add("joints:\n");
    for (int j = 0; j < count + loops; j++) {
        joint_record joint = {.of = j < count ? j : (int)random_between(state, 1, count), .data = data};
        double turn = random_between(state, 0, 6.283185307179586), mu = random_between(state, 0.67, 1);
        joint.on = (int)random_between(state, 0, joint.of + 1) - 1;
        joint.at = (place){body_list[joint.of].at.x + random_between(state, -0.5, 0.5),
                           body_list[joint.of].at.y + random_between(state, -0.5, 0.5)};
        joint.slides = random_between(state, 0, 1) < 0.3;
        joint.along = (place){cos(turn), sin(turn)};
        joint.length = joint.slides ? random_between(state, 0.2, 1) : 0;
        joint.data.mu_k *= mu;
        joint.data.mu_s *= mu;
        snprintf(joint.name, sizeof joint.name, "j%d", j);
        add_joint(joint);
    }
}

enum {
    KINDS = 7
};
static const struct {
    const char *name;
    bool open, redundant; /* without loops; with more joints than rigid bodies can have without a treatment */
} kinds[KINDS] = {{"chain", true, false},  {"span", false, false}, {"ring", false, false}, {"scissor", false, false},
                  {"ladder", false, true}, {"tree", true, false},  {"web", false, true}};
static const char *const treatments[] = {"eliminate", "pseudoinverse", "elastic", "no treatment"};

/* Sliding friction from 0.05 to 1.5, static friction up to twice as much, radii from a hundredth of a link to a link. Returns the
 * kind. */
static int draw(uint64_t *state, char *what, size_t room)
{
    static const int sizes[] = {10, 20, 30, 49, 60, 80};
    int kind = (int)random_between(state, 0, KINDS), pins = sizes[(int)random_between(state, 0, 6)];
    double mu = random_scale(state, 0.05, 1.5),
           ratio = random_between(state, 0, 2) < 1 ? 1 : random_between(state, 1, 2);
    int shape = (int)random_between(state, 0, 4), treatment = (int)random_between(state, 0, 4);
    double angle = random_between(state, 0.2, 1.3), foot = random_between(state, 0.05, 1);
    if (kinds[kind].redundant) treatment %= 3;
    if (kinds[kind].open) treatment = 3;
    pin_data data = {random_scale(state, 0.001, 0.1), mu, mu * ratio, treatment == 2 ? 1e-8 : 0};
    if (kind == 3 || kind == 6) data.radius *= 10; /* their links have 1 m */
    switch (kind) {
    case 0: write_untwisted_chain(pins, -angle, foot, data); break;
    case 1: write_span(pins, shape, data); break;
    case 2: write_ring(pins, data); break;
    case 3: write_scissor(pins / 3, angle, foot, data); break;
    case 4: write_ladder(pins / 4, data); break;
    case 5: write_tree(40 + 2 * pins, state, data); break;
    default: write_web(state, data); break;
    }
    if (treatment < 3) add("run: {redundancy: %s}\n", treatments[treatment]);
    snprintf(what, room, "%s of %d pins, %s, shape %d, radius %g, mu_k %g, mu_s %g, angle %g, foot %g",
             kinds[kind].name, pins, treatments[treatment], shape, data.radius, data.mu_k, data.mu_s, angle, foot);
    return kind;
}

/* Slider-cranks and scissor lifts, of which a load may jam the guide: friction up to 1.5 in pins up to a link thick, guides
 * between a tenth of a link and two links long. */
static void draw_linkage(uint64_t *state, char *what, size_t room)
{
    double mu = random_scale(state, 0.05, 1.5),
           ratio = random_between(state, 0, 2) < 1 ? 1 : random_between(state, 1, 2);
    double angle = random_between(state, 0.05, 3.09), crank = random_between(state, 0.1, 1);
    double rod = random_between(state, 1.4, 4), offset = random_between(state, -0.3, 0.3),
           radius = random_scale(state, 0.01, 1);
    double length = random_scale(state, 0.1, 2), foot = random_between(state, 0.05, 1.5);
    int treatment = (int)random_between(state, 0, 4), stages = (int)random_between(state, -4, 6);
    pin_data data = {radius, mu, mu * ratio, treatment == 2 ? 1e-8 : 0};
    if (stages > 0) {
        data.radius *= 0.3;
        write_scissor(stages, angle / 2, foot, data);
    } else {
        place o = {0, 0}, a = {crank * cos(angle), crank * sin(angle)};
        double rise = offset * crank - a.y;
        place b = {a.x + sqrt(rod * rod - rise * rise), offset * crank};
        begin_bodies();
        add_rod("crank", 0, o, a);
        add_rod("rod", 0, a, b);
        add_body("piston", 0, (place){b.x + 0.2 * length, b.y}, random_scale(state, 0.1, 10), 0.01);
        add("joints:\n");
        add_pin("bearing", 0, "crank", -1, "crank", 0, o, data);
        add_pin("big", 0, "crank", 0, "rod", 0, a, data);
        add_pin("small", 0, "rod", 0, "piston", 0, b, data);
        add_joint((joint_record){.name = "guide",
                                 .slides = true,
                                 .on = -1,
                                 .of = 2,
                                 .at = body_list[2].at,
                                 .along = {1, 0},
                                 .length = treatment == 3 ? 0 : length,
                                 .data = {.mu_k = foot, .mu_s = foot * ratio, .compliance = data.compliance}});
    }
    if (treatment < 3) add("run: {redundancy: %s}\n", treatments[treatment]);
    snprintf(what, room, "%s %d, %s, radius %g, mu_k %g, mu_s %g, angle %g, foot %g",
             stages > 0 ? "scissor" : "slider-crank", stages, treatments[treatment], data.radius, data.mu_k, data.mu_s,
             angle, foot);
}

static int count = 40, seed = 11;

static void linkages_start(void **unused)
{
    (void)unused;
    uint64_t state = (uint64_t)seed;
    int failed = 0;
    for (int i = 0; i < 5 * count; i++) {
        char what[200], why[600];
        draw_linkage(&state, what, sizeof what);
        if (starts(why, sizeof why)) continue;
        print_error("linkage %d, %s: %s\n", i, what, why);
        failed++;
    }
    if (failed || count > 40) print_message("%d of %d linkages failed\n", failed, 5 * count);
    assert_int_equal(failed, 0);
}

/* The same, with guides whose friction acts on two faces, up to their length apart. */
static void linkages_with_faces_start(void **unused)
{
    (void)unused;
    uint64_t state = (uint64_t)seed + 1;
    int failed = 0;
    for (int i = 0; i < 5 * count; i++) {
        char what[200], why[600];
        guide_height = random_between(&state, 0.05, 1);
        draw_linkage(&state, what, sizeof what);
        if (starts(why, sizeof why)) continue;
        print_error("linkage %d, height %g, %s: %s\n", i, guide_height, what, why);
        failed++;
    }
    guide_height = 0;
    if (failed || count > 40) print_message("%d of %d linkages with faces failed\n", failed, 5 * count);
    assert_int_equal(failed, 0);
}

static void at_rest_a_choice_is_found(void **unused)
{
    (void)unused;
    uint64_t state = (uint64_t)seed;
    int tried[KINDS] = {0}, failed[KINDS] = {0}, all = 0;
    for (int i = 0; i < count; i++) {
        char what[200], why[600];
        int kind = draw(&state, what, sizeof what);
        tried[kind]++;
        if (starts(why, sizeof why)) continue;
        print_error("mechanism %d, %s: %s\n", i, what, why);
        failed[kind]++;
        all++;
    }
    for (int k = 0; k < KINDS && (all || count > 40); k++)
        print_message("%s: %d of %d failed\n", kinds[k].name, failed[k], tried[k]);
    assert_int_equal(all, 0);
}

/* A corner of a guide at its limit passes to its other side when the loads of the choice are recorded: the guide then carried 0.157 of
 * its load, not its static coefficient of 0.541. */
static void loads_that_turn(void **unused)
{
    (void)unused;
    char what[200], why[600];
    uint64_t state = 1;
    for (int i = 0; i < 488; i++)
        draw(&state, what, sizeof what);
    if (!starts(why, sizeof why)) fail_msg("%s: %s", what, why);
}

/* A chain of 80 pins with mu_s = 2.1: steps along the path of smoothed friction come to another branch and end at a sharp turn, and only
 * those of other lengths come to its end. */
static void a_path_with_sharp_turns(void **unused)
{
    (void)unused;
    char what[200], why[600];
    uint64_t state = 7;
    for (int i = 0; i < 2; i++)
        draw(&state, what, sizeof what);
    if (!starts(why, sizeof why)) fail_msg("%s: %s", what, why);
}

/* The label of the first interface whose friction a run keeps from its beginning on; "": there is none. *kept: how many. */
static const char *first_kept(const bri_system *system, int *kept)
{
    bri_sim *sim = NULL;
    bri_error err = {0};
    const char *first = "";
    *kept = 0;
    if (bri_sim_create(system, NULL, &sim, &err)) fail_msg("%s", err.what);
    for (int k = system->interfaces - 1; k >= 0; k--)
        if (bri_is_kept(&sim->engine->now, k)) {
            first = system->interface[k].label;
            ++*kept;
        }
    bri_sim_destroy(sim);
    return first;
}

/* A ladder of 80 pins under elimination, of which no choice is found that follows eq. 20: the run says so, and names the first interface
 * whose friction is kept, once. */
static void kept_friction_is_reported(void **unused)
{
    (void)unused;
    char what[200];
    uint64_t state = 1;
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    def.until = 1e-5;
    for (int i = 0; i < 191; i++)
        draw(&state, what, sizeof what);
    if (bri_model_parse(text, strlen(text), what, &model, &err)) fail_msg("%s", err.what);
    if (bri_system_build(model, &system, &err)) fail_msg("%s", err.what);
    if (bri_run(system, &def, &result, &err)) fail_msg("%s", err.what);
    int said = 0, kept;
    const char *first = first_kept(system, &kept);
    for (int i = 0; i < result->events; i++) {
        if (strcmp(result->event[i]->event, "friction kept: no choice found by the rule of redundancy") != 0) continue;
        said++;
        assert_string_equal(result->event[i]->joint, first);
    }
    print_message("%d interfaces are kept, the first is %s\n", kept, first);
    assert_int_equal(said, 1);
    bri_result_destroy(result);
    bri_system_destroy(system);
    bri_model_destroy(model);
}

/* Several choices are consistent with loop gains up to 18. Those whose solution is unstable, from which compliant joints would jump to
 * another one, ended their runs within a step. */
static void stable_choices_are_taken(void **unused)
{
    (void)unused;
    uint64_t state = 1001;
    char what[200], why[600];
    for (int i = 0; i <= 2405; i++) {
        draw_linkage(&state, what, sizeof what);
        if ((i == 1950 || i == 2405) && !starts(why, sizeof why)) fail_msg("%s: %s", what, why);
    }
}

/* Loops of 49 pins, mu_k 0.6, mu_s 0.72, which once had no end. */
static void loops_of_49_pins(void **unused)
{
    (void)unused;
    char why[600];
    for (int shape = 0; shape < 5; shape++) {
        for (int i = 0; i < 3; i++) {
            pin_data data = {0.005 * (i + 1), 0.6, 0.72, 0};
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
    write_span(80, 3, (pin_data){0.0475, 0.5178, 0.5178, 0});
    if (!starts(why, sizeof why)) fail_msg("zigzag: %s", why);
    write_tree(120, &state, (pin_data){0.04, 0.55, 0.55, 0});
    if (!starts(why, sizeof why)) fail_msg("tree: %s", why);
}

int main(int arguments, char **argument)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest_a_choice_is_found), cmocka_unit_test(linkages_start),
        cmocka_unit_test(linkages_with_faces_start), cmocka_unit_test(stable_choices_are_taken),
        cmocka_unit_test(loads_that_turn),           cmocka_unit_test(a_path_with_sharp_turns),
        cmocka_unit_test(kept_friction_is_reported), cmocka_unit_test(loops_of_49_pins),
        cmocka_unit_test(strong_friction),
    };
    if (arguments > 1) count = atoi(argument[1]);
    if (arguments > 2) seed = atoi(argument[2]);
    if (arguments > 3) cmocka_set_test_filter(argument[3]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
