/* draw.c - a mechanism drawn at the present state: bodies and ground, joints, forces, and their names */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/given.h"
#include "base/text.h"
#include "bristle/draw.h"
#include "joint/draw.h"
#include "kind/record.h"
#include "model/elastic.h"
#include "sim/sim.h"

static const bri_frame still = {.c = 1};
static const double marks = 50; /* in the length of the mechanism */

typedef struct drawing {
    bri_sim *sim;
    const bri_system *system;
    const bri_point *point;
    const bri_solution *solution; /* NULL: the equations have none here */
    const bri_pen *pen;
    double mark;
    double (*at)[2]; /* room for the points of one body */
    int room;
    bool no_memory;
} drawing;

static const bri_frame *frame_of(const drawing *d, int body)
{
    return body == BRI_GROUND ? &still : &d->point->frame[body];
}

static void to_world(const bri_frame *frame, const double local[2], double out[2])
{
    bri_spot spot = bri_spot_of(frame, local);
    out[0] = spot.at[0];
    out[1] = spot.at[1];
}

static bool make_room(drawing *d, int count)
{
    if (count <= d->room) return true;
    void *more = realloc(d->at, (size_t)count * sizeof *d->at);
    d->no_memory = d->no_memory || !more;
    if (!more) return false;
    d->at = more;
    d->room = count;
    return true;
}

static void put_text(const drawing *d, const bri_ink *ink, const double at[2])
{
    if (d->pen->text && ink->name) d->pen->text(ink, at, ink->name, d->pen->user);
}

/* --- bodies -------------------------------------------------------------------------------------------------------------- */

static void put_outline(drawing *d, const bri_frame *frame, const bri_ink *ink, const bri_series *corners, bool closed)
{
    if (!make_room(d, corners->count)) return;
    for (int i = 0; i < corners->count; i++)
        to_world(frame, corners->at[i], d->at[i]);
    if (closed && d->pen->polygon) d->pen->polygon(ink, (const double(*)[2])d->at, corners->count, d->pen->user);
    if (!closed && d->pen->line) d->pen->line(ink, (const double(*)[2])d->at, corners->count, d->pen->user);
}

static void put_circle(const drawing *d, const bri_ink *ink, const double at[2], double radius)
{
    if (d->pen->circle) d->pen->circle(ink, at, radius, d->pen->user);
}

static void put_box(const drawing *d, const bri_frame *frame, const bri_ink *ink, const bri_box_params *p)
{
    double corner[4][2], along[2] = {cos(p->angle), sin(p->angle)}, local[2];
    for (int i = 0; i < 4; i++) {
        double x = i == 0 || i == 3 ? -0.5 : 0.5, y = i < 2 ? -0.5 : 0.5;
        bri_offset(p->at, along, x * p->size[0], y * p->size[1], local);
        to_world(frame, local, corner[i]);
    }
    if (d->pen->polygon) d->pen->polygon(ink, (const double(*)[2])corner, 4, d->pen->user);
}

static void put_shape(drawing *d, const bri_frame *frame, const bri_ink *ink, const bri_record *shape)
{
    bri_form form = ((const bri_shape_kind *)(const void *)shape->kind)->form;
    double at[2];
    if (form == BRI_FORM_BOX) {
        put_box(d, frame, ink, shape->params);
    } else if (form == BRI_FORM_CIRCLE) {
        const bri_circle_params *p = shape->params;
        to_world(frame, p->at, at);
        put_circle(d, ink, at, p->radius);
    } else {
        put_outline(d, frame, ink, &((const bri_outline_params *)shape->params)->corners, form == BRI_FORM_POLYGON);
    }
}

static void add_point(drawing *d, const bri_frame *frame, const double local[2], int *count)
{
    double at[2];
    to_world(frame, local, at);
    for (int i = 0; i < *count; i++)
        if (hypot(at[0] - d->at[i][0], at[1] - d->at[i][1]) <= 1e-9 * d->system->length) return;
    memcpy(d->at[(*count)++], at, sizeof at);
}

static int by_place(const void *left, const void *right)
{
    const double *a = left, *b = right;
    if (a[0] != b[0]) return a[0] < b[0] ? -1 : 1;
    return a[1] < b[1] ? -1 : a[1] > b[1];
}

