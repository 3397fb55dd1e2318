/* test_scene.c - a scene that its bodies moved is the drawing of that configuration, for every example and paper */
#include "test.h"

#include <glob.h>

#include "bristle/bristle.h"
#include "sim/draw_body.h"
#include "sim/scene.h"

enum {
    MOST = 20000,
    ENDS = 2 /* points that are compared: the first and the last */
};

typedef struct drawn {
    bri_stroke_form form;
    char style[16], name[80];
    double end[ENDS][2], radius;
    int count;
    bool taken;
} drawn;

typedef struct drawing {
    drawn stroke[MOST];
    int count;
} drawing;

/* Guides follow what slides on them, arrows turn round with their force, and crosses of mass centres do not turn in a drawing. */
static bool is_compared(const char *style)
{
    return strcmp(style, "guide") != 0 && strcmp(style, "hatch") != 0 && strcmp(style, "force") != 0 &&
           strcmp(style, "centre") != 0;
}

static void note(drawing *d, const bri_ink *ink, bri_stroke_form form, const double (*at)[2], int count, double radius)
{
    if (!is_compared(ink->style)) return;
    assert_true(d->count < MOST);
    drawn *one = &d->stroke[d->count++];
    *one = (drawn){.form = form, .radius = radius, .count = count};
    snprintf(one->style, sizeof one->style, "%s", ink->style);
    snprintf(one->name, sizeof one->name, "%s", ink->name ? ink->name : "");
    for (int k = 0; k < 2; k++)
        one->end[0][k] = at[0][k], one->end[1][k] = at[count - 1][k];
}

static void put_line(const bri_ink *ink, const double (*at)[2], int count, void *user)
{
    note(user, ink, BRI_STROKE_LINE, at, count, 0);
}

static void put_polygon(const bri_ink *ink, const double (*at)[2], int count, void *user)
{
    note(user, ink, BRI_STROKE_POLYGON, at, count, 0);
}

static void put_circle(const bri_ink *ink, const double at[2], double radius, void *user)
{
    note(user, ink, BRI_STROKE_CIRCLE, (const double(*)[2])at, 1, radius);
}

/* As the page does. */
static void place(const bri_stroke *s, const bri_frame *frame, const double at[2], double out[2])
{
    const bri_frame *body = s->body[0] < 0 ? &bri_ground_frame : &frame[s->body[0]];
    double a[2], b[2];
    if (s->motion == BRI_STROKE_TURNS) {
        bri_point_to_world(body, at, out);
        return;
    }
    bri_point_to_world(body, s->anchor[0], a);
    if (s->motion == BRI_STROKE_CARRIED) {
        out[0] = a[0] + at[0], out[1] = a[1] + at[1];
        return;
    }
    bri_point_to_world(s->body[1] < 0 ? &bri_ground_frame : &frame[s->body[1]], s->anchor[1], b);
    double d[2] = {b[0] - a[0], b[1] - a[1]}, length = hypot(d[0], d[1]);
    out[0] = a[0] + at[0] * d[0] - at[1] * d[1] / length;
    out[1] = a[1] + at[0] * d[1] + at[1] * d[0] / length;
}

static bool find(drawing *d, const bri_stroke *s, const double end[ENDS][2], double tolerance)
{
    for (int i = 0; i < d->count; i++) {
        drawn *one = &d->stroke[i];
        if (one->taken || one->form != s->form || strcmp(one->style, s->style) != 0) continue;
        if (strcmp(one->name, s->name ? s->name : "") != 0 || fabs(one->radius - s->radius) > tolerance) continue;
        double away = 0;
        for (int e = 0; e < ENDS; e++)
            away = fmax(away, hypot(one->end[e][0] - end[e][0], one->end[e][1] - end[e][1]));
        if (away <= tolerance) return one->taken = true;
    }
    return false;
}

static void compare(const char *path, bri_sim *sim, const bri_system *system, const bri_scene *scene, drawing *d)
{
    const double *q = bri_sim_states(sim);
    bri_frame *frame = calloc((size_t)system->bodies + 1, sizeof *frame);
    bri_pen pen = bri_pen_defaults();
    pen.line = put_line, pen.polygon = put_polygon, pen.circle = put_circle, pen.user = d;
    d->count = 0;
    assert_non_null(frame);
    assert_int_equal(bri_sim_draw(sim, &pen, NULL), BRI_OK);
    for (int b = 0; b < system->bodies; b++)
        frame[b] = bri_frame_of(q + BRI_DOF * b, (const double[BRI_DOF]){0});
    int compared = 0;
    for (int i = 0; i < scene->strokes; i++) {
        const bri_stroke *s = &scene->stroke[i];
        double end[ENDS][2];
        if (s->form == BRI_STROKE_NAME || !is_compared(s->style)) continue;
        place(s, frame, scene->at[s->first], end[0]);
        place(s, frame, scene->at[s->first + s->count - 1], end[1]);
        if (!find(d, s, (const double(*)[2])end, 3e-5 * system->length))
            fail_msg("%s: at t = %g the %s of %s is not where the drawing has it, such as at (%g, %g)", path,
                     bri_sim_time(sim), s->style, s->name ? s->name : "the ground", end[0][0], end[0][1]);
        compared++;
    }
    for (int i = 0; i < d->count; i++) /* nothing of the drawing is missing */
        if (!d->stroke[i].taken)
            fail_msg("%s: at t = %g the scene lacks the %s of %s", path, bri_sim_time(sim), d->stroke[i].style,
                     d->stroke[i].name);
    assert_int_equal(compared, d->count);
    free(frame);
}

