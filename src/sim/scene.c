/* scene.c - a drawing as strokes that move with bodies
 *
 * A stroke that the pen is told to belong to a body turns with it. Others, such as pins, springs and arrows, are drawn in two
 * configurations, of which the second moves every body by another small displacement: whichever body, point of a body, or pair of points
 * explains where the stroke has gone carries it. Strokes that stand where joints let bodies be, such as a spring along a guide, are explained
 * by no body then, but by one in all configurations of the run. */
#include "sim/scene.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "sim/draw.h"
#include "sim/draw_body.h"
#include "system/create_engine.h"
#include "system/initial.h"

static const double shift = 0.013, turn = 0.011; /* of the second configuration, in lengths of the mechanism and rad */
static const double close_enough = 1e-9, close_in_run = 1e-5; /* in lengths of the mechanism */
static const double same_hatch = 0.35, flat = 1e-6;           /* in marks */

enum {
    LOOKS = 4 /* at a stroke: after small displacements, and in configurations of the run */
};

typedef struct sketchbook { /* strokes of one configuration, in the world */
    bri_stroke *stroke;
    double (*at)[2];
    int strokes, points, stroke_room, point_room;
    bool no_memory;
} sketchbook;

/* --- the pen --------------------------------------------------------------------------------------------------------------- */

static bool make_room(sketchbook *b, int points)
{
    if (b->strokes == b->stroke_room) {
        int room = 2 * b->stroke_room + 64;
        bri_stroke *more = realloc(b->stroke, (size_t)room * sizeof *more);
        if (more) b->stroke = more, b->stroke_room = room;
        b->no_memory = b->no_memory || !more;
    }
    if (b->points + points > b->point_room) {
        int room = 2 * b->point_room + points + 256;
        double(*more)[2] = realloc(b->at, (size_t)room * sizeof *more);
        if (more) b->at = more, b->point_room = room;
        b->no_memory = b->no_memory || !more;
    }
    return !b->no_memory;
}

static void add(sketchbook *b, const bri_ink *ink, bri_stroke_form form, const double (*at)[2], int count,
                double radius)
{
    if (!make_room(b, count)) return;
    bri_stroke *s = &b->stroke[b->strokes++];
    *s = (bri_stroke){.form = form,
                      .style = ink->style,
                      .name = ink->name,
                      .body = {ink->body, BRI_INK_NOBODY},
                      .radius = radius,
                      .first = b->points,
                      .count = count};
    memcpy(b->at + b->points, at, (size_t)count * sizeof *at);
    b->points += count;
}

static void take_line(const bri_ink *ink, const double (*at)[2], int count, void *user)
{
    add(user, ink, BRI_STROKE_LINE, at, count, 0);
}

static void take_polygon(const bri_ink *ink, const double (*at)[2], int count, void *user)
{
    add(user, ink, BRI_STROKE_POLYGON, at, count, 0);
}

static void take_circle(const bri_ink *ink, const double at[2], double radius, void *user)
{
    add(user, ink, BRI_STROKE_CIRCLE, (const double(*)[2])at, 1, radius);
}

static void take_name(const bri_ink *ink, const double at[2], const char *text, void *user)
{
    (void)text; /* the name of the ink */
    bri_ink of = *ink;
    if (strcmp(of.style, "body") == 0 || strcmp(of.style, "ground") == 0) {
        add(user, &of, BRI_STROKE_NAME, (const double(*)[2])at, 1, 0);
        return;
    }
    of.body = BRI_INK_NOBODY;
    add(user, &of, BRI_STROKE_NAME, (const double(*)[2])at, 1, 0);
}

/* --- configurations -------------------------------------------------------------------------------------------------------- */

typedef struct studio {
    const bri_system *system;
    bri_engine *engine;
    double *x, *packed, *moved;
    double tolerance; /* m */
    sketchbook base, other[LOOKS];
    const double *look[LOOKS]; /* configurations of the others */
    int from, until;           /* looks that must explain a stroke */
    int next[LOOKS];           /* stroke of each that is the present one of base */
} studio;