static double side_of(const double a[2], const double b[2], const double c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* Andrew's monotone chain, with room for twice the points; corners below a flat area count as straight. How many there are. */
static int hull_of(double (*at)[2], int count, double flat, double (*hull)[2])
{
    int n = 0;
    qsort(at, (size_t)count, sizeof *at, by_place);
    for (int pass = 0, first = 0; pass < 2; pass++, first = n - 1)
        for (int k = 0; k < count; k++) {
            const double *point = at[pass ? count - 1 - k : k];
            if (pass && k == 0) continue; /* it ends the lower chain */
            while (n >= first + 2 && side_of(hull[n - 2], hull[n - 1], point) <= flat)
                n--;
            memcpy(hull[n++], point, sizeof *hull);
        }
    return n - 1; /* the last is the first again */
}

/* It takes hold of points; a motor, a gear or a clutch only turns bodies. */
static bool has_place(const bri_joint_kind *kind)
{
    bool any = kind->gaps != NULL;
    for (int i = 0; i < bri_rows(kind->held); i++)
        any = any || !bri_unit_turns(kind->held[i].unit);
    for (int i = 0; i < bri_rows(kind->freed); i++)
        any = any || !bri_unit_turns(kind->freed[i].unit);
    return any;
}

/* A body without shapes: what its points, the joints that take hold of it and its radius suggest. */
static void put_guess(drawing *d, int body, const bri_body_params *p, const bri_ink *ink)
{
    const bri_system *s = d->system;
    const bri_frame *frame = frame_of(d, body);
    int count = 0, most = p->points.count + BRI_ENDS * s->joints + 1;
    if (!make_room(d, 4 * most) || !d->at) return;
    for (int i = 0; i < p->points.count; i++)
        add_point(d, frame, ((const bri_point_params *)p->points.at[i].params)->at, &count);
    for (int j = 0; j < s->joints; j++)
        for (int e = 0; e < s->joint[j].bodies; e++)
            if (s->joint[j].body[e] == body && has_place(s->joint[j].kind))
                add_point(d, frame, s->joint[j].site.point[e], &count);
    if (count < 2) add_point(d, frame, (const double[2]){0, 0}, &count);
    if (p->radius > 0) {
        double rim[2][2] = {{frame->at[0], frame->at[1]}, {0}};
        to_world(frame, (const double[2]){p->radius, 0}, rim[1]);
        put_circle(d, ink, frame->at, p->radius);
        bri_ink spoke = *ink;
        spoke.style = "centre";
        if (d->pen->line) d->pen->line(&spoke, (const double(*)[2])rim, 2, d->pen->user);
    }
    if (count == 2 && d->pen->line) d->pen->line(ink, (const double(*)[2])d->at, 2, d->pen->user);
    if (count > 2) {
        double(*hull)[2] = d->at + most;
        int corners = hull_of(d->at, count, 1e-9 * d->system->length * d->system->length, hull);
        if (corners > 2 && d->pen->polygon) d->pen->polygon(ink, (const double(*)[2])hull, corners, d->pen->user);
        if (corners == 2 && d->pen->line) d->pen->line(ink, (const double(*)[2])hull, 2, d->pen->user);
    }
    if (count == 1 && !(p->radius > 0)) {
        bri_box_params block = {.size = {4 * d->mark, 2.4 * d->mark}};
        put_box(d, frame, ink, &block);
    }
}

static void put_centre(const drawing *d, const bri_frame *frame, const bri_ink *of)
{
    bri_ink ink = {.style = "centre", .name = of->name, .body = of->body};
    for (int i = 0; i < 2 && d->pen->line; i++) {
        double x = i ? 0 : 0.35 * d->mark, y = i ? 0.35 * d->mark : 0;
        double cross[2][2] = {{frame->at[0] - x, frame->at[1] - y}, {frame->at[0] + x, frame->at[1] + y}};
        d->pen->line(&ink, (const double(*)[2])cross, 2, d->pen->user);
    }
}

static void draw_body(drawing *d, int body)
{
    const bri_model_params *root = bri_model_root(d->system->model);
    const bri_record *record = body == BRI_GROUND ? &root->ground : &root->bodies.at[body];
    const bri_body_params *p = record->params;
    const bri_frame *frame = frame_of(d, body);
    bool moves = body != BRI_GROUND;
    bri_ink ink = {.style = moves ? "body" : "ground", .name = moves ? record->name : NULL, .body = body};
    if (!record->kind) return;
    bool segment = moves && bri_is_derived(record->name); /* drawn with the link that it is an end of */
    for (int i = 0; i < p->shapes.count; i++)
        put_shape(d, frame, &ink, &p->shapes.at[i]);
    if (moves && !p->shapes.count && !segment) put_guess(d, body, p, &ink);
    bri_ink dot = ink;
    dot.style = "point";
    for (int i = 0; i < p->points.count; i++) {
        double at[2];
        to_world(frame, ((const bri_point_params *)p->points.at[i].params)->at, at);
        put_circle(d, &dot, at, 0.14 * d->mark);
    }
    if (!moves || segment) return;
    put_centre(d, frame, &ink);
    put_text(d, &ink, frame->at);
}

/* --- how far a body reaches, by a pen that measures ---------------------------------------------------------------------- */

typedef struct gauge {
    double from[2], along[4][2], reach[4];
} gauge;

static void measure_circle(const bri_ink *ink, const double at[2], double radius, void *user)
{
    gauge *g = user;
    (void)ink;
    for (int i = 0; i < 4; i++)
        g->reach[i] =
            fmax(g->reach[i], (at[0] - g->from[0]) * g->along[i][0] + (at[1] - g->from[1]) * g->along[i][1] + radius);
}

static void measure_line(const bri_ink *ink, const double (*at)[2], int count, void *user)
{
    for (int i = 0; i < count; i++)
        measure_circle(ink, at[i], 0, user);
}

/* How far the shapes of the second body go from its point in the directions of the line; 0: it has none there. */
static void measure_reach(drawing *d, const bri_site *site, const bri_frame *const *frames, const int *body,
                          bri_sketch *sketch)
{
    gauge g = {0};
    bri_pen pen = {.line = measure_line, .polygon = measure_line, .circle = measure_circle, .user = &g};
    const bri_pen *own = d->pen;
    const bri_model_params *root = bri_model_root(d->system->model);
    if (!frames[1] || (site->along[0] == 0 && site->along[1] == 0)) return;
    const bri_body_params *p = body[1] == BRI_GROUND ? root->ground.params : root->bodies.at[body[1]].params;
    bri_to_world(frames[0], site->along, g.along[0]);
    for (int i = 1; i < 4; i++) {
        g.along[i][0] = -g.along[i - 1][1];
        g.along[i][1] = g.along[i - 1][0];
    }
    to_world(frames[1], site->point[1], g.from);
    d->pen = &pen;
    for (int i = 0; p && i < p->shapes.count; i++)
        put_shape(d, frames[1], NULL, &p->shapes.at[i]);
    d->pen = own;
    memcpy(sketch->reach, g.reach, sizeof g.reach);
}

/* --- joints -------------------------------------------------------------------------------------------------------------- */

/* Two bodies turn about its point against each other, and do nothing else. */
static bool is_pin(const sys_joint *joint)
{
    const bri_joint_kind *kind = joint->kind;
    return bri_rows(kind->held) == 2 && bri_rows(kind->freed) == 1 && bri_unit_turns(kind->freed[0].unit);
}

static bool has(const sys_joint *joint, int body)
{
    return joint->body[0] == body || (joint->bodies > 1 && joint->body[1] == body);
}

/* The pin of a body: to another one if that is how they are joined, else to the ground, else any. */
static bool find_pin(const drawing *d, int body, int other, double at[2])
{
    const bri_system *s = d->system;
    int best = 0;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        if (!is_pin(joint) || !has(joint, body)) continue;
        int end = joint->body[1] == body, good = has(joint, other) ? 3 : has(joint, BRI_GROUND) ? 2 : 1;
        if (good <= best) continue;
        best = good;
        to_world(frame_of(d, body), joint->site.point[end], at);
    }
    return best == 3;
}

