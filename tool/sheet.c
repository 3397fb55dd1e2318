/* sheet.c - layout of a drawing: title, mechanism, scale bar, insets of joints with clearance
 *
 * All sizes are in dots; a drawing is up to 900 dots wide. Several times are drawn in one panel, earlier ones lighter, or side
 * by side. An inset shows its joint to scale, with the clearance and the motion in it magnified by a round number. */
#include "sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "mechanism.h"

enum {
    WIDTH = 900,
    NARROWEST = 420,
    TALLEST = 600, /* of the mechanism */
    MARGIN = 26,
    HEAD = 52,    /* title and times */
    FOOT = 46,    /* scale bar */
    CAPTION = 20, /* time over a panel */
    MARK = 10,
    INSET = 200, /* width of an inset, and height of its drawing */
    INSET_WORDS = 58,
    INSET_GAP = 14,
    MAX_INSETS = 32,
    PANELS_IN_ROW = 3,
    OVER = 20 /* layers of one time */
};
static const double wide = 1.5;   /* width over height above which insets are below the mechanism */
static const double share = 0.28; /* size of a magnified clearance over the radius of its pin */

/* --- numbers --------------------------------------------------------------------------------------------------------------- */

static double round_number(double x) /* 1, 2 or 5 of a power of ten, not above x */
{
    double power = pow(10, floor(log10(x)));
    return x >= 5 * power ? 5 * power : x >= 2 * power ? 2 * power : power;
}

static void format_quantity(double value, const char *unit, char *out, size_t size)
{
    static const struct {
        double above, factor;
        const char *prefix;
    } steps[] = {{1e6, 1e-6, "M"}, {1e3, 1e-3, "k"}, {0.1, 1, ""}, {1e-4, 1e3, "m"}, {1e-7, 1e6, "µ"}, {0, 1e9, "n"}};
    size_t i = 0;
    while (i < 5 && fabs(value) < steps[i].above * (1 - 1e-12))
        i++;
    if (value == 0 || (i < 2 && *unit != 'N')) i = 2;
    snprintf(out, size, "%.4g %s%s", value * steps[i].factor, steps[i].prefix, unit);
}

/* --- the plan -------------------------------------------------------------------------------------------------------------- */

typedef struct plan {
    sheet *sheet;
    canvas *canvas;
    name_list *names;
    extent seen;               /* of the mechanism at all times, with the paths, in the world */
    bool has_open, has_shared; /* joints that are violated; that share loads as a rigid model does not determine */
    double scale, mark;        /* mark 0: default of the mechanism */
    bool only_marks;
    double panel[2], area[2];                    /* size of one panel; of all of them */
    int columns, rows;                           /* of panels */
    double size[2];                              /* of the drawing */
    int insets, inset_columns, slot[MAX_INSETS]; /* slot: position of each */
    bool insets_below;
    double inset_at[2]; /* of the first one */
} plan;

static double tone_of(const sheet *s, int index) { return index + 1 == s->times ? 1 : 0.22 + 0.33 * index / s->times; }

static int draw_state(const sheet *s, int index, pen_target *e, double mark)
{
    bri_error err = {0};
    bri_pen pen = pen_for(e, mark);
    if (s->sim) bri_sim_restore(s->sim, s->state[index], bri_sim_state_size(s->sim), NULL);
    bri_status status = s->sim ? bri_sim_draw(s->sim, &pen, &err) : bri_model_draw(s->model, &pen, &err);
    return status ? complain_of(status, &err) : DONE;
}

static int measure(plan *p)
{
    pen_target e = {.seen = nothing_yet};
    for (int i = 0; i < p->sheet->times; i++)
        if (draw_state(p->sheet, i, &e, p->mark)) return UNFINISHED;
    for (int i = 0; i < p->sheet->paths; i++)
        for (int k = 0; p->sheet->path[i].joint < 0 && k < p->sheet->path[i].count; k++)
            extent_add(&e.seen, p->sheet->path[i].at[k], 0);
    p->seen = e.seen;
    p->has_open = e.has_open;
    p->has_shared = e.has_shared;
    return DONE;
}