static bri_status draw_at(studio *s, const double *q, sketchbook *into, bri_error *err)
{
    const bri_pen pen = {.size = sizeof pen,
                         .line = take_line,
                         .polygon = take_polygon,
                         .circle = take_circle,
                         .text = take_name,
                         .user = into};
    bri_point *point = &s->engine->look.point;
    into->strokes = into->points = 0;
    memcpy(s->x, q, (size_t)(BRI_DOF * s->system->bodies) * sizeof *q);
    bri_instant at = bri_instant_of(s->engine, s->system->t0, s->x, s->packed);
    bri_initial_discrete(point, &at, s->packed);
    bri_point_set(point, &at, BRI_SCOPE_DYNAMICS);
    bri_status status = bri_draw_point(s->system, point, &pen, err);
    return status || !into->no_memory ? status : bri_fail(err, BRI_NO_MEMORY, "out of memory: a drawing");
}

static bri_frame frame_at(const double *q, int body)
{
    static const double still[BRI_DOF];
    return body < 0 ? bri_ground_frame : bri_frame_of(q + BRI_DOF * body, still);
}

/* Where a point goes in another configuration if it belongs to a body. */
static void carry(const studio *s, const double *q, int look, int body, const double at[2], double out[2])
{
    bri_frame before = frame_at(q, body), after = frame_at(s->look[look], body);
    double local[2];
    bri_local_point(&before, at, local);
    bri_point_to_world(&after, local, out);
}

/* A point of the present stroke in another drawing; from the end of the stroke where index is below 0. */
static const double *seen(const studio *s, int look, int index)
{
    const bri_stroke *b = &s->other[look].stroke[s->next[look]];
    return s->other[look].at[b->first + (index < 0 ? b->count + index : index)];
}

static bool same_count(const studio *s, const bri_stroke *a)
{
    bool same = true;
    for (int i = s->from; i < s->until; i++)
        same = same && s->other[i].stroke[s->next[i]].count == a->count;
    return same;
}

/* A point of the world that goes as a point of the stroke does (index), `away` from it, belongs to a body. */
static bool belongs(const studio *s, const double *q, int body, const double at[2], const double stroke[2], int index)
{
    bool all = true;
    for (int i = s->from; i < s->until && all; i++) {
        const double *after = seen(s, i, index);
        double there[2];
        carry(s, q, i, body, at, there);
        all =
            hypot(there[0] - at[0] - (after[0] - stroke[0]), there[1] - at[1] - (after[1] - stroke[1])) <= s->tolerance;
    }
    return all;
}

/* --- what carries a stroke ------------------------------------------------------------------------------------------------- */

typedef struct owner { /* joint or force that is drawn */
    const int *body;
    int bodies;
    const bri_site *site;
} owner;

static owner find_owner(const bri_system *s, const bri_stroke *stroke)
{
    bool of_force = !strcmp(stroke->style, "force");
    for (int i = 0; stroke->name && i < s->forces && of_force; i++) {
        const sys_force *force = &s->force[i];
        const bri_site *site = &force->site;
        for (int j = 0; j < s->joints && force->along >= 0; j++)
            if (force->along >= s->joint[j].freed_at && force->along < s->joint[j].freed_at + s->joint[j].freed)
                site = &s->joint[j].site;
        if (!strcmp(force->name, stroke->name)) return (owner){force->body, force->bodies, site};
    }
    for (int i = 0; stroke->name && i < s->joints; i++)
        if (!strcmp(s->joint[i].name, stroke->name))
            return (owner){s->joint[i].body, s->joint[i].bodies, &s->joint[i].site};
    return (owner){NULL, 0, NULL};
}

static int candidate(const owner *of, int index) { return index < of->bodies ? of->body[index] : BRI_GROUND; }

/* All points of all drawings go with a body. */
static bool turns_with(const studio *s, const double *q, const bri_stroke *a, int body)
{
    bool all = same_count(s, a);
    for (int i = 0; i < a->count && all; i++)
        all = belongs(s, q, body, s->base.at[a->first + i], s->base.at[a->first + i], i);
    return all;
}

static bool find_body(const studio *s, const double *q, const owner *of, const double at[2], const double stroke[2],
                      int index, int *body)
{
    for (int i = 0; i <= of->bodies; i++)
        if (belongs(s, q, candidate(of, i), at, stroke, index)) {
            *body = candidate(of, i);
            return true;
        }
    return false;
}