static void begin_sketch(const drawing *d, const char *name, const int *body, int bodies, bri_sketch *sketch)
{
    *sketch = (bri_sketch){.pen = d->pen, .name = name, .mark = d->mark, .magnify = 1};
    for (int e = 0; e < BRI_ENDS; e++) {
        sketch->body[e] = e < bodies ? body[e] : BRI_INK_NOBODY;
        if (e >= bodies) continue;
        memcpy(sketch->pivot[e], frame_of(d, body[e])->at, sizeof sketch->pivot[e]);
        if (body[e] != BRI_GROUND) find_pin(d, body[e], bodies > 2 ? body[2] : BRI_GROUND, sketch->pivot[e]);
    }
    int last = bodies > 1 && body[1] != BRI_GROUND ? 1 : 0;
    memcpy(sketch->at, sketch->pivot[last], sizeof sketch->at);
    if (bodies > 1) find_pin(d, body[last], body[1 - last], sketch->at);
}

/* Its point on a moving body. */
static void place_of(const bri_site *site, const bri_frame *const *frames, const int *body, int bodies, double at[2])
{
    int end = bodies > 1 && body[1] != BRI_GROUND ? 1 : 0;
    to_world(frames[end], site->point[end], at);
}

static void draw_joint(drawing *d, const sys_joint *joint)
{
    const bri_frame *frames[BRI_ENDS];
    bri_sketch sketch;
    if (bri_is_derived(joint->name)) return;
    bri_frames_of(d->point, joint->body, joint->bodies, frames);
    begin_sketch(d, joint->name, joint->body, joint->bodies, &sketch);
    measure_reach(d, &joint->site, frames, joint->body, &sketch);
    memcpy(sketch.name_at, sketch.at, sizeof sketch.at);
    if (has_place(joint->kind)) place_of(&joint->site, frames, joint->body, joint->bodies, sketch.name_at);
    if (joint->kind->draw)
        joint->kind->draw(joint->params, &joint->site, frames, &sketch);
    else
        bri_sketch_mark(&sketch, &joint->site, frames);
    bri_ink ink = {.style = "joint", .name = joint->name, .body = BRI_INK_NOBODY};
    put_text(d, &ink, sketch.name_at);
}

