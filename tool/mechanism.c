/* mechanism.c - colours and line widths of a mechanism: ground and marks in grey, bodies in colours that colour-blind readers can
 * distinguish (Okabe and Ito) */
#include "mechanism.h"

#include <math.h>
#include <string.h>

const extent nothing_yet = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};

void extent_add(extent *e, const double at[2], double radius)
{
    for (int i = 0; i < 2; i++) {
        e->low[i] = fmin(e->low[i], at[i] - radius);
        e->high[i] = fmax(e->high[i], at[i] + radius);
    }
}

void view_place(const view *v, const double world[2], double out[2])
{
    out[0] = v->at[0] + v->scale * (world[0] - v->from[0]);
    out[1] = v->at[1] - v->scale * (world[1] - v->from[1]);
}

long colour_of(int body)
{
    static const long colours[] = {0x0072b2, 0xd55e00, 0x009e73, 0xb5528f, 0xb8860b, 0x3f9bd0, 0x6b5b4d};
    if (body == BRI_INK_GROUND) return 0x555555;
    return body < 0 ? 0x333333 : colours[body % (int)(sizeof colours / sizeof *colours)];
}

long toned(long colour, double tone)
{
    long out = 0;
    if (colour == NO_COLOUR) return colour;
    for (int shift = 16; shift >= 0; shift -= 8) {
        double part = (double)((colour >> shift) & 0xff);
        out = (out << 8) | (long)(255 + tone * (part - 255) + 0.5);
    }
    return out;
}

/* --- styles ---------------------------------------------------------------------------------------------------------------- */

typedef struct line_style {
    const char *style;
    double line, outline; /* widths of lines and of outlines; outline 0: the same */
    long stroke, fill;    /* OF_BODY: its colour */
    double opacity;
    bool dashed;
    int layer;
    double weight; /* cost of a name that covers its strokes */
} line_style;
enum {
    OF_BODY = -2
};

static const line_style styles[] = {
    {"hatch", 0.7, 0, 0x9a9a9a, NO_COLOUR, 1, false, 0, 0.8},
    {"guide", 1.2, 0, 0x666666, NO_COLOUR, 1, false, 1, 1},
    {"ground", 1.8, 1.2, 0x666666, 0xbbbbbb, 0.5, false, 1, 1},
    {"anchor", 1.2, 0, 0x555555, 0xffffff, 1, false, 2, 1},
    {"pitch", 1, 0, OF_BODY, NO_COLOUR, 1, true, 3, 0.5},
    {"block", 1.2, 0, OF_BODY, OF_BODY, 0.12, false, 3, 1},
    {"body", 4, 1.6, OF_BODY, OF_BODY, 0.16, false, 4, 2},
    {"rod", 1, 0, 0x555555, NO_COLOUR, 1, false, 4, 1},
    {"centre", 0.8, 0, 0x333333, NO_COLOUR, 1, false, 6, 0.5},
    {"force", 1.2, 0, 0x444444, NO_COLOUR, 1, false, 6, 1},
    {"rub", 1.2, 1, 0x444444, NO_COLOUR, 1, true, 6, 0.5},
    {"housing", 0, 0, NO_COLOUR, OF_BODY, 0.22, false, 0, 0},
    {"bore", 1.1, 0, OF_BODY, NO_COLOUR, 1, false, 6, 1},
    {"gap", 1.1, 0, OF_BODY, NO_COLOUR, 1, false, 6, 1},
    {"joint", 1.2, 0, 0x333333, 0xffffff, 1, false, 7, 2},
    {"weld", 1.2, 0, 0x333333, 0x333333, 1, false, 7, 2},
    {"point", 0.8, 0, OF_BODY, OF_BODY, 1, false, 6, 0.5},
    {"drive", 1.4, 0, 0x333333, NO_COLOUR, 1, false, 8, 1},
    {"open", 1.6, 1.6, 0xcc1111, NO_COLOUR, 1, true, 9, 2},
    {"shared", 1.6, 1.6, 0xd97706, NO_COLOUR, 1, true, 9, 2},
    {"push", 1.8, 0, 0xb40426, NO_COLOUR, 1, false, 9, 1},
};

static const line_style *style_of(const char *style)
{
    static const line_style other = {NULL, 1, 0, 0x444444, NO_COLOUR, 1, false, 6, 1};
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
        if (!strcmp(styles[i].style, style)) return &styles[i];
    return &other;
}

