/* random_model.c - bodies in the plane, joined into a tree and loops, with forces and settings of the run */
#include "random_model.h"

#include "test.h"

#include "contact/contact.h"
#include "force/force.h"
#include "friction/friction.h"
#include "joint/joints.h"
#include "model/parts.h"
#include "random_kind.h"

enum {
    MOST_BODIES = 6,
    MOST_JOINTS = 12,
    GROUND = -1
};

typedef struct body {
    double at[2], angle, half, radius; /* half: half the length between its points a and b */
    bool elastic;
} body;

typedef struct mechanism {
    draw draw;
    body body[MOST_BODIES];
    int bodies, joints, freedom; /* freedom: degrees of freedom, if no constraint is redundant */
    const bri_joint_kind *kind[MOST_JOINTS];
} mechanism;

typedef struct placed { /* a joint between two bodies, drawn before its rows are written */
    const bri_joint_kind *kind;
    int first, second;
    char name[2][16];
    double at[2], along[2];
    bool has_gaps;
} placed;

static void add_pair(draw *d, double x, double y)
{
    bri_text_add(d->out, "[");
    draw_number(d, x);
    bri_text_add(d->out, ", ");
    draw_number(d, y);
    bri_text_add(d->out, "]");
}

/* --- bodies ------------------------------------------------------------------------------------------------------------ */

static void write_key_number(draw *d, const char *key, double value)
{
    bri_text_add(d->out, ", %s: ", key);
    draw_number(d, value);
}

static double rounded(double value) /* as it stands in the text, so that joints meet */
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    return strtod(text, NULL);
}

static void place_body(mechanism *m, int i)
{
    draw *d = &m->draw;
    body *b = &m->body[i];
    const body *parent = i > 0 ? &m->body[draw_index(d, i)] : NULL;
    double direction = draw_between(d, 0, 6.28), distance = draw_scale(d, 0.3, 1) * d->length;
    b->at[0] = rounded((parent ? parent->at[0] : 0) + distance * cos(direction));
    b->at[1] = rounded((parent ? parent->at[1] : 0) + distance * sin(direction));
    b->angle = draw_chance(d, 0.5) ? 0 : rounded(draw_between(d, -3, 3));
    b->half = rounded(draw_scale(d, 0.1, 1) * d->length);
    b->radius = rounded(draw_scale(d, 0.02, 0.3) * d->length);
    b->elastic = draw_chance(d, 0.05);
}

/* A link whose ends are light: their damping is a good part of the critical one. */
static void write_elastic(draw *d, double mass)
{
    double stiffness = draw_scale(d, 1e2, 1e5) * mass * d->gravity / d->length;
    bri_text_add(d->out, ", elastic: {from: a, to: b");
    write_key_number(d, "stiffness", stiffness);
    if (draw_chance(d, 0.8)) write_key_number(d, "damping", draw_scale(d, 0.02, 0.3) * sqrt(0.02 * mass * stiffness));
    if (draw_chance(d, 0.2)) bri_text_add(d->out, ", as: friction");
    bri_text_add(d->out, "}");
}

static void write_body(mechanism *m, int i, bool moves)
{
    draw *d = &m->draw;
    const body *b = &m->body[i];
    double mass = draw_scale(d, 0.1, 10) * d->mass;
    bri_text_add(d->out, "  b%d: {mass: ", i + 1);
    draw_number(d, mass);
    write_key_number(d, "inertia", mass * b->half * b->half * draw_scale(d, 0.2, 2));
    bri_text_add(d->out, ", at: ");
    add_pair(d, b->at[0], b->at[1]);
    write_key_number(d, "angle", b->angle);
    if (!b->elastic) write_key_number(d, "radius", b->radius);
    if (moves && draw_chance(d, 0.7)) write_key_number(d, "spin", draw_sign(d) * draw_magnitude(d, "rad/s"));
    if (moves && draw_chance(d, 0.3)) {
        bri_text_add(d->out, ", velocity: ");
        add_pair(d, draw_sign(d) * draw_magnitude(d, "m/s"), draw_sign(d) * draw_magnitude(d, "m/s"));
    }
    bri_text_add(d->out, ", material: soft,\n       points: {a: ");
    add_pair(d, -b->half, 0);
    bri_text_add(d->out, ", b: ");
    add_pair(d, b->half, 0);
    bri_text_add(d->out, "}");
    if (b->elastic) write_elastic(d, mass);
    bri_text_add(d->out, "}\n");
}

