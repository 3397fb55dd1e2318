/* example.c - an example of a kind, as it stands in a model file, made from its table */
#include "describe/example.h"

#include <math.h>
#include <string.h>

#include "contact/contact.h"
#include "friction/kinds.h"
#include "integrator/problem.h"
#include "joint/joint.h"
#include "measure/kinds.h"
#include "model/families.h"
#include "study/study_kind.h"

static void add_quantity(bri_text *out, double value, const char *unit)
{
    char number[32], one[BRI_WORD_ROOM];
    bri_print_number(number, value);
    bri_word(unit, 0, one);
    bri_text_add(out, strcmp(one, "1") ? "%s %s" : "%s", number, one);
}

static void add_vector(bri_text *out, const bri_param *p)
{
    double size = !isnan(p->initial) ? p->initial : p->min > 0 ? 0.05 : 0;
    bri_text_add(out, "[");
    add_quantity(out, strcmp(p->unit, "1") ? size : 1, p->unit);
    bri_text_add(out, ", ");
    add_quantity(out, size, p->unit);
    bri_text_add(out, "]");
}

static void add_names(bri_text *out, const bri_kind *kind, const bri_param *p)
{
    const char *one = strstr(p->words, "point") && bri_param_with_role(kind, BRI_ROLE_PLACE) ? "arm.tip" : "arm";
    bri_text_add(out, p->max < 2 ? "%s" : "[ground, %s]", one);
}

static void add_series(bri_text *out, const bri_param *p)
{
    for (int i = 0; i < 3; i++) {
        bri_text_add(out, i ? ", [" : "[[");
        add_quantity(out, i, p->follows);
        bri_text_add(out, ", ");
        add_quantity(out, i == 1, p->unit);
        bri_text_add(out, "]");
    }
    bri_text_add(out, "]");
}

/* The first law of the list, with its coefficient of sliding friction. */
static void add_friction(bri_text *out, const char *further)
{
    const bri_kind *law = &bri_laws()[0]->kind;
    bri_text_add(out, "{law: %s, %s: 0.2%s}", law->name, bri_param_with_role(law, BRI_ROLE_SLIDING)->name, further);
}

static void add_normal(bri_text *out, bri_role role, const char *value)
{
    const bri_kind *law = &bri_contact_law_usual()->kind;
    bri_text_add(out, "{law: %s, %s: %s}", law->name, bri_param_with_role(law, role)->name, value);
}

static void add_part(bri_text *out, const bri_param *p, bool needs_load)
{
    if (!strcmp(p->words, "signal"))
        bri_text_add(out, "{sine: 1 %s, frequency: 1 Hz}", p->unit);
    else if (!strcmp(p->words, "friction"))
        add_friction(out, needs_load ? ", load: 10 N" : "");
    else if (!strcmp(p->words, "normal"))
        add_normal(out, BRI_ROLE_STIFFNESS, "1e8");
    else
        bri_text_add(out, "%s", bri_laws()[0]->kind.name);
}

/* Whether an example contains a row: required rows, friction, and numbers that make sense on their own, which are those
 * whose description gives 0 no special meaning ("0: none"). */
static bool is_shown(const bri_description *shown, const bri_param *p)
{
    bool is_force = !strcmp(shown->family->name, "force");
    if (bri_row_required(shown->family, shown->kind, p)) return true;
    if (shown->family->naming == BRI_ONLY && shown->kind->required) return false;
    if (p->type == BRI_PART) return !strcmp(p->words, "friction");
    return p->type == BRI_REAL && !isnan(p->initial) && (p->initial != 0 || is_force) && !strstr(p->doc, "0:") &&
           !strstr(p->doc, "Baumgarte");
}

static void add_mapping(bri_text *out, const bri_description *shown)
{
    const bri_kind *kind = shown->kind;
    bool by_key = shown->family->naming == BRI_BY_KEY;
    const bri_joint_kind *joint =
        by_key && !strcmp(kind->family, "joint") ? (const bri_joint_kind *)(const void *)kind : NULL;
    int count = 0;
    bri_text_add(out, "{");
    for (const bri_param *p = kind->params; p->name; p++) {
        if (!is_shown(shown, p) || p->type == BRI_MANY) continue;
        bri_text_add(out, "%s%s: ", count++ ? ", " : "", bri_row_key(shown->family, kind, p));
        switch (p->type) {
        case BRI_VECTOR: add_vector(out, p); break;
        case BRI_NAMES: add_names(out, kind, p); break;
        case BRI_SERIES: add_series(out, p); break;
        case BRI_PART: add_part(out, p, joint && !joint->held && !joint->gap); break;
        default: add_quantity(out, p->initial != 0 ? p->initial : 1, p->unit);
        }
    }
    bri_text_add(out, "}");
}

