/* draw.c - drawing elements of joints and forces: pins, rails, arrows, springs */
#include "joint/draw.h"

#include <math.h>

enum {
    MOST_HATCHES = 160,
    ARC_POINTS = 65,
    COILS = 24 /* largest number of coils of a spring */
};
static const double head = 0.9; /* length of an arrow head, in marks */
static const double pi = 3.14159265358979323846;

static bri_ink ink_of(const bri_sketch *s, const char *style, int end)
{
    return (bri_ink){.style = style, .name = s->name, .body = end == BRI_NO_END ? BRI_INK_NOBODY : s->body[end]};
}

static void trace(const bri_sketch *s, const char *style, int end, const double (*at)[2], int count)
{
    bri_ink ink = ink_of(s, style, end);
    if (s->pen->line) s->pen->line(&ink, at, count, s->pen->user);
}

void bri_sketch_line(const bri_sketch *s, const char *style, int end, const double a[2], const double b[2])
{
    trace(s, style, end, (const double[2][2]){{a[0], a[1]}, {b[0], b[1]}}, 2);
}

void bri_sketch_circle(const bri_sketch *s, const char *style, int end, const double at[2], double radius)
{
    bri_ink ink = ink_of(s, style, end);
    if (s->pen->circle) s->pen->circle(&ink, at, radius, s->pen->user);
}

void bri_sketch_outline(const bri_sketch *s, const char *style, int end, const double (*at)[2], int count)
{
    bri_ink ink = ink_of(s, style, end);
    if (s->pen->polygon) s->pen->polygon(&ink, at, count, s->pen->user);
}

void bri_sketch_box(const bri_sketch *s, const char *style, int end, const double middle[2], const double along[2],
                    double length, double height)
{
    double corner[4][2];
    for (int i = 0; i < 4; i++)
        bri_offset(middle, along, (i == 0 || i == 3 ? -0.5 : 0.5) * length, (i < 2 ? -0.5 : 0.5) * height, corner[i]);
    bri_sketch_outline(s, style, end, (const double(*)[2])corner, 4);
}

static void put_head(const bri_sketch *s, const char *style, const double tip[2], const double along[2], double size)
{
    double ends[3][2] = {{0}, {tip[0], tip[1]}, {0}};
    bri_offset(tip, along, -size, 0.4 * size, ends[0]);
    bri_offset(tip, along, -size, -0.4 * size, ends[2]);
    trace(s, style, BRI_NO_END, (const double(*)[2])ends, 3);
}

void bri_sketch_arrow(const bri_sketch *s, const char *style, const double from[2], const double to[2])
{
    double d[2] = {to[0] - from[0], to[1] - from[1]}, length = hypot(d[0], d[1]);
    if (!(length > 0)) return;
    bri_sketch_line(s, style, BRI_NO_END, from, to);
    put_head(s, style, to, (const double[2]){d[0] / length, d[1] / length}, fmin(head * s->mark, 0.5 * length));
}

void bri_sketch_arc(const bri_sketch *s, const char *style, const double at[2], double radius, double from, double to,
                    double inner)
{
    double points[ARC_POINTS][2];
    for (int i = 0; i < ARC_POINTS; i++) {
        double share = (double)i / (ARC_POINTS - 1), angle = from + share * (to - from);
        double r = radius + share * (inner - radius);
        points[i][0] = at[0] + r * cos(angle);
        points[i][1] = at[1] + r * sin(angle);
    }
    trace(s, style, BRI_NO_END, (const double(*)[2])points, ARC_POINTS);
    if (inner != radius) return;
    double turn = to > from ? 1 : -1, lean = to - 0.25 * turn; /* the head points slightly inwards, along the arc */
    put_head(s, style, points[ARC_POINTS - 1], (const double[2]){-turn * sin(lean), turn * cos(lean)}, head * s->mark);
}

void bri_sketch_zigzag(const bri_sketch *s, const double a[2], const double b[2])
{
    double d[2] = {b[0] - a[0], b[1] - a[1]}, length = hypot(d[0], d[1]);
    if (!(length > 0)) return;
    double along[2] = {d[0] / length, d[1] / length}, points[2 * COILS + 4][2], lead = fmin(0.2 * length, 2 * s->mark);
    int coils = (int)fmax(4, fmin(COILS, (length - 2 * lead) / (1.3 * s->mark))), count = 0;
    double step = (length - 2 * lead) / (2 * coils);
    bri_offset(a, along, 0, 0, points[count++]);
    bri_offset(a, along, lead, 0, points[count++]);
    for (int i = 0; i < 2 * coils; i++)
        bri_offset(a, along, lead + (i + 0.5) * step, (i % 2 ? -0.8 : 0.8) * s->mark, points[count++]);
    bri_offset(a, along, length - lead, 0, points[count++]);
    bri_offset(a, along, length, 0, points[count++]);
    trace(s, "force", BRI_NO_END, (const double(*)[2])points, count);
}

