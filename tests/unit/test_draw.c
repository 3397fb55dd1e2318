/* test_draw.c - drawings with a pen that writes down what it is told: every joint and force, bodies with and without shapes,
 * clearances */
#include "test.h"

#include "bristle/bristle.h"
#include "force/force.h"
#include "joint/draw.h"
#include "kind/record.h"

enum {
    ROUNDS = 50,
    MOST = 4000
};

#define JOINT(name) extern const bri_joint_kind bri_joint_##name;
#include "joint/joints.def"
#undef JOINT
#define FORCE(name) extern const bri_force_kind bri_force_##name;
#include "force/forces.def"
#undef FORCE

/* --- a pen that remembers ------------------------------------------------------------------------------------------- */

typedef struct stroke {
    char form[8], style[16], name[32];
    int body, count;
    double at[8][2], radius; /* the first points */
} stroke;

typedef struct record {
    stroke stroke[MOST];
    int count;
    bool finite;
} record;

static void note(const char *form, const bri_ink *ink, const double (*at)[2], int count, double radius, void *user)
{
    record *r = user;
    assert_non_null(ink->style);
    assert_true(count > 0 && radius >= 0);
    r->finite = r->finite && isfinite(radius);
    for (int i = 0; i < count; i++)
        r->finite = r->finite && isfinite(at[i][0]) && isfinite(at[i][1]);
    if (r->count == MOST) return;
    stroke *s = &r->stroke[r->count++];
    *s = (stroke){.body = ink->body, .count = count, .radius = radius};
    snprintf(s->form, sizeof s->form, "%s", form);
    snprintf(s->style, sizeof s->style, "%s", ink->style);
    snprintf(s->name, sizeof s->name, "%s", ink->name ? ink->name : "");
    memcpy(s->at, at, (size_t)(count < 8 ? count : 8) * sizeof *at);
}

static void note_line(const bri_ink *ink, const double (*at)[2], int count, void *user)
{
    note("line", ink, at, count, 0, user);
}

static void note_polygon(const bri_ink *ink, const double (*at)[2], int count, void *user)
{
    note("polygon", ink, at, count, 0, user);
}

static void note_circle(const bri_ink *ink, const double at[2], double radius, void *user)
{
    note("circle", ink, (const double(*)[2])(const void *)at, 1, radius, user);
}

static void note_text(const bri_ink *ink, const double at[2], const char *text, void *user)
{
    assert_string_equal(text, ink->name);
    note("text", ink, (const double(*)[2])(const void *)at, 1, 0, user);
}

static bri_pen pen_on(record *r)
{
    *r = (record){.finite = true};
    return (bri_pen){.size = sizeof(bri_pen),
                     .line = note_line,
                     .polygon = note_polygon,
                     .circle = note_circle,
                     .text = note_text,
                     .user = r};
}

static const stroke *find(const record *r, const char *form, const char *style, const char *name)
{
    for (int i = 0; i < r->count; i++) {
        const stroke *s = &r->stroke[i];
        if (!strcmp(s->form, form) && !strcmp(s->style, style) && !strcmp(s->name, name)) return s;
    }
    return NULL;
}

/* --- every kind ------------------------------------------------------------------------------------------------------- */

typedef union parameters {
    double room[128];
    bri_names names;
} parameters;

static void choose_parameters(const bri_kind *kind, uint64_t *random, bool loose, parameters *p)
{
    memset(p, 0, sizeof *p);
    for (const bri_param *row = kind->params; row->name; row++) {
        double *at = bri_row_at(row, p);
        if (row->type == BRI_REAL) *at = random_between(random, 0.2, 0.9);
        if (row->type == BRI_REAL && !strcmp(row->name, "clearance") && !loose) *at = 0;
        if (row->type != BRI_VECTOR) continue;
        at[0] = random_between(random, 0.2, 1);
        at[1] = random_between(random, 0.2, 1);
    }
}

