/* kind.c - descriptions of all kinds from their tables: joints, forces, signals, shapes, integrators, parts of a model
 * file; and the list of all kinds */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "contact/contact.h"
#include "describe/example.h"
#include "describe/format.h"
#include "friction/kinds.h"
#include "integrator/problem.h"
#include "joint/joint.h"
#include "measure/kinds.h"
#include "model/families.h"
#include "study/study_kind.h"

/* --- who there is ------------------------------------------------------------------------------------------------- */

typedef struct group {
    const char *name, *heading;
    const char *family; /* in model files; NULL: each part is a family of its own */
    const bri_kind *(*kind)(int index);
} group;

static const bri_kind *part_kind(int index)
{
    static const bri_kind *const parts[] = {&bri_model_kind,
                                            &bri_parameter_kind,
                                            &bri_body_kind,
                                            &bri_ground_kind,
                                            &bri_point_kind,
                                            &bri_elastic_kind,
                                            &bri_friction_kind,
                                            &bri_noise_kind,
                                            &bri_pair_kind,
                                            &bri_material_kind,
                                            &bri_normal_kind,
                                            &bri_run_kind,
                                            NULL};
    return parts[index];
}
static const bri_kind *joint_kind(int index) { return bri_family_find("joint")->kind(index); }
static const bri_kind *force_kind(int index) { return bri_family_find("force")->kind(index); }
static const bri_kind *signal_kind(int index) { return bri_family_find("signal")->kind(index); }
static const bri_kind *shape_kind(int index) { return bri_family_find("shape")->kind(index); }
static const bri_kind *contact_kind(int index) { return bri_family_find("contact_law")->kind(index); }
static const bri_kind *law_kind(int index) { return bri_family_find("law")->kind(index); }
static const bri_kind *integrator_kind(int index)
{
    return bri_integrators()[index] ? &bri_integrators()[index]->kind : NULL;
}

static const bri_kind *measure_kind(int index) { return bri_measure_family.kind(index); }

static const bri_kind *study_kind(int index)
{
    static const bri_kind *const kinds[] = {&bri_study_kind, &bri_limit_kind, NULL};
    return kinds[index];
}

static const group groups[] = {
    {"part", "parts of a model file", NULL, part_kind},
    {"joint", "joints", "joint", joint_kind},
    {"force", "forces", "force", force_kind},
    {"signal", "signals: functions of time", "signal", signal_kind},
    {"shape", "shapes for drawing bodies", "shape", shape_kind},
    {"integrator", "integrators", NULL, integrator_kind},
    {"law", "friction laws", "law", law_kind},
    {"contact", "normal laws: contact force between surfaces", "contact_law", contact_kind},
    {"measure", "measures of a run (run --measure)", "measure", measure_kind},
    {"study", "study files (bristle study)", "study", study_kind},
    {0},
};

/* The name in model files: bri_pair_kind is called surfaces. */
static const char *name_of(const bri_kind *kind) { return kind == &bri_pair_kind ? "surfaces" : kind->name; }

static bool is_law(const group *g) { return g->kind == law_kind; }
static bool is_contact(const group *g) { return g->kind == contact_kind; }
static bool is_integrator(const group *g) { return g->kind == integrator_kind; }
static bool is_measure(const group *g) { return g->kind == measure_kind; }
static bool is_study(const group *g) { return g->kind == study_kind; }

static const bri_family *family_of(const group *g, const bri_kind *kind)
{
    if (is_integrator(g)) return NULL;
    if (is_measure(g)) return &bri_measure_family;
    if (is_study(g)) return kind == &bri_limit_kind ? &bri_limit_family : &bri_study_family;
    return bri_family_find(g->family ? g->family : name_of(kind));
}

static const group *find_group(const char *name);

/* Finds "gonthier", or "contact.gonthier" where several families have that name; without a family, the first is
 * found. */
static const bri_kind *find(const char *path, const group **where)
{
    char family[32];
    const bri_kind *kind;
    const char *dot = strchr(path, '.'), *name = dot ? dot + 1 : path;
    snprintf(family, sizeof family, "%.*s", dot ? (int)(dot - path) : 0, path);
    for (*where = groups; (*where)->name; (*where)++)
        for (int i = 0; (kind = (*where)->kind(i)); i++)
            if (!strcmp(name_of(kind), name) && (!dot || *where == find_group(family))) return kind;
    return NULL;
}

static const group *find_group(const char *name) /* "joint" or "joints" */
{
    for (const group *g = groups; g->name; g++) {
        size_t length = strlen(g->name);
        if (!strncmp(g->name, name, length) && (!name[length] || !strcmp(name + length, "s"))) return g;
    }
    return NULL;
}