/* --- friction and contact ------------------------------------------------------------------------------------------------ */

static const bri_kind *law_list(int index) { return bri_laws()[index] ? &bri_laws()[index]->kind : NULL; }
static const bri_kind *contact_list(int index) { return bri_contact_laws()[index]; }
static const bri_kind *joint_list(int index) { return bri_joints()[index]; }
static const bri_kind *force_list(int index) { return bri_forces()[index]; }

static void write_choice_row(draw *d, const bri_param *row)
{
    char word[BRI_WORD_ROOM];
    int count = 0;
    while (bri_word(row->words, count, word))
        count++;
    bri_text_add(d->out, ", %s: %s", row->name, bri_word(row->words, draw_index(d, count), word));
}

/* All that is known of two surfaces and their lubricant. */
static void write_surfaces(draw *d)
{
    bri_text_add(d->out, ", surfaces: {");
    for (const bri_param *row = bri_pair_parameters()->params; row->name; row++) {
        bool rough = row->max == 1; /* a roughness, m, is far smaller than other lengths */
        bri_text_add(d->out, "%s%s: ", row == bri_pair_parameters()->params ? "" : ", ", row->name);
        draw_number(d, rough ? draw_scale(d, 1e-7, 1e-6) : draw_magnitude(d, row->unit));
    }
    bri_text_add(d->out, "}");
}

typedef enum load { /* what loads the friction of a joint */
    FROM_REACTION,
    FROM_CONTACT,
    GIVEN, /* nothing else does */
} load;

static void write_friction_row(draw *d, const bri_param *row, const bri_friction_law *law, load by)
{
    bool is_signal = row->type == BRI_PART && !strcmp(row->words, "signal");
    if (is_signal && (by == GIVEN || (by == FROM_REACTION && draw_chance(d, 0.1)))) {
        bri_text_add(d->out, ", %s: ", row->name);
        draw_signal(d, row->unit, false, true);
    } else if (row->type == BRI_PART && !strcmp(row->words, "surfaces") && law->needs) {
        write_surfaces(d);
    } else if (row->type == BRI_PART && !strcmp(row->words, "noise") && draw_chance(d, 0.05)) {
        bri_text_add(d->out, ", noise: {over: time");
        write_key_number(d, "std", 0.05 * draw_magnitude(d, "N"));
        write_key_number(d, "frequency", 5 * draw_magnitude(d, "Hz"));
        bri_text_add(d->out, "}");
    } else if (row->type == BRI_REAL && draw_chance(d, 0.1)) {
        write_key_number(d, row->name, draw_value(d, row, row->unit));
    } else if (row->type == BRI_CHOICE && row->role != BRI_ROLE_EFFORT && draw_chance(d, 0.1)) {
        write_choice_row(d, row);
    }
}

static void write_friction(draw *d, const char *key, load by)
{
    bri_text_add(d->out, ",\n       %s: {law: ", key);
    const bri_kind *kind = draw_by_word(d, law_list, NULL, NULL);
    for (const bri_param *row = bri_friction_kind.params; row->name; row++)
        write_friction_row(d, row, bri_law_find(kind->name, NULL), by);
    bri_text_add(d->out, "}");
}

/* Whether a law suits a pair of surfaces, for example of two cylinders. */
static bool suits_sides(const bri_kind *kind, const void *params, const void *user)
{
    const bri_contact_law *law = (const bri_contact_law *)(const void *)kind;
    double constants[BRI_CONTACT_CONSTANTS];
    return !law->prepare(params, user, constants, NULL);
}

static void write_normal(draw *d, const char *key, bool of_point, bool on_line)
{
    bri_sides sides = {.radius = {on_line ? INFINITY : 0.3 * d->length, of_point ? 0 : 0.1 * d->length},
                       .length = d->length,
                       .modulus = {1e8, 1e8},
                       .poisson = {0.3, 0.3}};
    bri_text_add(d->out, ",\n       %s: {law: ", key);
    draw_by_word(d, contact_list, suits_sides, &sides);
    write_key_number(d, "length", draw_magnitude(d, "m"));
    bri_text_add(d->out, "}");
}