static void put_anywhere(uint64_t *random, bri_end *ends, bri_frame *frames, const bri_frame **at)
{
    for (int e = 0; e < BRI_ENDS; e++) {
        double q[BRI_DOF], u[BRI_DOF] = {0};
        for (int i = 0; i < BRI_DOF; i++)
            q[i] = random_between(random, -3, 3);
        frames[e] = bri_frame_of(q, u);
        at[e] = &frames[e];
        ends[e] = (bri_end){.name = "body.point",
                            .frame = frames[e],
                            .point = {random_between(random, -1, 1), random_between(random, -1, 1)},
                            .radius = random_between(random, 0.1, 1)};
    }
}

static bri_sketch sketch_with(const bri_pen *pen, const bri_frame *const *bodies, double magnify)
{
    bri_sketch sketch = {.pen = pen, .name = "it", .body = {BRI_INK_GROUND, 0, 1}, .mark = 0.1, .magnify = magnify};
    for (int e = 0; e < BRI_ENDS; e++)
        memcpy(sketch.pivot[e], bodies[e]->at, sizeof sketch.pivot[e]);
    memcpy(sketch.at, bodies[1]->at, sizeof sketch.at);
    for (int i = 0; i < BRI_GAPS_MAX; i++)
        sketch.force[i][0] = sketch.force[i][1] = 3;
    sketch.largest = 5;
    return sketch;
}

static void check_strokes(const record *r, const char *name)
{
    if (r->count == 0) fail_msg("%s draws nothing", name);
    if (!r->finite) fail_msg("%s draws what has no place", name);
}

static void joint_draws_something_finite(void **state)
{
    static record r;
    const bri_joint_kind *kind = *state;
    uint64_t random = 3;
    for (int round = 0; round < ROUNDS; round++) {
        bri_end ends[BRI_ENDS];
        bri_frame frames[BRI_ENDS];
        const bri_frame *bodies[BRI_ENDS];
        parameters params;
        bri_site site = {0};
        bri_error err = {0};
        choose_parameters(&kind->kind, &random, round % 2, &params);
        put_anywhere(&random, ends, frames, bodies);
        if (kind->place(&params, ends, (int)kind->kind.params[0].max, &site, &err)) fail_msg("%s", err.what);
        bri_pen pen = pen_on(&r);
        bri_sketch sketch = sketch_with(&pen, bodies, round % 3 ? 1 : 20);
        if (kind->draw) kind->draw(&params, &site, bodies, &sketch);
        if (kind->draw) check_strokes(&r, kind->kind.name);
        pen = pen_on(&r);
        bri_sketch_mark(&sketch, &site, bodies); /* what a joint without draw shows */
        check_strokes(&r, "a mark");
        const bri_pen deaf = bri_pen_defaults();
        sketch.pen = &deaf;
        if (kind->draw) kind->draw(&params, &site, bodies, &sketch);
    }
}

static void force_draws_something_finite(void **state)
{
    static record r;
    const bri_force_kind *kind = *state;
    uint64_t random = 5;
    for (int round = 0; round < ROUNDS; round++) {
        bri_end ends[BRI_ENDS];
        bri_frame frames[BRI_ENDS];
        const bri_frame *bodies[BRI_ENDS];
        parameters params;
        bri_site site = {.along = {0.6, 0.8}};
        choose_parameters(&kind->kind, &random, false, &params);
        put_anywhere(&random, ends, frames, bodies);
        assert_int_equal(kind->place(&params, ends, 2, &site, NULL), BRI_OK);
        bri_pen pen = pen_on(&r);
        bri_sketch sketch = sketch_with(&pen, bodies, 1);
        sketch.effort = round % 2 ? -1 : 1;
        sketch.along_joint = round % 3 == 0;
        if (kind->draw) kind->draw(&params, &site, bodies, &sketch);
        if (kind->draw) check_strokes(&r, kind->kind.name);
    }
}

/* --- whole mechanisms --------------------------------------------------------------------------------------------------- */

typedef struct scene {
    bri_model *model;
    bri_system *system;
    bri_sim *sim;
} scene;

