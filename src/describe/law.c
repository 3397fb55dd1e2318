/* law.c - descriptions of laws from their tables, and the list of laws */
#include "describe/law.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "describe/format.h"
#include "friction/kinds.h"

static const char *next_family(void *context, int index)
{
    static const char *const families[] = {"static", "dynamic", "lubricated", NULL};
    (void)context;
    return families[index];
}

bri_status bri_check_family(const char *family, bri_error *err)
{
    for (int i = 0; family && next_family(NULL, i); i++)
        if (!strcmp(family, next_family(NULL, i))) return BRI_OK;
    if (!family) return BRI_OK;
    return bri_fail(err, BRI_NOT_FOUND, "there is no family '%.40s'; the families are static, dynamic and lubricated",
                    family);
}

bool bri_in_family(const bri_friction_law *law, const char *family)
{
    return !family || !strcmp(law->kind.family, family);
}

/* --- pieces ------------------------------------------------------------------------------------------------------- */

/* Writes "length viscosity" as "length, viscosity". */
static void add_needs(bri_text *out, const char *needs)
{
    for (const char *at = needs; *at;) {
        int length = (int)strcspn(at, " ");
        bri_text_add(out, "%s%.*s", at == needs ? "" : ", ", length, at);
        at += length;
        at += strspn(at, " ");
    }
}

/* The properties of surfaces that a law requires, with typical values, as options of bristle curve. */
static void add_needed_options(bri_text *out, const bri_friction_law *law)
{
    for (const char *at = law->needs ? law->needs : ""; *at; at += strspn(at, " ")) {
        char word[BRI_WORD_ROOM], value[32];
        size_t length = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        const bri_param *p = bri_param_find(&bri_pair_kind, !strncmp(word, "finite_", 7) ? word + 7 : word);
        bri_print_number(value, p ? p->initial : 0);
        if (p) bri_text_add(out, " --pair %s='%s %s'", p->name, value, p->unit);
        at += length;
    }
}

static const char *rest_text(const bri_friction_law *law)
{
    if (law->creeps) return "sticks exactly, as far as the static limit, where that is above 0; creeps where it is 0";
    if (law->static_limit) return "sticks exactly: at rest the force balances the others, up to the static limit";
    if (law->kind.states) return "sticks by the deflection of its bristles";
    return "creeps: without sliding there is no force";
}

static const char *passive_text(const bri_friction_law *law)
{
    bri_params params;
    bri_params_defaults(&law->kind, &params);
    if (!law->passive) return "not claimed";
    return law->passive(&params) ? "yes" : "not with the default parameters";
}

/* --- a law -------------------------------------------------------------------------------------------------------- */

static void add_end_text(bri_text *out, const bri_kind *kind)
{
    if (kind->reference) bri_text_add(out, "\nSource\n");
    if (kind->reference) bri_add_paragraph(out, kind->reference, 4);
    if (kind->defects) bri_text_add(out, "\nKnown defects\n");
    if (kind->defects) bri_add_paragraph(out, kind->defects, 4);
}

/* Whether the tool knows the law, too. */
static bool is_of_library(const bri_friction_law *law) { return bri_law_find(law->kind.name, NULL) == law; }

static bri_description shown_of(const bri_kind *kind)
{
    return (bri_description){
        .kind = kind, .name = kind->name, .sort = kind->family, .equations = bri_kind_equations(kind)};
}

static void explain_text(bri_text *out, const bri_friction_law *law)
{
    bri_description shown = shown_of(&law->kind);
    bri_add_kind_text(out, &shown);
    bri_text_add(out, "\nAt rest      %s\nPassive      %s\n", rest_text(law), passive_text(law));
    if (law->needs) {
        bri_text_add(out, "Needs        ");
        add_needs(out, law->needs);
        bri_text_add(out, "\n");
    }
    add_end_text(out, &law->kind);
    if (!is_of_library(law)) return;
    bri_text_add(out, "\nDraw it with    bristle curve %s", law->kind.name);
    add_needed_options(out, law);
    bri_text_add(out, " -o %s.svg\n", law->kind.name);
}

static void explain_markdown(bri_text *out, const bri_friction_law *law)
{
    bri_description shown = shown_of(&law->kind);
    bri_add_kind_markdown(out, &shown);
    bri_text_add(out, "\n- At rest: %s.\n- Passive: %s.\n", rest_text(law), passive_text(law));
    if (law->needs) {
        bri_text_add(out, "- Needs: ");
        add_needs(out, law->needs);
        bri_text_add(out, ".\n");
    }
    if (law->kind.reference) bri_text_add(out, "- Source: %s.\n", law->kind.reference);
    if (law->kind.defects) bri_text_add(out, "- Known defects: %s\n", law->kind.defects);
    bri_text_add(out, "\n");
}