static void draw_force(drawing *d, int index)
{
    const sys_force *force = &d->system->force[index];
    const bri_site *site = &force->site;
    const bri_frame *frames[BRI_ENDS];
    bri_sketch sketch;
    if (!force->kind->draw || bri_is_derived(force->name)) return;
    bri_frames_of(d->point, force->body, force->bodies, frames);
    begin_sketch(d, force->name, force->body, force->bodies, &sketch);
    for (int j = 0; j < d->system->joints; j++) {
        const sys_joint *joint = &d->system->joint[j];
        if (force->along < joint->freed_at || force->along >= joint->freed_at + joint->freed) continue;
        site = &joint->site;
        sketch.along_joint = true;
    }
    sketch.effort = d->point->effort[index].force;
    if (sketch.along_joint) measure_reach(d, site, frames, force->body, &sketch);
    bool turns = force->kind->unit && bri_unit_turns(force->kind->unit);
    memcpy(sketch.name_at, sketch.at, sizeof sketch.at);
    if (!turns) place_of(site, frames, force->body, force->bodies, sketch.name_at);
    force->kind->draw(force->params, site, frames, &sketch);
    bri_ink ink = {.style = "force", .name = force->name, .body = BRI_INK_NOBODY};
    put_text(d, &ink, sketch.name_at);
}

/* --- the sim ------------------------------------------------------------------------------------------------------------- */

static const bri_struct pen_struct = BRI_STRUCT(bri_pen, bri_pen_defaults, user);

/* Positions, and forces where the equations have a solution. */
static drawing begin(bri_sim *sim, const bri_pen *pen)
{
    bri_evaluation *at = &sim->observer;
    bool solved =
        bri_sim_observe(sim, bri_sim_time(sim), bri_sim_states(sim), bri_stepper_discrete(sim->stepper)) == BRI_FINE;
    return (drawing){.sim = sim,
                     .system = sim->system,
                     .point = &at->point,
                     .solution = solved ? &at->solution : NULL,
                     .pen = pen,
                     .mark = pen && pen->mark > 0 ? pen->mark : sim->system->length / marks};
}

bri_status bri_sim_draw(bri_sim *sim, const bri_pen *given, bri_error *err)
{
    bri_error_clear(err);
    assert(sim);
    bri_pen pen;
    bri_status status = bri_given(&pen_struct, given, &pen, err);
    if (status) return status;
    drawing d = begin(sim, &pen);
    draw_body(&d, BRI_GROUND);
    for (int b = 0; b < d.system->bodies; b++)
        draw_body(&d, b);
    for (int f = 0; f < d.system->forces; f++)
        draw_force(&d, f);
    for (int j = 0; j < d.system->joints; j++)
        draw_joint(&d, &d.system->joint[j]);
    free(d.at);
    return d.no_memory ? bri_fail(err, BRI_NO_MEMORY, "out of memory: a drawing") : BRI_OK;
}

static const sys_joint *find_loose(const bri_system *s, int index)
{
    for (int j = 0; j < s->joints; j++)
        if (bri_clearance_of(&s->joint[j]) > 0 && s->joint[j].kind->draw && index-- == 0) return &s->joint[j];
    return NULL;
}

int bri_sim_clearances(const bri_sim *sim)
{
    assert(sim);
    int count = 0;
    while (find_loose(sim->system, count))
        count++;
    return count;
}