static void add_contact(bri_text *out, const bri_contact_law *law)
{
    bri_text_add(out, "normal: {law: %s", law->kind.name);
    const bri_param *loss = bri_param_with_role(&law->kind, BRI_ROLE_LOSS);
    for (const bri_param *p = law->kind.params; p->name; p++) {
        if (p->role == BRI_ROLE_RESTITUTION && !isnan(p->initial)) {
            if (loss) bri_text_add(out, ", %s: %s", loss->name, bri_contact_law_usual()->kind.name);
            bri_text_add(out, ", %s: 0.9", p->name);
        } else if (bri_row_required(bri_family_find("contact_law"), &law->kind, p)) {
            bri_text_add(out, ", %s: ", p->name);
            add_quantity(out, !strcmp(p->unit, "m") ? 0.02 : 1e9, p->unit);
        }
    }
    bri_text_add(out, "%s}", law->needs && strstr(law->needs, "length") ? ", length: 0.016 m" : "");
}

void bri_add_example(bri_text *out, const bri_description *known)
{
    bri_resolved_kind view;
    bri_description as_force = *known, *shown = &as_force; /* a signal is shown with the unit of a force */
    const char *name = shown->name;
    if (!strcmp(known->sort, "signal"))
        as_force.kind = bri_kind_resolve(&view, known->kind, (bri_unit_context){.star = "N"});
    if (!strcmp(name, "surfaces")) as_force.kind = &bri_pair_kind; /* with typical values */
    if (!strcmp(known->sort, "integrator")) {
        bool fixed = ((const bri_integrator_kind *)(const void *)shown->kind)->flags & BRI_HAS_FIXED_STEP;
        bri_text_add(out, "run: {until: 1 s, integrator: %s%s}", name, fixed ? ", step: 1e-4 s" : "");
    } else if (!strcmp(known->sort, "measure")) {
        bri_text_add(out, "bristle run MODEL --measure \"%s\"",
                     ((const bri_measure_kind *)(const void *)shown->kind)->example);
    } else if (shown->kind == &bri_study_kind) {
        bri_text_add(out, "model: pendulum.yaml\n"
                          "vary: {pin.friction.mu_k: 0.1 to 0.5 in 5, bar.mass: [1 kg, 2 kg]}\n"
                          "measure: [stuck pin, {max: bar.spin, from: 1 s}]");
    } else if (shown->kind == &bri_limit_kind) {
        bri_text_add(out, "limit: {cpu: 10 s, steps: 100000}");
    } else if (!strcmp(known->sort, "contact")) {
        add_contact(out, (const bri_contact_law *)(const void *)shown->kind);
    } else if (shown->kind == &bri_normal_kind) {
        bri_text_add(out, "normal: ");
        add_normal(out, BRI_ROLE_RESTITUTION, "0.9");
    } else if (shown->kind == &bri_model_kind) {
        bri_text_add(out, "gravity: [0, -9.81 m/s2]\n"
                          "bodies: {arm: {mass: 1 kg, inertia: 0.1 kg m2}}\n"
                          "joints: {pin: {revolute: [ground, arm], at: [-0.5 m, 0]}}\n"
                          "run: {until: 2 s}");
    } else if (shown->kind == &bri_parameter_kind) {
        bri_text_add(out, "parameters: {r: 50 mm, l: 2*r + 5 mm, mu: 0.3}");
    } else if (shown->kind == &bri_ground_kind) {
        bri_text_add(out, "ground: {points: {wall: [0, 0]}}");
    } else if (shown->kind == &bri_point_kind) {
        bri_text_add(out, "points: {tip: [0.1 m, 0]}");
    } else if (shown->kind == &bri_elastic_kind) {
        bri_text_add(out, "elastic: {from: a, to: b, stiffness: 1e5 N/m, damping: 2e3 N s/m}");
    } else if (shown->kind == &bri_friction_kind) {
        bri_text_add(out, "friction: ");
        add_friction(out, "");
    } else {
        const char *before = !strcmp(known->sort, "shape")    ? "shapes: ["
                             : !strcmp(known->sort, "signal") ? "value: "
                             : !strcmp(name, "body")          ? "bodies: {arm: "
                             : !strcmp(name, "material")      ? "materials: {steel: "
                             : !strcmp(known->sort, "joint")  ? "joints: {j: "
                             : !strcmp(known->sort, "force")  ? "forces: {f: "
                                                              : NULL;
        if (before)
            bri_text_add(out, "%s", before);
        else
            bri_text_add(out, "%s: ", name);
        add_mapping(out, shown);
        bri_text_add(out, "%s", !before ? "" : strchr(before, '[') ? "]" : strchr(before, '{') ? "}" : "");
    }
}
