/* draw_body.c - bodies: their shapes, or what their points, the joints that take hold of them and their radius suggest */
#include "sim/draw_body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/elastic.h"
#include "sim/tolerance.h"

static bool make_room(bri_drawing *d, int count)
{
    if (count <= d->room) return true;
    void *more = realloc(d->at, (size_t)count * sizeof *d->at);
    d->no_memory = d->no_memory || !more;
    if (!more) return false;
    d->at = more;
    d->room = count;
    return true;
}

void bri_put_text(const bri_drawing *d, const bri_ink *ink, const double at[2])
{
    if (d->pen->text && ink->name) d->pen->text(ink, at, ink->name, d->pen->user);
}

static void put_outline(bri_drawing *d, const bri_frame *frame, const bri_ink *ink, const bri_series *corners,
                        bool closed)
{
    if (!make_room(d, corners->count)) return;
    for (int i = 0; i < corners->count; i++)
        bri_point_to_world(frame, corners->at[i], d->at[i]);
    if (closed && d->pen->polygon) d->pen->polygon(ink, (const double(*)[2])d->at, corners->count, d->pen->user);
    if (!closed && d->pen->line) d->pen->line(ink, (const double(*)[2])d->at, corners->count, d->pen->user);
}

void bri_put_circle(const bri_drawing *d, const bri_ink *ink, const double at[2], double radius)
{
    if (d->pen->circle) d->pen->circle(ink, at, radius, d->pen->user);
}

static void put_box(const bri_drawing *d, const bri_frame *frame, const bri_ink *ink, const bri_box_params *p)
{
    double corner[4][2], along[2] = {cos(p->angle), sin(p->angle)}, local[2];
    for (int i = 0; i < 4; i++) {
        double x = i == 0 || i == 3 ? -0.5 : 0.5, y = i < 2 ? -0.5 : 0.5;
        bri_offset(p->at, along, x * p->size[0], y * p->size[1], local);
        bri_point_to_world(frame, local, corner[i]);
    }
    if (d->pen->polygon) d->pen->polygon(ink, (const double(*)[2])corner, 4, d->pen->user);
}

void bri_put_shape(bri_drawing *d, const bri_frame *frame, const bri_ink *ink, const bri_record *shape)
{
    bri_form form = ((const bri_shape_kind *)(const void *)shape->kind)->form;
    double at[2];
    if (form == BRI_FORM_BOX) {
        put_box(d, frame, ink, shape->params);
    } else if (form == BRI_FORM_CIRCLE) {
        const bri_circle_params *p = shape->params;
        bri_point_to_world(frame, p->at, at);
        bri_put_circle(d, ink, at, p->radius);
    } else {
        put_outline(d, frame, ink, &((const bri_outline_params *)shape->params)->corners, form == BRI_FORM_POLYGON);
    }
}

