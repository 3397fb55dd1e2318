/* page_scene.c - the scene of a page as JSON: strokes that move with bodies, and where joints, forces and friction are */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "sim/rests.h"
#include "sim/scene.h"
#include "system/system.h"

enum {
    CONFIGURATIONS = 24 /* in which guides are drawn */
};

static void add_numbers(bri_text *out, const double *value, int count)
{
    for (int i = 0; i < count; i++)
        if (isfinite(value[i]))
            bri_text_add(out, "%s%.7g", i ? "," : "", value[i]);
        else
            bri_text_add(out, "%snull", i ? "," : "");
}

static void add_named(bri_text *out, const char *before, const char *name, const char *value)
{
    bri_text_add(out, "%s\"%s\": ", before, name);
    bri_text_add_json(out, value);
}

static void add_bodies(bri_text *out, const int *body, int count)
{
    bri_text_add(out, ", \"bodies\": [");
    for (int i = 0; i < count; i++)
        bri_text_add(out, "%s%d", i ? "," : "", body[i]);
    bri_text_add(out, "]");
}

static void add_stroke(bri_text *out, const bri_scene *scene, const bri_stroke *s)
{
    static const char *const forms[] = {"line", "polygon", "circle", "name"}, *const motions[] = {"turns", "carried",
                                                                                                  "spans"};
    add_named(out, "{", "form", forms[s->form]);
    add_named(out, ", ", "motion", motions[s->motion]);
    add_named(out, ", ", "style", s->style);
    if (s->name) add_named(out, ", ", "name", s->name);
    add_bodies(out, s->body, s->motion == BRI_STROKE_SPANS ? 2 : 1);
    if (s->motion != BRI_STROKE_TURNS) {
        bri_text_add(out, ", \"anchor\": [");
        add_numbers(out, s->anchor[0], s->motion == BRI_STROKE_SPANS ? 4 : 2);
        bri_text_add(out, "]");
    }
    if (s->form == BRI_STROKE_CIRCLE) bri_text_add(out, ", \"radius\": %.7g", s->radius);
    bri_text_add(out, ", \"at\": [");
    add_numbers(out, scene->at[s->first], 2 * s->count);
    bri_text_add(out, "]}");
}

static void add_site(bri_text *out, const bri_site *site, int bodies)
{
    bri_text_add(out, ", \"at\": [");
    for (int i = 0; i < bodies; i++) {
        bri_text_add(out, i ? ",[" : "[");
        add_numbers(out, site->point[i], 2);
        bri_text_add(out, "]");
    }
    bri_text_add(out, "], \"along\": [");
    add_numbers(out, site->along, 2);
    bri_text_add(out, "], \"radius\": %.7g", site->radius);
}

static void add_joint(bri_text *out, const sys_joint *joint, const double *clearance_of_round)
{
    add_named(out, "{", "name", joint->name);
    add_named(out, ", ", "kind", joint->kind->kind.name);
    add_bodies(out, joint->body, joint->bodies);
    add_site(out, &joint->site, joint->bodies);
    bri_text_add(out, ", \"clearance\": %.7g, \"orbit\": %.7g}", bri_clearance_of(joint), *clearance_of_round);
}

static void add_force(bri_text *out, const bri_system *s, const sys_force *force)
{
    add_named(out, "{", "name", force->name);
    add_named(out, ", ", "kind", force->kind->kind.name);
    add_bodies(out, force->body, force->bodies);
    add_site(out, &force->site, force->bodies);
    const char *joint = NULL;
    for (int j = 0; j < s->joints && force->along >= 0; j++)
        if (force->along >= s->joint[j].freed_at && force->along < s->joint[j].freed_at + s->joint[j].freed)
            joint = s->joint[j].name;
    if (joint) add_named(out, ", ", "joint", joint);
    bri_text_add(out, "}");
}

/* Radius of the circle within which the pin's centre can be; 0: the joint is no journal in a bore. */
static double orbit_of(const bri_system *s, const sys_joint *joint)
{
    double clearance = bri_clearance_of(joint);
    bool has_gap = clearance > 0 && joint->gaps == 1 && joint->kind->held && bri_rows(joint->kind->held) == 2;
    return has_gap && joint->kind->holds_xy && s->gaps > joint->gap ? clearance : 0;
}

