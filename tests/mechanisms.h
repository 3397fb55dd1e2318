/* mechanisms.h - model texts of chains, loops and trees of links with Coulomb friction in every pin, at rest
 *
 * Links are thin rods of 1 kg/m. Every test file that includes this has one text, which each builder begins anew, and the list of
 * its bodies and pins. */
#ifndef BRISTLE_TESTS_MECHANISMS_H
#define BRISTLE_TESTS_MECHANISMS_H

#include <stdbool.h>

#include "test.h"

enum {
    TEXT_ROOM = 160000,
    MOST_PINS = 200
};
static char text[TEXT_ROOM];
static int used;

typedef struct pin_data {
    double radius, mu_k, mu_s, compliance; /* compliance, m/N; 0: rigid */
} pin_data;

typedef struct place {
    double x, y;
} place;

typedef struct body_record { /* of the text */
    char name[16];
    place at;
    double mass, inertia;
} body_record;
typedef struct joint_record { /* a pin of the text, or a guide, with the bodies that it joins; -1: the ground */
    char name[16];
    bool slides; /* it is a guide */
    int on, of;
    place at, along; /* along: of a guide, length 1 */
    double length;   /* of a guide, m */
    double height;   /* of a guide, m; 0: friction acts on its axis */
    pin_data data;
} joint_record;
static body_record body_list[MOST_PINS];
static joint_record joint_list[MOST_PINS];
static int bodies_used, joints_used;
static double guide_height; /* of the guides that are added, over their length */

__attribute__((format(printf, 1, 2))) static inline void add(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    used += vsnprintf(text + used, (size_t)(TEXT_ROOM - used), format, arguments);
    va_end(arguments);
    assert_true(used < TEXT_ROOM);
}

static inline void begin_bodies(void)
{
    used = bodies_used = joints_used = 0;
    add("gravity: [0, -9.81]\nbodies:\n");
}

static inline void add_body(const char *name, int number, place at, double mass, double inertia)
{
    body_record *body = &body_list[bodies_used++];
    assert_true(bodies_used <= MOST_PINS);
    *body = (body_record){.at = at, .mass = mass, .inertia = inertia};
    snprintf(body->name, sizeof body->name, "%s%d", name, number);
    add("  %s: {mass: %.17g, inertia: %.17g, at: [%.17g, %.17g]}\n", body->name, mass, inertia, at.x, at.y);
}

/* A rod between two places; its frame is not turned. */
static inline void add_rod(const char *name, int number, place from, place to)
{
    double l = hypot(to.x - from.x, to.y - from.y);
    add_body(name, number, (place){(from.x + to.x) / 2, (from.y + to.y) / 2}, l, l * l * l / 12);
}

/* Number of a body in the list; -1: the ground. */
static inline int find_body(const char *name, int number)
{
    char whole[16];
    snprintf(whole, sizeof whole, "%s%d", name, number);
    for (int i = 0; i < bodies_used && number >= 0; i++)
        if (!strcmp(body_list[i].name, whole)) return i;
    assert_true(number < 0);
    return -1;
}

static inline void add_joint(joint_record joint)
{
    const char *on = joint.on < 0 ? "ground" : body_list[joint.on].name;
    add("  %s: {%s: [%s, %s], at: [%.17g, %.17g], ", joint.name, joint.slides ? "translational" : "revolute", on,
        body_list[joint.of].name, joint.at.x, joint.at.y);
    joint.height = joint.slides ? guide_height * joint.length : 0;
    if (joint.slides)
        add("along: [%.17g, %.17g], length: %.17g, height: %.17g", joint.along.x, joint.along.y, joint.length,
            joint.height);
    else
        add("radius: %.17g", joint.data.radius);
    add(", compliance: %g, friction: {law: coulomb, mu_k: %.17g, mu_s: %.17g}}\n", joint.data.compliance,
        joint.data.mu_k, joint.data.mu_s);
    assert_true(joints_used < MOST_PINS);
    joint_list[joints_used++] = joint;
}