/* The stroke keeps its shape and direction. */
static bool is_shifted(const studio *s, const bri_stroke *a)
{
    bool all = same_count(s, a);
    for (int i = s->from; i < s->until && all; i++) {
        const double *from = s->base.at[a->first], *to = seen(s, i, 0);
        for (int p = 1; p < a->count && all; p++)
            for (int k = 0; k < 2; k++)
                all = all && fabs(seen(s, i, p)[k] - s->base.at[a->first + p][k] - (to[k] - from[k])) <= s->tolerance;
    }
    return all;
}

/* A point of the joint, a mass centre, or a point of the stroke goes as the stroke does. */
static bool is_carried(const studio *s, const double *q, bri_stroke *a, const owner *of, double anchor[2])
{
    const double *first = s->base.at[a->first];
    if (!is_shifted(s, a)) return false;
    for (int i = 0; i < 2 * of->bodies + a->count; i++) {
        int end = i % (of->bodies ? of->bodies : 1);
        if (i < 2 * of->bodies) {
            bri_frame frame = frame_at(q, of->body[end]);
            bri_point_to_world(&frame, i < of->bodies ? of->site->point[end] : (const double[2]){0, 0}, anchor);
        } else {
            memcpy(anchor, s->base.at[a->first + i - 2 * of->bodies], 2 * sizeof *anchor);
        }
        if (find_body(s, q, of, anchor, first, 0, &a->body[0])) return true;
    }
    return false;
}

static void to_span(double (*at)[2], int count)
{
    double from[2] = {at[0][0], at[0][1]}, d[2] = {at[count - 1][0] - from[0], at[count - 1][1] - from[1]};
    double length = hypot(d[0], d[1]);
    for (int i = 0; i < count; i++) {
        double x[2] = {at[i][0] - from[0], at[i][1] - from[1]};
        at[i][0] = bri_dot(x, d) / (length * length);
        at[i][1] = bri_cross(d, x) / length;
    }
}

static void to_local(double (*at)[2], int count, const bri_frame *frame)
{
    for (int i = 0; i < count; i++)
        bri_local_point(frame, (const double[2]){at[i][0], at[i][1]}, at[i]);
}

static bool spans(const studio *s, const double *q, const owner *of, bri_stroke *a)
{
    double(*at)[2] = s->base.at + a->first;
    if (a->count < 2 || hypot(at[a->count - 1][0] - at[0][0], at[a->count - 1][1] - at[0][1]) <= s->tolerance)
        return false;
    for (int end = 0; end < 2; end++) {
        const double *point = at[end ? a->count - 1 : 0];
        if (!find_body(s, q, of, point, point, end ? -1 : 0, &a->body[end])) return false;
        bri_frame frame = frame_at(q, a->body[end]);
        bri_local_point(&frame, point, a->anchor[end]);
    }
    a->motion = BRI_STROKE_SPANS;
    to_span(at, a->count);
    return true;
}

/* Finds what carries a stroke that belongs to no body, and puts its points into that frame. */
static bool attach(const studio *s, const double *q, bri_stroke *a)
{
    owner of = find_owner(s->system, a);
    double anchor[2];
    double(*at)[2] = s->base.at + a->first;
    for (int i = 0; i <= of.bodies; i++) {
        if (!turns_with(s, q, a, candidate(&of, i))) continue;
        a->body[0] = candidate(&of, i);
        bri_frame frame = frame_at(q, a->body[0]);
        to_local(at, a->count, &frame);
        return true;
    }
    if (is_carried(s, q, a, &of, anchor)) {
        bri_frame frame = frame_at(q, a->body[0]);
        a->motion = BRI_STROKE_CARRIED;
        bri_local_point(&frame, anchor, a->anchor[0]);
        for (int i = 0; i < a->count; i++)
            for (int k = 0; k < 2; k++)
                at[i][k] -= anchor[k];
        return true;
    }
    return spans(s, q, &of, a);
}

/* A name at a place that no body has, such as the point below a wheel, goes with the last moving body. */
static void attach_name(const studio *s, const double *q, bri_stroke *a)
{
    owner of = find_owner(s->system, a);
    double(*at)[2] = s->base.at + a->first;
    a->motion = BRI_STROKE_CARRIED;
    a->body[0] = of.bodies > 1 && of.body[1] != BRI_GROUND ? of.body[1] : candidate(&of, 0);
    bri_frame frame = frame_at(q, a->body[0]);
    bri_local_point(&frame, (const double[2]){at[0][0], at[0][1]}, a->anchor[0]);
    at[0][0] = at[0][1] = 0;
}