static void lay_out(plan *p)
{
    double w = p->seen.high[0] - p->seen.low[0], h = p->seen.high[1] - p->seen.low[1], taken = 0;
    int panels = p->sheet->side_by_side ? p->sheet->times : 1;
    p->columns = panels == 4 ? 2 : panels < PANELS_IN_ROW ? panels : PANELS_IN_ROW;
    p->rows = (panels + p->columns - 1) / p->columns;
    p->insets_below = p->insets && (w * p->columns > wide * h * p->rows || p->insets > 4);
    if (p->insets && !p->insets_below) taken = INSET + INSET_GAP;
    double room = (WIDTH - taken) / p->columns - 2 * MARGIN, height = (double)TALLEST / p->rows - 2 * MARGIN;
    p->scale = fmin(w > 0 ? room / w : HUGE_VAL, h > 0 ? height / h : HUGE_VAL);
    if (p->only_marks)
        p->scale = fmin(p->scale, 240 / fmax(w, h));
    else
        p->mark = MARK / p->scale;
    p->panel[0] = fmax(p->scale * w + 2 * MARGIN, panels == 1 && taken == 0 ? NARROWEST : 160);
    p->panel[1] = fmax(p->scale * h, 40) + 2 * MARGIN + (panels > 1 ? CAPTION : 0);
    p->area[0] = p->columns * p->panel[0];
    p->area[1] = p->rows * p->panel[1];
    p->size[0] = fmax(p->area[0] + taken, NARROWEST);
    p->size[0] = fmax(p->size[0], fmin(WIDTH, 1.1 * text_width(p->sheet->title, 15) + 2 * MARGIN));
    p->inset_columns = 1;
    if (p->insets_below) {
        int fit = (int)((WIDTH - MARGIN) / (INSET + INSET_GAP));
        p->inset_columns = p->insets < fit ? p->insets : fit;
        p->size[0] = fmax(p->size[0], p->inset_columns * (INSET + INSET_GAP) + MARGIN);
    }
    int inset_rows = p->insets ? (p->insets + p->inset_columns - 1) / p->inset_columns : 0;
    double inset_height = inset_rows * (INSET + INSET_WORDS + INSET_GAP);
    p->inset_at[0] = p->insets_below ? MARGIN : p->area[0];
    p->inset_at[1] = HEAD + (p->insets_below ? p->area[1] : 0);
    p->size[1] = HEAD + FOOT + (p->insets_below ? p->area[1] + inset_height : fmax(p->area[1], inset_height));
}

static view panel_view(const plan *p, int which);
static int draw_clearance(const sheet *s, int state, int index, double magnify, pen_target *e, double mark,
                          bri_clearance_view *joint);

/* Orders the insets below the mechanism as their joints from left to right, and centres them below the joints. */
static int move_insets(plan *p)
{
    double x[MAX_INSETS], mean = 0, width = p->inset_columns * (INSET + INSET_GAP) - INSET_GAP, at[2];
    for (int i = 0; i < p->insets; i++) {
        view v = panel_view(p, p->sheet->side_by_side ? p->sheet->times - 1 : 0);
        bri_clearance_view joint;
        pen_target nothing = {.seen = nothing_yet};
        if (draw_clearance(p->sheet, p->sheet->times - 1, i, 1, &nothing, p->mark, &joint)) return UNFINISHED;
        view_place(&v, joint.at, at);
        x[i] = round(at[0] / 10); /* joints nearly above each other: in the order of the model */
        mean += at[0] / p->insets;
    }
    for (int i = 0; i < p->insets; i++) {
        p->slot[i] = 0;
        for (int k = 0; k < p->insets; k++)
            p->slot[i] += x[k] < x[i] || (k < i && x[k] == x[i]);
    }
    p->inset_at[0] = fmax(MARGIN, fmin(mean - 0.5 * width, p->size[0] - MARGIN - width));
    return DONE;
}

/* Bodies without size at one place: the drawing consists of marks only. */
static bool is_only_marks(const plan *p)
{
    plan tiny = *p;
    tiny.mark = 1e-12;
    if (measure(&tiny)) return false;
    return hypot(tiny.seen.high[0] - tiny.seen.low[0], tiny.seen.high[1] - tiny.seen.low[1]) < 1e-9;
}

static int make_plan(plan *p)
{
    p->only_marks = is_only_marks(p);
    for (int pass = 0; pass < 6; pass++) { /* the size of marks is in dots, so the scale depends on them */
        if (measure(p)) return UNFINISHED;
        if (!isfinite(p->seen.high[0] - p->seen.low[0]) || !isfinite(p->seen.high[1] - p->seen.low[1]))
            return complain(UNFINISHED, "nothing to draw: no part of the mechanism has a finite position");
        lay_out(p);
    }
    return p->insets_below ? move_insets(p) : DONE;
}