static canvas_look look_of(const pen_target *e, const bri_ink *ink, bool outline)
{
    const line_style *m = style_of(ink->style);
    bool surface = e->is_inset && !strcmp(ink->style, "gap"), bore = e->is_inset && !strcmp(ink->style, "bore");
    bool is_back = bore || !strcmp(ink->style, "housing");
    long fill = surface ? OF_BODY : bore ? 0xffffff : m->fill;
    canvas_look look = {.style = ink->style,
                        .stroke = m->stroke == OF_BODY ? colour_of(ink->body) : m->stroke,
                        .fill = fill == OF_BODY ? colour_of(ink->body) : fill,
                        .width = outline && m->outline > 0 ? m->outline : m->line,
                        .opacity = surface ? 0.14 : m->opacity,
                        .dashed = m->dashed && outline,
                        .layer = is_back ? e->back : e->layer + m->layer};
    if (!strcmp(ink->style, "guide") && ink->body >= 0) look.stroke = colour_of(ink->body);
    if (is_back) return look; /* identical at all times */
    look.stroke = toned(look.stroke, e->tone);
    if (look.opacity < 1)
        look.opacity *= e->tone;
    else
        look.fill = toned(look.fill, e->tone);
    return look;
}

/* In an inset, parts that are identical at all times are drawn once. */
static bool is_shown(const pen_target *e, const bri_ink *ink)
{
    static const char *const once[] = {"hatch", "guide", "housing", "bore"};
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
        if (e->is_inset && e->is_ghost && !strcmp(ink->style, once[i])) return false;
    return e->canvas != NULL;
}

/* --- the pen --------------------------------------------------------------------------------------------------------------- */

static void extend(pen_target *e, const bri_ink *ink, const double at[2], double radius)
{
    if (strcmp(ink->style, "push") != 0) extent_add(&e->seen, at, radius);
    e->has_open |= !strcmp(ink->style, "open");
    e->has_shared |= !strcmp(ink->style, "shared");
}

static void keep_names_away(pen_target *e, const bri_ink *ink, const double (*at)[2], int count)
{
    double weight = style_of(ink->style)->weight, a[2], b[2];
    for (int i = 1; e->names && i < count; i++) {
        view_place(&e->view, at[i - 1], a);
        view_place(&e->view, at[i], b);
        names_avoid(e->names, a, b, weight * e->tone);
    }
}

enum {
    AT_ONCE = 128 /* points that are placed at once */
};

static void put_line(const bri_ink *ink, const double (*at)[2], int count, void *user)
{
    pen_target *e = user;
    canvas_look look = look_of(e, ink, false);
    double dots[AT_ONCE][2];
    look.fill = NO_COLOUR;
    for (int i = 0; i < count; i++)
        extend(e, ink, at[i], 0);
    keep_names_away(e, ink, at, count);
    for (int first = 0; is_shown(e, ink) && first + 1 < count; first += AT_ONCE - 1) {
        int part = count - first < AT_ONCE ? count - first : AT_ONCE;
        for (int i = 0; i < part; i++)
            view_place(&e->view, at[first + i], dots[i]);
        canvas_line(e->canvas, &look, (const double(*)[2])dots, part);
    }
}

static void put_polygon(const bri_ink *ink, const double (*at)[2], int count, void *user)
{
    pen_target *e = user;
    canvas_look look = look_of(e, ink, true);
    double dots[4 * AT_ONCE][2];
    for (int i = 0; i < count; i++)
        extend(e, ink, at[i], 0);
    keep_names_away(e, ink, at, count);
    keep_names_away(e, ink, (const double[2][2]){{at[count - 1][0], at[count - 1][1]}, {at[0][0], at[0][1]}}, 2);
    if (!is_shown(e, ink)) return;
    int step = count / (4 * AT_ONCE) + 1, used = 0; /* thins out outlines with thousands of points */
    for (int i = 0; i < count; i += step)
        view_place(&e->view, at[i], dots[used++]);
    canvas_polygon(e->canvas, &look, (const double(*)[2])dots, used);
}

static void put_circle(const bri_ink *ink, const double at[2], double radius, void *user)
{
    pen_target *e = user;
    canvas_look look = look_of(e, ink, true);
    double dots[2], round[9][2];
    extend(e, ink, at, radius);
    for (int i = 0; i < 9; i++) {
        round[i][0] = at[0] + radius * cos(0.7853981633974483 * i);
        round[i][1] = at[1] + radius * sin(0.7853981633974483 * i);
    }
    keep_names_away(e, ink, (const double(*)[2])round, 9);
    view_place(&e->view, at, dots);
    if (is_shown(e, ink)) canvas_circle(e->canvas, &look, dots, e->view.scale * radius);
}

static void put_text(const bri_ink *ink, const double at[2], const char *text, void *user)
{
    pen_target *e = user;
    double dots[2];
    canvas_look look = {
        .style = "name", .stroke = strcmp(ink->style, "body") ? 0x444444 : colour_of(ink->body), .layer = 1000};
    if (!e->names || e->is_ghost) return;
    view_place(&e->view, at, dots);
    names_add(e->names, &look, dots, text);
}

bri_pen pen_for(pen_target *e, double mark)
{
    return (bri_pen){.size = sizeof(bri_pen),
                     .line = put_line,
                     .polygon = put_polygon,
                     .circle = put_circle,
                     .text = put_text,
                     .mark = mark,
                     .user = e};
}
