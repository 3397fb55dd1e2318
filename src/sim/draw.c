/* draw.c - a mechanism drawn at the present state: bodies and ground, joints, forces, and their names */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/given.h"
#include "bristle/draw.h"
#include "joint/draw.h"
#include "kind/record.h"
#include "model/elastic.h"
#include "sim/draw.h"
#include "sim/draw_body.h"
#include "system/build.h"
#include "system/build_gaps.h"
#include "system/create_engine.h"
#include "system/initial.h"
#include "system/tolerance.h"

static const double marks = 50; /* in the length of the mechanism */

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
static void measure_reach(bri_drawing *d, const bri_site *site, const bri_frame *const *frames, const int *body,
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
    bri_point_to_world(frames[1], site->point[1], g.from);
    d->pen = &pen;
    for (int i = 0; p && i < p->shapes.count; i++)
        bri_put_shape(d, frames[1], NULL, &p->shapes.at[i]);
    d->pen = own;
    memcpy(sketch->reach, g.reach, sizeof g.reach);
}

/* --- joints -------------------------------------------------------------------------------------------------------------- */

static bool has(const sys_joint *joint, int body)
{
    return joint->body[0] == body || (joint->bodies > 1 && joint->body[1] == body);
}

/* The pin of a body: to another one if that is how they are joined, else to the ground, else any. */
static bool find_pin(const bri_drawing *d, int body, int other, double at[2])
{
    const bri_system *s = d->system;
    int best = 0;
    for (int j = 0; j < s->joints; j++) {
        const sys_joint *joint = &s->joint[j];
        if (!bri_is_pin(joint) || !has(joint, body)) continue;
        int end = joint->body[1] == body, good = has(joint, other) ? 3 : has(joint, BRI_GROUND) ? 2 : 1;
        if (good <= best) continue;
        best = good;
        bri_point_to_world(bri_drawn_frame(d, body), joint->site.point[end], at);
    }
    return best == 3;
}

static void begin_sketch(const bri_drawing *d, const char *name, const int *body, int bodies, bri_sketch *sketch)
{
    *sketch = (bri_sketch){.pen = d->pen, .name = name, .mark = d->mark, .magnify = 1};
    for (int e = 0; e < BRI_ENDS; e++) {
        sketch->body[e] = e < bodies ? body[e] : BRI_INK_NOBODY;
        if (e >= bodies) continue;
        memcpy(sketch->pivot[e], bri_drawn_frame(d, body[e])->at, sizeof sketch->pivot[e]);
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
    bri_point_to_world(frames[end], site->point[end], at);
}

static void draw_joint(bri_drawing *d, const sys_joint *joint)
{
    const bri_frame *frames[BRI_ENDS];
    bri_sketch sketch;
    if (bri_is_derived(joint->name)) return;
    bri_frames_of(d->point, joint->body, joint->bodies, frames);
    begin_sketch(d, joint->name, joint->body, joint->bodies, &sketch);
    measure_reach(d, &joint->site, frames, joint->body, &sketch);
    memcpy(sketch.name_at, sketch.at, sizeof sketch.at);
    if (bri_has_place(joint->kind)) place_of(&joint->site, frames, joint->body, joint->bodies, sketch.name_at);
    if (joint->kind->draw)
        joint->kind->draw(joint->params, &joint->site, frames, &sketch);
    else
        bri_sketch_mark(&sketch, &joint->site, frames);
    bri_ink ink = {.style = "joint", .name = joint->name, .body = BRI_INK_NOBODY};
    bri_put_text(d, &ink, sketch.name_at);
}

static void draw_force(bri_drawing *d, int index)
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
    bri_put_text(d, &ink, sketch.name_at);
}

/* --- the sim ------------------------------------------------------------------------------------------------------------- */

static const bri_struct pen_struct = BRI_STRUCT(bri_pen, bri_pen_defaults, user);

/* Positions, and forces where the equations have a solution. */
static bri_drawing begin(bri_sim *sim, const bri_pen *pen)
{
    bri_evaluation *at = &sim->observer;
    bool solved =
        bri_sim_observe(sim, bri_sim_time(sim), bri_sim_states(sim), bri_stepper_discrete(sim->stepper)) == BRI_FINE;
    return (bri_drawing){.system = sim->system,
                         .point = &at->point,
                         .solution = solved ? &at->solution : NULL,
                         .pen = pen,
                         .mark = pen && pen->mark > 0 ? pen->mark : sim->system->length / marks};
}

static void find_end(const bri_drawing *d, const sys_joint *joint, int which, double at[2])
{
    int end = which < joint->bodies ? which : 0;
    bri_point_to_world(bri_drawn_frame(d, joint->body[end]), joint->site.point[end], at);
}

static bool is_violated(const bri_drawing *d, const sys_joint *joint)
{
    for (int i = 0; i < joint->held; i++)
        if (fabs(bri_row_error(d->point, joint->row + i)) > tol_closed * d->system->length) return true;
    return false;
}

/* At the start: later it is the contact force that lets soft surfaces overlap. */
static bool is_overlapping(const bri_drawing *d, const sys_joint *joint)
{
    for (int i = 0; i < joint->gaps && d->point->t == d->system->t0; i++)
        if (bri_is_deep(d->system, &d->point->gap[joint->gap + i])) return true;
    return false;
}