/* --- joints --------------------------------------------------------------------------------------------------------------- */

static bool has_role(const bri_kind *kind, bri_role role) { return bri_param_with_role(kind, role) != NULL; }

/* A line that the second body touches with its radius, or that is a short way off; of a kind with a place, the point there. */
static void write_line(mechanism *m, const placed *p, const char *key)
{
    draw *d = &m->draw;
    const body *b = &m->body[p->second];
    bool point = has_role(&p->kind->kind, BRI_ROLE_PLACE);
    double height = point ? 0 : b->radius;
    const double *from = point ? p->at : b->at;
    if (!p->kind->held) height += draw_scale(d, 1e-4, 0.05) * d->length;
    bri_text_add(d->out, ", %s: [", key);
    bri_text_add_number(d->out, from[0] + height * p->along[1]);
    bri_text_add(d->out, ", ");
    bri_text_add_number(d->out, from[1] - height * p->along[0]);
    bri_text_add(d->out, "]");
}

/* Radii of two discs that nearly touch. */
static void write_radii(mechanism *m, const placed *p, const char *key)
{
    draw *d = &m->draw;
    const body *b = &m->body[p->second];
    const double *other = p->first == GROUND ? (const double[2]){0, 0} : m->body[p->first].at;
    double distance = hypot(b->at[0] - other[0], b->at[1] - other[1]) * (1 - draw_scale(d, 1e-4, 0.05));
    double share = draw_between(d, 0.1, 0.9);
    bri_text_add(d->out, ", %s: ", key);
    add_pair(d, share * distance, (1 - share) * distance);
}

static void write_vector_row(mechanism *m, const placed *p, const bri_param *row)
{
    draw *d = &m->draw;
    if (row->role == BRI_ROLE_PLACE) {
        bri_text_add(d->out, ", %s: [", row->name);
        bri_text_add_number(d->out, p->at[0]);
        bri_text_add(d->out, ", ");
        bri_text_add_number(d->out, p->at[1]);
        bri_text_add(d->out, "]");
    } else if (row->role == BRI_ROLE_DIRECTION) {
        bri_text_add(d->out, ", %s: ", row->name);
        add_pair(d, p->along[0], p->along[1]);
    } else if (row->min < 0) {
        write_line(m, p, row->name);
    } else {
        write_radii(m, p, row->name);
    }
}

static void write_part_row(mechanism *m, const placed *p, const bri_param *row)
{
    draw *d = &m->draw;
    load by = p->has_gaps ? FROM_CONTACT : p->kind->held ? FROM_REACTION : GIVEN;
    if (!strcmp(row->words, "friction")) {
        if (by == GIVEN || draw_chance(d, 0.6)) write_friction(d, row->name, by);
    } else if (!strcmp(row->words, "normal")) {
        bool of_point = has_role(&p->kind->kind, BRI_ROLE_PLACE) && !has_role(&p->kind->kind, BRI_ROLE_RADIUS);
        bool on_line = has_role(&p->kind->kind, BRI_ROLE_DIRECTION);
        if (p->has_gaps && (of_point || draw_chance(d, 0.9))) write_normal(d, row->name, of_point, on_line);
    } else if (!strcmp(row->words, "signal")) {
        bri_text_add(d->out, ", %s: ", row->name);
        draw_signal(d, row->unit, true, false);
    }
}

static void write_real_row(mechanism *m, const placed *p, const bri_param *row)
{
    draw *d = &m->draw;
    if (row->offset == p->kind->clearance && p->kind->clearance) {
        if (p->has_gaps) write_key_number(d, row->name, draw_scale(d, 1e-4, 1e-2) * d->length);
    } else if (row->offset == p->kind->compliance && p->kind->compliance) {
        if (!p->has_gaps && draw_chance(d, 0.1)) write_key_number(d, row->name, draw_magnitude(d, row->unit));
    } else if (p->has_gaps || draw_chance(d, 0.5)) {
        bool length =
            !strcmp(row->unit, "m") && row->role == BRI_ROLE_NONE && !has_role(&p->kind->kind, BRI_ROLE_LENGTH);
        if (!length) write_key_number(d, row->name, draw_value(d, row, row->unit)); /* else the distance as it is */
    }
}