/* The scene of the start, with configurations of the run as a page gives them; compared at other times of it. */
static void check_run(const char *path, const bri_system *system, drawing *d)
{
    enum {
        TIMES = 5
    };
    bri_sim *sim = NULL;
    bri_scene *scene = NULL;
    bri_error err = {0};
    size_t n = (size_t)(BRI_DOF * system->bodies);
    double *q = calloc((TIMES + 1) * n, sizeof *q);
    assert_non_null(q);
    if (!bri_sim_create(system, NULL, &sim, &err)) {
        double begin = bri_sim_time(sim), span = fmin(bri_sim_until(sim) - begin, 0.3);
        int times = 0;
        memcpy(q, bri_sim_states(sim), n * sizeof *q);
        while (times < TIMES && !bri_sim_advance(sim, begin + (times + 1) * span / TIMES, &err))
            memcpy(q + (size_t)++times * n, bri_sim_states(sim), n * sizeof *q);
        assert_int_equal(bri_scene_create(system, q, times, q + n, &scene, &err), BRI_OK);
        assert_int_equal(scene->left_out, 0);
        bri_sim_destroy(sim);
        sim = NULL;
        assert_int_equal(bri_sim_create(system, NULL, &sim, &err), BRI_OK);
        compare(path, sim, system, scene, d);
        for (int i = 0; i < 3 && i < times; i++)
            if (!bri_sim_advance(sim, begin + (i + 0.47) * span / TIMES, &err)) compare(path, sim, system, scene, d);
    }
    bri_scene_destroy(scene);
    bri_sim_destroy(sim);
    free(q);
}

static void check_model(const char *path, drawing *d)
{
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_error err = {0};
    assert_int_equal(bri_model_read(path, &model, &err), BRI_OK);
    assert_int_equal(bri_system_build(model, &system, &err), BRI_OK);
    check_run(path, system, d);
    bri_system_destroy(system);
    bri_model_destroy(model);
}

static void moved_is_drawn(void **state)
{
    (void)state;
    static drawing d;
    glob_t files = {0};
    assert_int_equal(glob(MODELS_ROOT "/examples/*.yaml", 0, NULL, &files), 0);
    assert_int_equal(glob(MODELS_ROOT "/papers/*/*.yaml", GLOB_APPEND, NULL, &files), 0);
    assert_true(files.gl_pathc > 15);
    for (size_t i = 0; i < files.gl_pathc; i++)
        if (!strstr(files.gl_pathv[i], "expected.yaml")) check_model(files.gl_pathv[i], &d);
    globfree(&files);
}

/* A block on a floor: its guide is as long as the way of the block. */
static void guides_grow(void **state)
{
    (void)state;
    static const char text[] = "bodies: {block: {mass: 1, inertia: 1, at: [0, 0], shapes: [{box: [0.1, 0.1]}]}}\n"
                               "joints: {rail: {translational: [ground, block], along: [1, 0]}}\n"
                               "run: {until: 1}\n";
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_scene *scene[2] = {0};
    bri_error err = {0};
    assert_int_equal(bri_model_parse(text, sizeof text - 1, "text", &model, &err), BRI_OK);
    assert_int_equal(bri_system_build(model, &system, &err), BRI_OK);
    const double here[3] = {0}, there[2][3] = {{2, 0, 0}, {-1, 0, 0}};
    double reach[2] = {0};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(bri_scene_create(system, here, 2 * i, &there[0][0], &scene[i], &err), BRI_OK);
        double low = INFINITY, high = -INFINITY;
        for (int k = 0; k < scene[i]->strokes; k++) {
            const bri_stroke *s = &scene[i]->stroke[k];
            for (int p = 0; p < s->count && !strcmp(s->style, "guide"); p++) {
                low = fmin(low, scene[i]->at[s->first + p][0]);
                high = fmax(high, scene[i]->at[s->first + p][0]);
            }
        }
        reach[i] = high - low;
    }
    assert_true(fabs(reach[1] - reach[0] - 3) < 1e-9);
    for (int i = 0; i < 2; i++)
        bri_scene_destroy(scene[i]);
    bri_system_destroy(system);
    bri_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(moved_is_drawn), cmocka_unit_test(guides_grow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