/* --- elements ---------------------------------------------------------------------------------------------------------------- */

static const long dark = 0x222222, grey = 0x707070, pale = 0xc8c8c8;

static void write_words(const plan *p, const char *style, long colour, double size, int anchor, bool bold, double x,
                        double y, const char *text)
{
    canvas_look look = {.style = style, .stroke = colour, .layer = 1000};
    canvas_words words = {.size = size, .anchor = anchor, .bold = bold};
    canvas_text(p->canvas, &look, &words, (const double[2]){x, y}, text);
}

static void put_head(const plan *p)
{
    const sheet *s = p->sheet;
    char line[400], time[40];
    size_t room = (size_t)((p->size[0] - 2 * MARGIN) / text_width("n", 16.5));
    snprintf(line, sizeof line, "%s", s->title);
    if (strlen(line) > room) { /* complete UTF-8 characters, then dots */
        size_t cut = room - 3;
        while (((unsigned char)line[cut] & 0xc0) == 0x80)
            cut--;
        strcpy(line + cut, "...");
    }
    write_words(p, "title", dark, 15, -1, true, MARGIN, 26, line);
    snprintf(line, sizeof line, "t = ");
    for (int i = 0; i < s->times && strlen(line) < 90; i++) {
        format_quantity(s->time[i], "s", time, sizeof time);
        append_text(line, sizeof line, "%s%s", i ? ", " : "", time);
    }
    if (!s->sim)
        snprintf(line, sizeof line, "%s",
                 p->has_open ? "as in the file; violated joints are marked in red"
                 : p->has_shared
                     ? "over-constrained: a rigid model does not determine the reactions in the joints marked in orange"
                     : "as in the file");
    if (!s->side_by_side) write_words(p, "time", grey, 12, -1, false, MARGIN, 44, line);
}

static void put_scale_bar(const plan *p)
{
    double length = round_number(fmin(160, 0.4 * p->size[0]) / p->scale), x = MARGIN, y = p->size[1] - 18;
    double end = x + length * p->scale;
    canvas_look look = {.style = "scale", .stroke = grey, .fill = NO_COLOUR, .width = 1.2, .layer = 900};
    char text[40];
    canvas_line(p->canvas, &look,
                (const double[][2]){{x, y - 4}, {x, y + 4}, {x, y}, {end, y}, {end, y + 4}, {end, y - 4}}, 6);
    format_quantity(length, "m", text, sizeof text);
    write_words(p, "scale", grey, 12, -1, false, end + 8, y + 4, text);
}

static view panel_view(const plan *p, int which)
{
    int columns = p->columns > 1 ? p->columns : 1, row = which / columns, column = which % columns;
    double left = column * p->panel[0], top = HEAD + row * p->panel[1];
    double caption = p->sheet->side_by_side && p->sheet->times > 1 ? CAPTION : 0, middle[2];
    for (int i = 0; i < 2; i++)
        middle[i] = 0.5 * (p->seen.low[i] + p->seen.high[i]);
    if (p->columns == 1 && (p->insets_below || !p->insets)) left = 0.5 * (p->size[0] - p->panel[0]);
    return (view){.scale = p->scale,
                  .from = {middle[0], middle[1]},
                  .at = {left + 0.5 * p->panel[0], top + caption + 0.5 * (p->panel[1] - caption)}};
}

static void put_path(const plan *p, const view *v, const sheet_path *one, int layer)
{
    double(*dots)[2] = malloc((size_t)(one->count + 1) * sizeof *dots);
    canvas_look look = {
        .style = "trace", .stroke = toned(colour_of(one->body), 0.75), .fill = NO_COLOUR, .width = 1.1, .layer = layer};
    for (int i = 0; dots && i < one->count; i++) {
        view_place(v, one->at[i], dots[i]);
        if (i > 0 && one->joint < 0) names_avoid(p->names, dots[i - 1], dots[i], 0.7);
    }
    if (dots && one->count > 1) canvas_line(p->canvas, &look, (const double(*)[2])dots, one->count);
    free(dots);
}