/* The next stroke from an index on that belongs to no body; the number of strokes: there is none. The hatching of guides, which does,
 * has other numbers of strokes in other configurations. */
static int next_free(const sketchbook *b, int from)
{
    while (from < b->strokes && b->stroke[from].body[0] != BRI_INK_NOBODY)
        from++;
    return from;
}

static int count_free(const sketchbook *b)
{
    int count = 0;
    for (int i = next_free(b, 0); i < b->strokes; i = next_free(b, i + 1))
        count++;
    return count;
}

/* Attaches the strokes that belong to no body: by small displacements of all bodies, else by configurations of the run. */
static void attach_free(studio *s, const double *q, int looks)
{
    bool pairs[LOOKS] = {false};
    int used = 1;
    for (int i = 0; i < looks; i++) {
        pairs[i] = count_free(&s->base) == count_free(&s->other[i]);
        used = i > 0 && pairs[i] && used == i ? i + 1 : used;
        s->next[i] = next_free(&s->other[i], 0);
    }
    for (int i = next_free(&s->base, 0); i < s->base.strokes; i = next_free(&s->base, i + 1)) {
        s->from = 0, s->until = 1;
        s->tolerance = close_enough * s->system->length;
        bool found = pairs[0] && attach(s, q, &s->base.stroke[i]);
        s->from = 1, s->until = used;
        s->tolerance = close_in_run * s->system->length;
        if (!found && used > 1) attach(s, q, &s->base.stroke[i]);
        for (int k = 0; k < looks; k++)
            s->next[k] = next_free(&s->other[k], s->next[k] + 1);
    }
}

/* Strokes that no configuration explained are left out, but for names. */
static void leave_out(studio *s, const double *q, bri_scene *scene)
{
    int kept = 0;
    for (int i = 0; i < s->base.strokes; i++) {
        bri_stroke *a = &s->base.stroke[i];
        if (a->body[0] == BRI_INK_NOBODY && a->form == BRI_STROKE_NAME && a->motion == BRI_STROKE_TURNS)
            attach_name(s, q, a);
        if (a->body[0] == BRI_INK_NOBODY)
            scene->left_out++;
        else
            s->base.stroke[kept++] = *a;
    }
    s->base.strokes = kept;
}

/* --- guides ---------------------------------------------------------------------------------------------------------------- */

static bool is_rail(const bri_stroke *s)
{
    return s->body[0] != BRI_INK_NOBODY && s->count == 2 && !strcmp(s->style, "guide");
}
static bool is_hatch(const bri_stroke *s)
{
    return s->body[0] != BRI_INK_NOBODY && s->count == 2 && !strcmp(s->style, "hatch");
}

/* Lengthens a line so that it contains another on the same straight line. */
static bool lengthen(double (*at)[2], const double (*by)[2], double tolerance)
{
    double d[2] = {at[1][0] - at[0][0], at[1][1] - at[0][1]}, length = hypot(d[0], d[1]), low = 0, high = length;
    if (!(length > 0)) return false;
    for (int i = 0; i < 2; i++) {
        double x[2] = {by[i][0] - at[0][0], by[i][1] - at[0][1]}, along = bri_dot(x, d) / length;
        if (fabs(bri_cross(d, x)) / length > tolerance) return false;
        low = fmin(low, along);
        high = fmax(high, along);
    }
    double from[2] = {at[0][0], at[0][1]};
    for (int k = 0; k < 2; k++) {
        at[0][k] = from[k] + low * d[k] / length;
        at[1][k] = from[k] + high * d[k] / length;
    }
    return true;
}