static scene open_scene(const char *text)
{
    scene s = {0};
    bri_error err = {0};
    bri_run_def def = bri_run_defaults();
    bri_status status = bri_model_parse(text, strlen(text), "test", &s.model, &err);
    if (!status) status = bri_system_build(s.model, &s.system, &err);
    if (!status) status = bri_sim_create(s.system, &def, &s.sim, &err);
    if (status) fail_msg("%s: %s", err.where, err.what);
    return s;
}

static void close_scene(scene *s)
{
    bri_sim_destroy(s->sim);
    bri_system_destroy(s->system);
    bri_model_destroy(s->model);
}

static const char *const shapes =
    "ground: {points: {nail: [3, 4]}, shapes: [{polygon: [[0, 0], [1, 0], [1, 1]]}]}\n"
    "bodies:\n"
    "  block: {mass: 1, inertia: 1, at: [1, 2], angle: 90 deg, points: {tip: [0.5, 0]},\n"
    "          shapes: [{box: [4, 2]}, {circle: 0.5, at: [1, 0]}, {line: [[0, 0], [1, 0], [2, 1]]}]}\n"
    "  bar: {mass: 1, inertia: 1, points: {a: [-1, 0], b: [2, 0]}}\n"
    "  plate: {mass: 1, inertia: 1, points: {a: [-1, 0], b: [2, 0], c: [0, 1], inside: [0.1, 0.1]}}\n"
    "  wheel: {mass: 1, inertia: 1, radius: 0.3}\n"
    "  grain: {mass: 1, inertia: 1}\n";

static void bodies_are_drawn_where_they_are(void **state)
{
    static record r;
    (void)state;
    scene s = open_scene(shapes);
    bri_pen pen = pen_on(&r);
    assert_int_equal(bri_sim_draw(s.sim, &pen, NULL), BRI_OK);
    check_strokes(&r, "the mechanism");
    const stroke *box = find(&r, "polygon", "body", "block"), *circle = find(&r, "circle", "body", "block");
    const stroke *line = find(&r, "line", "body", "block"), *ground = find(&r, "polygon", "ground", "");
    assert_true(box && circle && line && ground);
    assert_close(box->at[0][0], 1 + 1, 1e-12); /* the corner (-2, -1), turned to (1, -2) */
    assert_close(box->at[0][1], 2 - 2, 1e-12);
    assert_close(circle->at[0][0], 1, 1e-12);
    assert_close(circle->at[0][1], 3, 1e-12);
    assert_close(circle->radius, 0.5, 1e-12);
    assert_int_equal(line->count, 3);
    assert_int_equal(box->body, 0);
    assert_int_equal(ground->body, BRI_INK_GROUND);
    assert_non_null(find(&r, "text", "body", "block"));
    close_scene(&s);
}

static void bodies_without_shapes_are_guessed(void **state)
{
    static record r;
    (void)state;
    scene s = open_scene(shapes);
    bri_pen pen = pen_on(&r);
    pen.mark = 0.1;
    assert_int_equal(bri_sim_draw(s.sim, &pen, NULL), BRI_OK);
    const stroke *bar = find(&r, "line", "body", "bar"), *plate = find(&r, "polygon", "body", "plate");
    const stroke *wheel = find(&r, "circle", "body", "wheel"), *grain = find(&r, "polygon", "body", "grain");
    assert_true(bar && plate && wheel && grain);
    assert_int_equal(bar->count, 2);
    assert_int_equal(plate->count, 3); /* one point is inside */
    assert_close(wheel->radius, 0.3, 1e-12);
    assert_close(grain->at[2][0] - grain->at[0][0], 0.4, 1e-12);
    close_scene(&s);
}