/* The anchor of the second of two equal headings ends with -1; friction laws come first on the page. */
static const char *again(const group *g, const bri_kind *kind)
{
    return !is_law(g) && bri_family_kind(bri_family_find("law"), NULL, kind->name) ? "-1" : "";
}

static const char *next_name(void *context, int index) /* of all kinds, laws first: they are looked up most often */
{
    static const int order[] = {6, 1, 2, 3, 0, 7, 5, 4, 8, 9};
    const bri_kind *kind;
    (void)context;
    for (size_t g = 0; g < sizeof order / sizeof *order; g++)
        for (int i = 0; (kind = groups[order[g]].kind(i)); i++)
            if (!*again(&groups[order[g]], kind) && index-- == 0) return name_of(kind);
    return NULL;
}

/* --- one kind ----------------------------------------------------------------------------------------------------- */

static const char *const held_title = "Constraints: channels of their reactions",
                         *const free_title = "Free motions: channels, each also with _rate",
                         *const rub_title =
                             "Friction, where it is given: channels v, friction, load, ratio, power, stuck",
                         *const gap_title =
                             "Gaps, with clearance or unilateral contact: channels gap, normal, approach, contact";
static const char *const star_note = "The unit * is that of the quantity the signal is used for: N for a force, N m "
                                     "for a torque, m or rad for a driver.";

/* The use of an integrator; NULL: not an integrator. */
static const char *use_of(const group *g, const bri_kind *kind)
{
    int flags = is_integrator(g) ? ((const bri_integrator_kind *)(const void *)kind)->flags : 0;
    if (!is_integrator(g)) return NULL;
    if (flags & BRI_HAS_FIXED_STEP) return "Takes steps of fixed length (run: step), without error estimate.";
    if (flags & BRI_RESOLVES_FAST)
        return "For laws with bristles: small steps for the bristles alone, which evaluate the friction law and not "
               "the "
               "mechanism.";
    if (flags & BRI_WANTS_LOCAL)
        return "For laws with bristles: the states of the laws are solved implicitly at each contact.";
    if (flags & BRI_HAS_OWN_CONTROL) return "Chooses step and order itself; for stiff equations and cross-checks.";
    if (flags & BRI_IS_STIFF)
        return "Implicit, for stiff equations: stiff bristles, steep smoothed laws, stiff springs.";
    return "Explicit, for non-stiff equations: laws that stick exactly, or are smoothed and not steep.";
}

/* The optional part that contains an integrator. */
static bri_part_id part_of(const group *g, const bri_kind *kind)
{
    return is_integrator(g) ? ((const bri_integrator_kind *)(const void *)kind)->part : BRI_NO_PART;
}

static bool is_missing(const group *g, const bri_kind *kind)
{
    bri_part_id part = part_of(g, kind);
    return part && !bri_part_exists(part);
}

/* What a normal law requires of its sides, in words; NULL: nothing. */
static const char *needs_of(const group *g, const bri_kind *kind)
{
    const char *needs = is_contact(g) ? ((const bri_contact_law *)(const void *)kind)->needs : NULL;
    bool length = needs && strstr(needs, "length"), radius = needs && strstr(needs, "radius");
    if (!needs) return NULL;
    if (!length) return "radius and material of both sides, unless the stiffness is given";
    return radius ? "radius and material of both sides, length of the line of contact"
                  : "material of both sides, length of the line of contact";
}

static const bri_variable *rows_of(const bri_kind *kind, const char *family, int which)
{
    const bri_joint_kind *joint = (const bri_joint_kind *)(const void *)kind;
    if (strcmp(family, "joint") != 0) return NULL;
    return which == 0 ? joint->held : which == 1 ? joint->freed : which == 2 ? joint->patches : joint->gaps;
}

static void explain_text(bri_text *out, const group *g, const bri_description *shown)
{
    bri_add_kind_text(out, shown);
    if (!strcmp(g->name, "signal")) {
        bri_text_add(out, "\n");
        bri_add_paragraph(out, star_note, 0);
    }
    bri_add_variables_text(out, held_title, rows_of(shown->kind, g->name, 0));
    bri_add_variables_text(out, free_title, rows_of(shown->kind, g->name, 1));
    bri_add_variables_text(out, rub_title, rows_of(shown->kind, g->name, 2));
    bri_add_variables_text(out, gap_title, rows_of(shown->kind, g->name, 3));
    if (use_of(g, shown->kind)) {
        bri_text_add(out, "\nUse\n");
        bri_add_paragraph(out, use_of(g, shown->kind), 4);
    }
    if (needs_of(g, shown->kind)) {
        bri_text_add(out, "\nNeeds\n");
        bri_add_paragraph(out, needs_of(g, shown->kind), 4);
    }
    if (part_of(g, shown->kind))
        bri_text_add(out, "\nNeeds\n    the part '%s'%s\n", bri_part_name(part_of(g, shown->kind)),
                     is_missing(g, shown->kind) ? ", which this installation does not have" : "");
    if (shown->kind->reference) {
        bri_text_add(out, "\nSource\n");
        bri_add_paragraph(out, shown->kind->reference, 4);
    }
    if (shown->kind->defects) {
        bri_text_add(out, "\nKnown defects\n");
        bri_add_paragraph(out, shown->kind->defects, 4);
    }
    bri_text_add(out, "\nExample\n");
    bri_text example = {0};
    bri_add_example(&example, shown);
    bri_add_lines(out, example.at ? example.at : "", "    ");
    bri_text_free(&example);
}

