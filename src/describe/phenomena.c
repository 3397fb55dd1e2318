/* phenomena.c - a table of the phenomena that each law shows */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "bristle/trial.h"
#include "describe/format.h"
#include "describe/law.h"

typedef struct table {
    bri_text *out;
    bri_format format;
    bool first;
} table;

static void add_head(table *t)
{
    bri_text *out = t->out;
    if (t->format == BRI_JSON) {
        bri_text_add(out, "{\"phenomena\": [");
        for (int i = 0; i < BRI_PHENOMENA; i++) {
            bri_text_add(out, "%s\n  {\"name\": ", i ? "," : "");
            bri_text_add_json(out, bri_phenomenon_name((bri_phenomenon)i));
            bri_text_add(out, ", \"measured\": ");
            bri_text_add_json(out, bri_phenomenon_doc((bri_phenomenon)i));
            bri_text_add(out, "}");
        }
        bri_text_add(out, "],\n\"laws\": [");
    } else if (t->format == BRI_MARKDOWN) {
        bri_text_add(out, "| law |");
        for (int i = 0; i < BRI_PHENOMENA; i++)
            bri_text_add(out, " %s |", bri_phenomenon_name((bri_phenomenon)i));
        bri_text_add(out, "\n|---|");
        for (int i = 0; i < BRI_PHENOMENA; i++)
            bri_text_add(out, ":-:|");
        bri_text_add(out, "\n");
    } else {
        bri_text_add(out, "%-31s", "");
        for (int i = 0; i < BRI_PHENOMENA; i++)
            bri_text_add(out, " %s", bri_phenomenon_name((bri_phenomenon)i));
        bri_text_add(out, "\n");
    }
}

static void add_row(table *t, const char *label, const bri_phenomena_result *showing)
{
    bri_text *out = t->out;
    if (t->format == BRI_JSON) {
        bri_text_add(out, "%s\n  {\"law\": ", t->first ? "" : ",");
        bri_text_add_json(out, label);
        for (int i = 0; i < BRI_PHENOMENA; i++) {
            bri_text_add(out, ", ");
            bri_text_add_json(out, bri_phenomenon_name((bri_phenomenon)i));
            bri_text_add(out, ": {\"shows\": %s, \"measure\": ", showing->shows[i] ? "true" : "false");
            bri_text_add_number(out, showing->measure[i]);
            bri_text_add(out, "}");
        }
        bri_text_add(out, "}");
    } else if (t->format == BRI_MARKDOWN) {
        bri_text_add(out, "| %s |", label);
        for (int i = 0; i < BRI_PHENOMENA; i++)
            bri_text_add(out, " %s |", showing->shows[i] ? "yes" : "-");
        bri_text_add(out, "\n");
    } else {
        bri_text_add(out, "%-31s", label);
        for (int i = 0; i < BRI_PHENOMENA; i++)
            bri_text_add(out, " %*s", (int)strlen(bri_phenomenon_name((bri_phenomenon)i)),
                         showing->shows[i] ? "yes" : "-");
        bri_text_add(out, "\n");
    }
    t->first = false;
}

static void add_foot(table *t)
{
    if (t->format == BRI_JSON) {
        bri_text_add(t->out, "\n]}\n");
        return;
    }
    bri_text_add(
        t->out, "\n%s\n\n",
        "Each entry is computed from the response to a history at a load of 10 N, with the default parameters\n"
        "and with the terms switched on that are off by default. F is the sliding friction of the law,\n"
        "reach its presliding displacement (10 um if it has none).");
    for (int i = 0; i < BRI_PHENOMENA; i++) {
        if (t->format == BRI_MARKDOWN)
            bri_text_add(t->out, "- %s: %s.\n", bri_phenomenon_name((bri_phenomenon)i),
                         bri_phenomenon_doc((bri_phenomenon)i));
        else
            bri_text_add(t->out, "    %-13s %s\n", bri_phenomenon_name((bri_phenomenon)i),
                         bri_phenomenon_doc((bri_phenomenon)i));
    }
}

/* A law whose bristles can scale with the load has two rows. */
static bri_status add_law(table *t, const bri_friction_law *law, bri_error *err)
{
    bri_params params;
    bri_status status = BRI_OK;
    const bri_param *scaling = bri_param_with_role(&law->kind, BRI_ROLE_SCALING);
    static const int shown[] = {BRI_SCALING_FORCE, BRI_SCALING_LOAD};
    for (int i = 0; i < (scaling ? 2 : 1) && !status; i++) {
        char label[100], word[BRI_WORD_ROOM];
        bri_phenomena_result showing;
        bri_phenomena_params(law, &params);
        if (i) status = bri_params_set(&law->kind, &params, scaling->name, shown[i], err);
        if (!status) status = bri_phenomena(law, &params, &showing, err);
        snprintf(label, sizeof label, "%s", law->kind.name);
        if (i)
            snprintf(label, sizeof label, "%s, %s: %s", law->kind.name, scaling->name,
                     bri_word(scaling->words, shown[i], word));
        if (!status) add_row(t, label, &showing);
    }
    return status;
}

bri_status bri_describe_phenomena(const char *family, bri_format format, bri_write_fn *write, void *user,
                                  bri_error *err)
{
    bri_error_clear(err);
    assert(write);
    bri_text out = {0};
    table t = {.out = &out, .format = format, .first = true};
    bri_status status = bri_check_family(family, err);
    if (status) return status;
    add_head(&t);
    for (const bri_friction_law *const *law = bri_laws(); *law && !status; law++)
        if (bri_in_family(*law, family)) status = add_law(&t, *law, err);
    add_foot(&t);
    if (!status) return bri_text_deliver(&out, write, user, err);
    bri_text_free(&out);
    return status;
}