static int twice_the_area(const int a[2], const int b[2], const int c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* Whether a point lies in the triangle of three others, or on a line between two of them. */
static bool is_between(int (*at)[2], int count, int which)
{
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
            for (int c = 0; c < count; c++) {
                int *p = at[which];
                if (a == which || b == which || c == which) continue;
                int u = twice_the_area(at[a], at[b], p), v = twice_the_area(at[b], at[c], p),
                    w = twice_the_area(at[c], at[a], p);
                bool in_line = !u && !v && !w, in_box = true;
                for (int i = 0; i < 2; i++)
                    in_box = in_box && (at[a][i] - p[i]) * (at[b][i] - p[i]) <= 0;
                if (in_line ? in_box : u >= 0 && v >= 0 && w >= 0) return true;
            }
    return false;
}

/* On a coarse grid, where many have one x or lie in line. */
static void outline_goes_through_the_points_that_lie_between_no_others(void **state)
{
    enum {
        BODIES = 60,
        POINTS = 6
    };
    static record r;
    static char text[BODIES * 400];
    static int at[BODIES][POINTS][2];
    int used = snprintf(text, sizeof text, "bodies:\n"), lines = 0, count[BODIES];
    uint64_t random = 8;
    (void)state;
    for (int b = 0; b < BODIES; b++) {
        bool in_line = b % 10 == 7;
        count[b] = in_line ? 3 : 3 + b % (POINTS - 2);
        used += snprintf(text + used, sizeof text - (size_t)used, "  b%d: {mass: 1, inertia: 1, points: {", b);
        for (int i = 0; i < count[b]; i++) {
            bool is_new = false;
            while (!is_new) {
                is_new = true;
                for (int k = 0; k < 2; k++)
                    at[b][i][k] = (int)(random_bits(&random) % 4);
                if (in_line) at[b][i][b / 10 % 2] = 1;
                for (int j = 0; j < i; j++)
                    is_new = is_new && (at[b][j][0] != at[b][i][0] || at[b][j][1] != at[b][i][1]);
            }
            used += snprintf(text + used, sizeof text - (size_t)used, "p%d: [%d, %d]%s", i, at[b][i][0], at[b][i][1],
                             i + 1 < count[b] ? ", " : "}}\n");
        }
    }
    scene s = open_scene(text);
    bri_pen pen = pen_on(&r);
    assert_int_equal(bri_sim_draw(s.sim, &pen, NULL), BRI_OK);
    for (int b = 0; b < BODIES; b++) {
        char name[8];
        int corners = 0;
        snprintf(name, sizeof name, "b%d", b);
        for (int i = 0; i < count[b]; i++)
            corners += !is_between(at[b], count[b], i);
        lines += corners == 2;
        const stroke *outline = find(&r, corners == 2 ? "line" : "polygon", "body", name);
        assert_non_null(outline);
        assert_int_equal(outline->count, corners);
        for (int i = 0; i < count[b]; i++) {
            bool met = false;
            for (int k = 0; k < corners; k++)
                met = met || (outline->at[k][0] == at[b][i][0] && outline->at[k][1] == at[b][i][1]);
            assert_int_equal(met, !is_between(at[b], count[b], i));
        }
        for (int k = 0; k < corners && corners > 2; k++) { /* it turns to the left at each of them */
            const double *p = outline->at[k], *q = outline->at[(k + 1) % corners], *o = outline->at[(k + 2) % corners];
            assert_true((q[0] - p[0]) * (o[1] - q[1]) - (q[1] - p[1]) * (o[0] - q[0]) > 0.5);
        }
    }
    assert_true(lines >= 3 && lines < BODIES / 2);
    close_scene(&s);
}

static void points_are_found_by_name(void **state)
{
    (void)state;
    scene s = open_scene(shapes);
    double at[2];
    int body;
    bri_error err = {0};
    assert_int_equal(bri_sim_find_point(s.sim, "block.tip", at, &body, NULL), BRI_OK);
    assert_close(at[0], 1, 1e-12);
    assert_close(at[1], 2.5, 1e-12);
    assert_int_equal(body, 0);
    assert_int_equal(bri_sim_find_point(s.sim, "ground.nail", at, &body, NULL), BRI_OK);
    assert_true(at[0] == 3 && at[1] == 4 && body == BRI_INK_GROUND);
    assert_int_equal(bri_sim_find_point(s.sim, "bar", at, NULL, NULL), BRI_OK);
    assert_int_equal(bri_sim_find_point(s.sim, "block.tp", at, NULL, &err), BRI_NOT_FOUND);
    assert_string_equal(err.what, "there is no point 'tp' of block; did you mean 'tip'?");
    err = (bri_error){0};
    assert_int_equal(bri_sim_find_point(s.sim, "blok", at, NULL, &err), BRI_NOT_FOUND);
    assert_string_equal(err.what, "there is no body 'blok'; did you mean 'block'?");
    close_scene(&s);
}

static const char *const bearing = "gravity: [0, -9.81 m/s2]\n"
                                   "ground: {points: {bore: [0, 0]}}\n"
                                   "bodies: {shaft: {mass: 1, inertia: 1e-3, at: [0, -1 mm]}}\n"
                                   "joints: {bush: {revolute: [ground.bore, shaft], radius: 20 mm, clearance: 1 mm,\n"
                                   "                normal: {law: lankarani_nikravesh, restitution: 0.3}}}\n";

static void clearance_is_drawn_larger(void **state)
{
    static record r;
    (void)state;
    scene s = open_scene(bearing);
    bri_clearance_view loose;
    assert_int_equal(bri_sim_clearances(s.sim), 1);
    assert_int_equal(bri_sim_advance(s.sim, 1, NULL), BRI_OK); /* at rest on the bore */
    bri_pen pen = pen_on(&r);
    assert_int_equal(bri_sim_draw_clearance(s.sim, 0, 5, &pen, &loose, NULL), BRI_OK);
    check_strokes(&r, "the bearing");
    const stroke *bore = find(&r, "circle", "bore", "bush"), *journal = find(&r, "circle", "gap", "bush");
    assert_true(bore && journal);
    assert_close(bore->radius, 0.025, 1e-12);
    assert_close(journal->radius, 0.020, 1e-12);
    assert_close(journal->at[0][1], -0.005, 1e-3); /* pressed in by what the weight takes */
    assert_close(loose.force[1], 9.81, 1e-3);
    assert_true(loose.round && loose.touches);
    assert_close(loose.clearance, 1e-3, 1e-15);
    assert_non_null(find(&r, "line", "push", "bush"));
    pen = pen_on(&r);
    assert_int_equal(bri_sim_draw(s.sim, &pen, NULL), BRI_OK); /* to scale, without forces */
    assert_close(find(&r, "circle", "bore", "bush")->radius, 0.021, 1e-12);
    assert_null(find(&r, "line", "push", "bush"));
    assert_int_equal(bri_sim_draw_clearance(s.sim, 1, 5, &pen, &loose, NULL), BRI_NOT_FOUND);
    close_scene(&s);
}

/* A planet of half the teeth of the sun: pitch circles of 2 m and 1 m about the axles, 3 m apart. Neither is the mass centre, and
 * the planet has another pin, which is no axle. */
static const char *const planet_gear =
    "bodies:\n"
    "  rod: {mass: 1, inertia: 1, at: [3, 4], points: {end: [0, -3.5]}}\n"
    "  sun: {mass: 1, inertia: 1, at: [0.1, 0], points: {axle: [-0.1, 0]}}\n"
    "  arm: {mass: 1, inertia: 1, at: [1.5, 0.2], points: {sun: [-1.5, -0.2], planet: [1.5, -0.2]}}\n"
    "  planet: {mass: 1, inertia: 1, at: [3, 0.1], points: {axle: [0, -0.1], crank: [0, 0.4]}}\n"
    "joints:\n"
    "  crank: {revolute: [rod.end, planet.crank]}\n"
    "  sun_axle: {revolute: [ground, sun.axle]}\n"
    "  arm_axle: {revolute: [ground, arm.sun]}\n"
    "  planet_axle: {revolute: [arm.planet, planet.axle]}\n"
    "  mesh: {gear: [sun, planet, arm], ratio: 0.5}\n";

static void pitch_circles_meet(void **state)
{
    static record r;
    (void)state;
    static const double radius[] = {2, 1}, x[] = {0, 3};
    static const int body[] = {1, 3};
    int found = 0;
    scene s = open_scene(planet_gear);
    bri_pen pen = pen_on(&r);
    assert_int_equal(bri_sim_draw(s.sim, &pen, NULL), BRI_OK);
    for (int i = 0; i < r.count; i++) {
        if (strcmp(r.stroke[i].style, "pitch") != 0) continue;
        assert_true(found < 2);
        assert_int_equal(r.stroke[i].body, body[found]);
        assert_close(r.stroke[i].radius, radius[found], 1e-12);
        assert_close(r.stroke[i].at[0][0], x[found], 1e-12);
        assert_close(r.stroke[i].at[0][1], 0, 1e-12);
        found++;
    }
    assert_int_equal(found, 2);
    close_scene(&s);
}

/* Rails along the sides of a block of 4 m by 2 m, which are longer than it. */
static void rails_lie_at_the_sides_of_a_block(void **state)
{
    static record r;
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        char model[300];
        snprintf(model, sizeof model,
                 "bodies: {block: {mass: 1, inertia: 1, at: [3, 5], shapes: [{box: [%s]}]}}\n"
                 "joints: {guide: {translational: [ground, block], at: [3, 5], along: [%s]}}\n",
                 turned ? "2, 4" : "4, 2", turned ? "0, 1" : "1, 0");
        scene s = open_scene(model);
        bri_pen pen = pen_on(&r);
        double along[2] = {INFINITY, -INFINITY}, across[2] = {INFINITY, -INFINITY};
        assert_int_equal(bri_sim_draw(s.sim, &pen, NULL), BRI_OK);
        for (int i = 0; i < r.count; i++)
            for (int k = 0; k < r.stroke[i].count && !strcmp(r.stroke[i].style, "guide"); k++) {
                const double *at = r.stroke[i].at[k];
                along[0] = fmin(along[0], at[turned]);
                along[1] = fmax(along[1], at[turned]);
                across[0] = fmin(across[0], at[1 - turned]);
                across[1] = fmax(across[1], at[1 - turned]);
            }
        assert_close(across[0], (turned ? 3 : 5) - 1, 1e-12);
        assert_close(across[1], (turned ? 3 : 5) + 1, 1e-12);
        assert_true(along[0] < (turned ? 5 : 3) - 2 && along[1] > (turned ? 5 : 3) + 2);
        close_scene(&s);
    }
}