static void explain_markdown(bri_text *out, const group *g, const bri_description *shown)
{
    bri_add_kind_markdown(out, shown);
    if (!strcmp(g->name, "signal")) bri_text_add(out, "\n%s\n", star_note);
    bri_add_variables_markdown(out, held_title, rows_of(shown->kind, g->name, 0));
    bri_add_variables_markdown(out, free_title, rows_of(shown->kind, g->name, 1));
    bri_add_variables_markdown(out, rub_title, rows_of(shown->kind, g->name, 2));
    bri_add_variables_markdown(out, gap_title, rows_of(shown->kind, g->name, 3));
    if (use_of(g, shown->kind)) bri_text_add(out, "\n%s\n", use_of(g, shown->kind));
    if (needs_of(g, shown->kind)) bri_text_add(out, "\nNeeds %s.\n", needs_of(g, shown->kind));
    if (part_of(g, shown->kind))
        bri_text_add(out, "\nNeeds the [part](install.md#optional-parts) `%s`.\n",
                     bri_part_name(part_of(g, shown->kind)));
    if (shown->kind->reference) bri_text_add(out, "\nSource: %s.\n", shown->kind->reference);
    if (shown->kind->defects) bri_text_add(out, "\nKnown defects: %s\n", shown->kind->defects);
    bri_text_add(out, is_measure(g) ? "\n```sh\n" : "\n```yaml\n");
    bri_add_example(out, shown);
    bri_text_add(out, "\n```\n\n");
}

static void explain_json(bri_text *out, const group *g, const bri_description *shown)
{
    bri_text example = {0};
    bri_add_kind_json(out, shown);
    if (!strcmp(g->name, "joint")) {
        bri_add_variables_json(out, "held", rows_of(shown->kind, g->name, 0));
        bri_add_variables_json(out, "freed", rows_of(shown->kind, g->name, 1));
        bri_add_variables_json(out, "rubs", rows_of(shown->kind, g->name, 2));
        bri_add_variables_json(out, "gaps", rows_of(shown->kind, g->name, 3));
    }
    if (is_contact(g))
        bri_add_json_member(out, ",\n  ", "needs", ((const bri_contact_law *)(const void *)shown->kind)->needs);
    if (is_integrator(g)) bri_add_json_member(out, ",\n  ", "use", use_of(g, shown->kind));
    if (part_of(g, shown->kind)) {
        bri_add_json_member(out, ",\n  ", "part", bri_part_name(part_of(g, shown->kind)));
        bri_text_add(out, ",\n  \"available\": %s", is_missing(g, shown->kind) ? "false" : "true");
    }
    bri_add_example(&example, shown);
    bri_add_json_member(out, ",\n  ", "example", example.at ? example.at : "");
    bri_text_add(out, "}");
    bri_text_free(&example);
}

static void explain(bri_text *out, const group *g, const bri_kind *known, bri_format format)
{
    bri_resolved_kind view;
    const bri_kind *kind = known->params ? bri_kind_resolve(&view, known, (bri_unit_context){.star = "*"}) : known;
    bri_description shown = {.kind = kind,
                             .family = family_of(g, known),
                             .name = name_of(known),
                             .sort = g->family || is_integrator(g) ? g->name : "part of a model file",
                             .equations = bri_kind_equations(known)};
    if (format == BRI_TEXT)
        explain_text(out, g, &shown);
    else if (format == BRI_MARKDOWN)
        explain_markdown(out, g, &shown);
    else
        explain_json(out, g, &shown);
}

static bri_status describe(const group *g, const bri_kind *kind, bri_format format, bri_write_fn *write, void *user,
                           bri_error *err)
{
    bri_text out = {0};
    if (is_law(g)) return bri_describe_law(bri_law_find(kind->name, err), format, write, user, err);
    if (kind == &bri_noise_kind) return bri_describe_noise(format, write, user, err);
    explain(&out, g, kind, format);
    if (format == BRI_JSON) bri_text_add(&out, "\n");
    return bri_text_deliver(&out, write, user, err);
}