static int put_mechanism(const plan *p, int index)
{
    const sheet *s = p->sheet;
    bool last = index + 1 == s->times, apart = s->side_by_side;
    pen_target e = {.canvas = p->canvas,
                    .view = panel_view(p, apart ? index : 0),
                    .tone = apart ? 1 : tone_of(s, index),
                    .layer = OVER * index,
                    .names = last || !apart ? p->names : NULL,
                    .is_ghost = !last,
                    .seen = nothing_yet};
    double left = e.view.at[0] - 0.5 * p->panel[0], top = e.view.at[1] - 0.5 * p->panel[1];
    memcpy(p->names->frame, (const double[4]){left, top, left + p->panel[0], top + p->panel[1]},
           sizeof p->names->frame);
    for (int i = 0; i < s->paths && (last || apart); i++)
        if (s->path[i].joint < 0) put_path(p, &e.view, &s->path[i], OVER * index + 2);
    if (apart && s->times > 1) {
        char time[40] = "t = ";
        format_quantity(s->time[index], "s", time + 4, sizeof time - 4);
        write_words(p, "time", grey, 12, 0, false, e.view.at[0], top - 0.5 * CAPTION + 14, time);
    }
    return draw_state(s, index, &e, p->mark);
}

/* --- insets ---------------------------------------------------------------------------------------------------------------- */

static int draw_clearance(const sheet *s, int state, int index, double magnify, pen_target *e, double mark,
                          bri_clearance_view *joint)
{
    bri_error err = {0};
    bri_pen pen = pen_for(e, mark);
    bri_sim_restore(s->sim, s->state[state], bri_sim_state_size(s->sim), NULL);
    bri_status status = bri_sim_draw_clearance(s->sim, index, magnify, &pen, joint, &err);
    return status ? complain_of(status, &err) : DONE;
}

/* Largest distance of its strokes from its centre, at all times. */
static int reach_of(const sheet *s, int index, double magnify, double mark, double *reach)
{
    *reach = 0;
    for (int i = 0; i < s->times; i++) {
        bri_clearance_view joint;
        pen_target e = {.seen = nothing_yet};
        if (draw_clearance(s, i, index, magnify, &e, mark, &joint)) return UNFINISHED;
        for (int k = 0; k < 2; k++)
            *reach = fmax(*reach, fmax(e.seen.high[k] - joint.at[k], joint.at[k] - e.seen.low[k]));
    }
    return DONE;
}

static void put_frame(const plan *p, double x, double y)
{
    canvas_look frame = {.style = "inset", .stroke = pale, .fill = 0xfafafa, .width = 1, .opacity = 1, .layer = 500};
    double right = x + INSET, bottom = y + INSET + INSET_WORDS;
    canvas_polygon(p->canvas, &frame, (const double[][2]){{x, y}, {right, y}, {right, bottom}, {x, bottom}}, 4);
}

static void put_inset_words(const plan *p, double x, double y, const bri_clearance_view *joint, double magnify)
{
    char line[120], number[40];
    format_quantity(joint->clearance, "m", number, sizeof number);
    write_words(p, "inset", dark, 12, 0, true, x + 0.5 * INSET, y + INSET + 12, joint->name);
    if (magnify > 1)
        snprintf(line, sizeof line, "clearance %s, drawn × %g", number, magnify);
    else
        snprintf(line, sizeof line, "clearance %s, to scale", number);
    write_words(p, "inset", grey, 11, 0, false, x + 0.5 * INSET, y + INSET + 29, line);
    format_quantity(hypot(joint->force[0], joint->force[1]), "N", number, sizeof number);
    snprintf(line, sizeof line, joint->touches ? "contact force %s" : "no contact", number);
    write_words(p, "inset", grey, 11, 0, false, x + 0.5 * INSET, y + INSET + 45, line);
}

/* From the joint in the drawing to its inset. */
static void put_leader(const plan *p, const bri_clearance_view *joint, double x, double y)
{
    view v = panel_view(p, p->sheet->side_by_side ? p->sheet->times - 1 : 0);
    double at[2], end[2] = {x, y + 0.4 * INSET};
    canvas_look look = {.style = "leader", .stroke = pale, .fill = NO_COLOUR, .width = 0.9, .layer = 0};
    view_place(&v, joint->at, at);
    if (p->insets_below) end[0] = x + 0.5 * INSET, end[1] = y;
    double d[2] = {end[0] - at[0], end[1] - at[1]}, far = hypot(d[0], d[1]);
    double radius = joint->round ? fmax(14, 3 + p->scale * (joint->size + joint->clearance)) : 14;
    if (far > 2 * radius) {
        double from[2] = {at[0] + radius * d[0] / far, at[1] + radius * d[1] / far};
        canvas_line(p->canvas, &look, (const double[][2]){{from[0], from[1]}, {end[0], end[1]}}, 2);
    }
    look.dashed = true;
    canvas_circle(p->canvas, &look, at, radius);
}