static void write_names(mechanism *m, const placed *p, const bri_param *row)
{
    draw *d = &m->draw;
    bri_text_add(d->out, "[%s, %s", p->name[0], p->name[1]);
    int third = draw_index(d, m->bodies);
    if (row->max > 2 && third != p->first && third != p->second) bri_text_add(d->out, ", b%d", third + 1);
    bri_text_add(d->out, "]");
}

/* The joint is where the second body is: at one of its points, or near its mass centre. */
static void place_joint(mechanism *m, placed *p)
{
    draw *d = &m->draw;
    const body *b = &m->body[p->second];
    double turn = draw_chance(d, 0.4) ? 1.5707963267948966 * draw_index(d, 4) : draw_between(d, -3.14, 3.14);
    double end = draw_chance(d, 0.5) ? -1 : 1;
    bool on_point = draw_chance(d, b->elastic ? 0.8 : 0.4) && has_role(&p->kind->kind, BRI_ROLE_PLACE);
    p->along[0] = rounded(cos(turn)), p->along[1] = rounded(sin(turn));
    double norm = hypot(p->along[0], p->along[1]);
    p->along[0] /= norm, p->along[1] /= norm;
    snprintf(p->name[0], sizeof p->name[0], p->first == GROUND ? "ground" : "b%d", p->first + 1);
    snprintf(p->name[1], sizeof p->name[1], on_point ? end < 0 ? "b%d.a" : "b%d.b" : "b%d", p->second + 1);
    if (on_point) {
        p->at[0] = b->at[0] + end * b->half * cos(b->angle);
        p->at[1] = b->at[1] + end * b->half * sin(b->angle);
    } else {
        p->at[0] = rounded(b->at[0] + draw_between(d, -1, 1) * b->half);
        p->at[1] = rounded(b->at[1] + draw_between(d, -1, 1) * b->half);
    }
}

static void write_joint(mechanism *m, const bri_joint_kind *kind, int first, int second, bool has_gaps)
{
    draw *d = &m->draw;
    placed p = {.kind = kind, .first = first, .second = second, .has_gaps = has_gaps};
    place_joint(m, &p);
    m->freedom -= p.has_gaps ? 0 : bri_rows(kind->held);
    m->kind[m->joints++] = kind;
    bri_text_add(d->out, "  j%d: {%s: ", m->joints, kind->kind.name);
    for (const bri_param *row = kind->kind.params; row->name; row++) {
        if (row->type == BRI_NAMES) write_names(m, &p, row);
        if (row->type == BRI_VECTOR) write_vector_row(m, &p, row);
        if (row->type == BRI_REAL) write_real_row(m, &p, row);
        if (row->type == BRI_PART) write_part_row(m, &p, row);
        if (row->type == BRI_CHOICE && !kind->driver && draw_chance(d, 0.15)) write_choice_row(d, row);
    }
    bri_text_add(d->out, "}\n");
}

/* Draws a kind that leaves the mechanism a degree of freedom; after some attempts, none. */
static void draw_joint(mechanism *m, int first, int second)
{
    draw *d = &m->draw;
    for (int attempt = 0; attempt < 8; attempt++) {
        const bri_joint_kind *kind = (const bri_joint_kind *)(const void *)draw_kind(d, joint_list);
        bool has_gaps = kind->gap && (!kind->clearance || draw_chance(d, 0.25));
        int left = m->freedom - (has_gaps ? 0 : bri_rows(kind->held));
        if (left < 1 && !draw_chance(d, 0.05)) continue;
        write_joint(m, kind, first, second, has_gaps);
        return;
    }
}

static void write_joints(mechanism *m)
{
    draw *d = &m->draw;
    int loops = draw_chance(d, 0.5) ? 0 : 1 + draw_index(d, 3);
    for (int i = 0; i < m->bodies; i++) {
        int parent = draw_chance(d, 0.4) || i == 0 ? GROUND : draw_index(d, i);
        draw_joint(m, parent, i);
    }
    for (int i = 0; i < loops; i++) {
        int second = draw_index(d, m->bodies), first = draw_index(d, m->bodies + 1) - 1;
        if (first != second) draw_joint(m, first, second);
    }
}