/* Mentions kinds of other families with the same name. */
static bri_status add_homonym(const group *g, const bri_kind *kind, bri_write_fn *write, void *user, bri_error *err)
{
    bri_text out = {0};
    const bri_kind *other;
    for (const group *next = g + 1; next->name; next++)
        for (int i = 0; (other = next->kind(i)); i++)
            if (!strcmp(name_of(other), name_of(kind)))
                bri_text_add(&out, "\nAnother %s: %s, described by    bristle explain %s.%s\n", name_of(kind),
                             other->title, next->name, name_of(kind));
    return out.length ? bri_text_deliver(&out, write, user, err) : BRI_OK;
}

bri_status bri_describe(const char *name, bri_format format, bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    assert(name && write);
    char hint[200];
    const group *g;
    const bri_kind *kind = find(name, &g);
    if (!kind && find_group(name)) return bri_describe_kinds(name, format, write, user, err);
    if (!kind) {
        bri_text_suggest(hint, sizeof hint, name, next_name, NULL);
        return bri_fail(err, BRI_NOT_FOUND, "there is no kind '%.60s'%s", name,
                        *hint ? hint : "; 'bristle kinds' lists all kinds");
    }
    bri_status status = describe(g, kind, format, write, user, err);
    if (!status && format == BRI_TEXT && !strchr(name, '.')) status = add_homonym(g, kind, write, user, err);
    return status;
}

/* --- the list ----------------------------------------------------------------------------------------------------- */

static bri_status no_family(const char *family, bri_error *err)
{
    return bri_fail(err, BRI_NOT_FOUND,
                    "there is no family '%.40s'; the families are part, joint, force, signal, shape, integrator, law, "
                    "contact, measure and study",
                    family);
}

bri_status bri_describe_family(const char *family, bri_format format, bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    assert(family && write);
    const group *g = find_group(family);
    const bri_kind *kind;
    bri_status status = g ? BRI_OK : no_family(family, err);
    if (g && format == BRI_JSON && !write("[", 1, user)) status = BRI_CANNOT_WRITE;
    for (int i = 0; !status && (kind = g->kind(i)); i++) {
        if (i && format != BRI_MARKDOWN) write(format == BRI_JSON ? "," : "\n", 1, user);
        status = describe(g, kind, format, write, user, err);
    }
    if (!status && format == BRI_JSON) write("]\n", 2, user);
    return status;
}

static void list_text(bri_text *out, const group *g)
{
    const bri_kind *kind;
    int width = 20;
    for (int i = 0; (kind = g->kind(i)); i++)
        width = (int)strlen(name_of(kind)) > width ? (int)strlen(name_of(kind)) : width;
    bri_text_add(out, "%s%s\n", out->length ? "\n" : "", g->heading);
    for (int i = 0; (kind = g->kind(i)); i++)
        bri_text_add(out, "    %-*s %s%s\n", width, name_of(kind), kind->title,
                     is_missing(g, kind) ? " (not installed)" : "");
}

static void list_markdown(bri_text *out, const group *g)
{
    const bri_kind *kind;
    bri_text_add(out, "| %s | |\n|---|---|\n", g->heading);
    for (int i = 0; (kind = g->kind(i)); i++)
        bri_text_add(out, "| [`%s`](#%s%s) | %s |\n", name_of(kind), name_of(kind), again(g, kind), kind->title);
    bri_text_add(out, "\n");
}

static void list_json(bri_text *out, const group *g)
{
    const bri_kind *kind;
    for (int i = 0; (kind = g->kind(i)); i++) {
        bri_add_json_member(out, out->length > 1 ? ",\n {" : "\n {", "family", g->name);
        bri_add_json_member(out, ", ", "name", name_of(kind));
        bri_add_json_member(out, ", ", "title", kind->title);
        if (is_missing(g, kind)) bri_text_add(out, ", \"available\": false");
        bri_text_add(out, "}");
    }
}

bri_status bri_describe_kinds(const char *family, bri_format format, bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    assert(write);
    bri_text out = {0};
    const group *only = family ? find_group(family) : NULL;
    if (family && !only) return no_family(family, err);
    if (format == BRI_JSON) bri_text_add(&out, "[");
    for (const group *g = groups; g->name; g++) {
        if (only && g != only) continue;
        if (format == BRI_JSON)
            list_json(&out, g);
        else if (format == BRI_MARKDOWN)
            list_markdown(&out, g);
        else
            list_text(&out, g);
    }
    if (format == BRI_JSON) bri_text_add(&out, "\n]\n");
    if (format == BRI_TEXT) bri_text_add(&out, "\n'bristle explain NAME' describes one of them.\n");
    return bri_text_deliver(&out, write, user, err);
}