static void drawing_changes_nothing(void **state)
{
    static record r;
    (void)state;
    double x[2];
    for (int drawn = 0; drawn < 2; drawn++) {
        scene s = open_scene(
            "gravity: [0, -9.81]\n"
            "bodies: {bar: {mass: 2, inertia: 0.06, at: [0.3, 0], points: {top: [-0.3, 0]}}}\n"
            "joints: {pin: {revolute: [ground, bar.top], radius: 40 mm, friction: {law: coulomb, mu_k: 0.4}}}\n");
        for (int i = 1; i <= 10; i++) {
            bri_pen pen = pen_on(&r);
            assert_int_equal(bri_sim_advance(s.sim, 0.2 * i, NULL), BRI_OK);
            if (drawn) assert_int_equal(bri_sim_draw(s.sim, &pen, NULL), BRI_OK);
        }
        x[drawn] = bri_sim_value(s.sim, bri_sim_find(s.sim, "bar.x"));
        close_scene(&s);
    }
    assert_true(x[0] == x[1]);
}

#define AT(thing) (void *)(size_t)&thing

int main(void)
{
    const struct CMUnitTest tests[] = {
#define JOINT(name) {#name ": draws something finite", joint_draws_something_finite, NULL, NULL, AT(bri_joint_##name)},
#include "joint/joints.def"
#undef JOINT
#define FORCE(name) {#name ": draws something finite", force_draws_something_finite, NULL, NULL, AT(bri_force_##name)},
#include "force/forces.def"
#undef FORCE
        cmocka_unit_test(bodies_are_drawn_where_they_are),
        cmocka_unit_test(bodies_without_shapes_are_guessed),
        cmocka_unit_test(outline_goes_through_the_points_that_lie_between_no_others),
        cmocka_unit_test(points_are_found_by_name),
        cmocka_unit_test(clearance_is_drawn_larger),
        cmocka_unit_test(pitch_circles_meet),
        cmocka_unit_test(rails_lie_at_the_sides_of_a_block),
        cmocka_unit_test(drawing_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