/* Rings about the points of a joint, and a line between them. */
static void mark_open(bri_drawing *d, const sys_joint *joint)
{
    bri_ink ink = {.style = "open", .name = joint->name, .body = BRI_INK_NOBODY};
    double ends[2][2];
    for (int e = 0; e < 2; e++) {
        find_end(d, joint, e, ends[e]);
        if (bri_has_place(joint->kind)) bri_put_circle(d, &ink, ends[e], 1.2 * d->mark);
    }
    if (bri_has_place(joint->kind) && d->pen->line) d->pen->line(&ink, (const double(*)[2])ends, 2, d->pen->user);
}

static bri_status draw_all(bri_drawing *d, bri_error *err)
{
    bri_draw_body(d, BRI_GROUND);
    for (int b = 0; b < d->system->bodies; b++)
        bri_draw_body(d, b);
    for (int f = 0; f < d->system->forces; f++)
        draw_force(d, f);
    for (int j = 0; j < d->system->joints; j++) {
        draw_joint(d, &d->system->joint[j]);
        if (is_overlapping(d, &d->system->joint[j])) mark_open(d, &d->system->joint[j]);
    }
    free(d->at);
    return d->no_memory ? bri_fail(err, BRI_NO_MEMORY, "out of memory: a drawing") : BRI_OK;
}

bri_status bri_sim_draw(bri_sim *sim, const bri_pen *given, bri_error *err)
{
    bri_error_clear(err);
    assert(sim);
    bri_pen pen;
    bri_status status = bri_given(&pen_struct, given, &pen, err);
    if (status) return status;
    bri_drawing d = begin(sim, &pen);
    return draw_all(&d, err);
}

typedef struct sharing { /* marks of joints whose reactions are not unique */
    bri_drawing *drawing;
    const char *last; /* the joint marked last: reactions come in the order of the joints */
} sharing;

static void mark_shared(const bri_reaction *reaction, void *user)
{
    sharing *found = user;
    bri_drawing *d = found->drawing;
    double at[2];
    if (reaction->unique || (found->last && !strcmp(found->last, reaction->joint))) return;
    for (int j = 0; j < d->system->joints; j++) {
        const sys_joint *joint = &d->system->joint[j];
        bri_ink ink = {.style = "shared", .name = joint->name, .body = BRI_INK_NOBODY};
        if (strcmp(joint->name, reaction->joint) != 0) continue;
        find_end(d, joint, 1, at);
        bri_put_circle(d, &ink, at, 1.2 * d->mark);
        found->last = joint->name;
    }
}

bri_status bri_draw_point(const bri_system *system, const bri_point *point, const bri_pen *pen, bri_error *err)
{
    bri_drawing d = {
        .system = system, .point = point, .pen = pen, .mark = pen->mark > 0 ? pen->mark : system->length / marks};
    return draw_all(&d, err);
}

bri_status bri_model_draw(const bri_model *model, const bri_pen *given, bri_error *err)
{
    bri_error_clear(err);
    assert(model);
    bri_pen pen;
    bri_system *s = NULL;
    bri_engine *engine = NULL;
    bri_status status = bri_given(&pen_struct, given, &pen, err);
    if (!status) status = bri_system_build_unstarted(model, &s, err);
    if (!status) status = bri_engine_create(s, &engine, err);
    if (!status) {
        size_t n = (size_t)(BRI_DOF * s->bodies);
        double *x = bri_arena_take(&engine->arena, (size_t)(s->states + s->quadratures) + 1, sizeof(double));
        double *packed = bri_arena_take(&engine->arena, (size_t)s->discrete_states + 1, sizeof(double));
        if (engine->arena.failed) {
            status = bri_fail(err, BRI_NO_MEMORY, "out of memory: a drawing");
        } else {
            bri_point *point = &engine->look.point;
            memcpy(x, s->q0, n * sizeof(double));
            bri_instant at = bri_instant_of(engine, s->t0, x, packed);
            bri_initial_discrete(point, &at, packed);
            bri_point_set(point, &at, BRI_SCOPE_DYNAMICS);
            bri_drawing d = {
                .system = s, .point = point, .pen = &pen, .mark = pen.mark > 0 ? pen.mark : s->length / marks};
            bool open = false;
            sharing found = {&d, NULL};
            for (int j = 0; j < s->joints; j++)
                if (is_violated(&d, &s->joint[j])) {
                    mark_open(&d, &s->joint[j]);
                    open = true;
                }
            if (!open && s->redundancy == BRI_REDUNDANCY_REFUSE)
                status = bri_system_reactions(s, BRI_SLIDING, mark_shared, &found, NULL, err);
            if (!status) status = draw_all(&d, err);
        }
    }
    bri_engine_destroy(engine);
    bri_system_destroy(s);
    return status;
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

static void add_forces(const bri_drawing *d, const sys_joint *joint, bri_sketch *sketch, bri_clearance_view *loose)
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
                sketch->force[i][k] += bri_friction_effort(d->point, d->solution, f) *
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
    bri_drawing d = begin(sim, &pen);
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