static void add_forces(const drawing *d, const sys_joint *joint, bri_sketch *sketch, bri_clearance_view *loose)
{
    for (int i = 0; i < joint->gaps; i++) {
        int g = joint->gap + i;
        double contact = d->point->contact[g].force;
        loose->touches = loose->touches || contact > 0;
        for (int k = 0; k < 2; k++)
            sketch->force[i][k] = contact * d->point->gap[g].normal.end[1][k];
        for (int f = 0; f < d->system->interfaces && d->solution; f++) {
            const sys_interface *interface = &d->system->interface[f];
            for (int k = 0; k < 2 && interface->gap == g; k++)
                sketch->force[i][k] += bri_interface_effort(d->point, d->solution, f) *
                                       d->solution->patch[interface->patch].row[0].end[1][k];
        }
        sketch->largest = fmax(sketch->largest, hypot(sketch->force[i][0], sketch->force[i][1]));
        for (int k = 0; k < 2; k++)
            loose->force[k] += sketch->force[i][k];
    }
}

bri_status bri_sim_draw_clearance_sized(bri_sim *sim, int index, double magnify, const bri_pen *given,
                                        bri_clearance_view *out, size_t size, bri_error *err)
{
    bri_error_clear(err);
    assert(sim);
    const sys_joint *joint = find_loose(sim->system, index);
    const bri_frame *frames[BRI_ENDS];
    bri_clearance_view loose = {0};
    bri_sketch sketch;
    if (!joint) return bri_fail(err, BRI_NOT_FOUND, "there is no joint %d with a clearance", index);
    bri_pen pen;
    bri_status status = bri_given(&pen_struct, given, &pen, err);
    if (status) return status;
    drawing d = begin(sim, &pen);
    bri_frames_of(d.point, joint->body, joint->bodies, frames);
    begin_sketch(&d, joint->name, joint->body, joint->bodies, &sketch);
    sketch.magnify = magnify;
    add_forces(&d, joint, &sketch, &loose);
    joint->kind->draw(joint->params, &joint->site, frames, &sketch);
    loose.name = joint->name;
    memcpy(loose.at, sketch.middle, sizeof loose.at);
    loose.size = sketch.size;
    loose.clearance = bri_clearance_of(joint);
    bri_spot a = bri_spot_of(frames[0], joint->site.point[0]), b = bri_spot_of(frames[1], joint->site.point[1]);
    bri_to_local(frames[0], (const double[2]){b.at[0] - a.at[0], b.at[1] - a.at[1]}, loose.offset);
    loose.angle = frames[0]->angle;
    loose.round = isfinite(d.point->gap[joint->gap].radius[0]);
    if (out) bri_hand_out(&loose, sizeof loose, out, size);
    return BRI_OK;
}

/* --- places ---------------------------------------------------------------------------------------------------------------- */

static const char *next_record(void *context, int index)
{
    const bri_records *records = context;
    return index < records->count ? records->at[index].name : NULL;
}

static bri_status no_body(const char *name, const bri_records *bodies, bri_error *err)
{
    char hint[300];
    bri_text_suggest(hint, sizeof hint, name, next_record, (void *)(size_t)bodies);
    return bri_fail(err, BRI_NOT_FOUND, "there is no body '%.80s'%s", name, hint);
}

static bri_status no_point(const char *owner, const char *name, const bri_body_params *p, bri_error *err)
{
    char hint[300] = "";
    if (p) bri_text_suggest(hint, sizeof hint, name, next_record, (void *)(size_t)&p->points);
    return bri_fail(err, BRI_NOT_FOUND, "there is no point '%.80s' of %s%s", name, owner, hint);
}

bri_status bri_sim_find_point(bri_sim *sim, const char *name, double at[2], int *body, bri_error *err)
{
    bri_error_clear(err);
    assert(sim && name && at);
    const bri_model_params *root = bri_model_root(sim->system->model);
    const char *dot = strchr(name, '.');
    char owner[80];
    snprintf(owner, sizeof owner, "%.*s", dot ? (int)(dot - name) : 79, name);
    bool moves = strcmp(owner, "ground") != 0;
    const bri_record *end = bri_records_find(&root->bodies, name); /* "rod.a" of an elastic link */
    const bri_record *record = end ? end : moves ? bri_records_find(&root->bodies, owner) : &root->ground;
    if (!record) return no_body(owner, &root->bodies, err);
    const bri_body_params *p = record->kind ? record->params : NULL;
    const bri_record *point = dot && p ? bri_records_find(&p->points, dot + 1) : NULL;
    if (dot && !point) return no_point(owner, dot + 1, p, err);
    int index = moves ? (int)(record - root->bodies.at) : BRI_GROUND;
    static const double zero[3];
    const double *x = bri_sim_states(sim);
    bri_frame frame = moves ? bri_frame_of(x + BRI_DOF * index, zero) : still;
    to_world(&frame, point ? ((const bri_point_params *)point->params)->at : p && moves ? p->origin : zero, at);
    if (body) *body = index;
    return BRI_OK;
}