static void add_point(bri_drawing *d, const bri_frame *frame, const double local[2], int *count)
{
    double at[2];
    bri_point_to_world(frame, local, at);
    for (int i = 0; i < *count; i++)
        if (hypot(at[0] - d->at[i][0], at[1] - d->at[i][1]) <= tol_same_point * d->system->length) return;
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

bool bri_has_place(const bri_joint_kind *kind)
{
    bool any = kind->gaps != NULL;
    for (int i = 0; i < bri_rows(kind->held); i++)
        any = any || !bri_unit_turns(kind->held[i].unit);
    for (int i = 0; i < bri_rows(kind->freed); i++)
        any = any || !bri_unit_turns(kind->freed[i].unit);
    return any;
}

bool bri_is_pin(const sys_joint *joint)
{
    const bri_joint_kind *kind = joint->kind;
    return bri_rows(kind->held) == 2 && bri_rows(kind->freed) == 1 && bri_unit_turns(kind->freed[0].unit);
}

/* A pin at its mass centre, and no other joint with a place: a disc, a shaft. */
static bool turns_about_centre(const bri_system *s, int body)
{
    bool any = false;
    for (int j = 0; j < s->joints; j++)
        for (int e = 0; e < s->joint[j].bodies; e++) {
            const sys_joint *joint = &s->joint[j];
            if (joint->body[e] != body || !bri_has_place(joint->kind)) continue;
            if (!bri_is_pin(joint) ||
                hypot(joint->site.point[e][0], joint->site.point[e][1]) > tol_same_point * s->length)
                return false;
            any = true;
        }
    return any;
}

/* A disc with a spoke; discs at one place are of increasing size, so that coaxial shafts do not cover each other. */
static void put_disc(const bri_drawing *d, int body, const bri_ink *ink)
{
    const bri_frame *frame = bri_drawn_frame(d, body);
    double size = 3, spoke[2][2] = {{frame->at[0], frame->at[1]}, {0}};
    for (int b = 0; b < body; b++) {
        const bri_body_params *other = bri_model_root(d->system->model)->bodies.at[b].params;
        const double *at = bri_drawn_frame(d, b)->at;
        bool same = hypot(at[0] - frame->at[0], at[1] - frame->at[1]) <= tol_same_point * d->system->length;
        size += same && !other->shapes.count && turns_about_centre(d->system, b) ? 1.4 : 0;
    }
    bri_put_circle(d, ink, frame->at, size * d->mark);
    bri_point_to_world(frame, (const double[2]){size * d->mark, 0}, spoke[1]);
    bri_ink thin = *ink;
    thin.style = "centre";
    if (d->pen->line) d->pen->line(&thin, (const double(*)[2])spoke, 2, d->pen->user);
}

/* A body without shapes: what its points, the joints that take hold of it and its radius suggest. */
static void put_guess(bri_drawing *d, int body, const bri_body_params *p, const bri_ink *ink)
{
    const bri_system *s = d->system;
    const bri_frame *frame = bri_drawn_frame(d, body);
    int count = 0, most = p->points.count + BRI_ENDS * s->joints + 1;
    if (!make_room(d, 4 * most) || !d->at) return;
    for (int i = 0; i < p->points.count; i++)
        add_point(d, frame, ((const bri_point_params *)p->points.at[i].params)->at, &count);
    for (int j = 0; j < s->joints; j++)
        for (int e = 0; e < s->joint[j].bodies; e++)
            if (s->joint[j].body[e] == body && bri_has_place(s->joint[j].kind))
                add_point(d, frame, s->joint[j].site.point[e], &count);
    if (count < 2) add_point(d, frame, (const double[2]){0, 0}, &count);
    if (p->radius > 0) {
        double rim[2][2] = {{frame->at[0], frame->at[1]}, {0}};
        bri_point_to_world(frame, (const double[2]){p->radius, 0}, rim[1]);
        bri_put_circle(d, ink, frame->at, p->radius);
        bri_ink spoke = *ink;
        spoke.style = "centre";
        if (d->pen->line) d->pen->line(&spoke, (const double(*)[2])rim, 2, d->pen->user);
    }
    if (count == 2 && d->pen->line) d->pen->line(ink, (const double(*)[2])d->at, 2, d->pen->user);
    if (count > 2) {
        double(*hull)[2] = d->at + most;
        int corners = hull_of(d->at, count, tol_flat_corner * d->system->length * d->system->length, hull);
        if (corners > 2 && d->pen->polygon) d->pen->polygon(ink, (const double(*)[2])hull, corners, d->pen->user);
        if (corners == 2 && d->pen->line) d->pen->line(ink, (const double(*)[2])hull, 2, d->pen->user);
    }
    if (count == 1 && !(p->radius > 0) && turns_about_centre(s, body)) {
        put_disc(d, body, ink);
    } else if (count == 1 && !(p->radius > 0)) {
        bri_box_params block = {.size = {4 * d->mark, 2.4 * d->mark}};
        put_box(d, frame, ink, &block);
    }
}

static void put_centre(const bri_drawing *d, const bri_frame *frame, const bri_ink *of)
{
    bri_ink ink = {.style = "centre", .name = of->name, .body = of->body};
    for (int i = 0; i < 2 && d->pen->line; i++) {
        double x = i ? 0 : 0.35 * d->mark, y = i ? 0.35 * d->mark : 0;
        double cross[2][2] = {{frame->at[0] - x, frame->at[1] - y}, {frame->at[0] + x, frame->at[1] + y}};
        d->pen->line(&ink, (const double(*)[2])cross, 2, d->pen->user);
    }
}

void bri_draw_body(bri_drawing *d, int body)
{
    const bri_model_params *root = bri_model_root(d->system->model);
    const bri_record *record = body == BRI_GROUND ? &root->ground : &root->bodies.at[body];
    const bri_body_params *p = record->params;
    const bri_frame *frame = bri_drawn_frame(d, body);
    bool moves = body != BRI_GROUND;
    bri_ink ink = {.style = moves ? "body" : "ground", .name = moves ? record->name : NULL, .body = body};
    if (!record->kind) return;
    bool segment = moves && bri_is_derived(record->name); /* drawn with the link that it is an end of */
    for (int i = 0; i < p->shapes.count; i++)
        bri_put_shape(d, frame, &ink, &p->shapes.at[i]);
    if (moves && !p->shapes.count && !segment) put_guess(d, body, p, &ink);
    bri_ink dot = ink;
    dot.style = "point";
    for (int i = 0; i < p->points.count; i++) {
        double at[2];
        bri_point_to_world(frame, ((const bri_point_params *)p->points.at[i].params)->at, at);
        bri_put_circle(d, &dot, at, 0.14 * d->mark);
    }
    if (!moves || segment) return;
    put_centre(d, frame, &ink);
    bri_put_text(d, &ink, frame->at);
}