/* Adds the guides of another configuration, which are where its bodies slide. */
static void add_guides(studio *s, const double *q, double mark)
{
    sketchbook *book = &s->base;
    for (int i = 0; i < s->other[0].strokes; i++) {
        const bri_stroke *b = &s->other[0].stroke[i];
        double(*at)[2] = s->other[0].at + b->first;
        bool known = false;
        if (!is_rail(b) && !is_hatch(b)) continue;
        bri_frame frame = frame_at(q, b->body[0]);
        for (int k = 0; k < 2; k++)
            bri_local_point(&frame, (const double[2]){at[k][0], at[k][1]}, at[k]);
        for (int k = 0; k < book->strokes && !known; k++) {
            const bri_stroke *a = &book->stroke[k];
            double(*have)[2] = book->at + a->first;
            if (a->style != b->style && strcmp(a->style, b->style) != 0) continue;
            if (a->body[0] != b->body[0] || a->motion != BRI_STROKE_TURNS || a->count != 2) continue;
            if (is_rail(b) && (a->name == b->name || (a->name && b->name && !strcmp(a->name, b->name))))
                known = lengthen(have, (const double(*)[2])at, fmax(flat * mark, s->tolerance));
            if (is_hatch(b)) known = hypot(have[0][0] - at[0][0], have[0][1] - at[0][1]) < same_hatch * mark;
        }
        if (!known)
            add(book, &(bri_ink){.style = b->style, .name = b->name, .body = b->body[0]}, b->form,
                (const double(*)[2])at, 2, 0);
    }
}

/* --- all ------------------------------------------------------------------------------------------------------------------- */

/* Strokes with a body: into its frame. Those without one wait. */
static void to_frames(studio *s, const double *q)
{
    for (int i = 0; i < s->base.strokes; i++) {
        const bri_stroke *a = &s->base.stroke[i];
        bri_frame frame = frame_at(q, a->body[0]);
        if (a->body[0] != BRI_INK_NOBODY) to_local(s->base.at + a->first, a->count, &frame);
    }
}

static bri_status make(studio *s, const double *q, int more, const double *others, bri_scene *scene, bri_error *err)
{
    size_t n = (size_t)(BRI_DOF * s->system->bodies);
    scene->mark = s->system->length / 50;
    for (size_t i = 0; i < n; i++) /* no two bodies alike */
        s->moved[i] =
            q[i] + (i % BRI_DOF == 2 ? turn : shift * s->system->length) * (1 + (double)(i * 618 % 1000) / 1000);
    bri_status status = draw_at(s, q, &s->base, err);
    if (!status) status = draw_at(s, s->moved, &s->other[0], err);
    if (status) return status;
    to_frames(s, q);
    int looks = more < LOOKS - 1 ? more + 1 : LOOKS;
    s->look[0] = s->moved;
    for (int i = 1; i < looks && !status; i++) {
        s->look[i] = others + (size_t)(i * more / (looks - 1) - 1) * n;
        status = draw_at(s, s->look[i], &s->other[i], err);
    }
    if (status) return status;
    attach_free(s, q, looks);
    leave_out(s, q, scene);
    for (int i = 0; i < more && !status; i++) {
        status = draw_at(s, others + (size_t)i * n, &s->other[0], err);
        if (!status) add_guides(s, others + (size_t)i * n, scene->mark);
    }
    return status || !s->base.no_memory ? status : bri_fail(err, BRI_NO_MEMORY, "out of memory: a drawing");
}

bri_status bri_scene_create(const bri_system *system, const double *q, int more, const double *others, bri_scene **out,
                            bri_error *err)
{
    assert(system && q && out);
    studio s = {.system = system};
    bri_scene *scene = calloc(1, sizeof *scene);
    bri_status status =
        scene ? bri_engine_create(system, &s.engine, err) : bri_fail(err, BRI_NO_MEMORY, "out of memory: a drawing");
    *out = NULL;
    if (!status) {
        bri_arena *arena = &s.engine->arena;
        s.x = bri_arena_take(arena, (size_t)(system->states + system->quadratures) + 1, sizeof(double));
        s.packed = bri_arena_take(arena, (size_t)system->discrete_states + 1, sizeof(double));
        s.moved = bri_arena_take(arena, (size_t)(BRI_DOF * system->bodies) + 1, sizeof(double));
        status = arena->failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: a drawing")
                               : make(&s, q, more, others, scene, err);
    }
    bri_engine_destroy(s.engine);
    for (int i = 0; i < LOOKS; i++) {
        free(s.other[i].stroke);
        free(s.other[i].at);
    }
    if (!scene) return status;
    scene->stroke = s.base.stroke, scene->strokes = s.base.strokes;
    scene->at = s.base.at, scene->points = s.base.points;
    if (status)
        bri_scene_destroy(scene);
    else
        *out = scene;
    return status;
}

void bri_scene_destroy(bri_scene *scene)
{
    if (!scene) return;
    free(scene->stroke);
    free(scene->at);
    free(scene);
}