/* --- forces ----------------------------------------------------------------------------------------------------------------- */

/* The joint number, from 1, whose first free motion has that unit; 0: none. */
static int joint_along(mechanism *m, const char *unit)
{
    for (int i = 0; unit && i < m->joints; i++)
        if (bri_rows(m->kind[i]->freed) == 1 && !strcmp(m->kind[i]->freed[0].unit, unit)) return i + 1;
    return 0;
}

static void write_force_names(mechanism *m, const bri_force_kind *kind, const bri_param *row)
{
    draw *d = &m->draw;
    int body_number = 1 + draw_index(d, m->bodies), joint = joint_along(m, kind->unit);
    if (joint && draw_chance(d, 0.5))
        bri_text_add(d->out, "j%d", joint);
    else if (row->max > 1)
        bri_text_add(d->out, "[ground, b%d]", body_number);
    else
        bri_text_add(d->out, "b%d%s", body_number, draw_chance(d, 0.5) ? ".a" : "");
}

static void write_force(mechanism *m, int number)
{
    draw *d = &m->draw;
    const bri_force_kind *kind = (const bri_force_kind *)(const void *)draw_kind(d, force_list);
    bri_text_add(d->out, "  f%d: {%s: ", number, kind->kind.name);
    for (const bri_param *row = kind->kind.params; row->name; row++) {
        double turn = draw_between(d, -3.14, 3.14);
        if (row->type == BRI_NAMES) write_force_names(m, kind, row);
        if (row->role == BRI_ROLE_DIRECTION) {
            bri_text_add(d->out, ", %s: ", row->name);
            add_pair(d, cos(turn), sin(turn));
        }
        if (row->type == BRI_REAL) write_key_number(d, row->name, draw_value(d, row, row->unit));
        if (row->type == BRI_CHOICE && draw_chance(d, 0.3)) write_choice_row(d, row);
        if (row->type != BRI_PART) continue;
        bri_text_add(d->out, ", %s: ", row->name);
        draw_signal(d, row->unit, false, false);
    }
    bri_text_add(d->out, "}\n");
}

/* --- the whole ---------------------------------------------------------------------------------------------------------------- */

static void write_run(draw *d)
{
    double until = rounded(d->time * draw_scale(d, 0.2, 3));
    bri_text_add(d->out, "run: {until: ");
    draw_number(d, until);
    bri_text_add(d->out, ", interval: ");
    draw_number(d, until / 64);
    for (const bri_param *row = bri_run_kind.params; row->name; row++)
        if (row->type == BRI_CHOICE && draw_chance(d, 0.06)) write_choice_row(d, row);
    bri_text_add(d->out, "}\n");
}

void random_model_write(uint64_t seed, bri_text *out)
{
    unsigned long long number = seed;
    mechanism m = {.draw = {.random = random_bits(&seed), .out = out}};
    draw *d = &m.draw;
    d->length = draw_scale(d, 0.02, 2);
    d->mass = draw_scale(d, 0.05, 5);
    d->gravity = 9.81;
    d->time = sqrt(d->length / d->gravity);
    m.bodies = 1 + draw_index(d, draw_chance(d, 0.5) ? 3 : MOST_BODIES);
    m.freedom = 3 * m.bodies;
    for (int i = 0; i < m.bodies; i++)
        place_body(&m, i);
    bri_text_add(out, "title: random model %llu\ngravity: [0, %s]\n", number, draw_chance(d, 0.15) ? "0" : "-9.81");
    bri_text_add(out, "materials: {soft: {modulus: ");
    draw_number(d, draw_magnitude(d, "Pa"));
    bri_text_add(out, ", poisson: 0.3}}\nground: {material: soft}\nbodies:\n");
    int moving = draw_chance(d, 0.3) ? draw_index(d, m.bodies) : m.bodies;
    for (int i = 0; i < m.bodies; i++)
        write_body(&m, i, i == moving);
    bri_text_add(out, "joints:\n");
    write_joints(&m);
    int forces = draw_index(d, 4);
    if (forces) bri_text_add(out, "forces:\n");
    for (int i = 0; i < forces; i++)
        write_force(&m, i + 1);
    write_run(d);
}