/* Path of the centre of a journal, if --trace names the joint. */
static void put_orbit(const plan *p, const view *v, int index, double magnify, const bri_clearance_view *joint)
{
    double c = cos(joint->angle), s = sin(joint->angle);
    for (int i = 0; i < p->sheet->paths; i++) {
        const sheet_path *one = &p->sheet->path[i];
        sheet_path turned = *one;
        if (one->joint != index || !(turned.at = malloc((size_t)(one->count + 1) * sizeof *one->at))) continue;
        for (int k = 0; k < one->count; k++) {
            turned.at[k][0] = joint->at[0] + magnify * (c * one->at[k][0] - s * one->at[k][1]);
            turned.at[k][1] = joint->at[1] + magnify * (s * one->at[k][0] + c * one->at[k][1]);
        }
        put_path(p, v, &turned, 500 + OVER * (p->sheet->times + 1));
        free(turned.at);
    }
}

static int put_inset(const plan *p, int index)
{
    const sheet *s = p->sheet;
    int columns = p->inset_columns > 1 ? p->inset_columns : 1;
    int row = p->slot[index] / columns, column = p->slot[index] % columns;
    double x = p->inset_at[0] + column * (INSET + INSET_GAP);
    double y = p->inset_at[1] + row * (INSET + INSET_WORDS + INSET_GAP), reach = 0;
    bri_clearance_view joint = {0};
    pen_target nothing = {.seen = nothing_yet};
    if (draw_clearance(s, 0, index, 1, &nothing, p->mark, &joint)) return UNFINISHED;
    double wanted = share * joint.size / joint.clearance, magnify = wanted >= 1 ? round_number(wanted) : 1;
    double mark = fmax(joint.size, joint.clearance) / 8;
    for (int pass = 0; pass < 4; pass++) {
        if (reach_of(s, index, magnify, mark, &reach)) return UNFINISHED;
        mark = MARK * reach / (0.44 * INSET);
    }
    put_frame(p, x, y);
    for (int i = 0; i < s->times; i++) {
        pen_target e = {.canvas = p->canvas,
                        .view = {.scale = 0.44 * INSET / reach, .at = {x + 0.5 * INSET, y + 0.5 * INSET}},
                        .tone = tone_of(s, i),
                        .layer = 502 + OVER * i,
                        .back = 501,
                        .seen = nothing_yet,
                        .is_inset = true,
                        .is_ghost = i + 1 < s->times};
        bri_sim_restore(s->sim, s->state[i], bri_sim_state_size(s->sim), NULL);
        if (draw_clearance(s, i, index, magnify, &nothing, mark, &joint)) return UNFINISHED;
        memcpy(e.view.from, joint.at, sizeof e.view.from);
        if (draw_clearance(s, i, index, magnify, &e, mark, &joint)) return UNFINISHED;
        if (i + 1 == s->times) put_orbit(p, &e.view, index, magnify, &joint);
    }
    put_inset_words(p, x, y, &joint, magnify);
    put_leader(p, &joint, x, y);
    return DONE;
}

/* --- the drawing --------------------------------------------------------------------------------------------------------------- */

static int put_all(plan *p, const char *path)
{
    int status = make_plan(p);
    for (int i = 0; i < p->sheet->times && !status; i++)
        status = put_mechanism(p, i);
    for (int i = 0; i < p->insets && !status; i++)
        status = put_inset(p, i);
    if (status) return status;
    if (p->sheet->names) names_put(p->names, p->canvas, 12);
    put_head(p);
    put_scale_bar(p);
    return canvas_write(p->canvas, p->size[0], p->size[1], path);
}

int sheet_write(sheet *s, const char *path)
{
    plan p = {.sheet = s,
              .canvas = canvas_create(),
              .names = calloc(1, sizeof(name_list)),
              .insets = s->insets && s->sim ? bri_sim_clearances(s->sim) : 0};
    if (p.insets > MAX_INSETS) p.insets = MAX_INSETS;
    for (int i = 0; i < p.insets; i++)
        p.slot[i] = i;
    int status = p.canvas && p.names ? put_all(&p, path) : complain(UNFINISHED, "out of memory: drawing");
    canvas_destroy(p.canvas);
    free(p.names);
    return status;
}