static void add_parts(bri_text *out, const bri_system *s)
{
    bri_text_add(out, ",\n  \"joints\": [");
    for (int j = 0; j < s->joints; j++) {
        double orbit = orbit_of(s, &s->joint[j]);
        bri_text_add(out, j ? ",\n   " : "\n   ");
        add_joint(out, &s->joint[j], &orbit);
    }
    bri_text_add(out, "],\n  \"forces\": [");
    for (int f = 0; f < s->forces; f++) {
        bri_text_add(out, f ? ",\n   " : "\n   ");
        add_force(out, s, &s->force[f]);
    }
    bri_text_add(out, "],\n  \"gaps\": [");
    for (int g = 0; g < s->gaps; g++) {
        add_named(out, g ? ",\n   {" : "\n   {", "name", s->gap[g].label);
        add_named(out, ", ", "joint", s->joint[s->gap[g].joint].name);
        bri_text_add(out, "}");
    }
    bri_text_add(out, "],\n  \"interfaces\": [");
    for (int f = 0; f < s->interfaces; f++) {
        const sys_interface *interface = &s->interface[f];
        add_named(out, f ? ",\n   {" : "\n   {", "name", interface->label);
        add_named(out, ", ", "joint", interface->name);
        add_named(out, ", ", "law", interface->law->kind.name);
        add_named(out, ", ", "gap", interface->gap >= 0 ? s->gap[interface->gap].label : NULL);
        bri_text_add(out, ", \"speed_scale\": ");
        bri_text_add_number(out, interface->speed_scale);
        bri_text_add(out, ", \"rest_speed\": ");
        bri_text_add_number(out, bri_rest_speed(s, f));
        bri_text_add(out, ", \"slides\": %s}",
                     bri_unit_turns(s->joint[interface->joint].kind->freed &&
                                            interface->motion < bri_rows(s->joint[interface->joint].kind->freed)
                                        ? s->joint[interface->joint].kind->freed[interface->motion].unit
                                        : "m")
                         ? "false"
                         : "true");
    }
    bri_text_add(out, "]");
}

/* Positions of all bodies at rows of the result; false: their channels are not all there. */
static bool read_positions(const bri_system *s, const bri_table *channels, size_t row, double *q)
{
    static const char *const part[] = {"x", "y", "angle"};
    for (int b = 0; b < s->bodies; b++)
        for (int k = 0; k < BRI_DOF; k++) {
            char name[2 * BRI_LABEL];
            snprintf(name, sizeof name, "%s.%s", s->body_name[b], part[k]);
            int column = bri_table_find(channels, name);
            if (column < 0) return false;
            q[BRI_DOF * b + k] = channels->value[row * channels->columns + (size_t)column];
        }
    return true;
}

bri_status page_add_scene(bri_text *out, const bri_system *s, const bri_table *channels, bri_error *err)
{
    size_t n = (size_t)(BRI_DOF * s->bodies);
    double *q = calloc((CONFIGURATIONS + 1) * n + 1, sizeof *q);
    bri_scene *scene = NULL;
    bool read = q != NULL;
    for (size_t i = 0; i <= CONFIGURATIONS && read; i++)
        read = read_positions(s, channels, i * (channels->rows - 1) / CONFIGURATIONS, q + i * n);
    bri_status status = !q ? bri_fail(err, BRI_NO_MEMORY, "out of memory: a page")
                           : bri_scene_create(s, read ? q : s->q0, read ? CONFIGURATIONS : 0, q + n, &scene, err);
    if (!status) {
        bri_text_add(out, ",\n \"scene\": {\"length\": %.7g, \"mark\": %.7g, \"bodies\": [", s->length, scene->mark);
        for (int b = 0; b < s->bodies; b++) {
            if (b) bri_text_add(out, ", ");
            bri_text_add_json(out, s->body_name[b]);
        }
        bri_text_add(out, "], \"gravity\": [");
        add_numbers(out, s->gravity, 2);
        bri_text_add(out, "],\n  \"strokes\": [");
        for (int i = 0; i < scene->strokes; i++) {
            bri_text_add(out, i ? ",\n   " : "\n   ");
            add_stroke(out, scene, &scene->stroke[i]);
        }
        bri_text_add(out, "]");
        add_parts(out, s);
        bri_text_add(out, "}");
    }
    bri_scene_destroy(scene);
    free(q);
    return status;
}