/* A pin between two bodies; number -1: the ground. */
static inline void add_pin(const char *pin, int number, const char *on, int on_number, const char *name, int of,
                           place at, pin_data data)
{
    joint_record joint = {.on = find_body(on, on_number), .of = find_body(name, of), .at = at, .data = data};
    snprintf(joint.name, sizeof joint.name, "%s%d", pin, number);
    add_joint(joint);
}

/* Links of 0.1 m from a pin on the ground on, at the angles middle + swing sin(1.3 i) of link i. */
static inline void write_chain(int links, double middle, double swing, pin_data data)
{
    place at = {0, 0};
    begin_bodies();
    for (int i = 0; i < links; i++) {
        double angle = middle + swing * sin(1.3 * i), c = 0.05 * cos(angle), s = 0.05 * sin(angle);
        add("  l%d: {mass: 0.1, inertia: 8.333333333333333e-05, at: [%.17g, %.17g], angle: %.17g rad, points: {a: "
            "[-0.05, 0], b: [0.05, 0]}}\n",
            i, at.x + c, at.y + s, angle);
        at.x += 2 * c;
        at.y += 2 * s;
    }
    add("joints:\n");
    for (int i = 0; i < links; i++) {
        char on[16];
        snprintf(on, sizeof on, i ? "l%d.b" : "ground", i - 1);
        add("  p%d: {revolute: [%s, l%d.a], radius: %g, friction: {law: coulomb, mu_k: %g, mu_s: %g}}\n", i, on, i,
            data.radius, data.mu_k, data.mu_s);
    }
}

/* The same chain, with frames that are not turned. */
static inline void write_untwisted_chain(int links, double middle, double swing, pin_data data)
{
    place at[MOST_PINS + 1] = {{0, 0}};
    assert_true(links <= MOST_PINS);
    begin_bodies();
    for (int i = 0; i < links; i++) {
        double angle = middle + swing * sin(1.3 * i);
        at[i + 1] = (place){at[i].x + 0.1 * cos(angle), at[i].y + 0.1 * sin(angle)};
        add_rod("l", i, at[i], at[i + 1]);
    }
    add("joints:\n");
    for (int i = 0; i < links; i++)
        add_pin("p", i, "l", i - 1, "l", i, at[i], data);
}

/* Links of about 0.1 m between two pins on the ground, on a half circle that hangs (shape 0) or stands (1), on a shallow sine (2)
 * or in a zigzag (3). */
static inline void write_span(int pins, int shape, pin_data data)
{
    const double pi = 3.14159265358979323846;
    place at[MOST_PINS];
    int links = pins - 1;
    assert_true(pins <= MOST_PINS);
    for (int i = 0; i < pins; i++) {
        double turn = pi * i / links, r = 0.1 * links / pi;
        at[i] = shape == 0   ? (place){-r * cos(turn), -r * sin(turn)}
                : shape == 1 ? (place){-r * cos(turn), r * sin(turn)}
                : shape == 2 ? (place){0.1 * i, -0.002 * links * sin(turn)}
                             : (place){0.08 * i, i % 2 ? 0.06 : 0};
    }
    begin_bodies();
    for (int i = 0; i < links; i++)
        add_rod("l", i, at[i], at[i + 1]);
    add("joints:\n");
    for (int i = 0; i < links; i++)
        add_pin("p", i, "l", i - 1, "l", i, at[i], data);
    add_pin("p", links, "l", -1, "l", links - 1, at[links], data);
}