static void explain_json(bri_text *out, const bri_friction_law *law)
{
    bri_params params;
    bri_params_defaults(&law->kind, &params);
    bri_description shown = shown_of(&law->kind);
    bri_add_kind_json(out, &shown);
    bri_add_json_member(out, ",\n  ", "needs", law->needs);
    bri_text_add(out, ",\n  \"holds_at_rest\": %s", law->static_limit ? "true" : "false");
    bri_text_add(out, ",\n  \"passive\": %s}", law->passive && law->passive(&params) ? "true" : "false");
}

bri_status bri_describe_law(const bri_friction_law *law, bri_format format, bri_write_fn *write, void *user,
                            bri_error *err)
{
    bri_error_clear(err);
    assert(law && write);
    bri_text out = {0};
    if (format == BRI_TEXT) {
        explain_text(&out, law);
    } else if (format == BRI_MARKDOWN) {
        explain_markdown(&out, law);
    } else {
        explain_json(&out, law);
        bri_text_add(&out, "\n");
    }
    return bri_text_deliver(&out, write, user, err);
}

bri_status bri_describe_needs(const bri_friction_law *law, bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    assert(law && write);
    bri_text out = {0};
    add_needed_options(&out, law);
    return out.length || out.failed ? bri_text_deliver(&out, write, user, err) : BRI_OK;
}

bri_status bri_describe_noise(bri_format format, bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    assert(write);
    bri_text out = {0};
    bri_description shown = shown_of(&bri_noise_kind);
    if (format == BRI_TEXT) {
        bri_add_kind_text(&out, &shown);
        add_end_text(&out, &bri_noise_kind);
    } else if (format == BRI_MARKDOWN) {
        bri_add_kind_markdown(&out, &shown);
        bri_text_add(&out, "\n- Source: %s.\n- Known defects: %s\n\n", bri_noise_kind.reference,
                     bri_noise_kind.defects);
    } else {
        bri_add_kind_json(&out, &shown);
        bri_text_add(&out, "}\n");
    }
    return bri_text_deliver(&out, write, user, err);
}

/* --- the list ----------------------------------------------------------------------------------------------------- */

static void list_text(bri_text *out, const bri_friction_law *const *laws, const char *family)
{
    const char *one;
    for (int i = 0; (one = next_family(NULL, i)); i++) {
        if (family && strcmp(one, family) != 0) continue;
        bri_text_add(out, "%s%s\n", out->length ? "\n" : "", one);
        for (const bri_friction_law *const *law = laws; *law; law++)
            if (bri_in_family(*law, one)) bri_text_add(out, "    %-20s %s\n", (*law)->kind.name, (*law)->kind.title);
    }
    bri_text_add(
        out,
        "\n'bristle explain NAME' describes one of them; noise can be added to any law ('bristle explain noise').\n");
}

static void list_markdown(bri_text *out, const bri_friction_law *const *laws, const char *family)
{
    bri_text_add(out, "| law | family | description | source |\n|---|---|---|---|\n");
    for (const bri_friction_law *const *law = laws; *law; law++)
        if (bri_in_family(*law, family))
            bri_text_add(out, "| [`%s`](#%s) | %s | %s | %s |\n", (*law)->kind.name, (*law)->kind.name,
                         (*law)->kind.family, (*law)->kind.title, (*law)->kind.reference ? (*law)->kind.reference : "");
    bri_text_add(out, "\n");
}

static void list_json(bri_text *out, const bri_friction_law *const *laws, const char *family)
{
    bool first = true;
    bri_text_add(out, "[");
    for (const bri_friction_law *const *law = laws; *law; law++)
        if (bri_in_family(*law, family)) {
            bri_text_add(out, first ? "\n" : ",\n");
            explain_json(out, *law);
            first = false;
        }
    bri_text_add(out, "\n]\n");
}

bri_status bri_describe_laws(const char *family, bri_format format, bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    return bri_describe_laws_with(NULL, family, format, write, user, err);
}

bri_status bri_describe_laws_with(const bri_catalogue *catalogue, const char *family, bri_format format,
                                  bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    assert(write);
    bri_text out = {0};
    const bri_friction_law *const *laws = bri_catalogue_laws(catalogue);
    bri_status status = bri_check_family(family, err);
    if (status) return status;
    if (format == BRI_TEXT)
        list_text(&out, laws, family);
    else if (format == BRI_MARKDOWN)
        list_markdown(&out, laws, family);
    else
        list_json(&out, laws, family);
    return bri_text_deliver(&out, write, user, err);
}