void bri_sketch_anchor(const bri_sketch *s, const double at[2])
{
    bri_ink ink = {.style = "anchor", .name = s->name, .body = BRI_INK_GROUND};
    double w = 1.1 * s->mark, h = 1.9 * s->mark, base = at[1] - h;
    double corner[3][2] = {{at[0], at[1]}, {at[0] - w, base}, {at[0] + w, base}};
    if (s->pen->polygon) s->pen->polygon(&ink, (const double(*)[2])corner, 3, s->pen->user);
    ink.style = "guide";
    double floor[2][2] = {{at[0] - 1.7 * w, base}, {at[0] + 1.7 * w, base}};
    if (s->pen->line) s->pen->line(&ink, (const double(*)[2])floor, 2, s->pen->user);
    ink.style = "hatch";
    for (int i = 0; i < 6 && s->pen->line; i++) {
        double x = at[0] + (-1.4 + 0.6 * i) * w;
        double stroke[2][2] = {{x, base}, {x - 0.5 * w, base - 0.6 * w}};
        s->pen->line(&ink, (const double(*)[2])stroke, 2, s->pen->user);
    }
}

void bri_sketch_pin(const bri_sketch *s, const double at[2])
{
    if (s->body[0] == BRI_INK_GROUND || s->body[1] == BRI_INK_GROUND) bri_sketch_anchor(s, at);
    bri_sketch_circle(s, "joint", BRI_NO_END, at, 0.55 * s->mark);
}

void bri_sketch_rail(const bri_sketch *s, const double at[2], const double along[2], double from, double to, int side)
{
    double a[2], b[2], step = fmax(0.8 * s->mark, (to - from) / MOST_HATCHES), depth = 0.7 * s->mark;
    bri_offset(at, along, from, 0, a);
    bri_offset(at, along, to, 0, b);
    bri_sketch_line(s, "guide", 0, a, b);
    /* strokes have fixed positions in the world, so that the hatching of overlapping lines coincides */
    double before = bri_dot(at, along), first = step > 0 ? step * ceil((before + from) / step) - before : to;
    for (double x = first; side && x <= to && step > 0; x += step) {
        bri_offset(at, along, x, 0, a);
        bri_offset(at, along, x - 0.7 * depth, side * depth, b);
        bri_sketch_line(s, "hatch", 0, a, b);
    }
}

void bri_sketch_floor(bri_sketch *s, const bri_site *site, const bri_frame *const *bodies)
{
    bri_spot a = bri_spot_of(bodies[0], site->point[0]), b = bri_spot_of(bodies[1], site->point[1]);
    double along[2], d[2] = {b.at[0] - a.at[0], b.at[1] - a.at[1]};
    bri_to_world(bodies[0], site->along, along);
    double here = bri_dot(along, d), reach = site->radius + 4 * s->mark;
    bri_offset(a.at, along, here, 0, s->name_at);
    bri_sketch_rail(s, a.at, along, fmin(0, here) - reach, fmax(0, here) + reach, -1);
}

void bri_sketch_contact_force(const bri_sketch *s, int gap, const double at[2])
{
    double size = hypot(s->force[gap][0], s->force[gap][1]);
    if (!(s->largest > 0 && size > 0)) return;
    double length = 0.85 * fmax(s->size, 4 * s->mark) * size / s->largest;
    double to[2] = {at[0] + length * s->force[gap][0] / size, at[1] + length * s->force[gap][1] / size};
    bri_sketch_arrow(s, "push", at, to);
}

void bri_sketch_mark(const bri_sketch *s, const bri_site *site, const bri_frame *const *bodies)
{
    double along[2] = {cos(pi / 4), sin(pi / 4)};
    for (int e = 0; e < 2 && bodies[e]; e++) {
        bri_spot spot = bri_spot_of(bodies[e], site->point[e]);
        bri_sketch_box(s, "joint", BRI_NO_END, spot.at, along, 0.9 * s->mark, 0.9 * s->mark);
    }
}