/* A closed ring of links of about 0.1 m, hung at one of its joints. */
static inline void write_ring(int pins, pin_data data)
{
    const double pi = 3.14159265358979323846;
    int links = pins - 1;
    double r = 0.05 / sin(pi / links);
    begin_bodies();
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < links; i++) {
            double turn = 2 * pi * i / links, next = 2 * pi * (i + 1) / links;
            place here = {-r * sin(turn), r * cos(turn)}, there = {-r * sin(next), r * cos(next)};
            if (pass)
                add_pin("p", i, "l", (i + links - 1) % links, "l", i, here, data);
            else
                add_rod("l", i, here, there);
        }
        if (!pass) add("joints:\n");
    }
    add_pin("hang", 0, "l", -1, "l", 0, (place){0, r}, data);
}

/* A scissor lift of stages of two rods of 1 m at an angle; one foot slides on the ground. */
static inline void write_scissor(int stages, double angle, double mu_foot, pin_data data)
{
    double w = cos(angle), h = sin(angle);
    begin_bodies();
    for (int k = 0; k < stages; k++) {
        add_rod("a", k, (place){0, k * h}, (place){w, (k + 1) * h});
        add_rod("b", k, (place){w, k * h}, (place){0, (k + 1) * h});
    }
    add_body("foot", 0, (place){w, 0}, 0.5, 0.01);
    add("joints:\n");
    for (int k = 0; k < stages; k++) {
        add_pin("m", k, "a", k, "b", k, (place){w / 2, (k + 0.5) * h}, data);
        add_pin("l", k, "b", k - 1, "a", k, (place){0, k * h}, data);
        add_pin("r", k, k ? "a" : "foot", k ? k - 1 : 0, "b", k, (place){w, k * h}, data);
    }
    add_joint((joint_record){.name = "rail",
                             .slides = true,
                             .on = -1,
                             .of = find_body("foot", 0),
                             .at = {w, 0},
                             .along = {1, 0},
                             .data = {.mu_k = mu_foot, .mu_s = 1.2 * mu_foot, .compliance = data.compliance}});
}

/* Two chains side by side that hang obliquely, joined by rungs in the middles of their links: each rung is a loop more. */
static inline void write_ladder(int rungs, pin_data data)
{
    begin_bodies();
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < rungs; k++) {
            place a = {0.03 * k, -0.1 * k}, b = {a.x + 0.3, a.y}, left = {a.x + 0.015, a.y - 0.05},
                  right = {left.x + 0.3, left.y};
            if (pass) {
                add_pin("pa", k, "a", k - 1, "a", k, a, data);
                add_pin("pb", k, "b", k - 1, "b", k, b, data);
                add_pin("u", k, "a", k, "r", k, left, data);
                add_pin("v", k, "b", k, "r", k, right, data);
            } else {
                add_rod("a", k, a, (place){a.x + 0.03, a.y - 0.1});
                add_rod("b", k, b, (place){b.x + 0.03, b.y - 0.1});
                add_rod("r", k, left, right);
            }
        }
        if (!pass) add("joints:\n");
    }
}

/* Links of 0.1 m in all directions, each on the end of one of the last six; radii and coefficients within a factor of 1.5. */
static inline void write_tree(int pins, uint64_t *state, pin_data data)
{
    place from[MOST_PINS], to[MOST_PINS];
    int parent[MOST_PINS];
    assert_true(pins <= MOST_PINS);
    begin_bodies();
    for (int k = 0; k < pins; k++) {
        double turn = random_between(state, 0, 6.283185307179586);
        parent[k] = k ? (int)random_between(state, k < 6 ? 0 : k - 6, k) : -1;
        from[k] = k ? to[parent[k]] : (place){0, 0};
        to[k] = (place){from[k].x + 0.1 * cos(turn), from[k].y + 0.1 * sin(turn)};
        add_rod("l", k, from[k], to[k]);
    }
    add("joints:\n");
    for (int k = 0; k < pins; k++) {
        double mu = random_between(state, 0.67, 1);
        pin_data own = {data.radius * random_between(state, 0.67, 1), data.mu_k * mu, data.mu_s * mu, data.compliance};
        add_pin("p", k, "l", parent[k], "l", k, from[k], own);
    }
}

#endif
